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
    return "".join(
        f"- {{title: Paper {number}, authors: [{names}], year: 1920}}\n" for number in range(count)
    )


def reported(folder: Path, files: dict[str, str]) -> list[str]:
    problems, _ = check_site(make_site(folder, PAGE | PROFILE | files))
    assert all(problem.severity == "warning" for problem in problems)
    return [f"{problem.location}: {problem.message} ({problem.hint})" for problem in problems]


HINT = (
    "add other spellings of your name as `variants` to data/profile.yml; set `me: true` on the author that you are part"
    " of, or `hidden: true` if you only cite the work"
)


def missing(number: int, hint: str = "") -> str:
    return f"data/publications.yml:{number + 1}:3: `Emmy Noether` is not an author of `Paper {number}` ({hint})"


def test_a_person_who_is_no_author_of_any_publication_is_reported(tmp_path: Path) -> None:
    what = "data/profile.yml:2:1: `Emmy Noether` is not an author of any publication"
    hint = "add other spellings of your name as `variants` to data/profile.yml"
    found = reported(
        tmp_path / "three", {"data/publications.yml": papers("A. E. Noether, Emil Artin", 3)}
    )
    assert f"{what} ({hint})" in found
    assert [line for line in found if "publications.yml" in line] == [
        missing(0, HINT),
        missing(1),
        missing(2),
    ]


def test_each_paper_without_the_person_is_reported_with_its_line(tmp_path: Path) -> None:
    files = {"data/publications.yml": papers("Emil Artin", 2) + MINE}
    assert reported(tmp_path / "some", files) == [missing(0, HINT), missing(1)]


def test_a_paper_by_a_collaboration_alone_is_reported_once(tmp_path: Path) -> None:
    bib = "@article{a, author={{Radium Collaboration}}, title={Rays}, journal={J}, year=1920}\n"
    named = "@article{b, author={{Radium Collaboration (with E. Noether)}}, title={X}, journal={J}, year=1921}\n"
    files = {"data/publications.yml": MINE, "data/a.bib": bib + named}
    assert reported(tmp_path, files) == [
        f"data/a.bib:1: `Emmy Noether` is not an author of `a` ({HINT})"
    ]


def test_papers_of_a_group_and_those_that_are_known_as_not_mine_are_not_reported(
    tmp_path: Path,
) -> None:
    marked = "- {title: Rays, authors: [{name: E. Noether, me: false}], year: 1920}\n"
    marked += "- {title: X, authors: [{name: Radium Collaboration, me: true}], year: 1920}\n"
    assert reported(tmp_path / "known", {"data/publications.yml": MINE + marked}) == []
    group = PROFILE["data/profile.yml"] + "organization: true\n"
    files = {"data/profile.yml": group, "data/publications.yml": MINE + papers("Emil Artin", 2)}
    assert reported(tmp_path / "group", files) == []


def test_papers_without_authors_do_not_miss_the_person(tmp_path: Path) -> None:
    assert reported(tmp_path / "none", {"data/publications.yml": papers("", 3)}) == [
        f"data/publications.yml:{number + 1}:3: `Paper {number}` has no authors (add `authors`)"
        for number in range(3)
    ]
    variant = PROFILE["data/profile.yml"] + "variants: [A. E. Noether]\n"
    files = {"data/profile.yml": variant, "data/publications.yml": papers("A. E. Noether", 3)}
    assert reported(tmp_path / "variant", files) == []
    edited = MINE + "- {title: Algebra, editors: [Emmy Noether], kind: book, year: 1930}\n"
    assert reported(tmp_path / "editor", {"data/publications.yml": edited}) == []
    translated = {"data/publications.yml": edited.replace("editors", "translators")}
    assert reported(tmp_path / "translator", translated) == []


def test_a_file_of_somebody_elses_works_is_reported(tmp_path: Path) -> None:
    files = {"data/publications.yml": MINE, "data/more.ris": CURIES}
    hint = "delete the file if it is not yours, or add other spellings of your name as `variants` to data/profile.yml"
    found = reported(tmp_path / "others", files)
    assert (
        f"data/more.ris: you are not an author of any of the 2 works of data/more.ris ({hint})"
        in found
    )
    assert [line for line in found if "any of" not in line] == [
        f"data/more.ris:1: `Emmy Noether` is not an author of `Rayons` ({HINT})",
        "data/more.ris:9: `Emmy Noether` is not an author of `Charge` ()",
    ]
    with_mine = CURIES + "\nTY  - BOOK\nTI  - Algebra\nAU  - Noether, Emmy\nPY  - 1930\nER  -\n"
    found = reported(tmp_path / "mine", files | {"data/more.ris": with_mine})
    assert all("any of" not in line for line in found)


def test_a_bibliography_that_is_not_in_the_data_is_reported(tmp_path: Path) -> None:
    misplaced = {
        "papers.bib": "",
        "content/more.ris": CURIES,
        "content/files/old.bib": "",
        "notes.txt": "",
    }
    hint = "this bibliography is not read (move it into data/)"
    assert reported(tmp_path / "site", misplaced | {"data/publications.yml": MINE}) == [
        f"content/files/old.bib: {hint}",
        f"content/more.ris: {hint}",
        f"papers.bib: {hint}",
    ]
    linked = {"content/more.ris": CURIES, "content/cv.md": "[My papers](/more.ris)\n"}
    assert reported(tmp_path / "linked", linked | {"data/publications.yml": MINE}) == []
    found = reported(tmp_path / "with-data", misplaced | {"data/more.ris": CURIES})
    assert not any("is not read" in line for line in found)
