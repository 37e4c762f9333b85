"""Other hosts: only those that site.yml names are asked, the build lists them all, and the preview asks none."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import pytest

from acadfolio.build import prepare
from acadfolio.cli import main
from acadfolio.problems import SiteError
from browser import chromium, watched
from cases import every_case
from sites import make_site, render_site

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Route

TITLE = "title: Emmy Noether\n"
GISCUS = f"{TITLE}comments: {{provider: giscus, repo: emmy/home, repo_id: R_1, category: General, category_id: DIC_1}}\n"
POST = {"content/posts/1921-02-03-ideals.md": "Text.\n"}
ANALYTICS = {
    "{provider: plausible, id: noether.example}": (
        "plausible.io",
        '<script src="https://plausible.io/js/script.js" data-domain="noether.example" async></script>',
    ),
    "{provider: goatcounter, id: emmy}": (
        "gc.zgo.at",
        '<script src="https://gc.zgo.at/count.js" data-goatcounter="https://emmy.goatcounter.com/count" async>',
    ),
    "{provider: goatcounter, server: 'https://stats.example/'}": (
        "stats.example",
        '<script src="https://stats.example/count.js" data-goatcounter="https://stats.example/count" async></script>',
    ),
    "{provider: umami, id: 94db1cb1-74f4, attributes: {data-do-not-track: 'true'}}": (
        "cloud.umami.is",
        'src="https://cloud.umami.is/script.js" data-website-id="94db1cb1-74f4" data-do-not-track="true" async>',
    ),
    "{provider: matomo, id: 3, server: 'https://matomo.example'}": (
        "matomo.example",
        '<script src="https://matomo.example/matomo.js" async></script>',
    ),
    "{provider: google, id: G-ABC123}": (
        "www.googletagmanager.com",
        '<script src="https://www.googletagmanager.com/gtag/js?id=G-ABC123" async></script>',
    ),
    "{provider: custom, script: 'https://count.example/c.js', attributes: {data-site: '7'}}": (
        "count.example",
        '<script src="https://count.example/c.js" data-site="7" async></script>',
    ),
}


def hosts_of(folder: Path, files: dict[str, str]) -> dict[str, int]:
    prepared = prepare(make_site(folder, files))
    list(prepared.outputs())
    return prepared.hosts


@every_case("settings", ANALYTICS)
def test_a_page_ends_with_what_counts_its_visitors(settings: str, tmp_path: Path) -> None:
    host, script = ANALYTICS[settings]
    site = {"data/site.yml": f"{TITLE}analytics: {settings}\n"}
    page = render_site(tmp_path, site)[0]["index.html"]
    assert script in page
    assert page.index(script) > page.index("assets/js/main.js")
    assert hosts_of(tmp_path, site) == {host: 1}


def test_a_page_can_turn_off_counting(tmp_path: Path) -> None:
    files = {"data/site.yml": f"{TITLE}analytics: {{provider: goatcounter, id: emmy}}\n"}
    page = {"content/quiet.md": "---\nanalytics: false\n---\nText\n"}
    outputs, problems = render_site(tmp_path, files | page)
    assert "zgo.at" in outputs["index.html"]
    assert "zgo.at" not in outputs["quiet/index.html"]
    assert problems == []


def test_the_preview_asks_no_other_host(tmp_path: Path) -> None:
    settings = f"{GISCUS}analytics: {{provider: matomo, id: 1, server: 'https://m.example'}}\n"
    settings += "visitor_map: {provider: m, image: 'https://map.example/a.png', script: 'https://map.example/a.js'}\n"
    files = {"data/site.yml": settings, **POST, "content/about.md": "{{ visitor_map() }}\n"}
    assert hosts_of(tmp_path, files).keys() == {"giscus.app", "m.example", "map.example"}
    prepared = prepare(tmp_path, drafts=True, is_preview=True)
    outputs = list(prepared.outputs())
    pages = "".join(output.content.decode() for output in outputs if output.path.endswith(".html"))
    assert not re.search(r"giscus\.app|m\.example|map\.example|_paq", pages)
    assert 'class="page__comments"' in pages
    assert prepared.problems.found == []


@every_case(
    ("wrong", "message"),
    [
        ("analytics: {provider: plausibel, id: a.b}", "`provider` cannot be `plausibel`"),
        ("analytics: {provider: plausible}", "this lacks an `id` of plausible"),
        ("analytics: {provider: google, id: UA-123-1}", "this lacks an `id` of google"),
        ("analytics: {provider: matomo, id: 1}", "this lacks `server`, which matomo needs"),
        ("analytics: {provider: custom}", "this lacks `script`, which `custom` needs"),
        ('analytics: {provider: google, id: "G-1\'</script>"}', "this lacks an `id` of google"),
        ("comments: {provider: disqus, repo: a/b}", "`provider` cannot be `disqus`"),
        ("comments: {provider: utterances, repo: home}", "`home` is not a repository on GitHub"),
        (
            "comments: {provider: giscus, repo: a/b}",
            "lacks `repo_id`, `category` and `category_id`",
        ),
    ],
)
def test_what_a_provider_needs_is_reported_with_its_place(
    wrong: str, message: str, tmp_path: Path
) -> None:
    with pytest.raises(SiteError) as caught:
        prepare(make_site(tmp_path, {"data/site.yml": f"{TITLE}{wrong}\n"}))
    problem = caught.value.problems[0]
    assert message in problem.message
    assert (problem.location.file, problem.location.line) == ("data/site.yml", 2)
    assert problem.hint


def test_posts_are_discussed_and_pages_that_want_it(tmp_path: Path) -> None:
    pages = {
        "content/quiet.md": "Text\n",
        "content/open.md": "---\ncomments: true\n---\nText\n",
        "content/posts/1921-02-04-shut.md": "---\ncomments: false\n---\nText\n",
    }
    outputs, problems = render_site(tmp_path, {"data/site.yml": GISCUS, **POST, **pages})
    discussed = {
        path
        for path, page in outputs.items()
        if "page__comments" in page and path.endswith(".html")
    }
    assert discussed == {"posts/ideals/index.html", "open/index.html"}
    assert problems == []


def test_a_discussion_keeps_its_name_however_the_page_was_opened(tmp_path: Path) -> None:
    settings = f"{GISCUS}url: https://noether.example/~emmy\n"
    page = render_site(tmp_path, {"data/site.yml": settings, **POST})[0]["posts/ideals/index.html"]
    assert 'data-mapping="specific" data-term="~emmy/posts/ideals/"' in page
    assert 'href="https://github.com/emmy/home/discussions"' in page


@pytest.mark.browser
def test_comments_are_asked_for_when_a_reader_wants_to_see_them(tmp_path: Path) -> None:
    settings = f"{TITLE}comments: {{provider: utterances, repo: emmy/home, label: talk}}\n"
    page = render_site(tmp_path, {"data/site.yml": settings, **POST})[0]["posts/ideals/index.html"]
    script = render_site(tmp_path, {})[0]["assets/js/main.js"]

    def answer(route: Route) -> None:
        kind, body = (
            ("text/html", page)
            if route.request.url.endswith("ideals/")
            else ("text/javascript", script)
        )
        if "utteranc.es" in route.request.url:
            body = "document.body.dataset.asked = document.currentScript.getAttribute('issue-term')"
        route.fulfill(content_type=kind, body="" if route.request.url.endswith(".css") else body)

    with chromium() as browser:
        context = browser.new_context(base_url="https://noether.example")
        context.route("**/*", answer)
        watching = watched(context)
        shown = context.new_page()
        shown.goto("/posts/ideals/")
        assert not [url for url in watching.asked if "noether.example" not in url]
        shown.get_by_role("button", name="Show the comments").click()
        shown.wait_for_selector("body[data-asked='posts/ideals/']")
        assert [url for url in watching.asked if "noether.example" not in url] == [
            "https://utteranc.es/client.js"
        ]
        assert shown.evaluate("document.activeElement.className") == "page__comments"
        context.close()


# What the build lists


def test_everything_that_a_browser_loads_by_itself_is_listed(tmp_path: Path) -> None:
    text = """
