"""Rewrite the URLs in the tags of a page, and list the hosts from which browsers load files."""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING

from acadfolio.html.tokens import Token, tags

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator

LOADED = {
    "audio": ["src"],
    "embed": ["src"],
    "iframe": ["src"],
    "image": ["href", "xlink:href"],
    "img": ["src", "srcset"],
    "link": ["href", "imagesrcset"],
    "object": ["data"],
    "script": ["src", "href", "xlink:href"],
    "source": ["src", "srcset"],
    "track": ["src"],
    "use": ["href", "xlink:href"],
    "video": ["poster", "src"],
}
"""The attributes with URLs that a browser loads with the page, by element. That of `base` is not among them."""
FOLLOWED = {
    "a": ["href", "xlink:href", "data-src"],
    "area": ["href"],
    "form": ["action"],
}
"""The attributes with URLs that a browser requests when a visitor follows a link."""
LOADING_RELATIONS = {
    "apple-touch-icon",
    "apple-touch-icon-precomposed",
    "dns-prefetch",
    "icon",
    "manifest",
    "mask-icon",
    "modulepreload",
    "preconnect",
    "prefetch",
    "preload",
    "prerender",
    "stylesheet",
}
"""The relations for which a browser loads the URL of a `link`."""
LISTS = {"imagesrcset", "srcset"}
URLS = FOLLOWED | {name: [*attributes, "data-src"] for name, attributes in LOADED.items()}
"""All attributes with URLs, with those that the theme's scripts use."""
CANDIDATE = r"([^\s,](?>(?:,*+[^\s,]++)*))(,+(?=\s|$)|\s[^,]*(?:,|$)|$)"
"""A URL of a `srcset` and what follows it. Only a comma before a space ends a URL."""
STYLE_URL = re.compile(
    r"""url\(\s*(?:"([^"]*)"|'([^']*)'|([^)"'\s]+))\s*\)|@import\s+(?:"([^"]*)"|'([^']*)')""",
    re.IGNORECASE,
)


def rewrite_urls(tag: Token, rewrite: Callable[[str], str]) -> str:
    """The source of a tag with `rewrite` applied to each URL."""
    names = URLS.get(tag.name, [])
    if tag.kind != "start" or not (names or "style" in tag.source.lower()):
        return tag.source
    return tag.with_attributes(partial(_rewritten, rewrite, names))


def _rewritten(rewrite: Callable[[str], str], names: Collection[str], name: str, value: str) -> str:
    """The value of an attribute with rewritten URLs. `names` are the attributes with URLs."""
    if name == "style":
        return STYLE_URL.sub(partial(_in_style, rewrite), value)
    if name not in names:
        return value
    if name in LISTS:
        return re.sub(CANDIDATE, lambda candidate: rewrite(candidate[1]) + candidate[2], value)
    return rewrite(value.strip())


def _in_style(rewrite: Callable[[str], str], match: re.Match[str]) -> str:
    url = _url_of(match)
    new = rewrite(url)
    return match[0] if new == url else "url('{}')".format(new.replace("'", "%27"))


def _url_of(match: re.Match[str]) -> str:
    return match[match.lastindex] if match.lastindex else ""


def hosts_of_tag(tag: Token) -> Iterator[str]:
    """The hosts from which a browser loads files because of a start tag."""
    attributes = tag.attributes
    yield from hosts_of_styles(attributes.get("style", ""))
    for inner in tags(attributes.get("srcdoc", "")):
        if inner.kind == "start":
            yield from hosts_of_tag(inner)
    if tag.name != "link" or LOADING_RELATIONS & set(attributes.get("rel", "").lower().split()):
        for name in LOADED.get(tag.name, []):
            yield from filter(None, map(_host, _urls(name, attributes.get(name, ""))))


def _urls(name: str, value: str) -> list[str]:
    """The URLs in the value of an attribute."""
    if name in LISTS:
        return [match[1] for match in re.finditer(CANDIDATE, value)]
    return [value.strip()]


def hosts_of_styles(styles: str) -> Iterator[str]:
    """The hosts from which a style sheet loads files."""
    return filter(None, (_host(_url_of(match)) for match in STYLE_URL.finditer(styles)))


def _host(url: str) -> str:
    """The host of a URL, with its port; empty for a local one."""
    scheme, _, rest = url.partition("//")
    if not rest or scheme.lower() not in {"", "http:", "https:"}:
        return ""
    for separator in "/?#\\":
        rest = rest.partition(separator)[0]
    return rest.rpartition("@")[2].lower()
