"""The style guide of the demo: everything once, in no menu, and in nobody's new site."""

from __future__ import annotations

import re
import shutil
from itertools import pairwise
from pathlib import Path

import pytest

from acadfolio.build import prepare
from acadfolio.model.section_kinds import SECTION_KINDS
from acadfolio.rendering.features import FEATURE_ARGUMENTS
from acadfolio.scaffold import new_site
from cases import every_case
from sites import content_of

ROOT = Path(__file__).resolve().parent.parent
GUIDE = "style-guide/index.html"
SOURCE = (ROOT / "content" / "style-guide.md").read_text(encoding="utf-8")
TEXT = "a abbr blockquote cite code del em hr input ins kbd mark math p pre q samp small strong sub sup time var"
BLOCKS = "dd details dl dt figcaption figure h2 h3 h4 h5 h6 img li ol summary table td th ul video"
COUNTS = ("citations.yml", "gs_data.json", "gs_data_shieldsio.json")
UNCOUNTED = set() if any((ROOT / "data" / name).exists() for name in COUNTS) else {"citations"}
"""Nobody has counted who cites Marie Curie.

Figures would be made up, and without any the line is a warning.
"""
TONES = ("", "--primary", "--info", "--success", "--warning", "--danger")


@pytest.fixture(scope="module", params=["acad-homepage", "academicpages"])
def outputs(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> dict[str, str]:
    """The demo with a URL, so that it has a sitemap, in each look."""
    site = tmp_path_factory.mktemp("demo")
    for part in ("data", "content", "static"):
        shutil.copytree(ROOT / part, site / part)
    settings = site / "data" / "site.yml"
    text = settings.read_text(encoding="utf-8").replace(
        "look: acad-homepage", f"look: {request.param}"
    )
    settings.write_text(f"{text}\nurl: https://marie.example.org\n", encoding="utf-8")
    prepared = prepare(site)
    made = {output.path: output.content for output in prepared.outputs() if not output.file}
    assert prepared.problems.found == []
    return {
        path: content.decode() for path, content in made.items() if path.endswith((".html", ".xml"))
    }


@pytest.mark.slow
def test_it_shows_every_element(outputs: dict[str, str]) -> None:
    tags = set(re.findall(r"<([a-z][a-z0-9]*)", content_of(outputs[GUIDE])))
    assert {*TEXT.split(), *BLOCKS.split()} - tags == set()


def test_it_shows_every_feature_and_section() -> None:
    called = set(re.findall(r"^\{\{ (\w+)\(", SOURCE, re.MULTILINE))
    free = {name for name, kind in SECTION_KINDS.items() if kind.is_free}
    assert SECTION_KINDS.keys() - called < free, "one of these stands for the others"
    assert FEATURE_ARGUMENTS.keys() - called == {"toc", *UNCOUNTED}
    assert "\ntoc: true\n" in SOURCE
    for style in (path.stem for path in (ROOT / "templates" / "citations").glob("*.html")):
        assert f'style="{style}"' in SOURCE
    for view in ("boxes", "archive", "table", "cv"):
        assert f'view="{view}"' in SOURCE


@every_case("tone", TONES)
def test_it_shows_every_notice_and_button(tone: str) -> None:
    assert re.search(rf"\.notice{tone}[ }}]", SOURCE)
    assert re.search(rf"\.btn{tone}[ }}]", SOURCE)


def test_its_headings_leave_out_no_rank(outputs: dict[str, str]) -> None:
    ranks = [int(rank) for rank in re.findall(r"<h([1-6])", outputs[GUIDE])]
    assert ranks[0] == 1
    assert ranks.count(1) == 1
    assert all(below <= above + 1 for above, below in pairwise(ranks))


def test_no_id_is_used_twice(outputs: dict[str, str]) -> None:
    ids = re.findall(r'\sid="([^"]*)"', outputs[GUIDE])
    assert sorted(set(ids)) == sorted(ids)


def test_it_is_in_no_menu_and_not_in_the_sitemap(outputs: dict[str, str]) -> None:
    assert GUIDE in outputs
    assert "style-guide" not in outputs["sitemap.xml"]
    assert [
        path for path, text in outputs.items() if "style-guide/" in text and path != GUIDE
    ] == []


def test_a_new_site_has_none(tmp_path: Path) -> None:
    assert [path for path in new_site(tmp_path / "mine").written if "style-guide" in path] == []
    assert not list((tmp_path / "mine").rglob("*style-guide*"))
