"""The two looks in a browser: they measure what docs/content/looks.md says, every colour can be read."""

from __future__ import annotations

import importlib.util
import itertools
import re
from pathlib import Path
from typing import TYPE_CHECKING, get_args

import pytest

from acadfolio import SOURCE_FOLDERS
from acadfolio.build import build
from acadfolio.model.colours import BACKGROUNDS, READABLE
from acadfolio.model.networks import networks
from acadfolio.model.site import Skin, View
from acadfolio.outside_links import allow_links
from acadfolio.resources import theme_looks
from browser import ground, overflow
from citation_styles import ALL_STYLES
from sites import make_site

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Page, ViewportSize

pytestmark = pytest.mark.browser

ROOT = Path(__file__).parent.parent
SCRIPT = Path(__file__).parent / "looks.js"
MANUAL = (ROOT / "docs" / "content" / "looks.md").read_text(encoding="utf-8")
LOOKS = theme_looks()
SKINS: tuple[str, ...] = get_args(Skin)
SCHEMES = ("light", "dark")
INKS = (
    "text", "text-strong", "text-quiet", "link", "link-hover", "award",
    "code-comment", "code-keyword", "code-string", "code-number", "code-name", "code-wrong",
)  # fmt: skip


THEME_WIDE = {look: f"{look}-theme" for look in LOOKS}
"""The demo in each look with `width: theme`."""


