"""Front matter as Jekyll and its themes take it: what we know is read, the rest is reported; nothing ends."""

from __future__ import annotations

from typing import TYPE_CHECKING

from acadfolio.build import prepare
from cases import every_case
from sites import make_site, render_site
from test_head import Head

if TYPE_CHECKING:
    from pathlib import Path

    from acadfolio.model.page import Page


def read(folder: Path, head: str, *, close: str = "---") -> tuple[Page, list[str]]:
    """The page with this front matter, and what is reported."""
    prepared = prepare(make_site(folder, {"content/posts/a.md": f"---\n{head}{close}\nText.\n"}))
    reported = [f"{problem.location}: {problem.message}" for problem in prepared.problems.of_build]
    return prepared.plan.site.pages[0], reported


def test_a_front_matter_may_end_with_three_points(tmp_path: Path) -> None:
    page, reported = read(tmp_path, "title: A\ndate: 2019-05-07\n", close="...")
    assert (page.title.in_language(""), page.body, page.body_line, reported) == (
        "A",
        "Text.\n",
        5,
        [],
    )
    rule, _ = read(tmp_path, "title: A\ndate: 2019-05-07\n...\nA rule:\n\n")
    assert rule.body == "A rule:\n\n---\nText.\n"


def test_three_points_begin_no_front_matter(tmp_path: Path) -> None:
    outputs, _ = render_site(tmp_path, {"content/about.md": "...\ntitle: A\n...\n"})
    assert "title: A" in outputs["index.html"].partition("<main")[2]


def test_a_day_with_slashes_is_one_in_a_front_matter(tmp_path: Path) -> None:
    page, reported = read(tmp_path, "date: 2019/05/07 10:00:00 +0100\nlast_modified_at: 2020/1/2\n")
    assert page.when is not None
    assert page.front_matter.modified is not None
    assert (page.when.isoformat, page.front_matter.modified.isoformat, reported) == (
        "2019-05-07",
        "2020-01-02",
        [],
    )


def test_keys_with_another_name_are_read(tmp_path: Path) -> None:
    page, reported = read(
        tmp_path, "date: 2019-05-07\ncategory: Machine learning\ntag: open science\nlocale: fr\n"
    )
    said = page.front_matter
    assert (said.categories, said.tags, said.lang, reported) == (
        ("Machine learning",),
        ("open science",),
        "fr",
        [],
    )


def test_a_key_that_is_given_under_both_names_is_reported(tmp_path: Path) -> None:
    page, reported = read(tmp_path, "date: 2019-05-07\ntags: [a]\ntag: b\n")
    assert page.front_matter.tags == ("a",)
    assert reported == ["content/posts/a.md:4:1: `tag` has no effect here: `tags` is already set"]


@every_case(
    ("head", "place", "what"),
    [
        ("excerpt_separator: <!--more-->", "3:1", "excerpt_separator"),
        ("show_date: true", "3:1", "show_date"),
        ("profile: {align: right, image: me.jpg}", "3:1", "profile"),
        ("announcements: {enabled: true, limit: 5}", "3:1", "announcements"),
        ("nav_order: 3", "3:1", "nav_order"),
        ("giscus_comments: true", "3:1", "giscus_comments"),
        ("layout: none", "3:9", "none"),
        ("header: {actions: [{label: A, url: /a}]}", "3:10", "actions"),
        ("header: {video: {id: a, provider: youtube}}", "3:10", "video"),
        ("sidebar: {nav: docs}", "3:11", "nav"),
    ],
)
def test_keys_without_a_meaning_here_are_reported_by_a_warning(
    head: str, place: str, what: str, tmp_path: Path
) -> None:
    _, reported = read(tmp_path, f"date: 2019-05-07\n{head}\n")
    assert [line.partition(": `")[0] for line in reported] == [f"content/posts/a.md:{place}"]
    assert f"`{what}` has no effect here: " in reported[0]


def test_pages_of_al_folio_keep_their_place_in_the_menu_and_their_contents(tmp_path: Path) -> None:
    files = {
        "data/site.yml": "title: A\nlook: academicpages\n",
        "content/cv.md": "---\nlayout: cv\ntitle: Vita\nnav: true\ntoc: {sidebar: left}\n---\n# One\n\n# Two\n",
        "content/odd.md": "---\nlayout: page\ntitle: Oddities\nnav: false\n---\nText.\n",
    }
    outputs, reported = render_site(tmp_path, files)
    assert reported == []
    menu = outputs["cv/index.html"].partition("<main")[0]
    assert "Vita" in menu
    assert "Oddities" not in menu
    assert 'href="#two"' in outputs["cv/index.html"]


