"""Warnings of a build about a missing home page, and about shortcodes and paths that are misspelt."""

from __future__ import annotations

from typing import TYPE_CHECKING

from acadfolio.checks import check_site
from cases import every_case
from sites import make_site, render_site

if TYPE_CHECKING:
    from pathlib import Path

PROFILE = {"data/profile.yml": "name: Emmy Noether\n"}
PAGES = {"content/cv.md": "My life.\n", "content/teaching.md": "My lectures.\n"}
NEWS = {"data/news.yml": "- {date: 1915, text: Hello}\n"}
NO_TEXT = "content/about.md: the home page has no text of yours: there is no content/about.md"


def warned(folder: Path, files: dict[str, str]) -> list[str]:
    """The warnings of a build about the home page."""
    return [line for line in render_site(folder, files)[1] if "home page" in line]


def test_a_site_of_several_pages_without_a_home_page_is_warned_of(tmp_path: Path) -> None:
    assert warned(tmp_path, PROFILE | PAGES) == [NO_TEXT]


@every_case(
    "home",
    [
        {"content/about.md": "Hi.\n"},
        {"content/index.md": "Hi.\n"},
        {"content/me.md": "---\npermalink: /\n---\nHi.\n"},
        {"content/index.html": "<p>Hi.</p>\n"},
    ],
)
def test_any_home_page_is_one(home: dict[str, str], tmp_path: Path) -> None:
    assert warned(tmp_path, PROFILE | PAGES | home) == []


def test_a_home_page_that_is_a_draft_is_named(tmp_path: Path) -> None:
    draft = {"content/about.md": "---\ndraft: true\n---\nHi.\n"}
    assert warned(tmp_path, PROFILE | PAGES | draft) == [
        "content/about.md: the home page is a draft: visitors see a page without your text"
    ]


def test_of_a_site_with_one_page_only_a_check_says_that_the_home_page_is_missing(
    tmp_path: Path,
) -> None:
    files = PROFILE | {"content/cv.md": "My life.\n"}
    assert warned(tmp_path / "1", files) == []
    found = check_site(make_site(tmp_path / "2", files))[0]
    assert [problem.location.file for problem in found if problem.rule == "no-home-page"] == [
        "content/about.md"
    ]


def test_a_site_of_data_alone_is_left_alone(tmp_path: Path) -> None:
    found = check_site(make_site(tmp_path, PROFILE | NEWS))[0]
    assert [problem for problem in found if problem.rule == "no-home-page"] == []


@every_case(
    ("line", "right"),
    [
        ("{ news() }", "{{ news() }}"),
        ("{news()}", "{{ news() }}"),
        ("{ news }", "{{ news() }}"),
        ("{news(limit=3)}", "{{ news(limit=3) }}"),
        ("{ toc() }", "{{ toc() }}"),
        ("- { news() }", "{{ news() }}"),
    ],
)
def test_a_shortcode_with_single_braces_is_warned_of(line: str, right: str, tmp_path: Path) -> None:
    files = NEWS | {"content/about.md": f"Hi.\n\n{line}\n"}
    (problem,) = [
        each
        for each in check_site(make_site(tmp_path, files))[0]
        if each.rule == "shortcode-syntax"
    ]
    assert (problem.location.line, problem.hint) == (3, f"write `{right}`")
    assert problem.message.endswith("is shown as text: it has single braces")


@every_case(
    "line",
    [
        "`{ news() }`",
        "\\{ news() }",
        "{ rings() }",
        "The set { news } is open.",
        "    { news() }",
        "{: .notice}",
    ],
)
def test_other_braces_are_text(line: str, tmp_path: Path) -> None:
    files = NEWS | {"content/about.md": f"Hi.\n\n{line}\n"}
    found = check_site(make_site(tmp_path, files))[0]
    assert [problem.message for problem in found if "single braces" in problem.message] == []


@every_case("path", ["images\\team.png", "images\\new.png"])
def test_backslashes_in_a_shortcode_name_the_right_path(path: str, tmp_path: Path) -> None:
    files = {"content/about.md": f'{{{{ figure("{path}", alt="x") }}}}\n'}
    found = render_site(tmp_path, files)[1]
    assert f"content/about.md:1:12: `{path}` has backslashes" in found
