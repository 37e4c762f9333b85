"""Icons of Font Awesome and Academicons in old pages: drawn here without these fonts, or reported."""

from __future__ import annotations

import re
from pathlib import Path

from acadfolio.build import prepare
from acadfolio.source.yaml import load_table
from acadfolio.theme.environment import brand_icon
from acadfolio.theme.words import words_for
from acadfolio_jekyll import font_icons
from cases import every_case
from sites import content_of, make_site, render_site

THEME = "templates/icons"


def shown(folder: Path, text: str, more: dict[str, str] | None = None) -> tuple[str, list[str]]:
    files = {"content/notes.md": f"---\ntitle: Notes\n---\n{text}\n", **(more or {})}
    outputs, problems = render_site(folder, files)
    return content_of(outputs["notes/index.html"]), problems


def drawing(name: str) -> str:
    own = Path(__file__).parent.parent.parent / THEME / f"{name}.svg"
    found = re.search(r'd="([^"]+)"', own.read_text(encoding="utf-8")) if own.is_file() else None
    return found[1] if found else brand_icon(name)


@every_case(
    ("classes", "name"),
    [
        ("fas fa-envelope", "mail"),
        ("fa fa-envelope-o fa-lg", "mail"),
        ("fa-solid fa-location-dot", "pin"),
        ("fas fa-map-marker-alt", "pin"),
        ("far fa-file-pdf", "file"),
        ("fas fa-link", "link"),
        ("fab fa-github-square", "github"),
        ("fa fa-github", "github"),
        ("fa-brands fa-x-twitter", "x"),
        ("fab fa-twitter", "x"),
        ("fab fa-linkedin-in", "linkedin"),
        ("fab fa-orcid", "orcid"),
        ("fa-brands fa-square-github fa-2x", "github"),
        ("ai ai-google-scholar", "googlescholar"),
        ("ai ai-google-scholar-square ai-3x", "googlescholar"),
        ("ai ai-semantic-scholar", "semanticscholar"),
        ("ai ai-cv", "file"),
        ("ai ai-doi", "doi"),
    ],
)
def test_icons_that_are_known_are_drawn(classes: str, name: str, tmp_path: Path) -> None:
    content, problems = shown(
        tmp_path, f'Text <i class="{classes}" style="color: red"></i> and more'
    )
    assert problems == []
    path = drawing(name)
    assert path
    assert (
        f'<span style="color: red"><svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="{path}"/>'
        in content
    )
    assert "<i " not in content


def test_a_link_of_an_icon_alone_has_a_name(tmp_path: Path) -> None:
    text = (
        '<a href="https://a.example"><i class="fab fa-github"></i></a> '
        '[<i class="ai ai-google-scholar"></i>](https://b.example) '
        '<a href="https://c.example"><i class="fas fa-envelope"></i> Write</a> '
        '<a href="https://d.example" aria-label="D"><i class="fas fa-link mine"></i></a>'
    )
    content, problems = shown(tmp_path, text)
    assert problems == []
    assert re.findall(r"<svg[^>]*0 24 24\" ([^>]*)>", content) == [
        'role="img" aria-label="GitHub"',
        'role="img" aria-label="Google Scholar"',
        'aria-hidden="true"',
        'aria-hidden="true"',
    ]
    assert '<span class="mine">' in content


def test_an_unknown_icon_is_reported_with_its_location(tmp_path: Path) -> None:
    text = 'Text\n<i class="fas fa-box"></i> and <span class="fa fa-fire"></span>\n<i class="fa-solid fa-x"></i>'
    content, problems = shown(tmp_path, text)
    assert problems == [
        "content/notes.md:5:11: there is no icon for `fas fa-box`: nothing is shown",
        "content/notes.md:5:45: there is no icon for `fa fa-fire`: nothing is shown",
        "content/notes.md:6:11: there is no icon for `fa-solid fa-x`: nothing is shown",
    ]
    assert '<i class="fas fa-box"></i>' in content


def test_a_drawing_of_the_site_is_an_icon_too(tmp_path: Path) -> None:
    svg = '<svg viewBox="0 0 24 24"><path d="M1 2h3z"/></svg>'
    content, problems = shown(
        tmp_path, 'A <i class="fas fa-fire"></i> B', {"templates/icons/fire.svg": svg}
    )
    assert problems == []
    assert '<path d="M1 2h3z"/>' in content


def test_icons_in_the_data_are_drawn_where_a_page_shows_them(tmp_path: Path) -> None:
    news = {
        "data/news.yml": '- {date: 1903, text: \'A <i class="fas fa-key"></i> and <i class="fas fa-bug"></i>\'}\n'
    }
    content, problems = shown(tmp_path, "{{ news() }}", news)
    assert drawing("key") in content
    column = news["data/news.yml"].index("fas fa-bug") + 1
    assert set(problems) == {
        f"data/news.yml:1:{column}: there is no icon for `fas fa-bug`: nothing is shown"
    }


KEY, BUG = '<i class="fas fa-key"></i>', '<i class="fas fa-bug"></i>'


