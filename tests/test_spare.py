"""What a build replaced is kept, and the next build needs to change in it only what differs."""

from __future__ import annotations

import os
import random
import shutil
import signal
import subprocess
from contextlib import suppress
from typing import TYPE_CHECKING

import pytest

from acadfolio.output import spare
from acadfolio.output.file import Output
from acadfolio.output.guards import MARKER
from acadfolio.output.write import writing

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from acadfolio.output.write import Written

SITE = {
    "index.html": b"home",
    "a/index.html": b"a",
    "b/c/index.html": b"c",
    "b/d/index.html": b"d",
    "main.css": b"p {}",
}


class Site:
    """An output folder and the cache of its site, in a folder that holds nothing else."""

    def __init__(self, folder: Path, *, is_large: bool = False) -> None:
        self.is_large = is_large
        self.output, self.cache = folder / "output", folder / "cache"
        self.spare = self.cache / "spare"

    def build(self, files: dict[str, bytes], output: Path | None = None) -> Written:
        self.cache.mkdir(exist_ok=True)
        with writing(output or self.output, None, lambda: str(self.cache), is_large=self.is_large) as job:
            job.take(Output(path, content) for path, content in files.items())
        assert {entry.name for entry in self.output.parent.iterdir()} <= {"output", "other", "cache"}
        assert held(output or self.output) == files
        return job.written()


def held(folder: Path) -> dict[str, bytes]:
    """Every file below a folder but the marker, which has to be there."""
    files = [path for path in folder.rglob("*") if path.is_file() or path.is_symlink()]
    held = {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}
    assert held.pop(MARKER)
    assert not folder.is_symlink()
    assert {path for path in folder.rglob("*") if path.is_dir()} <= {above for path in files for above in path.parents}
    return held


@pytest.fixture(params=[False, True], ids=["looked through at last", "looked through ahead"])
def site(tmp_path: Path, request: pytest.FixtureRequest) -> Site:
    """One that was built twice: what the second build replaced is kept."""
    site = Site(tmp_path, is_large=request.param)
    site.build(SITE)
    site.build(SITE | {"index.html": b"home 2", "a/index.html": b"a 2"})
    assert site.spare.is_dir()
    return site


def changed(number: int) -> dict[str, bytes]:
    return SITE | {"index.html": f"home {number}".encode(), "a/index.html": f"a {number}".encode()}


def test_two_folders_take_turns(site: Site) -> None:
    first = site.output.stat().st_ino
    site.build(changed(3))
    second = site.output.stat().st_ino
    assert first != second
    for number in range(4, 8):
        site.build(changed(number))
        assert site.output.stat().st_ino == (first if number % 2 == 0 else second)


@pytest.mark.parametrize("mishap", [None, ValueError])
def test_what_is_not_needed_stays_for_the_next_build(site: Site, mishap: type[Exception] | None) -> None:
    """One page alone goes in by itself; and a build may fail."""
    kept, now = site.spare.stat().st_ino, site.output.stat().st_ino
    alone = SITE | {"index.html": b"home alone", "a/index.html": b"a 2"}
    with suppress(ValueError), writing(site.output, None, lambda: str(site.cache), is_large=site.is_large) as job:
        job.take(Output(path, content) for path, content in alone.items())
        if mishap is not None:
            raise mishap
    assert (site.spare.stat().st_ino, site.output.stat().st_ino) == (kept, now)
    assert (held(site.output) == alone) == (mishap is None)
    site.build(changed(5))
    assert site.output.stat().st_ino != now


def test_a_page_that_did_not_change_is_the_same_file(site: Site) -> None:
    before = (site.output / "b/c/index.html").stat()
    site.build(changed(3))
    after = (site.output / "b/c/index.html").stat()
    assert (after.st_ino, after.st_ctime_ns) == (before.st_ino, before.st_ctime_ns)


def test_without_a_cache_nothing_is_kept(tmp_path: Path) -> None:
    for number in range(3):
        with writing(tmp_path / "output") as job:
            job.take(Output(path, content) for path, content in changed(number).items())
    assert [entry.name for entry in tmp_path.iterdir()] == ["output"]


