"""The options and queries of jekyll-scholar's tag `bibliography`."""

from __future__ import annotations

import operator
import re
from itertools import zip_longest
from typing import TYPE_CHECKING, get_args

from acadfolio.bibliography.kinds import KINDS
from acadfolio.model.name_parts import parts_of
from acadfolio.model.publication import Author, Kind, Publication, matching_values

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence

DEFAULT_FILE = "papers"
"""The bibliography that al-folio lists by default."""
QUERY = re.compile(r"@(\*|\w+)(?:\[(.*)\]\*?)?")
TERM = re.compile(
    r"""
    \s* (\w+) \s*                              # a field, alone or with
    (?: ( [!<>]?= | [~^]= (?! .* [\\^$*+?|(){}] ) )  # an operator, but no regular expression,
        \s* (.*?)                              # and a value
    )? \s*
    """,
    re.VERBOSE,
)
"""A condition of a query."""
OPTION = re.compile(r"(?:\[[^\]]*\]|[^\s\[])+")
OPTION_KEYS = {
    "-q": "query", "--query": "query", "-m": "limit", "--max": "limit", "-o": "offset", "--offset": "offset",
    "-f": "bibliography", "--file": "bibliography", "--group_by": "group_by",
}  # fmt: skip
"""The arguments of a shortcode by the options of the tag."""
OPTIONS_OF_STYLE = frozenset({"--template", "-T", "--style", "-s", "--prefix", "-p"})
"""Options that have no effect here."""
GROUPINGS = {"none": "[]", "year": '"year"', "type": '"kind"'}
NAMES_IN_QUERIES = {
    "author": "authors", "abbr": "badge", "booktitle": "venue", "journal": "venue", "keywords": "tags", "year": "when",
}  # fmt: skip
COMPARISONS: dict[str, Callable[[str, str], bool]] = {
    "": operator.contains, "=": operator.eq, "~=": operator.contains, "^=": str.startswith,
    ">=": lambda text, wanted: _number(text) >= _number(wanted),
    "<=": lambda text, wanted: _number(text) <= _number(wanted),
}  # fmt: skip
"""The comparisons of bibtex-ruby, which makes whole numbers of texts for two of them."""
FILE_OF_SETTINGS = re.compile(r"\{\{-?\s*site\.scholar\.bibliography\s*-?\}\}")


def bibliography_arguments(words: str) -> dict[str, str]:
    """The arguments of a shortcode for the options of the tag.

    Raises LookupError or ValueError for others.
    """
    words = FILE_OF_SETTINGS.sub(DEFAULT_FILE, words).replace('"', "")
    options = OPTION.findall(words)
    arguments: dict[str, str] = {}
    for option, value in zip_longest(options[::2], options[1::2], fillvalue=""):
        if option not in OPTIONS_OF_STYLE:
            key = OPTION_KEYS[option]
            arguments[key] = _argument(key, value)
    return arguments


def _argument(key: str, value: str) -> str:
    """An argument as it is written in a shortcode. Queries and files are read later."""
    if key in {"limit", "offset"}:
        return str(int(value))
    if key == "group_by":
        return GROUPINGS[value]
    return value.removesuffix(".bib") if key == "bibliography" else value


def keys_of_query(query: str, papers: Sequence[Publication]) -> list[str]:
    """The keys of the papers in a query such as `@article[year>=1920 && category=talk]`.

    Raises ValueError.
    """
    parts = QUERY.fullmatch(query)
    if parts is None:
        raise ValueError(query)
    kind, conditions = parts.groups("")
    kinds = get_args(Kind) if kind == "*" else {KINDS[kind]}
    names = {*Publication.__struct_fields__, *NAMES_IN_QUERIES}
    for paper in papers:
        names.update(paper.extra)
    alternatives = [
        [_test(term, names) for term in re.split("&&|,", terms)]
        for terms in (conditions or "title").split("||")
    ]

    def matches(paper: Publication) -> bool:
        return any(all(test(paper) for test in tests) for tests in alternatives)

    return [paper.key for paper in papers if paper.kind in kinds and matches(paper)]


def _test(term: str, names: Collection[str]) -> Callable[[Publication], bool]:
    """Whether a paper meets a condition of a query.

    Raises ValueError, also for a field that is not in `names`.
    """
    parts = TERM.fullmatch(term)
    if parts is None or parts[1] not in names:
        raise ValueError(term)
    name, comparison, wanted = parts.groups("")
    wanted = wanted.lower()
    if comparison == "!=":
        return lambda paper: wanted not in _texts(paper, name)
    compare = COMPARISONS[comparison]
    return lambda paper: any(compare(text, wanted) for text in _texts(paper, name))


def _number(text: str) -> int:
    """The number that a text begins with, or zero."""
    digits = re.match(r"\s*(\d*)", text)
    return int(f"0{digits[1]}") if digits else 0


def _texts(paper: Publication, name: str) -> set[str]:
    """The values of a field of a paper in lowercase; names as in BibTeX, `noether, emmy`."""
    value = paper.extra.get(name) or getattr(paper, NAMES_IN_QUERIES.get(name, name), None)
    values = value if isinstance(value, tuple) else (value,)
    texts: set[str] = set()
    for each in values:
        if not each:
            continue
        written = parts_of(each).family_first if isinstance(each, Author) else each
        texts.update(text.lower() for text in matching_values(written))
    return texts
