"""One entry comes in, its publication comes out, field by field. What a field means stands in tables."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from acadfolio.bibliography.addresses import ARXIV_NOTE, LABELS, NUMBERS, WEB, Addresses
from acadfolio.bibliography.badges import artifacts_of, open_access_of
from acadfolio.bibliography.dates import accessed_of, season_of, time_of
from acadfolio.bibliography.editions import remarks_of
from acadfolio.bibliography.extra import is_programs
from acadfolio.bibliography.fields import (
    SPACES,
    is_true,
    language_of,
    markdown,
    text_of,
    verbatim_of,
    words_in,
    words_of,
)
from acadfolio.bibliography.journals import journal_of
from acadfolio.bibliography.kinds import PATENT, countries_in, first, kind_of, says_kind, type_of
from acadfolio.bibliography.known import AL_FOLIO, is_unused, is_used
from acadfolio.bibliography.manner import escaped
from acadfolio.bibliography.names import authors_of
from acadfolio.bibliography.pages import with_dash
from acadfolio.bibliography.servers import ARXIV, SERVER
from acadfolio.bibliography.statuses import STATES, of_note, of_venue
from acadfolio.bibliography.theses import LANGUAGES, THESES
from acadfolio.model.identifiers import doubt_of_isbn
from acadfolio.model.publication import Author, Publication
from acadfolio.model.values import Text

if TYPE_CHECKING:
    from collections.abc import Iterable

    from acadfolio.bibliography.addresses import Find
    from acadfolio.bibliography.entries import RawEntry, RawValue
    from acadfolio.model.publication import Kind
    from acadfolio.problems import Problems

WORDS = {
    "volume": ("volume",),
    "edition": ("edition",),
    "isbn": ("isbn",),
    "issn": ("issn", "eissn"),
    "scholar_id": ("google_scholar_id", "scholar_id"),
}
"""Fields of the record that are plain words, and where they come from: the first that is there."""
TEXTS = {
    "publisher": ("publisher",),
    "series": ("series", "maintitle"),
    "issue_title": ("issuetitle",),
    "event": ("eventtitle", "event", "conference"),
    "abstract": ("abstract",),
    "summary": ("tldr", "summary"),
    "badge": ("abbr",),
}
"""Those that are running text."""
VENUES: dict[Kind, tuple[str, ...]] = {
    "journal": ("journaltitle", "journal", "booktitle"),
    "chapter": ("booktitle", "maintitle", "journaltitle", "journal"),
    **dict.fromkeys(
        ("preprint", "software", "dataset", "other"), ("journaltitle", "journal", "booktitle", "howpublished")
    ),
}
ANY_VENUE = ("booktitle", "journaltitle", "journal", "eventtitle", "howpublished")
WITHOUT_VENUE = frozenset({"thesis", "book", "report", "patent"})
IN_VERSIONS = frozenset({"software", "dataset"})
NOTES = ("note", "addendum", "additional_info")
IMAGES = ("preview", "image", "thumbnail", "teaser")
ISBN = re.compile(r"(?:97[89][- ]?)?(?:\d[- ]?){9}[\dXx]")
BEFORE_PAGES = re.compile(r"^(?:pp?|pages?)\.?\s*(?=\w*\d)", re.IGNORECASE)
ARXIV_PAGES = re.compile(r"arxiv[:\s]", re.IGNORECASE)
CITED = re.compile(r"cited by\s*:?\s*\d+.*", re.IGNORECASE)
EDITION = re.compile(
    r"\s*\b(?:edition|ed\.?|edn\.?|éd\.?|édition|edición|edição|edizione|auflage|aufl\.?)$", re.IGNORECASE
)
"""The word for it, which each style writes in the language of the site."""
ARCHIVE = re.compile("arxiv|hal", re.IGNORECASE)
"""Those whose numbers stand in records, and name them."""
FULL_STOP = re.compile(r"(?<=[a-z\d)]{3})\.$")


class Reading:
    """Reads one entry, field by field of the record."""

    def __init__(self, entry: RawEntry, problems: Problems, find: Find) -> None:
        self.entry, self.fields, self.problems = entry, entry.fields, problems
        self.addresses = Addresses(entry, problems, find)
        self.kind = kind_of(entry, problems)
        self.unknown: list[str] = []
        """The fields that nobody knows."""
        self.values: dict[str, Any] = {"kind": self.kind, "title": self._title(), "key": entry.key}

    def publication(self) -> Publication:
        for name, sources in WORDS.items():
            self._set(name, self._counted(*sources))
        for name, sources in TEXTS.items():
            self._set(name, self._text(*sources))
        self._add_under("series", "maintitle", "mainsubtitle", ": ")
        self._add_under("event", "eventtitle", "eventtitleaddon", ". ")
        self._venue()
        self._people()
        self._numbers()
        self._places()
        self._time_and_status()
        self._notes()
        self._rest()
        self._addresses()
        return Publication(**self.values)

    def _set(self, name: str, value: Any) -> None:
        """An empty value is none, so that another source may say it."""
        if value:
            self.values[name] = value

    def _text(self, *names: str) -> Text | None:
        for name in names:
            if name in self.fields and (text := text_of(self.fields[name])) is not None:
                return text
        return None

    def _add_under(self, name: str, source: str, under: str, between: str) -> None:
        """A subtitle behind the title that it belongs to."""
        title, more = self.values.get(name), self._text(under)
        if title is not None and more is not None and title == self._text(source):
            self.values[name] = Text.of(f"{title.by_language[0][1]}{between}{more.by_language[0][1]}")

    def _title(self) -> Text:
        parts = [text.by_language[0][1] for name in ("title", "subtitle") if (text := self._text(name))]
        title = f"{parts[0]}{' ' if parts[0][-1] in '?!:.' else ': '}{parts[1]}" if len(parts) > 1 else "".join(parts)
        if title and (addon := self._text("titleaddon")):
            title = f"{FULL_STOP.sub('', title)}. {addon.by_language[0][1]}"
        return Text.of(FULL_STOP.sub("", title)) if title else Text(())

    def _venue(self) -> None:
        """The journal or the proceedings; nothing for what is only in arXiv, whose identifier says so."""
        if self.kind in WITHOUT_VENUE and not first(self.entry, "journaltitle", "journal", "booktitle"):
            return
        names = VENUES.get(self.kind, ANY_VENUE)
        chosen = next((name for name in names if first(self.entry, name)), "")
        if not chosen or (chosen == "howpublished" and WEB.search(verbatim_of(self.fields[chosen]))):
            return
        text = self._journal(chosen)
        if (found := of_venue(text)).status:
            self.values["status"], text = found.status, found.rest
        if self.kind == "preprint" and ARXIV.fullmatch(first(self.entry, chosen)):
            return
        self._set("venue", Text.of(text) if text else None)
        if chosen == "eventtitle":
            self.values.pop("event", None)
        other = self._text("journaltitle", "journal") if chosen == "booktitle" else None
        if other is not None and other.by_language[0][1] != text:
            self.values.setdefault("series", other)

    def _journal(self, name: str) -> str:
        value = self.fields[name]
        text = (journal_of(value.text) if value.is_latex else None) or markdown(value.text, is_latex=value.is_latex)
        under = {"journaltitle": "journalsubtitle", "journal": "journalsubtitle", "booktitle": "booksubtitle"}.get(
            name, ""
        )
        subtitle = self._text(under)
        return f"{text}: {subtitle.by_language[0][1]}" if subtitle else text

    def _people(self) -> None:
        authors = self._names("author") if "author" in self.fields else ()
        for name in ("collaboration", "collaborations"):
            several = re.split(r",\s+(?:and\s+)?|\s+and\s+|\s*;\s*", first(self.entry, name))
            for said in filter(None, several):
                if any(said.lower() in author.name.lower() for author in authors):
                    continue
                whole = (
                    said
                    if re.search("collaboration|team|group|consortium", said, re.IGNORECASE)
                    else f"{said} Collaboration"
                )
                authors = (*authors, Author(name=whole, family=whole))
        self._set("authors", authors)
        for name in ("editor", "translator"):
            if name in self.fields:
                self._set(f"{name}s", self._names(name))

    def _names(self, field: str) -> tuple[Author, ...]:
        return authors_of(self.fields[field], self.problems, self.entry.file)

    def _numbers(self) -> None:
        """`number` counts issues of a journal, and reports and patents themselves."""
        number, issue = self._counted("number"), self._counted("issue")
        if ARXIV_PAGES.match(number):
            number = ""
        in_volumes = (
            self.kind in {"journal", "conference", "workshop"}
            and "series" not in self.fields
            and "volume" in self.values
        )
        if self.kind == "journal" or in_volumes:
            self._set("issue", number or issue)
            if number and issue and issue != number:
                self.values.setdefault("issue_title", text_of(self.fields["issue"]))
        else:
            self._set("number", number)
            self._set("issue", issue)
        if "number" not in self.values and self.kind != "journal":
            self._set("number", first(self.entry, "reportnumber"))
        if self.values.get("volume", "").startswith("abs/"):
            del self.values["volume"]
        season = season_of(self.entry) if self.kind == "journal" else ""
        if "issue" not in self.values:
            self._set("issue", season)
        elif season:
            self.values.setdefault("issue_title", Text.of(escaped(season)))
        self._set("pages", self._pages())
        several = ISBN.findall(self.values.get("isbn", ""))
        if len(several) > 1:
            self.values["isbn"] = several[0]
            self.problems.warn(self.entry.at("isbn"), f"there are several ISBNs here: `{several[0]}` is taken")
        if (isbn := self.values.get("isbn", "")) and (doubt := doubt_of_isbn(isbn)):
            self.problems.warn(self.entry.at("isbn"), f"`{isbn}` {doubt[0]}", doubt[1])
        self._set("edition", EDITION.sub("", self.values.pop("edition", "")))

    def _counted(self, *names: str) -> str:
        """A number; `to appear` in its place is a state."""
        said = first(self.entry, *names)
        found = of_venue(said) if said and not any(sign.isdigit() for sign in said) else None
        if found is None or found.status is None or found.rest:
            return said
        self.values.setdefault("status", found.status)
        return ""

    def _pages(self) -> str:
        said = self._counted("pages") or first(self.entry, "eid", "articleno")
        if ARXIV_PAGES.match(said):
            said = ""
        said = with_dash(BEFORE_PAGES.sub("", said))
        chapter = first(self.entry, "chapter")
        if self.kind == "journal" and not any(sign.isdigit() for sign in chapter):
            chapter = ""  # Zotero has the section of a journal there: `Research Article`.
        return ", ".join(filter(None, [f"chap. {chapter}" if chapter else "", said]))

    def _places(self) -> None:
        """Who published it, and where; a conference has a place of its own."""
        if SERVER.fullmatch(first(self.entry, "publisher")) and self.kind == "preprint":
            server = self.values.pop("publisher")
            if not ARXIV.fullmatch(first(self.entry, "publisher")):
                self.values.setdefault("venue", server)
        archive = first(self.entry, "eprinttype", "archiveprefix")
        if self.kind == "preprint" and SERVER.fullmatch(archive) and not ARCHIVE.fullmatch(archive):
            self.values.setdefault("venue", Text.of(archive))
        self._set("institution", self._text("institution", "school", "university", "holder", "assignee"))
        organization = self._text("organization")
        if organization is not None:
            taken = "publisher" in self.values or self.kind in {"report", "thesis"}
            self.values.setdefault("institution" if taken else "publisher", organization)
        self._cities()

    def _cities(self) -> None:
        """The place of a conference goes before that of its publisher, which stands behind the publisher's name.

        ACM's library has them as `location` and `address`, and New York in every entry: that is not shown.
        """
        location, address = self._text("location"), self._text("address")
        event_at, where = self._text("venue", "eventlocation"), location or address or self._text("nationality")
        if self.kind == "patent" and (countries := countries_in(first(self.entry, "location"))):
            where = Text.of(countries)
        elif location and address and location != address and (event_at or self.kind not in {"conference", "workshop"}):
            taken = f"`{location.by_language[0][1]}`, its `location`, is taken"
            self.problems.warn(self.entry.at("address"), f"there are two places of a publisher here: {taken}")
        self._set("location", event_at or where)
        if event_at and where and event_at != where:
            city = where.by_language[0][1]
            if (publisher := self.values.get("publisher")) is not None:
                self.values["publisher"] = Text.of(f"{publisher.by_language[0][1]}, {city}")
            else:
                said = next(name for name in ("address", "location", "nationality") if name in self.fields)
                what = f"`{city}` is a publisher's place, and no publisher is said: it is left out"
                hint = "add `publisher`, or write the conference's place into `address` alone"
                self.problems.warn(self.entry.at(said), what, hint)

    def _time_and_status(self) -> None:
        time = time_of(self.entry, self.problems)
        self._set("date", time.date)
        self._set("year", time.year)
        self._set("accessed", accessed_of(self.entry, self.problems))
        state = STATES.get(re.sub("[^a-z]", "", first(self.entry, "pubstate").lower()))
        if state is None and "pubstate" in self.fields:
            self._set("note", text_of(self.fields["pubstate"]))
        self._set("status", state or time.status or self.values.get("status"))
        if "preparation" in first(self.entry, "pubstate").lower():
            self._set("note", Text.of("In preparation"))

    def _notes(self) -> None:
        notes = [self.values["note"].by_language[0][1]] if "note" in self.values else []
        for name in NOTES:
            if name in self.fields:
                notes += self._note(name)
        if "annotation" in self.fields and self.fields.keys() & AL_FOLIO:
            notes.append(_own_markdown(self.fields["annotation"]))
        how = first(self.entry, "howpublished")
        unseen = how and self.values.get("venue") != self._text("howpublished") and not SERVER.fullmatch(how)
        if unseen and not WEB.search(verbatim_of(self.fields["howpublished"])) and self.kind != "patent":
            notes.append(markdown(self.fields["howpublished"].text, is_latex=self.fields["howpublished"].is_latex))
        notes += self._award() + self._numbered()
        if remarks := remarks_of(self.entry, self.problems):
            said = (_in_a_row([*notes, *in_language]) for in_language in zip(*remarks, strict=True))
            self._set("note", Text(tuple(zip(LANGUAGES, said, strict=True))))
        else:
            self._set("note", Text.of(joined) if (joined := _in_a_row(notes)) else None)
        if self.kind == "preprint":
            self.values.setdefault("status", "preprint")

    def _note(self, name: str) -> list[str]:
        """A note, without what is said elsewhere: a state, an identifier of arXiv, a patent's number, an address."""
        value = self.fields[name]
        if name == "additional_info":
            return [_own_markdown(value)]
        words = words_of(value)
        if (
            CITED.fullmatch(words)
            or is_programs(words, first(self.entry, "pages", "eid", "articleno"), first(self.entry, "doi"))
            or ARXIV_NOTE.fullmatch(words)
            or WEB.fullmatch(verbatim_of(value))
        ):
            return []
        if self.kind == "patent" and (match := PATENT.match(words)):
            self.values.setdefault("number", match["number"])
            self.values.setdefault("type", Text.of(match["type"]))
            return []
        found = of_note(words)
        if found.status is not None and (not found.rest or "pages" not in self.fields):
            self.values.setdefault("status", found.status)
        return [markdown(value.text, is_latex=value.is_latex)] if found.rest else []

    def _numbered(self) -> list[str]:
        """What counts the work itself, where the record has no place for it: a version, an article's report number."""
        version, report = first(self.entry, "version"), first(self.entry, "reportnumber")
        if self.kind in IN_VERSIONS:
            self._set("version", version)
            version = ""
        said = f"Version {version}" if version[:1].isdigit() else version
        return [escaped(words) for words in (said, report if report != self.values.get("number") else "") if words]

    def _award(self) -> list[str]:
        """al-folio's `award_name` is the award, and `award` then what is to be said of it."""
        award = _own_markdown(self.fields["award"]) if "award" in self.fields else ""
        name = self._text("award_name")
        self._set("award", name or (Text.of(award) if award else None))
        return [award] if award and name else []

    def _rest(self) -> None:
        said = type_of(self.entry)
        if said and not (says_kind(said, self.kind) or said.lower() == self.kind):
            self.values.setdefault("type", THESES.get(said) or Text.of(markdown(said, is_latex=False)))
        if "keywords" in self.fields:
            self._set("tags", words_in(self.fields["keywords"]))
        for name in ("langid", "language", "hyphenation"):
            if name in self.fields and "language" not in self.values:
                self._set("language", language_of(self.fields[name]))
        self._set("open_access", open_access_of(self.entry, self.problems))
        self._set("artifacts", artifacts_of(self.entry, self.problems))
        self._set("selected", "selected" in self.fields and is_true(self.fields["selected"]))

    def _addresses(self) -> None:
        self.addresses.read()
        for name, value in self.fields.items():
            if is_used(name) or name in LABELS or name in NUMBERS or is_unused(name) or not value.text:
                continue
            if WEB.fullmatch(verbatim_of(value)):
                self.addresses.add(name, name.replace("_", " ").replace("-", " ").capitalize())
            else:
                self.unknown.append(name)
        for name, identifier in self.addresses.identifiers.items():
            self._set(name, identifier)
        self._set("links", self.addresses.made())
        pictures = (self.addresses.picture(name) for name in IMAGES if name in self.fields)
        self._set("image", next((picture for picture in pictures if picture), ""))
        if "image_alt" in self.fields:  # Without words, it says that the picture only decorates.
            self.values["image_alt"] = text_of(self.fields["image_alt"]) or Text.of("")


def _in_a_row(notes: Iterable[str]) -> str:
    """Notes as sentences, each once."""
    whole = [note.strip() for note in dict.fromkeys(notes) if note.strip()]
    return "".join(f"{note}{' ' if note[-1] in '.?!' else '. '}" for note in whole[:-1]) + "".join(whole[-1:])


def _own_markdown(value: RawValue) -> str:
    """al-folio's remarks are Markdown already; its own stand behind the venue, and begin with a point."""
    return SPACES.sub(" ", value.text).strip().lstrip(".,; ")
