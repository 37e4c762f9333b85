"""The folder `data/` comes in, its records come out."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from acadfolio.load.settings import read_section_settings
from acadfolio.problems import Location
from acadfolio.records.kinds import KINDS, kind_of_section
from acadfolio.records.people import Person
from acadfolio.records.profile import Profile
from acadfolio.records.publication import Publication, Venue
from acadfolio.records.reading import Reader, Reference
from acadfolio.records.site import SectionSettings, Settings
from acadfolio.source.text import read_source
from acadfolio.source.yaml import Node, parse_yaml

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from msgspec import Struct

    from acadfolio.problems import Problems

ENDINGS = {".yml", ".yaml"}
NOT_SECTIONS = frozenset({"site", "profile", "publications", "venues", "people"})
IGNORED = frozenset({"schemas", "README.md", "README", "README.txt"})
SECTION_NAME = "a letter, then letters, digits and _"


@dataclass(slots=True)
class Data:
    """What `data/` holds, while it is being read."""

    settings: Settings | None = None
    section_settings: dict[str, SectionSettings] = field(default_factory=dict)
    profile: Profile | None = None
    publications: tuple[Publication, ...] = ()
    venues: dict[str, Venue] = field(default_factory=dict)
    people: tuple[Person, ...] = ()
    entries: dict[str, tuple[Struct, ...]] = field(default_factory=dict)
    references: list[Reference] = field(default_factory=list)


def read_data(root: Path, problems: Problems) -> Data:
    """Read every data file, each to its end, whatever the others hold."""
    data = Data()
    readers: dict[str, tuple[Reader, Node | None]] = {}
    for name, path in _data_files(root, problems):
        source = read_source(path, f"data/{path.name}", problems)
        if source is not None:
            before = len(problems.errors)
            node = parse_yaml(source, problems)
            if node is None and len(problems.errors) == before and name != "site":
                problems.warn(source.at(0), "this file is empty", "write entries, or delete the file")
            readers[name] = (Reader(source, problems, data.references), node)
    _read_site(data, readers, root, problems)
    for name, (reader, node) in readers.items():
        if node is not None and name != "site":
            _read_file(data, name, reader, node)
    if data.profile is None and "profile" not in readers and data.settings is not None:
        data.profile = Profile(name=data.settings.title)
    return data


def _data_files(root: Path, problems: Problems) -> Iterator[tuple[str, Path]]:
    folder = root / "data"
    paths = sorted(folder.iterdir()) if folder.is_dir() else []
    names: dict[str, str] = {}
    for path in paths:
        place = Location(f"data/{path.name}")
        if path.name in IGNORED or path.name.startswith(".") or path.name.endswith("~"):
            continue
        if path.suffix not in ENDINGS:
            problems.warn(place, "this file is not read", "data files end in .yml")
        elif path.stem in names:
            problems.error(place, f"this section is already told by data/{names[path.stem]}", "join the two files")
        elif not path.stem.replace("-", "_").isidentifier():
            problems.error(place, f"`{path.stem}` cannot name a section", f"use {SECTION_NAME}")
        else:
            names[path.stem] = path.name
            yield path.stem.replace("-", "_"), path


def _read_site(data: Data, readers: dict[str, tuple[Reader, Node | None]], root: Path, problems: Problems) -> None:
    if "site" not in readers:
        if not any(problem.location.file.startswith("data/site.") for problem in problems.errors):
            hint = "write at least `title: Your Name` into it" if root.is_dir() else "is this the folder of a site?"
            problems.error(Location("data/site.yml"), "this file is missing", hint)
        return
    reader, node = readers["site"]
    if node is None:
        if not any(problem.location.file == reader.source.name for problem in problems.errors):
            problems.error(reader.source.at(0), "this file is empty", "write at least `title: Your Name`")
        return
    sections = {name for name in readers if name not in NOT_SECTIONS} | set(KINDS)
    data.settings = reader.record(node, Settings, also=lambda key: key.replace("-", "_") in sections)
    data.section_settings = read_section_settings(reader, node, sections)


def _read_file(data: Data, name: str, reader: Reader, node: Node) -> None:
    if name == "profile":
        data.profile = reader.record(node, Profile)
    elif name == "venues":
        data.venues = _read_venues(reader, node)
    elif name == "publications":
        data.publications = reader.records(node, Publication)
    elif name == "people":
        data.people = reader.records(node, Person)
        data.entries[name] = data.people
    else:
        data.entries[name] = reader.records(node, kind_of_section(name).record)


def _read_venues(reader: Reader, node: Node) -> dict[str, Venue]:
    venues = ((key, reader.record(value, Venue)) for key, (_, value) in (reader.pairs(node) or {}).items())
    return {key: venue for key, venue in venues if venue is not None}
