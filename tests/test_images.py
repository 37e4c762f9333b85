"""Pictures of finished pages: their size, when they load, lighter variants of them, and what is said about them."""

from __future__ import annotations

import concurrent.futures
import os
import re
import shutil
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from acadfolio.build import build, prepare
from acadfolio.cache_folder import CACHE
from acadfolio.checks import check_site
from acadfolio.cli import main
from acadfolio.images.sizes import Picture, picture
from acadfolio.images.variants import Variant, key_of
from acadfolio.memo import MONTH, Memo
from acadfolio.page_work import CHUNK, MANY
from browser import chromium
from sites import content_of, make_site, render_site

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser

    from acadfolio.rendering.images import MakeVariants

SVG = '<svg xmlns="http://www.w3.org/2000/svg" {}><rect width="7" height="7"/></svg>'
PHOTO = (900, 600)
TURNED = 6


def place(site: Path, name: str, size: tuple[int, int] = (400, 300), **options: object) -> Path:
    """A picture of soft spots, the same each time, in the site's static folder."""
    file = site / "static" / name
    file.parent.mkdir(parents=True, exist_ok=True)
    small = (size[0] // 9 + 1, size[1] // 9 + 1)
    spots = Image.frombytes("RGB", small, Random(1867).randbytes(3 * small[0] * small[1]))  # noqa: S311
    soft = spots.resize((small[0] // 4 + 1, small[1] // 4 + 1)).resize(
        size, Image.Resampling.BICUBIC
    )
    mixed = Image.blend(soft, spots.resize(size, Image.Resampling.BICUBIC), 0.3)
    mixed.save(file, **options)  # type: ignore[arg-type]
    return file


def turned() -> Image.Exif:
    made = Image.Exif()
    made[0x0112] = TURNED
    return made


def page_of(site: Path, text: str, path: str = "content/about.md") -> str:
    """The content of the page with this text."""
    make_site(site, {path: text})
    outputs = {output.path: output.content for output in prepare(site).outputs()}
    return content_of(outputs["index.html" if "about" in path else "page/index.html"].decode())


def images(page: str) -> list[dict[str, str]]:
    return [
        dict(re.findall(r'([\w-]+)="([^"]*)"', tag)) for tag in re.findall(r"<img\b[^>]*>", page)
    ]


def built(site: Path, *options: str) -> dict[str, bytes]:
    """The files of a build on the command line."""
    assert main(["build", "--site", str(site), "--output", str(site / "output"), *options]) == 0
    output = site / "output"
    return {
        file.relative_to(output).as_posix(): file.read_bytes()
        for file in output.rglob("*")
        if file.is_file() and file.name != ".acadfolio"
    }


def photo_site(folder: Path, settings: str = "") -> Path:
    site = make_site(
        folder,
        {
            "data/site.yml": f"title: Ada\n{settings}",
            "content/page.md": "Text.\n\n![A street](/images/street.jpg)\n",
        },
    )
    place(site, "images/street.jpg", PHOTO, quality=92)
    return site


# Sizes


@pytest.mark.parametrize("ending", ["png", "jpg", "gif", "webp", "avif", "bmp"])
def test_the_size_of_every_format_is_read(ending: str, tmp_path: Path) -> None:
    kind = {"jpg": "JPEG", "webp": "WebP"}.get(ending, ending.upper())
    assert picture(str(place(tmp_path, f"a.{ending}", (123, 45)))) == Picture(kind, 123, 45)


@pytest.mark.parametrize("ending", ["png", "jpg", "avif"])
def test_the_size_of_a_rotated_picture_is_that_on_the_screen(ending: str, tmp_path: Path) -> None:
    file = place(tmp_path, f"a.{ending}", (80, 60), exif=turned())
    assert (picture(str(file)).width, picture(str(file)).height) == (60, 80)


@pytest.mark.parametrize(
    ("attributes", "size"),
    [
        ('width="300" height="200"', (300, 200)),
        ("width='10cm' height='5cm'", (378, 189)),
        ('viewBox="0 0 24 12"', (1600, 800)),
        ('viewBox="0,0,30,10" width="90px"', (90, 30)),
        ('viewBox="0 0 30 10" height="20"', (60, 20)),
        ('width="100%" height="100%" viewBox="0 0 2 1"', (1600, 800)),
        ('stroke-width="9"', (0, 0)),
        ('viewBox="0 0 none"', (0, 0)),
    ],
)
def test_a_drawing_has_its_own_size_or_the_ratio_of_its_view_box(
    attributes: str, size: tuple[int, int], tmp_path: Path
) -> None:
    file = tmp_path / "a.svg"
    file.write_text(
        f"<?xml version='1.0'?><!-- <svg width='1' height='1'> -->\n{SVG.format(attributes)}"
    )
    assert picture(str(file)) == Picture("SVG", *size)


def test_what_is_no_picture_is_known_by_its_first_bytes(tmp_path: Path) -> None:
    file = tmp_path / "a.png"
    heads = {b"%PDF-1.7": "PDF", b"\0\0\0\x18ftypheic\0\0\0\0mif1": "HEIC", b"Hello": "", b"": ""}
    for head, kind in heads.items():
        file.write_bytes(head)
        assert picture(str(file)) == Picture(kind)


@given(
    damage=st.binary(max_size=300),
    ending=st.sampled_from(["png", "jpg", "gif", "webp", "avif", "tiff"]),
)
@settings(deadline=None)
def test_no_damage_makes_reading_a_size_fail(
    damage: bytes, ending: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.mktemp("damaged")
    file = place(folder, f"a.{ending}", (90, 60), exif=turned())
    content = file.read_bytes()
    start = len(damage) % 40
    file.write_bytes(content[:start] + damage + content[start + len(damage) :])
    assert picture(str(file)).width >= 0


def test_pictures_get_width_and_height_wherever_they_are_written(tmp_path: Path) -> None:
    site = make_site(
        tmp_path,
        {
            "data/profile.yml": "name: Ada\navatar: images/a.png\n",
            "data/projects.yml": "- {title: Engine, image: images/a.png, image_alt: An engine}\n",
            "content/about.md": '![One](/images/a.png)\n\n<img src="images/a.png" alt="Two">\n\n{{ projects() }}\n',
        },
    )
    place(site, "images/a.png")
    outputs, _ = render_site(site, {})
    shown = images(outputs["index.html"])
    assert len(shown) == 4
    assert {(image["width"], image["height"]) for image in shown} == {("400", "300")}


@pytest.mark.parametrize(
    ("written", "width", "height"),
    [
        ("", "400", "300"),
        ('width="200"', "200", "150"),
        ("width=200px", "200px", "150"),
        ('height="60"', "80", "60"),
        ('width="200" height="50"', "200", "50"),
        ('style="width: 50%"', "400", "300"),
        ('style="line-height: 2"', "400", "300"),
        ('style="height: 40px"', None, None),
        ('style="max-height:40px"', None, None),
        ('width="auto"', "auto", None),
    ],
)
def test_a_size_set_by_the_author_is_kept(
    written: str, width: str | None, height: str | None, tmp_path: Path
) -> None:
    place(tmp_path, "a.png")
    (image,) = images(page_of(tmp_path, f'<img {written} src="/a.png" alt="x">\n'))
    said = re.search(r"width=(200px)", written)
    assert image.get("width", said[1] if said else None) == width
    assert image.get("height") == height


def test_a_share_as_width_keeps_its_room_and_is_valid(tmp_path: Path) -> None:
    place(tmp_path, "a.png")
    page = page_of(tmp_path, '<img src="/a.png" width="50%" alt="x">\n')
    assert (
        '<picture style="--width: 50%"><img width="400" height="300"' not in page
    )  # The order of attributes stays.
    assert re.search(
        r'<picture style="--width: 50%"><img src="a.png" width="400" height="300" alt="x" /></picture>',
        page,
    )


def test_pictures_of_other_hosts_and_missing_ones_stay_without_a_size(tmp_path: Path) -> None:
    page = page_of(tmp_path, "![A](https://example.org/a.png)\n\n![B](/none.png)\n")
    assert ["width" in image for image in images(page)] == [False, False]


def test_code_and_comments_that_show_a_picture_stay_as_they_are(tmp_path: Path) -> None:
    place(tmp_path, "a.png")
    page = page_of(
        tmp_path,
        '<!-- <img src="/a.png"> -->\n\n<script>"<img src=/a.png>"</script>\n\n`<img src="/a.png">`\n',
    )
    assert "width=" not in page


# When they load


def test_only_what_is_below_the_fold_loads_late(tmp_path: Path) -> None:
    files = {
        "data/profile.yml": "name: Ada\navatar: a.png\n",
        "content/about.md": "---\nheader: {image: a.png, image_alt: One}\n---\n![Two](/a.png)\n\n![Three](/a.png)\n\n"
        '<img src="/a.png" alt="Four" loading="eager">\n\n<img src="https://example.org/b.png" alt="Five">\n',
    }
    site = make_site(tmp_path, files)
    place(site, "a.png")
    outputs, _ = render_site(site, {})
    late = {
        image["alt"]: (image.get("loading"), image.get("decoding"))
        for image in images(outputs["index.html"])
    }
    assert late == {
        "Ada": (None, None),
        "One": (None, None),
        "Two": (None, None),
        "Three": ("lazy", "async"),
        "Four": ("eager", None),
        "Five": ("lazy", "async"),
    }


# Variants


def test_browsers_choose_among_lighter_pictures(tmp_path: Path) -> None:
    files = built(photo_site(tmp_path))
    page = files["page/index.html"].decode()
    sources = re.findall(r'<source type="image/(\w+)" srcset="([^"]+)" sizes="([^"]+)">', page)
    assert [kind for kind, _, _ in sources] == ["avif", "webp"]
    original = len(files["images/street.jpg"])
    for kind, srcset, _ in sources:
        listed = re.findall(r"\.\./(assets/images/street-\w{8}-(\d+)\.\w+) (\d+)w", srcset)
        assert [int(width) for _, _, width in listed] == [320, 640, 900]
        for path, named, width in listed:
            assert named == width
            assert len(files[path]) < original
            found = picture(str(tmp_path / "output" / path))
            assert (found.kind.lower(), found.width, found.height) == (
                kind,
                int(width),
                round(int(width) * 600 / 900),
            )
    assert re.search(
        r'</source>|<picture><source.*<img [^>]*src="\.\./images/street.jpg"[^>]*></picture>', page
    )


def test_no_picture_is_offered_that_its_place_cannot_show(tmp_path: Path) -> None:
    site = make_site(tmp_path, {"content/about.md": '<img src="/wide.jpg" width="300" alt="x">\n'})
    place(site, "wide.jpg", PHOTO, quality=92)
    files = built(site)
    assert {path.rsplit("-", 1)[1] for path in files if path.startswith("assets/images/")} == {
        "320.avif", "640.avif", "320.webp", "640.webp",
    }  # fmt: skip
    assert 'sizes="(min-width: 300px) 300px, 100vw"' in files["index.html"].decode()


def test_what_is_small_or_moves_or_would_not_get_lighter_stays(tmp_path: Path) -> None:
    text = "".join(
        f"![x](/{name})\n\n"
        for name in ("small.png", "moves.png", "moves.gif", "dense.jpg", "d.svg", "w.webp")
    )
    site = make_site(
        tmp_path, {"content/about.md": text, "static/d.svg": SVG.format('width="900" height="9"')}
    )
    place(site, "small.png", (300, 300))
    place(site, "w.webp", PHOTO)
    place(site, "dense.jpg", (1000, 800), quality=1)
    frames = [Image.effect_noise((600, 400), 90) for _ in range(2)]
    for name in ("moves.png", "moves.gif"):
        frames[0].save(site / "static" / name, save_all=True, append_images=frames[1:])
    files = built(site)
    assert b"<source" not in files["index.html"]
    assert not [path for path in files if path.startswith("assets/images/")]


@pytest.mark.parametrize(
    "html",
    [
        '<img srcset="/street.jpg 2x" {}>',
        '<picture><source srcset="/street.jpg"><img {}></picture>',
    ],
)
def test_variants_of_the_authors_own_are_left_alone(html: str, tmp_path: Path) -> None:
    site = make_site(
        tmp_path, {"content/about.md": html.format('src="/street.jpg" alt="A street"') + "\n"}
    )
    place(site, "street.jpg", PHOTO, quality=92)
    files = built(site)
    assert b"image/avif" not in files["index.html"]
    assert b'width="900" height="600"' in files["index.html"]


def test_a_site_can_ask_for_its_originals(tmp_path: Path) -> None:
    files = built(photo_site(tmp_path, "images: original\n"))
    assert b"<source" not in files["page/index.html"]
    assert b'width="900"' in files["page/index.html"]


def test_variants_carry_neither_place_nor_turn(tmp_path: Path) -> None:
    site = make_site(tmp_path, {"content/about.md": "![x](/a.jpg)\n"})
    exif = turned()
    exif.get_ifd(0x8825).update({1: "N", 2: (48.0, 50.0, 24.0)})
    place(site, "a.jpg", (900, 600), quality=95, exif=exif)
    files = built(site)
    assert b'width="600" height="900"' in files["index.html"]
    variants = [path for path in files if path.startswith("assets/images/")]
    assert variants
    for path in variants:
        with Image.open(tmp_path / "output" / path) as opened:
            assert opened.height > opened.width
            assert not opened.getexif()


def test_colours_that_are_not_plain_become_so(tmp_path: Path) -> None:
    site = make_site(
        tmp_path, {"content/about.md": "![x](/p.png)\n\n![x](/la.png)\n\n![x](/k.jpg)\n"}
    )
    noise = Image.effect_noise((700, 500), 80)
    (site / "static").mkdir(exist_ok=True)
    noise.convert("RGB").quantize(200).save(site / "static/p.png")
    Image.merge("LA", (noise, noise)).save(site / "static/la.png")
    Image.merge("CMYK", (noise,) * 4).save(site / "static/k.jpg", quality=95)
    paths = {
        path.split("/")[2].split("-")[0]
        for path in built(site)
        if path.startswith("assets/images/")
    }
    assert paths == {"p", "la"}


def test_the_same_picture_makes_the_same_bytes(tmp_path: Path) -> None:
    one, other = (built(photo_site(tmp_path / name), "--no-cache") for name in "ab")
    assert (tmp_path / "a/static/images/street.jpg").read_bytes() == (
        tmp_path / "b/static/images/street.jpg"
    ).read_bytes()
    assert (
        sorted(name for name in one.keys() | other.keys() if one.get(name) != other.get(name)) == []
    )


def test_formats_that_are_written_at_once_do_not_take_each_others_options(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    at_once = built(photo_site(tmp_path / "at_once"), "--no-cache")
    monkeypatch.setattr(
        concurrent.futures, "ThreadPoolExecutor", lambda: ThreadPoolExecutor(max_workers=1)
    )
    in_turn = built(photo_site(tmp_path / "in_turn"), "--no-cache")
    assert (
        sorted(
            name
            for name in at_once.keys() | in_turn.keys()
            if at_once.get(name) != in_turn.get(name)
        )
        == []
    )


# The cache


def made_twice(content: bytes) -> tuple[Variant, ...]:
    raise AssertionError(f"an image of {len(content)} bytes is made again")


def variants_of(site: Path, image: bytes, maker: MakeVariants) -> tuple[Variant, ...]:
    return Memo(str(site), b"program").remembered_variants(maker)(image)


def test_an_image_that_did_not_change_is_not_made_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    site = photo_site(tmp_path)
    first = built(site)
    monkeypatch.setattr("acadfolio.build.variants", made_twice)
    (site / "content/page.md").write_text("Another text.\n\n![A street](/images/street.jpg)\n")
    (site / "templates").mkdir()
    (site / "templates/empty.html").touch()  # To the other caches, another program.
    second = built(site)
    assert second["page/index.html"] != first["page/index.html"]
    assert images_of(second) == images_of(first) != {}
    capsys.readouterr()
    built(site)
    assert "Nothing changed" in capsys.readouterr().out


def images_of(files: dict[str, bytes]) -> dict[str, bytes]:
    return {path: content for path, content in files.items() if path.startswith("assets/images/")}


def test_an_image_that_changed_is_made_again(tmp_path: Path) -> None:
    site = photo_site(tmp_path)
    first = built(site)
    place(site, "images/street.jpg", (800, 600), quality=92)
    assert images_of(first).keys().isdisjoint(images_of(built(site)))


def test_processes_that_share_pages_share_their_images(tmp_path: Path) -> None:
    page = "---\ntitle: Page {}\n---\n![A street](/images/street.jpg)\n"
    site = make_site(
        tmp_path,
        {f"content/page{number}.md": page.format(number) for number in range(MANY + CHUNK)},
    )
    image = place(site, "images/street.jpg", (640, 400), quality=92).read_bytes()
    command = [sys.executable, "-m", "acadfolio", "build", "--site", str(site)]
    subprocess.run(command, check=True, capture_output=True)
    assert [file.name for file in (site / CACHE / "images").iterdir()] == [key_of(image)]
    shutil.rmtree(site / CACHE)
    variants_of(site, image, lambda _: (Variant("webp", 320, b"of an earlier build"),))
    subprocess.run(command, check=True, capture_output=True)
    assert [file.read_bytes() for file in (site / "output/assets/images").iterdir()] == [
        b"of an earlier build"
    ]


def test_a_damaged_cache_is_made_anew(tmp_path: Path) -> None:
    site = photo_site(tmp_path)
    first = built(site)
    (entry,) = (site / CACHE / "images").iterdir()
    whole = entry.read_bytes()
    for damaged in (b"", whole[:-1], whole[:40] + b"x" + whole[41:], b"x" * 100):
        entry.write_bytes(damaged)
        shutil.rmtree(site / "output")
        assert built(site) == first
        assert entry.read_bytes() == whole


def test_a_cache_that_was_deleted_is_made_anew(tmp_path: Path) -> None:
    site = photo_site(tmp_path)
    first = built(site)
    shutil.rmtree(site / CACHE)
    assert built(site) == first
    assert list((site / CACHE / "images").iterdir())


def test_a_file_that_was_moved_to_anothers_place_is_not_read(tmp_path: Path) -> None:
    for image in (b"one", b"other"):
        variants_of(tmp_path, image, lambda image: (Variant("webp", 320, image),))
    folder = tmp_path / CACHE / "images"
    (folder / key_of(b"one")).replace(folder / key_of(b"other"))
    assert variants_of(tmp_path, b"other", lambda _: ()) == ()


def test_a_build_without_the_cache_keeps_nothing(tmp_path: Path) -> None:
    built(photo_site(tmp_path), "--no-cache")
    assert not (tmp_path / CACHE).exists()


def test_what_no_build_asked_for_in_a_month_is_deleted(tmp_path: Path) -> None:
    folder = tmp_path / CACHE / "images"
    for image in (b"old", b"young", b"asked"):
        variants_of(tmp_path, image, lambda image: (Variant("webp", 320, image),))
    past = time.time() - MONTH - 60
    for image in (b"old", b"asked"):
        os.utime(folder / key_of(image), (past, past))
    assert variants_of(tmp_path, b"asked", made_twice) == (Variant("webp", 320, b"asked"),)
    Memo(str(tmp_path), b"program").save()
    assert {file.name for file in folder.iterdir()} == {key_of(b"young"), key_of(b"asked")}


def test_a_cache_that_cannot_be_written_is_done_without(tmp_path: Path) -> None:
    site = photo_site(tmp_path)
    (site / CACHE).mkdir()
    (site / CACHE / "images").write_text("a file where a folder belongs")
    assert images_of(built(site))


def test_another_pillow_makes_other_entries(monkeypatch: pytest.MonkeyPatch) -> None:
    keys = set()
    for version in ("1", "2"):
        monkeypatch.setattr("PIL.__version__", version)
        keys.add(key_of(b"image"))
    assert len(keys) == 2


# What is said


def warnings_of(site: Path) -> list[str]:
    problems, _ = check_site(site)
    return [f"{problem.location}: {problem.message} ({problem.hint})" for problem in problems]


def test_pictures_without_words_are_named_wherever_the_data_has_them(tmp_path: Path) -> None:
    site = make_site(
        tmp_path,
        {
            "data/publications.yml": "- {title: A, image: a.png}\n- {title: B, image: a.png, image_alt: ''}\n",
            "content/about.md": "---\nheader:\n  overlay_image: a.png\nsidebar:\n- {image: a.png}\ngallery:\n"
            "- {image_path: a.png, title: Radium}\n- image_path: a.png\n---\n{{ publications() }}\n\n{{ gallery() }}\n",
        },
    )
    place(site, "a.png")
    found = [warning for warning in warnings_of(site) if "no alt text" in warning]
    assert [warning.split(": ")[0] for warning in found] == [
        "content/about.md:3:3", "content/about.md:5:1", "content/about.md:7:1", "data/publications.yml:1:3",
    ]  # fmt: skip
    assert 'add `image_alt: …`, or `image_alt: ""` if it is only decorative' in found[0]
    assert "add `alt: …`" in found[2]


def test_a_picture_that_browsers_do_not_show_is_named(tmp_path: Path) -> None:
    site = make_site(
        tmp_path,
        {"content/about.md": "![x](/a.jpg)\n\n![y](/b.png)\n\n![z](/c.svg)\n\n![p](/d.pdf)\n"},
    )
    place(site, "real.png")
    (site / "static/a.jpg").write_bytes(b"\0\0\0\x18ftypheic\0\0\0\0mif1heic")
    (site / "static/b.png").write_text("This is no picture.")
    (site / "static/c.svg").write_text("<html></html>")
    (site / "static/d.pdf").write_text("%PDF-1.5")
    (site / "static/not-shown.png").write_text("Nobody looks.")
    _, problems = render_site(site, {})
    broken = "a page shows this file as an image, but it is not one"
    assert problems == [
        "static/a.jpg: many browsers do not show HEIC images",
        f"static/b.png: {broken}",
        "static/c.svg: this image is a web page",
        "static/d.pdf: many browsers do not show PDF images",
    ]


def test_a_picture_that_breaks_off_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    site = photo_site(tmp_path)
    file = site / "static/images/street.jpg"
    file.write_bytes(file.read_bytes()[:30_000])
    built(site)
    assert "static/images/street.jpg: warning: this image is damaged" in capsys.readouterr().err


# Previews that are videos


def test_a_preview_may_be_a_video_that_waits_to_be_started(tmp_path: Path) -> None:
    text = "- {title: A, image: images/a.mp4, image_alt: A lump turns}\n"
    site = make_site(
        tmp_path,
        {
            "data/publications.yml": text,
            "content/about.md": '{{ publications(view="boxes") }}\n',
            "static/images/a.mp4": "",
        },
    )
    outputs, problems = render_site(site, {})
    (video,) = re.findall(r"<video[^>]*>", outputs["index.html"])
    assert video == (
        '<video src="images/a.mp4#t=0.1" muted loop playsinline controls preload="metadata" aria-label="A lump turns">'
    )
    assert "autoplay" not in outputs["index.html"]
    assert problems == []
    assert "image: " not in "".join(problems)


# In a browser


def shown(browser: Browser, page: Path, *, loads: bool) -> list[list[int]]:
    """Width and height of each picture of the content, with the pictures or while they are not there yet."""
    with browser.new_context(viewport={"width": 1280, "height": 900}) as context:
        opened = context.new_page()
        if not loads:
            opened.route("**/*.{jpg,png,svg,avif,webp}", lambda _: None)  # They never come.
        opened.goto(page.as_uri(), wait_until="load" if loads else "domcontentloaded")
        opened.evaluate(
            "document.querySelectorAll('img').forEach(image => image.loading = 'eager')"
        )
        if loads:
            opened.wait_for_function("[...document.images].every(image => image.complete)")
        if loads:
            assert opened.evaluate("document.querySelector('main img').currentSrc").endswith(
                ".avif"
            )
        boxes: list[list[int]] = opened.evaluate(
            "[...document.querySelectorAll('main img')].map(image => image.getBoundingClientRect())"
            ".map(box => [Math.round(box.width), Math.round(box.height)])"
        )
        return boxes


@pytest.mark.browser
def test_pictures_are_as_large_as_before_and_nothing_jumps(tmp_path: Path) -> None:
    text = (
        "![a](/a.jpg)\n\nOne\n\n"
        '<img src="/a.jpg" width="50%" alt="b">\n\nTwo\n\n<img src="/a.jpg" style="height: 90px" alt="c">\n\n'
        '<img src="/v.svg" alt="d">\n\n<img src="/small.png" alt="e">\n\nThree\n'
    )
    site = make_site(
        tmp_path, {"content/about.md": text, "static/v.svg": SVG.format('viewBox="0 0 20 10"')}
    )
    place(site, "a.jpg", PHOTO, quality=92)
    place(site, "small.png", (120, 80))
    build(site, site / "output")
    with chromium() as browser:
        before, after = (
            shown(browser, site / "output/index.html", loads=loads) for loads in (False, True)
        )
    column = after[3][0]
    assert after[0] == [column, pytest.approx(column * 2 / 3, abs=1)]
    assert after[1][0] == pytest.approx(column / 2, abs=1)
    assert after[2] == [135, 90]
    assert after[3][1] == pytest.approx(column / 2, abs=1)
    assert 700 < column < 800
    assert after[4] == [120, 80]
    for index in (0, 1, 3, 4):  # A narrower variant has a ratio of whole pixels of its own.
        assert before[index] == pytest.approx(after[index], abs=1)


# Where they stand

IN_PLACES = """---
gallery:
- {image: a.jpg, alt: One}
- {image: a.jpg, alt: Two, title: A title}
- {image: a.jpg, alt: Three, url: /a.jpg}
feature_row:
- {image: a.jpg, alt: Four, title: A feature}
- {image: a.jpg, alt: Five, title: Another}
---
{{ gallery(caption="Three") }}

{{ feature_row() }}

{{ feature_row(type="left") }}

<figure class="half">
<img src="/a.jpg" alt="Six"><img src="/a.jpg" alt="Seven">
</figure>

{{ video("https://vimeo.com/1", poster="/a.jpg") }}
"""


def test_every_picture_of_a_gallery_is_as_wide_as_its_neighbours(tmp_path: Path) -> None:
    site = make_site(tmp_path, {"content/about.md": IN_PLACES})
    place(site, "a.jpg", PHOTO, quality=92)
    page = built(site)["index.html"].decode()
    gallery = page[page.index('class="gallery') : page.index("feature__wrapper")]
    sizes = re.findall(r'sizes="([^"]+)"', gallery)
    assert len(sizes) == 6
    assert set(sizes) == {"(min-width: 925px) 330px, 50vw"}
    half = page[page.index('<figure class="half"') : page.index('<figure class="video"')]
    assert set(re.findall(r'sizes="([^"]+)"', half)) == {"(min-width: 925px) 490px, 50vw"}


@pytest.mark.parametrize("width", [390, 1280])
def test_variants_are_shown_where_the_original_would_be(width: int, tmp_path: Path) -> None:
    found = []
    with chromium() as browser:
        for images in ("original", "responsive"):
            site = make_site(tmp_path / images, {"content/about.md": IN_PLACES})
            (site / "data/site.yml").write_text(f"title: Ada\nimages: {images}\n")
            place(site, "a.jpg", PHOTO, quality=92)
            built(site)
            page = browser.new_page(viewport={"width": width, "height": 900})
            page.goto((site / "output/index.html").as_uri())
            assert (page.locator("main picture").count() > 0) == (images == "responsive")
            found.append(
                page.evaluate(
                    "[...document.querySelectorAll('main img, main figcaption, main .btn')].map(seen => {"
                    "const box = seen.getBoundingClientRect(); return [box.x, box.y, box.width, box.height]})"
                )
            )
            page.close()
    for original, lighter in zip(*found, strict=True):
        assert lighter == pytest.approx(original, abs=2)


@pytest.mark.parametrize(
    "leads_to", ["", "nowhere", CACHE]
)  # A file, and links to nothing and in a circle.
def test_where_no_cache_can_be_made_variants_are_made_at_every_build(
    leads_to: str, tmp_path: Path
) -> None:
    site = photo_site(tmp_path / "site")
    place = site / CACHE
    if leads_to:
        place.symlink_to(leads_to)
    else:
        place.write_text("no folder", encoding="utf-8")
    commands = (["build"], ["check"], ["deploy", "--to", str(tmp_path / "online")])
    assert [main([*command, "--site", str(site)]) for command in commands] == [0, 0, 0]
    for folder in (site / "output", tmp_path / "online"):
        assert list(folder.rglob("*.webp"))
    assert place.is_symlink() if leads_to else place.read_text(encoding="utf-8") == "no folder"
