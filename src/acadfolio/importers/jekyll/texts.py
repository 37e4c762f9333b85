"""A text as Jekyll's front matter or a page has it comes in, one that an entry of the data can have comes out.

HTML and its entities become Markdown, what Liquid would fill in is filled in or goes, and what only a page can show
becomes paragraphs.
"""

from __future__ import annotations

import re
from html import unescape

TAG = re.compile(r"<!--.*?-->|</?[a-zA-Z][^<>]*>", re.DOTALL)
PAIRS = (
    (re.compile(r"<(i|em|cite|var)\b[^<>]*>(\s*)(.*?)(\s*)</\1\s*>", re.IGNORECASE | re.DOTALL), r"\2*\3*\4"),
    (re.compile(r"<(b|strong)\b[^<>]*>(\s*)(.*?)(\s*)</\1\s*>", re.IGNORECASE | re.DOTALL), r"\2**\3**\4"),
    (re.compile(r"<(code|tt|kbd)\b[^<>]*>(\s*)(.*?)(\s*)</\1\s*>", re.IGNORECASE | re.DOTALL), r"\2`\3`\4"),
    (
        re.compile(r"""<(a)\b[^<>]*?\bhref\s*=\s*["']([^"'<>]*)["'][^<>]*>(.*?)</\1\s*>""", re.IGNORECASE | re.DOTALL),
        r"[\3](\2)",
    ),
)
BREAK = re.compile(r"\s*<br\s*/?>\s*", re.IGNORECASE)
PARAGRAPH = re.compile(r"\s*</?(?:p|div|section|center|ul|ol|blockquote)\b[^<>]*>\s*", re.IGNORECASE)
ITEM_TAG = re.compile(r"\s*<li\b[^<>]*>\s*", re.IGNORECASE)
HEADING_TAG = re.compile(r"\s*<(h[1-6])\b[^<>]*>\s*(.*?)\s*</\1\s*>\s*", re.IGNORECASE | re.DOTALL)
END_TAG = re.compile(r"</li\s*>", re.IGNORECASE)
KEPT = re.compile(r"</?(?:sub|sup)>", re.IGNORECASE)
LESS = "\ue000"
"""Stands for a `<` that is no tag's, until all tags are gone."""
SIGNS = re.compile(r"[*`]|(?<!\w)_(?=\S)|(?<=\S)_(?!\w)")
FILLED = re.compile(
    r"""\{\{-?\s*(?:site\.(?:base)?url|base_path)\s*-?\}\}
    |\{%-?\s*(?:include\s+base_path|raw|endraw)\s*-?%\}""",
    re.VERBOSE,
)
"""Liquid that comes to nothing on a site at the top of its host."""
QUOTED = re.compile(r"""\{\{-?\s*(["'])(.*?)\1\s*(?:\|\s*(?:relative_url|absolute_url|prepend:[^|}]*)\s*)*-?\}\}""")
FIGURE = re.compile(r"""\{%-?\s*include\s+figure\.(?:liquid|html)\b(.*?)-?%\}""", re.DOTALL)
PARAMETER = re.compile(r"""\b(path|alt|title|caption)\s*=\s*(?:"([^"]*)"|'([^']*)')""")
LIQUID = re.compile(r"\{%.*?%\}|\{\{.*?\}\}", re.DOTALL)
IMAGE = re.compile(r"<img\b[^<>]*>", re.IGNORECASE)
ATTRIBUTE = re.compile(r"""\b(src|alt)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'<>]+))""", re.IGNORECASE)
STRANGE = re.compile("[\x85\u2028\u2029\ufeff]")
COMMENT = re.compile("<!--.*?-->", re.DOTALL)
INDENTATION = re.compile(r"^[ \t]+", re.MULTILINE)
FENCE = re.compile(r"^ {0,3}(?:`{3,}|~{3,})", re.MULTILINE)
HEADING = re.compile(r"^#{1,6}[ \t]+(.+?)[ \t#]*$|^(?![ \t]*[-*+>|#])(\S.*)\n(?:=+|-{2,})[ \t]*$", re.MULTILINE)
ITEM = re.compile(r"^([ \t]*)(?:[-*+]|\d{1,3}[.)])[ \t]+(?=\S)", re.MULTILINE)
RULE = re.compile(r"^[ \t]*([-*_])(?:[ \t]*\1){2,}[ \t]*$", re.MULTILINE)
QUOTE = re.compile(r"^ {0,3}> ?", re.MULTILINE)
TABLE = re.compile(r"^[ \t]*\|.*\|[ \t]*$", re.MULTILINE)
ATTRIBUTES = re.compile(r"^[ \t]*\{:[^{}]*\}[ \t]*$\n?", re.MULTILINE)
BLOCK_TAG = re.compile(
    r"</?(?:table|dl|iframe|figure|video|audio|script|style|details|pre|form|button)\b",
    re.IGNORECASE,
)
BLANK_LINES = re.compile(r"[ \t]*\n(?:[ \t]*\n)+")


