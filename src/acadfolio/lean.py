"""A library is imported here without another one that it would load and has no use for."""

from __future__ import annotations

import sys

ASIDE = "typing_extensions"


def import_msgspec() -> None:
    """Have msgspec look for what it wants of `typing_extensions` in `typing`, which has it from Python 3.11 on.

    So it does where the other is not installed. Loading that takes a fortieth of the time in which a small site is
    built anew after an edit, in each of two processes. Whoever imports it later finds it.
    """
    if ASIDE in sys.modules:
        return
    sys.modules[ASIDE] = None  # type: ignore[assignment] # as `import` knows what cannot be imported
    try:
        import msgspec  # noqa: F401
    finally:
        del sys.modules[ASIDE]
