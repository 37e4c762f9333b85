"""Convert the Markdown and HTML of a citation to inline Markdown without tags, code and escapes."""

from __future__ import annotations

import re
from functools import partial
from html import unescape
from typing import TYPE_CHECKING

from acadfolio.html.tokens import rewrite

if TYPE_CHECKING:
    from acadfolio.html.tokens import Token

STAR = "∗"
"""The mark `*` of an author, while `*` is emphasis."""
RAISED = "\x04"
"""What is instead of the tags of superscript, while these marks of an author are converted."""
SUPERSCRIPT = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
MARK_IN_FORMULA = re.compile(
    r"\${1,2}\s*\^?\{?\s*(\\d?dagger|\\?\*|\\star|\\ast|#)\s*\}?\s*\${1,2}"
)
"""The mark of an author as a formula: `$^{\\dagger}$`."""
SYMBOLS = {"\\dagger": "†", "\\ddagger": "‡", "#": "#"}
"""The marks of authors by their names in formulas. Others are a `STAR`."""
LEADING_CODE = re.compile(r"\A\s*((?:`+[^`]{2,40}`+\s+)+)(?!and\s|&)")
"""The venue, and subjects, before a citation."""
CODE = re.compile(r"`+([^`]+)`+")
ATTRIBUTES = re.compile(r"\{:[^{}]*\}")
ESCAPED = re.compile(r"\\([\[\](){}#+|_&.!~-])")

BADGES = r"https://img\.shields\.io/"
COUNTER = re.compile(rf"\[?!\[[^\[\]]*\]\({BADGES}(?!badge/)[^()\s]*\)(?:\]\([^()\s]*\))?")
"""A badge that shows a number, such as that of stars, with its link."""
TEXT_BADGE = re.compile(rf"!\[([^\[\]]*)\]\({BADGES}badge/[^()\s]*\)")

EMPHASISED = re.compile(r"(?<![\w*_])(\*{1,3}|_{1,3})(?=\S)(.+?)(?<=\S)\1(?![a-zA-Z0-9*_])")


def inline_text(markdown: str) -> str:
    """Markdown with links and badges of HTML as Markdown, and without other tags, code and escapes.

    An escaped star becomes `STAR`, and a badge with a text its text in brackets.
    """
    urls: list[str] = []
    text = LEADING_CODE.sub(lambda code: CODE.sub(r"[\1]", code[0]), markdown)
    text = rewrite(text, partial(_converted_tag, urls=urls))
    text = re.sub(f"{RAISED}(.*?){RAISED}", _raised, text)
    text = unescape(text)
    text = MARK_IN_FORMULA.sub(lambda mark: SYMBOLS.get(mark[1], STAR), text)
    text = ATTRIBUTES.sub("", text)
    text = text.replace("<", "&lt;")  # What looks like a tag was escaped.
    text = TEXT_BADGE.sub(r"[\1]", text)
    text = text.replace("\\*", STAR).replace("\xa0", " ").replace("，", ", ")
    text = re.sub(f"[`{RAISED}]", "", text)
    return ESCAPED.sub(r"\1", text)


def _converted_tag(tag: Token, urls: list[str]) -> str:
    """The Markdown for the tag of a link, badge, superscript or line break; nothing for others.

    `urls` are those of open links.
    """
    if (tag.name, tag.kind) == ("a", "start"):
        urls.append(tag.attributes.get("href", ""))
        return "["
    if (tag.name, tag.kind) == ("a", "end") and urls:
        return f"]({urls.pop()})"
    if is_badge(tag):
        return f"![{tag.attributes.get('alt', '')}]({tag.attributes['src']})"
    if tag.name == "br":
        return "\n"
    return RAISED if tag.name == "sup" else ""


def is_badge(image: Token) -> bool:
    """Whether an image is a badge of shields.io."""
    return re.match(BADGES, image.attributes.get("src", "")) is not None


def _raised(text: re.Match[str]) -> str:
    """Superscript as marks of an author, without commas between them."""
    return text[1].replace(",", "").replace("*", STAR).translate(SUPERSCRIPT)
