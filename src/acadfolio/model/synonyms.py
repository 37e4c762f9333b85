"""What other programs and people call the kinds and states of publications."""

from __future__ import annotations

from typing import TYPE_CHECKING

from acadfolio.problems import did_you_mean

if TYPE_CHECKING:
    from collections.abc import Collection

CLOSE = 0.75
"""How near a word must be to a choice of few words to be taken for a slip of it."""
SYNONYMS = {
    "journal": "article|journal article|article journal|journal paper|magazine|letter|articles|journals|paper|review",
    "conference": "inproceedings|proceedings|conference paper|paper conference|in proceedings|conferences|talk|poster",
    "workshop": "workshop paper|workshops",
    "preprint": "arxiv|biorxiv|medrxiv|ssrn|e print|eprint|unpublished|working paper|manuscript|preprints",
    "book": "monograph|mvbook|collection|books|textbook|edited book|edited volume|edition|translation",
    "chapter": "incollection|inbook|book chapter|section|in book|chapters",
    "thesis": "phdthesis|mastersthesis|dissertation|phd|phd thesis|master thesis|masters thesis|theses",
    "report": "techreport|technical report|tech report|white paper|standard|reports",
    "dataset": "data|data set|datasets",
    "software": "code|computer program|program|tool",
    "patent": "patents",
    "other": "misc|miscellaneous|online|webpage|website",
    "accepted": "to appear|forthcoming|to be published|accepted for publication|camera ready",
    "in press": "inpress|in print|in production|online first|early access",
    "under review": "revision|in revision|under revision|major revision|minor revision|revise and resubmit|in review",
    "submitted": "submission|sent|in submission",
    "published": "out|appeared|final|printed|public",
}
"""By the choice that is meant."""


def hint_at(word: str, choices: Collection[str]) -> str:
    """The choice that a word is a synonym of, else the one that is spelt almost so, else all of them."""
    bare = " ".join(word.lower().replace("_", " ").replace("-", " ").split())
    for choice in choices:
        if bare in SYNONYMS.get(choice, "").split("|"):
            return f"did you mean `{choice}`?"
    return did_you_mean(word, choices, cutoff=CLOSE)
