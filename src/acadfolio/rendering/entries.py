"""Entries of a section as its templates see them: their fields, and the punctuation between these."""

from __future__ import annotations

import re
from itertools import chain
from math import radians
from typing import TYPE_CHECKING, Any

from msgspec import Struct
from msgspec.structs import replace

from acadfolio.model.dates import Day, is_upcoming
from acadfolio.model.record import FLAGS, fields_of
from acadfolio.model.section_kinds import section_kind
from acadfolio.model.values import Text
from acadfolio.theme.words import has_wide_punctuation, words_for

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Iterable, Mapping, Sequence

    from acadfolio.citations.papers import Paper
    from acadfolio.model.section_kinds import SectionKind
    from acadfolio.model.site import SectionSettings
    from acadfolio.problems import Location

TITLES = ("title", "course")
IN_TITLE = frozenset({"code", *TITLES})
"""The fields in the column of titles of a table."""
YEARS = frozenset({"date", "year"})
IN_HEADING = frozenset(
    {*IN_TITLE, "schedule", "text", "links", "materials", "image", "image_dark", "tags", "url"}
)
"""The fields that an entry with its own heading shows there or in a paragraph."""
AT_THE_SIDE = frozenset({"date", "terms"})
NO_TEXT = frozenset({"image", "image_dark", "image_alt", "pinned", "tags", "url", "coordinates"})
"""Images, keywords, switches and coordinates, which are not part of a sentence."""
NOT_SHOWN = frozenset({"redirect_from", "extra", *FLAGS})
"""The keys of an entry that its own page does not show either."""
SPACE_BEFORE = frozenset({"links", "materials", "amount"})
# A department that is called one takes the article: "in the Department of Physics", but "in
# Physics".
TAKES_ARTICLE = (
    r"\[?(?:Department|Dept|School|Faculty|Institute|Cent(?:re|er)|Lab|Division|College|Chair"
    r"|Group|Section|Graduate)\b"
)
NAMES_A_PLACE = (
    r"\b(?:Department|School|Faculty|Institute|Cent(?:re|er)|Lab|Laboratory|Division|College|Group"
    r"|Service|Office)\b"
)
MAP_SCALE = 182.79
MAP_HEIGHT, WITHOUT_ANTARCTICA = 545, 452
"""The height of `partials/map-land.html`, and of its part north of 60° S."""
CIRCLE = 12
"""The radius of a place's circle on a phone, where it is largest."""
LIST_START = r"\s*(?:[-*+]|\d+\.)[ \t]"
LINK_TARGET = r"\]\([^)]*\)"
WIDE_ENDS = "。！？"
SENTENCE_ENDS = f".!?…{WIDE_ENDS}"
WIDE = {": ": "：", ". ": "。"}
"""The punctuation of Chinese and Japanese, which brings its space with it."""


class Part(Struct, frozen=True):
    """One field of an entry, and the punctuation before it."""

    field: str
    before: str
    after: str = ""
    """The comma or colon inside the element of a field, so that it is styled like the field."""


class Entry(Struct, frozen=True):
    """An entry for the template of a section: its record, and its fields with the punctuation before each."""

    record: Any
    parts: tuple[Part, ...] = ()
    page: str = ""
    """The URL of its page, or empty."""
    facts: tuple[Part, ...] = ()
    """The parts in the line below its title, where that is a heading."""
    dates: tuple[Part, ...] = ()
    """Its date or terms, if they are shown at the side and not among the parts."""
    is_piece: bool = False
    """Whether these are only some of its fields, without image and keywords."""
    is_upcoming: bool = False
    """Whether it is a talk or an event in the future."""
    anchor: str = ""
    """Its id in the list below a map."""

    @property
    def fields(self) -> tuple[str, ...]:
        """The names of the shown fields that have a value."""
        return tuple(part.field for part in self.parts)

    @property
    def line(self) -> Entry:
        """The same entry with only the fields of the line below its title."""
        return Entry(self.record, self.facts, self.page, is_upcoming=self.is_upcoming)

    @property
    def side(self) -> Entry:
        """The same entry with only its date."""
        return Entry(self.record, self.dates, self.page, is_piece=True)

    def cell(self, column: str) -> Entry:
        """The same entry with only the fields of a column of a table."""
        wanted = IN_TITLE if column in TITLES else {column}
        parts = [part for part in self.parts if part.field in wanted]
        first = [Part(part.field, "") for part in parts[:1]]
        return Entry(
            self.record,
            (*first, *parts[1:]),
            self.page,
            is_piece=True,
            is_upcoming=self.is_upcoming,
        )


