"""What a command has to say comes in; it is said to the user: problems, progress, numbers and paths."""

from __future__ import annotations

import sys

TYPE_CHECKING = False  # A build with nothing to do imports no typing.
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from acadfolio.problems import Problem

DONE, PROBLEMS, WRONG_USAGE = 0, 1, 2
PROGRESS_EVERY = 50


def tell(problems: Sequence[Problem], site: Path, style: str) -> int:
    """Say them as `text` or `json`; the status of a command that fails for them."""
    from acadfolio.reporting import as_json, print_problems

    if style == "json":
        print(as_json(problems))
    else:
        print_problems(problems, site, sys.stderr)
    return PROBLEMS


def progress() -> Callable[[int, int], None] | None:
    """Tells how far a long build has come, on a terminal only."""
    if not sys.stderr.isatty():
        return None

    def show(number: int, total: int) -> None:
        if number % PROGRESS_EVERY == 0:
            sys.stderr.write(f"\r{number} of {total} files")
        if number == total and total >= PROGRESS_EVERY:
            sys.stderr.write(f"\r{'':40}\r")

    return show


def left_out(waiting: int) -> str:
    """What a reader of the site does not see yet; `--drafts` shows it."""
    if not waiting:
        return ""
    from acadfolio.nouns import counted

    return f", {counted(waiting, 'draft or post to come', 'drafts and posts to come')} left out"


def asked(hosts: dict[str, int]) -> str:
    """Whom visitors' browsers will ask besides, in a line of its own: they then see your visitors."""
    if not hosts:
        return ""
    from acadfolio.nouns import counted

    listed = ", ".join(f"{host} ({counted(pages, 'page')})" for host, pages in hosts.items())
    return f"\nVisitors' browsers will also ask: {listed}"


def shown(path: Path) -> str:
    text = path.as_posix()
    return "this folder" if text == "." else f"{text}/" if not text.endswith("/") else text
