"""Import the author of a Jekyll site into data/profile.yml."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

from acadfolio.model.networks import URL_STARTS, network_of, profile_url
from acadfolio.model.profile import Profile
from acadfolio.model.record import keys_of
from acadfolio.model.values import Email, runs_code
from acadfolio.source.yaml import items_of, nodes_in, text_of
from acadfolio.source.yaml_writer import mapping_file
from acadfolio_jekyll.importer.config import has_value, phrase_of, read_yaml, text_in, themes
from acadfolio_jekyll.importer.entries import in_images
from acadfolio_jekyll.importer.languages import by_language, default_of_plugin
from acadfolio_jekyll.importer.text import lines_of, phrase

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from acadfolio.problems import Problems
    from acadfolio.source.yaml import Node
    from acadfolio.source.yaml_writer import Value
    from acadfolio_jekyll.importer.config import Config, YamlFile

TEXTS = ("name", "pronouns", "employer", "location")
KEYS = keys_of(Profile)
NO_TITLE = "blank"
"""al-folio's title for sites that show the author's name instead."""
YOUTUBE_HANDLE, YOUTUBE_USER = "https://www.youtube.com/@", "https://www.youtube.com/user/"
"""YouTube's URLs for names now, and in the themes. They may belong to different people."""
EMAIL_HINT = "write `email: you@example.org` into data/profile.yml"
NETWORK_HINT = "add it below `links:` of data/profile.yml, with its full URL"
SOCIALS = "_data/socials.yml"
PLACE_OF_LANGUAGE = "[LANG]"
"""What links of al-folio's fork in several languages have in the place of a language."""
NAMES = ("first_name", "middle_name", "last_name")
NETWORK_SUFFIXES = frozenset({"username", "userid", "user", "id", "url", "profile"})
"""Suffixes of al-folio's keys for networks, such as `github_username`."""
NETWORK_NAMES = {"research_gate": "researchgate", "inspirehep": "inspire-hep", "work": "uri"}
MINIMAL_MISTAKES = "minimal_mistakes_skin"
"""The key in `_config.yml` of the theme minimal-mistakes, where the bio is Markdown."""
NOT_NETWORKS = frozenset({"rss", "rss_icon", "contact_note"})
AUTHORS = ("author", "owner", "social")
"""The keys of `_config.yml` that have the author's keys below them, in different themes."""
LABELS, URLS = ("label", "title", "platform", "name"), ("url", "user_url", "link")
"""The keys of a link in lists, in different themes."""
IMAGES = "assets/img"


def is_al_folio(config: Config, folder: Path) -> bool:
    """Whether a site has al-folio's keys for the author, which are not below `author`."""
    if config.below("author"):
        return False
    return "last_name" in config.nodes or (folder / SOCIALS).is_file()


def profile_of(
    config: Config, folder: Path, comment: str, problems: Problems, *, has_description: bool
) -> str:
    """The text of data/profile.yml; empty if the site does not describe its author.

    `has_description` is whether the description of the site describes the author, as in
    AcadHomepage. A sidebar of the site's own may lack it.
    """
    author = _author_of(config)
    if not author:
        return ""
    bio = author.pop("bio", None)
    picture = author.pop("picture", config.nodes.get("avatar"))
    lines = lines_of(text_of(bio), is_markdown=MINIMAL_MISTAKES in config.nodes)
    profile: dict[str, Value] = {"bio": "<br>".join(lines)}
    for key in TEXTS:
        profile[key] = phrase_of(author.pop(key, None))
    sidebar = text_in(folder / "_includes/author-profile.html") or "site.description"
    is_shown = has_description and "site.description" in sidebar
    profile["description"] = phrase(config.text("description")) if is_shown else ""
    profile["name"] = profile["name"] or phrase(config.text("author")) or name_of(config)
    profile["avatar"] = _avatar(author.pop("avatar", picture), folder, config, problems)
    profile["email"], profile["links"] = _networks(config, author, problems)
    return _file(profile, comment)


def _author_of(config: Config) -> dict[str, Node]:
    """The author's keys in different themes: below `author`, in lists of links, and at the top."""
    author: dict[str, Node] = next(filter(None, map(config.below, AUTHORS)), {})
    links = [author.get("links"), config.nodes.get("social-network-links")]
    links += [config.below("minima").get("social_links"), config.below("footer").get("links")]
    for nodes in (*map(_links_of, links), _known(config)):
        for key, node in nodes.items():
            author.setdefault(key, node)
    for key in ("links", *NOT_NETWORKS):
        author.pop(key, None)
    return {key: node for key, node in author.items() if has_value(node)}


def _links_of(links: Node | None) -> dict[str, Node]:
    """A list of links with labels and URLs as keys of the author.

    Links without a URL are skipped, as in the themes.
    """
    nodes = dict(items_of(links))
    for link in nodes_in(links):
        parts = {key: node for key, node in items_of(link) if text_of(node)}
        node = next((parts[key] for key in URLS if key in parts), link)
        url = text_of(node)
        label = next((text_of(parts[key]) for key in LABELS if key in parts), _host(url))
        if url.startswith("mailto:"):
            label = "email"
        if label in nodes:
            label = f"{label} 2"
        if url:
            nodes[label] = node
    return nodes


def _host(url: str) -> str:
    """The name of a URL's host: `github` for `https://www.github.com/noether`."""
    return url.partition("://")[2].partition("/")[0].rpartition(".")[0].rpartition(".")[2] or url


