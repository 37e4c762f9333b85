"""A word of YAML comes in, whether it says yes or no comes out, if it does either."""

from __future__ import annotations

TRUTH = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}
"""In small letters; `True` and `TRUE` say the same."""


def truth_of(text: str) -> bool | None:
    """None for what says neither."""
    return TRUTH.get(text.lower())


def as_words(yes: str, no: str = "") -> dict[str, str]:
    """All such words in small letters, for a value that has these two and others beside."""
    return {word: yes if says else no for word, says in TRUTH.items()}
