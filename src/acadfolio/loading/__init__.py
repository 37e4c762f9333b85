"""Load the folder of a site into a `Site` record, and report all problems of its files at once."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from acadfolio import SOURCE_FOLDERS
from acadfolio.loading.citation_counts import read_counts, with_counts
from acadfolio.loading.citation_styles import read_citation_styles, read_csl_styles
from acadfolio.loading.data import read_data
from acadfolio.loading.files import as_typed, list_files, refuse_links_of_site
from acadfolio.loading.looks import find_looks, read_looks
from acadfolio.loading.pages import read_file, read_page, read_pages
from acadfolio.loading.settings import listed_plugins
from acadfolio.model.audience import Audience, data_for
from acadfolio.model.publication import PUBLICATIONS
from acadfolio.model.site import Data, Fonts, Names, Settings, Site, StaticFile
from acadfolio.model.values import runs_code
from acadfolio.plugins import template_folders
from acadfolio.problems import Location, Problem, Problems

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator

    from acadfolio.loading.pages import ReadFile, ReadPage
    from acadfolio.model.counts import Counts
    from acadfolio.model.dates import Day
    from acadfolio.model.record import Reference

FONT_FILES = {
    "serif": re.compile(r"assets/(?:css/main/02-fonts\.css|fonts/(?:serif[^/]*\.woff2|OFL\.txt))"),
    "full": re.compile(r"assets/(?:css/main/03-fonts-full\.css|fonts/sans[^/]*\.woff2)"),
}
"""The theme's files for `fonts: serif`, and those that `fonts: full` has besides."""
UNUSED_FONTS: dict[Fonts, tuple[str, ...]] = {
    "system": ("serif", "full"),
    "serif": ("full",),
    "full": (),
}


SIZES_OF_THEMES = re.compile(r"assets/css/main/15-theme-width\.css")
"""The theme's file for `width: theme`."""
YEAR_PAGES = re.compile(r"assets/(?:css|js)/main/42-year-pages\.(?:css|js)")
"""The theme's files for `per_page`."""


def load(  # noqa: PLR0913 - what a site is made of, and how it is read
    root: Path,
    today: Day,
    problems: Problems,
    theme: Path,
    read: Callable[[Path, Problems, Names], Data] = read_data,
    *,
    read_file: ReadFile = read_file,
    read_page: ReadPage = read_page,
    drafts: bool = True,
    private: bool = False,
) -> Site:
    """Load the site in the folder `root`.

    Posts with a date after `today` are drafts. `theme` is the folder of the theme. `read` reads the
    data files, `read_file` the file of a page, and `read_page` the page in it: they may be functions
    that keep results. Without `drafts`, the problems of drafts are only remarks. With `private`, its
    documents have private entries.

    Raises SiteError with all errors; with links that lead out of the site alone, before anything is
    read. Warnings, and errors that are only in entries, stay in `problems`.
    """
    refuse_links_of_site(root, SOURCE_FOLDERS)
    plugins = listed_plugins(root)
    folders = template_folders(root, plugins, theme)
    citation_styles = read_citation_styles(root, folders, problems)
    look_files = find_looks(folders, problems)
    names = Names(tuple(citation_styles), tuple(look_files))
    data = read(root, problems, names)
    languages = data.settings.languages if data.settings else None
    names = replace(names, sections=data.sections, languages=languages)
    looks = read_looks(look_files, names.sections, problems)
    pages, other_files, page_references = read_pages(
        root,
        today,
        problems,
        names,
        plugins,
        read_file=read_file,
        read_page=read_page,
        drafts=drafts,
    )
    static_files = _static_files(root, theme, other_files, problems)
    if data.settings:
        papers = data.section_settings.get(PUBLICATIONS)
        unused = _unused_files(data.settings, has_year_pages=bool(papers and papers.per_page))
        static_files = tuple(_without_unused(static_files, theme / "static", unused))
    list_files(root / "templates", problems=problems)  # Those that cannot be read are reported.
    shown = data_for(data, Audience.PAGES)
    of_documents = data_for(data, Audience.USER if private else Audience.DOCUMENTS)
    of_data = dict.fromkeys((*shown.references, *of_documents.references))
    references = (*of_data, *page_references)
    _report_code(references, problems)
    counts = read_counts(root, problems)
    _raise_errors(data, problems)
    if shown.settings is None or shown.profile is None:
        raise AssertionError("read_data reports what it cannot read")
    site = Site(
        root=str(root),
        today=today,
        settings=shown.settings,
        section_settings=shown.section_settings,
        venues=shown.venues,
        pages=pages,
        static_files=static_files,
        references=references,
        counts=counts,
        looks=looks,
        citation_styles=citation_styles,
        csl_styles=read_csl_styles(root),
        **_lists(shown, counts),
    )
    if of_documents is shown:
        return site
    return replace(site, documents=replace(site, **_lists(of_documents, counts)))


