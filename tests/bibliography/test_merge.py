"""Merge the publications of several files: YAML has precedence, duplicates are reported, and nothing is lost."""

from __future__ import annotations

from itertools import permutations
from typing import Any, Literal

from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from acadfolio.bibliography.duplicates import SourcedPublication, is_abbreviation
from acadfolio.bibliography.merging import filled_fields, merge_publications
from acadfolio.model.dates import When
from acadfolio.model.identifiers import Arxiv, Doi
from acadfolio.model.publication import Author, Citations, Publication
from acadfolio.model.record import Shape, fields_of, shape_of, without_location
from acadfolio.model.values import Link, Text, Url
from acadfolio.problems import Location, Problems
from cases import every_case


def work(name: str = "Radium", **values: object) -> Publication:
    fields = {
        "title": Text.of(name) if name else Text(()),
        "key": name.lower(),
        "year": 1898,
        "kind": "book",
        **values,
    }
    return Publication(**{"authors": (Author(name="Marie Curie"),), **fields})  # type: ignore[arg-type]


def yaml(line: int, **values: object) -> SourcedPublication:
    """A publication with only the fields that its author wrote."""
    said = {"title": Text(()), **values}
    publication = Publication(**said)  # type: ignore[arg-type]
    return SourcedPublication(
        publication, Location("data/publications.yml", line), frozenset(values)
    )


def bib(line: int, publication: Publication, file: str = "data/a.bib") -> SourcedPublication:
    name = file.removeprefix("data/").removesuffix(".bib")
    publication = replace(publication, bibliography=(*publication.bibliography, name))
    return SourcedPublication(publication, Location(file, line), filled_fields(publication))


def merge(
    mine: list[SourcedPublication], others: list[SourcedPublication]
) -> tuple[list[Publication], list[str]]:
    problems = Problems()
    found = merge_publications(mine, others, problems)
    return [without_location(work) for work in found], [
        f"{problem.location}: {problem.message}" for problem in problems.found
    ]


OTHER = "this entry has the same key as data/a.bib:1, which is another work: both are shown"
COPY = "`Radium` has the same title and authors as {}, which has the year 1898: both are shown"


def in_file(*publications: Publication) -> list[Publication]:
    """Publications as those of `data/a.bib`."""
    return [replace(publication, bibliography=("a",)) for publication in publications]


def test_a_few_lines_of_yaml_add_to_an_entry_that_they_name() -> None:
    entries = [bib(1, work(doi=Doi("10.1/A"), volume="3")), bib(9, work("Polonium"))]
    for name in (
        {"doi": Doi("10.1/a")},
        {"key": "RADIUM"},
        {"title": Text.of("**Radium!**"), "year": 1898},
    ):
        found, said = merge([yaml(1, selected=True, award=Text.of("Prize"), **name)], entries)
        assert said == []
        assert [paper.key.lower() for paper in found] == ["radium", "polonium"]
        assert (found[0].selected, found[0].award, found[0].volume) == (True, Text.of("Prize"), "3")


def test_a_work_has_the_location_of_its_first_entry() -> None:
    found = merge_publications(
        [yaml(4, key="radium", title=Text.of("Radium"))],
        [bib(1, work()), bib(9, work("Polonium"))],
        Problems(),
    )
    assert [str(publication.source_location) for publication in found] == [
        "data/publications.yml:4",
        "data/a.bib:9",
    ]


def test_yaml_wins_field_by_field() -> None:
    mine = yaml(
        1,
        key="radium",
        title=Text.of("Le radium"),
        year=1898,
        links=(Link("PDF", Url("/mine.pdf")),),
    )
    links = (Link("PDF", Url("/theirs.pdf")), Link("Code", Url("/code")))
    found, said = merge([mine], [bib(1, work(date=When.parse("1898-12"), links=links, volume="3"))])
    assert (found[0].title, found[0].volume, found[0].date) == (
        Text.of("Le radium"),
        "3",
        When.parse("1898-12"),
    )
    assert [link.url for link in found[0].links] == ["/mine.pdf", "/code"]
    assert said == []


