"""Find the pages and files of an old site that are copied, and keep the URLs of the pages."""

from __future__ import annotations

import posixpath
import re
from fnmatch import fnmatchcase
from html import escape
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from msgspec import Struct, field

from acadfolio.build import today
from acadfolio.html.text import elements, is_document
from acadfolio.loading.files import PUBLISHED
from acadfolio.loading.front_matter import read_head
from acadfolio.loading.page_urls import MARKDOWN_SUFFIXES, PAGE_SUFFIXES, default_url, output_path
from acadfolio.loading.pages import as_ours
from acadfolio.model.site import Names
from acadfolio.model.theme_keys import theme_keys
from acadfolio.model.values import boolean_of, runs_code
from acadfolio.outside_links import is_within
from acadfolio.problems import Location, Problems
from acadfolio.resources import starter, theme_looks
from acadfolio.source.front_matter import has_front_matter, split_page, split_text
from acadfolio.source.text import Source
from acadfolio.source.yaml import Sequence, items_of, nodes_in, text_of
from acadfolio.source.yaml_writer import value_of, written
from acadfolio_jekyll.detection import without_raw
from acadfolio_jekyll.folders import INCLUDES
from acadfolio_jekyll.headings import has_own_titles
from acadfolio_jekyll.importer.config import (
    AUTHORS_FILE,
    COLLECTIONS,
    JEKYLL_FOLDERS,
    text_in,
    themes,
)
from acadfolio_jekyll.importer.documents import (
    DATED_NAME,
    Document,
    categories_of,
    old_urls,
    repaired,
)
from acadfolio_jekyll.importer.profile import heading_of
from acadfolio_jekyll.importer.text import one_line
from acadfolio_jekyll.liquid.theme_lists import LIQUID
from acadfolio_jekyll.liquid.theme_texts import theme_texts
from acadfolio_jekyll.page_files import INCLUDED, own_layouts

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Iterator, Mapping

    from acadfolio.source.yaml import Node
    from acadfolio.source.yaml_writer import Value
    from acadfolio_jekyll.importer.config import Config

ASSETS = "assets/"
README = "readme.md"
VENUES = "_data/venues.yml"
DATA_FILES = ("_data/coauthors.yml", VENUES, "_data/citations.yml")
"""al-folio's data files that acadfolio can read."""
NEW_FOLDERS = frozenset({"content", "data", "output", "static", "templates"})
"""The folders of the new site."""
SASS = (".scss", ".sass")
CONVERTED = (".textile", ".coffee", *SASS)
"""Suffixes of the languages that Jekyll converts, except Markdown."""
NO_RULES = re.compile(r"(?s)/\*.*?\*/|//[^\n]*|\{\{.*?\}\}|@(?:charset|forward|import|use)[^;]*;")
"""What a style sheet of a theme has that only imports others: no rule or variable of the author."""
HINT_AT_FILES = "acadfolio writes feed.xml, sitemap.xml and robots.txt itself; write the result of others into static/"
TEXTS = ("_config.y*ml", "_data/**/*.[cjty]*", "_includes/**/*.[hlm]*", "_layouts/**/*.[hlm]*")
"""The files around pages that have text for visitors."""
OVERLAYS = frozenset({"overlay_image", "overlay_color"})
"""The keys of a header with text over it."""
HEADER_IMAGES = frozenset({"image", "overlay_image", "teaser"})
COLOUR_FUNCTION = r"""(?m)^([^#\n]*\bcolor:\s*)["']?(\w+\(.*?\))["']?"""
CITE_HINT = "put their bibliography into data/, and write `[@key]` where they are"
FILE_OF_TAG = r"\s(?:--file|-f)\s+([\w.*/-]+)"
"""A bibliography in al-folio's tags."""
LINK = re.compile(r"(?m)(?<=^## )\[(.*)\]\((/\w+/)\)$")
"""A heading of a part, and the page that it links to."""
INCLUDED_TEXT = r"\{%-?\s*include_relative\s+((?:[\w-]+/)*[\w-]+\.(?:md|markdown))\s*-?%\}"
FOOTNOTE = "d-footnote"
BELOW_KEY = r"(?:(?:(?:#.*)?\n)*(?:[ \t]|- ).*\n)*"
"""The further lines of a value, with blank lines and comments between them."""