class Entries(Struct, frozen=True):
    """Makes entries from records.

    `pages` has the URLs of their own pages, by their `source_location`.
    """

    language: str
    pages: Mapping[Location, str]
    today: Day

    def entry(self, record: Any, section: str, settings: SectionSettings) -> Entry:
        """An entry in a list: the fields that its section shows, without those in the heading of its group."""
        kind = section_kind(section)
        hidden = set(settings.group_by or ())
        shown = _without(settings.fields or kind.fields, hidden)
        aside = _fields_at_the_side(shown, settings)
        facts = settings.fields or kind.facts if settings.view == "archive" else ()
        entry = self._make(record, section, shown, _without(facts, hidden | IN_HEADING))
        dates, others = _divided(entry.parts, aside)
        return replace(entry, dates=dates, parts=others)

    def whole(self, record: Any, section: str) -> Entry:
        """An entry on its own page: all of its fields."""
        kind = section_kind(section)
        fields = [name for name in fields_of(kind.record) if name not in NOT_SHOWN]
        return self._make(record, section, fields, kind.facts)

    def undated(self, record: Any, section: str) -> Entry:
        """An entry with only the fields of the line below its title, without its date."""
        fields = [name for name in section_kind(section).facts if name not in AT_THE_SIDE]
        return self._make(record, section, (), fields).line

    def _make(
        self, record: Any, section: str, fields: Iterable[str], facts: Iterable[str]
    ) -> Entry:
        kind = section_kind(section)
        parts = field_parts(record, fields, kind, self.language)
        page = self.pages.get(record.source_location, "")
        begins_later = kind.upcoming and is_upcoming(record.date, self.today)
        return Entry(
            record,
            parts,
            page,
            field_parts(record, facts, kind, self.language),
            is_upcoming=begins_later,
        )


class Place(Struct, frozen=True):
    """A place on the map of the world, and what happened there."""

    x: int
    y: int
    entries: tuple[Entry, ...]


def places_of(entries: Iterable[Entry]) -> tuple[Place, ...]:
    """The places of the entries that have coordinates."""
    found: dict[tuple[float, float], list[Entry]] = {}
    for entry in entries:
        if entry.record.coordinates:
            found.setdefault(entry.record.coordinates, []).append(entry)
    return tuple(Place(*_on_map(*place), tuple(there)) for place, there in found.items())


def map_height(places: Iterable[Place]) -> int:
    """The height of the map's part that is shown: without the Antarctic, unless a place is there."""
    lowest = max((place.y + CIRCLE for place in places), default=0)
    return MAP_HEIGHT if lowest > WITHOUT_ANTARCTICA else WITHOUT_ANTARCTICA


def _on_map(latitude: float, longitude: float) -> tuple[int, int]:
    """A place in the units of `partials/map-land.html`, which is 1,000 wide.

    The Natural Earth projection: Šavrič and others, Cartography and Geographic Information Science
    38:4 (2011).
    """
    north, east = radians(latitude), radians(longitude)
    square = north**2
    x = east * (
        0.8707
        + square * (-0.131979 + square * (-0.013791 + square**3 * (0.003971 - 0.001529 * square)))
    )
    y = north * (
        1.007226
        + square * (0.015085 + square**2 * (-0.044475 + square * (0.028874 - 0.005916 * square)))
    )
    return round(500 + MAP_SCALE * x), round(260 - MAP_SCALE * y)


def _fields_at_the_side(shown: Sequence[str], settings: SectionSettings) -> list[str]:
    """The fields in a column at the side: in a CV all dates, in a list the date that comes first."""
    if not settings.can_have_date_column:
        return []
    candidates = shown if settings.view == "cv" else shown[:1]
    return [name for name in candidates if name in AT_THE_SIDE]


def _divided(
    parts: Iterable[Part], aside: Container[str]
) -> tuple[tuple[Part, ...], tuple[Part, ...]]:
    """The parts of an entry at its side, and the others.

    The comma after a date goes to the part that follows it.
    """
    dates: list[Part] = []
    others: list[Part] = []
    comma = ""
    for part in parts:
        if part.field in aside:
            dates.append(replace(part, before=part.before if dates else "", after=""))
            comma = part.after
        else:
            others.append(replace(part, before=comma + part.before if others else ""))
            comma = ""
    return tuple(dates), tuple(others)


def _without(names: Iterable[str], hidden: Container[str]) -> list[str]:
    return [name for name in names if name not in hidden]


