"""What is wrong with a YAML file is said at its place, in words that help its author."""

from __future__ import annotations

from acadfolio.problems import Problems
from acadfolio.source.front_matter import split_page
from acadfolio.source.text import Source
from acadfolio.source.yaml import parse_yaml
from cases import every_case

COLON, HYPHEN = "`：` is the full-width colon", "start an entry with `- `"
SPACE, NO_BREAK = (
    "there is a space here that YAML does not allow (U+3000)",
    "there is a space here that YAML does not allow (U+00A0)",
)
DEEPER = (
    "this key is indented deeper than the one above (start it in the same column as the keys above)"
)
MOVE_LEFT = "a list entry cannot follow keys (move it left, to the column of the other entries)"
TOO_DEEP = "this entry is indented deeper than the one above (move it left, to the column of the other entries)"
BELOW_KEYS = "a list entry cannot follow keys (start the first entry of the list with `- ` as well"


def reported(text: str) -> list[str]:
    problems = Problems()
    parse_yaml(Source("a.yml", text), problems)
    assert {problem.rule for problem in problems.found} <= {"yaml-syntax"}
    return [
        f"{p.location.line}:{p.location.column}: {p.message} ({p.hint})" for p in problems.found
    ]


@every_case(
    ("text", "expected"),
    [
        ("- date: 1929\n  text:x\n", "2:8: a space is missing after the colon (write `text: x`)"),
        (
            "- date: 1929\n  text:x\n  icon: y\n",
            "2:8: a space is missing after the colon (write `text: x`)",
        ),
        ("- date: 1929\n  text\n", "2:3: this line has no colon (write `key: value`)"),
        ("- date: 1929\n    text: x\n", f"2:5: {DEEPER}"),
        ("title: A\n  look: B\n", f"2:3: {DEEPER}"),
        (
            "- title: 【综述】甲：乙\n  year 2020\n",
            "2:3: this line has no colon (write `key: value`)",
        ),
        ("title: A\nskin: C\n- title: CV\n  url: /cv/\n", f"3:1: {BELOW_KEYS}"),
        ("date: 1929\ntext: A\n- date: 1930\n  text: B\n", f"3:1: {BELOW_KEYS}"),
        ("- date: 1929\n  text: A\n  - date: 1930\n    text: B\n", f"3:3: {MOVE_LEFT}"),
        ("- date: 1929\n  - date: 1930\n", f"2:3: {MOVE_LEFT}"),
        ("a:\n  - b: 1\n\n    # c\n    - b: 2\n", f"5:5: {MOVE_LEFT}"),
        ("- date: 1929\n  text: A\n    - date: 1930\n", f"3:5: {TOO_DEEP}"),
        ("a:\n  - b: 1\n     - b: 2\n", f"3:6: {TOO_DEEP}"),
        ("- title: A\n  links:\n    PDF: x\n    - Code: y\n", f"4:5: {BELOW_KEYS}"),
        (
            "title: A: B\n",
            "1:9: a value that contains a colon needs quotes (put the value in quotes: 'A: B')",
        ),
        ("a: [b, c\n", "1:4: this bracket is never closed (close it with `]`)"),
        ("a: {b: 'c' d: e}\n", "1:12: a comma or `}` is missing before this"),
        (
            "title: [draft] Rings\n",
            "1:8: a text that begins with `[` needs quotes (put the value in quotes: '[draft] Rings')",
        ),
        (
            "title: {draft} Rings\n",
            "1:8: a text that begins with `{` needs quotes (put the value in quotes: '{draft} Rings')",
        ),
        (
            "- text: [Rings](https://example.org) are out\n",
            "1:9: a text that begins with `[` needs quotes",
        ),
        ("- [draft] Rings\n", "1:3: a text that begins with `[` needs quotes"),
        ("authors: [A, B] and others\n", "1:10: a text that begins with `[` needs quotes"),
        ('text: "Rings" and ideals\n', "1:15: the value ends before this text"),
        (
            "-date: 1929\n text: x\n",
            "1:1: a space is missing after the dash (write `- date: 1929`)",
        ),
        (
            "- date: 1929\n  text: x\n-date: 1930\n text: y\n",
            "3:1: a space is missing after the dash",
        ),
        ("title: ? x\n", "1:8: a value cannot start with `? ` (put quotes around the value)"),
        ("- {title: ? x}\n", "1:11: a value cannot start with `? `"),
        (
            "- ? How many rings\n",
            "1:3: a value cannot start with `? ` (put quotes around the value)",
        ),
        ("text: A\nfacts:\n  - one\n  - ? How\n  - two\n", "4:5: a value cannot start with `? `"),
        ("? How many rings\n", "1:1: a value cannot start with `? `"),
        ("a: 'b\n", "1:4: this quote is never closed (end the text with the same quote"),
        ("a:\n\tb: c\n", "2:1: YAML does not allow tabs (use spaces)"),
    ],
)
def test_a_broken_line_is_named(text: str, expected: str) -> None:
    (found,) = reported(text)
    assert found.startswith(expected)


