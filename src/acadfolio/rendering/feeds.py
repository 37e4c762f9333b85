"""Write the feeds of posts and sections."""

from __future__ import annotations

from collections import Counter
from functools import partial
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from acadfolio.html.email import obfuscate
from acadfolio.html.text import plain_text, without_elements
from acadfolio.markdown.markup import escape
from acadfolio.model.dates import Day, When, latest
from acadfolio.model.publication import PUBLICATIONS, date_of
from acadfolio.model.section_kinds import FEEDS, SECTION_KINDS, section_kind
from acadfolio.rendering.urls import PageUrls, QuotedUrls
from acadfolio.routing.generated import entries_of
from acadfolio.theme.excerpts import shorten
from acadfolio.theme.filters import percent_encoded

if TYPE_CHECKING:
    from collections.abc import Iterable

    from acadfolio.citations.papers import Paper
    from acadfolio.contracts import FileWriter
    from acadfolio.model.page import Page
    from acadfolio.model.site import Site
    from acadfolio.model.values import Text
    from acadfolio.rendering.site_files import SiteFiles
    from acadfolio.routing import Plan, PlannedPage

MOST_ITEMS = 50
LONGEST_TITLE = 100
MOST_WHOLE = 10
"""The newest posts, whose whole text is there, as many as jekyll-feed has: readers come back before ten more are
written, and programs fetch the whole feed each time. The others have their summary."""
NOT_IN_FEEDS = frozenset({"script", "style", "template", "form", "button"})
"""Elements without effect in a feed reader."""


def feed_files(site: Site) -> dict[str, FileWriter]:
    """The writers of the Atom feeds of a site, by path: of its posts and sections with a date."""
    posts = [page for page in site.pages if page.is_post]
    writers: dict[str, FileWriter] = {}
    for path, section in FEEDS.items():
        entries = entries_of(site, section) if section in SECTION_KINDS else posts
        if any(date_of(entry) is not None for entry in entries):
            writers[path] = partial(_write, path, section)
    return writers


def _write(path: str, section: str, files: SiteFiles) -> str:
    return Feeds(files).feed(path, section)


class Feeds:
    """Writes the feeds of one site. Everything that comes from the site is escaped."""

    def __init__(self, files: SiteFiles) -> None:
        plan, parts = files.plan, files.parts
        shared = parts.shared
        self.plan, self.texts, self.plain = plan, parts.texts, shared.plain
        self.text = files.page_html
        self.papers = parts.sections.papers
        self.entry_pages, self.templates = parts.entry_pages, parts.templates
        self.excerpts = {post.url: post.excerpt for post in shared.posts}
        self.language = plan.site.settings.language
        self.url = plan.site.settings.url.rstrip("/")
        base = plan.site.settings.base
        # Links that lead nowhere are reported with the pages.
        self.moved = parts.moved
        self.urls = PageUrls(plan.paths, "index.html", base, self.moved)
        self.absolute_urls = (
            QuotedUrls(plan.paths, "index.html", base, self.moved, self.url)
            if self.url
            else self.urls
        )
        self.title = self._words(plan.site.settings.title)

    def feed(self, path: str, section: str) -> str:
        """The feed of a section, or of the posts, at a path."""
        kind = section_kind(section)
        if kind.of_publications:
            entries = self._papers()
        elif kind.record_path:
            entries = self._entries(section)
        else:
            entries = self._posts()
        return self._feed(path, entries)

    def _entries(self, section: str) -> list[tuple[str, str]]:
        """The entries of a section with a date. Each links to its page, else to the home page."""
        entries = []
        urns = Counter[str]()
        for record, when in _newest(entries_of(self.plan.site, section)):
            text: Text | None = getattr(record, "text", None)
            html = self.texts.html(text) if text else ""
            # News have no title.
            written: Text | None = getattr(record, "title", None)
            title = self._words(written) if written else shorten(plain_text(html), LONGEST_TITLE)
            parts = (title, html) if written else (html,)
            page = percent_encoded(self.papers.pages.get(record.source_location, ""))
            urn = _numbered(urns, self.title, *parts, _timestamp(when))
            identity = self.url + page if self.url and page else urn
            about = self._facts(record, section)
            about += self.texts.document(text).html.strip() if text else ""
            entries.append(self._entry(title, when, page or "/", identity, self._content(about)))
        return entries

    def _facts(self, record: Any, section: str) -> str:
        """The facts of an entry in a paragraph, as below its title on a page; empty without any.

        Its date is in an element of its own.
        """
        entry = self.entry_pages.entries.undated(record, section)
        if not entry.parts:
            return ""
        shown = self.entry_pages.section_of(record, section)
        html = self.templates.render(f"entries/{section}.html", entry=entry, section=shown)
        return f"<p>{html.strip()}</p>"

    def _posts(self) -> list[tuple[str, str]]:
        """The posts with a date, the newest with their full text."""
        entries = []
        most_whole = 0 if self.plan.site.settings.posts_feed == "summaries" else MOST_WHOLE
        for number, (planned, post, when) in enumerate(posts_of_feed(self.plan)):
            summary = self.absolute_urls.rewrite(self.excerpts.get(post.url, ""))
            url = percent_encoded(post.url)
            identity = self.url + url if self.url else _urn(self.title, url)
            about = f"<published>{_timestamp(when)}</published>{_html('summary', summary)}"
            about += self._full_text(planned) if number < most_whole else ""
            changed = post.front_matter.modified or when
            entries.append(self._entry(self._words(post.title), changed, url, identity, about))
        return entries

    def _papers(self) -> list[tuple[str, str]]:
        """The papers with a year. Each links to its page, else to the paper."""
        entries = []
        urns = Counter[str]()
        for record, when in _newest(self.plan.site.publications):
            paper = self.papers.paper(record)
            title, page = self._words(record.title), percent_encoded(paper.page)
            urn = _numbered(urns, self.title, PUBLICATIONS, title, str(when.year))
            identity = self.url + page if self.url and page else urn
            url = page or _url_of(paper) or "/"
            entries.append(
                self._entry(title, when, url, identity, self._content(self._about(paper)))
            )
        return entries

    def _about(self, paper: Paper) -> str:
        """The authors and the venue of a paper, then its summary or abstract."""
        names = ", ".join(author.name for author in paper.record.authors)
        texts = (
            paper.venue.name if paper.venue else None,
            paper.record.summary or paper.record.abstract,
        )
        of_names = f"<p>{escape(names)}</p>" if names else ""
        return of_names + "".join(self.texts.document(text).html.strip() for text in texts if text)

    def _full_text(self, planned: PlannedPage) -> str:
        """The full text of a page, with URLs that work outside of it."""
        text = without_elements(self.text(planned), NOT_IN_FEEDS).strip()
        base = self.plan.site.settings.base
        urls = QuotedUrls(self.plan.paths, planned.path, base, self.moved)
        html = self.absolute_urls.rewrite(urls.rewrite(text))
        return _html("content", html, self.url + percent_encoded(planned.url) if self.url else "")

    def _words(self, text: Text) -> str:
        return shorten(self.plain(text), LONGEST_TITLE)

    def _content(self, html: str) -> str:
        return _html("content", self.urls.rewrite(html))

    def _entry(
        self, title: str, when: When, url: str, identity: str, about: str
    ) -> tuple[str, str]:
        """An entry with its date; `about` is the rest of it, as XML."""
        updated = _timestamp(when)
        link = url if "://" in url else self._link(url)
        entry = (
            f"  <entry><title>{escape(title)}</title><id>{escape(identity)}</id><updated>{updated}</updated>"
            f"<link href={quoted(link)}/>{about}</entry>\n"
        )
        return updated, entry

    def _link(self, url: str) -> str:
        """The URL of a page; relative to the feed if the site has no URL."""
        return (
            self.url + url
            if self.url
            else url.lstrip("/") + ("index.html" if url.endswith("/") else "")
        )

    def _feed(self, path: str, entries: list[tuple[str, str]]) -> str:
        updated = max((updated for updated, _ in entries), default=_timestamp(None))
        author = self._words(self.plan.site.profile.name)
        base = f" xml:base={quoted(f'{self.url}/')}" if self.url else ""
        site = f'<link rel="alternate" type="text/html" href={quoted(self._link("/"))}/>'
        here = f'<link rel="self" href={quoted(f"{self.url}/{path}")}/>' if self.url else ""
        identity = f"{self.url}/{path}" if self.url else _urn(self.title, path)
        return (
            '<?xml version="1.0" encoding="UTF-8"?>\n'
            f'<feed xmlns="http://www.w3.org/2005/Atom" xml:lang={quoted(self.language)}{base}>\n'
            f"  <title>{escape(self.title)}</title><id>{escape(identity)}</id><updated>{updated}</updated>\n"
            f"  <author><name>{escape(author)}</name></author>{site}{here}\n"
            f"{''.join(entry for _, entry in entries)}</feed>\n"
        )


