"""Read the data files of a site into records."""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any

from msgspec import Struct, structs

from acadfolio.loading.author_lists import check_author_lists, check_variants
from acadfolio.loading.bibliographies import Bibliographies, read_publications
from acadfolio.loading.files import COUNT_FILES, is_file, is_folder, list_files, no_folder
from acadfolio.loading.one_line_lists import check_one_line_lists
from acadfolio.loading.page_urls import SCHEME
from acadfolio.loading.settings import (
    check_accent,
    check_language,
    check_plugins,
    check_section_names,
    divide_languages,
    read_section_settings,
    with_languages,
)
from acadfolio.markdown.source import may_have_syntax
from acadfolio.model.audience import with_flags
from acadfolio.model.identifiers import COPY_ORCID, WRONG_DIGIT, Orcid, has_right_last_digit
from acadfolio.model.networks import network_of, networks, profile_url
from acadfolio.model.profile import Person, Profile
from acadfolio.model.publication import PUBLICATIONS, Publication, Venue
from acadfolio.model.reading import Reader
from acadfolio.model.record import (
    DELETE_ONE,
    NOT_SHOWN,
    EntryRecord,
    Record,
    Reference,
    about,
    contradicting_flags,
)
from acadfolio.model.section_kinds import (
    DATA_ENDINGS,
    NOT_SECTIONS,
    OWN_RECORDS,
    SECTION_KINDS,
    WITHOUT_RECORDS,
    section_kind,
    section_of,
    sections_of,
)
from acadfolio.model.site import Data, Names, Settings
from acadfolio.model.values import Text, Url, runs_code
from acadfolio.problems import Location, Problems
from acadfolio.source.text import read_source
from acadfolio.source.yaml import (
    Node,
    Scalar,
    is_nothing,
    items_of,
    nodes_in,
    parse_yaml,
    place,
    texts_below,
)
from acadfolio.wording import nearest

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator
    from pathlib import Path


IGNORED_NAMES = frozenset(
    {
        "schemas",
        "styles",
        "README.md",
        "README",
        "README.txt",
        "gs_data_shieldsio.json",
        *COUNT_FILES,
    }
)
SITE = "data/site.yml"
SIMILAR_NAME = 0.8
"""The minimum similarity of the misspelt name of a data file."""
WRITE_TITLE = "write at least `title: Your Name`"


class Coauthor(Record, frozen=True, kw_only=True):
    """A person in al-folio's `coauthors.yml`, which lists people by family name."""

    firstname: Annotated[tuple[str, ...], about("The given names, in all spellings.")]
    url: Annotated[Url | None, about("Their page.")] = None


def read_data(root: Path, problems: Problems, names: Names = Names()) -> Data:  # noqa: B008 - frozen
    """Read all data files, and report the errors of all of them. `names` are those that settings may name."""
    data = Data()
    paths = list_files(root / "data", problems=problems)
    bibliographies = Bibliographies.of(root, paths)
    files = dict(_documents(root, paths, bibliographies, data, problems))
    data.sections = sections_of(files)
    if "site" not in files:
        _report_no_site(root, problems)
    for name, (reader, node) in files.items():
        texts = list(texts_below(reader.source, node, NOT_SHOWN))
        data.texts += texts
        data.texts_with_syntax += [text for text in texts if may_have_syntax(text.text)]
        if node is None or name == PUBLICATIONS:
            continue
        meant = _meant_name(name, files)
        if meant:
            data.entries[name] = _read_misspelt(meant, reader, node)
        else:
            _read_file(data, name, reader, node, names)
    data.publications = _read_publications(files, bibliographies, data, problems)
    _check_flags(data, problems)
    if data.settings is not None and data.profile is None:
        data.profile = Profile(name=data.settings.title, source_location=Location(SITE))
    return data


def _check_flags(data: Data, problems: Problems) -> None:
    """Report entries that would be shown nowhere, because of their flags or those of their section."""
    for section, own in data.lists.items():
        for written, entry in zip(own, with_flags(data, section), strict=True):
            if not (isinstance(entry, EntryRecord) and entry.web_only):
                continue
            flags = entry.web_only, entry.cv_only, entry.private
            if contradiction := contradicting_flags(*flags):
                message, hint = f"this entry has {contradiction}", DELETE_ONE
                if written != entry:
                    hint = f"{hint}: `{section}` in {SITE} has flags, too"
                problems.error(entry.source_location, message, hint, rule="invalid-value")


def _read_publications(
    files: dict[str, tuple[Reader, Node | None]],
    bibliographies: Bibliographies,
    data: Data,
    problems: Problems,
) -> tuple[Publication, ...]:
    """The publications of `publications.yml` and of the bibliographies."""
    if PUBLICATIONS not in files and not bibliographies.files:
        return ()
    reader, node = files.get(PUBLICATIONS, (None, None))
    written = read_publications(reader, node) if reader and node else []
    if reader and node:
        own_names = data.profile.names if data.profile else ()
        colleagues = (name for person in data.people for name in (person.name, *person.variants))
        check_author_lists(reader, node, (*own_names, *colleagues))
    return bibliographies.publications(written, data, problems)


