"""A number stands before its noun as people say it."""

from __future__ import annotations

from acadfolio.theme.dates import english_ordinal
from acadfolio.wording import counted
from cases import every_case


@every_case(("number", "said"), [(0, "0 pages"), (1, "1 page"), (2, "2 pages")])
def test_one_is_one_and_all_else_several(number: int, said: str) -> None:
    assert counted(number, "page") == said


def test_several_may_have_words_of_their_own() -> None:
    assert counted(2, "entry", "entries") == "2 entries"
    assert counted(1, "entry", "entries") == "1 entry"


def test_an_ordinal_has_its_english_ending() -> None:
    said = [
        english_ordinal(number) for number in (1, 2, 3, 4, 10, 11, 12, 13, 21, 22, 101, 111, 123)
    ]
    assert " ".join(said) == "1st 2nd 3rd 4th 10th 11th 12th 13th 21st 22nd 101st 111th 123rd"
