"""The settings of a site, and all that a build knows of it."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal

from msgspec import Meta, Struct, field

from acadfolio.model.counts import Counts
from acadfolio.model.date_styles import DateStyle
from acadfolio.model.dates import Day, LastChange
from acadfolio.model.jekyll import jekyll
from acadfolio.model.page import Look, Page, ShareTarget
from acadfolio.model.profile import Person, Profile
from acadfolio.model.publication import Publication, Venue
from acadfolio.model.record import Reference
from acadfolio.model.third_parties import Analytics, Comments, VisitorMap
from acadfolio.model.values import (
    Colour,
    Count,
    ForJekyll,
    HttpUrl,
    ImagePath,
    LanguageTag,
    MarkdownExtension,
    Numbering,
    Text,
    Url,
)

Skin = Literal["default", "air", "sunrise", "mint", "dirt", "contrast"]
View = Literal["list", "boxes", "archive", "table", "cv"]
Sort = Literal["date", "oldest", "title", "author", "citations", "file"]


class NavigationEntry(Struct, frozen=True, kw_only=True):
    """An item of a menu that opens."""

    title: Annotated[Text, Meta(description="The words.")]
    url: Annotated[Url, Meta(description="A page (`/cv/`), a heading (`/#-news`), or any URL.")]


class NavigationItem(Struct, frozen=True, kw_only=True):
    """One item of the masthead: a link, or a menu that opens."""

    EXAMPLE: ClassVar[str] = "`title: …` and `url: …`"

    title: Annotated[Text, Meta(description="The words.")]
    url: Annotated[Url | None, Meta(description="A page (`/cv/`), a heading (`/#-news`), or any URL.")] = None
    items: Annotated[tuple[NavigationEntry, ...], Meta(description="Items of a menu that opens below it.")] = ()

    def __post_init__(self) -> None:
        """Raises ValueError unless it is one of the two."""
        if not self.url and not self.items:
            raise ValueError("item needs `url` or `items`", "add `url: …`, or `items:` for a menu that opens")
        if self.url and self.items:
            raise ValueError("item has both `url` and `items`", "its title opens a menu: make the page an item of it")


class SectionSettings(Struct, frozen=True, kw_only=True):
    """How a section is shown. A shortcode may say each of these too: `{{ news(limit=5) }}`."""

    title: Annotated[Text | None, Meta(description="Its heading, where acadfolio writes it.")] = None
    fields: Annotated[tuple[str, ...], Meta(description="What an entry shows, in this order.")] = ()
    group_by: Annotated[
        tuple[str, ...] | None, Meta(description="A field, or several, whose values group the entries.")
    ] = None
    groups: Annotated[dict[str, Text], Meta(description="Names for the groups, in the order wanted.")] = {}
    sort: Annotated[
        Sort, Meta(description="Newest first (date), oldest first, by title, author or citations, or as in the file.")
    ] = "date"
    limit: Annotated[Count | None, Meta(description="Show at most so many.")] = None
    style: Annotated[
        str, Meta(description="The citation style: plain, quoted, tagged, ieee, apa …, or one of your own.")
    ] = ""
    view: Annotated[
        View | None,
        Meta(description="list, table, cv (dates at the side), archive (with headings), or boxes with pictures."),
    ] = None
    pages: Annotated[
        bool | None, Meta(description="Give the section and each of its entries a page of its own; academicpages does.")
    ] = None
    max_authors: Annotated[
        Count | None, Meta(description="Show at most so many authors of a publication; `0`: all of them.")
    ] = None
    search: Annotated[bool | None, Meta(description="A box that searches the list, and filters beside it.")] = None
    date_style: Annotated[DateStyle | None, Meta(description="How dates look here.")] = None
    ongoing: Annotated[Text | None, Meta(description="The word that ends a range until now.")] = None
    numbered: Annotated[
        Numbering, Meta(description="Number the entries; `backwards`: the first has the highest number.")
    ] = Numbering()
    legend: Annotated[
        Text | None, Meta(description="The line that explains the marks; else it is made from `marks`.")
    ] = None

    @property
    def has_dates_beside(self) -> bool:
        """Whether dates stand at the side of their entries: in a CV, unless numbers do."""
        return self.view == "cv" and not self.numbered


class Verification(Struct, frozen=True, kw_only=True):
    """What search engines ask for to know that the site is yours."""

    google: Annotated[str, Meta(description="Google Search Console.")] = ""
    bing: Annotated[str, Meta(description="Bing Webmaster Tools.")] = ""
    baidu: Annotated[str, Meta(description="Baidu.")] = ""
    yandex: Annotated[str, Meta(description="Yandex.")] = ""
    me: Annotated[
        tuple[HttpUrl, ...], Meta(description="Your other pages, such as Mastodon: they see that this one is yours.")
    ] = ()


class Statuses(Struct, frozen=True, kw_only=True, rename={"in_press": "in press", "under_review": "under review"}):
    """The site's own words for how far a publication has come; else the theme's, in the site's language."""

    published: Annotated[Text | None, Meta(description="For what has appeared.")] = None
    accepted: Annotated[Text | None, Meta(description="For what will appear.")] = None
    in_press: Annotated[Text | None, Meta(description="For what is being printed: `to appear`.")] = None
    under_review: Annotated[Text | None, Meta(description="For what is being read by others: `in revision`.")] = None
    submitted: Annotated[Text | None, Meta(description="For what was sent in.")] = None
    preprint: Annotated[Text | None, Meta(description="For what is out without a review.")] = None

    @property
    def words(self) -> dict[str, Text]:
        """Those that are said, by status."""
        names = zip(self.__struct_encode_fields__, self.__struct_fields__, strict=True)
        return {status: getattr(self, name) for status, name in names if getattr(self, name)}


