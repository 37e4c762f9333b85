"""`acadfolio export`: write a site's publications, or its CV, for other programs."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from acadfolio.commands.console import (
    DONE,
    WRONG_USAGE,
    add_follow_links,
    add_site,
    local_path,
    report,
)
from acadfolio.contracts import SiteExporter
from acadfolio.exporters import exporters
from acadfolio.loading.data import read_data
from acadfolio.loading.files import refuse_links_of_site
from acadfolio.loading.settings import listed_plugins
from acadfolio.new_files import write_own_files
from acadfolio.problems import Problems, did_you_mean

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
    content = exported(options.site, formats[options.format], problems)
    report(problems.found, options.site)
    if options.output is None:
        sys.stdout.flush()
        sys.stdout.buffer.write(content)
        return DONE
    if _is_device(options.output):
        options.output.write_bytes(content)
    else:
        write_own_files({options.output: content}, force=options.force)
    print(f"Wrote {options.output}")
    return DONE


def _is_device(file: Path) -> bool:
    """Whether a file is a device or a pipe, such as `/dev/stdout`.

    Links in other folders are not followed.
    """
    if file.is_symlink() and file.parent != Path("/dev"):
        return False
    return file.exists() and not file.is_file() and not file.is_dir()


def exported(site: Path, exporter: Exporter | SiteExporter, problems: Problems) -> bytes:
    """The data of a site, or the whole site, in a format.

    Adds warnings to `problems`. Raises SiteError with all errors of the data.
    """
    if isinstance(exporter, SiteExporter):
        return exporter.write(site, problems)
    refuse_links_of_site(site, ["data"])
    data = read_data(site, problems)
    problems.raise_if_errors()
    return exporter.write(data)
