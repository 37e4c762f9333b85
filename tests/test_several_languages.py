"""A site in several languages: its pages, their links to each other, and what is there once or in each language."""

from __future__ import annotations

import json
import os
import re
import sys
from typing import TYPE_CHECKING

import pytest
from pypdf import PdfReader

from acadfolio.build import build, memo_of, prepare
from acadfolio.checks import check_site
from acadfolio.preview.builds import Builder
from acadfolio.routing import Plan
from browser import served
from cases import every_case
from commands import run
from crawling import dead_links, pages_in, versions_of, wrong_versions
from full_disk import files_of_at_most
from sites import content_of, edit, make_site, problems_of, render_site

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from playwright.sync_api import Browser

URL = "https://noether.example.org/home"
SITE = {
    "data/site.yml": (
        f"title: {{en: Emmy Noether, zh: 埃米·诺特}}\nlanguages: [en, zh, de]\nurl: {URL}\n"
        "look: academicpages\nsearch: true\n"
    ),
    "data/profile.yml": "name: {en: Emmy Noether, zh: 埃米·诺特}\navatar: images/me.svg\n",
    "data/publications.yml": (
        "- title: {en: Ideals, de: Ideale}\n  authors: [Emmy Noether]\n  year: 1921\n"
        "  links: {PDF: files/ideals.pdf}\n"
    ),
    "data/news.yml": "- {date: 1932-09, text: {en: A lecture in Zürich., zh: 在苏黎世作报告。}}\n",
    "static/images/me.svg": '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>',
    "static/files/ideals.pdf": "%PDF",
    "content/about.md": "Hello. [CV](/cv/) [rings](rings.md) [Chinese](/zh/cv/)\n\n{{ news() }}\n",
    "content/about.zh.md": (
        "你好。[简历](/cv/) [环](rings.md) [原文](/../cv/) ![我](/images/me.svg)\n\n{{ news() }}\n"
    ),
    "content/rings.md": "---\ntitle: Rings\n---\n[Home](about.md)\n",
    "content/rings.de.md": "---\ntitle: Ringe\npermalink: /ringe/\n---\n[Anfang](about.md) [zh](about.zh.md)\n",
    "content/groups.md": "---\ntitle: Groups\n---\nGroups.\n",
    "content/posts/1920-01-02-a-post.md": "---\ntitle: A post\ntags: [algebra]\n---\nHello.\n",
    "content/posts/1920-01-02-a-post.zh.md": "---\ntitle: 文章\n---\n你好。\n",
}
FORMS = {
    "[en, zh, de]": {"en": "", "zh": "zh/", "de": "de/"},
    "{en: /en/, zh: /zh/, de: /de/}": {"en": "en/", "zh": "zh/", "de": "de/"},
    "{en: /, zh: /cn/, de: German}": {"en": "", "zh": "cn/", "de": "German/"},
    "{en: /eng/, zh: /cn, de: }": {"en": "eng/", "zh": "cn/", "de": "de/"},
}
"""The folders of the languages by the value of `languages`."""


def rendered(tmp_path: Path, files: Mapping[str, str] | None = None) -> dict[str, str]:
    outputs, problems = render_site(tmp_path, SITE | dict(files or {}))
    assert problems == []
    return outputs


def menu_of(html: str) -> dict[str, str]:
    """The URLs of the first list of the menu, by their texts."""
    menu = html[html.index('class="visible-links"') : html.index("</ul>")]
    return {text: url for url, text in re.findall(r'href="([^"]+)"[^>]*>([^<]+)', menu)}


def links_in(html: str) -> dict[str, str]:
    """The URLs of the links in a page's own text, by their texts."""
    return {
        text: url
        for url, text in re.findall(r'<a href="([^"]+)"[^>]*>([^<]+)</a>', content_of(html))
    }


def text_of_pdf(file: Path) -> str:
    return " ".join(page.extract_text() for page in PdfReader(file).pages)


def outputs_with(languages: str, folder: Path) -> dict[str, bytes]:
    """All files of the site with this value of `languages`, with no problem."""
    settings = SITE["data/site.yml"].replace("[en, zh, de]", languages)
    about = SITE["content/about.md"].replace("/zh/cv/", f"/{FORMS[languages]['zh']}cv/")
    site = make_site(folder, SITE | {"data/site.yml": settings, "content/about.md": about})
    prepared = prepare(site)
    outputs = {output.path: output.content for output in prepared.outputs()}
    assert prepared.problems.of_build == []
    return outputs


# Pages


@every_case(
    ("languages", "count"), [("", "0"), ("languages: [en]\n", "0"), ("languages: [en, zh]\n", "2")]
)
def test_templates_get_the_page_in_each_language_only_if_there_are_several(
    tmp_path: Path, languages: str, count: str
) -> None:
    files = {
        "data/site.yml": f"title: Emmy Noether\n{languages}",
        "content/about.md": "Home.\n",
        "templates/layouts/page.html": "{{ page.translations | length }}",
    }
    assert render_site(tmp_path, files)[0]["index.html"] == count


def test_each_language_has_its_pages_in_its_folder(tmp_path: Path) -> None:
    pages = {path for path in rendered(tmp_path) if path.endswith(".html")}
    shared = {
        "index.html", "cv/index.html", "publications/index.html", "publications/ideals/index.html",
    }  # fmt: skip
    own = {"rings/index.html", "groups/index.html", "404.html"}
    posts = {
        "posts/a-post/index.html", "posts/index.html", "tags/index.html", "year-archive/index.html",
    }  # fmt: skip
    of_look = {"resume.html"}
    of_chinese = shared | posts | of_look
    lists_of_posts = posts - {"posts/a-post/index.html"}
    of_german = shared | of_look | lists_of_posts | {"ringe/index.html"}
    assert pages == (
        shared | own | posts | of_look
        | {f"zh/{path}" for path in of_chinese} | {f"de/{path}" for path in of_german}
    )  # fmt: skip


def test_pages_speak_the_language_of_their_folder(tmp_path: Path) -> None:
    outputs = rendered(tmp_path)
    assert '<html lang="zh" dir="ltr"' in outputs["zh/cv/index.html"]
    assert "在苏黎世作报告。" in outputs["zh/index.html"]
    assert "A lecture in Zürich." in outputs["index.html"]
    assert "<title>Ideale" in outputs["de/publications/ideals/index.html"]
    assert menu_of(outputs["zh/index.html"])["论文"] == "publications/index.html"


def test_files_for_servers_and_citations_are_there_once(tmp_path: Path) -> None:
    files = {path for path in rendered(tmp_path) if not path.endswith(".html")}
    once = {
        "robots.txt",
        "sitemap.xml",
        "publications.bib",
        "assets/css/main.css",
    }
    assert once <= files
    of_chinese = {path for path in files if path.startswith("zh/")}
    assert of_chinese == {
        "zh/feed.xml", "zh/news.xml", "zh/publications.xml", "zh/assets/search/index.js",
    }  # fmt: skip


def test_a_translation_takes_what_it_lacks_from_its_original(tmp_path: Path) -> None:
    original = (
        "---\ntitle: Talk\ndate: 1920-01-02\ntags: [a]\ndescription: English\nshare: true\n---\nA\n"
    )
    files = {
        "content/posts/talk.md": original,
        "content/posts/talk.zh.md": "---\ntitle: 报告\n---\n一\n",
        "content/posts/talk.de.md": "---\ntags: [b]\ndescription: Deutsch\n---\nEins\n",
    }
    outputs = rendered(tmp_path, files)
    chinese, german = (outputs[f"{mount}/posts/talk/index.html"] for mount in ("zh", "de"))
    assert 'content="English"' not in chinese
    assert "page__share" in chinese
    assert 'content="Deutsch"' in german
    assert "<title>Talk - " in german
    assert "1920" in content_of(german) + german
    assert ">a</a>" in chinese
    assert ">b</a>" in german


def test_a_translation_has_the_sections_of_its_original(tmp_path: Path) -> None:
    files = {
        "content/cv.md": "---\ntitle: CV\nsections: [publications]\n---\nA\n",
        "content/cv.de.md": "---\ntitle: Lebenslauf\n---\nA\n",
    }
    assert "Ideale" in content_of(rendered(tmp_path, files)["de/cv/index.html"])


def test_the_translation_of_a_draft_is_a_draft(tmp_path: Path) -> None:
    draft = {
        "content/rings.md": "---\ntitle: Rings\ndraft: true\n---\nA\n",
        "content/about.md": "A\n",
    }
    draft["content/about.zh.md"] = "你\n"
    assert "de/ringe/index.html" not in render_site(tmp_path, SITE | draft)[0]


@pytest.mark.slow
@every_case(
    ("permalink", "path"),
    [("/ringe/", "de/ringe/index.html"), ("/de/ringe/", "de/ringe/index.html"), ("/de/", None)],
)
def test_a_permalink_begins_at_the_top_of_its_language(
    permalink: str, path: str | None, tmp_path: Path
) -> None:
    text = f"---\ntitle: Ringe\npermalink: {permalink}\n---\nA\n"
    files = SITE | {"content/rings.de.md": text}
    assert (path or "de/index.html") in render_site(tmp_path, files)[0]


def test_the_first_language_may_be_in_a_name_too(tmp_path: Path) -> None:
    files = {"content/fields.en.md": "# Fields\n", "content/fields.zh.md": "# 域\n"}
    outputs = rendered(tmp_path, files)
    assert "Fields" in outputs["fields/index.html"]
    assert "域" in outputs["zh/fields/index.html"]


def test_a_page_only_in_another_language_has_its_own_url(tmp_path: Path) -> None:
    outputs = rendered(tmp_path, {"content/poems.zh.md": "# 诗\n"})
    assert "zh/poems/index.html" in outputs
    assert "poems/index.html" not in outputs
    assert '<a href="../index.html" hreflang="en"' in outputs["zh/poems/index.html"].replace(
        "../../", "../"
    )


def test_a_list_of_posts_leads_to_those_that_are_not_translated(tmp_path: Path) -> None:
    post = "---\ntitle: On {}\ntags: [{}]\n---\nRead [this](more.html) and [that](/rings/).\n"
    files = {
        "content/posts/1921-01-02-rings.md": post.format("rings", "rings"),
        "content/posts/1922-01-02-fields.md": post.format("fields", "fields").replace(
            "more", "../rings/more"
        ),
        "content/posts/1922-01-02-fields.zh.md": "---\ntitle: 域\ndraft: true\n---\n一\n",
        "static/posts/rings/more.html": "A",
        "content/about.de.md": "Hallo.\n\n{{ posts() }}\n",
    }
    outputs = rendered(tmp_path, files)
    chinese = content_of(outputs["zh/posts/index.html"])
    titles = re.findall(r'<h3[^>]*><a href="([^"]+)"([^>]*)>(.*?)</a>', chinese)
    assert titles == [
        ("../../posts/fields/index.html", ' hreflang="en"', '<span lang="en">On fields</span>'),
        ("../../posts/rings/index.html", ' hreflang="en"', '<span lang="en">On rings</span>'),
        ("a-post/index.html", "", "文章"),
    ]
    assert '<span lang="en">Read <a href="../../posts/rings/more.html">this</a>' in chinese
    assert 'href="../tags/index.html#rings"' in chinese
    german = outputs["de/index.html"]
    assert menu_of(german)["Beiträge"] == "posts/index.html"
    assert '<a href="../posts/a-post/index.html" hreflang="en"><span lang="en">A post' in german
    assert 'id="algebra"' in outputs["de/tags/index.html"]
    assert "On rings" not in outputs["zh/feed.xml"]
    assert 'rel="next"' not in outputs["zh/posts/a-post/index.html"]
    assert 'rel="next"' in outputs["posts/a-post/index.html"]
    assert "hreflang" not in content_of(outputs["posts/index.html"])


