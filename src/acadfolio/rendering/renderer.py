"""Render the pages of a plan: a page's text, its template context, its template, and the finished HTML."""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import quote

from msgspec import Struct, field
from msgspec.structs import replace

from acadfolio.citations import add_citations
from acadfolio.citations.papers import Papers
from acadfolio.contracts import HtmlRendering
from acadfolio.html.email import obfuscate_text, obfuscate_token
from acadfolio.html.links import URLS, hosts_of_styles, hosts_of_tag, rewrite_urls
from acadfolio.html.styles import rewrite_styles
from acadfolio.html.text import is_document
from acadfolio.html.tokens import Token, rewrite
from acadfolio.markdown.state import Document
from acadfolio.model.values import LanguageTag
from acadfolio.plugins import BUNDLED, plugin_named, plugins_of
from acadfolio.rendering import Output
from acadfolio.rendering.bodies import Bodies, Body
from acadfolio.rendering.citation_files import CitationFiles
from acadfolio.rendering.counts import KnownCounts
from acadfolio.rendering.entry_pages import EntryPages
from acadfolio.rendering.frame import FinishedPart, Frame, Part, PartUrls
from acadfolio.rendering.images import CONTAINERS, PageImages, SiteImages
from acadfolio.rendering.locating import DeadLinks
from acadfolio.rendering.metadata import Metadata, ShareImages
from acadfolio.rendering.navigation import Navigation
from acadfolio.rendering.page_contexts import PageContexts
from acadfolio.rendering.search_index import SEARCH_OFF, SEARCH_ON, search_record
from acadfolio.rendering.section_renderer import SectionRenderer
from acadfolio.rendering.sections import ListedSections, Sections
from acadfolio.rendering.shared import shared_context
from acadfolio.rendering.shortcodes import Shortcodes
from acadfolio.rendering.templates import Templates, folders_of_look
from acadfolio.rendering.third_parties import ThirdParties, check_third_parties
from acadfolio.rendering.urls import PageUrls, moved_headings
from acadfolio.theme.environment import TemplateEnvironment
from acadfolio.theme.excerpts import TextConverter
from acadfolio.theme.filters import ids_of_tags
from acadfolio.theme.words import theme_language

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from acadfolio.model.values import Text
    from acadfolio.problems import Location, Problems
    from acadfolio.rendering.images import MakeVariants
    from acadfolio.routing import Plan, PlannedPage
    from acadfolio.theme.context import PageContext


ICON_OF_FONT = re.compile(r"""\bclass\s*=\s*["']?[^"'<>]*\b(?:fa|ai)-""", re.IGNORECASE)
"""A class of Font Awesome or Academicons."""
REWRITTEN = URLS.keys() | CONTAINERS
"""The elements whose tags are changed when a page is finished, or that determine the size of images."""


def has_icon_of_font(html: str) -> bool:
    """Whether a page has an element with a class of an icon font, which the bundled plug-in draws."""
    return ("fa-" in html or "ai-" in html) and ICON_OF_FONT.search(html) is not None


class Variant(NamedTuple):
    """What the shared parts of pages depend on: a language, and the name of a look."""

    language: str
    look: str


class RenderOptions(Struct, frozen=True, kw_only=True):
    """The parts with which a site is rendered."""

    convert: Callable[[str], Document]
    """Converts the Markdown of a page."""
    convert_data: Callable[[str], Document]
    """Converts a text of the data that may have several paragraphs."""
    inline: Callable[[str], str]
    """Converts the Markdown of a text field."""
    format_in_csl_style: Callable[[str], list[str]]
    """Formats works in CSL styles."""
    variants: MakeVariants | None = None
    """Makes smaller variants of images. Without it, pages show the originals."""
    is_preview: bool = False
    look: str = ""
    """The look whose templates pages have; empty for that of the site."""
    compiled: Path | None = None
    """The user's folder for compiled templates."""


