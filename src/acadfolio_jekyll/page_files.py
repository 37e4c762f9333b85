"""Detect Jekyll's Liquid in pages, and read the files that they include."""

from __future__ import annotations

import posixpath
import re
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from acadfolio.loading.files import is_file
from acadfolio.loading.jekyll import INCLUDES, LAYOUTS
from acadfolio.markdown.source import is_in_indented_code
from acadfolio.model.jekyll import jekyll
from acadfolio.model.reading import Reader
from acadfolio.model.section_kinds import SECTION_KINDS
from acadfolio.model.site import Settings
from acadfolio.model.values import ForJekyll
from acadfolio.problems import Problems, did_you_mean
from acadfolio.source.front_matter import split_page
from acadfolio.source.text import read_source
from acadfolio.source.yaml import items_of, place, text_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from acadfolio.model.page import Page
    from acadfolio.source.front_matter import PageSource

LIQUID_NAME = r"[A-Za-z_][\w-]+(?:\.[\w-]+)*"
EXPRESSION = re.compile(
    rf"""\{{\{{-?\s*(?:
        (?P<of>(?:site|page)\.\w+)
        |(?P<piped>"[^"\n]*"|'[^'\n]*'|{LIQUID_NAME})\s*\|\s*[a-z_]{{3,}}\s*(?:[|:]|-?\}}\}})
    )""",
    re.VERBOSE,
)
"""Syntax of Liquid that shortcodes do not have.

It does not match sets in formulas, such as `{{x | y}}`.
"""
FORMULA = re.compile(
    r"\$\$(?:(?!\n[ \t]*\n)[\s\S])*?\$\$|(?<![\\$\w])\$(?=[^\s$])[^$\n]*(?<=\S)\$(?![$\d])"
)
_RAW = re.compile(r"\{%-?\s*raw\s*-?%\}(?!`)[\s\S]*?\{%-?\s*endraw\s*-?%\}")
"""Jekyll's `raw`, which also works in code. Alone in code it is shown: a page explains it."""
SETTINGS = {f"site.{name}" for name in Settings.__struct_fields__}
SHORTCODE_NAMES = frozenset({"site", "profile", "words", *SECTION_KINDS, *SETTINGS})
"""The first names of shortcodes, which may also have filters.

Pages of Jekyll read more of `site`.
"""
INCLUDED = re.compile(r"""\{%-?\s*include(?:_cached)?(_relative)?\s+["']?([^\s"'{}%]+)""")
LIQUID_FILTER = re.compile(
    r"""(?:[^"']|"[^"]*"|'[^']*')*?\|\s*(?:\w+\s*:|(?:(?:up|down)case|(?:json|markdown|sass|scss|slug|smart)ify"""
    r"""|(?:absolute|relative)_url|(?:cgi|uri|xml)_escape|strip_(?:html|index|newlines)|date_to_\w+)\b)"""
)
"""Filters that shortcodes do not have: `upcase`, and those with a colon after their name."""
BLOCK_MARKERS = re.compile(r"(?:[ \t>]|(?:[-*+:]|\d+\.)[ \t])+")
"""The markers of lists and quotes before a shortcode."""


def holds_liquid(body: str, text: str) -> bool:
    """Whether a page has Liquid.

    `text` is its body without code, in which only Jekyll's `raw` has an effect.
    """
    if "{%" in text or without_raw(body) != body:
        return True
    text = FORMULA.sub("", text)
    expressions = (match for match in EXPRESSION.finditer(text) if not _is_shortcode(match))
    return any(not is_in_indented_code(text, match.start()) for match in expressions)


def _is_shortcode(match: re.Match[str]) -> bool:
    """Whether an expression is a shortcode on a line of its own, which may also use `site.title`."""
    text, end = match.string, match.string.find("\n", match.start())
    line = text[text.rfind("\n", 0, match.start()) + 1 : end if end >= 0 else len(text)]
    line = BLOCK_MARKERS.sub("", line, count=1).strip()
    is_alone = line.startswith("{{") and line.find("}}") == len(line) - 2
    if not is_alone or (match["of"] and LIQUID_FILTER.match(line)):
        return False
    return (match["of"] or match["piped"].partition(".")[0]) in SHORTCODE_NAMES


def with_included(pages: Sequence[Page], root: Path, problems: Problems) -> list[Page]:
    """Add the texts that pages and their layouts include, and remove the pages that are only included by others.

    A file is only included if it has no front matter. If two files include each other, both are
    pages.
    """
    pages = [replace(page, included=_included(page, root, problems)) for page in pages]
    only_included = _only_included(pages)
    return [page for page in pages if page.file not in only_included or page.body_line > 1]


