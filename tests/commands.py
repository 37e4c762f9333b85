"""Run a command in this process, with the folder, the variables and the output of a shell."""

from __future__ import annotations

import io
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from typing import TYPE_CHECKING

import pytest

from acadfolio.cli import main

if TYPE_CHECKING:
    from pathlib import Path


@dataclass(frozen=True)
class Ended:
    """A command that has ended. The names are those of `subprocess.CompletedProcess`."""

    returncode: int
    stdout: str
    stderr: str


def run(*arguments: str, cwd: Path, **environment: str) -> Ended:
    """Run `acadfolio` with these arguments. A process of its own would take a second to start."""
    output, errors = io.TextIOWrapper(io.BytesIO()), io.TextIOWrapper(io.BytesIO())
    with pytest.MonkeyPatch.context() as patch, redirect_stdout(output), redirect_stderr(errors):
        patch.chdir(cwd)
        for name, value in environment.items():
            patch.setenv(name, value)
        try:
            status = main(arguments)
        except SystemExit as ended:
            status = ended.code if isinstance(ended.code, int) else 1
    return Ended(status, text_of(output), text_of(errors))


def text_of(stream: io.TextIOWrapper) -> str:
    stream.seek(0)
    return stream.read()
