"""`acadfolio build --profile`: where the time of a build went."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from acadfolio.cli import main
from acadfolio.commands.console import DONE
from acadfolio.stages import READING, STAGES, Clock
from sites import make_site

if TYPE_CHECKING:
    from pathlib import Path

    import pytest


def test_each_stage_has_its_milliseconds_and_its_share() -> None:
    clock = Clock(now=iter([0.0, 0.5, 0.75, 0.8, 1.8, 2.0, 2.0]).__next__)
    clock.begin(READING)
    assert list(clock.rendered(["a page"])) == ["a page"]
    assert clock.table() == (
        "reading       250.0 ms  12.5%\n"
        "planning        0.0 ms   0.0%\n"
        "rendering     250.0 ms  12.5%\n"
        "writing      1000.0 ms  50.0%\n"
        "other         500.0 ms  25.0%\n"
    )


def test_a_build_prints_its_stages_to_the_standard_error(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    site = make_site(tmp_path, {"content/about.md": "Algebra.\n"})
    command = ["build", "--site", str(site), "--profile"]
    assert main(command) == DONE
    printed = capsys.readouterr()
    lines = [
        re.fullmatch(r"(\w+) +([\d.]+) ms +([\d.]+)%", line) for line in printed.err.splitlines()
    ]
    assert [line and line[1] for line in lines] == list(STAGES)
    assert all(line and float(line[2]) > 0 for line in lines)
    assert 99 < sum(float(line[3]) for line in lines if line) < 101
    assert printed.out.startswith("Built ")
    assert main(command) == DONE
    printed = capsys.readouterr()
    assert "reading         0.0 ms   0.0%" in printed.err
    assert main(command[:-1]) == DONE
    assert capsys.readouterr().err == ""
