"""The Jinja environment in which the site's and the theme's templates are rendered, and its icons."""

from __future__ import annotations

import os
import stat
import sys
from contextlib import suppress
from functools import cache
from pathlib import Path
from types import BuiltinMethodType
from typing import TYPE_CHECKING, Any

import jinja2
from jinja2 import StrictUndefined, Undefined, pass_context, pass_environment
from jinja2.runtime import LoopContext
from jinja2.sandbox import ImmutableSandboxedEnvironment
from markupsafe import Markup, escape
from msgspec import Struct

from acadfolio import __version__
from acadfolio.files import bytes_digest
from acadfolio.html.text import first_tag
from acadfolio.model.dates import When
from acadfolio.model.values import ByLanguage, Text
from acadfolio.theme import filters, limits
from acadfolio.theme.cached_partials import (
    CachedPartials,
    RecordedPage,
    RecordingContext,
    cached,
)
from acadfolio.theme.compiled_templates import compiled_code
from acadfolio.theme.excerpts import EvaluateShortcode, without_shortcode

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, MutableMapping, Sequence

    from jinja2.runtime import Context

    from acadfolio.theme.excerpts import TextConverter

LEFT_OUT_FILTERS = ("pprint", "random")
"""Random results would differ between builds, and Python's view of an object is of no use on a page."""
LEFT_OUT_GLOBALS = ("lipsum",)
"""Its words are random."""


BINARY_CHECKS: dict[str, Callable[[Any, Any], None]] = {
    "+": limits.check_sum,
    "*": limits.check_product,
    "%": limits.check_percent,
    "**": limits.check_power,
}


class NotUtf8Error(jinja2.TemplateSyntaxError):
    """A template is not in UTF-8 from this line on."""


class TemplateFolders(jinja2.FileSystemLoader):
    """Templates of several folders; the first one that has a name wins."""

    def __init__(self, folders: Sequence[Path]) -> None:
        super().__init__(folders)
        self.lengths: dict[str, int] = {}
        """The characters of the templates that were read."""
        self.may_be_compiled = True
        """Whether the compiled templates of the wheel may be used."""

    def get_source(
        self, environment: jinja2.Environment, template: str
    ) -> tuple[str, str, Callable[[], bool]]:
        try:
            source = super().get_source(environment, template)
        except UnicodeDecodeError as error:
            line = error.object.count(b"\n", 0, error.start) + 1
            files = (Path(folder, template) for folder in self.searchpath)
            file = next(filter(Path.is_file, files))
            raise NotUtf8Error("", line, template, str(file)) from None
        self.lengths[template] = len(source[0])
        return source

    def load(
        self,
        environment: jinja2.Environment,
        name: str,
        globals: MutableMapping[str, Any] | None = None,  # noqa: A002 - Jinja's name
    ) -> jinja2.Template:
        """Load a template of the theme from its compiled code, if there is some, and others as Jinja does."""
        source, file, is_current = self.get_source(environment, name)
        code = compiled_code(name, source, file) if self.may_be_compiled else None
        if code is None:
            return super().load(environment, name, globals)
        return environment.template_class.from_code(environment, code, globals or {}, is_current)


