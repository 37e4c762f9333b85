"""A module's patterns are compiled when they are needed, and behave like those of `re`."""

from __future__ import annotations

import re

import pytest

from acadfolio.regex import regex


def test_a_pattern_is_compiled_when_it_is_first_used() -> None:
    year = regex(r"(\d{4})-(?P<month>\d\d)")
    assert "match" not in vars(year)
    found = year.search("since 2024-05")
    assert found is not None
    assert found["month"] == "05"
    assert vars(year)["match"] == re.compile(r"(\d{4})-(?P<month>\d\d)").match


def test_flags_bytes_and_every_method_are_those_of_re() -> None:
    assert regex("a", re.IGNORECASE).fullmatch("A")
    assert regex(rb"\d+").findall(b"1 22") == [b"1", b"22"]
    ours, theirs = regex(" +"), re.compile(" +")
    for name in {name for name in dir(theirs) if not name.startswith("_")}:
        assert getattr(ours, name) == getattr(theirs, name)


def test_what_no_pattern_has_this_has_neither() -> None:
    with pytest.raises(AttributeError, match="fits"):
        regex("a").fits  # type: ignore[attr-defined] # noqa: B018
    assert repr(regex("a", re.IGNORECASE)).startswith("regex('a', ")
