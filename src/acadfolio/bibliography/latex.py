"""LaTeX as bibliographies write it comes in, inline Markdown or plain words come out, without a backslash of LaTeX's.

Braces, accents, dashes and the commands that set type are understood; an unknown command leaves what it encloses.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from pylatexenc.latexwalker import LatexNode

NEEDS_READING = re.compile(r"[\\{}$~%]|``|''|--")
MARKDOWN = re.compile(r"[\\`*_\[\]<>|^$]|\{(?=[:.#%{])|&(?=#?\w+;)")
UNESCAPED_PERCENT = re.compile(r"(?<!\\)((?:\\\\)*)%")
SPACES = re.compile(r"[ \t\r\n]+")
PAIRS = {
    "emph": "*", "textit": "*", "textsl": "*", "it": "*", "em": "*", "sl": "*", "mkbibemph": "*", "mkbibitalic": "*",
    "textbf": "**", "bf": "**", "mkbibbold": "**", "bfseries": "**", "itshape": "*", "slshape": "*",
}  # fmt: skip
"""Commands that set type, with or without an argument, and the Markdown around what they set."""
ELEMENTS = {"textsuperscript": "sup", "textsubscript": "sub", "textsc": "", "sout": "del", "st": "del"}
QUOTES = {"enquote": ("“", "”"), "mkbibquote": ("“", "”")}
SPECIALS = {"~": "\u00a0", "--": "–", "---": "—", "``": "“", "''": "”", "&": "&", "#": "#", "!`": "¡", "?`": "¿"}
SAID = {"LaTeX": "LaTeX", "TeX": "TeX", "BibTeX": "BibTeX", "ldots": "…", "dots": "…", "textellipsis": "…", "\\": " "}
DISCARDED = frozenset({"protect", "relax", "noopsort", "bibinfo", "bibnamedelima", "nolinkurl", "-", "/", "!"})
SWITCHES = frozenset({"it", "em", "sl", "bf", "bfseries", "itshape", "slshape"})
FENCES = re.compile(r"^(?:\$\$?|\\[(\[])|(?:\$\$?|\\[)\]])$")
"""What stands around a formula."""
FORMULA = re.compile(r"\\ensuremath\s*\{((?:[^{}]|\{[^{}]*\})*)\}")


class Manner(NamedTuple):
    """How text, type, links and formulas are written down."""

    text: Callable[[str], str]
    pair: Callable[[str, str], str]
    element: Callable[[str, str], str]
    link: Callable[[str, str], str]
    code: Callable[[str], str]
    formula: Callable[[str], str]


def markdown_of(latex: str) -> str:
    """Inline Markdown that shows what LaTeX would."""
    if not NEEDS_READING.search(latex):
        return SPACES.sub(" ", _escaped(latex)).strip()
    return _read(latex, MARKDOWN_MANNER)


def plain_of(latex: str) -> str:
    """The words alone: for names, keys, pages and addresses."""
    if not NEEDS_READING.search(latex):
        return SPACES.sub(" ", latex).strip()
    return _read(latex, PLAIN_MANNER)


def _read(latex: str, manner: Manner) -> str:
    from pylatexenc.latexwalker import LatexWalker

    # In a bibliography a percent sign is one, and begins no comment.
    source = FORMULA.sub(r"$\1$", UNESCAPED_PERCENT.sub(r"\1\\%", latex))
    nodes = LatexWalker(source, latex_context=_context(), tolerant_parsing=True).get_latex_nodes()[0]
    text = _Writer(manner).nodes(nodes)
    return unicodedata.normalize("NFC", SPACES.sub(" ", text)).strip(" ")


@cache
def _context() -> Any:
    """What pylatexenc knows, and the arguments of the commands that it does not."""
    from pylatexenc.latexwalker import get_default_latex_context_db
    from pylatexenc.macrospec import MacroSpec, std_macro

    context = get_default_latex_context_db()
    two = [std_macro("href", False, 2), std_macro("textcolor", False, 2)]
    one = ["textsuperscript", "textsubscript", "textsc", "sout", "st", "enquote", "mkbibquote", "mkbibemph", "url",
           "mkbibbold", "mkbibitalic", "path", "doi", "textrm", "textsf", "textup", "textmd", "textnormal", "mbox",
           "uppercase", "lowercase", "nolinkurl"]  # fmt: skip
    macros: list[MacroSpec] = [*two, *(std_macro(name, False, 1) for name in one)]
    context.add_context_category("acadfolio", macros=macros, prepend=True)
    return context


class _Writer:
    """Writes a tree of nodes down in one manner."""

    def __init__(self, manner: Manner) -> None:
        self.manner = manner

    def nodes(self, nodes: Sequence[LatexNode]) -> str:
        """A list of nodes; a switch such as `\\it` sets the rest of it."""
        written: list[str] = []
        for position, node in enumerate(nodes):
            name = getattr(node, "macroname", "")
            if name in SWITCHES and not _arguments(node):
                return "".join(written) + self.manner.pair(PAIRS[name], self.nodes(nodes[position + 1 :]))
            written.append(self.node(node))
        return "".join(written)

    def node(self, node: LatexNode) -> str:
        kind = type(node).__name__
        if kind == "LatexCharsNode":
            return self.manner.text(node.chars)
        if kind == "LatexGroupNode":
            return self.nodes(node.nodelist)
        if kind == "LatexMathNode":
            return self.manner.formula(node.latex_verbatim())
        if kind == "LatexSpecialsNode":
            return self.manner.text(SPECIALS.get(node.specials_chars, node.specials_chars))
        if kind == "LatexEnvironmentNode":
            return self.nodes(node.nodelist)
        return self.macro(node) if kind == "LatexMacroNode" else ""

    def macro(self, node: LatexNode) -> str:
        name, arguments = node.macroname, _arguments(node)
        after = " " if node.macro_post_space and not arguments and name not in SAID else ""
        if name in {"href", "textcolor"}:
            return self._of_two(name, arguments)
        if name in PAIRS:
            return self.manner.pair(PAIRS[name], self.nodes(arguments))
        if name in ELEMENTS:
            return self.manner.element(ELEMENTS[name], self.nodes(arguments))
        if name in QUOTES:
            return self.nodes(arguments).join(QUOTES[name])
        if name in {"url", "path", "doi"}:
            address = "".join(_verbatim(argument) for argument in arguments)
            return self.manner.link(address, self.manner.text(address)) if name == "url" else self.manner.text(address)
        if name in {"texttt", "verb", "code"}:
            return self.manner.code("".join(_verbatim(argument) for argument in arguments))
        if name in SAID:
            return self.manner.text(SAID[name]) + (" " if node.macro_post_space and name != "\\" else "")
        if name in DISCARDED:
            return ""
        return self._by_table(node, arguments) + after

    def _of_two(self, name: str, arguments: Sequence[LatexNode]) -> str:
        first, second = [*arguments, None, None][:2]
        inner = self.nodes([second]) if second is not None else ""
        return self.manner.link(_verbatim(first), inner) if name == "href" and first is not None else inner

    def _by_table(self, node: LatexNode, arguments: Sequence[LatexNode]) -> str:
        """Accents, letters and signs by pylatexenc's tables; of a command that it does not know what it encloses."""
        from pylatexenc.latex2text import LatexNodes2Text

        if (said := _accented(node, arguments)) is not None:
            return self.manner.text(said)
        said = LatexNodes2Text(keep_comments=True).nodelist_to_text([node])
        return self.manner.text(said) if said and not arguments else said if said and False else self.nodes(arguments)


