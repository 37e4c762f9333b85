"""Read BibTeX: every entry is read or reported, and another library reads the same."""

from __future__ import annotations

import calendar
import random
import re
from typing import TYPE_CHECKING

import pybtex.errors
import pytest
from pybtex.database import parse_string

from acadfolio.bibliography.latex import latex_to_markdown, latex_to_text
from acadfolio.bibliography.names import authors_of
from acadfolio.bibliography.readers.bibtex import read_bibtex
from acadfolio.model.name_parts import parts_of
from acadfolio.problems import Problems
from acadfolio.source.text import Source
from cases import every_case
from shared import SHARED, needs_shared
from timing import least, timed

if TYPE_CHECKING:
    from acadfolio.bibliography.entries import RawEntry


def read(text: str) -> tuple[list[RawEntry], list[str]]:
    """The entries, and `line: message` for each problem."""
    problems = Problems()
    entries = read_bibtex([Source("data/papers.bib", text)], problems)
    return entries, [
        f"{problem.location.line}: {problem.message} ({problem.hint})" for problem in problems.found
    ]


def fields_of(text: str) -> dict[str, str]:
    """The fields of the only entry. No problem may be reported."""
    (entry,), said = read(text)
    assert not said
    return {name: value.text for name, value in entry.fields.items()}


@every_case(
    ("written", "expected"),
    [
        ("title = {Radium}", "Radium"),
        ('title = "Radium"', "Radium"),
        ("title={A {B {C} D} E}", "A {B {C} D} E"),
        ('title = "A {"}quoted{"} word"', 'A {"}quoted{"} word'),
        ('title = "G\\"odel"', 'G\\"odel'),
        ("title   =\n  {Over\n    two lines}", "Over two lines"),
        ("TITLE = {Radium},", "Radium"),
        ("title = {50% = half, really}", "50% = half, really"),
        ("title = {Mail @ home}", "Mail @ home"),
        ("title = 1903", "1903"),
        ("title = {A} # { and } # {B}", "A and B"),
        ("title = {ends with a break \\\\}", "ends with a break \\\\"),
        ("title = {}", ""),
    ],
)
def test_a_value_is_the_text_between_its_braces_or_quotes(written: str, expected: str) -> None:
    assert fields_of(f"@article{{k, {written}}}")["title"] == expected


@every_case(
    "key",
    [
        "curie:1903",
        "DBLP:conf/icml/X18",
        "2024A&A...692A.172C",
        "Müller_2020+a",
        "a.b'c",
        "居里1903",
        "1903",
    ],
)
def test_a_key_may_contain_any_character(key: str) -> None:
    (entry,), said = read(f"@article{{{key},\n title = {{Radium}}}}")
    assert (entry.key, said) == (key, [])


def test_the_line_of_an_entry_and_of_each_field_is_counted_from_one() -> None:
    (entry,), _ = read("\n\n@Article{k,\n  title = {Radium},\n  year = 1903\n}\n")
    assert (entry.kind, entry.line, entry.at("year").line, entry.at("doi").line) == (
        "article",
        3,
        5,
        3,
    )


def test_abbreviations_are_filled_in_and_joined() -> None:
    text = """@string{aip = "American Institute"}
    @STRING(of = { of })
    @string{all = aip # of # "Physics"}
    @article(k, publisher = all, month = jan # "~1", journal = {Rays (of light)}, year = "19" # "03")"""
    assert fields_of(text) == {
        "publisher": "American Institute of Physics", "month": "jan~1", "journal": "Rays (of light)", "year": "1903"
    }  # fmt: skip


def test_an_undefined_abbreviation_is_kept_and_reported() -> None:
    (entry,), said = read(
        "@string{jacs = {J. Am. Chem. Soc.}}\n@article{k,\n journal = jasc, month = sept, year = 1903}"
    )
    assert {name: value.text for name, value in entry.fields.items()} == {
        "journal": "jasc", "month": "sept", "year": "1903"
    }  # fmt: skip
    assert said == ["3: unknown abbreviation `jasc`: no @string defines it (did you mean `jacs`?)"]


