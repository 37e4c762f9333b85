"""Turn the HTML, Liquid and Markdown of an old page into text that an entry of the data can have."""

from __future__ import annotations

import re
from html import unescape
from typing import TYPE_CHECKING

from acadfolio.html.text import first_tag
from acadfolio.html.tokens import read, rewrite, tags

if TYPE_CHECKING:
    from acadfolio.html.tokens import Token

MARKERS = {
    "i": "*", "em": "*", "cite": "*", "var": "*", "b": "**", "strong": "**", "code": "`", "tt": "`", "kbd": "`",
}  # fmt: skip
KEPT_TAGS = frozenset({"sub", "sup"})
BREAKS = frozenset({"br", "p", "div", "section", "center", "ul", "ol", "blockquote"})
MARKDOWN = re.compile(r"[*`]|(?<!\w)_(?=\S)|(?<=\S)_(?!\w)")
"""Characters that begin or end something in Markdown."""
LIQUID = re.compile(r"\{%-?\s*(?P<tag>.*?)\s*-?%\}|\{\{-?\s*(?P<output>.*?)\s*-?\}\}", re.DOTALL)
EMPTY_LIQUID = frozenset({"site.url", "site.baseurl", "base_path", "include base_path", "raw", "endraw"})
"""What comes to nothing on a site at the top of its host."""
FIGURES = ("include figure.liquid", "include figure.html")
ARGUMENT = re.compile(r"""\b(path|alt|title|caption)\s*=\s*(?:"([^"]*)"|'([^']*)')""")
BYTE_ORDER_MARK = "\ufeff"
UNPRINTABLE = str.maketrans(dict.fromkeys("\x85\u2028\u2029\ufeff", " "))
FENCE = re.compile(r"^ {0,3}(?:`{3,}|~{3,})", re.MULTILINE)
ATTRIBUTE_LIST = re.compile(r"^[ \t]*\{:[^{}]*\}[ \t]*$\n?", re.MULTILINE)
HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
BLOCKS = BREAKS - {"br"} | HEADINGS | {"li"}
HEADING = re.compile(r"^#{1,6}[ \t]+(.+?)[ \t#]*$|^(?![-*+>|#])(\S.*)\n(?:=+|-{2,})[ \t]*$", re.MULTILINE)
BLOCK_MARK = re.compile(
    r"^(?:(?P<rule>([-*_])(?:[ \t]*\2){2,}[ \t]*$)|(?P<item>(?:[-*+]|\d{1,3}[.)])[ \t]+(?=\S))|> ?)", re.MULTILINE
)
TABLE_ROW = re.compile(r"^[ \t]*\|.*\|[ \t]*$", re.MULTILINE)
PAGE_ONLY = frozenset(
    {"table", "dl", "iframe", "figure", "video", "audio", "script", "style", "details", "pre", "form", "button"}
)
"""Elements that paragraphs cannot show."""


class _InlineHtml:
    """Collects a text as inline Markdown, or as plain words."""

    def __init__(self, html: str, *, is_markdown: bool = False, is_plain: bool = False) -> None:
        self.is_markdown, self.is_plain = is_markdown, is_plain
        self.pieces: list[str] = []
        self.open_tags: list[tuple[str, str, int]] = []
        """Name, URL and the number of its first piece."""
        for token in read(html):
            if token.kind == "start":
                self.start(token)
            elif token.kind == "end":
                self.end(token)
            elif token.kind != "comment":
                self.text(token)

    def start(self, tag: Token) -> None:
        url = tag.attributes.get("href", "") if tag.name == "a" else ""
        if tag.name in BREAKS:
            self.pieces.append(" ")
        elif self.is_plain:
            return
        elif tag.name in KEPT_TAGS:
            self.pieces.append(f"<{tag.name}>")
        elif tag.name in MARKERS or url:
            self.open_tags.append((tag.name, url, len(self.pieces)))

    def end(self, tag: Token) -> None:
        if tag.name in BREAKS:
            self.pieces.append(" ")
        elif tag.name in KEPT_TAGS and not self.is_plain:
            self.pieces.append(f"</{tag.name}>")
        for number, (name, url, first) in reversed([*enumerate(self.open_tags)]):
            if name == tag.name:
                inner = "".join(self.pieces[first:])
                self.pieces[first:] = [f"[{inner}]({url})" if name == "a" else _marked(inner, MARKERS[name])]
                del self.open_tags[number:]
                return

    def text(self, token: Token) -> None:
        text = unescape(token.source).replace("\xa0", " ")
        if not self.is_plain:
            text = re.sub("<(?=[a-zA-Z/!])", r"\\<", text if self.is_markdown else _escaped(text))
        self.pieces.append(text)


def one_line(text: str) -> str:
    return " ".join(text.replace(BYTE_ORDER_MARK, " ").split())