def one_line(text: str) -> str:
    return " ".join(STRANGE.sub(" ", text).split())


def without_liquid(text: str) -> str:
    """A text in which all Liquid is that of addresses; other tags go too."""
    return LIQUID.sub("", _filled(text)) if "{" in text else text


def liquid_in(text: str) -> str:
    """The first piece of Liquid that goes, with nothing in its place."""
    found = LIQUID.search(_filled(text)) if "{" in text else None
    return found[0] if found else ""


def _filled(text: str) -> str:
    """With what Liquid is known to come to: addresses, and al-folio's figures."""
    return FIGURE.sub(_figure, QUOTED.sub(r"\2", FILLED.sub("", text)))


def _figure(figure: re.Match[str]) -> str:
    said = {match[1]: match[2] or match[3] or "" for match in PARAMETER.finditer(figure[1])}
    words = said.get("alt") or said.get("caption") or said.get("title") or ""
    return f"![{words}]({said['path'].replace(' ', '%20')})" if said.get("path") else figure[0]


def phrase(text: str, *, is_markdown: bool = False) -> str:
    """Inline Markdown in one line. What is none yet keeps its stars and underscores as they are."""
    if "<" not in text and "&" not in text:
        return text if is_markdown else _literal(text)
    pieces = []
    end = 0
    for tag in TAG.finditer(text):
        pieces += [_plain(text[end : tag.start()], is_markdown), tag[0]]
        end = tag.end()
    made = "".join((*pieces, _plain(text[end:], is_markdown)))
    return one_line(_without_tags(made).replace(LESS, "\\<" if re.search(f"{LESS}[a-zA-Z/!]", made) else "<"))


def _plain(text: str, is_markdown: bool) -> str:  # noqa: FBT001 - of `phrase`
    plain = unescape(text).replace("\xa0", " ").replace("<", LESS)
    return plain if is_markdown else _literal(plain)


def _literal(text: str) -> str:
    """Signs that would begin and end something in Markdown, as themselves; one alone does neither."""
    return SIGNS.sub(lambda sign: f"\\{sign[0]}", text) if len(SIGNS.findall(text)) > 1 else text


def _without_tags(text: str) -> str:
    for pair, written in PAIRS:
        while (again := pair.sub(written, text)) != text:
            text = again
    text = BREAK.sub(" ", text)
    return TAG.sub(lambda tag: tag[0] if KEPT.fullmatch(tag[0]) else " " if PARAGRAPH.match(tag[0]) else "", text)


def plain_words(text: str) -> str:
    """A text without any tags, to look for something in it."""
    return one_line(unescape(TAG.sub("", BREAK.sub(" ", text))).replace("\xa0", " "))


def image_in(text: str) -> tuple[str, str, str]:
    """The text without its first picture in HTML; that picture's address, and its words."""
    found = IMAGE.search(text)
    if not found:
        return text, "", ""
    said = {
        match[1].lower(): unescape(match[2] or match[3] or match[4] or "") for match in ATTRIBUTE.finditer(found[0])
    }
    rest = BREAK.sub(" ", text[: found.start()]) + BREAK.sub(" ", text[found.end() :])
    return rest, said.get("src", ""), said.get("alt", "")


def only_for_pages(text: str) -> str:
    """What a text has that paragraphs cannot show; empty where there is nothing such."""
    looked_for = (("a table", TABLE), ("a block of code", FENCE), ("a block of HTML", BLOCK_TAG))
    return next((what for what, pattern in looked_for if pattern.search(text)), "")


def paragraphs(text: str) -> str:
    """A page's text as paragraphs: headings are bold, each item of a list is one of them."""
    text = COMMENT.sub("", STRANGE.sub(" ", text))
    text = ATTRIBUTES.sub("", without_liquid(text))
    if not FENCE.search(text):
        text = _without_blocks(INDENTATION.sub("", _without_block_tags(text) if "<" in text else text))
    lines = "\n".join(line.rstrip() if not line.endswith("  ") else f"{line.rstrip()}  " for line in text.split("\n"))
    return BLANK_LINES.sub("\n\n", lines).strip()


def _without_block_tags(text: str) -> str:
    text = ITEM_TAG.sub("\n\n• ", END_TAG.sub("", text))
    return HEADING_TAG.sub(r"\n\n**\2**\n\n", PARAGRAPH.sub("\n\n", text))


def _without_blocks(text: str) -> str:
    text = HEADING.sub(lambda heading: f"\n**{(heading[1] or heading[2]).strip().strip('*')}**\n", text)
    return QUOTE.sub("", ITEM.sub("\n• ", RULE.sub("\n", text)))
