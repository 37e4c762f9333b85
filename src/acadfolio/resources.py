"""Find the demo site, which is also the theme, and the example sites: in the wheel, or in a checkout."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from acadfolio.files import bytes_digest

CHECKOUT = Path(__file__).parents[2]
"""The repository, if acadfolio is not installed from a wheel."""
STARTER_HASHES = Path(__file__).parent / "shipping" / "starters"
"""A file for the demo site and for each example site, with the hashes of all its versions: `checks/starters.py`."""
DESIGN = ".typ"
"""The ending of the designs of CVs, which are templates for Typst."""


@cache
def starter() -> Path:
    """The folder that contains `templates/`, `static/`, `content/` and `data/` of the demo site."""
    installed = Path(__file__).parent / "starter"
    return installed if installed.is_dir() else CHECKOUT


def examples() -> dict[str, Path]:
    """The folders of the example sites of `acadfolio new --starter`, by name."""
    installed = Path(__file__).parent / "examples"
    folder = installed if installed.is_dir() else CHECKOUT / "docs" / "gallery"
    return {site.name: site for site in sorted(folder.iterdir())}


@cache
def theme_templates() -> list[str]:
    """The names of the theme's templates and partials, as templates include them, and of designs of CVs."""
    folder = starter() / "templates"
    files = [*folder.rglob("*.html"), *folder.rglob(f"*{DESIGN}")]
    return sorted(path.relative_to(folder).as_posix() for path in files)


@cache
def theme_looks() -> tuple[str, ...]:
    """The names of the theme's looks."""
    return tuple(sorted(path.parent.name for path in starter().glob("templates/looks/*/theme.yml")))


def template_text(name: str) -> str:
    return (starter() / "templates" / name).read_text(encoding="utf-8")


def copy_mark(name: str) -> str:
    """The beginning of a copy of a template, as a comment in its language."""
    return f"{'//' if name.endswith(DESIGN) else '{#'} Copied from acadfolio's theme"


def template_hash(name: str) -> str:
    """The hash in copies of a template, which shows whether the theme's has changed since."""
    return bytes_digest(template_text(name).encode()).hex()[:12]
