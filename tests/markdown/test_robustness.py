"""Whatever is thrown at it, the reader gives HTML back, and soon."""

from __future__ import annotations

import functools
import os
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from acadfolio.markdown import Options, convert, header_id, inline
from timing import timed

FRAGMENTS = (
    *"*_`[](){}<>!|$~^#:\\\"'&=+-. \n\t\n\n",
    *(
        "**",
        "__",
        "***",
        "``",
        "```\n",
        "~~~ruby\n",
        "~~",
        "$$",
        "---\n",
        "===\n",
        "- ",
        "* ",
        "1. ",
        "> ",
        "    ",
        "\n\n",
    ),
    *(
        "[a](b)",
        "![a](b 'c')",
        "[a][b]",
        "[b]: /u\n",
        "[^1]",
        "[^1]: x\n",
        "*[AB]: c\n",
        "AB",
        "{: .a}",
        "{:toc}",
        "{:a: #b}\n",
    ),
    *(
        "{::comment}",
        "{:/}",
        "{::nomarkdown}",
        "{::options toc_levels='2' /}\n",
        "| a | b |\n",
        "|---|\n",
        "|===|\n",
        ": d\n",
    ),
    *(
        "<div>",
        "</div>",
        '<div markdown="1">\n',
        "</div>\n",
        "<b>",
        "</b>",
        "<!-- ",
        "-->",
        "<br>",
        "<script>",
        "</script>",
    ),
    *(
        "<p markdown='span'>",
        "<td markdown='block'>",
        "<?x",
        "?>",
        "<![CDATA[",
        "]]>",
        "<http://a.b>",
        "<a@b.c>",
        "&amp;",
        "&x;",
    ),
    *(
        "# h\n",
        "## h ##\n",
        "H\n===\n",
        "^\n",
        "  \n",
        "\\\n",
        "word",
        "a b",
        "é中🎓",
        "\u2028",
        "\xa0",
        "\x00",
        "\x01",
        "\ue0001\ue001",
        "\r\n",
    ),
)
MODES = (Options(), Options(math="dollar"))


def _document(source: random.Random) -> str:
    return "".join(source.choices(FRAGMENTS, k=source.randint(1, 120)))


def _convert_many(seed: int, count: int) -> None:
    source = random.Random(seed)  # noqa: S311 - a test, not a key
    for number in range(count):
        text = _document(source)
        result, seconds = timed(functools.partial(convert, text, MODES[number % 2]))
        assert seconds < 0.25, text
        assert "\x00" not in result.html, text
        assert "\x01" not in result.html, text


def test_random_documents_are_converted() -> None:
    _convert_many(seed=1, count=int(os.environ.get("DOCUMENTS", "800")))


@pytest.mark.slow
def test_five_thousand_random_documents_are_converted() -> None:
    _convert_many(seed=2, count=5000)


@settings(max_examples=150, deadline=None)
@given(st.text(max_size=300))
def test_any_text_is_converted(text: str) -> None:
    convert(text)
    inline(text)
    header_id(text)
