"""Third-party content of a page: scripts for analytics and comments, and plain links to share it."""

from __future__ import annotations

import posixpath
from functools import cache
from typing import TYPE_CHECKING
from urllib.parse import quote

import msgspec
from markupsafe import Markup
from msgspec import Struct, structs

from acadfolio.problems import Location, Problems
from acadfolio.source.yaml import load_table
from acadfolio.theme.context import Discussion, Script, ShareLink
from acadfolio.theme.words import words_for

if TYPE_CHECKING:
    from collections.abc import Mapping

    from acadfolio.model.page import FrontMatter, ShareTarget
    from acadfolio.model.site import Settings, Site
    from acadfolio.routing import PlannedPage

DEFAULT_TARGETS: tuple[ShareTarget, ...] = ("bluesky", "facebook", "linkedin", "mastodon", "x")
"""The default targets of a page with links to share it."""


class Service(Struct, frozen=True):
    """A service for analytics or comments of third_parties.yml."""

    server: str = ""
    script: str = ""
    attributes: dict[str, str] = {}
    code: str = ""
    kind: str = ""
    """What GitHub calls the comments: `issues` or `discussions`."""
    theme: str = ""

    def script_url(self, own_server: str, values: Mapping[str, str]) -> str:
        """The URL of its script, on the site's own server if there is one; empty without a script."""
        return (own_server or self.server) + self.script.format(**values) if self.script else ""

    def client(self, values: Mapping[str, str]) -> Script:
        """The script of comments."""
        found = {name: value.format(**values) for name, value in self.attributes.items()}
        attributes = [
            (name, value) for name, value in found.items() if value
        ]  # A label may be missing.
        return Script(
            f"{self.server}/client.js", (*attributes, ("crossorigin", "anonymous")), Markup()
        )


class Tables(Struct, frozen=True):
    """The tables of third_parties.yml."""

    share: dict[str, tuple[str, str]]
    analytics: dict[str, Service]
    comments: dict[str, Service]
    giscus_languages: str
    video_pages: dict[str, str]


@cache
def tables() -> Tables:
    return msgspec.convert(load_table(__file__), Tables)


class ThirdParties(Struct, frozen=True):
    """The analytics and comments of the pages of a site."""

    settings: Settings
    base: str
    is_preview: bool

    def analytics(self, front_matter: FrontMatter) -> Script | None:
        """The script that counts a page's visits, as in the provider's manual; none in the preview."""
        analytics = self.settings.analytics
        if analytics is None or not front_matter.analytics or self.is_preview:
            return None
        server = analytics.server.rstrip("/")
        service = tables().analytics[analytics.provider]
        values = {"id": analytics.id, "tracker": f"{server}/matomo.php"}
        values["counter"] = server or f"https://{analytics.id}.goatcounter.com"
        url = service.script_url(server, values)
        attributes = {name: value.format(**values) for name, value in service.attributes.items()}
        own = sorted(analytics.attributes.items())
        return Script(
            analytics.script or url, (*attributes.items(), *own), _code(service.code, **values)
        )

    def comments(self, planned: PlannedPage, language: str) -> Discussion | None:
        """The discussion of a page: by default posts have one, other pages with `comments: true`."""
        comments = self.settings.comments
        if comments is None or not planned.wants("comments"):
            return None
        path = f"{self.base.rstrip('/')}{planned.url}"
        term = (
            posixpath.splitext(path.removeprefix("/"))[0] or "index"
        )  # Both providers omit a page's suffix.
        service = tables().comments[comments.provider]
        values = structs.asdict(comments) | {"term": term, "language": _giscus_language(language)}
        values["theme"] = comments.theme or service.theme
        script = service.client(values)
        url = f"https://github.com/{comments.repo}/{service.kind}"
        host = service.server.removeprefix("https://")
        return Discussion(comments.provider, host, url, None if self.is_preview else script)


def check_third_parties(site: Site, problems: Problems) -> None:
    """Warn of pages with comments if the site has none, and of links to share a site without `url`."""
    _check_comments(site, problems)
    wants_links = [site.settings.share, *(page.front_matter.share for page in site.pages)]
    if any(wants_links) and not site.settings.url:
        message = "`share` has no effect: it needs the URL of the site"
        problems.warn(
            Location("data/site.yml"), message, "add `url: https://…`", rule="ignored-key"
        )


def _check_comments(site: Site, problems: Problems) -> None:
    hint = "add `comments:` to data/site.yml, or delete this line"
    for page in site.pages:
        if page.front_matter.comments and not site.settings.comments:
            place = page.places.get("comments", Location(page.file))
            problems.warn(
                place,
                "`comments` has no effect: data/site.yml does not set it",
                hint,
                rule="ignored-key",
            )


def _giscus_language(language: str) -> str:
    """The most similar of giscus's languages."""
    base, _, rest = language.partition("-")
    if base == "zh":
        return "zh-TW" if rest.upper() in {"TW", "HK", "MO", "HANT"} else "zh-CN"
    return base if base in tables().giscus_languages.split() else "en"


def _code(pattern: str, **values: str) -> Markup:
    """Code with quoted values, which cannot end the script."""
    import json

    quoted = {name: json.dumps(value).replace("<", "\\u003c") for name, value in values.items()}
    return Markup(pattern.format(**quoted))  # noqa: S704


def share_links(
    planned: PlannedPage, settings: Settings, title: str, url: str
) -> tuple[ShareLink, ...]:
    """The links to share a page, by its front matter, or by the site's settings for posts."""
    if not url or not planned.wants("share"):
        return ()
    targets = settings.share or (DEFAULT_TARGETS if planned.front_matter.share else ())
    return tuple(_link(target, title, url, words_for(settings.language)) for target in targets)


def _link(target: ShareTarget, title: str, url: str, words: Mapping[str, str]) -> ShareLink:
    brand, pattern = tables().share[target]
    label = brand or words[f"share:{target}"]
    return ShareLink(
        target, label, pattern.format(title=quote(title, safe=""), url=quote(url, safe=""))
    )
