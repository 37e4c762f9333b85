"""A piece of finished HTML comes in, the words that a reader sees of it come out."""

from __future__ import annotations

import re

from markupsafe import Markup

from acadfolio.entities import unescape

TAG = re.compile(r"<[^>]*>")
NOTATION = re.compile(r"<annotation\b.*?</annotation>", re.DOTALL)
"""A formula's TeX, which stands beside what is shown of it."""


def plain(html: str) -> str:
    """The words without tags, entities read, every white space a single space."""
    if "<" in html:
        html = NOTATION.sub("", html) if "<annotation" in html else html
        if "<!--" in html:
            return Markup(html).striptags()  # noqa: S704 - nobody prints it as HTML
        html = TAG.sub("", html)
    return unescape(" ".join(str.split(html)))  # The method of Markup makes one of each word.
