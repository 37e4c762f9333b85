"""A file of `_publications` comes in, the entry of data/publications.yml that it becomes comes out."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from acadfolio.importers.jekyll.citations import cited
from acadfolio.importers.jekyll.links import DOI, excerpt_of, image_of
from acadfolio.importers.jekyll.names import split_names
from acadfolio.importers.jekyll.texts import one_line, phrase, plain_words
from acadfolio.loading.jekyll_categories import CATEGORIES, kind_of
from acadfolio.loading.venue_keys import LIKE_KEY
from acadfolio.model.identifiers import Arxiv, Doi, Pmid
from acadfolio.model.publication import Author
from acadfolio.source.yaml import Mapping, Node, Scalar, Sequence, items_of

if TYPE_CHECKING:
    from acadfolio.importers.jekyll.config import Config
    from acadfolio.importers.jekyll.document import Document
    from acadfolio.importers.jekyll.entries import Entry

AS_IT_IS = ("volume", "issue", "number", "pages", "edition", "isbn", "issn")
AS_TEXT = ("publisher", "series", "institution", "event", "location", "award", "note")
RECOMMENDED = re.compile(r"^\**Recommended citation:?\**:?[ \t]*(.+(?:\n(?!\s*\n).+)*)$", re.MULTILINE | re.IGNORECASE)
BOLD = re.compile(r"(\*\*|__)(?=\S)(.+?)(?<=\S)\1")
YEAR = re.compile(r"[1-9]\d{3}")


def publication(document: Document, config: Config, links: dict[str, str], text: str) -> Entry:
    excerpt, image = excerpt_of(document)
    title, date = document.title(), document.date()
    year = document.word("year")
    venue = _venue(document)
    facts: Entry = {key: document.word(key) for key in AS_IT_IS}
    facts |= {key: document.phrase(key) for key in AS_TEXT}
    citation, text = _citation(document, text)
    authors = _authors(document)
    if citation:
        authors = _take_from(citation, document, facts, authors, (title, venue, (date or year)[:4]))
    if authors is None:
        authors = []
    abstract = document.phrase("abstract", is_markdown=True)
    kind, heading = _kind(document, config)
    whole = "\n\n".join(part for part in (abstract, text) if part)
    return {
        "title": title,
        "authors": authors,
        "venue": venue,
        "kind": kind,
        "date": date,
        "year": year if YEAR.fullmatch(year) and not date else "",
        **facts,
        **_identifiers(document, links),
        "links": links,
        "abstract": "" if plain_words(whole) == plain_words(excerpt) else whole,
        "summary": excerpt,
        **(image_of(document) or image),
        "selected": "true" if document.says("selected") else "",
        "category": heading,
        "tags": document.tags(),
    }


def _venue(document: Document) -> str:
    venue = document.phrase("venue", "journal", "booktitle", "conference")
    # What looks like a key of venues.yml would be taken for one.
    return venue.replace("-", " ").replace("_", " ").upper() if LIKE_KEY.fullmatch(venue) else venue


def _citation(document: Document, text: str) -> tuple[str, str]:
    """What is to be cited, from its key or from the line of the text that says it, and the text without that line."""
    citation = document.word("citation")
    found = RECOMMENDED.search(text)
    if found is None:
        return citation, text
    in_text = one_line(found[1])
    if citation and _letters(citation) != _letters(in_text):
        return citation, text
    rest = text[: found.start()].rstrip() + "\n\n" + text[found.end() :].lstrip()
    return citation or in_text, rest.strip()


def _letters(text: str) -> list[str]:
    """A text's words, whatever signs and tags stand between them."""
    return re.findall(r"[^\W_]+", plain_words(text))


def _take_from(
    citation: str, document: Document, facts: Entry, authors: list[str] | None, known: tuple[str, str, str]
) -> list[str] | None:
    """The authors, and into `facts` what else the citation says that nothing else does. It is never lost."""
    found = cited(citation, *known)
    names = found.authors and _checked(found.authors)
    if authors is None and names is None:
        what = "the authors in this citation cannot be told apart for certain: all of it is kept as `note`"
        how = "write `authors: […]` into the entry in data/publications.yml"
        document.warn("citation", what, how)
        rest = phrase(citation)
    else:
        rest = found.rest
        facts |= {key: value for key, value in found.facts.items() if not facts.get(key)}
        if not found.has_title and authors is not None:
            rest = phrase(citation)
    if rest and not facts.get("note"):
        facts["note"] = rest
    elif rest:
        facts["note"] = f"{facts['note']} {rest}"
    return authors if authors is not None else names


def _authors(document: Document) -> list[str] | None:
    """Those of a key of their own; None where there is none, or it is not certain whom it names."""
    key, node = document.node("authors", "author") or ("", None)
    if node is None:
        return None
    names = _listed(node) if isinstance(node, Sequence) else None
    if isinstance(node, Scalar):
        text = _bare(node.value)
        names = split_names(text) if len(text.split()) > 1 or key == "authors" else None
    checked = _checked(names) if names else None
    if checked is None:
        what = f"the names in `{key}` cannot be told apart for certain: left out"
        document.warn(key, what, "write `authors: […]` into the entry in data/publications.yml")
    return checked


def _listed(node: Node) -> list[str] | None:
    """A list's names; of what says more of an author, the name. None where one says none."""
    names: list[str] = []
    for item in node.value:
        name = dict(items_of(item)).get("name") if isinstance(item, Mapping) else item
        if not isinstance(name, Scalar) or not name.value.strip():
            return None
        names += split_names(_bare(name.value)) or [_bare(name.value)]
    return names


def _bare(name: str) -> str:
    """A name without what makes it bold or a link."""
    return BOLD.sub(r"\2", plain_words(name)).strip()


def _checked(names: list[str]) -> list[str] | None:
    """The names, where each is one."""
    try:
        for name in names:
            Author.from_text(name)
    except ValueError:
        return None
    return names


def _kind(document: Document, config: Config) -> tuple[str, str]:
    """What sort of work it is, by its category's title or else its key, and the title where that is needed besides."""
    key = document.word("category", "pubtype", "publication_type", "type")
    if not key:
        return "", ""
    heading = config.categories.get(key, "")
    kind = kind_of(heading) or kind_of(CATEGORIES.get(key, key))
    return kind, "" if kind and heading not in config.own_headings else phrase(heading or key)


def _identifiers(document: Document, links: dict[str, str]) -> Entry:
    """Those of keys of their own, and the DOI that a link leads to, which is shown as such."""
    found: Entry = {}
    for key, kind in (("doi", Doi), ("arxiv", Arxiv), ("pmid", Pmid)):
        written = document.word(key)
        try:
            found |= {key: str(kind.parse(written))} if written else {}
        except ValueError as error:
            document.warn(key, f"`{written}` {error.args[0]}: left out", *error.args[1:])
    for label, address in list(links.items()):
        if match := DOI.fullmatch(address):
            doi = found.setdefault("doi", match[1])
            if str(doi).lower() == match[1].lower():
                del links[label]
    return found
