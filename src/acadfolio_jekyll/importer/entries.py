"""Convert the files of Jekyll's collections to entries: talks, courses, projects and news."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from msgspec import Struct

import acadfolio_jekyll.importer.text as old_text
from acadfolio.model.values import runs_code
from acadfolio.routing.references import WITHOUT_SCHEME, leads_nowhere
from acadfolio.source.yaml_writer import Exact, value_of
from acadfolio_jekyll.importer.config import themes

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet

    from acadfolio.source.yaml_writer import Value
    from acadfolio_jekyll.importer.documents import Document

Entry = dict[str, "Value"]

LABELS = {key: label for label, keys in themes().links.items() for key in keys.split()}
NO_LINKS = LABELS.keys() | set(themes().no_links.split())
LINK = re.compile(r"\s*\[\s*([^\[\]]+?)\s*\]\(\s*([^()\s]+)\s*\)[.\s]*")
"""A line with only a link."""
HAS_BLOCKS = r"\n|\A(?:[#>|<{:]|[-+*] |\d+\. |```|~~~|\$\$)"
DOWNLOAD = re.compile(r"(?:Download|Access|Get)\s+(?:the\s+)?(\w+)(?:\s+here)?")
"""The words of a download link. The theme's generators write it in HTML."""


class ImportedEntry(Struct):
    """The entry for one file, and the old URLs of its page."""

    document: Document
    entry: Entry
    urls: list[str]


def links_of(document: Document) -> dict[str, str]:
    """The links of the front matter by their labels, without duplicate URLs."""
    links: dict[str, str] = {}
    others = [key for key in document.keys if key not in NO_LINKS and _label_from_key(key)]
    for key in (*LABELS, *others):
        if key in document.keys:
            _add_link(links, LABELS.get(key) or _label_from_key(key), _url(document, key))
    _add_link(links, "Website", document.link)
    return links


def _label_from_key(key: str) -> str:
    """The label for a key such as `source_code_url`; empty for keys that do not end in `url`."""
    if not key.lower().endswith("url"):
        return ""
    label = key[: -len("url")].replace("_", " ").replace("-", " ").strip().capitalize()
    return label if label.replace(" ", "").isalpha() else ""


def _url(document: Document, key: str) -> str:
    """The URL in a key, or that of its Markdown link; empty if it is not valid."""
    url = complete_url(LINK.sub(r"\2", document.text(key)))
    if leads_nowhere(url) or runs_code(url) or url == "#":
        return ""
    is_repository = key == "github" and re.fullmatch(r"[\w.-]+/[\w.-]+", url)
    return f"https://github.com/{url}" if is_repository else url


def complete_url(text: str) -> str:
    """The URL with its scheme, and with spaces escaped."""
    url = text.replace(" ", "%20")
    return f"https://{url}" if re.match(WITHOUT_SCHEME, url) else url


def _add_link(links: dict[str, str], label: str, url: str) -> None:
    """Add a new URL. If the label is used already, it gets a number."""
    if not url or url in links.values():
        return
    if label == "Paper" and url.lower().endswith(".pdf"):
        label = "PDF"
    number = 1
    unique_label = label
    while unique_label in links:
        number += 1
        unique_label = f"{label} {number}"
    links[unique_label] = url


def links_and_text_of(document: Document) -> tuple[dict[str, str], str]:
    """The links, including those of download lines, and the text.

    Unsupported Liquid is reported.
    """
    links = links_of(document)
    body = document.body
    if liquid := old_text.unknown_liquid(body):
        tag = " ".join(liquid.split()[:3]).rstrip("%} ")
        location = document.source.at(document.body_line + body.count("\n", 0, body.find(liquid)))
        message = f"data files cannot contain Liquid (`{tag} …`): skipped"
        document.problems.warn(location, message, "add its output by hand", rule="import-skipped")
    text = old_text.without_liquid(_without_downloads(body, links))
    return links, text.expandtabs(4).strip()


def _without_downloads(body: str, links: dict[str, str]) -> str:
    """The text without its download lines, which are added to the links; empty if it is only a link."""
    lines = []
    for line in body.split("\n"):
        link = LINK.fullmatch(old_text.phrase(old_text.without_liquid(line), is_markdown=True))
        label = _label_of(link[1], is_alone=line.strip() == body.strip()) if link else ""
        if link and label and not leads_nowhere(complete_url(link[2])):
            _add_link(links, label, complete_url(link[2]))
        else:
            lines.append(line)
    return "\n".join(lines)


def _label_of(words: str, *, is_alone: bool) -> str:
    """The label for a link in the text; empty for a link that stays there."""
    download = DOWNLOAD.fullmatch(words)
    if download:
        key = f"{download[1].lower()}url"
        if key in LABELS:
            return LABELS[key]
    return words if is_alone else ""


