"""The files of the last build, remembered; out comes the answer to "did anything change?", before anything is imported.

A file is the same when its size, times and inode are, or else when its content is; of the program's own files, which
a new version brings and a site's author leaves alone, nobody keeps the content. `unchanged` looks at the inputs
before a build and `remember` after it: what is saved while a build runs is noticed, and the next build starts over.
"""

from __future__ import annotations

import marshal
import os
import sys
import time

from acadfolio import SOURCE_FOLDERS, STRAYING, __version__
from acadfolio.clock import day_of_build
from acadfolio.fingerprint import digest, digest_of, files_below, is_same_file, is_young, statuses, youngest
from acadfolio.libraries import installed
from acadfolio.store import CACHE, cache_folder, read_kept, remove_leftovers, write_kept

# All of those Python has loaded anyway, or nearly; making Paths would cost more than the rest of the answer.
TYPE_CHECKING = False  # So would typing.
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any, TypedDict

    from acadfolio.fingerprint import Files, Status

    Day = tuple[int, int, int]

    class Kept(TypedDict):
        """What the manifest holds."""

        key: tuple[Any, ...]
        days: tuple[Day, Day | None]
        summary: dict[str, Any]
        inputs: Files
        outputs: Files
        digests: dict[str, bytes]
        racy: list[str]

    Before = tuple[int, Files, dict[str, bytes], Kept | None]
    """When `unchanged` looked, the inputs that it saw, the digests of the youngest, and the manifest that it read."""


_FILE = "manifest"
_PACKAGE = os.path.dirname(os.path.abspath(__file__))
_MAGIC = f"acadfolio {__version__} manifest 2 {sys.implementation.cache_tag}\n".encode()
_SECOND = 1_000_000_000
_STARTED = time.time_ns()
_TICK = _SECOND // 50  # More than the stamps of other file systems lag behind the clock.

# One build at a time looks before and remembers after; handing this to and fro would be the callers' burden.
_before: dict[str, Before] = {}


def unchanged(site: str, output: str, settings: tuple[Any, ...]) -> dict[str, Any] | None:
    """The summary of the last build when that build would do nothing now; None when it has to be done."""
    clock = time.time_ns()
    site, output = os.path.abspath(site), os.path.abspath(output)
    kept = read(site)
    try:
        inputs = _strayed(site) | files_below(_roots(site), "__pycache__")
        if kept and _is_current(kept, _key(output, settings)) and _agree(kept, inputs, "inputs"):
            empty: list[str] = []
            outputs = files_below([output], ".git", follow=False, empty=empty)
            if not empty and _agree(kept, outputs, "outputs"):
                _refresh(site, kept, inputs, outputs, clock)
                return kept["summary"]
        _before[site] = (clock, inputs, {path: digest(path) for path in _racy(inputs, clock)}, kept)
    except OSError:
        pass  # Files that come and go, or cannot be read: the build will have its say about them.
    return None


def remember(  # noqa: PLR0913 - what a build was made from and what it made, all of it
    site: str,
    output: str,
    settings: tuple[Any, ...],
    summary: dict[str, Any],
    *,
    days: tuple[Day, Day | None],
    made: Mapping[str, bytes | None] | None = None,
) -> None:
    """Keep a build that succeeded, for `unchanged`, which has to have been asked before that build.

    `settings` and `summary` hold plain values only. `days` are the one for which it was built, and the first one on
    which the same files make another site. `made` has the paths of all outputs, where that is known, each with its
    digest, where that is known too.
    """
    site, output = os.path.abspath(site), os.path.abspath(output)
    before = _before.pop(site, None)
    if before is None or not os.path.isdir(output):
        return
    clock = time.time_ns()
    try:
        # What the program brings was looked at before, and had better be as it was then: the next build sees to that.
        inputs = _brought(site, before[1]) | _strayed(site) | files_below(_sources(site), "__pycache__")
        outputs = statuses(_below(output, made)) if made else files_below([output], ".git", follow=False)
        if not _stayed(before, inputs) or _libraries_changed():
            return
        racy = _racy(inputs, clock) + _racy(outputs, clock)
        kept: Kept = {
            "key": _key(output, settings),
            "days": (tuple(days[0]), days[1] and tuple(days[1])),  # type: ignore[typeddict-item] # which lose their names
            "summary": summary,
            "inputs": inputs,
            "outputs": outputs,
            "digests": _digests(_worth_reading(site, inputs, racy), outputs, before[3], _below(output, made or {})),
            "racy": racy,
        }
    except OSError:
        return
    if all(kept["digests"].get(path, early) == early for path, early in before[2].items()):
        keep(site, kept)


