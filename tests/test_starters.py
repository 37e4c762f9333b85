"""What is left of the demo or an example site under another name: reported by check, refused by deploy."""

from __future__ import annotations

import os
import re
import shutil
from typing import TYPE_CHECKING

import pytest

from acadfolio.build import prepare
from acadfolio.checks import check_site
from acadfolio.checks.starters import DEMO, lines_of
from acadfolio.cli import main
from acadfolio.resources import STARTER_HASHES, examples, starter
from acadfolio.scaffold import EMPTY, new_site
from cases import every_case
from sites import make_site

if TYPE_CHECKING:
    from pathlib import Path

    from acadfolio.problems import Problem

SITES = {DEMO: starter(), **examples()}
HOW = "UPDATE_FIXTURES=1 uv run pytest -n0 tests/test_starters.py"


@every_case("name", SITES)
def test_the_hashes_of_every_starter_are_kept(name: str) -> None:
    file = STARTER_HASHES / f"{name}.txt"
    now = lines_of(prepare(SITES[name]).plan)
    kept = set(file.read_text("utf-8").splitlines()) if file.exists() else set()
    if "UPDATE_FIXTURES" in os.environ:
        kept |= now
        file.write_text("".join(f"{line}\n" for line in sorted(kept)), "utf-8")
    assert now <= kept, f"{file.name} lacks what the site has now: {HOW}"


# A copy of the demo


def rename(site: Path, name: str = "Emmy Noether") -> None:
    """Replace the name of the profile, and nothing else."""
    file = site / "data/profile.yml"
    file.write_text(re.sub("(?m)^name: .*", f"name: {name}", file.read_text("utf-8")), "utf-8")


def problems_of(site: Path) -> list[Problem]:
    return [problem for problem in check_site(site)[0] if problem.rule.startswith("starter-")]


def reported(site: Path) -> list[str]:
    """Each problem with its rule and place, and the beginning of its message."""
    return [
        f"{problem.rule} {problem.location}: {problem.message}" for problem in problems_of(site)
    ]


def deploy(site: Path, *options: str) -> int:
    return main(["deploy", "--site", str(site), "--to", str(site.parent / "www"), *options])


@pytest.fixture(scope="module")
def renamed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    site = tmp_path_factory.mktemp("renamed") / "site"
    new_site(site)
    rename(site)
    return site


@pytest.fixture(scope="module")
def found(renamed: Path) -> list[Problem]:
    return problems_of(renamed)


def test_a_copy_under_another_name_is_reported_in_a_line_or_two_for_each_file(
    found: list[Problem],
) -> None:
    files = {problem.location.file for problem in found if problem.rule == "starter-entry"}
    assert files == {
        "content/about.md", "content/cv.md", "content/posts/1898-12-28-something-in-the-pitchblende.md",
        "content/posts/1921-06-15-a-gram-of-radium.md", "data/awards.yml", "data/education.yml", "data/experience.yml",
        "data/grants.yml", "data/instruments.yml", "data/languages.yml", "data/more.ris", "data/news.yml", "data/profile.yml",
        "data/projects.yml", "data/publications.yml", "data/services.yml", "data/site.yml", "data/students.yml",
        "data/talks.yml", "data/teaching.yml",
    }  # fmt: skip
    assert len(found) <= len(files) + 3


def test_entries_and_their_lines_are_named(found: list[Problem]) -> None:
    awards = next(problem for problem in found if problem.location.file == "data/awards.yml")
    assert awards.message == (
        "11 entries of the demo site are left on lines 3, 7, 12, 16, 23 and 6 more, such as "
        "`Cameron Prize for Therapeutics`"
    )