@every_case(
    ("text", "expected"),
    [
        ("- title：标题\n  authors: [A]\n", f"1:8: {COLON} (write `- title: 标题`)"),
        ("- title：标题\n  note：注\n  authors: [A]\n", f"1:8: {COLON}"),
        ("- title: 标题\n  year：2020\n  authors: [A]\n", f"2:7: {COLON} (write `year: 2020`)"),
        ("- title: 标题\n  作者：甲\n  year: 2020\n", f"2:5: {COLON} (write `作者: 甲`)"),
        (
            "- title: 标题\n  authors：\n    - 张三\n  year: 2020\n",
            f"2:10: {COLON} (write `authors:",
        ),
        ("- title:　标题\n  authors: [A]\n", f"1:9: {SPACE}"),
        ("-　title: 标题\n  authors: [A]\n", f"1:2: {SPACE}"),
        ("- title: A\n　　year: 2020\n", f"2:1: {SPACE}"),
        ("- title: A\n \u00a0year: 2020\n", f"2:2: {NO_BREAK}"),
        ("－ title: 标题\n  authors: [A]\n", f"1:1: `－` is a dash, not the hyphen ({HYPHEN})"),
        ("- title: A\n— title: B\n", f"2:1: `—` is a dash, not the hyphen ({HYPHEN})"),
        ("- title: A\n  authors: [甲, 乙】\n  year: 2020\n", "2:17: `】` is full-width (write `]`"),
        ("- {title: 标题， year: 2020}\n", "1:13: `，` is full-width (write `,`"),
    ],
)
def test_a_symbol_that_only_looks_like_one_of_yaml_is_named(text: str, expected: str) -> None:
    (found,) = reported(text)
    assert found.startswith(expected)


@every_case("text", ["a: 甲：乙", "a: “甲”【乙】", "a: —— 丙", "- 甲　乙", "a: |\n  　　甲：乙\n"])
def test_full_width_symbols_within_texts_are_left_alone(text: str) -> None:
    assert reported(text) == []


@every_case("head", ["title：关于\n", "title：关于\nlang: zh\n"])
def test_a_full_width_colon_in_a_front_matter_is_named(head: str) -> None:
    problems = Problems()
    split_page(Source("a.md", f"---\n{head}---\nText.\n"), problems)
    assert [(str(problem.location), problem.message) for problem in problems.found] == [
        ("a.md:2:6", COLON)
    ]


@every_case(
    ("text", "what"),
    [
        ("\n---\ntitle: A\n---\n", "this front matter does not begin with a line `---`"),
        ("+++\ntitle = 'A'\n+++\n", "this front matter is TOML"),
        ("title: A\n---\nText.\n", "the first line `---` of this front matter is missing"),
        (
            "title: A\ntags:\n  - B\n\n---\nText.\n",
            "the first line `---` of this front matter is missing",
        ),
        ("———\ntitle: A\n———\n", "this front matter does not begin with a line `---`"),
    ],
)
def test_front_matter_that_is_not_read_is_reported(text: str, what: str) -> None:
    problems = Problems()
    assert split_page(Source("a.md", text), problems).front_matter is None
    assert [(problem.message, problem.rule) for problem in problems.found] == [
        (f"{what}: it is shown as text", "front-matter-syntax")
    ]


@every_case(
    "text",
    ["title: A\n\nText.\n", "Note: this is text\n---\nText.\n", "title: words\nof a text\n---\n"],
)
def test_text_that_begins_like_a_key_is_no_front_matter(text: str) -> None:
    problems = Problems()
    split_page(Source("a.md", text), problems)
    assert problems.found == []


@every_case(
    "text",
    ["? long key\n: value\n", "a: {? b : c}\n", "- Why? x\n", "- '? x'\n", "- a ? b\n", "- ?x\n"],
)
def test_a_question_mark_is_text_or_begins_a_key_with_a_value(text: str) -> None:
    assert reported(text) == []
