"""Mask passwords and tokens in the output of git and of servers."""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING
from urllib.parse import quote, unquote

from acadfolio.problems import printable

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

STARS = "***"
SHORTEST, SHORTEST_WORD = 4, 8
"""The minimum lengths of secrets, and of words in commands and variables: shorter ones occur in ordinary words."""
CREDENTIALS = re.compile(r"(?<=://)(?!git@)(?:[^\s/@'\"]+|[^\s/@'\"]+:[^\s'\"]*)@")
"""`https://me:password@host`, `https://token@host`."""
TOKENS = re.compile(
    r"(?<=token=)[^&\s]+|\b(?:gh[pousr]_|github_pat_|glpat-)[\w-]{16,}|(?<=authorization: )[^'\"\n]+", re.IGNORECASE
)
SECRET_NAMES = re.compile(r"TOKEN|SECRET|PASSW|API_?KEY|PRIVATE_?KEY|CREDENTIAL|AUTH(?!OR)", re.IGNORECASE)
"""The names of environment variables with secret values."""
COMMAND_VARIABLES = ("GIT_SSH_COMMAND", "GIT_SSH", "GIT_ASKPASS", "GIT_PROXY_COMMAND")
COMMAND_SETTINGS = ("core.sshcommand", "core.gitproxy", "core.askpass", ".helper", ".proxy")
WORD_OF_COMMAND = re.compile(r"""[^\s'"=:;@!&|(){}]+""")


class Mask:
    """Masks secrets in a text: the given ones, those in the environment, and everything that looks like one."""

    def __init__(self, secrets: Iterable[str] = ()) -> None:
        known = {*secrets, *_secrets_of_environment()}
        forms = {form for secret in known for form in (secret, unquote(secret), quote(secret, safe=""))}
        self._secrets = sorted((form for form in forms if len(form) >= SHORTEST), key=len, reverse=True)

    def __call__(self, text: str) -> str:
        for secret in self._secrets:
            text = text.replace(secret, STARS)
        return printable(TOKENS.sub(STARS, CREDENTIALS.sub(f"{STARS}@", text)))

    def __repr__(self) -> str:
        return "Mask()"


def without_credentials(url: str) -> str:
    """The URL of a remote without credentials. The user of ssh, such as `git`, is not a secret."""
    scheme, separator, rest = url.partition("://")
    authority, slash, path = rest.partition("/")
    if separator and "ssh" not in scheme:
        url = f"{scheme}://{authority.rpartition('@')[2]}{slash}{path}"
    return Mask()(url)


def secrets_of_settings(settings: Iterable[tuple[str, str]]) -> Iterator[str]:
    """The secrets in git's settings: in URLs, headers and commands."""
    for key, value in settings:
        yield from secrets_of_url(key)
        yield from secrets_of_url(value)
        if key.endswith(".extraheader"):
            yield from (value, value.rpartition(" ")[2])
        elif key.endswith(COMMAND_SETTINGS) or (key.startswith("alias.") and value.startswith("!")):
            yield from secrets_of_command(value)


def secrets_of_url(url: str) -> Iterator[str]:
    """The credentials in a URL: the password, or without one the user, which may be a token."""
    credentials = url.partition("://")[2].partition("/")[0].rpartition("@")[0]
    user, _, password = credentials.partition(":")
    if credentials:
        yield credentials
    if password in {"", "x-oauth-basic", "x-token-auth"}:
        yield user
    else:
        yield password


def secrets_of_command(command: str) -> Iterator[str]:
    """The words of a command that may be passwords: long ones, but not the program and paths."""
    words = WORD_OF_COMMAND.findall(command)
    for word in words[1:]:
        if len(word) >= SHORTEST_WORD and not word.startswith(("/", "~")):
            yield from (word, word[2:])  # `-pPASSWORD`


def _secrets_of_environment() -> Iterator[str]:
    for name, value in os.environ.items():
        if SECRET_NAMES.search(name) and len(value) >= SHORTEST_WORD and not value.startswith("/"):
            yield value
        if name in COMMAND_VARIABLES:
            yield from secrets_of_command(value)
