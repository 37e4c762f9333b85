"""HTML in Markdown: blocks and inline elements.

A `markdown` attribute chooses how their content is parsed.
"""

from __future__ import annotations

import re
from html import unescape

import acadfolio.markdown.markup as html_markup
from acadfolio.html.elements import is_known
from acadfolio.markdown.attributes import attach, write_attributes
from acadfolio.markdown.block_parser import MAX_DEPTH, BlockParser
from acadfolio.markdown.elements import BLOCK, SPAN, VOID
from acadfolio.markdown.inline_parser import RAW, TAG_START, InlineParser, OpenElement
from acadfolio.markdown.maths import is_formula
from acadfolio.markdown.shortcodes import START, take_from_html
from acadfolio.markdown.state import Attributes, Node, Scanner
from acadfolio.markdown.typography import opening_guillemet

_SCHEMES = ("<mailto:", "<http:", "<https:", "<ftp:", "<ftps:")
_MAIL = re.compile(r"<([-.\w]+@[-.\w]+)>")
_PREFORMATTED = frozenset(("pre", "textarea"))
_FORMULA = r"(?<![\\$])(?:(?<!\w)|(?=\$[\\^_]))\$(?![\s$])([^$\n]+)\$(?=(.?))"
"""A formula as MathJax finds it in HTML, also after a word if it is like `km$^2$`, and the character after it."""


def html_block(parser: BlockParser) -> bool:
    text, start = parser.text, parser.position
    if text.startswith("<!--", start):
        return _comment(parser)
    match = html_markup.TAG.match(text, text.index("<", start))
    if match is None or match[1].lower() in SPAN:
        return False
    if parser.state.options.is_data and not html_markup.is_element(match, text):
        return False
    line = parser.line_number()
    _warn_unknown(parser, match, line)
    node, has_body = _start(parser, match)
    node.line = line
    parser.parent.children.append(node)
    _read(parser, node, is_in_raw=False, has_body=has_body)
    return True


def _comment(parser: BlockParser) -> bool:
    start = parser.position
    end = _comment_end(parser, start)
    if end < 0:
        return False
    parser.parent.children.append(Node("comment", parser.text[start:end]))
    parser.position = end
    _skip_rest_of_line(parser)
    return True


def _comment_end(scanner: Scanner, start: int) -> int:
    """The position after a comment; -1 if there is none at `start`, or it is not closed."""
    if not scanner.text.startswith("<!--", start):
        return -1
    found = scanner.find("-->", start + len("<!--"))
    return found + len("-->") if found >= 0 else -1


def _skip_rest_of_line(parser: BlockParser) -> None:
    parser.position = max(parser.position, parser.blank_rest_end(parser.position))


def _start(parser: BlockParser, match: re.Match[str]) -> tuple[Node, bool]:
    """The element of a start tag, and whether it has content."""
    name = html_markup.element_name(match[1])
    node = Node("html", value=name, closed=match[3] is not None)
    node.attributes = html_markup.attributes_of(match[2])
    if parser.pending is not None:
        attach(node, parser.pending)
        parser.pending = None
    parser.position = match.end()
    return node, not (node.closed or name in VOID)


def _read(parser: BlockParser, node: Node, *, is_in_raw: bool, has_body: bool) -> None:
    """Parse the content and the end tag of an element."""
    node.content_model = _content_model_of(parser, node)
    if node.content_model == "block":
        _skip_rest_of_line(parser)
    if not has_body:
        return
    if node.value in html_markup.VERBATIM:
        node.parts.append(_text_to_end_tag(parser, node))
        return
    if node.content_model == "block":
        _read_blocks(parser, node)
    elif node.content_model == "span":
        node.text = _text_to_end_tag(parser, node)
    else:
        RawContent(parser, node).read()
    if not is_in_raw:
        _skip_rest_of_line(parser)


def _content_model_of(parser: BlockParser, node: Node) -> str:
    """How the content is parsed: block, span or raw. Removes the `markdown` attribute."""
    wanted = html_markup.markdown_attribute(node.value, node.attributes)
    is_too_deep = wanted == "block" and parser.depth >= MAX_DEPTH
    return "raw" if wanted is None or is_too_deep or node.value in html_markup.VERBATIM else wanted


def _warn_unclosed(parser: BlockParser, node: Node) -> None:
    if not is_known(node.value):
        return  # This was reported.
    line = node.line or parser.line_number()
    parser.state.warn("markdown-unclosed", line, *_unclosed(node.value))


