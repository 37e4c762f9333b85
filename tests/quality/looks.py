"""The demo site in both looks: a look's name goes in, a built folder and the paths of its pages come out."""

from __future__ import annotations

import re
import shutil
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from acadfolio.build import build

if TYPE_CHECKING:
    from collections.abc import Iterable

ROOT = Path(__file__).resolve().parent.parent.parent
HOME = "acad-homepage"
LOOKS = (HOME, "academicpages")
MOUNT = re.compile('<html [^>]*data-mount="([^"]+)"')
"""The folder of the language of a page."""
REDIRECT = 'http-equiv="refresh"'


@dataclass(frozen=True)
class Built:
    """A folder with a built site."""

    name: str
    folder: Path

    @cached_property
    def pages(self) -> tuple[str, ...]:
        """The paths of all pages but those that only send the visitor on."""
        files = sorted(self.folder.rglob("*.html"))
        return tuple(
            file.relative_to(self.folder).as_posix()
            for file in files
            if REDIRECT not in file.read_text(encoding="utf-8")
        )

    @cached_property
    def kinds(self) -> tuple[str, ...]:
        """Every page but those of entries and posts, of which the first two of each folder stand for all.

        In each language.
        """
        return tuple(
            mount + path
            for mount, paths in self._by_language.items()
            for path in paths
            if _rank(path, paths) < 2
        )

    @cached_property
    def _by_language(self) -> dict[str, list[str]]:
        """The paths of the pages of each language from its folder, which is empty for the first one."""
        found: dict[str, list[str]] = {}
        for path in self.pages:
            written = MOUNT.search((self.folder / path).read_text(encoding="utf-8"))
            mount = written[1] if written else ""
            found.setdefault(mount, []).append(path.removeprefix(mount))
        return found

    def url(self, path: str) -> str:
        return (self.folder / path).as_uri()


def _rank(path: str, paths: Iterable[str]) -> int:
    """How many pages of the same folder of entries stand before this one."""
    parts = path.split("/")
    alike = [
        other
        for other in paths
        if other.split("/")[0] == parts[0] and other.count("/") == len(parts) - 1
    ]
    return alike.index(path) if len(parts) > 2 else 0


def demo_in(look: str, folder: Path) -> Path:
    """The demo's content and data as a site of its own, in the given look.

    The theme's files stay where they are.
    """
    if look == HOME:
        return ROOT
    for name in ("content", "data", "static"):
        shutil.copytree(ROOT / name, folder / name, ignore=_theme_files)
    settings = folder / "data" / "site.yml"
    text = settings.read_text(encoding="utf-8")
    assert f"look: {HOME}" in text
    settings.write_text(text.replace(f"look: {HOME}", f"look: {look}", 1), encoding="utf-8")
    return folder


def build_demo(look: str, folder: Path) -> Built:
    build(demo_in(look, folder / "site"), folder / "output")
    return Built(look, folder / "output")


def _theme_files(folder: str, names: list[str]) -> set[str]:
    return {"assets"} & set(names) if Path(folder) == ROOT / "static" else set()
