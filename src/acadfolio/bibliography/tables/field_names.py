"""The names of fields in bibliographies."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from acadfolio.model.publication import Kind

# Fields that are converted to the fields of a publication.
PUBLICATION = """
    title subtitle titleaddon author editor journal journalsubtitle booktitle booksubtitle
    maintitle version assignee nationality year date month day eventdate volume number issue
    issuetitle pages eid articleno chapter publisher organization address location venue
    eventlocation school institution university holder edition isbn issn eissn doi eprint
    eprinttype archiveprefix primaryclass arxiv hal hal_id pmid openreview url urldate abstract
    note addendum additional_info howpublished keywords language langid hyphenation type
    entrysubtype eventtitle event conference series collaboration collaborations translator
    reportnumber pubstate abbr category selected preview image thumbnail teaser award award_name
    google_scholar_id scholar_id tldr summary acadfolio bibtex_show open_access part volumes
    origdate web_only cv_only private
"""

# Fields of a publication that are plain text, with the fields that they are read from. The first
# one with a value counts.
PLAIN = {
    "volume": ["volume"],
    "edition": ["edition"],
    "isbn": ["isbn"],
    "issn": ["issn", "eissn"],
    "scholar_id": ["google_scholar_id", "scholar_id"],
}

# Fields of a publication that are Markdown. ACM exports two locations: that of the conference comes
# before the publisher's.
TEXT = {
    "publisher": ["publisher"],
    "series": ["series", "maintitle"],
    "issue_title": ["issuetitle"],
    "event": ["eventtitle", "event", "conference"],
    "summary": ["tldr", "summary"],
    "badge": ["abbr"],
    "category": ["category"],
    "institution": ["institution", "school", "university", "holder", "assignee"],
    "location": ["venue", "eventlocation", "location", "address", "nationality"],
}

# The fields of the venue, by kind of publication.
VENUE: dict[Kind, list[str]] = {
    "journal": ["journal", "booktitle"],
    "conference": ["booktitle", "journal", "eventtitle", "howpublished"],
    "workshop": ["booktitle", "journal", "eventtitle", "howpublished"],
    "preprint": ["journal", "booktitle", "howpublished"],
    "book": ["booktitle", "journal"],
    "chapter": ["booktitle", "maintitle", "journal"],
    "thesis": ["booktitle", "journal"],
    "patent": ["booktitle", "journal"],
    "software": ["journal", "booktitle", "howpublished"],
    "dataset": ["journal", "booktitle", "howpublished"],
    "report": ["booktitle", "journal"],
    "other": ["journal", "booktitle", "howpublished"],
}

# Fields that only al-folio has. In an entry with one of them, `annotation` is public; in others it
# is private.
AL_FOLIO = """
    abbr additional_info altmetric award_name bibtex_show dimensions google_scholar_id
    inspirehep_id preview selected html supp poster slides blog code video website
"""

# Fields that are not shown on purpose. Some hold URLs, and some names look like misspelt names of
# other fields.
IGNORED = """
    altauthor alteditor annotation annote archive attachment attachments biburl booktitleaddon
    coden comment copyright da dblp doi-full editora editorb editorc entrytype eventtitleaddon
    file fjournal journaltitleaddon license local-url mainsubtitle maintitleaddon mid notes
    origlanguage origlocation origpublisher pdf-local pubstatus review rights xdata
