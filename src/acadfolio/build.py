"""The stages in their order, for a build, a check and the preview: load, route, render, write."""

from __future__ import annotations

import os
from functools import cache as remembered
from functools import partial
from typing import TYPE_CHECKING

from msgspec import Struct, field

from acadfolio import markdown
from acadfolio.clock import day_of_build
from acadfolio.loading import load
from acadfolio.model.dates import Day
from acadfolio.output.write import writing
from acadfolio.problems import Location, Problem, Problems, SiteError, in_order
from acadfolio.rendering.renderer import Rendered, Renderer
from acadfolio.resources import starter
from acadfolio.routing import make_plan
from acadfolio.routing.next_change import next_change

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from acadfolio.images.variants import VariantMaker
    from acadfolio.output.file import Output
    from acadfolio.output.write import Written
    from acadfolio.routing import Plan

    Progress = Callable[[int, int], None]
    """Told how many of how many pages are made."""
    Folder = Callable[[], str]
    """Gives the site's cache folder, made when it is first asked for."""


class Built(Struct, frozen=True):
    """What a build did, and what it warned of."""

    pages: int
    waiting: int
    """Drafts and posts to come, which are left out."""
    written: Written
    problems: tuple[Problem, ...]
    hosts: dict[str, int]
    """Every other host that visitors' browsers will ask, and how many pages do."""
    days: tuple[Day, Day | None]
    """The day of the build, and the next one that the content names: the same files make another site from then on."""
    paths: set[str]
    """Of all files in the output folder."""
    digests: dict[str, bytes]
    """Of the files that were made, by their paths."""


class Prepared(Struct, frozen=True):
    """A site that was read, with all its URLs; its files are rendered as they are asked for."""

    plan: Plan
    problems: Problems
    renderer: Renderer
    is_strict: bool = False
    pages: dict[str, Rendered] = field(default_factory=dict)
    """The pages that were rendered, by their paths."""

    @property
    def hosts(self) -> dict[str, int]:
        """Other hosts that browsers will ask, and how many pages do. To be asked when all outputs are made."""
        return self.renderer.hosts.counts

    def outputs(self, progress: Progress | None = None) -> Iterator[Output]:
        """Every file, one after another: first the pages. Raises SiteError; if strict, for warnings too."""
        from acadfolio.output.file import Output

        total = len(self.plan.pages) + 1
        for planned in self.plan.pages:
            try:
                page = self.renderer.page(planned)
            except SiteError as error:  # Other pages have mistakes of their own to tell; many fail alike.
                self.problems.found[:] = dict.fromkeys([*self.problems.found, *error.problems])
                continue
            self.pages[planned.path] = page
            yield Output(planned.path, page.content)
            yield from self.renderer.files_of(planned)
            if progress:
                progress(len(self.pages), total)
        self.problems.raise_if_errors()
        yield from self.renderer.rest(self.pages)
        if progress:
            progress(total, total)
        self._finish()

    def _finish(self) -> None:
        self.problems.raise_if_errors()
        shown = set[int]().union(*(page.shown for page in self.pages.values()))
        self.renderer.report_unshown(shown)
        self.problems.raise_if_errors(waits=False)
        if self.is_strict and self.problems.of_build:
            raise SiteError(in_order(self.problems.of_build))


def prepare(  # noqa: PLR0913 - what may be wanted of a site
    site: Path,
    *,
    drafts: bool = False,
    strict: bool = False,
    is_preview: bool = False,
    draws: bool = False,
    cache: Folder | None = None,
) -> Prepared:
    """Read a site and route it. Raises SiteError; so does asking for the outputs.

    `draws` says whether lighter variants of pictures and pictures for previews in social media are made. `cache` gives
    the folder that keeps these.
    """
    problems, theme = Problems(), starter()
    recalls = cache is not None or not draws  # A check keeps nothing, and says what a build would.
    loaded = load(site, today(), problems, theme, cache, recalls=recalls)
    plan = make_plan(loaded, problems, drafts=drafts)
    options = markdown.Options(math=plan.site.settings.math)
    renderer = Renderer(
        plan,
        [site / "templates", theme / "templates"],
        problems,
        convert=remembered(partial(markdown.convert, options=options)),
        inline=remembered(partial(markdown.inline, options=options)),
        variants=_variant_maker(cache) if draws and plan.site.settings.images == "responsive" else None,
        is_preview=is_preview,
        draws=draws and not is_preview,
        cache=cache,
    )
    return Prepared(plan, problems, renderer, strict)


def build(  # noqa: PLR0913 - each is an option of the command
    site: Path,
    output: Path,
    *,
    drafts: bool = False,
    strict: bool = False,
    progress: Progress | None = None,
    cache: Folder | None = None,
) -> Built:
    """Build a site into its output folder. Raises SiteError, and leaves the last good site in place then."""
    prepared = prepare(site, drafts=drafts, strict=strict, draws=True, cache=cache)
    with writing(output, site) as job:
        job.take(prepared.outputs(progress))
    plan = prepared.plan
    return Built(
        pages=len(plan.pages),
        waiting=0 if drafts else sum(page.is_draft for page in plan.site.pages),
        written=job.written(),
        problems=in_order(prepared.problems.of_build),
        hosts=prepared.hosts,
        days=(plan.site.today, next_change(plan)),
        paths=job.paths,
        digests=job.digests,
    )


def today() -> Day:
    """The day that decides which posts wait. Raises SiteError."""
    try:
        return Day(*day_of_build())
    except (ValueError, OverflowError, OSError):
        what = f"`{os.environ['SOURCE_DATE_EPOCH']}` is no time"
        hint = "unset it, or give the seconds since 1970"
        raise SiteError([Problem(Location("SOURCE_DATE_EPOCH"), what, hint)]) from None


def _variant_maker(cache: Folder | None) -> VariantMaker | None:
    """None where Pillow is not installed."""
    from acadfolio.images.variants import VariantMaker, pillow_version

    pillow = pillow_version()
    if not pillow:
        return None
    from acadfolio.images.cache import VariantCache

    return VariantMaker(pillow, VariantCache(cache) if cache else None)
