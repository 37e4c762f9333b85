"""The variables `page` and `site` that Jekyll has for a page."""

from __future__ import annotations

import posixpath
import re
from functools import lru_cache
from itertools import pairwise
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import quote

from msgspec.structs import replace

from acadfolio.bibliography.writers.inline import to_text
from acadfolio.html import tokens
from acadfolio.html.text import paragraphs
from acadfolio.loading.page_urls import SAFE_IN_URL
from acadfolio.loading.pages import as_ours
from acadfolio.model.dates import When, latest
from acadfolio.model.networks import network_of
from acadfolio.model.publication import date_of
from acadfolio.model.values import Text
from acadfolio.source.yaml import load_table
from acadfolio_jekyll.liquid.blocks import LIQUID
from acadfolio_jekyll.liquid.theme_lists import SECTIONS
from acadfolio_jekyll.page_files import front_matter_values

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from acadfolio.markdown.state import Document
    from acadfolio.model.page import Page
    from acadfolio.model.profile import Profile
    from acadfolio.model.site import Site
    from acadfolio_jekyll.liquid.environment import PageEnvironment

TABLES = load_table(__file__)
URLS = frozenset({"image", "image_dark", "url"})
"""The keys of entries whose values may be in attributes of HTML."""
OF_THEME = ("assets/css/", "assets/js/", "assets/favicon.")
MARKDOWN = re.compile(r"[\\`*_\[\]{}$~|^=@]")
"""The characters that Markdown gives a meaning within a paragraph."""
TITLE_OF_NEWS = r"\*\*([^*]+?)\.?\*\*\s+(?=\S)"
"""The title that an import writes before the text of news, which have none of their own here."""
MOST_RELATED = 10
"""The number of other posts that Jekyll's `related_posts` has."""
POST_LISTS = frozenset({"posts", "tags", "categories", "related_posts"})


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
        "active_lang": _active_language(site),
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
    known = Known(site, environment.convert, _texts_read_in(text))
    own = _page_values(page, made_of.values, known)
    if page.is_post and re.search(r"\bpage\.(?:next|previous)\b", text):
        for post in _posts_of(known)["posts"]:
            if post["url"] == page.url:
                own = post
                break
    posts: list[dict[str, Any]] = []
    if re.search(r"\bpaginator\b|\brelated_posts\b", text):
        posts = _posts_of(known)["posts"]
    # All posts are on one page.
    paginator = {"posts": posts, "page": 1, "total_posts": len(posts), "total_pages": 1}
    lists = _lists_in(text, known, site_values)
    lists["related_posts"] = [post for post in posts if post["url"] != page.url][:MOST_RELATED]
    return {"page": own, "paginator": paginator, "site": lists | site_values}


def _active_language(site: Site) -> str:
    """The language as polyglot writes it, by which pages find its data: in other cases than a tag, or as `cn`.

    It is the folder, or at the top of the site the default.
    """
    default = site.settings.liquid.get("default_lang")
    return site.mount.rstrip("/") or str(default or site.settings.language)


def _texts_read_in(text: str) -> frozenset[str]:
    """The keys of texts of other pages that a page reads."""
    text = text.replace("include archive-single", "post.excerpt")  # As the theme's include does.
    return frozenset(re.findall(r"[.\"'](content|excerpt)\b", text))


def _lists_in(text: str, known: Known, settings: Collection[str]) -> dict[str, Any]:
    """The lists of pages, posts and entries that a text reads: few pages read any, and they may be long."""
    site = known.site
    names = set(re.findall(r"\bsite\.(\w+(?:-\w+)*)", text))
    if "site[" in text:
        names.update(SECTIONS)  # `site[name]` may read all of them.
    names.difference_update(settings)
    lists: dict[str, Any] = {}
    if names & POST_LISTS:
        lists |= _posts_of(known)
    if "static_files" in names:
        lists["static_files"] = _static_files(site)
    if "collections" in names:
        lists["collections"] = _collections(known)
    for name in names - POST_LISTS:
        if documents := _documents_in(known, name):
            lists[name] = documents
    return lists


def _static_files(site: Site) -> list[dict[str, str]]:
    """The values of the site's files, without the theme's own."""
    paths = [file.path for file in site.static_files if not file.path.startswith(OF_THEME)]
    return [
        {"path": str(path), "name": path.name, "basename": path.stem, "extname": path.suffix}
        for path in map(PurePosixPath, [f"/{path}" for path in paths])
    ]