def al_folio_profile(
    config: Config, folder: Path, boxes: Mapping[str, Node], comment: str, problems: Problems
) -> str:
    """The text of data/profile.yml; empty if the site has only the author's name.

    `boxes` are those of the home page by its languages, the first one first.
    """
    keys = dict(items_of(next(iter(boxes.values()), None)))
    email, links = _socials(config, folder, problems)
    profile: dict[str, Value] = {
        "name": phrase(_full_name(config)) or name_of(config),
        "avatar": _al_folio_image(text_of(keys.get("image")).lstrip("/"), folder),
        "bio": by_language({tag: _bio(box, email) for tag, box in boxes.items()}),
        "email": email,
        "links": links,
    }
    return _file(profile, comment) if any({**profile, "name": ""}.values()) else ""


def _bio(box: Node, email: str) -> str:
    """The lines of a box below the picture, without the email address, which is a link."""
    keys = dict(items_of(box))
    texts = map(text_of, (keys.get("more_info"), keys.get("address")))  # The latter before 2022.
    lines = chain.from_iterable(map(lines_of, texts))
    return "<br>".join(line for line in lines if line != email)


def _file(profile: dict[str, Value], comment: str) -> str:
    """The text of data/profile.yml; empty without a name."""
    if not profile["name"]:
        return ""
    return mapping_file({key: profile[key] for key in KEYS if profile.get(key)}, comment)


def is_in_profile(key: str) -> bool:
    """Whether a key of `author` is imported into the profile."""
    return key in KEYS or network_of(key) is not None


def name_of(config: Config) -> str:
    """The name of the site, or else of its author."""
    title = config.text("title")
    if title.lower() not in {"", NO_TITLE}:
        return phrase(title)
    return _full_name(config) or phrase_of(config.below("author").get("name"))


def heading_of(config: Config) -> str:
    """The heading of al-folio's home page: the title of the site, or else the author's name, the first one in bold."""
    name = name_of(config)
    first = config.text("first_name")
    if not first or name != _full_name(config):
        return name
    return f"**{first}**{name.removeprefix(first)}"


def _full_name(config: Config) -> str:
    return " ".join(filter(None, map(config.text, NAMES)))


def _avatar(node: Node | None, folder: Path, config: Config, problems: Problems) -> str:
    """The path of the avatar of academicpages, which is in images/. A missing file is reported."""
    path = in_images(text_of(node))
    if node is None or "://" in path or (folder / path.lstrip("/")).is_file():
        return path.lstrip("/")
    message = f"there is no image `{path}`: skipped"
    config.warn(node, message, "put one into static/images/", problems)
    return ""


def _networks(
    file: YamlFile, nodes: dict[str, Node], problems: Problems
) -> tuple[str, dict[str, str]]:
    """The email address, and the author's names in networks by their keys.

    All other keys are reported.
    """
    email = ""
    links: dict[str, str] = {}
    for key, node in nodes.items():
        text = text_of(node).removeprefix("mailto:")
        try:
            if key == "email":
                email = str(Email.parse(text))
            else:
                parts = {name: text_of(part) for name, part in items_of(node)}
                label, url = _link(key, text, parts)
                links.setdefault(label, url)
        except ValueError as error:
            subject = f"{key}: {text}" if text else key
            hint = EMAIL_HINT if key == "email" else NETWORK_HINT
            file.warn(node, f"`{subject}` {error.args[0]}: skipped", hint, problems)
    return email, links


def _link(key: str, text: str, parts: dict[str, str]) -> tuple[str, str]:
    """The label of a link, and its URL or the name in the network.

    Raises ValueError for an unknown network.

    A network of al-folio may have `parts` instead of a text: the title and URL of an own one, or
    those of the name.
    """
    name = _network_name(key)
    text = next(filter(None, map(parts.get, ("url", "value", "username"))), text)
    label, url = themes().networks.get(key, (network_of(name) or "", ""))
    if text.startswith(URL_STARTS):
        return label or parts.get("title") or name.replace("_", " ").capitalize(), text
    if not (label and text) or runs_code(text):
        raise ValueError("is not a known network")
    if url:
        return label, url.format(text, **{"organization": "independent"} | parts)
    if profile_url(label, text) == f"{YOUTUBE_HANDLE}{text}":
        text = f"{YOUTUBE_USER}{text}"
    return label, text


def _network_name(key: str) -> str:
    """The network of a key such as `github_username`."""
    name, _, suffix = key.rpartition("_")
    return NETWORK_NAMES.get(name, name) if suffix in NETWORK_SUFFIXES else key


def _socials(config: Config, folder: Path, problems: Problems) -> tuple[str, dict[str, str]]:
    """The email address and the author's names in networks, from `_data/socials.yml` or else from `_config.yml`."""
    file = read_yaml(folder / SOCIALS, problems)
    nodes = {key: node for key, node in file.nodes.items() if has_value(node)}
    for key in NOT_NETWORKS:
        nodes.pop(key, None)
    email, links = _networks(file, nodes, problems)
    for label, link in links.items():
        if PLACE_OF_LANGUAGE in link:
            links[label] = link.replace(PLACE_OF_LANGUAGE, default_of_plugin(config))
            message = f"`{link}` leads to the file of the first language, in all of them"
            file.warn(
                next(iter(nodes.values())), message, "link to the others from a page", problems
            )
    other_email, other_links = _networks(config, _known(config), problems)
    return email or other_email, links | other_links | links


def _known(config: Config) -> dict[str, Node]:
    """The author's keys at the top of `_config.yml`."""
    return {key: node for key, node in config.nodes.items() if _is_known(key) and text_of(node)}


def _is_known(key: str) -> bool:
    name = _network_name(key)
    return key in {"email", *themes().networks} or (name != key and network_of(name) is not None)


def _al_folio_image(name: str, folder: Path) -> str:
    """The path of an image in al-folio's folder, or from the top; empty without such a file."""
    for path in (f"{IMAGES}/{name}", name):
        if (folder / path).is_file():
            return path
    return ""
