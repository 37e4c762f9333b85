"""Text in which little is marked takes shortcuts through the readers; what comes out is what the long way gives."""

from __future__ import annotations

import re

import pytest
from documents import page

from acadfolio import markdown
from acadfolio.markdown import blocks, emphasis, links, plain, spans, tables
from acadfolio.markdown.model import Document, Options

NEVER, ALWAYS = re.compile(r"(?!)"), re.compile("")
OPTIONS = [Options(), Options(math="dollar")]
CLOSE_CALLS = [
    *["*a b*", "*a *", "* a*", "**a**", "**a*", "*a**", "***a***", "**a***", "*a*b", "_a_", "_a_b", "a_b_c"],
    *["__a b__", "*a--b*", "*a...b*", "*a-b.c*", "*a\nb*", "*a  \nb*", "*a*{: .c}", "**a**{:.c}", "_a_{: .c}"],
    *["****", "*!*", "*a!*", "[a](b)", "[a](b){: .c}", "[a](b c)", '[a](b "c")', "[a](b(c)d)", "(x [a](b)"],
    *["[a] (b)", "[a](<b>)", "[a](b)(c)", "[a [b](c)](d)", "[a](javascript:x)", '[a](b&amp;"c")', "[a]()"],
    *["[](a)", "[!a](b)", "![a](b)", "[a\nb](c)", "a--b", "a - b", "a...b", "a..b", "a >> b", "a  \nb"],
    *["1 < 2", "a & b", "it's", "\u00a0a\u00a0", " a ", "a\tb", "\ufeffa", "| `a` | b |", "| `a|b` | c |"],
    *[
        "| a \\| b |",
        "| ` a | b ` |",
        "| ``a`|`b`` | c |",
        "| <b>a|b</b> | c |",
        "| `a | b |",
        "| ` `|`a b a` |",
        "- a\n- b\n",
    ],
    *["- a | b\n- c\n", "- *a*\n- {: .c} d\n", "- 1. a\n", "-\ta\n", "- a\n\n- b\n", "- \n- b\n"],
    *["- a\n{: .c}\n"],
]


def _take_the_long_way(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(emphasis, "_PLAIN", dict.fromkeys("*_", NEVER))
    monkeypatch.setattr(links, "_PLAIN", NEVER)
    monkeypatch.setattr(tables, "_SIMPLE", NEVER)
    monkeypatch.setattr(plain, "_NOT_PLAIN", ALWAYS)
    monkeypatch.setattr(spans, "is_plain", lambda _text: False)
    monkeypatch.setattr(blocks, "is_one_line", lambda _text: False)


def _read(texts: list[str]) -> list[tuple[Document, str]]:
    return [(markdown.convert(text, options), markdown.inline(text, options)) for text in texts for options in OPTIONS]


@pytest.mark.parametrize("texts", [CLOSE_CALLS, [page(seed) for seed in range(150)]], ids=["close calls", "pages"])
def test_a_shortcut_leads_where_the_long_way_does(texts: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    short = _read(texts)
    _take_the_long_way(monkeypatch)
    assert short == _read(texts)
