"""Make the local URLs of a page relative to it: one build works at `/`, at `/repo/`, below `~user/` and on disk.

Links to pages name their file (`cv/index.html`): a browser that reads from the disk knows no other.
"""

from __future__ import annotations

import posixpath
import unicodedata
from functools import partial
from typing import TYPE_CHECKING
from urllib.parse import quote, unquote

from acadfolio.html.links import URLS, rewrite_urls
from acadfolio.html.text import anchors
from acadfolio.html.tokens import rewrite
from acadfolio.loading.page_urls import (
    MARKDOWN_SUFFIXES,
    SAFE_IN_URL,
    SCHEME,
    own_path,
    path_on_host,
)
from acadfolio.routing.generated import cv_sections
from acadfolio.routing.paths import Paths
from acadfolio.routing.plan import url_of
from acadfolio.routing.references import NO_HOST, USUAL_STARTS, file_of, leads_nowhere

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Mapping

    from acadfolio.routing import Plan

HOME = "index.html"
FROM_CONTENT = "../static/"


class PageUrls:
    """Makes the local URLs of one page relative to it, and calls `missing` with dead links."""

    def __init__(
        self,
        paths: Container[str],
        page_path: str,
        home: str = "/",
        moved: Mapping[str, str] | None = None,
        missing: Callable[[str], object] = lambda _: None,
    ) -> None:
        """`paths` are the files of the site, and `home` is the URL of the home page, or its path on its host.

        With a full URL, links with the site's own full URL are checked, too. `moved` has the URLs
        of what is not on a page: sections that are on the home page in another theme, and years of
        a divided list, by the page's path and their anchors there (`index.html#news`). Of originals of
        translations, it has the paths of these by their own.
        """
        self.home, self.base = home, path_on_host(home)
        self.paths, self.page_path, self.moved, self.missing = (
            paths,
            page_path,
            moved or {},
            missing,
        )
        self.folder = page_path.rpartition("/")[0]
        self.quoted_folder = quote(self.folder, safe=SAFE_IN_URL)
        folders = paths.folders if isinstance(paths, Paths) else ()
        top = self.base.rpartition("/")[0]
        self.language_folders = (*folders, *(f"{top}{folder}" for folder in folders))
        """How URLs with the folder of a language begin, at the top of the site and of the host."""

    def rewrite(self, html: str) -> str:
        """HTML with every local URL made relative."""
        return rewrite(html, lambda tag: rewrite_urls(tag, self.relative), names=URLS)

    def relative(self, url: str) -> str:
        """Make one URL relative. URLs of other hosts, anchors and dead links are unchanged."""
        if url.startswith("#"):
            moved = self.moved.get(unquote(f"{HOME}{url}")) if self.page_path == HOME else None
            return self.relative(moved) if moved else url
        if not url or url.startswith(("?", *USUAL_STARTS)):
            return self._unchanged(url, is_dead=url in NO_HOST or self._is_dead_own(url))
        if SCHEME.match(url):
            return self._unchanged(url, is_dead=leads_nowhere(url) or self._is_dead_own(url))
        return self.local_url(url)

    def _is_dead_own(self, url: str) -> bool:
        """Whether this is a full URL of the site that leads nowhere."""
        own = own_path(url, self.home)
        return own is not None and self.file_and_rest(own)[0] is None

    def local_url(self, url: str) -> str:
        path, separator, rest = self.file_and_rest(url)
        if path is None:
            return self._unchanged(url, is_dead=True)
        path = self.target_of(path, url)
        anchor = unquote(rest) if separator == "#" else ""
        if anchor and (moved := self.moved.get(f"{path}#{anchor}")):
            return self.relative(moved)
        return self.written(path, separator + rest)

    def written(self, path: str, rest: str) -> str:
        """The URL of a file, with its query or fragment, as the page has it."""
        if path == self.page_path and len(rest) > 1 and rest.startswith("#"):
            return rest
        return relative_path(quote(path, safe=SAFE_IN_URL), self.quoted_folder) + rest

    def target_of(self, path: str, url: str) -> str:
        """The file to which a link with the path of a file leads: of an original, to its translation."""
        is_moved = path in self.moved and not self._names_its_language(url)
        return self.moved[path] if is_moved else path

    def path_of(self, link: str) -> str:
        """The path of a link that is relative to the page; empty for any other URL."""
        if SCHEME.match(link) or link.startswith(("#", "/")):
            return ""
        path = unquote(link.partition("#")[0].partition("?")[0])
        return posixpath.normpath(posixpath.join(self.folder, path))

    def _names_its_language(self, url: str) -> bool:
        """Whether a URL says in which language its page is: `/../cv/`, or `/en/cv/` if that is the folder of one."""
        return url.startswith("/../") or f"{url}/".startswith(self.language_folders)

    def file_and_rest(self, url: str) -> tuple[str | None, str, str]:
        """The file of a URL, and its query or fragment.

        A file's name may contain their separator.
        """
        local, separator, rest = _split(url)
        path = self.file_of(local)
        if path is None and separator:
            return self.file_of(url), "", ""
        return path, separator, rest

    def _unchanged(self, url: str, *, is_dead: bool) -> str:
        if is_dead:
            self.missing(url)
        return url

    def file_of(self, url: str) -> str | None:
        """The output file of a path: relative to the page, else to the site's root, else to the host's."""
        decoded = unicodedata.normalize("NFC", unquote(url))
        for written in dict.fromkeys((decoded, url)):
            for candidate in self._candidates(written):
                if ".." in candidate and (path := self._file_above(candidate)):
                    return path
                if path := file_of(_flatten(candidate), self.paths, self.base):
                    return path
        return None

    def _file_above(self, path: str) -> str | None:
        """The output file of a path that leads above the top of a language in a folder, as `/../cv/` does."""
        flat = posixpath.normpath(path.lstrip("/"))
        if flat.partition("/")[0] != "..":
            return None
        return file_of(f"/{flat}/" if path.endswith("/") else f"/{flat}", self.paths, "")

    def _candidates(self, written: str) -> list[str]:
        """The possible paths from the site's root."""
        return (
            [written] if written.startswith("/") else [f"/{self.folder}/{written}", f"/{written}"]
        )


