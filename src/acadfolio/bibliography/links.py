"""Read the fields of an entry that lead somewhere: identifiers, links and images."""

from __future__ import annotations

import re
from contextlib import suppress
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from msgspec import Struct, field

from acadfolio.bibliography.entries import FIELDS
from acadfolio.bibliography.vocabulary import ARXIV, ARXIV_DOI, VERSION
from acadfolio.model.identifiers import Arxiv, Doi, Hal, Identifier, OpenReview, Pmid
from acadfolio.model.record import Reference
from acadfolio.model.values import Link, Url

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from acadfolio.bibliography.entries import RawEntry
    from acadfolio.problems import Problems

    Find = Callable[[str, tuple[str, ...]], str]
    """Finds the path of a file by its name and the folders in which it may be."""

LABELS: dict[str, str] = FIELDS["labels"]
FOLDERS = ("assets/pdf", "assets/html", "assets/video", "files", "pdf", "papers", "slides", "videos")
"""Where al-folio and the two themes look for a file."""
IMAGE_FOLDERS = ("assets/img/publication_preview", "images/publication_preview", "images", "assets/img", "img")
HOST_LABELS: dict[str, str] = FIELDS["hosts"]
REGISTERS: dict[str, tuple[str, str]] = FIELDS["registers"]
IDENTIFIERS: dict[str, type[Identifier]] = {
    "doi": Doi, "arxiv": Arxiv, "hal": Hal, "pmid": Pmid, "openreview": OpenReview,
}  # fmt: skip
IDENTIFIER_FIELDS = {**{name: name for name in IDENTIFIERS}, "hal_id": "hal"}
ARCHIVE_IDENTIFIERS = {"hal": "hal", "pubmed": "pmid", "pmid": "pmid", "openreview": "openreview"}
ARXIV_ID = re.compile(r"(?<![\w./])(\d{4}\.\d{4,5}|[a-z-]+(?:\.[A-Z]{2})?/\d{7})(v\d+)?(?![\w/])")
ARXIV_FIELDS = ("journal", "volume", "number", "note", "pages", "eid", "howpublished")
LIKE_DOIS = {
    "DOI": (r"(?i)(?:https?://(?:dx\.)?doi\.org/)?(10/[a-z0-9]+)", "https://doi.org/{}"),
    "Handle": (r"(?i)(?:https?://hdl\.handle\.net/|hdl:)?((?!10\.)\d[\d.]*/[\w./-]+)", "https://hdl.handle.net/{}"),
}
"""Short DOIs (`10/f4w547`) and handles, which people write into `doi`."""
NEXT_DOI = r"[,;](?=(?:https?://\S+/)?10\.\d{4,9}/)"
URL = re.compile(r"https?://\S+", re.IGNORECASE)
BETWEEN_URLS = r"(?<=[^/=?&:])[,;]?(?=https?://)"
"""A URL within another, as archives have them, stands behind a slash or a symbol."""
UNREACHABLE = r"(?i)(?!https?:|ftp:|mailto:)[a-z][a-z0-9+.-]*:"
"""URLs of files on one's own disk, and scripts."""
NOTE_OF_PROGRAM = re.compile(
    r"(?i:\s*arxiv:\s*\S+(?:\s*\[[\w.-]+\])?\.?\s*|cited by\s*:?\s*\d+.*)"
    r"|(?:(?:OCLC|Google-Books-ID|PMID|PMCID|S2ID|MAG ID|Version Number): ?\S+\s*)*"
    r"(?:(?:Number|Publisher|Backup Publisher|Company|Conference Name|Container-title|Journal Abbreviation|Section"
    r"|_eprint|Num Pages|Archive Location|ISSN|ISBN|ADS Bibcode|Citation Key|ZSCC|tex\.\w+): .*"
    r"|tex\.\w+=.*"
    r"|00\d{3}(?:\d{2})?(?: .*)?"
    r"|Place: .* Publisher: .*"
    r"|Accepted: \d{4}-\d\d-\d\dT.*"
    r"|Pages: (?:\d{4}\.\d\d\.\d\d\.\d+|\S+ Section: .*))?",
    re.DOTALL,
)
"""A note in which Zotero and Scopus keep what they have no field for; `00012` is how often Google Scholar saw it cited.

DSpace's `Accepted` is the day when a thesis came into its files.
"""
NO_URL = frozenset({"true", "false", "yes", "no", "n/a", "none", "-", ""})


def as_written(name: str, _: tuple[str, ...]) -> str:
    """The path of a file outside the site, which visitors cannot reach."""
    return name


