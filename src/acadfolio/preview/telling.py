"""Rounds of building come in, lines on the terminal come out: each problem once, until something changes."""

from __future__ import annotations

import time
from contextlib import suppress
from typing import TYPE_CHECKING, TextIO

from acadfolio.nouns import counted
from acadfolio.report import print_problems

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from acadfolio.preview.workshop import Round
    from acadfolio.problems import Problem


class Telling:
    """What the author hears while the preview runs. A terminal that is gone is no reason to end."""

    def __init__(self, site: Path, output: TextIO, errors: TextIO) -> None:
        self._site, self._output, self._errors = site, output, errors
        self._problems: Sequence[Problem] = ()

    def opened(self, address: str, taken: int | None) -> None:
        """There is something to see. `taken` is the port that it would have had."""
        instead = f"{taken} is taken; " if taken else ""
        self._say(self._output, f"The site is at {address} ({instead}Ctrl-C ends it)")

    def line(self, text: str) -> None:
        self._say(self._errors, text)

    def round(self, made: Round) -> None:
        """Problems when they are others than before, and that they are gone; on a terminal, every change."""
        if made.problems != self._problems:
            with suppress(OSError, ValueError):
                print_problems(made.problems, self._site, self._errors)
            if not made.problems:
                self.line("All mended.")
            self._problems = made.problems
        if made.changed and self._output.isatty():
            self._say(self._output, f"{time.strftime('%H:%M:%S')}  {counted(len(made.changed), 'file')} built anew")

    def _say(self, stream: TextIO, line: str) -> None:
        with suppress(OSError, ValueError):
            stream.write(f"{line}\n")
            stream.flush()
