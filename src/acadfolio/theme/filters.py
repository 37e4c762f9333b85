"""The filters of templates."""

from __future__ import annotations

import hashlib
from base64 import b64encode
from types import GeneratorType
from typing import TYPE_CHECKING, Any, Protocol, cast
from urllib.parse import quote

from jinja2 import Undefined, pass_context, pass_environment
from jinja2.filters import do_join, make_attrgetter
from markupsafe import Markup, escape

from acadfolio.html.text import plain_text, without_tags
from acadfolio.loading.page_urls import SAFE_IN_URL, SCHEME
from acadfolio.markdown import header_id
from acadfolio.model.date_styles import pattern_of
from acadfolio.model.dates import When
from acadfolio.model.languages import language_name
from acadfolio.model.values import Text
from acadfolio.problems import WrongValueError
from acadfolio.theme.dates import DAY, as_when, format_when
from acadfolio.theme.limits import check_length
from acadfolio.theme.words import with_number, words_for

if TYPE_CHECKING:
    from collections.abc import Callable

    from jinja2.runtime import Context

    from acadfolio.theme.excerpts import EvaluateShortcode, TextConverter


PRINTABLE = (str, int, float, Text, When, Undefined)


class Printer(Protocol):
    """The parts of the template environment that filters use."""

    texts: TextConverter
    language: str
    tag_ids: dict[str, str]
    shortcode: EvaluateShortcode

    def shown(self, context: Context, value: Any) -> Any: ...


def shown(context: Context, value: Any) -> Any:
    """The text of `{{ value }}`."""
    return cast("Printer", context.environment).shown(context, value)


def check_is_printable(value: Any) -> None:
    """Raise WrongValueError for a value that Python would print as an object."""
    if isinstance(value, PRINTABLE) or hasattr(value, "__html__"):
        return
    if isinstance(value, list | tuple | GeneratorType):
        raise WrongValueError('a list cannot be printed: add `| join(", ")`')
    name = getattr(value, "__name__", type(value).__name__.removesuffix("Context").lower())
    raise WrongValueError(f"`{name}` cannot be printed: choose one of its attributes")


@pass_context
def plain(context: Context, value: Any) -> str:
    """A text without its Markdown, for attributes and titles."""
    if isinstance(value, Text):
        return plain_text(cast("Printer", context.environment).texts.html(value))
    return plain_text(str(escape(shown(context, value))))


def heading_id(words: Any) -> str:
    """The anchor of a heading."""
    return header_id(str(words))


@pass_context
def join(
    context: Context, values: Any, between: str = "", attribute: str | int | None = None
) -> str:
    """Jinja's filter, with texts and dates as they are printed."""
    if attribute is not None:
        values = map(make_attrgetter(context.environment, attribute), values)
    parts = [shown(context, value) for value in values]
    check_length(
        sum(len(part) for part in parts if isinstance(part, str)) + len(between) * len(parts)
    )
    joined: str = do_join(context.eval_ctx, parts, between)
    return joined


@pass_environment
def blocks(environment: Printer, text: Text) -> Markup:
    """A text as paragraphs, lists and other blocks."""
    return Markup(environment.texts.document(text, environment.shortcode).html)  # noqa: S704


@pass_environment
def excerpt(environment: Printer, text: Text) -> Markup:
    """The first paragraph of a text, for lists whose entries have pages."""
    return Markup(environment.texts.excerpt(text))  # noqa: S704


@pass_context
def without_links(context: Context, value: Any) -> Markup:
    """A text as HTML without links, to be placed inside a link."""
    html = escape(shown(context, value))
    return Markup(without_tags(html, "a")) if "<a" in html else html  # noqa: S704


@pass_environment
def tag_id(environment: Printer, tag: Any) -> str:
    """The anchor of a tag on the page of all tags, different for each of them, even for `C`, `C++` and `C#`."""
    if not isinstance(tag, str):
        raise WrongValueError("only words are tags")
    return environment.tag_ids.get(tag) or header_id(tag)


def ids_of_tags(tags: set[str]) -> dict[str, str]:
    taken: set[str] = set()
    return {tag: take_id(header_id(tag) or "tag", taken) for tag in sorted(tags)}


