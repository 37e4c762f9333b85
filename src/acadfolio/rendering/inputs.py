"""The inputs of each page as a digest: with the same digest, a page is the same byte for byte."""

from __future__ import annotations

from functools import cache, cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec import msgpack

from acadfolio.files import bytes_digest, digest_of_parts, file_status
from acadfolio.kept import Kept, Records
from acadfolio.model.dates import Day, is_upcoming
from acadfolio.model.publication import Publication, date_of
from acadfolio.model.record import without_location
from acadfolio.model.section_kinds import PAGED
from acadfolio.plugins import has_own_method
from acadfolio.rendering.navigation import page_title

if TYPE_CHECKING:
    from collections.abc import Iterable

    from acadfolio.citations.papers import Paper
    from acadfolio.files import Status
    from acadfolio.problems import Location
    from acadfolio.rendering.site_renderer import SiteRenderer
    from acadfolio.routing import PlannedPage

NOT_COMMON = frozenset(
    {
        "documents", "entries", "originals", "pages", "publications", "references", "static_files", "texts",
        "texts_with_syntax", "today",
    }
)  # fmt: skip
"""The fields of a site that not every page depends on."""


class Inputs:
    """The inputs of one site's pages.

    What any page may depend on is one digest: the settings, the person, venues and people, the
    menu, the titles, files and URLs of all pages, the posts, the static files. To these come a
    page's own text, or its record with its neighbours, and the lists that it was found to depend
    on.
    """

    def __init__(self, renderer: SiteRenderer, program: bytes, kept: Kept | None = None) -> None:
        """Make the digest of what all pages depend on.

        Args:
            renderer: Renders the pages.
            program: A digest of acadfolio and the templates.
            kept: The digests of the lists of the last build.
        """
        self.parts, self.plan = renderer.main.parts, renderer.plan
        parts = self.parts
        self.digest_of_entries = (kept or Kept()).remembered(_digest_of_entries)
        self.digest_of_list = cache(self._digest_of_list)
        self.digests_of_papers: dict[Location, bytes] = {}
        # Before a page is rendered: files that are saved meanwhile are rendered by the next build.
        self.statuses_of_pages = self._statuses_of_pages()
        site, plan = self.plan.site, self.plan
        posts = [post for each in renderer.renderers.values() for post in each.parts.shared.posts]
        fields = sorted(set(site.__struct_fields__) - NOT_COMMON)
        self.common = value_digest(
            [
                program,
                [getattr(site, name) for name in fields],
                sorted(
                    (name, bool(entries), *_to_come(entries, site.today))
                    for name, entries in site.lists.items()
                ),
                _to_come(site.cited, site.today),
                [parts.shared.site, parts.shared.profile, parts.moved],
                sorted(parts.papers.people.lists.items()),  # Any paper may make a name known.
                posts,
                [parts.navigation.items, sorted(parts.navigation.targets.items())],
                [(page.path, page_title(site, page)) for page in plan.pages if page.entry is None],
                plan.linked_files or plan.author_pages,
                [(page.file, page.url) for page in site.originals],
                sorted(plan.page_languages.items()),
                [site.mount, plan.starts, [mounted.site.mount for mounted in plan.mounted]],
                [sorted(plan.paths), sorted(plan.section_pages.items()), sorted(plan.missing)],
                # A changed image may have another size on the page.
                [(file.path, file_status(file.file)) for file in plan.all_static_files],
                self._whole_site()
                if has_own_method(site.settings.plugins, "finished_html")
                else [],
            ]
        )

    @cached_property
    def entries(self) -> bytes:
        """The digest of all inputs of entries' pages: while it is the same, the pages are unchanged."""
        return value_digest([self.common, [self.digest_of_list(name) for name in PAGED]])

    def of(self, planned: PlannedPage, lists: Iterable[str]) -> bytes:
        """The digest of a page that depends on these lists of entries."""
        return value_digest(
            [self.common, self._own(planned), [self.digest_of_list(name) for name in sorted(lists)]]
        )

    def _own(self, planned: PlannedPage) -> list[Any]:
        place: list[Any] = [planned.path, planned.url, planned.layout, planned.section]
        place.append(planned.years)
        place.append(self.plan.translations.get(planned.path, ()))
        if planned.entry is not None:
            return [place, without_location(planned.entry), *self._beside(planned)]
        page = planned.page
        if page is None:
            return place
        if page.source.plugin:
            return [place, page, *self._whole_site()]
        return [place, page]

    def _whole_site(self) -> list[Any]:
        """All pages and lists, and the day: what a plug-in makes may depend on them."""
        site = self.plan.site
        pages = [*site.pages, *site.originals, self.statuses_of_pages]
        return [*pages, site.today, *map(self.digest_of_list, site.lists)]

    def _statuses_of_pages(self) -> list[Status | None]:
        """The statuses of the files of all pages; nothing if no plug-in makes a page.

        A plug-in may read their front matter itself, with keys that have no effect here.
        """
        site = self.plan.site
        pages = (*site.pages, *site.originals)
        if not any(page.source.plugin for page in pages):
            return []
        return [file_status(str(Path(site.root, page.file))) for page in pages]

    def _beside(self, planned: PlannedPage) -> list[Any]:
        """The other inputs of an entry's page, besides its record."""
        items = self.parts.entry_pages
        found: list[Any] = [
            items.neighbours(planned),
            items.description(planned),
            items.qualifier(planned),
        ]
        if isinstance(planned.entry, Publication):
            related = items.related(planned)
            found += [self.parts.citations.key(planned), [*map(self.digest_of_paper, related)]]
        return found

    def digest_of_paper(self, paper: Paper) -> bytes:
        """The digest of a paper that is related to others, with the URL of its page."""
        location = paper.record.source_location
        if location not in self.digests_of_papers:
            value = [without_location(paper.record), paper.page]
            self.digests_of_papers[location] = value_digest(value)
        return self.digests_of_papers[location]

    def _digest_of_list(self, name: str) -> bytes:
        """The digest of a list's entries, with the URLs of their own pages."""
        pages = self.plan.entry_pages
        entries: tuple[Any, ...] = self.plan.site.lists.get(name, ())
        urls = tuple(pages.get(entry.source_location, "") for entry in entries)
        return self.digest_of_entries(Records(entries), urls)


def _digest_of_entries(entries: Records, urls: tuple[str, ...]) -> bytes:
    """The digest of entries, with the URLs of their own pages."""
    # One by one: copies of thousands of entries at the same time need much memory.
    pairs = zip(entries.records, urls, strict=True)
    return digest_of_parts(encode([without_location(entry), url]) for entry, url in pairs)


def _to_come(entries: Iterable[Any], today: Day) -> list[int]:
    """The positions of the entries that are marked as upcoming, which change with the day."""
    return [place for place, entry in enumerate(entries) if is_upcoming(date_of(entry), today)]


def value_digest(value: Any) -> bytes:
    """A digest of 16 bytes of records, texts and lists of these; the same in every process."""
    return bytes_digest(encode(value))


def encode(value: Any) -> bytes:
    """Records, texts and lists of these as bytes that are the same in every process."""
    return msgpack.encode(value, enc_hook=repr)
