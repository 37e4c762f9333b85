"""Finished pages come in; links and anchors that lead nowhere, and pictures without words, are reported."""

from __future__ import annotations

import html
import posixpath
import re
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

from acadfolio.checks.pictures import IMG, SRC
from acadfolio.loading.addresses import SCHEME
from acadfolio.problems import Location, did_you_mean
from acadfolio.routing.references import local_path
from acadfolio.source.mentions import Mentions, is_shown

if TYPE_CHECKING:
    from collections.abc import Mapping

    from acadfolio.problems import Problems
    from acadfolio.routing import Plan, PlannedPage

ALT = re.compile(r"\salt(?=[\s=/>])", re.IGNORECASE)
TARGETS = {"href", "src", "poster"}
FRAME = "page."
"""What the anchors of the frame around a page's text begin with, as `page.main`: nobody means them."""


@dataclass(slots=True)
class Facts:
    """What one page says of itself: its anchors, what it points at, and its pictures without a word."""

    anchors: set[str] = field(default_factory=set)
    targets: list[str] = field(default_factory=list)
    without_words: list[str] = field(default_factory=list)


class PageFacts(HTMLParser):
    """Gathers the facts of one page."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.facts = Facts()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = {name: value or "" for name, value in attrs}
        for name in ("id", "name") if tag == "a" else ("id",):
            if attributes.get(name):
                self.facts.anchors.add(attributes[name])
        if tag != "base":
            self.facts.targets += [attributes[name] for name in TARGETS & attributes.keys()]
        if tag == "img" and "alt" not in attributes:
            self.facts.without_words.append(attributes.get("src", ""))


def check_pages(plan: Plan, outputs: Mapping[str, bytes], problems: Problems) -> None:
    """Look at every page, knowing the anchors of all."""
    facts = {path: facts_of(content) for path, content in outputs.items() if path.endswith(".html")}
    mentions = Mentions(plan.site.root)
    for planned in plan.pages:
        if planned.path in facts:
            _check_page(plan, planned, facts, mentions, problems)


def facts_of(content: bytes) -> Facts:
    """The facts of a page's HTML."""
    parser = PageFacts()
    parser.feed(content.decode("utf-8", "replace"))
    parser.close()
    return parser.facts


def _check_page(
    plan: Plan, planned: PlannedPage, facts: Mapping[str, Facts], mentions: Mentions, problems: Problems
) -> None:
    folder = posixpath.dirname(planned.path)
    for target in dict.fromkeys(facts[planned.path].targets):
        if SCHEME.match(target) or not target:
            continue
        parts = urlsplit(target)
        path = posixpath.normpath(posixpath.join(folder, unquote(parts.path))) if parts.path else planned.path
        anchor = unquote(parts.fragment)
        if path in facts and anchor and anchor not in facts[path].anchors and anchor != "top":
            own = [known for known in facts[path].anchors if not known.startswith(FRAME)]
            hint = did_you_mean(anchor, own)
            place = _place_of_anchor(mentions, planned, path, anchor)
            problems.error(place, f"there is no heading or anchor `#{anchor}` on /{path}", hint)
        elif path not in plan.paths and not _is_known(target, plan, problems):
            problems.error(_place(planned, target), f"/{planned.path} links to `{target}`, which is not there")
    for image in dict.fromkeys(facts[planned.path].without_words):
        place, written = _place_of_image(mentions, planned, image)
        problems.warn(place, f"the image `{written}` has no words for those who do not see it", "add alt text")


def _is_known(target: str, plan: Plan, problems: Problems) -> bool:
    """Whether the build has said already that it leads nowhere."""
    return target.lstrip("/") in plan.missing or any(f"`{target}`" in problem.message for problem in problems.found)


def _place_of_anchor(mentions: Mentions, planned: PlannedPage, path: str, anchor: str) -> Location:
    """Where `…#anchor` is written: on the page itself, else in the data, which every page's menu may show."""

    def fits(match: re.Match[str]) -> bool:
        if not match[1]:
            return True
        written, wanted = _plain_path(match[1]), _plain_path(path)
        return written == wanted or (match[1].startswith("..") and wanted.endswith(f"/{written}"))

    first = planned.page.file if planned.page else ""
    found = mentions.find(rf"([^\s\"'()<>#]*)#{re.escape(anchor)}", first, fits)
    return found or Location(first or planned.path)


def _plain_path(address: str) -> str:
    return re.sub(r"^[./]+|(?:^|/)index\.html$|\.html$|/$", "", unquote(address))


def _place_of_image(mentions: Mentions, planned: PlannedPage, image: str) -> tuple[Location, str]:
    """Where a picture without words is written, and how: on the page itself, else in the data, else by a template."""
    page, folder = planned.page, posixpath.dirname(planned.path)
    is_local = not SCHEME.match(image)
    path = posixpath.normpath(posixpath.join(folder, unquote(urlsplit(image).path))) if is_local else image
    for tag in IMG.finditer(page.body) if page else ():
        source = SRC.search(tag[0])
        if source is None or page is None or ALT.search(tag[0]) or is_shown(page.body, tag.start()):
            continue
        group = source.lastindex or 0
        if path in {html.unescape(source[group]), local_path(html.unescape(source[group]))}:
            return page.at_offset(tag.start() + source.start(group)), source[group]
    found = mentions.find(rf"(?:\.{{0,2}}/)*{re.escape(path)}", page.file if page else "")
    return (found, path) if found else (_place(planned, image), image)


def _place(planned: PlannedPage, fragment: str) -> Location:
    """Where the page's text says it; data and templates are named by the page that shows it."""
    page = planned.page
    if page is None:
        return Location(planned.path)
    offset = page.body.find(fragment) if fragment else -1
    if offset < 0:
        return Location(page.file)
    return page.at_offset(offset)
