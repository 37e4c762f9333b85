"""Rebuild a site in memory, and remember the last successful build."""

from __future__ import annotations

import traceback
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from acadfolio.build import memo_of, prepare
from acadfolio.files import Status, bytes_digest, file_status
from acadfolio.manifest import program_of
from acadfolio.problems import Location, Problem, SiteError, in_order

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from acadfolio.rendering import Output

    Version = bytes | tuple[str, Status | None]
    """The digest of a rendered file, or the path and status of a copied file."""


@dataclass(frozen=True)
class Build:
    """The files of the last successful build, and the problems of the newest one."""

    outputs: Mapping[str, Output] = field(default_factory=dict)
    """By path; empty if no build has succeeded yet."""
    problems: tuple[Problem, ...] = ()
    changed: frozenset[str] = frozenset()
    """The paths of files that differ from the build before."""
    home: str = ""
    """The folder of the home page in the first language, such as `en/`; empty at the top."""

    @property
    def has_errors(self) -> bool:
        """Whether the newest build failed, so that the outputs are from an older one."""
        errors = [problem for problem in self.problems if problem.severity == "error"]
        return not all(problem.is_of_one_file for problem in errors)


class Builder:
    """Builds one site, and compares each build with the one before."""

    def __init__(self, site: Path, *, drafts: bool) -> None:
        self.site, self.drafts = site, drafts
        self.last = Build()
        self._versions: dict[str, Version] = {}
        self.memo = memo_of(site)

    def build(self) -> Build:
        """Build the site. After an error, the outputs are those of the last successful build."""
        try:
            self.last = self._build()
        except SiteError as error:
            self.last = self._failed(error.problems)
        except Exception as error:  # noqa: BLE001 - a bug must not end the preview
            traceback.print_exc()
            self.last = self._failed([_bug(error)])
        return self.last

    def _build(self) -> Build:
        self.memo.program = program_of(str(self.site))  # The site's templates may have changed.
        prepared = prepare(
            self.site, drafts=self.drafts, is_preview=True, draws=True, memo=self.memo
        )
        digests = {
            path: version for path, version in self._versions.items() if isinstance(version, bytes)
        }
        outputs: dict[str, Output] = {}
        versions: dict[str, Version] = {}
        for output in prepared.outputs(digests):
            path = output.path
            outputs[path] = self.last.outputs[path] if output.is_kept else output
            versions[path] = self._versions[path] if output.is_kept else _version_of(output)
        paths = versions.keys() | self._versions.keys()
        changed = frozenset(
            path for path in paths if versions.get(path) != self._versions.get(path)
        )
        self._versions = versions
        self.memo.kept.end_build()
        self.memo.forget_replaced()
        home = prepared.first.plan.site.mount
        return Build(outputs, in_order(prepared.problems.of_build), changed, home)

    def _failed(self, problems: tuple[Problem, ...] | list[Problem]) -> Build:
        self.memo.kept.forget_this_build()
        return replace(self.last, problems=tuple(problems), changed=frozenset())


def _version_of(output: Output) -> Version:
    return (output.file, file_status(output.file)) if output.file else bytes_digest(output.content)


def _bug(error: Exception) -> Problem:
    first_line = str(error).strip().partition("\n")[0][:200]
    message = f"bug in acadfolio: {type(error).__name__}: {first_line}"
    return Problem(
        "internal-error",
        Location("acadfolio"),
        message,
        "undo your last change, and report this bug",
    )
