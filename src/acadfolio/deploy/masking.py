"""Text that git, a server or the environment had a hand in comes in; the same without anything secret comes out.

What an address of ours holds is known, whatever characters it has: it is hidden as it is, percent-encoded, and as git
quotes it. Other addresses are found in a text by how they look.
"""

from __future__ import annotations

import os
import re
from base64 import b64encode
from typing import TYPE_CHECKING
from urllib.parse import unquote_to_bytes

from acadfolio.deploy.command_lines import VARIABLES, secrets_of_command

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

STARS = "***"
SHORTEST, SHORTEST_OF_ENVIRONMENT = 4, 8
"""Shorter secrets would blacken words; in addresses they are hidden all the same."""
ADDRESS = re.compile(r"(?P<scheme>\w[\w+.-]*)://(?P<who>[^\s/]*|[^\s/@:]+:[^\s@]*)@")
"""In a text, in which an address ends somewhere."""
WHOLE = re.compile(r"(?P<scheme>\w[\w+.-]*)://(?P<who>[^/@:]*(?:[:@].*)?|(?!localhost/)[^/@:.]+/.*)@", re.DOTALL)
"""An address and nothing else: passwords have slashes and more `@`s, though git and servers may not see them so."""
OF_SSH = re.compile(r"(?P<kept>[^\s/@:]+:)(?!//)(?P<told>.+)(?=@(?:[\w.-]+|\[[\w.:%-]+\]):)", re.DOTALL)
"""The same as ssh writes addresses, `me:password@host:path`. It takes no password there, but people write one."""
OF_SSH_IN_TEXT = re.compile(r"(?<![\w/:@.+-])(?P<kept>[\w.+-]+:)[^\s/@:][^\s@]*(?=@(?:[\w.-]+|\[[\w.:%-]+\]):[^\s:])")
MISTYPED = re.compile(
    r"(?P<kept>//+(?=[^/@:]+:)|[\w+.-]+//+|(?!file:)[\w+.-]+:///+|(?:https?|ftps?|ssh|git)[:/]/?(?!/))"
    r"(?P<told>[^/@:]+(?::.*)?)@",
    re.DOTALL,
)
"""`https//me:password@host`, `//me:password@host`, `https:me:password@host`: a password to people, if not to git."""
_NAMED = r"(?P<kept>[?&](?:access_token|private_token|token|key|password|auth)=)"
IN_QUERY = re.compile(rf"{_NAMED}(?P<told>[^&]+)", re.IGNORECASE)
SPEAKING = re.compile(r"TOKEN|SECRET|PASSW|API_?KEY|PRIVATE_?KEY|CREDENTIAL|AUTH(?!OR)", re.IGNORECASE)
"""Environment variables whose names say that their value is nobody's business."""
KNOWN = (
    re.compile(rf"{_NAMED}[^&\s'\"]+", re.IGNORECASE),
    re.compile(r"(?P<kept>authorization:\s*(?:(?:basic|bearer|token)\s+)?)[^\s'\"]+", re.IGNORECASE),
    re.compile(r"(?P<kept>)\b(?:gh[pousr]_\w{16,}|github_pat_\w{16,}|glpat-[\w-]{16,})"),
)
CONTROLS = re.compile(r"\x1b\[[0-9;?]*[ -/]*[@-~]|[^\S \n]|[\x00-\x09\x0b-\x1f\x7f-\x9f]")


class Mask:
    """Hides secrets: those it was told of, those of the environment and its commands, and whatever looks like one."""

    def __init__(self, secrets: Iterable[str] = ()) -> None:
        known = [*secrets, *_secrets_of_commands()]
        told = {form: _pattern(form) for secret in known for form in (secret, _decoded(secret))}
        told |= {form: re.escape(form) for value in _secrets_of_environment() for form in (value, _decoded(value))}
        longest_first = sorted((form for form in told if len(form) >= SHORTEST), key=lambda form: (-len(form), form))
        self._told = re.compile("|".join(told[form] for form in longest_first)) if longest_first else None

    def __call__(self, text: str) -> str:
        if self._told:  # First: it knows where an address ends.
            text = self._told.sub(_hidden, text)
        text = ADDRESS.sub(_address, text)
        for pattern in (OF_SSH_IN_TEXT, *KNOWN):
            text = pattern.sub(rf"\g<kept>{STARS}", text)
        return clean(text)

    def __repr__(self) -> str:
        return "Mask()"


def clean(text: str) -> str:
    """Without what a terminal would obey."""
    return CONTROLS.sub(" ", text)