class TemplateEnvironment(ImmutableSandboxedEnvironment):
    """The environment for the templates of one site, in a sandbox, as a theme may come from elsewhere.

    Texts print themselves as HTML and dates in the site's style. What a template does has bounds
    (`limits`).
    """

    intercepted_binops = frozenset({"+", "*", "%", "**"})
    context_class = RecordingContext

    def __init__(
        self, folders: Sequence[Path], texts: TextConverter, compiled: Path | None = None
    ) -> None:
        """Make the environment.

        Args:
            folders: Where templates are looked for; the first folder that has a name wins.
            texts: Converts every `Text` that is printed to HTML, in the language of the site.
            compiled: A folder of the user's own that keeps compiled templates; without it nothing is kept.
        """
        self.folders = TemplateFolders(folders)
        self.theme_folder = str(folders[-1])
        self.work = limits.Work()
        super().__init__(
            finalize=self.printed,
            loader=self.folders,
            autoescape=True,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
            auto_reload=False,  # no template changes during a build
            cache_size=-1,  # all loaded templates are kept
            optimized=False,  # a filter's result depends on the site, the compiled theme is shared by all sites
            bytecode_cache=_bytecode_cache(compiled),
            extensions=[limits.LimitsExtension],
        )
        for name in LEFT_OUT_FILTERS:
            self.filters.pop(name, None)
        for name in LEFT_OUT_GLOBALS:
            self.globals.pop(name, None)
        self.filters |= filters.FILTERS | {"icon": icon}
        for name, check in limits.CHECKS.items():
            self.filters[name] = limits.bounded(self.filters[name], check)
        self.filters |= {limits.CHECKED: self.work.checked, limits.REPEATED: self.work.repeated}
        self.globals["cached"] = cached
        self.cached_partials = CachedPartials(self)
        self.texts, self.language = texts, texts.language
        self.icon = cache(self._icon)
        self.tag_ids: dict[str, str] = {}
        self.shortcode: EvaluateShortcode = without_shortcode
        """Returns the HTML of a video or a figure in a text of the data."""
        self.mark: Callable[[Markup], Markup] | None = None
        """Called with everything that is printed in a block of a citation."""

    def add_filters(self, added: Mapping[str, Callable[..., Any]]) -> None:
        """Add the filters of a plug-in.

        How a filter is called is compiled into the templates that use it, and a plug-in may change: what
        uses its filters is compiled in each build.
        """
        if added:
            self.bytecode_cache = None
        if added.keys() & self.filters.keys():
            self.folders.may_be_compiled = False
        self.filters |= added

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """The global variables of a template: those of all templates, and its own.

        Jinja's chain of mappings is looked through for every include and import, which takes longer.
        """
        return {**self.globals, **(d or {})}

    def getattr(self, obj: Any, attribute: str) -> Any:
        """A short cut for records, which templates use most: only names with an underscore are unsafe.

        Another one is for mappings such as `words`, unless Python's have a method of this name.

        Of a value by language, a template gets the version in the language of its page.
        """
        if type(obj) is RecordedPage and attribute[0] != "_":
            obj.read.add(attribute)
            obj = obj.page
        if isinstance(obj, Struct) and attribute[0] != "_":
            try:
                value = getattr(obj, attribute)
            except AttributeError:
                return self.undefined(obj=obj, name=attribute)
            return value.in_language(self.language) if type(value) is ByLanguage else value
        if type(obj) is dict and attribute in obj and not hasattr(obj, attribute):
            return obj[attribute]
        return super().getattr(obj, attribute)

    def is_theme_file(self, file: str) -> bool:
        """Whether a template is one of the theme's, which have no endless loops."""
        return file.startswith(os.path.join(self.theme_folder, ""))  # noqa: PTH118 - with its slash

    def call(self, context: Context, function: Any, /, *values: Any, **named: Any) -> Any:
        """Call what a template calls, as a step of its work."""
        self.work.step()
        for value in (*values, *named.values()):
            if isinstance(value, str):
                limits.check_length(len(value))
        if isinstance(function, BuiltinMethodType):
            limits.check_method(function, values, named)
        elif isinstance(function, LoopContext) and values:  # A recursive loop.
            values = (self.work.repeated(values[0]), *values[1:])
        result = super().call(context, function, *values, **named)
        if isinstance(result, str):
            self.work.make(len(result))
        return result

    def call_binop(self, context: Context, operator: str, left: Any, right: Any) -> Any:
        """Calculate, unless the result would be too large."""
        BINARY_CHECKS[operator](left, right)
        result = super().call_binop(context, operator, left, right)
        if isinstance(result, str):
            self.work.make(len(result))
        return result

    def call_filter(self, name: str, value: Any, *others: Any, **named: Any) -> Any:
        """Call a filter for an item of a list, as `map` does, as a step of a template's work."""
        self.work.step()
        return self.work.checked(super().call_filter(name, value, *others, **named))

    def call_test(self, name: str, value: Any, *others: Any, **named: Any) -> Any:
        """Call a test for an item of a list, as `select` does, as a step of a template's work."""
        self.work.step()
        return super().call_test(name, value, *others, **named)

    def wrap_str_format(self, value: Any) -> Callable[..., str] | None:
        """The method `format` of a text in the sandbox, unless its result would be too large."""
        method = super().wrap_str_format(value)
        if method is None:
            return None

        def formatted(*values: Any, **named: Any) -> str:
            mappings = [
                part for value in values if isinstance(value, dict) for part in value.values()
            ]
            limits.check_format(value.__self__, [*values, *named.values(), *mappings])
            return method(*values, **named)

        return formatted

    def get_template(self, name: Any, *others: Any, **named: Any) -> jinja2.Template:
        """Find a template. One that includes itself twice takes a step each time."""
        self.work.step()
        template = super().get_template(name, *others, **named)
        self.work.make(self.folders.lengths.get(template.name or "", 0))
        return template

    def select_template(self, names: Any, *others: Any, **named: Any) -> jinja2.Template:
        """Find the first template that exists, as a step of a template's work."""
        self.work.step()
        template = super().select_template(names, *others, **named)
        self.work.make(self.folders.lengths.get(template.name or "", 0))
        return template

    @pass_context
    def printed(self, context: Context, value: Any) -> Any:
        """The text of `{{ value }}`; Jinja escapes it afterwards."""
        if type(value) is not str and type(value) is not Markup:
            value = self.shown(context, value)
        return value if self.mark is None else self.mark(escape(value))

    def shown(self, context: Context, value: Any) -> Any:
        """A text as HTML, a date in the style of the section; other values as they are.

        Raises WrongValueError for an object that a page cannot show.
        """
        if isinstance(value, Text):
            return Markup(self.texts.html(value, self.shortcode))  # noqa: S704
        if isinstance(value, When):
            return filters.date(context, value)
        if type(value) is RecordedPage:
            value = value.page
        if value is None:
            return ""
        if not isinstance(value, str | Undefined):
            filters.check_is_printable(value)
        return value

    def _icon(self, name: str, *, brands: bool = True) -> Markup:
        """An inline icon, empty for an unknown name; hidden from screen readers.

        `templates/icons/NAME.svg`, of the site or of the theme, goes before Simple Icons' brand of
        that name.
        """
        data = self._drawing(name) or (brand_icon(name) if brands else "")
        svg = Markup(
            '<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="{}"/></svg>'
        )
        return svg.format(data) if data else Markup()

    def _drawing(self, name: str) -> str:
        with suppress(jinja2.TemplateNotFound):
            return path_data(self.folders.get_source(self, f"icons/{name}.svg")[0])
        return ""


