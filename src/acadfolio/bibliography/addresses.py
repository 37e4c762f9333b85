"""The fields of an entry that lead somewhere come in, identifiers and links come out."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, TypeVar
from urllib.parse import urlsplit

from msgspec import Struct, field

from acadfolio.bibliography.extra import pubmed_in
from acadfolio.bibliography.fields import verbatim_of, words_of
from acadfolio.bibliography.identity import ARXIV_DOI
from acadfolio.bibliography.kinds import first
from acadfolio.bibliography.servers import ARXIV
from acadfolio.model.identifiers import Arxiv, Doi, Hal, Identifier, OpenReview, Pmid
from acadfolio.model.references import Reference
from acadfolio.model.values import Address, Link

if TYPE_CHECKING:
    from collections.abc import Callable

    from acadfolio.bibliography.entries import RawEntry
    from acadfolio.problems import Problems

    Find = Callable[[str, tuple[str, ...]], str]
    """A file's name and the folders in which it may lie come in, its address comes out."""

Known = TypeVar("Known", bound=Identifier)

LABELS = {
    "pdf": "PDF", "html": "HTML", "code": "Code", "slides": "Slides", "poster": "Poster", "video": "Video",
    "blog": "Blog",
    "website": "Website", "supp": "Supplement", "suppdf": "Supplement", "supplement": "Supplement",
    "project": "Project",
    "demo": "Demo", "data": "Data", "dataset": "Data", "github": "GitHub", "ee": "Link", "opturl": "Link",
    "talk": "Talk",
    "adsurl": "ADS", "press": "Press", "media": "Media", "software": "Software", "appendix": "Appendix",
    "arxiv_url": "arXiv", "huggingface": "Hugging Face", "youtube": "YouTube", "bdsk-url-1": "Link",
    "bdsk-url-2": "Link",
    "bdsk-url-3": "Link",
}  # fmt: skip
"""The fields that are links, in the order in which they are shown, and what they are called."""
FOLDERS = {"pdf": ("assets/pdf", "files", "pdf", "papers"), "html": ("assets/html", "files"),
           "poster": ("assets/pdf", "files"),
           "slides": ("assets/pdf", "files", "slides"), "supp": ("assets/pdf", "files"), "video": ("assets/video",
           "videos")}  # fmt: skip
"""Where al-folio and the two themes look for a file of that name."""
PICTURES = ("assets/img/publication_preview", "images/publication_preview", "images", "assets/img", "img")
HOSTS = (
    ("arxiv.org", "arXiv"), ("aclanthology.org", "ACL Anthology"), ("aclweb.org", "ACL Anthology"),
    ("openreview.net", "OpenReview"), ("adsabs.harvard.edu", "ADS"), ("github.com", "Code"), ("gitlab.com", "Code"),
    ("hal.science", "HAL"), ("inspirehep.net", "INSPIRE"), ("jstor.org", "JSTOR"), ("zenodo.org", "Zenodo"),
    ("pmc.ncbi.nlm.nih.gov", "PubMed Central"),
    ("ncbi.nlm.nih.gov", "PubMed"), ("papers.nips.cc", "NeurIPS"), ("papers.neurips.cc", "NeurIPS"),
    ("proceedings.mlr.press", "PMLR"), ("youtube.com", "Video"), ("youtu.be", "Video"),
)  # fmt: skip
"""What a bare `url` is called, by its host."""
NUMBERS = {
    "inspirehep_id": ("INSPIRE", "https://inspirehep.net/literature/{}"),
    "pmcid": ("PubMed Central", "https://pmc.ncbi.nlm.nih.gov/articles/{}/"),
    "mrnumber": ("MathSciNet", "https://mathscinet.ams.org/mathscinet-getitem?mr={}"),
    "zblnumber": ("zbMATH", "https://zbmath.org/{}"),
    "zbl": ("zbMATH", "https://zbmath.org/{}"),
    "altmetric": ("Altmetric", "https://www.altmetric.com/details/{}"),
    "dimensions": ("Dimensions", "https://badge.dimensions.ai/details/id/{}"),
}
"""Numbers in registers that records have no field for: they become links."""
ARCHIVES = {
    "jstor": ("JSTOR", "https://www.jstor.org/stable/{}"),
    "googlebooks": ("Google Books", "https://books.google.com/books?id={}"),
    "hdl": ("Handle", "https://hdl.handle.net/{}"),
    "handle": ("Handle", "https://hdl.handle.net/{}"),
    "biorxiv": ("bioRxiv", "https://www.biorxiv.org/content/{}"),
    "medrxiv": ("medRxiv", "https://www.medrxiv.org/content/{}"),
}
IDENTIFIERS: dict[str, type[Identifier]] = {
    "doi": Doi, "arxiv": Arxiv, "hal": Hal, "hal_id": Hal, "pmid": Pmid, "openreview": OpenReview,
}  # fmt: skip
SAME = {"hal_id": "hal"}
ARXIV_ID = re.compile(r"(?<![\w./])(\d{4}\.\d{4,5}|[a-z-]+(?:\.[A-Z]{2})?/\d{7})(v\d+)?(?![\w/])")
ARXIV_NOTE = re.compile(r"\s*arxiv:\s*\S+(?:\s*\[[\w.-]+\])?\.?\s*", re.IGNORECASE)
SEVERAL_DOIS = re.compile(r"(.+?)[,;](?=(?:https?://\S+/)?10\.\d{4,9}/)")
WEB = re.compile(r"https?://\S+", re.IGNORECASE)
WEB_BEHIND_WORDS = re.compile(r"(?:\[[^\[\]/]*\]:?)?https?://\S", re.IGNORECASE)
"""`[PDF] https://…`, as some write it into RIS."""
HOST = re.compile(r"www\.[\w-]+\.\S+", re.IGNORECASE)
SCHEME = re.compile(r"(?!https?:|ftp:|mailto:)[a-z][a-z0-9+.-]*:", re.IGNORECASE)
"""Addresses that no visitor can follow: files on your own disk, scripts."""
VERSION = re.compile(r"v\d+$")
NEXT = re.compile(r"(?<=[^/=?&:])[,;]?(?=https?://)")
"""Between two addresses; one within the other, as archives have them, stands behind a slash or a sign."""
FLAGS = frozenset({"true", "false", "yes", "no", "n/a", "none", "-", ""})


