"""A plan comes in; what `acadfolio new --empty` wrote for its author to replace, and is still there, is reported."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from acadfolio.model.identifiers import NOBODY
from acadfolio.problems import Problems
from acadfolio.source.text import read_source
from acadfolio.source.yaml import parse_yaml, place, scalars_below

if TYPE_CHECKING:
    from collections.abc import Iterator

    from acadfolio.problems import Location
    from acadfolio.routing import Plan

VALUES = {
    "site": ("Your Name", "✏️ One sentence about you, for search engines and previews.", "https://YOUR-NAME.github.io"),
    "profile": (
        "Your Name", "Y. Name", "✏️ A few words about you.", "✏️ What you are, and where", "City, Country",
        "you@example.org", "ABCDEFGHIJKL", NOBODY,
    ),
    "education": ("✏️ Your degree", "Your university"),
    "news": ("✏️ My homepage is online.",),
    "publications": ("✏️ The title of your paper", "Your Name", "A. Colleague", "The journal or the conference"),
}  # fmt: skip
"""Values of the data by file, each a whole one. What was ever shipped stays here: sites that were made then have it."""
TEXTS = (
    "✏️ Write here who you are: where you work, on what, and with whom.",
    "✏️ And what you look for: students, colleagues, data.",
    "✏️ A line about you, or nothing.",
)
"""What lines of pages begin with."""
ENDINGS = (".yml", ".yaml")
OF_PAGES = re.compile(rf"^[ \t]*({'|'.join(map(re.escape, TEXTS))})", re.MULTILINE)


def check_placeholders(plan: Plan, problems: Problems) -> None:
    """Warn of each, where it stands."""
    for location, text in (*_of_data(Path(plan.site.root)), *_of_pages(plan)):
        problems.warn(location, f"`{text}` was never filled in", "write your own in its place, or delete it")


def _of_data(root: Path) -> Iterator[tuple[Location, str]]:
    for name, wanted in VALUES.items():
        for path in (root / "data" / f"{name}{ending}" for ending in ENDINGS):
            unheard = Problems()  # The load has told what is wrong with the file.
            source = read_source(path, f"data/{path.name}", unheard) if path.is_file() else None
            if source is None or not any(value in source.text for value in wanted):
                continue
            scalars = scalars_below(parse_yaml(source, unheard))
            yield from ((place(source, node), node.value) for node in scalars if node.value in wanted)


def _of_pages(plan: Plan) -> Iterator[tuple[Location, str]]:
    for page in (planned.page for planned in plan.pages if planned.page is not None):
        for found in OF_PAGES.finditer(page.body):
            yield page.at_offset(found.start(1)), found[1]
