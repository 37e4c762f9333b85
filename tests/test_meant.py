"""What cannot be read is told with what its author meant, where that can be known."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from acadfolio.build import prepare
from acadfolio.problems import SiteError
from sites import make_site

if TYPE_CHECKING:
    from pathlib import Path

ALL_KINDS = "book, chapter, conference, dataset, journal, other, patent, preprint, report, software, thesis, workshop"
COMMA = "in `{…}` a comma ends a value that has no quotes"


def told(folder: Path, files: dict[str, str]) -> list[str]:
    try:
        prepared = prepare(make_site(folder, files))
        found = (list(prepared.outputs()), prepared.problems.of_build)[1]
    except SiteError as error:
        found = list(error.problems)
    lines = [f"{problem.location}: {problem.message} ({problem.hint})" for problem in found]
    return [line for line in lines if "shown on any page" not in line and "has no year" not in line]


@pytest.mark.parametrize(
    ("entry", "expected"),
    [
        (
            "{date: 1929, text: Strasbourg, Alsace}",
            f'1:34: `Alsace` is no key that is known here ({COMMA}: `text: "Strasbourg, Alsace"`)',
        ),
        (
            "{date: 1929, text: Paris, London, Rome, pinned: true}",
            f'1:29: `London` is no key that is known here ({COMMA}: `text: "Paris, London, Rome"`)',
        ),
        (
            "{text: Strasbourg, icon, date: 1929}",
            f'1:22: `icon` stands here without a value ({COMMA}: `text: "Strasbourg, icon"`)',
        ),
        (
            "{date: 1929, links: {A: /}, text: x, y: 1}",
            "1:40: `y` is no key that is known here (known here: date, icon, links, pinned, text)",
        ),
        (
            "{date: 1929, text: x, links: {A: /}, rest}",
            f"1:40: `rest` is no key that is known here ({COMMA})",
        ),
        (
            "{date: 1929, text: x, icon: , rest: }",
            "1:33: `rest` is no key that is known here (known here: date, icon, links, pinned, text)",
        ),
        (
            "{date: 1929, text: x, icon: , rest}",
            f"1:33: `rest` is no key that is known here ({COMMA})",
        ),
        ("{date: 1929, text}", "1:16: `text` is empty (write something after the colon)"),
        ("{date: 1929, text: x, icon: , links: {}}", ""),
    ],
)
def test_the_rest_of_a_value_behind_a_comma_is_told(entry: str, expected: str, tmp_path: Path) -> None:
    assert told(tmp_path, {"data/news.yml": f"- {entry}\n"}) == [f"data/news.yml:{expected}"] * bool(expected)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("- date: 1929\n  text:x\n", "2:8: a space is missing after the colon (write `text: x`)"),
        ("- date: 1929\n  text:x\n  icon: y\n", "2:8: a space is missing after the colon (write `text: x`)"),
        ("- date: 1929\n  text\n", "2:3: this line has no colon (write `key: value`)"),
        ("-date: 1929\n text: x\n", "1:1: a space is missing behind the dash (write `- date: 1929`)"),
        ("-date: 1929\n  text: x\n", "1:1: a space is missing behind the dash (write `- date: 1929`)"),
        (
            "- date: 1929\n  text: x\n-date: 1930\n text: y\n",
            "3:1: a space is missing behind the dash (write `- date: 1930`)",
        ),
        (
            "- date: 1929\n    text: x\n",
            "2:5: this key is indented deeper than the one above (start it in the same column as the keys above)",
        ),
    ],
)
def test_a_missing_space_is_told_where_it_is_missing(text: str, expected: str, tmp_path: Path) -> None:
    assert told(tmp_path, {"data/news.yml": text}) == [f"data/news.yml:{expected}"]


SPACE, NO_BREAK = "a full-width space (U+3000) stands here", "a no-break space (U+00A0) stands here"
COLON, HYPHEN = "`：` is the full-width colon", "`－` is the full-width hyphen (start an entry with `- `)"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("- title：标题\n", f"1:8: {COLON} (write `title: 标题`)"),
        ("- title：标题\n  authors: [A]\n", f"1:8: {COLON} (write `title: 标题`)"),
        ("- title：标题\n  note：注\n  authors: [A]\n", f"1:8: {COLON} (write `title: 标题`)"),
        ("- title: 标题\n  year：2020\n  authors: [A]\n", f"2:7: {COLON} (write `year: 2020`)"),
        ("- title: 标题\n  links: PDF：https://a.example/\n", f"2:13: {COLON} (write `PDF: https://a.example/`)"),
        ("- title: 标题\n  作者：甲\n  year: 2020\n", f"2:5: {COLON} (write `作者: 甲`)"),
        ("- title: 标题\n  authors：\n    - 张三\n  year: 2020\n", f"2:10: {COLON} (write `authors:`)"),
        ("title：标题\n", f"1:6: {COLON} (write `title: 标题`)"),
        ("- title:　标题\n  authors: [A]\n", f"1:9: {SPACE} (write a plain space)"),
        ("- title:\u00a0标题\n  authors: [A]\n", f"1:9: {NO_BREAK} (write a plain space)"),
        ("-　title: 标题\n  authors: [A]\n", f"1:2: {SPACE} (write a plain space)"),
        ("-　title: 标题\n", f"1:2: {SPACE} (write a plain space)"),
        ("－ title: 标题\n  authors: [A]\n", f"1:1: {HYPHEN}"),
        ("－ title: 标题\n", f"1:1: {HYPHEN}"),
        ("- title: A\n－ title: B\n", f"2:1: {HYPHEN}"),
        ("- title: A\n— title: B\n", "2:1: `—` is a dash, not the hyphen (start an entry with `- `)"),
        ("- title: A\n　　year: 2020\n", f"2:1: {SPACE} (indent with plain spaces)"),
        ("- title: A\n \u00a0year: 2020\n", f"2:2: {NO_BREAK} (indent with plain spaces)"),
        ("- title: A\n  authors:\n  　- B\n", f"3:3: {SPACE} (indent with plain spaces)"),
        ("- {title: 标题， year: 2020}\n", "1:13: `，` is no comma to YAML (write `, `)"),
        ("- title: A\n  authors: [甲, 乙】\n  year: 2020\n", "2:17: `】` is no bracket to YAML (write `]`)"),
        ("- title: A\n  authors: [甲, 乙］", "2:17: `］` is no bracket to YAML (write `]`)"),
        ("- ｛title: A, year: 2020｝\n", "1:3: `｛` is no bracket to YAML (write `{`)"),
        (
            "- title: A\n  abstract: |\n    　　甲：乙\n  year 2020\n",
            "4:3: this line has no colon (write `key: value`)",
        ),
        ("- title: 【综述】甲：乙\n  year 2020\n", "2:3: this line has no colon (write `key: value`)"),
        ("- note: 甲\n    　　乙\n    year: 2020\n", "2:7: this line has no colon (write `key: value`)"),
        (
            "- title: 【综述】甲: 乙\n",
            "1:15: a value that holds a colon needs quotes (put the value in quotes: '【综述】甲: 乙')",
        ),
        (
            "- {title: 甲，乙 year: 2020}\n",
            "1:19: a comma or `}` is missing before this ()",
        ),
    ],
)
def test_a_sign_that_only_looks_like_one_of_yaml_is_named_at_its_place(
    text: str, expected: str, tmp_path: Path
) -> None:
    assert told(tmp_path, {"data/publications.yml": text}) == [f"data/publications.yml:{expected}"]


@pytest.mark.parametrize("head", ["title：关于\n", "title：关于\nlang: zh\n"])
def test_a_full_width_colon_in_a_front_matter_is_named(head: str, tmp_path: Path) -> None:
    said = told(tmp_path, {"content/about.md": f"---\n{head}---\nText.\n"})
    assert said == [f"content/about.md:2:6: {COLON} (write `title: 关于`)"]


def test_a_full_width_colon_between_brackets_is_named_too(tmp_path: Path) -> None:
    said = told(tmp_path, {"data/publications.yml": "- {title：标题, year: 2020}\n"})
    assert f"data/publications.yml:1:9: {COLON} (write `title: 标题`)" in said


@pytest.mark.parametrize(
    "entry",
    ["{title: 甲：乙, note: 丙，丁}", "{title: “甲”【乙】, note: —— 丙}", "{title: 甲　乙, abstract: 'a：b　c'}"],
)
def test_full_width_signs_within_texts_are_left_alone(entry: str, tmp_path: Path) -> None:
    assert told(tmp_path, {"data/publications.yml": f"- {entry}\n"}) == []


@pytest.mark.parametrize(
    ("year", "hint"),
    [
        ("forthcoming", "leave the year out, and write `status: in press` or `status: accepted`"),
        ("in press", "leave the year out, and write `status: in press`"),
        ("In-Press", "leave the year out, and write `status: in press`"),
        ("1929-30", "write `date: 1929..1930`"),
        ("1929–1931", "write `date: 1929..1931`"),
        ("1925/26", "write `date: 1925..1926` or `date: 1925/26`"),
        ("1929-06", "write `date: 1929-06`"),
        ("1905-08", "write `date: 1905..1908` or `date: 1905-08`"),
        ("1929-06-14", "write `date: 1929-06-14`"),
        ("“1929”", 'its quotes are curly: write straight ones, `"1929"`, or none'),
        ("about 1929", ""),
    ],
)
def test_what_is_no_year_is_told_with_where_it_belongs(year: str, hint: str, tmp_path: Path) -> None:
    what = f"data/publications.yml:2:9: `year` is `{year}`, but a whole number is wanted ({hint})"
    assert told(tmp_path, {"data/publications.yml": f"- title: A\n  year: {year}\n"}) == [what]


@pytest.mark.parametrize(
    ("kind", "nearest"),
    [("review", "journal"), ("edition", "book"), ("translation", "book"), ("edited volume", "book")],
)
def test_for_a_kind_that_there_is_not_the_nearest_and_all_are_told(kind: str, nearest: str, tmp_path: Path) -> None:
    hint = f"the nearest is `{nearest}`; known here: {ALL_KINDS}"
    what = f"data/publications.yml:2:9: `kind` cannot be `{kind}` ({hint})"
    assert told(tmp_path, {"data/publications.yml": f"- title: A\n  kind: {kind}\n"}) == [what]


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        ("language: french", "2:11: `french` is no language tag (write `fr`)"),
        ("language: Deutsch", "2:11: `Deutsch` is no language tag (write `de`)"),
        ("language: 中文", "2:11: `中文` is no language tag (write `zh`)"),
        ("language: norsk", "2:11: `norsk` is no language tag (write `nb`)"),
        ("language: volapük", "2:11: `volapük` is no language tag (write `en`, `de` or `pt-BR`)"),
        (
            "url: www.marcbloch.example",
            "2:6: `www.marcbloch.example` is no web address (write `https://www.marcbloch.example`)",
        ),
        ("url: ada.example/~a", "2:6: `ada.example/~a` is no web address (write `https://ada.example/~a`)"),
        ("url: home", "2:6: `home` is no web address (write it in full, such as `https://name.github.io`)"),
    ],
)
def test_a_language_and_an_address_are_told_as_they_are_written(settings: str, expected: str, tmp_path: Path) -> None:
    assert told(tmp_path, {"data/site.yml": f"title: A\n{settings}\n"}) == [f"data/site.yml:{expected}"]


def test_quotes_of_letters_around_names_are_told(tmp_path: Path) -> None:
    entry = "- title: “A”\n  authors: [“Marc Bloch”, „Lucien Febvre“, Ada “Countess” King]\n"
    entry += '  venue: “Annales”\n  publisher: ‘Colin’\n  location: "“Paris”"\n  volume: “5”\n  abstract: “Said.”\n'
    what = "data/publications.yml:{}: the quotes of `{}` are taken for a part of it"
    how = '(its quotes are curly: write straight ones, `"{}"`, or none)'
    wanted = [
        ("2:13", "“Marc Bloch”"),
        ("2:27", "„Lucien Febvre“"),
        ("3:10", "“Annales”"),
        ("4:14", "‘Colin’"),
        ("6:11", "“5”"),
    ]
    for _ in range(2):
        assert told(tmp_path, {"data/publications.yml": entry}) == [
            f"{what.format(place, value)} {how.format(value[1:-1])}" for place, value in wanted
        ]


@pytest.mark.parametrize(
    ("entry", "hint"), [("kind: “book”", "book"), ("date: “1929”", "1929"), ("selected: “true”", "true")]
)
def test_quotes_of_letters_around_other_values_are_told(entry: str, hint: str, tmp_path: Path) -> None:
    lines = told(tmp_path, {"data/publications.yml": f"- title: A\n  {entry}\n"})
    assert [line.partition("(its")[2] for line in lines] == [
        f' quotes are curly: write straight ones, `"{hint}"`, or none)'
    ]


def test_quotes_of_letters_in_a_section_line_are_told(tmp_path: Path) -> None:
    files = {"data/news.yml": "- {date: 1929, text: A}\n", "content/about.md": "{{ news(limit=“5”) }}\n"}
    hint = 'the quotes are curly: write straight ones, `"5"`'
    assert told(tmp_path, files) == [f"content/about.md:1:1: `{{{{ news(limit=“5”) }}}}` cannot be read ({hint})"]


HOW = "(begin it with `- `, as the one in line {}, and put its other keys right below this one)"
LACKS = f"this entry of a list lacks its `- ` {HOW}"
DEEPER = "this key is indented deeper than the one above (start it in the same column as the keys above)"
NO_PART = "this does not belong to what stands before it (check the indentation, the quotes and the brackets before it)"
MENU = "- title: CV\n  url: /cv/\n"


@pytest.mark.parametrize(
    ("file", "text", "expected"),
    [
        ("news", "  date: 1929\n  text: A\n\n- date: 1930\n  text: B\n", f"1:3: {LACKS.format(4)}"),
        ("news", "date: 1929\ntext: A\nicon: x\n- date: 1930\n  text: B\n", f"1:1: {LACKS.format(4)}"),
        ("news", "# A\ndate: 1929\n  text: A\n# B\n- date: 1930\n  text: B\n", f"2:1: {LACKS.format(5)}"),
        (
            "site",
            "title: A\nnavigation:\n  title: B\n  url: /\n  - title: CV\n    url: /cv/\n",
            f"3:3: {LACKS.format(5)}",
        ),
        ("news", "date: 1929\n  text: A\n", f"2:3: {DEEPER}"),
        ("site", f"title: A\n  look: B\n\nnavigation:\n{MENU}", f"2:3: {DEEPER}"),
        ("site", f"title: A\nlook: B\nskin: C\n{MENU}", f"4:1: {NO_PART}"),
    ],
)
def test_an_entry_at_the_top_of_a_list_without_its_dash_is_told_where_it_begins(
    file: str, text: str, expected: str, tmp_path: Path
) -> None:
    assert told(tmp_path, {f"data/{file}.yml": text}) == [f"data/{file}.yml:{expected}"]


TWICE = "the key `{}` stands here twice, first in line {} (keep one of them)"
BEGINS = f"a new entry seems to begin here, without `- ` {HOW}"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("-\n  date: 1929\n  text: A\n  date: 1930\n  text: B\n", [f"4:3: {BEGINS.format(2)}"]),
        ("- date: 1929\n  text: A\n  date: 1930\n  icon: C\n  text: B\n", [f"3:3: {BEGINS.format(1)}"]),
        ("- date: 1929\n  text: A\n\n  text: B\n  icon: C\n  date: 1930\n", [f"4:3: {BEGINS.format(1)}"]),
        (
            "- date: 1929\n  text: A\n  text: B\n  icon: C\n  date: 1930\n",
            [f"3:3: {TWICE.format('text', 2)}", f"5:3: {TWICE.format('date', 1)}"],
        ),
        (
            "- date: 1929\n  date: 1930\n  text: B\n  text: C\n",
            [f"2:3: {TWICE.format('date', 1)}", f"4:3: {TWICE.format('text', 3)}"],
        ),
        (
            "- {date: 1929, text: A, date: 1930, text: B}\n",
            [f"1:25: {TWICE.format('date', 1)}", f"1:37: {TWICE.format('text', 1)}"],
        ),
        (
            "- date: 1929\n  text: A\n  links:\n    B: /\n    C: /\n    B: /\n    C: /\n",
            [f"6:5: {TWICE.format('B', 4)}", f"7:5: {TWICE.format('C', 5)}"],
        ),
    ],
)
def test_several_doubled_keys_in_a_row_are_a_new_entry_in_a_list_only(
    text: str, expected: list[str], tmp_path: Path
) -> None:
    assert told(tmp_path, {"data/news.yml": text}) == [f"data/news.yml:{line}" for line in expected]
