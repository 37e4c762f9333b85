"""Make the pictures of the README, of looks.md and of gallery.md, in docs/static/images/.

    uv run docs/screenshots.py          # everything; needs Chromium, and takes some seconds
    uv run docs/screenshots.py drawings # only the drawings of docs/content/looks.md, which need no browser
    uv run docs/screenshots.py gallery  # only the pictures of docs/content/gallery.md
    uv run docs/screenshots.py gallery arabic humanist  # only those of some sites

The pictures show the fonts of this machine: Debian's fonts-noto-core, fonts-noto-cjk and
fonts-noto-color-emoji have those of all example sites.

Screenshots show both looks, light and dark, on a desktop (1280 pixels wide) and on a phone (390).
The drawings lay our boxes over those of the themes, to scale, from the tables of
docs/content/looks.md, which tests/test_looks.py checks.
"""
# ruff: noqa: INP001 - a script, and no package

from __future__ import annotations

import io
import re
import shutil
import subprocess
import sys
import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Literal, NamedTuple

from PIL import Image, ImageDraw

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from playwright.sync_api import Browser

ROOT = Path(__file__).resolve().parent.parent
IMAGES = ROOT / "docs" / "static" / "images"
LOOKS = ("acad-homepage", "academicpages")
Scheme = Literal["light", "dark"]
SCHEMES: tuple[Scheme, ...] = ("light", "dark")
DESKTOP, PHONE = (1280, 860), (390, 844)
LARGEST = 100_000
"""Bytes of a picture."""
DENSITY = 1.5
"""Pixels of a picture for each pixel of a page."""
FRAME = 24
SCALE = 0.5
HEIGHT = {1280: 440, 390: 440}
ROW = re.compile(r"^\| (.+?) \| ([\d.]+|–) \| ([\d.]+) \|", re.MULTILINE)


class Box(NamedTuple):
    """A part of a page: its name, and its place in pixels."""

    name: str
    left: float
    top: float
    width: float
    height: float


# Drawings


def drawing(look: str, manual: str) -> str:
    """Both widths of a look side by side: their boxes dashed, ours filled."""
    parts, left = [], 0.0
    for width in HEIGHT:
        chapter = re.search(
            rf"^### {look} at {width}\n(.*?)(?=^##|\Z)", manual, re.MULTILINE | re.DOTALL
        )
        rows = ROW.findall(chapter[1]) if chapter else []
        theirs = {what: float(number) for what, number, _ in rows if number != "–"}
        ours = {what: float(number) for what, _, number in rows}
        parts.append(f'<g transform="translate({left:g} 0)">{_page(width, theirs, ours)}</g>')
        left += width + FRAME * 2
    wide, high = left - FRAME * 2 + 4, max(HEIGHT.values()) + 4
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-2 -2 {wide:g} {high}" '
        f'width="{wide * SCALE:g}" height="{high * SCALE:g}" font-family="sans-serif" font-size="20">\n'
        "<style>.page{fill:#fff;stroke:#8b949c}.ours{fill:#224b8d;fill-opacity:.14;stroke:#224b8d;stroke-opacity:.5}"
        ".theirs{fill:none;stroke:#c2410c;stroke-width:3;stroke-dasharray:9 6}text{fill:#333}</style>\n"
        + "\n".join(parts)
        + "\n</svg>\n"
    )


def _page(width: int, theirs: dict[str, float], ours: dict[str, float]) -> str:
    shapes = [f'<rect class="page" width="{width}" height="{HEIGHT[width]}"/>']
    for boxes, name in (
        (_boxes(width, ours), "ours"),
        (_boxes(width, theirs | _only_ours(theirs, ours)), "theirs"),
    ):
        for box in boxes:
            place = (
                f'x="{box.left:g}" y="{box.top:g}" width="{box.width:g}" height="{box.height:g}"'
            )
            round_off = f' rx="{box.width / 2:g}"' if box.name == "portrait" else ""
            shapes.append(f'<rect class="{name}" {place}{round_off}/>')
    labels = [
        f'<text x="{box.left + 12:g}" y="{box.top + min(box.height - 8, 28):g}">{box.name}</text>'
        for box in _boxes(width, ours)
        if box.name != "portrait"
    ]
    return "".join(shapes + labels)


def _only_ours(theirs: dict[str, float], ours: dict[str, float]) -> dict[str, float]:
    """What nobody measured in theirs stands where ours stands."""
    return {what: number for what, number in ours.items() if what not in theirs}


def _boxes(width: int, at: dict[str, float]) -> list[Box]:
    masthead, portrait = at["masthead, height"], at["portrait, diameter"]
    top = at.get("portrait, top", masthead + FRAME)
    column = at.get("column, top", masthead)
    left, right = at["column, left edge"], at["column, right edge"]
    boxes = [
        Box("masthead", 0, 0, width, masthead),
        Box("portrait", at["portrait, left edge"], top, portrait, portrait),
        Box("column", left, column, right - left, HEIGHT[width] - column),
    ]
    if "sidebar, width" in at:
        under = top + portrait + 12
        sidebar = at["sidebar, width"]
        boxes.append(
            Box("sidebar", at["portrait, left edge"], under, sidebar, HEIGHT[width] - under)
        )
    return boxes


