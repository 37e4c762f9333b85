"""The preview in a real browser while much happens to its files: each save is seen, and the last of many wins."""

from __future__ import annotations

import subprocess
from typing import TYPE_CHECKING

import pytest
from serving import Served, serving

from sites import make_site

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser
ABOUT = "content/about.md"
NEWS = "- {date: 1903-12, text: The prize}\n"
SITE = {ABOUT: "Nothing yet\n", "data/news.yml": NEWS, "content/cv.md": "CV\n"}
SAVES, EACH = 24, 6
MISTAKES = {
    ABOUT: "---\ntitle: [not closed\n---\n",
    "data/news.yml": "- date: 'not closed\n",
    "templates/layouts/page.html": "{% block main %}",
    "data/more.bib": "@article{one, title = {Not closed}, year = {1903",
}
WATCH = """
(() => {
  window.panels = Number(sessionStorage.panels ?? 0);
  const look = () => document.getElementById("acadfolio-problems") && (sessionStorage.panels = ++window.panels);
  new MutationObserver(look).observe(document, { childList: true, subtree: true });
})()
"""
"""Counts how often anything was seen to be wrong."""


@pytest.fixture
def site(tmp_path: Path) -> Path:
    return make_site(tmp_path / "site", SITE)


@pytest.fixture
def served(site: Path) -> Iterator[Served]:
    with serving(site) as running:
        yield running


@pytest.fixture
def page(browser: Browser, served: Served) -> Iterator[Page]:
    with browser.new_context() as context:
        page = context.new_page()
        page.add_init_script(WATCH)
        page.goto(served.address)
        yield page


def see(page: Page, text: str) -> None:
    page.locator(".page__content, body").get_by_text(text, exact=True).first.wait_for()


def panels(page: Page) -> int:
    return int(page.evaluate("window.panels"))


def test_every_save_is_seen_and_every_mistake_until_it_is_mended(site: Path, served: Served, page: Page) -> None:
    mistakes, panel = iter(MISTAKES.items()), page.locator("#acadfolio-problems")
    for number in range(1, SAVES + 1):
        (site / ABOUT).write_text(f"Change {number}\n")
        see(page, f"Change {number}")
        if number % EACH:
            continue
        path, mistake = next(mistakes)
        good = {path: (site / path).read_text()} if (site / path).exists() else {}
        make_site(site, {path: mistake})
        panel.get_by_text(path).first.wait_for()
        see(page, f"Change {number}")
        make_site(site, good) if good else (site / path).unlink()
        panel.wait_for(state="detached")
        see(page, f"Change {number}")
    assert "".join(served.told).count("All mended.") == len(MISTAKES)


def test_another_branch_comes_whole_and_leaves_no_mistake(site: Path, page: Page) -> None:
    def git(*words: str) -> None:
        subprocess.run(
            ["git", "-c", "user.name=A", "-c", "user.email=a@b", *words], cwd=site, check=True, capture_output=True
        )

    def commit(name: str) -> None:
        git("add", "content", "data")
        git("commit", "-qm", name)

    many = {f"content/notes/{number}.md": f"Note {number} of main\n" for number in range(40)}
    git("init", "-q", "-b", "main")
    make_site(site, {**many, ABOUT: "On main [here](/notes/7/)\n"})
    commit("main")
    git("checkout", "-qb", "other")
    # Each branch's page points at one that the other lacks.
    make_site(site, {path: text.replace("main", "other") for path, text in many.items()})
    make_site(site, {"content/extra.md": "Extra\n", ABOUT: "On other [there](/extra/)\n"})
    (site / "content/notes/7.md").unlink()
    commit("other")
    see(page, "On other there")
    for branch, text in (("main", "On main here"), ("other", "On other there")) * 2:
        git("checkout", "-q", branch)
        see(page, text)
        page.locator("#acadfolio-problems").wait_for(state="detached")
    page.goto(f"{page.url}notes/3/")
    see(page, "Note 3 of other")
    git("checkout", "-q", "main")
    see(page, "Note 3 of main")
    assert page.request.get(page.url.replace("notes/3", "extra")).status == 404
    assert page.request.get(page.url.replace("notes/3", "notes/7")).ok


@pytest.mark.parametrize("part", [0, 20], ids=["nothing", "half"])
def test_a_file_that_is_half_written_is_no_mistake_yet(site: Path, served: Served, page: Page, part: int) -> None:
    """Also while a build is under way: the page's own save begins one."""
    seen = []
    for number in range(8):
        before = panels(page)
        news = f"- {{date: 1903-12, text: '*Prize {number}*'}}\n"
        (site / ABOUT).write_text(f"{{{{ news() }}}}\n\nRound {number}\n")
        page.wait_for_timeout(number * 8)
        (site / "data/news.yml").write_text(news[:part])
        page.wait_for_timeout(50)
        (site / "data/news.yml").write_text(news)
        see(page, f"Prize {number}")
        page.locator("#acadfolio-problems").wait_for(state="detached")
        seen.append(panels(page) - before)
    # A busy machine may take a pause in the midst of it; not each time.
    assert seen.count(0) > len(seen) / 2, (seen, served.told)