def test_talks_of_one_title_at_other_events_or_places_stay_as_many_talks() -> None:
    talks = [
        bib(line, work("Radium", key=f"t{line}", kind="other", authors=(), **said))
        for line, said in enumerate(
            (
                {"event": Text.of("Solvay Conference")},
                {"event": Text.of("Royal Institution")},
                {"location": Text.of("Paris")},
                {"location": Text.of("Madrid")},
            )
        )
    ]
    found, said = merge([], talks[:2])
    assert (len(found), said) == (2, [])
    found, said = merge([], talks[2:])
    assert (len(found), said) == (2, [])
    again = bib(
        9, work("Radium", key="t9", kind="other", authors=(), event=Text.of("Solvay Conference"))
    )
    assert len(merge([], [talks[0], again])[0]) == 1


def test_a_year_of_yamls_is_not_overruled_by_a_date() -> None:
    found, said = merge(
        [yaml(1, key="radium", year=1899)], [bib(1, work(year=None, date=When.parse("1898-12")))]
    )
    assert (found[0].year, found[0].date) == (1899, None)
    assert said == []


def test_a_false_value_in_yaml_is_kept() -> None:
    found, _ = merge([yaml(1, key="radium", selected=False)], [bib(1, work(selected=True))])
    assert found[0].selected is False


def test_an_entry_of_yaml_that_matches_nothing_needs_a_title() -> None:
    found, said = merge([yaml(4, key="polonium")], [bib(1, work())])
    assert [paper.key for paper in found] == ["radium"]
    assert said == ["data/publications.yml:4: no bibliography has an entry with the key `polonium`"]


def test_yaml_comes_in_its_order_then_the_files_in_theirs() -> None:
    entries = [bib(number, work(name)) for number, name in enumerate(["A", "B", "C", "D"])]
    found, _ = merge([yaml(1, key="c"), yaml(2, title=Text.of("Z")), yaml(3, key="a")], entries)
    assert [paper.title.in_language("") for paper in found] == ["C", "Z", "A", "B", "D"]


def test_a_repeated_work_is_shown_once_and_reported_with_both_locations() -> None:
    twice = [
        bib(3, work(doi=Doi("10.1/a"), volume="3")),
        bib(40, work(doi=Doi("10.1/A"), volume="4", pages="7", status="in press")),
    ]
    found, said = merge([], twice)
    assert [(paper.volume, paper.pages) for paper in found] == [("3", "7")]
    what = "{} has the same {}, but a different {}: it is shown once"
    assert said == [f"data/a.bib:40: {what.format('line 3', 'DOI', '`status`, `volume`')}"]
    elsewhere = [
        bib(3, work(publisher=Text.of("B"))),
        bib(5, work(key="other", publisher=Text.of("A")), "data/b.bib"),
    ]
    said = merge([], elsewhere)[1]
    assert said == [f"data/b.bib:5: {what.format('data/a.bib:3', 'title and year', '`publisher`')}"]


def test_a_work_repeated_with_the_same_fields_is_no_error() -> None:
    """Zotero's export contains it again each time."""
    first = work(
        doi=Doi("10.1/a"),
        title=Text.of("Das *Radium*"),
        authors=(Author(name="Marie Curie"),),
        volume="3",
    )
    again = work(
        doi=Doi("10.1/A"),
        title=Text.of("Das Radium."),
        authors=(Author(name="Curie, M."),),
        pages="7",
        year=None,
        date=When.parse("1898-12"),
        key="radium-1",
    )
    found, said = merge([], [bib(3, first), bib(40, again)])
    assert [(paper.volume, paper.pages) for paper in found] == [("3", "7")]
    assert said == []


