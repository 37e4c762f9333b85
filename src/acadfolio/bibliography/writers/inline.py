"""Convert inline Markdown to LaTeX, to plain text, and to the HTML of CSL-JSON."""

from __future__ import annotations

import re
from html import unescape
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from acadfolio.bibliography.braces import closing_position
from acadfolio.bibliography.tables import inline_markup
from acadfolio.bibliography.tables.inline_markup import COMMANDS, ELEMENTS, EMPHASES, HTML_ELEMENTS
from acadfolio.bibliography.vocabulary import host_of
from acadfolio.html.elements import is_known
from acadfolio.html.text import without_tags
from acadfolio.html.tokens import ANY_TAG
from acadfolio.markdown.markup import CLOSING_TAG, TAG, is_element

if TYPE_CHECKING:
    from collections.abc import Callable

HAS_MARKUP = re.compile(r"[\\`$*_\[<&]")
# Code ends within 2,000 characters, and emphasis has at most 200 marks and escapes in it, so that
# the end of a mark without one is not sought in a whole text. What is between marks is read at
# once.
TOKEN = rf"""(?sx)
    \\(?P<escaped>[!-/:-@\[-`{{-~])
  | (?:(?<!`)|(?<=\\`))(?P<fence>`++)(?P<code>.{{1,2000}}?)(?<!`)(?P=fence)(?!`)
  | \$\$(?P<formula>.+?)\$\$
  | (?<!\$)\$(?P<dollars>[^\s$](?:[^$]*[^\s$])?)\$(?![\d$])
  | !?\[(?P<words>(?:[^\[\]\\]|\\.|\[[^\[\]]*\])*)\]\((?P<url>[^()\s]*(?:\([^()\s]*\)[^()\s]*)*)(?:\s+"[^"]*")?\)
  | <(?=https?://|mailto:)(?P<auto>[^<>\s]+)>
  | (?P<tag>{ANY_TAG})
  | &(?P<entity>\#\d+|\#[xX][\da-fA-F]+|[a-zA-Z]\w*);
  | \*\*(?=\S)(?!\*\*)(?P<strong>(?>(?:[^*\\]++|\\.|(?!(?<=\S)\*\*(?!\*))\*){{1,200}}))(?<=\S)\*\*(?!\*)
  | (?<!\w)__(?=\S)(?P<strong_>(?>(?:[^_\\]++|\\.|(?!(?<=\S)__(?!\w))_){{1,200}}))(?<=\S)__(?!\w)
  | \*(?=[^\s*])(?P<emphasis>(?>(?:[^*\\]++|\\.|\*\*(?>(?:[^*]++|\*(?!\*)){{1,200}})\*\*){{1,200}}))(?<=\S)\*(?!\*)
  | (?<!\w)_(?=[^\s_])(?P<emphasis_>(?>(?:[^_\\]++|\\.|(?!(?<=\S)_(?!\w))_){{1,200}}))(?<=\S)_(?!\w)
"""
LATEX = str.maketrans(inline_markup.LATEX)
URL_ESCAPES = str.maketrans(inline_markup.URLS)
TITLE_WORD = re.compile(r"[^\W_]+(?:[’'-][^\W_]+)*")
ENDS_CLAUSE = r"[:?!.—–]\s*$"
MAX_DEPTH = 50
"""Of marks in marks. What is deeper is text."""
SHORTEST_WORD = 5
"""A lowercase word of this length shows that a title is in sentence case, where capitals belong to names."""


class Format(Struct, frozen=True):
    """The functions that format text, elements (`em`, `code`, `sup` …), links and formulas.

    By default, those of plain text.
    """

    text: Callable[[str], str] = lambda words: words
    element: Callable[[str, str], str] = lambda _, inner: inner
    link: Callable[[str, str], str] = lambda _, words: words
    formula: Callable[[str], str] = lambda source: f"${source}$"


def to_latex(markdown: str) -> str:
    """Convert to LaTeX for any field of BibTeX except titles."""
    return _convert(markdown, LATEX_FORMAT).strip()


def to_latex_title(markdown: str) -> str:
    """Convert a title to LaTeX.

    Braces protect the capitals of names from styles with lowercase titles.
    """
    title = _TitleFormatter(markdown)
    return _convert(markdown, replace(LATEX_FORMAT, text=title.text, formula=title.formula))


def to_text(markdown: str) -> str:
    """Convert to plain text on one line."""
    return " ".join(_convert(markdown, TEXT_FORMAT).split())


def to_text_with_urls(markdown: str) -> str:
    """Convert to plain text on one line, with the URLs of the links in it."""
    return " ".join(_convert(markdown, NOTE_FORMAT).split())


def to_html(markdown: str) -> str:
    """Convert to text with the HTML elements that CSL-JSON allows."""
    return " ".join(_convert(markdown, HTML_FORMAT).split())


def _convert(markdown: str, target: Format, depth: int = 0) -> str:
    if depth > MAX_DEPTH or not HAS_MARKUP.search(markdown):
        return target.text(markdown)
    result, position = "", 0
    missing_ends = set[str]()
    token = re.compile(TOKEN)
    while match := token.search(markdown, position):
        result += target.text(markdown[position : match.start()])
        converted, position = _convert_token(match, target, depth, missing_ends)
        result += converted
    return result + target.text(markdown[position:])


