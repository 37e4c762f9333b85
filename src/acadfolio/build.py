"""A site's folder comes in, its built homepage comes out: load, plan, render, write, in that order."""

from __future__ import annotations

import os
from contextlib import suppress
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from acadfolio.clock import day_of_build
from acadfolio.loading import keep_read, load
from acadfolio.loading.parsed import Parsed
from acadfolio.making import make
from acadfolio.markdown.converted import Converted
from acadfolio.model.dates import Day
from acadfolio.output.write import writing
from acadfolio.problems import Location, Problem, Problems, SiteError, in_order
from acadfolio.rendering.hosts import Hosts
from acadfolio.rendering.purpose import Purpose
from acadfolio.rendering.renderer import Renderer
from acadfolio.rendering.rendering import Rendering
from acadfolio.resources import starter
from acadfolio.routing import make_plan
from acadfolio.routing.next_change import next_change

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator
    from pathlib import Path

    from acadfolio.ahead import Ahead
    from acadfolio.fingerprint import Files
    from acadfolio.images.variants import VariantMaker
    from acadfolio.making import Progress
    from acadfolio.model.site import Site
    from acadfolio.output.file import Output
    from acadfolio.output.write import Written
    from acadfolio.rendering.keeping import HomeText, KeptSite
    from acadfolio.routing import Plan


MANY = 500
"""Outputs, or so: to look through them takes as long as to start a process."""


class Memory:
    """What one process remembers from build to build of one site: texts that it has read and converted before."""

    def __init__(self, cache: Callable[[], str] | None) -> None:
        self.parsed, self.converted = Parsed(cache), Converted()
        self.texts: dict[str, HomeText] = {}
        self.digests: dict[int, tuple[Any, bytes]] = {}

    def digests_of(self, site: Site) -> dict[int, tuple[Any, bytes]]:
        """Those of earlier builds, without those of records that the site has no more."""
        lists = (site.pages, site.publications, *site.entries.values())
        there = {id(record) for records in lists for record in records}
        self.digests = {known: pair for known, pair in self.digests.items() if known in there}
        return self.digests


class Prepared(Struct, frozen=True):
    """A site that was read and planned, its outputs still to be rendered as they are asked for."""

    plan: Plan
    problems: Problems
    rendering: Rendering
    hosts: Hosts
    """Whom the pages ask besides: complete when the outputs are."""
    is_strict: bool = False

    @property
    def outputs(self) -> Iterator[Output]:
        """Every file, one after another. Raises SiteError."""
        yield from self.rendering.kept_outputs()
        yield from self.rendering.outputs(self.rendering.stale)
        yield from self.rendering.citations()
        yield from self.rendering.rest()
        self.finish()

    def finish(self) -> None:
        """When every output is made. Raises SiteError; with `strict`, for warnings too."""
        self.rendering.finish()
        if self.is_strict and self.problems.of_build:
            raise SiteError(in_order(self.problems.of_build))


class Planned(Struct, frozen=True):
    """A site that was read: what goes where is known, and nothing is rendered."""

    folder: Path
    plan: Plan
    problems: Problems
    parsed: Parsed
    """What was read, to be kept."""


class Last(Struct, frozen=True):
    """What the last build left."""

    kept: KeptSite
    there: Collection[str]
    """The outputs that are still as that build made them, by path."""
    state: bytes
    """What the program and its templates are today."""


class Variants(Struct, frozen=True):
    """Lighter variants of pictures are wanted. `cache` gives the folder that keeps them; None keeps none."""

    cache: Callable[[], str] | None


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
    """When the next day that the content names comes, or security.txt expires, in seconds since 1970: the same site
    builds differently from then on."""
    kept: KeptSite | None
    """The pages, for the next build."""
    paths: set[str]
    """Of all files in the output folder."""
    digests: dict[str, bytes]
    """Of the files that were made, by their paths."""


def prepare(  # noqa: PLR0913 - what may be wanted of a site
    site: Path,
    *,
    drafts: bool = False,
    variants: Variants | None = None,
    is_preview: bool = False,
    last: Last | None = None,
    memory: Memory | None = None,
) -> Prepared:
    """Read and plan a site. Raises SiteError; so does asking for the outputs.

    Without `variants` pictures go out as they are; without `last` every page is rendered, and none is kept. `memory`
    is for one who builds a site again and again.
    """
    planned = _planned(site, drafts=drafts, variants=variants, memory=memory)
    return _prepared(planned, variants=variants, is_preview=is_preview, last=last, memory=memory)


def _planned(  # noqa: PLR0913 - as of `prepare`
    site: Path,
    *,
    drafts: bool,
    variants: Variants | None,
    memory: Memory | None = None,
    ahead: Ahead | None = None,
    keeps: bool = True,
    meanwhile: Callable[[], None] | None = None,
) -> Planned:
    problems = Problems()
    cache = variants.cache if variants else None
    parsed = memory.parsed if memory else Parsed(cache)
    # A build that keeps nothing starts from nothing; a check writes nothing, and says what a build would.
    recalls = variants is None or cache is not None
    said = partial(_said, ahead, parsed, meanwhile) if ahead and ahead.is_reading else None
    loaded = load(site, today(), problems, starter(), cache, parsed, ahead=said, recalls=recalls, keeps=keeps)
    return Planned(site, make_plan(loaded, problems, drafts=drafts), problems, parsed)


