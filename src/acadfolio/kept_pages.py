"""The pages of a build come in, a file in the site's cache folder keeps them; out they come at the next build.

The file may be deleted, damaged or another's at any time: then there are no pages, and all are rendered.
"""

from __future__ import annotations

import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from acadfolio import __version__
from acadfolio.build import Last
from acadfolio.fingerprint import digest_of
from acadfolio.kept_file import read_kept, write_kept
from acadfolio.rendering.keeping import KeptSite

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

_FILE = "pages"
_MAGIC = f"acadfolio {__version__} pages 4 {sys.implementation.cache_tag}\n".encode()


def read_last(folder: Callable[[], str], untouched: Mapping[str, bytes], state: bytes, stamp: bytes) -> Last:
    """The pages of the last build that stand in the output folder: `untouched` has the digests of what is there.

    `stamp` is what `keep_pages` gave at the build that the digests are of: pages of another one say nothing of the
    files beside them.
    """
    kept = (_read(folder, stamp) if untouched else None) or KeptSite()
    pages = {path: page for path, page in kept.pages.items() if untouched.get(path) == page.digest}
    return Last(replace(kept, pages=pages), untouched.keys(), state)


def _read(folder: Callable[[], str], stamp: bytes) -> KeptSite | None:
    """What the build with this stamp kept."""
    with suppress(OSError, msgspec.MsgspecError):
        payload = read_kept(str(Path(folder(), _FILE)), _MAGIC)
        if payload and digest_of(payload) == stamp:
            return msgspec.msgpack.decode(payload, type=KeptSite)
    return None


def keep_pages(folder: Callable[[], str], kept: KeptSite) -> bytes:
    """Keep a build's pages; a stamp to know them by. What cannot be written is not kept, and has none."""
    payload = msgspec.msgpack.encode(kept)
    try:
        write_kept(str(Path(folder(), _FILE)), _MAGIC, payload)
    except OSError:
        return b""
    return digest_of(payload)