def _newest(entries: Iterable[Any]) -> list[tuple[Any, When]]:
    """The newest entries with a date, each with its date."""
    dated = [(entry, when) for entry in entries if (when := date_of(entry)) is not None]
    return sorted(dated, key=lambda pair: pair[1].newest, reverse=True)[:MOST_ITEMS]


def posts_of_feed(plan: Plan) -> list[tuple[PlannedPage, Page, When]]:
    """The newest posts with a date, which every entry of a feed needs."""
    posts = [(planned, planned.page) for planned in plan.pages if planned.page and planned.is_post]
    dated = [(planned, post, post.when) for planned, post in posts if post.when is not None]
    return sorted(dated, key=lambda known: known[2].newest, reverse=True)[:MOST_ITEMS]


def _url_of(paper: Paper) -> str:
    """The URL of a paper without a page on the site, or empty."""
    links = (*paper.identifiers, *paper.links)
    return next((link.url for link in links if link.url.startswith(("https://", "http://"))), "")


def _html(element: str, html: str, base: str = "") -> str:
    """HTML in an Atom element, with hidden e-mail addresses as on pages; empty without HTML."""
    of_base = f" xml:base={quoted(base)}" if base else ""
    return f'<{element} type="html"{of_base}>{escape(obfuscate(html))}</{element}>' if html else ""


def _timestamp(when: When | None) -> str:
    """The date for Atom: the last day of a month or a year."""
    day = latest(when.start) if when else Day(1970, 1, 1)
    return f"{day.year:04d}-{day.month:02d}-{day.day:02d}T00:00:00Z"


def _numbered(counts: Counter[str], *parts: str) -> str:
    """An id as `_urn` makes it: equal ones are numbered."""
    urn = _urn(*parts)
    counts[urn] += 1
    return _urn(*parts, str(counts[urn] - 1)) if counts[urn] > 1 else urn


def _urn(*parts: str) -> str:
    """An id for an entry without a URL: the same parts give the same id."""
    digest = sha256("\n".join(parts).encode()).hexdigest()
    return f"urn:uuid:{digest[:8]}-{digest[8:12]}-{digest[12:16]}-{digest[16:20]}-{digest[20:32]}"


def quoted(value: str) -> str:
    """Escape an attribute's value. xml.sax.saxutils has the same, but imports a client for HTTP."""
    return f'"{escape(value).replace(chr(34), "&quot;")}"'
