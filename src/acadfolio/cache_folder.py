"""Read and write files in the site's cache folder, for `cache.py` and `manifest.py`; find the user's own folders.

A file is written under another name and then renamed. It is read only if its head, which names the
version of its format, and its checksum are right. It contains plain values, never code: the site's
folder may come from someone else.
"""

from __future__ import annotations

import os
import stat
import sys
import time
import zlib

# Importing pathlib takes longer than a build without changes.
# ruff: noqa: PTH102, PTH103, PTH105, PTH108, PTH112, PTH114, PTH118, PTH120, PTH123, SIM105
TYPE_CHECKING = False
if TYPE_CHECKING:
    from pathlib import Path

CACHE = ".acadfolio-cache"
"""The folder in the site that can be deleted at any time."""
IMAGES = "images"
"""Its folder with the variants of images."""
CHECKSUM = 4
"""Length of the checksum in bytes."""
NEW = ".new"
TAG = "Signature: 8a477f597d28d172789f06886806bc55\n# What acadfolio remembers; delete it at any time.\n"
"""Tells backup programs to skip the folder (https://bford.info/cachedir/)."""


def cache_folder(site: str) -> str:
    """Return the path of the site's cache folder.

    Create it, with files that exclude it from git and from backups.

    Raises OSError if it cannot be created, or is a link: in a site from someone else, a link may
    lead to your files. The caller then works without a cache.
    """
    folder = os.path.join(site, CACHE)
    if os.path.islink(folder) or os.path.islink(os.path.join(folder, IMAGES)):
        raise NotADirectoryError(folder)
    if not os.path.isdir(folder):
        os.mkdir(
            folder
        )  # If another build creates it at this moment, this one works without a cache.
    for name, text in ((".gitignore", "*\n"), ("CACHEDIR.TAG", TAG)):
        path = os.path.join(folder, name)
        if not os.path.lexists(path):
            with open(path, "w", encoding="ascii") as file:
                file.write(text)
    return folder


def read_kept(path: str, head: bytes) -> bytes | None:
    """Return the value that `write_kept` wrote with this head; None if it is missing, damaged or has another head.

    Links, pipes and devices are not read: in a site from a stranger, they could have no end.
    """
    try:
        if not stat.S_ISREG(os.lstat(path).st_mode):
            return None
        with open(path, "rb") as file:
            if file.read(len(head)) != head:
                return None
            checksum, content = file.read(CHECKSUM), file.read()
    except OSError:
        return None
    return content if checksum == _checksum(content) else None


def write_kept(path: str, head: bytes, content: bytes) -> None:
    """Write a value in one step, as `replace_file` does. Raises OSError."""
    os.makedirs(os.path.dirname(path), exist_ok=True)
    replace_file(path, head, _checksum(content), content)


def replace_file(path: str, *parts: bytes) -> None:
    """Write a file in one step: readers get the old or the new one.

    If it raises OSError, the old one remains.
    """
    new = f"{path}.{os.getpid()}.{time.monotonic_ns()}{NEW}"
    try:
        with open(new, "wb") as file:
            file.writelines(parts)
        os.replace(new, path)
    except BaseException:  # Ctrl-C too.
        _remove(new)
        raise


def remove_older(folder: str, seconds: float, suffix: str = "") -> None:
    """Delete the files in a folder with this suffix that have not been written or used for so long."""
    oldest = time.time() - seconds
    try:
        with os.scandir(folder) as entries:
            left = [
                entry.path
                for entry in entries
                if entry.name.endswith(suffix) and entry.stat().st_mtime < oldest
            ]
    except OSError:
        return
    for path in left:
        _remove(path)


def _remove(path: str) -> None:
    try:
        os.unlink(path)
    except OSError:
        pass


def _checksum(content: bytes) -> bytes:
    return zlib.crc32(content).to_bytes(CHECKSUM, "big")


def user_cache() -> Path | None:
    """Return acadfolio's folder in the user's cache folder; None for a user without a home folder."""
    return _user_folder("LOCALAPPDATA", "~/Library/Caches", "XDG_CACHE_HOME", "~/.cache")


def user_settings() -> Path | None:
    """Return acadfolio's folder among those for the user's settings; None for a user without a home folder."""
    return _user_folder("APPDATA", "~/Library/Application Support", "XDG_CONFIG_HOME", "~/.config")


def _user_folder(windows_variable: str, on_macos: str, variable: str, default: str) -> Path | None:
    """Return a folder `acadfolio` in a folder of the user: by a variable on Windows and Linux, or by default."""
    from pathlib import Path

    if sys.platform == "win32":
        base = os.environ.get(windows_variable, "")
    elif sys.platform == "darwin" and not os.environ.get(variable):
        base = on_macos
    else:
        base = os.environ.get(variable, "")
        base = base if base.startswith("/") else default
    try:
        folder = Path(base).expanduser() / "acadfolio"
    except RuntimeError:
        return None
    return folder if folder.is_absolute() else None
