"""A number stands before its noun as people say it."""

from __future__ import annotations

import pytest

from acadfolio.nouns import counted


@pytest.mark.parametrize(("number", "said"), [(0, "0 pages"), (1, "1 page"), (2, "2 pages")])
def test_one_is_one_and_all_else_several(number: int, said: str) -> None:
    assert counted(number, "page") == said


def test_several_may_have_words_of_their_own() -> None:
    assert counted(2, "entry", "entries") == "2 entries"
    assert counted(1, "entry", "entries") == "1 entry"
