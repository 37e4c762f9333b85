"""Write the tables of measurements into docs/content/performance.md, between their marks.

Run it with `python -m bench.tables` after bench.compare and bench.serve.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bench.content import SIZES
from bench.generators import GENERATORS, WORK
from bench.trial import SCENARIOS

if TYPE_CHECKING:
    from collections.abc import Iterable

    Row = list[str]

PAGE = Path(__file__).parent.parent / "docs" / "content" / "performance.md"
RESULTS = WORK / "results"


def builds() -> str:
    """A table for each size with the times of the generators as multiples of Hugo's: median and range."""
    parts = []
    for size in SIZES:
        found = _read(f"{size}.json")
        if not found or size == "tiny":
            continue
        header = [
            "Generator",
            *(SCENARIOS[scenario] for scenario in found["scenarios"]),
            "most memory",
        ]
        rows = [_builds_row(name, found) for name in GENERATORS if name in found["versions"]]
        parts.append(f"### {size.capitalize()}: {_described(size)}\n\n{_table(header, rows)}")
    return "\n".join(parts)


def machine() -> str:
    """The machine, and the versions of the programs."""
    kept = [found for size in SIZES if (found := _read(f"{size}.json"))]
    versions = {name: version for found in kept for name, version in found["versions"].items()}
    of_sites = [
        name for name in versions if name.startswith("acadfolio-")
    ]  # The same program, with other settings.
    rows = [
        [name, f"`{_short(version)}`"]
        for name, version in sorted(versions.items())
        if name not in of_sites
    ]
    return f"{kept[-1]['machine']}.\n\n{_table(['Program', 'version'], rows)}" if kept else ""


def preview() -> str:
    """The time from a save to the updated page."""
    rows = []
    for size in SIZES:
        for kind in ("good", "broken"):
            if found := _read(f"serve-{size}-{kind}.json"):
                memory = f"{min(found['memory']):.0f}–{max(found['memory']):.0f} MB"
                saves = f"{found['saves']}" + (
                    f", {found['broken']} of them broken" if found["broken"] else ""
                )
                seconds = [f"{found[key] * 1000:.0f} ms" for key in ("median", "p95", "most")]
                rows.append([size, saves, *seconds, memory])
    return (
        _table(["site", "saves", "median", "19 of 20 within", "longest", "memory"], rows)
        if rows
        else ""
    )


def _builds_row(name: str, found: dict[str, Any]) -> Row:
    cells = [_times(scenario.get(name), name) for scenario in found["scenarios"].values()]
    kept = [
        (of, build) for scenario in found["scenarios"].values() for of, build in scenario.items()
    ]
    own = (build["memory"] for of, build in kept if of == name)
    memory = max((build["hugo_memory"] for _, build in kept) if name == "hugo" else own, default=0)
    return [name, *cells, f"{memory:.0f} MB" if memory else ""]


def _times(found: dict[str, Any] | None, name: str) -> str:
    if name == "hugo":
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
    for name, made in (("builds", builds()), ("machine", machine()), ("preview", preview())):
        if not made:  # Without new measurements, the old table stays.
            continue
        start, _, rest = text.partition(f"<!-- {name} -->\n")
        end = f"<!-- end of {name} -->\n"
        text = f"{start}<!-- {name} -->\n\n{made}\n{end}{rest.partition(end)[2]}"
    PAGE.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
