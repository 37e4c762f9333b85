"""The player of a video by the URL of its page, and a plain link where there is no player."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from acadfolio.problems import SiteError
from acadfolio.rendering.videos import Video, seconds_of, video_at
from cases import every_case
from sites import content_of, render_site

if TYPE_CHECKING:
    from pathlib import Path

YOUTUBE = "https://www.youtube-nocookie.com/embed/"
FILM = f"{YOUTUBE}aqz-KE-bpKQ?autoplay=1"
VIMEO = "https://player.vimeo.com/video/76979871?dnt=1&autoplay=1"
BILIBILI = "https://player.bilibili.com/player.html?bvid=BV1xx411c7mD&autoplay=1"
PEERTUBE = "https://tube.example.org/videos/embed/"
UUID, SHORT = "9db9f3f1-9b54-44ed-9e91-461d262d2205", "kkGMgK9ZtnKfYAgnEtQxbv"
PLAYERS = {
    "https://www.youtube.com/watch?v=aqz-KE-bpKQ": FILM,
    "https://music.youtube.com/watch?v=aqz-KE-bpKQ": FILM,
    "https://m.youtube.com/watch?app=desktop&v=aqz-KE-bpKQ": FILM,
    "https://www.youtube.com/live/aqz-KE-bpKQ?feature=share": FILM,
    "https://www.youtube.com/v/aqz-KE-bpKQ": FILM,
    "https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ": FILM,
    "https://youtube.com/watch/aqz-KE-bpKQ": FILM,
    "http://www.youtube.com/watch?v=aqz-KE-bpKQ": FILM,
    "//youtu.be/aqz-KE-bpKQ": FILM,
    "youtu.be/aqz-KE-bpKQ": FILM,
    "www.youtube.com/watch?v=aqz-KE-bpKQ": FILM,
    "https://youtu.be/aqz-KE-bpKQ?t=30": f"{FILM}&start=30",
    "https://youtu.be/aqz-KE-bpKQ?si=x&t=30s": f"{FILM}&start=30",
    "https://www.youtube.com/watch?v=aqz-KE-bpKQ&t=1m30s": f"{FILM}&start=90",
    "https://www.youtube.com/watch?v=aqz-KE-bpKQ&amp;t=1h2m3s": f"{FILM}&start=3723",
    "https://www.youtube.com/watch?v=aqz-KE-bpKQ#t=1m30s": f"{FILM}&start=90",
    "https://www.youtube.com/watch?v=aqz-KE-bpKQ&time_continue=9": f"{FILM}&start=9",
    "https://www.youtube.com/embed/aqz-KE-bpKQ?start=30&end=60": f"{FILM}&start=30&end=60",
    "https://www.youtube.com/watch?v=aqz-KE-bpKQ&list=PL123&index=2": f"{FILM}&list=PL123",
    "https://www.youtube.com/watch?v=aqz-KE-bpKQ&list=RDaqz-KE-bpKQ": FILM,
    "https://www.youtube.com/watch?v=aqz-KE-bpKQ&list=WL": FILM,
    "https://www.youtube.com/playlist?list=PL123": f"{YOUTUBE}videoseries?list=PL123&autoplay=1",
    "https://www.youtube.com/watch?list=PL123": f"{YOUTUBE}videoseries?list=PL123&autoplay=1",
    "https://www.youtube.com/embed/videoseries?list=PL123": f"{YOUTUBE}videoseries?list=PL123&autoplay=1",
    "https://www.youtube.com/channel/UC1/live": f"{YOUTUBE}live_stream?channel=UC1&autoplay=1",
    "https://vimeo.com/76979871/abcdef": f"{VIMEO}&h=abcdef",
    "https://vimeo.com/76979871/1234567890": f"{VIMEO}&h=1234567890",
    "https://vimeo.com/76979871?h=abcdef&share=copy": f"{VIMEO}&h=abcdef",
    "https://player.vimeo.com/video/76979871?h=abcdef": f"{VIMEO}&h=abcdef",
    "https://vimeo.com/channels/staffpicks/76979871": VIMEO,
    "https://vimeo.com/groups/films/videos/76979871": VIMEO,
    "https://vimeo.com/showcase/123/video/76979871": VIMEO,
    "https://vimeo.com/showcase/123": "https://vimeo.com/showcase/123/embed",
    "https://vimeo.com/event/123": "https://vimeo.com/event/123/embed",
    "https://vimeo.com/76979871#t=1m30s": f"{VIMEO}#t=90s",
    "https://www.bilibili.com/video/BV1xx411c7mD?p=2": f"{BILIBILI}&page=2",
    "https://m.bilibili.com/video/BV1xx411c7mD/?t=30.5": f"{BILIBILI}&t=30",
    "https://www.bilibili.com/video/av170001": "https://player.bilibili.com/player.html?aid=170001&autoplay=1",
    "https://player.bilibili.com/player.html?bvid=BV1xx411c7mD&page=2": f"{BILIBILI}&page=2",
    f"https://tube.example.org/w/{SHORT}": f"{PEERTUBE}{SHORT}?autoplay=1",
    f"https://tube.example.org/videos/watch/{UUID}?start=1m30s": f"{PEERTUBE}{UUID}?start=90s&autoplay=1",
    f"https://tube.example.org/w/p/{SHORT}": f"https://tube.example.org/video-playlists/embed/{SHORT}?autoplay=1",
    "https://www.dailymotion.com/video/x8abc": "https://geo.dailymotion.com/player.html?video=x8abc",
    "https://dai.ly/x8abc": "https://geo.dailymotion.com/player.html?video=x8abc",
    "https://drive.google.com/file/d/abc/view?usp=sharing": "https://drive.google.com/file/d/abc/preview",
    "https://drive.google.com/open?id=abc": "https://drive.google.com/file/d/abc/preview",
    "https://archive.org/details/radium": "https://archive.org/embed/radium",
    "https://www.ted.com/talks/a_talk": "https://embed.ted.com/talks/a_talk",
    "https://media.ccc.de/v/1-rings": "https://media.ccc.de/v/1-rings/oembed",
    "https://av.tib.eu/media/123": "https://av.tib.eu/player/123",
    "https://films.example.org/embed/7": "https://films.example.org/embed/7",
}
LINKS = [
    "https://www.youtube.com/@noether", "https://www.youtube.com/channel/UC123", "https://www.youtube.com/c/Noether",
    "https://www.youtube.com/user/noether", "https://www.youtube.com/", "https://www.youtube.com/results?search_query=x",
    "https://www.youtube.com/clip/Ugkx", "https://www.youtube.com/watch?v=short", "https://youtu.be/",
    "https://vimeo.com/noether", "https://vimeo.com/channels/staffpicks", "https://space.bilibili.com/123",
    "https://b23.tv/abc", "https://slideslive.com/38900000", "https://www.twitch.tv/videos/1",
    "https://films.example.org/7", "https://drive.google.com/drive/folders/abc",
]  # fmt: skip


@every_case("url", PLAYERS)
def test_a_video_has_the_player_of_its_host(url: str) -> None:
    video = video_at(url)
    assert video is not None
    assert video.player == PLAYERS[url]
    assert video.url.startswith("https://")


@every_case("url", LINKS)
def test_a_page_without_a_player_is_a_link(url: str) -> None:
    video = video_at(url)
    assert video is not None
    assert video.player == ""


@every_case("url", ["/films/a.mp4", "videos/a.MOV", "https://a.example/b.webm?c#t=4"])
def test_a_file_needs_no_player(url: str) -> None:
    assert video_at(url) == Video(url, is_file=True)


@every_case(
    "url",
    ["http://example.org/v", "talk.txt", "javascript:alert(1)", "https://", "", "youtube", "x["],
)
def test_what_is_neither_a_file_nor_a_page_is_no_video(url: str) -> None:
    assert video_at(url) is None


@every_case(
    ("text", "seconds"),
    [
        ("90", 90),
        ("1" * 5000, 0),
        ("90s", 90),
        ("1m30s", 90),
        ("1h", 3600),
        ("1:02:03", 3723),
        ("1:30", 90),
        ("x", 0),
        ("", 0),
        ("-1", 0),
    ],
)
def test_a_time_is_read_as_seconds(text: str, seconds: int) -> None:
    assert seconds_of(text) == seconds


def test_a_video_without_a_player_is_a_link_with_a_warning(tmp_path: Path) -> None:
    files = {
        "content/about.md": '{{ video("https://www.youtube.com/@noether", title="Lectures") }}\n'
    }
    outputs, problems = render_site(tmp_path, files)
    assert problems == [
        "content/about.md:1:1: `https://www.youtube.com/@noether` is not the page of one video: the page links to it"
    ]
    content = content_of(outputs["index.html"])
    assert '<a class="btn" href="https://www.youtube.com/@noether">' in content
    assert "data-player" not in content
    assert "Lectures" in content


def test_a_player_can_be_given(tmp_path: Path) -> None:
    line = '{{ video("https://films.example.org/7", title="T", player="https://films.example.org/p/7") }}\n'
    outputs, problems = render_site(tmp_path, {"content/about.md": line})
    assert problems == []
    assert (
        'href="https://films.example.org/7" data-player="https://films.example.org/p/7"'
        in outputs["index.html"]
    )


@every_case("player", ["http://films.example.org/7", "javascript:alert(1)", "films/7"])
def test_a_player_is_a_page_on_https(player: str, tmp_path: Path) -> None:
    line = f'{{{{ video("https://films.example.org/7", player="{player}") }}}}\n'
    with pytest.raises(SiteError, match="must begin with https"):
        render_site(tmp_path, {"content/about.md": line})


def test_the_id_of_a_jekyll_theme_may_have_a_start_time(tmp_path: Path) -> None:
    line = '{{ video(id="aqz-KE-bpKQ?start=30", provider="youtube") }}\n'
    outputs, _ = render_site(tmp_path, {"content/about.md": line})
    assert "embed/aqz-KE-bpKQ?autoplay=1&amp;start=30" in outputs["index.html"]
