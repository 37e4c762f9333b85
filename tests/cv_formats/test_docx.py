"""`acadfolio export --format docx`."""

from __future__ import annotations

import re
import sys
from io import BytesIO
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET
from zipfile import ZipFile

import pytest
from cv_round_trips import SITES

from acadfolio.build import prepare
from acadfolio.cv.content import content_of
from acadfolio.cv.nodes import Node, words
from acadfolio.cv.page import cv_page
from acadfolio.cv_formats.docx import docx_of, html_of
from acadfolio.model.cv import CvSettings
from acadfolio.programs import find_pandoc
from cases import every_case
from commands import run
from sites import make_site

if TYPE_CHECKING:
    from pathlib import Path

    from acadfolio.cv.content import Content

TEXT = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}t"
SITE = {
    "data/site.yml": "title: Ada\nlanguage: de\nurl: https://ada.example.org\n",
    "data/profile.yml": "name: Ada <L.>\nlocation: London\npositions: [Analyst & more]\n",
    "data/experience.yml": "- {date: 1842.., role: A, institution: Engine, text: 'See [x](/y/).'}\n",
    "content/cv.md": (
        "---\ntitle: CV\n---\n\n## One\n\nA <b>b</b> < *c* $$x<y$$\n\n1. first\n2. second\n\n"
        "{{ experience() }}\n"
    ),
}

needs_pandoc = pytest.mark.skipif(find_pandoc() is None, reason="pandoc is not installed")


def content_of_site(site: Path) -> Content:
    """What the CV of a site shows."""
    renderer = prepare(site).renderer
    cv = (*renderer.plan.site.settings.cv, CvSettings())[0]
    return content_of(cv, cv_page(renderer, cv), renderer.plan.site, "")


def docx_of_site(site: Path) -> bytes:
    """The CV of a site for Word."""
    renderer = prepare(site).renderer
    return docx_of((*renderer.plan.site.settings.cv, CvSettings())[0], renderer)


def words_of(docx: bytes) -> str:
    """All words of a document."""
    with ZipFile(BytesIO(docx)) as archive:
        root = ET.fromstring(archive.read("word/document.xml"))
    return " ".join("".join(node.text or "" for node in root.iter(TEXT)).split())


def has_formula(nodes: list[Node | str]) -> bool:
    return any(
        not isinstance(node, str)
        and (node.kind == "math" or has_formula(node.body) or has_formula(node.date))
        for node in nodes
    )


def test_texts_are_escaped_and_dates_are_a_column(tmp_path: Path) -> None:
    html = html_of(content_of_site(make_site(tmp_path, SITE)))
    assert "<title>Ada &lt;L.&gt;</title>" in html
    assert "<p>Analyst &amp; more</p>" in html
    assert "<h1>One</h1>" in html
    assert '<strong>b</strong> &lt; <em>c</em> <script type="math/tex">x<y</script>' in html
    assert '<ol start="1"><li>first</li><li>second</li></ol>' in html
    assert "<tbody><tr><td>1842" in html
    assert '<a href="https://ada.example.org/y/">x</a>' in html
    assert "<img" not in html


@pytest.mark.slow
@needs_pandoc
def test_links_of_a_site_without_a_url_are_a_warning(tmp_path: Path) -> None:
    site = make_site(tmp_path / "site", SITE | {"data/site.yml": "title: Ada\n"})
    ended = run("export", "--format", "docx", "--output", "cv.docx", cwd=site)
    assert not ended.returncode
    assert (
        "warning: the CV has the link to `/y/` only as words: the site has no `url`" in ended.stderr
    )


def test_without_pandoc_the_error_has_the_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pypandoc", None)  # The extra `csl` may be installed.
    site = make_site(tmp_path / "site", SITE)
    ended = run("export", "--format", "docx", "--output", "cv.docx", cwd=site, PATH="/nowhere")
    assert ended.returncode == 1
    assert (
        "--format docx: error: pandoc, which writes files for Word, is not installed"
        in ended.stderr
    )
    assert "`pip install pypandoc-binary`" in ended.stderr
    assert not (site / "cv.docx").exists()


@pytest.mark.slow
@needs_pandoc
@pytest.mark.parametrize("form", ["docx", "pdf"])
def test_errors_of_a_site_are_reported_and_nothing_is_written(form: str, tmp_path: Path) -> None:
    site = make_site(tmp_path / "site", SITE | {"data/experience.yml": "- {role: A, text: [}\n"})
    ended = run("export", "--format", form, "--output", f"cv.{form}", cwd=site)
    assert ended.returncode == 1
    assert "data/experience.yml:1:" in ended.stderr
    assert not (site / f"cv.{form}").exists()


@pytest.mark.slow
@needs_pandoc
@pytest.mark.parametrize("site", SITES, ids=lambda site: site.name)
def test_a_document_has_every_word_of_the_cv_in_order(site: Path) -> None:
    content = content_of_site(site)
    shown = words_of(docx_of_site(site))
    assert shown.startswith(content.name)
    for section in content.sections:
        assert words(section.title) in shown
        for node in section.body:
            if isinstance(node, str) or has_formula([node]):
                continue
            text = " ".join(words([node]).split())
            assert re.sub(r"\s", "", text) in re.sub(r"\s", "", shown)


@pytest.mark.slow
@needs_pandoc
def test_a_document_has_the_same_bytes_and_the_language(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    site = make_site(tmp_path, SITE)
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000000")
    document = docx_of_site(site)
    assert docx_of_site(site) == document
    with ZipFile(BytesIO(document)) as archive:
        assert b"<dc:creator>Ada &lt;L.&gt;</dc:creator>" in archive.read("docProps/core.xml")
        assert re.search(rb'<w:lang [^>]*w:val="de"', archive.read("word/styles.xml"))
        assert b"<m:oMath" in archive.read("word/document.xml")


@every_case(
    ("name", "message"),
    [
        ("cv.docx", "cv.docx: error: files of Word cannot be imported"),
        ("cv.DOC", "cv.DOC: error: files of Word cannot be imported"),
        ("cv.pdf", "cv.pdf: error: this file cannot be imported"),
        ("none.docx", "none.docx: error: there is no such folder"),
    ],
)
def test_a_file_that_cannot_be_imported_is_told_which_can(
    name: str, message: str, tmp_path: Path
) -> None:
    if name != "none.docx":
        (tmp_path / name).write_bytes(b"PK")
    ended = run("import", name, cwd=tmp_path)
    assert ended.returncode == 1
    assert message in ended.stderr
    assert ("resume.json (JSON Resume) or cv.yml" in ended.stderr) is (name != "none.docx")
