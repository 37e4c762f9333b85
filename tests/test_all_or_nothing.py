"""Files that stand together or not at all."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from typing import TYPE_CHECKING

import pytest

from acadfolio.all_or_nothing import all_or_nothing, write_new

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


def put(folder: Path, reason: BaseException | None, theirs: str = "") -> None:
    """Two new files, and perhaps one of somebody else's, before something happens."""
    with all_or_nothing() as new:
        assert write_new(folder / "data/deep/a.yml", b"a", new)
        assert write_new(folder / "b.yml", b"b", new)
        if theirs:
            (folder / theirs).write_bytes(b"theirs")
        if reason is not None:
            raise reason


@pytest.mark.parametrize("reason", [OSError(), KeyboardInterrupt(), SystemExit()])
def test_whatever_stops_it_what_is_new_goes_again(reason: BaseException, tmp_path: Path) -> None:
    with pytest.raises(type(reason)):
        put(tmp_path, reason)
    assert list(tmp_path.iterdir()) == []


def test_what_somebody_else_puts_there_meanwhile_stays_and_the_reason_is_told(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="no"):
        put(tmp_path, ValueError("no"), theirs="data/theirs.yml")
    there = sorted(path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*"))
    assert there == ["data", "data/theirs.yml"]


def test_all_stay_when_nothing_stops_it(tmp_path: Path) -> None:
    put(tmp_path, None)
    assert ((tmp_path / "data/deep/a.yml").read_bytes(), (tmp_path / "b.yml").read_bytes()) == (b"a", b"b")


def test_what_is_there_already_stays(tmp_path: Path) -> None:
    (tmp_path / "a.yml").write_bytes(b"old")
    with all_or_nothing() as new:
        assert not write_new(tmp_path / "a.yml", b"new", new)
    assert (new, (tmp_path / "a.yml").read_bytes()) == ([], b"old")


def stopped(folder: Path, *, early: bool) -> None:
    """Two new files, and a Ctrl-C between them or after both."""
    with all_or_nothing() as new:
        write_new(folder / "data/a.yml", b"a", new)
        if early:
            signal.raise_signal(signal.SIGINT)
        write_new(folder / "b.yml", b"b", new)
        signal.raise_signal(signal.SIGINT)


@pytest.fixture
def heard() -> Iterator[None]:
    """Ctrl-C is heard, by programs that are started too: where nobody sits before a terminal it may not be."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("heard")
@pytest.mark.parametrize("early", [True, False])
def test_who_stops_it_between_two_files_or_after_the_last_has_none(early: bool, tmp_path: Path) -> None:
    """Ctrl-C is heard when what is being made is remembered, so that it goes again."""
    with pytest.raises(KeyboardInterrupt):
        stopped(tmp_path, early=early)
    assert list(tmp_path.iterdir()) == []
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_who_does_not_hear_ctrl_c_goes_on_so(tmp_path: Path) -> None:
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        with all_or_nothing() as new:
            signal.raise_signal(signal.SIGINT)
            assert write_new(tmp_path / "a.yml", b"a", new)
        assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGINT, before)


@pytest.mark.slow
@pytest.mark.usefixtures("heard")
@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signal for another process")
def test_a_new_site_that_is_stopped_is_whole_or_not_there(tmp_path: Path) -> None:
    """Wherever Ctrl-C meets it once the folder stands there."""
    command = [sys.executable, "-m", "acadfolio", "new", "--empty"]
    subprocess.run([*command, str(tmp_path / "whole")], check=True, capture_output=True)
    whole = sorted(path.relative_to(tmp_path / "whole") for path in (tmp_path / "whole").rglob("*"))
    gone = 0
    for number in range(25):
        folder = tmp_path / str(number)
        process = subprocess.Popen([*command, str(folder)], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        while not folder.exists() and process.poll() is None:
            pass
        time.sleep(number / 5000)
        process.send_signal(signal.SIGINT)
        process.communicate()
        assert sorted(path.relative_to(folder) for path in folder.rglob("*")) in ([], whole)
        gone += not folder.exists()
    assert gone
