"""The files of a site that are no pages: redirects, static files, images, citations, feeds."""

from __future__ import annotations

from collections import defaultdict
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct, field

from acadfolio.html.links import hosts_of_styles
from acadfolio.problems import Location
from acadfolio.rendering import Output
from acadfolio.rendering.bundles import joined
from acadfolio.rendering.machine_files import machine_files
from acadfolio.rendering.urls import PageUrls

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping

    from acadfolio.model.site import Site
    from acadfolio.problems import Problems
    from acadfolio.rendering.renderer import Facts, Renderer
    from acadfolio.routing import PlannedPage, Redirect

USER_STYLES = "assets/css/custom.css"


class OtherHosts(Struct):
    """The hosts that visitors' browsers ask, each with the pages that make them."""

    own: str = ""
    """The site's own host, where it is known."""
    pages: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))

    def add(self, hosts: Iterable[str], *pages: str) -> None:
        for host in hosts:
            if host != self.own:
                self.pages[host].update(pages)

    @property
    def counts(self) -> dict[str, int]:
        """By host, the number of pages that ask it: the most asked first."""
        found = {host: len(pages) for host, pages in self.pages.items()}
        return dict(sorted(found.items(), key=lambda pair: (-pair[1], pair[0])))


class SiteFiles:
    """What one site has beside its pages. `hosts` are those that visitors' browsers ask, once all files are made."""

    def __init__(self, renderer: Renderer) -> None:
        self.renderer, self.plan = renderer, renderer.plan
        site_url = self.plan.site.settings.url or ""
        self.hosts = OtherHosts(site_url.partition("://")[2].partition("/")[0].lower())

    def outputs(self, facts: Mapping[str, Facts]) -> Iterator[Output]:
        """Every file. `facts` are those of all pages, by their paths."""
        for path, page in facts.items():
            self.hosts.add(page.hosts, path)
        for path, make in self.renderer.citations.of_own_pages():
            yield Output(path, make().encode())
        for redirect in self.plan.redirects:
            yield Output(redirect.path, self._redirect(redirect))
        yield from self._static_files()
        descriptions = {page.address: facts[page.path].description for page in self.plan.pages if page.path in facts}
        renderer = self.renderer
        for path, make in machine_files(self.plan, renderer.shared, renderer.inline, descriptions, self._text):
            yield Output(path, make().encode())

    def _redirect(self, redirect: Redirect) -> bytes:
        site = self.renderer.shared.site
        urls = PageUrls(self.plan.paths, redirect.path, site.base)
        canonical = f"{site.url}/{redirect.target.lstrip('/')}" if site.url else ""
        if "://" in redirect.target:
            canonical = redirect.target
        target = urls.relative(redirect.target)
        return self.renderer.templates.render("layouts/redirect.html", target=target, canonical=canonical).encode()

    def _static_files(self) -> Iterator[Output]:
        """The site's and the theme's own files, with the lighter variants of their images."""
        for file in self.plan.static_files:
            if file.path == USER_STYLES:
                self._add_hosts_of_styles(_read(file.file))
            yield self.renderer.images.output(file)
        yield from self.renderer.images.outputs()
        for bundle in self.plan.bundles:
            content = joined(bundle)
            if bundle.path.endswith(".css"):
                self._add_hosts_of_styles(content.decode("utf-8", "replace"))
            yield Output(bundle.path, content)

    def _add_hosts_of_styles(self, styles: str) -> None:
        """A style sheet may ask other hosts for fonts. All pages load it but the one for what is missing."""
        pages = [planned.path for planned in self.plan.pages if planned.layout != "missing"]
        self.hosts.add(hosts_of_styles(styles), *pages)

    def _text(self, planned: PlannedPage) -> str:
        """A page's own text once more, for the feed. Its problems were reported with the page."""
        problems = self.renderer.problems
        count = len(problems.found)
        html = self.renderer.bodies.body(planned).html
        text = self.renderer.with_icons(html, planned)
        del problems.found[count:]
        return text


def report_unshown(site: Site, shown: Collection[tuple[str, int]], problems: Problems) -> None:
    """Warn of every entry that no page shows. `shown` are the lists and positions of those that pages do."""
    for name, entries in site.lists.items():
        hidden = sum((name, position) not in shown for position in range(len(entries)))
        if not hidden or name == "people":  # People also link the names of co-authors.
            continue
        count = "no entry of it is" if hidden == len(entries) else f"{hidden} of {len(entries)} entries are not"
        hint = f"place it with a line `{{{{ {name}() }}}}` in a page"
        problems.warn(Location(f"data/{name}.yml"), f"{count} shown on any page", hint, rule="unshown-entries")


def _read(file: str) -> str:
    """The text of a file; that it cannot be read is reported when it is copied."""
    with suppress(OSError):
        return Path(file).read_text(encoding="utf-8", errors="replace")
    return ""
