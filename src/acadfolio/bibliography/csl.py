"""CSL-JSON comes in (Zotero, Pandoc, Crossref), its entries come out with BibLaTeX's names."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

from acadfolio.bibliography.entries import RawEntry, RawValue
from acadfolio.bibliography.servers import ARXIV

if TYPE_CHECKING:
    from collections.abc import Iterator

    from acadfolio.problems import Problems
    from acadfolio.source.text import Source

TYPES = {
    "article-journal": "article", "article-magazine": "article", "article-newspaper": "article",
    "journal-article": "article",
    "review": "article", "review-book": "article", "article": "preprint", "posted-content": "preprint",
    "paper-conference": "inproceedings", "proceedings-article": "inproceedings", "chapter": "incollection",
    "book-chapter": "incollection", "entry": "inreference", "entry-encyclopedia": "inreference",
    "entry-dictionary": "inreference", "reference-entry": "inreference", "book": "book", "monograph": "book",
    "edited-book": "collection", "classic": "book", "reference-book": "reference", "proceedings": "proceedings",
    "collection": "collection", "pamphlet": "booklet", "thesis": "thesis", "dissertation": "thesis", "report": "report",
    "report-component": "report", "standard": "standard", "patent": "patent", "software": "software",
    "dataset": "dataset",
    "webpage": "online", "post": "online", "post-weblog": "online", "manuscript": "unpublished",
    "speech": "presentation",
    "periodical": "periodical", "document": "misc", "broadcast": "audio", "motion_picture": "movie", "song": "music",
    "graphic": "image", "figure": "image", "map": "misc", "interview": "misc", "legal_case": "jurisdiction",
    "legislation": "legislation", "bill": "legislation", "regulation": "legislation", "treaty": "legal",
    "hearing": "legal",
    "personal_communication": "letter", "performance": "performance", "musical_score": "music", "event": "misc",
    "peer-review": "misc", "component": "misc", "other": "misc", "book-section": "incollection",
    "journal": "periodical",
}  # fmt: skip
NAMES = {
    "title": "title", "subtitle": "subtitle", "volume": "volume", "issue": "number", "number": "number",
    "page": "pages",
    "DOI": "doi", "URL": "url", "ISBN": "isbn", "ISSN": "issn", "PMID": "pmid", "PMCID": "pmcid",
    "abstract": "abstract",
    "note": "note", "annote": "annote", "publisher": "publisher", "publisher-place": "address",
    "event-title": "eventtitle",
    "event": "eventtitle", "event-place": "venue", "edition": "edition", "genre": "type", "language": "langid",
    "keyword": "keywords", "collection-title": "series", "status": "pubstate", "institution": "institution",
    "article-number": "articleno", "volume-title": "maintitle", "chapter-number": "chapter", "medium": "medium",
    "number-of-pages": "pagetotal", "number-of-volumes": "volumes", "short-title": "shorttitle",
    "title-short": "shorttitle",
    "shortTitle": "shorttitle", "journalAbbreviation": "shortjournal", "container-title-short": "shortjournal",
    "call-number": "call-number", "archive": "archive", "source": "library", "citation-key": "citekey",
    "citation-label": "label", "version": "version", "arxiv": "arxiv", "subject": "keywords",
    "short-container-title": "shortjournal",
    "archive_location": "archivelocation", "archive-place": "archive",
    "original-publisher": "origpublisher", "original-publisher-place": "origlocation",
}  # fmt: skip
VENUES = {
    "article": "journaltitle",
    "periodical": "journaltitle",
    "preprint": "journaltitle",
    "misc": "journaltitle",
    "book": "series",
}
PEOPLE = {"author": "author", "editor": "editor", "translator": "translator", "collection-editor": "serieseditor",
          "editorial-director": "serieseditor", "container-author": "bookauthor", "inventor": "author"}  # fmt: skip
COUNTS = frozenset({"issue", "number"})
NOT_READ = frozenset(
    {"id", "type", "issued", "accessed", "submitted", "original-date", "available-date", "event-date", "author",
    "custom",
     "categories", "published-print", "published-online", "published", "created", "deposited", "indexed",
     "container-title", "collection-number"}
)  # fmt: skip
CROSSREFS_OWN = frozenset(
    {"reference-count", "references-count", "is-referenced-by-count", "license", "content-domain", "prefix", "member",
     "reference", "link", "score", "resource", "relation", "funder", "assertion", "update-policy", "alternative-id",
     "journal-issue", "original-title", "short-title", "issn-type", "isbn-type", "approved", "accepted", "update-to",
     "published-other", "editor", "chair", "archive", "clinical-trial-number", "group-title", "content-created",
     "schema",
     "aliases", "institution", "subtype", "abstract"}
)  # fmt: skip
EXTRA = re.compile(r"(?:^|\n)\s*(DOI|PMID|PMCID|arXiv|status|ISBN|ISSN|Citation Key):\s*(\S[^\n]*)", re.IGNORECASE)
"""What Zotero's "Extra" holds, a line each."""
JATS_HEADING = re.compile(r"\s*<jats:title>\s*(?:Abstract|Summary)\s*</jats:title>", re.IGNORECASE)
JATS = re.compile(r"</?jats:(\w+)[^<>]*>")
TYPE = re.compile(r'"type"\s*:')
DATES = ("issued", "published-print", "published", "published-online", "created")


