"""The fonts of a CV: those of a language, and a font that has a character."""

from __future__ import annotations

import unicodedata

BY_LANGUAGE = {
    "ar": ("Noto Naskh Arabic", "Amiri"),
    "fa": ("Noto Naskh Arabic", "Amiri"),
    "he": ("Noto Serif Hebrew",),
    "ja": ("Noto Serif CJK JP", "Source Han Serif"),
    "ko": ("Noto Serif CJK KR", "Source Han Serif K"),
    "ur": ("Noto Naskh Arabic", "Amiri"),
    "zh": ("Noto Serif CJK SC", "Source Han Serif SC", "Noto Serif SC"),
    "zh-hant": ("Noto Serif CJK TC", "Source Han Serif TC", "Noto Serif TC"),
    "zh-hk": ("Noto Serif CJK HK", "Noto Serif CJK TC", "Noto Serif HK"),
    "zh-tw": ("Noto Serif CJK TC", "Source Han Serif TC", "Noto Serif TC"),
}
"""Fonts for languages in scripts that the fonts of Typst do not have, by the language."""
LAST_LATIN = "\u02ff"
WITH_FONTS = (
    "LATIN",
    "GREEK",
    "CYRILLIC",
    "MODIFIER",
    "MATHEMATICAL",
    "DOUBLE-STRUCK",
    "SCRIPT",
    "MICRO",
)
"""The beginnings of the names of letters that Typst's fonts for text and formulas have."""
HAN = frozenset({"CJK", "KANGXI", "IDEOGRAPHIC", "FULLWIDTH"})
WITH_HAN = frozenset({"ja", "ko", "zh"})
"""The languages that have Han characters in forms of their own."""
KANA = frozenset({"HIRAGANA", "KATAKANA"})
SYMBOLS, EMOJI = "Noto Sans Symbols 2", "Noto Emoji"
PRIVATE = "Co"
"""The category of characters to which anybody can give a meaning. An archive does not accept them in a PDF."""
MEANINGLESS = frozenset({PRIVATE, "Cn", "Cs", "Cc"})
"""The categories of private, unassigned and control characters, and of halves of characters."""
FIRST_EMOJI = "\U0001f000"


def fonts_of_language(tag: str) -> tuple[str, ...]:
    """Fonts for the script of a language; none for those that Typst's fonts have."""
    tag = tag.lower()
    return BY_LANGUAGE.get(tag) or BY_LANGUAGE.get(tag.partition("-")[0], ())


def script_fonts(tag: str) -> tuple[str, ...]:
    """Fonts for all scripts that Typst's fonts do not have, those of a language first."""
    others = (font for fonts in BY_LANGUAGE.values() for font in fonts)
    return tuple(dict.fromkeys([*fonts_of_language(tag), *others]))


def other_letters(text: str) -> str:
    """The letters of a text that are of other scripts than those for which Typst has fonts, each once."""
    letters = dict.fromkeys(
        character for character in text if character > LAST_LATIN and character.isalpha()
    )
    return "".join(
        letter for letter in letters if not unicodedata.name(letter, "").startswith(WITH_FONTS)
    )


def is_meaningless(character: str) -> bool:
    """Whether a character has no meaning outside of one program or font, so that no other font has it."""
    return unicodedata.category(character) in MEANINGLESS


def font_with(character: str, language: str) -> str:
    """The name of a free font that has a character, in the forms of a language."""
    script = unicodedata.name(character, "").partition(" ")[0]
    if script in HAN:
        has_han = language.partition("-")[0].lower() in WITH_HAN
        return fonts_of_language(language if has_han else "zh")[0]
    if script in KANA:
        return "Noto Serif CJK JP"
    if script == "HANGUL":
        return "Noto Serif CJK KR"
    if script == "ARABIC":
        return "Noto Naskh Arabic"
    if character >= FIRST_EMOJI:
        return EMOJI
    return f"Noto Serif {script.title()}" if unicodedata.category(character)[0] in "LM" else SYMBOLS
