"""Shortcodes: which lines of a page place a section, and which stay text."""

from __future__ import annotations

import re
import time
from typing import TYPE_CHECKING

import pytest

from acadfolio.markdown import convert
from acadfolio.markdown.shortcodes import fill_placeholders, mark, take_from_html
from acadfolio.markdown.source import first_heading, without_code
from cases import every_case

if TYPE_CHECKING:
    from collections.abc import Callable

    from acadfolio.markdown import Shortcode


def shortcodes(text: str, *, only_calls: bool = False) -> list[tuple[str, int]]:
    found = convert(mark(text, only_calls=only_calls)).shortcodes
    return [(shortcode.expression, shortcode.line) for shortcode in found]


def page_with(text: str, contents: list[str]) -> str:
    html = fill_placeholders(
        convert(mark(text)).html, {str(number): content for number, content in enumerate(contents)}
    )
    return " ".join(re.sub(r"\s*(<[^>]*>)\s*", r"\1", html).split())


def test_a_line_that_holds_nothing_but_an_expression_is_a_shortcode() -> None:
    assert shortcodes("# News\n{{ news(limit=5) }}\n\ntext\n") == [("news(limit=5)", 2)]


@every_case(
    "text",
    [
        "The set {{ x }} is empty.\n",
        "```\n{{ news() }}\n```\n",
        "~~~ jinja\n{{ news() }}\n~~~\n",
        "````\n```\n{{ news() }}\n```\n````\n",
        "$$\n{{ a }}\n$$\n",
        "    {{ news() }}\n",
        "<pre>\n{{ news() }}\n</pre>\n",
        "<div><pre>\n{{ news() }}\n</pre></div>\n",
        "<script>\n{{ news() }}\n</script>\n",
        "{{ news() }} and {{ talks() }}\n",
        "{{ }}\n",
        "text\n\n    code\n\n    {{ news() }}\n",
        "# Heading\n    {{ news() }}\n",
        "- item\n\n      {{ news() }}\n",
        "> a\n>\n>     {{ news() }}\n",
        "- ```\n  {{ news() }}\n  ```\n",
        "> ```\n> {{ news() }}\n> ```\n",
        "$$ a\n\n{{ news() }}\n\nb $$\n",
        "<!--\n{{ news() }}\n-->\n",
        "<script>\n{{ news() }}\n",
        "| {{ news() }} |\n",
        "# {{ news() }}\n",
    ],
)
def test_braces_in_prose_code_maths_and_scripts_stay_text(text: str) -> None:
    assert shortcodes(text) == []


def test_code_is_shown_as_it_was_written() -> None:
    assert "<code>{{news()}}  \n</code>" in convert(mark("```\n{{news()}}  \n```\n")).html
    assert "{{ a }}" in convert(mark("$$\n{{ a }}\n$$\n")).html


@every_case(
    ("text", "misplaced"),
    [
        ("See {{ news() }} and {{ talks(limit=1) }}.\n", [("news", 1), ("talks", 1)]),
        ("a\n\n> b\n> c {{news()}}\n", [("news", 4)]),
        ("- a\n  > - b {{ news() }}\n", [("news", 2)]),
        ("# {{ news() }}\n", [("news", 1)]),
        ("| `x` {{ news() }} |\n", [("news", 1)]),
        ("*a\n{{ news() }\n", [("news", 2)]),
        ("Code `{{ news() }}`, <!-- {{ news() }} --> and $$ {{ news() }} $$.\n", []),
        ("```\n{{ news() }} code\n```\n\n    {{ news() }} code\n", []),
        ("A \\{{ news() }}, {{ a.b() }}, { news() }.\n", []),
        ("{{ news() }}\n\n> {{ news() }}\n", []),
    ],
)
def test_calls_among_other_words_are_found_with_their_line(
    text: str, misplaced: list[tuple[str, int]]
) -> None:
    found = convert(mark(text)).misplaced
    assert [(shortcode.expression, shortcode.line) for shortcode in found] == misplaced


@every_case(
    "before",
    [
        "Use the `<script>` tag.",
        "Use the ``<pre> ` <!--`` tag, and `$$`.",
        "Code over `two\n<script>` lines.",
        "```` ```inline``` ````",
        "```inline``` code",
        "A `tick, an \\`<b>, \\<!-- and costs of $$.",
        "An <!-- unclosed comment, an unclosed <script>.",
        "```\nan unclosed fence",
        "$$ unclosed",
        "<!-- a --> <pre>b</pre>",
        "```\ncode\n```",
        "> ```\n> unclosed in a quote",
        "    ```\n    ``` in code",
        "<!--\n```\n-->",
        "- - -",
        "text\n    and more of it",
        "Code `a",
    ],
)
def test_what_looks_like_code_in_prose_hides_no_shortcode(before: str) -> None:
    assert [found[0] for found in shortcodes(f"{before}\n{{{{ news() }}}}\n")] == ["news()"]
    assert [found[0] for found in shortcodes(f"{before}\n\ntext\n{{{{ news() }}}}\n")] == ["news()"]


