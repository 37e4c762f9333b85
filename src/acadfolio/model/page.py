"""A page: its front matter, its text and its URL."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal

from msgspec import Meta, Struct

from acadfolio.model.colours import ink_on
from acadfolio.model.dates import When
from acadfolio.model.values import Colour, Darkness, ForJekyll, ImagePath, LanguageTag, Text, Url
from acadfolio.problems import Location
from acadfolio.source.text import line_and_column

ShareTarget = Literal["bluesky", "facebook", "linkedin", "mastodon", "x", "email", "copy"]
"""Where a reader can pass a page on."""

NO_PICTURE = ("has no picture", "add `image: …`")


class Picture(Struct, frozen=True, kw_only=True):
    """A picture of a gallery."""

    EXAMPLE: ClassVar[str] = "`image: …` and `alt: …`"

    image: Annotated[ImagePath | None, Meta(description="The picture.")] = None
    image_path: Annotated[ImagePath | None, Meta(description="The Jekyll themes' name for `image`.")] = None
    alt: Annotated[Text | None, Meta(description="What it shows.")] = None
    title: Annotated[Text | None, Meta(description="A line below it.")] = None
    url: Annotated[Url | None, Meta(description="Where it leads, such as a larger picture.")] = None

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

    title: Annotated[Text | None, Meta(description="Its heading.")] = None
    excerpt: Annotated[Text | None, Meta(description="A sentence or two.")] = None
    image: Annotated[ImagePath | None, Meta(description="A picture.")] = None
    image_path: Annotated[ImagePath | None, Meta(description="The Jekyll themes' name for `image`.")] = None
    alt: Annotated[Text | None, Meta(description="What the picture shows.")] = None
    url: Annotated[Url | None, Meta(description="Where its button leads.")] = None
    btn_label: Annotated[Text | None, Meta(description="Its words; without them the title is the link.")] = None
    btn_class: Annotated[str, Meta(description="The button's classes, such as `btn--primary`.")] = ""

    @property
    def shown(self) -> str:
        """The picture by either name."""
        return self.image or self.image_path or ""


Galleries = dict[str, tuple[Picture, ...]]
FeatureRows = dict[str, tuple[Feature, ...]]
"""By their names; one alone, written as a list, has none."""
NAMED: dict[str, Any] = {"named": True}
"""Marks a mapping of names to lists that may be written as one list alone."""


Look = Literal["acad-homepage", "academicpages"]
"""Which homepage a page mirrors."""


class Header(Struct, frozen=True, kw_only=True):
    """Pictures at the head of a page, as the Jekyll themes name them."""

    image: Annotated[ImagePath | None, Meta(description="A picture above the page.")] = None
    overlay_image: Annotated[ImagePath | None, Meta(description="A picture behind the title.")] = None
    overlay_color: Annotated[Colour | None, Meta(description="A colour behind the title.")] = None
    overlay_filter: Annotated[Darkness | None, Meta(description="How much the picture is darkened, such as `0.5`.")] = (
        None
    )
    caption: Annotated[Text | None, Meta(description="A line below the picture.")] = None
    cta_url: Annotated[Url | None, Meta(description="Where the button leads.")] = None
    cta_label: Annotated[Text | None, Meta(description="The words on the button.")] = None
    teaser: Annotated[ImagePath | None, Meta(description="A small picture for lists.")] = None
    image_alt: Annotated[Text | None, Meta(description="What the picture shows.")] = None
    og_image: Annotated[ImagePath | None, Meta(description="Another picture for previews in social media.")] = None

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

    title: Annotated[Text | None, Meta(description="Its heading.")] = None
    image: Annotated[ImagePath | None, Meta(description="A picture.")] = None
    image_alt: Annotated[Text | None, Meta(description="What the picture shows.")] = None
    text: Annotated[Text | None, Meta(description="A paragraph.")] = None


class FrontMatter(Struct, frozen=True, kw_only=True):
    """The keys that stand between the two lines `---` at the top of a page."""

    title: Annotated[Text | None, Meta(description="The page's title; empty on a home page that needs none.")] = None
    permalink: Annotated[str, Meta(description="The page's URL: `/`, `/cv/`, `/cv.html`.")] = ""
    redirect_from: Annotated[tuple[str, ...], Meta(description="Old URLs that redirect here.")] = ()
    redirect_to: Annotated[Url | None, Meta(description="Where this page leads instead of having text.")] = None
    description: Annotated[Text | None, Meta(description="One sentence for search engines and previews.")] = None
    excerpt: Annotated[Text | None, Meta(description="The page in a sentence or two, for lists.")] = None
    look: Annotated[Look | None, Meta(description="The other look for this page alone.")] = None
    layout: Annotated[str, Meta(description="page, archive or post; the Jekyll themes' names mean one of these.")] = ""
    date: Annotated[When | None, Meta(description="The day of a post; one to come waits until then.")] = None
    modified: Annotated[When | None, Meta(description="When it was last changed.")] = None
    tags: Annotated[tuple[str, ...], Meta(description="Keywords.", extra={"split": True})] = ()
    categories: Annotated[tuple[str, ...], Meta(description="Wider keywords.", extra={"split": True})] = ()
    author_profile: Annotated[bool, Meta(description="Show the sidebar with the person.")] = True
    author: Annotated[str, Meta(description="Who wrote it, when it is not the person of the profile.")] = ""
    header: Annotated[Header, Meta(description="Pictures at the head of the page.")] = Header()
    sidebar: Annotated[tuple[SidebarBlock, ...], Meta(description="Blocks to add to the sidebar.")] = ()
    toc: Annotated[bool, Meta(description="Show a table of contents.")] = False
    toc_label: Annotated[Text | None, Meta(description="What the table of contents is called.")] = None
    gallery: Annotated[
        Galleries, Meta(description="Pictures for `{{ gallery() }}`: a list, or several by name.", extra=NAMED)
    ] = {}
    feature_row: Annotated[
        FeatureRows, Meta(description="Items for `{{ feature_row() }}`: a list, or several by name.", extra=NAMED)
    ] = {}
    share: Annotated[bool | None, Meta(description="Show links to share it; posts do if site.yml names any.")] = None
    related: Annotated[bool | None, Meta(description="Show related posts; posts do if site.yml says so.")] = None
    menu: Annotated[bool, Meta(description="`false` keeps it out of the menu that is made of your pages.")] = True
    read_time: Annotated[bool | None, Meta(description="Show how long it takes to read; posts do.")] = None
    sections: Annotated[tuple[str, ...], Meta(description="Sections that follow the text, each with its heading.")] = ()
    draft: Annotated[bool, Meta(description="Leave it out until it is ready (`build --drafts` shows it).")] = False
    published: Annotated[bool, Meta(description="Jekyll's word: `false` is a draft.")] = True
    comments: Annotated[
        bool | None, Meta(description="Whether readers can discuss it; posts can, when site.yml says where.")
    ] = None
    analytics: Annotated[bool, Meta(description="`false`: visits of this page are not counted.")] = True
    sitemap: Annotated[bool, Meta(description="`false` keeps it out of sitemap.xml.")] = True
    noindex: Annotated[bool, Meta(description="Ask search engines to leave it out.")] = False
    lang: Annotated[LanguageTag | None, Meta(description="The language of this page.")] = None
    extra: Annotated[dict[str, ForJekyll], Meta(description="Keys of your own, for templates: `page.extra.…`.")] = {}

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
