"""YAML becomes records without Python's own ideas of what a word means, and every value keeps its place."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal, get_args

import pytest
from msgspec import Meta, Struct

from acadfolio.model.dates import Day, When
from acadfolio.model.entries import News
from acadfolio.model.profile import Profile
from acadfolio.model.publication import Author, Citations, Kind, Publication, Status
from acadfolio.model.reading import Reader, synonyms
from acadfolio.model.record import Reference, fields_of, without_location
from acadfolio.model.section_kinds import SECTION_KINDS
from acadfolio.model.site import SectionSettings, Settings
from acadfolio.model.values import Count, HttpUrl, ImagePath, Link, Links, OwnValue, Text, Url
from acadfolio.problems import Location, Problems, SiteError
from acadfolio.rendering.features import FEATURE_ARGUMENTS
from acadfolio.source.front_matter import split_page
from acadfolio.source.text import Source, read_source
from acadfolio.source.yaml import Node, Sequence, parse_yaml, place, texts_below
from cases import every_case
from sites import render_site
from timing import slowness, timed

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


class Thing(Struct, frozen=True, kw_only=True):
    """One field of every type that a record can have."""

    text: Text | None = None
    word: str = ""
    words: tuple[str, ...] = ()
    tags: Annotated[tuple[str, ...], Meta(extra={"split": True})] = ()
    truth: bool = False
    number: int = 0
    count: Annotated[Count, Meta(description="The second note must not undo the first.")] = 0
    when: When | None = None
    kind: Literal["in press", "under-review"] | None = None
    links: Links = ()
    page: Url | None = None
    web: HttpUrl | None = None
    image: ImagePath | None = None
    free: dict[str, Any] = {}
    of_jekyll: dict[str, OwnValue] = {}
    texts: dict[str, Text] = {}


def read(text: str, *, problems: Problems | None = None) -> Thing:
    """The thing that a YAML text describes."""
    found = Problems() if problems is None else problems
    source = Source("data/thing.yml", text)
    node = parse_yaml(source, found)
    assert node is not None, found.found
    thing = Reader(source, found).record(node, Thing)
    assert problems is not None or not found.found, found.found
    return thing or Thing()


def problems_of(text: str) -> list[str]:
    problems = Problems()
    read(text, problems=problems)
    return [f"{problem.location}: {problem.message}" for problem in problems.found]


AS_WRITTEN = [
    "no", "yes", "on", "off", "true", "False", "010", "0x1F", "0b1", "1_000", "1:30", "12:30:45", "1.10", "1e3", ".5",
    "2020-13-01", "2001-12-14t21:59:43.10-05:00", "=", "<<", "NaN", ".inf", "+1", "-0",
]  # fmt: skip


@every_case("written", AS_WRITTEN)
def test_words_and_numbers_stay_what_was_written(written: str) -> None:
    assert read(f"word: {written}").word == written
    assert read(f"text: {written}").text == Text.of(written)
    assert read(f"words: [{written}, b]").words == (written, "b")
    assert read(f"texts: {{a: {written}}}").texts == {"a": Text.of(written)}
    assert read(f"links: {{{written}: {written}}}").links == (Link(written, Url(written)),)


@every_case(
    ("written", "value"),
    [
        ("true", True),
        ("false", False),
        ("12", 12),
        ("-3", -3),
        ("0", 0),
        ("no", "no"),
        ("010", "010"),
        ("1:30", "1:30"),
        ("1.5", "1.5"),
        ("2024-06-14", "2024-06-14"),
        ("'12'", "12"),
        ('"true"', "true"),
        ("~", None),
        ("''", ""),
        ("'~'", "~"),
        ("[1, [a]]", [1, ["a"]]),
        ("{a: {b: no}}", {"a": {"b": "no"}}),
    ],
)
def test_free_values_know_truth_whole_numbers_and_text(written: str, value: object) -> None:
    assert read(f"free: {{key: {written}}}").free.get("key") == value


@every_case(
    ("written", "value"),
    [
        ("yes", True),
        ("True", True),
        ("ON", True),
        ("no", False),
        ("FALSE", False),
        ("off", False),
        ("{a: [No, 'no']}", {"a": [False, "no"]}),
        ("3.50", 3.5),
        ("-0.5", -0.5),
        ("'3.50'", "3.50"),
        ("1.2.3", "1.2.3"),
        ("010", "010"),
        ("12", 12),
        ("north", "north"),
    ],
)
def test_what_liquid_reads_means_what_it_means_to_jekyll(written: str, value: object) -> None:
    found = read(f"of_jekyll: {{key: {written}}}").of_jekyll["key"]
    assert (found, type(found)) == (value, type(value))


@every_case("nothing", ["", "~", "null", "NULL", " # later"])
def test_a_key_without_a_value_might_as_well_not_be_there(nothing: str) -> None:
    for key in (
        "text",
        "word",
        "words",
        "truth",
        "number",
        "when",
        "kind",
        "links",
        "page",
        "free",
        "texts",
    ):
        assert read(f"word: x\n{key}: {nothing}\n" if key != "word" else f"word: {nothing}") in (
            Thing(word="x"),
            Thing(),
        )


@every_case("nothing", ["", "~", "null", "' '"])
def test_a_link_without_a_url_is_not_shown_and_reported(nothing: str) -> None:
    problems = Problems()
    thing = read(f"links:\n  PDF: {nothing}\n  Code: x\n", problems=problems)
    assert thing.links == (Link("Code", Url("x")),)
    assert [(str(problem.location), problem.message) for problem in problems.found] == [
        ("data/thing.yml:2:3", "the link `PDF` is empty")
    ]


@every_case("quoted", ["'~'", '"null"', "''"])
def test_quotes_make_a_text_of_nothing(quoted: str) -> None:
    assert read(f"word: {quoted}").word == quoted[1:-1]


@every_case("word", ["true", "True", "yes", "ON"])
def test_the_words_for_truth_are_read_where_truth_is_wanted(word: str) -> None:
    assert read(f"truth: {word}").truth is True
    assert problems_of("truth: 1") == [
        "data/thing.yml:1:8: `truth` is `1`, but `true` or `false` is expected"
    ]


def test_a_text_may_be_written_in_several_languages() -> None:
    text = read("text: {en: Hello, zh: 你好, pt: Olá}").text
    assert text is not None
    assert [text.in_language(tag) for tag in ("zh", "en", "pt-BR", "fr")] == [
        "你好",
        "Hello",
        "Olá",
        "Hello",
    ]


def test_a_language_without_words_falls_back_on_the_others() -> None:
    text = read("text: {en: Hello, de: , fr: ''}").text
    assert text is not None
    assert [text.in_language(tag) for tag in ("de", "fr")] == ["Hello", "Hello"]


def test_one_value_is_read_as_a_list_of_one() -> None:
    assert read("words: alone").words == ("alone",)
    assert read("words: [a, '', b]").words == ("a", "", "b")
    assert problems_of("words: [a, ~, b]") == ["data/thing.yml:1:12: an item of `words` is empty"]
    assert read("tags: a b  c").tags == ("a", "b", "c")
    assert read("tags: machine learning,a ,, b,").tags == ("machine learning", "a", "b")
    assert read("words: a b").words == ("a b",)


def test_a_choice_forgives_case_and_hyphens() -> None:
    assert read("kind: Under_Review").kind == "under-review"
    assert read("kind: IN PRESS").kind == "in press"


def test_limits_of_a_numeric_field_are_checked() -> None:
    assert read("count: 0").count == 0
    assert problems_of("count: -1") == ["data/thing.yml:1:8: `count` cannot be `-1`"]
    assert problems_of("number: 1.5") == [
        "data/thing.yml:1:9: `number` is `1.5`, but a whole number is expected"
    ]
    assert problems_of(f"number: {'9' * 400}")[0].startswith("data/thing.yml:1:9: `number` is `999")


def test_aliases_are_replaced_by_their_section() -> None:
    thing = read("word: &a hello\ntext: *a\nwords: &b [*a, c]\ntags: *b\nfree: {x: *b, y: *a}\n")
    assert (thing.text, thing.words, thing.tags) == (
        Text.of("hello"),
        ("hello", "c"),
        ("hello", "c"),
    )
    assert thing.free == {"x": ["hello", "c"], "y": "hello"}


def test_an_alias_that_holds_itself_is_a_problem_with_a_place() -> None:
    problem = "this value contains itself, or is too large"
    assert problems_of("free: &a\n  b: *a\n") == [f"data/thing.yml:1:7: {problem}"]
    large = layers(5) + "  all: [*l5, *l5, *l5]\n"
    assert problems_of(large) == [f"data/thing.yml:8:8: {problem}"]


def layers(number: int) -> str:
    """A value of this many lists, each nine times in the next."""
    lists = [f"  l{n}: &l{n} [{', '.join([f'*l{n - 1}'] * 9)}]" for n in range(1, number + 1)]
    return "\n".join(["free:", "  l0: &l0 x", *lists, ""])


def test_a_short_file_that_is_huge_with_its_aliases_is_a_problem_with_a_place() -> None:
    texts = ", ".join(f"{{x: {number}}}" for number in range(600))
    cases = {layers(12): "8:7", layers(5000): "8:7", f"free: [&a [{texts}]{', *a' * 600}]\n": "1:7"}
    for text, place_of_value in cases.items():
        problems = Problems()
        is_refused = parse_yaml(Source("data/thing.yml", text), problems) is None
        assert is_refused  # A node of this size cannot be printed.
        message = "this value is too large with all its aliases, `*name`, written out"
        assert [(str(each.location), each.message) for each in problems.found] == [
            (f"data/thing.yml:{place_of_value}", message)
        ]


def test_a_long_file_may_have_some_aliases() -> None:
    texts = ", ".join(["x"] * 40_000)
    problems = Problems()
    assert parse_yaml(Source("a.yml", f"a: &a [{texts}]\nb: [{'*a, ' * 8}]\n"), problems)
    assert problems.found == []


def test_a_text_knows_where_each_of_its_parts_is_written() -> None:
    source = Source(
        "data/thing.yml",
        "# x\na: &a x y x\nb: [*a, 'it''s x']\nc: |\n  x\n  y x\nd: \"\\u0078\"\nextra: {e: x}\n",
    )
    texts = list(texts_below(source, parse_yaml(source, Problems()), {"extra"}))
    assert [text.text for text in texts] == ["x y x", "it's x", "x\ny x\n", "x"]
    plain, quoted, block, escaped = texts
    assert [str(plain.at("x", offset)) for offset in (0, 4)] == [
        "data/thing.yml:2:7",
        "data/thing.yml:2:11",
    ]
    assert str(quoted.at("x", 5)) == "data/thing.yml:3:16"
    assert [str(block.at("x", offset)) for offset in (0, 4)] == [
        "data/thing.yml:5:3",
        "data/thing.yml:6:5",
    ]
    assert (str(quoted.at("it's")), str(escaped.at("x"))) == (
        "data/thing.yml:3:9",
        "data/thing.yml:7:4",
    )
    held = Source("data/thing.yml", "free: &a\n  - *a\n  - x\n")
    assert [text.text for text in texts_below(held, parse_yaml(held, Problems()), ())] == ["x"]


def test_every_error_of_a_record_is_named_at_once_each_at_its_value() -> None:
    text = "wrod: a\ntruth: maybe\nwhen: 2023-02-29\nkind:\n  - a\nlinks: {A: [b]}\nfree: x\nword: {a: b}\n"
    assert [line.split(": ")[0].removeprefix("data/thing.yml:") for line in problems_of(text)] == [
        "1:1", "2:8", "3:7", "5:3", "6:12", "7:7", "8:7",
    ]  # fmt: skip


@every_case("written", ["", ' ""', " ' '", ' {en: "", fr: " "}', " null"])
def test_what_has_to_be_there_may_not_be_empty(written: str) -> None:
    problems = Problems()
    source = Source("data/news.yml", f"date: 1921\ntext:{written}\n")
    node = parse_yaml(source, problems)
    assert node is not None
    assert Reader(source, problems).record(node, News) is None
    assert [(str(problem.location), problem.message) for problem in problems.found] == [
        ("data/news.yml:2:1", "`text` is empty")
    ]


def test_a_wrong_entry_does_not_hide_the_right_ones() -> None:
    problems = Problems()
    source = Source("data/publications.yml", "- title: A\n- titel: B\n- C\n- title: D\n")
    node = parse_yaml(source, problems)
    assert node is not None
    found = Reader(source, problems).records(node, Publication)
    assert [entry.title for entry in found] == [Text.of("A"), Text.of("D")]
    assert [str(problem.location) for problem in problems.found] == [
        f"{source.name}:{at}" for at in ("2:3", "3:3")
    ]


def test_equal_entries_are_distinguished_by_their_locations() -> None:
    problems = Problems()
    source = Source("data/news.yml", "- {date: 1921, text: A}\n- date: 1921\n  text: A\n")
    node = parse_yaml(source, problems)
    assert node is not None
    one, other = Reader(source, problems).records(node, News)
    assert [str(entry.source_location) for entry in (one, other)] == [
        "data/news.yml:1:3",
        "data/news.yml:2:3",
    ]
    assert one != other
    assert without_location(one) == without_location(other)


def test_no_author_writes_the_place_of_an_entry() -> None:
    problems = Problems()
    source = Source("data/news.yml", "date: 1921\ntext: A\nsource_location: here\n")
    node = parse_yaml(source, problems)
    assert node is not None
    assert Reader(source, problems).record(node, News) is None
    assert [(str(problem.location), problem.rule) for problem in problems.found] == [
        ("data/news.yml:3:1", "unknown-key")
    ]


def test_urls_and_images_are_remembered_with_their_places() -> None:
    problems = Problems()
    source = Source("data/thing.yml", "page: /cv/\nimage: a.png\nlinks: {PDF: b.pdf}\n")
    node = parse_yaml(source, problems)
    assert node is not None
    reader = Reader(source, problems)
    reader.record(node, Thing)
    assert reader.references == [
        Reference("/cv/", Location("data/thing.yml", 1, 7), is_image=False),
        Reference("a.png", Location("data/thing.yml", 2, 8), is_image=True),
        Reference("b.pdf", Location("data/thing.yml", 3, 14), is_image=False),
    ]


def nodes(node: Node) -> Iterator[Node]:
    yield node
    for part in node.value if isinstance(node.value, list) else ():
        for inner in part if isinstance(part, tuple) else (part,):
            yield from nodes(inner)


TEXT = 'title: Ärger\nlist:\n  - "é" \n  - {a: b,  c: 𝔘}\n? key\n: |\n  more\n'


@every_case("first_line", [1, 2, 40])
def test_places_are_those_of_the_file(first_line: int) -> None:
    source = Source("page.md", "\n" * (first_line - 1) + TEXT)
    tree = parse_yaml(source, Problems(), first_line=first_line, text=TEXT)
    assert tree is not None
    found = [place(source, node) for node in nodes(tree)]
    lines = source.text.split("\n")
    starts = [lines[here.line - 1][here.column - 1 :][:4] for here in found]
    assert starts == [
        "titl",
        "titl",
        "Ärge",
        "list",
        '- "é',
        '"é" ',
        "{a: ",
        "a: b",
        "b,  ",
        "c: 𝔘",
        "𝔘}",
        "key",
        "|",
    ]


def test_front_matter_and_body_keep_the_lines_of_the_page() -> None:
    problems = Problems()
    parts = split_page(Source("content/a.md", "---\ntitle: A\n---\n\nText\n---\nMore\n"), problems)
    assert parts.front_matter is not None
    assert place(parts.source, parts.front_matter.value[0][1]) == Location("content/a.md", 2, 8)
    assert (parts.body, parts.body_line) == ("\nText\n---\nMore\n", 4)


@every_case(
    "text", ["Text\n---\nMore\n", "\n---\ntitle: A\n---\n", "----\na: b\n----\n", "", "***\n\nText"]
)
def test_a_page_without_front_matter_is_all_body(text: str) -> None:
    parts = split_page(Source("content/a.md", text), Problems())
    assert (parts.front_matter, parts.body, parts.body_line) == (None, text, 1)


def test_empty_front_matter_has_no_keys_and_the_body_starts_after_it() -> None:
    parts = split_page(Source("content/a.md", "---\n---\nText"), Problems())
    assert (parts.front_matter, parts.body, parts.body_line) == (None, "Text", 3)


@every_case("ends", ["\n", "\r\n", "\r"])
@every_case("mark", [b"", b"\xef\xbb\xbf"])
def test_line_ends_and_byte_order_marks_do_not_move_places(
    ends: str, mark: bytes, tmp_path: Path
) -> None:
    file = tmp_path / "news.yml"
    file.write_bytes(mark + f"a: b{ends}c: d{ends}".encode())
    problems = Problems()
    source = read_source(file, "data/news.yml", problems)
    assert source is not None
    tree = parse_yaml(source, problems)
    assert tree is not None
    assert [place(source, key) for key, _ in tree.value] == [
        Location("data/news.yml", n, 1) for n in (1, 2)
    ]
    assert not problems.found


@every_case("strange", ["\x85", "\u2028", "\u2029"])
def test_a_line_end_that_no_editor_shows_does_not_move_places(strange: str) -> None:
    source = Source("data/news.yml", f"a: one{strange}two\nc: d\n")
    tree = parse_yaml(source, Problems())
    assert tree is not None
    assert place(source, tree.value[1][0]) == Location("data/news.yml", 2, 1)
    assert tree.value[0][1].value == "one two"


@every_case(
    ("text", "name", "marks"),
    [
        ("Pierre Curie", "Pierre Curie", ""),
        ("Pierre Curie*†", "Pierre Curie", "*†"),
        ("Pierre Curie ✉", "Pierre Curie", "✉"),
        ("Pierre Curie‡§¶#+", "Pierre Curie", "‡§¶#+"),
        ("Curie, Pierre", "Curie, Pierre", ""),
        ("Sammy Davis, Jr.", "Sammy Davis, Jr.", ""),
        ("Davis, Sammy, Jr.", "Davis, Sammy, Jr.", ""),
        ("Anderson Sandberg", "Anderson Sandberg", ""),
    ],
)
def test_a_name_may_carry_marks(text: str, name: str, marks: str) -> None:
    assert Author.from_text(text) == Author(name=name, marks=marks)


@every_case(
    "text", ["A. One and B. Two", "A. One, B. Two, C. Three", "A. One; B. Two", "A. One & B. Two"]
)
def test_several_names_in_one_are_not_taken_for_one(text: str) -> None:
    with pytest.raises(ValueError, match="contains several names"):
        Author.from_text(text)


def test_the_dates_of_a_record_are_days() -> None:
    assert read("when: 2024-06-14").when == When(Day(2024, 6, 14))


@every_case(
    ("text", "place"),
    [
        ("- {date: 1918, text: A}\n- date: 1919\n  text: Prize #1 in Wien\n", "data/news.yml:3:15"),
        ("- date: 1918 #late\n  text: A\n", "data/news.yml:1:14"),
    ],
)
def test_a_hash_that_cuts_a_value_short_is_reported(text: str, place: str, tmp_path: Path) -> None:
    _, problems = render_site(tmp_path, {"data/news.yml": text})
    assert problems == [f"{place}: YAML reads the text after this # as a comment"]


@every_case(
    ("text", "reported"),
    [
        (
            "- date: 1918\n  tags: ['#1', C#x, \"a #2\"\n  text: A\n",
            "2:9: this bracket is never closed",
        ),
        ("- date: 1918\n  tags: [a #1\n  text: A\n", "2:9: this bracket is never closed"),
    ],
)
def test_a_bracket_that_is_lost_to_a_comment_is_reported(
    text: str, reported: str, tmp_path: Path
) -> None:
    with pytest.raises(SiteError) as raised:
        render_site(tmp_path, {"data/news.yml": text})
    assert [f"{problem.location}: {problem.message}" for problem in raised.value.problems] == [
        f"data/news.yml:{reported}"
    ]


def test_a_colour_without_quotes_is_reported(tmp_path: Path) -> None:
    _, problems = render_site(tmp_path, {"data/site.yml": "title: A\naccent: #7a1f3d\n"})
    assert problems == ["data/site.yml:2:9: YAML reads the text after this # as a comment"]
    _, problems = render_site(
        tmp_path, {"data/site.yml": "title: A\naccent: # none\nmarks: #of authors\n  '*': equal\n"}
    )
    assert problems == []


@every_case("text", ["'Prize #1'", "Prize # a comment", "C#", ">-\n    Prize #1 in\n    Wien #2"])
def test_a_hash_in_quotes_in_a_block_or_before_a_space_is_not_reported(
    text: str, tmp_path: Path
) -> None:
    _, problems = render_site(tmp_path, {"data/news.yml": f"- date: 1918\n  text: {text}\n"})
    assert problems == []


@every_case(
    ("key", "word", "hint"),
    [
        ("kind", "article", "did you mean `journal`?"),
        ("kind", "In-Proceedings", "did you mean `conference`?"),
        ("kind", "paper", "did you mean `journal`?"),
        ("kind", "phdthesis", "did you mean `thesis`?"),
        ("kind", "techreport", "did you mean `report`?"),
        ("kind", "arxiv", "did you mean `preprint`?"),
        ("status", "to appear", "did you mean `accepted`?"),
        ("status", "forthcoming", "did you mean `accepted`?"),
        ("status", "inpress", "did you mean `in press`?"),
        ("status", "major revision", "did you mean `under review`?"),
    ],
)
def test_what_others_call_a_choice_leads_to_it(key: str, word: str, hint: str) -> None:
    problems = Problems()
    source = Source("data/thing.yml", f"title: A\n{key}: {word}\n")
    node = parse_yaml(source, problems)
    assert node is not None
    Reader(source, problems).record(node, Publication)
    assert [(problem.message, problem.hint) for problem in problems.found] == [
        (f"`{key}` cannot be `{word}`", hint)
    ]


def test_every_synonym_is_of_a_choice_that_there_is() -> None:
    keys = {
        *fields_of(Publication),
        *fields_of(Profile),
        *fields_of(Settings),
        *fields_of(SectionSettings),
    }
    assert synonyms().keys() <= {
        *get_args(Kind),
        *get_args(Status),
        *keys,
        *SECTION_KINDS,
        "posts",
        *FEATURE_ARGUMENTS,
    }


@every_case(
    ("word", "key"),
    [("keywords", "tags"), ("journal", "venue"), ("School", "institution"), ("hide", "hidden")],
)
def test_what_bibtex_calls_a_key_leads_to_ours(word: str, key: str) -> None:
    (reported,) = publication(f"title: A\n{word}: B\n")[1]
    assert reported.endswith(f"(did you mean `{key}`?)")


def publication(text: str) -> tuple[Publication | None, list[str]]:
    problems = Problems()
    source = Source("data/publications.yml", text)
    node = parse_yaml(source, problems)
    assert node is not None
    made = Reader(source, problems).record(node, Publication)
    return made, [
        f"{problem.location}: {problem.message} ({problem.hint})" for problem in problems.found
    ]


def test_a_bare_number_is_a_count_of_citations() -> None:
    made, reported = publication("title: A\ncitations: 5\n")
    assert (made and made.citations, reported) == (Citations(count=5), [])
    hint = "write `citations: 5`, or `citations: {count: 5, source: …}`"
    assert publication("title: A\ncitations: many\n")[1] == [
        f"data/publications.yml:2:12: `many` is not a number of citations ({hint})"
    ]


@every_case(
    ("year", "hint"),
    [
        ("843", "write a number from 1000 to 9999"),
        ("98", "write a number from 1000 to 9999"),
    ],
)
def test_a_year_before_1000_is_reported_with_how_it_is_written(year: str, hint: str) -> None:
    problems = Problems()
    source = Source("data/publications.yml", f"title: Annals\nyear: {year}\n")
    node = parse_yaml(source, problems)
    assert node is not None
    Reader(source, problems).record(node, Publication)
    assert [(problem.message, problem.hint) for problem in problems.found] == [
        (f"`year` cannot be `{year}`", hint)
    ]
    assert When.parse("0843").year == 843


@every_case(
    "url",
    [
        "https://me:s3cret@host.org", "https://s3cret@host.org/path", "http://me:s3/cret@host.org", "https://@host.org",
        "https://me:s3cret@host.org:80/",
    ],
)  # fmt: skip
def test_a_url_with_a_password_is_reported(url: str) -> None:
    what = "this URL contains a user name or password, which everybody could read"
    assert problems_of(f"web: {url}") == [f"data/thing.yml:1:6: {what}"]


@every_case("url", ["https//me:s3cret@host.org", "me:s3cret@host.org"])
def test_a_password_in_an_invalid_url_is_not_printed(url: str) -> None:
    assert problems_of(f"web: {url}") == ["data/thing.yml:1:6: this is not a URL"]


@every_case(
    "url", ["https://host.org/@me", "https://host.org:8080/a:b@c", "http://[::1]:80/?a=b@c"]
)
def test_the_path_of_a_url_may_contain_an_at_character(url: str) -> None:
    assert read(f"web: {url}").web == url


@pytest.mark.slow
def test_a_repeated_key_in_thousands_of_entries_is_reported_quickly() -> None:
    """As a converter may write it: the file is taken apart once, and not for each of them."""
    lines = [
        f"- title: Paper {number}\n  year: 1918\n  title: Paper {number}\n"
        for number in range(4000)
    ]
    source, problems = Source("data/publications.yml", "".join(lines)), Problems()
    node = parse_yaml(source, problems)
    assert isinstance(node, Sequence)
    reader = Reader(source, problems)
    seconds = timed(lambda: [reader.pairs(item) for item in node.value])[1]
    assert len(problems.found) == len(lines)
    assert seconds / slowness() < 1
