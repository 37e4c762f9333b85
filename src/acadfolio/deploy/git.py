"""Arguments for git come in, its answer comes out: never a question, a hook, or a variable that leads it elsewhere."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from acadfolio.deploy.faults import problem_of_git
from acadfolio.deploy.masking import Mask
from acadfolio.problems import Location, Problem, SiteError

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

GIVEN = (
    *("GIT_SSH", "GIT_SSH_COMMAND", "GIT_SSH_VARIANT", "GIT_ASKPASS", "GIT_SSL_", "GIT_PROXY_", "GIT_EXEC_PATH"),
    *("GIT_AUTHOR_", "GIT_COMMITTER_", "GIT_CONFIG_", "GIT_CEILING_", "GIT_DISCOVERY_", "GIT_HTTP_"),
    "GIT_ALLOW_PROTOCOL",
)
"""What the user may tell git by the environment. The rest is about another repository, such as a hook's."""
SSH = "-o BatchMode=yes -o ConnectTimeout=30 -o ServerAliveInterval=30"
OWN = (
    ("core.hooksPath", os.devnull),
    ("core.fsmonitor", "false"),
    ("gc.auto", "0"),
    ("maintenance.auto", "false"),
    ("fastimport.unpackLimit", "0"),
    ("http.lowSpeedLimit", "1"),
    ("http.lowSpeedTime", "300"),
    ("core.quotePath", "false"),
    ("pack.window", "0"),  # What the branch holds is not here in full, and is not fetched to make a push smaller.
)
OLDEST = (2, 31)


@dataclass(frozen=True, slots=True)
class Answer:
    """What git said. `error` has no secrets in it."""

    status: int
    output: bytes
    error: str

    @property
    def text(self) -> str:
        return self.output.decode("utf-8", "replace").strip()


@dataclass(frozen=True, slots=True)
class Git:
    """Git in one folder, and with one repository where that is not the folder's own."""

    folder: Path
    repository: Path | None = None
    settings: tuple[tuple[str, str], ...] = field(default=(), repr=False)
    """They go by the environment: the command line of a program is there for everyone to read."""
    mask: Mask = field(default_factory=Mask)
    program: str = field(default_factory=lambda: find_git())  # noqa: PLW0108 - it is defined below

    def run(self, *arguments: str, given: bytes = b"", more: Mapping[str, str] | None = None) -> Answer:
        """Whatever it answers. Raises SiteError when it cannot be started."""
        with self.start(*arguments, more=more) as process:
            output, error = process.communicate(given)
        return self.answer(process.returncode, output, error)

    def ask(self, *arguments: str, given: bytes = b"", more: Mapping[str, str] | None = None) -> str:
        """What it answers when all is well. Raises SiteError."""
        answer = self.run(*arguments, given=given, more=more)
        if answer.status:
            raise self.failure(answer)
        return answer.text

    def start(self, *arguments: str, more: Mapping[str, str] | None = None) -> subprocess.Popen[bytes]:
        where = [f"--git-dir={self.repository}"] if self.repository else []
        try:
            return subprocess.Popen(  # noqa: S603 - a list, no shell
                [self.program, *where, *arguments], cwd=self.folder, env=self._environment() | dict(more or {}),
                stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            )  # fmt: skip
        except OSError as error:
            what, hint = f"it cannot be started: {error.strerror}", "see whether `git --version` works"
            raise SiteError([Problem(Location("git"), what, hint)]) from None

    def answer(self, status: int, output: bytes, error: bytes) -> Answer:
        return Answer(status, output, self.mask(error.decode("utf-8", "replace")).strip())

    def failure(self, answer: Answer, place: str = "git") -> SiteError:
        return SiteError([problem_of_git(answer.error, place)])

    def _environment(self) -> dict[str, str]:
        kept = {name: value for name, value in os.environ.items() if not name.startswith("GIT_") or _is_given(name)}
        kept.pop("SSH_ASKPASS", None)  # It would open a window, and wait.
        kept |= {"GIT_TERMINAL_PROMPT": "0", "GIT_NO_REPLACE_OBJECTS": "1", "LC_ALL": "C", "LANGUAGE": "C"}
        command = kept.get("GIT_SSH_COMMAND") or dict(self.settings).get("core.sshcommand", "")
        if command or "GIT_SSH" not in kept:
            kept["GIT_SSH_COMMAND"] = without_questions(command or "ssh")
        return _with_settings(kept, (*self.settings, *OWN))


def find_git() -> str:
    """The program. Raises SiteError when it is not there."""
    found = shutil.which("git")
    if found:
        return found
    hint = "install it from your system's packages or git-scm.com, or copy the site into a folder: --to DIR"
    raise SiteError([Problem(Location("git"), "git is not installed", hint)])


def refuse_old(git: Git) -> None:
    """Raise SiteError for a git that would not look at what it is told by the environment."""
    said = git.ask("version").split()
    numbers = [int(part) for part in said[2].split(".")[:2] if part.isdigit()] if len(said) > len(OLDEST) else []
    if numbers and tuple(numbers) < OLDEST:
        raise SiteError([Problem(Location("git"), f"git {said[2]} is too old", "2.31 or newer is needed")])


def without_questions(command: str) -> str:
    """OpenSSH's command so that it fails rather than ask; other programs have other options, and are left alone."""
    try:
        words = shlex.split(command)
    except ValueError:
        return command
    is_ssh = bool(words) and Path(words[0]).name.lower().removesuffix(".exe") == "ssh"
    return f"{command} {SSH}" if is_ssh else command


def _is_given(name: str) -> bool:
    return name.startswith(GIVEN)


def _with_settings(environment: dict[str, str], settings: Sequence[tuple[str, str]]) -> dict[str, str]:
    """After those that the user gave in the same way."""
    counted = environment.get("GIT_CONFIG_COUNT", "")
    first = int(counted) if counted.isdigit() else 0
    return environment | _numbered(settings, first) | {"GIT_CONFIG_COUNT": str(first + len(settings))}


def _numbered(settings: Iterable[tuple[str, str]], first: int) -> dict[str, str]:
    found: dict[str, str] = {}
    for number, (key, value) in enumerate(settings, start=first):
        found |= {f"GIT_CONFIG_KEY_{number}": key, f"GIT_CONFIG_VALUE_{number}": value}
    return found
