"""HTML is split into tokens, rewritten and read as browsers do."""

from __future__ import annotations

import html

import pytest
from hypothesis import given
from hypothesis import strategies as st

from acadfolio.html.email import obfuscate
from acadfolio.html.links import hosts_of_tag
from acadfolio.html.text import plain_text
from acadfolio.html.tokens import Token, read, rewrite
from cases import every_case
from timing import least, timed

PIECES = [
    "<a href='x'>", '<a title="a > b" href=x>', "</a>", "<br/>", "<!-- <b> -->", "<!--", "-->", "<script>", "</script>",
    "<title>", "</title>", "text", " < ", ">", "&amp;", '"', "'", "<!doctype html>", "<A HREF=x>", "\n",
]  # fmt: skip


def tag(source: str) -> Token:
    (token,) = read(source)
    return token


@given(st.lists(st.sampled_from(PIECES), max_size=12).map("".join) | st.text(max_size=20))
def test_the_tokens_joined_are_the_html_again(text: str) -> None:
    tokens = list(read(text))
    assert "".join(token.source for token in tokens) == text
    assert all(text.startswith(token.source, token.offset) for token in tokens)


def test_tags_comments_and_text_are_distinguished() -> None:
    found = [
        (token.kind, token.name or token.source)
        for token in read('<P>1 < 2<!-- <b> --><img alt="a > b"></P>')
    ]
    assert found == [
        ("start", "p"), ("text", "1 < 2"), ("comment", "<!-- <b> -->"), ("start", "img"), ("end", "p"),
    ]  # fmt: skip


@every_case("name", ["script", "STYLE", "textarea", "title"])
def test_no_tag_is_read_in_raw_content(name: str) -> None:
    opening, raw, _ = read(f"<{name} id=x>'<b>'</{name}>")
    assert (raw.kind, raw.name, raw.source, raw.opening) == (
        "raw",
        name.lower(),
        "'<b>'",
        opening.source,
    )


def test_only_the_tags_of_the_wanted_elements_and_those_with_a_style_are_rewritten() -> None:
    written = "<p>a<b>b</b><!-- c --><i STYLE=x>d</i></p>"
    assert rewrite(written, lambda _: "|", str.upper, {"b"}) == "<P>A|B|||D</I></P>"


def test_attributes_are_read_as_browsers_read_them() -> None:
    read_from = tag("<IMG SRC=a.png alt='' title=\"a &quot; &gt; b\" hidden alt=x>")
    assert read_from.attributes == {"src": "a.png", "alt": "", "title": 'a " > b', "hidden": ""}


def test_a_changed_attribute_keeps_its_quotes_and_the_others_stay_as_written() -> None:
    written = tag("<a title='x&amp;y' HREF = '/old' data-x=\"&eacute;\" hidden>")
    made = written.with_attributes(lambda name, value: "it's <&>" if name == "href" else value)
    assert made == "<a title='x&amp;y' HREF = 'it&#39;s &lt;&amp;>' data-x=\"&eacute;\" hidden>"


@pytest.mark.slow
@pytest.mark.parametrize(
    "part",
    ["<!-- ", "<!--", "<script>", "<i class='x", "<i " + " " * 9, "<a href='x'>", "<", "<a '>"],
)
def test_html_is_read_in_time_that_grows_with_its_length(part: str) -> None:
    assert least(lambda: timed(lambda: list(read(part * 20_000)))[1], 2) < 2


def test_a_host_with_a_name_and_password_is_the_host() -> None:
    assert list(hosts_of_tag(tag("<img src=https://me:secret@a.example/x.png>"))) == ["a.example"]


def test_the_words_of_html_are_what_a_reader_sees() -> None:
    formula = "<math><mi>x</mi><annotation>x_1</annotation></math>"
    assert plain_text(f"<em>A &amp;\n B</em> <!-- no -->{formula}") == "A & B x"


# E-mail


@every_case(
    "kept",
    [
        '<script>let a = "x@y.example";</script>',
        "<style>a { content: 'x@y.example' }</style>",
        "<!-- x@y.example -->",
        "@media print, a@b",
        '<a href="https://medium.example/@ada">',
    ],
)
def test_what_is_no_text_and_no_url_stays_as_it_is(kept: str) -> None:
    assert obfuscate(f"<p>{kept}</p>") == f"<p>{kept}</p>"


def test_shielding_changes_nothing_that_a_browser_sees() -> None:
    written = "<title>a@b.example</title><a href='mailto:a@b.example' data-x=a@b.example>a@b.example &lt;b@c.example&gt;</a>"
    made = obfuscate(written)
    assert "@" not in made
    assert html.unescape(made) == html.unescape(written.replace("'", '"'))


def test_data_for_machines_keeps_its_urls_in_their_own_writing() -> None:
    written = (
        '<script type="application/ld+json">{"@type": "Person", "email": "a@b.example"}</script>'
    )
    assert obfuscate(written) == written.replace("a@b", r"a\u0040b")