def test_the_paths_of_many_languages_are_made_once_and_not_again_for_each_language(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls = 0
    usual = Plan.path_in_output

    def counted(plan: Plan, path: str) -> str:
        nonlocal calls
        calls += 1
        return usual(plan, path)

    monkeypatch.setattr(Plan, "path_in_output", counted)
    numbers = []
    for count in (3, 12):
        tags = "en, zh, de, fr, es, it, pt, nl, sv, fi, pl, ru"[: 4 * count - 2]
        files = SITE | {"data/site.yml": f"title: A\nlanguages: [{tags}]\n"}
        calls = 0
        prepare(make_site(tmp_path, files))
        numbers.append(calls)
    assert numbers[1] < 6 * numbers[0]


# Links


@every_case("languages", FORMS)
def test_a_crawler_finds_no_dead_link_and_every_translation_names_the_others(
    languages: str, tmp_path: Path
) -> None:
    outputs = outputs_with(languages, tmp_path)
    pages = pages_in(outputs)
    assert dead_links(outputs, "/home/") == []
    assert wrong_versions(outputs, URL) == []
    folders = FORMS[languages]
    versions = versions_of(pages[f"{folders['de']}ringe/index.html"])
    assert versions == {
        "en": f"{URL}/{folders['en']}rings/", "de": f"{URL}/{folders['de']}ringe/",
        "x-default": f"{URL}/{folders['en']}rings/",
    }  # fmt: skip
    assert len(versions_of(pages[f"{folders['zh']}publications/ideals/index.html"])) == 4
    assert versions_of(pages[f"{folders['en']}groups/index.html"]) == {}
    unnamed = {path for path in pages if not any(path.startswith(folders[tag]) for tag in folders)}
    assert unnamed <= {"404.html", "index.html"}


def test_links_lead_to_the_same_language_else_to_the_original(tmp_path: Path) -> None:
    outputs = rendered(tmp_path)
    assert links_in(outputs["index.html"]) == {
        "CV": "cv/index.html", "rings": "rings/index.html", "Chinese": "zh/cv/index.html",
    }  # fmt: skip
    assert links_in(outputs["zh/index.html"]) == {
        "简历": "cv/index.html", "环": "../rings/index.html", "原文": "../cv/index.html",
    }  # fmt: skip
    assert links_in(outputs["de/ringe/index.html"]) == {
        "Anfang": "../index.html", "zh": "../../zh/index.html",
    }  # fmt: skip
    assert 'src="../images/me.svg"' in outputs["zh/index.html"]
    assert 'href="../../../files/ideals.pdf"' in outputs["zh/publications/ideals/index.html"]


def test_the_menu_leads_to_the_same_page_in_other_languages_else_to_their_home(
    tmp_path: Path,
) -> None:
    outputs = rendered(tmp_path)
    assert menu_of(outputs["rings/index.html"]) | {"Deutsch": "../de/ringe/index.html"} == menu_of(
        outputs["rings/index.html"]
    )
    assert menu_of(outputs["rings/index.html"])["中文"] == "../zh/index.html"
    assert menu_of(outputs["de/ringe/index.html"])["English"] == "../../rings/index.html"
    assert (
        '<a href="../zh/index.html" hreflang="zh" lang="zh">中文</a>' in outputs["rings/index.html"]
    )
    assert (
        '<a href="../groups/index.html" hreflang="en"><span lang="en">Groups</span></a>'
        in outputs["zh/index.html"]
    )
    assert "Deutsch" not in menu_of(outputs["de/ringe/index.html"])


def test_links_to_an_original_lead_to_a_translation_with_another_url(tmp_path: Path) -> None:
    text = "[a](/rings/) [b](/home/rings/) [c](/de/ringe/) [d](/../rings/) [e](/home/de/ringe/#x) [f](/rings/#y)\n"
    outputs = rendered(tmp_path, {"content/about.de.md": text})
    assert links_in(outputs["de/index.html"]) == {
        "a": "ringe/index.html", "b": "ringe/index.html", "c": "../de/ringe/index.html",
        "d": "../rings/index.html", "e": "ringe/index.html#x", "f": "ringe/index.html#y",
    }  # fmt: skip


def test_a_link_may_name_a_page_without_an_original_as_its_original(tmp_path: Path) -> None:
    files = {
        "content/notes/only.zh.md": "---\ntitle: 只有中文\npermalink: /only/\n---\n[环](../rings.md)\n",
        "content/about.zh.md": "[a](notes/only.md) [b](notes/only.zh.md)\n",
        "content/about.md": "[c](notes/only.zh.md)\n",
    }
    outputs = rendered(tmp_path, files)
    assert links_in(outputs["zh/index.html"]) == {"a": "only/index.html", "b": "only/index.html"}
    assert links_in(outputs["index.html"]) == {"c": "zh/only/index.html"}


def test_a_list_whose_translation_has_another_url_is_there_once(tmp_path: Path) -> None:
    menu = "breadcrumbs: true\nnavigation: [{title: CV, url: /cv/}, {title: Posts, url: /posts/}]\n"
    files = {
        "data/site.yml": SITE["data/site.yml"] + menu,
        "data/talks.yml": "- {title: Ideals, date: 1921}\n- {title: Rings, date: 1922}\n",
        "content/about.de.md": "{{ talks(limit=1) }}\n",
        "content/cv.md": "Hello.\n",
        "content/cv.de.md": "---\npermalink: /lebenslauf/\n---\nHallo.\n",
        "content/talks.md": "{{ talks() }}\n",
        "content/talks.de.md": "---\npermalink: /reden/\n---\n{{ talks() }}\n",
        "content/posts/index.md": "{{ posts() }}\n",
        "content/posts/index.de.md": "---\ntitle: Texte\npermalink: /texte/\n---\n{{ posts() }}\n",
        "content/posts/1920-01-02-a-post.de.md": "---\ntitle: Ein Text\n---\nHallo.\n",
    }
    outputs = rendered(tmp_path, files)
    lists = {"de/cv/index.html", "de/talks/index.html", "de/posts/index.html"}
    assert lists & outputs.keys() == set()
    assert '<a href="index.html" aria-current="page">CV</a>' in outputs["de/lebenslauf/index.html"]
    assert 'href="reden/index.html"' in outputs["de/index.html"]
    post = outputs["de/posts/a-post/index.html"]
    assert '<li><a href="../../texte/index.html">Texte</a></li>' in post
    assert f'"item":"{URL}/de/texte/"' in post
    talk = outputs["de/talks/ideals/index.html"]
    assert f'"item":"{URL}/de/reden/"' in talk


LINKS_TO_RINGS = {
    "data/news.yml": "- {date: 1932-09, text: {en: A lecture., de: 'Über [Ringe](/rings/#x)'}}\n",
    "content/posts/1920-01-02-a-post.de.md": (
        "---\ntitle: Ein Beitrag\n---\nÜber [Ringe](../../rings/) und [die](/../rings/).\n"
    ),
}
"""A post and an entry with links to a page whose translation has another URL."""


def test_links_of_excerpts_and_feeds_lead_to_a_translation_with_another_url(tmp_path: Path) -> None:
    outputs = rendered(tmp_path, LINKS_TO_RINGS)
    assert links_in(outputs["de/posts/index.html"])["Ringe"] == "../ringe/index.html"
    assert links_in(outputs["de/posts/index.html"])["die"] == "../../rings/index.html"
    entry = outputs["de/feed.xml"].partition("<entry>")[2]
    assert set(re.findall('&lt;a href="([^"]+)"', entry)) == {f"{URL}/de/ringe/", f"{URL}/rings/"}
    assert "ringe/index.html#x" in outputs["de/news.xml"]


def test_links_of_a_pdf_lead_to_a_translation_with_another_url(tmp_path: Path) -> None:
    files = {
        "data/site.yml": f"title: A\nlanguages: [en, de]\nurl: {URL}\ncv: {{pdf: true}}\n",
        "data/awards.yml": (
            "- {title: A prize, date: 1932, links: {Rings: /rings/#x, Groups: /groups/}}\n"
        ),
        "content/rings.md": "Rings.\n",
        "content/rings.de.md": "---\npermalink: /ringe/\n---\n# Ringe\n{: #x}\n",
        "content/groups.md": "Groups.\n",
        "content/cv.md": "---\nsections: [awards]\n---\n",
    }
    site = make_site(tmp_path, files)
    build(site, site / "output")
    page = PdfReader(site / "output/de/files/cv.pdf").pages[0]
    urls = [each.get_object()["/A"]["/URI"] for each in page.get("/Annots", [])]
    assert urls[-2:] == [f"{URL}/de/ringe/#x", f"{URL}/groups/"]


@pytest.mark.parametrize("languages", FORMS)
def test_links_do_not_lead_to_the_old_url_of_a_translation(languages: str, tmp_path: Path) -> None:
    folder = FORMS[languages]["de"]
    front = f"title: Ringe\npermalink: /ringe/\nredirect_from: /{folder}rings/"
    files = {
        "data/site.yml": SITE["data/site.yml"].replace("[en, zh, de]", languages),
        "content/about.md": "Hello.\n",
        "content/rings.de.md": f"---\n{front}\n---\nRinge.\n",
        "content/about.de.md": f"[a](/rings/#x) [b](rings.md) [c](/{folder}rings/)\n",
    }
    outputs = rendered(tmp_path, files)
    assert "url=../ringe/index.html" in outputs[f"{folder}rings/index.html"]
    assert links_in(outputs[f"{folder}index.html"]) == {
        "a": "ringe/index.html#x",
        "b": "ringe/index.html",
        "c": f"../{folder}rings/index.html",
    }


def test_generated_headings_have_the_anchors_of_the_first_language(tmp_path: Path) -> None:
    menu = "navigation: [{title: News, url: /#-news}]\nsections: [news, publications]\n"
    settings = SITE["data/site.yml"].replace("academicpages", "acad-homepage") + menu
    files = {
        "data/site.yml": settings,
        "content/about.md": "Hello.\n",
        "content/about.zh.md": "你好。\n",
        "content/rings.de.md": "---\ntitle: Ringe\n---\n[Neues](/#-news)\n",
    }
    site = make_site(tmp_path, SITE | files)
    outputs = {
        output.path: output.content.decode("utf-8", "replace") for output in prepare(site).outputs()
    }
    for path in ("index.html", "zh/index.html", "de/index.html"):
        assert 'id="-news"' in outputs[path]
    assert 'href="../index.html#-news"' in outputs["de/rings/index.html"]
    assert "anchor" not in run("check", cwd=site).stderr


def test_a_written_menu_has_the_titles_and_pages_of_each_language(tmp_path: Path) -> None:
    menu = "navigation:\n- {title: {en: Résumé, zh: 履历}, url: /cv/}\n- {title: Rings, url: /rings/}\n"
    outputs = rendered(tmp_path, {"data/site.yml": SITE["data/site.yml"] + menu})
    found = menu_of(outputs["zh/publications/index.html"])
    assert found["履历"] == "../cv/index.html"
    assert found["Rings"] == "../../rings/index.html"


def test_a_menu_and_its_submenus_have_a_url_for_each_language(tmp_path: Path) -> None:
    menu = (
        "navigation:\n"
        "- {title: Lab, url: {en: 'https://lab.org/', zh: 'https://lab.org/zh/'}}\n"
        "- {title: Two, items: [{title: Own, url: {en: /rings/, de: /ringe/, zh: /wo/}}]}\n"
    )
    own = {"content/wo.zh.md": "---\ntitle: 我\n---\n你好。\n"}
    outputs = rendered(tmp_path, {"data/site.yml": SITE["data/site.yml"] + menu} | own)
    for folder, lab, page in (
        ("", "https://lab.org/", "../rings/index.html"),
        ("zh/", "https://lab.org/zh/", "../wo/index.html"),
        ("de/", "https://lab.org/", "../ringe/index.html"),
    ):
        html = outputs[f"{folder}cv/index.html"]
        assert f'href="{lab}"' in html, folder
        assert f'href="{page}"' in html, folder


def test_dates_and_the_image_of_previews_have_a_version_for_each_language(tmp_path: Path) -> None:
    settings = (
        "date_style: {en: '%b %Y', zh: 2024年6月}\n"
        "awards: {date_style: {en: '%Y', de: '06/2024'}}\n"
        "services: {date_style: {en: ’%y, de: '%Y'}}\n"
        "image: {en: images/en.png, zh: images/zh.png}\n"
    )
    site = {
        "data/site.yml": SITE["data/site.yml"] + settings,
        "static/images/en.png": "A",
        "static/images/zh.png": "A",
        "data/experience.yml": "- {role: Professor, institution: A, date: 1919-06}\n",
        "data/awards.yml": "- {title: Prize, date: 1932-11}\n",
        "data/services.yml": "- {role: Editor, venues: [{name: Annalen, years: 1919}]}\n",
    }
    prepared = prepare(make_site(tmp_path, SITE | site))
    pages = (each for each in prepared.outputs() if each.path.endswith("cv/index.html"))
    outputs = {each.path.removesuffix("cv/index.html"): each.content.decode() for each in pages}
    for folder, of_site, of_section, image in (
        ("", "Jun 1919", "1932", "en"),
        ("zh/", "1919年6月", "1932", "zh"),
        ("de/", "Jun 1919", "11/1932", "en"),
    ):
        assert of_site in outputs[folder], folder
        assert of_section in outputs[folder], folder
        assert ("Annalen 1919" if folder == "de/" else "Annalen ’19") in outputs[folder], folder
        assert f'content="{URL}/images/{image}.png"' in outputs[folder], folder
    assert "11/1932" not in outputs[""] + outputs["zh/"]


def test_links_of_the_sidebar_have_a_label_for_each_language(tmp_path: Path) -> None:
    profile = (
        "links:\n"
        "  lab: {url: 'https://lab.org/', label: {en: My *lab*, zh: 课题组}}\n"
        "  github: {url: noether, label: {zh: 代码}}\n"
        "  Press: https://press.org/\n"
    )
    files = {"data/profile.yml": SITE["data/profile.yml"] + profile}
    outputs = rendered(tmp_path, files)
    labels = {
        folder: re.findall(r'class="author__label">([^<]+)<', outputs[f"{folder}index.html"])
        for folder in ("", "zh/", "de/")
    }
    assert labels == {
        "": ["My *lab*", "Press", "代码"],
        "zh/": ["课题组", "Press", "代码"],
        "de/": ["My *lab*", "Press", "代码"],
    }
    said = check_translations(tmp_path)
    assert "data/profile.yml:4:46: warning: `label` is not written in de (add `de: …`)" in said


def test_a_language_without_its_own_word_for_now_has_that_of_the_theme(tmp_path: Path) -> None:
    text = "{{ news() }}\n\n{{ education() }}\n\n{{ experience() }}\n"
    files = {
        "data/site.yml": SITE["data/site.yml"]
        + "date_style: '%Y'\nongoing: {en: today, zh: 现在}\neducation: {ongoing: {en: still}}\n",
        "data/news.yml": "- {date: 1900, text: A}\n",
        "data/education.yml": "- {date: 1907.., degree: A, institution: B}\n",
        "data/experience.yml": "- {date: 1908.., role: A, institution: B}\n",
    } | {f"content/about{ending}.md": text for ending in ("", ".zh", ".de")}
    outputs = rendered(tmp_path, files)
    words = {
        folder: re.findall(r'entry__date"[^>]*>\d+–([^<]+)<', outputs[f"{folder}index.html"])
        for folder in ("", "zh/", "de/")
    }
    assert words == {"": ["still", "today"], "zh/": ["现在", "现在"], "de/": ["heute", "heute"]}


def test_a_single_page_in_another_language_has_the_date_style_of_it(tmp_path: Path) -> None:
    site = {
        "data/site.yml": "title: A\ndate_style: {en: '%b %Y', zh: 2024年6月}\n",
        "data/experience.yml": "- {role: Professor, institution: A, date: 1919-06}\n",
        "content/cv-zh.md": "---\nlang: zh\n---\n{{ experience() }}\n",
        "content/cv-en.md": "{{ experience() }}\n",
    }
    outputs, _ = render_site(tmp_path, site)
    assert "1919年6月" in outputs["cv-zh/index.html"]
    assert "Jun 1919" in outputs["cv-en/index.html"]


@pytest.mark.slow
def test_an_image_that_several_languages_show_is_there_once(tmp_path: Path) -> None:
    from PIL import Image

    site = make_site(tmp_path / "site", SITE)
    (site / "static/images").mkdir(parents=True, exist_ok=True)
    Image.effect_noise((900, 600), 90).save(site / "static/images/me.png")
    edit(site, "data/profile.yml", "me.svg", "me.png")
    build(site, site / "output", memo=memo_of(site))
    variants = list((site / "output").rglob("me-*.webp"))
    assert variants
    assert {path.parent for path in variants} == {site / "output/assets/images"}
    chinese = (site / "output/zh/cv/index.html").read_text(encoding="utf-8")
    assert 'srcset="../../assets/images/me-' in chinese


# Each language in a folder of its own


IN_FOLDERS = "{en: /en/, zh: /zh/, de: /de/}"


def test_the_top_redirects_to_the_first_language_and_names_all(tmp_path: Path) -> None:
    outputs = outputs_with(IN_FOLDERS, tmp_path)
    top = outputs["index.html"].decode()
    assert '<meta http-equiv="refresh" content="0; url=en/index.html">' in top
    assert f'<link rel="canonical" href="{URL}/en/">' in top
    assert '<html lang="en" dir="ltr">' in top
    assert "noindex" not in top
    assert re.findall('<a href="([^"]+)" hreflang="([^"]+)" lang="[^"]+">([^<]+)', top) == [
        ("en/index.html", "en", "English"), ("zh/index.html", "zh", "中文"), ("de/index.html", "de", "Deutsch"),
    ]  # fmt: skip
    assert "<script" not in top.replace("<script>{ let theme", "")


def test_what_a_site_has_once_is_at_its_top_or_in_its_first_language(tmp_path: Path) -> None:
    outputs = outputs_with(IN_FOLDERS, tmp_path)
    files = {path for path in outputs if not path.endswith(".html")}
    at_top = {path for path in files if not path.startswith(("en/", "zh/", "de/"))}
    assert {"robots.txt", "sitemap.xml", ".nojekyll", "images/me.svg", "files/ideals.pdf"} <= at_top
    assert not any(path.endswith((".bib", "feed.xml")) for path in at_top)
    assert {"en/publications.bib", "en/feed.xml", "zh/feed.xml"} <= files
    for path in ("en/publications/index.html", "zh/publications/index.html"):
        assert "publications.bib" in outputs[path].decode()
    sitemap = outputs["sitemap.xml"].decode()
    assert f"<loc>{URL}/en/rings/</loc>" in sitemap
    assert f"<loc>{URL}/</loc>" not in sitemap
    assert f'property="og:url" content="{URL}/en/"' in outputs["en/index.html"].decode()
    assert f'"image":"{URL}/images/me.svg"' in outputs["zh/index.html"].decode()


def test_the_missing_page_is_at_the_top_in_the_first_language(tmp_path: Path) -> None:
    outputs = outputs_with(IN_FOLDERS, tmp_path)
    assert {path for path in outputs if path.endswith("404.html")} == {"404.html"}
    assert '<base href="/home/en/">' in outputs["404.html"].decode()
    without_url = make_site(
        tmp_path / "b",
        {
            "data/site.yml": f"title: A\nlanguages: {IN_FOLDERS}\n",
            "content/404.md": "Gone. [Home](/)\n",
        },
    )
    rendered = {output.path: output.content for output in prepare(without_url).outputs()}
    assert '<base href="/en/">' in rendered["404.html"].decode()
    assert dead_links(rendered) == []


@every_case("languages", ["{en: /en/}", "{en: /}"])
def test_one_language_may_have_a_folder(languages: str, tmp_path: Path) -> None:
    files = {"data/site.yml": f"title: A\nlanguages: {languages}\n", "content/about.md": "Hi\n"}
    outputs, problems = render_site(tmp_path, files)
    assert problems == []
    home = "en/index.html" if "/en/" in languages else "index.html"
    assert "Hi" in content_of(outputs[home])
    assert ("English" in outputs["index.html"]) == ("/en/" in languages)


def test_links_of_folders_lead_to_the_same_language_else_to_the_first(tmp_path: Path) -> None:
    text = (
        "[a](/rings/) [b](/home/en/rings/) [c](/en/rings/) [d](/groups/) [e](/zh/) [f](/rings/#y)\n"
    )
    settings = SITE["data/site.yml"].replace("[en, zh, de]", IN_FOLDERS)
    outputs = rendered(tmp_path, {"data/site.yml": settings, "content/about.de.md": text})
    assert links_in(outputs["de/index.html"]) == {
        "a": "ringe/index.html", "b": "../en/rings/index.html", "c": "../en/rings/index.html",
        "d": "../en/groups/index.html", "e": "../zh/index.html", "f": "ringe/index.html#y",
    }  # fmt: skip


def test_a_menu_names_the_language_of_a_page_in_another_one(tmp_path: Path) -> None:
    menu = "navigation:\n- {title: Groups, url: /groups/}\n- {title: 简历, url: /zh/cv/}\n"
    for languages in (IN_FOLDERS, "[en, zh, de]"):
        settings = SITE["data/site.yml"].replace("[en, zh, de]", languages) + menu
        german = rendered(tmp_path, {"data/site.yml": settings})["de/cv/index.html"]
        assert 'hreflang="en">Groups</a>' in german
        assert 'hreflang="zh">简历</a>' in german


def test_every_link_to_a_page_in_another_language_names_this_language(tmp_path: Path) -> None:
    files = {
        "content/billets.md": "---\ntitle: Billets\nlang: fr\n---\nBonjour.\n",
        "content/about.md": "[Fr](/billets/) [rings](rings.md)\n\n{{ news() }}\n",
        "content/about.zh.md": "[rings](rings.md#x) [Fr](billets.md) [own](/cv/) [de](/de/)\n",
        "data/news.yml": '- {date: 2000, text: "[G](/groups/) [R](/rings/)"}\n',
    }
    outputs = rendered(tmp_path, files)
    top, chinese = outputs["index.html"], outputs["zh/index.html"]
    assert '<a href="billets/index.html" hreflang="fr">Fr</a>' in top
    assert '<a href="rings/index.html">rings</a>' in top
    assert '<a href="../rings/index.html#x" hreflang="en">rings</a>' in chinese
    assert '<a href="../billets/index.html" hreflang="fr">Fr</a>' in chinese
    assert '<a href="cv/index.html">own</a>' in chinese
    assert '<a href="../de/index.html" hreflang="de">de</a>' in chinese
    assert '<a href="../billets/index.html" hreflang="fr">' in chinese[: chinese.index("<main")]
    german = outputs["de/index.html"]
    assert '<a href="../groups/index.html" hreflang="en">G</a>' in german
    assert '<a href="ringe/index.html">R</a>' in german


@pytest.mark.slow
def test_a_page_in_a_language_of_its_own_is_no_missing_translation(tmp_path: Path) -> None:
    billets = {"content/billets.md": "---\ntitle: Billets\nlang: fr\n---\nBonjour.\n"}
    site = make_site(tmp_path, SITE | billets)
    for options in ([], ["--translations"]):
        said = run("check", *options, cwd=site).stderr
        assert "content/groups.md" in said
        assert "billets" not in said


@every_case(
    ("page", "front_matter", "is_reported"),
    [
        ("content/fr/engine.md", "", True),
        ("content/engine.md", "permalink: /fr/engine/", True),
        ("content/fr/engine.md", "lang: fr-CA", False),
        ("content/france/engine.md", "", False),
        ("content/engine.fr.md", "", False),
    ],
)
def test_a_page_of_the_first_language_in_the_folder_of_another_one_is_reported(
    page: str, front_matter: str, is_reported: bool, tmp_path: Path
) -> None:
    files = {
        "data/site.yml": "title: A\nlanguages: [en, fr]\n",
        "content/about.md": "Hello\n",
        "content/about.fr.md": "Bonjour\n",
        page: f"---\n{front_matter}\n---\n# La machine\n",
    }
    found = [each for each in problems_of(tmp_path, files) if "at a URL of Français" in each]
    assert [f"{page}: warning" in problem for problem in found] == [True] * is_reported
    assert not found or "name it content/engine.fr.md" in found[0]


@every_case(("written", "meant"), [("cn", "zh"), ("JP", "ja"), ("tw", "zh-Hant")])
def test_a_country_is_no_language(written: str, meant: str, tmp_path: Path) -> None:
    files = {"data/site.yml": f"title: A\nlanguages: [en, {written}]\n", "content/about.md": "Hi\n"}
    assert any(f"(write `{meant}`)" in each for each in problems_of(tmp_path, files))


@pytest.mark.parametrize("written", ["pt-BR", "pt_BR", "pt-br", "PT_BR"])
def test_the_language_in_a_name_may_be_written_as_in_the_settings(
    written: str, tmp_path: Path
) -> None:
    files = {
        "data/site.yml": f"title: A\nlanguages: [en, {written}]\n",
        "content/about.md": "Hello\n",
        f"content/about.{written}.md": "Olá\n",
    }
    outputs, problems = render_site(tmp_path, files)
    assert problems == []
    assert "<p>Olá</p>" in outputs["pt-br/index.html"]


def test_what_a_language_shows_in_place_of_a_page_is_not_the_original_if_it_is_made_of_data(
    tmp_path: Path,
) -> None:
    site = make_site(tmp_path, SITE)
    said = run("check", cwd=site).stderr
    german = "(write content/about.de.md; until then, this page is a list of your data)"
    assert german in said
    assert "(write content/groups.zh.md; until then, links lead to the original)" in said


@every_case(("file", "path"), [("about", "en/index.html"), ("rings", "en/ringe/index.html")])
def test_a_permalink_may_begin_with_the_folder_of_the_first_language(
    file: str, path: str, tmp_path: Path
) -> None:
    url = f"/{path.removesuffix('index.html')}"
    files = {
        "data/site.yml": f"title: A\nlanguages: {IN_FOLDERS}\n",
        f"content/{file}.md": f"---\ntitle: A\npermalink: {url}\n---\nHello\n",
    }
    assert "Hello" in content_of(render_site(tmp_path, files)[0][path])


@pytest.mark.slow
@every_case("languages", FORMS)
def test_old_urls_begin_at_the_top_of_the_site(languages: str, tmp_path: Path) -> None:
    zh = FORMS[languages]["zh"]
    files = {
        "data/site.yml": SITE["data/site.yml"].replace("[en, zh, de]", languages),
        "data/talks.yml": (
            f"- {{title: T, date: 1920, redirect_from: [/old-talk/, /{zh}old-talk/]}}\n"
        ),
        "content/about.md": "Hello [old](/about-zh/)\n",
        "content/about.zh.md": (
            f"---\ntitle: 关于\nredirect_from: [/about-zh/, /home/{zh}old/]\n---\n你好\n"
        ),
    }
    outputs = rendered(tmp_path, files)
    en = FORMS[languages]["en"]
    for old, new in {
        "about-zh/index.html": f"../{zh}index.html",
        f"{zh}old/index.html": "../index.html",
        "old-talk/index.html": f"../{en}talks/t/index.html",
        f"{zh}old-talk/index.html": "../talks/t/index.html",
    }.items():
        assert f'content="0; url={new}"' in outputs[old], old
    link = dead_links({path: text.encode() for path, text in outputs.items()})
    assert [pair for pair in link if "about-zh" in pair[1]] == []
    speaking = {path: languages_of(outputs[path]) for path in outputs if "old" in path}
    assert speaking == {
        f"{zh}old/index.html": ("zh", "此页面已移动"),
        "old-talk/index.html": ("en", "This page has moved"),
        f"{zh}old-talk/index.html": ("zh", "此页面已移动"),
    }
    assert languages_of(outputs["about-zh/index.html"]) == ("zh", "此页面已移动")


def languages_of(redirect: str) -> tuple[str, str]:
    """The language of the page of a redirect, and its heading."""
    language = re.search(r'<html lang="([^"]+)"', redirect)
    heading = re.search(r"<h1>([^<]+)", redirect)
    assert language
    assert heading
    return language[1], heading[1]


@pytest.mark.browser
@every_case("languages", [IN_FOLDERS, "{en: /, zh: /cn/, de: German}"])
def test_the_site_works_from_the_disk_at_two_widths(
    browser: Browser, languages: str, tmp_path: Path
) -> None:
    folder = FORMS[languages]["zh"]
    outputs_with(languages, tmp_path)
    build(tmp_path, tmp_path / "output")
    for width in (390, 1280):
        with browser.new_context(viewport={"width": width, "height": 800}) as context:
            page = context.new_page()
            page.goto((tmp_path / "output/index.html").as_uri())
            page.wait_for_url(f"**/output/{FORMS[languages]['en']}index.html")
            if width < 1000:
                page.locator(".greedy-nav__more summary").click()
            page.locator("a[hreflang=zh]:visible").first.click()
            page.wait_for_url(f"**/output/{folder}index.html")
            assert "你好" in page.inner_text("body")
            assert page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.browser
def test_a_browser_without_javascript_is_redirected_in_a_folder_of_a_host(
    browser: Browser, tmp_path: Path
) -> None:
    outputs_with(IN_FOLDERS, tmp_path / "site")
    build(tmp_path / "site", tmp_path / "host/home")
    with (
        served(tmp_path / "host") as url,
        browser.new_context(java_script_enabled=False) as context,
    ):
        page = context.new_page()
        page.goto(f"{url}home/")
        page.wait_for_url("**/home/en/index.html")
        assert page.title() == "Emmy Noether"


@pytest.mark.slow
def test_the_preview_opens_the_first_language(tmp_path: Path) -> None:
    settings = SITE["data/site.yml"].replace("[en, zh, de]", IN_FOLDERS)
    files = {"data/site.yml": settings}
    assert Builder(make_site(tmp_path / "a", SITE | files), drafts=False).build().home == "en/"
    assert Builder(make_site(tmp_path / "b", SITE), drafts=False).build().home == ""


@pytest.mark.slow
def test_check_translations_knows_the_folders(tmp_path: Path) -> None:
    settings = SITE["data/site.yml"].replace("[en, zh, de]", IN_FOLDERS)
    site = make_site(tmp_path, SITE | {"data/site.yml": settings})
    said = run("check", "--translations", cwd=site).stderr
    assert "content/groups.md: warning: this page is not translated into 中文 (zh)" in said
    assert run("check", "--translations", "--mark", cwd=site).returncode == 0
    assert "original_hash: " in (site / "content/about.zh.md").read_text(encoding="utf-8")


def test_settings_of_the_section_are_not_taken_for_languages(tmp_path: Path) -> None:
    data = {"data/languages.yml": "- {title: Polish}\n", "content/cv.md": "{{ languages() }}\n"}
    settings = {"data/site.yml": "title: A\nlanguages: {title: Tongues, view: list}\n"}
    assert "Tongues" in render_site(tmp_path / "a", data | settings)[0]["index.html"]
    settings = {"data/site.yml": f"title: A\nlanguages: {IN_FOLDERS}\n"}
    outputs, problems = render_site(tmp_path / "b", data | settings)
    assert problems == []
    assert "Polish" in outputs["en/cv/index.html"]


# Feeds, the sitemap, the search, the CV


def test_feeds_and_search_have_one_language(tmp_path: Path) -> None:
    outputs = rendered(tmp_path)
    feed = outputs["zh/feed.xml"]
    assert 'xml:lang="zh"' in feed
    assert f"{URL}/zh/posts/a-post/" in feed
    assert "A post" not in feed
    script = outputs["zh/assets/search/index.js"]
    pages = json.loads(script[len("searchIndex(") : script.rindex(")")])["pages"]
    assert {page[0] for page in pages} == {
        path.removeprefix("zh/")
        for path in outputs
        if path.startswith("zh/") and path.endswith("index.html") and "year-archive" not in path
    }


@pytest.mark.browser
def test_a_search_from_the_disk_finds_the_pages_of_its_language(
    browser: Browser, tmp_path: Path
) -> None:
    site = make_site(tmp_path, SITE)
    build(site, site / "output")
    with browser.new_context() as context:
        page = context.new_page()
        page.goto((site / "output/zh/cv/index.html").as_uri())
        page.keyboard.press("/")
        page.get_by_role("dialog").get_by_role("searchbox").fill("你好")
        page.get_by_role("dialog").get_by_role("link", name="文章").click()
        page.wait_for_url("**/output/zh/posts/a-post/index.html*")
        page.keyboard.press("/")
        page.get_by_role("dialog").get_by_role("searchbox").fill("Hello")
        page.locator(".search [role=status]:not(:empty)").wait_for()
        assert page.get_by_role("dialog").get_by_role("link").count() == 0


def test_the_sitemap_has_all_languages_with_their_versions(tmp_path: Path) -> None:
    sitemap = rendered(tmp_path)["sitemap.xml"]
    urls = re.findall("<loc>([^<]+)</loc>", sitemap)
    assert f"{URL}/zh/cv/" in urls
    assert len(urls) == len(set(urls))
    entry = next(line for line in sitemap.splitlines() if f"<loc>{URL}/rings/</loc>" in line)
    assert re.findall('hreflang="([^"]+)" href="([^"]+)"', entry) == [
        ("en", f"{URL}/rings/"), ("de", f"{URL}/de/ringe/"), ("x-default", f"{URL}/rings/"),
    ]  # fmt: skip


def test_breadcrumbs_for_search_engines_lead_to_the_page_in_its_language(tmp_path: Path) -> None:
    files = {
        "content/rings.md": "---\ntitle: Rings\npermalink: /rings.html\n---\nRings.\n",
        "content/rings.zh.md": "---\ntitle: 环\n---\n环。\n",
    }
    page = rendered(tmp_path, files)["zh/rings.html"]
    assert f'"name":"环","item":"{URL}/zh/rings.html"' in page
    assert f'<meta property="og:image" content="{URL}/images/me.svg">' in page


def test_a_page_has_one_form_of_its_url_wherever_it_is_named(tmp_path: Path) -> None:
    files = {
        "content/q&a (环), 1+1.md": "---\ntitle: Questions\nredirect_from: /zh/q/\n---\nHello.\n",
        "content/q&a (环), 1+1.zh.md": "---\ntitle: 问答\nredirect_from: /zh/qa/\n---\n你好。\n",
    }
    outputs = rendered(tmp_path, files)
    page = outputs["zh/q&a-(环),-1+1/index.html"]
    url = f"{URL}/zh/q&amp;a-(%E7%8E%AF),-1+1/"
    assert f'<link rel="canonical" href="{url}">' in page
    assert f'hreflang="zh" href="{url}">' in page
    assert f'<meta property="og:url" content="{url}">' in page
    assert f'"item":"{url}"'.replace("&amp;", r"\u0026") in page
    assert f"<loc>{url}</loc>" in outputs["sitemap.xml"]
    assert f'<link rel="canonical" href="{url}">' in outputs["zh/qa/index.html"]


def test_previews_show_the_image_at_the_top_and_one_person(tmp_path: Path) -> None:
    chinese = rendered(tmp_path)["zh/index.html"]
    assert f'property="og:url" content="{URL}/zh/"' in chinese
    assert f'"image":"{URL}/images/me.svg"' in chinese
    assert f'"@id":"{URL}/#person"' in chinese


def test_each_language_has_its_cv_as_a_pdf(tmp_path: Path) -> None:
    settings = SITE["data/site.yml"].replace("[en, zh, de]", "[en, de]") + "cv: {pdf: true}\n"
    site = make_site(tmp_path, {**SITE, "data/site.yml": settings})
    for file in ("about.zh.md", "posts/1920-01-02-a-post.zh.md"):
        (site / "content" / file).unlink()
    edit(site, "content/rings.de.md", " [zh](about.zh.md)", "")
    edit(site, "content/about.md", " [Chinese](/zh/cv/)", "")
    assert run("build", cwd=site).returncode == 0
    assert "Ideals" in text_of_pdf(site / "output/files/cv.pdf")
    assert "Ideale" in text_of_pdf(site / "output/de/files/cv.pdf")


IN_GERMAN = {
    "data/site.yml": "title: A\nlanguages: [en, de]\ncv: {pdf: true, photo: true}\n",
    "data/experience.yml": "- {date: 1922, role: {en: Teacher, de: Lehrerin}, institution: A}\n",
    "content/about.md": "Hello\n",
    "content/about.de.md": "Hallo\n",
    "content/cv.md": "---\ntitle: CV\n---\nAbout me\n\n{{ experience() }}\n",
}


@pytest.mark.slow
@every_case(("languages", "en"), [("[en, de]", ""), ("{en: /en/, de: /de/}", "en/")])
def test_the_pdf_of_a_language_without_a_cv_is_linked_where_its_readers_are(
    languages: str, en: str, tmp_path: Path
) -> None:
    site = make_site(tmp_path, IN_GERMAN)
    edit(site, "data/site.yml", "[en, de]", languages)
    output = site / "output"
    assert run("build", cwd=site).returncode == 0
    page = (output / f"{en}cv/index.html").read_text("utf-8")
    assert '<a class="btn" href="../files/cv.pdf">PDF</a>' in page
    german = f"{'../' if en else ''}../de/files/cv.pdf"
    label = 'PDF (<span lang="de">Deutsch</span>)'
    assert f'<a class="btn" href="{german}" hreflang="de">{label}' in page
    assert "Lehrerin" in text_of_pdf(output / "de/files/cv.pdf")
    translation = "---\ntitle: Lebenslauf\npermalink: /lebenslauf/\n---\nÜber mich\n"
    (site / "content/cv.de.md").write_text(translation, "utf-8")
    assert run("build", cwd=site).returncode == 0
    assert "de/files/cv.pdf" not in (output / f"{en}cv/index.html").read_text("utf-8")
    own = (output / "de/lebenslauf/index.html").read_text("utf-8")
    assert '<a class="btn" href="../files/cv.pdf">PDF</a>' in own
    assert "Über mich" in text_of_pdf(output / "de/files/cv.pdf")


@pytest.mark.slow
def test_the_last_pdf_of_a_language_stays_if_a_new_one_cannot_be_made(tmp_path: Path) -> None:
    site = make_site(tmp_path, IN_GERMAN)
    run("build", cwd=site)
    edit(site, "data/experience.yml", "Lehrerin", "Lehrerin \u0378")
    assert run("build", cwd=site).returncode == 1
    assert "Lehrerin" in text_of_pdf(site / "output/de/files/cv.pdf")


@pytest.mark.slow
def test_messages_about_a_pdf_have_the_path_of_its_language(tmp_path: Path) -> None:
    said = run("build", cwd=make_site(tmp_path, IN_GERMAN)).stderr
    assert "/files/cv.pdf has no photo" in said
    assert "/de/files/cv.pdf has no photo" in said
    own = {"static/de/files/cv.pdf": "%PDF"}
    said = run("build", cwd=make_site(tmp_path, IN_GERMAN | own)).stderr
    assert "static/de/files/cv.pdf is published, and no PDF is made from your data" in said
    assert "static/files/cv.pdf" not in said
    assert (tmp_path / "output/de/files/cv.pdf").read_text("utf-8") == "%PDF"


@pytest.mark.slow
def test_a_file_at_the_top_of_a_site_without_pages_there_replaces_no_pdf(tmp_path: Path) -> None:
    files = {"static/files/cv.pdf": "%PDF"}
    settings = IN_GERMAN["data/site.yml"].replace("[en, de]", "{en: /en/, de: /de/}")
    site = make_site(tmp_path, IN_GERMAN | files | {"data/site.yml": settings})
    assert "is published" not in run("build", cwd=site).stderr


# Builds


@pytest.mark.slow
def test_every_edit_gives_what_a_build_from_nothing_gives(tmp_path: Path) -> None:
    site = make_site(tmp_path / "site", SITE)
    output = tmp_path / "output"
    edits = [
        ("content/about.zh.md", "你好", "大家好"),
        ("data/news.yml", "在苏黎世", "于苏黎世"),
        ("content/rings.de.md", "title: Ringe", "title: Ringtheorie"),
        ("data/site.yml", "[en, zh, de]", "[en, de, zh]"),
        ("data/site.yml", "[en, de, zh]", "{en: /en/, de: /de/, zh: /zh/}"),
        ("content/about.zh.md", "大家好", "你好"),
        ("data/site.yml", "{en: /en/, de: /de/", "{en: /, de: /deutsch/"),
    ]
    for edited in edits:
        run("build", "--output", str(output), cwd=site)
        edit(site, *edited)
        run("build", "--output", str(output), cwd=site)
        run("build", "--no-cache", "--output", str(tmp_path / "fresh"), cwd=site)
        assert files_in(output) == files_in(tmp_path / "fresh")


@pytest.mark.slow
def test_a_menu_leads_to_a_renamed_translation_after_an_edit_of_it(tmp_path: Path) -> None:
    menu = "navigation: [{title: Rings, url: /rings/}]\n"
    text = "---\ntitle: Zahlen\n---\nZahlen.\n"
    files = {"data/site.yml": SITE["data/site.yml"] + menu, "content/zahlen.de.md": text}
    site = make_site(tmp_path, SITE | files)
    build(site, site / "output")
    edit(site, "content/rings.de.md", "title: Ringe", "title: Ringtheorie")
    edit(site, "content/zahlen.de.md", "Zahlen.", "Zahlentheorie.")
    build(site, site / "output")
    german = site / "output/de"
    for page, url in {"ringe": "index.html", "zahlen": "../ringe/index.html"}.items():
        assert menu_of((german / page / "index.html").read_text(encoding="utf-8"))["Rings"] == url


def files_in(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and path.name != ".acadfolio"
    }


def test_the_preview_renders_only_the_language_that_changed(tmp_path: Path) -> None:
    site = make_site(tmp_path, SITE)
    builder = Builder(site, drafts=False)
    assert "zh/index.html" in builder.build().outputs
    edit(site, "content/about.zh.md", "你好", "大家好")
    assert {path for path in builder.build().changed if path.endswith(".html")} == {"zh/index.html"}


# Problems

WRONG_FOLDERS = {
    "en: /a/, zh: /a": "26: error: `/a/` is already the folder of `en` (write another one, such as `/zh/`)",
    "en: /, zh: /": "24: error: `/` is already the folder of `en` (write another one, such as `/zh/`)",
    "en: /en/, zh: /": (
        "27: error: `/` is for the first language, but `zh` is not the first"
        " (put it first, or give it a folder: `/zh/`)"
    ),
    "en: /, zh: /../zh/": "24: error: `/../zh/` is outside the site (write a folder at the top of the site, such as `/zh/`)",
    "en: /, zh: https://a.org/zh/": "24: error: `https://a.org/zh/` is outside the site",
    "en: /, zh: /a/zh/": "24: error: `/a/zh/` is a folder in another folder",
    "en: /, zh: /z?h/": "24: error: `/z?h/` is not the name of a folder",
    "english: /, zh: /zh/": "13: error: `english` is not a language tag (write `en`, `de` or `pt-BR`)",
    "en: /en/, en: /zh/": "23: error: `en` is already among the languages (delete it)",
}


@every_case(
    ("files", "expected"),
    [
        (
            {"data/site.yml": "title: A\n", "content/about.fr.md": "Bonjour\n"},
            (
                "content/about.fr.md: warning: this page seems to be the translation of about, but the site has"
                " one language (write `languages: [en, fr]` into data/site.yml, or rename the file)"
            ),
        ),
        (
            {
                "data/site.yml": "title: A\nlanguages: [en, zh]\n",
                "content/about.fr.md": "Bonjour\n",
            },
            (
                "content/about.fr.md: error: this page is in Français (`fr`), which `languages` does not list"
                " (add `fr` to `languages` in data/site.yml, or rename the file)"
            ),
        ),
        (
            {"data/site.yml": "title: A\nlanguage: zh\nlanguages: [en, zh]\n"},
            (
                "data/site.yml:2:11: error: the site begins in `en`, the first of `languages`"
                " (delete `language`, or write `languages: [zh, …]`)"
            ),
        ),
        (
            {"data/site.yml": "title: A\nlanguages: [en, zh, ZH]\n"},
            "data/site.yml:2:21: error: `ZH` is already among the languages (delete it)",
        ),
        (
            {
                "data/site.yml": "title: A\nlanguages: en, zh\nlook: none\n",
                "content/about.zh.md": "A\n",
            },
            "data/site.yml:3:7: error:",
        ),
        (
            {"data/site.yml": "title: A\nlanguages: en, de\n", "content/de/about.md": "A\n"},
            (
                "content/de/about.md: warning: this page is no translation into Deutsch"
                " (to make it one, name it content/about.de.md)"
            ),
        ),
        (
            {"data/site.yml": "title: A\nlanguages: [en, de]\n", "content/about-de.md": "A\n"},
            (
                "content/about-de.md: warning: this page is no translation into Deutsch"
                " (to make it one, name it content/about.de.md)"
            ),
        ),
        (
            {"data/site.yml": "title: A\nlanguages: [en, zh]\nlang: zh\n"},
            (
                "data/site.yml:3:1: error: unknown key `lang`"
                " (did you mean `language`? With `languages`, delete it)"
            ),
        ),
        (
            {
                "data/site.yml": "title: A\nlanguages: [en, zh]\n",
                "content/a/q.md": "A\n",
                "content/a/q.zh.zh.md": "A\n",
            },
            (
                "content/a/q.zh.zh.md: error: this name has 2 languages, `zh`, `zh`, but a page is in"
                " one (name it content/a/q.zh.md)"
            ),
        ),
        (
            {
                "data/site.yml": "title: A\nlanguages: [en, zh]\n",
                "content/q.md": "A\n",
                "content/q.zh.de.md": "A\n",
                "content/q.zh.md": "A\n",
            },
            "content/q.zh.de.md: error: this name has 2 languages, `zh`, `de`, but a page is in one",
        ),
        (
            {"data/site.yml": "title: A\nlanguages: [en, zh]\n", "content/q.en.zh.md": "A\n"},
            "content/q.en.zh.md: error: this name has 2 languages, `en`, `zh`",
        ),
        (
            {
                "data/site.yml": "title: A\nlanguages: [en, zh]\n",
                "content/q.md": "A\n",
                "content/q.zh.en.md": "A\n",
            },
            "content/q.zh.en.md: error: this name has 2 languages, `zh`, `en`",
        ),
        (
            {
                "data/site.yml": "title: A\nlanguages: [en, zh]\n",
                "content/q.md": "A\n",
                "content/q.en.md": "A\n",
            },
            (
                "content/q.en.md: error: content/q.md is this page in English, too: `languages` begins"
                " with `en` (rename the one that is in another language, such as to"
                " content/q.zh.md; or delete one of them)"
            ),
        ),
        (
            {
                "data/site.yml": "title: A\nlanguages: [en]\n",
                "content/q.md": "A\n",
                "content/q.en.md": "A\n",
            },
            (
                "content/q.en.md: error: content/q.md is this page in English, too: `languages` begins"
                " with `en` (delete one of them)"
            ),
        ),
        (
            {"data/site.yml": "title: A\nlanguages: [en, zh]\n", "static/zh": "A"},
            (
                "static/zh: error: `/zh` is a file, but `/zh/` needs a folder of this name"
                " (rename one of them)"
            ),
        ),
        (
            {
                "data/site.yml": "title: A\nlanguages: [en, zh]\n",
                "content/q.md": "A\n",
                "content/q.zh.md": "A\n",
                "static/zh/q": "A",
            },
            (
                "static/zh/q: error: `/zh/q` is a file, but `/zh/q/` (from content/q.zh.md) needs a"
                " folder of this name (rename one of them)"
            ),
        ),
        (
            {"content/q.md": "A\n", "static/q": "A"},
            "static/q: error: `/q` is a file, but `/q/` (from content/q.md) needs a folder",
        ),
        (
            {"static/index.html/a.txt": "A"},
            "content/about.md: error: `/index.html` is a file, but `/index.html/a.txt` (from static/",
        ),
        (
            {
                "data/site.yml": "title: A\nlanguages: [en, zh]\n",
                "content/q.zh.md": "---\nredirect_from: /zh/old/\n---\nA\n",
                "static/zh/old/index.html": "A",
            },
            "static/zh/old/index.html: error: `/zh/old/` is the URL of a redirect in 中文 (rename",
        ),
        (
            {"data/site.yml": "title: A\nlanguages: [en, eo]\n"},
            "data/site.yml:2:17: warning: the theme is not translated into `eo`",
        ),
        *(
            ({"data/site.yml": f"title: A\nlanguages: {{{written}}}\n"}, f"data/site.yml:2:{place}")
            for written, place in WRONG_FOLDERS.items()
        ),
        (
            {
                "data/site.yml": "title: A\nlanguages: {en: /, zh: /cv/}\n",
                "content/cv.md": "CV",
            },
            (
                "data/site.yml:2:20: error: `/cv/` is the folder of 中文, and the URL of content/cv.md"
                " (write another folder, or move that page)"
            ),
        ),
        (
            {
                "data/site.yml": "title: A\nlanguages: {en: /en/, zh: /zh/}\n",
                "content/en/talk.md": "A\n",
                "content/zh/talk.md": "A\n",
            },
            "content/zh/talk.md: warning: this page is no translation into 中文",
        ),
        (
            {
                "data/site.yml": "title: A\nlanguages: {en: /en/, zh: /zh/}\n",
                "content/en/talk.md": "A\n",
            },
            (
                "content/en/talk.md: warning: the URL of this page begins with /en/en/talk"
                " (name it content/talk.md: its folder is `/en/` without that)"
            ),
        ),
        (
            {
                "data/site.yml": "title: A\nlanguages: [en, zh]\n",
                "static/zh/index.html": "<p>A</p>",
            },
            (
                "static/zh/index.html: error: `/zh/` is the URL of a page in 中文"
                " (to translate that page, name the file content/about.zh.md; or move it)"
            ),
        ),
    ],
)
def test_problems_are_where_they_are(files: dict[str, str], expected: str, tmp_path: Path) -> None:
    found = problems_of(tmp_path, {"content/about.md": "Hello\n"} | files)
    assert any(expected in problem for problem in found), found


@every_case(
    ("languages", "place", "expected"),
    [
        ("{en: /, zh: /robots.txt/}", "2:20", "`/robots.txt/` is the folder of {}, but the site has a file"),
        ("{en: /, zh: /Robots.TXT/}", "2:20", "`/Robots.TXT/` is the folder of {}, but the site has a file"),
        ("{en: /404.html/, zh: /zh/}", "2:13", "`/404.html/` is the folder of English (en), but"),
        ("{en: /en/, zh: /404.html/}", "2:23", "`/404.html/` is the folder of {}, but the site has"),
        ("{en: /en/, zh: /index.html/}", "2:23", "`/index.html/` is the folder of {}, but the site"),
        ("{en: /, zh: /index.html/}", "2:20", (
            "`/index.html/` is the folder of {}, but the site has a file of this name,"
            " from content/about.md (write another folder, such as `/zh/`)"
        )),
        ("{en: /, zh: /logo.svg/}", "2:20", (
            "`/logo.svg/` is the folder of {}, but the site has a file of this name,"
            " from static/logo.svg (write another folder, such as `/zh/`)"
        )),
    ],
)  # fmt: skip
def test_a_folder_of_a_language_with_the_name_of_a_file_is_reported_in_the_settings(
    languages: str, place: str, expected: str, tmp_path: Path
) -> None:
    files = {
        "data/site.yml": f"title: A\nlanguages: {languages}\nurl: {URL}\n",
        "content/about.md": "Hello\n",
        "content/note.md": "A\n",
        "content/note.zh.md": "A\n",
        "static/logo.svg": "<svg/>",
    }
    errors = [each for each in problems_of(tmp_path, files) if " error: " in each]
    start = f"data/site.yml:{place}: error: {expected.replace('{}', '中文 (zh)')}"
    assert [each[: len(start)] for each in errors] == [start], errors


@pytest.mark.parametrize(
    ("item", "expected"),
    [
        (
            "{en: /rings/, zh: /ring/}",
            "data/site.yml:6:49: warning: there is no file or page `/ring/`",
        ),
        ("{en: /ringe/, de: /ringe/}", "data/site.yml:6:36: warning: there is no file or page"),
        ("{en: /rings/, chinese: /rings/}", "data/site.yml:6:45: error: `chinese` is not a"),
        ("{en: /rings/, zh: [/rings/]}", "data/site.yml:6:49: error: `url` must be one value, or"),
        ("{en: /rings/, zh: 'javascript:a()'}", "data/site.yml:6:49: error: `javascript:a()`"),
        ("{}", "data/site.yml:6:31: error: `url` must be one value, or one value for each"),
        ("{en: }", "data/site.yml:6:3: error: this item needs `url` or `items`"),
    ],
)
def test_urls_by_language_are_checked_where_they_are(
    item: str, expected: str, tmp_path: Path
) -> None:
    site = SITE["data/site.yml"].replace("search: true\n", "navigation:\n")
    files = SITE | {"data/site.yml": f"{site}- {{title: Rings of 1921, url: {item}}}\n"}
    found = [each for each in problems_of(tmp_path, files) if "untranslated" not in each]
    found = [each for each in found if "of yours not in" not in each]
    assert [each[: len(expected)] for each in found] == [expected], found


def test_a_dead_link_of_one_language_is_reported_once(tmp_path: Path) -> None:
    menu = "navigation:\n- {title: Rings, url: {en: /rings/, zh: /ring/}}\n"
    files = {"data/site.yml": SITE["data/site.yml"] + menu}
    said = run("build", cwd=make_site(tmp_path, SITE | files)).stderr
    assert said.count("`/ring/`") == 1
    assert run("check", cwd=tmp_path).returncode == 1


@pytest.mark.slow
@every_case("languages", FORMS)
def test_a_dead_link_is_reported_once_where_it_is(languages: str, tmp_path: Path) -> None:
    files = {
        "data/site.yml": SITE["data/site.yml"].replace("[en, zh, de]", languages),
        "content/about.md": "{{ news() }}\n",
        "content/about.zh.md": "[x](/none/)\n",
        "data/news.yml": "- {date: 1932, text: '[y](/no/)'}\n",
    }
    said = run("build", cwd=make_site(tmp_path, SITE | files)).stderr
    assert said.count("content/about.zh.md:1:5: warning: there is no file or page `/none/`") == 1
    assert said.count("data/news.yml:1:27: warning: there is no file or page `/no/`") == 1


@pytest.mark.slow
def test_problems_are_reported_once_wherever_the_languages_are(tmp_path: Path) -> None:
    files = {
        "content/about.md": "Hi {{ nws() }} $\\frac$ ✏️ x\n\n{{ news() }}\n",
        "data/talks.yml": "- {title: 'A $\\wrong{$ ✏️', date: 1920}\n",
        "static/assets/css/own.css": "p { color: red }",
    }
    found = []
    for number, languages in enumerate(FORMS):
        settings = SITE["data/site.yml"].replace("[en, zh, de]", languages)
        site = make_site(tmp_path / str(number), SITE | files | {"data/site.yml": settings})
        found.append([f"{each.location}: {each.rule}" for each in check_site(site)[0]])
    rules = [line.rpartition(" ")[2] for line in found[0]]
    assert {"formula", "placeholder", "shortcode-syntax", "unused-file"} <= {*rules}
    assert all(other == found[0] for other in found)


@pytest.mark.parametrize("name", ["notes.io.md", "v1.is.md", "about.min.md"])
def test_a_dot_in_a_name_is_no_language_without_an_original(name: str, tmp_path: Path) -> None:
    files = {"content/about.md": "A\n", f"content/{name}": "Hello\n"}
    assert problems_of(tmp_path, files) == []


def test_a_translation_of_a_page_with_a_dot_in_its_name_has_one_language(tmp_path: Path) -> None:
    names = ("v1", "v1.is", "v1.is.zh", "notes.io.zh")
    files = {f"content/{name}.md": f"Text of {name}\n" for name in names}
    settings = {"data/site.yml": "title: A\nlanguages: [en, zh]\n"}
    found = problems_of(tmp_path, settings | files)
    assert not any("this name has" in problem for problem in found), found


def test_check_lists_what_is_not_translated_and_finds_dead_anchors_in_each_language(
    tmp_path: Path,
) -> None:
    site = make_site(tmp_path, SITE)
    edit(site, "content/about.zh.md", "/cv/", "/cv/#none")
    said = run("check", cwd=site).stderr
    assert "2 pages of yours not in 中文 (zh): content/groups.md, content/rings.md" in said
    assert "there is no heading or anchor `#none`" in said
    assert "content/about.zh.md:1:" in said


# Translations and their originals


def check_translations(site: Path, *options: str) -> list[str]:
    said = run("check", "--translations", *options, cwd=site).stderr
    return [line for line in said.splitlines() if "translat" in line or "not written" in line]


def test_a_language_is_named_with_its_tag_once(tmp_path: Path) -> None:
    settings = SITE["data/site.yml"].replace("zh, de]", "zh-Hant, de]")
    files = {name: text for name, text in SITE.items() if ".zh" not in name}
    site = make_site(tmp_path, files | {"data/site.yml": settings, "content/about.md": "Hello.\n"})
    assert "pages of yours not in 中文 (zh-Hant): content/about.md" in run("check", cwd=site).stderr
    assert any("into 中文 (zh-Hant) (write" in line for line in check_translations(site))


def test_check_lists_each_page_and_each_text_that_is_not_translated(tmp_path: Path) -> None:
    said = check_translations(make_site(tmp_path, SITE))
    assert [line.partition(" (write")[0] for line in said if "this page" in line] == [
        "content/about.md: warning: this page is not translated into Deutsch (de)",
        "content/groups.md: warning: this page is not translated into Deutsch (de)",
        "content/groups.md: warning: this page is not translated into 中文 (zh)",
        "content/posts/1920-01-02-a-post.md: warning: this page is not translated into Deutsch (de)",
        "content/rings.md: warning: this page is not translated into 中文 (zh)",
    ]
    assert "data/news.yml:1:30: warning: `text` is not written in de (add `de: …`)" in said
    assert "data/publications.yml:1:15: warning: `title` is not written in zh (add `zh: …`)" in said
    assert "data/site.yml:1:13: warning: `title` is not written in de (add `de: …`)" in said
    assert not any("of yours" in line for line in said)


def test_a_text_of_a_person_is_listed_once(tmp_path: Path) -> None:
    files = {
        "data/people.yml": "- name: Emil Artin\n  affiliation: {en: Hamburg, zh: 汉堡}\n",
        "content/rings.md": "{{ people() }}\n",
    }
    said = check_translations(make_site(tmp_path, SITE | files))
    assert [line for line in said if "people" in line] == [
        "data/people.yml:2:21: warning: `affiliation` is not written in de (add `de: …`)"
    ]


def test_a_text_of_a_venue_is_listed(tmp_path: Path) -> None:
    papers = "- {title: Ideals, authors: [Emmy Noether], year: 1921, venue: annals}\n"
    files = {
        "data/publications.yml": papers,
        "data/venues.yml": "annals:\n  name: {en: Annals, zh: 年刊}\n",
    }
    said = check_translations(make_site(tmp_path, SITE | files))
    assert "data/venues.yml:2:14: warning: `name` is not written in de (add `de: …`)" in said


def test_each_text_that_is_not_translated_has_its_own_place(tmp_path: Path) -> None:
    settings = (
        "title: A\nlanguages: [en, zh, de]\nnavigation:\n- {title: {en: CV, zh: 简历}, url: /cv/}\n"
        "- title: {en: CV, zh: 简历}\n  url: /\ndate_style: {en: 14 June 2024, zh: 2024年6月14日}\n"
    )
    news = "- {date: 2000, text: plain}\n- date: 2001\n  text:\n    zh: |\n      报告。\n    en: A talk.\n"
    site = make_site(tmp_path, SITE | {"data/site.yml": settings, "data/news.yml": news})
    said = [line.partition(" is not")[0] for line in check_translations(site) if "written" in line]
    assert [line for line in said if "site.yml" in line or "news.yml" in line] == [
        "data/news.yml:4:9: warning: `text`",
        "data/site.yml:4:16: warning: `title`",
        "data/site.yml:5:15: warning: `title`",
        "data/site.yml:7:18: warning: `date_style`",
    ]


def test_an_anchor_that_only_the_original_has_comes_with_what_to_write_in_the_translation(
    tmp_path: Path,
) -> None:
    menu = 'navigation:\n- {title: Talks, url: "/#talks"}\n- {title: Wrong, url: "/#talkz"}\n'
    files = {
        "data/site.yml": SITE["data/site.yml"] + menu,
        "content/about.md": "# Talks\n\nHello.\n",
        "content/about.zh.md": "# 报告\n\n你好。\n",
    }
    said = run("check", cwd=make_site(tmp_path, SITE | files)).stderr.splitlines()
    found = [line for line in said if "#talks` on" in line]
    for language in ("zh", "de"):
        hint = f"(write `{{: #talks}}` below its heading in content/about.{language}.md)"
        assert any(f"/{language}/index.html {hint}" in line for line in found), said
    assert len(found) == 2
    assert not any("{: #talkz}" in line for line in said)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("heading", "anchor"),
    [("Talks", "talks"), ("🔥 Rings", "-rings"), ("论文", "论文"), ("1921", "1921")],
)
def test_a_translation_with_what_the_check_says_has_the_anchor(
    heading: str, anchor: str, tmp_path: Path
) -> None:
    files = {
        "data/site.yml": f"{SITE['data/site.yml']}navigation: [{{title: A, url: '/#{anchor}'}}]\n",
        "content/about.md": f"# {heading}\n{{: id='{anchor}'}}\n\nHello.\n",
        "content/about.de.md": "# Abschnitt\n\nHallo.\n",
        "content/about.zh.md": f"# 部分\n{{: id='{anchor}'}}\n\n你好。\n",
    }
    site = make_site(tmp_path, SITE | files)
    said = run("check", cwd=site).stderr
    assert f"there is no heading or anchor `#{anchor}` on /de/index.html" in said
    written = said.partition("on /de/index.html (write `")[2].partition("`")[0]
    edit(site, "content/about.de.md", "# Abschnitt\n", f"# Abschnitt\n{written}\n")
    assert "heading or anchor" not in run("check", cwd=site).stderr


