"""LaTeX as bibliographies write it comes in, inline Markdown or plain words come out, without a backslash of LaTeX's.

Braces, accents, dashes and the commands that set type are understood; an unknown command leaves what it encloses.
"""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING

from acadfolio.bibliography import commands
from acadfolio.bibliography.formulas import SCRIPT, SIGN, is_prose, restored
from acadfolio.bibliography.manner import Manner, Markdown, Words, escaped
from acadfolio.bibliography.markup import without_markup
from acadfolio.bibliography.scanner import DEEPEST, Scanner

if TYPE_CHECKING:
    from collections.abc import Callable

NEEDS_READING = re.compile(r"[\\{}$~`]|''|(?<!\w)'\d\d|--|<[/a-zA-Z]|&#?\w+;|[\U000f0000-\U0010ffff]")
HAS_SIGNS = re.compile(r"[\\{}$~`'\-<>&*_\[\]\U000f0000-\U0010ffff]")
"""Whatever LaTeX or Markdown may take for its own: one set of signs is found faster than several words."""
SPECIALS = {"~": "\u00a0", "--": "–", "---": "—", "``": "“", "''": "”", "!`": "¡", "?`": "¿", "`": "‘"}
OPTION = re.compile(r"\*?(?:\[[^\[\]{}]*\])?(?=\{)")
VERBATIM = re.compile(r"\*?([^\w\s{])(.{0,200}?)\1")
FORMULA_END = {
    "$": re.compile(r"(?<!\\)\$"), "$$": re.compile(r"\$\$"), "(": re.compile(r"\\\)"), "[": re.compile(r"\\\]")
}  # fmt: skip
LETTER = re.compile(r"\s*\{?\s*(?:`\\?(.)|0*(\d{1,5}))\s*\}?", re.DOTALL)
NUMBER = re.compile(r"(?<=[A-Za-z)\]])(\d+)")
YEAR = re.compile(r"\d\ds?(?!\w)")
SPACES = re.compile(r"[ \t\r\n\f\v]+")
PRIVATE = re.compile("[\U000f0000-\U0010ffff]")
LATEX = re.compile(r"[\\{}$]")
ESCAPED = re.compile(r"\\([%&#_$~{}])")
IN_WORDS = Words()


def markdown_of(latex: str) -> str:
    """Inline Markdown that shows what LaTeX would."""
    if not HAS_SIGNS.search(latex):
        return _in_one_line(latex)
    return _read(latex, Markdown()) if NEEDS_READING.search(latex) else _in_one_line(escaped(latex))


def plain_of(latex: str) -> str:
    """The words alone: for names, keys, pages and addresses."""
    if HAS_SIGNS.search(latex) and NEEDS_READING.search(latex):
        return _read(latex, IN_WORDS)
    return _in_one_line(latex)


def _in_one_line(text: str) -> str:
    return text if text.isprintable() and "  " not in text else SPACES.sub(" ", text).strip(" ")


def _read(latex: str, manner: Manner) -> str:
    latex = restored(PRIVATE.sub("", latex))
    text = _in_one_line(_Reader(without_markup(latex), manner).all())
    return unicodedata.normalize("NFC", manner.finished(text))


