"""A language's tag comes in, babel's name for it comes out; and the table of all names that bibliographies have."""

from __future__ import annotations

LANGUAGES = {
    "en": "english american british usenglish ukenglish canadian australian newzealand eng en_us en_gb",
    "de": "ngerman german austrian naustrian swissgerman nswissgerman deutsch ger deu",
    "fr": "french francais français acadian canadien fre fra", "es": "spanish español espanol spa",
    "zh": "chinese chi zho",
    "it": "italian italiano ita", "pt": "portuguese portuges português por", "nl": "dutch nederlands dut nld",
    "pt-BR": "brazilian brazil", "ja": "japanese jpn", "ru": "russian rus", "pl": "polish polski pol",
    "cs": "czech cze ces",
    "sv": "swedish swe", "da": "danish dan", "nb": "norwegian norsk nor nob", "nn": "nynorsk nno", "fi": "finnish fin",
    "hu": "hungarian magyar hun", "el": "greek gre ell", "tr": "turkish tur", "ko": "korean kor", "ar": "arabic ara",
    "he": "hebrew heb", "ca": "catalan cat", "eu": "basque baq eus", "gl": "galician glg", "ro": "romanian rum ron",
    "sk": "slovak slo slk", "sl": "slovene slovenian slv", "hr": "croatian hrv", "sr": "serbian srp",
    "bg": "bulgarian bul",
    "uk": "ukrainian ukr", "la": "latin lat", "et": "estonian est", "lv": "latvian lav", "lt": "lithuanian lit",
    "id": "indonesian ind", "vi": "vietnamese vie", "fa": "persian farsi per fas", "hi": "hindi hin",
    "is": "icelandic isl",
}  # fmt: skip
"""The names that bibliographies have for languages: babel's own is the first."""


def babel_name(tag: str) -> str:
    """`ngerman` for `de`, and for `de-CH`, whose own name would say more than readers take back; else the tag."""
    names = LANGUAGES.get(tag) or LANGUAGES.get(tag.partition("-")[0], tag)
    return names.partition(" ")[0]
