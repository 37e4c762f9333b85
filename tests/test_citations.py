"""The citation styles: what tests/citations.md says of every kind of work, the limit of authors, and other languages."""

from __future__ import annotations

import html
import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from acadfolio.theme.words import WORDS
from sites import content_of, render_site

SPEC = Path(__file__).with_name("citations.md").read_text(encoding="utf-8")
CHAPTER = re.compile(r"^## (.+?)\n\n```yaml\n(.+?)```\n\n(.+?)(?=\n\n##|\Z)", re.MULTILINE | re.DOTALL)
STYLES = ("ieee", "acm", "apa", "chicago", "nature", "vancouver", "mla")
KINDS = ("journal", "conference", "workshop", "preprint", "book", "chapter", "thesis", "patent", "software", "dataset", "report", "other")  # fmt: skip
SHOUTING = {"<em>": "*", "</em>": "*", "<b>": "**", "</b>": "**"}


class Work(NamedTuple):
    """A chapter of the specification."""

    name: str
    record: str
    expected: dict[str, str]


def works() -> list[Work]:
    return [
        Work(name, record, dict(line[2:].split(": ", 1) for line in lines.strip().split("\n")))  # type: ignore[misc]
        for name, record, lines in CHAPTER.findall(SPEC)
    ]


def entry(record: str) -> str:
    """A record as an entry of a list."""
    return "- " + record.replace("\n", "\n  ").rstrip() + "\n"


def said(text: str) -> str:
    """What a reader sees while nothing is opened: italics and bold as marks."""
    text = re.sub(r" \([^()]*\)</details>", "", text.replace('class="me"', ""))
    text = re.sub(r"</?[a-z][^>]*>", lambda tag: SHOUTING.get(tag[0], ""), text)
    return " ".join(html.unescape(text).split())


def cited(folder: Path, line: str, publications: str, **data: str) -> str:
    files = {f"data/{name}.yml": text for name, text in {"publications": publications, **data}.items()}
    outputs, problems = render_site(folder, {**files, "content/about.md": f"{line}\n"})
    assert problems == []
    return content_of(outputs["index.html"])


def items(page: str) -> list[str]:
    return [said(item) for item in re.findall(r'<li class="publication"[^>]*>(.*?)</li>', page, re.DOTALL)]


@cache
def in_style(style: str, folder: Path) -> list[str]:
    """Every work of the specification in one style, from one build."""
    publications = "".join(entry(work.record) for work in works())
    line = f'{{{{ publications(style="{style}", sort="file") }}}}'
    return items(cited(folder / style, line, publications, profile="name: Marie Curie\n"))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("styles")


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("number", range(len(works())), ids=[work.name for work in works()])
def test_a_work_is_cited_as_the_style_has_it(number: int, style: str, folder: Path) -> None:
    assert in_style(style, folder)[number] == works()[number].expected[style]


def test_the_specification_has_every_kind_in_every_style() -> None:
    kinds = {
        match[1] if (match := re.search(r"^kind: (\w+)", work.record, re.MULTILINE)) else "other" for work in works()
    }
    assert kinds == set(KINDS)
    assert all(tuple(work.expected) == STYLES for work in works())