class _Reader(Scanner):
    """Knows what LaTeX means, and writes it down in one manner."""

    def __init__(self, text: str, manner: Manner, depth: int = 0, *, in_maths: bool = False) -> None:
        super().__init__(text, depth)
        self.manner, self.in_maths = manner, in_maths
        self.quotes = 0
        self.is_quoted = False
        """Whether a single quote is open."""
        self.endless: set[str] = set()

    def token(self, token: re.Match[str]) -> str:
        kind, said = token.lastgroup, token[0]
        if kind == "text":
            return "" if said == "\\" else self.closing() if said == "'" else said
        if kind == "open":
            return self.group()
        if kind == "special":
            self.is_quoted |= said == "`"
            return said if self.in_maths and said[0] in "-'" else SPECIALS[said]
        if kind == "script":
            name = "sup" if said == "^" else "sub"
            return self.manner.element(name, self.argument()) if self.in_maths else said
        if kind == "dollar":
            return "" if self.in_maths else self.dollar(said)
        return self.word(token) if kind == "word" else self.sign(token["sign"])

    def closing(self) -> str:
        """A quote that closes what one opened, or an apostrophe."""
        if YEAR.match(self.text, self.at) and not self.text[self.at - 2 : self.at - 1].isalnum():
            return "’"  # `'22`: what is left out stands before it.
        closes = self.is_quoted and not self.text[self.at : self.at + 1].isalnum()
        self.is_quoted &= not closes
        return "’" if closes else "'"

    def aside(self, text: str, manner: Manner | None = None, *, in_maths: bool = False) -> str:
        """Another text, read on its own."""
        if self.depth > DEEPEST:
            return LATEX.sub("", text)
        return _Reader(text, manner or self.manner, self.depth + 1, in_maths=in_maths).all()

    def words(self) -> str:
        """What a command is about, in words alone."""
        return self.aside(self.source(), IN_WORDS)

    # What commands mean. A method is looked up in COMMANDS by the command's name.

    def word(self, token: re.Match[str]) -> str:
        """A command that is a word."""
        name = token["word"]
        if command := COMMANDS.get(name):
            return command(self, name)
        if name in commands.SILENT:
            return ""
        if (said := commands.sign_of(name)) is not None:
            return f"{said} " if name in commands.KEEP_SPACE and token[0][-1].isspace() else said
        if option := OPTION.match(self.text, self.at):
            self.at = option.end()
        if self.text.startswith("{", self.at) and not self.text.startswith("{}", self.at):
            return ""  # What it encloses is read next.
        return f"{name} " if token[0][-1].isspace() else name

    def sign(self, sign: str) -> str:
        """A command that is a sign: an accent, a space, a formula, or the sign itself."""
        if sign in commands.ACCENTS:
            return self.accent(sign)
        if sign in "([" and (end := self.end_of(sign)):  # A dollar behind a backslash is money.
            content, self.at = self.text[self.at : end.start()], end.end()
            return self.formula(content)
        return commands.SIGNS.get(sign, sign)

    def accent(self, name: str) -> str:
        base = unicodedata.normalize("NFC", self.words().strip().translate(commands.DOTTED))
        if not base:
            return commands.ALONE.get(name, "")
        if name == "." and base.startswith("i"):
            return base
        return f"{base[0]}{commands.ACCENTS[name]}{base[1:]}"

    def dollar(self, mark: str) -> str:
        """A formula, or a price."""
        end = self.end_of(mark)
        if end is not None and not self.text[self.at : end.start()].strip():
            self.at = end.end()
            return " "
        if end is None or is_prose(self.text[self.at : end.start()], self.text[end.end() : end.end() + 1]):
            return "" if mark == "$$" else mark
        content, self.at = self.text[self.at : end.start()], end.end()
        return self.formula(content)

    def end_of(self, mark: str) -> re.Match[str] | None:
        """Where a formula ends; what is not there is looked for once."""
        end = None if mark in self.endless else FORMULA_END[mark].search(self.text, self.at)
        self.endless |= {mark} if end is None else set()
        return end

    def formula(self, tex: str) -> str:
        """A formula; as text, where it only raises or lowers, is a single sign, or cannot be set."""
        if self.in_maths:
            return self.aside(tex, in_maths=True)
        if script := SCRIPT.fullmatch(tex):
            inner = self.aside(script[2], in_maths=True)
            return inner if inner in RAISED else self.manner.element("sup" if script[1] == "^" else "sub", inner)
        if SIGN.fullmatch(tex):
            return self.aside(tex, in_maths=True)
        return self.manner.formula(tex) or self.aside(tex, in_maths=True)

    def switched(self, name: str) -> str:
        """A command that sets the rest of its group."""
        if self.depth > DEEPEST:
            return ""
        start = self.at
        inner = self.rest()
        kinds = commands.SWITCHES[name]
        if kinds is commands.MONOSPACED:
            return self.manner.code(self.aside(self.text[start : self.at], IN_WORDS))
        return self.manner.emphasised(inner, strongly=kinds is commands.STRONG)

    def emphasised(self, name: str) -> str:
        return self.manner.emphasised(self.argument(), strongly=name in commands.STRONG)

    def element(self, name: str) -> str:
        return self.manner.element(commands.ELEMENTS[name], self.argument())

    def enclosed(self, name: str) -> str:
        before, after = commands.AROUND[name]
        return f"{before}{self.argument()}{after}"

    def quoted(self, _name: str) -> str:
        """Quotes; within quotes, single ones."""
        self.skip_star()
        self.quotes += 1
        before, after = "“”" if self.quotes % 2 else "‘’"
        inner = self.argument()
        self.quotes -= 1
        return f"{before}{inner}{after}"

    def cased(self, name: str) -> str:
        """In capitals, as far as it is words alone: type and formulas stay."""
        return commands.CASES[name](self.words())

    def letter(self, _name: str) -> str:
        """A letter by its number, or by itself: of `char` and `symbol`."""
        found = LETTER.match(self.text, self.at)
        self.at = found.end() if found else self.at
        return (found[1] or chr(int(found[2]))) if found else ""

    def code(self, _name: str) -> str:
        return self.manner.code(self.words())

    def verbatim(self, _name: str) -> str:
        found = VERBATIM.match(self.text, self.at)
        self.at = found.end() if found else self.at
        return self.manner.code(found[2] if found else self.source())

    def address(self, name: str) -> str:
        self.skip_star()
        address = self.bare_address()
        return self.manner.link(address, "") if name == "url" else address

    def bare_address(self) -> str:
        source = self.source().replace(r"\textasciitilde", "~").replace(r"$\sim$", "~")
        address = ESCAPED.sub(r"\1", source.replace("{}", "")).replace("{", "").replace("}", "").strip()
        return self.aside(address, IN_WORDS) if "\\" in address else address

    def linked(self, _name: str) -> str:
        self.skip_star()
        address = self.bare_address()
        return self.manner.link(address, self.argument())

    def second(self, _name: str) -> str:
        self.source()
        return self.argument()

    def first(self, _name: str) -> str:
        said = self.argument()
        self.source()
        return said

    def quantity(self, _name: str) -> str:
        return f"{self.argument()}\u00a0{self.argument()}"

    def substance(self, _name: str) -> str:
        """A chemical formula, `H2O`."""
        return self.aside(NUMBER.sub(r"_{\1}", self.source().replace("->", "→")), in_maths=True)

    def mathematical(self, _name: str) -> str:
        return self.formula(self.source())

    def discarded(self, _name: str) -> str:
        self.skip_star()
        self.source()
        return ""

    def skip_star(self) -> None:
        self.at += self.text.startswith("*", self.at)