def take_id(wanted: str, taken: set[str]) -> str:
    """A unique id on the page: with a number appended if it was used before."""
    found, number = wanted, 0
    while found in taken:
        number += 1
        found = f"{wanted}-{number}"
    taken.add(found)
    return found


def _place(context: Context) -> Any:
    """The variable with the language: the current section, else the page."""
    return _section(context) or context.get("page")


def _section(context: Context) -> Any:
    """The section around, if there is one.

    It is not looked up as templates do: a cached partial that shows a date does not depend on it
    (`cached_partials.py`), and has none.
    """
    return context.parent.get("section")


@pass_context
def with_lang(context: Context, words: str) -> str:
    """Words of the theme, marked with their language and direction where the page has others."""
    place = _place(context)
    language = place.words_language if place else ""
    if not language or not words:
        return words
    direction = Markup(' dir="ltr"') if place.direction == "rtl" else ""
    return Markup('<span lang="{}"{}>{}</span>').format(language, direction, words)


@pass_context
def bdi(context: Context, words: Any) -> Any:
    """Text of the data, isolated from the page's writing direction with its symbols and numbers."""
    place = _place(context)
    if not place or place.direction != "rtl" or not words:
        return words
    return Markup("<bdi>{}</bdi>").format(shown(context, words))


@pass_context
def date(context: Context, when: When | str | int | None, style: str = "") -> str:
    """A date in the given style, else in the section's, else in the site's; month names are the theme's."""
    text = _date(context, when, style)
    if isinstance(when, When) and when.label:
        return Markup(bdi(context, escape(text)))  # noqa: S704 - escaped
    return with_lang(context, text) if any(map(str.isalpha, text)) else text


def _date(context: Context, when: When | str | int | None, given: Any) -> str:
    if when is None:
        return ""
    when, site, section = as_when(when), context["site"], _section(context)
    ongoing, style = site.ongoing, site.date_style
    if section:
        own = section.settings.ongoing
        ongoing = (own and own.written_in(site.language)) or ongoing
        own_style = section.settings.date_style
        style = own_style.in_language(site.language) if own_style else style
    style = str(given or style)
    try:
        return format_when(when, style, ongoing, site.language)
    except ValueError as error:
        raise WrongValueError(f"`{style}` {': '.join(error.args)}") from None


@pass_context
def long_date(context: Context, when: When | str | int | None) -> str:
    """A date with its day: in the site's style where that shows days, else as the site's language writes it.

    Templates mark its language together with its `<time>`.
    """
    if when is None:
        return ""
    site, when = context["site"], as_when(when)
    in_style = DAY.search(pattern_of(site.date_style)) or not when.start.day
    return _date(
        context, when, site.date_style if in_style else words_for(site.language)["long_date"]
    )


@pass_context
def counted(context: Context, word: str, number: int) -> str:
    """A word of the theme by its key, with a number, in the form that it has with it."""
    return with_number(word, number, context["site"].language)


def upper_first(words: str, opens: bool = True) -> str:  # noqa: FBT001, FBT002 - how a filter is called
    """Words of the theme with a capital, as they begin a sentence; unless `opens` is false."""
    return words[:1].upper() + words[1:] if opens else words


def url_from_top(path: str | None) -> str:
    """A path in a data file, relative to the site's root, as a URL for any page; empty without a path."""
    if not path:
        return ""
    is_complete = SCHEME.match(path) or path.startswith("#")
    return path if is_complete else f"/{path.lstrip('/')}"


def percent_encoded(text: str) -> str:
    """A path or an identifier percent-encoded: some DOIs have `<` or `#`, and `中` is `%E4%B8%AD`."""
    return quote(text, safe=SAFE_IN_URL)


def sha256(text: str) -> str:
    """The hash of a script as a Content-Security-Policy names it."""
    return b64encode(hashlib.sha256(text.encode()).digest()).decode()


FILTERS: dict[str, Callable[..., Any]] = {
    function.__name__: function
    for function in (
        bdi, blocks, counted, date, excerpt, heading_id, join, language_name, long_date, percent_encoded, plain, sha256, tag_id,
        upper_first, url_from_top, with_lang, without_links,
    )
}  # fmt: skip
"""The filters of the theme, by their names, which docs/content/templates.md explains."""
