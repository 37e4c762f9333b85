"""Measure how long a saved text takes to be shown in Chromium while `acadfolio serve` runs.

python -m bench.serve small
python -m bench.serve small --saves 500 --broken 10 --pause 0    # every tenth save is an error; memory too
"""

from __future__ import annotations

import argparse
import datetime as dt
import json
import os
import queue
import re
import statistics
import subprocess
import sys
import threading
import time
from contextlib import contextmanager
from itertools import cycle
from typing import TYPE_CHECKING

from playwright.sync_api import sync_playwright

from bench.content import SIZES, Content
from bench.generators import GENERATORS, WORK
from bench.sites import write_site
from bench.trial import environment, memory_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from playwright.sync_api import Page

CHROMIUM = os.environ.get("BENCH_CHROMIUM", "/usr/bin/chromium")
TIMEOUT = 60.0
"""Seconds."""
MEMORY_SAMPLES = 10
WATCH = r"""
(() => {
  const look = () => requestAnimationFrame(() => {
    const found = /This is change number (\d+)\./.exec(document.body?.textContent ?? "");
    if (found && window.benchChange !== Number(found[1])) {
      window.benchChange = Number(found[1]);
      window.benchSeen = Date.now();
    }
  });
  new MutationObserver(look).observe(document, {childList: true, subtree: true, characterData: true});
  addEventListener("DOMContentLoaded", look);
})()
"""
"""Stores the time of the frame in which the text is shown."""
ERRORS = {
    "content/pages/{page}.md": "---\ntitle: [not closed\n---\n",
    "data/news.yml": "- date: 2025-12\n  text: 'not closed\n",
    "templates/layouts/page.html": "{% block main %}",
    "data/more.bib": "@article{one, title = {Not closed}, year = {2020",
}
"""Files with errors: the page, a file of the site, and two files that the site does not have."""


class Server:
    """`acadfolio serve`, and the lines that it prints."""

    def __init__(self, folder: Path, port: int) -> None:
        command = [*GENERATORS["acadfolio"].command[:-1], "serve", "--port", str(port)]
        self.process = subprocess.Popen(
            command,
            cwd=folder,
            env=environment(),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        self.lines: queue.Queue[str] = queue.Queue()
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        for text in self.process.stdout or ():
            self.lines.put(text)

    def wait_for(self, pattern: str) -> re.Match[str]:
        """Wait for a line that matches. Raises TimeoutError."""
        until = time.monotonic() + TIMEOUT * 10
        while True:
            try:
                text = self.lines.get(timeout=max(0.1, until - time.monotonic()))
            except queue.Empty:
                raise TimeoutError(f"`acadfolio serve` did not print {pattern!r}") from None
            if match := re.search(pattern, text):
                return match

    def clear_lines(self) -> None:
        while not self.lines.empty():
            self.lines.get_nowait()

    @property
    def memory(self) -> float:
        return memory_of(self.process.pid).proportional

    def end(self) -> None:
        self.process.terminate()
        self.process.wait(10)


@contextmanager
def serving(folder: Path, port: int) -> Iterator[tuple[Server, str]]:
    server = Server(folder, port)
    try:
        yield server, server.wait_for(r"https?://[^\s)]+/").group()
    finally:
        server.end()


class Watched:
    """A page of the preview that is open in Chromium while its source is saved repeatedly."""

    def __init__(self, page: Page, folder: Path, source: Path, server: Server) -> None:
        self.page, self.folder, self.source, self.server = page, folder, source, server
        self.text = source.read_text(encoding="utf-8")
        self.number = 0
        self.panel = page.locator("#acadfolio-problems")

    def save(self) -> float:
        """Save a change.

        Returns the seconds until a frame shows it. Raises an error if the page stays stale.
        """
        self.number += 1
        self.source.write_text(
            f"{self.text}\nThis is change number {self.number}.\n", encoding="utf-8"
        )
        saved = time.time()
        shown = f"window.benchChange === {self.number} && window.benchSeen"
        seen = self.page.wait_for_function(shown, timeout=TIMEOUT * 1000).json_value()
        return float(seen) / 1000 - saved

    def save_error(self, path: str, text: str) -> None:
        """Save a file with an error, and fix it.

        The error must be shown, and the last good page must stay.
        """
        file = self.folder / path
        good = file.read_bytes() if file.exists() else None
        self.server.clear_lines()
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
        self.server.wait_for(rf"^{re.escape(path)}:\d+.*\berror\b")
        self.panel.get_by_text(path).first.wait_for(timeout=TIMEOUT * 1000)
        if f"This is change number {self.number}." not in (self.page.text_content("body") or ""):
            raise SystemExit(f"after an error, the page of change {self.number} is gone")
        if file == self.source:
            self.save()
        elif good is None:
            file.unlink()
        else:
            file.write_bytes(good)
        self.panel.wait_for(state="detached", timeout=TIMEOUT * 1000)


def measure(folder: Path, slug: str, options: argparse.Namespace) -> dict[str, object]:
    seconds: list[float] = []
    memory: list[float] = []
    with serving(folder, options.port) as (server, url), sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"]
        )
        page = browser.new_page()
        page.add_init_script(WATCH)
        page.goto(f"{url}pages/{slug}/index.html")
        watched = Watched(page, folder, folder / "content/pages" / f"{slug}.md", server)
        errors = cycle((path.format(page=slug), text) for path, text in ERRORS.items())
        time.sleep(1)
        watched.save()  # The first one warms up.
        for number in range(1, options.saves + 1):
            time.sleep(options.pause)
            if options.broken and number % options.broken == 0:
                watched.save_error(*next(errors))
            else:
                seconds.append(watched.save())
            if number % max(1, options.saves // MEMORY_SAMPLES) == 0:
                memory.append(server.memory)
        browser.close()
    return {
        "date": dt.datetime.now(dt.UTC).date().isoformat(),
        "saves": options.saves,
        "broken": options.saves // options.broken if options.broken else 0,
        "median": statistics.median(seconds),
        "p95": sorted(seconds)[int(0.95 * (len(seconds) - 1))],
        "most": max(seconds),
        "memory": memory,
    }


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(
        prog="python -m bench.serve", description=(__doc__ or "").splitlines()[0]
    )
    parser.add_argument("size", choices=SIZES)
    parser.add_argument("--saves", type=int, default=30)
    parser.add_argument(
        "--broken",
        type=int,
        default=0,
        metavar="N",
        help="every Nth save is an error: front matter, data, template, .bib",
    )
    parser.add_argument(
        "--pause", type=float, default=0.5, help="seconds between saves (default: 0.5)"
    )
    parser.add_argument(
        "--port", type=int, default=8900, help="the port, or the next free one (default: 8900)"
    )
    options = parser.parse_args(arguments)
    content = Content(SIZES[options.size])
    folder = WORK / f"{options.size}-serve" / "acadfolio"
    write_site("acadfolio", content, folder)
    found = measure(folder, content.pages[0].slug, options)
    file = WORK / "results" / f"serve-{options.size}-{'broken' if options.broken else 'good'}.json"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps(found, indent=1), encoding="utf-8")
    json.dump(found, sys.stdout, indent=1)
    print()


if __name__ == "__main__":
    main()
