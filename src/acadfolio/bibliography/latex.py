"""Convert the LaTeX of bibliographies to inline Markdown or plain text."""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING

from acadfolio.bibliography import formula_text, latex_commands, markup
from acadfolio.bibliography.braces import closing_position
from acadfolio.bibliography.tables import commands
from acadfolio.markdown.markup import escape_markdown

if TYPE_CHECKING:
    from collections.abc import Callable

TOKEN = re.compile(
    r"""\\(?P<word>[a-zA-Z]+)[^\S\u00a0]* | \\(?P<symbol>.) | (?P<open>\{) | (?P<close>\}) | (?P<dollar>\$\$?)
    | (?P<script>[\^_]) | (?P<special>~ | -{2,3} | `` | '' | !` | \?` | `(?=\w[^`']{0,80}'))
    | (?P<text>[^\\{}$^_~\-`'!?]+ | .)""",
    re.VERBOSE | re.DOTALL,
)
HAS_LATEX = re.compile(r"[\\{}$~`]|''|(?<!\w)'\d\d|--|<|&#?\w+;|[\U000f0000-\U0010ffff]")
SPECIALS = {
    "~": "\u00a0",
    "--": "–",
    "---": "—",
    "``": "“",
    "''": "”",
    "!`": "¡",
    "?`": "¿",
    "`": "‘",
}
FORMULA_END = {"$": "$", "$$": "$$", "(": r"\)", "[": r"\]"}
BRACKETS = re.compile(r"\s*\[([^\[\]{}]*)\]")
OPTION = re.compile(r"\*?(?:\[[^\[\]{}]*\])?(?=\{)")
SIZE = re.compile(
    r"\s*-?[\d.]*\s*(?:\\[a-z]+|(?:pt|em|ex|mm|cm|in|mu|sp|bp|pc)(?![a-z]))?"
    r"(?:\s*(?:plus|minus)\s*-?[\d.]+\s*(?:pt|em|ex|mm|cm|in|mu|fill?l?)?)*\s?"
)
NUMBERS = {
    "num": 1, "SI": 1, "qty": 1, "si": 0, "unit": 0, "numrange": 2, "SIrange": 2, "qtyrange": 2, "numlist": 1,
    "SIlist": 1, "qtylist": 1,
}  # fmt: skip
"""How many numbers each command of siunitx has before its unit."""
TILDE = r"\{?\\textasciitilde\s*(?:\{\})?\}?|\\~\s*(?:\{\})?|\$\\sim\$"
END_OF_COMMAND = r"(?:\{\}|\s+|(?![a-zA-Z]))"
UNDERSCORE = r"\{?\\textunderscore\s*(?:\{\})?\}?"
SPACES = str.maketrans("\t\r\n\f\v", "     ")
RAISED = frozenset({"°", "′", "″"})
"""Characters that are superscripts without markup."""
MAX_DEPTH = 40
"""Deeper groups are dropped."""
PLAIN_TEXT = markup.PlainText()


def latex_to_markdown(latex: str) -> str:
    """Convert LaTeX to inline Markdown.

    Of an unknown command only its argument is shown, never its name.
    """
    return (
        _convert(latex, markup.Markdown())
        if HAS_LATEX.search(latex)
        else _in_one_line(escape_markdown(latex))
    )


def latex_to_text(latex: str) -> str:
    """Convert LaTeX to plain text, for names, keys, pages and URLs."""
    if HAS_LATEX.search(latex):
        return _convert(latex, PLAIN_TEXT)
    return _in_one_line(latex)


def latex_to_url(latex: str) -> str:
    """A URL or a path without LaTeX's escapes and braces."""
    url = re.sub(UNDERSCORE, "_", re.sub(TILDE, "~", latex))
    url = re.sub(rf"\\textless{END_OF_COMMAND}|\$<\$", "<", url)
    url = re.sub(rf"\\textgreater{END_OF_COMMAND}|\$>\$", ">", url)
    url = re.sub(r"\$\\_\$", "_", url)
    url = re.sub(r"\\([%#&_$~{}/-])", r"\1", url)
    return re.sub("[{}]", "", url)


