"""What editors, git and reference managers do to files, and what is built for it: once, and the last wins."""

from __future__ import annotations

import asyncio
import os
import subprocess
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from serving import PATIENCE, run, serving, until
from watched import Noting, batches, watched

from acadfolio.output.file import Output
from acadfolio.preview.building import Building
from acadfolio.preview.filesystems import needs_polling
from acadfolio.preview.settling import GRACE, LONG, Settling
from acadfolio.preview.watching import is_noise
from acadfolio.preview.workshop import Round, Workshop
from acadfolio.problems import Location, Problem
from sites import make_site

if TYPE_CHECKING:
    from collections.abc import Callable

    from watched import Batch

TRIES = 4
"""A busy machine may make a pause in the middle of a save; not each time."""
ABOUT = "content/about.md"
SITE = {ABOUT: "First\n", "content/cv.md": "CV\n", "static/images/a.txt": "a\n"}


@pytest.fixture
def site(tmp_path: Path) -> Path:
    return make_site(tmp_path / "site", SITE)


def in_place(path: Path) -> None:
    path.write_text("Second\n")


def cut_and_written_later(path: Path) -> None:
    with path.open("w") as file:
        file.flush()
        threading.Event().wait(0.02)
        file.write("Second\n")


def cut_and_written_when_the_disk_may(path: Path) -> None:
    with path.open("w") as file:
        file.flush()
        threading.Event().wait(GRACE / 2)
        file.write("Second\n")


def as_vim(path: Path) -> None:
    trial, swap, backup = path.with_name("4913"), path.with_name(f".{path.name}.swp"), path.with_name(f"{path.name}~")
    swap.write_text("x")
    trial.write_text("")
    trial.unlink()
    path.rename(backup)
    path.write_text("Second\n")
    backup.unlink()
    swap.unlink()


def as_emacs(path: Path) -> None:
    lock, copy = path.with_name(f".#{path.name}"), path.with_name(f"{path.name}~")
    lock.symlink_to("user@host.1:1")
    copy.write_bytes(path.read_bytes())
    path.write_text("Second\n")
    lock.unlink()


def by_renaming(path: Path) -> None:
    new = path.with_name(f".{path.name}.part-1")
    new.write_text("Second\n")
    new.replace(path)


def removed_and_made_anew(path: Path) -> None:
    path.unlink()
    path.write_text("Second\n")


def by_sed(path: Path) -> None:
    subprocess.run(["sed", "-i", "s/.*/Second/", str(path)], check=True)


def all_at_once(path: Path) -> None:
    for number in range(5):
        path.with_name(f"page-{number}.md").write_text("Page\n")
    path.write_text("Second\n")


SAVES = [
    in_place,
    cut_and_written_later,
    cut_and_written_when_the_disk_may,
    as_vim,
    as_emacs,
    by_renaming,
    removed_and_made_anew,
    by_sed,
    all_at_once,
]


@pytest.mark.parametrize("save", SAVES, ids=lambda save: save.__name__)
def test_a_save_is_one_build_however_the_editor_writes(site: Path, save: Callable[[Path], None]) -> None:
    async def attempt() -> list[Batch]:
        async with watched(site) as settling:
            found = asyncio.create_task(batches(settling, site / ABOUT))
            await asyncio.to_thread(save, site / ABOUT)
            return await found

    assert any(len(asyncio.run(attempt())) == 1 for _ in range(TRIES) if (site / ABOUT).write_text("First\n"))
    assert (site / ABOUT).read_text() == "Second\n"


def test_a_file_that_is_gone_or_empty_is_waited_for(site: Path) -> None:
    gone, empty, other = site / "content/gone.md", site / "content/empty.md", site / "content/cv.md"
    empty.touch()

    async def attempt(first: Path) -> Batch:
        settling = Noting()
        settling.notice([first])
        settled = asyncio.create_task(settling.batch())
        await asyncio.sleep(0.02)
        settling.notice([other])
        return await settled

    for first in (gone, empty):
        assert any(asyncio.run(attempt(first)) == frozenset({first, other}) for _ in range(TRIES))


def test_only_an_empty_file_is_given_time(site: Path) -> None:
    (site / "content/empty.md").touch()

    async def attempt(name: str) -> float:
        settling, begun = Settling(), time.monotonic()
        settling.notice([site / name])
        await asyncio.wait_for(settling.settled(), PATIENCE)
        return time.monotonic() - begun

    for name in (ABOUT, "content/gone.md"):
        assert min(asyncio.run(attempt(name)) for _ in range(TRIES)) < GRACE / 2
    assert asyncio.run(attempt("content/empty.md")) >= GRACE


