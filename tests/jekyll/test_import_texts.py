"""Convert single texts in `acadfolio import`: parse names and citations, and write YAML."""

from __future__ import annotations

import random

import pytest
import yaml

from acadfolio.problems import Problems
from acadfolio.source.text import Source
from acadfolio.source.yaml import parse_yaml
from acadfolio.source.yaml_writer import list_file, mapping_file
from acadfolio_jekyll.importer.citations import parse_citation, split_names
from acadfolio_jekyll.importer.text import phrase, unknown_liquid, without_liquid
from cases import every_case


@every_case(
    ("text", "names"),
    [
        ("Noether, E.", "E. Noether"),
        ("Noether, Emmy.", "Emmy Noether"),
        ("Your Name, You.", "You Your Name"),
        ("Emmy Noether", "Emmy Noether"),
        ("Emmy Noether, Felix Klein", "Emmy Noether; Felix Klein"),
        (
            "Emmy Noether, Felix Klein, and David Hilbert.",
            "Emmy Noether; Felix Klein; David Hilbert",
        ),
        ("E. Noether and F. Klein", "E. Noether; F. Klein"),
        ("E. Noether & B. L. van der Waerden", "E. Noether; B. L. van der Waerden"),
        ("Noether, E., Klein, F., & Hilbert, D.", "E. Noether; F. Klein; D. Hilbert"),
        ("van der Waerden, B. L., & Noether, E.", "B. L. van der Waerden; E. Noether"),
        ("Noether, Emmy, and David Hilbert", "Emmy Noether; David Hilbert"),
        ("Noether, Emmy and Hilbert, David", "Emmy Noether; David Hilbert"),
        ("Noether, Emmy; Hilbert, David", "Emmy Noether; David Hilbert"),
        ("Noether, E., et al.", "E. Noether; others"),
        ("Noether E, van der Waerden BL", "E Noether; BL van der Waerden"),
        ("García López, Ana", "Ana García López"),
        ("Noether, E.*, Klein, F.", "E. Noether*; F. Klein"),
    ],
)
def test_names_that_can_be_read_in_one_way_only_are_read(text: str, names: str) -> None:
    assert split_names(text) == names.split("; ")


@every_case(
    "text",
    [
        "",
        "Noether",
        "Noether, Klein, Hilbert",
        "Brauer, Hasse, and Noether",
        "Emmy Noether, Ph.D.",
        "Noether, Emmy, the lecturer",
        "Noether, Emmy, Klein, Felix",
        "Noether, E., Klein",
        "The 3rd committee of Göttingen",
        "Emmy Noether (editor), Felix Klein",
        "In: Proceedings of the Congress, Zürich 1932",
        "and Emmy Noether",
        "Emmy Noether, translated by Felix Klein",
        "Emmy Noether, One Of The Seven Sages Of Göttingen",
    ],
)
def test_names_that_might_be_read_otherwise_are_not(text: str) -> None:
    assert split_names(text) is None


@every_case(
    ("behind", "facts"),
    [
        ("<i>Annalen</i>. 1(2).", {"volume": "1", "issue": "2"}),
        (
            "<i>Annalen</i>, 83(1-2), 24&ndash;66.",
            {"volume": "83", "issue": "1-2", "pages": "24–66"},
        ),
        ("<i>Annalen</i> 83 (1921): 24--66", {"volume": "83", "pages": "24–66"}),
        ("In <i>Annalen</i>, pp. 24-66, 1921.", {"pages": "24–66"}),
        ("Annalen, vol. 83, no. 1, pp. 24-66", {"volume": "83", "issue": "1", "pages": "24–66"}),
        ("Annalen, p. 24", {"pages": "24"}),
        ("Annalen (1921).", {}),
        ("Annalen.", {}),
    ],
)
def test_numbers_after_the_venue_are_read_if_nothing_else_follows(
    behind: str, facts: dict[str, str]
) -> None:
    found = parse_citation(
        f"Noether, Emmy. &quot;Ring theory.&quot; {behind}", "Ring theory", "Annalen", "1921"
    )
    assert (found.authors, found.numbers, found.rest) == (["Emmy Noether"], facts, "")


@every_case(
    "behind", ["Annalen 83 (1922): 24-66", "Berlin: Springer", "Annalen, 83, 24-66, reprinted"]
)
def test_what_is_not_understood_is_left_as_words(behind: str) -> None:
    found = parse_citation(
        f"E. Noether (1921). Ring theory. {behind}", "Ring theory", "Annalen", "1921"
    )
    assert (found.authors, found.numbers) == (["E. Noether"], {})
    assert found.rest
    assert found.rest in behind


