"""Import the settings in `_config.yml` into data/site.yml."""

from __future__ import annotations

import csv
import re
from contextlib import suppress
from io import StringIO
from typing import TYPE_CHECKING, get_args

from acadfolio.loading.page_urls import MARKDOWN_SUFFIXES
from acadfolio.markdown.single_dollars import first_formula
from acadfolio.model.record import keys_of
from acadfolio.model.section_kinds import PAGED
from acadfolio.model.site import Settings, Skin, Verification
from acadfolio.model.site_url import SiteUrl, likely_url
from acadfolio.model.third_parties import Analytics, Comments, Repository
from acadfolio.model.values import LanguageTag, boolean_of
from acadfolio.problems import Problems
from acadfolio.source.front_matter import split_text
from acadfolio.source.text import Source
from acadfolio.source.yaml import items_of, parse_yaml, text_of
from acadfolio.source.yaml_writer import mapping_file, value_of
from acadfolio_jekyll.importer.config import has_value, text_in, themes
from acadfolio_jekyll.importer.pages.liquid_use import data_of_languages_read_by, keys_read_by
from acadfolio_jekyll.importer.profile import is_in_profile, name_of
from acadfolio_jekyll.importer.text import phrase

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence
    from pathlib import Path

    from acadfolio.source.yaml import Node
    from acadfolio.source.yaml_writer import Value
    from acadfolio_jekyll.importer.config import Config
    from acadfolio_jekyll.importer.pages.old_page import OldPage

READ_BY_THEMES = ("repository", "google_scholar_stats_use_cdn")
"""Keys of `_config.yml` that AcadHomepage's own page reads."""
OWN_COMPUTER = r"https?://(?:localhost|127\.0\.0\.1|0\.0\.0\.0)(?:[:/]|$)"
INLINE_DOLLARS = re.compile(
    r"""(?s)inlineMath(?:(?!\]\s*\]).)*\[\s*["']\$["']|\bleft:\s*["']\$["']"""
)
"""A setting of MathJax or of KaTeX."""
ACTIVE_LANGUAGE, DEFAULT_LANGUAGE = "active_lang", "default_lang"
"""What polyglot gives to pages: the first is made of the second."""
COMMENTS = ("giscus", "utterances")
AL_FOLIO = "alshedivat/al-folio"
"""The repository of comments in al-folio's own `_config.yml`, which is not imported."""
DATA_FILES = ("_data/{}.yml", "_data/{}.yaml", "_data/{}.json", "assets/json/{}.json")
"""Where Jekyll and al-folio have the data that pages read as `site.data.NAME`."""
NO_COMMENTS_HINT = (
    "write `comments:` with giscus or utterances into data/site.yml, or a template of your own"
)


def settings_of(
    config: Config, folder: Path, pages: list[OldPage], problems: Problems
) -> dict[str, Value]:
    """The settings of the new site. Unsupported ones are reported."""
    _report_others(config, problems)
    return {
        "title": name_of(config) or (folder.resolve().name if config.nodes else ""),
        "description": phrase(config.text("description")),
        "url": _url(config, folder, problems),
        "language": _language(config, problems),
        "skin": _skin(config, problems),
        "breadcrumbs": _true(config.nodes.get("breadcrumbs"), "true"),
        "search": _true(config.nodes.get("search_enabled", config.nodes.get("search")), "true"),
        "math": "dollar" if _has_dollars(folder, pages) else "",
        "verification": _verification(config),
        "analytics": _analytics(config, problems),
        "comments": _comments(config, problems),
        "posts_feed": _posts_feed(config),
        "liquid": _for_liquid(config, folder, pages),
    }


def settings_file(settings: dict[str, Value], comment: str) -> str:
    """The text of data/site.yml; empty if the site has no name."""
    if not settings["title"]:
        return ""
    keys = (*keys_of(Settings), "news", *PAGED)
    return mapping_file({key: settings[key] for key in keys if settings.get(key)}, comment)


def _posts_feed(config: Config) -> str:
    if hidden := _true(config.below("atom_feed").get("hide"), "hidden"):
        return hidden
    return _true(config.below("feed").get("excerpt_only"), "summaries")


def _report_others(config: Config, problems: Problems) -> None:
    """Report settings that change what visitors see, and have no counterpart."""
    for key, hint in themes().not_imported.items():
        name, _, nested_key = key.partition(".")
        node = config.below(name).get(nested_key) if nested_key else config.nodes.get(name)
        if node is not None and has_value(node) and _is_on(text_of(node)):
            config.warn(node, f"`{key}` is not imported", hint, problems)


