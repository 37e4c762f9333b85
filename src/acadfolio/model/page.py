"""A page: its front matter, its text and its URL."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from msgspec import Struct

from acadfolio.model.colours import ink_on
from acadfolio.model.dates import When
from acadfolio.model.record import about
from acadfolio.model.values import Colour, Darkness, ForJekyll, ImagePath, LanguageTag, Text, Url
from acadfolio.problems import Location
from acadfolio.source.text import line_and_column

ShareTarget = Literal["bluesky", "facebook", "linkedin", "mastodon", "x", "email", "copy"]
"""Where a reader can pass a page on."""

NO_PICTURE = ("has no picture", "add `image: …`")


class Picture(Struct, frozen=True, kw_only=True):
    """A picture of a gallery."""

    EXAMPLE: ClassVar[str] = "`image: …` and `alt: …`"

    image: Annotated[ImagePath | None, about("The picture.")] = None
    image_path: Annotated[ImagePath | None, about("The Jekyll themes' name for `image`.")] = None
    alt: Annotated[Text | None, about("What it shows.")] = None
    title: Annotated[Text | None, about("A line below it.")] = None
    url: Annotated[Url | None, about("Where it leads, such as a larger picture.")] = None

    def __post_init__(self) -> None:
        """Raises ValueError without a picture."""
        if not self.shown:
            raise ValueError(*NO_PICTURE)

    @property
    def shown(self) -> str:
        """The picture by either name."""
        return self.image or self.image_path or ""


class Feature(Struct, frozen=True, kw_only=True):
    """An item of a feature row."""

    EXAMPLE: ClassVar[str] = "`title: …` and `excerpt: …`"

    title: Annotated[Text | None, about("Its heading.")] = None
    excerpt: Annotated[Text | None, about("A sentence or two.")] = None
    image: Annotated[ImagePath | None, about("A picture.")] = None
    image_path: Annotated[ImagePath | None, about("The Jekyll themes' name for `image`.")] = None
    alt: Annotated[Text | None, about("What the picture shows.")] = None
    url: Annotated[Url | None, about("Where its button leads.")] = None
    btn_label: Annotated[Text | None, about("Its words; without them the title is the link.")] = None
    btn_class: Annotated[str, about("The button's classes, such as `btn--primary`.")] = ""

    @property
    def shown(self) -> str:
        """The picture by either name."""
        return self.image or self.image_path or ""


Galleries = dict[str, tuple[Picture, ...]]
FeatureRows = dict[str, tuple[Feature, ...]]
"""By their names; one alone, written as a list, has none."""


Look = Literal["acad-homepage", "academicpages"]
"""Which homepage a page mirrors."""


class Header(Struct, frozen=True, kw_only=True):
    """Pictures at the head of a page, as the Jekyll themes name them."""

    image: Annotated[ImagePath | None, about("A picture above the page.")] = None
    overlay_image: Annotated[ImagePath | None, about("A picture behind the title.")] = None
    overlay_color: Annotated[Colour | None, about("A colour behind the title.")] = None
    overlay_filter: Annotated[Darkness | None, about("How much the picture is darkened, such as `0.5`.")] = None
    caption: Annotated[Text | None, about("A line below the picture.")] = None
    cta_url: Annotated[Url | None, about("Where the button leads.")] = None
    cta_label: Annotated[Text | None, about("The words on the button.")] = None
    teaser: Annotated[ImagePath | None, about("A small picture for lists.")] = None
    image_alt: Annotated[Text | None, about("What the picture shows.")] = None
    og_image: Annotated[ImagePath | None, about("Another picture for previews in social media.")] = None

    @property
    def ground(self) -> str:
        """What the title stands on, if not on the page; below a picture, what is seen until that is there."""
        return "#333" if self.overlay_image else self.overlay_color or ""

    @property
    def ink(self) -> str:
        """The colour of words there, black or white; a picture is darkened until white can be read."""
        return ink_on(self.ground) if self.ground else ""


class SidebarBlock(Struct, frozen=True, kw_only=True):
    """A block that a page adds to its sidebar."""

    title: Annotated[Text | None, about("Its heading.")] = None
    image: Annotated[ImagePath | None, about("A picture.")] = None
    image_alt: Annotated[Text | None, about("What the picture shows.")] = None
    text: Annotated[Text | None, about("A paragraph.")] = None


class FrontMatter(Struct, frozen=True, kw_only=True):
    """The keys that stand between the two lines `---` at the top of a page."""

    title: Annotated[Text | None, about("The page's title; empty on a home page that needs none.")] = None
    permalink: Annotated[str, about("The page's URL: `/`, `/cv/`, `/cv.html`.")] = ""
    redirect_from: Annotated[tuple[str, ...], about("Old URLs that redirect here.")] = ()
    redirect_to: Annotated[Url | None, about("Where this page leads instead of having text.")] = None
    description: Annotated[Text | None, about("One sentence for search engines and previews.")] = None
    excerpt: Annotated[Text | None, about("The page in a sentence or two, for lists.")] = None
    look: Annotated[Look | None, about("The other look for this page alone.")] = None
    layout: Annotated[str, about("page, archive or post; the Jekyll themes' names mean one of these.")] = ""
    date: Annotated[When | None, about("The day of a post; one to come waits until then.")] = None
    modified: Annotated[When | None, about("When it was last changed.")] = None
    tags: Annotated[tuple[str, ...], about("Keywords.", split=True)] = ()
    categories: Annotated[tuple[str, ...], about("Wider keywords.", split=True)] = ()
    author_profile: Annotated[bool, about("Show the sidebar with the person.")] = True
    author: Annotated[str, about("Who wrote it, when it is not the person of the profile.")] = ""
    header: Annotated[Header, about("Pictures at the head of the page.")] = Header()
    sidebar: Annotated[tuple[SidebarBlock, ...], about("Blocks to add to the sidebar.")] = ()
    toc: Annotated[bool, about("Show a table of contents.")] = False
    toc_label: Annotated[Text | None, about("What the table of contents is called.")] = None
    gallery: Annotated[Galleries, about("Pictures for `{{ gallery() }}`: a list, or several by name.", named=True)] = {}
    feature_row: Annotated[
        FeatureRows, about("Items for `{{ feature_row() }}`: a list, or several by name.", named=True)
    ] = {}
    share: Annotated[bool | None, about("Show links to share it; posts do if site.yml names any.")] = None
    related: Annotated[bool | None, about("Show related posts; posts do if site.yml says so.")] = None
    menu: Annotated[bool, about("`false` keeps it out of the menu that is made of your pages.")] = True
    read_time: Annotated[bool | None, about("Show how long it takes to read; posts do.")] = None
    sections: Annotated[tuple[str, ...], about("Sections that follow the text, each with its heading.")] = ()
    draft: Annotated[bool, about("Leave it out until it is ready (`build --drafts` shows it).")] = False
    published: Annotated[bool, about("Jekyll's word: `false` is a draft.")] = True
    comments: Annotated[bool | None, about("Whether readers can discuss it; posts can, when site.yml says where.")] = (
        None
    )
    analytics: Annotated[bool, about("`false`: visits of this page are not counted.")] = True
    sitemap: Annotated[bool, about("`false` keeps it out of sitemap.xml.")] = True
    noindex: Annotated[bool, about("Ask search engines to leave it out.")] = False
    lang: Annotated[LanguageTag | None, about("The language of this page.")] = None
    extra: Annotated[dict[str, ForJekyll], about("Keys of your own, for templates: `page.extra.…`.")] = {}

    @property
    def all_tags(self) -> tuple[str, ...]:
        """Its tags, then its categories, each once."""
        return tuple(dict.fromkeys((*self.tags, *self.categories)))


DAYS = frozenset({"date", "modified"})
SLASHED = r"(\d{4})/(\d{1,2})/(\d{1,2})(?!\d)"
"""A day as Ruby reads it, too."""


class Page(Struct, frozen=True):
    """One page of `content/`, read and complete."""

    file: str
    """Its path in the site, for problems."""
    url: str
    """Its path below the site's root: `/`, `/cv/`, `/cv.html`, `/posts/a-title/`."""
    front_matter: FrontMatter
    title: Text
    says_title: bool
    """Whether the text itself begins with the title, as a heading: a template then does not repeat it."""
    body: str
    body_line: int
    is_html: bool
    """Whether the body is HTML, and not Markdown."""
    has_liquid: bool
    is_post: bool
    when: When | None
    is_draft: bool
    """It waits: marked as a draft, or a post whose day has not come."""
    places: dict[str, Location] = {}
    """Where the values of its front matter stand, by key, and by URL for each of `redirect_from`."""
    included: dict[str, str] = {}
    """The texts of the files that Jekyll's `include_relative` takes in, by their names as the page writes them."""

    @property
    def source_location(self) -> Location:
        """The file as a whole; `places` has those of the keys of its front matter."""
        return Location(self.file)

    def at(self, line: int, column: int = 0) -> Location:
        """A place in the body, its lines counted from 1."""
        return Location(self.file, line + self.body_line - 1, column)

    def at_offset(self, offset: int) -> Location:
        """The place of a character of the body."""
        return self.at(*line_and_column(self.body, offset))
