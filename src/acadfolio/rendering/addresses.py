"""A finished page comes in with addresses as their authors wrote them, it goes out with relative ones.

One place does it for templates, Markdown and data alike, so that one build works at `/`, at `/repo/`, below `~user/`
and from the disk. Links to pages name their file (`cv/index.html`): a browser that reads from the disk knows no other.
"""

from __future__ import annotations

import functools
import re
import unicodedata
from types import MappingProxyType
from typing import TYPE_CHECKING
from urllib.parse import quote, unquote

from acadfolio.entities import unescape
from acadfolio.loading.addresses import KEPT, SCHEME, output_path
from acadfolio.routing.references import NO_HOST, NO_PUZZLE, below, leads_nowhere

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Mapping

    from acadfolio.rendering.hosts import Hosts

INSIDE = r"""[^>"']*+(?>(?:(?:"[^"]*+"|'[^']*+')[^>"']*+)*)"""
"""Of a tag, what stands behind its name: a bracket in quotation marks does not end it."""
TAG_FLAGS = re.IGNORECASE | re.DOTALL | re.VERBOSE
TAG = re.compile(
    rf"""<!--.*?-->
    |(?P<start><(?P<raw>script|style|textarea|title)\b{INSIDE}>)(?P<content>[^<]*+(?>(?:<(?!/(?P=raw)\b)[^<]*+)*))(?=<)
    |<(?P<name>[a-z][^\s/>]*)(?:{INSIDE}|[^>]*)>""",
    TAG_FLAGS,
)
ATTRIBUTE = re.compile(r"""([^\s"'<>/=]+)(\s*=\s*)(?:"([^"]*)"|'([^']*)'|([^\s"'<>`]+))""")
LINKING = frozenset(
    {"a", "area", "audio", "button", "embed", "feimage", "form", "frame", "iframe", "image", "img", "input", "link"}
    | {"object", "script", "source", "track", "use", "video"}
)
"""The elements whose attributes hold addresses. `base` has one too, from which the others count."""
OTHER_ATTRIBUTES = r"""(?>(?:\ (?!href|style)[a-z-]+(?:="[^"]*+")?)*)"""
QUIET = rf"""[^<]*+(?>(?:<(?:
        (?![a-zA-Z!])
        |a{OTHER_ATTRIBUTES}\ href="https?://[^"]++"{OTHER_ATTRIBUTES}>
        |(?!(?:{"|".join(sorted(LINKING))}|picture|script|style|textarea|title)\b)[a-z][^\s/>A-Z]*+
            [^>"'sS]*+(?>(?:(?:"[^"]*+"|'[^']*+'|s(?![tT][yY][lL][eE]))[^>"'sS]*+)*)>
    )[^<]*+)*)"""
"""Text, and tags that have no address and no style, or lead elsewhere: most of a page. Capitals are looked at."""
NEXT_TAG = re.compile(rf"(?P<before>{QUIET})(?:(?i:{TAG.pattern})|<|\Z)", re.DOTALL | re.VERBOSE)
PLAIN_LINK = re.compile(rf"""(<(?:a|link){OTHER_ATTRIBUTES}\ href=")([^"&]*+)("{OTHER_ATTRIBUTES}>)""")
"""A link as the theme writes it."""
PICTURED = frozenset({"img", "picture"})
"""The elements that `finish` gets: their name, their tag with relative addresses, and where it stood."""
ADDRESS = frozenset({"action", "data-src", "formaction", "href", "poster", "src", "xlink:href"})
ADDRESSES = frozenset({"imagesrcset", "srcset"})
HOLDING = ADDRESS | ADDRESSES | {"data"}
MAY_LINK = ("href", "src", "style", "action", "data", "poster")
"""Without one of these words, a tag has no address."""
CANDIDATE = re.compile(r"([^\s,]\S*?)(,+(?=\s|$)|\s[^,]*(?:,|$)|$)")
"""One address of a `srcset` and what stands behind it. Only a comma before a space ends an address."""
STYLE_URL = re.compile(r"""url\(\s*(?:"([^"]*)"|'([^']*)'|([^)"'\s]+))\s*\)""", re.IGNORECASE)
SIGN = re.compile("[#?]")
PUZZLE = re.compile(r"//|/\.|[^!-~]|%")
"""What an address may have for which there is more than one way to write it."""
ELSEWHERE = ("#", "?", *NO_PUZZLE)
"""How most addresses start that stay as they are."""
HOME = "index.html"
FROM_PAGE = "/.//"
"""Stands, in a text that was taken from a page, between this page's folder and an address as its author wrote it."""
NOTHING: Mapping[str, str] = MappingProxyType({})


