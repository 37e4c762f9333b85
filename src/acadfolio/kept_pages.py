"""The pages of a build come in, a file in the site's cache folder keeps them; out they come at the next build.

The file may be deleted, damaged or another's at any time: then there are no pages, and all are rendered.
"""

from __future__ import annotations

import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from acadfolio import __version__
from acadfolio.kept_file import read_kept, write_kept
from acadfolio.pipeline import Last
from acadfolio.render.keeping import KeptSite
from acadfolio.struct import replace

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

_FILE = "pages"
_MAGIC = f"acadfolio {__version__} pages 2 {sys.implementation.cache_tag}\n".encode()


def read_last(folder: Callable[[], str], untouched: Mapping[str, bytes], state: bytes) -> Last:
    """The pages of the last build that stand in the output folder: `untouched` has the digests of what is there."""
    kept = (_read(folder) if untouched else None) or KeptSite()
    pages = {path: page for path, page in kept.pages.items() if untouched.get(path) == page.digest}
    return Last(replace(kept, pages=pages), untouched.keys(), state)


def _read(folder: Callable[[], str]) -> KeptSite | None:
    """What the last build kept."""
    with suppress(OSError, msgspec.MsgspecError):
        payload = read_kept(str(Path(folder(), _FILE)), _MAGIC)
        return msgspec.msgpack.decode(payload, type=KeptSite) if payload else None
    return None


def keep_pages(folder: Callable[[], str], kept: KeptSite) -> None:
    """Keep a build's pages. What cannot be written is not kept."""
    with suppress(OSError):
        write_kept(str(Path(folder(), _FILE)), _MAGIC, msgspec.msgpack.encode(kept))
