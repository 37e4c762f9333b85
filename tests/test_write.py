"""The output folder: what a build makes of it, what it refuses, and what a mishap leaves."""

from __future__ import annotations

import errno
import inspect
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import one_build
from acadfolio.output.guards import MARKER, problem_of_error
from acadfolio.output.staging import Staging
from acadfolio.output.write import WriteCounts
from acadfolio.problems import Location, SiteError
from acadfolio.rendering import Output
from cases import every_case
from one_build import write

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

WRITE = inspect.getsource(one_build)
"""What programs begin with that write."""
SITE = {"index.html": b"<h1>Ada</h1>", "about/index.html": b"<h1>About</h1>", "main.css": b"p {}"}


def outputs(files: dict[str, bytes]) -> list[Output]:
    return [Output(path, content) for path, content in files.items()]


def tree(folder: Path) -> dict[str, bytes]:
    """Everything below a folder but the marker."""
    files = (path for path in sorted(folder.rglob("*")) if path.is_file() and path.name != MARKER)
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


def beside(folder: Path) -> set[str]:
    return {entry.name for entry in folder.parent.iterdir()} - {folder.name}


def message(error: pytest.ExceptionInfo[SiteError]) -> str:
    """What the one problem says."""
    (problem,) = error.value.problems
    return problem.message


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """An output folder that is not there yet, in a folder that holds nothing else."""
    return tmp_path / "site" / "output"


# What a build makes


def test_a_first_build_makes_the_folder_and_those_above_it(folder: Path) -> None:
    assert write(outputs(SITE), folder) == WriteCounts(added=3, changed=0, unchanged=0, removed=0)
    assert tree(folder) == SITE
    assert (folder / MARKER).read_text().count("\n") == 1
    assert beside(folder) == set()


def test_a_later_build_adds_changes_keeps_and_removes(folder: Path) -> None:
    write(outputs(SITE), folder)
    later = {"index.html": b"<h1>ADA</h1>", "main.css": b"p {}", "cv/index.html": b"<h1>CV</h1>"}
    assert write(outputs(later), folder) == WriteCounts(added=1, changed=1, unchanged=1, removed=1)
    assert tree(folder) == later
    assert not (folder / "about").exists()
    assert beside(folder) == set()


def test_a_file_that_did_not_change_is_the_same_file(folder: Path) -> None:
    write(outputs(SITE), folder)
    before = (folder / "main.css").stat()
    write(outputs({**SITE, "index.html": b"new", "about/index.html": b"new"}), folder)
    after = (folder / "main.css").stat()
    assert (after.st_ino, after.st_mtime_ns, after.st_nlink) == (
        before.st_ino,
        before.st_mtime_ns,
        1,
    )


def test_a_program_that_reads_a_page_reads_the_old_one_to_its_end(folder: Path) -> None:
    write(outputs(SITE), folder)
    (folder / "index.html").chmod(0o444)
    with (folder / "index.html").open("rb") as visitor:
        write(outputs({**SITE, "index.html": b"new"}), folder)
        assert visitor.read() == SITE["index.html"]
    assert tree(folder) == {**SITE, "index.html": b"new"}
    assert beside(folder) == set()


@pytest.mark.parametrize("others", [{"cv.html": b"added"}, {}])
def test_a_changed_file_does_not_leave_added_or_removed_ones_behind(
    folder: Path, others: dict[str, bytes]
) -> None:
    write(outputs({"index.html": b"old", "main.css": b"p {}"}), folder)
    later = {"index.html": b"new", **others, **({"main.css": b"p {}"} if others else {})}
    write(outputs(later), folder)
    assert tree(folder) == later


def test_nothing_is_touched_when_nothing_changed(folder: Path) -> None:
    write(outputs(SITE), folder)
    before = folder.stat()
    assert write(outputs(SITE), folder) == WriteCounts(added=0, changed=0, unchanged=3, removed=0)
    after = folder.stat()
    assert (after.st_ino, after.st_mtime_ns) == (before.st_ino, before.st_mtime_ns)


def test_a_site_without_files_is_a_folder_with_a_marker(folder: Path) -> None:
    assert write([], folder) == WriteCounts(0, 0, 0, 0)
    assert [entry.name for entry in folder.iterdir()] == [MARKER]


