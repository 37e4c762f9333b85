"""`acadfolio import`: convert the site of another generator to data files."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from acadfolio.build import prepare
from acadfolio.commands.console import (
    DONE,
    ProgressLine,
    add_follow_links,
    add_site,
    quoted_for_shell,
    report,
)
from acadfolio.deploy.masking import Mask, credentials_of
from acadfolio.importers import (
    SETTINGS,
    Imported,
    Importer,
    copy_files,
    existing_files,
    refuse_existing,
    write,
    write_report,
)
from acadfolio.loading.bibliographies import EXTENSIONS as BIBLIOGRAPHY_EXTENSIONS
from acadfolio.loading.files import is_folder
from acadfolio.problems import Location, Problem, SiteError, counted, in_order, visible
from acadfolio_jekyll.comparison import NewSite, compare, pages_in
from acadfolio_jekyll.comparison.fetching import OldSite
from acadfolio_jekyll.comparison.leftovers import leftovers
from acadfolio_jekyll.importer import JekyllImporter

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator

    from acadfolio.rendering import Output

IMPORTERS: tuple[Importer, ...] = (JekyllImporter(),)


def add_options(parser: argparse.ArgumentParser, site: Path) -> None:
    parser.epilog = "example:  acadfolio import ../old-site --dry-run"
    parser.add_argument(
        "old_site",
        metavar="OLD_SITE",
        help="the old site's folder; for --compare, `_site` or a URL",
    )
    add_site(parser, site)
    add_follow_links(parser)
    parser.add_argument(
        "--dry-run", action="store_true", help="print what would be written, without writing it"
    )
    parser.add_argument(
        "--structure",
        action="store_true",
        help="convert lists of papers, news and so on to data, too",
    )
    parser.add_argument(
        "--compare", action="store_true", help="list what the old site has and the new one lacks"
    )


def run(options: argparse.Namespace) -> int:
    _check(options.old_site, options.site, compares=options.compare)
    if options.compare:
        return _compare(options.old_site, options.site, structure=options.structure)
    try:
        imported = read(Path(options.old_site), options.site, structure=options.structure)
        found = in_order(imported.problems.found)
        report(found)
        if options.dry_run:
            print(*_dry_run(imported, options.site), sep="\n", flush=True)
            refuse_existing(imported, options.site)
            return DONE
        write(imported, options.site)
    except SiteError as error:
        return report(error.problems)
    print(_summary(imported, options.site))
    copied, problems = copy_files(imported, options.site)
    report(problems.found)
    if copied:
        print(f"Copied {counted(copied, 'file')} into {options.site.as_posix()}/")
    if imported.files:
        _write_report(imported, [*found, *problems.found], options.site)
    print(*_next_steps(options.site), sep="\n")
    return DONE


def _check(old: str, site: Path, *, compares: bool) -> None:
    """Raise SiteError if there is no such folder; what compares takes URLs, too."""
    path = Path(old)
    if compares and credentials_of(old) and not is_folder(path):
        what, hint = (
            "a site that needs a password cannot be read",
            "save its pages, and name their folder",
        )
        raise SiteError([Problem("missing-file", Location(old), what, hint)])
    if is_folder(path) or (compares and old.startswith(("https://", "http://"))):
        return
    what, hint = (
        "there is no such folder",
        "name the folder of your old site, or a URL with `--compare`",
    )
    if path.suffix in BIBLIOGRAPHY_EXTENSIONS:
        what, hint = (
            "a bibliography needs no import",
            f"copy it to {(site / 'data' / path.name).as_posix()}",
        )
    raise SiteError([Problem("missing-file", Location(old), what, hint)])


def read(old: Path, site: Path, *, structure: bool = False) -> Imported:
    """Import an old site with the importer of its generator. Raises SiteError."""
    for importer in IMPORTERS:
        if importer.detects(old):
            return importer.read(old, site, structure=structure)
    hint = "; ".join(importer.description for importer in IMPORTERS)
    raise SiteError(
        [Problem("no-site", Location(str(old)), "this is not a site that can be imported", hint)]
    )


def _write_report(imported: Imported, problems: list[Problem], site: Path) -> None:
    """Write the report, and say how many lines of the old site the new one lacks, and what to install.

    Raises SiteError.
    """
    lost = None
    try:
        prepared = prepare(site, drafts=True)
        new = NewSite(prepared.outputs(), [prepared.plan.site.settings.url])
        lost = leftovers(imported.folder, imported.texts, new)
    except SiteError as error:
        for hint in sorted(
            {problem.hint for problem in error.problems if problem.rule == "missing-extra"}
        ):
            print(f"First:  {hint}", flush=True)
    page = write_report(imported, problems, lost, site)
    if lost:
        what = (
            f"text of the old site that no page of the new one shows: {counted(len(lost), 'line')}"
        )
        report([Problem("lost-content", Location(page.as_posix()), what, severity="warning")])
    print(f"What was imported, and what was not:  {page.as_posix()}")


def _compare(old: str, site: Path, *, structure: bool) -> int:
    """Report what the pages of an old site, or its source, have and the new site lacks.

    Raises SiteError.
    """
    prepared = prepare(site)
    outputs = list(prepared.outputs())
    if any(importer.detects(Path(old)) for importer in IMPORTERS):
        imported = _read_again(Path(old), site, structure=structure)
        _write_report(
            imported,
            [found for found in imported.problems.found if found.rule != "import-exists"],
            site,
        )
        return DONE
    pages = pages_in(Path(old)) if is_folder(Path(old)) else _fetched(OldSite(old), outputs)
    if not pages:
        raise SiteError(
            [
                Problem(
                    "missing-file",
                    Location(old),
                    "there are no pages here",
                    "build the old site first",
                )
            ]
        )
    report(compare(pages, old, outputs, prepared.plan.site.settings.url).found)
    print(f"Compared the words, links, images, menus and URLs of {counted(len(pages), 'page')}")
    return DONE


def _read_again(old: Path, site: Path, *, structure: bool) -> Imported:
    """Read an old site as for a new, empty one, so that its settings are reported again.

    Raises SiteError.
    """
    if old.resolve() in {site.resolve(), *site.resolve().parents}:
        return read(
            old, site, structure=structure
        )  # The files of the new site are no part of the old one.
    with TemporaryDirectory() as empty:
        return read(old, Path(empty), structure=structure)


def _fetched(old: OldSite, outputs: list[Output]) -> dict[str, str]:
    """The pages of an old site that is online. Raises SiteError without a home page."""
    known = [
        output.path.removesuffix("index.html")
        for output in outputs
        if output.path.endswith(".html")
    ]
    mask = Mask()  # The URL of a proxy in the environment may hold a password.
    try:
        with ProgressLine(is_quiet=False) as show:
            pages = old.pages(known, show)
    except SiteError as error:
        raise SiteError([problem.with_texts(mask) for problem in error.problems]) from None
    report([problem.with_texts(mask) for problem in old.problems.found])
    if old.waiting:
        print(f"Not compared, as it takes too long: {counted(len(old.waiting), 'page')}")
    return pages


def _dry_run(imported: Imported, site: Path) -> Iterator[str]:
    """The files that would be written, as one YAML stream with everything else in comments."""
    yield from (f"--- # {path}\n{text.rstrip()}" for path, text in imported.files.items())
    if not imported.files:
        yield f"# {_summary(imported, site)}"
    yield from (visible(f"# Copy {old} to {new}") for old, new in imported.to_copy.items())


def _summary(imported: Imported, site: Path) -> str:
    numbers = ", ".join(f"{section} ({number})" for section, number in imported.entries.items())
    if not imported.files:
        return "There is nothing to import"
    where = (site / "data").as_posix()
    return f"Wrote {counted(len(imported.files), 'file')} into {where}/{': ' if numbers else ''}{numbers}"


def _next_steps(site: Path) -> Iterator[str]:
    """Lines about the remaining steps."""
    if existing_files(site / SETTINGS) and not (site / ".github/workflows/pages.yml").exists():
        yield f"Add the files for hosting (nothing is overwritten):  acadfolio new {quoted_for_shell(site)}"
    yield f"Next:  acadfolio check{'' if site.as_posix() == '.' else f' --site {quoted_for_shell(site)}'}"
