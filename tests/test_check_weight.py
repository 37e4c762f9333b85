"""The weight of pages: `check` warns of what a slow connection feels."""

from __future__ import annotations

from typing import TYPE_CHECKING

from acadfolio.build import prepare
from acadfolio.checks import check_site
from acadfolio.checks.weight import HOME
from acadfolio.model.site import StaticFile
from acadfolio.rendering.site_files import joined
from acadfolio.routing.plan import Bundle
from sites import make_site

if TYPE_CHECKING:
    from pathlib import Path

LIGHT = {
    "static/assets/css/main.css": "p{}",
    "static/assets/js/main.js": "{}",
}
"""A theme that weighs nothing, so that what is added is what counts."""


def warnings_of(folder: Path, files: dict[str, str]) -> list[str]:
    problems, _ = check_site(make_site(folder, LIGHT | files))
    return [str(problem.location) + ": " + problem.message for problem in problems if " weigh" in problem.message]


def test_a_light_site_hears_nothing(tmp_path: Path) -> None:
    files = {"content/about.md": "word " * 6000, "static/assets/css/custom.css": "p{}" * 7000}
    assert warnings_of(tmp_path, files) == []


def test_the_authors_own_styles_count(tmp_path: Path) -> None:
    files = {"static/assets/css/custom.css": "p{}" * 8100, "content/cv.md": "Text\n"}
    assert warnings_of(tmp_path, files) == [
        (
            "content/cv.md: the style sheets of this page weigh 24.3 KB, more than 24 KB: "
            "assets/css/custom.css 24.3 KB, assets/css/main.css 0 KB"
        )
    ]


def test_scripts_count_on_the_page_that_loads_them_and_are_told_once(tmp_path: Path) -> None:
    page = "<script src='/big.js' defer></script>\n<script src='https://a.example/x.js'></script>\n"
    files = {"static/big.js": "x" * 12_000, "content/a.md": page, "content/b.md": page, "content/c.md": "Text\n"}
    assert warnings_of(tmp_path, files) == [
        "content/a.md: the scripts of this page weigh 12 KB, more than 10 KB: big.js 12 KB, assets/js/main.js 0 KB"
    ]


def test_the_home_page_counts_with_all_that_is_its_authors(tmp_path: Path) -> None:
    files = {"content/about.md": "word " * 17_000, "static/assets/css/custom.css": "p{}" * 6000}
    found = warnings_of(tmp_path, files)
    assert len(found) == 1
    assert found[0].startswith("content/about.md: the home page weighs 10")
    assert "more than 100 KB: its text 8" in found[0]
    assert ", assets/css/custom.css 18 KB, " in found[0]
    other = {"content/about.md": "Hello\n", "content/long.md": "word " * 20_000}
    assert warnings_of(tmp_path / "other", other) == []


def test_what_only_the_theme_weighs_is_not_its_users_to_mend(tmp_path: Path) -> None:
    site = make_site(tmp_path / "site", {"static/assets/css/custom.css": "p{}" * 8100})
    own = check_site(site)[0]
    assert [problem for problem in own if "style sheets" in problem.message]
    (site / "static/assets/css/custom.css").unlink()
    assert [problem for problem in check_site(site)[0] if "style sheets" in problem.message] == []


def test_the_theme_does_not_count_on_a_home_page(tmp_path: Path) -> None:
    """Thirty papers and a long text are below the limit, and with the theme beyond it."""
    papers = "".join(
        f"- title: On the weight of the radioelements, part {number}\n  authors: [Marie Curie, André Debierne]\n"
        f"  venue: Comptes rendus\n  year: {1890 + number}\n  doi: 10.1000/{number}\n"
        for number in range(30)
    )
    files = {"data/publications.yml": papers, "content/about.md": "word " * 14_500 + "\n\n{{ publications() }}\n"}
    site = make_site(tmp_path, files)
    sizes = {output.path: len(output.content) for output in prepare(site).outputs() if not output.file}
    assert sizes["index.html"] < HOME < sizes["index.html"] + sizes["assets/css/main.css"]
    assert [problem.message for problem in check_site(site)[0] if " weigh" in problem.message] == []


def test_neighbouring_parts_of_one_layer_open_it_once(tmp_path: Path) -> None:
    parts = ["@layer a, b;\n@layer a { p { top: 0; } }\n", "@layer a { q { top: 0; } }\n"]
    parts += ["@layer b { i { top: 0; } }\n", "@layer b { @media print { b { top: 0; } } }\n"]
    for number, text in enumerate(parts):
        (tmp_path / f"{number}.css").write_text(text, encoding="utf-8")
    files = tuple(StaticFile(str(number), str(tmp_path / f"{number}.css")) for number in range(len(parts)))
    assert joined(Bundle("main.css", files)).decode() == (
        "@layer a,b;@layer a{p{top:0}q{top:0}}@layer b{i{top:0}@media print{b{top:0}}}"
    )


def test_styles_lose_what_no_browser_misses_and_strings_keep_all(tmp_path: Path) -> None:
    text = (
        "@media (width >= 40em) { a[href^=\"mailto\"]::before, b[c='d e'] + i { top: calc(1px + 0.5em * 2); } }\n"
        'p::after { content: " / " / "[a=\\"b\\"]"; grid-area: 1 / 2; margin: 0.5em 10.5em; --x: / *; }\n'
        'q[title="1"] { background: url(a / b.png); } /* [a="b"] */\n'
    )
    (tmp_path / "a.css").write_text(text, encoding="utf-8")
    made = joined(Bundle("main.css", (StaticFile("a", str(tmp_path / "a.css")),))).decode()
    assert made == (
        "@media(width>=40em){a[href^=mailto]:before,b[c='d e'] + i{top:calc(1px + .5em * 2)}}"
        'p:after{content:" / "/"[a=\\"b\\"]";grid-area:1/2;margin:.5em 10.5em;--x:/ *}'
        'q[title="1"]{background:url(a / b.png)}'
    )
