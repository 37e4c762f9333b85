"""The names of one list come in; those whose family name is in capitals come out, as the others of the list show it.

Alone `LI Si` may be initials, as `JA Smith` is. Beside `ZHANG San` it is not.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from acadfolio.model.names import LOUD, are_given, is_loud

if TYPE_CHECKING:
    from collections.abc import Iterable

SHORTEST = 2
SYLLABLE = re.compile(
    r"(?:[BPMFDTNLGKHRZCSWY]|[ZCS]H)?(?:A[ION]?|E[IN]?|OU?|ANG|ENG|ONG|U[AOIN]?|UE|UAN|UANG)"
    r"|[BPMDTNLJQXY]?(?:I[AEUN]?|IAO|IAN|ING|IANG|IONG)|[JQX]U[EN]?|[JQX]UAN|KIM|ABE|ITO|[LM]EE|YOO"
)
"""Short family names of East Asia. `MEA` is none."""


def families_in_capitals(names: Iterable[str]) -> dict[str, tuple[str, str]]:
    """The family and the given names of those, by the name; those that are plain alone are known without."""
    people = {name: words for name in names if len(words := name.split()) > 1 and "," not in name}
    first = {name: (words[0], words[1:]) for name, words in people.items()}
    last = {name: (words[-1], words[:-1]) for name, words in people.items()}
    return _shown(first, LOUD - 1) or _shown(last, LOUD)


def _shown(people: dict[str, tuple[str, list[str]]], least: int) -> dict[str, tuple[str, str]]:
    """Those who are meant, where one of several has a family name of at least so many letters.

    Names of two letters, and all of them where none has more than the least, have to sound as in East Asia.
    """
    loud = {name: parts for name, parts in people.items() if is_loud(parts[0], SHORTEST) and are_given(parts[1])}
    longest = max((len(family) for family, _ in loud.values()), default=0)
    are_initials = any(_are_initials(word) for word, _ in people.values())
    short = [family for family, _ in loud.values() if longest == least or len(family) == SHORTEST]
    is_plain = all(map(SYLLABLE.fullmatch, short))
    if len(loud) < SHORTEST or longest < least or are_initials or not is_plain:
        return {}
    return {name: (family.capitalize(), " ".join(given)) for name, (family, given) in loud.items()}


def _are_initials(word: str) -> bool:
    return len(word) > 1 and word.isalpha() and word.isupper() and not is_loud(word, SHORTEST)
