"""The real pages and the structured sites of ../shared come out as the homepages that their authors had."""

from __future__ import annotations

import re
import shutil
from typing import TYPE_CHECKING

from acadfolio.build import build
from cases import every_case
from shared import SHARED, needs_shared, run_tool

if TYPE_CHECKING:
    from pathlib import Path

FOLDED = re.compile(r'<details class="publication__more">.*?</details>', re.DOTALL)

pytestmark = needs_shared


@every_case("seed", ["000", "002", "003", "004", "theme"])
def test_a_real_jekyll_page_drops_in_and_looks_the_same(seed: str, tmp_path: Path) -> None:
    (tmp_path / "content").mkdir()
    (tmp_path / "data").mkdir()
    shutil.copy(SHARED / "seeds" / f"{seed}.md", tmp_path / "content" / "about.md")
    shutil.copy(SHARED / "seeds" / "site.yml", tmp_path / "data" / "site.yml")
    build(tmp_path, tmp_path / "output")
    result = run_tool(
        "domdiff.py",
        SHARED / "reference" / f"{seed}.html",
        tmp_path / "output/index.html",
        "--min",
        "1",
    )
    assert result.returncode == 0, result.stdout
    for old in ("about/index.html", "about.html"):
        assert 'http-equiv="refresh"' in (tmp_path / "output" / old).read_text(encoding="utf-8")


@every_case(("name", "order"), [("000", 0.96), ("002", 0.92), ("003", 0.97)])
def test_a_structured_site_has_every_word_and_link_of_its_page(
    name: str, order: float, tmp_path: Path
) -> None:
    built = build(SHARED / "sites" / name, tmp_path / "output")
    assert built.problems == ()
    reference = SHARED / "reference" / f"{name}.html"
    covered = run_tool("coverage.py", reference, tmp_path / "output/index.html", "--min", "1")
    assert covered.returncode == 0, covered.stdout
    # The old page has no BibTeX to open below its papers.
    page = (tmp_path / "output/index.html").read_text(encoding="utf-8")
    without_bibtex = tmp_path / "without-bibtex.html"
    without_bibtex.write_text(FOLDED.sub("", page), encoding="utf-8")
    compared = run_tool("domdiff.py", reference, without_bibtex, "--show", "0").stdout
    words = re.search(r"words ([\d.]+)", compared)
    assert words is not None
    assert float(words[1]) >= order
