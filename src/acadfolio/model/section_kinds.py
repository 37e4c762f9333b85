"""The sections of a site: the records of their entries, their defaults, and the settings that have an effect."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING
from unicodedata import normalize

import msgspec
from msgspec import Struct

from acadfolio.model.record import keys_of
from acadfolio.problems import any_of, did_you_mean
from acadfolio.source.yaml import load_table

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable


class SectionKind(Struct, frozen=True, rename={"record_path": "record"}):
    """The properties of a section. The comments of `section_kinds.yml` describe the fields."""

    record_path: str
    """The module in `model/` and the class of the record."""
    fields: tuple[str, ...] = ()
    emoji: str = ""
    facts: tuple[str, ...] = ()
    page: str = ""
    views: tuple[str, ...] = ("list", "cv")
    unused: dict[str, str] = {}

    @property
    def record(self) -> type[Struct]:
        """The record class of its entries. Imported only for sites with such a section."""
        module, _, name = self.record_path.partition(".")
        found: type[Struct] = getattr(import_module(f"acadfolio.model.{module}"), name)
        return found


SECTION_KINDS = msgspec.convert(load_table(__file__), dict[str, SectionKind])
FREE = SectionKind("entries.Entry", ("date", "title", "text", "links"))
"""The properties of the section of any other data file."""
PAGED = {name: kind.page for name, kind in SECTION_KINDS.items() if kind.page}
"""The sections whose entries can have their own pages, with the layouts of these."""


def section_kind(name: str) -> SectionKind:
    return SECTION_KINDS.get(name, FREE)


def unused_settings(section: str) -> dict[str, str]:
    """The settings without effect in a section, and why."""
    unused = dict(section_kind(section).unused)
    if section != "publications":
        unused |= dict.fromkeys(ONLY_PUBLICATIONS, "only `publications` has it")
    if section not in PAGED:
        unused["pages"] = f"only {', '.join(f'`{name}`' for name in PAGED)} have it"
    return unused


DATES = frozenset({"date", "year", "terms"})
"""The fields by which `date` and `oldest` sort."""
ONLY_PUBLICATIONS = ("style", "legend", "search", "max_authors", "keywords")
OF_POSTS = ("tags", "categories", "year")
"""The fields by which posts may be grouped: categories count as tags, too."""


Wrong = tuple[str, str]
"""Why a setting cannot have a value, and a hint."""


def wrong_value(section: str, setting: str, value: str, styles: Collection[str]) -> Wrong | None:
    """Why a setting of a section cannot have a value; None if it can.

    `styles` are the citation styles.
    """
    if setting in {"fields", "group_by"}:
        return _wrong_field(section, value)
    if setting == "view":
        return _wrong_view(section, value)
    if section == "publications":
        return _wrong_style(value, styles) if setting == "style" and styles else None
    return _wrong_sort(section, value) if setting == "sort" else None


def _wrong_field(section: str, field: str) -> Wrong | None:
    fields = (
        OF_POSTS if section == "posts" else {*keys_of(section_kind(section).record)} - {"extra"}
    )
    return (
        None
        if field in fields
        else (f"entries of `{section}` have no field `{field}`", did_you_mean(field, fields))
    )


def _wrong_view(section: str, view: str) -> Wrong | None:
    views = section_kind(section).views
    hint = f"write {any_of(views)}" if len(views) > 1 else "delete this line"
    return None if view in views else (f"`{section}` cannot be shown as {view}", hint)


def _wrong_sort(section: str, order: str) -> Wrong | None:
    has_dates = not DATES.isdisjoint(keys_of(section_kind(section).record))
    if order in {"author", "citations"}:
        orders = "`date`, `oldest`, `title` or `file`" if has_dates else "`title` or `file`"
        return f"`{section}` cannot be sorted by {order}", f"write {orders}"
    if order in {"date", "oldest"} and not has_dates:
        return (
            f"`{section}` cannot be sorted by date: its entries have none",
            "write `title` or `file`",
        )
    return None


def _wrong_style(style: str, styles: Collection[str]) -> Wrong | None:
    return (
        None
        if style in styles
        else (f"there is no citation style `{style}`", _hint_at_style(style, styles))
    )


def _hint_at_style(style: str, styles: Collection[str]) -> str:
    if style in section_kind("publications").views:
        return f"did you mean the view `{style}`?"
    file = f"data/styles/{style}" if style.endswith(".csl") else f"templates/citations/{style}.html"
    return did_you_mean(style, styles) or f"add the file {file}"


DATA_ENDINGS = (".yml", ".yaml")
NOT_SECTIONS = frozenset({"site", "profile", "publications", "venues", "people", "coauthors"})
"""The names of data files that are not sections of entries."""
PLACED_ONLY = frozenset({"posts", "visitor_map"})
"""Sections without a data file."""


def section_of(file: str) -> str:
    """The section of a data file.

    Its name is normalised, as macOS separates accents from their letters.
    """
    return normalize("NFC", file.rpartition(".")[0] or file).replace("-", "_")


def sections_of(names: Iterable[str]) -> frozenset[str]:
    """All sections of a site with these data files."""
    return PLACED_ONLY.union(SECTION_KINDS, set(names) - NOT_SECTIONS)
