"""Entries of bibliographies come in, publications come out: of an entry that was met before, the same object."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import Struct, structs

from acadfolio.bibliography.merge import Sourced, given_in
from acadfolio.loading.files import is_file
from acadfolio.model.names import plain
from acadfolio.model.values import Text
from acadfolio.problems import Problems

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from acadfolio.bibliography.entries import RawEntry
    from acadfolio.model.publication import Publication, Venue
    from acadfolio.model.references import Reference
    from acadfolio.problems import Location, Problem

    Known = dict[int, "Made"]
    """What was made of entries, by their ids; each holds its entry, so that the id stays its own."""


class Made(Struct, frozen=True):
    """What one entry says, and what it was held against for that."""

    entry: RawEntry
    source: Sourced
    venue: tuple[str, str]
    """The plain name that was looked for in venues.yml, and the key that was found."""
    files: dict[tuple[str, tuple[str, ...]], str]
    """The files that were looked for, and where they were."""
    references: tuple[Reference, ...]
    problems: tuple[Problem, ...]
    unknown: dict[tuple[str, str], list[Location]]


class Imported:
    """Makes publications for a site with these venues. `known` has those of the last load, and gets those of this."""

    def __init__(self, root: Path, venues: Mapping[str, Venue], known: Known) -> None:
        self.root, self.known = root, known
        self.venues = _keys_of_venues(venues)

    def sourced(self, entries: Sequence[RawEntry], references: list[Reference], problems: Problems) -> list[Sourced]:
        """Each with its place. `references` gets the files of the site that they name."""
        if not entries:
            return []
        from acadfolio.bibliography.publications import Publications

        fields = Publications(problems)
        made = [self._known(entry) or self._make(entry) for entry in entries]
        for one in made:
            references += one.references
            problems.found += one.problems
            for name, places in one.unknown.items():
                fields.unknown[name] += places
        fields.report_unknown()
        self.known.clear()
        self.known.update((id(one.entry), one) for one in made)
        return [one.source for one in made]

    def _known(self, entry: RawEntry) -> Made | None:
        """What was made of it, unless venues or files are others now."""
        made = self.known.get(id(entry))
        if made is None or made.entry is not entry or self.venues.get(made.venue[0], "") != made.venue[1]:
            return None
        return made if all(self._address(*asked) == found for asked, found in made.files.items()) else None

    def _make(self, entry: RawEntry) -> Made:
        from acadfolio.bibliography.publications import Publications, as_given

        files: dict[tuple[str, tuple[str, ...]], str] = {}

        def find(name: str, folders: tuple[str, ...]) -> str:
            files[name, folders] = self._address(name, folders)
            return files[name, folders]

        making = Publications(Problems(), find)
        publication = making.publication(entry)
        venue = self._venue(publication)
        added: dict[str, Any] = {"venue": Text.of(venue[1])} if venue[1] else {}
        if not publication.bibtex and "acadfolio" not in entry.fields and _shows_entry(entry):
            added["bibtex"] = as_given(entry)
        if added:
            publication = structs.replace(publication, **added)
        source = Sourced(publication, entry.at(), given_in(publication))
        told = tuple(making.problems.found)
        return Made(entry, source, venue, files, tuple(making.references), told, dict(making.unknown))

    def _venue(self, publication: Publication) -> tuple[str, str]:
        name = plain(publication.venue.by_language[0][1]) if publication.venue else ""
        return name, self.venues.get(name, "")

    def _address(self, name: str, folders: tuple[str, ...]) -> str:
        """Where a file lies below `static/`: as it is written, or in one of the folders in which al-folio looks."""
        bare = name.removeprefix("./").lstrip("/")
        for path in (bare, *(f"{folder}/{bare}" for folder in folders)):
            if is_file(self.root / "static" / path):
                return path
        return name


def _shows_entry(entry: RawEntry) -> bool:
    """al-folio's `bibtex_show = {false}` hides the entry in lists."""
    said = entry.fields.get("bibtex_show")
    return said is None or said.text.strip().lower() != "false"


def _keys_of_venues(venues: Mapping[str, Venue]) -> dict[str, str]:
    """The keys of `venues.yml` by every name under which files may know a venue."""
    names = {
        plain(name): key
        for key, venue in venues.items()
        for name in [*(name for _, name in venue.name.by_language), venue.abbreviation, key]
    }
    return {name: key for name, key in names.items() if name}
