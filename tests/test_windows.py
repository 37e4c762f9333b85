"""What acadfolio does on Windows, as far as Linux can play it (see `windows.py`)."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from sites import edit, make_site

pytestmark = pytest.mark.skipif(
    sys.platform != "linux", reason="on Windows all the other tests tell"
)
REPOSITORY = Path(__file__).parent.parent
CV = "---\ntitle: CV\n---\n\nMuch.\n"
PAGES = {"content/cv.md": CV, "content/notes/one.md": CV, "static/files/one.txt": "1"}


def run(*arguments: str, cwd: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """As on Windows."""
    return subprocess.run(
        [sys.executable, str(Path(__file__).with_name("windows.py")), *arguments],
        cwd=cwd, env=os.environ | environment, capture_output=True, encoding="utf-8", check=False,
    )  # fmt: skip


def files_of(folder: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }


def test_the_demo_is_the_same_byte_for_byte(tmp_path: Path) -> None:
    for name in ("data", "content", "static"):
        shutil.copytree(REPOSITORY / name, tmp_path / name)
    made = run("build", "--output", "there", "--no-cache", cwd=tmp_path)
    assert made.stdout.startswith("Built "), made.stderr
    command = [sys.executable, "-m", "acadfolio", "build", "--output", "here", "--no-cache"]
    subprocess.run(command, cwd=tmp_path, capture_output=True, check=True)
    assert files_of(tmp_path / "there") == files_of(tmp_path / "here")


def test_a_build_does_what_is_to_do_and_no_more(tmp_path: Path) -> None:
    site = make_site(tmp_path, PAGES)
    assert " new, 0 changed, 0 removed)" in run("build", cwd=site).stdout
    assert run("build", cwd=site).stdout.startswith("Nothing changed: ")
    edit(site, "content/notes/one.md", "Much.", "More.")
    assert ": 0 new, 1 changed, 0 removed)" in run("build", cwd=site).stdout
    (site / "content/notes/one.md").unlink()
    assert ": 0 new, 0 changed, 1 removed)" in run("build", cwd=site).stdout
    assert run("build", cwd=site).stdout.startswith("Nothing changed: ")


def test_files_are_known_again_however_they_were_looked_at(tmp_path: Path) -> None:
    site = make_site(tmp_path, PAGES)
    script = """
