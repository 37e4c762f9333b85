"""Mask passwords and tokens in the output of git and of servers."""

from __future__ import annotations

import os
import re
from base64 import b64encode
from typing import TYPE_CHECKING
from urllib.parse import unquote

from acadfolio.wording import printable

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

STARS = "***"
SHORTEST, SHORTEST_WORD, SHORTEST_TOKEN = 4, 8, 20
"""The minimum lengths of secrets, of words in commands and variables, and of user names that may be tokens.

Shorter ones occur in ordinary words. A secret of two or three characters is masked where it is a
word of its own.
"""
CREDENTIALS = re.compile(r"(?<=://)(?!git@)(?:[^\s/@'\"]+|[^\s/@'\"]+:[^\s'\"]{0,2000})@")
"""`https://me:password@host`, `https://token@host`."""
TOKENS = re.compile(
    r"(?<=token=)[^&\s]+|\b(?:gh[pousr]_|github_pat_|glpat-)[\w-]{16,}|(?<=authorization: )[^'\"\n]+"
    r"|(?<=\bpassword=)[^&\s]+|(?<=\bbearer )[\w.~+/=-]{16,}",
    re.IGNORECASE,
)
SECRET_NAMES = re.compile(
    r"TOKEN|SECRET|PASS|API_?KEY|PRIVATE_?KEY|CREDENTIAL|AUTH(?!OR)", re.IGNORECASE
)
"""The names of environment variables, settings and parameters with secret values."""
COMMAND_VARIABLES = ("GIT_SSH_COMMAND", "GIT_SSH", "GIT_ASKPASS", "GIT_PROXY_COMMAND")
COMMAND_SETTINGS = ("core.sshcommand", "core.gitproxy", "core.askpass", ".helper", ".proxy")
URL_SETTINGS = (
    ".url",
    ".pushurl",
    ".insteadof",
    ".pushinsteadof",
    ".proxy",
    ".remote",
    ".pushremote",
    ".pushdefault",
)
WORD_OF_COMMAND = re.compile(r"""[^\s'"=:;@!&|(){}]+""")
LOCAL = re.compile(
    r"\W*file:(?>(?://[^/:@]*+)?)(?:[/@]|$)|[A-Za-z]:[\\/]|~|\.{0,2}/(?!/)|//[^/:@]*(?:[/@]|$)"
)
"""The start of the path of a folder, also `//server/folder` of Windows."""
SCHEME = re.compile(r"\W*([\w+.-]*)(?:[:;]?/{2,}|:/)")
"""The scheme at the start of a URL, also a mistyped one: `https//`, `https:/`, `//`."""
NOT_SECRET = frozenset({"git", "oauth2", "x-access-token", "x-oauth-basic", "x-token-auth"})
"""The users of servers, and what stands instead of a password beside a token."""
SEPARATORS = re.compile(r"[@:/?#&\s\\]+")
"""Where git or a server may split a password whose special characters are not percent-encoded."""


class Mask:
    """Masks secrets in a text: the given ones, those in the environment, and everything that looks like one."""

    def __init__(self, secrets: Iterable[str] = ()) -> None:
        known = {*secrets, *_secrets_of_environment()} - NOT_SECRET
        forms = {form for secret in known for form in (secret, unquote(secret)) if len(form) > 1}
        longest_first = sorted(forms, key=len, reverse=True)
        self._secrets = re.compile("|".join(map(_pattern, longest_first)) or "(?!)")

    def __call__(self, text: str) -> str:
        text = self._secrets.sub(STARS, text)
        return printable(TOKENS.sub(STARS, CREDENTIALS.sub(f"{STARS}@", text)))

    def __repr__(self) -> str:
        return "Mask()"


def _pattern(secret: str) -> str:
    """A pattern for a secret, any of whose characters may be percent-encoded, or quoted as git does."""
    pattern = "".join(map(_character_pattern, secret))
    return pattern if len(secret) >= SHORTEST else rf"(?<!\w){pattern}(?!\w)"


def _character_pattern(character: str) -> str:
    encoded = character.encode("utf-8", "surrogateescape")
    percent = "".join(f"%{byte:02x}" for byte in encoded)
    forms = [re.escape(character), f"(?i:{percent})"]
    if not character.isprintable() or len(encoded) > 1:
        forms.append("".join(rf"\\{byte:03o}" for byte in encoded))
    if character == "\n":
        forms.append(r"\\n")
    return f"(?:{'|'.join(forms)})"


