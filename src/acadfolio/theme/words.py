"""The theme's words in each language, a file of `locales/`: headings, labels, the names of months."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from acadfolio.source.yaml import load_table
from acadfolio.theme.plurals import plural_form

if TYPE_CHECKING:
    from collections.abc import Sequence

LOCALES = Path(__file__).parent / "locales"
ENGLISH, TRADITIONAL_CHINESE = "en", "zh-Hant"
TRADITIONAL = ("zh-hant", "zh-tw", "zh-hk", "zh-mo")
"""Prefixes of the tags of languages in traditional Chinese characters; not `zh-Hans-HK`."""
RIGHT_TO_LEFT = frozenset({"ar", "dv", "fa", "he", "ku", "ps", "sd", "ug", "ur", "yi"})
WIDE = frozenset({"ja", "zh"})
FORTHCOMING = frozenset({"in press", "accepted"})
"""Statuses of a publication for which citation styles have their own words."""


class Locale(Struct, frozen=True):
    """A file of `locales/`."""

    months: tuple[str, ...]
    short_months: tuple[str, ...]
    """Months as citations abbreviate them."""
    words: dict[str, str]
    shortest_months: tuple[str, ...] = ()
    """Months in three letters, where these are not the first ones of their names."""
    months_with_day: tuple[str, ...] = ()
    """Months after a day, where they have another form there: in Russian `14 июня`, but `июнь`."""
    short_months_with_day: tuple[str, ...] = ()
    """The same, abbreviated."""
    first_day: str = ""
    """The first day of a month, if it is not written as a number."""

    plurals: dict[str, dict[str, str]] = {}
    """Other forms of words with a number, by their names in `plurals.py`."""

    @property
    def has_numbered_months(self) -> bool:
        """Whether months have no names, as in Chinese: `6月`."""
        return self.months[0].startswith("1")

    def whole(self, *, has_day: bool) -> Sequence[str]:
        """The months, as they are after a day or without one."""
        return (has_day and self.months_with_day) or self.months

    def short(self, *, has_day: bool) -> Sequence[str]:
        """The months as citations abbreviate them, after a day or without one."""
        return (has_day and self.short_months_with_day) or self.short_months

    def shortest(self, *, has_day: bool) -> Sequence[str]:
        """The months in three letters, after a day or without one; empty if these begin their names."""
        if self.shortest_months == self.short_months:
            return self.short(has_day=has_day)
        return self.shortest_months


@cache
def languages() -> tuple[str, ...]:
    """The tags of the languages of the theme."""
    return tuple(sorted(path.stem for path in LOCALES.glob("*.yml")))


@cache
def locale(language: str) -> Locale:
    """The words of a language, else of English; also single words that the language lacks."""
    own = written_locale(_file_of(language))
    return replace(own, words=written_locale(ENGLISH).words | own.words)


def lacking(language: str) -> tuple[str, ...]:
    """The English words for which a language of the theme has none of its own."""
    own = written_locale(_file_of(language)).words
    return tuple(word for key, word in written_locale(ENGLISH).words.items() if key not in own)


@cache
def written_locale(name: str) -> Locale:
    """The words in a file of `locales/`, by its name."""
    return msgspec.convert(load_table(LOCALES / f"{name}.yml"), Locale)


def _file_of(language: str) -> str:
    if language.lower().replace("_", "-").startswith(TRADITIONAL):
        return TRADITIONAL_CHINESE
    return _primary(theme_language(language))


def _primary(language: str) -> str:
    return language.partition("-")[0].lower()


def words_for(language: str) -> dict[str, str]:
    """The theme's words."""
    return locale(language).words


def with_number(word: str, number: int, language: str) -> str:
    """A word of the theme with a number, in the form that it has with this number: `21 цитирование`."""
    spoken = locale(language)
    forms = spoken.plurals.get(word, {})
    text = forms.get(plural_form(number, language), spoken.words[word])
    return text.replace("{}", str(number))


def site_words(language: str, statuses: dict[str, str]) -> dict[str, str]:
    """The theme's words with the site's own for the statuses of publications, also in citations."""
    words = words_for(language) | statuses
    return words | {f"cited:{status}": statuses[status] for status in FORTHCOMING & statuses.keys()}


def has_wide_punctuation(language: str) -> bool:
    """Whether a language is written without spaces, with marks such as `。`: Chinese and Japanese."""
    return _primary(language) in WIDE


def theme_language(language: str) -> str:
    """The language of the theme's words on a site in this language: the same, else English."""
    return language if _primary(language) in languages() else ENGLISH


def foreign(site: str, page: str) -> str:
    """The language of the theme's words on a page, if it is not the page's; else empty."""
    return "" if theme_language(site) == page else theme_language(site)


def direction(language: str) -> str:
    return "rtl" if _primary(language) in RIGHT_TO_LEFT else "ltr"


def name_of_section(section: str, words: dict[str, str]) -> str:
    """The name of a section: the theme's word, else the name of its data file."""
    return word_for_section(section, words) or _from_key(section)


def word_for_section(section: str, words: dict[str, str]) -> str:
    """The theme's word for a section, `section:references` if `references` is another one; else empty."""
    return words.get(f"section:{section}") or words.get(section, "")


def label_of_field(field: str, words: dict[str, str]) -> str:
    """The label of a field, such as the heading of its column: the theme's word, else its name."""
    return words.get(f"column:{field}") or _from_key(field)


def link_to_all(section: str, words: dict[str, str]) -> str:
    """The words of the link to the page with all entries of a section."""
    return words.get(f"all_{section}") or words["all_entries"]


def _from_key(key: str) -> str:
    return key.replace("_", " ").capitalize()
