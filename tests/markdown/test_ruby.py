"""The same page as kramdown itself, where Ruby has it: examples of the spec, and pages that nobody wrote."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest
from documents import page
from dom import canonical
from test_spec import EXAMPLES

from acadfolio.markdown import to_html

SCRIPT = Path(__file__).with_name("kramdown.rb")
PAGES = 400


def _missing() -> str:
    """Why there is nothing to compare with; nothing when there is."""
    ruby = shutil.which("ruby")
    if ruby is None:
        return "ruby is not installed"
    result = subprocess.run([ruby, str(SCRIPT), "--version"], capture_output=True, text=True, check=False)
    if result.returncode:
        return "ruby has no kramdown, kramdown-parser-gfm and rouge"
    version = result.stdout.strip()
    return "" if version.startswith("2.4.") else f"kramdown is {version}, not 2.4"


REASON = _missing()
pytestmark = pytest.mark.skipif(REASON != "", reason=REASON)


def _kramdown(sources: list[str]) -> list[str]:
    lines = "".join(json.dumps(source) + "\n" for source in sources)
    result = subprocess.run(["ruby", str(SCRIPT)], input=lines, capture_output=True, encoding="utf-8", check=True)
    return [json.loads(line) for line in result.stdout.splitlines()]


def _differences(sources: list[str]) -> list[str]:
    return [
        f"{source!r}\n  ours     {ours!r}\n  kramdown {theirs!r}"
        for source, theirs in zip(sources, _kramdown(sources), strict=True)
        if (ours := to_html(source)) != theirs and canonical(ours) != canonical(theirs)
    ]


def test_the_examples_of_the_spec_are_kramdowns() -> None:
    assert not _differences([source for _, source, _ in EXAMPLES])


def test_random_pages_are_kramdowns() -> None:
    differences = _differences([page(seed) for seed in range(PAGES)])
    assert not differences, f"{len(differences)} of {PAGES} pages\n" + "\n".join(differences[:5])
