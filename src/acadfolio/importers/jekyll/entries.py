"""A file of a collection comes in, the entry that it becomes comes out: keys and values as an author writes them.

What is no text by itself, as a date in the wrong place, never gets in: a record can be read of each entry.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from acadfolio.importers.jekyll.links import excerpt_of, image_of, links_of, without_downloads
from acadfolio.importers.jekyll.publications import publication
from acadfolio.importers.jekyll.texts import liquid_in, only_for_pages, paragraphs, plain_words

if TYPE_CHECKING:
    from collections.abc import Callable

    from acadfolio.importers.jekyll.config import Config
    from acadfolio.importers.jekyll.document import Document

Value = str | list[str] | dict[str, str]
Entry = dict[str, Value]

TERM = re.compile(r"(\d{4})-(spring|summer|fall|autumn|winter)(?:-.*)?")
HAS_YEAR = re.compile(r".*\b\d{4}\b.*")
NEWS_TITLE_ENDS = (".", "!", "?", ":", "…")


def entry_of(document: Document, section: str, config: Config) -> Entry | None:
    """None for what cannot be one, which is told."""
    links = links_of(document)
    text = text_of(document, links)
    entry: Entry | None = (
        publication(document, config, links, text)
        if section == "publications"
        else MAKERS[section](document, links, text)
    )
    return None if entry is None else {key: value for key, value in entry.items() if value}


def text_of(document: Document, links: dict[str, str]) -> str:
    """The text of the file as paragraphs; what these cannot show is told, once for all files."""
    body = document.body
    here = document.source.at(document.body_line)
    if liquid := liquid_in(body):
        tag = " ".join(liquid.split()[:3]).rstrip("%} ")
        here = document.source.at(document.body_line + body.count("\n", 0, max(body.find(liquid), 0)))
        document.tally.count(
            f"Liquid (`{tag} …`) is not filled in in data: left out", here, "add what it showed by hand"
        )
    text = paragraphs(without_downloads(body, links))
    if what := only_for_pages(text):
        how = "write a page of its own in content/ for it, or make paragraphs of it"
        document.tally.count(f"{what} stands in this text, and an entry has paragraphs alone", here, how)
    return text


def joined(*texts: str) -> str:
    """Texts below each other, without one that the next begins with."""
    kept: list[str] = []
    for text in filter(None, texts):
        if kept and plain_words(text).startswith(plain_words(kept[-1]).rstrip(".… ")):
            kept.pop()
        kept.append(text)
    return "\n\n".join(kept)


def _talk(document: Document, links: dict[str, str], text: str) -> Entry:
    excerpt, _ = excerpt_of(document)
    return {
        "date": document.date(),
        "title": document.title(),
        "kind": document.phrase("type", "talk_type"),
        "event": document.phrase("venue", "event", "conference"),
        "location": document.phrase("location"),
        "links": links,
        "text": joined(excerpt, document.phrase("description", is_markdown=True), text),
    }


def _course(document: Document, links: dict[str, str], text: str) -> Entry:
    excerpt, _ = excerpt_of(document)
    date, named = document.date(), TERM.fullmatch(document.name)
    said = " ".join(filter(None, (document.word("year"), document.word("term", "semester"))))
    year = date[:4] or (named[1] if named else "")
    term = said if HAS_YEAR.fullmatch(said) else f"{year} {said}".strip() if said else year
    if not said and named and named[1] == year:
        term = f"{year} {named[2].capitalize()}"
    where = [document.phrase("time", "schedule_time"), document.phrase("location")]
    return {
        "course": document.title(),
        "code": document.word("course_id", "code", "number"),
        "role": document.phrase("type", "role"),
        "institution": document.phrase("venue", "institution", "university"),
        "department": document.phrase("department"),
        "terms": [term] if term else [],
        "text": joined(excerpt, document.phrase("description", is_markdown=True), text),
        "schedule": ", ".join(filter(None, where)),
        "materials": links,
    }


def _project(document: Document, links: dict[str, str], text: str) -> Entry:
    excerpt, image = excerpt_of(document)
    document.node("importance")
    return {
        "title": document.title(),
        "date": document.date(),
        "text": joined(excerpt, document.phrase("description", is_markdown=True), text),
        **(image_of(document) or image),
        "links": links,
        "people": document.words("people", "team", "collaborators"),
        "tags": document.tags("category"),
    }


def _news(document: Document, links: dict[str, str], text: str) -> Entry | None:
    date = document.date()
    title = document.phrase("title")
    excerpt, _ = excerpt_of(document)
    whole = " ".join(joined(excerpt, text).split())
    if title and plain_words(title) not in plain_words(whole):
        said = title if title.endswith(NEWS_TITLE_ENDS) or not whole else f"{title}."
        whole = f"**{said}** {whole}" if whole else said
    if not date or not whole:
        what = "says nothing" if date else "has no date, which news need"
        document.warn("", f"this piece of news {what}: left out", "write it into data/news.yml by hand")
        return None
    document.node("pinned")
    return {"date": date, "text": whole, "links": links, "pinned": "true" if document.says("pinned") else ""}


MAKERS: dict[str, Callable[[Document, dict[str, str], str], Entry | None]] = {
    "talks": _talk,
    "teaching": _course,
    "projects": _project,
    "news": _news,
}
