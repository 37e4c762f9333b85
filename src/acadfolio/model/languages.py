"""The names of languages in these languages."""

from __future__ import annotations

from functools import cache
from pathlib import Path

NAMES = Path(__file__).parent / "language_names.txt"
"""On each line a tag and the name."""


def language_name(tag: str) -> str:
    """`Français` for `fr`, `Deutsch (de-CH)` for `de-CH`; of a language that is not known here, its tag."""
    names = _own_names()
    name = names.get(tag.partition("-")[0].lower())
    return names.get(tag, f"{name} ({tag})" if name else tag)


@cache
def _own_names() -> dict[str, str]:
    """The names of languages by their tags."""
    lines = NAMES.read_text(encoding="utf-8").splitlines()
    return dict(line.split(" ", 1) for line in lines)
