"""Another process looks through folders, and says what is there; or else it is looked at here."""

from __future__ import annotations

import fcntl
import os
import signal
import termios
import time
from typing import TYPE_CHECKING

import pytest

from acadfolio import looking
from acadfolio.looking import Lookout, look_through
from acadfolio.workers import may_fork

if TYPE_CHECKING:
    from pathlib import Path

AHEAD = pytest.mark.skipif(not may_fork(), reason="one processor, or no fork: nobody looks ahead")


@pytest.fixture
def folders(tmp_path: Path) -> tuple[str, str]:
    for number in range(600):
        (tmp_path / "one" / f"page-{number}").mkdir(parents=True)
        (tmp_path / "one" / f"page-{number}" / "index.html").write_text(f"{number}")
    (tmp_path / "one/.git").mkdir()
    (tmp_path / "one/.git/config").write_text("")
    (tmp_path / "two/empty").mkdir(parents=True)
    (tmp_path / "two/link").symlink_to(tmp_path / "one")
    return str(tmp_path / "one"), str(tmp_path / "two")


def test_what_is_told_is_what_one_would_see(folders: tuple[str, str]) -> None:
    one, two = folders
    git = os.path.join(one, ".git")  # noqa: PTH118 - as it is skipped
    with Lookout((one, git), (two, "")) as lookout:
        seen = lookout.seen(one, git), lookout.seen(two, "")
    assert seen == (look_through(one, git), look_through(two, ""))
    assert len(seen[0][0]) == 600
    assert seen[1] == ({f"{two}/link": None}, [f"{two}/empty"])


@AHEAD
def test_it_was_looked_at_by_somebody_else(folders: tuple[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    with Lookout(*((folder, "") for folder in folders)) as lookout:
        monkeypatch.setattr(looking, "look_through", None)
        for folder in folders:
            assert lookout.seen(folder, "")
        with pytest.raises(TypeError):  # There are no more.
            lookout.seen(folders[0], "")


@AHEAD
def test_what_a_killed_process_did_not_tell_is_looked_at_here(folders: tuple[str, str]) -> None:
    with Lookout(*((folder, "") for folder in folders)) as lookout:
        os.kill(lookout.process, signal.SIGKILL)
        assert [lookout.seen(folder, "") for folder in folders] == [look_through(folder, "") for folder in folders]


def wait_for_a_full_pipe(lookout: Lookout) -> None:
    """Until no more comes, as nobody listens."""
    assert lookout._ear is not None  # noqa: SLF001
    end, before = time.monotonic() + 30, b""
    while (waiting := fcntl.ioctl(lookout._ear, termios.FIONREAD, bytes(4))) != before or not any(waiting):  # noqa: SLF001
        assert time.monotonic() < end
        before = waiting
        time.sleep(0.2)


@AHEAD
def test_what_half_was_told_by_a_killed_process_is_looked_at_here(folders: tuple[str, str]) -> None:
    with Lookout(*[(folders[0], "")] * 9) as lookout:  # More than waits in a pipe.
        wait_for_a_full_pipe(lookout)
        os.kill(lookout.process, signal.SIGKILL)
        os.waitid(os.P_PID, lookout.process, os.WEXITED | os.WNOWAIT)
        for _ in range(9):
            assert lookout.seen(folders[0], "") == look_through(folders[0], "")


@AHEAD
def test_who_asks_for_another_folder_than_comes_next_gets_that_one(folders: tuple[str, str]) -> None:
    one, two = folders
    with Lookout((one, ""), (two, "")) as lookout:
        assert lookout.seen(two, "") == look_through(two, "")


def test_a_folder_that_is_gone_is_for_who_asks_to_find_out(folders: tuple[str, str], tmp_path: Path) -> None:
    gone = str(tmp_path / "gone")
    with Lookout((gone, ""), (folders[0], "")) as lookout:
        assert lookout.seen(gone, "") == look_through(gone, "") == ({gone: None}, [])
        assert lookout.seen(folders[0], "") == look_through(folders[0], "")


@AHEAD
def test_nobody_stays_behind(folders: tuple[str, str]) -> None:
    with Lookout(*((folder, "") for folder in folders)) as lookout:
        pass
    with pytest.raises(ChildProcessError):
        os.waitpid(lookout.process, os.WNOHANG)


@AHEAD
def test_who_may_have_no_more_processes_looks_for_himself(
    folders: tuple[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused() -> int:
        raise OSError

    open_before = len(os.listdir("/proc/self/fd"))  # noqa: PTH208 - names are enough
    monkeypatch.setattr(os, "fork", refused)
    with Lookout((folders[0], "")) as lookout:
        assert lookout.seen(folders[0], "") == look_through(folders[0], "")
    assert len(os.listdir("/proc/self/fd")) == open_before  # noqa: PTH208


@AHEAD
def test_who_may_open_no_more_files_looks_for_himself(
    folders: tuple[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused() -> tuple[int, int]:
        raise OSError

    monkeypatch.setattr(os, "pipe", refused)
    with Lookout((folders[0], "")) as lookout:
        assert lookout.seen(folders[0], "") == look_through(folders[0], "")


@AHEAD
@pytest.mark.parametrize("number", [3, 500])
def test_it_keeps_nobody_waiting_for_the_end_of_another_pipe(folders: tuple[str, str], number: int) -> None:
    """Whatever the numbers of its ends are: below those of its own, or above."""
    ear, first = os.pipe()
    mouth = fcntl.fcntl(first, fcntl.F_DUPFD, number)
    os.close(first)
    with Lookout(*((folder, "") for folder in folders)) as lookout:
        os.close(mouth)
        assert os.read(ear, 1) == b""  # It would wait here, as long as somebody may write.
        os.kill(lookout.process, 0)
    os.close(ear)


@AHEAD
def test_it_ends_by_itself_when_nobody_listens(folders: tuple[str, str]) -> None:
    lookout = Lookout(*((folder, "") for folder in folders))
    assert lookout._ear is not None  # noqa: SLF001
    lookout._ear.close()  # noqa: SLF001 - as when its parent was killed
    end = time.monotonic() + 30
    while os.waitpid(lookout.process, os.WNOHANG) == (0, 0):
        assert time.monotonic() < end
        time.sleep(0.01)
