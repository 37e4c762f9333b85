"""The types and fields of CSL-JSON, with those of Crossref."""

from __future__ import annotations

# BibTeX's entry type for each type. Those of films, letters and so on are BibLaTeX's. All others
# are `misc`.
TYPES = {
    "article-journal": "article",
    "article-magazine": "article",
    "article-newspaper": "article",
    "journal-article": "article",
    "review": "article",
    "review-book": "article",
    "article": "preprint",
    "posted-content": "preprint",
    "paper-conference": "inproceedings",
    "proceedings-article": "inproceedings",
    "chapter": "incollection",
    "book-chapter": "incollection",
    "book-section": "incollection",
    "entry": "inreference",
    "entry-encyclopedia": "inreference",
    "entry-dictionary": "inreference",
    "reference-entry": "inreference",
    "book": "book",
    "monograph": "book",
    "classic": "book",
    "pamphlet": "booklet",
    "edited-book": "collection",
    "collection": "collection",
    "reference-book": "reference",
    "proceedings": "proceedings",
    "thesis": "thesis",
    "dissertation": "thesis",
    "report": "report",
    "report-component": "report",
    "standard": "standard",
    "patent": "patent",
    "software": "software",
    "dataset": "dataset",
    "periodical": "periodical",
    "journal": "periodical",
    "motion_picture": "movie",
    "broadcast": "broadcast",
    "song": "song",
    "graphic": "artwork",
    "figure": "figure",
    "map": "map",
    "performance": "performance",
    "speech": "speech",
    "interview": "interview",
    "personal_communication": "letter",
    "legal_case": "jurisdiction",
    "legislation": "legislation",
    "bill": "bill",
    "treaty": "treaty",
    "hearing": "hearing",
    "manuscript": "manuscript",
}

# BibTeX's field for each field.
NAMES = {
    "title": "title",
    "subtitle": "subtitle",
    "volume": "volume",
    "number": "number",
    "page": "pages",
    "DOI": "doi",
    "URL": "url",
    "ISBN": "isbn",
    "ISSN": "issn",
    "PMID": "pmid",
    "PMCID": "pmcid",
    "abstract": "abstract",
    "note": "note",
    "publisher": "publisher",
    "publisher-place": "address",
    "event-title": "eventtitle",
    "event": "eventtitle",
    "event-place": "venue",
    "edition": "edition",
    "genre": "type",
    "language": "langid",
    "keyword": "keywords",
    "collection-title": "series",
    "status": "pubstate",
    "institution": "institution",
    "authority": "publisher",
    "article-number": "articleno",
    "volume-title": "maintitle",
    "chapter-number": "chapter",
    "number-of-volumes": "volumes",
    "version": "version",
    "arxiv": "arxiv",
    "subject": "keywords",
}

# The fields for `container-title`, by entry type. In all others it is a journal.
VENUES = {
    "book": "series",
    "inproceedings": "booktitle",
    "incollection": "booktitle",
    "inreference": "booktitle",
}

# The people in each field. The director of a film is its author.
PEOPLE = {
    "author": ["author", "inventor", "director", "composer", "performer"],
    "editor": ["editor"],
    "translator": ["translator"],
}

# The people that the note names.
NOTED_PEOPLE = ["recipient", "interviewer", "illustrator"]