class Settings(Struct, frozen=True, kw_only=True):
    """`data/site.yml`. A key that is a section's name holds that section's settings."""

    title: Annotated[Text, Meta(description="The site's title, mostly your name.")]
    description: Annotated[Text | None, Meta(description="One sentence on the site.")] = None
    url: Annotated[
        HttpUrl | None,
        Meta(description="Where the site lives: `https://name.github.io`. The sitemap and previews need it."),
    ] = None
    language: Annotated[LanguageTag, Meta(description="The language it is written in.")] = LanguageTag("en")
    look: Annotated[Look, Meta(description="Which homepage it mirrors.")] = "acad-homepage"
    width: Annotated[
        Literal["reading", "theme"],
        Meta(description="How wide acad-homepage is: good to read, or as wide as the Jekyll theme."),
    ] = "reading"
    skin: Annotated[Skin, Meta(description="Its colours, each light and dark.")] = "default"
    accent: Annotated[Colour | None, Meta(description="Your own colour for links and badges.")] = None
    navigation: Annotated[
        tuple[NavigationItem, ...], Meta(description="The masthead; else the home page's headings.")
    ] = ()
    sections: Annotated[
        tuple[str, ...],
        Meta(description="Sections that follow the home page's text (acad-homepage), or make the CV (academicpages)."),
    ] = ()
    home_label: Annotated[Text | None, Meta(description="What the first item of the menu is called.")] = None
    breadcrumbs: Annotated[bool, Meta(description="Show the way to a page above its title.")] = False
    date_style: Annotated[
        DateStyle | None,
        Meta(
            description="How dates look: `2024.06`, `14 June 2024`, or a strftime pattern; else as the look has them."
        ),
    ] = None
    ongoing: Annotated[Text | None, Meta(description="The word that ends a range until now.")] = None
    updated: Annotated[
        LastChange,
        Meta(
            description="“Last updated” below each page: a date, or `false`; else the newest that news and pages name."
        ),
    ] = LastChange("newest")
    marks: Annotated[dict[str, Text], Meta(description="Author marks and what they mean.")] = {}
    statuses: Annotated[
        Statuses, Meta(description="Your words for how far publications have come: `in press: to appear`.")
    ] = Statuses()
    math: Annotated[Literal["kramdown", "dollar"], Meta(description="`dollar`: `$…$` is maths too.")] = "kramdown"
    markdown_extensions: Annotated[
        tuple[MarkdownExtension, ...],
        Meta(description="Extensions of Python-Markdown: their names, or `name: {option: value}`."),
    ] = ()
    image: Annotated[
        ImagePath | None, Meta(description="The picture of previews in social media; else your portrait.")
    ] = None
    images: Annotated[
        Literal["responsive", "original"],
        Meta(description="`original`: pages load pictures as they are, without lighter variants."),
    ] = "responsive"
    twitter: Annotated[str, Meta(description="The site's account on X, for previews.")] = ""
    verification: Annotated[Verification, Meta(description="Site verification by search engines.")] = Verification()
    visitor_map: Annotated[tuple[VisitorMap, ...], Meta(description="Maps of visitors, drawn by other hosts.")] = ()
    analytics: Annotated[Analytics | None, Meta(description="Who counts your visitors.")] = None
    comments: Annotated[Comments | None, Meta(description="Where readers discuss your posts.")] = None
    downloads: Annotated[
        bool, Meta(description="Offer your papers as BibTeX, RIS and CSL-JSON: the list, and each with a page.")
    ] = True
    llms: Annotated[bool, Meta(description="Make llms.txt: the site's pages for language models.")] = False
    share: Annotated[
        tuple[ShareTarget, ...],
        Meta(description="Where readers can share a post, in this order.", extra={"split": True}),
    ] = ()
    related: Annotated[bool, Meta(description="Show related posts below each post.")] = False
    posts_feed: Annotated[
        Literal["whole", "summaries"], Meta(description="`summaries`: the feed of posts leaves out their text.")
    ] = "whole"
    liquid: Annotated[dict[str, ForJekyll], Meta(description="What a page written for Jekyll reads as `site.…`.")] = {}
    extra: Annotated[dict[str, Any], Meta(description="Keys of your own, for templates: `site.extra.…`.")] = {}

    @property
    def base(self) -> str:
        """The path of the home page on its host."""
        return "/" + "/".join((self.url or "").rstrip("/").split("/")[3:])

    @staticmethod
    def place_of(key: str) -> str:
        """What a key of the Jekyll themes is called here, or where it belongs; else empty."""
        return jekyll().config.get(key, "")