@pytest.mark.slow
def test_a_marked_translation_is_older_once_its_original_has_changed(tmp_path: Path) -> None:
    site = make_site(tmp_path, SITE)
    ended = run("check", "--translations", "--mark", cwd=site)
    assert "Marked 3 translations as up to date" in ended.stdout
    assert "original_hash" not in ended.stderr
    edit(site, "content/about.md", "Hello", "Good day")
    said = check_translations(site)
    (older,) = [line for line in said if "older" in line]
    assert older.startswith(
        "content/about.zh.md:2:16: warning: this translation is older than content/about.md"
    )
    run("check", "--mark", cwd=site)
    assert not any("older" in line for line in check_translations(site))


@pytest.mark.slow
@pytest.mark.parametrize(
    "name", ["content/about.zh.md", "about.zh.md", "{site}/content/about.zh.md"]
)
def test_a_single_translation_is_marked(name: str, tmp_path: Path) -> None:
    site = make_site(tmp_path, SITE)
    ended = run("check", "--translations", "--mark", name.format(site=site), cwd=site)
    assert "Marked 1 translation as up to date" in ended.stdout
    marked = [
        file.name for file in site.rglob("*.md") if "original_hash" in file.read_text("utf-8")
    ]
    assert marked == ["about.zh.md"]


