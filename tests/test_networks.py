"""Names in networks: the right URL for a bare name, and no made-up one."""

from __future__ import annotations

import re
from html import unescape
from typing import TYPE_CHECKING

import pytest

from acadfolio.build import build
from acadfolio.model.networks import network_of, networks, profile_url
from acadfolio.problems import SiteError
from cases import every_case
from sites import make_site, render_site

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser


@every_case(
    ("key", "written", "url"),
    [
        ("github", "octocat", "https://github.com/octocat"),
        ("github", "@octocat", "https://github.com/octocat"),
        ("github", "github.com/octocat", "https://github.com/octocat"),
        ("github", "www.github.com/octocat", "https://www.github.com/octocat"),
        ("github", "https://github.example.org/octocat", "https://github.example.org/octocat"),
        ("mastodon", "@me@mathstodon.xyz", "https://mathstodon.xyz/@me"),
        ("mastodon", "me@mathstodon.xyz", "https://mathstodon.xyz/@me"),
        ("dblp", "12/345", "https://dblp.org/pid/12/345"),
        ("dblp", "n/EmmyNoether", "https://dblp.org/pid/n/EmmyNoether"),
        ("arxiv", "noether_e_1", "https://arxiv.org/a/noether_e_1"),
        ("orcid", "0000-0002-1825-0097", "https://orcid.org/0000-0002-1825-0097"),
        ("inspire-hep", "1012345", "https://inspirehep.net/authors/1012345"),
        ("medium", "@ann", "https://medium.com/@ann"),
        ("telegram", "ann", "https://t.me/ann"),
        ("discord", "123456789012345678", "https://discord.com/users/123456789012345678"),
        ("linkedin", "in/ann/", "https://www.linkedin.com/in/ann"),
        ("bluesky", "@ann.bsky.social", "https://bsky.app/profile/ann.bsky.social"),
        ("stackoverflow", "12345/ann", "https://stackoverflow.com/users/12345/ann"),
        ("uri", "https://ann.example", "https://ann.example"),
        ("uri", "/cv/", "/cv/"),
    ],
)
def test_a_name_in_a_network_makes_its_url(key: str, written: str, url: str) -> None:
    assert profile_url(key, written) == url


@every_case(
    ("key", "written"),
    [("academia", "ann"), ("pubmed", "ann"), ("mastodon", "ann"), ("discord", "ann"), ("arxiv", "ann"),
     ("inspire-hep", "ann"), ("uri", "ann.example"), ("github", "ann lee"), ("youtube", "channel/UC123")],
)  # fmt: skip
def test_a_name_of_which_no_url_can_be_made_is_an_error(key: str, written: str) -> None:
    with pytest.raises(ValueError, match=r"is not a (?:name in|URL)") as caught:
        profile_url(key, written)
    assert "full URL" in caught.value.args[1]


@every_case("written", ["0000-0002-1825-009", "12345", "0000000218250097"])
def test_what_is_no_orcid_is_reported_with_how_one_looks(written: str) -> None:
    with pytest.raises(ValueError, match="is not a name in ORCID") as caught:
        profile_url("orcid", written)
    assert caught.value.args[1] == "write its four groups of four, such as `0000-0002-1825-0097`"


@every_case(
    ("label", "key"),
    [("GitHub", "github"), ("Google Scholar", "googlescholar"), ("ORCID", "orcid"), ("X", "twitter"),
     ("Inspire-HEP", "inspire-hep"), ("My GitHub", None), ("CV", None)],
)  # fmt: skip
def test_a_network_is_known_however_its_label_is_spelt(label: str, key: str | None) -> None:
    assert network_of(label) == key


def test_every_network_has_a_url_pattern_or_needs_a_whole_url() -> None:
    assert {"github", "orcid"} < networks().keys()
    for key, network in networks().items():
        assert network.url == "{}" or re.fullmatch(r"https://\S*\{\d?\}\S*", network.url), key
        assert network_of(network.label) == network_of(key) == key


def test_the_sidebar_has_own_pages_then_academic_networks_then_repositories_then_social_networks(
    tmp_path: Path,
) -> None:
    links = [
        "Blog: https://blog.example",
        "Mastodon: '@me@host.example'",
        "GitHub: octocat",
        "ORCID: 0000-0002-1825-0097",
    ]
    links.append("Website: https://me.example")
    profile = "name: Emmy Noether\nlinks:\n" + "".join(f"  {link}\n" for link in links)
    outputs, problems = render_site(tmp_path, {"data/profile.yml": profile})
    assert problems == []
    assert re.findall(r'<a href="([^"]*)" rel="me"', outputs["index.html"]) == [
        "https://me.example",
        "https://blog.example",
        "https://orcid.org/0000-0002-1825-0097",
        "https://github.com/octocat",
        "https://host.example/@me",
    ]


