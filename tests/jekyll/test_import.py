"""`acadfolio import`: an old Jekyll site is imported, losses are reported, and no file is overwritten."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from html import unescape
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import yaml

from acadfolio.build import prepare
from acadfolio.cli import main
from acadfolio.commands.console import DONE, PROBLEMS, WRONG_USAGE
from cases import every_case
from full_disk import files_of_at_most
from old_sites import (
    ACADEMICPAGES,
    AL_FOLIO,
    CONFIG,
    FILES,
    INVARIANTS,
    PIXEL,
    SETTINGS,
    TALK,
    import_site,
)
from sites import make_site
from timing import least, timed

if TYPE_CHECKING:
    from collections.abc import Mapping

PAPERS = "collections: {publications: {output: true}}\n"
TALKS = "collections: {talks: {output: true}}\n"
LOOKS = ("academicpages", "acad-homepage")
NOT_UTF_8 = "this file is not in UTF-8: the byte 0xF6 here is not a character"


def old_site(folder: Path, files: Mapping[str, str | bytes]) -> Path:
    for path, text in files.items():
        file = folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(text if isinstance(text, bytes) else text.encode())
    return folder


class Run:
    """One import: the files that it wrote, its exit status and its messages.

    It writes no report, for which the command builds the new site.
    """

    def __init__(
        self, folder: Path, files: Mapping[str, str | bytes], capsys: pytest.CaptureFixture[str]
    ) -> None:
        self.old, self.site = old_site(folder / "old", files), folder / "site"
        self.status = self.convert()
        said = capsys.readouterr()
        lines = said.err.replace(f"{self.old}/", "").splitlines()
        self.out, self.reported = (
            said.out,
            [line for line in lines if "import-report.html" not in line],
        )

    def convert(self) -> int:
        return import_site(self.old, self.site)

    @property
    def copied(self) -> set[str]:
        """The pages and files of the old site that are in the new one."""
        files = (path for path in self.site.rglob("*") if path.is_file())
        return (
            {path.relative_to(self.site).as_posix() for path in files}
            - {
                f"data/{name}.yml"
                for name in (
                    "site",
                    "profile",
                    "publications",
                    "talks",
                    "teaching",
                    "projects",
                    "news",
                )
            }
            - {"import-report.html"}
        )

    def text(self, section: str) -> str:
        return (self.site / f"data/{section}.yml").read_text(encoding="utf-8")

    def entries(self, section: str) -> list[dict[str, Any]]:
        """The data files as YAML in which all scalars are strings."""
        found: list[dict[str, Any]] = yaml.load(self.text(section), Loader=yaml.BaseLoader)  # noqa: S506
        return found

    def entry(self, section: str) -> dict[str, Any]:
        (found,) = self.entries(section)
        return found


class Command(Run):
    """One run of the whole command."""

    def convert(self) -> int:
        return main(["import", str(self.old), "--site", str(self.site)])


def page(body: str = "", /, **keys: str) -> str:
    return "---\n" + "".join(f"{key}: {value}\n" for key, value in keys.items()) + f"---\n{body}"


# What comes over


def test_publications_are_as_a_person_writes_them(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run = Run(tmp_path, ACADEMICPAGES, capsys)
    assert (run.status, run.reported) == (DONE, [])
    assert (
        run.text("publications")
        == """\
# From old/_publications, by acadfolio import. Yours to edit.
- title: Idealtheorie in Ringbereichen
  authors: [Emmy Noether]
  venue: Math. Annalen
  kind: journal
  date: 1921-03-01
  volume: 83
  issue: 1
  pages: 24–66
  doi: 10.1007/BF01464225
  summary: Chains of ideals.
  tags: [rings, ideals]
  redirect_from: [/publications/1921-03-01-idealtheorie/]

- title: Invariante Variationsprobleme
  authors: [E. Noether]
  venue: Nachrichten der Akademie
  kind: journal
  date: 1918-07-26
  pages: 235–257
  links:
    PDF: https://noether.example.org/files/invariante.pdf
    Slides: /files/slides.pdf
    BibTeX: /files/invariante.bib
  abstract: |
    It treats problems of variation that allow a *continuous group*.

    The second theorem answers Hilbert's question on energy.
  summary: 'To every symmetry belongs a law of conservation: the two theorems.'
  redirect_from: [/publication/1918-07-26-invariante]
"""
    )


def test_talks_courses_and_projects_come_over(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run = Run(tmp_path, ACADEMICPAGES, capsys)
    assert run.entry("talks") == {
        "date": "1932-09-07",
        "title": "Hyperkomplexe Systeme",
        "kind": "Plenary lecture",
        "event": "International Congress of Mathematicians",
        "location": "Zürich, Switzerland",
        "text": "What *non-commutative* algebras do for the commutative.",
        "redirect_from": ["/talks/1932-09-07-icm"],
    }
    assert run.entry("teaching") == {
        "course": "Invariant theory",
        "role": "Seminar",
        "institution": "University of Göttingen, Mathematical Institute",
        "terms": ["1916 Fall"],
        "text": "Announced under Hilbert's name.\n\nSyllabus\n======\n\n* forms\n* their invariants\n",
        "redirect_from": ["/teaching/1916-fall-invariants"],
    }
    assert run.entry("projects") == {
        "title": "The Noether boys",
        "text": "A circle of students.\n\nThey walked, and talked of rings.\n",
        "image": "images/boys.png",
        "image_alt": "Walkers in a wood",
        "redirect_from": ["/portfolio/portfolio-1/"],
    }


FIGURE = """\
<div class="row">
    <div class="col-sm mt-3 mt-md-0">
        <img src="assets/img/1.jpg" alt="A chain">
    </div>
</div>
"""


def test_projects_and_news_of_al_folio_come_over(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run = Run(tmp_path, AL_FOLIO, capsys)
    assert run.status == DONE
    assert run.entries("projects") == [
        {
            "title": "Topology",
            "text": "groups, not numbers",
            "links": {"Website": "https://example.org"},
            "tags": ["fun"],
            "redirect_from": ["/projects/2_project/"],
        },
        {
            "title": "Algebra",
            "text": "rings without end\n\nEvery ring has a *chain*.\n\n" + FIGURE,
            "image": "assets/img/12.jpg",
            "links": {"GitHub": "https://github.com/noether/algebra"},
            "tags": ["work"],
            "redirect_from": ["/projects/1_project/"],
        },
    ]
    assert (
        run.text("news")
        == """\
# From old/_news, by acadfolio import. Yours to edit.
- date: 1933-04-25
  text: '**On leave.** By a letter of the ministry.'
