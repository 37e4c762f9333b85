"""The pictures that social media show with a link: the author's own, or drawn from the page's title."""

from __future__ import annotations

import io
import os
import time
from typing import TYPE_CHECKING, Any

import pytest

from acadfolio.build import build, prepare
from acadfolio.cache import Cache
from acadfolio.cli import main
from acadfolio.images.variants import KEPT_FOR
from acadfolio.rendering.share_cards import HEIGHT, MARGIN, WIDTH, Card, draw, font_for, lines_of
from acadfolio.store import CACHE
from sites import make_site
from test_head import URL, Head

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from acadfolio.build import Prepared

POST = {"content/posts/1921-02-03-ideals.md": "---\ntitle: Ideals & rings < 2\n---\nText.\n"}
PICTURES = {"static/images/a.png": "", "static/images/me.png": ""}


def rough_width(text: str, size: int) -> float:
    return sum(size * (0.58 if character.isascii() else 1) for character in text)


def files_of(folder: Path, files: dict[str, str]) -> dict[str, bytes]:
    """All outputs of a build, without a cache, by path."""
    prepared = prepare(make_site(folder, {"data/site.yml": URL} | files), draws=True)
    return {output.path: output.content for output in prepared.outputs()}


def image_of(outputs: dict[str, bytes], path: str = "index.html") -> list[str]:
    return Head(outputs[path].decode()).meta.get("og:image", [])


def opened(content: bytes) -> Any:
    from PIL import Image

    return Image.open(io.BytesIO(content))


def test_every_page_has_a_picture_of_its_title_in_the_colours_of_its_skin(tmp_path: Path) -> None:
    outputs = files_of(tmp_path, {**POST, "data/site.yml": f"{URL}skin: sunrise\naccent: '#00aa00'\n"})
    path = "assets/share/posts/ideals.png"
    page = Head(outputs["posts/ideals/index.html"].decode())
    assert page.meta["og:image"] == [f"https://noether.example/~emmy/{path}"]
    assert page.meta["og:image:alt"] == ["Ideals & rings < 2 – Emmy Noether"]
    assert page.meta["twitter:card"] == ["summary_large_image"]
    assert [page.meta[f"og:image:{name}"] for name in ("width", "height", "type")] == [["1200"], ["630"], ["image/png"]]
    picture = opened(outputs[path]).convert("RGB")
    assert (picture.size, picture.getpixel((2, 2))) == ((1200, 630), (0, 0xAA, 0))
    assert picture.getpixel((600, 10)) == (0xE8, 0xD5, 0xB7)
    assert min(picture.crop((90, 80, 1100, 300)).convert("L").getextrema()) < 60
    assert len(outputs[path]) < 20_000


@pytest.mark.parametrize("title", ["Skłodowska", "Ω of ∂x", "word " * 60, "W" * 300, "🔥"])
def test_titles_of_any_length_stay_inside_of_the_picture(title: str) -> None:
    card = Card(title.strip().replace("🔥", ""), "Emmy Noether", "noether.example", "#fff", "#000", "#00f")
    font = font_for(card.words)
    if font is None:
        pytest.skip("no font of this machine has these letters")
    ink = opened(draw(card, font)).convert("L").crop((30, 0, WIDTH, HEIGHT)).point(lambda shade: 255 - shade)
    left, top, right, bottom = ink.getbbox()
    assert left + 30 >= MARGIN - 10
    assert right + 30 <= WIDTH - MARGIN + 10
    assert top >= MARGIN / 2
    assert bottom <= HEIGHT - MARGIN / 2


def test_a_title_that_is_too_long_for_any_size_ends_in_points() -> None:
    card = Card("word " * 200, "", "", "#fff", "#000", "#00f")
    lines = lines_of(card, rough_width)
    assert lines[-1].text.endswith("...")
    assert lines[-1].top + lines[-1].size < HEIGHT


