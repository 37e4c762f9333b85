"""Which process renders which pages: the longest lists first, and no page twice or never."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from acadfolio.build import build, prepare
from acadfolio.rendering import shares
from acadfolio.rendering.shares import LONG, shares_of
from sites import make_site

if TYPE_CHECKING:
    from pathlib import Path

NEWS = "".join(f"- {{date: 1903, text: Part {number}}}\n" for number in range(LONG))
PAPERS = "".join(f"- {{title: Radium {number}, year: 1903}}\n" for number in range(LONG + 10))


@pytest.fixture
def given(tmp_path: Path) -> list[list[str]]:
    return made(tmp_path)


def made(folder: Path) -> list[list[str]]:
    """The paths of the pages in each share."""
    site = make_site(folder, {
        "data/news.yml": NEWS,
        "data/publications.yml": PAPERS,
        "data/site.yml": "title: Marie Curie\npublications: {pages: true}\n",
        "content/about.md": "{{ publications() }}\n",
        "content/aside.md": "Not a line: publications() of {braces}.\n",
        "content/all.md": "---\ntitle: All\n---\n{{ publications() }}\n\n{{ news() }}\n",
        "content/news.md": "---\ntitle: News\n---\n{{ news() }}\n",
        **{f"content/p{number}.md": f"---\ntitle: Page {number}\n---\nText\n" for number in range(20)},
    })  # fmt: skip
    plan = prepare(site).plan
    found = shares_of(plan.pages, plan.site)
    assert sorted(page.path for share in found for page in share) == sorted(page.path for page in plan.pages)
    return [[page.path for page in share] for share in found]


def test_pages_with_long_lists_come_first_each_by_itself(given: list[list[str]]) -> None:
    assert [given[0], *sorted(given[1:3])] == [["all/index.html"], ["news/index.html"], ["publications/index.html"]]
    assert all(len(share) > 1 for share in given[3:-1])


def test_pages_of_papers_come_last(given: list[list[str]]) -> None:
    rest = [path.startswith("publications/radium") for share in given[3:] for path in share]
    assert rest == sorted(rest)
    assert any(rest)


def test_more_pages_with_long_lists_than_that_share_their_shares(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shares, "MOST_LONG", 1)
    assert [len(share) for share in made(tmp_path)][:2] == [1, 4]


def test_progress_ends_where_it_was_said_to_end(tmp_path: Path) -> None:
    site = make_site(tmp_path / "site", {f"content/p{number}.md": "Text\n" for number in range(9)})
    seen: list[tuple[int, int]] = []
    pages = build(site, tmp_path / "output", progress=lambda *counts: seen.append(counts)).pages
    assert {total for _, total in seen} == {pages + 1}
    assert seen[-1] == (pages + 1, pages + 1)
