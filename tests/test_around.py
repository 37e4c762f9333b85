"""Around the pages: the sitemap and the feeds, as machines read them."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from typing import TYPE_CHECKING

import pytest

from acadfolio.model.section_kinds import FEEDS
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


def test_urls_for_machines_are_percent_encoded(tmp_path: Path) -> None:
    files = {
        "data/site.yml": SITE + URL,
        "content/posts/2001-02-03-中文.md": "Text\n",
        "content/é.md": "Text\n",
    }
    outputs, _ = render_site(tmp_path, files)
    root = ET.fromstring(outputs["sitemap.xml"])
    places = {
        element.text for element in root.iter("{http://www.sitemaps.org/schemas/sitemap/0.9}loc")
    }
    encoded = "https://noether.example/~emmy/posts/%E4%B8%AD%E6%96%87/"
    assert {
        encoded,
        "https://noether.example/~emmy/%C3%A9/",
        "https://noether.example/~emmy/",
    } <= places
    assert texts(outputs["feed.xml"], "id") == [encoded]
    assert [
        link.get("href") for link in entries(outputs["feed.xml"])[0].findall("atom:link", ATOM)
    ] == [encoded]


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
    assert (
        feed.findtext("atom:entry/atom:content", "", ATOM) == "<p>A <em>theorem</em> &amp; more</p>"
    )


def test_a_post_without_a_day_is_left_out_of_the_feed(tmp_path: Path) -> None:
    files = {"content/posts/2001-02-03-dated.md": "Text\n", "content/posts/undated.md": "Text\n"}
    outputs, _ = render_site(tmp_path, files)
    assert texts(outputs["feed.xml"], "title") == ["Dated"]
    assert "1970" not in outputs["feed.xml"]
    assert "posts/undated/index.html" in outputs


def test_the_links_of_an_entry_are_relative_to_the_feed_at_any_base_url(tmp_path: Path) -> None:
    files = {
        "data/site.yml": SITE + URL,
        "data/news.yml": "- {date: 1918, text: 'See [here](/cv/) and [there](https://x.example/).'}\n",
        "content/cv.md": "Text\n",
    }
    feed = ET.fromstring(render_site(tmp_path, files)[0]["news.xml"])
    content = feed.findtext("atom:entry/atom:content", "", ATOM)
    assert (
        content
        == '<p>See <a href="cv/index.html">here</a> and <a href="https://x.example/">there</a>.</p>'
    )
    assert (
        feed.get("{http://www.w3.org/XML/1998/namespace}base") == "https://noether.example/~emmy/"
    )


@NAMES
def test_a_post_is_summed_up_in_the_feed_with_when_it_came_and_when_it_changed(
    url: str, tmp_path: Path
) -> None:
    files = {
        "data/site.yml": SITE + url,
        "content/posts/2001-02-03-a.md": "---\nmodified: 2004-05-06\n---\n# A\n\nThe *first* & [home](/).\n\nEnd.\n",
        "content/posts/2002-02-03-b.md": "---\ndescription: Said.\n---\nNot this.\n",
        "content/posts/2003-02-03-c.md": "# C\n",
        "content/posts/2000-02-03-d.md": "Write to ada@e.example, or see [that](that.pdf).\n",
    }
    outputs, _ = render_site(tmp_path, files)
    feed = outputs["feed.xml"]
    home = "https://noether.example/~emmy/" if url else "index.html"
    first = f'The <em>first</em> &amp; <a href="{home}">home</a>.'
    assert texts(feed, "summary")[:3] == ["", "Said.", first]
    assert [len(entry.findall("atom:content", ATOM)) for entry in entries(feed)] == [1] * 4
    assert "ada@e.example" not in feed
    assert '<a href="that.pdf">' in texts(feed, "summary")[3]
    assert [text[:10] for text in texts(feed, "published")] == [
        "2003-02-03",
        "2002-02-03",
        "2001-02-03",
        "2000-02-03",
    ]
    assert [text[:10] for text in texts(feed, "updated")] == [
        "2003-02-03",
        "2002-02-03",
        "2004-05-06",
        "2000-02-03",
    ]
    assert ET.fromstring(feed).findtext("atom:updated", "", ATOM).startswith("2004-05-06")


def test_the_newest_ten_posts_are_in_the_feed_with_their_whole_text(tmp_path: Path) -> None:
    posts = {
        f"content/posts/2001-02-{day:02d}-p{day}.md": f"First {day}.\n\nSecond {day}.\n"
        for day in range(1, 13)
    }
    feed = render_site(tmp_path, posts)[0]["feed.xml"]
    days = range(12, 2, -1)
    assert texts(feed, "content") == [
        *(f"<p>First {day}.</p>\n\n<p>Second {day}.</p>" for day in days),
        "",
        "",
    ]
    assert texts(feed, "summary")[-2:] == ["First 2.", "First 1."]


def test_a_site_may_keep_the_text_of_its_posts_out_of_the_feed(tmp_path: Path) -> None:
    files = {
        "data/site.yml": f"{SITE}posts_feed: summaries\n",
        "content/posts/2001-02-03-a.md": "First.\n\nSecond.\n",
    }
    feed = render_site(tmp_path, files)[0]["feed.xml"]
    assert texts(feed, "summary") == ["First."]
    assert "Second." not in feed


def test_a_hidden_feed_has_its_texts_and_no_links(tmp_path: Path) -> None:
    files = {
        "data/site.yml": f"{SITE}look: academicpages\nposts_feed: hidden\n",
        "data/news.yml": "- {date: 2001, text: News}\n",
        "content/posts/2001-02-03-a.md": "First.\n\nSecond.\n",
    }
    pages, _ = render_site(tmp_path, files)
    assert "Second." in pages["feed.xml"]
    assert "news.xml" in pages["index.html"]
    assert "feed.xml" not in pages["index.html"]


@NAMES
def test_the_urls_in_the_text_of_a_post_count_from_the_post(url: str, tmp_path: Path) -> None:
    text = (
        "[CV](/cv/), [below](#end), [beside](ring.svg), [nowhere](gone.pdf)\n\n![Ring](ring.svg)\n"
    )
    files = {
        "data/site.yml": SITE + url,
        "content/cv.md": "Text\n",
        "content/posts/2001-02-03-中.md": text,
        "static/posts/中/ring.svg": '<svg xmlns="http://www.w3.org/2000/svg"/>',
    }
    feed = render_site(tmp_path, files)[0]["feed.xml"]
    folder = "https://noether.example/~emmy/" if url else ""
    page, post = ("", "") if url else ("index.html", "index.html")
    beside = f"{folder}posts/%E4%B8%AD/"
    said = texts(feed, "content")[0]
    assert f'<a href="{folder}cv/{page}">CV</a>, <a href="{beside}{post}#end">below</a>' in said
    assert f'<a href="{beside}ring.svg">beside</a>, <a href="gone.pdf">nowhere</a>' in said
    assert f'src="{beside}ring.svg"' in said
    base = (
        entries(feed)[0]
        .findall("atom:content", ATOM)[0]
        .get("{http://www.w3.org/XML/1998/namespace}base")
    )
    assert base == (beside if url else None)


def test_what_only_works_on_a_page_is_left_out_of_the_feed(tmp_path: Path) -> None:
    text = (
        "<!-- To do -->\n<script>say('hello')</script>\n\n$$x^2$$ and `<script>`\n\n"
        "{{ publications(search=true) }}\n\n<style>p { color: red }</style>\n<button type='button'>Press</button>\n"
    )
    files = {
        "data/publications.yml": "- {title: Idealtheorie, authors: [Emmy Noether], year: 1921}\n",
        "content/posts/2001-02-03-a.md": text,
    }
    outputs, _ = render_site(tmp_path, files)
    page, said = outputs["posts/a/index.html"], texts(outputs["feed.xml"], "content")[0]
    for word in ("say(", "To do", "color: red", "Press", "<form", "<script>{"):
        assert word in page
        assert word not in said
    assert "Idealtheorie" in said
    assert "<math" in said
    assert "&lt;script&gt;" in said


def test_what_is_wrong_in_a_post_is_reported_once(tmp_path: Path) -> None:
    files = {
        "content/posts/2001-02-03-a.md": "See {{ publications }} here.\n\n{{ publications(year=1900) }}\n"
    }
    _, problems = render_site(tmp_path, files)
    assert len(problems) == len(set(problems)) > 0


@pytest.mark.parametrize("pages", ["true", "false"])
def test_any_section_with_dates_can_have_a_feed(
    pages: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(FEEDS, "talks.xml", "talks")
    talks = (
        "- {title: Old, date: 1930, kind: Lecture, event: ICM, location: Oslo}\n"
        "- {title: '*Rings*', date: 1932-09-05, text: In Zürich.}\n"
    )
    files = {
        "data/site.yml": f"{SITE}talks: {{pages: {pages}}}\n",
        "data/talks.yml": f"{talks}- {{title: Undated}}\n",
    }
    outputs, problems = render_site(tmp_path, files)
    feed = outputs["talks.xml"]
    assert (texts(feed, "title"), problems) == (["Rings", "Old"], [])
    assert texts(feed, "content") == ["<p>In Zürich.</p>", "<p>Lecture, ICM, Oslo</p>"]
    links = [link.get("href") for link in ET.fromstring(feed).findall("*/atom:link", ATOM)]
    assert links == (
        ["talks/rings/index.html", "talks/old/index.html"]
        if pages == "true"
        else ["index.html", "index.html"]
    )
    assert 'href="talks.xml"' in outputs["index.html"]


@NAMES
def test_a_feed_leads_to_its_site(url: str, tmp_path: Path) -> None:
    files = {"data/site.yml": SITE + url, "data/news.yml": "- {date: 1918, text: A}\n"}
    links = ET.fromstring(render_site(tmp_path, files)[0]["news.xml"]).findall("atom:link", ATOM)
    expected = "https://noether.example/~emmy/" if url else "index.html"
    assert [link.get("href") for link in links if link.get("rel") == "alternate"] == [expected]
