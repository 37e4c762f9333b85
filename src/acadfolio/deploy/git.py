"""Run git: never with a question, a hook, or a variable that leads it to another repository."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from acadfolio.deploy.masking import Mask
from acadfolio.problems import Location, Problem, SiteError

if TYPE_CHECKING:
    from collections.abc import Sequence

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
ERRORS = (
    (
        "stale info|incorrect old value|fetch first|already exists|cannot lock ref(?!.*Permission)",
        "somebody else pushed to this branch just now: nothing was overwritten",
        "see what changed with `acadfolio deploy --dry-run`, then deploy again to replace it",
    ),
    (
        "Host key verification failed|REMOTE HOST IDENTIFICATION",
        "ssh does not know the key of this server",
        "connect once by hand, and compare the key: ssh -T git@github.com (or your server's name)",
    ),
    (
        (
            "Could not resolve host|Name or service not known|Temporary failure in name|nodename nor servname"
            "|Failed to connect|Couldn't connect|Connection (?:refused|timed out|reset)|Operation t(?:imed out|oo slow)"
            "|unreachable|No route to host|unable to connect|SSL certificate|certificate verif"
        ),
        "the server was not reached",
        f"are you online, and is the URL right? {UNTOUCHED}",
    ),
    (
        (
            "terminal prompts disabled|could not read (?:Username|Password)|Authentication failed|HTTP Basic: Access"
            "|Invalid username or|error: 401|Permission denied \\(|Too many authentication failures"
        ),
        "the server asks who you are, and git has no answer for it",
        "log in once (`gh auth login`, or a token in git's credential helper), or give the server an ssh key",
    ),
    (
        "protected branch|rule violations|hook declined|aborted by hook|checked out",
        "the server does not allow this change of the branch",
        "change the branch's protection there, or choose another: --branch",
    ),
    (
        (
            "Permission to .* denied|error: 403|not allowed to push|Write access .* not granted|insufficient permission"
            "|unable to create temporary object directory|unable to write|read-only|unpacker|Unable to create"
            "|Repository not found|does not appear to be a git repository|error: 404|not found|could not be found"
            "|does not exist|No such file or directory"
        ),
        "there is no such repository, or you may not write to it",
        "check its URL (git remote -v), create it if it is new, and ask its owner for permission to push",
    ),
)
"""What git and servers write, what that means, and what to do. The first match counts."""
NOISE = (
    *("hint:", "To ", "Done", "Everything up-to-date", "warning: redirecting", "=", "*", "error: failed to push"),
    *("Please make sure you have the correct access rights", "and the repository exists", "fatal: Could not read"),
)
"""Lines that do not tell the cause."""
MOST_QUOTED = 3


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

    def run(self, *arguments: str) -> Answer:
        """The answer, whatever it is. Raises SiteError when git cannot be started."""
        with self.start(*arguments) as process:
            output, error = process.communicate()
        return self.answer(process.returncode, output, error)

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

    def start(self, *arguments: str) -> subprocess.Popen[bytes]:
        """Start git with pipes. Raises SiteError."""
        program = shutil.which("git")
        if program is None:
            hint = "install it from your system's packages or git-scm.com, or copy the site into a folder: --to DIR"
            raise SiteError([Problem("deploy-git", Location("git"), "git is not installed", hint)])
        repository = [f"--git-dir={self.repository}"] if self.repository else []
        return subprocess.Popen(  # noqa: S603 - a list, no shell
            [program, *repository, *arguments], cwd=self.folder, env=self.environment(),
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        )  # fmt: skip

    def answer(self, status: int, output: bytes, error: bytes) -> Answer:
        return Answer(status, output, self.mask(error.decode("utf-8", "replace")).strip())

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
    known = (error for error in ERRORS if re.search(error[0], printed, re.IGNORECASE))
    _, message, hint = next(known, ("", "git failed", UNTOUCHED))
    quoted = _quoted(printed)
    return Problem("deploy-git", Location(place), f"{message}; git says: {quoted}" if quoted else message, hint)


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