class Links(Struct):
    """Reads the links of one entry. `references` gets the local files that it names."""

    entry: RawEntry
    problems: Problems
    find: Find = as_written
    references: list[Reference] = field(default_factory=list)
    identifiers: dict[str, Identifier] = field(default_factory=dict)
    links: dict[str, str] = field(default_factory=dict)

    def read(self) -> None:
        """Read the identifiers first: a URL that only repeats one is no link."""
        for source, name in IDENTIFIER_FIELDS.items():
            self._read_identifier(name, source)
        self._read_eprint()
        self._read_arxiv_elsewhere()
        self._read_pubmed_note()
        for name, label in LABELS.items():
            self.add(name, label)
        self._read_urls()
        for name in REGISTERS:
            self._add_number(name, self._verbatim(name))

    def all(self) -> tuple[Link, ...]:
        return tuple(Link(label, Url(url)) for url, label in self.links.items())

    def add(self, name: str, label: str) -> None:
        """Add a field as a link; al-folio's `true` and `false` are none."""
        url = self._verbatim(name)
        if url.lower() in NO_URL or (label == "Link" and self._repeats_identifier(url)):
            return
        self._add_link(label, url if URL.match(url) else self._local(self.entry.fields[name].path, name))

    def image(self, name: str) -> str:
        """The URL or path of a preview image."""
        url = self._verbatim(name)
        if url.lower() in NO_URL:
            return ""
        if not URL.match(url):
            url = self.find(self.entry.value(name).path, IMAGE_FOLDERS)
        self.references.append(Reference(url, self.entry.at(name), is_image=True))
        return url

    def _verbatim(self, name: str) -> str:
        return self.entry.value(name).verbatim

    def _warn(self, name: str, message: str, hint: str, rule: str) -> None:
        self.problems.warn(self.entry.at(name), message, hint, rule=rule)

    def _add_link(self, label: str, url: str) -> None:
        """Each URL once; a second one with the same label gets a number."""
        if url and url not in self.links:
            count = sum(f"{known} (".startswith(f"{label} (") for known in self.links.values())
            self.links[url] = f"{label} ({count + 1})" if count else label

    def _local(self, path: str, name: str) -> str:
        """The path of a file; a URL without its scheme is completed."""
        if re.fullmatch(r"(?i)www\.[\w-]+\.\S+", path):
            return f"https://{path}"
        if re.match(UNREACHABLE, path):
            hint = "write a URL that begins with https://, or put the file below static/"
            self._warn(name, f"visitors cannot open `{path}`: it is ignored", hint, "invalid-url")
            return ""
        if "://" in path or path.startswith(("mailto:", "#")):
            return path
        found = self.find(path, FOLDERS)
        self.references.append(Reference(found, self.entry.at(name), is_image=False))
        return found

    def _read_identifier(self, name: str, source: str, text: str = "") -> None:
        """Read an identifier from a field, or from a text in it."""
        written = text or self._verbatim(source)
        if name == "arxiv":
            written = re.sub(r"[\[(].*", "", written)  # `[cs.LG]`
        elif name == "doi":
            written = re.split(NEXT_DOI, written)[0]
            if self._is_resolved_elsewhere(written):
                return
        if written.lower() in NO_URL:
            return
        try:
            self.identifiers.setdefault(name, IDENTIFIERS[name].parse(written))
        except ValueError as error:
            message = f"`{text or self.entry.plain(source)}` {error.args[0]}: it is ignored"
            self._warn(source, message, "".join(error.args[1:]), "invalid-identifier")

    def _is_resolved_elsewhere(self, written: str) -> bool:
        """Whether this is not a DOI, but like one: a link."""
        for label, (pattern, url) in LIKE_DOIS.items():
            if found := re.fullmatch(pattern, written):
                self._add_link(label, url.format(found[1]))
                return True
        return False

    def _read_eprint(self) -> None:
        """An identifier in an archive: arXiv if none is named."""
        identifier = self._verbatim("eprint")
        archive = self.entry.plain("eprinttype", "archiveprefix")
        name = archive.lower()
        label, url = REGISTERS.get(name, (archive, ""))
        if not identifier:
            return
        if name in {"", "arxiv"}:
            self._read_arxiv(identifier)
        elif name in ARCHIVE_IDENTIFIERS:
            self._read_identifier(ARCHIVE_IDENTIFIERS[name], "eprint")
        elif URL.match(identifier):
            self._add_link(label, identifier)
        elif url:
            self._add_link(label, url.format(identifier))
        else:
            message = f"unknown archive `{name}`: the identifier `{identifier}` is ignored"
            self._warn("eprint", message, "write its URL into `url`", "invalid-identifier")

    def _read_arxiv(self, text: str) -> None:
        """An identifier of arXiv, which may be without its archive: that is in `primaryclass`."""
        if URL.match(text) and "arxiv" not in text.lower():
            self._add_link(_label(text), text)  # Google Scholar and Mendeley write any URL there.
            return
        archive = self.entry.plain("primaryclass", "eprintclass")
        is_without_archive = archive and re.fullmatch(r"\d{7}(v\d+)?", text)
        self._read_identifier("arxiv", "eprint", f"{archive}/{text}" if is_without_archive else text)

    def _read_arxiv_elsewhere(self) -> None:
        """Google Scholar writes it into the journal, DBLP into the volume, Zotero into the number or a note."""
        doi = self.identifiers.get("doi", "")
        if doi.lower().startswith(ARXIV_DOI):
            self._read_identifier("arxiv", "doi", doi[len(ARXIV_DOI) :])
        for name in ARXIV_FIELDS:
            identifier = self._arxiv_in(name)
            if identifier and "arxiv" not in self.identifiers:
                self._read_identifier("arxiv", name, identifier)

    def _arxiv_in(self, name: str) -> str:
        """The identifier in a field that has nothing else."""
        text = self.entry.plain(name)
        is_from_dblp = name == "volume" and text.startswith("abs/")
        match = ARXIV_ID.search(text.removeprefix("abs/"))
        return match[0] if match and (is_from_dblp or ARXIV.fullmatch(text)) else ""

    def _read_pubmed_note(self) -> None:
        """Zotero writes PubMed's numbers into the note."""
        note = self.entry.plain("note")
        if not NOTE_OF_PROGRAM.fullmatch(note):
            return
        for name, number in re.findall(r"(?<!\w)(PMID|PMCID): ?(?:PMC)?(\d+)(?!\w)", note):
            if name == "PMID":
                self._read_identifier("pmid", "note", number)
            elif "pmcid" not in self.entry.fields:
                self._add_number("pmcid", number)

    def _read_urls(self) -> None:
        """The URLs of `url`, and a note that is nothing but a URL."""
        url = self._verbatim("url")
        for found in URL.findall(re.sub(BETWEEN_URLS, " ", url)) or [url]:
            self._add_url(found)
        for note in (self._verbatim("howpublished"), self._verbatim("note")):
            if URL.fullmatch(note):
                self._add_url(note)

    def _add_url(self, url: str) -> None:
        if url.lower() not in NO_URL and not self._repeats_identifier(url):
            self._add_link(_label(url), self._local(url, "url"))

    def _repeats_identifier(self, url: str) -> bool:
        """Whether a URL leads where an identifier leads, which is taken from it if it is new."""
        doi = self.identifiers.get("doi")
        if doi and doi.lower() in url.lower():
            return not _is_pdf(url)
        for name, found in _identifiers_in(url):
            known = self.identifiers.setdefault(name, found)
            return _without_version(name, known) == _without_version(name, found) and not _is_pdf(url)
        return False

    def _add_number(self, name: str, number: str) -> None:
        """Add the number of a register as a link."""
        if number.lower() in NO_URL:
            return
        label, url = REGISTERS[name]
        if name == "pmcid" and number.isdigit():
            number = f"PMC{number}"
        self._add_link(label, number if URL.match(number) else url.format(number))


def _identifiers_in(url: str) -> Iterator[tuple[str, Identifier]]:
    """The identifier that a URL of a registry holds, and its name."""
    for name, kind in IDENTIFIERS.items():
        if kind.without_prefix(url) != url:
            with suppress(ValueError):
                yield name, kind.parse(url)


def _without_version(name: str, identifier: str) -> str:
    """An identifier without its version: all versions are the same work."""
    return re.sub(VERSION, "", identifier.lower()) if name in {"arxiv", "hal"} else identifier.lower()


def _is_pdf(url: str) -> bool:
    url = url.lower()
    return url.partition("?")[0].endswith(".pdf") or "/pdf/" in url or "/pdf?" in url


def _label(url: str) -> str:
    if _is_pdf(url):
        return "PDF"
    try:
        host = urlsplit(url).hostname or ""
    except ValueError:
        return "Link"
    return next((label for name, label in HOST_LABELS.items() if f".{host}".endswith(f".{name}")), "Link")
