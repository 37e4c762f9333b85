"""The Nu HTML checker has nothing to say of any page; of the style sheet only what it does not know yet."""

from __future__ import annotations

import json
import re
import subprocess
from typing import TYPE_CHECKING, Any

import pytest

from looks import ROOT
from tools import VNU, module, program

if TYPE_CHECKING:
    from pathlib import Path

    from looks import Built

pytestmark = pytest.mark.quality

# Features newer than the checker's CSS grammar, by what it says of them. docs/quality.md names the browsers that have them.
UNKNOWN: dict[str, str] = {}


def messages(*arguments: str | Path) -> list[dict[str, Any]]:
    command = [program("java", "default-jre-headless"), "-Xss4m", "-jar", str(module(VNU)), "--format", "json"]
    ended = subprocess.run([*command, *map(str, arguments)], capture_output=True, text=True, check=False)
    found: list[dict[str, Any]] = json.loads(ended.stderr)["messages"]
    return found


def in_words(found: list[dict[str, Any]], folder: Path) -> list[str]:
    """Each message once, with how often and where first."""
    places: dict[str, list[str]] = {}
    for one in found:
        path = one["url"].removeprefix(folder.as_uri().replace("///", "/"))
        place = f"{path}:{one.get('lastLine')}: {one.get('extract', '').strip()[:120]!r}"
        places.setdefault(one["message"], []).append(place)
    return [f"{len(at)} times: {message} ({at[0]})" for message, at in places.items()]


def test_the_html_checker_has_nothing_to_say_of_any_page(look: Built) -> None:
    found = messages(*(look.folder / path for path in sorted(look.folder.rglob("*.html"))))
    assert not found, "\n".join(in_words(found, look.folder))


def test_the_html_checker_sees_a_mistake(tmp_path: Path) -> None:
    page = tmp_path / "index.html"
    page.write_text("<!doctype html><html lang=en><title>Radium</title><p><div></div></p>", encoding="utf-8")
    assert any("No “p” element in scope" in one["message"] for one in messages(page))


def test_the_css_checker_says_only_what_it_does_not_know(look: Built) -> None:
    found = messages("--css", *look.folder.rglob("*.css"))
    unknown = {one["message"] for one in found}
    assert unknown == set(UNKNOWN), "\n".join(sorted(unknown ^ set(UNKNOWN)))
    manual = (ROOT / "docs" / "quality.md").read_text(encoding="utf-8")
    assert [feature for feature in UNKNOWN.values() if not re.search(rf"^\| `{re.escape(feature)}", manual, re.M)] == []
