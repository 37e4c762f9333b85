"""Find what a page with Liquid is made of."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import Struct

from acadfolio.model.page import PageSource
from acadfolio.model.theme_keys import theme_keys
from acadfolio_jekyll.detection import has_liquid
from acadfolio_jekyll.page_files import (
    front_matter_values,
    included_texts,
    path_in_site,
    read_layouts,
)

if TYPE_CHECKING:
    from pathlib import Path

    from acadfolio.model.page import Page
    from acadfolio.problems import Problems


class LiquidFiles(Struct, frozen=True):
    """What a page with Liquid is made of, besides its own text. Paths are relative to its folder."""

    included: dict[str, str]
    """The texts of the site's own includes and layouts, by path."""
    layouts: dict[str, dict[str, Any]]
    """The values of the front matter of the own layouts, from the inside out, by path."""
    values: dict[str, Any]
    """The values of the page's front matter, as Jekyll reads them."""


def page_source(page: Page, root: Path, problems: Problems) -> PageSource | None:
    """What a page with Liquid in its text, or in a layout of the site's own, is made of; else None."""
    makes_text = has_liquid(page.body, is_html=page.is_html)
    layout = page.front_matter.layout
    texts: dict[str, str] = {}
    layouts: dict[str, dict[str, Any]] = {}
    if layout and layout not in theme_keys().layouts:
        own = read_layouts(page.file, layout, root / "content", problems)
        if own.texts:
            texts, layouts, layout = own
    if not makes_text and not layouts:
        return None
    has_title = layout in {"", "default"} and "<h1" in "".join(texts.values())
    all_texts = "".join((page.body if makes_text else "", *texts.values()))
    texts = texts | included_texts(page.file, all_texts, root, problems)
    return PageSource(
        makes_text=makes_text,
        files={path_in_site(page.file, name): text for name, text in texts.items()},
        layouts=tuple(path_in_site(page.file, name) for name in layouts),
        layout=layout,
        has_title=has_title,
        details=LiquidFiles(texts, layouts, front_matter_values(root / page.file, page.file)),
    )
