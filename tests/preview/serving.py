"""Run a preview in a process of its own."""

from __future__ import annotations

import http.client
import os
import re
import signal
import subprocess
import sys
import threading
import time
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, TextIO, TypeVar

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

Thing = TypeVar("Thing")
PATIENCE = 30.0
URL = re.compile(r"http://(\S+):(\d+)/")


@dataclass
class Answer:
    status: int
    headers: dict[str, str]
    content: bytes

    @property
    def text(self) -> str:
        return self.content.decode()

    @property
    def kind(self) -> str:
        return self.headers.get("content-type", "")


@dataclass
class Served:
    process: subprocess.Popen[str]
    port: int = 0
    line: str = ""
    """The line that names the URL."""
    errors: list[str] = field(default_factory=list)
    """Lines of standard error, as they come."""

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/"

    def ask(self, path: str, method: str = "GET", **headers: str) -> Answer:
        """An answer; `host="evil.example"` sends such a header."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        connection.request(
            method, path, headers={key.replace("_", "-"): text for key, text in headers.items()}
        )
        response = connection.getresponse()
        content = response.read()
        connection.close()
        return Answer(
            response.status, {key.lower(): value for key, value in response.getheaders()}, content
        )

    def wait_for(self, path: str, text: str, *, gone: bool = False) -> str:
        """The page, once it holds the text (or holds it no more)."""
        return until(
            lambda: (page := self.ask(path).text) and ((text in page) is not gone) and page,
            f"{text!r} did not {'go' if gone else 'come'}",
        )

    def wait_for_error(self, text: str) -> str:
        """All of standard error, once the text is in it."""
        return until(
            lambda: text in "".join(self.errors) and "".join(self.errors),
            f"{text!r} was not reported",
        )

    def end(self, number: int = signal.SIGINT) -> float:
        """The seconds that it took to end."""
        started = time.monotonic()
        self.process.send_signal(number)
        try:
            self.process.wait(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            raise
        return time.monotonic() - started


def until(what: Callable[[], Thing | Literal[False, ""]], otherwise: str) -> Thing:
    """What it gives, once that is something."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        if found := what():
            return found
        time.sleep(0.02)
    pytest.fail(otherwise)


def run(site: Path, *options: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """A preview that ends by itself, as something is wrong with the options; `environment` is added to ours."""
    command = [sys.executable, "-m", "acadfolio", "serve", "--site", str(site), *options]
    return subprocess.run(
        command,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
        env=os.environ | environment,
    )


@contextmanager
def serving(
    site: Path,
    *options: str,
    before: tuple[str, ...] = (),
    usual: bool = False,
    terminal: bool = False,
    **environment: str,
) -> Iterator[Served]:
    """A preview of the site, ended by Ctrl-C, on a free port or the usual one.

    `before` is a command that starts it; `terminal` says whether its standard error is one;
    `environment` is added to ours.
    """
    chosen = options if usual or "--port" in options else ("--port", "0", *options)
    command = [*before, sys.executable, "-m", "acadfolio", "serve", "--site", str(site), *chosen]
    reader, writer = os.openpty() if terminal else os.pipe()
    with (
        os.fdopen(reader) as errors,
        subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=writer, text=True, env=os.environ | environment
        ) as process,
    ):
        os.close(writer)
        served = Served(process)
        assert process.stdout is not None
        listening = threading.Thread(target=_listen, args=[errors, served.errors], daemon=True)
        listening.start()
        too_late = threading.Timer(PATIENCE, process.kill)
        too_late.start()
        try:
            served.line = process.stdout.readline()
            too_late.cancel()
            match = URL.search(served.line)
            assert match is not None, (served.line, served.errors)
            served.port = int(match[2])
            yield served
        finally:
            if process.poll() is None:
                served.end()
            listening.join(timeout=PATIENCE)
    assert process.returncode == 0
    assert "Traceback" not in "".join(served.errors), "".join(served.errors)


def _listen(stream: TextIO, lines: list[str]) -> None:
    """Each line as it comes, which is how `extend` takes them.

    Linux ends a terminal with an error.
    """
    with suppress(OSError):
        lines.extend(stream)
