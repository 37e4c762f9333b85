"""livereload's server for a site: rebuilds after each change, and reloads the changed pages in browsers."""

from __future__ import annotations

import gc
import logging
import signal
import sys
import time
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TextIO

import livereload
from livereload.handlers import LiveReloadHandler
from tornado.httpserver import HTTPServer
from tornado.ioloop import IOLoop, PeriodicCallback
from tornado.web import Application

from acadfolio.loading.files import is_folder, no_folder
from acadfolio.preview.builds import Build, Builder
from acadfolio.preview.handlers import PageHandler, ScriptHandler, TabHandler
from acadfolio.preview.network import DEFAULT_PORT, Hosts, bind, url_of
from acadfolio.preview.pages import Pages, is_asset
from acadfolio.preview.watcher import WHOLE_SITE, SiteWatcher
from acadfolio.problems import Problem, SiteError
from acadfolio.reporting import print_problems
from acadfolio.wording import counted, visible

if TYPE_CHECKING:
    import socket
    from collections.abc import Callable, Collection
    from pathlib import Path


class Terminal:
    """Reports builds on the terminal: each problem once, until it is fixed."""

    def __init__(self, site: Path, stream: TextIO) -> None:
        self.site, self.stream = site, stream
        self.reported: set[Problem] = set()

    def report(self, build: Build) -> None:
        problems = set(build.problems)
        new = [problem for problem in build.problems if problem not in self.reported]
        with suppress(OSError, ValueError):  # The terminal may be closed.
            print_problems(new, self.site, self.stream)
        if self.reported and not problems:
            self.line("All problems are fixed.")
        if build.has_errors:
            problems |= self.reported  # A failed build does not find all warnings again.
        self.reported = problems

    def report_save(self, saved: set[str], build: Build, seconds: float) -> None:
        """Report on a terminal, in one line, which files changed and what was rebuilt."""
        if not self.stream.isatty() or (saved == {WHOLE_SITE} and not build.changed):
            return
        first, *others = sorted(saved - {WHOLE_SITE}) or ["the site"]
        more = f" and {counted(len(others), 'other')}" if others else ""
        self.line(f"{first}{more} changed: {_result_of(build)} in {seconds:.1f} s")

    def line(self, text: str) -> None:
        with suppress(OSError, ValueError):
            print(visible(text), file=self.stream, flush=True)


def _result_of(build: Build) -> str:
    """What a build changed, in words."""
    if build.has_errors:
        return "not rebuilt"
    pages = sum(path.endswith(".html") for path in build.changed)
    if build.changed and not pages:
        return f"{counted(len(build.changed), 'file')} updated"
    return f"{counted(pages, 'page')} rebuilt"


class PreviewServer(livereload.Server):  # type: ignore[misc]  # livereload has no types
    """Serves the pages of the newest build."""

    def __init__(
        self, builder: Builder, terminal: Terminal, hosts: Hosts, sockets: list[socket.socket]
    ) -> None:
        super().__init__(watcher=SiteWatcher(builder.site, self.rebuild, terminal.line))
        self.builder, self.terminal = builder, terminal
        self.hosts, self.sockets = hosts, sockets
        self.pages = Pages(builder.site)
        self.loop = IOLoop.current()
        self.pending: Build | None = None
        """A build that is not shown yet, because its problems may come from a half-written file."""
        self.saved: set[str] = set()
        """The files that were saved since a build was shown."""
        self.seconds = 0.0
        """The duration of the newest build."""
        self.SFH = PageHandler

    def application(self, port: int, host: str, *_: Any, **options: Any) -> None:  # noqa: ARG002 - as in livereload
        """Listen, with our handlers instead of livereload's."""
        LiveReloadHandler.live_css = options["live_css"]
        LiveReloadHandler.watcher = self.watcher
        shared = {"pages": self.pages, "hosts": self.hosts}
        handlers: list[Any] = [
            (r"/livereload", TabHandler, shared),
            (r"/livereload\.js", ScriptHandler, {"hosts": self.hosts}),
            (r"/(.*)", self.SFH, shared),
        ]
        application = Application(handlers, log_function=lambda _: None)
        HTTPServer(application).add_sockets(self.sockets)

    def rebuild(self, changed: Collection[str]) -> None:
        """Build after a change.

        A build with new problems is shown only after a while without changes.
        """
        if changed:
            gc.disable()  # During builds, of which garbage collection would take a fifth of the time.
            self.saved |= set(changed)
            started = time.perf_counter()
            before, build = self.pending, self.builder.build()
            gc.enable()  # Each build leaves a megabyte of garbage, also if one save follows the other.
            self.seconds = time.perf_counter() - started
            self.pending = (
                replace(build, changed=build.changed | before.changed) if before else build
            )
            if build.problems and build.problems != self.pages.build.problems:
                return
        if self.pending:
            self.show(self.pending)
            self.terminal.report_save(self.saved, self.pending, self.seconds)
            self.saved, self.pending = set(), None

    def show(self, build: Build) -> None:
        self.pages.show(build)
        self.terminal.report(build)
        self.loop.add_callback(self.reload, build)

    def reload(self, build: Build) -> None:
        """Reload the open pages that changed, or their changed assets."""
        assets = sorted(path for path in build.changed if is_asset(path))
        for tab in set(LiveReloadHandler.waiters):
            tab.refresh(assets)


def serve(
    site: Path, host: str, port: int | None, *, drafts: bool, opened: Callable[[str], None]
) -> None:
    """Serve a site until Ctrl-C.

    Args:
        site: the folder of the site.
        host: the address to listen on.
        port: None for the first free port from 8000.
        drafts: whether to show drafts.
        opened: called with the URL after the first build.

    Raises:
        SiteError: the folder does not exist, or the address or port cannot be used.
    """
    if not is_folder(site):
        raise SiteError([no_folder(site)])
    _prepare_process()
    sockets = bind(host, port)
    site = site.resolve()
    real_port = sockets[0].getsockname()[1]
    builder, terminal = Builder(site, drafts=drafts), Terminal(site, sys.stderr)
    server = PreviewServer(builder, terminal, Hosts(host, real_port), sockets)
    build = builder.build()
    server.show(build)
    # By default, Ctrl-C raises an exception at any moment. It may leave a lock of a thread locked.
    asyncio_loop = server.loop.asyncio_loop  # type: ignore[attr-defined] # not declared
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: asyncio_loop.call_soon_threadsafe(server.loop.stop))
    url = url_of(host, real_port) + build.home
    instead = (
        f"port {DEFAULT_PORT} is in use; " if port is None and real_port != DEFAULT_PORT else ""
    )
    print(f"The site is at {url} ({instead}press Ctrl-C to stop)", flush=True)  # noqa: T201 - for the user
    opened(url)
    server.serve(port=real_port, host=host)
    server.watcher.stop()


def _prepare_process() -> None:
    logging.getLogger("livereload").disabled = True  # It logs each request.
    logging.getLogger("tornado.general").setLevel(logging.ERROR)
    if (
        sys.platform == "win32"
    ):  # Windows handles Ctrl-C only between events, not while it waits for connections.
        PeriodicCallback(lambda: None, 300).start()
