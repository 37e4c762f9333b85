"""A look: what its `theme.yml` says, such as what the home page shows, and the looks that it extends."""

import re
from typing import Annotated, ClassVar, Literal, Self

from msgspec import Meta, Struct

from acadfolio.model.colours import BACKGROUNDS, LINKS, rgb
from acadfolio.model.date_styles import DateStyle
from acadfolio.model.record import Record, about
from acadfolio.model.values import Colour, Count

ALL = "all"
"""Instead of names of sections: all of them."""
THEME_FILE = "theme.yml"
FooterPart = Literal["networks", "feeds", "sitemap"]
Section = Annotated[str, Meta(extra={"one_of": "sections"})]
"""A section of the site, or `all`."""
PagedSection = Annotated[str, Meta(extra={"one_of": "paged"})]
"""A section whose entries can have pages, or `all`."""


class Length(str):
    """A length of CSS: `3.6rem`."""

    PATTERN: ClassVar[str] = r"\d*\.?\d+(?:rem|em|px)"
    SCHEMA: ClassVar[dict[str, object]] = {"type": "string", "pattern": f"^{PATTERN}$"}

    @classmethod
    def parse(cls, text: str) -> Self:
        """Raises ValueError if the text is not such a length."""
        if not re.fullmatch(cls.PATTERN, text):
            raise ValueError("is not a length", "write a number with `rem` or `px`: `3.6rem`")
        return cls(text)


class Shades(Struct, frozen=True, kw_only=True):
    """A colour in light and in dark mode."""

    light: Annotated[Colour, about("The colour in light mode.")]
    dark: Annotated[Colour, about("The colour in dark mode.")]


class Theme(Record, frozen=True, kw_only=True):
    """The keys of `templates/looks/NAME/theme.yml`. Without a key, the look has that of the look it extends."""

    extends: Annotated[
        str,
        about(
            "The theme that has all keys, templates and styles that this one lacks.", one_of="looks"
        ),
    ] = ""
    home: Annotated[
        tuple[Section, ...],
        about("The sections of a home page that lists none: `all`, or their names."),
    ] = (ALL,)
    home_limits: Annotated[
        dict[Section, Count],
        about("The maximum number of entries on such a home page, by section."),
    ] = {}  # noqa: RUF012 - msgspec copies it
    home_title: Annotated[bool, about("Show the title of the home page.")] = False
    list_pages: Annotated[
        tuple[PagedSection, ...],
        about("The sections with a page that lists their entries: `all`, or their names."),
    ] = ()
    entry_pages: Annotated[
        tuple[PagedSection, ...],
        about("The sections whose entries have pages: `all`, or their names."),
    ] = ()
    page_view: Annotated[
        Literal["list", "archive", "table", "cv"] | None,
        about("The view of sections on their own pages."),
    ] = None
    cv: Annotated[bool, about("Add a page with the CV.")] = False
    menu_headings: Annotated[
        bool, about("The menu has headings of the home page, besides pages.")
    ] = False
    redirects: Annotated[
        dict[str, str], about("Redirects from other URLs to generated pages.")
    ] = {}  # noqa: RUF012 - msgspec copies it
    emoji: Annotated[bool, about("Headings of sections begin with an emoji.")] = False
    date_style: Annotated[
        DateStyle | None, about("The format of dates. Default: long, as in the site's language.")
    ] = None
    sidebar_description: Annotated[
        bool, about("The sidebar has the description of the site if the profile has no `bio`.")
    ] = False
    footer: Annotated[
        tuple[FooterPart, ...], about("What the footer links: `networks`, `feeds`, `sitemap`.")
    ] = ()
    background: Annotated[Shades, about("The background of the skin `default`.")] = Shades(
        light=Colour("#fff"), dark=Colour("#16191d")
    )
    text: Annotated[Shades, about("The colour of text in the skin `default`.")] = Shades(
        light=Colour("#33383d"), dark=Colour("#ccd1d6")
    )
    links: Annotated[Shades, about("The colour of links in the skin `default`.")] = Shades(
        light=Colour("#224b8d"), dark=Colour("#a4c2f7")
    )
    masthead: Annotated[Length, about("The height of the masthead.")] = Length("3.375rem")


class Look(Theme, frozen=True, kw_only=True):
    """A look with its name, and complete with what it has from the looks that it extends."""

    name: str
    above: tuple[str, ...] = ()
    """The looks that it extends, the nearest first."""
    own_colours: bool = False
    """Whether the style sheets of the theme do not have its colours, so that pages set them."""
    own_masthead: bool = False
    """The same for the height of the masthead."""

    @property
    def names(self) -> tuple[str, ...]:
        """Its name, and those of the looks that it extends."""
        return (self.name, *self.above)

    @property
    def classes(self) -> str:
        """The CSS classes of its pages, also those of the looks that it extends."""
        return " ".join(f"look-{name}" for name in self.names)

    @property
    def has_pages(self) -> bool:
        """Whether sections have pages, so that the home page need not show all of them."""
        return bool(self.list_pages)

    def lists(self, section: str) -> bool:
        """Whether a section has a page that lists its entries."""
        return not {ALL, section}.isdisjoint(self.list_pages)

    def has_entry_pages(self, section: str) -> bool:
        """Whether the entries of a section have pages."""
        return not {ALL, section}.isdisjoint(self.entry_pages)

    def backgrounds(self, skin: str) -> tuple[str, str]:
        """The light and dark background of its pages, for the browser's frame (`theme-color`)."""
        if skin == "default":
            return str(rgb(self.background.light)), str(rgb(self.background.dark))
        return BACKGROUNDS[skin].light[0], BACKGROUNDS[skin].dark[0]

    def link_colour(self, skin: str) -> str:
        """The colour of links in light mode, for what is printed."""
        return str(rgb(LINKS.get(skin, self.links.light)))
