"""Convert the entries of bibliographies to publications, field by field."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Any

from msgspec import Struct, field
from msgspec.structs import replace

from acadfolio.bibliography.abstracts import abstract_of
from acadfolio.bibliography.annotations import with_annotations
from acadfolio.bibliography.dates import (
    access_date_of,
    known_status,
    publication_date_of,
    split_venue,
)
from acadfolio.bibliography.entries import (
    PUBLICATION_FIELDS,
    RawEntry,
    RawValue,
    is_ignored,
    with_canonical_names,
)
from acadfolio.bibliography.kinds import is_type_word, publication_kind, repeats_kind, type_of
from acadfolio.bibliography.latex import unknown_commands, wrong_formulas
from acadfolio.bibliography.latex_commands import journal_of
from acadfolio.bibliography.links import Links, keep_path
from acadfolio.bibliography.markup import html_to_markdown, safe_markdown
from acadfolio.bibliography.names import authors_of
from acadfolio.bibliography.notes import note_of
from acadfolio.bibliography.tables import field_names
from acadfolio.bibliography.vocabulary import (
    ARXIV_NAME,
    JOURNAL_SERIES,
    PREPRINT_SERVER,
    TYPE_NAMES,
    with_dash,
)
from acadfolio.model.dates import Day, When
from acadfolio.model.identifiers import ISBN
from acadfolio.model.publication import Author, Publication
from acadfolio.model.reading import Reader
from acadfolio.model.record import FLAGS
from acadfolio.model.values import OpenAccess, Text
from acadfolio.problems import Location, Problems
from acadfolio.source.text import Source
from acadfolio.source.yaml import items_of, parse_yaml
from acadfolio.wording import counted, did_you_mean

if TYPE_CHECKING:
    from acadfolio.bibliography.links import FindFile
    from acadfolio.model.record import Reference

SUBTITLES = {"journal": "journalsubtitle", "booktitle": "booksubtitle"}
IMAGE_FIELDS = ("preview", "image", "thumbnail", "teaser")
EDITION_WORD = r"(?i)(?<!\s)\s*\b(?:edition|ed\.?|edn\.?|éd\.?|édition|edición|edição|edizione|auflage|aufl\.?)$"
"""The word is dropped: each citation style adds it in the language of the site."""
PAGES_WORD = r"(?i)^(?:pp?\.\s*|pp?\s+|pp(?=\d)|pages?\.?\s*)(?=\w*\d)"
"""The letter of an article number such as `P05026` stays."""

ERRATUM = r"(?i)\[[^\[\]]*[a-z]{3}[^\[\]]*\d[^\[\]]*\]"
JOURNAL_WITH_NUMBERS = (
    r"(?P<name>.*[a-z]{2}.*?),?\s+(?P<volume>[A-Z]?\d{1,4})\s*,?\s*"
    r"\(\d{4}\)\s*,?\s*(?P<pages>[A-Z]?\d[\w–-]*)"
)
LONGEST_JOURNAL = 200

OWN_VALUE = r"(?!crossref|xref)[a-z]\w*=[\w .:-]{1,40}"
"""A field with a value by which queries of jekyll-scholar may choose papers."""

TEXTS = frozenset(
    {
        "title",
        "subtitle",
        "booktitle",
        "journal",
        "series",
        "publisher",
        "note",
        "addendum",
        "abstract",
    }
)
"""The fields whose unknown TeX commands are reported."""
KNOWN_FIELDS = PUBLICATION_FIELDS | field_names.LABELS.keys() | field_names.REGISTRIES.keys()


class PublicationConverter(Struct):
    """Converts entries to publications.

    `find_file` finds the files that entries name. These are collected in `references`. Without
    `has_keywords`, the field `keywords` is ignored, as many people keep private notes in it.
    """

    problems: Problems
    find_file: FindFile = keep_path
    has_keywords: bool = True
    references: list[Reference] = field(default_factory=list)
    unknown_commands: dict[str, dict[str, int]] = field(default_factory=dict)
    """The unknown TeX commands of each file, with the line of each."""
    wrong_formulas: dict[str, list[tuple[int, str, str]]] = field(default_factory=dict)
    """The formulas of each file that cannot be converted: the line, the TeX, and what is wrong."""

    def convert(self, entry: RawEntry) -> Publication:
        """Convert an entry. The title may be empty, as another file may have it."""
        entry = with_canonical_names(entry)
        converter = _EntryConverter(entry, self.problems, self.find_file)
        publication = converter.convert()
        self.references += converter.links.references
        self._collect_lost_tex(entry)
        if not self.has_keywords:
            publication = replace(publication, tags=())
        return replace(publication, **_extension_values(entry, self.problems, self.references))

    def _collect_lost_tex(self, entry: RawEntry) -> None:
        for name, value in entry.fields.items():
            if value.is_latex and name in TEXTS:
                for command in sorted(unknown_commands(value.text)):
                    self.unknown_commands.setdefault(entry.file, {}).setdefault(command, value.line)
                wrong = self.wrong_formulas.setdefault(entry.file, [])
                wrong += [(value.line, *each) for each in wrong_formulas(value.text).items()]

    def report_lost_tex(self) -> None:
        """Warn once of each file with TeX that pages do not show as it is meant."""
        self._report_unknown_commands()
        for file, wrong in self.wrong_formulas.items():
            if not wrong:
                continue
            line, tex, reason = min(wrong)
            message = f"the formula `{' '.join(tex.split())[:40]}` cannot be converted: {reason}"
            if len(wrong) > 1:
                message += f"; and {counted(len(wrong) - 1, 'other formula')}"
            hint = "correct its TeX, which is shown as plain text"
            self.problems.warn(Location(file, line), message, hint, rule="formula")

    def _report_unknown_commands(self) -> None:
        """Warn once of each file with unknown TeX commands."""
        for file, lines in self.unknown_commands.items():
            names = ", ".join(f"`\\{name}`" for name in lines)
            message = f"unknown TeX commands are not shown: {names}"
            hint = "replace them by text"
            self.problems.warn(
                Location(file, min(lines.values())), message, hint, rule="unknown-tex-command"
            )


class _EntryConverter:
    """Converts one entry."""

    def __init__(self, entry: RawEntry, problems: Problems, find_file: FindFile) -> None:
        self.entry, self.problems = entry, problems
        self.links = Links(entry, problems, find_file)
        self.kind = publication_kind(entry, problems)
        self.old_pages = ""
        """The pages that stand in the name of the journal."""
        self.values: dict[str, Any] = {"kind": self.kind, "title": self._title(), "key": entry.key}

    def convert(self) -> Publication:
        for name, sources in field_names.PLAIN.items():
            self._set(name, self._number(*sources))
        for name, sources in field_names.TEXT.items():
            self._set(name, self.entry.text(*sources))
        self._set("series", JOURNAL_SERIES.get(self.entry.plain("series")))
        self._set("abstract", abstract_of(self.entry.value("abstract")))
        self._read_venue()
        self._read_people()
        self._read_numbers()
        self._set("pages", self._pages())
        self._set("edition", re.sub(EDITION_WORD, "", self.values.pop("edition", "")))
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
        """Set a field of the publication, unless the value is empty."""
        if value:
            self.values[name] = value

    def _title(self) -> Text:
        title, subtitle = self.entry.markdown("title"), self.entry.markdown("subtitle")
        separator = " " if title.endswith(("?", "!", ":", ".")) else ": "
        title = separator.join(filter(None, (title, subtitle)))
        addon = self.entry.markdown("titleaddon")
        if title and addon:
            title = f"{_without_full_stop(title)}. {addon}"
        return Text.of(_without_full_stop(title))

    def _read_venue(self) -> None:
        """Read the journal or the proceedings. arXiv is no venue, as the identifier is shown."""
        field_name = self._venue_field()
        status, venue = split_venue(
            self._without_erratum(self._venue_name(field_name)).rstrip(" ,")
        )
        venue = venue.lstrip(" ,:")  # `Submitted to: Phys. Rev. D`
        self._set("status", status)
        if self.kind == "preprint" and re.fullmatch(ARXIV_NAME, self.entry.plain(field_name)):
            return
        self._set("venue", Text.of(self._without_numbers(venue)))
        if field_name == "eventtitle":
            self.values.pop("event", None)
        journal = self.entry.markdown("journal")
        if field_name == "booktitle" and journal not in {"", venue}:
            self.values.setdefault("series", Text.of(journal))

    def _without_erratum(self, text: str) -> str:
        """The journal or pages without INSPIRE's note of an erratum.

        It looks like `[Erratum: Phys. Rev. D 1, 2 (1970)]`.
        """
        start = max(text.rfind("["), 0)
        erratum = text[start:].strip()
        if not re.fullmatch(ERRATUM, erratum):
            return text
        notes = filter(None, (str(self.values.get("note", "")), erratum))
        self.values["note"] = Text.of(". ".join(notes))
        return text[:start].rstrip(" ,;")

    def _without_numbers(self, venue: str) -> str:
        """The journal without the volume, year and page that old exports have in it.

        They write `Phys. Rev. D12 (1939) 5`.
        """
        match = re.fullmatch(JOURNAL_WITH_NUMBERS, venue[:LONGEST_JOURNAL])
        has_numbers = self.entry.plain("volume", "pages", "eid")
        if match is None or self.kind != "journal" or has_numbers:
            return venue
        self.values["volume"] = match["volume"]
        self.old_pages = match["pages"]
        return match["name"]

    def _venue_name(self, field_name: str) -> str:
        value = self.entry.value(field_name)
        name = (journal_of(value.text) if value.is_latex else None) or value.markdown
        subtitle = self.entry.markdown(SUBTITLES.get(field_name, ""))
        return f"{name}: {subtitle}" if subtitle else name

    def _venue_field(self) -> str:
        """The field that contains the venue; empty if there is only `howpublished` with a URL."""
        for name in field_names.VENUE[self.kind]:
            if self.entry.plain(name):
                value = self.entry.value(name)
                is_no_venue = name == "howpublished" and (value.urls or is_type_word(value.plain))
                return "" if is_no_venue else name
        return ""

    def _read_people(self) -> None:
        for name in ("author", "editor", "translator"):
            self._set(
                f"{name}s", authors_of(self.entry.value(name), self.problems, self.entry.file)
            )
        self._set("authors", with_annotations(self.values.get("authors", ()), self.entry))
        groups = "; ".join((self.entry.plain("collaboration"), self.entry.plain("collaborations")))
        for group in filter(None, re.split(r",\s+(?:and\s+)?|\s+and\s+|\s*;\s*", groups)):
            name = re.sub(r"(?i)^(?:(?:for|on behalf of)\s+)?the\s+", "", group)
            self._add_collaboration(re.sub(r"(?i)(collaboration|group|team)s$", r"\1", name))

    def _add_collaboration(self, group: str) -> None:
        authors = self.values.get("authors", ())
        if any(group.lower() in author.name.lower() for author in authors):
            return
        is_complete = re.search("(?i)collaboration|team|group|consortium", group)
        name = group if is_complete else f"{group} Collaboration"
        self.values["authors"] = (*authors, Author(name=name, family=name))

    def _number(self, *names: str) -> str:
        """The number in the first of these fields that is not empty.

        Text such as `to appear` is a status instead. Identifiers of arXiv are read with the links.
        """
        text = self.entry.plain(*names)
        if re.match(r"(?i)arxiv[:\s]|abs/", text):
            return ""
        status, rest = split_venue(text)
        if re.search(r"\d", text) or status is None or rest:
            return text
        self.values.setdefault("status", status)
        return ""

    def _read_numbers(self) -> None:
        """Read `number` and `issue`.

        `number` is the issue of a journal, or the number of a report or patent.
        """
        number, issue = self._number("number"), self._number("issue")
        if self._number_is_issue():
            self._set("issue", number or issue)
            if number and issue not in {"", number}:
                self.values.setdefault("issue_title", self.entry.text("issue"))
        else:
            self._set("number", number)
            self._set("issue", issue)
        if self.kind != "journal" and "number" not in self.values:
            self._set("number", self.entry.plain("reportnumber"))

    def _number_is_issue(self) -> bool:
        if self.kind in {"conference", "workshop"}:
            return "series" not in self.entry.fields and "volume" in self.values
        return self.kind == "journal"

    def _pages(self) -> str:
        pages = (
            self._without_erratum(self._number("pages"))
            or self._number("eid", "articleno")
            or self.old_pages
        )
        pages = with_dash(re.sub(PAGES_WORD, "", pages))
        chapter = self.entry.plain("chapter")
        if self.kind == "journal" and not re.search(r"\d", chapter):
            chapter = ""  # Zotero writes the section of the journal into it: `Research Article`.
        return ", ".join(filter(None, (f"chap. {chapter}" if chapter else "", pages)))

    def _read_isbn(self) -> None:
        """Read the first ISBN: the printed book and the e-book may have one each."""
        if match := re.search(ISBN, self.values.get("isbn", "")):
            self.values["isbn"] = match[0]

    def _read_publisher(self) -> None:
        if self.kind == "preprint":
            self._read_preprint_server()
        organization = self.entry.text("organization")
        if organization is not None:
            is_institution = "publisher" in self.values or self.kind in {"report", "thesis"}
            self.values.setdefault("institution" if is_institution else "publisher", organization)

    def _read_preprint_server(self) -> None:
        """Use the publisher or archive of a preprint as its venue, unless its identifier names the archive."""
        publisher, archive = (
            self.entry.plain("publisher"),
            self.entry.plain("eprinttype", "archiveprefix"),
        )
        if re.fullmatch(PREPRINT_SERVER, publisher):
            server = self.values.pop("publisher")
            if not re.fullmatch(ARXIV_NAME, publisher):
                self.values.setdefault("venue", server)
        if re.fullmatch(PREPRINT_SERVER, archive) and archive.lower() not in {"arxiv", "hal"}:
            self.values.setdefault("venue", Text.of(archive))

    def _read_time_and_status(self) -> None:
        published = publication_date_of(self.entry, self.problems)
        date = published.date
        if date is not None and date == When(Day(date.year)):
            self._set("year", date.year)
        else:
            self._set("date", date)
        self._set("accessed", access_date_of(self.entry, self.problems))
        status = known_status(self.entry.plain("pubstate"))
        if status is None:
            self._set("note", self.entry.text("pubstate"))
        self._set("status", status or published.status)

    def _read_other_fields(self) -> None:
        type_name = type_of(self.entry)
        if type_name and not repeats_kind(type_name, self.kind):
            self.values.setdefault(
                "type", TYPE_NAMES.get(type_name) or Text.of(html_to_markdown(type_name))
            )
        for name in ("hyphenation", "language", "langid"):  # The last one has precedence.
            self._set("language", self.entry.value(name).language)
        self._set("tags", self.entry.value("keywords").keywords)
        self._set("open_access", self._open_access())
        self._set("selected", self.entry.value("selected").is_true)
        for name in FLAGS:
            self._set(name, self._flag(name))

    def _flag(self, name: str) -> bool:
        """A flag that keeps an entry from some readers. What is neither true nor false does so, too."""
        value = self.entry.value(name)
        if value.is_true or value.is_false or name not in self.entry.fields:
            return value.is_true
        message = f"`{name} = {{{value.text}}}` is read as `true`"
        hint = "write `{true}` or `{false}`"
        self.problems.warn(self.entry.at(name), message, hint, rule="invalid-value")
        return True

    def _open_access(self) -> OpenAccess | None:
        """The kind of open access.

        Scopus and Web of Science write phrases: `All Open Access, Gold`.
        """
        value = self.entry.value("open_access")
        if value.is_true:
            return OpenAccess("open")
        text = value.plain.lower().replace("platinum", "diamond")
        for kind in (*OpenAccess.TYPES, "open"):
            if kind in text:
                return OpenAccess(kind)
        return None

    def _read_links(self) -> None:
        self.links.read()
        for name, value in self.entry.fields.items():
            if value.text and name not in KNOWN_FIELDS and not is_ignored(name):
                self._read_unknown(name, value)
        self.values |= self.links.identifiers
        self._set("links", self.links.all())
        for name in reversed(IMAGE_FIELDS):  # The first one has precedence.
            self._set("image", self.links.image(name))

    def _read_unknown(self, name: str, value: RawValue) -> None:
        """Add a link if the field contains a URL, and a word or two to `extra`.

        Report it if it may be misspelt.
        """
        if value.is_latex and re.fullmatch(OWN_VALUE, f"{name}={value.plain}"):
            self.values.setdefault("extra", {})[name] = value.plain
        if value.only_url:
            label = name.removeprefix("url_")  # as BibBase names them
            self.links.add(name, label.replace("_", " ").replace("-", " ").capitalize())
        elif hint := _similar_field(name):
            message = f"unknown field `{name}`: it is not shown"
            self.problems.warn(self.entry.at(name), message, hint, rule="unknown-field")


@cache
def _similar_field(name: str) -> str:
    if name.startswith("_"):  # A program's own, such as `__markedentry` of JabRef.
        return ""
    return did_you_mean(name, KNOWN_FIELDS, cutoff=0.8, lists=False)


def _without_full_stop(title: str) -> str:
    return re.sub(r"(?<=[a-z\d)]{3})\.$", "", title)


def _extension_values(
    entry: RawEntry, problems: Problems, references: list[Reference]
) -> dict[str, Any]:
    """The values of the field `acadfolio`, which replace those of other fields.

    An empty value resets a field.

    It contains fields of `publications.yml` that BibTeX does not have, in one line: `{selected:
    true, tags: [a]}`.
    """
    value = entry.value("acadfolio")
    text = value.text.strip()
    if not text:
        return {}
    if not text.startswith("{"):
        text = f"{{{text}}}"
    source = Source(entry.file, "\n" * (value.line - 1) + text)
    node = parse_yaml(source, problems)
    if node is None:
        return {}
    record = Reader(source, problems, references).record(
        node, Publication, defaults={"title": Text(())}
    )
    return {key: _safe(getattr(record, key)) for key, _ in items_of(node)} if record else {}


def _safe(value: Any) -> Any:
    """The value of a field `acadfolio`; its text may be Markdown."""
    if isinstance(value, Text):
        return Text(tuple((language, safe_markdown(text)) for language, text in value.by_language))
    return value
