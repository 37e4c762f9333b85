"""Export publications as BibTeX for BibTeX's and BibLaTeX's styles."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from acadfolio.bibliography.tables.export_types import EXPORT_TYPES
from acadfolio.bibliography.tables.words import PUBSTATES
from acadfolio.bibliography.vocabulary import PREPRINT_SERVER, babel_name, with_dash
from acadfolio.bibliography.writers.blocks import to_latex_blocks
from acadfolio.bibliography.writers.inline import LATEX, to_latex, to_latex_title
from acadfolio.bibliography.writers.works import Work, people_of
from acadfolio.model.dates import MONTH_NAMES, When

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from acadfolio.model.name_parts import NameParts
    from acadfolio.model.publication import Publication
    from acadfolio.model.values import Text


RANGE = r"(?<=[\w)])\s*[–—]\s*(?=[\w(])"
DOCTORAL = r"(?i)(?:PhD|Ph\.\s?D\.|Doctoral)\b"
URL_ESCAPES = str.maketrans({"{": "%7B", "}": "%7D", "\\": "%5C", " ": "%20"})
MOST_KEPT = 1_000
"""The entries that are kept, as both a page and the file of all publications have them."""
Fields = dict[str, str]


def write_bibtex(works: Iterable[Work]) -> str:
    return "\n".join(map(bibtex_entry, works))


def bibtex_entry(work: Work, *, has_abstract: bool = True) -> str:
    """The BibTeX entry of a work."""
    lines = _lines(work)
    shown = [line for name, line in lines.items() if has_abstract or name != "abstract"]
    return f"{''.join(shown)}}}\n"


@lru_cache(MOST_KEPT)
def _lines(work: Work) -> Mapping[str, str]:
    """The lines of an entry by the names of their fields. Empty fields are skipped."""
    fields = fields_of_work(work)
    kind = EXPORT_TYPES[work.kind]["bibtex"]["name"]
    if kind == "phdthesis" and re.match(r"(?i)Master[’']?s thesis$", fields["type"]):
        kind, fields["type"] = "mastersthesis", ""
    lines = {"": f"@{kind}{{{work.key},\n"}
    for name, value in fields.items():
        if value:
            is_bare = name == "month" and value in MONTH_NAMES
            lines[name] = f"  {name} = {value},\n" if is_bare else f"  {name} = {{{value}}},\n"
    return lines


def fields_of_work(work: Work) -> Fields:
    """The fields of an entry in LaTeX. Fields without a value are empty."""
    record = work.record
    chapter, pages = work.chapter_and_pages
    fields = _origin(work) | {
        "entrysubtype": EXPORT_TYPES[work.kind]["bibtex"].get("subtype", ""),
        "eventtitle": _latex(work, record.event),
        "address": _latex(work, record.location),
        "type": to_latex(_type(work)),
        **_plain(record, "edition", "version", "volume", "number"),
        "issuetitle": _latex(work, record.issue_title),
        "chapter": chapter.translate(LATEX),
        "pages": re.sub(RANGE, "--", with_dash(pages)).translate(LATEX),
        **_date(record.when),
        "pubstate": PUBSTATES.get(record.status, ""),
        "doi": record.doi.translate(URL_ESCAPES),
        **_eprint(work),
        **_plain(record, "isbn", "issn"),
        "url": (work.url or work.url_of("openreview")).translate(URL_ESCAPES),
        "openreview": record.openreview if work.url else "",
        "urldate": When(record.accessed.start).isoformat if record.accessed else "",
        "langid": babel_name(record.language or ""),
        "keywords": work.keywords.translate(LATEX),
        "note": _latex(work, record.note),
        "abstract": to_latex_blocks(work.words(record.abstract)),
    }
    issue_field = (
        "issue" if record.number else EXPORT_TYPES[work.kind]["bibtex"].get("issue", "issue")
    )
    return fields | {issue_field: record.issue.translate(LATEX)}


def _latex(work: Work, text: Text | None) -> str:
    """A text in LaTeX. Most works lack most of the texts that a work may have."""
    return to_latex(work.words(text)) if text else ""


def _plain(record: Publication, *names: str) -> Fields:
    """The fields whose names and values are those of the record."""
    return {name: getattr(record, name).translate(LATEX) for name in names}


def _origin(work: Work) -> Fields:
    """The title, the people, the publisher, the venue and the series."""
    record, names = work.record, EXPORT_TYPES[work.kind]["bibtex"]
    institution = names.get("institution", "institution")
    fields: Fields = {
        "title": to_latex_title(work.words(record.title)),
        "author": _names(work.authors, has_others=work.has_others),
        "editor": _names(people_of(record.editors)),
        "translator": _names(people_of(record.translators)),
        "publisher": _organization(_latex(work, record.publisher), "publisher"),
        institution: _organization(_latex(work, record.institution), institution),
    }
    fields["series" if fields.get(names["venue"]) else names["venue"]] = to_latex(work.venue)
    if not fields.get("series"):
        fields["series"] = _latex(work, record.series)
    return fields


def _organization(name: str, field: str) -> str:
    """The name of an organization, in braces where BibLaTeX would split it: a patent's holder, and names with "and"."""
    needs_braces = field == "holder" or " and " in name
    return f"{{{name}}}" if name and needs_braces else name


