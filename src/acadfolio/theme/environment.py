"""The site's and the theme's template folders come in, the Jinja environment that renders from them comes out."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import jinja2
from jinja2 import FileSystemLoader, StrictUndefined, pass_context, pass_environment
from jinja2.sandbox import ImmutableSandboxedEnvironment
from markupsafe import Markup

from acadfolio.records.dates import When
from acadfolio.records.values import Text
from acadfolio.theme.dates import format_when
from acadfolio.theme.icons import brand_icon, path_data

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from jinja2.runtime import Context

HAS_HOST = re.compile(r"[a-zA-Z][\w+.-]*:|//|#")
TIDY = (
    (re.compile(r"\s+"), " "),
    (re.compile(r" +((?:</[a-z]+>)*[,.;:)\]])"), r"\1"),  # no space before punctuation
    (re.compile(r"([(\[]) +"), r"\1"),
    (re.compile(r",(?: ?,)+"), ","),
    (re.compile(r",(?= ?\.)"), ""),
    (re.compile(r"([.!?]</cite>) ?,"), r"\1"),  # a title that ends a sentence takes no comma
    (re.compile(r"([.!?])((?:</[a-z]+>)*)\.(?!\.)"), r"\1\2"),  # no full stop after the end of a sentence
    (re.compile(r"^[ ,.]+"), ""),
)
ENDS_SENTENCE = (".", "!", "?", "…", "。", "！", "？", ".”", "!”", "?”")


def template_environment(
    folders: list[Path], inline: Callable[[str], str], heading_id: Callable[[str], str]
) -> jinja2.Environment:
    """Templates are looked for in `folders`, the first one that has a name wins.

    Autoescape and StrictUndefined are on; templates run in a sandbox, for a theme may come from elsewhere. A `Text` is
    printed as inline Markdown (through `inline`) in the page's language, a date in the section's or the site's style.
    """

    @pass_context
    def printed(context: Context, value: Any) -> Any:
        if isinstance(value, Text):
            return Markup(inline(value.in_language(context["site"].language)))  # noqa: S704
        if isinstance(value, When):
            return date(context, value)
        return "" if value is None else value

    @pass_context
    def plain(context: Context, value: Any) -> str:
        """A text without its Markdown, for attributes and titles."""
        return Markup(printed(context, value)).striptags()  # noqa: S704

    @pass_context
    def stop(context: Context, value: Any) -> Any:
        """The value with a full stop, unless it ends a sentence already."""
        return stopped(printed(context, value))

    environment = ImmutableSandboxedEnvironment(
        loader=FileSystemLoader(folders),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=printed,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=False,
    )
    for name in ("cycler", "joiner", "lipsum"):  # lipsum is random: two builds would differ.
        environment.globals.pop(name, None)
    environment.filters |= {
        "date": date,
        "from_top": from_top,
        "heading_id": heading_id,
        "icon": icon,
        "plain": plain,
        "stop": stop,
        "tidy": tidy,
    }
    return environment


@pass_context
def date(context: Context, when: When | None, style: str = "") -> str:
    """A date in a style of one's own, else in the section's, else in the site's."""
    if when is None:
        return ""
    site, section = context["site"], context.get("section")
    ongoing = (section.settings.ongoing if section else None) or site.ongoing
    style = style or (section.settings.date_style if section else None) or site.date_style
    word = ongoing.in_language(site.language) if isinstance(ongoing, Text) else ongoing
    return format_when(when, style, word, site.language)


@pass_environment
def icon(environment: jinja2.Environment, name: str) -> Markup:
    """An inline picture by the name of an icon, hidden from screen readers: the words beside it say what it means.

    `templates/icons/NAME.svg`, of the site or of the theme, goes before Simple Icons' brand of that name.
    """
    data = _drawn(environment, name) or brand_icon(name) or _drawn(environment, "link")
    return Markup(
        '<svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false"><path d="{}"/></svg>'
    ).format(data)


def _drawn(environment: jinja2.Environment, name: str) -> str:
    try:
        return (
            path_data(environment.loader.get_source(environment, f"icons/{name}.svg")[0]) if environment.loader else ""
        )
    except jinja2.TemplateNotFound:
        return ""


def from_top(path: str) -> str:
    """A path of the data files, which is seen from the top of the site, as an address for any page."""
    return path if HAS_HOST.match(path) else f"/{path.lstrip('/')}"


def tidy(text: str) -> Markup:
    """White space and punctuation set right, so that a citation template may write each piece in a line of its own."""
    for pattern, tidied in TIDY:
        text = pattern.sub(tidied, text)
    return Markup(text.strip())  # noqa: S704


def stopped(text: Markup | str) -> Markup | str:
    """The text with a full stop, unless it ends a sentence already or says nothing."""
    words = Markup(text).striptags().rstrip()  # noqa: S704
    return text if not words or words.endswith(ENDS_SENTENCE) else text + "."