class OldPage(Struct):
    """A page of the old site."""

    path: str
    text: str
    front_matter: dict[str, Node]
    url: str
    """The URL that Jekyll gave it."""
    redirects: list[str]
    """The old URLs that redirect to it."""
    changes: dict[str, Value] = field(default_factory=dict)
    """The values to write into its front matter, by their keys; empty ones are deleted."""
    lead: str = ""
    """What to write above the text."""
    parts: str = ""
    """What to write below the text."""
    body: str = ""
    """What to write in the place of the text without front matter; empty for the text itself."""
    layouts: dict[str, str] = field(default_factory=dict)
    """The texts of the site's own layouts around it, by their paths."""

    @property
    def all_text(self) -> str:
        """Its text with those of its layouts."""
        return "".join((self.text, *self.layouts.values()))

    @property
    def urls(self) -> list[str]:
        return [self.url, *self.redirects]

    @property
    def is_published(self) -> bool:
        return (
            boolean_of(text_of(self.front_matter.get("published"))) is not False
            and "_drafts/" not in self.path
        )

    @property
    def is_changed(self) -> bool:
        """Whether its copy is changed. A text that is not in UTF-8 is copied as it is."""
        return (
            bool(self.changes or self.lead or self.parts or self.body) and "\ufffd" not in self.text
        )

    def changed_text(self) -> str:
        """The text with the changes of its front matter."""
        front_matter, body = split_text(self.text)
        keys = "|".join(self.changes)
        kept = re.sub(
            rf"""(?m)^["']?(?:{keys})["']?[ \t]*:.*\n{BELOW_KEY}""", "", front_matter or ""
        )
        kept = re.sub(r"\n{3,}", "\n\n", kept)
        added = {key: value for key, value in self.changes.items() if value or key == "sections"}
        return f"---\n{kept}{written(added) if added else ''}---\n{self.lead}{self.body or body}{self.parts}"


def _is_in(folder: str, path: str) -> bool:
    return f"/{folder}/" in f"/{path}"


def published_files(folder: Path, site: Path, config: Config, problems: Problems) -> list[str]:
    """The paths of the files that visitors of the old site saw, without the collections and the theme's own files.

    The new `site` may be in a folder of the old one. Links that lead out of the old one are
    reported, and not read.
    """
    # The settings of al-folio include its `_scripts`, and those of some sites their collections.
    skipped = {"_scripts", config.collections_dir, *COLLECTIONS}
    skipped |= NEW_FOLDERS if site.resolve() == folder.resolve() else set()
    tops = [
        path
        for path in sorted(folder.iterdir())
        if path.name not in skipped and _is_of_site(path, config)
    ]
    names = config.own_collections | ({"_posts"} if config.collections_dir else set())
    tops += [folder / config.collections_dir / name for name in sorted(names)]
    files = [file for top in tops for file in (top, *sorted(top.rglob("*"))) if file.is_file()]
    if folder.resolve() in site.resolve().parents:
        files = [file for file in files if site.resolve() not in file.resolve().parents]
    paths = [file.relative_to(folder).as_posix() for file in files]
    published = [path for path in paths if config.is_published(path)]
    inside = [path for path in published if is_within(folder / path, folder)]
    for path in sorted({*published} - {*inside}):
        location = Location(f"{folder.as_posix()}/{path}")
        problems.warn(
            location, "this link leads out of the old site: not copied", rule="import-skipped"
        )
    return [path for path in inside if _is_wanted(path, folder)]


def _is_of_site(top: Path, config: Config) -> bool:
    """Whether a file or folder at the top is part of the site, and not of the theme or the repository."""
    is_known = (
        top.name in {*PUBLISHED, *JEKYLL_FOLDERS}
        or config.is_included(top.name)
        or top.name.lower() == README
    )
    return is_known or not _matches(top.name, f"{themes().tooling} {themes().documents}")


