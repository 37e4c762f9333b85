"""`acadfolio import`: an old Jekyll site's entries as data files of this one."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from acadfolio.commands.telling import DONE, tell

if TYPE_CHECKING:
    import argparse


def run(options: argparse.Namespace) -> int:
    from acadfolio.jekyll.importing import import_site, write
    from acadfolio.jekyll.telling import next_steps, summary
    from acadfolio.problems import SiteError, in_order

    try:
        made = import_site(options.old_site, options.site)
        told = in_order(made.problems.found)
        if not options.dry_run:
            write(made, options.site)
    except SiteError as error:
        return tell(error.problems, Path(), "text")
    if told:
        tell(told, Path(), "text")
        sys.stderr.flush()
    if options.dry_run:
        for path, text in made.files.items():
            print(f"--- # {path}\n{text}", end="")
        return DONE
    print(summary(made, options.site))
    print(*next_steps(made, options.site), sep="\n")
    return DONE
