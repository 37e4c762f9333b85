"""A finished page comes in with addresses as their authors wrote them, it goes out with relative ones.

One place does it for templates, Markdown and data alike, so that one build works at `/`, at `/repo/`, below `~user/`
and from the disk. Links to pages name their file (`cv/index.html`): a browser that reads from the disk knows no other.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from urllib.parse import quote, unquote

from acadfolio.load.addresses import output_path
from acadfolio.load.references import SCHEME

if TYPE_CHECKING:
    from collections.abc import Callable, Container

TAG = re.compile(
    r"<!--.*?-->|<(?:a|area|audio|embed|form|iframe|image|img|input|link|object|script|source|track|use|video)\b[^>]*>",
    re.IGNORECASE | re.DOTALL,
)
ATTRIBUTE = re.compile(
    r"""(\s(?:href|src|poster|action|data-src)\s*=\s*)(?:"([^"]*)"|'([^']*)')|(\ssrcset\s*=\s*)"([^"]*)\"""",
    re.IGNORECASE,
)
KEPT = "/#-._~!$&'()*+,;=:@%"


class Addresses:
    """Makes the local addresses of one page relative to it, and names those that lead nowhere."""

    def __init__(self, paths: Container[str], page_path: str, missing: Callable[[str], None]) -> None:
        self.paths = paths
        self.page_path = page_path
        self.folder = page_path.rpartition("/")[0]
        self.missing = missing

    def relative_page(self, html: str) -> str:
        """The page with every local address made relative."""
        return TAG.sub(self._tag, html)

    def relative(self, target: str) -> str:
        """One address. Those of other hosts, anchors, and what leads nowhere stay as they are."""
        if not target or SCHEME.match(target) or target.startswith(("#", "?")):
            return target
        address, separator, rest = _split(target)
        path = self._resolve(unquote(address))
        if path is None:
            self.missing(target)
            return target
        if path == self.page_path and rest and separator == "#":
            return f"#{rest}"
        return _relative(quote(path, safe=KEPT), quote(self.folder, safe=KEPT)) + separator + rest

    def _tag(self, match: re.Match[str]) -> str:
        if match[0].startswith("<!--") or "=" not in match[0]:
            return match[0]
        return ATTRIBUTE.sub(self._attribute, match[0])

    def _attribute(self, match: re.Match[str]) -> str:
        if match[4]:
            parts = [part.strip().partition(" ") for part in match[5].split(",")]
            return f'{match[4]}"{", ".join("".join([self._escaped(url), *rest]) for url, *rest in parts)}"'
        value = match[2] if match[2] is not None else match[3]
        mark = '"' if match[2] is not None else "'"
        return f"{match[1]}{mark}{self._escaped(value)}{mark}"

    def _escaped(self, value: str) -> str:
        if "&" not in value:
            return self.relative(value)
        return self.relative(value.replace("&amp;", "&")).replace("&", "&amp;")

    def _resolve(self, address: str) -> str | None:
        """The output file that an address means: seen from the page, else from the top of the site."""
        candidates = [address] if address.startswith("/") else [f"/{self.folder}/{address}", f"/{address}"]
        for candidate in candidates:
            flat = _flatten(candidate)
            for path in (output_path(flat), flat.lstrip("/"), f"{flat.strip('/')}/index.html"):
                if path in self.paths:
                    return path
        return None


def _split(target: str) -> tuple[str, str, str]:
    """An address, and its query or fragment behind their sign."""
    for position, character in enumerate(target):
        if character in "#?":
            return target[:position], character, target[position + 1 :]
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


def _relative(path: str, folder: str) -> str:
    here = folder.split("/") if folder else []
    there = path.split("/")
    common = 0
    while common < len(here) and common < len(there) - 1 and here[common] == there[common]:
        common += 1
    relative = "../" * (len(here) - common) + "/".join(there[common:])
    return f"./{relative}" if ":" in relative.split("/")[0] else relative
