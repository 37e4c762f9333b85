r"""Small sites as texts, several in a file: the files of each one after the other, below lines with their paths.

======== a case's name
-------- data/site.yml
the file's lines
-------- data/news.yml (bytes)
the text of a Python bytes literal: \xff is a byte, a backslash at the end of a line takes its end away
-------- data/talks.yml -> a link's target
-------- another part
what the test expects
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

CASE, PART = "======== ", "-------- "


def read_cases(fixture: Path) -> dict[str, dict[str, str]]:
    """The parts of each case: what stands below each heading, by the headings."""
    cases: dict[str, dict[str, str]] = {}
    for text in f"\n{fixture.read_text(encoding='utf-8')}".split(f"\n{CASE}")[1:]:
        name, *parts = text.strip().split(f"\n{PART}")
        pairs = (part.partition("\n") for part in parts)
        assert name.strip() not in cases
        cases[name.strip()] = {
            heading: f"{content}\n" if content else "" for heading, _, content in pairs
        }
    return cases


def write_site(folder: Path, files: dict[str, str]) -> None:
    folder.mkdir()
    for heading, content in files.items():
        name, _, target = heading.partition(" -> ")
        path = folder / name.removesuffix(" (bytes)")
        path.parent.mkdir(parents=True, exist_ok=True)
        if target:
            path.symlink_to(target)
        elif name.endswith(" (bytes)"):
            path.write_bytes(ast.literal_eval(f'b"""{content}"""'))
        else:
            path.write_text(content, encoding="utf-8")
