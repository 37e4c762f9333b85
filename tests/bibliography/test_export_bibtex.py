"""Export BibTeX: its fields, and other programs that read it."""

from __future__ import annotations

import re
import shutil
import subprocess
from typing import TYPE_CHECKING

import pytest
from bibtexparser.entrypoint import parse_string
from exported import PUBLICATIONS, demo, works
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from acadfolio.bibliography.writers import FORMATS
from acadfolio.bibliography.writers.bibtex import Fields, bibtex_entry, fields_of_work
from acadfolio.bibliography.writers.works import Work, works_of
from acadfolio.model.dates import When
from acadfolio.model.identifiers import Arxiv, Doi, Hal, Pmid
from acadfolio.model.publication import Author, Publication
from acadfolio.model.values import LanguageTag, Link, Text, Url
from cases import every_case

if TYPE_CHECKING:
    from pathlib import Path


def entry(**fields: object) -> str:
    return bibtex_entry(works(Publication(**({"title": Text.of("Radium")} | fields)))[0])  # type: ignore[arg-type]


def authors(*names: str) -> tuple[Author, ...]:
    return tuple(Author(name=name) for name in names)


def test_a_publisher_with_an_and_is_one_publisher() -> None:
    text = entry(kind="book", publisher=Text.of("Wiley and Sons"), location=Text.of("Leipzig"))
    assert "  publisher = {{Wiley and Sons}},\n" in text


def test_an_article_has_the_fields_of_old_and_those_of_biblatex() -> None:
    assert entry(
        kind="journal",
        title=Text.of("Sur les *rayons* X & $$\\alpha$$"),
        authors=authors("Marie Curie", "Jan van der Berg", "CERN Collaboration", "others"),
        venue=Text.of("nature"),
        date=When.parse("1921-05-14"),
        volume="3",
        issue="4",
        pages="12–34",
        doi=Doi("10.1000/a_b"),
        arxiv=Arxiv("2401.17644"),
        language=LanguageTag("fr"),
        tags=("radium", "R&D"),
        status="in press",
        selected=True,
        summary=Text.of("of our own"),
    ) == (
        "@article{curie1921rayons,\n"
        "  title = {Sur les \\emph{rayons} {X} \\& {$\\alpha$}},\n"
        "  author = {Curie, Marie and van der Berg, Jan and {CERN Collaboration} and others},\n"
        "  journal = {Nature \\& \\emph{Science}},\n"
        "  volume = {3},\n"
        "  number = {4},\n"
        "  pages = {12--34},\n"
        "  year = {1921},\n"
        "  month = may,\n"
        "  day = {14},\n"
        "  pubstate = {inpress},\n"
        "  doi = {10.1000/a_b},\n"
        "  eprint = {2401.17644},\n"
        "  archiveprefix = {arXiv},\n"
        "  langid = {french},\n"
        "  keywords = {radium, R\\&D},\n"
        "}\n"
    )


TYPES = {
    "journal": ("article", "journal"), "conference": ("inproceedings", "booktitle"),
    "workshop": ("inproceedings", "booktitle"), "preprint": ("misc", "howpublished"), "book": ("book", "publisher"),
    "chapter": ("incollection", "booktitle"), "thesis": ("phdthesis", "school"), "patent": ("patent", "howpublished"),
    "software": ("software", "howpublished"), "dataset": ("dataset", "howpublished"),
    "report": ("techreport", "institution"), "other": ("misc", "howpublished"),
}  # fmt: skip


@every_case("kind", TYPES)
def test_each_kind_has_its_type_and_its_venue(kind: str) -> None:
    made = entry(kind=kind, venue=Text.of("Sorbonne"))
    name, field = TYPES[kind]
    assert made.startswith(f"@{name}{{")
    assert f"\n  {field} = {{Sorbonne}}," in made


def test_a_work_with_a_volume_and_a_venue_is_an_article() -> None:
    assert entry(kind="report", venue=Text.of("nature"), volume="3").startswith("@article{")


@every_case("fields", [{"volume": "3"}, {"issue": "4"}])
def test_a_work_of_no_kind_with_a_volume_or_an_issue_is_an_article(fields: dict[str, str]) -> None:
    made = entry(venue=Text.of("A Review"), **fields)
    assert made.startswith("@article{")
    assert "\n  journal = {A Review}" in made
    assert entry(kind="dataset", venue=Text.of("A Review"), **fields).startswith("@dataset{")


@every_case(
    "fields",
    [
        {"venue": Text.of("The Wall Street Journal")},
        {"publisher": Text.of("Hermann")},
        {"volume": "3", "pages": "1–2"},
    ],
)
def test_a_work_of_an_ambiguous_kind_is_exported_as_misc(fields: dict[str, object]) -> None:
    assert entry(**fields).startswith("@misc{")


def test_a_venue_does_not_push_out_a_publisher() -> None:
    made = entry(kind="book", venue=Text.of("Lectures"), publisher=Text.of("Hermann"))
    assert "publisher = {Hermann}" in made
    assert "series = {Lectures}" in made