def test_a_value_in_yaml_decides_between_two_entries() -> None:
    twice = [
        bib(3, work(volume="3", year=1898)),
        bib(40, work(volume="4", year=1899, doi=Doi("10.1/a"))),
    ]
    mine = yaml(1, key="radium", volume="4")
    assert merge([mine], twice)[1] == [
        "data/a.bib:40: line 3 has the same key, but a different `date`: it is shown once",
    ]
    found, said = merge([yaml(1, key="radium", volume="4", year=1898)], twice)
    assert [(paper.volume, paper.year) for paper in found] == [("4", 1898)]
    assert said == []


def test_two_entries_that_complete_the_same_lines_are_named() -> None:
    twice = [bib(3, work(year=1898)), bib(9, work(year=1899), "data/b.bib")]
    found, said = merge([yaml(1, key="radium")], twice)
    assert len(found) == 1
    assert said == [
        "data/b.bib:9: data/a.bib:3 has the same key, but a different `date`: it is shown once",
    ]


def test_other_titles_and_years_of_the_same_doi_are_named() -> None:
    found, said = merge(
        [],
        [
            bib(3, work(doi=Doi("10.1/a"))),
            bib(9, work("Polonium", doi=Doi("10.1/a"), key="p", year=1899)),
        ],
    )
    assert len(found) == 1
    assert said == [
        "data/a.bib:9: line 3 has the same DOI, but a different `title`, `date`: it is shown once",
    ]


def test_a_doi_that_was_mistaken_in_yaml_is_named() -> None:
    mine = yaml(1, doi=Doi("10.1/a"), title=Text.of("Quite another subject altogether"))
    assert merge([mine], [bib(3, work(doi=Doi("10.1/a")))])[1] == [
        "data/a.bib:3: this entry has the same DOI as data/publications.yml:1, but a different title: it is not shown"
    ]


def test_different_works_of_one_key_or_one_title_stay_two() -> None:
    pairs = [
        (work("Radium"), work("Polonium", key="radium")),
        (work(doi=Doi("10.1/a")), work(doi=Doi("10.1/b"), key="b")),
        (
            work(kind="journal", volume="1", venue=Text.of("A")),
            work(kind="journal", volume="2", key="b", venue=Text.of("A")),
        ),
        (work(kind="book"), work(kind="thesis", key="b", institution=Text.of("Sorbonne"))),
        (work(), work(key="b", authors=(Author(name="Lise Meitner"),))),
    ]
    for one, other in pairs:
        found, said = merge([], [bib(1, one), bib(2, other)])
        assert found == in_file(one, other)
        assert said == []
    one, other = work(), work(key="b", year=1899)
    found, said = merge([], [bib(1, one), bib(2, other)])
    assert found == in_file(one, other)
    assert said == [f"data/a.bib:2: {COPY.format('line 1')}"]


ALREADY = "data/publications.yml:9: line 1 has the same {}, but a different {}"
SHOWN = "that one is shown"
ALMOST = {"key": "radium", "title": Text.of("Radium"), "year": 1898}


@every_case(
    ("one", "other", "name", "fields"),
    [
        (ALMOST | {"volume": "3"}, ALMOST | {"volume": "4"}, "key", "`volume`"),
        ({"key": "radium", "selected": True}, {"key": "Radium", "selected": False}, "key", "`selected`"),
        (
            {"doi": Doi("10.1/a"), "title": Text.of("Radium"), "year": 1898, "pages": "1", "summary": Text.of("A")},
            {"doi": Doi("10.1/A"), "title": Text.of("Polonium"), "year": 1899, "pages": "1", "summary": Text.of("B")},
            "DOI",
            "`title`, `summary`, `date`",
        ),
        (ALMOST | {"status": "in press"}, ALMOST | {"status": "under review"}, "key", "`status`"),
        (ALMOST | {"kind": "preprint"}, ALMOST | {"kind": "journal"}, "key", "`kind`"),
        (ALMOST | {"year": None, "date": When.parse("1898-02")}, ALMOST | {"year": 1920}, "key", "`date`"),
        (ALMOST | {"bibtex": "@misc{a}"}, ALMOST | {"bibtex": "@misc{b}"}, "key", "`bibtex`"),
    ],
)  # fmt: skip
@every_case("others", [[], [bib(1, work())]])
def test_two_entries_of_yaml_that_contradict_each_other_are_reported(
    one: dict[str, Any],
    other: dict[str, Any],
    name: str,
    fields: str,
    others: list[SourcedPublication],
) -> None:
    found, said = merge([yaml(1, **one), yaml(9, **other)], others if name == "key" else [])
    reported = [line for line in said if line.startswith("data/publications.yml:9")]
    assert reported == [f"{ALREADY.format(name, fields)}: {SHOWN}"]
    assert len(found) == (1 if one.get("title") or others else 0)


