"""A build on a terminal shows what it is doing, in one line that is gone at its end."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from sites import make_site

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no pseudo-terminals")
PAGES = {f"content/{number}.md": "# A\n\n" + "Some *text*. " * 400 for number in range(60)}


def on_a_terminal(site: Path, *options: str, **environment: str) -> str:
    """What a build writes to standard error, where that is a terminal."""
    terminal, end = os.openpty()
    apart = {name: value for name, value in os.environ.items() if name != "CI"}
    command = [sys.executable, "-m", "acadfolio", "build", *options]
    subprocess.run(
        command,
        cwd=site,
        env=apart | environment,
        stdout=subprocess.DEVNULL,
        stderr=end,
        check=False,
    )
    os.close(end)
    shown = b""
    try:
        while part := os.read(terminal, 4096):
            shown += part
    except OSError:
        pass  # Linux ends a terminal that nobody writes to with an error.
    os.close(terminal)
    return shown.decode()


def test_a_build_shows_what_it_is_doing_in_one_line(tmp_path: Path) -> None:
    first, *pages, last, end = (
        on_a_terminal(make_site(tmp_path, PAGES)).removeprefix("\r").split("\r")
    )
    assert first.strip() == "Reading the site …"
    assert pages
    assert [line for line in pages if not line.strip().endswith(" of 62 pages")] == []
    assert (last.strip(), end) == ("", "")
    assert max(map(len, pages)) == len(last), "Nothing of a longer line is left."


def test_the_line_is_gone_before_errors_are_listed(tmp_path: Path) -> None:
    site = make_site(tmp_path, {"data/site.yml": "titel: A\n"})
    shown = on_a_terminal(site, TERM="dumb")
    assert "\r" not in shown.partition("data/site.yml")[2].replace("\r\n", "")
    before = shown.partition("data/site.yml")[0].split("\r")
    assert before[-2].strip() == ""


@pytest.mark.parametrize(("options", "environment"), [(["--quiet"], {}), ([], {"CI": "true"})])
def test_no_progress_is_shown_in_quiet_mode_or_ci(
    options: list[str], environment: dict[str, str], tmp_path: Path
) -> None:
    assert on_a_terminal(make_site(tmp_path, PAGES), *options, **environment) == ""


def test_a_quiet_build_prints_warnings_alone(tmp_path: Path) -> None:
    site = make_site(tmp_path, {"content/about.md": "# A\n"})
    command = [sys.executable, "-m", "acadfolio", "build", "--quiet"]
    built = subprocess.run(command, cwd=site, capture_output=True, text=True, check=True)
    assert (built.stdout, built.stderr) == ("", "")
    (site / "content/about.md").write_text("[a](none.html)\n", encoding="utf-8")
    for _ in ("a build", "a build with nothing to do"):
        built = subprocess.run(command, cwd=site, capture_output=True, text=True, check=True)
        assert built.stdout == ""
        assert built.stderr.startswith("content/about.md:1:5: warning: ")
        assert "\r" not in built.stderr
