"""Write the data of a CV as YAML for RenderCV 2.

Its texts are Markdown, as ours are. A section has entries of one type, which RenderCV knows by their
keys.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from acadfolio.cv_formats.dates import span_of
from acadfolio.cv_formats.headings import INTERESTS, PROFILE_TEXT, heading_of
from acadfolio.cv_formats.json_resume_writer import without_empty
from acadfolio.cv_formats.links import label_of_link, url_of_link
from acadfolio.cv_formats.rendercv_networks import LANGUAGES, rendercv_name
from acadfolio.cv_formats.rendercv_texts import Texts
from acadfolio.cv_formats.words import first_url
from acadfolio.model.publication import PUBLICATIONS
from acadfolio.model.section_kinds import SECTION_KINDS, by_place_in_cv, section_kind
from acadfolio.model.values import Text
from acadfolio.rendering.selection import in_order_of
from acadfolio.source.yaml_writer import QuotedVerbatim, written
from acadfolio.theme.words import words_for

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from acadfolio.model.dates import When
    from acadfolio.model.profile import Affiliation, Profile
    from acadfolio.model.site import Data

Written = dict[str, Any]
MISSING = "–"
"""A required value that an entry does not have."""
PHONE_ICON, ADDRESS_ICON = "phone", "house"
"""The icons of a phone number in another form than RenderCV's, and of an address."""
INTERNATIONAL = re.compile(r"\+[\d\s().-]{6,}")
"""A phone number in a form that RenderCV reads."""
COMMENT = "# A CV for RenderCV 2, by acadfolio export.\n"


def rendercv(data: Data) -> bytes:
    """Write the file. `data` has no errors."""
    return _Writer(data).written()


