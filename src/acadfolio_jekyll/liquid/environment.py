"""The environment of python-liquid for one page: its variables, its includes, and the reports of its problems."""

from __future__ import annotations

import posixpath
import re
from functools import lru_cache, partial
from itertools import pairwise
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any, NamedTuple, cast
from urllib.parse import quote

import liquid
from liquid.exceptions import LiquidError
from liquid.token import TOKEN_EXPRESSION
from liquid.undefined import Undefined

from acadfolio.bibliography.writers.inline import to_text
from acadfolio.contracts import FeatureCall
from acadfolio.html import tokens
from acadfolio.html.text import paragraphs
from acadfolio.loading.page_urls import SAFE_IN_URL
from acadfolio.loading.pages import as_ours
from acadfolio.markdown.shortcodes import placeholder, unmark
from acadfolio.model.dates import When, latest
from acadfolio.model.networks import network_of
from acadfolio.model.publication import date_of
from acadfolio.model.site import Settings, Site
from acadfolio.model.values import Text
from acadfolio.plugins import plugins_of
from acadfolio.problems import Location, did_you_mean
from acadfolio.source.text import line_and_column
from acadfolio.source.yaml import load_table
from acadfolio.theme.filters import FILTERS
from acadfolio_jekyll.liquid.blocks import LIQUID
from acadfolio_jekyll.liquid.tag_limits import check_tags
from acadfolio_jekyll.liquid.theme_lists import SECTIONS, is_in_comment, marked_lists
from acadfolio_jekyll.liquid.theme_texts import theme_texts
from acadfolio_jekyll.page_files import front_matter_values, path_in_site

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator

    from liquid import Token

    from acadfolio.contracts import PageRendering
    from acadfolio.markdown.state import Document
    from acadfolio.model.page import Page
    from acadfolio.model.profile import Profile
    from acadfolio_jekyll.page_source import LiquidFiles

TABLES = load_table(__file__)
URLS = frozenset({"image", "image_dark", "url"})
"""The keys of entries whose values may be in attributes of HTML."""
OF_THEME = ("assets/css/", "assets/js/", "assets/favicon.")
MARKDOWN = r"[\\`*_\[\]{}$~|^=@]"
"""The characters that Markdown gives a meaning within a paragraph."""
TITLE_OF_NEWS = r"\*\*([^*]+?)\.?\*\*\s+(?=\S)"
"""The title that an import writes before the text of news, which have none of their own here."""
POST_LISTS = frozenset({"posts", "tags", "categories", "related_posts"})
NOT_QUOTED = r"""(?=(?:[^"']|"[^"]*"|'[^']*')*$)"""
BLANK = rf"(?<![\w.\[\]-])((?:[\w.-]|\[[^\]]*\])+)\s*([=!]=)\s*blank\b{NOT_QUOTED}"
"""A comparison of a variable with Liquid's `blank`."""
RESERVED_KEY = (
    r"(?<=[\w\]])\.(and|as|blank|contains|cols|else|empty|for|if|in|limit|not|offset|or|reversed|with)"
    rf"(?![\w-]){NOT_QUOTED}"
)
"""A key that is a word of Liquid's tags, such as `page.limit`, which only Liquid in Ruby reads."""


class Known(NamedTuple):
    """What the values of pages are made of.

    `reads` are the keys of texts that the page reads: HTML takes time.
    """

    site: Site
    convert: Callable[[str], Document]
    reads: frozenset[str]

    def html(self, key: str, text: str, page: Page) -> str:
        """The HTML of a part of another page, without its Liquid and shortcodes; empty if nothing reads it."""
        if key not in self.reads:
            return ""
        text = LIQUID.sub("", text)
        return text if page.is_html else self.convert(text).html.strip()


