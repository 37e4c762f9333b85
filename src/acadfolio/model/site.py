"""The settings of a site, and all that a build knows of it."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal

from msgspec import Struct, field

from acadfolio.model.counts import Counts
from acadfolio.model.date_styles import DateStyle
from acadfolio.model.dates import Day, LastChange
from acadfolio.model.jekyll import jekyll
from acadfolio.model.page import Look, Page, ShareTarget
from acadfolio.model.profile import Person, Profile
from acadfolio.model.publication import Publication, Venue
from acadfolio.model.record import Reference, about
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

    title: Annotated[Text, about("The words.")]
    url: Annotated[Url, about("A page (`/cv/`), a heading (`/#-news`), or any URL.")]


class NavigationItem(Struct, frozen=True, kw_only=True):
    """One item of the masthead: a link, or a menu that opens."""

    EXAMPLE: ClassVar[str] = "`title: …` and `url: …`"

    title: Annotated[Text, about("The words.")]
    url: Annotated[Url | None, about("A page (`/cv/`), a heading (`/#-news`), or any URL.")] = None
    items: Annotated[tuple[NavigationEntry, ...], about("Items of a menu that opens below it.")] = ()

    def __post_init__(self) -> None:
        """Raises ValueError unless it is one of the two."""
        if not self.url and not self.items:
            raise ValueError("item needs `url` or `items`", "add `url: …`, or `items:` for a menu that opens")
        if self.url and self.items:
            raise ValueError("item has both `url` and `items`", "its title opens a menu: make the page an item of it")


class SectionSettings(Struct, frozen=True, kw_only=True):
    """How a section is shown. A shortcode may say each of these too: `{{ news(limit=5) }}`."""

    title: Annotated[Text | None, about("Its heading, where acadfolio writes it.")] = None
    fields: Annotated[tuple[str, ...], about("What an entry shows, in this order.")] = ()
    group_by: Annotated[tuple[str, ...] | None, about("A field, or several, whose values group the entries.")] = None
    groups: Annotated[dict[str, Text], about("Names for the groups, in the order wanted.")] = {}
    sort: Annotated[
        Sort, about("Newest first (date), oldest first, by title, author or citations, or as in the file.")
    ] = "date"
    limit: Annotated[Count | None, about("Show at most so many.")] = None
    style: Annotated[str, about("The citation style: plain, quoted, tagged, ieee, apa …, or one of your own.")] = ""
    view: Annotated[
        View | None, about("list, table, cv (dates at the side), archive (with headings), or boxes with pictures.")
    ] = None
    pages: Annotated[
        bool | None, about("Give the section and each of its entries a page of its own; academicpages does.")
    ] = None
    max_authors: Annotated[Count | None, about("Show at most so many authors of a publication; `0`: all of them.")] = (
        None
    )
    search: Annotated[bool | None, about("A box that searches the list, and filters beside it.")] = None
    date_style: Annotated[DateStyle | None, about("How dates look here.")] = None
    ongoing: Annotated[Text | None, about("The word that ends a range until now.")] = None
    numbered: Annotated[Numbering, about("Number the entries; `backwards`: the first has the highest number.")] = (
        Numbering()
    )
    legend: Annotated[Text | None, about("The line that explains the marks; else it is made from `marks`.")] = None

    @property
    def has_dates_beside(self) -> bool:
        """Whether dates stand at the side of their entries: in a CV, unless numbers do."""
        return self.view == "cv" and not self.numbered


class Verification(Struct, frozen=True, kw_only=True):
    """What search engines ask for to know that the site is yours."""

    google: Annotated[str, about("Google Search Console.")] = ""
    bing: Annotated[str, about("Bing Webmaster Tools.")] = ""
    baidu: Annotated[str, about("Baidu.")] = ""
    yandex: Annotated[str, about("Yandex.")] = ""
    me: Annotated[
        tuple[HttpUrl, ...], about("Your other pages, such as Mastodon: they see that this one is yours.")
    ] = ()


class Statuses(Struct, frozen=True, kw_only=True, rename={"in_press": "in press", "under_review": "under review"}):
    """The site's own words for how far a publication has come; else the theme's, in the site's language."""

    published: Annotated[Text | None, about("For what has appeared.")] = None
    accepted: Annotated[Text | None, about("For what will appear.")] = None
    in_press: Annotated[Text | None, about("For what is being printed: `to appear`.")] = None
    under_review: Annotated[Text | None, about("For what is being read by others: `in revision`.")] = None
    submitted: Annotated[Text | None, about("For what was sent in.")] = None
    preprint: Annotated[Text | None, about("For what is out without a review.")] = None

    @property
    def words(self) -> dict[str, Text]:
        """Those that are said, by status."""
        names = zip(self.__struct_encode_fields__, self.__struct_fields__, strict=True)
        return {status: getattr(self, name) for status, name in names if getattr(self, name)}


