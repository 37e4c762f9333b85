"""An entry comes in, what sort of work it is comes out: BibTeX's and BibLaTeX's types, and what entries say besides."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from acadfolio.bibliography.fields import words_of
from acadfolio.bibliography.servers import SERVER
from acadfolio.problems import did_you_mean

if TYPE_CHECKING:
    from acadfolio.bibliography.entries import RawEntry
    from acadfolio.model.publication import Kind
    from acadfolio.problems import Problems

NAMES = {
    "journal": "article journal suppperiodical review",
    "conference": "inproceedings conference",
    "workshop": "workshop inworkshop",
    "preprint": "preprint",
    "book": "book mvbook collection mvcollection proceedings mvproceedings booklet reference mvreference",
    "chapter": "incollection inbook bookinbook suppbook suppcollection inreference",
    "thesis": "thesis phdthesis mastersthesis masterthesis bachelorthesis bachelorsthesis diplomathesis habilitation",
    "report": "report techreport manual standard whitepaper",
    "patent": "patent",
    "software": "software computerprogram",
    "dataset": "dataset data",
    "other": "misc online electronic www webpage unpublished periodical set talk presentation poster artwork audio"
    " image movie video music performance letter legal legislation jurisdiction commentary bibnote other",
}
KINDS: dict[str, Kind] = {name: kind for kind, names in NAMES.items() for name in names.split()}  # type: ignore[misc]
TYPES = {
    "theses": "PhD thesis",
    "phdthesis": "PhD thesis", "mastersthesis": "Master’s thesis", "masterthesis": "Master’s thesis",
    "mathesis": "Master’s thesis", "bachelorthesis": "Bachelor’s thesis", "bachelorsthesis": "Bachelor’s thesis",
    "bathesis": "Bachelor’s thesis", "candthesis": "Candidate thesis", "diplomathesis": "Diploma thesis",
    "habilitation": "Habilitation", "techreport": "Technical report", "resreport": "Research report",
    "manual": "Manual",
    "standard": "Standard", "whitepaper": "White paper", "software": "", "datacd": "Data CD", "audiocd": "Audio CD",
    "patent": "Patent", "patentde": "German patent", "patenteu": "European patent", "patentfr": "French patent",
    "patentuk": "British patent", "patentus": "U.S. patent", "patreq": "Patent request",
    "patreqde": "German patent request", "patreqeu": "European patent request", "patreqfr": "French patent request",
    "patrequk": "British patent request", "patrequs": "U.S. patent request",
}  # fmt: skip
"""What BibLaTeX prints for its own words in `type`, and for old names of types."""
COUNTRIES = {
    "countryde": "Germany", "countryep": "European Union", "countryeu": "European Union", "countryfr": "France",
    "countryuk": "United Kingdom", "countryus": "United States",
}  # fmt: skip
"""And for those in the `location` of a patent."""
AND = re.compile(r"\s+and\s+")
SAYS = (
    ("software", re.compile(r"\b(?:software|computer programs?|source code|ascl:)", re.IGNORECASE)),
    ("dataset", re.compile(r"\bdata ?(?:set|base|catalog)s?\b|\bVizieR\b", re.IGNORECASE)),
    ("preprint", re.compile(r"\bpre-?prints?\b|\be-prints?\b|\bposted-content\b", re.IGNORECASE)),
    ("thesis", re.compile(r"\b(?:thesis|dissertation)\b", re.IGNORECASE)),
    ("patent", re.compile(r"\bpatent\b", re.IGNORECASE)),
    ("report", re.compile(r"\b(?:technical|research) report\b", re.IGNORECASE)),
)
WORKSHOP = re.compile(r"\bworkshops?\b", re.IGNORECASE)
NO_WORKSHOP = re.compile(
    r"\b(?:conference|symposium|meeting)s?\b[^,:]*(?:\band\b|&)[^,:]*\bworkshops?\b"
    r"|\bworkshops? and (?:conference|symposium|challenge)",
    re.IGNORECASE,
)
"""A conference that has workshops in its name."""


def kind_of(entry: RawEntry, problems: Problems) -> Kind:
    kind = KINDS.get(entry.kind)
    if kind is None:
        what = f"`@{entry.kind}` is no type of entry that is known here: it is shown among the others"
        problems.warn(entry.at(), what, did_you_mean(entry.kind, KINDS) or "`@misc` fits everything")
        kind = "other"
    journal = first(entry, "journaltitle", "journal")
    if kind == "journal" and ((journal and SERVER.fullmatch(journal)) or (not journal and is_only_an_eprint(entry))):
        return "preprint"
    if kind in {"other", "report"}:
        return _of_words(entry, kind)
    if kind == "conference" and first(entry, "entrysubtype").lower() == "workshop":
        return "workshop"
    if kind == "conference" and is_workshop(first(entry, "booktitle", "eventtitle")):
        return "workshop"
    return kind


def is_workshop(venue: str) -> bool:
    return bool(WORKSHOP.search(venue)) and not NO_WORKSHOP.search(venue)


def is_only_an_eprint(entry: RawEntry) -> bool:
    """Whether it appeared nowhere but in an archive."""
    archive = first(entry, "archiveprefix", "eprinttype")
    in_archive = "eprint" in entry.fields and bool(not archive or SERVER.fullmatch(archive))
    is_arxiv = "arxiv" in entry.fields or "10.48550/" in first(entry, "doi")
    return (in_archive or is_arxiv) and not first(
        entry, "booktitle", "journal", "journaltitle", "institution", "school"
    )


SAID_BY_KIND = frozenset(
    {"article", "journal article", "conference paper", "conference proceedings", "book", "book chapter", "book section",
     "preprint", "thesis", "patent"}
)  # fmt: skip
"""Types that EndNote, Scopus and others write, and that say no more than the kind does."""


def type_of(entry: RawEntry) -> str:
    """What sort of thesis or report, in words; nothing where the kind says it."""
    said = first(entry, "type")
    if said:
        return "" if said.lower() in SAID_BY_KIND else TYPES.get(said.lower(), said)
    return TYPES.get(entry.kind, "") if entry.kind not in {"patent", "techreport"} else ""


def says_kind(said: str, kind: Kind) -> bool:
    """Whether a type is but another word for software, a dataset or a preprint."""
    return any(kind == found and pattern.search(said) for found, pattern in SAYS[:3])


def countries_in(location: str) -> str:
    """The names of the countries of a patent; nothing where its location is not told in BibLaTeX's words."""
    names = [COUNTRIES.get(word.lower()) for word in AND.split(location)]
    return ", ".join(filter(None, names)) if all(names) else ""


