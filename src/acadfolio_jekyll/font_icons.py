"""Draw the icons of Font Awesome and Academicons, which old pages name by class, as SVG.

The fonts are not loaded, because they are on another host. A name without an icon is reported.
"""

from __future__ import annotations

import re
from functools import cache
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

from acadfolio.html.tokens import Token, read
from acadfolio.model.networks import network_of, networks
from acadfolio.rendering.locating import locate_text
from acadfolio.source.yaml import load_table

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from acadfolio.contracts import HtmlRendering
    from acadfolio.model.page import Page

PREFIXES = ("fa-", "ai-")
"""The prefixes of icon names in Font Awesome and Academicons."""
ELEMENTS = {"i", "span", "em"}
SOLID = frozenset(
    {"fas", "far", "fal", "fad", "fa-solid", "fa-regular", "fa-light", "fa-duotone", "fa-thin"}
)
BRANDS = frozenset({"fab", "fa-brands", "ai"})
SETS = SOLID | BRANDS | {"fa"}
CLASS = re.compile(r"""\sclass\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>]+)""", re.IGNORECASE)
NAME = re.compile("[a-z0-9]+(?:-[a-z0-9]+)*")
STYLING = re.compile(
    r"(?:fa|ai)-(?:\d+x|lg|xs|sm|xl|2xs|2xl|fw|ul|li|border|inverse|pull-\w+|flip-\w+|rotate-\w+|spin.*|pulse|beat|fade|solid"
    r"|regular|light|brands|stack.*)"
)
"""Classes that only style an icon."""
VARIANT = re.compile(r"^square-|-(?:square|alt|o|in|f|g|p|m|simple|open|circle|link|h|symbol)$")
FONT_FILE = re.compile(r"font-?awesome|academicons|/fa-?(?:all)?\.", re.IGNORECASE)
LABELS = {"file-pdf": "PDF", "rss": "RSS", "feed": "RSS", "doi": "DOI"}
"""Labels that are the same in all languages, as are the names of networks."""


@cache
def _names() -> dict[str, dict[str, str]]:
    """The icons that replace those of the fonts, and their labels, by the names in the fonts."""
    texts = load_table(__file__)
    return {
        part: {name: meaning for meaning, names in texts[part].items() for name in names.split()}
        for part in ("icons", "words")
    }


def with_icons(html: str, page: Page | None, rendering: HtmlRendering) -> str:
    """A page, or its text, with drawn icons in place of icon fonts."""
    tokens = FontIcons(rendering).replace(list(read(html)), page)
    return "".join(token.source for token in tokens)


class FontIcons:
    """Draws the icons on the pages of one site."""

    def __init__(self, rendering: HtmlRendering) -> None:
        self.site, self.draw, self.words, self.problems = rendering

    def replace(self, tokens: Sequence[Token], page: Page | None) -> list[Token]:
        """The tokens of a page with its icons drawn, unless the page or the site brings the font itself."""
        body = next((number for number, token in enumerate(tokens) if token.name == "body"), 0)
        if _site_brings_a_font(self.site.root) or any(map(_brings_a_font, tokens[body:])):
            return list(tokens)
        return [*tokens[:body], *self._replaced(tokens, body, page)]

    def _replaced(
        self, tokens: Sequence[Token], position: int, page: Page | None
    ) -> Iterator[Token]:
        """The tokens from a position on, with drawings in the place of icons."""
        while position < len(tokens):
            end = _end_of_empty(tokens, position)
            drawn = self._icon(tokens, position, end, page) if end else None
            yield drawn or tokens[position]
            position = end + 1 if drawn else position + 1

    def _icon(
        self, tokens: Sequence[Token], start: int, end: int, page: Page | None
    ) -> Token | None:
        """The drawing for an empty element; None when it is no icon, or one that cannot be drawn."""
        tag = tokens[start]
        classes = tag.attributes.get("class", "").split()
        name = _icon_name(classes)
        svg = self._svg(name, classes) if name else ""
        if name and not svg:
            self._report(tag.attributes["class"], name, page)
        if not svg:
            return None
        if _is_alone_in_link(tokens, start, end):
            svg = svg.replace(
                'aria-hidden="true"', f'role="img" aria-label="{escape(self._label(name))}"'
            )
        return Token("raw", f"<span{_attributes(tag, classes)}{svg}</span>", tag.offset, "svg")

    def _svg(self, name: str, classes: list[str]) -> str:
        drawings = (str(self.draw(*candidate)) for candidate in _candidates(name, classes))
        return next(filter(None, drawings), "")

    def _label(self, name: str) -> str:
        """The label of an icon that stands alone in a link."""
        labels = filter(None, map(self._known_label, _spellings(name)))
        return next(labels, VARIANT.sub("", name).replace("-", " ").capitalize())

    def _known_label(self, name: str) -> str:
        icon = _names()["icons"].get(name, name)
        network = network_of(name) or network_of(icon)
        key = _names()["words"].get(name) or _names()["words"].get(icon)
        word = self.words[key].rstrip(" \u00a0\u202f:：") if key else ""
        of_network = networks()[network].label if network else ""
        return LABELS.get(name) or of_network or word[:1].upper() + word[1:]

    def _report(self, classes: str, name: str, page: Page | None) -> None:
        hint = f"use an emoji or a word, or add templates/icons/{name}.svg"
        location = locate_text(self.site, page, classes)
        self.problems.warn(
            location,
            f"there is no icon for `{classes}`: nothing is shown",
            hint,
            rule="unknown-icon",
        )


