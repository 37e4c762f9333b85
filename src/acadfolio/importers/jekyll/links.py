"""A file of a collection comes in; the links that its front matter and its text name come out by their labels."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from acadfolio.importers.jekyll.document import WITHOUT_USE
from acadfolio.importers.jekyll.texts import image_in, one_line, phrase, without_liquid
from acadfolio.model.values import RUNS_CODE
from acadfolio.routing.references import WITHOUT_SCHEME, leads_nowhere

if TYPE_CHECKING:
    from acadfolio.importers.jekyll.document import Document

LABELS = {
    "paperurl": "Paper", "paper_url": "Paper", "pdfurl": "PDF", "pdf": "PDF", "pdf_url": "PDF",
    "preprinturl": "Preprint", "preprint": "Preprint", "arxivurl": "arXiv", "slidesurl": "Slides",
    "slides_url": "Slides", "slides": "Slides", "posterurl": "Poster", "poster": "Poster", "videourl": "Video",
    "video": "Video", "codeurl": "Code", "code_url": "Code", "code": "Code", "dataurl": "Data", "dataseturl": "Data",
    "data": "Data", "supplementurl": "Supplement", "supp": "Supplement", "suppurl": "Supplement",
    "bibtexurl": "BibTeX", "biburl": "BibTeX", "bibtex_url": "BibTeX", "blogurl": "Blog", "blog": "Blog",
    "projecturl": "Project", "project_page": "Project", "github": "GitHub", "git": "Code", "website": "Website",
    "redirect": "Website", "url": "Website", "link": "Website", "html": "Website", "demo": "Demo",
    "syllabus": "Syllabus", "notes": "Notes",
}  # fmt: skip
"""What the keys of the themes, and of those who have changed them, lead to, in the order of their links."""
OTHER_URL = re.compile(r"([a-z]+(?:[_-][a-z]+)*?)[_-]?url", re.IGNORECASE)
NO_OTHER = WITHOUT_USE | LABELS.keys() | {"image_url", "img_url", "teaser_url", "thumbnail_url"}
WORDS = r"(?:Download|Access|Get)\s+(?:the\s+)?{}(?:\s+here)?"
DOWNLOAD = re.compile(
    r"^\s*(?:\[" + WORDS.format(r"(?P<what>\w+)") + r"\]\(\s*<?(?P<to>[^()\s<>]+)>?\s*\)"
    r"|<a\s+href\s*=\s*([\"'])(?P<href>[^\"'<>]+)\3[^<>]*>\s*" + WORDS.format(r"(?P<name>\w+)") + r"\s*</a>)[.\s]*$",
    re.MULTILINE,
)
"""A line of its own; the theme's generators write it in HTML."""
LABELS_OF_WORDS = {"paper": "Paper", "slides": "Slides", "bibtex": "BibTeX", "code": "Code", "poster": "Poster"}
REPOSITORY = re.compile(r"[\w.-]+/[\w.-]+")
DOI = re.compile(r"https?://(?:dx\.)?doi\.org/(10\.\d{4,9}/[^\s%?#]+)", re.IGNORECASE)


def links_of(document: Document) -> dict[str, str]:
    """By their labels, each address once."""
    found: dict[str, str] = {}
    others = [key for key in document.keys if key not in NO_OTHER and OTHER_URL.fullmatch(key)]
    for key in (*LABELS, *others):
        if key not in document.keys:
            continue
        address = address_in(document, key)
        if key == "github" and REPOSITORY.fullmatch(address) and not WITHOUT_SCHEME.match(address):
            address = f"https://github.com/{address}"
        if address and address not in found.values():
            named = OTHER_URL.fullmatch(key)
            label = LABELS.get(key) or re.sub("[_-]", " ", named[1] if named else key).capitalize()
            found[_free(_exact(label, address), found)] = address
    return found


def address_in(document: Document, key: str) -> str:
    """What a key leads to, as it is written here; empty where that is nowhere."""
    written = document.word(key)
    if not written:
        return ""
    address = tidy(written)
    if leads_nowhere(address) or RUNS_CODE.match(address) or address == "#":
        document.warn(key, f"`{written}` leads nowhere: left out")
        return ""
    return address


def tidy(written: str) -> str:
    address = written.replace(" ", "%20")
    return f"https://{address}" if WITHOUT_SCHEME.match(address) else address


def without_downloads(body: str, links: dict[str, str]) -> str:
    """The text without its lines `[Download paper here](…)`, whose links are among the others from now on."""

    def taken(match: re.Match[str]) -> str:
        label = LABELS_OF_WORDS.get((match["what"] or match["name"]).lower(), "")
        address = tidy(without_liquid(match["to"] or match["href"]))
        if not label or leads_nowhere(address):
            return match[0]
        if address not in links.values():
            links[_free(_exact(label, address), links)] = address
        return ""

    return DOWNLOAD.sub(taken, body)


def image_of(document: Document) -> dict[str, str]:
    """Its picture with its words: the teaser of its header, or al-folio's `img`."""
    teaser, own = document.below("header", "teaser"), document.word("img", "image", "thumbnail")
    # academicpages looks for teasers in images/, wherever else they name no folder.
    path = own or (teaser if not teaser or "/" in teaser else f"images/{teaser}")
    return _as_image(path, document.phrase("image_alt", "alt"))


def excerpt_of(document: Document) -> tuple[str, dict[str, str]]:
    """The excerpt without the picture that academicpages' own projects have in it, and that picture."""
    text, source, words = image_in(document.word("excerpt"))
    return one_line(phrase(text, is_markdown=True)), _as_image(source, words)


def _as_image(path: str, words: str) -> dict[str, str]:
    if not path or leads_nowhere(path):
        return {}
    image = {"image": path if "://" in path else path.lstrip("/").replace(" ", "%20")}
    return image | ({"image_alt": words} if words else {})


def _exact(label: str, address: str) -> str:
    """A paper that is a PDF is called so."""
    return "PDF" if label == "Paper" and address.lower().endswith(".pdf") else label


def _free(label: str, taken: dict[str, str]) -> str:
    number, free = 1, label
    while free in taken:
        number += 1
        free = f"{label} {number}"
    return free
