"""Import what other hosts do for the old site: comments, analytics and the verification codes of search engines."""

from __future__ import annotations

from typing import TYPE_CHECKING

from acadfolio.importers.jekyll.config import text_of
from acadfolio.model.site import Verification
from acadfolio.model.third_parties import Analytics, Comments, Repository
from acadfolio.model.values import truth_of
from acadfolio.source.yaml import items_of

if TYPE_CHECKING:
    from acadfolio.importers.jekyll.config import Config
    from acadfolio.problems import Problems
    from acadfolio.source.yaml import Node

KNOWN = ("giscus", "utterances")
DISQUS = ("disqus", "disqus_shortname")
COMMENT_KEYS = {
    "repo": ("repo", "repository"),
    "repo_id": ("repo_id", "repo-id", "repository_id", "repository-id"),
    "category": ("category", "category_name"),
    "category_id": ("category_id", "category-id"),
    "label": ("label",),
}
"""Our keys, and those of the themes."""
MAPPINGS = ("mapping", "discussion_term", "issue_term", "issue-term")
"""What says by which words the comments of a page are found; here it is its path."""
AL_FOLIO = frozenset({"alshedivat/al-folio", "al-folio"})
"""Whose comments al-folio's own `_config.yml` would show."""
NO_COMMENTS_HINT = (
    "write `comments:` with giscus or utterances into data/site.yml, or a templates/partials/comments.html of your own"
)


def comments_of(config: Config, problems: Problems) -> dict[str, str]:
    """Comments are set below `comments`, by the name of their provider, or below that name alone."""
    below = config.below("comments")
    named = next((below[key] for key in ("provider", "active") if key in below), config.nodes.get("comments"))
    provider = text_of(named)
    if provider and truth_of(provider) is False:
        return {}
    if named is not None and provider and truth_of(provider) is None and provider.lower() != "none":
        settings = below.get(provider) or config.nodes.get(provider)
        if provider in KNOWN:
            return _comments(config, provider, settings or named, problems)
        if provider not in DISQUS or _disqus_name(settings) is not None:
            _warn_of_comments(config, _disqus_name(settings) or named, provider, problems)
        return {}
    for key in DISQUS:
        if (name := _disqus_name(config.nodes.get(key))) is not None:
            _warn_of_comments(config, name, "disqus", problems)
    for provider in KNOWN:
        if any(map(text_of, config.below(provider).values())):
            return _comments(config, provider, config.nodes[provider], problems)
    return {}


def _comments(config: Config, provider: str, node: Node, problems: Problems) -> dict[str, str]:
    said = dict(items_of(node))
    values = {ours: _first(said, keys) for ours, keys in COMMENT_KEYS.items()}
    values["repo"] = values["repo"] or config.text("repository")
    if values["repo"] in AL_FOLIO:
        return {}
    try:
        repository = Repository.parse(values["repo"])
        Comments(provider=provider, **values | {"repo": repository})  # type: ignore[arg-type] # One of KNOWN.
    except ValueError as error:
        what = f"`{provider}`, which kept the comments, {error.args[0]}: skipped"
        config.warn(node, what, error.args[1], problems)
        return {}
    mapping = _first(said, MAPPINGS)
    if mapping and mapping != "pathname":
        what = f"a page's comments were found by `{mapping}`: here they are found by its path, `posts/radium/`"
        mapped = next(said[key] for key in MAPPINGS if text_of(said.get(key)))
        config.warn(mapped, what, "give the old discussions such a title", problems)
    return {"provider": provider} | {key: value for key, value in values.items() if value} | {"repo": str(repository)}


def _first(nodes: dict[str, Node], keys: tuple[str, ...]) -> str:
    return next(filter(None, (text_of(nodes.get(key)) for key in keys)), "")


def _warn_of_comments(config: Config, node: Node, provider: str, problems: Problems) -> None:
    config.warn(node, f"comments were kept by `{provider}`: skipped", NO_COMMENTS_HINT, problems)


def _disqus_name(node: Node | None) -> Node | None:
    """The site's name at Disqus, whether it stands there itself or below `shortname`."""
    node = dict(items_of(node)).get("shortname", node)
    written = text_of(node)
    return node if written and truth_of(written) is None and written not in AL_FOLIO else None


def verification_of(config: Config) -> dict[str, str]:
    found = {}
    for name in Verification.__struct_fields__:
        code = config.text(f"{name}_site_verification")
        if code and truth_of(config.text(f"enable_{name}_verification")) is not False:
            found[name] = code
    return found


def analytics_of(config: Config, problems: Problems) -> dict[str, str]:
    """Google's ID, wherever the themes have it; other providers are reported."""
    below = config.below("analytics")
    provider = text_of(below.get("provider"))
    is_off = "provider" in below and (truth_of(provider) is False or provider.lower() in {"", "none"})
    key, node = _google_id(config, is_off=is_off)
    if not text_of(node):
        # The themes count nobody for Google without an ID.
        if provider and not is_off and not provider.startswith("google"):
            what = f"visitors were counted by `{provider}`: skipped"
            config.warn(config.nodes["analytics"], what, "write `analytics:` into data/site.yml", problems)
        return {}
    try:
        Analytics(provider="google", id=text_of(node))
    except ValueError as error:
        config.warn(config.nodes[key], f"`{key}` {error.args[0]}: skipped", error.args[1], problems)
        return {}
    return {"provider": "google", "id": text_of(node)}


def _google_id(config: Config, *, is_off: bool) -> tuple[str, Node | None]:
    node = dict(items_of(config.below("analytics").get("google"))).get("tracking_id")
    if node is not None and not is_off:
        return "analytics", node
    for key in ("google_analytics_id", "google_analytics"):
        if config.text(key) and truth_of(config.text(f"enable_{key}")) is not False:
            return key, config.nodes[key]
    return "analytics", None
