"""A page's HTML comes in, with the icons of Font Awesome and Academicons as old pages name them; theirs are drawn.

The fonts that would draw them are not there, and would come from another host. What no icon here stands for is told.
"""

from __future__ import annotations

import re
from functools import cached_property
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

from acadfolio.model.networks import NETWORKS, network_of
from acadfolio.problems import Location
from acadfolio.theme.icons import SIGNS_OF_FONTS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from acadfolio.problems import Problems

ICON = re.compile(
    r"""<!--.*?(?:-->|\Z)|<(?:script|style|textarea)\b.*?(?:</(?:script|style|textarea)\s*>|\Z)
    |(?P<link><a\b[^<>]*>\s*)?<(?P<tag>i|span|em)\b(?P<before>[^<>]*?)\sclass\s*=\s*(?P<quote>["'])
    (?P<classes>(?:(?!(?P=quote))[^<>])*)(?P=quote)(?P<after>[^<>]*)>\s*</(?P=tag)\s*>(?P<alone>(?=\s*</a>))?""",
    re.DOTALL | re.IGNORECASE | re.VERBOSE,
)
SOLID = frozenset({"fas", "far", "fal", "fad", "fa-solid", "fa-regular", "fa-light", "fa-duotone", "fa-thin"})
BRANDS = frozenset({"fab", "fa-brands", "ai"})
SETS = SOLID | BRANDS | {"fa"}
NAME = re.compile("[a-z0-9]+(?:-[a-z0-9]+)*")
MANNER = re.compile(
    r"(?:fa|ai)-(?:\d+x|lg|xs|sm|xl|2xs|2xl|fw|ul|li|border|inverse|pull-\w+|flip-\w+|rotate-\w+|spin.*|pulse|beat|fade|solid"
    r"|regular|light|brands|stack.*)"
)
"""Classes that only say how an icon looks."""
VARIANT = re.compile(r"^square-|-(?:square|alt|o|in|f|g|p|m|simple|open|circle|link|h|symbol)$")
ELSEWHERE = re.compile(r"""<(?:link|script)\b[^<>]*(?:font-?awesome|academicons|/fa-?(?:all)?\.)""", re.IGNORECASE)
NAMES_A_FONT = re.compile("font-?awesome|academicons", re.IGNORECASE)
NAMED = {
    "mail": "envelope envelopes-bulk mail-bulk at paper-plane inbox",
    "pin": "map-marker map-marked location-dot location-pin map-location-dot location-arrow map-pin map thumbtack",
    "link": "link chain globe home house",
    "external": "external-link arrow-up-right-from-square",
    "file": "file file-pdf file-text file-text-o file-pdf-o file-lines file-word file-code file-powerpoint book"
    " book-reader newspaper scroll copy cv id-card address-card clipboard quote-left quote-right",
    "cap": "graduation-cap mortar-board user-graduate school chalkboard-teacher inspire openreview biorxiv springer"
    " ssrn semantic-reader ads hal philpapers impactstory",
    "building": "building university institution landmark bank building-columns industry city hospital briefcase",
    "video": "video video-camera film play circle-play youtube-play",
    "rss": "rss feed",
    "key": "key lock",
    "sun": "sun",
    "moon": "moon",
    "menu": "bars",
    "x": "x-twitter twitter",
    "sinaweibo": "weibo",
    "wechat": "weixin",
    "openaccess": "open-access",
}
"""Icons of the theme and of Simple Icons, and what the fonts call the like."""
OURS = {name: icon for icon, names in NAMED.items() for name in names.split()}
CALLED = {"file-pdf": "PDF", "rss": "RSS", "feed": "RSS", "doi": "DOI"}
"""What is the same in all languages, as are the names of networks."""
SAID = {
    "email": "mail",
    "column:location": "pin",
    "icon:link": "link",
    "home": "home house",
    "website": "globe",
    "external": "external",
    "icon:file": "file",
    "cv": "cv id-card address-card",
    "one:book": "book book-reader",
    "news": "newspaper",
    "citations": "quote-left quote-right",
    "education": "cap",
    "column:institution": "building",
    "icon:video": "video",
    "menu": "menu",
    "theme": "moon sun",
    "downloads": "download file-download file-arrow-down cloud-arrow-down cloud-download",
    "share": "share share-nodes",
    "tags": "tag tags",
    "profile": "user circle-user",
    "people": "users user-group",
    "column:date": "calendar calendar-days",
}
"""The theme's words for icons, by their names in the fonts or here."""
WORD_OF = {name: word for word, names in SAID.items() for name in names.split()}
OF_NETWORKS = frozenset(network.icon for network in NETWORKS.values())


