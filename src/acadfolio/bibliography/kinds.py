"""Determine the kind of a publication from the entry type and the fields of its entry."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from acadfolio.bibliography.tables import entry_types
from acadfolio.bibliography.vocabulary import PREPRINT_SERVER
from acadfolio.wording import did_you_mean

if TYPE_CHECKING:
    from collections.abc import Callable

    from acadfolio.bibliography.entries import RawEntry
    from acadfolio.model.publication import Kind
    from acadfolio.problems import Problems

KINDS: dict[str, Kind] = {
    name: kind for kind, names in entry_types.KINDS.items() for name in names.split()
}


def publication_kind(entry: RawEntry, problems: Problems) -> Kind:
    """The kind of an entry. Unknown entry types are reported, and are `other`."""
    if entry.kind not in KINDS:
        message = f"unknown entry type `@{entry.kind}`: the entry is shown under “other”"
        hint = did_you_mean(entry.kind, KINDS, lists=False) or "use `@misc` for any other work"
        problems.warn(entry.at(), message, hint, rule="unknown-entry-type")
    return _exact_kind(entry, KINDS.get(entry.kind, "other"))


REPOSITORY = r"(?i)\s*(?:zenodo|figshare|dryad.*|.*dataverse.*|mendeley data|pangaea)\s*"
REPOSITORY_DOI = (
    r"(?i)10\.(?:5281/zenodo|6084/m9\.figshare|5061/dryad|17605/osf|7910/dvn|17632/|1594/pangaea).*"
)
IN_REPOSITORY: tuple[tuple[Kind, str], ...] = (
    ("preprint", r"(?i)\bpre-?prints?\b"),
    ("software", r"[\w.-]+/[\w.-]+:? .*|[\w.-]+/[\w.-]+"),
    (
        "dataset",
        r"(?i)\bdata(?: ?sets?|bases?)?\b|\bcatalog(?:ue)?s?\b|\bsupplement\w* (?:data|material)",
    ),
    (
        "software",
        r"(?i)\b(?:software|source code|code|tools?|toolkit|packages?|library|scripts?|pipeline)\b",
    ),
    (
        "other",
        r"(?i)\b(?:slides?|talks?|presentations?|posters?|figures?|images?|videos?|lectures?|reports?)\b",
    ),
)


GENERAL_TYPES = frozenset(
    {"misc", "online", "electronic", "www", "webpage", "unpublished", "article", "journal"}
)
"""Entry types that say little: others, such as `@video`, name the kind of a deposit."""
MEDIA = frozenset(
    {"figure", "image", "artwork", "video", "movie", "slides", "presentation", "poster", "talk", "speech", "audio",
     "broadcast", "song", "music", "performance", "map"}
)  # fmt: skip
"""Entry types that are never preprints, although servers of preprints have such deposits too."""
OF_CODE = re.compile(
    r"(?i)https?://(?:www\.)?(?:"
    r"(?:github\.com|gitlab\.com|bitbucket\.org|codeberg\.org)/[\w.-]+/[\w.-]+(?:/(?:tree|releases?|tags?|-)\b.*)?"
    r"|gitlab\.[\w.-]+/[\w./-]+|git\.sr\.ht/~[\w.-]+/[\w.-]+|sourceforge\.net/(?:projects|p)/.+"
    r"|cran\.(?:r-project|rstudio)\.(?:org|com)/(?:package=|web/packages/).+|bioconductor\.org/packages/.+"
    r"|pypi\.(?:org/project|python\.org/pypi)/.+|crates\.io/crates/.+|npmjs\.com/package/.+"
    r"|hackage\.haskell\.org/package/.+|(?:www\.)?ascl\.net/.+"
    r")"
)
"""The URL of a repository of code or of a package, and not that of a file in it."""
CODE_HOST = r"(?i)(?:git(?:hub|lab)|bitbucket|cran|pypi)(?: (?:repository|repo|package))?"
PACKAGE_NOTE = r"(?i)(?:R|python|julia|perl|matlab|stata|octave) (?:package|module|toolbox)\b.*"
TYPE_WORD = re.compile(
    r"(?i)(?:(?:computer|research) )?software|computer programs?|source code|data ?sets?|(?:conference )?poster"
    r"|slides|(?:conference )?presentation|(?:conference |invited )?talk|video|figure|lecture"
)
"""What a note or `howpublished` has that is only the type of a work."""


def _type_in_words(entry: RawEntry) -> str:
    """The type of a `@misc` in its note or `howpublished`, if that is nothing else; empty without one."""
    if entry.kind not in GENERAL_TYPES:
        return ""
    for name in ("note", "howpublished"):
        text = entry.plain(name).strip(" .[]()")
        if TYPE_WORD.fullmatch(text) and "://" not in entry.value(name).text:
            return text[:1].upper() + text[1:]
    return ""


def is_type_word(text: str) -> bool:
    """Whether the text of a field is only a type, such as “Poster”."""
    return TYPE_WORD.fullmatch(text.strip(" .[]()")) is not None


def _kind_of_code(entry: RawEntry) -> Kind | None:
    """The kind of a work that is in a repository of code or a package index; None for other works."""
    journal = entry.plain("journal")
    has_venue = entry.plain("booktitle", "eprint", "arxiv") or (
        journal and not re.fullmatch(CODE_HOST, journal)
    )
    if has_venue or entry.kind not in {*GENERAL_TYPES, "manual"}:
        return None
    urls = (entry.value(name).only_url for name in ("url", "howpublished", "code", "github"))
    hosts = (entry.plain(name) for name in ("howpublished", "publisher", "journal"))
    is_package = any(
        re.fullmatch(PACKAGE_NOTE, entry.plain(name)) for name in ("note", "howpublished", "type")
    )
    is_code = any(OF_CODE.fullmatch(url.rstrip("/")) for url in urls)
    if not (is_code or is_package or any(re.fullmatch(CODE_HOST, host) for host in hosts)):
        return None
    for text in (entry.plain("type"), _type_in_words(entry), entry.plain("title")):
        if kind := _kind_in_words(text, has_other=text != entry.plain("title")):
            return kind
    return "software"


def _kind_in_words(text: str, *, has_other: bool = True) -> Kind | None:
    """The kind that the words of a type or title of a deposit show."""
    for kind, pattern in IN_REPOSITORY:
        is_name = pattern.startswith("[")
        if kind == "other" and not has_other:
            continue
        if re.fullmatch(pattern, text) if is_name else re.search(pattern, text):
            return kind
    return None


def _kind_in_repository(entry: RawEntry) -> Kind | None:
    """The kind of a deposit in Zenodo, figshare and the like, by its type, title and version; None for other works."""
    if entry.plain("booktitle") or entry.kind not in GENERAL_TYPES:
        return None
    names = (entry.plain(name) for name in ("publisher", "journal", "howpublished"))
    is_in_repository = any(re.fullmatch(REPOSITORY, name) for name in names)
    has_journal = entry.plain("journal") and not re.fullmatch(REPOSITORY, entry.plain("journal"))
    if has_journal or not (is_in_repository or re.fullmatch(REPOSITORY_DOI, entry.plain("doi"))):
        return None
    for text in (entry.plain("type"), _type_in_words(entry), entry.plain("title")):
        if kind := _kind_in_words(text):
            return kind
    if re.search(
        "(?i)dryad|figshare|dataverse|mendeley|pangaea",
        f"{entry.plain('publisher')} {entry.plain('doi')}",
    ):
        return "dataset"
    return "software" if entry.plain("version") else "other"


def _software_or_data(entry: RawEntry) -> Kind | None:
    """The kind of a deposit that Zenodo exports to CSL-JSON as an `article`, which otherwise is a preprint."""
    if not re.fullmatch(REPOSITORY, entry.plain("publisher")):
        return None
    for text in (entry.plain("type"), entry.plain("title")):
        if (kind := _kind_in_words(text)) in {"preprint", "software", "dataset"}:
            return kind
    return "software" if re.match(r"v?\d+\.\d", entry.plain("version")) else None


def _exact_kind(entry: RawEntry, kind: Kind) -> Kind:
    """The kind that the fields of an entry show. `kind` is that of its type."""
    if (kind == "other" or entry.kind == "manual") and (deposit := _kind_of_code(entry)):
        return deposit
    if kind in {"journal", "other"} and (deposit := _kind_in_repository(entry)):
        return deposit
    if kind == "preprint" and (deposit := _software_or_data(entry)):
        return deposit
    if entry.kind in MEDIA:
        return "other"
    for kind_of_type, is_of_kind, exact_kind in EXACT_KINDS:
        if kind == kind_of_type and is_of_kind(entry):
            return exact_kind
    return _kind_of_misc(entry) if kind == "other" else kind


def _is_preprint(article: RawEntry) -> bool:
    journal = article.plain("journal")
    if not journal:
        return _is_only_an_eprint(article)
    return re.fullmatch(PREPRINT_SERVER, journal) is not None


def _is_in_workshop(paper: RawEntry) -> bool:
    if paper.plain("entrysubtype").lower() == "workshop":
        return True
    venue = paper.plain("booktitle", "eventtitle")
    return (
        re.search(r"(?i)\bworkshops?\b", venue) is not None
        and re.search(entry_types.CONFERENCE_WITH_WORKSHOPS, venue) is None
    )


def _kind_of_misc(entry: RawEntry) -> Kind:
    """The kind of a `@misc`, from its note (Google Scholar's patents) or its type."""
    if re.match(entry_types.PATENT, entry.plain("note", "howpublished")):
        return "patent"
    texts = (
        *(entry.plain(name) for name in ("type", "howpublished", "entrysubtype")),
        _type_in_words(entry),
    )
    text = " · ".join(texts)
    for kind, pattern in entry_types.PATTERNS.items():
        if re.search(pattern, text, re.IGNORECASE):
            return kind
    return "other"


def _is_on_server(entry: RawEntry) -> bool:
    sources = (entry.plain(name) for name in ("publisher", "howpublished", "journal"))
    return _is_only_an_eprint(entry) or any(
        re.fullmatch(PREPRINT_SERVER, source) for source in sources
    )


def _is_only_an_eprint(entry: RawEntry) -> bool:
    """Whether a work appeared only in an archive of preprints."""
    if entry.plain("booktitle", "journal", "institution", "school"):
        return False
    archive = entry.plain("archiveprefix", "eprinttype")
    is_in_archive = "eprint" in entry.fields and (
        not archive or re.fullmatch(PREPRINT_SERVER, archive) is not None
    )
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
    if name.lower() in entry_types.REDUNDANT:
        return ""
    if name:
        return entry_types.NAMES.get(name.lower(), name)
    if entry.kind in {"patent", "techreport"}:
        return ""
    if words := _type_in_words(entry):
        return words
    return entry_types.NAMES.get(entry.kind, "")


def repeats_kind(name: str, kind: Kind) -> bool:
    """Whether a type is only a synonym of the kind, such as “computer program” for software."""
    if name == "Manual" and kind == "software":
        return True
    has_word = kind in {"software", "dataset", "preprint"} and re.search(
        entry_types.PATTERNS[kind], name, re.IGNORECASE
    )
    return name.lower() == kind or bool(has_word)