@pytest.mark.slow
def test_a_page_is_also_found_from_another_folder(tmp_path: Path) -> None:
    site = make_site(tmp_path / "site", SITE)
    for name in ("about.zh.md", "site/content/rings.de.md"):
        ended = run("check", "--site", "site", "--mark", name, cwd=tmp_path)
        assert "Marked 1 translation" in ended.stdout, ended.stderr
    assert "original_hash" in (site / "content/rings.de.md").read_text("utf-8")


def test_a_name_that_is_no_translation_is_an_error_and_nothing_is_marked(tmp_path: Path) -> None:
    draft = {"content/groups.de.md": "---\ndraft: true\n---\nGruppen\n"}
    site = make_site(tmp_path, SITE | draft | {"content/wo.zh.md": "你好\n"})
    names = ["abut.zh.md", "about.md", "groups.md", "groups.de.md", "data/news.yml", "wo.zh.md"]
    ended = run("check", "--mark", "about.zh.md", *names, cwd=site)
    assert ended.returncode == 1
    for expected in (
        "there is no page `abut.zh.md` (did you mean `content/about.zh.md`?)",
        "content/about.md is an original, and no translation (name its translation: content/about.zh.md)",
        "content/groups.md is an original, and no translation (it has none)",
        "content/groups.de.md is a draft (add `--drafts`)",
        "data/news.yml is no translation of a page (name a file such as content/about.zh.md)",
        "content/wo.zh.md is no translation of a page",
    ):
        assert f"--mark: error: {expected}" in ended.stderr, ended.stderr
    assert not any("original_hash" in file.read_text("utf-8") for file in site.rglob("*.md"))


