"""Render every page of a plan, then the redirects, the static files and the files around the pages."""

from __future__ import annotations

import functools
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec import Struct
from msgspec.structs import replace

from acadfolio import markdown
from acadfolio.citations import add_citations
from acadfolio.citations.papers import Papers
from acadfolio.html.links import hosts_of_styles
from acadfolio.html.text import plain
from acadfolio.html.tokens import read
from acadfolio.model.dates import When, latest
from acadfolio.output.file import Output
from acadfolio.problems import Location
from acadfolio.rendering.around import files_around
from acadfolio.rendering.bodies import Bodies, prose_of
from acadfolio.rendering.bundles import joined
from acadfolio.rendering.context import post_context, profile_context, site_context
from acadfolio.rendering.counts import KnownCounts
from acadfolio.rendering.downloads import Downloads
from acadfolio.rendering.finish import OtherHosts, finish
from acadfolio.rendering.font_icons import PREFIXES, FontIcons
from acadfolio.rendering.items import Items
from acadfolio.rendering.locating import report_dead_link
from acadfolio.rendering.metadata import Metadata
from acadfolio.rendering.moved import moved_headings
from acadfolio.rendering.navigation import Navigation, page_title
from acadfolio.rendering.pages import Pages
from acadfolio.rendering.pictures import PagePictures, Pictures
from acadfolio.rendering.scholar import Scholar
from acadfolio.rendering.section_renderer import SectionRenderer
from acadfolio.rendering.sections import Sections
from acadfolio.rendering.share_images import ShareImages
from acadfolio.rendering.sharing import check_sharing
from acadfolio.rendering.shortcodes import Shortcodes
from acadfolio.rendering.templates import Templates
from acadfolio.rendering.third_parties import Elsewhere, check_comments
from acadfolio.rendering.urls import PageUrls
from acadfolio.theme.environment import template_environment
from acadfolio.theme.words import words_for

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping

    from acadfolio.html.tokens import Token
    from acadfolio.images.variants import VariantMaker
    from acadfolio.markdown import Document
    from acadfolio.model.page import Page
    from acadfolio.model.values import Text
    from acadfolio.problems import Problems
    from acadfolio.routing import Plan, PlannedPage

USER_STYLES = "assets/css/custom.css"
FORTHCOMING = frozenset({"in press", "accepted"})
"""What styles call otherwise for a book: a site's own words for these states go before those too."""


class Facts(Struct, frozen=True, array_like=True):
    """What is known of a finished page besides its bytes."""

    description: str
    """What the page is about."""
    shown: tuple[tuple[str, int], ...]
    """The entries that it shows: the name of their list, and their place there."""
    lists: tuple[str, ...]
    """The lists of the site that it looks at."""
    hosts: tuple[str, ...]
    """Other hosts that a visitor's browser asks."""
    variants: tuple[str, ...]
    """The lighter variants of pictures that it names, by path."""
    files: tuple[str, ...]
    """The files that belong to it, by path."""


class Rendered(Struct, frozen=True):
    """A finished page."""

    content: bytes
    facts: Facts
    files: list[Output]
    """Those that belong to it: by which its paper is cited."""
    variants: dict[str, bytes]
    """The lighter variants of pictures that it names."""


