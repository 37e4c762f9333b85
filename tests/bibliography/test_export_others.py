"""Export RIS and CSL-JSON, and read them with other programs."""

from __future__ import annotations

import json
import warnings
from html import unescape
from typing import Any

import pytest
from exported import PUBLICATIONS, demo, works
from hypothesis import HealthCheck, given, settings

from acadfolio.bibliography.writers import FORMATS
from acadfolio.model.dates import When
from acadfolio.model.identifiers import Arxiv, Doi
from acadfolio.model.publication import Author, Publication
from acadfolio.model.values import Link, Text, Url
from cases import every_case

PAPER = Publication(
    title=Text.of("On *radium* & H<sub>2</sub>O"),
    authors=(
        Author(name="Marie Curie"),
        Author(name="CERN Collaboration"),
        Author(name="Martin King, Jr."),
    ),
    kind="journal",
    venue=Text.of("nature"),
    date=When.parse("1921-05-14"),
    volume="3",
    issue="4",
    pages="12–34",
    doi=Doi("10.1000/a_b"),
    links=(Link("PDF", Url("https://x.org/a;b")),),
    tags=("one", "two"),
    abstract=Text.of("A\n\nB"),
)


def test_ris_holds_plain_words_in_tagged_lines() -> None:
    assert FORMATS["ris"](works(PAPER)).split("\r\n") == [
        "TY  - JOUR", "ID  - curie1921radium", "TI  - On radium & H2O", "AU  - Curie, Marie",
        "AU  - CERN Collaboration,",
        "AU  - King, Martin, Jr.", "T2  - Nature & Science", "JO  - Nature & Science", "PY  - 1921",
        "DA  - 1921/05/14/",
        "VL  - 3", "IS  - 4", "SP  - 12", "EP  - 34", "DO  - 10.1000/a_b", "UR  - https://x.org/a%3Bb", "KW  - one",
        "KW  - two", "AB  - A", "", "B", "ER  - ", "", "",
    ]  # fmt: skip


def test_csl_holds_names_in_parts_and_dates_in_numbers() -> None:
    assert json.loads(FORMATS["csl"](works(PAPER))) == [
        {
            "id": "curie1921radium", "type": "article-journal", "title": "On <i>radium</i> & H<sub>2</sub>O",
            "author": [
                {"family": "Curie", "given": "Marie"}, {"literal": "CERN Collaboration"},
                {"family": "King", "given": "Martin", "suffix": "Jr."},
            ],
            "container-title": "Nature & <i>Science</i>", "issued": {"date-parts": [[1921, 5, 14]]}, "volume": "3",
            "issue": "4", "page": "12-34", "DOI": "10.1000/a_b", "URL": "https://x.org/a;b", "keyword": "one, two",
            "abstract": "A\n\nB",
        }
    ]  # fmt: skip


def test_the_access_date_of_a_work_is_exported() -> None:
    made = works(Publication(title=Text.of("A"), accessed=When.parse("2026-05")))
    assert "Y2  - 2026/05//\r\n" in FORMATS["ris"](made)
    assert json.loads(FORMATS["csl"](made))[0]["accessed"] == {"date-parts": [[2026, 5]]}
    assert "urldate = {2026-05}," in FORMATS["bibtex"](made)


def test_a_place_is_that_of_the_event_or_of_the_publisher_and_never_of_both() -> None:
    said = {
        "title": Text.of("A"),
        "publisher": Text.of("Springer, Berlin"),
        "location": Text.of("Paris"),
    }
    places = {
        kind: {name: value for name, value in item.items() if "place" in name}
        for kind in ("conference", "book")
        for item in json.loads(FORMATS["csl"](works(Publication(kind=kind, **said))))  # type: ignore[arg-type]
    }
    assert places == {"conference": {"event-place": "Paris"}, "book": {"publisher-place": "Paris"}}


def test_the_server_of_a_preprint_is_its_publisher_for_styles_of_csl() -> None:
    (item,) = json.loads(
        FORMATS["csl"](
            works(Publication(title=Text.of("A"), kind="preprint", venue=Text.of("bioRxiv")))
        )
    )
    assert (item["type"], item["publisher"]) == ("article", "bioRxiv")
    assert not item.keys() & {"container-title", "status"}


@every_case(
    ("said", "dates"),
    [
        ({"status": "in press"}, []),
        ({"year": 2026, "status": "under review"}, ["PY  - 2026"]),
        ({"date": When.parse("2022-04")}, ["PY  - 2022", "DA  - 2022/04//"]),
        ({"date": When.parse("2021-06..2022-04-30")}, ["PY  - 2022", "DA  - 2022/04/30/"]),
    ],
)
def test_ris_has_the_last_year_of_a_work_and_its_day(
    said: dict[str, Any], dates: list[str]
) -> None:
    lines = FORMATS["ris"](works(Publication(title=Text.of("A"), **said))).split("\r\n")
    assert [line for line in lines if line[:2] in {"PY", "DA"}] == dates


@every_case(
    ("kind", "number", "field"),
    [
        ("book", "7", "collection-number"),
        ("conference", "7", "collection-number"),
        ("report", "7", "number"),
    ],
)
def test_the_number_of_a_book_is_that_in_its_series(kind: Any, number: str, field: str) -> None:
    paper = Publication(title=Text.of("A"), kind=kind, series=Text.of("Notes"), number=number)
    (item,) = json.loads(FORMATS["csl"](works(paper)))
    assert {name: item[name] for name in item if name.endswith("number")} == {field: number}


