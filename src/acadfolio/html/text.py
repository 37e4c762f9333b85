"""The words that a reader sees of some HTML."""

from __future__ import annotations

import re

from markupsafe import Markup

NOTATION = re.compile(r"<annotation\b.*?</annotation>", re.DOTALL)
"""The TeX of a formula, which is not shown."""


def plain(html: str) -> str:
    """The text without tags and comments, its character references replaced, every white space a single space."""
    if "<annotation" in html:
        html = NOTATION.sub("", html)
    return Markup(html).striptags()  # noqa: S704 - nobody prints it as HTML