def _said(ahead: Ahead, parsed: Parsed, meanwhile: Callable[[], None] | None) -> bytes:
    """What another process says of the data. Until it does, there is time to load what shows them."""
    from acadfolio.images import variants  # noqa: F401
    from acadfolio.rendering import citing, placing  # noqa: F401

    if parsed.digests:  # There was a build before.
        with suppress(ImportError):  # There are Pythons without; a folder takes the place of the last one with it.
            import ctypes  # noqa: F401
    if meanwhile:
        meanwhile()
    return ahead.data()


def _prepared(  # noqa: PLR0913 - as of `prepare`
    planned: Planned,
    *,
    strict: bool = False,
    variants: Variants | None,
    is_preview: bool = False,
    last: Last | None = None,
    memory: Memory | None = None,
    converted: Converted | None = None,
) -> Prepared:
    plan, problems, theme, loaded = planned.plan, planned.problems, starter(), planned.plan.site
    cache = variants.cache if variants else None
    maker = _variant_maker(variants) if variants and loaded.settings.images == "responsive" else None
    hosts = Hosts(_host(loaded.settings.url or ""))
    draws = variants is not None and not is_preview
    purpose = Purpose(
        is_preview=is_preview,
        draws=draws,
        cache=cache,
        hosts=hosts,
        converted=memory.converted if memory else converted or Converted(cache),
        texts=memory.texts if memory else dict(last.kept.texts) if last else {},
        digests=memory.digests_of(loaded) if memory else planned.parsed.digests,
        kept=last.kept if last else None,
        there=last.there if last else (),
        state=last.state if last else b"",
    )
    renderer = Renderer(plan, [planned.folder / "templates", theme / "templates"], problems, maker, purpose=purpose)
    return Prepared(plan, problems, Rendering(renderer, purpose), hosts, strict)


def build(  # noqa: PLR0913 - each is an option of the command
    site: Path,
    output: Path,
    *,
    drafts: bool = False,
    strict: bool = False,
    progress: Progress | None = None,
    cache: Callable[[], str] | None = None,
    last: Callable[[Files], Last] | None = None,
    ahead: Ahead | None = None,
    outputs: int = 0,
) -> Built:
    """Build a site into its output folder. Raises SiteError, and leaves the last good site in place then.

    `cache` gives the folder for what may be kept for the next build; without it everything is made anew. So are all
    pages without `last`, which says of the files in the output folder what the last build left. `ahead` is another
    process that reads and converts for this site. `outputs` says how many files the last build left, or so: where
    these are many, another one looks through them.
    """
    variants, converted = Variants(cache), Converted(cache, ahead)
    plan = partial(_planned, site, drafts=drafts, variants=variants, ahead=ahead, keeps=False)
    is_large = outputs > MANY
    early = None if outputs else plan()  # A first build leaves nothing behind that its mistakes stop.
    with writing(output, site, cache, is_large=is_large) as job:

        @lru_cache
        def before() -> Last | None:
            there = job.found  # Before other processes are started, which all need it.
            return last(there) if last else None

        def meanwhile() -> None:
            converted.open()
            if not is_large:  # Else whoever looks has not seen it all.
                before()

        planned = early or plan(meanwhile=meanwhile)
        prepared = _prepared(planned, strict=strict, variants=variants, last=before(), converted=converted)
        make(prepared.rendering, job, progress or _silent, partial(keep_read, planned.parsed))
        prepared.finish()
    return Built(
        pages=len(prepared.plan.pages),
        waiting=0 if drafts else sum(page.is_draft for page in prepared.plan.site.pages),
        written=job.written(),
        problems=in_order(prepared.problems.of_build),
        hosts=prepared.hosts.counts,
        days=(prepared.plan.site.today, next_change(prepared.plan)),
        kept=prepared.rendering.kept_site() if last else None,
        paths=job.paths,
        digests=job.digests,
    )


def _host(url: str) -> str:
    return url.partition("://")[2].partition("/")[0].lower()


def today() -> Day:
    """The day that decides which posts wait. Raises SiteError."""
    try:
        return Day(*day_of_build())
    except (ValueError, OverflowError, OSError):
        what = f"`{os.environ['SOURCE_DATE_EPOCH']}` is no time"
        hint = "unset it, or give the seconds since 1970"
        raise SiteError([Problem(Location("SOURCE_DATE_EPOCH"), what, hint)]) from None


def _variant_maker(variants: Variants) -> VariantMaker | None:
    """None where Pillow is not installed."""
    from acadfolio.images.variants import VariantMaker, pillow_version

    pillow = pillow_version()
    if not pillow:
        return None
    from acadfolio.images.cache import VariantCache

    return VariantMaker(pillow, VariantCache(variants.cache) if variants.cache else None)


def _silent(done: int, total: int) -> None:
    """Nobody watches."""
