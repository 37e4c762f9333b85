"""Section lines: which lines of a page are ours, and which stay text."""

from __future__ import annotations

import re
import time
from typing import TYPE_CHECKING

import pytest

from acadfolio.loading.pages import heading_of, without_code
from acadfolio.markdown import Options, convert
from acadfolio.rendering.lines import Reader, put_back, take_out_lines

if TYPE_CHECKING:
    from collections.abc import Callable


def expressions(text: str, *, has_liquid: bool = False) -> list[tuple[str, int]]:
    return [(line.expression, line.line) for line in take_out_lines(text, has_liquid=has_liquid).lines]


def test_a_line_that_holds_nothing_but_an_expression_is_a_section_line() -> None:
    assert expressions("# News\n{{ news(limit=5) }}\n\ntext\n") == [("news(limit=5)", 2)]


@pytest.mark.parametrize(
    "text",
    [
        "The set {{ x }} is empty.\n",
        "```\n{{ news() }}\n```\n",
        "~~~ jinja\n{{ news() }}\n~~~\n",
        "````\n```\n{{ news() }}\n```\n````\n",
        "$$\n{{ a }}\n$$\n",
        "    {{ news() }}\n",
        "<pre>\n{{ news() }}\n</pre>\n",
        "<script>\n{{ news() }}\n</script>\n",
        "{{ news() }} and {{ talks() }}\n",
        "{{ }}\n",
        "text\n\n    code\n\n    {{ news() }}\n",
        "# Heading\n    {{ news() }}\n",
        "- item\n\n      {{ news() }}\n",
        "> a\n>\n>     {{ news() }}\n",
        "- ```\n  {{ news() }}\n  ```\n",
        "> ```\n> {{ news() }}\n> ```\n",
        "```js title=x\n{{ news() }}\n```\n",
        "Code `a\n{{ news() }}\nb`.\n",
        "Sum $$a\n{{ news() }}\nb$$.\n",
        "$$ a\n\n{{ news() }}\n\nb $$\n",
        "<!--\n{{ news() }}\n-->\n",
        "text <!-- a\n\n- {{ news() }}\n\n-->\n",
        "<!-- a --> <!--\n{{ news() }}\n-->\n",
        "<script>\n{{ news() }}\n",
        "| {{ news() }} |\n",
        "# {{ news() }}\n",
    ],
)
def test_braces_in_prose_code_maths_and_scripts_stay_text(text: str) -> None:
    assert expressions(text) == []


@pytest.mark.parametrize(
    ("text", "calls"),
    [
        ("See {{ news() }} and {{ talks(limit=1) }}.\n", [("news", 1, 5), ("talks", 1, 22)]),
        ("a\n\n> b\n> c {{news()}}\n", [("news", 4, 5)]),
        ("- a\n  > - b {{ news() }}\n", [("news", 2, 9)]),
        ("# {{ news() }}\n", [("news", 1, 3)]),
        ("| `x` {{ news() }} |\n", [("news", 1, 7)]),
        ("<!--\na\n--> {{ news() }}\n", [("news", 3, 5)]),
        ("Code `{{ news() }}`, <!-- {{ news() }} --> and $$ {{ news() }} $$.\n", []),
        ("```\n{{ news() }} code\n```\n\n    {{ news() }} code\n", []),
        ("A \\{{ news() }} and {{ x }}, {{ a.b() }}.\n", []),
        ("{{ news() }}\n\n> {{ news() }}\n", []),
    ],
)
def test_calls_among_other_words_are_found_where_they_stand(text: str, calls: list[tuple[str, int, int]]) -> None:
    found = take_out_lines(text, has_liquid=False).calls_in_text
    assert [(call.name, call.line, call.column) for call in found] == calls
    assert take_out_lines(text, has_liquid=True).calls_in_text == ()


@pytest.mark.parametrize(
    "before",
    [
        "Use the `<script>` tag.",
        "Use the ``<pre> ` <!--`` tag, and `$$`.",
        "Code over `two\n<script>` lines.",
        "```` ```inline``` ````",
        "```inline``` code",
        "A `tick, an \\`<b>, \\<!-- and costs of $$.",
        "An <!-- unended comment, an unended <script>.",
        "```\nan unended fence",
        "$$ unended",
        "<!-- a --> <pre>b</pre>",
        "```\ncode\n```",
        "> ```\n> unended in a quote",
        "    ```\n    ``` in code",
        "<!--\n```\n-->",
        "- - -",
        "text\n    and more of it",
    ],
)
def test_what_looks_like_code_in_prose_hides_no_section_line(before: str) -> None:
    assert [found[0] for found in expressions(f"{before}\n{{{{ news() }}}}\n")] == ["news()"]
    assert [found[0] for found in expressions(f"{before}\n\ntext\n{{{{ news() }}}}\n")] == ["news()"]


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("- {{ news() }}\n- b\n", "<ul><li>NEWS</li><li>b</li></ul>"),
        ("- a\n  {{ news() }}\n- b\n", "<ul><li>a NEWS</li><li>b</li></ul>"),
        ("1. a\n  {{ news() }}\n", "<ol><li>a NEWS</li></ol>"),
        ("- a\n\n    {{ news() }}\n", "<ul><li><p>a</p>NEWS</li></ul>"),
        ("- a\n\n\t{{ news() }}\n", "<ul><li><p>a</p>NEWS</li></ul>"),
        ("- a\n\n  b\n  {{ news() }}\n  c\n", "<ul><li><p>a</p><p>b</p>NEWS<p>c</p></li></ul>"),
        ("- a\n    - {{ news() }}\n", "<ul><li>a<ul><li>NEWS</li></ul></li></ul>"),
        ("1. a\n\n    - b\n\n        {{ news() }}\n", "<ol><li><p>a</p><ul><li><p>b</p>NEWS</li></ul></li></ol>"),
        ("- a\n{{ news() }}\n", "<ul><li>a</li></ul>NEWS"),
        ("- a\n\n{{ news() }}\n", "<ul><li>a</li></ul>NEWS"),
        ("> {{ news() }}\n", "<blockquote>NEWS</blockquote>"),
        ("> a\n> {{ news() }}\n> b\n", "<blockquote><p>a</p>NEWS<p>b</p></blockquote>"),
        ("> - {{ news() }}\n", "<blockquote><ul><li>NEWS</li></ul></blockquote>"),
        ("- a\n  > {{ news() }}\n", "<ul><li>a<blockquote>NEWS</blockquote></li></ul>"),
        ("Term\n: {{ news() }}\n", "<dl><dt>Term</dt><dd>NEWS</dd></dl>"),
        ("a\n    {{ news() }}\nb\n", "<p>a</p>NEWS<p>b</p>"),
        ("<div>\n    {{ news() }}\n</div>\n", "<div>NEWS</div>"),
    ],
)
def test_a_section_stands_in_its_item_or_quote(text: str, html: str) -> None:
    marked = take_out_lines(text, has_liquid=False)
    assert [line.expression for line in marked.lines] == ["news()"]
    page = put_back(convert(marked.text, options=Options()).html, ["NEWS"])
    assert " ".join(re.sub(r"\s*(<[^>]*>)\s*", r"\1", page).split()) == html


