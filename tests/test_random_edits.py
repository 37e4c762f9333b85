"""After many edits of chance, a site in several languages is what a build from nothing makes, byte for byte."""

from __future__ import annotations

import gc
import os
import random
import shutil
from typing import TYPE_CHECKING

import pytest

from acadfolio.cli import main
from sites import make_site

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

EDITS = int(os.environ.get("ACADFOLIO_EDITS", "25"))
"""So many in a test; hundreds by hand."""
SEED = int(os.environ.get("ACADFOLIO_SEED", "1882"))
LANGUAGES = (
    "languages: [en, zh, de]", "languages: [en, zh]", "languages: [zh, en, de]",
    "languages: {en: /en/, zh: /zh/, de: /de/}", "languages: {en: /, zh: /cn/, de: /German/}",
    "languages: {en: /zh/, zh: /en/, de: /de/}", "languages: [en, zh, ar, de]",
)  # fmt: skip
MENUS = (
    "# no menu", "navigation: [{title: {en: Home, zh: 首页}, url: {en: /, zh: /groups/}}]",
    "navigation: [{title: CV, url: {en: /cv/, zh: 'https://zh.example/'}}]",
    "navigation: [{title: Rings, url: /rings/}, {title: Groups, url: /groups/}]",
)  # fmt: skip
OTHERS = (
    "# nothing else", "search: true", "date_style: {en: 2024.06, zh: 14 June 2024}",
    "image: {en: images/me.svg, zh: images/you.svg}", "publications: {per_page: 2}",
    "list_pages: false", "breadcrumbs: true", "footer: {en: Ended, zh: 完}",
    "footer: '[Rings](/rings/)'",
)  # fmt: skip
SETTINGS = (LANGUAGES, MENUS, OTHERS)
"""Each is a line at the end of the settings."""
PAGES = ("rings", "groups", "fields", "posts/2020-01-02-a", "posts/2021-02-03-b")
HEADS = (
    "title: One", "title: Two", "title: Draft\ndraft: true", "title: Tagged\ntags: [algebra]",
    "title: Moved\npermalink: /moved/", "title: French\nlang: fr", "title: Out\nmenu: false",
    "title: Renamed\npermalink: /a-new-{name}/", "title: Away\nredirect_to: /rings/",
)  # fmt: skip
TEXTS = (
    "[CV](/cv/)", "[r](rings.md)", "[r](/rings/)", "[zh](/zh/cv/)", "[up](/../fields/)", "![me](/images/me.svg)",
    "\n{{ news() }}\n", "\n{{ publications() }}\n", "\n{{ posts() }}\n",
)  # fmt: skip
TITLES = ("Ideals", "{en: Ideals, de: Ideale}", "{en: Rings, zh: 环}", "مرحبا")


@pytest.fixture(autouse=True)
def _garbage() -> Iterator[None]:
    yield
    gc.enable()  # Builds switch it off.


def edit(site: Path, chance: random.Random) -> str:
    """Change one file of a site by chance. Returns which."""
    kind = chance.randrange(10)
    if kind < len(SETTINGS):
        name = "data/site.yml"
        lines = (site / name).read_text(encoding="utf-8").splitlines()
        lines[kind - len(SETTINGS)] = chance.choice(SETTINGS[kind])  # Nothing else changes.
        text = "\n".join([*lines, ""])
    elif kind == 3:
        name, years = "data/publications.yml", chance.sample(range(1900, 1935), 4)
        text = "".join(
            f"- {{title: {chance.choice(TITLES)}, authors: [Emmy Noether], year: {year}}}\n"
            for year in years
        )
    elif kind == 4:
        name = "data/news.yml"
        text = f"- {{date: 1932-09, text: {chance.choice(TITLES)}}}\n"
    else:
        page = chance.choice(PAGES)
        name = f"content/{page}{chance.choice(('', '.zh', '.de'))}.md"
        head = chance.choice(HEADS).replace("{name}", page.rpartition("/")[2])
        text = f"---\n{head}\n---\n{chance.choice(TEXTS)} {chance.randrange(9)}\n"
        if (site / name).exists() and not chance.randrange(3):
            (site / name).unlink()
            return f"deleted {name}"
    make_site(site, {"data/site.yml": (site / "data/site.yml").read_text("utf-8")} | {name: text})
    return name


def files_of(folder: Path) -> dict[str, bytes]:
    paths = (path for path in folder.rglob("*") if path.is_file() and path.name != ".acadfolio")
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}


@pytest.mark.slow
def test_after_edits_of_chance_a_site_in_several_languages_is_as_from_nothing(
    tmp_path: Path,
) -> None:
    chance = random.Random(SEED)  # noqa: S311 - no secret hangs on it
    site, kept, fresh = tmp_path / "site", tmp_path / "kept", tmp_path / "fresh"
    picture = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'
    files = {f"static/images/{name}.svg": picture for name in ("me", "you")}
    lines = ["title: A", "look: academicpages", *(values[0] for values in SETTINGS), ""]
    make_site(site, files | {"data/site.yml": "\n".join(lines), "content/about.md": "Hello\n"})
    done, compared = [], 0
    for _ in range(EDITS):
        done.append(edit(site, chance))
        status = main(["build", "--site", str(site), "--output", str(kept)])
        shutil.rmtree(fresh, ignore_errors=True)
        anew = main(["build", "--no-cache", "--site", str(site), "--output", str(fresh)])
        assert status == anew, done
        if status == 0:
            compared += 1
            made, expected = files_of(kept), files_of(fresh)
            paths = made.keys() | expected.keys()
            assert [path for path in paths if made.get(path) != expected.get(path)] == [], done
    assert compared > EDITS / 2
