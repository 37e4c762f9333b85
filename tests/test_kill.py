"""A build that is killed at any moment leaves the old site or the new one, never a mixture."""

from __future__ import annotations

import os
import random
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from subprocess import PIPE
from typing import TYPE_CHECKING

import pytest

from acadfolio.build import MANY
from sites import make_site

if TYPE_CHECKING:
    from collections.abc import Callable

KILLS = 100
PAGES = 20


def write_version(site: Path, version: str) -> None:
    """Every page of the site names its version."""
    pages = {
        f"content/page{number}.md": f"# Page {number}\n\nversion {version}\n"
        for number in range(PAGES)
    }
    make_site(site, pages | {"static/version.txt": f"version {version}\n"})


def version_of(output: Path) -> set[str]:
    """The versions that the output's files name: one, when it is whole."""
    pages = [*output.glob("page*/index.html"), output / "version.txt"]
    assert len(pages) == PAGES + 1
    return {
        found
        for page in pages
        for found in re.findall(r"version (\w+)", page.read_text(encoding="utf-8"))
    }


def killed(process: subprocess.Popen[bytes], length: float, part: float) -> float:
    """Kill a build when this part of its length is over; the length to count with next, on a busy machine too.

    It waits for a time because no state can be waited for: the build must stand a kill in any of
    them.
    """
    started = time.perf_counter()
    try:
        process.wait(length * part)
    except subprocess.TimeoutExpired:
        process.send_signal(signal.SIGKILL)
        process.wait()
        return length * 1.02
    return time.perf_counter() - started


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="this system knows no SIGKILL")
def test_a_killed_build_leaves_a_whole_site_a_hundred_times(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "acadfolio", "build", "--site", str(tmp_path)]
    write_version(tmp_path, "start")
    started = time.perf_counter()
    subprocess.run(command, check=True, capture_output=True)
    length = time.perf_counter() - started
    chance = random.Random(1867)  # noqa: S311
    versions = {"start"}
    for number in range(KILLS):
        versions.add(f"v{number}")
        write_version(tmp_path, f"v{number}")
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        # Most of the writing happens in the last third; every other kill aims there.
        length = killed(
            process, length, chance.uniform(0.6, 1.1) if number % 2 else chance.random()
        )
        found = version_of(tmp_path / "output")
        assert len(found) == 1
        assert found <= versions
    subprocess.run(command, check=True, capture_output=True)
    assert version_of(tmp_path / "output") == {f"v{KILLS - 1}"}
    assert {path.name for path in tmp_path.iterdir() if path.name[0] != "."} == {
        "content",
        "data",
        "output",
        "static",
    }


def children_of(process: int) -> list[int]:
    return [
        int(child) for child in Path(f"/proc/{process}/task/{process}/children").read_text().split()
    ]


def is_running(process: int) -> bool:
    """Whether a process is there, and no zombie that nobody has waited for."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def ignores_ctrl_c(process: int) -> bool:
    """Whether a process has begun: that it leaves Ctrl-C to its parent is the first that it does."""
    ignored = re.search(
        r"^SigIgn:\s*(\w+)", Path(f"/proc/{process}/status").read_text(), re.MULTILINE
    )
    return ignored is not None and bool(int(ignored[1], 16) >> (signal.SIGINT - 1) & 1)


def wait_for(what: Callable[[], object]) -> None:
    until = time.monotonic() + 60
    while not what():
        assert time.monotonic() < until
        time.sleep(0.01)


def build_by_processes(site: Path) -> list[str]:
    """The command that builds a site with so many pages that several processes render them."""
    make_site(
        site,
        {f"content/page{number}.md": f"# Page {number}\n\nText.\n" for number in range(10 * MANY)},
    )
    return [sys.executable, "-m", "acadfolio", "build", "--no-cache", "--site", str(site)]


@pytest.mark.skipif(
    not Path("/proc/self/task").is_dir(), reason="this system does not list processes as files"
)
@pytest.mark.skipif(
    (os.cpu_count() or 1) < 2, reason="a single processor renders all pages in one process"
)
def test_the_processes_of_a_killed_build_end_too(tmp_path: Path) -> None:
    with subprocess.Popen(
        build_by_processes(tmp_path), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as process:
        wait_for(lambda: len(children_of(process.pid)) > 1)
        workers = children_of(process.pid)
        process.kill()
    wait_for(lambda: not any(map(is_running, workers)))


@pytest.mark.skipif(
    not Path("/proc/self/task").is_dir(), reason="this system does not list processes as files"
)
@pytest.mark.skipif(
    (os.cpu_count() or 1) < 2, reason="a single processor renders all pages in one process"
)
def test_ctrl_c_ends_a_build_and_its_processes_without_a_word(tmp_path: Path) -> None:
    with subprocess.Popen(
        build_by_processes(tmp_path), stdout=PIPE, stderr=PIPE, start_new_session=True, text=True
    ) as process:
        wait_for(lambda: len(children_of(process.pid)) > 1)
        workers = children_of(process.pid)
        wait_for(lambda: all(map(ignores_ctrl_c, workers)))
        os.killpg(
            process.pid, signal.SIGINT
        )  # As a terminal does: to the build and all its processes.
        said = process.communicate(timeout=60)
    assert (process.returncode, *said) == (130, "", "")
    assert not any(map(is_running, workers))
    assert not (tmp_path / "output").exists()