class Addresses:
    """Makes the local addresses of one page relative to it, and names those that lead nowhere."""

    def __init__(  # noqa: PLR0913, PLR0917 - what one page is seen with
        self,
        paths: Container[str],
        page_path: str,
        missing: Callable[[str], None],
        finish: Callable[[str, str, int], str] | None = None,
        hosts: Hosts | None = None,
        moved: Mapping[str, str] = NOTHING,
        resolved: dict[str, str | None] | None = None,
        base: str = "/",
    ) -> None:
        """`missing` is told what leads nowhere, `hosts` what a browser will ask of others.

        `moved` has the addresses of what are headings of the home page in another look, by their anchors; `resolved`
        is kept for other pages: the files that addresses from the top of the site mean. `base` is the path of the home
        page on its host.
        """
        self.resolved: dict[str, str | None] = {} if resolved is None else resolved
        self.paths, self.finish, self.moved = paths, finish, moved
        self.page_path, self.hosts, self.base = page_path, hosts, base
        self.folder = page_path.rpartition("/")[0]
        self.quoted_folder = quote(self.folder, safe=KEPT)
        self.missing = missing
        self.links: dict[str, str] = {}
        """The files that addresses of this page lead to."""
        self.has_missing = False
        self.is_fixed = True
        """Whether each address so far means the same from every other page."""

    def relative_page(self, page: str) -> str:
        """The page with every local address made relative."""
        return NEXT_TAG.sub(self._next, page)

    def relative(self, target: str) -> str:
        """One address. Those of other hosts, anchors, and what leads nowhere stay as they are."""
        if self.page_path == HOME and target.startswith("#"):
            return self.relative(self.moved[unquote(target[1:])]) if unquote(target[1:]) in self.moved else target
        if not target or target.startswith(ELSEWHERE):
            return self._unchanged(target, is_dead=target in NO_HOST)
        if target[0] != "/" and SCHEME.match(target):
            return self._unchanged(target, is_dead=leads_nowhere(target))
        return self._local(target)

    def _local(self, target: str) -> str:
        address, separator, rest = _split(target)
        self.is_fixed = self.is_fixed and address.startswith("/")
        path = self.resolved_to(address)
        if path is None and separator:
            # A file's name may hold the sign.
            address, path, separator, rest = target, self.resolved_to(target), "", ""
        if path is None:
            written = target.partition(FROM_PAGE)[2] if target.startswith("/") else ""
            return self._unchanged(written or target, is_dead=True)
        self.links[address] = path
        if path == HOME and separator == "#" and unquote(rest) in self.moved:
            return self.relative(self.moved[unquote(rest)])
        if path == self.page_path and rest and separator == "#":
            return f"#{rest}"
        return relative_path(_quoted(path), self.quoted_folder) + separator + rest

    def _unchanged(self, target: str, *, is_dead: bool) -> str:
        if is_dead:
            self.is_fixed, self.has_missing = False, True
            self.missing(target)
        return target

    def _next(self, match: re.Match[str]) -> str:
        """What stands before a tag, and the tag with its addresses made relative."""
        before, start, raw, content, name = match.groups()
        if name:
            lowered, tag = name.lower(), self._attributes(name, match.string[match.end("before") : match.end()])
            if self.finish and lowered in PICTURED:
                tag = self.finish(lowered, tag, match.end("before"))
            return f"{before}{tag}"
        if not raw:
            return match[0]
        if self.hosts and raw.lower() == "style":
            self.hosts.look_at_styles(content, self.page_path)
        return f"{before}{self._attributes(raw, start)}{content}"

    def _attributes(self, element: str, tag: str) -> str:
        """The tag with its addresses made relative: most tags of a page have none, and are only looked at."""
        if link := PLAIN_LINK.fullmatch(tag):
            made = self.relative(link[2].strip())
            if element != "a" and self.hosts and "//" in tag:
                self.hosts.look_at_tag(self.page_path, element, tag)
            return tag if made == link[2] else f"{link[1]}{_in_attribute(made, chr(34))}{link[3]}"
        name, lowered = element.lower(), tag.lower()
        if name in LINKING:
            if not any(word in lowered for word in MAY_LINK):
                return tag
        elif "style" not in lowered:
            return tag
        if self.hosts and "//" in tag:
            self.hosts.look_at_tag(self.page_path, name, tag)
        return ATTRIBUTE.sub(lambda match: self._attribute(name, match), tag)

    def _attribute(self, element: str, match: re.Match[str]) -> str:
        """An attribute with its addresses made relative; as it was written when that changes nothing."""
        name = match[1].lower()
        is_linking = element in LINKING
        if name != "style" and not (is_linking and name in HOLDING):
            return match[0]
        value = unescape(match[3] or match[4] or match[5] or "")
        if name == "style":
            made = STYLE_URL.sub(self._style_url, value) if "url(" in value.lower() else value
        elif name in ADDRESSES:
            made = CANDIDATE.sub(lambda candidate: self.relative(candidate[1]) + candidate[2], value)
        elif name in ADDRESS or element == "object":
            made = self.relative(value.strip())
        else:
            return match[0]
        if made == value:
            return match[0]
        mark = "'" if match[4] is not None else '"'
        return f"{match[1]}{match[2]}{mark}{_in_attribute(made, mark)}{mark}"

    def _style_url(self, match: re.Match[str]) -> str:
        target = match[1] or match[2] or match[3] or ""
        made = self.relative(target)
        return match[0] if made == target else f"url('{made.replace(chr(39), '%27')}')"

    def resolved_to(self, address: str) -> str | None:
        """The output file that an address means: seen from the page, else from the top of the site."""
        if not address.startswith("/"):
            return self._found(address)
        if address not in self.resolved:
            self.resolved[address] = self._found(address)
        return self.resolved[address]

    def _found(self, address: str) -> str | None:
        path = f"{address[1:]}{HOME}"
        if path in self.paths and address.startswith("/") and address.endswith("/") and not PUZZLE.search(address):
            return path  # As most links to pages are written.
        decoded = unicodedata.normalize("NFC", unquote(address))
        for written in dict.fromkeys((decoded, address)):
            for candidate in self._candidates(written):
                flat = _flatten(candidate)
                for path in (output_path(flat), flat.lstrip("/"), f"{flat.strip('/')}/index.html"):
                    if path in self.paths:
                        return path
        within = below(self.base, decoded)
        return self._found(within) if within else None

    def _candidates(self, written: str) -> list[str]:
        """What an address may mean, seen from the top."""
        if not written.startswith("/"):
            return [f"/{self.folder}/{written}", f"/{written}"]
        folder, of_page, rest = written.partition(FROM_PAGE)
        return [f"{folder}/{rest}", f"/{rest}"] if of_page else [written]


