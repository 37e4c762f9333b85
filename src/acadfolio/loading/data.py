"""The folder `data/` comes in, its records come out."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from msgspec import Struct, field, structs

from acadfolio.loading.addresses import SCHEME
from acadfolio.loading.bibliographies import Bibliographies, written_in
from acadfolio.loading.citations import FILES as COUNT_FILES
from acadfolio.loading.citations import misplaced
from acadfolio.loading.coauthors import read_coauthors
from acadfolio.loading.files import is_file, is_folder, names_in, no_folder, way_up
from acadfolio.loading.model import Data
from acadfolio.loading.section_names import ENDINGS, PLACED_ONLY, section_of, sections_of
from acadfolio.loading.settings import (
    check_accent,
    check_language,
    check_marks,
    check_section_names,
    read_section_settings,
)
from acadfolio.model.identifiers import NOBODY
from acadfolio.model.kinds import kind_of_section
from acadfolio.model.names import MARKS
from acadfolio.model.networks import NETWORKS, address_in, network_of
from acadfolio.model.profile import Person, Profile
from acadfolio.model.publication import Venue
from acadfolio.model.reading import Reader
from acadfolio.model.record import Reference
from acadfolio.model.site import SectionSettings, Settings
from acadfolio.model.values import RUNS_CODE, Text
from acadfolio.problems import Location
from acadfolio.source.text import bytes_of, source_of
from acadfolio.source.yaml import Node, Scalar, is_nothing, items_of, parse_yaml, place

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator
    from pathlib import Path

    from acadfolio.bibliography.duplicates import Sourced
    from acadfolio.model.publication import Publication
    from acadfolio.problems import Problems

IGNORED = frozenset({"schemas", "README.md", "README", "README.txt"})


class Reading(Struct):
    """What is known of `data/` while it is being read."""

    bibliographies: Bibliographies
    settings: Settings | None = None
    section_settings: dict[str, SectionSettings] = field(default_factory=dict)
    profile: Profile | None = None
    written: list[Sourced] = field(default_factory=list)
    """What publications.yml holds."""
    publications: tuple[Publication, ...] = ()
    venues: dict[str, Venue] = field(default_factory=dict)
    people: tuple[Person, ...] = ()
    entries: dict[str, tuple[Struct, ...]] = field(default_factory=dict)
    references: list[Reference] = field(default_factory=list)
    sections: frozenset[str] = frozenset()
    expires_at: Location | None = None

    def data(self) -> Data:
        """All of it, at the end."""
        return Data(
            settings=self.settings,
            section_settings=self.section_settings,
            profile=self.profile,
            publications=self.publications,
            venues=self.venues,
            people=self.people,
            entries=self.entries,
            references=tuple(self.references),
            sections=self.sections,
            expires_at=self.expires_at,
        )


def read_data(root: Path, problems: Problems, styles: Collection[str] = ()) -> Data:
    """Read every data file, each to its end, whatever the others hold. `styles` are the citation styles there are."""
    data = Reading(Bibliographies.of(root))
    files = dict(_read_files(root, data, problems))
    data.sections = sections_of(files)
    site = files.pop("site", None)
    if site is not None:
        _read_site(data, *site, data.sections - PLACED_ONLY, styles)
    else:
        _report_no_site(root, problems)
    for name, found in files.items():
        _read_file(data, name, *found)
    if data.written or data.bibliographies.files:
        data.publications = data.bibliographies.publications(data.written, data.venues, data.references, problems)
    elif "publications" not in files:
        data.bibliographies.report_strayed(problems)
    if data.profile is None and data.settings is not None:
        data.profile = Profile(name=data.settings.title, source_location=Location("data/site.yml"))
    if data.settings is not None and site is not None and not data.settings.marks.keys() <= set(MARKS):
        reader, node = site
        check_marks(reader, dict(items_of(node))["marks"], data.publications)
    if suspected := list(filter(_has_lone_word, data.written)):
        from acadfolio.loading.parted_names import check_parted_names  # Most lists name everybody in full.

        check_parted_names(suspected, data.profile, data.people, root, problems)
    return data.data()


def _has_lone_word(entry: Sourced) -> bool:
    """Whether several people are named, and one of them by a single word."""
    return any(
        len(people) > 1 and any(" " not in person.name for person in people) for people in entry.publication.people
    )


def _data_files(root: Path, bibliographies: Bibliographies, problems: Problems) -> Iterator[tuple[str, Path]]:
    names: dict[str, str] = {}
    folders = {path.partition("/")[0] for path in bibliographies.files}
    for path in (root / "data" / name for name in names_in(root / "data", "data", problems)):
        here = Location(f"data/{path.name}")
        if path.name in IGNORED or path.name in COUNT_FILES or path.name.startswith(".") or path.name.endswith("~"):
            continue
        name = section_of(path.name)
        if path.name in folders:
            if is_folder(path):
                bibliographies.report_others(path.name, problems)
        elif path.suffix not in ENDINGS:
            what = "folder" if is_folder(path) else "file"
            problems.warn(
                here, f"this {what} is not read", misplaced(path) or "data files end in .yml", rule="ignored-file"
            )
        elif name in names:
            problems.error(
                here, f"data/{names[name]} holds this section already", "join the two files", rule="duplicate-section"
            )
        elif not name.isidentifier():
            hint = "rename the file: a letter, then letters, digits and _"
            problems.error(here, f"`{path.stem}` cannot name a section", hint, rule="invalid-section-name")
        elif name in PLACED_ONLY:
            problems.error(here, f"`{name}` is a built-in section", "rename the file", rule="invalid-section-name")
        else:
            names[name] = path.name
            yield name, path


def _report_no_site(root: Path, problems: Problems) -> None:
    if not is_folder(root):
        problems.found.append(no_folder(root))
    elif not any(f"{problem.location.file}.".startswith(("data/site.", "data.")) for problem in problems.errors):
        hint = "write at least `title: Your Name` into it"
        strayed = "move site.yml into data/" if is_file(root / "site.yml") else hint
        is_site = is_folder(root / "data") or is_folder(root / "content")
        hint = strayed if is_site else f"is this a site? {strayed}"
        problems.error(Location("data/site.yml"), "this file is missing", way_up(root) or hint, rule="missing-file")


def _read_files(root: Path, data: Reading, problems: Problems) -> Iterator[tuple[str, tuple[Reader, Node | None]]]:
    """Every file that can be read, by its section."""
    for name, path in _data_files(root, data.bibliographies, problems):
        before = len(problems.errors)
        content = bytes_of(path, f"data/{path.name}", problems)
        if content is None:
            continue
        if (source := source_of(content, f"data/{path.name}", problems)) is not None:
            node = parse_yaml(source, problems)
            if node is None and len(problems.errors) == before and name != "site":
                problems.warn(
                    source.at(0), "this file is empty", "write entries, or delete the file", rule="empty-file"
                )
            yield name, (Reader(source, problems, data.references), node)


def _read_site(
    data: Reading, reader: Reader, node: Node | None, sections: frozenset[str], styles: Collection[str]
) -> None:
    problems = reader.problems
    if node is None:
        if not any(problem.location.file == reader.source.name for problem in problems.errors):
            problems.error(
                reader.source.at(0), "this file is empty", "write at least `title: Your Name`", rule="empty-file"
            )
        return
    also = sections | {name.replace("_", "-") for name in sections}
    data.settings = reader.record(node, Settings, also=also)
    data.section_settings = read_section_settings(reader, node, sections, styles)
    for key, value in items_of(node):
        if key == "security" and isinstance(expires := dict(items_of(value)).get("expires"), Scalar):
            data.expires_at = place(reader.source, expires)
        if key == "sections":
            check_section_names(reader, value, data.sections)
        elif key == "accent" and data.settings is not None and data.settings.accent:
            check_accent(reader, value, data.settings)
        elif key == "language" and data.settings is not None:
            check_language(reader, value, data.settings.language)


def _read_file(data: Reading, name: str, reader: Reader, node: Node | None) -> None:
    if node is None:
        return
    if name == "profile":
        data.profile = _without_empty_links(reader.record(node, Profile))
        _check_links(reader, node)
    elif name == "venues":
        data.venues = _read_venues(reader, node)
    elif name == "publications":
        data.written = written_in(reader, node)
    elif name == "people":
        data.entries[name] = reader.records(node, Person)
        data.people += data.entries[name]  # type: ignore[operator]
    elif name == "coauthors":
        data.people += read_coauthors(reader, node)
    else:
        data.entries[name] = reader.records(node, kind_of_section(name).record)


def _without_empty_links(profile: Profile | None) -> Profile | None:
    """Jekyll's list of networks has an empty text for each where one is not."""
    if profile is None or all(link.url.strip() for link in profile.links.values()):
        return profile
    return structs.replace(profile, links={label: link for label, link in profile.links.items() if link.url.strip()})


