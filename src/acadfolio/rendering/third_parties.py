"""Third-party content of a page: scripts for analytics and comments, and plain links to share it."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import quote

from markupsafe import Markup
from msgspec import Struct

from acadfolio.problems import Location
from acadfolio.theme.context import Discussion, Script, ShareLink
from acadfolio.theme.words import words_for

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from acadfolio.model.page import FrontMatter, ShareTarget
    from acadfolio.model.site import Settings, Site
    from acadfolio.model.third_parties import Analytics, Comments
    from acadfolio.problems import Problems
    from acadfolio.routing import PlannedPage

DEFAULT_TARGETS: tuple[ShareTarget, ...] = ("bluesky", "facebook", "linkedin", "mastodon", "x")
"""The default targets of a page with links to share it."""
SHARE_FORMS: dict[ShareTarget, tuple[str, str]] = {
    "bluesky": ("Bluesky", "https://bsky.app/intent/compose?text={title}%20{url}"),
    "facebook": ("Facebook", "https://www.facebook.com/sharer/sharer.php?u={url}"),
    "linkedin": ("LinkedIn", "https://www.linkedin.com/sharing/share-offsite/?url={url}"),
    "mastodon": ("Mastodon", "https://share.joinmastodon.org/#text={title}%20{url}"),
    "x": ("X", "https://x.com/intent/post?text={title}&url={url}"),
    "email": ("", "mailto:?subject={title}&body={url}"),
    "copy": ("", ""),
}
"""The name of a service, and the URL of its form. Mastodon's page asks for the visitor's server."""
GISCUS_LANGUAGES = frozenset(
    {"ar", "cs", "de", "en", "es", "fa", "fr", "he", "id", "it", "ja", "ko", "nl", "pl", "pt", "ro", "ru", "tr", "uk"}
)
MATOMO = (
    'var _paq = window._paq = window._paq || []; _paq.push(["disableCookies"], ["setTrackerUrl", {tracker}], '
    '["setSiteId", {id}], ["trackPageView"], ["enableLinkTracking"])'
)
GOOGLE = (
    "window.dataLayer = window.dataLayer || []; function gtag() {{ dataLayer.push(arguments) }} "
    'gtag("js", new Date()); gtag("config", {id})'
)


Counter = tuple[str, dict[str, str], Markup]
"""The URL and the attributes of a script for analytics, and the code before it."""


class ThirdParties(Struct, frozen=True):
    """The analytics and comments of the pages of a site."""

    settings: Settings
    base: str
    is_preview: bool

    def analytics(self, front_matter: FrontMatter) -> Script | None:
        """The script that counts a page's visits; none in the preview."""
        analytics = self.settings.analytics
        return analytics_script(analytics) if analytics and front_matter.analytics and not self.is_preview else None

    def comments(self, planned: PlannedPage, language: str) -> Discussion | None:
        """The discussion of a page: by default posts have one, other pages with `comments: true`."""
        comments = self.settings.comments
        if comments is None or planned.page is None or not planned.wants("comments"):
            return None
        path = f"{self.base.rstrip('/')}{planned.url}"
        return discussion(comments, path, language, is_preview=self.is_preview)


def check_third_parties(site: Site, problems: Problems) -> None:
    """Warn of pages with comments if the site has none, and of links to share a site without `url`."""
    hint = "add `comments:` to data/site.yml, or delete this line"
    asking = [] if site.settings.comments else [page for page in site.pages if page.front_matter.comments]
    for page in asking:
        place = page.places.get("comments", Location(page.file))
        problems.warn(place, "`comments` has no effect: data/site.yml does not set it", hint, rule="ignored-key")
    wants_links = [site.settings.share, *(page.front_matter.share for page in site.pages)]
    if any(wants_links) and not site.settings.url:
        message = "`share` has no effect: it needs the URL of the site"
        problems.warn(Location("data/site.yml"), message, "add `url: https://…`", rule="ignored-key")


def analytics_script(analytics: Analytics) -> Script:
    """The script for analytics, as in the provider's manual."""
    server = str(analytics.server or "").rstrip("/")
    url, attributes, before = ANALYTICS[analytics.provider](server, analytics.id)
    own = sorted(analytics.attributes.items())
    return Script(analytics.script or url, (*attributes.items(), *own), before)


