"""A publication and the name of its venue come in; what sort of work exports call it comes out.

Who says nothing of the kind has written `other`, which no reference manager knows. Only what cannot be anything else is
called so: a venue alone may be a conference, a book or a newspaper, pages may be those of all three, and an ISSN may be
that of a series of books.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from acadfolio.model.publication import Publication

UNSAID = "other"
NO_ARTICLES = frozenset({"procspie", "baas", "iaucirc"})
"""Names of journals under which talks and telegrams appear too."""
JOURNAL = re.compile(
    r"(?:The )?(?:(?:International|European|American|British|Canadian|Australian|Asian|African|Scandinavian|Indian) )?"
    r"(?:Journal (?:of|for|on|de|des|du|für)|(?:IEEE|ACM)(?:/\w+)? Transactions on) \w.*",
    re.IGNORECASE,
)
PROCEEDINGS = re.compile(r"Proceedings of .*\b(?:Conference|Symposium|Workshop|Congress)\b.*", re.IGNORECASE)


def kind_for_exports(record: Publication, venue: str) -> str:
    """The sort of work for formats that hold few: what has a volume and stands somewhere is an article."""
    if record.kind in {"report", UNSAID} and venue and record.volume:
        return "journal"
    if record.kind != UNSAID or record.institution or record.type:
        return record.kind
    return _kind_by_venue(record, venue) if venue else "book" if _is_book(record) else UNSAID


def _kind_by_venue(record: Publication, venue: str) -> str:
    if record.issue or JOURNAL.fullmatch(venue) or venue.casefold() in _journals():
        return "journal"
    if PROCEEDINGS.fullmatch(venue):
        from acadfolio.bibliography.kinds import is_workshop

        return "workshop" if is_workshop(venue) else "conference"
    return UNSAID


@cache
def _journals() -> frozenset[str]:
    """Names that are known, such as `Nature`."""
    from acadfolio.bibliography.journals import NAMES

    return frozenset(name.casefold() for macro, name in NAMES.items() if macro not in NO_ARTICLES)


def _is_book(record: Publication) -> bool:
    """A whole one: what stands in a book says where, and on which pages."""
    return bool(record.isbn and record.publisher and not record.pages and not record.number)
