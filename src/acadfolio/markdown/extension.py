"""The kramdown dialect as an extension of Python-Markdown, and the `markdown.Markdown` that converts every page.

The extension replaces Python-Markdown's block parser and inline patterns. Preprocessors, inline patterns, tree
processors and postprocessors of other extensions work; their block processors do not.
"""

from __future__ import annotations

import json
from functools import cache
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree as ET

from markdown.blockparser import BlockParser
from markdown.extensions import Extension
from markdown.serializers import to_xhtml_string
from markdown.util import AtomicString, HtmlStash
from msgspec.structs import replace

import markdown
from acadfolio.html.tokens import read as read_html
from acadfolio.markdown.document import convert_document
from acadfolio.markdown.markup import VOID
from acadfolio.markdown.state import Document, Options, State
from acadfolio.problems import Problems, any_of, did_you_mean

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from acadfolio.html.tokens import Token
    from acadfolio.model.values import MarkdownExtension

_OWN_PATTERNS = (
    "backtick", "escape", "reference", "link", "image_link", "image_reference", "short_reference", "short_image_ref",
    "autolink", "automail", "linebreak", "html", "entity", "not_strong", "em_strong", "em_strong2",
)  # fmt: skip
_REPLACED_PREPROCESSORS = ("normalize_whitespace", "html_block")
_REPLACED_TREEPROCESSORS = ("prettify", "unescape")
_WITHOUT_PATTERNS = ("code", "math", "pre", "script", "style", "svg", "textarea")
"""Elements whose text inline patterns must not change."""


class KramdownParser(BlockParser):
    """Converts a whole document at once. An element tree is built only if another extension needs one."""

    def __init__(self, md: markdown.Markdown, options: Options) -> None:
        super().__init__(md)
        self.options = options
        self.document = Document("")
        self.has_tree = False
        self.serializer: Callable[[ET.Element], str] = to_xhtml_string

    def parseDocument(self, lines: Sequence[str]) -> ET.ElementTree:  # type: ignore[type-arg,override,unused-ignore] # noqa: N802 - the name is Python-Markdown's
        self.document = convert_document("\n".join(lines), State(self.options))
        if not self.has_tree:
            return ET.ElementTree(ET.Element("div"))
        return ET.ElementTree(element_tree(self.document.html, self.md.htmlStash))

    def serialize(self, root: ET.Element) -> str:
        return self.serializer(root) if self.has_tree else f"<div>{self.document.html}</div>"


class KramdownExtension(Extension):
    """The kramdown dialect: `markdown.Markdown(extensions=[KramdownExtension(options), …])`. It must come first."""

    def __init__(self, options: Options | None = None, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.options = options or Options(emoji=False)

    def extendMarkdown(self, md: markdown.Markdown) -> None:  # noqa: N802 - the name is Python-Markdown's
        self.md = md
        self.parser = KramdownParser(md, self.options)
        md.parser = self.parser
        md.registerExtension(self)  # so that `reset` is called
        for name in _REPLACED_PREPROCESSORS:
            md.preprocessors.deregister(name, strict=False)
        for name in _REPLACED_TREEPROCESSORS:
            md.treeprocessors.deregister(name, strict=False)

    def reset(self) -> None:
        """Remove Python-Markdown's own patterns, after the registration of all extensions, which may refer to them."""
        md = self.md
        if md.serializer == self.parser.serialize:
            return
        self.parser.serializer = md.serializer  # it depends on the output format, which is set after the extensions
        md.serializer = self.parser.serialize
        for name in _OWN_PATTERNS:
            md.inlinePatterns.deregister(name, strict=False)
        if len(md.inlinePatterns) == 0:
            md.treeprocessors.deregister("inline", strict=False)
        self.parser.has_tree = len(md.treeprocessors) > 0


def element_tree(html: str, stash: HtmlStash) -> ET.Element:
    """HTML as a tree below a `<div>`, for tree processors and inline patterns. Comments are stored in `stash`."""
    builder = TreeBuilder(stash)
    for token in read_html(html):
        builder.add(token)
    root = builder.close()
    for name in _WITHOUT_PATTERNS:
        for element in root.iter(name):
            _protect(element)
    return root


class TreeBuilder:
    """Builds an element tree from tokens. Unclosed elements end with their parent; entities are not decoded."""

    def __init__(self, stash: HtmlStash) -> None:
        self.stash = stash
        self.builder = ET.TreeBuilder()
        self.open_names: list[str] = []
        self._start("div", {})

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        self.builder.start(name, attributes)
        self.open_names.append(name)

    def _end(self) -> None:
        self.builder.end(self.open_names.pop())

    def add(self, token: Token) -> None:
        if token.kind == "start":
            self._start(token.name, token.attributes)
            if token.name in VOID or token.source.endswith("/>"):
                self._end()
        elif token.kind == "comment":
            self.builder.data(self.stash.store(token.source))
        elif token.kind == "end":
            self._add_end(token.name)
        else:
            self.builder.data(token.source)

    def _add_end(self, name: str) -> None:
        if name in self.open_names[1:]:
            while self.open_names[-1] != name:
                self._end()
            self._end()

    def close(self) -> ET.Element:
        while self.open_names:
            self._end()
        return self.builder.close()


def _protect(element: ET.Element) -> None:
    """Exclude the text of an element from inline patterns."""
    for inner in element.iter():
        inner.text = AtomicString(inner.text) if inner.text else inner.text
        if inner is not element and inner.tail:
            inner.tail = AtomicString(inner.tail)


def usable_extensions(wanted: Iterable[MarkdownExtension], problems: Problems) -> tuple[tuple[str, str], ...]:
    """The extensions that can be loaded, as `Options.extensions` needs them. Reports those that cannot."""
    usable = []
    for extension in wanted:
        entry = (extension.name, json.dumps(extension.options, sort_keys=True))
        location = extension.source_location
        try:
            parser = converter(Options(extensions=(entry,))).parser
        except ImportError:
            message = f"there is no Markdown extension `{extension.name}`"
            hint = "install its package in acadfolio's environment"
            problems.error(location, message, hint, rule="unknown-markdown-extension")
        except KeyError as error:
            option = str(error.args[0])
            known = markdown.Markdown().build_extension(extension.name, {}).config
            message = f"the Markdown extension `{extension.name}` has no option `{option}`"
            problems.error(location, message, did_you_mean(option, known), rule="markdown-extension")
        except (AttributeError, TypeError, ValueError) as error:
            message = f"the Markdown extension `{extension.name}` cannot be loaded: {error}"
            hint = f"check {any_of(tuple(extension.options))}"
            problems.error(location, message, hint, rule="markdown-extension")
        else:
            if len(parser.blockprocessors) > 0:
                message = f"`{extension.name}` adds syntax for blocks, which acadfolio does not support"
                hint = "the rest of it works; see the documentation of Markdown"
                problems.warn(location, message, hint, rule="markdown-extension")
            usable.append(entry)
    return tuple(usable)


@cache
def converter(options: Options) -> markdown.Markdown:
    return markdown.Markdown(
        extensions=[KramdownExtension(options), *(name for name, _ in options.extensions)],
        extension_configs={name: json.loads(written) for name, written in options.extensions},
    )


def convert_text(text: str, options: Options) -> Document:
    """Convert a whole document. Its HTML has no blank lines at its start and end, and ends with one line end."""
    md = converter(options).reset()
    html = md.convert(text)
    if not text.strip() or not isinstance(md.parser, KramdownParser):
        return Document("")
    return replace(md.parser.document, html=html + "\n" if html else "")
