"""The headings of lists of publications in academicpages, and the kinds that headings name."""

from __future__ import annotations

from typing import TYPE_CHECKING, get_args

from acadfolio.model.publication import Kind
from acadfolio.model.reading import synonyms
from acadfolio_jekyll.folders import folders

if TYPE_CHECKING:
    from collections.abc import Mapping

CATEGORIES = {
    "books": "Books",
    "manuscripts": "Journal Articles",
    "conferences": "Conference Papers",
}
"""The headings of academicpages for categories of publications."""


def has_own_titles(titles: Mapping[str, str]) -> bool:
    """Whether the headings of a site differ from those of the theme.

    `titles` are the headings by category.
    """
    return any(CATEGORIES.get(key) != title for key, title in titles.items())


def kind_of_heading(heading: str) -> str:
    """The kind of publication that a heading names; empty for other headings."""
    name = heading.lower()
    known = next((kind for kind in get_args(Kind) if name == kind or name in synonyms()[kind]), "")
    return known or next((kind for word, kind in folders().kinds.items() if word in name), "")
