"""Read RIS as Zotero, EndNote, Scopus, Web of Science and PubMed export it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from msgspec import Struct, field

from acadfolio.bibliography.dates import status_in
from acadfolio.bibliography.entries import NO_VALUE, RawEntry, RawValue
from acadfolio.bibliography.vocabulary import read_table
from acadfolio.model.dates import in_digits
from acadfolio.model.east_asian_names import listed_names
from acadfolio.model.name_parts import ORGANIZATION, parts_of
from acadfolio.model.names import PARTICLES
from acadfolio.model.publication import Author

if TYPE_CHECKING:
    from acadfolio.problems import Problems
    from acadfolio.source.text import Source

TAG = re.compile(r"\s*([A-Z][A-Z0-9])(?: ? -(?: (.*)|)| {2}-(\S.*))|\s*([a-z][a-z0-9]) {2}- ?(.*)")
"""A tag and its value. The space behind the dash may be missing, and tags may be lowercase, after two spaces."""
TABLES = read_table("readers/ris.yml")
TYPES: dict[str, str] = TABLES["types"]
NAMES: dict[str, str] = TABLES["names"]
PEOPLE = {"author": ("AU", "A1"), "editor": ("A2", "ED"), "translator": ("A4",)}
URLS = {"UR": "url", "L1": "pdf", "LK": "url", "L2": "url"}
REPEATABLE = frozenset({"N1", "AB", "N2"})
VENUES = ("T2", "JO", "JF", "BT", "JA")
"""The names of a journal or a collection, the full name first."""
VENUE_FIELDS = {
    "inproceedings": "booktitle", "incollection": "booktitle", "inreference": "booktitle", "book": "series",
    "collection": "series", "report": "series", "thesis": "institution",
}  # fmt: skip
"""The fields for the venue; of other entries it is a journal."""
WEB = r"(?i)(?:\[[^\[\]/]*\]:?\s*)?(?:https?|ftp)://"
"""A URL, also one behind words: `[PDF] https://…`. Zotero also exports paths of files on its own disk."""
AND = r"\s(?:and|&)\s"
SHORTEST_ISBN = 10
MAX_PARTS = 3
"""Family name, given names, suffix."""


def read_ris(source: Source, problems: Problems) -> list[RawEntry]:
    """Read the entries of a file in their order. Stray lines are reported."""
    reader = _Reader(source, problems)
    for number, line in enumerate(source.text.split("\n"), start=1):
        reader.read(number, line.rstrip())
    reader.end(is_closed=False)
    return reader.entries


class _Lines(Struct):
    """The lines of one entry: tags with their values."""

    kind: str
    line: int
    tags: list[tuple[str, RawValue]] = field(default_factory=list)

    def all(self, *tags: str) -> list[RawValue]:
        return [value for tag, value in self.tags if tag in tags and value.text]

    def first(self, *tags: str) -> RawValue:
        """The first value of the first of these tags that is there; else an empty one."""
        return next((value for tag in tags for value in self.all(tag)), NO_VALUE)


def _tag_and_value(text: str) -> tuple[str, str] | None:
    match = TAG.fullmatch(text)
    if match is None:
        return None
    tag, *value = filter(None, match.groups())
    return tag.upper(), "".join(value).strip()


class _Reader:
    def __init__(self, source: Source, problems: Problems) -> None:
        self.source, self.problems = source, problems
        self.entries: list[RawEntry] = []
        self.current: _Lines | None = None
        self.has_reported_stray = False

    def read(self, number: int, text: str) -> None:
        """Read a tag, or a line that continues the last value."""
        line = _tag_and_value(text)
        if line is None:
            self._continue(number, text.strip())
            return
        tag, value = line
        if tag == "TY":
            self.end(is_closed=False)
            self.current = _Lines(value.upper(), number)
        elif tag == "ER":
            self.end(is_closed=True)
        elif self.current is None:
            self._report_stray(number, text)
        else:
            self.current.tags.append((tag, RawValue(value, number)))

    def _continue(self, number: int, text: str) -> None:
        if not text:
            return
        if self.current is None or not self.current.tags:
            self._report_stray(number, text)
            return
        tag, value = self.current.tags[-1]
        separator = "\n" if tag == "KW" else " "
        self.current.tags[-1] = tag, RawValue(f"{value.text}{separator}{text}".strip(), value.line)

    def _report_stray(self, number: int, text: str) -> None:
        """Once for a file: if one TY is missing, all lines that follow are outside of an entry."""
        if not self.has_reported_stray:
            message = f"`{text[:40]}` is outside of any entry: it is ignored"
            hint = "an entry begins with a line `TY  - JOUR`"
            self.problems.warn(self.source.at(number), message, hint, rule="ris-syntax")
        self.has_reported_stray = True

    def end(self, *, is_closed: bool) -> None:
        """End the current entry. `is_closed`: it has its line ER."""
        if self.current is None:
            return
        if not is_closed:
            message = "this entry has no end line: it is read up to the next entry"
            where = self.source.at(self.current.line)
            self.problems.warn(where, message, "add a line `ER  - `", rule="ris-syntax")
        self.entries.append(_entry(self.current, self.source.name))
        self.current = None


def _entry(lines: _Lines, file: str) -> RawEntry:
    kind = TYPES.get(lines.kind, "misc")
    fields = _simple_fields(lines) | _people(lines) | _date(lines) | _numbers(lines) | _urls(lines)
    fields["pages"] = _pages(lines)
    fields["keywords"] = _joined(lines.all("KW"), ";")
    venue = lines.first(*VENUES)
    if venue.text:
        fields[VENUE_FIELDS.get(kind, "journaltitle")] = venue
    if kind == "inproceedings":
        fields["venue"] = lines.first("C1")
    if lines.kind == "INPR":
        fields.setdefault("pubstate", RawValue("inpress", lines.line))
    _correct_names(fields, kind)
    key = fields.pop("key", NO_VALUE).text
    fields = {name: value for name, value in fields.items() if value.text}
    return RawEntry(kind, key, fields, file, lines.line)


def _correct_names(fields: dict[str, RawValue], kind: str) -> None:
    """The fields for which programs use the tags of others."""
    if fields.get("pmcid", NO_VALUE).text.isdigit():  # Scopus has PubMed's number there.
        _rename(fields, "pmcid", "pmid")
    if kind in {"software", "dataset"}:  # Zotero and EndNote have the version there.
        _rename(fields, "edition", "version")
    if kind in {"thesis", "report"}:
        _rename(fields, "publisher", "institution")


def _joined(values: list[RawValue], separator: str) -> RawValue:
    line = values[0].line if values else 0
    return RawValue(separator.join(value.text.replace("\n", separator) for value in values), line)


def _rename(fields: dict[str, RawValue], old: str, new: str) -> None:
    if old in fields:
        fields.setdefault(new, fields.pop(old))


def _simple_fields(lines: _Lines) -> dict[str, RawValue]:
    """The fields that a table names. Notes and abstracts may have several tags."""
    fields: dict[str, RawValue] = {}
    for tag, value in lines.tags:
        name = _field_of(tag, value.text)
        if name and value.text:
            known = fields.setdefault(name, value)
            if tag in REPEATABLE and value.text not in known.text:
                fields[name] = RawValue(f"{known.text}. {value.text}", known.line)
    return fields


def _field_of(tag: str, text: str) -> str:
    is_arxiv = tag == "N1" and re.fullmatch(r"(?i)arxiv:\s*\S+", text)
    return "eid" if is_arxiv else NAMES.get(tag, "")


def _people(lines: _Lines) -> dict[str, RawValue]:
    found = {}
    for name, tags in PEOPLE.items():
        names = [RawValue(_name(value.text), value.line) for value in lines.all(*tags)]
        found[name] = _joined(names, " and ")
    return found


def _name(text: str) -> str:
    """A line of RIS (`Family, Given, Suffix`) in BibTeX (`Family, Suffix, Given`). Some lines hold several names."""
    text = text.replace("{", "").replace("}", "").strip()
    if listed := listed_names(text):
        return " and ".join(listed)
    several = _split(text, "[;；、]")
    if len(several) > 1:
        return " and ".join(map(_name, several))
    parts = _split(text, "[,，;；、]")
    if len(parts) <= 1:
        return _family_first(parts[0]) if parts else ""
    if len(parts) > MAX_PARTS or _is_organization(text, parts):
        return f"{{{text}}}"
    family, *given_and_suffix = parts
    return ", ".join([family, *reversed(given_and_suffix)])


def _split(text: str, separator: str) -> list[str]:
    return list(filter(None, map(str.strip, re.split(separator, text))))


def _family_first(name: str) -> str:
    """A name without a comma, as IEEE Xplore writes them (`M. Curie`), or an organization's."""
    parts = parts_of(Author(name=name))
    if not parts.given or re.search(AND, name) or name[0].islower():  # Such as “et al.”
        return f"{{{name}}}"
    return ", ".join(filter(None, (parts.family, parts.suffix, parts.given)))


