"""`acadfolio markdown`: one text as HTML."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from acadfolio.commands.telling import DONE, PROBLEMS, tell

if TYPE_CHECKING:
    import argparse

    from acadfolio.problems import Problems
    from acadfolio.source.text import Source


def run(options: argparse.Namespace) -> int:
    from acadfolio.markdown import to_html
    from acadfolio.problems import Problems
    from acadfolio.source.front_matter import split_page

    problems = Problems()
    source = _source(options.file, problems)
    text = split_page(source, problems).body if source is not None else ""
    if problems.found:
        tell(problems.found, Path(), "text")
    if problems.errors:
        return PROBLEMS
    print(to_html(text), end="")
    return DONE


def _source(file: str, problems: Problems) -> Source | None:
    """What a file holds, or standard input where that is asked for; None when it cannot be read."""
    from acadfolio.source.text import read_source, source_of

    if file == "-":
        return source_of(sys.stdin.buffer.read() if sys.stdin else b"", "standard input", problems)
    return read_source(Path(file), file, problems)
