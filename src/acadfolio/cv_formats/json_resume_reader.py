"""Read a file in the schema of JSON Resume, and what acadfolio adds to it below `meta.acadfolio`."""

from __future__ import annotations

import json
from functools import partial
from typing import TYPE_CHECKING, Any

from acadfolio.cv_formats.collected import Collected, can_have_file, own_section
from acadfolio.cv_formats.foreign_entry import ForeignEntry, as_markdown, is_empty
from acadfolio.cv_formats.headings import INTERESTS
from acadfolio.files import bytes_digest
from acadfolio.model.identifiers import Doi
from acadfolio.model.networks import network_of, networks, profile_url
from acadfolio.model.values import Email, HttpUrl
from acadfolio.problems import Problems
from acadfolio.source.yaml import (
    Mapping,
    Scalar,
    Sequence,
    is_nothing,
    is_plain,
    items_of,
    nodes_in,
    place,
    text_of,
)
from acadfolio.source.yaml_writer import QuotedVerbatim

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from acadfolio.cv_formats.collected import Entry
    from acadfolio.problems import Location
    from acadfolio.source.text import Source
    from acadfolio.source.yaml import Node

BASICS = "basics"
ABOUT_FILE = frozenset({"$schema", "meta"})
"""The parts of a file that say nothing about the person."""
OURS = "meta.acadfolio"
ADDRESS = ("address", "postalCode")
"""The keys of a postal address that only the user's own files have."""


def read_json_resume(node: Node, source: Source, problems: Problems) -> Collected:
    """Read a whole file, whose node is a mapping without duplicate keys."""
    return _Resume(node, source, problems).read()


def work(entry: ForeignEntry) -> Entry:
    return {
        "date": entry.date("startDate", "endDate"),
        "role": entry.text("position"),
        "institution": entry.text("name", "company"),
        "location": entry.text("location"),
        "links": website(entry.text("url", "website")),
        "text": entry.rest(entry.text("description"), entry.text("summary")),
    }


def volunteer(entry: ForeignEntry) -> Entry:
    organization, date = entry.text("organization"), entry.date("startDate", "endDate")
    venue = {"name": organization}
    years = {"years": [date]} if date else {}
    url = entry.text("url", "website")
    link = {"url": url} if url else {}
    return {
        "role": entry.text("position") or organization,
        "venues": [venue | years | link] if organization else [],
        "text": entry.rest(date if date and not organization else "", entry.text("summary")),
    }


def education(entry: ForeignEntry) -> Entry:
    return {
        "date": entry.date("startDate", "endDate"),
        "degree": entry.text("studyType"),
        "field": entry.text("area"),
        "institution": entry.text("institution"),
        "location": entry.text("location"),
        "links": website(entry.text("url", "website")),
        "text": entry.rest(entry.text("summary")),
    }


def award(entry: ForeignEntry) -> Entry:
    return {
        "date": entry.date("startDate", "endDate"),
        "title": entry.text("title", "name"),
        "institution": entry.text("awarder"),
        "links": website(entry.text("url")),
        "text": entry.rest(entry.text("summary")),
    }


def grant(entry: ForeignEntry) -> Entry:
    found = award(entry)
    return {"funder" if key == "institution" else key: value for key, value in found.items()}


def project(entry: ForeignEntry) -> Entry:
    return {
        "title": entry.text("name", "title"),
        "date": entry.date("startDate", "endDate"),
        "tags": entry.texts("keywords"),
        "links": website(entry.text("url", "website")),
        "text": entry.rest(entry.text("description"), entry.text("summary")),
    }


def publication(entry: ForeignEntry) -> Entry:
    url = entry.text("url", "website")
    doi = doi_of(url)
    return {
        "title": entry.text("name", "title"),
        "authors": entry.texts("authors") or entry.texts("author"),
        "venue": entry.text("publisher"),
        "date": entry.date("startDate", "endDate", "releaseDate"),
        "doi": doi,
        "links": {} if doi else website(url),
        "summary": entry.text("summary"),
        "note": " ".join(entry.rest().split()),
    }


def skill(entry: ForeignEntry) -> Entry:
    """A skill, or an interest, with its keywords."""
    return {
        "title": entry.text("name"),
        "items": entry.texts("keywords"),
        "text": entry.rest(entry.text("level")),
    }


def language(entry: ForeignEntry) -> Entry:
    return {"title": entry.text("language", "name"), "text": entry.rest(entry.text("fluency"))}


