"""Make entries of talks, courses, projects and news from the files of their collections."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from acadfolio.importers.jekyll.config import themes
from acadfolio.importers.jekyll.documents import DISPLAY_KEYS
from acadfolio.importers.jekyll.text import (
    first_image,
    one_line,
    page_only,
    paragraphs,
    phrase,
    plain_words,
    unknown_liquid,
    without_liquid,
)
from acadfolio.model.values import runs_code
from acadfolio.routing.references import WITHOUT_SCHEME, leads_nowhere

if TYPE_CHECKING:
    from acadfolio.importers.jekyll.documents import Document
    from acadfolio.source.yaml_writer import Value

Entry = dict[str, "Value"]

LABELS = {key: label for label, keys in themes().links.items() for key in keys.split()}
NO_LINKS = DISPLAY_KEYS | LABELS.keys() | set(themes().images.split())
DOWNLOAD = re.compile(r"\s*\[\s*(?:Download|Access|Get)\s+(?:the\s+)?(\w+)(?:\s+here)?\s*\]\(\s*([^()\s]+)\s*\)[.\s]*")
"""A line of its own; the theme's generators write it in HTML."""
DOWNLOAD_LABELS = {"paper": "Paper", "slides": "Slides", "bibtex": "BibTeX", "code": "Code", "poster": "Poster"}
TERM = r"(\d{4})-(spring|summer|fall|autumn|winter)(?:-.*)?"
SENTENCE_ENDS = (".", "!", "?", ":", "…")


def links_of(document: Document) -> dict[str, str]:
    """The links of the front matter by their labels, each URL once."""
    found: dict[str, str] = {}
    others = [key for key in document.keys if key not in NO_LINKS and _name_of_url(key)]
    for key in (*LABELS, *others):
        if key in document.keys:
            _add_link(found, _label(key), _url(document, key))
    return found


def _label(key: str) -> str:
    return LABELS.get(key) or _name_of_url(key).capitalize()


def _name_of_url(key: str) -> str:
    """What a key such as `source_code_url` calls its URL; empty for other keys."""
    name = key[:-3].replace("_", " ").replace("-", " ").strip()
    return name if key.lower().endswith("url") and name.replace(" ", "").isalpha() else ""


def _url(document: Document, key: str) -> str:
    """What a key links to; empty where that is nowhere."""
    written = document.word(key)
    url = complete_url(written)
    if leads_nowhere(url) or runs_code(url) or url == "#":
        document.warn(key, f"`{written}` is a broken link: skipped")
        return ""
    is_repository = key == "github" and re.fullmatch(r"[\w.-]+/[\w.-]+", url)
    return f"https://github.com/{url}" if is_repository else url


def complete_url(written: str) -> str:
    """A URL with its scheme, and without spaces."""
    url = written.replace(" ", "%20")
    return f"https://{url}" if WITHOUT_SCHEME.match(url) else url


def _add_link(links: dict[str, str], label: str, url: str) -> None:
    if not url or url in links.values():
        return
    if label == "Paper" and url.lower().endswith(".pdf"):
        label = "PDF"
    number, free = 1, label
    while free in links:
        number += 1
        free = f"{label} {number}"
    links[free] = url


def links_and_text_of(document: Document) -> tuple[dict[str, str], str]:
    """The text of the file as paragraphs; its download lines become links. What paragraphs cannot show is reported."""
    links, body = links_of(document), document.body
    here = document.source.at(document.body_line)
    if liquid := unknown_liquid(body):
        tag = " ".join(liquid.split()[:3]).rstrip("%} ")
        at_tag = document.source.at(document.body_line + body.count("\n", 0, body.find(liquid)))
        what = f"Liquid (`{tag} …`) is not filled in in data: skipped"
        document.problems.warn(at_tag, what, "add what it showed by hand", rule="import-skipped")
    text = paragraphs(_without_downloads(body, links))
    if what := page_only(text):
        hint = "write a page in content/ for it, or rewrite it as paragraphs"
        what = f"{what} cannot be part of an entry's text, which has paragraphs only"
        document.problems.warn(here, what, hint, rule="import-skipped")
    return links, text