@pytest.mark.slow
def test_a_copy_of_an_original_is_reported_unless_it_has_no_words(tmp_path: Path) -> None:
    files = {
        "content/groups.zh.md": "---\ntitle: 群\n---\n\nGroups.\n\n",
        "content/list.md": "{{ publications() }}\n\n<hr class='a'>\n",
        "content/list.zh.md": "---\ntitle: 论文\n---\n{{ publications() }}\n\n<hr class='a'>\n",
    }
    said = run("check", "--translations", cwd=make_site(tmp_path, SITE | files)).stderr
    copies = [line for line in said.splitlines() if "word for word" in line]
    (copy,) = copies
    assert copy == (
        "content/groups.zh.md: warning: this page has the text of content/groups.md, word for word"
        " (translate it, or delete this file: links then lead to the original)"
    )
    assert "word for word" not in run("check", cwd=tmp_path).stderr


def test_settings_with_an_error_say_nothing_of_languages(tmp_path: Path) -> None:
    files = {
        "data/site.yml": "title: A\nlook: none\nlanguages: [en, zh]\n",
        "content/about.zh.md": "A\n",
    }
    assert not any(
        "translation" in line for line in problems_of(tmp_path, {"content/about.md": "A\n"} | files)
    )


def test_a_home_page_without_a_translated_text_is_listed_and_a_draft_is_not(tmp_path: Path) -> None:
    site = make_site(tmp_path, SITE)
    edit(site, "content/groups.de.md", "", "---\ndraft: true\n---\nGruppen\n")
    said = check_translations(site)
    assert (
        "content/about.md: warning: this page is not translated into Deutsch (de) (write content/about.de.md)"
        in said
    )
    assert not any(line.startswith("content/groups.md") and "(de)" in line for line in said)