def certificate(entry: ForeignEntry) -> Entry:
    return {
        "title": entry.text("name", "title"),
        "date": entry.date("startDate", "endDate"),
        "links": website(entry.text("url")),
        "text": entry.rest(entry.text("issuer")),
    }


def reference(entry: ForeignEntry) -> Entry:
    return {"title": entry.text("name"), "text": entry.rest(entry.text("reference"))}


LISTS: dict[str, tuple[str, Callable[[ForeignEntry], Entry]]] = {
    "work": ("experience", work),
    "volunteer": ("services", volunteer),
    "education": ("education", education),
    "awards": ("awards", award),
    "certificates": ("certificates", certificate),
    "publications": ("publications", publication),
    "skills": ("skills", skill),
    "languages": ("languages", language),
    "references": ("references", reference),
    INTERESTS: (INTERESTS, skill),
    "projects": ("projects", project),
}
"""The lists of the schema: the sections that their entries become, and the functions that read them."""
ALSO: dict[tuple[str, str], Callable[[ForeignEntry], Entry]] = {("awards", "grants"): grant}
"""The functions for other sections, which the details of an entry name."""


def digest_of(node: Node) -> str:
    """A digest of a value, which is the same however the file is formatted."""
    return _digest(_simple(node))


def _digest(value: Any) -> str:
    return bytes_digest(json.dumps(value, sort_keys=True).encode()).hex()[:16]


def mapping_of(node: Node | None) -> dict[str, Any]:
    """A mapping of ours; empty for any other value."""
    return value_of(node) if isinstance(node, Mapping) else {}


def value_of(node: Node) -> Any:
    """A value of ours below `meta.acadfolio`: text, however it is written, in lists and mappings."""
    if isinstance(node, Scalar):
        return None if is_nothing(node) else str(node.value)
    if isinstance(node, Mapping):
        return {
            key: _typed_value(value) if key == "extra" else value_of(value)
            for key, value in items_of(node)
        }
    return [value_of(item) for item in node.value]


def _typed_value(node: Node) -> Any:
    """A value of the author's own, whose texts stay texts even if they look like numbers."""
    if isinstance(node, Scalar):
        if is_nothing(node):
            return None
        return str(node.value) if is_plain(node) else QuotedVerbatim(node.value)
    if isinstance(node, Mapping):
        return {key: _typed_value(value) for key, value in items_of(node)}
    return [_typed_value(item) for item in node.value]


def _simple(node: Node) -> Any:
    if isinstance(node, Scalar):
        return node.value
    if isinstance(node, Mapping):
        return {key: _simple(value) for key, value in items_of(node)}
    return [_simple(item) for item in node.value]


