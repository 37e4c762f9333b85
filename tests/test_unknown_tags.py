"""What looks like a tag but is no element of HTML: text in the data, a warning everywhere."""

from __future__ import annotations

import re
from html import unescape
from typing import TYPE_CHECKING

from acadfolio.bibliography.writers.inline import to_latex, to_text
from acadfolio.markdown import Options, convert, inline
from acadfolio.markdown.unknown_tags import tags_shown_as_text
from cases import every_case
from sites import content_of, render_site

if TYPE_CHECKING:
    from pathlib import Path

TEXTS = [
    "sum over i<j and k>l", "std::vector<int> and std::map<int, T>", "On Vector<T>", "Talk at <Programming> 2024",
    "Vector<Vector<T>> in C++", "List<String> and List<A> and Set<B>", "if x<y then y>x", "p<0.05 and q>1", "1<2>1",
    "I <3 rings", "x <- y", "a <- b -> c", "Either<L, R>", "HashMap<&str, i32>", "<T as Trait>::Item", "<notatag>",
    "a<b and c>d", "if a <i and i> b", "a <b without an end", "</T> ends", "<T/> and <Foo bar=1>", "<o:p>Word</o:p>",
    "Array<S>, a set", "<κόσμος>", "f: <A> to <B>", "Promise<void>", "#include <stdio.h>",
]  # fmt: skip
ELEMENTS = {
    "H<sub>2</sub>O": "H<sub>2</sub>O",
    "<B>x</B> and <I>y</I>": "<b>x</b> and <i>y</i>",
    "a<br>b": "a<br />b",
    "<my-badge>x</my-badge>": "<my-badge>x</my-badge>",
    '<svg width="1"><path d="M0 0"></path></svg>': '<svg width="1"><path d="M0 0"></path></svg>',
    "<math><mi>x</mi></math>": "<math><mi>x</mi></math>",
    "<math><msup><mi>x</mi><mn>2</mn></msup></math>": "<math><msup><mi>x</mi><mn>2</mn></msup></math>",
    '<span lang="fr">mot</span>': '<span lang="fr">mot</span>',
    "<details open>x</details>": '<details open="">x</details>',
    '<input type="checkbox" checked disabled>': '<input type="checkbox" checked="" disabled="" />',
    "<mark>x</mark> <time>1921</time> <bdi>x</bdi>": "<mark>x</mark> <time>1921</time> <bdi>x</bdi>",
    "<https://example.org/a>": '<a href="https://example.org/a">https://example.org/a</a>',
    "<emmy@example.org>": '<a href="mailto:emmy@example.org">emmy@example.org</a>',
    "`Vector<T>`": '<code class="language-plaintext highlighter-rouge">Vector&lt;T&gt;</code>',
    "\\<T>": "&lt;T&gt;",
}


@every_case("text", TEXTS)
def test_a_text_of_the_data_keeps_every_character(text: str) -> None:
    html = inline(text)
    assert re.findall(r"<[^>]*>", html) == []
    assert unescape(html) == text


@every_case("text", TEXTS)
def test_a_paragraph_of_the_data_keeps_every_character(text: str) -> None:
    html = convert(f"{text}\n\nMore.\n", Options(is_data=True)).html
    assert unescape(html) == f"<p>{text}</p>\n\n<p>More.</p>\n"


@every_case("text", ELEMENTS)
def test_an_element_is_no_text(text: str) -> None:
    assert inline(text) == ELEMENTS[text]
    assert tags_shown_as_text(text) == []


@every_case("text", ["On Vector<T>", "i<j and k>l", "Map<K, V>", "<Programming>"])
def test_an_exported_citation_keeps_every_character(text: str) -> None:
    assert to_text(text) == text
    assert "T}" not in text
    assert to_latex(text) == text.replace("<", r"\textless{}").replace(">", r"\textgreater{}")


def test_a_tag_in_html_of_the_data_is_text_too() -> None:
    html = convert("<div>Vector<T> is</div>\n", Options(is_data=True)).html
    assert html == "<div>Vector&lt;T&gt; is</div>\n"


def test_each_unknown_tag_is_reported_with_its_place(tmp_path: Path) -> None:
    files = {
        "content/about.md": "---\npermalink: /\ntitle: About Vector<T>\n---\nText <T> and `<T>` and <b>bold</b>.\n\n"
        "<Programming>\nin blocks\n</Programming>\n\n{{ news() }}\n",
        "data/news.yml": '- {date: 1921-03, text: "On Vector<T> at <Programming> 2024"}\n- date: 1920\n  text: |\n'
        "    First.\n\n    Then <T>.\n",
    }
    outputs, problems = render_site(tmp_path, files)
    text, page = (
        "is not an element of HTML: it is shown as text",
        "is not an element of HTML: browsers do not show it",
    )
    assert sorted(problems) == [
        f"content/about.md:3:8: `<T>` {text}",
        f"content/about.md:5:6: `<T>` {page}",
        f"content/about.md:7:1: `<Programming>` {page}",
        f"data/news.yml:1:35: `<T>` {text}",
        f"data/news.yml:1:42: `<Programming>` {text}",
        f"data/news.yml:6:10: `<T>` {text}",
    ]
    assert "Vector&lt;T&gt;" in outputs["index.html"]
    content = content_of(outputs["index.html"])
    assert "On Vector&lt;T&gt; at &lt;Programming&gt; 2024" in content
    assert "Then &lt;T&gt;." in content
