"""A page and its site come in; what Liquid reads as `page` and `site` comes out, and what of it is nothing is told."""

from __future__ import annotations

import re
from datetime import datetime
from typing import TYPE_CHECKING, Any

from liquid.builtin.filters.misc import date as date_of_liquid
from liquid.filter import with_environment
from liquid.undefined import UNDEFINED, Undefined

from acadfolio.loading.liquid import RAW
from acadfolio.model.dates import When, latest
from acadfolio.model.networks import network_of
from acadfolio.model.profile import Profile
from acadfolio.model.values import Text
from acadfolio.rendering.listings import SECTION_LINES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from liquid import Environment, Token

    from acadfolio.model.page import Page
    from acadfolio.model.site import Site
    from acadfolio.problems import Location, Problems

JEKYLLS = re.compile(rf"{RAW.pattern}|\{{[{{%][^{{}}]*?\bsite\.(\w+)", re.DOTALL)
OTHERS = frozenset({"categories", "collections", "data", "documents", "pages", "related_posts", "static_files", "tags"})
"""What Jekyll fills of itself: lists that a line places here, by the section's name, and what nothing stands for."""
OF_ALL = frozenset({"collections", "documents", "pages"})
"""Those with which sitemaps for people are made."""
OF_AUTHOR = ("name", "avatar", "description", "bio", "pronouns", "employer", "location", "email")
NOW = ("now", "today")
NO_TIME = (
    "write `updated: 2026-11-20` into data/site.yml, or leave it out: below each page stands when the site changed"
)


def variables_of(page: Page, site: Site) -> dict[str, Any]:
    """What the page may read. What nothing gives is not among it."""
    settings, front_matter, language = site.settings, page.front_matter, site.settings.language
    texts = {
        "title": settings.title,
        "description": settings.description,
        "name": site.profile.name,
        "locale": str(language),
        "lang": str(language),
        "time": _last_change(site),
        "twitter": settings.twitter,
    }
    of_site: dict[str, Any] = _given(texts, language) | settings.liquid
    # In Jekyll, `url` is the address of the host, and `baseurl` goes on.
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
    page_says = _given(of_page, language) | lists | {"title": page.title.in_language(language), "url": page.address}
    return {"page": page_says | front_matter.extra, "site": of_site}


def _given(values: dict[str, Any], language: str) -> dict[str, Any]:
    """Those that say something, as texts of one language."""
    texts = {key: value.in_language(language) if isinstance(value, Text) else value for key, value in values.items()}
    return {key: text for key, text in texts.items() if text}


def _author(profile: Profile, language: str) -> dict[str, Any]:
    """The person with the names in networks, as Jekyll's `author` has them."""
    said = _given({key: getattr(profile, key) for key in OF_AUTHOR}, language)
    links = {network_of(label) or label: link.url for label, link in profile.links.items()}
    return (
        {label: link.url for label, link in profile.links.items()}
        | links
        | {key: str(value) for key, value in said.items()}
    )


def _last_change(site: Site) -> str:
    """The day that the author says; no build has a day of its own."""
    said = site.settings.updated
    if said in {"", "newest"}:
        return ""
    year, month, day = latest(When.parse(said).start)
    return f"{year:04}-{month:02}-{day:02}"


