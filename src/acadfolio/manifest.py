"""Record the input and output files of the last build, so that a build without changes ends quickly.

A file is unchanged if its size, times and inode are the same, or else if its content is the same.
Files of the program are compared by status only. A file that was saved just before its status was
read may change again within the same tick of the clock. The manifest has no times for such a file,
so that its content is compared.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections import namedtuple

from acadfolio import SOURCE_FOLDERS, __version__
from acadfolio.cache_folder import CACHE, NEW, cache_folder, read_kept, remove_older, write_kept
from acadfolio.files import Status, bytes_digest, file_digest, files_below, is_young, statuses

TYPE_CHECKING = False  # Importing typing takes longer than a build without changes.
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any, TypedDict

    from acadfolio.files import Files

    Day = tuple[int, int, int]

    class Manifest(TypedDict):
        """One build."""

        key: str
        """A digest of the program, the time zone, the output folder and the settings of the build."""
        days: tuple[Day, Day | None]
        """The day of the build, and the next day on which the same files give a different site."""
        summary: dict[str, Any]
        inputs: dict[str, Entry | None]
        """By path; None for anything but a regular file."""
        outputs: dict[str, Entry | None]


Entry = namedtuple("Entry", "status digest")  # noqa: PYI024 - typing takes long to import
"""A file's status, and the digest of its content in hexadecimal digits."""

FILE = "manifest"
SKIPPED = "__pycache__"
HEAD = f"acadfolio {__version__} manifest 5\n".encode()
PACKAGE = os.path.dirname(os.path.abspath(__file__))
PYTHON = os.path.dirname(os.__file__)
HOUR = 60 * 60
INSTALLED = (".dist-info", ".egg-info", ".pth")
"""The endings of the folders in which installers describe a library."""


