"""Excerpts: on whatever page they stand, their URLs count from the post that they were taken from."""

from __future__ import annotations

import re
from html import unescape
from typing import TYPE_CHECKING

from acadfolio.checks import check_site
from cases import every_case
from sites import make_site, render_site

if TYPE_CHECKING:
    from pathlib import Path

A, B = "content/posts/1930-01-01-a.md", "content/posts/1931-01-01-b.md"
POSTS = {
    "content/about.md": "# Home\n\n{{ posts() }}\n",
    A: "---\ntitle: A\ntags: [x]\n---\nLinks [x](#zwei) and [y](../b/).\n\n# Zwei\n",
    B: "---\ntitle: B\ntags: x\nrelated: true\nexcerpt: Go [on](../a/#zwei) or [read](files/b.pdf?p=1).\n---\nText.\n",
    "static/files/b.pdf": "%PDF",
}


def excerpts_of(page: str) -> list[str]:
    """Where the links in the excerpts on a page lead."""
    found = re.findall(r'<p class="archive__item-excerpt">(.*?)</p>', page, re.DOTALL)
    return [url for excerpt in found for url in re.findall('(?:href|src)="([^"]*)"', excerpt)]


@every_case(
    ("page", "urls"),
    [
        (
            "index.html",
            [
                "posts/a/index.html#zwei",
                "files/b.pdf?p=1",
                "posts/a/index.html#zwei",
                "posts/b/index.html",
            ],
        ),
        (
            "posts/index.html",
            ["a/index.html#zwei", "../files/b.pdf?p=1", "a/index.html#zwei", "b/index.html"],
        ),
        ("posts/b/index.html", ["../a/index.html#zwei", "index.html"]),
    ],
)
def test_links_of_an_excerpt_count_from_its_post(
    page: str, urls: list[str], tmp_path: Path
) -> None:
    outputs, problems = render_site(tmp_path, POSTS)
    assert problems == []
    assert excerpts_of(outputs[page]) == urls


@every_case(
    ("permalink", "urls"),
    [
        ("/texts/a", ["../texts/a.html#below", "../texts/that.pdf"]),
        ("/texts/a.html", ["../texts/a.html#below", "../texts/that.pdf"]),
        ("/texts/a/", ["../texts/a/index.html#below", "../texts/a/that.pdf"]),
        ("/a/", ["../a/index.html#below", "../that.pdf"]),
    ],
)
def test_an_excerpts_links_count_from_wherever_its_post_is(
    permalink: str, urls: list[str], tmp_path: Path
) -> None:
    text = f"---\ntitle: A\npermalink: {permalink}\n---\nSee [below](#below) and [that](that.pdf).\n\n# Below\n"
    files = {
        A: text,
        "static/texts/that.pdf": "%PDF",
        "static/texts/a/that.pdf": "%PDF",
        "static/that.pdf": "%PDF",
    }
    outputs, problems = render_site(tmp_path, files)
    assert problems == []
    assert excerpts_of(outputs["posts/index.html"]) == urls


def test_links_of_an_excerpt_to_files_lead_to_their_pages(tmp_path: Path) -> None:
    files = {
        A: "---\ntitle: A\n---\nSee [b](1931-01-01-b.md#text), [that](../../static/files/b.pdf).\n",
        B: "---\ntitle: B\nexcerpt: After [a](1930-01-01-a.md).\n---\n# Text\n",
        "content/about.md": "{{ posts() }}\n",
        "static/files/b.pdf": "%PDF",
    }
    assert check_site(make_site(tmp_path / "checked", files))[0] == ()
    outputs, _ = render_site(tmp_path, files)
    assert excerpts_of(outputs["posts/index.html"]) == [
        "a/index.html", "b/index.html#text", "../files/b.pdf",
    ]  # fmt: skip
    assert ".md" not in outputs["index.html"] + outputs["feed.xml"]


def test_a_right_link_in_a_first_paragraph_is_no_error(tmp_path: Path) -> None:
    assert check_site(make_site(tmp_path, POSTS))[0] == ()


def test_a_wrong_link_in_a_first_paragraph_is_reported_once_where_it_is_written(
    tmp_path: Path,
) -> None:
    text = "---\ntitle: A\n---\nLinks [x](#drei), [y](../c/) and [z](http://).\n"
    problems = check_site(make_site(tmp_path, POSTS | {A: text}))[0]
    assert [f"{problem.location}: {problem.message}" for problem in problems] == [
        f"{A}:4:11: there is no heading or anchor `#drei` on /posts/a/index.html",
        f"{A}:4:23: there is no file or page `../c/`",
        f"{A}:4:38: `http://` is not a complete URL",
        f"{B}:5:10: there is no heading or anchor `#zwei` on /posts/a/index.html",
    ]


def test_a_picture_of_an_excerpt_is_found_beside_its_post(tmp_path: Path) -> None:
    drawn = '<svg xmlns="http://www.w3.org/2000/svg" width="4" height="3"/>'
    files = {
        B: "---\ntitle: B\nexcerpt: '![A ring](ring.svg)'\n---\nText.\n",
        "static/posts/b/ring.svg": drawn,
    }
    outputs, problems = render_site(tmp_path, files)
    assert problems == []
    assert excerpts_of(outputs["posts/index.html"]) == ["b/ring.svg"]
    assert 'width="4" height="3" src="b/ring.svg"' in outputs["posts/index.html"]


