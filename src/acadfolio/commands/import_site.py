"""`acadfolio import`: convert the site of another generator, or a file with a CV, to data files."""

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
from acadfolio.cv_formats.importers import FILE_IMPORTERS
from acadfolio.deploy.masking import credentials_of
from acadfolio.importers import (
    SETTINGS,
    copy_files,
    existing_files,
    refuse_existing,
    write,
    write_report,
)
from acadfolio.loading.bibliographies import EXTENSIONS as BIBLIOGRAPHY_EXTENSIONS
from acadfolio.loading.files import is_file, is_folder
from acadfolio.loading.settings import listed_plugins
from acadfolio.plugins import BUNDLED, UnknownPluginError, plugin_named, plugins_of
from acadfolio.problems import Location, Problem, SiteError, in_order
from acadfolio.wording import counted, visible

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator, Sequence

    from acadfolio.contracts import Comparison, Imported, Importer
    from acadfolio.plugins import Plugin

FILES = "a CV as resume.json (JSON Resume) or cv.yml (RenderCV, al-folio) can; else name the folder of your old site"
WORD = frozenset({".doc", ".docx"})


def add_options(parser: argparse.ArgumentParser, site: Path) -> None:
    parser.epilog = "example:  acadfolio import ../old-site --dry-run"
    parser.add_argument(
        "old_site",
        metavar="OLD_SITE",
        help="the old site's folder, or a file with a CV; for --compare, `_site` or a URL",
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
        "--plugin",
        metavar="NAME",
        action="append",
        default=[],
        help="use the importers of this installed plug-in, too",
    )
    parser.add_argument(
        "--compare", action="store_true", help="list what the old site has and the new one lacks"
    )


def run(options: argparse.Namespace) -> int:
    plugins = _plugins(options.plugin, options.site)
    _check(options.old_site, options.site, plugins, compares=options.compare)
    if options.compare:
        return _compare(options.old_site, options.site, plugins, structure=options.structure)
    try:
        old = Path(options.old_site)
        imported = read(old, options.site, plugins, structure=options.structure)
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
    print(*_became(imported), sep="\n", end="\n" if imported.became else "")
    copied, problems = copy_files(imported, options.site)
    report(problems.found)
    if copied:
        print(f"Copied {counted(copied, 'file')} into {options.site.as_posix()}/")
    if imported.files:
        _write_report(imported, [*found, *problems.found], options.site, plugins)
    print(*_next_steps(options.site), sep="\n")
    return DONE


def _check(old: str, site: Path, plugins: Sequence[Plugin], *, compares: bool) -> None:
    """Raise SiteError if there is no such folder or file of a CV; what compares takes URLs, too."""
    path = Path(old)
    if compares and credentials_of(old) and not is_folder(path):
        what, hint = (
            "a site that needs a password cannot be read",
            "save its pages, and name their folder",
        )
        raise SiteError([Problem("missing-file", Location(old), what, hint)])
    if is_folder(path) or (compares and old.startswith(("https://", "http://"))):
        return
    if not compares and is_file(path) and _importer_for(path, plugins) is not None:
        return
    raise SiteError([_refusal(old, site, compares=compares)])


def _refusal(old: str, site: Path, *, compares: bool) -> Problem:
    """Why this cannot be imported or compared."""
    path, rule = Path(old), "missing-file"
    what = "there is no such folder"
    hint = "name the folder of your old site, or a URL with `--compare`"
    if path.suffix in BIBLIOGRAPHY_EXTENSIONS:
        what = "a bibliography needs no import"
        hint = f"copy it to {(site / 'data' / path.name).as_posix()}"
    elif is_file(path) and not compares:
        rule, what, hint = "no-site", "this file cannot be imported", FILES
        if path.suffix.lower() in WORD:
            what = "files of Word cannot be imported"
    return Problem(rule, Location(old), what, hint)


