"""A page's HTML as a tree for the PDF of a CV: pure calls."""

from __future__ import annotations

from msgspec import to_builtins

from acadfolio.cv.fonts import font_with
from acadfolio.cv.nodes import words
from acadfolio.cv.tree import tree
from acadfolio.markdown import inline
from cases import every_case


def made_of(html: str) -> object:
    """The tree of some HTML as plain data."""
    return to_builtins(tree(html, str))


@every_case(
    ("html", "expected"),
    [
        ("<p>a <b>b</b></p>", [{"kind": "p", "body": ["a ", {"kind": "strong", "body": ["b"]}]}]),
        ("<div><section>a</section></div>", ["a"]),
        ("x<br>y", ["x", {"kind": "break"}, "y"]),
        ("<q>a</q>", ["“a”"]),
        ("5 &lt; 6 &amp; 7", ["5 < 6 & 7"]),
        (
            '<i lang="fr">a</i>',
            [{"kind": "span", "lang": "fr", "body": [{"kind": "emph", "body": ["a"]}]}],
        ),
        (
            '<span lang="en" dir="ltr">a!</span>',
            [{"kind": "span", "lang": "en", "dir": "ltr", "body": ["a!"]}],
        ),
        ("<bdi>1 ضوء a</bdi>", [{"kind": "span", "dir": "rtl", "body": ["1 ضوء a"]}]),
        ("<bdi>1</bdi>", ["1"]),
        (
            '<cite dir="auto"><bdi>a</bdi>, ضوء</cite>',
            [
                {
                    "kind": "span",
                    "dir": "rtl",
                    "body": [{"kind": "span", "dir": "ltr", "body": ["a"]}, ", ضوء"],
                }
            ],
        ),
        ("<code>#let x</code>", [{"kind": "code", "body": ["#let x"]}]),
        ("<pre><code>a\n b\n</code></pre>", [{"kind": "pre", "body": ["a\n b"]}]),
    ],
)
def test_inline_elements_are_nodes_and_frames_are_not(html: str, expected: object) -> None:
    assert made_of(html) == expected


@every_case(
    ("html", "expected"),
    [
        ("<script>x</script>", []),
        ('<img src="a.png" alt="b">', []),
        ('<details class="entries__more"><summary>Show all</summary>b</details>', []),
        ('<p class="entries__all"><a href="/news/">All news</a></p>', []),
        ("<!-- a -->", []),
        ('<a href="#fnref:1" class="reversefootnote">↩</a>', []),
        ("<p> </p>", []),
    ],
)
def test_what_paper_cannot_show_is_left_out(html: str, expected: object) -> None:
    assert made_of(html) == expected


def test_what_an_author_folds_is_printed() -> None:
    html = "<details><summary>More</summary><p>text</p></details>"
    assert words(tree(html, str)) == "Moretext"


def test_of_what_a_style_shortens_the_short_form_is_printed_within_the_line() -> None:
    html = '<p>A<details class="more"><summary>, <em>et al.</em></summary> (B, C)</details>, D</p>'
    short = {"kind": "emph", "body": ["et al."]}
    assert made_of(html) == [{"kind": "p", "body": ["A, ", short, ", D"]}]


def test_a_dated_entry_has_its_date_at_its_side() -> None:
    html = (
        '<ul class="entries entries--awards dated"><li><span class="dated__date">1903</span> '
        '<div class="dated__entry"><span class="entry__title">Prize</span>, Paris</div></li></ul>'
    )
    item = {
        "kind": "item",
        "date": ["1903"],
        "body": [{"kind": "title", "body": ["Prize"]}, ", Paris"],
    }
    assert made_of(html) == [{"kind": "list", "section": "awards", "body": [item]}]


def test_numbered_items_keep_their_numbers() -> None:
    html = '<ol class="publications"><li value="9">a</li><li value="8">b</li></ol><ol start="3"><li>c</li></ol>'
    assert [item["number"] for each in to_builtins(tree(html, str)) for item in each["body"]] == [
        "9",
        "8",
        "3",
    ]


def test_headings_lose_emoji_and_gaps_between_their_levels() -> None:
    html = (
        '<h2><span class="emoji">📖</span> Education</h2><h4>PhD 🎓</h4><h1>Work</h1><h3>Now</h3>'
    )
    found = to_builtins(tree(html, str))
    assert [(node["level"], node["body"]) for node in found] == [
        (1, ["Education"]),
        (2, ["PhD"]),
        (1, ["Work"]),
        (2, ["Now"]),
    ]


def test_a_heading_within_a_list_is_a_bold_paragraph() -> None:
    html = "<ul><li><h3>a</h3></li></ul>"
    strong = {"kind": "strong", "body": ["a"]}
    assert made_of(html) == [
        {"kind": "list", "body": [{"kind": "item", "body": [{"kind": "p", "body": [strong]}]}]}
    ]


def test_a_table_has_rows_of_cells_and_heads() -> None:
    html = "<table><thead><tr><th>a</th></tr></thead><tbody><tr><td>b</td></tr></tbody></table>"
    assert made_of(html) == [
        {
            "kind": "table",
            "body": [
                {"kind": "row", "head": True, "body": [{"kind": "cell", "body": ["a"]}]},
                {"kind": "row", "body": [{"kind": "cell", "body": ["b"]}]},
            ],
        }
    ]


def test_tags_without_their_ends_lose_no_words() -> None:
    assert words(tree("<ul><li>a<li>b</ul><p>c</b> d", str)) == "abc d"


def test_a_formula_has_its_tex_and_nodes() -> None:
    html = inline(r"$$\frac{1}{x^2}$$")
    power = {
        "kind": "sup",
        "body": [{"kind": "variable", "body": ["x"]}, {"kind": "number", "body": ["2"]}],
    }
    fraction = {"kind": "frac", "body": [{"kind": "number", "body": ["1"]}, power]}
    assert made_of(html) == [{"kind": "math", "alt": r"\frac{1}{x^2}", "body": [fraction]}]


@every_case(
    ("character", "language", "expected"),
    [
        ("中", "en", "Noto Serif CJK SC"),
        ("中", "zh-TW", "Noto Serif CJK TC"),
        ("中", "ja", "Noto Serif CJK JP"),
        ("の", "en", "Noto Serif CJK JP"),
        ("한", "en", "Noto Serif CJK KR"),
        ("م", "en", "Noto Naskh Arabic"),
        ("ש", "en", "Noto Serif Hebrew"),
        ("ก", "en", "Noto Serif Thai"),
        ("🎓", "en", "Noto Emoji"),
        ("✉", "en", "Noto Sans Symbols 2"),
    ],
)
def test_a_missing_character_names_a_font_that_has_it(
    character: str, language: str, expected: str
) -> None:
    assert font_with(character, language) == expected