@every_case(
    ("url", "first", "second"),
    [
        ("", "posts/a/index.html#zwei", "files/b.pdf?p=1"),
        (
            "url: https://x.example/y/\n",
            "https://x.example/y/posts/a/#zwei",
            "https://x.example/y/files/b.pdf?p=1",
        ),
    ],
)
def test_the_feeds_links_count_from_the_post_too(
    url: str, first: str, second: str, tmp_path: Path
) -> None:
    outputs, _ = render_site(tmp_path, POSTS | {"data/site.yml": f"title: X\n{url}"})
    assert f'<a href="{first}">on</a> or <a href="{second}">' in unescape(outputs["feed.xml"])


def test_templates_print_an_excerpt_as_any_text(tmp_path: Path) -> None:
    item = "{% if post.excerpt %}{{ post.excerpt | plain }}|{{ post.excerpt | without_links | full_stop }}|{% endif %}\n"
    item += "{{ post.excerpt }}\n"
    files = POSTS | {
        "templates/partials/post-item.html": item,
        A: "---\ntitle: A\n---\n# Nothing\n",
    }
    outputs, problems = render_site(tmp_path, files)
    assert "Go on or read.|Go on or read.|" in outputs["index.html"]
    assert 'Go <a href="posts/a/index.html#zwei">on</a> or' in outputs["index.html"]
    assert problems == []


def first_excerpt(folder: Path, text: str, more: dict[str, str] | None = None) -> str:
    """How the list of posts shows one with this text, of which nothing is wrong."""
    outputs, problems = render_site(folder, {A: f"---\ntitle: A\n---\n{text}", **(more or {})})
    assert problems == []
    found = re.findall(
        r'<p class="archive__item-excerpt">(.*?)</p>', outputs["posts/index.html"], re.DOTALL
    )
    return " ".join(unescape(found[0]).split()) if found else ""


LINK = '<a href="https://a.example/">{}</a>'


@every_case(
    ("paragraph", "shown"),
    [
        ("See [the *site*][Site].", f"See {LINK.format('the <em>site</em>')}."),
        (
            "See [the site] [site], [site][] or [Site].",
            f"See {LINK.format('the site')}, {LINK.format('site')} or {LINK.format('Site')}.",
        ),
        (
            "Write `[a][site]` and [that] and\n[a\nb][site]",
            'Write <code class="language-plaintext highlighter-rouge">[a][site]</code> and [that] and '
            + LINK.format("a b"),
        ),
        ("* [a][site]", ""),
        ("See [x][site].\n{: .notice}", f"See {LINK.format('x')}."),
        ("See ![A map][map] [x][site].", f"See {LINK.format('x')}."),
    ],
)
def test_links_of_an_excerpt_may_be_defined_anywhere_in_the_post(
    paragraph: str, shown: str, tmp_path: Path
) -> None:
    below = "# More\n\n```\n[site]: https://code.example/\n```\n\n[map]: /m.svg\n[site]: https://a.example/\n"
    files = {"static/m.svg": '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>'}
    assert first_excerpt(tmp_path, f"{paragraph}\n\n{below}", files) == shown


def test_definitions_in_an_excerpt_have_titles_and_attributes_and_count_from_the_post(
    tmp_path: Path,
) -> None:
    text = '[b]: ../b/ "The *other*"\n{: rel="me"}\n\nSee [the other][b].\n'
    shown = first_excerpt(tmp_path, text, {B: "---\ntitle: B\n---\n"})
    assert re.search(
        r'See <a (?=[^>]*title="The \*other\*")(?=[^>]*rel="me")[^>]*href="b/index.html"', shown
    )


def test_a_definition_may_be_liquids(tmp_path: Path) -> None:
    text = "See [b][].\n\n[b]: {{ site.baseurl }}/posts/b/\n"
    assert (
        first_excerpt(tmp_path, text, {B: "---\ntitle: B\n---\n"})
        == 'See <a href="b/index.html">b</a>.'
    )


@every_case(
    "block",
    [
        "* Books\n* Stars",
        "1. Books\n2. Stars",
        "```\nBooks\n\nStars\n```",
        "    Books",
        "| Books | Stars |",
        "Books\n: Stars",
        "Books\n=====",
        "> Books",
        "<div>\nBooks\n\nStars\n</div>",
        '<div class="box">\n<p>Books</p>\n<div><p>Stars</p></div>\n<p>Rings</p>\n</div>',
        "<details><summary>Books</summary>\n<p>Stars</p></details>",
        "![Books](/m.svg)",
    ],
)
def test_an_excerpt_is_the_first_paragraph_and_no_other_block(block: str, tmp_path: Path) -> None:
    files = {"static/m.svg": '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>'}
    assert (
        first_excerpt(tmp_path, f"{block}\n\nProse\nof two lines.\n", files)
        == "Prose of two lines."
    )


def test_an_excerpt_has_no_shortcodes_and_notes(tmp_path: Path) -> None:
    text = "{{ posts() }}\n\nProse.[^a] More [@key].\n\n[^a]: A note.\n"
    assert first_excerpt(tmp_path, text) == "Prose. More."
