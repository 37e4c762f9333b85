"""Names that contain several people: `{Radium Collaboration (including L. Meitner)}`."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

from acadfolio.citations.authors import People
from acadfolio.cli import main
from acadfolio.model.group_names import listed_people, positions_of
from acadfolio.model.profile import Profile
from acadfolio.model.publication import Author
from acadfolio.model.values import Text
from cases import every_case
from citation_styles import ALL_STYLES
from sites import make_site, render_site

if TYPE_CHECKING:
    from pathlib import Path

MEITNER = People(Profile(name=Text.of("Lise Meitner")), [])


def is_own(name: str) -> bool:
    return MEITNER.is_own_name(name)


def is_known(name: str) -> bool:
    return " " in name and is_own(name)


@every_case(
    ("name", "own"),
    [
        ("Radium Collaboration (including L. Meitner)", "L. Meitner"),
        ("Radium Collaboration including L. Meitner and O. Hahn", "L. Meitner"),
        ("Radium Collaboration (incl. L. Meitner*)", "L. Meitner"),
        ("Radium Collaboration, with L. Meitner", "L. Meitner"),
        ("Radium Collaboration with L. Meitner et al.", "L. Meitner"),
        ("Radium Collaboration (O. Hahn, L. Meitner, F. Strassmann)", "L. Meitner"),
        ("Radium Collaboration: O. Hahn; Meitner, L.", "Meitner, L."),
        ("Radium Collaboration (contact: L. Meitner)", "L. Meitner"),
        ("L. Meitner on behalf of the Radium Collaboration", "L. Meitner"),
        ("L. Meitner for the Radium Collaboration", "L. Meitner"),
        ("Institute of Radium, represented by Dr. L. Meitner", "Dr. L. Meitner"),
        ("Hahn, Otto and Meitner, Lise", "Meitner, Lise"),
        ("Meitner, L. and Hahn, O.", "Meitner, L."),
        ("Otto Hahn and Lise Meitner", "Lise Meitner"),
        ("LISE MEITNER & O. HAHN", "LISE MEITNER"),
        ("O. Hahn, L. Meitner, et al.", "L. Meitner"),
        ("O. Hahn/L. Meitner", "L. Meitner"),
        ("Radium-Kollaboration (darunter L. Meitner)", "L. Meitner"),
    ],
)
def test_the_own_name_is_found_among_others(name: str, own: str) -> None:
    assert [name[start:end] for start, end in positions_of(name, is_own)] == [own]


@every_case(
    "name",
    [
        "Lise Meitner Actions",
        "Lise Meitner Fellows",
        "Friends of Lise Meitner",
        "Society for Lise Meitner",
        "Lise Meitner and Otto Hahn Foundation",
        "Lise Meitner, Inc.",
        "L. Meitner & Sons",
        "Hahn-Meitner-Institut",
        "Hahn, O. and Meitner, F.",
        "Radium Collaboration (including F. Meitner)",
    ],
)
def test_a_longer_name_does_not_contain_the_own_name(name: str) -> None:
    assert positions_of(name, is_own) == ()


@every_case(
    ("name", "people"),
    [
        ("L. Meitner and O. Hahn", ("L. Meitner", "O. Hahn")),
        ("Meitner, L., Hahn, O.", ("Meitner, L.", "Hahn, O.")),
        ("O. Hahn, Lise Meitner, et al.", ("O. Hahn", "Lise Meitner", "others")),
        ("W. H. Press & L. Meitner", ("W. H. Press", "L. Meitner")),
        ("Barnes and Noble", ()),
        ("Lise Meitner and Otto Hahn", ()),
        ("J. P. Morgan and Co.", ()),
        ("U.S. Geological Survey and U.S. Forest Service", ()),
        ("O. Hahn and 12 others including L. Meitner", ()),
        ("Radium Collaboration and L. Meitner", ()),
        ("L. Meitner", ()),
    ],
)
def test_a_list_is_separated_if_everybody_has_initials_or_is_known(
    name: str, people: tuple[str, ...]
) -> None:
    assert listed_people(name, is_known) == people


NAMES = [
    "Radium Collaboration (including L. Meitner)",
    "O. Hahn and L. Meitner",
    "O. Hahn, L. Meitner, et al.",
]
CSL = {"type": "article-journal", "container-title": "J", "issued": {"date-parts": [[1920]]}}


def entries(form: str, name: str) -> dict[str, str]:
    if form == "bib":
        return {
            "data/a.bib": f"@article{{a, author={{{{{name}}}}}, title={{T}}, journal={{J}}, year=1920}}\n"
        }
    if form == "ris":
        return {"data/a.ris": f"TY  - JOUR\nTI  - T\nAU  - {name}\nT2  - J\nPY  - 1920\nER  -\n"}
    if form == "json":
        return {
            "data/a.json": json.dumps(
                [{**CSL, "id": "a", "title": "T", "author": [{"literal": name}]}]
            )
        }
    return {
        "data/publications.yml": f'- {{title: T, authors: ["{{{name}}}"], venue: J, kind: journal, year: 1920}}\n'
    }


@every_case("name", NAMES)
@every_case("form", ["bib", "ris", "json", "yml"])
def test_the_own_name_is_bold_in_every_format_and_style_and_exports_keep_the_text(
    form: str, name: str, tmp_path: Path
) -> None:
    page = "".join(f'{{{{ publications(style="{style}") }}}}\n\n' for style in ALL_STYLES)
    files = entries(form, name) | {
        "data/profile.yml": "name: Lise Meitner\n",
        "content/about.md": page,
    }
    outputs, _ = render_site(tmp_path, files)
    bold = re.findall(
        r'<strong class="me">(.*?)</strong>',
        outputs["index.html"].replace("\N{NO-BREAK SPACE}", " "),
    )
    is_shortened = "et al." in name
    assert len(bold) >= len(ALL_STYLES) - 2 if is_shortened else len(bold) == len(ALL_STYLES)
    assert set(bold) <= {"L. Meitner", "Meitner, L.", "Meitner L", "Meitner L."}
    assert f"author = {{{{{name}}}}}" in outputs["publications.bib"]


def test_an_author_of_another_paper_is_known(tmp_path: Path) -> None:
    bib = "@article{a, author={{Otto Hahn and Lise Meitner}}, title={T}, journal={J}, year=1920}\n"
    other = "@article{b, author={Hahn, Otto}, title={U}, journal={J}, year=1921}\n"
    profile = {
        "data/profile.yml": "name: Lise Meitner\n",
        "content/about.md": '{{ publications(style="apa") }}\n',
    }
    outputs, _ = render_site(tmp_path / "unknown", profile | {"data/a.bib": bib})
    assert 'Otto Hahn and <strong class="me">Lise Meitner</strong>' in outputs["index.html"]
    outputs, _ = render_site(tmp_path / "known", profile | {"data/a.bib": bib + other})
    assert (
        "Hahn,\N{NO-BREAK SPACE}O., &amp; " in outputs["index.html"]
        or "Hahn, O., &amp; " in outputs["index.html"]
    )


def test_a_group_is_not_the_person_in_metadata(tmp_path: Path) -> None:
    settings = "title: T\nurl: https://meitner.example.org\npublications: {pages: true}\n"
    files = (
        {"data/site.yml": settings, "data/profile.yml": "name: Lise Meitner\n"}
        | entries("bib", NAMES[0])
        | {"content/about.md": "{{ publications() }}\n"}
    )
    outputs, _ = render_site(tmp_path, files)
    page = next(text for path, text in outputs.items() if '"ScholarlyArticle"' in text)
    assert (
        '"@type":"Organization","name":"Radium Collaboration (including L. Meitner)"}'
        in page.replace(": ", ":")
    )


def test_people_named_in_braces_are_separate_people_of_me_is_not_set() -> None:
    author = Author(name="O. Hahn and L. Meitner", me=False)
    assert not MEITNER.is_named_in(author)
    assert MEITNER.is_named_in(Author(name="O. Hahn and L. Meitner"))


def test_a_site_builds_with_a_list_in_braces(tmp_path: Path) -> None:
    site = make_site(
        tmp_path, entries("yml", NAMES[1]) | {"content/about.md": "{{ publications() }}\n"}
    )
    assert main(["build", "--site", str(site)]) == 0
