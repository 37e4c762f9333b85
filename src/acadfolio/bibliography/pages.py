"""Page ranges as people and programs write them."""

from __future__ import annotations

import re

LONG_DASH = re.compile(r"\s*(?:-{2,3}|[–—−])\s*")
RANGE = re.compile(r"(?:(?<=\d)|(?<=\d[a-z]))\s*-\s*(?=[A-Za-z]?\d)|(?<=[ivxlc])\s*-\s*(?=[ivxlc]+\b)")
"""A hyphen between two numbers, Arabic or Roman."""


def chapter_and_pages(pages: str) -> tuple[str, str]:
    """Split `chap. 4, 1–9`, as the chapters of BibTeX are kept, into `chap. 4` and `1–9`. Either may be empty."""
    if not pages.startswith("chap. "):
        return "", pages
    chapter, _, rest = pages.partition(",")
    return chapter, rest.lstrip()


def with_dash(pages: str) -> str:
    """Write ranges with a dash: `24–66` of `24-66`, `24` of `24-`; in `104303-1--104303-9` the hyphens stay."""
    pages = re.sub(r"(?<=\w)\s*(?:-{1,3}|[–—−])\s*(\+?)\s*$", r"\1", pages)  # A range without its end.
    return re.sub("[^,;&]+", _range_with_dash, pages)


def _range_with_dash(match: re.Match[str]) -> str:
    pages = match[0]
    if re.match(r"\s*[A-Za-z]{2,}-\w+-", pages):  # The number of a report.
        return pages
    if LONG_DASH.search(pages):
        return re.sub(rf"(?<=[\w)]){LONG_DASH.pattern}(?=[\w(])", "–", pages)
    return RANGE.sub("–", pages)


def first_and_last(pages: str) -> tuple[str, str]:
    """The first and the last page. Either may be empty."""
    written = with_dash(pages.strip())
    separator = LONG_DASH if LONG_DASH.search(written) else re.compile(r"\s*-\s*")
    first, *last = separator.split(written, maxsplit=1)
    return first, "".join(last)
