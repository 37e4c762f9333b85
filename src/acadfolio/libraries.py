"""The folders that Python looks into come in; what is installed there comes out, and since when."""

from __future__ import annotations

import os
import sys

MARKS = (".dist-info", ".egg-info", ".pth")
"""How the names end of what installers leave beside each library."""
PYTHON = os.path.dirname(os.__file__)  # noqa: PTH120 - a build with nothing to do imports no Path
"""What comes with Python is known by its version."""


def installed() -> list[tuple[str, int]]:
    """The path of each mark, which names library and version, and when it was made, in nanoseconds since 1970.

    Any folder of the path counts: on clusters libraries often lie in one of the user's own (`pip install --target`).
    A folder's own time says when Python cached there.
    """
    found = []
    for place in dict.fromkeys(sys.path):
        if place.startswith(PYTHON) and not place.endswith("-packages"):
            continue
        try:
            with os.scandir(place or ".") as entries:
                found += [(one.path, one.stat().st_mtime_ns) for one in entries if one.name.endswith(MARKS)]
        except OSError:
            pass  # An archive, or a folder that may not be read.
    return sorted(found)
