"""A build that is killed at any moment leaves pages that find their files; the next one completes it."""

from __future__ import annotations

import os
import random
import re
import signal
import subprocess
import sys
import time
import zlib
from pathlib import Path
from subprocess import PIPE
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import pytest
from PIL import Image

from acadfolio.page_work import MANY
from sites import make_site

if TYPE_CHECKING:
    from collections.abc import Callable

KILLS = int(os.environ.get("ACADFOLIO_KILLS", "20"))
"""So many in a test; hundreds by hand."""
PAGES = 20
LOADED = re.compile(r"""<(?:link|script|img|source)\b[^>]*?\b(?:href|src)="([^"]+)\"""")
LINKED = re.compile(r"""<a\b[^>]*?\bhref="([^"]+)\"""")


def write_version(site: Path, version: str) -> None:
    """Every page of the site names its version, and files and a page that only this version has."""
    for old in [*site.glob("static/*/only-*"), *site.glob("content/only-*")]:
        old.unlink()
    text = f"""version {version}

<link rel="stylesheet" href="/files/only-{version}.css"> <script src="/files/only-{version}.js"></script>

![A point](/images/only-{version}.png) [notes](/files/only-{version}.txt) [page](/only-{version}/)
"""
    pages = {f"content/page{number}.md": f"# Page {number}\n\n{text}" for number in range(PAGES)}
    files = {f"static/files/only-{version}.{kind}": version for kind in ("css", "js", "txt")}
    links = " ".join(f"[{number}](/page{number}/)" for number in range(PAGES))
    home = {"content/about.md": f"{text}\n{links}\n", f"content/only-{version}.md": text}
    make_site(site, pages | home | files | {"static/version.txt": f"version {version}\n"})
    (site / "static/images").mkdir(exist_ok=True)
    image = Image.new("RGB", (1000, 10), f"#{zlib.crc32(version.encode()) % 2**24:06x}")
    image.save(site / f"static/images/only-{version}.png")


def assert_is_whole(output: Path) -> None:
    """Every page has the files that it loads, and no link of a page that a visitor can reach is dead."""
    for page in output.rglob("*.html"):
        assert missing(page, LOADED, output) == []
    reached, waiting = set(), [output / "index.html"]
    while waiting:
        page = waiting.pop()
        reached.add(page)
        assert missing(page, LINKED, output) == []
        linked = named_files(page, LINKED, output)
        waiting += {file for file in linked if file.suffix == ".html"} - reached - set(waiting)
    assert len(reached) > PAGES


def missing(page: Path, pattern: re.Pattern[str], output: Path) -> list[str]:
    return [f"{page}: {file}" for file in named_files(page, pattern, output) if not file.is_file()]


def named_files(page: Path, pattern: re.Pattern[str], output: Path) -> set[Path]:
    """The files of the site that a page names."""
    urls = [urlsplit(url) for url in pattern.findall(page.read_text(encoding="utf-8"))]
    paths = [url.path for url in urls if url.path and not (url.scheme or url.netloc)]
    above = page.parent if page.name != "404.html" else output
    return {Path(os.path.normpath(above / path.lstrip("/"))) for path in paths}


def files_of(folder: Path) -> dict[str, bytes]:
    paths = [path for path in folder.rglob("*") if path.is_file()]
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}


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
def test_after_a_kill_every_page_finds_its_files_and_the_next_build_completes(
    tmp_path: Path,
) -> None:
    site, output = tmp_path / "site", tmp_path / "site/output"
    command = [sys.executable, "-m", "acadfolio", "build", "--site", str(site)]
    write_version(site, "start")
    started = time.perf_counter()
    subprocess.run(command, check=True, capture_output=True)
    length = time.perf_counter() - started
    chance = random.Random(1867)  # noqa: S311
    for number in range(KILLS):
        write_version(site, f"v{number}")
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        # Most of the writing happens in the last third; every other kill aims there.
        length = killed(
            process, length, chance.uniform(0.6, 1.1) if number % 2 else chance.random()
        )
        assert_is_whole(output)
        if number % 3 == 0:  # The others build upon what two and three kills have left.
            subprocess.run(command, check=True, capture_output=True)
            fresh = [*command, "--no-cache", "--output", str(tmp_path / "fresh")]
            subprocess.run(fresh, check=True, capture_output=True)
            assert files_of(output) == files_of(tmp_path / "fresh")
            assert_is_whole(output)
    assert {path.name for path in site.iterdir() if path.name[0] != "."} == {
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
