"""What the records of a site's data have in common: the place where each was written."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from acadfolio.problems import Location

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

LOCATION = "source_location"
"""The attribute that no author writes: no key of the data, of the schemas or of the templates' documentation."""
NOWHERE = Location("")


class Record(Struct, frozen=True, kw_only=True):
    """A record that knows where it was written.

    Two entries that say the same stand in two places, so they are not equal: an entry's place is its identity.
    """

    source_location: Location = NOWHERE


AnyRecord = TypeVar("AnyRecord", bound=Struct)


def without_location(record: AnyRecord) -> AnyRecord:
    """The record as it is wherever it was written: for digests and comparisons of what records say."""
    return replace(record, **{LOCATION: NOWHERE}) if isinstance(record, Record) else record


def in_places_of_their_own(records: Iterable[AnyRecord]) -> Iterator[AnyRecord]:
    """Records of which several begin in one line of a file: the second one's place has column 2, and so on."""
    known: Counter[Location] = Counter()
    for record in records:
        place = getattr(record, LOCATION)
        known[place] += 1
        if known[place] > 1:
            record = replace(record, **{LOCATION: place._replace(column=known[place])})  # noqa: PLW2901
        yield record
