"""The time to read a text grows with its length, not with its square, whatever is repeated in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from acadfolio.bibliography.dates import split_venue
from acadfolio.bibliography.entries import RawValue
from acadfolio.bibliography.latex_commands import journal_of
from acadfolio.bibliography.names import authors_of
from acadfolio.bibliography.readers.ris import read_ris
from acadfolio.bibliography.vocabulary import with_dash
from acadfolio.bibliography.writers.inline import to_latex
from acadfolio.html.text import is_document, plain_text
from acadfolio.importers.jekyll.citations import split_names
from acadfolio.markdown import convert
from acadfolio.markdown.single_dollars import first_formula
from acadfolio.model.names import spellings
from acadfolio.problems import Problems
from acadfolio.source.text import Source
from timing import least, timed

if TYPE_CHECKING:
    from collections.abc import Callable

LENGTH = 25_000
"""Characters of the shorter text; the longer one has four times as many."""
RATIO = 8.0
"""Below this, the time does not grow with the square, which would be 16 times as long."""
SHORTEST = 0.02
"""Seconds. Shorter times are too short to be compared."""


def _names(text: str) -> object:
    return authors_of(RawValue(text, 1, is_latex=True))


def _ris(text: str) -> object:
    return read_ris(Source("papers.ris", f"TY  - JOUR\nAU  - {text}\nER  - \n"), Problems())


def _first_formula(text: str) -> object:
    return first_formula(text, is_inline=False)


READERS: list[tuple[Callable[[str], object], tuple[str, ...]]] = [
    (split_venue, (" ", "\u00a0", "(", ", ", "in press ")),
    (journal_of, (" ", "\u00a0", "{ ")),
    (spellings, (" ", "-", "A. ")),
    (split_names, ("  ", ", ", " and ")),
    (to_latex, ("`", "_", "$a", " __a")),
    (_names, (" ", "\u00a0", "~", "x ", "A. ", "-")),
    (_ris, ("A. ", ",", ";", ", ", "{,")),
    (with_dash, ("-", "--", " ", "1 - ")),
    (plain_text, ("<", "<!--", "<!-- >", "<a ")),
    (is_document, ("<!--", "<!--<pre>", "<!")),
    (convert, ("{:", "<!--", "[a]: b\n", "[^a]: b\n", "*a*{:", "`a`{:")),
    (_first_formula, ("{:$a$", "{% raw %}$x_i$ ", "<pre>$x_i$", "<code $x_i$")),
]
CASES = [(read, repeated) for read, tokens in READERS for repeated in tokens]


@pytest.mark.parametrize(("read", "repeated"), CASES)
def test_the_time_grows_with_the_length(read: Callable[[str], object], repeated: str) -> None:
    def seconds(length: int) -> float:
        text = f"x{repeated * (length // len(repeated))}x"
        return timed(lambda: read(text))[1]

    assert least(lambda: seconds(4 * LENGTH) / max(seconds(LENGTH), SHORTEST), RATIO) < RATIO