@pytest.fixture(scope="module")
def demos(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The demo built in both looks, and in both once more as wide as the Jekyll theme."""
    folder = tmp_path_factory.mktemp("looks")
    settings = {look: f"look: {look}" for look in LOOKS}
    settings |= {THEME_WIDE[look]: f"look: {look}\nwidth: theme" for look in LOOKS}
    for name, setting in settings.items():
        site = folder / f"site-{name}"
        (site / "data").mkdir(parents=True)
        for linked in ("content", "static", "templates"):
            (site / linked).symlink_to(ROOT / linked)
        for file in (ROOT / "data").glob("*.*"):
            text = file.read_text(encoding="utf-8")
            chosen = re.sub(r"^look: \S+", setting, text, flags=re.MULTILINE)
            (site / "data" / file.name).write_text(chosen, encoding="utf-8")
        allow_links(site, SOURCE_FOLDERS)  # Three folders are links to the repository's.
        build(site, folder / name)
    return {name: folder / name for name in settings}


@pytest.fixture(scope="module")
def page(browser: Browser) -> Iterator[Page]:
    """A page that can be asked for `looks`."""
    with browser.new_context(
        viewport={"width": 1280, "height": 900}, color_scheme="light"
    ) as context:
        context.add_init_script(SCRIPT.read_text(encoding="utf-8"))
        yield context.new_page()


@pytest.fixture
def home(page: Page, demos: dict[str, Path]) -> Page:
    """The demo's home page."""
    page.set_viewport_size({"width": 1280, "height": 900})
    page.goto((demos["acad-homepage"] / "index.html").as_uri())
    return page


def dressed(page: Page, look: str, skin: str, scheme: str) -> None:
    """Another look, skin and scheme for the page that is open."""
    page.evaluate(
        "([look, skin, theme]) => { const root = document.documentElement; root.className = `look-${look} js`;"
        " Object.assign(root.dataset, {skin, theme}) }",
        [look, skin, scheme],
    )


# Colours


@pytest.mark.parametrize("look", LOOKS)
def test_every_colour_of_every_skin_can_be_read(home: Page, look: str) -> None:
    pale = {}
    for skin in SKINS:
        for scheme in SCHEMES:
            dressed(home, look, skin, scheme)
            pale[skin, scheme] = home.evaluate("looks.tooPale", [INKS, READABLE])
    assert {where: found for where, found in pale.items() if found} == {}


def test_the_grounds_that_the_program_counts_with_are_those_of_the_style_sheet(home: Page) -> None:
    found = {}
    for skin in SKINS:
        for scheme in SCHEMES:
            dressed(home, "academicpages", skin, scheme)
            found[skin, scheme] = tuple(home.evaluate("['ground', 'sunken'].map(looks.token)"))
    said = {
        (skin, scheme): getattr(grounds, scheme)
        for skin, grounds in BACKGROUNDS.items()
        for scheme in SCHEMES
    }
    assert found == said


def test_the_skins_of_the_manual_are_those_of_the_style_sheet(home: Page) -> None:
    said = re.findall(r"^\| `(\w+)`(?: \(([\w-]+)\))? \| (#.+) \|$", MANUAL, re.MULTILINE)
    assert {skin for skin, _, _ in said} == set(SKINS)
    for skin, look, colours in said:
        found = []
        for scheme in SCHEMES:
            dressed(home, look or "acad-homepage", skin, scheme)
            found += home.evaluate("['ground', 'text', 'link'].map(looks.token)")
        assert found == colours.split(" | "), skin


def test_a_colour_of_the_sites_own_beats_every_skin(home: Page) -> None:
    home.add_style_tag(
        content=":root { --accent: #8b0000; --accent-dark: #f7a8a8; --ground: #fefefe }"
    )
    for skin in SKINS:
        dressed(home, "academicpages", skin, "light")
        assert home.evaluate("['link', 'ground'].map(looks.token)") == ["#8b0000", "#fefefe"]
        dressed(home, "academicpages", skin, "dark")
        assert home.evaluate("looks.token('link')") == "#f7a8a8"


def test_more_contrast_and_forced_colours_are_given(home: Page) -> None:
    home.emulate_media(contrast="more")
    assert home.evaluate("['text', 'text-quiet', 'line'].map(looks.token)") == ["#000000"] * 3
    home.emulate_media(contrast="no-preference", forced_colors="active")
    borders = home.evaluate(
        "[...document.querySelectorAll('.badge')].map((badge) => getComputedStyle(badge).borderStyle)"
    )
    assert set(borders) == {"solid"}
    home.emulate_media(forced_colors="none")


# What docs/content/looks.md says


def tables() -> dict[str, list[list[str]]]:
    """The rows of every table that compares, by its heading."""
    chapters = dict(
        re.findall(r"^### ([^\n]+ at \d+)\n(.*?)(?=^##|\Z)", MANUAL, re.MULTILINE | re.DOTALL)
    )
    return {
        heading: [
            [cell.strip() for cell in line.strip("|").split("|")]
            for line in chapter.splitlines()
            if line.startswith("| ") and not line.startswith("| What")
        ]
        for heading, chapter in chapters.items()
    }


def tolerance(what: str) -> float:
    """Pixels; how many letters a line has is also the affair of the browser, whose versions draw them differently."""
    return 5 if "in characters" in what else 1


@pytest.mark.parametrize(
    "heading", [f"{look} at {width}" for look in LOOKS for width in (1280, 390)]
)
def test_the_looks_measure_what_the_manual_says(
    page: Page, demos: dict[str, Path], heading: str
) -> None:
    look, _, width = heading.partition(" at ")
    page.set_viewport_size({"width": int(width), "height": 900})
    page.goto((demos[THEME_WIDE[look]] / "index.html").as_uri())
    found = page.evaluate("looks.measures()")
    if look == "academicpages":
        page.goto((demos[THEME_WIDE[look]] / "publications/index.html").as_uri())
        found["column of lists, right edge"] = page.evaluate("looks.measures()")[
            "column of lists, right edge"
        ]
    wrong = [
        f"{what}: {ours} is said, {found[what]} is so"
        for what, _, ours, _ in tables()[heading]
        if not (
            found[what] == ours
            if ours.startswith("#")
            else abs(found[what] - float(ours)) < tolerance(what)
        )
    ]
    assert wrong == []


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("path", ["index.html", "publications/index.html", "cv/index.html"])
def test_what_matters_stands_out(page: Page, demos: dict[str, Path], look: str, path: str) -> None:
    page.set_viewport_size({"width": 1280, "height": 800})
    page.goto((demos[look] / path).as_uri())
    found = page.evaluate("looks.hierarchy()")
    assert found["commonest"] < 0.5
    assert found["largest"] >= 2


def test_the_manual_explains_where_the_looks_differ_from_the_themes() -> None:
    assert len(tables()) == 4
    for rows in tables().values():
        for what, theirs, ours, why in rows:
            is_number = not theirs.startswith(("#", "–"))
            is_same = abs(float(theirs) - float(ours)) <= 1 if is_number else theirs == ours
            assert is_same != bool(why), what


def test_the_drawings_of_the_manual_are_those_of_its_figures() -> None:
    spec = importlib.util.spec_from_file_location("screenshots", ROOT / "docs" / "screenshots.py")
    assert spec
    assert spec.loader
    screenshots = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(screenshots)
    for look in LOOKS:
        drawn = (ROOT / "docs" / "static" / "images" / f"wireframe-{look}.svg").read_text(
            encoding="utf-8"
        )
        assert drawn == screenshots.drawing(look, MANUAL), "run docs/screenshots.py drawings"


MOST_LETTERS = 100
"""In a line that the eye finds back from."""
WORDS = "radium polonium barium thorium " * 12
WIDE = f"""---
permalink: /
---
<p id="text">{WORDS}</p>

<p id="both">{WORDS} <a href="/"><img src="/a.svg" alt="citations"></a></p>

[![alone](/a.svg){{: #alone}}](/)

- {WORDS}
{{: #list}}

{WORDS}
{{: #notice .notice}}

![one](/a.svg) ![two](/a.svg) and words
{{: #last}}
"""


@pytest.mark.parametrize("look", LOOKS)
def test_text_and_pictures_share_a_column_of_lines_that_can_be_read(
    page: Page, tmp_path: Path, look: str
) -> None:
    picture = "<svg xmlns='http://www.w3.org/2000/svg' width='3000' height='30'/>"
    files = {
        "data/site.yml": f"title: Ada\nlook: {look}\n",
        "content/about.md": WIDE,
        "static/a.svg": picture,
    }
    build(make_site(tmp_path / "site", files), tmp_path / "out")
    page.set_viewport_size({"width": 1280, "height": 900})
    page.goto((tmp_path / "out/index.html").as_uri())
    marked = "[...document.querySelectorAll('.page__content [id]')]"
    wide = page.evaluate(
        f"Object.fromEntries({marked}.map(({{id, offsetWidth}}) => [id, offsetWidth]))"
    )
    column = page.evaluate("document.querySelector('.page__content').offsetWidth")
    assert {wide[name] for name in ("text", "both", "list", "notice", "last", "alone")} == {column}
    assert page.evaluate("looks.lettersOfLines(document.querySelector(`#text`))") < MOST_LETTERS


# Whatever an author writes

LONG = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft"
HOSTILE = {
    "data/profile.yml": f"name: {LONG}\nbio: {LONG}\nlocation: {LONG}\nlinks:\n"
    + "".join(f"  {key}: https://example.org/{key}\n" for key in list(networks())[:40]),
    "data/publications.yml": f"- title: {LONG}\n  year: 1898\n  venue: {LONG}\n"
    f"  authors: [{', '.join(f'Author Number{number}' for number in range(120))}]\n",
    "content/index.md": f"# {LONG}\n\n{LONG} <https://example.org/{'a' * 120}> `{'c' * 120}`\n\n> {LONG}\n\n"
    f"| {LONG} | {LONG} |\n|---|---|\n| 1 | 2 |\n\n{{{{ publications() }}}}\n",
}


@pytest.mark.parametrize("language", ["en", "ar", "ja"])
@pytest.mark.parametrize("look", LOOKS)
def test_nothing_that_an_author_writes_widens_the_page(
    page: Page, tmp_path: Path, look: str, language: str
) -> None:
    site = make_site(
        tmp_path / "site",
        HOSTILE | {"data/site.yml": f"title: {LONG}\nlook: {look}\nlanguage: {language}\n"},
    )
    build(site, tmp_path / "out")
    page.goto((tmp_path / "out/index.html").as_uri())
    for width in (320, 390, 768, 926, 1280):
        page.set_viewport_size({"width": width, "height": 800})
        assert overflow(page) <= 0, width
    column, sidebar = (page.locator(name).bounding_box() for name in (".page__content", ".sidebar"))
    assert column
    assert sidebar
    assert (sidebar["x"] < column["x"]) == (language != "ar")


LINES = "(box) => { const all = new Range(); all.selectNodeContents(box); return all.getClientRects().length }"
SPRAWLING = {
    "data/publications.yml": f"- {{title: {LONG}, year: 1898}}\n- {{title: Middle, year: 1897}}\n"
    "- {title: 'On $$x_0+x_1+x_2+x_3+x_4+x_5+x_6+x_7+x_8+x_9+x_{10}+x_{11}=0$$ at 13 TeV', year: 1896}\n",
    "content/posts/1898-01-01-tagged.md": f"---\ntags: [{LONG}]\ntoc: true\n---\n## {LONG}\n\n"
    f"## `{'radium.' * 12}`\n\n[{LONG}](/){{: .btn .btn--large}}\n",
}
INSIDE = """(boxes) => boxes.filter((box) => {
  const {left, right} = box.getBoundingClientRect();
  return left < -1 || right > innerWidth + 1 || box.scrollWidth > box.clientWidth + 1 && box.clientWidth;
}).map((box) => box.className)"""


@pytest.mark.parametrize("look", LOOKS)
def test_tags_buttons_contents_and_neighbours_break_long_words(
    page: Page, tmp_path: Path, look: str
) -> None:
    settings = f"title: Ada\nlook: {look}\npublications: {{pages: true}}\n"
    build(make_site(tmp_path / "site", SPRAWLING | {"data/site.yml": settings}), tmp_path / "out")
    for path in ("posts/tagged", "publications/middle"):
        page.goto((tmp_path / "out" / path / "index.html").as_uri())
        page.add_style_tag(content=".toc details + ul { display: block !important }")
        for width in (320, 390, 768, 1280):
            page.set_viewport_size({"width": width, "height": 800})
            assert overflow(page) <= 0, (path, width)
            found = page.locator(
                ".page__taxonomy-item, .btn, .toc, .toc a, .pagination, .pagination a"
            )
            assert found.count() > 2
            assert found.evaluate_all(INSIDE) == [], (path, width)
        up = page.locator(".pagination > :not([rel])").evaluate_all(f"boxes => boxes.map({LINES})")
        assert set(up) <= {1}, path


@pytest.mark.parametrize("look", LOOKS)
def test_a_short_page_has_its_footer_at_the_foot_of_the_window(
    page: Page, tmp_path: Path, look: str
) -> None:
    files = {"data/site.yml": f"title: Ada\nlook: {look}\n", "content/index.md": "Hello.\n"}
    build(make_site(tmp_path / "site", files), tmp_path / "out")
    page.set_viewport_size({"width": 1280, "height": 900})
    page.goto((tmp_path / "out/index.html").as_uri())
    footer = page.locator(".page__footer").bounding_box()
    assert footer
    assert footer["y"] + footer["height"] == pytest.approx(900, abs=1)


PAPER = {
    "data/profile.yml": "name: Ada\nemail: ada@a.example\nlinks:\n"
    "  github: ada\n  hal: ada-l\n  Garden: https://www.g.example/\n",
    "data/news.yml": "- {date: 1843, text: 'Notes on the [engine](https://e.example/1).'}\n"
    "- {date: 1842, text: Rain}\n- {date: 1841, text: Rain}\n",
}


def test_printed_pages_show_the_urls_of_links(page: Page, tmp_path: Path) -> None:
    build(make_site(tmp_path / "site", PAPER), tmp_path / "out")
    page.goto((tmp_path / "out/index.html").as_uri())
    page.emulate_media(media="print")
    links = "[...document.querySelectorAll('.author__url a, .entries a')]"
    after = f"{links}.map((a) => getComputedStyle(a, '::after').content)"
    said = [text.strip('" ') for text in page.evaluate(after)]
    assert said == [
        "cv.hal.science/ada-l",
        "g.example",
        "ada@a.example",
        "github.com/ada",
        "https://e.example/1",
    ]
    labels = page.locator(".author__label").filter(visible=True).all_text_contents()
    assert labels == ["HAL", "Garden"]
    entries = page.locator(".entries li")
    room = "li => getComputedStyle(li.querySelector('.dated__entry'), '::after').height"
    below = [entries.nth(at).evaluate(room) for at in range(3)]
    assert [height not in {"auto", "0px"} for height in below] == [True, False, False]
    tops = [box["y"] for entry in entries.all() if (box := entry.bounding_box())]
    assert tops[1] - tops[0] == pytest.approx(tops[2] - tops[1], abs=1), (
        "what asks for room takes none"
    )
    page.emulate_media(media="screen")


WORD = "x".join(["Forty"] * 8)
CELLS = " | ".join(f"Column{number}name" for number in range(14))
SUM = "+".join(f"x_{{{number}}}" for number in range(60))
WIDER = f"""
| {CELLS} |
{"|---" * 14}|
| {CELLS} |

| Week | Text |
|---|---|
| {"A long text. " * 30} | Label |
| `{WORD}{WORD}{WORD}` | x |

$${SUM}=0$$

A sum $${SUM}$$ in a line, and $$a=b$$.

```
{WORD}{WORD}{WORD}
```
"""
LOST = """[...document.querySelectorAll(".page__content *")].filter((box) => {
  const {overflowX, fontSize} = getComputedStyle(box);
  const {left, right, width} = box.getBoundingClientRect();
  const isLost = overflowX !== "visible" && box.scrollWidth > box.clientWidth + 1;
  return width && box.localName !== "annotation" && (isLost || left < -1 || right > innerWidth + 1);
}).map((box) => box.localName)"""
PAGE_OF_A4: ViewportSize = {"width": 658, "height": 994}  # without its margins


def test_paper_has_what_a_screen_scrolls_to(page: Page, tmp_path: Path) -> None:
    build(make_site(tmp_path / "site", {"content/about.md": WIDER}), tmp_path / "out")
    page.set_viewport_size(PAGE_OF_A4)
    page.goto((tmp_path / "out/index.html").as_uri())
    assert set(page.evaluate(LOST)) >= {"table", "math", "pre"}
    page.emulate_media(media="print")
    lost, short, label = (
        page.evaluate(LOST),
        page.locator("math").last.evaluate("math => getComputedStyle(math).display"),
        page.locator("td").filter(has_text="Label").evaluate(LINES),
    )
    page.emulate_media(media="screen")
    assert lost == []
    assert short == "math"
    assert label == 1


def test_no_picture_is_taller_than_paper_and_no_heading_is_parted(
    page: Page, tmp_path: Path
) -> None:
    picture = "<svg xmlns='http://www.w3.org/2000/svg' width='600' height='3000'/>"
    text = "## A heading\n\n![A phone](/phone.svg)\n\n{{ figure('phone.svg', alt='A phone', caption='A phone') }}\n"
    build(
        make_site(tmp_path / "site", {"content/about.md": text, "static/phone.svg": picture}),
        tmp_path / "out",
    )
    page.set_viewport_size(PAGE_OF_A4)
    page.goto((tmp_path / "out/index.html").as_uri())
    page.emulate_media(media="print")
    heights = [
        box["height"]
        for image in page.locator(".page__content :is(img, figure)").all()
        if (box := image.bounding_box())
    ]
    fit = page.locator(".page__content img").first.evaluate(
        "image => getComputedStyle(image).objectFit"
    )
    heading = page.locator("h2").evaluate("heading => getComputedStyle(heading).breakInside")
    page.emulate_media(media="screen")
    assert len(heights) == 3
    assert max(heights) < PAGE_OF_A4["height"]
    assert (fit, heading) == ("contain", "avoid")


# Titles

WORKS = """
- {title: Royal *Touch*, authors: [Marc Bloch], kind: book, publisher: Routledge, year: 1973}
- {title: On *Magic*, authors: [Marc Bloch], kind: journal, venue: Annales, year: 1931}
"""
ITALIC_BOOKS = {"chicago", "apa", "mla", "ieee", "acm", "nature"}
SLANTS = """list => [...list.querySelectorAll("cite")].map(cite => [cite, cite.querySelector("em")]
  .map(seen => getComputedStyle(seen).fontStyle))"""
"""How each title slants, and the words in italics within it."""
UPRIGHT = ["normal", "italic"]


@pytest.mark.parametrize("look", LOOKS)
def test_titles_of_books_are_in_italics_where_the_style_wants_them(
    look: str, page: Page, tmp_path: Path
) -> None:
    lists = [f'{{{{ publications(style="{style}", sort="file") }}}}' for style in ALL_STYLES]
    views = [
        f'{{{{ publications(view="{view}", sort="file") }}}}'
        for view in get_args(View)
        if view != "map"
    ]
    text = "\n\n".join(
        f'<div class="seen" markdown="1">\n\n{line}\n\n</div>' for line in lists + views
    )
    files = {
        "data/site.yml": f"title: Books\nlook: {look}\n",
        "data/publications.yml": WORKS,
        "content/about.md": text,
    }
    build(make_site(tmp_path / "site", files), tmp_path / "out")
    page.goto((tmp_path / "out/index.html").as_uri())
    found = [seen.evaluate(SLANTS) for seen in page.locator(".seen").all()]
    of_books = {style: slants for style, (slants, _) in zip(ALL_STYLES, found, strict=False)}
    assert of_books == {
        style: ["italic", "normal"] if style in ITALIC_BOOKS else UPRIGHT for style in ALL_STYLES
    }
    assert {tuple(slants) for _, slants in found[: len(ALL_STYLES)]} == {tuple(UPRIGHT)}
    assert [slants for seen in found[len(ALL_STYLES) :] for slants in seen] == [UPRIGHT] * 2 * (
        len(views) + 1
    )


# Levels of headings

LEVELS = """---
permalink: /
title: ""
---
# First

## Below

<h1 role="heading" aria-level="4" title="a > b">His own</h1>

<h1 title='c > d'>Second</h1>
"""


def levels(page: Page) -> list[tuple[str, int]]:
    """The headings as screen readers read them, in the order of the page."""
    nodes = page.context.new_cdp_session(page).send("Accessibility.getFullAXTree")["nodes"]
    by_id, waiting, found = {node["nodeId"]: node for node in nodes}, [nodes[0]["nodeId"]], []
    while waiting:
        node = by_id[waiting.pop()]
        waiting += [child for child in reversed(node["childIds"]) if child in by_id]
        reported = {one["name"]: one["value"].get("value") for one in node.get("properties", ())}
        if node.get("role", {}).get("value") == "heading":
            found.append((node["name"]["value"], reported["level"]))
    return found


def test_the_pages_own_heading_is_the_only_one_of_the_first_level(
    page: Page, tmp_path: Path
) -> None:
    home = {"data/site.yml": "title: Ada\n", "content/about.md": LEVELS}
    build(make_site(tmp_path / "site", home), tmp_path / "out")
    page.goto((tmp_path / "out/index.html").as_uri())
    assert levels(page) == [("Ada", 1), ("First", 2), ("Below", 3), ("His own", 4), ("Second", 2)]


@pytest.mark.parametrize("look", LOOKS)
def test_the_demo_has_one_heading_of_the_first_level_and_skips_none(
    page: Page, demos: dict[str, Path], look: str
) -> None:
    for path in ("index.html", "cv/index.html", "publications/index.html", "posts/index.html"):
        page.goto((demos[look] / path).as_uri())
        found = [level for _, level in levels(page)]
        assert found.count(1) == 1, path
        assert all(after - before <= 1 for before, after in itertools.pairwise(found)), path


# Paper


@pytest.mark.parametrize("look", LOOKS)
def test_paper_gets_a_cv_with_everything_that_was_closed(
    page: Page, demos: dict[str, Path], look: str
) -> None:
    page.set_viewport_size({"width": 700, "height": 900})
    page.goto((demos[look] / "index.html").as_uri())
    page.emulate_media(media="print", color_scheme="dark")
    hidden = [".masthead", ".page__footer", "summary", "button", ".publication__more"]
    assert [name for name in hidden if page.locator(name).locator("visible=true").count()] == []
    assert ground(page) == "rgb(255, 255, 255)"
    last = page.locator(".entries__more li").last.bounding_box()
    assert last
    assert last["height"] > 0
    written = page.evaluate(
        "[...document.querySelectorAll('.publication a, .paper-box a')]"
        ".filter((link) => getComputedStyle(link, '::after').content !== 'none').map((link) => link.href)"
    )
    assert written == ["https://doi.org/10.1103/RevModPhys.3.427"]
    page.emulate_media(media="screen", color_scheme="light")
