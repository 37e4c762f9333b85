"""Check data and pages for placeholders, and for copies of outdated templates."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path
from typing import TYPE_CHECKING

from acadfolio.markdown.source import code_and_comments
from acadfolio.problems import Location, Problems
from acadfolio.rendering.locating import texts_of_front_matter
from acadfolio.resources import copy_mark, template_hash, theme_templates
from acadfolio.source.yaml import load_table
from acadfolio.theme.words import lacking
from acadfolio.wording import counted, on_lines

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from acadfolio.model.page import Page
    from acadfolio.routing import Plan
    from acadfolio.source.text import SourceText

PLACEHOLDERS = Path(__file__).with_name("placeholders.yml")
PENCIL = "✏️"
"""The mark of a text to replace. Alone it may be the icon of an entry."""


def check_words(plan: Plan, problems: Problems) -> None:
    """Warn if the theme has only a part of its words in the language of the site."""
    language = plan.site.settings.language
    if words := lacking(language):
        message = (
            f"the theme lacks {counted(len(words), 'word')} in `{language}`, such as “{words[0]}”: "
            f"{'it is' if len(words) == 1 else 'they are'} in English"
        )
        hint = "please report it: a new version of acadfolio will have them"
        problems.warn(Location("data/site.yml"), message, hint, rule="unknown-language")


def check_placeholders(plan: Plan, problems: Problems) -> None:
    """Warn of placeholders of a new site."""
    found: dict[str, list[tuple[Location, str]]] = defaultdict(list)
    for place, text in _placeholders(plan):
        found[place.file].append((place, text))
    for placeholders in found.values():
        place, text = placeholders[0]
        own = "write your own text"
        if any(PENCIL in text for _, text in placeholders):
            own = f"write your own text without {PENCIL}"
        message, hint = f"`{text}` is still a placeholder", f"{own}, or delete it"
        if len(placeholders) > 1:
            lines = on_lines(place.line for place, _ in placeholders)
            message = f"{len(placeholders)} placeholders are left {lines}, such as `{text}`"
            hint = f"{own}, or delete them"
        problems.warn(place, message, hint, rule="placeholder")


def _placeholders(plan: Plan) -> Iterator[tuple[Location, str]]:
    known = load_table(PLACEHOLDERS)
    for source_text in plan.site.texts:
        values = known["values"].get(Path(source_text.location.file).stem, ())
        if _is_marked(source_text.text):
            yield _marked_part(source_text)
        elif any(_is_placeholder(source_text.text, value) for value in values):
            yield source_text.at(source_text.text), source_text.text
    for page in _pages(plan):
        for source_text in texts_of_front_matter(page):
            if _is_marked(source_text.text):
                yield _marked_part(source_text)
        yield from _marked_lines(page, known["lines"])


def _marked_lines(page: Page, known: Sequence[str]) -> Iterator[tuple[Location, str]]:
    """The lines of a page with a pencil, each with the text from there on, or with the known beginning of it."""
    start = 0
    hidden = code_and_comments(page.body) if PENCIL in page.body else []
    for number, line in enumerate(page.body.split("\n"), 1):
        column = line.find(PENCIL)
        is_hidden = any(first <= start + column < last for first, last in hidden)
        if column >= 0 and not is_hidden:
            text = line[column:].strip()
            beginning = next(filter(text.startswith, known), text)
            yield page.at(number, column + 1), beginning
        start += len(line) + 1


def _marked_part(source_text: SourceText) -> tuple[Location, str]:
    """The first line with a pencil, from there on, and its location."""
    offset = source_text.text.index(PENCIL)
    return source_text.at(PENCIL, offset), source_text.text[offset:].partition("\n")[0].strip()


def _is_marked(text: str) -> bool:
    """Whether a text has the mark, and words."""
    return PENCIL in text and text.strip() != PENCIL


def _is_placeholder(text: str, value: str) -> bool:
    """Whether a text is this placeholder, or a path below it if it is a URL."""
    return text == value or (value.startswith("https://") and text.startswith(f"{value}/"))


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
    return first.startswith(copy_mark(name)) and template_hash(name) not in first
