"""Sections: what a shortcode shows, in which order, in which words."""

from __future__ import annotations

import html
import re
from typing import TYPE_CHECKING

import pytest

from acadfolio.build import prepare
from acadfolio.checks import check_site
from acadfolio.citations.authors import People
from acadfolio.model.profile import Profile
from acadfolio.model.publication import Author
from acadfolio.model.values import Text
from acadfolio.problems import SiteError
from cases import every_case
from sites import content_of, make_site, render_site

if TYPE_CHECKING:
    from pathlib import Path


def shown(tmp_path: Path, line: str, **data: str) -> str:
    """The words of a home page that holds one shortcode."""
    files = {f"data/{name}.yml": text for name, text in data.items()} | {
        "content/about.md": f"{line}\n"
    }
    return words(content_of(render_site(tmp_path, files)[0]["index.html"]))


def words(page: str) -> str:
    """What a reader sees before BibTeX is opened."""
    page = re.sub(r"<details[^>]*>\s*<summary>BibTeX.*?</details>", "", page, flags=re.DOTALL)
    return " ".join(html.unescape(re.sub(r"<[^>]+>", "", page.replace("</li>", "</li> "))).split())


NEWS = """\
- {date: 1918-07, text: The theorems}
- {date: 1921-09-20, text: In Jena}
- {date: 1915, text: To Göttingen, icon: 🎉, pinned: true}
- {date: 1921-09-20, text: Same day}
"""


def test_news_come_newest_first_pinned_ones_on_top_and_equal_dates_as_written(
    tmp_path: Path,
) -> None:
    text = shown(tmp_path, "{{ news() }}", news=NEWS)
    assert text == "1915 🎉 To Göttingen 1921.09 In Jena 1921.09 Same day 1918.07 The theorems"


def test_the_order_of_the_file_can_be_kept(tmp_path: Path) -> None:
    text = shown(tmp_path, '{{ news(sort="file", fields=["text"]) }}', news=NEWS)
    assert text == "The theorems In Jena To Göttingen Same day"


def test_entries_beyond_a_limit_open_without_javascript(tmp_path: Path) -> None:
    files = {"data/news.yml": NEWS, "content/about.md": "{{ news(limit=1) }}\n"}
    page = content_of(render_site(tmp_path, files)[0]["index.html"])
    before, _, hidden = page.partition("<details")
    assert ("To Göttingen" in before, "The theorems" in hidden, "All news" in hidden) == (
        True,
        True,
        True,
    )


def test_an_argument_that_names_a_field_filters(tmp_path: Path) -> None:
    teaching = "- {course: Algebra, role: Lecturer}\n- {course: Rings, role: Assistant}\n"
    assert (
        shown(tmp_path, '{{ teaching(role="Lecturer") }}', teaching=teaching) == "Algebra, Lecturer"
    )


def test_entries_that_no_page_shows_are_reported(tmp_path: Path) -> None:
    files = {
        "data/teaching.yml": "- {course: Algebra, role: Lecturer}\n- {course: Rings, role: Assistant}\n",
        "data/talks.yml": "- title: A\n",
        "content/about.md": '{{ teaching(role="Lecturer") }}\n',
    }
    _, problems = render_site(tmp_path, files)
    assert sorted(problems) == [
        "data/talks.yml: no page shows its entries",
        "data/teaching.yml: no page shows 1 of 2 entries",
    ]


def test_a_home_page_that_places_nothing_shows_everything_with_headings(tmp_path: Path) -> None:
    files = {
        "data/awards.yml": "- {title: Prize, date: 1932}\n",
        "data/useful_links.yml": "- text: A\n",
    }
    outputs, problems = render_site(tmp_path, files)
    assert (
        words(content_of(outputs["index.html"])) == "🎖 Honors and Awards 1932 Prize Useful links A"
    )
    assert problems == []


