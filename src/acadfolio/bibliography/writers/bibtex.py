"""Write BibTeX that BibLaTeX and older styles read."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from msgspec import Struct

from acadfolio.bibliography.vocabulary import DOCTORAL_THESIS, PREPRINT_SERVER, babel_name, with_dash
from acadfolio.bibliography.writers.inline import LATEX, to_latex, to_latex_title
from acadfolio.model.dates import MONTH_NAMES, When

if TYPE_CHECKING:
    from collections.abc import Iterable

    from acadfolio.bibliography.writers.works import Work
    from acadfolio.model.name_parts import NameParts
    from acadfolio.model.values import Text


class EntryType(Struct, frozen=True):
    """An entry type, what it calls the venue and the issue, and the field of its institution."""

    name: str
    venue: str
    issue: str = "issue"
    institution: str = "institution"


TYPES = {
    "journal": EntryType("article", "journal", issue="number"),
    "conference": EntryType("inproceedings", "booktitle"),
    "workshop": EntryType("inproceedings", "booktitle"),
    "preprint": EntryType("misc", "howpublished"),
    "book": EntryType("book", "publisher"),
    "chapter": EntryType("incollection", "booktitle"),
    "thesis": EntryType("phdthesis", "school", institution="school"),
    "patent": EntryType("patent", "howpublished", institution="holder"),
    "software": EntryType("software", "howpublished"),
    "dataset": EntryType("dataset", "howpublished"),
    "report": EntryType("techreport", "institution"),
    "other": EntryType("misc", "howpublished"),
}
PUBSTATES = {
    "accepted": "forthcoming",
    "in press": "inpress",
    "under review": "under review",
    "submitted": "submitted",
    "preprint": "prepublished",
}
RANGE = r"(?<=[\w)])\s*[–—]\s*(?=[\w(])"
JSTOR = r"https://www\.jstor\.org/stable/([\w.]+)"
MASTERS = r"(?i)Master[’']?s thesis$"
DOCTORAL = r"(?i)(?:PhD|Ph\.\s?D\.|Doctoral)\b"
IN_URL = str.maketrans({"{": "%7B", "}": "%7D", "\\": "%5C", " ": "%20"})
ONLINE = frozenset({"software", "dataset"})
"""Works whose URL, such as that of a repository, is of more use than their DOI."""
Fields = dict[str, str]


def write_bibtex(works: Iterable[Work]) -> str:
    return "\n".join(map(bibtex_entry, works))


def bibtex_entry(work: Work, *, has_abstract: bool = True) -> str:
    """One entry with its bibliographic fields; a page has the abstract already."""
    fields = fields_of_work(work)
    if not has_abstract:
        del fields["abstract"]
    kind = TYPES[work.kind].name
    if kind == "phdthesis" and re.match(MASTERS, fields["type"]):
        kind, fields["type"] = "mastersthesis", ""
    return _entry(kind, work.key, fields)


def _entry(kind: str, key: str, fields: Fields) -> str:
    """The text of an entry with the fields that are not empty."""
    lines = []
    for name, value in fields.items():
        if value:
            is_bare = name == "month" and value in MONTH_NAMES
            lines.append(f"  {name} = {value},\n" if is_bare else f"  {name} = {{{value}}},\n")
    return f"@{kind}{{{key},\n{''.join(lines)}}}\n"


def fields_of_work(work: Work) -> Fields:
    """The bibliographic fields by their names, in LaTeX. Empty ones are no fields."""
    record, kind = work.record, TYPES[work.kind]
    chapter, pages = work.chapter_and_pages
    fields = _origin(work) | {
        "entrysubtype": "workshop" if work.kind == "workshop" else "",
        "eventtitle": to_latex(work.words(record.event)),
        "address": to_latex(work.words(record.location)),
        "type": to_latex(_type(work)),
        "edition": record.edition.translate(LATEX),
        "version": record.version.translate(LATEX),
        "volume": record.volume.translate(LATEX),
        "number": record.number.translate(LATEX),
        "issuetitle": to_latex(work.words(record.issue_title)),
        "chapter": chapter.translate(LATEX),
        "pages": re.sub(RANGE, "--", with_dash(pages)).translate(LATEX),
        **_date(record.when),
        "pubstate": PUBSTATES.get(record.status, ""),
        "doi": record.doi.translate(IN_URL),
        **_eprint(work),
        "isbn": record.isbn,
        "issn": record.issn,
        "url": _url(work).translate(IN_URL),
        "urldate": When(record.accessed.start).isoformat if record.accessed else "",
        "langid": babel_name(record.language) if record.language else "",
        "keywords": ", ".join(tag.translate(LATEX) for tag in record.tags),
        "note": to_latex(work.words(record.note)),
        "abstract": to_latex(work.words(record.abstract)),
    }
    if record.issue:
        fields["issue" if record.number else kind.issue] = record.issue.translate(LATEX)
    return fields


def _url(work: Work) -> str:
    """The URL of a work that its DOI does not lead to already."""
    if work.record.doi and work.kind not in ONLINE:
        return ""
    return work.url or work.forum


def _origin(work: Work) -> Fields:
    """The people, the publisher, and what the work is a part of."""
    record, kind = work.record, TYPES[work.kind]
    fields: Fields = {
        "title": to_latex_title(work.words(record.title)),
        "author": _names(work.authors, has_others=work.has_others),
        "editor": _names(work.editors),
        "translator": _names(work.translators),
        "publisher": _organization(to_latex(work.words(record.publisher)), "publisher"),
        kind.institution: _organization(to_latex(work.words(record.institution)), kind.institution),
    }
    venue_field = kind.venue if not fields.get(kind.venue) else "series"
    fields[venue_field] = to_latex(work.venue)
    if not fields.get("series"):
        fields["series"] = to_latex(work.words(record.series))
    return fields


def _organization(name: str, field: str) -> str:
    """The holder of a patent stands where names do, and BibLaTeX reads lists of publishers: braces keep it together."""
    return f"{{{name}}}" if name and (field == "holder" or " and " in name) else name


def _type(work: Work) -> str:
    """The type of a thesis or report, and of a preprint without an archive."""
    name = work.words(work.record.type)
    if work.kind == "thesis":
        return _type_of_thesis(work.record.type, name)
    return _type_of_preprint(work) if work.kind == "preprint" and not name else name


def _type_of_preprint(work: Work) -> str:
    has_archive = work.record.arxiv or work.record.hal or PREPRINT_SERVER.fullmatch(work.venue)
    return "" if has_archive else "Preprint"


def _type_of_thesis(kind: Text | None, name: str) -> str:
    """Empty for a doctoral thesis: the entry type says so."""
    is_doctoral = kind == DOCTORAL_THESIS or re.match(DOCTORAL, name)
    return "" if is_doctoral else name or "Thesis"


def _names(people: Iterable[NameParts], *, has_others: bool = False) -> str:
    names = [_name(person) for person in people]
    return " and ".join([*names, "others"] if has_others and names else names)


def _name(person: NameParts) -> str:
    """A name. Braces keep together organizations, and names with an "and" or a comma."""
    family, given, suffix = (part.translate(LATEX) for part in (person.family, person.given, person.suffix))
    if (person.is_whole and " " in family) or _needs_braces(family):
        return f"{{{family}}}"
    if _needs_braces(given):
        given = f"{{{given}}}"
    return ", ".join(filter(None, (family, suffix, given)))


def _needs_braces(name: str) -> bool:
    return "," in name or "and" in name.lower().split()


def _date(when: When | None) -> Fields:
    """Year, month and day. A period is a range in `date`, which only BibLaTeX knows; its first year is for others."""
    if when is None:
        return {}
    year, month, day = when.start
    dates = {"year": f"{year:04d}"}
    if when.end is not None:
        return {"date": f"{when.isoformat}/{When(when.end, label=when.label).isoformat}", **dates}
    if when.ongoing:
        return {"date": f"{when.isoformat}/", **dates}
    return {**dates, "month": MONTH_NAMES[month - 1] if month else "", "day": str(day or "")}


def _eprint(work: Work) -> Fields:
    """The identifier in one archive, in BibLaTeX's field for it; others in the fields of HAL and PubMed."""
    record = work.record
    archives = {"arXiv": record.arxiv, "hal": record.hal, "pubmed": record.pmid, "jstor": _jstor_identifier(work)}
    archive = next((archive for archive, identifier in archives.items() if identifier), "")
    if not archive:
        return {}
    others = {"hal": "hal_id", "pubmed": "pmid"}
    fields = {field: archives[name] for name, field in others.items() if name != archive}
    return {"eprint": archives[archive].translate(IN_URL), "archiveprefix": archive, **fields}


def _jstor_identifier(work: Work) -> str:
    """JSTOR's identifier in the links of a work with a DOI."""
    found = (re.fullmatch(JSTOR, link.url) for link in work.record.links if work.record.doi)
    return next((match[1] for match in found if match), "")
