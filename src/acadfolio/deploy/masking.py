"""Text that git, a server or the environment had a hand in comes in; the same without anything secret comes out."""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING
from urllib.parse import unquote

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

STARS = "***"
SHORTEST, SHORTEST_OF_ENVIRONMENT = 4, 8
"""Shorter secrets would blacken words; in addresses they are hidden all the same."""
ADDRESS = re.compile(r"(?P<scheme>\w[\w+.-]*)://(?P<who>[^\s'\"/]*|[^\s'\"/@:]+:[^\s'\"@]*)@")
SPEAKING = re.compile(r"TOKEN|SECRET|PASSW|API_?KEY|PRIVATE_?KEY|CREDENTIAL|AUTH(?!OR)", re.IGNORECASE)
"""Environment variables whose names say that their value is nobody's business."""
KNOWN = (
    re.compile(r"(?P<kept>[?&](?:access_token|private_token|token|key|password|auth)=)[^&\s'\"]+", re.IGNORECASE),
    re.compile(r"(?P<kept>authorization:\s*(?:(?:basic|bearer|token)\s+)?)[^\s'\"]+", re.IGNORECASE),
    re.compile(r"(?P<kept>)\b(?:gh[pousr]_\w{16,}|github_pat_\w{16,}|glpat-[\w-]{16,})"),
)
CONTROLS = re.compile(r"\x1b\[[0-9;?]*[ -/]*[@-~]|[^\S \n]|[\x00-\x09\x0b-\x1f\x7f-\x9f]")


class Mask:
    """Hides secrets: those it was told of, those of the environment, and whatever looks like one."""

    def __init__(self, secrets: Iterable[str] = ()) -> None:
        told = {*secrets, *_secrets_of_environment()}
        forms = {form for secret in told for form in (secret, unquote(secret)) if len(form) >= SHORTEST}
        longest_first = sorted(forms, key=lambda form: (-len(form), form))
        self._told = re.compile("|".join(map(re.escape, longest_first))) if longest_first else None

    def __call__(self, text: str) -> str:
        text = ADDRESS.sub(_address, text)
        if self._told:
            text = self._told.sub(STARS, text)
        for pattern in KNOWN:
            text = pattern.sub(rf"\g<kept>{STARS}", text)
        return CONTROLS.sub(" ", text)

    def __repr__(self) -> str:
        return "Mask()"


def secrets_of_address(address: str) -> Iterator[str]:
    """The password; without one, what stands for the user where that is a token."""
    match = ADDRESS.search(address)
    if match and not _is_a_name(match):
        yield from (part for part in (match["who"].partition(":")[2], match["who"]) if part)
        if ":" not in match["who"] or _is_token(match["who"]):
            yield match["who"].partition(":")[0]


def secrets_of_header(header: str) -> Iterator[str]:
    """`Authorization: Basic …`, as continuous integration gives it to git."""
    yield header
    yield header.rpartition(" ")[2]


def without_credentials(address: str) -> str:
    """An address as it may be shown."""
    shown = ADDRESS.sub(lambda match: match[0] if _is_a_name(match) else f"{match['scheme']}://", address)
    return Mask()(shown)


def _address(match: re.Match[str]) -> str:
    return match[0] if _is_a_name(match) else f"{match['scheme']}://{STARS}@"


def _is_a_name(match: re.Match[str]) -> bool:
    """`ssh://git@host` holds no secret."""
    return "ssh" in match["scheme"] and ":" not in match["who"]


def _is_token(who: str) -> bool:
    """`TOKEN:x-oauth-basic@`: the secret comes first."""
    return who.partition(":")[2] in {"", "x-oauth-basic", "x-token-auth"}


def _secrets_of_environment() -> Iterator[str]:
    for name, value in os.environ.items():
        if SPEAKING.search(name) and len(value) >= SHORTEST_OF_ENVIRONMENT and not value.startswith("/"):
            yield value