FORMULA = re.compile(r"(?<!\\)\$\$?((?:\\.|[^$\\])+)\$\$?", re.DOTALL)


def unknown_commands(latex: str) -> set[str]:
    """The commands in a text that are not known, and of which nothing is shown except their arguments."""
    if "\\" not in latex:
        return set()
    prose = FORMULA.sub(
        lambda formula: "" if markup.supported_tex(formula[1]) else formula[1], latex
    )
    names = {match[1] for match in re.finditer(r"(?<!\\)(?:\\\\)*\\([a-zA-Z]+)", prose)}
    return {name for name in names if not _is_known(name)}


def wrong_formulas(latex: str) -> dict[str, str]:
    """What is wrong with the formulas in a text, by their TeX. Commands that are not known are not wrong here."""
    if "$" not in latex:
        return {}
    found = {match[1]: markup.wrong_tex(match[1]) for match in FORMULA.finditer(latex)}
    return {
        tex: reason
        for tex, reason in found.items()
        if reason and not (unknown_commands(f"${tex}$") or reason.startswith("unknown command"))
    }


def _is_known(name: str) -> bool:
    if name in COMMANDS or name in latex_commands.IGNORED or name in latex_commands.UNIT_COMMANDS:
        return True
    return latex_commands.symbol_of(name) is not None


def _in_one_line(text: str) -> str:
    """Replace line breaks, tabs and double spaces by single spaces. Unicode's other spaces stay."""
    if text.isprintable() and "  " not in text:
        return text
    return " ".join(filter(None, text.translate(SPACES).split(" ")))


def _convert(latex: str, formatter: markup.PlainText) -> str:
    latex = markup.restore_formulas(markup.PLACEHOLDER.sub("", latex))
    text = _in_one_line(_LatexReader(markup.html_to_latex(latex), formatter).read())
    if re.search(
        r"\\(?:\w*cite|\w*ref)", latex
    ):  # They leave no holes: `( )`, and spaces before punctuation.
        text = re.sub(r" ?(?:\([\s,;]*\)|\[[\s,;]*\])|[ \u00a0]+(?=[.,;:)])", "", text)
    return unicodedata.normalize("NFC", formatter.finish(text))