def _accented(node: LatexNode, arguments: Sequence[LatexNode]) -> str | None:
    """An accent over a letter; None for what is none."""
    from pylatexenc.latex2text import LatexNodes2Text, get_default_latex_context_db

    spec = get_default_latex_context_db().get_macro_spec(node.macroname)
    is_accent = len(arguments) == 1 and callable(getattr(spec, "simplify_repl", None))
    return LatexNodes2Text().nodelist_to_text([node]) if is_accent else None


def _arguments(node: LatexNode) -> list[LatexNode]:
    given = getattr(node, "nodeargd", None)
    return [argument for argument in (given.argnlist if given else ()) or () if argument is not None]


def _verbatim(node: LatexNode) -> str:
    """What the file says in an argument, its escapes undone."""
    text = str(node.latex_verbatim())
    text = text[1:-1] if text.startswith("{") and text.endswith("}") else text
    return re.sub(r"\\([%&#_~{}])", r"\1", text).strip()


def _escaped(text: str) -> str:
    return MARKDOWN.sub(lambda match: f"\\{match[0]}", text)


def _pair(mark: str, inner: str) -> str:
    """Marks stand close to the words: spaces go outside."""
    core = inner.strip()
    if not core:
        return inner
    start, end = inner.index(core[0]), len(inner) - len(inner.rstrip())
    return f"{inner[:start]}{mark}{core}{mark}{inner[len(inner) - end :] if end else ''}"


def _formula(verbatim: str) -> str:
    return f"$${FENCES.sub('', verbatim).strip()}$$"


def _code(text: str) -> str:
    fence = "``" if "`" in text else "`"
    return f"{fence}{text}{fence}" if text else ""


def _link(address: str, words: str) -> str:
    return f"[{words or _escaped(address)}]({address.replace(' ', '%20').replace('(', '%28').replace(')', '%29')})"


def _plain_formula(verbatim: str) -> str:
    from pylatexenc.latex2text import LatexNodes2Text

    return str(LatexNodes2Text(math_mode="text").latex_to_text(verbatim)).strip()


MARKDOWN_MANNER = Manner(
    text=_escaped,
    pair=_pair,
    element=lambda name, inner: f"<{name}>{inner}</{name}>" if name else inner,
    link=_link,
    code=_code,
    formula=_formula,
)
PLAIN_MANNER = Manner(
    text=lambda text: text,
    pair=lambda _, inner: inner,
    element=lambda _, inner: inner,
    link=lambda address, words: words or address,
    code=lambda text: text,
    formula=_plain_formula,
)
