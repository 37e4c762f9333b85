"""A RIS file comes in (Zotero, EndNote, Scopus, Web of Science, PubMed), its entries come out with BibLaTeX's names."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from msgspec import Struct, field

from acadfolio.bibliography.entries import RawEntry, RawValue
from acadfolio.bibliography.statuses import status_in
from acadfolio.model.dates import in_digits
from acadfolio.model.name_parts import HOUSE, parts_of
from acadfolio.model.names import PARTICLES
from acadfolio.model.publication import Author

if TYPE_CHECKING:
    from acadfolio.problems import Problems
    from acadfolio.source.text import Source

TAG = re.compile(r"\s*([A-Z][A-Z0-9])(?: ? -(?: (.*)|)| {2}-(\S.*))|\s*([a-z][a-z0-9]) {2}- ?(.*)")
"""A tag and its value; without the space behind the dash, or in small letters, where there are two before it."""
TYPES = {
    "JOUR": "article", "MGZN": "article", "NEWS": "article", "EJOUR": "article", "INPR": "article", "ABST": "article",
    "JFULL": "periodical", "CONF": "inproceedings", "CPAPER": "inproceedings", "BOOK": "book", "EBOOK": "book",
    "WHOLE": "book", "EDBOOK": "collection", "SER": "book", "CHAP": "incollection", "ECHAP": "incollection",
    "ENCYC": "inreference", "DICT": "inreference", "THES": "thesis", "RPRT": "report", "GOVDOC": "report",
    "STAND": "report", "PAT": "patent", "COMP": "software", "DATA": "dataset", "AGGR": "dataset", "DBASE": "dataset",
    "UNPB": "unpublished", "MANSCPT": "unpublished", "ELEC": "online", "BLOG": "online", "WEB": "online",
    "ICOMM": "online",
    "PAMP": "booklet", "GEN": "misc", "SLIDE": "presentation", "VIDEO": "video", "MPCT": "movie", "SOUND": "audio",
    "MUSIC": "music", "ART": "artwork", "FIGURE": "image", "CASE": "jurisdiction", "STAT": "legislation",
    "BILL": "legislation",
    "LEGAL": "legal", "HEAR": "legal", "PCOMM": "letter", "MAP": "misc", "CHART": "misc", "EQUA": "misc",
    "GRNT": "misc",
    "CTLG": "misc", "ANCIENT": "misc", "CLSWK": "book", "MULTI": "misc", "PREPRINT": "preprint", "ADVS": "video",
}  # fmt: skip
NAMES = {
    "TI": "title", "T1": "title", "CT": "title", "AB": "abstract", "N2": "abstract", "VL": "volume", "IS": "number",
    "CP": "number", "DO": "doi", "PB": "publisher", "ET": "edition", "LA": "langid", "LN": "langid", "M3": "type",
    "N1": "note",
    "CY": "location", "PP": "location", "ST": "shorttitle", "ID": "key", "AN": "call-number", "C2": "pmcid",
    "C7": "articleno",
    "T3": "series", "DB": "library", "DP": "library", "CN": "call-number", "RN": "annote",
    "J1": "shortjournal", "J2": "shortjournal",
    "RP": "reprint", "TT": "comment-tt", "OP": "origdate", "NV": "volumes", "SE": "version", "AD": "affiliation",
    "C3": "eventtitle", "C1": "comment-c1", "C4": "comment-c4", "C5": "comment-c5", "C6": "comment-c6",
    "C8": "comment-c8",
    "LB": "label", "CA": "comment-ca", "RI": "review", "L4": "comment-l4", "DS": "comment-ds", "TA": "comment-ta",
    "U1": "comment-u1", "U2": "comment-u2", "U3": "comment-u3", "U4": "comment-u4", "U5": "comment-u5", "PMID": "pmid",
}  # fmt: skip
"""Tags that mean the same in every type of entry. `comment-` are those that programs fill as they like."""
PEOPLE = {"AU": "author", "A1": "author", "A2": "editor", "ED": "editor", "A3": "serieseditor", "A4": "translator"}
ADDRESSES = {"UR": "url", "L1": "pdf", "LK": "url", "L2": "url"}
REPEATED = frozenset({"KW", "UR", "L1", "L2", "L3", "LK", "N1", "SN", "AB", "N2", "AD"}) | PEOPLE.keys()
VENUES = ("T2", "JO", "JF", "BT", "JA")
"""Where a journal or a collection is called by its name, the full name first."""
VENUE_FIELDS = {"article": "journaltitle", "periodical": "journaltitle", "inproceedings": "booktitle",
                "incollection": "booktitle",
                "inreference": "booktitle", "book": "series", "collection": "series", "thesis": "institution",
                "report": "series", "preprint": "journaltitle", "misc": "journaltitle"}  # fmt: skip
PUBLISHERS = {"thesis": "institution", "report": "institution"}
WEB = re.compile(r"(?:\[[^\[\]/]*\]:?\s*)?(?:https?|ftp)://", re.IGNORECASE)
"""An address, also one behind words: `[PDF] https://…`. Zotero also names the files on your own disk."""
PERSON = re.compile(r"^(?:AU|A1|A2|ED)\s\s?-\s*(\S[^\n;；、]*?)\s*$", re.MULTILINE)
INITIAL = re.compile(r"[^\W\d_]\.")
FEW_HOUSES = 2
"""So many names without a comma may be those of houses in a file that has no others."""
SINCE = re.compile(r"\bfrom (\d{4}(?:-\d{2}){0,2})$")
ISBN = re.compile(r"[\d-]{9,}[\dXx]")
SHORTEST_ISBN = 10
AND = re.compile(r"\s+(?:and|&)\s+", re.IGNORECASE)
SEVERAL = re.compile(r"[;；、]")
GIVEN = re.compile(
    r"[^\W\d_a-z][^\W\d_]*(?:[.’' -]+[^\W\d_a-z][^\W\d_]*)*\.?(?: (?:van|von|zu|de[nr]?|d[aiu]|dos|te[nr]))*"
)
"""What given names look like, each with a capital or in letters that have none."""
MOST_COMMAS = 2
PUBMED = re.compile(r"PubMed|MEDLINE", re.IGNORECASE)
ARXIV = re.compile(r"arxiv:\s*\S+", re.IGNORECASE)


def read_ris(source: Source, problems: Problems) -> list[RawEntry]:
    """The entries of one file in their order; what stands outside of any, and what no tag is, is named."""
    reader = _Reader(source, problems)
    for number, line in enumerate(source.text.split("\n"), start=1):
        reader.line(number, line.rstrip())
    reader.end(missing="ER")
    reader.report_unknown()
    return reader.entries


class _Lines(Struct):
    """The lines of one entry: tags with their values, each with its place."""

    kind: str
    line: int
    tags: list[tuple[str, RawValue]] = field(default_factory=list)

    def all(self, *tags: str) -> list[RawValue]:
        return [value for tag, value in self.tags if tag in tags and value.text]

    def first(self, *tags: str) -> RawValue | None:
        """The first in the order of the tags."""
        return next((value for tag in tags for value in self.all(tag)), None)


class _Reader:
    def __init__(self, source: Source, problems: Problems) -> None:
        self.source, self.problems = source, problems
        self.entries: list[RawEntry] = []
        self.current: _Lines | None = None
        self.unknown: dict[str, list[int]] = {}
        self.has_reported_stray = False
        self.given_first = _has_given_first(source.text)

    def line(self, number: int, text: str) -> None:
        """A tag, or the next line of what the last one says."""
        match = TAG.fullmatch(text)
        if match is None:
            self._goes_on(number, text.strip())
            return
        tag, value = (match[1] or match[4]).upper(), (match[2] or match[3] or match[5] or "").strip()
        if tag == "TY":
            self.end(missing="ER")
            self.current = _Lines(value.upper(), number)
        elif tag == "ER":
            self.end()
        elif self.current is None:
            self._stray(number, text)
        else:
            self.current.tags.append((tag, RawValue(value, number)))

    def _goes_on(self, number: int, text: str) -> None:
        if not text:
            return
        if self.current is None or not self.current.tags:
            self._stray(number, text)
            return
        tag, value = self.current.tags[-1]
        joint = "\n" if tag == "KW" else " "
        self.current.tags[-1] = tag, RawValue(f"{value.text}{joint}{text}".strip(), value.line)

    def _stray(self, number: int, text: str) -> None:
        """Once for a file: one missing TY makes strays of all that follow."""
        if not self.has_reported_stray:
            what = f"`{text[:40]}` stands outside of any entry: it is left out"
            self.problems.warn(self.source.at(number), what, "an entry begins with a line `TY  - JOUR`")
        self.has_reported_stray = True

    def end(self, missing: str = "") -> None:
        if self.current is None:
            return
        if missing:
            what = "this entry does not end: it is read up to the next one"
            self.problems.warn(self.source.at(self.current.line), what, "add a line `ER  - `")
        self.entries.append(self._entry(self.current))
        self.current = None

    def _entry(self, lines: _Lines) -> RawEntry:
        if lines.kind not in TYPES:
            what = f"`{lines.kind}` is no type of entry that is known here: it is shown among the others"
            self.problems.warn(
                self.source.at(lines.line), what, "`JOUR`, `CONF`, `CHAP`, `BOOK` and `GEN` are the usual ones"
            )
        kind = TYPES.get(lines.kind, "misc")
        fields = self._simple_fields(lines)
        fields |= (
            _people(lines, given_first=self.given_first)
            | _venue(lines, kind)
            | _pages(lines)
            | _date(lines)
            | _numbers(lines)
        )
        if keywords := lines.all("KW"):
            fields["keywords"] = RawValue(
                ";".join(value.text.replace("\n", ";") for value in keywords), keywords[0].line
            )
        for tag, name in ADDRESSES.items():
            addresses = [value for value in lines.all(tag) if WEB.match(value.text)]
            if addresses:
                fields.setdefault(name, RawValue(" ".join(value.text for value in addresses), addresses[0].line))
        if kind == "inproceedings" and (place := lines.first("C1")) is not None:
            fields["venue"] = place
        if "pmcid" in fields and fields["pmcid"].text.isdigit():  # Scopus has PubMed's number there.
            fields.setdefault("pmid", fields.pop("pmcid"))
        if lines.kind == "INPR":
            fields.setdefault("pubstate", RawValue("inpress", lines.line))
        if kind in {"software", "dataset"} and "edition" in fields:  # Zotero and EndNote have the version there.
            fields.setdefault("version", fields.pop("edition"))
        if kind in PUBLISHERS and "publisher" in fields:
            fields.setdefault(PUBLISHERS[kind], fields.pop("publisher"))
        key = fields.pop("key", None)
        return RawEntry(kind, key.text if key else "", fields, self.source.name, lines.line)

    def _simple_fields(self, lines: _Lines) -> dict[str, RawValue]:
        read = {*NAMES, *PEOPLE, *ADDRESSES, *VENUES, "KW", "SP", "EP", "PY", "Y1", "DA", "Y2", "SN", "L3", "M1", "M2"}
        fields: dict[str, RawValue] = {}
        for tag, value in lines.tags:
            if tag not in read:
                self.unknown.setdefault(tag, []).append(value.line)
            elif tag == "N1" and ARXIV.fullmatch(value.text):
                fields.setdefault("eid", value)
            elif tag in NAMES and value.text:
                known = fields.get(NAMES[tag])
                repeats = known is not None and tag in REPEATED and value.text not in known.text
                text = f"{known.text}. {value.text}" if known and repeats else (known or value).text
                fields[NAMES[tag]] = RawValue(text, (known or value).line)
        return fields

    def report_unknown(self) -> None:
        for tag, lines in self.unknown.items():
            times = f" ({len(lines)} times in this file)" if len(lines) > 1 else ""
            self.problems.warn(self.source.at(lines[0]), f"the tag `{tag}` is not known here, and not shown{times}")


def _people(lines: _Lines, *, given_first: bool) -> dict[str, RawValue]:
    found: dict[str, RawValue] = {}
    for name in dict.fromkeys(PEOPLE.values()):
        people = lines.all(*(tag for tag, field in PEOPLE.items() if field == name))
        if people:
            found[name] = RawValue(
                " and ".join(_name(value.text, given_first=given_first) for value in people), people[0].line
            )
    return found


def _has_given_first(text: str) -> bool:
    """Whether a program wrote `Marie Curie`, as RIS does not have it: most names of the file have no comma then."""
    names = {name for name in PERSON.findall(text) if " " in name and not HOUSE.search(name)}
    with_comma = sum("," in name for name in names)
    return len(names) - with_comma > max(with_comma, FEW_HOUSES)


def _name(text: str, *, given_first: bool = False) -> str:
    """RIS writes `Family, Given, Suffix`, BibTeX `Family, Suffix, Given`; a name without a comma is a group's.

    A line is one person or one house; some programs write several people into it, `Family, Given, Family, Given`.
    """
    text = text.replace("{", "").replace("}", "").strip()
    if not text.isascii():
        from acadfolio.model.han_names import listed_names  # Few names have other letters.

        if listed := listed_names(text):
            return " and ".join(listed.names)
        text = text.replace("，", ",")
    if any(sign in text for sign in ";；、"):
        return " and ".join(_name(one, given_first=given_first) for one in SEVERAL.split(text) if one.strip())
    parts = _parts(text)
    if _is_house(text, parts):
        return _several(text) or f"{{{text}}}"
    if len(parts) == len(("family", "given", "suffix")):
        return f"{parts[0]}, {parts[2]}, {parts[1]}"
    if len(parts) == 1 and " " in parts[0]:
        is_person = (given_first or INITIAL.match(text)) and not AND.search(text)
        return _turned(parts[0]) if is_person else f"{{{parts[0]}}}"
    return ", ".join(parts) if len(parts) <= MOST_COMMAS else _several(text) or f"{{{text}}}"


def _turned(name: str) -> str:
    """`Curie, Marie` of `Marie Curie`: only a name with a comma is read without the libraries of BibTeX."""
    parts = parts_of(Author(name=name))
    return ", ".join(filter(None, (parts.family, parts.suffix, parts.given))) if parts.given else f"{{{name}}}"


def _parts(text: str) -> list[str]:
    return [part.strip() for part in text.split(",") if part.strip()]


def _is_house(text: str, parts: list[str]) -> bool:
    """Whether a line with a comma has words of a house in it. `Press, William H.` is a person."""
    if len(parts) <= 1:
        return False
    of_family = [word for word in parts[0].split() if word.lower() not in PARTICLES]
    names_one = HOUSE.search(", ".join(parts[1:])) or (len(of_family) > 1 and HOUSE.search(parts[0]))
    return bool(AND.search(text) or names_one)


def _several(text: str) -> str:
    """The people of a line in which each has a family name and a given one; nothing where that is not sure."""
    people: list[str] = []
    for some in AND.split(text):
        parts = _parts(some)
        if len(parts) % 2 or not all(map(GIVEN.fullmatch, parts[1::2])) or HOUSE.search(some):
            return ""
        people += (", ".join(parts[start : start + 2]) for start in range(0, len(parts), 2))
    return " and ".join(people)


def _venue(lines: _Lines, kind: str) -> dict[str, RawValue]:
    value = lines.first(*VENUES)
    return {VENUE_FIELDS.get(kind, "journaltitle"): value} if value is not None else {}


def _pages(lines: _Lines) -> dict[str, RawValue]:
    start, end = lines.first("SP"), lines.first("EP")
    if start is None:
        return {}
    is_range = end is not None and end.text != start.text and "-" not in start.text
    return {"pages": RawValue(f"{start.text}–{end.text}" if end and is_range else start.text, start.line)}


def _date(lines: _Lines) -> dict[str, RawValue]:
    """The most exact of `DA  - 1998/12/26/`, `PY` and `Y1`, of which older files hold a whole date too; `Y2`."""
    values, accessed = lines.all("DA", "PY", "Y1"), lines.first("Y2")
    found = {"urldate": _day(accessed) or accessed} if accessed else {}
    days = [day for value in values if (day := _day(value))]
    for value in values:
        found |= _besides(value)
    if days:
        return {"date": max(days, key=lambda day: len(day.text))} | found
    return {"year": values[0], **found} if values else found


def _besides(value: RawValue) -> dict[str, RawValue]:
    """What stands behind the third slash, as acadfolio writes it: how far a work has come, and since when it lasted."""
    rest = "/".join(value.text.split("/")[3:]).strip()
    since = SINCE.search(rest)
    last = _day(value)
    found = {"date": RawValue(f"{since[1]}/{last.text}", value.line)} if since and last is not None else {}
    state = rest[: since.start()].strip(", ") if since else rest
    return found | ({"pubstate": RawValue(state, value.line)} if state and status_in(state) is not None else {})


def _day(value: RawValue) -> RawValue | None:
    """`1998/12/26/`, as far as it is said, as BibLaTeX writes it; None for what does not begin with a year."""
    parts = [part.strip() for part in re.split(r"[/-]", in_digits(value.text))[:3]]
    numbers = [part.zfill(2) for part in parts if part.isdigit()]
    is_day = bool(numbers) and len(parts[0]) == len("1998") and parts[0].isdigit()
    return RawValue("-".join(numbers), value.line) if is_day else None


def _numbers(lines: _Lines) -> dict[str, RawValue]:
    """`SN` is an ISBN or an ISSN; `M1` a number where there is none; `L3` a DOI."""
    found: dict[str, RawValue] = {}
    for value in lines.all("SN"):
        match = ISBN.search(value.text)
        digits = len(match[0].replace("-", "")) if match else 0
        found.setdefault("isbn" if digits >= SHORTEST_ISBN else "issn", value)
    if (number := lines.first("M1")) is not None and lines.first("IS", "CP") is None:
        found["number"] = number
    base, accession = lines.first("DB", "DP"), lines.first("AN")
    if accession is not None and accession.text.isdigit() and base is not None and PUBMED.search(base.text):
        found["pmid"] = accession
    if (doi := lines.first("L3")) is not None and lines.first("DO") is None and doi.text.startswith("10."):
        found["doi"] = doi
    return found
