"""The headings of sections in files of CVs, in the languages of the theme, and the sections that they mean."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from acadfolio.model.publication import PUBLICATIONS
from acadfolio.model.section_kinds import OWN_RECORDS, SECTION_KINDS
from acadfolio.theme.words import languages, word_for_section, words_for

if TYPE_CHECKING:
    from acadfolio.model.site import Data

PROFILE_TEXT = "profile"
"""The heading of a text that belongs to the profile; a word of the theme with this name."""
INTERESTS = "interests"
"""The word for the heading of the interests of the profile, which are those of research."""
OF_PROFILE = "research interests"
"""What their heading means. Other interests are a section."""
TITLED = frozenset({"awards", "grants", "talks", "projects"})
"""The sections in which a text alone is the title of an entry."""
SYNONYMS = {
    "summary": PROFILE_TEXT, "about": PROFILE_TEXT, "about me": PROFILE_TEXT,
    "work": "experience", "work experience": "experience", "employment": "experience",
    "appointments": "experience", "academic positions": "experience", "positions": "experience",
    "honors": "awards", "honours": "awards", "awards and honors": "awards",
    "awards & scholarships": "awards", "honors & awards": "awards", "scholarships": "awards",
    "funding": "grants", "presentations": "talks", "service": "services",
    "academic service": "services", "selected projects": "projects",
    "selected publications": PUBLICATIONS,
}  # fmt: skip


def heading_of(section: str, data: Data) -> str:
    """The heading of a section of the site."""
    settings = data.section_settings.get(section)
    language = data.settings.language if data.settings else "en"
    if settings and settings.title:
        return settings.title.in_language(language)
    return word_for_section(section, words_for(language)) or as_title(section)


def section_of_heading(heading: str) -> str:
    """The section that a heading means, or a part of the profile; empty for any other heading."""
    bare = " ".join(heading.replace("_", " ").split()).casefold()
    return _sections().get(bare, "")


def free_section_of_heading(heading: str) -> str:
    """The section with a known name that a heading means, if its entries need no keys; else empty."""
    section = section_of_heading(heading)
    return section if section in SECTION_KINDS and section not in OWN_RECORDS else ""


def as_title(key: str) -> str:
    """A key as a heading, as RenderCV shows it: `Open source` for `open_source`."""
    if " " in key or key != key.lower():
        return key
    return key.replace("_", " ").capitalize()


@cache
def _sections() -> dict[str, str]:
    names = (*SECTION_KINDS, PROFILE_TEXT)
    found = {
        word.casefold(): name
        for language in languages()
        for name in names
        if (word := word_for_section(name, words_for(language)))
    }
    research = {words_for(language)[INTERESTS].casefold() for language in languages()}
    found |= dict.fromkeys((*research, OF_PROFILE), OF_PROFILE)
    return found | SYNONYMS | {name: name for name in names}
