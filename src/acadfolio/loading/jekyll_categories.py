"""A category of academicpages comes in, by its key; its heading and the kind of publication that it means come out."""

from __future__ import annotations

from typing import TYPE_CHECKING, get_args

from acadfolio.model.publication import Kind
from acadfolio.model.synonyms import SYNONYMS

if TYPE_CHECKING:
    from collections.abc import Mapping

CATEGORIES = {"books": "Books", "manuscripts": "Journal Articles", "conferences": "Conference Papers"}
"""What academicpages calls its categories of publications."""
WORDS_OF_KINDS = (
    ("chapter", "chapter"), ("book", "book"), ("journal", "journal"), ("conference", "conference"),
    ("proceedings", "conference"), ("workshop", "workshop"), ("preprint", "preprint"), ("manuscript", "preprint"),
    ("working paper", "preprint"), ("thes", "thesis"), ("dissertation", "thesis"), ("patent", "patent"),
    ("report", "report"), ("software", "software"), ("dataset", "dataset"),
)  # fmt: skip
"""What the heading of a category holds, and the kind that it means."""


def are_own(titles: Mapping[str, str]) -> bool:
    """Whether a site has other headings than the theme. `titles` are its headings by their keys."""
    return any(CATEGORIES.get(key) != title for key, title in titles.items())


def kind_of(heading: str) -> str:
    """Empty where it tells none."""
    said = heading.lower()
    known = next((kind for kind in get_args(Kind) if said == kind or said in SYNONYMS[kind].split("|")), "")
    return known or next((kind for word, kind in WORDS_OF_KINDS if word in said), "")
