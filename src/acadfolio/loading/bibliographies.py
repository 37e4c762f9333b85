"""Read the publications of a site, in `publications.yml` and in the bibliographies below `data/`."""

from __future__ import annotations

import re
from contextlib import suppress
from typing import TYPE_CHECKING, Self

from msgspec import Struct
from msgspec.structs import replace

from acadfolio.bibliography.duplicates import SourcedPublication
from acadfolio.loading.files import COUNT_FILES, is_file
from acadfolio.model.names import Name, fold
from acadfolio.model.publication import PUBLICATIONS, Publication, Venue
from acadfolio.model.record import with_distinct_locations
from acadfolio.model.site import Data, SectionSettings
from acadfolio.model.values import Text
from acadfolio.problems import Location, Problems
from acadfolio.source.text import Source, bibliography_source_of, bytes_of
from acadfolio.source.yaml import Node, Sequence, is_nothing, items_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from collections.abc import Mapping as MappingOf
    from pathlib import Path

    from acadfolio.bibliography.conversion import PublicationConverter
    from acadfolio.bibliography.entries import RawEntry
    from acadfolio.model.profile import Profile
    from acadfolio.model.reading import Reader

BIBTEX_EXTENSIONS = (".bib", ".bibtex")
EXPORT_AGAIN = "export the publications as BibTeX, RIS or CSL-JSON"
HINTS = {
    "a web page": "some services answer programs with a page: download the file again in your browser",
    "a compressed file": "unpack it first",
    "JSON": "it may be the error message of a service: download the file again, or rename CSL-JSON to `.json`",
}
"""What to do with files that are no bibliographies."""
EXTENSIONS = (*BIBTEX_EXTENSIONS, ".ris", ".json")


class Bibliographies(Struct, frozen=True):
    """The bibliographies of a site. `files` are their paths in `data/`, in a fixed order."""

    root: Path
    files: tuple[str, ...] = ()

    @classmethod
    def of(cls, root: Path, paths: Iterable[str]) -> Self:
        """The bibliographies among these files of `data/`."""
        files = (path for path in paths if not path.startswith("schemas/"))
        return cls(root, tuple(path for path in files if _is_bibliography(root / "data" / path)))

    def publications(
        self, written: list[SourcedPublication], data: Data, problems: Problems
    ) -> tuple[Publication, ...]:
        """All publications, each work once. `written` are those of `publications.yml`.

        The local files that entries name are added to the references of `data`.
        """
        from acadfolio.bibliography.merging import (
            merge_publications,
        )  # Many sites have no publications.

        entries = _entries(list(self._sources(problems)), problems)
        imported = self._imported(entries, data, problems) if entries else []
        return tuple(with_distinct_locations(merge_publications(written, imported, problems)))

    def _sources(self, problems: Problems) -> Iterator[Source]:
        for path in self.files:
            name = f"data/{path}"
            content = bytes_of(self.root / "data" / path, name, problems)
            if content is None or _is_reported(content, name, problems):
                continue
            source = bibliography_source_of(content, name, problems)
            if source is not None:
                yield source

    def _imported(
        self, entries: Iterable[RawEntry], data: Data, problems: Problems
    ) -> list[SourcedPublication]:
        """The publications of the entries, each with its location."""
        from acadfolio.bibliography.conversion import (
            PublicationConverter,
        )  # Most sites have no bibliography.

        settings = data.section_settings.get(PUBLICATIONS, SectionSettings())
        converter = PublicationConverter(problems, self._find_file, settings.keywords)
        keys = _venue_keys_by_name(data.venues)
        own = [
            entry for entry in entries if not entry.has_parts or _is_edited_by(data.profile, entry)
        ]
        imported = [_publication(entry, converter, keys) for entry in own]
        converter.report_lost_tex()
        data.references += converter.references
        return imported

    def _find_file(self, name: str, folders: tuple[str, ...]) -> str:
        """The path in `static/` of a file that an entry names, possibly in one of al-folio's folders."""
        name_in_folder = name.removeprefix("./").lstrip("/")
        for path in (name_in_folder, *(f"{folder}/{name_in_folder}" for folder in folders)):
            if is_file(self.root / "static" / path):
                return path
        return name


