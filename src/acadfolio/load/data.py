"""The folder `data/` comes in, its records come out."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from acadfolio.load.settings import check_section_names, read_section_settings
from acadfolio.problems import Location
from acadfolio.records.kinds import KINDS, kind_of_section
from acadfolio.records.networks import NETWORKS
from acadfolio.records.people import Person
from acadfolio.records.profile import Profile
from acadfolio.records.publication import Publication, Venue
from acadfolio.records.reading import Reader, Reference
from acadfolio.records.site import SectionSettings, Settings
from acadfolio.source.text import read_source
from acadfolio.source.yaml import Mapping, Node, Scalar, parse_yaml, place

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from msgspec import Struct

    from acadfolio.problems import Problems

ENDINGS = {".yml", ".yaml"}
NOT_SECTIONS = frozenset({"site", "profile", "publications", "venues", "people"})
IGNORED = frozenset({"schemas", "README.md", "README", "README.txt"})
PLACED_ONLY = frozenset({"posts", "visitor_map"})
"""Sections that no data file holds."""


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
    sections: frozenset[str] = frozenset()
    """Every name that a page may place as a section."""


def read_data(root: Path, problems: Problems) -> Data:
    """Read every data file, each to its end, whatever the others hold."""
    data = Data()
    readers: dict[str, tuple[Reader, Node | None]] = {}
    for name, path in _data_files(root, problems):
        before = len(problems.errors)
        source = read_source(path, f"data/{path.name}", problems)
        if source is not None:
            node = parse_yaml(source, problems)
            if node is None and len(problems.errors) == before and name != "site":
                problems.warn(source.at(0), "this file is empty", "write entries, or delete the file")
            readers[name] = (Reader(source, problems, data.references), node)
    data.sections = PLACED_ONLY | KINDS.keys() | (readers.keys() - NOT_SECTIONS)
    _read_site(data, readers, root, problems)
    for name, (reader, node) in readers.items():
        if node is not None and name != "site":
            _read_file(data, name, reader, node)
    if data.profile is None and data.settings is not None:
        data.profile = Profile(name=data.settings.title)
    return data


def _data_files(root: Path, problems: Problems) -> Iterator[tuple[str, Path]]:
    folder = root / "data"
    paths = sorted(folder.iterdir()) if folder.is_dir() else []
    names: dict[str, str] = {}
    for path in paths:
        here = Location(f"data/{path.name}")
        if path.name in IGNORED or path.name.startswith(".") or path.name.endswith("~"):
            continue
        name = path.stem.replace("-", "_")
        if path.suffix not in ENDINGS:
            what = "folder" if path.is_dir() else "file"
            problems.warn(here, f"this {what} is not read", "data files end in .yml")
        elif name in names:
            problems.error(here, f"data/{names[name]} holds this section already", "join the two files")
        elif not name.isidentifier():
            hint = "rename the file: a letter, then letters, digits and _"
            problems.error(here, f"`{path.stem}` cannot name a section", hint)
        elif name in PLACED_ONLY:
            problems.error(here, f"`{name}` is a section that is made of something else", "rename the file")
        else:
            names[name] = path.name
            yield name, path


def _read_site(data: Data, readers: dict[str, tuple[Reader, Node | None]], root: Path, problems: Problems) -> None:
    if "site" not in readers:
        if not root.is_dir():
            problems.error(Location(str(root)), "there is no such folder", "`acadfolio new DIR` makes a site")
        elif not any(problem.location.file.startswith("data/site.") for problem in problems.errors):
            hint = "write at least `title: Your Name` into it"
            strayed = "move site.yml into data/" if (root / "site.yml").is_file() else hint
            is_site = (root / "data").is_dir() or (root / "content").is_dir()
            problems.error(
                Location("data/site.yml"), "this file is missing", strayed if is_site else f"is this a site? {strayed}"
            )
        return
    reader, node = readers["site"]
    if node is None:
        if not any(problem.location.file == reader.source.name for problem in problems.errors):
            problems.error(reader.source.at(0), "this file is empty", "write at least `title: Your Name`")
        return
    sections = {name for name in readers if name not in NOT_SECTIONS} | set(KINDS)
    also = sections | {name.replace("_", "-") for name in sections}
    data.settings = reader.record(node, Settings, also=also)
    data.section_settings = read_section_settings(reader, node, sections)
    for key, value in _items(node):
        if key == "sections":
            check_section_names(reader, value, data.sections)


def _read_file(data: Data, name: str, reader: Reader, node: Node) -> None:
    if name == "profile":
        data.profile = reader.record(node, Profile)
        _note_files(reader, node)
    elif name == "venues":
        data.venues = _read_venues(reader, node)
    elif name == "publications":
        data.publications = reader.records(node, Publication)
    elif name == "people":
        data.people = reader.records(node, Person)
        data.entries[name] = data.people
    else:
        data.entries[name] = reader.records(node, kind_of_section(name).record)


def _note_files(reader: Reader, node: Node) -> None:
    """Links of the sidebar that are paths, and no names in a network."""
    links = dict(_items(node)).get("links")
    for label, value in _items(links):
        address = dict(_items(value)).get("url", value)
        if isinstance(address, Scalar) and "/" in address.value and label.lower() not in NETWORKS:
            reader.references.append(Reference(address.value, place(reader.source, address), is_image=False))


def _items(node: Node | None) -> list[tuple[str, Node]]:
    pairs = node.value if isinstance(node, Mapping) else []
    return [(key.value, value) for key, value in pairs if isinstance(key, Scalar)]


def _read_venues(reader: Reader, node: Node) -> dict[str, Venue]:
    venues = ((key, reader.record(value, Venue)) for key, (_, value) in (reader.pairs(node) or {}).items())
    return {key: venue for key, venue in venues if venue is not None}
