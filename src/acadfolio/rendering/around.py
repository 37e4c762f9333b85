"""A plan comes in, the files around its pages come out: the sitemap, robots.txt, feeds, what else machines read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from acadfolio.markdown.escape import escape
from acadfolio.rendering.feeds import Feeds
from acadfolio.rendering.notices import HUMANS, LLMS, SECURITY, humans, llms, security
from acadfolio.routing.generated import FEED, NEWS_FEED, POSTS_FEED
from acadfolio.theme.filters import in_address

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from acadfolio.routing import Plan, PlannedPage
    from acadfolio.theme.context import PostContext


def files_around(
    plan: Plan,
    inline: Callable[[str], str],
    about: Mapping[str, str],
    posts: Sequence[PostContext],
    text: Callable[[PlannedPage], str],
) -> Iterator[tuple[str, Callable[[], str]]]:
    """Each file that the plan made room for, and who writes it.

    `about` has what each page is about, by its address; `text` gives a page's own text as HTML.
    """
    feeds = Feeds(plan, inline, posts, text)
    makers: dict[str, Callable[[], str]] = {
        ".nojekyll": lambda: "",
        "CNAME": lambda: f"{feeds.url.split('/')[2]}\n",
        POSTS_FEED: feeds.posts_feed,
        NEWS_FEED: feeds.news_feed,
        FEED: feeds.papers_feed,
        "robots.txt": lambda: robots(feeds.url),
        "sitemap.xml": lambda: sitemap(plan, feeds.url),
        SECURITY: lambda: security(plan.site, feeds.url),
        HUMANS: lambda: humans(plan.site, feeds.url, inline),
        LLMS: lambda: llms(plan, feeds.url, inline, about),
    }
    for path in sorted(makers.keys() & plan.made):
        yield path, makers[path]


def robots(url: str) -> str:
    """Search engines are welcome. What they are to leave out says so itself, and has to be read for that."""
    rules = "User-agent: *\nDisallow:\n"
    return f"{rules}\nSitemap: {url}/sitemap.xml\n" if url else rules


def sitemap(plan: Plan, url: str) -> str:
    """Every page that search engines may show, with the day that it names."""
    entries = []
    for planned in plan.pages:
        page = planned.page
        if planned.layout == "missing" or planned.path == "404.html":
            continue
        if page and (page.front_matter.noindex or page.is_draft or not page.front_matter.sitemap):
            continue
        when = page and (page.front_matter.modified or page.when)
        changed = f"<lastmod>{when.isoformat}</lastmod>" if when else ""
        entries.append(f"  <url><loc>{escape(url + in_address(planned.address))}</loc>{changed}</url>\n")
    namespace = "http://www.sitemaps.org/schemas/sitemap/0.9"
    return f'<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="{namespace}">\n{"".join(entries)}</urlset>\n'
