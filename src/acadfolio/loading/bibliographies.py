"""Read the publications of a site: those of `publications.yml` and of the bibliographies below `data/`."""

from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING, Self

from msgspec import Struct
from msgspec.structs import replace

from acadfolio import BIBLIOGRAPHY_SUFFIXES
from acadfolio.loading.files import is_file, is_folder, list_files
from acadfolio.model.names import plain
from acadfolio.model.publication import Publication
from acadfolio.model.record import with_distinct_locations
from acadfolio.model.values import Text
from acadfolio.problems import Location, Problems, with_extra
from acadfolio.source.text import Source, bibliography_source_of, bytes_of
from acadfolio.source.yaml import Sequence, is_nothing, items_of

if TYPE_CHECKING:
    from collections.abc import Iterable
    from collections.abc import Mapping as MappingOf
    from pathlib import Path

    from acadfolio.bibliography.conversion import PublicationConverter
    from acadfolio.bibliography.duplicates import SourcedPublication
    from acadfolio.bibliography.entries import RawEntry
    from acadfolio.model.publication import Venue
    from acadfolio.model.reading import Reader
    from acadfolio.model.record import Reference
    from acadfolio.source.yaml import Node

BIBTEX = frozenset({".bib", ".bibtex"})
ENDINGS = BIBTEX | {".ris", ".json"}


class Bibliographies(Struct, frozen=True):
    """The bibliographies of a site: their paths below `data/`, in a fixed order."""

    root: Path
    files: tuple[str, ...] = ()

    @classmethod
    def of(cls, root: Path) -> Self:
        data = root / "data"
        files = (path for path in list_files(data) if not path.startswith("schemas/"))
        return cls(root, tuple(path for path in files if _is_bibliography(data / path)))

    def report_others(self, folder: str, problems: Problems) -> None:
        """Warn of other files in a folder of bibliographies."""
        for path in list_files(self.root / "data", folder, problems=problems):
            if path not in self.files:
                hint = "bibliographies end in .bib, .ris or .json"
                problems.warn(Location(f"data/{path}"), "this file is not read", hint, rule="ignored-file")

    def report_misplaced(self, problems: Problems) -> None:
        """Warn of bibliographies outside `data/`, where there are no publications."""
        for path in self.misplaced:
            what = f"`{path}` is outside `data/`: it is not read"
            problems.warn(Location(path), what, "move it into data/", rule="ignored-file")

    @property
    def misplaced(self) -> tuple[str, ...]:
        """Bibliographies in folders where they are not read: beside `data/`, or among the pages.

        Empty without `data/`: this is not a site, or a subfolder of one.
        """
        if not is_folder(self.root / "data"):
            return ()
        beside = (path.name for path in sorted(self.root.glob("*")) if is_file(path))
        among = (f"content/{path}" for path in list_files(self.root / "content"))
        return tuple(path for path in (*beside, *among) if path.lower().endswith(BIBLIOGRAPHY_SUFFIXES))

    def publications(
        self,
        written: list[SourcedPublication],
        venues: MappingOf[str, Venue],
        references: list[Reference],
        problems: Problems,
    ) -> tuple[Publication, ...]:
        """Every work of these files and of YAML, without duplicates. `references` gets the local files of entries."""
        from acadfolio.bibliography.merging import merge_publications  # Only reading publications needs these.
        from acadfolio.loading.venue_keys import check_venue_keys

        entries: list[RawEntry] = []
        for path in self.files:
            content = bytes_of(self.root / "data" / path, f"data/{path}", problems)
            if content is not None:
                entries += _read(f"data/{path}", content, problems)
        imported = self._imported(entries, venues, references, problems) if entries else []
        if not problems.errors:  # A venue with an error is not among the venues.
            check_venue_keys((*written, *imported), venues, problems)
        if not self.files and any(not entry.publication.title for entry in written):
            self.report_misplaced(problems)
        return tuple(with_distinct_locations(merge_publications(written, imported, problems)))

    def _imported(
        self,
        entries: Iterable[RawEntry],
        venues: MappingOf[str, Venue],
        references: list[Reference],
        problems: Problems,
    ) -> list[SourcedPublication]:
        """The publications of the entries, each with its location."""
        from acadfolio.bibliography.conversion import PublicationConverter  # Most sites have no bibliography.

        making = PublicationConverter(problems, self._path_of)
        keys = _keys_of_venues(venues)
        imported = [_publication(entry, making, keys) for entry in entries]
        references += making.references
        making.report_unknown()
        return imported

    def _path_of(self, name: str, folders: tuple[str, ...]) -> str:
        """The path of a file below `static/`: as written, or in one of al-folio's folders."""
        bare = name.removeprefix("./").lstrip("/")
        for path in (bare, *(f"{folder}/{bare}" for folder in folders)):
            if is_file(self.root / "static" / path):
                return path
        return name


