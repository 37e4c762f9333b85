"""Look up the LaTeX commands that bibliographies use, in the tables of `latex.yml` and pylatexenc."""

from __future__ import annotations

import re
from functools import cache

from acadfolio.bibliography.vocabulary import read_table

TABLES = read_table("latex.yml")


def _names(table: str) -> frozenset[str]:
    return frozenset(TABLES[table].split())


ACCENTS: dict[str, str] = TABLES["accents"]
BARE_ACCENTS: dict[str, str] = TABLES["bare_accents"]
DOTTED = str.maketrans("ıȷ", "ij")
FONT_SWITCHES: dict[str, str] = TABLES["font_switches"]
ELEMENTS: dict[str, str] = TABLES["elements"]
IGNORED = _names("ignored")
KEEP_SPACE = _names("keep_space")
WITH_SECOND_ARGUMENT = _names("with_second_argument")
DISCARDED = _names("discarded")
SYMBOLS: dict[str, str] = TABLES["symbols"]
TEXTS: dict[str, str] = TABLES["texts"]
UNIT_COMMANDS = frozenset(
    {
        *TABLES["unit_prefixes"],
        *TABLES["units"],
        "per",
        "square",
        "cubic",
        "squared",
        "cubed",
        "tothe",
    }
)
JOURNALS: dict[str, str] = TABLES["journals"]
JOURNAL_MACRO = r"(?i)\s*+\{?\s*+\\([a-z]+)\s*+\}?\s*+(?:\{\})?\s*+"
MAX_SYMBOL = 3


@cache
def symbol_of(name: str) -> str | None:
    """The text that a command without an argument prints; None for an unknown command."""
    known = TEXTS.get(name, JOURNALS.get(name))
    if known is not None:
        return known
    table = _pylatexenc_symbols()
    if name.startswith("cyr"):
        return table.get(name) or table.get(name.upper(), "").lower() or None
    return table.get(name) or table.get(name.removeprefix("text"))


@cache
def _pylatexenc_symbols() -> dict[str, str]:
    """The letters and symbols of pylatexenc, without its commands with arguments."""
    from pylatexenc.latex2text import get_default_latex_context_db

    symbols: dict[str, str] = {}
    for spec in get_default_latex_context_db().iter_macro_specs():
        symbol = getattr(spec, "simplify_repl", None)
        if isinstance(symbol, str) and 0 < len(symbol.strip()) <= MAX_SYMBOL and "%" not in symbol:
            symbols[spec.macroname] = symbol
    return symbols


def journal_of(latex: str) -> str | None:
    r"""The name of the journal for a macro such as `\apj`; None for any other text."""
    match = re.fullmatch(JOURNAL_MACRO, latex)
    return JOURNALS.get(match[1].lower()) if match else None
