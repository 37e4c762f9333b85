"""What al-folio says of its author comes in, the text of profile.yml comes out; what is lost of a CV is told."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from acadfolio.importers.jekyll.config import read_yaml
from acadfolio.importers.jekyll.person import KEYS, OF_NETWORKS, name_of
from acadfolio.importers.jekyll.texts import BREAK, one_line, phrase
from acadfolio.importers.jekyll.writing import as_mapping
from acadfolio.model.networks import address_in, network_of
from acadfolio.model.values import Email
from acadfolio.problems import Location
from acadfolio.source.yaml import Scalar, is_nothing, items_of, place

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from acadfolio.importers.jekyll.config import Config
    from acadfolio.importers.jekyll.entries import Value
    from acadfolio.importers.jekyll.pages import OldPage
    from acadfolio.problems import Problems
    from acadfolio.source.text import Source
    from acadfolio.source.yaml import Node

SOCIALS = "_data/socials.yml"
NAMES = ("first_name", "middle_name", "last_name")
OF_NETWORK = re.compile(r"(\w+?)_(?:username|userid|user|id|url|profile)")
CALLED = {"research_gate": "researchgate", "inspirehep": "inspire-hep", "work": "uri"}
FILES = {"cv_pdf": "CV"}
NO_NETWORKS = frozenset({"email", "rss_icon", "contact_note"})
CV_INCLUDE = "include cv-template"
CVS = {"_data/cv.yml": "cv", "_data/cv.json": CV_INCLUDE}
"""al-folio's with its layout, and that of academicpages with what its page includes."""
OF_CV = "write data/education.yml, data/experience.yml and the like: the CV is made of them"
PICTURES = "assets/img"
PARAGRAPH = re.compile(r"</p>\s*")


def is_al_folio(config: Config, folder: Path) -> bool:
    """Its author stands in keys of their own, and not below `author`."""
    return not config.below("author") and (bool(config.text("last_name")) or (folder / SOCIALS).is_file())


def profile_text(config: Config, folder: Path, pages: Iterable[OldPage], about: str, problems: Problems) -> str:
    """Empty where the site says no more of them than their name, or not even that."""
    author = _author(config, folder, pages, problems)
    found = {key: author[key] for key in KEYS if author.get(key)}
    return as_mapping(found, about) if "name" in found and len(found) > 1 else ""


def tell_of_cv(folder: Path, pages: Iterable[OldPage], problems: Problems) -> None:
    """The CV of these layouts stands in a file of its own, in a form of its own."""
    pages = list(pages)
    shown = {node.value for page in pages if isinstance(node := page.said.get("layout"), Scalar)}
    shown |= {CV_INCLUDE for page in pages if CV_INCLUDE in page.text}
    for name, sign in CVS.items():
        if sign in shown and (folder / name).is_file():
            problems.warn(Location((folder / name).as_posix()), "this CV is not taken over", OF_CV)


def _author(config: Config, folder: Path, pages: Iterable[OldPage], problems: Problems) -> dict[str, Value]:
    home = next((page.said for page in pages if "profile" in page.said and "/" in page.addresses), {})
    shown = dict(items_of(home.get("profile")))
    email, links = _networks(config, folder, problems)
    lines = [*_lines(home.get("subtitle")), *_lines(shown.get("more_info"))]
    return {
        "name": phrase(" ".join(filter(None, map(config.text, NAMES)))) or name_of(config),
        "avatar": _picture(shown.get("image"), folder),
        "bio": "<br>".join(line for line in lines if line != email),
        "email": email,
        "links": links,
    }


def _lines(node: Node | None) -> Iterator[str]:
    """What stands in lines or paragraphs of its own."""
    written = node.value if isinstance(node, Scalar) and not is_nothing(node) else ""
    for part in BREAK.split(one_line(PARAGRAPH.sub("<br>", written))):
        if line := phrase(part.replace("<p>", "").strip()):
            yield line


def _picture(node: Node | None, folder: Path) -> str:
    written = node.value.strip().lstrip("/") if isinstance(node, Scalar) else ""
    there = [path for path in (f"{PICTURES}/{written}", written) if written and (folder / path).is_file()]
    return there[0] if there else ""


def _networks(config: Config, folder: Path, problems: Problems) -> tuple[str, dict[str, str]]:
    """The e-mail address, and the names in networks, of which those of a file of their own go first."""
    source, socials = read_yaml(folder / SOCIALS, (folder / SOCIALS).as_posix(), problems)
    of_config = {key: node for key, node in config.nodes.items() if OF_NETWORK.fullmatch(key) or key == "email"}
    email, links = "", dict[str, str]()
    for whose, nodes in ((source, socials), (config.source, of_config)):
        for key, node in nodes.items():
            written = node.value.strip() if isinstance(node, Scalar) and not is_nothing(node) else ""
            if not written or key in NO_NETWORKS - {"email"}:
                continue
            try:
                if key == "email":
                    email = email or str(Email.parse(written))
                else:
                    label, address = _link(key, written)
                    links.setdefault(label, address)
            except ValueError as error:
                if whose is source or network_of(_stem(key)):
                    _tell(whose, node, key, error.args[0], problems)
    return email, links


def _stem(key: str) -> str:
    found = OF_NETWORK.fullmatch(key)
    return CALLED.get(found[1], found[1]) if found else key


def _link(key: str, written: str) -> tuple[str, str]:
    """A label and what it leads to. Raises ValueError for what is no network."""
    if key in FILES:
        return FILES[key], written
    network = network_of(_stem(key))
    if network is None:
        raise ValueError("is no network that is known here")
    address_in(network, written)
    return network, written


def _tell(source: Source | None, node: Node, key: str, why: str, problems: Problems) -> None:
    if source is not None:
        problems.warn(place(source, node), f"`{key}` {why}: left out", OF_NETWORKS)
