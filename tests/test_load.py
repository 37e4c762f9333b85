"""Reading a site's folder: what its file system throws at us, and what its pages are."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from acadfolio.build import build
from acadfolio.loading import load
from acadfolio.loading.files import list_files
from acadfolio.model.dates import Day
from acadfolio.model.values import Text
from acadfolio.problems import Problems, SiteError, in_order
from acadfolio.resources import starter
from cases import every_case
from sites import make_site, render_site

if TYPE_CHECKING:
    from acadfolio.model.page import Page

TODAY = Day(2024, 6, 14)


def reported(folder: Path) -> list[str]:
    """The problems of a site that has errors. Those of entries wait for the errors of pages."""
    problems = Problems()
    with suppress(SiteError):
        load(folder, TODAY, problems, starter())
    assert problems.errors
    return [f"{problem.location}: {problem.message}" for problem in in_order(problems.of_build)]


def page_of(folder: Path, name: str, text: str) -> Page:
    site = load(make_site(folder, {f"content/{name}": text}), TODAY, Problems(), starter())
    return site.pages[0]


def test_links_in_a_circle_and_links_that_lead_nowhere_are_named(tmp_path: Path) -> None:
    make_site(tmp_path, {"static/x/one.txt": "1", "static/y/two.txt": "2"})
    (tmp_path / "static/itself").symlink_to("itself")
    (tmp_path / "static/here").symlink_to(".")
    (tmp_path / "static/x/y").symlink_to("../y")
    (tmp_path / "static/y/x").symlink_to("../x")
    (tmp_path / "content").mkdir()
    (tmp_path / "content/gone.md").symlink_to("nowhere.md")
    assert reported(tmp_path) == [
        "content/gone.md: this file is missing",
        "static/here: this link points to a folder above it",
        "static/itself: this file is missing",
        "static/x/y/x: this link points to a folder above it",
        "static/y/x/y: this link points to a folder above it",
    ]


def test_what_no_reading_would_end_of_is_skipped(tmp_path: Path) -> None:
    make_site(tmp_path, {"content/about.md": "Hello"})
    for name in ("data/talks.yml", "content/pipe.md"):
        os.mkfifo(tmp_path / name)
    (tmp_path / "data/news.yml").symlink_to("/dev/zero")
    (tmp_path / "content/gone.md").symlink_to("nowhere.md")
    assert reported(tmp_path) == ["content/gone.md: this file is missing"]


def test_a_link_in_a_circle_among_the_templates_is_named(tmp_path: Path) -> None:
    make_site(tmp_path, {"templates/layouts/page.html": ""})
    (tmp_path / "templates/loop").symlink_to("loop")
    assert reported(tmp_path) == ["templates/loop: this file is missing"]


def test_a_folder_that_is_linked_twice_is_read_twice(tmp_path: Path) -> None:
    make_site(tmp_path / "other", {"a.txt": "1"})
    for name in ("one", "two"):
        make_site(tmp_path, {f"static/{name}.txt": "1"})
        (tmp_path / "static" / name).symlink_to("../other")
    problems = Problems()
    found = list_files(tmp_path / "static", problems=problems)
    assert {"one/a.txt", "two/a.txt"} <= set(found)
    assert problems.found == []


def test_folders_that_cannot_be_read_are_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_site(tmp_path, {"static/locked/a.txt": "1", "content/about.md": "Hello"})
    scandir = os.scandir

    def refuse(path: str | Path) -> object:  # The tests may run as root, whom no permission stops.
        if Path(path).name in {"locked", "content", "data"}:
            raise PermissionError(13, "Permission denied", str(path))
        return scandir(path)

    monkeypatch.setattr("acadfolio.loading.files.os.scandir", refuse)
    assert reported(tmp_path) == [
        f"{name}: this folder cannot be read: Permission denied"
        for name in ("content", "data", "static/locked")
    ]


@pytest.mark.parametrize("folder", ["data", "content", "static", "content/posts"])
def test_a_name_that_is_not_utf_8_is_named_as_far_as_it_can_be(folder: str, tmp_path: Path) -> None:
    make_site(tmp_path, {f"{folder}/.keep": ""})
    name = os.fsencode(tmp_path / folder) + b"/\xff.md"
    try:
        with open(name, "wb") as file:  # noqa: PTH123 - a path that is no text
            file.write(b"text: a")
    except OSError:
        pytest.skip("this file system takes UTF-8 only")
    assert reported(tmp_path) == [f"{folder}/\\xff.md: the name of this file is not in UTF-8"]


def test_a_page_whose_front_matter_is_wrong_is_still_there_for_links(tmp_path: Path) -> None:
    files = {
        "content/cv.md": "---\nlang: [CV]\npermalink: /vita/\n---\n",
        "data/news.yml": "- {date: 2024, text: A, links: {CV: /vita/}}\n",
    }
    assert reported(make_site(tmp_path, files)) == [
        "content/cv.md:2:7: `lang` is a list, but one value is expected"
    ]


def test_other_keys_of_a_page_are_its_own(tmp_path: Path) -> None:
    page = page_of(
        tmp_path,
        "a.md",
        "---\nseo_title: A\nnav_key: {order: [1]}\nextra: {room: 12, title: B}\n---\n",
    )
    assert page.front_matter.extra == {
        "room": 12,
        "title": "B",
        "seo_title": "A",
        "nav_key": {"order": [1]},
    }


def test_an_old_url_leads_somewhere(tmp_path: Path) -> None:
    files = {
        "content/cv.md": "---\ntitle: CV\nredirect_from: [vita.html, /old/]\n---\nA\n",
        "data/news.yml": "- {date: 2024, text: A, links: {CV: /vita.html, Old: /old/}}\n",
    }
    assert render_site(tmp_path, files)[1] == []


@every_case(
    ("permalink", "url"),
    [("/index.html", "/"), ("/index", "/"), ("/", "/"), ("index.html", "/"), ("/cv/index.html", "/cv/"), ("/cv", "/cv"),
     ("/404", "/404.html"), ("/404/", "/404.html"), ("/404.html", "/404.html"), ("/myindex.html", "/myindex.html")],
)  # fmt: skip
def test_a_url_has_one_spelling(permalink: str, url: str, tmp_path: Path) -> None:
    assert page_of(tmp_path, "a.md", f"---\npermalink: {permalink}\n---\nA\n").url == url


def test_the_home_page_and_the_missing_page_may_be_spelt_otherwise(tmp_path: Path) -> None:
    files = {
        "content/start.md": "---\npermalink: /index.html\n---\nMy home\n",
        "content/gone.md": "---\npermalink: /404/\ntitle: Gone\n---\nNothing here\n",
    }
    outputs, problems = render_site(tmp_path, files)
    assert problems == []
    assert "<title>Emmy Noether</title>" in outputs["index.html"]
    assert "Nothing here" in outputs["404.html"]


def test_the_page_of_all_posts_is_no_post(tmp_path: Path) -> None:
    page = page_of(tmp_path, "posts/index.md", "---\ntitle: My posts\n---\nA\n")
    assert (page.is_post, page.url) == (False, "/posts/")
    assert page_of(tmp_path / "2", "posts/2024-01-02-index.md", "A\n").is_post


def test_the_text_of_an_html_page_is_not_looked_at_as_markdown(tmp_path: Path) -> None:
    text = "---\npermalink: /a/\n---\n# no heading\n`{% comment %}`\n"
    page = page_of(tmp_path, "some_page.html", text)
    assert (page.is_html, page.title, page.has_title_in_text, page.source.makes_text) == (
        True,
        Text.of("Some page"),
        False,
        True,
    )
    markdown = page_of(tmp_path / "2", "some_page.md", text)
    assert (markdown.is_html, markdown.title, markdown.has_title_in_text, markdown.source.makes_text) == (
        False, Text.of("no heading"), True, False,
    )  # fmt: skip


@every_case(
    ("text", "has_title"),
    [
        ("```\n# comment\n```\n", False),
        ("Write `<h1>`.\n", False),
        ("# A\n", True),
        ("<h1>A</h1>\n", True),
    ],
)
def test_a_page_of_the_layout_default_has_its_title_unless_the_text_has_one(
    text: str, has_title: bool, tmp_path: Path
) -> None:
    page = page_of(tmp_path, "a.md", f"---\nlayout: default\ntitle: A\n---\n{text}")
    assert page.has_title_in_text == has_title


@every_case(
    ("texts", "language", "shown"),
    [
        ("{en: A, zh-CN: B}", "zh", "B"),
        ("{en: A, zh-TW: C, zh-CN: B}", "zh-CN", "B"),
        ("{en: A, zh-TW: C, zh: B}", "zh-CN", "B"),
        ("{en: A, pt-BR: B}", "pt-PT", "B"),
        ("{en: A, pt_br: B}", "pt-BR", "B"),
        ("{en: A, zhx-CN: B}", "zh", "A"),
        ("{de: A, fr: B}", "zh", "A"),
        ("A", "zh", "A"),
    ],
)
def test_a_text_is_shown_in_the_nearest_language(
    texts: str, language: str, shown: str, tmp_path: Path
) -> None:
    make_site(tmp_path, {"data/site.yml": f"title: {texts}\n"})
    site = load(tmp_path, TODAY, Problems(), starter())
    assert site.settings.title.in_language(language) == shown


def test_of_names_with_a_dot_only_those_that_servers_ask_for_are_published(tmp_path: Path) -> None:
    published = [
        "#a.txt",
        ".domains",
        ".htaccess",
        ".nojekyll",
        ".well-known/a.txt",
        "a.bak",
        "deep/.htaccess",
        "x.save",
    ]
    left_out = [
        ".env",
        ".hidden/a.txt",
        ".htpasswd",
        ".acadfolio",
        ".DS_Store",
        ".gitignore",
        ".git/config",
        ".a.txt.swp",
        ".#a.txt",
        "._a.txt",
        "a.txt~",
        "#a.txt#",
        *(
            f"a.txt{ending}"
            for ending in (".bak", ".orig", ".rej", ".save", ".tmp", ".swp", ".swo")
        ),
        "Thumbs.db",
        "Icon\r",
        "files/__pycache__/machine.cpython-313.pyc",
    ]
    make_site(tmp_path, {f"static/{path}": "1" for path in (*published, *left_out)})
    site = load(tmp_path, TODAY, Problems(), starter())
    own = [file for file in site.static_files if Path(file.file).is_relative_to(tmp_path)]
    assert [file.path for file in own] == published


def test_two_files_for_one_path_are_reported(tmp_path: Path) -> None:
    make_site(
        tmp_path,
        {
            "content/a.txt": "1",
            "static/a.txt": "2",
            "static/caf\u00e9.txt": "3",
            "static/cafe\u0301.txt": "4",
        },
    )
    assert reported(tmp_path) == [
        "static/a.txt: `/a.txt` is already the URL of content/a.txt",
        "static/caf\u00e9.txt: `/caf\u00e9.txt` is already the URL of static/cafe\u0301.txt",
    ]


def test_a_permalink_below_the_folder_of_git_is_reported_with_its_page(tmp_path: Path) -> None:
    make_site(
        tmp_path,
        {
            "content/a.md": "---\npermalink: /.git/config\n---\n",
            "content/b.md": "---\npermalink: /.github/\n---\n",
        },
    )
    assert reported(tmp_path) == [
        "content/a.md:2:12: the permalink `/.git/config` is inside `.git`, which belongs to git"
    ]


def test_in_a_folder_of_a_site_the_folder_of_the_site_is_named(tmp_path: Path) -> None:
    site = make_site(tmp_path / "site", {"data/site.yml": "title: Emmy Noether\n"})
    with pytest.raises(SiteError) as error:
        build(site / "data", tmp_path / "out")
    (problem,) = error.value.problems
    assert f"--site {site}" in problem.hint


@every_case(
    ("file", "text", "meant"),
    [
        (
            "publication.yml",
            "- {title: Rings, year: 1921, authors: [Emmy Noether]}\n",
            "publications",
        ),
        ("teachings.yaml", "- {course: Algebra, code: A1}\n", "teaching"),
        ("profiles.yml", "name: Emmy Noether\n", "profile"),
        ("venue.yml", "cr: {name: Comptes rendus}\n", "venues"),
        ("peoples.yml", "- {name: Emil Artin, url: 1}\n", "people"),
    ],
)
def test_a_misspelt_data_file_is_one_error_that_names_the_known_one(
    file: str, text: str, meant: str, tmp_path: Path
) -> None:
    name = file.partition(".")[0]
    message = f"`{name}` is a section of your own, and there is no data/{meant}.yml"
    assert reported(make_site(tmp_path, {f"data/{file}": text})) == [f"data/{file}: {message}"]


def test_a_misspelt_data_file_that_can_be_read_is_a_warning(tmp_path: Path) -> None:
    news = "- {date: 1932, text: Hello}\n"
    hints: list[list[str]] = []
    for number, names in enumerate((["new"], ["rings"], ["new", "news"])):
        problems = Problems()
        load(
            make_site(tmp_path / str(number), {f"data/{name}.yml": news for name in names}),
            TODAY,
            problems,
            starter(),
        )
        assert not problems.errors
        hints.append([problem.hint for problem in problems.found])
    assert hints == [["did you mean data/news.yml?"], [], []]
