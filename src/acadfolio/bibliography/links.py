"""Read the identifiers, links and images of an entry."""

from __future__ import annotations

import re
from contextlib import suppress
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from msgspec import Struct, field

from acadfolio.bibliography.entries import RawEntry, RawValue
from acadfolio.bibliography.tables import field_names
from acadfolio.bibliography.tables.field_names import LABELS, REGISTRIES
from acadfolio.bibliography.vocabulary import ARXIV_DOI, ARXIV_NAME, VERSION_SUFFIX
from acadfolio.model.identifiers import Arxiv, Doi, Hal, Identifier, OpenReview, Pmid
from acadfolio.model.record import Reference
from acadfolio.model.values import Link, Url

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from acadfolio.bibliography.urls import FoundUrl
    from acadfolio.problems import Problems

    FindFile = Callable[[str, tuple[str, ...]], str]
    """Finds the path of a file from its name and the folders that may contain it."""

FOLDERS = (
    "assets/pdf",
    "assets/html",
    "assets/video",
    "files",
    "pdf",
    "papers",
    "slides",
    "videos",
)
"""The folders in which al-folio and the two themes look for a file."""
IMAGE_FOLDERS = (
    "assets/img/publication_preview",
    "images/publication_preview",
    "images",
    "assets/img",
    "img",
)
IDENTIFIERS: dict[str, type[Identifier]] = {
    "doi": Doi, "arxiv": Arxiv, "hal": Hal, "pmid": Pmid, "openreview": OpenReview,
}  # fmt: skip
IDENTIFIER_FIELDS = {**{name: name for name in IDENTIFIERS}, "hal_id": "hal"}
ARCHIVE_IDENTIFIERS = {"hal": "hal", "pubmed": "pmid", "pmid": "pmid", "openreview": "openreview"}
ARXIV_IDENTIFIER = re.compile(
    r"(?<![\w./])(\d{4}\.\d{4,5}|[a-z-]{1,20}(?:\.[A-Z]{2})?/\d{7})(v\d+)?(?![\w/])"
)
NOTES = ("howpublished", "note", "addendum")
"""Fields whose URLs may be those of other works: they are links, never identifiers."""
ARXIV_NOTE = (
    r"(?i)\s*arxiv(?:[\s,:]|e-?prints?|preprints?|arxiv)*[\w./-]+\s*(?:[\[(][\w. -]+[\])])?[\s.]*"
)
"""A note that is only the identifier of the work itself, and not that of another version or of other works."""
ARXIV_FIELDS = ("journal", "volume", "number", "note", "pages", "eid", "howpublished")
AFTER_IDENTIFIER = {"doi": r"[,;](?=(?:https?://\S+/)?10\.\d{4,9}/)", "arxiv": r"[\[(]"}
"""What follows an identifier: another DOI, or arXiv's category, `[cs.LG]`."""
NEW_DOI_OR_DATE = r"(?i)10\.\d{4,9}/|://|:$|^[\d./-]*(?:1[5-9]|20)\d\d[\d./-]*$"
URL = re.compile(r"https?://\S+", re.IGNORECASE)
WITHOUT_SCHEME = r"(?i)(?:[a-z0-9-]+\.)+[a-z]{2,}/\S*"
UNREACHABLE = r"(?i)(?!https?:|ftp:|mailto:)[a-z][a-z0-9+.-]*:"
"""URLs that visitors cannot open: those of local files, and scripts."""
GENERATED_NOTE = re.compile(
    r"(?i:\s*arxiv:\s*\S+(?:\s*\[[\w.-]+\])?\.?\s*|cited by\s*:?\s*\d+.*)"
    rf"|(?:(?:{'|'.join(field_names.ZOTERO_IDENTIFIERS)}): ?\S+\s*)*"
    rf"(?:(?:{'|'.join(field_names.ZOTERO_FIELDS)}): .*|{'|'.join(field_names.GENERATED_NOTES)})?",
    re.DOTALL,
)
"""Notes in which Zotero and other programs store data that they have no field for."""
NOT_URLS = frozenset({"true", "false", "yes", "no", "n/a", "none", "-", ""})


def keep_path(name: str, _folders: tuple[str, ...]) -> str:
    """Return the path as it is written, for entries that are read without a site."""
    return name