class _LatexReader:
    """Reads a text from its beginning to its end. `position` is the start of the unread text."""

    def __init__(
        self, text: str, formatter: markup.PlainText, depth: int = 0, *, in_maths: bool = False
    ) -> None:
        self.text, self.formatter, self.depth, self.in_maths = text, formatter, depth, in_maths
        self.position = 0
        self.quote_depth = 0
        self.in_single_quotes = False
        self.unclosed: set[str] = set()
        """The delimiters of formulas that nothing closes."""

    def read(self) -> str:
        """Convert the whole text. A closing brace without an opening one is dropped."""
        converted = []
        while self.position < len(self.text):
            converted.append(self.group_content())
            self.position += 1
        return "".join(converted)

    def group_content(self) -> str:
        """Convert the text up to the brace that closes the current group, or up to the end."""
        converted = []
        self.depth += 1
        while (token := TOKEN.match(self.text, self.position)) and token.lastgroup != "close":
            self.position = token.end()
            converted.append(self.token(token))
        self.depth -= 1
        return "".join(converted)

    def argument(self) -> str:
        """Convert the argument of a command: a group, a command, or one letter."""
        self.skip_spaces()
        token = TOKEN.match(self.text, self.position)
        if token is None or token.lastgroup == "close" or self.depth > MAX_DEPTH:
            return ""
        if token.lastgroup == "text":
            self.position += 1
            return token[0][0].strip("\\")
        self.position = token.end()
        self.depth += 1
        argument = self.token(token)
        self.depth -= 1
        return argument

    def source(self) -> str:
        """Read the argument of a command without converting it. Its braces are dropped."""
        self.skip_spaces()
        if not self.text.startswith("{", self.position):
            return self.bare_source()
        start, end = self.position + 1, closing_position(self.text, self.position)
        self.position = min(end + 1, len(self.text))
        return self.text[start:end]

    def bare_source(self) -> str:
        """Read an argument without braces: a command or one letter."""
        token = TOKEN.match(self.text, self.position)
        if token is None or token.lastgroup == "close":
            return ""
        source = token[0] if token["text"] is None else token[0][0]
        self.position += len(source)
        return source

    def plain_argument(self) -> str:
        """Convert the argument of a command to plain text."""
        return self.convert(self.source(), PLAIN_TEXT)

    def convert(
        self, text: str, formatter: markup.PlainText | None = None, *, in_maths: bool = False
    ) -> str:
        """Convert another text, such as a formula."""
        if self.depth > MAX_DEPTH:
            return re.sub(r"[\\{}$]", "", text)
        return _LatexReader(
            text, formatter or self.formatter, self.depth + 1, in_maths=in_maths
        ).read()

    def skip_spaces(self) -> None:
        while self.text[self.position : self.position + 1].isspace():
            self.position += 1

    def skip_star(self) -> None:
        self.position += self.text.startswith("*", self.position)

    def token(self, token: re.Match[str]) -> str:
        """Convert one token. `position` is already after it."""
        return TOKENS[token.lastgroup or "text"](self, token)

    def read_text(self, token: re.Match[str]) -> str:
        if token[0] == "\\":
            return ""
        return self.apostrophe() if token[0] == "'" else token[0]

    def read_open(self, _token: re.Match[str]) -> str:
        if self.depth > MAX_DEPTH:
            return ""
        content = self.group_content()
        self.position += 1
        return content

    def read_special(self, token: re.Match[str]) -> str:
        """A dash, a quotation mark, or a non-breaking space."""
        self.in_single_quotes |= token[0] == "`"
        return token[0] if self.in_maths and token[0][0] in "-'" else SPECIALS[token[0]]

    def read_script(self, token: re.Match[str]) -> str:
        if not self.in_maths:
            return token[0]
        return self.formatter.element("sup" if token[0] == "^" else "sub", self.argument())

    def apostrophe(self) -> str:
        """A closing single quote, or an apostrophe."""
        after = self.text[self.position : self.position + 4]
        before = self.text[self.position - 2 : self.position - 1]
        if re.match(r"\d\ds?(?!\w)", after) and not before.isalnum():
            return "’"  # `'22`: a year without its century.
        if self.in_single_quotes and not after[:1].isalnum():
            self.in_single_quotes = False
            return "’"
        return "'"

    def read_dollar(self, token: re.Match[str]) -> str:
        """A formula, or the dollar sign of a price."""
        delimiter = token[0]
        if self.in_maths:
            return ""
        end = self.formula_end(delimiter)
        after = end + len(delimiter)
        content = self.text[self.position : end]
        if end < 0 or markup.is_prose(content, self.text[after : after + 1]):
            return "" if delimiter == "$$" else delimiter
        self.position = after
        return self.formula(content) if content.strip() else " "

    def formula_end(self, delimiter: str) -> int:
        """Where the formula after this delimiter ends; -1 if nothing closes it."""
        end = (
            -1
            if delimiter in self.unclosed
            else self.text.find(FORMULA_END[delimiter], self.position)
        )
        while delimiter == "$" and end > 0 and self.text[end - 1] == "\\":
            end = self.text.find("$", end + 1)
        if end < 0:
            self.unclosed.add(delimiter)
        return end

    def formula(self, tex: str) -> str:
        """A formula.

        It becomes text if it is only a symbol or script, or if the site does not support it.
        """
        if self.in_maths or markup.SYMBOL.fullmatch(tex):
            return self.convert(tex, in_maths=True)
        if script := markup.SCRIPT.fullmatch(tex):
            content = self.convert(script[2], in_maths=True)
            if content in RAISED:
                return content
            return self.formatter.element("sup" if script[1] == "^" else "sub", content)
        return self.formatter.formula(tex) or self.convert(tex, in_maths=True)

    def read_symbol(self, token: re.Match[str]) -> str:
        """A command of one character: an accent, a space, a formula, or the character itself."""
        symbol = token["symbol"]
        if symbol in commands.ACCENTS:
            return self.accent(symbol)
        if symbol in "([" and (end := self.formula_end(symbol)) >= 0:
            content = self.text[self.position : end]
            self.position = end + len(r"\)")
            return self.formula(content)
        return commands.SYMBOLS.get(symbol, symbol)

    def read_word(self, token: re.Match[str]) -> str:
        """A command whose name is a word."""
        name = token["word"]
        if command := COMMANDS.get(name):
            return command(self, name)
        if name in latex_commands.IGNORED:
            self.skip_option()
            return ""
        space = " " if token[0][-1].isspace() else ""
        symbol = latex_commands.symbol_of(name)
        if symbol is None:
            return self.unknown_command(space)
        return symbol + space if name in latex_commands.KEEP_SPACE else symbol

    def unknown_command(self, space: str) -> str:
        """The space after the command. Its argument is converted next, as text."""
        self.skip_option()
        return space

    def skip_option(self) -> None:
        if option := OPTION.match(self.text, self.position):
            self.position = option.end()

    def accent(self, name: str) -> str:
        base = unicodedata.normalize(
            "NFC", self.plain_argument().strip().translate(latex_commands.DOTTED)
        )
        if not base:
            return commands.BARE_ACCENTS.get(name, "")
        if name == "." and base.startswith("i"):
            return base
        return f"{base[0]}{commands.ACCENTS[name]}{base[1:]}"

    def font_switch(self, name: str) -> str:
        """A command that changes the font of the rest of its group."""
        if self.depth > MAX_DEPTH:
            return ""
        return self.formatter.element(commands.FONT_SWITCHES[name], self.group_content())

    def element(self, name: str) -> str:
        """A command whose argument becomes an element. Code has no markup."""
        element = commands.ELEMENTS[name]
        return self.formatter.element(
            element, self.plain_argument() if element == "code" else self.argument()
        )

    def quoted(self, _name: str) -> str:
        """A quotation in double quotes, or in single quotes within another one."""
        self.skip_star()
        self.quote_depth += 1
        before, after = "“”" if self.quote_depth % 2 else "‘’"
        content = self.argument()
        self.quote_depth -= 1
        return f"{before}{content}{after}"

    def url(self, name: str) -> str:
        url = self.url_argument()
        return self.formatter.link(url, "") if name == "url" else url

    def url_argument(self) -> str:
        self.skip_star()
        url = latex_to_url(self.source()).strip()
        return self.convert(url, PLAIN_TEXT) if "\\" in url else url

    def link(self, _name: str) -> str:
        return self.formatter.link(self.url_argument(), self.argument())

    def second_argument(self, _name: str) -> str:
        self.skip_option()
        self.source()
        return self.argument()

    def first_argument(self, _name: str) -> str:
        argument = self.argument()
        self.source()
        return argument

    def chemical_formula(self, _name: str) -> str:
        tex = re.sub(r"(?<=[A-Za-z)\]])(\d+)", r"_{\1}", self.source().replace("->", "→"))
        return self.convert(tex, in_maths=True)

    def part_of_formula(self, name: str) -> str:
        r"""A command such as `\frac` as text, for formulas that stay text, and for authors who forgot the dollars."""
        command = formula_text.COMMANDS[name]
        start = self.text.rfind("\\", 0, self.position)
        is_after_digit = self.text[start - 1 : start].isdigit()
        self.skip_star()
        option = ""
        if match := BRACKETS.match(self.text, self.position):
            option = self.convert(match[1], in_maths=True)
            self.position = match.end()
        parts = [self.convert(self.source(), in_maths=True) for _ in range(command.arguments)]
        if not any(parts):
            return ""
        text = command.text(self.formatter.element, option, parts)
        return (
            f" {text}" if is_after_digit and text[0].isdigit() else text
        )  # Two and a half: `2\frac{1}{2}`.

    def ensure_math(self, _name: str) -> str:
        return self.formula(self.source())

    def discard(self, _name: str) -> str:
        self.skip_star()
        self.skip_option()
        self.source()
        return ""

    def discard_size(self, _name: str) -> str:
        r"""A command with a number or a length after it, such as `\hskip 1em plus 2pt`, which is a space."""
        if size := SIZE.match(self.text, self.position):
            self.position = size.end()
        return " "

    def discard_both(self, _name: str) -> str:
        """A command with two arguments that prints nothing, such as a definition."""
        self.skip_option()
        self.source()
        self.skip_option()
        self.source()
        return ""

    def upper(self, _name: str) -> str:
        return self.argument().upper()

    def lower(self, _name: str) -> str:
        return self.argument().lower()

    def verbatim(self, _name: str) -> str:
        r"""`\verb|x|`, with any character as its delimiter."""
        self.skip_star()
        delimiter = self.text[self.position : self.position + 1]
        end = self.text.find(delimiter, self.position + 1) if delimiter else -1
        if end < 0:
            return ""
        content = self.text[self.position + 1 : end]
        self.position = end + 1
        return self.formatter.element("code", content)

    def quantity(self, name: str) -> str:
        r"""A number, a unit, or both (`\SI{5}{\kelvin}`), of the package siunitx."""
        from acadfolio.bibliography.units import (
            angle_text,
            number_text,
            unit_text,
        )  # Few bibliographies have units.

        def superscript(power: str) -> str:
            return self.formatter.element("sup", power)

        self.skip_option()
        if name == "ang":
            return angle_text(self.source())
        numbers = [self.source() for _ in range(NUMBERS[name])]
        separator = ", " if name.endswith("list") else "–"
        parts = [number for source in numbers for number in source.split(";")]
        number = separator.join(number_text(part, superscript) for part in parts)
        if name.startswith("num"):
            return number
        self.skip_option()
        unit = unit_text(self.source(), superscript)
        has_space = number and unit and unit not in {"°", "′", "″"}
        return f"{number}\u00a0{unit}" if has_space else number + unit


