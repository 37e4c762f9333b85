"""The importers of single files with a CV."""

from __future__ import annotations

from typing import TYPE_CHECKING

from acadfolio.cv_formats.json_resume_reader import read_json_resume
from acadfolio.loading.files import is_file
from acadfolio.problems import Problems, SiteError
from acadfolio.source.json import parse_json
from acadfolio.source.text import read_source
from acadfolio.source.yaml import Mapping, Scalar, describe, place
from acadfolio.source.yaml_writer import is_too_large

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from acadfolio.contracts import BuiltFile, Imported, Importer
    from acadfolio.problems import Problem
    from acadfolio.source.text import Source
    from acadfolio.source.yaml import Node


class JsonResumeImporter:
    """Reads files in the schema of JSON Resume. See `contracts.Importer`."""

    description = "a CV is a file `.json` in the schema of JSON Resume"

    def detects(self, folder: Path) -> bool:
        return folder.suffix == ".json" and is_file(folder)

    def read(self, folder: Path, site: Path, *, structure: bool = False) -> Imported:  # noqa: ARG002 - for folders
        problems = Problems()
        source = read_source(folder, folder.as_posix(), problems)
        node = parse_json(source, problems) if source else None
        problems.raise_if_errors()
        if source is None or node is None:
            raise SiteError(problems.found)
        check_document(node, source, problems)
        if not isinstance(node, Mapping):
            _report_no_cv(node, source, problems)
        problems.raise_if_errors()
        return read_json_resume(node, source, problems).imported(folder, site)

    def lost(self, imported: Imported, outputs: Iterable[BuiltFile], url: str) -> list[Problem]:  # noqa: ARG002 - for sites
        """Every part of the file became data, or was reported."""
        return []


FILE_IMPORTERS: tuple[Importer, ...] = (JsonResumeImporter(),)
"""The importers of single files. They are asked after those of plug-ins."""


def check_document(node: Node, source: Source, problems: Problems) -> None:
    """Report what nobody can read unambiguously: a key twice in a mapping, and aliases without end."""
    if is_too_large(node):
        message = "this file is too large, or contains itself"
        problems.error(source.at(1), message, "write it out without `&` and `*`", rule="wrong-type")
        return
    waiting = [node]
    while waiting:
        here = waiting.pop()
        if isinstance(here, Mapping):
            _report_duplicates(here, source, problems)
            waiting += [value for _, value in here.value]
        elif not isinstance(here, Scalar):
            waiting += here.value


def _report_duplicates(node: Mapping, source: Source, problems: Problems) -> None:
    seen: dict[str, Node] = {}
    for key, _ in node.value:
        if not isinstance(key, Scalar):
            message = f"a key cannot be {describe(key)}"
            problems.error(place(source, key), message, "put quotes around it", rule="wrong-type")
            continue
        first = seen.setdefault(key.value, key)
        if first is not key:
            message = f"duplicate key `{key.value}`, first on line {first.start_mark.line + 1}"
            problems.error(
                place(source, key), message, "delete one of the two", rule="duplicate-key"
            )


def _report_no_cv(node: Node, source: Source, problems: Problems) -> None:
    message = f"this is {describe(node)}, but the keys of a CV are expected"
    problems.error(place(source, node), message, "see the manual, “CV formats”", rule="wrong-type")