def test_it_is_not_deployed_without_force(
    renamed: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert deploy(renamed) == 1
    assert deploy(renamed, "--despite-errors") == 1
    printed = capsys.readouterr().err
    assert "data/awards.yml:3:3: error: 11 entries of the demo site are left" in printed
    assert printed.endswith("Not deployed: 21 errors (fix them, or use --force)\n")
    assert not (renamed.parent / "www").exists()
    assert deploy(renamed, "--force") == 0


def test_a_site_of_the_demos_own_person_is_left_alone(tmp_path: Path) -> None:
    new_site(tmp_path / "site")
    assert reported(tmp_path / "site") == []
    assert deploy(tmp_path / "site") == 0


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in SITES if name != DEMO])
def test_a_copy_of_an_example_is_its_own_persons_or_reported(name: str, tmp_path: Path) -> None:
    new_site(tmp_path / "site", source=SITES[name])
    assert reported(tmp_path / "site") == []
    rename(tmp_path / "site")
    assert any(
        f"of the example site `{name}` are left" in line for line in reported(tmp_path / "site")
    )
    assert deploy(tmp_path / "site") == 1


# Small sites. What is the demo's is written here in other forms.

PRIZE = """\
- date: 1911
  title: Nobel Prize in Chemistry
  institution: Royal Swedish Academy of Sciences
"""
AWARDS = "---\npermalink: /\n---\nAlgebra, and the invariants of nature.\n\n{{ awards() }}\n"
OTHER_FORMS = {
    "without its other keys and translations": PRIZE,
    "in one line": "- {institution: Royal Swedish Academy of Sciences, title: Nobel Prize in Chemistry, date: 1911}\n",
    "with other quotes and spaces": PRIZE.replace(
        "Nobel Prize in Chemistry", '"Nobel  Prize in\n    Chemistry"'
    ),
    "between other entries": f"- date: 1932\n  title: Ackermann–Teubner Prize\n{PRIZE}\n- {{date: 1933, title: A}}\n",
    "in a translation": PRIZE.replace("Nobel Prize in Chemistry", "Prix Nobel de chimie"),
    "in two languages": PRIZE.replace(
        "title: Nobel Prize in Chemistry",
        "title: {fr: Prix Nobel de chimie, en: Nobel Prize in Chemistry}",
    ),
    "with Windows line ends": PRIZE.replace("\n", "\r\n"),
}
OWN_ENTRIES = {
    "of another year": PRIZE.replace("1911", "1912"),
    "with another word": PRIZE.replace("Royal", "The Royal"),
    "with a word more": f"{PRIZE}  text: For the theory of ideals.\n",
    "of a few letters": "- date: 1911\n  title: Prize\n",
    "only a date and a place": "- date: 1903\n  title: London\n",
}


@every_case("form", OTHER_FORMS)
def test_an_entry_is_recognized_in_another_form(form: str, tmp_path: Path) -> None:
    site = make_site(tmp_path, {"data/awards.yml": OTHER_FORMS[form], "content/about.md": AWARDS})
    assert [line.split(" ")[0] for line in reported(site)] == ["starter-entry"]


@every_case("form", OWN_ENTRIES)
def test_a_changed_or_common_entry_is_the_authors(form: str, tmp_path: Path) -> None:
    site = make_site(tmp_path, {"data/awards.yml": OWN_ENTRIES[form], "content/about.md": AWARDS})
    assert reported(site) == []


def test_an_entry_that_no_page_shows_is_told_but_does_not_stop_a_deployment(tmp_path: Path) -> None:
    course = "- {course: Radioactivity, role: Professor, institution: University of Paris}\n"
    page = 'Algebra.\n\n{{ teaching(role="Tutor") }}\n'
    files = {
        "data/teaching.yml": f"{course}- {{course: Algebra, role: Tutor}}\n",
        "content/about.md": page,
    }
    site = make_site(tmp_path / "site", files)
    assert [line.split(" ")[0] for line in reported(site)] == ["starter-text"]
    assert deploy(site) == 0


NAMES = {
    "Marie Curie": True,
    "Maria Skłodowska-Curie": True,
    "Skłodowska-Curie, Marie": True,
    "Marie Sklodowska Curie": True,
    "M. Skłodowska-Curie": True,
    "Prof. Marie Curie": True,
    "The Marie Curie Society": True,
    "Eve Curie": False,
    "Marie Noether": False,
    "Emmy Noether": False,
}


