"""`acadfolio export`: the list of publications as a file for LaTeX and other programs."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from acadfolio.cli import main
from full_disk import files_of_at_most
from sites import make_site

FILES = {
    "data/site.yml": "title: Marie Curie\ndownloads: false\n",
    "data/publications.yml": "- {title: Thèses, authors: [Marie Curie], kind: book, year: 1903, selected: true}\n",
    "data/more.bib": "@book{radium, title = {Radium}, author = {Curie, Marie}, year = 1904}\n",
}


def run(site: Path, *options: str) -> int:
    return main(["export", "--site", str(site), *options])


@pytest.mark.parametrize(
    ("options", "starts"),
    [
        ((), "@book{curie1903theses,\n  title = {Thèses}"),
        (("--format", "ris"), "TY  - BOOK"),
        (("--format", "csl"), "["),
    ],
)
def test_all_publications_go_to_standard_output(
    options: tuple[str, ...], starts: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    assert run(make_site(tmp_path, FILES), *options) == 0
    said = capfd.readouterr()
    assert said.err == ""
    assert said.out.startswith(starts)
    assert "Radium" in said.out


def test_a_file_holds_the_same_and_csl_is_json(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "papers.json"
    assert run(make_site(tmp_path, FILES), "--format", "csl", "--output", str(file)) == 0
    assert capfd.readouterr().out == f"Wrote {file}\n"
    assert [item["title"] for item in json.loads(file.read_text(encoding="utf-8"))] == ["Thèses", "Radium"]


def test_errors_are_reported_and_nothing_is_written(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    site = make_site(tmp_path, FILES | {"data/publications.yml": "- {titel: Radium}\n"})
    assert run(site, "--output", str(tmp_path / "out.bib")) == 1
    assert "data/publications.yml:1" in capfd.readouterr().err
    assert not (tmp_path / "out.bib").exists()


def test_a_file_that_cannot_be_written_is_reported(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert run(make_site(tmp_path, FILES), "--output", str(tmp_path / "none" / "out.bib")) == 1
    assert "this file cannot be written: No such file or directory" in capfd.readouterr().err


def test_a_full_disk_leaves_the_last_export(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    site, file = make_site(tmp_path / "site", FILES), tmp_path / "papers.bib"
    file.write_text("the last export", encoding="utf-8")
    with files_of_at_most(40):
        assert run(site, "--output", str(file)) == 1
    assert "this file cannot be written: File too large" in capsys.readouterr().err
    assert file.read_text(encoding="utf-8") == "the last export"
    assert [path.name for path in sorted(tmp_path.iterdir())] == ["papers.bib", "site"]


def test_a_link_still_leads_to_the_export(tmp_path: Path) -> None:
    link, file = tmp_path / "papers.bib", tmp_path / "shared.bib"
    link.symlink_to(file)
    assert run(make_site(tmp_path / "site", FILES), "--output", str(link)) == 0
    assert link.is_symlink()
    assert "Radium" in file.read_text(encoding="utf-8")


def test_an_export_can_go_to_a_device(tmp_path: Path) -> None:
    assert run(make_site(tmp_path, FILES), "--output", "/dev/null") == 0
    assert not Path("/dev/null").is_file()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no such device")
def test_a_full_disk_below_the_standard_output_is_reported(tmp_path: Path) -> None:
    site = make_site(tmp_path, FILES)
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        command = [sys.executable, "-m", "acadfolio", "export", "--site", str(site)]
        ended = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert (ended.returncode, ended.stderr) == (1, "acadfolio: error: No space left on device\n")
