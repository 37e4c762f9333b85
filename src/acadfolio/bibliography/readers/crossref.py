"""Resolve `crossref` and `xdata`: entries inherit the fields of others."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from acadfolio.problems import did_you_mean

if TYPE_CHECKING:
    from acadfolio.bibliography.entries import RawEntry, RawValue
    from acadfolio.problems import Problems

PARENT_KINDS = {
    "inproceedings": ("proceedings", "mvproceedings"), "conference": ("proceedings", "mvproceedings"),
    "incollection": ("collection", "mvcollection", "reference", "mvreference", "book", "proceedings"),
    "inreference": ("collection", "mvcollection", "reference", "mvreference"),
    "suppcollection": ("collection", "mvcollection"), "inbook": ("book", "mvbook"), "bookinbook": ("book", "mvbook"),
    "suppbook": ("book", "mvbook"), "article": ("periodical",), "suppperiodical": ("periodical",),
    "book": ("mvbook",), "collection": ("mvcollection",), "reference": ("mvreference",),
    "proceedings": ("mvproceedings",),
}  # fmt: skip
"""The kinds that each kind inherits from as a part (BibLaTeX's manual, appendix B)."""
PART_NAMES = {"title": "booktitle", "subtitle": "booksubtitle", "titleaddon": "booktitleaddon"}
VOLUME_NAMES = {"title": "maintitle", "subtitle": "mainsubtitle", "titleaddon": "maintitleaddon"}
ARTICLE_NAMES = {"title": "journaltitle", "subtitle": "journalsubtitle"}
NEVER_INHERITED = frozenset(
    {"crossref", "xref", "xdata", "entryset", "entrysubtype", "ids", "options", "label", "keywords", "presort",
     "related", "relatedoptions", "relatedstring", "relatedtype", "shorthand", "shorthandintro", "sortkey",
     "sortname", "sorttitle", "key"}
)  # fmt: skip
NOT_INHERITED_FROM_VOLUME = frozenset(
    {"doi", "url", "urldate", "eprint", "eprinttype", "eprintclass", "archiveprefix", "primaryclass", "pages",
     "eid", "abstract", "file", "pdf", "html", "code", "note", "addendum", "annotation", "annote", "biburl",
     "bibsource", "timestamp", "adsurl", "adsnote", "pmid", "pmcid", "arxiv", "slides", "poster", "video",
     "preview", "selected", "award", "google_scholar_id", "authorizer", "shortauthor", "indextitle",
     "dateadded", "datemodified"}
)  # fmt: skip
"""A paper's DOI is not that of the proceedings."""
VOLUMES = frozenset({"proceedings", "mvproceedings", "collection", "mvcollection", "periodical", "reference"})
VENUE_FIELDS = ("booktitle", "journal", "journaltitle", "maintitle", "series", "publisher")
MAX_CHAIN = 20


def with_inherited_fields(entries: list[RawEntry], problems: Problems) -> list[RawEntry]:
    """The publications of a file. Volumes that are only there for their papers are none."""
    resolver = _Resolver(entries, problems)
    resolved = [resolver.resolve(number) for number in range(len(entries))]
    return [entry for entry in resolved if not (_is_container(entry) or resolver.is_only_a_volume(entry))]


def _is_container(entry: RawEntry) -> bool:
    """Whether an entry only holds fields for others, or lists entries that stand in the file themselves."""
    return entry.kind == "xdata" or (entry.kind == "set" and "title" not in entry.fields)


class _Resolver:
    """Resolves the references among the entries of one file, each known by its number."""

    def __init__(self, entries: list[RawEntry], problems: Problems) -> None:
        self.entries, self.problems = entries, problems
        self.by_key: dict[str, int] = {}
        for number, entry in enumerate(entries):
            for key in (entry.key, *_keys(entry, "ids")):
                self.by_key.setdefault(key.lower(), number)
        self.resolved: dict[int, RawEntry] = {}
        self.parents: set[int] = set()

    def is_only_a_volume(self, entry: RawEntry) -> bool:
        is_volume = entry.kind in VOLUMES and "author" not in entry.fields
        return is_volume and self.by_key.get(entry.key.lower()) in self.parents

    def resolve(self, number: int, path: tuple[int, ...] = ()) -> RawEntry:
        """An entry with all fields that it inherits. `path` are the entries that inherit from it."""
        if number not in self.resolved:
            entry = self.entries[number]
            fields = dict(entry.fields)
            for reference in ("xdata", "crossref"):
                for key in _keys(entry, reference):
                    self._inherit(entry, reference, key, fields, (*path, number))
            self.resolved[number] = replace(entry, fields=fields)
        return self.resolved[number]

    def _inherit(
        self, entry: RawEntry, reference: str, key: str, fields: dict[str, RawValue], path: tuple[int, ...]
    ) -> None:
        parent = self.by_key.get(key.lower())
        if parent is None:
            self._report_missing(entry, reference, key)
        elif parent in path or len(path) > MAX_CHAIN:
            message = f"circular `{reference}`: nothing is inherited from `{key}`"
            self.problems.warn(entry.at(reference), message, rule="bibtex-field")
        else:
            self.parents.add(parent)
            _add_fields(self.resolve(parent, path), entry.kind, fields, is_part=reference == "crossref")

    def _report_missing(self, entry: RawEntry, reference: str, key: str) -> None:
        """DBLP exports entries without the volumes that they name, but complete."""
        is_complete = key.lower().startswith("dblp:") and any(name in entry.fields for name in VENUE_FIELDS)
        if not is_complete:
            hint = did_you_mean(key, [known.key for known in self.entries])
            message = f"`{reference}` names `{key}`, which is not in this file"
            self.problems.warn(entry.at(reference), message, hint, rule="bibtex-field")


def _add_fields(parent: RawEntry, kind: str, fields: dict[str, RawValue], *, is_part: bool) -> None:
    """Add the parent's fields that the child does not have, those that keep their names first."""
    names = _names_in_child(parent.kind, kind) if is_part else {}
    excluded = NEVER_INHERITED | NOT_INHERITED_FROM_VOLUME if is_part else NEVER_INHERITED
    for name, value in sorted(parent.fields.items(), key=lambda field: field[0] in names):
        if name not in excluded:
            fields.setdefault(names.get(name, name), value)


def _names_in_child(parent: str, child: str) -> dict[str, str]:
    """The parent's fields that have another name in the child."""
    if parent not in PARENT_KINDS.get(child, ()):
        return PART_NAMES if child in {"inproceedings", "incollection", "inbook", "conference", "article"} else {}
    if parent == "periodical":
        return ARTICLE_NAMES
    if parent == "book" and child != "inbook":
        return {**PART_NAMES, "author": "bookauthor"}
    return VOLUME_NAMES if parent.startswith("mv") else PART_NAMES


def _keys(entry: RawEntry, field: str) -> list[str]:
    value = entry.fields.get(field)
    return [key.strip() for key in value.text.split(",") if key.strip()] if value else []
