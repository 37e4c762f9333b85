"""Write the data of a CV in the schema of JSON Resume.

The file has plain words for other programs. What they have no place for, or would change, is below
`meta.acadfolio`: the keys of each entry that the reader of this package would not get back.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from acadfolio.cv_formats.dates import span_of
from acadfolio.cv_formats.foreign_entry import ForeignEntry
from acadfolio.cv_formats.headings import INTERESTS
from acadfolio.cv_formats.json_resume_reader import (
    ALSO,
    LISTS,
    Basics,
    digest_of,
    digest_of_profile,
)
from acadfolio.cv_formats.links import label_of_link, url_of_link
from acadfolio.cv_formats.words import Words, first_url
from acadfolio.model.networks import network_of
from acadfolio.model.publication import PUBLICATIONS
from acadfolio.model.writing import values_of
from acadfolio.problems import Problems
from acadfolio.source.json import parse_json
from acadfolio.source.text import Source

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from msgspec import Struct

    from acadfolio.model.dates import When
    from acadfolio.model.profile import Profile
    from acadfolio.model.site import Data
    from acadfolio.source.yaml import Node

Written = dict[str, Any]
SCHEMA = "https://raw.githubusercontent.com/jsonresume/resume-schema/v1.0.0/schema.json"
ORDER = (
    "work", "volunteer", "education", "awards", "certificates", "publications", "skills",
    "languages", "interests", "references", "projects",
)  # fmt: skip


def json_resume(data: Data) -> bytes:
    """Write the file. `data` has no errors."""
    return _Writer(data).written()


class _Writer:
    """Writes one file."""

    def __init__(self, data: Data) -> None:
        self.data = data
        self.words = Words(data.settings.language if data.settings else "en")
        self.lists: dict[str, list[Written]] = {}
        self.details: list[Written] = []

    def written(self) -> bytes:
        writers: dict[str, tuple[str, Callable[[Any], Written]]] = {
            "experience": ("work", self._work),
            "services": ("volunteer", self._volunteer),
            "education": ("education", self._education),
            "awards": ("awards", self._award),
            "grants": ("awards", self._grant),
            "certificates": ("certificates", self._certificate),
            PUBLICATIONS: ("publications", self._publication),
            "skills": ("skills", self._skill),
            "languages": ("languages", self._language),
            "references": ("references", self._reference),
            INTERESTS: (INTERESTS, self._skill),
            "projects": ("projects", self._project),
        }
        shown = tuple(work for work in self.data.publications if not work.hidden)
        entries: dict[str, Iterable[Struct]] = {**self.data.entries, PUBLICATIONS: shown}
        for section, (name, write) in writers.items():
            for entry in entries.pop(section, ()):
                self._add(name, section, entry, without_empty(write(entry)))
        profile = self.data.profile
        basics = without_empty(self._basics(profile)) if profile else {}
        names = [{"name": self.words.of(each)} for each in profile.interests] if profile else []
        if names:  # After those of the section, as the reader takes entries with details first.
            self.lists.setdefault(INTERESTS, []).extend(names)
        ours = {
            "version": 1,
            "site": self._site(),
            "profile": self._profile_details(profile, basics, names) if profile else {},
            "entries": self.details,
            "sections": self._other_sections(entries),
        }
        file = {
            "$schema": SCHEMA,
            "basics": basics,
            **{name: self.lists[name] for name in ORDER if name in self.lists},
            "meta": {"version": "v1.0.0", "acadfolio": without_empty(ours)},
        }
        return f"{json.dumps(file, ensure_ascii=False, indent=2)}\n".encode()

    def _add(self, name: str, section: str, entry: Struct, written: Written) -> None:
        """Add an entry to a list, and its details if the list does not say everything of it."""
        self.lists.setdefault(name, []).append(written)
        node, default = node_of(written), LISTS[name][0]
        read = ALSO.get((name, section), LISTS[name][1])
        found = read(ForeignEntry(node, name, Source("", ""), Problems()))
        keys = missing_keys(values_of(entry), without_empty(found))
        if keys or section != default or name == INTERESTS:  # Else they are those of the profile.
            details: Written = {"list": name, "of": digest_of(node)}
            if section != default:
                details["section"] = section
            self.details.append(details | {"keys": keys} if keys else details)

    def _profile_details(
        self, profile: Profile, basics: Written, interests: list[Written]
    ) -> Written:
        node, nodes = node_of(basics), list(map(node_of, interests))
        found = Basics(Source("", ""), Problems()).profile(node, nodes)
        keys = missing_keys(values_of(profile), without_empty(found))
        return {"of": digest_of_profile(node, nodes), "keys": keys} if keys else {}

    def _site(self) -> Written:
        settings = self.data.settings
        if settings is None:
            return {}
        values = values_of(settings)
        return {key: values[key] for key in ("title", "language", "url") if key in values}

    def _other_sections(self, entries: dict[str, Iterable[Struct]]) -> Written:
        """The sections for which the schema has no place, and the venues of publications."""
        found: Written = {name: list(map(values_of, each)) for name, each in entries.items()}
        if self.data.people:
            found["people"] = list(map(values_of, self.data.people))
        found["venues"] = {key: values_of(venue) for key, venue in self.data.venues.items()}
        return without_empty(found)

    def _basics(self, profile: Profile) -> Written:
        settings = self.data.settings
        position = profile.positions[0] if profile.positions else None
        label = self.words.of(position.role) if position else self.words.of(profile.description)
        return {
            "name": self.words.of(profile.name),
            "label": label,
            "email": profile.email.partition(",")[0].strip(),
            "phone": profile.private.phone,
            "url": str(settings.url) if settings else "",
            "summary": self.words.of(profile.bio),
            "location": {
                "address": "\n".join(map(self.words.of, profile.private.address)),
                "city": self.words.of(profile.location),
            },
            "profiles": [_profile_link(label, link.url) for label, link in profile.links.items()],
        }

    def _work(self, entry: Any) -> Written:
        return {
            "name": self.words.of(entry.institution),
            "position": self.words.of(entry.role),
            "location": self.words.of(entry.location),
            "description": self.words.of(entry.department),
            "summary": self.words.of(entry.text),
            "url": first_url(entry.links),
            **_span(entry.date),
        }

    def _volunteer(self, entry: Any) -> Written:
        venues = [*entry.venues, *(venue for area in entry.areas for venue in area.venues)]
        names = [
            " ".join([self.words.of(venue.title or venue.name), *map(str, venue.years)])
            for venue in venues
        ]
        only = venues[0] if len(venues) == 1 else None
        period = only.years[0] if only and len(only.years) == 1 else None
        return {
            "organization": self.words.of(only.name) if only else "",
            "position": self.words.of(entry.role),
            "url": str(only.url or "") if only else "",
            "summary": self.words.of(entry.text),
            "highlights": [] if only else names,
            **_span(period),
        }

    def _education(self, entry: Any) -> Written:
        return {
            "institution": self.words.of(entry.institution),
            "area": self.words.of(entry.field),
            "studyType": self.words.of(entry.degree),
            "url": first_url(entry.links),
            **_span(entry.date),
        }

    def _award(self, entry: Any) -> Written:
        return self._award_of(entry, entry.institution, entry.amount, entry.text)

    def _grant(self, entry: Any) -> Written:
        return self._award_of(entry, entry.funder, entry.amount, entry.role, entry.text)

    def _award_of(self, entry: Any, awarder: Any, *others: Any) -> Written:
        return {
            "title": self.words.of(entry.title),
            "awarder": self.words.of(awarder),
            "summary": self.words.joined(*others),
            "date": span_of(entry.date)[0],
        }

    def _certificate(self, entry: Any) -> Written:
        return {
            "name": self.words.of(entry.title),
            "issuer": self._details(entry),
            "url": first_url(entry.links),
            "date": span_of(entry.date)[0],
        }

    def _publication(self, entry: Any) -> Written:
        key = self.words.of(entry.venue)
        venue = self.data.venues.get(key)
        full_name = self.words.of(venue.name) if venue else ""
        return {
            "name": self.words.of(entry.title),
            "publisher": full_name or key or self.words.of(entry.publisher or entry.institution),
            "releaseDate": span_of(entry.when)[0],
            "url": f"https://doi.org/{entry.doi}" if entry.doi else first_url(entry.links),
            "summary": self.words.of(entry.summary),
        }

    def _skill(self, entry: Any) -> Written:
        """A skill, or an interest. A text alone is a list of keywords, too."""
        text = self.words.of(entry.text)
        keywords = list(map(self.words.of, entry.items)) or text.split(", ")
        return {
            "name": self.words.of(entry.title),
            "level": text if entry.items else "",
            "keywords": list(filter(None, keywords)),
        }

    def _language(self, entry: Any) -> Written:
        return {"language": self.words.of(entry.title), "fluency": self._details(entry)}

    def _reference(self, entry: Any) -> Written:
        return {"name": self.words.of(entry.title), "reference": self._details(entry)}

    def _details(self, entry: Any) -> str:
        return self.words.joined(*entry.items, entry.text)

    def _project(self, entry: Any) -> Written:
        return {
            "name": self.words.of(entry.title),
            "description": self.words.of(entry.text),
            "keywords": list(entry.tags),
            "url": first_url(entry.links),
            **_span(entry.date),
        }


def missing_keys(ours: Written, found: Written) -> Written:
    """The keys that differ from what is found; None for those that are found and not there."""
    changed = {key: value for key, value in ours.items() if found.get(key) != value}
    return changed | {key: None for key in found if key not in ours}


def node_of(value: Any) -> Node:
    """A value as the reader gets it."""
    node = parse_json(Source("", json.dumps(value)), Problems())
    if node is None:
        raise ValueError("is not JSON")
    return node


def without_empty(values: Written) -> Written:
    """The values that say something, also of the mappings in them and in their lists."""
    found = {key: _without_empty(value) for key, value in values.items()}
    return {key: value for key, value in found.items() if value not in ("", [], {})}


def _without_empty(value: Any) -> Any:
    if isinstance(value, dict):
        return without_empty(value)
    return [_without_empty(item) for item in value] if isinstance(value, list) else value


def _span(when: When | None) -> Written:
    start, end = span_of(when)
    return {"startDate": start, "endDate": end}


def _profile_link(label: str, written: str) -> Written:
    """A link of the sidebar: a name in a network, and a URL. A path of the site is no URL."""
    is_name = network_of(label) is not None and "/" not in written
    return {
        "network": label_of_link(label),
        "username": written if is_name else "",
        "url": url_of_link(label, written),
    }
