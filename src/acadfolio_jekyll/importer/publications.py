"""Convert the files of `_publications` to entries of data/publications.yml."""

from __future__ import annotations

import re
from contextlib import suppress
from typing import TYPE_CHECKING

from acadfolio.model.identifiers import Arxiv, Doi, Pmid
from acadfolio.model.publication import Author
from acadfolio.source.yaml import Node, Sequence, items_of, text_of
from acadfolio_jekyll.headings import CATEGORIES, has_own_titles, kind_of_heading
from acadfolio_jekyll.importer.citations import parse_citation, split_names
from acadfolio_jekyll.importer.entries import excerpt_of, image_of, links_and_text_of, markdown
from acadfolio_jekyll.importer.text import one_line, phrase, plain_words

if TYPE_CHECKING:
    from acadfolio_jekyll.importer.citations import Citation
    from acadfolio_jekyll.importer.config import Config
    from acadfolio_jekyll.importer.documents import Document
    from acadfolio_jekyll.importer.entries import Entry

PLAIN_KEYS = ("volume", "issue", "number", "pages", "edition", "isbn", "issn")
MARKDOWN_KEYS = ("publisher", "series", "institution", "event", "location", "award", "note")
RECOMMENDED = re.compile(
    r"^\**Recommended citation:?\**:?[ \t]*(.+(?:\n(?!\s*\n).+)*)$", re.MULTILINE | re.IGNORECASE
)
WRITE_AUTHORS = "write `authors: […]` into the entry in data/publications.yml"


def publication(document: Document, config: Config) -> Entry:
    """The entry for a file, completed by its citation. Ambiguous names are reported."""
    links, text = links_and_text_of(document)
    title = document.title()
    year = document.text("year")
    venue = document.phrase("venue", "journal", "booktitle", "conference", "pubsource")
    values = {key: document.text(key) for key in PLAIN_KEYS}
    values |= {key: document.phrase(key) for key in MARKDOWN_KEYS}
    citation, text = _citation(document, text)
    authors = _authors(document)
    if citation.startswith("@"):
        values["bibtex"] = citation
    elif citation:
        parsed = parse_citation(citation, title, venue, (document.date or year)[:4])
        authors = _add_citation(parsed, phrase(citation), document, values, authors)
    kind, heading = _kind(document, config)
    return {
        "title": title,
        "authors": authors or [],
        "venue": venue,
        "kind": kind,
        "date": document.date,
        "year": year if re.fullmatch(r"[1-9]\d{3}", year) and not document.date else "",
        **values,
        **_identifiers(document, links),
        "links": links,
        **_texts(document, text),
        **image_of(document),
        "category": heading,
        "tags": document.tags(),
        "selected": "true" if document.boolean("selected") else "",
    }


def _texts(document: Document, text: str) -> Entry:
    """The excerpt as summary, and the text as abstract unless it is the same."""
    excerpt = excerpt_of(document)
    # The page of an entry has this heading.
    text = re.sub(r"(?i)\A#+ *abstract:?[ #]*\n", "", text).strip()
    abstract = "\n\n".join(filter(None, (document.phrase("abstract", is_markdown=True), text)))
    is_same = plain_words(abstract) == plain_words(excerpt)
    return {"summary": excerpt, "abstract": "" if is_same else markdown(abstract)}


def _citation(document: Document, text: str) -> tuple[str, str]:
    """The citation, from its key or from a line of the text, and the text without this line."""
    citation = document.text("citation")
    match = RECOMMENDED.search(text)
    if match is None:
        return citation, text
    citation_in_text = one_line(match[1])
    if citation and _words(citation) != _words(citation_in_text):
        return citation, text
    rest = text[: match.start()].rstrip() + "\n\n" + text[match.end() :].lstrip()
    return citation or citation_in_text, rest.strip()


def _words(text: str) -> list[str]:
    """The words of a text without tags and punctuation."""
    return re.findall(r"[^\W_]+", plain_words(text))


def _add_citation(
    parsed: Citation,
    citation: str,
    document: Document,
    values: dict[str, str],
    authors: list[str] | None,
) -> list[str] | None:
    """Add the values that only the citation has, and its unparsed text as `note`.

    Returns the authors.
    """
    names = valid_names(parsed.authors)
    rest = parsed.rest
    if authors is None and names is None:
        message = (
            "the authors of this citation are ambiguous: the whole citation becomes the `note`"
        )
        document.warn("citation", message, WRITE_AUTHORS, rule="import-uncertain")
        rest = citation
    else:
        values |= {key: value for key, value in parsed.numbers.items() if not values.get(key)}
    values["note"] = " ".join(filter(None, (values["note"], rest)))
    # `author` may be only the owner of the page, or the first author.
    return names if authors is None or len(names or ()) > len(authors) else authors


def _authors(document: Document) -> list[str] | None:
    """The authors in the front matter; None without any, or if they are not certain."""
    key, node = document.node("authors", "author")
    if node is None:
        return None
    if isinstance(node, Sequence):
        names = _names_in_list(node)
    else:
        text = _without_markup(text_of(node))
        # One word in `author` is a key of the theme's `authors.yml`.
        names = split_names(text) if key == "authors" or " " in text else None
    names = valid_names(names)
    if names is None:
        message = f"the names in `{key}` are ambiguous: skipped"
        document.warn(key, message, WRITE_AUTHORS, rule="import-uncertain")
    return names


def _names_in_list(node: Node) -> list[str] | None:
    """The names in a list, whose items may have a key `name`; None if one item has no name."""
    names: list[str] = []
    for item in node.value:
        name = _without_markup(text_of(dict(items_of(item)).get("name", item)))
        if not name:
            return None
        names += split_names(name) or [name]
    return names


def _without_markup(name: str) -> str:
    """The name without links and bold type."""
    return re.sub(r"(\*\*|__)(?=\S)(.+?)(?<=\S)\1", r"\2", plain_words(name)).strip()


def valid_names(names: list[str] | None) -> list[str] | None:
    """The names, or None if there are none or one of them is not valid in a data file."""
    try:
        for name in names or ():
            Author.from_text(name)
    except ValueError:
        return None
    return names or None


def _kind(document: Document, config: Config) -> tuple[str, str]:
    """The kind of a publication, from its category, and the heading if that is needed in addition."""
    key = document.text("category", "pubtype", "publication_type", "type")
    heading = config.categories.get(key, "")
    kind = kind_of_heading(heading) or kind_of_heading(CATEGORIES.get(key, key))
    if kind and not (heading and has_own_titles(config.categories)):
        return kind, ""
    return kind, phrase(heading or key)


def _identifiers(document: Document, links: dict[str, str]) -> Entry:
    """The identifiers in the front matter, and a DOI in the links, from which it is removed."""
    identifiers: dict[str, str] = {}
    for key, kind in (("doi", Doi), ("arxiv", Arxiv), ("pmid", Pmid)):
        if text := document.text(key):
            try:
                identifiers[key] = str(kind.parse(text))
            except ValueError as error:
                document.warn(key, f"`{text}` {error.args[0]}: skipped", *error.args[1:])
    for label, url in list(links.items()):
        with suppress(ValueError):
            doi = str(Doi.parse(re.split("[?#]", url)[0]))
            if identifiers.setdefault("doi", doi).lower() == doi.lower():
                del links[label]
    return {**identifiers}
