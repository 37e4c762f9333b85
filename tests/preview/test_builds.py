"""Builds of a preview: what changed against the one before, and what stays after an error."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from acadfolio.preview import builds
from acadfolio.preview.builds import Builder
from sites import make_site

if TYPE_CHECKING:
    from pathlib import Path

ABOUT = "content/about.md"


@pytest.fixture
def site(tmp_path: Path) -> Path:
    return make_site(
        tmp_path, {ABOUT: "First\n", "content/cv.md": "CV\n", "static/images/a.txt": "a\n"}
    )


def test_a_build_names_the_files_that_changed(site: Path) -> None:
    builder = Builder(site, drafts=True)
    assert "index.html" in builder.build().changed
    assert builder.build().changed == frozenset()
    make_site(site, {ABOUT: "Second\n", "static/images/a.txt": "b\n", "static/images/b.txt": "b\n"})
    (site / "content/cv.md").unlink()
    changed = builder.build().changed
    assert changed >= {"index.html", "images/a.txt", "images/b.txt", "cv/index.html"}
    assert "robots.txt" not in changed


def test_the_last_good_build_stays_after_an_error(site: Path) -> None:
    builder = Builder(site, drafts=True)
    builder.build()
    make_site(site, {"data/news.yml": "- {dat: 1}\n", ABOUT: "Third\n"})
    broken = builder.build()
    assert broken.has_errors
    assert b"First" in broken.outputs["index.html"].content
    assert broken.changed == frozenset()
    make_site(site, {"data/news.yml": "- {date: 1918, text: A}\n"})
    fixed = builder.build()
    assert fixed.problems == ()
    assert b"Third" in fixed.outputs["index.html"].content


def test_a_template_with_other_bytes_changes_its_pages(site: Path) -> None:
    builder = Builder(site, drafts=True)
    layout = "{%% extends 'base.html' %%}{%% block main %%}%s{%% endblock %%}"
    make_site(site, {"templates/layouts/page.html": layout % "one"})
    builder.build()
    make_site(site, {"templates/layouts/page.html": layout % "one{# a comment #}"})
    assert not builder.build().changed
    make_site(site, {"templates/layouts/page.html": layout % "two"})
    build = builder.build()
    assert "cv/index.html" in build.changed
    assert b"two" in build.outputs["cv/index.html"].content


def test_a_changed_theme_changes_the_pages_of_its_look(site: Path) -> None:
    builder = Builder(site, drafts=True)
    theme = "templates/looks/mine/theme.yml"
    make_site(
        site,
        {
            theme: "extends: academicpages\n",
            "data/site.yml": "title: A\nlook: mine\n",
            "data/news.yml": "- {date: 1918, text: A}\n",
        },
    )
    assert "🔥" not in builder.build().outputs["index.html"].content.decode()
    make_site(site, {theme: "extends: acad-homepage\n", "data/site.yml": "title: A\nlook: mine\n"})
    build = builder.build()
    assert "index.html" in build.changed
    assert "🔥" in build.outputs["index.html"].content.decode()
    make_site(site, {theme: "extends: nowhere\n"})
    assert [str(problem.location) for problem in builder.build().problems] == [f"{theme}:1:10"]


def test_a_bug_is_reported_and_ends_nothing(
    site: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    builder = Builder(site, drafts=True)
    first = builder.build()
    with monkeypatch.context() as patch:
        patch.setattr(builds, "prepare", None)
        failed = builder.build()
    assert failed.outputs == first.outputs
    assert "TypeError" in failed.problems[0].message
    assert "Traceback" in capsys.readouterr().err
    assert builder.build().problems == ()
