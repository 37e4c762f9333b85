"""A module's patterns are compiled when they are needed, and behave like those of `re`."""

from __future__ import annotations

import importlib
import pkgutil
import re

import pytest

import acadfolio
from acadfolio.regex import regex


def test_a_pattern_is_compiled_when_it_is_first_used() -> None:
    year = regex(r"(\d{4})-(?P<month>\d\d)")
    assert "match" not in vars(year)
    found = year.search("since 2024-05")
    assert found is not None
    assert found["month"] == "05"
    assert vars(year)["match"].__self__ == re.compile(r"(\d{4})-(?P<month>\d\d)")


def test_flags_bytes_and_every_method_are_those_of_re() -> None:
    assert regex("a", re.IGNORECASE).fullmatch("A")
    assert regex(rb"\d+").findall(b"1 22") == [b"1", b"22"]
    ours, theirs = regex(" +"), re.compile(" +")
    for name in {name for name in dir(theirs) if not name.startswith("_")}:
        mine, yours = getattr(ours, name), getattr(theirs, name)
        assert mine.__self__ == yours.__self__ if callable(yours) else mine == yours


def test_what_no_pattern_has_this_has_neither() -> None:
    with pytest.raises(AttributeError, match="fits"):
        regex("a").fits  # type: ignore[attr-defined] # noqa: B018
    assert repr(regex("a", re.IGNORECASE)).startswith("regex('a', ")


def test_no_pattern_repeats_a_group_possessively() -> None:
    # Python 3.11.0 to 3.11.4 get it wrong, and tests pass on a later one.
    everywhere = {
        f"{name}.{attribute}": value.pattern.decode() if isinstance(value.pattern, bytes) else value.pattern
        for _, name, _ in pkgutil.walk_packages(acadfolio.__path__, "acadfolio.")
        if not name.endswith("__main__")
        for attribute, value in vars(importlib.import_module(name)).items()
        if isinstance(value, re.Pattern | type(regex("")))
    }
    assert len(everywhere) > 200
    assert {place for place, pattern in everywhere.items() if _repeats_possessively(pattern)} == set()


@pytest.mark.parametrize(
    ("pattern", "expected"),
    [
        (r"(?:ab?)*+", True),
        (r"(a)++", True),
        (r"(a){1,3}+", True),
        (r"a*+(?>(?:ab?)*)", False),
        (r"\)*+", False),
        (r"[)]*+", False),
    ],
)
def test_a_group_is_told_from_a_character(pattern: str, expected: bool) -> None:
    assert _repeats_possessively(pattern) is expected


def _repeats_possessively(pattern: str) -> bool:
    without_escapes = re.sub(r"\\.", "x", pattern, flags=re.DOTALL)
    without_sets = re.sub(r"\[\^?\]?[^\]]*\]", "x", without_escapes)
    return re.search(r"\)(?:[*+?]|\{[\d,]+\})\+", without_sets) is not None
