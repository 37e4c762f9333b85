"""The Jinja environment in which the site's and the theme's templates are rendered."""

from __future__ import annotations

import sys
from functools import wraps
from types import BuiltinMethodType, MethodType
from typing import TYPE_CHECKING, Any

import jinja2
from jinja2 import StrictUndefined, pass_environment
from jinja2.sandbox import ImmutableSandboxedEnvironment
from markupsafe import Markup

from acadfolio import __version__
from acadfolio.theme.cited_dates import cited_date
from acadfolio.theme.filters import (
    Printing,
    date,
    from_top,
    in_address,
    isolated,
    long_date,
    meta_tags,
    opening,
    own_name,
    said,
)
from acadfolio.theme.icons import brand_icon, path_data

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from jinja2.runtime import Context

LEFT_OUT_GLOBALS = ("cycler", "joiner", "lipsum")
LEFT_OUT_FILTERS = ("pprint", "random")
"""What is random would make two builds differ, and what shows Python's objects is of no use."""


MOST_SIGNS = 1_000_000
"""How long a text or a list may be that a template makes by repeating or widening another; no page is as long."""
MOST_BITS = 100_000
"""How many binary digits a number may have that a template makes by `*` or `**`."""
BOUNDED = frozenset({"center", "expandtabs", "format", "format_map", "ljust", "rjust", "zfill"})
"""Methods of texts that a number alone makes endless."""
METHODS = (BuiltinMethodType, MethodType)
BOUNDED_FILTERS = ("batch", "center", "format", "indent", "round", "slice", "tojson", "wordwrap")
"""Filters likewise; the theme's own templates use none of them."""


class NotUtf8Error(jinja2.TemplateError):
    """A template of this name is not in UTF-8."""


class TemplateFolders(jinja2.FileSystemLoader):
    """Templates of several folders; the first one that has a name wins."""

    def get_source(self, environment: jinja2.Environment, template: str) -> tuple[str, str, Callable[[], bool]]:
        try:
            return super().get_source(environment, template)
        except UnicodeDecodeError:
            raise NotUtf8Error(template) from None


class Sandbox(ImmutableSandboxedEnvironment):
    """Jinja's sandbox, in which nothing becomes longer than a page can be."""

    intercepted_binops = frozenset({"*", "**", "%"})
    """What a few signs could make endless; the theme's own templates have none of them."""

    def __init__(self, printing: Printing, loader: TemplateFolders, **options: Any) -> None:
        super().__init__(finalize=printing.printed, loader=loader, **options)
        self.shown, self.folders = printing.shown, loader
        self.icons: dict[str, Markup] = {}

    def wrap_str_format(self, value: Any) -> Callable[..., Any] | None:
        """What Jinja asks of every attribute: what stands for it. Of texts' methods, those that may make too much."""
        as_jinja = super().wrap_str_format(value)
        if not isinstance(value, METHODS) or value.__name__ not in BOUNDED or not isinstance(value.__self__, str):
            return as_jinja
        from acadfolio.theme.bounds import bounded

        return bounded(self, value, as_jinja)

    def call_binop(self, context: Context, operator: str, left: Any, right: Any) -> Any:
        """A product, a power, a remainder or a formatted text. Raises MemoryError for one that is too large."""
        if operator == "%":
            if isinstance(left, str):
                from acadfolio.theme.bounds import look_at_format

                look_at_format(left, right)
        elif _size_of(operator, left, right) > 1:
            raise MemoryError
        return super().call_binop(context, operator, left, right)


def _size_of(operator: str, left: Any, right: Any) -> float:
    """How large the result would be, as a share of what is allowed."""
    if isinstance(left, int) and isinstance(right, int):
        bits = left.bit_length() * max(right, 0) if operator == "**" else left.bit_length() + right.bit_length()
        return bits / MOST_BITS if left not in {0, 1, -1} else 0
    several, times = (right, left) if isinstance(left, int) else (left, right)
    if operator == "*" and isinstance(times, int) and hasattr(several, "__len__"):
        return len(several) * times / MOST_SIGNS
    return 0


def _bounded(name: str, made: Callable[..., Any]) -> Callable[..., Any]:
    """A filter of Jinja's that looks first at how much it would make."""

    @wraps(made)
    def bounded(*values: Any, **named: Any) -> Any:
        from acadfolio.theme.bounds import look_at_filter

        look_at_filter(name, values, named)
        return made(*values, **named)

    return bounded


def template_environment(
    folders: list[Path],
    inline: Callable[[str], str],
    heading_id: Callable[[str], str],
    language: str = "en",
    compiled: Path | None = None,
) -> Sandbox:
    """Templates are looked for in `folders`, the first one that has a name wins.

    Autoescape and StrictUndefined are on; templates run in a sandbox, for a theme may come from elsewhere. A `Text` is
    printed as inline Markdown (through `inline`) in the site's `language`, a date in the section's or the site's style.
    `compiled` is a folder of the user's own that keeps what templates were compiled to; without it nothing is kept.
    """
    printing = Printing(inline, heading_id, language)
    environment = Sandbox(
        printing,
        TemplateFolders(folders),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,  # no template changes during a build
        optimized=False,  # what a filter makes of a constant is this site's, and the code of the theme is everybody's
        bytecode_cache=_bytecode_cache(compiled),
    )
    for name in LEFT_OUT_GLOBALS:
        environment.globals.pop(name, None)
    for name in LEFT_OUT_FILTERS:
        environment.filters.pop(name, None)
    environment.globals["tidy"] = printing.tidy.tidy
    environment.filters |= {
        "cited_date": cited_date,
        "date": date,
        "from_top": from_top,
        "icon": icon,
        "in_address": in_address,
        "isolated": isolated,
        "long_date": long_date,
        "meta_tags": meta_tags,
        "opening": opening,
        "own_name": own_name,
        "said": said,
    }
    environment.filters |= printing.filters
    environment.filters |= {name: _bounded(name, environment.filters[name]) for name in BOUNDED_FILTERS}
    return environment


def _bytecode_cache(folder: Path | None) -> jinja2.BytecodeCache | None:
    """Jinja's, in a folder of this version: code of another one may call a filter otherwise."""
    if folder is None:
        return None
    place = folder / f"templates-{__version__}-{jinja2.__version__}-{sys.implementation.cache_tag}"
    try:
        place.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError:
        return None
    return jinja2.FileSystemBytecodeCache(str(place))


@pass_environment
def icon(environment: Sandbox, name: str) -> Markup:
    """An inline picture by the name of an icon, hidden from screen readers: the words beside it say what it means.

    `templates/icons/NAME.svg`, of the site or of the theme, goes before Simple Icons' brand of that name.
    """
    made = environment.icons.get(name)
    if made is None:
        made = environment.icons[name] = known_icon(environment, name) or known_icon(environment, "link")
    return made


def known_icon(environment: Sandbox, name: str, *, brands: bool = True) -> Markup:
    """The same; empty where there is none, among the `brands` neither."""
    data = _drawn(environment, name) or (brand_icon(name) if brands else "")
    svg = Markup('<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="{}"/></svg>')
    return svg.format(data) if data else Markup()


def _drawn(environment: Sandbox, name: str) -> str:
    try:
        return path_data(environment.folders.get_source(environment, f"icons/{name}.svg")[0])
    except jinja2.TemplateNotFound:
        return ""
