"""Jekyll's folders in `content/`: posts and pages are taken where they belong, lists of files are told."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from acadfolio.pipeline import prepare
from acadfolio.problems import SiteError
from sites import make_site, render_site

if TYPE_CHECKING:
    from pathlib import Path


def test_posts_and_pages_of_jekyll_are_ours(tmp_path: Path) -> None:
    files = {
        "content/_posts/1915-05-05-on-symmetry.md": "---\ntitle: On symmetry\n---\nText.\n",
        "content/_pages/cv.md": "---\ntitle: Life\n---\nText.\n",
    }
    outputs, problems = render_site(tmp_path, files)
    assert {"posts/on-symmetry/index.html", "posts/index.html", "feed.xml", "cv/index.html"} <= outputs.keys()
    assert problems == []


def test_a_folder_of_entries_is_told_once(tmp_path: Path) -> None:
    files = {f"content/_publications/{name}.md": "---\ntitle: A\nvenue: B\n---\n" for name in "ab"}
    with pytest.raises(SiteError) as caught:
        prepare(make_site(tmp_path, files))
    assert [str(problem.location) for problem in caught.value.problems] == ["content/_publications"]
    assert "data/publications.yml" in caught.value.problems[0].message


@pytest.mark.parametrize(
    ("start", "include", "line"),
    [
        ("{% for post in site.portfolio %}", "archive-single.html", "the line `{{ projects() }}`"),
        (
            "{% for a in site.posts %}{% for post in site.talks reversed %}",
            "archive-single-talk",
            "the line `{{ talks() }}`",
        ),
        (
            "{% assign my = site.posts | sort: 'a' %}\n{%- for post in my -%}",
            "archive-single",
            "the line `{{ posts() }}`",
        ),
        ("", "group-by-array collection=site.publications field='tags'", "the line `{{ publications() }}`"),
        ("{% for post in site.recipes %}", "archive-single.html", "the section line of what it lists"),
    ],
)
def test_the_loop_of_a_theme_s_own_list_is_told_what_takes_its_place(
    start: str, include: str, line: str, tmp_path: Path
) -> None:
    pytest.importorskip("liquid")
    page = f"{start}\n{{% include {include} %}}\n"
    with pytest.raises(SiteError) as caught:
        list(prepare(make_site(tmp_path, {"content/a.md": page})).outputs)
    assert [problem.hint for problem in caught.value.problems] == [f"delete this loop, and place {line} instead"]


def test_a_formula_is_told_once_in_descriptions_and_a_picture_not_at_all(tmp_path: Path) -> None:
    post = "![A curve](/images/a.svg) The energy is $$E=mc^2$$, as everybody knows since long ago.\n"
    files = {
        "content/posts/1915-05-05-energy.md": post,
        "static/images/a.svg": "<svg/>",
        "content/about.md": "{{ posts() }}",
    }
    outputs, _ = render_site(tmp_path, files)
    page = outputs["posts/energy/index.html"]
    described = page.partition('<meta name="description" content="')[2].partition('"')[0]
    assert described.startswith("The energy is E=mc2, as everybody")
    assert "<img" not in outputs["posts/index.html"].partition("archive__item-excerpt")[2].partition("</p>")[0]