def _is_wanted(path: str, folder: Path) -> bool:
    """Whether a file is the author's, and a page if only pages in its folder are published."""
    if path.startswith(ASSETS):
        parts = PurePosixPath(path.removeprefix(ASSETS))
        is_of_theme = any(
            _matches(part.as_posix(), themes().assets) for part in (parts, *parts.parents)
        )
        return not is_of_theme or (
            path.endswith(SASS) and has_front_matter(folder / path)
        )  # It may have own rules.
    if _is_in("_posts", path) and not DATED_NAME.fullmatch(PurePosixPath(path).stem):
        return False
    if path.startswith(("_posts/", "_drafts/")):
        return path.endswith(PAGE_SUFFIXES)
    is_document = path.endswith(MARKDOWN_SUFFIXES) and _matches(
        posixpath.basename(path), themes().documents
    )
    return not is_document or path.lower() == README or has_front_matter(folder / path)


def texts_of_files(folder: Path, files: Iterable[str], problems: Problems) -> dict[str, str]:
    """The texts of the files that have front matter but are no pages, such as scripts, by their paths.

    Those that only Jekyll can render are empty, and reported.
    """
    texts: dict[str, str] = {}
    for path in files:
        if path.endswith(PAGE_SUFFIXES) or not has_front_matter(folder / path):
            continue
        text = split_text(text_in(folder / path) or "")[1]
        needs_jekyll = path.endswith(CONVERTED) or re.search(r"\{[{%]", text)
        texts[path] = "" if needs_jekyll else text
        if needs_jekyll and (not path.endswith(".scss") or NO_RULES.sub("", text).strip()):
            location, message = (
                Location(f"{folder.as_posix()}/{path}"),
                f"only Jekyll can render `{path}`: skipped",
            )
            problems.warn(location, message, HINT_AT_FILES, rule="import-skipped")
    return texts


def pages_of(
    folder: Path, files: Iterable[str], config: Config, problems: Problems
) -> list[OldPage]:
    """The pages among these files. Files that cannot be read are skipped."""
    found = (
        _read(folder, path, config, problems) for path in files if path.endswith(PAGE_SUFFIXES)
    )
    pages = [page for page in found if page]
    urls = {page.url for page in pages if page.is_published}
    for page in pages:
        page.parts = LINK.sub(lambda link: link[0] if link[2] in urls else link[1], page.parts)
    return pages


def _read(folder: Path, path: str, config: Config, problems: Problems) -> OldPage | None:
    text = text_in(folder / path)
    if text is None:
        return None
    source = Source(f"{folder.as_posix()}/{path}", text)
    source = repaired(
        source,
        lambda source, found: read_head(source, found, [], Names(looks=theme_looks())),
        problems,
    )
    parts = split_page(source, Problems())
    if parts.body_line == 1 and not path.endswith(MARKDOWN_SUFFIXES):
        return None  # Jekyll copies it unchanged, and so does acadfolio.
    kind = config.kind_of(path)
    name = path if kind in {"pages", "posts"} else path.rpartition(f"_{kind}/")[2]
    document = Document(parts, kind, name, problems, config.defaults(path, kind))
    old_url, redirects = old_urls(document, _permalink(document, kind, config), config)
    new_url = default_url(
        as_ours(_path_in_content(path)), document.name_without_date if kind == "posts" else ""
    )
    page = OldPage(path, source.text, document.nodes, old_url or new_url, redirects)
    page.body = "" if source.text == text else parts.body or "\n"
    if parts.body_line > 1:  # A text without front matter may be part of a page.
        page.changes = _url_changes(document, old_url, new_url)
        _add_changes(page, document, folder, config)
    if path.lower() == README:
        page.url = page.changes["permalink"] = "/"
    if kind == "posts" and boolean_of(config.text("future")):
        _warn_of_future(document)
    return page


def _add_changes(page: OldPage, document: Document, folder: Path, config: Config) -> None:
    """Add what the theme, the settings and the folders of the old site made of a page."""
    _add_layouts(page, document, folder)
    page.changes = _from_defaults(document, page.all_text, config) | page.changes
    page.changes |= _header_changes(document, folder) | _author_changes(document, config)
    # The first two are in the menu. Jekyll shows pages with `draft`.
    page.changes |= dict.fromkeys({"children", "dropdown", "draft"} & document.keys.keys(), "")
    if "/_posts/" in page.path.removeprefix(f"{config.collections_dir}/"):
        page.changes |= {
            "categories": list(categories_of(document, config.collections_dir)),
            "category": "",
        }
    _add_parts(page, folder, config)
    _add_target(page)
    _add_overlay(page)
    _add_footnotes(page)
    if "<d-cite" in page.text:
        document.warn(
            "bibliography", "distill's citations (`<d-cite>`) are not imported: skipped", CITE_HINT
        )


