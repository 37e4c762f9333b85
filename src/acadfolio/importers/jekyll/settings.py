"""Write data/site.yml from what `_config.yml` says of the site."""

from __future__ import annotations

import re
from contextlib import suppress
from itertools import filterfalse
from operator import itemgetter
from typing import TYPE_CHECKING, get_args

from acadfolio.importers.jekyll.config import text_in, text_of, themes
from acadfolio.importers.jekyll.pages import keys_read_by
from acadfolio.importers.jekyll.profile import is_in_profile, name_of
from acadfolio.importers.jekyll.text import phrase
from acadfolio.loading.jekyll import MARKDOWN
from acadfolio.markdown.dollars import first_formula
from acadfolio.model.record import keys_of
from acadfolio.model.site import Settings, Skin, Verification
from acadfolio.model.third_parties import Analytics, Comments, Repository
from acadfolio.model.values import HttpUrl, LanguageTag, boolean_of
from acadfolio.source.front_matter import split_text
from acadfolio.source.yaml import is_nothing, items_of
from acadfolio.source.yaml_writer import mapping_file, value_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    from acadfolio.importers.jekyll.config import Config
    from acadfolio.importers.jekyll.pages import OldPage
    from acadfolio.problems import Problems
    from acadfolio.source.yaml import Node
    from acadfolio.source.yaml_writer import Value

READ_BY_THEMES = ("repository", "google_scholar_stats_use_cdn")
"""What AcadHomepage's own page reads."""
READS_CATEGORY = r"\w\.category\s*=="
"""A page that lists the papers of one category needs the headings, in whose place these have kinds here."""
COMMENTS = ("giscus", "utterances")
AL_FOLIO = "alshedivat/al-folio"
"""Whose comments al-folio's own `_config.yml` would show."""
NO_COMMENTS_HINT = (
    "write `comments:` with giscus or utterances into data/site.yml, or a templates/partials/comments.html of your own"
)


def settings_of(config: Config, folder: Path, pages: list[OldPage], problems: Problems) -> dict[str, Value]:
    """The settings in which the new site does what the old one did."""
    return {
        "title": name_of(config),
        "description": phrase(config.text("description")),
        "url": _url(config, folder),
        "language": _language(config, problems),
        "skin": _skin(config, problems),
        "breadcrumbs": _true(config.nodes.get("breadcrumbs"), "true"),
        "math": "dollar" if _has_dollars(folder, pages) else "",
        "verification": _verification(config),
        "analytics": _analytics(config, problems),
        "comments": _comments(config, problems),
        "posts_feed": _true(config.below("feed").get("excerpt_only"), "summaries"),
        "liquid": _for_liquid(config, pages),
    }


def settings_file(found: dict[str, Value], comment: str) -> str:
    """The text of data/site.yml; empty where the site has no name."""
    keys = (*keys_of(Settings), "publications")
    return mapping_file({key: found[key] for key in keys if found.get(key)}, comment) if found["title"] else ""


def _url(config: Config, folder: Path) -> str:
    """Many a site has none, or an empty one, and GitHub's file for its own domain."""
    with suppress(ValueError):
        return str(HttpUrl.parse(config.url))
    with suppress(ValueError):
        return str(HttpUrl.parse(f"https://{(text_in(folder / 'CNAME') or '').strip()}"))
    return ""


def _language(config: Config, problems: Problems) -> str:
    for key in filter(config.text, ("locale", "lang")):
        try:
            return str(LanguageTag.parse(config.text(key)))
        except ValueError as error:
            what = f"`{key}: {config.text(key)}` {error.args[0]}: skipped"
            config.warn(config.nodes[key], what, "write `language: …`", problems)
    return ""


def _has_dollars(folder: Path, pages: Iterable[OldPage]) -> bool:
    """Whether the old theme's MathJax reads single dollars as formulas, or pages rely on it."""
    files = (*folder.glob("_includes/**/*.html"), *folder.glob("_layouts/**/*.html"))
    if any(map(_reads_dollars, files)):
        return True
    texts = [split_text(page.text)[1] for page in pages if page.path.endswith(MARKDOWN)]
    return any(first_formula(text, is_inline=False)[1] for text in texts)


def _reads_dollars(path: Path) -> bool:
    text = text_in(path) or ""
    setting = "".join(text.partition("inlineMath")[2].replace('"', "'").split())
    return "['$','$'" in setting.partition("]]")[0]


def _skin(config: Config, problems: Problems) -> str:
    """The colours of the site, if they are among the theme's."""
    written = config.text("site_theme")
    if written in {"", "default"}:
        return ""
    if written not in get_args(Skin):
        what = f"there is no skin `{written}`: skipped"
        config.warn(config.nodes["site_theme"], what, "write `skin: …`", problems)
        return ""
    return written


