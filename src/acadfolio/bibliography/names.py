"""A field with names comes in (`Curie, Marie and Laborde, Albert and others`), its authors come out."""

from __future__ import annotations

import html
import re
from typing import TYPE_CHECKING

from acadfolio.bibliography.markup import without_markup
from acadfolio.bibliography.one_name import (
    MAY_HOLD_MARKS,
    Parts,
    author_of,
    bare_of,
    made,
    outside_braces,
    with_letters,
)
from acadfolio.model.names import CJK, SHORT
from acadfolio.model.publication import FIRST_HAN, Author
from acadfolio.problems import Location

if TYPE_CHECKING:
    from acadfolio.bibliography.entries import RawValue
    from acadfolio.problems import Problems

DANGLING = re.compile(r"\A(?:\s*and\b(?=\s|\Z))+|(?<!,)(?:\s+and\b)+\s*\Z|(?<=\sand)(?:\s+and)+(?=\s)", re.IGNORECASE)
AND = re.compile(r"\s+and\s+", re.IGNORECASE)
OTHERS = re.compile(r"\{?(?:others|et\.?\s+al\.?|etc\.?|\.\.\.|…|\\l?dots(?:\{\})?|等人?)\}?", re.IGNORECASE)
AND_OTHERS = re.compile(
    r"(?<=\S)[,\s]+(?:et\.?\s+al\.?|\.\.\.|…|\\l?dots(?:\{\})?|等人?)\s*\Z" rf"|(?<=[{CJK}]{{2}})等人?\s*\Z",
    re.IGNORECASE,
)
SAYS_OTHERS = ("al", "..", "…", "dots", "等")
OTHER_MARKS = re.compile(r"\s*[;；、]\s*|\s+\\?&\s+")
INITIALS = re.compile(r"(?:[^\W\d_]\.?[\s-]*){1,4}")
SUFFIX = re.compile(r"(?:Jr|Sr|II|III|IV|2nd|3rd|M\.?D|Ph\.?\s?D)\.?", re.IGNORECASE)
INITIAL_FIRST = re.compile(r"\s*[^\W\d_]\.[\s~-]*[^\W\d_]{2}")
"""`C. Mattusch`: no family name begins so, and a comma behind it parts two people."""
TWO_WORDS = re.compile(r"\S+[\s~]+\S+")
EDITORS = re.compile(r"\s*\((?:eds?|hrsg|hg|dir)\.?\)\s*\Z", re.IGNORECASE)
"""`(eds.)` behind the last name, which says what the field says."""
SAID = {",": "commas alone", " ": "spaces alone"}
MOST_COMMAS = 2
AUTHORS_END = Author(name="others")


def authors_of(value: RawValue, problems: Problems | None = None, file: str = "") -> tuple[Author, ...]:
    """The authors in order. A list that ends in "and others" ends in one who is no person."""
    text = without_markup(value.text) if value.is_latex else html.unescape(value.text)
    text, remarks = _without_house(DANGLING.sub("", text).strip())
    names: list[str] = []
    written = _names(text)
    remarks += _mixed_in(written) if len(written) > 1 and written[0].count(",") == 1 else []
    for name in written:
        parts, remark = _parts(with_letters(name) if value.is_latex else name)
        remarks += [remark] if remark else []
        names += parts
    found = [(name, author) for name in names for author in _authors(name, is_latex=value.is_latex)]
    authors = _with_families(found) if len(names) > 1 and SHORT.search(text) else [author for _, author in found]
    if problems is not None:
        for remark in dict.fromkeys(remarks):
            hint = "names are parted by the word `and`: Curie, Marie and Curie, Pierre"
            problems.warn(Location(file, value.line), remark, hint)
    return tuple(authors)


def _with_families(found: list[tuple[str, Author]]) -> list[Author]:
    """The authors of names, where `LI Si` beside `ZHANG San` is Si Li."""
    from acadfolio.model.loud_names import families_in_capitals  # Few names are in capitals.

    names = [" ".join(bare_of(name)[0].replace("~", " ").split()) if author.is_person else "" for name, author in found]
    families = families_in_capitals(names)
    return [
        (made(Parts(*families[name]), author.marks) or author) if name in families else author
        for name, (_, author) in zip(names, found, strict=True)
    ]


