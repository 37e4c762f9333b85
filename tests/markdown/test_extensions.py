"""`markdown_extensions:` in site.yml: other extensions of Python-Markdown work on the pages of a site."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import markdown
from acadfolio.markdown import Options, convert
from acadfolio.markdown.extension import KramdownExtension, element_tree
from cases import every_case
from sites import content_of, render_site

if TYPE_CHECKING:
    from pathlib import Path

SITE = """title: Ada
markdown_extensions:
- meta
- wikilinks: {base_url: https://wiki.example/}
- toc:
    permalink: "§"
"""


def test_a_preprocessor_an_inline_pattern_and_a_tree_processor_of_others_work(
    tmp_path: Path,
) -> None:
    text = "Author: Ada\n\n[TOC]\n\n# One\n\nSee *[[The Page]]*, `[[code]]`.\n\n## Two\n"
    outputs, problems = render_site(
        tmp_path, {"data/site.yml": SITE, "content/a.md": f"---\ntitle: A\n---\n{text}"}
    )
    html = content_of(outputs["a/index.html"])
    assert "Author:" not in html  # meta is a preprocessor
    assert (
        '<em><a class="wikilink" href="https://wiki.example/The_Page/">The Page</a></em>' in html
    )  # a pattern
    assert "[[code]]</code>" in html
    assert '<div class="toc">' in html  # toc is a tree processor
    assert '>One<a class="headerlink" href="#one"' in html
    assert "§</a></h1>" in html
    assert problems == []


def test_sections_formulas_and_code_come_through_the_tree(tmp_path: Path) -> None:
    files = {
        "data/site.yml": "title: Ada\nmarkdown_extensions: [nl2br]\n",
        "data/news.yml": "- {date: 2024, text: Hello}\n",
        "content/a.md": "---\ntitle: A\n---\na\nb\n\n{{ news() }}\n\n$$x < 1$$ & &copy; &amp;lt;\n\n```\n1 <\n2\n```\n",
    }
    outputs, problems = render_site(tmp_path, files)
    html = content_of(outputs["a/index.html"])
    assert problems == []
    assert "a<br" in html
    assert "Hello" in html
    assert "<mo>&lt;</mo>" in html
    assert "x &lt; 1</annotation>" in html
    assert "&amp; © &amp;lt;" in html
    assert "<code>1 &lt;\n2\n</code>" in html


def test_the_tree_has_what_the_html_has() -> None:
    text = (
        '<p align="left">a<br />b &amp; c</p>\n\n<!-- x > y -->\n\n- [d](e "f&amp;g") & <i>h</i>\n'
        '\n<svg viewBox="0"><path d="M"></path></svg>\n'
    )
    plain = markdown.Markdown(extensions=[KramdownExtension()]).convert(text)
    through_a_tree = markdown.Markdown(extensions=[KramdownExtension(), "wikilinks"]).convert(text)
    assert through_a_tree == plain


def test_the_tree_of_wrong_html_is_whole() -> None:
    root = element_tree("<b>a</i>b</b></p><i>c", markdown.Markdown().htmlStash)
    assert [element.tag for element in root.iter()] == ["div", "b", "i"]


@every_case(
    ("extensions", "problem"),
    [
        ("[nothing_like_it]", "2:23: there is no Markdown extension `nothing_like_it`"),
        ("[{toc: {depth: 3}}]", "2:24: the Markdown extension `toc` has no option `depth`"),
        ("[[toc]]", "2:23: this is a list, but a Markdown extension is expected"),
        ("[{toc: 3}]", "2:23: this is a mapping, but a Markdown extension is expected"),
    ],
)
def test_an_extension_that_cannot_be_loaded_is_an_error(
    extensions: str, problem: str, tmp_path: Path
) -> None:
    files = {
        "data/site.yml": f"title: Ada\nmarkdown_extensions: {extensions}\n",
        "content/about.md": "a\n",
    }
    with pytest.raises(Exception, match="x") as caught:
        render_site(tmp_path, files)
    assert problem in str(caught.value)


def test_an_extension_whose_blocks_do_nothing_is_a_warning(tmp_path: Path) -> None:
    files = {
        "data/site.yml": "title: Ada\nmarkdown_extensions: admonition\n",
        "content/about.md": "a\n",
    }
    assert render_site(tmp_path, files)[1] == [
        "data/site.yml:2:22: `admonition` adds syntax for blocks, which acadfolio does not support"
    ]


def test_without_extensions_no_tree_is_made() -> None:
    assert convert("a\nb", Options()).html == "<p>a\nb</p>\n"
