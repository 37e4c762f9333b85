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

    from acadfolio.manifest import Snapshot


class Options:
    """What a build is told, as it stands where it is told nothing."""

    def __init__(self, site: Path) -> None:
        self.site = site
        self.output: Path | None = None
        self.drafts = self.strict = self.no_cache = False
        self.format = "text"


def run(options: Options) -> int:
    from acadfolio.manifest import Snapshot

    started = time.perf_counter()
    output: Path = options.output or options.site / OUTPUT
    settings = (options.drafts, options.strict)
    snapshot = None if options.no_cache else Snapshot(str(options.site))
    known = snapshot.unchanged(str(output), settings) if snapshot else None
    if known is None:
        return _build(options, output, settings, snapshot, started)
    line = f"Nothing changed: {known['pages']} pages in {shown(output)}{left_out(known['waiting'])}"
    return _say_built(options, line, started, known)


def _build(
    options: Options, output: Path, settings: tuple[bool, ...], snapshot: Snapshot | None, started: float
) -> int:
    gc.disable()  # A build makes much, drops little and ends soon; the collector would walk it all again and again.
    from acadfolio.build import build
    from acadfolio.cache import Cache
    from acadfolio.problems import SiteError
    from acadfolio.store import cache_folder

    cache = None
    if snapshot:
        cache = Cache(lru_cache(partial(cache_folder, str(options.site))), snapshot.program())
        cache.read_pages()
    try:
        built = build(
            options.site,
            output,
            drafts=options.drafts,
            strict=options.strict,
            progress=progress(),
            cache=cache,
            untouched=partial(snapshot.untouched, str(output)) if snapshot else None,
        )
    except SiteError as error:
        return tell(error.problems, options.site, options.format)
    summary = {
        "pages": built.pages,
        "waiting": built.waiting,
        "warnings": [problem.as_tuple() for problem in built.problems],
        "hosts": built.hosts,
    }
    if snapshot and cache:
        cache.save()
        made = {path: built.digests.get(path) for path in built.paths}
        snapshot.remember(str(output), settings, summary, built.days, made)
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
