"""A look is a folder: `templates/looks/NAME/` with a `theme.yml`, and templates for this look alone."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from acadfolio.build import prepare
from acadfolio.cli import main
from acadfolio.loading.looks import find_looks, read_looks
from acadfolio.model.section_kinds import BUILT_IN
from acadfolio.problems import Problems, SiteError
from cases import every_case
from sites import content_of, edit, make_site, render_site

ROOT = Path(__file__).parent.parent
MANUAL = (ROOT / "docs" / "content" / "how-to-theme.md").read_text(encoding="utf-8")
THEME = "templates/looks/mine/theme.yml"
FENCE = re.compile(
    r"^```(?:yaml|jinja)\n(?:# |\{# )(\S+)[^\n]*\n(.*?)^```$", re.MULTILINE | re.DOTALL
)
EXAMPLE = {match[1]: match[2] for match in FENCE.finditer(MANUAL)}
"""The files of the look that the manual makes."""
DATA = {
    "data/profile.yml": "name: Emmy Noether\nemployer: Göttingen\n",
    "data/publications.yml": "- {title: Rings, authors: Emmy Noether, kind: journal, year: 1921}\n",
    "data/news.yml": "".join(
        f"- {{date: 1932-0{month}, text: News {month}}}\n" for month in range(1, 7)
    ),
    "data/awards.yml": "- {date: 1932-11-05, title: Prize}\n",
    "data/talks.yml": "- {date: 1932, title: Numbers}\n",
    "data/projects.yml": "- {title: Algebra}\n",
    "data/teaching.yml": "- {course: Groups, terms: 1930}\n",
    "content/about.md": "---\npermalink: /\n---\nWelcome.\n",
}
SITE = "title: Algebra\nurl: https://noether.example\ndescription: Rings and ideals.\n"


def with_look(theme: str, **others: str) -> dict[str, str]:
    """A site in the look `mine`. `others` are other looks."""
    files = DATA | {"data/site.yml": f"{SITE}look: mine\n", THEME: theme}
    return files | {f"templates/looks/{name}/theme.yml": text for name, text in others.items()}


def headings(page: str) -> list[str]:
    found = re.findall(r"<h1[^>]*>(.*?)</h1>", content_of(page), re.DOTALL)
    return [re.sub(r"<a.*?</a>|<[^>]+>", "", heading).strip() for heading in found]


def problems_of(folder: Path, files: dict[str, str]) -> list[str]:
    with pytest.raises(SiteError) as failure:
        prepare(make_site(folder, files))
    return [
        f"{problem.location}: {problem.message} ({problem.hint})"
        for problem in failure.value.problems
    ]


def test_the_look_of_the_manual_is_what_it_says(tmp_path: Path) -> None:
    assert len(EXAMPLE) == 2
    assert sum(text.count("\n") for text in EXAMPLE.values()) <= 40
    pages, problems = render_site(tmp_path, with_look("") | EXAMPLE)
    home = pages["index.html"]
    assert problems == []
    # Its own home page, with emoji; the rest of the news is folded or on no page.
    assert headings(home) == ["🔥 News", "🎖 Honors and Awards"]
    assert home.count("News 3") == 1
    assert home.index("News 3") < home.index("entries__more") < home.index("News 2")
    # Its own pages, in its own view.
    assert "publications/rings/index.html" in pages
    assert {"talks/index.html", "projects/index.html", "cv/index.html"} <= pages.keys()
    assert {"teaching/index.html", "talks/numbers/index.html"}.isdisjoint(pages)
    assert 'class="archive__item"' not in pages["talks/index.html"]
    # Its own dates, colours, styles and footer, and those of the look that it extends.
    assert "5 November 1932" in home
    assert '<html lang="en" dir="ltr" class="look-mine look-academicpages"' in home
    assert "--ground: light-dark(#fffdf8, #1b1917)" in home
    assert ":root { --masthead: 4rem; }" in home
    assert '<meta name="theme-color" content="#1b1917"' in home
    assert "--ground: light-dark(#fffdf8, #1b1917)" in pages["404.html"]
    assert "min-height: 4rem" in pages["404.html"]
    assert "<p>Emmy Noether, Göttingen</p>" in home
    assert "Rings and ideals." in home[home.index("author__description") :]
    assert "year-archive.html" not in pages
    assert "portfolio/index.html" in pages


def test_a_look_that_says_nothing_else_is_the_one_that_it_extends(tmp_path: Path) -> None:
    for name in ("acad-homepage", "academicpages"):
        own, problems = render_site(tmp_path / name / "own", with_look(f"extends: {name}\n"))
        site = {"data/site.yml": f"{SITE}look: {name}\n"}
        same, same_problems = render_site(tmp_path / name / "same", DATA | site)
        assert problems == same_problems
        assert own.keys() == same.keys()
        for path, page in own.items():
            assert (
                page.replace(f'class="look-mine look-{name}"', f'class="look-{name}"') == same[path]
            )


def test_a_look_without_another_has_the_defaults(tmp_path: Path) -> None:
    pages, _ = render_site(tmp_path, with_look("emoji: false\n"))
    home = pages["index.html"]
    assert 'class="look-mine"' in home
    assert headings(home)[:2] == ["News", "Publications"]
    assert "5 November 1932" in home
    assert "page__footer-follow" not in home
    assert "cv/index.html" not in pages


def test_looks_can_extend_looks_of_the_site(tmp_path: Path) -> None:
    files = with_look(
        "extends: base\nhome: [talks]\n", base="extends: academicpages\nemoji: true\n"
    )
    files |= {"templates/looks/base/partials/footer.html": "<footer>Of the base</footer>"}
    pages, _ = render_site(tmp_path, files)
    home = pages["index.html"]
    assert 'class="look-mine look-base look-academicpages"' in home
    assert headings(home) == ["💬 Invited Talks"]
    assert "<footer>Of the base</footer>" in home


@every_case("both", [True, False])
def test_templates_of_a_look_go_before_those_for_all_looks(both: bool, tmp_path: Path) -> None:
    files = with_look("extends: academicpages\n")
    files["content/notes.md"] = "---\ntitle: Notes\nlook: acad-homepage\n---\nText.\n"
    files["templates/looks/mine/partials/footer.html"] = "<footer>Mine</footer>"
    if both:
        files["templates/partials/footer.html"] = "<footer>For all</footer>"
    pages, _ = render_site(tmp_path, files)
    assert "<footer>Mine</footer>" in pages["index.html"]
    assert "<footer>Mine</footer>" in pages["talks/index.html"]
    assert "<footer>Mine</footer>" not in pages["notes/index.html"]
    assert ("<footer>For all</footer>" in pages["notes/index.html"]) is both


def test_a_page_has_the_templates_of_its_own_look_in_its_language(tmp_path: Path) -> None:
    files = with_look("extends: acad-homepage\n", other="extends: academicpages\n")
    files["templates/looks/other/partials/footer.html"] = "<footer>{{ words.top }}</footer>"
    files["templates/looks/other/entries/news.html"] = "Other: {{ entry.record.text }}"
    front = "title: Notes\nlook: other\n"
    files["content/notes.md"] = f"---\n{front}---\n{{{{ news() }}}}\n"
    files["content/notizen.md"] = f"---\n{front}lang: de\n---\nText.\n"
    pages, _ = render_site(tmp_path, files)
    assert "<footer>Back to top</footer>" in pages["notes/index.html"]
    assert "Other: News 1" in pages["notes/index.html"]
    assert "<footer>Nach oben</footer>" in pages["notizen/index.html"]
    assert "Other" not in pages["index.html"]
    assert 'class="look-mine look-acad-homepage"' in pages["index.html"]
    assert 'class="look-other look-academicpages"' in pages["notizen/index.html"]


def test_a_site_may_replace_the_settings_or_templates_of_a_look_of_the_theme(
    tmp_path: Path,
) -> None:
    files = DATA | {
        "data/site.yml": f"{SITE}look: academicpages\n",
        "templates/looks/academicpages/partials/footer.html": "<footer>Mine</footer>",
    }
    pages, _ = render_site(tmp_path / "template", files)
    assert "<footer>Mine</footer>" in pages["talks/index.html"]
    files["templates/looks/academicpages/theme.yml"] = "home: [awards]\n"
    pages, _ = render_site(tmp_path / "settings", files)
    assert headings(pages["index.html"]) == ["Honors and Awards"]
    assert "talks/index.html" not in pages


def test_looks_of_plug_ins_lie_between_those_of_the_site_and_the_theme(tmp_path: Path) -> None:
    site, plugin = tmp_path / "site", tmp_path / "plug-in"
    red = '{light: "#a00", dark: "#faa"}'
    make_site(site, {"looks/mine/theme.yml": "extends: red\n"})
    make_site(
        plugin,
        {
            "looks/red/theme.yml": f"extends: acad-homepage\nlinks: {red}\n",
            "looks/mine/theme.yml": "extends: academicpages\n",
            "looks/academicpages/footer.html": "",
        },
    )
    problems = Problems()
    files = find_looks([site, plugin, ROOT / "templates"], problems)
    looks = read_looks(files, BUILT_IN, problems)
    assert problems.found == []
    assert {name: look.names[1:] for name, look in looks.items()} == {
        "acad-homepage": (),
        "academicpages": (),
        "mine": ("red", "acad-homepage"),
        "red": ("acad-homepage",),
    }
    assert {name for name, look in looks.items() if look.own_colours} == {"mine", "red"}
    assert looks["mine"].links.dark == "#faa"


WRONG = {
    "extends: academicpages\nhom: [news]\n": ":2:1: unknown key `hom` (did you mean `home`?)",
    "extends: academicpage\n": (
        ":1:10: `extends` cannot be `academicpage` (did you mean `academicpages`?)"
    ),
    "extends: x\n": (
        ":1:10: `extends` cannot be `x` (choose one of: acad-homepage, academicpages, mine)"
    ),
    "extends: mine\n": ":1:10: `mine` extends itself (extend another theme)",
    "home: [news, talk]\n": ":1:14: `home` cannot be `talk` (did you mean `talks`?)",
    "home_limits: {new: 5}\n": ":1:15: `home_limits` cannot be `new` (did you mean `news`?)",
    "list_pages: news\n": (
        ":1:13: `list_pages` cannot be `news`"
        " (choose one of: all, projects, publications, talks, teaching)"
    ),
    "emoji: perhaps\n": ":1:8: `emoji` is `perhaps`, but `true` or `false` is expected ()",
    "links: {light: grue, dark: white}\n": ":1:16: `grue` is not a colour",
    "links: {light: red}\n": ":1:8: the key `dark` is missing (add `dark: …`)",
    "masthead: 3\n": (":1:11: `3` is not a length (write a number with `rem` or `px`: `3.6rem`)"),
    "redirects: {/a: 'https://b.example'}\n": (
        ":1:17: `https://b.example` is a URL of another site"
    ),
    "home: [news\n": ":",
}


@every_case("theme", WRONG)
def test_what_is_wrong_in_a_theme_is_reported_at_its_place(theme: str, tmp_path: Path) -> None:
    (problem,) = problems_of(tmp_path, with_look(theme))
    assert problem.startswith(f"{THEME}{WRONG[theme]}")


def test_looks_that_extend_each_other_are_reported_once(tmp_path: Path) -> None:
    files = with_look("extends: b\n", b="extends: c\n", c="extends: b\n")
    assert problems_of(tmp_path, files) == [
        "templates/looks/c/theme.yml:1:10: `c` extends itself, through `b` (extend another theme)"
    ]


def test_a_long_chain_of_looks_is_reported(tmp_path: Path) -> None:
    chain = {f"a{number}": f"extends: a{number + 1}\n" for number in range(2000)}
    problems = problems_of(tmp_path, with_look("extends: a0\n", **chain))
    assert any("more than 20 themes extend each other" in problem for problem in problems)


def test_a_look_of_the_site_is_named_when_another_is_misspelt(tmp_path: Path) -> None:
    files = with_look("extends: academicpages\n") | {"data/site.yml": "title: A\nlook: main\n"}
    files["content/notes.md"] = "---\ntitle: A\nlook: nowhere\n---\n"
    assert problems_of(tmp_path, files) == [
        "content/notes.md:3:7: `look` cannot be `nowhere` (choose one of: acad-homepage, academicpages, mine)",
        "data/site.yml:2:7: `look` cannot be `main` (did you mean `mine`?)",
    ]


def test_a_folder_without_a_theme_and_a_wrong_name_are_reported(tmp_path: Path) -> None:
    files = DATA | {"templates/looks/a b/theme.yml": "", "templates/looks/old/base.html": ""}
    name, missing = problems_of(tmp_path, files)
    assert name == (
        "templates/looks/a b/theme.yml: `a b` is not a valid name for a theme"
        " (rename the folder: lowercase letters and digits, with hyphens between them)"
    )
    assert missing == (
        "templates/looks/old/theme.yml: this file is missing"
        " (write at least the theme that it extends: `extends: …`)"
    )


def test_colours_that_are_hard_to_read_are_a_warning(tmp_path: Path) -> None:
    theme = 'extends: academicpages\nlinks: {light: "#999999", dark: "#ffffff"}\n'
    _, problems = render_site(tmp_path, with_look(theme))
    assert [problem for problem in problems if "contrast" in problem] == [
        f"{THEME}:2:8: the contrast of `#999999` on `#fff` is 2.8; readable text needs 4.5"
    ]


def test_an_error_in_a_template_of_a_look_names_its_file(tmp_path: Path) -> None:
    files = with_look("extends: academicpages\n")
    files["templates/looks/mine/partials/footer.html"] = "<footer>\n{{ sit.title }}</footer>"
    with pytest.raises(SiteError) as failure:
        render_site(tmp_path, files)
    (problem,) = failure.value.problems
    assert str(problem.location) == "templates/looks/mine/partials/footer.html:2"


def test_a_look_of_latin_1_names_its_file(tmp_path: Path) -> None:
    site = make_site(tmp_path, with_look("extends: academicpages\n"))
    footer = site / "templates/looks/mine/partials/footer.html"
    footer.parent.mkdir()
    footer.write_bytes("<footer>\nÜ</footer>".encode("latin-1"))
    with pytest.raises(SiteError) as failure:
        list(prepare(site).outputs())
    assert {str(problem.location) for problem in failure.value.problems} == {
        "templates/looks/mine/partials/footer.html:2"
    }


def test_the_check_knows_the_templates_of_looks(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = with_look("extends: academicpages\n")
    files["templates/looks/mine/partials/footer.html"] = "<footer>A</footer>"
    files["templates/looks/mine/partials/foter.html"] = "<footer>A</footer>"
    main(["check", "--site", str(make_site(tmp_path, files))])
    said = capsys.readouterr()
    (line,) = [line for line in (said.out + said.err).splitlines() if "looks/mine" in line]
    assert line == (
        "templates/looks/mine/partials/foter.html: warning: no page uses this template"
        " (did you mean `partials/footer.html`?)"
    )


def test_a_changed_theme_is_built(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    site = make_site(tmp_path, with_look("extends: academicpages\n"))
    command = ["build", "--site", str(site)]
    home = site / "output" / "index.html"
    assert main(command) == 0
    assert "🔥" not in home.read_text(encoding="utf-8")
    edit(site, THEME, "extends: academicpages\n", "extends: academicpages\nemoji: true\n")
    assert main(command) == 0
    assert "🔥" in home.read_text(encoding="utf-8")
    (site / THEME).write_text("extends: acad-homepage\n", encoding="utf-8")
    assert main(command) == 0
    assert "talks/index.html" not in {
        path.relative_to(site / "output").as_posix() for path in (site / "output").rglob("*.html")
    }
    capsys.readouterr()