def read_publications(reader: Reader, node: Node) -> list[SourcedPublication]:
    """Read `publications.yml`.

    The title of an entry may be missing if a bibliography can have it.
    """
    if not isinstance(node, Sequence):
        reader.records(node, Publication)  # This reports the error.
        return []
    publications = []
    for item in node.value:
        keys = frozenset(key for key, value in items_of(item) if not is_nothing(value))
        defaults = {"title": Text(())} if keys.intersection(Publication.INSTEAD_OF_TITLE) else None
        publication = reader.record(item, Publication, defaults=defaults)
        if publication is not None:
            publications.append(
                SourcedPublication(
                    publication, publication.source_location, keys, is_from_yaml=True
                )
            )
    return publications


def _publication(
    entry: RawEntry, converter: PublicationConverter, venue_keys: MappingOf[str, str]
) -> SourcedPublication:
    from acadfolio.bibliography.merging import filled_fields  # Most sites have no bibliography.

    publication = converter.convert(entry)
    file = entry.file.removeprefix("data/").rpartition(".")[0]
    publication = replace(publication, bibliography=(*publication.bibliography, file))
    venue = fold(publication.venue.by_language[0][1]) if publication.venue else ""
    if venue in venue_keys:
        publication = replace(publication, venue=Text.of(venue_keys[venue]))
    return SourcedPublication(
        publication, entry.at(), filled_fields(publication), lacks_parent=entry.lacks_parent
    )


def _venue_keys_by_name(venues: MappingOf[str, Venue]) -> dict[str, str]:
    """The keys of `venues.yml` by all names and abbreviations of the venues.

    Without both, as in al-folio, the key is the text of a badge, which does not rename what is only
    similar.
    """
    keys: dict[str, str] = {}
    for key, venue in venues.items():
        if venue.abbreviation or str(venue.name) != key:
            names = (*dict(venue.name.by_language).values(), venue.abbreviation, key)
            keys |= dict.fromkeys(map(fold, names), key)
    keys.pop("", None)
    return keys


def _is_bibliography(path: Path) -> bool:
    if path.suffix.lower() != ".json":
        return path.suffix.lower() in EXTENSIONS
    if path.name in COUNT_FILES:
        return False
    from acadfolio.bibliography.readers.csl import is_csl
    from acadfolio.loading.saved_pages import content_of

    with suppress(OSError, ValueError):
        data = path.read_bytes()
        return content_of(data) not in {"", "JSON"} or is_csl(data.decode("utf-8-sig"))
    return False


def _is_reported(data: bytes, name: str, problems: Problems) -> bool:
    """Report a file that is a web page, the message of a service or the like.

    Returns whether it was one.
    """
    from acadfolio.loading.saved_pages import content_of

    content = content_of(data)
    if not content or (content == "JSON" and name.lower().endswith(".json")):
        return False
    message = f"this is {content}, not a bibliography"
    problems.error(
        Location(name), message, HINTS.get(content, EXPORT_AGAIN), rule="not-a-bibliography"
    )
    return True


def _entries(sources: list[Source], problems: Problems) -> list[RawEntry]:
    """The entries of all files, in their order. A file without entries is reported.

    The readers and their libraries are only imported if they are needed.
    """
    found: list[RawEntry] = []
    bibtex = [source for source in sources if source.name.lower().endswith(BIBTEX_EXTENSIONS)]
    if bibtex:
        from acadfolio.bibliography.readers.bibtex import read_bibtex

        found += read_bibtex(bibtex, problems)
    for source in sources:
        if source.name.lower().endswith(".ris"):
            from acadfolio.bibliography.readers.ris import read_ris

            found += read_ris(source, problems)
        elif source.name.lower().endswith(".json"):
            from acadfolio.bibliography.readers.csl import read_csl

            found += read_csl(source, problems)
    _report_empty(sources, found, problems)
    names = [source.name for source in sources]
    return sorted(found, key=lambda entry: names.index(entry.file))


def _report_empty(
    sources: Iterable[Source], entries: Iterable[RawEntry], problems: Problems
) -> None:
    """Warn of files without an entry, unless they have abbreviations for other files or another problem."""
    read = {entry.file for entry in entries} | {problem.location.file for problem in problems.found}
    for source in sources:
        if source.name not in read and not re.search(r"(?i)@\s*(?:string|xdata)\b", source.text):
            message, hint = "there is no entry in this file", "add entries, or delete the file"
            problems.warn(Location(source.name), message, hint, rule="empty-file")


def _is_edited_by(profile: Profile | None, entry: RawEntry) -> bool:
    """Whether the person of the profile is among the editors."""
    if profile is None:
        return False
    editors = re.split(r"\s+and\s+", entry.plain("editor"))
    return any(
        Name.of(name).is_abbreviated_by(editor) for name in profile.names for editor in editors
    )
