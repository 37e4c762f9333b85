"""A plan and its finished pages come in; formulas between single dollars, where these are text, are reported."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from acadfolio.loading.citations import FILES as COUNT_FILES
from acadfolio.markdown.dollars import first_formula, may_have_formula
from acadfolio.problems import Location, Problems
from acadfolio.source.text import read_source
from acadfolio.source.yaml import parse_yaml, scalars_below

if TYPE_CHECKING:
    from collections.abc import Iterator
    from collections.abc import Mapping as MappingOf

    from acadfolio.model.page import Page
    from acadfolio.routing import Plan
    from acadfolio.source.text import Source
    from acadfolio.source.yaml import Scalar

Found = tuple[Location, str]
SETS_THEM_ITSELF = re.compile(rb"<script\b[^>]*(?:mathjax|katex)|\bMathJax\s*=|renderMathInElement", re.IGNORECASE)
"""A page of an author who brought a program for it."""
NO_MARKDOWN = frozenset({"extra", "liquid", "bibtex"})
"""Keys whose values only templates and other programs read."""
OF_FRONT_MATTER = ("title", "excerpt", "description")


def check_dollars(plan: Plan, outputs: MappingOf[str, bytes], problems: Problems) -> None:
    """Warn once for each file."""
    if plan.site.settings.math == "dollar":
        return
    found = [*_of_data(Path(plan.site.root)), *_of_pages(plan)]
    if not found or any(path.endswith(".html") and SETS_THEM_ITSELF.search(page) for path, page in outputs.items()):
        return
    for location, tex in found:
        what = f"`${tex}$` stays text: formulas stand between `$$` and `$$`"
        problems.warn(location, what, f"write `$${tex}$$`, or `math: dollar` into data/site.yml for all of them")


def _of_data(root: Path) -> Iterator[Found]:
    for path in sorted([*root.glob("data/*.yml"), *root.glob("data/*.yaml")]):
        if path.name in COUNT_FILES:
            continue
        unheard = Problems()  # The load has told what is wrong with the file.
        source = read_source(path, f"data/{path.name}", unheard)
        if source is not None and may_have_formula(source.text):
            scalars = scalars_below(parse_yaml(source, unheard), NO_MARKDOWN)
            yield from _first(_of_scalar(source, node) for node in scalars)


def _of_pages(plan: Plan) -> Iterator[Found]:
    for page in (planned.page for planned in plan.pages if planned.page is not None):
        yield from _first([_of_front_matter(page), _of_body(page)])


def _first(places: Iterator[Found | None] | list[Found | None]) -> list[Found]:
    """The first that is one."""
    found = next(filter(None, places), None)
    return [found] if found else []


def _of_scalar(source: Source, node: Scalar) -> Found | None:
    tex = first_formula(node.value, is_inline=True)[1]
    start, end = node.start_mark.index, node.end_mark.index
    return (source.at_offset(_offset(tex, source.text[:end], start)), tex) if tex else None


def _of_front_matter(page: Page) -> Found | None:
    for key in OF_FRONT_MATTER:
        for _, text in getattr(getattr(page.front_matter, key), "by_language", ()):
            if tex := first_formula(text, is_inline=True)[1]:
                return page.places.get(key, Location(page.file)), tex
    return None


def _of_body(page: Page) -> Found | None:
    if page.is_html:
        return None
    line, tex = first_formula(page.body, is_inline=False)
    start = sum(len(row) + 1 for row in page.body.split("\n")[: line - 1])
    return (page.at_offset(_offset(tex, page.body, start)), tex) if tex else None


def _offset(tex: str, text: str, start: int) -> int:
    """Where it begins, not counting the same in code; `start` where it is written with escapes of YAML."""
    found = re.compile(rf"(?<![\\$`]){re.escape(f'${tex}$')}").search(text, start)
    return found.start() if found else start
