"""`acadfolio deploy`: the site online."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from acadfolio.commands.telling import DONE, PROBLEMS, tell

if TYPE_CHECKING:
    import argparse


def run(options: argparse.Namespace) -> int:
    from acadfolio.problems import SiteError

    _refuse_contradictions(options)
    try:
        return _deploy(options)
    except SiteError as error:
        return tell(error.problems, options.site, "text")


def _refuse_contradictions(options: argparse.Namespace) -> None:
    """End with status 2 when options of a branch and of a folder are mixed."""
    for name in ("remote", "branch", "message", "cname", "force_orphan") if options.to else ():
        if getattr(options, name):
            options.refuse(f"--{name.replace('_', '-')} is for a branch, --to for a folder: choose one")
    if options.delete and not options.to:
        options.refuse("--delete needs a folder, --to DIR: a branch holds nothing but the site anyway")


def _deploy(options: argparse.Namespace) -> int:
    from acadfolio import deploy
    from acadfolio.problems import SiteError

    try:
        fresh = deploy.make_fresh(options.site, despite_errors=options.despite_errors)
    except SiteError as error:
        tell(error.problems, options.site, "text")
        print(deploy.refusal(error.problems), file=sys.stderr)
        return PROBLEMS
    if options.to:
        folder = Path(os.path.expanduser(options.to))  # noqa: PTH111 - a shell leaves `--to=~/…` alone; so may no home
        synced = deploy.sync(fresh, options.site, folder, is_rehearsal=options.dry_run, deletes=options.delete)
        problems, lines = fresh.problems, deploy.lines_of_sync(synced)
    else:
        given = {name: getattr(options, name) for name in ("remote", "branch", "message", "cname")}
        said = {name: value for name, value in given.items() if value}
        wishes = deploy.Wishes(**said, is_orphan=options.force_orphan, is_rehearsal=options.dry_run)
        pushed = deploy.push(fresh, options.site, wishes, _say_to_a_terminal)
        problems, lines = (*fresh.problems, *pushed.problems), deploy.lines_of_push(pushed)
    tell(problems, options.site, "text")
    sys.stderr.flush()
    print(*lines, sep="\n")
    return DONE


def _say_to_a_terminal(line: str) -> None:
    """Somebody waits there; what reads a pipe wants the result."""
    if sys.stderr.isatty():
        print(line, file=sys.stderr, flush=True)
