"""A page: its front matter, its text and its URL."""

from typing import Annotated, Any, Literal

from msgspec import Struct

from acadfolio.model.colours import text_colour_on
from acadfolio.model.dates import When
from acadfolio.model.record import about
from acadfolio.model.values import Colour, Darkness, ImagePath, LanguageTag, OwnValue, Text, Url
from acadfolio.problems import Location
from acadfolio.source.text import line_and_column

ShareTarget = Literal["bluesky", "facebook", "linkedin", "mastodon", "x", "email", "copy"]
"""The networks and actions of links for sharing."""

NO_PICTURE = ("has no picture", "add `image: …`")


class WithImage(Struct, frozen=True, kw_only=True):
    """What has an image, by either of two names."""

    image: Annotated[ImagePath | None, about("The image.")] = None
    image_path: Annotated[ImagePath | None, about("The Jekyll themes' name for `image`.")] = None

    @property
    def shown(self) -> str:
        """The image by either name."""
        return self.image or self.image_path or ""


class Picture(WithImage, frozen=True, kw_only=True):
    """A picture of a gallery."""

    alt: Annotated[Text | None, about("The caption.")] = None
    title: Annotated[Text | None, about("A line below the title.")] = None
    url: Annotated[Url | None, about("The target of the link, such as a larger image.")] = None

    def __post_init__(self) -> None:
        """Raises ValueError if there is no picture."""
        if not self.shown:
            raise ValueError(*NO_PICTURE)


class Feature(WithImage, frozen=True, kw_only=True):
    """An item of a feature row."""

    title: Annotated[Text | None, about("The heading.")] = None
    excerpt: Annotated[Text | None, about("One or two sentences.")] = None
    alt: Annotated[Text | None, about("The alt text of the image.")] = None
    url: Annotated[Url | None, about("The target of the button.")] = None
    btn_label: Annotated[
        Text | None, about("The text of the link. Without it, the title is the link.")
    ] = None
    btn_class: Annotated[str, about("The CSS classes of the button, such as `btn--primary`.")] = ""


Galleries = dict[str, tuple[Picture, ...]]
FeatureRows = dict[str, tuple[Feature, ...]]
"""By their names; a list alone has an empty one."""


"""The theme of a page."""


class Header(Struct, frozen=True, kw_only=True):
    """The image at the top of a page, with the keys of the Jekyll themes."""

    image: Annotated[ImagePath | None, about("An image above the page.")] = None
    overlay_image: Annotated[ImagePath | None, about("An image behind the title.")] = None
    overlay_color: Annotated[Colour | None, about("The background colour of the title.")] = None
    overlay_filter: Annotated[
        Darkness | None, about("How much the image is darkened, such as `0.5`.")
    ] = None
    caption: Annotated[Text | None, about("The caption.")] = None
    cta_url: Annotated[Url | None, about("The target of the button.")] = None
    cta_label: Annotated[Text | None, about("The text of the button.")] = None
    teaser: Annotated[ImagePath | None, about("A small image for lists.")] = None
    image_alt: Annotated[Text | None, about("The alt text of the image.")] = None
    og_image: Annotated[ImagePath | None, about("A different image for link previews.")] = None

    @property
    def background(self) -> str:
        """The background colour of the title, also while its image loads; empty for that of the page."""
        return "#333" if self.overlay_image else self.overlay_color or ""

    @property
    def text_colour(self) -> str:
        """The colour of text there, black or white.

        Images are darkened, so that white is readable.
        """
        return text_colour_on(self.background) if self.background else ""


class SidebarBlock(Struct, frozen=True, kw_only=True):
    """A block in the sidebar of a page."""

    title: Annotated[Text | None, about("The heading.")] = None
    image: Annotated[ImagePath | None, about("An image.")] = None
    image_alt: Annotated[Text | None, about("The alt text of the image.")] = None
    text: Annotated[Text | None, about("A paragraph.")] = None


