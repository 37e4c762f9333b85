"""Entries of any bibliography come in, publications come out.

A field that nobody knows is named once for each file, with how often it stands there; none is lost silently.
"""

from __future__ import annotations

import re
from collections import defaultdict
from typing import TYPE_CHECKING

from msgspec import Struct, field
from msgspec.structs import replace

from acadfolio.bibliography import editions
from acadfolio.bibliography.addresses import LABELS, NUMBERS, as_written
from acadfolio.bibliography.known import ALIASES, PRIVATE, is_unused
from acadfolio.bibliography.names import without_marks
from acadfolio.bibliography.one_entry import NOTES, TEXTS, WORDS, Reading
from acadfolio.bibliography.own import FIELD, with_own
from acadfolio.problems import did_you_mean

if TYPE_CHECKING:
    from collections.abc import Iterable

    from acadfolio.bibliography.addresses import Find
    from acadfolio.bibliography.entries import RawEntry, RawValue
    from acadfolio.model.publication import Publication
    from acadfolio.model.references import Reference
    from acadfolio.problems import Location, Problems

MONTH = re.compile(r"[a-z]{3}")
UNESCAPED = re.compile(r"(?<!\\)(?:%|(?<=\s)&(?=\s))")
VERBATIM = frozenset({*LABELS, "url", "doi", "eprint", "file", "howpublished"})
PEOPLE = frozenset({"author", "editor", "translator", "editora", "editorb", "editorc", *editions.PEOPLE})


def publication_of(entry: RawEntry, problems: Problems) -> Publication:
    """One entry alone."""
    made = Publications(problems)
    publication = made.publication(entry)
    made.report_unknown()
    return publication


class Publications(Struct):
    """Makes publications. `references` gathers the local files that entries name; `find` knows where files lie."""

    problems: Problems
    find: Find = as_written
    references: list[Reference] = field(default_factory=list)
    unknown: dict[tuple[str, str], list[Location]] = field(default_factory=lambda: defaultdict(list))

    def publication(self, entry: RawEntry) -> Publication:
        """Its title may be empty: what is missing can be in another file, so it is looked for later."""
        usual = _with_usual_names(entry)
        reading = Reading(usual, self.problems, self.find)
        publication = reading.publication()
        for name in reading.unknown:
            self.unknown[entry.file, name].append(usual.at(name))
        self.references += reading.addresses.references
        return with_own(publication, usual, self.problems, self.references) if FIELD in usual.fields else publication

    def report_unknown(self) -> None:
        """Name every field that is not known, once for each file."""
        for (_, name), places in self.unknown.items():
            times = f" ({len(places)} times in this file)" if len(places) > 1 else ""
            hint = did_you_mean(name, _usual(), cutoff=0.8) or "a web address in any field becomes a link"
            self.problems.warn(places[0], f"the field `{name}` is not known here, and not shown{times}", hint)


def _usual() -> Iterable[str]:
    return {*LABELS, *NUMBERS, *NOTES, *(name for names in (*WORDS.values(), *TEXTS.values()) for name in names),
            "title", "author", "editor", "journal", "booktitle", "year", "month", "pages", "number", "doi", "url",
            "keywords", "school", "institution", "address", "location", "eprint", "selected"}  # fmt: skip


def _with_usual_names(entry: RawEntry) -> RawEntry:
    if not entry.fields.keys() & ALIASES.keys():
        return entry
    fields: dict[str, RawValue] = {}
    for name, value in entry.fields.items():
        fields.setdefault(ALIASES.get(name, name), value)
    return replace(entry, fields=fields)


def as_given(entry: RawEntry) -> str:
    """The entry as its file has it, for visitors to copy, without what programs keep there for themselves."""
    lines = [
        f"  {name} = {_clean(name, value)},\n"
        for name, value in entry.fields.items()
        if value.is_latex and value.text and name not in PRIVATE and not is_unused(name)
    ]
    return f"@{entry.kind}{{{entry.key},\n{''.join(lines)}}}" if lines else ""


def _clean(name: str, value: RawValue) -> str:
    """A value as LaTeX can read it: names without their marks, and no sign that would hide the rest of a line."""
    if name in VERBATIM or (name == "month" and MONTH.fullmatch(value.text)):
        return value.text if name == "month" else f"{{{value.text}}}"
    text = without_marks(value.text) if name in PEOPLE else value.text
    return "{" + UNESCAPED.sub(r"\\\g<0>", text) + "}"
