"""Write the tables of measurements into docs/content/performance.md, between their marks.

Run it with `python -m bench.tables` after bench.compare, bench.growth and bench.serve.
"""

from __future__ import annotations

import datetime as dt
import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bench.content import SIZES
from bench.generators import GENERATORS, HUGO, WORK
from bench.growth import GROWTH_SCENARIOS
from bench.sites import DOWNLOADS
from bench.trial import SCENARIOS, USER_CACHES

if TYPE_CHECKING:
    from collections.abc import Iterable

    Row = list[str]

PAGE = Path(__file__).parent.parent / "docs" / "content" / "performance.md"
RESULTS = WORK / "results"


def builds() -> str:
    """The tables of each size, one for each state of the user cache: median and range."""
    parts = []
    for size, found in _measured().items():
        parts.append(f"### {size.capitalize()}: {_described(size)}\n\n{_when(found)}\n")
        for user_cache, words in USER_CACHES.items():
            if scenarios := found["scenarios"].get(user_cache):
                parts.append(f"{words}:\n\n{_builds_table(scenarios)}")
    return "\n".join(parts)


def memory() -> str:
    """The most memory of all builds of each generator and size."""
    sizes = _measured()
    rows: dict[str, Row] = {}
    for name in GENERATORS:
        cells = [_most_memory(name, found) for found in sizes.values()]
        if any(cells):
            rows[name] = [_label(name), *cells]
    return _table(["Generator", *sizes], rows.values()) if rows else ""


def faster() -> str:
    """The cells of all tables in which another generator is faster than acadfolio."""
    found = {
        (size, user_cache, SCENARIOS[scenario]): {
            name: round(row["ratio"], 2) for name, row in rows.items() if not row["complaint"]
        }
        for size, kept in _measured().items()
        for user_cache, scenarios in kept["scenarios"].items()
        for scenario, rows in scenarios.items()
    }
    return faster_table(found) if found else ""


def faster_table(cells: dict[tuple[str, str, str], dict[str, float]]) -> str:
    """A table of the builds in which other generators are faster.

    Args:
        cells: By size, user cache and scenario, the rounded multiples of Hugo's time.
    """
    rows = []
    for place, ratios in cells.items():
        others = {name: ratio for name, ratio in ratios.items() if name not in DOWNLOADS}
        others[HUGO.name] = 1
        compared = [
            _faster_than(ratios[name], others) if name in ratios else ""
            for name in ("acadfolio", "acadfolio-same-theme")
        ]
        if any(compared):
            rows.append([*place, *compared])
    header = [
        "site",
        "user cache",
        "build",
        "faster than acadfolio",
        "faster than acadfolio-same-theme",
    ]
    return _table(header, rows)


def _faster_than(ratio: float, others: dict[str, float]) -> str:
    """The faster ones, the fastest first, and the ratio that they are compared with."""
    names = [name for name in sorted(others, key=others.__getitem__) if others[name] < ratio]
    listed = ", ".join(f"{name} {others[name]:.2f}".removesuffix(".00") for name in names)
    return f"{listed} (against {ratio:.2f})" if names else ""


def growth() -> str:
    """Time and memory of acadfolio by the number of papers."""
    rows = []
    for found in _read("growth.json").get("sizes", []):
        papers = found["papers"]
        seconds = [found["seconds"][scenario] for scenario in GROWTH_SCENARIOS]
        most = {
            kind: max(found["memory"][scenario][kind] for scenario in GROWTH_SCENARIOS)
            for kind in ("proportional", "resident")
        }
        rows.append(
            [
                f"{papers:,}",
                *(f"{some:.1f} s" for some in seconds),
                f"{seconds[0] / papers * 1000:.2f} ms",
                f"{most['proportional']:.0f} MB ({most['resident']:.0f} MB)",
                f"{most['proportional'] / papers * 1024:.0f} KB",
            ]
        )
    header = [
        "papers",
        *(SCENARIOS[scenario] for scenario in GROWTH_SCENARIOS),
        "from nothing, each paper",
        "most memory",
        "each paper",
    ]
    return _table(header, rows) if rows else ""


def machine() -> str:
    """The machine, the versions of the programs, and what they keep in the user cache."""
    kept = [found for size in SIZES if (found := _read(f"{size}.json"))]
    versions = {name: version for found in kept for name, version in found["versions"].items()}
    user_caches: dict[str, float] = {}
    for found in kept:
        for site, size in found["user_caches"].items():
            name = "acadfolio" if site in DOWNLOADS else site
            user_caches[name] = max(size, user_caches.get(name, 0))
    of_sites = [
        name for name in versions if name.startswith("acadfolio-")
    ]  # The same program, with other settings.
    rows = [
        [
            name,
            f"`{_short(version)}`",
            f"{user_caches[name]:.0f} KB" if name in user_caches else "",
        ]
        for name, version in sorted(versions.items())
        if name not in of_sites
    ]
    header = ["Program", "version", "user cache"]
    return f"{kept[-1]['machine']}.\n\n{_table(header, rows)}" if kept else ""


