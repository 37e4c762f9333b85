"""Drafts and future posts: the build names them, and links to them say when they are published."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import pytest

from acadfolio.commands.console import waiting_pages
from acadfolio.model.dates import Day, When
from cases import every_case
from sites import render_site

if TYPE_CHECKING:
    from pathlib import Path

EPOCH = "1795867200"
"""Noon of 2026-11-28 in UTC."""


@pytest.fixture(autouse=True)
def noon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", EPOCH)


def post(date: str) -> str:
    return f"---\ntitle: Rings\ndate: {date}\n---\nText.\n"


@every_case(
    "date",
    [
        "2026-11-28", "2026-11-28 23:59:00", "2026-11-28T23:59:00Z", "2026-11-29 08:00:00 +1300",
        "2026-11-29T08:00+13:00", "2026-11-29 01:00 +0200", "2026-11", "2026", "2024-2-29", "2024-02-29 12:00:00 -0500",
        "2026-11-29 00:30:00 +01",
    ],
)  # fmt: skip
def test_a_post_is_shown_from_its_day_on_where_the_site_is_built(date: str, tmp_path: Path) -> None:
    outputs, problems = render_site(
        tmp_path, {"content/about.md": "Text.\n", "content/posts/rings.md": post(date)}
    )
    assert problems == []
    assert "posts/rings/index.html" in outputs


@every_case(
    "date",
    [
        "2026-11-29",
        "2026-12",
        "2027",
        "2026-11-28 23:30:00 -0100",
        "2026-11-28T20:00:00-08:00",
        "2026-11-29T00:00:00Z",
    ],
)
def test_a_post_of_a_later_day_waits(date: str, tmp_path: Path) -> None:
    outputs, _ = render_site(
        tmp_path, {"content/about.md": "Text.\n", "content/posts/rings.md": post(date)}
    )
    assert "posts/rings/index.html" not in outputs


@every_case("name", ["2024-2-29-rings", "2024-02-29-rings", "2026-11-8-rings", "2026-1-1-rings"])
def test_a_date_in_a_files_name_may_have_one_digit(name: str, tmp_path: Path) -> None:
    outputs, problems = render_site(
        tmp_path, {"content/about.md": "Text.\n", f"content/posts/{name}.md": "Text.\n"}
    )
    assert problems == []
    assert "posts/rings/index.html" in outputs


def test_a_date_is_shown_as_it_is_written(tmp_path: Path) -> None:
    files = {
        "content/about.md": "Text.\n",
        "content/posts/rings.md": post("2026-11-29 08:00:00 +1300"),
    }
    assert 'datetime="2026-11-29"' in render_site(tmp_path, files)[0]["posts/rings/index.html"]


def test_without_an_epoch_the_day_is_that_of_the_computers_time_zone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    when = When.parse("2026-11-28T23:30:00Z")
    monkeypatch.delenv("SOURCE_DATE_EPOCH")
    days = {"Pacific/Auckland": Day(2026, 11, 29), "America/New_York": Day(2026, 11, 28)}
    for zone, day in days.items():
        monkeypatch.setenv("TZ", zone)
        time.tzset()
        assert when.first_day == day
    monkeypatch.undo()
    time.tzset()


@every_case(
    "link",
    ["/posts/rings/", "/posts/rings", "posts/rings/", "posts/rings/index.html", "/posts/rings/#part",
     "posts/2027-01-01-rings.md"],
)  # fmt: skip
def test_a_link_to_a_future_post_says_when_it_is_published(link: str, tmp_path: Path) -> None:
    files = {
        "content/about.md": f"See [it]({link}).\n",
        "content/posts/2027-01-01-rings.md": "Text.\n",
    }
    _, problems = render_site(tmp_path, files)
    assert problems == [
        f"content/about.md:1:10: `{link}` is not published yet: its date is 2027-01-01"
    ]


def test_a_link_to_a_draft_says_so(tmp_path: Path) -> None:
    files = {
        "content/about.md": "See [it](/rings/).\n\n{{ news() }}\n",
        "content/rings.md": "---\ndraft: true\n---\nText.\n",
        "data/news.yml": "- {date: 1921, text: Rings, links: {Text: /rings/}}\n",
    }
    _, problems = render_site(tmp_path, files)
    text = "`/rings/` is not published: it is a draft"
    assert sorted(set(problems)) == [
        f"content/about.md:1:10: {text}",
        f"data/news.yml:1:43: {text}",
    ]
    assert render_site(tmp_path, files, drafts=True)[1] == []


def test_another_dead_link_is_none_to_a_post(tmp_path: Path) -> None:
    files = {
        "content/about.md": "See [it](/posts/ideals/).\n",
        "content/posts/2027-01-01-rings.md": "Text.\n",
    }
    assert render_site(tmp_path, files)[1] == [
        "content/about.md:1:10: there is no file or page `/posts/ideals/`"
    ]


def test_the_first_skipped_pages_are_named() -> None:
    files = [f"content/posts/{number}.md" for number in range(1, 7)]
    assert waiting_pages([]) == ""
    assert waiting_pages(files[:1]) == ", 1 draft or future post skipped: posts/1.md"
    four = ", 4 drafts and future posts skipped: posts/1.md, posts/2.md, posts/3.md, posts/4.md"
    assert waiting_pages(files[:4]) == four
    six = ", 6 drafts and future posts skipped: posts/1.md, posts/2.md, posts/3.md, and 3 more"
    assert waiting_pages(files) == six