@every_case(
    ("file", "entry", "paths"),
    [
        ("talks", f"title: T, text: 'A {KEY}'", ["talks/t/", "talks/"]),
        ("teaching", f"course: T, schedule: 'A {KEY}'", ["teaching/t/"]),
        ("projects", f"title: T, text: 'A {KEY}'", ["projects/t/", "projects/"]),
        (
            "publications",
            f"title: T, authors: [Ada], year: 1903, note: 'A {KEY}'",
            ["publications/t/"],
        ),
        (
            "publications",
            f"title: 'T {KEY}', authors: [Ada], year: 1903",
            ["publications/t/", "publications/"],
        ),
    ],
)
def test_icons_are_drawn_on_the_pages_of_entries_and_of_their_lists(
    file: str, entry: str, paths: list[str], tmp_path: Path
) -> None:
    files = {
        "data/site.yml": "title: X\nlook: academicpages\n",
        f"data/{file}.yml": f"- {{{entry}}}\n",
    }
    outputs, problems = render_site(tmp_path / "a", files)
    for path in paths:
        assert drawing("key") in outputs[f"{path}index.html"].partition("<main")[2]
        assert "fa-key" not in outputs[f"{path}index.html"]
    assert problems == []
    wrong = {name: text.replace(KEY, BUG) for name, text in files.items()}
    _, problems = render_site(tmp_path / "b", wrong)
    column = wrong[f"data/{file}.yml"].index("fas fa-bug") + 1
    assert set(problems) == {
        f"data/{file}.yml:1:{column}: there is no icon for `fas fa-bug`: nothing is shown"
    }


def test_icons_are_drawn_beside_the_text_of_pages_too(tmp_path: Path) -> None:
    files = {
        "data/profile.yml": f"name: Ada\nbio: 'A {KEY}'\n",
        "content/posts/2001-02-03-a.md": f"---\ntitle: A\nexcerpt: 'B {KEY}'\n---\nC {KEY}\n",
    }
    outputs, problems = render_site(tmp_path, files)
    assert problems == []
    sidebar, _, main = outputs["posts/index.html"].partition("<main")
    assert (sidebar.count(drawing("key")), main.count(drawing("key"))) == (1, 1)
    assert drawing("key") in outputs["feed.xml"].partition("<content")[2]


def test_a_link_of_an_icon_alone_has_its_name_in_the_sites_language(tmp_path: Path) -> None:
    classes = [
        "fas fa-envelope",
        "far fa-file-pdf",
        "ai ai-cv",
        "fas fa-download",
        "fas fa-external-link-alt",
    ]
    classes += [
        "fab fa-github",
        "fas fa-graduation-cap",
        "fas fa-video",
        "ai ai-hal",
        "fas fa-file",
        "fas fa-bug",
    ]
    text = " ".join(f'<a href="https://a.example"><i class="{each}"></i></a>' for each in classes)
    svg = '<svg viewBox="0 0 24 24"><path d="M1 2h3z"/></svg>'
    files = {"templates/icons/download.svg": svg, "templates/icons/bug.svg": svg}
    names = {
        "en": "Email PDF CV Download External_site GitHub Education Video HAL File Bug",
        "de": "E-Mail PDF Lebenslauf Herunterladen Externe_Seite GitHub Ausbildung Video HAL Datei Bug",
        "fr": "Courriel PDF CV Télécharger Site_externe GitHub Formation Vidéo HAL Fichier Bug",
    }
    for language, expected in names.items():
        site = {"data/site.yml": f"title: X\nlanguage: {language}\n"}
        content, problems = shown(tmp_path / language, text, files | site)
        assert problems == []
        assert [
            name.replace(" ", "_") for name in re.findall(r'aria-label="([^"]+)"', content)
        ] == expected.split()


def test_every_word_for_an_icon_is_one_of_the_themes() -> None:
    words = load_table(font_icons.__file__)["words"]
    assert words.keys() <= words_for("en").keys()


@every_case(
    "text",
    [
        '<i class="fancy fa-box"></i>',
        '<i class="fas fa-box">words</i>',
        '<!-- <i class="fas fa-box"></i> -->',
        '`<i class="fas fa-box"></i>`',
        '<i class="fa ../fa-box"></i><i class="fas fa-../box"></i>',
        '<link rel="stylesheet" href="https://f.example/font-awesome/all.css"> <i class="fas fa-envelope"></i>',
    ],
)
def test_what_is_no_icon_or_has_its_font_is_let_be(text: str, tmp_path: Path) -> None:
    site = make_site(tmp_path, {"content/notes.md": f"---\ntitle: Notes\n---\nA {text}\n"})
    prepared = prepare(site)
    (made,) = (
        output.content.decode()
        for output in prepared.outputs()
        if output.path == "notes/index.html"
    )
    assert "nothing is shown" not in str(prepared.problems.found)
    assert "<svg" not in content_of(made)


def test_a_site_that_brings_the_font_is_let_be(tmp_path: Path) -> None:
    text = '<i class="fas fa-envelope"></i> <i class="fas fa-box"></i>'
    head = {
        "templates/partials/analytics.html": '<link rel="stylesheet" href="/assets/fontawesome.css">\n'
    }
    content, problems = shown(tmp_path / "a", text, head)
    assert "<svg" not in content
    assert [problem for problem in problems if "nothing is shown" in problem] == []
    style = {"static/assets/css/custom.css": '@import "fontawesome.css";\n'}
    _, problems = shown(tmp_path / "b", text, style)
    assert [problem for problem in problems if "nothing is shown" in problem] == []
