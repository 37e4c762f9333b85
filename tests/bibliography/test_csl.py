"""Read the CSL-JSON of Zotero, Pandoc and Crossref."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from acadfolio.bibliography.conversion import PublicationConverter
from acadfolio.bibliography.readers.csl import is_csl, read_csl
from acadfolio.bibliography.tables.csl_types import TYPES
from acadfolio.problems import Problems
from acadfolio.source.text import Source
from cases import every_case

if TYPE_CHECKING:
    from acadfolio.model.publication import Publication
    from acadfolio.model.values import Text

ARTICLE = {
    "id": "curie1898",
    "type": "article-journal",
    "title": "Sur une <i>substance</i> nouvelle [radium]_1",
    "container-title": "Comptes rendus",
    "author": [
        {"family": "Curie", "given": "Marie"},
        {"family": "Berg", "given": "Jan", "non-dropping-particle": "van der", "suffix": "Jr."},
        {"literal": "The Radium and Polonium Group"},
    ],
    "issued": {"date-parts": [[1898, "7", 18]]},
    "volume": 127,
    "issue": "3",
    "page": "175-178",
    "DOI": "10.1000/abc_1",
    "language": "fr-FR",
    "note": "PMID: 123456\nWith a plate",
}


def read(*items: dict[str, Any]) -> tuple[list[Publication], list[str]]:
    problems = Problems()
    converter = PublicationConverter(problems)
    source = Source("a.json", json.dumps(items, indent=1, ensure_ascii=False))
    publications = [converter.convert(entry) for entry in read_csl(source, problems)]
    return publications, [f"{problem.location}: {problem.message}" for problem in problems.found]


def one(**item: Any) -> Publication:
    publications, problems = read({"id": "x", "title": "A", **item})
    assert problems == []
    return publications[0]


def said(text: Text | None) -> str:
    return text.by_language[0][1] if text else ""


def test_a_number_beside_an_articles_issue_takes_nothing_from_it() -> None:
    paper = one(type="article-journal", volume="57", issue="44", number="arXiv:2406.10051")
    assert (paper.issue, paper.arxiv, paper.note) == ("44", "2406.10051", None)
    assert said(one(type="article-journal", issue="44", number="R-12").note) == "R-12"
    assert one(type="article-journal", number="44").issue == "44"


def test_a_letter_between_dollars_is_a_formula() -> None:
    assert (
        said(one(title="On $p$-adic rays for $5 and $6").title)
        == "On $$p$$-adic rays for \\$5 and \\$6"
    )


def test_all_fields_of_an_article_are_read() -> None:
    paper = one(**ARTICLE)
    assert said(paper.title) == "Sur une *substance* nouvelle [radium]\\_1"
    assert [author.name for author in paper.authors] == [
        "Marie Curie",
        "Jan van der Berg Jr.",
        "The Radium and Polonium Group",
    ]
    assert (paper.kind, said(paper.venue), paper.volume, paper.issue) == (
        "journal",
        "Comptes rendus",
        "127",
        "3",
    )
    assert (paper.pages, paper.doi, paper.pmid, said(paper.note)) == (
        "175–178",
        "10.1000/abc_1",
        "123456",
        "With a plate",
    )
    assert (paper.language, paper.key) == ("fr-FR", "curie1898")
    assert paper.date is not None
    assert paper.date.isoformat == "1898-07-18"


def test_crossrefs_lists_are_texts() -> None:
    paper = one(
        **{"type": "journal-article", "title": ["A", "B"], "container-title": ["Nature"], "DOI": "10.1/a", "score": 1.0,
           "issued": {"date-parts": [[2020]]}, "reference-count": 3, "ISSN": ["0028-0836"],
           "abstract": "<jats:p>On <jats:italic>E. coli</jats:italic></jats:p>",
           "author": [{"given": "Ada", "family": "B", "sequence": "first", "affiliation": []}]}
    )  # fmt: skip
    assert (said(paper.venue), paper.year, paper.issn, said(paper.abstract)) == (
        "Nature",
        2020,
        "0028-0836",
        "On *E. coli*",
    )


def test_conferences_chapters_theses_and_reports_have_their_fields() -> None:
    talk = one(
        **{
            "type": "paper-conference",
            "container-title": "Proc.",
            "event-title": "Solvay",
            "event-place": "Brussels",
        }
    )
    thesis = one(type="thesis", publisher="University of Paris", genre="PhD thesis")
    chapter = one(
        **{
            "type": "chapter",
            "container-title": "Britannica",
            "editor": [{"family": "Hooper", "given": "F."}],
        }
    )
    assert (talk.kind, said(talk.venue), said(talk.event), said(talk.location)) == (
        "conference",
        "Proc.",
        "Solvay",
        "Brussels",
    )
    assert (thesis.kind, said(thesis.type), said(thesis.institution)) == (
        "thesis",
        "PhD thesis",
        "University of Paris",
    )
    assert (chapter.kind, said(chapter.venue), chapter.editors[0].name) == (
        "chapter",
        "Britannica",
        "F. Hooper",
    )


@every_case(
    ("issued", "expected"),
    [
        ({"date-parts": [[2020, 5], [2020, 7]]}, "2020-05"),
        ({"raw": "2020-05-03"}, "2020-05-03"),
        ({"literal": "2020"}, "2020"),
        ({"date-parts": [["2020"]]}, "2020"),
    ],
)
def test_dates_of_every_form_are_read(issued: dict[str, Any], expected: str) -> None:
    when = one(type="book", issued=issued).when
    assert when is not None
    assert when.isoformat == expected


def test_works_of_unknown_types_are_shown_under_other() -> None:
    (publication,), problems = read({"id": "x", "type": "hologram", "title": "A"})
    assert (publication.kind, problems) == ("other", [])


def test_every_type_becomes_an_entry_that_is_known() -> None:
    for kind in TYPES:
        assert said(one(type=kind).title) == "A"


@every_case(
    ("data", "expected"),
    [
        ([ARTICLE], True), ({"items": [ARTICLE]}, True), (ARTICLE, True), ({"message": ARTICLE}, True), ([], False),
        ({"name": "x", "publications": {}}, False), ([1, 2], False), ([{"type": "x"}], False), ("text", False),
    ],
)  # fmt: skip
def test_other_json_is_no_bibliography(data: object, *, expected: bool) -> None:
    assert is_csl(json.dumps(data)) is expected
    assert not is_csl("{broken")


@every_case(
    ("text", "line"),
    [
        ('[{"type": "book"}\n{"id": 1}]', 2),
        ('[{"type" "x", "type": 1}]', 1),
        ('[{"type": "book",\n\n"id": 1', 3),
        ('{"type": "book"}\n{"type": "book"}', 2),
        ('[{"type": "book,\n}]', 1),
        ('[{"type": "book}]', 1),
        ('[{"type": "a",\ntitle: 1}]', 2),
        (r'[{"type": "\chi"}]', 1),
    ],
)
def test_broken_json_is_reported_with_its_line(text: str, line: int) -> None:
    assert is_csl(text)
    problems = Problems()
    assert read_csl(Source("a.json", text), problems) == []
    (problem,) = problems.errors
    assert (problem.location.line, problem.rule) == (line, "json-syntax")
    assert problem.message.startswith("invalid JSON: ")


def test_the_original_edition_is_a_note() -> None:
    assert (
        said(one(**{"type": "book", "original-date": {"date-parts": [[1949]]}}).note)
        == "First published 1949"
    )
    assert said(one(**{"type": "book", "number-of-volumes": "3"}).note) == "3 vols."


@every_case(
    "recipient",
    [{"given": "Max", "family": "Born"}, {"name": "Max Born"}, "Max Born", ["Max Born"]],
)
def test_one_person_needs_no_list_and_a_name_no_parts(recipient: Any) -> None:
    letter = one(type="personal_communication", recipient=recipient, author=recipient)
    assert "Max Born" in said(letter.note)
    assert [author.name for author in letter.authors] == ["Max Born"]


def test_a_number_in_place_of_a_person_does_not_end_the_reading() -> None:
    assert "5" in said(one(type="personal_communication", recipient=5).note)


def test_a_raw_date_is_read_to_the_day() -> None:
    paper = one(type="book", issued={"raw": "2019 Mar 5"})
    assert paper.date is not None
    assert paper.date.isoformat == "2019-03-05"


def test_the_number_within_a_series_is_read() -> None:
    series = {"collection-title": "Lecture Notes", "collection-number": 1234}
    book = one(**{"type": "book", **series})
    assert (said(book.series), book.number) == ("Lecture Notes", "1234")
    report = one(**{"type": "report", "number": "7", **series})
    assert (said(report.series), report.number) == ("Lecture Notes, 1234", "7")