def changed(site: str, folder: str) -> dict[str, int]:
    """The files in a folder of the site that are not as the last build saw them, with their sizes.

    To be asked after `unchanged`, if at all.
    """
    site = os.path.abspath(site)
    before = _before.get(site)
    above = os.path.join(site, folder, "")
    try:
        inputs = before[1] if before else files_below([above], "__pycache__")
    except OSError:
        return {}
    known = before[3]["inputs"] if before and before[3] else {}
    found = sorted(path for path, status in inputs.items() if path.startswith(above) and status != known.get(path))
    return {path: status[0] if (status := inputs[path]) else 0 for path in found}


def inputs(site: str) -> Files:
    """All that builds depend on, as it was when `unchanged` looked; nothing where it could not."""
    before = _before.get(os.path.abspath(site))
    return before[1] if before else {}


def untouched(site: str, output: str, found: Files) -> dict[str, bytes]:
    """The digest of each output that is as the last build left it; `found` are those there are, by their paths there.

    To be asked between `unchanged` and `remember`.
    """
    above = os.path.join(os.path.abspath(output), "")
    kept = _last(site)
    if kept is None:
        return {}
    racy, known, digests = set(kept["racy"]), kept["outputs"], kept["digests"]
    try:
        return {
            name: digests[path]
            for name, status in found.items()
            if status
            and status == known.get(path := above + name.replace("/", os.sep))
            and (path not in racy or digest(path) == digests[path])
        }
    except OSError:
        return {}


def outputs(site: str) -> int:
    """How many files the last build left. To be asked between `unchanged` and `remember`."""
    kept = _last(site)
    return len(kept["outputs"]) if kept else 0


def last_summary(site: str) -> dict[str, Any]:
    """That of the last build; empty where none is known. To be asked between `unchanged` and `remember`."""
    kept = _last(site)
    return kept["summary"] if kept else {}


def _last(site: str) -> Kept | None:
    """What `unchanged` read of the last build."""
    before = _before.get(os.path.abspath(site))
    return before[3] if before else None


def state(site: str) -> bytes:
    """What the program, its libraries and all templates are, as a digest: when `unchanged` looked, else now.

    Where that cannot be known, for a folder may not be read, it is like no other.
    """
    site = os.path.abspath(site)
    roots = [root for root in _roots(site) if os.path.basename(root) == "templates" or root == _PACKAGE]
    before = _before.get(site)
    if before is None:
        try:
            files = files_below(roots, "__pycache__")
        except OSError:
            return os.urandom(16)
    else:
        below = tuple(os.path.join(root, "") for root in roots)
        files = {path: status for path, status in before[1].items() if path.startswith(below) or path in roots}
    return digest_of(marshal.dumps((sys.version, installed(), sorted(files.items())), 2))  # which marks no references


def _roots(site: str) -> list[str]:
    """The folders that every build depends on: the site's, and this package with its theme."""
    checkout = os.path.dirname(os.path.dirname(_PACKAGE))
    theme = [] if os.path.isdir(os.path.join(_PACKAGE, "starter")) else ["templates", "static"]
    return list(dict.fromkeys([*_sources(site), *(os.path.join(checkout, name) for name in theme), _PACKAGE]))


def _sources(site: str) -> list[str]:
    return [os.path.join(site, name) for name in SOURCE_FOLDERS]


def _strayed(site: str) -> Files:
    """The bibliographies beside these folders: whether there are any may be told, what they say makes no difference."""
    try:
        with os.scandir(site) as entries:
            return {one.path: None for one in entries if one.name.lower().endswith(STRAYING) and one.is_file()}
    except OSError:
        return {}


def _brought(site: str, files: Files) -> Files:
    """Of some inputs those that the program brings, and that are none of the site's: the demo's are, in a checkout."""
    sources = _sources(site)
    roots = [root for root in _roots(site) if root not in sources]  # One that is not there stands among the files.
    theirs, ours = (tuple(os.path.join(root, "") for root in part) for part in (sources, roots))
    return {
        path: status
        for path, status in files.items()
        if (path.startswith(ours) and not path.startswith(theirs)) or path in roots
    }