def _convert_token(
    match: re.Match[str], target: Format, depth: int, missing_ends: set[str]
) -> tuple[str, int]:
    """Convert a token, or the element that begins with it.

    Returns the result and the end of the token or element.

    `missing_ends` are the end tags that the rest of the text does not have.
    """
    kind, end = match.lastgroup or "", match.end()
    if kind in EMPHASES:
        return target.element(EMPHASES[kind], _convert(match[kind], target, depth + 1)), end
    if kind == "url":
        return target.link(match["url"], _convert(match["words"], target, depth + 1)), end
    if kind != "tag":
        return TOKENS[kind](match, target), end
    if not _is_tag(match):
        return target.text(match["tag"]), end
    name = ELEMENTS.get(match["tag"], "")
    if name == "br":
        return target.text(" "), end
    end_tag = match["tag"].replace("<", "</")
    end_of_content = -1
    if name and end_tag not in missing_ends:
        end_of_content = match.string.find(end_tag, end)
    if end_of_content < 0:
        missing_ends.add(end_tag)
        return target.text(""), end
    content = _convert(match.string[end:end_of_content], target, depth + 1)
    return target.element(name, content), end_of_content + len(end_tag)


def _is_tag(match: re.Match[str]) -> bool:
    """Whether pages have what looks like a tag as a tag, and not as text."""
    if closing := CLOSING_TAG.match(match["tag"]):
        return is_known(closing[1])
    opening = TAG.match(match.string, match.start())
    return opening is not None and is_element(opening, match.string)


TOKENS: dict[str, Callable[[re.Match[str], Format], str]] = {
    "escaped": lambda match, target: target.text(match["escaped"]),
    "code": lambda match, target: target.element("code", target.text(match["code"].strip())),
    "formula": lambda match, target: target.formula(match["formula"].strip()),
    "dollars": lambda match, target: target.formula(match["dollars"].strip()),
    "auto": lambda match, target: target.link(
        match["auto"], target.text(match["auto"].removeprefix("mailto:"))
    ),
    "entity": lambda match, target: target.text(unescape(match[0])),
}
"""The functions that convert tokens without others in them, by their names in TOKEN."""


class _TitleFormatter:
    """Formats a title as LaTeX, with braces around words whose capitals must stay."""

    def __init__(self, markdown: str) -> None:
        words = TITLE_WORD.findall(without_tags(markdown))
        self.is_sentence_case = any(len(word) >= SHORTEST_WORD and word.islower() for word in words)
        self.is_at_start = True
        """Whether the next word is the first one of the title or of a clause."""

    def text(self, text: str) -> str:
        result, position = "", 0
        for match in TITLE_WORD.finditer(text):
            between = text[position : match.start()]
            if between != " ":
                self.is_at_start = self.is_at_start or bool(re.search(ENDS_CLAUSE, between))
                between = between.translate(LATEX)
            word = match[0]
            result += between
            result += f"{{{word}}}" if self._needs_braces(word) else word
            position, self.is_at_start = match.end(), False
        return result + text[position:].translate(LATEX)

    def _needs_braces(self, word: str) -> bool:
        """Whether capitals of a word must stay: those after its first letter, and the first letter of a name."""
        rest = word[1:]
        if rest != rest.lower():
            return True
        if word[:1] == word[:1].lower() or word == "A":
            return False
        if rest.startswith("-"):
            return True
        is_acronym = not rest[:1].isalpha()
        return not self.is_at_start and (self.is_sentence_case or is_acronym)

    @staticmethod
    def formula(source: str) -> str:
        return f"{{{_latex_formula(source)}}}"


def _latex_formula(source: str) -> str:
    """A formula. Unbalanced braces are removed, as they would break the whole file."""
    in_braces = f"{{{source}}}".replace("\\", "")
    if closing_position(in_braces, 0) != len(in_braces) - 1:
        source = re.sub(r"[{}]", "", source.replace(r"\{", r"\lbrace ").replace(r"\}", r"\rbrace "))
    return f"${source}$"


def _latex_link(url: str, words: str) -> str:
    target = url.translate(URL_ESCAPES)
    is_bare = words in {url.translate(LATEX), host_of(url).translate(LATEX)}
    return rf"\url{{{target}}}" if is_bare else rf"\href{{{target}}}{{{words}}}"


def _text_link(url: str, words: str) -> str:
    """The words of a link, and its URL unless that is only an e-mail address or a file of the site."""
    if not url.lower().startswith(("http://", "https://", "ftp://")):
        return words
    return url if words in {url, host_of(url)} else f"{words} ({url})"


def _html_element(name: str, inner: str) -> str:
    if name not in HTML_ELEMENTS:
        return inner
    start, end = f"<{HTML_ELEMENTS[name]}>", f"</{HTML_ELEMENTS[name]}>"
    inner = inner.replace(start, "").replace(end, "")  # An element cannot contain itself.
    return f"{start}{inner}{end}"


LATEX_FORMAT = Format(
    text=lambda words: words.translate(LATEX),
    element=lambda name, inner: rf"\{COMMANDS[name]}{{{inner}}}",
    link=_latex_link,
    formula=_latex_formula,
)
TEXT_FORMAT = Format()
NOTE_FORMAT = Format(link=_text_link)
HTML_FORMAT = Format(element=_html_element)
