"""A video's address, or a provider and its id, comes in; how it is played in a page comes out."""

from __future__ import annotations

import re
from urllib.parse import parse_qs

from msgspec import Struct

FILE = re.compile(r"\.(?:mp4|m4v|webm|ogv|mov)$", re.IGNORECASE)
SECONDS = re.compile(r"(?:(\d+)h)?(?:(\d+)m)?(?:(\d+)s?)?")
PAGES = {
    "bilibili": "https://www.bilibili.com/video/{}",
    "vimeo": "https://vimeo.com/{}",
    "youtube": "https://www.youtube.com/watch?v={}",
}
"""Where a provider of the Jekyll themes' `include video` shows the video with this id."""
PLAYERS = (
    (
        re.compile(r"(?:www\.|m\.)?youtube(?:-nocookie)?\.com/(?:watch|shorts|live|embed)|youtu\.be/"),
        re.compile(r"(?:[?&]v=|youtu\.be/|shorts/|live/|embed/)([\w-]{6,})"),
        "https://www.youtube-nocookie.com/embed/{}?autoplay=1",
    ),
    (
        re.compile(r"(?:www\.|player\.)?vimeo\.com/"),
        re.compile(r"vimeo\.com/(?:video/|channels/\w+/)?(\d+)"),
        "https://player.vimeo.com/video/{}?dnt=1&autoplay=1",
    ),
    (
        re.compile(r"(?:www\.|m\.)?bilibili\.com/video/"),
        re.compile(r"video/(BV\w+)"),
        "https://player.bilibili.com/player.html?bvid={}&autoplay=1",
    ),
)
"""Hosts that have another address for other sites' pages: which addresses are theirs, the video's id, the player."""
PEERTUBE = re.compile(r"(https://[^/]+)/(?:w|videos/watch)/([\w-]+)")


class Video(Struct, frozen=True):
    """A video. `player` is empty for a file, which the browser plays itself."""

    url: str
    """The file, or the page that shows the video."""
    player: str = ""
    """The page that is put in when the reader asks for it."""
    start: int = 0

    @property
    def host(self) -> str:
        """Who is asked when the video is played."""
        return self.player.partition("://")[2].partition("/")[0]


def video_at(url: str) -> Video | None:
    """None for what no browser can play in a page: an address that is neither a file nor on https."""
    if FILE.search(url.partition("?")[0].partition("#")[0]):
        return Video(url)
    if not url.startswith("https://"):
        return None
    start = _start(url)
    for host, video_id, player in PLAYERS:
        found = video_id.search(url) if host.match(url.removeprefix("https://")) else None
        if found:
            return Video(url, player.format(found[1]) + _started(player, start), start)
    if peertube := PEERTUBE.match(url):
        return Video(url, f"{peertube[1]}/videos/embed/{peertube[2]}?autoplay=1", start)
    return Video(url, url)


def _start(url: str) -> int:
    """The second that `t=90`, `t=1m30s` or `start=90` names."""
    address, _, fragment = url.partition("#")
    asked = {**parse_qs(address.partition("?")[2]), **parse_qs(fragment)}
    match = SECONDS.fullmatch((asked.get("t") or asked.get("start") or ["0"])[0])
    hours, minutes, seconds = (int(number or 0) for number in match.groups()) if match else (0, 0, 0)
    return hours * 3600 + minutes * 60 + seconds


def _started(player: str, start: int) -> str:
    if not start:
        return ""
    return f"#t={start}s" if "vimeo" in player else f"&{'t' if 'bilibili' in player else 'start'}={start}"
