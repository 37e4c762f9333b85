"""A site's folder comes in, a server on this machine shows it, built anew in memory at every save."""

from __future__ import annotations

import html
import logging
import mimetypes
import socket
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import unquote

from acadfolio.load.addresses import output_path
from acadfolio.manifest import cache_folder
from acadfolio.pipeline import Variants, find_problems
from acadfolio.problems import Location, Problem, SiteError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from wsgiref.types import StartResponse, WSGIEnvironment

    from acadfolio.output import Output

LOOPBACK = ("127.0.0.1", "localhost", "[::1]")
FOLDERS = ("data", "content", "templates", "static")
PORTS_TO_TRY = 50
TEXT_TYPES = ("text/", "application/javascript", "application/json", "application/xml", "image/svg")
OVERLAY = """<aside role="alert" style="position:fixed;inset:auto 0 0 0;z-index:9999;max-height:60vh;overflow:auto;
background:#2b0b0b;color:#fff;font:14px/1.5 monospace;padding:1em 1.5em;white-space:pre-wrap"><strong>{count} to mend
(the page behind this is the last good one)</strong>
{problems}</aside>"""


class Preview:
    """The last good build of a site, as a WSGI application. Nothing is written, and no path reaches the disk."""

    def __init__(self, site: Path, tell: Callable[[Iterable[Problem]], None], host: str) -> None:
        self.site, self.tell = site, tell
        self.hosts = {*LOOPBACK, host}
        self.outputs: dict[str, Output] = {}
        self.problems: tuple[Problem, ...] = ()

    def build(self) -> None:
        """Build with drafts. A mistake is told, and the last good pages stay."""
        variants = Variants(partial(cache_folder, str(self.site)))
        outputs, problems = find_problems(self.site, drafts=True, variants=variants)
        if outputs:
            self.outputs = {output.path: output for output in outputs}
        if problems != self.problems:
            self.tell(problems)
        self.problems = problems

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> list[bytes]:
        if environ.get("HTTP_HOST", "").rsplit(":", 1)[0] not in self.hosts:
            return self._answer(
                start_response, "403 Forbidden", "text/plain", b"This preview is for this machine only.\n"
            )
        if environ["REQUEST_METHOD"] not in {"GET", "HEAD"}:
            return self._answer(start_response, "405 Method Not Allowed", "text/plain", b"")
        path = unquote(environ.get("PATH_INFO", "/").encode("latin-1").decode("utf-8", "replace"))
        output = self.outputs.get(output_path(path)) or self.outputs.get(path.lstrip("/"))
        if output is None:
            missing = self.outputs.get("404.html")
            content = missing.content if missing else b"There is nothing here.\n"
            return self._answer(start_response, "404 Not Found", "text/html", self._with_overlay(content))
        kind = mimetypes.guess_type(output.path)[0] or "application/octet-stream"
        content = Path(output.file).read_bytes() if output.file else output.content
        return self._answer(
            start_response, "200 OK", kind, self._with_overlay(content) if kind == "text/html" else content
        )

    def _answer(self, start_response: StartResponse, status: str, kind: str, content: bytes) -> list[bytes]:
        charset = "; charset=utf-8" if kind.startswith(TEXT_TYPES) else ""
        headers = [
            ("Content-Type", kind + charset),
            ("Cache-Control", "no-store"),
            ("X-Content-Type-Options", "nosniff"),
        ]
        start_response(status, headers)
        return [content]

    def _with_overlay(self, page: bytes) -> bytes:
        """The page with the errors on top, when there are any."""
        errors = [problem for problem in self.problems if problem.severity == "error"]
        if not errors:
            return page
        lines = "\n".join(f"{problem.location}: {problem.message}{_hint(problem)}" for problem in errors)
        overlay = OVERLAY.format(count=len(errors), problems=html.escape(lines))
        body, end, rest = page.decode().rpartition("</body>")
        return f"{body}{overlay}{end}{rest}".encode() if end else f"{rest}{overlay}".encode()


def _hint(problem: Problem) -> str:
    return f" ({problem.hint})" if problem.hint else ""


def serve(
    site: Path, host: str, port: int, tell: Callable[[Iterable[Problem]], None], ready: Callable[[str], None]
) -> None:
    """Serve until Ctrl-C. `ready` gets the address. Raises SiteError when no port is free."""
    from livereload import Server
    from livereload.handlers import LiveReloadHandler

    preview = Preview(site, tell, host)
    preview.build()
    free = _free_port(host, port)
    server = Server(preview)
    server._setup_logging = lambda: None  # noqa: SLF001 - it would print every change
    logging.getLogger("tornado.access").setLevel(logging.ERROR)
    LiveReloadHandler.DEFAULT_RELOAD_TIME = 0  # Else it passes over what is saved within three seconds of a reload.
    for folder in FOLDERS:
        server.watch(str(site / folder), preview.build)
    ready(f"http://{host}:{free}/")
    server.serve(port=free, host=host, debug=False, restart_delay=0)


def _free_port(host: str, port: int) -> int:
    """The wanted port, or the next one that is free."""
    for candidate in range(port, port + PORTS_TO_TRY):
        with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind((host, candidate))
            except OSError:
                continue
            return candidate
    message = f"no port from {port} to {port + PORTS_TO_TRY - 1} is free on {host}"
    raise SiteError([Problem(Location("preview"), message, "choose another one: --port")])