def _collections(known: Known) -> list[dict[str, Any]]:
    """The collections that have entries or pages, each section once."""
    labels = {section: name for name, section in reversed(SECTIONS.items())}.values()
    documents = {label: _documents_in(known, label) for label in sorted(labels)}
    return [{"label": label, "docs": docs} for label, docs in documents.items() if docs]


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


def _listed(site: Site) -> list[Page]:
    """The pages of lists: those of a language, and the originals that it lacks, to which their URLs lead."""
    originals = [replace(page, language=site.first_language) for page in site.originals]
    return [*site.pages, *originals]


def _pages_in(known: Known, name: str) -> list[dict[str, Any]]:
    """The values of the pages of a collection by date, or of all pages for `site.pages` and `site.html_pages`."""
    pages = _listed(known.site)
    if name not in {"pages", "html_pages"}:
        folders = (f"content/_{name}/", f"content/{name}/")
        pages = sorted((page for page in pages if page.file.startswith(folders)), key=_date)
    published = [page for page in pages if not page.is_post and not page.is_draft]
    return [_values_of_page(page, known) for page in published]


@lru_cache(maxsize=4)
def _posts_of(known: Known) -> dict[str, Any]:
    """The values of the posts with the newest first, in Jekyll's order, also by their tags and by their categories."""
    posts = [page for page in _listed(known.site) if page.is_post and not page.is_draft]
    posts.sort(key=lambda post: (_date(post), post.file), reverse=True)
    values = [_values_of_page(post, known) for post in posts]
    # A post has copies of its neighbours, which have none themselves.
    copies = [dict(value) for value in values]
    for (newer, newer_copy), (older, older_copy) in pairwise(zip(values, copies, strict=True)):
        newer["previous"] = older_copy
        older["next"] = newer_copy
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
    # The default is in no front matter.
    texts["status"] = str(texts.get("status", "")).removeprefix("published")
    if text := getattr(entry, "text", None):
        written = text.in_language(language).strip()
        title = re.match(TITLE_OF_NEWS, written)
        if title and {"title", "course"}.isdisjoint(texts):
            values["title"] = _escaped(title[1])
            written = written[title.end() :]
        values["content"] = _escaped_text(known.convert(written).html.strip())
        first = next(paragraphs(values["content"]), None)
        if first is not None:
            values["excerpt"] = first[1]
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
    """HTML whose text is the same in Markdown, as a page may convert it once more."""
    escaped = ""
    for token in tokens.read(html):
        escaped += MARKDOWN.sub(_entity, token.source) if token.kind == "text" else token.source
    return escaped


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
    front_matter = page.front_matter
    path = page.file.removeprefix("content/")
    collection = _collection_of(page, path)
    # In Jekyll, pages have only the excerpt of their front matter.
    paragraph = _first_paragraph(page.body) if collection else ""
    html = known.html("excerpt", paragraph, page)
    excerpt = html.removeprefix("<p>").removesuffix("</p>")
    # In Jekyll, only posts and files of collections have a title made of their file's name.
    has_title = written.get("title", collection or page.has_title_in_text)
    texts = {
        "permalink": front_matter.permalink or page.url,
        "description": front_matter.description,
        "excerpt": front_matter.excerpt or written.get("excerpt", excerpt),
        "content": known.html("content", page.body, page),
        "lang": str(front_matter.lang or _language_of(page, known.site)),
        "date": page.when.isoformat if page.when else "",
        "path": path,
        "name": posixpath.basename(path),
        "slug": _slug(path),
        "collection": collection,
        "id": page.url.removesuffix("/").removesuffix(".html") if collection else "",
        "title": page.title if has_title else "",
        "url": page.url,
    }
    lists = {key: _names(key, page, written) for key in ("tags", "categories")}
    return written | front_matter.extra | _given(texts, known.site.settings.language) | lists


def _language_of(page: Page, site: Site) -> str:
    """The language of a page of a site in several; empty on other sites, where only front matter says it."""
    if not site.settings.languages:
        return ""
    return page.language or site.settings.language


def _collection_of(page: Page, path: str) -> str:
    """The name of the collection of a page; empty without one."""
    if page.is_post:
        return "posts"
    folder = as_ours(path).partition("/")[0]
    return folder[1:] if folder.startswith("_") else ""


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
    given: dict[str, Any] = {}
    for key, value in values.items():
        text = value.in_language(language) if isinstance(value, Text) else value
        if text:
            given[key] = text
    return given


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