def _site_brings_a_font(site: str) -> bool:
    """Whether the site's templates or styles load the fonts."""
    root = Path(site)
    files = [*root.glob("templates/**/*.html"), *root.glob("static/assets/css/custom.css")]
    texts = (file.read_text(encoding="utf-8", errors="replace") for file in files)
    return any(map(FONT_FILE.search, texts))


def _icon_name(classes: list[str]) -> str:
    """The name of an icon in its font; empty for classes that are not those of one icon."""
    names = [
        name[3:] for name in classes if name.startswith(PREFIXES) and not STYLING.fullmatch(name)
    ]
    is_icon = bool(SETS.intersection(classes)) and len(names) == 1 and NAME.fullmatch(names[0])
    return names[0] if is_icon else ""


def _brings_a_font(token: Token) -> bool:
    return (
        token.kind == "start"
        and token.name in {"link", "script"}
        and bool(FONT_FILE.search(token.source))
    )


def _end_of_empty(tokens: Sequence[Token], start: int) -> int:
    """The index of the end tag of an empty element; 0 for any other token."""
    if tokens[start].kind != "start" or tokens[start].name not in ELEMENTS:
        return 0
    end = _next_token(tokens, start, 1)
    is_end = end < len(tokens) and (tokens[end].kind, tokens[end].name) == (
        "end",
        tokens[start].name,
    )
    return end if is_end else 0


def _is_alone_in_link(tokens: Sequence[Token], start: int, end: int) -> bool:
    """Whether a link without a label contains nothing but these tokens."""
    before, after = _next_token(tokens, start, -1), _next_token(tokens, end, 1)
    if before < 0 or after >= len(tokens):
        return False
    around = [(token.kind, token.name) for token in (tokens[before], tokens[after])]
    return (
        around == [("start", "a"), ("end", "a")]
        and not {"aria-label", "title"} & tokens[before].attributes.keys()
    )


def _attributes(tag: Token, classes: list[str]) -> str:
    """The attributes of a start tag, without the classes of icons."""
    others = " ".join(
        each for each in classes if each not in SETS and not each.startswith(PREFIXES)
    )
    return CLASS.sub(
        f' class="{others}"' if others else "", tag.source[1 + len(tag.name) :], count=1
    )


def _next_token(tokens: Sequence[Token], position: int, step: int) -> int:
    """The index of the next or previous token that is not white space."""
    position += step
    if 0 <= position < len(tokens) and tokens[position].source.isspace():
        position += step
    return position


def _spellings(name: str) -> tuple[str, ...]:
    """The name of an icon, and the name without its variant."""
    bare = VARIANT.sub("", name)
    return name, bare, VARIANT.sub("", bare)


def _candidates(name: str, classes: list[str]) -> Iterator[tuple[str, bool]]:
    """Possible names of an icon, the likeliest first.

    Some names are icons of the font and brands, such as `box`.
    """
    is_brand = bool(BRANDS.intersection(classes))
    icons = {network.icon for network in networks().values()}
    for each in _spellings(name):
        yield each, False
        if icon := _names()["icons"].get(each):
            yield icon, True
        slug = each.replace("-", "")
        if is_brand or (slug in icons and not SOLID.intersection(classes)):
            yield slug, True
