"""Two values of one field come in; whether one says the same as the other, only shorter, comes out.

Google Scholar cuts lists of authors after a few names, and many programs abbreviate journals.
"""

from __future__ import annotations

import re
from itertools import zip_longest
from typing import TYPE_CHECKING, Any

from acadfolio.model.name_parts import parts_of
from acadfolio.model.names import plain
from acadfolio.model.publication import Author
from acadfolio.model.values import Text

if TYPE_CHECKING:
    from collections.abc import Sequence

SMALL_WORDS = " a an and de der des die du et for fur in la le of on the to und with "
NO_LETTER = re.compile(r"[\W\d_]+")
SHORTEST = 2
"""So many letters make an acronym."""


def is_shorter(value: Any, other: Any) -> bool:
    """Whether the other value says all that this one does, and more."""
    if isinstance(value, Text) and isinstance(other, Text):
        return is_abbreviation(value.by_language[0][1], other.by_language[0][1]) if value and other else False
    if isinstance(value, tuple) and isinstance(other, tuple) and value and isinstance(value[0], Author):
        return _is_cut(value, other)
    return False


def _is_cut(authors: Sequence[Author], others: Sequence[Author]) -> bool:
    """Whether a list ends in "and others" where the other one, with the same people at its beginning, goes on."""
    named, theirs = ([author for author in of if author.is_person] for of in (authors, others))
    is_cut = len(named) < len(authors)
    goes_on = len(theirs) > len(named) or len(theirs) == len(others)
    return (
        is_cut and goes_on and len(theirs) >= len(named) and [*map(_last, named)] == [*map(_last, theirs)][: len(named)]
    )


def _last(author: Author) -> str:
    """The last word of the family name: particles are written in many ways."""
    return plain(parts_of(author).family).rpartition(" ")[2]


def is_abbreviation(short: str, whole: str) -> bool:
    """Whether a name is the other one's: `Phys. Rev. Lett.` or `PRL` of `Physical Review Letters`."""
    words, all_words = _words(short), _words(whole)
    if len("".join(words)) >= len("".join(all_words)) or not words:
        return False
    if len(words) == 1 and short.strip().isupper() and len(words[0]) >= SHORTEST:
        return words[0] in {"".join(word[0] for word in all_words), "".join(word[0] for word in plain(whole).split())}
    pairs = zip_longest(words, all_words, fillvalue="")
    return all(_is_short_for(word, whole_word) for word, whole_word in pairs)


def _words(name: str) -> list[str]:
    return [word for word in NO_LETTER.sub(" ", plain(name)).split() if f" {word} " not in SMALL_WORDS]


def _is_short_for(word: str, whole: str) -> bool:
    """Whether the letters of one stand in the other in their order, from the same beginning: `Natl` of `National`."""
    return bool(word) and bool(re.match(".*".join(word), whole))