def test_a_third_entry_of_yaml_is_compared_with_the_two_before() -> None:
    mine = [yaml(1, **ALMOST), yaml(5, key="radium", volume="3"), yaml(9, key="radium", volume="4")]
    found, said = merge(mine, [])
    assert [paper.volume for paper in found] == ["3"]
    assert f"{ALREADY.format('key', '`volume`')}: {SHOWN}" in said


def test_matching_entries_of_yaml_are_merged_without_a_warning() -> None:
    one = yaml(1, **ALMOST, authors=(Author(name="Marie Curie"),), selected=True)
    other = yaml(
        5, key="radium", title=Text.of("*Radium.*"), year=1898, authors=(Author(name="M. Curie"),)
    )
    third = yaml(
        9,
        key="radium",
        award=Text.of("Prize"),
        date=When.parse("1898-12"),
        links=(Link("A", Url("/a")),),
    )
    found, said = merge([one, other, third], [bib(1, work(volume="4", status="in press"))])
    assert [(paper.selected, paper.award, paper.volume) for paper in found] == [
        (True, Text.of("Prize"), "4")
    ]
    assert said == []


@every_case(
    "other",
    [
        {"title": Text.of("Polonium"), "year": 1903},
        {"title": Text.of("Radium"), "year": 1898, "doi": Doi("10.1/b")},
    ],
)
def test_two_works_of_one_key_in_yaml_are_reported(other: dict[str, Any]) -> None:
    mine = [yaml(1, **ALMOST, doi=Doi("10.1/a")), yaml(9, key="Radium", **other)]
    found, said = merge(mine, [])
    assert len(found) == 2
    what = "this entry has the same key as line 1, which is another work: both are shown"
    assert [line for line in said if "the same key" in line] == [f"data/publications.yml:9: {what}"]
    assert merge(mine[:1], [bib(3, work("Polonium", key="radium"))])[1] == [
        "data/a.bib:3: this entry has the same key as data/publications.yml:1, but a different title: it is not shown"
    ]


def test_two_entries_of_yaml_with_one_title_are_two() -> None:
    mine = [yaml(line, title=Text.of("Preface"), year=1908) for line in (1, 5)]
    assert len(merge(mine, [])[0]) == 2


def test_a_preprint_and_what_was_published_of_it_are_one_work() -> None:
    preprint = work(
        kind="preprint",
        status="preprint",
        arxiv=Arxiv("1706.03762v5"),
        doi=Doi("10.48550/arXiv.1706.03762"),
        key="p",
    )
    published = work(
        kind="journal", doi=Doi("10.1/a"), arxiv=Arxiv("1706.03762"), venue=Text.of("Nature")
    )
    for one, other in permutations((preprint, published)):
        found, said = merge([], [bib(1, one), bib(2, other)])
        assert (len(found), said) == (1, [])
        assert (found[0].kind, found[0].status, found[0].doi, found[0].key) == (
            "journal",
            "published",
            "10.1/a",
            "radium",
        )


def test_the_hint_for_a_missing_field_has_its_bibtex_name() -> None:
    lacking = [
        work("", key="x"),
        work("A", year=None),
        work("B", authors=()),
        *(work(kind, kind=kind) for kind in ("journal", "conference", "thesis")),
    ]
    problems = Problems()
    merge_publications([], [bib(line, one) for line, one in enumerate(lacking, start=1)], problems)
    names = ("title", "year", "author", "journal", "booktitle", "school")
    assert [problem.hint.partition(", or ")[0] for problem in problems.found] == [
        f"add `{name}`" for name in names
    ]