def _warn_of_future(document: Document) -> None:
    if document.date > "{:04}-{:02}-{:02}".format(*today()):
        message = f"the old site shows this post already (`future: true`), the new one from {document.date} on"
        document.warn("date", message, "give it an earlier date to show it now")


def _add_parts(page: OldPage, folder: Path, config: Config) -> None:
    """Write the parts that al-folio's front matter switches on below the text of a page."""
    layout = text_of(page.front_matter.get("layout"))
    of_site = {
        key: node for key, node in config.nodes.items() if key == "latest_posts"
    }  # As in al-folio in 2024.
    switches = of_site | page.front_matter
    for key, (paths, part) in {**themes().parts["any"], **themes().parts.get(layout, {})}.items():
        if key in switches:
            page.changes[key] = ""
            is_new = part.partition("\n")[0] not in page.parts  # There are two keys for news.
            if is_new and _is_on(switches[key]) and _has_entries(paths, folder, config):
                page.parts += _complete_part(key, part, page, config)
    if layout == "about":
        _change_home_page(page, config)
    if layout in themes().below_title:
        _add_lead(page, themes().below_title[layout])
    if layout == "profiles":
        _add_people(page, folder)


def _change_home_page(page: OldPage, config: Config) -> None:
    """Give al-folio's home page its heading. Without news below the text, it has none."""
    page.changes["title"] = heading_of(config) or text_of(page.front_matter.get("title"))
    if "news(" not in page.parts:
        page.changes["sections"] = []


def _is_on(switch: Node) -> bool:
    """Whether a key is not false, nor `enabled` below it."""
    return boolean_of(text_of(dict(items_of(switch)).get("enabled", switch))) is not False


def _has_entries(paths: str, folder: Path, config: Config) -> bool:
    """Whether one of the folders and files of a part is there, or a key of the settings that is named as it."""
    known = [
        path for path in paths.split() if path not in COLLECTIONS or config.has_collection(path[1:])
    ]
    return any(config.text(path) or (folder / path).exists() for path in known)


def _complete_part(key: str, part: str, page: OldPage, config: Config) -> str:
    """A part with the limit and the collection that the page has for it; empty if Jekyll lists nothing."""
    switches = (
        page.front_matter.get(key),
        config.nodes.get("announcements" if key == "news" else key),
    )
    limits = [
        *(dict(items_of(switch)).get("limit") for switch in switches),
        config.nodes.get(f"{key}_limit"),
    ]
    limit = next(filter(None, map(text_of, limits)), "")
    if limit.isdecimal():
        part = re.sub(r"limit=\d+", f"limit={limit}", part)
    collection = text_of(page.front_matter.get("collection"))
    if "COLLECTION" in part and not re.fullmatch(r"[A-Za-z_][\w-]*", collection):
        return ""
    return f"\n{part.replace('COLLECTION', collection)}\n"


def _add_lead(page: OldPage, key: str) -> None:
    """Write what al-folio shows below the title above the text: a key, the authors, and the PDF of a CV."""
    if line := text_of(page.front_matter.get(key)):
        page.lead = f"\n<p>{line}</p>\n\n"
    for author in nodes_in(page.front_matter.get("authors")):
        page.changes["authors"] = ""
        page.lead += _author_line(author)
    if pdf := text_of(page.front_matter.get("cv_pdf")):
        path = pdf if "/" in pdf else f"/assets/pdf/{pdf}"
        page.lead += f"\n<p>{_link(path, 'PDF')}</p>\n\n"


def _add_target(page: OldPage) -> None:
    """Write the link that al-folio's lists have for a page above its text."""
    target = text_of(page.front_matter.get("redirect"))
    if target and boolean_of(target) is None:
        page.changes["redirect"] = ""
        page.lead += f"\n<p>{_link(target, target)}</p>\n\n"


