"""The preview under attack, and after hundreds of builds: it gives nothing away, keeps serving, and stays as small."""

from __future__ import annotations

import socket
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest
from attack import Attack
from serving import serving, until

from sites import make_site

MANY = 1000
BUILDS = 30


def memory(process: int) -> int:
    """What it holds, in KB."""
    status = Path(f"/proc/{process}/status").read_text(encoding="ascii")
    return int(status.partition("VmRSS:")[2].split()[0])


def test_a_thousand_hostile_requests_get_nothing_and_end_nothing(tmp_path: Path) -> None:
    if not Path("/proc/self/status").exists():
        pytest.skip("no /proc here")
    site = make_site(
        tmp_path, {"content/about.md": "First\n", "content/cv.md": "CV\n", "templates/none.html": "{% extends"}
    )
    with serving(site) as served:
        before = memory(served.process.pid)
        attack = Attack(served.port)
        attack.run(MANY)
        assert attack.leaked == []
        assert served.told == []
        (site / "content/about.md").write_text("Second\n")
        served.wait_for("/", "Second")
        assert memory(served.process.pid) < before + 100_000


FEW_HANDLES = ("sh", "-c", 'ulimit -n 64 && exec "$@"', "sh")


def test_whoever_holds_all_connections_takes_no_file_handle_that_a_build_needs(tmp_path: Path) -> None:
    site = make_site(tmp_path, {"content/about.md": "First\n"})
    with serving(site, before=FEW_HANDLES) as served:
        held = [socket.create_connection(("127.0.0.1", served.port)) for _ in range(100)]
        (site / "content/about.md").write_text("{{ nothing( }}\n")
        served.wait_to_be_told("content/about.md:1")
        (site / "content/about.md").write_text("Second\n")
        for connection in held:
            connection.close()

        def is_mended() -> bool:
            with suppress(ConnectionError):  # Until the server has seen who is gone.
                return "Second" in served.ask("/").text
            return False

        until(is_mended, "the save was missed")
        assert len(served.told) < 10


def test_whoever_holds_all_connections_shuts_nobody_out(tmp_path: Path) -> None:
    """The oldest make room; a page that was listening on one of them comes back."""
    site = make_site(tmp_path, {"content/about.md": "First\n"})
    with serving(site, before=FEW_HANDLES) as served:
        held = [socket.create_connection(("127.0.0.1", served.port)) for _ in range(100)]
        for connection in held[::2]:
            with suppress(OSError):
                connection.sendall(b"GET / HTTP/1.1\r\nHost:")
        for _ in range(30):
            assert "First" in served.ask("/").text
        for connection in held:
            connection.close()


@pytest.mark.parametrize(("limits", "expected"), [("-S -n 256", "1024"), ("-n 128", "128"), ("-n 4096", "1024")])
def test_a_preview_asks_for_the_file_handles_that_it_may_have(limits: str, expected: str) -> None:
    program = "from acadfolio.preview.handles import ask_for_handles; print(ask_for_handles())"
    command = ["sh", "-c", f'ulimit {limits} && exec "$@"', "sh", sys.executable, "-c", program]
    assert subprocess.run(command, capture_output=True, text=True, check=True).stdout == f"{expected}\n"


def test_builds_leave_nothing_behind(tmp_path: Path) -> None:
    if not Path("/proc/self/status").exists():
        pytest.skip("no /proc here")
    site = make_site(tmp_path, {"content/about.md": "Start\n", "content/cv.md": "CV\n" * 500})
    with serving(site) as served:
        sizes = []
        for number in range(BUILDS):
            (site / "content/about.md").write_text(f"Save {number}.\n")
            until(lambda text=f"Save {number}.": text in served.ask("/").text, "a save was missed")  # type: ignore[misc]
            sizes.append(memory(served.process.pid))
        assert sizes[-1] < sizes[BUILDS // 3] * 1.1
