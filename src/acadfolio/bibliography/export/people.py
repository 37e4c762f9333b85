"""An author comes in, the parts of the name come out as other programs want them: family, given, suffix."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from acadfolio.records.names import PARTICLES, given_first, plain

if TYPE_CHECKING:
    from acadfolio.records.publication import Author

SUFFIX = re.compile(r",?\s+((?:Jr|Sr)\.?|I{2,3}|IV)$")
HAN = re.compile("[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
HOUSE = re.compile(
    r"\b(?:Collaborations?|Consortium|Committee|Universit\w+|Institut\w*|Laborator\w+|Society|Association|Foundation"
    r"|Group|Team|Network|Project|Organi[sz]ation|Company|Inc|Ltd|GmbH|Academy|Council|Commission|Ministry|Agency"
    r"|Centre|Center|Department|Museum|Press)\b|^The\s|[&\d]"
)
"""What stands in the names of houses, and of no person."""


class PersonName(NamedTuple):
    """A name in its parts. A house has a family name alone."""

    family: str
    given: str = ""
    suffix: str = ""
    is_house: bool = False

    @property
    def family_first(self) -> str:
        return ", ".join(part for part in (self.family, self.given, self.suffix) if part)


def name_of(author: Author) -> PersonName:
    """What the author's record says, else what the name tells."""
    if author.family or author.given:
        alone = not author.given and " " in author.family
        return PersonName(author.family or author.given, author.given if author.family else "", author.suffix, alone)
    return _parted(author.name.strip(), author.suffix)


@lru_cache(maxsize=20_000)
def _parted(name: str, suffix: str) -> PersonName:
    if HOUSE.search(name):
        return PersonName(name, is_house=True)
    found = None if suffix else SUFFIX.search(name)
    if found:
        name, suffix = name[: found.start()], found[1]
    family, comma, given = name.partition(",")
    if comma and given.strip() and "," not in given:
        return PersonName(family.strip(), given.strip(), suffix)
    words = given_first(name).split()
    if HAN.search(name):
        return PersonName(words[0], " ".join(words[1:]), suffix)
    start = len(words) - 1
    while start > 1 and plain(words[start - 1]) in PARTICLES:
        start -= 1
    if start == 1 and words[0].islower():  # `van Gogh` alone
        start = 0
    return PersonName(" ".join(words[start:]), " ".join(words[:start]), suffix)
