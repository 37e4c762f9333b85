"""Escaping and its way back are those of Python, also where nothing of it has to be loaded."""

from __future__ import annotations

import html

from hypothesis import given
from hypothesis import strategies as st
from markupsafe import Markup

from acadfolio.entities import escape, unescape
from acadfolio.theme.plain import NOTATION, plain

PIECES = [
    "&", ";", "&amp;", "&lt;", "&gt;", "&quot;", "&#39;", "&#x27;", "&#34;", "&AMP;", "&amp", "&lt", "&auml;", "&#228;",
    "&#xe4;", "&nosuch;", "&notit;", "&#0;", "&#1114112;", "amp;", "lt;", "#39;", "<", ">", '"', "'", "a", " ", "é",
]  # fmt: skip


@given(st.lists(st.sampled_from(PIECES), max_size=8).map("".join) | st.text(max_size=20))
def test_characters_are_escaped_and_read_as_python_does(text: str) -> None:
    assert unescape(text) == html.unescape(text)
    assert escape(text) == html.escape(text)
    assert unescape(escape(text)) == text


@given(
    st.lists(st.sampled_from([*PIECES, "<b>", "</b>", "<!--", "-->", "<annotation>", "</annotation>", "\n "])).map(
        "".join
    )
)
def test_the_words_of_html_are_those_that_markupsafe_finds(text: str) -> None:
    assert plain(text) == Markup(NOTATION.sub("", text)).striptags()  # noqa: S704 - made up
