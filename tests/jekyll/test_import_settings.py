"""`acadfolio import`: the settings, the menu and the profile of an old site are imported or reported."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

import pytest
import yaml

from acadfolio.build import prepare
from acadfolio.cli import main
from acadfolio.commands.console import DONE
from acadfolio.source.yaml import Scalar, Sequence
from acadfolio.source.yaml_writer import value_of
from acadfolio_jekyll.importer.text import without_liquid
from cases import every_case
from old_sites import ACADEMICPAGES
from sites import content_of
from test_import import Run, page
from timing import timed

if TYPE_CHECKING:
    from pathlib import Path

NAME = "title: Emmy Noether\n"
GISCUS = {
    "provider": "giscus",
    "repo": "noether/site",
    "repo_id": "R_1",
    "category": "Rings",
    "category_id": "DIC_1",
}

OF_MINIMAL_MISTAKES = """\
repository: noether/site
comments:
  provider: giscus
  giscus:
    repo_id: R_1
    category_name: Rings
    category_id: DIC_1
    discussion_term: pathname
    theme: light
"""
OF_AL_FOLIO = """\
disqus_shortname: al-folio
giscus: {repo: noether/site, repo_id: R_1, category: Rings, category_id: DIC_1, mapping: pathname}
"""


def settings(run: Run) -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load(run.text("site"))
    return found


def profile(run: Run) -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load(run.text("profile"))
    return found


# What is said of the site


@every_case(
    ("files", "look"),
    [
        ({}, None),
        ({"_config.yml": NAME + "collections: {news: {output: true}}\n"}, None),
        ({"_config.yml": NAME + "collections: {talks: {output: true}}\n"}, "academicpages"),
        ({"_layouts/single.html": "{{ content }}"}, "academicpages"),
        ({"_config.yml": "first_name: Emmy\nlast_name: Noether\n"}, "academicpages"),
    ],
)
def test_the_look_is_that_of_the_old_theme_also_without_entries(
    files: dict[str, str], look: str | None, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run = Run(
        tmp_path,
        {"_config.yml": NAME, "_pages/about.md": page("Rings.", permalink="/"), **files},
        capsys,
    )
    assert settings(run).get("look") == look


def test_news_on_a_page_of_their_own_are_not_on_the_home_page_too(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = {
        "_config.yml": NAME + "collections: {news: {output: true}, talks: {output: true}}\n",
        "_news/a.md": "---\ndate: 1918-07-16\n---\nA theorem.\n",
        "_pages/about.md": page("Rings.", permalink="/"),
    }
    loop = "{% for item in site.news %}{{ item.excerpt }}{% endfor %}"
    for name, news, count in (
        ("a", {"_pages/news.md": page(loop, permalink="/news/")}, 0),
        ("b", {"_pages/about.md": page(loop, permalink="/")}, 1),
        ("c", {}, 1),  # Else no page would have them.
    ):
        run = Run(tmp_path / name, files | news, capsys)
        assert main(["build", "--site", str(run.site)]) == DONE
        assert (run.site / "output/index.html").read_text(encoding="utf-8").count(
            "A theorem."
        ) == count


@every_case(
    ("style", "setting"), [("%Y.%m.%d", {"news": {"date_style": "2024.06.14"}}), ("%Y.%m", {})]
)
def test_the_days_of_news_stay_shown(
    style: str, setting: dict[str, object], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = {
        "_config.yml": "title: Emmy Noether\ncollections: {news: {output: true}}\n",
        "_news/a.md": "---\ndate: 1918-07-16\n---\nA theorem.\n",
        "index.md": f"---\n---\n{{% for item in site.news %}}- {{{{ item.date | date: '{style}' }}}}\n{{% endfor %}}\n",
    }
    run = Run(tmp_path, files, capsys)
    assert settings(run) == {"title": "Emmy Noether", **setting}


@every_case(
    ("said", "kept"),
    [
        ("feed: {excerpt_only: true}", "summaries"),
        ("feed: {excerpt_only: false}", None),
        ("atom_feed: {hide: true}", "hidden"),
        ("atom_feed: {hide: # false}\n}", None),
    ],
)
def test_a_feed_without_texts_or_links_stays_one(
    said: str, kept: str | None, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run = Run(tmp_path, {"_config.yml": f"{NAME}{said}\n"}, capsys)
    assert settings(run).get("posts_feed") == kept


def test_what_the_themes_ask_of_a_site_has_its_place_here(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    config = f"""{NAME}repository: "noether/noether.github.io"
google_scholar_stats_use_cdn : true
google_analytics_id      : G-ABCDEF1234
google_site_verification : gsv123
bing_site_verification   : bing123
baidu_site_verification  : codeva-abc
locale: zh-CN
"""
    run = Run(tmp_path, {"_config.yml": config}, capsys)
    assert (run.status, run.reported) == (DONE, [])
    assert (
        run.text("site").split("\n", 1)[1]
        == """\
