"""What was imported and a site's folder come in; its files stand there, all or none, and nothing is overwritten."""

from __future__ import annotations

import errno
import os
from typing import TYPE_CHECKING

from acadfolio.all_or_nothing import all_or_nothing, write_new
from acadfolio.loading.section_names import ENDINGS
from acadfolio.problems import Location, Problem, SiteError

if TYPE_CHECKING:
    from pathlib import Path

    from acadfolio.importers.jekyll.importing import Imported


def write(made: Imported, site: Path) -> None:
    """All files, or none where one of them is there already. Raises SiteError."""
    refuse_what_is_there(made, site)
    file = site
    try:
        with all_or_nothing() as new:
            for path, text in made.files.items():
                file = site / path
                if not write_new(file, text.encode(), new):
                    raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(file))
    except OSError as error:
        what = f"this file cannot be written: {error.strerror}; nothing was"
        raise SiteError([Problem(Location(error.filename or str(file)), what, "mend that, and try again")]) from error


def refuse_what_is_there(made: Imported, site: Path) -> None:
    """Raises SiteError where files stand in the way, with all of them."""
    in_the_way = [found for path in made.files for found in there(site / path)]
    if in_the_way:
        hint = "nothing was written: move it away first, or see with --dry-run what it would be"
        raise SiteError(Problem(Location(path), "this file is there already", hint) for path in in_the_way)


def there(path: Path) -> list[str]:
    """What holds the same section already."""
    return [other.as_posix() for ending in ENDINGS if os.path.lexists(other := path.with_suffix(ending))]


def says(file: Path, text: str) -> bool:
    """Whether just this stands in it."""
    try:
        return file.read_bytes() == text.encode()
    except OSError:
        return False