def _check_links(reader: Reader, node: Node) -> None:
    """Names in networks become addresses, each network once; other links of the sidebar may be files of the site."""
    met: dict[str, Node] = {}
    links = dict(items_of(node)).get("links")
    for label, value in items_of(links):
        address = dict(items_of(value)).get("url", value)
        if not isinstance(address, Scalar) or is_nothing(address) or not address.value.strip():
            continue
        key = network_of(label)
        is_address = address.value.startswith("/") or SCHEME.match(address.value) or RUNS_CODE.match(address.value)
        if key is None or is_address:
            reference = Reference(address.value, place(reader.source, address), is_image=False, label=label)
            reader.references.append(reference)
        if key is None:
            reader.check_person(address, address.value)
            continue
        if key in met:
            what = f"{NETWORKS[key].label} stands here twice, first in line {met[key].start_mark.line + 1}"
            hint = f"give one its full URL and a label of its own: `My lab on {label}: …`"
            reader.report(address, what, hint, rule="duplicate-key")
        met.setdefault(key, address)
        made = reader.attempt(address, partial(address_in, key, address.value))
        if address.value != NOBODY:
            reader.check_person(address, made or "")


def _read_venues(reader: Reader, node: Node) -> dict[str, Venue]:
    venues = ((key, reader.record(value, Venue)) for key, (_, value) in (reader.pairs(node) or {}).items())
    return {key: _complete_venue(key, venue) for key, venue in venues if venue is not None}


def _complete_venue(key: str, venue: Venue) -> Venue:
    """al-folio's venues have a `color`, and no name but their key."""
    if venue.name and venue.color is None:
        return venue
    name, colour = venue.name or Text.of(key), venue.colour or venue.color
    return structs.replace(venue, name=name, colour=colour, color=None)
