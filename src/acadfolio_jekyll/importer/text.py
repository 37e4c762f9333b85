"""Convert the HTML, Liquid and Markdown of old pages to Markdown that data files can have."""

from __future__ import annotations

import re
from html import escape, unescape
from typing import TYPE_CHECKING

from acadfolio.bibliography.markup import OwnMarkdown, safe_html_as_markdown, safe_markdown
from acadfolio.html.text import first_tag, without_tags
from acadfolio.html.tokens import rewrite
from acadfolio.markdown.single_dollars import with_double_dollars

if TYPE_CHECKING:
    from acadfolio.html.tokens import Token

BREAKS = frozenset({"br", "p", "div", "section", "center", "ul", "ol", "blockquote"})
LIQUID = re.compile(
    r"\{%-?\s*raw\s*-?%\}(?P<raw>(?:(?!\{%-?\s*raw\b).)*?)\{%-?\s*endraw\s*-?%\}"
    r"|\{%-?(?P<tag>(?:(?!\{%).)*?)-?%\}|\{\{-?(?P<output>(?:(?!\{\{).)*?)-?\}\}",
    re.DOTALL,
)
COMMENT = r"(?s)\{%-?\s*comment\s*-?%\}(?:(?!\{%-?\s*comment\b).)*?\{%-?\s*endcomment\s*-?%\}"
EMPTY_LIQUID = frozenset({"site.url", "site.baseurl", "base_path", "include base_path"})
"""Liquid that prints nothing on a site at the root of its host."""
FIGURES = ("include figure.liquid", "include figure.html", "responsive_image ")
"""Tags of al-folio that show an image. The last one has a colon after the name of an argument."""
ARGUMENT = re.compile(
    r"""\b(path|alt|title|caption)(?:\s*[=:]\s*(?:"([^"]*)"|'([^']*)')|:\s*([^\s"']+))"""
)
BYTE_ORDER_MARK = "\ufeff"


def one_line(text: str) -> str:
    return " ".join(text.replace(BYTE_ORDER_MARK, " ").split())


def phrase(text: str, *, is_markdown: bool = False) -> str:
    """Convert inline HTML to Markdown on one line. Unless the text `is_markdown`, it is escaped."""
    if not text:
        return ""  # As most of the keys that an entry may have.
    text = one_line(_without_breaks(text))
    if "$" in text or "\\begin{" in text:
        text = with_double_dollars(text)
    return safe_markdown(text, OwnMarkdown()) if is_markdown else safe_html_as_markdown(text)


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


def lines_of(html: str, *, is_markdown: bool = False) -> list[str]:
    """The lines and paragraphs of HTML, each as inline Markdown."""
    lines = rewrite(one_line(html), _line_end).split("\n")
    return list(filter(None, (phrase(line, is_markdown=is_markdown) for line in lines)))


def _line_end(tag: Token) -> str:
    return "\n" if tag.name == "br" or (tag.kind, tag.name) == ("end", "p") else tag.source


def without_liquid(text: str) -> str:
    """The text with the URLs and figures of its Liquid. All other Liquid is dropped."""
    return LIQUID.sub(lambda liquid: _output_of(liquid) or "", re.sub(COMMENT, "", text))


def unknown_liquid(text: str) -> str:
    """The first Liquid tag or output that `without_liquid` drops; empty without one."""
    return next(
        (
            liquid[0]
            for liquid in LIQUID.finditer(re.sub(COMMENT, "", text))
            if _output_of(liquid) is None
        ),
        "",
    )


def _output_of(liquid: re.Match[str]) -> str | None:
    """The output of a Liquid tag or output; None if it is not supported."""
    if liquid["raw"] is not None:
        return liquid["raw"]
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
    return f'<img src="{escape(path)}" alt="{escape(alt)}">' if path else None
