"""`acadfolio export`: a site’s publications for other programs."""

from __future__ import annotations

import io
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from acadfolio.commands.telling import DONE, WRONG_USAGE, tell

if TYPE_CHECKING:
    import argparse


def run(options: argparse.Namespace) -> int:
    from acadfolio.exporters.publications import exported
    from acadfolio.problems import Location, Problem, SiteError

    if options.whole and options.format != "bibtex":
        print("acadfolio: --whole is for BibTeX alone; leave out --format", file=sys.stderr)
        return WRONG_USAGE
    try:
        text, problems = exported(options.site, options.format, whole=options.whole)
    except SiteError as error:
        return tell(error.problems, options.site, "text")
    if problems:
        tell(problems, options.site, "text")
    if options.output is None:
        if isinstance(sys.stdout, io.TextIOWrapper):
            sys.stdout.reconfigure(newline="")  # RIS has its own ends of lines.
        print(text, end="")
        return DONE
    try:
        options.output.write_text(text, encoding="utf-8", newline="")
    except OSError as error:
        message = f"this file cannot be written: {error.strerror}"
        return tell([Problem(Location(str(options.output)), message, "name another one")], Path(), "text")
    print(f"Wrote {options.output}")
    return DONE
