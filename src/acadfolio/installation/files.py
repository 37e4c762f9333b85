"""The files of a wheel of acadfolio: those of an installed package, or of a clone of the repository."""

from __future__ import annotations

import tomllib
from typing import TYPE_CHECKING, Any

from acadfolio.installation.compiled import compiled_templates
from acadfolio.loading.files import list_files
from acadfolio.plugins import BUNDLED

if TYPE_CHECKING:
    from pathlib import Path

FOLDER = "acadfolio"


def files_of_package(package: Path) -> dict[str, bytes]:
    """The contents of an installed package and its bundled plug-ins, by their paths in a wheel."""
    files = _below(package, FOLDER)
    for name in BUNDLED:
        files |= _below(package.parent / name, name)
    return files


def files_of_clone(clone: Path) -> dict[str, bytes]:
    """The files that a wheel of a clone contains, by their paths in it.

    `pyproject.toml` lists their folders. `hatch_build.py` adds the compiled templates, as this does.
    """
    target = project_file(clone)["tool"]["hatch"]["build"]["targets"]["wheel"]
    files: dict[str, bytes] = {}
    for package in target["packages"]:
        files |= _below(clone / package, package.rpartition("/")[2])
    for folder, path in target["force-include"].items():
        files |= _below(clone / folder, path)
    modules = compiled_templates(clone / "templates")
    return files | {
        f"{FOLDER}/compiled_templates/{path}": modules[path].encode() for path in modules
    }


def project_file(clone: Path) -> dict[str, Any]:
    return tomllib.loads((clone / "pyproject.toml").read_text(encoding="utf-8"))


def _below(folder: Path, path: str) -> dict[str, bytes]:
    """The files below a folder, by their paths in a wheel. Caches and hidden files are skipped."""
    return {f"{path}/{name}": (folder / name).read_bytes() for name in list_files(folder)}
