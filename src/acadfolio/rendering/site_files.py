"""The files of a site other than pages: redirects, static files, bundles of styles and scripts, images, feeds."""

from __future__ import annotations

from collections import defaultdict
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import unquote

from acadfolio.contracts import SitePage
from acadfolio.html.links import hosts_of_styles
from acadfolio.html.styles import rewrite_styles, style_urls
from acadfolio.model.languages import language_name
from acadfolio.model.publication import PUBLICATIONS, date_of
from acadfolio.model.section_kinds import section_kind
from acadfolio.problems import Location, Problems
from acadfolio.rendering import Output, search_index
from acadfolio.rendering.locating import report_dead_link
from acadfolio.rendering.navigation import page_title
from acadfolio.rendering.urls import HOME, PageUrls, QuotedUrls
from acadfolio.routing.generated import cv_sections
from acadfolio.source.text import read_source
from acadfolio.theme.context import TranslationLink
from acadfolio.theme.words import direction, words_for

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping

    from acadfolio.model.site import Site, StaticFile
    from acadfolio.model.values import Text
    from acadfolio.rendering.renderer import PageSummary
    from acadfolio.rendering.site_renderer import SiteRenderer
    from acadfolio.routing import Bundle, Plan, PlannedPage, Redirect

USER_STYLES = "assets/css/custom.css"


class SiteFiles:
    """The files of one site."""

    def __init__(self, renderer: SiteRenderer) -> None:
        self.renderer, self.plan = renderer, renderer.plan
        self.parts, self.problems = renderer.main.parts, renderer.problems
        self.own_host = self.plan.site.settings.url.partition("://")[2].partition("/")[0].lower()
        self.pages_by_host: dict[str, set[str]] = defaultdict(set)
        self.lost: list[str] = []
        """The paths of files whose writing ended in an error; complete once all are made."""

    @property
    def hosts(self) -> dict[str, int]:
        """The other hosts that visitors' browsers contact, with the number of pages, the largest first.

        It is complete once all files are made.
        """
        found = {
            host: len(pages) for host, pages in self.pages_by_host.items() if host != self.own_host
        }
        return dict(sorted(found.items(), key=lambda pair: (-pair[1], pair[0])))

    def outputs(self, pages: Mapping[str, PageSummary]) -> Iterator[Output]:
        """Every file. `pages` are the summaries of all pages, by path."""
        for path, page in pages.items():
            self._add_hosts(page.hosts, [path])
        for redirect in self.plan.redirects:
            yield Output(redirect.path, self._redirect(redirect))
        yield from self._static_files()
        if self.plan.has_search:
            records = [page.search for _, page in sorted(pages.items()) if page.search]
            yield search_index.index(records, self.parts.shared.words)
        for path, write in self.plan.writers.items():
            errors = len(self.problems.errors)
            content = write(self)
            if content is not None:
                yield Output(path, content.encode() if isinstance(content, str) else content)
            elif len(self.problems.errors) > errors:
                self.lost.append(path)

    @property
    def site(self) -> Site:
        """The site. This and the next methods are what plug-ins use (`contracts.SiteRendering`)."""
        return self.plan.site

    @property
    def pages(self) -> tuple[SitePage, ...]:
        """All pages, also the generated ones, in the order of their paths."""
        found = []
        for planned in self.plan.pages:
            title = self.parts.shared.plain(page_title(self.plan.site, planned))
            when = date_of(planned.page or planned.entry)
            found.append(SitePage(planned.url, title, when, planned.is_draft))
        return tuple(found)

    def entry_url(self, location: Location) -> str:
        """The URL of the page of the entry with this location; empty without one."""
        return self.plan.entry_pages.get(location, "")

    def render(self, template: str, **variables: object) -> str:
        """A template with these variables. Raises SiteError."""
        return self.parts.templates.render(template, **variables)

    def html(self, text: Text) -> str:
        """A text of the data as HTML, in the language of the site."""
        return self.parts.texts.html(text)

    def words(self, text: Text) -> str:
        """A text of the data as plain words."""
        return self.parts.shared.plain(text)

    def _redirect(self, redirect: Redirect) -> bytes:
        site = self.parts.shared.site
        moved = self.parts.moved
        urls = PageUrls(self.plan.paths, redirect.path, site.base, moved)
        target = urls.relative(redirect.target)
        is_full = bool(site.url) or "://" in redirect.target
        full_urls = QuotedUrls(self.plan.paths, redirect.path, site.base, moved, site.url)
        canonical = full_urls.relative(redirect.target) if is_full else ""
        return self.parts.templates.render(
            "layouts/redirect.html",
            target=target,
            canonical=canonical,
            readable_url=unquote(canonical or target),
            language=redirect.language,
            direction=direction(redirect.language),
            words=words_for(redirect.language),
            languages=self._languages(urls) if self._is_crossroads(redirect) else (),
        ).encode()

    def _is_crossroads(self, redirect: Redirect) -> bool:
        """Whether this is the page at the top of a site whose languages are all in folders."""
        return redirect.path == HOME and not self.plan.site.has_pages

    def _languages(self, urls: PageUrls) -> list[TranslationLink]:
        """The home pages of all languages."""
        top, found = self.plan.site.top_url, []
        for plan in self.plan.mounted:
            language, url = plan.site.settings.language, f"/{plan.site.mount}"
            found.append(
                TranslationLink(
                    language=language,
                    name=language_name(language),
                    link=urls.relative(url),
                    url=top + url if top else "",
                    is_same=True,
                    is_here=False,
                )
            )
        return found

    def _static_files(self) -> Iterator[Output]:
        """The static files of the site and the theme, with the smaller variants of images."""
        for file in self.plan.static_files:
            yield (
                self._style_sheet(file)
                if file.path.endswith(".css")
                else self.parts.images.output(file)
            )
        yield from self.parts.images.outputs()
        for bundle in self.plan.bundles:
            text = joined(bundle, self.problems)
            if bundle.path.endswith(".css"):
                self._add_hosts_of_styles(text)
                for part in bundle.parts:
                    self._check_styles(part, bundle.path)
                text = rewrite_styles(text, self._urls(bundle.path).relative)
            yield Output(bundle.path, text.encode())

    def _style_sheet(self, file: StaticFile) -> Output:
        """A style sheet whose URLs work wherever the site is: those from the root become relative."""
        try:
            written = Path(file.file).read_bytes()
        except OSError:
            return Output(file.path, file=file.file)  # It is reported when it is copied.
        styles = written.decode("utf-8", "replace")
        if file.path == USER_STYLES:
            self._add_hosts_of_styles(styles)
        self._check_styles(file, file.path)
        rewritten = rewrite_styles(styles, self._urls(file.path).relative)
        return (
            Output(file.path, file=file.file)
            if rewritten == styles
            else Output(file.path, rewritten.encode())
        )

    def _check_styles(self, file: StaticFile, path: str) -> None:
        """Warn of dead links in a style sheet of the site, which is at a path of the output."""
        root = Path(self.plan.site.root)
        if not Path(file.file).is_relative_to(root):
            return  # The theme's styles are complete.
        source = read_source(file.file, Path(file.file).relative_to(root).as_posix(), Problems())
        for found in style_urls(source.text) if source else ():
            place = source.at_offset(found.start) if source else Location(path)
            self._urls(path, partial(report_dead_link, self.plan, self.problems, place)).relative(
                found.url
            )

    def _urls(self, path: str, missing: Callable[[str], object] = lambda _: None) -> PageUrls:
        settings = self.plan.site.settings
        return PageUrls(self.plan.paths, path, settings.url or settings.base, missing=missing)

    def _add_hosts_of_styles(self, styles: str) -> None:
        """Note the hosts from which a style sheet loads fonts.

        All pages except the 404 page load it.
        """
        pages = [planned.path for planned in self.plan.pages if planned.layout != "missing"]
        self._add_hosts(hosts_of_styles(styles), pages)

    def _add_hosts(self, hosts: Iterable[str], pages: Iterable[str]) -> None:
        for host in hosts:
            self.pages_by_host[host].update(pages)

    def page_html(self, planned: PlannedPage) -> str:
        """A page's own text for the feed. Its problems were reported with the page."""
        count = len(self.problems.found)
        text = self.renderer.of(planned).text(planned)
        del self.problems.found[count:]
        return text


