"""Compare the build times of generators with that of Hugo.

    python -m bench.compare small
    python -m bench.compare large acadfolio --runs 3 --scenarios cold,edit --user-cache empty

The speed of a shared machine varies, but hardly between two consecutive builds. Therefore the time
of each build is divided by that of the Hugo build right before it, and the result is the median of
these ratios.
"""

from __future__ import annotations

import argparse
import datetime as dt
import json
import platform
import statistics
import subprocess
import sys
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bench.content import SIZES, Content
from bench.generators import GENERATORS, HUGO, WORK, Generator
from bench.trial import SCENARIOS, USER_CACHES, Memory, Run, Trial, empty_trash

if TYPE_CHECKING:
    from collections.abc import Sequence

RUNS = {"large": 3}
MOST_RUNS = 7


@dataclass(frozen=True)
class Pair:
    """A build and the Hugo build before it."""

    run: Run
    hugo: Run
    user_cache: str = "warm"

    @property
    def ratio(self) -> float:
        return self.run.wall / self.hugo.wall

    @property
    def cpu_ratio(self) -> float:
        return self.run.cpu / self.hugo.cpu


def compare(
    trials: Sequence[Trial],
    hugo: Trial,
    scenario: str,
    runs: int,
    user_caches: Sequence[str] = tuple(USER_CACHES),
) -> Comparison:
    """Build with each generator and each state of the user cache once per round.

    The first round is a warm-up, in which every word is checked and memory is measured.
    """
    found = Comparison()
    checks_hugo = True
    for number in range(runs + 1):
        for trial in trials:
            name, first = trial.generator.name, number == 0
            for user_cache in ["warm"] if first else user_caches:
                if name in found.failed:
                    continue
                reference = hugo.run(
                    scenario, user_cache=user_cache, thorough=first and checks_hugo
                )
                checks_hugo = False
                run = trial.run(scenario, user_cache=user_cache, thorough=first)
                found.add(Pair(run, reference, user_cache), number)
    return found


class Comparison:
    """The builds of some generators, in one scenario."""

    def __init__(self) -> None:
        self.pairs: list[Pair] = []
        self.memory: dict[str, Memory] = {}
        self.failed: set[str] = set()

    def add(self, pair: Pair, number: int) -> None:
        """Add the builds of a round. Those of the first one are not timed, unless they failed."""
        _print_progress(pair, number)
        if complaint := pair.hugo.complaint:
            raise SystemExit(f"Hugo: {complaint}")
        for run in (pair.run, pair.hugo):
            self.memory.setdefault(run.generator, run.memory)
        if pair.run.complaint:
            self.failed.add(pair.run.generator)
        if number or pair.run.complaint:
            self.pairs.append(pair)

    def rows(self, user_cache: str) -> dict[str, dict[str, Any]]:
        """The results of each generator with one state of the user cache."""
        names = dict.fromkeys(pair.run.generator for pair in self.pairs)
        rows = {}
        for name in names:
            pairs = [pair for pair in self.pairs if pair.run.generator == name]
            counted = [
                pair for pair in pairs if pair.user_cache == user_cache or pair.run.complaint
            ]
            if counted:
                memory = self.memory[name], self.memory[HUGO.name]
                rows[name] = summary(counted, *memory)
        return rows


def summary(pairs: Sequence[Pair], memory: Memory, hugo_memory: Memory) -> dict[str, Any]:
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
        "memory": asdict(memory),
        "hugo_memory": asdict(hugo_memory),
        "date": dt.datetime.now(dt.UTC).date().isoformat(),
    }


def line(name: str, scenario: str, user_cache: str, found: dict[str, Any]) -> str:
    low, high = found["ratios"]
    milliseconds = {
        key: f"{found[key] * 1000:.0f} ms" for key in ("wall", "hugo", "cpu", "hugo_cpu")
    }
    memory, hugo_memory = (
        f"{found[key]['proportional']:.0f} MB (resident {found[key]['resident']:.0f} MB)"
        for key in ("memory", "hugo_memory")
    )
    return (
        f"{scenario:5} {user_cache:5} {name:20} ×{found['ratio']:.2f} ({low:.2f}–{high:.2f}),"
        f" processor ×{found['cpu_ratio']:.2f};"
        f" {milliseconds['wall']}, Hugo {milliseconds['hugo']};"
        f" processor {milliseconds['cpu']}, Hugo {milliseconds['hugo_cpu']};"
        f" {memory}, Hugo {hugo_memory}; {found['runs']} runs {found['complaint']}"
    )


def _print_progress(pair: Pair, number: int) -> None:
    run = pair.run
    print(
        f"  {run.scenario} {pair.user_cache} {run.generator} #{number}:"
        f" {run.wall:.3f} s, Hugo {pair.hugo.wall:.3f} s {run.complaint}",
        file=sys.stderr,
        flush=True,
    )


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


def _commit() -> str:
    """The commit of this checkout, from which acadfolio was installed; empty without git."""
    command = ["git", "-C", str(Path(__file__).parent), "describe", "--always", "--dirty"]
    return subprocess.run(command, capture_output=True, text=True, check=False).stdout.strip()


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
        "--user-cache",
        choices=[*USER_CACHES, "both"],
        default="both",
        help="the state of the user cache before each build (default: both)",
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
    results["commit"] = _commit()
    user_caches = [*USER_CACHES] if options.user_cache == "both" else [options.user_cache]
    runs = options.runs or RUNS.get(options.size, MOST_RUNS)
    for scenario in options.scenarios.split(","):
        found = compare(trials, hugo, scenario, runs, user_caches)
        for user_cache in USER_CACHES:
            rows = found.rows(user_cache)
            kept = results["scenarios"].setdefault(user_cache, {}).setdefault(scenario, {})
            kept |= rows
            for name, row in rows.items():
                print(line(name, scenario, user_cache, row), flush=True)
        results.setdefault("user_caches", {}).update(
            {trial.generator.name: trial.user_cache_size for trial in (hugo, *trials)}
        )
        file.write_text(json.dumps(results, indent=1), encoding="utf-8")
    empty_trash()


if __name__ == "__main__":
    main()
