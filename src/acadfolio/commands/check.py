"""`acadfolio check`: all that is wrong with a site."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from acadfolio.commands.telling import DONE, PROBLEMS, asked, shown, tell
from acadfolio.nouns import counted

if TYPE_CHECKING:
    import argparse


def run(options: argparse.Namespace) -> int:
    from acadfolio.checks import check_site

    problems, hosts = check_site(options.site, drafts=options.drafts)
    errors = [problem for problem in problems if problem.severity == "error"]
    if options.format == "json":
        from acadfolio.reporting import as_json

        print(as_json(problems, hosts=hosts))
    elif problems:
        tell(problems, options.site, "text")
    if options.format == "text":
        sys.stderr.flush()
        warnings = len(problems) - len(errors)
        found = f"{counted(len(errors), 'error')}, {counted(warnings, 'warning')}" if problems else "no problems"
        print(f"Checked {shown(options.site)}: {found}{asked(hosts)}")
    return PROBLEMS if errors or (options.strict and problems) else DONE
