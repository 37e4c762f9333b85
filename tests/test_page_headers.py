"""The head of a page as `header:` in its front matter makes it: a picture above the title, or something behind it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from acadfolio.cli import main
from acadfolio.model.colours import READABLE, contrast
from browser import chromium
from cases import every_case
from sites import make_site, render_site

if TYPE_CHECKING:
    from pathlib import Path

WHITE_PICTURE = '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="30"><rect width="90" height="30" fill="#fff"/></svg>'


def headed(folder: Path, header: str, path: str = "content/page.md") -> str:
    """The finished page, with this header."""
    page = f"---\ntitle: Radium\nheader: {{{header}}}\n---\nText.\n"
    outputs, problems = render_site(folder, {path: page, "static/white.svg": WHITE_PICTURE})
    assert problems == []
    return next(text for text in outputs.values() if 'class="page__hero' in text)


@every_case(
    ("header", "ink"),
    [
        ('overlay_color: "#333"', "#fff"),
        ('overlay_color: "#ffff99"', "#000"),
        ("overlay_image: white.svg", "#fff"),
    ],
)
def test_a_title_has_the_ink_that_is_read_on_its_ground(
    header: str, ink: str, tmp_path: Path
) -> None:
    style = re.search(r'class="page__hero[^"]*" style="([^"]+)"', headed(tmp_path, header))
    assert style
    assert f"; color: {ink}; --text-strong: {ink};" in style[1]


def test_a_picture_alone_is_above_the_title(tmp_path: Path) -> None:
    page = headed(tmp_path, 'image: white.svg, image_alt: "", caption: A line')
    assert re.search(
        r"<figure>\s*<img [^>]*>\s*<figcaption>A line</figcaption>\s*</figure>\s*<h1", page
    )
    assert (
        "style="
        not in page[page.index("page__hero") : page.index("</header>", page.index("page__hero"))]
    )


def test_a_post_has_its_header_and_its_title_once(tmp_path: Path) -> None:
    page = headed(tmp_path, "overlay_image: white.svg", "content/posts/1898-12-26-radium.md")
    assert page.count("<h1") == 1
    assert page.index("page__hero--overlay") < page.index("<h1") < page.index("page__meta")


@pytest.mark.browser
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_title_can_be_read_on_the_whitest_picture(scheme: str, tmp_path: Path) -> None:
    text = "---\ntitle: Radium\nheader: {overlay_image: white.svg, caption: A line}\n---\nText.\n"
    make_site(tmp_path, {"content/page.md": text, "static/white.svg": WHITE_PICTURE})
    assert main(["build", "--site", str(tmp_path), "--output", str(tmp_path / "output")]) == 0
    with chromium() as browser:
        page = browser.new_page(color_scheme=scheme)  # type: ignore[arg-type]
        page.goto((tmp_path / "output/page/index.html").as_uri())
        share, ink, caption, covers = page.evaluate(
            "() => {const hero = document.querySelector('.page__hero'), image = hero.querySelector('img');"
            "const [a, b] = [hero, image].map(seen => seen.getBoundingClientRect());"
            "const style = seen => getComputedStyle(seen);"
            "return [style(image).filter.match(/[\\d.]+/)[0], style(hero.querySelector('h1')).color,"
            "style(hero.querySelector('small')).color, a.width === b.width && a.height === b.height]}"
        )
        page.close()
    assert (ink, caption, covers) == ("rgb(255, 255, 255)", "rgb(255, 255, 255)", True)
    assert contrast("#fff", "#" + f"{round(float(share) * 255):02x}" * 3) >= READABLE
