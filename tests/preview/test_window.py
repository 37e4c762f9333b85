"""What the shop window answers, what lies on top of a page, and what the terminal is told: without a server."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

import pytest

from acadfolio.output.file import Output
from acadfolio.preview.injection import with_preview
from acadfolio.preview.names import Names
from acadfolio.preview.overlay import MOST, Overlay, make_overlay
from acadfolio.preview.shop_window import REMEMBERED, ShopWindow
from acadfolio.preview.telling import Telling
from acadfolio.preview.workshop import Round
from acadfolio.problems import Location, Problem

if TYPE_CHECKING:
    from pathlib import Path

MISSING = b"<title>Page not found</title>"


def shown(site: Path, *outputs: Output) -> ShopWindow:
    window = ShopWindow(site)
    window.show(Round({output.path: output for output in outputs}, frozenset()))
    return window


def warning(message: str, file: str = "data/news.yml") -> Problem:
    return Problem(Location(file, 1), message, severity="warning")


def test_who_missed_too_many_rounds_is_told_nothing_of_them(tmp_path: Path) -> None:
    window = ShopWindow(tmp_path)
    first = window.turn
    turns = []
    for number in range(REMEMBERED + 5):
        turns.append(window.turn)
        window.show(Round({}, frozenset({f"{number}.css", f"{number}/index.html"})))
    assert window.files_since(first) is None
    assert window.files_since(turns[4]) is None
    files = [f"{number}.css" for number in range(5, REMEMBERED + 5)]
    assert window.files_since(turns[5]) == sorted(files)
    assert window.files_since(turns[-1]) == files[-1:]
    assert window.files_since(window.turn) == []


def test_before_the_first_good_build_only_pages_get_a_page(tmp_path: Path) -> None:
    window = ShopWindow(tmp_path)
    page, style = window.answer("/cv/"), window.answer("/main.css")
    assert (page.status, b"Nothing to show yet" in page.content) == (503, True)
    assert (style.status, style.content) == (503, b"")


def test_a_page_whose_file_went_since_the_build_is_missing(tmp_path: Path) -> None:
    window = shown(tmp_path, Output("slides.html", file=str(tmp_path / "gone.html")), Output("404.html", MISSING))
    assert (window.answer("/slides.html").status, window.answer("/slides.html").content) == (404, MISSING)


def test_a_page_that_comes_is_another_than_the_missing_one_with_its_bytes(tmp_path: Path) -> None:
    window = shown(tmp_path, Output("404.html", MISSING))
    assert window.answer("/404.html").content == window.answer("/cv/").content
    assert window.version("/404.html") != window.version("/cv/")


def test_a_host_may_end_with_a_dot() -> None:
    assert Names.of("127.0.0.1", 8000).has("localhost.:8000")


def test_what_is_wrong_lies_on_a_page_without_a_body_too() -> None:
    overlay = Overlay("<p>Wrong</p>", "1")
    assert with_preview(b"<p>Text", "1", "2", overlay).endswith(b"<p>Text" + overlay.html.encode())
    whole = with_preview(b"<body><p>Text</body></html>", "1", "2", overlay)
    assert whole.endswith(overlay.html.encode() + b"</body></html>")


def test_the_script_stands_behind_a_byte_order_mark_and_a_doctype() -> None:
    start = b"\xef\xbb\xbf<!doctype html>\n<html lang='a>b'><head>"
    assert with_preview(start + b"<title>", "1", "2", Overlay()).startswith(start + b"<script>")


def test_what_is_wrong_is_text_and_no_markup(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "data/news.yml").write_text("- <img src=x>\n")
    problem = Problem(Location("data/news.yml", 1, 3), "`<b>` is no key", "say `<i>`")
    content = make_overlay([problem], tmp_path).content
    assert "&lt;b&gt;" in content
    assert "&lt;i&gt;" in content
    assert "&lt;img src=x&gt;" in content
    assert not any(tag in content for tag in ("<b>`", "<i>`", "<img"))


def test_of_many_problems_the_errors_come_first_and_the_rest_is_counted(tmp_path: Path) -> None:
    problems = [*(warning(f"Warning {number}") for number in range(MOST + 1)), Problem(Location("data/a.yml"), "Error")]
    content = make_overlay(problems, tmp_path).content
    assert content.index("Error</p>") < content.index("Warning 0<")
    assert content.count('<li class="') == MOST
    assert "… and 2 more, which the terminal shows" in content
    assert "more, which" not in make_overlay(problems[-MOST:], tmp_path).content


def test_the_terminal_tells_a_problem_once_until_it_is_mended(tmp_path: Path) -> None:
    """A build that ends with an error has not looked for the links that another one warned of."""
    errors = io.StringIO()
    telling = Telling(tmp_path, io.StringIO(), errors)
    one, two = warning("One"), warning("Two")
    wrong, worse = Problem(Location("data/a.yml"), "Wrong"), Problem(Location("data/b.yml"), "Worse")
    told = []
    for problems in [(one,), (one, two), (wrong, worse), (worse,), (one, two), (one,), (one, two), (), (one,)]:
        errors.seek(0)
        errors.truncate()
        telling.round(Round({}, frozenset(), problems))
        told.append([line.partition("warning: ")[2] or line for line in errors.getvalue().splitlines()])
    assert told == [
        ["One"],
        ["Two"],
        ["data/a.yml: error: Wrong", "data/b.yml: error: Worse"],
        ["Mended; 1 problem left, told above."],
        ["Mended; 2 problems left, told above."],
        ["Mended; 1 problem left, told above."],
        ["Two"],
        ["All mended."],
        ["One"],
    ]


@pytest.mark.parametrize("mishap", [OSError, ValueError])
def test_a_terminal_that_is_gone_is_no_reason_to_end(tmp_path: Path, mishap: type[Exception]) -> None:
    class Gone(io.StringIO):
        def write(self, _: str) -> int:
            raise mishap

    telling = Telling(tmp_path, Gone(), Gone())
    telling.opened("http://127.0.0.1:8000/", None)
    telling.line("Something.")
    telling.round(Round({}, frozenset(), (warning("Something"),)))