title: Emmy Noether
language: zh-CN
verification:
  google: gsv123
  bing: bing123
  baidu: codeva-abc
analytics:
  provider: google
  id: G-ABCDEF1234
liquid:
  repository: noether/noether.github.io
  google_scholar_stats_use_cdn: true
"""
    )
    assert prepare(run.site).problems.found == []


def test_a_site_of_academicpages_or_al_folio_is_counted_as_before(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for number, (config, expected) in enumerate(
        [
            ('analytics: {provider: google-analytics-4, google: {tracking_id: "G-AB1"}}', "G-AB1"),
            ('analytics: {provider: "false", google: {tracking_id: "G-AB1"}}', None),
            ("google_analytics: G-AB2\nenable_google_analytics: true", "G-AB2"),
            ("google_analytics: G-AB2\nenable_google_analytics: false", None),
            ("google_analytics_id: # none", None),
            ("analytics:\n  provider: google-universal\n  google:\n    tracking_id: # none", None),
        ]
    ):
        run = Run(tmp_path / str(number), {"_config.yml": f"{NAME}{config}\n"}, capsys)
        assert run.reported == []
        assert settings(run).get("analytics") == (
            expected and {"provider": "google", "id": expected}
        )


def test_what_cannot_be_imported_is_reported_with_its_place(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    config = f"{NAME}google_analytics_id: UA-123-1\nlocale: klingon language\n"
    run = Run(tmp_path, {"_config.yml": config}, capsys)
    assert settings(run) == {"title": "Emmy Noether"}
    assert [line.partition(" (")[0] for line in run.reported] == [
        "_config.yml:2:22: warning: `google_analytics_id` lacks an `id` of google: skipped",
        "_config.yml:3:9: warning: `locale: klingon language` is not a language tag: skipped",
    ]
    run = Run(tmp_path / "c", {"_config.yml": f"{NAME}url: http://127.0.0.1:4000\n"}, capsys)
    assert "url" not in settings(run)
    assert ["leads to your own computer: skipped" in line for line in run.reported] == [True]
    run = Run(tmp_path / "b", {"_config.yml": f"{NAME}analytics: {{provider: custom}}\n"}, capsys)
    assert ["analytics by `custom` are not imported: skipped" in line for line in run.reported] == [
        True
    ]


@every_case(
    ("config", "expected"),
    [
        (OF_MINIMAL_MISTAKES, GISCUS),
        (OF_AL_FOLIO, GISCUS),
        (  # Chirpy
            'comments: {provider: utterances, utterances: {repo: "https://github.com/noether/site", label: talk}}\n',
            {"provider": "utterances", "repo": "noether/site", "label": "talk"},
        ),
        ("giscus: {repo: alshedivat/al-folio, repo_id: R, category: C, category_id: D}\n", None),
        ("giscus: {repo: , repo_id: , category: Comments, category_id: }\n", None),
        ("comments: {provider: utterances}\n", None),
        ("comments: {provider: , disqus: {shortname: }}\nstaticman: {branch: master}\n", None),
        ("comments: {provider: false}\ndisqus: {shortname: noether}\n", None),
        ("comments: true\n", None),
        ('disqus: ""\ndisqus_shortname: false\n', None),
    ],
)
def test_comments_stay_where_they_are_kept(
    config: str, expected: dict[str, str] | None, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run = Run(tmp_path, {"_config.yml": NAME + config}, capsys)
    assert (run.status, run.reported) == (DONE, [])
    assert settings(run).get("comments") == expected
    assert prepare(run.site).problems.found == []


@every_case(
    ("config", "reported"),
    [
        (
            "comments:\n  provider: disqus\n  disqus: {shortname: noether}\n",
            "3:13: comments by `disqus` are not supported",
        ),
        ("comments: {provider: staticman}\n", "2:22: comments by `staticman` are not supported"),
        (
            "comments: {provider: facebook, facebook: {appid: 1}}\n",
            "2:22: comments by `facebook` are not supported",
        ),
        ("comments: discourse\n", "2:11: comments by `discourse` are not supported"),
        (
            "comments: true\ndisqus:\n  shortname: noether\n",
            "4:3: comments by `disqus` are not supported",
        ),
        (
            "giscus:\n  repo: noether/site\n",
            "3:3: the setting of `giscus` comments lacks `repo_id`, `category` and `category_id`, which giscus needs",
        ),
    ],
)
def test_comments_that_have_no_place_here_are_reported(
    config: str, reported: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run = Run(tmp_path, {"_config.yml": NAME + config}, capsys)
    assert [line.partition(" (")[0] for line in run.reported] == [
        f"_config.yml:{reported.replace(': ', ': warning: ', 1)}: skipped"
    ]
    assert "comments" not in settings(run)


def test_comments_that_were_found_by_another_word_are_imported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run = Run(
        tmp_path, {"_config.yml": f"{NAME}utterances: {{repo: a/b, issue_term: title}}\n"}, capsys
    )
    assert settings(run)["comments"] == {"provider": "utterances", "repo": "a/b"}


def test_what_the_pages_read_is_there_for_them(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    config = f"""{NAME}collections: {{talks: {{output: true}}}}
room: "3.14"
tall: 3.50
is_open: no
hours: {{mo: [9, "12"], tu: {{from: 9, to: }}, we: [[1, 2], {{a: b}}]}}
motto: |
  Ideals
  and rings
