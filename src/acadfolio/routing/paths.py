"""Paths of the output as they are seen from a language, which may be in a folder."""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from collections.abc import Iterable

UP = "../"
"""From the top of a language in a folder to that of the site."""


class Paths(frozenset[str]):
    """Paths of the output as they are seen from the top of a language.

    `starts` are where a path is looked for, in this order: `""` is this language.
    """

    starts: tuple[str, ...]
    folders: tuple[str, ...]
    """The folders of other languages among `starts`, as URLs begin with them: `/en/`."""

    def __new__(cls, paths: Iterable[str], starts: tuple[str, ...] = ("",)) -> Self:
        self = super().__new__(cls, paths)
        self.starts = starts
        self.folders = tuple(start.removeprefix("..") for start in starts if start not in {"", UP})
        return self

    def start_of(self, path: str) -> str | None:
        """Where a path is: the first of `starts` with it; None if it is nowhere."""
        return next((start for start in self.starts if start + path in self), None)


def seen_from(path: str, mount: str) -> str:
    """A path of the output as it is seen from the top of a language in a folder, or at the top."""
    return path[len(mount) :] if path.startswith(mount) else UP + path
