"""`acadfolio export`: write a site's publications for other programs."""

from __future__ import annotations

import io
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from acadfolio.bibliography.writers import FORMATS
from acadfolio.bibliography.writers.works import works_of
from acadfolio.commands.console import DONE, add_follow_links, add_site, local_path, report
from acadfolio.loading.data import read_data
from acadfolio.loading.files import refuse_links_of_site
from acadfolio.new_files import write_own_files
from acadfolio.problems import Problems

if TYPE_CHECKING:
    import argparse


def add_options(parser: argparse.ArgumentParser, site: Path) -> None:
    parser.epilog = "example:  acadfolio export > papers.bib"
    add_site(parser, site)
    add_follow_links(parser)
    parser.add_argument(
        "--format",
        choices=["bibtex", "ris", "csl"],
        default="bibtex",
        help="the format (default: bibtex)",
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
    problems = Problems()
    text = exported(options.site, options.format, problems)
    report(problems.found, options.site)
    if options.output is None:
        if isinstance(sys.stdout, io.TextIOWrapper):
            sys.stdout.reconfigure(newline="")  # RIS has its own line endings.
        print(text, end="")
        return DONE
    if _is_device(options.output):
        options.output.write_bytes(text.encode())
    else:
        write_own_files({options.output: text.encode()}, force=options.force)
    print(f"Wrote {options.output}")
    return DONE


def _is_device(file: Path) -> bool:
    """Whether a file is a device or a pipe, such as `/dev/stdout`.

    Links in other folders are not followed.
    """
    if file.is_symlink() and file.parent != Path("/dev"):
        return False
    return file.exists() and not file.is_file() and not file.is_dir()


def exported(site: Path, form: str, problems: Problems) -> str:
    """The publications of a site as `bibtex`, `ris` or `csl`, without those that are hidden.

    Adds warnings to `problems`. Raises SiteError with all errors of the data.
    """
    refuse_links_of_site(site, ["data"])
    data = read_data(site, problems)
    problems.raise_if_errors()
    own = [publication for publication in data.publications if not publication.hidden]
    works = works_of(own, data.venues, data.settings.language if data.settings else "en")
    return FORMATS[form](works)
