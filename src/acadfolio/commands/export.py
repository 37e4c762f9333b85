"""`acadfolio export`: write a site's publications, or its CV, for other programs."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from msgspec.structs import replace

from acadfolio import OUTPUT
from acadfolio.commands.console import (
    DONE,
    WRONG_USAGE,
    add_follow_links,
    add_site,
    folder_name,
    local_path,
    report,
)
from acadfolio.contracts import SiteExporter
from acadfolio.exporters import exporters, language_of
from acadfolio.files import links_below
from acadfolio.loading.data import SITE, read_data
from acadfolio.loading.files import refuse_links_of_site
from acadfolio.loading.settings import listed_plugins
from acadfolio.model.audience import Audience, data_for, has_private
from acadfolio.new_files import write_own_files
from acadfolio.output.guards import is_output_folder, is_within
from acadfolio.problems import Location, Problem, Problems, SiteError
from acadfolio.wording import did_you_mean

if TYPE_CHECKING:
    import argparse

    from acadfolio.contracts import Exporter


def add_options(parser: argparse.ArgumentParser, site: Path) -> None:
    parser.epilog = "example:  acadfolio export > papers.bib"
    add_site(parser, site)
    add_follow_links(parser)
    parser.add_argument(
        "--format",
        default="bibtex",
        help=f"{', '.join(exporters())}, or a format of a plug-in (default: bibtex)",
    )
    parser.add_argument(
        "--output",
        metavar="FILE",
        type=local_path,
        help="write to a file instead of standard output",
    )
    parser.add_argument(
        "--language",
        metavar="TAG",
        default="",
        help="write the texts of this language, such as zh (default: the first of the site)",
    )
    parser.add_argument(
        "--force", action="store_true", help="replace a file that acadfolio did not write"
    )


def run(options: argparse.Namespace) -> int:
    formats = exporters(listed_plugins(options.site))
    if options.format not in formats:
        hint = did_you_mean(options.format, formats)
        message = f"there is no format `{options.format}`: {hint}"
        print(f"acadfolio export: error: {message}", file=sys.stderr)
        return WRONG_USAGE
    problems = Problems()
    exporter = formats[options.format]
    is_to_file = options.output is not None and not _is_device(options.output)
    if exporter.is_cv:
        _check_private(options, is_to_file=is_to_file)
    content = exported(
        options.site, exporter, problems, private=is_to_file, language=options.language
    )
    report(problems.found, options.site)
    if options.output is None:
        if sys.stdout.isatty() and not _is_text(content):
            _refuse_terminal(options.format)
        sys.stdout.flush()
        sys.stdout.buffer.write(content)
        return DONE
    if _is_device(options.output):
        options.output.write_bytes(content)
    else:
        write_own_files({options.output: content}, force=options.force)
    print(f"Wrote {options.output}")
    return DONE


def _is_text(content: bytes) -> bool:
    """Whether a terminal can show the content of a file."""
    try:
        return "\0" not in content.decode()
    except UnicodeDecodeError:
        return False


def _refuse_terminal(form: str) -> NoReturn:
    """Raise SiteError: a terminal would show this as noise, and obey what is a command in it."""
    message = "a terminal cannot show this format"
    hint = f"write it to a file: `--output cv.{form}`, or `> cv.{form}`"
    raise SiteError([Problem("output-write", Location(f"--format {form}"), message, hint)])


def _check_private(options: argparse.Namespace, *, is_to_file: bool) -> None:
    """Refuse to write private entries where they would be published; say that they are left out elsewhere.

    Raises SiteError.
    """
    folder = _published_folder(options.output, options.site) if is_to_file else None
    if is_to_file and folder is None:
        return
    refuse_links_of_site(options.site, ["data"])
    if not has_private(read_data(options.site, Problems())):
        return
    if folder is None:
        print("Without what is private: `--output FILE` includes it", file=sys.stderr)
        return
    message = f"the CV has private data, and everybody can read what is in {folder_name(folder)}"
    hint = "choose a file elsewhere; or write `> FILE` instead of `--output FILE` to leave them out"
    location = Location(options.output.as_posix())
    raise SiteError([Problem("output-write", location, message, hint)])


def _published_folder(file: Path, site: Path) -> Path | None:
    """The folder with this file whose files a build or a deployment publishes; None for another file."""
    from acadfolio.deploy.folder import LIST  # Few export a CV to a file.

    above = Path(os.path.realpath(file)).parents
    built = (folder for folder in above if is_output_folder(folder) or (folder / LIST).is_file())
    names = (OUTPUT, "static", "content")
    of_other_sites = (
        folder for folder in above if folder.name in names and (folder.parent / SITE).exists()
    )
    sources = [site / name for name in names]
    linked = (Path(link) for folder in sources for link in links_below(str(folder), [""]))
    folders = (*sources, *built, *of_other_sites, *linked)
    return next((folder for folder in folders if is_within(file, folder)), None)


def _is_device(file: Path) -> bool:
    """Whether a file is a device or a pipe, such as `/dev/stdout`.

    Links in other folders are not followed.
    """
    if file.is_symlink() and file.parent != Path("/dev"):
        return False
    return file.exists() and not file.is_file() and not file.is_dir()


def exported(
    site: Path,
    exporter: Exporter | SiteExporter,
    problems: Problems,
    *,
    private: bool = False,
    language: str = "",
) -> bytes:
    """The data of a site, or the whole site, in a format.

    Adds warnings to `problems`. With `private`, a CV has private entries. With `language`, texts are
    those of this language of the site. Raises SiteError with all errors of the data.
    """
    if isinstance(exporter, SiteExporter):
        more: dict[str, Any] = {"private": private} if exporter.is_cv else {}
        if language:
            _check_has_languages(exporter)
            more["language"] = language
        return exporter.write(site, problems, **more)
    refuse_links_of_site(site, ["data"])
    data = read_data(site, problems)
    problems.raise_if_errors()
    if data.settings is not None:
        tag = language_of(data.settings, language)
        data = replace(data, settings=replace(data.settings, language=tag))
    audience = Audience.PAGES
    if exporter.is_cv:
        audience = Audience.USER if private else Audience.DOCUMENTS
    return exporter.write(data_for(data, audience))


def _check_has_languages(exporter: SiteExporter) -> None:
    """Raise SiteError if a format of a plug-in has no languages."""
    if not exporter.has_languages:
        message = "this format has no option for the language"
        hint = "delete `--language`, or ask the author of the plug-in"
        raise SiteError([Problem("unknown-language", Location("--language"), message, hint)])
