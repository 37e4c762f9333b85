"""The forms of words with a number, by Unicode's rules for whole numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

ONE, TWO, FEW, MANY, OTHER = "one", "two", "few", "many", "other"
TEENS = range(11, 15)
"""Numbers that end a larger one as teens do, in Slavic languages: 12 and 112."""


def _never(_number: int) -> str:
    """As in Chinese: `1 分钟`, `2 分钟`."""
    return OTHER


def _one(number: int) -> str:
    """As in English: `1 minute`, `2 minutes`."""
    return ONE if number == 1 else OTHER


def _up_to_one(number: int) -> str:
    """As in French: `0 minute`, `1 minute`, `2 minutes`."""
    return ONE if number <= 1 else OTHER


def _arabic(number: int) -> str:
    """As in `دقيقة`, `دقيقتان`, `3 دقائق`, `11 دقيقة`."""
    if number in {1, 2}:
        return ONE if number == 1 else TWO
    return (
        FEW if number % 100 in range(3, 11) else MANY if number % 100 in range(11, 100) else OTHER
    )


def _hebrew(number: int) -> str:
    return {1: ONE, 2: TWO}.get(number, OTHER)


def _east_slavic(number: int) -> str:
    """As in Russian: `21 цитирование`, `22 цитирования`, `25 цитирований`."""
    if number % 10 == 1 and number % 100 not in TEENS:
        return ONE
    return _slavic_few(number)


def _polish(number: int) -> str:
    """As in `1 cytowanie`, `22 cytowania`, `21 cytowań`."""
    return ONE if number == 1 else _slavic_few(number)


def _slavic_few(number: int) -> str:
    return FEW if number % 10 in {2, 3, 4} and number % 100 not in TEENS else MANY


RULES: dict[str, Callable[[int], str]] = {
    "ar": _arabic,
    "fa": _up_to_one,
    "fr": _up_to_one,
    "he": _hebrew,
    "id": _never,
    "ja": _never,
    "ko": _never,
    "pl": _polish,
    "pt": _up_to_one,
    "ru": _east_slavic,
    "uk": _east_slavic,
    "vi": _never,
    "zh": _never,
}
"""The rules of languages; all others have that of English."""


def plural_form(number: int, language: str) -> str:
    """The form of a word with a number: `one`, `two`, `few`, `many` or `other`."""
    return RULES.get(language.partition("-")[0].lower(), _one)(number)
