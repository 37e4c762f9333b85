"""The names of languages, in each language itself."""

from __future__ import annotations

OWN_NAMES = {
    "ar": "العربية", "bg": "Български", "ca": "Català", "cs": "Čeština", "da": "Dansk", "de": "Deutsch",
    "el": "Ελληνικά", "en": "English", "eo": "Esperanto", "es": "Español", "et": "Eesti", "eu": "Euskara",
    "fa": "فارسی", "fi": "Suomi", "fr": "Français", "ga": "Gaeilge", "gl": "Galego", "grc": "Ἑλληνική",
    "he": "עברית", "hi": "हिन्दी", "hr": "Hrvatski", "hu": "Magyar", "hy": "Հայերեն", "id": "Bahasa Indonesia",
    "is": "Íslenska", "it": "Italiano", "ja": "日本語", "ka": "ქართული", "ko": "한국어", "la": "Latina",
    "lt": "Lietuvių", "lv": "Latviešu", "mk": "Македонски", "nb": "Norsk bokmål", "nl": "Nederlands",
    "nn": "Norsk nynorsk", "no": "Norsk", "pl": "Polski", "pt": "Português", "ro": "Română", "ru": "Русский",
    "sk": "Slovenčina", "sl": "Slovenščina", "sq": "Shqip", "sr": "Српски", "sv": "Svenska", "th": "ไทย",
    "tr": "Türkçe", "uk": "Українська", "ur": "اردو", "vi": "Tiếng Việt", "yi": "ייִדיש", "zh": "中文",
}  # fmt: skip


def language_name(tag: str) -> str:
    """`Français` for `fr`, `Deutsch (de-CH)` for `de-CH`; of a language that is not known here, its tag."""
    if tag in OWN_NAMES:
        return OWN_NAMES[tag]
    name = OWN_NAMES.get(tag.partition("-")[0].lower())
    return f"{name} ({tag})" if name else tag
