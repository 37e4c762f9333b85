"""What `_config.yml` says of comments comes in; what keeps them here comes out, and any other keeper is told."""

from __future__ import annotations

from typing import TYPE_CHECKING

from acadfolio.model.third_parties import Comments, Repository
from acadfolio.model.values import truth_of
from acadfolio.source.yaml import Node, Scalar, is_nothing, items_of, place

if TYPE_CHECKING:
    from acadfolio.importers.jekyll.config import Config
    from acadfolio.problems import Problems

KNOWN = ("giscus", "utterances")
DISQUS = ("disqus", "disqus_shortname")
KEYS = {
    "repo": ("repo", "repository"),
    "repo_id": ("repo_id", "repo-id", "repository_id", "repository-id"),
    "category": ("category", "category_name"),
    "category_id": ("category_id", "category-id"),
    "label": ("label",),
}
"""Ours, and what the themes call them."""
FOUND_BY = ("mapping", "discussion_term", "issue_term", "issue-term")
BY_ADDRESS = "pathname"
OF_THEMES = frozenset({"alshedivat/al-folio", "al-folio"})
"""Whose comments al-folio's own `_config.yml` would show."""
WHAT_NOW = (
    "write `comments:` with giscus or utterances into data/site.yml, or a templates/partials/comments.html of your own"
)


def comments_of(config: Config, problems: Problems) -> dict[str, str]:
    """Where the themes have them: below `comments`, by the name of their provider, or below that name alone."""
    said = config.below("comments")
    named = next((said[key] for key in ("provider", "active") if key in said), config.nodes.get("comments"))
    provider = _text(named)
    if named is not None and provider and truth_of(provider) is None and provider.lower() != "none":
        of_provider = said.get(provider) or config.nodes.get(provider)
        if provider in KNOWN:
            return _taken(config, provider, of_provider or named, problems)
        if provider not in DISQUS or _shortname(of_provider) is not None:
            _tell(config, _shortname(of_provider) or named, provider, problems)
        return {}
    if named is not None and truth_of(provider) is False:
        return {}
    for key in DISQUS:
        if (shortname := _shortname(config.nodes.get(key))) is not None:
            _tell(config, shortname, "disqus", problems)
    name = next((name for name in KNOWN if any(map(_text, config.below(name).values()))), "")
    return _taken(config, name, config.nodes[name], problems) if name else {}


def _taken(config: Config, provider: str, node: Node, problems: Problems) -> dict[str, str]:
    said = dict(items_of(node))
    values = {ours: next(filter(None, (_text(said.get(key)) for key in keys)), "") for ours, keys in KEYS.items()}
    values["repo"] = values["repo"] or config.text("repository")
    if values["repo"] in OF_THEMES:
        return {}
    assert config.source is not None  # noqa: S101 - it says something
    try:
        repo = Repository.parse(values["repo"])
        Comments(provider=provider, **values | {"repo": repo})  # type: ignore[arg-type] # One of KNOWN.
    except ValueError as error:
        what = f"`{provider}`, which kept the comments, {error.args[0]}: left out"
        problems.warn(place(config.source, node), what, error.args[1])
        return {}
    way = next((said[key] for key in FOUND_BY if _text(said.get(key))), None)
    if way is not None and _text(way) != BY_ADDRESS:
        what = f"a page's comments were found by `{_text(way)}`: here they are by its address, `posts/radium/`"
        problems.warn(place(config.source, way), what, "give the old discussions such a title")
    return {"provider": provider} | {key: value for key, value in values.items() if value} | {"repo": str(repo)}


def _tell(config: Config, node: Node, provider: str, problems: Problems) -> None:
    assert config.source is not None  # noqa: S101 - it says something
    problems.warn(place(config.source, node), f"comments were kept by `{provider}`: left out", WHAT_NOW)


def _shortname(node: Node | None) -> Node | None:
    """The site's name at Disqus, whether it stands there itself or below `shortname`."""
    node = dict(items_of(node)).get("shortname", node)
    written = _text(node)
    return node if written and truth_of(written) is None and written not in OF_THEMES else None


def _text(node: Node | None) -> str:
    return node.value.strip() if isinstance(node, Scalar) and not is_nothing(node) else ""
