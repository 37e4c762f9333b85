"""What Liquid has in Jekyll alone comes in, filters and tags, it comes out in words that python-liquid knows."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, quote_plus
from xml.sax.saxutils import escape

from liquid.exceptions import LocalNamespaceLimitError
from liquid.filter import with_context

from acadfolio.loading.addresses import SCHEME
from acadfolio.loading.jekyll_slugs import slugify
from acadfolio.loading.liquid import RAW
from acadfolio.loading.pages import as_ours
from acadfolio.nouns import english_ordinal
from acadfolio.problems import did_you_mean
from acadfolio.theme.words import month_names

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping

    from acadfolio.model.page import Page
    from acadfolio.model.site import Site
    from acadfolio.rendering.liquid import Around

HIGHLIGHT = "acadfolio_highlight"
TAG = re.compile(
    rf"""{RAW.pattern}
    |\{{%-?\s*highlight\b(?P<language>(?:(?!%\}}).)*)%\}}(?P<code>.*?)\{{%-?\s*endhighlight\s*-?%\}}
    |\{{%(?P<left>-?)\s*(?P<name>link|post_url|include_relative)\b(?P<rest>(?:(?!%\}}).)*?)(?P<right>-?)%\}}""",
    re.DOTALL | re.VERBOSE,
)
LIST_MARKER = re.compile(r"[ \t]*(?:[-*+]|\d+\.)[ \t]+")
DAY = re.compile(r"(\d{4})(?:-(\d\d?))?(?:-(\d\d?))?(?!\d)")
DIGITS = re.compile(r"\s*[+-]?\d+(?:_\d+)*", re.ASCII)
INSTEAD = {
    "avatar": "write a link to the picture",
    "bibliography": "place a line `{{ publications() }}` instead",
    "feed_meta": "delete it: every page names the feeds",
    "gist": "write a link to it, or the code between ```",
    "highlight": "close it with `{% endhighlight %}`",
    "include_cached": "write `include` instead",
    "seo": "delete it: every page says this of itself",
    "twitter": "write a link to it",
    "youtube": 'place a line `{{ video("https://…") }}` instead',
}
"""Tags of Jekyll and its plugins that are not there, and what to do."""
MOST_SIGNS, MOST_DIGITS = 10_000_000, 1_000
"""How long a text may be that one filter makes, and a number."""
SHOWN = "what is only to be shown belongs between `{% raw %}` and `{% endraw %}`"


class WrongTagError(Exception):
    """A tag asks for what is not there: what it is, and what to do."""


def with_tags(text: str, page: Page, site: Site, report: Callable[[int, str, str], None]) -> str:
    """Jekyll's tags as tags of Liquid. `report` is told of those that are wrong, by the offsets where they stand."""

    def made(match: re.Match[str], above: int = 0) -> str:
        if match["code"] is not None:
            start = above + match.start("code")
            code = TAG.sub(lambda inner: made(inner, start), match["code"])
            before = match.string[match.string.rfind("\n", 0, match.start()) + 1 : match.start()]
            return _highlight(before, match["language"].strip(" \t\n-"), code)
        if match["name"] is None:
            return match[0]
        lines = "\n" * match[0].count("\n")
        try:
            value = _tag(match["name"], match["rest"].strip(), page, site)
        except WrongTagError as error:
            what, hint = error.args
            report(above + match.start("left"), what, hint)
            value = '""'
        if match["name"] == "include_relative":
            return f"{{%{match['left']} include {value} {lines}{match['right']}%}}"
        return f"{{{{{match['left']} {value} {lines}{match['right']}}}}}"

    return TAG.sub(made, text)


def _highlight(before: str, language: str, code: str) -> str:
    """What takes code in as text, and gives it to a filter."""
    marker = LIST_MARKER.fullmatch(before)
    indentation = " " * len(before) if marker else before if not before.strip() else ""
    starts_line = "true" if marker or not before.strip() else "false"
    name = re.sub(r"[^\w+#.-].*", "", language, flags=re.DOTALL)
    return (
        f"{{% capture {HIGHLIGHT} %}}{code}{{% endcapture %}}"
        f'{{{{ {HIGHLIGHT} | {HIGHLIGHT}: "{name}", "{indentation}", {starts_line} }}}}'
    )


