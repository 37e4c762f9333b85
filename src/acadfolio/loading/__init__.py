"""Read a site's folder into a `Site` record; all problems of its files are reported at once."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from acadfolio.loading.files import COUNT_FILES, as_typed, is_file, list_files
from acadfolio.loading.pages import read_pages
from acadfolio.model.site import Site, StaticFile
from acadfolio.model.values import runs_code
from acadfolio.problems import Location, Problem, Problems, did_you_mean

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable

    from acadfolio.model.counts import Counts
    from acadfolio.model.dates import Day
    from acadfolio.model.publication import Publication
    from acadfolio.model.record import Reference
    from acadfolio.model.site import Data


def read_data(root: Path, problems: Problems, styles: Collection[str] = ()) -> Data:
    """Read every data file. `styles` are the known citation styles."""
    from acadfolio.loading.data import read_files  # Only reading data files needs it.

    return read_files(root, problems, styles)


def load(
    root: Path,
    today: Day,
    problems: Problems,
    theme: Path | None = None,
    read: Callable[[Path, Problems, Collection[str]], Data] = read_data,
) -> Site:
    """Read the site in `root`. `today` decides which posts still wait; `theme` is where the theme lies.

    `read` reads the data files, as `read_data` does.

    Raises SiteError with every error found. Warnings stay in `problems`, and so do errors if only entries have any.
    """
    data = read(root, problems, _citation_styles(root, theme) if theme else ())
    pages, others, pointing = read_pages(root, today, problems, data.sections)
    static_files = _static_files(root, theme, others, problems)
    _check_templates(root, theme, data.sections, problems)
    references = (*data.references, *pointing)
    _report_code(references, problems)
    publications, counts = _counted(root, data.publications, problems)
    _raise_if_no_page_can_be_made(data, problems)
    if data.settings is None or data.profile is None:
        raise AssertionError("read_data reports what it cannot read")
    return Site(
        root=str(root),
        today=today,
        settings=data.settings,
        section_settings=data.section_settings,
        profile=data.profile,
        publications=publications,
        venues=data.venues,
        people=data.people,
        entries=data.entries,
        pages=pages,
        static_files=static_files,
        references=references,
        counts=counts,
    )


def _raise_if_no_page_can_be_made(data: Data, problems: Problems) -> None:
    """Raise SiteError for errors, but let those of entries wait, so that those of pages are reported with them."""
    if problems.errors and data.settings and all(map(_is_of_an_entry, problems.errors)):
        problems.wait_for_pages()
    problems.raise_if_errors()


def _is_of_an_entry(problem: Problem) -> bool:
    """Whether an error is in an entry of a data file, so that pages can still be rendered without it."""
    file = Path(problem.location.file)
    return file.parts[0] == "data" and file.stem not in {"site", "profile"}


def _counted(
    root: Path, publications: tuple[Publication, ...], problems: Problems
) -> tuple[tuple[Publication, ...], tuple[Counts, ...]]:
    """The publications with their citation counts, and the counts of the site's files."""
    if not any(is_file(root / "data" / name) for name in COUNT_FILES):
        return publications, ()
    from acadfolio.loading.citation_counts import read_counts, with_counts  # Few sites have them.

    counts = read_counts(root, problems)
    return with_counts(publications, counts), counts


def _static_files(
    root: Path, theme: Path | None, others: Iterable[StaticFile], problems: Problems
) -> tuple[StaticFile, ...]:
    """The static files by path: the theme's, replaced by the site's own, of which no two may have the same path."""
    theirs = list_files(theme / "static", "assets") if theme is not None else []
    ours = list_files(root / "static", problems=problems, warns_of_hidden=True)
    own: dict[str, StaticFile] = {}
    for file in (*others, *(StaticFile(as_typed(path), str(root / "static" / path)) for path in ours)):
        first = own.setdefault(file.path, file)
        if first is not file:
            at, before = (shown.file.removeprefix(str(root)).lstrip("/\\") for shown in (file, first))
            problems.error(
                Location(at),
                f"`/{file.path}` is already the URL of {before}",
                "rename one of them",
                rule="url-conflict",
            )
    files = {path: StaticFile(path, str(theme / "static" / path)) for path in theirs if theme is not None} | own
    return tuple(files[path] for path in sorted(files))


def _check_templates(root: Path, theme: Path | None, sections: Collection[str], problems: Problems) -> None:
    """Warn of templates with nearly the name of one of the theme's, unless a section or another template uses them.

    What cannot be read in the folder is an error.
    """
    templates = list_files(root / "templates", problems=problems)
    if not templates or not theme:
        return
    shipped = list_files(theme / "templates")
    for path in set(templates).difference(shipped):
        is_own = path.startswith(("citations/", "icons/")) or Path(path).stem in sections
        hint = "" if is_own else did_you_mean(path, shipped, cutoff=0.85, lists=False)
        if hint and not any(path in (root / "templates" / other).read_text("utf-8", "replace") for other in templates):
            problems.warn(Location(f"templates/{path}"), "nothing uses this template", hint, rule="unused-template")


def _report_code(references: Iterable[Reference], problems: Problems) -> None:
    for reference in references:
        if runs_code(reference.target):
            what = f"`{_without_controls(reference.target)[:40]}` would run code in your visitors' browsers"
            problems.error(reference.location, what, "write a URL such as `https://…`", rule="invalid-url")


def _without_controls(url: str) -> str:
    """A URL for a message, without control characters that a terminal would execute."""
    return "".join(character for character in url if character.isprintable()).strip()


def _citation_styles(*folders: Path) -> set[str]:
    """The names of all citation templates of the site and of the theme."""
    return {
        path.removesuffix(".html")
        for folder in folders
        for path in list_files(folder / "templates" / "citations")
        if path.endswith(".html")
    }
