"""Read the RIS files of Zotero, EndNote, Scopus, Web of Science and PubMed."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from msgspec import Struct, field

from acadfolio.bibliography.author_marks import with_superscripts, without_superscripts
from acadfolio.bibliography.entries import NO_VALUE, RawEntry, RawValue
from acadfolio.bibliography.tables.ris_tags import NAMES, TYPES, VENUE_FIELDS
from acadfolio.model.dates import with_hyphens
from acadfolio.model.east_asian_names import listed_names
from acadfolio.model.names import are_initials, is_organization

if TYPE_CHECKING:
    from acadfolio.problems import Problems
    from acadfolio.source.text import Source

TAG = re.compile(r"\s*([A-Z][A-Z0-9])(?: ? -(?: (.*)|)| {2}-(\S.*))|\s*([a-z][a-z0-9]) {2}- ?(.*)")
"""A tag and its value. The space after the hyphen may be missing. Tags may be lowercase."""
LATEX_QUOTES = re.compile(r"``((?:(?!``).)+?)''")
"""Some programs keep these.

Those that nothing closes end at the next ones: no text is searched twice.
"""
PEOPLE = {"author": ("AU", "A1"), "editor": ("A2", "ED"), "translator": ("A4",)}
URLS = {"UR": "url", "L1": "pdf", "LK": "url", "L2": "url"}
ABSTRACTS = frozenset({"AB", "N2"})
REPEATABLE = ABSTRACTS | {"N1"}
VENUES = ("T2", "JO", "JF", "BT", "JA")
"""Tags of the venue. The tags of full names are first."""
WEB_URL = r"(?i)(?:\[[^\[\]/]*\]:?\s*)?(?:https?|ftp)://"
"""A URL, possibly with a label (`[PDF] https://…`).