def report_unshown(plan: Plan, shown: Collection[tuple[str, int]], problems: Problems) -> None:
    """Warn of every entry that no page and no CV shows.

    `shown` are the lists and positions of the entries that pages show.
    """
    in_cvs = _sections_of_cvs(plan)
    for name, entries in plan.site.lists.items():
        hidden = sum((name, position) not in shown for position in range(len(entries)))
        if not hidden or section_kind(name).people:  # People also link the names of co-authors.
            continue
        if name in in_cvs:
            continue
        count = "its entries" if hidden == len(entries) else f"{hidden} of {len(entries)} entries"
        hint = f"add the line `{{{{ {name}() }}}}` to a page"
        problems.warn(
            Location(f"data/{name}.yml"), f"no page shows {count}", hint, rule="unshown-entries"
        )


def _sections_of_cvs(plan: Plan) -> set[str]:
    """The sections that PDFs of CVs show as a whole without being pages."""
    found: set[str] = set()
    for cv in plan.site.settings.cv:
        if not cv.pdf or (plan.page_at(cv.page_url) and not cv.sections):
            continue
        names = {*(cv.sections or cv_sections(plan.site))}
        is_partial = cv.publications.selected or cv.publications.limit is not None
        found |= names - {PUBLICATIONS} if is_partial else names
    return found


def joined(bundle: Bundle, problems: Problems) -> str:
    """The text of a bundle: its parts as they are written, with an empty line between them.

    Parts that cannot be read are reported and skipped.
    """
    sources = [read_source(part.file, part.file, problems) for part in bundle.parts]
    return "\n".join(source.text for source in sources if source is not None)
