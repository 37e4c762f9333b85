"""Pygments' lexers run by our own loop tell what they tell by theirs."""

from __future__ import annotations

import random
import re
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from pygments.lexers._mapping import LEXERS

from acadfolio.markdown import rules
from acadfolio.markdown.firsts import ANY, first_characters

_NAMES = """
python bash c cpp java javascript json yaml toml ini make r julia matlab fortran rust go haskell lua perl sql tex
docker diff sparql scheme scala ruby css
"""
LANGUAGES = _NAMES.split()
SOURCES = [Path(__file__), Path(rules.__file__), *sorted(Path(__file__).parents[2].joinpath("data").glob("*.yml"))]
# Letters beyond ASCII of which another case is within it, and some that have none.
STRANGE = "\u017f\u212a\u0130\u0131é你🔥\u03b1\x00\x1c"


def _lexer(language: str) -> Any:
    entry = next(entry for entry in LEXERS.values() if language in entry[2])
    found = next(name for name, other in LEXERS.items() if other is entry)
    return getattr(import_module(entry[0]), found)()


def _texts(source: random.Random) -> list[str]:
    """Pieces of files, and the same letters without any order."""
    files = [path.read_text("utf-8") for path in SOURCES]
    letters = "".join(files)[:20_000] + STRANGE * 50
    pieces = [text[start : start + 400] for text in files[:6] for start in [source.randrange(len(text))]]
    return [*pieces, "".join(source.choices(letters, k=400)), "SELECT * FROM ſelf WHERE K = 'İ';\n", ""]


@pytest.mark.parametrize("language", LANGUAGES)
def test_our_loop_finds_the_tokens_that_the_lexers_own_does(language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rules, "WORTH", -1)
    lexer = _lexer(language)
    ours = rules.Rules(lexer)
    for text in _texts(random.Random(language)):  # noqa: S311 - no secrets
        assert list(ours.tokens(text)) == list(lexer.get_tokens_unprocessed(text))


def test_most_of_these_languages_are_run_by_our_loop() -> None:
    assert sum(rules.Rules(_lexer(language)).is_table for language in LANGUAGES) > len(LANGUAGES) / 2


@pytest.mark.parametrize(
    ("pattern", "first"),
    [
        ("abc", "a"),
        ("a?b", "ab"),
        (r"(?<!\.)(x|yz)\b", "xy"),
        (r"(?i)key", "kK"),
        (r"(?s:(?i:q))+", "qQ"),
        ("(?i)\u212a", "iksIKS"),
        (r"(?i)[\u0100-\u0200]", "iksIKS"),
        ("[^\x01-\x7f]+", "\x00"),
        (r"(?:\d*)-", "0123456789-"),
        ("\u0130", ""),
    ],
)
def test_a_pattern_begins_with_what_it_says(pattern: str, first: str) -> None:
    assert first_characters(re.compile(pattern)) == sum(1 << ord(char) for char in set(first))


@pytest.mark.parametrize("pattern", ["", "a*", "a|", r"(?=a)", r".x", r"(a)?\1", "x{0,3}", "[^b]" + "|a" * 2000])
def test_a_pattern_that_may_match_nothing_or_anything_begins_with_anything(pattern: str) -> None:
    assert first_characters(re.compile(pattern)) == ANY