def variables_of(environment: PageEnvironment, text: str) -> dict[str, Any]:
    """The variables `page` and `site` of an environment, without missing values.

    `text` is that of the page, with shortcodes.
    """
    page, site, made_of = environment.page, environment.site, environment.made_of
    settings, language = site.settings, site.settings.language
    texts = {
        "title": settings.title,
        "description": settings.description,
        "name": site.profile.name,
        "locale": str(language),
        "lang": str(language),
        "time": last_change(site),
        "twitter": settings.twitter,
    }
    site_values: dict[str, Any] = _given(texts, language) | settings.liquid
    # In Jekyll, `url` ends with the host, and `baseurl` has the path.
    base = str(site_values.setdefault("baseurl", "") or "").rstrip("/")
    site_values.setdefault("url", settings.url.rstrip("/").removesuffix(base))
    author = site_values.get("author", {})
    if isinstance(author, dict):
        site_values["author"] = _author(site.profile, language) | author
    text = "".join((text, *made_of.included.values()))
    read = text.replace("include archive-single", "post.excerpt")  # As the theme's include does.
    known = Known(
        site, environment.convert, frozenset(re.findall(r"[.\"'](content|excerpt)\b", read))
    )
    own = _page_values(page, made_of.values, known)
    if page.is_post and re.search(r"\bpage\.(?:next|previous)\b", text):
        own = next((post for post in _posts_of(known)["posts"] if post["url"] == page.url), own)
    posts = _posts_of(known)["posts"] if re.search(r"\bpaginator\b|\brelated_posts\b", text) else []
    paginator = {
        "posts": posts,
        "page": 1,
        "total_posts": len(posts),
        "total_pages": 1,
    }  # All are on one page.
    lists = _lists_in(text, known, site_values)
    lists["related_posts"] = [post for post in posts if post["url"] != page.url][:MOST_RELATED]
    return {"page": own, "paginator": paginator, "site": lists | site_values}


def _lists_in(text: str, known: Known, settings: Collection[str]) -> dict[str, Any]:
    """The lists of pages, posts and entries that a text reads: few pages read any, and they may be long."""
    site = known.site
    any_list = SECTIONS if "site[" in text else ()  # `site[name]` may read all of them.
    names = set(re.findall(r"\bsite\.(\w+(?:-\w+)*)", text)).union(any_list).difference(settings)
    lists = _posts_of(known) if names & POST_LISTS else {}
    if "static_files" in names:
        files = [
            PurePosixPath(f"/{file.path}")
            for file in site.static_files
            if not file.path.startswith(OF_THEME)
        ]
        lists["static_files"] = [
            {"path": str(path), "name": path.name, "basename": path.stem, "extname": path.suffix}
            for path in files
        ]
    if "collections" in names:
        labels = {section: name for name, section in reversed(SECTIONS.items())}.values()
        lists["collections"] = [
            {"label": name, "docs": docs}
            for name in sorted(labels)
            if (docs := _documents_in(known, name))
        ]
    return lists | {
        name: docs for name in names - POST_LISTS if (docs := _documents_in(known, name))
    }


@lru_cache(maxsize=4)
def _documents_in(known: Known, collection: str) -> list[dict[str, Any]]:
    """The values of the entries or pages of a collection.

    Entries have the oldest first, as in Jekyll.
    """
    section = SECTIONS.get(collection, "")
    entries = list(known.site.lists.get(section, ()))
    if section != "projects":
        entries.reverse()  # Also those of the same day.
    entries.sort(key=_date)
    values = [_entry_values(entry, known) for entry in entries] or _pages_in(known, collection)
    return [{"collection": collection} | value for value in values]


def _pages_in(known: Known, name: str) -> list[dict[str, Any]]:
    """The values of the pages of a collection by date, or of all pages for `site.pages` and `site.html_pages`."""
    pages = list(known.site.pages)
    if name not in {"pages", "html_pages"}:
        folders = (f"content/_{name}/", f"content/{name}/")
        pages = sorted((page for page in pages if page.file.startswith(folders)), key=_date)
    published = [page for page in pages if not page.is_post and not page.is_draft]
    return [_values_of_page(page, known) for page in published]