def test_missing_fields_of_an_entry_are_reported() -> None:
    entries = [
        bib(1, work("", key="x")),
        bib(2, work("A", year=None)),
        bib(3, work("B", authors=())),
        bib(4, work("C", kind="journal")),
        bib(5, work("D", year=None, status="in press")),
        bib(6, work("E", authors=(), editors=(Author(name="Marie Curie"),))),
    ]
    found, said = merge([], entries)
    assert [paper.title.in_language("") for paper in found] == ["x", "A", "B", "C", "D", "E"]
    assert said == [
        "data/a.bib:1: this entry has no title: its key is shown",
        "data/a.bib:2: `a` has no year",
        "data/a.bib:3: `b` has no author",
        "data/a.bib:4: `c` has no journal",
    ]


def test_a_field_that_another_file_has_is_not_missing() -> None:
    assert merge([yaml(1, key="a", year=1898)], [bib(2, work("A", year=None))])[1] == []


@settings(deadline=None)
@given(
    st.lists(
        st.tuples(
            st.sampled_from("abc"),
            st.sampled_from(["10.1/a", "10.1/b", ""]),
            st.sampled_from([1898, 1899]),
        ),
        max_size=8,
    )
)
def test_whatever_comes_in_is_shown_or_named(entries: list[tuple[str, str, int]]) -> None:
    sources = [
        bib(line, work(title, doi=Doi(doi), year=year, key=f"k{line}", number=str(line)))
        for line, (title, doi, year) in enumerate(entries, start=1)
    ]
    found, said = merge([], sources)
    named = {line.split(":")[1] for line in said if "shown once" in line}
    shown = {paper.number for paper in found}
    assert len(found) + len(named) == len(entries)
    assert shown | named == {str(line) for line in range(1, len(entries) + 1)}


def some(wanted: Any) -> Any:
    """A value of a field that is not the default."""
    shape = wanted if isinstance(wanted, Shape) else shape_of(wanted)
    if shape.origin is tuple:
        return (some(shape.parts[0]),)
    made = {
        Text: Text.of("said"), When: When.parse("1898-05"), Author: Author(name="Lise Meitner"), bool: True, int: 1898,
        Link: Link("PDF", Url("/a.pdf")), Citations: Citations(count=5),
    }  # fmt: skip
    if shape.origin is Literal:
        return shape.parts[-1]
    return (
        made[shape.type]
        if shape.type in made
        else getattr(shape.type, "__supertype__", shape.type)("said")
    )


SAID = {"title", "kind", "key", "year", "authors", "status", "bibliography"}
"""The values that both entries have, most of which make them the same work, and the names of their files."""


@every_case("name", sorted(fields_of(Publication).keys() - SAID - {"hidden", "extra"}))
def test_every_field_that_only_the_second_entry_has_is_added(name: str) -> None:
    value = some(fields_of(Publication)[name].type)
    found, said = merge([], [bib(1, work()), bib(2, work(**{name: value}))])
    assert [getattr(paper, name) for paper in found] == [value]
    assert said == []


def test_one_key_of_two_works_in_two_files_is_told() -> None:
    found, said = merge([], [bib(1, work()), bib(2, work("Polonium", key="radium"), "data/b.bib")])
    assert ([str(paper.title) for paper in found], said) == (
        ["Radium", "Polonium"],
        [f"data/b.bib:2: {OTHER}"],
    )


def test_a_work_is_in_the_lists_of_all_its_files_and_in_those_that_yaml_names() -> None:
    own = yaml(1, key="radium", bibliography=("best",))
    found, said = merge([own], [bib(1, work()), bib(2, work(), "data/old/b.bib")])
    assert ([paper.bibliography for paper in found], said) == ([("best", "a", "old/b")], [])


