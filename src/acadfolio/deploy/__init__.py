"""Deploy a site: build and check it, then push it to a branch of a git remote or copy it into a folder."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from acadfolio.build import memo_of, prepare
from acadfolio.checks import check_outputs, refused_by_deploy
from acadfolio.output.guards import path_error
from acadfolio.problems import Location, Problem, Problems, SiteError

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from acadfolio.rendering import Output


class BuiltSite(Struct, frozen=True):
    """The files of a site without drafts, by their paths in the output folder."""

    outputs: Mapping[str, Output]
    problems: tuple[Problem, ...]
    url: str
    """The `url` of site.yml, or empty."""

    def bytes_of(self, path: str) -> bytes:
        """The content of a file; empty if the site has no such file.

        Raises SiteError if it cannot be read.
        """
        output = self.outputs.get(path)
        if output is None:
            return b""
        if not output.file:
            return output.content
        try:
            return Path(output.file).read_bytes()
        except OSError as error:
            what = f"this file cannot be read: {error.strerror}"
            raise SiteError(
                [Problem("missing-file", Location(output.file), what, "check its permissions")]
            ) from error

    def size_of(self, path: str) -> int:
        output = self.outputs[path]
        return Path(output.file).stat().st_size if output.file else len(output.content)


def build_site(site: Path, *, despite_errors: bool = False, force: bool = False) -> BuiltSite:
    """Build and check a site.

    Raises:
        SiteError: the site cannot be built, or the check found an error. `despite_errors` allows dead links, and
            `force` files that look private, placeholders, and entries of the demo site or an example site: they
            become warnings.
    """
    prepared = prepare(site, draws=True, memo=memo_of(site))
    outputs = list(prepared.outputs())
    problems = check_outputs(prepared, outputs)
    if not force:
        problems = refused_by_deploy(problems)
    errors = [problem for problem in problems if problem.severity == "error"]
    if any(problem.needs_force or not despite_errors for problem in errors):
        raise SiteError(problems)
    return BuiltSite(by_path(outputs), problems, prepared.plan.site.settings.url)


def by_path(outputs: Iterable[Output]) -> dict[str, Output]:
    """Outputs by path. Raises SiteError for a path outside of the folder."""
    found = {output.path: output for output in outputs}
    problems = Problems()
    for path in filter(path_error, found):
        problems.error(
            Location(path),
            path_error(path),
            "give the page or file another path",
            rule="url-conflict",
        )
    problems.raise_if_errors()
    return found