class Snapshot:
    """The source files of a site before a build, compared with the manifest of the last build.

    `settings` are those of the build, as plain values.
    """

    def __init__(self, site: str, output: str, settings: tuple[Any, ...]) -> None:
        self.site, self.output = os.path.abspath(site), os.path.abspath(output)
        self.key = _key(self.output, settings)
        self.last = read_manifest(self.site)
        clock = time.time_ns()
        self.outside_inputs: Files = {}
        """Those of the package and its theme. A build takes them to be the same until its end."""
        self.inputs: Files | None = None
        """All. None if they cannot be read: the build then reports the error."""
        self.young: dict[str, str] = {}
        """The digests of files that may change again while their times stay the same."""
        try:
            self.outside_inputs = files_below(_folders_outside(self.site), SKIPPED)
            self.inputs = self._inputs_now()
            for path, status in self.inputs.items():
                if status and is_young(status, clock):
                    self.young[path] = file_digest(path).hex()
        except OSError:
            self.inputs = None

    def _inputs_now(self) -> Files:
        """Return the status of all files that the build depends on: those of the site as they are now."""
        return self.outside_inputs | files_below(_folders_of_site(self.site), SKIPPED)

    def program(self) -> bytes:
        """Return the same as `program_of`, from the files that are known already."""
        if self.inputs is None:
            return program_of(self.site)
        folders = tuple(os.path.join(folder, "") for folder in _folders_of_program(self.site))
        return _program(
            {path: status for path, status in self.inputs.items() if path.startswith(folders)}
        )

    def unchanged(self) -> dict[str, Any] | None:
        """Return the summary of the last build if nothing has changed since; None if the site must be built."""
        last = self.last
        if (
            last is None
            or self.inputs is None
            or last["key"] != self.key
            or not _is_due(last["days"])
        ):
            return None
        if self._has_staging():
            return None  # What a killed build left: this one cleans up.
        return last["summary"] if self._has_files_of(last, self.inputs) else None

    def _has_files_of(self, last: Manifest, inputs: Files) -> bool:
        """Return whether the source files and the output files are those of the last build."""
        try:
            if not _agree(last["inputs"], inputs):
                return False  # After an edit, nobody needs to look at thousands of output files.
            return _agree(last["outputs"], files_below([self.output], ".git", follow=False))
        except OSError:
            return False

    def _has_staging(self) -> bool:
        """Return whether the folder in which a build prepares the site is there: beside the real output folder."""
        parent, name = os.path.split(os.path.realpath(self.output))
        return os.path.exists(os.path.join(parent, f".{name}.acadfolio"))

    def untouched(self, found: Files) -> dict[str, bytes]:
        """Return the digests of the files in the output folder that have not changed since the last build.

        `found` has the status of each by its path in the folder, with `/` between the parts.
        """
        same: dict[str, bytes] = {}
        if self.last is None:
            return same
        known = self.last["outputs"]
        try:
            for name, status in found.items():
                path = self._path_of_output(name)
                entry = known.get(path)
                if entry and _is_same(path, status, entry):
                    same[name] = bytes.fromhex(entry.digest)
        except OSError:
            return {}
        return same

    def remember(
        self,
        summary: dict[str, Any],
        days: tuple[Day, Day | None],
        made: Mapping[str, bytes | None],
    ) -> None:
        """Write the manifest of a successful build, unless a file was saved while it ran.

        `summary` has plain values. `made` has the digest of each file in the output folder, or None
        if the build does not know it.
        """
        if self.inputs is None:
            return
        try:
            digests = {self._path_of_output(name): known for name, known in made.items()}
            manifest: Manifest = {
                "key": self.key,
                "days": days,
                "summary": summary,
                "inputs": {
                    path: self._entry_of_input(path, status) for path, status in self.inputs.items()
                },
                "outputs": {},
            }
            # Last: a file that is saved while the digests are made has another one.
            if self._inputs_now() != self.inputs:
                return
            clock = time.time_ns()
            for path, status in statuses(digests).items():
                manifest["outputs"][path] = self._entry_of_output(
                    path, status, digests[path], clock
                )
        except OSError:
            return  # The files are being edited.
        write_manifest(self.site, manifest)

    def _path_of_output(self, name: str) -> str:
        return os.path.join(self.output, name.replace("/", os.sep))

    def _entry_of_input(self, path: str, status: Status | None) -> Entry | None:
        if status is None:
            return None
        if path in self.young:
            return _without_times(status, self.young[path])
        if path in self.outside_inputs:
            return Entry(status, "")
        last = self.last["inputs"].get(path) if self.last else None
        if last and last.digest and last.status == status:
            return last
        return Entry(status, file_digest(path).hex())

    def _entry_of_output(
        self, path: str, status: Status | None, known: bytes | None, clock: int
    ) -> Entry | None:
        if status is None:
            return None
        content = (
            known.hex() if known else self._digest_of_last(path, status) or file_digest(path).hex()
        )
        return (
            _without_times(status, content) if is_young(status, clock) else Entry(status, content)
        )

    def _digest_of_last(self, path: str, status: Status) -> str:
        """Return the digest of a file that has not changed since the last manifest; empty if it has."""
        last = self.last["outputs"].get(path) if self.last else None
        return last.digest if last and last.status == status else ""


def program_of(site: str) -> bytes:
    """Return a digest of the program, its libraries and all templates; a random one if they cannot be read."""
    try:
        return _program(files_below(_folders_of_program(os.path.abspath(site)), SKIPPED))
    except OSError:
        return os.urandom(16)


def _program(files: Files) -> bytes:
    there = sorted((path, status) for path, status in files.items() if status)
    return bytes_digest(repr((sys.version, installed(), there)).encode("utf-8", "surrogatepass"))


def _folders_of_program(site: str) -> list[str]:
    """Return the folders of acadfolio, of its theme, and of the site's templates."""
    return list(dict.fromkeys([*_packages(), os.path.join(site, "templates"), *_theme()]))


def _folders_of_site(site: str) -> list[str]:
    return [os.path.join(site, name) for name in SOURCE_FOLDERS]


def _folders_outside(site: str) -> list[str]:
    """Return the package and, in a checkout, the theme next to it, unless that is the site."""
    own = _folders_of_site(site)
    return [*_packages(), *(folder for folder in _theme() if folder not in own)]


