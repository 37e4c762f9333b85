"""The networks for links of the sidebar, listed in `networks.yml`, and the URLs of people's profiles in them."""

import re
from functools import cache

from msgspec import Struct

from acadfolio.source.yaml import load_table
from acadfolio.wording import nearest

URL_STARTS = ("http://", "https://", "/", "mailto:")
"""The beginnings of URLs, as opposed to user names."""
SIMILARITY = 0.8
"""The minimum similarity of a misspelt label. It is high, as any label is allowed."""


GENERIC_ICONS = frozenset({"cap", "link", "video", "file"})
"""Icons that several networks share, as they have no brand icon that may be used."""


class Network(Struct, frozen=True):
    """One network. The comments of `networks.yml` describe the fields."""

    label: str
    icon: str
    url: str = "{}"
    name: str = r"@?([^\s/?#]+)/?"
    hint: str = ""


ALSO_CALLED = {
    "x": "twitter",
    "scholar": "googlescholar",
    "semanticscholar": "semantic",
    "inspire": "inspire-hep",
}


@cache
def networks() -> dict[str, Network]:
    """All networks by their keys, in the order of the sidebar."""
    return {
        key: Network(**({"icon": key} | values)) for key, values in load_table(__file__).items()
    }


def network_of(label: str) -> str | None:
    """The key of the network with this label, regardless of case and punctuation; None if there is none."""
    return _keys().get(_normalised(label))


def hint_for(label: str, written: str) -> str:
    """A hint for a link with a user name instead of a URL whose label is not a network."""
    if _normalised(label) in {"email", "mail"}:
        return "write `email: …` outside of `links:`"
    if "." in written:
        return ""  # A file, or a host.
    if near := nearest(_normalised(label), _keys(), cutoff=SIMILARITY):
        return f"did you mean `{_keys()[near]}`?"
    return (
        ""
        if "/" in written
        else "write a full URL, such as `https://…`, or the path of a file or a page"
    )


@cache
def _keys() -> dict[str, str]:
    by_label = {_normalised(network.label): key for key, network in networks().items()}
    return by_label | ALSO_CALLED | {_normalised(key): key for key in networks()}


def _normalised(label: str) -> str:
    return "".join(
        character for character in label.lower() if character.isascii() and character.isalnum()
    )


def profile_url(key: str, written: str) -> str:
    """The URL of a person's page in a network.

    `written` is a user name or a URL. Raises ValueError.
    """
    network, name = networks()[key], written.strip()
    if name.lower().startswith(URL_STARTS):
        return name
    host = network.url.removeprefix("https://").partition("/")[0].removeprefix("www.")
    if name.lower().removeprefix("www.").startswith(f"{host}/"):
        return f"https://{name}"
    hint = network.hint or "write the full URL, such as `https://…`"
    if network.url == "{}":
        raise ValueError("is not a URL", hint)
    found = re.fullmatch(network.name, name)
    if found is None:
        raise ValueError(f"is not a name in {network.label}", hint)
    return network.url.format(*found.groups())