# Screenshots


def screenshots() -> None:
    """Build the demo in both looks, and take a picture of each in every way."""
    with tempfile.TemporaryDirectory() as folder, _chromium() as browser:
        for look in LOOKS:
            site = _demo(Path(folder), look)
            for scheme in SCHEMES:
                _shoot(browser, site, IMAGES / f"{look}-{scheme}.webp", scheme, DESKTOP)
                _shoot(browser, site, IMAGES / f"{look}-phone-{scheme}.webp", scheme, PHONE)


@contextmanager
def _chromium() -> Iterator[Browser]:
    from playwright.sync_api import sync_playwright

    chromium = (
        shutil.which("chromium-headless-shell")
        or shutil.which("chromium")
        or shutil.which("google-chrome")
    )
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=chromium, args=["--no-sandbox", "--disable-gpu"]
        )
        yield browser
        browser.close()


def _demo(folder: Path, look: str) -> Path:
    """The demo site, built in a look."""
    site = folder / look
    for name in ("content", "static", "templates", "data"):
        shutil.copytree(ROOT / name, site / name)
    settings = site / "data" / "site.yml"
    text = settings.read_text(encoding="utf-8")
    settings.write_text(
        re.sub(r"^look: \S+", f"look: {look}", text, flags=re.MULTILINE), encoding="utf-8"
    )
    return _built(site, folder / f"{look}-out")


def _built(site: Path, output: Path) -> Path:
    command = [
        sys.executable,
        "-m",
        "acadfolio",
        "build",
        "--site",
        str(site),
        "--output",
        str(output),
    ]
    subprocess.run([*command, "--no-cache"], check=True, stdout=subprocess.DEVNULL)  # noqa: S603 - our own command
    return output


def _shoot(browser: Browser, site: Path, file: Path, scheme: Scheme, size: tuple[int, int]) -> None:
    width, height = size
    page = browser.new_page(
        viewport={"width": width, "height": height},
        device_scale_factor=DENSITY,
        color_scheme=scheme,
        reduced_motion="reduce",
    )
    page.goto((site / "index.html").as_uri())
    page.wait_for_load_state("networkidle")
    shot = Image.open(io.BytesIO(page.screenshot()))
    page.close()
    _save(shot, file)


# The gallery


def gallery(names: Sequence[str] = ()) -> None:
    """Build each example site, and show it on a desktop in the light and on a phone in the dark, in one picture.

    names: of the sites to show; by default all.
    """
    with tempfile.TemporaryDirectory() as name, _chromium() as browser:
        folder = Path(name)
        for site in sorted((ROOT / "docs" / "gallery").iterdir()):
            if names and site.name not in names:
                continue
            output = _built(site, folder / site.name)
            _shoot(browser, output, folder / "desktop.png", "light", DESKTOP)
            _shoot(browser, output, folder / "phone.png", "dark", PHONE)
            _save(_side_by_side(folder), IMAGES / f"gallery-{site.name}.webp")


def _side_by_side(folder: Path) -> Image.Image:
    """The desktop with a frame, and the phone before its lower corner."""
    picture = Image.new("RGBA", (2100, 1380))
    _paste(picture, Image.open(folder / "desktop.png"), (3, 3), radius=21)
    phone = Image.open(folder / "phone.png").resize((468, 1012), Image.Resampling.LANCZOS)
    _paste(picture, phone, (1623, 360), radius=51)
    return picture.resize((1680, 1104), Image.Resampling.LANCZOS)


def _paste(picture: Image.Image, shot: Image.Image, place: tuple[int, int], *, radius: int) -> None:
    """Paste a shot with round corners and a grey edge."""
    mask = Image.new("L", shot.size)
    ImageDraw.Draw(mask).rounded_rectangle(
        (0, 0, shot.width - 1, shot.height - 1), radius, fill=255
    )
    picture.paste(shot, place, mask)
    left, top = place
    edge = (left - 2, top - 2, left + shot.width + 1, top + shot.height + 1)
    ImageDraw.Draw(picture).rounded_rectangle(edge, radius + 2, outline="#8b949c", width=4)


def _save(picture: Image.Image, file: Path) -> None:
    """Save a PNG, or a WebP in the best quality that is small enough."""
    if file.suffix == ".png":
        picture.save(file)
        return
    for quality in range(90, 30, -5):
        picture.save(file, quality=quality, method=4)
        if file.stat().st_size <= LARGEST:
            return


def main() -> None:
    """Write the drawings and the screenshots, or only what is asked for."""
    IMAGES.mkdir(exist_ok=True)
    manual = (ROOT / "docs" / "content" / "looks.md").read_text(encoding="utf-8")
    for look in LOOKS:
        (IMAGES / f"wireframe-{look}.svg").write_text(drawing(look, manual), encoding="utf-8")
    if not sys.argv[1:]:
        screenshots()
    if sys.argv[1:] != ["drawings"]:
        gallery(sys.argv[2:])


if __name__ == "__main__":
    main()
