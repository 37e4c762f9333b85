"""`acadfolio markdown`: convert a Markdown file to HTML."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from acadfolio.commands.console import DONE, PROBLEMS, local_path, report
from acadfolio.markdown import to_html
from acadfolio.problems import Problems
from acadfolio.source.front_matter import split_page
from acadfolio.source.text import Source, read_source, source_of

if TYPE_CHECKING:
    import argparse


def add_options(parser: argparse.ArgumentParser, _: Path) -> None:
    parser.epilog = "example:  echo '*Hello*' | acadfolio markdown -"
    parser.add_argument(
        "file", metavar="FILE", type=local_path, help="a Markdown file, or - for standard input"
    )


def run(options: argparse.Namespace) -> int:
    problems = Problems()
    source = _source(str(options.file), problems)
    text = split_page(source, problems).body if source is not None else ""
    if problems.found:
        report(problems.found)
    if problems.errors:
        return PROBLEMS
    print(to_html(text), end="")
    return DONE


def _source(file: str, problems: Problems) -> Source | None:
    """The text of a file or of standard input; None if it cannot be read."""
    if file == "-":
        return source_of(sys.stdin.buffer.read() if sys.stdin else b"", "standard input", problems)
    return read_source(Path(file), file, problems)
