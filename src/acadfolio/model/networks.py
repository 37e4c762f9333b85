"""The networks that a sidebar can name: key, label, address and icon, in the order in which they are shown.

From the two Jekyll themes' author profiles (LAYOUT.md, section 2), with today's names and addresses. A full URL always
stands as it is. `name` says how a name in the network looks, and its groups go into `address`; a network whose address
is `{}` has no pages under names that one could build.
"""

from __future__ import annotations

import re
from functools import cache

from msgspec import Struct

NAME = r"@?([^\s/?#]+)/?"
PATH = r"@?([^\s?#]+?)/?"
NUMBER = r"(\d+)"
IN_FULL = ("http://", "https://", "/", "mailto:")
"""How a link begins that is no name in a network."""
NEAR = 0.8
"""A label may be anything: only a slip of the pen is meant for a network."""


WITHOUT_BRAND_ICON = frozenset({"cap", "link", "video", "file"})
"""The icons that several networks share, because the brand has none that may be drawn."""


class Network(Struct, frozen=True):
    """One network; `icon` is a slug of Simple Icons, or the name of an icon of ours."""

    label: str
    icon: str
    address: str = "{}"
    name: str = NAME
    wanted: str = ""
    """What to write in place of what is no name, where that is a number that people know."""


NETWORKS: dict[str, Network] = {
    # first, as in the themes: a page of one's own
    "uri": Network("Website", "link"),
    # academic
    "academia": Network("Academia", "academia"),
    "arxiv": Network("arXiv", "arxiv", "https://arxiv.org/a/{}", r"([a-z'-]+_[a-z]_\d+|\d{4}-\d{4}-\d{4}-\d{3}[\dX])"),
    "dblp": Network("DBLP", "dblp", "https://dblp.org/pid/{}", r"(?:pid/)?(\w+/[\w-]+)"),
    "googlescholar": Network("Google Scholar", "googlescholar", "https://scholar.google.com/citations?user={}"),
    "hal": Network("HAL", "cap", "https://cv.hal.science/{}"),
    "impactstory": Network("Impactstory", "cap", "https://profiles.impactstory.org/u/{}"),
    "inspire-hep": Network("INSPIRE-HEP", "cap", "https://inspirehep.net/authors/{}", NUMBER),
    "openreview": Network("OpenReview", "cap", "https://openreview.net/profile?id={}"),
    "orcid": Network(
        "ORCID",
        "orcid",
        "https://orcid.org/{}",
        r"(?:orcid\.org/)?(\d{4}-\d{4}-\d{4}-\d{3}[\dX])",
        "write its four groups of four, such as `0000-0002-1825-0097`",
    ),
    "osf": Network("OSF", "osf", "https://osf.io/{}"),
    "pubmed": Network("PubMed", "pubmed"),
    "researchgate": Network("ResearchGate", "researchgate", "https://www.researchgate.net/profile/{}"),
    "scopus": Network("Scopus", "scopus", "https://www.scopus.com/authid/detail.uri?authorId={}", NUMBER),
    "semantic": Network("Semantic Scholar", "semanticscholar", "https://www.semanticscholar.org/author/{}", PATH),
    "ssrn": Network("SSRN", "ssrn", "https://papers.ssrn.com/sol3/cf_dev/AbsByAuth.cfm?per_id={}", NUMBER),
    "webofscience": Network("Web of Science", "clarivate", "https://www.webofscience.com/wos/author/record/{}"),
    "wikidata": Network("Wikidata", "wikidata", "https://www.wikidata.org/wiki/{}", r"(Q\d+)"),
    "zotero": Network("Zotero", "zotero", "https://www.zotero.org/{}"),
    # repositories
    "bitbucket": Network("Bitbucket", "bitbucket", "https://bitbucket.org/{}", PATH),
    "codeberg": Network("Codeberg", "codeberg", "https://codeberg.org/{}"),
    "codepen": Network("CodePen", "codepen", "https://codepen.io/{}"),
    "dribbble": Network("Dribbble", "dribbble", "https://dribbble.com/{}"),
    "github": Network("GitHub", "github", "https://github.com/{}", PATH),
    "gitlab": Network("GitLab", "gitlab", "https://gitlab.com/{}", PATH),
    "huggingface": Network("Hugging Face", "huggingface", "https://huggingface.co/{}"),
    "kaggle": Network("Kaggle", "kaggle", "https://www.kaggle.com/{}"),
    "stackoverflow": Network(
        "Stack Overflow", "stackoverflow", "https://stackoverflow.com/users/{}", r"(\d+(?:/\S*)?)"
    ),
    # social
    "artstation": Network("ArtStation", "artstation", "https://www.artstation.com/{}"),
    "bluesky": Network("Bluesky", "bluesky", "https://bsky.app/profile/{}", r"@?([\w-]+(?:\.[\w-]+)+|did:\S+)"),
    "discord": Network("Discord", "discord", "https://discord.com/users/{}", r"(\d{15,20})"),
    "facebook": Network("Facebook", "facebook", "https://www.facebook.com/{}"),
    "flickr": Network("Flickr", "flickr", "https://www.flickr.com/{}", PATH),
    "foursquare": Network("Foursquare", "foursquare", "https://foursquare.com/{}", PATH),
    "goodreads": Network("Goodreads", "goodreads", "https://www.goodreads.com/{}", PATH),
    "google_plus": Network("Google+", "google", "https://plus.google.com/+{}"),
    "instagram": Network("Instagram", "instagram", "https://www.instagram.com/{}"),
    "keybase": Network("Keybase", "keybase", "https://keybase.io/{}"),
    "lastfm": Network("Last.fm", "lastdotfm", "https://www.last.fm/user/{}"),
    "linkedin": Network("LinkedIn", "linkedin", "https://www.linkedin.com/in/{}", rf"(?:in/)?{NAME}"),
    "mastodon": Network("Mastodon", "mastodon", "https://{1}/@{0}", r"@?([\w.-]+)@([\w-]+(?:\.[\w-]+)+)"),
    "medium": Network("Medium", "medium", "https://medium.com/@{}"),
    "pinterest": Network("Pinterest", "pinterest", "https://www.pinterest.com/{}"),
    "soundcloud": Network("SoundCloud", "soundcloud", "https://soundcloud.com/{}"),
    "steam": Network("Steam", "steam", "https://steamcommunity.com/id/{}"),
    "telegram": Network("Telegram", "telegram", "https://t.me/{}"),
    "threads": Network("Threads", "threads", "https://www.threads.net/@{}"),
    "tumblr": Network("Tumblr", "tumblr", "https://{}.tumblr.com", r"@?([\w-]+)"),
    "twitter": Network("X (formerly Twitter)", "x", "https://x.com/{}"),
    "vine": Network("Vine", "video", "https://vine.co/u/{}"),
    "weibo": Network("Weibo", "sinaweibo", "https://www.weibo.com/{}", PATH),
    "wikipedia": Network("Wikipedia", "wikipedia", "https://en.wikipedia.org/wiki/User:{}"),
    "xing": Network("XING", "xing", "https://www.xing.com/profile/{}"),
    "youtube": Network("YouTube", "youtube", "https://www.youtube.com/@{}"),
    "zhihu": Network("Zhihu", "zhihu", "https://www.zhihu.com/people/{}"),
}
ALSO_CALLED = {"x": "twitter", "scholar": "googlescholar", "semanticscholar": "semantic", "inspire": "inspire-hep"}


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
    return "" if "/" in written else "write a full address, such as `https://…`, or the path of a file or a page"


@cache
def _keys() -> dict[str, str]:
    by_label = {_letters(network.label): key for key, network in NETWORKS.items()}
    return by_label | ALSO_CALLED | {_letters(key): key for key in NETWORKS}


def _letters(label: str) -> str:
    return "".join(letter for letter in label.lower() if letter.isascii() and letter.isalnum())


def address_in(key: str, written: str) -> str:
    """The address of a person in a network. Raises ValueError for a name of which none can be made."""
    network, name = NETWORKS[key], written.strip()
    if name.lower().startswith(IN_FULL):
        return name
    host = network.address.removeprefix("https://").partition("/")[0].removeprefix("www.")
    if name.lower().removeprefix("www.").startswith(f"{host}/"):
        return f"https://{name}"
    found = re.fullmatch(network.name, name) if network.address != "{}" else None
    if found is None:
        what = "is no address" if network.address == "{}" else f"is no name in {network.label}"
        raise ValueError(what, network.wanted or "write the full address, such as `https://…`")
    return network.address.format(*found.groups())
