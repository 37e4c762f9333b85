"""Read BibLaTeX's annotations of names (`author+an = {1=equal; 2:family=highlight}`) as marks of authors."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from msgspec.structs import replace

if TYPE_CHECKING:
    from acadfolio.bibliography.entries import RawEntry
    from acadfolio.model.publication import Author

ANNOTATION = re.compile(r"\A\s*(\d+)(?::[\w-]+)?\s*=\s*(.*)")
MEANINGS = {
    "equal": r"(?:co-?)?equal\w*.*|co-?first.*|joint.*|\*",
    "corresponding": r"corr\w*.*|✉",
    "lead": r"(?:project ?)?lead\w*|†",
    "me": r"highlight\w*|me|myself|self|own|bold\w*",
}


def with_annotations(authors: tuple[Author, ...], entry: RawEntry) -> tuple[Author, ...]:
    """The authors with the marks of `author+an`, of its named variants, and of `equal = {1,2}`."""
    flags: dict[int, dict[str, bool]] = {}
    for name, value in entry.fields.items():
        if name.startswith("author+an"):
            for part in value.text.split(";"):
                if match := ANNOTATION.fullmatch(part):
                    flags.setdefault(int(match[1]), {}).update(_flags(match[2]))
    equal = entry.plain("equal")
    if re.fullmatch(r"[\d,;\s]+", equal):
        for number in re.findall(r"\d{1,4}", equal):
            flags.setdefault(int(number), {})["equal"] = True
    return tuple(
        replace(author, **flags[number]) if number in flags and author.is_person else author
        for number, author in enumerate(authors, start=1)
    )


def _flags(annotation: str) -> dict[str, bool]:
    words = [word.strip(" \"'{}").lower() for word in annotation.split(",")]
    return {
        flag: True
        for flag, meaning in MEANINGS.items()
        if any(re.fullmatch(meaning, word) for word in words)
    }
