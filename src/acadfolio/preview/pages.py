"""Find the page or file of a build for a URL, and show problems on top of pages."""

from __future__ import annotations

import json
import secrets
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from hashlib import blake2b
from http import HTTPStatus
from mimetypes import MimeTypes
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote, unquote

import jinja2

from acadfolio.html.text import first_tag
from acadfolio.loading.files import as_typed
from acadfolio.loading.page_urls import output_path
from acadfolio.outside_links import allowed_targets, links_outside
from acadfolio.preview.builds import Build
from acadfolio.rendering.search_index import SEARCH_FOLDER
from acadfolio.reporting import as_shown, excerpt
from acadfolio.source.yaml import load_table
from acadfolio.wording import counted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from acadfolio.problems import Problem
    from acadfolio.rendering import Output

HTML = "text/html; charset=utf-8"
TEXT = (
    "text/",
    "application/json",
    "application/manifest+json",
    "application/xml",
    "image/svg+xml",
)
"""Types with a charset."""
TYPES = MimeTypes()
"""Python's table, without the types of the operating system."""
for _suffix, _type in load_table(Path(__file__).with_name("media_types.yml")).items():
    TYPES.add_type(_type, _suffix)
ASSETS = (
    ".css",
    ".js",
    ".mjs",
    ".jpg",
    ".jpeg",
    ".png",
    ".gif",
    ".svg",
    ".webp",
    ".avif",
    ".woff2",
)
MISSING_PAGE = "404.html"
MAX_PROBLEMS = 50
"""How many problems the overlay shows."""
EMPTY_PAGE = Path(__file__).with_name("empty.html")
"""The page below the errors if no build has succeeded yet."""


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to a request: bytes, the path of a file, or the URL of a redirect."""

    status: HTTPStatus
    content_type: str = HTML
    content: bytes = b""
    file: str = ""
    location: str = ""


class Pages:
    """The pages and files of the newest build."""

    def __init__(self, site: Path) -> None:
        self.site = site
        self.overlay = ""
        self.assets = ""
        """A random text that changes with each change of an asset."""
        self.build = Build()

    def show(self, build: Build) -> None:
        """Use another build."""
        self.build = build
        if not self.assets or any(is_asset(path) for path in build.changed):
            self.assets = secrets.token_hex(4)
        self.overlay = overlay(build.problems, self.site, has_page=bool(build.outputs))

    def find(self, url_path: str) -> Answer:
        """The answer to the path of a URL, still percent-encoded."""
        outputs = self.build.outputs
        path = as_typed(unquote(url_path, errors="replace")).removeprefix("/")
        if not outputs:
            return Answer(HTTPStatus.SERVICE_UNAVAILABLE, HTML, EMPTY_PAGE.read_bytes())
        output = outputs.get(output_path(f"/{path}")) or outputs.get(path)
        if output:
            return self._answer_with(output) or self.missing()
        if f"{path}/index.html" in outputs:
            return Answer(HTTPStatus.MOVED_PERMANENTLY, location=f"/{quote(path)}/")
        return self.missing()

    def _answer_with(self, output: Output) -> Answer | None:
        """The answer with an output; None if its file has been deleted, or has become a link out of the site."""
        file = Path(output.file)
        if output.file and file.is_relative_to(self.site):
            name = file.relative_to(self.site).as_posix()
            if links_outside(self.site, [name], allowed_targets(self.site)):
                return None
        return _found(output)

    def missing(self) -> Answer:
        """The site's `404.html`."""
        output = self.build.outputs.get(MISSING_PAGE)
        found = self._answer_with(output) if output else None
        return Answer(HTTPStatus.NOT_FOUND, HTML, found.content if found else b"Not found.\n")

    def version(self, url_path: str) -> str:
        """A digest of the page at a URL and the overlay, then a dash and `assets`."""
        return self._version(self.find(url_path).content)

    def _version(self, page: bytes) -> str:
        return f"{blake2b(page + self.overlay.encode(), digest_size=8).hexdigest()}-{self.assets}"

    def with_script(self, page: bytes) -> bytes:
        """The page with the preview's script in its head and the overlay at its end."""
        html = page.decode(errors="surrogateescape")
        head = first_tag(html, {"head"})
        script = f"<script>({page_script()})({json.dumps(self._version(page))})</script>"
        start = head.end if head else len(html)
        html = html[:start] + script + html[start:]
        end = html.rfind("</body>")
        end = end if end >= 0 else len(html)
        return (html[:end] + self.overlay + html[end:]).encode(errors="surrogateescape")


def is_asset(path: str) -> bool:
    """Whether pages may load a file.

    The search index is not one: it is loaded only for a search.
    """
    return path.lower().endswith(ASSETS) and not path.startswith(SEARCH_FOLDER)


def _found(output: Output) -> Answer | None:
    """The answer with an output; None if its file has been deleted since the build."""
    kind = content_type(output.path)
    if not output.file or kind != HTML:
        return Answer(HTTPStatus.OK, kind, output.content, output.file)
    with suppress(OSError):
        return Answer(HTTPStatus.OK, kind, Path(output.file).read_bytes())
    return None


def content_type(path: str) -> str:
    """The Content-Type of a file. All text is UTF-8."""
    kind = (
        TYPES.guess_type(path.rpartition("/")[2].lower(), strict=True)[0]
        or "application/octet-stream"
    )
    return f"{kind}; charset=utf-8" if kind.startswith(TEXT) else kind


@cache
def page_script() -> str:
    """The JavaScript function for each page. Its argument is the page's version."""
    return Path(__file__).with_name("script.js").read_text(encoding="utf-8").strip()


def overlay(problems: Sequence[Problem], site: Path, *, has_page: bool) -> str:
    """The HTML of the overlay.

    It is open for errors, and folded in a corner if there are only warnings.
    """
    if not problems:
        return ""
    ordered = sorted(problems, key=lambda problem: problem.severity != "error")
    errors = sum(problem.severity == "error" for problem in problems)
    return _overlay_template().render(
        problems=[
            (as_shown(problem), excerpt(problem, site)) for problem in ordered[:MAX_PROBLEMS]
        ],
        more=len(problems) - MAX_PROBLEMS,
        errors=errors,
        warnings=len(problems) - errors,
        has_page=has_page,
        counted=counted,
    )


@cache
def _overlay_template() -> jinja2.Template:
    loader = jinja2.FileSystemLoader(Path(__file__).parent)
    environment = jinja2.Environment(
        loader=loader,
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    return environment.get_template("overlay.html")