class StaticFile(Struct, frozen=True):
    """A file that goes out as it is: its path in the output, and where it lies."""

    path: str
    file: str


class Data(Struct):
    """What the folder `data/` holds, filled in file by file."""

    settings: Settings | None = None
    section_settings: dict[str, SectionSettings] = field(default_factory=dict)
    profile: Profile | None = None
    publications: tuple[Publication, ...] = ()
    """All of them, of publications.yml and of bibliographies."""
    venues: dict[str, Venue] = field(default_factory=dict)
    people: tuple[Person, ...] = ()
    entries: dict[str, tuple[Struct, ...]] = field(default_factory=dict)
    """By the names of their sections."""
    references: list[Reference] = field(default_factory=list)
    sections: frozenset[str] = frozenset()
    """Every name that a page may place as a section."""


class Site(Struct, frozen=True):
    """Everything that a build knows. Nothing in it is YAML, and nothing is filled in later."""

    root: str
    today: Day
    """The day of the build: SOURCE_DATE_EPOCH where it is set."""
    settings: Settings
    section_settings: dict[str, SectionSettings]
    profile: Profile
    publications: tuple[Publication, ...]
    venues: dict[str, Venue]
    people: tuple[Person, ...]
    entries: dict[str, tuple[Struct, ...]]
    """The entries of every other section by its name: `news`, `teaching`, …, and the free sections."""
    pages: tuple[Page, ...]
    static_files: tuple[StaticFile, ...]
    references: tuple[Reference, ...] = ()
    """What the data and the front matters point at."""
    counts: tuple[Counts, ...] = ()
    """How often works were cited, as files tell it, in their order. Publications have their own already."""

    def settings_of(self, section: str) -> SectionSettings:
        """The settings of a section, by default without any."""
        return self.section_settings.get(section, SectionSettings())

    @property
    def lists(self) -> dict[str, tuple[Struct, ...]]:
        """The entries of every section by its name, the publications first."""
        return {"publications": self.publications, **self.entries}
