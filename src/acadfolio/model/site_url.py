"""The URL of the site: where visitors find it, and the likely URL in place of a wrong one."""

from __future__ import annotations

import re
from typing import Self
from urllib.parse import unquote

from acadfolio.model.values import HttpUrl, SecretValueError

EXAMPLE = "write the URL of your home page, such as `https://name.github.io`"
LABEL = r"[^\x00-,./:-@\[-^`{-\x7f\s]+"
"""A part of a host's name, in any script: no punctuation of ASCII except `-` and `_`."""
HOST = rf"(?:{LABEL}(?:\.{LABEL})*\.?|\[[0-9a-fA-F:.]+\])(?::\d+)?"
PARTS = r"(?is)(https?)://([^/?#]*)([^?#]*)(.*)"
EMAIL = r"(?:mailto:)?[^\s@:/]+@[^\s@:/]+\.[^\s@:/]+"
REMOTE = r"(?:ssh://)?git@([^:/\s]+)[:/](.*)"
"""The address of a repository for git."""
SCHEMES = r"(?i)(?:[a-z]*:?//+|https?:/*)+"
"""A scheme, also a misspelt or repeated one."""
FILE = r"(?i)[^/]+\.(?:html?|xhtml|php|aspx?|jsp|md|markdown|txt|xml|ya?ml|py|pdf)"
HOME_PAGE = r"(?i)[^.]+\.(?:html?|php)"
IP_ADDRESS = r"\d+(?:\.\d+){3}|\[.*\]"
PRIVATE_ENDINGS = (
    ".localhost", ".local", ".localdomain", ".internal", ".intranet", ".lan", ".home", ".home.arpa", ".corp",
    ".private", ".test", ".invalid",
)  # fmt: skip
"""The endings of names that only one computer or one network knows."""
PAGES_OF = {
    "github.com": "github.io",
    "raw.githubusercontent.com": "github.io",
    "gitlab.com": "gitlab.io",
    "bitbucket.org": "bitbucket.io",
    "codeberg.org": "codeberg.page",
}
"""The hosts of repositories, and those of their users' pages."""


class SiteUrl(HttpUrl):
    """The URL of the home page. Its host is in lower case and in ASCII, as the DNS has it."""

    @classmethod
    def parse(cls, text: str) -> Self:
        """Raises ValueError, with the likely URL as the hint, unless visitors can open the text as a URL."""
        if re.fullmatch(EMAIL, text):
            raise SecretValueError("is an e-mail address, not a URL", EXAMPLE)
        if "@" in text and not re.match(REMOTE, text):
            _refuse_secrets(text)
        if error := error_of(text):
            likely = likely_url(text)
            raise ValueError(error, f"write `{likely}`" if likely else EXAMPLE)
        scheme, host, path, _ = _parts_of(text)
        return cls(f"{scheme.lower()}://{ascii_host(host)}{path}")


def _refuse_secrets(text: str) -> None:
    """Raise SecretValueError for a text that may contain a password, so that it is not printed."""
    if not re.match(PARTS, text):
        raise SecretValueError("is not a URL", EXAMPLE)
    HttpUrl.parse(text)


def error_of(url: str) -> str:
    """What is wrong with the URL of a site; empty if nothing is."""
    found = re.fullmatch(PARTS, url)
    if not found or re.search(r"[\s\\<>\"]", url):
        return "is not a URL"
    _, host, path, rest = found.groups()
    if not re.fullmatch(HOST, host) or re.fullmatch(HOME_PAGE, host):
        return "is not a URL"
    if is_private(host):
        return "leads to your own computer or network, which visitors cannot open"
    if _repository_host(host):
        return "is the URL of a repository, not of the site"
    if _is_host_of_pages(host):
        return "is the host of all sites, without the name of yours"
    if rest:
        return f"must end before `{rest[0]}`: it is the URL of all pages"
    if re.fullmatch(FILE, path.rpartition("/")[2]):
        return f"must end before the file `{path.rpartition('/')[2]}`: it is the URL of all pages"
    if "//" in path.rstrip("/") or path.strip("/").lower() == host.lower():
        return "is not the URL of a home page"
    return ""


