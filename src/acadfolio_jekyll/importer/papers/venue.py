"""Read the venue of a citation, with its date, status, numbers and kind."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, get_args

from acadfolio.model.dates import suggested_date
from acadfolio.model.publication import Status
from acadfolio_jekyll.importer.citations import take_numbers
from acadfolio_jekyll.importer.papers.words import (
    COMMA,
    EDGES,
    MONTH_YEAR,
    SHORT_YEAR,
    YEAR,
    kind_of_venue,
    split_once,
    year_of,
)
from acadfolio_jekyll.importer.text import one_line

if TYPE_CHECKING:
    from acadfolio_jekyll.importer.entries import Entry

MAX_VENUE = 150
"""The number of characters in a line with the venue."""
IN_PARENTHESES = re.compile(r"\([^()]*\)")
NO_NUMBERS = re.compile(r"\s*\([\s,]*\)(?:,\s+)?|,\s+(?:,\s+)+")
"""The punctuation around numbers that were taken."""
PART_END = re.compile(
    r"""
    (?: [,;] | \. (?= \s* [(\[] ) | (?<= \) ) \. | (?= \s \( [^()]* [\d:：] ) )
    \s+ (?! [^()]* \) )
    """,
    re.VERBOSE,
)
PARTS_OF_VENUE = re.compile(
    r"""
    [^().;\d]* (?= \( [A-Z]{3,} \) )                                # before its abbreviation
    | (?: [^,]*,\s (?= (?: [A-Z]\w*,?\s ){0,2} (?: and | & ) \s ) )*
    """,
    re.VERBOSE,
)
"""The parts of the name of a venue before its last comma, as in `Acoustics, Speech and Signal Processing`."""
INTRODUCTION = re.compile(
    r"""
    ^ (?: (?: manuscript[ ] )? (?P<status> to[ ]appear | accepted | submitted | under[ ]review )
          (?: [ ](?: in | at | by | to | for )\b | , | $ )
        | (?: published[ ] )? (?: in | on | at )\b
      )
    [: ]* (?: (?-i: the )[ ] )?
    """,
    re.VERBOSE | re.IGNORECASE,
)
"""The words before a venue: `in`, `to appear in the`."""
SENTENCE_GOES_ON = re.compile(r"[A-Z]\w{2,}\W?$")
"""The last word before a date, if it may be that of a venue."""


def add_venue(entry: Entry, text: str, label: str, *, has_tag: bool) -> list[str]:
    """Add the venue, the date, the numbers and the status, and return the rest.

    Args:
        entry: the entry, with its status if that is known.
        text: the citation without its title, authors and remarks.
        label: the text in brackets before the citation, or on its image, which may be a topic.
        has_tag: whether the label is in brackets.
    """
    lines = _with_venue_first(text)
    numbers, lines[0] = take_numbers(lines[0])
    has_venue = bool(kind_of_venue(lines[0]) or numbers or YEAR.search(lines[0]))
    text = _take_date(entry, "\n".join(lines), label)
    lines = [line.strip(EDGES) for line in text.split("\n")]

    short, *topics = _parts_of_label(label)
    status, lines = _take_status(str(entry["status"]), lines, [short, *topics])
    if short.lower() == status:
        short = ""

    name, *rest = _name_of_venue(lines)
    introduction = INTRODUCTION.match(name)
    if introduction:
        name = name[introduction.end() :].strip(EDGES)
        status = (introduction["status"] or status).lower().replace("to appear", "accepted")
    default = "Preprint" if status == "preprint" else ""
    venue = name or short or default
    if short not in venue:
        if has_tag:
            venue = f"{venue} ({short})"
        elif not has_venue:
            venue = short
            rest = [name, *rest]

    kind = kind_of_venue(venue) or _likely_kind(numbers, status, introduction)
    entry |= {"status": status, "venue": venue, "kind": kind, **numbers}
    return rest


def _likely_kind(numbers: dict[str, str], status: str, introduction: re.Match[str] | None) -> str:
    """The kind of a venue that does not name one: journals have volumes, and papers are in proceedings."""
    if "volume" in numbers:
        return "journal"
    return "conference" if introduction and status != "accepted" else ""


def _with_venue_first(text: str) -> list[str]:
    """The lines of a text; the first is the one that looks most like a venue."""
    lines = text.split("\n")
    venue = max(lines, key=_likeness)
    lines.remove(venue)
    return [venue, *lines]


def _likeness(line: str) -> tuple[bool, bool, bool]:
    """How much a line looks like a venue: it names a kind, has a year, and is no status."""
    names_kind = kind_of_venue(line) != "" and len(line) < MAX_VENUE
    has_year = YEAR.search(line) is not None
    is_status = line.lower() in get_args(Status)
    return names_kind, has_year, not is_status


def _parts_of_label(label: str) -> list[str]:
    """The short name of a venue, and what follows it, without years."""
    label = YEAR.sub("", SHORT_YEAR.sub("", label))
    return [re.sub(r"^[^\w(]+", "", one_line(part)).rstrip(" '‘’*") for part in COMMA.split(label)]


def _take_status(known: str, lines: list[str], parts: list[str]) -> tuple[str, list[str]]:
    """The status that is known, or that is a line or a part of the label, and the other lines."""
    written = {text.lower() for text in (known, *lines, *parts)}
    status = next((status for status in get_args(Status) if status in written), "")
    return status, ["" if line.lower() == status else line for line in lines]


def _take_date(entry: Entry, text: str, label: str) -> str:
    """Add the date and return the text without it.

    It is the first one with a month, or else the last year, or else the year of the label.
    """
    with_month = [match for match in MONTH_YEAR.finditer(text) if suggested_date(match[0])]
    years = [*YEAR.finditer(text)]
    if with_month:
        entry["year"] = ""
        entry["date"] = suggested_date(with_month[0][0])
        text = _without_date(with_month[0])
    elif years:
        entry["year"] = suggested_date(years[-1][0])
        text = _without_date(years[-1])
    else:
        entry["year"] = year_of(label) or year_of(text)
    return NO_NUMBERS.sub(", ", text.replace(" )", ")"))


def _without_date(date: re.Match[str]) -> str:
    """The text without a date; with a comma instead, if the venue ends there."""
    before = date.string[: date.start()].rstrip()
    after = date.string[date.end() :].lstrip(" ")
    ends_there = (
        SENTENCE_GOES_ON.search(before)
        and after[:1].isalpha()
        and not kind_of_venue(after.split("\n")[0])
    )
    return f"{before}, {after}" if ends_there else f"{before} {after}"


def _name_of_venue(lines: list[str]) -> list[str]:
    """The name of the venue in the first line, and the texts after it."""
    line, *others = lines
    if IN_PARENTHESES.fullmatch(line):
        has_introduction = INTRODUCTION.match(line[1:])
        return [line[1:-1], *others] if has_introduction else ["", line, *others]
    start = PARTS_OF_VENUE.match(line)
    first = start[0] if start else ""
    last, rest = split_once(line[len(first) :], PART_END)
    return [one_line(f"{first}{last}".strip(EDGES)), rest.strip(EDGES), *others]
