"""Shorten texts: to their first sentence, or to their first words."""

from __future__ import annotations

import re

from acadfolio.model.values import Text

SENTENCE_END = re.compile(r"[.!?…]+[\"”’»)]?(?=\s+[\"“‘«(¿¡*_$\[]*[^\W\d_a-z])|[。！？]”?")
NO_END = re.compile(
    r"(?:^|[\s(])(?:[A-Z]|[a-z]|al|ca|cf|dr|e\.g|eq|fig|i\.e|mme|mr|mrs|no|nos|pp|prof|resp|st|vol|vs)\.$",
    re.IGNORECASE,
)
"""An initial or an abbreviation, whose full stop does not end a sentence."""
TAIL = 10
"""The number of characters before a full stop in which these are looked for."""
PAIRED = ("$", "`", "*", "_", '"')


def first_sentence(text: Text, language: str) -> Text:
    """The first sentence of a text. Markdown and formulas are not split."""
    written = " ".join(text.in_language(language).split())
    for end in SENTENCE_END.finditer(written):
        if _may_end(written[: end.end()]):
            return Text.of(written[: end.end()])
    return Text.of(written)


def shorten(text: str, longest: int) -> str:
    """As many whole words as fit, with an ellipsis for the rest."""
    return text if len(text) <= longest else text[: longest - 1].rsplit(" ", 1)[0].rstrip(",;:") + "…"


def _may_end(text: str) -> bool:
    """Whether a text can end here: not after an abbreviation, or inside emphasis, code, a formula or a link."""
    pairs = all(text.count(character) % 2 == 0 for character in PAIRED)
    brackets = text.count("[") == text.count("]") and text.count("(") == text.count(")")
    return pairs and brackets and not NO_END.search(text[-TAIL:])
