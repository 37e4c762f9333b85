"""A value of the site comes in, a template's filter makes of it what the page prints."""

from __future__ import annotations

import re
from functools import partial
from types import BuiltinMethodType, FunctionType, GeneratorType, MethodType
from typing import TYPE_CHECKING, Any

from jinja2 import Undefined, pass_context
from jinja2.filters import do_join, make_attrgetter
from markupsafe import Markup, escape

from acadfolio.loading.addresses import KEPT
from acadfolio.model.date_styles import pattern_of
from acadfolio.model.dates import When
from acadfolio.model.values import Text
from acadfolio.problems import WrongValueError
from acadfolio.theme.dates import as_when, format_when
from acadfolio.theme.plain import plain
from acadfolio.theme.tidy import Tidy, stopped
from acadfolio.theme.words import words_for

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from jinja2.runtime import Context

    from acadfolio.theme.context import MetaTag

HAS_HOST = re.compile(r"[a-zA-Z][\w+.-]*:|//|#")
SPECIAL = re.compile("[&<>'\"]")
BLANK_LINES = re.compile(r"\n\s*\n")
LINK_TAG = re.compile(r"""</?a\b(?:[^>"']|"[^"]*"|'[^']*')*>""", re.IGNORECASE)
OF_PYTHON = (FunctionType, MethodType, BuiltinMethodType, partial)
FIT_FOR_ADDRESS = re.compile(r"[\w/.~!$&'()*+,;=:@-]*", re.ASCII)
SHOWS_DAY = re.compile(r"%(?:-?d|e)")


class Printing:
    """How values print themselves. `inline` makes HTML of inline Markdown, `heading_id` an anchor of words.

    Of a text in several languages the one in `language` is printed.
    """

    def __init__(self, inline: Callable[[str], str], heading_id: Callable[[str], str], language: str) -> None:
        self.inline, self.heading_id, self.language = inline, heading_id, language
        self.tidy = Tidy()
        self.tag_ids: dict[str, str] = {}

    @property
    def filters(self) -> dict[str, Callable[..., Any]]:
        """The theme's filters that need to know how texts print themselves."""
        return {
            "heading_id": self.anchor,
            "join": self.join,
            "paragraphs": self.paragraphs,
            "plain": self.plain,
            "stop": self.stop,
            "tag_id": self.tag_id,
            "without_links": self.without_links,
        }

    @pass_context
    def printed(self, context: Context, value: Any) -> Any:
        """What `{{ value }}` prints; Jinja escapes it afterwards."""
        if type(value) is not str and type(value) is not Markup:
            value = self.shown(context, value)
        return Markup(self.tidy.marked(escape(value))) if self.tidy.is_running else value  # noqa: S704 - escaped

    def shown(self, context: Context, value: Any) -> Any:
        if isinstance(value, Text):
            return Markup(self.inline(value.in_language(self.language)))  # noqa: S704
        if isinstance(value, When):
            return date(context, value)
        if value is None:
            return ""
        if not isinstance(value, (str, Undefined)):
            _check_is_printed(value)
        return value

    @pass_context
    def plain(self, context: Context, value: Any) -> str:
        """A text without its Markdown, for attributes and titles."""
        if type(value) is str and "&" not in value and "<" not in value:
            return " ".join(value.split())
        return plain(str(escape(self.shown(context, value))))

    def anchor(self, words: Any) -> str:
        """The id of a heading. Raises WrongValueError for what are no words."""
        if not isinstance(words, str):
            raise WrongValueError("only words become the id of a heading")
        return self.heading_id(words)

    @pass_context
    def join(self, context: Context, values: Any, between: str = "", attribute: str | int | None = None) -> str:
        """Jinja's, where texts and dates are what they print."""
        taken = values if attribute is None else map(make_attrgetter(context.environment, attribute), values)
        joined: str = do_join(context.eval_ctx, [self.shown(context, value) for value in taken], between)
        return joined

    def paragraphs(self, value: Any) -> list[Markup]:
        """A text of several paragraphs, which blank lines part."""
        if not isinstance(value, str | Text) and hasattr(value, "__html__"):
            return [Markup(escape(value))]  # noqa: S704 - it knows its HTML itself, as an excerpt does
        text = value if isinstance(value, str) else value.in_language(self.language)
        parts = BLANK_LINES.split(text.strip())
        return [Markup(self.inline(part)) for part in parts]  # noqa: S704

    @pass_context
    def stop(self, context: Context, value: Any) -> Any:
        """The value with a full stop, unless it ends a sentence already."""
        return stopped(self.shown(context, value))

    @pass_context
    def without_links(self, context: Context, value: Any) -> Markup:
        """A text that stands inside of a link: no link can hold another one."""
        return Markup(LINK_TAG.sub("", escape(self.shown(context, value))))  # noqa: S704

    @pass_context
    def tag_id(self, context: Context, tag: Any) -> str:
        """The anchor of a tag on the page of all tags: another one for each, though `C`, `C++` and `C#` sound alike."""
        posts = context["posts"]
        if not isinstance(tag, str) or callable(posts):  # In a line, that is a section.
            raise WrongValueError("only words are tags, and only templates know their ids")
        if len(posts) and not self.tag_ids:  # Looked at each time: a page is known to depend on what it looks at.
            self.tag_ids.update(self._ids({tag for post in posts for tag in post.tags}))
        return self.tag_ids.get(tag) or self.heading_id(tag)

    def _ids(self, tags: Iterable[str]) -> dict[str, str]:
        taken: set[str] = set()
        ids = {}
        for tag in sorted(tags):
            wanted = found = self.heading_id(tag) or "tag"
            number = 0
            while found in taken:
                number += 1
                found = f"{wanted}-{number}"
            taken.add(found)
            ids[tag] = found
        return ids