@every_case("name", NAMES)
def test_a_site_about_the_person_may_have_the_entries(name: str, tmp_path: Path) -> None:
    files = {
        "data/profile.yml": f'name: "{name}"\n',
        "data/awards.yml": PRIZE,
        "content/about.md": AWARDS,
    }
    assert (reported(make_site(tmp_path, files)) == []) == NAMES[name]


def test_another_institute_of_the_same_name_has_other_members(tmp_path: Path) -> None:
    new_site(tmp_path / "site", source=SITES["group"])
    profile = tmp_path / "site/data/profile.yml"
    profile.write_text(
        profile.read_text("utf-8").replace("Blegdamsvej 15, Copenhagen", "Philosophenweg 19"),
        "utf-8",
    )
    assert any("data/students.yml" in line for line in reported(tmp_path / "site"))


WORK = "Sur la radioactivité provoquée par les rayons de Becquerel"
BIB = f"@article{{c, title = {{{WORK}}}, author = {{Curie, Pierre and Curie, Marie}}, year = 1899, journal = {{CR}}}}\n"


def test_a_work_is_recognized_in_every_format(renamed: Path, tmp_path: Path) -> None:
    page = {"content/about.md": "Algebra.\n\n{{ publications() }}\n"}
    ris = (renamed / "data/more.ris").read_text("utf-8")
    yaml = f"- title: {WORK}\n  authors: [Pierre Curie, Marie Curie]\n  year: 1899\n"
    for number, (file, text) in enumerate(
        {"papers.ris": ris, "papers.bib": BIB, "publications.yml": yaml}.items()
    ):
        site = make_site(tmp_path / str(number), page | {f"data/{file}": text})
        assert [line.split(":")[0] for line in reported(site)] == [f"starter-entry data/{file}"]


def test_a_work_of_ones_own_and_a_cited_one_are_not_the_demos(tmp_path: Path) -> None:
    page = {"content/about.md": "Algebra.\n\n{{ publications() }}\n"}
    pierre = make_site(
        tmp_path / "1", page | {"data/profile.yml": "name: Pierre Curie\n", "data/papers.bib": BIB}
    )
    assert reported(pierre) == []
    hidden = (
        f"- title: {WORK}\n  authors: [Pierre Curie, Marie Curie]\n  year: 1899\n  hidden: true\n"
    )
    assert reported(make_site(tmp_path / "2", page | {"data/publications.yml": hidden})) == []


def test_a_works_author_by_a_spelling_that_the_demo_left_is_not_the_profiles_person(
    tmp_path: Path,
) -> None:
    profile = "name: Emmy Noether\nvariants: [M. Curie, Marie Curie]\n"
    page = "Algebra.\n\n{{ publications() }}\n"
    files = {"data/profile.yml": profile, "data/papers.bib": BIB, "content/about.md": page}
    assert "starter-entry data/papers.bib:1" in "\n".join(reported(make_site(tmp_path, files)))


LEFT = "Born in Warsaw on 7 November 1867. Languages: Polish, French, Russian, German and English."


def test_a_paragraph_beside_ones_own_text_is_told_but_does_not_stop_a_deployment(
    tmp_path: Path,
) -> None:
    page = f"---\npermalink: /\n---\nI work on algebra, and on the invariants of differential equations.\n\n{LEFT}\n"
    site = make_site(tmp_path / "site", {"content/about.md": page})
    assert [line.split(": ")[0] for line in reported(site)] == ["starter-text content/about.md:6:1"]
    assert deploy(site) == 0


PARAGRAPHS = {
    LEFT.replace(". ", ".\n"): True,
    f"<div>\n{LEFT}\n</div>": True,
    f"{LEFT}\n{{: .notice}}": True,
    LEFT.replace("Warsaw", "Erlangen"): False,
    f"{LEFT} And Latin.": False,
    "## News": False,
    "{{ news(limit=5) }}": False,
}


