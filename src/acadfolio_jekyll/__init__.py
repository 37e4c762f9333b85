"""Everything that exists because of old Jekyll sites, as a plug-in of acadfolio.

Pages with Liquid, the folders of Jekyll, the icons of its themes, the importer, and the comparison with
the old site. Each is imported when a site needs it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from acadfolio.plugins import Plugin

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence
    from pathlib import Path

    from acadfolio.contracts import (
        BuiltFile,
        Compared,
        HtmlRendering,
        Importer,
        PageRendering,
        SourceText,
    )
    from acadfolio.model.page import Page, PageSource
    from acadfolio.model.site import Site
    from acadfolio.problems import Location, Problems


class Jekyll(Plugin):
    """See `acadfolio.plugins.Plugin`."""

    def importers(self) -> Sequence[Importer]:
        from acadfolio_jekyll.importer import JekyllImporter

        return (JekyllImporter(),)

    def comparison(
        self, old: str, outputs: Sequence[BuiltFile], url: str, show: Callable[[str], None]
    ) -> Compared:
        from acadfolio_jekyll.comparison.sites import compare_site

        return compare_site(old, outputs, url, show)

    def claimed_files(self, paths: Sequence[str], problems: Problems) -> Collection[str]:
        from acadfolio_jekyll.folders import is_of_jekyll, is_part, report_folders

        parts = [path for path in paths if is_part(path)]
        reported = [path for path in paths if path not in parts and is_of_jekyll(path)]
        report_folders(reported, problems)
        return {*parts, *reported}

    def page_source(self, page: Page, folder: Path, problems: Problems) -> PageSource | None:
        from acadfolio_jekyll.page_source import page_source

        return page_source(page, folder, problems)

    def page_text(self, page: Page, rendering: PageRendering) -> SourceText:
        from acadfolio_jekyll.liquid import render_page

        return render_page(page, rendering)

    def in_layout(self, layout: str, html: str, page: Page, rendering: PageRendering) -> SourceText:
        from acadfolio_jekyll.liquid import render_layout

        return render_layout(layout, html, page, rendering)

    def entries_shown(self, page: Page, text: str, site: Site) -> set[Location]:
        from acadfolio_jekyll.liquid import entries_read_by

        return entries_read_by("".join((text, *page.source.files.values())), site)

    def finished_html(self, html: str, page: Page | None, rendering: HtmlRendering) -> str:
        from acadfolio_jekyll.font_icons import with_icons

        return with_icons(html, page, rendering)


PLUGIN = Jekyll()
