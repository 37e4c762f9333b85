"""A piece of finished HTML comes in, the words that a reader sees of it come out."""

from __future__ import annotations

import re

from markupsafe import Markup

from acadfolio.regex import regex

NOTATION = regex(r"<annotation\b.*?</annotation>", re.DOTALL)
"""A formula's TeX, which stands beside what is shown of it."""


def plain(html: str) -> str:
    """The words without tags, entities read, every white space a single space."""
    return Markup(NOTATION.sub("", html)).striptags() if "<" in html or "&" in html else " ".join(html.split())  # noqa: S704
