"""Convert the entries of bibliographies to publications, field by field.

The field `acadfolio` of an entry holds what no other field can, as `data/publications.yml` has it, in one line:
`{selected: true, tags: [a]}`.
"""

from __future__ import annotations

import re
from collections import defaultdict
from typing import TYPE_CHECKING, Any

from msgspec import Struct, field
from msgspec.structs import replace

from acadfolio.bibliography.dates import accessed_of, known_status, season_of, split_venue, time_of
from acadfolio.bibliography.entries import USED, is_unused, with_usual_names
from acadfolio.bibliography.kinds import kind_of, repeats_kind, type_of
from acadfolio.bibliography.latex_commands import journal_of
from acadfolio.bibliography.links import LABELS, REGISTERS, URL, Links, as_written
from acadfolio.bibliography.markup import escape, html_to_markdown
from acadfolio.bibliography.names import authors_of
from acadfolio.bibliography.notes import note_of
from acadfolio.bibliography.vocabulary import ARXIV, SERVER, THESES, with_dash
from acadfolio.model.identifiers import doubt_of_isbn
from acadfolio.model.publication import Author, Publication
from acadfolio.model.reading import Reader
from acadfolio.model.values import OpenAccess, Text
from acadfolio.problems import did_you_mean
from acadfolio.source.text import Source
from acadfolio.source.yaml import items_of, parse_yaml

if TYPE_CHECKING:
    from acadfolio.bibliography.entries import RawEntry, RawValue
    from acadfolio.bibliography.links import Find
    from acadfolio.model.publication import Kind
    from acadfolio.model.record import Reference
    from acadfolio.problems import Location, Problems

PLAIN_FIELDS = {
    "volume": ("volume",),
    "edition": ("edition",),
    "isbn": ("isbn",),
    "issn": ("issn", "eissn"),
    "scholar_id": ("google_scholar_id", "scholar_id"),
}
"""Fields of the record that are plain text, and the entry's fields that they are taken from."""
TEXT_FIELDS = {
    "publisher": ("publisher",),
    "series": ("series", "maintitle"),
    "issue_title": ("issuetitle",),
    "event": ("eventtitle", "event", "conference"),
    "abstract": ("abstract",),
    "summary": ("tldr", "summary"),
    "badge": ("abbr",),
    "category": ("category",),
    "institution": ("institution", "school", "university", "holder", "assignee"),
    "location": ("venue", "eventlocation", "location", "address", "nationality"),
}
"""Those that are running text. The place of a conference goes before that of the publisher, as ACM exports both."""
LOOSE_VENUES = ("journal", "booktitle", "howpublished")
VENUE_FIELDS: dict[Kind, tuple[str, ...]] = {
    "journal": ("journal", "booktitle"),
    "chapter": ("booktitle", "maintitle", "journal"),
    **dict.fromkeys(("preprint", "software", "dataset", "other"), LOOSE_VENUES),
}
OTHER_VENUE_FIELDS = ("booktitle", "journal", "eventtitle", "howpublished")
WITHOUT_VENUE = frozenset({"thesis", "book", "report", "patent"})
SUBTITLES = {"journal": "journalsubtitle", "booktitle": "booksubtitle"}
IMAGE_FIELDS = ("preview", "image", "thumbnail", "teaser")
EDITION_WORD = r"(?i)\s*\b(?:edition|ed\.?|edn\.?|éd\.?|édition|edición|edição|edizione|auflage|aufl\.?)$"
"""Each citation style writes the word in the language of the site."""
PAGES_WORD = r"(?i)^(?:pp?\.\s*|pp?\s+|pp(?=\d)|pages?\.?\s*)(?=\w*\d)"
"""Not the letter of `P05026`, an article's number."""
ISBN = r"(?:97[89][- ]?)?(?:\d[- ]?){9}[\dXx]"

KNOWN_FIELDS = USED | LABELS.keys() | REGISTERS.keys()