def _url(config: Config, folder: Path, problems: Problems) -> str:
    """The URL of the site, or else the domain in GitHub's file CNAME; empty without both.

    That of a preview on the author's own computer is reported.
    """
    url = config.url
    if re.match(OWN_COMPUTER, url):
        message = f"`url: {config.text('url')}` leads to your own computer: skipped"
        hint = "write `url: https://…` into data/site.yml"
        config.warn(config.nodes["url"], message, hint, problems)
        url = ""
    domain = (text_in(folder / "CNAME") or "").strip()
    for found in (url, likely_url(url), f"https://{domain}"):
        with suppress(ValueError):
            return str(SiteUrl.parse(found))
    return ""


def _language(config: Config, problems: Problems) -> str:
    for key in filter(config.text, ("locale", "lang")):
        try:
            return str(LanguageTag.parse(config.text(key)))
        except ValueError as error:
            message = f"`{key}: {config.text(key)}` {error.args[0]}: skipped"
            config.warn(config.nodes[key], message, "write `language: …`", problems)
    return ""


def _has_dollars(folder: Path, pages: Iterable[OldPage]) -> bool:
    """Whether the old site uses single dollar signs for formulas, in the settings of MathJax or on pages."""
    for path in (*folder.glob("_includes/**/*.html"), *folder.glob("_layouts/**/*.html")):
        if INLINE_DOLLARS.search(text_in(path) or ""):
            return True
    texts = [page.text for page in pages if page.path.endswith(MARKDOWN_SUFFIXES)]
    files = [path for path in folder.glob("_*/**/*") if path.suffix in MARKDOWN_SUFFIXES]
    texts += [text_in(path) or "" for path in files if path.parts[-2] != "_site"]
    bodies = [split_text(text)[1] for text in texts]
    return any(first_formula(body, is_inline=False)[1] for body in bodies)


def _skin(config: Config, problems: Problems) -> str:
    """The skin of the site; empty for the default one. An unknown skin is reported."""
    skin = config.text("site_theme")
    if skin in {"", *get_args(Skin)}:
        return skin.removeprefix("default")
    message = f"there is no skin `{skin}`: skipped"
    config.warn(config.nodes["site_theme"], message, "write `skin: …`", problems)
    return ""


def _true(node: Node | None, value: str) -> str:
    """The value, if the setting of the old site is true."""
    return value if boolean_of(text_of(node)) is True else ""


def _comments(config: Config, problems: Problems) -> dict[str, str]:
    """The settings of comments; empty without comments. Unsupported providers are reported."""
    provider, node = _comments_provider(config)
    if node is None:
        return {}
    if provider not in COMMENTS:
        message = f"comments by `{provider}` are not supported: skipped"
        config.warn(node, message, NO_COMMENTS_HINT, problems)
        return {}
    nodes = dict(items_of(config.below("comments").get(provider) or config.nodes.get(provider)))
    values = {"provider": provider}
    for key, names in themes().comments.items():
        given = [text_of(nodes[name]) for name in names.split() if name in nodes]
        values[key] = next(filter(None, given), "")
    values["repo"] = values["repo"] or config.text("repository")
    if values["repo"] in {"", AL_FOLIO}:
        return {}
    try:
        values["repo"] = str(Repository.parse(values["repo"]))
        Comments(**values)  # type: ignore[arg-type]
    except ValueError as error:
        message = f"the setting of `{provider}` comments {error.args[0]}: skipped"
        config.warn(node, message, error.args[1], problems)
        return {}
    return {key: value for key, value in values.items() if value}


def _comments_provider(config: Config) -> tuple[str, Node | None]:
    """The provider of comments and its node, which is None if there are no comments."""
    below = config.below("comments")
    node = below.get("provider") or below.get("active") or config.nodes.get("comments")
    provider = text_of(node)
    if provider and boolean_of(provider) is None:
        return provider, node
    if _is_on(provider):
        for key in (*COMMENTS, "disqus"):
            if any(map(text_of, config.below(key).values())):
                return key, config.nodes[key]
    return "", None


def _verification(config: Config) -> dict[str, str]:
    """The codes by which search engines know the owner of the site."""
    codes: dict[str, str] = {}
    for name in Verification.__struct_fields__:
        code = config.text(f"{name}_site_verification")
        if code and _is_on(config.text(f"enable_{name}_verification")):
            codes[name] = code
    return codes


