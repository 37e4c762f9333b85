"""The names of the files in `data/` come in, the names that a page may place as sections come out."""

from __future__ import annotations

import os
from contextlib import suppress
from typing import TYPE_CHECKING

from acadfolio.loading.files import as_typed
from acadfolio.model.kinds import KINDS

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

ENDINGS = (".yml", ".yaml")
NOT_SECTIONS = frozenset({"site", "profile", "publications", "venues", "people", "coauthors"})
PLACED_ONLY = frozenset({"posts", "visitor_map"})
"""Sections that no data file holds."""


def section_of(file: str) -> str:
    """The section that a file of this name holds."""
    return as_typed(os.path.splitext(file)[0]).replace("-", "_")  # noqa: PTH122 - a name


def sections_of(names: Iterable[str]) -> frozenset[str]:
    """The sections there are, where data files hold these."""
    return PLACED_ONLY.union(KINDS, set(names) - NOT_SECTIONS)


def expected_sections(root: Path) -> frozenset[str]:
    """The same before the files are read: one may not be a data file, or not be readable."""
    with suppress(OSError):
        return sections_of(section_of(path.name) for path in (root / "data").iterdir() if path.suffix in ENDINGS)
    return sections_of(())