class Publications(Struct):
    """Makes publications. `references` gets the local files that entries name; `find` finds where files are."""

    problems: Problems
    find: Find = as_written
    references: list[Reference] = field(default_factory=list)
    unknown: dict[tuple[str, str], list[Location]] = field(default_factory=lambda: defaultdict(list))
    """The places of each unknown field, by its name and its file."""

    def make(self, entry: RawEntry) -> Publication:
        """Make the publication of an entry. Its title may be empty: another file may have it."""
        entry = with_usual_names(entry)
        conversion = Conversion(entry, self.problems, self.find)
        publication = conversion.publication()
        for name in conversion.unknown:
            self.unknown[name, entry.file].append(entry.at(name))
        self.references += conversion.links.references
        return replace(publication, **_extension_values(entry, self.problems, self.references))

    def report_unknown(self) -> None:
        """Report the unknown fields that may be misspelt, each once for a file. As in BibTeX, others are ignored."""
        for (name, _), places in self.unknown.items():
            hint = did_you_mean(name, KNOWN_FIELDS, cutoff=0.8, lists=False)
            if hint:
                times = f" ({len(places)} times in this file)" if len(places) > 1 else ""
                message = f"unknown field `{name}`: it is not shown{times}"
                self.problems.warn(places[0], message, hint, rule="unknown-field")


