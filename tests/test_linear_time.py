"""The time to read a text grows with its length, not with its square, whatever is repeated in it."""

from __future__ import annotations

import re
from functools import partial
from itertools import count
from typing import TYPE_CHECKING

import pytest
from msgspec import json

from acadfolio.bibliography.abstracts import NUMBER, PUNCTUATION
from acadfolio.bibliography.annotations import ANNOTATION
from acadfolio.bibliography.conversion import EDITION_WORD
from acadfolio.bibliography.dates import split_venue
from acadfolio.bibliography.entries import RawValue
from acadfolio.bibliography.latex_commands import journal_of
from acadfolio.bibliography.links import ARXIV_IDENTIFIER
from acadfolio.bibliography.markup import is_prose
from acadfolio.bibliography.names import accents_to_letters, author_of, authors_of
from acadfolio.bibliography.readers.csl import read_csl
from acadfolio.bibliography.readers.ris import read_ris
from acadfolio.bibliography.vocabulary import ARXIV_NAME, first_and_last, with_dash
from acadfolio.bibliography.writers.inline import to_latex
from acadfolio.deploy.masking import without_credentials
from acadfolio.html.links import hosts_of_tag
from acadfolio.html.styles import style_urls
from acadfolio.html.text import first_tag, is_document, plain_text
from acadfolio.markdown import convert
from acadfolio.markdown.maths import is_formula
from acadfolio.markdown.shortcodes import mark, take_from_html
from acadfolio.markdown.single_dollars import first_formula, with_double_dollars
from acadfolio.model.dates import suggested_date
from acadfolio.model.group_names import listed_people
from acadfolio.model.name_parts import parts_of
from acadfolio.model.names import Name, given_first, spellings, without_suffix
from acadfolio.model.publication import Author
from acadfolio.problems import Problems
from acadfolio.rendering.source_lines import SourceLines
from acadfolio.source.text import Source
from acadfolio.source.yaml import Sequence, parse_yaml
from acadfolio.source.yaml_errors import report_lookalike
from acadfolio_jekyll.detection import without_raw
from acadfolio_jekyll.importer.citations import split_names, take_numbers
from acadfolio_jekyll.importer.papers import paper
from acadfolio_jekyll.liquid.blocks import LIQUID
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


def _csl_note(text: str) -> object:
    work = {"id": "a", "type": "book", "title": "A", "note": text}
    return read_csl(Source("papers.json", json.encode([work]).decode()), Problems())


def _author(text: str) -> object:
    return author_of(text, is_latex=False)


def _author_of_record(text: str) -> object:
    return Author.from_text(text)


def _parts(text: str) -> object:
    return parts_of(Author(name=text))


def _edition(text: str) -> object:
    return re.sub(EDITION_WORD, "", text)


def _people(text: str) -> object:
    return listed_people(text, lambda _: False)


def _not_keys_and_values(text: str) -> object:
    source = Source("news.yml", f"- a{text}")
    entries = parse_yaml(source, Problems())
    assert isinstance(entries, Sequence)
    return [report_lookalike(source, entry, Problems()) for entry in entries.value]


def _anchored(text: str) -> object:
    return parse_yaml(Source("news.yml", f"a: &a b\nc: *a\nd: [{text}]\n"), Problems())


def _marked(text: str) -> object:
    return mark(text, only_calls=True)


def _shortcodes_in_html(text: str) -> object:
    return take_from_html(text, [])


def _lexed(text: str) -> object:
    pytest.importorskip("liquid")
    from liquid.exceptions import LiquidSyntaxError
    from liquid.lex import get_lexer

    from acadfolio_jekyll.liquid.tag_limits import check_tags

    try:
        check_tags(text)
        return list(get_lexer()(text))
    except LiquidSyntaxError:
        return []


def _lines_in_source(text: str) -> object:
    lines = SourceLines(text, text, f"A.\n{text}")
    return [lines.line_in_source(number) for number in range(len(lines.lines))]


def _without_liquid(text: str) -> object:
    return LIQUID.sub("", text)


def _urls_of_styles(text: str) -> object:
    style_urls.cache_clear()
    return style_urls(text)


def _hosts(text: str) -> object:
    image = first_tag(f'<img srcset="{text}">', {"img"})
    assert image is not None
    return list(hosts_of_tag(image))


def _is_prose(text: str) -> object:
    return is_prose(text, "") or is_formula(text, "")


def _first_formula(text: str) -> object:
    return first_formula(text, is_inline=False)


