"""What the preview notices in a site's folders, whatever editors, git and reference managers do there."""

from __future__ import annotations

import os
import queue
import shutil
import subprocess
import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest

from acadfolio.preview.watcher import changes
from sites import make_site

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

ABOUT = "content/about.md"
PATIENCE = 30


class Noticed:
    """The changes that were noticed, in a thread."""

    def __init__(self, site: Path) -> None:
        self.stopped = threading.Event()
        self.changes: queue.Queue[set[str]] = queue.Queue()
        self.warnings: list[str] = []
        self.thread = threading.Thread(target=self._run, args=[site])

    def _run(self, site: Path) -> None:
        for changed in changes(site, self.stopped, self.warnings.append):
            self.changes.put(changed)

    def count(self) -> int:
        """The changes until it is quiet; the first may take a while."""
        found = 0
        for _ in range(PATIENCE * 5):
            if self.changes.get(timeout=PATIENCE):
                found += 1
            elif found:
                return found
        return found

    def is_quiet(self) -> bool:
        """Whether nothing is noticed for a while."""
        return not any(self.changes.get(timeout=PATIENCE) for _ in range(3))


@contextmanager
def watching(site: Path) -> Iterator[Noticed]:
    noticed = Noticed(site)
    noticed.thread.start()
    try:
        assert noticed.count() == 1  # What changed before the watch began.
        yield noticed
    finally:
        noticed.stopped.set()
        noticed.thread.join(PATIENCE)
    assert not noticed.thread.is_alive()


@pytest.fixture
def site(tmp_path: Path) -> Path:
    return make_site(
        tmp_path / "above/site", {ABOUT: "First\n", "content/cv.md": "CV\n", "static/a.txt": "a\n"}
    )


def in_place(path: Path) -> None:
    path.write_text("Second\n")


def as_vim(path: Path) -> None:
    trial, swap, backup = (
        path.with_name("4913"),
        path.with_name(f".{path.name}.swp"),
        path.with_name(f"{path.name}~"),
    )
    swap.write_text("x")
    trial.write_text("")
    trial.unlink()
    path.rename(backup)
    path.write_text("Second\n")
    backup.unlink()
    swap.unlink()


def by_renaming(path: Path) -> None:
    new = path.with_name(f".{path.name}.part-1")
    new.write_text("Second\n")
    new.replace(path)


def removed(path: Path) -> None:
    path.unlink()


@pytest.mark.parametrize(
    "save", [in_place, as_vim, by_renaming, removed], ids=lambda save: save.__name__
)
def test_a_save_is_noticed_however_the_editor_writes(
    site: Path, save: Callable[[Path], None]
) -> None:
    with watching(site) as noticed:
        save(site / ABOUT)
        assert noticed.count()


def test_files_that_no_build_reads_are_ignored(site: Path) -> None:
    with watching(site) as noticed:
        for name in (".about.md.swp", "about.md~", "4913", ".DS_Store"):
            (site / "content" / name).write_text("x")
        (site / "output").mkdir()
        (site / "output/index.html").write_text("x")
        assert noticed.is_quiet()
        (site / "static/.well-known").mkdir()
        assert noticed.count()


def test_source_folders_may_come_and_go(site: Path) -> None:
    with watching(site) as noticed:
        for source, target in (("content", "away"), ("away", "content")):
            (site / source).rename(site / target)
            assert noticed.count()
        make_site(site, {"data/news/more.yml": "[]\n", "templates/a.html": ""})
        assert noticed.count()
        for path in (ABOUT, "templates/a.html", "data/news/more.yml"):
            (site / path).write_text("Again\n")
            assert noticed.count(), path


def moved(site: Path) -> None:
    shutil.copytree(site, copy := site.with_name("copy"))
    site.rename(site.with_name("old"))
    copy.rename(site)


def moved_with_the_folder_above(site: Path) -> None:
    moved(site.parent)