@every_case(
    ("text", "html"),
    [
        ("- {{ news() }}\n- b\n", "<ul><li>NEWS</li><li>b</li></ul>"),
        ("- a\n  {{ news() }}\n- b\n", "<ul><li>a NEWS</li><li>b</li></ul>"),
        ("1. a\n  {{ news() }}\n", "<ol><li>a NEWS</li></ol>"),
        ("- a\n\n    {{ news() }}\n", "<ul><li><p>a</p>NEWS</li></ul>"),
        ("- a\n\n\t{{ news() }}\n", "<ul><li><p>a</p>NEWS</li></ul>"),
        ("- a\n\n  b\n  {{ news() }}\n  c\n", "<ul><li><p>a</p><p>b</p>NEWS<p>c</p></li></ul>"),
        ("- a\n    - {{ news() }}\n", "<ul><li>a<ul><li>NEWS</li></ul></li></ul>"),
        (
            "1. a\n\n    - b\n\n        {{ news() }}\n",
            "<ol><li><p>a</p><ul><li><p>b</p>NEWS</li></ul></li></ol>",
        ),
        ("- a\n{{ news() }}\n", "<ul><li>a</li></ul>NEWS"),
        ("- a\n\n{{ news() }}\n", "<ul><li>a</li></ul>NEWS"),
        ("> {{ news() }}\n", "<blockquote>NEWS</blockquote>"),
        ("> a\n> {{ news() }}\n> b\n", "<blockquote><p>a</p>NEWS<p>b</p></blockquote>"),
        ("> a\n{{ news() }}\n", "<blockquote><p>a</p></blockquote>NEWS"),
        ("> - {{ news() }}\n", "<blockquote><ul><li>NEWS</li></ul></blockquote>"),
        ("- a\n  > {{ news() }}\n", "<ul><li>a<blockquote>NEWS</blockquote></li></ul>"),
        ("Term\n: {{ news() }}\n", "<dl><dt>Term</dt><dd>NEWS</dd></dl>"),
        ("a\n    {{ news() }}\nb\n", "<p>a</p>NEWS<p>b</p>"),
        ("<div>\n    {{ news() }}\n</div>\n", "<div>NEWS</div>"),
        ('<div markdown="1">\n{{ news() }}\n</div>\n', "<div>NEWS</div>"),
        ("a\n{{ news() }}\n: b\n", "<p>a</p>NEWS<p>: b</p>"),
    ],
)
def test_a_shortcode_places_its_section_in_its_item_or_quote(text: str, html: str) -> None:
    assert page_with(text, ["NEWS"]) == html


def test_in_a_page_with_liquid_only_calls_are_shortcodes() -> None:
    text = "{{ page.title }}\n{{ news() }}\n"
    assert shortcodes(text, only_calls=True) == [("news()", 2)]
    assert shortcodes(text) == [("page.title", 1), ("news()", 2)]


def test_what_liquid_shows_as_it_is_holds_no_shortcodes() -> None:
    text = "A {% raw %}\n\n{{ a() }}\n{% endraw %}\n- {% highlight c %}\n\n  {{ b() }}\n{% endhighlight %}\n{{ c() }}\n"
    assert shortcodes(text, only_calls=True) == [("c()", 9)]


def test_a_page_of_html_has_shortcodes_outside_of_its_code() -> None:
    found: list[Shortcode] = []
    html = take_from_html(
        mark("<p>a</p>\n    {{ a() }}\n<pre>\n{{ b() }}\n</pre>\n<!--\n{{ c() }}\n-->\n"), found
    )
    assert [(shortcode.expression, shortcode.line) for shortcode in found] == [("a()", 2)]
    assert fill_placeholders(html, {"0": "A"}).startswith("<p>a</p>\n\nA\n\n<pre>")


def test_lines_after_a_shortcode_keep_their_numbers() -> None:
    document = convert(mark("[a][x]\n{{ news() }}\n[b][x]\n{{ talks() }}\n[c][x]\n"))
    assert [warning.line for warning in document.warnings] == [1, 3, 5]


def test_private_characters_of_the_author_cannot_place_a_section() -> None:
    assert mark("\ue000a\ue0021\ue001 \ue0030\ue005\n") == "a1 0\n"


GROWING: dict[str, Callable[[int], str]] = {
    "code spans of every length": lambda size: "".join(
        "`" * ticks + " " for ticks in range(1, int((2 * size) ** 0.5))
    ),
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


@pytest.mark.slow
@pytest.mark.parametrize("kind", GROWING)
def test_the_time_that_a_text_takes_grows_with_its_length(kind: str) -> None:
    def once(text: str) -> float:
        start = time.process_time()
        without_code(text)
        first_heading(text)
        mark(f"{text}\n\n{{{{ news() }}}}\n")
        return time.process_time() - start

    def seconds(size: int) -> float:
        """The least of three, as other tests run on this machine."""
        text = GROWING[kind](size)
        return min(once(text) for _ in range(3))

    seconds(100)  # The patterns are compiled by now.
    # Four times what is in proportion: a square would be eight times it, and the worst had been a
    # cube.
    assert seconds(SIZE * TIMES) < max(4 * TIMES * seconds(SIZE), MOST_SECONDS * TIMES)
