"""The URLs of pages in a site, from their paths and permalinks, and the output files of URLs."""

from __future__ import annotations

import re

UNSAFE = re.compile(r"[\x00-\x1f\\<>\"|?*#%]|(?:^|/)\.(?:/|$)|//")
SCHEME = re.compile(r"[a-zA-Z][a-zA-Z0-9+.-]*:|//")
"""How an address starts that is none of this site."""
UNSAFE_IN_URL = re.compile(r"[\s?#%<>\"|*\\]+")
KEPT = "/-._~!$&'()*+,;=:@"
"""What stands in an address as it is, beside letters and digits."""
EXTERNAL_URL = ("is the address of another site", "write the part after the host, such as `/cv/`")
LONGEST_NAME = 255 - len(".html")
"""Bytes that file systems allow in a name."""
MISSING = "/404.html"
"""What servers show where there is no page."""
TOP_NAMES = {"about": "/", "404": MISSING}
"""Pages at the top of `content/` that have a URL of their own."""


def address_of(path: str, post_name: str = "") -> str:
    """Where a page of `content/` goes that has no permalink: about.md is the home page, cv.md is `/cv/`."""
    folder, slash, file = path.rpartition("/")
    stem = file.rsplit(".", 1)[0]
    if post_name:
        return f"/{folder}{slash}{slug(post_name)}/"
    if stem == "index":
        return f"/{folder}{slash}"
    if not folder and stem in TOP_NAMES:
        return TOP_NAMES[stem]
    return f"/{folder}{slash}{slug(stem)}/"


def slug(name: str) -> str:
    """A file's name as part of an address: its spaces become hyphens."""
    return UNSAFE_IN_URL.sub("-", name.strip()).strip("-") or "page"


def tidy_address(text: str) -> str:
    """An address with its leading slash. Raises ValueError for one that leaves the site or no server could keep.

    The error's arguments are what is wrong, and what to do.
    """
    address = "/" + text.strip().removeprefix("/")
    if "://" in text:
        raise ValueError(*EXTERNAL_URL)
    if ":" in address:
        raise ValueError("holds a colon", "Jekyll's placeholders are not filled in: write the address out")
    check_address(address)
    return address


def old_address(text: str, url: str | None) -> str:
    """An old address as one below the site at `url`: it may begin with that, or with the path in it. Raises ValueError.

    The error's arguments are what is wrong, and what to do.
    """
    host, _, path = (url or "").partition("://")[2].partition("/")
    base, address = path.rstrip("/"), text.strip()
    if "://" in address:
        old_host, _, address = address.partition("://")[2].partition("/")
        if not host or old_host.lower() != host.lower() or not _is_below(address, base):
            raise ValueError(*EXTERNAL_URL)
    bare = address.removeprefix("/")
    return tidy_address(bare.removeprefix(base) if base and _is_below(bare, base) else address)


def _is_below(path: str, base: str) -> bool:
    return not base or path == base or path.startswith(f"{base}/")


def check_address(address: str) -> None:
    """Raises ValueError for an address that no server could keep. Its arguments are what is wrong, and what to do."""
    parts = address.lower().split("/")
    if ".." in parts:
        raise ValueError("leaves the site", "start it at the top of the site, such as `/cv/`")
    if ".git" in parts or parts[-1] == ".git.html":
        raise ValueError("leads into `.git`, where only git writes", "write another name")
    if max(len(part.encode(errors="replace")) for part in parts) > LONGEST_NAME:
        raise ValueError("has a part that is too long for the name of a file", "shorten it")
    if unsafe := UNSAFE.search(address):
        what = f"holds `{unsafe[0]}`" if unsafe[0].isprintable() else "holds an invisible character"
        raise ValueError(f"{what}, which no address can have", "write letters, digits, `-` and `/`")


def canonical(address: str) -> str:
    """One spelling for a page at the top of its folder (`/cv/index.html` is `/cv/`), and one for the missing page."""
    path = output_path(address)
    if path in {"404.html", "404/index.html"}:
        return MISSING
    return "/" + path.removesuffix("index.html") if f"/{path}".endswith("/index.html") else address


def output_path(address: str) -> str:
    """The file that a server looks for: `/` is index.html, `/cv/` cv/index.html, `/cv` cv.html, `/feed.xml` itself."""
    path = address.removeprefix("/")
    if not path or path.endswith("/"):
        return f"{path}index.html"
    return path if "." in path.rsplit("/", 1)[-1] else f"{path}.html"
