"""Words of a command line that nobody understands come in; what is wrong with them comes out, and what to write."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING

from acadfolio.problems import did_you_mean

if TYPE_CHECKING:
    from argparse import Action
    from collections.abc import Collection, Mapping, Sequence


def without_command(given: Sequence[str], commands: Collection[str]) -> str:
    """About a line that does not begin with a command."""
    first = given[0]
    if first.startswith("-"):
        command = next((word for word in given if word in commands), "")
        if not command:
            return f"`{first}` stands where a command belongs (`acadfolio --help` has them all)"
        others = (word for word in given if word != command)
        return f"`{first}` stands before the command (write: {_line(f'acadfolio {command}', *others)})"
    if Path(first).is_dir():
        return f"`{first}` is no command (for the site in this folder: {_line('acadfolio build', '--site', first)})"
    return f"`{first}` is no command ({did_you_mean(first, commands)})"


def left_over(words: Sequence[str], command: str, options: Mapping[str, Action]) -> str:
    """About words for which a command has no use; `options` are those that it has, as they are written."""
    word = words[0]
    if word.startswith("-"):
        name = word.partition("=")[0]
        near = did_you_mean(name, options, lists=False)
        return f"there is no option `{name}` here" + (f" ({near})" if near else "")
    return f"`{word}` is one word too many ({_instead_of(word, command, options)})"


def _instead_of(word: str, command: str, options: Mapping[str, Action]) -> str:
    """A hint for a word that is no option's."""
    is_folder = Path(word).is_dir()
    if f"--{word}" in options and not is_folder:
        return f"did you mean `--{word}`?"
    if "--output" in options and options["--output"].metavar == "FILE" and not is_folder:
        return f"for a file of that name: {_line(command, '--output', word)}"
    if "--site" in options:
        return f"for the site in this folder: {_line(command, '--site', word)}"
    return "put quotes around a name that holds spaces"


def _line(command: str, *more: str) -> str:
    return f"{command} {shlex.join(more)}"
