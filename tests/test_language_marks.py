"""Texts in another language than the page: their language and their direction are marked where they are printed."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from acadfolio.theme.language_marks import LanguageMarks
from cases import every_case
from commands import run
from sites import content_of, make_site, render_site

if TYPE_CHECKING:
    from pathlib import Path

SITE = {
    "data/site.yml": "title: {en: Optics, ar: البصريات}\nlanguages: [en, ar]\nlook: academicpages\n",
    "data/profile.yml": "name: {en: Ibn al-Haytham, ar: ابن الهيثم}\n",
    "data/publications.yml": (
        "- title: {en: Book of Optics, ar: كتاب المناظر}\n  authors: [Ibn al-Haytham]\n  year: 1021\n"
        "  language: ar\n"
        "- title: Why is the Moon bright?\n  authors: [Ibn al-Haytham]\n  year: 1020\n"
        "- title: Perspectiva\n  authors: [Ibn al-Haytham]\n  year: 1019\n  language: la\n"
    ),
    "data/news.yml": (
        "- {date: 1021, text: I can see.}\n- {date: 1020, text: {en: I read., ar: أقرأ.}}\n"
        "- {date: 1019, text: {en: It is dark.}}\n"
    ),
    "content/about.md": "Hello.\n\n{{ news() }}\n",
    "content/about.ar.md": "مرحبا.\n\n{{ news() }}\n",
    "content/rays.md": "---\ntitle: Rays?\n---\nStraight.\n",
}


def rendered(tmp_path: Path, files: dict[str, str] | None = None) -> dict[str, str]:
    outputs, problems = render_site(tmp_path, SITE | (files or {}))
    assert problems == []
    return outputs


@every_case(
    ("page", "tag", "text", "expected"),
    [
        ("ar", "en", "Light.", ' lang="en" dir="ltr"'),
        ("de", "en", "Light.", ' lang="en"'),
        ("en-GB", "en", "Light.", ""),
        ("ar", "", "Light.", ' lang="en" dir="ltr"'),  # The site begins in English.
        ("ar", "", "数学学报", ' dir="auto"'),  # No English letters.
        ("ar", "", "Журнал", ' dir="auto"'),
        ("ar", "und", "Light.", ' dir="auto"'),
        ("de", "", "Light.", ""),  # It may be a name.
        ("ar", "", "في سنة 1021 BC", ""),
        ("ar", "", "CERN في جنيف.", ""),
        ("ar", "", "1021", ""),
        ("ar", "", '<a href="https://example.org">ضوء</a>', ""),
        ("de", "", '<a href="https://example.org">ضوء</a>.', ' dir="auto"'),
        ("de", "", "The Arabic word ضوء", ""),
        ("en", "ar", "ضوء", ' lang="ar" dir="rtl"'),
    ],
)
def test_a_text_has_the_attributes_that_those_of_its_page_are_not(
    page: str, tag: str, text: str, expected: str
) -> None:
    assert LanguageMarks(page, "en").attributes(text, tag) == expected


def test_a_site_in_one_language_marks_nothing(tmp_path: Path) -> None:
    assert LanguageMarks("ar").attributes("Light.", "en") == ""
    files = {"data/site.yml": "title: Optics\nlanguage: ar\nlook: academicpages\n"}
    outputs, _ = render_site(tmp_path, {**SITE, **files, "content/about.ar.md": ""})
    assert "I can see." in outputs["index.html"]
    assert 'lang="en"' not in outputs["index.html"]


def test_a_text_without_a_translation_is_marked_on_the_page_of_the_other_language(
    tmp_path: Path,
) -> None:
    home = content_of(rendered(tmp_path)["ar/index.html"])
    assert '<span lang="en" dir="ltr">I can see.</span>' in home
    assert '<span lang="en" dir="ltr">It is dark.</span>' in home
    assert "<span" not in home.split("أقرأ.")[0].rpartition("<li")[2].rpartition("time>")[2]


def test_the_title_of_a_page_is_marked_where_another_language_links_to_it(tmp_path: Path) -> None:
    page = rendered(tmp_path)["ar/index.html"]
    assert 'hreflang="en"><span lang="en" dir="ltr">Rays?</span></a>' in page


def test_the_title_of_a_work_has_its_own_language_and_not_that_of_the_site(tmp_path: Path) -> None:
    outputs = rendered(tmp_path)
    arabic, english = outputs["ar/publications/index.html"], outputs["publications/index.html"]
    assert '<cite dir="auto"><span dir="auto">Why is the Moon bright?</span></cite>' in arabic
    assert '<cite lang="la" dir="ltr"><span dir="auto">Perspectiva</span></cite>' in arabic
    paper = outputs["ar/publications/perspectiva/index.html"]
    assert re.search('<h1[^>]*><span lang="la" dir="ltr">Perspectiva</span></h1>', paper)
    assert "<cite>كتاب المناظر</cite>" in arabic
    assert "<cite>Book of Optics</cite>" in english
    assert '<cite lang="la">Perspectiva</cite>' in english


def test_titles_of_works_and_texts_in_other_languages_are_no_missing_translations(
    tmp_path: Path,
) -> None:
    site = make_site(tmp_path, SITE | {"data/awards.yml": "- {date: 1021, title: {la: Alhazen}}\n"})
    said = run("check", "--translations", cwd=site).stderr
    assert "data/news.yml:3:" in said
    assert "`title`" not in said


def test_paragraphs_are_marked_around_them_and_not_within_a_line(tmp_path: Path) -> None:
    files = {
        "data/publications.yml": (
            "- title: Light\n  authors: [Ibn al-Haytham]\n  year: 1021\n  abstract: |\n    It moves.\n\n    It bends.\n"
        ),
        "data/news.yml": "- date: 1021\n  text: |\n    I see.\n\n    I write.\n",
    }
    outputs = rendered(tmp_path, files)
    marks = 'lang="en" dir="ltr"'
    paper = outputs["ar/publications/light/index.html"]
    assert f"<div {marks}>\n<p>It moves.</p>\n\n<p>It bends.</p>" in paper
    news = outputs["ar/index.html"]
    assert re.search(f"<div {marks}>\\s*<p>I see.</p>\\s*<p>I write.</p></div>", news)


def test_the_first_paragraph_of_a_text_in_the_same_direction_stays_in_its_line(
    tmp_path: Path,
) -> None:
    files = {
        "data/site.yml": "title: Optics\nlanguages: [en, de]\n",
        "data/news.yml": "- date: 1021\n  text:\n    en: |\n      I see.\n\n      I write.\n",
        "content/about.md": "Hello.\n",
        "content/about.de.md": "{{ news() }}\n",
    }
    outputs, _ = render_site(tmp_path, files)
    marked = '<span lang="en">I see.</span><div lang="en">\\s*<p>I write.</p></div>'
    assert re.search(marked, outputs["de/index.html"])


def test_attributes_and_titles_of_pages_have_no_marks(tmp_path: Path) -> None:
    outputs = rendered(tmp_path)
    page = outputs["ar/publications/why-is-the-moon-bright/index.html"]
    assert "<title>Why is the Moon bright? - البصريات</title>" in page
    assert not re.search(r'="[^"]*<(?:span|div)', "".join(outputs.values()))