def _tag(name: str, rest: str, page: Page, site: Site) -> str:
    """What a tag means, as a text in quotes. Raises WrongTagError."""
    asked = rest.strip("\"'").split("\n")[0].strip()
    if "{{" in rest or not rest:
        raise WrongTagError(f"Liquid: `{name}` wants the name of a file", "write it out, such as `_pages/about.md`")
    if name == "include_relative":
        if " " in asked:
            file = asked.split()[0]
            raise WrongTagError(f"Liquid: `{file}` takes no parameters here", "write what it holds into the page")
        if asked not in page.included:
            hint = "it lies beside the page or below it, in content/"
            raise WrongTagError(f"Liquid: there is no file `{asked}` to include", hint)
        return f'"{asked}"'
    if name == "post_url":
        posts = {_stem(page.file): page.address for page in site.pages if page.is_post}
        wanted = asked.removeprefix("/")
        found = posts.get(wanted) or next((posts[post] for post in posts if post.endswith(f"/{wanted}")), None)
        if found is None:
            hint = did_you_mean(wanted, posts, lists=False) or "write the name of its file, without the ending"
            raise WrongTagError(f"Liquid: there is no post `{asked}`", hint)
    else:
        wanted = as_ours(asked.removeprefix("/"))
        files = {as_ours(page.file.removeprefix("content/")): page.address for page in site.pages}
        files |= {file.path: f"/{file.path}" for file in site.static_files}
        found = files.get(wanted)
        if found is None:
            hint = did_you_mean(wanted, files, lists=False) or "write where it lies in content/ or static/"
            raise WrongTagError(f"Liquid: there is no page or file `{asked}` to link to", hint)
    return f'"{found}"'


def _stem(file: str) -> str:
    return as_ours(file.removeprefix("content/")).removeprefix("posts/").rsplit(".", 1)[0]


def hint_at(mistake: str, filters: Collection[str], tags: Collection[str]) -> str:
    """What to do about python-liquid's message."""
    if match := re.match(r"unknown filter '(\w+)'", mistake):
        near = did_you_mean(match[1], filters, cutoff=0.75, lists=False)
        return near or f"there is no such filter here: write what it makes; {SHOWN}"
    if match := re.match(r"unexpected tag '(\w+)'", mistake):
        known = {tag for tag in tags if tag.isalpha()} | {"highlight", "link", "post_url", "include_relative"}
        near = INSTEAD.get(match[1]) or did_you_mean(match[1], known, cutoff=0.75, lists=False)
        return near or f"there is no such tag here: write what it makes as Markdown or HTML; {SHOWN}"
    if "limit reached" in mistake or "more than a page" in mistake:
        return "see what is repeated in a loop"
    return f"mend the tag; {SHOWN}"


def bounded_filters(filters: Mapping[str, Callable[..., Any]]) -> dict[str, Callable[..., Any]]:
    """Liquid's own that make much of little at one go, but not too much. In a loop, what they made is looked at."""
    replace, times = filters["replace"], filters["times"]

    def replaced(value: Any, *words: Any) -> Any:
        if len(words) > 1 and _text(value).count(_text(words[0])) * len(_text(words[1])) > MOST_SIGNS:
            raise LocalNamespaceLimitError("too long", token=None)
        return replace(value, *words)

    def multiplied(value: Any, *by: Any) -> Any:
        if len(_text(value)) + sum(len(_text(number)) for number in by) > MOST_DIGITS:
            raise LocalNamespaceLimitError("too large", token=None)
        return times(value, *by)

    return {"replace": replaced, "times": multiplied}


def filters_for(page: Page, around: Around) -> dict[str, Callable[..., Any]]:
    """Jekyll's filters by their names."""
    url = (around.site.settings.url or "").rstrip("/")

    def absolute(value: Any) -> str:
        address = _relative(value)
        return address if SCHEME.match(address) else f"{url}{address}"

    def highlighted(code: Any, language: str, indentation: str, starts_line: Any) -> str:
        fence = _fenced(_text(code), language, indentation)
        return ("" if starts_line else "\n") + (around.convert(fence) if page.is_html else fence)

    return {
        HIGHLIGHT: highlighted,
        "absolute_url": absolute,
        "markdownify": lambda value: around.convert(_text(value)),
        **FILTERS,
    }


def _text(value: Any) -> str:
    return "" if value is None else str(value).lower() if isinstance(value, bool) else str(value)


def _items(value: Any) -> list[Any]:
    if isinstance(value, dict):
        return list(value.values())
    return list(value) if isinstance(value, list | tuple | range) else [value] if value else []


def _relative(value: Any) -> str:
    """An address from the top of the site, which is made relative with all others."""
    address = _text(value).strip()
    return address if SCHEME.match(address) or address.startswith("#") else f"/{address.lstrip('/')}"


