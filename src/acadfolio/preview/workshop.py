"""A site's folder comes in, what each build made of it comes out: the outputs, what changed, what is wrong."""

from __future__ import annotations

import os
from dataclasses import dataclass
from functools import partial
from itertools import chain
from types import MappingProxyType
from typing import TYPE_CHECKING

from acadfolio.build import Last, Memory, Variants, prepare
from acadfolio.kept_file import cache_folder
from acadfolio.loading import no_collecting
from acadfolio.loading.files import is_folder
from acadfolio.manifest import state
from acadfolio.problems import Location, Problem, SiteError, in_order
from acadfolio.rendering.keeping import KeptSite

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from acadfolio.build import Prepared
    from acadfolio.output.file import Output

    Stamp = tuple[str, int, int, int] | None
    """Which file an output is a copy of, and its size, mtime and inode; None for an output with bytes of its own."""


@dataclass(frozen=True)
class Round:
    """What one build brought."""

    outputs: Mapping[str, Output]
    """The last good site, by path; empty when there has never been one."""
    changed: frozenset[str]
    """The paths whose bytes differ from the round before: added, changed, removed."""
    problems: tuple[Problem, ...] = ()
    """Of this build. With an error among them, the outputs are those of the last good one."""
    is_whole: bool = True
    """Else the build goes on: these are its pages among the last one's other outputs. Problems are not known yet."""


def _nobody(round_: Round) -> None:
    """Looks at it before it is whole."""


class Workshop:
    """A site's folder, built again and again: what each build made, what changed against the last, what is wrong."""

    def __init__(self, site: Path, *, drafts: bool = True) -> None:
        self._site, self._drafts = site, drafts
        self._outputs: Mapping[str, Output] = {}
        self._stamps: dict[str, Stamp] = {}
        self._kept = KeptSite()
        self._cache = partial(cache_folder, str(site))
        self._memory = Memory(self._cache)

    def build(self, show: Callable[[Round], None] = _nobody) -> Round:
        """Build what differs from the last time. May be called from a thread, but never twice at once.

        `show` is given the pages of a site that was good before, as soon as they are rendered.
        """
        last = Last(self._kept, self._outputs.keys(), state(str(self._site)))
        try:
            with no_collecting():
                prepared, made = self._made(last, show)
        except SiteError as error:
            is_gone = self._outputs and not is_folder(self._site)
            problems = (_gone(self._site),) if is_gone else error.problems
            return Round(MappingProxyType(self._outputs), frozenset(), problems)
        finally:
            self._remember()
        self._kept, problems = prepared.rendering.kept_site(), in_order(prepared.problems.of_build)
        stamps = {path: _stamp(output) for path, output in made.items()}
        others = {path for path in made if not self._is_same(made[path], stamps[path])}
        gone = self._outputs.keys() - made.keys()
        self._outputs, self._stamps = made, stamps
        return Round(MappingProxyType(made), frozenset(others | gone), problems)

    def _remember(self) -> None:
        """What was converted, for later processes too: all of the first good build, the youngest of others."""
        converted = self._memory.converted
        converted.keep()
        if self._outputs:
            converted.forget_older_news()
        else:
            converted.news()

    def _made(self, last: Last, show: Callable[[Round], None]) -> tuple[Prepared, dict[str, Output]]:
        """Every output of the site as it is now; those that would be the same are the very same."""
        prepared = prepare(
            self._site,
            drafts=self._drafts,
            variants=Variants(self._cache),
            is_preview=True,
            last=last,
            memory=self._memory,
        )
        rendering, known = prepared.rendering, self._outputs
        made = {output.path: known[output.path] for output in rendering.kept_outputs()}
        pages = {output.path: self._known(output) for output in rendering.outputs(rendering.stale)}
        if known and pages and not prepared.problems.errors:
            show(Round(MappingProxyType({**known, **pages}), frozenset(pages), is_whole=False))
        made |= pages
        made |= {output.path: self._known(output) for output in chain(rendering.citations(), rendering.rest())}
        prepared.finish()
        return prepared, made

    def _known(self, output: Output) -> Output:
        """The one that is there, where it has these bytes: memory has them once, also while the site is built."""
        if output.is_kept:
            return self._outputs[output.path]
        known = self._outputs.get(output.path)
        if known is None or known.file or output.file or known.content != output.content:
            return output
        return known

    def _is_same(self, output: Output, stamp: Stamp) -> bool:
        known = self._outputs.get(output.path)
        return known is output or (
            known is not None and known.content == output.content and self._stamps[output.path] == stamp
        )


def _gone(site: Path) -> Problem:
    return Problem(Location(str(site)), "the site's folder is gone", "the preview goes on when it is back")


def _stamp(output: Output) -> Stamp:
    if not output.file:
        return None
    try:
        status = os.stat(output.file)  # noqa: PTH116 - thousands of them, at every save
    except OSError:
        return (output.file, 0, 0, 0)
    return (output.file, status.st_size, status.st_mtime_ns, status.st_ino)
