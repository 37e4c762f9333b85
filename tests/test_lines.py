"""Section lines: which lines of a page are ours, and which stay text."""

from __future__ import annotations

import pytest

from acadfolio.render.lines import put_back, take_out_lines


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
    ],
)
def test_braces_in_prose_code_maths_and_scripts_stay_text(text: str) -> None:
    assert expressions(text) == []


def test_in_a_page_with_liquid_only_calls_are_ours() -> None:
    text = "{{ page.title }}\n{{ news() }}\n"
    assert expressions(text, has_liquid=True) == [("news()", 2)]
    assert expressions(text) == [("page.title", 1), ("news()", 2)]


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
