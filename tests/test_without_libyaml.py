"""Without libyaml, PyYAML's own parser builds the same site."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BUILD = """
import sys
class Blocker:
    def find_spec(self, name, path=None, target=None):
        if name in {"yaml._yaml", "_yaml"}:
            raise ModuleNotFoundError(name)
if sys.argv[3] == "without":
    sys.meta_path.insert(0, Blocker())
import yaml
assert yaml.__with_libyaml__ == (sys.argv[3] == "with")
from acadfolio.cli import main
sys.exit(main(["build", "--site", sys.argv[1], "--output", sys.argv[2], "--no-cache"]))
"""


def built(output: Path, libyaml: str) -> dict[str, bytes]:
    command = [sys.executable, "-c", BUILD, str(ROOT), str(output), libyaml]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    return {
        str(file.relative_to(output)): file.read_bytes()
        for file in output.rglob("*")
        if file.is_file()
    }


def test_the_demo_is_the_same_without_libyaml(tmp_path: Path) -> None:
    assert built(tmp_path / "without", "without") == built(tmp_path / "with", "with")
