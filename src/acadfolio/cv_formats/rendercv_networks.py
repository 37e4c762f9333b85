"""The networks that RenderCV knows, and how it writes a name in each."""

from __future__ import annotations

import re
from typing import NamedTuple

from acadfolio.model.networks import network_of

ANY_NAME = r"[^\s/@]+"


class RenderCvNetwork(NamedTuple):
    """A network of RenderCV."""

    label: str
    url: str
    """The beginning of its URLs."""
    name: str = ANY_NAME
    """A regular expression for names."""


NETWORKS = {
    "linkedin": RenderCvNetwork("LinkedIn", "linkedin.com/in/"),
    "github": RenderCvNetwork("GitHub", "github.com/"),
    "gitlab": RenderCvNetwork("GitLab", "gitlab.com/"),
    "instagram": RenderCvNetwork("Instagram", "instagram.com/"),
    "orcid": RenderCvNetwork("ORCID", "orcid.org/", r"\d{4}-\d{4}-\d{4}-\d{3}[\dX]"),
    "mastodon": RenderCvNetwork("Mastodon", "", r"@[^@/\s]+@[^@/\s]+"),
    "stackoverflow": RenderCvNetwork("StackOverflow", "stackoverflow.com/users/", r"\d+/[^/\s]+"),
    "researchgate": RenderCvNetwork("ResearchGate", "researchgate.net/profile/"),
    "youtube": RenderCvNetwork("YouTube", "youtube.com/@"),
    "googlescholar": RenderCvNetwork("Google Scholar", "scholar.google.com/citations?user="),
    "telegram": RenderCvNetwork("Telegram", "t.me/"),
    "twitter": RenderCvNetwork("X", "x.com/"),
    "bluesky": RenderCvNetwork(
        "Bluesky", "bsky.app/profile/", r"(?:[A-Za-z0-9-]+\.)+[A-Za-z0-9-]+"
    ),
    "reddit": RenderCvNetwork("Reddit", "reddit.com/user/", r"[\w-]{3,23}"),
}
"""The networks by our keys."""


def rendercv_name(label: str, written: str) -> tuple[str, str] | None:
    """RenderCV's network and name for a link of the sidebar; None if it has no place for them.

    `written` is a name or a URL.
    """
    network = NETWORKS.get(network_of(label) or "")
    if network is None:
        return None
    _, scheme, path = written.rpartition("://")
    if scheme and network.url and path.removeprefix("www.").startswith(network.url):
        written = path.removeprefix("www.").removeprefix(network.url).rstrip("/")
    name = written if network.label == "Mastodon" else written.removeprefix("@")
    return (network.label, name) if re.fullmatch(network.name, name) else None


LANGUAGES = {
    "ar": "arabic", "da": "danish", "nl": "dutch", "fr": "french", "de": "german", "he": "hebrew",
    "hi": "hindi", "hu": "hungarian", "id": "indonesian", "it": "italian", "ja": "japanese",
    "ko": "korean", "nb": "norwegian_bokmål", "nn": "norwegian_nynorsk",
    "zh": "mandarin_chinese", "fa": "persian", "pt": "portuguese", "ru": "russian",
    "es": "spanish", "tr": "turkish", "vi": "vietnamese",
}  # fmt: skip
"""RenderCV's names of languages, besides English."""
