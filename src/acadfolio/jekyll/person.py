"""What `_config.yml` and `_data/navigation.yml` say comes in, the texts of site.yml and profile.yml come out."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from acadfolio.jekyll.config import read_yaml
from acadfolio.jekyll.links import tidy
from acadfolio.jekyll.texts import one_line, phrase
from acadfolio.jekyll.writing import as_mapping
from acadfolio.load.addresses import SCHEME
from acadfolio.plan.made import CV_ORDER, OLD_ADDRESSES
from acadfolio.records.kinds import PAGED
from acadfolio.records.networks import address_in, network_of
from acadfolio.records.values import Email, HttpUrl
from acadfolio.source.boundary import parts_of
from acadfolio.source.yaml import Node, Scalar, Sequence, is_nothing, items_of, place

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator
    from pathlib import Path

    from acadfolio.jekyll.config import Config
    from acadfolio.jekyll.entries import Value
    from acadfolio.problems import Problems

TEXTS = ("name", "pronouns", "bio", "employer", "location")
KEYS = ("name", "avatar", "bio", "pronouns", "employer", "location", "email", "links")
"""In the order of data/profile.yml."""
NO_TITLE = "blank"
"""With which al-folio means the name."""
MENU = "_data/navigation.yml"
AS_HERE = {f"{theirs.rstrip('/')}/": ours for ours, theirs in OLD_ADDRESSES.items()}


def profile_text(config: Config, folder: Path, about: str, problems: Problems) -> str:
    """Empty where the site says nothing of its author."""
    said = {key: node for key, node in config.below("author").items() if not is_nothing(node) and node.value}
    found: dict[str, Value] = {key: _text(said.pop(key, None)) for key in TEXTS}
    if not said and not any(found.values()):
        return ""
    found["name"] = found["name"] or _name(config)
    found["avatar"] = _avatar(said.pop("avatar", None), folder, config, problems)
    links = dict(_networks(said, config, problems))
    found |= {"email": links.pop("email", ""), "links": links}
    return as_mapping({key: found[key] for key in KEYS if found[key]}, about) if found["name"] else ""


def site_text(config: Config, about: str, *, has_pages: bool, menu: list[dict[str, str]]) -> str:
    """Empty where the site has no name."""
    title = _name(config)
    url = config.text("url").rstrip("/") + (f"/{base}" if (base := config.text("baseurl").strip("/")) else "")
    found: dict[str, Value] = {"title": title, "description": phrase(config.text("description"))}
    with suppress(ValueError):  # Many a site has none, or an empty one.
        found["url"] = str(HttpUrl.parse(url))
    found["look"] = "academicpages" if has_pages else ""
    return as_mapping({key: value for key, value in found.items() if value}, about, navigation=menu) if title else ""


def menu_of(folder: Path, sections: Collection[str], problems: Problems) -> list[dict[str, str]]:
    """The items of the menu that lead to what there is, or will be when the old pages are copied."""
    shown = (folder / MENU).as_posix()
    source, nodes = read_yaml(folder / MENU, shown, problems)
    items = nodes.get("main")
    if source is None or not isinstance(items, Sequence):
        return []
    there = set(_addresses(folder, sections))
    found = []
    for item in items.value:
        said = {key: one_line(node.value) for key, node in items_of(item) if isinstance(node, Scalar)}
        title, url = said.get("title", ""), AS_HERE.get(said.get("url", ""), said.get("url", ""))
        is_there = SCHEME.match(url) or url.startswith(("#", "/#")) or f"/{url.strip('/')}/".replace("//", "/") in there
        if title and url and is_there:
            found.append({"title": phrase(title), "url": tidy(url)})
        else:
            what = f"the item `{title}` of the menu leads to `{url}`, which will not be there: left out"
            problems.warn(place(source, item), what, "add it to `navigation:` of data/site.yml when it is")
    return found


def _addresses(folder: Path, sections: Collection[str]) -> Iterator[str]:
    """Where the new site will have pages."""
    yield "/"
    yield from (f"/{section}/" for section in sections if section in PAGED)
    if any(section in CV_ORDER for section in sections):
        yield "/cv/"
    if (folder / "_posts").is_dir():
        yield from ("/posts/", "/tags/")
    for page in sorted((folder / "_pages").glob("*.*")):
        yield f"/{page.stem}/"
        try:
            head, _ = parts_of(page.read_text(encoding="utf-8", errors="replace")) or ("", "")
        except OSError:
            continue
        for line in head.splitlines():
            key, _, value = line.partition(":")
            if key == "permalink":
                yield f"/{value.strip().strip(chr(34)).strip(chr(39)).strip('/')}/"


def _name(config: Config) -> str:
    title = config.text("title")
    if title.lower() not in {"", NO_TITLE}:
        return phrase(title)
    whole = " ".join(filter(None, map(config.text, ("first_name", "middle_name", "last_name"))))
    return whole or _text(config.below("author").get("name"))


def _text(node: Node | None) -> str:
    return phrase(one_line(node.value)) if isinstance(node, Scalar) and not is_nothing(node) else ""


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
                address_in(network, written)
                met.add(network)
                yield network, written
        except ValueError as error:
            subject = f"`{key}`" if network is None else f"`{written}`"
            what = f"{subject} of `author` {error.args[0]}: left out"
            problems.warn(place(config.source, node), what, "add it below `links:` of data/profile.yml")
