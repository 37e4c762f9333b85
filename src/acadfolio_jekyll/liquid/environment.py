"""The environment of python-liquid for one page: its variables, its includes, and the reports of its problems."""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING, Any, cast

import liquid
from liquid.exceptions import LiquidError
from liquid.token import TOKEN_EXPRESSION
from liquid.undefined import Undefined

from acadfolio.contracts import FeatureCall
from acadfolio.markdown.shortcodes import placeholder, unmark
from acadfolio.model.site import Settings
from acadfolio.plugins import plugins_of
from acadfolio.problems import Location
from acadfolio.source.text import line_and_column
from acadfolio.source.yaml import load_table
from acadfolio.theme.filters import FILTERS
from acadfolio.wording import did_you_mean
from acadfolio_jekyll.liquid.tag_limits import check_tags
from acadfolio_jekyll.liquid.theme_lists import SECTIONS, is_in_comment, marked_lists
from acadfolio_jekyll.liquid.theme_texts import theme_texts
from acadfolio_jekyll.page_files import path_in_site

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from liquid import Token

    from acadfolio.contracts import PageRendering
    from acadfolio.model.page import Page
    from acadfolio_jekyll.page_source import LiquidFiles

HINTS = load_table(__file__)
NOT_QUOTED = r"""(?=(?:[^"']|"[^"]*"|'[^']*')*$)"""
BLANK = rf"(?<![\w.\[\]-])((?:[\w.-]|\[[^\]]*\])+)\s*([=!]=)\s*blank\b{NOT_QUOTED}"
"""A comparison of a variable with Liquid's `blank`."""
RESERVED_KEY = (
    r"(?<=[\w\]])\.(and|as|blank|contains|continue|cols|else|empty|false|for|if|in|limit|nil|not|null|offset|or"
    r"|required|reversed|true|with)"
    rf"(?![\w-]){NOT_QUOTED}"
)
"""A key that is a word of Liquid's tags, such as `page.limit`, which only Liquid in Ruby reads."""


class MissingValue(Undefined):
    """An undefined value.

    It is reported if the page outputs it or loops over it, but not in conditions.
    """

    __slots__ = ("report",)

    def __init__(
        self, report: Callable[[str, Token | None], None], name: str, **about: Any
    ) -> None:
        super().__init__(name, **about)
        self.report = report

    def _report(self) -> None:
        self.report((self.hint or self.name).removesuffix(" is undefined"), self.token)

    def __str__(self) -> str:
        self._report()
        return ""

    def __iter__(self) -> Iterator[Any]:
        self._report()
        return iter(())

    def items(self) -> Any:
        self._report()
        return {}.items()


def hint_for(root: str, key: str) -> str:
    """What to do about a missing value of `page` or `site`."""
    if root == "page":
        return str(HINTS["page"].get(key, f"add `{key}: …` to the front matter"))
    if key in SECTIONS:
        return f"write the line `{{{{ {SECTIONS[key]}() }}}}` into the text of the page instead"
    if key.startswith("author."):
        return f"write `{key.removeprefix('author.')}` into data/profile.yml, or below its `links:`"
    hint = HINTS["site"].get(key) or did_you_mean(
        key, Settings.__struct_fields__, cutoff=0.75, lists=False
    )
    return hint or f"write `{key}` below `liquid:` of data/site.yml"


MAX_OUTPUT = 10_000_000
"""In characters, for the page and for its assigned variables."""


class Context(liquid.RenderContext):
    """A context in which a filter changes nothing if it is unknown or does not work with a value.

    It is reported.
    """

    def filter(self, name: str, token: Token | None) -> Callable[..., object]:
        report = cast("PageEnvironment", self.env).report_unsupported
        if name not in self.env.filters:
            report(token, f"there is no filter `{name}`", self._hint_for_unknown(name))
            return lambda value, *_, **__: value
        function = super().filter(name, token)

        def call(value: Any, *arguments: Any, **named: Any) -> Any:
            try:
                return function(value, *arguments, **named)
            except (
                LiquidError,
                ArithmeticError,
                AttributeError,
                LookupError,
                TypeError,
                ValueError,
            ):
                message = f"the filter `{name}` does not work with this value"
                report(token, message, "correct the value, or delete it")
                return value

        # What fails below `markdownify` is a bug of ours.
        return function if name == "markdownify" else call

    def _hint_for_unknown(self, name: str) -> str:
        """The hint for a filter that Liquid does not have: acadfolio or a plug-in may have it."""
        plugins = plugins_of(cast("PageEnvironment", self.env).site.settings.plugins)
        if name in FILTERS or any(name in plugin.filters for plugin in plugins):
            return "a filter of acadfolio needs a shortcode on a line of its own"
        return did_you_mean(name, self.env.filters, cutoff=0.75, lists=False) or "delete it"