def first(entry: RawEntry, *names: str) -> str:
    """The words of the first of these fields that says something."""
    for name in names:
        if name in entry.fields and (said := words_of(entry.fields[name])):
            return said
    return ""


def _of_words(entry: RawEntry, kind: Kind) -> Kind:
    """What a `@misc` is, by its type, its note (Scholar's patents) or the place that it is from."""
    houses = (first(entry, name) for name in ("publisher", "howpublished", "journaltitle", "journal"))
    if is_only_an_eprint(entry) or any(map(SERVER.fullmatch, houses)):
        return "preprint" if entry.kind not in {"software", "dataset"} else kind
    if kind == "report":
        return kind
    if PATENT.match(first(entry, "note", "howpublished")):
        return "patent"
    words = " · ".join(filter(None, (first(entry, "type"), first(entry, "howpublished"), first(entry, "entrysubtype"))))
    for found, pattern in SAYS:
        if words and pattern.search(words):
            return found  # type: ignore[return-value]
    return kind


PATENT = re.compile(
    r"\s*(?P<type>[A-Z][\w. ]{0,20}\bPatent(?: (?:App(?:lication|\.)?|Request))?\.?)\s*(?:No\.?\s*)?"
    r"(?P<number>[\dA-Z][\d,/.A-Z ]+\d\w*)\s*\.?\s*$",
    re.IGNORECASE,
)
"""How Scholar notes a patent: `US Patent 6,285,999`."""