def _type(work: Work) -> str:
    """The type of a thesis or report; "Preprint" for a preprint without an archive.

    The type of a doctoral thesis is its entry type.
    """
    record = work.record
    name = work.words(record.type)
    if work.kind == "thesis":
        is_doctoral = record.type and re.match(DOCTORAL, record.type.in_language("en"))
        return "" if is_doctoral else name or "Thesis"
    return name or _type_of_preprint(work)


def _type_of_preprint(work: Work) -> str:
    record = work.record
    if (
        work.kind != "preprint"
        or record.arxiv
        or record.hal
        or re.fullmatch(PREPRINT_SERVER, work.venue)
    ):
        return ""
    return "Preprint"


def _names(people: Iterable[NameParts], *, has_others: bool = False) -> str:
    names = [_name(person) for person in people]
    return " and ".join([*names, "others"] if has_others and names else names)


@cache
def _name(person: NameParts) -> str:
    """A name, with braces around organizations and around parts that contain "and" or a comma."""
    family, given, suffix = (
        part.translate(LATEX) for part in (person.family, person.given, person.suffix)
    )
    if (person.is_whole and " " in family) or _needs_braces(family):
        family = f"{{{family}}}"
    if _needs_braces(given):
        given = f"{{{given}}}"
    return ", ".join(filter(None, (family, suffix, given)))


def _needs_braces(name: str) -> bool:
    return "," in name or "and" in name.lower().split()


def _date(when: When | None) -> Fields:
    """Year, month and day.

    A period is a range in BibLaTeX's `date`, and its first year is for BibTeX.
    """
    if when is None:
        return {}
    year, month, day = when.start
    fields = {"year": f"{year:04d}"}
    if when.end is not None:
        return {"date": f"{when.isoformat}/{When(when.end, label=when.label).isoformat}", **fields}
    if when.ongoing:
        return {"date": f"{when.isoformat}/", **fields}
    return {**fields, "month": MONTH_NAMES[month - 1] if month else "", "day": str(day or "")}


def _eprint(work: Work) -> Fields:
    """The identifier in one archive as `eprint`.

    Those of HAL and PubMed have other fields if it is not the first.
    """
    record = work.record
    archives = {"arXiv": record.arxiv, "hal": record.hal, "pubmed": record.pmid}
    archive = next((archive for archive, identifier in archives.items() if identifier), "")
    if not archive:
        return {}
    others = {"hal": "hal_id", "pubmed": "pmid"}
    fields = {field: archives[name] for name, field in others.items() if name != archive}
    return {"eprint": archives[archive].translate(URL_ESCAPES), "archiveprefix": archive, **fields}