@pytest.mark.slow
def test_a_translation_whose_original_is_gone_is_reported(tmp_path: Path) -> None:
    site = make_site(tmp_path, SITE)
    run("check", "--mark", cwd=site)
    (site / "content/rings.md").unlink()
    assert any(
        "the original of this translation is gone" in line for line in check_translations(site)
    )


def test_marks_count_the_translations_without_one(tmp_path: Path) -> None:
    said = check_translations(make_site(tmp_path, SITE))
    assert any(
        "3 translations without `original_hash`, such as content/about.zh.md" in line
        for line in said
    )


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("你好\n", "---\noriginal_hash: HASH\n---\n\n你好\n"),
        ("---\ntitle: 一\n---\n你好\n", "---\ntitle: 一\noriginal_hash: HASH\n---\n你好\n"),
        (
            "---\r\ntitle: 一\r\n---\r\n你\r\n",
            "---\r\ntitle: 一\r\noriginal_hash: HASH\r\n---\r\n你\r\n",
        ),
        (
            "\ufeff---\noriginal_hash: 1\ntitle: 一\n---\n",
            "\ufeff---\noriginal_hash: HASH\ntitle: 一\n---\n",
        ),
        (
            "---\r\noriginal_hash: 1  # of May\r\ntitle: 一\r\n---\r\n",
            "---\r\noriginal_hash: HASH  # of May\r\ntitle: 一\r\n---\r\n",
        ),
        ("---\noriginal_hash: # none\n---\n你\n", "---\noriginal_hash: HASH # none\n---\n你\n"),
    ],
)
def test_a_mark_changes_nothing_else_in_the_file(text: str, expected: str, tmp_path: Path) -> None:
    site = make_site(tmp_path, SITE)
    file = site / "content/about.zh.md"
    file.write_bytes(text.encode())
    run("check", "--mark", cwd=site)
    written = file.read_bytes().decode()
    assert re.sub("(?<=original_hash: )[0-9a-f]{12}", "HASH", written) == expected
    run("check", "--mark", cwd=site)
    assert file.read_bytes().decode() == written


