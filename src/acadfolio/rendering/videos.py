"""Videos of other hosts: the URL of the player for the URL of a video's page."""

from __future__ import annotations

import html
import re
from typing import TYPE_CHECKING
from urllib.parse import parse_qs, quote, urlencode, urlsplit

from msgspec import Struct

from acadfolio.citations.papers import VIDEO_FILES

if TYPE_CHECKING:
    from collections.abc import Callable

YOUTUBE = "https://www.youtube-nocookie.com/embed/"
YOUTUBE_ID = re.compile(r"(?!videoseries$|live_stream$)[\w-]{11}")
YOUTUBE_PAGES = {"embed", "shorts", "live", "v", "e", "watch"}
"""The words before the id of a video in a path."""
PERSONAL_LISTS = ("RD", "WL", "LL", "LM", "UL")
"""The beginnings of the ids of playlists that YouTube makes for one visitor."""
VIMEO_HASH = re.compile(r"[0-9a-f]{6,}")
"""The key of an unlisted video."""
BILIBILI_ID = re.compile(r"(?:BV\w+|av\d+)", re.IGNORECASE)
PEERTUBE_PATH = re.compile(r"/(?:w|videos/watch)/(p/|playlist/)?([\w-]{20,})/?")
EMBEDDED = re.compile(r"[/.](?:embed|player|iframe)", re.IGNORECASE)
"""What the URLs of most players contain."""
SECONDS_OF = {"h": 3600, "m": 60, "s": 1}


class Video(Struct, frozen=True):
    """A video: a file that the browser plays, a page with a player, or a page to which there is only a link."""

    url: str
    """The file, or the page that shows the video."""
    player: str = ""
    """The page that is embedded when the visitor plays the video."""
    is_file: bool = False

    @property
    def host(self) -> str:
        """The host that the browser contacts when the video is played."""
        return urlsplit(self.player or self.url).netloc


class Address(Struct, frozen=True):
    """The parts of a video's URL."""

    url: str
    host: str
    path: str
    query: dict[str, str]
    fragment: dict[str, str]

    @property
    def segments(self) -> list[str]:
        return [segment for segment in self.path.split("/") if segment]

    @property
    def start(self) -> int:
        """The second at which the video starts."""
        for key in ("t", "start", "time_continue"):
            if seconds := seconds_of(self.query.get(key, "") or self.fragment.get(key, "")):
                return seconds
        return 0


def video_at(url: str, player: str = "") -> Video | None:
    """The video at a URL; None for what no browser can play in a page: neither a file nor a page on https.

    Without a player of its host, a video has the given one; else it is only a link.
    """
    try:
        is_file = urlsplit(url).path.lower().endswith(VIDEO_FILES)
        address = _address(url)
    except ValueError:  # A bracket or a character that no host has.
        return None
    if is_file:
        return Video(url, is_file=True)
    if address is None:
        return None
    return Video(address.url, player or _player(address))


def _address(url: str) -> Address | None:
    """The address of a page on https; None for any other URL.

    The hosts of PLAYERS may have another scheme, or none.
    """
    url = html.unescape(url)
    parts = urlsplit(url)
    if parts.scheme != "https":
        parts = urlsplit(f"https://{re.sub(r'^(?:http:)?//', '', url)}")
        if _host_of(parts.netloc) not in PLAYERS:
            return None
    if not parts.netloc:
        return None
    return Address(
        parts.geturl(),
        _host_of(parts.netloc),
        parts.path,
        _values(parts.query),
        _values(parts.fragment),
    )


def _host_of(netloc: str) -> str:
    """The host by which PLAYERS knows a site: without a subdomain, if it is not listed with one."""
    host = netloc.lower().partition(":")[0]
    if host in PLAYERS:
        return host
    domain = ".".join(host.split(".")[-2:])
    return domain if domain in PLAYERS else host


def _values(query: str) -> dict[str, str]:
    return {key: values[0] for key, values in parse_qs(query).items()}


def seconds_of(text: str) -> int:
    """The seconds of a time: `90`, `90s`, `1m30s`, `1h2m3s` or `1:30`; 0 for any other text."""
    if re.fullmatch(r"\d{1,9}(?:\.\d{1,9})?", text):
        return int(float(text))
    if re.fullmatch(r"(?:\d{1,9}:){1,2}\d{1,9}", text):
        seconds = 0
        for part in text.split(":"):
            seconds = 60 * seconds + int(part)
        return seconds
    if not re.fullmatch(r"(?:\d{1,9}[hms])+", text):
        return 0
    return sum(int(number) * SECONDS_OF[unit] for number, unit in re.findall(r"(\d+)([hms])", text))


def _player(address: Address) -> str:
    """The URL of the player; empty if it is not known."""
    if address.host in PLAYERS:
        return PLAYERS[address.host](address)
    if found := PEERTUBE_PATH.fullmatch(address.path):
        return _peertube(address, found)
    return address.url if EMBEDDED.search(address.url.partition("?")[0]) else ""


def _with(url: str, **arguments: str | int) -> str:
    """A URL with those arguments that have a value."""
    query = urlencode({name: value for name, value in arguments.items() if value})
    joint = "&" if "?" in url else "?"
    return f"{url}{joint}{query}" if query else url