def test_sections_can_be_listed_by_the_page_or_by_the_site(tmp_path: Path) -> None:
    files = {
        "data/site.yml": "title: A\nsections: [talks]\n",
        "data/talks.yml": "- title: Ideals\n",
        "data/awards.yml": "- title: Prize\n",
        "content/cv.md": "---\nsections: [awards]\n---\nHello\n",
    }
    outputs, _ = render_site(tmp_path, files)
    assert words(content_of(outputs["index.html"])) == "💬 Invited Talks Ideals"
    assert words(content_of(outputs["cv/index.html"])) == "Hello 🎖 Honors and Awards Prize"


@every_case(
    ("entry", "sentence"),
    [
        (
            "{role: Professor, department: Department of Physics, institution: U}",
            "Professor in the Department of Physics, U",
        ),
        ("{role: Lecturer, department: Physics, institution: U}", "Lecturer in Physics, U"),
        (
            "{role: Director, department: Curie Laboratory, institution: U}",
            "Director, Curie Laboratory, U",
        ),
        (
            "{date: 1915.., role: Docent, institution: U, text: with D. Hilbert}",
            "1915–now Docent, U, with D. Hilbert",
        ),
        ("{role: Docent, institution: U, text: Unpaid.}", "Docent, U. Unpaid."),
    ],
)
def test_an_entry_reads_as_a_sentence(entry: str, sentence: str, tmp_path: Path) -> None:
    assert shown(tmp_path, "{{ experience() }}", experience=f"- {entry}\n") == sentence


def test_courses_can_be_grouped_by_role_and_institution(tmp_path: Path) -> None:
    teaching = (
        "- {course: Algebra, code: A1, role: Lecturer, institution: G, terms: [1922, 1923]}\n"
        "- {course: Rings, role: Lecturer, institution: G}\n- {course: Ideals, role: Guest, institution: M}\n"
    )
    line = '{{ teaching(group_by=["role", "institution"], fields=["terms", "code", "course"]) }}'
    assert (
        shown(tmp_path, line, teaching=teaching)
        == "Lecturer at G 1922, 1923 A1 Algebra Rings Guest at M Ideals"
    )


def test_services_nest_by_role_area_and_venue(tmp_path: Path) -> None:
    services = """\
- role: Reviewer
  areas:
    - area: Algebra
      venues:
        - {name: ICM, years: [1928, 1932]}
        - {name: DMV, years: [1921]}
    - area: Journals
      venues: [{name: Mathematische Annalen}]
"""
    text = shown(tmp_path, '{{ services(date_style="’%y") }}', services=services)
    assert text == "Reviewer Algebra: ICM ’28, ’32 · DMV ’21 Journals: Mathematische Annalen"


PAPER = """\
- title: Invariante Variationsprobleme
  authors: [A. Other*, E. Noether*, "{name: E. Noether, me: false}"]
  kind: journal
  venue: goettingen
  volume: 2
  pages: 235–257
  year: 1918
  links: {PDF: https://example.org/a.pdf}
  award: Best
"""
PAPER = PAPER.replace('"{name: E. Noether, me: false}"', "{name: E. Noether, me: false}")
VENUES = (
    "goettingen: {name: Göttinger Nachrichten, abbreviation: GN, rank: A, rank_note: Academy}\n"
)


@every_case(
    ("style", "citation"),
    [
        (
            "plain",
            "{authors}. {title}. Göttinger Nachrichten, 2:235–257, 1918. [PDF] [Best] Rank: A",
        ),
        (
            "quoted",
            "{authors}, “{title}”, in Göttinger Nachrichten (GN), 2, pages 235–257, 1918. [PDF] [Best] Rank: A",
        ),
        (
            "tagged",
            "[GN] {authors}, {title}, Göttinger Nachrichten, 2, pages 235–257, 1918. (A Academy) [PDF] [Best]",
        ),
    ],
)
def test_a_citation_style_is_the_sites_choice(style: str, citation: str, tmp_path: Path) -> None:
    data = {
        "publications": PAPER,
        "venues": VENUES,
        "profile": "name: Emmy Noether\nvariants: [E. Noether]\n",
    }
    authors = "A. Other*, E. Noether*, " + ("" if style == "tagged" else "and ") + "E. Noether"
    expected = citation.format(authors=authors, title="Invariante Variationsprobleme")
    assert shown(tmp_path, f'{{{{ publications(style="{style}") }}}}', **data) == expected