def test_the_sidebar_has_the_place_then_links_in_words_then_icons(tmp_path: Path) -> None:
    profile = (
        "name: A\nemail: a@b.example\nemployer: College\nlocation: Town\n"
        "links: {github: a, Garden: https://g.example, uri: https://u.example, orcid: 0000-0002-1825-0097}\n"
    )
    page = render_site(tmp_path, {"data/profile.yml": profile})[0]["index.html"]
    sidebar = unescape(page[page.index("author__urls") :])
    shown = [
        "Town",
        "College",
        "https://u.example",
        "https://g.example",
        "mailto:",
        "orcid.org",
        "github.com/a",
    ]
    places = [sidebar.index(word) for word in shown]
    assert places == sorted(places)


def test_a_network_is_known_by_its_icon_only_where_that_is_the_brands_own(tmp_path: Path) -> None:
    profile = "name: A\nlinks: {github: a, hal: a-b, inspire-hep: 12, openreview: ~A_B1, uri: https://u.example}\n"
    page = render_site(tmp_path, {"data/profile.yml": profile})[0]["index.html"]
    known = re.findall(r'author__url--known">.*?author__label">([^<]+)', page)
    assert known == ["GitHub"]


def test_the_footer_names_the_first_networks_and_the_sidebar_all(tmp_path: Path) -> None:
    links = "".join(f"  {key}: https://example.org/{key}\n" for key in list(networks())[:40])
    files = {
        "data/profile.yml": f"name: A\nlinks:\n{links}",
        "data/site.yml": "title: A\nlook: academicpages\n",
    }
    page = render_site(tmp_path, files)[0]["index.html"]
    sidebar, footer = page.split('<footer class="page__footer">')
    assert (sidebar.count('rel="me"'), footer.count('rel="me"')) == (40, 4)


def test_networks_of_jekylls_author_are_reported_with_their_place(tmp_path: Path) -> None:
    hints = {
        "github": "`github` goes below `links:`",
        "google_scholar": "`googlescholar` goes below `links:`",
        "pubmed": "`pubmed` goes below `links:`",
        "uri": "`uri` goes below `links:`",
        "website": "`uri` goes below `links:`",
        "author": "move the keys below it to the top of this file",
        "lokation": "did you mean `location`?",
    }
    profile = "name: Ada\n" + "".join(f"{key}: https://a.example\n" for key in hints)
    with pytest.raises(SiteError) as caught:
        render_site(tmp_path, {"data/profile.yml": profile})
    reported = [
        (problem.location.line, problem.message, problem.hint) for problem in caught.value.problems
    ]
    assert reported == [
        (line, f"unknown key `{key}`", hint)
        for line, (key, hint) in enumerate(hints.items(), start=2)
    ]


def test_a_network_without_a_name_in_it_is_nothing(tmp_path: Path) -> None:
    links = (
        "links:\n  facebook:\n  instagram: ''\n  lastfm: {url: ' '}\n  Blog: ''\n  github: ada\n"
    )
    outputs, reported = render_site(
        tmp_path, {"data/profile.yml": f"name: Ada\nemail: ''\navatar: ''\n{links}"}
    )
    assert reported == []
    shown = re.findall(r'author__label">([^<]+)', outputs["index.html"])
    assert shown == ["GitHub"]


@pytest.mark.browser
def test_on_paper_each_network_and_the_place_are_in_one_line(
    tmp_path: Path, browser: Browser
) -> None:
    links = "{github: emmy-noether, orcid: 0000-0002-1825-0097, Site: https://e.example}"
    profile = f"name: E\nlocation: Göttingen\nlinks: {links}\n"
    build(make_site(tmp_path / "site", {"data/profile.yml": profile}), tmp_path / "output")
    page = browser.new_page()
    page.goto((tmp_path / "output/index.html").as_uri())
    page.emulate_media(media="print")
    items = page.locator(".author__urls li, .author__icons li").all()
    assert len(items) == 4
    for item in items:
        assert int(item.evaluate("item => item.offsetHeight")) < 30
    page.close()


@pytest.mark.browser
def test_the_names_of_icons_do_not_make_the_sidebar_longer(
    tmp_path: Path, browser: Browser
) -> None:
    profile = "name: E\nlinks: {github: emmy-noether, googlescholar: https://scholar.google.com/citations?user=e}\n"
    build(make_site(tmp_path / "site", {"data/profile.yml": profile}), tmp_path / "output")
    page = browser.new_page(viewport={"width": 1280, "height": 500})
    page.goto((tmp_path / "output/index.html").as_uri())
    assert page.locator(".author__icons .author__label").count() == 2
    assert page.locator(".sidebar").evaluate(
        "sidebar => sidebar.scrollHeight <= sidebar.clientHeight"
    )
    page.close()