def test_an_empty_folder_is_used_with_its_permissions(folder: Path) -> None:
    folder.mkdir(parents=True)
    folder.chmod(0o751)
    write(outputs(SITE), folder)
    assert tree(folder) == SITE
    assert folder.stat().st_mode & 0o777 == 0o751


def test_a_copied_file_is_a_file_of_its_own(tmp_path: Path, folder: Path) -> None:
    source = tmp_path / "portrait.jpg"
    source.write_bytes(b"first")
    assert write([Output("portrait.jpg", file=str(source))], folder).added == 1
    source.write_bytes(b"other")
    assert tree(folder) == {"portrait.jpg": b"first"}
    assert write([Output("portrait.jpg", file=str(source))], folder).changed == 1
    assert write([Output("portrait.jpg", file=str(source))], folder).unchanged == 1
    assert tree(folder) == {"portrait.jpg": b"other"}


def test_a_large_copied_file_is_compared_to_its_end(tmp_path: Path, folder: Path) -> None:
    source = tmp_path / "talk.pdf"
    source.write_bytes(b"x" * 3_000_000)
    write([Output("talk.pdf", file=str(source))], folder)
    source.write_bytes(b"x" * 2_999_999 + b"y")
    assert write([Output("talk.pdf", file=str(source))], folder).changed == 1


def test_files_that_somebody_put_into_the_output_go(folder: Path) -> None:
    write(outputs(SITE), folder)
    (folder / "notes.txt").write_text("mine")
    (folder / "about" / "link").symlink_to("/etc")
    assert write(outputs(SITE), folder) == WriteCounts(added=0, changed=0, unchanged=3, removed=2)
    assert tree(folder) == SITE


def test_empty_folders_stay_when_a_build_fails(folder: Path) -> None:
    write(outputs(SITE), folder)
    (folder / "mine").mkdir()
    with pytest.raises(SiteError):
        write(outputs({"../index.html": b""}), folder)
    assert (folder / "mine").is_dir()


def test_an_output_that_somebody_edited_is_made_again(folder: Path) -> None:
    write(outputs(SITE), folder)
    (folder / "main.css").write_bytes(b"p {")
    (folder / "index.html").rename(folder.parent / "moved.html")
    (folder / "index.html").symlink_to("../moved.html")
    assert write(outputs(SITE), folder).changed == 2
    assert tree(folder) == SITE
    assert not (folder / "index.html").is_symlink()


def test_a_symlinked_folder_in_the_output_is_not_followed(tmp_path: Path, folder: Path) -> None:
    write(outputs(SITE), folder)
    elsewhere = tmp_path / "elsewhere"
    shutil.move(folder / "about", elsewhere)
    (folder / "about").symlink_to(elsewhere)
    write(outputs(SITE), folder)
    assert not (folder / "about").is_symlink()
    assert tree(folder) == SITE
    assert tree(elsewhere) == {"index.html": b"<h1>About</h1>"}


def test_a_page_may_become_a_folder_and_a_folder_a_page(folder: Path) -> None:
    write(outputs({"a": b"file", "b/c/d": b"file"}), folder)
    (folder / "b/empty/too").mkdir(parents=True)
    write(outputs({"a/x/y": b"file", "b": b"file"}), folder)
    assert tree(folder) == {"a/x/y": b"file", "b": b"file"}


def test_an_empty_folder_gives_way_to_a_page(folder: Path) -> None:
    write(outputs(SITE), folder)
    (folder / "cv/empty").mkdir(parents=True)
    write(outputs({**SITE, "cv": b"file"}), folder)
    assert tree(folder) == {**SITE, "cv": b"file"}


def test_folders_that_no_file_is_in_go_with_the_next_change(folder: Path) -> None:
    write(outputs(SITE), folder)
    (folder / "mine/deep").mkdir(parents=True)
    write(outputs({**SITE, "index.html": b"new"}), folder)
    assert {entry.name for entry in folder.iterdir()} == {MARKER, "about", "index.html", "main.css"}


def test_a_link_to_a_folder_is_followed_and_stays(tmp_path: Path, folder: Path) -> None:
    real = tmp_path / "public_html"
    real.mkdir()
    folder.parent.mkdir()
    folder.symlink_to(real)
    write(outputs(SITE), folder)
    write(outputs({**SITE, "index.html": b"new"}), folder)
    write(outputs({"index.html": b"newer"}), folder)
    assert folder.is_symlink()
    assert tree(real) == {"index.html": b"newer"}
    assert beside(real) == {"site"}
    assert beside(folder) == set()


