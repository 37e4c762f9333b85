"""Full URLs of the site itself, and the URLs of its style sheets, are checked like relative links."""

from __future__ import annotations

from typing import TYPE_CHECKING

from acadfolio.checks import check_site
from acadfolio.html.styles import rewrite_styles, style_urls
from acadfolio.loading.page_urls import own_path
from cases import every_case
from sites import make_site, render_site

if TYPE_CHECKING:
    from pathlib import Path

SITE = {
    "data/site.yml": "title: T\nurl: https://noether.example.org\n",
    "static/images/a.png": "",
    "static/a b.png": "",
}
BELOW = {
    "data/site.yml": "title: T\nurl: https://noether.github.io/rings/\n",
    "static/images/a.png": "",
}


@every_case(
    ("url", "path"),
    [
        ("https://noether.example.org", "/"), ("https://noether.example.org/cv/", "/cv/"),
        ("http://noether.example.org/cv", "/cv"), ("//noether.example.org/cv/#a", "/cv/#a"),
        ("HTTPS://NOETHER.example.org/cv/?x=1", "/cv/?x=1"), ("https://www.noether.example.org/cv/", "/cv/"),
        ("https://noether.example.org:443/cv/", "/cv/"), ("https://noether.example.org?x", "/?x"),
        ("https://noether.example.org.evil.example/", None), ("https://example.org/cv/", None),
        ("https://x.noether.example.org/", None), ("https://noether.example.org:8000/", None),
        ("mailto:a@noether.example.org", None), ("/cv/", None),
        ("https://example.org/?u=https://noether.example.org/", None),
    ],
)  # fmt: skip
def test_a_full_url_of_the_site_is_a_path_in_it(url: str, path: str | None) -> None:
    assert own_path(url, "https://noether.example.org") == path


@every_case(
    ("url", "path"),
    [
        ("https://noether.github.io/rings/", "/"), ("https://noether.github.io/rings", "/"),
        ("https://noether.github.io/rings/cv/", "/cv/"), ("https://noether.github.io/rings#a", "/#a"),
        ("https://noether.github.io/rings2/", None), ("https://noether.github.io/", None),
    ],
)  # fmt: skip
def test_the_base_path_belongs_to_the_site(url: str, path: str | None) -> None:
    assert own_path(url, "https://noether.github.io/rings/") == path


def test_the_host_of_the_site_may_be_in_another_script() -> None:
    assert own_path("https://müller.example.org/cv/", "https://xn--mller-kva.example.org") == "/cv/"


DEAD = [
    "https://noether.example.org/files/missing.pdf", "https://noether.example.org/nopage/",
    "HTTPS://Noether.Example.ORG/nopage/", "http://noether.example.org/nopage", "//noether.example.org/nopage/", "https://www.noether.example.org/nopage/#a",
]  # fmt: skip


@every_case("url", DEAD)
def test_a_dead_full_link_is_reported_like_a_relative_one(url: str, tmp_path: Path) -> None:
    files = SITE | {"content/about.md": f"A [link]({url}).\n"}
    assert render_site(tmp_path, files)[1] == [
        f"content/about.md:1:10: there is no file or page `{url}`"
    ]
    (problem,) = check_site(tmp_path)[0]
    assert problem.severity == "error"


@every_case(
    "url",
    ["", "/", "/images/a.png", "/images/a.png?v=2", "/about.html", "/feed.xml", "/sitemap.xml"],
)
def test_a_full_link_to_something_of_the_site_is_no_problem(url: str, tmp_path: Path) -> None:
    full = f"https://noether.example.org{url}"
    files = SITE | {
        "content/about.md": f"---\npermalink: /\nredirect_from: /about.html\n---\nA [link]({full}).\n",
        "content/posts/2020-01-01-a.md": "Text.\n",
    }
    outputs, problems = render_site(tmp_path, files)
    assert problems == []
    assert f'href="{full}"' in outputs["index.html"]


def test_a_dead_full_link_in_the_data_is_reported(tmp_path: Path) -> None:
    files = SITE | {
        "content/about.md": "{{ news() }}\n",
        "data/news.yml": "- {date: 1921, text: A, links: {PDF: https://noether.example.org/files/a.pdf}}\n",
    }
    text = "there is no file or page `https://noether.example.org/files/a.pdf`"
    assert set(render_site(tmp_path, files)[1]) == {f"data/news.yml:1:38: {text}"}


