"""Inline Markdown comes in, the same words come out for other programs: LaTeX, plain words, the HTML of CSL-JSON."""

from __future__ import annotations

import re
from html import unescape
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

if TYPE_CHECKING:
    from collections.abc import Callable

NEEDS_READING = re.compile(r"[\\`$*_\[<&]")
TOKEN = re.compile(
    r"""
    \\(?P<escaped>[!-/:-@\[-`{-~])
  | (?P<fence>`+)(?P<code>(?!`).+?)(?<!`)(?P=fence)(?!`)
  | \$\$(?P<formula>.+?)\$\$
  | (?<!\$)\$(?P<dollars>[^\s$](?:[^$]*[^\s$])?)\$(?![\d$])
  | !?\[(?P<words>(?:[^\[\]\\]|\\.|\[[^\[\]]*\])*)\]\((?P<address>[^()\s]*(?:\([^()\s]*\)[^()\s]*)*)(?:\s+"[^"]*")?\)
  | <(?P<auto>(?:https?://|mailto:)[^<>\s]+)>
  | <(?P<tag>sup|sub|i|em|b|strong|del|s)>(?P<set>.*?)</(?P=tag)>
  | (?P<element></?[a-zA-Z][^<>]*>)
  | &(?P<entity>\#\d+|\#[xX][\da-fA-F]+|[a-zA-Z]\w*);
  | \*\*(?=\S)(?P<strong>(?:\\.|[^\\])+?)(?<=\S)\*\*(?!\*)
  | (?<!\w)__(?=\S)(?P<strong_>(?:\\.|[^\\])+?)(?<=\S)__(?!\w)
  | \*(?=[^\s*])(?P<emphasis>(?:\*\*.+?\*\*|\\.|[^*\\])+?)(?<=\S)\*(?!\*)
  | (?<!\w)_(?=[^\s_])(?P<emphasis_>(?:\\.|[^\\])+?)(?<=[^\s])_(?!\w)
    """,
    re.VERBOSE | re.DOTALL,
)
NAMES = {"i": "em", "em": "em", "b": "strong", "strong": "strong", "del": "del", "s": "del"}
"""What the elements of HTML mean that set type."""
EMPHASES = {"strong": "strong", "strong_": "strong", "emphasis": "em", "emphasis_": "em"}

LATEX = str.maketrans(
    {
        "\\": r"\textbackslash{}", "{": r"\textbraceleft{}", "}": r"\textbraceright{}", "$": r"\$", "&": r"\&",
        "#": r"\#", "%": r"\%", "_": r"\_", "^": r"\textasciicircum{}", "~": r"\textasciitilde{}",
        "<": r"\textless{}", ">": r"\textgreater{}", "|": r"\textbar{}", "\u00a0": "~",
    }
)  # fmt: skip
"""Braces as commands: BibTeX counts them, whatever stands before them."""
IN_ADDRESS = str.maketrans({"%": r"\%", "#": r"\#", "{": "%7B", "}": "%7D", "\\": "%5C"})
COMMANDS = {"em": "emph", "strong": "textbf", "del": "sout", "sup": "textsuperscript", "sub": "textsubscript"}
WORD = re.compile(r"[^\W_]+(?:[’'-][^\W_]+)*")
ENDS_A_PART = re.compile(r"[:?!.—–]\s*$")
SHORTEST_WORD = 5
"""A word of this length in small letters tells a title in sentence case, where a capital means a name."""


class Manner(Struct, frozen=True):
    """How words, type (`em`, `strong`, `sup` …), links, code and formulas are written down."""

    text: Callable[[str], str]
    element: Callable[[str, str], str]
    link: Callable[[str, str], str]
    code: Callable[[str], str]
    formula: Callable[[str], str]


def latex_of(markdown: str) -> str:
    """For any field of BibTeX but a title."""
    return _written(markdown, LATEX_MANNER)


def latex_title_of(markdown: str) -> str:
    """For a title: what styles are not to make small letters of stands in braces."""
    protected = _Capitals(markdown)
    return _written(markdown, replace(LATEX_MANNER, text=protected.text, formula=protected.formula))


def plain_of(markdown: str) -> str:
    """The words alone, in one line."""
    return markdown and " ".join(_written(markdown, PLAIN_MANNER).split())


