"""Difficult entries are shown as their table says, or reported with their line.

No page shows LaTeX.

`UPDATE_BREAKING=1` writes the tables anew: look at the difference.
"""

from __future__ import annotations

import calendar
import html
import json
import os
import re
import shutil
from functools import cache
from typing import TYPE_CHECKING

import pytest
from pybtex.database import Entry, PybtexError, parse_string
from pybtex.errors import set_strict_mode
from tables import FILES, FOLDER, told_of
from tables import table_of as table_of_told
from test_bibtex import in_words
from test_export_bibtex import validated
from test_export_others import ris_read

from acadfolio.bibliography.conversion import PublicationConverter
from acadfolio.bibliography.names import authors_of
from acadfolio.bibliography.readers.bibtex import read_bibtex
from acadfolio.bibliography.readers.csl import read_csl
from acadfolio.bibliography.readers.ris import read_ris
from acadfolio.bibliography.writers import FORMATS
from acadfolio.bibliography.writers.inline import to_html, to_text
from acadfolio.bibliography.writers.works import works_of
from acadfolio.loading.data import read_data
from acadfolio.model.name_parts import parts_of
from acadfolio.problems import Problems
from acadfolio.source.text import Source, bibliography_source_of
from sites import make_site, render_site

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

    from tables import Reported

    from acadfolio.bibliography.entries import RawEntry
    from acadfolio.bibliography.writers.works import Work
    from acadfolio.model.publication import Publication

