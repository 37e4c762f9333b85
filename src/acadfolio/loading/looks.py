"""Find the looks of a site and the theme, and read their `theme.yml` with what they extend."""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from acadfolio.loading.files import list_files
from acadfolio.loading.page_urls import parse_local_url
from acadfolio.model.colours import READABLE, contrast, readable
from acadfolio.model.look import ALL, THEME_FILE, Look, Shades, Theme
from acadfolio.model.reading import Reader
from acadfolio.model.record import fields_of
from acadfolio.model.section_kinds import PAGED
from acadfolio.problems import Location, Problems
from acadfolio.source.text import read_source
from acadfolio.source.yaml import Mapping, Node, items_of, parse_yaml, text_of

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence
    from pathlib import Path

FOLDER = "looks"
MOST_PARENTS = 20
NAME = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
FIRST_LINE = "write at least the theme that it extends: `extends: …`"


class LookFile(Struct, frozen=True):
    """The `theme.yml` of a look."""

    path: Path
    is_of_theme: bool
    """Whether it is that of the theme, whose style sheets have its colours."""


def find_looks(folders: Sequence[Path], problems: Problems) -> dict[str, LookFile]:
    """The looks of a site, its plug-ins and the theme, by their names.

    `folders` are those of the templates: the site's, then those of plug-ins, at last the theme's.
    The first file of a name replaces the others. A folder without `theme.yml` has only templates
    for a look of a later folder; any other is reported.
    """
    found: dict[str, LookFile] = {}
    for folder in reversed(folders):
        files = list_files(folder / FOLDER)
        for name in dict.fromkeys(file.partition("/")[0] for file in files if "/" in file):
            path = folder / FOLDER / name / THEME_FILE
            location = Location(f"templates/{FOLDER}/{name}/{THEME_FILE}")
            if f"{name}/{THEME_FILE}" not in files:
                if name not in found:
                    problems.error(
                        location, "this file is missing", FIRST_LINE, rule="missing-file"
                    )
            elif not NAME.fullmatch(name):
                message = f"`{name}` is not a valid name for a theme"
                hint = "rename the folder: lowercase letters and digits, with hyphens between them"
                problems.error(location, message, hint, rule="invalid-value")
            elif name not in found or not path.samefile(found[name].path):
                found[name] = LookFile(path, is_of_theme=folder == folders[-1])
    return dict(sorted(found.items()))


def read_looks(
    files: dict[str, LookFile], sections: Collection[str], problems: Problems
) -> dict[str, Look]:
    """The looks by their names, each with what it has from the looks that it extends.

    `sections` are the names of the site's sections. A look with errors, which are reported, is
    left out.
    """
    choices = {
        "looks": tuple(files),
        "sections": (*sorted(sections), ALL),
        "paged": (*PAGED, ALL),
    }
    reader = _LookReader(files, choices, problems, {})
    looks = ((name, reader.look(name)) for name in files)
    return {name: look for name, look in looks if look is not None}


class _LookReader(Struct):
    """Reads the looks of one site, each once."""

    files: dict[str, LookFile]
    choices: dict[str, tuple[str, ...]]
    problems: Problems
    found: dict[str, Look | None]

    def look(self, name: str, below: tuple[str, ...] = ()) -> Look | None:
        """A look; None if it has errors. `below` are the looks that extend it."""
        if name not in self.found:
            self.found[name] = self._read(name, below)
        return self.found[name]

    def _read(self, name: str, below: tuple[str, ...]) -> Look | None:
        file = self.files[name]
        source = read_source(file.path, f"templates/{FOLDER}/{name}/{THEME_FILE}", self.problems)
        if source is None:
            return None
        before = len(self.problems.errors)
        node = parse_yaml(source, self.problems)
        reader = Reader(source, self.problems, choices=self.choices)
        parent = self._parent(reader, dict(items_of(node)).get("extends"), (*below, name))
        theme = Theme()
        if node is not None:
            defaults = _values_of(parent) if parent else {}
            theme = reader.record(node, Theme, defaults=defaults) or theme
            _check_redirects(reader, node)
        if len(self.problems.errors) > before:
            return None
        look = _with_parent(name, theme, parent, is_of_theme=file.is_of_theme)
        if look.own_colours and node is not None:
            _check_contrast(reader, node, look)
        return look

    def _parent(self, reader: Reader, node: Node | None, below: tuple[str, ...]) -> Look | None:
        """The look that a look extends; None for an unknown one, which is reported as a wrong value."""
        if node is None:
            return None
        shape = fields_of(Theme)["extends"].shape
        quiet = Reader(reader.source, Problems(), choices=self.choices)
        name = quiet.value(node, shape, "extends") or ""
        if name in below:
            through = " and ".join(f"`{each}`" for each in below[below.index(name) : -1])
            message = f"`{below[-1]}` extends itself" + (f", through {through}" if through else "")
            reader.report(node, message, "extend another theme", rule="invalid-value")
            return None
        if len(below) > MOST_PARENTS:
            message = f"more than {MOST_PARENTS} themes extend each other"
            reader.report(node, message, "extend another theme", rule="invalid-value")
            return None
        return self.look(name, below) if name in self.files else None


def _values_of(look: Look) -> dict[str, Any]:
    """What a look hands down to those that extend it."""
    names = set(Theme.__struct_fields__) - {"extends", "source_location"}
    return {name: getattr(look, name) for name in names}


def _with_parent(name: str, theme: Theme, parent: Look | None, *, is_of_theme: bool) -> Look:
    """A look with what pages set themselves, as the theme's style sheets have only those of its own looks."""
    values = {field: getattr(theme, field) for field in Theme.__struct_fields__}
    own_colours = not is_of_theme and (
        parent is None or parent.own_colours or _colours(theme) != _colours(parent)
    )
    own_masthead = not is_of_theme and (
        parent is None or parent.own_masthead or theme.masthead != parent.masthead
    )
    above = parent.names if parent else ()
    return Look(
        **values, name=name, above=above, own_colours=own_colours, own_masthead=own_masthead
    )


def _colours(theme: Theme) -> tuple[Shades, ...]:
    return theme.background, theme.text, theme.links


def _check_redirects(reader: Reader, node: Node) -> None:
    """Report redirects from or to what is no URL of a site."""
    redirects = dict(items_of(node)).get("redirects")
    for key, value in redirects.value if isinstance(redirects, Mapping) else []:
        for url in (key, value):
            reader.attempt(url, partial(parse_local_url, text_of(url)), rule="invalid-url")


def _check_contrast(reader: Reader, node: Node, look: Look) -> None:
    """Warn of text and links that are hard to read on the background."""
    nodes = dict(items_of(node))
    for key in ("text", "links"):
        shades: Shades = getattr(look, key)
        for mode in ("light", "dark"):
            colour, ground = getattr(shades, mode), getattr(look.background, mode)
            ratio = int(contrast(colour, ground) * 10) / 10
            place = nodes.get(key) or nodes.get("background")
            if contrast(colour, ground) < READABLE and place is not None:
                message = f"the contrast of `{colour}` on `{ground}` is {ratio}; readable text needs {READABLE}"
                hint = f"use another colour: `{readable(colour, (ground,))}`"
                reader.warn(place, message, hint, rule="low-contrast")
