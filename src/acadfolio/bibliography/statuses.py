"""Words such as “to appear” come in, how far a work has come goes out."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from acadfolio.model.publication import Status

STATES: dict[str, Status] = {
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
"""BibLaTeX's `pubstate`, and what stands there and in `status` of CSL-JSON in words."""
PHRASES: tuple[tuple[Status, str], ...] = (
    ("under review", r"(?:currently )?(?:under|in) (?:peer[- ])?(?:review|revision)|revis(?:e|ed) and resubmit"),
    ("submitted", r"(?:manuscript )?submitted(?: for (?:publication|(?:peer[- ])?review)| manuscript)?"),
    ("in press", r"in[- ](?:press|print|production)|(?:advance )?online (?:first|ahead of print|publication)"),
    ("accepted", r"to (?:appear|be published)|forthcoming|(?:conditionally )?accepted(?: for p(?:ublic|resent)ation)?"),
)  # fmt: skip
WHOLE = tuple((status, re.compile(rf"\W*(?:{phrase})\W*(?:\d{{4}}\W*)?", re.IGNORECASE)) for status, phrase in PHRASES)
AT_THE_START = tuple(
    (status, re.compile(rf"\W*(?:{phrase})\W*?(?:(?:\s+(?:to|in|at|by|for|as)\b)|[:,])\s*(?:the\s+)?", re.IGNORECASE))
    for status, phrase in PHRASES
)
AT_THE_END = tuple(
    (
        status,
        re.compile(
            rf"(?:\s*[(\[]\s*(?:{phrase})\s*(?:,?\s*\d{{4}}\s*)?[)\]]|\s*[,;]\s+(?:{phrase}))\.?\s*$", re.IGNORECASE
        ),
    )
    for status, phrase in PHRASES
)
WITHIN = tuple((status, re.compile(rf"\b(?:{phrase})\b", re.IGNORECASE)) for status, phrase in PHRASES)


class Found(NamedTuple):
    """A state, and the words that are left when it is taken out."""

    status: Status | None
    rest: str


def status_in(text: str) -> Status | None:
    """The state that a short text tells: a year's, or BibLaTeX's own word."""
    known = STATES.get(re.sub(r"[^a-z]", "", text.lower()))
    return known or next((status for status, pattern in WITHIN if pattern.search(text)), None)


def of_note(text: str) -> Found:
    """A note that is nothing but a state is one; one that goes on (`To appear in …`) stays beside it."""
    for status, pattern in WHOLE:
        if pattern.fullmatch(text):
            return Found(status, "")
    for status, pattern in AT_THE_START:
        if pattern.match(text):
            return Found(status, text)
    return Found(None, text)


def of_venue(text: str) -> Found:
    """`submitted to Nature` is a state, and a venue; so is `Nature (in press)`."""
    for status, pattern in WHOLE:
        if pattern.fullmatch(text):
            return Found(status, "")
    for status, pattern in AT_THE_START:
        if match := pattern.match(text):
            return Found(status, text[match.end() :])
    for status, pattern in AT_THE_END:
        if (match := pattern.search(text)) and match.start():
            return Found(status, text[: match.start()])
    return Found(None, text)
