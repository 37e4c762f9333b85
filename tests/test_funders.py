"""The blocks for funders in the manual: each makes a PDF that keeps the limits it has."""

from __future__ import annotations

import io
import re
from pathlib import Path
from shutil import copytree
from typing import TYPE_CHECKING

import pytest
from pypdf import PdfReader

from acadfolio.build import prepare
from acadfolio.cv.files import pdf_of
from acadfolio.cv.page import cv_page
from acadfolio.cv.tree import tree
from acadfolio.resources import starter
from cases import every_case
from pdfs import alternative_texts, pieces

if TYPE_CHECKING:
    from acadfolio.build import Prepared
    from acadfolio.cv.nodes import Nodes
    from acadfolio.model.cv import CvSettings

pytestmark = pytest.mark.slow

GUIDE = Path(__file__).resolve().parent.parent / "docs" / "content" / "how-to-funders.md"
BLOCKS = re.findall(
    r"^```yaml\n(# data/site\.yml\n.*?)^```$", GUIDE.read_text("utf-8"), re.MULTILINE | re.DOTALL
)
POINTS = 72 / 25.4
"""In a millimetre."""
MOST_BYTES = 1_000_000


def demo_with(folder: Path, settings: str) -> Prepared:
    """The demo site with other settings. All its papers are selected, so that only a limit is one."""
    for name in ("content", "data", "static"):
        copytree(starter() / name, folder / name)
    papers = folder / "data" / "publications.yml"
    text = papers.read_text("utf-8").replace("  selected: true\n", "")
    papers.write_text(
        re.sub(r"^(- title: .*\n)", r"\1  selected: true\n", text, flags=re.MULTILINE), "utf-8"
    )
    settings += "\nurl: https://noether.example\n"  # For links to the site.
    (folder / "data" / "site.yml").write_text(settings, "utf-8")
    return prepare(folder)


def plain(text: str) -> str:
    """A text without spaces and hyphens, some of which are where lines end, and in lower case."""
    return re.sub(r"[\s\u00ad‐-]+", "", text).lower()


def papers_of(nodes: Nodes) -> int:
    """How many papers the lists below some nodes have."""
    found = [node for node in nodes if not isinstance(node, str)]
    return sum(
        len(node.body) if node.section == "publications" else papers_of(node.body) for node in found
    )


def check(cv: CvSettings, prepared: Prepared) -> None:
    """Check that a PDF has what its settings promise."""
    pdf = pdf_of(cv, prepared.renderer)
    assert pdf
    assert len(pdf) < MOST_BYTES
    reader = PdfReader(io.BytesIO(pdf))
    found = [pieces(page) for page in reader.pages]
    text = plain("".join(page.extract_text() for page in reader.pages))
    assert len(reader.pages) <= (cv.max_pages or len(reader.pages))
    assert round(reader.pages[0].mediabox.width) == {"a4": 595, "letter": 612}[cv.paper]
    assert bool(alternative_texts(reader.root_object["/StructTreeRoot"])) == cv.photo
    if cv.font_size:
        assert min(piece.size for page in found for piece in page) == cv.font_size
    if cv.margin:
        least = cv.margin * POINTS - 1
        right = float(reader.pages[0].mediabox.width) - least
        assert all(least <= piece.x < right for page in found for piece in page)
    if "publications" in cv.sections:
        papers = papers_of(tree(cv_page(prepared.renderer, cv).html, str))
        assert papers == (cv.publications.limit or len(prepared.plan.site.publications))
    headings = [plain(str(cv.headings[name])) for name in cv.sections if name in cv.headings]
    places = [text.find(heading) for heading in headings]
    assert -1 not in places
    assert places == sorted(places)


def test_the_guide_has_a_block_for_each_kind_of_cv() -> None:
    assert len(BLOCKS) == 7
    together = "".join(BLOCKS)
    assert all(key in together for key in ("max_pages:", "margin:", "font_size:", "date_style:"))


@every_case("block", BLOCKS)
def test_each_block_makes_pdfs_within_its_limits(block: str, tmp_path: Path) -> None:
    prepared = demo_with(tmp_path, block)
    assert prepared.plan.site.settings.cv
    for cv in prepared.plan.site.settings.cv:
        check(cv, prepared)
    assert [
        str(problem.message) for problem in prepared.problems.found if problem.rule == "cv-pdf"
    ] == []


def test_exact_dates_are_as_the_block_for_msca_says(tmp_path: Path) -> None:
    block = next(block for block in BLOCKS if "date_style" in block)
    prepared = demo_with(tmp_path, block)
    pdf = pdf_of(prepared.plan.site.settings.cv[0], prepared.renderer)
    assert pdf
    text = "".join(page.extract_text() for page in PdfReader(io.BytesIO(pdf)).pages)
    assert "07/02/1922" in text
    assert "Last updated 15/01/1934" in text


def test_a_block_that_is_too_long_is_not_silent(tmp_path: Path) -> None:
    prepared = demo_with(tmp_path, BLOCKS[0].replace("max_pages: 4", "max_pages: 1"))
    pdf_of(prepared.plan.site.settings.cv[0], prepared.renderer)
    assert any("max_pages" in problem.message for problem in prepared.problems.found)
