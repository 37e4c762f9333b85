"""The links of the sidebar as CVs have them: a label and a URL."""

from __future__ import annotations

from acadfolio.model.networks import network_of, networks, profile_url


def url_of_link(label: str, written: str) -> str:
    """The URL of a link of the sidebar; empty for a path of the site."""
    key = network_of(label)
    url = profile_url(key, written) if key else written
    return url if url.startswith(("https://", "http://")) else ""


def label_of_link(label: str) -> str:
    """The label of a link of the sidebar: the name of the network, or the author's own."""
    key = network_of(label)
    return networks()[key].label if key else label
