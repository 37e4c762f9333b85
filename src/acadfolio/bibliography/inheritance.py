"""The entries of a file come in, and come out with what `crossref` and `xdata` lend them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from acadfolio.problems import did_you_mean

if TYPE_CHECKING:
    from acadfolio.bibliography.entries import RawEntry, RawValue
    from acadfolio.problems import Problems


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


PARTS_OF = {
    "inproceedings": ("proceedings", "mvproceedings"), "conference": ("proceedings", "mvproceedings"),
    "incollection": ("collection", "mvcollection", "reference", "mvreference", "book", "proceedings"),
    "inreference": ("collection", "mvcollection", "reference", "mvreference"),
    "suppcollection": ("collection", "mvcollection"), "inbook": ("book", "mvbook"), "bookinbook": ("book", "mvbook"),
    "suppbook": ("book", "mvbook"), "article": ("periodical",), "suppperiodical": ("periodical",),
    "book": ("mvbook",), "collection": ("mvcollection",), "reference": ("mvreference",),
    "proceedings": ("mvproceedings",),
}  # fmt: skip
"""Which kinds are parts of which others (BibLaTeX's manual, appendix B)."""
TO_PART = {"title": "booktitle", "subtitle": "booksubtitle", "titleaddon": "booktitleaddon"}
TO_VOLUME = {"title": "maintitle", "subtitle": "mainsubtitle", "titleaddon": "maintitleaddon"}
TO_ARTICLE = {"title": "journaltitle", "subtitle": "journalsubtitle"}
OWN = _words(
    "crossref xref xdata entryset entrysubtype ids options label keywords presort related relatedoptions relatedstring "
    "relatedtype shorthand shorthandintro sortkey sortname sorttitle key"
)
"""What nobody inherits."""
OWN_OF_A_WORK = _words(
    "doi url urldate eprint eprinttype eprintclass archiveprefix primaryclass pages eid abstract file pdf html code "
    "note addendum annotation annote biburl bibsource timestamp adsurl adsnote pmid pmcid arxiv slides poster video "
    "preview selected award google_scholar_id authorizer shortauthor indextitle dateadded datemodified"
)
"""What a paper does not inherit from the volume it is in: its own DOI is not that of the proceedings."""
CARRIERS = frozenset({"xdata"})
"""Kinds that only hold fields for others."""
VOLUMES = frozenset({"proceedings", "mvproceedings", "collection", "mvcollection", "periodical", "reference"})
HOSTS = ("booktitle", "journal", "journaltitle", "maintitle", "series", "publisher")
DBLP = "dblp:"
"""Its entries name a volume that is not exported with them, and say all the same where they are."""
LONGEST_CHAIN = 20


def with_inherited(entries: list[RawEntry], problems: Problems) -> list[RawEntry]:
    """Volumes that stand in the file for the sake of their papers are no publications of the person's own."""
    family = _Family(entries, problems)
    whole = [family.whole(entry) for entry in entries]
    return [entry for entry in whole if not (_is_carrier(entry) or family.is_only_a_volume(entry))]


def _is_carrier(entry: RawEntry) -> bool:
    """Whether it only holds fields for others, or gathers entries that stand in the file themselves."""
    return entry.kind in CARRIERS or (entry.kind == "set" and "title" not in entry.fields)


class _Family:
    """Who inherits from whom in one file."""

    def __init__(self, entries: list[RawEntry], problems: Problems) -> None:
        self.problems = problems
        self.by_key: dict[str, RawEntry] = {}
        for entry in entries:
            for key in [entry.key, *_keys(entry, "ids")]:
                self.by_key.setdefault(key.lower(), entry)
        self.known: dict[int, RawEntry] = {}
        self.lenders: set[int] = set()

    def is_only_a_volume(self, entry: RawEntry) -> bool:
        own = self.by_key.get(entry.key.lower())
        return entry.kind in VOLUMES and "author" not in entry.fields and own is not None and id(own) in self.lenders

    def whole(self, entry: RawEntry, way: tuple[int, ...] = ()) -> RawEntry:
        """The entry with all that it inherits."""
        if (known := self.known.get(id(entry))) is not None:
            return known
        fields = dict(entry.fields)
        for through in ("xdata", "crossref"):
            for key in _keys(entry, through):
                self._inherit(entry, through, key, fields, (*way, id(entry)))
        whole = replace(entry, fields=fields) if len(fields) > len(entry.fields) else entry
        self.known[id(entry)] = whole
        return whole

    def _inherit(
        self, entry: RawEntry, through: str, key: str, fields: dict[str, RawValue], way: tuple[int, ...]
    ) -> None:
        parent = self.by_key.get(key.lower())
        if parent is None:
            is_whole = key.lower().startswith(DBLP) and any(name in entry.fields for name in HOSTS)
            if not is_whole:
                hint = did_you_mean(key, [known.key for known in self.by_key.values()])
                self.problems.warn(entry.at(through), f"`{through}` names `{key}`, which is not in this file", hint)
        elif id(parent) in way or len(way) > LONGEST_CHAIN:
            self.problems.warn(entry.at(through), f"`{through}` leads in a circle: nothing is inherited from `{key}`")
        else:
            self.lenders.add(id(parent))
            _lend(self.whole(parent, way), entry.kind, fields, is_part=through == "crossref")


def _lend(parent: RawEntry, kind: str, fields: dict[str, RawValue], *, is_part: bool) -> None:
    """A field of the parent's counts where the child has none; under its own name before under another one."""
    names = _names(parent.kind, kind) if is_part else {}
    barred = OWN | OWN_OF_A_WORK if is_part else OWN
    for name, value in sorted(parent.fields.items(), key=lambda field: field[0] in names):
        if name not in barred:
            fields.setdefault(names.get(name, name), value)


def _names(parent: str, child: str) -> dict[str, str]:
    """What the fields of the parent are called in the child."""
    if parent not in PARTS_OF.get(child, ()):
        return TO_PART if child in {"inproceedings", "incollection", "inbook", "conference", "article"} else {}
    if parent == "periodical":
        return TO_ARTICLE
    names = TO_VOLUME if parent.startswith("mv") else TO_PART
    return {**names, "author": "bookauthor"} if parent == "book" and child != "inbook" else names


def _keys(entry: RawEntry, field: str) -> list[str]:
    value = entry.fields.get(field)
    return [key.strip() for key in value.text.split(",") if key.strip()] if value else []
