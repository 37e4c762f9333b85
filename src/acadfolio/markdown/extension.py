"""The kramdown dialect as an extension of Python-Markdown, and the `markdown.Markdown` that converts every page.

The extension replaces Python-Markdown's block parser and inline patterns. Preprocessors, inline
patterns, tree processors and postprocessors of other extensions work; their block processors do
not.
"""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path
from traceback import walk_tb
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
from acadfolio.markdown.elements import VOID
from acadfolio.markdown.other_extensions import UnusableExtensionError, make_extension
from acadfolio.markdown.state import Document, Options, State
from acadfolio.problems import Location, Problem, Problems, SiteError
from acadfolio.wording import any_of, did_you_mean

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
_CODE_PREPROCESSORS = ("fenced_code_block", "fenced_raw_block")
_CODE_TREEPROCESSORS = ("hilite", "indent-highlight")
"""Other extensions would highlight code that is highlighted already, and let a page choose a program for it."""
_WITHOUT_PATTERNS = ("code", "math", "pre", "script", "style", "svg", "textarea")
"""Elements whose text inline patterns must not change."""
SAMPLE = "# A *heading*\n\nText, `code`, a [link](https://example.org/) and ![an image](a.png).\n\n- an item\n"
"""A text with which a site's extensions are tried."""


class KramdownParser(BlockParser):
    """Converts a whole document at once.

    An element tree is built only if another extension needs one.
    """

    def __init__(self, md: markdown.Markdown, options: Options) -> None:
        super().__init__(md)
        self.options = options
        self.document = Document("")
        self.has_tree = False
        self.has_replaced_code = False
        """Whether another extension reads or highlights code blocks, which it may not."""
        self.serializer: Callable[[ET.Element], str] = to_xhtml_string

    def parseDocument(self, lines: Sequence[str]) -> ET.ElementTree:  # type: ignore[type-arg,override,unused-ignore] # noqa: N802 - the name is Python-Markdown's
        self.document = convert_document("\n".join(lines), State(self.options))
        if not self.has_tree:
            return ET.ElementTree(ET.Element("div"))
        return ET.ElementTree(element_tree(self.document.html, self.md.htmlStash))

    def serialize(self, root: ET.Element) -> str:
        return self.serializer(root) if self.has_tree else f"<div>{self.document.html}</div>"


class KramdownExtension(Extension):
    """The kramdown dialect: `markdown.Markdown(extensions=[KramdownExtension(options), …])`.

    It must come first.
    """

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
        self.parser.serializer = (
            md.serializer
        )  # it depends on the output format, which is set after the extensions
        md.serializer = self.parser.serialize
        for name in _OWN_PATTERNS:
            md.inlinePatterns.deregister(name, strict=False)
        if len(md.inlinePatterns) == 0:
            md.treeprocessors.deregister("inline", strict=False)
        for registry, names in (
            (md.preprocessors, _CODE_PREPROCESSORS),
            (md.treeprocessors, _CODE_TREEPROCESSORS),
        ):
            for name in names:
                self.parser.has_replaced_code |= name in registry
                registry.deregister(name, strict=False)
        self.parser.has_tree = len(md.treeprocessors) > 0


def element_tree(html: str, stash: HtmlStash) -> ET.Element:
    """HTML as a tree below a `<div>`, for tree processors and inline patterns.

    Comments are stored in `stash`.
    """
    builder = TreeBuilder(stash)
    for token in read_html(html):
        builder.add(token)
    root = builder.close()
    for name in _WITHOUT_PATTERNS:
        for element in root.iter(name):
            _protect(element)
    return root


class TreeBuilder:
    """Builds an element tree from tokens.

    Unclosed elements end with their parent; entities are not decoded.
    """

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


def usable_extensions(
    wanted: Iterable[MarkdownExtension], problems: Problems
) -> tuple[tuple[str, str], ...]:
    """The extensions that can be used, as `Options.extensions` needs them.

    Reports those that cannot.
    """
    usable = []
    for extension in wanted:
        entry = (extension.name, json.dumps(extension.options, sort_keys=True))
        if _is_usable(extension, entry, problems):
            usable.append(entry)
    return tuple(usable)


def _is_usable(extension: MarkdownExtension, entry: tuple[str, str], problems: Problems) -> bool:
    """Whether an extension can be loaded, and converts a sample text.

    Reports what prevents it, or has no effect.
    """
    name, location = extension.name, extension.source_location
    try:
        md = converter(Options(extensions=(entry,)))
        md.convert(SAMPLE)
    except UnusableExtensionError as error:
        rule = "unknown-markdown-extension" if error.is_unknown else "markdown-extension"
        problems.error(location, error.message, error.hint, rule=rule)
        return False
    except Exception as error:  # noqa: BLE001 - an extension may raise anything
        problems.error(location, *_described(error, extension), rule="markdown-extension")
        return False
    if not isinstance(md.parser, KramdownParser):
        message = f"`{name}` replaces the parser of acadfolio"
        problems.error(location, message, "delete it", rule="markdown-extension")
        return False
    if len(md.parser.blockprocessors) > 0:
        message = f"`{name}` adds syntax for blocks, which acadfolio does not support"
        hint = "the rest of it works; see the documentation of Markdown"
        problems.warn(location, message, hint, rule="markdown-extension")
    elif md.parser.has_replaced_code:
        message = f"`{name}` has no effect: acadfolio reads and highlights code itself"
        problems.warn(location, message, "delete it", rule="markdown-extension")
    return True


def _described(error: Exception, extension: MarkdownExtension) -> tuple[str, str]:
    """A message and a hint about an error that an extension raised when it was made or tried."""
    name, options = extension.name, extension.options
    option = str(error.args[0]) if error.args else ""
    if isinstance(error, KeyError) and option in options:
        message = f"the Markdown extension `{name}` has no option `{option}`"
        return message, did_you_mean(option, make_extension(name, {}).getConfigs())
    hint = (
        f"check {any_of(tuple(options))}" if options else "delete it, or install its package again"
    )
    return f"the Markdown extension `{name}` cannot be loaded: {error}", hint


@lru_cache(maxsize=4)  # Those of pages and of data: each build of a preview has new ones.
def converter(options: Options) -> markdown.Markdown:
    """The converter with these options.

    It gets extensions themselves: names would run what they name.
    """
    others = [make_extension(name, json.loads(written)) for name, written in options.extensions]
    return markdown.Markdown(extensions=[KramdownExtension(options), *others])


def convert_text(text: str, options: Options) -> Document:
    """Convert a whole document.

    Its HTML has no blank lines at its start and end, and ends with one line end.
    """
    md = converter(options).reset()
    try:
        html = md.convert(text)
    except Exception as error:
        if not options.extensions or _is_ours(error):
            raise
        names = any_of(tuple(name for name, _ in options.extensions))
        message = f"a Markdown extension fails: {error}"
        problem = Problem(
            "markdown-extension", Location("data/site.yml"), message, f"check {names}"
        )
        raise SiteError([problem]) from error
    if not text.strip() or not isinstance(md.parser, KramdownParser):
        return Document("")
    return replace(md.parser.document, html=html + "\n" if html else "")


def _is_ours(error: Exception) -> bool:
    """Whether an error is a bug of this package, not of an extension."""
    frames = [frame for frame, _ in walk_tb(error.__traceback__)]
    return Path(frames[-1].f_code.co_filename).is_relative_to(Path(__file__).parent)