@every_case("text", PARAGRAPHS)
def test_a_paragraph_is_the_authors_once_a_word_is_changed(text: str, tmp_path: Path) -> None:
    site = make_site(
        tmp_path,
        {"content/about.md": f"{text}\n", "data/news.yml": "- {date: 1932, text: Hello}\n"},
    )
    assert bool(reported(site)) == PARAGRAPHS[text]


def test_what_an_author_may_keep_is_not_reported(renamed: Path, tmp_path: Path) -> None:
    kept = ("data/venues.yml", "data/people.yml", "content/404.md")
    files = {name: (renamed / name).read_text("utf-8") for name in kept}
    assert reported(make_site(tmp_path, files | {"content/about.md": "# News\n"})) == []
    (tmp_path / "static").mkdir()
    shutil.copy(renamed / "static/favicon.svg", tmp_path / "static")
    assert reported(tmp_path) == []


def test_a_common_role_and_a_university_of_an_entry_are_anybodys(tmp_path: Path) -> None:
    profile = (
        "name: Emmy Noether\npositions:\n"
        "  - {role: Professor of Mathematics, institution: University of Göttingen}\n"
        "bio: I build machines and ask what they can’t do.\n"
    )
    site = make_site(tmp_path / "site", {"data/profile.yml": profile})
    assert [str(problem.location) for problem in problems_of(site)] == ["data/profile.yml:4:6"]


def test_an_image_is_recognized_by_its_content(renamed: Path, tmp_path: Path) -> None:
    site = make_site(tmp_path / "site", {"content/about.md": "![Me](/images/me.svg)\n"})
    (site / "static/images").mkdir(parents=True)
    shutil.copy(renamed / "static/images/avatar.svg", site / "static/images/me.svg")
    assert reported(site) == [
        "starter-text static/images/me.svg: this image is still that of the demo site: `images/me.svg`"
    ]
    assert deploy(site) == 0


DATA_TO_REPLACE = (
    "awards education experience grants instruments languages news projects publications services "
    "students talks teaching"
)


def test_an_author_who_replaced_everything_of_theirs_can_deploy(
    renamed: Path, tmp_path: Path
) -> None:
    site = tmp_path / "site"
    shutil.copytree(renamed, site)
    for name in DATA_TO_REPLACE.split():
        (site / f"data/{name}.yml").unlink()
    (site / "data/more.ris").unlink()
    shutil.rmtree(site / "content/posts")
    for name in ("cv.md", "talks.md"):
        (site / "content" / name).unlink()
    (site / "data/site.yml").write_text("title: Emmy Noether\n", "utf-8")
    (site / "data/profile.yml").write_text(
        "name: Emmy Noether\navatar: images/avatar.svg\n", "utf-8"
    )
    (site / "content/about.md").write_text("---\npermalink: /\n---\nI work on algebra.\n", "utf-8")
    assert deploy(site) == 0


# A site of `new --empty`


def test_placeholders_are_not_deployed_without_force(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    new_site(tmp_path / "site", source=EMPTY)
    assert deploy(tmp_path / "site") == 1
    printed = capsys.readouterr().err
    assert (
        "data/profile.yml:2:7: error: 3 placeholders are left on lines 2, 4 and 8, such as `Your Name`"
        in printed
    )
    assert printed.endswith("Not deployed: 7 errors (fix them, or use --force)\n")
    assert deploy(tmp_path / "site", "--force") == 0


def test_the_line_in_the_footer_of_an_example_site_is_reported(tmp_path: Path) -> None:
    facts = "The facts about Lise Meitner (1878–1968) are true"
    line = f"An example site of acadfolio. {facts}; the text and the drawings are ours."
    settings = f'title: Emmy Noether\nfooter: "{line}"\n'
    site = make_site(
        tmp_path, {"data/site.yml": settings, "data/profile.yml": "name: Emmy Noether\n"}
    )
    assert [text.partition(": ")[0] for text in reported(site)] == [
        "starter-entry data/site.yml:2:9"
    ]
