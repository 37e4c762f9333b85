"""The live preview: a real server on this machine, files saved while it runs."""

from __future__ import annotations

import http.client
import re
import signal
import subprocess
import sys
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest

from sites import make_site

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

PATIENCE = 15.0


@contextmanager
def serving(site: Path) -> Iterator[int]:
    """A preview of the site in a process of its own; its port."""
    command = [sys.executable, "-m", "acadfolio", "serve", "--site", str(site), "--port", "8700"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        match = re.search(r"http://127\.0\.0\.1:(\d+)/", process.stdout.readline())
        assert match is not None
        try:
            wait_for(int(match[1]), "/", "livereload")
            yield int(match[1])
        finally:
            process.send_signal(signal.SIGINT)
            process.communicate(timeout=PATIENCE)
    assert process.returncode in {0, 130}


def get(port: int, path: str, host: str = "") -> tuple[int, str, str]:
    """Status, type and text of an answer."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    connection.request("GET", path, headers={"Host": host} if host else {})
    response = connection.getresponse()
    answer = response.status, response.getheader("Content-Type", ""), response.read().decode()
    connection.close()
    return answer


def wait_for(port: int, path: str, text: str, *, gone: bool = False) -> str:
    """The page, once it holds the text (or holds it no more)."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        try:
            page = get(port, path)[2]
        except OSError:
            page = ""
        if (text in page) is not gone and page:
            return page
        time.sleep(0.05)
    pytest.fail(f"{text!r} did not {'go' if gone else 'come'}")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("preview")
    return make_site(folder, {"content/about.md": "First\n", "content/cv.md": "CV\n", "static/a.txt": "text ä\n"})


def test_saving_shows_a_mistake_shows_and_mending_it_shows(site: Path) -> None:
    with serving(site) as port:
        assert "First" in get(port, "/")[2]
        make_site(site, {"content/about.md": "Second\n", "content/draft.md": "---\ndraft: true\n---\nIdea\n"})
        wait_for(port, "/", "Second")
        assert "Idea" in get(port, "/draft/")[2]
        make_site(site, {"data/news.yml": "- {dat: 1918, text: A}\n"})
        broken = wait_for(port, "/", "data/news.yml:1:4")
        assert "Second" in broken
        make_site(site, {"data/news.yml": "- {date: 1918, text: A}\n"})
        wait_for(port, "/", "data/news.yml:1:4", gone=True)
        assert not (site / "output").exists()


def test_only_the_site_is_served_and_only_to_this_machine(site: Path) -> None:
    with serving(site) as port:
        assert get(port, "/cv/")[:2] == (200, "text/html; charset=utf-8")
        assert get(port, "/cv/index.html")[0] == 200
        assert get(port, "/a.txt") == (200, "text/plain; charset=utf-8", "text ä\n")
        assert "Page not found" in get(port, "/nothing/")[2]
        for path in (
            "/../data/site.yml",
            "/%2e%2e/data/site.yml",
            "/data/site.yml",
            "//etc/passwd",
            "/..%5cdata",
            "/%00",
        ):
            assert get(port, path)[0] in {400, 404}
        assert get(port, "/", host="evil.example")[0] == 403