class OldIcons:
    """Draws those of one site's pages. `draw` makes a picture by an icon's name, empty where there is none.

    It is told whether it may be a brand's. `words` are the theme's.
    """

    def __init__(
        self, root: str, draw: Callable[[str, bool], str], problems: Problems, words: Mapping[str, str]
    ) -> None:
        self.root, self.draw, self.problems, self.words = root, draw, problems, words

    def drawn(self, html: str, file: str) -> str:
        """The same where the page or the site brings the font itself."""
        if ELSEWHERE.search(html) or self._templates_bring_a_font:
            return html
        return ICON.sub(lambda match: self._icon(match, file), html)

    def _icon(self, match: re.Match[str], file: str) -> str:
        classes = (match["classes"] or "").split()
        names = [name[3:] for name in classes if name.startswith(SIGNS_OF_FONTS) and not MANNER.fullmatch(name)]
        if not SETS.intersection(classes) or len(names) != 1 or not NAME.fullmatch(names[0]):
            return match[0]
        svg = str(next(filter(None, (self.draw(*each) for each in _candidates(names[0], classes))), ""))
        if not svg:
            self._report(match["classes"], names[0], file)
            return match[0]
        link = match["link"] or ""
        if link and match["alone"] is not None and not re.search(r"\s(?:aria-label|title)\s*=", link, re.IGNORECASE):
            svg = svg.replace('aria-hidden="true"', f'role="img" aria-label="{escape(self._label(names[0]))}"')
        others = " ".join(name for name in classes if name not in SETS and not name.startswith(SIGNS_OF_FONTS))
        attributes = f' class="{others}"' if others else ""
        return f"{link}<span{match['before']}{attributes}{match['after']}>{svg}</span>"

    def _label(self, name: str) -> str:
        """What the icon says to those who do not see it."""
        bare = VARIANT.sub("", name)
        for each in (name, bare, VARIANT.sub("", bare)):
            ours = OURS.get(each, each)
            network = network_of(each) or network_of(ours)
            if called := CALLED.get(each) or (NETWORKS[network].label if network else ""):
                return called
            if word := WORD_OF.get(each) or WORD_OF.get(ours):
                said = self.words[word].rstrip(" \u00a0\u202f:：")
                return said[:1].upper() + said[1:]
        return bare.replace("-", " ").capitalize()

    def _report(self, classes: str, name: str, file: str) -> None:
        if self._styles_bring_a_font:
            return
        from acadfolio.source.mentions import Mentions  # Only a mistake pays for it.

        place = Mentions(self.root).find(re.escape(classes), file) or Location(file or "data")
        what = f"no icon here is that of `{classes}`: nothing is seen"
        self.problems.warn(place, what, f"write an emoji or a word, or draw it as templates/icons/{name}.svg")

    @cached_property
    def _templates_bring_a_font(self) -> bool:
        return any(NAMES_A_FONT.search(_text(path)) for path in Path(self.root, "templates").rglob("*.html"))

    @cached_property
    def _styles_bring_a_font(self) -> bool:
        return NAMES_A_FONT.search(_text(Path(self.root, "static/assets/css/custom.css"))) is not None


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""


def _candidates(name: str, classes: list[str]) -> Iterator[tuple[str, bool]]:
    """Names of icons, the likeliest first. A font's own signs have names that brands have too, such as `box`."""
    bare = VARIANT.sub("", name)
    is_brand = bool(BRANDS.intersection(classes))
    for each in (name, bare, VARIANT.sub("", bare)):
        yield each, False
        if each in OURS:
            yield OURS[each], True
        slug = each.replace("-", "")
        if is_brand or (slug in OF_NETWORKS and not SOLID.intersection(classes)):
            yield slug, True
