"""The sections of a site: the records of their entries, their defaults, and the settings that have an effect."""

from collections.abc import Collection, Iterable, Mapping
from importlib import import_module
from typing import Literal
from unicodedata import normalize

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from acadfolio.model.record import FLAGS, keys_of
from acadfolio.source.yaml import load_table
from acadfolio.wording import any_of, did_you_mean


class SectionKind(Struct, frozen=True, rename={"record_path": "record"}):
    """The properties of a section. The comments of `section_kinds.yml` describe the fields."""

    record_path: str = ""
    emoji: str = ""
    fields: tuple[str, ...] = ()
    facts: tuple[str, ...] = ()
    colon_after: tuple[str, ...] = ()
    in_element: tuple[str, ...] = ("date",)
    """The fields that templates print in an element of their own, with the colon or comma after it."""
    upcoming: bool = False
    views: tuple[str, ...] = ("list", "cv")
    cards: bool = False
    settings: tuple[str, ...] = ()
    unused: dict[str, str] = {}
    orders: tuple[str, ...] = ()
    grouping: str = ""
    joined: bool = False
    home: bool = True
    cv_place: int = 0
    cv: Literal["always", "listed", "never"] = "always"
    feed: str = ""
    page: str = ""
    people: bool = False
    arguments: tuple[str, ...] = ()
    group_by: tuple[str, ...] = ()
    tag_groups: bool = False
    source: str = ""

    @property
    def record(self) -> type[Struct]:
        """The record class of its entries. Imported only for sites with such a section.

        That of a plug-in has its whole module before a colon: `acadfolio_museum.records:Exhibit`.
        """
        module, _, name = self.record_path.rpartition(":")
        if not module:
            of_model, _, name = self.record_path.partition(".")
            module = f"acadfolio.model.{of_model}"
        found: type[Struct] = getattr(import_module(module), name)
        return found

    @property
    def of_publications(self) -> bool:
        """Whether its entries are publications, which have citation styles, marks and a search form."""
        return self.record_path == "publication.Publication"

    @property
    def is_free(self) -> bool:
        """Whether it is a section of the author's own, also one with a name that has a heading."""
        return self.record_path == FREE.record_path


FREE = SectionKind(
    "entries.Entry",
    fields=("date", "title", "items", "text", "links"),
    colon_after=("title",),
    in_element=("date", "title"),
    upcoming=True,
    cv_place=15,
)
"""The properties of the section of any other data file."""


def _table() -> dict[str, SectionKind]:
    """All rows of the table."""
    # Numbers and booleans of the table are texts.
    rows = msgspec.convert(load_table(__file__), dict[str, SectionKind], strict=False)
    return {
        name: replace(FREE, emoji=kind.emoji, cv_place=kind.cv_place) if kind.is_free else kind
        for name, kind in rows.items()
    }


BUILT_IN = _table()
"""The sections of acadfolio; other data files are sections, too."""
SECTION_KINDS = {name: kind for name, kind in BUILT_IN.items() if kind.record_path}
"""The built-in sections whose entries are records, which may have a data file."""
WITHOUT_RECORDS = {name: kind for name, kind in BUILT_IN.items() if not kind.record_path}
"""The built-in sections without a data file. Shortcodes place them."""
OWN_RECORDS = tuple(name for name, kind in SECTION_KINDS.items() if not kind.is_free)
"""Those whose entries have keys of their own. A free section may be named nearly like another."""
PAGED = {name: kind.page for name, kind in SECTION_KINDS.items() if kind.page}
"""The sections whose entries can have their own pages, with the layouts of these."""
FEEDS = {kind.feed: name for name, kind in BUILT_IN.items() if kind.feed}
"""The section of each feed by its path, in the order of the links in a page's head."""


SHOWN_ON_PAGES = frozenset({"text", "links", "redirect_from"})
"""The fields that the page of an entry reads."""


def add_sections(kinds: Mapping[str, SectionKind]) -> None:
    """Add the sections of a plug-in, for all sites of this process.

    Raises ValueError for a name that another section has, and for pages of entries without a field
    that the page of an entry shows.
    """
    for name, kind in kinds.items():
        keys = keys_of(kind.record)
        missing = SHOWN_ON_PAGES.difference(keys)
        if kind.page and missing:
            raise ValueError(
                f"the entries of `{name}` have pages, but no {any_of(tuple(sorted(missing)))}"
            )
        if BUILT_IN.setdefault(name, kind) != kind:
            raise ValueError(f"there is another section `{name}`")
        SECTION_KINDS[name] = kind
        if kind.page:
            PAGED[name] = kind.page
        if kind.feed:
            FEEDS[kind.feed] = name


def section_kind(name: str) -> SectionKind:
    return BUILT_IN.get(name, FREE)


def by_place_in_cv(names: Iterable[str]) -> list[str]:
    """Sections in the order of a CV; those at the same place keep theirs."""
    return sorted(names, key=lambda name: section_kind(name).cv_place or FREE.cv_place)


def unused_settings(section: str) -> dict[str, str]:
    """The settings without effect in a section, and why."""
    kind = section_kind(section)
    unused = dict(kind.unused)
    for name, other in BUILT_IN.items():
        others = set(other.settings).difference(kind.settings)
        unused |= dict.fromkeys(others, f"only `{name}` has it")
    if section not in PAGED:
        unused["pages"] = f"only {', '.join(f'`{name}`' for name in PAGED)} have it"
    return unused


DATES = frozenset({"date", "year", "terms"})
"""The fields by which `date` and `oldest` sort."""


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
    if setting == "sort":
        return _wrong_sort(section, value)
    if setting == "style" and styles and setting in section_kind(section).settings:
        return _wrong_style(section, value, styles)
    return None


def _wrong_field(section: str, field: str) -> Wrong | None:
    kind = section_kind(section)
    fields = set(keys_of(kind.record)) - {"extra", *FLAGS} if kind.record_path else kind.group_by
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
    kind = section_kind(section)
    if order in kind.orders:
        return None
    has_dates = not DATES.isdisjoint(keys_of(kind.record))
    if order in {"author", "citations"}:
        orders = "`date`, `oldest`, `title` or `file`" if has_dates else "`title` or `file`"
        return f"`{section}` cannot be sorted by {order}", f"write {orders}"
    if order in {"date", "oldest"} and not has_dates:
        return (
            f"`{section}` cannot be sorted by date: its entries have none",
            "write `title` or `file`",
        )
    return None


def _wrong_style(section: str, style: str, styles: Collection[str]) -> Wrong | None:
    return (
        None
        if style in styles
        else (f"there is no citation style `{style}`", _hint_at_style(section, style, styles))
    )


def _hint_at_style(section: str, style: str, styles: Collection[str]) -> str:
    if style in section_kind(section).views:
        return f"did you mean the view `{style}`?"
    file = f"data/styles/{style}" if style.endswith(".csl") else f"templates/citations/{style}.html"
    return did_you_mean(style, styles) or f"add the file {file}"


DATA_ENDINGS = (".yml", ".yaml")
NOT_SECTIONS = frozenset({"site", "profile", "venues", "coauthors"})
"""The names of data files that are not sections of entries."""


def section_of(file: str) -> str:
    """The section of a data file.

    Its name is normalised, as macOS separates accents from their letters.
    """
    return normalize("NFC", file.rpartition(".")[0] or file).replace("-", "_")


def sections_of(names: Iterable[str]) -> frozenset[str]:
    """All sections of a site with these data files."""
    return frozenset({*BUILT_IN, *names}) - NOT_SECTIONS
