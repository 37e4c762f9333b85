"""Time grows with the length of the text, not with its square, and nesting never ends in a RecursionError."""

from __future__ import annotations

import pytest

from acadfolio.markdown import Options, convert
from timing import least, timed

MEGABYTE = 1_000_000
SECONDS = 2.0
# A busy machine is no bug: processor time counts, and the best of so many runs.

ONE_CHARACTER = "*[`<>{|$_~!]\\\"'&#-+.:(^= \n\t"
NESTED = {
    "quotes": "> " * 1000 + "a\n",
    "lists by indentation": "".join("  " * depth + "* a\n" for depth in range(1000)),
    "lists on one line": "* " * 1000 + "a\n",
    "quotes and lists": "> * " * 1000 + "a\n",
    "brackets": "[" * 1000 + "a" + "]" * 1000,
    "brackets that may be links": "[" * 1000 + "a" + "](u)" * 1000,
    "images": "![" * 1000 + "a" + "](u)" * 1000,
    "span tags": "<b>" * 1000 + "a" + "</b>" * 1000,
    "block tags": "<div>" * 1000 + "a" + "</div>" * 1000,
    "block tags with Markdown": '<div markdown="1">\n' * 1000 + "a\n" + "</div>\n" * 1000,
    "footnotes": "".join(f"[^{n}]: a[^{n + 1}]\n\n" for n in range(1000)) + "a[^0]\n",
}
REPEATED = {
    "unclosed span tags": "<b>" * 80_000,
    "unclosed block tags": "<div>" * 50_000,
    "unclosed comments": "<!-- \n\n" * 50_000,
    "unclosed fences": "```\n\n~~~\n\n" * 30_000,
    "unclosed emphasis in tags": "*a <b> " * 20_000,
    "emphasis of all kinds": "*a _b **c __d " * 15_000,
    "emphasis in links": "[a *b](u) " * 30_000,
    "half links": "[a](" * 100_000,
    "half titles": '[a](b "c ' * 50_000,
    "backticks of all lengths": " ".join("`" * length for length in range(1, 1000)),
    "half attribute lists": "{:" * 200_000 + "}",
    "half attribute lines": "{: a\n" * 100_000,
    "half extensions": "{::comment}\n" * 50_000,
    "half maths": "$$a\n\n" * 50_000,
    "half strikes": "~~a " * 100_000,
    "half URLs": "<http:" * 100_000,
    "half attributes": '<a b="' * 100_000,
    "tags of spaces": "<a" + " " * 500_000,
    "link definitions": "[a]: b\n" * 30_000,
    "footnote marks": "a[^1]" * 20_000 + "\n\n[^1]: x\n",
    "missing links": "[a][b] " * 50_000,
    "abbreviations": "".join(f"*[A{n}]: x\n" for n in range(3000)) + "A1 " * 10_000,
    "code in cells": "|" + "`a" * 100_000 + "|\n",
    "definitions": "a\n\n: b\n\n" * 20_000,
    "headers in the contents": "* x\n{:toc}\n\n" + "# a\n\n## b\n\n" * 5000,
    "entities": "&a" * 300_000,
}


def _seconds(text: str, options: Options) -> float:
    return least(lambda: timed(lambda: convert(text, options))[1], SECONDS)


@pytest.mark.parametrize("char", ONE_CHARACTER)
def test_a_megabyte_of_one_character_is_read_in_time(char: str) -> None:
    assert _seconds(char * MEGABYTE, Options()) < SECONDS


@pytest.mark.parametrize("name", NESTED)
def test_a_thousand_levels_are_read_in_time(name: str) -> None:
    assert _seconds(NESTED[name], Options()) < SECONDS


@pytest.mark.parametrize("name", REPEATED)
def test_openers_without_an_end_are_read_in_time(name: str) -> None:
    assert _seconds(REPEATED[name], Options()) < SECONDS


def test_dollars_without_an_end_are_read_in_time() -> None:
    assert _seconds("$a " * 100_000, Options(math="dollar")) < SECONDS
