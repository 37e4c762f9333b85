"""The types of publications in the export formats.

bibtex: the entry type, its subtype, and the fields for the venue, the issue and the institution. csl, ris: the type.
"""

from __future__ import annotations

from typing import TypedDict


class EntryType(TypedDict, total=False):
    name: str
    subtype: str
    venue: str
    issue: str
    institution: str


class ExportType(TypedDict):
    bibtex: EntryType
    csl: str
    ris: str


# Those of works of the kind `other`, by a word in their type: `Film`, `Documentary film`.
OTHER_TYPES: dict[str, ExportType] = {
    "film": {
        "bibtex": {"name": "movie", "venue": "howpublished"},
        "csl": "motion_picture",
        "ris": "MPCT",
    },
    "broadcast": {
        "bibtex": {"name": "audio", "venue": "howpublished"},
        "csl": "broadcast",
        "ris": "SOUND",
    },
    "song": {"bibtex": {"name": "music", "venue": "howpublished"}, "csl": "song", "ris": "MUSIC"},
    "artwork": {
        "bibtex": {"name": "artwork", "venue": "howpublished"},
        "csl": "graphic",
        "ris": "ART",
    },
    "map": {"bibtex": {"name": "misc", "venue": "howpublished"}, "csl": "map", "ris": "MAP"},
    "performance": {
        "bibtex": {"name": "performance", "venue": "howpublished"},
        "csl": "performance",
        "ris": "GEN",
    },
    "speech": {"bibtex": {"name": "misc", "venue": "howpublished"}, "csl": "speech", "ris": "GEN"},
    "interview": {
        "bibtex": {"name": "misc", "venue": "howpublished"},
        "csl": "interview",
        "ris": "GEN",
    },
    "letter": {
        "bibtex": {"name": "letter", "venue": "howpublished"},
        "csl": "personal_communication",
        "ris": "PCOMM",
    },
    "manuscript": {
        "bibtex": {"name": "misc", "venue": "howpublished"},
        "csl": "manuscript",
        "ris": "MANSCPT",
    },
    "judgment": {
        "bibtex": {"name": "jurisdiction", "venue": "howpublished"},
        "csl": "legal_case",
        "ris": "CASE",
    },
    "statute": {
        "bibtex": {"name": "legislation", "venue": "howpublished"},
        "csl": "legislation",
        "ris": "STAT",
    },
    "bill": {
        "bibtex": {"name": "legislation", "venue": "howpublished"},
        "csl": "bill",
        "ris": "BILL",
    },
    "treaty": {"bibtex": {"name": "legal", "venue": "howpublished"}, "csl": "treaty", "ris": "GEN"},
    "hearing": {
        "bibtex": {"name": "misc", "venue": "howpublished"},
        "csl": "hearing",
        "ris": "HEAR",
    },
}

# Those of each kind of publication, and of works of the kind `other`.
EXPORT_TYPES: dict[str, ExportType] = {
    "journal": {
        "bibtex": {"name": "article", "venue": "journal", "issue": "number"},
        "csl": "article-journal",
        "ris": "JOUR",
    },
    "conference": {
        "bibtex": {"name": "inproceedings", "venue": "booktitle"},
        "csl": "paper-conference",
        "ris": "CPAPER",
    },
    "workshop": {
        "bibtex": {"name": "inproceedings", "subtype": "workshop", "venue": "booktitle"},
        "csl": "paper-conference",
        "ris": "CPAPER",
    },
    "preprint": {
        "bibtex": {"name": "misc", "venue": "howpublished"},
        "csl": "article",
        "ris": "UNPB",
    },
    "book": {
        "bibtex": {"name": "book", "venue": "publisher"},
        "csl": "book",
        "ris": "BOOK",
    },
    "chapter": {
        "bibtex": {"name": "incollection", "venue": "booktitle"},
        "csl": "chapter",
        "ris": "CHAP",
    },
    "thesis": {
        "bibtex": {"name": "phdthesis", "venue": "school", "institution": "school"},
        "csl": "thesis",
        "ris": "THES",
    },
    "patent": {
        "bibtex": {"name": "patent", "venue": "howpublished", "institution": "holder"},
        "csl": "patent",
        "ris": "PAT",
    },
    "software": {
        "bibtex": {"name": "software", "venue": "howpublished"},
        "csl": "software",
        "ris": "COMP",
    },
    "dataset": {
        "bibtex": {"name": "dataset", "venue": "howpublished"},
        "csl": "dataset",
        "ris": "DATA",
    },
    "report": {
        "bibtex": {"name": "techreport", "venue": "institution"},
        "csl": "report",
        "ris": "RPRT",
    },
    "other": {
        "bibtex": {"name": "misc", "venue": "howpublished"},
        "csl": "document",
        "ris": "GEN",
    },
    "web page": {
        "bibtex": {"name": "online", "venue": "howpublished"},
        "csl": "webpage",
        "ris": "ELEC",
    },
    **OTHER_TYPES,
}