def _data_files(
    root: Path, paths: Iterable[str], bibliographies: Bibliographies, problems: Problems
) -> Iterator[tuple[str, Path]]:
    """The YAML files by the names of their sections.

    Other files are reported. `paths` are all files of `data/`.
    """
    names: dict[str, str] = {}
    ignored = IGNORED_NAMES.union(path.partition("/")[0] for path in bibliographies.files)
    there = {path.partition("/")[0] for path in paths}
    for path in (root / "data" / name for name in sorted(there - ignored)):
        if path.suffix not in DATA_ENDINGS:
            _report_unread(path, problems)
        elif _can_name_section(path, names, problems):
            names[section_of(path.name)] = path.name
            yield section_of(path.name), path


def _report_unread(path: Path, problems: Problems) -> None:
    message = f"this {'folder' if is_folder(path) else 'file'} is not read"
    problems.warn(
        Location(f"data/{path.name}"), message, "data files end in .yml", rule="ignored-file"
    )


def _can_name_section(path: Path, names: dict[str, str], problems: Problems) -> bool:
    """Whether a file can have the data of a section.

    `names` are the files of other sections, by section.
    """
    location, name = Location(f"data/{path.name}"), section_of(path.name)
    if name in names:
        message = f"data/{names[name]} already defines this section"
        problems.error(location, message, "merge the two files", rule="duplicate-section")
    elif not name.isidentifier():
        hint = "rename the file: a letter, then letters, digits and _"
        problems.error(
            location,
            f"`{path.stem}` is not a valid name for a section",
            hint,
            rule="invalid-section-name",
        )
    elif name in WITHOUT_RECORDS:
        problems.error(
            location,
            f"`{name}` is a built-in section",
            "rename the file",
            rule="invalid-section-name",
        )
    else:
        return True
    return False


def _documents(
    root: Path, paths: Iterable[str], bibliographies: Bibliographies, data: Data, problems: Problems
) -> Iterator[tuple[str, tuple[Reader, Node | None]]]:
    """The files that can be read, by the names of their sections. An empty file has no node."""
    for name, path in _data_files(root, paths, bibliographies, problems):
        if source := read_source(path, f"data/{path.name}", problems):
            reader = Reader(source, problems, data.references)
            yield name, (reader, _document(reader, problems))


def _document(reader: Reader, problems: Problems) -> Node | None:
    """Parse a YAML file. An empty file is reported."""
    node = parse_yaml(reader.source, problems)
    if node is None and not any(
        problem.location.file == reader.source.name for problem in problems.errors
    ):
        message, location = "this file is empty", reader.source.at(0)
        if section_of(reader.source.name) == section_of(SITE):
            problems.error(location, message, WRITE_TITLE, rule="empty-file")
        else:
            problems.warn(location, message, "write entries, or delete the file", rule="empty-file")
    return node


def _report_no_site(root: Path, problems: Problems) -> None:
    if not is_folder(root):
        problems.found.append(no_folder(root))
    elif not any(
        f"{problem.location.file}.".startswith(("data/site.", "data."))
        for problem in problems.errors
    ):
        # An existing file that cannot be read was reported.
        parents = root.absolute().parents
        above = next((folder for folder in parents if is_file(folder / SITE)), None)
        hint = f"change to the folder of your site, or {WRITE_TITLE} into it"
        if above:
            hint = f"this is a folder inside of a site: change to {above}, or use `--site {above}`"
        problems.error(Location(SITE), "this file is missing", hint, rule="missing-file")


def _read_file(data: Data, name: str, reader: Reader, node: Node, names: Names) -> None:
    if name == "site":
        _read_site(data, reader, node, names)
    elif name == "profile":
        data.profile = _read_profile(reader, node)
    elif name == "venues":
        data.venues = _read_venues(reader, node)
    elif name == "coauthors":
        found = Problems()
        data.people += tuple(_read_coauthors(Reader(reader.source, found, data.references), node))
        reader.problems.add_as_warnings(
            found
        )  # al-folio's own file may have what it does not read.
    elif section_kind(name).people:
        check_variants(reader, node)
        check_one_line_lists(reader, node)
        people = reader.records(node, Person)
        data.entries[name] = people
        data.people += people
    else:
        data.entries[name] = reader.records(node, section_kind(name).record)


def _meant_name(name: str, files: Collection[str]) -> str:
    """The known name that the name of a data file nearly is, if there is no such file; else empty."""
    if name in SECTION_KINDS or name in NOT_SECTIONS:
        return ""
    known = (*OWN_RECORDS, *sorted(NOT_SECTIONS))
    return nearest(name, (each for each in known if each not in files), cutoff=SIMILAR_NAME)


