"""The settings of a site, and the record with all its data."""

from typing import Annotated, Any, Literal

from msgspec import Struct, field

from acadfolio.model.counts import Counts
from acadfolio.model.cv import CvSettings
from acadfolio.model.date_styles import DateStyle
from acadfolio.model.dates import Day, LastChange
from acadfolio.model.languages import SiteLanguage
from acadfolio.model.look import Look
from acadfolio.model.page import FrontMatter, Page, ShareTarget
from acadfolio.model.profile import Person, Profile
from acadfolio.model.publication import PUBLICATIONS, Publication, Venue
from acadfolio.model.record import (
    DELETE_ONE,
    CvOnly,
    Private,
    Reference,
    WebOnly,
    about,
    contradicting_flags,
)
from acadfolio.model.site_url import SiteUrl
from acadfolio.model.theme_keys import theme_keys
from acadfolio.model.third_parties import Analytics, Comments, VisitorMap
from acadfolio.model.values import (
    ByLanguage,
    Colour,
    Count,
    Downloads,
    HttpUrl,
    ImagePath,
    LanguageTag,
    MarkdownExtension,
    Numbering,
    OwnValue,
    Text,
    Url,
)
from acadfolio.source.text import SourceText
from acadfolio.wording import nearest

Skin = Literal["default", "air", "sunrise", "mint", "dirt", "contrast"]
View = Literal["list", "boxes", "archive", "table", "cv", "map"]
Width = Literal["reading", "theme"]
Fonts = Literal["serif", "system", "full"]
Extensions = tuple[MarkdownExtension, ...]
Cites = Literal["number", "author", "author-date"]
"""What a citation style cites in the text of pages: the numbers of a list, or authors."""
Sort = Literal["date", "oldest", "title", "author", "citations", "file"]


class NavigationEntry(Struct, frozen=True, kw_only=True):
    """An item of a submenu."""

    title: Annotated[Text, about("The text.")]
    url: Annotated[ByLanguage[Url], about("A page (`/cv/`), a heading (`/#-news`), or a URL.")]


class NavigationItem(Struct, frozen=True, kw_only=True):
    """An item of the menu: a link, or a submenu."""

    title: Annotated[Text, about("The text.")]
    url: Annotated[
        ByLanguage[Url] | None, about("A page (`/cv/`), a heading (`/#-news`), or a URL.")
    ] = None
    items: Annotated[tuple[NavigationEntry, ...], about("The items of a submenu.")] = ()

    @staticmethod
    def hint_for_key(key: str) -> str:
        """A hint for an item that is written as its text and its URL, `CV: /cv/`; else empty."""
        is_misspelt = nearest(key, ("title", "url", "items"))
        return "" if is_misspelt else f"write `{{title: {key}, url: …}}`"

    def __post_init__(self) -> None:
        """Raises ValueError unless it has either a URL or items."""
        if not self.url and not self.items:
            raise ValueError(
                "item needs `url` or `items`", "add `url: …`, or `items:` for a submenu"
            )
        if self.url and self.items:
            raise ValueError(
                "item has both `url` and `items`", "delete `url`, and add the page to `items`"
            )


class SectionSettings(Struct, frozen=True, kw_only=True):
    """The settings of a section.

    They are also arguments of its shortcode: `{{ news(limit=5) }}`.
    """

    title: Annotated[Text | None, about("The heading, if acadfolio writes it.")] = None
    fields: Annotated[tuple[str, ...], about("The fields that an entry shows, in this order.")] = ()
    group_by: Annotated[
        tuple[str, ...] | None, about("The field or fields to group entries by.")
    ] = None
    groups: Annotated[dict[str, Text], about("The names of the groups, in their order.")] = {}
    sort: Annotated[
        Sort | None,
        about("Newest or oldest first, by title, author or citations, or as in the file."),
    ] = None
    """Without it, entries with a date are sorted by it, and courses stay in the order of the file."""
    limit: Annotated[Count | None, about("The maximum number of entries.")] = None
    offset: Annotated[Count, about("The number of entries to skip at the beginning.")] = 0
    style: Annotated[
        ByLanguage[str],
        about("The citation style: plain, ieee, apa …, one in CSL (`NAME.csl`), or your own."),
    ] = ByLanguage.of("")
    view: Annotated[View | None, about("The view: list, table, cv, archive, boxes or map.")] = None
    pages: Annotated[
        bool | None,
        about("Create pages for the section and each entry. Default: as the theme does."),
    ] = None
    keywords: Annotated[bool, about("Show the keywords of bibliographies.")] = False
    max_authors: Annotated[
        Count | None, about("The maximum number of authors that are shown. `0` shows all.")
    ] = None
    search: Annotated[bool | None, about("Show a search field and filters.")] = None
    per_page: Annotated[
        Count | None,
        about("Divide the page of the list into pages of whole years with at least this many."),
    ] = None
    date_style: Annotated[
        ByLanguage[DateStyle] | None, about("The format of dates in this section.")
    ] = None
    ongoing: Annotated[Text | None, about("The word for a range without an end.")] = None
    numbered: Annotated[
        Numbering, about("Number the entries. `backwards`: in descending order.")
    ] = Numbering()
    legend: Annotated[
        Text | None, about("The line that explains the marks. Default: made from `marks`.")
    ] = None
    web_only: WebOnly = False
    cv_only: CvOnly = False
    private: Private = False

    def __post_init__(self) -> None:
        """Raises ValueError for a section that would be shown nowhere."""
        if contradiction := contradicting_flags(self.web_only, self.cv_only, self.private):
            raise ValueError(f"has {contradiction}", DELETE_ONE)

    @property
    def can_have_date_column(self) -> bool:
        """Whether dates may be in a column at the side of their entries: in a list without numbers."""
        return self.view in {None, "list", "cv", "map"} and not self.numbered


