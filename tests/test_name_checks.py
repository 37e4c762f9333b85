"""A venue that is nearly a key of `venues.yml` is reported; what may be a journal's name is not."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from acadfolio.checks import check_site
from sites import make_site, render_site

if TYPE_CHECKING:
    from pathlib import Path

PAGE = {"content/about.md": "# Papers\n\n{{ publications() }}\n"}
VENUES = (
    "comptes-rendus: {name: Comptes rendus de l’Académie}\nneurips: {abbreviation: NeurIPS}\nicml: {}\nicml2024: {}\n"
    "nature-physics: {}\nPhysRevLett: {}\nPhysical Review A: {}\nneurosciences: {}\nphysica_a: {name: Physica A}\n"
)
UNKNOWN = "looks like a key, but is not in data/venues.yml"


def reported(folder: Path, venue: str, venues: str = VENUES) -> list[str]:
    """What a check says of a publication in this venue."""
    paper = f"- title: First\n- title: Second\n  year: 1902\n  venue: {venue}\n"
    files = {"data/publications.yml": paper} | ({"data/venues.yml": venues} if venues else {})
    problems, _ = check_site(make_site(folder, PAGE | files))
    reported = [f"{problem.location}: {problem.severity}: {problem.message} ({problem.hint})" for problem in problems]
    return [line for line in reported if f"`{venue}`" in line and not line.startswith("data/venues.yml")]


def keys_of(problems: list[str]) -> list[str]:
    """Those that are about keys of venues."""
    return [problem for problem in problems if "data/venues.yml" in problem]


@pytest.mark.parametrize(
    ("venue", "key"),
    [("comptes-rendu", "comptes-rendus"), ("compts_rendus", "comptes-rendus"), ("neurps", "neurips"),
     ("nature physics", "nature-physics"), ("icml2023", "icml2024")],
)  # fmt: skip
def test_a_misspelt_key_is_reported_with_its_location(tmp_path: Path, venue: str, key: str) -> None:
    what = f"data/publications.yml:2:3: warning: `{venue}` {UNKNOWN} (did you mean `{key}`?)"
    assert reported(tmp_path, venue) == [what]


@pytest.mark.parametrize(
    "venue",
    ["comptes-rendus", "Comptes rendus de l’Académie", "NeurIPS", "Physica A", "Physica B", "ICLR", "iclr",
     "Nature", "Nature Physic", "Nature Chemistry", "PhysRevFluids", "eLife", "arXiv", "nature", "PLOS-ONE",
     "Physical Review B", "Neuroscience"],
)  # fmt: skip
def test_a_journals_name_is_let_be(tmp_path: Path, venue: str) -> None:
    assert reported(tmp_path, venue) == []


def test_venues_of_bibliographies_are_names(tmp_path: Path) -> None:
    bib = "@article{a, title={A}, journal={math-annalen}}\n\n@article{b, title={B}, journal={comptes-rendu}}\n"
    files = PAGE | {"data/a.bib": bib, "data/venues.yml": VENUES}
    assert keys_of(render_site(tmp_path, files)[1]) == []
