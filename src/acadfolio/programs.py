"""Find other programs, but never in the current folder, which may be a stranger's site."""

from __future__ import annotations

import os
import shutil


def find_program(name: str) -> str | None:
    """Return the path of a program in the absolute folders of PATH; None if there is none.

    Windows also looks in the current folder, as does Linux for an empty part of PATH.
    """
    folders = os.environ.get("PATH", os.defpath).split(os.pathsep)
    folders = [folder for folder in folders if os.path.isabs(folder)]  # noqa: PTH117
    found = shutil.which(name, path=os.pathsep.join(folders))
    return found if found and os.path.isabs(found) else None  # noqa: PTH117 - `.\git.exe` is in the current folder


def find_pandoc() -> str | None:
    """Return the path of pandoc: that of the system, or else that of the extra `csl`; None if there is none."""
    if program := find_program("pandoc"):
        return program
    try:
        import pypandoc
    except ImportError:
        return None
    return str(pypandoc.get_pandoc_path())
