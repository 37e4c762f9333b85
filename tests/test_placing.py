"""Section lines as most are written take a shorter way, and place the same."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from jinja2 import Environment

from acadfolio.problems import SiteError
from acadfolio.rendering.placing import Placing
from sites import content_of, render_site

if TYPE_CHECKING:
    from pathlib import Path

PLAIN = (
    "news()",
    "news( )",
    "news(limit=1)",
    "news(limit=0)",
    "publications(selected=true, group_by=[])",
    "publications(selected=false)",
    "publications(kind='journal' , year = 1903)",
    'publications(tags="rays, [x=1]", limit=2)',
    'publications(view="table")',
    "hobbies()",
    "hobbies(title='Cycling')",
    "awards()",
)
WRONG = (
    "news(lmit=1)",
    "news(limit='many')",
    "news(date_style='soon')",
    "publications(year=1999)",
    "publications(view='boxed')",
    "publications(style='none')",
    "publications(class=true)",
    "awards(limit=1)",
)
OTHERS = (
    "news",
    "news(1)",
    "news(limit=1, limit=2)",
    "news(limit=1,)",
    "news(limit=01)",
    "news(limit=1.0)",
    "news(limit=0 + 1)",
    "news(limit=1 limit=2)",
    "news(limit=none)",
    "news(limit=one)",
    "news(**{'limit': 1})",
    "news()|upper",
    "news() if true",
    "newz()",
    "toc()",
    "publications(tags='rays\\u002c [x=1]')",
    "publications(tags='ra' 'ys')",
    "publications(fields=['title'])",
)
FILES = {
    "data/news.yml": "- {date: 1903, text: One}\n- {date: 1904, text: Two}\n",
    "data/hobbies.yml": "- {title: Cycling}\n- {title: Gardening}\n",
    "data/publications.yml": "- {title: Radium, kind: journal, year: 1903, selected: true, tags: ['rays, [x=1]']}\n"
    "- {title: Polonium, kind: book, year: 1898, tags: [rays]}\n",
}


def placed(folder: Path, line: str) -> tuple[str, list[str]]:
    try:
        pages, problems = render_site(folder, {**FILES, "content/about.md": f"# Home\n\n{{{{ {line} }}}}\n"})
    except SiteError as error:
        return "", [str(problem) for problem in error.problems]
    return content_of(pages["index.html"]), problems


def test_an_argument_that_is_said_twice_is_told(tmp_path: Path) -> None:
    assert "cannot be read" in placed(tmp_path, "news(limit=1, limit=2)")[1][0]


@pytest.mark.parametrize("line", [*PLAIN, *WRONG, *OTHERS])
def test_a_line_places_what_jinja_reads_in_it(line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ours = placed(tmp_path, line)
    monkeypatch.setattr(Placing, "_called", lambda *_: None)
    assert ours == placed(tmp_path, line)


@pytest.mark.parametrize("line", [*PLAIN, *WRONG, *OTHERS])
def test_plain_lines_are_not_compiled_and_all_others_are(
    line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    compiled: list[str] = []
    usual = Environment.compile_expression

    def noted(environment: Environment, source: str, **options: bool) -> object:
        compiled.append(source)
        return usual(environment, source, **options)

    monkeypatch.setattr(Environment, "compile_expression", noted)
    placed(tmp_path, line)
    assert compiled == ([] if line in {*PLAIN, *WRONG} else [line])
