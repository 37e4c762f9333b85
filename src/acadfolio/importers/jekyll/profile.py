"""Write data/profile.yml from what `_config.yml`, and with al-folio `_data/socials.yml`, say of the author."""

from __future__ import annotations

from typing import TYPE_CHECKING

from acadfolio.importers.jekyll.config import has_value, phrase_of, read_yaml, text_of
from acadfolio.importers.jekyll.entries import in_images
from acadfolio.importers.jekyll.text import lines_of, phrase
from acadfolio.model.networks import network_of, profile_url
from acadfolio.model.profile import Profile
from acadfolio.model.record import keys_of
from acadfolio.model.values import Email
from acadfolio.problems import Location
from acadfolio.source.yaml import items_of
from acadfolio.source.yaml_writer import mapping_file

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from acadfolio.importers.jekyll.config import Config, YamlFile
    from acadfolio.importers.jekyll.pages import OldPage
    from acadfolio.problems import Problems
    from acadfolio.source.yaml import Node
    from acadfolio.source.yaml_writer import Value

TEXTS = ("name", "pronouns", "employer", "location")
KEYS = keys_of(Profile)
NO_TITLE = "blank"
"""The title with which al-folio shows the author's name."""
YOUTUBE_HANDLE, YOUTUBE_USER = "https://www.youtube.com/@", "https://www.youtube.com/user/"
"""Where a name in YouTube leads now, and where the themes linked to: that need not be the same person."""
EMAIL_HINT = "write `email: you@example.org` into data/profile.yml"
NETWORK_HINT = "add it below `links:` of data/profile.yml, with its full URL"
SOCIALS = "_data/socials.yml"
NAMES = ("first_name", "middle_name", "last_name")
NETWORK_SUFFIXES = frozenset({"username", "userid", "user", "id", "url", "profile"})
"""Behind the names of networks, such as `github_username`."""
NETWORK_NAMES = {"research_gate": "researchgate", "inspirehep": "inspire-hep", "work": "uri"}
NOT_NETWORKS = frozenset({"rss_icon", "contact_note"})
CV_FILES = ("_data/cv.yml", "_data/cv.json")
"""That of al-folio, and that of academicpages."""
CV_HINT = "write data/education.yml, data/experience.yml and the like: the CV is made of them"
IMAGES = "assets/img"


def is_al_folio(config: Config, folder: Path) -> bool:
    """Its author stands in keys of their own, and not below `author`."""
    return not config.below("author") and (bool(config.text("last_name")) or (folder / SOCIALS).is_file())


def profile_of(config: Config, folder: Path, comment: str, problems: Problems, *, has_description: bool) -> str:
    """The text of data/profile.yml; empty where the site does not describe its author.

    `has_description` says whether the description of the site belongs to the author, as in AcadHomepage.
    """
    author = {key: node for key, node in config.below("author").items() if has_value(node)}
    bio = author.pop("bio", None)
    found: dict[str, Value] = {"bio": "<br>".join(lines_of(text_of(bio)))}
    found |= {key: phrase_of(author.pop(key, None)) for key in TEXTS}
    if not author and not any(found.values()):
        return ""
    found["description"] = phrase(config.text("description")) if has_description else ""
    found["name"] = found["name"] or name_of(config)
    found["avatar"] = _avatar(author.pop("avatar", None), folder, config, problems)
    found["email"], found["links"] = _networks(config, author, problems)
    return _file(found, comment)


def al_folio_profile(config: Config, folder: Path, pages: Iterable[OldPage], comment: str, problems: Problems) -> str:
    """The text of data/profile.yml; empty where the site says no more of its author than the name."""
    home = _home(pages)
    shown = dict(items_of(home.get("profile")))
    email, links = _socials(config, folder, problems)
    lines = [*lines_of(text_of(home.get("subtitle"))), *lines_of(text_of(shown.get("more_info")))]
    found: dict[str, Value] = {
        "name": phrase(" ".join(filter(None, map(config.text, NAMES)))) or name_of(config),
        "avatar": _al_folio_image(text_of(shown.get("image")).lstrip("/"), folder),
        "bio": "<br>".join(line for line in lines if line != email),
        "email": email,
        "links": links,
    }
    has_more = any(value for key, value in found.items() if key != "name")
    return _file(found, comment) if has_more else ""


