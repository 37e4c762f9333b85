"""The image that social media show with a link: the page's own, the site's, or the portrait."""

from __future__ import annotations

from typing import TYPE_CHECKING

from acadfolio.build import prepare
from cases import every_case
from sites import make_site
from test_head import URL, Head

if TYPE_CHECKING:
    from pathlib import Path

GIF = "GIF89a\x01\0\x01\0\0\0\0,\0\0\0\0\x01\0\x01\0\0\x02\x02D\x01\0;"
IMAGES = {"static/images/a.png": "", "static/images/me.png": GIF}
PORTRAIT = {"data/profile.yml": "name: Emmy\navatar: images/me.png\n"}


def files_of(folder: Path, files: dict[str, str]) -> dict[str, bytes]:
    """All outputs of a build, without a cache, by path."""
    prepared = prepare(make_site(folder, {"data/site.yml": URL} | files), draws=True)
    return {output.path: output.content for output in prepared.outputs()}


def image_of(outputs: dict[str, bytes], path: str = "index.html") -> list[str]:
    return Head(outputs[path].decode()).meta.get("og:image", [])


def test_a_pages_own_image_goes_before_the_sites_and_that_before_the_portrait(
    tmp_path: Path,
) -> None:
    page = "---\nheader: {teaser: images/a.png, image_alt: A ring}\n---\nText\n"
    outputs = files_of(tmp_path / "page", {**IMAGES, **PORTRAIT, "content/a.md": page})
    assert image_of(outputs, "a/index.html") == ["https://noether.example/~emmy/images/a.png"]
    meta = Head(outputs["a/index.html"].decode()).meta
    assert [meta[f"og:image:{name}"] for name in ("alt", "type")] == [["A ring"], ["image/png"]]
    assert image_of(outputs) == ["https://noether.example/~emmy/images/me.png"]
    site = {**IMAGES, **PORTRAIT, "data/site.yml": f"{URL}image: images/a.png\n"}
    assert image_of(files_of(tmp_path / "site", site)) == [
        "https://noether.example/~emmy/images/a.png"
    ]


@every_case("files", [IMAGES, {**IMAGES, **PORTRAIT, "data/site.yml": "title: Emmy Noether\n"}])
def test_without_an_image_or_the_sites_url_there_is_none(
    files: dict[str, str], tmp_path: Path
) -> None:
    assert image_of(files_of(tmp_path, files)) == []


def test_an_svg_which_few_platforms_show_is_skipped(tmp_path: Path) -> None:
    svg = {"static/images/a.svg": "<svg xmlns='http://www.w3.org/2000/svg'/>"}
    files = {
        "content/a.md": "---\ntitle: A\nheader: {image: images/a.svg}\n---\n",
        "content/b.md": "---\ntitle: B\nheader: {overlay_image: images/a.svg, teaser: images/a.png}\n---\n",
        "data/site.yml": f"{URL}image: images/a.svg\n",
    }
    outputs = files_of(tmp_path, svg | IMAGES | PORTRAIT | files)
    assert image_of(outputs, "a/index.html") == ["https://noether.example/~emmy/images/me.png"]
    assert image_of(outputs, "b/index.html") == ["https://noether.example/~emmy/images/a.png"]
    assert image_of(outputs) == ["https://noether.example/~emmy/images/me.png"]