class Settings(Struct, frozen=True, kw_only=True):
    """`data/site.yml`. A key that is a section's name holds that section's settings."""

    title: Annotated[Text, about("The site's title, mostly your name.")]
    description: Annotated[Text | None, about("One sentence on the site.")] = None
    url: Annotated[
        HttpUrl | None, about("Where the site lives: `https://name.github.io`. The sitemap and previews need it.")
    ] = None
    language: Annotated[LanguageTag, about("The language it is written in.")] = LanguageTag("en")
    look: Annotated[Look, about("Which homepage it mirrors.")] = "acad-homepage"
    width: Annotated[
        Literal["reading", "theme"], about("How wide acad-homepage is: good to read, or as wide as the Jekyll theme.")
    ] = "reading"
    skin: Annotated[Skin, about("Its colours, each light and dark.")] = "default"
    accent: Annotated[Colour | None, about("Your own colour for links and badges.")] = None
    navigation: Annotated[tuple[NavigationItem, ...], about("The masthead; else the home page's headings.")] = ()
    sections: Annotated[
        tuple[str, ...],
        about("Sections that follow the home page's text (acad-homepage), or make the CV (academicpages)."),
    ] = ()
    home_label: Annotated[Text | None, about("What the first item of the menu is called.")] = None
    breadcrumbs: Annotated[bool, about("Show the way to a page above its title.")] = False
    date_style: Annotated[
        DateStyle | None,
        about("How dates look: `2024.06`, `14 June 2024`, or a strftime pattern; else as the look has them."),
    ] = None
    ongoing: Annotated[Text | None, about("The word that ends a range until now.")] = None
    updated: Annotated[
        LastChange,
        about("“Last updated” below each page: a date, or `false`; else the newest that data and pages name."),
    ] = LastChange("newest")
    marks: Annotated[dict[str, Text], about("Author marks and what they mean.")] = {}
    statuses: Annotated[Statuses, about("Your words for how far publications have come: `in press: to appear`.")] = (
        Statuses()
    )
    math: Annotated[Literal["kramdown", "dollar"], about("`dollar`: `$…$` is maths too.")] = "kramdown"
    markdown_extensions: Annotated[
        tuple[MarkdownExtension, ...], about("Extensions of Python-Markdown: their names, or `name: {option: value}`.")
    ] = ()
    image: Annotated[ImagePath | None, about("The picture of previews in social media; else your portrait.")] = None
    images: Annotated[
        Literal["responsive", "original"],
        about("`original`: pages load pictures as they are, without lighter variants."),
    ] = "responsive"
    twitter: Annotated[str, about("The site's account on X, for previews.")] = ""
    verification: Annotated[Verification, about("Site verification by search engines.")] = Verification()
    visitor_map: Annotated[tuple[VisitorMap, ...], about("Maps of visitors, drawn by other hosts.")] = ()
    analytics: Annotated[Analytics | None, about("Who counts your visitors.")] = None
    comments: Annotated[Comments | None, about("Where readers discuss your posts.")] = None
    downloads: Annotated[
        bool, about("Offer your papers as BibTeX, RIS and CSL-JSON: the list, and each with a page.")
    ] = True
    llms: Annotated[bool, about("Make llms.txt: the site's pages for language models.")] = False
    share: Annotated[tuple[ShareTarget, ...], about("Where readers can share a post, in this order.", split=True)] = ()
    related: Annotated[bool, about("Show related posts below each post.")] = False
    posts_feed: Annotated[
        Literal["whole", "summaries"], about("`summaries`: the feed of posts leaves out their text.")
    ] = "whole"
    liquid: Annotated[dict[str, ForJekyll], about("What a page written for Jekyll reads as `site.…`.")] = {}
    extra: Annotated[dict[str, Any], about("Keys of your own, for templates: `site.extra.…`.")] = {}

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
