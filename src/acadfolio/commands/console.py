"""Messages, exit statuses and options that several commands share."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

from acadfolio.wording import counted, visible

TYPE_CHECKING = False  # Not from `typing`: a build without changes does not import it.
if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence
    from typing import Self

    from acadfolio.problems import Problem


DONE, PROBLEMS, WRONG_USAGE = 0, 1, 2
PROGRESS_EVERY = 0.1
"""Seconds between two states of a line of progress."""
PROGRESS_WIDTH = 30
MOST_NAMES = 3
"""How many files are named in a line."""


def report(problems: Sequence[Problem], site: Path | None = None, form: str = "text") -> int:
    """Print problems as `text` or `json`. Returns the exit status of the command.

    site: the folder to which their paths are relative; by default the current one.
    """
    from acadfolio.reporting import as_json, print_problems

    if form == "json":
        print(as_json(problems))
    else:
        print_problems(problems, site or Path(), sys.stderr)
        sys.stderr.flush()
    return PROBLEMS


class ProgressLine:
    """A line on a terminal about the progress of a build.

    It is rewritten during the build and removed at its end.
    """

    def __init__(self, *, is_quiet: bool) -> None:
        self.is_shown = sys.stderr.isatty() and not is_quiet and "CI" not in os.environ
        self.last = 0.0

    def __enter__(self) -> Self:
        return self

    def __call__(self, text: str) -> None:
        now = time.monotonic()
        if now - self.last > PROGRESS_EVERY:
            self.last = now
            self._write(f"\r{text:{PROGRESS_WIDTH}}")

    def __exit__(self, *_: object) -> None:
        self._write(f"\r{'':{PROGRESS_WIDTH}}\r")

    def _write(self, text: str) -> None:
        if self.is_shown:
            sys.stderr.write(text)
            sys.stderr.flush()


def waiting_pages(files: Sequence[str]) -> str:
    """The number of skipped drafts and future posts, with the names of the first ones, for the end of a line."""
    if not files:
        return ""
    number = counted(len(files), "draft or future post", "drafts and future posts")
    names = [visible(file.removeprefix("content/")) for file in files]
    if len(names) > MOST_NAMES + 1:  # "and 1 more" would be no shorter than the name.
        names[MOST_NAMES:] = [f"and {len(names) - MOST_NAMES} more"]
    return f", {number} skipped: {', '.join(names)}"


def hosts_line(hosts: dict[str, int]) -> str:
    """A line about the other hosts from which visitors' browsers load files."""
    if not hosts:
        return ""
    listed = ", ".join(
        f"{visible(host)} ({counted(pages, 'page')})" for host, pages in hosts.items()
    )
    return f"\nVisitors' browsers will also load from: {listed}"


def folder_name(path: Path) -> str:
    text = path.as_posix()
    if text == ".":
        return "this folder"
    return text if text.endswith("/") else f"{text}/"


def quoted_for_shell(path: Path) -> str:
    """The path, quoted for a shell."""
    import shlex

    name = path.as_posix()
    return shlex.quote(f"./{name}" if name.startswith("-") else name)


def local_path(text: str) -> Path:
    """The path of an argument.

    A URL is wrong usage: a folder named after it would show its password everywhere.
    """
    if "://" in text or "@" in text:
        from argparse import ArgumentTypeError

        from acadfolio.deploy.masking import credentials_of  # Few paths contain these characters.

        if "://" in text or credentials_of(text):
            raise ArgumentTypeError(
                "this looks like a URL: name a file or folder on this computer, such as ./homepage"
            )
    return Path(text)


def add_site(parser: argparse.ArgumentParser, site: Path) -> None:
    """The option `--site`, with its default."""
    parser.add_argument(
        "--site",
        metavar="DIR",
        type=local_path,
        default=site,
        help="the site's folder (default: the current one)",
    )


def add_follow_links(parser: argparse.ArgumentParser) -> None:
    """The option `--follow-links` of commands that load a site."""
    parser.add_argument(
        "--follow-links",
        action="store_true",
        help="allow the links that now lead out of the site; remembered for this site and these targets",
    )


def follow_links(site: Path) -> None:
    """Allow the links that lead out of a site, and list the new ones. Raises SiteError."""
    from acadfolio import SOURCE_FOLDERS
    from acadfolio.outside_links import allow_links

    for link, target in allow_links(site, SOURCE_FOLDERS).items():
        name = Path(link).relative_to(site).as_posix()
        print(visible(f"Allowed: {name} leads to {target}"), file=sys.stderr)


def add_strictness(parser: argparse.ArgumentParser) -> None:
    """The options that `build` and `check` share."""
    parser.add_argument("--drafts", action="store_true", help="include drafts and future posts")
    parser.add_argument("--strict", action="store_true", help="treat warnings as errors")
    parser.add_argument(
        "--format",
        choices=["text", "json"],
        default="text",
        help="the format of errors and warnings (default: text)",
    )
