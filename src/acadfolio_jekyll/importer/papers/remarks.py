"""Take the parts that may be anywhere in a citation: notes, awards, a status and identifiers."""

from __future__ import annotations

import re

from acadfolio_jekyll.importer.papers.links import TITLE, TITLE_END
from acadfolio_jekyll.importer.papers.words import first_group

NOTE = re.compile(
    rf"""
    \[ ( (?-i: CCF | JCR | SCI | CORE )\b [^\[\]]* ) \]  # a rank of the venue: [CCF-A]
    | # or a remark about the authors: (equal contribution)
    (?: (?<= [*#†‡+]\s )                                 # after the mark that it explains
      | (?<= [\s\d”{TITLE_END}] ) (?! [^()]* \), )       # or after a part, but not in a list
    )
    ( \( [^()]* \b (?: authors? | equal | contribut\w* | alphabetical )\b [^()]* \) )
    """,
    re.VERBOSE | re.IGNORECASE,
)
AWARD = re.compile(
    rf"""
    (?! [^{TITLE}{TITLE_END}]* {TITLE_END} )             # not in the title
    (?:
      [\[(]                                              # in brackets: [Best Paper]
        ( [^\[\]()]*
          \b (?: award | prize | best | oral | spotlight | highlight | honou?rable )\b
          [^\[\]()]* )
      [\])]
    | (?<= \d\d ) ,?\s+                                  # or after the year: 2024, Oral
        ( (?: best | outstanding )\b [^,.;\n]* \b (?: paper | award )\b [^,.;\n]*
        | oral | spotlight | highlight
        )\b
    )
    """,
    re.VERBOSE | re.IGNORECASE,
)
STATUS = re.compile(
    r"(?i)\s*\((under review|submitted|accepted|in press)\)(?=\s*(?:\n|$))",
)
"""A status in parentheses at the end of a line."""
ARXIV = re.compile(r"(?i)\barxiv\s*:\s*(\d{4}\.\d{4,5}|[a-z-]+/\d{7})(?:v\d+)?")
DOI = re.compile(
    r"""
    (?: \bdoi:\s* )?
    (?: https?://(?:dx\.)?doi\.org/ | \bdoi:\s* )
    ( 10\.\d{4,9}/ [^\s,;]* [^\s,;.)\]] )
    (?= [\s.)\]]* \Z )                                   # at the end of the citation
    """,
    re.VERBOSE | re.IGNORECASE,
)
REMARKS = {"note": NOTE, "award": AWARD, "status": STATUS, "arxiv": ARXIV, "doi": DOI}
"""The patterns by the keys of an entry, in the order in which they are taken."""
SPACE_BEFORE_PUNCTUATION = re.compile(r" +(?=[.,;])")


def take_remarks(text: str) -> tuple[dict[str, str], str]:
    """The remarks by their keys, which are empty without one, and the text without them."""
    taken: dict[str, str] = {}
    for key, pattern in REMARKS.items():
        taken[key] = ", ".join(map(first_group, pattern.finditer(text)))
        text = SPACE_BEFORE_PUNCTUATION.sub("", pattern.sub("", text))
    return taken, text
