"""The variables of templates: these records, as documented in docs/content/templates.md."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import Struct, field

if TYPE_CHECKING:
    from collections.abc import Mapping

    from markupsafe import Markup

    from acadfolio.model.dates import When
    from acadfolio.model.page import Header, SidebarBlock
    from acadfolio.model.profile import Affiliation
    from acadfolio.model.site import SectionSettings
    from acadfolio.model.third_parties import VisitorMap
    from acadfolio.model.values import Link, Text
    from acadfolio.problems import Location


def same_fields(context: type[Struct], record: Struct) -> dict[str, Any]:
    """The fields of a context that have the name and the value of a field of a record."""
    return {
        name: getattr(record, name) for name in context.__struct_fields__ if hasattr(record, name)
    }


class NavigationLink(Struct, frozen=True):
    """An item of the masthead."""

    title: Text
    url: str
    is_external: bool
    current: str
    """The value of `aria-current`: `page` for the page itself, `true` for a page above it or its menu."""
    items: tuple[NavigationLink, ...] = ()
    """The items of its menu; it has no URL then."""
    language: str = ""
    """The language of the page, if it is not that of the menu: a page that is not translated."""


class PageLink(Struct, frozen=True):
    """A link to a page: a breadcrumb, or the previous or next page of an entry or post."""

    title: Text
    url: str


class TranslationLink(Struct, frozen=True):
    """The page in one of the languages of the site."""

    language: str
    name: str
    """The name of the language in this language."""
    link: str
    """The URL for a link."""
    url: str
    """The full URL; empty if the site has none."""
    is_same: bool
    """Whether it is the same page; else it is the home page of the language."""
    is_here: bool
    """Whether it is this page."""


class PdfLink(Struct, frozen=True):
    """A PDF of a CV."""

    label: str
    url: str
    language: str
    """Its language, if that is not the one of the page; else empty."""


class Feed(Struct, frozen=True):
    """An Atom feed of the site."""

    title: str
    """The title with the site's, for feed readers."""
    label: str
    url: str


class ProfileLink(Struct, frozen=True):
    """A link of the sidebar; `icon` is the name of an icon."""

    key: str
    label: str
    url: str
    icon: str
    is_brand: bool = False
    """Whether the icon is the network's own, so that no label is needed."""

    @property
    def printed(self) -> str:
        """The URL as it is printed; empty for a file of the site."""
        return self.url.partition("//")[2].removeprefix("www.").rstrip("/")


class ProfileContext(Struct, frozen=True):
    """`profile`: the person."""

    name: Text
    initials: str
    avatar: str
    avatar_dark: str
    avatar_alt: Text
    description: Text | None
    bio: Text | None
    organization: bool
    """Whether it is a group or a project, and not a person."""
    pronouns: Text | None
    positions: tuple[Affiliation, ...]
    interests: tuple[Text, ...]
    employer: Text | None
    location: Text | None
    email: str
    links: tuple[ProfileLink, ...]


class SiteContext(Struct, frozen=True):
    """`site`: the values that are the same on every page."""

    title: Text
    description: Text | None
    url: str
    base: str
    """The path of the home page on its host: for the 404 page, which is shown at any URL."""
    language: str
    mount: str
    """The folder of a language that is not at the top of the site, such as `zh/`; else empty."""
    direction: str
    look: str
    home_label: Text | None
    """The first item of the menu, if the site has a title for it."""
    breadcrumbs: bool
    skin: str
    width: str
    accent: str
    accent_dark: str
    """The accent colour for dark mode, light enough to be readable."""
    on_accent: str
    """Black or white, whichever is more readable on the accent colour."""
    feeds: tuple[Feed, ...]
    date_style: str
    ongoing: str
    footer: Text | None
    """A line in the footer of all pages."""
    visitor_map: tuple[VisitorMap, ...]
    twitter: str
    favicon: str
    touch_icon: str
    manifest: str
    has_user_css: bool
    updated: When | None
    version: str
    search: bool
    """Whether visitors can search the site."""
    csp: bool
    """Whether pages have a Content-Security-Policy."""
    extra: Mapping[str, Any]


class TocEntry(Struct, frozen=True):
    """A heading of the page, for a table of contents."""

    level: int
    id: str
    html: Markup
    items: tuple[TocEntry, ...] = ()
    """The headings below it."""


class ShareLink(Struct, frozen=True):
    """A service on which readers can share the page; `key` is also the name of its icon."""

    key: str
    label: str
    url: str
    """Empty for the button that copies the page's own URL."""


class Script(Struct, frozen=True):
    """A script of another host: its URL, its attributes, and the code to run before it."""

    src: str
    attributes: tuple[tuple[str, str], ...]
    before: Markup


class Discussion(Struct, frozen=True):
    """Where readers discuss a page: the script that shows it when they want to see it, and its own page."""

    provider: str
    host: str
    """The host that the reader's browser contacts."""
    url: str
    script: Script | None
    """None in the preview."""