TOKENS: dict[str, Callable[[_LatexReader, re.Match[str]], str]] = {
    "word": _LatexReader.read_word,
    "symbol": _LatexReader.read_symbol,
    "open": _LatexReader.read_open,
    "dollar": _LatexReader.read_dollar,
    "script": _LatexReader.read_script,
    "special": _LatexReader.read_special,
    "text": _LatexReader.read_text,
}
"""The methods that convert tokens, by their names in TOKEN. Closing braces end a group."""
COMMANDS: dict[str, Callable[[_LatexReader, str], str]] = {
    **dict.fromkeys(filter(str.isalpha, commands.ACCENTS), _LatexReader.accent),
    **dict.fromkeys(commands.FONT_SWITCHES, _LatexReader.font_switch),
    **dict.fromkeys(commands.ELEMENTS, _LatexReader.element),
    **dict.fromkeys(
        ("enquote", "mkbibquote", "textquote", "say", "textquotes"), _LatexReader.quoted
    ),
    **dict.fromkeys(("url", "nolinkurl", "path"), _LatexReader.url),
    "href": _LatexReader.link,
    "texorpdfstring": _LatexReader.first_argument,
    **dict.fromkeys(latex_commands.WITH_SECOND_ARGUMENT, _LatexReader.second_argument),
    "ce": _LatexReader.chemical_formula,
    **dict.fromkeys(("chem", "cf"), _LatexReader.chemical_formula),
    "ensuremath": _LatexReader.ensure_math,
    **dict.fromkeys(formula_text.COMMANDS, _LatexReader.part_of_formula),
    **dict.fromkeys(latex_commands.DISCARDED, _LatexReader.discard),
    **dict.fromkeys(
        ("hskip", "vskip", "kern", "mkern", "mskip", "penalty"), _LatexReader.discard_size
    ),
    **dict.fromkeys(
        ("newcommand", "renewcommand", "providecommand", "def", "rule", "fontsize"),
        _LatexReader.discard_both,
    ),
    **dict.fromkeys(("uppercase", "MakeUppercase", "MakeTextUppercase"), _LatexReader.upper),
    **dict.fromkeys(("lowercase", "MakeLowercase", "MakeTextLowercase"), _LatexReader.lower),
    "verb": _LatexReader.verbatim,
    **dict.fromkeys([*NUMBERS, "ang"], _LatexReader.quantity),
}
"""The methods that convert commands with arguments, by the names of the commands."""