def _add_overlay(page: OldPage) -> None:
    """Write what minimal-mistakes has over the image of a page, its excerpt and links, above the text."""
    header = dict(items_of(page.front_matter.get("header")))
    if OVERLAYS.isdisjoint(header):
        return
    actions = [dict(items_of(action)) for action in nodes_in(header.get("actions"))]
    links = [_link(text_of(keys.get("url")), text_of(keys.get("label"))) for keys in actions]
    for line in (text_of(page.front_matter.get("excerpt")), " · ".join(links)):
        page.lead += f"\n<p>{line}</p>\n\n" if line else ""


def _link(url: str, text: str) -> str:
    """A link in HTML; only its text without a URL, or if that runs code."""
    return (
        f'<a href="{escape(url)}">{escape(text)}</a>'
        if url and not runs_code(url)
        else escape(text)
    )


def _add_footnotes(page: OldPage) -> None:
    """Write distill's footnotes as those of Markdown."""
    notes = [
        (tag.source, note) for tag, note in elements(page.text, FOOTNOTE) if tag.source not in note
    ]
    for number, (tag, note) in enumerate(notes, start=1):
        body = page.body or split_text(page.text)[1]
        page.body = body.replace(f"{tag}{note}</{FOOTNOTE}>", f"[^distill-{number}]", 1)
        page.parts += f"\n[^distill-{number}]: {one_line(note)}\n"


def _author_line(author: Node | None) -> str:
    """An author, who may be only a name, as a line of HTML; empty for one without a name."""
    fields = dict(items_of(author))
    name = _link(text_of(fields.get("url")), text_of(author) or text_of(fields.get("name")))
    place = escape(text_of(dict(items_of(fields.get("affiliations"))).get("name")))
    line = ", ".join(filter(None, (name, place)))
    return f"\n<p>{line}</p>\n\n" if line else ""


def _add_people(page: OldPage, folder: Path) -> None:
    """Write al-folio's people below the text of a page, each with the text of a file beside it that is no page."""
    people = page.front_matter.get("profiles")
    for number, person in enumerate(people.value if isinstance(people, Sequence) else []):
        page.parts += f"\n{{% include profiles/person.liquid profile=page.profiles[{number}] %}}\n"
        file = text_of(dict(items_of(person)).get("content"))
        if file and not has_front_matter(folder / posixpath.dirname(page.path) / file):
            page.parts += f"\n{{% include_relative {file} %}}\n"


def _from_defaults(document: Document, text: str, config: Config) -> dict[str, Value]:
    """The keys that a page gets from the settings of the old site, and that acadfolio or its `text` reads."""
    changes: dict[str, Value] = {}
    for key in sorted(document.nodes.keys() - document.keys.keys()):
        if key in themes().defaults.split() or re.search(rf"\bpage\.{re.escape(key)}\b", text):
            value, problems = value_of(document.nodes[key]), Problems()
            read_head(
                Source("", f"---\n{written({key: value})}---\n"),
                problems,
                [],
                Names(looks=theme_looks()),
            )
            if problems.errors:
                config.warn(
                    document.nodes[key],
                    f"{problems.errors[0].message}: skipped",
                    "",
                    document.problems,
                )
            else:
                changes[key] = value
    return changes


def _add_layouts(page: OldPage, document: Document, folder: Path) -> None:
    """Add the site's own layouts around a page.

    The name of one that does not exist is reported and deleted.
    """
    layout = text_of(document.nodes.get("layout"))
    sources, _ = own_layouts(layout, folder, Problems())  # The next build reports them.
    page.layouts = {path: source.source.text for path, source in sources.items()}
    if sources:
        page.changes["layout"] = layout  # It may come from `defaults`.
        if page.url == "/":
            page.changes["sections"] = []  # It has the lists of its layout.
    elif "layout" in document.keys and layout not in {"", "none", *theme_keys().layouts}:
        document.warn(
            "layout", f"there is no layout `{layout}`: this page has the one of other pages"
        )
        page.changes["layout"] = ""
    if any(is_document(LIQUID.sub("", source.body)) for source in sources.values()):
        hint = f"delete the line `layout: {layout}` for the layout of other pages"
        document.warn(
            "layout",
            f"the layout `{layout}` is a whole page: nothing of the theme is around it",
            hint,
        )


