"""`acadfolio markdown`: one text as HTML."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from acadfolio.commands.telling import DONE, tell

if TYPE_CHECKING:
    import argparse


def run(options: argparse.Namespace) -> int:
    from acadfolio.markdown import to_html
    from acadfolio.problems import Problems
    from acadfolio.source.front_matter import split_page
    from acadfolio.source.text import read_source

    if options.file == "-":
        text = sys.stdin.buffer.read().decode("utf-8", "replace") if sys.stdin else ""
    else:
        problems = Problems()
        source = read_source(Path(options.file), options.file, problems)
        if source is None:
            return tell(problems.found, Path(), "text")
        text = split_page(source, problems).body
        if problems.found:
            tell(problems.found, Path(), "text")
    print(to_html(text), end="")
    return DONE