class Names:
    """Tells what a page names and nothing gives, once of each name: Liquid shows nothing for it.

    `texts` are the page's text and those that it takes in, each with the places of its lines, by their names; that of
    the page is "". Being nothing is the point of a test, and where there is a `default`: so what tells is being shown.
    """

    def __init__(self, problems: Problems, texts: dict[str, tuple[str, str, Callable[[int], Location]]]) -> None:
        """Each text stands there as it is written, and as Liquid reads it: line by line they are the same."""
        self.problems, self.texts = problems, texts
        self.told: set[str] = set()

    def tell_of_lists(self, variables: dict[str, Any]) -> None:
        """What Jekyll fills and acadfolio does not, wherever the page has it."""
        text, _, place = self.texts[""]
        for match in JEKYLLS.finditer(text):
            name = match[1]
            if name in variables["site"] or name not in SECTION_LINES.keys() | OTHERS or f"site.{name}" in self.told:
                continue
            self.told.add(f"site.{name}")
            section = SECTION_LINES.get(name)
            hint = (
                "delete this list, or write it by hand"
                if name in OF_ALL
                else "give it below `liquid:` in data/site.yml"
            )
            if section:
                hint = f"place a line `{{{{ {section}() }}}}` instead"
            where = place(text.count("\n", 0, match.start(1)) + 1)
            self.problems.warn(where, f"Liquid: `site.{name}` is empty here, so this shows nothing", hint)

    def tell(self, name: str, token: Token | None) -> None:
        """Of a name that comes to nothing where it is shown."""
        root, _, key = name.partition(".")
        if root not in {"site", "page"} or name in self.told:
            return
        self.told.add(name)
        self.problems.warn(self._place(name, token), f"Liquid: `{name}` is nothing here", _hint(root, key))

    def _place(self, name: str, token: Token | None) -> Location:
        pattern = re.compile(rf"(?<![\w.]){re.escape(name)}(?![\w-])")
        for text, prepared, place in self.texts.values():
            if token is not None and token.source == prepared:
                line = prepared.count("\n", 0, max(token.start_index, 0)) + 1
                found = pattern.search(text.split("\n")[line - 1])
                where = place(line)
                return where._replace(column=found.start() + 1) if found else where
        return self.texts[""][2](1)._replace(line=0)

    @property
    def undefined(self) -> type[Undefined]:
        """What python-liquid has for what is nothing."""
        names = self

        class Nothing(Undefined):
            __slots__ = ()

            def tell(self) -> None:
                names.tell((self.hint or self.name).removesuffix(" is undefined"), self.token)

            def __str__(self) -> str:
                self.tell()
                return ""

            def __iter__(self) -> Iterator[Any]:
                self.tell()
                return iter(())

            def items(self) -> Any:
                self.tell()
                return {}.items()

        return Nothing

    def date(self, site: Site) -> Callable[..., str]:
        """Liquid's filter, without its clock: what a date does not say is not filled in from today."""

        @with_environment
        def date(value: Any, style: Any = UNDEFINED, *, environment: Environment) -> str:
            text = "" if isinstance(value, bool) or value is None else str(value)
            if text in NOW:
                text = _last_change(site)
                if not text:
                    self._tell_of_now()
            if style is UNDEFINED or not text:
                return text
            return str(date_of_liquid(_moment(text) or text, style, environment=environment))

        return date

    def _tell_of_now(self) -> None:
        for text, _, place in self.texts.values():
            found = re.search(r"""(["'])(?:now|today)\1\s*\|\s*date\b""", text)
            if found and found[0] not in self.told:
                self.told.add(found[0])
                line, start = text.count("\n", 0, found.start()) + 1, text.rfind("\n", 0, found.start())
                where = place(line)._replace(column=found.start() - start)
                self.problems.warn(where, "Liquid: a page has no day on which it is made", NO_TIME)


def _moment(text: str) -> datetime | None:
    """None for what is no date. python-liquid would take from the clock what is not said."""
    from dateutil import parser  # type: ignore[import-untyped] # python-liquid brings it.

    if text.isdigit() and len(text) != len("2024"):
        return None
    try:
        moment: datetime = parser.parse(text, default=datetime(1970, 1, 1))  # noqa: DTZ001 - only its figures are shown
    except (parser.ParserError, OverflowError):
        return None
    return moment


def _hint(root: str, key: str) -> str:
    """Where what is missing is written."""
    if root == "page":
        return f"write it below `extra:` of the front matter: `extra: {{{_nested(key)}}}`"
    if key == "time":
        return NO_TIME
    if key == "description":
        return "write `description: …` into data/site.yml"
    if not key.startswith("author."):
        return f"write it below `liquid:` of data/site.yml: `{_nested(key)}`"
    own = key.removeprefix("author.")
    if own in Profile.__struct_fields__:
        return f"write `{own}: …` into data/profile.yml"
    if network_of(own):
        return f"write `{own}: …` below `links:` of data/profile.yml"
    return f"write it below `liquid:` of data/site.yml: `{_nested(key)}`"


def _nested(key: str) -> str:
    """`a.b` as YAML."""
    *outer, last = key.split(".")
    said = f"{last}: …"
    for each in reversed(outer):
        said = f"{each}: {{{said}}}"
    return said