class Renderer:
    """Renders the pages of one plan, and the files around them.

    `convert` and `inline` make HTML of a whole Markdown text and of a field's. `draws` says whether pictures are drawn
    for previews in social media; `cache` gives the folder that keeps these and lighter variants of pictures,
    `compiled` is one of the user's own that keeps compiled templates.
    """

    def __init__(  # noqa: PLR0913 - what a site is rendered with
        self,
        plan: Plan,
        template_folders: list[Path],
        problems: Problems,
        *,
        convert: Callable[[str], Document],
        inline: Callable[[str], str],
        variants: VariantMaker | None = None,
        is_preview: bool = False,
        draws: bool = False,
        cache: Callable[[], str] | None = None,
        compiled: Path | None = None,
    ) -> None:
        self.plan, self.problems = plan, problems
        self.inline = inline
        self.hosts = OtherHosts(_host(plan.site.settings.url or ""))
        self.pictures = Pictures(plan, problems, variants)
        environment = template_environment(
            template_folders, inline, markdown.header_id, plan.site.settings.language, compiled
        )
        add_citations(environment)
        self.site = site_context(plan, _last_change(plan))
        if is_preview:
            self.site = replace(self.site, visitor_map=())
        statuses = plan.site.settings.statuses.words.items()
        self.plain = functools.cache(self._plain)
        own = {status: self._plain(word) for status, word in statuses}
        self.words = words_for(self.site.language) | own
        self.words |= {f"cited:{name}": own[name] for name in FORTHCOMING & own.keys()}
        prose = functools.partial(_prose, plan=plan, convert=convert)
        posts = tuple(
            post_context(page, prose, inline, lambda text: convert(text).html, self.site.language)
            for page in _posts(plan)
        )
        self.profile = profile_context(plan.site, plan.missing)
        shared = {"site": self.site, "profile": self.profile, "words": self.words, "posts": posts}
        papers = Papers(plan.site, plan.entry_pages)
        self.templates = Templates(environment, template_folders, shared, problems)
        self.sections = Sections(plan.site, papers, posts, problems, plan.section_pages)
        shortcodes = Shortcodes(SectionRenderer(self.sections, self.templates, problems), self.templates, problems)
        counts = KnownCounts(plan.site)
        self.bodies = Bodies(plan.site, self.sections, shortcodes, convert, markdown.header_id, problems, counts)
        self.font_icons = FontIcons(
            plan.site, lambda name, brands: environment.icon(name, brands=brands), problems, self.words
        )
        # The home page's body comes first: the masthead of every page may be made of its headings.
        home = next((page for page in plan.pages if page.address == "/"), None)
        self.home = self.bodies.body(home) if home else None
        self.navigation = Navigation(plan, self.home.headings if self.home else (), self.bodies.heading_id)
        self.moved = moved_headings(plan, self.home.html if self.home else "", self.bodies.heading_id)
        self.items = Items(plan, self.site, self.sections, self.plain)
        self.images = ShareImages(plan, self.site, self.plain, draws, cache)
        elsewhere = Elsewhere(plan.site.settings, self.site.base, is_preview)
        self.downloads = Downloads(plan)
        self.pages = Pages(
            plan, self.site, self.plain, self.navigation, posts, self.items, self.images, elsewhere, self.downloads
        )
        scholar = Scholar(self.site, self.plain, self.images.full_address)
        self.metadata = Metadata(plan.site, self.site, self.profile, self.images, self.plain, scholar)
        self.paths = plan.paths
        lists: dict[str, tuple[Any, ...]] = plan.site.lists
        self.places = {
            entry.source_location: (name, place)
            for name, entries in lists.items()
            for place, entry in enumerate(entries)
        }
        check_sharing(plan.site, problems)
        check_comments(plan.site, problems)

    def _plain(self, text: Text) -> str:
        return plain(self.inline(text.in_language(self.site.language)))

    def page(self, planned: PlannedPage) -> Rendered:
        """One finished page. Raises SiteError when its template cannot be rendered."""
        body = self.home if self.home and planned.address == "/" else self.bodies.body(planned)
        context = self.pages.context(planned, body)
        of_entry = {"section": self.items.section(planned)} if planned.entry is not None else {}
        head = self.metadata.head(planned, context)
        html = self.templates.render(f"layouts/{planned.layout}.html", page=context, head=head, **of_entry)
        pictures = PagePictures(self.pictures, planned.path, html)
        urls = PageUrls(
            self.paths,
            planned.path,
            self.site.base,
            self.moved,
            functools.partial(report_dead_link, self.plan, planned, problems=self.problems),
        )
        finished, hosts = finish(self._tokens(html, planned), urls, pictures)
        content = finished.encode("utf-8", "replace")
        files = [Output(path, make().encode()) for path, make in self.downloads.of_entry(planned)]
        facts = Facts(
            context.description,
            tuple(sorted(self.places[entry] for entry in body.shown if entry in self.places)),
            tuple(sorted(body.lists | self._lists_of(planned))),
            tuple(sorted(hosts - {self.hosts.own})),
            tuple(sorted(pictures.used)),
            tuple(file.path for file in files),
        )
        return Rendered(content, facts, files, {path: self.pictures.named[path] for path in facts.variants})

    def _lists_of(self, planned: PlannedPage) -> set[str]:
        """The lists that a page looks at without placing them."""
        if planned.layout == "cv":
            return set(self.plan.site.lists)
        return {planned.section} if planned.section and planned.entry is None else set()

    def rest(self, pages: Mapping[str, Facts]) -> Iterator[Output]:
        """What is no page. `pages` has what is known of all pages of the plan, by their paths."""
        for path, page in pages.items():
            self.hosts.add(page.hosts, path)
        yield from self._citations()
        for redirect in self.plan.redirects:
            yield Output(redirect.path, self._redirect(redirect.path, redirect.target))
        yield from self._static_files()
        for planned in self.plan.pages:
            self.images.pictures(planned, page_title(self.plan.site, planned))
        yield from self.images.outputs()
        about = {page.address: pages[page.path].description for page in self.plan.pages if page.path in pages}
        for path, make in files_around(self.plan, self.inline, about, self.sections.posts, self.text):
            yield Output(path, make().encode())

    def _citations(self) -> Iterator[Output]:
        """The files to cite all papers by, and those of papers whose pages their author wrote."""
        for path, text in self.downloads.lists():
            yield Output(path, text.encode())
        for path, make in self.downloads.of_own_pages():
            yield Output(path, make().encode())

    def _static_files(self) -> Iterator[Output]:
        """The site's and the theme's own files, with the lighter variants of their pictures."""
        for file in self.plan.static_files:
            if file.path == USER_STYLES:
                self.hosts.add(hosts_of_styles(_text_of(file.file)), *self._styled())
            yield self.pictures.output(file)
        yield from self.pictures.outputs()
        for bundle in self.plan.bundles:
            content = joined(bundle)
            if bundle.path.endswith(".css"):
                self.hosts.add(hosts_of_styles(content.decode("utf-8", "replace")), *self._styled())
            yield Output(bundle.path, content)

    def text(self, planned: PlannedPage) -> str:
        """A page's own text once more, for the feed. What is wrong with it was told with the page."""
        faults = len(self.problems.found)
        tokens = self._tokens(self.bodies.body(planned).html, planned)
        del self.problems.found[faults:]
        return "".join(token.source for token in tokens)

    def _tokens(self, html: str, planned: PlannedPage) -> Iterable[Token]:
        """The tokens of a page, or of its text, in which the icons of old pages' fonts are drawn."""
        tokens = read(html)
        if not any(prefix in html for prefix in PREFIXES):
            return tokens
        return self.font_icons.replace(list(tokens), planned.page)

    def _styled(self) -> Iterator[str]:
        """The pages that load the theme's style sheet and the author's: both may ask other hosts for fonts."""
        return (planned.path for planned in self.plan.pages if planned.layout != "missing")

    def report_unshown(self, shown: Collection[tuple[str, int]]) -> None:
        """Warn of every entry that no page shows: nothing vanishes silently. `shown` are those that pages do."""
        lists = self.plan.site.lists
        lists.pop("people", None)  # They also serve as the addresses of co-authors.
        for name, entries in lists.items():
            hidden = sum((name, place) not in shown for place in range(len(entries)))
            if hidden:
                count = "no entry of it is" if hidden == len(entries) else f"{hidden} of {len(entries)} entries are not"
                place = Location(f"data/{name}.yml")
                hint = f"place it with a line `{{{{ {name}() }}}}` in a page"
                self.problems.warn(place, f"{count} shown on any page", hint)

    def _redirect(self, path: str, target: str) -> bytes:
        urls = PageUrls(self.plan.paths, path, self.site.base)
        full = target if "://" in target else f"{self.site.url}/{target.lstrip('/')}" if self.site.url else ""
        return self.templates.render("layouts/redirect.html", target=urls.relative(target), canonical=full).encode()