def without_credentials(url: str) -> str:
    """The URL of a remote without credentials. The user of ssh, such as `git`, is not a secret."""
    scheme, separator, rest = url.partition("://")
    authority, slash, path = rest.partition("/")
    if separator and "ssh" not in scheme:
        url = f"{scheme}://{authority.rpartition('@')[2]}{slash}{path}"
    return Mask()(url)


def secrets_of_settings(settings: Iterable[tuple[str, str]]) -> Iterator[str]:
    """The secrets in git's settings: in URLs, headers, commands, and settings with a name such as `token`."""
    for key, value in settings:
        name = key.rpartition(".")[2]
        yield from secrets_of_url(
            key.partition(".")[2].rpartition(".")[0]
        )  # `url.https://me:password@host/.insteadof`
        if key.endswith(URL_SETTINGS) or "//" in value:
            yield from secrets_of_url(value)
        if key.endswith(".extraheader"):
            yield from (value, value.rpartition(" ")[2])
        elif key.endswith(COMMAND_SETTINGS) or (key.startswith("alias.") and value.startswith("!")):
            yield from secrets_of_command(value)
        elif SECRET_NAMES.search(name) and len(value) >= SHORTEST_WORD:
            yield value


def secrets_of_url(url: str) -> Iterator[str]:
    """The secrets in the URL of a remote, which may be mistyped: the credentials, and each part of a password.

    Without a password, the user may be a token. The values of parameters such as `?access_token=`
    are secrets.
    """
    credentials = credentials_of(url)
    if credentials:
        yield credentials
        user, _, password = credentials.partition(":")
        if password in NOT_SECRET or len(password) < SHORTEST or len(user) >= SHORTEST_TOKEN:
            yield from (user, *SEPARATORS.split(user))
        if password not in NOT_SECRET:
            yield from (password, *SEPARATORS.split(password))
        yield b64encode(
            unquote(credentials).encode("utf-8", "surrogateescape")
        ).decode()  # As in a header.
    for parameter in re.split("[&;]", url.partition("?")[2]):
        name, _, value = parameter.partition("=")
        if SECRET_NAMES.search(name) or len(value) >= SHORTEST_WORD:
            yield value


def secrets_of_arguments(arguments: Iterable[str]) -> set[str]:
    """The secrets in the arguments of a command.

    `--remote=https://me:password@host` holds an option and its value.
    """
    found = set[str]()
    for argument in arguments:
        option, equals, value = argument.partition("=")
        is_option = bool(equals) and option.startswith("-")
        found.update(secrets_of_url(value if is_option else argument))
    return found


def credentials_of(url: str) -> str:
    """The user and the password in the URL of a remote; empty if it has none.

    A password may have any character, also `@` and `/`, as users forget to percent-encode them. So
    the credentials end at the last `@`, unless what stands before it is certainly a host and the
    start of a path.
    """
    before, at, _ = url.rpartition("@")
    if not at or LOCAL.match(url):
        return ""
    scheme = SCHEME.match(before)
    if scheme is None:
        return before if ":" in before else ""
    rest = before[scheme.end() :]
    if "ssh" in scheme[1]:
        return rest if _has_password(rest) else ""
    return "" if _is_host_and_path(rest) else rest


def _has_password(rest: str) -> bool:
    """Whether what stands before the last `@` in a URL of ssh has a password: a user alone is not a secret."""
    authority, slash, _ = rest.partition("/")
    user, colon, _ = authority.partition(":")
    if not colon or "@" in user:  # `ssh://git@host:22/path@more`
        return False
    port = authority.rpartition(":")[2]
    is_host = slash and port.isdecimal() and "@" not in authority  # `ssh://host:22/path@more`
    return not is_host


def _is_host_and_path(rest: str) -> bool:
    """Whether what stands before the last `@` in a URL is certainly a host and the start of a path."""
    authority, slash, _ = rest.partition("/")
    if "@" in authority:
        return False
    if authority.startswith("[") and "]" in authority:  # An IPv6 address.
        return True
    is_host = "." in authority or authority == "localhost"
    return is_host and ":" not in authority and bool(slash)


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
        if name.lower().endswith("_proxy") or "//" in value:
            yield from secrets_of_url(value)
        if name in COMMAND_VARIABLES:
            yield from secrets_of_command(value)
