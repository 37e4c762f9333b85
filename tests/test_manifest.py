"""What counts as a change since the last build, and what does not."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from typing import TYPE_CHECKING, Literal

import pytest

from acadfolio import files, manifest
from acadfolio.cache_folder import CACHE, write_kept
from acadfolio.manifest import FILE, HEAD, Snapshot, program_of, read_manifest
from acadfolio.model.dates import Day
from acadfolio.rendering import Output
from one_build import write

if TYPE_CHECKING:
    from pathlib import Path

    from acadfolio.manifest import Entry

SETTINGS = ("drafts", False, None, 1_700_000_000)
SUMMARY = {"pages": 3, "line": "3 pages", "warnings": []}
DAYS = (Day(1934, 7, 4), None)
"""Long ago, and for ever."""


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A site that was just built, by a package that nobody edits meanwhile."""
    package = tmp_path / "package"
    (package / "starter").mkdir(parents=True)
    (package / "pipeline.py").write_text("# code")
    (package / "starter" / "base.html").write_text("<html>")
    monkeypatch.setattr(manifest, "PACKAGE", str(package))
    site = tmp_path / "site"
    for name in ("data/site.yml", "content/about.md", "content/posts/first.md", "static/main.css"):
        (site / name).parent.mkdir(parents=True, exist_ok=True)
        (site / name).write_text(name)
    build(site)
    return site


def snapshot(site: Path) -> Snapshot:
    return Snapshot(str(site), str(site / "output"), SETTINGS)


def ask(site: Path, settings: tuple[object, ...] = SETTINGS, output: str = "output") -> object:
    return Snapshot(str(site), str(site / output), settings).unchanged()


def build(site: Path, days: tuple[Day, Day | None] = DAYS) -> None:
    """A build that makes two pages of all sources."""
    end_build(site, snapshot(site), days)


def end_build(site: Path, before: Snapshot, days: tuple[Day, Day | None] = DAYS) -> None:
    write([Output("index.html", b"made"), Output("about/index.html", b"made")], site / "output")
    made = {"index.html": files.bytes_digest(b"made"), "about/index.html": None, ".acadfolio": None}
    before.remember(SUMMARY, days, made)


def entries(site: Path, kind: Literal["inputs", "outputs"]) -> dict[str, Entry | None]:
    """What the manifest holds of the files, as it was written."""
    kept = read_manifest(str(site))
    assert kept is not None
    return kept[kind]


def touch(path: Path) -> None:
    os.utime(path, (1_600_000_000, 1_600_000_000))


def test_nothing_changed_since_the_last_build(site: Path) -> None:
    assert ask(site) == SUMMARY
    assert ask(site) == SUMMARY