NAMES = [file.name for file in FILES]
HEAD = re.compile(r"@\s*(\w+)\s*[{(]\s*([^\s,{}\"]*)")
NO_WORKS = {"string", "preamble", "comment", "xdata", "set"}
BEHIND_ANOTHER = {"del-hidden", "del-percented", "x", "key-two", "key-preprint"}
"""Keys in comments or titles, and those of duplicate entries."""
LITERAL = {"del-escaped", "acc-36", "com-21", "com-23", "com-34", "csl-26"}
"""Titles with a backslash or braces on purpose, or from programs without LaTeX."""
AS_WRITTEN = re.compile(r"<(annotation|pre)\b.*?</\1>", re.DOTALL)
"""Elements with code: the TeX in MathML, and the BibTeX entry."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("breaking")


def reported(name: str, folder: Path) -> Reported:
    """Load a site with one bibliography, once."""
    own = folder / name.replace(".", "-")
    own.mkdir(exist_ok=True)
    return told_of(FOLDER / name, own)


def table(name: str) -> Path:
    return FOLDER / f"{name.replace('.', '-')}.txt"


@pytest.mark.parametrize("name", NAMES)
def test_each_entry_is_exported_as_its_table_has_it(name: str, folder: Path) -> None:
    found = table_of_told(reported(name, folder))
    if os.environ.get("UPDATE_BREAKING"):
        table(name).write_text(found, encoding="utf-8")
    assert found == table(name).read_text(encoding="utf-8")


def test_there_are_so_many_entries_and_a_table_for_each_file(folder: Path) -> None:
    assert {file.stem for file in FOLDER.glob("*.txt")} == {table(name).stem for name in NAMES}
    assert sum(len(reported(name, folder).publications) for name in NAMES) > 450


@pytest.mark.parametrize("name", [name for name in NAMES if name.endswith(".bib")])
def test_every_entry_is_shown_or_named(name: str, folder: Path) -> None:
    """Each key in the file is that of a publication, or a problem is reported in the lines of its entry."""
    source = bibliography_source_of((FOLDER / name).read_bytes(), name, Problems())
    assert source
    starts = [head for head in HEAD.finditer(source.text) if head[1].lower() not in NO_WORKS]
    ends = [*(head.start() for head in starts[1:]), len(source.text)]
    result = reported(name, folder)
    shown = {one.key for one in result.publications}
    named = {line for line, _ in result.problems}
    named |= {
        int(line)
        for _, said in result.problems
        for line in re.findall(r"(?<!before )\bline (\d+)", said)
    }
    lent = _lenders(source.text)
    missing = []
    for head, end in zip(starts, ends, strict=True):
        first, last = (source.text.count("\n", 0, place) + 1 for place in (head.start(), end - 1))
        is_told = any(key.split(" ")[0] == head[2] for key in shown) or any(
            first <= line <= last for line in named
        )
        if not (is_told or head[2] in lent | BEHIND_ANOTHER):
            missing.append(head[2])
    assert missing == []


def _lenders(text: str) -> set[str]:
    """The keys of volumes to which papers in the file refer."""
    said = ",".join(re.findall(r"crossref = \{([^}]*)\}", text)).split(",")
    known = {key.strip().lower() for key in said}
    volumes = re.findall(r"@(?:proceedings|periodical)\{([^,]+),(.*)", text)
    return {
        key
        for key, rest in volumes
        if key.lower() in known or any(alias in rest for alias in known if alias)
    }


# On the page and in the downloads


@cache
def site_of(folder: Path) -> tuple[dict[str, str], list[Publication]]:
    """Build a site with all files, without the entries that cannot be read: these would stop the build."""
    site = make_site(
        folder / "site", {"data/site.yml": "title: Marie Curie\npublications: {keywords: true}\n"}
    )
    for name in NAMES:
        broken = [
            line for line, said in reported(name, folder).problems if said.startswith("error")
        ]
        if broken:
            (site / "data" / name).write_text(
                _without((FOLDER / name).read_text(encoding="utf-8"), broken), "utf-8"
            )
        else:
            shutil.copy(FOLDER / name, site / "data")
    outputs, _ = render_site(site, {"content/about.md": "{{ publications() }}\n"})
    problems = Problems()
    return outputs, list(read_data(site, problems).publications)


def _without(text: str, broken: list[int]) -> str:
    """The text without the entries that begin on these lines."""
    lines = text.split("\n")
    for first in reversed(broken):
        end = next((at for at in range(first, len(lines)) if lines[at].startswith("@")), len(lines))
        del lines[first - 1 : end]
    return "\n".join(lines)


def items_of(page: str) -> list[str]:
    return re.findall(
        r'<li class="publication"[^>]*>(.*?)</li>', AS_WRITTEN.sub("", page), re.DOTALL
    )


def text_of(item: str) -> str:
    return " ".join(html.unescape(re.sub(r"<[^>]*>", "", item)).split())


def words_in(markdown: str) -> list[str]:
    """The words of a title, without formulas and URLs."""
    bare = re.sub(r"\$\$.*?\$\$|\]\([^)]*\)|</?[a-z]+>", " ", markdown)
    return re.findall(r"[^\W\d_]{3,}|\d{2,}", bare)


@pytest.mark.slow
def test_every_title_is_on_the_page(folder: Path) -> None:
    outputs, shown = site_of(folder)
    items = [text_of(item) for item in items_of(outputs["index.html"])]
    assert len(items) == len(shown) > 450
    assert [one.key for one in shown if not items_with(items, one)] == []


def items_with(items: list[str], one: Publication) -> list[str]:
    words = words_in(one.title.in_language(""))
    return [item for item in items if all(word in item for word in words)]


def test_no_page_shows_a_command_a_backslash_or_a_brace_of_latex(folder: Path) -> None:
    outputs, shown = site_of(folder)
    literal = [
        one
        for one in shown
        if one.key in LITERAL or one.title.in_language("").startswith("RIS of $$")
    ]
    texts = [text_of(item) for item in items_of(outputs["index.html"])]
    like_latex = [text for text in texts if re.search(r"[\\{}]", text)]
    assert len(texts) == len(shown) > len(like_latex) > 0
    assert [
        text for text in like_latex if not any(items_with([text], one) for one in literal)
    ] == []


def test_no_entry_brings_a_script_or_a_link_that_runs(folder: Path) -> None:
    page = site_of(folder)[0]["index.html"]
    listed = "".join(items_of(page))
    assert (
        re.findall(r"<(?:script|img)|<[^>]*\son\w+=|(?:href|src)=\"(?!https?:)[^\"]*:", listed)
        == []
    )
    assert "alert(1)" in text_of(listed)


def test_every_title_is_in_every_download(folder: Path) -> None:
    outputs, shown = site_of(folder)
    titles = [to_text(one.title.in_language("en")) for one in shown]
    assert [item["title"] for item in json.loads(outputs["publications.json"])] == [
        to_html(one.title.in_language("en")) for one in shown
    ]
    assert [
        item.get("title", item.get("primary_title"))
        for item in ris_read(outputs["publications.ris"])
    ] == titles
    problems = Problems()
    entries = read_bibtex([Source("made.bib", outputs["publications.bib"])], problems)
    read = [PublicationConverter(problems).convert(entry) for entry in entries]
    assert not problems.errors
    assert [to_text(one.title.in_language("en")) for one in read] == titles


# There and back


def works(folder: Path) -> tuple[Work, ...]:
    return works_of(site_of(folder)[1], {})


def held(one: Publication) -> dict[str, object]:
    """The values that all formats can store."""
    return {
        "title": to_text(one.title.in_language("")),
        "authors": [parts_of(author)[:3] for author in one.authors if author.is_person],
        "editors": [parts_of(editor)[:3] for editor in one.editors if editor.is_person],
        "venue": to_text(one.venue.in_language("")) if one.venue else "",
        "year": one.when.year if one.when else None,
        "volume": one.volume, "issue": one.issue or one.number, "pages": one.pages, "doi": one.doi,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("write", "read", "ending"),
    [(FORMATS["ris"], read_ris, "ris"), (FORMATS["csl"], read_csl, "json")],
)
def test_ris_and_csl_bring_back_what_they_have_room_for(
    write: Callable[[Iterable[Work]], str],
    read: Callable[[Source, Problems], list[RawEntry]],
    ending: str,
    folder: Path,
) -> None:
    exported = works(folder)
    entries = read(Source(f"made.{ending}", write(exported).replace("\r", "")), Problems())
    back = [PublicationConverter(Problems()).convert(entry) for entry in entries]
    different = {}
    for work, one in zip(exported, back, strict=True):
        first, second = held(work.record), held(one)
        different[work.key] = {
            name: (first[name], second[name]) for name in first if first[name] != second[name]
        }
    assert len(different) > 400
    assert {key: said for key, said in different.items() if said} == {}


# A second reader


OTHERWISE = {
    "a particle behind the given names is one": {"nam-03", "nam-53"},
    "a suffix at the end is one": {"nam-05", "nam-39", "nam-47"},
    "a house has no family name": {"nam-11"},
    "and others, however it is said": {"nam-13", "nam-14", "nam-54"},
    "names between commas, semicolons, ampersands or several times `and`": {
        "nam-15",
        "nam-17",
        "nam-18",
        "nam-20",
    },
    "marks, type and remarks are no part of a name": {"nam-23", "nam-24", "nam-41", "alfolio1939"},
    "initials are no family name": {"nam-26"},
    "the family comes first": {"nam-27"},
    "a name in other letters is no given name": {"nam-28"},
    "small letters throughout make no particles": {"nam-37", "nam-50"},
    "DBLP's numbers are no name": {"DBLP:journals/corr/abs-1706-03763"},
    "a nickname in quotation marks is no particle": {"nam-49"},
    "nobody": {"mis-comma", "mis-and"},
}
"""Reasons for names that differ from those of pybtex, which follows BibTeX's rules exactly."""
MONTHS = re.compile("|".join(name for name in calendar.month_name if name))


