"""A headless Chromium for tests: URLs come in, what a page asked for and complained about comes out."""

from __future__ import annotations

import os
import shutil
import threading
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Request, Response

SUBPATH = "/~curie/site/"
# The first is Chromium without what draws windows: pages open in a third of the processor's time.
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
# As root, on a machine without a GPU, and without Chromium's own talk to other hosts.
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


@dataclass
class Watched:
    """What the pages of a context did: every URL asked for, and everything that went wrong."""

    asked: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)

    def on_request(self, request: Request) -> None:
        self.asked.append(request.url)

    def on_failure(self, request: Request) -> None:
        self.wrong.append(f"{request.url} failed: {request.failure}")

    def on_response(self, response: Response) -> None:
        if response.status >= HTTPStatus.BAD_REQUEST:
            self.wrong.append(f"{response.url} answered {response.status}")

    def on_console(self, message: ConsoleMessage) -> None:
        self.wrong.append(f"{message.page.url if message.page else ''} says {message.text}")


def watched(context: BrowserContext) -> Watched:
    """Watch all pages of a context from now on.

    Errors of scripts come as messages of the console too.
    """
    watching = Watched()
    context.on("request", watching.on_request)
    context.on("requestfailed", watching.on_failure)
    context.on("response", watching.on_response)
    context.on("console", watching.on_console)
    context.on("weberror", lambda error: watching.wrong.append(str(error.error)))
    return watching


RUNNING: list[Browser] = []


@contextmanager
def chromium() -> Iterator[Browser]:
    """Debian's Chromium, once: who asks while it runs gets the same.

    Without one the tests are skipped.
    """
    from playwright.sync_api import sync_playwright

    if RUNNING:
        yield RUNNING[0]
        return
    executable = next(filter(None, map(shutil.which, NAMES)), None)
    if executable is None:
        pytest.skip("there is no Chromium; on Debian: apt-get install chromium")
    with sync_playwright() as playwright:
        RUNNING.append(playwright.chromium.launch(executable_path=executable, args=ARGUMENTS))
        yield RUNNING[0]
        RUNNING.pop().close()


class Silent(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        """Tests have nothing to tell of what went well."""


class BelowSubpath(Silent):
    """Serves its folder below `/~curie/site/`, as a university does, and nothing else."""

    def translate_path(self, path: str) -> str:
        if not path.startswith(SUBPATH):
            return os.devnull + "/nothing"
        return super().translate_path("/" + path.removeprefix(SUBPATH))


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """A server on loopback for the folder; yields the URL of its top."""
    with answered(BelowSubpath, folder) as url:
        yield url + SUBPATH


@contextmanager
def answered(handler: type[Silent], folder: Path) -> Iterator[str]:
    """A server on loopback that answers in this way; yields its URL."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(handler, directory=str(folder)))
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def work(page: Page) -> Callable[[], float]:
    """A clock of the work of the page's thread, in milliseconds.

    Its own time and not the clock's on the wall: other tests may run on this machine at the same
    moment.
    """
    devtools: Any = page.context.new_cdp_session(page)
    devtools.send("Performance.enable", {"timeDomain": "threadTicks"})

    def done() -> float:
        metrics = devtools.send("Performance.getMetrics")["metrics"]
        return 1000 * float(
            next(metric["value"] for metric in metrics if metric["name"] == "TaskDuration")
        )

    return done


def overflow(page: Page) -> int:
    """By how many pixels the page is wider than its window."""
    return int(page.evaluate("document.documentElement.scrollWidth - window.innerWidth"))


def settled(page: Page) -> None:
    """Wait until what changed has come to the page's scripts and observers, and what they did is drawn.

    With scripts switched off no frame is told to anybody, and nothing changes after the layout.
    """
    page.evaluate(
        """() => new Promise((done) => {
          if (matchMedia("(scripting: none)").matches) done();
          requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done)));
        })"""
    )


def resized(page: Page, width: int, height: int = 800) -> None:
    """Give the window another size, and wait until the page has taken it."""
    page.set_viewport_size({"width": width, "height": height})
    settled(page)


def press_until_remembered(page: Page, is_there: Callable[[], bool]) -> None:
    """Press the button for dark and light mode and reload, until the page still shows the choice after it.

    Another process of the browser keeps the storage. On a busy machine the process of the page may
    end with the reload before it has handed over what was stored, and then the choice is lost: so
    it is made again, twenty times at most. Whether it was handed over is seen only after the
    reload.
    """
    for _ in range(20):
        page.locator(".theme-toggle").click()
        assert is_there()
        page.reload()
        if is_there():
            return
    raise AssertionError(f"{page.url} never shows what was stored")


def ground(page: Page) -> str:
    """The colour behind the text."""
    return str(page.evaluate("getComputedStyle(document.body).backgroundColor"))
