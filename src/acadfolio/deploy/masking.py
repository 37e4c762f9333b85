"""Hide passwords and tokens in what git, a server or the environment wrote."""

from __future__ import annotations

import os
import re
import shlex
from typing import TYPE_CHECKING
from urllib.parse import quote, unquote

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

STARS = "***"
SHORTEST, SHORTEST_WORD = 4, 8
"""Shorter secrets, or words of a command or the environment, would hide parts of ordinary words."""
CREDENTIALS = re.compile(r"(?<=://)(?!git@)(?:[^\s/@'\"]+|[^\s/@'\"]+:[^\s'\"]*)@")
"""`https://me:password@host`, `https://token@host`."""
SCP_PASSWORD = re.compile(r"(?<![\w/:@.+-])([\w.+-]+):[^\s/@:'\"][^\s@'\"]*@(?=[\w.-]+:|\[)")
"""`me:password@host:path`: ssh takes no password there, but people write one."""
TOKENS = re.compile(
    r"(?<=token=)[^&\s]+|\b(?:gh[pousr]_|github_pat_|glpat-)[\w-]{16,}|(?<=authorization: )[^'\"\n]+", re.IGNORECASE
)
SECRET_NAMES = re.compile(r"TOKEN|SECRET|PASSW|API_?KEY|PRIVATE_?KEY|CREDENTIAL|AUTH(?!OR)", re.IGNORECASE)
"""Environment variables whose value is a secret."""
COMMAND_VARIABLES = ("GIT_SSH_COMMAND", "GIT_SSH", "GIT_ASKPASS", "GIT_PROXY_COMMAND")
COMMAND_SETTINGS = ("core.sshcommand", "core.gitproxy", "core.askpass", ".helper", ".uploadpack", ".receivepack")


class Mask:
    """Hides secrets in a text: the given ones, those of the environment, and whatever looks like one."""

    def __init__(self, secrets: Iterable[str] = ()) -> None:
        known = {*secrets, *_secrets_of_environment()}
        forms = {form for secret in known for form in (secret, unquote(secret), quote(secret, safe=""))}
        self._secrets = sorted((form for form in forms if len(form) >= SHORTEST), key=len, reverse=True)

    def __call__(self, text: str) -> str:
        for secret in self._secrets:
            text = text.replace(secret, STARS)
        text = CREDENTIALS.sub(f"{STARS}@", text)
        text = SCP_PASSWORD.sub(rf"\1:{STARS}@", text)
        return printable(TOKENS.sub(STARS, text))

    def __repr__(self) -> str:
        return "Mask()"


def printable(text: str) -> str:
    """The text without characters that a terminal would obey."""
    return "".join(character if character.isprintable() or character == "\n" else " " for character in text)


def without_credentials(url: str) -> str:
    """The URL of a remote as it may be shown."""
    scheme, separator, rest = url.partition("://")
    if separator:
        before, at, host = rest.rpartition("@")
        authority = rest.partition("/")[0]
        is_user_of_ssh = "ssh" in scheme and ":" not in authority.rpartition("@")[0]
        if at and ("@" in authority or ":" in before) and not is_user_of_ssh:
            url = f"{scheme}://{host}"
    return Mask()(url)


def secrets_of_settings(settings: Iterable[tuple[str, str]]) -> Iterator[str]:
    """The secrets in git's settings: in URLs, headers and commands."""
    for key, value in settings:
        yield from secrets_of_url(key)
        yield from secrets_of_url(value)
        if key.endswith(".extraheader"):
            yield from (value, value.rpartition(" ")[2])
        is_alias = key.startswith("alias.") and value.startswith("!")
        if is_alias or key.endswith((*COMMAND_SETTINGS, ".proxy")):
            yield from secrets_of_command(value)


def secrets_of_url(text: str) -> Iterator[str]:
    """The password in a URL; without one, what stands for the user, as it may be a token."""
    _, separator, rest = text.partition("://")
    before, at, _ = (rest if separator else text).rpartition("@")
    user, colon, password = before.partition(":")
    if not at or (not separator and not colon):
        return
    yield from (before, password) if colon else (before,)
    if not colon or password in {"", "x-oauth-basic", "x-token-auth"}:
        yield user


def secrets_of_command(command: str) -> Iterator[str]:
    """The words of a command that may be a password: long ones that are no program, option or path."""
    try:
        words = shlex.split(command)
    except ValueError:  # An unclosed quote.
        words = command.split()
    for number, word in enumerate(words):
        if number or "=" in word:
            for part in (*word.split(), word.partition("=")[2], word.partition(":")[2], word[2:]):
                yield from _as_secret(part.strip("!;&|(){}\"'"))


def _as_secret(word: str) -> Iterator[str]:
    is_path = os.path.lexists(os.path.expanduser(word))  # noqa: PTH111 - it may be anything
    if len(word) >= SHORTEST_WORD and not word.startswith("-") and not is_path:
        yield word


def _secrets_of_environment() -> Iterator[str]:
    for name, value in os.environ.items():
        if SECRET_NAMES.search(name) and len(value) >= SHORTEST_WORD and not value.startswith("/"):
            yield value
        if name in COMMAND_VARIABLES:
            yield from secrets_of_command(value)