def likely_url(text: str) -> str:
    """The URL that was probably meant; empty if it cannot be known."""
    written_host = re.sub(SCHEMES, "", text.strip(), count=1).partition("/")[0]
    if len(written_host.split()) > 1:
        return ""  # `emmy github.io` may be any host.
    cleaned = "".join(text.split()).strip("<>\"'`,;").replace("\\", "/")
    if remote := re.fullmatch(REMOTE, cleaned):
        cleaned = f"https://{remote[1]}/{remote[2]}"
    scheme = "http" if cleaned.lower().startswith("http:") else "https"
    _, host, path, _ = _parts_of(f"{scheme}://{re.sub(SCHEMES, '', cleaned, count=1)}")
    host = unquote(host).rstrip(".").removesuffix(".git").lower()
    segments = [segment for segment in path.split("/") if segment]
    if segments and re.fullmatch(FILE, segments[-1]):
        segments.pop()
    if pages := _repository_host(host):
        return _pages_url(host, segments, pages)
    if _is_host_of_pages(host):
        return _pages_url("", segments, host.removeprefix("www."))
    if segments and segments[0].lower() == host:
        segments.pop(0)
    url = "/".join([f"{scheme}://{host}", *segments])
    return "" if error_of(url) else url


def _pages_url(host: str, segments: list[str], pages: str) -> str:
    """The URL of the pages of a repository; of those of its owner without one.

    Empty without an owner.
    """
    subdomain = host.removesuffix(_host_of_repositories(host)).rstrip(".")
    if subdomain not in {"", "www"}:
        return f"https://{subdomain}.{pages}"
    if not segments:
        return ""
    owner = segments[0].lower()
    home = f"{owner}.{pages}"
    repository = segments[1].removesuffix(".git") if segments[1:] else ""
    if repository.lower() in {"", home, "pages" if pages == "codeberg.page" else home}:
        return f"https://{home}"
    return f"https://{home}/{repository}"


def _repository_host(host: str) -> str:
    """The host of the pages of users; empty if the host has no repositories."""
    return PAGES_OF.get(_host_of_repositories(host), "")


def _is_host_of_pages(host: str) -> bool:
    """Whether a host is that of the pages of all users, such as `github.io`, and not one user's."""
    return host.lower().rstrip(".").removeprefix("www.") in PAGES_OF.values()


def _host_of_repositories(host: str) -> str:
    name = host.lower().rstrip(".")
    return next((known for known in PAGES_OF if name == known or name.endswith(f".{known}")), "")


def is_private(host: str) -> bool:
    """Whether a host, with or without a port, is known on one computer or in one network only."""
    name = re.sub(r":\d+$", "", host).lower().rstrip(".")
    if re.fullmatch(IP_ADDRESS, name):
        return _is_private_address(name.strip("[]"))
    return "." not in name or name.endswith(PRIVATE_ENDINGS)


def _is_private_address(address: str) -> bool:
    import ipaddress  # Imported for such addresses alone.

    try:
        return not ipaddress.ip_address(address).is_global
    except ValueError:
        return True


def ascii_host(host: str) -> str:
    """The host in lower case, with each other alphabet in Punycode: `müller.de` is `xn--mller-kva.de`.

    As in IDNA 2008, `ß` is a letter of its own.
    """
    host = host.rstrip(".")
    if host.isascii():
        return host.lower()
    import unicodedata  # Imported for such hosts alone.

    labels = unicodedata.normalize("NFKC", host.replace("。", ".")).lower().split(".")
    return ".".join(map(_ascii_label, labels))


def _ascii_label(label: str) -> str:
    return label if label.isascii() else f"xn--{label.encode('punycode').decode('ascii')}"


def _parts_of(url: str) -> tuple[str, str, str, str]:
    """The scheme, the host with its port, the path, and the rest from a `?` or `#`."""
    found = re.fullmatch(PARTS, url)
    if found is None:
        return "", "", "", ""
    scheme, host, path, rest = found.groups()
    return scheme, host, path, rest
