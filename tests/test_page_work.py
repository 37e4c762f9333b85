"""Many pages are rendered by several processes. The result is the same as that of one."""

from __future__ import annotations

import os
from contextlib import closing
from itertools import islice
from time import sleep
from typing import TYPE_CHECKING
from uuid import uuid4

import pytest

from acadfolio.build import prepare
from acadfolio.page_work import MANY, render_pages
from sites import make_site

if TYPE_CHECKING:
    from pathlib import Path

HALF = MANY // 2
TEXT = "---\ntitle: {0}\n---\nPage [{0}](/page{0}/), and [the home page](/).\n"
PAGES = {
    "data/site.yml": "title: Xu Guangqi\nlanguages: [en, zh]\n",
    "content/about.md": "Home.\n",
    "content/about.zh.md": "首页。\n",
    **{f"content/page{number}.md": TEXT.format(number) for number in range(HALF)},
    **{f"content/page{number}.zh.md": TEXT.format(number) for number in range(HALF)},
}
"""Each language has fewer pages than are given to several processes, but together they have more."""


def use_processors(monkeypatch: pytest.MonkeyPatch, count: int) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: set(range(count)))


def built(site: Path) -> dict[str, bytes]:
    return {output.path: output.content for output in prepare(site).outputs() if not output.file}


@pytest.mark.slow
def test_several_processes_render_all_languages_as_one_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    site = make_site(tmp_path, PAGES)
    use_processors(monkeypatch, 1)
    alone = built(site)
    use_processors(monkeypatch, 3)
    started: list[int] = []
    fork = os.fork

    def counted() -> int:
        process = fork()
        started.append(process)
        return process

    monkeypatch.setattr(os, "fork", counted)
    assert built(site) == alone
    assert len(started) == 3
    assert len([path for path in alone if path.startswith("zh/page")]) == HALF


@pytest.mark.slow
def test_pages_that_nobody_wants_after_an_error_are_not_rendered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    prepared = prepare(make_site(tmp_path, PAGES))
    rendered = tmp_path / "rendered"
    rendered.mkdir()
    usual = type(prepared.renderer).page

    def noted(renderer: object, planned: object) -> object:
        (rendered / uuid4().hex).touch()
        sleep(0.05)
        return usual(renderer, planned)  # type: ignore[arg-type]

    monkeypatch.setattr(type(prepared.renderer), "page", noted)
    use_processors(monkeypatch, 2)
    works = [each.batch({}).work for each in prepared.languages]
    with closing(render_pages(works, prepared.memo)) as results:
        assert all(result.rendered for result in islice(results, 3))
    assert 3 <= len(list(rendered.iterdir())) < MANY
