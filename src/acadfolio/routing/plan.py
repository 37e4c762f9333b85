"""A `Site` comes in, its `Plan` comes out: what goes to which path, every path claimed once."""

from __future__ import annotations

import re
from functools import cached_property
from itertools import groupby
from typing import TYPE_CHECKING

from msgspec import Struct, field
from msgspec.structs import replace

from acadfolio.loading.addresses import MISSING, old_address, output_path
from acadfolio.model.kinds import PAGED
from acadfolio.model.page import LAYOUTS, Page
from acadfolio.problems import Location
from acadfolio.routing.downloads import NEWS_FEED, POSTS_FEED, download_paths
from acadfolio.routing.made import OLD_ADDRESSES, PlannedPage, made_pages
from acadfolio.routing.references import check_references

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from acadfolio.model.site import Site, StaticFile
    from acadfolio.problems import Problems
    from acadfolio.routing.nearest import Nearest

MADE = Location("acadfolio itself")
LONGEST_NAME = 255
"""Bytes of a file's name: what nearly every file system takes."""
LONGEST_PATH = 2_000
"""Bytes of a whole path, beside which there is room for the folder of the site."""
OF_FILES = re.compile(
    r"\.(?:png|jpe?g|gif|svg|webp|avif|ico|css|js|mjs|json|pdf|xml|txt|bib|csv|zip|gz|mp[34]|webm|woff2?)\Z",
    re.IGNORECASE,
)
"""How what is no page ends: browsers would not read one in it."""
BUNDLED = re.compile(r"(assets/(?:css|js)/main)/[^/]+\.(css|js)")


class Redirect(Struct, frozen=True):
    """An old path, and the address that took its place: of this site, or a full URL."""

    path: str
    target: str


class Bundle(Struct, frozen=True):
    """A file that is joined from the parts in a folder, such as the theme's style sheet."""

    path: str
    parts: tuple[StaticFile, ...]


class Plan(Struct, frozen=True, dict=True):
    """All that a build writes, in the order of its paths."""

    site: Site
    pages: tuple[PlannedPage, ...]
    redirects: tuple[Redirect, ...]
    static_files: tuple[StaticFile, ...]
    bundles: tuple[Bundle, ...]
    made: frozenset[str]
    """Files around the pages: feeds, sitemap, robots.txt and the like."""
    missing: frozenset[str] = frozenset()
    """Addresses in the data that were reported to lead nowhere."""
    entry_pages: Mapping[int, str] = field(default_factory=dict)
    """The address of the page of each entry that has one, by the entry's `id()`: made here, or the author's own."""

    @property
    def section_pages(self) -> dict[str, str]:
        """The address of the page of each section that has one: made here, or the author's own in its place."""
        addresses = {page.address for page in self.pages}
        return {name: f"/{name}/" for name in PAGED if f"/{name}/" in addresses}

    @property
    def addresses(self) -> dict[str, str]:
        """Where the author's pages go, by their files below `content/`."""
        pages = ((planned.page, planned.address) for planned in self.pages)
        return {page.file.removeprefix("content/"): address for page, address in pages if page is not None}

    @cached_property
    def nearest(self) -> Nearest:
        """What dead links may have meant."""
        from acadfolio.routing.nearest import Nearest  # Only a mistake pays for it.

        return Nearest(self)

    @property
    def paths(self) -> frozenset[str]:
        """Every path that the output will have."""
        groups = (self.pages, self.redirects, self.static_files, self.bundles)
        return frozenset(entry.path for group in groups for entry in group) | self.made


