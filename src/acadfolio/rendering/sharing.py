"""A page's title and address come in, the links with which its readers share it come out, plain and without scripts."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import quote

from acadfolio.problems import Location
from acadfolio.theme.context import ShareLink
from acadfolio.theme.words import words_for

if TYPE_CHECKING:
    from collections.abc import Mapping

    from acadfolio.model.page import Page, ShareTarget
    from acadfolio.model.site import Settings, Site
    from acadfolio.problems import Problems

AS_IN_THE_THEME: tuple[ShareTarget, ...] = ("bluesky", "facebook", "linkedin", "mastodon", "x")
"""What a page that asks for it gets when the site names nothing."""
LINKS: dict[ShareTarget, tuple[str, str]] = {
    "bluesky": ("Bluesky", "https://bsky.app/intent/compose?text={title}%20{url}"),
    "facebook": ("Facebook", "https://www.facebook.com/sharer/sharer.php?u={url}"),
    "linkedin": ("LinkedIn", "https://www.linkedin.com/sharing/share-offsite/?url={url}"),
    "mastodon": ("Mastodon", "https://share.joinmastodon.org/#text={title}%20{url}"),
    "x": ("X", "https://x.com/intent/post?text={title}&url={url}"),
    "email": ("", "mailto:?subject={title}&body={url}"),
    "copy": ("", ""),
}
"""By their keys: a brand's name, and the address of its form. Mastodon's own page asks for the reader's server."""


def share_links(page: Page | None, settings: Settings, title: str, url: str) -> tuple[ShareLink, ...]:
    """What the page asks for, else, for a post, what the site does."""
    wanted = page.front_matter.share if page else None
    if page is None or not url or not (page.is_post if wanted is None else wanted):
        return ()
    targets = settings.share or (AS_IN_THE_THEME if wanted else ())
    return tuple(_link(target, title, url, words_for(settings.language)) for target in targets)


def _link(target: ShareTarget, title: str, url: str, words: Mapping[str, str]) -> ShareLink:
    brand, pattern = LINKS[target]
    label = brand or words[f"share:{target}"]
    return ShareLink(target, label, pattern.format(title=quote(title, safe=""), url=quote(url, safe="")))


def check_sharing(site: Site, problems: Problems) -> None:
    """Other sites need the page's full address."""
    wanted = site.settings.share or any(page.front_matter.share for page in site.pages)
    if wanted and not site.settings.url:
        what = "`share` needs to know where the site lives, so there are no links to share posts"
        problems.warn(Location("data/site.yml"), what, "add `url: https://…`")