READERS: list[tuple[Callable[[str], object], tuple[str, ...]]] = [
    (split_venue, (" ", "\u00a0", "(", ", ", "in press ")),
    (journal_of, (" ", "\u00a0", "{ ")),
    (spellings, (" ", "-", "A. ", "- ")),
    (without_suffix, (" ", "\u00a0", ", ")),
    (given_first, (" ", "\u00a0", "- ", "(", "Dr. ")),
    (Name.of, (" ", "- ")),
    (_author_of_record, (" ", "\u00a0", "- ", "*")),
    (_parts, (" ", "\u00a0", "- ", "(", "de ")),
    (accents_to_letters, ("\\'", "\\' ", "{\\'")),
    (NUMBER.search, ("1",)),
    (PUNCTUATION.search, (".", ". ")),
    (ANNOTATION.search, (" ", "1")),
    (partial(re.search, ARXIV_NAME), (" ", "\n")),
    (split_names, ("  ", ", ", " and ")),
    (
        to_latex,
        (
            "`",
            "_",
            "$a",
            " __a",
            "<b>",
            "<i><b>",
            "*",
            "**a ",
            "*a **b ",
            "_a ",
            "\\*",
            "*[",
            "[a](",
        ),
    ),
    (
        _names,
        (" ", "\u00a0", "~", "x ", "A. ", "-", "\t", "\n", ", ", "\\thanks\t", "~,", "- ", "\\'"),
    ),
    (_ris, ("A. ", ",", ";", ", ", "{,", "- ", "`", "a `` ")),
    (with_dash, ("-", "--", " ", "1 - ")),
    (plain_text, ("<", "<!--", "<!-- >", "<a ")),
    (is_document, ("<!--", "<!--<pre>", "<!")),
    (convert, ("{:", "<!--", "[a]: b\n", "[^a]: b\n", "*a*{:", "`a`{:")),
    (_author, (" ", "\t", "( ")),
    (_csl_note, ("\n", "\n ", " \n", "DOI: 1 \n")),
    (_edition, (" ", "\u00a0")),
    (ARXIV_IDENTIFIER.search, ("-", "a-", ".-")),
    (_people, (" ", ",", ", ", " - ", " and ", "a. ")),
    (first_and_last, (" ", "\u00a0", " -")),
    (suggested_date, (" ", "\u00a0", "~", " to ")),
    (take_numbers, (" ", ",", ", ", "1 ")),
    (paper, (" ", "\n", "A. ", ", ")),
    (_is_prose, ("a", "ab ", "1")),
    (with_double_dollars, ("`", "```", "` ``", "$a")),
    (_marked, ("{% raw %}{{ a }}", "{% comment %}{{", "\n{{ a", "\n- {{")),
    (_shortcodes_in_html, ("<!--", "<pre", "<script>")),
    (_without_liquid, ("{{", "{%", "{{{%")),
    (_lexed, ("{", "{{", "{%", "{%-", "{{ ", "{% raw %}", "{% comment %}{{", "{{ a }}")),
    (lambda text: _lexed(f"{{{{{' ' * len(text)}}}}}"), (" ",)),
    (_lines_in_source, ("\n", "a\n")),
    (without_raw, ("{% raw %}", "{%- raw")),
    (_anchored, ("x, ", "*a, ", "&b x, ", "? x, ", "[*a], ")),
    (_not_keys_and_values, ("\n- ", "\n- a")),
    (_hosts, (",", "a, ", "a b, ")),
    (_urls_of_styles, ("\\'", '\\"', "'", '"\n', "url(", "(", " ", "@import ", "\\")),
    (lambda text: _urls_of_styles(f"url({text}"), (" ", "\\ ", "\\'", "'")),
    (without_credentials, ("http://", "http://a:", "://")),
    (_first_formula, ("{:$a$", "{% raw %}$x_i$ ", "<pre>$x_i$", "<code $x_i$")),
]
TEXTS = count(1)
"""For texts that differ in their first word: what is cached is not read again."""
CASES = [(read, repeated) for read, tokens in READERS for repeated in tokens]


@pytest.mark.parametrize(("read", "repeated"), CASES)
def test_the_time_grows_with_the_length(read: Callable[[str], object], repeated: str) -> None:
    def seconds(length: int) -> float:
        text = f"{'x' * next(TEXTS)}{repeated * (length // len(repeated))}x"
        return timed(lambda: read(text))[1]

    assert least(lambda: seconds(4 * LENGTH) / max(seconds(LENGTH), SHORTEST), RATIO) < RATIO