def _read_misspelt(meant: str, reader: Reader, node: Node) -> tuple[Struct, ...]:
    """Read a section of the author's own that may be a misspelt one.

    All that is wrong with it is one problem.
    """
    name = section_of(reader.source.name.removeprefix("data/"))
    found = Problems()
    entries = Reader(reader.source, found, reader.references).records(
        node, section_kind(name).record
    )
    report = reader.problems.error if found.errors else reader.problems.warn
    message = f"`{name}` is a section of your own, and there is no data/{meant}.yml"
    report(
        Location(reader.source.name),
        message,
        f"did you mean data/{meant}.yml?",
        rule="unknown-section",
    )
    return entries


def _read_site(data: Data, reader: Reader, node: Node, names: Names) -> None:
    reader = structs.replace(reader, choices={"looks": names.looks})
    sections = data.sections - WITHOUT_RECORDS.keys()
    also = sections | {name.replace("_", "-") for name in sections}
    settings_node, sections_node = divide_languages(node)
    data.settings = reader.record(settings_node, Settings, also=also)
    data.section_settings = read_section_settings(
        reader, sections_node, sections, names.citation_styles
    )
    keys = dict(items_of(node))
    if "sections" in keys:
        check_section_names(reader, keys["sections"], data.sections)
    if "cv" in keys:
        from acadfolio.loading.cv import check_cvs  # Few sites have one.

        check_cvs(reader, keys["cv"], data.sections, names.citation_styles)
    if "plugins" in keys:
        check_plugins(reader, keys["plugins"])
    if data.settings is not None:
        if "accent" in keys and data.settings.accent:
            check_accent(reader, keys["accent"], data.settings)
        if "language" in keys:
            check_language(reader, keys["language"], data.settings.language)
        if data.settings.languages:
            data.settings = with_languages(reader, keys, data.settings)


def _read_profile(reader: Reader, node: Node) -> Profile | None:
    """Read the profile without empty links, which Jekyll's themes have for unused networks."""
    profile = reader.record(node, Profile)
    check_variants(reader, node)
    check_one_line_lists(reader, node)
    _check_links(reader, dict(items_of(node)).get("links"))
    if profile is None:
        return None
    links = {label: link for label, link in profile.links.items() if link.url.strip()}
    return structs.replace(profile, links=links)


def _check_links(reader: Reader, links: Node | None) -> None:
    """Check the links of the sidebar: names in networks, and URLs and files of the site."""
    known: dict[str, Node] = {}
    for label, value in items_of(links):
        link = dict(items_of(value)).get("url", value)
        if not isinstance(link, Scalar) or is_nothing(link) or not link.value.strip():
            continue
        key = network_of(label)
        if key is None or _is_url(link.value):
            reader.references.append(
                Reference(link.value, place(reader.source, link), is_image=False, label=label)
            )
        if key is not None:
            _check_network(reader, key, label, link, known)


def _is_url(link: str) -> bool:
    return link.startswith("/") or bool(SCHEME.match(link) or runs_code(link))


def _check_network(
    reader: Reader, key: str, label: str, link: Scalar, known: dict[str, Node]
) -> None:
    """Check a name in a network. `known` are the networks on earlier lines."""
    first = known.setdefault(key, link)
    if first is not link:
        message = (
            f"{networks()[key].label} is listed twice, first on line {first.start_mark.line + 1}"
        )
        hint = f"give one of them its full URL and another label: `My lab on {label}: …`"
        reader.report(link, message, hint, rule="duplicate-key")
    reader.attempt(link, partial(profile_url, key, link.value), rule="invalid-url")
    orcid = re.search(Orcid.PATTERN, link.value) if key == "orcid" else None
    if orcid and not has_right_last_digit(orcid[0]):
        reader.warn(link, f"`{orcid[0]}` {WRONG_DIGIT}", COPY_ORCID, rule=Orcid.RULE)


def _read_venues(reader: Reader, node: Node) -> dict[str, Venue]:
    """Read the venues by key.

    Those of al-folio have `color` instead of `colour`, and their key is their name.
    """
    venues = {}
    for key, (_, value) in (reader.pairs(node) or {}).items():
        if venue := reader.record(value, Venue):
            changes: dict[str, Any] = {
                "name": venue.name or Text.of(key),
                "colour": venue.colour or venue.color,
            }
            venues[key] = structs.replace(venue, **changes, color=None)
    return venues


def _read_coauthors(reader: Reader, node: Node) -> Iterator[Person]:
    """Read al-folio's `coauthors.yml`, which has a list of people for each family name."""
    families = reader.pairs(node, "a family name before each list: `noether: …`") or {}
    for family, (_, value) in families.items():
        for item in nodes_in(value):
            person = reader.record(item, Coauthor)
            if person is not None and person.firstname:
                yield _person(person, family)


def _person(coauthor: Coauthor, family: str) -> Person:
    name, *variants = (f"{given} {family}" for given in coauthor.firstname)
    return Person(
        name=name,
        url=coauthor.url,
        variants=tuple(variants),
        source_location=coauthor.source_location,
    )
