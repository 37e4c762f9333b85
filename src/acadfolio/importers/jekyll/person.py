"""What `_config.yml` says of the author comes in, the text of profile.yml comes out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from acadfolio.importers.jekyll.texts import BREAK, one_line, phrase
from acadfolio.importers.jekyll.writing import as_mapping
from acadfolio.model.networks import address_in, network_of
from acadfolio.model.values import Email
from acadfolio.source.yaml import Node, Scalar, is_nothing, place

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from acadfolio.importers.jekyll.config import Config
    from acadfolio.importers.jekyll.entries import Value
    from acadfolio.problems import Problems

TEXTS = ("name", "pronouns", "employer", "location")
KEYS = ("name", "avatar", "description", "bio", "pronouns", "employer", "location", "email", "links")
"""In the order of data/profile.yml."""
NO_TITLE = "blank"
"""With which al-folio means the name."""
NAMED_NOW, NAMED_THEN = "https://www.youtube.com/@", "https://www.youtube.com/user/"
"""Where a name in YouTube leads, and where it led from the themes: that need not be the same person."""
OF_EMAIL = "write `email: you@example.org` into data/profile.yml"
OF_NETWORKS = "add it below `links:` of data/profile.yml, with its full address"


def profile_text(config: Config, folder: Path, about: str, problems: Problems, *, says_site: bool) -> str:
    """Empty where the site says nothing of its author. AcadHomepage `says_site`: what the site is stands below them."""
    said = {key: node for key, node in config.below("author").items() if not is_nothing(node) and node.value}
    found: dict[str, Value] = {"bio": _with_breaks(said.pop("bio", None))}
    found |= {key: _text(said.pop(key, None)) for key in TEXTS}
    if not said and not any(found.values()):
        return ""
    found["description"] = phrase(config.text("description")) if says_site else ""
    found["name"] = found["name"] or name_of(config)
    found["avatar"] = _avatar(said.pop("avatar", None), folder, config, problems)
    links = dict(_networks(said, config, problems))
    found |= {"email": links.pop("email", ""), "links": links}
    return as_mapping({key: found[key] for key in KEYS if found[key]}, about) if found["name"] else ""


def has_place(key: str) -> bool:
    """Whether what `author` says under this key stands in the profile."""
    return key in KEYS or network_of(key) is not None


def name_of(config: Config) -> str:
    title = config.text("title")
    if title.lower() not in {"", NO_TITLE}:
        return phrase(title)
    whole = " ".join(filter(None, map(config.text, ("first_name", "middle_name", "last_name"))))
    return whole or _text(config.below("author").get("name"))


def _text(node: Node | None) -> str:
    return phrase(one_line(node.value)) if isinstance(node, Scalar) and not is_nothing(node) else ""


def _with_breaks(node: Node | None) -> str:
    """A text of several lines."""
    parts = BREAK.split(one_line(node.value)) if isinstance(node, Scalar) and not is_nothing(node) else []
    return "<br>".join(filter(None, map(phrase, parts)))


def _avatar(node: Node | None, folder: Path, config: Config, problems: Problems) -> str:
    """Academicpages looks for it in images/."""
    written = node.value.strip() if isinstance(node, Scalar) else ""
    path = written if "/" in written or not written else f"images/{written}"
    if node is None or config.source is None or "://" in path or (folder / path.lstrip("/")).is_file():
        return path.lstrip("/")
    problems.warn(place(config.source, node), f"there is no picture `{path}`: left out", "put one into static/images/")
    return ""


def _networks(said: dict[str, Node], config: Config, problems: Problems) -> Iterator[tuple[str, str]]:
    """Networks with the name there, and the e-mail address. What is neither is told."""
    met: set[str] = set()
    for key, node in said.items():
        assert config.source is not None  # noqa: S101 - it says something
        written = node.value.strip() if isinstance(node, Scalar) else ""
        network = network_of(key)
        try:
            if key == "email":
                yield key, str(Email.parse(written))
            elif network is None or network in met or not written:
                raise ValueError("is no network that is known here")  # noqa: TRY301 - as those that are refused
            else:
                is_old = address_in(network, written) == f"{NAMED_NOW}{written}"
                met.add(network)
                yield network, f"{NAMED_THEN}{written}" if is_old else written
        except ValueError as error:
            subject = f"`{key}`" if network is None and key != "email" else f"`{key}: {written}`"
            what = f"{subject} of `author` {error.args[0]}: left out"
            problems.warn(place(config.source, node), what, OF_EMAIL if key == "email" else OF_NETWORKS)
