"""The theme's style sheet and script are joined from parts, as these are written."""

from __future__ import annotations

from pathlib import Path

from cases import every_case
from sites import render_site

STATIC = Path(__file__).parent.parent / "static"
ONLY_FOR_SETTINGS = {
    "03-fonts-full.css",
    "15-theme-width.css",
    "42-year-pages.css",
    "42-year-pages.js",
}


@every_case("bundle", ["assets/css/main.css", "assets/js/main.js"])
def test_the_parts_are_joined_as_they_are_written(bundle: str, tmp_path: Path) -> None:
    outputs, problems = render_site(tmp_path, {"content/about.md": "Text.\n"})
    assert problems == []
    folder, kind = bundle.split(".")
    files = sorted((STATIC / folder).glob(f"*.{kind}"))
    parts = [
        file.read_text(encoding="utf-8") for file in files if file.name not in ONLY_FOR_SETTINGS
    ]
    assert len(parts) > 10
    # The parts of the style sheet have no URLs from the root, so none is rewritten.
    assert outputs[bundle] == "\n".join(parts)


def test_a_part_of_a_site_has_its_place_by_name_and_urls_that_work_below_a_path(
    tmp_path: Path,
) -> None:
    files = {
        "content/about.md": "Text.\n",
        "static/a.png": "",
        "static/assets/css/main/99-own.css": "/* Mine */\np  { background: url(/a.png); }",
    }
    outputs, problems = render_site(tmp_path, files)
    assert problems == []
    own = '\n/* Mine */\np  { background: url("../../a.png"); }'
    assert outputs["assets/css/main.css"].endswith(own)


def test_a_comment_at_the_end_of_a_part_does_not_hide_the_next_one(tmp_path: Path) -> None:
    folder = "static/assets/js/main"
    files = {f"{folder}/98-a.js": "one(); // my comment", f"{folder}/99-b.js": "two();\n"}
    outputs, _ = render_site(tmp_path, files | {"content/about.md": "Text.\n"})
    assert outputs["assets/js/main.js"].endswith("one(); // my comment\ntwo();\n")


@every_case("width", ["reading", "theme"])
def test_the_sizes_of_the_jekyll_themes_are_served_where_they_are_used(
    width: str, tmp_path: Path
) -> None:
    settings = {"data/site.yml": f"title: A\nwidth: {width}\n"}
    outputs, _ = render_site(tmp_path, settings)
    rules = '  [data-width="theme"] {'
    assert (rules in outputs["assets/css/main.css"]) == (width == "theme")