def test_a_work_is_hidden_if_one_of_its_entries_says_so() -> None:
    polonium = bib(9, work("Polonium"))
    for mine, others in (
        ([yaml(1, key="radium", hidden=True)], [bib(1, work())]),
        ([], [bib(1, work(hidden=True, authors=()))]),
        ([], [bib(1, work()), bib(2, work(hidden=True))]),
    ):
        found, said = merge(mine, [*others, polonium])
        assert [paper.key for paper in found if not paper.hidden] == ["polonium"]
        assert said == []


def test_an_entry_that_hides_an_unknown_work_is_an_error() -> None:
    found, said = merge([yaml(1, key="radon", hidden=True)], [bib(1, work())])
    assert [paper.key for paper in found] == ["radium"]
    assert said == ["data/publications.yml:1: no bibliography has an entry with the key `radon`"]


def test_a_list_of_authors_that_scholar_cut_gives_way_to_the_whole_one() -> None:
    people = [
        Author(name=name)
        for name in ("Marie Curie", "Hendrik van den Berg", "L. van Beethoven", "Lise Meitner")
    ]
    others = Author(name="others")
    cut = work(authors=(*people[:2], Author(name="Van Beethoven", family="Van Beethoven"), others), kind="journal",
               venue=Text.of("Phys. Rev. Lett."))  # fmt: skip
    whole = work(
        key="z", authors=tuple(people), kind="journal", venue=Text.of("Physical Review Letters")
    )
    for one, other in permutations((cut, whole)):
        found, said = merge([], [bib(1, one, "data/scholar.bib"), bib(2, other, "data/zotero.bib")])
        assert [(paper.authors, paper.venue) for paper in found] == [(tuple(people), whole.venue)]
        assert said == []
    mine = yaml(1, key="radium", authors=(people[0], others))
    assert merge([mine], [bib(1, cut), bib(2, whole)])[0][0].authors == (people[0], others)


def test_other_authors_are_named_also_where_a_list_is_cut() -> None:
    cut = work(
        authors=(Author(name="Marie Curie"), Author(name="Lise Meitner"), Author(name="others"))
    )
    whole = work(
        authors=(
            Author(name="Marie Curie"),
            Author(name="Emmy Noether"),
            Author(name="Ida Noddack"),
        ),
        key="b",
    )
    found, said = merge([], [bib(1, cut), bib(2, whole)])
    assert found[0].authors == cut.authors
    assert "`authors`" in said[0]


@every_case(
    ("short", "whole"),
    [
        ("Phys. Rev. Lett.", "Physical Review Letters"),
        ("PRL", "Physical Review Letters"),
        ("Proc. Natl. Acad. Sci. USA", "Proceedings of the National Academy of Sciences USA"),
        ("J. Mach. Learn. Res.", "Journal of Machine Learning Research"),
    ],
)
def test_an_abbreviation_is_distinguished_from_another_journal(short: str, whole: str) -> None:
    assert is_abbreviation(short, whole)
    assert not is_abbreviation(whole, short)
    assert not is_abbreviation(short, "Nature Reviews Physics")
    assert not is_abbreviation(short, whole + " Supplement")


def test_lines_with_a_title_alone_add_to_the_first_work_that_has_it() -> None:
    mine = yaml(1, title=Text.of("Radium"), selected=True)
    found, said = merge(
        [mine], [bib(1, work(volume="3")), bib(4, work(volume="3", key="again"), "data/b.bib")]
    )
    assert [(paper.selected, paper.year, paper.volume) for paper in found] == [(True, 1898, "3")]
    assert said == []
    found, said = merge([mine], [bib(1, work()), bib(4, work(key="b", year=1899))])
    assert [(paper.selected, paper.year) for paper in found] == [(True, 1898), (False, 1899)]
    assert said == [f"data/a.bib:4: {COPY.format('data/publications.yml:1')}"]


