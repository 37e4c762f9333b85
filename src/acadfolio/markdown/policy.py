"""The one place that decides what text from elsewhere (`raw_html=False`) may do: no HTML, no scripts, no handlers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from acadfolio.markdown.white_space import DISGUISES
from acadfolio.regex import regex

if TYPE_CHECKING:
    from acadfolio.markdown.model import Options
    from acadfolio.markdown.tree import Attributes

_SCHEME = regex(r"([a-z][a-z0-9+.-]*):")
_SAFE_SCHEMES = frozenset(("http", "https", "mailto", "tel", "ftp", "ftps", "doi", "news", "xmpp", "geo", "sms"))
_SAFE_ATTRIBUTES = frozenset(
    ["id", "class", "title", "lang", "dir", "rel", "target", "width", "height", "alt", "role", "start"]
)
# Browsers skip these inside a scheme.
_IGNORED = regex(rf"[\x00-\x20\x7f-\xa0\u200b-\u200f\u2028\u2029\ufeff{DISGUISES}]+")


def allows_html(options: Options) -> bool:
    return options.raw_html


def url(address: str, options: Options) -> str:
    """The address, or nothing when it would run something."""
    if options.raw_html:
        return address
    from acadfolio.markdown.escape import plain

    scheme = _SCHEME.match(_IGNORED.sub("", plain(address)).lower())
    return address if scheme is None or scheme[1] in _SAFE_SCHEMES else ""


def attributes(found: Attributes, options: Options) -> Attributes:
    """What an attribute list may set."""
    if options.raw_html:
        return found
    return {name: value for name, value in found.items() if name in _SAFE_ATTRIBUTES or name.startswith("aria-")}