def _plausible(server: str, name: str) -> Counter:
    return f"{server or 'https://plausible.io'}/js/script.js", {"data-domain": name}, Markup()


def _goatcounter(server: str, name: str) -> Counter:
    url = f"{server}/count.js" if server else "https://gc.zgo.at/count.js"
    counter = server or f"https://{name}.goatcounter.com"
    return url, {"data-goatcounter": f"{counter}/count"}, Markup()


def _umami(server: str, name: str) -> Counter:
    return f"{server or 'https://cloud.umami.is'}/script.js", {"data-website-id": name}, Markup()


def _matomo(server: str, name: str) -> Counter:
    return f"{server}/matomo.js", {}, _code(MATOMO, tracker=f"{server}/matomo.php", id=name)


def _google(server: str, name: str) -> Counter:
    return f"{server or 'https://www.googletagmanager.com'}/gtag/js?id={name}", {}, _code(GOOGLE, id=name)


def _custom(_server: str, _name: str) -> Counter:
    return "", {}, Markup()


ANALYTICS: dict[str, Callable[[str, str], Counter]] = {
    "plausible": _plausible,
    "goatcounter": _goatcounter,
    "umami": _umami,
    "matomo": _matomo,
    "google": _google,
    "google-analytics-4": _google,
    "custom": _custom,
}


def discussion(comments: Comments, path: str, language: str, *, is_preview: bool) -> Discussion:
    """The discussion of one page. `path` is the page's on its host, without `index.html` and the like."""
    term = path.removeprefix("/") or "index"
    if "." in term.rpartition("/")[2]:  # Both providers omit a page's suffix.
        term = term.rpartition(".")[0]
    if comments.provider == "giscus":
        attributes, host, kind = _giscus(comments, term, language), "giscus.app", "discussions"
    else:
        attributes, host, kind = _utterances(comments, term), "utteranc.es", "issues"
    script = Script(f"https://{host}/client.js", (*attributes.items(), ("crossorigin", "anonymous")), Markup())
    url = f"https://github.com/{comments.repo}/{kind}"
    return Discussion(comments.provider, host, url, None if is_preview else script)


def _giscus(comments: Comments, term: str, language: str) -> dict[str, str]:
    return {
        "data-repo": comments.repo,
        "data-repo-id": comments.repo_id,
        "data-category": comments.category,
        "data-category-id": comments.category_id,
        "data-mapping": "specific",
        "data-term": term,
        "data-strict": "1",
        "data-reactions-enabled": "1",
        "data-input-position": "top",
        "data-theme": comments.theme or "preferred_color_scheme",
        "data-lang": _giscus_language(language),
    }


def _utterances(comments: Comments, term: str) -> dict[str, str]:
    attributes = {"repo": comments.repo, "issue-term": term, "theme": comments.theme or "preferred-color-scheme"}
    return attributes | ({"label": comments.label} if comments.label else {})


def _giscus_language(language: str) -> str:
    """The most similar of giscus's languages."""
    base, _, rest = language.partition("-")
    if base == "zh":
        return "zh-TW" if rest.upper() in {"TW", "HK", "MO", "HANT"} else "zh-CN"
    return base if base in GISCUS_LANGUAGES else "en"


def _code(pattern: str, **values: str) -> Markup:
    """Code with quoted values, which cannot end the script."""
    import json

    quoted = {name: json.dumps(value).replace("<", "\\u003c") for name, value in values.items()}
    return Markup(pattern.format(**quoted))  # noqa: S704


def share_links(planned: PlannedPage, settings: Settings, title: str, url: str) -> tuple[ShareLink, ...]:
    """The links to share a page, by its front matter, or by the site's settings for posts."""
    if not url or not planned.wants("share"):
        return ()
    targets = settings.share or (DEFAULT_TARGETS if planned.front_matter.share else ())
    return tuple(_link(target, title, url, words_for(settings.language)) for target in targets)


def _link(target: ShareTarget, title: str, url: str, words: Mapping[str, str]) -> ShareLink:
    brand, pattern = SHARE_FORMS[target]
    label = brand or words[f"share:{target}"]
    return ShareLink(target, label, pattern.format(title=quote(title, safe=""), url=quote(url, safe="")))
