"""Small sites for tests: files by their path go in, a folder or a build comes out."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from acadfolio.build import prepare
from acadfolio.problems import SiteError

if TYPE_CHECKING:
    from pathlib import Path

TITLE = {"data/site.yml": "title: Emmy Noether\n"}


def make_site(folder: Path, files: dict[str, str]) -> Path:
    """A site with the given files, and a title when they give none."""
    for path, text in (TITLE | files).items():
        file = folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    return folder


def edit(site: Path, file: str, old: str, new: str) -> None:
    """Write something else once into a file of a site, which is made where there is none."""
    path = site / file
    text = path.read_text(encoding="utf-8") if path.exists() else ""
    assert old in text
    path.parent.mkdir(exist_ok=True)
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


def render_site(
    folder: Path, files: dict[str, str], *, drafts: bool = False
) -> tuple[dict[str, str], list[str]]:
    """The text outputs by path, and the problems as lines."""
    prepared = prepare(make_site(folder, files), drafts=drafts)
    outputs = {
        output.path: output.content.decode() for output in prepared.outputs() if not output.file
    }
    return outputs, [
        f"{problem.location}: {problem.message}" for problem in prepared.problems.of_build
    ]


def problems_of(folder: Path, files: dict[str, str]) -> list[str]:
    """What is reported when a site is loaded, as a terminal shows it. Nothing is rendered."""
    try:
        found = tuple(prepare(make_site(folder, files)).problems.found)
    except SiteError as error:
        found = error.problems
    return [
        f"{problem.location}: {problem.severity}: {problem.message} ({problem.hint})"
        for problem in found
    ]


def content_of(page: str) -> str:
    """The page's own content, without the frame that the look puts around it."""
    start = page.index(">", page.index('class="page__content"')) + 1
    depth = 1
    for tag in re.finditer(r"<(/?)div\b", page[start:]):
        depth += -1 if tag[1] else 1
        if not depth:
            return page[start : start + tag.start()]
    raise ValueError("the content has no end")
