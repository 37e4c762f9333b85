"""The fields that entries of BibTeX inherit from others by `crossref` and `xdata`."""

from __future__ import annotations

# Entry types that are no works, but settings for LaTeX.
SETTINGS = "ieeetranbstctl control acmcontrol"

# Entry types that are parts of a volume.
PARTS = """
    inproceedings conference incollection inreference suppcollection inbook bookinbook suppbook
    article
"""

# Entry types of volumes.
VOLUMES = """
    collection mvcollection mvproceedings periodical proceedings reference
"""

# The names of inherited fields in a part of a volume, in a volume of a multi-volume work, and in an
# article.
NAMES_IN_CHILD = {
    "part": {"title": "booktitle", "subtitle": "booksubtitle", "titleaddon": "booktitleaddon"},
    "volume": {"title": "maintitle", "subtitle": "mainsubtitle", "titleaddon": "maintitleaddon"},
    "article": {"title": "journaltitle", "subtitle": "journalsubtitle"},
}

NEVER_INHERITED = """
    crossref xref xdata entryset entrysubtype ids options label keywords presort related
    relatedoptions relatedstring relatedtype shorthand shorthandintro sortkey sortname sorttitle
    key
"""

# Fields that belong to the volume alone: the DOI of the proceedings is not that of a paper.
NOT_INHERITED_FROM_VOLUME = """
    doi url urldate eprint eprinttype eprintclass archiveprefix primaryclass pages eid abstract
    file pdf html code note addendum annotation annote biburl bibsource timestamp adsurl adsnote
    pmid pmcid arxiv slides poster video preview selected award google_scholar_id authorizer
    web_only cv_only private
    shortauthor indextitle dateadded datemodified
"""