def rich_of(markdown: str) -> str:
    """The words with the few elements of HTML that CSL-JSON knows."""
    return markdown and " ".join(_written(markdown, RICH_MANNER).split())


def _written(markdown: str, manner: Manner) -> str:
    if not markdown:  # As most fields are.
        return ""
    if not NEEDS_READING.search(markdown):
        return manner.text(markdown)
    written, position = [], 0
    for match in TOKEN.finditer(markdown):
        if match.start() > position:
            written.append(manner.text(markdown[position : match.start()]))
        written.append(_token(match, manner))
        position = match.end()
    if position < len(markdown):
        written.append(manner.text(markdown[position:]))
    return "".join(written)


def _token(match: re.Match[str], manner: Manner) -> str:
    kind = match.lastgroup or ""
    if kind == "escaped":
        return manner.text(match["escaped"])
    if kind == "code":
        return manner.code(match["code"].strip())
    if kind in {"formula", "dollars"}:
        return manner.formula(match[kind].strip())
    if kind == "address":
        return manner.link(match["address"], _written(match["words"], manner))
    if kind == "auto":
        return manner.link(match["auto"], manner.text(match["auto"].removeprefix("mailto:")))
    if kind == "set":
        return manner.element(NAMES.get(match["tag"], match["tag"]), _written(match["set"], manner))
    if kind in EMPHASES:
        return manner.element(EMPHASES[kind], _written(match[kind], manner))
    return manner.text(unescape(match[0])) if kind == "entity" else ""


class _Capitals:
    """Words of a title as LaTeX, those in braces whose capitals mean something."""

    def __init__(self, markdown: str) -> None:
        words = WORD.findall(markdown)
        self.is_sentence = any(len(word) >= SHORTEST_WORD and word.islower() for word in words)
        self.starts = True

    def text(self, words: str) -> str:
        written, position = [], 0
        for match in WORD.finditer(words):
            before = words[position : match.start()]
            self.starts = (self.starts and not position) or bool(ENDS_A_PART.search(before))
            word = match[0]
            written += [before.translate(LATEX), f"{{{word}}}" if self._is_kept(word) else word]
            position, self.starts = match.end(), False
        return "".join(written) + words[position:].translate(LATEX)

    def _is_kept(self, word: str) -> bool:
        if word.islower() or not word[:1].isalpha():
            return word[1:] != word[1:].lower()
        is_name = word[:1] != word[:1].lower() and (self.is_sentence or not word[1:2].isalpha()) and word != "A"
        return word[1:] != word[1:].lower() or (is_name and not self.starts) or (is_name and word[1:2] == "-")

    @staticmethod
    def formula(source: str) -> str:
        return f"{{{_latex_formula(source)}}}"


def _latex_formula(source: str) -> str:
    """A formula, with as many braces closed as opened: one more would break the whole file."""
    depth = 0
    for sign in source:
        depth += {"{": 1, "}": -1}.get(sign, 0)
        if depth < 0:
            break
    if depth:
        source = re.sub(r"[{}]", "", source.replace(r"\{", r"\lbrace ").replace(r"\}", r"\rbrace "))
    return f"${source}$"


def _latex_link(address: str, words: str) -> str:
    target = address.translate(IN_ADDRESS)
    return rf"\url{{{target}}}" if words == address.translate(LATEX) else rf"\href{{{target}}}{{{words}}}"


def _rich_element(name: str, inner: str) -> str:
    names = {"em": "i", "strong": "b", "sup": "sup", "sub": "sub"}
    if name not in names:
        return inner
    tag = f"<{names[name]}>"
    return f"{tag}{inner.replace(tag, '').replace(f'</{names[name]}>', '')}</{names[name]}>"  # None stands in its like.


LATEX_MANNER = Manner(
    text=lambda words: words.translate(LATEX),
    element=lambda name, inner: rf"\{COMMANDS[name]}{{{inner}}}",
    link=_latex_link,
    code=lambda words: rf"\texttt{{{words.translate(LATEX)}}}",
    formula=_latex_formula,
)
PLAIN_MANNER = Manner(
    text=lambda words: words,
    element=lambda _, inner: inner,
    link=lambda _, words: words,
    code=lambda words: words,
    formula=lambda source: f"${source}$",
)
RICH_MANNER = replace(PLAIN_MANNER, element=_rich_element)