def _is_organization(text: str, parts: list[str]) -> bool:
    """Whether a name with a comma has words of an organization. `Press, William H.` is a person."""
    family = [word for word in parts[0].split() if word.lower() not in PARTICLES]
    is_named_so = ORGANIZATION.search(", ".join(parts[1:])) or (len(family) > 1 and ORGANIZATION.search(parts[0]))
    return bool(re.search(AND, text) or is_named_so)


def _urls(lines: _Lines) -> dict[str, RawValue]:
    found: dict[str, RawValue] = {}
    for tag, name in URLS.items():
        urls = [value for value in lines.all(tag) if re.match(WEB, value.text)]
        if urls:
            found.setdefault(name, _joined(urls, " "))
    return found


def _pages(lines: _Lines) -> RawValue:
    start, end = lines.first("SP"), lines.first("EP")
    if end.text in {"", start.text} or "-" in start.text or not start.text:
        return start
    return RawValue(f"{start.text}–{end.text}", start.line)


def _date(lines: _Lines) -> dict[str, RawValue]:
    """The most exact of `DA  - 1998/12/26/`, `PY` and `Y1`, which holds a whole date in older files; `Y2`."""
    accessed = lines.first("Y2")
    found = {"urldate": RawValue(_day(accessed.text) or accessed.text, accessed.line)}
    values = lines.all("DA", "PY", "Y1")
    days = [RawValue(day, value.line) for value in values if (day := _day(value.text))]
    if days:
        found["date"] = max(days, key=lambda day: len(day.text))
    elif values:
        found["year"] = values[0]
    for value in values:
        found |= _other_information(value)
    return found


