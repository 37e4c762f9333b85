"""The drawings of icons: brands from Simple Icons (CC0), others from `templates/icons/`."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from acadfolio.html.tokens import read


def path_data(svg: str) -> str:
    """The path data of an SVG of one path; nothing for one without a path."""
    for token in read(svg):
        if token.kind == "start" and token.name == "path" and "d" in token.attributes:
            return " ".join(token.attributes["d"].split())
    return ""


@cache
def brand_icon(slug: str) -> str:
    """The path data of a brand by its slug (`github`); nothing for an unknown brand.

    Simple Icons' Python package is read as files: importing any of it imports all of it, which takes over a second.
    """
    folder = _package_folder()
    file = folder / f"_{slug}.py" if folder and slug.isalnum() else None
    return path_data(file.read_text(encoding="utf-8")) if file is not None and file.is_file() else ""


@cache
def _package_folder() -> Path | None:
    import importlib.util

    found = importlib.util.find_spec("simplepycons")
    return Path(next(iter(found.submodule_search_locations))) if found and found.submodule_search_locations else None
