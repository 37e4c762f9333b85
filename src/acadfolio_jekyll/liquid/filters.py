"""The Liquid filters of Jekyll."""

from __future__ import annotations

import json
import re
from datetime import datetime
from html import unescape
from io import StringIO
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, quote_plus
from xml.sax.saxutils import escape

from liquid.builtin.filters.misc import date as liquid_date
from liquid.filter import with_context, with_environment
from liquid.undefined import UNDEFINED

from acadfolio.loading.page_urls import SCHEME
from acadfolio.theme.dates import english_ordinal
from acadfolio.theme.filters import url_from_top
from acadfolio.theme.words import locale
from acadfolio_jekyll.liquid.variables import last_change
from acadfolio_jekyll.slugs import slugify

if TYPE_CHECKING:
    from collections.abc import Callable

    from acadfolio_jekyll.liquid.environment import PageEnvironment

LONGEST_DATE = 200


def parse_date(text: str) -> datetime | None:
    """Parse a date; None if it is not one.

    Missing parts are those of 1970-01-01, not today's as in python-liquid.
    """
    from dateutil import parser  # type: ignore[import-untyped] # python-liquid depends on it.

    if len(text) > LONGEST_DATE:
        return None
    if text.isdigit() and len(text) != len("2024"):
        return None
    try:
        moment: datetime = parser.parse(text, default=datetime(1970, 1, 1))  # noqa: DTZ001 - the zone is never shown
    except (parser.ParserError, OverflowError):
        return None
    return moment


def _text(value: Any) -> str:
    if value is None:
        return ""
    return str(value).lower() if isinstance(value, bool) else str(value)


def _items(value: Any) -> list[Any]:
    if isinstance(value, dict):
        return list(value.values())
    if isinstance(value, list | tuple | range):
        return list(value)
    return [value] if value else []


def _relative(value: Any) -> str:
    """A URL from the top of the site. Rendering makes it relative, as all URLs of a page."""
    return url_from_top(_text(value).strip()) or "/"


@with_environment
def _markdownify(value: Any, *, environment: PageEnvironment) -> str:
    return environment.html(_text(value))


@with_environment
def _absolute(value: Any, *, environment: PageEnvironment) -> str:
    url = _relative(value)
    return url if SCHEME.match(url) else f"{environment.site.settings.url.rstrip('/')}{url}"


@with_environment
def _formatted(value: Any, style: Any = UNDEFINED, *, environment: PageEnvironment) -> str:
    """Liquid's filter `date`: "now" is the day of the last change."""
    text = _text(value)
    if text in {"now", "today"}:
        text = last_change(environment.site)
    if style is UNDEFINED or not text:
        return text
    return str(liquid_date(parse_date(text) or text, style, environment=environment))


def _date(value: Any, style: str, *ordinal: str) -> str:
    """The date in a style of `strftime` in English. Other text is unchanged.

    With the word `ordinal`, the day is one such as `3rd`; with `US`, it is after the month.
    """
    day = parse_date(_text(value))
    if day is None:
        return _text(value)
    if ordinal == ("ordinal", "US"):
        style = style.replace("%d %b", "%b %d,").replace("%d %B", "%B %d,")
    if "ordinal" in ordinal:
        style = style.replace("%d", english_ordinal(day.day))
    month = locale("en").months[day.month - 1]
    return day.strftime(style.replace("%b", month[:3]).replace("%B", month))


def _sentence(value: Any, connector: str = "and") -> str:
    """`A, B, and C`, or `A and B`."""
    *others, last = [_text(item) for item in _items(value)] or [""]
    if not others:
        return last
    comma = "," if len(others) > 1 else ""
    return f"{', '.join(others)}{comma} {connector} {last}"


def _escaped(value: Any) -> str:
    """A text for HTML. Values of entries have escaped characters already."""
    return re.sub(r"&amp;(#\d+;)", r"&\1", escape(_text(value), {'"': "&quot;", "'": "&#39;"}))


