"""How a video is played in a page: by the browser itself, or by the player of the host that shows it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from urllib.parse import parse_qs, urlsplit

from msgspec import Struct

if TYPE_CHECKING:
    from urllib.parse import SplitResult

FILES = (".mp4", ".m4v", ".webm", ".ogv", ".mov")
SECONDS = re.compile(r"(?:(\d+)h)?(?:(\d+)m)?(?:(\d+)s?)?")
PAGES = {
    "bilibili": "https://www.bilibili.com/video/{}",
    "vimeo": "https://vimeo.com/{}",
    "youtube": "https://www.youtube.com/watch?v={}",
}
"""Where a provider of the Jekyll themes' `include video` shows the video with this id."""
YOUTUBE, VIMEO, BILIBILI = ("youtube.com", "youtube-nocookie.com", "youtu.be"), ("vimeo.com",), ("bilibili.com",)
PLAYERS = {
    YOUTUBE: "https://www.youtube-nocookie.com/embed/{}?autoplay=1",
    VIMEO: "https://player.vimeo.com/video/{}?dnt=1&autoplay=1",
    BILIBILI: "https://player.bilibili.com/player.html?bvid={}&autoplay=1",
}
"""By the host's names, the page that other sites embed."""
STARTS = {YOUTUBE: "&start={}", VIMEO: "#t={}s", BILIBILI: "&t={}"}
"""How the URL of such a page names the second to begin with."""
BEFORE_ID = {"watch", "shorts", "live", "embed", "video"}
"""Parts of a path that the id of a video follows."""


class Video(Struct, frozen=True):
    """A video. `player` is empty for a file, which the browser plays itself."""

    url: str
    """The file, or the page that shows the video."""
    player: str = ""
    """The page that is embedded when the reader asks for it."""
    start: int = 0

    @property
    def host(self) -> str:
        """The host that is asked when the video is played."""
        return self.player.partition("://")[2].partition("/")[0]


def video_at(url: str) -> Video | None:
    """The video at a URL; None for what no browser can play in a page: neither a file nor on https."""
    parts = urlsplit(url)
    if parts.path.lower().endswith(FILES):
        return Video(url)
    if parts.scheme != "https":
        return None
    start = _start(parts)
    return Video(url, _player(parts, start) or url, start)


def _player(parts: SplitResult, start: int) -> str:
    """The page that a host has for other sites; empty where it is not known."""
    name = ".".join(parts.netloc.split(".")[-2:])
    path = [part for part in parts.path.split("/") if part]
    for names, player in PLAYERS.items():
        if name in names and (video_id := _id(parts, path)):
            return player.format(video_id) + (STARTS[names].format(start) if start else "")
    if path[:1] == ["w"] or path[:2] == ["videos", "watch"]:  # PeerTube, on any host
        return f"https://{parts.netloc}/videos/embed/{path[-1]}?autoplay=1"
    return ""


def _id(parts: SplitResult, path: list[str]) -> str:
    """The id in a URL of a known host; empty where there is none."""
    if ids := parse_qs(parts.query).get("v"):
        return ids[0]
    for before, part in zip(["", *path], path, strict=False):
        if part not in BEFORE_ID and (before in BEFORE_ID or part.isdecimal() or parts.netloc.endswith("youtu.be")):
            return part
    return ""


def _start(parts: SplitResult) -> int:
    """The second that `t=90`, `t=1m30s` or `start=90` names."""
    values = {**parse_qs(parts.query), **parse_qs(parts.fragment)}
    match = SECONDS.fullmatch((values.get("t") or values.get("start") or ["0"])[0])
    hours, minutes, seconds = (int(number or 0) for number in match.groups()) if match else (0, 0, 0)
    return hours * 3600 + minutes * 60 + seconds