@pytest.mark.parametrize(
    "files",
    [
        {},
        {"index.html": b"alone"},
        SITE | {"new/one/index.html": b"1", "new/two/index.html": b"2"},
        {"a": b"a file", "b": b"another", "index.html": b"x"},
        {"index.html/index.html": b"in a folder", "main.css/x": b"y"},
    ],
    ids=["nothing", "one page", "new folders", "folders become files", "files become folders"],
)
def test_whatever_comes_is_what_stands_there(site: Site, files: dict[str, bytes]) -> None:
    site.build(files)
    site.build(changed(4))
    site.build(files)


def test_an_empty_folder_does_not_stay_behind(site: Site) -> None:
    site.build({"index.html": b"alone", "a/index.html": b"a"})
    site.build({"index.html": b"alone again", "a/index.html": b"a again"})
    assert sorted(path.name for path in site.output.iterdir()) == [MARKER, "a", "index.html"]


def test_an_empty_folder_that_somebody_made_costs_no_build_the_kept_one(site: Site) -> None:
    (site.output / "mine").mkdir()
    first = site.output.stat().st_ino
    for number in (3, 4):
        site.build(changed(number))
    assert site.output.stat().st_ino == first


def _edit(site: Site) -> None:
    (site.output / "b/c/index.html").write_bytes(b"by hand")


def _replace(site: Site) -> None:
    (site.output / "b/c/index.html").unlink()
    (site.output / "b/c/index.html").write_bytes(b"by hand, anew")


def _remove(site: Site) -> None:
    shutil.rmtree(site.output / "b")


def _add(site: Site) -> None:
    (site.output / "b/mine.txt").write_bytes(b"mine")


def _link(site: Site) -> None:
    (site.output / "b/elsewhere").symlink_to(site.cache)


def _remove_all(site: Site) -> None:
    shutil.rmtree(site.output)


def _add_an_empty_folder(site: Site) -> None:
    (site.output / "b/mine/deep").mkdir(parents=True)


def _add_to_the_spare(site: Site) -> None:
    (site.spare / "tree/b/mine.txt").write_bytes(b"mine")


def _add_an_empty_folder_to_the_spare(site: Site) -> None:
    (site.spare / "tree/b/mine").mkdir()


def _lead_elsewhere(site: Site) -> None:
    """What a link leads to is nobody's spare: a build must not change it."""
    others = site.cache / "others"
    shutil.copytree(site.spare / "tree", others)
    shutil.rmtree(site.spare / "tree")
    (site.spare / "tree").symlink_to(others)


def _lose_the_tree(site: Site) -> None:
    shutil.rmtree(site.spare / "tree")


def _lose_a_file(site: Site) -> None:
    (site.spare / "tree/b/c/index.html").unlink()


def _change_a_file(site: Site) -> None:
    kept = site.spare / "tree/b/c/index.html"
    kept.unlink()
    kept.write_bytes(b"x")


def _change_a_file_that_keeps_its_size_and_time(site: Site) -> None:
    kept = site.spare / "tree/b/c/index.html"
    before = kept.stat()
    kept.unlink()
    kept.write_bytes(b"x")
    os.utime(kept, ns=(before.st_atime_ns, before.st_mtime_ns))


def _put_a_folder(site: Site) -> None:
    kept = site.spare / "tree/b/c/index.html"
    kept.unlink()
    (kept / "deep").mkdir(parents=True)


def _put_a_file(site: Site) -> None:
    shutil.rmtree(site.spare)
    site.spare.write_bytes(b"a file")


def _put_a_link(site: Site) -> None:
    site.spare.rename(site.cache / "moved")
    site.spare.symlink_to(site.cache / "moved")


@pytest.mark.parametrize(
    "mishap",
    [
        *(_edit, _replace, _remove, _add, _link, _remove_all),
        *(_add_an_empty_folder, _add_to_the_spare, _add_an_empty_folder_to_the_spare, _lead_elsewhere),
        *(_lose_the_tree, _lose_a_file, _change_a_file, _put_a_folder, _put_a_file, _put_a_link),
        _change_a_file_that_keeps_its_size_and_time,
    ],
)
def test_whatever_happened_to_either_folder_the_next_build_is_right(site: Site, mishap: Callable[[Site], None]) -> None:
    mishap(site)
    site.build(changed(3))
    site.build(changed(4))
    site.build(changed(5))


def test_a_spare_that_cannot_be_used_is_none_for_the_next_build_either(site: Site) -> None:
    _add_an_empty_folder_to_the_spare(site)
    site.build(changed(3))
    assert not (site.spare / "tree/b/mine").exists()
    site.build(changed(4))
    assert site.spare.is_dir()