# New sites


@pytest.mark.slow
@every_case(
    "text",
    [
        "---\n{title: 一, toc: true}\n---\n你\n",
        '---\n"original_hash": x\n---\n你\n',
        "---\noriginal_hash: >\n  abc\n  def\n---\n你\n",
        "---\rtitle: 一\r---\r你\r",
    ],
)
def test_front_matter_that_no_line_can_change_is_left_alone(text: str, tmp_path: Path) -> None:
    site = make_site(tmp_path, SITE)
    file = site / "content/about.zh.md"
    file.write_bytes(text.encode())
    assert (
        "content/about.zh.md: warning: this translation is not marked"
        in run("check", "--mark", cwd=site).stderr
    )
    assert file.read_bytes() == text.encode()


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["symbolic", "hard"])
def test_a_mark_goes_through_no_link(kind: str, tmp_path: Path) -> None:
    site = make_site(tmp_path, SITE)
    file, other = site / "content/about.zh.md", site / "notes.md"
    file.rename(other)
    if kind == "hard":
        file.hardlink_to(other)
    else:
        file.symlink_to(other)
    before = other.read_bytes()
    assert "is not marked: its file is a link" in run("check", "--mark", cwd=site).stderr
    assert other.read_bytes() == before


@pytest.mark.skipif(sys.platform == "win32", reason="no limits of files")
def test_a_mark_that_cannot_be_written_leaves_the_file(tmp_path: Path) -> None:
    site = make_site(tmp_path, SITE)
    file = site / "content/about.zh.md"
    with files_of_at_most(5):
        ended = run("check", "--mark", cwd=site)
    assert ended.returncode == 1
    assert "this file cannot be written: File too large" in ended.stderr
    assert file.read_text(encoding="utf-8") == SITE["content/about.zh.md"]
    assert not list(file.parent.glob(".*"))


