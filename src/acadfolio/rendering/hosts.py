"""The tags of finished pages come in, the other hosts that visitors' browsers will ask come out: who, for which pages.

What a browser loads by itself counts, and what a script loads that the page names; a link that a visitor may follow
does not. What a script asks for when it runs cannot be known here: its own host stands for it.
"""

from __future__ import annotations

import re
from collections import defaultdict

from msgspec import Struct, field

from acadfolio.entities import unescape

LOADING = {
    "audio": {"src"},
    "embed": {"src"},
    "feimage": {"href", "xlink:href"},
    "frame": {"src"},
    "iframe": {"src"},
    "image": {"href", "xlink:href"},
    "img": {"src", "srcset"},
    "input": {"src"},
    "link": {"href", "imagesrcset"},
    "object": {"data"},
    "script": {"src", "href", "xlink:href"},
    "source": {"src", "srcset"},
    "track": {"src"},
    "use": {"href", "xlink:href"},
    "video": {"poster", "src"},
}
"""The attributes by which an element makes a browser ask for something."""
RELATIONS = frozenset(
    {"apple-touch-icon", "apple-touch-icon-precomposed", "dns-prefetch", "icon", "manifest", "mask-icon"}
    | {"modulepreload", "preconnect", "prefetch", "preload", "prerender", "stylesheet"}
)
"""Of links: those that are followed without being asked."""
ATTRIBUTE = re.compile(r"""([^\s"'<>/=]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'<>`]+))""")
ADDRESS = re.compile(r"""(?:https?:)?//[^\s"'<>(),]+""", re.IGNORECASE)
HOST = re.compile(r"(?:https?:)?//([^\s/?#\\]+)", re.IGNORECASE)
STYLE = re.compile(
    r"""(?:url\(\s*["']?|@import\s+["'])((?:https?:)?//[^\s"'()]+)""",
    re.IGNORECASE,
)


class Hosts(Struct):
    """Gathers, while a site is rendered, which of its pages ask which other host."""

    own: str = ""
    """The site's own host, where it is known."""
    pages: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))

    def look_at_tag(self, page: str, element: str, tag: str) -> None:
        """A start tag that holds `//` somewhere."""
        attributes = {name.lower(): unescape(one or two or three) for name, one, two, three in ATTRIBUTE.findall(tag)}
        if "style" in attributes:
            self.look_at_styles(attributes["style"], page)
        if "srcdoc" in attributes:
            self._look_inside(page, attributes["srcdoc"])
        if element == "link" and not RELATIONS & set(attributes.get("rel", "").lower().split()):
            return
        for name in LOADING.get(element, set()) & attributes.keys():
            self._add(page, ADDRESS.findall(attributes[name]) if "srcset" in name else [attributes[name].strip()])

    def look_at_styles(self, styles: str, *pages: str) -> None:
        """CSS, and the pages that it is for."""
        for address in STYLE.findall(styles):
            for page in pages:
                self._add(page, [address])

    def _look_inside(self, page: str, document: str) -> None:
        """A whole page in an attribute."""
        for element, tag in re.findall(r"<([a-z][^\s/>]*)([^>]*)>", document, re.IGNORECASE):
            self.look_at_tag(page, element.lower(), tag)

    def _add(self, page: str, addresses: list[str]) -> None:
        for address in addresses:
            if match := HOST.match(address):
                host = match[1].rpartition("@")[2].lower()
                if host and host != self.own:
                    self.pages[host].add(page)

    @property
    def counts(self) -> dict[str, int]:
        """By host, how many pages ask it: the most asked first."""
        found = {host: len(pages) for host, pages in self.pages.items()}
        return dict(sorted(found.items(), key=lambda pair: (-pair[1], pair[0])))