class _Resume:
    """Reads one file."""

    def __init__(self, node: Node, source: Source, problems: Problems) -> None:
        self.node, self.source, self.problems = node, source, problems
        self.parts = dict(items_of(node))
        meta = dict(items_of(self.parts.get("meta")))
        self.ours = dict(items_of(meta.get("acadfolio")))
        self.details: dict[tuple[str, str], list[Node]] = {}
        for details in _items(self.ours.get("entries")):
            keys = dict(items_of(details))
            which = text_of(keys.get("list")), text_of(keys.get("of"))
            self.details.setdefault(which, []).append(details)
        self.collected = Collected(problems)

    def read(self) -> Collected:
        self._read_basics()
        self._read_site()
        for name, node in self.parts.items():
            if name in {*ABOUT_FILE, BASICS, INTERESTS} or is_empty(node):
                continue
            if name in LISTS and isinstance(node, Sequence):
                self._read_list(name, node)
            else:
                self._read_unknown(name, node)
        self._read_sections()
        for unused in self.details.values():
            for details in unused:
                self._report_unused(details)
        return self.collected

    def _read_list(self, name: str, node: Sequence) -> None:
        for item in node.value:
            if isinstance(item, Mapping):
                self._read_entry(name, item)
            elif not is_empty(item):
                message = f"an entry of `{name}` has keys: this one became text"
                self.problems.warn(place(self.source, item), message, rule="import-uncertain")
                self.collected.add_own(name, {"text": as_markdown("", item)})

    def _read_entry(self, name: str, item: Mapping) -> None:
        section, read = LISTS[name]
        known = self.details.get((name, digest_of(item)), [])
        details = dict(items_of(known.pop(0))) if known else {}
        other = text_of(details.get("section"))
        if (name, other) in ALSO:
            section, read = other, ALSO[name, other]
        # What the details replace needs no report.
        problems = Problems() if details else self.problems
        entry = read(ForeignEntry(item, name, self.source, problems))
        entry = {key: value for key, value in entry.items() if value}
        entry |= mapping_of(details.get("keys"))
        entry = {key: value for key, value in entry.items() if value is not None}
        self.collected.add(name, section, entry, place(self.source, item))

    def _read_unknown(self, name: str, node: Node) -> None:
        """Read a part that the schema does not have, or that is no list: a section of one's own."""
        if name in LISTS:
            message = f"`{name}` is no list: it became text"
            self.problems.warn(place(self.source, node), message, rule="import-uncertain")
        for item in nodes_in(node):
            if not isinstance(item, Mapping):
                self.collected.add_own(name, {"text": as_markdown("", item)})
                continue
            entry = ForeignEntry(item, name, self.source, self.problems)
            found = {
                "title": entry.text("title", "name"),
                "date": entry.date("startDate", "endDate"),
                "links": website(entry.text("url")),
                "text": entry.rest(entry.text("summary"), entry.text("description")),
            }
            self.collected.add_own(name, found)

    def _read_sections(self) -> None:
        """Read the sections for which the schema has no place."""
        for name, node in items_of(self.ours.get("sections")):
            if name == "venues":
                venues = items_of(node)
                self.collected.venues = {key: mapping_of(venue) for key, venue in venues}
                self.collected.note(OURS, "data/venues.yml")
                continue
            section = name if can_have_file(name) else own_section(name)
            for item in _items(node):
                entry = mapping_of(item) or {"text": as_markdown("", item)}
                self.collected.add(OURS, section, entry, self._at(item))

    def _report_unused(self, details: Node) -> None:
        keys = dict(items_of(details))
        names = ", ".join(f"`{key}`" for key, _ in items_of(keys.get("keys")))
        message = (
            f"the entry of `{text_of(keys.get('list'))}` with these details was changed or deleted "
            f"since acadfolio wrote this file: {names or 'its section'} not imported"
        )
        hint = "write them into the data file again"
        self.problems.warn(self._at(details), message, hint, rule="import-skipped")

    def _at(self, node: Node) -> Location:
        return place(self.source, node)

    def _read_site(self) -> None:
        ours = dict(items_of(self.ours.get("site")))
        for key in ("title", "url", "language"):
            if text := text_of(ours.get(key)):
                self.collected.site[key] = text

    def _read_basics(self) -> None:
        basics, interests = self.parts.get(BASICS), self._interests_of_profile()
        if basics is not None and not isinstance(basics, Mapping):
            if not is_empty(basics):
                self._read_unknown(BASICS, basics)
            basics = None
        details = dict(items_of(self.ours.get("profile")))
        is_known = text_of(details.get("of")) == digest_of_profile(basics, interests)
        problems = Problems() if is_known else self.problems
        reader = Basics(self.source, problems)
        profile = reader.profile(basics, interests)
        if reader.url and "url" not in self.collected.site:
            self.collected.site["url"] = reader.url
        for key, value in mapping_of(details.get("keys")).items():
            if is_known or key not in profile:
                profile[key] = value
            else:
                message = f"`{key}` is as in `basics`, which was changed since acadfolio wrote it"
                self.problems.warn(
                    self._at(details["keys"]),
                    message,
                    "see data/profile.yml",
                    rule="import-uncertain",
                )
        self.collected.profile = {key: value for key, value in profile.items() if value}
        if self.collected.profile:
            self.collected.note(BASICS, "data/profile.yml")

    def _interests_of_profile(self) -> list[Node]:
        """The names of interests, which are those of the profile. All others are entries of a section.

        If any has more than a name, as in files of other programs, none is of the profile.
        """
        names = []
        for item in _items(self.parts.get(INTERESTS)):
            if isinstance(item, Mapping) and self.details.get((INTERESTS, digest_of(item))):
                self._read_entry(INTERESTS, item)
            else:
                names.append(item)
        if all(map(_is_name, names)):
            return names
        for item in names:
            if isinstance(item, Mapping):
                self._read_entry(INTERESTS, item)
            else:
                key = "title" if isinstance(item, Scalar) else "text"
                self.collected.add_own(INTERESTS, {key: as_markdown("", item)})
        return []