class Verification(Struct, frozen=True, kw_only=True):
    """Codes with which search engines verify that the site is yours."""

    google: Annotated[str, about("Google Search Console.")] = ""
    bing: Annotated[str, about("Bing Webmaster Tools.")] = ""
    baidu: Annotated[str, about("Baidu.")] = ""
    yandex: Annotated[str, about("Yandex.")] = ""
    me: Annotated[
        tuple[HttpUrl, ...], about('URLs of your other pages, such as Mastodon (`rel="me"`).')
    ] = ()


class Statuses(
    Struct,
    frozen=True,
    kw_only=True,
    rename={
        "in_press": "in press",
        "under_review": "under review",
        "in_preparation": "in preparation",
    },
):
    """The site's own labels for statuses of publications, instead of the theme's."""

    published: Annotated[Text | None, about("The label of published works.")] = None
    accepted: Annotated[Text | None, about("The label of accepted works.")] = None
    in_press: Annotated[Text | None, about("The label of works in press, such as `to appear`.")] = (
        None
    )
    under_review: Annotated[
        Text | None, about("The label of works under review, such as `in revision`.")
    ] = None
    submitted: Annotated[Text | None, about("The label of submitted works.")] = None
    in_preparation: Annotated[
        Text | None, about("The label of works in preparation, such as `draft`.")
    ] = None
    preprint: Annotated[Text | None, about("The label of preprints.")] = None

    @property
    def words(self) -> dict[str, Text]:
        """The labels by status."""
        names = zip(self.__struct_encode_fields__, self.__struct_fields__, strict=True)
        return {status: getattr(self, name) for status, name in names if getattr(self, name)}


