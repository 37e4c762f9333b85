"""The preview under attack, and after hundreds of builds: it gives nothing away, keeps serving, and stays as small."""

from __future__ import annotations

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
