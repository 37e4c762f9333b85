"""Make a site that builds at once: a copy of the demo or of an example site, and the files that put it online."""

from __future__ import annotations

import json
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct, field

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
"""What makes a folder a site. It is written last, so that half a site is none."""
THEME = "assets/"
DEMO_ONLY = ("content/style-guide.md", "static/style-guide/")
"""What shows the theme, and nobody's homepage needs."""
EMPTY_FOLDERS = ("static/files/.gitkeep", "static/images/.gitkeep")
"""git keeps no folder without a file; hidden files are not published."""
SCHEMAS = "data/schemas/"
"""What helps editors in every site."""
SHIPPED = Path(__file__).parent / "shipping"
EMPTY = SHIPPED / "empty"
"""A site of few files whose texts say what to write there: no demo."""
SHIPPING = {
    ".devcontainer/devcontainer.json": "devcontainer.json",
    ".github/workflows/pages.yml": "pages.yml",
    ".gitignore": "gitignore",
    ".pre-commit-config.yaml": "pre-commit-config.yaml",
}
"""Files that are hidden in a site, by the names that they have in our own folder, where they are not."""
REQUIREMENTS = "requirements.txt"
EXTRAS = "acadfolio[bib,jekyll]"
UNPUBLISHED = """\
# Until this version is published, or when you changed acadfolio: in its folder, pip wheel --no-deps -w SITE/wheels .
# Then in place of the line below:  ./wheels/acadfolio-0.1.0-py3-none-any.whl[bib,jekyll]
""".replace("0.1.0", __version__)


class Made(Struct, frozen=True):
    """The files of a new site, as paths in its folder."""

    written: list[str] = field(default_factory=list)
    left: list[str] = field(default_factory=list)
    """What was there before, and stays."""
    unignored: list[str] = field(default_factory=list)
    """Lines that an existing .gitignore lacks."""
    uninstalled: list[str] = field(default_factory=list)
    """What an existing requirements.txt lacks."""


def new_site(folder: Path, *, source: Path | None = None) -> Made:
    """Make a site in a new or empty folder, or in a git repository. Nothing is overwritten. Raises SiteError.

    `source` is the folder of a site to copy instead of the demo: EMPTY, or one of `resources.examples()`. Templates and
    the theme's static files stay in the package, so that an update of acadfolio updates them. A folder that is a site
    already gets only what puts it online.
    """
    _refuse_other_folders(folder)
    try:
        return _written(folder, source)
    except OSError as error:
        message = f"this folder cannot be written to: {error.strerror}; nothing was written"
        place = Location(error.filename or str(folder))
        raise SiteError([Problem("output-write", place, message, "fix this, and try again")]) from error


def _written(folder: Path, source: Path | None) -> Made:
    files: dict[str, bytes] = {}
    if not _is_site(folder):
        files |= _example(source) if source else _demo()
        files[SETTINGS] = files.pop(SETTINGS)
    files |= _shipping()
    left = write_new_files(folder, files.items())
    made = Made([path for path in files if path not in left], left)
    if ".gitignore" in left:
        made.unignored.extend(_missing_lines(folder / ".gitignore"))
    if REQUIREMENTS in left and _lacks_acadfolio(folder / REQUIREMENTS):
        made.uninstalled.append(_own_requirement())
    return made


def requirement(direct: str | None) -> str:
    """What pip is to install for this site, by how it installed us: its `direct_url.json`, when it was no index.

    A host can fetch a commit from a public repository as we were, but no folder of this machine.
    """
    known = json.loads(direct or "{}")
    vcs, url = known.get("vcs_info"), known.get("url", "")
    if vcs and url.startswith("https://"):
        return f"{EXTRAS} @ {vcs['vcs']}+{url}@{vcs['commit_id']}"
    return f"{EXTRAS}=={__version__}"


def _is_site(folder: Path) -> bool:
    """Settings are written last: empty ones are of a process that was killed."""
    files = [(folder / SETTINGS).with_suffix(ending) for ending in DATA_ENDINGS]
    return any(file.exists() and file.stat().st_size > 0 for file in files)


def _refuse_other_folders(folder: Path) -> None:
    """Raise SiteError for all but a new or empty folder, a site, and a git repository without folders of a site."""
    if not folder.exists() or _is_site(folder):
        return
    what, hint = "this folder is not empty", "choose a new or empty folder, or a git repository"
    if not folder.is_dir():
        what = "this is a file"
    elif not any(folder.iterdir()):
        return
    elif (folder / ".git").exists():
        others = [name for name in COPIED if (folder / name).exists()]
        if not others:
            return
        what, hint = f"{others[0]}/ exists, but is not a site", "choose another folder, or move it away"
    raise SiteError([Problem("no-site", Location(str(folder)), what, hint)])


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
    text = f"# What builds this site, here and on every host. After a change:  pip install -r {REQUIREMENTS}\n"
    text += "" if " @ " in asked else UNPUBLISHED
    yield REQUIREMENTS, f"{text}{asked}\n".encode()


def _own_requirement() -> str:
    try:
        direct = distribution("acadfolio").read_text("direct_url.json")
    except PackageNotFoundError:
        direct = None
    return requirement(direct)


def _lacks_acadfolio(requirements: Path) -> bool:
    """Whether a file names acadfolio nowhere."""
    return requirements.is_file() and b"acadfolio" not in requirements.read_bytes().lower()


def _missing_lines(gitignore: Path) -> list[str]:
    there = {_ignored(line) for line in gitignore.read_bytes().decode("utf-8", "replace").splitlines()}
    wanted = (SHIPPED / "gitignore").read_text(encoding="utf-8").splitlines()
    return [line for line in wanted if _ignored(line) not in there]


def _ignored(line: str) -> str:
    """The path in a line of a .gitignore, however it is written."""
    return line.strip().removeprefix("**/").strip("/")
