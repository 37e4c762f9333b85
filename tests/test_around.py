"""Around the pages: the sitemap and the feeds, as machines read them."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from typing import TYPE_CHECKING

import pytest

from sites import render_site

if TYPE_CHECKING:
    from pathlib import Path

ATOM = {"atom": "http://www.w3.org/2005/Atom"}
SITE = "title: '[Emmy](https://e.example/) *Noether*'\n"
URL = "url: https://noether.example/~emmy\n"
NAMES = pytest.mark.parametrize("url", ["", URL], ids=["without url", "with url"])


def entries(feed: str) -> list[ET.Element]:
    return ET.fromstring(feed).findall("atom:entry", ATOM)


def texts(feed: str, name: str) -> list[str]:
    return [entry.findtext(f"atom:{name}", "", ATOM) for entry in entries(feed)]


def test_addresses_for_machines_are_percent_encoded(tmp_path: Path) -> None:
    files = {"data/site.yml": SITE + URL, "content/posts/2001-02-03-中文.md": "Text\n", "content/é.md": "Text\n"}
    outputs, _ = render_site(tmp_path, files)
    root = ET.fromstring(outputs["sitemap.xml"])
    places = {element.text for element in root.iter("{http://www.sitemaps.org/schemas/sitemap/0.9}loc")}
    encoded = "https://noether.example/~emmy/posts/%E4%B8%AD%E6%96%87/"
    assert {encoded, "https://noether.example/~emmy/%C3%A9/", "https://noether.example/~emmy/"} <= places
    assert texts(outputs["feed.xml"], "id") == [encoded]
    assert [link.get("href") for link in entries(outputs["feed.xml"])[0].findall("atom:link", ATOM)] == [encoded]


@NAMES
def test_no_two_entries_of_a_feed_share_an_identity(url: str, tmp_path: Path) -> None:
    long = "word " * 40
    news = [
        ("1918-07", "Same"),
        ("1918-07", "Same"),
        ("1918-07", f"{long}a"),
        ("1918-07", f"{long}b"),
        ("1919", "Same"),
    ]
    files = {
        "data/site.yml": SITE + url,
        "data/news.yml": "".join(f"- {{date: {date}, text: {text}}}\n" for date, text in news),
        "content/posts/2001-02-03-a.md": "---\ntitle: T\n---\nText\n",
        "content/posts/2001-02-03-b.md": "---\ntitle: T\n---\nText\n",
    }
    outputs, _ = render_site(tmp_path, files)
    for path, count in (("news.xml", len(news)), ("feed.xml", 2)):
        assert len(set(texts(outputs[path], "id"))) == count


@NAMES
def test_a_feed_names_its_site_and_its_author_in_plain_words(url: str, tmp_path: Path) -> None:
    files = {
        "data/site.yml": SITE + url,
        "data/profile.yml": "name: '**Emmy** Noether'\n",
        "data/news.yml": "- {date: 1918, text: A *theorem* & more}\n",
    }
    feed = ET.fromstring(render_site(tmp_path, files)[0]["news.xml"])
    assert feed.findtext("atom:title", "", ATOM) == "Emmy Noether"
    assert feed.findtext("atom:author/atom:name", "", ATOM) == "Emmy Noether"
    assert feed.findtext("atom:entry/atom:title", "", ATOM) == "A theorem & more"
    assert feed.findtext("atom:entry/atom:content", "", ATOM) == "<p>A <em>theorem</em> &amp; more</p>"


def test_a_post_without_a_day_is_left_out_of_the_feed(tmp_path: Path) -> None:
    files = {"content/posts/2001-02-03-dated.md": "Text\n", "content/posts/undated.md": "Text\n"}
    outputs, _ = render_site(tmp_path, files)
    assert texts(outputs["feed.xml"], "title") == ["Dated"]
    assert "1970" not in outputs["feed.xml"]
    assert "posts/undated/index.html" in outputs


def test_the_links_of_an_entry_count_from_the_feed_wherever_the_site_lies(tmp_path: Path) -> None:
    files = {
        "data/site.yml": SITE + URL,
        "data/news.yml": "- {date: 1918, text: 'See [here](/cv/) and [there](https://x.example/).'}\n",
        "content/cv.md": "Text\n",
    }
    feed = ET.fromstring(render_site(tmp_path, files)[0]["news.xml"])
    content = feed.findtext("atom:entry/atom:content", "", ATOM)
    assert content == '<p>See <a href="cv/index.html">here</a> and <a href="https://x.example/">there</a>.</p>'
    assert feed.get("{http://www.w3.org/XML/1998/namespace}base") == "https://noether.example/~emmy/"
