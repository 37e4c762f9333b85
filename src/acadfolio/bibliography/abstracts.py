"""Convert the abstracts of bibliographies to Markdown with paragraphs, lists and display formulas."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from msgspec import Struct

from acadfolio.bibliography.braces import closing_position
from acadfolio.bibliography.latex import latex_to_markdown
from acadfolio.bibliography.markup import ESCAPED_TAG, html_to_markdown
from acadfolio.html.tokens import Token, rewrite_inline_tags
from acadfolio.model.values import Text

if TYPE_CHECKING:
    from collections.abc import Callable

    from acadfolio.bibliography.entries import RawValue

BLOCK_TAGS = frozenset(
    {"p", "div", "sec", "title", "br", "ul", "ol", "dl", "li", "dt", "dd", "list", "list-item", "h1", "h2", "h3", "h4",
     "h5", "h6", "blockquote", "disp-quote", "abstract"}
)  # fmt: skip
MARK_START, MARK_END = "\ue000", "\ue001"
"""Around the names of block elements, where these have been found."""
TAG = f"{MARK_START}(?P<slash>/?)(?P<tag>[a-z0-9-]+){MARK_END}"
ENTITY_TAG = re.compile(r"\\?&lt;(/?(?:jats:)?[a-z][a-z0-9-]{0,9}/?)\\?&gt;")
LISTS = r"itemize|enumerate|description|compactitem|compactenum|asparaenum|inparaenum|dinglist"
FORMULAS = r"equation|align|alignat|gather|multline|eqnarray|displaymath|flalign"
LATEX_TOKEN = re.compile(
    rf"""
    \\begin\s*\{{(?P<environment>{FORMULAS})(?P<star>\*?)\}}(?P<tex>(?:(?!\\begin\s*\{{(?:{FORMULAS})).){{0,4000}}?)\\end\s*\{{(?P=environment)(?P=star)\}}
  | \\\[(?P<display>(?:(?!\\\[).){{1,4000}}?)\\\]
  | \\begin\s*\{{(?P<open>{LISTS})\*?\}}(?:\s*\[[^\[\]]{{0,200}}\])?
  | \\end\s*\{{(?P<close>{LISTS})\*?\}}
  | \\item(?![a-zA-Z])\s*(?:\[(?P<label>[^\[\]]{{0,200}})\])?
  | (?P<break>\n[^\S\n]*\n | \\\\(?:\*|\[[^\[\]]{{0,20}}\])?
    | \\(?:par|newline|linebreak|smallskip|medskip|bigskip)(?![a-zA-Z])
    | \\(?:begin|end)\s*\{{(?:abstract|center|quote|quotation|flushleft|displayquote)\}})
  | (?P<kept>\$\$.{{0,2000}}?\$\$
    | \$(?:[^$\\\n]|\\.|\n(?![^\S\n]*\n)){{1,2000}}?\$
    | \\\((?:(?!\\\().){{0,2000}}?\\\) | \\.)
  | {TAG}
  | (?P<brace>[{{}}])
    """,
    re.VERBOSE | re.DOTALL,
)
TEXT_TOKEN = re.compile(rf"(?P<break>\n[^\S\n]*\n)|{TAG}")
NUMBERS = r"\\(?:label|tag)\*?\{[^{}]*\}|\\(?:nonumber|notag)(?![a-zA-Z])"
JATS = {"italic": "i", "bold": "b", "monospace": "tt"}
ENDS_SENTENCE = re.compile(r"[.?!:;]['\"”’)\]]*$")
BLOCK_START = re.compile(r"[-+#>:=|~]|\[[^\]]*\]:")
"""What would begin a list, a heading, a quotation, a definition, a table or a code block."""
NUMBER = re.compile(r"\A(\d+)(?=\.(?:\s|$))")
FORMULA_OR_SPECIAL = re.compile(r"\$\$.+?\$\$|`[^`]*`|\\.|\||\{(?=\{)")
PUNCTUATION = re.compile(r"\A([.,;:]+)(?:\s+|\Z)")
HEADINGS = frozenset({"title", "h1", "h2", "h3", "h4", "h5", "h6"})
IS_HEADING_OF_ABSTRACT = frozenset({"abstract", "summary"})


class _List(Struct):
    """An open list: whether it is numbered, and the width of its last marker."""

    number: int
    """A number for each list, as lists may follow each other."""
    is_numbered: bool
    items: int = 0
    width: int = 0


class _Block(Struct):
    """A paragraph, which may begin an item of the innermost of its lists."""

    markdown: str
    indent: int
    marker: str = ""
    list_number: int = 0
    """That of the outermost list; 0 outside of lists."""


def abstract_of(value: RawValue) -> Text | None:
    """The abstract in a field: one paragraph as inline Markdown, several and lists as blocks; None if it is empty."""
    if not value.text.strip():
        return None
    blocks = (
        _LatexSplitter(value.text).split() if value.is_latex else _TextSplitter(value.text).split()
    )
    if len(blocks) == 1 and not blocks[0].marker:
        return Text.of(blocks[0].markdown.rstrip(",; "))
    return Text((("", _joined(blocks)),), has_blocks=True) if blocks else None


def _joined(blocks: list[_Block]) -> str:
    """The blocks as Markdown."""
    text = ""
    previous = None
    for block in blocks:
        if previous is not None:
            text += _separator(previous, block)
        text += f"{' ' * (block.indent - len(block.marker))}{block.marker}{_as_paragraph(block.markdown)}"
        previous = block
    return text


def _separator(previous: _Block, block: _Block) -> str:
    if previous.list_number and block.list_number and previous.list_number != block.list_number:
        return "\n\n^\n\n"  # Markdown would continue the first list.
    if block.marker and block.list_number == previous.list_number:
        return "\n"
    return "\n\n"


def _as_paragraph(markdown: str) -> str:
    """A paragraph that Markdown reads as nothing else."""
    text = FORMULA_OR_SPECIAL.sub(_escaped, markdown)
    if "<code>" in text:  # HTML's code has no backslashes.
        text = text.replace(r"\|", "&#124;")
    if text == "^":
        return "&#94;"  # It would separate blocks, and no backslash escapes it.
    if number := NUMBER.match(text):
        return f"{number[1]}\\{text[number.end() :]}"
    return f"\\{text}" if BLOCK_START.match(text) else text


def _escaped(match: re.Match[str]) -> str:
    """A pipe or a shortcode's braces with a backslash. Within formulas, a pipe has a name."""
    source = match[0]
    if source.startswith("$$"):
        return source.replace(r"\|", r"\Vert ").replace("|", r"\vert ")
    if source.startswith("`"):
        return source
    return source if source.startswith("\\") else f"\\{source}"


def _with_marks(text: str) -> str:
    """The text with marks for its block elements, and without JATS's prefixes."""
    text = text.replace(MARK_START, "").replace(MARK_END, "")
    if "&lt;" in text:
        text = ENTITY_TAG.sub(r"<\1>", text)
    return rewrite_inline_tags(text, _mark) if "<" in text else text


def _mark(tag: Token) -> str:
    name = tag.name.removeprefix("jats:")
    slash = "/" if tag.kind == "end" else ""
    if name not in BLOCK_TAGS:
        return f"<{slash}{JATS.get(name, name)}>" if tag.name.startswith("jats:") else tag.source
    return f"{MARK_START}{slash}{_html_name(name, tag)}{MARK_END}"


def _html_name(name: str, tag: Token) -> str:
    """HTML's name for an element of JATS. The end of a list ends any list."""
    if name == "list":
        kind = tag.attributes.get("list-type", "") if tag.kind == "start" else ""
        return "ol" if re.match("order|alpha|roman", kind) else "ul"
    return "li" if name == "list-item" else name


class _Splitter:
    """Splits an abstract into blocks. Subclasses know the tokens of their language."""

    TOKEN: re.Pattern[str]

    def __init__(self, text: str, convert: Callable[[str], str]) -> None:
        self.text, self.convert = text, convert
        self.blocks: list[_Block] = []
        self.lists: list[_List] = []
        self.list_number = 0
        self.label: str | None = None
        """The label of an item that begins with the next text; None within an item and outside of lists."""
        self.unread = ""

    def split(self) -> list[_Block]:
        position = 0
        for token in self.TOKEN.finditer(self.text):
            self.unread += self.text[position : token.start()]
            self.read(token)
            position = token.end()
        self.unread += self.text[position:]
        self.end_block()
        return self.blocks

    def read(self, token: re.Match[str]) -> None:
        if token["tag"]:
            self.read_tag(token["tag"].lower(), token)
        else:
            self.end_block()

    def end_block(self) -> None:
        """Add the text since the last block, if there is any."""
        source, self.unread = self.unread, ""
        for part in self.paragraphs(source):
            self.add(self.convert(part).strip())

    def paragraphs(self, source: str) -> list[str]:
        return [source]

    def add(self, markdown: str) -> None:
        markdown = self._without_punctuation(markdown)
        if not markdown:
            return
        indent = sum(one.width for one in self.lists)
        if not self.lists or self.label is None:
            self.blocks.append(
                _Block(markdown, indent, "", self.lists[0].number if self.lists else 0)
            )
            return
        innermost = self.lists[-1]
        innermost.items += 1
        marker = f"{innermost.items}. " if innermost.is_numbered else "- "
        indent += len(marker) - innermost.width
        innermost.width = len(marker)
        text = f"{self.label} {markdown}".strip()
        self.label = None
        self.blocks.append(_Block(text, indent, marker, self.lists[0].number))

    def _without_punctuation(self, markdown: str) -> str:
        """The text without a comma or full stop at its start that belongs to the formula or list above."""
        match = PUNCTUATION.match(markdown)
        if match is None or not self.blocks:
            return markdown
        last = self.blocks[-1]
        if last.markdown.startswith("$$") and last.markdown.endswith("$$"):
            last.markdown = f"{last.markdown[:-2]}{match[1]}$$"
        elif last.list_number and not self.lists:
            last.markdown += match[1]
        else:
            return markdown
        return markdown[match.end() :]

    def open_list(self, *, is_numbered: bool) -> None:
        self.end_block()
        self.list_number += 1
        self.lists.append(_List(self.list_number, is_numbered))
        self.label = None

    def close_list(self) -> None:
        self.end_block()
        self.label = None
        if self.lists:
            self.lists.pop()

    def begin_item(self, label: str = "") -> None:
        self.end_block()
        self.label = label if self.lists else None

    def read_tag(self, name: str, token: re.Match[str]) -> None:
        is_end = bool(token["slash"])
        if name in {"ul", "ol", "dl"}:
            self.close_list() if is_end else self.open_list(is_numbered=name == "ol")
        elif name in {"li", "dt"} and not is_end:
            self.begin_item()
        elif is_end and name in HEADINGS | {"dt"}:
            self.end_heading()
        else:
            self.end_block()

    def end_heading(self) -> None:
        """Add the text of a heading in bold. That of the abstract itself is dropped."""
        source, self.unread = self.unread, ""
        heading = self.convert(source).strip(" .:*")
        if heading and heading.lower() not in IS_HEADING_OF_ABSTRACT:
            self.add(f"**{heading}**")


class _LatexSplitter(_Splitter):
    TOKEN = LATEX_TOKEN

    def __init__(self, text: str) -> None:
        text = re.sub(ESCAPED_TAG, r"<\1>", text) if r"\textless" in text else text
        super().__init__(_with_marks(_without_outer_braces(text)), latex_to_markdown)
        self.depth = 0

    def read(self, token: re.Match[str]) -> None:
        if token["brace"]:
            self.depth = max(0, self.depth + (1 if token["brace"] == "{" else -1))
        if token["brace"] or token["kept"] or self.depth:
            self.unread += " " if token["break"] and self.depth else token[0]
        elif token["environment"] or token["display"]:
            self.end_block()
            self.add(self.convert(f"${_display_tex(token)}$"))
        elif token["open"]:
            self.open_list(
                is_numbered=token["open"].endswith("enum") or token["open"] == "enumerate"
            )
        elif token["close"]:
            self.close_list()
        elif token[0].startswith("\\item"):
            self.begin_item(self.convert(token["label"] or "").strip())
        else:
            super().read(token)

    def begin_item(self, label: str = "") -> None:
        is_name = re.search(r"\w{2}", label) is not None and not label.startswith(("*", "$"))
        super().begin_item(f"**{label}**" if is_name else label)


def _without_outer_braces(text: str) -> str:
    """The text without braces around all of it."""
    text = text.strip()
    for _ in range(2):
        if text.startswith("{") and closing_position(text, 0) == len(text) - 1:
            text = text[1:-1].strip()
    return text


def _display_tex(token: re.Match[str]) -> str:
    """The TeX of a display formula, without its number, in an environment that MathML has."""
    tex = re.sub(NUMBERS, "", token["tex"] if token["environment"] else token["display"]).strip()
    if token["environment"] == "alignat":
        tex = re.sub(r"^\{\d+\}", "", tex)
    has_rows = re.search(r"(?<!\\)&|\\\\", tex) is not None and r"\begin" not in tex
    return rf"\begin{{aligned}}{tex}\end{{aligned}}" if has_rows else tex


class _TextSplitter(_Splitter):
    TOKEN = TEXT_TOKEN

    def __init__(self, text: str) -> None:
        super().__init__(_with_marks(text), html_to_markdown)

    def paragraphs(self, source: str) -> list[str]:
        """The lines, if each of them ends with a sentence, as Zotero has paragraphs; else all of them as one."""
        lines = [line.strip() for line in source.strip().split("\n")]
        is_paragraphs = len(lines) > 1 and all(map(ENDS_SENTENCE.search, lines))
        return lines if is_paragraphs else [" ".join(lines)]
