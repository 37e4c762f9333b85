"""What an import of a CV found, and the data files that it becomes."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from msgspec import Struct, field

from acadfolio.contracts import Imported
from acadfolio.cv_formats.headings import as_title, free_section_of_heading
from acadfolio.importers import COMMENT, PROFILE, SETTINGS, existing_files
from acadfolio.model.dates import When
from acadfolio.model.profile import Profile
from acadfolio.model.publication import Venue
from acadfolio.model.record import keys_of, required_of
from acadfolio.model.section_kinds import (
    NOT_SECTIONS,
    OWN_RECORDS,
    WITHOUT_RECORDS,
    section_kind,
)
from acadfolio.problems import Location, Problems
from acadfolio.source.yaml_writer import Exact, Verbatim, list_file, mapping_file, written
from acadfolio.wording import nearest

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence
    from pathlib import Path

    from acadfolio.source.yaml_writer import Value

Entry = dict[str, Any]
KNOWN_NAMES = (*OWN_RECORDS, *WITHOUT_RECORDS, *sorted(NOT_SECTIONS))
SIMILAR_NAME = 0.8
"""From this similarity on, a data file is reported as a misspelt one."""


class Collected(Struct):
    """The entries and settings of one file. Section names are those of data files."""

    problems: Problems
    entries: dict[str, list[Entry]] = field(default_factory=dict)
    titles: dict[str, str] = field(default_factory=dict)
    """The headings of sections, where these are not the usual ones."""
    profile: Entry = field(default_factory=dict)
    site: Entry = field(default_factory=dict)
    venues: dict[str, Any] = field(default_factory=dict)
    keeps_order: bool = False
    """Whether its entries stay in the order of the file, which is that of its author."""
    became: dict[str, str] = field(default_factory=dict)
    """The data files by the parts of the old file."""
    headings: dict[str, list[str]] = field(default_factory=dict)
    """The parts of the old file that each section is made of."""

    def add(self, part: str, section: str, entry: Entry, location: Location) -> None:
        """Add an entry that was in a part of the old file.

        Without a key that its section requires, it goes to a section of one's own.
        """
        entry = {key: value for key, value in entry.items() if value}
        missing = [key for key in required_of(section_kind(section).record) if not entry.get(key)]
        if missing:
            own = own_section(part)
            message = f"this entry of `{part}` has no `{missing[0]}`: it is in data/{own}.yml"
            hint = f"complete it, and move it to data/{section}.yml"
            self.problems.warn(location, message, hint, rule="import-uncertain")
            section, entry = own, _free_entry(entry)
        if entry:
            self.entries.setdefault(section, []).append(entry)
            self.headings.setdefault(section, [])
            if part not in self.headings[section]:
                self.headings[section].append(part)
            self.note(part, f"data/{section}.yml")

    def add_own(self, title: str, entry: Entry) -> None:
        """Add an entry to a section of one's own with a heading."""
        known = free_section_of_heading(title)
        section = known or own_section(title)
        self.entries.setdefault(section, []).append(
            {key: value for key, value in entry.items() if value}
        )
        self.note(title, f"data/{section}.yml")
        if not known and title.lower() != section:
            self.titles.setdefault(section, title)

    def keep_headings(self, parts: Collection[str]) -> None:
        """Keep these headings, whose sections are known by their entries, where a section has no others."""
        for section, headings in self.headings.items():
            if len(headings) == 1 and headings[0] in parts:
                self.titles.setdefault(section, as_title(headings[0]))

    def note(self, part: str, file: str) -> None:
        """Remember which data file a part of the old file became."""
        files = self.became.get(part, "").split(", ")
        if file not in files:
            self.became[part] = ", ".join([*filter(None, files), file])

    def imported(self, file: Path, site: Path) -> Imported:
        """The data files, without a profile and settings that exist already, which are reported."""
        comment = COMMENT.format(file.name)
        result = Imported(file, self.problems, became=self.became)
        for section, entries in self.entries.items():
            known = keys_of(section_kind(section).record)
            others = (key for entry in entries for key in entry)
            keys = tuple(dict.fromkeys((*known, *others)))
            text = list_file(map(_verbatim_entry, entries), keys, comment)
            result.files[f"data/{section}.yml"] = text
            result.entries[section] = len(entries)
        if self.venues:
            venues = {key: _verbatim_entry(venue) for key, venue in self.venues.items()}
            result.files["data/venues.yml"] = _mapping_of_mappings(venues, Venue, comment)
        self._add_profile(result, site, comment)
        self._add_settings(result, site, comment)
        return result

    def _add_profile(self, result: Imported, site: Path, comment: str) -> None:
        if not self.profile.get("name"):
            return
        existing = existing_files(site / PROFILE)
        if existing:
            keys = ", ".join(f"`{key}`" for key in self.profile)
            message = f"this file already exists: {keys} were not imported"
            hint = "see them with --dry-run for a new folder: `--site new`"
            self.problems.warn(Location(existing[0]), message, hint, rule="import-exists")
            return
        values = {key: self.profile[key] for key in keys_of(Profile) if key in self.profile}
        result.files[PROFILE] = mapping_file(_verbatim_entry(values), comment)

    def _add_settings(self, result: Imported, site: Path, comment: str) -> None:
        existing = existing_files(site / SETTINGS)
        if existing:
            for section, title in self.titles.items():
                message = f"the heading of data/{section}.yml was not written here"
                hint = f"add `{section}: {{title: {title}}}`"
                self.problems.warn(Location(existing[0]), message, hint, rule="import-exists")
            return
        name = self.profile.get("name") or "Curriculum Vitae"
        settings: Entry = {"title": name} | self.site
        for section, title in self.titles.items():
            settings[section] = {"title": title}
        for section, entries in self.entries.items():
            if self.keeps_order and not _is_newest_first(entries):
                settings[section] = settings.get(section, {}) | {"sort": "file"}
        result.files[SETTINGS] = mapping_file(_verbatim_entry(settings), comment)


