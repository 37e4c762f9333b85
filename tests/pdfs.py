"""What is in a PDF: the texts of a page with their places and sizes, and the texts for pictures."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from pypdf import PageObject


class Piece(NamedTuple):
    """A text in one font, at the place where it begins; all numbers are in points, from the lower left corner."""

    text: str
    x: float
    y: float
    size: float
    font: str = ""


def pieces(page: PageObject) -> list[Piece]:
    """All texts of a page, but for spaces."""
    found: list[Piece] = []

    def visit(text: str, cm: list[float], tm: list[float], font: Any, size: float) -> None:
        if text.strip():
            x, y = tm[4] * cm[0] + cm[4], tm[5] * cm[3] + cm[5]
            name = str(font.get("/BaseFont", "")) if font else ""
            found.append(Piece(text.strip("\n"), x, y, round(abs(size * tm[3] * cm[3]), 2), name))

    page.extract_text(visitor_text=visit)
    return found


def lines(page: PageObject) -> list[list[Piece]]:
    """The texts of a page in lines, from the top; each line from the left."""
    found: list[list[Piece]] = []
    for piece in sorted(pieces(page), key=lambda piece: (-round(piece.y), piece.x)):
        if found and abs(found[-1][0].y - piece.y) < 1:
            found[-1].append(piece)
        else:
            found.append([piece])
    return found


def alternative_texts(element: Any) -> list[str]:
    """The alternative texts in the structure of a PDF."""
    element = element.get_object()
    if not isinstance(element, dict):
        return []
    own = [element["/Alt"]] if "/Alt" in element else []
    below = element.get("/K", [])
    for child in below if isinstance(below, list) else [below]:
        if hasattr(child, "get_object"):
            own += alternative_texts(child)
    return own