def _lists(data: Data, counts: tuple[Counts, ...]) -> dict[str, Any]:
    """The fields of a site that depend on its audience."""
    own = tuple(publication for publication in data.publications if not publication.hidden)
    return {
        "profile": data.profile,
        "publications": with_counts(own, counts),
        "cited": tuple(work for work in data.publications if work.hidden),
        "people": data.people,
        "entries": data.entries,
        "texts": tuple(data.texts),
        "texts_with_syntax": tuple(data.texts_with_syntax),
        "withheld": data.withheld,
    }


def _raise_errors(data: Data, problems: Problems) -> None:
    """Raise SiteError if there are errors.

    Errors in entries wait for those of pages, to be reported together.
    """
    if problems.errors and data.settings and all(map(_is_in_entry, problems.errors)):
        problems.wait_for_pages()
    problems.raise_if_errors()


def _is_in_entry(problem: Problem) -> bool:
    """Whether an error is in an entry of a data file. Pages can be rendered without the entry."""
    file = Path(problem.location.file)
    return file.parts[0] == "data" and file.stem not in {"site", "profile"}


def _static_files(
    root: Path, theme: Path, others: Iterable[StaticFile], problems: Problems
) -> tuple[StaticFile, ...]:
    """The static files of the theme and the site, sorted by path.

    The site's own files replace those of the theme.

    Two own files with the same path are an error.
    """
    own_files: dict[str, StaticFile] = {}
    paths = list_files(root / "static", problems=problems)
    for file in (
        *others,
        *(StaticFile(as_typed(path), str(root / "static" / path)) for path in paths),
    ):
        first = own_files.setdefault(file.path, file)
        if first is not file:
            name, first_name = (
                shown.file.removeprefix(str(root)).lstrip("/\\") for shown in (file, first)
            )
            message = f"`/{file.path}` is already the URL of {first_name}"
            problems.error(Location(name), message, "rename one of them", rule="url-conflict")
    files = _theme_files(theme) | own_files
    return tuple(files[path] for path in sorted(files))


def _theme_files(theme: Path) -> dict[str, StaticFile]:
    folder = theme / "static"
    return {path: StaticFile(path, str(folder / path)) for path in list_files(folder, "assets")}


def _unused_files(settings: Settings, *, has_year_pages: bool) -> list[re.Pattern[str]]:
    """The patterns of the theme's files that a site with these settings does not use."""
    unused = [FONT_FILES[name] for name in UNUSED_FONTS[settings.loaded_fonts]]
    if settings.width != "theme":
        unused.append(SIZES_OF_THEMES)
    if not has_year_pages:
        unused.append(YEAR_PAGES)
    return unused


def _without_unused(
    files: Iterable[StaticFile], folder: Path, unused: Collection[re.Pattern[str]]
) -> Iterator[StaticFile]:
    """The static files without those that the site does not use. `folder` has those of the theme.

    A font of the site's own stays, as its own style sheets may load it. Another file is left out
    whoever wrote it, since the setting decides: a copy of the theme's folder in a site changes
    nothing.
    """
    for file in files:
        is_unused = any(pattern.fullmatch(file.path) for pattern in unused)
        is_own = not Path(file.file).is_relative_to(folder) and not file.path.endswith(
            (".css", ".js")
        )
        if not is_unused or is_own:
            yield file


def _report_code(references: Iterable[Reference], problems: Problems) -> None:
    """Report URLs such as `javascript:…`."""
    for reference in references:
        if runs_code(reference.target):
            message = f"`{''.join(reference.target.split())[:40]}` would run code in your visitors' browsers"
            problems.error(
                reference.location, message, "write a URL such as `https://…`", rule="invalid-url"
            )
