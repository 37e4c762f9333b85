"""Records to BibTeX and back: nothing is lost, and what other programs do not know stands in one field."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import msgspec
import pytest
from exported import PUBLICATIONS, VENUES, demo, works
from hypothesis import HealthCheck, given, settings

from acadfolio.bibliography.publications import publication_of
from acadfolio.bibliography.readers.bibtex import read_bibtex
from acadfolio.bibliography.writers.bibtex import to_complete_bibtex
from acadfolio.model.dates import When
from acadfolio.model.identifiers import Arxiv
from acadfolio.model.publication import Author, Publication
from acadfolio.model.record import keys_of
from acadfolio.model.values import Address, Link, Text
from acadfolio.problems import Problems
from acadfolio.source.text import Source
from shared import SHARED

if TYPE_CHECKING:
    from acadfolio.bibliography.writers.works import Work


def read_back(made: str) -> tuple[list[Publication], list[str]]:
    """The publications of a `.bib` file, and what is said of it."""
    problems = Problems()
    read = [publication_of(entry, problems) for entry in read_bibtex(Source("made.bib", made), problems)]
    return read, [problem.message for problem in problems.found if problem.severity == "error"]


def differences(first: Publication, second: Publication) -> dict[str, tuple[object, object]]:
    pairs = {name: (getattr(first, name), getattr(second, name)) for name in keys_of(Publication)}
    return {name: pair for name, pair in pairs.items() if pair[0] != pair[1]}


def assert_identity(exported: tuple[Work, ...]) -> None:
    read, said = read_back(to_complete_bibtex(exported))
    assert said == []
    assert [differences(work.record, one) for work, one in zip(exported, read, strict=True)] == [{}] * len(exported)


def test_the_demos_papers_come_back_as_they_were() -> None:
    assert_identity(demo())


@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(PUBLICATIONS)
def test_whatever_a_record_holds_comes_back_as_it_was(publication: Publication) -> None:
    assert_identity(works(publication))


def test_fields_of_the_sites_own_stand_in_one_field() -> None:
    publication = Publication(
        title=Text.of("Radium"),
        key="radium",
        kind="book",
        year=1921,
        selected=True,
        summary=Text((("en", "In {braces}"), ("fr", 'Un "mot"'))),
        links=(Link("PDF", Address("files/a.pdf")),),
        authors=(Author(name="Marie Curie", marks="*", url=Address("https://x.org")),),
    )
    made = to_complete_bibtex(works(publication))
    own = re.search(r"  acadfolio = \{(.*)\},\n", made)
    assert own
    for said in (
        "selected: true",
        'summary: {"en": "In \\u007bbraces\\u007d", "fr": "Un \\u0022mot\\u0022"}',
        'links: {"PDF": "files/a.pdf"}',
    ):
        assert said in own[1]
    assert_identity(works(publication))


def test_what_a_bibliography_knows_needs_no_field_of_our_own() -> None:
    """Else the round trip would prove nothing."""
    publication = Publication(
        title=Text.of("On *radium* & H<sub>2</sub>O in $$x^2$$ of 100 %"),
        key="radium",
        kind="journal",
        venue=Text.of("Comptes rendus"),
        date=When.parse("1921-05"),
        volume="3",
        issue="4",
        pages="12–34",
        publisher=Text.of("Hermann & Co."),
        abstract=Text.of("Some `code_x` and [words](https://x.org/a_b)."),
        tags=("one", "two"),
        note=Text.of("A note"),
    )
    assert "acadfolio" not in to_complete_bibtex(works(publication))
    assert_identity(works(publication))


def test_a_preprint_needs_no_field_of_our_own_either() -> None:
    publication = Publication(
        title=Text.of("Radium"), key="radium", kind="preprint", status="preprint", year=2024, arxiv=Arxiv("2401.17644")
    )
    made = to_complete_bibtex(works(publication))
    assert "pubstate = {prepublished}" in made
    assert "acadfolio" not in made
    assert_identity(works(publication))


def test_a_field_of_our_own_that_is_wrong_is_told_with_its_line() -> None:
    problems = Problems()
    text = "@misc{a,\n  title = {A},\n  acadfolio = {selcted: true, year: soon},\n}\n"
    for entry in read_bibtex(Source("my.bib", text), problems):
        publication_of(entry, problems)
    found = {problem.message: str(problem.location).split(":")[:2] for problem in problems.found}
    assert found == {
        "unknown key `selcted`": ["my.bib", "3"],
        "`year` is `soon`, but a whole number is wanted": ["my.bib", "3"],
    }


def test_real_bibliographies_come_back_as_they_were() -> None:
    files = sorted((SHARED / "bib").glob("*.bib"))
    if not files:
        pytest.skip("there is no ../shared/bib")
    for file in files:
        read, _ = read_back(file.read_text(encoding="utf-8", errors="replace"))
        named = [msgspec.structs.replace(one, key=f"{one.key}-{number}") for number, one in enumerate(read)]
        assert_identity(works(*(one for one in named if one.title)))


def test_venues_of_the_site_come_back_by_their_keys() -> None:
    publication = Publication(title=Text.of("A"), venue=Text.of("nature"), kind="journal", key="a")
    (read,), _ = read_back(to_complete_bibtex(works(publication)))
    assert read.venue == Text.of("nature")
    assert "nature" in VENUES
