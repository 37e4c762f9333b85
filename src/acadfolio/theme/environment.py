"""The site's and the theme's template folders come in, the Jinja environment that renders from them comes out."""

from __future__ import annotations

from collections import defaultdict
from functools import wraps
from types import BuiltinMethodType, FunctionType, MethodType
from typing import TYPE_CHECKING, Any

import jinja2
from jinja2 import StrictUndefined, Template, pass_environment
from jinja2.runtime import Context, Macro, markup_join
from jinja2.sandbox import ImmutableSandboxedEnvironment
from jinja2.utils import missing
from markupsafe import Markup

from acadfolio.theme.cited_dates import cited_date
from acadfolio.theme.code import ShortCode
from acadfolio.theme.filters import (
    Printing,
    date,
    escaped,
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
from acadfolio.theme.loading import Folders
from acadfolio.theme.watched import WatchedContext

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, MutableMapping
    from pathlib import Path

    from acadfolio.theme.compiled import CompiledTemplates

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


class Sandbox(ImmutableSandboxedEnvironment):
    """Jinja's, which asks of every attribute anew whether it is safe: its answer depends on the type and the name."""

    intercepted_binops = frozenset({"*", "**", "%"})
    """What a few signs could make endless; the theme's own templates have none of them."""
    code_generator_class: Any = ShortCode

    def __init__(self, printing: Printing, folders: Folders, **options: Any) -> None:
        loader: Any = folders  # It does what Jinja asks of one.
        super().__init__(finalize=printing.printed, loader=loader, **options)
        self.folders = folders
        self.shown, self.tidy = printing.shown, printing.tidy
        self.ready: dict[str, Template] = {}
        """Templates that were asked for before: none changes while an environment lives."""
        self.answers: dict[tuple[type, str], bool] = {}
        self.having: defaultdict[str, set[type]] = defaultdict(set)
        """By an attribute, those of our own records that have it: safe, and no method of strings to be wrapped."""
        self.methods: set[Any] = set()
        """Of our own classes: safe, and called with nothing but what the template says."""
        self.icons: dict[str, Markup] = {}

    def getattr(self, obj: Any, attribute: str) -> Any:
        if type(obj) in self.having[attribute]:
            return getattr(obj, attribute)
        if type(obj) is dict and attribute in obj and not hasattr(dict, attribute):
            return obj[attribute]
        value = super().getattr(obj, attribute)
        if _is_ours(type(obj), attribute) and not isinstance(value, jinja2.Undefined):
            self.having[attribute].add(type(obj))
        return value

    def is_safe_attribute(self, obj: Any, attr: str, value: Any) -> bool:
        key = (type(obj), attr)
        answer = self.answers.get(key)
        if answer is None:
            answer = self.answers[key] = super().is_safe_attribute(obj, attr, value)
        return answer

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

    def printed(self, context: Context, value: Any) -> str:
        """What `{{ value }}` prints, escaped: as `finalize` and `escape` make it, in one step."""
        kind = type(value)
        if kind is int:
            value = str(value)
        elif kind is not Markup:
            if kind is not str:
                value = self.shown(context, value)
            value = escaped(value)
        made: str = value
        return self.tidy.marked(made) if self.tidy.is_running else made

    def joined(self, context: Context, values: tuple[Any, ...]) -> str:
        """What `a ~ b` is, where texts and dates are what they print."""
        return markup_join([value if type(value) is str else self.shown(context, value) for value in values])

    def included(
        self, name: str | list[str | Template], parent: str, context: Context, local: Mapping[str, Any]
    ) -> str:
        """What a template, or the first that there is of several, prints where `parent` includes it."""
        template = self.get_or_select_template(name, parent)
        here = {known: value for known, value in local.items() if value is not missing}
        seen = {**context.parent, **context.vars, **here}
        if isinstance(context, WatchedContext):
            return self.concat(template.root_render_func(context.inside(seen, template.name, template.blocks)))
        return self.concat(template.root_render_func(Context(self, seen, template.name, template.blocks)))

    def imported(self, name: str | list[str | Template], parent: str) -> Any:
        """The macros of a template that is imported without context: the same wherever that happens."""
        return self.get_or_select_template(name, parent).module

    def get_template(
        self,
        name: str | Template,
        parent: str | None = None,
        globals: MutableMapping[str, Any] | None = None,  # noqa: A002 - as Jinja calls it
    ) -> Template:
        """The template of that name. Jinja asks its loader each time, and a page takes twenty."""
        if type(name) is not str or globals is not None:
            return super().get_template(name, parent, globals)
        template = self.ready.get(name)
        if template is None:
            template = self.ready[name] = super().get_template(name, parent)
        return template

    def call(self, context: Context, called: Any, /, *arguments: Any, **named: Any) -> Any:
        """Macros are the templates' own: nobody has to ask whether they are safe. Of our methods, one asks once."""
        if type(called) is Macro:
            named.pop("_loop_vars", None)
            named.pop("_block_vars", None)
            return called(context.eval_ctx, *arguments, **named)
        if type(called) is MethodType:
            if called.__func__ not in self.methods and self._is_plain(called):
                self.methods.add(called.__func__)
            if called.__func__ in self.methods:
                named.pop("_loop_vars", None)
                named.pop("_block_vars", None)
                return called(*arguments, **named)
        return super().call(context, called, *arguments, **named)

    def _is_plain(self, called: MethodType) -> bool:
        """Whether Jinja would call this method of ours with nothing but what the template says."""
        is_ours = type(called.__self__).__module__.startswith("acadfolio.")
        return is_ours and self.is_safe_callable(called) and getattr(called, "jinja_pass_arg", None) is None


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


def _is_ours(record: type, attribute: str) -> bool:
    """Whether that is a field of one of our records, or a method (whoever calls that is asked for himself)."""
    is_ours = record.__module__.startswith(("acadfolio.model.", "acadfolio.rendering.", "acadfolio.theme.context"))
    found = getattr(record, attribute, None)
    is_known = type(found) is FunctionType or not callable(found)
    return is_ours and found is not None and not attribute.startswith("_") and is_known


def template_environment(
    folders: list[Path],
    inline: Callable[[str], str],
    heading_id: Callable[[str], str],
    compiled: CompiledTemplates | None = None,
    language: str = "en",
) -> Sandbox:
    """Templates are looked for in `folders`, the first one that has a name wins; `compiled` remembers their code.

    Autoescape and StrictUndefined are on; templates run in a sandbox, for a theme may come from elsewhere. A `Text` is
    printed as inline Markdown (through `inline`) in the site's `language`, a date in the section's or the site's style.
    """
    printing = Printing(inline, heading_id, language)
    environment = Sandbox(
        printing,
        Folders(folders, compiled),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=False,
        auto_reload=False,  # no template changes during a build
        optimized=False,  # what a filter makes of a constant is this site's, and the code of the theme is everybody's
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
        return path_data(environment.folders.file(f"icons/{name}.svg")[1])
    except jinja2.TemplateNotFound:
        return ""
