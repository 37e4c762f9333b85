"""The example sites of docs/gallery/, which `acadfolio new --starter` copies: each builds without a word."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import yaml

from acadfolio.build import build
from acadfolio.checks import check_site
from acadfolio.cli import main
from acadfolio.resources import examples
from acadfolio.scaffold import COPIED

GALLERY = Path(__file__).resolve().parent.parent / "docs" / "gallery"


def files_of(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }


NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


@pytest.mark.parametrize("page", ["README.md", "docs/content/gallery.md", "docs/content/index.md"])
def test_every_page_that_counts_the_example_sites_counts_them_right(page: str) -> None:
    text = (GALLERY.parent.parent / page).read_text(encoding="utf-8").lower()
    assert re.findall(r"(\w+) example sites", text) == [NUMBERS[len(examples())]]


@pytest.mark.parametrize("name", examples())
def test_a_starter_is_checked_and_built_without_a_problem(name: str, tmp_path: Path) -> None:
    site = GALLERY / name
    assert [f"{problem.location}: {problem.message}" for problem in check_site(site)[0]] == []
    built = build(site, tmp_path)
    assert (built.problems, built.hosts) == ((), {})


@pytest.mark.parametrize("name", examples())
def test_a_new_site_from_a_starter_is_that_site(name: str, tmp_path: Path) -> None:
    assert main(["new", str(tmp_path / "mine"), "--starter", name]) == 0
    build(tmp_path / "mine", tmp_path / "mine-out")
    build(GALLERY / name, tmp_path / "example-out")
    assert files_of(tmp_path / "mine-out") == files_of(tmp_path / "example-out")
    assert (tmp_path / "mine/data/schemas/site.json").is_file()
    assert (tmp_path / "mine/.github/workflows/pages.yml").is_file()


@pytest.mark.parametrize("name", examples())
def test_a_starter_is_small_and_in_the_folders_that_are_copied(name: str) -> None:
    files = {
        path: text for path, text in files_of(GALLERY / name).items() if not path.startswith(".")
    }
    assert {path.partition("/")[0] for path in files} == set(COPIED)
    assert len(files) <= 17
    assert all(
        b"yaml-language-server" in text for path, text in files.items() if path.endswith(".yml")
    )


def test_an_unknown_starter_is_an_error_that_names_them_all(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(["new", str(tmp_path / "mine"), "--starter", "mathematican"])
    message = capsys.readouterr().err
    assert stopped.value.code == 2
    assert "argument --starter: invalid choice: 'mathematican'" in message
    assert [name for name in examples() if name not in message] == []
    assert not (tmp_path / "mine").exists()


def test_the_help_names_every_starter(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["new", "--help"])
    words = capsys.readouterr().out.replace("-\n", "-").split()
    assert [name for name in examples() if name not in {word.strip(",") for word in words}] == []


def test_an_archive_names_the_editors_and_translators_of_books(tmp_path: Path) -> None:
    build(GALLERY / "humanist", tmp_path)
    page = (tmp_path / "publications/index.html").read_text(encoding="utf-8")
    assert 'Rigaud, Paris, translated by <strong class="me">Madame Dacier</strong>, 1711' in page
    assert (
        'Léonard, Paris, edited by <strong class="me">Anna Tanaquilli Fabri filia</strong>, 1674'
        in page
    )


def test_the_gallery_shows_each_starter_with_its_command_theme_and_skin() -> None:
    page = (GALLERY.parent / "content/gallery.md").read_text(encoding="utf-8")
    looks, skins = set(), set()
    for name, site in examples().items():
        settings = yaml.safe_load((site / "data/site.yml").read_text(encoding="utf-8"))
        looks.add(settings["look"])
        skins.add(settings["skin"])
        assert f"acadfolio new homepage --starter {name}\n" in page
        assert f"| [`{name}`](#{name}) | `{settings['look']}` | `{settings['skin']}` |" in page
        assert (GALLERY.parent / f"static/images/gallery-{name}.webp").stat().st_size <= 100_000
    assert (len(looks), len(skins)) == (2, 6)
