"""`acadfolio deploy`: put a site online."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from acadfolio.commands.console import DONE, PROBLEMS, add_follow_links, add_site, report
from acadfolio.deploy import build_site
from acadfolio.deploy.branch import Changes, PushOptions, PushResult, foreign_branch, push
from acadfolio.deploy.folder import CopyResult, copy
from acadfolio.problems import FORCED_KINDS, Problem, SiteError
from acadfolio.wording import counted, visible

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator, Sequence


MAX_LINES = 40
"""The maximum number of files that a report lists."""
COMMIT_LENGTH = 10


def add_options(parser: argparse.ArgumentParser, site: Path) -> None:
    parser.epilog = "example:  acadfolio deploy --dry-run"
    add_site(parser, site)
    add_follow_links(parser)
    parser.add_argument(
        "--dry-run", action="store_true", help="list what would change, without changing it"
    )
    parser.add_argument(
        "--despite-errors", action="store_true", help="deploy even with broken links"
    )
    parser.add_argument(
        "--force",
        action="store_true",
        help="publish placeholders, example entries and private files, and replace a branch of somebody else",
    )
    parser.add_argument(
        "--remote", help="a git remote, or its URL (default: origin, or the only one)"
    )
    parser.add_argument("--branch", help="the branch to push to (default: gh-pages)")
    parser.add_argument("--message", help="the commit message")
    parser.add_argument(
        "--to",
        metavar="DIR",
        type=Path,
        help="deploy to a folder, such as ~/public_html, instead of a branch",
    )
    parser.set_defaults(usage_error=parser.error)


def _refuse_contradictions(options: argparse.Namespace) -> None:
    """Exit with status 2 if options for a branch and for a folder are combined."""
    for name in ("remote", "branch", "message") if options.to else ():
        if getattr(options, name):
            options.usage_error(
                f"--{name.replace('_', '-')} is for a branch, --to for a folder: choose one"
            )


def run(options: argparse.Namespace) -> int:
    _refuse_contradictions(options)
    try:
        built = build_site(options.site, despite_errors=options.despite_errors, force=options.force)
    except SiteError as error:
        problems = (*error.problems, *_foreign_branch(error.problems, options))
        report(problems, options.site)
        print(refusal(problems), file=sys.stderr)
        return PROBLEMS
    if options.to:
        folder = Path(os.path.expanduser(options.to))  # noqa: PTH111 - shells do not expand `--to=~/…`, Path may raise
        copied = copy(built, options.site, folder, is_dry_run=options.dry_run)
        problems, lines = built.problems, copy_report(copied)
    else:
        pushed = push(built, options.site, _push_options(options), _may_replace)
        problems, lines = (*built.problems, *pushed.problems), push_report(pushed)
    report(problems, options.site)
    print(*lines, sep="\n")
    return DONE


def _push_options(options: argparse.Namespace) -> PushOptions:
    names = ("remote", "branch", "message")
    given = {name: getattr(options, name) for name in names if getattr(options, name)}
    return PushOptions(**given, is_dry_run=options.dry_run, force=options.force)


def _foreign_branch(problems: Sequence[Problem], options: argparse.Namespace) -> list[Problem]:
    """The error for somebody else's branch, if `--force` would be the next step: it replaces the branch too."""
    errors = [problem for problem in problems if problem.severity == "error"]
    if (
        options.to
        or not all(map(_option_for, errors))
        or not any(problem.needs_force for problem in errors)
    ):
        return []
    return foreign_branch(options.site, _push_options(options))


def _may_replace(what: str) -> bool:
    """Ask on a terminal whether to replace the content of a branch.

    Without one, the answer is no.
    """
    if not (sys.stdin and sys.stdin.isatty() and sys.stderr.isatty()):
        return False
    print(f"{what[:1].upper()}{what[1:]}. They stay in the history of the branch.", file=sys.stderr)
    print("Replace them? [y/N] ", end="", file=sys.stderr, flush=True)
    return sys.stdin.readline().strip().lower() in {"y", "yes"}


def refusal(problems: Sequence[Problem]) -> str:
    """The last lines if a site is not deployed.

    They name the options that allow all errors, and what is forced.
    """
    errors = [problem for problem in problems if problem.severity == "error"]
    fix = "fix it" if len(errors) == 1 else "fix them"
    options = sorted({_option_for(problem) for problem in errors})
    also = f", or use {' '.join(options)}" if all(options) else ""
    kinds = [
        kind
        for rule, kind in FORCED_KINDS.items()
        if any(problem.rule == rule for problem in errors)
    ]
    forced = (
        f"\n--force allows all of this at once: {'; '.join(kinds)}"
        if also and len(kinds) > 1
        else ""
    )
    return f"Not deployed: {counted(len(errors), 'error')} ({fix}{also}){forced}"


def _option_for(problem: Problem) -> str:
    """The option that deploys in spite of an error; empty if there is none."""
    if problem.needs_force:
        return "--force"
    return "--despite-errors" if problem.leads_nowhere else ""


def push_report(result: PushResult) -> Iterator[str]:
    """The lines about a push."""
    yield from _outcome(result)
    if result.hosting.url:
        yield f"Its URL: {result.hosting.url}" + (" (in a minute or two)" if result.is_done else "")
    if result.is_first and result.hosting.setup:
        yield f"Do this once: {result.hosting.setup}"


def _outcome(result: PushResult) -> Iterator[str]:
    files = counted(result.files, "file")
    where = f"the branch {result.options.branch} of {result.remote}"
    commit = f", commit {result.commit[:COMMIT_LENGTH]}"
    if not result.changes:
        yield f"Nothing changed: {where} has these {files} already{commit}"
        return
    done = (
        f"Pushed {files} to {where}{commit}" if result.is_done else f"Would push {files} to {where}"
    )
    yield f"{done}: {_numbers(result.changes)}"
    yield from _listed(result.changes, is_done=result.is_done)


def copy_report(result: CopyResult) -> Iterator[str]:
    """The lines about a copy into a folder."""
    files = counted(result.files, "file")
    if not result.changes:
        yield f"Nothing changed: {result.folder} has these {files} already"
        return
    verb = "Would copy" if result.is_dry_run else "Copied"
    yield f"{verb} {files} into {result.folder}: {_numbers(result.changes)}"
    yield from _listed(result.changes, is_done=not result.is_dry_run)


def _numbers(changes: Changes) -> str:
    return f"{len(changes.added)} added, {len(changes.changed)} changed, {len(changes.removed)} removed"


def _listed(changes: Changes, *, is_done: bool) -> Iterator[str]:
    """Lines for the files of a dry run; if it is done, for the removed files, which the user may have added by hand."""
    kinds = [("-", changes.removed)]
    if not is_done:
        kinds += [("~", changes.changed), ("+", changes.added)]
    lines = [f"  {symbol} {visible(path)}" for symbol, paths in kinds for path in paths]
    yield from lines[:MAX_LINES]
    if len(lines) > MAX_LINES:
        yield f"  … and {len(lines) - MAX_LINES} more"
