"""Convert the paths and permalinks of pages to URLs, and URLs to output files."""

from __future__ import annotations

import re
from functools import lru_cache

from acadfolio.model.site_url import ascii_host

MARKDOWN_SUFFIXES = (".md", ".mkd", ".mkdn", ".mkdown", ".markdown")
PAGE_SUFFIXES = (*MARKDOWN_SUFFIXES, ".html")
UNSAFE = re.compile(r"[\x00-\x1f\\<>\"|?*#%]|(?:^|/)\.(?:/|$)|//")
SCHEME = re.compile(r"[a-zA-Z][a-zA-Z0-9+.-]*:|//")
"""The start of a URL that is not local, such as `https:`, `mailto:` or `//`."""
FULL_URL = re.compile(r"(?:https?:)?//", re.IGNORECASE)
HOST_END = re.compile(r"[/?#]")
UNSAFE_IN_URL = re.compile(r"[\s?#%<>\"|*\\]+")
SAFE_IN_URL = "/-._~!$&'()*+,;=:@"
"""Symbols that are not percent-encoded in a URL."""
EXTERNAL_URL = ("is a URL of another site", "write the part after the host, such as `/cv/`")
LONGEST_NAME = 255 - len(".html")
"""The number of bytes that file systems allow in a name."""
MISSING = "/404.html"
"""The page that servers show for unknown URLs."""
TOP_NAMES = {"about": "/", "404": MISSING}
"""Pages at the top of `content/` with a special URL."""


def default_url(path: str, post_name: str = "") -> str:
    """The URL of a page without a permalink, from its path in `content/`: `/` for about.md, `/cv/` for cv.md."""
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
    """The name of a file as part of a URL, with hyphens instead of spaces."""
    return UNSAFE_IN_URL.sub("-", name.strip()).strip("-") or "page"


def parse_local_url(text: str) -> str:
    """Parse a URL of this site, which gets a leading slash.

    Raises ValueError with a message and a hint for URLs of other sites, and for those that cannot
    be a file.
    """
    url = "/" + text.strip().removeprefix("/")
    if "://" in text:
        raise ValueError(*EXTERNAL_URL)
    if ":" in url:
        raise ValueError(
            "contains a colon", "Jekyll's placeholders do not work here: write the whole URL"
        )
    check_local_url(url)
    return url


def parse_old_url(text: str, site_url: str) -> str:
    """Parse an old URL of this site, which may begin with `site_url` or its base path.

    Raises ValueError with a message and a hint.
    """
    host, _, path = site_url.partition("://")[2].partition("/")
    base, url = path.rstrip("/"), text.strip()
    if "://" in url:
        old_host, _, url = url.partition("://")[2].partition("/")
        if not host or old_host.lower() != host.lower() or not _is_below(url, base):
            raise ValueError(*EXTERNAL_URL)
    path = url.removeprefix("/")
    return parse_local_url(path.removeprefix(base) if base and _is_below(path, base) else url)


@lru_cache(maxsize=50_000)  # The preview checks all links after each save.
def own_path(url: str, home: str) -> str | None:
    """The path from the site's root of a full URL of this site; None for any other URL.

    `home` is the full URL of the home page. `http` or `https`, `www.` and letter case make no
    difference.
    """
    if not (FULL_URL.match(home) and FULL_URL.match(url)):
        return None
    host, base = _host_and_path(home)
    found, path = _host_and_path(url)
    base = base.rstrip("/")
    local = re.split(r"[?#]", path, maxsplit=1)[0]
    if found != host or not (not base or local == base or local.startswith(f"{base}/")):
        return None
    rest = path[len(base) :]
    return rest if rest.startswith("/") else f"/{rest}"


def path_on_host(home: str) -> str:
    """The path of the home page on its host. `home` is its URL, or this path."""
    if not FULL_URL.match(home):
        return home
    return f"/{_host_and_path(home)[1].strip('/')}"


def _host_and_path(url: str) -> tuple[str, str]:
    """The host, without what makes no difference, and the rest of a full URL."""
    after = url.partition("//")[2]
    end = HOST_END.search(after)
    host = after[: end.start()] if end else after
    without_port = re.sub(r":(?:80|443)?$", "", host) if ":" in host else host
    return ascii_host(without_port).removeprefix("www."), after[len(host) :]


def _is_below(path: str, base: str) -> bool:
    return not base or path == base or path.startswith(f"{base}/")


def check_local_url(url: str) -> None:
    """Raises ValueError with a message and a hint for a URL that cannot be a file."""
    parts = url.lower().split("/")
    if ".." in parts:
        raise ValueError("leaves the site", "start it at the top of the site, such as `/cv/`")
    if ".git" in parts or parts[-1] == ".git.html":
        raise ValueError("is inside `.git`, which belongs to git", "write another name")
    if max(len(part.encode(errors="replace")) for part in parts) > LONGEST_NAME:
        raise ValueError("has a part that is too long for the name of a file", "shorten it")
    if unsafe := UNSAFE.search(url):
        character = f"`{unsafe[0]}`" if unsafe[0].isprintable() else "an invisible character"
        raise ValueError(
            f"contains {character}, which is not allowed", "write letters, digits, `-` and `/`"
        )


def canonical(url: str) -> str:
    """The canonical form of a URL: `/cv/` for `/cv/index.html`, and `/404.html` for the error page."""
    path = output_path(url)
    if path in {"404.html", "404/index.html"}:
        return MISSING
    if f"/{path}".endswith("/index.html"):
        return f"/{path.removesuffix('index.html')}"
    return url


def output_path(url: str) -> str:
    """The file that a server sends for a URL: cv/index.html for `/cv/`, cv.html for `/cv`, feed.xml for `/feed.xml`."""
    path = url.removeprefix("/")
    if not path or path.endswith("/"):
        return f"{path}index.html"
    return path if "." in path.rsplit("/", 1)[-1] else f"{path}.html"
