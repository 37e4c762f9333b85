"""Read the citation of a paper as people write it by hand: authors, title, venue, year and links, in any order."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from acadfolio_jekyll.importer.papers.links import PAPER, TAG, without_links
from acadfolio_jekyll.importer.papers.markup import COUNTER, inline_text
from acadfolio_jekyll.importer.papers.names import is_title, leading_names, title_and_authors
from acadfolio_jekyll.importer.papers.remarks import AWARD, take_remarks
from acadfolio_jekyll.importer.papers.venue import IN_PARENTHESES, MAX_VENUE, add_venue
from acadfolio_jekyll.importer.papers.words import COMMA, MONTHS, first_group, kind_of_venue
from acadfolio_jekyll.importer.text import one_line

if TYPE_CHECKING:
    from acadfolio.source.yaml_writer import Value
    from acadfolio_jekyll.importer.entries import Entry

MAX_LENGTH = 10_000
"""The number of characters in a citation, with an abstract."""
MAX_SOURCE = 20_000
"""The number of characters in its source, with tags."""
NUMBER = re.compile(r"\A\s*(?:\[\d+\](?!\()|\(\d+\))\s+")
"""The number of a citation before it: `[12] Noether, E.`."""
TYPE_OF_PUBLICATION = re.compile(r"(?:(?<!\s)\s+)?\[(?:[CJMDR]|[CJ]/OL)\](?://|\.\s*)")
"""The mark of Chinese citations between a title and its venue."""
MISSING_AUTHORS = re.compile(r"(?:\.\.\.|…),?\s+(?:&\s+)?[A-Z]")
PAGE_AT_END = re.compile(r"\s\d{1,3}$")
IDENTIFYING = ("venue", "year", "date", "arxiv", "status")
"""The keys of which a paper has at least one."""
WORD = re.compile(r"[^\W_⁰¹²³⁴⁵⁶⁷⁸⁹]+")
NOT_IN_ENTRIES = frozenset({
    "accepted", "al", "and", "appear", "arxiv", "at", "by", "doi", "dx", "et", "https", "in",
    "no", "on", "org", "p", "pages", "pp", "preprint", "published", "the", "to", "vol", "volume",
})  # fmt: skip
"""Words of a citation that an entry need not have."""


def paper(markdown: str, badge: str = "") -> Entry | None:
    """The entry for a citation; None unless every word was understood.

    Args:
        markdown: the inline Markdown, maybe in several lines.
        badge: the text on the paper's image, which may name the venue and the year.
    """
    if len(markdown) > MAX_SOURCE:
        return None
    source = _lines_of(markdown)
    counters = COUNTER.findall(source)
    source = COUNTER.sub("", source)
    if len(source) > MAX_LENGTH:
        return None
    links: dict[str, str] = {}
    text = without_links(source, links)
    tags, text = _take_tags(text)
    remarks, text = take_remarks(text)
    title, names, text = title_and_authors(text)
    if not names or not is_title(title):
        return None
    authors = [_author(name, links) for name in names]
    entry: Entry = {"title": title.strip(" .,"), "authors": authors, **remarks}
    label = AWARD.sub("", tags[0] if tags else badge)
    rest = add_venue(entry, text, label, has_tag=bool(tags))
    unlinked = [label for label, url in links.items() if not url and label != PAPER]
    notes = [*tags[1:], remarks["note"], *rest, *unlinked, *counters]
    entry["note"] = ", ".join(note for note in notes if re.search(r"\w", note))
    entry["links"] = {label: url for label, url in links.items() if url}
    if not _is_certain(entry, source) or not covers_every_word(entry, source):
        return None
    return entry


def _lines_of(markdown: str) -> str:
    """The lines of a citation that are not empty, without its number."""
    text = NUMBER.sub("", inline_text(markdown))
    text = TYPE_OF_PUBLICATION.sub(". ", text)
    lines = [one_line(line) for line in text.split("\n")]
    return "\n".join(line for line in lines if line)


def _take_tags(text: str) -> tuple[list[str], str]:
    """The tags at the beginning of a text, such as a venue in brackets, and the rest."""
    tags: list[str] = []
    while tag := TAG.match(text):
        tags.append(first_group(tag))
        text = text[tag.end() :]
    return tags, text


def _author(name: str, links: dict[str, str]) -> Value:
    """The author, with the link of the name, which is taken."""
    url = links.pop(name.rstrip("*†‡"), "")
    return {"name": name, "url": url} if url else name


def _is_certain(entry: Entry, source: str) -> bool:
    """Whether an entry has more than a title and authors, and all of the authors."""
    has_links_below = "\n" in source and entry["links"]
    if not has_links_below and not any(map(entry.get, IDENTIFYING)):
        return False
    if MISSING_AUTHORS.search(source):
        return False
    venue = str(entry["venue"])
    if len(venue) >= MAX_VENUE or PAGE_AT_END.search(venue):
        return False
    note = str(entry["note"])
    if not entry["kind"]:
        # A word such as `journal` in another part: that one may be the venue.
        other_part = _first_part(note) if venue else str(entry["title"])
        if kind_of_venue(other_part):
            return False
    further_names, _ = leading_names(note)
    return len(further_names) <= 1


def _first_part(note: str) -> str:
    return COMMA.split(IN_PARENTHESES.sub("", note))[0]


def covers_every_word(entry: Entry, source: str) -> bool:
    """Whether the entry has every word of its source, except months, and years of two digits."""
    short_year = str(entry.get("year") or entry.get("date") or "")[2:4]
    written = f"{entry} {short_year}".replace("\\n", " ")
    return _words(source) <= _words(written) | NOT_IN_ENTRIES | set(MONTHS)


def _words(text: str) -> set[str]:
    return set(WORD.findall(text.lower()))