def _true(node: Node | None, value: str) -> str:
    """The value, if the setting of the old site is true."""
    return value if boolean_of(text_of(node)) is True else ""


def _comments(config: Config, problems: Problems) -> dict[str, str]:
    """Comments are set below `comments`, by the name of their provider, or below that name alone."""
    provider, named = _provider(config)
    if named is None:
        return {}
    if provider not in COMMENTS:
        config.warn(named, f"comments were stored by `{provider}`: skipped", NO_COMMENTS_HINT, problems)
        return {}
    values = {"provider": provider} | _values_of_comments(config, provider)
    if values["repo"] == AL_FOLIO:
        return {}
    try:
        values["repo"] = str(Repository.parse(values["repo"]))
        Comments(**values)  # type: ignore[arg-type]
    except ValueError as error:
        what = f"`{provider}`, which stored comments, {error.args[0]}: skipped"
        config.warn(named, what, error.args[1], problems)
        return {}
    return dict(filter(itemgetter(1), values.items()))


def _values_of_comments(config: Config, provider: str) -> dict[str, str]:
    keys = dict(items_of(config.below("comments").get(provider) or config.nodes.get(provider)))
    values = {ours: _first(keys, theirs.split()) for ours, theirs in themes().comments.items()}
    return values | {"repo": values["repo"] or config.text("repository")}


def _provider(config: Config) -> tuple[str, Node | None]:
    """The name of what keeps the comments, and where it stands; None where there are no comments."""
    below = config.below("comments")
    named = below.get("provider") or below.get("active") or config.nodes.get("comments")
    provider = text_of(named)
    if provider and boolean_of(provider) is None:
        return provider, named
    return ("", None) if boolean_of(provider) is False else _provider_by_key(config)


def _provider_by_key(config: Config) -> tuple[str, Node | None]:
    for key in (*COMMENTS, "disqus"):
        if any(map(text_of, config.below(key).values())):
            return key, config.nodes[key]
    return "", None


def _first(nodes: dict[str, Node], keys: Iterable[str]) -> str:
    return next(filter(None, (text_of(nodes.get(key)) for key in keys)), "")


def _verification(config: Config) -> dict[str, str]:
    found = {}
    for name in Verification.__struct_fields__:
        code = config.text(f"{name}_site_verification")
        if code and boolean_of(config.text(f"enable_{name}_verification")) is not False:
            found[name] = code
    return found


def _analytics(config: Config, problems: Problems) -> dict[str, str]:
    """Google's ID, wherever the themes have it; other providers are reported."""
    provider = text_of(config.below("analytics").get("provider"))
    if boolean_of(provider) is not False and provider and not provider.startswith("google"):
        what = f"visitors were counted by `{provider}`: skipped"
        config.warn(config.nodes["analytics"], what, "write `analytics:` into data/site.yml", problems)
        return {}
    for key, number in _google_ids(config):
        try:
            found = Analytics(provider="google", id=number)
        except ValueError as error:
            config.warn(config.nodes[key], f"`{key}` {error.args[0]}: skipped", error.args[1], problems)
        else:
            return {"provider": found.provider, "id": number}
    return {}


def _google_ids(config: Config) -> Iterator[tuple[str, str]]:
    """The IDs of keys that are not switched off, with the key."""
    below = config.below("analytics")
    nodes = config.nodes
    ids = {
        "analytics": (below.get("provider"), dict(items_of(below.get("google"))).get("tracking_id")),
        "google_analytics_id": (nodes.get("enable_google_analytics_id"), nodes.get("google_analytics_id")),
        "google_analytics": (nodes.get("enable_google_analytics"), nodes.get("google_analytics")),
    }
    for key, (switch, number) in ids.items():
        if boolean_of(text_of(switch)) is not False and text_of(number):
            yield key, text_of(number)


def _for_liquid(config: Config, pages: Sequence[OldPage]) -> dict[str, Value]:
    """What pages read of `_config.yml`; of the author, what the profile has not."""
    read = keys_read_by(pages)
    names = {name for name, _ in read}
    if any(re.search(READS_CATEGORY, page.text) for page in pages):
        names.add("publication_category")
    found = _values(config.nodes, (*READ_BY_THEMES, *sorted(names - set(themes().given.split()))))
    of_author = {key for name, key in read if name == "author"}
    author = _values(config.below("author"), sorted(filterfalse(is_in_profile, of_author)))
    return found | ({"author": author} if author else {})


def _values(nodes: dict[str, Node], keys: Iterable[str]) -> dict[str, Value]:
    """The values of those keys that have one."""
    return {key: value_of(nodes[key]) for key in keys if key in nodes and not is_nothing(nodes[key])}