def written_in(reader: Reader, node: Node) -> list[SourcedPublication]:
    """The publications of `publications.yml`, and which of their fields were written."""
    if not isinstance(node, Sequence):
        reader.records(node, Publication)  # It reports the errors.
        return []
    from acadfolio.bibliography.duplicates import SourcedPublication  # Only reading publications needs it.

    found = []
    for item in node.value:
        keys = frozenset(key for key, value in items_of(item) if not is_nothing(value))
        # The title may be that of an entry which this one names.
        defaults = {"title": Text(())} if keys.intersection(Publication.INSTEAD_OF_TITLE) else None
        publication = reader.record(item, Publication, defaults=defaults)
        if publication is not None:
            found.append(SourcedPublication(publication, publication.source_location, keys, is_from_yaml=True))
    return found


def _publication(
    entry: RawEntry, making: PublicationConverter, keys_of_venues: MappingOf[str, str]
) -> SourcedPublication:
    from acadfolio.bibliography.duplicates import SourcedPublication  # Most sites have no bibliography.
    from acadfolio.bibliography.merging import filled_fields

    publication = making.convert(entry)
    venue = plain(publication.venue.by_language[0][1]) if publication.venue else ""
    if venue in keys_of_venues:
        publication = replace(publication, venue=Text.of(keys_of_venues[venue]))
    return SourcedPublication(publication, entry.at(), filled_fields(publication))


def _keys_of_venues(venues: MappingOf[str, Venue]) -> dict[str, str]:
    """The keys of `venues.yml` by every name under which files may know a venue."""
    keys = {}
    for key, venue in venues.items():
        for name in (*(name for _, name in venue.name.by_language), venue.abbreviation, key):
            if plain(name):
                keys[plain(name)] = key
    return keys


def _is_bibliography(path: Path) -> bool:
    if path.suffix.lower() != ".json":
        return path.suffix.lower() in ENDINGS
    from acadfolio.bibliography.readers.csl import is_csl

    try:
        return is_csl(path.read_text(encoding="utf-8-sig"))
    except (OSError, ValueError):
        return False


def _read(name: str, content: bytes, problems: Problems) -> list[RawEntry]:
    """The entries of one file."""
    ending = "." + name.rpartition(".")[2].lower()
    if ending in BIBTEX and not _has_libraries():
        what = "reading BibTeX needs two libraries that are not installed"
        problems.error(Location(name), what, with_extra("bib"), rule="missing-extra")
        return []
    found = Problems()
    source = bibliography_source_of(content, name, found)
    entries = _entries(source, ending, found) if source else []
    if not entries and not found.found:
        found.warn(
            Location(name), "there is no entry in this file", "add entries, or delete the file", rule="empty-file"
        )
    problems.found += found.found
    return entries


def _has_libraries() -> bool:
    """Whether the extra `bib` is installed."""
    try:
        return find_spec("bibtexparser") is not None and find_spec("pylatexenc") is not None
    except ImportError:
        return False


def _entries(source: Source, ending: str, problems: Problems) -> list[RawEntry]:
    """The entries of a file; the reader's libraries are only imported if there are files to read."""
    if ending in BIBTEX:
        from acadfolio.bibliography.readers.bibtex import read_bibtex

        return read_bibtex(source, problems)
    if ending == ".ris":
        from acadfolio.bibliography.readers.ris import read_ris

        return read_ris(source, problems)
    from acadfolio.bibliography.readers.csl import read_csl

    return read_csl(source, problems)
