"""Read the pages of the old site, and keep their URLs."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from acadfolio.build import today
from acadfolio.loading.page_urls import MARKDOWN_SUFFIXES, PAGE_SUFFIXES, default_url, output_path
from acadfolio.loading.pages import as_ours
from acadfolio.model.values import boolean_of
from acadfolio.problems import Problems
from acadfolio.source.front_matter import split_page
from acadfolio.source.text import Source
from acadfolio_jekyll.importer.config import JEKYLL_FOLDERS, text_in
from acadfolio_jekyll.importer.documents import Document, old_urls, repaired
from acadfolio_jekyll.importer.languages import add_folders_of_plugin
from acadfolio_jekyll.importer.pages.front_matter import add_changes, front_matter_problems
from acadfolio_jekyll.importer.pages.old_page import README, OldPage, path_in_content
from acadfolio_jekyll.importer.translated_texts import Version

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from acadfolio.source.yaml_writer import Value
    from acadfolio_jekyll.importer.config import Config
    from acadfolio_jekyll.importer.translated_texts import TranslatedTexts

LINK = re.compile(r"(?m)(?<=^## )\[(.*)\]\((/\w+/)\)$")
"""A heading of a part, and the page that it links to."""


def pages_of(
    folder: Path,
    files: Iterable[str],
    config: Config,
    texts: TranslatedTexts | None,
    problems: Problems,
) -> list[OldPage]:
    """The pages among these files, each in all languages of the texts. Files that cannot be read are skipped."""
    reader = _Reader(folder, config, texts, problems)
    pages = reader.pages(path for path in files if path.endswith(PAGE_SUFFIXES))
    add_folders_of_plugin(pages, config)
    urls = {page.url for page in pages if page.is_published}
    for page in pages:
        page.parts = LINK.sub(lambda link: link[0] if link[2] in urls else link[1], page.parts)
    return pages


class _Reader(NamedTuple):
    """What pages are read with."""

    folder: Path
    config: Config
    texts: TranslatedTexts | None
    problems: Problems

    def pages(self, paths: Iterable[str]) -> list[OldPage]:
        """The pages in these files in all their languages."""
        found: list[OldPage | None] = []
        for path in paths:
            text = text_in(self.folder / path)
            if text is not None:
                versions = (
                    [Version("", text)] if self.texts is None else self.texts.versions(path, text)
                )
                found += [self._page(path, path, text, version) for version in versions]
        for post in self.texts.posts() if self.texts is not None else ():
            found.append(self._page(post.path, post.name, "", post.version))
        return [page for page in found if page]

    def _page(self, file: str, path: str, text: str, version: Version) -> OldPage | None:
        """A page in one language, or None if it is none.

        Args:
            file: The file that it is in.
            path: Its path in the first language.
            text: The text of the file.
            version: Its language and its text in it.
        """
        folder, config, problems = self.folder, self.config, self.problems
        source = Source(f"{folder.as_posix()}/{file}", version.text)
        source = repaired(source, front_matter_problems, problems)
        parts = split_page(source, Problems())
        if parts.body_line == 1 and not path.endswith(MARKDOWN_SUFFIXES):
            return None  # Jekyll copies it unchanged, and so does acadfolio.
        kind = config.kind_of(path)
        name = path if kind in {"pages", "posts"} else path.rpartition(f"_{kind}/")[2]
        document = Document(parts, kind, name, problems, config.defaults(path, kind))
        old_url, redirects = old_urls(document, _permalink(document, kind, config), config)
        name_of_post = document.name_without_date if kind == "posts" else ""
        new_url = default_url(as_ours(path_in_content(path)), name_of_post)
        in_language = version.path_of(path)
        page = OldPage(in_language, source.text, document.nodes, old_url or new_url, redirects)
        if source.text != text:
            page.body = parts.body or "\n"
        if parts.body_line > 1:  # A text without front matter may be part of a page.
            page.changes = _url_changes(document, old_url, new_url)
            add_changes(page, document, folder, config)
        if path.lower() == README:
            page.url = page.changes["permalink"] = "/"
        if kind == "posts" and boolean_of(config.text("future")):
            _warn_of_future(document)
        return page


def _warn_of_future(document: Document) -> None:
    if document.date > "{:04}-{:02}-{:02}".format(*today()):
        message = f"the old site shows this post already (`future: true`), the new one from {document.date} on"
        document.warn("date", message, "give it an earlier date to show it now")


def _url_changes(document: Document, old_url: str, new_url: str) -> dict[str, Value]:
    if document.link:
        return {"permalink": "", "redirect_to": document.link.replace(" ", "%20")}
    permalink = document.text("permalink") if "permalink" in document.keys else ""
    is_same = output_path(old_url) == output_path(permalink or new_url)
    return {} if is_same else {"permalink": old_url}


def _permalink(document: Document, kind: str, config: Config) -> str:
    """Jekyll's template for the URL of a page or post; empty if acadfolio has the same, or none is known."""
    folder = document.path.partition("/")[0]
    if kind != "pages":
        return config.permalink(kind)
    if document.name in {"index", "404"} or document.body_line == 1:
        return ""
    if folder in JEKYLL_FOLDERS and not config.is_included(folder):
        return ""
    return config.permalink(kind)