def _home(pages: Iterable[OldPage]) -> dict[str, Node]:
    """The front matter of the home page, which shows the author's profile."""
    homes = (page.front_matter for page in pages if "/" in page.urls)
    return next((front_matter for front_matter in homes if "profile" in front_matter), {})


def _file(found: dict[str, Value], comment: str) -> str:
    """The text of data/profile.yml; empty without a name."""
    return mapping_file({key: found[key] for key in KEYS if found.get(key)}, comment) if found["name"] else ""


def warn_of_cv(folder: Path, problems: Problems) -> None:
    """The themes have a CV in a file of its own, which is not imported."""
    for name in CV_FILES:
        if (folder / name).is_file():
            place = Location((folder / name).as_posix())
            problems.warn(place, "this CV is not imported", CV_HINT, rule="import-skipped")


def is_in_profile(key: str) -> bool:
    """Whether a key of `author` is imported into the profile."""
    return key in KEYS or network_of(key) is not None


def name_of(config: Config) -> str:
    title = config.text("title")
    if title.lower() not in {"", NO_TITLE}:
        return phrase(title)
    whole = " ".join(filter(None, map(config.text, NAMES)))
    return whole or phrase_of(config.below("author").get("name"))


def _avatar(node: Node | None, folder: Path, config: Config, problems: Problems) -> str:
    """Academicpages looks for it in images/."""
    path = in_images(text_of(node))
    if node is None or "://" in path or (folder / path.lstrip("/")).is_file():
        return path.lstrip("/")
    config.warn(node, f"there is no image `{path}`: skipped", "put one into static/images/", problems)
    return ""


def _networks(file: YamlFile, nodes: dict[str, Node], problems: Problems) -> tuple[str, dict[str, str]]:
    """The e-mail address, and the author's names in networks by their keys; all other keys are reported."""
    email, links = "", dict[str, str]()
    for key, node in nodes.items():
        written = text_of(node)
        try:
            if key == "email":
                email = str(Email.parse(written))
            else:
                label, url = _link(key, written)
                links.setdefault(label, url)
        except ValueError as error:
            subject = f"{key}: {written}" if written else key
            hint = EMAIL_HINT if key == "email" else NETWORK_HINT
            file.warn(node, f"`{subject}` {error.args[0]}: skipped", hint, problems)
    return email, links


def _link(key: str, written: str) -> tuple[str, str]:
    """The label of a link and what it leads to. Raises ValueError for an unknown network."""
    if key == "cv_pdf":
        return "CV", written
    network = network_of(_network_name(key))
    if network is None or not written:
        raise ValueError("is not a known network")
    url = profile_url(network, written)
    return network, f"{YOUTUBE_USER}{written}" if url == f"{YOUTUBE_HANDLE}{written}" else written


def _network_name(key: str) -> str:
    """The network of a key such as `github_username`."""
    name, _, suffix = key.rpartition("_")
    return NETWORK_NAMES.get(name, name) if suffix in NETWORK_SUFFIXES else key


def _socials(config: Config, folder: Path, problems: Problems) -> tuple[str, dict[str, str]]:
    """The e-mail address, and the author's names in networks: of a file of their own, else of `_config.yml`."""
    file = read_yaml(folder / SOCIALS, problems)
    email, links = _networks(file, _with_text(file.nodes.keys() - NOT_NETWORKS, file.nodes), problems)
    known = set(filter(_is_known, config.nodes))
    other_email, other_links = _networks(config, _with_text(known, config.nodes), problems)
    for label, url in other_links.items():
        links.setdefault(label, url)
    return email or other_email, links


def _with_text(keys: set[str], nodes: dict[str, Node]) -> dict[str, Node]:
    return {key: node for key, node in nodes.items() if key in keys and text_of(node)}


def _is_known(key: str) -> bool:
    name = _network_name(key)
    return key == "email" or (name != key and network_of(name) is not None)


def _al_folio_image(written: str, folder: Path) -> str:
    paths = (f"{IMAGES}/{written}", written) if written else ()
    return next((path for path in paths if (folder / path).is_file()), "")
