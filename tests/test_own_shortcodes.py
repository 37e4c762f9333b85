"""Shortcodes that are templates of the site: `templates/shortcodes/NAME.html`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from acadfolio.problems import SiteError
from sites import content_of, make_site, render_site

if TYPE_CHECKING:
    from pathlib import Path

CALLOUT = {"templates/shortcodes/callout.html": "<p>{{ title }}: {{ arguments[0] }}</p>\n"}


def page(folder: Path, text: str, files: dict[str, str]) -> tuple[str, list[str]]:
    notes = {"content/notes.md": f"---\ntitle: Notes\n---\n{text}\n"}
    outputs, problems = render_site(folder, notes | files)
    return content_of(outputs["notes/index.html"]).strip(), problems


def errors(folder: Path, text: str, files: dict[str, str]) -> list[str]:
    with pytest.raises(SiteError) as raised:
        page(folder, text, files)
    return [f"{found.location}: {found.message}" for found in raised.value.problems]


def test_arguments_are_variables(tmp_path: Path) -> None:
    content, problems = page(tmp_path, '{{ callout("a & b", title="T") }}', CALLOUT)
    assert (content, problems) == ("<p>T: a &amp; b</p>", [])


def test_a_template_has_the_variables_and_filters_of_others(tmp_path: Path) -> None:
    template = "{% if true %}{{ site.title | upper }}{% endif %}{% include 'partials/mine.html' %}"
    files = {"templates/shortcodes/x.html": template, "templates/partials/mine.html": "!"}
    assert page(tmp_path, "{{ x() }}", files)[0] == "EMMY NOETHER!"


def test_a_missing_argument_has_the_line_of_the_page(tmp_path: Path) -> None:
    (error,) = errors(tmp_path, 'Text\n\n{{ callout("a") }}', CALLOUT)
    message = '`{{ callout("a") }}` cannot be evaluated: `title` is undefined'
    assert error == f"content/notes.md:6:1: {message}, in templates/shortcodes/callout.html:1"


def test_a_template_that_is_no_jinja_has_its_own_line(tmp_path: Path) -> None:
    broken = {"templates/shortcodes/broken.html": "A\n{% if %}\n"}
    (error,) = errors(tmp_path, "{{ broken() }}", broken)
    assert error.startswith("templates/shortcodes/broken.html:2: this is not valid Jinja")


def test_a_misspelt_shortcode_has_a_suggestion(tmp_path: Path) -> None:
    with pytest.raises(SiteError) as raised:
        page(tmp_path, '{{ calout("a") }}', CALLOUT)
    assert raised.value.problems[0].hint == "did you mean `callout`?"


def test_a_shortcode_among_words_is_reported(tmp_path: Path) -> None:
    _, problems = page(tmp_path, 'See {{ callout("a", title="b") }}.', CALLOUT)
    assert problems == ["content/notes.md:4:5: the shortcode `callout` is shown as text"]


def test_a_template_replaces_a_shortcode_of_the_same_name(tmp_path: Path) -> None:
    files = {"templates/shortcodes/video.html": "my player"}
    assert page(tmp_path, '{{ video("a.mp4") }}', files)[0] == "my player"


def test_endless_work_in_a_template_is_bounded(tmp_path: Path) -> None:
    endless = {
        "templates/shortcodes/x.html": "{% for a in range(100000) %}{% for b in range(100000) %}.{% endfor %}{% endfor %}"
    }
    assert "x()" in errors(tmp_path, "{{ x() }}", endless)[0]


def test_a_changed_template_changes_the_page(tmp_path: Path) -> None:
    from acadfolio.build import build

    site = make_site(tmp_path, {"content/notes.md": '{{ callout("a", title="b") }}\n'} | CALLOUT)
    build(site, tmp_path / "output")
    make_site(site, {"templates/shortcodes/callout.html": "<p>New</p>"})
    build(site, tmp_path / "output")
    assert "<p>New</p>" in (tmp_path / "output/notes/index.html").read_text(encoding="utf-8")
