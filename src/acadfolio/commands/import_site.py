"""`acadfolio import`: an old Jekyll site's entries as data files of this one."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from acadfolio.commands.telling import DONE, tell

if TYPE_CHECKING:
    import argparse


def run(options: argparse.Namespace) -> int:
    from acadfolio.importers.jekyll.importing import import_site
    from acadfolio.importers.jekyll.placing import refuse_what_is_there, write
    from acadfolio.importers.jekyll.telling import next_steps, rehearsal, summary
    from acadfolio.problems import SiteError, in_order

    try:
        made = import_site(options.old_site, options.site)
        if told := in_order(made.problems.found):
            tell(told, Path(), "text")
            sys.stderr.flush()
        if options.dry_run:
            print(*rehearsal(made, options.site), sep="\n", flush=True)
            refuse_what_is_there(made, options.site)
            return DONE
        write(made, options.site)
    except SiteError as error:
        return tell(error.problems, Path(), "text")
    print(summary(made, options.site))
    print(*next_steps(made, options.site), sep="\n")
    return DONE
