"""Run git: never with a question, a hook, or a variable that leads it to another repository."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct, convert

from acadfolio.deploy.masking import Mask
from acadfolio.problems import Location, Problem, SiteError
from acadfolio.source.yaml import texts_of

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import IO

    Setting = tuple[str, str]

KEPT_VARIABLES = (
    *("GIT_SSH", "GIT_ASKPASS", "GIT_SSL_", "GIT_PROXY_", "GIT_EXEC_PATH", "GIT_AUTHOR_", "GIT_COMMITTER_"),
    *("GIT_CONFIG_", "GIT_CEILING_", "GIT_DISCOVERY_", "GIT_HTTP_", "GIT_ALLOW_PROTOCOL"),
)
"""What a user may tell git in the environment. Other variables are about another repository, such as a hook's."""
SSH_OPTIONS = "-o BatchMode=yes -o ConnectTimeout=30 -o ServerAliveInterval=30"
SETTINGS = (
    ("core.hooksPath", os.devnull),
    ("core.fsmonitor", "false"),
    ("gc.auto", "0"),
    ("maintenance.auto", "false"),
    ("fastimport.unpackLimit", "0"),
    ("http.lowSpeedLimit", "1"),
    ("http.lowSpeedTime", "300"),
    ("pack.window", "0"),  # Files of the last deployment are not here, and not fetched to make the push smaller.
)
UNTOUCHED = "what is online is untouched"
ERRORS = Path(__file__).with_suffix(".yml")
NOISE = (
    *("hint:", "To ", "Done", "Everything up-to-date", "warning: redirecting", "=", "*", "error: failed to push"),
    *("Please make sure you have the correct access rights", "and the repository exists", "fatal: Could not read"),
)
"""Lines that do not tell the cause."""
MOST_QUOTED = 3


class KnownError(Struct, frozen=True):
    """What git prints when something has failed, as patterns, and what that means."""

    patterns: list[str] = []
    message: str = "git failed"
    hint: str = UNTOUCHED

    def is_meant_by(self, printed: str) -> bool:
        return any(re.search(pattern, printed, re.IGNORECASE) for pattern in self.patterns)


@cache
def known_errors() -> list[KnownError]:
    return convert(texts_of(ERRORS.read_text(encoding="utf-8")), list[KnownError])


class Answer(Struct, frozen=True):
    """What git printed. `error` holds no secrets."""

    status: int
    output: bytes
    error: str

    @property
    def text(self) -> str:
        return self.output.decode("utf-8", "surrogateescape").strip()

    def raise_if_failed(self) -> None:
        if self.status:
            raise SiteError([problem_of_git(self.error)])


@dataclass(frozen=True, slots=True)
class Git:
    """Git in a folder, and with a repository where that is not the folder's own."""

    folder: Path
    repository: Path | None = None
    settings: tuple[Setting, ...] = field(default=(), repr=False)
    """They are passed in the environment: everyone on the machine can read the command line of a program."""
    mask: Mask = field(default_factory=Mask)

    def run(self, *arguments: str, given: IO[bytes] | None = None) -> Answer:
        """The answer, whatever it is. `given` is a file that git reads. Raises SiteError when there is no git."""
        program = shutil.which("git")
        if program is None:
            hint = "install it from your system's packages or git-scm.com, or copy the site into a folder: --to DIR"
            raise SiteError([Problem("deploy-git", Location("git"), "git is not installed", hint)])
        repository = [f"--git-dir={self.repository}"] if self.repository else []
        ended = subprocess.run(  # noqa: S603 - a list, no shell
            [program, *repository, *arguments], cwd=self.folder, env=self.environment(),
            stdin=given or subprocess.DEVNULL, capture_output=True, check=False,
        )  # fmt: skip
        return Answer(ended.returncode, ended.stdout, self.mask(ended.stderr.decode("utf-8", "replace")).strip())

    def ask(self, *arguments: str) -> str:
        """The output. Raises SiteError when git fails."""
        answer = self.run(*arguments)
        answer.raise_if_failed()
        return answer.text

    def names(self, *arguments: str) -> list[str]:
        """The names that git prints with a NUL after each. Raises SiteError when git fails."""
        answer = self.run(*arguments)
        answer.raise_if_failed()
        return answer.output.decode("utf-8", "surrogateescape").split("\0")[:-1]

    def environment(self) -> dict[str, str]:
        """The user's variables, without questions, and with all settings."""
        variables = {name: value for name, value in os.environ.items() if _is_kept(name)}
        variables |= {"GIT_TERMINAL_PROMPT": "0", "GIT_NO_REPLACE_OBJECTS": "1", "LC_ALL": "C", "LANGUAGE": "C"}
        ssh = variables.get("GIT_SSH_COMMAND") or dict(self.settings).get("core.sshcommand", "")
        if ssh or "GIT_SSH" not in variables:
            variables["GIT_SSH_COMMAND"] = without_questions(ssh or "ssh")
        return variables | _numbered([*self.settings, *SETTINGS], int(variables.get("GIT_CONFIG_COUNT") or 0))


def _numbered(settings: Sequence[Setting], first: int) -> dict[str, str]:
    """Settings as git takes them from the environment, behind those that are there."""
    variables = {"GIT_CONFIG_COUNT": str(first + len(settings))}
    for number, (key, value) in enumerate(settings, start=first):
        variables |= {f"GIT_CONFIG_KEY_{number}": key, f"GIT_CONFIG_VALUE_{number}": value}
    return variables


def _is_kept(name: str) -> bool:
    """Whether git gets a variable. SSH_ASKPASS would open a window, and wait."""
    if name.startswith("GIT_"):
        return name.startswith(KEPT_VARIABLES)
    return name != "SSH_ASKPASS"


def without_questions(command: str) -> str:
    """The command of OpenSSH, so that it fails rather than asks. Other programs have other options."""
    try:
        words = shlex.split(command)
    except ValueError:
        return command
    is_ssh = bool(words) and Path(words[0]).name.lower().removesuffix(".exe") == "ssh"
    return f"{command} {SSH_OPTIONS}" if is_ssh else command


def problem_of_git(printed: str, place: str = "git") -> Problem:
    """The problem behind what git printed, which holds no secrets any more."""
    known = next((error for error in known_errors() if error.is_meant_by(printed)), KnownError())
    quoted = _quoted(printed)
    message = f"{known.message}; git says: {quoted}" if quoted else known.message
    return Problem("deploy-git", Location(place), message, known.hint)


def _quoted(printed: str) -> str:
    """The lines that matter, those of the server before those of git."""
    of_server, of_git = list[str](), list[str]()
    for line in filter(None, map(str.strip, printed.splitlines())):
        if line.startswith("remote:"):
            of_server.append(line.removeprefix("remote:").strip())
        elif not line.startswith(NOISE):
            of_git.append(line.removeprefix("fatal: ").removeprefix("error: "))
    chosen = list(filter(None, of_server)) or of_git
    return " / ".join(chosen[:MOST_QUOTED])
