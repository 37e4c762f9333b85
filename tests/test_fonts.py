"""The theme's fonts: which files a site has, and which of them a page loads, in a real browser."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from acadfolio.build import build, prepare
from browser import served, watched
from cases import every_case
from sites import make_site

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

ROOT = Path(__file__).resolve().parent.parent
FONTS = ROOT / "static" / "assets" / "fonts"
STYLES = ROOT / "static" / "assets" / "css" / "main"
URL = re.compile(r'url\("\.\./fonts/([\w-]+\.woff2)"\)')
SERIF = {
    "serif.woff2",
    "serif-cyrillic.woff2",
    "serif-greek.woff2",
    "serif-latin.woff2",
    "serif-vietnamese.woff2",
}
SANS = {file.replace("serif", name) for file in SERIF for name in ("sans", "sans-italic")}
TEXTS = {
    "English, “quoted” – as in a title…": {"serif.woff2"},
    "Zażółć gęślą jaźń: Skłodowska": {"serif.woff2"},
    "Příliš žluťoučký kůň úpěl ďábelské ódy": {"serif.woff2"},
    "Pijamalı hasta yağız şoföre çabucak güvendi, İstanbul": {"serif.woff2"},
    "Árvíztűrő tükörfúrógép, Erdős": {"serif.woff2"},
    "Șerban Țițeica, Īvande, Ģirts, Ķēniņš, Žemaitė, ħelu": {"serif.woff2"},
    "Fußballen, Ångström, Øresund, Þór, cœur, l’été, ¿Qué?, ação": {"serif.woff2"},
    "Nguyễn Văn Hiệu, Ngô Bảo Châu, Trịnh Xuân Thuận": {"serif.woff2", "serif-vietnamese.woff2"},
    "Hōryū-ji, ḥadīth, Ṛgveda, ǎ": {"serif.woff2", "serif-latin.woff2"},
    "Софья Ковалевская": {"serif.woff2", "serif-cyrillic.woff2"},
    "Υπατία η Αλεξανδρινή": {"serif.woff2", "serif-greek.woff2"},
}
"""Texts, and the files that a browser needs for each of them: the first is needed for spaces."""
WORDS = "Invariant variation problems: Publications and talks, 1918–1935"
IS_INSTALLED = "name => document.fonts.load(`600 20px '${name}'`).then(() => true, () => false)"


LOADED = """async () => {
  const frame = () => new Promise(requestAnimationFrame);
  const count = () => [...document.fonts].filter(({status}) => status === "loaded").length;
  for (let before = -1; before !== count();) {
    before = count();
    await frame();
    await frame();
    await document.fonts.ready;
  }
}"""
"""Wait for the fonts of the page as it is drawn, and for those that are only asked for when these are there."""


def files_of(folder: Path, settings: str, files: dict[str, str] | None = None) -> set[str]:
    """The files of a site below `assets/fonts/`."""
    site = make_site(
        folder, {"data/site.yml": f"title: Emmy Noether\n{settings}\n"} | (files or {})
    )
    start = "assets/fonts/"
    return {
        file.path.removeprefix(start)
        for file in prepare(site).outputs()
        if file.path.startswith(start)
    }


def fonts_of(page: Page, selector: str) -> dict[str, bool]:
    """The names of the fonts in which a browser draws an element, and whether they came from the site."""
    devtools: Any = page.context.new_cdp_session(page)
    devtools.send("DOM.enable")
    devtools.send("CSS.enable")
    root = devtools.send("DOM.getDocument")["root"]["nodeId"]
    node = devtools.send("DOM.querySelector", {"nodeId": root, "selector": selector})["nodeId"]
    fonts = devtools.send("CSS.getPlatformFontsForNode", {"nodeId": node})["fonts"]
    return {font["familyName"]: font["isCustomFont"] for font in fonts}


def opened(browser: Browser, url: str) -> tuple[Page, set[str]]:
    """A page once its fonts are there, and the names of the font files that it asked for."""
    context = browser.new_context()
    watching = watched(context)
    page = context.new_page()
    page.goto(url)
    page.evaluate(LOADED)
    # A file for letters that the first one lacks is asked for when the text is drawn again.
    page.wait_for_load_state("networkidle")
    page.evaluate(LOADED)
    assert watching.wrong == []
    return page, {url.rpartition("/")[2] for url in watching.asked if url.endswith(".woff2")}


def test_every_file_has_a_rule_and_every_rule_a_file() -> None:
    rules = [
        URL.findall((STYLES / name).read_text(encoding="utf-8"))
        for name in ("02-fonts.css", "03-fonts-full.css")
    ]
    assert sorted(rules[0]) == sorted(SERIF)
    assert sorted(rules[1]) == sorted(SANS)
    assert {file.name for file in FONTS.iterdir()} == SERIF | SANS | {"OFL.txt"}


def test_the_file_that_most_pages_load_is_light() -> None:
    assert (FONTS / "serif.woff2").stat().st_size <= 20_000


@every_case(
    ("settings", "wanted"),
    [
        ("", SERIF | {"OFL.txt"}),
        ("fonts: full", SERIF | SANS | {"OFL.txt"}),
        ("fonts: system", set()),
        ("width: theme", set()),
        ("width: theme\nfonts: full", set()),
    ],
)
def test_a_site_has_the_files_of_its_fonts(tmp_path: Path, settings: str, wanted: set[str]) -> None:
    assert files_of(tmp_path, settings) == wanted


def test_a_file_of_the_site_stays_whatever_its_name_is(tmp_path: Path) -> None:
    own = {"static/assets/fonts/serif.woff2": "mine", "static/assets/fonts/OFL.txt": "mine"}
    assert files_of(tmp_path, "fonts: system", own) == {"serif.woff2", "OFL.txt"}


def test_a_copy_of_the_themes_files_in_a_site_changes_nothing(tmp_path: Path) -> None:
    sheet = "static/assets/css/main/03-fonts-full.css"
    files = {sheet: (Path(__file__).parent.parent / sheet).read_text(encoding="utf-8")}
    outputs = {file.path: file.content for file in prepare(make_site(tmp_path, files)).outputs()}
    assert b"Acad Sans" not in outputs["assets/css/main.css"]


@every_case(("fonts", "wanted"), [("serif", SERIF), ("full", SERIF | SANS), ("system", set())])
def test_the_style_sheet_names_only_the_files_of_the_site(
    tmp_path: Path, fonts: str, wanted: set[str]
) -> None:
    site = make_site(tmp_path, {"data/site.yml": f"title: Emmy Noether\nfonts: {fonts}\n"})
    styles = {
        file.path: file.content.decode()
        for file in prepare(site).outputs()
        if file.path.endswith(".css")
    }
    assert set(URL.findall(styles["assets/css/main.css"])) == wanted


def test_a_page_loads_only_the_files_for_its_letters(tmp_path: Path, browser: Browser) -> None:
    files = {}
    for number, text in enumerate(TEXTS):
        styled = f'<p id="shown" style="font: 600 1.5rem \'Acad Serif\'">{text}</p>'
        files[f"content/{number}.md"] = f"---\ntitle: Page\n---\n{styled}\n"
    build(make_site(tmp_path, files), tmp_path / "output")
    with served(tmp_path / "output") as url:
        for number, (text, wanted) in enumerate(TEXTS.items()):
            page, asked = opened(browser, f"{url}{number}/")
            assert asked == wanted, text
            assert fonts_of(page, "#shown") == {"Acad Serif": True}, text
            page.context.close()


def test_text_is_as_long_in_the_font_that_is_shown_until_the_serif_arrives(
    tmp_path: Path, browser: Browser
) -> None:
    fallbacks = ("Acad Serif Fallback", "Acad Serif Wide Fallback")
    families = ("'Acad Serif'", ", ".join(f"'{name}'" for name in fallbacks))
    spans = "<br>".join(
        f'<span style="font: 600 20px {family}">{WORDS}</span>' for family in families
    )
    build(make_site(tmp_path, {"content/index.md": f"<p>{spans}</p>\n"}), tmp_path / "output")
    with served(tmp_path / "output") as url:
        page, _ = opened(browser, url)
        if not any(page.evaluate(IS_INSTALLED, name) for name in fallbacks):
            pytest.skip("the system has none of the fonts that the style sheet names")
        ours, other = (span.bounding_box() for span in page.locator("main span").all())
        assert ours is not None
        assert other is not None
        assert other["width"] / ours["width"] == pytest.approx(1, abs=0.03)
        page.context.close()


def test_with_full_fonts_text_is_in_the_theme_s_sans_serif(
    tmp_path: Path, browser: Browser
) -> None:
    for look in ("acad-homepage", "academicpages"):
        site = tmp_path / look
        settings = f"title: Emmy Noether\nlook: {look}\nfonts: full\n"
        text = '<p id="shown">Skłodowska, <em>Erdős</em> and <b>Nguyễn</b></p>\n'
        build(
            make_site(site, {"data/site.yml": settings, "content/index.md": text}), site / "output"
        )
        with served(site / "output") as url:
            page, asked = opened(browser, url)
            assert {"sans.woff2", "sans-italic.woff2", "sans-vietnamese.woff2"} <= asked
            assert not asked & {
                "sans-cyrillic.woff2",
                "sans-latin.woff2",
                "sans-italic-vietnamese.woff2",
            }
            for selector in ("#shown", "#shown em", "#shown b"):
                assert fonts_of(page, selector) == {"Acad Sans": True}
            page.context.close()


@pytest.mark.parametrize("settings", ["fonts: system", "width: theme"])
def test_without_the_theme_s_fonts_a_page_loads_none(
    tmp_path: Path, browser: Browser, settings: str
) -> None:
    text = "# Heading\n\n<p id=\"shown\" style=\"font-family: 'Acad Serif', 'Acad Sans'\">Skłodowska</p>\n"
    files = {"data/site.yml": f"title: Emmy Noether\n{settings}\n", "content/index.md": text}
    build(make_site(tmp_path, files), tmp_path / "output")
    with served(tmp_path / "output") as url:
        page, asked = opened(browser, url)
        assert asked == set()
        assert not any(fonts_of(page, "#shown").values())
        page.context.close()
