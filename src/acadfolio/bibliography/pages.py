"""Pages come in as people and programs write them, with a hyphen or several; with a dash between two they come out."""

from __future__ import annotations

import re

PIECE = re.compile(r"[^,;&]+")
LONG_DASH = r"-{2,3}|[–—−]"
LONG, PARTING_LONG, PARTING_SHORT = re.compile(LONG_DASH), re.compile(rf"\s*(?:{LONG_DASH})\s*"), re.compile(r"\s*-\s*")
LONG_RANGE = re.compile(rf"(?<=[\w)])\s*(?:{LONG_DASH})\s*(?=[\w(])")
RANGE = re.compile(r"(?:(?<=\d)|(?<=\d[a-z]))\s*-\s*(?=[A-Za-z]?\d)|(?<=[ivxlc])\s*-\s*(?=[ivxlc]+\b)")
"""A hyphen is a dash between two numbers only, be they Roman."""
OPEN = re.compile(r"(?<=\w)\s*(?:-{1,3}|[–—−])\s*(\+?)\s*$")
"""A range of which nobody wrote the end; ADS wrote `14-+` once."""
REPORT = re.compile(r"\s*[A-Za-z]{2,}-\w+-")
"""The number of a report, whose hyphens part no pages."""

CHAPTER = re.compile(r"(chap\. [^,]+)(?:,\s*|\Z)")


def chapter_and_pages(pages: str) -> tuple[str, str]:
    """`chap. 4` and `1–9` of `chap. 4, 1–9`, as chapters of BibTeX are read. Either may be empty."""
    chapter = CHAPTER.match(pages)
    return (chapter[1], pages[chapter.end() :]) if chapter else ("", pages)


def with_dash(pages: str) -> str:
    """`24–66` of `24-66`, `24` of `24-`, `24+` of `24-+`; in `104303-1--104303-9` hyphens are part of the numbers."""
    pages = OPEN.sub(r"\1", pages)
    return PIECE.sub(_piece, pages) if "-" in pages or LONG.search(pages) else pages


def _piece(piece: re.Match[str]) -> str:
    if REPORT.match(piece[0]):
        return piece[0]
    dash = LONG_RANGE if LONG.search(piece[0]) else RANGE
    return dash.sub("–", piece[0])


def first_and_last(pages: str) -> tuple[str, str]:
    """The two that the dash parts. Either may be empty."""
    written = with_dash(pages.strip())
    first, *last = (PARTING_LONG if LONG.search(written) else PARTING_SHORT).split(written, maxsplit=1)
    return first, "".join(last)