@pytest.mark.parametrize("replace", [moved, moved_with_the_folder_above])
def test_a_folder_that_takes_the_sites_place_is_watched(
    replace: Callable[[Path], None], site: Path
) -> None:
    with watching(site) as noticed:
        replace(site)
        assert noticed.count()
        for text in ("Second\n", "Third\n"):
            (site / ABOUT).write_text(text)
            assert noticed.count()


def test_an_empty_folder_is_watched_until_it_is_a_site(tmp_path: Path) -> None:
    with watching(tmp_path) as noticed:
        assert noticed.is_quiet()
        make_site(tmp_path, {ABOUT: "First\n"})
        assert noticed.count()


def test_the_target_of_a_linked_file_is_watched(site: Path, tmp_path: Path) -> None:
    library = tmp_path / "library.bib"
    library.write_text("")
    (site / "data/papers.bib").symlink_to(library)
    with watching(site) as noticed:
        by_renaming(library)
        assert noticed.count()
        later = tmp_path / "later.bib"
        (site / "data/later.bib").symlink_to(later)
        assert noticed.count()
        for text in ("", "@book{a}"):
            later.write_text(text)
            assert noticed.count()


def repointed(link: Path, target: Path) -> None:
    """In one step, as `ln -sfn` does."""
    new = link.with_name(".new")
    new.symlink_to(target)
    new.replace(link)


def test_the_target_of_a_linked_folder_is_watched(site: Path, tmp_path: Path) -> None:
    one, two = (make_site(tmp_path / name, {"page.md": name}) for name in ("one", "two"))
    link = site / "content/linked"
    with watching(site) as noticed:
        link.symlink_to(one)
        assert noticed.count()
        for folder in (one, two):
            for name in ("page.md", "new.md"):
                (folder / name).write_text("More\n")
                assert noticed.count()
            repointed(link, two)
            assert noticed.count()


def test_a_link_that_leads_in_circles_ends_nothing(site: Path) -> None:
    (site / "static/before").symlink_to("before")
    (site / "static/above").symlink_to("../..")
    with watching(site) as noticed:
        (site / "content/after.md").symlink_to("after.md")
        assert noticed.count()
        (site / ABOUT).write_text("Second\n")
        assert noticed.count()


def test_another_branch_is_noticed_as_a_whole(tmp_path: Path) -> None:
    site = make_site(tmp_path, {ABOUT: "First\n"})

    def git(*words: str) -> None:
        command = ["git", "-c", "user.name=A", "-c", "user.email=a@b", *words]
        subprocess.run(command, cwd=site, check=True, capture_output=True)

    git("init", "-q", "-b", "main")
    git("add", ".")
    git("commit", "-qm", "1")
    git("checkout", "-qb", "other")
    make_site(
        site, {f"content/notes/{number}.md": "Note\n" for number in range(300)} | {ABOUT: "Other\n"}
    )
    git("add", ".")
    git("commit", "-qm", "2")
    with watching(site) as noticed:
        git("checkout", "-q", "main")
        assert noticed.count() < 10


def test_folders_of_other_machines_can_be_polled(
    site: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("WATCHFILES_FORCE_POLLING", "true")
    os.utime(site / ABOUT, (1, 1))  # Polling compares whole seconds.
    with watching(site) as noticed:
        (site / ABOUT).write_text("Second\n")
        assert noticed.count()
        (site / "content").rename(site / "away")
        assert noticed.count()


def test_a_system_that_reports_no_changes_is_polled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As one that has no more watches to give."""
    import watchfiles

    watch = watchfiles.watch

    def without_watches(*folders: Path, force_polling: bool | None, **options: object) -> object:
        if not force_polling:
            raise OSError("no more")
        return watch(*folders, force_polling=True, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(watchfiles, "watch", without_watches)
    site = make_site(tmp_path, {ABOUT: "First\n"})
    os.utime(site / ABOUT, (1, 1))
    with watching(site) as noticed:
        (site / ABOUT).write_text("Second\n")
        assert noticed.count()
        assert len(noticed.warnings) == 1
        assert "no more" in noticed.warnings[0]
