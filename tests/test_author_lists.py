"""Lists of authors in `publications.yml`: names split at commas, `Null`, empty items, keys for links."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from acadfolio.cli import main
from cases import every_case
from sites import content_of, make_site, problems_of, render_site

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

PROFILE = {"data/profile.yml": "name: Emmy Noether\n", "content/about.md": "{{ publications() }}\n"}


def said(authors: str, folder: Path) -> list[str]:
    """What is reported of these authors when they are read."""
    papers = f"- title: Ideals\n  authors: {authors}\n  year: 1921\n"
    return problems_of(folder, PROFILE | {"data/publications.yml": papers})


@every_case(
    ("authors", "hint"),
    [
        ("[Noether, Emmy, Hasse, Helmut]", '["Noether, Emmy", "Hasse, Helmut"]'),
        ("[Noether, E., Hasse, H.]", '["Noether, E.", "Hasse, H."]'),
        (
            "[Noether, E., van der Waerden, B. L., others]",
            '["Noether, E.", "van der Waerden, B. L.", others]',
        ),
        (
            "[van der Waerden, Bartel Leendert, Noether, Emmy]",
            '["van der Waerden, Bartel Leendert", "Noether, Emmy"]',
        ),
        ("[Noether, Emmy]", '["Noether, Emmy"]'),
        ("[Hasse, H.]", '["Hasse, H."]'),
        ("[Hasse, Helmut, Artin, Emil]", '["Hasse, Helmut", "Artin, Emil"]'),
        ("[Emmy Noether, Hasse, H.]", '[Emmy Noether, "Hasse, H."]'),
        ('["Noether", "Emmy", "Hasse", "Helmut"]', '["Noether, Emmy", "Hasse, Helmut"]'),
        ('["Emmy Noether, Helmut Hasse"]', "[Emmy Noether, Helmut Hasse]"),
        ('["E. Noether, H. Hasse"]', "[E. Noether, H. Hasse]"),
        ("Emmy Noether and Helmut Hasse", "[Emmy Noether, Helmut Hasse]"),
        ('["Noether, Emmy and Hasse, Helmut"]', '["Noether, Emmy", "Hasse, Helmut"]'),
        ("[Noether, Amalie Emmy]", '["Noether, Amalie Emmy"]'),
        ("[Noether, Amalie Emmy, Hasse, Helmut]", '["Noether, Amalie Emmy", "Hasse, Helmut"]'),
        (
            "[Hamilton, William R., Gibbs, Josiah W.]",
            '["Hamilton, William R.", "Gibbs, Josiah W."]',
        ),
        ("[Oppenheimer, J. Robert, Born, Max]", '["Oppenheimer, J. Robert", "Born, Max"]'),
        ('"Noether, E., Hasse, H."', '["Noether, E.", "Hasse, H."]'),
        ('["Noether, Emmy, Hasse, Helmut"]', '["Noether, Emmy", "Hasse, Helmut"]'),
        ('"Noether, E., Hasse, H., and Brauer, R."', '["Noether, E.", "Hasse, H.", "Brauer, R."]'),
    ],
)
def test_names_that_are_split_or_joined_are_an_error_that_shows_the_list(
    authors: str, hint: str, tmp_path: Path
) -> None:
    (problem,) = said(authors, tmp_path)
    assert ": error: " in problem
    assert hint in problem


@every_case(
    "authors",
    [
        "[Plato, Aristotle]",
        "[Plato, Aristotle, Socrates]",
        "[NASA, ESA]",
        "[NASA, ESA, JAXA, CSA]",
        "[张三, 李四]",
        "[张三, 李四, 王五, 赵六]",
        "[{name: Plato}, {name: Aristotle}, {name: Zeno}, {name: Thales}]",
        "[Emmy Noether, Helmut Hasse]",
        "[Di Fourth, Ed Fifth, Van Sixth, Le Corbusier]",
        '["Noether, Emmy", "Hasse, Helmut"]',
        '["Noether, E.", Hasse H]',
        '["Emmy Noether, PhD"]',
        '["Emmy Noether, Jr."]',
        '["van der Waerden, Bartel Leendert"]',
        '["García Márquez, Gabriel J."]',
        "[E. Noether, CERN]",
        "[Noether E., Hasse H.]",
        "[Bourbaki, Serre J.-P.]",
        "[Hasse, Emmy Noether]",
        "[Zeno, Diogenes of Sinope, Plato, Thales of Miletus]",
        "[Noether]",
        '["Radium Institute, University of Vienna"]',
    ],
)
def test_whole_names_are_no_error(authors: str, tmp_path: Path) -> None:
    assert said(authors, tmp_path) == []


@every_case("file", ["profile", "people"])
@every_case(
    "variants", ["[Noether, E.]", "[Noether, Amalie Emmy]", "[Emmy A. Noether, Noether, Emmy]"]
)
def test_variants_of_a_name_that_are_split_are_an_error(
    file: str, variants: str, tmp_path: Path
) -> None:
    lines = f"name: Emmy Noether\nvariants: {variants}\n"
    if file == "people":
        lines = "- " + lines.replace("\nvar", "\n  var")
    (problem,) = problems_of(tmp_path, PROFILE | {f"data/{file}.yml": lines})
    assert re.match(rf"data/{file}.yml:2:\d+: error: ", problem)
    assert "put quotes around names with commas: [" in problem


@every_case(
    "variants",
    [
        '["Noether, E."]',
        "[E. Noether, Amalie Emmy Noether]",
        "[Noether, E. Noether]",
        "[诺特]",
        "Noether",
    ],
)
def test_whole_variants_of_a_name_are_no_error(variants: str, tmp_path: Path) -> None:
    profile = {"data/profile.yml": f"name: Emmy Noether\nvariants: {variants}\n"}
    papers = {"data/publications.yml": "- {title: Ideals, authors: [Emmy Noether], year: 1921}\n"}
    assert problems_of(tmp_path, PROFILE | profile | papers) == []


def test_an_author_that_is_only_initials_is_a_warning(tmp_path: Path) -> None:
    (problem,) = said("[Emmy Noether, H. J.]", tmp_path)
    assert problem.startswith(
        "data/publications.yml:2:27: warning: the author `H. J.` is only initials"
    )


def test_a_build_fails_with_an_error_in_a_list_of_authors(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    papers = {"data/publications.yml": "- {title: Ideals, authors: [Noether, Emmy], year: 1921}\n"}
    assert main(["build", "--site", str(make_site(tmp_path, PROFILE | papers))]) == 1
    assert '["Noether, Emmy"]' in capsys.readouterr().err


def test_null_is_a_person_and_words_are_text(tmp_path: Path) -> None:
    paper = "- title: Null\n  authors: [Emmy Noether, Null, No, True, None, 1e5]\n  venue: Null\n  year: 1921\n"
    page = content_of(
        render_site(tmp_path, PROFILE | {"data/publications.yml": paper})[0]["index.html"]
    )
    assert "Null, No, True, None, and 1e5" in page
    assert page.count("Null") >= 3


@every_case("item", ["~", "null", "NULL", ""])
def test_an_empty_author_is_an_error(item: str, tmp_path: Path) -> None:
    (problem,) = said(f"\n    - Emmy Noether\n    - {item}".rstrip(), tmp_path)
    assert ": error: an item of `authors` is empty" in problem


def test_a_page_of_an_old_site_may_have_an_empty_tag(tmp_path: Path) -> None:
    pages = {"content/posts/2020-01-01-a.md": "---\ntitle: A\ntags:\n  - x\n  -\n---\nText\n"}
    assert render_site(tmp_path, pages)[1] == []


@every_case(
    ("file", "line", "hint"),
    [
        ("publications", "pdf: /files/a.pdf", "`links: {PDF: /files/a.pdf}`"),
        ("publications", "url: https://example.org", "`links: {Website: https://example.org}`"),
        ("publications", "url: https://a.example/b.pdf", "`links: {PDF: https://a.example/b.pdf}`"),
        ("publications", "code: https://example.org/c", "`links: {Code: https://example.org/c}`"),
        ("publications", "slides: /files/s.pdf", "`links: {Slides: /files/s.pdf}`"),
        (
            "publications",
            "video: https://example.org/v#t=1",
            '`links: {Video: "https://example.org/v#t=1"}`',
        ),
        ("publications", "poster: p.pdf", "`links: {Poster: p.pdf}`"),
        ("publications", "pdf: [a.pdf, b.pdf]", "`links: {PDF: https://…}`"),
        ("talks", "slides_url: /files/s.pdf", "`links: {Slides: /files/s.pdf}`"),
        ("talks", "video: true", "`links: {Video: https://…}`"),
        ("projects", "github: https://example.org/x", "`links: {Code: https://example.org/x}`"),
        ("teaching", "slides: /files/s.pdf", "`materials: {Slides: /files/s.pdf}`"),
        ("teaching", "website: https://example.org", "did you mean `url`?"),
        ("awards", "link: https://example.org", "`links: {Website: https://example.org}`"),
        (
            "publications",
            "links: https://a.example/b.pdf",
            "`links: {PDF: https://a.example/b.pdf}`",
        ),
    ],
)
def test_a_key_for_a_link_is_reported_with_the_link(
    file: str, line: str, hint: str, tmp_path: Path
) -> None:
    title = "course" if file == "teaching" else "title"
    found = problems_of(tmp_path, PROFILE | {f"data/{file}.yml": f"- {title}: T\n  {line}\n"})
    assert [problem for problem in found if ": error: " in problem and hint in problem]
