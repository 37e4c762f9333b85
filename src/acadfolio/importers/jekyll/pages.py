"""Find the pages of an old site, which are copied by hand, and all else that its visitors see."""

from __future__ import annotations

import re
from codecs import BOM_UTF8
from contextlib import suppress
from fnmatch import fnmatchcase
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from acadfolio.importers.jekyll.config import text_in, texts_of, themes
from acadfolio.loading.files import PUBLISHED
from acadfolio.loading.jekyll import MARKDOWN
from acadfolio.loading.liquid import RAW
from acadfolio.loading.page_urls import default_url, parse_local_url
from acadfolio.loading.pages import as_ours
from acadfolio.problems import Problems
from acadfolio.source.front_matter import split_text
from acadfolio.source.text import Source
from acadfolio.source.yaml import Sequence, items_of, parse_yaml

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from acadfolio.importers.jekyll.config import Config
    from acadfolio.source.yaml import Node

FOLDERS = ("_pages", "_posts", "_drafts")
ENDINGS = (*MARKDOWN, ".html")
REPOSITORY_FILES = frozenset({"readme", "changelog", "contributing", "license", "code_of_conduct", "install"})
"""Files at the top that visitors of the repository read, and that are no pages."""
ASSETS = "assets"
FILES = ("images", "files", ASSETS)
LISTS = ("_data/coauthors.yml", "_data/venues.yml", "_data/citations.yml")
"""What al-folio says of papers besides, which means the same here."""
OUR_FOLDERS = frozenset({"content", "data", "output", "static", "templates"})


class OldPage(Struct, frozen=True):
    """A page by its path in the old site, with its text and its URLs."""

    path: str
    text: str
    urls: tuple[str, ...]
    front_matter: dict[str, Node]


def pages_of(folder: Path) -> list[OldPage]:
    """The pages in the folders for them and at the top of the site; what cannot be read is skipped."""
    inside = chain.from_iterable(sorted((folder / name).rglob("*")) for name in FOLDERS)
    top = [path for path in sorted(folder.glob("*")) if path.stem.lower() not in REPOSITORY_FILES]
    pages = [_read(path, folder) for path in (*inside, *top) if path.name.endswith(ENDINGS)]
    return list(filter(None, pages))


def _read(path: Path, folder: Path) -> OldPage | None:
    text = text_in(path)
    if text is None:
        return None
    inside = path.relative_to(folder).as_posix()
    head, _ = split_text(text)
    if head is None and "/" not in inside and not inside.endswith(MARKDOWN):
        return None  # Jekyll copies it, and so does acadfolio.
    front_matter = dict(items_of(parse_yaml(Source(inside, head), Problems()))) if head else {}
    return OldPage(inside, text, tuple(_urls(inside, front_matter)), front_matter)


def _urls(path: str, front_matter: dict[str, Node]) -> Iterator[str]:
    """The URLs of a page: by its path, where it has no `permalink`, and those of its front matter."""
    permalink = texts_of(front_matter.get("permalink"))
    if not permalink and not path.startswith(("_posts/", "_drafts/")):
        yield default_url(as_ours(path))
    for written in (*permalink, *texts_of(front_matter.get("redirect_from"))):
        with suppress(ValueError):
            yield parse_local_url(written)


def keys_read_by(pages: Iterable[OldPage]) -> set[tuple[str, str]]:
    """The keys that pages read with Liquid as `site.…`, and those below them."""
    found = set()
    for page in pages:
        tags = " ".join(re.findall(r"(?s)\{\{.*?\}\}|\{%.*?%\}", RAW.sub("", page.text)))
        found.update(re.findall(r"\bsite\.([\w-]+)(?:\.([\w-]+))?", tags))
    return found


def files_to_copy(folder: Path, config: Config) -> dict[str, list[str]]:
    """All that visitors see and that is not imported, by the folder that it belongs to; folders end in a slash.

    The themes' own folders come first; of assets/ there is only what the author put there.
    """
    skipped = {*OUR_FOLDERS, *_excluded(config), config.text("collections_dir").strip("/.")}
    names = [path.name for path in sorted(folder.iterdir()) if path.name not in skipped and _is_visible(path)]
    found: dict[str, list[str]] = {"data/": _lists(folder), "content/": [], "static/": []}
    for name in dict.fromkeys((*FOLDERS, *FILES, *names)):
        for part in filter(Path.exists, _parts(folder / name)):
            found.setdefault(_target(part, folder), []).append(_shown(part, folder))
    return found


def _parts(path: Path) -> list[Path]:
    return _without_theme(path, path) if path.name == ASSETS else [path]


def _shown(path: Path, folder: Path) -> str:
    return f"{path.relative_to(folder).as_posix()}{'/' if path.is_dir() else ''}"


def _target(path: Path, folder: Path) -> str:
    """The folder of the new site to which a file or folder belongs."""
    top = "content/" if path.name in FOLDERS or _has_pages(path) else "static/"
    where = path.parent.relative_to(folder).as_posix()
    return top if where == "." else f"{top}{where}/"


def _without_theme(path: Path, assets: Path) -> list[Path]:
    """The parts that no theme brings: folders of which that is true as a whole, and files."""
    if _is_one_of(path.relative_to(assets).as_posix(), themes().assets):
        return []
    if path.is_symlink() or not path.is_dir():
        return [path]
    inside = sorted(path.glob("[!.]*"))
    found = list(chain.from_iterable(_without_theme(child, assets) for child in inside))
    return [path] if inside and found == inside else found


def _lists(folder: Path) -> list[str]:
    """Bibliographies, and the files that belong to them."""
    papers = [f"_bibliography/{path.name}" for path in sorted((folder / "_bibliography").glob("*.bib"))]
    return papers and [*papers, *(name for name in LISTS if (folder / name).is_file())]


def _is_visible(path: Path) -> bool:
    if path.name in PUBLISHED:
        return True
    if _is_one_of(path.name, themes().tooling) or path.stem.lower() in REPOSITORY_FILES or _is_documentation(path):
        return False
    # Jekyll fills in what has a front matter, such as a sitemap: here that is made anew.
    return path.is_dir() or path.name.endswith(ENDINGS) or not _has_front_matter(path)


def _is_one_of(name: str, patterns: str) -> bool:
    return any(fnmatchcase(name.lower(), pattern) for pattern in patterns.split())


def _is_documentation(path: Path) -> bool:
    """Whether it is the theme's documentation."""
    return path.name == "docs" and any(path.glob("[Rr][Ee][Aa][Dd][Mm][Ee]*"))


def _excluded(config: Config) -> list[str]:
    node = config.nodes.get("exclude")
    return [text.strip("/") for text in texts_of(node)] if isinstance(node, Sequence) else []


def _has_pages(path: Path) -> bool:
    """Whether it is a page, or a folder with pages."""
    if path.is_dir():
        return any(_has_front_matter(file) for file in path.rglob("*") if file.name.endswith(ENDINGS))
    return path.name.endswith(ENDINGS) and (not path.name.endswith(".html") or _has_front_matter(path))


def _has_front_matter(path: Path) -> bool:
    with suppress(OSError), path.open("rb") as file:
        return file.read(len(BOM_UTF8) + len("---\r")).removeprefix(BOM_UTF8).startswith((b"---\n", b"---\r"))
    return False