def test_a_masters_thesis_has_its_own_entry_type_and_a_doctoral_one_no_type_field() -> None:
    assert (
        entry(kind="thesis", type=Text.of("Master’s thesis"))
        == "@mastersthesis{radium,\n  title = {Radium},\n}\n"
    )
    assert "type" not in entry(kind="thesis", type=Text.of("PhD thesis"))
    assert "type = {Thesis}" in entry(kind="thesis")


def test_what_lasted_has_a_range_for_biblatex_and_a_year_for_all() -> None:
    assert "  date = {2019-06/2022},\n  year = {2019},\n" in entry(date=When.parse("2019-06..2022"))
    assert "  date = {2019-06/},\n  year = {2019},\n" in entry(date=When.parse("2019-06.."))
    assert "  date = {1919/1920},\n  year = {1919},\n" in entry(date=When.parse("1919/20"))


def test_a_chapter_has_its_field_beside_the_pages() -> None:
    assert "  chapter = {7},\n  pages = {1--9},\n" in entry(kind="chapter", pages="chap. 7, 1-9")
    assert "pages" not in entry(kind="chapter", pages="chap. 7")


def test_an_archive_other_than_arxiv_is_named() -> None:
    assert "  eprint = {hal-01234567},\n  archiveprefix = {hal},\n" in entry(
        hal=Hal("hal-01234567")
    )


def test_a_second_archive_has_the_field_that_its_own_files_have() -> None:
    made = entry(arxiv=Arxiv("2401.17644"), hal=Hal("hal-01234567"), pmid=Pmid("123"))
    assert "  archiveprefix = {arXiv},\n  hal_id = {hal-01234567},\n  pmid = {123},\n" in made


@every_case(
    ("tag", "name"),
    [
        ("de", "ngerman"),
        ("en", "english"),
        ("en-GB", "english"),
        ("pt-BR", "brazilian"),
        ("sw", "sw"),
    ],
)
def test_a_language_has_the_name_that_babel_has_for_it(tag: str, name: str) -> None:
    assert f"langid = {{{name}}}" in entry(language=LanguageTag(tag))


def test_the_holder_of_a_patent_is_one_whole() -> None:
    made = entry(kind="patent", institution=Text.of("Marks and Sparks, Inc."))
    assert "  holder = {{Marks and Sparks, Inc.}},\n" in made
    assert "institution" not in made


def test_a_url_is_exported_beside_the_doi() -> None:
    links = (Link("PDF", Url("files/a.pdf")), Link("Site", Url("https://x.org/a_b")))
    assert "url = {https://x.org/a_b}" in entry(links=links)
    assert "url = {https://x.org/a_b}" in entry(links=links, doi=Doi("10.1000/182"))


@every_case(
    "label",
    ["Slides", "Poster", "Folien", "Supplement", "Code", "Data set", "Vidéo", "Blog post", "代码"],
)
def test_no_url_of_what_was_made_beside_a_paper_is_cited(label: str) -> None:
    beside = Link(label, Url("https://x.org/beside"))
    assert "url" not in entry(links=(beside,))
    assert "url = {https://x.org/paper}" in entry(
        links=(beside, Link("HTML", Url("https://x.org/paper")))
    )


def test_software_is_cited_by_its_code_and_not_by_its_slides() -> None:
    links = (Link("Slides", Url("https://x.org/slides")), Link("Code", Url("https://x.org/code")))
    assert "url = {https://x.org/code}" in entry(links=links, kind="software")


@every_case(
    ("name", "written"),
    [
        ("Martin Luther King, Jr.", "King, Jr., Martin Luther"),
        ("Plato", "Plato"),
        ("汤 志恒", "汤, 志恒"),
        ("Ludwig van Beethoven", "van Beethoven, Ludwig"),
        ("Université de Paris", "{Université de Paris}"),
        ("Marks and Spencer Group", "{Marks and Spencer Group}"),
    ],
)
def test_names_have_the_family_first_and_organizations_in_braces(name: str, written: str) -> None:
    assert f"author = {{{written}}}" in entry(authors=authors(name))


def test_keys_are_made_of_author_year_and_word_and_are_never_the_same() -> None:
    one = Publication(
        title=Text.of("The Discovery of Radium"),
        authors=authors("Marie Skłodowska-Curie"),
        year=1921,
    )
    keys = [work.key for work in works(*[one] * 28)]
    assert keys[:3] == [
        "sklodowskacurie1921discovery",
        "sklodowskacurie1921discoveryb",
        "sklodowskacurie1921discoveryc",
    ]
    assert len({key.casefold() for key in keys}) == 28


def test_a_key_is_the_authors_own_or_that_of_the_entry_given() -> None:
    given = Publication(title=Text.of("A"), bibtex="@article{Curie:1898,\n title={A}}")
    own = Publication(title=Text.of("B"), key="my key, {odd} #1")
    nameless = Publication(title=Text.of("放射性"))
    assert [work.key for work in works(given, own, nameless)] == ["Curie:1898", "mykeyodd1", "work"]