def test_the_person_is_bold_and_a_namesake_is_not(tmp_path: Path) -> None:
    files = {
        "data/publications.yml": PAPER,
        "data/venues.yml": VENUES,
        "data/profile.yml": "name: Emmy Noether\nvariants: [E. Noether]\n",
        "content/about.md": "{{ publications() }}\n",
    }
    page = content_of(render_site(tmp_path, files)[0]["index.html"])
    assert re.findall(r"<strong[^>]*>([^<]*)</strong>", page) == ["E.\N{NO-BREAK SPACE}Noether*"]


@every_case(
    ("name", "is_me"),
    [
        ("Marie Skłodowska Curie", True),
        ("Marie Sklodowska-Curie", True),
        ("Skłodowska-Curie, Marie", True),
        ("M. Curie", True),
        ("M Curie", True),
        ("P. Curie", False),
        ("Marie Curie Jr.", False),
    ],
)
def test_a_name_is_known_with_and_without_accents_and_points(name: str, is_me: bool) -> None:
    people = People(Profile(name=Text.of("Marie Skłodowska-Curie"), variants=("M. Curie",)), ())
    assert people.is_me(Author(name=name)) is is_me


def test_the_legend_explains_the_marks_that_occur(tmp_path: Path) -> None:
    site = 'title: A\nmarks: {"*": equal contribution, "#": corresponding author}\n'
    files = {
        "data/site.yml": site,
        "data/publications.yml": PAPER,
        "content/about.md": "{{ publications(style='plain') }}\n",
    }
    text = words(content_of(render_site(tmp_path, files)[0]["index.html"]))
    assert text.startswith("* equal contribution A. Other*")


def test_a_character_after_a_name_that_is_no_author_mark_stays_in_the_name(tmp_path: Path) -> None:
    site = (
        'title: A\nmarks:\n  "§": first\n  "♠": second\n  "*†": both\n  "♣": third\n  a: fourth\n'
    )
    papers = '- title: On rings\n  authors: [Ada§, Tom♠, Curie*†, {name: Kim, marks: "♣"}, Anna]\n  year: 1921\n'
    files = {
        "data/site.yml": site,
        "data/publications.yml": papers,
        "content/about.md": "{{ publications(style='plain') }}\n",
    }
    outputs, problems = render_site(tmp_path, files)
    unexplained = "data/publications.yml:1:3: the mark `{}` of the author `Curie` is not explained"
    assert problems == [unexplained.format("*"), unexplained.format("†")]
    assert words(content_of(outputs["index.html"])).startswith(
        "§ first, ♣ third Ada§, Tom♠, Curie*†"
    )


@every_case("other", ["李四*", "李四＊", "{name: 李四, marks: '*'}"])
def test_the_legend_explains_the_roles_of_authors_and_the_marks_of_names(
    other: str, tmp_path: Path
) -> None:
    authors = f"[{{name: 张三, equal: true}}, {other}, {{name: 王五, corresponding: true}}]"
    files = {
        "data/publications.yml": f"- {{title: A, authors: {authors}}}\n",
        "content/about.md": "{{ publications(style='plain') }}\n",
    }
    page = content_of(render_site(tmp_path, files)[0]["index.html"])
    assert words(page).startswith(
        "* equal contribution, ✉ corresponding author 张三*, 李四*, and 王五✉."
    )


@every_case(
    ("written", "mark"), [("张三＊", "*"), ("张三¹", "¹"), ("张三 ＃", "#"), ("张三∗†", "*†")]
)
def test_full_width_marks_and_raised_numbers_are_no_part_of_the_name(
    written: str, mark: str
) -> None:
    author = Author.from_text(written)
    assert (author.name, author.marks) == ("张三", mark)