def _bytecode_cache(folder: Path | None) -> jinja2.BytecodeCache | None:
    """Return Jinja's cache of compiled templates, in a folder of this version; none where it cannot be made.

    How a filter is called is compiled into each template, so a change of the filters is another
    version.
    """
    if folder is None:
        return None
    try:
        changed = [path.stat().st_mtime_ns for path in sorted(Path(__file__).parent.glob("*.py"))]
        filters_digest = bytes_digest(repr(changed).encode()).hex()[:8]
        place = (
            folder
            / f"templates-{__version__}-{jinja2.__version__}-{sys.implementation.cache_tag}-{filters_digest}"
        )
        place.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not _is_only_ours(place.stat()):
            return None
    except OSError:
        return None
    return jinja2.FileSystemBytecodeCache(str(place))


def _is_only_ours(folder: os.stat_result) -> bool:
    """Whether nobody else can write code into a folder, from which it would run."""
    if sys.platform == "win32":
        return True
    return folder.st_uid == os.getuid() and not folder.st_mode & (stat.S_IWGRP | stat.S_IWOTH)


@pass_environment
def icon(environment: TemplateEnvironment, name: str) -> Markup:
    """The filter `icon`; an unknown name is drawn as `link`."""
    return environment.icon(name) or environment.icon("link")


def path_data(svg: str) -> str:
    """The path data of an SVG of one path; nothing for one without a path."""
    path = first_tag(svg, {"path"})
    return " ".join(path.attributes.get("d", "").split()) if path else ""


@cache
def brand_icon(slug: str) -> str:
    """The path data of a brand by its slug (`github`); nothing for an unknown brand.

    Simple Icons' Python package is read as files: importing any of it imports all of it, which
    takes over a second.
    """
    folder = _package_folder()
    file = folder / f"_{slug}.py" if folder and slug.isalnum() else None
    return (
        path_data(file.read_text(encoding="utf-8")) if file is not None and file.is_file() else ""
    )


@cache
def _package_folder() -> Path | None:
    import importlib.util

    found = importlib.util.find_spec("simplepycons")
    return (
        Path(next(iter(found.submodule_search_locations)))
        if found and found.submodule_search_locations
        else None
    )
