"""How many tests run at the same time, what may be skipped, and what tests share: a browser, servers, builds."""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from browser import chromium, served
from looks import LOOKS, Built, build_demo
from tools import AXE, module

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator

    from playwright.sync_api import Browser


# What runs in the background ignores Ctrl-C, and so would all that the tests start.
signal.signal(signal.SIGINT, signal.default_int_handler)

MOST = 4
"""Each has a browser of its own."""
SKIPPED_IN_CI = ("root may", "ruby")
"""Reasons for which a test may be skipped in CI: it needs a user without rights, or kramdown itself."""

SLOW = {
    "test_attacks.py", "test_browser.py", "test_csl_styles.py", "test_deploy_branch.py", "test_deploy_killed.py",
    "test_deploy_secrets.py", "test_gallery.py", "test_images.py", "test_in_browser.py", "test_installation.py",
    "test_kill.py", "test_linear.py", "test_linear_time.py", "test_looks.py", "test_manual.py", "test_mutations.py",
    "test_progress.py", "test_release.py", "test_scaffold.py", "test_server.py", "test_watcher.py", "test_windows.py",
    "test_without_libyaml.py",
}  # fmt: skip
"""Files whose tests start programs, open browsers, push, kill, attack, time, play Windows or encode images.

So do those of `tests/quality/`, and all others that open a browser.
A test that is marked `fast` is none of them, or it is the one of its kind that everybody runs.
"""


os.environ.pop("GITHUB_ACTIONS", None)  # There, problems are printed as annotations.

# Without bytecode each process compiles all modules again, which takes longer than most tests.
# Where Python may not write it beside the sources, it goes to a folder that git ignores.
if sys.dont_write_bytecode:
    BYTECODE = str(Path(__file__).parent.parent / ".pytest_cache" / "bytecode")
    sys.dont_write_bytecode = False
    sys.pycache_prefix = BYTECODE
    del os.environ["PYTHONDONTWRITEBYTECODE"]
    os.environ["PYTHONPYCACHEPREFIX"] = BYTECODE


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        opens_browser = item.get_closest_marker("browser") or "browser" in getattr(
            item, "fixturenames", ()
        )
        is_slow = opens_browser or item.path.name in SLOW or item.path.parent.name == "quality"
        if is_slow and not item.get_closest_marker("fast"):
            item.add_marker("slow")


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """None beside the one that runs anyway, for who asks for a few files: starting others would take longer."""
    asked = [Path(argument.split("::")[0]) for argument in config.args]
    if any(path.is_dir() for path in asked):
        return min(MOST, os.cpu_count() or 1)
    return 0


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """In CI a test that cannot run fails: a checker that is missing would go unseen."""
    report = yield
    if os.environ.get("CI") == "true" and report.skipped and not hasattr(report, "wasxfail"):
        reason = str(report.longrepr)
        if not any(allowed in reason for allowed in SKIPPED_IN_CI):
            report.outcome = "failed"
            report.longrepr = f"skipped in CI: {reason}"
    return report


@pytest.fixture(scope="session", autouse=True)
def _user_settings(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Tests have settings of their own, not those of whoever runs them."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CONFIG_HOME", str(tmp_path_factory.mktemp("settings")))
        yield


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """For a module's tests, not longer: while it runs, no test of this process can run an event loop of its own."""
    with chromium() as browser:
        yield browser


@pytest.fixture(scope="module")
def server(output: Path) -> Iterator[str]:
    """The URL of a server for the `output` of a module's tests."""
    with served(output) as url:
        yield url


@pytest.fixture(scope="module", params=["disk", "server"])
def top(request: pytest.FixtureRequest, output: Path, server: str) -> str:
    """The URL of the top folder of that output: on the disk, and on a server below a path."""
    return f"{output.as_uri()}/" if request.param == "disk" else server


@pytest.fixture(scope="session")
def looks(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Built]:
    return {look: build_demo(look, tmp_path_factory.mktemp(look)) for look in LOOKS}


@pytest.fixture(scope="session", params=LOOKS)
def look(request: pytest.FixtureRequest, looks: dict[str, Built]) -> Built:
    return looks[request.param]


@pytest.fixture(scope="session")
def axe() -> Path:
    return module(AXE)
