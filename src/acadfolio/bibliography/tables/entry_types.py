"""The entry types of BibTeX and BibLaTeX."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from acadfolio.model.publication import Kind

# Entry types by kind of publication.
KINDS: dict[Kind, str] = {
    "journal": "article journal suppperiodical review",
    "conference": "inproceedings conference",
    "workshop": "workshop inworkshop",
    "preprint": "preprint",
    "book": "book mvbook collection mvcollection proceedings mvproceedings booklet reference mvreference",
    "chapter": "incollection inbook bookinbook suppbook suppcollection inreference",
    "thesis": """
        thesis phdthesis mastersthesis masterthesis bachelorthesis bachelorsthesis diplomathesis
        habilitation
    """,
    "report": "report techreport manual standard whitepaper",
    "patent": "patent",
    "software": "software computerprogram",
    "dataset": "dataset data",
    "other": """
        misc online electronic www webpage unpublished periodical set talk presentation poster
        artwork audio image movie video music performance letter legal legislation jurisdiction
        commentary bibnote broadcast song map speech interview manuscript bill treaty hearing
        figure slides other
    """,
}

# The text of the type: for BibLaTeX's own values of `type`, and for entry types that name one.
NAMES = {
    "theses": "PhD thesis",
    "phdthesis": "PhD thesis",
    "mastersthesis": "Master’s thesis",
    "masterthesis": "Master’s thesis",
    "mathesis": "Master’s thesis",
    "bachelorthesis": "Bachelor’s thesis",
    "bachelorsthesis": "Bachelor’s thesis",
    "bathesis": "Bachelor’s thesis",
    "diplomathesis": "Diploma thesis",
    "habilitation": "Habilitation",
    "techreport": "Technical report",
    "resreport": "Research report",
    "manual": "Manual",
    "standard": "Standard",
    "whitepaper": "White paper",
    "software": "",
    "patent": "Patent",
    "patentde": "German patent",
    "patenteu": "European patent",
    "patentfr": "French patent",
    "patentuk": "British patent",
    "patentus": "U.S. patent",
    "patreq": "Patent request",
    "movie": "Film",
    "broadcast": "Broadcast",
    "song": "Song",
    "artwork": "Artwork",
    "map": "Map",
    "performance": "Performance",
    "speech": "Speech",
    "interview": "Interview",
    "letter": "Letter",
    "manuscript": "Manuscript",
    "jurisdiction": "Judgment",
    "legislation": "Statute",
    "bill": "Bill",
    "treaty": "Treaty",
    "hearing": "Hearing",
    "figure": "Figure",
    "video": "Video",
    "slides": "Presentation",
    "presentation": "Presentation",
    "talk": "Talk",
    "poster": "Poster",
}

# Values of `type` from EndNote, Scopus and others that only repeat the kind.
REDUNDANT = [
    "article",
    "journal article",
    "conference paper",
    "conference proceedings",
    "book",
    "book chapter",
    "book section",
    "preprint",
    "thesis",
    "patent",
]

# Regular expressions for the kind of a `@misc`, in its `type`, `howpublished` and `entrysubtype`.
PATTERNS: dict[Kind, str] = {
    "software": r"\b(?:software|computer programs?|source code|ascl:)",
    "dataset": r"\bdata ?(?:set|base|catalog)s?\b|\bVizieR\b",
    "preprint": r"\bpre-?prints?\b|\be-prints?\b|\bposted-content\b",
    "thesis": r"\b(?:thesis|dissertation)\b",
    "patent": r"\bpatent\b",
    "report": r"\b(?:technical|research) report\b",
}

# A patent in a note of Google Scholar.
PATENT = (
    r"(?i)\s*(?P<type>[A-Z][\w. ]{0,20}\bPatent(?: (?:App(?:lication|\.)?|Request))?\.?)"
    r"\s*(?:No\.?\s*)?(?P<number>[\dA-Z][\d,/.A-Z ]+\d\w*)\s*\.?\s*$"
)

# The name of a conference with workshops.
CONFERENCE_WITH_WORKSHOPS = (
    r"(?i)\b(?:conference|symposium|meeting)s?\b[^,:]*(?:\band\b|&)[^,:]*\bworkshops?\b"
    r"|\bworkshops? and (?:conference|symposium|challenge)"
)
