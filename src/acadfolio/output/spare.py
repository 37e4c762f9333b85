"""The folder that a build replaced comes in and is kept in the cache; the next build makes its new folder of it.

Of thousands of pages a build changes a few. To make a folder for each of the others, link it there, and remove all that
again behind the swap takes longer than to render what changed. So what was swapped out stays, and only where it differs
from the output folder is it changed. It belongs to whoever moved it out of the cache: two builds never share it. Of one
that was killed, the next build inherits it.
"""

# Paths are plain strings, as in `write`.
# ruff: noqa: PTH103, PTH104, PTH106, PTH108, PTH112, PTH114, PTH118, PTH120

from __future__ import annotations

import os
from contextlib import suppress
from typing import TYPE_CHECKING

from acadfolio.fingerprint import is_same_file
from acadfolio.output.staging import copy_mode

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from acadfolio.fingerprint import Files
    from acadfolio.looking import Seen
    from acadfolio.output.staging import Staging

    Look = Callable[[str, str], Seen]
    """Looks through a folder, but for what is skipped. Raises OSError."""

_FOLDER, _TREE = "spare", "tree"


class Spare:
    """What the last build swapped out, in a cache folder that is asked for when it is needed."""

    def __init__(self, cache: Callable[[], str], staging: Staging) -> None:
        self.cache, self.staging = cache, staging
        self.room = str(staging.spare)
        """Where it is while a build works on it: out of everybody's reach."""
        self.tree = os.path.join(self.room, _TREE)
        self.is_taken = os.path.isdir(self.room)  # A build that was killed had it in its hands.
        self.give_back()

    def take(self) -> bool:
        """Take it out of the cache, into this build's hands; False where there is none."""
        kept = os.path.join(self.cache(), _FOLDER)
        if os.path.islink(kept) or os.path.islink(os.path.join(kept, _TREE)) or not os.path.isdir(kept):
            return False
        os.rename(kept, self.room)
        self.is_taken = True
        return True

    def give_back(self) -> None:
        """Where it was not needed. What cannot be kept is removed with the rest."""
        if self.is_taken:
            self.is_taken = False
            with suppress(OSError):
                os.rename(self.room, os.path.join(self.cache(), _FOLDER))

    def become_new(self, found: Files, kept: Iterable[str], made: Iterable[str], look: Look) -> bool:
        """Make it the new folder: with the `kept` files of the old one, whose state is `found`, and those just made.

        `look` looks through it. False, and the new folder is as it was, where there is none or it cannot be used: then
        it is done without.
        """
        target, new = os.path.realpath(self.staging.target), str(self.staging.new)
        try:
            if not self.is_taken and not self.take():
                return False
            self.is_taken = False  # It is used up now.
            there = self._files(look)
            if there is None:
                return False
            kept, made = list(kept), list(made)
            _remove(self.tree, there.keys() - {*kept, *made})
            self._link(target, (path for path in kept if not is_same_file(there.get(path), found[path])))
            self._link(new, made)
            copy_mode(new, self.tree)
            done = f"{new}-made"
            os.rename(new, done)
        except OSError:
            return False
        os.rename(self.tree, new)
        with suppress(OSError):  # What stays is removed with the rest.
            _remove(done, made)
            os.rmdir(done)
            os.rmdir(self.room)
        return True

    def keep(self) -> None:
        """Keep the folder that was swapped out. What cannot be kept is removed with the rest."""
        with suppress(OSError):
            os.makedirs(self.room, exist_ok=True)
            if self.staging.hand_over(self.tree):
                os.rename(self.room, os.path.join(self.cache(), _FOLDER))

    def _files(self, look: Look) -> Files | None:
        """What is in it, now that it is in this build's hands; not what should be: others may have put files into it.

        None where an empty folder is in it, which no build makes.
        """
        start = len(os.path.join(self.tree, ""))
        files, empty = look(self.tree, "")
        return None if empty else {path[start:].replace(os.sep, "/"): status for path, status in files.items()}

    def _link(self, folder: str, paths: Iterable[str]) -> None:
        """Put files of a folder here, in the place of those of the same name."""
        for path in paths:
            place = os.path.join(self.tree, path)
            os.makedirs(os.path.dirname(place), exist_ok=True)
            with suppress(FileNotFoundError):
                os.unlink(place)
            os.link(os.path.join(folder, path), place)


def _remove(folder: str, paths: Iterable[str]) -> None:
    """Remove files of a folder, and the folders in it that hold nothing then."""
    for path in paths:
        gone = os.path.join(folder, path)
        os.unlink(gone)
        remove_empty(os.path.dirname(gone), folder)


def remove_empty(folder: str, top: str) -> None:
    """Remove a folder below the top one, and those above it, up to the first that is not empty."""
    with suppress(OSError):
        while folder != top:
            os.rmdir(folder)
            folder = os.path.dirname(folder)
