"""The command line: find the command and run it.

A command's module, and the libraries that it needs, are imported when it runs.
"""

from __future__ import annotations

import errno
import io
import os
import sys

from acadfolio.commands.console import DONE, PROBLEMS, WRONG_USAGE, follow_links, report
from acadfolio.wording import visible

TYPE_CHECKING = False  # A build without changes does not import typing.
if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence
    from pathlib import Path

    from acadfolio.problems import Problem

INTERRUPTED = 130
ESCAPES = frozenset("\x1b\x9b")
"""Characters that begin a command for a terminal."""
COMMANDS = {
    "new": "create a new site",
    "import": "import the site of another generator: entries, settings and menu",
    "build": "build the site into its output folder",
    "check": "report errors, broken links and more, without writing files",
    "serve": "preview the site in your browser while you edit it",
    "deploy": "publish the site to a git branch or a folder",
    "export": "export your publications or your CV for other programs",
    "templates": "list, copy or compare the theme's templates",
    "schema": "write JSON Schemas: your editor then checks data files",
    "markdown": "convert a Markdown file to HTML",
}
"""The description of each command, in the order of the help."""
MODULES = {"import": "import_site"}
"""Modules of `commands/` whose name differs from the command, because `import` is a keyword of Python."""


def main(
    arguments: Sequence[str] | None = None, *, default: str = "", site: Path | None = None
) -> int:
    """Run a command.

    Returns the exit status: 0 for success, 1 if the site has problems, 2 for a usage error.

    `default` is the command to run if none is given, `site` the default folder.
    """
    try:
        from pathlib import Path

        _use_utf8()
        given = sys.argv[1:] if arguments is None else arguments
        if error := _usage_error(given):
            print(f"acadfolio: {error}", file=sys.stderr)
            return WRONG_USAGE
        status = _run(_with_default(given, default), site or Path())
        print(end="", flush=True)
    except KeyboardInterrupt:
        return INTERRUPTED
    except OSError as error:
        return _status_of_error(error)
    if arguments is None:
        sys.stderr.flush()
        os._exit(
            status
        )  # Freeing all objects one by one would take a twentieth of the time of a build.
    return status


def _usage_error(arguments: Sequence[str]) -> str:
    """Why no command can run here with these arguments; empty if one can."""
    if not _has_folder():
        return "this folder no longer exists (a build replaces output/); run: cd .."
    if not ESCAPES.isdisjoint("".join(arguments)):
        return "an argument has a control character, which a terminal would execute"
    return ""


def _status_of_error(error: OSError) -> int:
    """The exit status after an error of the system. Raises it again if it may be a bug."""
    if error.errno in {errno.EACCES, errno.ENAMETOOLONG, errno.ENOSPC}:
        print(
            f"{visible(str(error.filename or 'acadfolio'))}: error: {error.strerror}",
            file=sys.stderr,
        )
        return PROBLEMS
    if not _is_closed_pipe(error):
        raise error
    # `acadfolio … | head` closes the pipe when it has read enough.
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return DONE


def _with_default(arguments: Sequence[str], default: str) -> list[str]:
    """The arguments, with the default command if they contain none."""
    given = list(arguments)
    names_none = not given or (
        given[0].startswith("-") and given[0] not in {"-h", "--help", "--version"}
    )
    return [default, *given] if default and names_none else given


def _run(given: list[str], site: Path) -> int:
    """Run the command with its options. The problems that end it are reported.

    Raises SystemExit for help, the version and usage errors.
    """
    named = next((word for word in given if not word.startswith("-")), "")
    options = make_parser(site, named, given).parse_args(given)
    try:
        if getattr(options, "follow_links", False):
            follow_links(options.site)
        status: int = options.run(options)
    except Exception as error:
        from acadfolio.problems import SiteError  # Most commands end without one.

        if not isinstance(error, SiteError):
            raise
        problems = _without_passwords(error.problems, given)
        return report(problems, getattr(options, "site", None), getattr(options, "format", "text"))
    return status


def _without_passwords(problems: Sequence[Problem], given: list[str]) -> Sequence[Problem]:
    """The problems without the passwords of the arguments, such as `--remote https://me:password@host`."""
    from acadfolio.deploy.masking import Mask, secrets_of_arguments

    secrets = secrets_of_arguments(given)
    return [problem.with_texts(Mask(secrets)) for problem in problems] if secrets else problems


def make_parser(
    site: Path, named: str | None = None, given: Sequence[str] = ()
) -> argparse.ArgumentParser:
    """The parser of all commands.

    If one is `named`, only its module is imported, and only it has options.

    `given` are the arguments that it will read.
    """
    import argparse
    from importlib import import_module

    from acadfolio.commands.parser import Parser
    from acadfolio.commands.version import PrintVersion

    parser = Parser(
        given=given,
        prog="acadfolio",
        description="Build an academic homepage from YAML data and Markdown pages.",
        epilog="start: acadfolio new homepage; help on a command: acadfolio new --help",
        formatter_class=lambda prog: argparse.HelpFormatter(
            prog, indent_increment=1
        ),  # `templates` is long
    )
    parser.add_argument(
        "--version", action=PrintVersion, nargs=0, help="show the version and the commit, and exit"
    )
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    # If the first argument is a command, nothing lists the others.
    is_first = named in COMMANDS and [*given[:1]] == [named]
    for name, text in COMMANDS.items():
        if is_first and name != named:
            continue
        command = commands.add_parser(name, help=text, description=f"{text[0].upper()}{text[1:]}.")
        command.given = given
        if named is None or named == name:
            module = import_module(f"acadfolio.commands.{MODULES.get(name, name)}")
            module.add_options(command, site)
            command.set_defaults(run=module.run)
    return parser


def _is_closed_pipe(error: OSError) -> bool:
    """Whether an output pipe was closed. Windows raises another error then, without a file name."""
    is_of_windows = (
        sys.platform == "win32" and error.errno == errno.EINVAL and error.filename is None
    )
    return isinstance(error, BrokenPipeError) or is_of_windows


def _has_folder() -> bool:
    try:
        return os.path.isdir(os.getcwd())  # noqa: PTH109, PTH112 - no Path is wanted
    except OSError:
        return False


def _use_utf8() -> None:
    """Write UTF-8. A terminal that cannot show a character gets an escape."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(
                encoding=None if stream.isatty() else "utf-8", errors="backslashreplace"
            )