def _is_on(switch: str) -> bool:
    """Whether a switch is not off: it may be missing, or name what it switches on."""
    return boolean_of(switch) is not False


def _analytics(config: Config, problems: Problems) -> dict[str, str]:
    """The settings of Google Analytics. Other providers and invalid IDs are reported."""
    below = config.below("analytics")
    provider = text_of(below.get("provider"))
    if provider and _is_on(provider) and not provider.startswith("google"):
        message = f"analytics by `{provider}` are not imported: skipped"
        hint = "write `analytics:` into data/site.yml"
        config.warn(config.nodes["analytics"], message, hint, problems)
        return {}
    ids: dict[str, str] = {}
    if _is_on(provider):
        ids["analytics"] = text_of(dict(items_of(below.get("google"))).get("tracking_id"))
    for key in ("google_analytics_id", "google_analytics"):
        if _is_on(config.text(f"enable_{key}")):
            ids[key] = config.text(key)
    for key, number in ids.items():
        if not number:
            continue
        try:
            Analytics(provider="google", id=number)
        except ValueError as error:
            message = f"`{key}` {error.args[0]}: skipped"
            config.warn(config.nodes[key], message, error.args[1], problems)
        else:
            return {"provider": "google", "id": number}
    return {}


def _for_liquid(config: Config, folder: Path, pages: Sequence[OldPage]) -> dict[str, Value]:
    """The values of `_config.yml` and `_data/` that pages read with Liquid, except those that the profile has."""
    keys = keys_read_by(pages, folder)
    names = sorted({name for name, _ in keys}.difference(themes().provided.split()))
    if ACTIVE_LANGUAGE in names:
        names.append(DEFAULT_LANGUAGE)
    values = _values(config.nodes, (*READ_BY_THEMES, *names))
    values["author"] = _author(config, {nested for name, nested in keys if name == "author"})
    values["data"] = _data_of_languages(folder, data_of_languages_read_by(pages, folder)) | _data(
        folder, {nested for name, nested in keys if name == "data"}
    )
    return {key: value for key, value in values.items() if value or key in names}


def _author(config: Config, keys: Collection[str]) -> Value:
    """The values of the author that the profile does not have, or the name if that is all."""
    further_keys = sorted(key for key in keys if not is_in_profile(key))
    values = _values(config.below("author"), further_keys)
    if values:
        return values
    return config.text("author") if "" in keys else ""


def _data(folder: Path, names: Collection[str]) -> dict[str, Value]:
    """The values of data files, by their names: of all files if one of the names is empty, as of `site.data[name]`."""
    if "" in names:
        names = {path.stem for path in folder.glob("_data/*")}
    values = {name: _data_of(folder, name) for name in sorted(names)}
    return {name: value for name, value in values.items() if value}


def _data_of_languages(folder: Path, names: Collection[str]) -> dict[str, Value]:
    """The values of these data files in folders such as `_data/zh/`, by the names of the folders."""
    values: dict[str, dict[str, Value]] = {}
    for name in sorted(names):
        for file in sorted(folder.glob(f"_data/*/{name}.*")):
            language = file.parent.name
            values.setdefault(language, {})[name] = _data_of(folder, f"{language}/{name}")
    return dict(values)


def _data_of(folder: Path, name: str) -> Value:
    """The value of a data file, or of a folder of them; empty if it is missing or has errors."""
    for path in DATA_FILES:
        text = text_in(folder / path.format(name))
        node = parse_yaml(Source(name, text), Problems()) if text else None
        if node is not None:
            return value_of(node)
    if files := sorted((folder / "_data" / name).glob("*.*")):
        return {file.stem: _data_of(folder, f"{name}/{file.stem}") for file in files}
    return _rows(folder / f"_data/{name}.csv", ",") or _rows(folder / f"_data/{name}.tsv", "\t")


def _rows(path: Path, delimiter: str) -> Value:
    rows = csv.DictReader(StringIO(text_in(path)), restval="", delimiter=delimiter)
    with suppress(csv.Error):
        return [{key: value for key, value in row.items() if key} for row in rows]
    return []


def _values(nodes: dict[str, Node], keys: Iterable[str]) -> dict[str, Value]:
    """The values of these keys, if the nodes have them."""
    return {key: value_of(nodes[key]) for key in keys if key in nodes}
