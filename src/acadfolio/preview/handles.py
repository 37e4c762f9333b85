"""The system's limits come in, how many files this process may have open at once comes out."""

from __future__ import annotations

import sys
from contextlib import suppress

WANTED = 1024
"""What most systems give. macOS gives 256 to who does not ask for more."""


def ask_for_handles() -> int:
    """As many as there are, up to the number wanted: a process may ask for more than it was given."""
    if sys.platform == "win32":
        return WANTED
    import resource

    given, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    if given == resource.RLIM_INFINITY or given >= WANTED:
        return WANTED
    wanted = WANTED if most == resource.RLIM_INFINITY else min(WANTED, most)
    with suppress(ValueError, OSError):  # There may be a lower limit, which is told nowhere.
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))
    return resource.getrlimit(resource.RLIMIT_NOFILE)[0]
