"""Names and notations that bibliographies share: preprint servers, languages, types of thesis and page ranges."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from acadfolio.bibliography.tables import words
from acadfolio.bibliography.tables.translations import TRANSLATIONS
from acadfolio.model.values import Link, Text

if TYPE_CHECKING:
    from collections.abc import Iterable

    from acadfolio.model.publication import Kind

ARXIV_NAME = r"(?is)\A\s*(?:arxiv\b.*|corr|computing research repository.*)\s*"
ARXIV_DOI = "10.48550/arxiv."
VERSION_SUFFIX = r"v\d+$"
"""The version at the end of a preprint's identifier."""
PREPRINT_SERVER = rf"(?is)\s*(?:{'|'.join(words.PREPRINT_SERVERS)})\s*"
"""The name of a preprint server, which entries have as journal, publisher or archive."""
SUPPLEMENT_LABEL = f"(?i){'|'.join(words.SUPPLEMENT_LABELS)}"
"""Labels of files that supplement a work, and of figures about it."""
RELATED_WORK_LABEL = f"(?i){'|'.join(words.RELATED_WORK_LABELS)}"
"""Labels of other works that belong to a paper and are cited on their own, such as its code."""
STOP_WORDS = frozenset(words.STOP_WORDS.split())


def in_all_languages(english: str) -> dict[str, str]:
    """A name or a note in the languages of the theme, by their tags."""
    return {"en": english} | {tag: names[english] for tag, names in TRANSLATIONS.items()}


def _text(english: str) -> Text:
    return Text(tuple(in_all_languages(english).items()))


TYPE_NAMES = {name: _text(name) for name in words.TYPE_NAMES}
"""Types of theses and other works in the languages of the theme."""
ENGLISH_TYPES = {
    word.lower(): name.lower() for name, text in TYPE_NAMES.items() for _, word in text.by_language
}
"""The English words for types by those in all languages of the theme."""
JOURNAL_SERIES = {key: _text(name) for key, name in words.JOURNAL_SERIES.items()}
DOCTORAL_THESIS = TYPE_NAMES["PhD thesis"]


def babel_name(tag: str) -> str:
    """Babel's name for a language, without its region: `ngerman` for `de` and `de-CH`.

    Languages that Babel does not have keep their tag.
    """
    names = words.BABEL_NAMES.get(tag) or words.BABEL_NAMES.get(tag.partition("-")[0], tag)
    return names.partition(" ")[0]


def citable_url(links: Iterable[Link], kind: Kind) -> str:
    """The URL of the first link on another site to a work of this kind itself; empty without one."""
    for link in links:
        if link.url.startswith(("https://", "http://")) and _is_to_work(link.label, kind):
            return link.url
    return ""


def host_of(url: str) -> str:
    """The host of a URL without `www.`, which is the label of a link without words."""
    try:
        host = urlsplit(url).hostname or ""
    except ValueError:
        return ""
    return host.removeprefix("www.")


@cache  # Most works have the same labels.
def _is_to_work(label: str, kind: Kind) -> bool:
    if re.search(SUPPLEMENT_LABEL, label):
        return False
    return kind in {"software", "dataset"} or not re.search(RELATED_WORK_LABEL, label)


LONGEST_PAGES = 1000
"""Characters of page ranges. Longer ones stay as they are."""
LONG_DASH = r"(?:(?<!\s)\s+)?(?:-{2,3}|[–—−])\s*"
RANGE = r"(?:(?<=\d)|(?<=\d[a-z]))\s*-\s*(?=[A-Za-z]?\d)|(?<=[ivxlc])\s*-\s*(?=[ivxlc]+\b)"
"""A hyphen between two numbers, Arabic or Roman."""


def chapter_and_pages(pages: str) -> tuple[str, str]:
    """Split `chap. 4, 1–9`, the `pages` of a chapter, into `chap. 4` and `1–9`.

    Either may be empty.
    """
    if not pages.startswith("chap. "):
        return "", pages
    chapter, _, rest = pages.partition(",")
    return chapter, rest.lstrip()


def with_dash(pages: str) -> str:
    """Write page ranges with an en dash.

    `24-66` becomes `24–66`, `24-` becomes `24`, and `104303-1--104303-9` keeps the hyphens within
    its page numbers.
    """
    if not pages or len(pages) > LONGEST_PAGES:
        return pages
    pages = re.sub(
        r"(?<=\w)\s*(?:-{1,3}|[–—−])\s*(\+?)\s*$", r"\1", pages
    )  # A range without an end.
    return re.sub("[^,;&]+", _range_with_dash, pages)


def _range_with_dash(match: re.Match[str]) -> str:
    pages = match[0]
    if re.match(r"\s*[A-Za-z]{2,}-\w+-", pages):  # A report number.
        return pages
    pattern = rf"(?<=[\w)]){LONG_DASH}(?=[\w(])" if re.search(LONG_DASH, pages) else RANGE
    first, dash, last = re.sub(pattern, "–", pages).partition("–")
    return first if first.strip() == last.strip() else f"{first}{dash}{last}"


def first_and_last(pages: str) -> tuple[str, str]:
    """The first and the last page of a range. Either may be empty."""
    first, _, last = re.sub(LONG_DASH, "–", with_dash(pages.strip())).partition("–")
    return first.strip(), last.strip()
