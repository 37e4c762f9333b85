"""Run git without prompts, without hooks, and without environment variables for another repository."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Self

from msgspec import Struct, convert

from acadfolio.deploy.masking import Mask
from acadfolio.problems import Location, Problem, SiteError
from acadfolio.programs import find_program
from acadfolio.source.yaml import load_table

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import IO

    Setting = tuple[str, str]

KEPT_VARIABLES = (
    *(
        "GIT_SSH",
        "GIT_ASKPASS",
        "GIT_SSL_",
        "GIT_PROXY_",
        "GIT_EXEC_PATH",
        "GIT_AUTHOR_",
        "GIT_COMMITTER_",
    ),
    *("GIT_CONFIG_", "GIT_CEILING_", "GIT_DISCOVERY_", "GIT_HTTP_", "GIT_ALLOW_PROTOCOL"),
)
"""The user's environment variables for git.

Others, such as those of a hook, are for another repository.
"""
SSH_OPTIONS = "-o BatchMode=yes -o ConnectTimeout=30 -o ServerAliveInterval=30"
SETTINGS = (
    ("core.hooksPath", os.devnull),
    ("core.fsmonitor", "false"),
    (
        "safe.bareRepository",
        "explicit",
    ),  # A stranger's site may contain the files of a repository with commands.
    ("protocol.ext.allow", "never"),  # A URL that is a command.
    ("gc.auto", "0"),
    ("maintenance.auto", "false"),
    ("fastimport.unpackLimit", "0"),
    ("http.lowSpeedLimit", "1"),
    ("http.lowSpeedTime", "300"),
    (
        "pack.window",
        "0",
    ),  # No deltas: they would need the files of the last deployment, which were not fetched.
)
UNTOUCHED = "the site online has not changed"
ERRORS = Path(__file__).with_suffix(".yml")
NOISE = (
    *(
        "hint:",
        "To ",
        "Done",
        "Everything up-to-date",
        "warning: redirecting",
        "=",
        "*",
        "error: failed to push",
    ),
    *(
        "Please make sure you have the correct access rights",
        "and the repository exists",
        "fatal: Could not read",
    ),
)
"""The beginnings of lines that do not help to find the cause."""
MAX_QUOTED_LINES = 3


class KnownError(Struct, frozen=True):
    """A known error of git: patterns of its output, and our message and hint."""

    patterns: list[str] = []
    message: str = "git failed"
    hint: str = UNTOUCHED

    def matches(self, printed: str) -> bool:
        return any(re.search(pattern, printed, re.IGNORECASE) for pattern in self.patterns)


@cache
def known_errors() -> list[KnownError]:
    return convert(load_table(ERRORS), list[KnownError])


class Answer(Struct, frozen=True):
    """The result of a git command. `error` holds no secrets."""

    status: int
    output: bytes
    error: str

    @property
    def text(self) -> str:
        return self.output.decode("utf-8", "surrogateescape").strip()

    def checked(self) -> Self:
        """The same answer. Raises SiteError if the command failed."""
        if self.status:
            raise SiteError([problem_of_git(self.error)])
        return self


@dataclass(frozen=True, slots=True)
class Git:
    """Runs git in a folder, with the repository of the folder or another one."""

    folder: Path
    repository: Path | None = None
    settings: tuple[Setting, ...] = field(default=(), repr=False)
    """Passed in the environment, because all users of a machine can see the arguments of commands."""
    mask: Mask = field(default_factory=Mask)

    def run(self, *arguments: str, stdin: IO[bytes] | None = None) -> Answer:
        """Run a command, which may fail. Raises SiteError if git is not installed."""
        program = find_program("git")
        if program is None:
            hint = "install it from your system's packages or git-scm.com, or copy the site into a folder: --to DIR"
            raise SiteError([Problem("deploy-git", Location("git"), "git is not installed", hint)])
        repository = [f"--git-dir={self.repository}"] if self.repository else []
        ended = subprocess.run(  # noqa: S603 - a list, no shell
            [program, *repository, *arguments], cwd=self.folder, env=self.environment(),
            stdin=stdin or subprocess.DEVNULL, capture_output=True, check=False,
        )  # fmt: skip
        return Answer(
            ended.returncode,
            ended.stdout,
            self.mask(ended.stderr.decode("utf-8", "replace")).strip(),
        )

    def ask(self, *arguments: str) -> str:
        """Run a command, and return its output. Raises SiteError if it fails."""
        return self.run(*arguments).checked().text

    def names(self, *arguments: str) -> list[str]:
        """Run a command with `-z`, and return the names that it prints.

        Raises SiteError if it fails.
        """
        return (
            self.run(*arguments)
            .checked()
            .output.decode("utf-8", "surrogateescape")
            .split("\0")[:-1]
        )

    def environment(self) -> dict[str, str]:
        """The environment for git: the user's variables, variables that prevent prompts, and all settings."""
        variables = {name: value for name, value in os.environ.items() if _is_kept(name)}
        variables |= {
            "GIT_TERMINAL_PROMPT": "0",
            "GIT_NO_REPLACE_OBJECTS": "1",
            "LC_ALL": "C",
            "LANGUAGE": "C",
        }
        ssh = variables.get("GIT_SSH_COMMAND") or dict(self.settings).get("core.sshcommand", "")
        if ssh or "GIT_SSH" not in variables:
            variables["GIT_SSH_COMMAND"] = without_questions(ssh or "ssh")
        return variables | _numbered(
            [*self.settings, *SETTINGS], int(variables.get("GIT_CONFIG_COUNT") or 0)
        )


def _numbered(settings: Sequence[Setting], first: int) -> dict[str, str]:
    """Settings as environment variables of git, numbered from `first`."""
    variables = {"GIT_CONFIG_COUNT": str(first + len(settings))}
    for number, (key, value) in enumerate(settings, start=first):
        variables |= {f"GIT_CONFIG_KEY_{number}": key, f"GIT_CONFIG_VALUE_{number}": value}
    return variables


def _is_kept(name: str) -> bool:
    """Whether a variable is passed to git. SSH_ASKPASS is not, as it would open a window."""
    if name.startswith("GIT_"):
        return name.startswith(KEPT_VARIABLES)
    return name != "SSH_ASKPASS"


def without_questions(command: str) -> str:
    """The command with options that let OpenSSH fail instead of asking.

    Other programs are not changed.
    """
    try:
        words = shlex.split(command)
    except ValueError:
        return command
    is_ssh = bool(words) and Path(words[0]).name.lower().removesuffix(".exe") == "ssh"
    return f"{command} {SSH_OPTIONS}" if is_ssh else command


def problem_of_git(printed: str, place: str = "git") -> Problem:
    """The problem for the output of git. `printed` must not hold secrets."""
    known = next((error for error in known_errors() if error.matches(printed)), KnownError())
    quoted = _quoted(printed)
    message = f"{known.message}; output of git: {quoted}" if quoted else known.message
    return Problem("deploy-git", Location(place), message, known.hint)


def _quoted(printed: str) -> str:
    """The important lines of the server, or else those of git."""
    from_server, from_git = list[str](), list[str]()
    for line in filter(None, map(str.strip, printed.splitlines())):
        if line.startswith("remote:"):
            from_server.append(line.removeprefix("remote:").strip())
        elif not line.startswith(NOISE):
            from_git.append(line.removeprefix("fatal: ").removeprefix("error: "))
    chosen = list(filter(None, from_server)) or from_git
    return " / ".join(chosen[:MAX_QUOTED_LINES])