def _printed(value: Any, name: str, text: str, context: Any) -> list[tuple[Any, str]]:
    """Each item, with what a text with Liquid prints about it."""
    template = context.env.from_string(text)
    printed: list[tuple[Any, str]] = []
    for item in _items(value):
        buffer = StringIO()
        with context.extend({name: item}):
            template.render_with_context(context, buffer, partial=True)
        printed.append((item, buffer.getvalue()))
    return printed


def _property(item: Any, key: Any) -> Any:
    """The value of a key such as `venue`, or `venue.name` of a mapping in a mapping; None without one."""
    for part in _text(key).split("."):
        item = item.get(part) if isinstance(item, dict) else None
    return item


def _where(value: Any, key: Any, wanted: Any = None) -> list[Any]:
    """The items that have a value, also in a list.

    Jekyll compares texts: `"true"` matches `true`.
    """
    found: list[Any] = []
    for item in _items(value):
        texts = [_text(each) for each in _items(_property(item, key))] or [""]
        if _text(wanted) in texts:
            found.append(item)
    return found


@with_context
def _where_expression(value: Any, name: str, expression: str, *, context: Any) -> list[Any]:
    """The items for which an expression is true."""
    printed = _printed(value, name, f"{{% if {expression} %}}1{{% endif %}}", context)
    return [item for item, text in printed if text]


@with_context
def _group_by_expression(
    value: Any, name: str, expression: str, *, context: Any
) -> list[dict[str, Any]]:
    return _groups(_printed(value, name, f"{{{{ {expression} }}}}", context))


def _group_by(value: Any, key: str) -> list[dict[str, Any]]:
    return _groups([(item, _text(_property(item, key))) for item in _items(value)])


def _groups(items: list[tuple[Any, str]]) -> list[dict[str, Any]]:
    groups: dict[str, list[Any]] = {}
    for item, name in items:
        groups.setdefault(name, []).append(item)
    return [{"name": name, "items": group, "size": len(group)} for name, group in groups.items()]


def _as_json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), default=str)


OF_AL_FOLIO = ("bust_css_cache", "bust_file_cache", "emojify", "encode_email")
"""al-folio's filters that have no effect here."""
FILTERS: dict[str, Callable[..., Any]] = {
    "absolute_url": _absolute,
    "array_to_sentence_string": _sentence,
    "cgi_escape": lambda value: quote_plus(_text(value), safe="*"),
    "date": _formatted,
    "date_to_long_string": lambda value, *ordinal: _date(value, "%d %B %Y", *ordinal),
    "date_to_string": lambda value, *ordinal: _date(value, "%d %b %Y", *ordinal),
    "date_to_xmlschema": lambda value: _date(value, "%Y-%m-%dT00:00:00+00:00"),
    "escape": _escaped,
    "find": lambda value, key, wanted: next(iter(_where(value, key, wanted)), None),
    "group_by": _group_by,
    "group_by_exp": _group_by_expression,
    "jsonify": _as_json,
    "markdownify": _markdownify,
    "normalize_whitespace": lambda value: " ".join(_text(value).split()),
    "number_of_words": lambda value, _mode="": len(_text(value).split()),
    "pop": lambda value, count=1: _items(value)[: -int(count) or None],
    "push": lambda value, item: [*_items(value), item],
    "relative_url": _relative,
    "shift": lambda value, count=1: _items(value)[int(count) :],
    "slugify": lambda value, mode="default": slugify(unescape(_text(value)), _text(mode)),
    **dict.fromkeys(OF_AL_FOLIO, _text),
    "smartify": _text,  # Markdown converts the quotes.
    "strip_index": lambda value: re.sub(r"/index\.html?$", "/", _text(value)),
    "to_integer": lambda value: int(float(value or 0)),
    "unshift": lambda value, item: [item, *_items(value)],
    "uri_escape": lambda value: quote(_text(value), safe="!*'();:@&=+$,/?#[]%-._~"),
    "where": _where,
    "where_exp": _where_expression,
    "xml_escape": _escaped,
}
"""Jekyll's filters by their names."""
