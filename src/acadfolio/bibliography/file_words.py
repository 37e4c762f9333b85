"""What an entry lacks comes in, and its file; how such a file writes it comes out."""

from __future__ import annotations

RIS = {
    "title": "TI  - …", "year": "PY  - …", "author": "AU  - Family, Given", "journal": "JO  - …",
    "booktitle": "T2  - …", "school": "PB  - …", "in press": "TY  - INPR",
}  # fmt: skip
CSL = {
    "title": '"title": "…"', "year": '"issued": {"date-parts": [[…]]}',
    "author": '"author": [{"family": "…", "given": "…"}]', "journal": '"container-title": "…"',
    "booktitle": '"container-title": "…"', "school": '"publisher": "…"', "in press": '"status": "in press"',
}  # fmt: skip
BIBTEX = {"in press": "pubstate = {inpress}"}


def in_words_of(file: str, name: str) -> str:
    """How a field goes, by BibTeX's name for it, in a file of that name."""
    known = {"ris": RIS, "json": CSL}.get(file.rpartition(".")[2].lower(), BIBTEX)
    return known.get(name, f"{name} = {{…}}")
