"""What `_config.yml` says of the site comes in, the text of site.yml comes out; what has no place there is told."""

from __future__ import annotations

import re
from contextlib import suppress
from typing import TYPE_CHECKING, get_args

from msgspec import Struct

from acadfolio.importers.jekyll.as_written import as_written
from acadfolio.importers.jekyll.comments import comments_of
from acadfolio.importers.jekyll.pages import read_by
from acadfolio.importers.jekyll.person import has_place, name_of
from acadfolio.importers.jekyll.texts import phrase
from acadfolio.importers.jekyll.writing import as_mapping, scalar
from acadfolio.loading.jekyll import MARKDOWN
from acadfolio.markdown.dollars import first_formula
from acadfolio.model.site import Skin, Verification
from acadfolio.model.third_parties import Analytics
from acadfolio.model.truths import truth_of
from acadfolio.model.values import HttpUrl, LanguageTag
from acadfolio.source.boundary import body_of
from acadfolio.source.yaml import Scalar, is_nothing, items_of, place

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    from acadfolio.importers.jekyll.config import Config
    from acadfolio.importers.jekyll.entries import Value
    from acadfolio.importers.jekyll.menu import Item
    from acadfolio.importers.jekyll.pages import OldPage
    from acadfolio.problems import Problems
    from acadfolio.source.yaml import Node

READ_BY_THEMES = ("repository", "google_scholar_stats_use_cdn")
"""What AcadHomepage's own page reads."""
OF_CATEGORIES, BY_CATEGORY = "publication_category", re.compile(r"\w\.category\s*==")
"""What lists papers of one category needs the headings, in whose place these have kinds here."""
GIVEN = frozenset({"author", "baseurl", "data", "description", "lang", "locale", "name", "time", "title", "url"})
"""What a page reads as `site.…` without `liquid:`."""
BY_JEKYLL = frozenset(
    {"categories", "collections", "documents", "pages", "plugins", "posts", "related_posts", "static_files", "tags"}
)
DOLLARS = re.compile(r"""inlineMath["']?\s*:\s*\[(?:[^\]]*\]\s*,)*?\s*\[\s*(["'])\$\1""")


class Old(Struct, frozen=True):
    """What there is of an old site besides its entries."""

    config: Config
    folder: Path
    pages: list[OldPage]
    menu: list[Item]
    groups: dict[str, str]
    """The headings of publications by what stands below them: a category, where they are the site's own, or a kind."""
    has_own_headings: bool
    has_pages: bool
    """Whether the new one will have pages of entries, as academicpages has."""


def site_text(old: Old, about: str, problems: Problems) -> str:
    """Empty where the site has no name."""
    config, folder = old.config, old.folder
    title = name_of(config)
    if not title:
        return ""
    found: dict[str, Value] = {
        "title": title,
        "description": phrase(config.text("description")),
        "url": _url(config, folder),
        "language": _language(config, problems),
        "look": "academicpages" if old.has_pages else "",
        "skin": _skin(config, problems),
        "breadcrumbs": "true" if _is_true(config.nodes.get("breadcrumbs")) else "",
        "math": "dollar" if _has_dollars(folder, old.pages) else "",
        "verification": dict(_verification(config)),
        "analytics": _analytics(config, problems),
        "comments": comments_of(config, problems),
        "posts_feed": "summaries" if _is_true(config.below("feed").get("excerpt_only")) else "",
    }
    lines = list(_for_liquid(config, old.pages))
    liquid = ["liquid:", *(f"  {line}" for line in lines)] if lines else []
    said = {key: value for key, value in found.items() if value}
    return as_mapping(said, about, below=[*_groups(old), *liquid], navigation=old.menu)


def _groups(old: Old) -> Iterator[str]:
    """The lines that keep publications below the old site's headings, in their order."""
    if old.groups:
        yield "publications:"
        # By kind the pages that list them are grouped anyway, and other lists need not be.
        yield from ("  group_by: category",) if old.has_own_headings else ()
        yield "  groups:"
        yield from (f"    {scalar(value)}: {scalar(heading)}" for value, heading in old.groups.items())