def test_in_a_page_with_liquid_only_calls_are_ours() -> None:
    text = "{{ page.title }}\n{{ news() }}\n"
    assert expressions(text, has_liquid=True) == [("news()", 2)]
    assert expressions(text) == [("page.title", 1), ("news()", 2)]


def test_what_liquid_shows_as_it_is_holds_no_section_lines() -> None:
    text = "A {% raw %}\n\n{{ a() }}\n{% endraw %}\n- {% highlight c %}\n\n  {{ b() }}\n{% endhighlight %}\n{{ c() }}\n"
    assert expressions(text, has_liquid=True) == [("c()", 9)]


def test_lines_after_a_section_line_keep_their_numbers() -> None:
    marked = take_out_lines("one\n{{ news() }}\nthree\n{{ talks() }}\nfive\n", has_liquid=False)
    lines = marked.text.split("\n")
    for word, number in (("one", 1), ("three", 3), ("five", 5)):
        assert marked.original_line(lines.index(word) + 1) == number


def test_a_section_takes_the_place_of_its_paragraph_and_of_its_mark_elsewhere() -> None:
    html = "<p>\ue0000\ue001</p>\n<li>\ue0001\ue001</li>"
    assert put_back(html, ["<ul>A</ul>", "B"]) == "<ul>A</ul>\n<li>B</li>"


def test_private_characters_of_the_author_cannot_place_a_section() -> None:
    assert "\ue000" not in take_out_lines("\ue0000\ue001\n", has_liquid=False).text


GROWING: dict[str, Callable[[int], str]] = {
    "code spans of every length": lambda size: "".join("`" * ticks + " " for ticks in range(1, int((2 * size) ** 0.5))),
    "a single run of ticks": lambda size: "`" * size,
    "fences that nothing ends": lambda size: "```a\n~~~b\n" * (size // 10) + "x",
    "a heading of number signs": lambda size: "# a" + " #" * (size // 2) + "b",
    "a heading of spaces": lambda size: "# a" + " " * size + "\x0b",
    "braces that nothing closes": lambda size: "{{" + " " * size,
    "braces around nothing": lambda size: "{{" + " " * size + "}}x",
    "words and braces": lambda size: "{{" + " a }" * (size // 4),
    "comments that nothing ends": lambda size: "<!-- \n" * (size // 6),
    "dollars that nothing ends": lambda size: "a $$ b\n\n" * (size // 8),
    "quotes within quotes": lambda size: (">" * 400 + " a\n") * (size // 400),
}
SIZE, TIMES, MOST_SECONDS = 5_000, 8, 0.02


@pytest.mark.parametrize("kind", GROWING)
def test_the_time_that_a_text_takes_grows_with_its_length(kind: str) -> None:
    def seconds(size: int) -> float:
        text = GROWING[kind](size)
        start = time.process_time()
        without_code(text)
        heading_of(text)
        take_out_lines(f"{text}\n\n{{{{ news() }}}}\n", has_liquid=False)
        return time.process_time() - start

    seconds(100)  # The patterns are compiled by now.
    # Four times what is in proportion: a square would be eight times it, and the worst had been a cube.
    assert seconds(SIZE * TIMES) < max(4 * TIMES * min(seconds(SIZE) for _ in range(3)), MOST_SECONDS * TIMES)


def test_lines_are_looked_at_only_in_a_page_with_braces(monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[list[str]] = []

    class Counted(Reader):
        def __init__(self, lines: list[str]) -> None:
            looked.append(lines)
            super().__init__(lines)

    monkeypatch.setattr("acadfolio.rendering.lines.Reader", Counted)
    for text in ("Text (a).\n", "{: .wide}\n", "f(x)\n}\n", "a {b}\n{ f(x) } c\n"):
        take_out_lines(text, has_liquid=False)
    assert looked == []
    take_out_lines("{ f(x) }\n", has_liquid=False)
    assert looked == [["{ f(x) }", ""]]
