"""`acadfolio check`: find the problems of a site without building it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from acadfolio.build import prepare
from acadfolio.checks import check_site
from acadfolio.checks.translation_marks import chosen_translations, mark_translations
from acadfolio.commands.console import (
    DONE,
    PROBLEMS,
    add_follow_links,
    add_site,
    add_strictness,
    folder_name,
    hosts_line,
    report,
)
from acadfolio.problems import Location, Problem, Problems, SiteError
from acadfolio.reporting import as_json
from acadfolio.wording import counted

if TYPE_CHECKING:
    import argparse
    from pathlib import Path


def add_options(parser: argparse.ArgumentParser, site: Path) -> None:
    parser.epilog = "example:  acadfolio check"
    add_site(parser, site)
    add_follow_links(parser)
    add_strictness(parser)
    parser.add_argument(
        "--deploy",
        action="store_true",
        help="treat as errors what `acadfolio deploy` refuses: placeholders, example entries, private files",
    )

    parser.add_argument(
        "--translations",
        action="store_true",
        help="also list pages and texts without a translation, and translations older than their originals",
    )
    parser.add_argument(
        "--mark",
        nargs="*",
        metavar="PAGE",
        help="with --translations: note in these translations, or in all, that they are up to date",
    )


def run(options: argparse.Namespace) -> int:
    if options.mark is not None:
        _mark(options)
    problems, hosts = check_site(
        options.site,
        drafts=options.drafts,
        for_deploy=options.deploy,
        of_translations=options.translations or options.mark is not None,
    )
    errors = sum(problem.severity == "error" for problem in problems)
    if options.format == "json":
        print(as_json(problems, hosts=hosts))
    else:
        report(problems, options.site)
        print(
            f"Checked {folder_name(options.site)}: {_numbers(errors, len(problems) - errors)}{hosts_line(hosts)}"
        )
    return PROBLEMS if errors or (options.strict and problems) else DONE


def _mark(options: argparse.Namespace) -> None:
    """Write into the chosen translations which text of its original it translates. Raises SiteError."""
    problems = Problems()
    plan = prepare(options.site, drafts=options.drafts).plan
    try:
        pairs = chosen_translations(options.site, plan, options.mark)
        changed = mark_translations(options.site, pairs, problems)
    except OSError as error:
        message = f"this file cannot be written: {error.strerror}"
        place = Location(str(error.filename or "content"))
        raise SiteError([Problem("output-write", place, message)]) from error
    report(tuple(problems.found), options.site)
    if options.format != "json":
        print(f"Marked {counted(len(changed), 'translation')} as up to date")


def _numbers(errors: int, warnings: int) -> str:
    if not errors and not warnings:
        return "no problems"
    return f"{counted(errors, 'error')}, {counted(warnings, 'warning')}"
