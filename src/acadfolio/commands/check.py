"""`acadfolio check`: find all problems of a site."""

from __future__ import annotations

from typing import TYPE_CHECKING

from acadfolio.commands.console import (
    DONE,
    PROBLEMS,
    add_site,
    add_strictness,
    folder_name,
    hosts_line,
    report,
)
from acadfolio.plurals import counted

if TYPE_CHECKING:
    import argparse
    from pathlib import Path


def add_options(parser: argparse.ArgumentParser, site: Path) -> None:
    parser.epilog = "example:  acadfolio check"
    add_site(parser, site)
    add_strictness(parser)


def run(options: argparse.Namespace) -> int:
    from acadfolio.checks import check_site

    problems, hosts = check_site(options.site, drafts=options.drafts)
    errors = [problem for problem in problems if problem.severity == "error"]
    if options.format == "json":
        from acadfolio.reporting import as_json

        print(as_json(problems, hosts=hosts))
    elif problems:
        report(problems, options.site)
    if options.format == "text":
        warnings = len(problems) - len(errors)
        found = f"{counted(len(errors), 'error')}, {counted(warnings, 'warning')}" if problems else "no problems"
        print(f"Checked {folder_name(options.site)}: {found}{hosts_line(hosts)}")
    return PROBLEMS if errors or (options.strict and problems) else DONE