class SeenFromPage(Addresses):
    """Makes the addresses of a text mean the same on every page: they count from the page that it was taken from."""

    def __init__(self, address: str) -> None:
        super().__init__((), "", lambda _: None)
        self.of_page = f"/{quote(output_path(address), safe=KEPT)}"

    def relative(self, target: str) -> str:
        if target.startswith(("#", "?")):
            return f"{self.of_page}{target}"
        return super().relative(target)

    def _local(self, target: str) -> str:
        return target if target.startswith("/") else f"{self.of_page.rpartition('/')[0]}{FROM_PAGE}{target}"


class FullAddresses(Addresses):
    """Makes local addresses full ones: many programs that read feeds know no others in what a feed quotes."""

    def __init__(self, paths: Container[str], url: str, base: str) -> None:
        super().__init__(paths, HOME, lambda _: None, base=base)
        self.url = url

    def _local(self, target: str) -> str:
        self.has_missing = False
        address, sign, rest = _split(super()._local(target).removeprefix("./"))
        if self.has_missing:
            return f"{address}{sign}{rest}"
        folder, _, name = address.rpartition("/")
        above = f"{folder}/" if folder else ""
        return f"{self.url}/{above}{'' if name == HOME else name}{sign}{rest}"


@functools.lru_cache(1 << 14)
def _quoted(path: str) -> str:
    return quote(path, safe=KEPT)


def _in_attribute(address: str, mark: str) -> str:
    """An address as it stands between these quotation marks."""
    return address.replace("&", "&amp;").replace("<", "&lt;").replace(mark, "&#39;" if mark == "'" else "&quot;")


def _split(target: str) -> tuple[str, str, str]:
    """An address, and its query or fragment behind their sign."""
    if "#" not in target and "?" not in target:
        return target, "", ""
    if match := SIGN.search(target):
        return target[: match.start()], match[0], target[match.end() :]
    return target, "", ""


def _flatten(address: str) -> str:
    """`/a/../b/./c` as `/b/c`; what climbs out of the site ends at its top."""
    parts: list[str] = []
    for part in address.split("/"):
        if part == "..":
            del parts[-1:]
        elif part not in {"", "."}:
            parts.append(part)
    return "/" + "/".join(parts) + ("/" if address.endswith(("/", "/.", "/..")) and parts else "")


def relative_path(path: str, folder: str) -> str:
    """The address of a file as a page in a folder writes it."""
    up, above = 0, f"{folder}/" if folder else ""
    while not path.startswith(above):
        up, above = up + 1, above[: above.rfind("/", 0, -1) + 1]
    relative = "../" * up + path[len(above) :]
    return f"./{relative}" if ":" in relative.partition("/")[0] else relative
