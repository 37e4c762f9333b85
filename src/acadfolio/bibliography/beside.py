"""The label of a publication's link comes in; whether it leads to the work itself or beside it comes out."""

from __future__ import annotations

import re

BESIDE_THE_PAPER = re.compile(
    r"slides?|folien|diapos|presenta|poster|affiche|póster|suppl|appendi|anhang|annexe?|anexo|errat|review|handout"
    r"|幻灯|海报|附录|补充",
    re.IGNORECASE,
)
"""Of files that are not the paper, whatever sort of work it is."""
OTHER_WORKS = re.compile(
    r"\b(?:code|software|(?:git)?repo\w*|github|gitlab|data\w*|daten|donn[ée]es|datos|demo\w*|v[ií]d[eé]os?|talk|vortrag"
    r"|blog\w*|press|presse|prensa|news|tweet|thread|podcast|interview|entrevista|entretien)\b|代码|数据|视频|演示",
    re.IGNORECASE,
)
"""Of what was made with a paper, and is cited by itself."""
OF_ANY_SORT = frozenset({"software", "dataset"})
"""The kinds of works that may be such a thing themselves."""


def leads_to_the_work(label: str, kind: str) -> bool:
    """Whether somebody who cites a work of that kind may give the address behind this label."""
    return not BESIDE_THE_PAPER.search(label) and (kind in OF_ANY_SORT or not OTHER_WORKS.search(label))
