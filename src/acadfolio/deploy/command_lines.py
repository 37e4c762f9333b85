"""A setting or variable that is a command comes in; those of its words that may be secret come out.

Git quotes such a command whole when it cannot be started; what was started may quote a word of it.
"""

from __future__ import annotations

import os
import re
import shlex
from pathlib import PureWindowsPath
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

SETTINGS = re.compile(
    r"core\.(?:sshcommand|gitproxy|askpass)|credential\.(?:.*\.)?helper|remote\..*\.(?:uploadpack|receivepack|vcs)",
    re.DOTALL,
)
ALIAS = "alias."
VARIABLES = ("GIT_SSH_COMMAND", "GIT_SSH", "GIT_ASKPASS", "GIT_PROXY_COMMAND", "SSH_ASKPASS")
_ASSIGNMENT = re.compile(r"\w+=")
_BLANK = re.compile(r"\s")
_AROUND = "!;&|(){}\"'"
"""Of a shell's own language, where a word ends without a blank."""
_USUAL = frozenset({
    *("auth", "cache", "codecommit", "credential", "credential-helper", "credential-manager", "echo", "erase", "exec"),
    *("false", "git-credential", "git-receive-pack", "git-upload-pack", "host", "password", "printf", "remote"),
    *("store", "sudo", "test", "true", "username"),
})  # fmt: skip
"""Hidden wherever they are met they would make messages blank."""


def secrets_of_command(command: str) -> Iterator[str]:
    """All after the program's name, as it is quoted, and the words that are no options, paths or usual ones."""
    command = command.strip()
    if os.path.exists(command):  # noqa: PTH110 - it may be too long for a Path; its name may have blanks
        return
    program, _, rest = command.partition(" ")
    if _ASSIGNMENT.match(program):
        yield command
    if any(not _is_harmless(word) for word in _words(rest)):
        yield rest.strip()
    words = _words(command)
    is_ssh = PureWindowsPath(words[0] if words else "").name.lower().removesuffix(".exe") == "ssh"
    # It takes no password itself; a ProxyCommand of its may.
    yield from _secrets_of_words([*words[:1], *(word for word in words[1:] if not is_ssh or _BLANK.search(word))])


def secrets_of_alias(command: str) -> Iterator[str]:
    """Only as a whole: its words, such as `push origin`, are those of messages."""
    if " " in command.strip():
        yield command.strip()
        yield command.strip().removeprefix("!")


def _secrets_of_words(words: Iterable[str]) -> Iterator[str]:
    is_named = False
    for word in words:
        if is_named or _ASSIGNMENT.match(word):
            yield from () if _is_harmless(word) else _parts(word)
        else:
            is_named = True


def _parts(word: str) -> Iterator[str]:
    """`--password=…`, `me:…`, `-p…`: what is secret of a word is there by itself, too."""
    if not word.startswith("-"):
        yield word
    for cut in (word.partition("=")[2], word.partition(":")[2], word[2:] if re.match("-[^-]", word) else ""):
        if cut and not _is_harmless(cut):
            yield cut
    if _BLANK.search(word):  # A command in a command.
        yield from _secrets_of_words(_words(word.partition("=")[2] or word))


def _words(command: str) -> list[str]:
    try:
        words = shlex.split(command)
    except ValueError:  # A quote without its other one.
        words = command.split()
    return [stripped for word in words if (stripped := word.strip(_AROUND))]


def _is_harmless(word: str) -> bool:
    return word in _USUAL or bool(re.fullmatch(r"--[\w-]+|-\w|\$\w*|\$@", word)) or _is_path(word)


def _is_path(word: str) -> bool:
    return "/" in word and os.path.lexists(os.path.expanduser(word))  # noqa: PTH111 - it may be anything