def test_only_a_preprint_has_its_arxiv_identifier_as_its_number() -> None:
    for kind, expected in (
        ("preprint", {"number": "arXiv:2401.17644"}),
        ("journal", {"note": "arXiv: 2401.17644"}),
    ):
        paper = Publication(title=Text.of("A"), kind=kind, arxiv=Arxiv("2401.17644"))  # type: ignore[arg-type]
        (item,) = json.loads(FORMATS["csl"](works(paper)))
        assert {name: item[name] for name in ("number", "note") if name in item} == expected


def test_others_are_no_person_called_others() -> None:
    made = FORMATS["ris"](
        works(
            Publication(
                title=Text.of("A"), authors=(Author(name="Marie Curie"), Author(name="others"))
            )
        )
    )
    assert [line for line in made.split("\r\n") if line.startswith("AU")] == [
        "AU  - Curie, Marie",
        "AU  - et al.,",
    ]


def test_a_list_without_papers_is_still_a_file() -> None:
    assert (FORMATS["ris"](()), json.loads(FORMATS["csl"](()))) == ("", [])


@every_case("name", ["Interview", "Letter to the editor", "Film review"])
def test_what_is_in_a_volume_of_a_journal_is_an_article_whatever_its_type(name: str) -> None:
    venue, type_name = Text.of("Nature"), Text.of(name)
    (work,) = works(
        Publication(title=Text.of("Radium"), kind="other", type=type_name, venue=venue, volume="3")
    )
    assert "@article{" in FORMATS["bibtex"]([work])
    ris = FORMATS["ris"]([work])
    assert "TY  - JOUR\r\n" in ris
    assert "JO  - Nature\r\n" in ris
    (work,) = works(Publication(title=Text.of("Radium"), kind="other", type=type_name, venue=venue))
    assert "@article{" not in FORMATS["bibtex"]([work])


def ris_read(text: str) -> list[dict[str, Any]]:
    rispy = pytest.importorskip("rispy")
    return list(rispy.loads(text))


def test_rispy_reads_the_demos_papers_back() -> None:
    read = ris_read(FORMATS["ris"](demo()))
    assert [item["id"] for item in read] == [work.key for work in demo()]
    for item, work in zip(read, demo(), strict=True):
        assert len(item["authors"]) == len(work.authors)
        assert item.get("year", "") == str(work.record.when.year if work.record.when else "")


@pytest.mark.slow
@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(PUBLICATIONS)
def test_whatever_a_record_holds_ris_and_csl_are_read_back(publication: Publication) -> None:
    (work,) = works(publication)
    (read,) = ris_read(FORMATS["ris"]([work]))
    (item,) = json.loads(FORMATS["csl"]([work]))
    assert read["id"] == item["id"] == work.key
    assert (
        len(read.get("authors", []))
        == len(item.get("author", []))
        == len(work.authors) + work.has_others
    )


@every_case("name", [",", ", Jr.", "(b)"])
def test_a_name_without_a_letter_goes_out_as_it_is(name: str) -> None:
    (work,) = works(Publication(title=Text.of("A"), authors=(Author(name=name),)))
    assert ris_read(FORMATS["ris"]([work]))[0]["authors"] == [name]
    assert json.loads(FORMATS["csl"]([work]))[0]["author"] == [{"literal": name}]


MISSING = {"SOFTWARE": "software", "DATASET": "dataset", "DOCUMENT": "document"}
"""Types of CSL 1.0.2 that citeproc-py does not know, as it implements 1.0.1."""


def rendered(items: list[dict[str, Any]]) -> list[str]:
    """Cite items with citeproc-py, in the only style that it contains."""
    pytest.importorskip("citeproc")
    from citeproc import (
        Citation,
        CitationItem,
        CitationStylesBibliography,
        CitationStylesStyle,
        formatter,
        types,
    )
    from citeproc.source.json import CiteProcJSON

    for name, said in MISSING.items():
        setattr(types, name, said)
    with warnings.catch_warnings(record=True) as reported:
        warnings.simplefilter("always")
        source = CiteProcJSON(items)
        style = CitationStylesStyle("harvard-cite-them-right", validate=False)
        bibliography = CitationStylesBibliography(style, source, formatter.plain)
        for item in items:
            bibliography.register(Citation([CitationItem(item["id"])]))
        lines = [unescape(str(line)) for line in bibliography.bibliography()]
    assert [str(one.message) for one in reported if "is not supported" in str(one.message)] == []
    return lines


def test_citeproc_cites_the_demos_papers() -> None:
    items = json.loads(FORMATS["csl"](demo()))
    lines = rendered(items)
    assert len(lines) == len(items)
    for work in demo():
        year = str(work.record.when.year if work.record.when else "")
        assert any(work.authors[0].family in line and year in line for line in lines)


@every_case("name", ["Letter", "Brief", "Lettre", "Carta", "信", "Open letter"])
def test_a_letter_is_one_in_the_words_of_every_language(name: str) -> None:
    letter = works(Publication(title=Text.of("On quanta"), type=Text.of(name)))
    assert '"type": "personal_communication"' in FORMATS["csl"](letter)
    assert "TY  - PCOMM" in FORMATS["ris"](letter)
    assert FORMATS["bibtex"](letter).startswith("@letter{")


@every_case(
    "title",
    [
        "The Curie family and DNA",
        "On the Riemann Hypothesis",
        "iPod and X-rays: A note",
        "de Sitter space",
    ],
)
def test_the_case_of_a_title_is_the_same_in_all_exports(title: str) -> None:
    """Only BibTeX has braces, as only its styles lower the capitals."""
    one = works(Publication(title=Text.of(title), year=1921))
    bibtex = FORMATS["bibtex"](one).replace("{", "").replace("}", "")
    assert f"  title = {title},\n" in bibtex
    assert f"TI  - {title}\r\n" in FORMATS["ris"](one)
    assert json.loads(FORMATS["csl"](one))[0]["title"] == title