hollow:
unread: 1
author:
  name: Emmy Noether
  github: noether
  wechat: emmy1
  fax: 123
"""
    home = page(
        "{{ site.room }}/{{ site.tall | times: 2 }}/{{ site.hours.mo[1] }}/{{ site.hours.we[0][1] }}"
        "/{{ site.hours.we[1].a }}/{{ site.hours.tu.from }}/{{ site.motto | strip | newline_to_br | strip_newlines }}"
        "/{{ site.author.wechat }}/{{ site.author.github }}{{ site.hollow | append: '' }}"
        "{% if site.is_open or site.hollow or site.hours.tu.to %}!{% endif %}\n\n"
        "{% raw %}{{ site.unread }}{% endraw %} {{ site.collections | size }}\n",
        permalink="/",
    )
    run = Run(tmp_path, {"_config.yml": config, "_pages/about.md": home}, capsys)
    said = yaml.safe_load(run.text("site"))["liquid"]
    assert said == {
        "hollow": None,
        "hours": {"mo": [9, "12"], "tu": {"from": 9, "to": None}, "we": [[1, 2], {"a": "b"}]},
        "is_open": False,
        "motto": "Ideals\nand rings\n",
        "room": "3.14",
        "tall": 3.5,
        "author": {"wechat": "emmy1"},
    }
    pytest.importorskip("liquid")
    prepared = prepare(run.site)
    made = {output.path: output.content for output in prepared.outputs()}
    assert prepared.problems.found == []
    shown = content_of(made["index.html"].decode())
    assert "3.14/7.0/12/2/b/9/Ideals<br />and rings/emmy1/noether\n" in shown.replace("</p>", "\n")


def test_a_domain_of_githubs_is_the_url_of_the_site(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for number, (url, expected) in enumerate(
        [
            ("", "https://noether.example.org"),
            ("url: https://a.example\n", "https://a.example"),
            ('url: ""\n', None),
        ]
    ):
        there = {} if expected is None else {"CNAME": "noether.example.org\n"}
        run = Run(tmp_path / str(number), {"_config.yml": f"{NAME}{url}", **there}, capsys)
        assert settings(run).get("url") == expected


@every_case(
    ("line", "math"),
    [
        ("""inlineMath: [['$','$'], ["\\\\(","\\\\)"]],""", "dollar"),
        ("""inlineMath: [ ["\\\\(","\\\\)"], [ "$", "$" ] ],""", "dollar"),
        ("""inlineMath: [["\\\\(","\\\\)"]], displayMath: [['$','$']]""", None),
        ("""delimiters: [{left: '$$', right: '$$'}, {left: '$', right: '$'}]""", "dollar"),
        ("""delimiters: [{left: '$$', right: '$$'}]""", None),
    ],
)
def test_dollars_are_formulas_if_the_old_theme_uses_them(
    line: str, math: str | None, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    script = f"<script>MathJax.Hub.Config({{tex2jax: {{\n  {line}\n}}}});</script>\n"
    run = Run(tmp_path, {"_config.yml": NAME, "_includes/head/custom.html": script}, capsys)
    assert settings(run).get("math") == math


@every_case(
    ("text", "math"),
    [
        ("The ring $x^2$.\n", "dollar"),
        ("`$x^2$` costs $5 to $10.\n", None),
        ("{% raw %}$x^2${% endraw %}\n", None),
    ],
)
def test_dollars_are_maths_where_pages_rely_on_it(
    text: str, math: str | None, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run = Run(tmp_path, {"_config.yml": NAME, "_pages/about.md": page(text, permalink="/")}, capsys)
    assert settings(run).get("math") == math


# The menu


MENU = """\
main:
  - {title: CV, url: /files/cv.pdf}
  - {title: Papers, url: files/papers.pdf}
  - {title: English, url: "/en/#news"}
  - {title: Index, url: /en/index.html}
  - {title: Vita, url: /vita/}
  - {title: Old, url: /old.html}
  - {title: Secret, url: /_includes/a.html}
  - {title: None, url: /none/#news}
  - title: More
    url: /vita/
    children:
      - {title: A, url: /en/?a=1#b}
      - {title: Lost, url: /lost/}
      - {title: B, url: "https://b.example"}
  - title: Lost ones
    children:
      - {title: Lost too, url: /lost/}
  - title: A script
    url: javascript:void(0)
  - title: Soon
"""


def test_items_of_the_menu_stay_and_those_without_a_page_are_reported_by_the_build(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = {
        "_config.yml": NAME,
        "_data/navigation.yml": MENU,
        "_includes/a.html": "",
        "_pages/en.md": page(
            "# News\n", permalink="/en/", redirect_from="/old.html", title="English"
        ),
        "_pages/about.md": page("# News\n", permalink="/", title="Emmy"),
        "vita.md": page("Text\n", title="Vita", permalink="/vita/"),
        "files/cv.pdf": "%PDF",
        "files/papers.pdf": "%PDF",
    }
    run = Run(tmp_path, files, capsys)
    assert settings(run)["navigation"] == [
        {"title": "CV", "url": "/files/cv.pdf"},
        {"title": "Papers", "url": "files/papers.pdf"},
        {"title": "English", "url": "/en/#news"},
        {"title": "Index", "url": "/en/index.html"},
        {"title": "Vita", "url": "/vita/"},
        {"title": "Old", "url": "/old.html"},
        {"title": "Secret", "url": "/_includes/a.html"},
        {"title": "None", "url": "/none/#news"},
        {
            "title": "More",
            "items": [
                {"title": "More", "url": "/vita/"},
                {"title": "A", "url": "/en/?a=1#b"},
                {"title": "Lost", "url": "/lost/"},
                {"title": "B", "url": "https://b.example"},
            ],
        },
        {"title": "Lost ones", "items": [{"title": "Lost too", "url": "/lost/"}]},
        {"title": "Soon", "url": "/"},
    ]
    assert run.reported == []
    assert main(["build", "--site", str(run.site)]) == DONE
    reported = capsys.readouterr().err.splitlines()
    assert [line.partition(" (")[0].partition("there is no ")[2] for line in reported] == [
        f"file or page `{url}`" for url in ("/_includes/a.html", "/none/#news", "/lost/", "/lost/")
    ]


def test_an_item_of_the_menu_without_a_title_is_reported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    items = "main:\n  - {title_de: Ringe, url_de: /ringe/}\n  - {title: Blog, url: /blog/}\n"
    run = Run(tmp_path, {"_config.yml": NAME, "_data/navigation.yml": items}, capsys)
    assert settings(run)["navigation"] == [{"title": "Blog", "url": "/blog/"}]
    [warning] = run.reported
    assert (
        "_data/navigation.yml:2:5: warning: this item of the menu has no `title`: skipped"
        in warning
    )


def test_an_item_of_the_menu_stays_on_the_page_of_its_own(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    items = "main:\n  - {title: Walks, url: /portfolio/}\n  - {title: Blog, url: /year-archive/}\n"
    files = {
        "_config.yml": NAME,
        "_data/navigation.yml": items,
        "_pages/walks.md": page("Walks\n", permalink="/portfolio/", title="Walks"),
        "_portfolio/a.md": page("Text\n", title="A"),
        "_posts/1930-05-04-a.md": page("Text\n", title="A"),
    }
    run = Run(tmp_path, files, capsys)
    assert settings(run)["navigation"] == [
        {"title": "Walks", "url": "/portfolio/"},
        {"title": "Blog", "url": "/posts/"},
    ]


AL_FOLIO_HOME = """\
---
layout: about
title: about
permalink: /
subtitle: Reader at <a href="https://example.org/goe">Göttingen</a>
profile:
  align: right
  image: emmy.jpg
  more_info: >
    <p>Institute of Mathematics</p>
    <p>Göttingen</p>
---
Hello.
"""


def test_the_author_the_menu_and_the_papers_of_al_folio_come_over(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = {
        "_config.yml": (
            "title: blank\nfirst_name: Emmy\nlast_name: Noether\ngithub_username: other\ngitlab_username: emmy\n"
        ),
        "_data/socials.yml": (
            "email: emmy@example.org\ncv_pdf: /assets/pdf/cv.pdf\nscholar_userid: abcDEF123AAJ\nx_username: emmy\n"
            "github_username: noether\nresearch_gate_profile: Emmy-Noether\nrss_icon: true\ncircle_id: 12\n"
        ),
        "_data/coauthors.yml": "",
        "_data/other.yml": "",
        "_bibliography/papers.bib": "",
        "_pages/about.md": AL_FOLIO_HOME,
        "_pages/b.md": page("B\n", permalink="/b/", title="second", nav="true", nav_order="2"),
        "_pages/a.md": page("A\n", permalink="/a/", title="first", nav="true", nav_order="1"),
        "_pages/c.md": page("C\n", permalink="/c/", title="hidden", nav="false"),
        "_pages/d.md": page(
            "", title="more", nav="true", nav_order="9",
            children="[{title: hidden, permalink: /c/}, {title: divider}, {title: lost, permalink: /lost/}]",
        ),
        "assets/img/emmy.jpg": "",
    }  # fmt: skip
    run = Run(tmp_path, files, capsys)
    profile = yaml.load(run.text("profile"), Loader=yaml.BaseLoader)  # noqa: S506
    assert profile == {
        "name": "Emmy Noether",
        "avatar": "assets/img/emmy.jpg",
        "bio": "Institute of Mathematics<br>Göttingen",
        "email": "emmy@example.org",
        "links": {
            "CV": "/assets/pdf/cv.pdf",
            "googlescholar": "abcDEF123AAJ",
            "twitter": "emmy",
            "github": "noether",
            "researchgate": "Emmy-Noether",
            "gitlab": "emmy",
        },
    }
    assert settings(run)["navigation"] == [
        {"title": "about", "url": "/"},
        {"title": "first", "url": "/a/"},
        {"title": "second", "url": "/b/"},
        {
            "title": "more",
            "items": [{"title": "hidden", "url": "/c/"}, {"title": "lost", "url": "/lost/"}],
        },
    ]
    assert [line.partition(" (")[0] for line in run.reported] == [
        "_data/socials.yml:8:12: warning: `circle_id: 12` is not a known network: skipped"
    ]
    assert {"data/papers.bib", "data/coauthors.yml"} <= run.copied


@every_case(
    ("line", "search"),
    [
        ("search_enabled: true", True),
        ("search_enabled: false", None),
        ("search: true", True),
        ("a: b", None),
    ],
)
def test_a_site_with_a_search_keeps_it(
    line: str, search: bool | None, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert (
        settings(Run(tmp_path, {"_config.yml": f"{NAME}{line}\n"}, capsys)).get("search") is search
    )


@every_case(
    ("icon", "name", "content"),
    [
        ("⚛️", "favicon.svg", ">⚛️</text>"),
        ("<b", "favicon.svg", ">&lt;b</text>"),
        ("ring.png", "favicon.png", "a ring"),
    ],
)
def test_the_icon_of_al_folio_is_that_of_the_new_site(
    icon: str, name: str, content: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = {"_config.yml": f"{NAME}icon: {icon}\n", "assets/img/ring.png": "a ring"}
    run = Run(tmp_path, files, capsys)
    assert run.reported == []
    assert content in (run.site / "static" / name).read_text(encoding="utf-8")
    assert (run.site / "static/assets/img/ring.png").is_file()
    assert main(["build", "--site", str(run.site)]) == DONE
    assert f'<link rel="icon" href="{name}' in (run.site / "output/index.html").read_text(
        encoding="utf-8"
    )


def test_the_colours_of_the_theme_and_its_breadcrumbs_stay(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run = Run(tmp_path, {"_config.yml": f'{NAME}site_theme: "mint"\nbreadcrumbs: true\n'}, capsys)
    assert (settings(run)["skin"], settings(run)["breadcrumbs"]) == ("mint", True)
    assert run.reported == []
    assert main(["build", "--strict", "--site", str(run.site)]) == DONE, capsys.readouterr().err
    run = Run(
        tmp_path / "b", {"_config.yml": f"{NAME}site_theme: default\nbreadcrumbs: false\n"}, capsys
    )
    assert settings(run).keys() == {"title"}
    run = Run(tmp_path / "c", {"_config.yml": f"{NAME}site_theme: sea\n"}, capsys)
    assert ["there is no skin `sea`: skipped" in line for line in run.reported] == [True]


def test_comments_in_the_old_settings_are_no_lost_text(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run = Run(tmp_path, {"_config.yml": f"{NAME}talkmap_link : false #change to true\n"}, capsys)
    assert run.reported == []


def test_names_of_values_in_the_old_settings_are_no_error(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    config = 'title: &title "Emmy Noether"\ntwitter:\n  username: &twitter\n'
    run = Run(tmp_path, {"_config.yml": config}, capsys)
    assert run.reported == []
    assert settings(run) == {"title": "Emmy Noether"}


# The person


def test_the_sidebar_is_that_of_the_old_theme(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    config = f"""{NAME}description: Rings
author:
  name: Emmy Noether
  bio: "Rings *&* ideals <br/> and <b>more</b>"
  youtube: emmy
  fan_page: https://fans.example
"""
    run = Run(tmp_path, {"_config.yml": config}, capsys)
    assert profile(run) == {
        "name": "Emmy Noether",
        "description": "Rings",
        "bio": "Rings \\*&\\* ideals<br>and **more**",
        "links": {
            "youtube": "https://www.youtube.com/user/emmy",
            "Fan page": "https://fans.example",
        },
    }
    config = config.replace("emmy", "'@emmy'") + "collections: {talks: {output: true}}\n"
    run = Run(tmp_path / "b", {**ACADEMICPAGES, "_config.yml": config}, capsys)
    assert profile(run)["links"]["youtube"] == "@emmy"
    assert "description" not in profile(run)


def test_a_sidebar_of_ones_own_without_the_description_has_none(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    config = f"{NAME}description: Rings\nauthor: {{name: Emmy Noether}}\n"
    for number, sidebar in enumerate(
        ("{{ author.name }}", "{{ author.name }} {{ site.description }}")
    ):
        files = {"_config.yml": config, "_includes/author-profile.html": sidebar}
        assert ("description" in profile(Run(tmp_path / str(number), files, capsys))) == bool(
            number
        )


def test_a_page_with_the_profile_of_another_author_has_his_name_and_the_rest_is_reported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = {
        "_config.yml": f"{NAME}author: {{name: Emmy Noether}}\n",
        "_data/authors.yml": "zh: {name: 诺特, bio: 环与理想}\n",
        "_pages/zh.md": page("她证明了两个定理。", permalink="/zh/", author="zh"),
        "_pages/by.md": page("By a guest.", permalink="/by/", author="Emil Artin"),
    }
    run = Run(tmp_path, files, capsys)
    message = "the sidebar has your profile here, not that of `zh` in _data/authors.yml"
    hint = "write what visitors need of it into the text of the page"
    assert run.reported == [f"_pages/zh.md:3:1: warning: {message} ({hint})"]
    assert "author: 诺特\n" in (run.site / "content/_pages/zh.md").read_text(encoding="utf-8")
    assert "author: Emil Artin\n" in (run.site / "content/_pages/by.md").read_text(encoding="utf-8")


@every_case(
    ("line", "reported"),
    [
        (
            "email: li AT x.edu",
            (
                "_config.yml:4:10: warning: `email: li AT x.edu` is not an e-mail address: skipped "
                "(write `email: you@example.org` into data/profile.yml)"
            ),
        ),
        (
            'pubmed: "12345"',
            (
                "_config.yml:4:11: warning: `pubmed: 12345` is not a URL: skipped "
                "(add it below `links:` of data/profile.yml, with its full URL)"
            ),
        ),
        (
            "wechat: emmy",
            (
                "_config.yml:4:11: warning: `wechat: emmy` is not a known network: skipped "
                "(add it below `links:` of data/profile.yml, with its full URL)"
            ),
        ),
    ],
)
def test_an_unsupported_author_setting_is_reported_with_its_new_place(
    line: str, reported: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run = Run(tmp_path, {"_config.yml": f"{NAME}author:\n  name: Emmy\n  {line}\n"}, capsys)
    assert run.reported == [reported]


def test_a_site_without_a_title_has_that_of_its_folder(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = {"_config.yml": "theme: jekyll-theme-cayman\n", "index.md": page("Rings.\n")}
    run = Run(tmp_path, files, capsys)
    assert settings(run) == {"title": "old"}
    assert main(["build", "--site", str(run.site)]) == DONE, capsys.readouterr().err


THEMES_OF_AUTHORS = {
    "minima": "email: emmy@example.org\ngithub_username: noether\nauthor: {name: Emmy Noether}\n",
    "minima 3": "author: {name: Emmy Noether, email: emmy@example.org}\n"
    'minima: {social_links: [{platform: github, user_url: "https://github.com/noether"}]}\n',
    "beautiful-jekyll": "author: Emmy Noether\n"
    "social-network-links: {rss: true, email: emmy@example.org, github: noether}\n",
    "minimal-mistakes": "author: {name: Emmy Noether, email: emmy@example.org}\n"
    'footer: {links: [{label: Twitter}, {label: GitHub, url: "https://github.com/noether"}]}\n',
    "minimal-mistakes 3": "owner: {name: Emmy Noether, email: emmy@example.org, github: noether}\n",
    "so-simple": "author: {name: Emmy Noether, email: emmy@example.org, "
    'links: [{title: GitHub, url: "https://github.com/noether"}]}\n',
    "Chirpy": 'social: {name: Emmy Noether, email: emmy@example.org, links: ["https://github.com/noether"]}\n',
}


@every_case("config", THEMES_OF_AUTHORS.values())
def test_the_author_of_other_themes_is_the_profile(
    config: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run = Run(
        tmp_path, {"_config.yml": f"title: Rings\n{config}", "index.md": page("Hello.\n")}, capsys
    )
    name_in_network = profile(run)["links"].pop("github").removeprefix("https://github.com/")
    found = (name_in_network, profile(run)["name"], profile(run)["email"])
    assert found == ("noether", "Emmy Noether", "emmy@example.org")
    assert list(profile(run)["links"]) == ["github"]
    assert run.reported == []


def test_the_bio_of_minimal_mistakes_is_markdown(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    config = f'{NAME}author: {{bio: "**Rings**"}}\n'
    assert profile(Run(tmp_path / "a", {"_config.yml": config}, capsys))["bio"] == r"\*\*Rings\*\*"
    config += "minimal_mistakes_skin: default\n"
    assert profile(Run(tmp_path / "b", {"_config.yml": config}, capsys))["bio"] == "**Rings**"


ABOUT = {"title": "About", "url": "/about/"}


@every_case(
    ("files", "menu"),
    [
        ({"_config.yml": f"{NAME}navbar-links: {{About: about/}}\n"}, [ABOUT]),
        ({"_config.yml": f"{NAME}menu: [{{title: About, url: /about/}}]\n"}, [ABOUT]),
        (
            {
                "_config.yml": f"{NAME}navbar-links: {{More: [{{About: about/}}, {{Rings: https://rings.example}}]}}\n"
            },
            [
                {
                    "title": "More",
                    "items": [ABOUT, {"title": "Rings", "url": "https://rings.example"}],
                }
            ],
        ),
        (
            {
                "_config.yml": f"{NAME}navbar-links: {{About: about/, Old: [], In: [{{Deeper: [{{A: a/}}]}}]}}\n"
            },
            [ABOUT],
        ),
        (
            {"_config.yml": f'{NAME}navbar-links: {{About: about/, Bad: "http://[rings"}}\n'},
            [ABOUT, {"title": "Bad", "url": "http://[rings"}],
        ),
        ({"_config.yml": f"{NAME}header_pages: [about.md, missing.md]\n"}, [ABOUT]),
        ({"_config.yml": f"{NAME}header_pages: [missing.md]\n"}, None),
        (
            {"_config.yml": NAME, "_data/navigation.yml": "- {title: About, url: /about/}\n"},
            [ABOUT],
        ),
    ],
)
def test_the_menu_of_other_themes_is_the_menu(
    files: dict[str, str],
    menu: list[Any] | None,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    about = page("Hello.\n", title="About", permalink="/about/", nav="true")
    run = Run(tmp_path, {"about.md": about, **files}, capsys)
    assert settings(run).get("navigation") == menu


@every_case(
    ("config", "header", "menu"),
    [
        ("", "", ["About", "Books"]),
        ("blog_name: Rings\n", "", ["About", "Books"]),
        (
            "blog_name: Rings\n",
            "{% if site.blog_name %}<li>blog</li>{% endif %}",
            ["About", "blog", "Books"],
        ),
        ("blog_nav_title: Notes\n", "{% if site.blog_nav_title %}", ["About", "blog", "Books"]),
        ("", "{% if site.blog_name %}<li>blog</li>{% endif %}", ["About", "Books"]),
    ],
)
def test_the_menu_of_al_folio_begins_with_the_home_page_and_a_blog_that_its_header_shows(
    config: str, header: str, menu: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = {
        "_config.yml": f"first_name: Emmy\nlast_name: Noether\n{config}",
        "_includes/header.html": header,
        "_pages/about.md": page("Hello.\n", title="About", permalink="/", layout="about"),
        "_pages/books.md": page("Books.\n", title="Books", permalink="/books/", nav="true"),
        "blog/index.html": page("<p>Posts</p>\n", title="blog", layout="default"),
    }
    run = Run(tmp_path, files, capsys)
    assert [item["title"] for item in settings(run)["navigation"]] == menu


@every_case("theme", ["theme: minima", "remote_theme: jekyll/minima"])
def test_the_menu_of_minima_has_the_pages_with_a_title(
    theme: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = {
        "_config.yml": f"{NAME}{theme}\n",
        "index.md": page("Hello.\n", layout="home"),
        "about.md": page("Hello.\n", title="About", permalink="/about/"),
        "privacy.md": page("Hello.\n", permalink="/privacy/"),
        "_posts/1921-01-01-rings.md": page("Hello.\n", title="Rings"),
    }
    assert settings(Run(tmp_path, files, capsys))["navigation"] == [ABOUT]


@every_case(
    "theme", ["theme: minimal-mistakes-jekyll", "remote_theme: mmistakes/minimal-mistakes@4.26"]
)
def test_the_home_page_of_minimal_mistakes_shows_its_title(
    theme: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    home = page("Hello.\n", title="Algebraist", header="{overlay_color: '#000'}")
    run = Run(tmp_path, {"_config.yml": f"{NAME}{theme}\n", "index.md": home}, capsys)
    assert main(["build", "--site", str(run.site)]) == DONE
    assert '<h1 class="page__title">Algebraist</h1>' in (run.site / "output/index.html").read_text(
        encoding="utf-8"
    )


def test_what_minimal_mistakes_has_over_an_image_is_above_the_text(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    header = "{overlay_color: '#333', actions: [{label: Lecture, url: /a.pdf}, {label: Evil, url: 'javascript:x()'}]}"
    research = page(
        "Of rings.\n",
        layout="collection",
        collection="research",
        header=header,
        excerpt="My theorems.",
    )
    files = {
        "_config.yml": f"{NAME}theme: minimal-mistakes-jekyll\ncollections: {{research: {{output: true}}}}\n",
        "research.md": research,
        "_research/a.md": page("Chains of ideals.\n", title="Rings"),
        "a.pdf": "%PDF",
    }
    run = Run(tmp_path, files, capsys)
    assert run.reported == []
    text = (run.site / "content/research.md").read_text(encoding="utf-8")
    assert (
        '<p>My theorems.</p>\n\n\n<p><a href="/a.pdf">Lecture</a> · Evil</p>\n\nOf rings.' in text
    )
    assert "actions" not in text
    assert main(["build", "--site", str(run.site)]) == DONE
    assert capsys.readouterr().err == ""
    html = (run.site / "output/research.html").read_text(encoding="utf-8")
    assert "Rings</a><br />Chains of ideals." in html


@every_case(
    ("is_on", "fields", "view"),
    [
        ("true", "preview = {a.svg}", "boxes"),
        ("true", "note = {A}", None),
        ("false", "preview = {a.svg}", None),
    ],
)
def test_papers_have_the_images_that_al_folio_showed(
    is_on: str, fields: str, view: str | None, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = {
        "_config.yml": f"{NAME}last_name: Noether\nenable_publication_thumbnails: {is_on}\n",
        "_bibliography/papers.bib": f"@book{{a, title={{Rings}}, author={{Noether, Emmy}}, year=1921, {fields}}}\n",
    }
    assert settings(Run(tmp_path, files, capsys)).get("publications", {}).get("view") == view


@pytest.mark.slow
@pytest.mark.parametrize(
    "tag", ["{{ a ", "{% a ", "{% raw %}", "{% comment %}", "{%  ", "{{ a" + " " * 20]
)
def test_thousands_of_open_tags_are_read_in_little_time(tag: str) -> None:
    _, seconds = timed(lambda: without_liquid(tag * 8000))
    assert seconds < 2


def test_texts_that_look_like_booleans_or_numbers_stay_texts(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shown = "{% for talk in site.talks %}{% if talk.flag == 'true' %}{{ talk.room }}{% endif %}{% endfor %}\n"
    files = {
        "_config.yml": f"{NAME}collections: {{talks: {{output: true}}}}\n",
        "_talks/a.md": page(title="A", room='"012"', flag='"true"'),
        "rooms.md": page(shown, title="Rooms"),
    }
    run = Run(tmp_path, files, capsys)
    assert main(["build", "--site", str(run.site)]) == DONE
    assert "012" in (run.site / "output/rooms.html").read_text(encoding="utf-8")


def test_a_data_file_may_have_many_rows() -> None:
    assert value_of(Sequence("", [Scalar("", "ring")] * 90_000)) == ["ring"] * 90_000


@every_case(
    "data",
    [
        "l: &l\n  - *l\n",
        "a: &a [x, x]\n"
        + "".join(
            f"{b}: &{b} [{', '.join([f'*{a}'] * 10)}]\n" for a, b in pairwise("abcdefghijkl")
        ),
    ],
)
def test_aliases_that_nobody_could_write_out_are_left_out(
    data: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = {
        "_config.yml": NAME + data,
        "_data/d.yml": data,
        "index.md": page("{{ site.data.d.l }}{{ site.l }}\n"),
    }
    run = Run(tmp_path, files, capsys)
    assert settings(run).get("liquid") in ({"l": None}, None)
    assert main(["build", "--site", str(run.site)]) == DONE
