"""Look up the LaTeX commands that bibliographies use, in `tables/commands.py` and the tables of pylatexenc."""

from __future__ import annotations

import re
from functools import cache

from acadfolio.bibliography.tables import commands

DOTTED = str.maketrans("ıȷ", "ij")
IGNORED = frozenset(commands.IGNORED.split())
KEEP_SPACE = frozenset(commands.KEEP_SPACE.split())
WITH_SECOND_ARGUMENT = frozenset(commands.WITH_SECOND_ARGUMENT.split())
DISCARDED = frozenset(commands.DISCARDED.split())
UNIT_COMMANDS = frozenset(
    {
        *commands.UNIT_PREFIXES,
        *commands.UNITS,
        "per",
        "square",
        "cubic",
        "squared",
        "cubed",
        "tothe",
    }
)
JOURNAL_MACRO = r"(?i)\s*+\{?\s*+\\([a-z]+)\s*+\}?\s*+(?:\{\})?\s*+"
MAX_SYMBOL = 3


@cache
def symbol_of(name: str) -> str | None:
    """The text that a command without an argument prints; None for an unknown command."""
    known = commands.TEXTS.get(name, commands.JOURNALS.get(name))
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
    return commands.JOURNALS.get(match[1].lower()) if match else None
