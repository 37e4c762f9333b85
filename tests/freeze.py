"""Build many sites with two checkouts of acadfolio, and compare the results byte for byte.

    python tests/freeze.py build CHECKOUT FOLDER [PART_OF_A_NAME …]
    python tests/freeze.py compare FOLDER FOLDER

The sites are this repository's: the demo in both looks, tests/feature_site, what `acadfolio import`
makes of the Jekyll sites of tests/jekyll/old_sites.py, and the real pages of ../shared where that folder
is there. CHECKOUT is a repository of acadfolio after `uv sync --all-extras`: its interpreter and
its theme build them.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from old_sites import ACADEMICPAGES, AL_FOLIO, SETTINGS

if TYPE_CHECKING:
    from collections.abc import Mapping

ROOT = Path(__file__).resolve().parent.parent
SHARED = ROOT.parent / "shared"
LOOKS = ("acad-homepage", "academicpages")
JEKYLL_SITES: dict[str, Mapping[str, str | bytes]] = {
    "academicpages": ACADEMICPAGES, "settings": SETTINGS, "al-folio": AL_FOLIO,
}  # fmt: skip


def make_own_sites(folder: Path) -> None:
    """Write the demo in both looks and the site with every feature below a folder."""
    for look in LOOKS:
        site = folder / f"demo-{look}"
        for part in ("data", "content", "static/images", "static/style-guide"):
            shutil.copytree(ROOT / part, site / part)
        set_look(site, look)
    shutil.copytree(ROOT / "tests" / "feature_site", folder / "features")


def make_other_sites(folder: Path) -> None:
    for name, files in JEKYLL_SITES.items():
        for path, text in files.items():
            file = folder / f"jekyll-{name}" / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(text if isinstance(text, bytes) else text.encode())
    for structured in sorted(SHARED.glob("sites/*/data")):
        for look in LOOKS:
            site = folder / f"site-{structured.parent.name}-{look}"
            shutil.copytree(structured.parent, site)
            set_look(site, look)
    for page in [*SHARED.glob("seeds/*.md"), *SHARED.glob("corpus/*.md")]:
        site = folder / f"{page.parent.name}-{page.stem}"
        own, common = page.with_suffix(".site.yml"), page.with_name("site.yml")
        for source, target in (
            (own if own.exists() else common, "data/site.yml"),
            (page, "content/about.md"),
        ):
            (site / target).parent.mkdir(parents=True)
            shutil.copy(source, site / target)


def set_look(site: Path, look: str) -> None:
    settings = site / "data" / "site.yml"
    lines = [
        line
        for line in settings.read_text(encoding="utf-8").splitlines()
        if not line.startswith("look:")
    ]
    settings.write_text("\n".join([*lines, f"look: {look}", ""]), encoding="utf-8")


def build(checkout: Path, folder: Path, parts: list[str]) -> None:
    """Build the sites whose names hold one of the parts, or all: output, messages, and what was imported."""
    with tempfile.TemporaryDirectory() as work:
        make_own_sites(Path(work))
        make_other_sites(Path(work))
        for site in sorted(Path(work).iterdir()):
            if not parts or any(part in site.name for part in parts):
                print(site.name, flush=True)
                build_site(checkout, site, folder / site.name)


def build_site(checkout: Path, site: Path, result: Path) -> None:
    messages = []
    if site.name.startswith("jekyll-"):
        (site / "new" / "data").mkdir(parents=True)
        (site / "new" / "data" / "site.yml").write_text("title: Noether\n", encoding="utf-8")
        messages = run(checkout, site, "import", ".", "--site", "new")
        site /= "new"
    messages += run(checkout, site, "build", "--output", "output", "--no-cache")
    (site / "messages.txt").write_text("\n".join(messages), encoding="utf-8")
    shutil.rmtree(result, ignore_errors=True)
    shutil.copytree(site, result)


def run(checkout: Path, site: Path, *command: str) -> list[str]:
    """The messages of a command and its exit status."""
    arguments = [str(checkout / ".venv" / "bin" / "python"), "-m", "acadfolio", *command]
    environment = os.environ | {"SOURCE_DATE_EPOCH": "1700000000"}
    ended = subprocess.run(
        arguments, env=environment, cwd=site, capture_output=True, text=True, check=False
    )
    return [*ended.stderr.splitlines(), f"{command[0]}: exit status {ended.returncode}"]


def compare(one: Path, other: Path) -> int:
    """The number of files that differ in the sites that both folders have; each is named."""
    sites = {path.name for path in one.iterdir()} & {path.name for path in other.iterdir()}
    paths = {
        path.relative_to(folder)
        for folder in (one, other)
        for path in folder.rglob("*")
        if path.is_file()
    }
    paths = {path for path in paths if path.parts[0] in sites and path.name != ".acadfolio"}
    different = [path for path in sorted(paths) if content(one / path) != content(other / path)]
    print(*different, sep="\n")
    print(f"{len(sites)} sites, {len(paths)} files, {len(different)} differ: diff -r {one} {other}")
    return len(different)


def content(path: Path) -> bytes | None:
    return path.read_bytes() if path.exists() else None


if __name__ == "__main__":
    action, first, second, *names = sys.argv[1:]
    if action == "compare":
        sys.exit(compare(Path(first), Path(second)) > 0)
    build(Path(first).resolve(), Path(second).resolve(), names)
