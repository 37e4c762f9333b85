"""Rounds of building come in, lines on the terminal come out: each problem once, until it is mended."""

from __future__ import annotations

import time
from contextlib import suppress
from typing import TYPE_CHECKING, TextIO

from acadfolio.nouns import counted
from acadfolio.reporting import print_problems

if TYPE_CHECKING:
    from pathlib import Path

    from acadfolio.preview.workshop import Round
    from acadfolio.problems import Problem


class Telling:
    """What the author hears while the preview runs. A terminal that is gone is no reason to end."""

    def __init__(self, site: Path, output: TextIO, errors: TextIO) -> None:
        self._site, self._output, self._errors = site, output, errors
        self._told: set[Problem] = set()
        self._left: set[Problem] = set()

    def opened(self, address: str, taken: int | None) -> None:
        """There is something to see. `taken` is the port that it would have had."""
        instead = f"{taken} is taken; " if taken else ""
        self._say(self._output, f"The site is at {address} ({instead}Ctrl-C ends it)")

    def line(self, text: str) -> None:
        self._say(self._errors, text)

    def round(self, made: Round) -> None:
        """Problems that are new, and when some are gone, how many are left; on a terminal, every change.

        A build that ends with an error has not seen all: what it does not tell of is not mended.
        """
        left, new = set(made.problems), [problem for problem in made.problems if problem not in self._told]
        with suppress(OSError, ValueError):
            print_problems(new, self._site, self._errors)
        if self._left and not left:
            self.line("All mended.")
        elif self._left - left and not new:
            self.line(f"Mended; {counted(len(left), 'problem')} left, told above.")
        is_whole = all(problem.severity != "error" for problem in left)
        self._told = left if is_whole else left | self._told
        self._left = left
        if made.changed and self._output.isatty():
            self._say(self._output, f"{time.strftime('%H:%M:%S')}  {counted(len(made.changed), 'file')} built anew")

    def _say(self, stream: TextIO, line: str) -> None:
        with suppress(OSError, ValueError):
            stream.write(f"{line}\n")
            stream.flush()