def as_written(name: str, _: tuple[str, ...]) -> str:
    """The address of a file when nobody can look where it lies."""
    return name


class Addresses(Struct):
    """Reads where one entry leads. `references` has every local file that it names."""

    entry: RawEntry
    problems: Problems
    find: Find = as_written
    references: list[Reference] = field(default_factory=list)
    identifiers: dict[str, Identifier] = field(default_factory=dict)
    links: dict[str, str] = field(default_factory=dict)

    def read(self) -> None:
        """Identifiers first: an address that only repeats one is no link."""
        for name in IDENTIFIERS:
            if name in self.entry.fields:
                self._identifier(SAME.get(name, name), name)
        self._eprint()
        self._hidden_arxiv()
        self._hidden_pubmed()
        for name, label in LABELS.items():
            if name in self.entry.fields:
                self.add(name, label)
        self._url()
        self._numbers()

    def made(self) -> tuple[Link, ...]:
        return tuple(Link(label, Address(address)) for address, label in self.links.items())

    def add(self, name: str, label: str) -> None:
        """A field as a link; al-folio's `true` and `false` are none."""
        said = verbatim_of(self.entry.fields[name])
        if said.lower() not in FLAGS and not (label == "Link" and self._repeats(said)):
            self._link(label, said if WEB.match(said) else self._local(verbatim_of(self.entry.fields[name], " "), name))

    def picture(self, name: str) -> str:
        """The address of a preview."""
        said = verbatim_of(self.entry.fields[name])
        if said.lower() in FLAGS:
            return ""
        address = said if WEB.match(said) else self.find(verbatim_of(self.entry.fields[name], " "), PICTURES)
        self.references.append(Reference(address, self.entry.at(name), is_image=True))
        return address

    def _link(self, label: str, address: str) -> None:
        """Each address once; a second one of the same label has a number."""
        if address and address not in self.links:
            count = sum(known == label or known.startswith(f"{label} (") for known in self.links.values())
            self.links[address] = f"{label} ({count + 1})" if count else label

    def _local(self, said: str, name: str) -> str:
        if HOST.fullmatch(said):
            return f"https://{said}"
        if SCHEME.match(said):
            hint = "give an address that begins with https://, or put the file below static/"
            self.problems.warn(self.entry.at(name), f"visitors cannot follow `{said}`: it is left out", hint)
            return ""
        if "://" in said or said.startswith(("mailto:", "#")):
            return said
        address = self.find(said, FOLDERS.get(name, ("files", "assets/pdf")))
        self.references.append(Reference(address, self.entry.at(name), is_image=False))
        return address

    def _identifier(self, name: str, source: str, text: str = "") -> None:
        said = text or verbatim_of(self.entry.fields[source])
        if name == "arxiv":
            said = said.partition("[")[0]
        if name == "doi" and (several := SEVERAL_DOIS.match(said)):
            said = several[1]
            self.problems.warn(self.entry.at(source), f"there are several DOIs here: `{said}` is taken")
        if not said or said.lower() in FLAGS:
            return
        try:
            found = IDENTIFIERS[name].parse(said)
        except ValueError as error:
            shown = text or words_of(self.entry.fields[source])
            self.problems.warn(self.entry.at(source), f"`{shown}` {error.args[0]}: it is left out", *error.args[1:])
            return
        if found:
            self.identifiers.setdefault(name, found)

    def _eprint(self) -> None:
        """An identifier in an archive: arXiv where none is named."""
        if "eprint" not in self.entry.fields:
            return
        said = verbatim_of(self.entry.fields["eprint"])
        archive = (first(self.entry, "eprinttype", "archiveprefix") or "arxiv").lower()
        if archive == "arxiv":
            self._arxiv(said)
        elif archive in {"hal", "pubmed", "pmid", "openreview"}:
            self._identifier({"pubmed": "pmid"}.get(archive, archive), "eprint")
        elif archive in ARCHIVES and not WEB.match(said):
            self._link(ARCHIVES[archive][0], ARCHIVES[archive][1].format(said))
        elif WEB.match(said):
            self._link(ARCHIVES.get(archive, (first(self.entry, "eprinttype", "archiveprefix"),))[0], said)
        else:
            what = f"`{archive}` is no archive that is known here: the identifier `{said}` is left out"
            self.problems.warn(self.entry.at("eprint"), what, "give its address in `url`")

    def _arxiv(self, said: str) -> None:
        """With `[cs.LG]` behind it, or without its archive where that stands in `primaryclass`."""
        if WEB.match(said) and "arxiv" not in said.lower():
            self._link(_label(said), said)  # Scholar and Mendeley write any address there.
            return
        said = re.sub(r"\[.*|\(.*", "", said)
        if re.fullmatch(r"\d{7}(v\d+)?", said) and (archive := first(self.entry, "primaryclass", "eprintclass")):
            said = f"{archive}/{said}"
        known = re.sub(r"^arxiv:", "", said, flags=re.IGNORECASE)
        is_one = "archiveprefix" in self.entry.fields or "eprinttype" in self.entry.fields
        if is_one or WEB.match(said) or ARXIV_ID.fullmatch(known):
            self._identifier("arxiv", "eprint", said)
        else:
            what = f"`{said}` is an identifier in an archive that is not named: it is left out"
            self.problems.warn(self.entry.at("eprint"), what, "name it: `archiveprefix = {arXiv}`")

    def _hidden_arxiv(self) -> None:
        """Scholar writes it into the journal, DBLP into the volume, Zotero into the number or a note."""
        doi = self.identifiers.get("doi", "")
        if doi.lower().startswith(ARXIV_DOI):
            self._identifier("arxiv", "doi", doi[len(ARXIV_DOI) :])
        for name in ("journal", "journaltitle", "volume", "number", "note", "pages", "eid", "howpublished"):
            value = self.entry.fields.get(name)
            if value is None or "arxiv" in self.identifiers:
                continue
            text = words_of(value)
            is_dblp = name == "volume" and text.startswith("abs/")
            if (ARXIV.fullmatch(text) or is_dblp) and (match := ARXIV_ID.search(text.removeprefix("abs/"))):
                self._identifier("arxiv", name, match[0])

    def _hidden_pubmed(self) -> None:
        """Zotero writes its numbers into the note."""
        if "note" not in self.entry.fields:
            return
        for name, number in pubmed_in(words_of(self.entry.fields["note"])):
            if name == "pmid":
                self._identifier(name, "note", number)
            elif name not in self.entry.fields:
                self._register(name, number)

    def _url(self) -> None:
        for name in ("url", "howpublished", "note"):
            if name not in self.entry.fields:
                continue
            said = verbatim_of(self.entry.fields[name])
            is_name = name == "url" and not WEB_BEHIND_WORDS.match(said)
            addresses = [said] if is_name else WEB.findall(NEXT.sub(" ", said))
            if name != "url" and not WEB.fullmatch(said):
                continue
            for address in addresses:
                if address.lower() not in FLAGS and not self._repeats(address):
                    self._link(_label(address), self._local(address, "url"))

    def _repeats(self, address: str) -> bool:
        """Whether it leads to what an identifier leads to already; the identifier is taken from it where it is new."""
        is_pdf = _is_pdf(address)
        doi = self.identifiers.get("doi")
        if doi and doi.lower() in address.lower():
            return not is_pdf
        for name, known in IDENTIFIERS.items():
            if name in SAME or not known.BEFORE.match(address):
                continue
            try:
                found = known.parse(address)
            except ValueError:
                continue
            known_one = self.identifiers.setdefault(name, found)
            return _bare(name, known_one) == _bare(name, found) and not is_pdf
        return False

    def _numbers(self) -> None:
        for name in NUMBERS:
            value = self.entry.fields.get(name)
            said = verbatim_of(value) if value is not None else ""
            if said.lower() not in FLAGS:
                self._register(name, said)

    def _register(self, name: str, said: str) -> None:
        label, address = NUMBERS[name]
        said = f"PMC{said}" if name == "pmcid" and said.isdigit() else said
        self._link(label, said if WEB.match(said) else address.format(said))


def _bare(name: str, identifier: str) -> str:
    """An identifier without its version, where its archive counts these: all are the same work."""
    return VERSION.sub("", identifier.lower()) if name in {"arxiv", "hal"} else identifier.lower()


def _is_pdf(address: str) -> bool:
    low = address.lower()
    return low.partition("?")[0].endswith(".pdf") or "/pdf/" in low or "/pdf?" in low


def _label(address: str) -> str:
    if _is_pdf(address):
        return "PDF"
    try:
        host = urlsplit(address).hostname or ""
    except ValueError:
        return "Link"
    return next((label for name, label in HOSTS if host == name or host.endswith(f".{name}")), "Link")