class Links(Struct):
    """Reads the links of one entry. The local files that it names are collected in `references`."""

    entry: RawEntry
    problems: Problems
    find_file: FindFile = keep_path
    references: list[Reference] = field(default_factory=list)
    identifiers: dict[str, Identifier] = field(default_factory=dict)
    links: dict[str, str] = field(default_factory=dict)

    def read(self) -> None:
        """Read the identifiers, then the links: a URL that only repeats an identifier is not added."""
        for field_name, name in IDENTIFIER_FIELDS.items():
            self._read_identifier(name, field_name)
        self._read_eprint()
        self._read_arxiv_from_other_fields()
        self._read_pubmed_note()
        for name, label in LABELS.items():
            self.add(name, label)
        self._read_urls()
        for name in REGISTRIES:
            self._add_number(name, self.entry.value(name).verbatim)

    def all(self) -> tuple[Link, ...]:
        return tuple(Link(label, Url(url)) for url, label in self.links.items())

    def add(self, name: str, label: str) -> None:
        """Add the URLs or the file in a field as links."""
        value = self.entry.value(name)
        for found in value.urls:
            if label != "Link" or not self._repeats_identifier(found.url):
                self._add_link(label, found.url)
        if not value.urls:
            self._add_link(label, self._path(name, FOLDERS))

    def image(self, name: str) -> str:
        """The URL or path of a preview image."""
        urls = self.entry.value(name).urls
        if not urls:
            return self._path(name, IMAGE_FOLDERS)
        self.references.append(Reference(urls[0].url, self.entry.at(name), is_image=True))
        return urls[0].url

    def _path(self, name: str, folders: tuple[str, ...]) -> str:
        """The path of the file in a field; empty for al-folio's `true` and `false`."""
        value = self.entry.value(name)
        return (
            "" if value.verbatim.lower() in NOT_URLS else self._local_url(value.path, name, folders)
        )

    def _warn(self, name: str, message: str, hint: str, rule: str) -> None:
        self.problems.warn(self.entry.at(name), message, hint, rule=rule)

    def _add_link(self, label: str, url: str) -> None:
        """Add a new URL. If other links have the same label, the label gets a number."""
        if url and url not in self.links:
            count = sum(f"{known} (".startswith(f"{label} (") for known in self.links.values())
            self.links[url] = f"{label} ({count + 1})" if count else label

    def _local_url(self, path: str, name: str, folders: tuple[str, ...] = FOLDERS) -> str:
        """The path of the file that a field names.

        `www.` without a scheme is completed to a URL.
        """
        if re.fullmatch(r"(?i)www\.[\w-]+\.\S+", path):
            return f"https://{path}"
        if re.match(UNREACHABLE, path):
            hint = "write a URL that begins with https://, or put the file below static/"
            self._warn(name, f"visitors cannot open `{path}`: it is ignored", hint, "invalid-url")
            return ""
        if "://" in path or path.startswith(("mailto:", "#")):
            return path
        path = self.find_file(path, folders)
        self.references.append(
            Reference(path, self.entry.at(name), is_image=folders is IMAGE_FOLDERS)
        )
        return path

    def _read_identifier(self, name: str, field_name: str, part: str = "") -> None:
        """Read an identifier from a field, or from a part of its text."""
        text = part or self.entry.value(field_name).verbatim
        if name == "doi" and not part:
            text = _first_doi(self.entry.value(field_name).path)
        text = re.split(AFTER_IDENTIFIER.get(name, "$"), text)[0]
        if text.lower() in NOT_URLS:
            return
        try:
            self.identifiers.setdefault(name, IDENTIFIERS[name].parse(text))
        except ValueError as error:
            message = f"`{part or self.entry.plain(field_name)}` {error.args[0]}: it is ignored"
            self._warn(field_name, message, "".join(error.args[1:]), "invalid-identifier")

    def _read_eprint(self) -> None:
        """Read `eprint`, an identifier in the archive that another field names; by default arXiv."""
        identifier = self.entry.value("eprint").verbatim
        archive = self.entry.plain("eprinttype", "archiveprefix")
        name = archive.lower()
        if not identifier:
            return
        if name in {"", "arxiv"}:
            self._read_arxiv(identifier)
        elif name in ARCHIVE_IDENTIFIERS:
            self._read_identifier(ARCHIVE_IDENTIFIERS[name], "eprint")
        elif name in REGISTRIES:
            self._add_number(name, identifier)
        elif URL.match(identifier):
            self._add_link(archive, identifier)
        else:
            message = f"unknown archive `{name}`: the identifier `{identifier}` is ignored"
            self._warn("eprint", message, "write its URL into `url`", "invalid-identifier")

    def _read_arxiv(self, identifier: str) -> None:
        """Read an identifier of arXiv.

        Old ones may be without their archive, which is in `primaryclass`.
        """
        if URL.match(identifier) and "arxiv" not in identifier.lower():
            self._add_link(
                _label(identifier), identifier
            )  # Google Scholar and Mendeley write any URL into `eprint`.
            return
        archive = self.entry.plain("primaryclass", "eprintclass")
        if archive and re.fullmatch(r"\d{7}(v\d+)?", identifier):
            identifier = f"{archive}/{identifier}"
        self._read_identifier("arxiv", "eprint", identifier)

    def _read_arxiv_from_other_fields(self) -> None:
        """Read the identifier that Google Scholar writes into `journal`, DBLP into `volume`, Zotero into `number`."""
        doi = self.identifiers.get("doi", "")
        if doi.lower().startswith(ARXIV_DOI):
            self._read_identifier("arxiv", "doi", doi[len(ARXIV_DOI) :])
        for name in ARXIV_FIELDS:
            identifier = self._arxiv_identifier_in(name)
            if identifier and "arxiv" not in self.identifiers:
                self._read_identifier("arxiv", name, identifier)

    def _arxiv_identifier_in(self, name: str) -> str:
        """The identifier in a field that contains only arXiv's name and an identifier; empty for any other field."""
        text = self.entry.plain(name)
        if name in NOTES and not re.fullmatch(ARXIV_NOTE, text):
            return ""
        is_from_dblp = name == "volume" and text.startswith("abs/")
        match = ARXIV_IDENTIFIER.search(text.removeprefix("abs/"))
        return match[0] if match and (is_from_dblp or re.fullmatch(ARXIV_NAME, text)) else ""

    def _read_pubmed_note(self) -> None:
        """Read the PubMed identifiers that Zotero writes into the note."""
        note = self.entry.plain("note")
        if not GENERATED_NOTE.fullmatch(note):
            return
        for name, number in re.findall(r"(?<!\w)(PMID|PMCID): ?(?:PMC)?(\d+)(?!\w)", note):
            if name == "PMID":
                self._read_identifier("pmid", "note", number)
            elif "pmcid" not in self.entry.fields:
                self._add_number("pmcid", number)

    def _read_urls(self) -> None:
        """Read the URLs in `url`, and notes that are only a URL."""
        value = self.entry.value("url")
        for found in value.urls:
            if not self._repeats_identifier(found.url):
                self._add_link(self._words_of(found) or _label(found.url), found.url)
        if not value.urls and not self._repeats_identifier(value.verbatim):
            path = self._path("url", FOLDERS)
            url = f"https://{path}" if re.fullmatch(WITHOUT_SCHEME, path) else path
            self._add_link(_label(url), url)
        for name in NOTES:
            url = self.entry.value(name).only_url
            if not self._repeats_known_identifier(url):
                self._add_link(_label(url), url)

    def _words_of(self, found: FoundUrl) -> str:
        """The words that link to a URL, as plain text."""
        return RawValue(found.words, 0, self.entry.value("url").is_latex).plain

    def _repeats_identifier(self, url: str) -> bool:
        """Whether a URL only repeats an identifier.

        An identifier that the entry does not have is read from the URL.
        """
        doi = self.identifiers.get("doi")
        if not (doi and doi.lower() in url.lower()):
            for name, found in _identifiers_in(url):
                self.identifiers.setdefault(name, found)
                break
        return self._repeats_known_identifier(url)

    def _repeats_known_identifier(self, url: str) -> bool:
        """Whether a URL only repeats an identifier that the entry has.

        That in a note may be of another work.
        """
        if _is_pdf(url):
            return False
        doi = self.identifiers.get("doi")
        if doi and doi.lower() in url.lower():
            return True
        for name, found in _identifiers_in(url):
            known = self.identifiers.get(name, "")
            return _without_version(name, known) == _without_version(name, found)
        return False

    def _add_number(self, name: str, number: str) -> None:
        """Add the link for a number in a registry."""
        if number.lower() in NOT_URLS:
            return
        label, url = REGISTRIES[name]
        if name == "pmcid" and number.isdigit():
            number = f"PMC{number}"
        self._add_link(label, number if URL.match(number) else url.format(number))


