"""The networks that a sidebar can name, which `networks.yml` lists, and the URLs of people in them."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from msgspec import Struct

from acadfolio.source.yaml import texts_of

FILE = Path(__file__).with_suffix(".yml")
URL_STARTS = ("http://", "https://", "/", "mailto:")
"""The beginnings of links, as opposed to names in networks."""
NEAR = 0.8
"""A label may be anything: only a slip of the pen is meant for a network."""


WITHOUT_BRAND_ICON = frozenset({"cap", "link", "video", "file"})
"""The icons that several networks share, because the brand has none that may be drawn."""


class Network(Struct, frozen=True):
    """One network. The head of `networks.yml` says what each of these is."""

    label: str
    icon: str
    url: str = "{}"
    name: str = r"@?([^\s/?#]+)/?"
    wanted: str = ""


ALSO_CALLED = {"x": "twitter", "scholar": "googlescholar", "semanticscholar": "semantic", "inspire": "inspire-hep"}


@cache
def networks() -> dict[str, Network]:
    """All of them by their keys, in the order in which a sidebar shows them."""
    texts = texts_of(FILE.read_text(encoding="utf-8"))
    return {key: Network(**({"icon": key} | values)) for key, values in texts.items()}


def network_of(label: str) -> str | None:
    """The key of the network that a label names, however it is spelt; None for any other label."""
    return _keys().get(_letters(label))


def hint_at(label: str, written: str) -> str:
    """What to write in place of a link whose label names no network, although what it says may be a name in one."""
    if _letters(label) in {"email", "mail"}:
        return "write `email: …` beside `links:`, not below it"
    if "." in written:
        return ""  # A file, or a host.
    from difflib import get_close_matches  # Few labels are misspelt.

    near = get_close_matches(_letters(label), _keys(), n=1, cutoff=NEAR)
    if near:
        return f"did you mean `{_keys()[near[0]]}`?"
    return "" if "/" in written else "write a full URL, such as `https://…`, or the path of a file or a page"


@cache
def _keys() -> dict[str, str]:
    by_label = {_letters(network.label): key for key, network in networks().items()}
    return by_label | ALSO_CALLED | {_letters(key): key for key in networks()}


def _letters(label: str) -> str:
    return "".join(character for character in label.lower() if character.isascii() and character.isalnum())


def profile_url(key: str, written: str) -> str:
    """The URL of a person's page in a network. Raises ValueError for a name from which none can be made."""
    network, name = networks()[key], written.strip()
    if name.lower().startswith(URL_STARTS):
        return name
    host = network.url.removeprefix("https://").partition("/")[0].removeprefix("www.")
    if name.lower().removeprefix("www.").startswith(f"{host}/"):
        return f"https://{name}"
    found = re.fullmatch(network.name, name) if network.url != "{}" else None
    if found is None:
        what = "is not a URL" if network.url == "{}" else f"is not a name in {network.label}"
        raise ValueError(what, network.wanted or "write the full URL, such as `https://…`")
    return network.url.format(*found.groups())
