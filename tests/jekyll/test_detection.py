"""The core's question whether a page may have Liquid misses no page that the plug-in renders."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from acadfolio.loading.page_sources import may_have_liquid
from acadfolio_jekyll.detection import has_liquid
from cases import every_case

PARTS = st.sampled_from(
    ["{{", "}}", "{%", "%}", "-", " ", "\n", "`", "```\n", "    ", "$", "raw", "endraw", "site.", "page.",
     "title", "|", "upcase", ":", '"', "'", "x", "news(", ")", "<p>", "1", "_"]
)  # fmt: skip


@given(st.lists(PARTS, max_size=20).map("".join), st.booleans())
def test_what_the_plugin_renders_the_core_asks_about(body: str, is_html: bool) -> None:
    if has_liquid(body, is_html=is_html):
        assert may_have_liquid(body, is_html=is_html)


@every_case(
    "body",
    [
        "A formula $x_{{1}}$",
        "`{% if %}` in code",
        "{{ news(limit=5) }}",
        "```\n{{ page.title }}\n```\n",
    ],
)
def test_other_pages_do_not_load_the_plugin(body: str) -> None:
    assert re.search(r"\{[{%]", body)
    assert not may_have_liquid(body, is_html=False)