def field_parts(
    entry: Struct, fields: Iterable[str], kind: SectionKind, language: str
) -> tuple[Part, ...]:
    """The fields that an entry of a section has, in their order, with the punctuation of the language between them."""
    parts: list[Part] = []
    for name in fields:
        if name in NO_TEXT or not getattr(entry, name):
            continue
        if not parts:
            parts.append(Part(name, ""))
            continue
        before = _separator(entry, [part.field for part in parts], name, kind, language)
        after = before[:1].strip() if parts[-1].field in kind.in_element else ""
        parts[-1] = replace(parts[-1], after=after)
        parts.append(Part(name, before.removeprefix(after)))
    return tuple(parts)


def _separator(
    entry: Struct, before: list[str], name: str, kind: SectionKind, language: str
) -> str:
    """The punctuation between the fields `before` and the next one."""
    previous = before[-1]
    is_label = len(before) == 1 and previous in kind.colon_after
    if is_label or (previous, name) == ("title", "items"):
        separator = ": "
    elif name in SPACE_BEFORE or (previous, name) in {("icon", name), ("code", "course")}:
        separator = " "
    else:
        separator = _between_words(entry, previous, name, language)
    return _in_language(separator, language)


def _between_words(entry: Struct, previous: str, name: str, language: str) -> str:
    """The punctuation before a text or a word; a field that ends a sentence takes no comma."""
    if name == "text":
        return _before_text(getattr(entry, name), language)
    end = _words(entry, previous, language)[-1:]
    if end and end in SENTENCE_ENDS:
        return "" if has_wide_punctuation(language) and end in WIDE_ENDS else " "
    return _before_word(entry, previous, name, language)


def comma(language: str) -> str:
    """The comma between the parts of an entry, with the space after it."""
    return words_for(language)["clause"]


def _in_language(separator: str, language: str) -> str:
    separator = separator.replace(", ", comma(language))
    for latin, own in WIDE.items() if has_wide_punctuation(language) else ():
        separator = separator.replace(latin, own)
    return separator.replace("： ", "：")


def _before_word(entry: Struct, previous: str, name: str, language: str) -> str:
    if name == "department" and previous == "role":
        return _before_department(_words(entry, name, language), language)
    if (previous, name) == ("degree", "field"):
        return _before_subject(language)
    if name == "advisors":
        return f", {words_for(language)['advised_by']} "
    return ", "


def _before_department(department: str, language: str) -> str:
    """The words between a role and a place: "Professor in the Department of Physics", "Director, Curie Laboratory"."""
    if re.match(TAKES_ARTICLE, department) and language.startswith("en"):
        return f" {words_for(language)['in_the']} "
    return ", " if re.search(NAMES_A_PLACE, department) else _before_subject(language)


def _before_subject(language: str) -> str:
    """The words between a degree and its field: "PhD in Physics"; in many languages a comma."""
    return words_for(language)["subject"]


def _before_text(text: Text, language: str) -> str:
    """The punctuation before a text: a comma before a line that begins with a lowercase letter, else a full stop.

    A list, such as the highlights of a position, is below the line and needs none.
    """
    written = re.sub(LINK_TARGET, "", text.in_language(language))
    if text.has_blocks and re.match(LIST_START, written):
        return " "
    letter = next((character for character in written if character.isalpha()), "")
    return ", " if letter.islower() and not text.has_blocks else ". "


def _words(entry: Struct, name: str, language: str) -> str:
    value = getattr(entry, name)
    return value.in_language(language) if isinstance(value, Text) else str(value)


def _appeared_in(paper: Paper) -> bool:
    """Whether the column of venues shows anything of a publication."""
    record = paper.record
    is_in_arxiv = record.kind == "preprint" and record.arxiv
    return bool(paper.venue or is_in_arxiv or record.publisher or record.institution)


PAPER_COLUMNS: dict[str, Callable[[Paper], Any]] = {
    "year": lambda paper: paper.when,
    "title": lambda paper: paper.record.title,
    "authors": lambda paper: paper.authors,
    "venue": _appeared_in,
    "links": lambda paper: paper.links,
}
"""The columns of a table of publications, and their fields."""


def columns_of_papers(papers: Sequence[Paper], settings: SectionSettings) -> tuple[str, ...]:
    """The columns of a table of publications: those with a value in any, except the fields of group headings."""
    grouped = set(settings.group_by or ())
    hidden = {"year"} if grouped & YEARS else set()
    hidden |= grouped & {"venue"}
    return tuple(
        name
        for name, value in PAPER_COLUMNS.items()
        if name not in hidden and any(map(value, papers))
    )


def columns_of_entries(
    entries: Sequence[Entry], section: str, settings: SectionSettings
) -> tuple[str, ...]:
    """The columns of a table of entries: those with a value in any of them; a course's code is in its title."""
    shown = set(chain.from_iterable(entry.fields for entry in entries)) - {"code"}
    return tuple(filter(shown.__contains__, settings.fields or section_kind(section).fields))
