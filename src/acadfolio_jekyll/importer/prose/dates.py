"""Find the date at the beginning or the end of an entry."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from acadfolio.model.dates import is_date, suggested_date
from acadfolio_jekyll.importer.prose.tables import TABLES

if TYPE_CHECKING:
    from acadfolio_jekyll.importer.prose.group import Group


AROUND_DATE = " \t\xa0*_[](){}【】:：,，;.|-–—"
AFTER_DATE = " \t\xa0])】:：,，;|-–—"
EMPHASIS_AT_START = re.compile(r"^([*_]{1,3})(?![*_])(.+?)\1(?![*_])")
DATE_END = re.compile(r"[*_\])】]+|[:：,，;|]|\s")
MAX_DATE = 40
"""The number of characters in which a date at the beginning of an entry ends."""
ANOTHER_YEAR = re.compile(r"[\s,&*_]*(?:and\s+)?[12]\d{3}\b")
ACADEMIC_YEAR = re.compile(r"\d{4}[/–]\d{2}(?: \w+)?")
REMARK_FIRST = re.compile(r"^(\([^()]*\))[\s,.:]*(.*)")
"""A remark after a date, such as `(now)`, and the other parts."""
LAST_PART = re.compile(r"(?:^|\s*\()([^()]+)\)?\W*$")
"""The whole text, or what it has in parentheses at its end."""


def leading_date(group: Group, text: str) -> tuple[str, str]:
    """The date at the beginning of an entry, and the text after it.

    Without a date, it is the whole text.
    """
    plain = EMPHASIS_AT_START.sub(r"\2", text)
    dates = _dates_by_end(plain)
    if not dates:
        return "", text
    longest = max(dates)
    if ANOTHER_YEAR.match(plain[longest:]):
        return "", text
    date = dates[longest]
    end = min(end for end in dates if dates[end] == date)
    group.note_date(plain[:end].strip(AROUND_DATE))
    rest = plain[end:].lstrip(AFTER_DATE)
    return date, REMARK_FIRST.sub(r"\2 \1", rest)


def _dates_by_end(text: str) -> dict[int, str]:
    """The dates that the beginnings of a text are, by their ends."""
    dates: dict[int, str] = {}
    for match in DATE_END.finditer(f"{text} "):
        end = match.start()
        if end > MAX_DATE:
            break
        if date := _date(text[:end].strip(AROUND_DATE)):
            dates[end] = date
    return dates


def final_date(group: Group, text: str) -> tuple[str, str]:
    """The date that a text is, or has at its end in brackets, and the text before it."""
    last = LAST_PART.search(text)
    if last is None:
        return "", text
    part = last[1].strip(AROUND_DATE)
    date = _date(part)
    if not date:
        return "", text
    group.note_date(part)
    return date, text[: last.start()]


def _date(text: str) -> str:
    """The date in the form of data files; empty if the text is none."""
    text = re.sub(r"[()]", "", text).replace("--", "–")
    date = suggested_date(text)
    if date.endswith(".."):
        last_word = re.split(r"[\s–—-]", text)[-1].lower()
        return date if last_word in TABLES.now.split() else ""
    if not date and ACADEMIC_YEAR.fullmatch(text) and is_date(text):
        return text
    return date