def read_by_liquid(document: Document, entry: Entry, keys: AbstractSet[str]) -> Entry:
    """The values of front matter with these keys, as far as Liquid does not find them in the entry."""
    values: Entry = {
        "path": f"_{document.collection}/{document.path}",
        "slug": document.name_without_date,
    }
    values |= {key: value_of(node) for key, node in document.nodes.items()}
    found: Entry = {}
    for key in sorted(values.keys() & keys - set(themes().never_read.split())):
        if key == "date" and "date" in entry:
            continue
        same_keys = themes().same_in_liquid.get(key, "").split()
        if str(values[key]) not in [str(entry.get(name)) for name in same_keys]:
            found[key] = values[key]
    return found


def image_of(document: Document) -> Entry:
    """The image and its alt text: al-folio's `img`, else the teaser in the header, else the image in the excerpt."""
    teaser = document.nested_text("header", "teaser")
    own_image = document.text("img", "image", "thumbnail", "featured-image")
    path = own_image or in_images(teaser)
    alt = document.phrase("image_alt", "alt")
    return _image(path, alt) or _image(*old_text.first_image(document.text("excerpt")))


def in_images(path: str) -> str:
    """The path of an image of academicpages, which is in images/ if it names no folder."""
    return path if not path or "/" in path else f"images/{path}"


def _image(path: str, alt: str) -> Entry:
    if not path or leads_nowhere(path) or runs_code(path):
        return {}
    image: Entry = {"image": path if "://" in path else path.lstrip("/").replace(" ", "%20")}
    return image | {"image_alt": alt} if alt else image


def excerpt_of(document: Document) -> str:
    return document.phrase("excerpt", is_markdown=True)


def _joined(*texts: str) -> str:
    """Join texts as paragraphs. A text with which the next one begins is skipped."""
    joined: list[str] = []
    for text in filter(None, texts):
        if joined:
            beginning = old_text.plain_words(joined[-1]).rstrip(".… ")
            if old_text.plain_words(text).startswith(beginning):
                joined.pop()
        joined.append(text)
    return "\n\n".join(joined)


def _full_text(document: Document, text: str) -> str:
    description = document.phrase("description", is_markdown=True)
    return markdown(_joined(excerpt_of(document), description, text))


def markdown(text: str) -> str:
    """A text as YAML is to have it: with its line ends, unless it is a line that begins no block."""
    return Exact(f"{text}\n") if re.search(HAS_BLOCKS, text) else text


def talk(document: Document) -> Entry:
    links, text = links_and_text_of(document)
    return {
        "date": document.date,
        "title": document.title(),
        "kind": document.phrase("type", "talk_type"),
        "event": document.phrase("venue", "event", "conference"),
        "location": document.phrase("location"),
        "links": links,
        "text": _full_text(document, text),
    }


def course(document: Document) -> Entry:
    links, text = links_and_text_of(document)
    if instructor := document.phrase("instructor"):
        text = f"Instructor: {instructor}\n\n{text}".strip()
    return {
        "course": document.title(),
        "code": document.text("course_id", "code", "number"),
        "role": document.phrase("type", "role"),
        "institution": document.phrase("venue", "institution", "university"),
        "department": document.phrase("department"),
        "terms": list(filter(None, [_term(document)])),
        "text": _full_text(document, text),
        "schedule": document.phrase("time", "schedule_time"),
        "materials": links,
    }


def _term(document: Document) -> str:
    """The term of a course, from its keys, or else from its date and the file name (`2014-spring-teaching-1.md`)."""
    match = re.fullmatch(r"(\d{4})-(spring|summer|fall|autumn|winter)(?:-.*)?", document.name)
    year_in_name, season = match.groups() if match else ("", "")
    term = " ".join(filter(None, (document.text("year"), document.text("term", "semester"))))
    if re.search(r"\b\d{4}\b", term):
        return term
    year = document.date[:4] or year_in_name
    if not term and year == year_in_name:
        term = season.capitalize()
    return f"{year} {term}".strip()


def project(document: Document) -> Entry:
    links, text = links_and_text_of(document)
    return {
        "title": document.title(),
        "date": document.date,
        "text": _full_text(document, text),
        **image_of(document),
        "links": links,
        "people": document.items("people", "team", "collaborators"),
        "tags": document.tags("category"),
    }


def news(document: Document) -> Entry | None:
    """The news item of a file; None without a date or a text."""
    links, text = links_and_text_of(document)
    full_text = _joined(excerpt_of(document), text)
    if not full_text or not document.boolean("inline"):  # al-folio shows only the text of others.
        full_text = _with_heading(document.phrase("title"), full_text)
    if full_text and not document.date:
        document.warn("date", "this news has no date: skipped", "add `date: 2024-06-14` to it")
    if not document.date or not full_text:
        return None
    pinned = "true" if document.boolean("pinned") else ""
    return {"date": document.date, "text": markdown(full_text), "links": links, "pinned": pinned}


def _with_heading(title: str, text: str) -> str:
    """A news item, after its title if the text does not contain it."""
    if not title or old_text.plain_words(title) in old_text.plain_words(text):
        return text
    if not text:
        return title
    heading = title if title.endswith((".", "!", "?", ":", "…")) else f"{title}."
    return f"**{heading}** {text}" if text[0].isalpha() else f"**{heading}**\n\n{text}"