def _packages() -> list[str]:
    """Return the folders of acadfolio and of the plug-ins beside it, such as those that come with it.

    Plug-ins elsewhere are known by their version alone.
    """
    folder, name = os.path.split(PACKAGE)
    with os.scandir(folder) as entries:
        beside = [entry.path for entry in entries if entry.name.startswith(f"{name}_")]
    return [PACKAGE, *(path for path in sorted(beside) if os.path.isdir(path))]


def _theme() -> list[str]:
    """Return the folders of the theme next to the package; none if it is in the package, as in an installation."""
    if os.path.isdir(os.path.join(PACKAGE, "starter")):
        return []
    checkout = os.path.dirname(os.path.dirname(PACKAGE))
    return [os.path.join(checkout, name) for name in ("templates", "static")]


def installed() -> list[tuple[str, int]]:
    """Return the descriptions of installed libraries in `sys.path`, with their times in nanoseconds since 1970.

    Python's own library is omitted, because it depends only on the version of Python.
    """
    found = []
    for folder in dict.fromkeys(sys.path):
        if folder.startswith(PYTHON) and not folder.endswith("-packages"):
            continue
        try:
            with os.scandir(folder or ".") as entries:
                found += [
                    (entry.path, entry.stat().st_mtime_ns)
                    for entry in entries
                    if entry.name.endswith(INSTALLED)
                ]
        except OSError:
            pass  # An archive, or a folder without read permission.
    return sorted(found)


def day_of_build() -> Day:
    """Return the local year, month and day, or those of SOURCE_DATE_EPOCH in UTC.

    Raises ValueError, OverflowError or OSError if SOURCE_DATE_EPOCH is not a time.
    """
    epoch = os.environ.get("SOURCE_DATE_EPOCH", "")
    moment = time.gmtime(int(epoch)) if epoch else time.localtime()
    return moment.tm_year, moment.tm_mon, moment.tm_mday


def _is_due(days: tuple[Day, Day | None]) -> bool:
    """Return whether a build for these days is still valid today."""
    try:
        today = day_of_build()
    except (ValueError, OverflowError, OSError):
        return False  # The build reports the error.
    since, until = days
    return tuple(since) <= today and (until is None or today < tuple(until))


def _key(output: str, settings: tuple[Any, ...]) -> str:
    # The day of a post with a time depends on the time zone.
    about = (sys.version, time.tzname, installed(), output, settings)
    return bytes_digest(repr(about).encode("utf-8", "surrogatepass")).hex()


def _agree(entries: dict[str, Entry | None], files: Files) -> bool:
    """Return whether files are unchanged since the manifest was written."""
    if entries.keys() != files.keys():
        return False
    return all(_is_same(path, files[path], entry) for path, entry in entries.items())


def _is_same(path: str, status: Status | None, entry: Entry | None) -> bool:
    if status is None or entry is None:
        return status is None and entry is None
    if status == entry.status:
        return True
    return bool(status.size == entry.status.size and file_digest(path).hex() == entry.digest)


def _without_times(status: Status, content: str) -> Entry:
    return Entry(Status(status.size, 0, 0, 0), content)


def read_manifest(site: str) -> Manifest | None:
    """Return the manifest of the last build; None if there is none of this version."""
    content = read_kept(os.path.join(site, CACHE, FILE), HEAD)
    if content is None:
        return None
    try:
        manifest: Manifest = json.loads(content)
        for files in (manifest["inputs"], manifest["outputs"]):
            for path, entry in files.items():
                files[path] = entry and Entry(Status(*entry[0]), entry[1])
    except (ValueError, TypeError, LookupError, AttributeError, RecursionError):
        return None  # Somebody else wrote it.
    return manifest


def write_manifest(site: str, manifest: Manifest) -> None:
    try:
        folder = cache_folder(site)
        write_kept(os.path.join(folder, FILE), HEAD, json.dumps(manifest).encode())
        remove_older(folder, HOUR, NEW)  # Incomplete files of killed processes.
    except OSError:
        pass  # Without a cache, every build renders all pages.
