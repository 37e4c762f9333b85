"""The checkers from npm and Debian: a name goes in, its path comes out, or the test is skipped (in CI: fails)."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import NoReturn

import pytest

MODULES = Path(__file__).parent / "node_modules"
AXE = "axe-core/axe.min.js"
VNU = "vnu-jar/build/dist/vnu.jar"
LIGHTHOUSE = "lighthouse/cli/index.js"


def module(path: str) -> Path:
    """A file of a package that `npm install` put beside these tests."""
    file = MODULES / path
    return file if file.is_file() else absent(f"{file.name} is not here; npm install --prefix tests/quality")


def program(name: str, package: str) -> str:
    return shutil.which(name) or absent(f"there is no {name}; on Debian: apt-get install {package}")


def absent(reason: str) -> NoReturn:
    """Who works on something else need not install checkers; CI has them all."""
    if os.environ.get("CI") == "true":
        pytest.fail(reason)
    pytest.skip(reason)
