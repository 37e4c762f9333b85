"""Render the pages of a plan: a page's text, its template context, its template, and the finished HTML."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import Struct
from msgspec.structs import replace

from acadfolio.html.text import is_document
from acadfolio.rendering import Output
from acadfolio.rendering.finishing import Finishing
from acadfolio.rendering.search_index import search_record
from acadfolio.rendering.year_pages import with_script

if TYPE_CHECKING:
    from acadfolio.model.values import Text
    from acadfolio.problems import Location, Problems
    from acadfolio.rendering.finishing import FinishedPage
    from acadfolio.rendering.page_state import PageState
    from acadfolio.rendering.parts import Parts
    from acadfolio.routing import Plan, PlannedPage
    from acadfolio.theme.context import PageContext


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
    """The citations of its publication, or the script of its page of a divided list."""
    variants: dict[str, bytes]
    """The smaller variants of images that it contains."""


class Prepared(Struct, frozen=True):
    """A page before it is in its template."""

    context: PageContext
    state: PageState
    document: str
    """The page itself if its text is a whole document, such as one in a layout of the site's own; else empty."""


class Unfinished(Struct, frozen=True):
    """A page in its template, with its links as they are written."""

    html: str
    title: Text
    state: PageState


class Finished(Struct, frozen=True):
    """A page as it is published, with what is known of it."""

    page: FinishedPage
    state: PageState
    search: bytes
    """Its data for the site's search."""


class Renderer:
    """Renders pages with the same parts: those of a plan, in one language and look."""

    def __init__(self, parts: Parts, problems: Problems) -> None:
        self.parts, self.plan = parts, parts.plan
        self.finishing = Finishing(parts, problems)
        self.positions = _positions(self.plan)

    def page(self, planned: PlannedPage) -> Rendered:
        """One finished page.

        Raises SiteError if its template cannot be rendered.
        """
        finished = self._finished(planned)
        page, state = finished.page, finished.state
        citations = self.parts.citations.of_page(planned)
        files = [Output(path, make().encode()) for path, make in citations]
        html = page.html
        if planned.years:
            html, scripts = with_script(planned, html, self.plan)
            files += scripts
        shown = (self.positions.get(entry) for entry in state.shown)
        summary = PageSummary(
            tuple(sorted(filter(None, shown))),
            tuple(sorted(state.lists | self._lists_of(planned))),
            tuple(sorted(page.hosts)),
            tuple(sorted(page.variants)),
            tuple(file.path for file in files),
            finished.search,
        )
        variants = {path: self.parts.images.named[path] for path in summary.variants}
        return Rendered(html.encode("utf-8", "replace"), summary, files, variants)

    def text(self, planned: PlannedPage) -> str:
        """A page's own text, without its template and with its links as they are written."""
        return self.finishing.by_plugins(planned, self.parts.bodies.body(planned).html)

    def has_icon(self, name: str) -> bool:
        """Whether there is an icon of this name, of a brand or not."""
        return bool(self.parts.templates.environment.icon(name))

    # A list of thousands of entries is a long text. Each of these steps keeps it in one form only.
    def _finished(self, planned: PlannedPage) -> Finished:
        """A finished page. Its data for the search need it as it was before."""
        unfinished = self._unfinished(planned)
        page = self.finishing.page(planned, unfinished.html)
        search = self._search_record(planned, unfinished.title, page.searched)
        return Finished(replace(page, searched=""), unfinished.state, search)

    def _unfinished(self, planned: PlannedPage) -> Unfinished:
        """A page in its template."""
        prepared = self._prepared(planned)
        html = prepared.document or self._in_template(planned, prepared.context)
        return Unfinished(html, prepared.context.title, prepared.state)

    def _prepared(self, planned: PlannedPage) -> Prepared:
        """A page before it is in its template. Its text is in the template's variables."""
        body = self.parts.bodies.body(planned, with_layouts=True)
        context = self.parts.contexts.context(planned, body)
        is_whole = (
            planned.page is not None
            and bool(planned.page.source.layouts or planned.page.is_html)
            and is_document(body.html)
        )
        return Prepared(context, body.state, body.html.strip() if is_whole else "")

    def _in_template(self, planned: PlannedPage, context: PageContext) -> str:
        """A page in its template, with its links as they are written."""
        variables: dict[str, Any] = {
            "page": context,
            "head": self.parts.metadata.head(planned, context),
            "look": self.plan.site.look_of(planned.front_matter),
        }
        if planned.entry is not None:
            variables["section"] = self.parts.entry_pages.section(planned)
        return self.parts.templates.render(f"layouts/{planned.layout}.html", **variables)

    def _search_record(self, planned: PlannedPage, title: Text, html: str) -> bytes:
        shared = self.parts.shared
        site, words = shared.site, shared.words
        if not site.search or not planned.is_searched:
            return b""
        name = words["posts"] if planned.is_post else words.get(planned.section, "")
        if planned.url != "/":
            return search_record(planned, name, shared.plain(title or site.title), html)
        interests = [shared.plain(interest) for interest in shared.profile.interests]
        return search_record(planned, name, shared.plain(site.title), html, interests)

    def _lists_of(self, planned: PlannedPage) -> set[str]:
        """The lists that a page depends on without showing them."""
        if planned.layout == "cv":
            return set(self.plan.site.lists)
        return {planned.section} if planned.section and planned.entry is None else set()


def _positions(plan: Plan) -> dict[Location, tuple[str, int]]:
    """The list and the position of each entry, by its `source_location`."""
    lists: dict[str, tuple[Any, ...]] = plan.site.lists
    return {
        entry.source_location: (name, place)
        for name in lists
        for place, entry in enumerate(lists[name])
    }
