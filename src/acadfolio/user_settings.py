"""Small JSON files in the folder for the user's settings: what acadfolio remembers about the user's sites and files."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import Any

from acadfolio.cache_folder import replace_file, user_settings


def read_settings(name: str) -> dict[str, Any]:
    """Return the content of a file; nothing if it is missing or damaged."""
    folder = user_settings()
    if folder is None:
        return {}
    with suppress(OSError, ValueError, RecursionError):
        values = json.loads((folder / name).read_text(encoding="utf-8"))
        return values if isinstance(values, dict) else {}
    return {}


def write_settings(name: str, values: dict[str, Any]) -> None:
    """Write a file in one step. Raises OSError."""
    folder = user_settings()
    if folder is None:
        raise FileNotFoundError(None, "you have no home folder", name)
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    text = json.dumps(values, indent=1)
    replace_file(str(folder / name), f"{text}\n".encode("utf-8", "surrogatepass"))