def test_without_the_title_nothing_of_a_citation_is_certain() -> None:
    found = parse_citation("E. Noether (1921). Ring theory.", "Ideals", "Annalen", "1921")
    assert (found.authors, found.rest) == (None, "E. Noether (1921). Ring theory.")


@every_case(
    ("html", "markdown"),
    [
        ("a &quot;b&quot; &amp; c&nbsp;d", 'a "b" & c d'),
        ("<em> a </em>, <strong>b</strong>", "*a* , **b**"),
        ("<i>a <b>b</b></i>", "*a <strong>b</strong>*"),
        ('<a class="x" href="/y">z</a>', "[z](/y)"),
        ("<span>a</span><br/>b<!-- c -->", "a b"),
        ("1 < 2 &lt; 3", "1 < 2 < 3"),
        ("&lt;script&gt;", r"\<script>"),
        ("A* search", "A* search"),
        ("snake_case and _private_", r"snake_case and \_private\_"),
    ],
)
def test_html_is_markdown(html: str, markdown: str) -> None:
    assert phrase(html) == markdown


SIGNS = [
    ":",
    "#",
    "'",
    '"',
    "-",
    "[",
    "]",
    "{",
    "}",
    ",",
    "&",
    "*",
    "!",
    "|",
    ">",
    "%",
    "@",
    "`",
    "\\",
    "?",
    "...",
    "---",
    "<",
    "~",
]
PIECES = [
    "Ring",
    "é",
    "理",
    "😀",
    "null",
    "true",
    "1918",
    "- ",
    " ",
    "  ",
    "\n",
    "\n\n",
    "\t",
    "  \n",
    *SIGNS,
]


@pytest.mark.slow
def test_written_yaml_is_read_back_unchanged() -> None:
    chance = random.Random(1918)  # noqa: S311 - the same ones each time
    for _ in range(3000):
        entry = {
            "title": "".join(chance.choices(PIECES, k=chance.randrange(1, 60))).strip(),
            "tags": ["".join(chance.choices(SIGNS, k=3)) for _ in range(chance.randrange(1, 9))],
            "links": {"".join(chance.choices(SIGNS, k=2)): "/x/", "PDF": "#a: b"},
        }
        text = list_file([entry, entry], ("title", "tags", "links"), "About", is_compact=False)  # type: ignore[list-item]
        found = yaml.load(text, Loader=yaml.BaseLoader)  # noqa: S506
        assert [flat(each) for each in found] == [flat(entry)] * 2, text
        problems = Problems()
        assert parse_yaml(Source("data/talks.yml", text), problems) is not None
        assert [problem for problem in problems.found if "comment" not in problem.message] == [], (
            text
        )


def test_a_long_text_is_broken_between_words_alone() -> None:
    text = " ".join(["a" * 150, *["well-known"] * 40, "b" * 97, "c"])
    written = list_file([{"text": text}], ("text",), "About", is_compact=False)
    assert yaml.load(written, Loader=yaml.BaseLoader) == [{"text": text}]  # noqa: S506
    assert "well-\n" not in written


def flat(value: object) -> object:
    """The text with its white space collapsed."""
    if isinstance(value, dict):
        return {flat(key): flat(said) for key, said in value.items()}
    return (
        [flat(item) for item in value] if isinstance(value, list) else " ".join(str(value).split())
    )


@every_case(
    "text",
    [
        "Rings",
        "a: b"[:1],
        "https://example.org/#x",
        "1918-07-26",
        "it's",
        "-1",
        "a, b",
        "C#",
        "true",
    ],
)
def test_nothing_is_quoted_that_need_not_be(text: str) -> None:
    assert mapping_file({"key": text}, "About") == f"# About\nkey: {text}\n"


@every_case(
    "text",
    ["a: b", "- a", "#a", "a #b", "[a", "*a*", "a:", "~", "null", "", "@a", "`a`", "---", "%a"],
)
def test_what_needs_quotes_has_them(text: str) -> None:
    written = mapping_file({"key": text}, "About")
    assert written == f"# About\nkey: '{text}'\n"
    assert yaml.load(written, Loader=yaml.BaseLoader) == {"key": text}  # noqa: S506


def test_what_is_in_a_comment_of_liquid_stays_unpublished() -> None:
    text = "Rings.\n\n{% comment %}\nNot yet.\n{% endcomment %}\n\nIdeals."
    assert without_liquid(text) == "Rings.\n\n\n\nIdeals."
    assert unknown_liquid(text) == ""


def test_what_is_raw_in_liquid_is_text() -> None:
    text = "Write {% raw %}`{{ page.title }}`{% endraw %}."
    assert without_liquid(text) == "Write `{{ page.title }}`."
    assert unknown_liquid(text) == ""
