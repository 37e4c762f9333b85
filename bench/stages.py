"""Show where a build of acadfolio spends its time: in stages, imports and functions.

python -m bench.stages small cold
python -m bench.stages large edit --top 40
"""

from __future__ import annotations

import argparse
import json
import pstats
import statistics
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

from bench.content import SIZES, Content
from bench.generators import GENERATORS, WORK
from bench.trial import SCENARIOS, Trial

if TYPE_CHECKING:
    from collections.abc import Sequence

STAGED = Path(__file__).with_name("staged.py")
PROFILED = """
import cProfile, sys
from acadfolio.cli import main
profile = cProfile.Profile()
status = profile.runcall(main, ["build"])
profile.dump_stats(sys.argv[1])
sys.exit(status)
"""
"""A program that runs a build with the profiler and writes its results. acadfolio itself exits too early for that."""
MILLION = 1_000_000


def stages(trial: Trial, scenario: str, runs: int) -> dict[str, tuple[float, float]]:
    """The median wall time and processor time of each stage, in seconds.

    The first of several runs is a warm-up.
    """
    result = WORK / "stages.json"
    found: dict[str, list[tuple[float, float]]] = {}
    for number in range(runs + 1 if runs > 1 else 1):
        trial.prepare(scenario)
        _run(trial, [str(STAGED), repr(time.time()), str(result), "build"])
        if number or runs == 1:
            for name, (wall, cpu) in json.loads(result.read_text(encoding="utf-8")).items():
                found.setdefault(name, []).append((wall, cpu))
    return {
        name: (
            statistics.median(wall for wall, _ in seconds),
            statistics.median(cpu for _, cpu in seconds),
        )
        for name, seconds in found.items()
    }


def imports(trial: Trial, scenario: str) -> dict[str, float]:
    """The import time of each package in seconds, without its own imports."""
    trial.prepare(scenario)
    output = _run(trial, ["-X", "importtime", "-m", "acadfolio", "build"])
    found: dict[str, float] = {}
    for row in output.splitlines():
        head, _, rest = row.partition("import time:")
        own, _, name = (part.strip() for part in rest.partition("|"))
        if not head and own.isdigit():
            package = name.rpartition("|")[2].strip().partition(".")[0]
            found[package] = found.get(package, 0) + int(own) / MILLION
    return found


def functions(trial: Trial, scenario: str, top: int) -> None:
    """Print the functions with the longest time, alone and with the functions that they call.

    The profiler makes the build about twice as slow.
    """
    trial.prepare(scenario)
    profile = WORK / "profile"
    _run(trial, ["-c", PROFILED, str(profile)])
    statistics_of = pstats.Stats(str(profile)).strip_dirs()
    for order in ("tottime", "cumulative"):
        statistics_of.sort_stats(order).print_stats(top)


def _run(trial: Trial, arguments: Sequence[str]) -> str:
    """Run Python in the folder of the site. Returns its output on stderr."""
    command = [sys.executable, "-P", *arguments]
    done = subprocess.run(
        command,
        cwd=trial.folder,
        env=trial.environment,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise SystemExit(done.stderr)
    return done.stderr


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(
        prog="python -m bench.stages", description=(__doc__ or "").splitlines()[0]
    )
    parser.add_argument("size", choices=SIZES)
    parser.add_argument("scenario", choices=[name for name in SCENARIOS if name != "noop"])
    acadfolio_sites = [name for name in GENERATORS if name.startswith("acadfolio")]
    parser.add_argument("--site", default="acadfolio", choices=acadfolio_sites)
    parser.add_argument(
        "--runs", type=int, default=3, help="the number of runs; the median is shown (default: 3)"
    )
    parser.add_argument(
        "--top",
        type=int,
        default=25,
        help="the number of functions and packages to show (default: 25)",
    )
    parser.add_argument("--only", default="stages,imports,functions", help="default: %(default)s")
    options = parser.parse_args(arguments)
    trial = Trial(
        GENERATORS[options.site], Content(SIZES[options.size]), f"{options.size}-stages", limit=900
    )
    parts = options.only.split(",")
    if "stages" in parts:
        print(f"{options.size}, {SCENARIOS[options.scenario]}:  wall      processor")
        for name, (wall, cpu) in stages(trial, options.scenario, options.runs).items():
            print(f"{wall * 1000:9.1f} ms {cpu * 1000:9.1f} ms  {name}", flush=True)
    if "imports" in parts:
        print("\nImports, by package")
        packages = imports(trial, options.scenario)
        for package in sorted(packages, key=packages.__getitem__, reverse=True)[: options.top]:
            print(f"{packages[package] * 1000:9.1f} ms  {package}")
    if "functions" in parts:
        functions(trial, options.scenario, options.top)


if __name__ == "__main__":
    main()
