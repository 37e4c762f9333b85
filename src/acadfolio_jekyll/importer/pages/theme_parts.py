"""Write what the layouts of the themes show around the text of a page into the page."""

from __future__ import annotations

import posixpath
import re
from html import escape
from typing import TYPE_CHECKING

from acadfolio.html.text import elements
from acadfolio.model.values import boolean_of, runs_code
from acadfolio.source.front_matter import has_front_matter, split_text
from acadfolio.source.yaml import Sequence, items_of, nodes_in, text_of
from acadfolio_jekyll.importer.config import COLLECTIONS, themes
from acadfolio_jekyll.importer.profile import heading_of
from acadfolio_jekyll.importer.text import one_line

if TYPE_CHECKING:
    from pathlib import Path

    from acadfolio.source.yaml import Node
    from acadfolio_jekyll.importer.config import Config
    from acadfolio_jekyll.importer.pages.old_page import OldPage

OVERLAYS = frozenset({"overlay_image", "overlay_color"})
"""The keys of a header with text over it."""
FOOTNOTE = "d-footnote"


def add_parts(page: OldPage, folder: Path, config: Config) -> None:
    """Write the parts that al-folio's front matter switches on below the text of a page."""
    layout = text_of(page.front_matter.get("layout"))
    switches = dict(page.front_matter)
    if "latest_posts" in config.nodes:  # As in al-folio in 2024.
        switches.setdefault("latest_posts", config.nodes["latest_posts"])
    parts = themes().parts["any"] | themes().parts.get(layout, {})
    for key, (paths, part) in parts.items():
        if key not in switches:
            continue
        page.changes[key] = ""
        if part.partition("\n")[0] in page.parts:
            continue  # There are two keys for news.
        if _is_on(switches[key]) and _has_entries(paths, folder, config):
            page.parts += _complete_part(key, _in_language(part, folder), page, config)
    if layout == "about":
        _change_home_page(page, config)
    if layout in themes().below_title:
        _add_lead(page, themes().below_title[layout])
    if layout == "profiles":
        _add_people(page, folder)


def _change_home_page(page: OldPage, config: Config) -> None:
    """Give al-folio's home page its heading. Without news below the text, it has none."""
    page.changes["title"] = heading_of(config) or text_of(page.front_matter.get("title"))
    if "news(" not in page.parts:
        page.changes["sections"] = []


def _is_on(switch: Node) -> bool:
    """Whether a key is not false, nor `enabled` below it."""
    return boolean_of(text_of(dict(items_of(switch)).get("enabled", switch))) is not False


def _has_entries(paths: str, folder: Path, config: Config) -> bool:
    """Whether one of the folders and files of a part is there, or a key of the settings that is named as it."""
    for path in paths.split():
        if path in COLLECTIONS and not config.has_collection(path[1:]):
            continue
        if config.text(path) or (folder / path).exists():
            return True
        if any(folder.glob(path.replace("_data/", "_data/*/"))):
            return True
    return False


def _in_language(part: str, folder: Path) -> str:
    """A part that reads the data of its language, if these are only in folders such as `_data/zh/`."""
    for name in re.findall(r"\bsite\.data\.(\w+)", part):
        if any(folder.glob(f"_data/*/{name}.*")) and not any(folder.glob(f"_data/{name}.*")):
            part = part.replace(f"site.data.{name}", f"site.data[site.active_lang].{name}")
    return part


def _complete_part(key: str, part: str, page: OldPage, config: Config) -> str:
    """A part with the limit and the collection that the page has for it; empty if Jekyll lists nothing."""
    key_of_site = "announcements" if key == "news" else key
    limits = (
        dict(items_of(page.front_matter.get(key))).get("limit"),
        dict(items_of(config.nodes.get(key_of_site))).get("limit"),
        config.nodes.get(f"{key}_limit"),
    )
    limit = next(filter(None, map(text_of, limits)), "")
    if limit.isdecimal():
        part = re.sub(r"limit=\d+", f"limit={limit}", part)
    collection = text_of(page.front_matter.get("collection"))
    if "COLLECTION" in part and not re.fullmatch(r"[A-Za-z_][\w-]*", collection):
        return ""
    return f"\n{part.replace('COLLECTION', collection)}\n"


def _add_lead(page: OldPage, key: str) -> None:
    """Write what al-folio shows below the title above the text: a key, the authors, and the PDF of a CV."""
    if line := text_of(page.front_matter.get(key)):
        page.lead = f"\n<p>{line}</p>\n\n"
    for author in nodes_in(page.front_matter.get("authors")):
        page.changes["authors"] = ""
        page.lead += _author_line(author)
    if pdf := text_of(page.front_matter.get("cv_pdf")):
        path = pdf if "/" in pdf else f"/assets/pdf/{pdf}"
        page.lead += f"\n<p>{_link(path, 'PDF')}</p>\n\n"


def add_target(page: OldPage) -> None:
    """Write the link that al-folio's lists have for a page above its text."""
    target = text_of(page.front_matter.get("redirect"))
    if target and boolean_of(target) is None:
        page.changes["redirect"] = ""
        page.lead += f"\n<p>{_link(target, target)}</p>\n\n"


def add_overlay(page: OldPage) -> None:
    """Write what minimal-mistakes has over the image of a page, its excerpt and links, above the text."""
    header = dict(items_of(page.front_matter.get("header")))
    if OVERLAYS.isdisjoint(header):
        return
    actions = [dict(items_of(action)) for action in nodes_in(header.get("actions"))]
    links = [_link(text_of(keys.get("url")), text_of(keys.get("label"))) for keys in actions]
    for line in (text_of(page.front_matter.get("excerpt")), " · ".join(links)):
        page.lead += f"\n<p>{line}</p>\n\n" if line else ""


def add_footnotes(page: OldPage) -> None:
    """Write distill's footnotes as those of Markdown."""
    notes = [
        (tag.source, note) for tag, note in elements(page.text, FOOTNOTE) if tag.source not in note
    ]
    for number, (tag, note) in enumerate(notes, start=1):
        body = page.body or split_text(page.text)[1]
        page.body = body.replace(f"{tag}{note}</{FOOTNOTE}>", f"[^distill-{number}]", 1)
        page.parts += f"\n[^distill-{number}]: {one_line(note)}\n"


def _add_people(page: OldPage, folder: Path) -> None:
    """Write al-folio's people below the text of a page, each with the text of a file beside it that is no page."""
    people = page.front_matter.get("profiles")
    if not isinstance(people, Sequence):
        return
    for number, person in enumerate(people.value):
        page.parts += f"\n{{% include profiles/person.liquid profile=page.profiles[{number}] %}}\n"
        file = text_of(dict(items_of(person)).get("content"))
        if file and not has_front_matter(folder / posixpath.dirname(page.path) / file):
            page.parts += f"\n{{% include_relative {file} %}}\n"


def _author_line(author: Node | None) -> str:
    """An author, who may be only a name, as a line of HTML; empty for one without a name."""
    fields = dict(items_of(author))
    name = _link(text_of(fields.get("url")), text_of(author) or text_of(fields.get("name")))
    place = escape(text_of(dict(items_of(fields.get("affiliations"))).get("name")))
    line = ", ".join(filter(None, (name, place)))
    return f"\n<p>{line}</p>\n\n" if line else ""


def _link(url: str, text: str) -> str:
    """A link in HTML; only its text without a URL, or if that runs code."""
    if not url or runs_code(url):
        return escape(text)
    return f'<a href="{escape(url)}">{escape(text)}</a>'