"""

# Other names for fields, without hyphens: those of Scopus, Web of Science and Mendeley, and common
# variants.
ALIASES = {
    "authorkeywords": "keywords",
    "keyword": "keywords",
    "pubmedid": "pmid",
    "pubmed": "pmid",
    "pmc": "pmcid",
    "articlenumber": "articleno",
    "journaltitle": "journal",
    "arxivid": "arxiv",
    "doiurl": "doi",
    "mr": "mrnumber",
    "googlescholarid": "google_scholar_id",
    "openaccess": "open_access",
    "oa": "open_access",
    "origyear": "origdate",
    "lastchecked": "urldate",
    "accessed": "urldate",
    "accessdate": "urldate",
    "urlpdf": "pdf",
    "urlhtml": "html",
    "urlcode": "code",
    "urlslides": "slides",
    "urlposter": "poster",
    "urlvideo": "video",
    "urlproject": "project",
    "urldataset": "data",
    "lastaccessed": "urldate",
    "place": "address",
    "lang": "language",
    "eprintclass": "primaryclass",
    "zbl": "zblnumber",
}

# Fields that hold a link, with its label, in the order of the links on the page.
LABELS = {
    "pdf": "PDF",
    "html": "HTML",
    "code": "Code",
    "slides": "Slides",
    "poster": "Poster",
    "video": "Video",
    "blog": "Blog",
    "website": "Website",
    "supp": "Supplement",
    "suppdf": "Supplement",
    "supplement": "Supplement",
    "project": "Project",
    "demo": "Demo",
    "data": "Data",
    "dataset": "Data",
    "github": "GitHub",
    "ee": "Link",
    "opturl": "Link",
    "talk": "Talk",
    "adsurl": "ADS",
    "press": "Press",
    "media": "Media",
    "software": "Software",
    "appendix": "Appendix",
    "arxiv_url": "arXiv",
    "huggingface": "Hugging Face",
    "youtube": "YouTube",
    "bdsk-url-1": "Link",
    "bdsk-url-2": "Link",
    "bdsk-url-3": "Link",
}

# The label of a `url`, by its host.
HOSTS = {
    "arxiv.org": "arXiv",
    "aclanthology.org": "ACL Anthology",
    "aclweb.org": "ACL Anthology",
    "openreview.net": "OpenReview",
    "adsabs.harvard.edu": "ADS",
    "github.com": "Code",
    "gitlab.com": "Code",
    "hal.science": "HAL",
    "inspirehep.net": "INSPIRE",
    "jstor.org": "JSTOR",
    "zenodo.org": "Zenodo",
    "pmc.ncbi.nlm.nih.gov": "PubMed Central",
    "ncbi.nlm.nih.gov": "PubMed",
    "papers.nips.cc": "NeurIPS",
    "papers.neurips.cc": "NeurIPS",
    "proceedings.mlr.press": "PMLR",
    "youtube.com": "Video",
    "youtu.be": "Video",
}

# Registries and archives without a field of their own in a record: an identifier in one of them
# becomes a link.
REGISTRIES = {
    "inspirehep_id": ("INSPIRE", "https://inspirehep.net/literature/{}"),
    "pmcid": ("PubMed Central", "https://pmc.ncbi.nlm.nih.gov/articles/{}/"),
    "mrnumber": ("MathSciNet", "https://mathscinet.ams.org/mathscinet-getitem?mr={}"),
    "zblnumber": ("zbMATH", "https://zbmath.org/{}"),
    "altmetric": ("Altmetric", "https://www.altmetric.com/details/{}"),
    "dimensions": ("Dimensions", "https://badge.dimensions.ai/details/id/{}"),
    "jstor": ("JSTOR", "https://www.jstor.org/stable/{}"),
    "googlebooks": ("Google Books", "https://books.google.com/books?id={}"),
    "hdl": ("Handle", "https://hdl.handle.net/{}"),
    "handle": ("Handle", "https://hdl.handle.net/{}"),
    "biorxiv": ("bioRxiv", "https://www.biorxiv.org/content/{}"),
    "medrxiv": ("medRxiv", "https://www.medrxiv.org/content/{}"),
}

# Names before the colon in the notes of Zotero: identifiers, and regular expressions for other
# fields.
ZOTERO_IDENTIFIERS = [
    "OCLC",
    "Google-Books-ID",
    "PMID",
    "PMCID",
    "S2ID",
    "MAG ID",
    "Version Number",
]

ZOTERO_FIELDS = [
    "Number",
    "Publisher",
    "Backup Publisher",
    "Company",
    "Conference Name",
    "Container-title",
    "Journal Abbreviation",
    "Section",
    "_eprint",
    "Num Pages",
    "Archive Location",
    "ISSN",
    "ISBN",
    "ADS Bibcode",
    "Citation Key",
    "ZSCC",
    r"tex\.\w+",
]

# Regular expressions for other notes that programs generate, such as the number of citations from
# Google Scholar (`00012`), and the day when DSpace archived a thesis (`Accepted`).
GENERATED_NOTES = [
    r"tex\.\w+=.*",
    r"00\d{3}(?:\d{2})?(?: .*)?",
    "Place: .* Publisher: .*",
    r"Accepted: \d{4}-\d\d-\d\dT.*",
    r"Pages: (?:\d{4}\.\d\d\.\d\d\.\d+|\S+ Section: .*)",
]