def test_a_relative_output_folder_is_fine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    write(outputs(SITE), Path("output"))
    assert tree(tmp_path / "output") == SITE


@pytest.mark.parametrize("kind", ["folder", "file"])
def test_git_at_the_top_of_the_output_survives(folder: Path, kind: str) -> None:
    write(outputs(SITE), folder)
    git = folder / ".git"
    if kind == "folder":
        git.mkdir()
        (git / "HEAD").write_text("ref: refs/heads/gh-pages\n")
    else:
        git.write_text("gitdir: ../.git/worktrees/output\n")
    before = git.stat().st_ino
    assert write(outputs(SITE), folder).unchanged == 3
    assert write(outputs({"index.html": b"new"}), folder) == WriteCounts(
        added=0, changed=1, unchanged=0, removed=2
    )
    assert git.stat().st_ino == before
    assert beside(folder) == set()


# What it refuses


@every_case(("existing", "free"), [(["out"], "output"), (["out", "output"], "output-2")])
def test_the_folder_that_a_refusal_names_does_not_exist_yet(
    tmp_path: Path, existing: list[str], free: str
) -> None:
    for name in existing:
        (tmp_path / name).mkdir()
    (tmp_path / "out" / "thesis.tex").write_text("years of work")
    with pytest.raises(SiteError) as error:
        write(outputs(SITE), tmp_path / "out")
    hint = error.value.problems[0].hint
    assert hint == f"choose a folder that is empty or does not exist yet, such as `{free}`"


def test_a_folder_that_acadfolio_did_not_make_is_refused(folder: Path) -> None:
    folder.mkdir(parents=True)
    (folder / "thesis.tex").write_text("years of work")
    with pytest.raises(SiteError) as error:
        write(outputs(SITE), folder)
    assert message(error) == "this folder has files that acadfolio did not create"
    assert error.value.problems[0].location == Location(folder.as_posix())
    assert (
        error.value.problems[0].hint
        == "choose a folder that is empty or does not exist yet, such as `output-2`"
    )
    assert tree(folder) == {"thesis.tex": b"years of work"}
    assert beside(folder) == set()


def test_a_folder_that_somebody_fills_while_the_site_is_rendered_is_refused(folder: Path) -> None:
    folder.mkdir(parents=True)

    def rendered() -> Iterator[Output]:
        yield Output("index.html", b"new")
        (folder / "thesis.tex").write_text("years of work")

    with pytest.raises(SiteError, match="did not create"):
        write(rendered(), folder)
    assert tree(folder) == {"thesis.tex": b"years of work"}
    assert beside(folder) == set()


def test_a_file_is_refused(folder: Path) -> None:
    folder.parent.mkdir()
    folder.write_text("a file")
    with pytest.raises(SiteError) as error:
        write(outputs(SITE), folder)
    assert message(error) == "this is a file or a broken link, not a folder for the output"
    assert folder.read_text() == "a file"


def test_a_link_that_leads_nowhere_is_refused(folder: Path) -> None:
    folder.parent.mkdir()
    folder.symlink_to("nowhere")
    with pytest.raises(SiteError) as error:
        write(outputs(SITE), folder)
    assert message(error) == "this is a file or a broken link, not a folder for the output"


def test_a_link_to_itself_is_refused(folder: Path) -> None:
    folder.parent.mkdir()
    folder.symlink_to(folder.name)
    with pytest.raises(SiteError):
        write(outputs(SITE), folder)
    assert folder.is_symlink()


@every_case(
    "name", [".", "..", "data", "content/posts", "templates", "static", "link-to-site", "public"]
)
def test_the_site_what_is_above_it_and_its_sources_are_refused(tmp_path: Path, name: str) -> None:
    site = tmp_path / "home" / "site"
    for source in ("data", "content/posts", "templates", "public/static"):
        (site / source).mkdir(parents=True)
    (site / "static").symlink_to("public/static")
    (site / "link-to-site").symlink_to(site)
    # Even a marker is no permission.
    for marked in (
        tmp_path / "home",
        site,
        site / "public",
        *(site / top for top in ("data", "templates", "static")),
    ):
        (marked / MARKER).write_text("")
    with pytest.raises(
        SiteError, match=r"the site itself is in this folder|among the sources of the site"
    ):
        write(outputs(SITE), site / name, sources=site)
    assert (site / "data").is_dir()
    assert not (site / "index.html").exists()