def test_text_around_the_entries_is_no_entry() -> None:
    text = """---
layout: bib
---
% Encoding: UTF-8
Free words, mail me@example.org {or not}.
@preamble{"\\newcommand{\\noop}[1]{}"}
@comment{jabref-meta: databaseType:bibtex;}
@comment{
  @article{hidden,
    title = {Hidden}}
}
% @article{too,
%   title = {Hidden too},
% }
@article{k, title = {Radium}, % a remark
  % year = 1902,
  year = 1903}
"""
    entries, said = read(text)
    assert [(entry.key, entry.line) for entry in entries] == [("k", 15)]
    assert entries[0].fields["year"].text == "1903"
    assert entries[0].at("year").line == 17
    assert not said


def test_prose_after_a_comma_takes_no_field_with_it() -> None:
    entries, said = read(
        "@article{k, title = {Rays}, % a remark\n% of two lines = many\n  journal = {J}, year = 1903}\n"
    )
    assert {name: value.text for name, value in entries[0].fields.items()} == {
        "title": "Rays",
        "journal": "J",
        "year": "1903",
    }
    assert (entries[0].at("year").line, said) == (3, [])


def test_a_file_that_begins_with_a_rule_keeps_its_entries() -> None:
    entries, _ = read("---\n@article{a, title={A}}\n---\n@article{b, title={B}}\n")
    assert [entry.key for entry in entries] == ["a", "b"]


@every_case(
    "broken",
    [
        "@book{broken, title = {No end\n}\n",
        '@book{broken, title = "No end\n}\n',
        "@book{broken, title = {A}, year}\n",
        "@book{broken, title {A}}\n",
        "@book{broken title = {A}}\n",
        "@book{broken, title = {A}\n",
        "@book{broken, title = {A},\n\n",
        "@book(broken, title = {A}\n",
        "@book{broken,\n year = 1900,\n title = {On {Radium},\n author = {A, B}\n}\n",
        '@book{broken,\n title = "On, x = {1},\n author = {A, B}\n}\n',
        "@book{broken, title = {On, year = 1900}\n",
    ],
)
def test_a_broken_entry_is_reported_and_the_next_one_is_right(broken: str) -> None:
    entries, problems = read(
        f"@misc{{before, title={{B}}}}\n{broken}@article{{after,\n title = {{Radium}}}}\n"
    )
    assert [entry.key for entry in entries] == ["before", "after"]
    assert entries[1].fields["title"].text == "Radium"
    assert re.match(
        r"2: the entry that begins with `@book[{(]broken.*` cannot be read", problems[0]
    )


def test_an_entry_that_the_file_ends_within_is_reported() -> None:
    assert read("@article{k, title = {Radium")[1][0].startswith(
        "1: the entry that begins with `@article{k, title"
    )


@every_case(
    ("slip", "said"),
    [
        ("@article{k, title = {A}\n year = 1903}", "1: missing comma before `year`"),
        ("@article{k, title = {A} year = 1903 month = may}", "1: missing comma before `year`"),
        ("@article{title = {A}, year = 1903}", "1: this @article has no key"),
        ("@article{, title = {A}, year = 1903}", "1: this @article has no key"),
        ("@article{k, title = {A}, title = {B}, year = 1903}", "1: duplicate field `title`"),
        (
            "@article{k, title = {A}, year = 1903}, note = {x}}",
            "1: `, note = {x}}` is not part of an entry",
        ),
    ],
)
def test_a_slip_costs_no_field_and_is_named(slip: str, said: str) -> None:
    (entry,), problems = read(slip)
    assert (entry.fields["title"].text, entry.fields["year"].text) == ("A", "1903")
    assert problems[0].startswith(said)


def test_a_comma_after_an_entry_is_ignored() -> None:
    entries, said = read(
        '@string{j = "Le Radium"},\n%% Papers %%\n@article{k, journal = j},\n\n@misc{l, note = {A}},'
    )
    assert [entry.key for entry in entries] == ["k", "l"]
    assert not said


def test_unusual_but_valid_values_are_not_reported() -> None:
    entries, said = read(
        "@article\n{k,}\n@ misc {l}\n  @Book ( m , title={A}, )\n@article{n, title={A}, title={A}}\n"
    )
    assert [(entry.kind, entry.key) for entry in entries] == [
        ("article", "k"), ("misc", "l"), ("book", "m"), ("article", "n")
    ]  # fmt: skip
    assert not said