def _check_is_printed(value: Any) -> None:
    """Raises WrongValueError for what Python would print by its own name of it, also in a list."""
    if isinstance(value, list | tuple):
        for item in value:
            if isinstance(item, Text | When):
                raise WrongValueError('a list of texts or dates cannot be printed: add `| join(", ")`')
            _check_is_printed(item)
    elif isinstance(value, GeneratorType):
        raise WrongValueError("a list that is not worked out yet cannot be printed: add `| list`")
    is_inner = type(value).__module__.startswith(("acadfolio.", "jinja2.")) or isinstance(value, OF_PYTHON)
    if is_inner and not hasattr(value, "__html__") and not isinstance(value, str | Text | When | Undefined):
        name = getattr(value, "__name__", type(value).__name__.removesuffix("Context").lower())
        raise WrongValueError(f"`{name}` is nothing that can be printed: say what of it")


def _place(context: Context) -> Any:
    """What knows the language of the page: the section that is rendered, or else the page."""
    section = context.get("section")
    return context.get("page") if section is None else section


@pass_context
def said(context: Context, words: str) -> str:
    """Words of the theme, marked with their language and direction where the page has others."""
    place = _place(context)
    language = place.words_language if place else ""
    if not language or not words:
        return words
    turned = ' dir="ltr"' if place.direction == "rtl" else ""
    return Markup('<span lang="{}"{}>{}</span>').format(language, Markup(turned), words)  # noqa: S704 - ours


@pass_context
def isolated(context: Context, words: Any) -> Any:
    """Words of the data, of any script: in a page from right to left their signs and numbers stay with them."""
    place = _place(context)
    if not place or place.direction != "rtl" or not words:
        return words
    environment: Any = context.environment
    return Markup("<bdi>{}</bdi>").format(environment.shown(context, words))


@pass_context
def date(context: Context, when: When | str | int | None, style: str = "") -> str:
    """A date in a style of one's own, else in the section's, else in the site's; its month's name is the theme's."""
    text = _date(context, when, style)
    if isinstance(when, When) and when.label:
        return Markup(isolated(context, escape(text)))  # noqa: S704 - escaped
    return said(context, text) if any(map(str.isalpha, text)) else text


def _date(context: Context, when: When | str | int | None, style: str) -> str:
    if when is None:
        return ""
    when = when if isinstance(when, When) else as_when(when)
    site, section = context["site"], context.get("section")
    ongoing = (section.settings.ongoing if section else None) or site.ongoing
    style = style or (section.settings.date_style if section else None) or site.date_style
    word = ongoing.in_language(site.language) if isinstance(ongoing, Text) else ongoing
    style = style if isinstance(style, str) else str(style)
    try:
        return format_when(when, style, word, site.language)
    except ValueError as error:
        raise WrongValueError(f"`{style}` {': '.join(error.args)}") from None


@pass_context
def long_date(context: Context, when: When | str | int | None) -> str:
    """A date with its day: in the site's style where that shows days, else as the site's language writes it.

    Its templates mark it together with its `<time>`.
    """
    site = context["site"]
    when = when if when is None or isinstance(when, When) else as_when(when)
    in_style = when is None or not when.start.day or SHOWS_DAY.search(pattern_of(site.date_style).text)
    return _date(context, when, site.date_style if in_style else words_for(site.language)["long_date"])


def meta_tags(tags: Iterable[MetaTag]) -> Markup:
    """Lines of the head. A page has thirty: a loop in a template would be the dearest one of all."""
    lines = [f'<meta {tag.key}="{escaped(tag.name)}" content="{escaped(tag.content)}">' for tag in tags]
    return Markup("\n".join(lines))  # noqa: S704 - escaped, and the keys are ours


def escaped(text: str) -> str:
    """The text as HTML: most names and numbers hold nothing to escape."""
    return escape(text) if type(text) is not str or SPECIAL.search(text) else text


def opening(words: str, opens: bool = True) -> str:  # noqa: FBT001, FBT002 - how a filter is called
    """Words of the theme as they begin a sentence, where they do; what follows the first letter stays as it is."""
    return words[:1].upper() + words[1:] if opens else words


def from_top(path: str) -> str:
    """A path of the data files, which is seen from the top of the site, as an address for any page."""
    return path if HAS_HOST.match(path) else f"/{path.lstrip('/')}"


def in_address(text: str) -> str:
    """A path or an identifier as it stands in an address: some DOIs have `<`, others `#`, and `中` is `%E4%B8%AD`."""
    if FIT_FOR_ADDRESS.fullmatch(text):
        return text
    from urllib.parse import quote  # Few need it.

    return quote(text, safe=KEPT)


def own_name(tag: str) -> str:
    """What those who speak a language call it."""
    from acadfolio.theme.language_names import own_name as name_of  # Few papers need it.

    return name_of(tag)
