"""What LaTeX's commands mean in a bibliography: tables of accents, letters, type and signs.

Letters and signs that are not here are looked up in pylatexenc's tables.
"""

from __future__ import annotations

from functools import cache

from acadfolio.bibliography import journals

ACCENTS = {
    "`": "\u0300", "'": "\u0301", "^": "\u0302", "~": "\u0303", "=": "\u0304", "u": "\u0306", ".": "\u0307",
    '"': "\u0308", "h": "\u0309", "r": "\u030a", "H": "\u030b", "v": "\u030c", "U": "\u030e", "G": "\u030f",
    "d": "\u0323", "c": "\u0327", "k": "\u0328", "b": "\u0331", "f": "\u0311", "t": "\u0361",
    "textcommabelow": "\u0326", "textogonekcentered": "\u0328", "textcommaabove": "\u0313", "textdotbelow": "\u0323",
    "textringabove": "\u030a", "textcaron": "\u030c", "textacute": "\u0301", "textgrave": "\u0300",
    "capitalacute": "\u0301", "capitalcaron": "\u030c", "capitalcedilla": "\u0327", "capitaldieresis": "\u0308",
    "newtie": "\u0311", "cb": "\u0326", "textsubring": "\u0325", "textsubbreve": "\u032e", "textsubbar": "\u0331",
}  # fmt: skip
"""Signs that combine with the letter before them, by the command that puts them there."""
ALONE = {"`": "`", "'": "´", "^": "^", "~": "~", "=": "¯", "u": "˘", ".": "˙", '"': "¨", "r": "˚", "H": "˝", "v": "ˇ",
         "c": "¸", "k": "˛"}  # fmt: skip
"""Accents over nothing: `\\~{}` is a tilde."""
DOTTED = str.maketrans("ıȷ", "ij")
EMPHASIS = frozenset({"emph", "textit", "textsl", "mkbibemph", "mkbibitalic"})
STRONG = frozenset({"textbf", "mkbibbold"})
MONOSPACED = frozenset({"texttt", "code", "lstinline", "mkbibmono"})
SWITCHES = {"it": EMPHASIS, "em": EMPHASIS, "sl": EMPHASIS, "itshape": EMPHASIS, "slshape": EMPHASIS, "bf": STRONG,
            "bfseries": STRONG, "tt": MONOSPACED, "ttfamily": MONOSPACED}  # fmt: skip
"""Commands that set the rest of their group."""
ELEMENTS = {"textsuperscript": "sup", "textsubscript": "sub", "mkbibsuperscript": "sup", "mkbibsubscript": "sub",
            "sout": "del", "st": "del", "up": "sup"}  # fmt: skip
AROUND = {"footnote": (" (", ")"), "mkbibparens": ("(", ")"), "parentext": ("(", ")"), "mkbibbrackets": ("[", "]")}
QUOTES = frozenset({"enquote", "mkbibquote", "textquote"})
ADDRESSES = frozenset({"url", "nolinkurl", "path"})
OF_TWO = frozenset(
    {"textcolor", "colorbox", "fcolorbox", "foreignlanguage", "bibinfo", "bibfield", "hyperref", "textlang"}
)
"""Commands whose first argument is for LaTeX, and whose second one is text."""
CASES = {"uppercase": str.upper, "MakeUppercase": str.upper, "MakeTextUppercase": str.upper, "lowercase": str.lower,
         "MakeLowercase": str.lower, "MakeTextLowercase": str.lower}  # fmt: skip
"""Commands that make capitals, or small letters."""
QUANTITIES = frozenset({"SI", "qty"})
DISCARDED = frozenset({"noopsort", "label", "index", "vspace", "hspace", "thanks", "begin", "end", "bibAnnoteFile",
                       "cite", "citep", "citet", "citealt", "citealp", "citeauthor", "citeyear", "ref", "eqref",
                       "color", "fontencoding", "fontfamily", "phantom", "vphantom", "hphantom", "setlength",
                       "pagestyle", "selectlanguage"})  # fmt: skip
