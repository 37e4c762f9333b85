"""`acadfolio import` of sites in several languages: translations are translations, and old URLs lead somewhere."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import pytest
import yaml

from acadfolio.build import build, prepare
from acadfolio.cli import main
from acadfolio.commands.console import DONE
from cases import every_case
from crawling import dead_links, pages_in, versions_of, wrong_versions
from old_sites import PIXEL, import_site
from test_import import old_site

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser

URL = "https://noether.example.org"
CONFIG = f"title: Emmy Noether\nurl: {URL}\n"
PROFILE = "author: {name: Emmy Noether}\n"


Files = Mapping[str, str | bytes]


def page(text: str, **keys: str) -> str:
    """A page with front matter."""
    lines = "".join(f"{key}: {value}\n" for key, value in keys.items())
    return f"---\n{lines}---\n{text}\n"


class Moved:
    """An old site, imported and built."""

    def __init__(self, folder: Path, files: Files, capsys: pytest.CaptureFixture[str]) -> None:
        self.old, self.site = old_site(folder / "old", files), folder / "site"
        import_site(self.old, self.site)
        self.said = capsys.readouterr().err.replace(f"{self.old}/", "")
        prepared = prepare(self.site)
        self.outputs = {output.path: output.content for output in prepared.outputs()}
        self.problems = [str(problem) for problem in prepared.problems.of_build]
        self.pages = pages_in(self.outputs)

    @property
    def settings(self) -> dict[str, object]:
        found: dict[str, object] = yaml.safe_load((self.site / "data/site.yml").read_text("utf-8"))
        return found

    @property
    def contents(self) -> set[str]:
        """The files in content/."""
        folder = self.site / "content"
        return {path.relative_to(folder).as_posix() for path in folder.rglob("*.md")}

    def content(self, file: str) -> str:
        return (self.site / "content" / file).read_text("utf-8")

    def leads_to(self, old: str) -> str:
        """The path of the page at an old URL, or of the page to which it redirects."""
        path = old.lstrip("/")
        path = f"{path}index.html" if not path or path.endswith("/") else path
        html = self.pages[path]
        if 'http-equiv="refresh"' not in html:
            return path
        target = html.partition('rel="canonical" href="')[2].partition('"')[0]
        return self.leads_to(target.removeprefix(URL))

    def check(self) -> None:
        """No link is dead, and each translation names the others."""
        assert dead_links(self.outputs) == []
        assert wrong_versions(self.outputs, URL) == []


IN_A_FOLDER: Files = {
    "_config.yml": CONFIG + "theme: minimal-mistakes-jekyll\nlocale: en\n",
    "_pages/about.md": page(
        "I study rings. [中文](/zh/) [Rings](/rings/)",
        permalink="/", title="About", lang="en", ref="home",
    ),
    "_pages/rings.md": page("Rings.", permalink="/rings/", title="Rings", lang="en", ref="rings"),
    "_pages/groups.md": page("Groups.", permalink="/groups/", title="Groups", lang="en"),
    "_pages/zh/about.md": page(
        "我研究环。 [English](/) [环](/zh/huan/) [Rings]({{ site.baseurl }}/rings/) [群](/groups/)",
        permalink="/zh/", title="关于我", lang="zh", ref="home",
    ),
    "_pages/zh/huan.md": page("环。", permalink="/zh/huan/", title="环", lang="zh", ref="rings"),
    "_pages/zh/shi.md": page("诗。", permalink="/zh/shi/", title="诗", lang="zh"),
    "_data/navigation.yml": (
        "main:\n- {title: Rings, url: /rings/}\n- {title: Groups, url: /groups/}\n"
        "- {title: University, url: 'https://example.org/en/'}\n"
        "main_zh:\n- {title: 环, url: /zh/huan/}\n- {title: 群, url: /groups/}\n"
        "- {title: 大学, url: 'https://example.org/zh/'}\n"
    ),
}  # fmt: skip
"""Minimal-mistakes with `lang` and `ref`."""

IN_TWO_FOLDERS: Files = {
    "_config.yml": CONFIG,
    "index.html": '---\n---\n<meta http-equiv="refresh" content="0; url=/en/">\n',
    "en/index.md": page("Rings. [中文](/zh/) [CV](/en/cv.html)", title="Home"),
    "en/cv.md": page("A life.", title="CV"),
    "zh/index.md": page(
        "环。 [English](/en/) [简历](/zh/cv.html) ![我](/images/me.png)", title="首页"
    ),
    "zh/cv.md": page("一生。", title="简历"),
    "talks.md": page("Talks.", permalink="/talks-list/", title="All talks"),
    "images/me.png": PIXEL,
}
"""Both languages in folders, and a page that sends visitors there."""

WITH_ENDS: Files = {
    "_config.yml": CONFIG + PROFILE,
    "_pages/about.md": page(
        "{% include_relative includes/intro.md %}\n\n[中文](/about-zh/)", permalink="/"
    ),
    "_pages/about-zh.md": page(
        "{% include_relative includes/intro-zh.md %}\n\n[English](/)",
        permalink="/about-zh/", title="主页",
    ),
    "_pages/includes/intro.md": "I study rings.\n",
    "_pages/includes/intro-zh.md": "我研究环。\n",
}  # fmt: skip
"""AcadHomepage with about-zh.md."""

POLYGLOT: Files = {
    "_config.yml": CONFIG + (
        "plugins: [jekyll-polyglot]\nlanguages: [en-us, pt-br]\ndefault_lang: en-us\nlang_from_path: true\n"
        "exclude_from_localization: [assets]\npermalink: /blog/:year/:title/\n"
        "collections:\n  news: {output: true}\n  projects: {output: true, permalink: '/:collection/:title/'}\n"
    ),
    "_pages/en-us/about.md": page("Hello.", layout="page", permalink="/", title="about", page_id="about"),
    "_pages/pt-br/about.md": page("Olá.", layout="page", permalink="/", title="sobre", page_id="about"),
    "_pages/en-us/rings.md": page(
        "Rings.", permalink="/rings/", title="rings", nav="true", nav_order="1", page_id="rings"
    ),
    "_pages/pt-br/rings.md": page(
        "Anéis.", permalink="/rings/", title="anéis", nav="true", nav_order="1", page_id="rings"
    ),
    "_pages/en-us/groups.md": page("Groups.", permalink="/groups/", title="groups", nav="true", nav_order="2"),
    "_posts/en-us/1921-03-01-ideals.md": page("Ideals.", title="Ideals"),
    "_posts/pt-br/1921-03-01-ideals.md": page("Ideais.", title="Ideais"),
    "_posts/pt-br/1922-03-01-link.md": page(
        "[Ideais]({% post_url 1921-03-01-ideals %}) [Alone]({% post_url 1923-01-01-alone %})", title="Ver"
    ),
    "_posts/en-us/1923-01-01-alone.md": page("Alone.", title="Alone"),
    "_pages/en-us/news.md": page("{% include news.liquid %}", permalink="/news/", title="news"),
    "_pages/pt-br/news.md": page("{% include news.liquid %}", permalink="/news/", title="notícias"),
    "_news/en-us/a.md": page("A prize.", date="1932-11-08"),
    "_news/pt-br/a.md": page("Um prêmio.", date="1932-11-08"),
    "_projects/en-us/algebra.md": page("Every ring.", title="Algebra", importance="1"),
    "_projects/pt-br/algebra.md": page("Cada anel.", title="Álgebra", importance="1"),
}  # fmt: skip
"""The fork of al-folio in several languages."""

ALL: dict[str, Files] = {
    "a folder": IN_A_FOLDER,
    "two folders": IN_TWO_FOLDERS,
    "ends": WITH_ENDS,
    "polyglot": POLYGLOT,
}


@every_case("kind", ALL)
def test_nothing_is_dead_and_every_translation_names_the_others(
    kind: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    moved = Moved(tmp_path, ALL[kind], capsys)
    moved.check()
    assert [line for line in moved.problems if "untranslated" not in line] == []


def test_pages_with_a_key_in_common_are_translations(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    moved = Moved(tmp_path, IN_A_FOLDER, capsys)
    assert moved.settings["languages"] == ["en", "zh"]
    assert "language" not in moved.settings
    assert moved.contents == {
        "_pages/about.md", "_pages/about.zh.md", "_pages/rings.md", "_pages/rings.zh.md",
        "_pages/groups.md", "_pages/shi.zh.md",
    }  # fmt: skip
    assert versions_of(moved.pages["rings/index.html"])["zh"] == f"{URL}/zh/huan/"
    for url in ("/", "/rings/", "/groups/", "/zh/", "/zh/huan/", "/zh/shi/"):
        assert "refresh" not in moved.pages[moved.leads_to(url)]
        assert moved.leads_to(url) == f"{url[1:]}index.html"
    assert "lang:" not in moved.content("_pages/about.zh.md")
    assert "1 page in 中文 (_pages/zh/shi.md): no other page is the original" in moved.said


def test_links_of_a_translation_lead_where_they_did(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    chinese = Moved(tmp_path, IN_A_FOLDER, capsys).pages["zh/index.html"]
    assert '<a href="../index.html" hreflang="en">English</a>' in chinese
    assert '<a href="../zh/huan/index.html">环</a>' in chinese
    assert '<a href="../rings/index.html" hreflang="en">Rings</a>' in chinese
    assert '<a href="../groups/index.html" hreflang="en">群</a>' in chinese


def test_menus_of_languages_become_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    moved = Moved(tmp_path, IN_A_FOLDER, capsys)
    assert moved.settings["navigation"] == [
        {"title": {"en": "Rings", "zh": "环"}, "url": "/rings/"},
        {"title": {"en": "Groups", "zh": "群"}, "url": "/groups/"},
        {
            "title": {"en": "University", "zh": "大学"},
            "url": {"en": "https://example.org/en/", "zh": "https://example.org/zh/"},
        },
    ]
    assert '<a href="huan/index.html">环</a>' in moved.pages["zh/index.html"]


@every_case(
    "menus",
    [
        "en: [{title: CV, url: /en/cv.html}]\nzh: [{title: 简历, url: /zh/cv.html}]\n",
        "main: [{title: CV, url: /en/cv.html}]\ncn:\n  main: [{title: 简历, url: /zh/cv.html}]\n",
    ],
)
def test_menus_may_have_the_names_of_languages(
    menus: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    moved = Moved(tmp_path, {**IN_TWO_FOLDERS, "_data/navigation.yml": menus}, capsys)
    assert moved.settings["navigation"] == [
        {"title": {"en": "CV", "zh": "简历"}, "url": "/cv.html"}
    ]
    assert '<a href="cv.html"' in moved.pages["zh/index.html"]


@every_case(
    "menus",
    [
        {
            "_data/navigation.yml": "main: [{title: 简历, url: /zh/cv.html}]\n",
            "_data/navigation_en.yml": "main: [{title: CV, url: /en/cv.html}]\n",
        },
        {
            "_data/en/navigation.yml": "- {title: CV, url: /en/cv.html}\n",
            "_data/zh/navigation.yml": "- {title: 简历, url: /zh/cv.html}\n",
        },
        {
            "_data/navigation.en.yml": "main: [{title: CV, url: /en/cv.html}]\n",
            "_data/navigation.zh.yml": "main: [{title: 简历, url: /zh/cv.html}]\n",
        },
        {
            "_i18n/en.yml": "words: [Yes]\nmain: [{title: CV, url: /en/cv.html}]\n",
            "_i18n/zh.yml": "words: [是]\nmain: [{title: 简历, url: /zh/cv.html}]\n",
        },
    ],
)
def test_menus_may_be_in_files_of_their_own(
    menus: Files, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    moved = Moved(tmp_path, {**IN_TWO_FOLDERS, **menus}, capsys)
    assert moved.settings["navigation"] == [
        {"title": {"en": "CV", "zh": "简历"}, "url": "/cv.html"}
    ]


def test_other_texts_in_languages_are_no_menus(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files: Files = {
        **IN_TWO_FOLDERS,
        "_data/navigation.yml": "main: [{title: CV, url: /en/cv.html}]\n",
        "_i18n/zh.yml": "words: [{title: 是}]\n",
    }
    moved = Moved(tmp_path, files, capsys)
    assert moved.settings["navigation"] == [{"title": "CV", "url": "/cv.html"}]


def test_the_first_language_may_be_chinese(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = {
        "_config.yml": CONFIG,
        "index.md": page(
            "我研究交换环、理想与群的表示，也研究不变量和守恒律。 [English](/index-en.html)",
            title="诺特",
        ),
        "index-en.md": page("I study rings. [中文](/)", title="Noether"),
        "_pages/cv.md": page("一生。", permalink="/cv/", title="简历"),
        "_pages/cv-en.md": page("A life.", permalink="/cv-en/", title="CV"),
    }
    moved = Moved(tmp_path, files, capsys)
    assert moved.settings["languages"] == ["zh", "en"]
    assert moved.leads_to("/cv-en/") == "en/cv/index.html"
    assert moved.leads_to("/index-en.html") == "en/index.html"
    assert '<a href="../index.html" hreflang="zh">中文</a>' in moved.pages["en/index.html"]
    moved.check()


def test_an_item_that_one_menu_lacks_is_reported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    menus = "main: [{title: CV, url: /en/cv.html}]\nmain_zh:\n- {title: 简历, url: /zh/cv.html}\n- {title: 博客, url: 'https://example.org/'}\n"
    moved = Moved(tmp_path, {**IN_TWO_FOLDERS, "_data/navigation.yml": menus}, capsys)
    assert "the menu in 中文 has items that the other one lacks: 博客" in moved.said


def test_languages_in_folders_keep_them(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    moved = Moved(tmp_path, IN_TWO_FOLDERS, capsys)
    assert moved.settings["languages"] == {"en": "/en/", "zh": "/zh/"}
    assert {"index.md", "index.zh.md", "cv.md", "cv.zh.md"} <= moved.contents
    assert not (moved.site / "content/index.html").exists()
    assert moved.leads_to("/") == "en/index.html"
    for url in ("/en/", "/zh/", "/en/cv.html", "/zh/cv.html"):
        assert "refresh" not in moved.pages[moved.leads_to(url)], url
    assert moved.leads_to("/talks-list/") == "en/talks-list/index.html"
    assert '<a href="../en/index.html" hreflang="en">English</a>' in moved.pages["zh/index.html"]


def test_a_page_outside_of_the_folder_of_its_language_keeps_its_url(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files: Files = {
        **IN_TWO_FOLDERS,
        "_posts/1921-03-01-ring-zh.md": page("环的理想。", title="环"),
    }
    moved = Moved(tmp_path, files, capsys)
    new = moved.pages[moved.leads_to("/1921/03/01/ring-zh.html")]
    assert "环的理想。" in new
    assert "lang: zh" in moved.content("_posts/1921-03-01-ring-zh.md")
    assert "1 page in 中文 (_posts/1921-03-01-ring-zh.md): no other page" in moved.said
    moved.check()


def test_the_new_url_of_the_feed_is_reported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    settings = {"_config.yml": CONFIG + "plugins: [jekyll-feed]\n"}
    said = Moved(tmp_path / "a", {**IN_TWO_FOLDERS, **settings}, capsys).said
    assert "_config.yml:3:10: warning: `/feed.xml` is `/en/feed.xml` now" in said
    said = Moved(tmp_path / "b", {**WITH_ENDS, **settings}, capsys).said
    assert "feed.xml" not in said


def test_the_command_and_its_report_say_what_was_joined(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    old, site = old_site(tmp_path / "old", IN_A_FOLDER), tmp_path / "site"
    assert main(["import", str(old), "--site", str(site)]) == DONE
    said = capsys.readouterr().out
    assert "  3 pages in English → the originals, at /\n" in said
    line = "2 translations at /zh/, such as _pages/about.zh.md"
    assert f"  3 pages in 中文 → {line}\n" in said
    report = (site / "import-report.html").read_text("utf-8")
    assert line in report
    assert "_pages/zh/shi.md): no other page is the original" in report


def test_a_page_at_the_top_with_a_text_stays_there(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files: Files = {
        **IN_TWO_FOLDERS,
        "index.html": "---\ntitle: Noether\n---\n<p>Welcome to both.</p>\n",
    }
    moved = Moved(tmp_path, files, capsys)
    assert "Welcome to both." in moved.pages["index.html"]
    assert "Rings." in moved.pages[moved.leads_to("/en/")]
    assert "环。" in moved.pages[moved.leads_to("/zh/")]


def test_the_end_of_a_name_is_a_language(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    moved = Moved(tmp_path, WITH_ENDS, capsys)
    assert moved.settings["languages"] == ["en", "zh"]
    assert moved.leads_to("/about-zh/") == "zh/index.html"
    assert "我研究环。" in moved.pages["zh/index.html"]
    assert '<a href="../index.html" hreflang="en">English</a>' in moved.pages["zh/index.html"]
    assert '<a href="zh/index.html" hreflang="zh">中文</a>' in moved.pages["index.html"]


def test_a_page_in_another_folder_includes_what_it_did(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = {
        "_config.yml": CONFIG + PROFILE,
        "_pages/about.md": page("{% include_relative includes/intro.md %}", permalink="/"),
        "_pages/zh/about.md": page("{% include_relative includes/intro.md %}", permalink="/zh/"),
        "_pages/includes/intro.md": "I study rings.\n",
        "_pages/zh/includes/intro.md": "我研究环。\n",
    }
    moved = Moved(tmp_path, files, capsys)
    assert "我研究环。" in moved.pages["zh/index.html"]
    assert "I study rings." in moved.pages["index.html"]


def test_a_folder_and_the_end_of_a_name_may_be_the_same_language(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = {
        "_config.yml": CONFIG,
        "_pages/about.md": page("Rings.", permalink="/", title="Noether"),
        "_pages/zh/about_zh.md": page("环。", permalink="/zh/about_zh/", title="诺特", lang="zh"),
    }
    moved = Moved(tmp_path, files, capsys)
    assert moved.contents == {"_pages/about.md", "_pages/about.zh.md"}
    assert moved.leads_to("/zh/about_zh/") == "zh/about_zh/index.html"
    moved.check()


def test_two_pages_in_the_first_language_stay_two(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = {
        "_config.yml": CONFIG,
        "index.md": page("Rings.", title="Noether"),
        "index.en.md": page("Rings again.", title="Noether", lang="en"),
        "index.zh.md": page("环。", title="诺特", lang="zh"),
    }
    moved = Moved(tmp_path, files, capsys)
    assert "Rings." in moved.pages["index.html"]
    assert "Rings again." in moved.pages[moved.leads_to("/index.en.html")]
    assert "环。" in moved.pages[moved.leads_to("/index.zh.html")]
    moved.check()


def test_own_lists_have_what_is_not_translated(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    loop = (
        "{% for post in site.posts %}[{{ post.title }}]({{ post.url | relative_url }}) {% endfor %}"
    )
    files = {
        **POLYGLOT,
        "_pages/en-us/blog.md": page(loop, permalink="/blog/", title="blog"),
        "_pages/pt-br/blog.md": page(loop, permalink="/blog/", title="textos"),
    }
    moved = Moved(tmp_path, files, capsys)
    blog = moved.pages["pt-br/blog/index.html"]
    assert '<a href="1921/ideals/index.html">Ideais</a>' in blog
    assert '<a href="../../blog/1923/alone/index.html" hreflang="en-US">Alone</a>' in blog
    assert "Ideals" not in blog
    moved.check()


def test_own_lists_find_posts_by_their_language(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    loop = "{% assign own = site.posts | where: 'lang', page.lang %}{% for post in own %}{{ post.title }} {% endfor %}"
    files = {
        "_config.yml": CONFIG,
        "_pages/blog.md": page(loop, permalink="/blog/", title="Blog", lang="en", ref="blog"),
        "_pages/zh-blog.md": page(loop, permalink="/zh/blog/", title="博客", lang="zh", ref="blog"),
        "_posts/1921-03-01-ideals.md": page("Ideals.", title="Ideals", lang="en", ref="ideals"),
        "_posts/1922-03-01-alone.md": page("Alone.", title="Alone", lang="en"),
        "_posts/1921-03-02-li.md": page("理想。", title="理想", lang="zh", ref="ideals"),
    }
    moved = Moved(tmp_path, files, capsys)
    assert "Alone Ideals" in moved.pages["blog/index.html"]
    chinese = moved.pages["zh/blog/index.html"]
    assert "理想" in chinese
    assert "Alone" not in chinese


@every_case("plugin", ["jekyll-polyglot", "jekyll-multiple-languages-plugin"])
def test_a_plugin_without_translations_has_its_urls(
    plugin: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = {
        "_config.yml": CONFIG
        + f"plugins: [{plugin}]\nlanguages: [en, es]\ncollections: {{projects: {{output: true}}}}\n",
        "index.md": page("Rings.", title="Noether"),
        "_pages/cv.md": page("A life.", permalink="/cv/", title="CV"),
        "_projects/algebra.md": page("Every ring.", title="Rings"),
    }
    moved = Moved(tmp_path, files, capsys)
    assert "languages" not in moved.settings
    assert moved.leads_to("/es/") == "index.html"
    assert moved.leads_to("/es/cv/") == "cv/index.html"
    assert moved.leads_to("/es/projects/algebra.html") == "projects/rings/index.html"
    assert main(["import", str(moved.old), "--site", str(tmp_path / "again")]) == DONE
    line = "no page in Español → the URLs at /es/ lead to the originals"
    assert line in capsys.readouterr().out


def test_polyglot_has_its_folders_and_what_is_not_translated_redirects(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    moved = Moved(tmp_path, POLYGLOT, capsys)
    assert moved.settings["languages"] == ["en-US", "pt-BR"]
    assert "Olá." in moved.pages["pt-br/index.html"]
    assert "Anéis." in moved.pages["pt-br/rings/index.html"]
    assert "Ideais." in moved.pages[moved.leads_to("/pt-br/blog/1921/ideals/")]
    assert moved.leads_to("/pt-br/groups/") == "groups/index.html"
    links = moved.pages["pt-br/blog/1922/link/index.html"]
    assert '<a href="../../1921/ideals/index.html">Ideais</a>' in links
    assert '<a href="../../../../blog/1923/alone/index.html" hreflang="en-US">Alone</a>' in links
    assert moved.settings["navigation"] == [
        {"title": {"en-US": "rings", "pt-BR": "anéis"}, "url": "/rings/"},
        {"title": "groups", "url": "/groups/"},
    ]


def test_entries_in_several_languages_are_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    moved = Moved(tmp_path, POLYGLOT, capsys)
    news = yaml.safe_load((moved.site / "data/news.yml").read_text("utf-8"))
    assert [each["text"] for each in news] == [{"en-US": "A prize.", "pt-BR": "Um prêmio."}]
    (project,) = yaml.safe_load((moved.site / "data/projects.yml").read_text("utf-8"))
    assert project["title"] == {"en-US": "Algebra", "pt-BR": "Álgebra"}
    assert moved.leads_to("/projects/algebra/") == "projects/algebra/index.html"
    assert moved.leads_to("/pt-br/projects/algebra/") == "pt-br/projects/algebra/index.html"


CV = "- title: {0}\n  type: map\n  contents: [{{name: {1}, value: Erlangen}}]\n"

DATA_OF_LANGUAGES: Files = {
    **POLYGLOT,
    "_pages/en-us/cv.md": page("", layout="cv", permalink="/life/", title="cv"),
    "_pages/pt-br/cv.md": page("", layout="cv", permalink="/life/", title="cv"),
    "_pages/en-us/words.md": page(
        "{{ site.data[site.active_lang].strings.kinds.fun }}!", permalink="/words/", title="words"
    ),
    "_pages/pt-br/words.md": page(
        "{{ site.data[site.active_lang].strings.kinds.fun }}!", permalink="/words/", title="palavras"
    ),
    "_data/en-us/cv.yml": CV.format("General", "Born in"),
    "_data/pt-br/cv.yml": CV.format("Geral", "Nascida em"),
    "_data/en-us/strings.yml": "kinds: {fun: Joy}\n",
    "_data/pt-br/strings.yml": "kinds: {fun: Alegria}\n",
    "_data/en-us/unread.yml": "words: [nobody, reads, them]\n",
}  # fmt: skip
"""The fork of al-folio with data in folders of languages."""


def test_pages_read_the_data_of_their_language(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    moved = Moved(tmp_path, DATA_OF_LANGUAGES, capsys)
    assert "Joy!" in moved.pages["words/index.html"]
    assert "Alegria!" in moved.pages["pt-br/words/index.html"]
    assert "Born in" in moved.pages["life/index.html"]
    assert "Nascida em" in moved.pages["pt-br/life/index.html"]
    assert not [line for line in moved.problems if "Liquid" in line]
    assert "nobody" not in str(moved.settings)
    moved.check()


def test_pages_of_a_site_in_one_language_read_its_data_too(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = {path: text for path, text in DATA_OF_LANGUAGES.items() if "pt-br" not in path}
    moved = Moved(tmp_path, files, capsys)
    assert "Joy!" in moved.pages["words/index.html"]
    assert "Born in" in moved.pages["life/index.html"]


def test_the_profile_has_the_texts_of_each_home_page(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = {
        **POLYGLOT,
        "_config.yml": f"first_name: Emmy\nlast_name: Noether\n{POLYGLOT['_config.yml']!s}".replace(
            "[en-us, pt-br]", "[en-us, pt-br, fr-ca]"
        ),
        "_pages/en-us/about.md": page(
            "Hello.", layout="about", permalink="/", title="about",
            profile="{more_info: <p>Office 5</p>}",
        ),
        "_pages/pt-br/about.md": page(
            "Olá.", layout="about", permalink="/", title="sobre",
            profile="{more_info: <p>Sala 5</p>}",
        ),
        "_data/en-us/strings.yml": "site_description: A homepage.\n",
        "_data/pt-br/strings.yml": "site_description: Um site.\n",
        "_data/socials.yml": "cv_pdf: /assets/[LANG]/cv.pdf\n",
        "_bibliography/papers.bib": "",
        "assets/en-us/cv.pdf": "%PDF-1.4",
    }  # fmt: skip
    moved = Moved(tmp_path, files, capsys)
    profile = yaml.safe_load((moved.site / "data/profile.yml").read_text("utf-8"))
    assert profile["bio"] == {"en-US": "Office 5", "pt-BR": "Sala 5"}
    assert moved.settings["description"] == {"en-US": "A homepage.", "pt-BR": "Um site."}
    assert profile["links"] == {"CV": "/assets/en-us/cv.pdf"}
    assert "_data/socials.yml:1:9: warning: `/assets/[LANG]/cv.pdf` leads to" in moved.said
    moved.check()
    assert main(["import", str(moved.old), "--site", str(tmp_path / "again")]) == DONE
    line = "no page in Français (fr-ca) → the URLs at /fr-ca/ lead to the originals"
    assert line in capsys.readouterr().out


def test_what_is_the_same_in_all_languages_is_written_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    home = {"layout": "about", "permalink": "/", "profile": "{more_info: <p>Erlangen</p>}"}
    files = {
        **POLYGLOT,
        "_config.yml": f"first_name: Emmy\nlast_name: Noether\n{POLYGLOT['_config.yml']!s}",
        "_pages/en-us/about.md": page("Hello.", title="about", **home),
        "_pages/pt-br/about.md": page("Olá.", title="sobre", **home),
        "_bibliography/papers.bib": "",
    }
    moved = Moved(tmp_path, files, capsys)
    profile = yaml.safe_load((moved.site / "data/profile.yml").read_text("utf-8"))
    assert profile["bio"] == "Erlangen"


def test_what_polyglot_showed_without_a_translation_redirects(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    settings = str(POLYGLOT["_config.yml"])
    settings = settings.replace("[en-us, pt-br]", "[en-us, pt-br, fr-ca]")
    settings = settings.replace(", permalink: '/:collection/:title/'", "")
    files = {
        **POLYGLOT,
        "_config.yml": settings,
        "_pages/en-us/cv.md": page("A life.", permalink="/cv/", title="cv"),
        "_pages/en-us/posts.md": page("All posts.", permalink="/posts/", title="posts"),
        "_projects/en-us/groups.md": page("Groups.", title="Groups", importance="2"),
    }
    moved = Moved(tmp_path, files, capsys)
    for url in ("/fr-ca/", "/fr-ca/cv/", "/fr-ca/blog/1921/ideals/"):
        assert moved.leads_to(url) == f"{url.removeprefix('/fr-ca/')}index.html"
    assert moved.leads_to("/pt-br/cv/") == "cv/index.html"
    assert moved.leads_to("/pt-br/posts/") == "posts/index.html"
    for start in ("/", "/pt-br/", "/fr-ca/"):
        for middle in ("", "en-us/"):
            url = f"{start}projects/{middle}groups/"
            assert moved.leads_to(url).endswith("projects/groups/index.html"), url
    for url in ("/pt-br/projects/pt-br/algebra/", "/projects/en-us/algebra/", "/news/a/"):
        assert moved.leads_to(url)
    moved.check()


def test_lists_that_are_made_in_every_language_do_not_redirect(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    removed = ("_projects/", "_news/", "_pages/en-us/news", "_pages/pt-br/news")
    files = {path: text for path, text in POLYGLOT.items() if not path.startswith(removed)}
    files |= {
        "_pages/en-us/posts.md": page("My posts.", permalink="/posts/", title="posts"),
        "_pages/en-us/tags.md": page("My tags.", permalink="/tags/", title="tags"),
        "_posts/pt-br/1921-03-01-ideals.md": page("Ideais.", title="Ideais", tags="[anéis]"),
    }
    moved = Moved(tmp_path, files, capsys)
    for url in ("/pt-br/posts/", "/pt-br/tags/"):
        assert moved.leads_to(url) == f"{url[1:]}index.html"


def test_people_in_two_languages_have_their_texts(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    people = {
        "layout": "profiles", "permalink": "/people/", "title": "people",
        "profiles": "[{content: artin.md}]",
    }  # fmt: skip
    excluded = "exclude: [_pages/en-us/artin.md, _pages/pt-br/artin.md]\n"
    files = {
        **POLYGLOT,
        "_config.yml": str(POLYGLOT["_config.yml"]) + excluded,
        "_pages/en-us/people.md": page("", **people),
        "_pages/en-us/artin.md": "Artin studies numbers.\n",
        "_pages/pt-br/people.md": page("", **people),
        "_pages/pt-br/artin.md": "Artin estuda números.\n",
    }
    moved = Moved(tmp_path, files, capsys)
    assert "Artin studies numbers." in moved.pages["people/index.html"]
    assert "Artin estuda números." in moved.pages["pt-br/people/index.html"]
    assert not [path for path in moved.pages if "artin" in path]


MULTIPLE_LANGUAGES: Files = {
    "_config.yml": CONFIG + (
        "lang: de\nplugins: [jekyll-multiple-languages-plugin]\nlanguages: [en, zh]\n"
        "permalink: /blog/:year/:title/\n"
        "collections:\n  news: {output: true}\n  projects: {output: true}\n"
    ),
    "_pages/about.md": page(
        "{% translate_file pages/about.md %}\n\nOn: {% t titles.rings %}.\n\n{% include born.html %}",
        permalink="/", title="titles.about",
    ),
    "_pages/rings.md": page(
        "{% for item in site.projects %}{% t item.title %}{% endfor %} {% t page.title %}",
        permalink="/rings/", permalink_zh="/huan/", title_en="Rings", title_zh="环",
    ),
    "_pages/groups.md": page("Groups.", permalink="/groups/", title="Groups"),
    "_pages/card.html": page(
        "<div>\n  <p>{{ site.translations[site.lang].titles.about }}</p>\n"
        "  {% tf pages/about.md %}</div>",
        permalink="/card/", title="Card",
    ),
    "_pages/news.md": page("{% include news.liquid %}", permalink="/news/", title="titles.news"),
    "_includes/born.html": "<p>{% t born %} 1882</p>\n",
    "_news/prize.md": page("{% tf news/prize.md %}", date="1932-11-08"),
    "_projects/algebra.md": page("Every ring.", title="titles.rings"),
    "_projects/groups.md": page("Every group.", title="Groups"),
    "_i18n/en.yml": "titles: {about: About me, rings: Rings, news: News}\nborn: Born in\n",
    "_i18n/zh.yml": "titles: {about: 关于我, rings: 环, news: 新闻}\nborn: 生于\n",
    "_i18n/en/pages/about.md": "I study *rings*.\n",
    "_i18n/zh/pages/about.md": "我研究*环*。\n",
    "_i18n/en/news/prize.md": "A prize.\n",
    "_i18n/zh/news/prize.md": "获奖。\n",
    "_i18n/en/_posts/1921-03-01-ideals.md": page("Ideals.", title="Ideals"),
    "_i18n/zh/_posts/1921-03-01-ideals.md": page("理想。", title="理想"),
    "_i18n/en/_posts/1922-03-01-alone.md": page("Alone.", title="Alone"),
}  # fmt: skip
"""A site of jekyll-multiple-languages-plugin."""


def test_pages_have_the_texts_of_their_language(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    moved = Moved(tmp_path, MULTIPLE_LANGUAGES, capsys)
    assert moved.settings["languages"] == ["en", "zh"]
    english, chinese = moved.pages["index.html"], moved.pages["zh/index.html"]
    for text in ("I study <em>rings</em>.", "On: Rings.", "Born in 1882"):
        assert text in english
    for text in ("我研究<em>环</em>。", "On: 环.", "生于 1882"):
        assert text in chinese
    assert "<title>新闻" in moved.pages["zh/news/index.html"]
    assert "我研究<em>环</em>。" in moved.pages["zh/card/index.html"]
    assert "<p>关于我</p>" in moved.pages["zh/card/index.html"]
    assert "<title>环" in moved.pages["zh/huan/index.html"]
    assert "环Groups 环" in moved.pages["zh/huan/index.html"]
    assert "title_" not in moved.content("_pages/rings.zh.md")
    assert "Liquid" not in "".join(moved.problems)
    moved.check()


def test_entries_and_posts_have_the_texts_of_their_language(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    moved = Moved(tmp_path, MULTIPLE_LANGUAGES, capsys)
    (news,) = yaml.safe_load((moved.site / "data/news.yml").read_text("utf-8"))
    assert news["text"] == {"en": "A prize.", "zh": "获奖。"}
    projects = yaml.safe_load((moved.site / "data/projects.yml").read_text("utf-8"))
    assert [each["title"] for each in projects] == [{"en": "Rings", "zh": "环"}, "Groups"]
    assert "Ideals." in moved.pages["blog/1921/ideals/index.html"]
    assert "理想。" in moved.pages["zh/blog/1921/ideals/index.html"]


def test_urls_that_the_plugin_made_in_every_language_stay(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    moved = Moved(tmp_path, MULTIPLE_LANGUAGES, capsys)
    for url in ("/", "/rings/", "/card/", "/news/", "/zh/", "/zh/huan/", "/zh/card/", "/zh/news/"):
        assert moved.leads_to(url) == f"{url[1:]}index.html"
    assert moved.leads_to("/zh/groups/") == "groups/index.html"
    for name in ("projects/algebra/", "projects/groups/", "news/prize/"):
        assert moved.leads_to(f"/{name}")
        assert moved.leads_to(f"/zh/{name}")


def test_what_has_no_text_is_reported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files = {
        **MULTIPLE_LANGUAGES,
        "_config.yml": str(MULTIPLE_LANGUAGES["_config.yml"]).replace("[en, zh]", "[en, zh, 简]"),
        "_pages/lost.md": page(
            "{% t titles.lost %} {% tf pages/lost.md %} {% tf ../../_config.yml %}",
            permalink="/lost/", title="Lost",
        ),
        "_i18n/zh/pages/unread.md": "无人问津的诗歌。\n",
    }  # fmt: skip
    moved = Moved(tmp_path, files, capsys)
    assert "`简` is not a language tag: the pages in this language are not imported" in moved.said
    assert "_pages/lost.md: warning: `{% t titles.lost %}` has no text in _i18n/" in moved.said
    assert "there is no file `_i18n/en/pages/lost.md`" in moved.said
    assert "noether.example.org" not in moved.content("_pages/lost.md")
    assert main(["import", str(moved.old), "--site", str(tmp_path / "again")]) == DONE
    assert "无人问津的诗歌" in (tmp_path / "again/import-report.html").read_text("utf-8")


@every_case(
    ("files", "language"),
    [
        ({"_pages/about.md": page("Hello.", permalink="/", lang="en")}, None),
        ({"_pages/about.md": page("环。", permalink="/", lang="zh")}, None),
        ({"_config.yml": CONFIG + "locale: zh-CN\n", "_pages/about.md": page("环。", permalink="/", lang="zh")}, "zh-CN"),
        ({"_pages/about.md": page("Hi.", permalink="/"), "_pages/it.md": page("Computers.", permalink="/it/")}, None),
    ],
)  # fmt: skip
def test_a_site_in_one_language_stays_so(
    files: dict[str, str], language: str | None, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    moved = Moved(tmp_path, {"_config.yml": CONFIG} | files, capsys)
    assert "languages" not in moved.settings
    assert moved.settings.get("language") == language
    assert moved.contents == {path for path in files if path.endswith(".md")}


def test_news_that_only_one_page_lists_stay_two(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = {path: text for path, text in POLYGLOT.items() if path != "_pages/pt-br/news.md"}
    news = Moved(tmp_path, files, capsys).pages["news/index.html"]
    assert "A prize." in news
    assert "Um prêmio." in news


def test_pages_without_an_original_keep_their_language_and_are_reported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = {
        "_config.yml": CONFIG,
        "_pages/about.md": page("Hello.", permalink="/"),
        "_pages/gedichte.md": page("Verse.", permalink="/gedichte/", lang="de", title="Gedichte"),
    }
    moved = Moved(tmp_path, files, capsys)
    assert "languages" not in moved.settings
    assert "lang: de" in moved.content("_pages/gedichte.md")
    assert "1 page in Deutsch (_pages/gedichte.md): the originals are not known" in moved.said


@pytest.mark.browser
@every_case("kind", ALL)
def test_a_visitor_changes_the_language_on_a_phone_and_on_a_desk(
    kind: str, browser: Browser, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    moved = Moved(tmp_path, ALL[kind], capsys)
    build(moved.site, tmp_path / "output")
    for width in (390, 1280):
        with browser.new_context(viewport={"width": width, "height": 800}) as context:
            window = context.new_page()
            window.goto((tmp_path / "output/index.html").as_uri())
            window.locator("nav").first.wait_for()
            if window.locator(".greedy-nav__more summary").is_visible():
                window.locator(".greedy-nav__more summary").click()
            window.locator("nav a[hreflang]:visible").last.click()
            window.wait_for_load_state()
            assert window.evaluate("document.documentElement.lang") in {"zh", "pt-BR"}
            assert window.evaluate("document.documentElement.scrollWidth") <= width