def test_two_entries_of_one_key_both_come_out() -> None:
    entries, said = read("@article{k, title={A}}\n@article{K, title={B}}\n")
    assert [entry.fields["title"].text for entry in entries] == ["A", "B"]
    assert said == [
        "2: duplicate key `K`: the entry on line 1 has it too (give one of them another key)"
    ]


def test_a_paper_inherits_from_its_volume_what_is_not_the_volumes_own() -> None:
    text = """@inproceedings{p, title = {Radium}, crossref = {V}, xdata = {pub}}
    @xdata{pub, publisher = {Gauthier-Villars}, location = {Paris}}
    @proceedings{v, title = {Rays}, subtitle = {All}, year = 1903, doi = {10.1/v}, url = {http://v}, editor = {E}}"""
    (paper, volume), said = read(text)
    assert not said
    assert (paper.has_parts, volume.has_parts) == (False, True)
    assert {name: value.text for name, value in paper.fields.items()} == {
        "title": "Radium", "crossref": "V", "xdata": "pub", "publisher": "Gauthier-Villars", "location": "Paris",
        "booktitle": "Rays", "booksubtitle": "All", "year": "1903", "editor": "E",
    }  # fmt: skip
    assert paper.at("year").line == 3


@every_case(
    ("child", "parent", "field"),
    [
        ("incollection", "collection", "booktitle"), ("inbook", "book", "booktitle"), ("book", "mvbook", "maintitle"),
        ("article", "periodical", "journaltitle"), ("inproceedings", "mvproceedings", "maintitle"),
        ("inproceedings", "book", "booktitle"),
    ],
)  # fmt: skip
def test_a_title_gets_the_name_that_it_has_in_the_part(child: str, parent: str, field: str) -> None:
    entries, _ = read(
        f"@{parent}{{v, title={{Whole}}}}\n@{child}{{p, title={{Part}}, crossref={{v}}}}"
    )
    part = next(entry for entry in entries if entry.key == "p")
    assert (part.fields["title"].text, part.fields[field].text) == ("Part", "Whole")


def test_a_volume_has_its_own_booktitle_and_is_kept_if_it_has_an_author() -> None:
    text = "@inproceedings{p, crossref={v}}\n@proceedings{v, title={Long}, booktitle={ICML}, author={Curie, M.}}"
    paper, volume = read(text)[0]
    assert (paper.fields["booktitle"].text, volume.key, volume.has_parts) == ("ICML", "v", False)


def test_inheritance_that_leads_nowhere_or_in_a_circle_is_named() -> None:
    text = "@inproceedings{p,\n crossref={vv}}\n@misc{v, crossref={w}}\n@misc{w, crossref={v}}\n"
    entries, said = read(text)
    assert [entry.key for entry in entries] == ["p", "v", "w"]
    assert "2: `crossref`: no entry has the key `vv` (did you mean `v`?)" in said
    assert any("circular `crossref`" in problem for problem in said)


def test_a_volume_that_is_elsewhere_matters_only_where_something_is_missing() -> None:
    assert not read("@inproceedings{p, booktitle={ICML}, crossref={DBLP:conf/icml/2018}}")[1]


PIECES = ["{", "}", '"', "@", "@article{", ",", "=", "#", "\\", "$", "%", "(", ")", "\n", " and ", "@string{", "é",
          "@comment{", "\\'", "{{", "}}", "---\n", "crossref = {k},", "~", "&amp;", "<i>", "\\emph{"]  # fmt: skip
SAMPLE = """@string{aip = "American Institute"}
@article{k, author = {Curie, Marie and {\\'E}cole, Jean*}, title = "On {R}adium $x^2$",
  journal = aip # " x", year = 1903}
@inproceedings{p, crossref = {v}, editor = {{The House} and others}}
@proceedings{v, title = {\\emph{Rays} \\& more -- \\href{http://a.b}{c}},
  month = jan # "~1"}
"""


def broken_in_many_places(text: str, chance: random.Random) -> str:
    for _ in range(chance.randint(1, 8)):
        place = chance.randrange(len(text) + 1)
        cut = place if chance.random() < 0.5 else place + chance.randint(1, 30)
        text = text[:place] + chance.choice(PIECES) + text[cut:]
    return text