- date: 1932-11-08
  text: The Ackermann–Teubner Prize, with [Emil Artin](https://example.org/artin).
"""
    )
    assert run.reported == []


@every_case("look", LOOKS)
def test_what_was_written_builds_without_a_warning(
    look: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    if look != "academicpages":  # Which the old site's menu is made for.
        make_site(tmp_path / "site", {"data/site.yml": f"title: Emmy Noether\nlook: {look}\n"})
    run = Run(tmp_path, {**AL_FOLIO, **ACADEMICPAGES, **SETTINGS}, capsys)
    old_site(run.site / "static", dict.fromkeys(FILES, PIXEL))
    assert main(["build", "--strict", "--site", str(run.site)]) == DONE, capsys.readouterr().err
    there = {
        path.relative_to(run.site / "output").as_posix()
        for path in (run.site / "output").rglob("*.html")
    }
    assert {
        "publication/1918-07-26-invariante.html",
        "publications/1921-03-01-idealtheorie/index.html",
        "talks/1932-09-07-icm.html",
        "teaching/1916-fall-invariants.html",
        "portfolio/portfolio-1/index.html",
        "projects/1_project/index.html",
    } <= there
    led = (run.site / "output/talks/1932-09-07-icm.html").read_text(encoding="utf-8")
    assert (
        "hyperkomplexe-systeme/index.html" if look == "academicpages" else "../index.html"
    ) in led


def test_a_link_from_one_old_page_to_another_is_followed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    news = page(
        "See [the talk](/talks/1932-09-07-icm) and [more](/talks/).\n",
        date="1932-09-08",
        inline="true",
    )
    menu = "main:\n  - {title: Zürich, url: /talks/1932-09-07-icm}\n"
    config = "title: Emmy Noether\ncollections: {talks: {output: true}, news: {output: true}}\n"
    files = {
        "_config.yml": config,
        "_talks/icm.md": TALK,
        "_news/a.md": news,
        "_data/navigation.yml": menu,
    }
    run = Run(tmp_path, files, capsys)
    assert prepare(run.site).problems.found == []


def test_titles_and_citations_in_html_are_markdown(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    title = "'The <i>second </i> theorem &amp; x<sub>2</sub> &lt;b&gt; a*b*c, a_1'"
    entry = page(
        title=title,
        excerpt="'With **care**<br/>and <a href=\"/cv/\">a link</a>'",
        venue="'<b>Annalen</b>'",
    )
    run = Run(tmp_path, {"_publications/a.md": entry}, capsys)
    assert run.entry("publications") == {
        "title": r"The *second* theorem & x<sub>2</sub> \<b> a\*b\*c, a_1",
        "venue": "**Annalen**",
        "summary": "With **care** and [a link](/cv/)",
        "redirect_from": ["/publications/a/"],
    }


@every_case("sign", [r"\ufeff", r"\u2028", r"\x85"])
def test_invisible_characters_do_no_harm(
    sign: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    entry = page("Rings.\n", title=f'"{sign}Ideals{sign}"', date=f'"{sign}1921-03-01"')
    run = Run(tmp_path, {"_talks/a.md": entry}, capsys)
    assert run.reported == []
    assert run.entry("talks") == {
        "date": "1921-03-01",
        "title": "Ideals",
        "text": "Rings.",
        "redirect_from": ["/talks/a/"],
    }


def test_what_the_record_has_a_place_for_goes_there(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    entry = """\
---
title: Ideals
authors:
  - name: Emmy Noether
  - "<b>Wolfgang Krull*</b>"
category: working papers
arxivurl: https://arxiv.org/abs/2401.17644
code_url: www.example.org/code
pages: 24-66
doi: 10.1007/BF01464225
award: Prize
abstract: Rings.
header: {teaser: ring.png}
selected: true
year: 1921
redirect_from:
  - /ideals.html
---
"""
    shows = "{{ page.award }} {{ page.abstract }} {{ content }}"
    run = Run(tmp_path, {"_publications/a.md": entry, "_layouts/single.html": shows}, capsys)
    assert run.reported == []
    assert run.entry("publications") == {
        "title": "Ideals",
        "authors": ["Emmy Noether", "Wolfgang Krull*"],
        "kind": "preprint",
        "year": "1921",
        "pages": "24-66",
        "doi": "10.1007/BF01464225",
        "links": {
            "arXiv": "https://arxiv.org/abs/2401.17644",
            "Code": "https://www.example.org/code",
        },
        "abstract": "Rings.",
        "award": "Prize",
        "image": "images/ring.png",
        "selected": "true",
        "redirect_from": ["/publications/a/", "/ideals.html"],
    }


def test_keys_that_the_old_theme_shows_nowhere_stay_unpublished(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run = Run(
        tmp_path, {"_publications/a.md": page(title="A", note="Ask me.", abstract="Rings.")}, capsys
    )
    assert run.entry("publications") == {"title": "A", "redirect_from": ["/publications/a/"]}
    assert sorted(line.partition(": warning: ")[2] for line in run.reported) == [
        "the old site did not show `abstract`: skipped (add it by hand)",
        "the old site did not show `note`: skipped (add it by hand)",
    ]


def test_papers_and_courses_without_a_date_are_sorted_by_year(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    years = ("1908", "1921", "1918")
    files = {f"_publications/{year}.md": page(title=year, year=year) for year in years}
    files |= {
        f"_teaching/{at}.md": page(title=year, term=f"'Fall {year}'")
        for at, year in enumerate(years)
    }
    run = Run(tmp_path, files, capsys)
    newest_first = ["1921", "1918", "1908"]
    assert [entry["title"] for entry in run.entries("publications")] == newest_first
    assert [entry["course"] for entry in run.entries("teaching")] == newest_first


@every_case(
    ("name", "keys", "term"),
    [
        ("rings", {"date": "1916-10-01"}, "1916"),
        ("1916-fall-rings", {}, "1916 Fall"),
        ("1916-fall-rings", {"date": "1916-10-01"}, "1916 Fall"),
        ("1916-fall-rings", {"date": "1924-10-01"}, "1924"),
        ("1916-fall-rings", {"date": "1916-10-01", "term": "Winter"}, "1916 Winter"),
        ("rings", {"year": "1924", "semester": "Spring"}, "1924 Spring"),
    ],
)
def test_a_course_has_the_term_of_its_keys_its_date_or_its_file_s_name(
    name: str, keys: dict[str, str], term: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run = Run(tmp_path, {f"_teaching/{name}.md": page(title="Rings", **keys)}, capsys)
    assert run.entry("teaching")["terms"] == [term]


def test_the_place_of_a_course_is_for_lists_that_show_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = {
        "_teaching/a.md": page(title="Rings", location="Jena"),
        "teaching.md": page(
            "{% for post in site.teaching %}{{ post.location }}{% endfor %}", title="Courses"
        ),
    }
    course = Run(tmp_path, files, capsys).entry("teaching")
    assert (course["extra"], "schedule" in course) == ({"location": "Jena"}, False)


def test_a_url_under_two_keys_or_in_the_text_is_one_link(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    body = "Text.\n\n[Download paper here](https://example.org/a.pdf)\n\n[Download slides here](https://)\n"
    entry = page(
        body, title="A", paperurl="https://example.org/a.pdf", pdf="https://example.org/a.pdf"
    )
    run = Run(tmp_path, {"_talks/a.md": entry}, capsys)
    assert run.entry("talks")["links"] == {"PDF": "https://example.org/a.pdf"}
    assert run.entry("talks")["text"] == "Text.\n\n\n[Download slides here](https://)\n"


def test_a_download_in_html_is_a_link_and_no_text(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    paper = "<a href='https://example.org/a.pdf'>Download paper here</a>"
    body = f"\n\n{paper}\n\nShort.\n\n<a href='/b.zip'>Download it</a>\n"
    run = Run(tmp_path, {"_publications/a.md": page(body, title="A", excerpt="Long.")}, capsys)
    entry = run.entry("publications")
    assert entry["links"] == {"PDF": "https://example.org/a.pdf"}
    assert entry["abstract"] == "Short.\n\n<a href='/b.zip'>Download it</a>\n"


@every_case("title", ["How far?", "¿Hasta dónde?", "¡Qué anillos!"])
def test_a_title_with_a_question_mark_is_removed_from_its_citation(
    title: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    citation = f'"Noether, E. (1921). {title}. <i>Annalen</i>, 83(1), 24-66."'
    run = Run(
        tmp_path,
        {"_publications/a.md": page(title=title, venue="Annalen", citation=citation)},
        capsys,
    )
    entry = run.entry("publications")
    assert entry["authors"] == ["E. Noether"]
    assert (entry["volume"], entry["pages"]) == ("83", "24–66")
    assert "note" not in entry


def test_a_category_without_a_title_is_called_by_its_key(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = {"_config.yml": f"{PAPERS}publication_category: {{on_the_side: {{}}}}\n"}
    run = Run(
        tmp_path, {**files, "_publications/a.md": page(title="A", category="on_the_side")}, capsys
    )
    assert run.entry("publications")["category"] == "On the side"


def test_headings_of_one_s_own_stay_in_their_order(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    config = (
        f"title: Emmy\n{PAPERS}publication_category:\n  essays: {{title: 'On the side: essays'}}\n"
        "  manuscripts: {title: In journals}\n  none: {title: None}\n"
    )
    papers = {
        "_publications/a.md": page(title="A", category="manuscripts", date="1930"),
        "_publications/b.md": page(title="B", category="essays", date="1920"),
    }
    run = Run(tmp_path, {"_config.yml": config, **papers}, capsys)
    assert [(entry["category"], entry.get("kind")) for entry in run.entries("publications")] == [
        ("In journals", "journal"),
        ("On the side: essays", None),
    ]
    assert main(["build", "--strict", "--site", str(run.site)]) == DONE, capsys.readouterr().err
    made = (run.site / "output/publications/index.html").read_text(encoding="utf-8")
    assert re.findall(r'class="group__title[^>]*>([^<]*)', made) == [
        "On the side: essays",
        "In journals",
    ]


def test_the_key_of_a_category_sets_the_kind_if_its_title_names_none(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for number, (key, title, kind, exported) in enumerate(
        [
            ("books", "Monographs", "book", "@book"),
            ("books", "Was ich schrieb", "book", "@book"),
            ("manuscripts", "Refereed", "journal", "@article"),
            ("conferences", "Selected", "conference", "@inproceedings"),
            ("manuscripts", "Working Papers", "preprint", "@misc"),
            ("books", "Book Chapters", "chapter", "@incollection"),
            ("workshops", "Kleine Beiträge", "workshop", "@inproceedings"),
            ("essays", "On the side", None, "@misc"),
        ]
    ):
        config = (
            f"title: Emmy Noether\n{PAPERS}publication_category:\n  {key}: {{title: '{title}'}}\n"
        )
        paper = page(title="Rings", date="1921", venue="Annalen", category=key)
        run = Run(
            tmp_path / str(number), {"_config.yml": config, "_publications/a.md": paper}, capsys
        )
        entry = run.entry("publications")
        assert (entry.get("kind"), entry["category"]) == (kind, title)
        assert main(["export", "--site", str(run.site)]) == DONE
        assert capsys.readouterr().out.startswith(f"{exported}{{")


def test_headings_of_the_theme_stay_in_their_order(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    papers = {
        f"_publications/{key}.md": page(title=key.title(), category=key, date=date)
        for key, date in (("books", "1910"), ("manuscripts", "1930"))
    }
    run = Run(tmp_path, {"_config.yml": CONFIG, **papers}, capsys)
    assert main(["build", "--strict", "--site", str(run.site)]) == DONE, capsys.readouterr().err
    made = (run.site / "output/publications/index.html").read_text(encoding="utf-8")
    assert re.findall(r'class="group__title[^>]*>([^<]*)', made) == ["Books", "Journal Articles"]


def test_a_category_of_one_s_own_is_a_heading(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    config = f"{PAPERS}publication_category:\n  essays:\n    title: On the side\n"
    run = Run(
        tmp_path,
        {"_config.yml": config, "_publications/a.md": page(title="A", category="essays")},
        capsys,
    )
    assert run.entry("publications")["category"] == "On the side"


@every_case(
    ("config", "url"),
    [
        (TALKS, "/talks/1932-09-07-icm.html"),
        (f"{TALKS}permalink: pretty", "/talks/1932-09-07-icm/"),
        (f"{TALKS}permalink: /blog/:title", "/talks/1932-09-07-icm"),
        (f"{TALKS}permalink: /:title:output_ext", "/talks/1932-09-07-icm.html"),
        ("collections: {talks: {output: true, permalink: '/t/:year/:title/'}}", "/t/1932/icm/"),
        ("collections: {talks: {output: true, permalink: '/:name/'}}", "/1932-09-07-icm/"),
        ("collections: {talks: {permalink: '/t/:title/'}}", ""),
        ("collections: {talks: }", ""),
        ("collections: {talks: false}", ""),
        ("collections: {talks: {output: True, permalink: '/t/:title/'}}", "/t/icm/"),
        ("collections: {talks: {output: YES, permalink: '/t/:title/'}}", "/t/icm/"),
        ("collections: {talks: {output: False, permalink: '/t/:title/'}}", ""),
        (f"{TALKS}permalink: none", "/talks/1932-09-07-icm.html"),
        (f"{TALKS}permalink: ordinal", "/talks/1932-09-07-icm.html"),
        ("collections: [talks]\npermalink: pretty", ""),
    ],
)
def test_old_urls_are_made_as_jekyll_made_them(
    config: str, url: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = {"_config.yml": config, "_talks/1932-09-07-icm.md": page(title="ICM")}
    run = Run(tmp_path, {**files, "index.md": page("{{ site.talks[0].title }}")}, capsys)
    assert run.entry("talks").get("redirect_from", [""]) == [url]
    assert run.entry("talks")["date"] == "1932-09-07"


@every_case(
    ("name", "keys", "url"),
    [
        (
            "2016-05-04-ICM Zürich_talk  -  one",
            {},
            "/2016-05-04-icm-zürich-talk-one/icm-zürich-talk-one/ICM-Zürich_talk-one/",
        ),
        ("b", {"slug": "My Slug_x!"}, "/b/my-slug-x/My-Slug_x!/"),
        ("c.v2", {}, "/c-v2/c-v2/c.v2/"),
    ],
)
def test_names_are_written_in_urls_as_jekyll_wrote_them(
    name: str, keys: dict[str, str], url: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    template = "/:name/:slug/:title/"
    config = f"collections: {{talks: {{output: true, permalink: '{template}'}}}}"
    run = Run(
        tmp_path, {"_config.yml": config, f"_talks/{name}.md": page(title="A", **keys)}, capsys
    )
    assert run.entry("talks")["redirect_from"] == [url]


def test_an_old_url_may_be_a_full_one_of_the_old_site(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    old = ["https://x.org/~you/whole/", "/~you/path/", "/plain/"]
    files = {
        "_config.yml": "url: https://x.org\nbaseurl: /~you\ncollections: {talks: {output: false}}\n",
        "_talks/a.md": page(title="A", redirect_from=f"[{', '.join(old)}]"),
        "index.md": page("{% for talk in site.talks %}{{ talk.title }}{% endfor %}"),
    }
    run = Run(tmp_path, files, capsys)
    assert run.reported == []
    assert run.entry("talks")["redirect_from"] == ["/whole/", "/path/", "/plain/"]


def test_the_site_and_its_author_come_over(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run = Run(tmp_path, {**ACADEMICPAGES, **SETTINGS}, capsys)
    assert (
        run.text("site")
        == """\
# From old/_config.yml, by acadfolio import. Yours to edit.
title: Emmy Noether
description: Rings, ideals, invariants
url: https://noether.example.org
look: academicpages
navigation:
  - title: Publications
    url: /publications/
  - title: Walks
    url: /projects/
  - title: Blog
    url: /year-archive/
  - title: 'Life: a sketch'
    url: /life/
  - title: Elsewhere
    url: https://example.org/noether
publications:
  groups:
    journal: Journal Articles
"""
    )
    assert (
        run.text("profile")
        == """\
# From old/_config.yml, by acadfolio import. Yours to edit.
name: Emmy Noether
avatar: images/boys.png
bio: Rings & *ideals*
location: Göttingen
email: emmy@example.org
links:
  orcid: 0000-0002-1825-0097
  github: noether
"""
    )
    assert [line.partition(" (")[0] for line in run.reported] == [
        "_config.yml:27:13: warning: `weibo: no such name!` is not a name in Weibo: skipped",
        "_config.yml:28:13: warning: `lodgings: Stegemühlenweg` is not a known network: skipped",
    ]


def test_settings_that_are_there_stay(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    mine = {"data/site.yml": "title: Mine\n", "data/profile.yaml": "name: Me\n"}
    make_site(tmp_path / "site", mine)
    run = Run(
        tmp_path, {"_config.yml": CONFIG + "author: {name: Emmy}\n", "_talks/a.md": TALK}, capsys
    )
    assert run.status == DONE
    assert run.text("site") == "title: Mine\n"
    assert not (run.site / "data/profile.yml").exists()


@every_case("ending", [".yml", ".yaml"])
def test_what_is_not_imported_because_a_file_is_there_is_reported_in_a_line_for_each(
    ending: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    old_site(
        tmp_path / "site",
        {f"data/site{ending}": "title: Mine\n", f"data/profile{ending}": "name: Me\n"},
    )
    run = Run(tmp_path, {**ACADEMICPAGES, **SETTINGS}, capsys)
    assert run.status == DONE
    hint = "move it away before you import, or import into a new folder and copy {} from there"
    what = "this file already exists: _config.yml was not imported"
    assert [line.replace(f"{run.site}/", "") for line in run.reported] == [
        f"data/profile{ending}: warning: {what} ({hint.format('data/profile.yml')})",
        f"data/site{ending}: warning: {what} ({hint.format('data/site.yml')})",
    ]


def test_a_site_may_be_called_otherwise_than_its_author(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run = Run(
        tmp_path,
        {"_config.yml": "title: Rings & ideals\nauthor: {name: Emmy Noether, bio: Rings}\n"},
        capsys,
    )
    assert run.text("site").splitlines()[1:] == ["title: Rings & ideals"]
    assert run.text("profile").splitlines()[1:] == ["name: Emmy Noether", "bio: Rings"]


@every_case("title", ["~", "null", "blank", ""])
def test_a_site_without_a_title_has_its_author_s_name(
    title: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run = Run(
        tmp_path, {"_config.yml": f"title: {title}\nauthor: {{name: Emmy Noether}}\n"}, capsys
    )
    assert run.text("site").splitlines()[1:] == ["title: Emmy Noether"]


def test_a_name_alone_is_a_site(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run = Command(
        tmp_path,
        {"_config.yml": "title: blank\nfirst_name: Emmy\nlast_name: Noether\nurl:\n"},
        capsys,
    )
    assert run.text("site").splitlines()[1:] == ["title: Emmy Noether", "look: academicpages"]
    assert run.out.startswith(f"Wrote 1 file into {run.site}/data/\n")
    assert prepare(run.site).problems.found == []


# What does not


def test_authors_that_are_not_certain_are_reported_and_the_citation_kept(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    citation = (
        "'Brauer, Hasse, Noether: <i>Beweis eines Hauptsatzes</i>. Crelle 167 (1932) 399&ndash;404'"
    )
    entry = page(title="Beweis eines Hauptsatzes", citation=citation)
    run = Run(tmp_path, {"_publications/1932-a.md": entry}, capsys)
    assert run.entry("publications") == {
        "title": "Beweis eines Hauptsatzes",
        "note": "Brauer, Hasse, Noether: *Beweis eines Hauptsatzes*. Crelle 167 (1932) 399–404",
        "redirect_from": ["/publications/1932-a/"],
    }
    (reported,) = run.reported
    assert reported.startswith(
        "_publications/1932-a.md:3:1: warning: the authors of this citation are ambiguous"
    )


def test_extra_text_of_a_citation_becomes_a_note(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    citation = (
        "'Emmy Noether and Felix Klein. \"Briefe.\" <i>Annalen</i>. Edited by somebody, Berlin.'"
    )
    run = Run(
        tmp_path,
        {"_publications/a.md": page(title="Briefe", venue="Annalen", citation=citation)},
        capsys,
    )
    entry = run.entry("publications")
    assert (entry["authors"], entry["note"]) == (
        ["Emmy Noether", "Felix Klein"],
        "Edited by somebody, Berlin",
    )


def test_extra_text_of_a_citation_is_added_to_a_note(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    citation = "'Emmy Noether. \"Briefe.\" <i>Annalen</i>. Berlin.'"
    entry = page(title="Briefe", venue="Annalen", citation=citation, note="Out of print.")
    run = Run(
        tmp_path, {"_publications/a.md": entry, "_layouts/single.html": "{{ page.note }}"}, capsys
    )
    assert run.entry("publications")["note"] == "Out of print. Berlin"


@every_case("cited", ["Noether, E. and Klein, F.", "Noether, Klein, Hilbert"])
def test_the_authors_of_a_key_of_their_own_go_before_those_of_the_citation(
    cited: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    citation = f"'{cited} (1921). Briefe. <i>Annalen</i>, 83(1), 24-66.'"
    entry = page(
        title="Briefe",
        venue="Annalen",
        date="1921",
        authors="Emmy Noether, Felix Klein",
        citation=citation,
    )
    run = Run(tmp_path, {"_publications/a.md": entry}, capsys)
    assert run.reported == []
    found = run.entry("publications")
    assert (found["authors"], found["volume"], found["pages"]) == (
        ["Emmy Noether", "Felix Klein"],
        "83",
        "24–66",
    )
    assert "note" not in found


def test_a_citation_with_more_names_than_author_has_the_authors(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    citation = "'Noether, E., Klein, F. (1921). &quot;Briefe.&quot; <i>Annalen</i>. 83.'"
    run = Run(
        tmp_path,
        {"_publications/a.md": page("", title="Briefe", author="Web Master", citation=citation)},
        capsys,
    )
    assert run.entry("publications")["authors"] == ["E. Noether", "F. Klein"]


def test_a_recommended_citation_is_taken_for_the_one_of_the_key_or_stays_in_the_text(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    body = "Letters.\n\nRecommended citation: E. Noether (1921). *Briefe*. _Annalen_, 83, 24-66.\n"
    same, other = (
        "'E. Noether (1921). Briefe. <i>Annalen</i>, 83, 24-66.'",
        "'E. Noether (1922). Briefe.'",
    )
    files = {
        "_publications/a.md": page(body, title="Briefe", citation=same),
        "_publications/b.md": page(body, title="Briefe", citation=other),
        "_publications/c.md": page(body, title="Briefe"),
    }
    run = Run(tmp_path, files, capsys)
    found = {entry["redirect_from"][0][-2]: entry for entry in run.entries("publications")}
    assert (found["a"]["abstract"], found["c"]["abstract"]) == ("Letters.", "Letters.")
    assert "Recommended citation" in found["b"]["abstract"]
    assert [found[name]["authors"] for name in "abc"] == [["E. Noether"]] * 3


def test_entries_of_one_day_are_in_the_order_of_the_theme(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = {f"_talks/{name}.md": page("Text.\n", title=name, date="1932-09-07") for name in "abc"}
    files |= {f"_portfolio/{name}.md": page("Text.\n", title=name) for name in "abc"}
    run = Run(tmp_path, files, capsys)
    assert [entry["title"] for entry in run.entries("talks")] == ["c", "b", "a"]
    assert [entry["title"] for entry in run.entries("projects")] == ["a", "b", "c"]


def test_a_text_that_is_only_a_link_is_no_abstract(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = {
        "_publications/a.md": page(
            "\n[On the shelf](https://example.org/a)\n", title="A", pubsource="Annalen"
        ),
        "_publications/b.md": page(
            "See\n[the shelf](https://example.org/b)\n", title="B", venue="Crelle"
        ),
    }
    run = Run(tmp_path, files, capsys)
    b, a = run.entries("publications")
    assert (a["venue"], a["links"], "abstract" in a) == (
        "Annalen",
        {"On the shelf": "https://example.org/a"},
        False,
    )
    assert (b["abstract"], "links" in b) == ("See\n[the shelf](https://example.org/b)\n", False)
    assert run.reported == []


def test_keys_that_only_show_a_page_are_no_links(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    url = "https://example.org/a"
    shown = dict.fromkeys(
        ("show_date", "breadcrumbs", "tagline", "excerpt_separator", "locale", "toc_sticky"), "a"
    )
    keys = {"canonical_url": url, "teaser_url": f"{url}.png", "museum_url": url}
    run = Run(tmp_path, {"_talks/a.md": page(title="A", **shown, **keys)}, capsys)
    assert run.entry("talks")["links"] == {"Museum": url}


def test_a_broken_file_is_reported_and_the_others_are_taken(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    named = "_talks/1932-01-02-of-the-name.md"
    files: dict[str, str | bytes] = {
        "_talks/a.md": page(title='"Open'),
        "_talks/b.md": b"\xef\xbb\xbf---\r\ntitle: With a mark\r\ndate:\t1932-09-07\r\n---\r\nOne\r\nline.\r\n",
        "_talks/c.md": "---\ntitle: Tab\n\tdate: 1932\n---\n",
        "_talks/d.md": "No front matter.\n",
        "_talks/e.md": "---\ntitle: Never ends\n",
        "_talks/f.md": page(title="Hidden", published="false"),
        "_talks/g.md": page(title="A date", date="some day"),
        named: page(date="31.12.1931"),
        "_talks/h.md": "---\ntitle: Göttingen\n---\n".encode("latin-1"),
        "_talks/poster.jpg": PIXEL,
        "_talks/i.md": "---\n- title: A\n---\n",
    }
    run = Command(tmp_path, files, capsys)
    assert run.status == DONE
    assert [line.partition(" (")[0] for line in run.reported] == [
        f"{named}:1: warning: there is no title: `Of The Name` is taken from the file's name",
        "_talks/a.md:2:8: warning: this quote is never closed: read as if in quotes",
        "_talks/c.md:3:1: warning: YAML does not allow tabs: skipped",
        "_talks/e.md:1: warning: this front matter is not closed: this file is skipped",
        "_talks/f.md:3:1: warning: this was not published: skipped",
        "_talks/g.md:3:1: warning: `some day` is not a date: skipped",
        f"_talks/h.md:2:9: warning: {NOT_UTF_8}: this file is skipped",
        "_talks/i.md:1: warning: there is no title: `I` is taken from the file's name",
        "_talks/i.md:2:1: warning: this front matter is a list, not keys and values: skipped",
    ]
    assert run.entries("talks") == [
        {
            "date": "1932-09-07",
            "title": "With a mark",
            "text": "One\nline.\n",
            "redirect_from": ["/talks/b/"],
        },
        {
            "date": "1931-12-31",
            "title": "Of The Name",
            "redirect_from": ["/talks/1932-01-02-of-the-name/"],
        },
        {"title": "I", "redirect_from": ["/talks/i/"]},
        {"title": "A date", "redirect_from": ["/talks/g/"]},
        {"title": "Tab", "redirect_from": ["/talks/c/"]},
        {"title": "Open", "redirect_from": ["/talks/a/"]},
    ]
    assert "talks (6)" in run.out
    assert run.copied == {"static/talks/d.md", "static/talks/poster.jpg"}


def test_news_without_a_date_or_text_are_skipped(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run = Command(
        tmp_path,
        {"_news/a.md": page("Text\n"), "_news/b.md": page(date="1932"), "_talks/a.md": TALK},
        capsys,
    )
    assert not (run.site / "data/news.yml").exists()
    assert "talks (1)" in run.out


def test_liquid_is_filled_in_or_reported_with_its_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    links = "A [file]({{ site.baseurl }}/files/a.pdf), [another]({{ '/b/' | relative_url }})"
    body = f"{{% include base_path %}}\n{links}\n\n{{% cite krull %}} end\n"
    run = Run(tmp_path, {"_talks/a.md": page(body, title="A")}, capsys)
    assert run.entry("talks")["text"] == "A [file](/files/a.pdf), [another](/b/)\n\n end\n"
    (reported,) = run.reported
    assert reported.startswith(
        "_talks/a.md:7: warning: data files cannot contain Liquid (`{% cite krull …`)"
    )


def test_images_of_old_tags_of_al_folio_are_images(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    body = """{% responsive_image path: assets/img/a.png class: "wide" title: "A ring" %}\n"""
    run = Run(tmp_path, {"_projects/a.md": page(body, title="A")}, capsys)
    assert run.entry("projects")["text"] == '<img src="assets/img/a.png" alt="A ring">\n'
    assert run.reported == []


def test_a_featured_image_is_the_image(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run = Run(
        tmp_path,
        {"_projects/a.md": page("", title="A", **{"featured-image": "/images/a.png"})},
        capsys,
    )
    assert run.entry("projects")["image"] == "images/a.png"
    assert run.reported == []


def test_numbers_of_a_list_stay(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    config = "title: Emmy Noether\ncollections: {projects: {output: true}}\n"
    files = {"_config.yml": config, "_projects/a.md": page("1. First\n2. Second\n", title="A")}
    run = Run(tmp_path, files, capsys)
    assert run.entry("projects")["text"] == "1. First\n2. Second\n"
    prepared = prepare(run.site)
    made = {
        output.path: output.content.decode() for output in prepared.outputs() if not output.file
    }
    assert prepared.problems.found == []
    assert re.search(r"<ol>\s*<li>First</li>\s*<li>Second</li>\s*</ol>", "".join(made.values()))


@every_case(
    ("body", "shown"),
    [
        ("| a | b |\n|---|---|\n| 1 | 2 |\n", "<th>a</th>"),
        ("```\ncode\n```\n", "<code>code\n</code>"),
        ("<iframe src='https://example.org'></iframe>\n", '<iframe src="https://example.org"'),
        ("Text[^1].\n\n[^1]: Dedekind.\n", '<li id="fn:1">'),
        ("# A part\n", '<h1 id="a-part" aria-level="2">A part</h1>'),
        ("- Rings\n", "<li>Rings</li>"),
        ("if a:\n\n\tb\n", "<code>b\n</code>"),
    ],
)
def test_a_body_is_on_its_entry_s_page_as_on_the_old_one(
    body: str, shown: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run = Run(
        tmp_path,
        {
            "_config.yml": "title: E\ncollections: {talks: {output: true}}\n",
            "_talks/a.md": page(body, title="A"),
        },
        capsys,
    )
    assert run.reported == []
    made = {
        output.path: output.content for output in prepare(run.site).outputs() if not output.file
    }
    assert shown in made["talks/a/index.html"].decode()


def test_old_urls_that_cannot_be_are_reported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = {
        "_talks/a.md": page(title="A", permalink="/same/"),
        "_talks/b.md": page(title="B", permalink="/same/"),
        "_talks/c.md": page(title="C", permalink="/../out/"),
        "_talks/e.md": page(title="E", permalink="/:unknown/"),
        "_talks/..f..md": page(title="F"),
        "_talks/g h.md": page(title="G"),
    }
    run = Run(tmp_path, files, capsys)
    assert [line.partition(" (")[0] for line in run.reported] == [
        "_talks/a.md:3:1: warning: `/same/` is also the URL of _talks/b.md, which keeps it: skipped",
        "_talks/c.md:3:1: warning: the old URL `/../out/` leaves the site: it is not redirected",
        "_talks/e.md:3:1: warning: the old URL `/:unknown/` contains a colon: it is not redirected",
    ]
    found = {entry["title"]: entry.get("redirect_from") for entry in run.entries("talks")}
    assert found == {"A": None, "B": ["/same/"], "C": None, "E": None, "G": ["/talks/g h/"]}
    make_site(run.site, {"data/site.yml": "title: Emmy Noether\nlook: academicpages\n"})
    assert prepare(run.site).problems.found == []


def test_of_projects_with_one_url_the_last_one_keeps_it_as_in_jekyll(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = {f"_portfolio/{name}.md": page(title=name.upper(), permalink="/same/") for name in "ab"}
    run = Run(tmp_path, files, capsys)
    assert [entry.get("redirect_from") for entry in run.entries("projects")] == [None, ["/same/"]]
    assert run.reported == [
        "_portfolio/a.md:3:1: warning: `/same/` is also the URL of _portfolio/b.md, which keeps it: skipped",
    ]


def test_links_that_lead_nowhere_are_skipped(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    entry = page(
        title="A",
        link="'https://'",
        slidesurl="'file:///home/emmy/a.pdf'",
        code="'javascript:alert(1)'",
    )
    run = Run(tmp_path, {"_talks/a.md": entry}, capsys)
    assert "links" not in run.entry("talks")


@every_case("written", ['"[Here](https://x.example/a)"', '" https://x.example/a "'])
def test_the_link_of_a_paper_may_be_in_markdown_or_between_spaces(
    written: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run = Run(tmp_path, {"_publications/a.md": page(title="A", paperurl=written)}, capsys)
    assert run.entry("publications")["links"] == {"Paper": "https://x.example/a"}


def test_a_collection_of_another_sort_is_copied_if_it_has_pages(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = {
        "_config.yml": "collections: {books: {output: true}, people: {}, talks: {output: true}}",
        "_books/a.md": page(title="A"),
    }
    files["_people/a.md"] = page(title="A")
    run = Run(
        tmp_path,
        {**files, "_talks/a.md": TALK, "_layouts/a.html": "x", "_talks/_draft.md": "x"},
        capsys,
    )
    assert run.reported == [
        "_people: warning: `_people` is not imported (write data/people.yml by hand)"
    ]
    assert run.copied == {"content/books/a.md"}


def test_a_file_with_front_matter_is_an_entry_whatever_its_name_ends_in(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    config = "collections: {talks: {output: true, permalink: '/:collection/:path/'}}\n"
    names = ("icm.m", "algebra", "rings.2.html")
    files = {
        "_config.yml": config,
        **{f"_talks/{name}": page(title=name) for name in names},
        "_talks/data.m": "x = 1",
    }
    run = Run(tmp_path, files, capsys)
    urls = {entry["title"]: entry["redirect_from"] for entry in run.entries("talks")}
    assert urls == {
        "icm.m": ["/talks/icm/"],
        "algebra": ["/talks/algebra/"],
        "rings.2.html": ["/talks/rings.2/"],
    }
    assert run.copied == {"static/talks/data.m"}


def test_a_broken_config_is_reported_and_the_themes_urls_are_taken(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run = Run(tmp_path, {"_config.yml": "title: [\n", "_talks/a.md": page(title="A")}, capsys)
    assert run.reported[0].startswith(
        "_config.yml:2:1: warning: a value is missing here, or the end of a bracket: this file is skipped"
    )


# Where from, and where to


def test_a_folder_of_collections_is_a_site_too(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    site = make_site(
        tmp_path / "site", {"content/_talks/a.md": TALK, "content/_posts/2012-08-14-a.md": "Hi"}
    )
    monkeypatch.chdir(site)
    capsys.readouterr()
    assert main(["import", "content"]) == DONE
    assert capsys.readouterr().out.splitlines() == [
        "Wrote 1 file into data/: talks (1)",
        "What was imported, and what was not:  import-report.html",
        "Add the files for hosting (nothing is overwritten):  acadfolio new .",
        "Next:  acadfolio check",
    ]


def test_what_is_no_old_site_is_reported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    site = make_site(tmp_path / "site", {"content/_talks/a.md": TALK})
    for given, what in (
        (tmp_path / "nowhere", "there is no such folder"),
        (
            site / "data/site.yml",
            "data/site.yml:1:1: error: this is a mapping, but a CV is expected",
        ),
        (
            site / "papers.bib",
            f"a bibliography needs no import (copy it to {tmp_path}/new/data/papers.bib)",
        ),
        (site / "data", "this is not a site that can be imported"),
        (site, "a Jekyll site has _config.yml, `_publications`"),
    ):
        assert main(["import", str(given), "--site", str(tmp_path / "new")]) == PROBLEMS
        assert what in capsys.readouterr().err
    assert not (tmp_path / "new").exists()
    with pytest.raises(SystemExit) as caught:
        main(["import"])
    assert caught.value.code == WRONG_USAGE


def test_empty_collections_come_to_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "old/_talks").mkdir(parents=True)
    run = Command(tmp_path, {}, capsys)
    assert (run.status, run.reported) == (DONE, [])
    assert run.out.startswith("There is nothing to import\n")
    assert not run.site.exists()


def test_nothing_is_overwritten_and_every_existing_file_is_reported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    site = make_site(tmp_path / "site", {"data/talks.yaml": "- title: Mine\n"})
    (site / "data/projects.yml").symlink_to("nowhere")
    before = sorted(path.name for path in (site / "data").iterdir())
    run = Run(tmp_path, ACADEMICPAGES, capsys)
    assert run.status == PROBLEMS
    assert [line.partition(" (")[0].rpartition("/data/")[2] for line in run.reported] == [
        "site.yml: warning: this file already exists: _config.yml was not imported",
        "talks.yaml: error: this file already exists",
        "projects.yml: error: this file already exists",
    ]
    assert sorted(path.name for path in (site / "data").iterdir()) == before
    assert (site / "data/talks.yaml").read_text(encoding="utf-8") == "- title: Mine\n"


@pytest.mark.skipif(sys.platform == "win32", reason="which has no such limit")
def test_when_one_file_cannot_be_written_none_is(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    old_site(
        tmp_path / "old",
        {**ACADEMICPAGES, "_teaching/a.md": page("Rings. " * 5000, title="Ideals")},
    )
    with files_of_at_most(10_000):
        run = Run(tmp_path, {}, capsys)
    assert run.status == PROBLEMS
    assert (
        "teaching.yml: error: this file cannot be written: File too large; nothing was"
        in run.reported[0]
    )
    assert not run.site.exists()


def test_a_rehearsal_prints_and_writes_nothing_and_ends_as_the_import_would(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    old = old_site(tmp_path / "old", {**ACADEMICPAGES, **SETTINGS, "images/a.png": ""})
    site = make_site(tmp_path / "site", {"data/talks.yml": "- title: Mine\n"})
    arguments = ["import", str(old), "--site", str(site)]
    assert main([*arguments, "--dry-run"]) == PROBLEMS
    rehearsed = capsys.readouterr()
    assert [path.name for path in (site / "data").iterdir() if path.name != "talks.yml"] == [
        "site.yml"
    ]
    assert "--- # data/talks.yml\n# From old/_talks" in rehearsed.out
    assert rehearsed.out.endswith("\n# Copy images/boys.png to static/images/boys.png\n")
    profile = 6
    documents = yaml.load_all(rehearsed.out, Loader=yaml.BaseLoader)
    assert [len(document) for document in documents] == [2, 1, 1, 1, profile]
    assert main(arguments) == PROBLEMS
    assert capsys.readouterr().err == rehearsed.err
    (site / "data/talks.yml").unlink()
    assert main([*arguments, "--dry-run"]) == DONE
    rehearsed = capsys.readouterr()
    assert "already exists: _config.yml was not imported" in rehearsed.err
    assert not (site / "data/talks.yml").exists()
    assert main(arguments) == DONE
    assert capsys.readouterr().err.startswith(rehearsed.err)


def test_a_dry_run_with_nothing_to_import_reports_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "old/_talks").mkdir(parents=True)
    assert (
        main(["import", str(tmp_path / "old"), "--site", str(tmp_path / "site"), "--dry-run"])
        == DONE
    )
    assert capsys.readouterr().out == "# There is nothing to import\n"


def test_pages_and_files_are_copied_and_the_next_step_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = {
        "_talks/a.md": TALK,
        "_pages/about.md": "Hi",
        "images/a.png": "",
        "_posts/2012-08-14-a.md": "Hi",
    }
    run = Command(tmp_path, files, capsys)
    assert run.out.splitlines() == [
        f"Wrote 1 file into {run.site}/data/: talks (1)",
        f"Copied 3 files into {run.site}/",
        f"What was imported, and what was not:  {run.site}/import-report.html",
        f"Next:  acadfolio check --site {run.site}",
    ]
    assert run.copied == {
        "content/_pages/about.md",
        "content/_posts/2012-08-14-a.md",
        "static/images/a.png",
    }


def test_a_page_tells_the_owner_what_was_imported_and_what_was_not(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = {
        "_config.yml": CONFIG, "_talks/a.md": TALK, "_talks/<b>.md": page("Hi", title="B", date="some day"),
        "_pages/about.md": page("Hi", permalink="/"), "images/a.png": "", "_sass/a.scss": "",
    }  # fmt: skip
    run = Command(tmp_path, files, capsys)
    html = (run.site / "import-report.html").read_text(encoding="utf-8")
    words = " ".join(re.sub("<[^>]+>", " ", html.partition("</style>")[2]).split())
    assert "File Entries data/talks.yml 2" in words
    assert "_pages/about.md content/_pages/about.md" in words
    assert "images/a.png static/images/a.png" in words
    assert "Not imported: the styles in _sass/" in words
    assert len(run.reported) == 2
    for line in run.reported:
        assert unescape(words).count(line.partition("warning: ")[2]) == 1
    assert "<b>" not in html
    assert main(["build", "--site", str(run.site), "--output", str(tmp_path / "output")]) == DONE
    assert not (tmp_path / "output/import-report.html").exists()


def test_a_copy_overwrites_nothing_and_follows_no_link_out_of_the_old_site(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "secret.txt").write_text("secret", encoding="utf-8")
    old = old_site(
        tmp_path / "old", {"_config.yml": CONFIG, "_pages/about.md": "Old", "images/a.png": "a"}
    )
    (old / "images/secret.png").symlink_to("../../secret.txt")
    (old / "images/b.png").symlink_to("a.png")
    (old / "images/.DS_Store").write_text("", encoding="utf-8")
    site = make_site(tmp_path / "site", {"content/_pages/about.md": "Mine"})
    run = Run(tmp_path, {}, capsys)
    assert run.status == DONE
    assert (site / "content/_pages/about.md").read_text(encoding="utf-8") == "Mine"
    assert sorted(path.name for path in (site / "static/images").iterdir()) == ["a.png", "b.png"]
    assert (
        run.reported[-1]
        == f"_pages/about.md: warning: {site}/content/_pages/about.md already exists: not copied"
    )
    assert (
        "images/secret.png: warning: this link leads out of the old site: not copied"
        in run.reported
    )


def test_an_old_site_is_on_the_screen_after_two_commands(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    home = page("Hi ![Emmy](/images/me.svg)", permalink="/", title="About me", seo_title="Emmy")
    files = {"_pages/about.md": home, "images/me.svg": "<svg xmlns='http://www.w3.org/2000/svg'/>"}
    run = Run(tmp_path, {**SETTINGS, **files}, capsys)
    assert main(["build", "--site", str(run.site)]) == DONE
    assert "Hi <" in (run.site / "output/index.html").read_text(encoding="utf-8")
    assert (run.site / "output/images/me.svg").is_file()


def test_folders_of_the_old_site_with_names_of_the_new_one_s_are_copied(tmp_path: Path) -> None:
    names = ("content", "data", "output", "static", "templates")
    old_site(tmp_path / "old", {**SETTINGS, **{f"{name}/ring.txt": "A ring" for name in names}})
    assert main(["import", str(tmp_path / "old"), "--site", str(tmp_path / "site")]) == DONE
    for name in names:
        assert (tmp_path / f"site/static/{name}/ring.txt").read_text(encoding="utf-8") == "A ring"


def test_a_new_site_inside_the_old_one_is_not_copied_into_itself(tmp_path: Path) -> None:
    old = old_site(
        tmp_path / "old", {"_config.yml": CONFIG, "files/a.pdf": "", "new/static/b.pdf": ""}
    )
    assert main(["import", str(old), "--site", str(old / "new")]) == DONE
    names = sorted(
        path.relative_to(old / "new/static").as_posix()
        for path in (old / "new/static").rglob("*.pdf")
    )
    assert names == ["b.pdf", "files/a.pdf"]
    assert main(["import", str(old), "--site", str(old / "sub/deep")]) == DONE
    site = old / "sub/next"
    make_site(site, {"content/n.md": "N\n"})
    assert main(["import", str(old), "--site", str(site)]) == DONE
    assert not list(site.rglob("sub/next"))


@pytest.mark.parametrize("name", ["it's a site", "-dash", "."])
def test_an_import_names_the_command_for_hosting_files_until_they_exist(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    mine = {
        ".gitignore": "_site\n",
        "requirements.txt": "mine\n",
        ".github/workflows/jekyll.yml": "mine\n",
    }
    old = old_site(tmp_path / "old", {**SETTINGS, **mine})
    site = (old / name).resolve()
    monkeypatch.chdir(old)
    assert main(["import", ".", f"--site={name}"]) == DONE
    *_, line, _ = capsys.readouterr().out.splitlines()
    label, command = line.split(":  acadfolio ")
    assert label == "Add the files for hosting (nothing is overwritten)"
    before = {path: path.read_bytes() for path in site.rglob("*") if path.is_file()}
    assert main(shlex.split(command)) == DONE
    assert {path: path.read_bytes() for path in before} == before
    assert (site / ".github/workflows/pages.yml").is_file()
    assert (site / "requirements.txt").is_file()
    reported = capsys.readouterr().out
    assert ("Not changed: .gitignore, requirements.txt" in reported) is (name == ".")
    assert main(["build", f"--site={name}"]) == DONE
    (site / "data/site.yml").unlink()
    (site / "data/profile.yml").unlink()
    capsys.readouterr()
    assert main(["import", ".", f"--site={name}"]) == DONE
    assert "acadfolio new" not in capsys.readouterr().out


@pytest.mark.parametrize("name", ["neu é", "it's $(touch pwned)", "-dash", "plain"])
def test_the_last_step_of_an_import_can_be_pasted(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    old = old_site(tmp_path / "old", {"_talks/a.md": TALK})
    make_site(tmp_path / name, {})
    monkeypatch.chdir(tmp_path)
    assert main(["import", str(old), f"--site={name}"]) == DONE
    command = shlex.split(capsys.readouterr().out.rpartition("Next:  acadfolio ")[2])
    assert (command[:-1], Path(command[-1]).resolve()) == (["check", "--site"], tmp_path / name)
    assert main(command) == DONE


def test_all_that_visitors_see_is_copied_and_nothing_of_the_machinery(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = page("Hi", title="Hi")
    visitors = {
        "_pages/about.md": page("Hi", permalink="/about/"), "cv.md": text, "index.md": "Hi", "404.html": text,
        "project/a.html": text,
        "CNAME": "a.example", "favicon.ico": "", "robots.txt": "User-agent: *", "googleabc.html": "google-abc",
        "pdf/a.pdf": "", "my papers/b.pdf": "", "talkmap/map.html": "", "images/a.png": "",
        ".htaccess": "", "talks.bib": "",
    }  # fmt: skip
    machinery = (
        "Gemfile", "Gemfile.lock", "README.md", "LICENSE", "CHANGELOG.md", "package.json",
        "google_scholar_crawler/main.py", "scripts/a.js", "_includes/a.html", "_layouts/a.html",
        "_sass/a.scss", "_site/a.html", "_data/a.yml", "docs/README.md", ".github/a.yml", ".gitignore",
        "Dockerfile", "run.sh", "private/a.pdf", "node_modules/a.js", "Makefile", "site.gemspec",
        "talkmap.py", "talkmap.ipynb",
    )  # fmt: skip
    lists = {
        "_config.yml": CONFIG + "exclude: [private/, vendor]\ncollections_dir: lists\n",
        "lists/_talks/a.md": TALK,
    }
    feed = {"feed.xml": "---\nlayout: null\n---\n{{ site.posts }}\n"}
    run = Run(tmp_path, {**visitors, **dict.fromkeys(machinery, ""), **lists, **feed}, capsys)
    pages = {"_pages/about.md", "cv.md", "index.md", "404.html", "project/a.html"}
    assert run.copied == {f"{'content' if path in pages else 'static'}/{path}" for path in visitors}


OF_ACADEMICPAGES = (
    "css/main.scss", "css/collapse.css", "css/academicons.css", "css/cv-style.css", "fonts/a.ttf", ".DS_Store",
    "js/_main.js", "js/main.min.js", "js/plugins/a.js", "js/vendor/jquery/a.js", "webfonts/fa-brands-400.woff2",
)  # fmt: skip
OF_AL_FOLIO = (
    "css/main.scss", "css/bootstrap.min.css", "css/mdb.min.css.map", "css/jupyter-grade3.css", "js/chartjs-setup.js",
    "js/search-data.js", "js/distillpub/template.v2.js", "js/mdb.min.js.map", "libs/a.js",
)  # fmt: skip


@every_case("theme", [OF_ACADEMICPAGES, OF_AL_FOLIO])
def test_scripts_and_styles_of_the_old_theme_are_not_copied(
    theme: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = {
        "_config.yml": "title: Emmy\n",
        "images/a.png": "",
        **{f"assets/{path}": "" for path in theme},
    }
    run = Run(tmp_path, files, capsys)
    assert run.copied == {"static/images/a.png"}


def test_of_assets_what_is_the_author_s_is_copied_where_it_belongs(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    mine = (
        "img/a.png",
        "img/.DS_Store",
        "img/fonts/b.png",
        "my cv.pdf",
        "css/custom.css",
        "js/orbits.js",
        "js/map/a.js",
    )
    files = {f"assets/{path}": "" for path in (*mine, *OF_ACADEMICPAGES)}
    notes = {"assets/notes/a.md": page("Hi", title="Hi")}
    run = Run(tmp_path / "a", {"_config.yml": "title: Emmy\n", **files, **notes}, capsys)
    own = {f"static/assets/{path}" for path in mine if path != "img/.DS_Store"}
    assert run.copied == own | {"content/assets/notes/a.md"}
    run = Run(
        tmp_path / "b",
        {"_config.yml": "title: Emmy\n", "assets/img/a.png": "", "assets/a.pdf": ""},
        capsys,
    )
    assert run.copied == {"static/assets/img/a.png", "static/assets/a.pdf"}


def test_in_the_old_site_itself_the_old_files_stay(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    old = old_site(
        tmp_path,
        {"_config.yml": CONFIG, "_pages/about.md": page("Hi"), "images/a.png": "", "output/a": ""},
    )
    monkeypatch.chdir(old)
    assert main(["import", "."]) == DONE
    assert capsys.readouterr().out.splitlines() == [
        "Wrote 1 file into data/",
        "Copied 2 files into ./",
        "What was imported, and what was not:  import-report.html",
        "Add the files for hosting (nothing is overwritten):  acadfolio new .",
        "Next:  acadfolio check",
    ]
    assert (old / "_pages/about.md").is_file()
    assert (old / "content/_pages/about.md").is_file()
    assert (old / "static/images/a.png").is_file()


def test_includes_and_data_of_the_old_site_work_in_the_new_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    home = page(
        "{% include in/card.html name='Emmy' %} {{ site.data.rooms[0].name }} {{ site.data.broken }}{% include toc %}",
        permalink="/",
    )
    files = {
        "_config.yml": CONFIG,
        "_pages/about.md": home,
        "_includes/in/card.html": "<b>{{ include.name }}{% include mark.html %}</b>",
        "_includes/mark.html": "{% for mark in site.data.marks %}{{ mark.mark }}{{ mark.name | slice: 1 }}{% endfor %}",
        "_data/marks.csv": 'mark,name\n!,exclamation\n"?","a, b"\n.\n',
        "_data/broken.csv": f'a,b\n"{"x" * 140_000}\n',
        "_includes/unused.html": "",
        "_includes/toc": "the theme's",
        "_data/rooms.yml": "- {name: 'B 12', floor: 1}\n",
        "_data/unused.yml": "- {name: a}\n",
    }
    run = Run(tmp_path, files, capsys)
    assert run.copied == {
        "content/_pages/about.md",
        "content/_includes/in/card.html",
        "content/_includes/mark.html",
    }
    assert main(["build", "--site", str(run.site)]) == DONE
    assert "<b>Emmy!x?,.</b> B 12" in (run.site / "output/index.html").read_text(encoding="utf-8")
    assert "unused" not in (run.site / "data/site.yml").read_text(encoding="utf-8")


# Odd folders, many files


def test_links_are_followed_and_those_in_circles_reported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    old = old_site(tmp_path / "old", {"_elsewhere/1932/a.md": TALK, "_talks/b.md": page(title="B")})
    (old / "_talks/years").symlink_to("../_elsewhere")
    (old / "_talks/round").symlink_to(".")
    (old / "_talks/gone.md").symlink_to("nowhere.md")
    run = Run(tmp_path, {}, capsys)
    assert [line.partition(" (")[0] for line in run.reported] == [
        "_talks/gone.md: warning: this file is missing: skipped",
        "_talks/round: warning: this link points to a folder above it: skipped",
    ]
    assert len(run.entries("talks")) == 2


@pytest.mark.slow
def test_thousands_of_entries_are_read_in_little_time(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    number = 2000
    paper = INVARIANTS.replace("-invariante\n", "-{}\n").replace("Invariante V", "Invariante {} V")
    files = {
        f"_publications/1918-07-26-{each}.md": paper.replace("{}", str(each))
        for each in range(number)
    }
    old_site(tmp_path / "old", files)
    command = ["import", str(tmp_path / "old"), "--site", str(tmp_path / "site"), "--dry-run"]
    main(command)
    shown = capsys.readouterr()
    assert (shown.err, shown.out.count("\n- title: Invariante")) == ("", number)
    assert least(lambda: timed(lambda: main(command))[1], 8) < 8  # It takes a third of that.


@pytest.mark.slow
def test_other_commands_load_no_importer() -> None:
    loaded = "print([name for name in sys.modules if name.startswith('acadfolio.importers') or 'import_site' in name])"
    code = f"import sys; from acadfolio.cli import main; main(['schema', sys.argv[1]]); {loaded}"
    done = subprocess.run(
        [sys.executable, "-c", code, os.devnull],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ},
    )
    assert done.stdout.splitlines()[-1] == "[]"
