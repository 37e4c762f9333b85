"""Names that their comma parted: `[Bloch, Marc]` is two people, and told where somebody of that name is known."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from acadfolio.build import build
from sites import edit, make_site, render_site

if TYPE_CHECKING:
    from pathlib import Path

PROFILE = {"data/profile.yml": "name: Marc Bloch\nvariants: [Marc L. Bloch]\n"}
KNOWN = ("Lucien Febvre", "Gabriel García Márquez", "Marie", "Marie Curie")
PEOPLE = {"data/people.yml": "".join(f"- {{name: {name}}}\n" for name in KNOWN)}


def told(folder: Path, authors: str) -> list[str]:
    files = PROFILE | PEOPLE | {"data/publications.yml": f"- title: Before\n- title: Feudal Society\n  {authors}\n"}
    prepared = make_site(folder, files)
    return [line for line in render_site(prepared, {})[1] if "two people" in line]


@pytest.mark.parametrize(
    ("authors", "one", "two"),
    [
        ("authors: [Bloch, Marc]", "Bloch", "Marc"),
        ("authors: [Marc, Bloch]", "Marc", "Bloch"),
        ("authors: [bloch*, marc]", "bloch", "marc"),
        ("authors: [Febvre, Lucien, Bloch, Marc]", "Febvre", "Lucien"),
        ("authors: [Noether, Bloch, Marc]", "Bloch", "Marc"),
        ("authors: [García Márquez, Gabriel]", "García Márquez", "Gabriel"),
        ("authors:\n  - Bloch\n  - Marc L.", "Bloch", "Marc L."),
        ("editors: [Pirenne, H.]", "Pirenne", "H."),
        ("translators: [Bloch, Marc]", "Bloch", "Marc"),
        ("authors: [Pirenne, J.-P., Halphen, L.]", "Pirenne", "J.-P."),
    ],
)
def test_a_name_that_its_comma_parts_is_told_where_it_stands(authors: str, one: str, two: str, tmp_path: Path) -> None:
    assert told(tmp_path, authors) == [f"data/publications.yml:2:3: `{one}` and `{two}` are two people here"]


@pytest.mark.parametrize(
    "authors",
    [
        "authors: [Curie, Langevin]",
        "authors: [Curie, Marie]",
        "authors: [Plato, Aristotle]",
        "authors: [Bloch, Febvre]",
        "authors: [王, 小明]",
        "authors: [A, B]",
        "authors: [CERN, NASA]",
        "authors: [Bloch, others]",
        'authors: ["Bloch, Marc", "Febvre, Lucien"]',
        "authors: [Marc Bloch, Lucien Febvre]",
        "authors: Bloch, Marc",
        "authors: [Bloch, Lucien]",
    ],
)
def test_people_who_may_be_two_are_two(authors: str, tmp_path: Path) -> None:
    assert told(tmp_path, authors) == []


def test_what_to_write_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from acadfolio.cli import main

    site = make_site(tmp_path, PROFILE | {"data/publications.yml": "- title: A\n  authors: [Bloch, Marc]\n"})
    main(["build", "--site", str(site)])
    hint = 'if that is one name, the comma in it needs quotes: write `["Bloch, Marc"]`, or `[Marc Bloch]`'
    assert hint in capsys.readouterr().err


def test_a_person_who_becomes_known_is_found_in_papers_that_were_read_before(tmp_path: Path) -> None:
    site = make_site(tmp_path, {"data/publications.yml": "- title: A\n  authors: [Bloch, Marc]\n"})
    assert not any("two people" in problem.message for problem in build(site, site / "output").problems)
    edit(site, "data/site.yml", "Emmy Noether", "Marc Bloch")
    assert any("two people" in problem.message for problem in build(site, site / "output").problems)
