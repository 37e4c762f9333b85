"""What `site.yml` says of other hosts comes in, the scripts that its pages load from them come out."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from markupsafe import Markup
from msgspec import Struct

from acadfolio.problems import Location
from acadfolio.theme.context import Discussion, Script

if TYPE_CHECKING:
    from acadfolio.model.page import FrontMatter
    from acadfolio.model.site import Settings, Site
    from acadfolio.model.third_parties import Analytics, Comments
    from acadfolio.problems import Problems
    from acadfolio.routing import PlannedPage

NAMED_FILE = re.compile(r"\.\w+$")
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


class Elsewhere(Struct, frozen=True):
    """What each page of a site asks of other hosts: as little as `site.yml` and the page itself say."""

    settings: Settings
    base: str
    is_preview: bool

    def analytics(self, front_matter: FrontMatter) -> Script | None:
        """What counts the page's visits; nothing does in the preview."""
        wanted = self.settings.analytics
        return analytics_script(wanted) if wanted and front_matter.analytics and not self.is_preview else None

    def comments(self, planned: PlannedPage, language: str) -> Discussion | None:
        """Where the page is discussed: posts are, unless they say no, and pages that say yes."""
        page, wanted = planned.page, self.settings.comments
        if page is None or wanted is None:
            return None
        said = page.front_matter.comments
        path = f"{self.base.rstrip('/')}{planned.address}"
        is_open = page.is_post if said is None else said
        return discussion(wanted, path, language, is_preview=self.is_preview) if is_open else None


def check_comments(site: Site, problems: Problems) -> None:
    """Warn of a page that wants comments where the site has none."""
    for page in site.pages:
        if page.front_matter.comments and site.settings.comments is None:
            place = page.places.get("comments", Location(page.file))
            hint = "add `comments:` to data/site.yml, or delete this line"
            problems.warn(place, "`comments` has no effect: the site does not say where they are kept", hint)


def analytics_script(analytics: Analytics) -> Script:
    """The script that counts visits, as its provider's manual has it."""
    server = str(analytics.server or "").rstrip("/")
    own = tuple(sorted(analytics.attributes.items()))
    match analytics.provider:
        case "plausible":
            src, attributes = f"{server or 'https://plausible.io'}/js/script.js", {"data-domain": analytics.id}
        case "goatcounter":
            counter = server or f"https://{analytics.id}.goatcounter.com"
            src = f"{server}/count.js" if server else "https://gc.zgo.at/count.js"
            attributes = {"data-goatcounter": f"{counter}/count"}
        case "umami":
            src, attributes = f"{server or 'https://cloud.umami.is'}/script.js", {"data-website-id": analytics.id}
        case "matomo":
            before = _code(MATOMO, tracker=f"{server}/matomo.php", id=analytics.id)
            return Script(analytics.script or f"{server}/matomo.js", own, before)
        case "google" | "google-analytics-4":
            src = f"{server or 'https://www.googletagmanager.com'}/gtag/js?id={analytics.id}"
            return Script(analytics.script or src, own, _code(GOOGLE, id=analytics.id))
        case _:
            src, attributes = "", {}
    return Script(analytics.script or src, (*attributes.items(), *own), Markup())


def discussion(comments: Comments, path: str, language: str, *, is_preview: bool) -> Discussion:
    """The discussion of one page. `path` is the page's on its host: all ways to write an address lead to one."""
    term = NAMED_FILE.sub("", path.removeprefix("/")) or "index"  # as both providers make it of the address
    if comments.provider == "giscus":
        host, place = "giscus.app", "discussions"
        src = "https://giscus.app/client.js"
        attributes = {
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
    else:
        host, place = "utteranc.es", "issues"
        src = "https://utteranc.es/client.js"
        attributes = {
            "repo": comments.repo,
            "issue-term": term,
            "theme": comments.theme or "preferred-color-scheme",
        } | ({"label": comments.label} if comments.label else {})
    attributes["crossorigin"] = "anonymous"
    script = None if is_preview else Script(src, tuple(attributes.items()), Markup())
    return Discussion(comments.provider, host, f"https://github.com/{comments.repo}/{place}", script)


def _giscus_language(language: str) -> str:
    """The nearest language that giscus speaks: it has no page for another one."""
    base, _, rest = language.partition("-")
    if base == "zh":
        return "zh-TW" if rest.upper() in {"TW", "HK", "MO", "HANT"} else "zh-CN"
    return base if base in GISCUS_LANGUAGES else "en"


def _code(pattern: str, **values: str) -> Markup:
    """Script with values in it that cannot end it."""
    import json

    quoted = {name: json.dumps(value).replace("<", "\\u003c") for name, value in values.items()}
    return Markup(pattern.format(**quoted))  # noqa: S704