@lru_cache(maxsize=4)
def _posts_of(known: Known) -> dict[str, Any]:
    """The values of the posts with the newest first, in Jekyll's order, also by their tags and by their categories."""
    posts = [each for each in known.site.pages if each.is_post and not each.is_draft]
    posts.sort(key=lambda post: (_date(post), post.file), reverse=True)
    values = [_values_of_page(post, known) for post in posts]
    for (newer, value), (older, other) in pairwise([(value, dict(value)) for value in values]):
        newer["previous"], older["next"] = other, value
    return {
        "posts": values,
        "tags": _by_name(values, "tags"),
        "categories": _by_name(values, "categories"),
    }


def _entry_values(entry: Any, known: Known) -> dict[str, Any]:
    """The texts and the date of an entry, and the author's own keys.

    Its old URL redirects to it.
    """
    language = known.site.settings.language
    links = [link.url for link in getattr(entry, "links", ())]
    texts = {
        name: _entry_text(name, getattr(entry, name), language) for name in entry.__struct_fields__
    }
    url = _quoted(next(iter((*getattr(entry, "redirect_from", ()), *links)), ""))
    values = {
        "id": url.removesuffix("/").removesuffix(".html"),
        "url": url,
        "date": getattr(date_of(entry), "isoformat", ""),
        "authors": ", ".join(_escaped(author.name) for author in getattr(entry, "authors", ())),
        "category": TABLES["categories"].get(getattr(entry, "kind", ""), ""),
        "paperurl": _quoted(next(iter(links), "")),
    }
    for name, keys in TABLES["entry"].items():
        values[name] = next(filter(None, map(texts.get, keys)), "")
    texts["status"] = str(texts.get("status", "")).removeprefix(
        "published"
    )  # The default is in no front matter.
    if text := getattr(entry, "text", None):
        written = text.in_language(language).strip()
        title = re.match(TITLE_OF_NEWS, written)
        if title and {"title", "course"}.isdisjoint(texts):
            values["title"], written = _escaped(title[1]), written[title.end() :]
        values["content"] = _escaped_text(known.convert(written).html.strip())
        values["excerpt"] = next(
            (html for _, html in paragraphs(values["content"])), values["excerpt"]
        )
    return {**_given(values, language), **_given(texts, language), **getattr(entry, "extra", {})}


def _entry_text(name: str, value: object, language: str) -> str | bool:
    """A value as plain text, of blocks the first: bibliographies are not the author's own."""
    if isinstance(value, Text):
        written = value.in_language(language).strip()
        value = to_text(written.partition("\n\n")[0] if value.has_blocks else written)
    if not isinstance(value, str):
        return value is True
    return _quoted(value) if name in URLS else _escaped(value)


def _quoted(url: str) -> str:
    """A URL, with its query and percent-encoded parts, for a link in Markdown or HTML."""
    return quote(url, safe=f"{SAFE_IN_URL}?#%")


def _escaped(text: str) -> str:
    """A text that is the same in Markdown, in HTML and in its attributes."""
    return re.sub(r"[^\w\s,.:;()-]|_", _entity, text)


def _escaped_text(html: str) -> str:
    """HTML whose text is the same in Markdown: a page may convert it once more, and what looks like a link is none."""
    parts = ((token.kind, token.source) for token in tokens.read(html))
    return "".join(
        re.sub(MARKDOWN, _entity, source) if kind == "text" else source for kind, source in parts
    )


def _entity(character: re.Match[str]) -> str:
    return f"&#{ord(character[0])};"


def _date(entry: Any) -> tuple[Any, ...]:
    when = date_of(entry)
    return when.newest if when else ()


def _by_name(posts: list[dict[str, Any]], key: str) -> dict[str, list[dict[str, Any]]]:
    """The values of posts by the names in one of their lists."""
    found: dict[str, list[dict[str, Any]]] = {}
    for post in posts:
        for name in dict.fromkeys(post[key]):
            found.setdefault(name, []).append(post)
    return found


def _values_of_page(page: Page, known: Known) -> dict[str, Any]:
    """The variables of a page or post in a list. Its front matter is read again: few pages need it."""
    file = Path(known.site.root, page.file)
    return _page_values(page, front_matter_values(file, page.file), known)


