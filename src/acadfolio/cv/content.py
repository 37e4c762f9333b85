"""Everything that a design prints: the person, and the text of the CV in sections."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from msgspec import Struct

from acadfolio.cv.fonts import script_fonts
from acadfolio.cv.nodes import Node, Nodes
from acadfolio.cv.tree import tree
from acadfolio.model.colours import rgb
from acadfolio.rendering.entries import comma
from acadfolio.theme.dates import format_when
from acadfolio.theme.words import direction

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from acadfolio.cv.page import CvPage
    from acadfolio.model.cv import CvSettings
    from acadfolio.model.dates import When
    from acadfolio.model.profile import Affiliation
    from acadfolio.model.site import Site
    from acadfolio.model.values import Text

LONGEST_URL = 34
"""Of a link to a profile that is printed. Of a longer one, its label is."""


NOT_DIALLED = re.compile(r"\(0\)|[^\d+]")
"""What a phone number has for readers, such as spaces."""


class Contact(Struct):
    """A part of the line below the name, maybe a link."""

    text: Nodes
    url: str = ""


class Section(Struct):
    """A heading, maybe empty, and what is below it."""

    title: Nodes
    body: Nodes


class Content(Struct):
    """The data of a CV, which a design reads as JSON."""

    name: str
    title: str
    lang: str
    """The language, such as `en`."""
    region: str
    """The region of the language, such as `CH`; else empty."""
    dir: str
    """`ltr` or `rtl`."""
    paper: str
    """As Typst names it."""
    font_size: float
    """In points; 0 for that of the design."""
    margin: float
    """In millimetres; 0 for that of the design."""
    accent: str
    """The colour of links and headings, such as `#224b8d`."""
    fonts: tuple[str, ...]
    """The fonts that the site wants."""
    script_fonts: tuple[str, ...]
    """Fonts for other scripts than those of Typst's fonts, that of the language first."""
    photo: str
    """The name of the file; else empty."""
    photo_alt: str
    positions: list[Nodes]
    contacts: list[Contact]
    sections: list[Section]
    updated: str
    """When the content was last changed, in words; else empty."""


def content_of(cv: CvSettings, page: CvPage, site: Site, photo: str) -> Content:
    """The data of a CV. `photo` is the name of the file with the portrait. Raises TooDeepError."""
    shared, texts = page.parts.shared, page.parts.texts
    profile = site.profile
    accent = site.settings.accent or site.look.link_colour(site.settings.skin)
    language, _, region = page.language.partition("-")
    full = page.links.full

    def inline(text: Text) -> Nodes:
        return tree(texts.inline(text.in_language(texts.language)), full)

    return Content(
        name=shared.plain(profile.name),
        title=shared.plain(page.title),
        lang=language.lower(),
        region=region if len(region) == 2 else "",  # noqa: PLR2004 - Typst knows regions of two letters
        dir=direction(page.language),
        paper={"a4": "a4", "letter": "us-letter"}[cv.paper],
        font_size=float(cv.font_size or 0),
        margin=float(cv.margin or 0),
        accent=str(rgb(accent)),
        fonts=cv.fonts,
        script_fonts=script_fonts(page.language),
        photo=photo,
        photo_alt=shared.plain(profile.avatar_alt or profile.name),
        positions=[_position(position, inline, comma(language)) for position in profile.positions],
        contacts=list(_contacts(site, page, inline)),
        sections=_sections(tree(page.html, full)),
        updated=_updated(page),
    )


def last_change(page: CvPage) -> When | None:
    """The date of the last change of the content."""
    return page.parts.shared.site.updated


def _updated(page: CvPage) -> str:
    site, words, when = page.parts.shared.site, page.parts.shared.words, last_change(page)
    if when is None:
        return ""
    date = format_when(when, site.date_style, "", page.parts.texts.language)
    return f"{words['updated']} {date}"


def _position(position: Affiliation, inline: Callable[[Text], Nodes], separator: str) -> Nodes:
    """A position on one line."""
    parts = [position.role, position.department, position.institution]
    return _joined((inline(part) for part in parts if part), separator)


def _joined(parts: Iterable[Nodes], separator: str) -> Nodes:
    """Parts of one line, with commas between them."""
    found: Nodes = []
    for part in parts:
        found += [separator] * bool(found) + part
    return found


def _contacts(site: Site, page: CvPage, inline: Callable[[Text], Nodes]) -> Iterator[Contact]:
    """The address or the place, the phone number, the e-mail address, the site and the links of the profile."""
    profile = site.profile
    if profile.private.address:
        yield Contact(_joined(map(inline, profile.private.address), comma(page.language)))
    elif profile.location:
        yield Contact(inline(profile.location))
    if phone := profile.private.phone:
        yield Contact([phone], f"tel:{NOT_DIALLED.sub('', phone)}")
    if profile.email:
        yield Contact([str(profile.email)], f"mailto:{profile.email}")
    url = site.settings.url.rstrip("/")
    if url:
        yield Contact([_printed(url)], url)
    for link in page.parts.shared.profile.links:
        if link.url.startswith(("http://", "https://")) and link.url.rstrip("/") != url:
            printed = _printed(link.url)
            is_short = len(printed) <= LONGEST_URL and printed.isascii() and "?" not in printed
            yield Contact([printed if is_short else link.label], link.url)


def _printed(url: str) -> str:
    """A URL as it is printed."""
    return url.partition("//")[2].removeprefix("www.").rstrip("/")


def _sections(nodes: Nodes) -> list[Section]:
    """The text in sections: each heading of level 1 begins one."""
    found = [Section([], [])]
    for node in nodes:
        if isinstance(node, Node) and node.kind == "heading" and node.level == 1:
            found.append(Section(node.body, []))
        else:
            found[-1].body.append(node)
    return [section for section in found if section.body]
