"""What a page's Liquid reads as `page` and `site`, and where to write what is missing there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from liquid.undefined import Undefined

from acadfolio.liquid.theme_lists import SECTIONS
from acadfolio.model.dates import When, latest
from acadfolio.model.networks import network_of
from acadfolio.model.profile import Profile
from acadfolio.model.values import Text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from liquid import Token

    from acadfolio.model.page import Page
    from acadfolio.model.site import Site

AUTHOR_FIELDS = ("name", "avatar", "description", "bio", "pronouns", "employer", "location", "email")
BY_HAND = "delete this list, or write it by hand"
HINTS = {
    "collections": BY_HAND,
    "documents": BY_HAND,
    "pages": BY_HAND,
    "description": "write `description: …` into data/site.yml",
    "time": "write `updated: 2026-11-20` into data/site.yml, or delete this: every page says when the site was changed",
}
"""What to do about a value of `site` that is missing."""


def variables_of(page: Page, site: Site) -> dict[str, Any]:
    """What the page may read, without what is missing."""
    settings, front_matter, language = site.settings, page.front_matter, site.settings.language
    texts = {
        "title": settings.title,
        "description": settings.description,
        "name": site.profile.name,
        "locale": str(language),
        "lang": str(language),
        "time": last_change(site),
        "twitter": settings.twitter,
    }
    of_site: dict[str, Any] = _given(texts, language) | settings.liquid
    # In Jekyll, `url` ends with the host, and `baseurl` has the path.
    base = str(of_site.setdefault("baseurl", "") or "").rstrip("/")
    of_site.setdefault("url", (settings.url or "").rstrip("/").removesuffix(base))
    own = of_site.get("author", {})
    of_site["author"] = _author(site.profile, language) | own if isinstance(own, dict) else own
    of_page = {
        "title": page.title,
        "permalink": front_matter.permalink or page.address,
        "description": front_matter.description,
        "excerpt": front_matter.excerpt,
        "author": front_matter.author,
        "lang": str(front_matter.lang or ""),
        "date": page.when.isoformat if page.when else "",
    }
    lists = {"tags": list(front_matter.tags), "categories": list(front_matter.categories)}
    values = _given(of_page, language) | lists | {"title": page.title.in_language(language), "url": page.address}
    return {"page": values | front_matter.extra, "site": of_site}


def _given(values: dict[str, Any], language: str) -> dict[str, Any]:
    """The values that are not empty, as texts of one language."""
    texts = {key: value.in_language(language) if isinstance(value, Text) else value for key, value in values.items()}
    return {key: text for key, text in texts.items() if text}


def _author(profile: Profile, language: str) -> dict[str, Any]:
    """The person with the names in networks, as Jekyll's `author` has them."""
    fields = _given({key: getattr(profile, key) for key in AUTHOR_FIELDS}, language)
    links = {network_of(label) or label: link.url for label, link in profile.links.items()}
    return (
        {label: link.url for label, link in profile.links.items()}
        | links
        | {key: str(value) for key, value in fields.items()}
    )


def last_change(site: Site) -> str:
    """The day in the site's `updated`; a build has no day of its own."""
    updated = site.settings.updated
    if updated in {"", "newest"}:
        return ""
    year, month, day = latest(When.parse(updated).start)
    return f"{year:04}-{month:02}-{day:02}"


class MissingValue(Undefined):
    """A value that is not there: it is reported when the page shows it, or loops over it, and not when it is tested."""

    __slots__ = ("report",)

    def __init__(self, report: Callable[[str, Token | None], None], name: str, **about: Any) -> None:
        super().__init__(name, **about)
        self.report = report

    def _report(self) -> None:
        self.report((self.hint or self.name).removesuffix(" is undefined"), self.token)

    def __str__(self) -> str:
        self._report()
        return ""

    def __iter__(self) -> Iterator[Any]:
        self._report()
        return iter(())

    def items(self) -> Any:
        self._report()
        return {}.items()


def hint_for(root: str, key: str) -> str:
    """What to do about a missing value of `page` or `site`."""
    if root == "page":
        return f"write it below `extra:` of the front matter: `extra: {{{_nested(key)}}}`"
    if key in SECTIONS:
        return f"place a line `{{{{ {SECTIONS[key]}() }}}}` instead"
    if key in HINTS:
        return HINTS[key]
    author_key = key.removeprefix("author.")
    if author_key != key and author_key in Profile.__struct_fields__:
        return f"write `{author_key}: …` into data/profile.yml"
    if author_key != key and network_of(author_key):
        return f"write `{author_key}: …` below `links:` of data/profile.yml"
    return f"write it below `liquid:` of data/site.yml: `{_nested(key)}`"


def _nested(key: str) -> str:
    """`a.b` as YAML."""
    *outer, last = key.split(".")
    yaml = f"{last}: …"
    for name in reversed(outer):
        yaml = f"{name}: {{{yaml}}}"
    return yaml
