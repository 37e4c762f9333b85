"""A path of the site comes in, the Content-Type of its answer comes out: the same on every machine."""

from __future__ import annotations

from mimetypes import MimeTypes
from pathlib import PurePosixPath

TYPES = {
    ".avif": "image/avif",
    ".bib": "text/x-bibtex",
    ".css": "text/css",
    ".csv": "text/csv",
    ".gif": "image/gif",
    ".htm": "text/html",
    ".html": "text/html",
    ".ico": "image/x-icon",
    ".ics": "text/calendar",
    ".ipynb": "application/json",
    ".jpeg": "image/jpeg",
    ".jpg": "image/jpeg",
    ".js": "text/javascript",
    ".json": "application/json",
    ".md": "text/markdown",
    ".mjs": "text/javascript",
    ".mp3": "audio/mpeg",
    ".mp4": "video/mp4",
    ".otf": "font/otf",
    ".pdf": "application/pdf",
    ".png": "image/png",
    ".ris": "application/x-research-info-systems",
    ".svg": "image/svg+xml",
    ".tex": "text/x-tex",
    ".ttf": "font/ttf",
    ".txt": "text/plain",
    ".wasm": "application/wasm",
    ".webm": "video/webm",
    ".webmanifest": "application/manifest+json",
    ".webp": "image/webp",
    ".woff": "font/woff",
    ".woff2": "font/woff2",
    ".xml": "application/xml",
    ".yaml": "application/yaml",
    ".yml": "application/yaml",
}
UNKNOWN = "application/octet-stream"
TEXTS = ("text/", "application/json", "application/manifest+json", "application/xml", "application/yaml",
         "application/x-research-info-systems", "image/svg+xml")  # fmt: skip
PYTHONS = MimeTypes()
"""What Python knows by itself, without the tables of the machine."""


def content_type(path: str) -> str:
    """With the charset where it is text: all that acadfolio writes is UTF-8, and so should be what it copies."""
    ending = PurePosixPath(path).suffix.lower()
    kind = TYPES.get(ending) or PYTHONS.guess_type(f"file{ending}", strict=True)[0] or UNKNOWN
    return f"{kind}; charset=utf-8" if kind.startswith(TEXTS) else kind