Zotero also exports the paths of local files.
"""
SEVERAL, ET_AL = r"\s(?:and|&)\s", r",\s*et\.?\s+al\.?$"
SHORTEST_ISBN = 10
MAX_NAME_PARTS = 3
"""Family name, given names and suffix."""


def read_ris(source: Source, problems: Problems) -> list[RawEntry]:
    """Read the entries of a file in their order. Lines outside of entries are reported."""
    reader = _RisReader(source, problems)
    for number, line in enumerate(source.text.split("\n"), start=1):
        reader.read(number, line.rstrip())
    if reader.record is not None:
        message = "this entry has no end line: the file may be incomplete"
        problems.warn(
            source.at(reader.record.line), message, "add a line `ER  - `", rule="ris-syntax"
        )
    reader.end()
    return reader.entries


class _Record(Struct):
    """The tags and values of one entry."""

    kind: str
    line: int
    tags: list[tuple[str, RawValue]] = field(default_factory=list)

    def all(self, *tags: str) -> list[RawValue]:
        return [value for tag, value in self.tags if tag in tags and value.text]

    def first(self, *tags: str) -> RawValue:
        """The first value of the first of these tags that the entry has; empty without one."""
        return next((value for tag in tags for value in self.all(tag)), NO_VALUE)


def _tag_and_value(text: str) -> tuple[str, str] | None:
    match = TAG.fullmatch(text)
    if match is None:
        return None
    tag, *value = filter(None, match.groups())
    return tag.upper(), LATEX_QUOTES.sub(r"“\1”", "".join(value).strip())


class _RisReader:
    def __init__(self, source: Source, problems: Problems) -> None:
        self.source, self.problems = source, problems
        self.entries: list[RawEntry] = []
        self.record: _Record | None = None
        self.has_reported_stray_line = False
        self.is_after_blank_line = False

    def read(self, number: int, text: str) -> None:
        """Read a line with a tag, or one that continues the last value."""
        line = _tag_and_value(text)
        if line is None:
            self._continue(number, text.strip())
            return
        self.is_after_blank_line = False
        tag, value = line
        if tag == "TY":
            self.end()
            self.record = _Record(value.upper(), number)
        elif tag == "ER":
            self.end()
        elif self.record is None:
            self._report_stray_line(number, text)
        else:
            self.record.tags.append((tag, RawValue(value, number)))

    def _continue(self, number: int, text: str) -> None:
        if not text:
            self.is_after_blank_line = True
            return
        if self.record is None or not self.record.tags:
            self._report_stray_line(number, text)
            return
        tag, value = self.record.tags[-1]
        separator = "\n" if tag in {"KW", *ABSTRACTS} else " "
        if tag in ABSTRACTS and self.is_after_blank_line:
            separator = "\n\n"
        self.is_after_blank_line = False
        self.record.tags[-1] = tag, RawValue(f"{value.text}{separator}{text}".strip(), value.line)

    def _report_stray_line(self, number: int, text: str) -> None:
        """Report a line outside of entries, once per file: without the tag TY, all lines of an entry are outside."""
        if not self.has_reported_stray_line:
            message = f"`{text[:40]}` is not part of an entry: it is ignored"
            hint = "an entry begins with a line `TY  - JOUR`"
            self.problems.warn(self.source.at(number), message, hint, rule="ris-syntax")
        self.has_reported_stray_line = True

    def end(self) -> None:
        """End the current entry, at its end line, at the next entry or at the end of the file."""
        if self.record is not None:
            self.entries.append(_entry(self.record, self.source.name))
        self.record = None


def _entry(record: _Record, file: str) -> RawEntry:
    kind = TYPES.get(record.kind, "misc")
    fields = (
        _simple_fields(record) | _people(record) | _date(record) | _numbers(record) | _urls(record)
    )
    fields["pages"] = _pages(record)
    fields["keywords"] = _joined(record.all("KW"), ";")
    venue = record.first(*VENUES)
    if venue.text:
        fields[VENUE_FIELDS.get(kind, "journaltitle")] = venue
    if kind == "inproceedings":
        fields["venue"] = record.first("C1")
    if record.kind == "INPR":
        fields.setdefault("pubstate", RawValue("inpress", record.line))
    _rename_fields(fields, kind)
    key = fields.pop("key", NO_VALUE).text
    fields = {name: value for name, value in fields.items() if value.text}
    return RawEntry(kind, key, fields, file, record.line)


def _rename_fields(fields: dict[str, RawValue], kind: str) -> None:
    """Rename the fields for which programs use the tags of other fields."""
    if fields.get(
        "pmcid", NO_VALUE
    ).text.isdigit():  # Scopus writes PubMed identifiers into this tag.
        _rename(fields, "pmcid", "pmid")
    if kind in {
        "software",
        "dataset",
    }:  # Zotero and EndNote write the version into the tag of the edition.
        _rename(fields, "edition", "version")
    if re.match(r"v\d|\d+\.\d", fields.get("volume", NO_VALUE).text):  # Zenodo's way of writing it.
        _rename(fields, "volume", "version")
    if kind in {"thesis", "report"}:
        _rename(fields, "publisher", "institution")


def _joined(values: list[RawValue], separator: str) -> RawValue:
    line = values[0].line if values else 0
    return RawValue(separator.join(value.text.replace("\n", separator) for value in values), line)


def _rename(fields: dict[str, RawValue], old: str, new: str) -> None:
    if old in fields:
        fields.setdefault(new, fields.pop(old))


def _simple_fields(record: _Record) -> dict[str, RawValue]:
    """The fields that are converted by the table `names`.

    Notes and abstracts may have several tags.
    """
    fields: dict[str, RawValue] = {}
    for tag, value in record.tags:
        name = _field_of(tag, value.text)
        if name and value.text:
            known = fields.setdefault(name, value)
            if tag in REPEATABLE and value.text not in known.text:
                separator = "\n\n" if tag in ABSTRACTS else ". "
                fields[name] = RawValue(f"{known.text}{separator}{value.text}", known.line)
    return fields


def _field_of(tag: str, text: str) -> str:
    is_arxiv = tag == "N1" and re.fullmatch(r"(?i)arxiv:\s*\S+", text)
    return "eid" if is_arxiv else NAMES.get(tag, "")


def _people(record: _Record) -> dict[str, RawValue]:
    fields = {}
    for name, tags in PEOPLE.items():
        names = [RawValue(_bibtex_names(value.text), value.line) for value in record.all(*tags)]
        fields[name] = _joined(names, " and ")
    return fields


def _bibtex_names(text: str) -> str:
    """The names of a line, which may have several, in BibTeX's form."""
    text = with_superscripts(text.replace("{", "").replace("}", "").strip())
    return " and ".join(listed_names(text) or map(_bibtex_name, _split(text, ";；、")))