def _without_downloads(body: str, links: dict[str, str]) -> str:
    kept = []
    for line in body.split("\n"):
        download = DOWNLOAD.fullmatch(phrase(without_liquid(line), is_markdown=True))
        label = DOWNLOAD_LABELS.get(download[1].lower(), "") if download else ""
        url = complete_url(download[2]) if download else ""
        if label and not leads_nowhere(url):
            _add_link(links, label, url)
        else:
            kept.append(line)
    return "\n".join(kept)


def image_of(document: Document) -> Entry:
    """Its image with its alternative text: the teaser of its header, or al-folio's `img`, or the one of its excerpt."""
    teaser, own = document.below("header", "teaser"), document.word("img", "image", "thumbnail")
    # academicpages looks for teasers in images/, wherever else they name no folder.
    path = own or in_images(teaser)
    words = document.phrase("image_alt", "alt")
    return _image(path, words) or _image(*first_image(document.word("excerpt")))


def in_images(path: str) -> str:
    """A path, below images/ where it names no folder."""
    return path if not path or "/" in path else f"images/{path}"


def _image(path: str, words: str) -> Entry:
    if not path or leads_nowhere(path):
        return {}
    found: Entry = {"image": path if "://" in path else path.lstrip("/").replace(" ", "%20")}
    return found | ({"image_alt": words} if words else {})


def excerpt_of(document: Document) -> str:
    return document.phrase("excerpt", is_markdown=True)


def _joined(*texts: str) -> str:
    """Texts below each other, without one that the next begins with."""
    kept: list[str] = []
    for text in filter(None, texts):
        if kept and plain_words(text).startswith(plain_words(kept[-1]).rstrip(".… ")):
            kept.pop()
        kept.append(text)
    return "\n\n".join(kept)


def _whole_text(document: Document, text: str) -> str:
    return _joined(excerpt_of(document), document.phrase("description", is_markdown=True), text)


def talk(document: Document) -> Entry:
    links, text = links_and_text_of(document)
    return {
        "date": document.date,
        "title": document.title(),
        "kind": document.phrase("type", "talk_type"),
        "event": document.phrase("venue", "event", "conference"),
        "location": document.phrase("location"),
        "links": links,
        "text": _whole_text(document, text),
    }


def course(document: Document) -> Entry:
    links, text = links_and_text_of(document)
    where = [document.phrase("time", "schedule_time"), document.phrase("location")]
    term = _term(document)
    return {
        "course": document.title(),
        "code": document.word("course_id", "code", "number"),
        "role": document.phrase("type", "role"),
        "institution": document.phrase("venue", "institution", "university"),
        "department": document.phrase("department"),
        "terms": [term] if term else [],
        "text": _whole_text(document, text),
        "schedule": ", ".join(filter(None, where)),
        "materials": links,
    }


def _term(document: Document) -> str:
    """From its keys, else from its date and the file's name, such as `2014-spring-teaching-1.md`."""
    in_name = re.fullmatch(TERM, document.name)
    year_in_name, season = in_name.groups() if in_name else ("", "")
    written = " ".join(filter(None, (document.word("year"), document.word("term", "semester"))))
    if re.search(r"\b\d{4}\b", written):
        return written
    year = document.date[:4] or year_in_name
    name_of_term = season.capitalize() if year == year_in_name else ""
    return f"{year} {written or name_of_term}".strip()


def project(document: Document) -> Entry:
    links, text = links_and_text_of(document)
    return {
        "title": document.title(),
        "date": document.date,
        "text": _whole_text(document, text),
        **image_of(document),
        "links": links,
        "people": document.words("people", "team", "collaborators"),
        "tags": document.tags("category"),
    }


def news(document: Document) -> Entry | None:
    """None for what is no news, which is reported."""
    links, text = links_and_text_of(document)
    whole = _with_heading(document.phrase("title"), _joined(excerpt_of(document), text))
    if not document.date or not whole:
        hint = "write it into data/news.yml by hand"
        document.warn("", "this piece of news has no date or no text: skipped", hint, "ignored-file")
        return None
    return {"date": document.date, "text": whole, "links": links, "pinned": document.flag("pinned")}


def _with_heading(title: str, text: str) -> str:
    """A piece of news in one line, behind its title if it does not say the same."""
    line = one_line(text)
    if not title or plain_words(title) in plain_words(line):
        return line
    if not line:
        return title
    return f"**{title if title.endswith(SENTENCE_ENDS) else title + '.'}** {line}"
