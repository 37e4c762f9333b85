"""Where the caret stands below a line, counted in the cells of a terminal."""

from __future__ import annotations

import io
import json
import re
import sys
from typing import TYPE_CHECKING

import pytest

from acadfolio.cli import main
from acadfolio.preview.server import Terminal
from acadfolio.problems import Location, Problem
from acadfolio.reporting import as_json, excerpt, print_problems, text_width
from acadfolio.wording import visible
from cases import every_case
from sites import make_site

if TYPE_CHECKING:
    from pathlib import Path


def problem_at(folder: Path, text: str, sign: str, line: int = 1) -> Problem:
    """A problem where a sign first stands in a line."""
    (folder / "a.yml").write_text(text, encoding="utf-8")
    place = Location("a.yml", line, text.split("\n")[line - 1].index(sign) + 1)
    return Problem("invalid-value", place, "this is wrong")


@every_case(
    ("before", "cells"),
    [
        ("title: a", 8),
        ("标题", 4),
        ("（１）", 6),
        ("한국어", 6),
        ("e\u0301te\u0301", 3),
        ("été", 3),
        ("😀", 2),
        ("👩\u200d", 2),
    ],
)
def test_the_caret_is_below_its_character(before: str, cells: int, tmp_path: Path) -> None:
    assert text_width(before) == cells
    problem = problem_at(tmp_path, f"{before}#\n", "#")
    assert excerpt(problem, tmp_path) == f"     1 | {before}#\n       | {' ' * cells}^\n"


def test_a_long_line_of_wide_characters_is_cut_to_the_width_of_the_terminal(tmp_path: Path) -> None:
    shown, caret = excerpt(
        problem_at(tmp_path, "标" * 200 + "#" + "题" * 200, "#"), tmp_path
    ).splitlines()
    assert text_width(shown) <= 109
    assert text_width(shown[: shown.index("#")]) == caret.index("^")
    plain, caret = excerpt(
        problem_at(tmp_path, "a" * 200 + "#" + "b" * 200, "#"), tmp_path
    ).splitlines()
    assert (plain, caret) == (f"     1 | {'a' * 79}#{'b' * 20}", f"       | {' ' * 79}^")


def test_a_line_is_what_editors_call_one(tmp_path: Path) -> None:
    problem = problem_at(tmp_path, "\ufeffa: b\u2028c\nd: #\n", "#", line=2)
    assert excerpt(problem, tmp_path) == "     2 | d: #\n       |    ^\n"


def test_of_many_warnings_of_a_rule_in_a_file_the_first_ten_and_their_number_are_printed(
    tmp_path: Path,
) -> None:
    years = [
        Problem("missing-key", Location("data/a.bib", line), "no year", severity="warning")
        for line in range(40)
    ]
    errors = [Problem("invalid-value", Location("data/a.bib", line), "wrong") for line in range(20)]
    stream = io.StringIO()
    print_problems([*years, *errors], tmp_path, stream)
    lines = stream.getvalue().splitlines()
    assert sum("no year" in line for line in lines) == 10
    assert sum("wrong" in line for line in lines) == 20
    assert lines[-1].startswith(
        "data/a.bib: warning: 30 more of the rule `missing-key` in this file"
    )