class Claims(Struct):
    """Who claimed which path, so that a second claim is reported where it is made."""

    problems: Problems
    by_path: dict[str, tuple[str, Location]] = field(default_factory=dict)

    def claim(self, path: str, location: Location, hint: str) -> bool:
        """Whether the path can be and is free. Names that differ only in case are one file on many machines."""
        if (longest := max(len(part.encode(errors="replace")) for part in path.split("/"))) > LONGEST_NAME:
            message = f"this address has a part of {longest} bytes, too long for the name of a file or folder"
            self.problems.error(location, message, f"make it {LONGEST_NAME} at most")
            return False
        if (whole := len(path.encode(errors="replace"))) > LONGEST_PATH:
            message = f"this address has {whole} bytes, too long for the path of a file"
            self.problems.error(location, message, f"make it {LONGEST_PATH} at most")
            return False
        taken, first = self.by_path.setdefault(path.casefold(), (path, location))
        if (taken, first) == (path, location):
            return True
        if taken == path:
            self.problems.error(location, f"`{_shown_address(path)}` is already made from {first}", hint)
        else:
            names = f"`{_shown_address(path)}` and `{_shown_address(taken)}` (from {first})"
            hint = "many machines cannot hold both: rename one"
            self.problems.error(location, f"{names} differ only in upper and lower case", hint)
        return False

    def claim_old(self, path: str, location: Location) -> bool:
        """The same for an old address. One that ends as a file does is warned of."""
        if OF_FILES.search(path):
            what = f"`{_shown_address(path)}` is served as what its ending says, so no page there leads visitors on"
            self.problems.warn(location, what, "put the file there, below static/")
        return self.claim(path, location, "delete it from redirect_from, or move that page")

    def claim_made(self, path: str) -> bool:
        """Whether a path is free for what acadfolio makes itself: what the site has of its own goes before."""
        return self.by_path.setdefault(path.casefold(), (path, MADE)) == (path, MADE)

    def report_files_that_are_folders(self) -> None:
        """`/cv.html` and `/cv.html/old/` cannot both be there."""
        folders: set[str] = set()
        for folded in self.by_path:
            folder = folded.rpartition("/")[0]
            while folder and folder not in folders:
                folders.add(folder)
                folder = folder.rpartition("/")[0]
        if folders.isdisjoint(self.by_path):
            return
        for folded, (path, location) in self.by_path.items():
            parts = folded.split("/")
            for depth in range(1, len(parts)):
                if (file := "/".join(parts[:depth])) in self.by_path:
                    self._report_a_file(*self.by_path[file], path, location)

    def _report_a_file(self, file: str, first: Location, path: str, location: Location) -> None:
        if location == MADE:
            what = f"`{_shown_address(file)}` is a file where acadfolio makes `{_shown_address(path)}`"
            self.problems.error(first, what, "give it another address")
        else:
            what = f"`{_shown_address(path)}` needs a folder where `{_shown_address(file)}` (from {first}) is a file"
            self.problems.error(location, what, "give one of them another address")


def make_plan(site: Site, problems: Problems, *, drafts: bool = False) -> Plan:
    """Give every page, redirect and file its path. Raises SiteError when two want the same one."""
    claims = Claims(problems)
    pages = [page for page in site.pages if drafts or not page.is_draft]
    planned = [
        PlannedPage(output_path(page.address), page.address, _layout(page), page)
        for page in pages
        if page.front_matter.redirect_to is None and _claim_page(page, claims)
    ]
    redirects = list(_redirects(pages, site.settings.url, claims))
    static_files = [
        file
        for file in site.static_files
        if not _bundle_of(file) and claims.claim(file.path, Location(_shown(site, file)), "rename one of them")
    ]
    bundles = [bundle for bundle in _bundles(site.static_files) if claims.claim_made(bundle.path)]
    _report_bundles(site, {file.path for file in static_files}, claims)
    made_here = list(made_pages(site, pages))
    planned += [page for page in made_here if claims.claim_made(page.path)]
    references = [reference for reference in site.references if not reference.is_old]
    if len(references) < len(site.references):
        from acadfolio.routing.entry_redirects import entry_redirects  # Few sites have entries with old addresses.

        redirects += [Redirect(*pair) for pair in entry_redirects(site, planned, made_here, claims)]
    redirects += [redirect for redirect in _old_addresses(site, planned) if claims.claim_made(redirect.path)]
    wanted = (*_made_files(site, pages), *download_paths(site, made_here))
    made = frozenset(path for path in wanted if claims.claim_made(path))
    claims.report_files_that_are_folders()
    _report_circles(pages, site.settings.url, redirects, problems)
    planned.sort(key=lambda page: page.path)
    plan = Plan(site, tuple(planned), tuple(redirects), tuple(static_files), tuple(bundles), made)
    paths = plan.paths
    entry_pages = {id(page.entry): page.address for page in made_here if page.entry is not None and page.path in paths}
    waiting = {output_path(page.address) for page in site.pages if page.is_draft}
    missing = check_references(references, paths | waiting, plan, problems)
    problems.raise_if_errors()
    return replace(plan, missing=missing, entry_pages=entry_pages)


def _bundles(files: Iterable[StaticFile]) -> Iterator[Bundle]:
    """The parts of each bundle, in the order of their names."""
    parts = sorted((file for file in files if _bundle_of(file)), key=lambda file: file.path)
    for path, group in groupby(parts, key=_bundle_of):
        yield Bundle(path, tuple(group))


def _report_bundles(site: Site, own_files: set[str], claims: Claims) -> None:
    """A file of the site's own may stand for the theme's style sheet or script, but no page can."""
    for path in sorted({bundle for file in site.static_files if (bundle := _bundle_of(file))} - own_files):
        taken, location = claims.by_path[path.casefold()]
        if location != MADE:
            what = f"`{_shown_address(taken)}` is what the theme has for every page: no page can stand there"
            claims.problems.error(location, what, "give it another address")