class _Writer:
    """Writes one file."""

    def __init__(self, data: Data) -> None:
        self.data = data
        self.language = data.settings.language if data.settings else "en"
        self.url = str(data.settings.url) if data.settings else ""
        self.texts = Texts(self.language, self.url)
        self.sections: dict[str, list[Any]] = {}

    def written(self) -> bytes:
        profile = self.data.profile
        words = words_for(self.language)
        if profile and profile.bio:
            self.sections[words[PROFILE_TEXT]] = [self.texts.of(profile.bio)]
        for section in self._names():
            entries = self._entries(section)
            if entries:
                heading = heading_of(section, self.data)
                is_taken = heading in self.sections
                self.sections[section if is_taken else heading] = entries
        if profile and profile.interests:
            bullets = [{"bullet": self.texts.of(interest)} for interest in profile.interests]
            self.sections[words[INTERESTS]] = bullets
        cv = self._person(profile) if profile else {}
        file: Written = {"cv": without_empty(cv | {"sections": self.sections})}
        language = LANGUAGES.get(self.language.partition("-")[0].lower())
        if language:
            file["locale"] = {"language": language}
        return f"{COMMENT}{written(_quoted(file))}".encode()

    def _names(self) -> list[str]:
        """The sections of a CV in their order."""
        names = dict.fromkeys((*SECTION_KINDS, *self.data.entries))
        return by_place_in_cv(name for name in names if section_kind(name).cv == "always")

    def _entries(self, section: str) -> list[Any]:
        if section == PUBLICATIONS:
            shown = self._in_order(section, (w for w in self.data.publications if not w.hidden))
            return [without_empty(self._publication(work)) for work in shown]
        entries = self._in_order(section, self.data.entries.get(section, ()))
        if section_kind(section).is_free:
            return self._free(entries)
        write = self._writers().get(section)
        return [without_empty(write(entry)) for entry in entries] if write else []

    def _in_order(self, section: str, entries: Iterable[Any]) -> list[Any]:
        """The entries in the order of the pages: RenderCV keeps that of the file."""
        settings = self.data.section_settings.get(section)
        return in_order_of(list(entries), settings.sort if settings else None, self.language)

    def _writers(self) -> dict[str, Callable[[Any], Written]]:
        return {
            "education": self._education,
            "experience": self._experience,
            "awards": self._award,
            "grants": self._grant,
            "talks": self._talk,
            "teaching": self._course,
            "students": self._student,
            "projects": self._project,
            "services": self._service,
        }

    def _person(self, profile: Profile) -> Written:
        position = profile.positions[0] if profile.positions else None
        emails = [email.strip() for email in profile.email.split(",") if email.strip()]
        networks: list[Written] = []
        others: list[Written] = []
        for label, link in profile.links.items():
            found, url = rendercv_name(label, link.url), url_of_link(label, link.url)
            if found:
                networks.append({"network": found[0], "username": found[1]})
            elif url:
                others.append(
                    {"fontawesome_icon": "link", "placeholder": label_of_link(label), "url": url}
                )
        phone, address = profile.private.phone, profile.private.address
        is_international = bool(INTERNATIONAL.fullmatch(phone))
        if phone and not is_international:
            others.append(_private(PHONE_ICON, phone))
        if address:
            others.append(_private(ADDRESS_ICON, ", ".join(map(self.texts.of, address))))
        return {
            "name": self.texts.of(profile.name),
            "headline": self._position(position)
            if position
            else self.texts.of(profile.description),
            "location": self.texts.of(profile.location),
            "email": emails[0] if len(emails) == 1 else emails,
            "phone": phone if is_international else "",
            "website": self.url,
            "social_networks": networks,
            "custom_connections": others,
        }

    def _position(self, position: Affiliation) -> str:
        return self.texts.joined(", ", position.role, position.department, position.institution)

    def _education(self, entry: Any) -> Written:
        advisors = ", ".join(map(self.texts.of, entry.advisors))
        if advisors:
            by = words_for(self.language)["advised_by"]
            advisors = f"{by[:1].upper()}{by[1:]} {advisors}"
        return {
            "institution": self.texts.of(entry.institution),
            "area": self.texts.of(entry.field) or MISSING,
            "degree": self.texts.of(entry.degree),
            **_dates(entry.date),
            "location": self.texts.of(entry.location),
            **self.texts.summary(entry.text, advisors),
        }

    def _experience(self, entry: Any) -> Written:
        return {
            "company": self.texts.joined(", ", entry.department, entry.institution),
            "position": self.texts.of(entry.role) or MISSING,
            **_dates(entry.date),
            "location": self.texts.of(entry.location),
            **self.texts.summary(entry.text),
        }

    def _award(self, entry: Any) -> Written:
        return self._normal(entry, entry.title, entry.institution, entry.amount)

    def _grant(self, entry: Any) -> Written:
        return self._normal(entry, entry.title, entry.funder, entry.amount, entry.role)

    def _talk(self, entry: Any) -> Written:
        found = self._normal(entry, entry.title, entry.kind, entry.event)
        return found | {"location": self.texts.of(entry.location)}

    def _student(self, entry: Any) -> Written:
        texts = (entry.degree, entry.title, entry.institution, entry.now)
        return self._normal(entry, entry.name, *texts)

    def _project(self, entry: Any) -> Written:
        return self._normal(entry, entry.title, *entry.people)

    def _normal(self, entry: Any, name: Any, *texts: Any) -> Written:
        """An entry with a name, which is a link, and a summary of several texts."""
        title = self.texts.of(name) or MISSING
        url = first_url(getattr(entry, "links", ()))
        is_plain = "[" not in title and "]" not in title
        return {
            "name": f"[{title}]({url})" if url and is_plain else title,
            **_dates(entry.date),
            **self.texts.summary(entry.text, self.texts.joined("; ", *texts)),
        }

    def _course(self, entry: Any) -> Written:
        before = self.texts.joined("; ", entry.role, entry.department, entry.institution)
        return {
            "name": " ".join(filter(None, (entry.code, self.texts.of(entry.course)))),
            "date": ", ".join(entry.terms),
            **self.texts.summary(entry.text, before),
        }

    def _service(self, entry: Any) -> Written:
        areas = [(None, entry.venues), *((area.area, area.venues) for area in entry.areas)]
        parts = [self.texts.of(entry.area)]
        for area, venues in areas:
            names = ", ".join(map(self._venue, venues))
            parts.append(": ".join(filter(None, (self.texts.of(area), names))))
        details = "; ".join(filter(None, (*parts, self.texts.of(entry.text))))
        return {"label": self.texts.of(entry.role), "details": details or MISSING}

    def _venue(self, venue: Any) -> str:
        years = ", ".join(when.years for when in venue.years)
        return " ".join(filter(None, (self.texts.of(venue.title or venue.name), years)))

    def _publication(self, work: Any) -> Written:
        venue = self.data.venues.get(self.texts.of(work.venue))
        journal = venue.name if venue and venue.name else work.venue
        own = {name.casefold() for name in self.data.profile.names} if self.data.profile else set()
        authors = [
            f"**{author.name}**" if author.name.casefold() in own else author.name
            for author in work.authors
        ]
        date = span_of(work.when)[0]
        return {
            "title": self.texts.of(work.title),
            "authors": authors or [MISSING],
            "journal": self.texts.of(journal or work.publisher or work.institution),
            "date": date,
            "doi": str(work.doi),
            "url": "" if work.doi else first_url(work.links),
            "summary": self.texts.of(work.summary),
        }

    def _free(self, entries: Iterable[Any]) -> list[Any]:
        """The entries of a section of one's own, all of the type that has a place for all of them."""
        found = list(entries)
        if all(not entry.title and not entry.date for entry in found):
            return [self._details(entry) or MISSING for entry in found]
        if all(self._is_line(entry) for entry in found):
            return [
                {"label": self.texts.of(entry.title), "details": self._details(entry)}
                for entry in found
            ]
        if all(self._is_line(entry) or self._is_text(entry) for entry in found):
            return list(map(self._as_text, found))
        return [without_empty(self._free_entry(entry)) for entry in found]

    def _as_text(self, entry: Any) -> str:
        """An entry on one line: the title in bold, as on pages."""
        title = f"**{self.texts.of(entry.title)}:** " if entry.title else ""
        return title + self._details(entry)

    def _free_entry(self, entry: Any) -> Written:
        """An entry with a name: the title, else its first words."""
        words = [text for text in (self._items(entry), entry.text) if text and not text.has_blocks]
        if entry.title or not words:
            return self._normal(entry, entry.title, self._items(entry))
        name, *rest = words
        blocks = entry.text if entry.text and entry.text.has_blocks else None
        named = {"name": self.texts.of(name), **_dates(entry.date)}
        return named | self.texts.summary(blocks, self.texts.joined("; ", *rest))

    def _is_line(self, entry: Any) -> bool:
        """Whether an entry is a title and a few words."""
        has_blocks = entry.text and entry.text.has_blocks
        return bool(entry.title and self._details(entry) and not entry.date and not has_blocks)

    def _is_text(self, entry: Any) -> bool:
        """Whether an entry is a few words without a title."""
        has_blocks = entry.text and entry.text.has_blocks
        return bool(self._details(entry) and not (entry.title or entry.date or has_blocks))

    def _items(self, entry: Any) -> Text | None:
        items = self.texts.joined(", ", *entry.items)
        return Text.of(items) if items else None

    def _details(self, entry: Any) -> str:
        return self.texts.joined("; ", self._items(entry), entry.text)


def _private(icon: str, text: str) -> Written:
    """A phone number or an address: `location` would be public after an import."""
    return {"fontawesome_icon": icon, "placeholder": text, "url": None}


def _dates(when: When | None) -> Written:
    """A date, a period, or the text of an academic year."""
    start, end = span_of(when)
    if when is None or not start:
        return {}
    if when.label:
        return {"date": when.label}
    if when.ongoing:
        return {"start_date": start, "end_date": "present"}
    return {"date": start} if start == end else {"start_date": start, "end_date": end}


def _quoted(value: Any) -> Any:
    """A value whose texts stay texts for any reader of YAML."""
    if isinstance(value, dict):
        return {key: _quoted(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_quoted(item) for item in value]
    return None if value is None else QuotedVerbatim(value)
