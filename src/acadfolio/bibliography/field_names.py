"""The field names of BibTeX, BibLaTeX and the programs that export them."""

from __future__ import annotations

ALIASES = {
    "author_keywords": "keywords", "author-keywords": "keywords", "keyword": "keywords", "pubmed_id": "pmid",
    "pubmed-id": "pmid", "pubmedid": "pmid",
    "article-number": "articleno", "article_number": "articleno", "report_number": "reportnumber", "pubmed": "pmid",
    "journal_title": "journal", "journal-title": "journal", "arxivid": "arxiv",
    "doi-url": "doi", "pmc": "pmcid", "mr": "mrnumber", "google-scholar-id": "google_scholar_id",
    "image-alt": "image_alt",
    "openaccess": "open_access", "open-access": "open_access", "oa": "open_access", "artifact": "artifacts",
    "lastchecked": "urldate", "accessed": "urldate", "access_date": "urldate", "access-date": "urldate",
    "lastaccessed": "urldate", "origyear": "origdate",
    "place": "address", "lang": "language", "issue_title": "issuetitle", "eprintclass": "primaryclass",
}  # fmt: skip
"""Other names of fields, as Scopus, Web of Science, Mendeley and people write them."""
AL_FOLIO = frozenset(
    {"abbr", "additional_info", "altmetric", "award_name", "bibtex_show", "dimensions", "google_scholar_id",
     "inspirehep_id", "preview", "selected", "html", "supp", "poster", "slides", "blog", "code", "video", "website"}
)  # fmt: skip
"""Fields of al-folio alone: beside them `annotation` is a public remark, elsewhere a private one."""
PRIVATE = AL_FOLIO | {"annotation", "award", "pdf", "arxiv", "acadfolio", "open_access", "artifacts", "image_alt"}
"""Fields that are not in the entry that visitors copy."""
EDITION_PEOPLE = ("introduction", "foreword", "afterword", "commentator", "annotator")
EDITION_FIELDS = frozenset(
    {*EDITION_PEOPLE, "editora", "editorb", "editorc", "editoratype", "editorbtype", "editorctype", "part", "volumes",
     "origdate", "origtitle", "origpublisher", "origlocation"}
)  # fmt: skip
USED = frozenset(
    {"title", "subtitle", "titleaddon", "author", "editor", "journal", "journaltitle", "journalsubtitle", "booktitle",
     "booksubtitle", "maintitle", "mainsubtitle", "eventtitleaddon", "version",
     "assignee", "nationality", "year", "date", "month", "day", "eventdate", "volume", "number", "issue",
     "issuetitle",
     "pages", "eid", "articleno", "chapter", "publisher", "organization", "address", "location", "venue",
     "eventlocation",
     "school", "institution", "university", "holder", "edition", "isbn", "issn", "eissn", "doi", "eprint", "eprinttype",
     "archiveprefix", "primaryclass", "arxiv", "hal", "hal_id", "pmid", "openreview", "url", "urldate", "abstract",
     "note",
     "addendum", "additional_info", "howpublished", "keywords", "language", "langid", "hyphenation", "type",
     "entrysubtype", "eventtitle", "event", "conference", "series", "collaboration", "collaborations", "translator",
     "reportnumber", "pubstate", "abbr", "selected", "preview", "image", "thumbnail", "teaser", "award", "award_name",
     "google_scholar_id", "scholar_id", "tldr", "summary", "acadfolio", "bibtex_show", "open_access", "artifacts",
     "image_alt", *EDITION_FIELDS}
)  # fmt: skip
"""Fields that publications are made of."""
UNUSED = {
    "programs’ own notes": "timestamp biburl bibsource adsnote date-added date-modified added-at owner username groups"
    " priority rating readstatus ranking qualityassured relevance interhash intrahash creationdate modificationdate"
    " hal_version fjournal mrclass mrreviewer read bibkey citekey texkeys slaccitation internal-note __markedentry"
    " month_numeric",
    "Medline’s columns": "country issn-linking nlm-id pii mid pubmodel pubstatus revised completed citation-subset"
    " chemicals",
    "files on your own disk": "file local-url attachment attachments bdsk-file pdf-local",
    "private notes": "annote annotation comment review owncitekey mendeley-tags mendeley-groups notes research-notes",
    "what only sorts or labels": "sortkey sortname sorttitle sortyear presort key label shorthand shorthandintro"
    " shorttitle"
    " shortauthor shorteditor shortjournal shortseries indextitle indexsorttitle options ids entryset crossref xref"
    " xdata"
    " related relatedtype relatedstring relatedoptions execute gender langidopts keywords-plus nameaddon authortype"
    " editortype bookpagination pagination usera userb userc userd usere userf verba verbb verbc refsection",
    "Emacs’s alternatives": "altauthor alteditor alttitle altyear altdate",
    "what no citation shows": "urlday urlmonth urlyear origlanguage numpages pagetotal serieseditor"
    " isrn iswc ismn lccn call-number copyright rights license coden size bookauthor maintitleaddon"
    " booktitleaddon journaltitleaddon library librarycatalog archive archivelocation archivelocationzotero"
    " entrytype dblp doi-full english opensource",
    "Scopus’s and Web of Science’s columns": "source document_type publication_stage abbrev_source_title"
    " affiliation affiliations"
    " correspondence_address funding_details funding_text references cited-references unique-id times-cited"
    " number-of-cited-references usage-count-last-180-days usage-count-since-2013 journal-iso web-of-science-index"
    " web-of-science-categories research-areas researcherid-numbers orcid-numbers doc-delivery-number author-email da"
    " funding-acknowledgement funding-text early-access-date esi-hot-paper esi-highly-cited-paper cited_by"
    " chemicals_cas"
    " molecular_seqnumbers index_keywords sponsors art_number tradenames manufacturers",
}
"""Fields that are known and not shown, on purpose."""
UNUSED_NAMES = frozenset(name for names in UNUSED.values() for name in names.split())
UNUSED_PREFIXES = ("bdsk-file-", "citeulike", "x-", "zotero-", "jabref-", "priv-", "comment-")


def is_unused(name: str) -> bool:
    """Whether a field holds nothing that a visitor reads."""
    if name in UNUSED_NAMES or name.startswith(UNUSED_PREFIXES):
        return True
    is_annotation = name.partition(":")[0].endswith("+an")
    is_disabled = name.startswith("opt") and name.isalpha() and name != "opt"
    return is_annotation or is_disabled
