"""Make entries of data/publications.yml from the files of `_publications`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from acadfolio.importers.jekyll.citations import parse_citation, split_names
from acadfolio.importers.jekyll.config import text_of
from acadfolio.importers.jekyll.entries import excerpt_of, image_of, links_and_text_of
from acadfolio.importers.jekyll.text import one_line, phrase, plain_words
from acadfolio.loading.jekyll import CATEGORIES, kind_of
from acadfolio.loading.venue_keys import LIKE_KEY
from acadfolio.model.identifiers import Arxiv, Doi, Pmid
from acadfolio.model.publication import Author
from acadfolio.source.yaml import Node, Sequence, items_of

if TYPE_CHECKING:
    from acadfolio.importers.jekyll.config import Config
    from acadfolio.importers.jekyll.documents import Document
    from acadfolio.importers.jekyll.entries import Entry

WORD_KEYS = ("volume", "issue", "number", "pages", "edition", "isbn", "issn")
PHRASE_KEYS = ("publisher", "series", "institution", "event", "location", "award", "note")
RECOMMENDED = re.compile(r"^\**Recommended citation:?\**:?[ \t]*(.+(?:\n(?!\s*\n).+)*)$", re.MULTILINE | re.IGNORECASE)
WRITE_AUTHORS = "write `authors: […]` into the entry in data/publications.yml"


def publication(document: Document, config: Config) -> Entry:
    links, text = links_and_text_of(document)
    title, venue, year = document.title(), _venue(document), document.word("year")
    facts = {key: document.word(key) for key in WORD_KEYS} | {key: document.phrase(key) for key in PHRASE_KEYS}
    citation, text = _citation(document, text)
    authors = _authors(document)
    if citation:
        known = (title, venue, (document.date or year)[:4])
        authors = _add_citation(citation, document, facts, authors, known)
    kind, heading = _kind(document, config)
    return {
        "title": title,
        "authors": authors or [],
        "venue": venue,
        "kind": kind,
        "date": document.date,
        "year": year if _is_year(year) and not document.date else "",
        **facts,
        **_identifiers(document, links),
        "links": links,
        **_texts(document, text),
        **image_of(document),
        "category": heading,
        "tags": document.tags(),
        "selected": document.flag("selected"),
    }


def _is_year(text: str) -> bool:
    return text.isdecimal() and len(text) == len("2024") and not text.startswith("0")


def _texts(document: Document, text: str) -> Entry:
    """The excerpt as the summary, and the rest as the abstract if it says more."""
    excerpt = excerpt_of(document)
    abstract = "\n\n".join(filter(None, (document.phrase("abstract", is_markdown=True), text)))
    is_same = plain_words(abstract) == plain_words(excerpt)
    return {"summary": excerpt, "abstract": "" if is_same else abstract}


def _venue(document: Document) -> str:
    venue = document.phrase("venue", "journal", "booktitle", "conference")
    # Without this it would be looked up in venues.yml.
    return venue.replace("-", " ").replace("_", " ").upper() if LIKE_KEY.fullmatch(venue) else venue


def _citation(document: Document, text: str) -> tuple[str, str]:
    """The citation, of its key or of a line of the text, and the text without that line."""
    citation = document.word("citation")
    found = RECOMMENDED.search(text)
    if found is None:
        return citation, text
    in_text = one_line(found[1])
    if citation and _words(citation) != _words(in_text):
        return citation, text
    rest = text[: found.start()].rstrip() + "\n\n" + text[found.end() :].lstrip()
    return citation or in_text, rest.strip()


def _words(text: str) -> list[str]:
    """The words of a text without tags and punctuation."""
    return re.findall(r"[^\W_]+", plain_words(text))


def _add_citation(
    citation: str, document: Document, facts: dict[str, str], authors: list[str] | None, known: tuple[str, str, str]
) -> list[str] | None:
    """Add to `facts` what the citation alone has, and what is not understood as `note`; give the authors."""
    found = parse_citation(citation, *known)
    names = _checked(found.authors)
    rest = found.rest
    if authors is None and names is None:
        what = "the authors of this citation are not certain: the whole citation becomes the `note`"
        document.warn("citation", what, WRITE_AUTHORS, rule="import-uncertain")
        rest = phrase(citation)
    else:
        facts |= {key: value for key, value in found.facts.items() if not facts.get(key)}
        if not found.has_title:
            rest = phrase(citation)
    facts["note"] = " ".join(filter(None, (facts["note"], rest)))
    return names if authors is None else authors


def _authors(document: Document) -> list[str] | None:
    """The authors of a key of their own; None where there is none, or they are not certain."""
    key, node = document.node("authors", "author") or ("", None)
    if node is None:
        return None
    names = _checked(_listed(node) if isinstance(node, Sequence) else _split(key, text_of(node)))
    if names is None:
        what = f"the names in `{key}` are not certain: skipped"
        document.warn(key, what, WRITE_AUTHORS, rule="import-uncertain")
    return names


def _split(key: str, text: str) -> list[str] | None:
    """The names of a text. One word as `author` is a key of the theme's authors."""
    bare = _bare(text)
    return split_names(bare) if key == "authors" or " " in bare else None


def _listed(node: Node) -> list[str] | None:
    """The names of a list, whose items may have the key `name`; None where one has no name."""
    names: list[str] = []
    for item in node.value:
        name = _bare(text_of(dict(items_of(item)).get("name", item)))
        if not name:
            return None
        names += split_names(name) or [name]
    return names


def _bare(name: str) -> str:
    """A name without what makes it bold or a link."""
    return re.sub(r"(\*\*|__)(?=\S)(.+?)(?<=\S)\1", r"\2", plain_words(name)).strip()


def _checked(names: list[str] | None) -> list[str] | None:
    """The names, if there are any and a build can read each."""
    try:
        for name in names or ():
            Author.from_text(name)
    except ValueError:
        return None
    return names or None


def _kind(document: Document, config: Config) -> tuple[str, str]:
    """The kind of work, by the title of its category or else its key, and the title where that is needed besides."""
    key = document.word("category", "pubtype", "publication_type", "type")
    if not key:
        return "", ""
    heading = config.categories.get(key, "")
    kind = kind_of(heading) or kind_of(CATEGORIES.get(key, key))
    return kind, "" if kind and heading not in config.own_headings else phrase(heading or key)


def _identifiers(document: Document, links: dict[str, str]) -> Entry:
    """Identifiers of keys of their own, and the DOI of a link, which is then none of the links."""
    found: dict[str, str] = {}
    for key, kind in (("doi", Doi), ("arxiv", Arxiv), ("pmid", Pmid)):
        if written := document.word(key):
            try:
                found[key] = str(kind.parse(written))
            except ValueError as error:
                document.warn(key, f"`{written}` {error.args[0]}: skipped", *error.args[1:])
    _move_doi(links, found)
    return {**found}


def _move_doi(links: dict[str, str], found: dict[str, str]) -> None:
    for label, url in list(links.items()):
        doi = _doi_in(url)
        if doi and found.setdefault("doi", doi).lower() == doi.lower():
            del links[label]


def _doi_in(url: str) -> str:
    """The DOI that a link leads to; empty for other links."""
    host, _, doi = url.partition("://")[2].partition("/")
    is_plain = doi.startswith("10.") and "/" in doi and set("%?# ").isdisjoint(doi)
    return doi if is_plain and host.lower() in {"doi.org", "dx.doi.org"} else ""