def _other_information(value: RawValue) -> dict[str, RawValue]:
    """What follows the third slash, as acadfolio writes it: the status, and `from` the start of a period."""
    text = "/".join(value.text.split("/")[3:]).strip()
    status, marker, since = text.rpartition("from ")
    end = _day(value.text)
    found: dict[str, RawValue] = {}
    if marker and end and re.fullmatch(r"\d{4}(?:-\d{2}){0,2}", since):
        found["date"] = RawValue(f"{since}/{end}", value.line)
        text = status.strip(", ")
    if status_in(text) is not None:
        found["pubstate"] = RawValue(text, value.line)
    return found


def _day(text: str) -> str:
    """`1998/12/26/` as BibLaTeX writes it; empty for what does not begin with a year."""
    year, *others = [part.strip() for part in re.split(r"[/-]", in_digits(text))[:3]]
    if len(year) != len("1998") or not year.isdigit():
        return ""
    return "-".join([year, *(part.zfill(2) for part in others if part.isdigit())])


def _isbn_and_issn(lines: _Lines) -> dict[str, RawValue]:
    found: dict[str, RawValue] = {}
    for value in lines.all("SN"):
        digits = re.sub("[^0-9Xx]", "", value.text)
        found.setdefault("isbn" if len(digits) >= SHORTEST_ISBN else "issn", value)
    return found


def _numbers(lines: _Lines) -> dict[str, RawValue]:
    """`SN` is an ISBN or an ISSN, `M1` a number if there is no other, `L3` a DOI."""
    found = _isbn_and_issn(lines)
    if not lines.all("IS", "CP"):
        found["number"] = lines.first("M1")
    if re.search("(?i)pubmed|medline", lines.first("DB", "DP").text) and lines.first("AN").text.isdigit():
        found["pmid"] = lines.first("AN")
    if not lines.all("DO") and lines.first("L3").text.startswith("10."):
        found["doi"] = lines.first("L3")
    return found
