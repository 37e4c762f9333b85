"""Publication statuses in words, such as “to appear” or “submitted to Nature”."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from acadfolio.model.publication import Status

STATUSES: dict[str, Status] = {
    "inpreparation": "preprint",
    "submitted": "submitted",
    "forthcoming": "accepted",
    "accepted": "accepted",
    "inpress": "in press",
    "prepublished": "preprint",
    "underreview": "under review",
    "preprint": "preprint",
    "published": "published",
}
"""By BibLaTeX's `pubstate` and CSL-JSON's `status`, as letters alone."""
PHRASE = (
    r"(?:(?P<underreview>(?:currently )?(?:under|in) (?:peer[- ])?(?:review|revision)|revis(?:e|ed) and resubmit)"
    r"|(?P<submitted>(?:manuscript )?submitted(?: for (?:publication|(?:peer[- ])?review)| manuscript)?)"
    r"|(?P<inpress>in[- ](?:press|print|production)|(?:advance )?online (?:first|ahead of print|publication))"
    r"|(?P<accepted>to (?:appear|be published)|forthcoming"
    r"|(?:conditionally )?accepted(?: for p(?:ublic|resent)ation)?))"
)
WITHIN = re.compile(rf"\b{PHRASE}\b", re.IGNORECASE)
WHOLE = re.compile(rf"\W*{PHRASE}\W*(?:\d{{4}}\W*)?", re.IGNORECASE)
AT_START = re.compile(rf"\W*{PHRASE}\W*?(?:(?:\s+(?:to|in|at|by|for|as)\b)|[:,])\s*(?:the\s+)?", re.IGNORECASE)
AT_END = re.compile(
    rf"(?:\s*[(\[]\s*{PHRASE}\s*(?:,?\s*\d{{4}}\s*)?[)\]]|\s*[,;]\s+{re.sub(r'[?]P<[a-z]+>', '?:', PHRASE)})\.?\s*$",
    re.IGNORECASE,
)


class StatusAndText(NamedTuple):
    """A status, and the text without it."""

    status: Status | None
    text: str


def known_status(text: str) -> Status | None:
    """The status that a word of BibLaTeX or CSL-JSON names."""
    return STATUSES.get(re.sub("[^a-z]", "", text.lower()))


def status_in(text: str) -> Status | None:
    """The status that a short text mentions, such as the text of a year."""
    found = WITHIN.search(text)
    return known_status(text) or (_status(found) if found else None)


def split_note(text: str) -> StatusAndText:
    """The status of a note. A note that goes on (`To appear in …`) stays."""
    if match := WHOLE.fullmatch(text):
        return StatusAndText(_status(match), "")
    match = AT_START.match(text)
    return StatusAndText(_status(match) if match else None, text)


def split_venue(text: str) -> StatusAndText:
    """The status and the venue in `submitted to Nature` or `Nature (in press)`."""
    if match := WHOLE.fullmatch(text):
        return StatusAndText(_status(match), "")
    if match := AT_START.match(text):
        return StatusAndText(_status(match), text[match.end() :])
    match = AT_END.search(text)
    if match and match.start():
        return StatusAndText(status_in(match[0]), text[: match.start()])
    return StatusAndText(None, text)


def _status(match: re.Match[str]) -> Status:
    return STATUSES[match.lastgroup or "published"]