def _warn_unknown(parser: BlockParser | InlineParser, tag: re.Match[str], line: int) -> None:
    """Warn of a tag that browsers do not know: a page of Markdown has the element, which shows nothing of itself."""
    if not is_known(tag[1]):
        message = f"`<{tag[1]}>` is not an element of HTML: browsers do not show it"
        written = parser.written_at(tag.start())
        parser.state.warn(
            "unknown-tag", line, message, f"to show it, write `\\<{tag[1]}>`", written
        )


def _warn_of_text(parser: BlockParser | InlineParser, tag: re.Match[str], line: int) -> None:
    """Warn of a tag in a text of the data that is shown as text."""
    message = f"`{tag[0]}` is not an element of HTML: it is shown as text"
    parser.state.warn(
        "unknown-tag", line, message, f"if you mean this text, write `\\{tag[0]}`", tag[0]
    )


def _unclosed(name: str) -> tuple[str, str]:
    return f"<{name}> is not closed", f"add </{name}> where it ends"


def _text_to_end_tag(parser: BlockParser, node: Node) -> str:
    """The text up to the end tag. Moves past the tag."""
    start = parser.position
    end_tag = re.compile(rf"</{re.escape(node.value)}\s*>", re.IGNORECASE)
    match = parser.search(end_tag, start)
    if match is None:
        parser.position = parser.end
        _warn_unclosed(parser, node)
        return parser.text[start:]
    parser.position = match.end()
    return parser.text[start : match.start()]


def _read_blocks(parser: BlockParser, node: Node) -> None:
    outer, parser.parent = parser.parent, node
    parser.depth += 1
    is_closed = parser.parse()
    parser.depth -= 1
    parser.parent = outer
    if not is_closed:
        _warn_unclosed(parser, node)


class RawContent:
    """Parses raw content into HTML, and into nodes for the elements with a `markdown` attribute."""

    def __init__(self, parser: BlockParser, node: Node) -> None:
        self.parser = parser
        self.node = node
        self.parts = node.parts
        self.open_names = [node.value]

    def read(self) -> None:
        parser = self.parser
        while self.open_names:
            match = TAG_START.search(parser.text, parser.position)
            start = match.start() if match else parser.end
            self._add_text(parser.text[parser.position : start])
            parser.position = start
            if match is None:
                _warn_unclosed(parser, self.node)
                self.parts += [f"</{name}>" for name in reversed(self.open_names[1:])]
                return
            self._read_markup(start)

    def _add_text(self, text: str) -> None:
        if START in text and not _PREFORMATTED.intersection(self.open_names):
            text = take_from_html(text, self.parser.state.shortcodes)
        if self.parser.state.options.math == "dollar" and not {*_PREFORMATTED, "code"}.intersection(
            self.open_names
        ):
            text = re.sub(_FORMULA, self._formula, text)
        self.parts.append(html_markup.escape_text(text))

    def _formula(self, match: re.Match[str]) -> str:
        tex, line = (
            unescape(match[1]),
            self.parser.line_number() + match.string.count("\n", 0, match.start()),
        )
        is_certain = is_formula(match[1], match[2])
        return (
            self.parser.state.token("inline-math", tex, line, written=match[0])
            if is_certain
            else match[0]
        )

    def _read_markup(self, start: int) -> None:
        """Parse one tag or comment, or an angle bracket that starts neither."""
        text, parser = self.parser.text, self.parser
        end = _comment_end(parser, start)
        if end >= 0:
            self.parts.append(text[start:end])
            parser.position = end
            return
        if closing := html_markup.CLOSING_TAG.match(text, start):
            parser.position = closing.end()
            self._close(closing)
            return
        if opening := html_markup.TAG.match(text, start):
            if parser.state.options.is_data and not html_markup.is_element(opening, text):
                _warn_of_text(parser, opening, parser.line_number())
                self.parts.append(html_markup.escape(opening[0]))
                parser.position = opening.end()
            else:
                _warn_unknown(parser, opening, parser.line_number())
                self._open(opening)
            return
        self.parts.append("&lt;")
        parser.position = start + 1

    def _close(self, tag: re.Match[str]) -> None:
        name = tag[1].lower()
        if name != self.open_names[-1].lower():
            self.parts.append(html_markup.escape_text(tag[0]))
            return
        self.open_names.pop()
        if self.open_names:
            self.parts.append(f"</{name}>")

    def _open(self, tag: re.Match[str]) -> None:
        parser = self.parser
        node, has_body = _start(parser, tag)
        wanted = html_markup.markdown_attribute(node.value, dict(node.attributes)) or "raw"
        if node.value in html_markup.VERBATIM or (wanted != "raw" and parser.depth < MAX_DEPTH):
            node.line = parser.line_number()
            node.level = len(self.open_names)
            _read(parser, node, is_in_raw=True, has_body=has_body)
            self.parts.append(node)
            return
        node.attributes.pop("markdown", None)
        attributes = write_attributes(node.attributes)
        if has_body:
            self.parts.append(f"<{node.value}{attributes}>")
            self.open_names.append(node.value)
        else:
            self.parts.append(f"<{node.value}{attributes} />")


