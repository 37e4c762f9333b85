"""A folder comes in, the paths of the files below it come out, in a fixed order."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

WELL_KNOWN = ".well-known"


def list_files(folder: Path, below: str = "") -> list[str]:
    """POSIX paths, relative to `folder`, of every file (below one of its folders).

    Left out are hidden files, but for those that the web asks for, editors' backups and broken links.
    """
    found: list[str] = []
    waiting = [below]
    while waiting:
        here = waiting.pop()
        try:
            entries = sorted(os.scandir(folder / here), key=lambda entry: entry.name)
        except (FileNotFoundError, NotADirectoryError):
            continue
        for entry in entries:
            if _is_hidden(entry.name):
                continue
            path = f"{here}/{entry.name}" if here else entry.name
            if entry.is_dir():
                waiting.append(path)
            elif entry.is_file():
                found.append(path)
    return sorted(found)


def _is_hidden(name: str) -> bool:
    return (name.startswith(".") and name != WELL_KNOWN) or name.endswith("~") or name in {"Thumbs.db", "desktop.ini"}