@pytest.mark.slow
def test_pybtex_finds_the_same_in_what_is_bibtex() -> None:
    """pybtex writes months in full. Each other difference has a reason."""
    set_strict_mode(enable=True)
    compared, different = 0, set()
    for name in (name for name in NAMES if name.endswith(".bib")):
        source = bibliography_source_of((FOLDER / name).read_bytes(), name, Problems())
        assert source
        for entry in read_bibtex([source], Problems()):
            theirs = by_pybtex(source.text, entry)
            if theirs is None:
                continue
            compared += 1
            assert (theirs.key, theirs.type.lower()) == (entry.key, entry.kind)
            for field, value in theirs.fields.items():
                ours = " ".join(entry.fields[field.lower()].text.split())
                assert ours == MONTHS.sub(
                    lambda month: month[0].lower()[:3], " ".join(value.split())
                ) or (ours == " ".join(value.split()))
            if {role: named(theirs, role) for role in theirs.persons} != {
                role: [
                    parts_of(one)[:3]
                    for one in authors_of(entry.fields[role.lower()])
                    if one.is_person
                ]
                for role in theirs.persons
            }:
                different.add(entry.key)
    assert compared > 400
    assert different == set().union(*OTHERWISE.values())


def by_pybtex(text: str, entry: RawEntry) -> Entry | None:
    """The entry with the abbreviations of its file; None for other formats."""
    lines = text.split("\n")
    end = next(
        (at for at in range(entry.line, len(lines)) if lines[at].lstrip().startswith("@")),
        len(lines),
    )
    strings = [line for line in lines if re.match(r"@string.*[})]$", line, re.IGNORECASE)]
    own = "\n".join([*strings, *lines[entry.line - 1 : end]])
    try:
        found = list(parse_string(own, "bibtex").entries.values())
    except PybtexError:
        return None
    return found[0] if len(found) == 1 else None


def named(entry: Entry, role: str) -> list[tuple[str, str, str]]:
    return [
        (
            in_words([*person.prelast_names, *person.last_names]),
            in_words([*person.first_names, *person.middle_names]),
            in_words(person.lineage_names),
        )
        for person in entry.persons[role]
        if str(person) != "others"
    ]


WARNED = re.compile(
    r"Invalid field '|Missing mandatory"  # The house of a lecture, a chapter without an editor.
    r"|Overwriting field 'year'"  # What lasted for years has the last one for old styles, and the range for BibLaTeX.
    r"|'volume' must be datatype 'integer'"  # XLII
)


@pytest.mark.slow
def test_biber_finds_no_error_in_any_of_them(folder: Path, tmp_path: Path) -> None:
    said = validated(FORMATS["bibtex"](works(folder)), tmp_path)
    assert [line for line in said if not WARNED.search(line)] == []
