"""Compare the build times of generators with that of Hugo.

    python -m bench.compare small
    python -m bench.compare large acadfolio --runs 3 --scenarios cold,edit

The speed of a shared machine varies, but hardly between two consecutive builds. Therefore the time
of each build is divided by that of the Hugo build right before it, and the result is the median of
these ratios.
"""

from __future__ import annotations

import argparse
import json
import platform
import statistics
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bench.content import SIZES, Content
from bench.generators import GENERATORS, HUGO, WORK, Generator
from bench.trial import SCENARIOS, Run, Trial, empty_trash

if TYPE_CHECKING:
    from collections.abc import Sequence

RUNS = {"large": 3}
MOST_RUNS = 7


@dataclass(frozen=True)
class Pair:
    """A build and the Hugo build before it."""

    run: Run
    hugo: Run

    @property
    def ratio(self) -> float:
        return self.run.wall / self.hugo.wall

    @property
    def cpu_ratio(self) -> float:
        return self.run.cpu / self.hugo.cpu


def compare(trials: Sequence[Trial], hugo: Trial, scenario: str, runs: int) -> list[Pair]:
    """Build with each generator once per round.

    The first round is a warm-up, in which every word is checked.
    """
    pairs: list[Pair] = []
    failed: set[str] = set()
    for number in range(runs + 1):
        for trial in trials:
            name, first = trial.generator.name, number == 0
            if name in failed:
                continue
            reference = hugo.run(scenario, thorough=first)
            pair = Pair(trial.run(scenario, thorough=first), reference)
            _print_progress(pair, number)
            if complaint := pair.hugo.complaint:
                raise SystemExit(f"Hugo: {complaint}")
            if pair.run.complaint:
                failed.add(name)
            if number or pair.run.complaint:
                pairs.append(pair)
    return pairs


def summary(pairs: Sequence[Pair]) -> dict[str, Any]:
    """The medians and ranges of one generator's builds in one scenario."""
    ratios, walls = [pair.ratio for pair in pairs], [pair.run.wall for pair in pairs]
    return {
        "runs": len(pairs),
        "ratio": statistics.median(ratios),
        "ratios": [min(ratios), max(ratios)],
        "cpu_ratio": statistics.median(pair.cpu_ratio for pair in pairs),
        "wall": statistics.median(walls),
        "walls": [min(walls), max(walls)],
        "cpu": statistics.median(pair.run.cpu for pair in pairs),
        "hugo": statistics.median(pair.hugo.wall for pair in pairs),
        "hugo_cpu": statistics.median(pair.hugo.cpu for pair in pairs),
        "complaint": next((pair.run.complaint for pair in pairs if pair.run.complaint), ""),
    }


def line(name: str, scenario: str, found: dict[str, Any]) -> str:
    low, high = found["ratios"]
    milliseconds = {
        key: f"{found[key] * 1000:.0f} ms" for key in ("wall", "hugo", "cpu", "hugo_cpu")
    }
    return (
        f"{scenario:5} {name:16} ×{found['ratio']:.2f} ({low:.2f}–{high:.2f}), processor ×{found['cpu_ratio']:.2f};"
        f" {milliseconds['wall']}, Hugo {milliseconds['hugo']}; processor {milliseconds['cpu']},"
        f" Hugo {milliseconds['hugo_cpu']}; {found['memory']:.0f} MB, Hugo {found['hugo_memory']:.0f} MB;"
        f" {found['runs']} runs {found['complaint']}"
    )


def _print_progress(pair: Pair, number: int) -> None:
    run = pair.run
    text = f"  {run.scenario} {run.generator} #{number}: {run.wall:.3f} s, Hugo {pair.hugo.wall:.3f} s {run.complaint}"
    print(text, file=sys.stderr, flush=True)


def _machine() -> str:
    try:
        rows = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        rows = []
    models = [row.partition(": ")[2] for row in rows if row.startswith("model name")]
    return f"{len(models)} × {models[0]}, {platform.system()}" if models else platform.platform()


def _version(generator: Generator) -> str:
    command = [generator.command[0], *generator.version]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return " ".join((done.stdout or done.stderr).split())[:80]


def _installed(names: Sequence[str]) -> list[Generator]:
    found = []
    for generator in (GENERATORS[name] for name in names):
        if generator.missing:
            print(f"skipped {generator.name}: {generator.missing}", file=sys.stderr)
        else:
            found.append(generator)
    return found


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m bench.compare", description=(__doc__ or "").splitlines()[0]
    )
    parser.add_argument("size", choices=SIZES)
    parser.add_argument(
        "generators", nargs="*", metavar="GENERATOR", help=f"some of: {', '.join(GENERATORS)}"
    )
    parser.add_argument("--scenarios", default=",".join(SCENARIOS), help="default: %(default)s")
    parser.add_argument(
        "--runs", type=int, help="runs of each build (default: 7, or 3 for large sites)"
    )
    parser.add_argument(
        "--limit",
        type=float,
        default=900,
        help="maximum time of one build in seconds (default: 900)",
    )
    parser.add_argument(
        "--no-memory", action="store_true", help="skip the builds that measure memory"
    )
    return parser.parse_args(arguments)


def main(arguments: Sequence[str] | None = None) -> None:
    options = _options(arguments)
    if HUGO.missing:
        raise SystemExit(
            f"All builds are compared with Hugo, but {HUGO.missing}: see bench/README.md"
        )
    content = Content(SIZES[options.size])
    names = options.generators or list(GENERATORS)
    hugo = Trial(HUGO, content, options.size, options.limit)
    trials = [
        Trial(generator, content, options.size, options.limit)
        for generator in _installed(names)
        if generator is not HUGO
    ]
    file = WORK / "results" / f"{options.size}.json"
    file.parent.mkdir(parents=True, exist_ok=True)
    results = (
        json.loads(file.read_text(encoding="utf-8"))
        if file.exists()
        else {"scenarios": {}, "versions": {}}
    )
    results["machine"] = _machine()
    results["versions"] |= {
        trial.generator.name: _version(trial.generator) for trial in (hugo, *trials)
    }
    results["versions"]["Python"] = platform.python_version()
    for scenario in options.scenarios.split(","):
        rows = results["scenarios"].setdefault(scenario, {})
        pairs = compare(trials, hugo, scenario, options.runs or RUNS.get(options.size, MOST_RUNS))
        memory = 0.0 if options.no_memory else hugo.memory(scenario)
        for trial in trials:
            name = trial.generator.name
            found = summary([pair for pair in pairs if pair.run.generator == name])
            failed = options.no_memory or found["complaint"]
            rows[name] = found | {
                "memory": 0.0 if failed else trial.memory(scenario),
                "hugo_memory": memory,
            }
            print(line(name, scenario, rows[name]), flush=True)
        file.write_text(json.dumps(results, indent=1), encoding="utf-8")
    empty_trash()


if __name__ == "__main__":
    main()
