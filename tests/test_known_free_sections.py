"""Skills, languages and the other free sections with a known name: headings, places, items, and `references()`."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

from acadfolio.model.section_kinds import BUILT_IN, FREE, SECTION_KINDS, by_place_in_cv
from acadfolio.theme.words import languages, word_for_section, words_for
from cases import every_case
from sites import content_of, problems_of, render_site

if TYPE_CHECKING:
    from pathlib import Path

KNOWN = tuple(name for name, kind in SECTION_KINDS.items() if kind.is_free)
NINE = {f"data/{name}.yml": f"- {{title: Of {name}}}\n" for name in KNOWN}
OWN = {"data/books.yml": "- {title: Of books}\n", "data/education.yml": "- institution: Erlangen\n"}


def site(language: str = "en", look: str = "acad-homepage") -> dict[str, str]:
    return {"data/site.yml": f"title: Emmy Noether\nlanguage: {language}\nlook: {look}\n"}


def shown(folder: Path, skills: str, language: str = "en", line: str = "skills()") -> str:
    """The only entry that a page shows of `data/skills.yml`, without its frame."""
    page = {"content/notes.md": f"{{{{ {line} }}}}\n", "data/skills.yml": skills}
    outputs, problems = render_site(folder, site(language) | page)
    assert problems == []
    (entry,) = re.findall(
        r"<li>(.*)</li>\n</ul>", content_of(outputs["notes/index.html"]), re.DOTALL
    )
    return str(entry)


def headings(html: str) -> list[str]:
    """The headings of a page, without their emoji."""
    found = re.findall(r"<h1 .*?>(.*?)</h1>", content_of(html))
    return [re.sub(r"<.*?>|[^\w\s’()-]", "", heading).strip() for heading in found]


def test_there_are_nine_and_a_section_of_another_name_is_free_as_well() -> None:
    assert sorted(KNOWN) == [
        "certificates", "interests", "languages", "media", "memberships", "outreach", "references",
        "skills", "supervision",
    ]  # fmt: skip
    for name in KNOWN:
        kind = SECTION_KINDS[name]
        assert (kind.fields, kind.views, kind.record) == (FREE.fields, FREE.views, FREE.record)
        assert kind.emoji


@every_case("language", languages())
def test_every_language_has_a_heading_for_each_section_and_none_twice(language: str) -> None:
    words = words_for(language)
    found = Counter(word_for_section(name, words) for name in SECTION_KINDS)
    assert set(found.values()) == {1}
    assert "" not in found


@every_case(
    ("language", "expected"),
    [
        ("en", ["Skills", "Interests", "References"]),
        ("de", ["Kenntnisse", "Interessen", "Referenzen"]),
        ("zh", ["技能", "兴趣爱好", "推荐人"]),
    ],
)
def test_a_page_that_lists_them_has_their_headings_in_its_language(
    language: str, expected: list[str], tmp_path: Path
) -> None:
    page = {"content/notes.md": "---\nsections: [skills, interests, references]\n---\n"}
    outputs, problems = render_site(tmp_path, site(language) | NINE | page)
    assert problems == []
    assert headings(outputs["notes/index.html"]) == expected
    assert '<span class="emoji">🧰</span>' in outputs["notes/index.html"]


def test_the_heading_of_cited_works_keeps_its_word(tmp_path: Path) -> None:
    papers = "- {title: On rings, authors: [E. Noether], key: rings}\n"
    page = {"content/notes.md": "See [@rings].\n", "data/publications.yml": papers}
    outputs, _ = render_site(tmp_path, site("de") | NINE | page)
    assert "Literatur" in outputs["notes/index.html"]
    assert "Referenzen" not in outputs["notes/index.html"]


@every_case(
    ("entry", "expected"),
    [
        ("{title: Code, items: [Python, C]}", "<strong>Code:</strong> Python, C"),
        ("{title: Code, items: Python}", "<strong>Code:</strong> Python"),
        ("{title: Code, text: 'Python, C'}", "<strong>Code:</strong> Python, C"),
        ("{title: Code, items: [A, '*B*'], text: Daily.}",
         "<strong>Code:</strong> A, <em>B</em>. Daily."),
        ("{title: Code, items: [A, B], text: daily}", "<strong>Code:</strong> A, B, daily"),
        ("{items: [Python, C]}", "Python, C"),
        ("{text: Python}", "Python"),
    ],
)  # fmt: skip
def test_an_entry_is_one_line(entry: str, expected: str, tmp_path: Path) -> None:
    assert shown(tmp_path, f"- {entry}\n") == expected


@every_case(("language", "between"), [("de", ", "), ("zh", "、"), ("zh-TW", "、"), ("ar", "، ")])
def test_items_have_the_comma_of_the_language(language: str, between: str, tmp_path: Path) -> None:
    html = shown(tmp_path, "- items: [Python, C]\n", language)
    assert f"Python{between}C" in re.sub(r"<.*?>", "", html)


def test_items_follow_a_colon_also_in_an_entry_with_a_date(tmp_path: Path) -> None:
    html = shown(tmp_path, "- {date: 1900, title: Code, items: [A, B], text: Munich}\n")
    assert "<strong>Code:</strong> A, B. Munich" in html


def test_a_section_of_ones_own_has_items_too(tmp_path: Path) -> None:
    files = {"content/notes.md": "{{ tools() }}\n", "data/tools.yml": "- items: [A, B]\n"}
    outputs, problems = render_site(tmp_path, site() | files)
    assert (problems, "<li>A, B</li>" in outputs["notes/index.html"]) == ([], True)


def test_highlights_are_a_list_below_the_line(tmp_path: Path) -> None:
    html = shown(tmp_path, "- title: Code\n  text: |\n    - Python\n    - C\n")
    assert re.sub(r"\s+", "", html) == "<strong>Code:</strong><ul><li>Python</li><li>C</li></ul>"


@every_case(
    ("text", "after_the_employer"),
    [
        ("- a seminar\n- lectures\n", "<ul>"),
        ("1. a seminar\n2. lectures\n", "<ol>"),
        ("For guests:\n\n- a seminar\n", ". For guests:"),
        ("-- a line\nand another\n", ". – a line"),
    ],
)
def test_highlights_of_a_position_are_below_it_without_a_full_stop(
    text: str, after_the_employer: str, tmp_path: Path
) -> None:
    block = "".join(f"    {line}\n" if line else "\n" for line in text.splitlines())
    files = {
        "data/experience.yml": f"- role: Lecturer\n  institution: Bryn Mawr\n  text: |\n{block}",
        "content/notes.md": "{{ experience() }}\n",
    }
    content = content_of(render_site(tmp_path, site() | files)[0]["notes/index.html"])
    shown = re.sub(r"\s+(?=<)|<p>|</p>", "", content)
    assert f"Bryn Mawr{after_the_employer}" in shown


def test_entries_are_chosen_and_dated_as_those_of_any_section(tmp_path: Path) -> None:
    skills = "- {title: A, date: 1918}\n- {title: B, date: 1921}\n"
    html = shown(tmp_path, skills, line='skills(view="cv", title="A", date_style="%Y")')
    assert "1918" in html
    assert "1921" not in html


def test_an_unknown_key_is_reported_with_the_one_that_was_meant(tmp_path: Path) -> None:
    files = {"data/skills.yml": "- {title: Code, item: [Python]}\n"}
    (problem,) = [line for line in problems_of(tmp_path, files) if "item" in line]
    assert "data/skills.yml:1:17" in problem
    assert "did you mean `items`?" in problem


@every_case(
    ("line", "expected"),
    [
        ("languages: [en, de]", []),
        ("languages: de", []),
        ("skills: 5", ["this is `5`, but keys and values are expected (write `title: …`)"]),
        ("languages:", ["this is empty, but keys and values are expected (write `title: …`)"]),
        ("languages: {title: Tongues}", []),
        ("languages: {en: /en/, de: /de/}", []),
        ("languages: {en: , de: }", []),
        ("languages: {by: year}", ["unknown key `by` ()"]),
    ],
)
def test_a_setting_that_is_none_of_a_section_is_not_taken_for_one(
    line: str, expected: list[str], tmp_path: Path
) -> None:
    settings = {"data/site.yml": f"title: A\n{line}\n", "data/languages.yml": "- title: Polish\n"}
    found = [problem for problem in problems_of(tmp_path, settings) if "site.yml" in problem]
    assert [problem.partition(" error: ")[2] for problem in found] == expected


def test_a_shortcode_without_a_file_says_which_one_to_write(tmp_path: Path) -> None:
    _, problems = render_site(tmp_path, site() | {"content/notes.md": "{{ skills() }}\n"})
    assert problems == ["content/notes.md:1:1: `skills` has nothing to show"]


@every_case("name", ["skillset", "certifications", "preferences", "language"])
def test_a_section_of_ones_own_may_be_named_nearly_like_one(name: str, tmp_path: Path) -> None:
    files = {"content/notes.md": f"{{{{ {name}() }}}}\n", f"data/{name}.yml": "- title: A\n"}
    assert render_site(tmp_path, site() | files)[1] == []


# Where they are


def test_a_home_page_without_shortcodes_has_all_of_them_before_sections_of_ones_own(
    tmp_path: Path,
) -> None:
    outputs, _ = render_site(tmp_path, site() | NINE | OWN | {"content/about.md": "Text.\n"})
    names = [name for name in BUILT_IN if name in {"education", *KNOWN}]
    words = words_for("en")
    assert headings(outputs["index.html"]) == [
        *(word_for_section(name, words) for name in names), "Books",
    ]  # fmt: skip


def test_a_home_page_that_places_sections_has_no_others(tmp_path: Path) -> None:
    text = {"content/about.md": "{{ education() }}\n"}
    outputs, _ = render_site(tmp_path, site() | NINE | OWN | text)
    assert "Of skills" not in outputs["index.html"]


def test_a_cv_has_them_in_its_order_and_sections_of_ones_own_among_them(tmp_path: Path) -> None:
    services = {"data/services.yml": "- role: Referee\n"}
    outputs, _ = render_site(tmp_path, site(look="academicpages") | NINE | OWN | services)
    assert headings(outputs["cv/index.html"]) == [
        "Education", "Supervision", "Professional Services", "Memberships", "Outreach", "Media",
        "Books", "Certificates", "Skills", "Languages", "Interests", "References",
    ]  # fmt: skip


def test_sections_without_a_place_in_the_cv_keep_their_order() -> None:
    names = ["b", "skills", "people", "a", "education"]
    assert by_place_in_cv(names) == ["education", "b", "people", "a", "skills"]


# The feature of the same name

CITING = {
    "data/publications.yml": "- {title: On rings, authors: [E. Noether], key: rings}\n",
    "content/notes.md": "See [@rings].\n\n{{ references() }}\n\nThe end.\n",
}
REFEREES = {"data/references.yml": "- {title: David Hilbert, text: Göttingen}\n"}


def test_references_are_what_a_page_cites(tmp_path: Path) -> None:
    outputs, problems = render_site(tmp_path, site() | CITING)
    content = content_of(outputs["notes/index.html"])
    assert problems == []
    assert content.index("On rings") < content.index("The end.")


def test_references_are_people_on_a_site_with_such_a_file(tmp_path: Path) -> None:
    outputs, problems = render_site(tmp_path, site() | CITING | REFEREES)
    content = content_of(outputs["notes/index.html"])
    assert problems == []
    assert content.index("David Hilbert") < content.index("The end.") < content.index("On rings")


def test_references_in_the_cv_alone_leave_the_line_to_what_a_page_cites(tmp_path: Path) -> None:
    settings = {"data/site.yml": site()["data/site.yml"] + "references: {cv_only: true}\n"}
    outputs, problems = render_site(tmp_path, settings | CITING | REFEREES)
    content = content_of(outputs["notes/index.html"])
    assert problems == []
    assert content.index("On rings") < content.index("The end.")
    assert "Hilbert" not in "".join(outputs.values())


def test_a_home_page_that_only_places_what_it_cites_has_the_other_sections_as_well(
    tmp_path: Path,
) -> None:
    files = CITING | OWN | {"content/about.md": CITING["content/notes.md"]}
    outputs, _ = render_site(tmp_path / "1", site() | files)
    assert "Of books" in outputs["index.html"]
    outputs, _ = render_site(tmp_path / "2", site() | files | REFEREES)
    assert "Of books" not in outputs["index.html"]


def test_a_page_may_list_references_as_a_section_and_is_told_that_there_are_none(
    tmp_path: Path,
) -> None:
    page = {"content/notes.md": "---\nsections: [references]\n---\nText.\n"}
    outputs, problems = render_site(tmp_path / "1", site() | REFEREES | page)
    assert (headings(outputs["notes/index.html"]), problems) == (["References"], [])
    assert render_site(tmp_path / "2", site() | page)[1] == [
        "content/notes.md:2:11: `references` has nothing to show"
    ]