import windows
windows.pretend()
from acadfolio.manifest import Snapshot
from acadfolio.cli import main
untouched = Snapshot.untouched
Snapshot.untouched = lambda *given: print(len(found := untouched(*given))) or found
main(["build"])
"""
    reported = []
    for text in ("Many.", "More."):
        (site / "content/cv.md").write_text(CV.replace("Much.", text))
        ended = subprocess.run(
            [sys.executable, "-c", script], cwd=site, env=os.environ | {"PYTHONPATH": str(Path(__file__).parent)},
            capture_output=True, text=True, check=True,
        )  # fmt: skip
        reported.append(int(ended.stdout.partition("\n")[0]))
    assert reported == [0, len(files_of(site / "output").keys() - {".acadfolio"})]


def test_a_name_that_windows_has_for_itself_is_refused_before_anything_is_written(
    tmp_path: Path,
) -> None:
    names = ("aux", "a/con", "notes.", "com1.old")
    heads = {
        f"content/{number}.md": f"---\npermalink: /{name}/\n---\n"
        for number, name in enumerate(names)
    }
    site = make_site(tmp_path, heads)
    built = run("build", cwd=site)
    for name in names:
        assert (
            f"output/{name}/index.html: error: Windows does not allow a file or folder of this name"
            in built.stderr
        )
    assert (built.returncode, built.stdout) == (1, "")
    assert not (site / "output").exists()


@pytest.mark.parametrize("held", ["output", "output/index.html"])
def test_what_is_looked_at_for_a_moment_is_waited_for(held: str, tmp_path: Path) -> None:
    site = make_site(tmp_path, PAGES | {"content/about.md": "# One\n"})
    run("build", cwd=site)
    edit(site, "content/about.md", "One", "Two")
    (site / "content/new.md").write_text(CV)
    built = run("build", cwd=site, HELD=held, HELD_FOR="1")
    assert (built.returncode, built.stderr) == (0, "")
    assert "Two" in (site / "output/index.html").read_text(encoding="utf-8")


def test_a_file_that_another_program_holds_is_reported_as_that(tmp_path: Path) -> None:
    site = make_site(tmp_path, PAGES)
    run("build", cwd=site)
    before = files_of(site / "output")
    (site / "content/new.md").write_text(CV)
    built = run("build", cwd=site, HELD="output/index.html", HELD_FOR="9")
    assert built.returncode == 1
    assert (
        "output: error: another program uses this, or permission is denied (close programs that use "
        in built.stderr
    )
    assert files_of(site / "output") == before
    assert {path.name for path in site.iterdir() if "acadfolio" in path.name} == {
        ".acadfolio-cache"
    }


def test_read_only_files_of_a_killed_run_are_removed_too(tmp_path: Path) -> None:
    site = make_site(tmp_path, PAGES)
    left = site / ".output.acadfolio/new/objects/pack"
    left.parent.mkdir(parents=True)
    left.write_text("as git keeps it")
    left.chmod(0o444)
    assert run("build", cwd=site).returncode == 0
    assert not (site / ".output.acadfolio").exists()


def test_what_is_to_be_typed_next_can_be(tmp_path: Path) -> None:
    made = run("new", "my page", "--empty", cwd=tmp_path)
    assert made.stdout.endswith('Next:  cd "my page"  and then:  acadfolio serve --open\n')
    built = run("build", "--site", str(tmp_path / "my page"), cwd=tmp_path)
    assert f" in {tmp_path}/my page/output/, " in built.stdout


def test_ris_has_its_own_ends_of_lines_and_no_more(tmp_path: Path) -> None:
    paper = "- title: On starlight\n  authors: [Ada Example]\n  date: 2024\n"
    site = make_site(tmp_path, {"data/publications.yml": paper})
    reported = subprocess.run(
        [sys.executable, str(Path(__file__).with_name("windows.py")), "export", "--format", "ris"],
        cwd=site, capture_output=True, check=True,
    )  # fmt: skip
    assert b"TI  - On starlight\r\n" in reported.stdout
    assert b"\r\r" not in reported.stdout


def test_a_reader_who_has_seen_enough_is_no_error(tmp_path: Path) -> None:
    site = make_site(tmp_path, PAGES)
    with subprocess.Popen(
        [sys.executable, str(Path(__file__).with_name("windows.py")), "build"],
        cwd=site, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    ) as process:  # fmt: skip
        assert process.stdout
        process.stdout.close()
        assert process.stderr
        assert process.stderr.read() == b""
    assert process.returncode == 0


def test_a_page_that_is_renamed_in_its_case_alone_stays_where_letter_case_does_not_count(
    tmp_path: Path,
) -> None:
    site = make_site(tmp_path / "site", {"content/Talks.md": CV})
    (tmp_path / "www").mkdir()
    to = ("deploy", "--to", "../www")
    assert run(*to, cwd=site).returncode == 0
    assert run("build", cwd=site).returncode == 0
    (site / "content/Talks.md").rename(site / "content/talks.md")
    edit(site, "content/talks.md", "Much.", "More.")
    assert run("build", cwd=site).returncode == 0
    for top in (site / "output", tmp_path / "www"):
        if top.name == "www":
            assert run(*to, cwd=site).returncode == 0
        assert "talks/index.html" in files_of(top)


def test_a_terminal_without_colours_gets_no_escape_codes(tmp_path: Path) -> None:
    site = make_site(tmp_path, {"data/site.yml": "titel: A\n"})
    for of_terminal in ({}, {"WT_SESSION": "1"}):
        terminal, end = os.openpty()
        environment = {
            name: value for name, value in os.environ.items() if not name.startswith("TERM")
        }
        subprocess.run(
            [sys.executable, str(Path(__file__).with_name("windows.py")), "build"],
            cwd=site, env=environment | of_terminal, stdout=subprocess.DEVNULL, stderr=end, check=False,
        )  # fmt: skip
        os.close(end)
        reported = os.read(terminal, 4096).decode()
        os.close(terminal)
        assert "     1 | titel: A" in reported
        assert ("\x1b" in reported) is bool(of_terminal)