def is_csl(text: str) -> bool:
    """Whether a JSON file may be a bibliography: a list, most of it objects that have a type and a title or an id.

    So may one that is broken and speaks of types.
    """
    try:
        data = json.loads(text)
    except ValueError:
        return TYPE.search(text) is not None
    except RecursionError:
        return False
    items = _items(data)
    return sum(map(_is_item, items)) * 2 > len(items)


def _items(data: Any) -> list[Any]:
    """A list, one item alone, or a list below `items`."""
    if isinstance(data, dict):
        inner = data.get("items", data.get("message"))
        return _items(inner) if inner is not None else [data]
    return data if isinstance(data, list) else []


def _is_item(item: Any) -> bool:
    return isinstance(item, dict) and isinstance(item.get("type"), str) and bool({"id", "title", "DOI"} & item.keys())


def read_csl(source: Source, problems: Problems) -> list[RawEntry]:
    """The entries of one file in their order."""
    try:
        items = _items(json.loads(source.text))
    except json.JSONDecodeError as error:
        from acadfolio.bibliography.broken_json import what_breaks

        offset, what, hint = what_breaks(error)
        problems.error(source.at_offset(offset), what, hint)
        return []
    reader = _Reader(source, problems)
    entries = [reader.entry(item) for item in items if reader.is_entry(item)]
    reader.report_unknown()
    return entries


def _counted(name: str, text: str, item: dict[str, Any], kind: str) -> str:
    """The field for an issue or a number; an article's issue leaves no place for a number, which arXiv's may be."""
    is_article = kind in {"article", "periodical"}
    if name == "number" and is_article and item.get("issue"):
        return "eid" if ARXIV.fullmatch(text) else "reportnumber"
    return "number" if name == "number" or is_article else "issue"


class _Reader:
    def __init__(self, source: Source, problems: Problems) -> None:
        self.source, self.problems = source, problems
        self.position = 0
        self.unknown: dict[str, list[int]] = {}

    def is_entry(self, item: Any) -> bool:
        if not isinstance(item, dict):
            what = f"`{str(item)[:40]}` is no entry, and not shown"
            self.problems.warn(self.source.at(self._line({"id": item})), what, "an entry stands between { and }")
        return isinstance(item, dict)

    def entry(self, item: dict[str, Any]) -> RawEntry:
        line = self._line(item)
        said = str(item.get("type") or "document")
        kind = TYPES.get(said)
        if kind is None:
            what = f"`{said}` is no type of entry that is known here: it is shown among the others"
            self.problems.warn(
                self.source.at(line), what, "`article-journal`, `paper-conference` and `book` are the usual ones"
            )
            kind = "misc"
        fields = dict(self._fields(item, kind, line))
        if kind in {"thesis", "report"} and "publisher" in fields:
            fields.setdefault("institution", fields.pop("publisher"))
        key = str(item.get("citation-key") or item.get("id") or "")
        key = "" if "/" in key and "://" in key else key  # Zotero's own addresses are no keys.
        return RawEntry(kind, key, fields, self.source.name, line)

    def _line(self, item: dict[str, Any]) -> int:
        """Where an item stands: where its id is, or its title, after the last one."""
        for key in ("id", "DOI", "title"):
            said = item.get(key)
            said = said[0] if isinstance(said, list) and said else said
            for ascii_only in (False, True):
                written = json.dumps(said, ensure_ascii=ascii_only) if said else ""
                found = self.source.text.find(written, self.position) if written else -1
                if found >= 0:
                    self.position = found + 1
                    return self.source.text.count("\n", 0, found) + 1
        return 1

    def _fields(self, item: dict[str, Any], kind: str, line: int) -> Iterator[tuple[str, RawValue]]:
        for name, said in item.items():
            if name in PEOPLE:
                people = said if isinstance(said, list) else [said]
                if names := " and ".join(filter(None, map(_name, people))):
                    yield PEOPLE[name], RawValue(names, line)
            elif name in NAMES:
                if text := _text(said[0] if name == "ISSN" and isinstance(said, list) and said else said):
                    yield _counted(name, text, item, kind) if name in COUNTS else NAMES[name], RawValue(text, line)
            elif name not in NOT_READ and name not in CROSSREFS_OWN and said:
                self.unknown.setdefault(name, []).append(line)
        container = item.get("container-title")
        if container := _text(container[0] if isinstance(container, list) and container else container):
            yield VENUES.get(kind, "booktitle" if kind.startswith("in") else "journaltitle"), RawValue(container, line)
        yield from _series(item, line)
        yield from _date(item, line)
        yield from _extra(item, line)

    def report_unknown(self) -> None:
        for name, lines in self.unknown.items():
            times = f" ({len(lines)} times in this file)" if len(lines) > 1 else ""
            self.problems.warn(self.source.at(lines[0]), f"`{name}` is not known here, and not shown{times}")


