"""An entry and the fields wanted come in, the fields that it has come out, each with the punctuation before it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from acadfolio.model.values import Text
from acadfolio.theme.words import is_chinese, words_for

if TYPE_CHECKING:
    from collections.abc import Iterable


class Part(Struct, frozen=True):
    """One field of an entry, and what stands between it and the one before.

    `after` is the comma or colon behind a field that has an element of its own: there it looks as the field does.
    """

    field: str
    before: str
    after: str = ""


# A department that is called one takes the article: "in the Department of Physics", but "in Physics".
TAKES_ARTICLE = re.compile(
    r"\[?(?:Department|Dept|School|Faculty|Institute|Cent(?:re|er)|Lab|Division|College|Chair|Group|Section|Graduate)\b"
)
NAMES_A_PLACE = re.compile(
    r"\b(?:Department|School|Faculty|Institute|Cent(?:re|er)|Lab|Laboratory|Division|College|Group|Service|Office)\b"
)
STARTS_SENTENCE = re.compile(r"[^\W\d_]")
COLON_AFTER = {("news", "date"), ("free", "title"), ("teaching", "code"), ("services", "role"), ("services", "area")}
HAS_ELEMENT = {("free", "title")}
"""Besides dates: what is printed in an element of its own, and so takes the comma or colon behind it."""
WIDE_ENDS = "。！？"
SENTENCE_ENDS = f".!?…{WIDE_ENDS}"
FULL_WIDTH = {", ": "，", ": ": "：", ". ": "。"}
NO_TEXT = frozenset({"image", "image_alt", "pinned", "tags", "url"})


def parts_of(entry: Struct, fields: Iterable[str], kind: str, language: str) -> tuple[Part, ...]:
    """The fields that hold something, in their order. Pictures, keywords and switches are no part of the sentence."""
    given = [name for name in fields if name not in NO_TEXT and _has(getattr(entry, name))]
    joints = [
        _in_script(_before(entry, given, position, kind, language), language) for position in range(1, len(given))
    ]
    marks = [_mark(kind, name, joint) for name, joint in zip(given, joints, strict=False)]
    befores = [joint.removeprefix(mark) for joint, mark in zip(joints, marks, strict=True)]
    return tuple(map(Part, given, ["", *befores], [*marks, ""]))


def _mark(kind: str, name: str, joint: str) -> str:
    """The punctuation of a joint that belongs to the field before it."""
    has_element = name == "date" or (kind, name) in HAS_ELEMENT
    return joint[:1].strip() if has_element else ""


def _in_script(joint: str, language: str) -> str:
    """The punctuation of a joint as the language prints it: Chinese signs bring their space with them."""
    if not is_chinese(language):
        return joint
    for sign, wide in FULL_WIDTH.items():
        joint = joint.replace(sign, wide)
    return joint.replace("： ", "：")


def _has(value: Any) -> bool:
    return bool(value) and value is not False


def _before(entry: Struct, given: list[str], position: int, kind: str, language: str) -> str:
    previous, name = given[position - 1], given[position]
    if position == 1 and (kind, previous) in COLON_AFTER:
        return ": "
    if previous == "icon" or (previous, name) == ("code", "course"):
        return " "
    if name in {"links", "materials", "amount"}:
        return " "
    if name == "text":
        return _before_text(getattr(entry, name), language)
    if (end := _text(entry, previous, language)[-1:]) and end in SENTENCE_ENDS:
        return "" if is_chinese(language) and end in WIDE_ENDS else " "
    return _before_word(entry, previous, name, language)


def _before_word(entry: Struct, previous: str, name: str, language: str) -> str:
    words = words_for(language)
    if name == "department" and previous == "role":
        return _before_department(_text(entry, name, language), language)
    if (previous, name) == ("degree", "field"):
        return _before_subject(language)
    if name == "advisors":
        return f", {words['advised_by']} "
    return ", "


def _before_department(department: str, language: str) -> str:
    """As in "Professor in the Department of Physics", "Lecturer in Physics", "Director, Curie Laboratory"."""
    words = words_for(language)
    if TAKES_ARTICLE.match(department) and language.startswith("en"):
        return f" {words['in_the']} "
    return ", " if NAMES_A_PLACE.search(department) else _before_subject(language)


def _before_subject(language: str) -> str:
    """As in "PhD in Physics"; Chinese has no word for it."""
    return ", " if is_chinese(language) else f" {words_for(language)['in']} "


def _before_text(text: Text, language: str) -> str:
    """A text that goes on in small letters belongs to the sentence; one with a capital begins its own."""
    letter = STARTS_SENTENCE.search(re.sub(r"\]\([^)]*\)", "", text.in_language(language)))
    return ", " if letter and letter[0].islower() else ". "


def _text(entry: Struct, name: str, language: str) -> str:
    value = getattr(entry, name)
    return value.in_language(language) if isinstance(value, Text) else str(value)
