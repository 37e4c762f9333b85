"""Jekyll's folders in `content/`: posts and pages are taken where they belong, lists of files are reported."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from acadfolio.build import build, prepare
from acadfolio.checks import check_site
from acadfolio.problems import SiteError
from cases import every_case
from sites import make_site, render_site

if TYPE_CHECKING:
    from pathlib import Path


def test_posts_and_pages_of_jekyll_are_ours(tmp_path: Path) -> None:
    files = {
        "content/_posts/1915-05-05-on-symmetry.md": "---\ntitle: On symmetry\n---\nText.\n",
        "content/_pages/cv.md": "---\ntitle: Life\n---\nText.\n",
    }
    outputs, problems = render_site(tmp_path, files)
    assert {
        "posts/on-symmetry/index.html",
        "posts/index.html",
        "feed.xml",
        "cv/index.html",
    } <= outputs.keys()
    assert problems == []


def test_a_folder_of_entries_is_reported_once(tmp_path: Path) -> None:
    files = {f"content/_publications/{name}.md": "---\ntitle: A\nvenue: B\n---\n" for name in "ab"}
    with pytest.raises(SiteError) as caught:
        list(prepare(make_site(tmp_path, files)).outputs())
    assert [str(problem.location) for problem in caught.value.problems] == ["content/_publications"]
    assert "data/publications.yml" in caught.value.problems[0].message


@every_case(
    ("folder", "section"),
    {"news": "news", "projects": "projects", "books": "books", "teachings": "teaching"}.items(),
)
def test_a_folder_of_al_folio_entries_is_reported_with_their_location(
    tmp_path: Path, folder: str, section: str
) -> None:
    site = make_site(
        tmp_path,
        {f"content/_{folder}/a.md": "---\ntitle: A\n---\nText.\n", "content/about.md": "# A\n"},
    )
    problems, _ = check_site(site)
    assert [str(problem.location) for problem in problems] == [f"content/_{folder}"]
    assert f"data/{section}.yml" in problems[0].message


def test_a_folder_of_entries_hides_no_other_error_and_ends_the_build(tmp_path: Path) -> None:
    files = {
        "content/_talks/a.md": "---\ntitle: A\n---\n",
        "content/about.md": "# A\n\n[x](/nowhere/) [y](#nope)\n",
    }
    site = make_site(tmp_path, files)
    with pytest.raises(SiteError):
        build(site, tmp_path / "output")
    assert not (tmp_path / "output").exists()
    problems, _ = check_site(site)
    assert [f"{problem.location}: {problem.severity}" for problem in problems] == [
        "content/_talks: error",
        "content/about.md:3:5: error",
        "content/about.md:3:20: error",
    ]


def test_a_check_reports_what_ends_the_reading_beside_what_can_wait(tmp_path: Path) -> None:
    site = make_site(
        tmp_path, {"content/_talks/a.md": "---\ntitle: A\n---\n", "data/profile.yml": "name: [A]\n"}
    )
    assert [str(problem.location) for problem in check_site(site)[0]] == [
        "content/_talks",
        "data/profile.yml:1:7",
    ]


def test_what_jekyll_keeps_to_itself_does_not_go_out_and_is_reported_where_it_belongs(
    tmp_path: Path,
) -> None:
    files = {
        "content/_data/navigation.yml": "main: []\n",
        "content/_data/ui-text.yml": "a: b\n",
        "content/_includes/a.html": "<b>",
        "content/_layouts/page.md": "---\ntitle: A\n---\n",
        "content/_sass/a.scss": "---\n---\n",
        "content/_config.yml": "title: A\n",
        "content/_bibliography/README.md": "",
    }
    site = make_site(tmp_path, files | {"content/about.md": "# A\n"})
    prepared = prepare(site)
    assert not [output.path for output in prepared.outputs() if output.path.startswith("_")]
    reported = {str(problem.location): problem.hint for problem in prepared.problems.of_build}
    assert reported.keys() == {
        "content/_data", "content/_layouts/page.md", "content/_sass", "content/_config.yml", "content/_bibliography",
    }  # fmt: skip
    assert "rename the file" in reported["content/_layouts/page.md"]
    assert "`navigation:` in data/site.yml" in reported["content/_data"]
    assert "data/profile.yml" in reported["content/_config.yml"]
    assert "static/assets/css/custom.css" in reported["content/_sass"]


def test_a_file_that_jekyll_would_make_a_page_of_is_reported(tmp_path: Path) -> None:
    head = "---\ntitle: A\n---\nText.\n"
    files = {
        "content/a.textile": head,
        "content/b.TXT": head.replace("\n", "\r\n"),
        "content/plain.textile": "Text.\n",
    }
    _, reported = render_site(tmp_path, files)
    assert reported == [
        f"content/{name}:1: this file is published unchanged, with its front matter"
        for name in ("a.textile", "b.TXT")
    ]


@every_case(
    ("name", "hint"),
    [
        ("portfolio", "write the line `{{ projects() }}` into the text of the page instead"),
        ("talks", "write the line `{{ talks() }}` into the text of the page instead"),
        ("recipes", "write `recipes` below `liquid:` of data/site.yml"),
    ],
)
def test_a_loop_over_what_jekyll_lists_is_reported_with_what_takes_its_place(
    name: str, hint: str, tmp_path: Path
) -> None:
    pytest.importorskip("liquid")
    page = f"{{% for post in site.{name} %}}\nI said: {{% include archive-single.html %}}\n{{% endfor %}}\n"
    prepared = prepare(make_site(tmp_path, {"content/a.md": page}))
    list(prepared.outputs())
    assert hint in [problem.hint for problem in prepared.problems.found]


def test_a_formula_is_reported_once_in_descriptions_and_a_picture_not_at_all(
    tmp_path: Path,
) -> None:
    post = (
        "![A curve](/images/a.svg) The energy is $$E=mc^2$$, as everybody knows since long ago.\n"
    )
    files = {
        "content/posts/1915-05-05-energy.md": post,
        "static/images/a.svg": "<svg/>",
        "content/about.md": "{{ posts() }}",
    }
    outputs, _ = render_site(tmp_path, files)
    page = outputs["posts/energy/index.html"]
    described = page.partition('<meta name="description" content="')[2].partition('"')[0]
    assert described.startswith("The energy is E=mc2, as everybody")
    assert (
        "<img"
        not in outputs["posts/index.html"]
        .partition("archive__item-excerpt")[2]
        .partition("</p>")[0]
    )
