"""Check data and pages for placeholders, formulas that are shown as text, and copies of outdated templates."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from acadfolio.markdown.single_dollars import first_formula
from acadfolio.problems import Location, Problems
from acadfolio.rendering.locating import texts_of_front_matter
from acadfolio.resources import COPY_MARK, template_hash, theme_templates
from acadfolio.source.yaml import load_table

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from acadfolio.checks.links import PageScan
    from acadfolio.model.page import Page
    from acadfolio.routing import Plan
    from acadfolio.source.text import SourceText

PLACEHOLDERS = Path(__file__).with_name("placeholders.yml")


def check_placeholders(plan: Plan, problems: Problems) -> None:
    """Warn of placeholders of a new site."""
    known = load_table(PLACEHOLDERS)
    for source_text in plan.site.texts:
        if source_text.text in known["values"].get(Path(source_text.location.file).stem, ()):
            _warn_of_placeholder(source_text.at(source_text.text), source_text.text, problems)
    for page in _pages(plan):
        for number, line in enumerate(page.body.split("\n"), 1):
            for text in filter(line.lstrip().startswith, known["lines"]):
                _warn_of_placeholder(page.at(number, 1 + line.index(text)), text, problems)


def _warn_of_placeholder(place: Location, text: str, problems: Problems) -> None:
    problems.warn(place, f"`{text}` is still a placeholder", "write your own text, or delete it", rule="placeholder")


def check_formulas(plan: Plan, scans: Mapping[str, PageScan], problems: Problems) -> None:
    """Warn of formulas between single dollars if these are shown as text, once for each file."""
    if plan.site.settings.math == "dollar" or any(page.renders_formulas for page in scans.values()):
        return  # The build or a script of the site renders them.
    first: dict[str, tuple[Location, str]] = {}
    for place, tex in (*_formulas_in(plan.site.texts), *_formulas_of_pages(plan)):
        first.setdefault(place.file, (place, tex))
    for place, tex in first.values():
        message = f"`${tex}$` is shown as text: a formula needs two dollars on each side"
        hint = f"write `$${tex}$$`, or set `math: dollar` in data/site.yml"
        problems.warn(place, message, hint, rule="formula")


def _formulas_in(texts: Iterable[SourceText]) -> Iterator[tuple[Location, str]]:
    for source_text in texts:
        if tex := first_formula(source_text.text, is_inline="\n" not in source_text.text)[1]:
            yield source_text.at(f"${tex}$", source_text.text.rfind(f"${tex}$")), tex


def _formulas_of_pages(plan: Plan) -> Iterator[tuple[Location, str]]:
    for page in _pages(plan):
        yield from _formulas_in(texts_of_front_matter(page))
        if not page.is_html:
            line, tex = first_formula(page.body, is_inline=False)
            if tex:
                column = page.body.split("\n")[line - 1].rfind(f"${tex}$") + 1
                yield page.at(line, column), tex


def _pages(plan: Plan) -> Iterator[Page]:
    return (planned.page for planned in plan.pages if planned.page is not None)


def check_templates(folder: Path, problems: Problems) -> None:
    """Warn of copies of the theme's templates that were made from another version of these."""
    for name in theme_templates():
        file = folder / "templates" / name
        if file.is_file() and _is_of_another_version(file, name):
            message = f"the theme's {name} has changed since you copied it"
            hint = f"to see what differs:  acadfolio templates diff {name}"
            problems.warn(Location(f"templates/{name}", 1), message, hint, rule="outdated-template")


def _is_of_another_version(file: Path, name: str) -> bool:
    with file.open(encoding="utf-8", errors="replace") as lines:
        first = lines.readline()
    return first.startswith(COPY_MARK) and template_hash(name) not in first