def test_after_one_file_was_written_the_build_begins_sooner_than_after_several(site: Path) -> None:
    """Where more may come: of several files, of a folder, and of a file that is gone."""

    async def attempt(names: tuple[str, ...]) -> float:
        settling, begun = Settling(), time.monotonic()
        settling.notice([site / name for name in names])
        await asyncio.wait_for(settling.settled(), PATIENCE)
        return time.monotonic() - begun

    assert min(asyncio.run(attempt((ABOUT,))) for _ in range(TRIES)) < LONG
    for names in ((ABOUT, "content/cv.md"), ("content",), ("content/gone.md",)):
        assert asyncio.run(attempt(names)) >= LONG, names


def test_another_branch_is_one_build(tmp_path: Path) -> None:
    site = make_site(tmp_path, SITE)

    def git(*words: str) -> None:
        subprocess.run(
            ["git", "-c", "user.name=A", "-c", "user.email=a@b", *words], cwd=site, check=True, capture_output=True
        )

    git("init", "-q", "-b", "main")
    git("add", ".")
    git("commit", "-qm", "1")
    git("checkout", "-qb", "other")
    make_site(site, {f"content/notes/{number}.md": "Note\n" for number in range(300)} | {ABOUT: "Other\n"})
    git("rm", "-rq", "static")
    git("add", ".")
    git("commit", "-qm", "2")

    async def attempt(branch: str) -> list[Batch]:
        async with watched(site) as settling:
            found = asyncio.create_task(batches(settling, site / ABOUT))
            await asyncio.to_thread(git, "checkout", "-q", branch)
            return await found

    assert any(len(asyncio.run(attempt(branch))) == 1 for branch in ("main", "other") * 2)


def test_what_no_build_reads_starts_none(site: Path) -> None:
    async def attempt() -> list[Batch]:
        async with watched(site) as settling:
            for name in (".about.md.swp", "about.md~", "4913", ".DS_Store", "Thumbs.db"):
                (site / "content" / name).write_text("x")
            (site / "output").mkdir()
            (site / "output/index.html").write_text("x")
            (site / ABOUT).write_text("Second\n")
            return await batches(settling, site / ABOUT)

    assert {path for batch in asyncio.run(attempt()) for path in batch} == {site / ABOUT}
    assert not is_noise(Path("static/.well-known/security.txt"))


def test_a_folder_is_the_files_in_it(site: Path) -> None:
    async def attempt() -> list[Batch]:
        async with watched(site) as settling:
            make_site(site.parent / "elsewhere", {"one/two/page.md": "A\n"})
            (site.parent / "elsewhere/one").rename(site / "content/one")
            return await batches(settling, site / "content/one/two/page.md")

    assert asyncio.run(attempt())


def test_source_folders_may_come_and_go(site: Path) -> None:
    async def attempt() -> None:
        async with watched(site) as settling:
            (site / "content").rename(site / "away")
            assert site in await asyncio.wait_for(settling.batch(), PATIENCE)
            (site / "away").rename(site / "content")
            assert site in await asyncio.wait_for(settling.batch(), PATIENCE)
            (site / ABOUT).write_text("Second\n")
            assert site / ABOUT in await asyncio.wait_for(settling.batch(), PATIENCE)

    asyncio.run(attempt())


def test_a_file_behind_a_link_is_watched_where_it_lies(site: Path) -> None:
    library = site.parent / "zotero/library.bib"
    library.parent.mkdir()
    library.write_text("")
    link = site / "data/papers.bib"
    link.symlink_to(library)

    async def attempt() -> None:
        async with watched(site) as settling:
            by_renaming(library)
            assert await batches(settling, link) == [frozenset({link})]
            later = site / "data/later.bib"
            later.symlink_to(library.with_name("later.bib"))
            library.with_name("later.bib").write_text("")
            await batches(settling, later)
            library.with_name("later.bib").write_text("@book{a}")
            await batches(settling, later)

    asyncio.run(attempt())


async def more_than(number: int, rounds: list[Round]) -> None:
    await asyncio.to_thread(until, lambda: len(rounds) > number, "nothing was built")


