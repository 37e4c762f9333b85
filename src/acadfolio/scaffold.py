"""Create a site: a copy of the demo or of an example site, and the files that publish it."""

from __future__ import annotations

import os
import re
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from acadfolio import __version__
from acadfolio.installation.origin import is_release, own_commit
from acadfolio.loading.files import list_files
from acadfolio.model.section_kinds import DATA_ENDINGS
from acadfolio.new_files import write_new_files
from acadfolio.problems import Location, Problem, SiteError
from acadfolio.resources import starter

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from acadfolio.model.values import LanguageTag

COPIED = ("data", "content", "static")
SETTINGS = "data/site.yml"
"""A folder with this file is a site.

It is written last, so that an interrupted run leaves no site.
"""
HOME_PAGE = "content/about.md"
TITLE_LINE = re.compile(rb"^title:.*\n", re.MULTILINE)
SEVERAL_LANGUAGES = re.compile(rb"^languages:", re.MULTILINE)
LANGUAGE_LINE = re.compile(rb"^language:.*\n", re.MULTILINE)
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
TEMPLATE = SHIPPED / "template"
"""What a repository for GitHub's “Use this template” has besides the site EMPTY."""
REQUIREMENTS = "requirements.txt"
EXTRAS = "[jekyll]"
WHEELS = "wheels"
INSTALL = f"# The packages that build this site, on your computer and on a host:  pip install -r {REQUIREMENTS}\n"
OF_COMMIT = "# acadfolio is not on PyPI yet: this is the commit that created the site.\n"
OF_WHEEL = f"""\
# acadfolio is not on PyPI yet: the folder {WHEELS} contains the one that created the site. Commit it with the site.
# For a newer one, delete {WHEELS} and this file, install acadfolio anew, and run in this folder:  acadfolio new .
"""


class Requirement(Struct, frozen=True):
    """How a host installs the acadfolio that created a site."""

    line: str
    """The line of `requirements.txt`."""
    comment: str = ""
    source: str = ""
    """The public repository of the commit, if it is installed from one."""
    files: dict[str, bytes] = {}
    """The wheel that the line names, by its path in the site."""


class Made(Struct, frozen=True):
    """The files of a new site, as paths in its folder."""

    written: list[str]
    left: list[str]
    """Existing files, which are not changed."""
    requirement: Requirement
    lacks_requirement: bool
    """Whether the site has a `requirements.txt` of its own, which does not install acadfolio."""


def new_site(
    folder: Path,
    *,
    source: Path | None = None,
    is_template: bool = False,
    languages: Sequence[LanguageTag] = (),
) -> Made:
    """Create a site in a new or empty folder, or in a git repository.

    Nothing is overwritten. Raises SiteError.

    `source` is the folder of a site to copy instead of the demo: EMPTY, or one of
    `resources.examples()`. Templates and the theme's static files stay in the package, so that an
    update of acadfolio updates them. A folder that is already a site gets only the files that
    publish it. A template for repositories on GitHub also has a README for its users. With several
    `languages`, each but the first has a copy of the home page to translate.
    """
    _refuse_other_folders(folder)
    files: dict[str, bytes] = {}
    if not _is_site(folder):
        files |= _example(source) if source else _demo()
        files |= _in_languages(files, languages)
        files[SETTINGS] = files.pop(SETTINGS)
    files |= {path: (SHIPPED / name).read_bytes() for path, name in SHIPPING.items()}
    if is_template:
        files |= {path: (TEMPLATE / path).read_bytes() for path in list_files(TEMPLATE)}
    has_requirements, installs_acadfolio = _read_requirements(folder)
    requirement = Requirement("") if installs_acadfolio else own_requirement()
    files[REQUIREMENTS] = f"{INSTALL}{requirement.comment}{requirement.line}\n".encode()
    files |= requirement.files
    left = write_new_files(folder, files.items())
    written = [path for path in files if path not in left]
    return Made(written, left, requirement, has_requirements and not installs_acadfolio)


def _in_languages(files: Mapping[str, bytes], languages: Sequence[LanguageTag]) -> dict[str, bytes]:
    """The files of a site that several languages change: the settings, and copies of the home page.

    Raises SiteError for a site that is in several languages already.
    """
    if not languages:
        return {}
    if SEVERAL_LANGUAGES.search(files[SETTINGS]):
        message = "this example site is in several languages of its own"
        hint = "create it without --languages, and change `languages` in its data/site.yml"
        raise SiteError([Problem("unknown-language", Location("--languages"), message, hint)])
    line = f"languages: [{', '.join(languages)}]".encode()
    settings = LANGUAGE_LINE.sub(b"", files[SETTINGS])
    others = languages[1:]
    changed = {SETTINGS: TITLE_LINE.sub(lambda title: title[0] + line + b"\n", settings, count=1)}
    home = files.get(HOME_PAGE, b"")
    for language in others if home else ():
        changed[HOME_PAGE.replace(".md", f".{language}.md")] = home
    return changed


def own_requirement() -> Requirement:
    """The requirement of a new site: a release, a public commit, or else a wheel in the site.

    Raises SiteError.

    Before the first release, anybody could publish a package named `acadfolio`, so the name alone
    could install a stranger's.
    """
    if is_release():
        return Requirement(f"acadfolio{EXTRAS}=={__version__}")
    commit = own_commit()
    if commit is not None and commit.url:
        line = f"acadfolio{EXTRAS} @ git+{commit.url}@{commit.hash}"
        return Requirement(line, OF_COMMIT, source=commit.url)
    from acadfolio.installation.wheel import WHEEL_NAME, new_wheel

    path = f"{WHEELS}/{WHEEL_NAME}"
    return Requirement(f"./{path}{EXTRAS}", OF_WHEEL, files={path: new_wheel()})


def _read_requirements(folder: Path) -> tuple[bool, bool]:
    """Whether a site has a `requirements.txt`, and whether this installs acadfolio."""
    file = folder / REQUIREMENTS
    if not os.path.lexists(file):
        return False, False
    with suppress(OSError):
        # Not a broken link, a folder, a pipe or a device.
        return True, file.is_file() and b"acadfolio" in file.read_bytes()
    return True, False


def _is_site(folder: Path) -> bool:
    """Whether a folder has settings.

    They are written last: an empty file is left by an interrupted run.
    """
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
