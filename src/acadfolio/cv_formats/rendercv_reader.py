"""Read a CV in YAML for RenderCV."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from acadfolio.cv_formats.collected import Collected
from acadfolio.cv_formats.foreign_entry import ForeignEntry, as_markdown, is_empty
from acadfolio.cv_formats.headings import (
    INTERESTS,
    OF_PROFILE,
    PROFILE_TEXT,
    TITLED,
    as_title,
    section_of_heading,
)
from acadfolio.cv_formats.json_resume_reader import (
    doi_of,
    is_email,
    is_http,
    now_private,
    private_contact,
    website,
)
from acadfolio.cv_formats.rendercv_networks import LANGUAGES
from acadfolio.cv_formats.rendercv_writer import ADDRESS_ICON, MISSING, PHONE_ICON
from acadfolio.model.networks import network_of
from acadfolio.model.publication import PUBLICATIONS
from acadfolio.source.yaml import Mapping, Scalar, items_of, nodes_in, place, text_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from acadfolio.cv_formats.collected import Entry
    from acadfolio.problems import Problems
    from acadfolio.source.text import Source
    from acadfolio.source.yaml import Node

LINK = re.compile(r"\[([^\[\]]+)\]\(([^()\s]+)\)")
"""A name that is a link as a whole."""
BOLD = re.compile(r"\*{1,3}(.+?)\*{1,3}")
START, END = "start_date", "end_date"
NOT_IMPORTED = {
    "photo": "put it into static/, and write `avatar: …` into data/profile.yml",
}


def read_rendercv(node: Node, source: Source, problems: Problems) -> Collected:
    """Read a whole file, whose node is a mapping without duplicate keys that has the key `cv`."""
    return _RenderCv(node, source, problems).read()


def position(entry: ForeignEntry) -> Entry:
    return {
        "date": entry.date(START, END),
        "role": _present(entry.text("position")),
        "institution": entry.text("company"),
        "location": entry.text("location"),
        "links": website(entry.text("url")),
        "text": entry.rest(entry.text("summary")),
    }


def degree(entry: ForeignEntry) -> Entry:
    return {
        "date": entry.date(START, END),
        "degree": entry.text("degree", "studyType"),
        "field": _present(entry.text("area")),
        "institution": entry.text("institution"),
        "location": entry.text("location"),
        "links": website(entry.text("url")),
        "text": entry.rest(entry.text("summary")),
    }


def publication(entry: ForeignEntry) -> Entry:
    url = entry.text("url")
    doi = entry.text("doi") or doi_of(url)
    authors = [BOLD.sub(r"\1", name) for name in entry.texts("authors")]
    return {
        "title": entry.text("title", "name"),
        "authors": [name for name in authors if name != MISSING],
        "venue": entry.text("journal"),
        "date": entry.date("startDate", "endDate"),
        "doi": doi,
        "links": {} if doi and doi_of(url) == doi else website(url),
        "summary": entry.text("summary"),
        "note": " ".join(entry.rest().split()),
    }


def award(entry: ForeignEntry) -> Entry:
    return _named(entry, "title") | {"text": _rest_with_place(entry)}


def talk(entry: ForeignEntry) -> Entry:
    found = _named(entry, "title") | {"location": entry.text("location")}
    return found | {"text": entry.rest(entry.text("summary"))}


def student(entry: ForeignEntry) -> Entry:
    found = _named(entry, "name")
    links = found.pop("links")
    return found | {"url": links.get("Website", ""), "text": _rest_with_place(entry)}


def course(entry: ForeignEntry) -> Entry:
    terms = [term.strip() for term in entry.text("date").split(",") if term.strip()]
    if not terms and (period := entry.date(START, END)):
        terms = [period]
    return {"course": entry.text("name"), "terms": terms, "text": _rest_with_place(entry)}


def service(entry: ForeignEntry) -> Entry:
    role, details = entry.text("label", "name"), entry.text("details", "summary")
    text = entry.rest("" if details == MISSING else details)
    return {"role": role, "text": " ".join(text.split())}


def own(entry: ForeignEntry) -> Entry:
    """An entry of a section of one's own: any type of RenderCV, or with al-folio's keys of JSON Resume."""
    if bullet := entry.text(*BULLETS):
        return {"text": entry.rest(bullet)}
    if label := entry.text("label"):
        details = entry.text("details")
        return {"title": label, "text": entry.rest("" if details == MISSING else details)}
    found = _named(entry, "title")
    more = {"title": found["title"] or entry.text("language"), "items": entry.texts("keywords")}
    words = [entry.text(key) for key in ("level", "fluency", "issuer", "reference")]
    return found | more | {"text": _rest_with_place(entry, *words)}


def _named(entry: ForeignEntry, key: str) -> Entry:
    """The name, which may be a link, and the date."""
    name = entry.text("name", "title")
    link = LINK.fullmatch(name)
    title, url = (link[1], link[2]) if link else (name, entry.text("url"))
    return {key: _present(title), "date": entry.date(START, END), "links": website(url)}


def _rest_with_place(entry: ForeignEntry, *first: str) -> str:
    location, summary = entry.text("location"), entry.text("summary")
    return entry.rest("; ".join(filter(None, (*first, location, summary))))


def _present(text: str) -> str:
    """A text; empty if it stands for a missing one."""
    return "" if text == MISSING else text


READERS: dict[str, Callable[[ForeignEntry], Entry]] = {
    "experience": position,
    "education": degree,
    PUBLICATIONS: publication,
    "awards": award,
    "grants": award,
    "projects": award,
    "talks": talk,
    "students": student,
    "teaching": course,
    "services": service,
}
BY_KEYS = (
    (frozenset({"company", "position"}), "experience"),
    (frozenset({"area", "degree", "studyType"}), "education"),
    (frozenset({"authors", "journal", "doi"}), PUBLICATIONS),
)
"""The types of entries that belong to a section whatever its heading is, by their keys."""
BULLETS = frozenset({"bullet", "number", "reversed_number"})
"""The keys of entries that have only a text."""
ONLY_BY_KEYS = frozenset(section for _, section in BY_KEYS)


class _RenderCv:
    """Reads one file."""

    def __init__(self, node: Node, source: Source, problems: Problems) -> None:
        self.source, self.problems = source, problems
        self.parts = dict(items_of(node))
        self.collected = Collected(problems, keeps_order=True)
        self.phone = self.address = ""
        """Those among the connections."""

    def read(self) -> Collected:
        cv = ForeignEntry(self.parts["cv"], "cv", self.source, self.problems)
        sections = cv.below("sections")
        self._read_person(cv)
        for heading, entries in items_of(sections):
            self._read_section(heading, entries)
        unknown = [heading for heading, _ in items_of(sections) if not section_of_heading(heading)]
        self.collected.keep_headings(unknown)
        if sections is not None and not isinstance(sections, Mapping) and not is_empty(sections):
            self._warn(sections, "`sections` has no headings: it became text")
            self.collected.add_own("More", {"text": as_markdown("", sections)})
        language = text_of(dict(items_of(self.parts.get("locale"))).get("language"))
        codes = [code for code, name in LANGUAGES.items() if name == language]
        if codes:
            self.collected.site["language"] = codes[0]
        for name, part in self.parts.items():
            if name not in {"cv", "locale"} and not is_empty(part):
                self._skip(part, name, "it is about the PDF of RenderCV")
        return self.collected

    def _read_person(self, cv: ForeignEntry) -> None:
        for key, reason in NOT_IMPORTED.items():
            if not is_empty(cv.below(key)):
                self._skip(cv.node, key, reason)
        profile = self.collected.profile
        profile["name"] = cv.text("name")
        profile["positions"] = list(filter(None, [cv.text("headline", "label")]))
        profile["location"] = cv.text("location")
        emails, links = cv.texts("email"), self._networks(cv) | self._connections(cv)
        for email in emails:
            if not is_email(email):
                self._skip(cv.node, "email", f"`{email}` is no e-mail address")
        profile["email"] = ", ".join(filter(is_email, emails))
        for number, url in enumerate(cv.texts("website"), start=1):
            if number == 1 and is_http(url):
                self.collected.site["url"] = url
            else:
                links[f"Website {number}" if "Website" in links else "Website"] = url
        profile["links"] = links
        profile["private"] = private_contact(cv.text("phone") or self.phone, self.address)
        if profile["private"]:
            cv.warn(*now_private(profile["private"]))
        profile["bio"] = cv.rest()
        self.collected.profile = {key: value for key, value in profile.items() if value}
        if self.collected.profile:
            self.collected.note("cv", "data/profile.yml")

    def _networks(self, cv: ForeignEntry) -> dict[str, str]:
        """The names of the person in networks."""
        links: dict[str, str] = {}
        for item in nodes_in(cv.below("social_networks")):
            entry = ForeignEntry(item, "social_networks", self.source, self.problems)
            network, user = entry.text("network"), entry.text("username")
            key = network_of(network)
            if key and user:
                links[key] = user
            elif network or user:
                self._skip(item, network or user, "it is no network that acadfolio knows")
        return links

    def _connections(self, cv: ForeignEntry) -> dict[str, str]:
        """The other links by their labels. A phone number and an address among them are kept apart."""
        links: dict[str, str] = {}
        for item in nodes_in(cv.below("custom_connections")):
            entry = ForeignEntry(item, "custom_connections", self.source, self.problems)
            label, url, icon = (
                entry.text(key) for key in ("placeholder", "url", "fontawesome_icon")
            )
            if icon == PHONE_ICON and not url:
                self.phone = label
            elif icon == ADDRESS_ICON and not url:
                self.address = label
            elif url:
                links[label or url] = url
            elif label:
                self._skip(item, label, "it has no URL")
        return links

    def _read_section(self, heading: str, node: Node) -> None:
        target = section_of_heading(heading)
        items = [item for item in nodes_in(node) if not is_empty(item)]
        if target == PROFILE_TEXT and all(isinstance(item, Scalar) for item in items):
            text = "\n\n".join(map(text_of, items))
            self.collected.profile["bio"] = "\n\n".join(
                filter(None, (self.collected.profile.get("bio", ""), text))
            )
            self.collected.note(heading, "data/profile.yml")
            return
        for item in items:
            text = _single_text(item)
            if text and target == OF_PROFILE:
                self.collected.profile.setdefault(INTERESTS, []).append(text)
                self.collected.note(heading, "data/profile.yml")
            else:
                self._read_entry(heading, target, item)

    def _read_entry(self, heading: str, target: str, item: Node) -> None:
        text = _single_text(item)
        if text and target in TITLED:
            self.collected.add(heading, target, {"title": text}, place(self.source, item))
            return
        if not isinstance(item, Mapping):
            self.collected.add_own(as_title(heading), {"text": as_markdown("", item)})
            return
        entry = ForeignEntry(item, heading, self.source, self.problems)
        keys = {key for key, _ in items_of(item)}
        section = next((name for known, name in BY_KEYS if known & keys), "")
        if not section and target in READERS and target not in ONLY_BY_KEYS:
            section = target
        if section == PUBLICATIONS:
            self._add_variants(entry)
        if section:
            found = READERS[section](entry)
            self.collected.add(heading, section, found, place(self.source, item))
        else:
            self.collected.add_own(as_title(heading), own(entry))

    def _add_variants(self, entry: ForeignEntry) -> None:
        """Add the names in bold or italics, which are the person's own, to those of the profile."""
        profile = self.collected.profile
        found = map(
            BOLD.fullmatch, map(text_of, nodes_in(entry.left.get("authors", ("", None))[1]))
        )
        for name in (match[1] for match in found if match):
            if name not in {profile.get("name"), *profile.get("variants", ())}:
                profile.setdefault("variants", []).append(name)

    def _skip(self, node: Node, key: str, reason: str) -> None:
        message = f"`{key}` is not imported: {reason}"
        self.problems.warn(place(self.source, node), message, rule="import-skipped")

    def _warn(self, node: Node, message: str) -> None:
        self.problems.warn(place(self.source, node), message, rule="import-uncertain")


def _single_text(item: Node) -> str:
    """A text, or that of an entry which has only a text; empty for any other entry."""
    if isinstance(item, Scalar):
        return text_of(item)
    pairs = dict(items_of(item))
    is_single = len(pairs) == 1 and not BULLETS.isdisjoint(pairs)
    return text_of(next(iter(pairs.values()))) if is_single else ""
