"""Separate the title of a citation from the names of its authors."""

from __future__ import annotations

import re

from acadfolio.model.dates import suggested_date
from acadfolio_jekyll.importer.citations import split_names
from acadfolio_jekyll.importer.papers.links import MIN_TITLE, TITLE, TITLE_END
from acadfolio_jekyll.importer.papers.words import (
    ANY_YEAR,
    COMMA,
    EDGES,
    kind_of_venue,
    split_once,
)
from acadfolio_jekyll.importer.publications import valid_names

MARKED_TITLE = re.compile(f"{TITLE}(.*?){TITLE_END}")
YEAR_FIRST = re.compile(rf"\(?({ANY_YEAR})[a-z]?(?:,([^()]*))?(?:\)[.,:]*|[.,]|$)\s*")
"""The year between authors and a title, as in `Noether, E. (1921, May). Ideals`."""
SENTENCE_END = re.compile(
    r"""
    (?: (?<= [^\W\d_] [^\W\d_A-Z] )  # after a word, not after an initial
      | (?<= [\d)\]?!”*†‡#] ) )
    (?<! \bvs ) \. (?: \s+ | $ )
    | \n
    """,
    re.VERBOSE,
)
INITIALS_END = r"(?:(?<=\w\s[A-Z])|(?<=\w\s[A-Z]{2}))\.\s+"
END_OF_NAMES = re.compile(
    rf"[,;]\s+ | {INITIALS_END} | {SENTENCE_END.pattern} | \s+ (?= \({ANY_YEAR} ) | $",
    re.VERBOSE,
)
TEXT_AFTER_NAMES = re.compile(r"\W*(?:\(\d{4}[^()]*\)\W*|\d{4}\s+)?[^\W\d]")
"""The beginning of what follows a comma after names, maybe after a year."""
ABBREVIATION = re.compile(r"\([A-Z][\w/&-]*[A-Z]\w*\)")
LETTER = re.compile(r"[^\W\d]")
TWO_WORDS = re.compile(r"\S\s+\S|[\u3040-\u9fff]{6}")
"""Two words, or six characters of Chinese or Japanese."""
NOT_IN_TITLE = re.compile(
    r"(?i)^et al|\.\.|\n|\bvol$|\((?:equal|corresponding|co-)|\. .*\d{4}$",
)
"""The rest of a list of authors, or a venue."""
FINAL_ETC = re.compile(r",\s+(etc)\.?,?$")
MIXED_NAME = re.compile(r"[^\W\d_a-z][\w.'’-]*(?:\s[^\W\d_a-z][\w.'’-]*){1,3}[*†‡§+#]*")
"""A name in a list of mixed forms, such as `Emmy Noether, Klein F, Gordan P.A.`."""
TITLE_AND_VENUE = 2
"""The number of parts of a sentence that has only these."""


def title_and_authors(text: str) -> tuple[str, list[str], str]:
    """The title, the authors, and the text after both.

    There are no authors if they are not certain.
    """
    if text.count(TITLE) > 1:
        return "", [], text
    if marked := MARKED_TITLE.search(text):
        return marked[1], *_names_beside(marked)
    title, rest = split_once(text, SENTENCE_END)
    readings = [_names_first(text), (title, *_names_after_title(rest))]
    return max(readings, key=lambda reading: len(reading[1]))


def is_title(text: str) -> bool:
    """Whether this can be a title, and nothing else is in it."""
    return TWO_WORDS.search(text) is not None and NOT_IN_TITLE.search(text) is None


def leading_names(text: str) -> tuple[list[str], str]:
    """The longest list of names at the beginning of the first sentence, and the text after it.

    There are none if numbers follow, as the last name may be a venue.
    """
    first_sentence = text[: len(split_once(text, SENTENCE_END)[0]) + 2]
    for end in reversed([*END_OF_NAMES.finditer(first_sentence)]):
        names = _names(text[: end.start()])
        if not names:
            continue
        rest = text[end.end() :]
        may_go_on = end[0][:1] in {",", " "}
        if may_go_on and not TEXT_AFTER_NAMES.match(rest):
            return [], rest
        return names, rest
    return [], text


def _names_beside(title: re.Match[str]) -> tuple[list[str], str]:
    """The authors before or after a marked title, and the text after both."""
    before = title.string[: title.start()].strip(EDGES)
    after = title.string[title.end() :].lstrip(EDGES)
    if not before:
        return _names_after_title(after)
    names, rest = leading_names(before)
    if LETTER.search(rest):
        names = []
    return names, f"{after}, {rest}"


def _names_after_title(text: str) -> tuple[list[str], str]:
    """The authors, who have a line of their own, or begin the text, and the other text."""
    lines = text.split("\n")
    line = max(lines, key=lambda line: 0 if kind_of_venue(line) else len(_names(line)))
    names = _names(line)
    if len(names) > 1 or (names and line is lines[0]):
        return names, "\n".join(other for other in lines if other is not line)
    names, rest = leading_names(text)
    return names, _with_year_last(rest)


def _names_first(text: str) -> tuple[str, list[str], str]:
    """The title after the authors, the authors, and the text after both."""
    names, rest = leading_names(text)
    is_after_comma = text.removesuffix(rest).rstrip().endswith(",")
    rest = _with_year_last(rest)
    if is_after_comma:
        title, rest = _title_between_commas(rest)
    else:
        title, rest = split_once(rest, SENTENCE_END)
    return title, names, rest


def _title_between_commas(text: str) -> tuple[str, str]:
    """The title up to the comma before the venue, or up to the end of the sentence.

    It is empty if neither is certain.
    """
    sentence, rest = split_once(text, SENTENCE_END)
    parts = COMMA.split(sentence)
    if len(parts[0].split()) < MIN_TITLE or _begins_with_name(parts[0]):
        return "", text
    end = _place_of_venue(parts)
    if end is None and LETTER.search(rest):
        return sentence, rest
    if end is None:
        undated = [part for part in parts if not suggested_date(part)]
        end = 1 if len(undated) <= TITLE_AND_VENUE else 0
    return ", ".join(parts[:end]), f"{', '.join(parts[end:])}. {rest}"


def _begins_with_name(part: str) -> bool:
    """Whether the last author is before the title, as in `Emmy Noether: Ideals of rings`."""
    last_author, colon, _ = part.partition(":")
    return bool(colon) and len(last_author.split()) in {2, 3} and bool(_names(last_author))


def _place_of_venue(parts: list[str]) -> int | None:
    """The place of the first part after the title that is a venue."""
    for place, part in enumerate(parts[1:], start=1):
        if kind_of_venue(part) or ABBREVIATION.search(part):
            return place
    return None


def _with_year_last(text: str) -> str:
    """The text with the year between the authors and the title, which it begins with, at its end."""
    year = YEAR_FIRST.match(text)
    return f"{text[year.end() :]}, {year[2] or ''} {year[1]}" if year else text


def _names(text: str) -> list[str]:
    """The names in a list of authors; none if it is no such list."""
    text, *etc = FINAL_ETC.split(text.strip())
    if re.search(r"(?i)\bauthors?\b", text):
        return []
    names = valid_names(split_names(text) or _mixed_names(text)) or []
    return [*names, "etc."] if names and etc else names


def _mixed_names(text: str) -> list[str] | None:
    """The names in a list in which some have their initials last; None if one part is no name."""
    parts = [part.strip() for part in re.split(r",\s*(?:and\s+)?", text)]
    return parts if all(map(MIXED_NAME.fullmatch, parts)) else None