def test_chinese_entries_have_chinese_punctuation_without_spaces(tmp_path: Path) -> None:
    files = {
        "data/site.yml": "title: A\nlanguage: zh-CN\n",
        "data/education.yml": "- {date: 2016..2020, degree: 博士, field: 计算机, institution: 大学, "
        "advisors: 钱七, text: 好。}\n",
        "data/experience.yml": "- {role: 副教授, department: 计算机学院, institution: 某某大学}\n"
        "- {role: Prof., department: Physics, institution: X}\n",
        "data/teaching.yml": "- {course: 数据结构, role: 主讲, department: 计算机学院, terms: [2024 秋]}\n",
        "data/awards.yml": "- {title: 好！, institution: 学会, date: 2024}\n",
        "data/news.yml": "- {date: 2026, text: 录用。}\n",
        "content/about.md": "\n\n".join(
            f"{{{{ {name}() }}}}"
            for name in ("education", "experience", "teaching", "awards", "news")
        ),
    }
    text = words(content_of(render_site(tmp_path, files)[0]["index.html"]))
    assert text == (
        "2016–2020 博士，计算机，大学，导师：钱七。好。 副教授，计算机学院，某某大学 Prof. Physics，X "
        "2024 秋 数据结构，主讲，计算机学院 2024 好！学会 2026 录用。"
    )


def test_the_frame_of_a_chinese_page_has_chinese_punctuation(tmp_path: Path) -> None:
    files = {
        "data/site.yml": "title: A\nlanguage: zh\nupdated: 2026-04\ndownloads: papers\nlook: academicpages\nurl: https://a.example\n",
        "data/publications.yml": "- {title: 论文, authors: [张三], year: 2026}\n",
        "content/about.md": "---\nredirect_from: /old/\n---\n",
    }
    outputs, _ = render_site(tmp_path, files)
    assert (
        '</time>。\n<a href="sitemap.xml">网站地图</a>。\n由 acadfolio 制作。'
        in outputs["index.html"]
    )
    assert "现在位于：<a href=" in outputs["old/index.html"]
    page = outputs["publications/论文/index.html"]
    assert "引用" in page
    assert "张三." in page
    assert "下载：<a href=" in page


def test_publications_are_grouped_by_kind_in_the_sites_order_and_by_category_with_the_others_in_front(
    tmp_path: Path,
) -> None:
    papers = (
        "- {title: J1, kind: journal, year: 1920}\n- {title: C1, kind: conference, year: 1921}\n"
        "- {title: J2, kind: journal, year: 1922, category: Old}\n"
    )
    by_kind = "publications: {group_by: kind, groups: {conference: Talks in print}}\n"
    files = {
        "data/site.yml": f"title: A\n{by_kind}",
        "data/publications.yml": papers,
        "content/about.md": '{{ publications() }}\n\n***\n\n{{ publications(group_by="category") }}\n',
    }
    text = words(content_of(render_site(tmp_path, files)[0]["index.html"]))
    assert (
        text
        == "Talks in print C1 1921 Journal Publications J2 1922 J1 1920 C1 1921 J1 1920 Old J2 1922"
    )


def test_a_text_in_several_languages_is_shown_in_the_sites(tmp_path: Path) -> None:
    files = {
        "data/site.yml": "title: {en: Homepage, de: Startseite}\nlanguage: de\n",
        "data/awards.yml": "- {title: {en: Prize, de: Preis}, date: 1932-05-14}\n",
    }
    outputs, _ = render_site(tmp_path, files)
    assert words(content_of(outputs["index.html"])) == "🎖 Ehrungen und Preise 1932.05 Preis"
    assert '<html lang="de"' in outputs["index.html"]


def test_data_cannot_break_out_of_the_page(tmp_path: Path) -> None:
    files = {
        "data/site.yml": "title: '<script>alert(1)</script>'\n",
        "data/profile.yml": "name: A\nlinks: {'\"><script>x</script>': https://a.example/?\"><script>}\n",
    }
    page = render_site(tmp_path, files)[0]["index.html"]
    assert "<script>x" not in page
    assert '?"><script>' not in page


def test_what_an_author_did_is_explained_without_a_table(tmp_path: Path) -> None:
    papers = "- title: T\n  authors: [{name: A, equal: true}, {name: B, equal: true, corresponding: true}]\n"
    text = shown(tmp_path, "{{ publications(style='plain') }}", publications=papers)
    assert text.startswith("* equal contribution, ✉ corresponding author A*")