def test_what_lines_of_yaml_lack_is_named_in_their_words() -> None:
    people = (Author(name="Marie Curie"),)
    mine = [
        yaml(1, title=Text.of("A"), kind="journal", authors=people, year=1898),
        yaml(2, title=Text.of("B"), kind="conference", year=1898, venue=Text.of("Solvay")),
        yaml(3, title=Text.of("C"), authors=people, year=1898),
        yaml(4, title=Text.of("D"), kind="journal", authors=people, status="submitted"),
        yaml(5, title=Text.of("E"), kind="software", year=1898),
        yaml(6, title=Text.of("F"), authors=people),
    ]
    problems = Problems()
    merge_publications(mine, [], problems)
    assert [
        (problem.location.line, problem.message, problem.hint) for problem in problems.found
    ] == [
        (1, "`A` has no venue", "add `venue`"),
        (2, "`B` has no authors", "add `authors`"),
        (6, "`F` has no year", "add `year`, or a status such as `in press`"),
    ]


def test_a_paper_in_press_has_a_journal_and_a_thesis_a_school() -> None:
    entries = [
        bib(1, work("A", kind="journal", status="in press", year=None)),
        bib(2, work("B", kind="thesis")),
        bib(3, work("C", kind="journal", status="submitted", year=None)),
        bib(4, work("D", kind="thesis", institution=Text.of("Sorbonne"))),
    ]
    assert merge([], entries)[1] == [
        "data/a.bib:1: `a` has no journal",
        "data/a.bib:2: `b` has no school",
    ]


def test_a_doi_that_was_pasted_into_another_paper_makes_no_one_work_of_them() -> None:
    one = work("On radium", doi=Doi("10.1/a"))
    other = work(
        "Elements of topology",
        doi=Doi("10.1/A"),
        key="b",
        authors=(Author(name="Emmy Noether"),),
        year=1921,
    )
    found, said = merge([], [bib(3, one), bib(9, other)])
    assert found == in_file(one, other)
    assert said == [
        "data/a.bib:9: this entry has the same DOI as line 3, which is another work: both are shown"
    ]


ON_ARXIV = {"arxiv": Arxiv("1901.00001"), "status": "preprint", "kind": "preprint", "year": 2019}
IN_JOURNAL = {"arxiv": Arxiv("1901.00001"), "doi": Doi("10.1/a"), "kind": "journal", "year": 2020}
PREPRINT_AND_ARTICLE = [
    bib(1, work("Same title here", key="arx", **ON_ARXIV)),
    bib(8, work("Same title here", key="pub", venue=Text.of("JMLR"), **IN_JOURNAL)),
]


@every_case(
    "lines",
    [
        {"key": "arx"},
        {"key": "pub"},
        {"doi": Doi("10.1/A")},
        {"arxiv": Arxiv("1901.00001")},
        {"key": "pub", "title": Text.of("Same title here, corrected")},
        {"title": Text.of("Same title here"), "year": 2020},
    ],
)
@every_case("files", [("data/a.bib", "data/b.bib"), ("data/b.bib", "data/a.bib")])
def test_every_key_of_a_repeated_work_leads_to_it(
    lines: dict[str, Any], files: tuple[str, str]
) -> None:
    for entries in permutations(PREPRINT_AND_ARTICLE):
        other = [
            bib(entry.location.line, entry.publication, file)
            for entry, file in zip(entries, files, strict=True)
        ]
        for both in (list(entries), other):
            found, said = merge([yaml(1, selected=True, **lines)], both)
            assert [
                (paper.selected, paper.kind, paper.arxiv, paper.doi.lower()) for paper in found
            ] == [(True, "journal", "1901.00001", "10.1/a")]
            assert found[0].title == lines.get("title", Text.of("Same title here"))
            assert said == []


def test_lines_that_name_a_work_by_two_names_are_one() -> None:
    mine = [yaml(1, key="arx", selected=True), yaml(3, key="pub", award=Text.of("Prize"))]
    for entries in permutations(PREPRINT_AND_ARTICLE):
        found, said = merge(mine, list(entries))
        assert [(paper.selected, paper.award, paper.kind) for paper in found] == [
            (True, Text.of("Prize"), "journal")
        ]
        assert said == []