def without_marks(names: str) -> str:
    """The field as it is, but for what marks names: `Curie, Marie*`."""
    if not MAY_HOLD_MARKS.search(names):
        return names
    bare = (bare_of(name)[0] for name in _names(names))
    return " and ".join(bare)


def _without_house(text: str) -> tuple[str, list[str]]:
    """`{{Curie, Marie and Curie, Pierre}}`: braces around all of a list make one house of it, by mistake."""
    inner = text[1:-1]
    if not text.startswith("{") or outside_braces(text).strip("\0"):
        return text, []
    names = AND.split(inner)
    if len(names) > 1 and all("," in name for name in names):
        return inner, ["braces around the whole list of names would make one name of it"]
    return text, []


def _names(text: str) -> list[str]:
    """The names between the words `and`. bibtexparser's own way loses the accent of an École behind it."""
    return _between(AND, text) if text else []


def _between(mark: re.Pattern[str], text: str) -> list[str]:
    """The parts of a text between marks that no brace encloses."""
    ends = [0, *(place for found in mark.finditer(outside_braces(text)) for place in found.span()), len(text)]
    return [text[start:end] for start, end in zip(ends[::2], ends[1::2], strict=True)]


def _parts(name: str) -> tuple[list[str], str]:
    """The names in what should be one name, and what is to say about that."""
    if max(name, default="") >= FIRST_HAN and "{" not in name:
        from acadfolio.model.han_names import listed_names  # Few names have other letters.

        listed = listed_names(name)
        if listed and len(listed.names) - ("others" in listed.names) > 1:
            return listed.names, f"names are parted here by {SAID.get(listed.sign) or f'`{listed.sign}`'}"
        name = name.replace("，", ",")
    if any(sign in name for sign in "&;；、") and (mark := OTHER_MARKS.search(outside_braces(name))):
        return _between(OTHER_MARKS, name), f"names are parted here by `{mark[0].strip()}`"
    commas = name.count(",")
    if commas and (parts := _between_commas(name, commas)):
        return parts, "names are parted here by commas alone"
    if commas > MOST_COMMAS and "=" not in name and outside_braces(name).count(",") > MOST_COMMAS:
        return [name], f"`{name}` has more commas than a name can have"
    return [name], ""


def _between_commas(name: str, commas: int) -> list[str]:
    """The names of a list that has commas alone; nothing for the commas of one name."""
    if "=" in name or (commas < MOST_COMMAS and not INITIAL_FIRST.match(name)):
        return []
    parts = [part.strip() for part in name.split(",")] if "{" not in name else []
    whole = [part for part in parts if part]
    if any(SUFFIX.fullmatch(part) for part in whole):
        return []
    if len(whole) % 2 == 0 and len(whole) > MOST_COMMAS and all(INITIALS.fullmatch(part) for part in whole[1::2]):
        return [f"{family}, {given}" for family, given in zip(whole[::2], whole[1::2], strict=True)]
    return whole if len(whole) > 1 and (all(map(TWO_WORDS.match, whole)) or commas > MOST_COMMAS) else []


def _mixed_in(names: list[str]) -> list[str]:
    """What is to say of `Sophie Germain, Emmy Noether and Marie Curie`, whose first two are one name by its comma."""
    first, *others = names
    parts = first.split(",")
    is_mixed = len(parts) == MOST_COMMAS and "{" not in first and all(TWO_WORDS.match(part.strip()) for part in parts)
    if (
        is_mixed
        and not INITIAL_FIRST.match(first)
        and all("," not in name and TWO_WORDS.match(name.strip()) for name in others)
    ):
        return [f"`{first.strip()}` is one name here, by its comma"]
    return []


def _authors(name: str, *, is_latex: bool) -> list[Author]:
    """The author of a name, with those who follow unnamed."""
    name = (EDITORS.sub("", name) if name.endswith(")") else name).strip(" ,;\n\t")
    if OTHERS.fullmatch(name):
        return [AUTHORS_END]
    bare = AND_OTHERS.sub("", name) if any(sign in name for sign in SAYS_OTHERS) else name
    author = author_of(bare, is_latex=is_latex)
    return ([author] if author else []) + ([AUTHORS_END] if bare != name else [])
