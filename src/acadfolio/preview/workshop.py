"""Build a site again and again for the preview: its files, what changed against the last time, what is wrong."""

from __future__ import annotations

import os
from dataclasses import dataclass
from functools import partial
from types import MappingProxyType
from typing import TYPE_CHECKING

from acadfolio.build import prepare
from acadfolio.cache import Cache
from acadfolio.files import digest_of
from acadfolio.loading.files import is_folder
from acadfolio.manifest import program_of
from acadfolio.problems import Location, Problem, SiteError, in_order
from acadfolio.store import cache_folder

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

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


class Workshop:
    """A site's folder, built again and again: what each build made, what changed against the last, what is wrong."""

    def __init__(self, site: Path, *, drafts: bool = True) -> None:
        self._site, self._drafts = site, drafts
        self._outputs: Mapping[str, Output] = {}
        self._stamps: dict[str, Stamp] = {}
        self._cache = Cache(partial(cache_folder, str(site)), program_of(str(site)))

    def build(self) -> Round:
        """Build the site. May be called from a thread, but never twice at once."""
        self._cache.program = program_of(str(self._site))  # Templates may have been saved.
        try:
            prepared = prepare(
                self._site,
                drafts=self._drafts,
                is_preview=True,
                draws=True,
                cache=self._cache,
            )
            there = {path: digest_of(output.content) for path, output in self._outputs.items() if not output.file}
            made = {output.path: output for output in prepared.outputs(there)}
            made = {path: self._known(output) for path, output in made.items()}
        except SiteError as error:
            is_gone = self._outputs and not is_folder(self._site)
            problems = (_gone(self._site),) if is_gone else error.problems
            return Round(MappingProxyType(self._outputs), frozenset(), problems)
        stamps = {path: _stamp(output) for path, output in made.items()}
        others = {path for path in made if not self._is_same(made[path], stamps[path])}
        gone = self._outputs.keys() - made.keys()
        self._outputs, self._stamps = made, stamps
        return Round(MappingProxyType(made), frozenset(others | gone), in_order(prepared.problems.of_build))

    def _known(self, output: Output) -> Output:
        """The one that is there, where it has these bytes: memory has them once."""
        known = self._outputs.get(output.path)
        if known is None or (not output.is_kept and (known.file or output.file or known.content != output.content)):
            return output
        return known

    def _is_same(self, output: Output, stamp: Stamp) -> bool:
        known = self._outputs.get(output.path)
        return known is not None and known.content == output.content and self._stamps[output.path] == stamp


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
