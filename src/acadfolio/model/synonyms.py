"""Synonyms for keys, kinds and statuses of publications, for hints."""

from __future__ import annotations

from typing import TYPE_CHECKING

from acadfolio.problems import did_you_mean
from acadfolio.source.yaml import load_table

if TYPE_CHECKING:
    from collections.abc import Collection

CLOSE = 0.75
"""The minimum similarity of a misspelt word to one of a few choices."""


def synonyms() -> dict[str, list[str]]:
    """The synonyms by choice."""
    texts: dict[str, list[str]] = load_table(__file__)
    return texts


def hint_for(word: str, choices: Collection[str], *, cutoff: float = CLOSE) -> str:
    """Suggest the choice with this synonym, else a similar choice, else all of them."""
    bare = " ".join(word.lower().replace("_", " ").replace("-", " ").split())
    for choice in choices:
        if bare in synonyms().get(choice, ()):
            return f"did you mean `{choice}`?"
    return did_you_mean(word, choices, cutoff=cutoff)