def _header_changes(document: Document, folder: Path) -> dict[str, Value]:
    """The header, if it names images as in academicpages: without their folder `images`."""
    header = {key: value_of(node) for key, node in items_of(document.nodes.get("header"))}
    actions = (
        header.pop("actions", None) if OVERLAYS & header.keys() else None
    )  # They come into the text.
    paths = {key: f"images/{header[key]}" for key in HEADER_IMAGES & header.keys()}
    images: dict[str, Value] = {
        key: path for key, path in paths.items() if (folder / path).is_file()
    }
    return {"header": header | images} if images or actions else {}


def _author_changes(document: Document, config: Config) -> dict[str, Value]:
    """The name of the author, if `author` is a key of the theme's file with further profiles, which is reported."""
    key = text_of(document.nodes.get("author"))
    author = dict(items_of(config.authors.get(key)))
    if not author:
        return {}
    message = f"the sidebar has your profile here, not that of `{key}` in {AUTHORS_FILE}"
    document.warn("author", message, "write what visitors need of it into the text of the page")
    return {"author": text_of(author.get("name"))}


def _url_changes(document: Document, old_url: str, new_url: str) -> dict[str, Value]:
    if document.link:
        return {"permalink": "", "redirect_to": document.link.replace(" ", "%20")}
    permalink = document.text("permalink") if "permalink" in document.keys else ""
    is_same = output_path(old_url) == output_path(permalink or new_url)
    return {} if is_same else {"permalink": old_url}


def _permalink(document: Document, kind: str, config: Config) -> str:
    """Jekyll's template for the URL of a page or post; empty if acadfolio has the same, or none is known."""
    folder = document.path.partition("/")[0]
    is_special = document.name in {"index", "404"} or (
        folder in JEKYLL_FOLDERS and not config.is_included(folder)
    )
    return (
        ""
        if kind == "pages" and (is_special or document.body_line == 1)
        else config.permalink(kind)
    )


def shown_files(
    files: Iterable[str], pages: Iterable[OldPage], folder: Path, problems: Problems
) -> dict[str, str]:
    """The files that Jekyll shows, by their output paths in lowercase.

    Of several files for one path, Jekyll shows the one that it writes last: it writes pages, then
    other files, then posts, each in the order of their names. The others are reported, except
    README.md: GitHub shows it if there is no other home page.
    """
    by_path = {page.path: page for page in pages if page.is_published}
    ranked: dict[str, list[tuple[int, str, str]]] = {}
    for path in files:
        page = by_path.get(path)
        rank = 1 if page is None else 2 * _is_in("_posts", path) - (path.lower() == README)
        output = output_path(page.url) if page else path
        ranked.setdefault(output.casefold(), []).append((rank, posixpath.basename(path), path))
    shown = {}
    for output, candidates in ranked.items():
        *others, (_, _, shown[output]) = sorted(candidates)
        for path in (path for _, _, path in others if path.lower() != README):
            message = f"the old site has {shown[output]} at the same URL: skipped"
            problems.warn(Location(f"{folder.as_posix()}/{path}"), message, rule="import-skipped")
    return shown


def drop_taken_redirects(pages: Iterable[OldPage], owners: dict[str, str]) -> None:
    """Redirect each old URL to one page.

    `owners` are the files by their output paths in lowercase.
    """
    for page in pages:
        free = [
            url
            for url in page.redirects
            if owners.setdefault(output_path(url).casefold(), page.path) == page.path
        ]
        if free != page.redirects:
            page.redirects = free
            page.changes["redirect_from"] = free


def place_news(urls: list[str], pages: list[OldPage], folder: Path) -> None:
    """Redirect the old URLs of news, which have no pages, to the page that lists them, or else to the home page.

    If a page lists them, the home page has no other list of them below its text.
    """
    listing = [
        page for page in pages if page.is_published and shows_collection("news", [page], folder)
    ]
    homes = [page for page in pages if page.is_published and page.url == "/"]
    for page in homes if listing else ():
        page.changes.setdefault("sections", [])
    listing.sort(key=lambda page: (page.url != "/news/", page.url == "/"))
    for page in [*listing, *homes][:1]:
        page.redirects += urls
        page.changes["redirect_from"] = page.redirects


