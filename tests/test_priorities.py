"""What stops a build and a deployment, and what does not: drafts, thumbnails, portraits, broken and large images."""

from __future__ import annotations

import struct
import zlib
from pathlib import Path
from typing import TYPE_CHECKING

from acadfolio.checks import check_site
from acadfolio.cli import main
from cases import every_case
from sites import make_site

if TYPE_CHECKING:
    import pytest

HOME = {"content/about.md": "---\npermalink: /\n---\nAlgebra.\n"}
WEB_PAGE = "<!DOCTYPE html>\n<html><head></head><body><svg viewBox='0 0 1 1'></svg>Not found</body></html>\n"


def reported(site: Path, *, drafts: bool = False) -> list[str]:
    return [
        f"{problem.severity} {problem.rule} {problem.location}"
        for problem in check_site(site, drafts=drafts)[0]
    ]


def command(name: str, site: Path, *options: str) -> int:
    where = ["--to", str(site.parent / "www")] if name == "deploy" else []
    return main([name, "--site", str(site), *where, *options])


# Drafts

BROKEN = {
    "a dead link": "---\ntitle: T\n{}header: {{teaser: /images/no.jpg}}\n---\n[x](/nowhere/)\n",
    "an unknown layout": "---\ntitle: T\n{}layout: nothing\n---\nText\n",
    "an unknown shortcode": "---\ntitle: T\n{}---\n{{{{ nothing() }}}}\n",
    "a wrong date": "---\ntitle: T\n{}date: someday\n---\nText\n",
    "broken front matter": "---\n{}title: [T\n---\nText\n",
    "a URL of another page": "---\n{}permalink: /\n---\nText\n",
    "wrong Liquid": "---\n{}---\n{{% if page.title %}}Text\n",
    "a wrong permalink": "---\n{}permalink: /:year/x/\n---\nText\n",
}
DRAFTS = {
    "content/_drafts/x.md": "",
    "content/x.md": "draft: true\n",
    "content/y.md": "published: false\n",
}


@every_case("draft", DRAFTS)
def test_drafts_stop_nothing_whatever_is_wrong_with_them(draft: str, tmp_path: Path) -> None:
    texts = {
        draft.replace(".md", f"{number}.md"): text.format(DRAFTS[draft])
        for number, text in enumerate(BROKEN.values())
    }
    site = make_site(tmp_path / "site", HOME | texts)
    assert [
        command(name, site, *options)
        for name, *options in (["build", "--strict"], ["check"], ["deploy"])
    ] == [0] * 3
    for file, text in texts.items():
        alone = make_site(tmp_path / Path(file).stem, HOME | {file: text})
        assert [line for line in reported(alone, drafts=True) if line.startswith("error")], text


@every_case("kind", ["a dead link", "an unknown layout", "an unknown shortcode", "wrong Liquid"])
def test_a_future_post_stops_nothing_until_its_day(kind: str, tmp_path: Path) -> None:
    text = BROKEN[kind].format("")
    future = make_site(tmp_path / "future", HOME | {"content/posts/2999-01-01-x.md": text})
    past = make_site(tmp_path / "past", HOME | {"content/posts/2019-01-01-x.md": text})
    assert (command("deploy", future), command("deploy", past)) == (0, 1)


def test_a_check_tells_what_is_wrong_with_a_draft(tmp_path: Path) -> None:
    site = make_site(tmp_path, HOME | {"content/_drafts/x.md": BROKEN["a wrong date"].format("")})
    assert reported(site) == ["warning invalid-date content/_drafts/x.md:3:7"]


def test_a_page_beside_a_draft_is_still_checked(tmp_path: Path) -> None:
    page = BROKEN["a dead link"].format("")
    site = make_site(tmp_path, HOME | {"content/x.md": page, "content/_drafts/x.md": page})
    files = {
        line.split(" ")[2].split(":")[0] for line in reported(site) if line.startswith("error")
    }
    assert files == {"content/x.md"}


# Thumbnails

PAPER = "@article{{k{0}, title = {{Rays {0}}}, author = {{Noether, Emmy}}, year = 19{0}, journal = {{J}}, {1}}}\n"