def test_what_a_killed_build_had_in_its_hands_the_next_one_uses(site: Site) -> None:
    kept = (site.spare / "tree").stat().st_ino
    child = os.fork()
    if not child:
        with writing(site.output, None, lambda: str(site.cache), is_large=True):
            os.kill(os.getpid(), signal.SIGKILL)
    os.waitpid(child, 0)
    assert not site.spare.exists()
    site.build(changed(3))
    assert site.output.stat().st_ino == kept


@pytest.mark.parametrize("step", ["_remove", "_link", "copy_mode", "remove_empty"])
def test_a_build_that_is_killed_while_it_uses_it_is_of_no_harm(site: Site, step: str) -> None:
    def die(*_: object) -> None:
        os.kill(os.getpid(), signal.SIGKILL)

    child = os.fork()
    if not child:
        whose = spare.Spare if hasattr(spare.Spare, step) else spare
        setattr(whose, step, die)
        site.build(changed(3))
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == -signal.SIGKILL
    for number in (4, 5):
        site.build(changed(number))
        assert [entry.name for entry in site.spare.iterdir()] == ["tree"]


def test_what_a_link_in_the_place_of_the_kept_folder_leads_to_is_left_alone(site: Site) -> None:
    _put_a_link(site)
    tree = site.cache / "moved/tree"
    before = held(tree)
    site.build(changed(3))
    assert held(tree) == before


def test_random_sites_follow_each_other(tmp_path: Path) -> None:
    chance = random.Random(1903)  # noqa: S311
    site = Site(tmp_path)
    for _ in range(60):
        names = [f"{folder}/{page}" for folder in ("a", "b/c", "b/d/e") for page in range(4)]
        files = {name: str(chance.randrange(3)).encode() for name in names if chance.random() < 0.7}
        site.build(files)


def test_what_a_link_in_the_output_leads_to_is_left_alone(site: Site, tmp_path_factory: pytest.TempPathFactory) -> None:
    others = tmp_path_factory.mktemp("others")
    (others / "mine.txt").write_bytes(b"mine")
    (site.output / "b/elsewhere").symlink_to(others)
    for number in range(3, 6):
        site.build(changed(number))
    assert (others / "mine.txt").read_bytes() == b"mine"


def test_two_outputs_of_one_site_do_not_mix(site: Site) -> None:
    other = site.output.with_name("other")
    for number in range(3, 8):
        site.build(changed(number))
        site.build({"index.html": str(number).encode(), "b/d/index.html": b"d"}, other)


def test_git_in_the_output_stays_there(site: Site) -> None:
    subprocess.run(["git", "init", "-q", str(site.output)], check=True)
    for number in range(3, 6):
        with writing(site.output, None, lambda: str(site.cache)) as job:
            job.take(Output(path, content) for path, content in changed(number).items())
        assert (site.output / ".git/HEAD").is_file()
        assert not (site.spare / "tree/.git").exists()


def test_the_permissions_of_the_output_stay(site: Site) -> None:
    site.output.chmod(0o750)
    for number in range(3, 6):
        site.build(changed(number))
        assert site.output.stat().st_mode & 0o777 == 0o750


def test_a_cache_that_cannot_be_made_is_done_without(tmp_path: Path) -> None:
    def no_cache() -> str:
        raise PermissionError(13, "no", "cache")

    for number in range(3):
        with writing(tmp_path / "output", None, no_cache) as job:
            job.take(Output(path, content) for path, content in changed(number).items())
    assert [entry.name for entry in tmp_path.iterdir()] == ["output"]


def test_what_came_into_the_output_during_a_build_does_not_come_back(site: Site) -> None:
    with writing(site.output, None, lambda: str(site.cache)) as job:
        job.take(Output(path, content) for path, content in changed(3).items())
        (site.output / "b/mine.txt").write_bytes(b"mine")
    site.build(changed(4))
    site.build(changed(5))


def test_what_is_kept_is_the_old_folder_and_nothing_else(site: Site) -> None:
    for number in (3, 4):
        site.build(changed(number))
        assert [entry.name for entry in site.spare.iterdir()] == ["tree"]
        assert (site.spare / "tree/index.html").read_bytes() != (site.output / "index.html").read_bytes()