def _first_doi(text: str) -> str:
    """The first DOI in a field.

    Of the words after a space, only those that continue a broken DOI belong to it.
    """
    words = text.split(" ")
    start = next((number for number, word in enumerate(words) if "10." in word), 0)
    doi = " ".join(words[: start + 1])
    for word in words[start + 1 :]:
        is_broken = doi.endswith(("/", "-", "_", "(", ".")) or word.startswith(("/", "-", "_"))
        is_rest = any(character.isdigit() for character in word) and not re.search(
            NEW_DOI_OR_DATE, word
        )
        if not (is_broken and is_rest):
            break
        doi += word
    return doi


def _identifiers_in(url: str) -> Iterator[tuple[str, Identifier]]:
    """The name and value of each identifier in a URL."""
    for name, kind in IDENTIFIERS.items():
        if kind.without_prefix(url) != url:
            with suppress(ValueError):
                yield name, kind.parse(url)


def _without_version(name: str, identifier: str) -> str:
    """The identifier in lowercase without the version of a preprint: all versions are the same work."""
    identifier = identifier.lower()
    return re.sub(VERSION_SUFFIX, "", identifier) if name in {"arxiv", "hal"} else identifier


def _is_pdf(url: str) -> bool:
    url = url.lower()
    return url.partition("?")[0].endswith(".pdf") or "/pdf/" in url or "/pdf?" in url


def _label(url: str) -> str:
    if _is_pdf(url):
        return "PDF"
    with suppress(ValueError):
        host = urlsplit(url).hostname or ""
        for name, label in field_names.HOSTS.items():
            if f".{host}".endswith(f".{name}"):
                return label
    return "Link"
