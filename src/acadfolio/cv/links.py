"""The links of a CV: full URLs, as a file that leaves the site needs them."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import quote, urljoin, urlsplit

from acadfolio.loading.page_urls import output_path
from acadfolio.rendering.urls import QuotedUrls

if TYPE_CHECKING:
    from collections.abc import Mapping

    from acadfolio.problems import Location, Problems
    from acadfolio.routing import Plan

RULE = "cv-pdf"
SCHEMES = ("http://", "https://", "mailto:", "tel:")
OTHER_HOST = "//"
"""The beginning of a URL of another host, with the scheme of the page."""
SAFE = "/:?#[]@!$&'()*+,;=%~"


class Links:
    """Makes full URLs of the links of one page, which lead to the same files as on the page."""

    def __init__(self, plan: Plan, page_url: str, moved: Mapping[str, str]) -> None:
        """`moved` has what is elsewhere than links say, as for `PageUrls`."""
        settings = plan.site.settings
        self.site_url = settings.url.rstrip("/")
        self.page_url = page_url
        self.lost: list[str] = []
        """The links to the site itself that are only words, since the site has no `url`."""
        self.urls = QuotedUrls(
            plan.paths, output_path(page_url), settings.base, moved, self.site_url
        )

    def full(self, url: str) -> str:
        """The full URL of a link; empty for one that leads nowhere from paper."""
        if url.startswith(SCHEMES):
            return url
        if url.startswith(OTHER_HOST):
            return f"https:{url}"
        if not url or url.startswith("#") or urlsplit(url).scheme:
            return ""
        if not self.site_url:
            self.lost.append(url)
            return ""
        found = self.urls.relative(url)
        if found == url:  # There is no such file.
            found = urljoin(f"{self.site_url}{self.page_url}", url)
            found = self.site_url + url if url.startswith("/") else found
        return quote(found, safe=SAFE)

    def report(self, file: str, place: Location, problems: Problems) -> None:
        """Warn of links of a file that are only words."""
        if not self.lost:
            return
        count = len(self.lost)
        links = f"the link to `{self.lost[0]}`" if count == 1 else f"{count} links to your site"
        message = f"{file} has {links} only as words: the site has no `url`"
        hint = "write the URL of your home page, such as `url: https://name.github.io`, into data/site.yml"
        problems.warn(place, message, hint, rule=RULE)