def _bibtex_name(text: str) -> str:
    """Convert `Family, Given, Suffix` to BibTeX's `Family, Suffix, Given`.

    Organizations are in braces.
    """
    parts = _split(text, ",，")
    bare_name = without_superscripts(", ".join(parts))
    are_several = re.search(SEVERAL, text) or (text.count(",") > 1 and re.search(ET_AL, text))
    if len(parts) > MAX_NAME_PARTS or are_several or _is_organization(text, bare_name):
        return f"{{{text.removesuffix(',')}}}"
    return ", ".join([*parts[:1], *reversed(parts[1:])])


def _is_organization(text: str, name: str) -> bool:
    """Whether a name is that of an organization.

    EndNote writes a comma after these, some programs after initials.
    """
    has_only_final_comma = " " in text and text.find(",") == len(text) - 1
    return is_organization(name) or (
        has_only_final_comma and not are_initials(name.rpartition(" ")[2])
    )


def _split(text: str, separators: str) -> list[str]:
    """The parts between separators that are not in braces, without spaces around them."""
    parts: list[str] = []
    end, is_in_braces = len(text), False
    for match in reversed(list(re.finditer(rf"[{{}}{separators}]", text))):
        if match[0] in "{}":
            is_in_braces = match[0] == "}"
        elif not is_in_braces:
            parts.append(text[match.end() : end])
            end = match.start()
    parts.append(text[:end])
    return [part.strip() for part in reversed(parts) if part.strip()]


def _urls(record: _Record) -> dict[str, RawValue]:
    fields: dict[str, RawValue] = {}
    for tag, name in URLS.items():
        if urls := [value for value in record.all(tag) if re.match(WEB_URL, value.text)]:
            fields.setdefault(name, _joined(urls, " "))
    return fields


def _pages(record: _Record) -> RawValue:
    start, end = record.first("SP"), record.first("EP")
    if not start.text or start.text.endswith(end.text):
        return start
    return RawValue(f"{start.text}–{end.text}", start.line)


def _date(record: _Record) -> dict[str, RawValue]:
    """The dates: `Y2` is the date of access, and the most exact of `DA`, `PY` and `Y1` the date of publication."""
    accessed = record.first("Y2")
    fields = {"urldate": RawValue(_biblatex_date(accessed.text) or accessed.text, accessed.line)}
    values = record.all("DA", "PY", "Y1")
    dates = [RawValue(_biblatex_date(value.text), value.line) for value in values]
    date = max(dates, key=lambda date: len(date.text), default=NO_VALUE)
    if date.text:
        fields["date"] = date
    elif values:
        fields["year"] = values[0]
    return fields


def _biblatex_date(text: str) -> str:
    """Convert `1998/12/26/` to BibLaTeX's form; empty for text that does not begin with a year."""
    year, *others = [part.strip() for part in re.split(r"[/-]", with_hyphens(text))[:3]]
    if len(year) != len("1998") or not year.isdigit():
        return ""
    return "-".join([year, *(part.zfill(2) for part in others if part.isdigit())])


def _standard_numbers(record: _Record) -> dict[str, RawValue]:
    """The ISBN and the ISSN, which share a tag."""
    fields: dict[str, RawValue] = {}
    for value in record.all("SN"):
        digits = re.sub("[^0-9Xx]", "", re.split("[,;]", value.text)[0])
        fields.setdefault("isbn" if len(digits) >= SHORTEST_ISBN else "issn", value)
    return fields


def _numbers(record: _Record) -> dict[str, RawValue]:
    """The numbers in tags with several meanings: `M1` may be the number, `AN` that of PubMed, `L3` a DOI."""
    fields = _standard_numbers(record)
    if not record.all("IS", "CP"):
        fields["number"] = record.first("M1")
    if (
        re.search("(?i)pubmed|medline", record.first("DB", "DP").text)
        and record.first("AN").text.isdigit()
    ):
        fields["pmid"] = record.first("AN")
    if not record.all("DO") and record.first("L3").text.startswith("10."):
        fields["doi"] = record.first("L3")
    return fields
