"""What is connected with nothing: a person whom no publication names, files of somebody else."""

from __future__ import annotations

from typing import TYPE_CHECKING

from acadfolio.checks import check_site
from sites import make_site

if TYPE_CHECKING:
    from pathlib import Path

PAGE = {"content/about.md": "{{ publications() }}\n"}
PROFILE = {"data/profile.yml": "# Me\nname: Emmy Noether\n"}
MINE = "- {title: Ideale, authors: [Noether E, Emil Artin], kind: journal, venue: Mathematische Annalen, year: 1921}\n"
CURIES = """\
TY  - JOUR
TI  - Rayons
AU  - Curie, Pierre
AU  - Curie, Marie
T2  - Comptes rendus
PY  - 1899
ER  -

TY  - JOUR
TI  - Charge
AU  - Curie, Pierre
T2  - Comptes rendus
PY  - 1900
ER  -
"""


def papers(names: str, count: int) -> str:
    return "".join(f"- {{title: Paper {number}, authors: [{names}], year: 1920}}\n" for number in range(count))


def reported(folder: Path, files: dict[str, str]) -> list[str]:
    problems, _ = check_site(make_site(folder, PAGE | PROFILE | files))
    assert all(problem.severity == "warning" for problem in problems)
    return [f"{problem.location}: {problem.message} ({problem.hint})" for problem in problems]


def test_a_person_who_is_no_author_of_any_publication_is_reported(tmp_path: Path) -> None:
    what = "data/profile.yml:2:1: `Emmy Noether` is not an author of any publication"
    hint = "add other spellings of your name as `variants` to data/profile.yml"
    assert reported(tmp_path / "three", {"data/publications.yml": papers("A. E. Noether, Emil Artin", 3)}) == [
        f"{what} ({hint})"
    ]


def test_few_papers_or_papers_without_authors_do_not_miss_the_person(tmp_path: Path) -> None:
    assert reported(tmp_path / "few", {"data/publications.yml": papers("Emil Artin", 2)}) == []
    assert reported(tmp_path / "none", {"data/publications.yml": papers("", 3)}) == [
        f"data/publications.yml:{number + 1}:3: `Paper {number}` has no authors (add `authors`)" for number in range(3)
    ]
    variant = PROFILE["data/profile.yml"] + "variants: [A. E. Noether]\n"
    files = {"data/profile.yml": variant, "data/publications.yml": papers("A. E. Noether", 3)}
    assert reported(tmp_path / "variant", files) == []
    edited = papers("Emil Artin", 2) + "- {title: Algebra, editors: [Emmy Noether], kind: book, year: 1930}\n"
    assert reported(tmp_path / "editor", {"data/publications.yml": edited}) == []
    translated = {"data/publications.yml": edited.replace("editors", "translators")}
    assert reported(tmp_path / "translator", translated) == []


def test_a_file_of_somebody_elses_works_is_reported(tmp_path: Path) -> None:
    files = {"data/publications.yml": MINE, "data/more.ris": CURIES}
    hint = "delete the file if it is not yours, or add other spellings of your name as `variants` to data/profile.yml"
    assert reported(tmp_path / "others", files) == [
        f"data/more.ris: you are not an author of any of the 2 works of data/more.ris ({hint})"
    ]
    assert reported(tmp_path / "one", files | {"data/more.ris": CURIES.partition("\n\n")[0] + "\n"}) == []
    with_mine = CURIES + "\nTY  - BOOK\nTI  - Algebra\nAU  - Noether, Emmy\nPY  - 1930\nER  -\n"
    assert reported(tmp_path / "mine", files | {"data/more.ris": with_mine}) == []
