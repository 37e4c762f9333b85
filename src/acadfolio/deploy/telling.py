"""What a deployment did comes in, the lines that a person reads come out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from acadfolio.deploy.masking import clean
from acadfolio.plurals import counted

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from acadfolio.deploy.branch import Pushed
    from acadfolio.deploy.changes import Changes
    from acadfolio.deploy.folder import Synced
    from acadfolio.problems import Problem

MOST = 10
MOST_LISTED = 40
"""Lines of a rehearsal: what does not fit on a screen is not read."""
SHORT = 10


def refusal(problems: Sequence[Problem]) -> str:
    """Why a site stays at home, and what lets it out: only links that lead nowhere may go along."""
    errors = [problem for problem in problems if problem.severity == "error"]
    what = "mend it" if len(errors) == 1 else "mend them"
    also = ", or say --despite-errors" if all(problem.leads_nowhere for problem in errors) else ""
    return f"Not deployed: {counted(len(errors), 'error')} ({what}{also})"


def lines_of_push(pushed: Pushed) -> Iterator[str]:
    branch = pushed.wishes.branch
    where, files = f"the branch {branch} of {pushed.remote}", counted(pushed.files, "file")
    if pushed.is_done:
        yield f"Pushed {files} to {where}, commit {pushed.commit[:SHORT]}: {_kinds(pushed.changes)}{_forgotten(pushed)}"
        yield from _removed(pushed.changes)
    elif pushed.is_needed:
        yield f"Would push {files} to {where}: {_kinds(pushed.changes)}{_forgotten(pushed)}"
        yield from _listed(pushed.changes)
    else:
        yield f"Nothing changed: {where} has these {files} already, commit {pushed.commit[:SHORT]}"
    if pushed.above and (pushed.is_first or pushed.wishes.is_rehearsal):
        yield f"That is the remote of the repository in {pushed.above}, in which this site lies"
    yield from _home(pushed)


def _forgotten(pushed: Pushed) -> str:
    return "; its history is forgotten" if pushed.wishes.is_orphan and not pushed.is_first else ""


def _home(pushed: Pushed) -> Iterator[str]:
    if pushed.home.address:
        yield f"Its address: {pushed.home.address}" + (" (in a minute or two)" if pushed.is_done else "")
    if pushed.is_first and pushed.home.switch:
        yield f"Once: {pushed.home.switch}"


def lines_of_sync(synced: Synced) -> Iterator[str]:
    where = str(synced.folder)
    if not synced.changes:
        yield f"Nothing changed: {where} has these {counted(synced.files, 'file')} already{_others(synced)}"
    elif synced.is_rehearsal:
        yield f"Would bring {counted(synced.files, 'file')} into {where}: {_kinds(synced.changes)}{_others(synced)}"
        yield from _listed(synced.changes)
    else:
        yield f"Brought {counted(synced.files, 'file')} into {where}: {_kinds(synced.changes)}{_others(synced)}"
        yield from _removed(synced.changes)
    if synced.closed:
        more = f" and {len(synced.closed) - MOST} more" if len(synced.closed) > MOST else ""
        yield f"Left alone, as you may not look into it: {', '.join(map(_name, synced.closed[:MOST]))}{more}"


def _others(synced: Synced) -> str:
    return f"; {counted(synced.others, 'file')} of your own left alone" if synced.others else ""


def _kinds(changes: Changes) -> str:
    return f"{len(changes.added)} added, {len(changes.changed)} changed, {len(changes.removed)} removed"


def _listed(changes: Changes) -> Iterator[str]:
    """When there are too many, what would be removed or changed is told before what would be added."""
    kinds = (("-", changes.removed), ("~", changes.changed), ("+", changes.added))
    lines = [f"  {sign} {_name(path)}" for sign, paths in kinds for path in paths]
    yield from lines[:MOST_LISTED]
    if len(lines) > MOST_LISTED:
        yield f"  … and {len(lines) - MOST_LISTED} more"


def _removed(changes: Changes) -> Iterator[str]:
    """By name: among them may be what somebody put there by hand."""
    if changes.removed:
        more = f" and {len(changes.removed) - MOST} more" if len(changes.removed) > MOST else ""
        yield f"Removed: {', '.join(map(_name, changes.removed[:MOST]))}{more}"


def _name(path: str) -> str:
    """Anybody may have given it, and a name can have any character."""
    return clean(path).replace("\n", " ")
