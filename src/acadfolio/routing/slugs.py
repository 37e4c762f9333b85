"""Slugs: the last part of the URL of each entry's page."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from acadfolio.html.text import without_tags
from acadfolio.model.names import WHOLE_LETTERS
from acadfolio.model.publication import date_of

if TYPE_CHECKING:
    from collections.abc import Sequence


LONGEST_SLUG = 60
LINK_TARGET = r"(?<=\])\([^()\s]*\)"
APOSTROPHE = r"(?<=\w)['’](?=s\b|t\b)"
YEAR = r"\b\d{4}\b"
WITHOUT_ACCENTS = ("LATIN", "GREEK")
NEVER = (9999, 12, 31)


def slugs_of(entries: Sequence[Any], language: str) -> list[str]:
    """A slug for each entry, in their order: its key or title, with the year if an older entry has the same slug.

    The oldest chooses first in the file, so that a new entry does not change the URLs of others.
    Of the same age, the order of the file decides.
    """
    slugs = [""] * len(entries)
    taken: set[str] = set()
    for position in sorted(range(len(entries)), key=lambda position: _age(entries[position])):
        entry = entries[position]
        slug = slug_of(_name(entry, language))
        slugs[position] = _free(slug, _year(entry), taken) if slug in taken else slug
        taken.add(slugs[position])
    return slugs


@lru_cache(maxsize=50_000)  # The preview needs those of all entries after each save.
def slug_of(title: str) -> str:
    """A title as part of a URL: lower-case letters and digits of any script, without accents, in whole words."""
    words = re.sub(LINK_TARGET, "", without_tags(title.casefold()))
    words = re.sub(APOSTROPHE, "", words).translate(WHOLE_LETTERS)
    slug = "-".join("".join(map(_letter, _without_accents(words))).split())
    if len(slug) > LONGEST_SLUG:
        slug = slug[: LONGEST_SLUG + 1].rpartition("-")[0] or slug[:LONGEST_SLUG]
    return slug or "entry"


def _free(slug: str, year: str, taken: set[str]) -> str:
    """A taken slug with the year, then with a number."""
    dated = f"{slug}-{year}" if year else slug
    number, free = 1, dated
    while free in taken:
        number += 1
        free = f"{dated}-{number}"
    return free


def _name(entry: Any, language: str) -> str:
    title = getattr(entry, "title", None) or getattr(entry, "course", None)
    return getattr(entry, "key", "") or (title.in_language(language) if title else "")


def _age(entry: Any) -> tuple[int, ...]:
    """A sort key: the oldest first, entries without a date last."""
    when = date_of(entry)
    if when is not None:
        return tuple(when.start)
    year = _year(entry)
    return (int(year),) if year else NEVER


def _year(entry: Any) -> str:
    """The year of an entry; for a course, the year of the first term that has one."""
    when = date_of(entry)
    if when is not None:
        return str(when.start.year)
    years = re.findall(YEAR, " ".join(getattr(entry, "terms", ())))
    return years[0] if years else ""


def _without_accents(text: str) -> str:
    """The text without the accents of Latin and Greek letters; marks of other scripts stay (が, й, हि)."""
    if text.isascii():
        return text
    bare, base = "", ""
    for character in unicodedata.normalize("NFKD", text):
        if not unicodedata.combining(character):
            base = character
        elif unicodedata.name(base, "").startswith(WITHOUT_ACCENTS):
            continue
        bare += character
    return unicodedata.normalize("NFC", bare.casefold())


def _letter(character: str) -> str:
    """The character if it is a letter, a digit or a combining mark; else a space."""
    return (
        character if character.isalnum() or unicodedata.category(character).startswith("M") else " "
    )