def _text(said: Any) -> str:
    """Crossref's values are lists; JATS's tags in its abstracts become HTML's, or nothing."""
    if isinstance(said, list):
        separator = "; " if all(isinstance(part, str) for part in said) and len(said) > 1 else ""
        return _text(separator.join(str(part) for part in said))
    if said is None or isinstance(said, dict | bool):
        return ""
    return JATS.sub(_from_jats, JATS_HEADING.sub("", str(said))).strip()


def _from_jats(match: re.Match[str]) -> str:
    tag = {"italic": "i", "bold": "b", "sub": "sub", "sup": "sup"}.get(match[1])
    if tag is None:
        return " "
    return f"</{tag}>" if match[0].startswith("</") else f"<{tag}>"


def _name(person: Any) -> str:
    """`van der Berg, Jr., Jan`; a group in braces."""
    if not isinstance(person, dict):
        return f"{{{person}}}" if person else ""
    literal = _part(person, "literal") or ("" if person.get("family") else _part(person, "name"))
    if literal:
        return literal if not literal.isascii() and _are_several(literal) else f"{{{literal}}}"
    family = " ".join(
        filter(
            None, (_part(person, "dropping-particle"), _part(person, "non-dropping-particle"), _part(person, "family"))
        )
    )
    parts = (family, _part(person, "suffix"), _part(person, "given"))
    if not _part(person, "given"):
        return f"{{{family}}}" if " " in family else family
    return ", ".join(part for part in parts if part)


def _are_several(literal: str) -> bool:
    """Whether it is a list of names, which is taken apart and told with those of all bibliographies."""
    from acadfolio.model.han_names import listed_names  # Few names have other letters.

    return listed_names(literal) is not None


def _part(person: dict[str, Any], name: str) -> str:
    said = person.get(name)
    return re.sub(r"[{}]", "", str(said)).strip() if said else ""


def _series(item: dict[str, Any], line: int) -> Iterator[tuple[str, RawValue]]:
    """The number within a series; where the work has one of its own, it stands behind the name of the series."""
    number, series = _text(item.get("collection-number")), _text(item.get("collection-title"))
    if number and not (item.get("number") or item.get("issue")):
        yield "number", RawValue(number, line)
    elif number:
        yield "series", RawValue(", ".join(filter(None, (series, number))), line)


def _date(item: dict[str, Any], line: int) -> Iterator[tuple[str, RawValue]]:
    """When it appeared, and when somebody looked at it."""
    said = next((item[name] for name in DATES if item.get(name)), None)
    text, is_day = _date_text(said)
    if text:
        yield "date" if is_day else "year", RawValue(text, line)
    if season := _season(said):
        yield "month", RawValue(season, line)
    if original := _date_text(item.get("original-date"))[0]:
        yield "origdate", RawValue(original, line)
    if isinstance(title := item.get("original-title"), str) and title:  # Crossref's list is of other things.
        yield "origtitle", RawValue(title, line)
    if accessed := _date_text(item.get("accessed"))[0]:
        yield "urldate", RawValue(accessed, line)


def _date_text(said: Any) -> tuple[str, bool]:
    """`date-parts`, one or two of them; `raw` and `literal` as they are. And whether it is written as a date."""
    if not isinstance(said, dict):
        said = {"raw": said}
    parts = said.get("date-parts") or []
    parts = [parts] if parts and not isinstance(parts[0], list) else parts
    parts = [_day(part) for part in parts if part and part[0]]
    if said.get("circa") and parts:
        parts = [f"{part}~" for part in parts]  # As BibLaTeX has it.
    text = "/".join(part for part in parts if part) or str(said.get("raw") or said.get("literal") or "")
    return text, bool(parts or re.match(r"\d{4}-", text))


def _season(said: Any) -> str:
    """`1` to `4`, of which others write the name."""
    season = str(said.get("season") or "") if isinstance(said, dict) else ""
    if season not in {"1", "2", "3", "4"}:
        return season
    from acadfolio.bibliography.dates import SEASON_NAMES  # Any JSON may be looked at, and few name a season.

    return SEASON_NAMES[int(season) - 1]


def _day(parts: list[Any]) -> str:
    return "-".join(str(part).zfill(2) for part in parts[:3] if part)


def _extra(item: dict[str, Any], line: int) -> Iterator[tuple[str, RawValue]]:
    """Zotero's "Extra" comes as a note, with a line for each field that Zotero has no room for."""
    note = item.get("note")
    if not isinstance(note, str):
        return
    rest = note
    for match in EXTRA.finditer(note):
        name = {"status": "pubstate", "citation key": "citekey"}.get(match[1].lower(), match[1].lower())
        if name.upper() not in item:
            yield name, RawValue(match[2].strip(), line)
        rest = rest.replace(match[0], "")
    if rest != note:
        yield "note", RawValue(rest.strip(), line)