def preview() -> str:
    """The time from a save to the updated page."""
    rows, dates = [], set()
    for size in SIZES:
        for kind in ("good", "broken"):
            if found := _read(f"serve-{size}-{kind}.json"):
                memory = f"{min(found['memory']):.0f}–{max(found['memory']):.0f} MB"
                saves = f"{found['saves']}" + (
                    f", {found['broken']} of them broken" if found["broken"] else ""
                )
                seconds = [f"{found[key] * 1000:.0f} ms" for key in ("median", "p95", "most")]
                rows.append([size, saves, *seconds, memory])
                dates.add(found["date"])
    if not rows:
        return ""
    header = ["site", "saves", "median", "19 of 20 within", "longest", "memory"]
    return f"Measured on {_days(dates)}.\n\n{_table(header, rows)}"


def _measured() -> dict[str, dict[str, Any]]:
    """The results of all sizes that the page shows."""
    sizes = {size: _read(f"{size}.json") for size in SIZES if size != "tiny"}
    return {size: found for size, found in sizes.items() if found}


def _when(found: dict[str, Any]) -> str:
    """When, how often, and which commit of acadfolio was measured."""
    rows = [
        row
        for scenarios in found["scenarios"].values()
        for kept in scenarios.values()
        for row in kept.values()
    ]
    days = _days({row["date"] for row in rows})
    runs = sorted({row["runs"] for row in rows})
    if runs == [1]:
        counted = "one run"
    elif len(runs) == 1:
        counted = f"{runs[0]} runs"
    else:
        counted = f"{runs[0]} to {runs[-1]} runs"
    commit = f", acadfolio at commit {found['commit']}" if found["commit"] else ""
    return f"Measured on {days}{commit}, {counted} of each build."


def _days(dates: set[str]) -> str:
    days = sorted(dt.date.fromisoformat(date) for date in dates)
    return " and ".join(f"{day.day} {day:%B %Y}" for day in days)


def _builds_table(scenarios: dict[str, dict[str, Any]]) -> str:
    header = ["Generator", *(SCENARIOS[scenario] for scenario in scenarios)]
    names = {name for rows in scenarios.values() for name in rows} | {HUGO.name}
    rows = [
        [_label(name), *(_times(rows.get(name), name) for rows in scenarios.values())]
        for name in GENERATORS
        if name in names
    ]
    return _table(header, rows)


def _label(name: str) -> str:
    """The name of a generator; for acadfolio, with the citation files that its site has."""
    if name not in DOWNLOADS:
        return name
    return f"{name} (`downloads: {str(DOWNLOADS[name]).lower()}`)"


def _most_memory(name: str, found: dict[str, Any]) -> str:
    """The most memory of any build: the proportional sum, and the resident one in brackets."""
    key = "hugo_memory" if name == HUGO.name else "memory"
    kept = [
        row[key]
        for scenarios in found["scenarios"].values()
        for rows in scenarios.values()
        for of, row in rows.items()
        if name in {of, HUGO.name}
    ]
    if not kept:
        return ""
    proportional, resident = (
        max(each[kind] for each in kept) for kind in ("proportional", "resident")
    )
    return f"{proportional:.0f} MB ({resident:.0f} MB)"


def _times(found: dict[str, Any] | None, name: str) -> str:
    if name == HUGO.name:
        return "1"
    if not found:
        return ""
    if found["complaint"]:
        return re.split(r"[:(]", found["complaint"])[0]
    low, high = (f"{ratio:.2f}" for ratio in found["ratios"])
    return f"**{found['ratio']:.2f}** ({low}–{high})"


def _described(size: str) -> str:
    number = SIZES[size]
    own = " with pages of their own" if number.paper_pages else ""
    return f"{number.papers} papers{own}, {number.news} news, {number.pages} pages"


def _short(version: str) -> str:
    found = re.search(r"v?\d+\.\d+(?:\.\d+)?", version)
    return found.group() if found else version


def _table(header: Row, rows: Iterable[Row]) -> str:
    lines = [header, ["---"] * len(header), *rows]
    return "".join(f"| {' | '.join(cells)} |\n" for cells in lines)


def _read(name: str) -> dict[str, Any]:
    file = RESULTS / name
    found: dict[str, Any] = json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
    return found


def main() -> None:
    text = PAGE.read_text(encoding="utf-8")
    parts = {
        "builds": builds(),
        "faster": faster(),
        "memory": memory(),
        "growth": growth(),
        "preview": preview(),
        "machine": machine(),
    }
    for name, made in parts.items():
        if not made:  # Without new measurements, the old table stays.
            continue
        start, _, rest = text.partition(f"<!-- {name} -->\n")
        end = f"<!-- end of {name} -->\n"
        text = f"{start}<!-- {name} -->\n\n{made}\n{end}{rest.partition(end)[2]}"
    PAGE.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
