"""A folder's name comes in, a site that builds at once stands there: a copy of the starter without the theme."""

from __future__ import annotations

from typing import TYPE_CHECKING

from acadfolio.load.files import list_files
from acadfolio.problems import Location, Problem, SiteError
from acadfolio.resources import starter

if TYPE_CHECKING:
    from pathlib import Path

COPIED = ("data", "content", "static")
THEME = "assets/"
DEMO_ONLY = ("content/style-guide.md", "static/style-guide/")
"""What shows the theme, and nobody's homepage needs."""
GITIGNORE = "/output/\n.output.acadfolio/\n.acadfolio-cache/\n"


def new_site(folder: Path) -> list[str]:
    """Copy the starter into a new or empty folder; the files made. Raises SiteError rather than overwrite anything.

    Templates and the theme's own static files stay in the package, so that an update of acadfolio updates them.
    """
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        place = Location(str(folder))
        raise SiteError(
            [Problem(place, "there is something here already", "choose a folder that is empty, or not there yet")]
        )
    source = starter()
    made = []
    try:
        for part in COPIED:
            for path in list_files(source / part):
                if not f"{part}/{path}".startswith((f"static/{THEME}", *DEMO_ONLY)):
                    _copy(source / part / path, folder / part / path)
                    made.append(f"{part}/{path}")
        (folder / ".gitignore").write_text(GITIGNORE, encoding="utf-8")
    except OSError as error:
        raise SiteError([Problem(Location(str(folder)), f"this folder cannot be filled: {error.strerror}")]) from error
    return [*made, ".gitignore"]


def _copy(source: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(source.read_bytes())
