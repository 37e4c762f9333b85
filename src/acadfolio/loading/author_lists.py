"""Report lists of authors in `publications.yml` whose names YAML splits at their commas."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from acadfolio.model.group_names import has_initials
from acadfolio.model.name_parts import SUFFIXES
from acadfolio.model.names import EAST_ASIAN, PARTICLES, fold, is_organization, spellings
from acadfolio.model.publication import NO_PERSON, is_only_initials
from acadfolio.source.yaml import Scalar, Sequence, is_plain, items_of, nodes_in

if TYPE_CHECKING:
    from collections.abc import Iterable
    from collections.abc import Set as AbstractSet

    from acadfolio.model.reading import Reader
    from acadfolio.source.yaml import Node

KEYS = ("authors", "editors", "translators")
MAX_WORDS_OF_PART = 3
MIN_WORDS = 2
MIN_UNKNOWN = 4
"""So many single words in a list are names in parts, even if no name is known.

`[Plato, Aristotle]` are two people.
"""
DEGREE = (
    r"(?:Ph\.?\s?D|M\.?\s?D|D\.?\s?Sc|M\.?\s?Sc|B\.?\s?Sc|M\.?A|Dr\b.*|Prof\b.*|Jr|Sr|I{2,3}|IV)\.?"
)
MEANT = "if each of them is one author, write `{name: …}`"


def check_author_lists(reader: Reader, node: Node, own_names: Iterable[str]) -> None:
    """Report authors that are parts of names, names that are two names, and authors that are only initials.

    own_names: names that are known, such as those of the profile.
    """
    lists = [value for entry in nodes_in(node) for key, value in items_of(entry) if key in KEYS]
    own = _all_spellings(own_names)
    known = own | _all_spellings(_full_names(lists))
    for value in lists:
        names = names_split_at_commas(value, known) if isinstance(value, Sequence) else []
        if names:
            hint = f"put quotes around names with commas: {_as_list(names)}; {MEANT}"
            reader.report(
                value, "YAML splits these names at their commas", hint, rule="split-names"
            )
            continue
        for item in nodes_in(value):
            if isinstance(item, Scalar):
                _check_name(reader, item, own)


def _full_names(lists: Iterable[Node]) -> set[str]:
    """The names of several words in some lists of authors."""
    items = [item for value in lists for item in nodes_in(value) if isinstance(item, Scalar)]
    return {item.value for item in items if len(item.value.split()) >= MIN_WORDS}


def _all_spellings(names: Iterable[str]) -> set[str]:
    return {spelling for name in names for spelling in spellings(name)}


def check_variants(reader: Reader, node: Node) -> None:
    """Report the `variants` of the profile or of people that are parts of names: `[Noether, E.]`."""
    for entry in nodes_in(node):
        keys = dict(items_of(entry))
        variants = keys.get("variants")
        if not isinstance(variants, Sequence):
            continue
        own_names = (item.value for item in nodes_in(keys.get("name")) if isinstance(item, Scalar))
        if names := names_split_at_commas(variants, _all_spellings(own_names)):
            hint = f"put quotes around names with commas: {_as_list(names)}"
            reader.report(
                variants, "YAML splits these names at their commas", hint, rule="split-names"
            )


def _check_name(reader: Reader, item: Scalar, own: AbstractSet[str]) -> None:
    name = item.value.strip()
    if is_only_initials(name):
        hint = f"write the family name too; {MEANT.replace('each of them is one author', 'it is the whole name')}"
        reader.warn(item, f"the author `{name}` is only initials", hint, rule="split-names")
    elif (names := two_full_names(name)) and own.isdisjoint(spellings(name)):
        family, given = names
        hint = f"write each author as an entry: [{family}, {given}]"
        if not is_only_initials(family.split()[0]):
            hint += f"; if it is one person, write {{name: {given} {family}, family: {family}, given: {given}}}"
        reader.report(item, f"`{name}` contains several names", hint, rule="invalid-value")


def _as_list(names: Iterable[str]) -> str:
    return "[" + ", ".join(f'"{name}"' if "," in name else name for name in names) + "]"


def names_split_at_commas(authors: Sequence, known: AbstractSet[str]) -> list[str]:
    """The names of a list that YAML has split into family and given names; empty if each item is a name.

    `[Noether, E., Hasse, H.]` is certain, as no author has only initials. `[Noether, Emmy, Hasse,
    Helmut]` is likely if one of the names is known, or if there are many words.
    """
    items = authors.value
    if not authors.flow_style or not all(isinstance(item, Scalar) for item in items):
        return []
    texts = [item.value.strip() for item in items]
    others = texts[-1:] if texts and texts[-1].lower() in NO_PERSON else []
    texts = texts[: len(texts) - len(others)]
    pairs = _pairs(texts) or _pairs_with_middle_names(texts)
    if not pairs or any(map(_is_never_a_part, texts)):
        return []
    if not _are_split(pairs, items, known):
        return []
    return [*map(", ".join, pairs), *others]


def _are_split(pairs: list[tuple[str, ...]], items: list[Scalar], known: AbstractSet[str]) -> bool:
    """Whether pairs are names in two parts: one part is only initials, one name is known, or there are many words."""
    split = [pair for pair in pairs if len(pair) > 1]
    has_initials_alone = any(is_only_initials(given) for _, given in split)
    is_known = any(_is_known_pair(family, given, known) for family, given in split)
    return has_initials_alone or is_known or _are_many_words(split, items)


def _is_known_pair(family: str, given: str, known: AbstractSet[str]) -> bool:
    """Whether two parts are a known name, maybe with more given names: `Noether, Amalie Emmy`."""
    if not known.isdisjoint(spellings(f"{family}, {given}")):
        return True
    family_words, given_words = set(fold(family).split()), set(fold(given).split())
    for name in known:
        words = set(name.split())
        if (
            len(words) >= MIN_WORDS
            and family_words <= words <= family_words | given_words
            and not words <= given_words
        ):
            return True
    return False


def _are_many_words(pairs: list[tuple[str, ...]], items: list[Scalar]) -> bool:
    """Whether a list is many family and given names in turn, without quotes."""
    are_families = all(_is_family(family) for family, _ in pairs)
    return (
        are_families and MIN_UNKNOWN <= 2 * len(pairs) == len(items) and all(map(is_plain, items))
    )


def _pairs(texts: list[str]) -> list[tuple[str, ...]]:
    """Pairs of a family and a given name; empty without.

    A full name such as `Emmy Noether` stays alone.
    """
    pairs: list[tuple[str, ...]] = []
    position = 0
    while position < len(texts):
        text, following = texts[position], "".join(texts[position + 1 : position + 2])
        if is_full_name(text) and not (_begins_with_particle(text) and is_only_initials(following)):
            pairs.append((text,))
        else:
            pairs.append(tuple(texts[position : position + 2]))
            if len(pairs[-1]) == 1 or not _is_pair(*pairs[-1]):
                return []
        position += len(pairs[-1])
    return pairs


def _pairs_with_middle_names(texts: list[str]) -> list[tuple[str, ...]]:
    """Pairs of which some have several given names, `Hamilton, William R.`; empty unless families are in every pair."""
    pairs: list[tuple[str, ...]] = list(zip(texts[::2], texts[1::2], strict=False))
    if len(texts) != 2 * len(pairs):
        return []
    for family, given in pairs:
        if (
            is_only_initials(family)
            or not _is_family(family)
            or any(map(str.islower, given.split()))
        ):
            return []
    return pairs


def _is_pair(family: str, given: str) -> bool:
    """Whether two texts may be a family and a given name, and the second one is not a full name."""
    has_particle = " " in family
    return not is_only_initials(family) and (has_particle or not is_full_name(given))


def is_full_name(text: str) -> bool:
    """Whether a text has a given and a family name. `van der Waerden` has no given name."""
    if is_only_initials(text):
        return False
    return has_initials(text) or (len(text.split()) >= MIN_WORDS and not _is_family(text))


def _is_family(text: str) -> bool:
    """Whether a text may be a family name: one word, or particles before a word.

    `Di Wu` is a whole name.
    """
    *particles, _ = text.split() or [""]
    return all(word in PARTICLES for word in particles)


def _begins_with_particle(text: str) -> bool:
    """Whether a text begins with a particle in capitals, too, as in `Van der Waerden`."""
    return text.partition(" ")[0].lower() in PARTICLES


def _is_never_a_part(text: str) -> bool:
    """Whether a text is a whole name: of an organization, in capitals, or in Chinese, Japanese or Korean."""
    is_abbreviation = len(text) > 1 and text.isalpha() and text.isupper()
    return (
        is_abbreviation
        or is_organization(text)
        or EAST_ASIAN.search(text) is not None
        or "{" in text
    )


def two_full_names(name: str) -> tuple[str, str] | None:
    """The two names of `Emmy Noether, Helmut Hasse`; None if it may be one name, such as `van der Waerden, B. L.`."""
    first, _, second = (part.strip() for part in name.partition(","))
    if _is_no_pair(name, second) or _may_be_one_person(first, second):
        return None
    return first, second


def _is_no_pair(name: str, second: str) -> bool:
    """Whether a name is not two parts, or not of persons. `second` is what follows its first comma."""
    is_reported = re.search(r"\s(?:and|&)\s|;", name) is not None  # When the name is read.
    return (
        is_reported
        or not second
        or "," in second
        or "{" in name
        or is_organization(name)
        or EAST_ASIAN.search(name) is not None
    )


def _may_be_one_person(first: str, second: str) -> bool:
    """Whether two texts may be a family name and given names, or a name and its suffix."""
    words, other_words = first.split(), second.split()
    if len(words) < MIN_WORDS or len(other_words) < MIN_WORDS:
        return True
    is_suffix = second in SUFFIXES or re.fullmatch(DEGREE, second) is not None
    has_particle = words[0][:1].islower() or not {"y", "e", "i"}.isdisjoint(words)
    if is_suffix or has_particle:
        return True
    if is_only_initials(words[0]):
        return False
    has_particle_at_end = other_words[-1].lower() in PARTICLES
    return has_particle_at_end or any(map(is_only_initials, other_words[1:]))
