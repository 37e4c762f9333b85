"""The Nu HTML checker has nothing to say of any page; of the style sheet only what it does not know yet."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from acadfolio.build import build
from acadfolio.resources import examples
from looks import REDIRECT, ROOT
from tools import NOTE, messages

if TYPE_CHECKING:
    from pathlib import Path

    from looks import Built

pytestmark = pytest.mark.quality

# What the checker says of features that its grammar for CSS lacks, and their names in
# docs/content/quality.md, which lists the browsers that have them.
UNKNOWN = {
    'CSS: “--link”: Cannot invoke "org.w3c.css.values.CssValue.getType()" because "val" is null.': "oklch(from …)",
    'CSS: “--raised”: Cannot invoke "org.w3c.css.values.CssValue.getType()" because "val" is null.': "oklch(from …)",
    'CSS: “--badge”: Cannot invoke "org.w3c.css.values.CssValue.getType()" because "val" is null.': "oklch(from …)",
    "CSS: “anchor-scope”: Property “anchor-scope” doesn't exist.": "anchor-scope",
    "CSS: “animation-timeline”: Property “animation-timeline” doesn't exist.": "animation-timeline",
    "CSS: “anchor-name”: Property “anchor-name” doesn't exist.": "anchor-name",
    "CSS: “position-anchor”: Property “position-anchor” doesn't exist.": "position-anchor",
    "CSS: “position-area”: Property “position-area” doesn't exist.": "position-area",
    "CSS: “display”: “math” is not a “display” value.": "display: math",
    "CSS: “math-depth”: Property “math-depth” doesn't exist.": "math-depth",
}


def in_words(found: list[dict[str, Any]]) -> list[str]:
    """Each message once, with how often and where first."""
    places: dict[str, list[str]] = {}
    for one in found:
        place = f"{one['url']}:{one.get('lastLine')}: {one.get('extract', '').strip()[:120]!r}"
        places.setdefault(one["message"], []).append(place)
    return [f"{len(at)} times: {message} ({at[0]})" for message, at in places.items()]


def test_the_html_checker_sees_an_error_and_accepts_all_pages(
    looks: dict[str, Built], tmp_path: Path
) -> None:
    page = tmp_path / "mistake.html"
    page.write_text(
        "<!doctype html><html lang=en><title>Radium</title><p><div></div></p>", encoding="utf-8"
    )
    found = messages(page, *(look.folder / path for look in looks.values() for path in look.pages))
    (mistake,) = [one for one in found if one["url"].endswith("/mistake.html")]
    assert "No “p” element in scope" in mistake["message"]
    said = [
        one
        for one in found
        if not (one["type"] == "info" and one["message"].startswith(NOTE)) and one != mistake
    ]
    assert not said, "\n".join(in_words(said))


def test_the_html_checker_accepts_the_example_sites(tmp_path: Path) -> None:
    for name, site in examples().items():
        build(site, tmp_path / name)
    found = messages(
        *(
            page
            for page in tmp_path.rglob("*.html")
            if REDIRECT not in page.read_text(encoding="utf-8")
        )
    )
    said = [one for one in found if not (one["type"] == "info" and one["message"].startswith(NOTE))]
    assert not said, "\n".join(in_words(said))


def test_the_css_checker_reports_only_what_it_does_not_support(looks: dict[str, Built]) -> None:
    sheets = {
        file.read_bytes(): file for look in looks.values() for file in look.folder.rglob("*.css")
    }
    found = messages("--css", *sheets.values())
    unknown = {one["message"] for one in found}
    assert unknown == set(UNKNOWN), "\n".join(sorted(unknown ^ set(UNKNOWN)))
    manual = (ROOT / "docs" / "content" / "quality.md").read_text(encoding="utf-8")
    assert [feature for feature in UNKNOWN.values() if f"\n| `{feature}`" not in manual] == []