def test_an_entry_is_known_by_its_own_key_when_the_work_has_another() -> None:
    for key in ("ARX", "pub"):
        third = bib(20, work("", key=key, volume="7", kind="journal", year=2020), "data/c.bib")
        assert [paper.volume for paper in merge([], [*PREPRINT_AND_ARTICLE, third])[0]] == ["7"]


def talk(key: str, **values: Any) -> Publication:
    return work("Invited talk", **{"key": key, "kind": "other", **values})


APART: list[tuple[dict[str, Any], dict[str, Any]]] = [
    ({"venue": Text.of("Talk at A")}, {"venue": Text.of("Talk at B")}),
    ({"year": None, "date": When.parse("2015-03")}, {"year": None, "date": When.parse("2015-06")}),
    (
        {"kind": "journal", "venue": Text.of("Nature")},
        {"kind": "journal", "venue": Text.of("Science")},
    ),
    ({"issue": "1"}, {"issue": "2"}),
    ({"number": "7"}, {"number": "8"}),
    ({"pages": "1"}, {"pages": "11"}),
    ({"doi": Doi("10.1/a")}, {"doi": Doi("10.1/b")}),
]


@every_case(("one", "other"), APART)
def test_entries_of_one_file_with_different_places_are_different_works(
    one: dict[str, Any], other: dict[str, Any]
) -> None:
    first, second = talk("one", **one), talk("two", **other)
    for file in (
        "data/a.bib",
        "data/b.bib",
    ):  # Once more from another program, with keys of its own, turned around.
        again = [bib(7, talk("x2", **other), "data/b.bib"), bib(9, talk("x1", **one), "data/b.bib")]
        found, said = merge(
            [], [bib(1, first), bib(2, second), *(again if file == "data/b.bib" else ())]
        )
        assert [paper.key for paper in found] == ["one", "two"]
        assert [problem for problem in said if "already, by" in problem] == []
    for key, place in (("one", 0), ("two", 1)):
        found, said = merge([yaml(1, key=key, selected=True)], [bib(1, first), bib(2, second)])
        assert [(paper.key, paper.selected) for paper in found] == [
            (key, True),
            (["two", "one"][place], False),
        ]
        assert said == []


@every_case(
    ("one", "other"),
    [
        ({"venue": Text.of("Phys. Rev. Lett.")}, {"venue": Text.of("Physical Review Letters")}),
        (
            {"venue": Text.of("NeurIPS"), "pages": "1–9"},
            {"venue": Text.of("Advances in such things"), "pages": "1–9"},
        ),
        ({"pages": "12"}, {"pages": "12–34"}),
        (
            {"kind": "preprint", "venue": Text.of("bioRxiv")},
            {"kind": "journal", "venue": Text.of("Nature")},
        ),
        ({"year": 1898}, {"year": None, "date": When.parse("1898-05")}),
    ],
)
def test_entries_of_one_file_that_may_be_one_work_are_one(
    one: dict[str, Any], other: dict[str, Any]
) -> None:
    assert len(merge([], [bib(1, talk("one", **one)), bib(2, talk("two", **other))])[0]) == 1


def test_a_repeated_key_in_a_file_is_one_work_whatever_its_fields() -> None:
    found, said = merge(
        [], [bib(line, talk("one", venue=Text.of(f"At {line}"))) for line in (1, 2)]
    )
    assert len(found) == 1
    assert "a different `venue`" in said[0]


@every_case(
    ("one", "other"),
    [
        ("$$C^*$$-algebras", "C<sup>\\*</sup>-algebras"),
        ("H<sub>2</sub>O", "H2O"),
        ("$$x^2$$", "x2"),
        ("**Radium** and *polonium*", "Radium and polonium"),
        ("A+B", "A + B"),
        ("See [this](https://a.example/#b)", "See this"),
    ],
)
def test_titles_that_are_written_otherwise_are_the_same(one: str, other: str) -> None:
    assert len(merge([], [bib(1, work(one, key="one")), bib(2, work(other, key="two"))])[0]) == 1
