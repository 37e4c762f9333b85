"""Where the founders' shared material lies, for the tests that also use it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    import os

SHARED = Path(__file__).resolve().parent.parent.parent / "shared"

needs_shared = pytest.mark.skipif(
    not SHARED.is_dir(), reason="../shared is not here: the project stands alone"
)


def run_tool(name: str, *arguments: str | os.PathLike[str]) -> subprocess.CompletedProcess[str]:
    """One of the shared tools, run on files."""
    command = [sys.executable, str(SHARED / "tools" / name), *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False)
