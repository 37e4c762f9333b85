"""Read the items of lists as entries: degrees, positions, awards, courses, talks, services and news."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from msgspec import Struct

from acadfolio_jekyll.importer.papers.markup import EMPHASISED
from acadfolio_jekyll.importer.prose.blocks import joined
from acadfolio_jekyll.importer.prose.dates import AROUND_DATE, final_date, leading_date
from acadfolio_jekyll.importer.prose.tables import TABLES

if TYPE_CHECKING:
    from acadfolio_jekyll.importer.entries import Entry
    from acadfolio_jekyll.importer.prose.group import Group

TERM = r"(?i:(?:(?:spring|summer|fall|autumn|winter|semester|term|\d{4}(?:[/–-]\d{2,4})?)\s*)+)"
TERMS_FIRST = re.compile(rf"^\W*{TERM}(?:,\s*{TERM})*[*_]*[:：](?=\s)")
TITLE = re.compile(
    r"""
    (?: ^ | (?<= [\s,.:] ) )
    (?: [“"] ( [^“”"<>]+ \s [^“”"<>]+ ) [”"]  # in quotation marks
      | \* ( [^*<>]+ \s [^*<>]+ ) \*         # or emphasised
    )
    (?= [\s,.;:] | $ )
    """,
    re.VERBOSE,
)
"""The title of a talk."""
SERVICE = re.compile(r"\**([^:：*()\[\]<>]+?)\**\s*[:：]\**\s*(.*)")
"""A role, a colon, and where."""
PART_END = re.compile(
    r"""
    (?: \s* [,;，] \s+ (?! (?: Ltd | Inc | LLC )\b )  # a comma
      | (?<= \w{5} ) \. \s+                          # or the end of a sentence
    )
    (?! [^()\[\]]* [)\]] | [^<>]* [\w"'/]> )         # not in brackets, nor in a tag
    """,
    re.VERBOSE,
)


class Item(Struct):
    """An item of a list, or a paragraph, without images and Liquid."""

    group: Group
    text: str
    """The inline Markdown, on one line."""
    inner: str
    """The paragraphs and lists in it."""


def _service(item: Item) -> Entry | None:
    """A role, and where."""
    found = SERVICE.match(item.text)
    role, where = found.groups() if found else (item.text, "")
    return {"role": role, "text": joined(where, item.inner)}


def _news(item: Item) -> Entry | None:
    date, text = leading_date(item.group, item.text)
    return {"date": date, "text": joined(text, item.inner)} if date else None


def _talk(item: Item) -> Entry | None:
    """A talk, whose title is in quotation marks or emphasised, or comes first."""
    date, text = leading_date(item.group, item.text)
    title = TITLE.search(text)
    if title is None:
        return activity(item)
    before = text[: title.start()].rstrip()
    after = text[title.end() :].lstrip(" .,")
    others = f"{before} {after}".strip(" .,")
    return {"date": date, "title": title[1] or title[2], "text": joined(others, item.inner)}


def _course(item: Item) -> Entry | None:
    """A course with its terms; None if there are none, or if a role comes first."""
    parts = _parts_of(TERMS_FIRST.sub(r"\g<0>, ", item.text))
    terms = [part for part in parts if re.fullmatch(TERM, part.strip(AROUND_DATE))]
    others = [part for part in parts if part not in terms]
    if not terms or not others or _has_word(others[0], TABLES.teachers):
        return None
    return {
        "course": others[0],
        "terms": [term.strip(AROUND_DATE) for term in terms],
        "text": joined(", ".join(others[1:]), item.inner),
    }


def activity(item: Item) -> Entry | None:
    """A degree, a position or an award; None if it has no title or institution, or no date where all have one.

    If no word tells its parts from each other, they stay together.
    """
    date, text = leading_date(item.group, item.text)
    parts = _parts_of(text)
    if not date and parts:
        date, before = final_date(item.group, parts.pop())
        if before:
            parts.append(before)
    section = item.group.section
    if not date and section in TABLES.always_dated:
        return None
    entry = _named_parts(section, parts)
    first, other = TABLES.keys[section]
    if section in TABLES.parts and not entry:
        parts = [", ".join(parts)]
    if first not in entry and parts:
        entry[first] = parts.pop(0)
    entry |= {"date": date, other: joined(", ".join(parts), item.inner)}
    return entry if entry.get(first) else None


def _named_parts(section: str, parts: list[str]) -> Entry:
    """Take the parts that a word such as `University` names, by their keys."""
    entry: Entry = {}
    for key, words in TABLES.parts.get(section, {}).items():
        named = [part for part in parts if _has_word(part, words)]
        if named and len(parts) + len(entry) > 1:
            entry[key] = named[0]
            parts.remove(named[0])
    return entry


READERS = {"services": _service, "teaching": _course, "news": _news, "talks": _talk}
"""The readers of entries that are no activities."""


def _parts_of(text: str) -> list[str]:
    """The parts between commas, and between sentences; the whole text if one of them has half of an emphasis."""
    text = text.strip(" .,。")
    parts = [part for part in PART_END.split(text) if part]
    return [text] if any("*" in EMPHASISED.sub("", part) for part in parts) else parts


def _has_word(text: str, words: str) -> bool:
    words_in_text = re.findall(r"\w+", text.lower().replace(".", ""))
    return not set(words.split()).isdisjoint(words_in_text)