def _fenced(code: str, language: str, indentation: str) -> str:
    longest = max((len(run) for run in re.findall("~+", code)), default=0)
    fence = "~" * max(3, longest + 1)
    rows = [f"{fence} {language}".rstrip(), *code.strip("\n").rstrip().split("\n"), fence]
    first, *others = (row.removeprefix(indentation) for row in rows)
    return "\n".join([first, *(f"{indentation}{row}" if row.strip() else "" for row in others)]) + "\n"


def _day(value: Any) -> tuple[int, int, int] | None:
    """A year, a month and a day; None for what is no date."""
    match = DAY.match(_text(value))
    if match is None:
        return None
    year, month, day = (int(part or 1) for part in match.groups())
    return (year, month, day) if month in range(1, 13) and day in range(1, 32) else None


def _date(value: Any, style: str, order: str, month_of: Callable[[str], str]) -> str:
    when = _day(value)
    if when is None:
        return _text(value)
    year, number, day = when
    month = month_of(month_names("en")[number - 1])
    if style != "ordinal":
        return f"{day:02} {month} {year}"
    nth = english_ordinal(day)
    return f"{month} {nth}, {year}" if order == "US" else f"{nth} {month} {year}"


def _short_date(value: Any, style: str = "", order: str = "") -> str:
    return _date(value, style, order, lambda month: month[:3])


def _long_date(value: Any, style: str = "", order: str = "") -> str:
    return _date(value, style, order, str)


def _xml_date(value: Any) -> str:
    when = _day(value)
    return "{:04}-{:02}-{:02}T00:00:00+00:00".format(*when) if when else _text(value)


def _sentence(value: Any, connector: str = "and") -> str:
    *others, last = [_text(item) for item in _items(value)] or [""]
    if not others:
        return last
    return f"{', '.join(others)}{',' if len(others) > 1 else ''} {connector} {last}"


def _integer(value: Any) -> int:
    """As Ruby reads it: the digits with which a text begins, else 0. Raises TypeError for what has many values."""
    if isinstance(value, list | tuple | dict | range):
        raise TypeError(value)
    if isinstance(value, int | float):
        return int(value)
    digits = DIGITS.match(_text(value))
    return int(digits[0]) if digits else 0


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), default=str)


@with_context
def _where(value: Any, name: str, expression: str, *, context: Any) -> list[Any]:
    """The items for which an expression holds."""
    template = context.env.from_string(f"{{% if {expression} %}}1{{% endif %}}")
    return [item for item in _items(value) if template.render(**{**context.globals, **context.locals, name: item})]


def _groups(value: Any, key_of: Callable[[Any], str]) -> list[dict[str, Any]]:
    groups: dict[str, list[Any]] = {}
    for item in _items(value):
        groups.setdefault(key_of(item), []).append(item)
    return [{"name": name, "items": items, "size": len(items)} for name, items in groups.items()]


@with_context
def _grouped_by(value: Any, name: str, expression: str, *, context: Any) -> list[dict[str, Any]]:
    template = context.env.from_string(f"{{{{ {expression} }}}}")
    return _groups(value, lambda item: template.render(**{**context.globals, **context.locals, name: item}))


FILTERS: dict[str, Callable[..., Any]] = {
    "array_to_sentence_string": _sentence,
    "cgi_escape": lambda value: quote_plus(_text(value), safe="*"),
    "date_to_long_string": _long_date,
    "date_to_string": _short_date,
    "date_to_xmlschema": _xml_date,
    "group_by": lambda value, key: _groups(
        value, lambda item: _text(item.get(key) if isinstance(item, dict) else None)
    ),
    "group_by_exp": _grouped_by,
    "jsonify": _json,
    "normalize_whitespace": lambda value: " ".join(_text(value).split()),
    "number_of_words": lambda value, _mode="": len(_text(value).split()),
    "pop": lambda value, count=1: _items(value)[: -int(count) or None],
    "push": lambda value, item: [*_items(value), item],
    "relative_url": _relative,
    "shift": lambda value, count=1: _items(value)[int(count) :],
    "slugify": lambda value, mode="default": slugify(_text(value), _text(mode)),
    "smartify": _text,  # Markdown sets the quotes.
    "strip_index": lambda value: re.sub(r"/index\.html?$", "/", _text(value)),
    "to_integer": _integer,
    "unshift": lambda value, item: [item, *_items(value)],
    "uri_escape": lambda value: quote(_text(value), safe="!*'();:@&=+$,/?#[]%-._~"),
    "where_exp": _where,
    "xml_escape": lambda value: escape(_text(value), {'"': "&quot;", "'": "&#39;"}),
}
"""Those that need nothing of the site."""