def _text_of(file: str) -> str:
    """A file that goes out as it is; one that cannot be read is reported where it is written."""
    with suppress(OSError):
        return Path(file).read_text(encoding="utf-8", errors="replace")
    return ""


def _host(url: str) -> str:
    return url.partition("://")[2].partition("/")[0].lower()


def _prose(page: Page, plan: Plan, convert: Callable[[str], Document]) -> str:
    return prose_of(page, plan.site, convert)


def _posts(plan: Plan) -> list[Page]:
    """The posts, newest first."""
    posts = [planned.page for planned in plan.pages if planned.page is not None and planned.page.is_post]
    return sorted(
        posts, key=lambda post: (post.when is not None, post.when and post.when.newest, post.file), reverse=True
    )


def _last_change(plan: Plan) -> When | None:
    """What the author says, else the latest day that news and pages name and that has come.

    No clock, and no time of a file, makes two builds differ.
    """
    said = plan.site.settings.updated
    if said != "newest":
        return When.parse(said) if said else None
    news = (entry.date for entry in plan.site.entries.get("news", ()))  # type: ignore[attr-defined]
    pages = (planned.page.front_matter.modified or planned.page.when for planned in plan.pages if planned.page)
    past = [when for when in (*news, *pages) if when and when.start <= plan.site.today]
    return max(past, key=lambda when: latest(when.start), default=None)