@pytest.mark.slow
def test_no_mutation_of_a_file_ends_in_a_traceback() -> None:
    chance = random.Random(1903)  # noqa: S311 - no secrets
    texts = [SAMPLE]
    if SHARED.is_dir():
        whole = [
            path.read_text(encoding="utf-8") for path in sorted((SHARED / "bib").glob("*.bib"))
        ]
        texts += [text[start : start + 4000] for text in whole for start in (0, len(text) // 2)]
    for _ in range(2000):
        problems = Problems()
        mutated = broken_in_many_places(chance.choice(texts), chance)
        for entry in read_bibtex([Source("x.bib", mutated)], problems):
            for value in entry.fields.values():
                latex_to_markdown(value.text)
            for field in {"author", "editor"} & entry.fields.keys():
                authors_of(entry.fields[field], problems, "x.bib")


@pytest.mark.slow
@pytest.mark.parametrize(
    "text",
    [
        "@a{k,t=" + "{" * 500_000 + "}" * 500_000 + "}",
        "@a{k,t=" + "{" * 1_000_000,
        "@a{k,t=" + '"' * 1_000_000,
        "@a{k,t={" + "\\\\" * 400_000 + "}}",
        "@comment{\n" * 20_000,
        "%@a{\n" * 100_000,
        "".join(f"@string{{a{n} = a{n - 1} # a{n - 1}}}\n" for n in range(1, 60)),
        "".join(f"@a{{k{n}, crossref = k{n + 1}}}\n" for n in range(2000)),
        "---\n" * 200_000,
    ],
    ids=[
        "nested",
        "open",
        "quotes",
        "backslashes",
        "comments",
        "percents",
        "doubling",
        "chain",
        "rules",
    ],
)
def test_no_file_takes_long(text: str) -> None:
    def convert() -> None:
        for entry in read(text)[0]:
            for value in entry.fields.values():
                latex_to_markdown(value.text)

    assert least(lambda: timed(convert)[1], 6) < 6


MONTHS = {name.lower()[:3]: name for name in calendar.month_name if name}


def in_words(names: list[str]) -> str:
    return " ".join(latex_to_text(" ".join(names)).split())


@needs_shared
@pytest.mark.parametrize("name", ["ddefrere", "deepakn97", "wizard1203"])
def test_pybtex_finds_the_same_in_real_files(name: str) -> None:
    """pybtex writes months in full, reads marks as part of the name and a dash as a person, and splits `J. -P.`."""
    text = (SHARED / "bib" / f"{name}.bib").read_text(encoding="utf-8")
    pybtex.errors.set_strict_mode(enable=False)
    theirs = parse_string(text, "bibtex").entries
    ours, _ = read(text)
    assert [entry.key for entry in ours] == list(theirs)
    for entry in ours:
        other = theirs[entry.key]
        assert other.type == entry.kind
        fields = {field.lower(): " ".join(said.split()) for field, said in other.fields.items()}
        people = {field: other.persons.get(field, ()) for field in ("author", "editor")}
        assert entry.fields.keys() == fields.keys() | {
            field for field, persons in people.items() if persons
        }
        for field, value in entry.fields.items():
            if field in people:
                mine = [author for author in authors_of(value) if author.is_person]
                persons = [
                    person for person in people[field] if str(person) not in {"others", "—", "{—}"}
                ]
                assert [(*parts_of(author)[:3],) for author in mine] == [
                    (in_words([*person.prelast_names, *person.last_names]).rstrip("*†"),
                     in_words([*person.first_names, *person.middle_names]).replace(". -", ".-"),
                     in_words(person.lineage_names))
                    for person in persons
                ]  # fmt: skip
            else:
                assert (
                    MONTHS.get(value.text, value.text) if field == "month" else value.text
                ) == fields[field]


@needs_shared
def test_every_entry_of_the_real_files_comes_out() -> None:
    files = sorted((SHARED / "bib").glob("*.bib"))
    assert files
    for path in files:
        text = path.read_text(encoding="utf-8")
        starts = sum(
            line.startswith("@") and not line.lower().startswith("@string")
            for line in text.splitlines()
        )
        entries, said = read(text)
        assert (len(entries), said) == (starts, [])