def _page_values(page: Page, written: dict[str, Any], known: Known) -> dict[str, Any]:
    """The variables of a page or post. `written` are the values of its front matter."""
    front_matter, path = page.front_matter, page.file.removeprefix("content/")
    folder = as_ours(path).partition("/")[0]
    collection = "posts" if page.is_post else folder[1:] if folder.startswith("_") else ""
    body = (
        page.body if collection else ""
    )  # In Jekyll, pages have only the excerpt of their front matter.
    paragraph = (
        known.html("excerpt", _first_paragraph(body), page).removeprefix("<p>").removesuffix("</p>")
    )
    texts = {
        "permalink": front_matter.permalink or page.url,
        "description": front_matter.description,
        "excerpt": front_matter.excerpt or written.get("excerpt", paragraph),
        "content": known.html("content", page.body, page),
        "lang": str(front_matter.lang or ""),
        "date": page.when.isoformat if page.when else "",
        "path": path,
        "name": posixpath.basename(path),
        "slug": _slug(path),
        "collection": collection,
        "id": page.url.removesuffix("/").removesuffix(".html") if collection else "",
        # In Jekyll, only posts and files of collections have a title made of their file's name.
        "title": page.title if written.get("title", collection or page.has_title_in_text) else "",
        "url": page.url,
    }
    lists = {key: _names(key, page, written) for key in ("tags", "categories")}
    return written | front_matter.extra | _given(texts, known.site.settings.language) | lists


def _names(key: str, page: Page, written: dict[str, Any]) -> list[Any]:
    """The tags or categories of a page; those of one that is no post may be its own mappings."""
    return list(getattr(page.front_matter, key)) or written.get(key) or []


def _slug(path: str) -> str:
    """The name of a file or URL without its date and extension, which Jekyll gives posts and files of collections."""
    return re.sub(r"^\d{4}-\d\d?-\d\d?-", "", PurePosixPath(path).stem)


def _first_paragraph(body: str) -> str:
    """The first paragraph without Liquid and shortcodes, which are not rendered in other pages."""
    paragraphs = body.strip().split("\n\n")
    return next((text for text in paragraphs if not LIQUID.search(text)), "")


def _given(values: dict[str, Any], language: str) -> dict[str, Any]:
    """The values that are not empty, with texts in one language."""
    texts = {
        key: value.in_language(language) if isinstance(value, Text) else value
        for key, value in values.items()
    }
    return {key: text for key, text in texts.items() if text}


def _author(profile: Profile, language: str) -> dict[str, Any]:
    """The profile and its links, with the keys of Jekyll's `author`."""
    author: dict[str, Any] = {}
    for label, link in profile.links.items():
        author[label] = author[network_of(label) or label] = link.url
    values = _given({key: getattr(profile, key) for key in TABLES["author"]}, language)
    return author | {key: str(value) for key, value in values.items()}


def last_change(site: Site) -> str:
    """The day in the site's `updated`, else the day of the build, for `site.time` and `now`."""
    updated = site.settings.updated
    start = site.today if updated in {"", "newest"} else When.parse(updated).start
    return "{:04}-{:02}-{:02}".format(*latest(start))


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
        return str(TABLES["page_hints"].get(key, f"add `{key}: …` to the front matter"))
    if key in SECTIONS:
        return f"write the line `{{{{ {SECTIONS[key]}() }}}}` into the text of the page instead"
    if key.startswith("author."):
        return f"write `{key.removeprefix('author.')}` into data/profile.yml, or below its `links:`"
    hint = TABLES["hints"].get(key) or did_you_mean(
        key, Settings.__struct_fields__, cutoff=0.75, lists=False
    )
    return hint or f"write `{key}` below `liquid:` of data/site.yml"


MOST_RELATED = 10
"""The number of other posts that Jekyll's `related_posts` has."""
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
                report(
                    token,
                    f"the filter `{name}` does not work with this value",
                    "correct the value, or delete it",
                )
                return value

        return (
            function if name == "markdownify" else call
        )  # What fails below `markdownify` is a bug of ours.

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