def _youtube(address: Address) -> str:
    segments, query = address.segments, address.query
    if segments[:2] == ["embed", "live_stream"] and "channel" in query:
        return _with(f"{YOUTUBE}live_stream", channel=query["channel"], autoplay=1)
    if segments[:1] == ["channel"] and segments[2:] == ["live"]:
        return _with(f"{YOUTUBE}live_stream", channel=segments[1], autoplay=1)
    playlist = query.get("list", "")
    if playlist.startswith(PERSONAL_LISTS):
        playlist = ""
    if video := _youtube_id(address):
        end = seconds_of(query.get("end", ""))
        return _with(f"{YOUTUBE}{video}?autoplay=1", start=address.start, end=end, list=playlist)
    is_playlist = segments in (["playlist"], ["watch"], ["embed", "videoseries"], ["embed"])
    return (
        _with(f"{YOUTUBE}videoseries", list=playlist, autoplay=1)
        if playlist and is_playlist
        else ""
    )


def _youtube_id(address: Address) -> str:
    """The id of a video on YouTube; empty for a channel, a list or a clip."""
    segments = address.segments
    found = ""
    if address.host == "youtu.be" and len(segments) == 1:
        found = segments[0]
    elif segments[:1] == ["watch"] and "v" in address.query:
        found = address.query["v"]
    elif len(segments) > 1 and segments[0] in YOUTUBE_PAGES:
        found = segments[1]
    return found if YOUTUBE_ID.fullmatch(found) else ""


def _vimeo(address: Address) -> str:
    segments = address.segments
    if segments[:1] == ["event"] and len(segments) > 1:
        return (
            f"https://vimeo.com/{'/'.join(['event', *segments[1:]]).removesuffix('/embed')}/embed"
        )
    if segments[:1] in (["showcase"], ["album"]) and len(segments) == 2:  # noqa: PLR2004 - the word and the id
        return f"https://vimeo.com/{'/'.join(segments)}/embed"
    if segments[:1] in (["showcase"], ["album"]):
        segments = segments[2:]
    position = next((place for place, part in enumerate(segments) if part.isdecimal()), None)
    if position is None or segments[:1] == ["user"]:
        return ""
    after = segments[position + 1 : position + 2]
    key = address.query.get("h") or "".join(filter(VIMEO_HASH.fullmatch, after))
    player = _with(f"https://player.vimeo.com/video/{segments[position]}?dnt=1&autoplay=1", h=key)
    return f"{player}#t={address.start}s" if address.start else player


def _bilibili(address: Address) -> str:
    query = address.query
    given = query.get("bvid") or (f"av{query['aid']}" if "aid" in query else "")
    in_path = [part for part in address.segments[1:] if address.segments[0] == "video"]
    video = given or "".join(in_path[:1])
    if not BILIBILI_ID.fullmatch(video):
        return ""
    page = query.get("p") or query.get("page", "")
    player = "https://player.bilibili.com/player.html"
    key = {"aid": video[2:]} if video[:2].lower() == "av" else {"bvid": video}
    return _with(player, **key, autoplay=1, page=page if page.isdecimal() else "", t=address.start)


def _dailymotion(address: Address) -> str:
    segments = [part for part in address.segments if part not in {"embed", "video"}]
    if len(segments) != 1:
        return ""
    video = segments[0].partition("_")[0]
    return _with("https://geo.dailymotion.com/player.html", video=video, startTime=address.start)


def _google_drive(address: Address) -> str:
    segments = address.segments
    if segments[:2] == ["file", "d"] and len(segments) > 2:  # noqa: PLR2004 - the id
        return f"https://drive.google.com/file/d/{segments[2]}/preview"
    video = address.query.get("id", "") if segments in (["open"], ["uc"]) else ""
    return f"https://drive.google.com/file/d/{quote(video)}/preview" if video else ""


def _peertube(address: Address, found: re.Match[str]) -> str:
    netloc = urlsplit(address.url).netloc
    kind = "video-playlists" if found[1] else "videos"
    start = f"{address.start}s" if address.start else ""
    return _with(f"https://{netloc}/{kind}/embed/{found[2]}", start=start, autoplay=1)


def _by_path(pattern: str, player: str) -> Callable[[Address], str]:
    """A function for a host whose player is at a fixed URL with the parts of the path that a pattern finds."""

    def find(address: Address) -> str:
        found = re.fullmatch(pattern, address.path.rstrip("/"))
        return player.format(*found.groups()) if found else ""

    return find


def _no_player(_: Address) -> str:
    return ""


PLAYERS: dict[str, Callable[[Address], str]] = {
    "youtube.com": _youtube,
    "youtube-nocookie.com": _youtube,
    "youtu.be": _youtube,
    "vimeo.com": _vimeo,
    "bilibili.com": _bilibili,
    "dailymotion.com": _dailymotion,
    "dai.ly": _dailymotion,
    "drive.google.com": _google_drive,
    "archive.org": _by_path(r"/(?:details|embed)/([^/]+)", "https://archive.org/embed/{}"),
    "ted.com": _by_path(r"/talks/([^/]+)", "https://embed.ted.com/talks/{}"),
    "loom.com": _by_path(r"/(?:share|embed)/(\w+)", "https://www.loom.com/embed/{}"),
    "media.ccc.de": _by_path(r"/v/([^/]+)(?:/oembed)?", "https://media.ccc.de/v/{}/oembed"),
    "av.tib.eu": _by_path(r"/(?:media|player)/(\d+)", "https://av.tib.eu/player/{}"),
    "b23.tv": _no_player,
    "twitch.tv": _no_player,
    "slideslive.com": _no_player,
}
"""The function for the player of each host."""
