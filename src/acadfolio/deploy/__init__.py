"""Deploy a site: build and check it, then push it to a branch of a git remote or copy it into a folder."""

from __future__ import annotations

from contextlib import suppress
from fnmatch import fnmatchcase
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from acadfolio.build import cache_of, prepare
from acadfolio.checks import check_outputs
from acadfolio.output.guards import path_error
from acadfolio.problems import UNFINISHED, Location, Problem, Problems, SiteError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from acadfolio.rendering import Output


PRIVATE_NAMES = (
    "*.pem *.ppk *.p12 *.pfx *.kdbx *.ovpn id_rsa id_dsa id_ecdsa id_ed25519 *.tfstate *.tfstate.* passwd shadow "
    "*passw*.txt *passw*.csv *passw*.xls* credentials.*"
)
ALLOWED_BY_FORCE = frozenset({"private-file", *UNFINISHED})
"""The rules of errors that `--force` allows."""
PRIVATE_KEY = b"PRIVATE KEY-----"
"""At the start of a key, after its kind."""


class BuiltSite(Struct, frozen=True):
    """The files of a site without drafts, by their paths in the output folder."""

    outputs: Mapping[str, Output]
    problems: tuple[Problem, ...]
    url: str
    """The `url` of site.yml, or empty."""

    def bytes_of(self, path: str) -> bytes:
        """The content of a file; empty if the site has no such file. Raises SiteError if it cannot be read."""
        output = self.outputs.get(path)
        if output is None:
            return b""
        if not output.file:
            return output.content
        try:
            return Path(output.file).read_bytes()
        except OSError as error:
            what = f"this file cannot be read: {error.strerror}"
            raise SiteError([Problem("missing-file", Location(output.file), what, "check its permissions")]) from error

    def size_of(self, path: str) -> int:
        output = self.outputs[path]
        return Path(output.file).stat().st_size if output.file else len(output.content)


def build_site(site: Path, *, despite_errors: bool = False, force: bool = False) -> BuiltSite:
    """Build and check a site.

    Raises:
        SiteError: the site cannot be built, or the check found an error. `despite_errors` allows dead links, and
            `force` files that look private, placeholders, and entries of the demo site or an example site.
    """
    prepared = prepare(site, draws=True, cache=cache_of(site))
    outputs = list(prepared.outputs())
    problems = check_outputs(prepared, outputs)
    if not force:
        problems = (*_with_unfinished_as_errors(problems), *_private_files(outputs))
    errors = [problem for problem in problems if problem.severity == "error"]
    if any(problem.rule in ALLOWED_BY_FORCE or not despite_errors for problem in errors):
        raise SiteError(problems)
    return BuiltSite(by_path(outputs), problems, prepared.plan.site.settings.url)


def _with_unfinished_as_errors(problems: Iterable[Problem]) -> Iterator[Problem]:
    """Make errors of what is not the author's own yet, which a check only warns of."""
    for problem in problems:
        yield problem._replace(severity="error") if problem.rule in UNFINISHED else problem


def _looks_private(output: Output) -> bool:
    """Whether the name or the start of a file says that nobody else may read it."""
    if any(fnmatchcase(output.path.rpartition("/")[2].lower(), pattern) for pattern in PRIVATE_NAMES.split()):
        return True
    with suppress(OSError), open(output.file, "rb") as file:  # noqa: PTH123 - a file that is missing is reported
        return PRIVATE_KEY in file.read(len(PRIVATE_KEY) * 3)
    return False


def _private_files(outputs: Iterable[Output]) -> list[Problem]:
    message = "this file looks private: a key, a password list, or the state of a server"
    hint = "delete it, or use --force if everybody may read it"
    paths = [output.path for output in outputs if _looks_private(output)]
    return [Problem("private-file", Location(path), message, hint) for path in paths]


def by_path(outputs: Iterable[Output]) -> dict[str, Output]:
    """Outputs by path. Raises SiteError for a path outside of the folder."""
    found = {output.path: output for output in outputs}
    problems = Problems()
    for path in filter(path_error, found):
        problems.error(Location(path), path_error(path), "give the page or file another path", rule="url-conflict")
    problems.raise_if_errors()
    return found
