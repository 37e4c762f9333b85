"""List the citation styles of a site and the theme, and read how each of them cites in the text of pages."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, get_args

from acadfolio.loading.files import list_files
from acadfolio.model.reading import SIMILAR_CHOICE, suggestion
from acadfolio.model.site import Cites
from acadfolio.problems import Problems
from acadfolio.source.text import read_source

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from acadfolio.source.text import Source

STYLES = "citations"
CSL_STYLES = "data/styles"
FIRST_COMMENT = re.compile(r"\s*\{#(.*?)#\}", re.DOTALL)
DECLARATION = re.compile(r"\bcites:\s*([\w-]*)")
CSL_CITES_AUTHORS = 'citation-format="author'
"""In the XML of a style that cites authors; the other formats are numeric, label and note."""


def read_citation_styles(
    root: Path, folders: Sequence[Path], problems: Problems
) -> dict[str, Cites]:
    """How each citation style cites: the styles among the templates, and the site's in CSL.

    `folders` are those of the templates; the first that has a style wins.
    A template declares it in the comment at its top, `cites: author-date`. A style in CSL has it
    in its categories. All others have numbers. A wrong declaration is reported.
    """
    styles: dict[str, Cites] = {}
    for folder in reversed(folders):
        for file in list_files(folder / STYLES):
            if not file.endswith(".html"):
                continue
            # What cannot be read is reported where the template is rendered.
            source = read_source(folder / STYLES / file, f"templates/{STYLES}/{file}", Problems())
            declared = _declared(source, problems) if source else "number"
            styles[file.removesuffix(".html")] = declared
    for file, style in read_csl_styles(root).items():
        styles[file] = "author-date" if CSL_CITES_AUTHORS in style else "number"
    return styles


def read_csl_styles(root: Path) -> dict[str, str]:
    """The XML of the site's styles in CSL, by their file names."""
    folder = root / CSL_STYLES
    files = [file for file in list_files(folder) if file.endswith(".csl")]
    return {file: (folder / file).read_text("utf-8", "replace") for file in files}


def _declared(source: Source, problems: Problems) -> Cites:
    """What the template of a style declares in its first comment."""
    comment = FIRST_COMMENT.match(source.text)
    declaration = DECLARATION.search(source.text, 0, comment.end()) if comment else None
    if declaration is None:
        return "number"
    choices: tuple[Cites, ...] = get_args(Cites)
    for choice in choices:
        if declaration[1] == choice:
            return choice
    location = source.at_offset(declaration.start(1))
    message = f"`cites` cannot be `{declaration[1]}`"
    hint = suggestion(declaration[1], choices, SIMILAR_CHOICE)
    problems.error(location, message, hint, rule="invalid-value")
    return "number"