def test_a_site_of_which_every_folder_is_a_link_is_refused(tmp_path: Path) -> None:
    site = tmp_path / "site"
    site.mkdir()
    for name in ("data", "content", "templates", "static"):
        (tmp_path / name).mkdir()
        (site / name).symlink_to(tmp_path / name)
    (site / MARKER).touch()
    with pytest.raises(SiteError, match="the site itself is in this folder"):
        write(outputs(SITE), site, sources=site)


@every_case("name", ["output", "public/html", "../elsewhere", "datasets", "content-of-site"])
def test_a_folder_in_or_beside_the_site_is_accepted(tmp_path: Path, name: str) -> None:
    site = tmp_path / "home" / "site"
    (site / "data").mkdir(parents=True)
    write(outputs(SITE), site / name, sources=site)
    assert tree(site / name) == SITE


RELATIVE = "a path in the output folder is relative to it, without empty parts, `.` and `..`"
BAD_PATHS = {
    "/etc/passwd": RELATIVE,
    "../index.html": RELATIVE,
    "a/../../b": RELATIVE,
    "a//b": RELATIVE,
    "a/": RELATIVE,
    "": RELATIVE,
    "./a": RELATIVE,
    "a\\b": "this path has a character that no URL can have",
    "a\0b": "this path has a character that no URL can have",
    ".git/hooks/pre-commit": "`.git` in the output folder is reserved",
    ".GIT": "`.GIT` in the output folder is reserved",
    ".acadfolio": "`.acadfolio` in the output folder is reserved",
}


def test_every_path_that_is_no_path_in_the_folder_is_named(folder: Path) -> None:
    write(outputs(SITE), folder)
    with pytest.raises(SiteError) as error:
        write(outputs(dict.fromkeys([*BAD_PATHS, "fine.html"], b"")), folder)
    found = {
        problem.location.file.removeprefix(f"{folder.as_posix()}/"): problem.message
        for problem in error.value.problems
    }
    assert found == BAD_PATHS
    assert tree(folder) == SITE
    assert beside(folder) == set()


def test_two_files_that_want_one_path_are_named(folder: Path) -> None:
    write(outputs(SITE), folder)
    with pytest.raises(SiteError) as error:
        write(
            [
                Output("main.css", b"p {}"),
                Output("index.html", b"<h1>Ada</h1>"),
                Output("main.css", b"p {}"),
            ],
            folder,
        )
    assert message(error) == "two pages or files have this path"
    assert error.value.problems[0].location == Location((folder / "main.css").as_posix())


@pytest.mark.parametrize("paths", [("a", "a/b"), ("a/b", "a")])
def test_a_file_and_a_folder_of_one_name_are_a_problem(
    folder: Path, paths: tuple[str, str]
) -> None:
    with pytest.raises(SiteError) as error:
        write(outputs(dict.fromkeys(paths, b"")), folder)
    assert message(error) in {
        "there is a folder where a file is needed",
        "there is a file where a folder is needed",
    }
    assert not folder.exists()


# What a mishap leaves


def test_an_error_found_while_rendering_leaves_the_last_good_site(folder: Path) -> None:
    write(outputs(SITE), folder)
    mistake = SiteError([])

    def rendered() -> Iterator[Output]:
        yield Output("index.html", b"new")
        raise mistake

    with pytest.raises(SiteError) as error:
        write(rendered(), folder)
    assert error.value is mistake
    assert tree(folder) == SITE
    assert beside(folder) == set()


@pytest.mark.parametrize("kind", [OSError, KeyboardInterrupt, ZeroDivisionError])
def test_what_the_renderer_raises_passes_through_as_it_is(
    folder: Path, kind: type[BaseException]
) -> None:
    def rendered() -> Iterator[Output]:
        yield Output("index.html", b"new")
        raise kind

    with pytest.raises(kind):
        write(rendered(), folder)
    assert not folder.exists()
    assert beside(folder) == set()


def test_a_file_to_copy_that_is_gone_is_named(tmp_path: Path, folder: Path) -> None:
    write(outputs(SITE), folder)
    gone = str(tmp_path / "gone.jpg")
    with pytest.raises(SiteError) as error:
        write([Output("main.css", file=gone)], folder)
    assert error.value.problems[0].location == Location(gone)
    assert message(error) == "a file or folder is missing"
    assert tree(folder) == SITE


