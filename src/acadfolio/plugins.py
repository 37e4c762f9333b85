"""What may be added to acadfolio from outside: the one list, and the loading of installed plug-ins.

A site lists its plug-ins in site.yml (`plugins: [acadfolio-badges]`). Each is an installed package with
an entry point of the group `acadfolio.plugins`, which names a `Plugin`. Nothing in a site's folder is
ever run.
"""

from __future__ import annotations

from contextlib import suppress
from functools import cache
from importlib import import_module

TYPE_CHECKING = False  # Importing typing takes longer than a build without changes.
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
    from importlib.metadata import EntryPoint
    from pathlib import Path
    from typing import Any

    from acadfolio.contracts import (
        Comparison,
        Exporter,
        FileWriter,
        HtmlRendering,
        Importer,
        PageRendering,
        SourceText,
    )
    from acadfolio.model.page import Page, PageSource
    from acadfolio.model.section_kinds import SectionKind
    from acadfolio.model.site import Site
    from acadfolio.problems import Location, Problems

BUNDLED = ("acadfolio_jekyll",)
"""The plug-ins in the same wheel. They are loaded by name when something needs them, and not listed."""
GROUP = "acadfolio.plugins"
"""The group of the entry points."""


class Plugin:
    """A plug-in. Derive from this class, and replace what you add; the defaults add nothing."""

    templates: Path | None = None
    """A folder like a site's `templates/`: citation styles, shortcodes, icons, looks, layouts.

    A site's own templates come first, then those of its plug-ins in the order of `plugins:`, then the
    theme's.
    """
    filters: Mapping[str, Callable[..., Any]] = {}
    """Filters for templates and shortcodes, by name."""
    shortcodes: Mapping[str, Callable[..., str]] = {}
    """Functions that return the text of a shortcode, by name. HTML must be `markupsafe.Markup`."""
    comparison: Comparison | None = None
    """Compares an old site with the new one, for `acadfolio import --compare`."""
    sections: Mapping[str, SectionKind] = {}
    """Sections with records of their own, by the names of their data files.

    `templates` has the template of an entry, `entries/NAME.html`, and the layout of its page, if any.
    """
    exporters: Mapping[str, Exporter] = {}
    """Formats for `acadfolio export --format`, by name."""

    def importers(self) -> Sequence[Importer]:
        """Readers of other generators' sites, for `acadfolio import`."""
        return ()

    def claimed_files(self, paths: Sequence[str], problems: Problems) -> Collection[str]:
        """The files of `content/` that are no pages and not published. They may be reported.

        paths: those whose names, or the names of their folders, begin with `_`, below `content/`.
        """
        return ()

    def page_source(self, page: Page, folder: Path, problems: Problems) -> PageSource | None:
        """What makes the text of a page, or layouts around it; None for pages that are not the plug-in's.

        It is asked when the site is loaded, so that the files of a page are read then.

        Args:
            page: the page as it was read.
            folder: the site's folder.
            problems: where to report errors.
        """
        return None

    def page_text(self, page: Page, rendering: PageRendering) -> SourceText:
        """The text of a page for Markdown, if `page.source.makes_text`. Errors are reported."""
        raise NotImplementedError

    def in_layout(self, layout: str, html: str, page: Page, rendering: PageRendering) -> SourceText:
        """The HTML of a page in one of `page.source.layouts`. Problems are reported as warnings."""
        raise NotImplementedError

    def entries_shown(self, page: Page, text: str, site: Site) -> set[Location]:
        """The locations of the entries of the data in such a text. `text` is `SourceText.source`."""
        return set()

    def files(self, site: Site) -> Mapping[str, FileWriter]:
        """The writers of files that the site gets besides its pages, by their paths in the output.

        They may be different for each site: `site.pages` are those that are published. A file of the
        author's with such a path replaces it.
        """
        return {}

    def finished_html(self, html: str, page: Page | None, rendering: HtmlRendering) -> str:
        """The HTML of a whole page, before its URLs and images are finished."""
        return html


class UnknownPluginError(Exception):
    """There is no such plug-in, or it cannot be used. Has the reason."""


def template_folders(site: Path, names: Iterable[str], theme: Path) -> list[Path]:
    """The folders with the templates of a site: its own, those of its plug-ins, the theme's.

    The first folder that has a template wins. `names` are the plug-ins; `theme` has `templates/`.
    """
    added = [plugin.templates for plugin in plugins_of(names)]
    return [site / "templates", *(folder for folder in added if folder), theme / "templates"]


def has_own_method(names: Iterable[str], name: str) -> bool:
    """Whether one of these plug-ins has its own method of this name, which gets the whole site."""
    usual = getattr(Plugin, name)
    return any(getattr(type(plugin), name) is not usual for plugin in plugins_of(names))


def plugins_of(names: Iterable[str]) -> list[Plugin]:
    """The plug-ins that a site lists, without those that cannot be used, which are reported."""
    found = []
    for name in names:
        with suppress(UnknownPluginError):
            found.append(plugin_named(name))
    return found


@cache
def plugin_named(name: str) -> Plugin:
    """The plug-in with this name: a bundled one, or that of an installed package.

    Raises UnknownPluginError.
    """
    if name in BUNDLED:
        plugin: object = import_module(name).PLUGIN
    else:
        plugin = _entry_point(name)
    if not isinstance(plugin, Plugin):
        found = type(plugin).__name__
        raise UnknownPluginError(f"is a {found}, not an acadfolio.plugins.Plugin")
    if plugin.sections:
        from acadfolio.model.section_kinds import add_sections  # Few plug-ins have any.

        try:
            add_sections(plugin.sections)
        except (ValueError, ImportError, AttributeError) as error:
            raise UnknownPluginError(f"cannot be used: {error}") from None
    return plugin


def _entry_point(name: str) -> object:
    found = installed_plugins().get(name)
    if found is None:
        raise UnknownPluginError("is not installed")
    try:
        return found.load()
    except Exception as error:
        reason = f"{type(error).__name__}: {error}"
        raise UnknownPluginError(f"cannot be imported: {reason}") from error


@cache
def installed_plugins() -> Mapping[str, EntryPoint]:
    """The entry points of all plug-ins by name. Reading them means reading the folders of all libraries."""
    from importlib.metadata import entry_points

    return {point.name: point for point in entry_points(group=GROUP)}
