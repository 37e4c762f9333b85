"""Templates are found as Jinja's own loader of files finds them, and nowhere else."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

import pytest
from jinja2 import Environment, FileSystemLoader
from jinja2.exceptions import TemplateNotFound

from acadfolio.theme.loading import Folders

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

NAMES = (
    "base.html", "parts/one.html", "./parts//one.html", "/base.html", "only.html", "parts", "nowhere.html", "",
    "../secret.html", "parts/../base.html", "parts/../../secret.html", "own/../../secret.html", "..",
)  # fmt: skip


@pytest.fixture
def folders(tmp_path: Path) -> list[Path]:
    files = {
        "own/base.html": "own",
        "theme/base.html": "theme",
        "theme/parts/one.html": "one\r\n",
        "theme/only.html": "é",
    }
    for name, text in (files | {"secret.html": "secret"}).items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(text.encode())
    return [tmp_path / "own", tmp_path / "theme"]


@pytest.mark.parametrize("name", NAMES)
def test_a_name_leads_where_it_leads_jinja(folders: list[Path], name: str) -> None:
    def found(source: Callable[[], tuple[object, ...]]) -> tuple[object, ...] | None:
        with suppress(TemplateNotFound):
            return source()
        return None

    theirs = found(lambda: FileSystemLoader(folders).get_source(Environment(autoescape=True), name)[:2])
    ours = found(lambda: Folders(folders, None).file(name)[::-1])
    assert ours == theirs
    assert "secret" not in str(ours and ours[0])


def test_the_names_of_all_are_those_that_jinja_finds(folders: list[Path]) -> None:
    theirs = FileSystemLoader(folders).list_templates()
    assert Folders(folders, None).list_templates() == theirs
    assert "parts/one.html" in theirs
    assert Folders([folders[0] / "nowhere"], None).list_templates() == []


def test_the_first_folder_that_has_a_template_wins(folders: list[Path]) -> None:
    environment = Environment(autoescape=True)
    loader = Folders(folders, None)
    made = [loader.load(environment, name).render() for name in ("base.html", "parts/one.html", "only.html")]
    assert made == ["own", "one", "é"]
    assert loader.load(environment, "base.html").filename == str(folders[0] / "base.html")