class Basics:
    """Reads the person."""

    def __init__(self, source: Source, problems: Problems) -> None:
        self.source, self.problems = source, problems
        self.url = ""
        """The URL of the site."""

    def profile(self, basics: Node | None, interests: Iterable[Node]) -> Entry:
        found: Entry = {}
        if basics is not None:
            found = self._of_basics(ForeignEntry(basics, BASICS, self.source, self.problems))
        names = [text_of(dict(items_of(item)).get("name", item)) for item in interests]
        return found | {INTERESTS: [name for name in names if name]}

    def _of_basics(self, basics: ForeignEntry) -> Entry:
        location, networks = basics.below("location"), basics.below("profiles")
        if basics.text("image"):
            self._skip(basics.node, "image", "a portrait is a file of the site")
        address = [basics.text(key) for key in ADDRESS]
        if isinstance(location, Mapping):
            where = ForeignEntry(location, "location", self.source, self.problems)
            address += [where.text(key) for key in ADDRESS]
        private = private_contact(basics.text("phone"), "\n".join(address))
        if private:
            basics.warn(*now_private(private))
        label, url = basics.text("label"), basics.text("url", "website")
        links = self._links(networks)
        if is_http(url):
            self.url = url
        elif url:
            links["Website"] = url
        email = basics.text("email")
        if email and not is_email(email):
            self._skip(basics.node, "email", f"`{email}` is no e-mail address")
            email = ""
        return {
            "name": basics.text("name"),
            "positions": [label] if label else [],
            "location": self._location(location),
            "email": email,
            "links": links,
            "private": private,
            "bio": basics.rest(basics.text("summary")),
        }

    def _location(self, node: Node | None) -> str:
        if node is None or isinstance(node, Scalar):
            return text_of(node)
        place_of = ForeignEntry(node, "location", self.source, self.problems)
        for key in ADDRESS:
            place_of.text(key)  # It is private.
        parts = [place_of.text(key) for key in ("city", "region", "countryCode")]
        return ", ".join(dict.fromkeys(filter(None, [*parts, place_of.rest()])))

    def _links(self, node: Node | None) -> dict[str, str]:
        links: dict[str, str] = {}
        for item in _items(node):
            entry = ForeignEntry(item, "profiles", self.source, self.problems)
            name, user, url = entry.text("network"), entry.text("username"), entry.text("url")
            label = network_of(name) or name or url
            link = user if user and _is_name_in(label, user) else url
            if link:
                links[label] = link
            elif label or user:
                self._skip(item, name or user, "it has no URL")
        return links

    def _skip(self, node: Node, key: str, reason: str) -> None:
        message = f"`{key}` is not imported: {reason}"
        self.problems.warn(place(self.source, node), message, rule="import-skipped")


def digest_of_profile(basics: Node | None, interests: list[Node]) -> str:
    """A digest of the parts of the file that make the profile."""
    of_interests = _digest(list(map(_simple, interests))) if interests else "-"
    return (digest_of(basics) if basics is not None else "-") + of_interests


def private_contact(phone: str, address: str) -> Entry:
    """The phone number and the lines of an address, without what is empty."""
    lines = [line.strip() for line in address.split("\n") if line.strip()]
    found = {"phone": phone, "address": lines}
    return {key: value for key, value in found.items() if value}


def now_private(contact: Entry) -> tuple[str, str]:
    """The message about a phone number or an address, and its hint."""
    keys = " and ".join(f"`{key}`" for key in contact)
    message = f"{keys} went below `private` in data/profile.yml, which no page shows"
    return message, "delete it if strangers can read the repository of your site"


def website(url: str) -> dict[str, str]:
    """The links of an entry with a URL."""
    return {"Website": url} if url else {}


def doi_of(url: str) -> str:
    """The DOI that a URL leads to; empty for any other URL."""
    if not url.startswith(("https://doi.org/", "http://doi.org/", "https://dx.doi.org/")):
        return ""
    try:
        return str(Doi.parse(url))
    except ValueError:
        return ""


def _is_name(node: Node) -> bool:
    """Whether an interest has only a name."""
    said = {key: value for key, value in items_of(node) if not is_empty(value)}
    return isinstance(node, Scalar) or (
        said.keys() == {"name"} and isinstance(said["name"], Scalar)
    )


def _items(node: Node | None) -> list[Node]:
    """The items of a list that are not empty; for one value, this value."""
    return [item for item in nodes_in(node) if not is_empty(item)]


def is_http(url: str) -> bool:
    """Whether a text is an absolute URL."""
    return _parses(HttpUrl.parse, url)


def is_email(text: str) -> bool:
    """Whether a text is one e-mail address, or several."""
    return _parses(Email.parse, text)


def _is_name_in(network: str, name: str) -> bool:
    return network in networks() and _parses(partial(profile_url, network), name)


def _parses(parse: Callable[[str], object], text: str) -> bool:
    try:
        parse(text)
    except ValueError:
        return False
    return True
