"""A value that cannot be read comes in, a hint at what its author meant comes out. Only mistakes import this."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from acadfolio.model.dates import When
from acadfolio.model.language_names import OWN_NAMES
from acadfolio.model.synonyms import STATUSES
from acadfolio.source.yaml import Scalar

if TYPE_CHECKING:
    from acadfolio.source.yaml import Node

LONGEST = 60
WITHIN_CURLY = re.compile(r"[“”„‘’]([^“”„]*)[“”‘’]")
YEARS = re.compile(r"(\d{4})\s*[-–—/]\s*(\d{4}|\d{2})")
HOST = re.compile(r"[\w-]+(?:\.[\w-]+)+(?:[/:?#]\S*)?")
LANGUAGES = {
    "ar": "arabic",
    "ca": "catalan",
    "cs": "czech",
    "da": "danish",
    "de": "german|allemand|aleman",
    "el": "greek",
    "en": "british|american|englisch|anglais|inglés",
    "es": "spanish|castellano|spanisch|espagnol",
    "fa": "persian|farsi",
    "fi": "finnish",
    "fr": "french|francais|französisch|francés",
    "he": "hebrew",
    "hu": "hungarian",
    "it": "italian|italienisch|italien",
    "ja": "japanese",
    "ko": "korean",
    "nb": "norwegian|norsk|bokmål",
    "nl": "dutch",
    "pl": "polish",
    "pt": "portuguese|portugues",
    "ro": "romanian",
    "ru": "russian",
    "sv": "swedish",
    "tr": "turkish",
    "uk": "ukrainian",
    "vi": "vietnamese",
    "zh": "chinese|mandarin|chinesisch|chinois",
}
"""What others call them, and how their own name is misspelt."""


def language(text: str) -> str:
    """The tag of a language that is called by its name."""
    said = text.strip().lower()
    names = {tag: [own.lower(), *LANGUAGES.get(tag, "").split("|")] for tag, own in OWN_NAMES.items()}
    return next((f"write `{tag}`" for tag, called in names.items() if said and said in called), "")


def web_address(text: str) -> str:
    """An address that lacks nothing but its beginning."""
    return f"write `https://{text}`" if HOST.fullmatch(text) else ""


def year(text: str) -> str:
    """Where what is no year belongs: into the status, or into the date."""
    said = " ".join(text.lower().replace("-", " ").split())
    statuses = [status for status, names in STATUSES.items() if said == status or said in names.split("|")]
    if statuses:
        named = " or ".join(f"`status: {status}`" for status in reversed(statuses))
        return f"leave the year out, and write {named}"
    if years := YEARS.fullmatch(text.strip()):
        first, last = years[1], years[2] if len(years[2]) > len("30") else years[1][:2] + years[2]
        ways = [f"`date: {first}..{last}`"] if int(last) > int(first) else []
    else:
        ways = []
    ways += [f"`date: {text.strip()}`"] if _is_date(text) else []
    return f"write {' or '.join(ways)}" if ways else ""


def _is_date(text: str) -> bool:
    try:
        When.parse(text)
    except ValueError:
        return False
    return True


def straight(text: str) -> str:
    """How a value is quoted that stands between quotes of letters; empty where it does not."""
    found = WITHIN_CURLY.fullmatch(text.strip())
    return f'its quotes are curly: write straight ones, `"{found[1]}"`, or none' if found else ""


def after_comma(pairs: dict[str, tuple[Node, Node]], key: str, rests: list[str]) -> str:
    """How a value keeps its comma of which a part stands here as a key; empty for a further part of the same value.

    `rests` are all such parts among the keys.
    """
    keys = list(pairs)
    here = keys.index(key)
    if here and keys[here - 1] in rests:
        return ""
    how = "in `{…}` a comma ends a value that has no quotes"
    if not here or not isinstance(value := pairs[keys[here - 1]][1], Scalar) or not value.value:
        return how
    parts = [value.value]
    for name in keys[here:]:
        if name not in rests:
            break
        parts.append(name)
    whole = ", ".join(parts)
    return f'{how}: `{keys[here - 1]}: "{whole}"`' if len(whole) <= LONGEST and '"' not in whole else how
