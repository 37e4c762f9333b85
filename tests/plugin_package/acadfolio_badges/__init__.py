"""A plug-in that uses everything that a plug-in may offer. `tests/test_plugins.py` installs it."""

from __future__ import annotations

import json
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

from markupsafe import Markup, escape

from acadfolio.contracts import Exporter, Imported, PageRendering, SiteRendering, SourceText
from acadfolio.markdown.shortcodes import mark
from acadfolio.model.page import Page, PageSource
from acadfolio.model.section_kinds import SectionKind
from acadfolio.plugins import Plugin
from acadfolio.problems import Problems

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from acadfolio.contracts import BuiltFile, FileWriter, HtmlRendering, Importer
    from acadfolio.model.site import Data, Site
    from acadfolio.problems import Problem


def shout(text: object) -> str:
    return f"{text}!"


def badge(text: str, *, colour: str = "green") -> Markup:
    return Markup(f'<b class="badge" style="color: {escape(colour)}">{escape(text)}</b>')  # noqa: S704


def plain(text: str) -> str:
    return text


class NotesImporter:
    """Reads a folder with `notes.txt`: a line is an entry of the news."""

    description = "a folder of notes has notes.txt"

    def detects(self, folder: Path) -> bool:
        return (folder / "notes.txt").is_file()

    def read(self, folder: Path, site: Path, *, structure: bool) -> Imported:  # noqa: ARG002
        imported = Imported(folder, Problems())
        lines = (folder / "notes.txt").read_text(encoding="utf-8").splitlines()
        entries = [f"- {{date: 1932, text: {json.dumps(line)}}}\n" for line in lines]
        imported.files["data/news.yml"] = "".join(entries)
        imported.entries["news"] = len(entries)
        return imported

    def lost(
        self,
        imported: Imported,  # noqa: ARG002
        outputs: Iterable[BuiltFile],
        url: str,  # noqa: ARG002
    ) -> list[Problem]:
        assert list(outputs)
        return []


def titles(data: Data) -> bytes:
    return "".join(f"{paper.title}\n" for paper in data.publications).encode()


def list_pages(rendering: SiteRendering) -> str:
    pages = [
        [page.url, page.title, page.when.isoformat if page.when else "", page.is_draft]
        for page in rendering.pages
    ]
    title = rendering.words(rendering.site.settings.title)
    return json.dumps({"title": title, "pages": pages})


def list_drafts(rendering: SiteRendering) -> str | None:
    return "\n".join(page.title for page in rendering.pages if page.is_draft) or None


TITLES = Exporter("the titles of the publications", titles)


EXHIBITS = SectionKind(
    record_path="acadfolio_badges.records:Exhibit",
    emoji="🔭",
    fields=("title", "museum"),
    facts=("museum",),
    page="talk",
    views=("list", "table", "cv"),
    feed="exhibits.xml",
)


class Badges(Plugin):
    templates = Path(__file__).with_name("templates")
    filters = MappingProxyType({"shout": shout})
    shortcodes = MappingProxyType({"badge": badge, "plain": plain})
    sections = MappingProxyType({"exhibits": EXHIBITS})
    exporters = MappingProxyType({"titles": TITLES})

    def importers(self) -> Sequence[Importer]:
        return (NotesImporter(),)

    def page_source(self, page: Page, folder: Path, problems: Problems) -> PageSource | None:
        if "%TODAY%" not in page.body:
            return None
        problems.warn(page.at(1), "this page changes every day", rule="liquid-unsupported")
        part = (folder / "content/_parts/day.txt").read_text(encoding="utf-8")
        return PageSource(makes_text=True, files={"content/_parts/day.txt": part})

    def page_text(self, page: Page, rendering: PageRendering) -> SourceText:
        (day,) = page.source.files.values()
        assert "figure" in rendering.features
        return SourceText(mark(page.body), mark(page.body.replace("%TODAY%", day.strip())))

    def claimed_files(self, paths: Sequence[str], problems: Problems) -> set[str]:  # noqa: ARG002
        return {path for path in paths if path.startswith("_parts/")}

    def finished_html(self, html: str, page: Page | None, rendering: HtmlRendering) -> str:
        assert rendering.words
        html = html.replace("%PAPERS%", str(len(rendering.site.publications)))
        return html if page is None else html.replace("</main>", "<!-- badges --></main>")

    def files(self, site: Site) -> dict[str, FileWriter]:
        return {"pages.json": list_pages, "drafts.txt": list_drafts} if site.pages else {}


IMPORTER = NotesImporter()
PLUGIN = Badges()


class WithoutText(Plugin):
    sections = MappingProxyType(
        {"exhibits": SectionKind("acadfolio.model.entries:News", page="entry")}
    )


WITHOUT_TEXT = WithoutText()
