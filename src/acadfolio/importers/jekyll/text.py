"""Turn the HTML, Liquid and Markdown of an old page into text that an entry of the data can have."""

from __future__ import annotations

import re
from html.parser import HTMLParser

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
NOT_SHOWN = re.compile(r"<!--.*?-->|^[ \t]*\{:[^{}]*\}[ \t]*$\n?", re.DOTALL | re.MULTILINE)
"""Comments, and kramdown's lists of attributes."""
BLOCK_TAG = re.compile(
    r"\s*<(?P<end>/?)(?P<name>p|div|section|center|ul|ol|blockquote|li|h[1-6])\b[^<>]*>\s*", re.IGNORECASE
)
HEADING = re.compile(r"^#{1,6}[ \t]+(.+?)[ \t#]*$|^(?![-*+>|#])(\S.*)\n(?:=+|-{2,})[ \t]*$", re.MULTILINE)
BLOCK_MARK = re.compile(
    r"^(?:(?P<rule>([-*_])(?:[ \t]*\2){2,}[ \t]*$)|(?P<item>(?:[-*+]|\d{1,3}[.)])[ \t]+(?=\S))|> ?)", re.MULTILINE
)
PAGE_ONLY = (
    ("a table", r"^[ \t]*\|.*\|[ \t]*$"),
    ("a block of code", FENCE.pattern),
    ("a block of HTML", r"(?i)</?(?:table|dl|iframe|figure|video|audio|script|style|details|pre|form|button)\b"),
)
"""What paragraphs cannot show."""


class _InlineHtml(HTMLParser):
    """Collects a text as inline Markdown, or as plain words, and the images in it."""

    def __init__(self, *, is_markdown: bool = False, is_plain: bool = False) -> None:
        super().__init__()
        self.is_markdown, self.is_plain = is_markdown, is_plain
        self.pieces: list[str] = []
        self.open_tags: list[tuple[str, str, int]] = []
        """Name, URL and the number of its first piece."""
        self.images: list[dict[str, str | None]] = []

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        values = dict(attributes)
        if tag in BREAKS:
            self.pieces.append(" ")
        elif tag == "img":
            self.images.append(values)
        elif self.is_plain:
            return
        elif tag in KEPT_TAGS:
            self.pieces.append(f"<{tag}>")
        elif tag in MARKERS or values.get("href"):
            self.open_tags.append((tag, values.get("href") or "", len(self.pieces)))

    def handle_endtag(self, tag: str) -> None:
        if tag in BREAKS:
            self.pieces.append(" ")
        elif tag in KEPT_TAGS and not self.is_plain:
            self.pieces.append(f"</{tag}>")
        for number, (name, url, first) in reversed([*enumerate(self.open_tags)]):
            if name == tag:
                inner = "".join(self.pieces[first:])
                self.pieces[first:] = [f"[{inner}]({url})" if tag == "a" else _marked(inner, MARKERS[tag])]
                del self.open_tags[number:]
                return

    def handle_data(self, data: str) -> None:
        text = data.replace("\xa0", " ")
        if not self.is_plain:
            text = re.sub("<(?=[a-zA-Z/!])", r"\\<", text if self.is_markdown else _escaped(text))
        self.pieces.append(text)


def one_line(text: str) -> str:
    return " ".join(text.replace(BYTE_ORDER_MARK, " ").split())


def phrase(text: str, *, is_markdown: bool = False) -> str:
    """Inline HTML as Markdown in one line; of what is no Markdown yet, stars and underscores stay themselves."""
    if "<" not in text and "&" not in text:
        return text if is_markdown else _escaped(text)
    return one_line("".join(_parsed(text, is_markdown=is_markdown).pieces))


def plain_words(text: str) -> str:
    """A text without tags, in one line."""
    return one_line("".join(_parsed(text, is_plain=True).pieces))


def first_image(text: str) -> tuple[str, str]:
    """The URL and the alternative text of the first image in HTML."""
    images = _parsed(text).images if "<" in text else []
    return (images[0].get("src") or "", images[0].get("alt") or "") if images else ("", "")


def lines_of(html: str) -> list[str]:
    """The lines and paragraphs of a text, each as inline Markdown."""
    parts = re.split(r"(?i)<br\s*/?>|</p>", one_line(html))
    return [line for line in (phrase(part.replace("<p>", "").strip()) for part in parts) if line]


def without_liquid(text: str) -> str:
    """A text with the URLs and figures of its Liquid filled in; all other Liquid is dropped."""
    return LIQUID.sub(lambda liquid: _filled_in(liquid) or "", text)


def unknown_liquid(text: str) -> str:
    """The first piece of Liquid that is dropped; empty where there is none."""
    return next((liquid[0] for liquid in LIQUID.finditer(text) if _filled_in(liquid) is None), "")


def page_only(text: str) -> str:
    """What a text has that paragraphs cannot show; empty where there is nothing such."""
    return next((what for what, pattern in PAGE_ONLY if re.search(pattern, text, re.MULTILINE)), "")


def paragraphs(text: str) -> str:
    """The Markdown of a page as paragraphs: headings are bold, each item of a list is a paragraph."""
    text = without_liquid(NOT_SHOWN.sub("", text.translate(UNPRINTABLE)))
    if not FENCE.search(text):
        text = BLOCK_TAG.sub(_block_tag, text)
        text = "\n".join(line.lstrip(" \t") for line in text.split("\n"))
        text = HEADING.sub(lambda heading: f"\n**{(heading[1] or heading[2]).strip().strip('*')}**\n", text)
        text = BLOCK_MARK.sub(_block_mark, text)
    lines = [_without_end(line) for line in text.split("\n")]
    return re.sub(r"\n{2,}", "\n\n", "\n".join(lines)).strip()


def _parsed(text: str, *, is_markdown: bool = False, is_plain: bool = False) -> _InlineHtml:
    parser = _InlineHtml(is_markdown=is_markdown, is_plain=is_plain)
    parser.feed(text)
    parser.close()
    return parser


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


def _block_tag(tag: re.Match[str]) -> str:
    name = tag["name"].lower()
    if name == "li":
        return "\n\n" if tag["end"] else "\n\n• "
    if name.startswith("h"):
        return "**\n\n" if tag["end"] else "\n\n**"
    return "\n\n"


def _block_mark(mark: re.Match[str]) -> str:
    if mark["item"]:
        return "\n• "
    return "\n" if mark["rule"] else ""
