"""The same as kramdown: named snippets and whole pages, where the shared material is at hand."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
import yaml
from dom import canonical

from acadfolio.markdown import convert, to_html
from cases import every_case

SHARED = Path("/work/shared")
pytestmark = pytest.mark.skipif(
    not (SHARED / "kramdown").is_dir(), reason="the shared kramdown material is not here"
)

_SEEDS = ("000", "002", "003", "004", "theme")
_CORPUS = ("betswish", "chrisliu6", "dentanjeremie", "haotang11", "sonjakrai", "sotiriskak")


def _snippets() -> dict[str, tuple[str, str]]:
    folder = SHARED / "kramdown"
    if not folder.is_dir():
        return {}
    cases = json.loads((folder / "cases.json").read_text(encoding="utf-8"))
    expected = json.loads((folder / "expected.json").read_text(encoding="utf-8"))
    return {name: (source, expected[name]) for name, source in cases.items()}


SNIPPETS = _snippets()


@every_case("name", SNIPPETS)
def test_a_snippet_is_the_same_page_as_kramdowns(name: str) -> None:
    source, expected = SNIPPETS[name]
    assert canonical(to_html(source)) == canonical(expected)


def test_all_snippets_are_there() -> None:
    assert len(SNIPPETS) == 171


def test_the_comparison_sees_a_difference() -> None:
    assert canonical("<p>a</p>") != canonical("<p>b</p>")
    assert canonical('<p class="a">a</p>') != canonical("<p>a</p>")
    assert canonical("<p>a b</p>") != canonical("<p>ab</p>")


def _pages() -> list[tuple[Path, Path, Path]]:
    seeds = [
        (SHARED / f"seeds/{name}.md", SHARED / f"reference/{name}.html", SHARED / "seeds/site.yml")
        for name in _SEEDS
    ]
    corpus = SHARED / "corpus"
    return seeds + [
        (corpus / f"{name}.md", corpus / f"{name}.html", corpus / f"{name}.site.yml")
        for name in _CORPUS
    ]


@every_case(("source", "reference", "site"), _pages())
def test_a_real_page_is_the_same_as_jekylls(
    source: Path, reference: Path, site: Path, tmp_path: Path
) -> None:
    liquid = pytest.importorskip("liquid")
    text = source.read_text(encoding="utf-8")
    match = re.match(r"---\n(.*?\n)---\n", text, re.DOTALL)
    assert match is not None
    settings = yaml.safe_load(site.read_text(encoding="utf-8")).get("liquid", {})
    body = (
        liquid.Environment()
        .from_string(text[match.end() :])
        .render(site=settings, page=yaml.safe_load(match[1]))
    )
    ours = tmp_path / "ours.html"
    ours.write_text(convert(body).html, encoding="utf-8")
    tool = [
        sys.executable,
        str(SHARED / "tools/domdiff.py"),
        str(reference),
        str(ours),
        "--min",
        "1",
    ]
    result = subprocess.run(tool, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stdout
    assert "score 1.0000" in result.stdout