class QuotedUrls(PageUrls):
    """Makes the URLs of a page valid elsewhere: paths from the site's root, or full URLs if `site_url` is given."""

    def __init__(
        self,
        paths: Container[str],
        page_path: str,
        base: str,
        moved: Mapping[str, str],
        site_url: str = "",
    ) -> None:
        super().__init__(paths, page_path, base, moved)
        self.site_url = site_url

    def relative(self, url: str) -> str:
        return (
            self.written(self.page_path, url)
            if url.startswith(("#", "?"))
            else super().relative(url)
        )

    def written(self, path: str, rest: str) -> str:
        url = quote(url_of(path), safe=SAFE_IN_URL)
        if self.site_url and url.startswith("/../"):  # At the top, above a language in a folder.
            return f"{self.site_url.rpartition('/')[0]}{url.removeprefix('/..')}{rest}"
        return f"{self.site_url}{url}{rest}"


def link_to_files(html: str, file: str, urls: Mapping[str, str]) -> str:
    """The HTML of a page in which relative links work as on GitHub.

    A link to a Markdown file (`other.md#part`) becomes one to its page, and
    `../static/images/me.png` becomes `/images/me.png`.

    Args:
        html: The HTML.
        file: The page's own file, from which links are seen.
        urls: The URLs of pages and static files, by their files.
    """
    if not any(part in html for part in (*MARKDOWN_SUFFIXES, FROM_CONTENT)):
        return html
    linked = partial(_linked, urls, file.rpartition("/")[0])
    return rewrite(html, lambda tag: rewrite_urls(tag, linked), names=URLS)


def _linked(urls: Mapping[str, str], folder: str, url: str) -> str:
    """The URL of the file that a relative link of a file in a folder names; any other URL as it is."""
    path, separator, rest = _split(url)
    if path.startswith("/") or SCHEME.match(path):
        return url
    target = urls.get(_flatten(f"{folder}/{unquote(path)}").lstrip("/"))
    return f"{target}{separator}{rest}" if target else url


def _split(url: str) -> tuple[str, str, str]:
    """A URL's path, the separator, and its query or fragment."""
    path = url.partition("#")[0].partition("?")[0]
    return path, url[len(path) : len(path) + 1], url[len(path) + 1 :]


def _flatten(path: str) -> str:
    """`/a/../b/./c` as `/b/c`; `..` at the site's root has no effect."""
    flat = posixpath.normpath(f"/{path.lstrip('/')}")
    return f"{flat}/" if path.endswith(("/", "/.", "/..")) and flat != "/" else flat


def relative_path(path: str, folder: str) -> str:
    """The path of a file, relative to a folder."""
    up, above = 0, f"{folder}/" if folder else ""
    while not path.startswith(above):
        up, above = up + 1, above[: above.rfind("/", 0, -1) + 1]
    relative = "../" * up + path[len(above) :]
    return f"./{relative}" if ":" in relative.partition("/")[0] else relative


def moved_headings(plan: Plan, home: str, heading_id: Callable[[str], str]) -> dict[str, str]:
    """The URLs of sections that another theme has on its home page, by its path and their anchors there.

    `home` is the HTML of the home page, and `heading_id` gives the anchor of a section.
    """
    found = {heading_id(name): url for name, url in plan.section_pages.items()}
    cv = next((page.url for page in plan.pages if page.layout == "cv"), None)
    for name in cv_sections(plan.site) if cv else ():
        anchor = heading_id(name)
        found.setdefault(anchor, f"{cv}#{anchor}")
    there = anchors(home)
    return {f"{HOME}#{anchor}": url for anchor, url in found.items() if anchor not in there}
