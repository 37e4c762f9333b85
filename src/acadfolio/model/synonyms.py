"""A word that a closed list of choices lacks comes in, a hint at the choice that it means comes out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from acadfolio.model.reading import CLOSE
from acadfolio.problems import did_you_mean

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

KINDS = {
    "journal": "article|journal article|article journal|journal paper|magazine|letter|articles|journals",
    "conference": "inproceedings|proceedings|conference paper|paper conference|in proceedings|conferences|talk|poster",
    "workshop": "workshop paper|workshops",
    "preprint": "arxiv|biorxiv|medrxiv|ssrn|e print|eprint|unpublished|working paper|manuscript|preprints",
    "book": "monograph|mvbook|collection|books|textbook",
    "chapter": "incollection|inbook|book chapter|section|in book|chapters",
    "thesis": "phdthesis|mastersthesis|dissertation|phd|phd thesis|master thesis|masters thesis|theses",
    "report": "techreport|technical report|tech report|white paper|standard|reports",
    "dataset": "data|data set|datasets",
    "software": "code|computer program|program|tool",
    "patent": "patents",
    "other": "misc|miscellaneous|online|webpage|website",
}
STATUSES = {
    "accepted": "to appear|forthcoming|to be published|accepted for publication|camera ready",
    "in press": "to appear|forthcoming|inpress|in print|in production|online first|early access",
    "under review": "revision|in revision|under revision|major revision|minor revision|revise and resubmit|in review",
    "submitted": "submission|sent|in submission",
    "preprint": "arxiv|unpublished|working paper",
    "published": "out|appeared|final|printed|public",
}
UNCERTAIN = {
    "review": "journal", "book review": "journal", "review article": "journal",
    "edition": "book", "critical edition": "book", "edited volume": "book", "edited book": "book",
    "translation": "book", "festschrift": "book", "exhibition catalogue": "book", "catalogue": "book", "novel": "book",
    "encyclopedia entry": "chapter", "dictionary entry": "chapter", "entry": "chapter", "preface": "chapter",
    "introduction": "chapter", "foreword": "chapter", "essay": "journal", "newspaper": "journal",
}  # fmt: skip
"""What there is no choice for: the nearest one, told with all the others."""
SEVERAL = {"paper": ("journal", "conference"), "papers": ("journal", "conference")}
"""What may be either."""


def hint_at(word: str, choices: Collection[str]) -> str:
    """What other programs call one of these choices, else the one that is spelt almost so, else all of them."""
    said = " ".join(word.lower().replace("_", " ").replace("-", " ").split())
    meant = [choice for choice in choices if said in _words_for(choice)] or [
        choice for choice in SEVERAL.get(said, ()) if choice in choices
    ]
    if (nearest := UNCERTAIN.get(said)) in choices:
        return f"the nearest is `{nearest}`; known here: {', '.join(sorted(choices))}"
    if meant:
        return f"did you mean {' or '.join(f'`{choice}`' for choice in meant)}?"
    return did_you_mean(word, choices, cutoff=CLOSE)


def _words_for(choice: str) -> list[str]:
    tables: tuple[Mapping[str, str], ...] = (KINDS, STATUSES)
    return [word for table in tables for word in table.get(choice, "").split("|")]
