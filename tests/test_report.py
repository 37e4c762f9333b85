"""Where the caret stands below a line, counted in the cells of a terminal."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

import pytest

from acadfolio.problems import Location, Problem
from acadfolio.reporting import excerpt, print_problems, text_width

if TYPE_CHECKING:
    from pathlib import Path


def problem_at(folder: Path, text: str, sign: str, line: int = 1) -> Problem:
    """A problem where a sign first stands in a line."""
    (folder / "a.yml").write_text(text, encoding="utf-8")
    place = Location("a.yml", line, text.split("\n")[line - 1].index(sign) + 1)
    return Problem("invalid-value", place, "this is wrong")


@pytest.mark.parametrize(
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
    shown, caret = excerpt(problem_at(tmp_path, "标" * 200 + "#" + "题" * 200, "#"), tmp_path).splitlines()
    assert text_width(shown) <= 109
    assert text_width(shown[: shown.index("#")]) == caret.index("^")
    plain, caret = excerpt(problem_at(tmp_path, "a" * 200 + "#" + "b" * 200, "#"), tmp_path).splitlines()
    assert (plain, caret) == (f"     1 | {'a' * 79}#{'b' * 20}", f"       | {' ' * 79}^")


def test_a_line_is_what_editors_call_one(tmp_path: Path) -> None:
    problem = problem_at(tmp_path, "\ufeffa: b\u2028c\nd: #\n", "#", line=2)
    assert excerpt(problem, tmp_path) == "     2 | d: #\n       |    ^\n"


def test_of_many_warnings_of_a_rule_in_a_file_the_first_ten_and_their_number_are_printed(tmp_path: Path) -> None:
    years = [Problem("missing-key", Location("data/a.bib", line), "no year", severity="warning") for line in range(40)]
    errors = [Problem("invalid-value", Location("data/a.bib", line), "wrong") for line in range(20)]
    stream = io.StringIO()
    print_problems([*years, *errors], tmp_path, stream)
    lines = stream.getvalue().splitlines()
    assert sum("no year" in line for line in lines) == 10
    assert sum("wrong" in line for line in lines) == 20
    assert lines[-1].startswith("data/a.bib: warning: 30 more of the rule `missing-key` in this file")


def test_a_workflow_on_github_shows_problems_at_their_lines(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
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
