"""Types of the converter: its options and results, the block tree, the scanner, the state of a conversion."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Literal

from msgspec import Struct, field

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


class HighlightedCode(Struct, frozen=True):
    """A block of code as HTML; None for a language that Pygments does not know."""

    html: str | None


class Options(Struct, frozen=True):
    """How a text is converted.

    math: `kramdown` supports `$$…$$` only; `dollar` also `$…$`, as the AcadHomepage theme does.
    emoji: whether to replace emoji codes such as `:tada:`, as Jekyll's plugin jemoji does and
    kramdown does not. extensions: names of other extensions of Python-Markdown, each with its
    options as JSON. For whole documents only. is_data: whether the text is from a data file. There,
    a tag that is no element of HTML is text: `std::vector<int>`. highlight: `highlight_block`, or a
    function that remembers its results.
    """

    math: Literal["kramdown", "dollar"] = "kramdown"
    emoji: bool = True
    extensions: tuple[tuple[str, str], ...] = ()
    is_data: bool = False
    highlight: Callable[[str], HighlightedCode] | None = None


class Heading(Struct, frozen=True):
    """A header of the document; `html` is its inline HTML, `text` the same as plain text."""

    level: int
    id: str
    html: str
    text: str


class Shortcode(Struct, frozen=True):
    """The expression between `{{` and `}}`, and its line in the author's text, counted from 1.

    written: the author's text from there on, for a shortcode among other words; used to find the
    column.
    """

    expression: str
    line: int
    written: str = ""


class MarkdownWarning(Struct, frozen=True):
    """A warning about the text; `line` counts from 1, `rule` is the name of the problem's rule.

    written: the author's text from there on, used to find the column. Empty for a whole line.
    """

    line: int
    rule: str
    message: str
    hint: str = ""
    written: str = ""


class Document(Struct, frozen=True):
    """The HTML of a text, its headings in order, and warnings.

    The HTML has `shortcodes.placeholder(n)` in the place of `shortcodes[n]`. `misplaced` has what
    looks like a shortcode but stands among other text, each with its name as the expression.
    """

    html: str
    headings: tuple[Heading, ...] = ()
    warnings: tuple[MarkdownWarning, ...] = ()
    shortcodes: tuple[Shortcode, ...] = ()
    misplaced: tuple[Shortcode, ...] = ()


MAX_WRITTEN = 60
Attributes = dict[str, str]

# A token is a placeholder for HTML that depends on the whole document: a footnote's number, a table
# of contents.
TOKEN_START = "\x00"  # noqa: S105 - no password
TOKEN_END = "\x01"  # noqa: S105 - no password
TOKEN = re.compile(f"{TOKEN_START}(\\d+){TOKEN_END}")


class Node(Struct, eq=False):
    """A block element.

    kind: root, blank, end_of_block, p, header, quote, code, rule, ul, ol, li, dl, dt, dd, table,
    html, comment, raw, math, shortcode. An `end_of_block` shows nothing; it separates blocks, and
    its `value` says what it comes from. text: inline text, or the literal content of code, maths,
    comments. parts: the content of an HTML element with raw content: HTML, and elements with
    Markdown in it. is_tight: a paragraph without `<p>`, in an item of a tight list. content_model:
    of an HTML element, what is in it: `block`, `span` or `raw`.
    """

    kind: str
    text: str = ""
    line: int = 0
    value: str = ""
    children: list[Node] = field(default_factory=list)
    attributes: Attributes = field(default_factory=dict)
    references: list[str] = field(default_factory=list)
    is_tight: bool = False
    level: int = 0
    closed: bool = False
    content_model: str = ""
    parts: list[str | Node] = field(default_factory=list)
    rows: Table | None = None


class Table(Struct, eq=False):
    """Cells as inline text: the head's rows, bodies of rows, the foot's rows; one alignment per column."""

    head: list[list[str]] = field(default_factory=list)
    bodies: list[list[list[str]]] = field(default_factory=list)
    foot: list[list[str]] = field(default_factory=list)
    alignments: list[str] = field(default_factory=list)


class AttributeList(Struct, eq=False):
    """Attributes, and the names of attribute lists that are defined elsewhere (`{:name: …}`)."""

    attributes: Attributes = field(default_factory=dict)
    references: list[str] = field(default_factory=list)


class LinkDefinition(Struct, eq=False):
    """`[name]: url "title"`; the node carries the attribute list that follows the definition."""

    url: str
    title: str
    node: Node


class Token(Struct, eq=False):
    """kind: footnote, footnotes, inline-math, display-math, block-math, toc.

    `value` is the footnote's name, TeX, or the indentation of the list that contents or footnotes
    replace.
    """

    kind: str
    value: str
    line: int
    node: Node | None = None
    written: str = ""


class State:
    """Definitions, tokens, shortcodes and warnings of one document, collected during its conversion."""

    def __init__(self, options: Options) -> None:
        self.options = options
        self.toc_levels = frozenset(range(1, 7))
        self.links: dict[str, LinkDefinition] = {}
        self.abbreviations: dict[str, tuple[str, Node]] = {}
        self.attribute_lists: dict[str, AttributeList] = {}
        self.footnotes: dict[str, Node] = {}
        self.tokens: list[Token] = []
        self.shortcodes: list[Shortcode] = []
        self.misplaced: list[Shortcode] = []
        self.warnings: dict[tuple[int, str], MarkdownWarning] = {}

    def token(
        self, kind: str, value: str, line: int, node: Node | None = None, written: str = ""
    ) -> str:
        """Add a token. Returns its placeholder for the HTML."""
        self.tokens.append(Token(kind, value, line, node, written))
        return f"{TOKEN_START}{len(self.tokens) - 1}{TOKEN_END}"

    def warn(self, rule: str, line: int, message: str, hint: str = "", written: str = "") -> None:
        self.warnings.setdefault(
            (line, message), MarkdownWarning(line, rule, message, hint, written)
        )


class Scanner:
    """A text, and a position that moves over it.

    Failed searches are remembered, so that thousands of unclosed openers do not each search to the
    end of the text.
    """

    def __init__(self, text: str, first_line: int) -> None:
        self.text = text
        self.position = 0
        self._counted = (0, first_line)  # a position, and the number of its line
        self.absent: dict[
            str, int
        ] = {}  # failed searches: the position from which they started, by text or pattern

    def line_of(self, position: int) -> int:
        """The number of the line of a position."""
        counted, line = self._counted
        if position < counted:
            line -= self.text.count("\n", position, counted)
        else:
            line += self.text.count("\n", counted, position)
        self._counted = (position, line)
        return line

    def written_at(self, position: int) -> str:
        """The text of the line from a position on, at most 60 characters, to find it in the author's text."""
        return self.text[position : position + MAX_WRITTEN].partition("\n")[0].rstrip()

    def run(self) -> str:
        """The character at the position, as often as it is repeated."""
        char, end = self.text[self.position], self.position + 1
        while self.text.startswith(char, end):
            end += 1
        return self.text[self.position : end]

    def skip_space(self, position: int) -> int:
        """The next position without white space."""
        while self.text[position : position + 1].isspace():
            position += 1
        return position

    def find(self, what: str, start: int) -> int:
        """As `str.find`."""
        if self.absent.get(what, len(self.text) + 1) <= start:
            return -1
        found = self.text.find(what, start)
        if found < 0:
            self.absent[what] = start
        return found

    def search(self, pattern: re.Pattern[str], start: int) -> re.Match[str] | None:
        """As `pattern.search`."""
        if self.absent.get(pattern.pattern, len(self.text) + 1) <= start:
            return None
        found = pattern.search(self.text, start)
        if found is None:
            self.absent[pattern.pattern] = start
        return found

    def code_end(self) -> int:
        """The position after the code span that starts at the position; -1 if none does."""
        text, start, ticks = self.text, self.position, self.run()
        after = start + len(ticks)
        is_after_space = not start or text[start - 1].isspace()
        if len(ticks) == 1 and is_after_space and text[after : after + 1].isspace():
            return -1
        end = self.find(ticks, after)
        return end + len(ticks) if end >= 0 else -1


def code_spans(line: str) -> Iterator[tuple[int, int]]:
    """The start and end of each code span in a line."""
    scanner = Scanner(line, 1)
    while (start := scanner.find("`", scanner.position)) >= 0:
        scanner.position = start
        end = scanner.code_end()
        if end >= 0:
            yield start, end
        scanner.position = end if end >= 0 else start + len(scanner.run())
