"""The tags `<meta>` of a page: for search engines, and for previews in social media (Open Graph, X, Mastodon).

Those of publications for Google Scholar and Zotero are in `scholar.py`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from acadfolio.model.site import Verification
    from acadfolio.rendering.share_images import ShareImage
    from acadfolio.theme.context import PageContext


class MetaTag(NamedTuple):
    """A tag `<meta>`: the attribute that names what it is about, this name, and the content."""

    attribute: str
    """`name` or `property`."""
    name: str
    content: str


def named(name: str, content: str) -> MetaTag:
    return MetaTag("name", name, content)


def of_property(name: str, content: str) -> MetaTag:
    return MetaTag("property", name, content)


def robots(page: PageContext) -> list[MetaTag]:
    """The request not to index a page."""
    return [named("robots", "noindex" if page.noindex or page.is_draft else "")]


def verifications(codes: Verification) -> list[MetaTag]:
    """The codes by which search engines know the owner of a site."""
    return [
        named("google-site-verification", codes.google),
        named("msvalidate.01", codes.bing),
        named("baidu-site-verification", codes.baidu),
        named("yandex-verification", codes.yandex),
    ]


def about_page(page: PageContext, *, site: str, title: str, is_of_person: bool) -> list[MetaTag]:
    """What a page is about (https://ogp.me).

    Args:
        page: The page.
        site: The title of the site.
        title: The title of the page.
        is_of_person: Whether the site is one person's.
    """
    kind = "website"
    if page.is_home and is_of_person:
        kind = "profile"
    elif page.is_post or page.paper:
        kind = "article"
    return [
        of_property("og:type", kind),
        of_property("og:site_name", site),
        of_property("og:title", title),
        of_property("og:description", page.description),
        of_property("og:url", page.canonical),
    ]


def about_article(page: PageContext, home_url: str) -> list[MetaTag]:
    """The dates, the author and the tags of a publication or a post."""
    if page.paper:
        when, tags = page.paper.when, page.paper.record.tags
        tags_of_post = []
    elif page.is_post:
        when, tags = page.when, page.tags
        tags_of_post = [
            of_property("article:modified_time", page.modified.isoformat if page.modified else ""),
            of_property("article:author", page.author or home_url),
        ]
    else:
        return []
    return [
        of_property("article:published_time", when.isoformat if when else ""),
        *tags_of_post,
        *(of_property("article:tag", tag) for tag in tags),
    ]


def previews(image: ShareImage | None, twitter: str, fediverse_creator: str) -> list[MetaTag]:
    """The image of a preview in social media, and the accounts that it names.

    Args:
        image: The image with its full URL.
        twitter: The name of an account on X, with or without `@`.
        fediverse_creator: `@name@host`.
    """
    tags = []
    if image:
        tags = [
            of_property("og:image", image.url),
            of_property("og:image:type", image.kind),
            of_property("og:image:alt", image.alt),
        ]
    return [
        *tags,
        named("twitter:card", "summary"),
        named("twitter:site", f"@{twitter.removeprefix('@')}" if twitter else ""),
        named("twitter:image:alt", image.alt if image else ""),
        named("fediverse:creator", fediverse_creator),
    ]
