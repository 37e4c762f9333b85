"""Convert the HTML, Liquid and Markdown of old pages to Markdown that entries of data files can have."""

from __future__ import annotations

import re
from html import unescape
from typing import TYPE_CHECKING

from acadfolio.bibliography.markup import safe_html_as_markdown, safe_markdown
from acadfolio.html.text import first_tag, without_tags
from acadfolio.html.tokens import read, rewrite, tags

if TYPE_CHECKING:
    from acadfolio.html.tokens import Token

BREAKS = frozenset({"br", "p", "div", "section", "center", "ul", "ol", "blockquote"})
LIQUID = re.compile(r"\{%-?\s*(?P<tag>.*?)\s*-?%\}|\{\{-?\s*(?P<output>.*?)\s*-?\}\}", re.DOTALL)
COMMENT = r"(?s)\{%-?\s*comment\s*-?%\}.*?\{%-?\s*endcomment\s*-?%\}"
EMPTY_LIQUID = frozenset({"site.url", "site.baseurl", "base_path", "include base_path", "raw", "endraw"})
"""Liquid that prints nothing on a site at the root of its host."""
FIGURES = ("include figure.liquid", "include figure.html", "responsive_image ")
"""Tags of al-folio that show an image. The last one has a colon after the name of an argument."""
ARGUMENT = re.compile(r"""\b(path|alt|title|caption)(?:\s*[=:]\s*(?:"([^"]*)"|'([^']*)')|:\s*([^\s"']+))""")
BYTE_ORDER_MARK = "\ufeff"
FENCE = re.compile(r"^ {0,3}(?:`{3,}|~{3,})", re.MULTILINE)
CODE = re.compile(
    r"(^ {0,3}(?:```.*?(?:^ {0,3}```[`~]*[ \t]*$|\Z)|~~~.*?(?:^ {0,3}~~~[`~]*[ \t]*$|\Z)))", re.MULTILINE | re.DOTALL
)
"""A block of code. The texts between such blocks are every other part of a text that is split here."""
FOOTNOTE = re.compile(r"^\[\^", re.MULTILINE)
DEFINITION = r"""(?m)^ {0,3}\[([^\[\]^][^\[\]]*)\]:[ \t]*<?([^\s<>\\]+)>?(?:[ \t]+["'(].*)?[ \t]*$\n?"""
"""The target of a reference link."""
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


def one_line(text: str) -> str:
    return " ".join(text.replace(BYTE_ORDER_MARK, " ").split())


def phrase(text: str, *, is_markdown: bool = False) -> str:
    """Convert inline HTML to Markdown on one line. Unless the text `is_markdown`, it is escaped."""
    text = one_line(_without_breaks(text))
    return safe_markdown(text) if is_markdown else safe_html_as_markdown(text)


def plain_words(text: str) -> str:
    """The text without tags, on one line."""
    return one_line(unescape(without_tags(_without_breaks(text))).replace("\xa0", " "))


def _without_breaks(html: str) -> str:
    return rewrite(html, lambda tag: " " if tag.name in BREAKS else tag.source)


def first_image(text: str) -> tuple[str, str]:
    """The URL and the alt text of the first image in HTML."""
    image = first_tag(text, {"img"})
    attributes = image.attributes if image else {}
    return attributes.get("src", ""), attributes.get("alt", "")


def lines_of(html: str) -> list[str]:
    """The lines and paragraphs of HTML, each as inline Markdown."""
    lines = rewrite(one_line(html), _line_end).split("\n")
    return [line for line in map(phrase, lines) if line]


def _line_end(tag: Token) -> str:
    return "\n" if tag.name == "br" or (tag.kind, tag.name) == ("end", "p") else tag.source


def without_liquid(text: str) -> str:
    """The text with the URLs and figures of its Liquid. All other Liquid is dropped."""
    return LIQUID.sub(lambda liquid: _output_of(liquid) or "", re.sub(COMMENT, "", text))