def _worth_reading(site: str, inputs: Files, racy: list[str]) -> Files:
    """The inputs but for what the program brings, unless it is new."""
    brought = _brought(site, inputs)
    files = {path: status for path, status in inputs.items() if path not in brought}
    return files | {path: inputs[path] for path in racy if path in inputs}


def _key(output: str, settings: tuple[Any, ...]) -> tuple[Any, ...]:
    """What the build was besides its files, whose whole paths tell the site."""
    return (sys.version, tuple(installed()), output, settings)


def _libraries_changed() -> bool:
    """Whether something was installed since this process began, which may have the older one in memory."""
    return any(since > _STARTED for _, since in installed())


def _racy(files: Files, clock: int) -> list[str]:
    """The files so young that they may change again without its showing."""
    return [path for path, status in files.items() if status and is_young(status, clock)]


def _is_current(kept: Kept, key: tuple[Any, ...]) -> bool:
    """Whether it was made in the same way, for this day or one since which no file makes another site."""
    since, until = kept["days"]
    try:
        today = day_of_build()
    except (ValueError, OverflowError, OSError):
        return False  # The build tells it.
    return kept["key"] == key and since <= today and (until is None or today < until)


def _agree(kept: Kept, files: Files, kind: str) -> bool:
    """Whether files are the kept ones: the same by their status, or else by their content."""
    known = kept["inputs"] if kind == "inputs" else kept["outputs"]
    doubtful = [path for path in kept["racy"] if path in files]
    if files != known:
        if files.keys() != known.keys():
            return False
        doubtful += [path for path, status in files.items() if status != known[path]]
    return all(_is_as_kept(path, files[path], known.get(path), kept["digests"].get(path)) for path in doubtful)


def _is_as_kept(path: str, status: Status | None, known: Status | None, content: bytes | None) -> bool:
    return bool(status and known and status[0] == known[0] and content and digest(path) == content)


def _refresh(site: str, kept: Kept, inputs: Files, outputs: Files, clock: int) -> None:
    """Keep what was found out by reading, so that the next answer is quick."""
    racy = _racy(inputs, clock) + _racy(outputs, clock)
    if (inputs, outputs, racy) != (kept["inputs"], kept["outputs"], kept["racy"]):
        keep(site, {**kept, "inputs": inputs, "outputs": outputs, "racy": racy})


def _stayed(before: Before, inputs: Files) -> bool:
    """Whether no input changed, came or went since before the build, nor the program since it was loaded."""
    code, latest = os.path.join(_PACKAGE, ""), _STARTED - _TICK
    return before[1] == inputs and not any(
        status and youngest(status) > latest for path, status in inputs.items() if path.startswith(code)
    )


def _below(output: str, made: Mapping[str, bytes | None]) -> dict[str, bytes | None]:
    """By the whole path, as the system writes it."""
    return {os.path.join(output, path.replace("/", os.sep)): known for path, known in made.items()}


def _digests(inputs: Files, outputs: Files, kept: Kept | None, made: Mapping[str, bytes | None]) -> dict[str, bytes]:
    """Of every file, where it is not known, taken from the last manifest when it is the same file."""
    digests = {path: known for path, known in made.items() if known}
    known = kept["inputs"] | kept["outputs"] if kept else {}
    before, racy = (kept["digests"], set(kept["racy"])) if kept else ({}, set())
    for path, status in (inputs | outputs).items():
        if status is None or path in digests:
            continue
        was = known.get(path)
        # A file that a swap took along was linked.
        is_same = status == was or (path in outputs and is_same_file(status, was))
        digests[path] = before[path] if is_same and path in before and path not in racy else digest(path)
    return digests


def read(site: str) -> Kept | None:
    """The manifest; None when there is none, or it is not one that this program wrote for this user."""
    payload = read_kept(os.path.join(site, CACHE, _FILE), _MAGIC)
    if payload is None:
        return None
    kept: Kept = marshal.loads(payload)  # noqa: S302 - our own, by owner, version and checksum
    return kept


def keep(site: str, kept: Kept) -> None:
    plain: Any = kept
    try:
        folder = cache_folder(site)
        write_kept(os.path.join(folder, _FILE), _MAGIC, marshal.dumps(plain))
        remove_leftovers(folder)
    except OSError:
        pass  # Without a cache, every build is a whole one.
