"""What sort of thesis an entry's type is comes in, in English; the same in the theme's languages comes out."""

from __future__ import annotations

from acadfolio.model.values import Text

LANGUAGES = ("en", "de", "fr", "es", "zh")


def _in_all(*names: str) -> Text:
    return Text(tuple(zip(LANGUAGES, names, strict=True)))


DOCTORS = _in_all("PhD thesis", "Dissertation", "Thèse de doctorat", "Tesis doctoral", "博士论文")
"""Of `@phdthesis`, which says no more: each style has its own name for it."""
MASTERS = _in_all("Master’s thesis", "Masterarbeit", "Mémoire de master", "Trabajo de fin de máster", "硕士论文")
BACHELORS = _in_all("Bachelor’s thesis", "Bachelorarbeit", "Mémoire de licence", "Trabajo de fin de grado", "学士论文")
THESES = {text.by_language[0][1]: text for text in (DOCTORS, MASTERS, BACHELORS)}