RAISED = frozenset({"°", "′", "″"})
"""What stands high by itself."""
COMMANDS: dict[str, Callable[[_Reader, str], str]] = {
    **dict.fromkeys((name for name in commands.ACCENTS if name.isalpha()), _Reader.accent),
    **dict.fromkeys(commands.SWITCHES, _Reader.switched),
    **dict.fromkeys(commands.EMPHASIS | commands.STRONG, _Reader.emphasised),
    **dict.fromkeys(commands.ELEMENTS, _Reader.element),
    **dict.fromkeys(commands.AROUND, _Reader.enclosed),
    **dict.fromkeys(commands.QUOTES, _Reader.quoted),
    **dict.fromkeys(commands.MONOSPACED, _Reader.code),
    **dict.fromkeys(commands.ADDRESSES, _Reader.address),
    **dict.fromkeys(commands.CASES, _Reader.cased),
    **dict.fromkeys(commands.OF_TWO, _Reader.second),
    **dict.fromkeys(commands.QUANTITIES, _Reader.quantity),
    **dict.fromkeys(commands.DISCARDED, _Reader.discarded),
    "char": _Reader.letter,
    "symbol": _Reader.letter,
    "ce": _Reader.substance,
    "ensuremath": _Reader.mathematical,
    "href": _Reader.linked,
    "texorpdfstring": _Reader.first,
    "verb": _Reader.verbatim,
}
