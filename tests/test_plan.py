"""What goes to which path: every path once, no circles, no file where a folder has to be."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from acadfolio.build import prepare
from acadfolio.problems import SiteError
from cases import every_case
from sites import make_site, render_site

if TYPE_CHECKING:
    from pathlib import Path


def reported(folder: Path, files: dict[str, str]) -> list[str]:
    with pytest.raises(SiteError) as caught:
        prepare(make_site(folder, files))
    return [f"{problem.location}: {problem.message}" for problem in caught.value.problems]


def page(**keys: str) -> str:
    lines = "".join(f"{key}: {value}\n" for key, value in keys.items())
    return f"---\n{lines}---\nText\n"


@every_case(
    "old", ["[/me, /me.html]", "[/old/, /old/]", "[/old/, old/index.html, /old/]", "[/me/, /a/]"]
)
def test_an_old_url_may_be_written_twice(old: str, tmp_path: Path) -> None:
    outputs, problems = render_site(tmp_path, {"content/me.md": page(redirect_from=old)})
    assert problems == []
    assert "me/index.html" in outputs


def test_redirects_may_follow_each_other(tmp_path: Path) -> None:
    files = {
        "content/a.md": page(redirect_to="/b/", redirect_from="[/older/]"),
        "content/b.md": page(redirect_to="/c/"),
        "content/c.md": "Text\n",
    }
    outputs, problems = render_site(tmp_path, files)
    assert problems == []
    assert {"a/index.html", "b/index.html", "older/index.html"} <= set(outputs)


def test_what_a_site_has_itself_is_not_made(tmp_path: Path) -> None:
    files = {"static/robots.txt": "mine", "content/404.md": "Gone\n", "content/posts/2024-01-01-one.md": "Text\n",
             "content/posts/index.md": "My own list\n"}  # fmt: skip
    outputs, problems = render_site(tmp_path, files)
    assert problems == []
    assert "robots.txt" not in outputs
    assert "My own list" in outputs["posts/index.html"]


def test_posts_without_a_date_alone_make_no_feed(tmp_path: Path) -> None:
    outputs, problems = render_site(tmp_path, {"content/posts/one.md": "Text\n"})
    assert problems == ["content/posts/one.md: this post has no date, so it is not in the feed"]
    assert "feed.xml" not in outputs
    assert "posts/one/index.html" in outputs


OLD = {
    "/~jane/old.html": "old.html",
    "~jane/a/": "a/index.html",
    "https://j.io/~jane/b.html": "b.html",
    "http://J.io/~jane/c/": "c/index.html",
    "/~janet/d.html": "~janet/d.html",
    "/e.html": "e.html",
}


def test_an_old_url_with_the_sites_own_path_or_host_is_below_it(tmp_path: Path) -> None:
    files = {
        "data/site.yml": "title: Jane\nurl: https://j.io/~jane/\n",
        "content/me.md": page(redirect_from=f"[{', '.join(OLD)}]"),
    }
    outputs, problems = render_site(tmp_path, files)
    assert problems == []
    assert {path for path, text in outputs.items() if "http-equiv" in text} >= set(OLD.values())
    assert not any(path.startswith("~jane/") for path in outputs)


def test_an_old_url_of_another_site_is_reported(tmp_path: Path) -> None:
    old = ["https://k.io/~jane/a.html", "https://j.io/~bob/b.html", "https://j.io/~jane/c.html?x=1"]
    files = {
        "data/site.yml": "title: Jane\nurl: https://j.io/~jane\n",
        "content/me.md": "---\nredirect_from:\n"
        + "".join(f"- {url}\n" for url in old)
        + "---\nText\n",
    }
    elsewhere = "is a URL of another site"
    assert reported(tmp_path / "with", files) == [
        f"content/me.md:3:3: the old URL `{old[0]}` {elsewhere}",
        f"content/me.md:4:3: the old URL `{old[1]}` {elsewhere}",
        f"content/me.md:5:3: the old URL `{old[2]}` contains `?`, which is not allowed",
    ]
    without = reported(tmp_path / "without", files | {"data/site.yml": "title: Jane\n"})
    assert without == [
        f"content/me.md:{line}:3: the old URL `{url}` {elsewhere}"
        for line, url in enumerate(old, 3)
    ]


def test_a_style_sheet_of_the_site_replaces_the_themes(tmp_path: Path) -> None:
    assert render_site(tmp_path, {"static/assets/css/main.css": "p {}"})[1] == []


def test_an_old_url_of_a_file_is_reported_to_lead_nowhere(tmp_path: Path) -> None:
    _, problems = render_site(
        tmp_path,
        {"content/a.md": "---\nredirect_from: [/images/me.png, /old.html, /v1.2]\n---\nHi.\n"},
    )
    what = "`/images/me.png` cannot redirect: browsers do not show a file of that name as a page"
    assert problems == [f"content/a.md:2:17: {what}"]