def _only_included(pages: Sequence[Page]) -> set[str]:
    """The files that pages include, without those that include these pages in turn."""
    included_files = {
        page.file: {_relative_path(page, name) for name in page.included} for page in pages
    }
    only_included: set[str] = set()
    for file, parts in included_files.items():
        only_included.update(part for part in parts if file not in included_files.get(part, ()))
    return only_included


def without_raw(text: str) -> str:
    """The text without what is in Jekyll's `raw`.

    One without an end is not sought behind the last end.
    """
    last = text.rfind("endraw")
    if last < 0:
        return text
    end = text.find("%}", last) + len("%}")
    return _RAW.sub("", text[:end]) + text[end:]


def include_key(page: str, name: str) -> str:
    """The path of a file in content/_includes/, relative to the folder of a page's file."""
    return posixpath.relpath(f"content/{INCLUDES}/{name}", posixpath.dirname(page))


def _names_in(text: str, page: Page) -> Iterator[str]:
    """The paths of the files that a text includes, relative to the page's folder."""
    for is_relative, name in INCLUDED.findall(without_raw(text)):
        yield name if is_relative else include_key(page.file, name)


def _relative_path(page: Page, name: str) -> str:
    return posixpath.normpath(posixpath.join(posixpath.dirname(page.file), name))


def _included(page: Page, root: Path, problems: Problems) -> dict[str, str]:
    """The texts in a page and its layouts, also indirectly, by their relative paths.

    Missing files are skipped.
    """
    texts = dict(page.included)
    names = list(_names_in("".join((page.body if page.has_liquid else "", *texts.values())), page))
    while names:
        name = names.pop()
        file = _relative_path(page, name)
        if name in texts or not file.startswith("content/") or not is_file(root / file):
            continue
        if source := read_source(root / file, file, problems):
            texts[name] = source.text
            names += _names_in(source.text, page)
    return texts


def own_layouts(name: str, folder: Path, problems: Problems) -> tuple[dict[str, PageSource], str]:
    """The site's own layouts around a page with the layout `name`, from the inside out, by their paths in `folder`.

    The second result is the theme's layout around these; empty without one. Reports layouts that a
    layout names and that do not exist, or are in it.
    """
    found: dict[str, PageSource] = {}
    location = None
    while name not in jekyll().layouts:
        path = _path_of_layout(name, folder)
        source = read_source(folder / path, f"{folder.name}/{path}", problems) if path else None
        if source is None or path in found:
            if name and location:
                message = (
                    f"the layout `{name}` is around itself"
                    if path
                    else f"there is no layout `{name}`"
                )
                problems.error(location, message, rule="unknown-layout")
            return found, ""
        found[path] = split_page(source, problems)
        node = dict(items_of(found[path].front_matter)).get("layout")
        name = text_of(node)
        location = place(source, node) if node else None
    return found, name


def _path_of_layout(name: str, folder: Path) -> str:
    """The path of a layout in a folder; empty if there is none there."""
    for ending in (".html", ".liquid"):
        path = posixpath.normpath(f"{LAYOUTS}/{name}{ending}")
        if path.startswith(f"{LAYOUTS}/") and is_file(folder / path):
            return path
    return ""


def with_layouts(page: Page, folder: Path, problems: Problems) -> Page:
    """Add the site's own layouts around a page. A layout that does not exist is reported."""
    name = page.front_matter.layout
    if not name or name in jekyll().layouts:
        return page
    of_layouts = Problems()
    sources, outer = own_layouts(name, folder, of_layouts)
    if not sources:
        near = did_you_mean(name, jekyll().layouts, lists=False)
        hint = near or f"choose one of: {', '.join(sorted(jekyll().layouts))}; or delete this line"
        problems.error(
            page.places["layout"], f"there is no layout `{name}`", hint, rule="unknown-layout"
        )
    texts: dict[str, str] = {}
    layouts: dict[str, dict[str, Any]] = {}
    values: dict[str, Any] = {}
    for path, source in sources.items():
        key = posixpath.relpath(f"content/{path}", posixpath.dirname(page.file))
        texts[key] = (
            "\n" * (source.body_line - 1) + source.body
        )  # With the line numbers of the file.
        own = (
            Reader(source.source, of_layouts, []).value(source.front_matter, ForJekyll)
            if source.front_matter
            else {}
        )
        values = layouts[key] = own | values  # As in Jekyll, the values of inner layouts win.
    problems.add_as_warnings(of_layouts)
    if outer in {"", "default"} and "<h1" in "".join(texts.values()):
        page = replace(page, has_title_in_text=True)
    front_matter = replace(page.front_matter, layout=outer)
    return replace(page, front_matter=front_matter, included=texts, layouts=layouts)