def phrase(text: str, *, is_markdown: bool = False) -> str:
    """Inline HTML as Markdown in one line; of what is no Markdown yet, stars and underscores stay themselves."""
    if "<" not in text and "&" not in text:
        return text if is_markdown else _escaped(text)
    return one_line("".join(_InlineHtml(text, is_markdown=is_markdown).pieces))


def plain_words(text: str) -> str:
    """A text without tags, in one line."""
    return one_line("".join(_InlineHtml(text, is_plain=True).pieces))


def first_image(text: str) -> tuple[str, str]:
    """The URL and the alternative text of the first image in HTML."""
    image = first_tag(text, {"img"})
    attributes = image.attributes if image else {}
    return attributes.get("src", ""), attributes.get("alt", "")


def lines_of(html: str) -> list[str]:
    """The lines and paragraphs of a text, each as inline Markdown."""
    lines = rewrite(one_line(html), _line_end).split("\n")
    return [line for line in map(phrase, lines) if line]


def _line_end(tag: Token) -> str:
    return "\n" if tag.name == "br" or (tag.kind, tag.name) == ("end", "p") else tag.source


def without_liquid(text: str) -> str:
    """A text with the URLs and figures of its Liquid filled in; all other Liquid is dropped."""
    return LIQUID.sub(lambda liquid: _filled_in(liquid) or "", text)


def unknown_liquid(text: str) -> str:
    """The first piece of Liquid that is dropped; empty where there is none."""
    return next((liquid[0] for liquid in LIQUID.finditer(text) if _filled_in(liquid) is None), "")


def page_only(text: str) -> str:
    """What a text has that paragraphs cannot show; empty where there is nothing such."""
    if TABLE_ROW.search(text):
        return "a table"
    if FENCE.search(text):
        return "a block of code"
    return "a block of HTML" if any(tag.name in PAGE_ONLY for tag in tags(text)) else ""


def paragraphs(text: str) -> str:
    """The Markdown of a page as paragraphs: headings are bold, each item of a list is a paragraph."""
    text = without_liquid(ATTRIBUTE_LIST.sub("", text.translate(UNPRINTABLE)))
    if not FENCE.search(text):
        text = _without_blocks(text)
        text = "\n".join(line.lstrip(" \t") for line in text.split("\n"))
        text = HEADING.sub(lambda heading: f"\n**{(heading[1] or heading[2]).strip().strip('*')}**\n", text)
        text = BLOCK_MARK.sub(_block_mark, text)
    lines = [_without_end(line) for line in text.split("\n")]
    return re.sub(r"\n{2,}", "\n\n", "\n".join(lines)).strip()


def _marked(text: str, marker: str) -> str:
    """A text between markers, which stand at its words: Markdown has no `* a *`."""
    words = text.strip()
    return text.replace(words, f"{marker}{words}{marker}", 1) if words else text


def _escaped(text: str) -> str:
    """Characters that would begin and end something in Markdown, as themselves; a single one does neither."""
    return MARKDOWN.sub(r"\\\g<0>", text) if len(MARKDOWN.findall(text)) > 1 else text


def _filled_in(liquid: re.Match[str]) -> str | None:
    """What a piece of Liquid comes to; None for what is not known."""
    inside = " ".join((liquid["tag"] or liquid["output"] or "").split())
    if inside in EMPTY_LIQUID:
        return ""
    quote = inside[:1]
    if quote in {'"', "'"}:
        return inside[1:].partition(quote)[0]
    return _figure(inside) if inside.startswith(FIGURES) else None


def _figure(include: str) -> str | None:
    """An image of al-folio."""
    values = {match[1]: match[2] or match[3] or "" for match in ARGUMENT.finditer(include)}
    words = next(filter(None, map(values.get, ("alt", "caption", "title"))), "")
    path = values.get("path", "").replace(" ", "%20")
    return f"![{words}]({path})" if path else None


def _without_end(line: str) -> str:
    """A line without spaces at its end; two of them break the line."""
    text = line.rstrip()
    return f"{text}  " if text and line.endswith("  ") else text


def _without_blocks(html: str) -> str:
    """HTML without comments, in which blank lines and marks of Markdown stand for the tags of blocks."""
    written = ""
    is_after_block = False
    for token in read(html):
        if token.kind in {"start", "end"} and token.name in BLOCKS:
            written = written.rstrip() + _mark_of_block(token)
            is_after_block = True
        elif token.kind != "comment":
            text = token.source.lstrip() if is_after_block else token.source
            written += text
            is_after_block = is_after_block and not text
    return written


def _mark_of_block(tag: Token) -> str:
    is_end = tag.kind == "end"
    if tag.name == "li":
        return "\n\n" if is_end else "\n\n• "
    if tag.name in HEADINGS:
        return "**\n\n" if is_end else "\n\n**"
    return "\n\n"


def _block_mark(mark: re.Match[str]) -> str:
    if mark["item"]:
        return "\n• "
    return "\n" if mark["rule"] else ""
