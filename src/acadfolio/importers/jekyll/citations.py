"""The words of academicpages' `citation` come in; what is certain in them comes out: authors, volume, issue, pages."""

from __future__ import annotations

import re

from msgspec import Struct, field

from acadfolio.importers.jekyll.names import split_names
from acadfolio.importers.jekyll.texts import plain_words

YEAR_AT_END = re.compile(
    r"(?:,|(?<!\b\w)\.)?\s*(?:\(\s*(?:\d{4})[a-z]?(?:,[^()]*)?\)|(?<=[\s.,])\d{4}[a-z]?)\s*[.,:]?\s*\Z"
)
SIGNS = " \t.,;:()[]\"'“”‘’«»„*_"
OPENING = " \t,;:\"'“”‘’«»„([*_¿¡"
NUMBERS = re.compile(
    r"""(?:(?:vol(?:ume)?\.?\s*)?(?P<volume>\d{1,4}))?
    (?:\s*\(\s*(?P<issue>\d{1,3}(?:[-–/]\d{1,3})?)\s*\)|,?\s*(?:no\.?|number|issue)\s*(?P<number>\d{1,3}))?
    (?:\s*\(\s*(?P<year>\d{4})\s*\))?
    (?:\s*[,:.]?\s*(?:pp?\.?\s*|pages\s+)?(?<!\d)(?P<pages>\d{1,6}\s*(?:-{1,3}|–|—)\s*\d{1,6}))?
    (?:\s*[,.]?\s*\(?(?P<last>\d{4})\)?)?""",
    re.VERBOSE | re.IGNORECASE,
)
ONE_PAGE = re.compile(r"pp?\.?\s*(?P<pages>\d{1,6})", re.IGNORECASE)
DASH = re.compile(r"\s*(?:-{1,3}|–|—)\s*")


class Cited(Struct, frozen=True):
    """What a citation says. `rest` is what of it nobody understood, as words; `authors` is None likewise."""

    authors: list[str] | None
    facts: dict[str, str] = field(default_factory=dict)
    rest: str = ""
    has_title: bool = True


def cited(citation: str, title: str, venue: str, year: str) -> Cited:
    """`title` and `venue` as the same front matter has them: without the title, nothing is certain."""
    words = plain_words(citation)
    found = _place_of(plain_words(title), words)
    if found is None:
        return Cited(None, rest=words, has_title=False)
    authors = split_names(YEAR_AT_END.sub("", words[: found.start()].rstrip(OPENING)).strip(OPENING))
    tail = words[found.end() :].lstrip(f"{SIGNS}?!")
    where = _place_of(plain_words(venue), tail)
    if where is not None and not tail[: where.start()].strip(SIGNS).removeprefix("In").strip(SIGNS):
        tail = tail[where.end() :]
    facts, rest = _facts(tail.strip(SIGNS.replace("(", "").replace(")", "")), year)
    return Cited(authors, facts, rest)


def _place_of(wanted: str, text: str) -> re.Match[str] | None:
    """Where words stand, whatever signs are between them."""
    words = re.findall(r"\w+", wanted)
    if not words or not text:
        return None
    return re.search(r"(?<!\w)" + r"\W+".join(map(re.escape, words)) + r"(?!\w)", text, re.IGNORECASE)


def _facts(text: str, year: str) -> tuple[dict[str, str], str]:
    """What the numbers behind the venue mean, where they are all that is there."""
    if text.strip(SIGNS) in {"", year}:
        return {}, ""
    match = NUMBERS.fullmatch(text) or ONE_PAGE.fullmatch(text)
    said = {key: value for key, value in match.groupdict().items() if value} if match else {}
    years = {said.pop(key) for key in ("year", "last") if key in said}
    if not said or not years <= {year}:
        return {}, text
    if "number" in said:
        said["issue"] = said.pop("number")
    if "pages" in said:
        said["pages"] = DASH.sub("–", said["pages"])
    return said, ""