class Slow(Workshop):
    """Takes until it may go on."""

    def __init__(self, site: Path) -> None:
        super().__init__(site)
        self.begun, self.may_end = threading.Event(), threading.Event()

    def build(self) -> Round:
        self.begun.set()
        self.may_end.wait(PATIENCE)
        return Round({}, frozenset(), ())


def test_what_changes_during_a_build_is_built_once_after_it() -> None:
    rounds: list[Round] = []

    async def attempt() -> None:
        settling, workshop = Settling(), Slow(Path())
        task = asyncio.create_task(Building(workshop, settling, rounds.append).run())
        await asyncio.sleep(0.2)
        assert not workshop.begun.is_set()  # Nothing has changed yet.
        settling.notice([Path("/1")])
        await asyncio.to_thread(workshop.begun.wait, PATIENCE)
        settling.notice([Path("/2")])
        await asyncio.sleep(0.2)
        settling.notice([Path("/3")])
        workshop.may_end.set()
        await more_than(1, rounds)
        await asyncio.sleep(0.2)
        task.cancel()

    asyncio.run(attempt())
    assert len(rounds) == 2


class Written(Workshop):
    """What it makes is known; while it makes the second round, a file goes on being written."""

    def __init__(self, site: Path, rounds: list[Round], meanwhile: Callable[[], object]) -> None:
        super().__init__(site)
        self.rounds, self.meanwhile = rounds, meanwhile

    def build(self) -> Round:
        if len(self.rounds) == 2:
            self.meanwhile()
        return self.rounds.pop(0)


def test_what_changed_with_a_mistake_that_passes_is_told_with_the_next_build() -> None:
    told: list[Round] = []
    outputs = {"a.css": Output("a.css")}
    passing = Problem(Location("data/news.yml"), "Half of it", severity="warning")
    rounds = [
        Round(outputs, frozenset({"a.css"})),
        Round(outputs, frozenset({"b.css"}), (passing,)),
        Round(outputs, frozenset({"c.css"})),
    ]

    async def attempt() -> None:
        settling, loop = Settling(), asyncio.get_running_loop()
        workshop = Written(Path(), rounds, lambda: loop.call_soon_threadsafe(settling.notice, [Path("/2")]))
        building = Building(workshop, settling, told.append)
        await building.first()
        task = asyncio.create_task(building.run())
        settling.notice([Path("/1")])
        await more_than(1, told)
        task.cancel()

    asyncio.run(attempt())
    assert [round_.changed for round_ in told] == [frozenset({"a.css"}), frozenset({"b.css", "c.css"})]
    assert not any(round_.problems for round_ in told)


class Failing(Workshop):
    """As one with a mistake of ours would, at the second build."""

    builds = 0

    def build(self) -> Round:
        self.builds += 1
        if self.builds == 2:
            raise KeyError("nothing\nof the kind")
        return super().build()


