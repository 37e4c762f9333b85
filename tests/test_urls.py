"""URLs: where pages go, and how one page points at another wherever the site lies."""

from __future__ import annotations

import pytest

from acadfolio.loading.page_urls import default_url, output_path, parse_local_url
from acadfolio.rendering.urls import PageUrls
from cases import every_case

PATHS = frozenset(
    {
        "index.html",
        "cv/index.html",
        "posts/a/index.html",
        "images/a b.png",
        "files/cv.pdf",
        "about.html",
    }
    | {
        "files/C#.pdf",
        "files/why?.pdf",
        "files/100%.pdf",
        "files/a%20b.pdf",
        "images/a,b.png",
        "l'été/index.html",
    }
    | {"icons.svg"}
)


@every_case(
    ("path", "url"),
    [
        ("about.md", "/"),
        ("index.md", "/"),
        ("cv.md", "/cv/"),
        ("404.md", "/404.html"),
        ("teaching/index.md", "/teaching/"),
        ("teaching/physics 1.md", "/teaching/physics-1/"),
        ("teaching/about.md", "/teaching/about/"),
    ],
)
def test_a_page_without_a_permalink_has_the_url_of_its_file(path: str, url: str) -> None:
    assert default_url(path) == url


@every_case(
    ("permalink", "path"),
    [
        ("/", "index.html"),
        ("/cv/", "cv/index.html"),
        ("cv/", "cv/index.html"),
        ("/cv", "cv.html"),
        ("/cv.html", "cv.html"),
        ("/a/b.txt", "a/b.txt"),
        ("/näme/", "näme/index.html"),
    ],
)
def test_a_permalink_sets_the_file_of_its_page(permalink: str, path: str) -> None:
    assert output_path(parse_local_url(permalink)) == path


@every_case(
    "permalink",
    [
        "/../x",
        "/a/../../b/",
        "https://example.org/x",
        "/:categories/:title/",
        "/a\\b/",
        "/a?b",
        "//host/x",
    ],
)
def test_a_permalink_that_leaves_the_site_or_that_no_server_keeps_is_refused(
    permalink: str,
) -> None:
    with pytest.raises(ValueError, match=r"leaves|contains|is a URL"):
        parse_local_url(permalink)


@every_case(
    ("page", "target", "relative"),
    [
        ("index.html", "/cv/", "cv/index.html"),
        ("cv/index.html", "/", "../index.html"),
        ("cv/index.html", "/#-news", "../index.html#-news"),
        ("index.html", "/#-news", "#-news"),
        ("index.html", "/about.html?x=1", "about.html?x=1"),
        ("posts/a/index.html", "/images/a%20b.png", "../../images/a%20b.png"),
        ("posts/a/index.html", "images/a b.png", "../../images/a%20b.png"),
        ("posts/a/index.html", "../../files/cv.pdf", "../../files/cv.pdf"),
        ("cv/index.html", "/cv", "index.html"),
        ("index.html", "/files/C#.pdf", "files/C%23.pdf"),
        ("index.html", "/files/C%23.pdf#page=2", "files/C%23.pdf#page=2"),
        ("index.html", "/files/why?.pdf", "files/why%3F.pdf"),
        ("index.html", "/files/100%.pdf", "files/100%25.pdf"),
        ("index.html", "/files/100%25.pdf", "files/100%25.pdf"),
        ("index.html", "/files/a%20b.pdf", "files/a%2520b.pdf"),
    ],
)
def test_a_local_url_becomes_relative_to_its_page(page: str, target: str, relative: str) -> None:
    assert PageUrls(PATHS, page, missing=pytest.fail).relative(target) == relative


@every_case(
    "target", ["https://example.org/", "//host/x", "mailto:a@b.c", "#top", "", "?q=1", "tel:+1"]
)
def test_other_urls_stay_as_they_are(target: str) -> None:
    assert PageUrls(PATHS, "cv/index.html", missing=pytest.fail).relative(target) == target


def test_a_url_that_leads_nowhere_stays_and_is_reported() -> None:
    missing: list[str] = []
    assert PageUrls(PATHS, "index.html", missing=missing.append).relative("/gone/") == "/gone/"
    assert missing == ["/gone/"]


