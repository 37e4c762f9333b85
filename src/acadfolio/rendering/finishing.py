"""Finish the HTML of a page: what plug-ins change, links relative to the page, images, hidden e-mail addresses.

The parts that many pages have in common (`frame.py`) are finished once for all pages with the same links.
"""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING

from msgspec import Struct, field
from msgspec.structs import replace

from acadfolio.contracts import HtmlRendering
from acadfolio.html.email import obfuscate_text, obfuscate_token
from acadfolio.html.links import URLS, hosts_of_styles, hosts_of_tag, rewrite_urls
from acadfolio.html.styles import rewrite_styles
from acadfolio.html.tokens import Token, rewrite, rewritten
from acadfolio.plugins import BUNDLED, plugin_named
from acadfolio.rendering.frame import FinishedPart, Frame, Part, PartUrls
from acadfolio.rendering.images import CONTAINERS, PageImages
from acadfolio.rendering.locating import DeadLinks
from acadfolio.rendering.search_index import SEARCH_OFF, SEARCH_ON
from acadfolio.rendering.urls import PageUrls

if TYPE_CHECKING:
    from acadfolio.problems import Problems
    from acadfolio.rendering.parts import Parts
    from acadfolio.routing import Plan, PlannedPage

ICON_OF_FONT = r"""(?i)\bclass\s*=\s*["']?[^"'<>]*\b(?:fa|ai)-"""
"""A class of Font Awesome or Academicons."""
REWRITTEN = URLS.keys() | CONTAINERS
"""The elements whose tags are changed when a page is finished, or that determine the size of images."""


def has_icon_of_font(html: str) -> bool:
    """Whether a page has an element with a class of an icon font, which the bundled plug-in draws."""
    return ("fa-" in html or "ai-" in html) and re.search(ICON_OF_FONT, html) is not None


class FinishedPage(Struct, frozen=True):
    """The HTML of a page as it is published."""

    html: str
    hosts: frozenset[str]
    """The other hosts that a visitor's browser contacts."""
    variants: frozenset[str]
    """The smaller variants of images that it names, by path."""
    searched: str
    """Its HTML before the links were changed, for the site's search."""


class Finishing:
    """Finishes the pages of one plan."""

    def __init__(self, parts: Parts, problems: Problems) -> None:
        self.parts, self.plan, self.problems = parts, parts.plan, problems
        settings = self.plan.site.settings
        self.plugins = settings.plugins
        self.home = settings.url or settings.base
        """The URL of the site's top, as far as it is known."""
        self.frame = Frame(parts.templates.environment.cached_partials)
        self.dead_links = DeadLinks(self.plan, problems)

    def page(self, planned: PlannedPage, html: str) -> FinishedPage:
        """A page from its template, finished."""
        html = self.frame.inline(html, self._is_inlined)
        html = self.by_plugins(planned, html)
        report = partial(self.dead_links.report, planned)
        urls = PageUrls(self.plan.paths, planned.path, self.home, self.parts.moved, report)
        finisher = Finisher(self.plan, urls, PageImages(self.parts.images, planned.path, html))
        pieces = rewritten(html, finisher.finished, obfuscate_text, REWRITTEN)
        finished = self.frame.filled(pieces, partial(self._finished_part, planned, finisher))
        self.parts.images.report(finisher.images.shown)
        return FinishedPage(
            finished, frozenset(finisher.hosts), frozenset(finisher.images.used), html
        )

    def by_plugins(self, planned: PlannedPage, html: str) -> str:
        """A page, or its text, as the plug-ins finish it. The bundled ones draw the icons of fonts."""
        names = self.plugins
        if has_icon_of_font(html):
            names = (*names, *BUNDLED)
        rendering = HtmlRendering(
            self.plan.site, self._icon, self.parts.shared.words, self.problems
        )
        for name in names:
            html = plugin_named(name).finished_html(html, planned.page, rendering)
        return html

    def _icon(self, name: str, brands: bool) -> str:  # noqa: FBT001 - see `HtmlRendering`
        return str(self.parts.templates.environment.icon(name, brands=brands))

    def _is_inlined(self, part: str, is_behind: bool) -> bool:  # noqa: FBT001 - see `Frame.inline`
        """Whether a part is finished with the page: for plug-ins, and if it may have the first image."""
        return bool(self.plugins) or has_icon_of_font(part) or (is_behind and "<img" in part)

    def _finished_part(self, planned: PlannedPage, finisher: Finisher, part: Part) -> FinishedPart:
        """A part of the frame, finished for a page. Its hosts, images and dead links are the page's."""
        form = part.forms.get(part.key(planned.path)) or self._new_form(planned, part)
        finisher.hosts |= form.hosts
        finisher.images.used |= form.variants
        finisher.images.shown |= form.images
        for url in form.dead_links:
            self.dead_links.report(planned, url)
        return form

    def _new_form(self, planned: PlannedPage, part: Part) -> FinishedPart:
        urls = PartUrls(self.plan.paths, planned.path, self.home, self.parts.moved)
        images = PageImages(self.parts.images, planned.path, "")
        images.is_first = False  # The first one of the page is in its text.
        finisher = Finisher(self.plan, urls, images)
        html = rewrite(part.html, finisher.finished, obfuscate_text, REWRITTEN)
        form = FinishedPart(
            html,
            frozenset(finisher.hosts),
            frozenset(images.shown),
            frozenset(images.used),
            tuple(urls.dead_links),
        )
        part.add(urls)
        part.keep(planned.path, form)
        return form


class Finisher(Struct):
    """Finishes the tags of one page."""

    plan: Plan
    urls: PageUrls
    images: PageImages
    hosts: set[str] = field(default_factory=set)
    """The hosts that a visitor's browser contacts. Of a script, only its own host is known."""

    def finished(self, token: Token) -> str:
        """The source of a tag with its changes."""
        source = token.source
        if token.kind == "end":
            self.images.follow(token)
        elif token.kind == "start":
            source = self._started(token)
        elif token.kind == "raw" and token.name == "style":
            self.hosts.update(hosts_of_styles(source))
            source = rewrite_styles(source, self.urls.relative)
        elif source in {SEARCH_OFF, SEARCH_ON}:
            return ""
        return obfuscate_token(token, source)

    def _started(self, token: Token) -> str:
        self.images.follow(token)
        if "//" in token.source:
            self.hosts.update(hosts_of_tag(token))
        source = rewrite_urls(token, self.urls.relative)
        if token.name == "a":
            return self._with_language(token, source) if self.plan.page_languages else source
        return self.images.finish(replace(token, source=source)) if token.name == "img" else source

    def _with_language(self, token: Token, source: str) -> str:
        """A finished link to a page in another language, with this language."""
        if "hreflang" in token.source.lower():
            return source
        link = replace(token, source=source).attributes.get("href", "")
        language = self.plan.other_language(self.urls.path_of(link))
        return f'{source.removesuffix(">")} hreflang="{language}">' if language else source
