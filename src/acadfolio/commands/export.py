"""`acadfolio export`: write a site's publications for other programs."""

from __future__ import annotations

import io
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from acadfolio.bibliography.writers import FORMATS
from acadfolio.bibliography.writers.works import works_of
from acadfolio.cache_folder import replace_file
from acadfolio.commands.console import DONE, add_follow_links, add_site, report
from acadfolio.loading.data import read_data
from acadfolio.loading.files import report_links_of_site
from acadfolio.problems import Location, Problem, Problems

if TYPE_CHECKING:
    import argparse


def add_options(parser: argparse.ArgumentParser, site: Path) -> None:
    parser.epilog = "example:  acadfolio export > papers.bib"
    add_site(parser, site)
    add_follow_links(parser)
    parser.add_argument(
        "--format", choices=["bibtex", "ris", "csl"], default="bibtex", help="the format (default: bibtex)"
    )
    parser.add_argument("--output", metavar="FILE", type=Path, help="write to a file instead of standard output")


def run(options: argparse.Namespace) -> int:
    problems = Problems()
    text = exported(options.site, options.format, problems)
    report(problems.found, options.site)
    if options.output is None:
        if isinstance(sys.stdout, io.TextIOWrapper):
            sys.stdout.reconfigure(newline="")  # RIS has its own line endings.
        print(text, end="")
        return DONE
    try:
        _replace(options.output, text.encode())
    except OSError as error:
        message = f"this file cannot be written: {error.strerror}"
        return report([Problem("output-write", Location(str(options.output)), message, "choose another file")])
    print(f"Wrote {options.output}")
    return DONE


def _replace(file: Path, content: bytes) -> None:
    """Write a file in one step: if it raises OSError, the old file remains. Devices and pipes are written directly."""
    if file.exists() and not file.is_file():
        file.write_bytes(content)
        return
    replace_file(str(file.resolve()), content)


def exported(site: Path, form: str, problems: Problems) -> str:
    """The publications of a site as `bibtex`, `ris` or `csl`.

    Adds warnings to `problems`. Raises SiteError with all errors of the data.
    """
    data = read_data(site, problems)
    report_links_of_site(site, ["data"], problems)
    problems.raise_if_errors()
    works = works_of(data.publications, data.venues, data.settings.language if data.settings else "en")
    return FORMATS[form](works)