def test_a_workflow_on_github_shows_problems_at_their_lines(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    found = [
        Problem("invalid-value", Location("data/news.yml", 2, 5), "100 %", "fix it"),
        Problem("missing-alt", Location("content/a.md"), "odd", severity="warning"),
    ]
    stream = io.StringIO()
    print_problems(found, tmp_path, stream)
    assert stream.getvalue().splitlines() == [
        f"::error file={tmp_path}/data/news.yml,line=2,col=5,title=invalid-value::data/news.yml:2:5: 100 %25 (fix it)",
        f"::warning file={tmp_path}/content/a.md,title=missing-alt::content/a.md: odd",
    ]


EVIL = "a\n::stop-commands::x\r\x1b]0;t\x07\x7f\x9b31m\u202e\u2066\u200f\u2028\u2029,:%.md"
OBEYED = re.compile("[^\\n\\x20-\\x7e]")
"""What a terminal or a log would obey, if all texts are in ASCII."""


def test_what_a_terminal_would_obey_is_shown_as_an_escape() -> None:
    shown = r"a\n::stop-commands::x\r\x1b]0;t\x07\x7f\x9b31m\u202e\u2066\u200f\u2028\u2029,:%.md"
    assert visible(EVIL) == shown
    assert (
        visible("Пушкин 标 é \U0001f469\u200d\U0001f52c\t")
        == "Пушкин 标 é \U0001f469\u200d\U0001f52c\t"
    )


def evil_problems() -> list[Problem]:
    """Problems with names and texts of a stranger, and more of one rule than are printed."""
    place = Location(f"content/{EVIL}")
    many = [
        Problem("missing-key", place._replace(line=line), EVIL, EVIL, "warning")
        for line in range(20)
    ]
    return [Problem("invalid-value", place, EVIL, EVIL), *many]


@pytest.mark.parametrize("of", ["pipe", "terminal", "GitHub"])
def test_every_problem_is_one_line_that_nothing_obeys(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, of: str
) -> None:
    stream = io.StringIO()
    monkeypatch.setattr(stream, "isatty", lambda: of == "terminal")
    monkeypatch.setenv("GITHUB_ACTIONS", "true") if of == "GitHub" else None
    print_problems(evil_problems(), tmp_path, stream)
    printed = re.sub("\x1b\\[[0-9]+m", "", stream.getvalue())
    assert not OBEYED.findall(printed)
    assert len(printed.splitlines()) == 12
    assert all(
        line.startswith(("content/a\\n", "::error file=", "::warning file="))
        for line in printed.splitlines()
    )


def test_the_file_of_an_annotation_is_escaped_as_github_reads_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    stream = io.StringIO()
    print_problems(
        [Problem("invalid-value", Location("a,b:c%d\ne.md"), "two\nlines")], tmp_path, stream
    )
    file = f"{tmp_path}/a%2Cb%3Ac%25d%0Ae.md"
    assert (
        stream.getvalue()
        == f"::error file={file},title=invalid-value::a,b:c%25d\\ne.md: two lines\n"
    )


def test_json_escapes_it_and_keeps_the_names_of_files() -> None:
    text = as_json(evil_problems())
    assert not OBEYED.findall(text)
    assert json.loads(text)["problems"][0]["file"] == f"content/{EVIL}"


def test_an_excerpt_has_one_character_for_each_so_that_the_caret_stays_below_its_place(
    tmp_path: Path,
) -> None:
    problem = problem_at(tmp_path, "a\u202eb\x1bc#\n", "#")
    assert excerpt(problem, tmp_path) == "     1 | a\ufffdb\ufffdc#\n       |      ^\n"


def test_the_preview_names_changed_files_without_what_a_terminal_would_obey(tmp_path: Path) -> None:
    stream = io.StringIO()
    Terminal(tmp_path, stream).line(EVIL)
    assert stream.getvalue() == f"{visible(EVIL)}\n"


COMMANDS = {
    "build": ["build", "--no-cache", "--site", "."],
    "check": ["check"],
    "check, in JSON": ["check", "--format", "json"],
    "deploy": ["deploy", "--dry-run", "--force", "--despite-errors", "--to", "public"],
    "templates": ["templates", "diff"],
    "import": ["import", "old", "--site", "new", "--dry-run"],
}


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such names")
@pytest.mark.parametrize("command", COMMANDS.values(), ids=COMMANDS)
def test_no_command_prints_what_a_terminal_would_obey(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    command: list[str],
) -> None:
    name = EVIL.replace(".md", "")
    files = {
        "content/about.md": "Hello\n", f"content/_drafts/{name}.md": "Later\n", f"content/{EVIL}": "![](none.png)\n",
        f"static/{name}.txt": "x", "templates/partials/footer.html": "A \u202e\x9b\n", f"old/images/{name}.png": "x",
        "old/_config.yml": "title: A\n", f"old/_pages/{EVIL}": "---\ntitle: A\n---\nB\n",
    }  # fmt: skip
    make_site(tmp_path, files)
    monkeypatch.chdir(tmp_path)
    main(command)
    printed = capsys.readouterr()
    assert [
        part for part in OBEYED.findall(printed.out + printed.err) if not part.isprintable()
    ] == []
    assert not re.search("(?m)^\\s*::", printed.out + printed.err)