def test_an_anchor_of_a_full_link_is_checked(tmp_path: Path) -> None:
    url = "https://noether.example.org/#"
    text = f"# Rings\n\n[a]({url}rings) [b]({url}ideals)\n\n[c](about.md#fields)\n"
    problems, _ = check_site(make_site(tmp_path, SITE | {"content/about.md": text}))
    assert [(str(problem.location), problem.message) for problem in problems] == [
        ("content/about.md:3:45", "there is no heading or anchor `#ideals` on /index.html"),
        ("content/about.md:5:5", "there is no heading or anchor `#fields` on /index.html"),
    ]


def test_another_repository_on_the_same_host_is_only_a_warning(tmp_path: Path) -> None:
    files = {
        "data/site.yml": "title: T\nurl: https://noether.github.io\n",
        "content/about.md": "[a](https://noether.github.io/rings/)\n",
        "content/cv.md": "[b](https://noether.github.io/a.pdf)\n",
    }
    problems, _ = check_site(make_site(tmp_path, files))
    assert [(problem.rule, problem.severity) for problem in problems] == [
        ("other-repository", "warning"),
        ("dead-link", "error"),
    ]


STYLES = """/* url(/images/none.png) */
@import url("/css/none.css");
@import '/images/a.png';
body { background: url(/images/a.png) no-repeat, url( "/a b.png" ), url(images/none.png) }
p::after { content: "url(/images/none2.png)"; mask: url(#clip) }
div { background: image-set("/images/a.png" 1x, '/images/two.png' type("image/png") 2x) }
i { background: url(data:image/png;base64,AA==), url(https://example.org/x.png), url(var(--x)) }
"""


def test_the_urls_of_a_style_sheet_are_found() -> None:
    assert [found.url for found in style_urls(STYLES)][:8] == [
        "/css/none.css", "/images/a.png", "/images/a.png", "/a b.png", "images/none.png", "#clip", "/images/a.png",
        "/images/two.png",
    ]  # fmt: skip


@every_case(
    ("styles", "result"),
    [
        ("a{b:url(/x.png)}", 'a{b:url("X/x.png")}'),
        ("a{b:URL( '/x y.png' )}", 'a{b:URL( "X/x y.png" )}'),
        ("a{b:url(/x\\ y.png)}", 'a{b:url("X/x y.png")}'),
        ("@import '/x.css' screen;", '@import "X/x.css" screen;'),
        ("@import url(/x.css) layer(a);", '@import url("X/x.css") layer(a);'),
        ("a{b:-webkit-image-set(url(/x.png) 1x)}", 'a{b:-webkit-image-set(url("X/x.png") 1x)}'),
        ("a{b:my-url(/x.png)}", "a{b:my-url(/x.png)}"),
        ("a{b:url()}", "a{b:url()}"),
        ("a{b:url(/x", "a{b:url(/x"),
        ("/* unclosed url(/x)", "/* unclosed url(/x)"),
        ('@namespace "/x";', '@namespace "/x";'),
    ],
)
def test_a_url_is_rewritten_in_quotes(styles: str, result: str) -> None:
    assert rewrite_styles(styles, lambda url: f"X{url}" if url.startswith("/") else url) == result


def test_urls_of_own_styles_work_below_a_path_and_are_checked(tmp_path: Path) -> None:
    files = BELOW | {
        "content/about.md": "Text.\n",
        "static/assets/css/custom.css": STYLES,
        "static/a b.png": "",
    }
    outputs, problems = render_site(tmp_path, files)
    css = "static/assets/css/custom.css"
    assert problems == [
        f"{css}:2:13: there is no file or page `/css/none.css`",
        f"{css}:4:73: there is no file or page `images/none.png`",
        f"{css}:6:49: there is no file or page `/images/two.png`",
    ]
    styles = outputs["assets/css/custom.css"]
    assert 'url("../../images/a.png")' in styles
    assert '@import "../../images/a.png";' in styles
    assert 'image-set("../../images/a.png" 1x' in styles
    assert 'url( "../../a%20b.png" )' in styles


def test_a_style_element_of_a_page_works_below_a_path(tmp_path: Path) -> None:
    files = BELOW | {"content/cv.md": "<style>p { background: url(/images/a.png) }</style>\n"}
    outputs, problems = render_site(tmp_path, files)
    assert problems == []
    assert 'url("../images/a.png")' in outputs["cv/index.html"]


def test_a_style_sheet_without_urls_from_the_root_is_copied_as_it_is(tmp_path: Path) -> None:
    files = BELOW | {
        "content/about.md": "Text.\n",
        "static/assets/css/custom.css": "p { background: url(../../images/a.png) }",
    }
    outputs, problems = render_site(tmp_path, files)
    assert problems == []
    assert "assets/css/custom.css" not in outputs  # It is a copied file.