class Settings(Struct, frozen=True, kw_only=True):
    """The settings of `data/site.yml`.

    A key with the name of a section holds the settings of that section.
    """

    title: Annotated[Text, about("The title of the site, usually your name.")]
    description: Annotated[Text | None, about("One sentence about the site.")] = None
    url: Annotated[
        SiteUrl, about("The URL: `https://name.github.io`. The sitemap and previews need it.")
    ] = SiteUrl()
    language: Annotated[LanguageTag, about("The language of the site.")] = LanguageTag("en")
    languages: Annotated[
        tuple[SiteLanguage, ...],
        about(
            "Several languages, the first at `/`, the others at `/zh/` and so on: `[en, zh]`. "
            "Or each with its folder: `{en: /en/, zh: /zh/}`.",
            split=True,
        ),
    ] = ()
    look: Annotated[str, about("The theme.", one_of="looks")] = "acad-homepage"
    width: Annotated[Width, about("`theme`: the fonts, sizes and places of the Jekyll theme.")] = (
        "reading"
    )
    fonts: Annotated[
        Fonts, about("`system`: without font files. `full`: text in Source Sans 3, too.")
    ] = "serif"
    skin: Annotated[Skin, about("The colour scheme, for light and dark mode.")] = "default"
    accent: Annotated[Colour | None, about("The colour of links and badges.")] = None
    navigation: Annotated[
        tuple[NavigationItem, ...], about("The menu. Default: pages, and a few headings.")
    ] = ()
    list_pages: Annotated[
        bool, about("Add pages that list posts and, in some themes, sections, and a CV.")
    ] = True
    sections: Annotated[
        tuple[str, ...],
        about("The sections of the CV, or of the home page of a theme without one."),
    ] = ()
    home_label: Annotated[Text | None, about("The label of the first menu item.")] = None
    breadcrumbs: Annotated[bool, about("Show breadcrumbs above the title of each page.")] = False
    date_style: Annotated[
        ByLanguage[DateStyle] | None,
        about("The format of dates: `2024.06`, `14 June 2024`, `%b %Y`."),
    ] = None
    ongoing: Annotated[Text | None, about("The word for a range without an end.")] = None
    footer: Annotated[
        Text | None, about("A line in the footer of all pages, such as a link to your imprint.")
    ] = None
    updated: Annotated[LastChange, about("The date in the footer, or `false`.")] = LastChange(
        "newest"
    )
    marks: Annotated[dict[str, Text], about("Author marks and their meanings.")] = {}
    statuses: Annotated[Statuses, about("Your labels for statuses: `in press: to appear`.")] = (
        Statuses()
    )
    math: Annotated[Literal["kramdown", "dollar"], about("With `dollar`, `$…$` is maths too.")] = (
        "kramdown"
    )
    markdown_extensions: Annotated[
        Extensions, about("Extensions of Python-Markdown, with their options.")
    ] = ()
    image: Annotated[
        ByLanguage[ImagePath] | None,
        about("The image in link previews. Default: your portrait."),
    ] = None
    images: Annotated[
        Literal["responsive", "original"], about("`original`: without smaller variants.")
    ] = "responsive"
    twitter: Annotated[str, about("The site's account on X, for previews.")] = ""
    verification: Annotated[Verification, about("Verification codes of search engines.")] = (
        Verification()
    )
    visitor_map: Annotated[tuple[VisitorMap, ...], about("Maps of visitors from other hosts.")] = ()
    analytics: Annotated[Analytics | None, about("Visitor statistics.")] = None
    comments: Annotated[Comments | None, about("Comments below posts.")] = None
    cv: Annotated[
        tuple[CvSettings, ...], about("The CV as a PDF, or a list of several, such as a short one.")
    ] = ()
    downloads: Annotated[
        Downloads,
        about(
            "Files of BibTeX, RIS and CSL-JSON: `list` of all papers, `papers` also of each paper."
        ),
    ] = Downloads("list")
    search: Annotated[
        bool | None, about("A search of the whole site. Default: with ten pages or more.")
    ] = None
    share: Annotated[
        tuple[ShareTarget, ...], about("Where readers can share a post, in this order.", split=True)
    ] = ()
    related: Annotated[bool, about("Show related posts below each post.")] = False
    posts_feed: Annotated[
        Literal["whole", "summaries", "hidden"],
        about("`summaries`: without full texts. `hidden`: no page links to it."),
    ] = "whole"
    csp: Annotated[
        bool, about("Forbid all scripts but those of the site (Content-Security-Policy).")
    ] = False
    plugins: Annotated[
        tuple[str, ...], about("Installed plug-ins, by name, such as `acadfolio-badges`.")
    ] = ()
    liquid: Annotated[
        dict[str, OwnValue], about("Values that pages written for Jekyll read as `site.…`.")
    ] = {}
    extra: Annotated[dict[str, Any], about("Keys of your own, for templates: `site.extra.…`.")] = {}

    @property
    def tags(self) -> tuple[LanguageTag, ...]:
        """The languages of the site, the first one first."""
        return tuple(each.tag for each in self.languages) or (self.language,)

    @property
    def base(self) -> str:
        """The path of the home page on its host."""
        return "/" + "/".join(self.url.rstrip("/").split("/")[3:])

    @property
    def hidden_feeds(self) -> tuple[str, ...]:
        """The sections to whose feeds no page links."""
        return ("posts",) if self.posts_feed == "hidden" else ()

    @property
    def loaded_fonts(self) -> Fonts:
        """The fonts that pages can load: `width: theme` has those of the Jekyll theme, which are the system's."""
        return "system" if self.width == "theme" else self.fonts

    @staticmethod
    def hint_for_key(key: str) -> str:
        """A hint for a key that has another name or place here, such as those of the Jekyll themes; else empty."""
        if key == "follow_links":
            return (
                "delete it: a site cannot allow its own links; use the option `--follow-links` once"
            )
        if key in {"lang", "locale"}:
            return "did you mean `language`? With `languages`, delete it"
        return theme_keys().config.get(key, "")


class StaticFile(Struct, frozen=True):
    """A file that is copied: its path in the output, and its path on this machine."""

    path: str
    file: str


class Names(Struct, frozen=True):
    """The names that settings and front matter may have. Without looks and styles, any is right."""

    citation_styles: tuple[str, ...] = ()
    looks: tuple[str, ...] = ()
    sections: frozenset[str] = frozenset()
    languages: tuple[SiteLanguage, ...] | None = ()
    """Those of a site in several languages; None if the settings have errors."""


