"""What the records of a site's data have in common: the place where each was written."""

from __future__ import annotations

from typing import TypeVar

from msgspec import Struct
from msgspec.structs import replace

from acadfolio.problems import Location

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
