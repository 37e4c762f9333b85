"""A site's folder comes in; every file of it, built anew in memory and checked, comes out. Nothing is written."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from acadfolio.build import prepare
from acadfolio.cache import Cache
from acadfolio.checks import check_outputs
from acadfolio.output.guards import TAKEN, path_error
from acadfolio.problems import Location, Problem, SiteError
from acadfolio.store import cache_folder

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from acadfolio.rendering.output import Output


@dataclass(frozen=True, slots=True)
class Fresh:
    """A site as it is to go out, without drafts."""

    outputs: Mapping[str, Output]
    problems: tuple[Problem, ...]
    url: str
    """Where `site.yml` says that it lives; empty when it does not."""

    def bytes_of(self, path: str) -> bytes:
        """Of one file; a symbolic link is its target's bytes. Raises SiteError."""
        output = self.outputs.get(path)
        if output is None:
            return b""
        if not output.file:
            return output.content
        try:
            return Path(output.file).read_bytes()
        except OSError as error:
            what = f"this file cannot be read: {error.strerror}"
            raise SiteError([Problem(Location(output.file), what, "see who may read it")]) from error


def make_fresh(site: Path, *, despite_errors: bool = False) -> Fresh:
    """Build and check. Raises SiteError for what a check calls an error, of which only dead links may go out."""
    prepared = prepare(site, draws=True, cache=Cache(_cache(site), b""))
    outputs = list(prepared.outputs())
    problems = check_outputs(prepared, outputs)
    if not despite_errors and any(problem.severity == "error" for problem in problems):
        raise SiteError(problems)
    return Fresh(_by_path(outputs), problems, prepared.plan.site.settings.url or "")


def _cache(site: Path) -> Callable[[], str] | None:
    """What pictures became in earlier builds; None where it cannot be kept."""
    keeps = partial(cache_folder, str(site))
    try:
        keeps()
    except OSError:
        return None
    return keeps


def _by_path(outputs: Iterable[Output]) -> dict[str, Output]:
    """Each path once, and none that leads out of where the site goes."""
    found: dict[str, Output] = {}
    wrong = []
    for output in outputs:
        what = TAKEN if output.path in found else path_error(output.path)
        if what:
            wrong.append(Problem(Location(output.path), what, "give the page or file another path"))
        found[output.path] = output
    if wrong:
        raise SiteError(wrong)
    return found
