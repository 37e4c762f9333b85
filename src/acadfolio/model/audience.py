"""Choose the data that an audience gets: the readers of pages, those of a published CV, or the user alone.

`web_only`, `cv_only` and `private` are read here and nowhere else. What comes after gets the data of one
audience, and cannot show or count anything else.
"""

from __future__ import annotations

from bisect import bisect_right
from enum import Enum
from itertools import chain
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from acadfolio.model.profile import PrivateContact
from acadfolio.model.publication import PUBLICATIONS
from acadfolio.model.record import FLAGS, LOCATION, NOWHERE, EntryRecord
from acadfolio.model.site import SectionSettings

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from acadfolio.model.record import Reference
    from acadfolio.model.site import Data
    from acadfolio.problems import Location
    from acadfolio.source.text import SourceText


class Audience(Enum):
    """Those who get data of a site."""

    PAGES = "the readers of pages, feeds and all other files of a site"
    DOCUMENTS = "the readers of a CV as a file, which may be published"
    USER = "the user, who writes a CV to a file of their own"

    def gets(self, entry: Any) -> bool:
        """Whether an entry is for this audience. Without flags, it is for all."""
        if not isinstance(entry, EntryRecord):
            return True
        if entry.private:
            return self is Audience.USER
        if entry.cv_only:
            return self is not Audience.PAGES
        return self is Audience.PAGES or not entry.web_only


def data_for(data: Data, audience: Audience) -> Data:
    """The data for an audience: its entries, the people, texts and links of these, and the profile."""
    if audience is not Audience.USER and data.profile and _has_private_contact(data):
        data = replace(data, profile=replace(data.profile, private=PrivateContact()))
    lists = {name: with_flags(data, name) for name in data.lists}
    kept = {name: tuple(filter(audience.gets, entries)) for name, entries in lists.items()}
    withheld = frozenset(name for name in lists if len(kept[name]) < len(lists[name]))
    if not withheld:
        return data
    publications = kept.pop(PUBLICATIONS)
    if audience is not Audience.PAGES:  # The text of a CV can cite the others, which are public.
        others = (work for work in lists[PUBLICATIONS] if work.web_only and not work.private)
        publications += tuple(replace(work, hidden=True) for work in others)
    entries = list(chain.from_iterable(lists.values()))
    data = _without_left_out(data, entries, audience)
    return replace(data, publications=publications, entries=kept, withheld=withheld)


def _without_left_out(data: Data, entries: Sequence[Any], audience: Audience) -> Data:
    """The data without the people, the texts and the links of entries that an audience does not get."""
    owners = _Owners(entries)
    left_out = {entry.source_location for entry in entries if not audience.gets(entry)}

    def is_for_audience(found: SourceText | Reference) -> bool:
        return owners.of(found.location) not in left_out

    return replace(
        data,
        people=tuple(each for each in data.people if each.source_location not in left_out),
        texts=[text for text in data.texts if is_for_audience(text)],
        texts_with_syntax=[text for text in data.texts_with_syntax if is_for_audience(text)],
        references=[each for each in data.references if is_for_audience(each)],
    )


def has_private(data: Data) -> bool:
    """Whether the user alone gets something of the data."""
    entries = chain.from_iterable(with_flags(data, name) for name in data.lists)
    return _has_private_contact(data) or any(
        isinstance(entry, EntryRecord) and entry.private for entry in entries
    )


def with_flags(data: Data, section: str) -> tuple[Any, ...]:
    """The entries of a section, with the flags of the section as their own."""
    entries = data.lists[section]
    settings = data.section_settings.get(section, SectionSettings())
    flags = dict.fromkeys((name for name in FLAGS if getattr(settings, name)), True)
    if not flags:
        return entries
    return tuple(
        replace(entry, **flags) if isinstance(entry, EntryRecord) else entry for entry in entries
    )


def _has_private_contact(data: Data) -> bool:
    return data.profile is not None and data.profile.private != PrivateContact()


class _Owners:
    """Finds the entry to which a text or a link belongs: the last one that begins before it in the file."""

    def __init__(self, entries: Iterable[Any]) -> None:
        self.starts: list[Location] = sorted(getattr(entry, LOCATION, NOWHERE) for entry in entries)

    def of(self, place: Location) -> Location | None:
        """The location of the entry; None for what is in no entry."""
        index = bisect_right(self.starts, place) - 1
        is_inside = index >= 0 and self.starts[index].file == place.file
        return self.starts[index] if is_inside else None