def _bundle_of(file: StaticFile) -> str:
    """The bundle that a file is a part of: assets/css/main.css for what lies in assets/css/main/."""
    match = BUNDLED.fullmatch(file.path)
    return f"{match[1]}.{match[2]}" if match else ""


def _old_addresses(site: Site, planned: Iterable[PlannedPage]) -> Iterator[Redirect]:
    """Where the academicpages theme has the lists that acadfolio makes."""
    for page in planned:
        if site.settings.look == "academicpages" and page.page is None and page.address in OLD_ADDRESSES:
            yield Redirect(output_path(OLD_ADDRESSES[page.address]), page.address)


def _layout(page: Page) -> str:
    if page.front_matter.layout:
        return LAYOUTS[page.front_matter.layout]
    if page.address == MISSING:
        return "missing"
    return "post" if page.is_post else "page"


def _shown(site: Site, file: StaticFile) -> str:
    return file.file.removeprefix(site.root).lstrip("/\\")


def _claim_page(page: Page, claims: Claims) -> bool:
    location = page.places.get("permalink", Location(page.file))
    return claims.claim(output_path(page.address), location, "give one of them another permalink")


def _redirects(pages: list[Page], url: str | None, claims: Claims) -> Iterator[Redirect]:
    for page in pages:
        target = page.front_matter.redirect_to
        if target is not None and _claim_page(page, claims):
            yield Redirect(output_path(page.address), target)
        own = {output_path(page.address)}
        for address in page.front_matter.redirect_from:
            location = page.places.get(address, Location(page.file))
            path = old_path(address, url, location, claims.problems)
            if path and path not in own and claims.claim_old(path, location):
                yield Redirect(path, target if target is not None else page.address)
            own.add(path)


def old_path(address: str, url: str | None, location: Location, problems: Problems | None = None) -> str:
    """The path of an old address of the site at `url`; empty for what cannot be one, which is told to `problems`."""
    try:
        return output_path(old_address(address, url))
    except ValueError as error:
        if problems is not None:
            message, hint = error.args
            problems.error(location, f"the old address `{address}` {message}", hint)
    return ""


def _report_circles(pages: list[Page], url: str | None, redirects: list[Redirect], problems: Problems) -> None:
    """Pages that lead to themselves, at once or by way of others."""
    paths = {redirect.path for redirect in redirects}
    following = {redirect.path: _followed(redirect, paths) for redirect in redirects}
    for page in pages:
        way = [output_path(page.address)]
        while (path := following.get(way[-1], "")) and path not in way:
            way.append(path)
        own = {way[0], *(old_path(old, url, Location(page.file)) for old in page.front_matter.redirect_from)}
        if page.front_matter.redirect_to is not None and path in own:
            location = page.places.get("redirect_to", Location(page.file))
            by = f" by way of {', '.join(f'`{_shown_address(step)}`' for step in way[1:])}" if way[1:] else ""
            problems.error(location, f"`{page.address}` leads back to itself{by}", "write where its text stands now")


def _followed(redirect: Redirect, paths: set[str]) -> str:
    """The other redirect that one leads to; empty when it leads to a page, or out of the site."""
    if "://" in redirect.target or redirect.target.startswith(("//", "#", "mailto:")):
        return ""
    address = "/" + re.split("[?#]", redirect.target)[0].lstrip("/")
    candidates = (output_path(address), address.lstrip("/"), f"{address.strip('/')}/index.html".lstrip("/"))
    return next((path for path in candidates if path in paths), "")


def _shown_address(path: str) -> str:
    """An output path as its author thinks of it: `/cv/` for cv/index.html."""
    return f"/{path.removesuffix('index.html')}" if path.rpartition("/")[2] == "index.html" else f"/{path}"


def _made_files(site: Site, pages: list[Page]) -> Iterator[str]:
    yield from (".nojekyll", "robots.txt")
    wanted = {".well-known/security.txt": site.settings.security, "humans.txt": site.settings.humans}
    yield from (path for path, is_wanted in {**wanted, "llms.txt": site.settings.llms}.items() if is_wanted)
    if site.settings.url is not None:
        yield "sitemap.xml"
        if _is_own_domain(site.settings.url):
            yield "CNAME"
    if site.entries.get("news"):
        yield NEWS_FEED
    if any(page.is_post and page.when is not None for page in pages):
        yield POSTS_FEED


def _is_own_domain(url: str) -> bool:
    """Whether the site has a host to itself that is not lent by a service: GitHub Pages asks for a CNAME file then."""
    host, _, path = url.split("://", 1)[1].partition("/")
    lent = (".github.io", ".gitlab.io", ".pages.dev", ".netlify.app")
    return (
        "." in host and ":" not in host and not path.strip("/") and not host.endswith(lent) and not host[-1].isdigit()
    )
