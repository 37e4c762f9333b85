"""The URLs of pages in a site, from their paths and permalinks, and the output files of URLs."""

from __future__ import annotations

import re

UNSAFE = re.compile(r"[\x00-\x1f\\<>\"|?*#%]|(?:^|/)\.(?:/|$)|//")
SCHEME = re.compile(r"[a-zA-Z][a-zA-Z0-9+.-]*:|//")
"""How a URL starts that is not local: one of another site, or `mailto:` and the like."""
UNSAFE_IN_URL = re.compile(r"[\s?#%<>\"|*\\]+")
SAFE_IN_URL = "/-._~!$&'()*+,;=:@"
"""What a URL holds without percent encoding, besides letters and digits."""
EXTERNAL_URL = ("is a URL of another site", "write the part after the host, such as `/cv/`")
LONGEST_NAME = 255 - len(".html")
"""Bytes that file systems allow in a name."""
MISSING = "/404.html"
"""What servers show where there is no page."""
TOP_NAMES = {"about": "/", "404": MISSING}
"""Pages at the top of `content/` that have a URL of their own."""


def default_url(path: str, post_name: str = "") -> str:
    """The URL of a page of `content/` without a permalink: about.md is the home page, cv.md is `/cv/`."""
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
    """A file's name as part of a URL: its spaces become hyphens."""
    return UNSAFE_IN_URL.sub("-", name.strip()).strip("-") or "page"


def parse_local_url(text: str) -> str:
    """A URL of this site with its leading slash. Raises ValueError for one that leaves the site or cannot be a file.

    The error's arguments are what is wrong, and what to do.
    """
    url = "/" + text.strip().removeprefix("/")
    if "://" in text:
        raise ValueError(*EXTERNAL_URL)
    if ":" in url:
        raise ValueError("contains a colon", "Jekyll's placeholders do not work here: write the whole URL")
    check_local_url(url)
    return url


def parse_old_url(text: str, site_url: str | None) -> str:
    """An old URL as a local one: it may begin with `site_url`, or with the path of that. Raises ValueError.

    The error's arguments are what is wrong, and what to do.
    """
    host, _, path = (site_url or "").partition("://")[2].partition("/")
    base, url = path.rstrip("/"), text.strip()
    if "://" in url:
        old_host, _, url = url.partition("://")[2].partition("/")
        if not host or old_host.lower() != host.lower() or not _is_below(url, base):
            raise ValueError(*EXTERNAL_URL)
    bare = url.removeprefix("/")
    return parse_local_url(bare.removeprefix(base) if base and _is_below(bare, base) else url)


def _is_below(path: str, base: str) -> bool:
    return not base or path == base or path.startswith(f"{base}/")


def check_local_url(url: str) -> None:
    """Raises ValueError for a URL that cannot be a file. Its arguments are what is wrong, and what to do."""
    parts = url.lower().split("/")
    if ".." in parts:
        raise ValueError("leaves the site", "start it at the top of the site, such as `/cv/`")
    if ".git" in parts or parts[-1] == ".git.html":
        raise ValueError("is inside `.git`, which belongs to git", "write another name")
    if max(len(part.encode(errors="replace")) for part in parts) > LONGEST_NAME:
        raise ValueError("has a part that is too long for the name of a file", "shorten it")
    if unsafe := UNSAFE.search(url):
        what = f"contains `{unsafe[0]}`" if unsafe[0].isprintable() else "contains an invisible character"
        raise ValueError(f"{what}, which is not allowed", "write letters, digits, `-` and `/`")


def canonical(url: str) -> str:
    """One spelling for a page at the top of its folder (`/cv/index.html` is `/cv/`), and one for the missing page."""
    path = output_path(url)
    if path in {"404.html", "404/index.html"}:
        return MISSING
    return "/" + path.removesuffix("index.html") if f"/{path}".endswith("/index.html") else url


def output_path(url: str) -> str:
    """The file that a server looks for: `/` is index.html, `/cv/` cv/index.html, `/cv` cv.html, `/feed.xml` itself."""
    path = url.removeprefix("/")
    if not path or path.endswith("/"):
        return f"{path}index.html"
    return path if "." in path.rsplit("/", 1)[-1] else f"{path}.html"
