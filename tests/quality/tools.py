"""The checkers from npm and Debian: their paths, and what the HTML checker reports.

Without one, tests are skipped.
"""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

MODULES = Path(__file__).parent / "node_modules"
AXE = "axe-core/axe.min.js"
VNU = "vnu-jar/build/dist/vnu.jar"
LIGHTHOUSE = "lighthouse/cli/index.js"
# kramdown, whose HTML pages from Jekyll are to keep, closes `<br />`: a note without consequence,
# and no warning.
NOTE = "Trailing slash on void elements"


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


def messages(*arguments: str | Path) -> list[dict[str, Any]]:
    """What the Nu HTML checker reports of files, as it writes it in JSON."""
    command = [
        program("java", "default-jre-headless"),
        "-Xss4m",
        "-jar",
        str(module(VNU)),
        "--format",
        "json",
    ]
    ended = subprocess.run(
        [*command, *map(str, arguments)], capture_output=True, text=True, check=False
    )
    found: list[dict[str, Any]] = json.loads(ended.stderr)["messages"]
    return found
