"""The names of languages in these languages."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Sequence

Tag = TypeVar("Tag", bound=str)

NAMES = Path(__file__).parent / "language_names.txt"
"""On each line a tag and the name."""


def language_name(tag: str) -> str:
    """`Français` for `fr`, `Deutsch (de-CH)` for `de-CH`; of a language that is not known here, its tag."""
    names = _own_names()
    name = names.get(tag.partition("-")[0].lower())
    return names.get(tag, f"{name} ({tag})" if name else tag)


def base_of(tag: str) -> str:
    """The language of a tag without its region, in lower case: `pt` for `pt-BR`."""
    return tag.partition("-")[0].lower()


def spoken_by(tag: str, languages: Sequence[Tag]) -> Tag:
    """The language of a site whose pages have a text in this one: itself, else one with its base, else the first."""
    for language in languages:
        if language.lower() == tag.lower():
            return language
    same = (language for language in languages if base_of(language) == base_of(tag))
    return next(same, languages[0])


@cache
def _own_names() -> dict[str, str]:
    """The names of languages by their tags."""
    lines = NAMES.read_text(encoding="utf-8").splitlines()
    return dict(line.split(" ", 1) for line in lines)
