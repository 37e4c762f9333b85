"""The headings of sections in files of CVs, in the languages of the theme, and the sections that they mean."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from acadfolio.model.publication import PUBLICATIONS
from acadfolio.model.section_kinds import SECTION_KINDS
from acadfolio.theme.words import languages, words_for

if TYPE_CHECKING:
    from acadfolio.model.site import Data

PROFILE_TEXT, INTERESTS = "profile", "interests"
"""Headings of texts that belong to the profile; words of the theme with these names."""
TITLED = frozenset({"awards", "grants", "talks", "projects"})
"""The sections in which a text alone is the title of an entry."""
SYNONYMS = {
    "summary": PROFILE_TEXT, "about": PROFILE_TEXT, "about me": PROFILE_TEXT,
    "research interests": INTERESTS,
    "work": "experience", "work experience": "experience", "employment": "experience",
    "appointments": "experience", "academic positions": "experience", "positions": "experience",
    "honors": "awards", "honours": "awards", "awards and honors": "awards",
    "awards & scholarships": "awards", "honors & awards": "awards", "scholarships": "awards",
    "funding": "grants", "presentations": "talks", "service": "services",
    "academic service": "services", "supervision": "students", "selected projects": "projects",
    "selected publications": PUBLICATIONS,
}  # fmt: skip


def heading_of(section: str, data: Data) -> str:
    """The heading of a section of the site."""
    settings = data.section_settings.get(section)
    language = data.settings.language if data.settings else "en"
    if settings and settings.title:
        return settings.title.in_language(language)
    words = words_for(language)
    return words.get(section) or as_title(section)


def section_of_heading(heading: str) -> str:
    """The section that a heading means, `profile` or `interests`; empty for any other heading."""
    bare = " ".join(heading.replace("_", " ").split()).casefold()
    return _sections().get(bare, "")


def as_title(key: str) -> str:
    """A key as a heading, as RenderCV shows it: `Open source` for `open_source`."""
    if " " in key or key != key.lower():
        return key
    return key.replace("_", " ").capitalize()


@cache
def _sections() -> dict[str, str]:
    names = (*SECTION_KINDS, PROFILE_TEXT, INTERESTS)
    found = {
        words_for(language)[name].casefold(): name
        for language in languages()
        for name in names
        if name in words_for(language)
    }
    return found | SYNONYMS | {name: name for name in names}
