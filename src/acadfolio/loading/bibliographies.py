"""The bibliographies below `data/` and the publications in YAML come in, all publications come out, each once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

from msgspec import Struct, structs

from acadfolio import STRAYING
from acadfolio.bibliography.duplicates import Sourced
from acadfolio.bibliography.merging import merged
from acadfolio.loading.citations import misplaced
from acadfolio.loading.files import is_file, is_folder, list_files
from acadfolio.loading.imported import Imported
from acadfolio.loading.venue_keys import check_venue_keys
from acadfolio.model.names import SHORT
from acadfolio.model.publication import Publication
from acadfolio.model.record import in_places_of_their_own
from acadfolio.model.values import Text
from acadfolio.problems import Location, Problems, with_extra
from acadfolio.source.text import Source, bytes_of, foreign_source_of
from acadfolio.source.yaml import Sequence, is_nothing, items_of, place

if TYPE_CHECKING:
    from collections.abc import Iterable
    from collections.abc import Mapping as MappingOf
    from pathlib import Path

    from acadfolio.bibliography.entries import RawEntry
    from acadfolio.model.publication import Author, Venue
    from acadfolio.model.reading import Reader
    from acadfolio.model.record import Reference
    from acadfolio.source.yaml import Node

ENDINGS = frozenset({".bib", ".bibtex", ".ris", ".json"})
BIBTEX = frozenset({".bib", ".bibtex"})


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
        """In a folder of bibliographies, what is none is named."""
        for path in list_files(self.root / "data", folder, problems=problems):
            if path not in self.files:
                hint = misplaced(self.root / "data" / path) or "bibliographies end in .bib, .ris or .json"
                problems.warn(Location(f"data/{path}"), "this file is not read", hint, rule="ignored-file")

    def report_strayed(self, problems: Problems) -> None:
        """Where there are no publications, a list of them may lie in the wrong place."""
        for path in self.strayed:
            problems.warn(
                Location(path),
                f"`{path}` lies outside `data/`: it is not read",
                "move it into data/",
                rule="ignored-file",
            )

    @property
    def strayed(self) -> tuple[str, ...]:
        """Bibliographies that lie where none are read: beside `data/`, or among the pages.

        Where there is no `data/`, this is no site, or a folder of one.
        """
        if not is_folder(self.root / "data"):
            return ()
        beside = (path.name for path in sorted(self.root.glob("*")) if is_file(path))
        among = (f"content/{path}" for path in list_files(self.root / "content"))
        return tuple(path for path in (*beside, *among) if path.lower().endswith(STRAYING))

    def publications(
        self,
        written: list[Sourced],
        venues: MappingOf[str, Venue],
        references: list[Reference],
        problems: Problems,
    ) -> tuple[Publication, ...]:
        """Every work, of these files and of YAML, once. `references` gets the files of the site that entries name."""
        contents = {path: bytes_of(self.root / "data" / path, f"data/{path}", problems) for path in self.files}
        entries: list[RawEntry] = []
        for path, content in contents.items():
            if content is not None:
                entries += _read(f"data/{path}", content, problems)
        imported = Imported(self.root, venues).sourced(entries, references, problems)
        if not problems.errors:  # Among the venues, one that is wrong is missing.
            check_venue_keys((*written, *imported), venues, self.root, problems)
        is_lost = not self.files and any(not entry.publication.title for entry in written)
        publications = merged(written, imported, problems, self.strayed if is_lost else ())
        return tuple(in_places_of_their_own(publications))


def _is_bibliography(path: Path) -> bool:
    if path.suffix.lower() != ".json":
        return path.suffix.lower() in ENDINGS
    from acadfolio.bibliography.readers.csl import is_csl

    try:
        return is_csl(path.read_text(encoding="utf-8-sig"))
    except (OSError, ValueError):
        return False


class Written(Struct, frozen=True, array_like=True):
    """A publication as its author wrote it in YAML, and which of its fields were written."""

    publication: Publication
    given: frozenset[str]

    def sourced(self, location: Location) -> Sourced:
        return Sourced(self.publication, location, self.given, is_by_hand=True)


def written_in(reader: Reader, node: Node) -> list[Sourced]:
    """The publications of a YAML file, with their places."""
    if not isinstance(node, Sequence):
        reader.records(node, Publication)  # It says what is wrong.
        return []
    entries = ((read_written(reader, item), item) for item in node.value)
    return [entry.sourced(place(reader.source, item)) for entry, item in entries if entry is not None]


def read_written(reader: Reader, node: Node) -> Written | None:
    """One of them; None when anything is wrong. Its title may be that of an entry which it names."""
    keys = _keys(node)
    defaults = {"title": Text(())} if keys.intersection(Publication.INSTEAD_OF_TITLE) else None
    publication = reader.record(node, Publication, defaults=defaults)
    return None if publication is None else Written(_with_families(publication), keys)


def _with_families(publication: Publication) -> Publication:
    """With the family names of `LI Si` and those that are written likewise in the same list."""
    for field in ("authors", "editors", "translators"):
        people: tuple[Author, ...] = getattr(publication, field)
        if len(people) > 1 and any(SHORT.search(person.name) for person in people):
            from acadfolio.model.east_asian_names import families_in_capitals  # Few names are in capitals.

            families = families_in_capitals(person.name for person in people if not (person.family or person.given))
            if families:
                named = tuple(_with_family(person, families) for person in people)
                publication = structs.replace(publication, **{field: named})
    return publication


def _with_family(person: Author, families: dict[str, tuple[str, str]]) -> Author:
    family, given = families.get(person.name, (person.family, person.given))
    return structs.replace(person, family=family, given=given)


def _keys(node: Node) -> frozenset[str]:
    return frozenset(key for key, value in items_of(node) if not is_nothing(value))


def _read(name: str, content: bytes, problems: Problems) -> Iterable[RawEntry]:
    """The entries of one file."""
    ending = "." + name.rpartition(".")[2].lower()
    if ending in BIBTEX and not _has_libraries():
        what = "reading BibTeX needs two libraries that are not installed"
        problems.error(Location(name), what, with_extra("bib"), rule="missing-extra")
        return []
    found = Problems()
    source = foreign_source_of(content, name, found)
    entries = _entries(source, ending, found) if source else []
    if not entries and not found.found:
        found.warn(Location(name), "there is no entry in this file", "delete the file, or fill it", rule="empty-file")
    problems.found += found.found
    return entries


def _entries(source: Source, ending: str, problems: Problems) -> list[RawEntry]:
    if ending in BIBTEX:
        from acadfolio.bibliography.readers.bibtex import read_bibtex

        return read_bibtex(source, problems)
    if ending == ".ris":
        from acadfolio.bibliography.readers.ris import read_ris

        return read_ris(source, problems)
    from acadfolio.bibliography.readers.csl import read_csl

    return read_csl(source, problems)


def _has_libraries() -> bool:
    """Whether the extra `bib` is installed."""
    from importlib.util import find_spec

    try:
        return find_spec("bibtexparser") is not None and find_spec("pylatexenc") is not None
    except ImportError:
        return False
