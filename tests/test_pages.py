"""Pages: permalinks, redirects, drafts, posts, what stands around them, and links from anywhere to anywhere."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import unicodedata
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
import yaml

from acadfolio.build import build, prepare
from acadfolio.problems import SiteError
from acadfolio.theme.words import LOCALES, languages, locale, words_for
from cases import every_case
from sites import content_of, make_site, render_site

if TYPE_CHECKING:
    from playwright.sync_api import Browser

ROOT = Path(__file__).parent.parent
ATOM = {"atom": "http://www.w3.org/2005/Atom"}


def test_a_title_alone_makes_a_site(tmp_path: Path) -> None:
    outputs, problems = render_site(tmp_path, {})
    bundles = {"assets/css/main.css", "assets/js/main.js"}
    assert set(outputs) - bundles == {"index.html", "404.html", "robots.txt", ".nojekyll"}
    assert "<title>Emmy Noether</title>" in outputs["index.html"]
    assert problems == []


def test_an_empty_title_is_no_heading(tmp_path: Path) -> None:
    pages = {"content/walks.html": "---\ntitle: ''\n---\n<p>On ({{ page.title }}) Sundays.</p>\n"}
    outputs, problems = render_site(
        tmp_path, {"data/site.yml": "title: Emmy\nlook: academicpages\n", **pages}
    )
    assert "<h1" not in content_of(outputs["walks/index.html"])
    assert "<p>On () Sundays.</p>" in outputs["walks/index.html"]
    assert "<title>Walks - Emmy</title>" in outputs["walks/index.html"]
    assert problems == []


def test_old_urls_lead_to_the_page_without_javascript_and_from_the_disk(tmp_path: Path) -> None:
    page = "---\npermalink: /me/\nredirect_from: [/old/, /old.html, me.htm]\n---\nText\n"
    outputs, _ = render_site(
        tmp_path, {"content/me.md": page, "data/site.yml": "title: A\nurl: https://a.example/~a\n"}
    )
    for path, target in (
        ("old/index.html", "../me/index.html"),
        ("old.html", "me/index.html"),
        ("me.htm", "me/index.html"),
    ):
        assert f'content="0; url={target}"' in outputs[path]
        assert f'<a href="{target}">' in outputs[path]
        assert '<link rel="canonical" href="https://a.example/~a/me/">' in outputs[path]


def test_a_page_can_lead_elsewhere(tmp_path: Path) -> None:
    outputs, _ = render_site(
        tmp_path, {"content/blog.md": "---\nredirect_to: https://blog.example/\n---\n"}
    )
    assert 'url=https://blog.example/"' in outputs["blog/index.html"]


def test_drafts_and_posts_to_come_wait_and_drafts_shows_them(tmp_path: Path) -> None:
    files = {
        "content/posts/2001-01-01-past.md": "---\ntags: [ideals, rings]\n---\nOut.\n",
        "content/posts/2999-01-01-future.md": "Not yet.\n",
        "content/draft.md": "---\ndraft: true\n---\nNot yet.\n",
        "content/hidden.md": "---\npublished: false\n---\nNot yet.\n",
        "data/talks.yml": "- {title: A talk to come, date: 2999-01-01}\n",
    }
    outputs, _ = render_site(tmp_path, files)
    assert "posts/past/index.html" in outputs
    assert not {"posts/future/index.html", "draft/index.html", "hidden/index.html"} & set(outputs)
    assert "A talk to come" in outputs["index.html"]
    with_drafts, _ = render_site(tmp_path, files, drafts=True)
    assert {"posts/future/index.html", "draft/index.html", "hidden/index.html"} <= set(with_drafts)
    assert "Draft" in with_drafts["posts/future/index.html"]


def test_posts_are_listed_by_year_and_tag_with_their_reading_time(tmp_path: Path) -> None:
    files = {
        "content/posts/2001-02-03-first.md": f"---\ntags: [ideals]\n---\n{'word ' * 600}\n",
        "content/posts/2002-02-03-second.md": "---\ntitle: The second\ntags: [rings]\n---\nShort.\n",
    }
    outputs, problems = render_site(tmp_path, files)
    archive = content_of(outputs["posts/index.html"])
    assert (
        archive.index("2002")
        < archive.index("The second")
        < archive.index("2001")
        < archive.index("First")
    )
    assert "3 min read" in archive
    assert 'id="ideals"' in outputs["tags/index.html"]
    assert "../../tags/index.html#ideals" in outputs["posts/first/index.html"]
    assert problems == []


@every_case("look", ["acad-homepage", "academicpages"])
@every_case("layout", ["page", "archive", "post"])
def test_any_page_can_show_its_reading_time(layout: str, look: str, tmp_path: Path) -> None:
    start, text = (
        f"---\nlayout: {layout}\nread_time: ",
        f"\nheader: {{overlay_color: '#333'}}\n---\n{'word ' * 600}\n",
    )
    outputs, _ = render_site(tmp_path, {
        "data/site.yml": f"title: A\nlook: {look}\n",
        "content/long.md": f"{start}true{text}",
        "content/other.md": f"{start}false{text}",
    })  # fmt: skip
    assert outputs["long/index.html"].count("3 min read") == 1
    assert "min read" not in outputs["other/index.html"]


def test_headings_get_the_ids_that_the_masthead_points_at(tmp_path: Path) -> None:
    outputs, _ = render_site(
        tmp_path, {"content/about.md": "# 🔥 News\n\ntext\n\n# Research Interests:\n\ntext\n"}
    )
    home = outputs["index.html"]
    for anchor, title in (("-news", "News"), ("research-interests", "Research Interests")):
        assert f'<h1 id="{anchor}" aria-level="2">' in home
        assert f'<a href="#{anchor}">{title}</a>' in home


def test_pages_name_their_author_and_url(tmp_path: Path) -> None:
    site = "title: Emmy Noether\ndescription: Algebra\nurl: https://noether.example\n"
    outputs, _ = render_site(
        tmp_path,
        {
            "data/site.yml": site,
            "content/cv.md": "---\ntitle: CV & more\n---\nBorn in *Erlangen*.\n",
        },
    )
    page = outputs["cv/index.html"]
    assert "<title>CV &amp; more - Emmy Noether</title>" in page
    assert '<meta name="description" content="Born in Erlangen.">' in page
    assert '<link rel="canonical" href="https://noether.example/cv/">' in page
    assert '<meta property="og:title" content="CV &amp; more">' in page
    assert '<meta property="og:url" content="https://noether.example/cv/">' in page
    assert outputs["CNAME"] == "noether.example\n"
    assert "https://noether.example/cv/" in outputs["sitemap.xml"]
    assert "Sitemap: https://noether.example/sitemap.xml" in outputs["robots.txt"]


@every_case(
    "url",
    ["https://noether.github.io", "https://uni.example/~noether/", "https://noether.example:8443"],
)
def test_only_a_custom_domain_gets_a_cname(url: str, tmp_path: Path) -> None:
    outputs, _ = render_site(tmp_path, {"data/site.yml": f"title: A\nurl: {url}\n"})
    assert "CNAME" not in outputs


@every_case("url", ["", "url: https://noether.example\n"])
def test_feeds_are_atom_with_an_identity_and_a_date_for_each_entry(
    url: str, tmp_path: Path
) -> None:
    files = {
        "data/site.yml": f"title: Emmy & Noether\n{url}",
        "data/news.yml": "- {date: 1918-07, text: 'Two theorems <b>& more</b>'}\n- {date: 1921, text: Ideals}\n",
        "content/posts/1921-05-01-ideals.md": "---\nexcerpt: On *chains*\n---\nText\n",
    }
    outputs, _ = render_site(tmp_path, files)
    for path, count in (("news.xml", 2), ("feed.xml", 1)):
        feed = ET.fromstring(outputs[path])
        entries = feed.findall("atom:entry", ATOM)
        assert len(entries) == count
        for entry in [feed, *entries]:
            assert (entry.findtext("atom:id", "", ATOM)).startswith(
                ("urn:uuid:", "https://noether.example")
            )
            assert entry.findtext("atom:updated", "", ATOM).endswith("T00:00:00Z")
        assert 'type="application/atom+xml" title="Emmy &amp; Noether: ' in outputs["index.html"]


def test_the_last_change_is_written_as_the_sites_other_dates(tmp_path: Path) -> None:
    files = {
        "data/site.yml": "title: A\ndate_style: 06/2024\n",
        "data/news.yml": "- {date: 1749-09, text: Printed.}\n",
    }
    outputs, _ = render_site(tmp_path, files)
    assert 'Last updated <time datetime="1749-09">09/1749</time>' in " ".join(
        outputs["index.html"].split()
    )


@every_case(
    ("said", "shown"),
    [("1750-02-03", "1750.02"), ("1750", "1750"), ("true", "1749.09"), ("false", "")],
)
def test_the_author_may_set_the_date_of_the_last_change(
    said: str, shown: str, tmp_path: Path
) -> None:
    files = {
        "data/site.yml": f"title: A\nupdated: {said}\n",
        "data/news.yml": "- {date: 1749-09, text: Printed.}\n",
    }
    outputs, problems = render_site(tmp_path, files)
    found = re.findall(
        r"Last updated <time[^>]*>([^<]*)</time>", " ".join(outputs["index.html"].split())
    )
    assert (found, problems) == ([shown] if shown else [], [])


def test_the_last_change_is_the_newest_past_date_of_data_and_pages(tmp_path: Path) -> None:
    files = {
        "data/news.yml": "- {date: 1749-09, text: Printed.}\n",
        "data/talks.yml": "- {title: Given, date: 1749-11-02}\n- {title: To come, date: 2999-01-01}\n",
        "data/publications.yml": "- {title: Of the same year, year: 1749}\n",
        "content/a.md": "---\ndate: 1748-01-01\n---\nA\n",
    }
    page = render_site(tmp_path, files)[0]["index.html"]
    assert 'Last updated <time datetime="1749-11-02">' in " ".join(page.split())


@every_case("said", ["soon", "1749..1750", "1749..", "1749/50"])
def test_what_is_no_day_of_a_last_change_is_reported(said: str, tmp_path: Path) -> None:
    with pytest.raises(SiteError) as caught:
        render_site(tmp_path, {"data/site.yml": f"title: A\nupdated: {said}\n"})
    assert [str(problem.location) for problem in caught.value.problems] == ["data/site.yml:2:10"]


def test_lists_that_jekyll_makes_itself_are_reported_once(tmp_path: Path) -> None:
    page = (
        "{% raw %}{{ site.tags }}{% endraw %}\n\n{% for talk in site.talks %}{{ talk.title }}{% endfor %}\n"
        "{% for talk in site.talks limit: 3 %}x{% endfor %}\n{{ site.data.news }} {{ site.pages }} {{ site.my_own }}\n"
    )
    settings = "title: A\nliquid: {pages: Three}\n"
    _, problems = render_site(tmp_path, {"content/page.md": page, "data/site.yml": settings})
    assert problems == [
        "content/page.md:3:16: Liquid: `site.talks` is not defined",
        "content/page.md:5:4: Liquid: `site.data` is not defined",
        "content/page.md:5:42: Liquid: `site.my_own` is not defined",
    ]


def test_an_error_in_liquid_does_not_make_its_urls_wrong(tmp_path: Path) -> None:
    page = "{% for %}\n\n[A]({{ base_path }}/cv/)\n"
    with pytest.raises(SiteError) as caught:
        render_site(tmp_path, {"content/page.md": page})
    assert [problem.location.line for problem in caught.value.problems] == [1]


def test_a_page_with_liquid_is_rendered_with_what_the_site_gives_it(tmp_path: Path) -> None:
    page = "{% assign x = site.repository | upcase %}\n\n{% if page.title == 'Me' %}Hello {{ x }}{% endif %}\n"
    files = {
        "data/site.yml": "title: A\nliquid: {repository: me/site}\n",
        "content/about.md": f"---\ntitle: Me\n---\n{page}",
    }
    outputs, _ = render_site(tmp_path, files)
    assert "<p>Hello ME/SITE</p>" in outputs["index.html"]


def test_a_missing_file_is_named_where_the_text_points_at_it(tmp_path: Path) -> None:
    files = {
        "content/about.md": (
            "---\ntitle: A\n---\n\nText ![x](images/none.png)\n\n<!-- ![y](images/no.png) <img src='q.png'> -->\n"
        ),
        "data/awards.yml": "- title: B\n  links: {page: /nowhere/}\n",
    }
    _, problems = render_site(tmp_path, files)
    assert problems == [
        "data/awards.yml:2:17: there is no file or page `/nowhere/`",
        "content/about.md:5:11: there is no file or page `images/none.png`",
    ]


def test_files_beside_the_pages_and_hidden_ones_go_out_as_the_web_expects(tmp_path: Path) -> None:
    make_site(
        tmp_path,
        {
            "content/notes/plot.svg": "<svg/>",
            "static/.well-known/security.txt": "x",
            "static/.secret": "x",
        },
    )
    build(tmp_path, tmp_path / "output")
    assert (tmp_path / "output/notes/plot.svg").is_file()
    assert (tmp_path / "output/.well-known/security.txt").is_file()
    assert not (tmp_path / "output/.secret").exists()


def test_a_site_overrides_templates_and_static_files_by_name(tmp_path: Path) -> None:
    files = {
        "templates/partials/footer.html": "<footer>ours: {{ site.title }}</footer>",
        "static/assets/css/main.css": "body { color: teal }",
    }
    make_site(tmp_path, files)
    build(tmp_path, tmp_path / "output")
    assert "<footer>ours: Emmy Noether</footer>" in (tmp_path / "output/index.html").read_text(
        encoding="utf-8"
    )
    assert (tmp_path / "output/assets/css/main.css").read_text(
        encoding="utf-8"
    ) == "body { color: teal }"


@every_case(
    ("template", "line"),
    [
        ("ok\n{{ site.tilte }}\n", 2),
        ("{% if %}\n", 1),
        ("{{ 1 / 0 }}\n", 1),
        ("a\nb\n{{ ''.__class__.__mro__ }}\n", 3),
    ],
)
def test_an_error_in_a_template_is_named_with_its_line(
    template: str, line: int, tmp_path: Path
) -> None:
    make_site(tmp_path, {"templates/partials/footer.html": template})
    with pytest.raises(SiteError) as caught:
        list(prepare(tmp_path).outputs())
    place = caught.value.problems[0].location
    assert (place.file.endswith("templates/partials/footer.html"), place.line) == (True, line)


def test_templates_leave_nothing_empty_and_every_part_of_a_page_on_lines_of_its_own(
    tmp_path: Path,
) -> None:
    files = {"content/about.md": "Hello.\n", "content/cv.md": "---\ntitle: Vita\n---\nText.\n"}
    files |= {f"content/posts/192{day}-05-01-rings{day}.md": "Text.\n" for day in range(3)}
    outputs, _ = render_site(tmp_path, files)
    part = "header|aside|main|nav|article|section|footer|div|script"
    for path in ("index.html", "cv/index.html", "posts/rings1/index.html"):
        page = outputs[path]
        glued = re.findall(rf"</(?:{part})><(?:{part})\b", page)
        assert glued == [], path
        assert "author__urls" not in page
        assert "page__hero" not in page


def test_words_that_the_theme_has_not_in_a_language_are_marked_as_english(tmp_path: Path) -> None:
    news = {
        "data/news.yml": "- {date: 1930, text: خبر}\n",
        "data/profile.yml": "name: أحمد\nemail: a@b.example\n",
    }
    foreign = {"data/site.yml": "title: أحمد\nlook: academicpages\nlanguage: ur\n"}
    outputs, problems = render_site(tmp_path / "ur", news | foreign)
    assert problems == [
        "data/site.yml:3:11: the theme is not translated into `ur`: its words are in English"
    ]
    page = outputs["index.html"]
    marked = [
        text.strip() for text in re.findall(r' lang="en"[^>]*>(?:<svg.*?</svg>)?([^<]+)', page)
    ]
    assert marked[0] == "Skip to the text"
    assert "News feed" in page
    assert page.count(' lang="en"') >= 5
    for language in ("de", "en-GB"):
        known = {"data/site.yml": f"title: Emmy\nlanguage: {language}\n"}
        outputs, problems = render_site(tmp_path / language, news | known)
        assert problems == []
        assert ' lang="' not in outputs["index.html"].partition("<body>")[2]


MIXED = {
    "data/site.yml": "title: Ada\ndate_style: 14 June 2024\n",
    "data/publications.yml": "- {title: On starlight, authors: [A. B], year: 2020, status: under review}\n",
    "data/news.yml": "- {date: 2024-06-14, text: Rain.}\n",
    "data/teaching.yml": "- {course: Physics, terms: [2023 Fall, 2024 Fall]}\n",
}
LISTS = "{{ publications(search=true) }}\n\n{{ publications(view='archive') }}\n\n{{ news() }}\n\n{{ teaching() }}\n"
SAID = re.compile(r'<span lang="en"(?: dir="ltr")?>([^<]*)</span>')


def test_a_page_in_a_language_without_translation_marks_the_themes_words(tmp_path: Path) -> None:
    pages = {f"content/{name}.md": f"---\nlang: {name}\n---\n{LISTS}" for name in ("eo", "en")}
    outputs, _ = render_site(tmp_path, MIXED | pages)
    for said in ("under review", "Cite", "14 June 2024"):
        assert said in SAID.findall(outputs["eo/index.html"])
    assert (
        '<form class="finding" role="search" aria-label="Search publications" lang="en"'
        in outputs["eo/index.html"]
    )
    assert " dir=" not in outputs["eo/index.html"].partition("<body>")[2]
    assert " lang=" not in outputs["en/index.html"].partition("<body>")[2]


def test_a_page_of_another_language_of_the_theme_is_in_this_language(tmp_path: Path) -> None:
    """The sections with their headings and dates, the frame around them, and texts that have a version in it."""
    files = MIXED | {
        "data/profile.yml": "name: {en: Ada Byron, zh: 埃达}\n",
        "data/news.yml": "- {date: 2024-06-14, text: {en: Rain., zh: 下雨了。}}\n",
        "content/about.md": "---\n---\n# Start\n\n{{ news() }}\n",
        "content/zh.md": "---\nlang: zh\nsections: [news, publications]\n---\n你好。\n",
        "content/tw.md": "---\nlang: zh-TW\nsections: [publications]\n---\n你好。\n",
        "content/de.md": f"---\nlang: de\n---\n{LISTS}",
    }
    outputs, problems = render_site(tmp_path, files)
    chinese, traditional, german = (outputs[f"{name}/index.html"] for name in ("zh", "tw", "de"))
    assert problems == []
    assert '<html lang="zh"' in chinese
    for text in (
        "动态",
        "论文",
        "2024年6月14日",
        "下雨了。",
        "审稿中",
        "埃达",
        "回到顶部",
        'href="../index.html#start"',
    ):
        assert text in chinese, text
    for text in ("論文", "審稿中"):
        assert text in traditional, text
    for text in ("Zitieren", "in Begutachtung", "14 Juni 2024"):
        assert text in german, text
    assert " lang=" not in "".join(
        page.partition("<body>")[2] for page in (chinese, traditional, german)
    )
    for text in ("Rain.", "14 June 2024", "Ada Byron", "Back to top"):
        assert text in outputs["index.html"], text


def test_the_home_page_has_the_language_of_the_site(tmp_path: Path) -> None:
    home = {
        "content/about.md": f"---\nlang: zh\n---\n{LISTS}",
        "content/zh.md": f"---\nlang: zh\n---\n{LISTS}",
    }
    outputs, _ = render_site(tmp_path, MIXED | home)
    assert "14 June 2024" in SAID.findall(outputs["index.html"])
    assert "2024年6月14日" in outputs["zh/index.html"]


def test_a_page_from_right_to_left_keeps_dates_terms_and_sentences_in_order(tmp_path: Path) -> None:
    mixed = MIXED | {"data/venues.yml": "nature: {name: Nature, rank: A*}\n"}
    mixed["data/publications.yml"] = (
        "- {title: On starlight, authors: [A. B], year: 2020, venue: nature, image: a.svg}\n"
    )
    mixed["static/a.svg"] = "<svg xmlns='http://www.w3.org/2000/svg' width='4' height='3'/>"
    pages = {
        "content/ur.md": f"---\nlang: ur\n---\n{LISTS}\n\n{{{{ publications(view='boxes') }}}}\n"
    }
    page = render_site(tmp_path, mixed | pages)[0]["ur/index.html"]
    assert '<span lang="en" dir="ltr">14 June 2024</span>' in page
    assert "<bdi>2023 Fall</bdi>, <bdi>2024 Fall</bdi>" in page
    assert "<bdi>A*</bdi>" in page
    assert '<bdi dir="ltr">\nLast updated ' in page


@pytest.mark.browser
def test_dates_and_terms_are_read_in_order_from_right_to_left(
    browser: Browser, tmp_path: Path
) -> None:
    files = {"content/ur.md": f"---\nlang: ur\n---\n{LISTS}"}
    build(make_site(tmp_path / "site", MIXED | files), tmp_path / "out")
    left = """(box, [first, second]) => {
      const walker = document.createTreeWalker(box, NodeFilter.SHOW_TEXT);
      const places = {};
      while (walker.nextNode()) for (const word of [first, second]) {
        const at = walker.currentNode.data.lastIndexOf(word);
        if (at < 0) continue;
        const range = new Range();
        range.setStart(walker.currentNode, at);
        range.setEnd(walker.currentNode, at + word.length);
        places[word] = range.getBoundingClientRect().left;
      }
      return [places[first], places[second]];
    }"""
    with browser.new_context() as context:
        page = context.new_page()
        page.goto((tmp_path / "out/ur/index.html").as_uri())
        date = page.locator(".entries--news li").evaluate(left, ["14", "June"])
        term = page.locator(".entries--teaching li").evaluate(left, ["2024", "Fall"])
        end = page.locator(".page__footer").evaluate(left, ["folio", "."])
    assert [pair == sorted(pair) for pair in (date, term, end)] == [True, True, True]


CITED = {
    "data/site.yml": "title: Ada\n",
    "data/publications.yml": (
        "- {title: What is life? (An essay), authors: [Erwin, Marie], year: 1944, kind: book}\n"
        "- {title: Radium, authors: [أحمد], year: 1903, language: fr, award: Prize!}\n"
        "- {title: عن الضوء, authors: [Zewail], year: 2001, language: ar}\n"
    ),
}
WHERE_WORDS_STAND = """(box, words) => words.map((word) => {
  const walker = document.createTreeWalker(box, NodeFilter.SHOW_TEXT);
  const range = new Range();
  while (walker.nextNode()) {
    if (walker.currentNode.parentElement.closest("details:not([open])")) continue;
    const at = walker.currentNode.data.lastIndexOf(word);
    if (at < 0) continue;
    range.setStart(walker.currentNode, at);
    range.setEnd(walker.currentNode, at + word.length);
  }
  return range.getBoundingClientRect().left;
})"""
VIEWS = ("list", "cv", "archive", "boxes", "table")


def style_in(view: str) -> str:
    """The argument that makes a list one of citations."""
    return ", style='plain'" if view == "list" else ""


def pages_from_right_to_left(more: str = "") -> dict[str, str]:
    return CITED | {
        f"content/{view}.md": f"---\nlang: he\n---\n{{{{ publications(view='{view}'{style_in(view)}{more}) }}}}\n"
        for view in VIEWS
    }


def test_a_citation_on_a_page_from_right_to_left_has_the_direction_of_its_words(
    tmp_path: Path,
) -> None:
    outputs, _ = render_site(tmp_path, pages_from_right_to_left())
    for view in ("list", "cv", "archive"):
        page = content_of(outputs[f"{view}/index.html"])
        for direction, words in (("auto", "Erwin"), ("ltr", "أحمد"), ("rtl", "Zewail")):
            assert f'<bdi dir="{direction}">{words}' in page, view
        assert page.count("<bdi dir=") == page.count("</bdi>") - page.count("<bdi>") == 3
    for view in ("archive", "boxes", "table"):
        page = content_of(outputs[f"{view}/index.html"])
        for direction, words in (("auto", "What is life"), ("ltr", "Radium"), ("rtl", "عن الضوء")):
            assert re.search(f'<cite(?: lang="\\w+")? dir="{direction}">{words}', page), view
        assert "<bdi>Prize!</bdi>" in page
    of_three = pages_from_right_to_left(", max_authors=1")
    papers = of_three["data/publications.yml"].replace("[Erwin, Marie]", "[Erwin, Marie, Pierre]")
    opened = render_site(tmp_path, {**of_three, "data/publications.yml": papers})[0]
    assert '<div dir="auto">Erwin<details' in opened["list/index.html"]
    assert "<bdi" not in re.sub(r"<div dir.*?</div>", "", content_of(opened["list/index.html"]))


def test_citations_on_pages_from_left_to_right_have_no_direction(tmp_path: Path) -> None:
    pages = {
        name: text.replace("lang: he", "lang: de")
        for name, text in pages_from_right_to_left().items()
    }
    outputs, _ = render_site(tmp_path, pages)
    for view in VIEWS:
        page = outputs[f"{view}/index.html"]
        assert "What is life?" in content_of(page)
        assert " dir=" not in page.partition("<body")[2]
        assert "<bdi" not in page


@pytest.mark.browser
def test_citations_are_read_in_order_from_right_to_left(browser: Browser, tmp_path: Path) -> None:
    build(make_site(tmp_path / "site", pages_from_right_to_left()), tmp_path / "out")
    with browser.new_context() as context:
        page = context.new_page()
        page.set_viewport_size({"width": 1600, "height": 900})
        for view in ("list", "cv"):
            page.goto((tmp_path / f"out/{view}/index.html").as_uri())
            places = (
                page.get_by_text("What is life")
                .locator("xpath=ancestor::li")
                .evaluate(
                    WHERE_WORDS_STAND, ["Erwin", "What", "life", "?", "(", "An", ")", "1944", "."]
                )
            )
            assert places == sorted(places), view
            if view == "list":
                names = (
                    page.get_by_text("عن الضوء")
                    .locator("xpath=ancestor::li")
                    .evaluate(WHERE_WORDS_STAND, ["2001", "Zewail"])
                )
                assert names == sorted(names)


@pytest.mark.browser
@pytest.mark.parametrize("view", VIEWS)
def test_a_title_from_right_to_left_stays_in_its_place_in_a_citation(
    browser: Browser, tmp_path: Path, view: str
) -> None:
    files = {
        "data/site.yml": "title: Ada\n",
        "data/publications.yml": "- {title: عن الضوء 7, authors: [Zewail], year: 2001, kind: book, publisher: Nil}\n",
        "content/about.md": f"{{{{ publications(view='{view}'{style_in(view)}) }}}}\n",
    }
    build(make_site(tmp_path / "site", files), tmp_path / "out")
    with browser.new_context() as context:
        page = context.new_page()
        page.set_viewport_size({"width": 1600, "height": 900})
        page.goto((tmp_path / "out/index.html").as_uri())
        title = page.locator("cite").first
        number, words = title.evaluate(WHERE_WORDS_STAND, ["7", "عن"])
        assert number < words
        around = title.locator("xpath=..").evaluate(WHERE_WORDS_STAND, ["Zewail", "7", "2001"])
        if view in {"list", "cv"}:
            assert around == sorted(around)


@every_case("language", languages())
def test_every_language_of_the_theme_has_all_of_its_words(language: str) -> None:
    file = (LOCALES / f"{language}.yml").read_text(encoding="utf-8")
    written = yaml.load(file, yaml.BaseLoader)["words"]  # noqa: S506 - texts only
    gaps = {name: text.count("{}") for name, text in words_for("en").items()}
    assert {name: text.count("{}") for name, text in written.items()} == gaps
    assert len(locale(language).months) == len(locale(language).short_months) == 12


@every_case("language", ["zh-TW", "zh-Hant", "zh-HK", "zh-Hant-MO"])
def test_the_theme_speaks_chinese_in_traditional_characters_where_they_are_written(
    language: str,
) -> None:
    words = words_for(language)
    assert (words["publications"], words["cv"], words["find:tag"]) == ("論文", "簡歷", "標籤")
    for said in words.values():
        said.encode("cp950")  # Taiwan's Big5 has no simplified ones.
    assert {name: text.count("{}") for name, text in words.items()} == {
        name: text.count("{}") for name, text in words_for("zh").items()
    }


@every_case("language", ["zh", "zh-CN", "zh-Hans-HK"])
def test_the_theme_speaks_chinese_in_simplified_characters_else(language: str) -> None:
    assert words_for(language) == words_for("zh")
    assert words_for(language)["publications"] == "论文"


@pytest.mark.slow
def test_two_builds_give_the_same_bytes(tmp_path: Path) -> None:
    """Sets are in another order in every process, unless a seed is given."""
    made = []
    for seed in ("1", "2"):
        output = tmp_path / seed
        command = ["build", "--no-cache", "--site", str(ROOT), "--output", str(output)]
        seeded = os.environ | {"PYTHONHASHSEED": seed}
        subprocess.run(
            [sys.executable, "-m", "acadfolio", *command],
            env=seeded,
            check=True,
            capture_output=True,
        )
        made.append(
            {
                path.relative_to(output): path.read_bytes()
                for path in output.rglob("*")
                if path.is_file()
            }
        )
    assert made[0] == made[1]


def test_a_name_with_accents_is_found_however_the_system_writes_them(tmp_path: Path) -> None:
    decomposed = unicodedata.normalize("NFD", "porträt")
    files = {
        f"static/images/{decomposed}.svg": "<svg/>",
        "data/profile.yml": "name: A\navatar: images/porträt.svg\n",
        f"content/{unicodedata.normalize('NFD', 'über')}.md": "# Über\n",
        f"content/posts/2024-01-02-{unicodedata.normalize('NFD', 'première')}.md": "One.\n",
        f"data/{unicodedata.normalize('NFD', 'bücher')}.yml": "- text: Eines\n",
        "content/about.md": "{{ bücher() }}\n\n[mich](/über/) ![x](images/porträt.svg) [un](/posts/première/)\n",
    }
    outputs, problems = render_site(tmp_path, files)
    assert problems == []
    assert {"über/index.html", "posts/première/index.html"} <= outputs.keys()
    assert "Eines" in outputs["index.html"]
    assert "<title>Première" in outputs["posts/première/index.html"]


def test_a_page_of_html_stays_as_its_author_wrote_it(tmp_path: Path) -> None:
    page = "---\ntitle: A\nsections: [talks]\n---\n<ul>\n\n    <li>*not Markdown*</li>\n</ul>\n"
    files = {"content/a.html": page, "data/talks.yml": "- title: Ideals\n"}
    content = content_of(render_site(tmp_path, files)[0]["a/index.html"])
    assert "<ul>\n\n    <li>*not Markdown*</li>\n</ul>" in content
    assert "Ideals" in content


def test_the_last_update_is_a_day_that_has_come_and_urls_are_encoded(tmp_path: Path) -> None:
    files = {
        "data/site.yml": "title: A\nurl: https://a.example\n",
        "data/news.yml": "- {date: 2024-05-06, text: A}\n- {date: 2999-01-01, text: To come}\n",
        "content/中文.md": "# B\n",
    }
    outputs, _ = render_site(tmp_path, files)
    assert "2024-05-06" in outputs["index.html"].split("<footer")[1]
    assert "2999" not in outputs["index.html"].split("<footer")[1]
    assert (
        '<link rel="canonical" href="https://a.example/%E4%B8%AD%E6%96%87/">'
        in outputs["中文/index.html"]
    )
    assert "<loc>https://a.example/%E4%B8%AD%E6%96%87/</loc>" in outputs["sitemap.xml"]


def test_a_remark_on_the_text_counts_the_lines_of_the_file(tmp_path: Path) -> None:
    page = "---\ntitle: A\n---\n\nA [link][gone].[^1]\n\n[^1]: one\n[^1]: two\n"
    prepared = prepare(make_site(tmp_path, {"content/about.md": page}))
    list(prepared.outputs())
    assert [(str(problem.location), problem.hint) for problem in prepared.problems.found] == [
        ("content/about.md:5:8", "add [gone]: https://…"),
        ("content/about.md:8:1", "delete one of them; the later one is used"),
    ]


def test_a_line_of_the_sites_own_is_in_the_footer_of_all_pages(tmp_path: Path) -> None:
    files = {
        "data/site.yml": 'title: E\nfooter: "[Imprint](/imprint/)"\n',
        "content/imprint.md": "# Imprint\n",
    }
    outputs, problems = render_site(tmp_path, files)
    assert problems == []
    for path, link in (("index.html", "imprint/index.html"), ("imprint/index.html", "index.html")):
        footer = outputs[path][outputs[path].index("<footer") :]
        assert f'<p class="page__footer-text"><a href="{link}"' in footer, path
    assert (
        "page__footer-text"
        not in render_site(tmp_path / "without", {"content/about.md": "# A\n"})[0]["index.html"]
    )
