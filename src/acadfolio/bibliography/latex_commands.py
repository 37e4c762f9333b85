"""The LaTeX commands that bibliographies use, and what each stands for.

Other letters and symbols are looked up in pylatexenc's tables.
"""

from __future__ import annotations

import re
from functools import cache

from acadfolio.bibliography.vocabulary import word_table

ACCENTS = {
    "`": "\u0300", "'": "\u0301", "^": "\u0302", "~": "\u0303", "=": "\u0304", "u": "\u0306", ".": "\u0307",
    '"': "\u0308", "h": "\u0309", "r": "\u030a", "H": "\u030b", "v": "\u030c", "U": "\u030e", "G": "\u030f",
    "d": "\u0323", "c": "\u0327", "k": "\u0328", "b": "\u0331", "f": "\u0311", "t": "\u0361",
    "textcommabelow": "\u0326", "textogonekcentered": "\u0328", "textcommaabove": "\u0313", "textdotbelow": "\u0323",
    "textringabove": "\u030a", "textcaron": "\u030c", "textacute": "\u0301", "textgrave": "\u0300",
    "capitalacute": "\u0301", "capitalcaron": "\u030c", "capitalcedilla": "\u0327", "capitaldieresis": "\u0308",
    "newtie": "\u0311", "cb": "\u0326", "textsubring": "\u0325", "textsubbreve": "\u032e", "textsubbar": "\u0331",
}  # fmt: skip
"""Combining characters by their command."""
BARE_ACCENTS = {
    "`": "`", "'": "´", "^": "^", "~": "~", "=": "¯", "u": "˘", ".": "˙", '"': "¨", "r": "˚", "H": "˝", "v": "ˇ",
    "c": "¸", "k": "˛",
}  # fmt: skip
"""Accents over nothing: `\\~{}` is a tilde."""
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
DISCARDED = frozenset({"noopsort", "label", "index", "vspace", "hspace", "footnote", "thanks", "begin", "end",
                       "bibAnnoteFile",
                       "cite", "citep", "citet", "citealt", "citealp", "citeauthor", "citeyear", "ref", "eqref",
                       "color", "fontencoding", "fontfamily", "phantom", "vphantom", "hphantom", "setlength",
                       "pagestyle", "selectlanguage"})  # fmt: skip
"""Commands that print nothing of their argument."""
SILENT = frozenset(
    {"rm", "sf", "sc", "md", "rmfamily", "sffamily", "scshape", "upshape", "mdseries", "normalfont", "tiny",
     "scriptsize", "footnotesize", "small", "normalsize", "large", "Large", "LARGE", "huge", "Huge", "relax", "protect",
     "left", "right", "big", "Big", "bigl", "bigr", "Bigl", "Bigr", "mathrm", "cyrchar", "noindent", "centering",
     "displaystyle", "textstyle", "limits", "nolimits", "null", "leavevmode", "allowbreak", "nobreak", "sloppy",
     "mathsurround", "unskip", "ignorespaces", "bgroup", "egroup", "strut", "hfill", "boldmath", "unboldmath", "mit",
     "cal", "bibnamedelimb", "nocorr", "selectfont", "greektext", "latintext",
     "hyphen", "textcompwordmark", "cprime", "DeclareUnicodeCharacter"}
)  # fmt: skip
"""Commands that print nothing themselves; their argument is read as text."""
SYMBOLS = {
    " ": " ", "\n": " ", "\t": " ", "\\": " ", ",": "\u202f", ";": " ", ":": " ", "!": "", "/": "", "-": "", "@": "",
    "|": "‖", "(": "", ")": "", "[": "", "]": "", ">": "", "<": "", "+": "",
}  # fmt: skip
"""Commands of one character; any other one prints the character itself, such as `\\&`."""
TEXTS = {
    "LaTeX": "LaTeX", "LaTeXe": "LaTeX2ε", "TeX": "TeX", "BibTeX": "BibTeX", "XeTeX": "XeTeX", "LuaTeX": "LuaTeX",
    "lq": "‘", "rq": "’", "S": "§", "P": "¶", "copyright": "©", "pounds": "£", "textasciicircum": "^", "par": " ",
    "newline": " ", "linebreak": " ", "space": " ", "quad": " ", "qquad": " ", "item": " • ", "slash": "/",
    "textunderscore": "_", "textless": "<", "textgreater": ">", "textbar": "|", "texthash": "#", "textpercent": "%",
    "textampersand": "&", "textasteriskcentered": "*", "textquotedbl": '"', "textbraceleft": "{",
    "textbraceright": "}", "bibnamedelima": " ", "addspace": " ", "bibrangedash": "–", "hyp": "-", "nobreakdash": "",
    "nobreakspace": "\u00a0", "thinspace": "\u202f", "bar": "|", "degree": "°", "celsius": "°C", "circ": "°",
    "prime": "′", "arcsec": "″", "arcmin": "′", "farcs": ".″", "fdg": ".°", "glqq": "„", "grqq": "“", "glq": "‚",
    "grq": "‘", "flqq": "«", "frqq": "»", "flq": "‹", "frq": "›", "og": "«\u00a0", "fg": "\u00a0»",
    "guillemetleft": "«", "guillemetright": "»", "ohm": "Ω", "micro": "µ", "percent": "%", "textminus": "−",
    "apos": "’", "lt": "<", "gt": ">", "Hwithstroke": "Ħ", "hwithstroke": "ħ", "textprime": "′", "ast": "*",
}  # fmt: skip
KEEP_SPACE = frozenset({"LaTeX", "LaTeXe", "TeX", "BibTeX", "XeTeX", "LuaTeX"})
"""LaTeX drops the space behind them, but their authors want it."""

JOURNALS = word_table("journals.txt")
"""The journal macros of ADS, such as `\\apj`."""
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
