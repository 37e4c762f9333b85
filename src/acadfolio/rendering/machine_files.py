"""Write the files for search engines and other programs: the sitemap, robots.txt and llms.txt."""

from __future__ import annotations

from typing import TYPE_CHECKING

from acadfolio.markdown.markup import escape
from acadfolio.rendering.feeds import Feeds
from acadfolio.rendering.navigation import page_title
from acadfolio.theme.filters import percent_encoded

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from acadfolio.model.site import Site
    from acadfolio.model.values import Text
    from acadfolio.rendering.shared import Shared
    from acadfolio.routing import Plan, PlannedPage

    Plain = Callable[[Text | None], str]


def machine_files(
    plan: Plan,
    shared: Shared,
    inline: Callable[[str], str],
    descriptions: Mapping[str, str],
    text: Callable[[PlannedPage], str],
) -> Iterator[tuple[str, Callable[[], str]]]:
    """The path of each file that the plan has, feeds too, with a function that makes its text.

    `descriptions` has what each page is about, by its URL; `text` gives a page's own text as HTML.
    """
    feeds = Feeds(plan, shared, inline, text)
    url = feeds.url
    writers: dict[str, Callable[[], str]] = {
        ".nojekyll": lambda: "",
        "CNAME": lambda: f"{url.split('/')[2]}\n",
        **feeds.writers,
        "robots.txt": lambda: robots(url),
        "sitemap.xml": lambda: sitemap(plan, url),
        "llms.txt": lambda: llms(plan, url, shared.plain, descriptions),
    }
    for path in sorted(writers.keys() & plan.generated_files):
        yield path, writers[path]


def robots(url: str) -> str:
    """robots.txt: search engines may read all pages, also to find out which must not be listed."""
    rules = "User-agent: *\nDisallow:\n"
    return f"{rules}\nSitemap: {url}/sitemap.xml\n" if url else rules


def sitemap(plan: Plan, url: str) -> str:
    """Every page that search engines may list, with its date."""
    entries = []
    for planned in filter(_is_listed, plan.pages):
        when = planned.page and (planned.front_matter.modified or planned.page.when)
        changed = f"<lastmod>{when.isoformat}</lastmod>" if when else ""
        if planned.front_matter.sitemap and planned.path != "404.html":
            entries.append(f"  <url><loc>{escape(url + percent_encoded(planned.url))}</loc>{changed}</url>\n")
    namespace = "http://www.sitemaps.org/schemas/sitemap/0.9"
    return f'<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="{namespace}">\n{"".join(entries)}</urlset>\n'


def llms(plan: Plan, url: str, plain: Plain, descriptions: Mapping[str, str]) -> str:
    """llmstxt.org: the title, what the site is, and its pages with a sentence on each."""
    settings = plan.site.settings
    groups: dict[str, list[str]] = {"Pages": [], "Posts": [], "Optional": []}
    for planned in filter(_is_listed, plan.pages):
        title = plain(_title(plan.site, planned)) or plain(settings.title)
        name = title.replace("[", "(").replace("]", ")")
        sentence = descriptions.get(planned.url, "")
        page_url = url + percent_encoded(planned.url)
        groups[_group(planned)].append(f"- [{name}]({page_url}){f': {sentence}' if sentence else ''}\n")
    description = plain(settings.description)
    head = f"# {plain(settings.title)}\n" + (f"\n> {description}\n" if description else "")
    return head + "".join(f"\n## {name}\n\n{''.join(lines)}" for name, lines in groups.items() if lines)


def _title(site: Site, planned: PlannedPage) -> Text:
    """The page's title; for the home page the site's, as the first heading of its text is only that of a section."""
    is_named = planned.url != "/" or planned.front_matter.title
    return page_title(site, planned) if is_named else site.settings.title


def _is_listed(planned: PlannedPage) -> bool:
    return planned.layout != "missing" and not (planned.is_draft or planned.front_matter.noindex)


def _group(planned: PlannedPage) -> str:
    """Pages of single entries are optional: their lists name them."""
    if planned.entry is not None:
        return "Optional"
    return "Posts" if planned.is_post else "Pages"
