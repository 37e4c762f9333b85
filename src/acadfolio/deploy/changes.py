"""What is there and what is to be there come in; what is added, changed and removed comes out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable


@dataclass(frozen=True, slots=True)
class Changes:
    """Paths, each in order."""

    added: tuple[str, ...]
    changed: tuple[str, ...]
    removed: tuple[str, ...]

    def __bool__(self) -> bool:
        return bool(self.added or self.changed or self.removed)


def changes_of(added: Iterable[str], changed: Iterable[str], removed: Iterable[str]) -> Changes:
    return Changes(tuple(sorted(added)), tuple(sorted(changed)), tuple(sorted(removed)))
