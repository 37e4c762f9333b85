"""The same page as kramdown itself, where Ruby has it: examples of the spec, and pages that nobody wrote."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

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
    result = subprocess.run(
        [ruby, str(SCRIPT), "--version"], capture_output=True, text=True, check=False
    )
    if result.returncode:
        return "ruby has no kramdown, kramdown-parser-gfm and rouge"
    version = result.stdout.strip()
    return "" if version.startswith("2.4.") else f"kramdown is {version}, not 2.4"


REASON = _missing()
pytestmark = pytest.mark.skipif(REASON != "", reason=REASON)


def _kramdown(sources: list[str]) -> list[str]:
    lines = "".join(json.dumps(source) + "\n" for source in sources)
    result = subprocess.run(
        ["ruby", str(SCRIPT)], input=lines, capture_output=True, encoding="utf-8", check=True
    )
    return [json.loads(line) for line in result.stdout.splitlines()]


KNOWN_EXAMPLES = {"- item\n\n^\n    code\n", '<div markdown="1">\n# 2. Talks & *more*\n</div>\n'}
"""An end-of-block mark below a list that is followed by code, and a heading with a number inside of HTML."""
KNOWN_PAGES = {13, 16, 131, 171, 213, 248, 264}
"""Pages in which kramdown makes `"”` of `""`, or no paragraph of an indented text after a nested list."""


def _differences(sources: dict[Any, str]) -> dict[Any, str]:
    """What differs, by the keys of the sources."""
    found = {}
    for (key, source), theirs in zip(sources.items(), _kramdown([*sources.values()]), strict=True):
        ours = to_html(source)
        if ours != theirs and canonical(ours) != canonical(theirs):
            found[key] = f"{source!r}\n  ours     {ours!r}\n  kramdown {theirs!r}"
    return found


def test_the_examples_of_the_spec_are_kramdowns() -> None:
    differences = _differences({source: source for _, source, _ in EXAMPLES})
    assert differences.keys() == KNOWN_EXAMPLES, "\n".join(differences.values())


def test_random_pages_are_kramdowns() -> None:
    differences = _differences({seed: page(seed) for seed in range(PAGES)})
    new = [text for seed, text in differences.items() if seed not in KNOWN_PAGES]
    assert differences.keys() == KNOWN_PAGES, "\n".join(new[:5])
