"""Imported lists: duplicates with other years, users of Google Scholar, spellings of authors, and entries to copy."""

from __future__ import annotations

from itertools import permutations
from typing import TYPE_CHECKING

from acadfolio.bibliography.conversion import PublicationConverter
from acadfolio.bibliography.readers.bibtex import read_bibtex
from acadfolio.bibliography.writers import FORMATS
from acadfolio.bibliography.writers.works import works_of
from acadfolio.build import prepare
from acadfolio.checks import check_site
from acadfolio.citations.papers import scholar_user, with_user
from acadfolio.model.publication import Author
from acadfolio.problems import Problems
from acadfolio.rendering.search_form import SearchForms
from acadfolio.source.text import Source
from cases import every_case
from sites import make_site, render_site

if TYPE_CHECKING:
    from pathlib import Path

    from acadfolio.bibliography.entries import RawEntry

PREPRINT = (
    "@misc{p, title={Rays}, author={Noether, Emmy and Klein, Felix}, year=2017, "
    "eprint={1706.03762}, archiveprefix={arXiv}}\n"
)
ARTICLE = "@article{a, title={Rays}, author={Noether, E. and Klein, F.}, journal={J}, DATE, doi={10.1/a}}\n"
PAGE = {"content/about.md": "{{ publications() }}\n", "data/profile.yml": "name: Emmy Noether\n"}


def reported(folder: Path, files: dict[str, str]) -> list[str]:
    return [
        f"{one.location}: {one.message}" for one in check_site(make_site(folder, PAGE | files))[0]
    ]


@every_case(
    ("date", "what"), [("year=2019", "the year 2017"), ("pubstate={inpress}", "the year 2017")]
)
def test_a_preprint_and_its_article_of_other_years_are_named(
    tmp_path: Path, date: str, what: str
) -> None:
    both = PREPRINT + ARTICLE.replace("DATE", date)
    found = [
        f"data/a.bib:2: `Rays` has the same title and authors as line 1, which has {what}: both are shown"
    ]
    assert reported(tmp_path, {"data/a.bib": both}) == found
    assert [
        f"{one.location}: {one.message}" for one in prepare(tmp_path).problems.of_build
    ] == found


def test_they_are_one_work_if_an_entry_in_yaml_joins_them(tmp_path: Path) -> None:
    both = [PREPRINT, ARTICLE.replace("DATE", "year=2019")]
    joined = '- {doi: 10.1/a, arxiv: "1706.03762"}\n'
    for files in permutations(both):
        assert (
            reported(tmp_path, {"data/a.bib": "".join(files), "data/publications.yml": joined})
            == []
        )
        (paper,) = prepare(tmp_path).plan.site.publications
        assert (paper.kind, paper.status, paper.year, paper.arxiv) == (
            "journal",
            "published",
            2019,
            "1706.03762",
        )


def test_other_works_of_one_title_are_not_named(tmp_path: Path) -> None:
    others = PREPRINT.replace("Noether, Emmy and Klein, Felix", "Noether, Fritz") + ARTICLE.replace(
        "DATE", "year=2019"
    )
    thesis = "@phdthesis{t, title={Rays}, author={Noether, E.}, school={S}, year=1907}\n"
    found = reported(tmp_path / "a", {"data/a.bib": others})
    assert found == ["data/a.bib:1: `Emmy Noether` is not an author of `p`"]
    assert (
        reported(tmp_path / "b", {"data/a.bib": ARTICLE.replace("DATE", "year=2019") + thesis})
        == []
    )