class FrontMatter(Struct, frozen=True, kw_only=True):
    """The front matter: the keys between the two lines `---` at the top of a page."""

    title: Annotated[
        Text | None, about("The title of the page. No heading is shown for an empty one.")
    ] = None
    permalink: Annotated[str, about("The page's URL: `/`, `/cv/`, `/cv.html`.")] = ""
    redirect_from: Annotated[tuple[str, ...], about("Old URLs that redirect here.")] = ()
    redirect_to: Annotated[Url | None, about("A URL to which this page redirects.")] = None
    description: Annotated[Text | None, about("One sentence for search engines and previews.")] = (
        None
    )
    excerpt: Annotated[Text | None, about("One or two sentences about the page, for lists.")] = None
    look: Annotated[str, about("A different theme for this page.", one_of="looks")] = ""
    layout: Annotated[str, about("page, archive, post or a name from the Jekyll themes.")] = ""
    date: Annotated[
        When | None, about("The date of a post. It is not published before this date.")
    ] = None
    modified: Annotated[When | None, about("The date of the last change.")] = None
    tags: Annotated[tuple[str, ...], about("Keywords.", split=True)] = ()
    categories: Annotated[tuple[str, ...], about("Categories.", split=True)] = ()
    author_profile: Annotated[bool, about("Show the sidebar.")] = True
    author: Annotated[str, about("The author, if it is not the person of the profile.")] = ""
    header: Annotated[Header, about("The image at the top of the page.")] = Header()
    sidebar: Annotated[tuple[SidebarBlock, ...], about("Blocks to add to the sidebar.")] = ()
    toc: Annotated[bool, about("Show a table of contents.")] = False
    toc_label: Annotated[Text | None, about("The heading of the table of contents.")] = None
    gallery: Annotated[
        Galleries, about("Images for `{{ gallery() }}`: a list, or several by name.", named=True)
    ] = {}
    feature_row: Annotated[
        FeatureRows, about("Items for `{{ feature_row() }}`, as for `gallery`.", named=True)
    ] = {}
    share: Annotated[
        bool | None, about("Show links for sharing. Posts have them if `site.yml` sets `share`.")
    ] = None
    related: Annotated[
        bool | None, about("Show related posts. The default for posts is set in `site.yml`.")
    ] = None
    menu: Annotated[bool, about("With `false`, the page is not in the automatic menu.")] = True
    read_time: Annotated[
        bool | None, about("Show the reading time. This is the default for posts.")
    ] = None
    sections: Annotated[
        tuple[str, ...], about("The sections below the text, each with a heading.")
    ] = ()
    draft: Annotated[bool, about("The page is only built with `build --drafts`.", hides="true")] = (
        False
    )
    published: Annotated[
        bool, about("The same as `draft`, as in Jekyll: `false` is a draft.", hides="false")
    ] = True
    comments: Annotated[
        bool | None, about("Show comments. Posts have them if `comments` is set in `site.yml`.")
    ] = None
    analytics: Annotated[bool, about("With `false`, visits of this page are not counted.")] = True
    search: Annotated[
        bool, about("With `false`, the search of the site does not find the page.")
    ] = True
    keywords: Annotated[
        tuple[str, ...], about("Other words by which the search finds the page.", split=True)
    ] = ()
    search_last: Annotated[bool, about("With `true`, the search lists the page after others.")] = (
        False
    )
    sitemap: Annotated[bool, about("With `false`, the page is not in `sitemap.xml`.")] = True
    noindex: Annotated[bool, about("Ask search engines not to list the page.", hides="true")] = (
        False
    )
    lang: Annotated[LanguageTag | None, about("The language of this page.")] = None
    original_hash: Annotated[
        str, about("Of a translation: what `check --translations --mark` knows of its original.")
    ] = ""
    extra: Annotated[
        dict[str, OwnValue], about("Keys of your own, for templates: `page.extra.…`.")
    ] = {}

    @property
    def all_tags(self) -> tuple[str, ...]:
        """The tags and then the categories, without duplicates."""
        return tuple(dict.fromkeys((*self.tags, *self.categories)))


DAYS = frozenset({"date", "modified"})
SLASHED_DATE = r"(\d{4})/(\d{1,2})/(\d{1,2})(?!\d)"
"""A date format of Ruby."""


class PageSource(Struct, frozen=True):
    """What a plug-in makes a page of, besides its own text. Without a plug-in, all is empty."""

    plugin: str = ""
    """The plug-in's name; empty without one. It is filled in."""
    makes_text: bool = False
    """Whether the plug-in makes the text. Else that is Markdown or HTML, and only layouts are made."""
    files: dict[str, str] = {}
    """The texts of other files that the page is made of, by their paths in the site."""
    layouts: tuple[str, ...] = ()
    """The paths of the site's own layouts around the page, from the inside out."""
    layout: str | None = None
    """The theme's layout around these, instead of that in the front matter; empty for the default."""
    has_title: bool = False
    """Whether a layout of the site's own prints the title, so that the theme does not repeat it."""
    details: Any = None
    """What else the plug-in needs when it renders the page: a record, or plain values."""


class Page(Struct, frozen=True):
    """A page of `content/`."""

    file: str
    """Its path in the site, for problems."""
    url: str
    """Its path below the site's root: `/`, `/cv/`, `/cv.html`, `/posts/a-title/`."""
    front_matter: FrontMatter
    title: Text
    has_title_in_text: bool
    """Whether the text begins with the title as a heading, so that templates do not repeat it."""
    body: str
    body_line: int
    is_html: bool
    """Whether the body is HTML instead of Markdown."""
    is_post: bool
    when: When | None
    is_draft: bool
    """Whether it is a draft or a post with a future date."""
    is_postponed: bool = False
    """Whether it is skipped because of its date alone."""
    places: dict[str, Location] = {}
    """The locations of the values of its front matter by key, and those of `redirect_from` by URL."""
    source: PageSource = PageSource()
    """What makes its text, if that is not Markdown or HTML alone."""
    name: str = ""
    """The path of its file in `content/` without its language and its ending: translations have the same."""
    language: LanguageTag | None = None
    """The language in the name of its file, `zh` for about.zh.md, on a site that has it; None for its first language."""

    @property
    def source_location(self) -> Location:
        """The location of the file."""
        return Location(self.file)

    def at(self, line: int, column: int = 0) -> Location:
        """A location in the body. Its lines count from 1."""
        return Location(self.file, line + self.body_line - 1, column)

    def at_offset(self, offset: int) -> Location:
        """The location of a character of the body."""
        return self.at(*line_and_column(self.body, offset))