def test_a_script_without_spaces_is_broken_between_its_characters() -> None:
    card = Card("放射性物质的研究" * 4, "", "", "#fff", "#000", "#00f")
    assert [len(line.text) for line in lines_of(card, rough_width)] == [12, 12, 8]


def test_a_title_in_letters_that_no_font_has_goes_without_a_picture(tmp_path: Path) -> None:
    outputs = files_of(tmp_path, {**PICTURES, "data/site.yml": "title: '\ue001\ue002'\nurl: https://a.example\n"})
    assert not [path for path in outputs if path.startswith("assets/share/")]
    assert image_of(outputs) == []


def test_the_same_site_makes_the_same_pictures_and_keeps_them(tmp_path: Path) -> None:
    site = make_site(tmp_path / "site", {"data/site.yml": URL, **POST})
    kept = tmp_path / "kept"

    def built(name: str) -> bytes:
        build(site, tmp_path / name, cache=Cache(lambda: str(kept), b""))
        return (tmp_path / name / "assets/share/index.png").read_bytes()

    first = built("one")
    pictures = sorted((kept / "share").iterdir())
    assert len(pictures) == 3  # the home page, the post, the list of posts
    times = [picture.stat().st_mtime_ns for picture in pictures]
    assert built("two") == first == files_of(tmp_path / "again", POST)["assets/share/index.png"]
    assert [picture.stat().st_mtime_ns for picture in pictures] == times
    (site / "data" / "site.yml").write_text(URL.replace("Emmy", "Amalie"), encoding="utf-8")
    assert built("three") != first


@pytest.mark.parametrize(
    "damage", [lambda whole: whole[:-1], lambda whole: whole[:-99] + b"XX" + whole[-97:], lambda _: b""]
)
def test_a_kept_picture_that_was_damaged_is_drawn_anew(damage: Callable[[bytes], bytes], tmp_path: Path) -> None:
    site = make_site(tmp_path / "site", {"data/site.yml": URL})
    kept = tmp_path / "kept"

    def built(name: str) -> bytes:
        build(site, tmp_path / name, cache=Cache(lambda: str(kept), b""))
        return (tmp_path / name / "assets/share/index.png").read_bytes()

    first = built("one")
    (picture,) = (kept / "share").iterdir()
    whole = picture.read_bytes()
    picture.write_bytes(damage(whole))
    assert built("two") == first
    assert picture.read_bytes() == whole