class PageSummary(Struct, frozen=True, array_like=True):
    """The properties of a finished page that other parts of a build need."""

    shown: tuple[tuple[str, int], ...]
    """The entries that it shows: the name of their list, and their position there."""
    lists: tuple[str, ...]
    """The lists of the site that it depends on."""
    hosts: tuple[str, ...]
    """Other hosts that a visitor's browser contacts."""
    variants: tuple[str, ...]
    """The smaller variants of images that it uses, by path."""
    files: tuple[str, ...]
    """The files that belong to it, by path."""
    search: bytes = b""
    """The data of the page for the site's search, as JSON; empty if it is not searched."""


class Rendered(Struct, frozen=True):
    """A finished page."""

    content: bytes
    summary: PageSummary
    files: list[Output]
    """The citations of its publication."""
    variants: dict[str, bytes]
    """The smaller variants of images that it contains."""


class Renderer:
    """Renders the pages of one plan. The parts that pages share are created once."""

    def __init__(
        self,
        plan: Plan,
        template_folders: list[Path],
        problems: Problems,
        options: RenderOptions,
        main: Renderer | None = None,
    ) -> None:
        """Make the parts.

        Args:
            plan: The pages.
            template_folders: The folders of templates of the site and of the theme.
            problems: Where problems are reported.
            options: How texts are converted, and what is made.
            main: The renderer of the site's language and look, if this one is for other pages.
        """
        self.plan, self.problems = plan, problems
        self.look = plan.site.looks[options.look or plan.site.look.name]
        looks = plan.site.looks.values()
        self.folders = {look.name: folders_of_look(look, template_folders) for look in looks}
        """The folders of the templates of each look."""
        self.texts = TextConverter(
            options.convert, options.convert_data, options.inline, plan.site.settings.language
        )
        self.shared = shared_context(plan, self.texts, is_preview=options.is_preview)
        self.templates = self._templates(template_folders, options)
        self.frame = Frame(self.templates.environment.cached_partials)
        self.papers = papers = Papers(plan.site, plan.entry_pages, options.format_in_csl_style)
        self.sections = Sections(plan.site, papers, self.shared.posts, problems, plan.section_pages)
        listed = ListedSections(plan.site, self.sections)
        self.bodies = self._bodies(listed)
        self.templates.environment.shortcode = self.bodies.in_data
        # The menu of all pages may contain the headings of the home page.
        self.home: list[Document] = main.home if main else self._home()
        self.heading_id: Callable[[str], str] = main.heading_id if main else listed.heading_id
        self.moved = moved_headings(
            plan, "".join(document.html for document in self.home), self.heading_id
        )
        self.navigation = Navigation(plan, self.home[-1].headings, self.heading_id)
        self.entry_pages = EntryPages(plan, self.shared, self.sections, self.texts)
        self.citations = CitationFiles(plan, papers)
        self.images: SiteImages = (
            main.images if main else SiteImages(plan, problems, options.variants)
        )
        self.share_images = ShareImages(plan, self.shared)
        self.contexts = PageContexts(
            plan,
            self.shared,
            self.navigation,
            self.entry_pages,
            self.share_images,
            ThirdParties(plan.site.settings, self.shared.site.base, options.is_preview),
            self.citations,
        )
        self.metadata = Metadata(plan.site, self.shared, self.share_images)
        self.positions = _positions(plan)
        self.dead_links = DeadLinks(plan, problems)
        self.others: dict[Variant, Renderer] = {}
        """The renderers of pages in another language, or in a look with templates of its own."""
        if main is None:
            check_third_parties(plan.site, problems)
            for variant in sorted({*map(self._variant_of, plan.pages)} - {self._variant}):
                self.others[variant] = Renderer(
                    plan.in_language(LanguageTag(variant.language)),
                    template_folders,
                    problems,
                    replace(options, look=variant.look),
                    self,
                )

    def _templates(self, folders: list[Path], options: RenderOptions) -> Templates:
        site, shared = self.plan.site, self.shared
        environment = TemplateEnvironment(
            self.folders[self.look.name], self.texts, options.compiled
        )
        environment.tag_ids = ids_of_tags({tag for post in shared.posts for tag in post.tags})
        add_citations(environment)
        for plugin in plugins_of(self.plan.site.settings.plugins):
            environment.add_filters(plugin.filters)
        variables = {
            "site": shared.site,
            "profile": shared.profile,
            "words": shared.words,
            "posts": shared.posts,
            "look": site.look,
        }
        environment.cached_partials.shared = variables
        return Templates(environment, folders, variables, self.problems)

    def _bodies(self, listed: ListedSections) -> Bodies:
        section_renderer = SectionRenderer(self.sections, self.templates, self.problems)
        shortcodes = Shortcodes(
            section_renderer, self.templates, self.problems, self._added_shortcodes()
        )
        counts = KnownCounts(self.plan.site)
        files = {f"static/{file.path}": f"/{quote(file.path)}" for file in self.plan.static_files}
        urls = self.plan.author_pages | files
        return Bodies(self.plan.site, listed, shortcodes, self.texts, self.problems, counts, urls)

    def _added_shortcodes(self) -> dict[str, Callable[..., str]]:
        """The shortcodes of plug-ins, and those that are templates, by name: the site's own win."""
        added: dict[str, Callable[..., str]] = {}
        for plugin in reversed(plugins_of(self.plan.site.settings.plugins)):
            added |= plugin.shortcodes
        for name in self.templates.shortcodes():
            added[name] = partial(self.templates.shortcode, name)
        return added

    def _home(self) -> list[Document]:
        page = next((page for page in self.plan.pages if page.url == "/"), None)
        return self.bodies.converted(page)[1] if page else [Document("")]

    def of(self, planned: PlannedPage) -> Renderer:
        """The renderer for a page's language and look."""
        return self.others.get(self._variant_of(planned), self)

    @property
    def _variant(self) -> Variant:
        return Variant(self.plan.site.settings.language, self.look.name)

    def _variant_of(self, planned: PlannedPage) -> Variant:
        """The language and the look of a page; those of this renderer, unless others change what is shared.

        The home page always has the language of the site, and languages into which the theme is not
        translated change nothing.
        """
        language, look = planned.front_matter.lang, self.plan.site.look_of(planned.front_matter)
        has_language = language and planned.url != "/" and theme_language(language) == language
        has_templates = self.folders[look.name] != self.folders[self.look.name]
        return Variant(
            str(language) if has_language else self._variant.language,
            look.name if has_templates else self._variant.look,
        )

    def page(self, planned: PlannedPage) -> Rendered:
        """One finished page in the language of this renderer.

        Raises SiteError if its template cannot be rendered.
        """
        body = self.bodies.body(planned, with_layouts=True)
        context = self.contexts.context(planned, body)
        html = self.frame.inline(self._in_template(planned, body, context), self._is_inlined)
        html = self.finished_by_plugins(html, planned)
        images = PageImages(self.images, planned.path, html)
        finisher = Finisher(self._urls(planned), images)
        finished = rewrite(html, finisher.finished, obfuscate_text, REWRITTEN)
        finished = self.frame.filled(finished, partial(self._finished_part, planned, finisher))
        files = [Output(path, make().encode()) for path, make in self.citations.of_page(planned)]
        summary = PageSummary(
            tuple(
                sorted(
                    self.positions[entry] for entry in body.state.shown if entry in self.positions
                )
            ),
            tuple(sorted(body.state.lists | self._lists_of(planned))),
            tuple(sorted(finisher.hosts)),
            tuple(sorted(images.used)),
            tuple(file.path for file in files),
            self._search_record(planned, context.title, html),
        )
        variants = {path: self.images.named[path] for path in summary.variants}
        return Rendered(finished.encode("utf-8", "replace"), summary, files, variants)

    def _is_inlined(self, part: str, is_behind: bool) -> bool:  # noqa: FBT001 - see `Frame.inline`
        """Whether a part is finished with the page: for plug-ins, and if it may have the first image."""
        plugins = self.plan.site.settings.plugins
        return bool(plugins) or has_icon_of_font(part) or (is_behind and "<img" in part)

    def _finished_part(self, planned: PlannedPage, finisher: Finisher, part: Part) -> FinishedPart:
        """A part of the frame, finished for a page. Its hosts, images and dead links are the page's."""
        form = part.forms.get(part.key(planned.path)) or self._new_form(planned, part)
        finisher.hosts |= form.hosts
        finisher.images.used |= form.variants
        for url in form.dead_links:
            self.dead_links.report(planned, url)
        return form

    def _new_form(self, planned: PlannedPage, part: Part) -> FinishedPart:
        settings = self.plan.site.settings
        home = settings.url or settings.base
        urls = PartUrls(self.plan.paths, planned.path, home, self.moved)
        images = PageImages(self.images, planned.path, "")
        images.is_first = False  # The first one of the page is in its text.
        finisher = Finisher(urls, images)
        html = rewrite(part.html, finisher.finished, obfuscate_text, REWRITTEN)
        form = FinishedPart(
            html, frozenset(finisher.hosts), frozenset(images.used), tuple(urls.dead_links)
        )
        part.add(urls)
        part.keep(planned.path, form)
        return form

    def _in_template(self, planned: PlannedPage, body: Body, context: PageContext) -> str:
        """The page in its template.

        A whole document, such as a page in a layout of the site's own, has none.
        """
        if (
            planned.page
            and (planned.page.source.layouts or planned.page.is_html)
            and is_document(body.html)
        ):
            return body.html.strip()
        variables: dict[str, Any] = {
            "page": context,
            "head": self.metadata.head(planned, context),
            "look": self.plan.site.look_of(planned.front_matter),
        }
        if planned.entry is not None:
            variables["section"] = self.entry_pages.section(planned)
        return self.templates.render(f"layouts/{planned.layout}.html", **variables)

    def _search_record(self, planned: PlannedPage, title: Text, html: str) -> bytes:
        site, words = self.shared.site, self.shared.words
        if not site.search or not planned.is_searched:
            return b""
        name = words["posts"] if planned.is_post else words.get(planned.section, "")
        if planned.url != "/":
            return search_record(planned, name, self.shared.plain(title or site.title), html)
        interests = [self.shared.plain(interest) for interest in self.shared.profile.interests]
        return search_record(planned, name, self.shared.plain(site.title), html, interests)

    def finished_by_plugins(self, html: str, planned: PlannedPage) -> str:
        """A page, or its text, as the plug-ins finish it. The bundled ones draw the icons of fonts."""
        names = self.plan.site.settings.plugins
        if has_icon_of_font(html):
            names = (*names, *BUNDLED)
        rendering = HtmlRendering(self.plan.site, self._icon, self.shared.words, self.problems)
        for name in names:
            html = plugin_named(name).finished_html(html, planned.page, rendering)
        return html

    def _icon(self, name: str, brands: bool) -> str:  # noqa: FBT001 - see `HtmlRendering`
        return str(self.templates.environment.icon(name, brands=brands))

    def has_icon(self, name: str) -> bool:
        """Whether there is an icon of this name, of a brand or not."""
        return bool(self._icon(name, True))  # noqa: FBT003 - with those of brands

    def _urls(self, planned: PlannedPage) -> PageUrls:
        report = partial(self.dead_links.report, planned)
        settings = self.plan.site.settings
        return PageUrls(
            self.plan.paths, planned.path, settings.url or settings.base, self.moved, report
        )

    def _lists_of(self, planned: PlannedPage) -> set[str]:
        """The lists that a page depends on without showing them."""
        if planned.layout == "cv":
            return set(self.plan.site.lists)
        return {planned.section} if planned.section and planned.entry is None else set()


class Finisher(Struct):
    """Finishes the tags of one page."""

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
        return self.images.finish(replace(token, source=source)) if token.name == "img" else source


def _positions(plan: Plan) -> dict[Location, tuple[str, int]]:
    """The list and the position of each entry, by its `source_location`."""
    lists: dict[str, tuple[Any, ...]] = plan.site.lists
    return {
        entry.source_location: (name, place)
        for name in lists
        for place, entry in enumerate(lists[name])
    }