def secrets_of_address(address: str) -> Iterator[str]:
    """The password; without one, what stands for the user where that is a token. And their parts, as git may see them.

    `address` may be any setting: it may hold addresses, or none.
    """
    for match in (*ADDRESS.finditer(address), *WHOLE.finditer(address)):
        if not _is_a_name(match):
            yield from _secrets_of(match["who"])
    yield from (match["told"] for match in IN_QUERY.finditer(address))
    if of_ssh := OF_SSH.match(address):
        yield f":{of_ssh['told']}@"  # However short it is.
        yield from (of_ssh["told"], address[of_ssh.start("told") :])
    elif not WHOLE.match(address) and (mistyped := MISTYPED.match(address)):
        yield from _secrets_of(mistyped["told"])
        yield address[mistyped.start("told") :]


def _secrets_of(who: str) -> Iterator[str]:
    user, _, password = who.partition(":")
    yield f"://{who}@"  # However short it is.
    yield who
    yield password
    yield from re.split("[@/?#:]", password)  # In an odd address git takes a part of it for the host.
    if not password or _is_token(who):
        token = who.rpartition(":")[0] or who
        yield token
        yield from re.split("[@/?#:]", token)
    for header in (f"{user}:{password}", _decoded(f"{user}:{password}")):  # As it is sent.
        yield b64encode(header.encode("utf-8", "surrogateescape")).decode()


def secrets_of_header(header: str) -> Iterator[str]:
    """`Authorization: Basic …`, as continuous integration gives it to git."""
    yield header
    yield header.rpartition(" ")[2]


def without_credentials(address: str) -> str:
    """An address as it may be shown."""
    return Mask()(bare(address))


def bare(address: str) -> str:
    """An address without who goes there. Where it is doubtful which part that is, stars stand in its place."""
    match = WHOLE.search(address)
    if match and not _is_a_name(match):
        stars = f"{STARS}@" if re.search("[/@]", match["who"]) else ""
        address = f"{address[: match.start('who')]}{stars}{address[match.end() :]}"
    elif match := OF_SSH.match(address):
        address = f"{match['kept']}{STARS}{address[match.end() :]}"
    elif match := MISTYPED.match(address):
        address = f"{match['kept']}{STARS}@{address[match.end() :]}"
    return IN_QUERY.sub(rf"\g<kept>{STARS}", address)


def guessed(words: str) -> str:
    """What may have been meant for an address, as it may be shown: nobody knows which part of it is a password."""
    before, _, after = words.rpartition("@")
    return without_credentials(f"{STARS}@{after}" if re.search("[:/]", before) else words)


def _hidden(match: re.Match[str]) -> str:
    """Stars in a secret's place; in that of who goes to an address, with what stands around them there."""
    told = match[0]
    before = "://" if told.startswith("://") else ":" if told.startswith(":") and told.endswith("@") else ""
    return f"{before}{STARS}@" if before else STARS


def _address(match: re.Match[str]) -> str:
    return match[0] if _is_a_name(match) else f"{match['scheme']}://{STARS}@"


def _is_a_name(match: re.Match[str]) -> bool:
    """`ssh://git@host` holds no secret."""
    return "ssh" in match["scheme"] and ":" not in match["who"].partition("@")[0]


def _is_token(who: str) -> bool:
    """`TOKEN:x-oauth-basic@`: the secret comes first."""
    return who.rpartition(":")[2] in {"", "x-oauth-basic", "x-token-auth"}


def _secrets_of_environment() -> Iterator[str]:
    for name, value in os.environ.items():
        if SPEAKING.search(name) and len(value) >= SHORTEST_OF_ENVIRONMENT and not value.startswith("/"):
            yield value


def _secrets_of_commands() -> Iterator[str]:
    for name in VARIABLES:
        yield from secrets_of_command(os.environ.get(name, ""))


def _decoded(secret: str) -> str:
    return unquote_to_bytes(secret.encode("utf-8", "surrogateescape")).decode("utf-8", "surrogateescape")


def _pattern(secret: str) -> str:
    """A secret, each character of it in any form in which a message may have it."""
    return "".join(map(_forms, secret))


def _forms(character: str) -> str:
    """As it is, after a backslash, percent-encoded, and as git quotes it for a shell or for C."""
    octets = character.encode("utf-8", "surrogateescape")
    encoded, octal = ("".join(form % octet for octet in octets) for form in ("%%%02x", r"\\%03o"))
    forms = [rf"\\?{re.escape(character)}", f"(?i:{encoded})", octal]
    if character in "'!":
        forms.insert(0, rf"'\\{character}'")
    if not character.isprintable():
        forms += [r"\\[abtnvfr]", r"[?\ufffd]"]
    return f"(?:{'|'.join(forms)})"