def papers(*fields: str) -> dict[str, str]:
    text = "".join(PAPER.format(number, field) for number, field in enumerate(fields, 10))
    return HOME | {
        "data/papers.bib": text,
        "content/publications.md": "{{ publications(view='boxes') }}\n",
    }


def test_missing_thumbnails_of_a_bibliography_are_one_warning(tmp_path: Path) -> None:
    site = make_site(
        tmp_path / "site", papers("preview = {a.png}", "preview = {b.png}", "image = {c.png}")
    )
    assert reported(site) == ["warning missing-thumbnail data/papers.bib:1"]
    assert command("deploy", site) == 0


def test_missing_alt_texts_of_a_bibliography_are_one_warning(tmp_path: Path) -> None:
    site = make_site(tmp_path / "site", papers("preview = {a.svg}", "preview = {b.svg}"))
    for name in ("a", "b"):
        make_site(
            site,
            {
                f"static/images/{name}.svg": "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'/>"
            },
        )
    assert reported(site) == ["warning missing-alt data/papers.bib:1"]
    assert command("deploy", site) == 0


def test_a_missing_file_that_readers_open_is_still_an_error(tmp_path: Path) -> None:
    site = make_site(tmp_path / "site", papers("pdf = {paper.pdf}"))
    errors = [line.split(":")[0] for line in reported(site) if line.startswith("error")]
    assert errors == ["error dead-link data/papers.bib"]


def test_a_missing_image_of_ones_own_data_is_still_an_error(tmp_path: Path) -> None:
    paper = "- {title: Ideals, authors: [Emmy Noether], year: 1921, kind: book, image: images/no.png, image_alt: x}\n"
    site = make_site(tmp_path / "site", HOME | {"data/publications.yml": paper})
    assert [line.split(":")[0] for line in reported(site)] == [
        "error missing-image data/publications.yml"
    ]


# Portraits and other images


@every_case(("content", "message"), [
    ("", "your portrait is empty (0 bytes)"),
    (WEB_PAGE, "your portrait is a web page"),
    ("<html><body>404</body></html>", "your portrait is a web page"),
    ("Not found", "your portrait is not an image"),
])  # fmt: skip
def test_a_broken_portrait_is_an_error(
    content: str, message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    profile = {"data/profile.yml": "name: Emmy Noether\navatar: images/me.jpg\n"}
    site = make_site(tmp_path / "site", HOME | profile | {"static/images/me.jpg": content})
    assert (command("build", site), command("deploy", site, "--despite-errors")) == (1, 1)
    assert f"static/images/me.jpg: error: {message} (" in capsys.readouterr().err


@every_case("content", ["", WEB_PAGE, "Not found"])
def test_another_broken_image_is_a_warning_of_a_build_and_an_error_of_a_check(
    content: str, tmp_path: Path
) -> None:
    site = make_site(
        tmp_path / "site", {"content/about.md": "![x](/a.png)\n", "static/a.png": content}
    )
    assert [command(name, site) for name in ("build", "check", "deploy")] == [0, 1, 1]
    assert command("deploy", site, "--despite-errors") == 0


def test_a_file_that_no_page_shows_is_no_broken_image(tmp_path: Path) -> None:
    assert reported(make_site(tmp_path, HOME | {"static/a.png": ""})) == []


def png(width: int, height: int) -> bytes:
    """The beginning of a PNG of this size, as far as its size is read from it."""
    header = b"IHDR" + struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    end = b"IEND"
    chunks = [header, b"IDAT" + zlib.compress(b""), end]
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(chunk) - 4) + chunk + struct.pack(">I", zlib.crc32(chunk))
        for chunk in chunks
    )


@every_case(("width", "height", "is_large"), [
    (20_000, 20_000, True), (20_000, 500, True), (500, 20_000, True), (8000, 6000, False),
])  # fmt: skip
def test_an_image_of_very_many_pixels_is_a_warning(
    *, width: int, height: int, is_large: bool, tmp_path: Path
) -> None:
    site = make_site(tmp_path, {"content/about.md": "![A map](/map.png)\n", "static/map.png": ""})
    (site / "static/map.png").write_bytes(png(width, height))
    assert reported(site) == (["warning image-too-large static/map.png"] if is_large else [])