@every_case("line", ["{{ teaching() }}", "{{ posts() }}"])
def test_a_line_that_shows_nothing_is_reported(line: str, tmp_path: Path) -> None:
    _, problems = render_site(tmp_path, {"content/about.md": f"# Heading\n\n{line}\n"})
    assert problems == [f"content/about.md:3:1: `{line[3:-5]}` has nothing to show"]


def test_a_listed_section_without_entries_leaves_no_heading(tmp_path: Path) -> None:
    outputs, problems = render_site(
        tmp_path, {"content/about.md": "---\nsections: [talks]\n---\nHello\n"}
    )
    assert words(content_of(outputs["index.html"])) == "Hello"
    assert problems == ["content/about.md:2:11: `talks` has nothing to show"]


def test_a_section_without_its_file_is_reported(tmp_path: Path) -> None:
    with pytest.raises(SiteError, match="there is no section `instruments`"):
        render_site(tmp_path, {"content/about.md": "{{ instruments() }}\n"})


def test_an_error_in_a_sections_template_is_named_in_the_template(tmp_path: Path) -> None:
    files = {
        "data/awards.yml": "- title: A\n",
        "templates/sections/awards.html": "ok\n{{ section.nmae }}\n",
        "content/about.md": "{{ awards() }}\n",
    }
    with pytest.raises(
        SiteError, match=r"^templates/sections/awards.html:2: .* `section` has no attribute `nmae`$"
    ):
        render_site(tmp_path, files)


@every_case(
    ("language", "names"),
    [("en", "A, B, and C."), ("de", "A, B und C."), ("fr", "A, B et C."), ("es", "A, B y C.")],
)
def test_the_last_name_is_joined_as_the_language_does(
    language: str, names: str, tmp_path: Path
) -> None:
    files = {
        "data/site.yml": f"title: A\nlanguage: {language}\n",
        "data/publications.yml": "- {title: T, authors: [A, B, C]}\n",
        "content/about.md": "{{ publications(style='plain') }}\n",
    }
    assert words(content_of(render_site(tmp_path, files)[0]["index.html"])).startswith(names)


def test_a_legend_is_shown_once_on_a_page(tmp_path: Path) -> None:
    files = {
        "data/site.yml": 'title: A\nmarks: {"*": equal contribution}\n',
        "data/publications.yml": PAPER,
        "content/about.md": "{{ publications() }}\n\ntext\n\n{{ publications() }}\n",
        "content/more.md": "{{ publications() }}\n",
    }
    outputs, _ = render_site(tmp_path, files)
    assert [
        outputs[path].count("equal contribution") for path in ("index.html", "more/index.html")
    ] == [1, 1]


@every_case("style", ["plain", "quoted", "tagged"])
def test_an_issue_without_a_volume_is_shown(style: str, tmp_path: Path) -> None:
    papers = "- {title: T, kind: journal, venue: Annalen, issue: 7, year: 1918}\n"
    assert "(7)" in shown(tmp_path, f'{{{{ publications(style="{style}") }}}}', publications=papers)


def test_what_was_deleted_is_reported_in_one_run_wherever_it_is_listed(tmp_path: Path) -> None:
    files = {
        "data/site.yml": "title: Ada\nawards: {limit: 3}\nsections: [news, awards, instruments]\n",
        "data/news.yml": "- {date: 1843, text: A}\n",
        "content/cv.md": "---\ntitle: My awards\nsections:\n  - awards\n  - instruments\n---\nText.\n",
    }
    _, problems = render_site(tmp_path, files)
    assert sorted(problems) == [
        "content/cv.md:4:3: `awards` has nothing to show",
        "content/cv.md:5:5: there is no section `instruments`",
        "data/site.yml: `awards` has nothing to show",
        "data/site.yml:3:26: there is no section `instruments`",
    ]