<img src="https://a.example/x.png" alt=""> <img srcset="b.png 1x, https://b.example/b.png 2x" src="b.png" alt="">
<iframe src="//C.example/x"></iframe> <script src="https://d.example:8443/x.js"></script>
<video poster="https://e.example/p.png"></video> <link rel="preconnect" href="https://f.example">
<p style="background: url('https://g.example/x.png')">x</p> <object data="https://h.example/x"></object>
<style>@import "https://i.example/x.css"; p { background: url(https://j.example/x.png) }</style>
<iframe srcdoc="&lt;img src='https://k.example/x.png'&gt;"></iframe>
"""
    hosts = hosts_of(tmp_path, {"content/about.md": text, "static/b.png": ""})
    assert list(hosts) == [
        f"{letter}.example" + (":8443" if letter == "d" else "") for letter in "abcdefghijk"
    ]


def test_what_a_visitor_has_to_follow_is_not_listed(tmp_path: Path) -> None:
    text = """[link](https://a.example) <form action="https://b.example"></form> <!-- <img src="https://c.example"> -->
<link rel="canonical" href="https://d.example"> <svg xmlns="http://www.w3.org/2000/svg"></svg> `https://e.example`
<img src="https://noether.example/own.png" alt="own">
"""
    files = {"data/site.yml": f"{TITLE}url: https://noether.example\n", "content/about.md": text}
    assert hosts_of(tmp_path, files) == {}


def test_a_font_that_the_authors_styles_load_counts_for_every_page(tmp_path: Path) -> None:
    styles = '@import url("https://fonts.example/css?family=Lato");'
    files = {"static/assets/css/custom.css": styles, "content/cv.md": "Text\n"}
    assert hosts_of(tmp_path, files) == {"fonts.example": 2}


def test_the_command_line_names_the_hosts_that_pages_load_from(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    settings = f"{TITLE}analytics: {{provider: goatcounter, id: emmy}}\n"
    site = make_site(
        tmp_path,
        {
            "data/site.yml": settings,
            **POST,
            "content/cv.md": "<iframe src='https://a.example'></iframe>\n",
        },
    )
    line = "Visitors' browsers will also load from: gc.zgo.at (4 pages), a.example (1 page)"
    for command in (["build"], ["build"], ["build", "--no-cache"], ["check"]):
        assert main([*command, "--site", str(site)]) == 0
        assert capsys.readouterr().out.splitlines()[-1] == line, command
        assert main([*command, "--site", str(site), "--format", "json"]) == 0
        assert json.loads(capsys.readouterr().out)["hosts"] == {"gc.zgo.at": 4, "a.example": 1}


def test_a_site_without_other_hosts_reports_none(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["build", "--site", str(make_site(tmp_path, POST))]) == 0
    assert "will also load" not in capsys.readouterr().out
