"""The networks that a sidebar can name: key, label, address and icon, in the order in which they are shown.

From the two Jekyll themes' author profiles (LAYOUT.md, section 2), with today's names and addresses. In `address`, `{}`
is what the user wrote; a full URL always stands as it is.
"""

from __future__ import annotations

from typing import NamedTuple


class Network(NamedTuple):
    """One network; `icon` is a slug of Simple Icons, or the name of an icon of ours."""

    label: str
    icon: str
    address: str = "{}"


NETWORKS: dict[str, Network] = {
    # academic
    "academia": Network("Academia", "academia"),
    "arxiv": Network("arXiv", "arxiv"),
    "dblp": Network("DBLP", "dblp"),
    "googlescholar": Network("Google Scholar", "googlescholar", "https://scholar.google.com/citations?user={}"),
    "hal": Network("HAL", "cap", "https://cv.hal.science/{}"),
    "impactstory": Network("Impactstory", "cap", "https://profiles.impactstory.org/u/{}"),
    "inspire-hep": Network("INSPIRE-HEP", "cap"),
    "openreview": Network("OpenReview", "cap", "https://openreview.net/profile?id={}"),
    "orcid": Network("ORCID", "orcid", "https://orcid.org/{}"),
    "osf": Network("OSF", "osf", "https://osf.io/{}"),
    "pubmed": Network("PubMed", "pubmed"),
    "researchgate": Network("ResearchGate", "researchgate", "https://www.researchgate.net/profile/{}"),
    "scopus": Network("Scopus", "scopus", "https://www.scopus.com/authid/detail.uri?authorId={}"),
    "semantic": Network("Semantic Scholar", "semanticscholar", "https://www.semanticscholar.org/author/{}"),
    "ssrn": Network("SSRN", "ssrn", "https://papers.ssrn.com/sol3/cf_dev/AbsByAuth.cfm?per_id={}"),
    "webofscience": Network("Web of Science", "clarivate", "https://www.webofscience.com/wos/author/record/{}"),
    "wikidata": Network("Wikidata", "wikidata", "https://www.wikidata.org/wiki/{}"),
    "zotero": Network("Zotero", "zotero", "https://www.zotero.org/{}"),
    # repositories
    "bitbucket": Network("Bitbucket", "bitbucket", "https://bitbucket.org/{}"),
    "codeberg": Network("Codeberg", "codeberg", "https://codeberg.org/{}"),
    "codepen": Network("CodePen", "codepen", "https://codepen.io/{}"),
    "dribbble": Network("Dribbble", "dribbble", "https://dribbble.com/{}"),
    "github": Network("GitHub", "github", "https://github.com/{}"),
    "gitlab": Network("GitLab", "gitlab", "https://gitlab.com/{}"),
    "huggingface": Network("Hugging Face", "huggingface", "https://huggingface.co/{}"),
    "kaggle": Network("Kaggle", "kaggle", "https://www.kaggle.com/{}"),
    "stackoverflow": Network("Stack Overflow", "stackoverflow", "https://stackoverflow.com/users/{}"),
    # social
    "artstation": Network("ArtStation", "artstation", "https://www.artstation.com/{}"),
    "bluesky": Network("Bluesky", "bluesky", "https://bsky.app/profile/{}"),
    "discord": Network("Discord", "discord"),
    "facebook": Network("Facebook", "facebook", "https://www.facebook.com/{}"),
    "flickr": Network("Flickr", "flickr", "https://www.flickr.com/{}"),
    "foursquare": Network("Foursquare", "foursquare", "https://foursquare.com/{}"),
    "goodreads": Network("Goodreads", "goodreads", "https://www.goodreads.com/{}"),
    "google_plus": Network("Google+", "google", "https://plus.google.com/+{}"),
    "instagram": Network("Instagram", "instagram", "https://www.instagram.com/{}"),
    "keybase": Network("Keybase", "keybase", "https://keybase.io/{}"),
    "lastfm": Network("Last.fm", "lastdotfm", "https://www.last.fm/user/{}"),
    "linkedin": Network("LinkedIn", "linkedin", "https://www.linkedin.com/in/{}"),
    "mastodon": Network("Mastodon", "mastodon"),
    "medium": Network("Medium", "medium", "https://medium.com/@{}"),
    "pinterest": Network("Pinterest", "pinterest", "https://www.pinterest.com/{}"),
    "soundcloud": Network("SoundCloud", "soundcloud", "https://soundcloud.com/{}"),
    "steam": Network("Steam", "steam", "https://steamcommunity.com/id/{}"),
    "telegram": Network("Telegram", "telegram", "https://t.me/{}"),
    "threads": Network("Threads", "threads", "https://www.threads.net/@{}"),
    "tumblr": Network("Tumblr", "tumblr", "https://{}.tumblr.com"),
    "twitter": Network("X (formerly Twitter)", "x", "https://x.com/{}"),
    "vine": Network("Vine", "video", "https://vine.co/u/{}"),
    "weibo": Network("Weibo", "sinaweibo", "https://www.weibo.com/{}"),
    "wikipedia": Network("Wikipedia", "wikipedia", "https://en.wikipedia.org/wiki/User:{}"),
    "xing": Network("XING", "xing", "https://www.xing.com/profile/{}"),
    "youtube": Network("YouTube", "youtube", "https://www.youtube.com/@{}"),
    "zhihu": Network("Zhihu", "zhihu", "https://www.zhihu.com/people/{}"),
    # last, as in the themes: a page of one's own
    "uri": Network("Website", "link"),
}
