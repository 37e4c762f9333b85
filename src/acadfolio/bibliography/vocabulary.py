"""Names and notations that bibliographies share: preprint servers, languages, types of thesis, page ranges."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from acadfolio.model.values import Text
from acadfolio.source.yaml import texts_of

ARXIV = re.compile(r"\s*(?:arxiv\b.*|corr|computing research repository.*)\s*", re.IGNORECASE | re.DOTALL)
SERVER = re.compile(
    r"\s*(?:arxiv\b.*|corr|(?:bio|med|chem|psy|soc|eng|earth|tech|eco|agri|paleo|edu|afric|india)a?rxiv\b.*|socarxiv.*"
    r"|ssrn\b.*|research square|preprints(?:\.org)?|osf(?: preprints)?|hal(?: open science)?|authorea.*|zenodo"
    r"|psyarxiv.*|(?:iacr )?cryptology eprint archive.*|iacr eprint.*|eccc|peerj preprints"
    r"|essoar|optimization online|.*\bpreprint)\s*",
    re.IGNORECASE | re.DOTALL,
)
"""A preprint server in the place of a journal."""
ARXIV_DOI = "10.48550/arxiv."
VERSION = r"v\d+$"
"""Of a preprint, behind its number."""
SUPPLEMENT = re.compile(
    r"slides?|folien|diapos|presenta|poster|affiche|póster|suppl|appendi|anhang|annexe?|anexo|errat|review|handout"
    r"|幻灯|海报|附录|补充",
    re.IGNORECASE,
)
"""Labels of files that are not the work itself."""
OTHER_WORK = re.compile(
    r"\b(?:code|software|(?:git)?repo\w*|github|gitlab|data\w*|daten|donn[ée]es|datos|demo\w*|v[ií]d[eé]os?|talk|vortrag"
    r"|blog\w*|press|presse|prensa|news|tweet|thread|podcast|interview|entrevista|entretien)\b|代码|数据|视频|演示",
    re.IGNORECASE,
)
"""Labels of what was made with a paper, and is cited by itself."""


def table_of(file: str) -> Any:
    """Read a YAML file below this folder: maps of texts, and words with spaces between them."""
    return texts_of(Path(__file__).parent.joinpath(file).read_text(encoding="utf-8"))


BABEL_NAMES: dict[str, str] = table_of("languages.yml")


def babel_name(tag: str) -> str:
    """Babel's name of a language, without its region: `ngerman` for `de` and `de-CH`. The tag if it has none."""
    names = BABEL_NAMES.get(tag) or BABEL_NAMES.get(tag.partition("-")[0], tag)
    return names.partition(" ")[0]


SMALL_WORDS = frozenset(
    {"a", "an", "and", "are", "as", "at", "by", "for", "from", "in", "into", "is", "it", "of", "on", "or",
     "the", "to", "with", "over", "under", "towards", "toward", "via", "using", "how", "what", "der", "die",
     "das", "ein", "eine", "einer", "und", "von", "zur", "zum", "im", "am", "uber", "fur", "mit", "bei", "aus",
     "des", "dem", "den", "le", "la", "les", "l", "un", "une", "du", "de", "d", "et", "sur", "en", "au",
     "aux", "dans", "pour", "par", "avec", "el", "los", "las", "una", "y", "del", "al", "con", "para", "por",
     "sobre"}
)  # fmt: skip
"""Words of the theme's languages that keys, and abbreviations of journals, leave out."""

THEME_LANGUAGES = ("en", "de", "fr", "es", "zh")


def _in_all_languages(*names: str) -> Text:
    return Text(tuple(zip(THEME_LANGUAGES, names, strict=True)))


DOCTORAL_THESIS = _in_all_languages("PhD thesis", "Dissertation", "Thèse de doctorat", "Tesis doctoral", "博士论文")
"""Of `@phdthesis`: each citation style has its own name for it."""
THESES = {
    "PhD thesis": DOCTORAL_THESIS,
    "Master’s thesis": _in_all_languages(
        "Master’s thesis", "Masterarbeit", "Mémoire de master", "Trabajo de fin de máster", "硕士论文"
    ),
    "Bachelor’s thesis": _in_all_languages(
        "Bachelor’s thesis", "Bachelorarbeit", "Mémoire de licence", "Trabajo de fin de grado", "学士论文"
    ),
}
"""Types of thesis in the languages of the theme."""


def leads_to_work(label: str, kind: str) -> bool:
    """Whether the link with this label may be cited as the URL of a work of this kind."""
    if SUPPLEMENT.search(label):
        return False
    return kind in {"software", "dataset"} or not OTHER_WORK.search(label)


LONG_DASH = re.compile(r"\s*(?:-{2,3}|[–—−])\s*")
RANGE = r"(?:(?<=\d)|(?<=\d[a-z]))\s*-\s*(?=[A-Za-z]?\d)|(?<=[ivxlc])\s*-\s*(?=[ivxlc]+\b)"
"""A hyphen between two numbers, Arabic or Roman."""


def chapter_and_pages(pages: str) -> tuple[str, str]:
    """Split `chap. 4, 1–9`, as the chapters of BibTeX are kept, into `chap. 4` and `1–9`. Either may be empty."""
    if not pages.startswith("chap. "):
        return "", pages
    chapter, _, rest = pages.partition(",")
    return chapter, rest.lstrip()


def with_dash(pages: str) -> str:
    """Write ranges with a dash: `24–66` of `24-66`, `24` of `24-`; in `104303-1--104303-9` the hyphens stay."""
    pages = re.sub(r"(?<=\w)\s*(?:-{1,3}|[–—−])\s*(\+?)\s*$", r"\1", pages)  # A range without its end.
    return re.sub("[^,;&]+", _range_with_dash, pages)


def _range_with_dash(match: re.Match[str]) -> str:
    pages = match[0]
    if re.match(r"\s*[A-Za-z]{2,}-\w+-", pages):  # The number of a report.
        return pages
    if LONG_DASH.search(pages):
        return re.sub(rf"(?<=[\w)]){LONG_DASH.pattern}(?=[\w(])", "–", pages)
    return re.sub(RANGE, "–", pages)


def first_and_last(pages: str) -> tuple[str, str]:
    """The first and the last page. Either may be empty."""
    written = LONG_DASH.sub("–", with_dash(pages.strip()))
    first, _, last = written.partition("–" if "–" in written else "-")
    return first.strip(), last.strip()
