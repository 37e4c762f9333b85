"""The person's name in lists of authors: accents, order and initials, and nobody else's."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from acadfolio.records.names import Name
from sites import content_of, render_site

if TYPE_CHECKING:
    from pathlib import Path

SAME = {
    "Emmy Noether": ["E. Noether", "E Noether", "Noether E", "Noether E.", "Noether, E.", "É. Noether", "E. NOETHER"],
    "Marie Skłodowska-Curie": [
        "M. Skłodowska-Curie",
        "M. Sklodowska Curie",
        "Skłodowska-Curie M",
        "Curie, M. Skłodowska",
    ],
    "J. R. R. Tolkien": ["J.R.R. Tolkien", "JRR Tolkien", "Tolkien JRR", "Tolkien, J. R. R.", "J. Tolkien"],
    "John Ronald Reuel Tolkien": ["J. R. R. Tolkien", "John R. R. Tolkien", "John Tolkien", "Tolkien JR"],
    "Ludwig van Beethoven": ["L. van Beethoven", "van Beethoven L", "Beethoven, L. van", "van Beethoven, L."],
    "Jean-Pierre Serre": ["J.-P. Serre", "J.P. Serre", "JP Serre", "Serre J-P", "J. Serre"],
    "Gabriel García Márquez": ["G. García Márquez", "García Márquez, G.", "Garcia Marquez G"],
    "Эмми Нётер": ["Э. Нётер", "Нётер Э."],
    "Noether, Emmy": ["E. Noether"],
}
OTHERS = {
    "Emmy Noether": ["F. Noether", "E. A. Noether", "Emma Noether", "Noether", "E. N.", "Noether M", "Max Noether"],
    "Marie Skłodowska-Curie": ["M. Curie", "P. Curie", "P. Skłodowska-Curie", "Curie, M."],
    "J. R. R. Tolkien": ["C. Tolkien", "J. C. Tolkien", "John Tolkien", "J. R. R. R. Tolkien"],
    "John Ronald Reuel Tolkien": ["R. Tolkien", "Tolkien C"],
    "Ludwig van Beethoven": ["L. Beethoven", "J. van Beethoven"],
    "Jean-Pierre Serre": ["Jean Serre", "P. Serre", "J.-B. Serre"],
    "Zhenheng Tang": ["Zhiwei Tang", "Y. Tang"],
    "汤志恒": ["汤志", "志恒", "汤"],
    "Plato": ["P", "P. Plato", ""],
}


@pytest.mark.parametrize(("own", "written"), [(own, name) for own, names in SAME.items() for name in names])
def test_a_name_is_known_by_its_initials(own: str, written: str) -> None:
    assert Name.of(own).is_abbreviated_by(written)


@pytest.mark.parametrize(("own", "written"), [(own, name) for own, names in OTHERS.items() for name in names])
def test_another_initial_or_family_name_is_another_person(own: str, written: str) -> None:
    assert not Name.of(own).is_abbreviated_by(written)


@pytest.mark.parametrize(
    ("authors", "bold"),
    [
        ("[F. Klein, E. Noether*, others]", ["E. Noether*"]),
        ("['Noether, E.', Noether F]", ["Noether, E."]),
        ("[Emmy Noether, E. Noether]", ["Emmy Noether"]),
        ("[{name: E. Noether, me: false}, Noether E]", ["Noether E"]),
        ("[{name: E. Noether, me: true}, Noether E]", ["E. Noether"]),
        ("[{name: E. Noether, me: false}]", []),
    ],
)
def test_the_person_is_bold_by_initials_and_a_namesake_is_not(authors: str, bold: list[str], tmp_path: Path) -> None:
    files = {
        "data/publications.yml": f"- {{title: Ideals, authors: {authors}}}\n",
        "data/profile.yml": "name: Emmy Noether\n",
        "content/about.md": "{{ publications() }}\n",
    }
    page = content_of(render_site(tmp_path, files)[0]["index.html"])
    assert [re.sub("<[^>]+>", "", name) for name in re.findall(r"<strong[^>]*>(.*?)</strong>", page)] == bold
