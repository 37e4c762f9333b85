"""Read the older form of al-folio's `_data/cv.yml`: a list of parts with a title, a type and contents."""

from __future__ import annotations

from typing import TYPE_CHECKING

from acadfolio.cv_formats.collected import Collected
from acadfolio.cv_formats.foreign_entry import ForeignEntry, as_markdown, is_empty
from acadfolio.cv_formats.headings import TITLED, section_of_heading
from acadfolio.source.yaml import Mapping, Scalar, Sequence, items_of, nodes_in, place, text_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from acadfolio.cv_formats.collected import Entry
    from acadfolio.problems import Problems
    from acadfolio.source.text import Source
    from acadfolio.source.yaml import Node

NAMES = frozenset({"full name", "name"})
"""Names of a fact that is the person's name."""


def is_al_folio(node: Node) -> bool:
    """Whether a list has parts with contents."""
    return isinstance(node, Sequence) and any(
        "contents" in dict(items_of(part)) for part in node.value
    )


def read_al_folio(node: Node, source: Source, problems: Problems) -> Collected:
    """Read a whole file, whose node is a list without duplicate keys in its mappings."""
    collected = Collected(problems)
    for part in nodes_in(node):
        _read_part(part, source, collected)
    return collected


def degree(entry: ForeignEntry) -> Entry:
    return {
        "date": entry.date("start", "end", "year"),
        "degree": entry.text("title"),
        "institution": entry.text("institution"),
        "location": entry.text("location"),
        "text": _text(entry),
    }


def position(entry: ForeignEntry) -> Entry:
    return {
        "date": entry.date("start", "end", "year"),
        "role": entry.text("title"),
        "institution": entry.text("institution"),
        "department": entry.text("department"),
        "location": entry.text("location"),
        "text": _text(entry),
    }


def award(entry: ForeignEntry) -> Entry:
    return {
        "date": entry.date("start", "end", "year"),
        "title": entry.text("title"),
        "institution": entry.text("institution"),
        "text": _text(entry),
    }


def own(entry: ForeignEntry) -> Entry:
    """An entry of a section of one's own, such as a fact with a name and a value."""
    return {
        "title": entry.text("title", "name"),
        "date": entry.date("start", "end", "year"),
        "text": _joined(entry.text("value"), entry.text("institution"), _text(entry)),
    }


READERS: dict[str, Callable[[ForeignEntry], Entry]] = {
    "education": degree,
    "experience": position,
    "awards": award,
}


def _read_part(part: Node, source: Source, collected: Collected) -> None:
    keys = dict(items_of(part))
    title = text_of(keys.get("title")) or "More"
    if "contents" not in keys:
        if not is_empty(part):
            collected.add_own(title, {"text": as_markdown("", part)})
        return
    section = section_of_heading(title)
    for item in nodes_in(keys["contents"]):
        if is_empty(item):
            continue
        if not isinstance(item, Mapping):
            collected.add_own(title, {"text": as_markdown("", item)})
            continue
        entry = ForeignEntry(item, title, source, collected.problems)
        if _is_name(entry, collected):
            continue
        if section in TITLED and _add_titles(title, section, entry, collected):
            continue
        if section in READERS:
            collected.add(title, section, READERS[section](entry), place(source, item))
        else:
            collected.add_own(title, own(entry))


def _is_name(entry: ForeignEntry, collected: Collected) -> bool:
    """Whether an entry is the fact with the person's name, which goes to the profile."""
    fact, value = dict(items_of(entry.node)).get("name"), dict(items_of(entry.node)).get("value")
    if text_of(fact).lower() not in NAMES or not isinstance(value, Scalar):
        return False
    collected.profile["name"] = text_of(value)
    collected.note("cv", "data/profile.yml")
    return True


def _add_titles(heading: str, section: str, entry: ForeignEntry, collected: Collected) -> bool:
    """Add the entries of a year, such as awards, which are the items of an entry without a title.

    Returns whether it is such an entry; nothing is taken of any other one but its date.
    """
    if entry.left.keys() != {"year", "items"}:
        return False
    date = entry.date("start", "end", "year")
    items = entry.texts("items") if date else []
    if not items:
        return False
    location = place(entry.source, entry.node)
    for item in items:
        collected.add(heading, section, {"date": date, "title": item}, location)
    return True


def _text(entry: ForeignEntry) -> str:
    """The description, the items and all other keys as Markdown."""
    parts = []
    for key in ("description", "items", "contents"):
        node = entry.below(key)
        if node is not None and not is_empty(node):
            parts.append(_lines(node))
    return entry.rest(*parts)


def _lines(node: Node) -> str:
    """A text; a list of more than one text as a list."""
    texts = [item for item in nodes_in(node) if not is_empty(item)]
    if len(texts) > 1 and all(isinstance(item, Scalar) for item in texts):
        return "\n".join(f"- {text_of(item)}" for item in texts)
    return as_markdown("", texts[0] if len(texts) == 1 else node)


def _joined(*texts: str) -> str:
    return "\n\n".join(filter(None, texts))