class Conversion:
    """Converts one entry. `unknown` gets the names of unknown fields."""

    def __init__(self, entry: RawEntry, problems: Problems, find: Find) -> None:
        self.entry, self.fields, self.problems = entry, entry.fields, problems
        self.links = Links(entry, problems, find)
        self.kind = kind_of(entry, problems)
        self.unknown: list[str] = []
        self.values: dict[str, Any] = {"kind": self.kind, "title": self._title(), "key": entry.key}

    def publication(self) -> Publication:
        """The publication. Its title may be empty: another file may have it."""
        for name, sources in PLAIN_FIELDS.items():
            self._set(name, self._number(*sources))
        for name, sources in TEXT_FIELDS.items():
            self._set(name, self.entry.text(*sources))
        self._read_venue()
        self._read_people()
        self._read_numbers()
        self._set("pages", self._pages())
        self._read_isbn()
        self._read_publisher()
        self._read_time_and_status()
        self._set("note", note_of(self.entry, self.kind, self.values))
        if self.kind == "preprint":
            self.values.setdefault("status", "preprint")
        self._read_other_fields()
        self._read_links()
        return Publication(**self.values)

    def _set(self, name: str, value: Any) -> None:
        """Set a field, unless the value is empty: another source may have it."""
        if value:
            self.values[name] = value

    def _title(self) -> Text:
        title, subtitle = self.entry.markdown("title", "maintitle"), self.entry.markdown("subtitle")
        separator = " " if title.endswith(("?", "!", ":", ".")) else ": "
        title = separator.join(filter(None, (title, subtitle)))
        addon = self.entry.markdown("titleaddon")
        if title and addon:
            title = f"{_without_full_stop(title)}. {addon}"
        return _text_or_none(_without_full_stop(title)) or Text(())

    def _read_venue(self) -> None:
        """The journal or the proceedings. arXiv is no venue: its identifier is enough."""
        source = self._venue_field()
        status, venue = split_venue(self._venue_name(source))
        self._set("status", status)
        if self.kind == "preprint" and ARXIV.fullmatch(self.entry.plain(source)):
            return
        self._set("venue", _text_or_none(venue))
        if source == "eventtitle":
            self.values.pop("event", None)
        journal = self.entry.markdown("journal")
        if source == "booktitle" and journal not in {"", venue}:
            self.values.setdefault("series", Text.of(journal))

    def _venue_name(self, source: str) -> str:
        value = self.entry.value(source)
        name = (journal_of(value.text) if value.is_latex else None) or value.markdown
        subtitle = self.entry.markdown(SUBTITLES.get(source, ""))
        return f"{name}: {subtitle}" if subtitle else name

    def _venue_field(self) -> str:
        """The field that has the venue; a URL in `howpublished` is none."""
        names = VENUE_FIELDS.get(self.kind, OTHER_VENUE_FIELDS)
        if self.kind in WITHOUT_VENUE and not self.entry.plain("journal", "booktitle"):
            return ""
        found = next((name for name in names if self.entry.plain(name)), "")
        is_url = found == "howpublished" and URL.search(self.entry.value(found).verbatim)
        return "" if is_url else found

    def _read_people(self) -> None:
        for name in ("author", "editor", "translator"):
            self._set(f"{name}s", authors_of(self.entry.value(name), self.problems, self.entry.file))
        groups = "; ".join((self.entry.plain("collaboration"), self.entry.plain("collaborations")))
        for group in filter(None, re.split(r",\s+(?:and\s+)?|\s+and\s+|\s*;\s*", groups)):
            self._add_collaboration(group)

    def _add_collaboration(self, group: str) -> None:
        authors = self.values.get("authors", ())
        if any(group.lower() in author.name.lower() for author in authors):
            return
        is_complete = re.search("(?i)collaboration|team|group|consortium", group)
        name = group if is_complete else f"{group} Collaboration"
        self.values["authors"] = (*authors, Author(name=name, family=name))

    def _number(self, *names: str) -> str:
        """A number; `to appear` in its place is a status, and arXiv's identifiers are read elsewhere."""
        text = self.entry.plain(*names)
        if re.match(r"(?i)arxiv[:\s]|abs/", text):
            return ""
        status, rest = split_venue(text)
        if re.search(r"\d", text) or status is None or rest:
            return text
        self.values.setdefault("status", status)
        return ""

    def _read_numbers(self) -> None:
        """`number` counts the issues of a journal, but is the number of a report or patent itself."""
        number, issue = self._number("number"), self._number("issue")
        if self._number_is_issue():
            self._read_issue(number, issue)
        else:
            self._set("number", number)
            self._set("issue", issue)
        if self.kind != "journal" and "number" not in self.values:
            self._set("number", self.entry.plain("reportnumber"))
        self._read_season()

    def _read_issue(self, number: str, issue: str) -> None:
        self._set("issue", number or issue)
        if number and issue not in {"", number}:
            self.values.setdefault("issue_title", self.entry.text("issue"))

    def _number_is_issue(self) -> bool:
        is_paper = self.kind in {"conference", "workshop"}
        is_in_volume = is_paper and "series" not in self.fields and "volume" in self.values
        return self.kind == "journal" or is_in_volume

    def _read_season(self) -> None:
        season = season_of(self.entry) if self.kind == "journal" else ""
        if "issue" not in self.values:
            self._set("issue", season)
        elif season:
            self.values.setdefault("issue_title", Text.of(escape(season)))

    def _pages(self) -> str:
        pages = self._number("pages") or self._number("eid", "articleno")
        pages = with_dash(re.sub(PAGES_WORD, "", pages))
        return ", ".join(filter(None, (self._chapter(), pages)))

    def _chapter(self) -> str:
        """The chapter. Zotero has the section of a journal there: `Research Article`."""
        chapter = self.entry.plain("chapter")
        is_section = self.kind == "journal" and not re.search(r"\d", chapter)
        return f"chap. {chapter}" if chapter and not is_section else ""

    def _read_isbn(self) -> None:
        self._set("edition", re.sub(EDITION_WORD, "", self.values.pop("edition", "")))
        isbn = self.values.get("isbn", "")
        if isbns := re.findall(ISBN, isbn):  # In print, and as a file.
            isbn = self.values["isbn"] = isbns[0]
        if isbn and (doubt := doubt_of_isbn(isbn)):
            self.problems.warn(self.entry.at("isbn"), f"`{isbn}` {doubt[0]}", doubt[1], rule="invalid-identifier")

    def _read_publisher(self) -> None:
        if self.kind == "preprint":
            self._read_preprint_server()
        organization = self.entry.text("organization")
        if organization is not None:
            is_institution = "publisher" in self.values or self.kind in {"report", "thesis"}
            self.values.setdefault("institution" if is_institution else "publisher", organization)

    def _read_preprint_server(self) -> None:
        """The publisher or the archive of a preprint is its venue, unless an identifier says so."""
        publisher, archive = self.entry.plain("publisher"), self.entry.plain("eprinttype", "archiveprefix")
        if SERVER.fullmatch(publisher):
            server = self.values.pop("publisher")
            if not ARXIV.fullmatch(publisher):
                self.values.setdefault("venue", server)
        if SERVER.fullmatch(archive) and archive.lower() not in {"arxiv", "hal"}:
            self.values.setdefault("venue", Text.of(archive))

    def _read_time_and_status(self) -> None:
        time = time_of(self.entry, self.problems)
        self._set("date", time.date)
        self._set("year", time.year)
        self._set("accessed", accessed_of(self.entry, self.problems))
        status = known_status(self.entry.plain("pubstate"))
        if status is None:
            self._set("note", self.entry.text("pubstate"))
        self._set("status", status or time.status)
        if "preparation" in self.entry.plain("pubstate").lower():
            self._set("note", Text.of("In preparation"))

    def _read_other_fields(self) -> None:
        name = type_of(self.entry)
        if name and not repeats_kind(name, self.kind):
            self.values.setdefault("type", THESES.get(name) or Text.of(html_to_markdown(name)))
        languages = (self.entry.value(field).language for field in ("langid", "language", "hyphenation"))
        self._set("language", next(filter(None, languages), None))
        self._set("tags", self.entry.value("keywords").keywords)
        self._set("open_access", self._open_access())
        self._set("selected", self.entry.value("selected").is_true)

    def _open_access(self) -> OpenAccess | None:
        """Yes, or a kind of open access. Scopus and Web of Science write sentences: `All Open Access, Gold`."""
        value = self.entry.value("open_access")
        if value.is_true:
            return OpenAccess("open")
        text = value.plain.lower().replace("platinum", "diamond")
        ways = [way for way in (*OpenAccess.WAYS, "open") if way in text]
        return OpenAccess(ways[0]) if ways else None

    def _read_links(self) -> None:
        self.links.read()
        for name, value in self.fields.items():
            if value.text and name not in KNOWN_FIELDS and not is_unused(name):
                self._read_unknown(name, value)
        self.values |= self.links.identifiers
        self._set("links", self.links.all())
        images = [self.links.image(name) for name in IMAGE_FIELDS]
        self._set("image", next(filter(None, images), ""))

    def _read_unknown(self, name: str, value: RawValue) -> None:
        """A URL in an unknown field is a link."""
        if URL.fullmatch(value.verbatim):
            self.links.add(name, name.replace("_", " ").replace("-", " ").capitalize())
        else:
            self.unknown.append(name)


def _without_full_stop(title: str) -> str:
    return re.sub(r"(?<=[a-z\d)]{3})\.$", "", title)


def _text_or_none(markdown: str) -> Text | None:
    return Text.of(markdown) if markdown else None


def _extension_values(entry: RawEntry, problems: Problems, references: list[Reference]) -> dict[str, Any]:
    """The values of the field `acadfolio`, which replace those of other fields. An empty value resets a field."""
    value = entry.value("acadfolio")
    text = value.text.strip()
    if not text:
        return {}
    source = Source(entry.file, "\n" * (value.line - 1) + (text if text.startswith("{") else f"{{{text}}}"))
    node = parse_yaml(source, problems)
    if node is None:
        return {}
    record = Reader(source, problems, references).record(node, Publication, defaults={"title": Text(())})
    return {key: getattr(record, key) for key, _ in items_of(node)} if record else {}