def _url(config: Config, folder: Path) -> str:
    """Many a site has none, or an empty one, and GitHub's file for its own domain."""
    with suppress(ValueError):
        return str(HttpUrl.parse(config.url))
    with suppress(OSError, ValueError):
        domain = (folder / "CNAME").read_text(encoding="utf-8", errors="replace").strip()
        return str(HttpUrl.parse(f"https://{domain}")) if domain else ""
    return ""


def _language(config: Config, problems: Problems) -> str:
    for key in ("locale", "lang"):
        if written := config.text(key):
            try:
                return str(LanguageTag.parse(written))
            except ValueError as error:
                _tell(config, key, f"`{key}: {written}` {error.args[0]}: left out", "write `language: …`", problems)
    return ""


def _has_dollars(folder: Path, pages: Iterable[OldPage]) -> bool:
    """Whether the old theme's MathJax takes what stands between single dollars for a formula, or pages rely on it."""
    for name in ("_includes", "_layouts"):
        for path in sorted((folder / name).rglob("*.html")):
            with suppress(OSError):
                if DOLLARS.search(path.read_text(encoding="utf-8", errors="replace")):
                    return True
    return any(first_formula(body_of(page.text), is_inline=False)[1] for page in pages if page.path.endswith(MARKDOWN))


def _skin(config: Config, problems: Problems) -> str:
    """The colours that the site chose among the theme's."""
    written = config.text("site_theme")
    if written not in {"", "default", *get_args(Skin)}:
        _tell(config, "site_theme", f"there is no skin `{written}`: left out", "write `skin: …`", problems)
    return written if written != "default" and written in get_args(Skin) else ""


def _is_true(node: Node | None) -> bool:
    return isinstance(node, Scalar) and truth_of(node.value) is True


def _verification(config: Config) -> Iterator[tuple[str, str]]:
    for name in Verification.__struct_fields__:
        code = config.text(f"{name}_site_verification")
        if code and truth_of(config.text(f"enable_{name}_verification")) is not False:
            yield name, code


def _analytics(config: Config, problems: Problems) -> dict[str, str]:
    """Google's number, wherever the themes have it; other counters are told."""
    said = config.below("analytics")
    tracking = dict(items_of(said.get("google"))).get("tracking_id")
    provider = said.get("provider")
    is_off = isinstance(provider, Scalar) and (
        is_nothing(provider) or truth_of(provider.value) is False or provider.value.lower() == "none"
    )
    node = tracking if tracking is not None and not is_off else None
    key = "analytics"
    for other in ("google_analytics_id", "google_analytics"):
        if node is None and config.text(other) and truth_of(config.text(f"enable_{other}")) is not False:
            node, key = config.nodes[other], other
    if not isinstance(node, Scalar) or is_nothing(node):
        # The themes count nobody for Google without a number.
        if isinstance(provider, Scalar) and not is_off and not provider.value.startswith("google"):
            what = f"visitors were counted by `{provider.value}`: left out"
            _tell(config, "analytics", what, "write `analytics:` into data/site.yml", problems)
        return {}
    try:
        Analytics(provider="google", id=node.value.strip())
    except ValueError as error:
        _tell(config, key, f"`{key}` {error.args[0]}: left out", error.args[1], problems)
        return {}
    return {"provider": "google", "id": node.value.strip()}


def _for_liquid(config: Config, pages: Sequence[OldPage]) -> Iterator[str]:
    """What pages read, as it is written; of the author, what the profile has not."""
    read = read_by(pages)
    asked = [OF_CATEGORIES] if any(BY_CATEGORY.search(page.text) for page in pages) else []
    names = dict.fromkeys((*READ_BY_THEMES, *sorted({*asked, *(name for name, _ in read)})))
    for name in names:
        node = config.nodes.get(name)
        if node is not None and not is_nothing(node) and name not in GIVEN | BY_JEKYLL:
            yield from as_written(name, node)
    said = config.below("author")
    of_author = [key for name, key in sorted(read) if name == "author" and key in said and not has_place(key)]
    if written := [key for key in of_author if not is_nothing(said[key])]:
        yield "author:"
        yield from (f"  {line}" for key in written for line in as_written(key, said[key]))


def _tell(config: Config, key: str, what: str, hint: str, problems: Problems) -> None:
    assert config.source is not None  # noqa: S101 - it says something
    problems.warn(place(config.source, config.nodes[key]), what, hint)
