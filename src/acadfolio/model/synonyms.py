"""What other programs and people call the kinds and states of publications."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from acadfolio.problems import did_you_mean
from acadfolio.source.yaml import texts_of

if TYPE_CHECKING:
    from collections.abc import Collection

CLOSE = 0.75
"""How near a word must be to a choice of few words to be taken for a slip of it."""
FILE = Path(__file__).with_suffix(".yml")


@cache
def synonyms() -> dict[str, list[str]]:
    """By the choice that is meant."""
    texts: dict[str, list[str]] = texts_of(FILE.read_text(encoding="utf-8"))
    return texts


def hint_at(word: str, choices: Collection[str]) -> str:
    """The choice that a word is a synonym of, else the one that is spelt almost so, else all of them."""
    bare = " ".join(word.lower().replace("_", " ").replace("-", " ").split())
    for choice in choices:
        if bare in synonyms().get(choice, ()):
            return f"did you mean `{choice}`?"
    return did_you_mean(word, choices, cutoff=CLOSE)
