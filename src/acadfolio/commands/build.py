"""`acadfolio build`: build a site into its output folder."""

from __future__ import annotations

import gc
import sys

from acadfolio import OUTPUT
from acadfolio.commands import console
from acadfolio.stages import Clock

TYPE_CHECKING = False  # Not from `typing`: a build without changes does not import it.
if TYPE_CHECKING:
    import argparse
    from pathlib import Path
    from typing import Any

    from acadfolio.build import Built
    from acadfolio.manifest import Snapshot
    from acadfolio.problems import Problem


def add_options(parser: argparse.ArgumentParser, site: Path) -> None:
    parser.epilog = "example:  acadfolio build --strict"
    console.add_site(parser, site)
    console.add_follow_links(parser)
    console.add_strictness(parser)
    parser.add_argument(
        "--output",
        metavar="DIR",
        type=console.local_path,
        help="the output folder (default: output/ in the site)",
    )
    parser.add_argument(
        "--no-cache", action="store_true", help="rebuild everything without the cache"
    )
    parser.add_argument(
        "--profile", action="store_true", help="print the time of each stage of the build"
    )
    parser.add_argument("--quiet", action="store_true", help="print errors and warnings only")


def run(options: argparse.Namespace) -> int:
    from acadfolio.manifest import Snapshot

    clock = Clock()
    output: Path = options.output or options.site / OUTPUT
    settings = (options.drafts, options.strict)
    snapshot = None if options.no_cache else Snapshot(str(options.site), str(output), settings)
    summary = snapshot.unchanged() if snapshot else None
    if summary is None:
        return _build(options, output, snapshot, clock)
    waiting = console.waiting_pages(summary["waiting"])
    line = f"Nothing changed: {summary['pages']} pages in {console.folder_name(output)}{waiting}"
    return _report(options, line, clock, summary)


def _build(
    options: argparse.Namespace, output: Path, snapshot: Snapshot | None, clock: Clock
) -> int:
    gc.disable()  # Most objects live until the end of the build, so garbage collection would be a waste of time.
    from acadfolio.build import build, memo_of
    from acadfolio.output.guards import refuse_link_out

    if options.output is None:
        refuse_link_out(output, options.site)
    with console.ProgressLine(is_quiet=options.quiet) as progress:
        built = build(
            options.site,
            output,
            drafts=options.drafts,
            strict=options.strict,
            progress=progress,
            memo=memo_of(options.site, snapshot.program()) if snapshot else None,
            find_untouched=snapshot.untouched if snapshot else None,
            clock=clock,
        )
    summary = {
        "pages": built.pages,
        "waiting": built.waiting,
        "warnings": built.problems,
        "hosts": built.hosts,
    }
    # An error that costs one file may have its cause outside of the site: the next build looks again.
    if snapshot and not any(problem.is_of_one_file for problem in built.problems):
        snapshot.remember(summary, built.days, built.digests)
    return _report(options, _line(built, output), clock, summary)


def _line(built: Built, output: Path) -> str:
    written = built.written
    total = written.added + written.changed + written.unchanged
    changes = f"{written.added} new, {written.changed} changed, {written.removed} removed"
    waiting = console.waiting_pages(built.waiting)
    return f"Built {built.pages} pages ({total} files: {changes}) in {console.folder_name(output)}{waiting}"


def _report(options: argparse.Namespace, line: str, clock: Clock, summary: dict[str, Any]) -> int:
    """Print the times if they are wanted, the warnings and the last line.

    `summary` has the warnings as lists, and the other hosts by pages.
    """
    warnings, hosts = summary["warnings"], summary["hosts"]
    if options.profile:
        print(clock.table(), end="", file=sys.stderr)
    summary_line = (
        "" if options.quiet else f"{line}, {clock.elapsed():.2f} s{console.hosts_line(hosts)}\n"
    )
    if not warnings and options.format == "text":
        print(summary_line, end="")
        return console.DONE
    from acadfolio.problems import Problem
    from acadfolio.reporting import as_json

    problems = [Problem.from_json(warning) for warning in warnings]
    status = console.PROBLEMS if any(map(_is_error, problems)) else console.DONE
    if options.format == "json":
        print(as_json(problems, message=line, hosts=hosts))
        return status
    console.report(problems, options.site)
    print(summary_line, end="")
    return status


def _is_error(problem: Problem) -> bool:
    return problem.severity == "error"
