"""A renderer and the pages of the last build come in; the outputs come out, rendered where they are not kept.

Several processes may do it together: each renders some of the stale pages, and `told` and `hear` bring together what
they found out.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from acadfolio.fingerprint import digest_of
from acadfolio.output.file import Output
from acadfolio.problems import SiteError
from acadfolio.rendering.addresses import HOME, Addresses
from acadfolio.rendering.feeds import posts_of_feed
from acadfolio.rendering.hosts import Hosts
from acadfolio.rendering.keeping import Findings, KeptPage, KeptSite, Recipes
from acadfolio.rendering.looks import POSTS
from acadfolio.rendering.navigation import page_title
from acadfolio.rendering.shares import longest_of
from acadfolio.routing.downloads import FEED, NEWS_FEED, POSTS_FEED
from acadfolio.struct import digest

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

    from acadfolio.markdown.converted import Results
    from acadfolio.problems import Problem
    from acadfolio.rendering.purpose import Purpose
    from acadfolio.rendering.renderer import Renderer
    from acadfolio.routing import PlannedPage


MANY_PAGES = 1000
"""To look at so many takes as long as to render a long list."""


class Told(Struct, frozen=True):
    """What a process found out about the pages that it rendered."""

    problems: list[Problem]
    findings: dict[str, Findings]
    made: dict[str, KeptPage]
    frame: Findings
    converted: Results
    """The Markdown that it converted."""
    variants: dict[str, bytes]
    """The lighter pictures that its pages name, by path: whoever hears of them has not looked at the pictures."""
    is_whole: bool
    """Whether it could make all of its pages."""


class Rendering:
    """One site, rendered: first what was kept, then what is stale and the citations, then the rest, then `finish`."""

    def __init__(self, renderer: Renderer, purpose: Purpose) -> None:
        self.renderer, self.plan, self.problems = renderer, renderer.plan, renderer.problems
        self.converted, self.places, self.draws = purpose.converted, renderer.places, purpose.draws
        self.texts = purpose.texts
        self.stale: list[PlannedPage] = list(self.plan.pages)
        """The pages that are to be rendered."""
        self.begun: set[str] = set()
        """The paths of those that another process has to render."""
        self.ready: set[str] = set()
        """The paths of those that were rendered before other processes were started."""
        self.findings: dict[str, Findings] = {}
        """Of the pages that were rendered here."""
        self.is_whole = True
        """Whether all of them could be made, here and elsewhere."""
        self.made: dict[str, KeptPage] = {}
        """The pages that the next build may take over."""
        self.last, self.there = purpose.kept or KeptSite(), purpose.there
        common = (renderer.site, renderer.profile, renderer.moved, purpose.is_preview, purpose.draws)
        wanted = purpose.kept is not None
        parts = (renderer.digests, renderer.navigation, renderer.items, renderer.downloads)
        self.recipes = Recipes(*parts, common) if wanted else None
        self.paths = digest_of("\0".join(sorted(renderer.paths)).encode("utf-8", "replace")) if wanted else b""
        self.is_same_world = bool(
            self.recipes and self.recipes.world == self.last.world and self._sees_the_same(self.last.frame, HOME)
        )
        self.frame = self.last.frame if self.is_same_world else Findings()
        """What the parts look at that pages share, in the kept pages and in those of other processes."""
        self._name_variants(self.frame)

    def kept_outputs(self) -> Iterator[Output]:
        """The pages of the last build that would be the same today, with their files; the others are `stale` then.

        But for those that were begun.
        """
        self.stale = []
        for planned in self.plan.pages:
            if planned.path in self.begun:
                continue
            kept = self._kept(planned)
            if kept is None:
                self.stale.append(planned)
                continue
            self._learn(planned, kept.findings)
            self.made[planned.path] = kept
            for path in (planned.path, *self.renderer.downloads.paths_of_entry(planned)):
                yield Output(path, is_kept=True)

    def begin(self) -> Iterator[Output]:
        """The outputs of stale pages that take long, for another process, before the others are looked at.

        Nothing where few are to be looked at, or no page is known to be as it was: then all are rendered.
        """
        wanted = self.is_same_world and len(self.plan.pages) >= MANY_PAGES
        longest = longest_of(self.plan.pages, self.plan.site) if wanted else []
        pages = [planned for planned in longest if self._kept(planned) is None]
        self.begun = {planned.path for planned in pages}
        if pages:
            self._part()
        return self.outputs(pages)

    def _part(self) -> None:
        """Before another process is started: what was converted ahead is told to one, and what is news is its own."""
        self.converted.gather()
        self.converted.news()

    def get_ready(self) -> Iterator[Output]:
        """A page of an entry, to be made before other processes are started.

        For it all that such pages have in common is worked out, and their templates are loaded.
        """
        first = next((planned for planned in self.stale if planned.entry is not None), None)
        if first is not None:
            yield from self.outputs([first])
            self.ready.add(first.path)
        self._part()

    def outputs(self, pages: Iterable[PlannedPage]) -> Iterator[Output]:
        """Pages, each with the files that belong to it. One that cannot be made is left out, and told at the end.

        So it is never chance what is told with it: which pages some process had made by then.
        """
        for planned in pages:
            if planned.path in self.ready:
                continue
            try:
                content = self._rendered(planned)
            except SiteError as error:
                self.problems.found[:] = dict.fromkeys([*self.problems.found, *error.problems])  # Pages fail alike.
                self.is_whole = False
                continue
            made = self.made.get(planned.path)
            yield Output(planned.path, content, digest=made.digest if made else b"")
            for path, make in self.renderer.downloads.of_entry(planned):
                yield Output(path, make().encode())

    @property
    def cites(self) -> bool:
        """Whether files of citations are to be written, and not only taken over."""
        downloads = self.renderer.downloads
        return bool(downloads.list_paths()) and not self._has_same_lists

    def citations(self) -> Iterator[Output]:
        """The files to cite all papers by, which no page has to be made for; and those of papers on own pages."""
        downloads = self.renderer.downloads
        if self._has_same_lists:
            yield from (Output(path, is_kept=True) for path in downloads.list_paths())
        else:
            yield from (Output(path, text.encode()) for path, text in downloads.lists())
        yield from (Output(path, make().encode()) for path, make in downloads.of_own_pages())

    @property
    def _has_same_lists(self) -> bool:
        return self._has_same_works and all(path in self.there for path in self.renderer.downloads.list_paths())

    def rest(self) -> Iterator[Output]:
        """What is neither. To be asked for when all pages are made, here or elsewhere.

        Raises SiteError if one could not be made.
        """
        if not self.is_whole:
            self.problems.raise_if_errors()
        same: set[str] = set()
        if self._has_same_works:
            same.add(FEED)
        if self.recipes and self.is_same_world and self.recipes.news() == self.last.news:
            same.add(NEWS_FEED)
        if self.is_same_world:
            same |= set() if self._has_stale_posts else {POSTS_FEED}
            same |= {path for path, card in self._cards.items() if self.last.cards.get(path) == card}
        if self.paths != self.last.paths:  # In feeds are links.
            same -= {FEED, NEWS_FEED, POSTS_FEED}
        return self.renderer.rest({path for path in same if path in self.there})

    @property
    def _has_stale_posts(self) -> bool:
        """Whether the feed of posts has any that was made anew, here or elsewhere."""
        if POSTS_FEED not in self.plan.made:
            return False
        stale = {*(planned.path for planned in self.stale), *self.begun}
        return any(planned.path in stale for planned, _, _ in posts_of_feed(self.plan))

    @cached_property
    def _cards(self) -> dict[str, bytes]:
        """What pictures show, when all pages are made. How they are drawn is the program's state, and the templates."""
        return {path: digest(card) for path, card in self.renderer.images.drawn().items()}

    @cached_property
    def _has_same_works(self) -> bool:
        """Whether every paper is as it was, and all that is said of them with it."""
        return bool(self.recipes and self.is_same_world and self.recipes.works() == self.last.works)

    def finish(self) -> None:
        """When all outputs are made. Raises SiteError when a page has errors."""
        self.problems.raise_if_errors()
        self.renderer.report_unshown()
        self.problems.raise_if_errors(waits=False)
        self.renderer.compiled.keep()
        self.renderer.bundles.kept.keep()
        self.converted.keep()

    def told(self) -> Told:
        """What was found out here, for the process that wants to know."""
        news = self.converted.news()
        frame, named = self._whole_frame(), self.renderer.pictures.named
        paths = {*frame.variants, *(path for findings in self.findings.values() for path in findings.variants)}
        variants = {path: named[path] for path in named.keys() & paths}
        return Told(self.problems.found, self.findings, self.made, frame, news, variants, self.is_whole)

    def hear(self, told: Told) -> None:
        """What was found out in another process."""
        known = set(self.problems.found)
        self.problems.found.extend(problem for problem in told.problems if problem not in known)
        pages = {planned.path: planned for planned in self.plan.pages}
        for path, findings in told.findings.items():
            self._learn(pages[path], findings)
        self.converted.learn(told.converted)
        self.made |= told.made
        self.frame = _both(self.frame, told.frame)
        self.renderer.pictures.named |= told.variants
        self.is_whole = self.is_whole and told.is_whole

    def kept_site(self) -> KeptSite:
        """The pages of this build, for the next one."""
        if self.recipes is None:
            return KeptSite()
        recipes, frame = self.recipes, self._whole_frame()
        works, sayings = recipes.works(), recipes.sayings
        kinship = self.last.kinship if self._has_same_works else recipes.kinship
        news, made, texts = recipes.news(), self.made, self.texts
        return KeptSite(recipes.world, frame, made, self.paths, works, kinship, sayings, texts, news, self._cards)

    def _rendered(self, planned: PlannedPage) -> bytes:
        """One finished page. What is worth knowing of it besides is kept."""
        renderer, sections, counts = self.renderer, self.renderer.sections, self.renderer.bodies.known_counts
        is_home = planned.address == "/"
        shown, faults = sections.shown, len(self.problems.found)
        sections.shown, sections.used = set(), set()
        if home := is_home and renderer.home_text:  # It was rendered before all others.
            sections.shown, sections.used = set(self.places.entries(home.shown)), set(home.lists)
        counts.is_asked = False
        hosts = Hosts(renderer.hosts.own)
        content, addresses, pictures = renderer.page(planned, hosts)
        looks = tuple(sorted(sections.used | self._lists(planned)))
        findings = Findings(
            renderer.about[planned.address],
            tuple(self.places.of(sections.shown, looks)),
            tuple(sorted(hosts.pages)),
            tuple(addresses.links.items()),
            tuple(pictures.seen.items()),
            tuple(sorted(pictures.used)),
            looks,
        )
        shown |= sections.shown
        sections.shown = shown
        self._learn(planned, findings)
        self.findings[planned.path] = findings
        has_faults = len(self.problems.found) > faults or (is_home and renderer.has_faults_at_home)
        if self.recipes and not has_faults and not addresses.has_missing:
            recipe = self.recipes.of(planned, findings.lists)
            self.made[planned.path] = KeptPage(recipe, digest_of(content), findings)
        return content

    def _lists(self, planned: PlannedPage) -> set[str]:
        """The lists that a page looks at without placing them."""
        page, lists = planned.page, set()
        if planned.section and planned.entry is None:
            lists.add(planned.section)
        if planned.layout == "cv":
            lists |= {"publications", *self.plan.site.entries}
        if page is not None and (page.is_post or page.front_matter.related or page.front_matter.tags):
            lists.add(POSTS)
        if self.renderer.bodies.known_counts.is_asked:
            lists.add("publications")
        return lists

    def _kept(self, planned: PlannedPage) -> KeptPage | None:
        """The page of the last build, if it would be the same today."""
        kept = self.last.pages.get(planned.path) if self.is_same_world else None
        if kept is None or self.recipes is None or not self._is_there(planned):
            return None
        recipe = self.recipes.again(planned, kept.recipe, kept.findings.lists, self.last)
        if recipe is None:
            self.recipes.recall(planned, kept.recipe, self.last)
            return None
        if not self._sees_the_same(kept.findings, planned.path):
            return None
        return kept if recipe is kept.recipe else replace(kept, recipe=recipe)

    def _is_there(self, planned: PlannedPage) -> bool:
        paths = (planned.path, *self.renderer.downloads.paths_of_entry(planned))
        return all(path in self.there for path in paths)

    def _sees_the_same(self, findings: Findings, path: str) -> bool:
        """Whether addresses lead, and pictures are, where and what they were."""
        if not all(self.renderer.pictures.is_as_it_was(picture, was) for picture, was in findings.pictures):
            return False
        if self.paths == self.last.paths:
            return True
        base, resolved = self.plan.site.settings.base, self.renderer.resolved
        addresses = Addresses(self.renderer.paths, path, lambda _: None, resolved=resolved, base=base)
        return all(addresses.resolved_to(address) == found for address, found in findings.links)

    def _learn(self, planned: PlannedPage, findings: Findings) -> None:
        """What is known of a page, whoever made it."""
        renderer = self.renderer
        renderer.about[planned.address] = findings.about
        renderer.sections.shown |= set(self.places.entries(findings.shown))
        for host in findings.hosts:
            renderer.hosts.pages[host].add(planned.path)
        self._name_variants(findings)
        if self.draws:
            renderer.images.pictures(planned, page_title(self.plan.site, planned))

    def _name_variants(self, findings: Findings) -> None:
        if findings.variants:
            for path, _ in findings.pictures:
                self.renderer.pictures.name(path, findings.variants)

    def _whole_frame(self) -> Findings:
        parts = self.renderer.fragments
        here = Findings(
            links=tuple(parts.links.items()),
            pictures=tuple(parts.pictures_seen.items()),
            variants=tuple(sorted(parts.variants_named)),
        )
        return _both(self.frame, here)


def _both(one: Findings, other: Findings) -> Findings:
    """What two frames look at: they belong to one site, and see the same in the same place."""
    return Findings(
        links=tuple((dict(one.links) | dict(other.links)).items()),
        pictures=tuple((dict(one.pictures) | dict(other.pictures)).items()),
        variants=_united(one.variants, other.variants),
    )


def _united(one: Collection[str], other: Collection[str]) -> tuple[str, ...]:
    return tuple(sorted({*one, *other}))