def test_attributes_are_rewritten_in_tags_and_nowhere_else() -> None:
    page = PageUrls(PATHS, "cv/index.html", missing=pytest.fail).rewrite(
        '<!-- <a href="/"> --><a class="x" href="/">/</a> <img src=\'/images/a b.png\' alt="href=&quot;/&quot;">'
        '<img srcset="/images/a%20b.png 1x, /files/cv.pdf 2x"><code>href="/"</code>'
    )
    assert page == (
        '<!-- <a href="/"> --><a class="x" href="../index.html">/</a> '
        "<img src='../images/a%20b.png' alt=\"href=&quot;/&quot;\">"
        '<img srcset="../images/a%20b.png 1x, ../files/cv.pdf 2x"><code>href="/"</code>'
    )


@every_case(
    ("written", "relative"),
    [
        ('<object data="/files/cv.pdf"></object>', '<object data="../files/cv.pdf"></object>'),
        ('<span class="x" data="/files/cv.pdf">', '<span class="x" data="/files/cv.pdf">'),
        ('<use href="/icons.svg#a"/>', '<use href="../icons.svg#a"/>'),
        ('<use xlink:href="/icons.svg#a"/>', '<use xlink:href="../icons.svg#a"/>'),
        ("<a href=/files/cv.pdf>", '<a href="../files/cv.pdf">'),
        ('<a title="a > b" href="/files/cv.pdf">', '<a title="a > b" href="../files/cv.pdf">'),
        ("<a title=\"it's\" href='/files/cv.pdf'>", "<a title=\"it's\" href='../files/cv.pdf'>"),
        ("<img alt=\"src='/icons.svg'\" src='/icons.svg'>", "<img alt=\"src='/icons.svg'\" src='../icons.svg'>"),
        ('<a href="/l&#39;été/?a=1&amp;b=2">', '<a href="../l\'%C3%A9t%C3%A9/index.html?a=1&amp;b=2">'),
        ("<a href='/l&#39;été/'>", "<a href='../l&#39;%C3%A9t%C3%A9/index.html'>"),
        ('<a href="https://x.example/?a=&quot;&b=1">', '<a href="https://x.example/?a=&quot;&b=1">'),
        ('<base href="/">', '<base href="/">'),
        ('<img srcset="/images/a,b.png 1x,/icons.svg 2x">', '<img srcset="../images/a,b.png 1x,../icons.svg 2x">'),
        ("<img srcset='/icons.svg, /images/a,b.png 2x'>", "<img srcset='../icons.svg, ../images/a,b.png 2x'>"),
        ('<img srcset="data:image/gif;base64,R0 1x, /icons.svg 2x">',
         '<img srcset="data:image/gif;base64,R0 1x, ../icons.svg 2x">'),
        ('<div style="background: url(/icons.svg) red">', '<div style="background: url(\'../icons.svg\') red">'),
        ("<p style=\"background: url('/images/a%20b.png')\">",
         "<p style=\"background: url('../images/a%20b.png')\">"),
        ('<p style="background: url(&quot;/icons.svg&quot;)">', '<p style="background: url(\'../icons.svg\')">'),
        ('<p style="color: red; background: url(https://x.example/a.png)">',
         '<p style="color: red; background: url(https://x.example/a.png)">'),
    ],
)  # fmt: skip
def test_every_attribute_that_holds_a_url_is_rewritten_as_it_is_written(
    written: str, relative: str
) -> None:
    assert PageUrls(PATHS, "cv/index.html", missing=pytest.fail).rewrite(written) == relative


@every_case(
    "text",
    [
        "<script>const link = '<a href=\"/cv/\">';</script>",
        "<STYLE>a { background: url(/icons.svg) } /* <img src='/icons.svg'> */</STYLE>",
        '<textarea><a href="/cv/"></textarea>',
        '<title><a href="/cv/"></title>',
        '<pre>&lt;a href="/cv/"&gt;</pre>',
        '<!-- <script> --><!-- <a href="/cv/"> -->',
    ],
)
def test_raw_text_is_never_rewritten(text: str) -> None:
    assert PageUrls(PATHS, "cv/index.html", missing=pytest.fail).rewrite(text) == text


def test_the_url_of_a_script_is_rewritten_and_what_follows_it() -> None:
    page = PageUrls(PATHS, "cv/index.html", missing=pytest.fail).rewrite(
        '<script src="/icons.svg"></script><pre><a href="/files/cv.pdf">x</a></pre>'
    )
    assert page == '<script src="../icons.svg"></script><pre><a href="../files/cv.pdf">x</a></pre>'