def test_og_image_is_the_picture_of_previews_alone(tmp_path: Path) -> None:
    page = "---\ntitle: A\nheader: {image: images/a.svg, og_image: images/b.png, image_description: A ring}\n---\nText.\n"
    files = {"data/site.yml": "title: A\nurl: https://a.example\n", "content/a.md": page}
    outputs, reported = render_site(
        tmp_path, files | {"static/images/a.svg": "<svg/>", "static/images/b.png": ""}
    )
    assert Head(outputs["a/index.html"]).meta["og:image"] == ["https://a.example/images/b.png"]
    assert 'alt="A ring"' in outputs["a/index.html"]
    assert "images/b.png" not in outputs["a/index.html"].partition("<body")[2]
    assert reported == []


@every_case("above", ["\n", "\ufeff\n", " \n\n", " ", "\r\n"])
@every_case("ending", ["md", "html"])
def test_a_front_matter_below_a_blank_line_is_reported(
    above: str, ending: str, tmp_path: Path
) -> None:
    site = make_site(tmp_path, {"data/site.yml": "title: A\n"})
    (site / "content").mkdir()
    (site / f"content/a.{ending}").write_bytes(f"{above}---\ntitle: A\n---\nText.\n".encode())
    for _ in range(2):
        reported = [
            f"{problem.location}: {problem.message}" for problem in prepare(site).problems.of_build
        ]
        assert reported == [
            f"content/a.{ending}:1: this front matter does not begin with a line `---`: it is shown as text"
        ]


@every_case("text", ["\n---\nText: a.\n", "\n---\n\nA rule.\n\n---\n", "Text.\n\n---\na: b\n---\n"])
def test_rules_are_no_front_matter_below_a_blank_line(text: str, tmp_path: Path) -> None:
    assert render_site(tmp_path, {"content/about.md": text})[1] == []


@every_case(
    ("text", "form"),
    [
        ('+++\ntitle = "A"\n+++\nText.\n', "TOML"),
        ('+++\r\ntitle = "A"\r\n\r\n+++\r\nText.\r\n', "TOML"),
        ("+++ a sum\n\nText.\n", ""),
        ("{: .note}\nText.\n", ""),
        ("{{ news() }}\n", ""),
    ],
)
def test_a_front_matter_of_another_form_is_reported(text: str, form: str, tmp_path: Path) -> None:
    reported = render_site(
        tmp_path, {"content/a.md": text, "data/news.yml": "- {date: 1921, text: A}\n"}
    )[1]
    wanted = f"content/a.md:1: this front matter is {form}: it is shown as text"
    assert [line for line in reported if "front matter" in line] == ([wanted] if form else [])


@every_case("dashes", ["—", "–", "----", "- - -", "−−−", "—-", "-–", "--"])
@every_case(("above", "ending"), [("", "md"), ("", "html"), ("\ufeff", "md"), ("\n\n", "md")])
def test_a_front_matter_between_other_dashes_is_reported(
    dashes: str, above: str, ending: str, tmp_path: Path
) -> None:
    site = make_site(tmp_path, {"data/site.yml": "title: A\n"})
    (site / "content").mkdir()
    text = f"{above}{dashes}\r\ntitle: A letter\r\ntags:\r\n- a\r\n\r\n{dashes}\r\nText.\r\n"
    (site / f"content/a.{ending}").write_bytes(text.encode())
    for _ in range(2):
        reported = [
            f"{problem.location}: {problem.message}" for problem in prepare(site).problems.of_build
        ]
        what = "this front matter does not begin with a line `---`: it is shown as text"
        assert reported == [f"content/a.{ending}:1: {what}"]


@every_case(
    "text",
    [
        "----\n\nA rule.\n\n----\n",
        "----\nNote: a heading\n----\n",
        "- - -\nText.\n\n- - -\n",
        "— a remark\ntitle: A\n—\n",
        "—\ntitle: A\n\nText, and no end.\n",
        "- title: A\n- b\n",
        "--\ntitle is no key\n--\n",
    ],
)
def test_rules_and_dashes_are_no_front_matter(text: str, tmp_path: Path) -> None:
    assert render_site(tmp_path, {"content/about.md": text})[1] == []


def test_what_never_ends_is_looked_at_once(tmp_path: Path) -> None:
    text = "—\ntitle: A\n" + "-a: b\n" * 20_000
    assert render_site(tmp_path, {"content/about.md": f"{text}Text.\n"})[1] == []
