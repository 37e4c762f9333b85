"""The pages of a build come in, a file in the site's cache folder keeps them; out they come at the next build.

The file may be deleted, damaged or another's at any time: then there are no pages, and all are rendered.
"""

from __future__ import annotations

import os
import sys
import zlib
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from acadfolio import __version__
from acadfolio.pipeline import Last
from acadfolio.render.keeping import KeptSite
from acadfolio.struct import replace

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

_FILE = "pages"
_MAGIC = f"acadfolio {__version__} pages 1 {sys.implementation.cache_tag}\n".encode()


def read_last(folder: Callable[[], str], untouched: Mapping[str, bytes], state: bytes) -> Last:
    """The pages of the last build that stand in the output folder: `untouched` has the digests of what is there."""
    kept = _read(folder) if untouched else KeptSite()
    pages = {path: page for path, page in kept.pages.items() if untouched.get(path) == page.digest}
    return Last(replace(kept, pages=pages), untouched.keys(), state)


def _read(folder: Callable[[], str]) -> KeptSite:
    """What the last build kept; nothing when there is none, or it is not one that this program wrote for this user."""
    with suppress(OSError, msgspec.MsgspecError), Path(folder(), _FILE).open("rb") as file:
        if hasattr(os, "getuid") and os.fstat(file.fileno()).st_uid != os.getuid():
            return KeptSite()
        data = file.read()
        payload = data[len(_MAGIC) + 4 :]
        if data.startswith(_MAGIC + _checksum(payload)):
            return msgspec.msgpack.decode(payload, type=KeptSite)
    return KeptSite()


def write_kept(folder: Callable[[], str], kept: KeptSite) -> None:
    """Keep a build's pages. What cannot be written is not kept."""
    payload = msgspec.msgpack.encode(kept)
    with suppress(OSError):
        path = Path(folder(), _FILE)
        new = path.with_name(f"{_FILE}.{os.getpid()}.new")
        new.write_bytes(_MAGIC + _checksum(payload) + payload)
        new.replace(path)


def _checksum(payload: bytes) -> bytes:
    return zlib.crc32(payload).to_bytes(4, "big")
