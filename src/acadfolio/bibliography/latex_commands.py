"""The LaTeX commands that bibliographies use, and what each stands for. `latex.yml` has the tables."""

from __future__ import annotations

import re
from functools import cache

from acadfolio.bibliography.vocabulary import table_of

TABLES = table_of("latex.yml")
ACCENTS: dict[str, str] = TABLES["accents"]
BARE_ACCENTS: dict[str, str] = TABLES["bare_accents"]
DOTTED = str.maketrans("ıȷ", "ij")
EMPHASIS = frozenset({"emph", "textit", "textsl", "mkbibemph", "mkbibitalic"})
STRONG = frozenset({"textbf", "mkbibbold"})
MONOSPACED = frozenset({"texttt", "code", "lstinline", "mkbibmono"})
SWITCHES = {"it": EMPHASIS, "em": EMPHASIS, "sl": EMPHASIS, "itshape": EMPHASIS, "slshape": EMPHASIS, "bf": STRONG,
            "bfseries": STRONG, "tt": MONOSPACED, "ttfamily": MONOSPACED}  # fmt: skip
"""Commands that change the font of the rest of their group."""
ELEMENTS = {"textsuperscript": "sup", "textsubscript": "sub", "mkbibsuperscript": "sup", "mkbibsubscript": "sub",
            "sout": "del", "st": "del", "up": "sup"}  # fmt: skip
QUOTES = frozenset({"enquote", "mkbibquote", "textquote"})
URLS = frozenset({"url", "nolinkurl", "path"})
SECOND_ARGUMENT = frozenset(
    {"textcolor", "colorbox", "fcolorbox", "foreignlanguage", "bibinfo", "bibfield", "hyperref", "textlang"}
)
"""Commands whose first argument is for LaTeX, and whose second one is text."""
DISCARDED = frozenset(TABLES["discarded"].split())
SILENT = frozenset(TABLES["silent"].split())
SYMBOLS: dict[str, str] = TABLES["symbols"]
TEXTS: dict[str, str] = TABLES["texts"]
KEEP_SPACE = frozenset({"LaTeX", "LaTeXe", "TeX", "BibTeX", "XeTeX", "LuaTeX"})
"""LaTeX drops the space behind them, but their authors want it."""

JOURNALS: dict[str, str] = TABLES["journals"]
JOURNAL_MACRO = r"(?i)\s*\{?\s*\\([a-z]+)\s*\}?\s*(?:\{\})?\s*"
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
    """The letters and symbols that pylatexenc knows, without its commands with arguments."""
    from pylatexenc.latex2text import get_default_latex_context_db

    symbols: dict[str, str] = {}
    for spec in get_default_latex_context_db().iter_macro_specs():
        symbol = getattr(spec, "simplify_repl", None)
        if isinstance(symbol, str) and 0 < len(symbol.strip()) <= MAX_SYMBOL and "%" not in symbol:
            symbols[spec.macroname] = symbol
    return symbols


def journal_of(latex: str) -> str | None:
    """The name of the journal that a field's macro stands for; None for any other text."""
    match = re.fullmatch(JOURNAL_MACRO, latex)
    return JOURNALS.get(match[1].lower()) if match else None