def test_a_site_that_was_never_built_has_to_be(tmp_path: Path) -> None:
    assert ask(tmp_path) is None
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("name", ["data/site.yml", "content/posts/first.md", "static/main.css"])
def test_an_input_edited_to_the_same_size_is_a_change(site: Path, name: str) -> None:
    before = (site / name).stat()
    (site / name).write_text(name.upper())
    os.utime(site / name, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert ask(site) is None
    build(site)
    assert ask(site) == SUMMARY


def test_an_input_that_grows_comes_or_goes_is_a_change(site: Path) -> None:
    (site / "data/site.yml").write_text("longer than before")
    assert ask(site) is None
    build(site)
    (site / "templates").mkdir()
    (site / "templates/base.html").write_text("mine")
    assert ask(site) is None
    build(site)
    (site / "content/about.md").unlink()
    assert ask(site) is None


def test_an_input_renamed_is_a_change(site: Path) -> None:
    (site / "content/about.md").rename(site / "content/me.md")
    assert ask(site) is None


def test_a_checkout_that_only_sets_new_times_is_no_change(site: Path) -> None:
    for path in (site / "content").rglob("*.md"):
        content = path.read_bytes()
        path.unlink()
        path.write_bytes(content)
        touch(path)
    assert ask(site) == SUMMARY


def test_what_the_program_brings_is_known_by_its_status_alone(
    site: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files, "FINE", -(10**12))  # As if all of it had been installed long ago.
    (site / "data/site.yml").write_text("edited")
    build(site)
    digests = {path: entry.digest for path, entry in entries(site, "inputs").items() if entry}
    package = tmp_path / "package"
    assert digests[str(package / "pipeline.py")] == ""
    assert digests[str(site / "data/site.yml")] != ""
    assert ask(site) == SUMMARY
    touch(package / "starter" / "base.html")
    assert ask(site) is None


def test_the_digest_of_the_program_changes_with_the_program_and_templates_alone(
    site: Path, tmp_path: Path
) -> None:
    before = program_of(str(site))
    (site / "data/site.yml").write_text("edited")
    assert program_of(str(site)) == before
    (tmp_path / "package" / "starter" / "base.html").write_text("edited")
    of_package = program_of(str(site))
    assert of_package != before
    (site / "templates").mkdir()
    (site / "templates/base.html").write_text("mine")
    assert program_of(str(site)) != of_package


def test_a_build_knows_the_program_from_the_files_that_it_looked_at(site: Path) -> None:
    def snapshot() -> Snapshot:
        return Snapshot(str(site), str(site / "output"), SETTINGS)

    assert snapshot().program() == program_of(str(site))
    (site / "templates/partials").mkdir(parents=True)
    (site / "templates/partials/a.html").write_text("mine")
    assert snapshot().program() == program_of(str(site))
    (site / "templates/loop").symlink_to("loop")
    assert snapshot().program() != snapshot().program()


@pytest.mark.parametrize(
    ("kind", "name"), [("inputs", "data/site.yml"), ("outputs", "output/index.html")]
)
def test_of_a_file_saved_just_now_the_manifest_holds_no_times(
    site: Path, kind: Literal["inputs", "outputs"], name: str
) -> None:
    """On a file system that counts in whole seconds it may change again, and have the same times then."""
    entry = entries(site, kind)[str(site / name)]
    assert entry is not None
    assert entry.status == ((site / name).stat().st_size, 0, 0, 0)


def test_an_output_that_was_edited_is_not_untouched(site: Path) -> None:
    output = site / "output"
    (output / "index.html").write_text("MADE")
    found = files.statuses([str(output / "index.html"), str(output / "about/index.html")])
    by_name = {os.path.relpath(path, output): status for path, status in found.items()}
    untouched = snapshot(site).untouched(by_name)
    assert untouched == {"about/index.html": files.bytes_digest(b"made")}


def test_no_output_is_untouched_if_one_is_deleted_meanwhile(site: Path) -> None:
    pages = [site / "output/index.html", site / "output/about/index.html"]
    by_name = {
        os.path.relpath(page, site / "output"): files.file_status(str(page)) for page in pages
    }
    before = snapshot(site)
    assert len(before.untouched(by_name)) == 2
    pages[0].unlink()
    assert before.untouched(by_name) == {}


def test_an_output_that_is_deleted_while_the_build_ends_is_no_build(site: Path) -> None:
    (site / "data/site.yml").write_text("new")
    before = snapshot(site)
    write([Output("index.html", b"made")], site / "output")
    (site / "output/index.html").unlink()
    before.remember(SUMMARY, DAYS, {"index.html": files.bytes_digest(b"made")})
    assert ask(site) is None


@pytest.mark.parametrize(
    "harm",
    ["edited", "deleted", "added", "folder deleted", "folder is a file now", "marker deleted"],
)
def test_a_changed_output_is_noticed(site: Path, harm: str) -> None:
    output = site / "output"
    match harm:
        case "edited":
            (output / "index.html").write_text("MADE")
        case "deleted":
            (output / "index.html").unlink()
        case "added":
            (output / "mine.txt").touch()
        case "folder deleted":
            shutil.rmtree(output)
        case "folder is a file now":
            shutil.rmtree(output)
            output.touch()
        case "marker deleted":
            (output / ".acadfolio").unlink()
    assert ask(site) is None


def test_a_git_folder_in_the_output_is_no_change(site: Path) -> None:
    (site / "output/.git").mkdir()
    (site / "output/.git/HEAD").touch()
    assert ask(site) == SUMMARY


def test_an_output_copied_elsewhere_and_back_is_no_change(site: Path) -> None:
    shutil.copytree(site / "output", site / "copy")
    shutil.rmtree(site / "output")
    (site / "copy").rename(site / "output")
    assert ask(site) == SUMMARY


def test_what_a_killed_build_left_beside_an_output_that_is_a_link_is_a_change(site: Path) -> None:
    real = (site / "output").rename(site.with_name("real"))
    (site / "output").symlink_to(real)
    assert ask(site) == SUMMARY
    (real.parent / f".{real.name}.acadfolio").mkdir()
    assert ask(site) is None


def test_a_copy_of_a_site_is_another_one_even_with_the_same_output(site: Path) -> None:
    copy = shutil.copytree(site, site.with_name("copy"))
    assert Snapshot(str(copy), str(site / "output"), SETTINGS).unchanged() is None
    assert ask(site) == SUMMARY


def test_another_time_zone_is_a_change(site: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A post with a time may have another day there."""
    with monkeypatch.context() as there:
        there.setenv("TZ", "Asia/Tokyo")
        time.tzset()
        assert ask(site) is None
    time.tzset()
    assert ask(site) == SUMMARY


def test_other_settings_another_output_and_another_python_are_changes(
    site: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert ask(site, ("drafts", True, None, 1_700_000_000)) is None
    assert ask(site, output="elsewhere") is None
    assert ask(site) == SUMMARY
    monkeypatch.setattr(sys, "version", "4.0")
    assert ask(site) is None


@pytest.mark.parametrize("folder", ["site-packages", "dist-packages", "a target of pip's"])
def test_what_is_installed_counts_and_what_python_caches_beside_it_does_not(
    site: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, folder: str
) -> None:
    libraries = tmp_path / folder
    (libraries / "jinja2-3.1.5.dist-info").mkdir(parents=True)
    monkeypatch.syspath_prepend(libraries)
    assert ask(site) is None
    build(site)
    (libraries / "__pycache__").mkdir()
    assert ask(site) == SUMMARY
    (libraries / "jinja2-3.1.5.dist-info").rename(libraries / "jinja2-3.1.6.dist-info")
    assert ask(site) is None


@pytest.mark.parametrize("folder", ["site-packages", "dist-packages"])
def test_what_is_installed_beside_python_counts_and_what_comes_with_it_does_not(
    site: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, folder: str
) -> None:
    """As where there is no virtual environment."""
    python = tmp_path / "lib/python3"
    (python / folder).mkdir(parents=True)
    monkeypatch.setattr(manifest, "PYTHON", str(python))
    monkeypatch.setattr(sys, "path", [str(python), str(python / folder)])
    build(site)
    (python / "pip-26.dist-info").mkdir()
    assert ask(site) == SUMMARY
    (python / folder / "jinja2-3.1.5.dist-info").mkdir()
    assert ask(site) is None


def test_what_is_installed_in_the_current_folder_counts(
    site: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`python -m acadfolio` and `python -c` look there, too, and call it by no name."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [""])
    build(site)
    assert ask(site) == SUMMARY
    (tmp_path / "jinja2-3.1.5.dist-info").mkdir()
    assert ask(site) is None


def test_a_file_is_young_for_two_seconds_where_its_times_are_whole_seconds() -> None:
    second = 10**9
    coarse = files.Status(1, 100 * second, 100 * second, 1)
    fine = files.Status(1, 100 * second - 1, 100 * second, 1)
    clocks = [100 * second + tenths * second // 10 for tenths in (1, 5, 19, 21)]
    assert [files.is_young(coarse, clock) for clock in clocks] == [True, True, True, False]
    assert [files.is_young(fine, clock) for clock in clocks] == [True, False, False, False]


@pytest.mark.parametrize("name", ["pipeline.py", "starter/base.html"])
def test_an_edit_of_the_package_or_its_theme_is_a_change(site: Path, name: str) -> None:
    (site.parent / "package" / name).write_text("edited")
    assert ask(site) is None


def test_an_edit_of_the_theme_beside_an_editable_install_is_a_change(
    site: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    checkout = tmp_path / "checkout"
    (checkout / "src" / "acadfolio").mkdir(parents=True)
    (checkout / "templates").mkdir()
    (checkout / "templates/base.html").write_text("<html>")
    monkeypatch.setattr(manifest, "PACKAGE", str(checkout / "src" / "acadfolio"))
    build(site)
    assert ask(site) == SUMMARY
    (checkout / "templates/base.html").write_text("<HTML>")
    assert ask(site) is None


def test_what_the_interpreter_caches_in_the_package_is_no_change(site: Path) -> None:
    cached = site.parent / "package" / "__pycache__"
    cached.mkdir()
    (cached / "pipeline.pyc").touch()
    assert ask(site) == SUMMARY


@pytest.mark.parametrize(
    ("today", "holds"),
    [
        ((1934, 7, 3), False),
        ((1934, 7, 4), True),
        ((1934, 12, 31), True),
        ((1935, 1, 1), False),
        ((1935, 1, 2), False),
    ],
)
def test_the_answer_is_void_once_a_waiting_post_is_due_and_when_the_clock_was_set_back(
    site: Path, today: Day, monkeypatch: pytest.MonkeyPatch, *, holds: bool
) -> None:
    (site / "data/site.yml").write_text("new")
    build(site, (Day(1934, 7, 4), Day(1935, 1, 1)))
    monkeypatch.setattr(manifest, "day_of_build", lambda: today)
    assert (ask(site) is not None) is holds


@pytest.mark.parametrize("epoch", ["yesterday", "9" * 17, "9" * 30])
def test_where_the_day_cannot_be_known_the_build_is_asked(
    site: Path, epoch: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", epoch)
    assert ask(site) is None


@pytest.mark.parametrize(
    "change", ["edited", "edited keeping its time", "added", "moved in", "deleted"]
)
@pytest.mark.parametrize("settled", [False, True])
def test_what_is_saved_while_a_build_runs_is_noticed(
    site: Path, change: str, *, settled: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if settled:  # As if all sources were older than two seconds.
        monkeypatch.setattr(files, "FINE", -(10**12))
    about = site / "content/about.md"
    (site / "data/site.yml").write_text("new")
    seen = snapshot(site)
    match change:
        case "edited":
            about.write_text("while it runs")
        case "edited keeping its time":
            before = about.stat()
            about.write_text(about.read_text().upper())
            os.utime(about, ns=(before.st_atime_ns, before.st_mtime_ns))
        case "added":
            (site / "content/cv.md").write_text("while it runs")
        case "moved in":
            touch(site / "output/index.html")
            (site / "output/index.html").rename(site / "content/old.md")
        case "deleted":
            about.unlink()
    end_build(site, seen)
    assert ask(site) is None


def test_an_input_saved_while_a_build_runs_is_noticed_even_with_the_same_status(site: Path) -> None:
    """As above, on a file system that counts in whole seconds: what was seen before the build is made to match."""
    path = site / "content/about.md"
    (site / "data/site.yml").write_text("new")
    before = snapshot(site)
    path.write_text(path.read_text().upper())
    assert before.inputs is not None
    before.inputs[str(path)] = files.file_status(str(path))
    end_build(site, before)
    assert ask(site) is None


def test_an_input_saved_while_a_build_is_remembered_is_noticed(
    site: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """To digest large files takes long."""
    monkeypatch.setattr(files, "FINE", -(10**12))
    about = site / "content/about.md"
    about.write_text("one")
    seen = snapshot(site)

    def digest_late(path: str) -> bytes:
        if path == str(about):
            about.write_text("two")
        return files.file_digest(path)

    with monkeypatch.context() as slow:
        slow.setattr(manifest, "file_digest", digest_late)
        end_build(site, seen)
    assert ask(site) is None


def test_links_among_the_sources_are_followed_and_loops_end(site: Path, tmp_path: Path) -> None:
    (tmp_path / "shared").mkdir()
    (tmp_path / "shared/photo.svg").write_text("<svg>")
    (site / "static/shared").symlink_to(tmp_path / "shared")
    (site / "static/loop").symlink_to(site / "static")
    (site / "static/nowhere").symlink_to("gone")
    (site / "static/itself").symlink_to("itself")
    build(site)
    build(site)
    (site / "static/itself").unlink()
    build(site)
    assert ask(site) == SUMMARY
    (tmp_path / "shared/photo.svg").write_text("<SVG>")
    assert ask(site) is None


def test_a_file_that_is_deleted_meanwhile_has_no_status(tmp_path: Path) -> None:
    file = tmp_path / "photo.png"
    file.touch()
    assert files.file_status(str(file)) is not None
    file.unlink()
    assert files.file_status(str(file)) is None


def test_files_beside_a_link_that_leads_nowhere_are_found(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    (tmp_path / "nowhere").symlink_to("gone")
    found = files.files_below([str(tmp_path)], "")
    assert {os.path.relpath(path, tmp_path): bool(status) for path, status in found.items()} == {
        "file": True,
        "nowhere": False,
    }


def test_a_link_to_a_folder_above_is_none(tmp_path: Path) -> None:
    (tmp_path / "one/two/three").mkdir(parents=True)
    (tmp_path / "one/file").touch()
    for name in ("two", "two/three"):
        (tmp_path / "one" / name / "up").symlink_to(tmp_path / "one")
    found = files.files_below([str(tmp_path / "one")], "")
    below = {os.path.relpath(path, tmp_path): status is not None for path, status in found.items()}
    assert below == {"one/file": True, "one/two/up": False, "one/two/three/up": False}


def test_links_in_folders_behind_links_lead_in_a_circle_too(tmp_path: Path) -> None:
    for name in ("one", "two/below"):
        (tmp_path / name).mkdir(parents=True)
    (tmp_path / "one/a").symlink_to("../two")
    (tmp_path / "two/below/b").symlink_to(tmp_path / "one")
    (tmp_path / "two/below/c").symlink_to(tmp_path / "two")
    found = files.files_below([str(tmp_path / "one")], "")
    assert found == {str(tmp_path / "one/a/below" / name): None for name in ("b/a", "c")}


def test_files_whose_paths_are_known_are_seen_as_those_in_a_folder_whose_links_are_not_followed(
    tmp_path: Path,
) -> None:
    (tmp_path / "file").write_text("text")
    (tmp_path / "link").symlink_to("file")
    found = files.statuses([str(tmp_path / name) for name in ("file", "link")])
    assert found == files.files_below([str(tmp_path)], "", follow=False)
    assert [path for path, status in found.items() if status is None] == [str(tmp_path / "link")]


def test_each_of_two_links_to_one_folder_counts(site: Path, tmp_path: Path) -> None:
    (tmp_path / "shared").mkdir()
    (tmp_path / "shared/photo.svg").write_text("<svg>")
    for name in ("one", "two"):
        (site / "static" / name).symlink_to(tmp_path / "shared")
    build(site)
    for name in ("one", "two"):
        assert ask(site) == SUMMARY
        (site / "static" / name).unlink()
        assert ask(site) is None
        build(site)
        (site / "static" / name).symlink_to(tmp_path / "shared")
        assert ask(site) is None
        build(site)


def test_links_that_lead_in_a_circle_count_and_end(site: Path) -> None:
    for name in ("one", "two"):
        (site / "static" / name).mkdir()
    (site / "static/one/a").symlink_to("../two")
    build(site)
    assert ask(site) == SUMMARY
    (site / "static/two/b").symlink_to("../one")
    assert ask(site) is None
    build(site)
    assert ask(site) == SUMMARY


def test_a_program_that_cannot_be_read_is_like_no_other(site: Path) -> None:
    (site / "templates").mkdir(exist_ok=True)
    (site / "templates/loop").symlink_to("loop")
    assert program_of(str(site)) != program_of(str(site))
    assert ask(site) is None


def test_a_pipe_among_the_sources_does_not_stop_the_answer(site: Path) -> None:
    os.mkfifo(site / "static/pipe")
    build(site)
    assert ask(site) == SUMMARY


@pytest.mark.parametrize(
    "harm", ["empty", "cut", "flipped", "text", "folder", "of another version", "gone"]
)
def test_a_harmed_cache_is_no_cache(site: Path, harm: str) -> None:
    stored = site / CACHE / "manifest"
    data = stored.read_bytes()
    match harm:
        case "empty":
            stored.write_bytes(b"")
        case "cut":
            stored.write_bytes(data[:-9])
        case "flipped":
            stored.write_bytes(data[:-20] + bytes([data[-20] ^ 4]) + data[-19:])
        case "text":
            stored.write_text("hello")
        case "folder":
            stored.unlink()
            stored.mkdir()
        case "of another version":
            stored.write_bytes(data.replace(b"manifest 5", b"manifest 4"))
        case "gone":
            shutil.rmtree(site / CACHE)
    assert ask(site) is None
    build(site)
    assert ask(site) == (None if harm == "folder" else SUMMARY)


def test_a_cache_that_cannot_be_written_is_no_cache(site: Path) -> None:
    shutil.rmtree(site / CACHE)
    (site / CACHE).write_text("in the way")
    build(site)
    assert ask(site) is None
    assert (site / CACHE).read_text() == "in the way"


def test_what_a_killed_build_left_in_the_cache_goes(site: Path) -> None:
    left = site / CACHE / "pages.123.456.new"
    left.write_bytes(b"half of it")
    os.utime(left, (time.time() - 86400,) * 2)
    (site / "content/about.md").write_text("Another text, after a day.")
    assert ask(site) is None
    build(site)
    assert ask(site) == SUMMARY
    assert not left.exists()


def test_git_and_backups_pass_the_cache_by(site: Path) -> None:
    assert (site / CACHE / ".gitignore").read_text() == "*\n"
    assert (
        (site / CACHE / "CACHEDIR.TAG")
        .read_text()
        .startswith("Signature: 8a477f597d28d172789f06886806bc55")
    )
    assert sorted(entry.name for entry in (site / CACHE).iterdir()) == [
        ".gitignore",
        "CACHEDIR.TAG",
        "manifest",
    ]


def test_a_relative_and_an_absolute_path_are_the_same_site(
    site: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(site)
    assert Snapshot(".", "output", SETTINGS).unchanged() == SUMMARY
    assert program_of(".") == program_of(str(site))
    (site / "content/about.md").write_text("edited")
    assert Snapshot(".", "output", SETTINGS).unchanged() is None


def test_asking_imports_next_to_nothing(site: Path) -> None:
    program = (
        "from __future__ import annotations; import json, hashlib, sys, zlib; before = set(sys.modules)\n"
        "from acadfolio.manifest import Snapshot\n"
        "Snapshot(sys.argv[1], sys.argv[1] + '/output', ()).unchanged()\n"
        "print(*sorted(set(sys.modules) - before))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, str(site)], capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == [
        "acadfolio",
        "acadfolio.cache_folder",
        "acadfolio.files",
        "acadfolio.manifest",
    ]


@pytest.mark.parametrize(
    "content",
    [
        b"[]",
        b"3",
        b"{}",
        b'{"inputs": 3, "outputs": 3}',
        b'{"inputs": {"a": [1]}, "outputs": {}}',
        b"[" * 100_000,
        b"\xff",
    ],
)
def test_a_manifest_that_somebody_else_wrote_is_like_none(site: Path, content: bytes) -> None:
    write_kept(str(site / CACHE / FILE), HEAD, content)
    assert read_manifest(str(site)) is None
    assert ask(site) is None
