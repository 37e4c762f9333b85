"""`acadfolio build`: a site’s folder into its output folder."""

from __future__ import annotations

import gc
import time
from functools import lru_cache, partial

from acadfolio import OUTPUT
from acadfolio.commands.telling import DONE, asked, left_out, progress, shown, tell

TYPE_CHECKING = False  # A build with nothing to do imports no typing.
if TYPE_CHECKING:
    from pathlib import Path
    from typing import Any


class Options:
    """What a build is told, as it stands where it is told nothing."""

    def __init__(self, site: Path) -> None:
        self.site = site
        self.output: Path | None = None
        self.drafts = self.strict = self.no_cache = False
        self.format = "text"


def run(options: Options) -> int:
    from acadfolio import manifest

    started = time.perf_counter()
    output: Path = options.output or options.site / OUTPUT
    settings = (options.drafts, options.strict)
    known = None if options.no_cache else manifest.unchanged(str(options.site), str(output), settings)
    if known is not None:
        return _say_built(
            options,
            f"Nothing changed: {known['pages']} pages in {shown(output)}{left_out(known['waiting'])}",
            started,
            known,
        )
    return _build(options, output, settings, started)


def _build(options: Options, output: Path, settings: tuple[object, ...], started: float) -> int:
    gc.disable()  # A build makes much, drops little and ends soon; the collector would walk it all again and again.
    from acadfolio import manifest
    from acadfolio.build import build
    from acadfolio.cache import Cache
    from acadfolio.problems import SiteError
    from acadfolio.store import cache_folder

    site, cache = str(options.site), None
    if not options.no_cache:
        cache = Cache(lru_cache(partial(cache_folder, site)), manifest.state(site))
        cache.read_pages()
    try:
        built = build(
            options.site,
            output,
            drafts=options.drafts,
            strict=options.strict,
            progress=progress(),
            cache=cache,
            untouched=partial(manifest.untouched, site, str(output)) if cache else None,
        )
    except SiteError as error:
        return tell(error.problems, options.site, options.format)
    summary = {
        "pages": built.pages,
        "waiting": built.waiting,
        "warnings": [problem.as_tuple() for problem in built.problems],
        "hosts": built.hosts,
    }
    if cache:
        cache.save()
        made = {path: built.digests.get(path) for path in built.paths}
        manifest.remember(site, str(output), settings, summary, days=built.days, made=made)
    written = built.written
    changes = f"{written.added} new, {written.changed} changed, {written.removed} removed"
    total = written.added + written.changed + written.unchanged
    line = f"Built {built.pages} pages ({total} files: {changes}) in {shown(output)}{left_out(built.waiting)}"
    return _say_built(options, line, started, summary)


def _say_built(options: Options, line: str, started: float, summary: dict[str, Any]) -> int:
    """`summary` has the warnings as plain values, and the other hosts that pages ask."""
    warnings, hosts = summary["warnings"], summary["hosts"]
    seconds = time.perf_counter() - started
    if not warnings and options.format == "text":
        print(f"{line}, {seconds:.2f} s{asked(hosts)}")
        return DONE
    from acadfolio.problems import Problem
    from acadfolio.reporting import as_json

    problems = [Problem.from_tuple(warning) for warning in warnings]
    if options.format == "json":
        print(as_json(problems, message=line, hosts=hosts))
        return DONE
    tell(problems, options.site, "text")
    print(f"{line}, {seconds:.2f} s{asked(hosts)}")
    return DONE
