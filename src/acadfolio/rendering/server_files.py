"""Write the files for servers and search engines: the domain, robots.txt and the sitemap."""

from __future__ import annotations

from typing import TYPE_CHECKING

from acadfolio.loading.page_urls import MISSING
from acadfolio.markdown.markup import escape
from acadfolio.theme.filters import percent_encoded

if TYPE_CHECKING:
    from acadfolio.contracts import FileWriter
    from acadfolio.model.site import Site
    from acadfolio.rendering.site_files import SiteFiles
    from acadfolio.routing import Plan, PlannedPage

ROBOTS = "User-agent: *\nDisallow:\n"
"""Search engines may read all pages, also to find out which must not be listed."""
SHARED_HOSTS = (".github.io", ".gitlab.io", ".pages.dev", ".netlify.app")


def server_files(site: Site) -> dict[str, FileWriter]:
    """The writers of the files of a site for servers and search engines."""
    if site.mount:
        return {}
    url = site.settings.url.rstrip("/")
    writers: dict[str, FileWriter] = {".nojekyll": lambda _: ""}
    writers["robots.txt"] = lambda _: ROBOTS + (f"\nSitemap: {url}/sitemap.xml\n" if url else "")
    if url:
        writers["sitemap.xml"] = _sitemap_of
    if url and _is_own_domain(url):
        writers["CNAME"] = lambda _: f"{url.split('/')[2]}\n"
    return writers


def _sitemap_of(files: SiteFiles) -> str:
    return sitemap(files.plan)


def sitemap(plan: Plan) -> str:
    """Every page that search engines may list, with its date and its translations, in all languages."""
    entries = []
    for each in (plan, *plan.mounted):
        site_url = each.site.settings.url.rstrip("/")
        for planned in filter(_is_listed, each.pages):
            when = planned.page and (planned.front_matter.modified or planned.page.when)
            changed = f"<lastmod>{when.isoformat}</lastmod>" if when else ""
            url = site_url + percent_encoded(planned.url)
            others = _alternates(each, planned) if each.translations else ""
            entries.append(f"  <url><loc>{escape(url)}</loc>{changed}{others}</url>\n")
    namespaces = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
    if plan.mounted:
        namespaces += ' xmlns:xhtml="http://www.w3.org/1999/xhtml"'
    return f'<?xml version="1.0" encoding="UTF-8"?>\n<urlset {namespaces}>\n{"".join(entries)}</urlset>\n'


def _alternates(plan: Plan, planned: PlannedPage) -> str:
    """The links to a page in all languages; nothing if it is in one."""
    same = [found for found in plan.translations.get(planned.path, ()) if found.is_same]
    if len(same) == 1:
        return ""
    tags = [(found.language, found) for found in same] + [("x-default", each) for each in same[:1]]
    return "".join(
        f'<xhtml:link rel="alternate" hreflang="{language}" href={_quoted(plan, found.url)}/>'
        for language, found in tags
    )


def _quoted(plan: Plan, url: str) -> str:
    return f'"{escape(plan.site.top_url + percent_encoded(url))}"'


def _is_listed(planned: PlannedPage) -> bool:
    front_matter = planned.front_matter
    is_hidden = planned.is_draft or front_matter.noindex or planned.url == MISSING
    return front_matter.sitemap and not is_hidden


def _is_own_domain(url: str) -> bool:
    """Whether the site has its own domain, so that GitHub Pages needs a CNAME file."""
    host, _, path = url.split("://", 1)[1].partition("/")
    if path.strip("/") or ":" in host or host.endswith(SHARED_HOSTS):
        return False
    return "." in host and not host[-1].isdigit()
