"""Jekyll's folders in `content/`: those with parts of pages, and those that are reported."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import msgspec
from msgspec import Struct

from acadfolio.model.section_kinds import SECTION_KINDS
from acadfolio.model.theme_keys import theme_keys
from acadfolio.problems import Location, Problem, Problems
from acadfolio.source.yaml import load_table

if TYPE_CHECKING:
    from collections.abc import Iterable

INCLUDES, LAYOUTS = "_includes", "_layouts"
"""The folders in content/ with texts for Liquid's tag `include`, and with the site's own layouts."""


class Folders(Struct, frozen=True):
    """The tables of `folders.yml`, whose comments describe them."""

    collections: dict[str, str]
    belongs: dict[str, str]
    kinds: dict[str, str]


@cache
def folders() -> Folders:
    return msgspec.convert(load_table(__file__), Folders)


def is_part(path: str) -> bool:
    """Whether a file is an include, or a layout of the site's own.

    The theme has its templates for the other layouts.
    """
    folder, _, name = path.partition("/")
    is_own_layout = folder == LAYOUTS and name.partition(".")[0] not in theme_keys().layouts
    return folder == INCLUDES or is_own_layout


def is_of_jekyll(path: str) -> bool:
    """Whether a file is in a folder that belongs to Jekyll.

    Such files are not published, but reported.
    """
    top = path.partition("/")[0]
    return top in folders().belongs or top in folders().collections


def report_folders(paths: Iterable[str], problems: Problems) -> None:
    """Report Jekyll's folders and the layouts named as the theme's, with a hint where they belong."""
    found = {path if path.startswith(f"{LAYOUTS}/") else path.partition("/")[0] for path in paths}
    for name in sorted(found):
        location = Location(f"content/{name}")
        section = folders().collections.get(name)
        if section is None:
            message = "this belongs to Jekyll and is not published"
            hint = folders().belongs[name.partition("/")[0]]
            problems.warn(location, message, hint, rule="jekyll-folder")
            continue
        message = (
            f"acadfolio has no pages for the files of Jekyll's `{name}`: "
            f"their entries are in data/{section}.yml"
        )
        how = "write them there"
        if section in SECTION_KINDS:
            how = "`acadfolio import content` writes them there"
        hint = f"{how}; then move this folder away; `{{{{ {section}() }}}}` lists them"
        problems.add(Problem("jekyll-folder", location, message, hint, can_wait=True))
