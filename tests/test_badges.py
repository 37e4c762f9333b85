"""Badges below a publication: a venue's rank, open access, the ACM's badges of artifacts.

All are words.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, get_args

import pytest

from acadfolio.build import prepare
from acadfolio.model.publication import Artifact
from acadfolio.model.values import OpenAccess
from acadfolio.theme.words import languages, words_for
from cases import every_case
from sites import content_of, make_site, render_site

if TYPE_CHECKING:
    from pathlib import Path

VENUES = 'asplos: {name: Architectural Support, abbreviation: ASPLOS, rank: CORE A*, colour: "#ffee00"}\n'
PAPER = """
- title: Radium
  authors: [Marie Curie]
  year: 1910
  venue: asplos
  open_access: gold
  artifacts: [available, Reusable]
"""
BADGE = re.compile(r'<span class="badge"( style="[^"]*")?>(.*?)</span>(?= ·|</)')
ALL = ["CORE A*", "Open access (gold)", "Artifacts available", "Artifacts reusable"]


def badges(page: str) -> list[str]:
    """What the badges say to the eye."""
    said = [re.sub(r"<span.*?</span>", "", words) for _, words in BADGE.findall(page)]
    return [re.sub(r"<[^>]*>", "", words) for words in said]


def page_with(
    folder: Path, paper: str, *, site: str = "", line: str = "publications()"
) -> tuple[str, list[str]]:
    files = {
        "data/site.yml": f"title: Marie Curie\n{site}",
        "data/venues.yml": VENUES,
        "data/publications.yml": paper,
        "content/about.md": f"{{{{ {line} }}}}\n",
    }
    outputs, problems = render_site(folder, files)
    return content_of(outputs["index.html"]), problems


@every_case("view", ["list", "boxes", "archive", "table"])
@every_case("look", ["acad-homepage", "academicpages"])
def test_every_view_of_both_looks_shows_them(tmp_path: Path, look: str, view: str) -> None:
    page, problems = page_with(
        tmp_path, PAPER, site=f"look: {look}\n", line=f'publications(view="{view}")'
    )
    assert badges(page) == ALL
    assert "<img" not in page
    assert problems == []


def test_they_are_on_the_papers_own_page(tmp_path: Path) -> None:
    files = {"data/site.yml": "title: A\nlook: academicpages\n", "data/venues.yml": VENUES}
    outputs, _ = render_site(tmp_path, {**files, "data/publications.yml": PAPER})
    page = outputs["publications/radium/index.html"]
    assert badges(page) == ALL
    assert '"isAccessibleForFree":true' in page
    outputs, _ = render_site(tmp_path, {**files, "data/publications.yml": "- {title: Radium}\n"})
    assert "isAccessibleForFree" not in outputs["publications/radium/index.html"]


def test_a_rank_is_labelled_and_readable_on_the_colour_of_its_venue(tmp_path: Path) -> None:
    page, _ = page_with(tmp_path, PAPER)
    style = 'style="--badge: #ffee00; --on-badge: #000"'
    assert (
        f'<span class="badge" {style}><span class="visually-hidden">Rank: </span>CORE A*</span>'
        in page
    )


def test_a_style_that_prints_the_rank_itself_has_it_once(tmp_path: Path) -> None:
    page, _ = page_with(tmp_path, PAPER, line='publications(style="tagged")')
    assert page.count("CORE A*") == 1
    assert badges(page) == ALL[1:]


def test_a_paper_without_any_has_no_line_for_them(tmp_path: Path) -> None:
    page, _ = page_with(tmp_path, "- {title: Radium, open_access: false, artifacts: []}\n")
    assert 'class="publication__keywords"' not in page


@every_case(
    ("said", "meant"),
    [
        ("true", "open"),
        ("Yes", "open"),
        ("no", ""),
        ("Diamond", "diamond"),
        ("platinum", "diamond"),
        ("closed", ""),
    ],
)
def test_open_access_is_a_truth_or_a_way(said: str, meant: str) -> None:
    assert OpenAccess.parse(said) == meant


def test_what_is_no_badge_is_an_error_with_a_hint(tmp_path: Path) -> None:
    paper = "- title: Radium\n  open_access: golden\n  artifacts: [avalable]\n"
    with pytest.raises(Exception, match="golden") as raised:
        list(prepare(make_site(tmp_path, {"data/publications.yml": paper})).outputs())
    said = [(str(problem.location), problem.hint) for problem in raised.value.problems]  # type: ignore[attr-defined]
    assert said == [
        ("data/publications.yml:2:16", "did you mean `gold`?"),
        ("data/publications.yml:3:15", "did you mean `available`?"),
    ]


@every_case(
    ("fields", "shown"),
    [
        ("open_access = {gold}", ["Open access (gold)"]),
        (
            "acadfolio = {artifacts: [functional, replicated]}",
            ["Artifacts functional", "Results replicated"],
        ),
        ("openaccess = {All Open Access, Hybrid Gold, Green}", ["Open access (gold)"]),
        ("oa = {1}", ["Open access"]),
        ("open-access = {All Open Access}", ["Open access"]),
        ("open_access = {false}", []),
    ],
)
def test_they_are_read_from_a_bib(tmp_path: Path, fields: str, shown: list[str]) -> None:
    bib = f"@article{{a, title = {{A}}, author = {{Curie, Marie}}, journal = {{B}}, year = {{1910}}, {fields}}}\n"
    outputs, problems = render_site(
        tmp_path, {"data/a.bib": bib, "content/about.md": "{{ publications() }}\n"}
    )
    assert badges(content_of(outputs["index.html"])) == shown
    assert problems == []


def test_every_badge_has_words_in_every_language() -> None:
    names = {f"open:{way}" for way in OpenAccess.TYPES} | {
        f"artifact:{badge}" for badge in get_args(Artifact)
    }
    assert {"en", "de", "zh"} < set(languages())
    assert [language for language in languages() if not names <= words_for(language).keys()] == []