"""Commands that print nothing of what they enclose."""
SILENT = frozenset(
    {"rm", "sf", "sc", "md", "rmfamily", "sffamily", "scshape", "upshape", "mdseries", "normalfont", "tiny",
     "scriptsize", "footnotesize", "small", "normalsize", "large", "Large", "LARGE", "huge", "Huge", "relax", "protect",
     "left", "right", "big", "Big", "bigl", "bigr", "Bigl", "Bigr", "mathrm", "cyrchar", "noindent", "centering",
     "displaystyle", "textstyle", "limits", "nolimits", "null", "leavevmode", "allowbreak", "nobreak", "sloppy",
     "mathsurround", "unskip", "ignorespaces", "bgroup", "egroup", "strut", "hfill", "boldmath", "unboldmath", "mit",
     "cal", "bibnamedelimb", "nocorr", "selectfont", "greektext", "latintext",
     "hyphen", "textcompwordmark", "cprime", "DeclareUnicodeCharacter"}
)  # fmt: skip
"""Commands that print nothing themselves; what they enclose is read on."""
SIGNS = {
    " ": " ", "\n": " ", "\t": " ", "\\": " ", ",": "\u202f", ";": " ", ":": " ", "!": "", "/": "", "-": "", "@": "",
    "|": "‖", "(": "", ")": "", "[": "", "]": "", ">": "", "<": "", "+": "",
}  # fmt: skip
"""Commands of one sign; every other one is the sign itself, such as `\\&`."""
WORDS = {
    "LaTeX": "LaTeX", "LaTeXe": "LaTeX2ε", "TeX": "TeX", "BibTeX": "BibTeX", "XeTeX": "XeTeX", "LuaTeX": "LuaTeX",
    "ldots": "…", "dots": "…", "cdots": "⋯", "textellipsis": "…", "lq": "‘", "rq": "’", "S": "§", "P": "¶",
    "copyright": "©", "pounds": "£", "textbackslash": "\\", "textasciitilde": "~", "textasciicircum": "^", "par": " ",
    "newline": " ", "linebreak": " ", "space": " ", "quad": " ", "qquad": " ", "item": " • ", "slash": "/", "&": "&",
    "textunderscore": "_", "textless": "<", "textgreater": ">", "textbar": "|", "textdollar": "$", "texthash": "#",
    "textpercent": "%", "textampersand": "&", "textasteriskcentered": "*", "textquotesingle": "'", "textquotedbl": '"',
    "lbrace": "{", "rbrace": "}", "textbraceleft": "{", "textbraceright": "}", "textasciigrave": "`",
    "textvisiblespace": "␣", "bibnamedelima": " ", "addspace": " ", "bibrangedash": "–", "hyp": "-", "nobreakdash": "",
    "nobreakspace": "\u00a0", "thinspace": "\u202f", "bar": "|", "degree": "°", "celsius": "°C",
    "circ": "°", "prime": "′", "arcsec": "″", "arcmin": "′", "farcs": ".″", "fdg": ".°", "textdegree": "°",
    "glqq": "„", "grqq": "“", "glq": "‚", "grq": "‘", "flqq": "«", "frqq": "»", "flq": "‹", "frq": "›", "og": "«\u00a0",
    "fg": "\u00a0»",
    "guillemetleft": "«", "guillemetright": "»", "textnumero": "№", "textmu": "µ", "ohm": "Ω", "micro": "µ",
    "percent": "%", "textemdash": "—", "textendash": "–", "textminus": "−", "texttimes": "×", "apos": "’", "lt": "<",
    "gt": ">", "neq": "≠", "backslash": "\\", "Hwithstroke": "Ħ", "hwithstroke": "ħ", "textprime": "′", "ast": "*",
}  # fmt: skip
KEEP_SPACE = frozenset({"LaTeX", "LaTeXe", "TeX", "BibTeX", "XeTeX", "LuaTeX"})
"""LaTeX takes away the space behind them; whoever wrote it wanted it."""

LONGEST_SIGN = 3


@cache
def sign_of(name: str) -> str | None:
    """The letter, sign or words that a command without an argument prints; None for one that nobody knows."""
    if (known := WORDS.get(name, journals.NAMES.get(name))) is not None:
        return known
    for spelling in (name, name.removeprefix("text"), name.upper() if name.startswith("cyr") else name):
        if said := _by_table().get(spelling):
            return said.lower() if spelling != name and name.startswith("cyr") else said
    return None


@cache
def _by_table() -> dict[str, str]:
    """The letters and signs, of pylatexenc, without what it says of commands with arguments."""
    from pylatexenc.latex2text import get_default_latex_context_db

    said: dict[str, str] = {}
    for spec in get_default_latex_context_db().iter_macro_specs():
        sign = getattr(spec, "simplify_repl", None)
        if isinstance(sign, str) and 0 < len(sign.strip()) <= LONGEST_SIGN and "%" not in sign:
            said[spec.macroname] = sign
    return said