def angle_bracket(parser: InlineParser) -> None:
    """An inline tag, a comment, or `<https://…>`."""
    is_raw = parser.element.flags & RAW
    if not is_raw and _autolink(parser):
        return
    if _comment_in_text(parser) or _tag(parser):
        return
    if not is_raw and parser.text.startswith("<<", parser.position):
        opening_guillemet(parser)
    else:
        parser.as_text(1)


def _autolink(parser: InlineParser) -> bool:
    text, start = parser.text, parser.position
    if mail := _MAIL.match(text, start):
        url, end = f"mailto:{mail[1]}", mail.end()
    elif text.startswith(_SCHEMES, start):
        end = parser.find(">", start) + 1
        url = text[start + 1 : end - 1]
    else:
        return False
    if not end or "\n" in url or url.endswith(":"):
        return False
    start_tag, end = parser.start_tag("a", {"href": url}, end)
    parser.add(f"{start_tag}{html_markup.escape(url.removeprefix('mailto:'))}</a>", end)
    return True


def _comment_in_text(parser: InlineParser) -> bool:
    start = parser.position
    end = _comment_end(parser, start)
    if end >= 0:
        parser.add(parser.text[start:end], end)
    return end >= 0


def _tag(parser: InlineParser) -> bool:
    text, start = parser.text, parser.position
    closing = html_markup.CLOSING_TAG.match(text, start)
    if closing is not None:  # end tags of open elements were parsed before
        parser.as_text(closing.end() - start)
        return True
    match = html_markup.TAG.match(text, start)
    if match is None:
        return False
    if parser.state.options.is_data and not html_markup.is_element(match, text):
        _warn_of_text(parser, match, parser.line_of(start))
        parser.as_text(match.end() - start)
        return True
    _warn_unknown(parser, match, parser.line_of(start))
    name = html_markup.element_name(match[1])
    if name in BLOCK:
        parser.as_text(match.end() - start)
    else:
        _element(parser, name, match)
    return True


def _element(parser: InlineParser, name: str, match: re.Match[str]) -> None:
    found = {
        key: re.sub(r"\n+", " ", value)
        for key, value in html_markup.attributes_of(match[2]).items()
    }
    wanted = html_markup.markdown_attribute(name, found)
    if name in VOID:
        parser.add(*parser.start_tag(name, found, match.end(), " /"))
    elif match[3] is not None:
        start_tag, end = parser.start_tag(name, found, match.end())
        parser.add(f"{start_tag}</{name}>", end)
    else:
        is_parsed = _is_parsed(parser, name, wanted)
        flags = (parser.element.flags & ~RAW) | (0 if is_parsed else RAW)
        parser.push(Element(name, parser.position, flags, found), match.end())


def _is_parsed(parser: InlineParser, name: str, wanted: str | None) -> bool:
    """Whether the content of an inline element is parsed as Markdown."""
    if wanted is not None:
        return wanted == "span" or (wanted == "block" and html_markup.content_model(name) != "raw")
    is_in_raw = isinstance(parser.element, Element) and parser.element.flags & RAW
    return html_markup.content_model(name) != "raw" and not is_in_raw


class Element(OpenElement):
    """An open inline element of HTML. Without an end tag it ends with its block."""

    def __init__(self, name: str, start: int, flags: int, attributes: Attributes) -> None:
        super().__init__(name, start, flags)
        self.closer = name
        self.attributes = attributes

    def closes(self, parser: InlineParser) -> bool:
        if not parser.text.startswith("</", parser.position):
            return False
        match = html_markup.CLOSING_TAG.match(parser.text, parser.position)
        if match is None or match[1].lower() != self.name.lower():
            return False
        self._write(parser, match.end())
        return True

    def end_of_text(self, parser: InlineParser) -> None:
        if is_known(self.name):
            message, hint = _unclosed(self.name)
            parser.warn("markdown-unclosed", message, hint, self.start)
        self._write(parser, len(parser.text))

    def _write(self, parser: InlineParser, end: int) -> None:
        start_tag, end = parser.start_tag(self.name, self.attributes, end)
        parser.close(self, start_tag, end)
