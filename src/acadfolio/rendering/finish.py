"""Finish rendered pages in one walk: relative URLs, images, e-mail addresses, and the hosts they ask."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from msgspec import Struct, field
from msgspec.structs import replace

from acadfolio.html.email import shield_token
from acadfolio.html.links import hosts_of_styles, hosts_of_tag, rewrite_urls

if TYPE_CHECKING:
    from collections.abc import Iterable

    from acadfolio.html.tokens import Token
    from acadfolio.rendering.images import PageImages
    from acadfolio.rendering.urls import PageUrls


def finish(tokens: Iterable[Token], urls: PageUrls, images: PageImages) -> tuple[str, set[str]]:
    """A page as it is written, and the hosts that a visitor's browser asks because of it.

    What a script asks for when it runs cannot be known here: the host that it comes from stands for it.
    """
    parts: list[str] = []
    hosts: set[str] = set()
    for token in tokens:
        source = token.source
        if token.kind == "start":
            images.follow(token)
            hosts.update(hosts_of_tag(token))
            source = rewrite_urls(token, urls.relative)
            if token.name == "img":
                source = images.finish(replace(token, source=source))
        elif token.kind == "end":
            images.follow(token)
        elif token.kind == "raw" and token.name == "style":
            hosts.update(hosts_of_styles(source))
        parts.append(shield_token(token, source) if "@" in source else source)
    return "".join(parts), hosts


class OtherHosts(Struct):
    """The hosts that visitors' browsers ask, each with the pages that make them."""

    own: str = ""
    """The site's own host, where it is known."""
    pages: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))

    def add(self, hosts: Iterable[str], *pages: str) -> None:
        for host in hosts:
            if host != self.own:
                self.pages[host].update(pages)

    @property
    def counts(self) -> dict[str, int]:
        """By host, the number of pages that ask it: the most asked first."""
        found = {host: len(pages) for host, pages in self.pages.items()}
        return dict(sorted(found.items(), key=lambda pair: (-pair[1], pair[0])))
