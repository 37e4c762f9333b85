"""Make publications of the entries of bibliographies."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import structs

from acadfolio.bibliography.duplicates import Sourced
from acadfolio.bibliography.merging import given_in
from acadfolio.loading.files import is_file
from acadfolio.model.names import plain
from acadfolio.model.values import Text

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from acadfolio.bibliography.entries import RawEntry
    from acadfolio.bibliography.publications import Publications
    from acadfolio.model.publication import Publication, Venue
    from acadfolio.model.record import Reference
    from acadfolio.problems import Problems


class Imported:
    """Makes publications of the entries of bibliographies, for a site with these venues."""

    def __init__(self, root: Path, venues: Mapping[str, Venue]) -> None:
        self.root = root
        self.venues = _keys_of_venues(venues)

    def sourced(self, entries: Sequence[RawEntry], references: list[Reference], problems: Problems) -> list[Sourced]:
        """Each with its place. `references` gets the files of the site that they name."""
        if not entries:
            return []
        from acadfolio.bibliography.publications import Publications

        making = Publications(problems, self._address)
        sourced = [self._make(entry, making) for entry in entries]
        references += making.references
        making.report_unknown()
        return sourced

    def _make(self, entry: RawEntry, making: Publications) -> Sourced:
        from acadfolio.bibliography.publications import bibtex_for_visitors

        publication = making.make(entry)
        venue = self._venue(publication)
        added: dict[str, Any] = {"venue": Text.of(venue)} if venue else {}
        if not publication.bibtex and "acadfolio" not in entry.fields and _shows_entry(entry):
            added["bibtex"] = bibtex_for_visitors(entry)
        if added:
            publication = structs.replace(publication, **added)
        return Sourced(publication, entry.at(), given_in(publication))

    def _venue(self, publication: Publication) -> str:
        """The key in venues.yml of the venue that it names."""
        name = plain(publication.venue.by_language[0][1]) if publication.venue else ""
        return self.venues.get(name, "")

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
