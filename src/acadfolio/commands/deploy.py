"""`acadfolio deploy`: put a site online."""

from __future__ import annotations

import argparse
import os
import re
import sys
from pathlib import Path

from acadfolio.commands.console import DONE, PROBLEMS, add_site, report


def add_options(parser: argparse.ArgumentParser, site: Path) -> None:
    parser.epilog = "example:  acadfolio deploy --dry-run"
    add_site(parser, site)
    parser.add_argument("--dry-run", action="store_true", help="say what would change, and change nothing")
    parser.add_argument("--despite-errors", action="store_true", help="also with links that lead nowhere")
    parser.add_argument("--remote", help="a git remote, or its URL (default: origin, or the only one)")
    parser.add_argument("--branch", help="the branch for the site alone (default: gh-pages)")
    parser.add_argument("--message", help="the commit's message")
    parser.add_argument("--force-orphan", action="store_true", help="forget the branch's history")
    parser.add_argument("--cname", metavar="HOST", type=_host, help="your own domain (default: as in site.yml)")
    parser.add_argument("--to", metavar="DIR", type=Path, help="a folder, such as ~/public_html, instead of a branch")
    parser.add_argument("--delete", action="store_true", help="remove from this folder what is not the site's")
    parser.set_defaults(usage_error=parser.error)


def _host(text: str) -> str:
    """As a CNAME file names it: letters of other scripts in their ASCII form."""
    try:
        host = text.strip().rstrip(".").lower().encode("idna").decode("ascii")
    except UnicodeError:
        host = ""
    if not re.fullmatch(r"(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]", host):
        raise argparse.ArgumentTypeError(f"`{text}` is no host: write it as `www.example.org`")
    return host


def run(options: argparse.Namespace) -> int:
    from acadfolio.problems import SiteError

    _refuse_contradictions(options)
    try:
        return _deploy(options)
    except SiteError as error:
        return report(error.problems, options.site)


def _refuse_contradictions(options: argparse.Namespace) -> None:
    """End with status 2 when options of a branch and of a folder are mixed."""
    for name in ("remote", "branch", "message", "cname", "force_orphan") if options.to else ():
        if getattr(options, name):
            options.usage_error(f"--{name.replace('_', '-')} is for a branch, --to for a folder: choose one")
    if options.delete and not options.to:
        options.usage_error("--delete needs a folder, --to DIR: a branch holds nothing but the site anyway")


def _deploy(options: argparse.Namespace) -> int:
    from acadfolio import deploy
    from acadfolio.problems import SiteError

    try:
        built = deploy.build_site(options.site, despite_errors=options.despite_errors)
    except SiteError as error:
        report(error.problems, options.site)
        print(deploy.refusal(error.problems), file=sys.stderr)
        return PROBLEMS
    if options.to:
        folder = Path(os.path.expanduser(options.to))  # noqa: PTH111 - a shell leaves `--to=~/…` alone; so may no home
        copied = deploy.copy(built, options.site, folder, is_dry_run=options.dry_run, delete=options.delete)
        problems, lines = built.problems, deploy.copy_report(copied)
    else:
        names = ("remote", "branch", "message", "cname")
        given = {name: getattr(options, name) for name in names if getattr(options, name)}
        wanted = deploy.PushOptions(**given, is_orphan=options.force_orphan, is_dry_run=options.dry_run)
        pushed = deploy.push(built, options.site, wanted, _print_progress)
        problems, lines = (*built.problems, *pushed.problems), deploy.push_report(pushed)
    report(problems, options.site)
    print(*lines, sep="\n")
    return DONE


def _print_progress(line: str) -> None:
    """On a terminal only: what reads a pipe wants the result."""
    if sys.stderr.isatty():
        print(line, file=sys.stderr, flush=True)
