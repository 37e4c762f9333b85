"""Complete the HTML of a page's Markdown: roles, labels, levels, media paragraphs, the table of contents.

kramdown gives roles to elements that may not have them (a `<sup>`) and that are out of use
(`doc-endnote`), and it labels neither the boxes of tasks nor the links back from notes.
"""

from __future__ import annotations

from html import escape
from itertools import takewhile
from typing import TYPE_CHECKING

from markupsafe import Markup

from acadfolio.html.text import plain_text, without_elements
from acadfolio.html.tokens import Token, read, rewrite
from acadfolio.theme.context import TocEntry

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from acadfolio.markdown import Heading

MEDIA = ("img", "video", "iframe")
EMBEDDED = ("video", "iframe")
"""Their content is not shown."""
HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")
FEATURES = ("fnref:", "task-list-item", "<img", "<video", "<iframe")
"""Without one of these, there is nothing to add."""


def complete(html: str, words: Mapping[str, str]) -> str:
    """Label footnotes and tasks, and mark paragraphs of media with `data-media`: these may be as wide as the column.

    `words` are the theme's.
    """
    if not any(feature in html for feature in FEATURES):
        return html
    tokens = list(read(html))
    return "".join(_completed(tokens, number, words) for number in range(len(tokens)))


def _completed(tokens: Sequence[Token], number: int, words: Mapping[str, str]) -> str:
    """The source of one of the tokens."""
    token = tokens[number]
    if token.source == "<p>" and _is_media(tokens, number):
        return "<p data-media>"
    if token.name == "input" and "task-list-item-checkbox" in token.source:
        word = words["task:done" if 'checked="checked"' in token.source else "task:open"]
        return _with_attribute(token.source, "aria-label", word)
    return _completed_footnote(tokens, number, words["back_to_text"])


def _completed_footnote(tokens: Sequence[Token], number: int, back: str) -> str:
    """Move a footnote's role to its link, and label the link back."""
    source = tokens[number].source
    if source.startswith('<sup id="fnref:'):
        return source.replace(' role="doc-noteref"', "")
    if source.startswith('<li id="fn:'):
        return source.replace(' role="doc-endnote"', "")
    if (tokens[number].kind, tokens[number].name) != ("start", "a"):
        return source
    if tokens[number - 1].source.startswith('<sup id="fnref:'):
        return source.replace("<a ", '<a role="doc-noteref" ', 1)
    is_back = 'class="reversefootnote"' in source
    return (
        _with_attribute(source, "aria-label", back + _mention(tokens, number))
        if is_back
        else source
    )


def _is_media(tokens: Sequence[Token], start: int) -> bool:
    """Whether a paragraph contains only images, videos and frames."""
    inside = list(
        takewhile(lambda token: (token.kind, token.name) != ("end", "p"), tokens[start + 1 :])
    )
    has_media = any(token.kind == "start" and token.name in MEDIA for token in inside)
    return has_media and not plain_text(
        without_elements("".join(token.source for token in inside), EMBEDDED)
    )


def _mention(tokens: Sequence[Token], link: int) -> str:
    """The number of a link back, for its label, if a footnote has several."""
    sources = [token.source for token in tokens[link + 1 : link + 4]]
    return f" ({sources[2]})" if sources[:2] == ["&#8617;", "<sup>"] else ""


def _with_attribute(tag: str, name: str, value: str) -> str:
    """A start tag with one more attribute at its end."""
    head = tag.rstrip("/> ")
    return f'{head} {name}="{escape(value)}"{tag[len(head) :]}'


def lower_headings(html: str) -> str:
    """HTML whose headings are a level deeper for screen readers, below the title of the page.

    The looks write sections as `<h1>`, and users' own CSS hangs on that.
    """
    if "<h1" not in html:
        return html
    return rewrite(html, _lowered, names=HEADINGS)


def _lowered(tag: Token) -> str:
    if (
        tag.kind != "start"
        or tag.name not in HEADINGS
        or {"aria-level", "role"} & tag.attributes.keys()
    ):
        return tag.source
    level = min(HEADINGS.index(tag.name) + 2, len(HEADINGS))
    return _with_attribute(tag.source, "aria-level", str(level))


def table_of_contents(headings: Sequence[Heading]) -> tuple[TocEntry, ...]:
    """The headings of a page, each with those below it. A heading without an id is skipped."""
    return _nested([heading for heading in headings if heading.id])


def _nested(headings: Sequence[Heading]) -> tuple[TocEntry, ...]:
    entries = []
    position = 0
    while position < len(headings):
        first = headings[position]
        following = headings[position + 1 :]
        below = list(takewhile(lambda heading: heading.level > first.level, following))  # noqa: B023
        entries.append(TocEntry(first.level, first.id, Markup(first.html), _nested(below)))  # noqa: S704
        position += 1 + len(below)
    return tuple(entries)
