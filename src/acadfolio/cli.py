"""The command line comes in, its command runs. What a command needs is imported when it runs."""

from __future__ import annotations

import errno
import io
import os
import sys

from acadfolio.commands.telling import DONE, PROBLEMS, WRONG_USAGE

TYPE_CHECKING = False  # A build with nothing to do imports no typing.
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path


INTERRUPTED = 130


def main(arguments: Sequence[str] | None = None, *, default: str = "", site: Path | None = None) -> int:
    """Run a command; the exit status: 0 done, 1 the site has problems, 2 wrong usage.

    `default` is the command that runs when none is named, `site` the folder when none is given.
    """
    try:
        if arguments is None:
            sys.unraisablehook = _dropped
        from pathlib import Path

        _have_somewhere_to_speak()
        _speak_utf8()
        given = list(sys.argv[1:] if arguments is None else arguments)
        if default and (not given or (given[0].startswith("-") and given[0] not in {"-h", "--help", "--version"})):
            given.insert(0, default)
        run = _asked(given, site or Path())
        if not _is_somewhere():
            print(
                "acadfolio: the folder that you are in is gone (a build replaces output/); try: cd ..", file=sys.stderr
            )
            return WRONG_USAGE
        status = run()
        print(end="", flush=True)
        if arguments is None:
            sys.stderr.flush()
            os._exit(status)  # Nothing is left to do; to take all that was made apart would be a twentieth of a build.
    except KeyboardInterrupt:
        return INTERRUPTED
    except OSError as error:
        nobody_reads = _is_broken_pipe(error)
        if not nobody_reads and error.errno != errno.ENOSPC:
            raise
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if nobody_reads:
            return DONE  # `acadfolio … | head`: what was wanted was read.
        print("acadfolio: there is no room for what it has to say", file=sys.stderr)
        return PROBLEMS
    return status


def _dropped(unraisable: sys.UnraisableHookArgs) -> None:
    """A Ctrl-C in the midst of a callback, as imports have them, is dropped by Python: it ends all the same.

    Whatever is killed leaves a whole site.
    """
    if unraisable.exc_type is KeyboardInterrupt:
        os._exit(INTERRUPTED)
    sys.__unraisablehook__(unraisable)


def _is_broken_pipe(error: OSError) -> bool:
    """Windows has another error for it, which names no file."""
    is_of_windows = sys.platform == "win32" and error.errno == errno.EINVAL and error.filename is None
    return isinstance(error, BrokenPipeError) or is_of_windows


def _asked(given: list[str], site: Path) -> Callable[[], int]:
    """What was asked for. Raises SystemExit where it is told at once: help, the version, wrong usage."""
    if given == ["build"]:  # The command of every day: to take its line apart would be a tenth of a build.
        from acadfolio.commands import build

        return lambda: build.run(build.Options(site))
    from acadfolio.arguments import command_in

    return command_in(given, site)


def _is_somewhere() -> bool:
    try:
        return os.path.isdir(os.getcwd())  # noqa: PTH109, PTH112 - no Path is wanted
    except OSError:
        return False


def _have_somewhere_to_speak() -> None:
    """Python has no stream where it was closed: `acadfolio … 2>&-`."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: PTH123, SIM115 - as long as it runs


def _speak_utf8() -> None:
    """Pages and names may hold any character; a terminal that lacks one shows a stand-in."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding=None if stream.isatty() else "utf-8", errors="backslashreplace")
