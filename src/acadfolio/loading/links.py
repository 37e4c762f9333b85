"""Find symbolic links in folders."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator


def links_below(folder: str) -> Iterator[str]:
    """The symbolic links in a folder, and behind links to folders."""
    met = {os.path.realpath(folder)}
    for top, folders, files in os.walk(folder, followlinks=True):
        for name in [*folders, *files]:
            path = os.path.join(top, name)  # noqa: PTH118 - there may be thousands
            if os.path.islink(path):  # noqa: PTH114
                yield path
        for name in list(folders):
            real = os.path.realpath(os.path.join(top, name))  # noqa: PTH118
            if real in met:
                folders.remove(name)  # A link that leads in circles.
            met.add(real)
