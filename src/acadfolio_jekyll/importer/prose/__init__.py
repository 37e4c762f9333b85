"""Find the lists of news, papers, degrees and others in the text of pages, and convert them to entries of data files.

A list is what stands below a heading that names a section, in the page that has most of its
entries. What is not understood stays in the page, and is reported.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

from msgspec import Struct, field

from acadfolio.model.dates import When
from acadfolio_jekyll.importer.prose.group import Group, date_of
from acadfolio_jekyll.importer.prose.tables import TABLES

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

    from acadfolio_jekyll.importer.entries import Entry

STYLES = {
    "tagged": re.compile(r"^\s*(?:[-*]\s+)?\*\*\\?\["),
    "quoted": re.compile(r"[“\"][^”\"“]+,?[”\"]"),
    "plain": re.compile(r"(?i)\.\s+in\s"),
}
"""The styles of citations, each with a pattern of what it has."""


class Structured(Struct):
    """The lists that become data files."""

    sections: dict[str, list[Entry]] = field(default_factory=dict)
    pages: dict[str, str] = field(default_factory=dict)
    """The new texts of pages, by their paths."""
    unread: list[tuple[str, Group]] = field(default_factory=list)
    """The lists that are not understood, or not wholly, with the paths of their pages."""


def structured(pages: Mapping[str, list[Group]], taken: Collection[str]) -> Structured:
    """Find the lists of a site.

    Args:
        pages: the parts of the pages, by their paths.
        taken: the sections that have entries already.
    """
    result = Structured()
    for section in TABLES.headings:
        if section not in taken:
            _add_section(section, _longest_lists(section, pages.values()), result)
    for path, groups in pages.items():
        if any(group.shortcode for group in groups):
            text = "".join(group.text for group in groups)
            result.pages[path] = re.sub(r"\n{3,}", "\n\n", text)
        result.unread += [(path, group) for group in groups if group.unread > 0]
    return result


def _longest_lists(section: str, pages: Iterable[list[Group]]) -> list[Group]:
    """The lists of a section on the page that has most of its entries."""
    longest: list[Group] = []
    for groups in pages:
        lists = [group for group in groups if group.section == section and group.is_list]
        if _number_of_entries(lists) > _number_of_entries(longest):
            longest = lists
    return longest


def _number_of_entries(groups: list[Group]) -> int:
    return sum(len(group.entries) for group in groups)


def _add_section(section: str, groups: list[Group], result: Structured) -> None:
    """Add the lists of a section: those whose headings are years or categories, otherwise the longest one."""
    key = _key_of_headings(section, groups)
    if not key:
        groups = sorted(groups, key=lambda group: -len(group.entries))[:1]
    for group in groups:
        entries = group.entries
        if key:
            group.arguments = {key: group.heading, **group.arguments}
        if key == "category":
            entries = [entry | {key: group.heading} for entry in entries]
        if section == "publications":
            group.arguments |= _citation_style(group)
        group.shortcode = _shortcode(section, group)
        result.sections.setdefault(section, []).extend(entries)


def _citation_style(group: Group) -> dict[str, str]:
    """The argument that shows papers as the page does: in boxes, or in the style of its first citation."""
    if any(entry.get("image") for entry in group.entries):
        return {"view": "boxes"}
    for style, pattern in STYLES.items():
        if pattern.search(group.sample):
            return {"style": style}
    return {}


def _key_of_headings(section: str, groups: list[Group]) -> str:
    """The key that the headings of lists are the values of; empty for one list, and if two have the same heading."""
    headings = {group.heading for group in groups}
    if len(groups) == 1 or len(headings) < len(groups):
        return ""
    if all(group.is_of_year for group in groups):
        return "year" if section == "publications" else "date"
    return "category" if section == "publications" else ""


def _shortcode(section: str, group: Group) -> str:
    """The shortcode that shows the entries in the order of the page."""
    arguments = dict(group.arguments)
    dates = [date_of(entry) for entry in group.entries]
    newest = [When.parse(date).newest if date else () for date in dates]
    if newest != sorted(newest, reverse=True):
        arguments["sort"] = "file"
    written = [f"{key}={json.dumps(value, ensure_ascii=False)}" for key, value in arguments.items()]
    return f"{{{{ {section}({', '.join(written)}) }}}}"
