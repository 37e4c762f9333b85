"""Determine the kind of a publication from the entry type and the fields of its entry."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from acadfolio.bibliography.vocabulary import PREPRINT_SERVER, read_table
from acadfolio.problems import Problems, did_you_mean

if TYPE_CHECKING:
    from collections.abc import Callable

    from acadfolio.bibliography.entries import RawEntry
    from acadfolio.model.publication import Kind

TYPES = read_table("types.yml")
KINDS: dict[str, Kind] = {name: kind for kind, names in TYPES["kinds"].items() for name in names.split()}
NAMES: dict[str, str] = TYPES["names"]
KIND_PATTERNS: dict[Kind, str] = TYPES["patterns"]
"""Patterns in the fields of a `@misc` that show its kind."""
PATENT: str = TYPES["patent"]
"""A patent in a note of Google Scholar: `US Patent 6,285,999`."""
CONFERENCE_WITH_WORKSHOPS: str = TYPES["conference_with_workshops"]
"""The papers of such a conference are not workshop papers."""


def publication_kind(entry: RawEntry, problems: Problems) -> Kind:
    """The kind of an entry. Unknown entry types are reported, and are `other`."""
    if entry.kind not in KINDS:
        message = f"unknown entry type `@{entry.kind}`: the entry is shown under “other”"
        hint = did_you_mean(entry.kind, KINDS, lists=False) or "use `@misc` for any other work"
        problems.warn(entry.at(), message, hint, rule="unknown-entry-type")
    return _exact_kind(entry, KINDS.get(entry.kind, "other"))


REPOSITORY = r"(?i)\s*(?:zenodo|figshare|dryad.*|.*dataverse.*|mendeley data|pangaea)\s*"
REPOSITORY_DOI = r"(?i)10\.(?:5281/zenodo|6084/m9\.figshare|5061/dryad|17605/osf|7910/dvn|17632/|1594/pangaea).*"
IN_REPOSITORY: tuple[tuple[Kind, str], ...] = (
    ("preprint", r"(?i)\bpre-?prints?\b"),
    ("software", r"[\w.-]+/[\w.-]+:? .*|[\w.-]+/[\w.-]+"),
    ("dataset", r"(?i)\bdata(?: ?sets?|bases?)?\b|\bcatalog(?:ue)?s?\b|\bsupplement\w* (?:data|material)"),
    ("software", r"(?i)\b(?:software|source code|code|tools?|toolkit|packages?|library|scripts?|pipeline)\b"),
    ("other", r"(?i)\b(?:slides?|talks?|presentations?|posters?|figures?|images?|videos?|lectures?|reports?)\b"),
)


def _kind_in_repository(entry: RawEntry) -> Kind | None:
    """The kind of a deposit in Zenodo, figshare and the like, by its type, title and version; None for other works."""
    if entry.plain("booktitle"):
        return None
    names = (entry.plain(name) for name in ("publisher", "journal", "howpublished"))
    is_in_repository = any(re.fullmatch(REPOSITORY, name) for name in names)
    has_journal = entry.plain("journal") and not re.fullmatch(REPOSITORY, entry.plain("journal"))
    if has_journal or not (is_in_repository or re.fullmatch(REPOSITORY_DOI, entry.plain("doi"))):
        return None
    for text in (entry.plain("type"), entry.plain("title")):
        for kind, pattern in IN_REPOSITORY:
            is_name = pattern.startswith("[")
            if re.fullmatch(pattern, text) if is_name else re.search(pattern, text):
                return kind
    if re.search("(?i)dryad|figshare|dataverse|mendeley|pangaea", f"{entry.plain('publisher')} {entry.plain('doi')}"):
        return "dataset"
    return "software" if entry.plain("version") else "other"


def _exact_kind(entry: RawEntry, kind: Kind) -> Kind:
    """The kind that the fields of an entry show. `kind` is that of its type."""
    if kind in {"journal", "other"} and (deposit := _kind_in_repository(entry)):
        return deposit
    for kind_of_type, is_of_kind, exact_kind in EXACT_KINDS:
        if kind == kind_of_type and is_of_kind(entry):
            return exact_kind
    return _kind_of_misc(entry) if kind == "other" else kind


def _is_preprint(article: RawEntry) -> bool:
    journal = article.plain("journal")
    if not journal:
        return _is_only_an_eprint(article)
    return PREPRINT_SERVER.fullmatch(journal) is not None


def _is_in_workshop(paper: RawEntry) -> bool:
    if paper.plain("entrysubtype").lower() == "workshop":
        return True
    venue = paper.plain("booktitle", "eventtitle")
    return re.search(r"(?i)\bworkshops?\b", venue) is not None and re.search(CONFERENCE_WITH_WORKSHOPS, venue) is None


def _kind_of_misc(entry: RawEntry) -> Kind:
    """The kind of a `@misc`, from its note (Google Scholar's patents) or its type."""
    if re.match(PATENT, entry.plain("note", "howpublished")):
        return "patent"
    text = " · ".join(entry.plain(name) for name in ("type", "howpublished", "entrysubtype"))
    for kind, pattern in KIND_PATTERNS.items():
        if re.search(pattern, text, re.IGNORECASE):
            return kind
    return "other"


def _is_on_server(entry: RawEntry) -> bool:
    sources = (entry.plain(name) for name in ("publisher", "howpublished", "journal"))
    return _is_only_an_eprint(entry) or any(map(PREPRINT_SERVER.fullmatch, sources))


def _is_only_an_eprint(entry: RawEntry) -> bool:
    """Whether a work appeared only in an archive of preprints."""
    if entry.plain("booktitle", "journal", "institution", "school"):
        return False
    archive = entry.plain("archiveprefix", "eprinttype")
    is_in_archive = "eprint" in entry.fields and (not archive or PREPRINT_SERVER.fullmatch(archive) is not None)
    return is_in_archive or "arxiv" in entry.fields or "10.48550/" in entry.plain("doi")


EXACT_KINDS: tuple[tuple[Kind, Callable[[RawEntry], bool], Kind], ...] = (
    ("journal", _is_preprint, "preprint"),
    ("conference", _is_in_workshop, "workshop"),
    ("report", _is_on_server, "preprint"),
    ("other", _is_on_server, "preprint"),
)
"""Kinds of entry types, and the kinds of those of their entries for which a function is true."""


def type_of(entry: RawEntry) -> str:
    """The type of a thesis or report in words; empty if it only repeats the kind."""
    name = entry.plain("type")
    if name.lower() in TYPES["redundant"]:
        return ""
    if name:
        return NAMES.get(name.lower(), name)
    if entry.kind in {"patent", "techreport"}:
        return ""
    return NAMES.get(entry.kind, "")


def repeats_kind(name: str, kind: Kind) -> bool:
    """Whether a type is only a synonym of the kind, such as “computer program” for software."""
    has_word = kind in {"software", "dataset", "preprint"} and re.search(KIND_PATTERNS[kind], name, re.IGNORECASE)
    return name.lower() == kind or bool(has_word)
