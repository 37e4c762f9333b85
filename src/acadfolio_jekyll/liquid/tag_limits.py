"""Limits of Liquid's tags, whose brackets, quotes and spaces python-liquid reads in the square of their length."""

from __future__ import annotations

import re

from liquid import Token
from liquid.exceptions import LiquidSyntaxError
from liquid.token import TOKEN_CONTENT

LONGEST_TAG = 5_000
"""Characters."""
MOST_SPACES = 200
"""In a row in a tag."""
TAG_START = re.compile(r"\{[{%]")
TAG_ENDS = {"{{": "}}", "{%": "%}"}
SPACES = re.compile(rf"\s{{{MOST_SPACES + 1}}}")
VERBATIM = re.compile(r"\{%-?\s*(raw|doc)\s*-?%\}")
"""A tag whose content has no tags."""


def check_tags(source: str) -> None:
    """Raises LiquidSyntaxError for the first tag that takes too long to read."""
    position = 0
    while start := TAG_START.search(source, position):
        position = _end_of_tag(source, start)
        if verbatim := VERBATIM.match(source, start.start(), position):
            position = _end_of_content(source, verbatim)


def _end_of_tag(source: str, start: re.Match[str]) -> int:
    """The end of a tag; that of the text if nothing closes the tag, which python-liquid reports."""
    limit = start.end() + LONGEST_TAG
    end = source.find(TAG_ENDS[start[0]], start.end(), limit)
    if end < 0 and limit < len(source):
        raise _error(
            f"this tag is too long: it has more than {LONGEST_TAG:,} characters", source, start
        )
    end = len(source) if end < 0 else end + len("}}")
    if SPACES.search(source, start.end(), end):
        raise _error(
            f"this tag is too long: it has more than {MOST_SPACES} spaces in a row", source, start
        )
    return end


def _end_of_content(source: str, tag: re.Match[str]) -> int:
    """The start of the end tag.

    Without one, python-liquid would seek it again from every such tag.
    """
    end = re.compile(rf"\{{%-?\s*end{tag[1]}\b").search(source, tag.end())
    if end is None:
        raise _error(f"`{{% {tag[1]} %}}` has no `{{% end{tag[1]} %}}`", source, tag)
    return end.start()


def _error(message: str, source: str, tag: re.Match[str]) -> LiquidSyntaxError:
    return LiquidSyntaxError(message, token=Token(TOKEN_CONTENT, tag[0], tag.start(), source))