def read(old: Path, site: Path, plugins: Sequence[Plugin], *, structure: bool = False) -> Imported:
    """Import an old site with the importer of its generator. Raises SiteError."""
    importer = _importer_for(old, plugins)
    if importer is not None:
        return importer.read(old, site, structure=structure)
    hint = "; ".join(importer.description for importer in _importers(plugins))
    message = "this is not a site that can be imported"
    raise SiteError([Problem("no-site", Location(str(old)), message, hint)])


def _importer_for(old: Path, plugins: Sequence[Plugin]) -> Importer | None:
    """The importer of an old site's generator; None for other folders."""
    return next((importer for importer in _importers(plugins) if importer.detects(old)), None)


def _importers(plugins: Sequence[Plugin]) -> list[Importer]:
    of_plugins = [importer for plugin in plugins for importer in plugin.importers()]
    return [*of_plugins, *FILE_IMPORTERS]


def _plugins(named: Sequence[str], site: Path) -> list[Plugin]:
    """The plug-ins that the command names, those that the new site lists, and the bundled ones.

    Raises SiteError for a name without a plug-in that can be used.
    """
    for name in named:
        try:
            plugin_named(name)
        except UnknownPluginError as error:
            hint = "install its package beside acadfolio"
            message = f"the plug-in `{name}` {error}"
            raise SiteError(
                [Problem("unknown-plugin", Location("--plugin"), message, hint)]
            ) from None
    return plugins_of(dict.fromkeys((*named, *listed_plugins(site), *BUNDLED)))


def _write_report(
    imported: Imported, problems: list[Problem], site: Path, plugins: Sequence[Plugin]
) -> None:
    """Write the report, and say how many lines of the old site the new one lacks, and what to install.

    Raises SiteError.
    """
    lost = None
    importer = _importer_for(imported.folder, plugins)
    try:
        prepared = prepare(site, drafts=True)
        if importer is not None:
            url = prepared.plan.site.settings.url
            lost = importer.lost(imported, prepared.outputs(), url)
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


def _compare(old: str, site: Path, plugins: Sequence[Plugin], *, structure: bool) -> int:
    """Report what the pages of an old site, or its source, have and the new site lacks.

    Raises SiteError.
    """
    prepared = prepare(site)
    outputs = list(prepared.outputs())
    if _importer_for(Path(old), plugins) is not None:
        imported = _read_again(Path(old), site, plugins, structure=structure)
        found = [found for found in imported.problems.found if found.rule != "import-exists"]
        _write_report(imported, found, site, plugins)
        return DONE
    with ProgressLine(is_quiet=False) as show:
        compared = _comparison(plugins)(old, outputs, prepared.plan.site.settings.url, show)
    report(compared.problems.found)
    if compared.waiting:
        waiting = counted(compared.waiting, "page")
        print(f"Not compared, as it takes too long: {waiting}")
    pages = counted(compared.pages, "page")
    print(f"Compared the words, links, images, menus and URLs of {pages}")
    return DONE


def _comparison(plugins: Sequence[Plugin]) -> Comparison:
    """The comparison of the first plug-in that has one; the last is a bundled one."""
    return next(plugin.comparison for plugin in plugins if plugin.comparison is not None)


def _read_again(old: Path, site: Path, plugins: Sequence[Plugin], *, structure: bool) -> Imported:
    """Read an old site as for a new, empty one, so that its settings are reported again.

    Raises SiteError.
    """
    if old.resolve() in {site.resolve(), *site.resolve().parents}:
        return read(
            old, site, plugins, structure=structure
        )  # The files of the new site are no part of the old one.
    with TemporaryDirectory() as empty:
        return read(old, Path(empty), plugins, structure=structure)


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


def _became(imported: Imported) -> Iterator[str]:
    """What each part of a file became."""
    for part, files in imported.became.items():
        yield visible(f"  {part} → {files}")


def _next_steps(site: Path) -> Iterator[str]:
    """Lines about the remaining steps."""
    if existing_files(site / SETTINGS) and not (site / ".github/workflows/pages.yml").exists():
        yield f"Add the files for hosting (nothing is overwritten):  acadfolio new {quoted_for_shell(site)}"
    yield f"Next:  acadfolio check{'' if site.as_posix() == '.' else f' --site {quoted_for_shell(site)}'}"