def files_to_copy(
    folder: Path, files: Iterable[str], pages: list[OldPage], config: Config, problems: Problems
) -> dict[str, str]:
    """The new paths of these files, and of the old site's bibliographies, includes and layouts, by their old paths."""
    page_paths = {page.path for page in pages}
    layouts = {path for page in pages for path in page.layouts}
    page_folders = set(map(posixpath.dirname, page_paths)) - {""}
    copies = {
        name: f"data/{posixpath.basename(name)}"
        for name in _data_files(folder, pages, config, problems)
    }
    for path in files:
        # Pages may include files beside them, and in folders below.
        if path in page_paths or not page_folders.isdisjoint(map(str, PurePosixPath(path).parents)):
            copies[path] = f"content/{_path_in_content(path)}"
        else:
            copies[path] = f"static/{path}"
    for path in filter(lambda path: (folder / path).is_file(), _beside(pages)):
        copies[path] = f"content/{_path_in_content(path)}"
    return copies | {name: f"content/{name}" for name in (*_included(folder, pages), *layouts)}


def _beside(pages: Iterable[OldPage]) -> Iterator[str]:
    """The paths that pages include from their own folders. Files there may be excluded."""
    for page in pages:
        for is_relative, name in INCLUDED.findall(page.all_text + page.parts):
            if is_relative:
                yield _path_beside(page, name)


def included_texts(page: OldPage, folder: Path) -> dict[str, str]:
    """The Markdown that a page includes from its own folder, by the paths."""
    paths = [_path_beside(page, name) for name in re.findall(INCLUDED_TEXT, page.text)]
    inside = [path for path in paths if is_within(folder / path, folder)]
    return {
        path: text_in(folder / path) or "" for path in inside if not has_front_matter(folder / path)
    }


def write_lists(page: OldPage, texts: Mapping[str, str]) -> None:
    """Write the new text of a page, and into it those of the files that it includes."""
    body = texts.get(page.path) or page.body or split_text(page.text)[1]
    written_body = re.sub(
        INCLUDED_TEXT, lambda tag: texts.get(_path_beside(page, tag[1]), tag[0]), body
    )
    if page.path in texts or written_body != body:
        page.body = written_body


def _path_beside(page: OldPage, name: str) -> str:
    return posixpath.normpath(posixpath.join(posixpath.dirname(page.path), name.lstrip("/")))


def texts_of_site(folder: Path, pages: Iterable[OldPage], copied: Container[str]) -> list[str]:
    """The paths of the published pages, and of the files around them: settings, data, layouts and includes."""
    names = [
        file.relative_to(folder).as_posix()
        for pattern in TEXTS
        for file in sorted(folder.glob(pattern))
    ]
    return [
        *(page.path for page in pages if page.is_published),
        *(name for name in names if name not in copied),
    ]


def _path_in_content(path: str) -> str:
    """The path in content/.

    The posts of a folder of their own are in a folder of content/_posts/.
    """
    before, posts, name = f"/{path}".rpartition("/_posts/")
    moved = posixpath.normpath(f"{posts}{before}/{name}").lstrip("/")
    return moved.removeprefix("_" if path.startswith("_books/") else "")


def keys_read_by(pages: Iterable[OldPage], folder: Path) -> set[tuple[str, str]]:
    """The keys of `_config.yml` that pages read with Liquid as `site.KEY` or `site.KEY.NESTED_KEY`."""
    return set(re.findall(r"\bsite\.([\w-]+)(?:\.([\w-]+))?", _liquid_in(pages, folder)))


def keys_of_entries_read_by(pages: Iterable[OldPage], folder: Path, config: Config) -> set[str]:
    """The keys that pages may read with Liquid of entries, as `talk.KEY`, or in quotes as an argument of a filter."""
    tags = _liquid_in(pages, folder)
    if not has_own_titles(
        config.categories
    ):  # Else the kinds of entries have the keys of the theme's own list.
        tags = re.sub(r"\w+\.category != \w+\[0\]", "", tags)
    return set(re.findall(r"""(?<!\bsite)(?<!\bpage)(?<!\binclude)[.'"]([\w-]+)""", tags))


def keys_shown_nowhere(pages: Iterable[OldPage], folder: Path) -> set[str]:
    """The keys that are shown here, but neither by the themes nor by the site's own layouts, includes and pages."""
    templates = (*folder.glob("_includes/**/*.*"), *folder.glob("_layouts/**/*.*"))
    texts = [*(page.all_text for page in pages), *filter(None, map(text_in, templates))]
    return {key for key in themes().seldom_shown.split() if f".{key}" not in "".join(texts)}