class Data(Struct):
    """The content of `data/`, filled in file by file."""

    settings: Settings | None = None
    section_settings: dict[str, SectionSettings] = field(default_factory=dict)
    profile: Profile | None = None
    publications: tuple[Publication, ...] = ()
    """Those of publications.yml and of bibliographies."""
    venues: dict[str, Venue] = field(default_factory=dict)
    people: tuple[Person, ...] = ()
    entries: dict[str, tuple[Struct, ...]] = field(default_factory=dict)
    """The entries by section."""
    references: list[Reference] = field(default_factory=list)
    texts: list[SourceText] = field(default_factory=list)
    """Every text of the YAML files that pages may show."""
    texts_with_syntax: list[SourceText] = field(default_factory=list)
    """Those of them that may have a formula, a tag or a shortcode."""
    sections: frozenset[str] = frozenset()
    """The names of all sections that a page can have."""
    withheld: frozenset[str] = frozenset()
    """The sections of which some entries were left out, as they are for others (`audience`)."""

    @property
    def lists(self) -> dict[str, tuple[Any, ...]]:
        """The entries of all sections by their names, publications first."""
        return {PUBLICATIONS: self.publications, **self.entries}


class Site(Struct, frozen=True, eq=False):
    """All data of a site, complete and without YAML. Each is a key of its own for caches."""

    root: str
    today: Day
    """The day of the build, or that of SOURCE_DATE_EPOCH."""
    settings: Settings
    section_settings: dict[str, SectionSettings]
    profile: Profile
    publications: tuple[Publication, ...]
    venues: dict[str, Venue]
    people: tuple[Person, ...]
    entries: dict[str, tuple[Struct, ...]]
    """The entries of all other sections by their names: `news`, `teaching`, …, and free sections."""
    pages: tuple[Page, ...]
    static_files: tuple[StaticFile, ...]
    references: tuple[Reference, ...] = ()
    """The links and images of data and front matter."""
    texts: tuple[SourceText, ...] = ()
    """Every text of the YAML files that pages may show."""
    texts_with_syntax: tuple[SourceText, ...] = ()
    """Those of them that may have a formula, a tag or a shortcode."""
    cited: tuple[Publication, ...] = ()
    """The hidden publications, which pages can cite. They are in no list."""
    counts: tuple[Counts, ...] = ()
    """The citation counts of each file. Those of papers are also in the publications."""
    looks: dict[str, Look] = {}
    """The looks of the site and the theme, by name."""
    citation_styles: dict[str, Cites] = {}
    """What each citation style cites, by its name: those of the theme and the site."""
    csl_styles: dict[str, str] = {}
    """The CSL styles of `data/styles/`: the XML by the name of the file."""
    withheld: frozenset[str] = frozenset()
    """The sections of which some entries are not for pages, or in `documents` not for a CV as a file."""
    documents: "Site | None" = None
    """The site as CVs in files have it, with other entries; None if these are the same."""
    mount: str = ""
    """The folder of the output in which this language is, such as `zh/`; empty at the top of the site."""
    originals: tuple[Page, ...] = ()
    """The pages of the first language that this one lacks: links to their files lead to them."""
    has_pages: bool = True
    """Whether a language is here. At the top of a site whose languages are all in folders, there is none."""

    @property
    def of_documents(self) -> "Site":
        """The site as CVs in files have it, such as PDFs."""
        return self.documents or self

    @property
    def first_language(self) -> LanguageTag:
        """The language of the originals. The URLs of entries in all languages are made of their titles in it."""
        languages = self.settings.languages
        return languages[0].tag if languages else self.settings.language

    @property
    def is_first(self) -> bool:
        """Whether this is the site in its first language, or in its only one."""
        return self.settings.language == self.first_language

    def language_at(self, path: str) -> LanguageTag:
        """The language to which a path of the output belongs: by its folder, else the first one."""
        languages = self.settings.languages
        found = (each.tag for each in languages if each.mount and path.startswith(each.mount))
        return next(found, self.first_language)

    @property
    def top_url(self) -> str:
        """The URL of the site's top, without a slash at its end; empty without one."""
        url = self.settings.url.rstrip("/")
        return url.removesuffix(f"/{self.mount.rstrip('/')}") if self.mount else url

    @property
    def base(self) -> str:
        """The path of the top of this language on its host."""
        return self.settings.base if self.settings.url else f"/{self.mount.rstrip('/')}"

    @property
    def look(self) -> Look:
        """The look of the site."""
        return self.looks[self.settings.look]

    def look_of(self, front_matter: FrontMatter) -> Look:
        """The look of a page, by default that of the site."""
        return self.looks[front_matter.look or self.settings.look]

    def settings_of(self, section: str) -> SectionSettings:
        """The settings of a section, or the default ones."""
        return self.section_settings.get(section, SectionSettings())

    @property
    def publication_settings(self) -> SectionSettings:
        """The settings of the publications, for all that depends on their style and their legend."""
        return self.settings_of(PUBLICATIONS)

    @property
    def lists(self) -> dict[str, tuple[Struct, ...]]:
        """The entries of all sections by their names, publications first."""
        return {PUBLICATIONS: self.publications, **self.entries}
