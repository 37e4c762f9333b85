"""The types that acadfolio and its plug-ins exchange. `plugins.Plugin` says who makes which."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from msgspec import Struct, field

from acadfolio.problems import Location, Problem, Problems  # noqa: TC001 - msgspec reads the types of Imported

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from pathlib import Path

    from acadfolio.markdown.state import Document
    from acadfolio.model.dates import When
    from acadfolio.model.site import Data, Site
    from acadfolio.model.values import Text


class FeatureCall(Struct, frozen=True):
    """A feature to place in a page, such as a gallery; or finished HTML, which Markdown leaves alone."""

    name: str
    arguments: Mapping[str, Any]
    location: Location
    html: str = ""


class SourceText(Struct, frozen=True):
    """The text that a plug-in makes, before Markdown converts it.

    Shortcodes in both texts are marked (`markdown.shortcodes.mark`).
    """

    source: str
    """The page's own text, with the same lines."""
    text: str
    """What the plug-in makes of it; empty after an error."""
    calls: Mapping[str, FeatureCall] = {}
    """What replaces the placeholders in the text, by their keys (`markdown.shortcodes.placeholder`)."""


class PageRendering(NamedTuple):
    """What a plug-in may use when it makes the text of a page."""

    site: Site
    convert: Callable[[str], Document]
    """Converts Markdown with marked shortcodes."""
    problems: Problems
    features: frozenset[str]
    """The names that a FeatureCall may have."""


class HtmlRendering(NamedTuple):
    """What `Plugin.finished_html` may use."""

    site: Site
    draw: Callable[[str, bool], str]
    """The SVG for an icon's name; empty without one. The second argument allows names of brands."""
    words: Mapping[str, str]
    """The words of the theme in the page's language."""
    problems: Problems


class Imported(Struct):
    """The result of an import, before it is written."""

    folder: Path
    """The folder of the old site, or the file with a CV."""
    problems: Problems
    """Everything that was skipped, as warnings."""
    files: dict[str, str] = field(default_factory=dict)
    """The texts of the new files, by their paths in the new site."""
    entries: dict[str, int] = field(default_factory=dict)
    """The number of entries in each section."""
    to_copy: dict[str, str] = field(default_factory=dict)
    """The pages and files to copy: their paths in the new site, by those in the old one."""
    changed: dict[str, str] = field(default_factory=dict)
    """The texts of the pages that are not copied unchanged, by their paths in the old site."""
    texts: list[str] = field(default_factory=list)
    """The paths in the old site of the files with text that visitors could read."""
    became: dict[str, str] = field(default_factory=dict)
    """What the parts of a file or of a site became, such as `data/experience.yml` of `work`."""


class Importer(Protocol):
    """Reads the sites of one generator, or single files of one format."""

    description: str
    """The files and folders of such a site, for an error message."""

    def detects(self, folder: Path) -> bool:
        """Whether a folder is a site of this generator, or a part of one that can be imported.

        It may be a file.
        """

    def read(self, folder: Path, site: Path, *, structure: bool) -> Imported:
        """Convert the site in `folder` for the new site in `site`, without writing anything.

        Raises SiteError. With `structure`, the lists in the text of pages become data files too.
        """

    def lost(self, imported: Imported, outputs: Iterable[BuiltFile], url: str) -> list[Problem]:
        """The lines of the old site that no page of the new one shows.

        outputs: the files of the new site, whose URL is `url`.
        """


class BuiltFile(Protocol):
    """A file of a built site: its path, and its content or the file to copy."""

    @property
    def path(self) -> str: ...
    @property
    def content(self) -> bytes: ...
    @property
    def file(self) -> str: ...


class Comparison(Protocol):
    """Compares the finished pages of an old site with those of the new one."""

    def __call__(
        self,
        old: str,
        outputs: Sequence[BuiltFile],
        url: str,
        show: Callable[[str], None],
    ) -> Compared:
        """Compare a folder of pages, or the site at a URL.

        Args:
            old: the folder or URL.
            outputs: the files of the new site.
            url: the URL of the new site.
            show: shows the progress.

        Raises:
            SiteError: if there are no pages.
        """


class Compared(Struct, frozen=True):
    """The result of a comparison."""

    pages: int
    """The number of pages of the old site that were compared."""
    waiting: int
    """The number of those that were not read, as it took too long."""
    problems: Problems


class Exporter(Struct, frozen=True):
    """A format for other programs."""

    description: str
    """What the format is, for the help."""
    write: Callable[[Data], bytes]
    """Write the data of a site, which has no errors. Raises SiteError."""
    is_cv: bool = False
    """Whether it gets the entries for CVs, with `--output` also private ones; else those for pages."""


class SiteExporter(Struct, frozen=True):
    """A format that needs the whole site, such as a PDF."""

    description: str
    """What the format is, for the help."""
    write: Callable[..., bytes]
    """Write what is in the folder of a site, with a `Problems` for warnings. Raises SiteError.

    Of a CV, it gets `private` too: whether it includes private entries. With `has_languages`, it
    gets the `language` that an author asks for.
    """
    is_cv: bool = False
    has_languages: bool = False
    """Whether it can write each language of a site in several."""


class SitePage(Struct, frozen=True):
    """A page that a build writes: the author's, or one that acadfolio generates."""

    url: str
    """Its URL below the site's root, such as `/talks/radium/`."""
    title: str
    """Its title as plain words."""
    when: When | None
    """The date of a page, a post, or the entry whose page it is."""
    is_draft: bool
    """Whether it is a draft or a future post, which only `--drafts` and the preview show."""


class SiteRendering(Protocol):
    """What the writer of a file may use."""

    @property
    def site(self) -> Site:
        """The site: its settings, its data, and the author's pages, also those that are not published."""

    @property
    def pages(self) -> Sequence[SitePage]:
        """All pages that the build writes, also the generated ones, in the order of their paths."""

    def entry_url(self, location: Location) -> str:
        """The URL of an entry's page below the site's root, such as `/talks/radium/`; empty without one.

        location: the entry's `source_location`.
        """

    def render(self, template: str, **variables: object) -> str:
        """A template with these variables. Raises SiteError."""

    def html(self, text: Text) -> str:
        """A text of the data as HTML, in the language of the site."""

    def words(self, text: Text) -> str:
        """A text of the data as plain words."""


FileWriter = Callable[..., str | bytes | None]
"""Writes one file of a site, after its pages, with a `SiteRendering`.

It returns the text or the bytes of the file; or None without the file, and reports why.
"""