def test_a_mistake_of_ours_is_told_and_ends_nothing(site: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rounds: list[Round] = []

    async def attempt() -> None:
        settling = Settling()
        building = Building(Failing(site), settling, rounds.append)
        await building.first()
        task = asyncio.create_task(building.run())
        for _ in range(2):
            seen = len(rounds)
            (site / ABOUT).write_text("Second\n")
            settling.notice([site / ABOUT])
            await more_than(seen, rounds)
        task.cancel()

    asyncio.run(attempt())
    first, failed, mended = rounds
    assert failed.outputs == first.outputs
    assert "KeyError" in failed.problems[0].message
    assert "Traceback" in capsys.readouterr().err
    assert mended.problems == ()
    assert b"Second" in mended.outputs["index.html"].content  # What was left undone is done.


def test_rounds_say_what_changed(site: Path) -> None:
    workshop = Workshop(site)
    assert "index.html" in workshop.build().changed
    assert workshop.build().changed == frozenset()
    make_site(site, {ABOUT: "Second\n", "static/images/a.txt": "b\n", "static/images/b.txt": "b\n"})
    (site / "content/cv.md").unlink()
    changed = workshop.build().changed
    assert changed >= {"index.html", "images/a.txt", "images/b.txt", "cv/index.html"}
    assert "404.html" not in changed
    make_site(site, {"data/news.yml": "- {dat: 1}\n", ABOUT: "Third\n"})
    broken = workshop.build()
    assert b"Second" in broken.outputs["index.html"].content
    assert broken.changed == frozenset()
    assert {problem.severity for problem in broken.problems} == {"error"}


def test_shared_folders_are_looked_at_again_and_again(tmp_path: Path) -> None:
    mounts = tmp_path / "mounts"
    (tmp_path / "my site").mkdir()
    for kind, polls in {"ext4": False, "nfs4": True, "9p": True, "fuse.sshfs": True, "overlay": False}.items():
        mounts.write_text(f"/dev/a / ext4 rw 0 0\nserver:/x {tmp_path}/my\\040site {kind} rw 0 0\n")
        assert needs_polling([tmp_path / "my site"], mounts) is polls
        assert needs_polling([tmp_path], mounts) is False
    assert needs_polling([tmp_path], tmp_path / "none") is False


def test_where_the_system_tells_nothing_saves_are_seen_all_the_same(site: Path) -> None:
    with serving(site, WATCHFILES_FORCE_POLLING="true") as served:
        served.wait_to_be_told("looked at four times a second")
        for text in ("Again\n", "Twice\n"):  # Of the same length, within a second.
            (site / ABOUT).write_text(text)
            served.wait_for("/", text.strip())
        (site / "content").rename(site / "away")
        served.wait_for("/", "Twice", gone=True)
        (site / "away").rename(site / "content")
        served.wait_for("/", "Twice")


def test_what_may_not_be_read_is_looked_at_no_more_than_watched(site: Path) -> None:
    secret = site / "static/secret"
    secret.mkdir(mode=0)
    before = ("setpriv", "--bounding-set", "-dac_override,-dac_read_search") if os.geteuid() == 0 else ()
    if subprocess.run([*before, "true"], capture_output=True, check=False).returncode:
        pytest.skip("root may read everything here")
    with serving(site, before=before, WATCHFILES_FORCE_POLLING="true") as served:
        assert "cannot be read" in served.wait_to_be_told("static/secret")
        secret.rmdir()
        served.wait_to_be_told("All mended.")


@pytest.mark.parametrize("polling", ["true", "false"])
def test_a_link_that_leads_in_circles_ends_no_preview(polling: str, site: Path) -> None:
    (site / "static/before").symlink_to("before")
    with serving(site, WATCHFILES_FORCE_POLLING=polling) as served:
        served.wait_to_be_told("static/before")
        (site / "content/after.md").symlink_to("after.md")
        (site / "beside").symlink_to("beside")
        served.wait_to_be_told("content/after.md")
        for link in ("static/before", "content/after.md"):
            (site / link).unlink()
        served.wait_to_be_told("All mended.")
        (site / ABOUT).write_text("Second\n")
        served.wait_for("/", "Second")


def with_package(folder: Path, watchfiles: str) -> str:
    """A PYTHONPATH on which the package watchfiles is this module."""
    make_site(folder, {"watchfiles.py": watchfiles})
    return str(folder)


@pytest.mark.parametrize("broken", ["raise ImportError('wrong ELF class')", "# It has no `watch`."])
def test_without_a_package_that_hears_of_changes_files_are_looked_at(broken: str, site: Path, tmp_path: Path) -> None:
    with serving(site, PYTHONPATH=with_package(tmp_path / "packages", broken)) as served:
        assert "Install acadfolio again" in served.wait_to_be_told("The package watchfiles does not work")
        (site / ABOUT).write_text("Second\n")
        served.wait_for("/", "Second")
        assert "".join(served.told).count("four times a second") == 1


def test_a_mistake_in_watching_ends_the_preview_and_is_told(site: Path, tmp_path: Path) -> None:
    ended = run(site, "--port", "0", PYTHONPATH=with_package(tmp_path / "packages", "def watch(): pass\n"))
    assert ended.returncode == 1
    assert "TypeError" in ended.stderr


def test_a_system_that_can_watch_no_more_is_no_reason_to_end(site: Path) -> None:
    limit = 'echo 0 > /proc/sys/user/max_inotify_instances && exec "$@"'
    before = ("unshare", "-Ur", "sh", "-c", limit, "sh")
    if subprocess.run([*before, "true"], capture_output=True, check=False).returncode:
        pytest.skip("no user namespaces here")
    with serving(site, before=before) as served:
        served.wait_to_be_told("looked at four times a second")
        (site / ABOUT).write_text("Second\n")
        served.wait_for("/", "Second")