def unknown_liquid(text: str) -> str:
    """The first Liquid tag or output that `without_liquid` drops; empty without one."""
    return next((liquid[0] for liquid in LIQUID.finditer(re.sub(COMMENT, "", text)) if _output_of(liquid) is None), "")


def page_only(text: str) -> str:
    """The first kind of block in a text that paragraphs cannot show; empty without one."""
    for block, pattern in (("a table", TABLE_ROW), ("a block of code", FENCE), ("a footnote", FOOTNOTE)):
        if pattern.search(text):
            return block
    return "a block of HTML" if any(tag.name in PAGE_ONLY for tag in tags(text)) else ""


def paragraphs(text: str) -> str:
    """Convert the Markdown of a page to paragraphs. Headings become bold, and list items become paragraphs."""
    parts = CODE.split(without_liquid(ATTRIBUTE_LIST.sub("", text)))
    targets = re.findall(DEFINITION, "\n".join(parts[::2]))
    parts[::2] = [_without_block_marks(_with_targets(part, targets)) for part in parts[::2]]
    text = re.sub(r"(?m)((?<=\S)  )?[ \t]*$", r"\1", "".join(parts))  # Two spaces are a line break.
    return re.sub(r"\n{2,}", "\n\n", text).strip()


def _with_targets(text: str, targets: list[tuple[str, str]]) -> str:
    """The text with the targets of its reference links, `[words][name]` or `[name]`, in the links themselves."""
    for name, target in targets:
        link = rf"\[([^\[\]]+)\][ \n]?\[{re.escape(name)}\]|\[({re.escape(name)})\](?:\[\])?(?![(:\[])"
        text = re.sub(f"(?i){link}", rf"[\1\2]({target})", text)
    return re.sub(DEFINITION, "", text)


def _without_block_marks(text: str) -> str:
    """The Markdown of paragraphs for a text without code."""
    text = re.sub(r"(?m)(?<!\\)\\$", "  ", _without_blocks(text))
    text = "\n".join(line.lstrip(" \t") for line in text.split("\n"))
    text = HEADING.sub(lambda heading: f"\n**{(heading[1] or heading[2]).strip().strip('*')}**\n", text)
    return BLOCK_MARK.sub(_converted_block_mark, text)


def _output_of(liquid: re.Match[str]) -> str | None:
    """The output of a Liquid tag or output; None if it is not supported."""
    content = " ".join((liquid["tag"] or liquid["output"] or "").split())
    if content in EMPTY_LIQUID:
        return ""
    quote = content[:1]
    if quote in {'"', "'"}:
        return content[1:].partition(quote)[0]
    return _figure(content) if content.startswith(FIGURES) else None


def _figure(include: str) -> str | None:
    """The image of one of al-folio's tags; None without a path."""
    values = {match[1]: "".join(match.groups("")[1:]) for match in ARGUMENT.finditer(include)}
    alt = next(filter(None, map(values.get, ("alt", "caption", "title"))), "")
    path = values.get("path", "").replace(" ", "%20")
    return f"![{alt}]({path})" if path else None


def _without_blocks(html: str) -> str:
    """HTML without comments. The tags of blocks are replaced by blank lines and Markdown."""
    markdown = ""
    is_after_block = False
    for token in read(html):
        if token.kind in {"start", "end"} and token.name in BLOCKS:
            markdown = markdown.rstrip() + _block_as_markdown(token)
            is_after_block = True
        elif token.kind != "comment":
            text = token.source.lstrip() if is_after_block else token.source
            markdown += text
            is_after_block = is_after_block and not text
    return markdown


def _block_as_markdown(tag: Token) -> str:
    is_end = tag.kind == "end"
    if tag.name == "li":
        return "\n\n" if is_end else "\n\n• "
    if tag.name in HEADINGS:
        return "**\n\n" if is_end else "\n\n**"
    return "\n\n"


def _converted_block_mark(mark: re.Match[str]) -> str:
    if mark["item"]:
        return "\n" + re.sub(r"[-*+][ \t]+", "• ", mark["item"])
    return "\n" if mark["rule"] else ""
