"""Render the pages of a site, many of them by several processes: one set of processes for all languages."""

from __future__ import annotations

import gc
import os
import threading
from typing import TYPE_CHECKING

from msgspec import Struct

from acadfolio.problems import Problem, SiteError

if TYPE_CHECKING:
    from collections.abc import Generator, Sequence

    from acadfolio.memo import Memo
    from acadfolio.rendering.inputs import Inputs
    from acadfolio.rendering.renderer import Rendered
    from acadfolio.rendering.site_renderer import SiteRenderer
    from acadfolio.routing import PlannedPage

MANY = 100
"""From this number of pages on, several processes render them. They take a moment to start."""
CHUNK = 4
"""The number of pages in one task of a process."""


class PageResult(Struct, frozen=True):
    """What the work for a page results in."""

    rendered: Rendered | None
    """None if it cannot be rendered."""
    inputs: bytes
    """The digest of its inputs."""
    problems: list[Problem]


class PageWork(Struct, frozen=True):
    """The pages to render in one language, and all that this needs."""

    renderer: SiteRenderer
    pages: Sequence[PlannedPage]
    inputs: Inputs

    def result(self, planned: PlannedPage) -> PageResult:
        """Render one of the pages."""
        problems = self.renderer.problems.found
        before = len(problems)
        try:
            rendered = self.renderer.page(planned)
        except SiteError as error:
            del problems[before:]
            return PageResult(None, b"", list(error.problems))
        found = problems[before:]
        del problems[before:]
        return PageResult(rendered, self.inputs.of(planned, rendered.summary.lists), found)


def render_pages(works: Sequence[PageWork], memo: Memo) -> Generator[PageResult]:
    """Yield the results of all pages in their order: those of the first work, and so on.

    memo: remembers the results of texts, also those that the other processes make.
    """
    total = sum(len(work.pages) for work in works)
    count = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else 1
    if total < MANY or count < 2 or threading.active_count() > 1:  # noqa: PLR2004 - alone
        for work in works:
            yield from map(work.result, work.pages)
        return
    import multiprocessing  # Only large sites need it.
    from concurrent.futures import ProcessPoolExecutor

    # A forked process has a copy of the loaded site.
    fork = multiprocessing.get_context("fork")
    tasks = [(work, page) for work in range(len(works)) for page in range(len(works[work].pages))]
    gc.freeze()  # To examine the loaded site for garbage would copy its memory into each process.
    try:
        with ProcessPoolExecutor(count, fork, _begin_worker, (works, memo)) as pool:
            # If nobody wants the other pages, after an error, `map` cancels their tasks.
            for result, used in pool.map(_result_of_worker, tasks, chunksize=CHUNK):
                memo.add_used(used)
                yield result
    finally:
        gc.unfreeze()


class _Worker(Struct, frozen=True):
    """What a process of the pool works on."""

    works: Sequence[PageWork]
    memo: Memo


_worker: list[_Worker] = []


def _begin_worker(works: Sequence[PageWork], memo: Memo) -> None:
    import signal  # Only processes need it.

    gc.enable()  # What a page leaves behind is garbage, other than what the parent has loaded.
    gc.set_threshold(50_000)  # About every tenth page.
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # After Ctrl-C, the parent ends its processes.
    memo.begin()  # The parent has what was used until now.
    _worker.append(_Worker(works, memo))
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """End this process when its parent is killed, because the parent cannot stop it then."""
    from multiprocessing import parent_process

    if parent := parent_process():
        parent.join()
        os._exit(1)


def _result_of_worker(task: tuple[int, int]) -> tuple[PageResult, dict[str, dict[bytes, bytes]]]:
    """Return the result of a page, given by the numbers of its work and in it, and what it used of the memo."""
    work_number, page_number = task
    worker = _worker[0]
    work = worker.works[work_number]
    result = work.result(work.pages[page_number])
    return result, worker.memo.take_used()
