"""What many files have alike comes in one by one; one warning about all of them comes out, at the first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from acadfolio.nouns import counted

if TYPE_CHECKING:
    from acadfolio.problems import Location, Problems


class Tally:
    """Counts in how many files something is so."""

    def __init__(self) -> None:
        self.met: dict[str, tuple[Location, str, set[str]]] = {}

    def count(self, message: str, location: Location, hint: str = "") -> None:
        self.met.setdefault(message, (location, hint, set()))[2].add(location.file)

    def tell(self, problems: Problems) -> None:
        for message, (location, hint, files) in self.met.items():
            others = len(files) - 1
            more = f" (and in {counted(others, 'other file')})" if others else ""
            problems.warn(location, message + more, hint)