def _as_in_ruby(token: Token) -> Token:
    if token.kind != TOKEN_EXPRESSION:
        return token
    value = re.sub(RESERVED_KEY, r'["\1"]', token.value)
    return token._replace(value=re.sub(BLANK, _is_nil_or_blank, value))


def _is_nil_or_blank(comparison: re.Match[str]) -> str:
    joint = "or" if comparison[2] == "==" else "and"
    return f"({comparison[1]} {comparison[2]} nil {joint} {comparison[0]})"


class PageTemplate(liquid.BoundTemplate):
    context_class = Context


class PageEnvironment(liquid.Environment):
    """The environment for one page."""

    template_class = PageTemplate
    validate_filter_arguments = False
    logical_parentheses = True
    loop_iteration_limit = 50_000
    output_stream_limit = MAX_OUTPUT
    local_namespace_limit = MAX_OUTPUT

    def __init__(
        self,
        page: Page,
        rendering: PageRendering,
    ) -> None:
        self.site, self.convert, self.problems, self.known_includes = rendering
        self.page = page
        self.made_of: LiquidFiles = page.source.details
        self.texts = {
            name: marked_lists(text, self.made_of, self.site)
            for name, text in self.made_of.included.items()
        }
        """The texts that the page includes, and those of its layouts, by their names."""
        super().__init__(loader=liquid.DictLoader(theme_texts() | self.texts))
        self.calls: dict[str, FeatureCall] = {}
        """The theme includes of the rendered text, by the keys of their placeholders."""
        self.included = {text: self.file_of(name) for name, text in self.texts.items()}
        """The files that the page includes, by their texts."""
        self.reported: set[str] = set()
        self.undefined = cast("Any", partial(MissingValue, self.report_missing))

    def file_of(self, name: str) -> str:
        """The file with one of the texts."""
        return path_in_site(self.page.file, name)

    def tokenizer(self) -> Callable[[str], Iterator[Token]]:
        """The tokenizer.

        As in Jekyll, a missing value is `blank` too, and a key may be any word.
        """
        tokenize = super().tokenizer()

        def as_in_ruby(source: str) -> Iterator[Token]:
            check_tags(source)
            return map(_as_in_ruby, tokenize(source))

        return as_in_ruby

    def html(self, text: str) -> str:
        """Convert Markdown to HTML, without shortcodes."""
        return self.convert(unmark(text)).html

    def location(self, token: Token | None) -> Location:
        """The location of a token: only the file if the token has no position, as in a filter's argument."""
        if token is None or token.start_index < 0:
            return Location(self.page.file)
        line, column = line_and_column(token.source, token.start_index)
        if file := self.included.get(token.source):
            return Location(file, line, column)
        return self.page.at(line, column)

    def report_error(self, token: Token | None, message: str, hint: str) -> None:
        self.problems.error(self.location(token), f"Liquid: {message}", hint, rule="liquid-error")

    def report_unsupported(self, token: Token | None, message: str, hint: str) -> None:
        """Warn of a tag or a filter that has no effect."""
        self._warn(token, message, hint, "liquid-unsupported")

    def _warn(self, token: Token | None, message: str, hint: str, rule: str) -> None:
        """Warn of Liquid, except in comments of HTML, which nobody reads."""
        if token is None or not is_in_comment(token.source, token.start_index):
            self.reported.add(message)
            self.problems.warn(self.location(token), f"Liquid: {message}", hint, rule=rule)

    def add_call(self, name: str, arguments: dict[str, Any], token: Token, html: str = "") -> str:
        """Add a theme include, or HTML. Returns its placeholder; nothing in a comment of HTML."""
        if is_in_comment(token.source, token.start_index):
            return ""
        key = f"include {len(self.calls)}"
        self.calls[key] = FeatureCall(name, arguments, self.location(token), html)
        return placeholder(key)

    def report_missing(self, name: str, token: Token | None) -> None:
        """Warn once of an undefined value."""
        root, _, key = name.partition(".")
        message = f"`{name}` is not defined"
        if root in {"site", "page"} and message not in self.reported:
            self._warn(token, message, hint_for(root, key), "liquid-undefined")