class PageContext(Struct, frozen=True):
    """`page`: the page that is rendered."""

    title: Text
    shows_title: bool
    """Whether the template prints the title: not if the text has it already, on the home page in one theme only."""
    full_title: str
    url: str
    description: str
    canonical: str
    image: str
    content: Markup
    toc: tuple[TocEntry, ...]
    toc_label: Text | None
    shows_toc: bool
    share: tuple[ShareLink, ...]
    related: tuple[PostContext, ...]
    related_papers: tuple[Any, ...]
    """On a publication's own page: publications with the same tags, co-authors or venue."""
    navigation: tuple[NavigationLink, ...]
    translations: tuple[TranslationLink, ...]
    """The page in each language of the site, also its own; nothing on a site in one language."""
    breadcrumbs: tuple[PageLink, ...]
    """The pages from the home page to this one, including both.

    `site.breadcrumbs` is whether they are shown.
    """
    section: str
    """The section whose page this is, or that of one of its entries; else empty."""
    paper: Any
    """The publication, on its own page; else nothing."""
    downloads: tuple[Link, ...]
    """Files that cite the paper, on its own page; all papers, on the page of the list."""
    pdfs: tuple[PdfLink, ...]
    """The PDFs that are made of the page, of a CV."""
    entry: Any
    """The talk, course or project, on its own page; else nothing."""
    previous: PageLink | None
    """The entry before this one in its list, or the post before this one in time."""
    next: PageLink | None
    look: str
    language: str
    direction: str
    words_language: str
    """The language of the theme's words, where it is not that of the page; else empty."""
    when: When | None
    modified: When | None
    tags: tuple[str, ...]
    """Tags, then categories."""
    minutes: int
    """The reading time; 0 if it is not shown."""
    author: str
    author_profile: bool
    is_home: bool
    is_post: bool
    is_draft: bool
    header: Header
    sidebar: tuple[SidebarBlock, ...]
    analytics: Script | None
    """The script that counts its visitors; None in the preview."""
    comments: Discussion | None
    noindex: bool
    extra: Mapping[str, Any]


class PostContext(Struct, frozen=True):
    """A post as lists of posts show it."""

    title: Text
    url: str
    when: When | None
    excerpt: Markup
    tags: tuple[str, ...]
    categories: tuple[str, ...]
    minutes: int
    teaser: str
    is_draft: bool
    language: str = ""
    """The language of the post, if it is not that of the list: one that is not translated."""

    @property
    def year(self) -> int:
        """The year of its day; 0 for a post without one."""
        return self.when.year if self.when else 0


class SectionContext(Struct, frozen=True):
    """`section`: the section that is rendered."""

    name: str
    kind: str
    settings: SectionSettings
    shown: tuple[Any, ...] = ()
    """Groups of entries: each has `title` (or none) and `entries`, which have `record` and `parts`."""
    rest: tuple[Any, ...] = ()
    """The groups beyond the limit."""
    legend: Text | None = None
    search_form: Any = None
    """The form that searches it, or nothing: the filters with what they offer."""
    more: str = ""
    """The URL of the page with all of its entries, where those beyond the limit are only there."""
    columns: tuple[str, ...] = ()
    """The fields that a table has columns for."""
    labels: Mapping[str, str] = field(default_factory=dict)
    """The labels of these fields; on the page of an entry those of all fields of its record."""
    label: str = ""
    """The name of the section, without its own `title`."""
    more_label: str = ""
    """The words of the link to `more`."""
    places: tuple[Any, ...] = ()
    """In the view `map`: the places with their entries, and `x` and `y` on the map."""
    map_height: int = 0
    """Of the map with these places, which is 1,000 wide."""
    words_language: str = ""
    """The same as that of the page on which it stands."""
    direction: str = "ltr"
    """That of the page on which it stands."""
    year_pages: tuple[Any, ...] = ()
    """The pages of a divided list: each has `title`, `url`, `anchors`, `is_here` and `rel`."""
    numbers: Mapping[Location, int] = field(default_factory=dict)
    """The number of each entry, by its record's `source_location`, where they are numbered."""

    @property
    def has_date_column(self) -> bool:
        """Whether a CV has the years of publications at their side: not beside numbers, or below years."""
        return (
            self.settings.view == "cv" and not self.settings.numbered and not self._is_below_years
        )

    @property
    def has_year_margin(self) -> bool:
        """Whether a list of publications has their years in the margin: not beside numbers, or below years."""
        is_list = self.settings.view == "archive" or (
            self.settings.view != "boxes" and not self.settings.style
        )
        return is_list and not self.settings.numbered and not self._is_below_years

    @property
    def _is_below_years(self) -> bool:
        return not {"date", "year"}.isdisjoint(self.settings.group_by or ())

    def number_of(self, entry: Any) -> int:
        """The number of an entry or a publication; 0 where they have none."""
        return self.numbers.get(entry.record.source_location, 0)