def test_a_folder_or_a_pipe_to_copy_is_a_problem(tmp_path: Path, folder: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    write(outputs({"odd": b""}), folder)
    for odd in (tmp_path, tmp_path / "pipe"):
        with pytest.raises(SiteError):
            write([Output("odd", file=str(odd))], folder)
    assert tree(folder) == {"odd": b""}


def test_a_name_that_is_too_long_is_a_problem(folder: Path) -> None:
    with pytest.raises(SiteError) as error:
        write(outputs({"x" * 300: b""}), folder)
    assert message(error) == "this name is too long for the file system"
    with pytest.raises(SiteError):
        write(outputs(SITE), folder.with_name("y" * 300))


def test_an_output_folder_below_a_file_is_a_problem(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(SiteError) as error:
        write(outputs(SITE), tmp_path / "file" / "output")
    assert message(error) == "there is a file where a folder is needed"


def test_an_error_without_a_name_for_it_keeps_the_words_of_the_system() -> None:
    problem = problem_of_error(OSError(errno.EMFILE, "Too many open files"), "output")
    assert (problem.message, problem.hint) == (
        "Too many open files: the last good site is unchanged",
        "",
    )


def test_a_folder_without_permission_is_a_problem() -> None:
    if os.geteuid() != 0:
        pytest.skip("takes a second user, so root")
    with tempfile.TemporaryDirectory() as place:
        Path(place).chmod(0o755)
        os.seteuid(65534)
        try:
            with pytest.raises(SiteError) as error:
                write(outputs(SITE), Path(place, "output"))
        finally:
            os.seteuid(0)
        assert message(error) == "permission denied"
        hint = f"check the permissions of {place}"
        assert error.value.problems[0].hint == hint
        assert not list(Path(place).iterdir())


def test_a_second_build_of_the_same_folder_is_reported(folder: Path) -> None:
    write(outputs(SITE), folder)
    child = subprocess.Popen(
        [sys.executable, "-c", HOLDS_THE_LOCK, str(folder)],
        stdout=subprocess.PIPE,
        stdin=subprocess.PIPE,
    )
    with child:
        assert child.stdout is not None
        assert child.stdout.readline() == b"half way\n"
        with pytest.raises(SiteError) as error:
            write(outputs({"index.html": b"second"}), folder)
        assert message(error) == "another build of this folder is running"
        assert tree(folder) == SITE
        child.communicate(b"go on\n", timeout=20)
    assert child.returncode == 0
    assert tree(folder) == {"index.html": b"first"}
    assert beside(folder) == set()


HOLDS_THE_LOCK = (
    WRITE
    + """
import sys
from pathlib import Path
from acadfolio.rendering import Output
def rendered():
    yield Output("index.html", b"first")
    print("half way", flush=True)
    sys.stdin.readline()
write(rendered(), Path(sys.argv[1]))
"""
)


@pytest.mark.slow
def test_builds_that_begin_and_end_together_succeed_or_are_reported(folder: Path) -> None:
    program = f"{VERSIONS}\nfrom acadfolio.problems import SiteError\n{KEEPS_TRYING}"
    children = [
        subprocess.Popen(
            [sys.executable, "-c", program, str(folder), letter],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        for letter in "AB"
    ]
    reported = [child.communicate(timeout=60)[0] for child in children]
    assert [child.returncode for child in children] == [0, 0], "".join(reported)
    built, refused = zip(*(map(int, line.split()) for line in reported), strict=True)
    assert sum(built) > 1
    assert sum(refused) > 0
    assert the_version(folder) in {"A", "B"}
    assert beside(folder) == set()


KEEPS_TRYING = """
import time
built = refused = 0
until = time.monotonic() + 2
while time.monotonic() < until:
    try:
        build(sys.argv[1], sys.argv[2])
        built += 1
    except SiteError as error:
        assert str(error).endswith("another build of this folder is running"), error
        refused += 1
print(built, refused)
"""


def test_a_second_build_in_the_same_process_is_reported(folder: Path) -> None:
    def rendered() -> Iterator[Output]:
        with pytest.raises(SiteError, match="another build of this folder is running"):
            write(outputs(SITE), folder)
        yield Output("index.html", b"first")

    write(rendered(), folder)
    assert tree(folder) == {"index.html": b"first"}
    assert write(outputs(SITE), folder).added == 2


def test_a_strange_file_in_the_staging_folder_is_not_removed(folder: Path) -> None:
    left = Staging(folder)
    left.folder.mkdir(parents=True)
    (left.folder / "thesis.tex").write_text("years of work")
    write(outputs(SITE), folder)
    assert tree(folder) == SITE
    assert [path.name for path in left.folder.iterdir()] == ["thesis.tex"]


def test_a_file_in_place_of_the_staging_folder_is_named(folder: Path) -> None:
    room = Staging(folder).folder
    room.parent.mkdir()
    room.touch()
    with pytest.raises(SiteError) as error:
        write(outputs(SITE), folder)
    assert message(error) == "this prevents the build: delete it"
    assert error.value.problems[0].location == Location(str(room))


def test_a_link_in_place_of_the_staging_folder_is_not_followed(
    tmp_path: Path, folder: Path
) -> None:
    victim = tmp_path / "victim"
    (victim / "new").mkdir(parents=True)
    folder.parent.mkdir()
    Staging(folder).folder.symlink_to(victim)
    with pytest.raises(SiteError, match="delete it"):
        write(outputs(SITE), folder)
    assert (victim / "new").is_dir()


@pytest.mark.parametrize("is_first", [True, False])
def test_a_link_in_the_staging_folder_is_removed_and_what_it_leads_to_stays(
    tmp_path: Path, folder: Path, is_first: bool
) -> None:
    thesis = tmp_path / "thesis"
    (thesis / ".git").mkdir(parents=True)
    (thesis / ".git/HEAD").write_text("ref: refs/heads/main\n")
    folder.parent.mkdir()
    if not is_first:
        write(outputs(SITE), folder)
    left = Staging(folder)
    left.folder.mkdir()
    left.new.symlink_to("../../thesis")
    write(outputs(SITE), folder)
    assert tree(folder) == SITE
    assert not folder.is_symlink()
    assert tree(thesis) == {".git/HEAD": b"ref: refs/heads/main\n"}
    assert beside(folder) == set()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such pipes")
def test_a_pipe_in_place_of_our_folder_is_removed_unread(folder: Path) -> None:
    write(outputs(SITE), folder)
    left = Staging(folder)
    left.folder.mkdir()
    os.mkfifo(left.new)
    write(outputs({**SITE, "more.html": b"More"}), folder)
    assert (folder / "more.html").read_bytes() == b"More"
    assert beside(folder) == set()


@pytest.mark.parametrize("target", ["../../mine", "../../nowhere", "lock"])
def test_a_lock_that_is_a_link_is_named_and_not_followed(
    tmp_path: Path, folder: Path, target: str
) -> None:
    (tmp_path / "mine").write_text("years of work")
    left = Staging(folder)
    left.folder.mkdir(parents=True)
    left.lock.symlink_to(target)
    with pytest.raises(SiteError, match="delete it"):
        write(outputs(SITE), folder)
    assert not (tmp_path / "nowhere").exists()
    assert (tmp_path / "mine").read_text() == "years of work"


# Killed builds: every place at which one can stop, then a hundred real ones


def test_a_build_killed_while_staging_is_cleared_away(folder: Path) -> None:
    write(outputs(SITE), folder)
    left = Staging(folder)
    left.new.mkdir(parents=True)
    (left.new / "half.html").write_text("half")
    (left.folder / "lock").touch()
    assert write(outputs(SITE), folder).unchanged == 3
    assert tree(folder) == SITE
    assert beside(folder) == set()


def test_a_staging_folder_that_is_deleted_during_a_build_is_named_and_the_next_build_works(
    folder: Path,
) -> None:
    def rendered() -> Iterator[Output]:
        shutil.rmtree(Staging(folder).folder)
        yield Output("index.html", b"new")

    with pytest.raises(SiteError) as error:
        write(rendered(), folder)
    assert message(error) == "a file or folder is missing"
    assert "index.html" in (error.value.problems[0].hint or "")
    assert write(outputs(SITE), folder).added == 3
    assert beside(folder) == set()


@pytest.mark.skipif(sys.platform == "win32", reason="other locks there")
def test_a_disk_without_locks_has_one_user(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise OSError(errno.ENOLCK, "no locks available")

    monkeypatch.setattr("fcntl.flock", refuse)
    assert write(outputs(SITE), folder).added == 3


VERSIONS = (
    WRITE
    + """
import sys
from pathlib import Path
from acadfolio.rendering import Output
def version(name, pages=100):
    yield Output("same.css", b"p {}")
    yield Output(f"{name}.css", b"p {}")
    yield Output("index.html", f'<link href="{name}.css"> <a href="only-{name}/0.html">'.encode())
    for number in range(pages):
        page = f'<link href="../same.css"> <link href="../{name}.css">' + name * number
        yield Output(f"part{number % 7}/{number}.html", page.encode())
        yield Output(f"only-{name}/{number}.html", page.encode())
def build(folder, names):
    for name in names:
        write(version(name), Path(folder))
"""
)
VERSION: dict[str, Any] = {}
exec(VERSIONS, VERSION)  # noqa: S102 - the program that other tests run in children of their own


def missing(folder: Path) -> list[str]:
    """The files that pages name and that are not there."""
    return [
        f"{page.relative_to(folder)}: {url}"
        for page in folder.rglob("*.html")
        for url in re.findall(r'href="([^"]*)"', page.read_text())
        if not (page.parent / url).is_file()
    ]


def the_version(folder: Path) -> str:
    """The one version that a folder has, with every file and nothing else."""
    (name,) = {path.name.removeprefix("only-") for path in folder.glob("only-*")}
    assert tree(folder) == {file.path: file.content for file in VERSION["version"](name)}
    return name


@pytest.mark.parametrize("function", ["replace", "unlink"])
def test_a_build_that_ends_between_any_two_steps_leaves_every_page_its_files(
    folder: Path, function: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What an interruption leaves is what a kill leaves, but for the staging folder."""
    before, after = ({file.path: file for file in VERSION["version"](name, 9)} for name in "AB")
    steps, is_ended = 0, False
    while not is_ended:
        write(before.values(), folder)
        with monkeypatch.context() as patch:
            patch.setattr(os, function, interrupted_after(steps, getattr(os, function), folder))
            with suppress(KeyboardInterrupt):
                write(after.values(), folder)
                is_ended = True
        assert missing(folder) == []
        steps += 1
    assert steps > 10
    assert tree(folder) == {path: file.content for path, file in after.items()}


def interrupted_after(
    steps: int, function: Callable[..., None], folder: Path
) -> Callable[..., None]:
    """A function that changes so many files of a folder, and then is interrupted."""
    counted = iter(range(steps))

    def interrupted(*paths: str | Path) -> None:
        if Path(paths[-1]).is_relative_to(folder) and next(counted, None) is None:
            raise KeyboardInterrupt
        function(*paths)

    return interrupted


def test_empty_folders_that_a_killed_build_left_are_removed(folder: Path) -> None:
    write(outputs(SITE), folder)
    (folder / "only-B" / "below").mkdir(parents=True)
    write(outputs(SITE), folder)
    assert not (folder / "only-B").exists()


KILLS = int(os.environ.get("ACADFOLIO_KILLS", "40"))
"""So many in a test; hundreds by hand."""


def kill_a_child_that(builds: Callable[[], None], after: float) -> None:
    """It waits for a time because no state can be waited for: a build must stand a kill in any of them."""
    child = os.fork()
    if not child:
        try:
            builds()
        finally:
            os._exit(1)
    time.sleep(after)
    os.kill(child, signal.SIGKILL)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == -signal.SIGKILL


@pytest.mark.slow
def test_killed_builds_leave_every_page_its_files(folder: Path) -> None:
    build = VERSION["build"]
    build(folder, "A")
    began = time.monotonic()
    build(folder, "BA")
    two_builds = time.monotonic() - began
    debris = 0
    chance = random.Random(1)  # noqa: S311 - moments, not secrets
    for _ in range(KILLS):
        kill_a_child_that(
            lambda: build(folder, "BA" * 1000), after=chance.uniform(0, 1.2 * two_builds)
        )
        assert missing(folder) == []
        debris += bool(beside(folder))
        build(folder, "A")
        assert the_version(folder) == "A"
        assert beside(folder) == set()
    assert debris > KILLS / 2, "the kills came between the builds, not into them"


# Full and odd disks, each in a mount namespace of its own


def on_a_small_disk(place: Path, program: str) -> str:
    """What a program prints that runs in `place` with a file system of 1 MB mounted there."""
    mount = f"mount -t tmpfs -o size=1m tmpfs '{place}' && cd '{place}' && exec '{sys.executable}' -c \"$PROGRAM\""
    private = (
        ["unshare", "--mount"] if os.geteuid() == 0 else ["unshare", "--mount", "--map-root-user"]
    )
    if (
        not shutil.which("unshare")
        or subprocess.run([*private, "true"], check=False, capture_output=True).returncode
    ):
        pytest.skip(
            "mounting a small disk takes `unshare --mount`, which this system does not allow"
        )
    done = subprocess.run(
        [*private, "sh", "-c", mount],
        env={**os.environ, "PROGRAM": SMALL + program},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


SMALL = (
    WRITE
    + """
import os, subprocess
from pathlib import Path
from acadfolio.rendering import Output
from acadfolio.problems import SiteError
def attempt(outputs, folder):
    try:
        write(outputs, Path(folder))
    except SiteError as error:
        for problem in error.problems:
            print(problem.location, "|", problem.message, "|", problem.hint)
def show():
    print(sorted(os.listdir()), Path("output/index.html").read_text())
write([Output("index.html", b"old")], Path("output"))
"""
)


FULL = "the disk is full: the last good site is unchanged | free some space, and build again"


def test_a_full_disk_leaves_the_last_good_site(tmp_path: Path) -> None:
    program = """
attempt([Output("big.html", bytes(2_000_000))], "output")
show()
attempt((Output(f"{number:02}.html", bytes(100_000)) for number in range(20)), "output")
show()
"""
    left = "['output'] old"
    assert on_a_small_disk(tmp_path, program).splitlines() == [
        f"output/big.html | {FULL}",
        left,
        f"output/10.html | {FULL}",
        left,
    ]


def test_a_disk_with_no_room_for_the_staging_folder_leaves_the_last_good_site(
    tmp_path: Path,
) -> None:
    program = """
try:
    with open("rest", "wb") as rest:
        while True:
            rest.write(bytes(4096))
except OSError:
    pass
attempt([Output("index.html", b"new")], "output")
show()
"""
    problem, left = on_a_small_disk(tmp_path, program).splitlines()
    assert problem.endswith(f"| {FULL}")
    assert left == "['output', 'rest'] old"


def test_a_disk_with_no_room_for_one_more_name_leaves_the_last_good_site_and_nothing_else(
    tmp_path: Path,
) -> None:
    program = """
subprocess.run(["mount", "-o", "remount,nr_inodes=64", os.getcwd()], check=True)
os.mkdir("full")
try:
    for number in range(64):
        Path("full", str(number)).touch()
except OSError:
    pass
for number in range(5):
    attempt([Output("index.html", b"new")], "output")
    show()
    os.unlink(f"full/{number}")
"""
    # The staging folder, its lock, the folder of new files and the page: until there is room for
    # all four.
    reported = on_a_small_disk(tmp_path, program).splitlines()
    assert reported[1::2] == ["['full', 'output'] old"] * 4
    assert {problem.partition(" | ")[2] for problem in reported[:8:2]} == {FULL}
    assert reported[8:] == ["['full', 'output'] new"]


def test_a_read_only_disk_is_a_problem(tmp_path: Path) -> None:
    program = """
subprocess.run(["mount", "-o", "remount,ro", os.getcwd()], check=True)
attempt([Output("index.html", b"new")], "output")
show()
"""
    problem, left = on_a_small_disk(tmp_path, program).splitlines()
    assert problem == "output | the file system is read-only | choose another output folder"
    assert left == "['output'] old"


def test_a_mount_point_as_the_output_folder_is_a_problem(tmp_path: Path) -> None:
    program = """
os.mkdir("mounted")
subprocess.run(["mount", "-t", "tmpfs", "tmpfs", "mounted"], check=True)
attempt([Output("index.html", b"new")], "mounted")
show()
"""
    problem, left = on_a_small_disk(tmp_path, program).splitlines()
    assert (
        problem
        == "mounted | this folder is in use or a mount point, and cannot be replaced | choose a folder inside it"
    )
    assert left == "['mounted', 'output'] old"


def test_a_file_larger_than_the_limit_leaves_the_last_good_site(folder: Path) -> None:
    import resource

    write(outputs(SITE), folder)
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (10_000, limits[1]))
    try:
        with pytest.raises(SiteError) as error:
            write(outputs({**SITE, "index.html": bytes(20_000)}), folder)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert (
        message(error)
        == "a file is larger than this system allows: the last good site is unchanged"
    )
    assert tree(folder) == SITE
    assert beside(folder) == set()
