"""A citation style for each language of a site: `style: {en: apa, zh: gb-t-7714.csl}`."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import pytest
from pypdf import PdfReader

from acadfolio.html.text import plain_text
from cases import every_case
from commands import run
from sites import content_of, edit, make_site, problems_of, render_site
from test_csl_styles import STYLE

if TYPE_CHECKING:
    from pathlib import Path

needs_pandoc = pytest.mark.skipif(not shutil.which("pandoc"), reason="pandoc is not installed")

PAPERS = "@article{ideals, author={Noether, Emmy}, title={Ideals}, journal={Annalen}, year=1921}\n"
OWN = "{# cites: author-date #}\n[O] {{ paper.record.title }}, {{ paper.when.year }}.\n"
LISTED = {
    "apa": "Noether, E. (1921).",
    "ieee": "E. Noether, ",
    "plain": "Emmy Noether. Ideals.",
    "own": "[O] Ideals, 1921.",
    "notices.csl": "Noether, E.: Ideals, Annalen (1921).",
}
"""How a list begins in each style."""
CITED = {"apa": "(Noether, 1921)", "ieee": "[1]", "own": "(Noether 1921)", "notices.csl": "[1]"}
"""How texts cite in each style."""
HOMES = {"en": "index.html", "zh": "zh/index.html", "de": "de/index.html"}
PAGE = "Rings [@ideals].\n\n{{ publications() }}\n"


def site_with(style: str, more: str = "") -> dict[str, str]:
    """A site in three languages that cites and lists a paper on each home page."""
    settings = "title: Emmy Noether\nlanguages: [en, zh, de]\n"
    return {
        "data/site.yml": f"{settings}publications: {{style: {style}}}\n{more}",
        "data/papers.bib": PAPERS,
        "data/styles/notices.csl": STYLE,
        "templates/citations/own.html": OWN,
        "content/about.md": PAGE,
        "content/about.zh.md": PAGE,
        "content/about.de.md": PAGE,
    }


def rendered(folder: Path, files: dict[str, str]) -> dict[str, str]:
    outputs, problems = render_site(folder, files)
    assert problems == []
    return outputs


def styles_on(html: str) -> set[str]:
    """The styles of the citations on a page."""
    text = plain_text(html)
    return {style for style, begins in LISTED.items() if begins in text}


@needs_pandoc
@pytest.mark.slow
def test_each_language_has_its_own_style(tmp_path: Path) -> None:
    styles = {"en": "apa", "zh": "notices.csl", "de": "own"}
    outputs = rendered(tmp_path, site_with("{en: apa, zh: notices.csl, de: own}"))
    for language, style in styles.items():
        html = content_of(outputs[HOMES[language]])
        assert styles_on(html) == {style}, language
        assert CITED[style] in plain_text(html), language


def test_a_language_without_a_version_has_the_first_one(tmp_path: Path) -> None:
    outputs = rendered(tmp_path, site_with("{en: own, zh: ieee}"))
    found = {language: styles_on(content_of(outputs[path])) for language, path in HOMES.items()}
    assert found == {"en": {"own"}, "zh": {"ieee"}, "de": {"own"}}


def test_the_page_of_a_paper_and_the_search_have_the_style_of_their_language(
    tmp_path: Path,
) -> None:
    files = site_with("{en: own, zh: ieee}", "look: academicpages\nsearch: true\n")
    outputs = rendered(tmp_path, files)
    for folder, style in (("", "own"), ("zh/", "ieee")):
        assert styles_on(outputs[f"{folder}publications/ideals/index.html"]) == {style}
        index = next(
            text for path, text in outputs.items() if path == f"{folder}assets/search/index.js"
        )
        assert styles_on(index) == {style}


def test_a_shortcode_has_its_own_style_in_all_languages(tmp_path: Path) -> None:
    files = site_with("{en: apa, zh: ieee}")
    for name in ("about", "about.zh", "about.de"):
        files[f"content/{name}.md"] = '{{ publications(style="own") }}\n'
    outputs = rendered(tmp_path, files)
    assert [styles_on(content_of(outputs[path])) for path in HOMES.values()] == [{"own"}] * 3


def test_a_shortcode_may_have_the_usual_style_again(tmp_path: Path) -> None:
    files = site_with("{en: own, zh: own}")
    files["content/about.md"] = '{{ publications(style="") }}\n'
    html = rendered(tmp_path, files)["index.html"]
    assert "publications--lines" in html
    assert styles_on(content_of(html)) == set()


def test_a_page_in_a_language_of_its_own_has_the_style_of_this_language(tmp_path: Path) -> None:
    files = site_with("{en: own, zh: ieee}")
    files["data/site.yml"] = files["data/site.yml"].replace("languages: [en, zh, de]\n", "")
    del files["content/about.zh.md"], files["content/about.de.md"]
    files["content/papers.md"] = "---\ntitle: 论文\nlang: zh\n---\n{{ publications() }}\n"
    outputs = rendered(tmp_path, files)
    assert styles_on(content_of(outputs["index.html"])) == {"own"}
    assert styles_on(content_of(outputs["papers/index.html"])) == {"ieee"}


def test_templates_of_a_site_see_the_style_of_their_page(tmp_path: Path) -> None:
    files = site_with("{en: own, zh: ieee}")
    files["templates/sections/publications.html"] = "<p>in {{ section.settings.style }}</p>"
    outputs = rendered(tmp_path, files)
    assert "<p>in own</p>" in outputs["index.html"]
    assert "<p>in ieee</p>" in outputs["zh/index.html"]


def test_templates_of_a_site_see_the_date_style_of_their_page(tmp_path: Path) -> None:
    files = site_with('plain, date_style: {en: "%Y", zh: "%m/%Y"}')
    files["templates/sections/publications.html"] = "<p>in {{ section.settings.date_style }}</p>"
    outputs = rendered(tmp_path, files)
    assert "<p>in %Y</p>" in outputs["index.html"]
    assert "<p>in %m/%Y</p>" in outputs["zh/index.html"]


@every_case(("detailed", "brief"), [("en", "zh"), ("zh", "en")])
def test_a_cv_has_a_line_for_a_paper_where_pages_of_its_language_have_several(
    detailed: str, brief: str, tmp_path: Path
) -> None:
    files = site_with(f"{{{detailed}: archive-full, {brief}: ieee}}", "look: academicpages\n")
    outputs = rendered(tmp_path, files)
    cvs = {"en": outputs["cv/index.html"], "zh": outputs["zh/cv/index.html"]}
    assert styles_on(content_of(cvs[detailed])) == {"plain"}
    assert styles_on(content_of(cvs[brief])) == {"ieee"}


@pytest.mark.slow
@every_case(("of_pages", "of_cv", "expected"), [
    ("{en: own, de: ieee}", "", {"en": "own", "de": "ieee"}),
    ("{en: ieee, de: archive-full}", "", {"en": "ieee", "de": "plain"}),
    ("plain", "style: {en: own, de: ieee}", {"en": "own", "de": "ieee"}),
    ("{en: plain, de: ieee}", "style: own", {"en": "own", "de": "own"}),
])  # fmt: skip
def test_the_pdf_has_the_style_of_its_language(
    of_pages: str, of_cv: str, expected: dict[str, str], tmp_path: Path
) -> None:
    files = site_with(of_pages, f"cv: {{pdf: true, publications: {{{of_cv}}}}}\n")
    site = make_site(tmp_path, files)
    edit(site, "data/site.yml", "[en, zh, de]", "[en, de]")  # Typst needs fonts for Chinese.
    (site / "content/about.zh.md").unlink()
    assert run("build", cwd=site).returncode == 0
    for language, style in expected.items():
        file = site / "output" / HOMES[language].replace("index.html", "files/cv.pdf")
        pages = " ".join(page.extract_text() for page in PdfReader(file).pages)
        assert LISTED[style] in " ".join(pages.split()), language


WRONG = [
    ("{en: apa, zh: ieeee}", "3:37: error: there is no citation style `ieeee` (did you mean `ieee`?)"),
    (
        "{en: apa, zh: gb.csl}",
        "3:37: error: there is no citation style `gb.csl` (add the file data/styles/gb.csl)",
    ),
    ("{en: appa, zh: ieee}", "3:28: error: there is no citation style `appa` (did you mean `apa`?)"),
    ("{en: apa, zh: boxes}", "3:37: error: there is no citation style `boxes` (did you mean the view"),
    ("{en: apa, chinese: ieee}", "3:33: error: `chinese` is not a language tag"),
    ("{en: apa, zh: [ieee]}", "3:37: error: `style` must be one value, or one value for each"),
    ("{}", "3:23: error: `style` must be one value, or one value for each language"),
]  # fmt: skip


@every_case(("style", "expected"), WRONG)
def test_a_wrong_version_is_reported_where_it_is(style: str, expected: str, tmp_path: Path) -> None:
    (found,) = _errors(problems_of(tmp_path, site_with(style)))
    assert found.startswith(f"data/site.yml:{expected}"), found


def test_a_wrong_version_of_a_cv_is_reported_where_it_is(tmp_path: Path) -> None:
    cv = "cv:\n  publications:\n    style: {en: apa, zh: ieeee}\n"
    (found,) = _errors(problems_of(tmp_path, site_with("apa", cv)))
    assert found.startswith("data/site.yml:6:26: error: there is no citation style `ieeee`"), found


def _errors(problems: list[str]) -> list[str]:
    return [problem for problem in problems if " error: " in problem]


def test_a_style_has_an_effect_for_publications_only(tmp_path: Path) -> None:
    files = site_with("apa", "news: {style: {en: nonsense}}\n")
    found = problems_of(tmp_path, files)
    assert any("4:8: warning: `style` has no effect here" in each for each in found), found
    assert _errors(found) == []


@pytest.mark.parametrize("value", ['{"en": "apa"}', "1921"])
def test_a_shortcode_has_one_style(value: str, tmp_path: Path) -> None:
    site = make_site(tmp_path, site_with("apa"))
    edit(site, "content/about.md", "publications()", f"publications(style={value})")
    said = run("build", cwd=site).stderr
    assert "content/about.md:3:1: error: `style` must be text in quotes, not" in said


def test_check_says_where_a_language_has_no_style_of_its_own(tmp_path: Path) -> None:
    said = run("check", "--translations", cwd=make_site(tmp_path, site_with("{en: own, zh: ieee}")))
    assert "data/site.yml:3:28: warning: `style` is not written in de (add `de: …`)" in said.stderr


@needs_pandoc
@pytest.mark.slow
def test_another_style_of_one_language_changes_the_pages_of_this_language(tmp_path: Path) -> None:
    site = make_site(tmp_path, site_with("{en: own, zh: ieee}"))
    run("build", cwd=site)
    edit(site, "data/site.yml", "zh: ieee", "zh: notices.csl")
    assert run("build", cwd=site).returncode == 0
    found = {each: (site / "output" / HOMES[each]).read_text("utf-8") for each in HOMES}
    assert {each: styles_on(content_of(html)) for each, html in found.items()} == {
        "en": {"own"}, "zh": {"notices.csl"}, "de": {"own"},
    }  # fmt: skip