@every_case(
    ("files", "user"),
    [
        ({"data/gs_data.json": '{"scholar_id": "CURIE", "citedby": 5}'}, "CURIE"),
        ({"data/gs_data.json": '{"publications": {"CURIE:AAAA": {"num_citations": 1}}}'}, "CURIE"),
        ({"data/profile.yml": "name: N\nlinks: {googlescholar: Xy_z-123AAAJ}\n"}, "Xy_z-123AAAJ"),
        ({"data/profile.yml": "name: N\nlinks: {Scholar: 'https://scholar.google.de/?user=Xy12345&a=b'}\n"}, "Xy12345"),
        ({}, ""),
    ],
)  # fmt: skip
def test_scholars_paper_has_the_user_of_the_counts_or_of_the_profile(
    tmp_path: Path, files: dict[str, str], user: str
) -> None:
    site = prepare(make_site(tmp_path, PAGE | files)).plan.site
    assert scholar_user(site) == user
    assert with_user("AAAA", user) == (f"{user}:AAAA" if user else "")
    assert with_user("OTHER:AAAA", user) == "OTHER:AAAA"


def test_the_filter_spells_an_author_as_papers_do(tmp_path: Path) -> None:
    people = 'doe:\n  - firstname: ["Jane", "J."]\n    url: https://x.org\n'
    site = prepare(make_site(tmp_path, PAGE | {"data/coauthors.yml": people})).plan.site
    forms = SearchForms(site)
    offered = [forms.author(Author(name=name)) for name in ("Doe, Jane", "J. Doe")]
    assert {value.value for value in offered} == {"Jane Doe"}


def test_what_is_wrong_in_al_folios_list_of_people_stops_no_build(tmp_path: Path) -> None:
    people = (
        "doe:\n  - {firstname: [Jane], note: x}\n  - {firstname: [John]}\ndoe:\nlee:\n  - url:\n"
    )
    prepared = prepare(make_site(tmp_path, PAGE | {"data/coauthors.yml": people}))
    assert [person.name for person in prepared.plan.site.people] == ["John doe"]
    assert {problem.severity for problem in prepared.problems.found} == {"warning"}
    assert (
        len(
            [
                problem
                for problem in prepared.problems.found
                if problem.location.file == "data/coauthors.yml"
            ]
        )
        == 3
    )


def entries(text: str) -> list[RawEntry]:
    return read_bibtex([Source("a.bib", text)], Problems())


def test_versions_report_numbers_and_holders_are_kept() -> None:
    made = [
        PublicationConverter(Problems()).convert(entry)
        for entry in entries(
            "@software{a, title={T}, version={1.2}}\n"
            "@article{b, title={T}, reportNumber={CERN-1}}\n"
            "@patent{c, title={T}, assignee={ACME}, nationality={United States}, number={1}}\n"
            "@inbook{d, title={T}, booktitle={B}, maintitle={M}}\n"
        )
    ]
    texts = [
        [
            str(value.by_language[0][1])
            for value in (one.institution, one.location, one.series)
            if value
        ]
        for one in made
    ]
    assert texts == [[], [], ["ACME", "United States"], ["M"]]
    assert [(one.version, one.note and one.note.by_language[0][1]) for one in made[:2]] == [
        ("1.2", None),
        ("", "CERN-1"),
    ]


def test_a_house_in_braces_is_an_organization(tmp_path: Path) -> None:
    paper = "@article{a, title={T}, author={{{Google Brain}} and King, Jr., Martin}, journal={J}, year=2000}\n"
    settings = {"data/site.yml": "title: T\nurl: https://x.org\npublications: {pages: true}\n"}
    outputs, _ = render_site(tmp_path, PAGE | settings | {"data/a.bib": paper})
    text = "".join(outputs.values())
    assert '"Organization","name":"Google Brain"' in text.replace('": "', '":"').replace(
        '", "', '","'
    )


def test_exports_keep_the_number_of_arxiv() -> None:
    paper = ARTICLE.replace("DATE", "year=2019, eprint={1706.03762}, archiveprefix={arXiv}")
    works = works_of(
        [PublicationConverter(Problems()).convert(entry) for entry in entries(paper)], {}
    )
    assert "N1  - arXiv:1706.03762" in FORMATS["ris"](works)
    assert '"note": "arXiv: 1706.03762"' in FORMATS["csl"](works)
