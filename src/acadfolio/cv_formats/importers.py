"""The importers of single files with a CV."""

from __future__ import annotations

from typing import TYPE_CHECKING

from acadfolio.cv_formats.al_folio_reader import is_al_folio, read_al_folio
from acadfolio.cv_formats.json_resume_reader import BASICS, LISTS, read_json_resume
from acadfolio.cv_formats.rendercv_reader import read_rendercv
from acadfolio.loading.files import is_file
from acadfolio.problems import Location, Problems, SiteError
from acadfolio.source.json import parse_json
from acadfolio.source.text import read_source
from acadfolio.source.yaml import Mapping, Scalar, describe, items_of, parse_yaml, place
from acadfolio.source.yaml_writer import is_too_large

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from acadfolio.contracts import BuiltFile, Imported, Importer
    from acadfolio.cv_formats.collected import Collected
    from acadfolio.problems import Problem
    from acadfolio.source.text import Source
    from acadfolio.source.yaml import Node


JSON, YAML = frozenset({".json"}), frozenset({".yml", ".yaml"})


class CvImporter:
    """Reads single files in the forms of JSON Resume, RenderCV and al-folio. See `contracts.Importer`."""

    description = "a CV is a file of JSON Resume (.json), RenderCV or al-folio (.yml)"

    def detects(self, folder: Path) -> bool:
        return folder.suffix in JSON | YAML and is_file(folder)

    def read(self, folder: Path, site: Path, *, structure: bool = False) -> Imported:  # noqa: ARG002 - for folders
        problems = Problems()
        return read_cv(folder, problems).imported(folder, site)

    def lost(self, imported: Imported, outputs: Iterable[BuiltFile], url: str) -> list[Problem]:  # noqa: ARG002 - for sites
        """Every part of the file became data, or was reported."""
        return []


FILE_IMPORTERS: tuple[Importer, ...] = (CvImporter(),)
"""The importers of single files. They are asked after those of plug-ins."""


def read_cv(file: Path, problems: Problems) -> Collected:
    """Read a file with a CV in one of the forms, which its content tells. Raises SiteError."""
    source = read_source(file, file.as_posix(), problems)
    node = _parsed(source, file, problems) if source else None
    problems.raise_if_errors()
    if source is None or node is None:
        _report_no_cv(Location(file.as_posix()), "empty", problems)
        raise SiteError(problems.found)
    check_document(node, source, problems)
    problems.raise_if_errors()
    keys = {key for key, _ in items_of(node)}
    if "cv" in keys:
        return read_rendercv(node, source, problems)
    if is_al_folio(node):
        return read_al_folio(node, source, problems)
    if not keys & {*LISTS, BASICS}:
        _report_no_cv(place(source, node), describe(node), problems)
        problems.raise_if_errors()
    return read_json_resume(node, source, problems)


def _parsed(source: Source, file: Path, problems: Problems) -> Node | None:
    if file.suffix in JSON:
        return parse_json(source, problems)
    return parse_yaml(source, problems, is_foreign=True)


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


def _report_no_cv(location: Location, what: str, problems: Problems) -> None:
    message = f"this is {what}, but a CV is expected"
    hint = (
        "it has `basics` or `work` (JSON Resume), `cv` (RenderCV) or a list with `contents` "
        "(al-folio); a bibliography needs no import: copy it into data/"
    )
    problems.error(location, message, hint, rule="wrong-type")
