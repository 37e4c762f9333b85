"""Render every page of a plan, then the redirects, the static files and the files around the pages."""

from __future__ import annotations

import functools
import re
from contextlib import suppress
from html import unescape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec import Struct
from msgspec.structs import replace

from acadfolio import markdown
from acadfolio.citations import add_citations
from acadfolio.citations.papers import Papers
from acadfolio.html.links import hosts_of_styles
from acadfolio.html.text import plain
from acadfolio.model.dates import When, latest
from acadfolio.output.file import Output
from acadfolio.problems import Location
from acadfolio.rendering.around import files_around
from acadfolio.rendering.bodies import Bodies
from acadfolio.rendering.bundles import joined
from acadfolio.rendering.context import post_context, profile_context, site_context
from acadfolio.rendering.counts import KnownCounts
from acadfolio.rendering.downloads import Downloads
from acadfolio.rendering.finish import OtherHosts, finish
from acadfolio.rendering.items import Items
from acadfolio.rendering.metadata import Metadata
from acadfolio.rendering.moved import moved_headings
from acadfolio.rendering.navigation import Navigation, page_title
from acadfolio.rendering.pages import Pages
from acadfolio.rendering.pictures import PagePictures, Pictures
from acadfolio.rendering.scholar import Scholar
from acadfolio.rendering.sections import Sections
from acadfolio.rendering.share_images import ShareImages
from acadfolio.rendering.sharing import check_sharing
from acadfolio.rendering.templates import Templates
from acadfolio.rendering.third_parties import Elsewhere, check_comments
from acadfolio.rendering.urls import PageUrls
from acadfolio.routing.references import dead_link
from acadfolio.theme.environment import template_environment
from acadfolio.theme.icons import SIGNS_OF_FONTS
from acadfolio.theme.words import words_for

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Mapping

    from acadfolio.images.variants import VariantMaker
    from acadfolio.markdown import Document
    from acadfolio.model.page import Page
    from acadfolio.model.values import Text
    from acadfolio.problems import Problems
    from acadfolio.rendering.old_icons import OldIcons
    from acadfolio.routing import Plan, PlannedPage
    from acadfolio.source.mentions import Mentions

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
        self.sections = Sections(plan.site, papers, posts, self.templates, problems, plan.section_pages)
        self.counts = KnownCounts(plan.site)
        self.bodies = Bodies(plan.site, self.sections, convert, markdown.header_id, problems, self.counts)
        self.draw = lambda name, brands: environment.icon(name, brands=brands)
        # The home page's body comes first: the masthead of every page may be made of its headings.
        home = next((page for page in plan.pages if page.address == "/"), None)
        self.home = self.bodies.body(home) if home else None
        self.shown_at_home, self.lists_at_home = self.sections.shown, self._used()
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
        is_home = self.home is not None and planned.address == "/"
        self.sections.shown = set(self.shown_at_home) if is_home else set()
        self.sections.used = {*self._lists_of(planned), *(self.lists_at_home if is_home else ())}
        self.counts.is_asked = False
        body = self.home if self.home and is_home else self.bodies.body(planned)
        context = self.pages.context(planned, body)
        of_entry = {"section": self.items.section(planned)} if planned.entry is not None else {}
        head = self.metadata.head(planned, context)
        html = self.templates.render(f"layouts/{planned.layout}.html", page=context, head=head, **of_entry)
        html = self._drawn(html, planned)
        pictures = PagePictures(self.pictures, planned.path, html)
        missing = functools.partial(self._report_missing, planned, body.html)
        urls = PageUrls(self.paths, planned.path, self.site.base, self.moved, missing)
        finished, hosts = finish(html, urls, pictures)
        content = finished.encode("utf-8", "replace")
        files = [Output(path, make().encode()) for path, make in self.downloads.of_entry(planned)]
        facts = Facts(
            context.description,
            tuple(sorted(self.places[entry] for entry in self.sections.shown if entry in self.places)),
            tuple(sorted(self._used())),
            tuple(sorted(hosts - {self.hosts.own})),
            tuple(sorted(pictures.used)),
            tuple(file.path for file in files),
        )
        return Rendered(content, facts, files, {path: self.pictures.named[path] for path in facts.variants})

    def _used(self) -> set[str]:
        """The lists that were looked at since somebody began to ask."""
        return self.sections.used | ({"publications"} if self.counts.is_asked else set())

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
        html = self._drawn(self.bodies.body(planned).html, planned)
        del self.problems.found[faults:]
        return html

    def _drawn(self, html: str, planned: PlannedPage) -> str:
        """A page, or its text, with the icons that fonts of old pages would draw."""
        if not any(sign in html for sign in SIGNS_OF_FONTS):
            return html
        start = max(html.find("<body"), 0)  # What the theme's own head names is no font.
        file = planned.page.file if planned.page is not None else ""
        return html[:start] + self._old_icons.drawn(html[start:], file)

    @functools.cached_property
    def _old_icons(self) -> OldIcons:
        from acadfolio.rendering.old_icons import OldIcons  # Few sites have any.

        return OldIcons(self.plan.site.root, self.draw, self.problems, self.words)

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

    def _report_missing(self, planned: PlannedPage, html: str, target: str) -> None:
        """What a text of a page or of the data points at, else a template; addresses of the data are known already.

        `html` is the page's text as it was made.
        """
        page = planned.page
        from acadfolio.source.mentions import link_in  # Only a mistake pays for it.

        written = re.escape(target).replace(r"\\", r"\\{1,2}")  # In a text of YAML, a backslash may be two.
        linked = link_in(page.body, written) if page else None
        if page is not None and linked is not None:
            self._report_dead(page.at_offset(linked), target)
        elif target.lstrip("/") in self.plan.missing:
            return
        elif place := self._mentions.find(written, page.file if page else ""):
            self._report_dead(place, target)
        elif page is not None and page.has_liquid and target in unescape(html):
            from acadfolio.rendering.liquid import offset_of_address

            offset = offset_of_address(page.body, target)
            self._report_dead(Location(page.file) if offset is None else page.at_offset(offset), target)
        elif place := self._mentions.find(written, folders=("templates",)):
            self._report_dead(place, target)  # Of all pages that use the template, none is named: so it is told once.
        else:
            place = self._unnamed(planned)
            hint = "look in the template" if place.file.startswith("templates") else "look for it in this page"
            self.problems.warn_of_link(place, f"/{planned.path} points at `{target}`, which is not there", hint)

    @functools.cached_property
    def _mentions(self) -> Mentions:
        from acadfolio.source.mentions import Mentions

        return Mentions(self.plan.site.root)

    def _unnamed(self, planned: PlannedPage) -> Location:
        """Who may have written what no file has in these letters: the site's own layout, else the page."""
        layout = f"templates/layouts/{planned.layout}.html"
        if planned.page is not None and not Path(self.plan.site.root, layout).is_file():
            return Location(planned.page.file)
        return Location(layout if Path(self.plan.site.root, layout).is_file() else "data")

    def _report_dead(self, place: Location, target: str) -> None:
        self.problems.warn_of_link(place, *dead_link(target, self.plan))


def _text_of(file: str) -> str:
    """A file that goes out as it is; one that cannot be read is reported where it is written."""
    with suppress(OSError):
        return Path(file).read_text(encoding="utf-8", errors="replace")
    return ""


def _host(url: str) -> str:
    return url.partition("://")[2].partition("/")[0].lower()


def _prose(page: Page, plan: Plan, convert: Callable[[str], Document]) -> str:
    from acadfolio.rendering.liquid import Around, prose_of  # Few pages come from Jekyll.

    return prose_of(page, Around(plan.site, lambda text: convert(text).html))


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