def test_the_entry_that_a_page_shows_leaves_the_abstract_to_the_page() -> None:
    work = works(Publication(title=Text.of("A"), abstract=Text.of("On A.")))[0]
    assert "abstract" in bibtex_entry(work)
    assert "abstract" not in bibtex_entry(work, has_abstract=False)


def test_an_entry_is_written_once_for_its_page_and_for_the_list(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    work = works(Publication(title=Text.of("A"), abstract=Text.of("On A.")))[0]
    written = []

    def counted(work: Work) -> Fields:
        written.append(work.key)
        return fields_of_work(work)

    monkeypatch.setattr("acadfolio.bibliography.writers.bibtex.fields_of_work", counted)
    page = bibtex_entry(work, has_abstract=False)
    listed = FORMATS["bibtex"]([work])
    assert listed.replace("  abstract = {On A.},\n", "") == page
    assert written == [work.key]


def test_a_text_in_several_languages_is_written_in_the_sites() -> None:
    title = Text((("en", "Radium"), ("fr", "Le radium")))
    assert "{Le radium}" in FORMATS["bibtex"](works_of([Publication(title=title)], {}, "fr"))


@every_case("made", [FORMATS["bibtex"](demo())])
def test_other_readers_find_every_entry_of_the_demo(made: str) -> None:
    pybtex = pytest.importorskip("pybtex.database")
    keys = [work.key for work in demo()]
    library = parse_string(made)
    assert not library.failed_blocks
    assert [item.key for item in library.entries] == keys
    read = pybtex.parse_string(made, "bibtex")
    assert list(read.entries) == keys
    for work in demo():
        first = read.entries[work.key].persons["author"][0]
        assert first.last_names[-1] == work.authors[0].family.split()[-1]


@pytest.mark.slow
@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(PUBLICATIONS, min_size=1, max_size=3))
def test_whatever_a_record_holds_other_readers_find_every_entry(
    publications: list[Publication],
) -> None:
    pybtex = pytest.importorskip("pybtex.database")
    exported = works(*publications)
    library = parse_string(FORMATS["bibtex"](exported))
    assert not library.failed_blocks
    assert [item.key for item in library.entries] == [work.key for work in exported]
    assert list(pybtex.parse_string(FORMATS["bibtex"](exported), "bibtex").entries) == [
        work.key for work in exported
    ]


def validated(made: str, folder: Path) -> list[str]:
    """The warnings of biber's data model about a file."""
    if shutil.which("biber") is None:
        pytest.skip("needs Debian's biber")
    (folder / "made.bib").write_text(made, encoding="utf-8")
    ended = subprocess.run(
        ["biber", "--tool", "--validate-datamodel", "--output-file", "out.bib", "made.bib"],
        cwd=folder, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert ended.returncode == 0, ended.stdout
    return re.findall(r"^(?:WARN|ERROR) - (.+)$", ended.stdout, re.MULTILINE)


EXPECTED = re.compile(
    r"Missing mandatory field|Invalid field '(?:publisher|series)' for entrytype '(?:misc|thesis)'"
)
"""Allowed warnings: a chapter without the editor of its book, a lecture with a publisher."""


@pytest.mark.slow
def test_biber_finds_no_error_in_the_demos_papers(tmp_path: Path) -> None:
    assert [
        said for said in validated(FORMATS["bibtex"](demo()), tmp_path) if not EXPECTED.search(said)
    ] == []


@pytest.mark.slow
def test_biber_takes_a_range_without_a_warning(tmp_path: Path) -> None:
    book = Publication(
        title=Text.of("A"), authors=authors("Marie Curie"), kind="book", publisher=Text.of("P"),
        date=When.parse("2021-06..2022-04"),
    )  # fmt: skip
    assert validated(FORMATS["bibtex"](works(book)), tmp_path) == []
    assert "DATE = {2021-06/2022-04}" in (tmp_path / "out.bib").read_text(encoding="utf-8")


@pytest.mark.slow
def test_biber_finds_no_error_in_any_kind_with_every_field(tmp_path: Path) -> None:
    whole = {
        "title": Text.of("On {braces} & $$x^2$$ *in* 100 %"), "authors": authors("Marie Curie", "others"), "year": 1921,
        "venue": Text.of("nature"), "publisher": Text.of("Hermann"), "location": Text.of("Paris"), "pages": "1–2",
        "volume": "3", "issue": "4", "number": "5", "doi": Doi("10.1000/a_b"), "arxiv": Arxiv("2401.17644"),
        "issn": "1476-4687", "isbn": "978-3-16-148410-0", "abstract": Text.of("A"), "note": Text.of("B"),
    }  # fmt: skip
    publications = [Publication(**(whole | {"kind": kind})) for kind in TYPES]  # type: ignore[arg-type]
    said = validated(FORMATS["bibtex"](works(*publications)), tmp_path)
    assert [
        line
        for line in said
        if not re.match(r"Datamodel: Entry .*(?:Invalid field|Missing mandatory)", line)
    ] == []
