"""Files that nothing uses, as their names or folders are wrong."""

from __future__ import annotations

from typing import TYPE_CHECKING

from acadfolio.checks import check_site
from sites import make_site

if TYPE_CHECKING:
    from pathlib import Path

HOME = {"content/about.md": "---\npermalink: /\n---\nAlgebra.\n"}


def reported(folder: Path, files: dict[str, str]) -> list[str]:
    return [
        f"{problem.location}: {problem.message} ({problem.hint})"
        for problem in check_site(make_site(folder, files))[0]
    ]


def test_a_misspelt_template_is_reported_and_an_included_one_is_not(tmp_path: Path) -> None:
    own = {"templates/partials/footr.html": "x"}
    assert reported(tmp_path / "1", HOME | own) == [
        "templates/partials/footr.html: no page uses this template (did you mean `partials/footer.html`?)"
    ]
    footer = {"templates/partials/footer.html": '{% include "partials/footr.html" %}'}
    assert reported(tmp_path / "2", HOME | own | footer) == []


def test_a_template_that_nobody_includes_is_a_remark(tmp_path: Path) -> None:
    own = {
        f"templates/{name}.html": "x"
        for name in ("partials/xyz", "mine", "entries/rings", "citations/own")
    }
    found = reported(tmp_path / "1", HOME | own)
    hint = 'write `{% include "partials/xyz.html" %}` into another template, or delete it'
    assert f"templates/partials/xyz.html: no page uses this template ({hint})" in found
    assert [line.partition(":")[0] for line in found] == [
        "templates/entries/rings.html", "templates/mine.html", "templates/partials/xyz.html",
    ]  # fmt: skip
    rings = {"data/rings.yml": "- {date: 1921, text: Ideals}\n"}
    assert "entries/rings.html" not in "".join(reported(tmp_path / "2", HOME | own | rings))


def test_a_template_whose_name_another_one_computes_is_left_alone(tmp_path: Path) -> None:
    own = {
        "templates/partials/xyz.html": "x",
        "templates/partials/footer.html": "{% include 'partials/' ~ 'x.html' %}",
    }
    found = reported(tmp_path, HOME | own)
    assert not [line for line in found if "no page uses" in line]


def test_only_a_shortcode_that_no_page_calls_is_a_remark(tmp_path: Path) -> None:
    own = {
        "templates/shortcodes/hello.html": "x",
        "templates/shortcodes/inner.html": "x",
        "templates/shortcodes/hell.html": "x",
        "content/notes.md": "A\n\n{{ hello(inner ()) }}\n\nNot `{{ hell() }}`.\n",
    }
    hint = "write `{{ hell() }}` on a line of its own into a page, or delete it"
    assert reported(tmp_path, HOME | own) == [
        f"templates/shortcodes/hell.html: no page uses this template ({hint})"
    ]


def test_a_style_sheet_that_no_page_loads_is_reported(tmp_path: Path) -> None:
    found = reported(
        tmp_path / "1", HOME | {"static/css/x.css": "p {}", "static/assets/css/custom.css": "p {}"}
    )
    hint = "move it to static/assets/css/custom.css, which all pages load"
    assert found == [f"static/css/x.css: no page loads this style sheet ({hint})"]
    imported = {
        "static/css/x.css": "p {}",
        "static/assets/css/custom.css": '@import "../../css/x.css";',
    }
    assert reported(tmp_path / "2", HOME | imported) == []


def test_backslashes_in_a_path_are_named(tmp_path: Path) -> None:
    found = reported(tmp_path, HOME | {"data/profile.yml": "name: E\navatar: images\\me.png\n"})
    assert (
        "`images\\me.png` has backslashes (write `images/me.png`: paths in URLs have `/`)"
        in "".join(found)
    )
