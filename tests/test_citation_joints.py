"""In every citation style, with any fields missing, the spaces and punctuation between the parts are correct."""

from __future__ import annotations

import html
import random
import re
from functools import cache
from typing import TYPE_CHECKING, get_args

import pytest

from acadfolio.html.text import without_elements
from acadfolio.model.publication import Kind
from citation_styles import ALL_STYLES
from sites import content_of, render_site

if TYPE_CHECKING:
    from pathlib import Path

FIELDS = (
    "authors: [Q. Qname, Qgiven Qother]", "editors: [Q. Qeditor]",
    "translators: [Q. Qtranslator]", "venue: Qvenue", "type: Qtype", "volume: Qvolume",
    "issue: Qissue", "number: Qnumber", "issue_title: Qspecial", "pages: Q1-9", "publisher: Qpublisher",
    "edition: Qedition", "version: Qversion", "location: Qplace", "event: Qevent", "series: Qseries",
    "institution: Qschool",
    "doi: 10.1000/{}", "arxiv: '24{}'", "note: Qnote", "award: Qaward",
)  # fmt: skip
WHEN = ("year: 2001", "date: 2001-05", "date: 2001-05-07", "date: 2001..2003", "note: Qnote")
STATUS = (
    "published",
    "published",
    "in press",
    "accepted",
    "under review",
    "submitted",
    "in preparation",
)
EACH = 24
"""The number of works of each kind, with few, half or most of their fields.

They are the same in every run.
"""
TOUCHING = re.compile(r"[^\s(\[“‘/:;*]Q|[\w)\]]“|[^\W\d]2001|[\w)\]]\[")
ABBREVIATED = "".join(
    rf"(?<!{end})"
    for end in (
        r"\bed",
        r"\beds",
        r"\bEd",
        r"\bEds",
        r"\bTrans",
        r"\bal",
        r"\b[Nn]o",
        r"\bRep",
        r"Q",
    )
)
STRAY = re.compile(
    r"\s[,.;:)\]]|,[^\s”’]|[,;:][,.;:]|[(\[][\s,.;:)\]]|[\s,;:][)\]]|“”|^[,.;:]|<i></i>|\.\.|"
    + ABBREVIATED
    + r"\.[,;:]"
)


def record_of(kind: str, number: int) -> str:
    """A work with random fields. The seed is its number."""
    chance = random.Random(f"{kind} {number}")  # noqa: S311 - no secret
    share = chance.choice((0.1, 0.25, 0.5, 0.8))
    fields = [field for field in FIELDS if chance.random() < share]
    when, status = chance.choice(WHEN), chance.choice(STATUS)
    fields += [when] if when not in fields else []
    written = ", ".join(fields).replace("10.1000/{}", f"10.1000/{kind}{number}")
    written = written.replace("24{}", f"24{get_args(Kind).index(kind) + 1:02d}.{number:05d}")
    return f"{{title: Qtitle, kind: {kind}, status: {status}, {written}}}"


@cache
def cited_in(folder: Path) -> dict[str, list[tuple[str, str]]]:
    """Every record with its citation, by style, from one build."""
    records = [record_of(kind, number) for kind in get_args(Kind) for number in range(EACH)]
    lines = [
        f'{{{{ publications(style="{style}", sort="file", search=false) }}}}'
        for style in ALL_STYLES
    ]
    files = {
        "data/publications.yml": "".join(f"- {record}\n" for record in records),
        "content/about.md": "\n\n".join(
            f"# {style}\n\n{line}" for style, line in zip(ALL_STYLES, lines, strict=True)
        ),
    }
    page = content_of(render_site(folder, files)[0]["index.html"])
    items = re.findall(r'<li class="publication"[^>]*>(.*?)</li>', page, re.DOTALL)
    count = len(records)
    return {
        style: list(
            zip(records, map(said, items[place * count : (place + 1) * count]), strict=True)
        )
        for place, style in enumerate(ALL_STYLES)
    }


def said(item: str) -> str:
    """The visible text, and the empty elements."""
    text = re.sub(r"<(em|b|i)>\s*</\1>", "&lt;i>&lt;/i>", without_elements(item, {"details"}))
    return " ".join(html.unescape(re.sub(r"<[^>]+>", "", text)).split())


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("joints")


@pytest.mark.slow
@pytest.mark.parametrize("style", ALL_STYLES)
def test_no_two_pieces_of_a_citation_touch(style: str, folder: Path) -> None:
    wrong = [
        f"{text}    of {record}"
        for record, text in cited_in(folder)[style]
        if TOUCHING.search(text)
    ]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("style", ALL_STYLES)
def test_no_punctuation_of_a_citation_is_beside_an_empty_part(style: str, folder: Path) -> None:
    wrong = [
        f"{text}    of {record}" for record, text in cited_in(folder)[style] if STRAY.search(text)
    ]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize(
    ("language", "expected"),
    [("ar", "سمرقند، <time"), ("fa", "سمرقند، <time"), ("he", "سمرقند, <time")],
)
def test_words_in_arabic_letters_have_the_comma_of_the_language(
    language: str, expected: str, tmp_path: Path
) -> None:
    papers = (
        "- {title: A, authors: [B], kind: book, year: 1070, location: سمرقند}\n"
        "- {title: C, authors: [B], kind: book, year: 1851, location: Paris}\n"
    )
    files = {
        "data/site.yml": f"title: E\nlanguage: {language}\n",
        "data/publications.yml": papers,
        "content/about.md": "{{ publications() }}\n",
    }
    page = content_of(render_site(tmp_path, files)[0]["index.html"])
    assert expected in page
    assert "Paris, <time" in page
