"""Report what has too many elements within each other for a CV: lists in lists, roots in roots."""

from __future__ import annotations

from typing import TYPE_CHECKING

from acadfolio.cv.elements import parse
from acadfolio.rendering.locating import locate_text

if TYPE_CHECKING:
    from acadfolio.cv.elements import Element
    from acadfolio.cv.page import CvPage
    from acadfolio.model.site import Site
    from acadfolio.problems import Problems

MOST_LEVELS = 100
"""Elements within each other. Python has about 300 functions within each other for them, and may have 1000."""
RULE = "cv-pdf"


class TooDeepError(ValueError):
    """There are more elements within each other than a CV can have; `words` are in the innermost."""

    def __init__(self, words: str) -> None:
        self.words = words
        super().__init__(words)


def check_depth(root: Element) -> None:
    """Raise TooDeepError if there are too many elements within each other."""
    depth, words = _deepest(root)
    if depth > MOST_LEVELS:
        raise TooDeepError(words)


def report_depth(
    file: str, page: CvPage, site: Site, problems: Problems, words: str | None = None
) -> None:
    """Report that a file is not written, at these words.

    Without `words`, at those that are in the most elements of the page.
    """
    if words is None:
        _, words = _deepest(parse(page.html))
    place = locate_text(site, page.page, words) if words else locate_text(site, page.page)
    message = f"{file} is not written: too many lists, quotes or brackets are within each other"
    problems.error(place, message, "write it with fewer levels", rule=RULE)


def _deepest(root: Element) -> tuple[int, str]:
    """How many elements are within each other, and the words in the innermost; of a formula its TeX.

    No function here calls itself: there may be thousands of levels.
    """
    most, innermost = 0, root
    waiting = [(root, root, 0)]
    while waiting:
        element, quoted, depth = waiting.pop()
        if depth > most:
            most, innermost = depth, quoted
        for child in element.elements:
            inner = quoted if quoted.name == "math" else child
            waiting.append((child, inner, depth + 1))
    return most, _words(innermost)


def _words(element: Element) -> str:
    """The TeX of a formula; of another element the text that is in it and in no element within it."""
    if element.name == "math":
        inner = (part for child in element.elements for part in child.elements)
        element = next((part for part in inner if part.name == "annotation"), element)
    return "".join(child for child in element.children if isinstance(child, str)).strip()
