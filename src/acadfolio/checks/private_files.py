"""Check for files that nobody else may read, such as keys and password lists."""

from __future__ import annotations

from contextlib import suppress
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING

from acadfolio.problems import Location, Problems

if TYPE_CHECKING:
    from collections.abc import Iterable

    from acadfolio.rendering import Output

PRIVATE_NAMES = (
    "*.pem *.ppk *.p12 *.pfx *.kdbx *.ovpn id_rsa id_dsa id_ecdsa id_ed25519 *.tfstate *.tfstate.* passwd shadow "
    "*passw*.txt *passw*.csv *passw*.xls* credentials.*"
)
PRIVATE_KEY = b"PRIVATE KEY-----"
"""At the start of a key, after its kind."""


def check_private_files(outputs: Iterable[Output], problems: Problems) -> None:
    """Warn of each file that looks private."""
    message = "this file looks private: a key, a password list, or the state of a server"
    hint = "delete it; only if everybody may read it, use `acadfolio deploy --force`"
    for output in outputs:
        if _looks_private(output):
            problems.warn(Location(output.path), message, hint, rule="private-file")


def _looks_private(output: Output) -> bool:
    """Whether the name or the start of a file says that nobody else may read it."""
    if any(
        fnmatchcase(output.path.rpartition("/")[2].lower(), pattern)
        for pattern in PRIVATE_NAMES.split()
    ):
        return True
    if not output.file:
        return False
    with suppress(OSError), open(output.file, "rb") as file:  # noqa: PTH123 - a file that is missing is reported
        return PRIVATE_KEY in file.read(len(PRIVATE_KEY) * 3)
    return False
