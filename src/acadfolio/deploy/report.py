"""What `acadfolio deploy` prints."""

from __future__ import annotations

from typing import TYPE_CHECKING

from acadfolio.deploy.masking import printable
from acadfolio.plurals import counted

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from acadfolio.deploy.branch import Changes, PushResult
    from acadfolio.deploy.folder import CopyResult
    from acadfolio.problems import Problem

MOST_NAMED = 10
MOST_LISTED = 40
"""Lines of a dry run: what does not fit on a screen is not read."""
SHORT = 10


def refusal(problems: Sequence[Problem]) -> str:
    """Why a site is not deployed, and whether `--despite-errors` would do it, as for dead links."""
    errors = [problem for problem in problems if problem.severity == "error"]
    fix = "fix it" if len(errors) == 1 else "fix them"
    also = ", or use --despite-errors" if all(problem.leads_nowhere for problem in errors) else ""
    return f"Not deployed: {counted(len(errors), 'error')} ({fix}{also})"


def push_report(result: PushResult) -> Iterator[str]:
    """The lines about a push."""
    yield from _outcome(result)
    if result.outer and (result.is_first or result.options.is_dry_run):
        yield f"That is the remote of the repository in {result.outer}, in which this site is"
    if result.hosting.url:
        yield f"Its URL: {result.hosting.url}" + (" (in a minute or two)" if result.is_done else "")
    if result.is_first and result.hosting.setup:
        yield f"Once: {result.hosting.setup}"


def _outcome(result: PushResult) -> Iterator[str]:
    files = counted(result.files, "file")
    where = f"the branch {result.options.branch} of {result.remote}"
    commit = result.commit[:SHORT]
    numbers = _numbers(result.changes)
    if result.options.is_orphan and not result.is_first:
        numbers += "; its history is forgotten"
    if result.is_done:
        yield f"Pushed {files} to {where}, commit {commit}: {numbers}"
        yield from _removed(result.changes)
    elif result.is_needed:
        yield f"Would push {files} to {where}: {numbers}"
        yield from _listed(result.changes)
    else:
        yield f"Nothing changed: {where} has these {files} already, commit {commit}"


def copy_report(result: CopyResult) -> Iterator[str]:
    """The lines about a copy into a folder."""
    files = counted(result.files, "file")
    others = f"; {counted(result.others, 'file')} of your own left alone" if result.others else ""
    if not result.changes:
        yield f"Nothing changed: {result.folder} has these {files} already{others}"
    elif result.is_dry_run:
        yield f"Would copy {files} into {result.folder}: {_numbers(result.changes)}{others}"
        yield from _listed(result.changes)
    else:
        yield f"Copied {files} into {result.folder}: {_numbers(result.changes)}{others}"
        yield from _removed(result.changes)
    if result.closed:
        yield f"Left alone, as you may not read it: {_names(result.closed)}"


def _numbers(changes: Changes) -> str:
    return f"{len(changes.added)} added, {len(changes.changed)} changed, {len(changes.removed)} removed"


def _listed(changes: Changes) -> Iterator[str]:
    """What would be removed or changed comes before what would be added."""
    kinds = (("-", changes.removed), ("~", changes.changed), ("+", changes.added))
    lines = [f"  {sign} {_name(path)}" for sign, paths in kinds for path in paths]
    yield from lines[:MOST_LISTED]
    if len(lines) > MOST_LISTED:
        yield f"  … and {len(lines) - MOST_LISTED} more"


def _removed(changes: Changes) -> Iterator[str]:
    """By name: somebody may have put them there by hand."""
    if changes.removed:
        yield f"Removed: {_names(changes.removed)}"


def _names(paths: Sequence[str]) -> str:
    more = f" and {len(paths) - MOST_NAMED} more" if len(paths) > MOST_NAMED else ""
    return ", ".join(map(_name, paths[:MOST_NAMED])) + more


def _name(path: str) -> str:
    """A path that others may have named."""
    return printable(path).replace("\n", " ")