def test_a_box_without_a_venue_has_its_year_for_a_badge(tmp_path: Path) -> None:
    files = {
        "data/publications.yml": "- {title: A, year: 1843, image: a.svg}\n- {title: B, image: a.svg}\n",
        "content/about.md": '{{ publications(view="boxes") }}\n',
        "static/a.svg": "<svg/>",
    }
    outputs, _ = render_site(tmp_path, files)
    assert re.findall(r'<div class="badge">([^<]*)</div>', outputs["index.html"]) == ["1843"]


@every_case(
    ("papers", "message"),
    [
        ("- {title: A, image: a.svg}\n", None),
        ("- {title: A}\n", "the box of `A` has no picture"),
        (
            "- {title: A, image: a.svg}\n- {title: B}\n- {title: C}\n",
            "2 of 3 boxes have no picture, such as that of `B`",
        ),
    ],
)
def test_boxes_without_pictures_are_reported_by_check(
    papers: str, message: str | None, tmp_path: Path
) -> None:
    files = {
        "data/publications.yml": papers,
        "content/about.md": 'Hello\n\n{{ publications(view="boxes") }}\n\n{{ publications() }}\n',
        "static/a.svg": "<svg/>",
    }
    problems, _ = check_site(make_site(tmp_path, files))
    found = [
        str(problem.location) + ": " + problem.message
        for problem in problems
        if "pictur" in problem.rule
    ]
    assert found == ([f"content/about.md:3:1: {message}"] if message else [])


@every_case(
    "text", ["See {{ news() }}, {{ x() }}.", "{{ news(limit=1)", "> {{ news }", "- {{news()}"]
)
def test_a_shortcode_among_other_words_or_without_its_end_is_reported(
    text: str, tmp_path: Path
) -> None:
    files = {
        "data/news.yml": NEWS,
        "content/about.md": f"---\ntitle: A\n---\n{{{{ news() }}}}\n\n{text}\n",
    }
    outputs, problems = render_site(tmp_path, files)
    assert "{{" in content_of(outputs["index.html"])
    assert problems == [
        f"content/about.md:6:{text.index('{') + 1}: the shortcode `news` is shown as text"
    ]


def test_braces_after_a_backslash_are_shown_without_a_warning(tmp_path: Path) -> None:
    files = {"data/news.yml": NEWS, "content/about.md": "{{ news() }}\n\nSee \\{{ news() }}.\n"}
    outputs, problems = render_site(tmp_path, files)
    assert "See {{ news() }}." in content_of(outputs["index.html"])
    assert problems == []


@every_case(
    ("line", "character", "hint"),
    [
        ("news（limit=3）", "（", 'check its brackets, commas and quotes: ( ) , "'),
        ("news(limit=3，pinned=true)", "，", 'check its brackets, commas and quotes: ( ) , "'),
        ("news(limit=“3”)", "“", "use straight quotes: \" or '"),
    ],
)
def test_a_character_that_is_not_ascii_is_named(
    line: str, character: str, hint: str, tmp_path: Path
) -> None:
    site = make_site(tmp_path, {"data/news.yml": NEWS, "content/about.md": f"{{{{ {line} }}}}\n"})
    with pytest.raises(SiteError) as raised:
        list(prepare(site).outputs())
    (problem,) = raised.value.problems
    assert f"cannot be read: the character `{character}` cannot stand here" in problem.message
    assert problem.hint == hint


@every_case(
    "text",
    [
        "`{{ news }`",
        "```\n{{ news }\n```",
        "    { news() }}",
        "$$\n{{news}\n$$",
        "$$\n\\frac{\n{news}}\n$$",
        "<!--\n{{ news }\n-->",
        "<script>\n{ news() }}\n</script>",
        "{{ nothing() }",
        "{{a}",
        "{{ a }\n",
        "\\{{ news }",
        "news}}",
        "{{ news",
        "{% raw %}\n{{ news }\n{% endraw %}",
    ],
)
def test_braces_that_are_no_shortcodes_are_left_alone(text: str, tmp_path: Path) -> None:
    files = {"data/news.yml": NEWS, "content/about.md": f"{{{{ news() }}}}\n\nText.\n\n{text}\n"}
    assert not [line for line in render_site(tmp_path, files)[1] if "shown as text" in line]