def _is_newest_first(entries: Sequence[Entry]) -> bool:
    """Whether entries are in the order that pages have by default."""
    keys = []
    for entry in entries:
        when = When.parse(entry["date"]) if entry.get("date") else None
        keys.append((when is not None, *(when.newest if when else ())))
    return keys == sorted(keys, reverse=True)


def can_have_file(section: str) -> bool:
    """Whether there can be a data file of entries with this name."""
    return section.isidentifier() and section not in {*WITHOUT_RECORDS, *NOT_SECTIONS}


def own_section(title: str) -> str:
    """The name of the data file of a section of one's own with this heading."""
    name = re.sub(r"\W+", "_", title.lower()).strip("_") or "more"
    is_taken = name in KNOWN_NAMES or bool(nearest(name, KNOWN_NAMES, cutoff=SIMILAR_NAME))
    if is_taken or not name.isidentifier():
        return f"more_{name}"
    return name


def _free_entry(entry: Entry) -> Entry:
    """An entry of a known section as one of a free section: a title, and all other texts."""
    texts = {key: value for key, value in entry.items() if isinstance(value, str)}
    date, links, text = texts.pop("date", ""), entry.get("links"), texts.pop("text", "")
    others = [value for key, value in entry.items() if isinstance(value, list) and key != "links"]
    words = [*texts.values(), *(str(item) for items in others for item in items)]
    title, *rest = words or [""]
    more = "\n\n".join(filter(None, (", ".join(rest), text)))
    found = {"title": title, "date": date, "text": more, "links": links}
    return {key: value for key, value in found.items() if value}


def _verbatim_entry(entry: Mapping[str, Any]) -> dict[str, Value]:
    return {key: _verbatim(value) for key, value in entry.items()}


def _verbatim(value: Any) -> Value:
    """A value whose texts are written with all their white space."""
    if isinstance(value, dict):
        return _verbatim_entry(value)
    if isinstance(value, list):
        return [_verbatim(item) for item in value]
    if value is None or isinstance(value, (Exact, Verbatim)):
        return value
    return Verbatim(value)


def _mapping_of_mappings(
    values: Mapping[str, dict[str, Value]], record: type[Struct], comment: str
) -> str:
    ordered = {
        key: {name: value[name] for name in keys_of(record) if name in value}
        for key, value in values.items()
    }
    return f"# {comment}\n{written(ordered)}"
