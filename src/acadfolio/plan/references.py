"""What data files and front matters point at comes in; what is not there is reported with its place."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

from acadfolio.load.addresses import SCHEME, output_path

if TYPE_CHECKING:
    from collections.abc import Iterable

    from acadfolio.problems import Problems
    from acadfolio.records.reading import Reference

NEAR = 0.75


def check_references(
    references: Iterable[Reference], there: frozenset[str], files: set[str], problems: Problems
) -> frozenset[str]:
    """Warn of local files and pages that are not `there`; what is missing.

    `files` are those that an author may have meant.
    """
    missing = set()
    for reference in references:
        path = local_path(reference.target)
        if path is not None and path not in there and f"{path.rstrip('/')}/index.html" not in there:
            what = "image" if reference.is_image else "file or page"
            problems.warn_of_link(reference.location, f"there is no {what} `{reference.target}`", _advice(path, files))
            missing.add(reference.target.lstrip("/"))
    return frozenset(missing)


def _advice(path: str, files: set[str]) -> str:
    """The file whose name is nearest, else where files belong."""
    from difflib import get_close_matches  # Only a mistake pays for it.

    folder, _, name = path.rpartition("/")
    beside = {file.rpartition("/")[2]: file for file in sorted(files) if file.rpartition("/")[0] == folder}
    elsewhere = {file.rpartition("/")[2].lower(): file for file in sorted(files)}
    near = get_close_matches(name, beside, n=1, cutoff=NEAR)
    found = beside[near[0]] if near else elsewhere.get(name.lower())
    return f"did you mean `{found}`?" if found else "put files into static/, pages into content/"


def local_path(target: str) -> str | None:
    """The output path that a local target means; None for other hosts, mail addresses, anchors and nothing at all."""
    if SCHEME.match(target) or target.startswith("#"):
        return None
    try:
        path = unicodedata.normalize("NFC", unquote(urlsplit(target).path))
    except ValueError:
        return None
    if not path:
        return None
    return (
        output_path("/" + path.removeprefix("./").lstrip("/"))
        if path.endswith("/")
        else path.removeprefix("./").lstrip("/")
    )