def test_a_read_only_file_is_not_marked(tmp_path: Path) -> None:
    site = make_site(tmp_path, SITE)
    file = site / "content/about.zh.md"
    file.chmod(0o444)
    assert (
        "is not marked: its file is a link or read-only" in run("check", "--mark", cwd=site).stderr
    )
    assert file.read_text(encoding="utf-8") == SITE["content/about.zh.md"]


def test_a_mark_is_not_written_through_a_link_that_waits_for_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    site = make_site(tmp_path, SITE)
    other = site / "notes.txt"
    other.write_text("mine", encoding="utf-8")
    monkeypatch.setattr("time.monotonic_ns", lambda: 7)
    waiting = [
        site / f"content/.{name}.new" for name in (f"{os.getpid()}.7", f"about.zh.md.{os.getpid()}")
    ]
    for link in waiting:
        link.symlink_to(other)
    ended = run("check", "--mark", cwd=site)
    assert "this file cannot be written: File exists" in ended.stderr
    assert other.read_text(encoding="utf-8") == "mine"
    assert all(link.is_symlink() for link in waiting)


def test_a_name_that_no_file_can_have_is_no_page(tmp_path: Path) -> None:
    ended = run("check", "--mark", "a" * 5000, cwd=make_site(tmp_path, SITE))
    assert ended.stderr.startswith("--mark: error: there is no page `aaa")


def test_a_file_with_a_long_name_is_marked(tmp_path: Path) -> None:
    name = "a" * 245
    files = SITE | {f"content/{name}.md": "A\n", f"content/{name}.zh.md": "一\n"}
    site = make_site(tmp_path, files)
    run("check", "--mark", f"{name}.zh.md", cwd=site)
    assert "original_hash" in (site / f"content/{name}.zh.md").read_text(encoding="utf-8")


def test_a_file_that_differs_only_in_case_from_a_generated_one_of_a_language_is_an_error(
    tmp_path: Path,
) -> None:
    files = SITE | {"static/zh/News.xml": "A", "static/de/news.xml": "B"}
    (found,) = [line for line in problems_of(tmp_path, files) if "News.xml" in line]
    assert found == (
        "static/zh/News.xml: error: `/zh/News.xml` and `/zh/news.xml` (from acadfolio itself) "
        "differ only in upper and lower case (some file systems cannot store both: rename this one)"
    )


@pytest.mark.slow
def test_the_list_of_papers_is_divided_in_each_folder_and_not_missed_at_the_top(
    tmp_path: Path,
) -> None:
    papers = "".join(
        f"- {{title: Paper {year}, authors: [Emmy Noether], year: {year}}}\n"
        for year in range(1908, 1935)
    )
    settings = SITE["data/site.yml"].replace("[en, zh, de]", "{en: /en/, zh: /zh/, de: /de/}")
    files = {
        "data/site.yml": f"{settings}publications: {{per_page: 10}}\n",
        "data/publications.yml": papers,
        "content/about.md": "Hello. [rings](rings.md)\n",
    }
    outputs = rendered(tmp_path, files)
    assert {"en/publications/1917-1908/index.html", "de/publications/1917-1908/index.html"} <= set(
        outputs
    )


def test_a_language_whose_folder_differs_only_in_case_from_another_file_is_an_error(
    tmp_path: Path,
) -> None:
    files = {"data/site.yml": "title: A\nlanguages: [en, zh]\n", "static/ZH/index.html": "A"}
    assert any(
        "`/zh/` is the URL of a page in 中文" in line for line in problems_of(tmp_path, files)
    )


@pytest.mark.slow
@pytest.mark.parametrize("kind", [[], ["--empty"], ["--starter", "mathematician"]])
def test_a_new_site_can_have_several_languages(kind: list[str], tmp_path: Path) -> None:
    ended = run("new", *kind, "--languages", "en,zh,pt-BR", str(tmp_path / "site"), cwd=tmp_path)
    assert not ended.returncode
    site = tmp_path / "site"
    settings = (site / "data/site.yml").read_text(encoding="utf-8")
    assert "languages: [en, zh, pt-BR]" in settings
    assert not re.search("^language:", settings, re.MULTILINE)
    home = (site / "content/about.md").read_bytes()
    assert (site / "content/about.zh.md").read_bytes() == home
    built = run("build", cwd=site)
    assert not built.returncode, built.stderr
    assert (site / "output/pt-br/index.html").is_file()


@every_case("starter", ["arabic-french", "three-languages"])
def test_a_starter_in_several_languages_gets_no_others(starter: str, tmp_path: Path) -> None:
    site = str(tmp_path / "site")
    ended = run("new", "--starter", starter, "--languages", "en,zh", site, cwd=tmp_path)
    assert ended.returncode == 1
    assert "--languages: error: this example site is in several languages" in ended.stderr
    assert not (tmp_path / "site").exists()


@every_case("tags", ["en", "en,en", "en,english", "en,", ""])
def test_wrong_languages_of_a_new_site_are_refused(tags: str, tmp_path: Path) -> None:
    ended = run("new", "--languages", tags, str(tmp_path / "site"), cwd=tmp_path)
    assert ended.returncode == 2
    assert "en,zh" in ended.stderr
    assert not (tmp_path / "site").exists()
