"""Output paths that are taken, so that a second claim to one is reported where it is made."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct, field

from acadfolio.problems import Location

if TYPE_CHECKING:
    from collections.abc import Iterator

    from acadfolio.problems import Problems

GENERATED = Location("acadfolio itself")
"""The place of what no author wrote."""
FILE_SUFFIXES = (
    ".png", ".jpg", ".jpeg", ".gif", ".svg", ".webp", ".avif", ".ico", ".css", ".js", ".mjs", ".json", ".pdf", ".xml",
    ".txt", ".bib", ".csv", ".zip", ".gz", ".mp3", ".mp4", ".webm", ".woff", ".woff2",
)  # fmt: skip
"""Files with these suffixes are served as what they are named, so browsers would not follow a redirect page there."""


class Claims(Struct):
    """Every path that is taken, by its lower-case form: names that differ in case are one file on many machines."""

    problems: Problems
    by_path: dict[str, tuple[str, Location]] = field(default_factory=dict)

    def claim(self, path: str, location: Location, hint: str) -> bool:
        """Whether the path was free. A conflict is reported."""
        taken, first = self.by_path.setdefault(path.casefold(), (path, location))
        if (taken, first) == (path, location):
            return True
        if taken == path:
            message = f"`{url_of(path)}` is already made from {first}"
        else:
            message = f"`{url_of(path)}` and `{url_of(taken)}` (from {first}) differ only in upper and lower case"
            hint = "many machines cannot hold both: rename one"
        self.problems.error(location, message, hint, rule="url-conflict")
        return False

    def claim_redirect(self, path: str, location: Location) -> bool:
        """Whether the path of an old URL was free."""
        if path.lower().endswith(FILE_SUFFIXES):
            message = f"`{url_of(path)}` cannot redirect: browsers do not read a page in a file of that name"
            self.problems.warn(location, message, "put the file there, below static/", rule="useless-redirect")
        return self.claim(path, location, "delete it from redirect_from, or move that page")

    def claim_generated(self, path: str) -> bool:
        """Whether a path is free for what acadfolio generates: the site's own files win, without a report."""
        return self.by_path.setdefault(path.casefold(), (path, GENERATED)) == (path, GENERATED)

    def report_files_as_folders(self) -> None:
        """Report paths that need a folder where another one is a file: `/cv.html` and `/cv.html/old/`."""
        for folded, (path, location) in self.by_path.items():
            for folder in _folders_of(folded):
                if folder in self.by_path:
                    self._report_file_as_folder(*self.by_path[folder], path, location)

    def _report_file_as_folder(self, file: str, first: Location, path: str, location: Location) -> None:
        if location == GENERATED:
            location, message = first, f"`{url_of(file)}` is a file where acadfolio makes `{url_of(path)}`"
        else:
            message = f"`{url_of(path)}` needs a folder where `{url_of(file)}` (from {first}) is a file"
        self.problems.error(location, message, "rename one of them", rule="url-conflict")


def _folders_of(path: str) -> Iterator[str]:
    folder = path.rpartition("/")[0]
    while folder:
        yield folder
        folder = folder.rpartition("/")[0]


def url_of(path: str) -> str:
    """The URL that an output path is served at: `/cv/` for cv/index.html."""
    return f"/{path.removesuffix('index.html')}" if path.rpartition("/")[2] == "index.html" else f"/{path}"
