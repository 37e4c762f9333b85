"""Measure how the time and the memory of acadfolio grow with the number of papers.

    python -m bench.growth
    python -m bench.growth 1000 2000 4000

Each paper has its own page. Everything else is as on the small site.
"""

from __future__ import annotations

import argparse
import json
import statistics
from dataclasses import asdict, replace
from typing import TYPE_CHECKING, Any

from bench.content import SIZES, Content
from bench.generators import GENERATORS, WORK
from bench.trial import Trial, empty_trash

if TYPE_CHECKING:
    from collections.abc import Sequence

PAPERS = (5000, 10_000, 20_000)
GROWTH_SCENARIOS = ("cold", "edit")
LIMIT = 900
"""Seconds."""


def measure(papers: int, runs: int) -> dict[str, Any]:
    """The median times, and the memory in one more build, by scenario."""
    content = Content(replace(SIZES["small"], papers=papers, paper_pages=True))
    trial = Trial(GENERATORS["acadfolio"], content, f"growth-{papers}", LIMIT)
    found: dict[str, Any] = {"papers": papers, "seconds": {}, "memory": {}}
    for scenario in GROWTH_SCENARIOS:
        done = [trial.run(scenario, thorough=number == 0) for number in range(runs + 1)]
        if complaint := next((run.complaint for run in done if run.complaint), ""):
            raise SystemExit(f"{papers} papers: {complaint}")
        seconds = statistics.median(run.wall for run in done[1:])
        found["seconds"][scenario] = seconds
        found["memory"][scenario] = asdict(done[0].memory)
        print(
            f"{papers} papers, {scenario}: {seconds:.2f} s,"
            f" {seconds / papers * 1000:.2f} ms a paper;"
            f" {done[0].memory.proportional:.0f} MB,"
            f" resident {done[0].memory.resident:.0f} MB",
            flush=True,
        )
    return found


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(
        prog="python -m bench.growth", description=(__doc__ or "").splitlines()[0]
    )
    parser.add_argument("papers", nargs="*", type=int, help=f"default: {PAPERS}")
    parser.add_argument("--runs", type=int, default=1, help="runs of each build (default: 1)")
    options = parser.parse_args(arguments)
    file = WORK / "results" / "growth.json"
    file.parent.mkdir(parents=True, exist_ok=True)
    sizes = [measure(papers, options.runs) for papers in options.papers or PAPERS]
    file.write_text(json.dumps({"sizes": sizes}, indent=1), encoding="utf-8")
    empty_trash()


if __name__ == "__main__":
    main()
