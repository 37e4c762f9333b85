"""Create a site: a copy of the demo or of an example site, and the files that publish it."""

from __future__ import annotations

import json
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from acadfolio import __version__
from acadfolio.loading.files import list_files
from acadfolio.model.section_kinds import DATA_ENDINGS
from acadfolio.new_files import write_new_files
from acadfolio.problems import Location, Problem, SiteError
from acadfolio.resources import starter

if TYPE_CHECKING:
    from collections.abc import Iterator

COPIED = ("data", "content", "static")
SETTINGS = "data/site.yml"
"""A folder with this file is a site. It is written last, so that an interrupted run leaves no site."""
THEME = "assets/"
DEMO_ONLY = ("content/style-guide.md", "static/style-guide/")
"""Files that demonstrate the theme, and are not copied."""
EMPTY_FOLDERS = ("static/files/.gitkeep", "static/images/.gitkeep")
"""git does not store folders without files. Hidden files are not published."""
SCHEMAS = "data/schemas/"
"""The JSON Schemas for editors."""
SHIPPED = Path(__file__).parent / "shipping"
EMPTY = SHIPPED / "empty"
"""A site of a few files with placeholders."""
SHIPPING = {
    ".devcontainer/devcontainer.json": "devcontainer.json",
    ".github/workflows/pages.yml": "pages.yml",
    ".gitignore": "gitignore",
    ".pre-commit-config.yaml": "pre-commit-config.yaml",
}
"""Files that publish a site, and their names in SHIPPED, where they are not hidden."""
REQUIREMENTS = "requirements.txt"
EXTRAS = "acadfolio[jekyll]"
UNPUBLISHED = """\
# Until this version is on PyPI, build it in the folder of acadfolio:  pip wheel --no-deps --wheel-dir SITE/wheels .
# Then replace the line below by:  ./wheels/acadfolio-0.1.0-py3-none-any.whl[jekyll]
""".replace("0.1.0", __version__)


class Made(Struct, frozen=True):
    """The files of a new site, as paths in its folder."""

    written: list[str]
    left: list[str]
    """Existing files, which are not changed."""


def new_site(folder: Path, *, source: Path | None = None) -> Made:
    """Create a site in a new or empty folder, or in a git repository. Nothing is overwritten. Raises SiteError.

    `source` is the folder of a site to copy instead of the demo: EMPTY, or one of `resources.examples()`. Templates and
    the theme's static files stay in the package, so that an update of acadfolio updates them. A folder that is already
    a site gets only the files that publish it.
    """
    _refuse_other_folders(folder)
    files: dict[str, bytes] = {}
    if not _is_site(folder):
        files |= _example(source) if source else _demo()
        files[SETTINGS] = files.pop(SETTINGS)
    files |= _shipping()
    left = write_new_files(folder, files.items())
    return Made([path for path in files if path not in left], left)


def requirement(direct: str | None) -> str:
    """The requirement of this site for acadfolio. `direct` is the `direct_url.json` of the installation, if any.

    A host can install a commit of a public repository, but not a folder of this computer.
    """
    known = json.loads(direct or "{}")
    vcs, url = known.get("vcs_info"), known.get("url", "")
    if vcs and url.startswith("https://"):
        return f"{EXTRAS} @ {vcs['vcs']}+{url}@{vcs['commit_id']}"
    return f"{EXTRAS}=={__version__}"


def _is_site(folder: Path) -> bool:
    """Whether a folder has settings. They are written last: an empty file is left by an interrupted run."""
    files = [(folder / SETTINGS).with_suffix(ending) for ending in DATA_ENDINGS]
    return any(file.exists() and file.stat().st_size > 0 for file in files)


def _refuse_other_folders(folder: Path) -> None:
    """Raise SiteError unless this is a new or empty folder, a site, or a git repository without a site's folders."""
    if not folder.exists() or _is_site(folder) or (folder.is_dir() and _has_room(folder)):
        return
    hint = "choose a new or empty folder, or a git repository without data/, content/ and static/"
    raise SiteError([Problem("no-site", Location(str(folder)), "there are other files here", hint)])


def _has_room(folder: Path) -> bool:
    """Whether a folder is empty, or a git repository without a site's folders."""
    names = {path.name for path in folder.iterdir()}
    return not names or (".git" in names and names.isdisjoint(COPIED))


def _files_of(site: Path) -> Iterator[tuple[str, bytes]]:
    for part in COPIED:
        for path in list_files(site / part):
            yield f"{part}/{path}", (site / part / path).read_bytes()


def _demo() -> Iterator[tuple[str, bytes]]:
    for path, content in _files_of(starter()):
        if not path.startswith((f"static/{THEME}", *DEMO_ONLY)):
            yield path, content


def _example(site: Path) -> Iterator[tuple[str, bytes]]:
    yield from _files_of(site)
    if site == EMPTY:
        yield from ((path, b"") for path in EMPTY_FOLDERS)
    else:
        yield from ((path, content) for path, content in _demo() if path.startswith(SCHEMAS))


def _shipping() -> Iterator[tuple[str, bytes]]:
    for path, name in SHIPPING.items():
        yield path, (SHIPPED / name).read_bytes()
    asked = _own_requirement()
    text = f"# The packages that build this site, on your computer and on a host:  pip install -r {REQUIREMENTS}\n"
    text += "" if " @ " in asked else UNPUBLISHED
    yield REQUIREMENTS, f"{text}{asked}\n".encode()


def _own_requirement() -> str:
    try:
        direct = distribution("acadfolio").read_text("direct_url.json")
    except PackageNotFoundError:
        direct = None
    return requirement(direct)