def test_builds_that_share_a_cache_leave_each_others_pictures_alone_for_a_month(tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    pictures = kept / "share"

    def prepared(name: str, settings: str) -> Prepared:
        site = make_site(tmp_path / name, {"data/site.yml": settings, **POST})
        return prepare(site, draws=True, cache=Cache(lambda: str(kept), b""))

    outputs = list(prepared("one", URL).outputs())
    ours = set(pictures.iterdir())
    assert len(ours) == 3
    list(prepared("other", URL.replace("Emmy", "Amalie")).outputs())
    assert ours < set(pictures.iterdir())
    drawn = [output for output in outputs if output.path.startswith("assets/share/")]
    assert [output.file for output in drawn] == [""] * 3  # Nobody can take them away between drawing and writing.
    for picture in ours:
        os.utime(picture, (0, time.time() - KEPT_FOR - 60))
    list(prepared("other", URL.replace("Emmy", "Amalie")).outputs())
    assert not ours & set(pictures.iterdir())


@pytest.mark.parametrize("leads_to", ["", "nowhere", CACHE])  # A file, and links to nothing and in a circle.
def test_where_no_cache_can_be_made_pictures_are_drawn_at_every_build(leads_to: str, tmp_path: Path) -> None:
    from PIL import Image

    site = make_site(tmp_path / "site", {"data/site.yml": URL, "content/a.md": "![Noise](images/noise.jpg)\n"})
    place = site / CACHE
    if leads_to:
        place.symlink_to(leads_to)
    else:
        place.write_text("no folder", encoding="utf-8")
    (site / "static/images").mkdir(parents=True)
    Image.effect_noise((420, 300), 60).save(site / "static/images/noise.jpg", quality=95)
    commands = (["build"], ["check"], ["deploy", "--to", str(tmp_path / "online")])
    assert [main([*command, "--site", str(site)]) for command in commands] == [0, 0, 0]
    for folder in (site / "output", tmp_path / "online"):
        assert opened((folder / "assets/share/index.png").read_bytes()).size == (WIDTH, HEIGHT)
        assert list(folder.rglob("*.webp"))
    assert place.is_symlink() if leads_to else place.read_text(encoding="utf-8") == "no folder"


def test_an_authors_own_picture_goes_before(tmp_path: Path) -> None:
    page = "---\nheader: {teaser: images/a.png, image_alt: A ring}\n---\nText\n"
    outputs = files_of(tmp_path / "page", {**PICTURES, "content/a.md": page})
    assert image_of(outputs, "a/index.html") == ["https://noether.example/~emmy/images/a.png"]
    assert Head(outputs["a/index.html"].decode()).meta["og:image:alt"] == ["A ring"]
    outputs = files_of(tmp_path / "site", {**PICTURES, "data/site.yml": f"{URL}image: images/a.png\n"})
    assert image_of(outputs) == ["https://noether.example/~emmy/images/a.png"]
    assert not [path for path in outputs if path.startswith("assets/share/")]


@pytest.mark.parametrize("settings", [f"{URL}share_images: false\n", "title: Emmy Noether\n"])
def test_no_picture_is_drawn_where_none_is_wanted_or_nobody_could_see_it(settings: str, tmp_path: Path) -> None:
    files = {**POST, **PICTURES, "data/profile.yml": "name: Emmy\navatar: images/me.png\n"}
    outputs = files_of(tmp_path, {**files, "data/site.yml": settings})
    assert not [path for path in outputs if path.startswith("assets/share/")]
    portrait = ["https://noether.example/~emmy/images/me.png"] if "url" in settings else []
    assert image_of(outputs) == portrait


def test_an_authors_svg_which_few_platforms_show_is_passed_over(tmp_path: Path) -> None:
    svg = {"static/images/a.svg": "<svg xmlns='http://www.w3.org/2000/svg'/>", "static/images/a.png": ""}
    files = {
        "content/a.md": "---\ntitle: A\nheader: {image: images/a.svg}\n---\n",
        "content/b.md": "---\ntitle: B\nheader: {overlay_image: images/a.svg, teaser: images/a.png}\n---\n",
        "data/site.yml": f"{URL}image: images/a.svg\n",
    }
    outputs = files_of(tmp_path, svg | files)
    assert image_of(outputs, "a/index.html") == ["https://noether.example/~emmy/assets/share/a.png"]
    assert image_of(outputs, "b/index.html") == ["https://noether.example/~emmy/images/a.png"]
    assert image_of(outputs) == ["https://noether.example/~emmy/assets/share/index.png"]


def test_a_check_and_the_preview_draw_nothing(tmp_path: Path) -> None:
    site = make_site(tmp_path, {"data/site.yml": URL})
    for prepared in (prepare(site), prepare(site, draws=True, is_preview=True)):
        assert not [output.path for output in prepared.outputs() if "share" in output.path]


def test_entries_share_the_picture_of_the_home_page(tmp_path: Path) -> None:
    files = {"data/site.yml": f"{URL}look: academicpages\n", "data/talks.yml": "- {title: Ideals, date: 1921}\n"}
    outputs = files_of(tmp_path, files)
    assert image_of(outputs, "talks/ideals/index.html") == image_of(outputs)
    assert image_of(outputs, "talks/index.html") != image_of(outputs)


def test_a_picture_that_lies_in_its_place_is_taken(tmp_path: Path) -> None:
    outputs = files_of(tmp_path, {"static/assets/share/index.png": "mine"})
    assert outputs["assets/share/index.png"] == b""  # a file that is copied as it is
    assert image_of(outputs) == ["https://noether.example/~emmy/assets/share/index.png"]
