"""The paths of the checkers from npm and Debian. Without one its tests are skipped."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

MODULES = Path(__file__).parent / "node_modules"
AXE = "axe-core/axe.min.js"
VNU = "vnu-jar/build/dist/vnu.jar"
LIGHTHOUSE = "lighthouse/cli/index.js"


def module(path: str) -> Path:
    """A file of a package that `npm install` put beside these tests."""
    file = MODULES / path
    if not file.is_file():
        pytest.skip(f"{file.name} is not here; npm install --prefix tests/quality")
    return file


def program(name: str, package: str) -> str:
    found = shutil.which(name)
    if found is None:
        pytest.skip(f"there is no {name}; on Debian: apt-get install {package}")
    return found
