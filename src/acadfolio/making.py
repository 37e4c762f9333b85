"""A rendering comes in, every output of it lies in its place: shared by as many processes as pay."""

from __future__ import annotations

from contextlib import contextmanager
from functools import partial
from itertools import accumulate
from typing import TYPE_CHECKING

from acadfolio.problems import Location, Problem, SiteError
from acadfolio.rendering.shares import shares_of
from acadfolio.workers import WorkerStoppedError, beside, processes, shared

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from acadfolio.output.write import Job, Tally
    from acadfolio.rendering.rendering import Rendering, Told

    Progress = Callable[[int, int], None]
    """Told how many of how many files are made."""


def make(rendering: Rendering, job: Job, progress: Progress, keep: Callable[[], None]) -> None:
    """Every output into its place: pages by as many processes as pay, the rest when all pages are there.

    What is to be kept besides is kept by whoever is the first to have nothing to do. Raises SiteError.
    """
    try:
        with _begun(rendering, job) as begun:
            kept = list(rendering.kept_outputs())  # Taken at last: who copies this process tells of its own work only.
            found = [*_shared(rendering, job, progress, keep), *begun()]
    except WorkerStoppedError:
        hint = "the last good site is as it was: build again, and close other programs if memory is short"
        raise SiteError([Problem(Location("acadfolio"), "a process that helped was stopped", hint)]) from None
    for tally, told in found:
        job.add(tally)
        rendering.hear(told)
    job.take(kept)
    if not rendering.cites:
        job.take(rendering.citations())
    job.take(rendering.rest())
    total = len(rendering.stale) + 1
    progress(total, total)


@contextmanager
def _begun(rendering: Rendering, job: Job) -> Iterator[Callable[[], list[tuple[Tally, Told]]]]:
    """Another process begins with the pages that take longest; what is given tells what it found out."""
    outputs = rendering.begin()
    if not rendering.begun:
        yield list
        return
    with beside(outputs, job.take, lambda: (job.tally(), rendering.told())) as told:
        yield lambda: [found] if (found := told()) else []


def _shared(rendering: Rendering, job: Job, progress: Progress, keep: Callable[[], None]) -> list[tuple[Tally, Told]]:
    """The stale pages, by as many processes as pay; what the others found out."""
    shares = shares_of(rendering.stale, rendering.plan.site)
    done = list(accumulate(map(len, shares)))
    total = len(rendering.stale) + 1

    def render(number: int) -> None:
        job.take(rendering.outputs(shares[number]))
        progress(done[number], total)

    def cite() -> None:
        job.take(rendering.citations())

    # What takes long comes first, and what nobody waits for last.
    tasks: list[Callable[[], None]] = [cite] if rendering.cites else []
    tasks += [*(partial(render, number) for number in range(len(shares))), keep]

    def work(numbers: Iterator[int]) -> None:
        for number in numbers:
            tasks[number]()

    ready = list(rendering.get_ready()) if processes(len(tasks)) > 1 else []  # Taken at last, as what is kept.
    found = shared(len(tasks), work, lambda: (job.tally(), rendering.told()))
    job.take(ready)
    return found
