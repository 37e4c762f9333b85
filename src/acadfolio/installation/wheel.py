"""Make a wheel of the running acadfolio, without a build backend and without a network.

The format: https://packaging.python.org/specifications/binary-distribution-format/
"""

from __future__ import annotations

import base64
import csv
import hashlib
import io
import json
import zipfile
from typing import TYPE_CHECKING, Any

from acadfolio import __version__
from acadfolio.installation.files import files_of_clone, files_of_package, project_file
from acadfolio.installation.origin import (
    BUILD_INFO,
    PACKAGE,
    is_checkout,
    own_commit,
    own_distribution,
)
from acadfolio.problems import Location, Problem, SiteError
from acadfolio.resources import CHECKOUT

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from importlib.metadata import Distribution
    from pathlib import Path

WHEEL_NAME = f"acadfolio-{__version__}-py3-none-any.whl"
DIST_INFO = f"acadfolio-{__version__}.dist-info"
FORMAT = f"""\
Wheel-Version: 1.0
Generator: acadfolio {__version__}
Root-Is-Purelib: true
Tag: py3-none-any
"""
METADATA_VERSION = "2.4"
TIME = (2020, 2, 2, 0, 0, 0)
"""The time of all files, so that the same files give the same wheel."""
FILE_MODE = 0o100644 << 16
UNIX = 3


def new_wheel() -> bytes:
    """A wheel of the running acadfolio, named WHEEL_NAME. The same files give the same bytes.

    Raises:
        SiteError: if acadfolio is neither installed nor run from a clone.
    """
    installed = own_distribution()
    if is_checkout():
        files = files_of_clone(CHECKOUT) | dist_info_of_clone(CHECKOUT)
    elif installed is not None:
        files = files_of_package(PACKAGE) | _dist_info_of_installation(installed)
    else:
        message = "no wheel can be made of this acadfolio: it is not installed"
        raise SiteError(
            [Problem("no-site", Location("acadfolio"), message, "install it with pip or uv")]
        )
    commit = own_commit()
    if commit is not None and f"acadfolio/{BUILD_INFO}" not in files:
        info = {"commit": commit.hash, "is_changed": commit.is_changed}
        files[f"acadfolio/{BUILD_INFO}"] = f"{json.dumps(info)}\n".encode()
    return _zipped(files)


def dist_info_of_clone(clone: Path) -> dict[str, bytes]:
    """The metadata of a wheel of a clone, without RECORD, by their paths in the wheel."""
    project = project_file(clone)["project"]
    patterns = project["license-files"]
    licences = [
        file.relative_to(clone).as_posix()
        for pattern in patterns
        for file in sorted(clone.glob(pattern))
    ]
    readme = (clone / project["readme"]).read_text(encoding="utf-8")
    scripts = "".join(f"{name} = {target}\n" for name, target in project["scripts"].items())
    files = {
        "METADATA": f"{metadata_of(project, licences)}\n{readme}".encode(),
        "WHEEL": FORMAT.encode(),
        "entry_points.txt": f"[console_scripts]\n{scripts}".encode(),
    }
    files |= {f"licenses/{licence}": (clone / licence).read_bytes() for licence in licences}
    return {f"{DIST_INFO}/{name}": content for name, content in files.items()}


def metadata_of(project: Mapping[str, Any], licences: Iterable[str]) -> str:
    """The fields of METADATA for the table `project` of a `pyproject.toml`."""
    fields = [
        ("Metadata-Version", METADATA_VERSION),
        ("Name", project["name"]),
        ("Version", __version__),
    ]
    fields.append(("Summary", project["description"]))
    fields += [("Project-URL", f"{label}, {url}") for label, url in project.get("urls", {}).items()]
    fields += [("Author", author["name"]) for author in project["authors"]]
    fields.append(("License-Expression", project["license"]))
    fields += [("License-File", licence) for licence in licences]
    fields.append(("Keywords", ",".join(sorted(project["keywords"]))))
    fields += [("Classifier", classifier) for classifier in project["classifiers"]]
    fields.append(("Requires-Python", project["requires-python"]))
    fields += [("Requires-Dist", requirement) for requirement in project["dependencies"]]
    for extra, requirements in sorted(project["optional-dependencies"].items()):
        fields.append(("Provides-Extra", extra))
        fields += [("Requires-Dist", _of_extra(requirement, extra)) for requirement in requirements]
    fields.append(("Description-Content-Type", "text/markdown"))
    return "".join(f"{name}: {value}\n" for name, value in fields)


def _of_extra(requirement: str, extra: str) -> str:
    """A requirement that applies only with an extra."""
    package, _, marker = requirement.partition(";")
    condition = f"({marker.strip()}) and " if marker else ""
    return f"{package.strip()}; {condition}extra == '{extra}'"


def _dist_info_of_installation(installed: Distribution) -> dict[str, bytes]:
    """The metadata of an installed distribution, without what the installer wrote about this computer."""
    licences = [f"licenses/{name}" for name in installed.metadata.get_all("License-File") or []]
    files = {f"{DIST_INFO}/WHEEL": FORMAT.encode()}
    for name in ("METADATA", "entry_points.txt", *licences):
        text = installed.read_text(name)
        if text is not None:
            files[f"{DIST_INFO}/{name}"] = text.encode()
    return files


def _zipped(files: Mapping[str, bytes]) -> bytes:
    """A zip of the files in a fixed order, with the list of them and their hashes at its end."""
    record = f"{DIST_INFO}/RECORD"
    rows = io.StringIO()
    writer = csv.writer(rows, lineterminator="\n")
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in sorted(files, key=lambda path: (path.startswith(DIST_INFO), path)):
            archive.writestr(_entry(path), files[path])
            writer.writerow([path, f"sha256={_hash(files[path])}", len(files[path])])
        writer.writerow([record, "", ""])
        archive.writestr(_entry(record), rows.getvalue())
    return content.getvalue()


def _entry(path: str) -> zipfile.ZipInfo:
    entry = zipfile.ZipInfo(path, TIME)
    entry.compress_type = zipfile.ZIP_DEFLATED
    entry.create_system = UNIX
    entry.external_attr = FILE_MODE
    return entry


def _hash(content: bytes) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