def _liquid_in(pages: Iterable[OldPage], folder: Path) -> str:
    """The tags of Liquid in pages, and in what they include."""
    texts = [page.all_text + page.parts for page in pages]
    texts += [text_in(folder / name) or "" for name in _included(folder, pages)]
    tags = r"\{\{(?:(?!\{\{)[\s\S])*?\}\}|\{%(?:(?!\{%)[\s\S])*?%\}"
    return " ".join(re.findall(tags, "".join(map(without_raw, texts))))


def shows_collection(name: str, pages: list[OldPage], folder: Path) -> bool:
    """Whether pages list a collection: with Liquid, or with al-folio's front matter."""
    shows = rf"(?m)\bsite(?:\[|\.(?:{name}|collections|documents)\b)|\binclude {name}\b|^(?:collection:\s*)?{name}\b"
    shows += "|^announcements:" if name == "news" else ""
    return any(
        re.search(shows, text)
        for text in (_liquid_in(pages, folder), *(page.all_text for page in pages))
    )


def _included(folder: Path, pages: Iterable[OldPage]) -> list[str]:
    """The files of `_includes/` that pages include, also indirectly, except those that acadfolio has."""
    found: set[str] = set()
    texts = [page.all_text for page in pages]
    while texts:
        for path in _includes_in(texts.pop()) - found:
            text = text_in(folder / path)
            if text is not None and not _is_of_theme(path, text):
                found.add(path)
                texts.append(text)
    return sorted(found)


def _is_of_theme(path: str, text: str) -> bool:
    """Whether acadfolio has an include.

    It has not what reads other keys of entries than the theme's file.
    """
    name, ending = posixpath.splitext(path.removeprefix(f"{INCLUDES}/"))
    keys = set(re.findall(r"\b(?:item|post|project)\.(\w+)", text))
    is_known = ending in {"", ".liquid"} or name in themes().includes.split()
    is_text = (
        f"includes/{name}" in theme_texts()
        and is_known
        and keys <= set(themes().read_in_includes.split())
    )
    return is_text or (starter() / f"templates/features/{name}.html").is_file()


def _includes_in(text: str) -> set[str]:
    """The paths of the files of `_includes/` that a text includes."""
    names = [name for is_relative, name in INCLUDED.findall(without_raw(text)) if not is_relative]
    paths = {posixpath.normpath(f"{INCLUDES}/{name}") for name in names}
    return {path for path in paths if path.startswith(f"{INCLUDES}/")}


def _data_files(
    folder: Path, pages: Iterable[OldPage], config: Config, problems: Problems
) -> list[str]:
    """The bibliographies that pages show, and the data files that belong to them.

    Other bibliographies are reported.
    """
    found = [name for name in DATA_FILES if (folder / name).is_file()]
    named = text_of(config.below("scholar").get("bibliography"))
    shown = [named, *re.findall(FILE_OF_TAG, "".join(page.all_text for page in pages))]
    for path in sorted((folder / "_bibliography").glob("*.bib")):
        if not named or any(
            fnmatchcase(path.name, f"{name.removesuffix('.bib')}.bib") for name in shown
        ):
            found.append(f"_bibliography/{path.name}")
        else:
            problems.warn(
                Location(path.as_posix()), "no page showed this: skipped", rule="ignored-file"
            )
    return found


def readable_venues(folder: Path, problems: Problems) -> str:
    """al-folio's venues without colours such as `rgb(1, 2, 3)` or `var(--accent)`, which are reported."""
    source = Source(f"{folder.as_posix()}/{VENUES}", text_in(folder / VENUES) or "")
    for match in re.finditer(COLOUR_FUNCTION, source.text):
        line = source.text.count("\n", 0, match.start()) + 1
        message = f"`{match[2]}` is not a hexadecimal colour: skipped"
        problems.warn(
            source.at(line), message, 'write it like "#00369f", in quotes', rule="import-skipped"
        )
    return re.sub(COLOUR_FUNCTION, r"\1null", source.text)


def _matches(name: str, patterns: str) -> bool:
    return any(fnmatchcase(name.lower(), pattern) for pattern in patterns.split())
