"""A template's source comes in, the code that was compiled from it by an earlier build comes out.

Compiling the theme takes longer than rendering a small site. As Python does with its modules, the code is kept: the
theme's in one file for each installation, in the user's folder for such things, and the site's in its cache folder.
"""

from __future__ import annotations

import marshal
import os
import sys
import zlib
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import jinja2

from acadfolio import __version__
from acadfolio.fingerprint import digest_of
from acadfolio.kept import user_file
from acadfolio.store import read_kept, remove_leftovers, write_kept

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import CodeType

    Compiled = dict[str, tuple[bytes, bytes]]
    """A source's digest and what was made of it, by its file."""

FILE = "templates"
FORMAT = 2


class CompiledTemplates:
    """What is asked before a template of the site or of the theme (the folder `theme`) is compiled.

    `site` gives the site's cache folder; without it, nothing of the site is kept.
    """

    def __init__(self, theme: Path, site: Callable[[], str] | None) -> None:
        self.below_theme = f"{theme}{os.sep}"  # as our loader names a file
        self.theme = Store(lambda: user_file(FILE, theme))
        self.site = Store(lambda: Path(site(), FILE) if site else None)

    def code(self, environment: jinja2.Environment, name: str, file: str, source: str) -> CodeType:
        """The code of a template: that of an earlier build where its source is still the same."""
        store, known = self._store(environment, file), digest_of(source.encode("utf-8", "surrogatepass"))
        kept = store.get(file, known)
        if kept is not None:
            with suppress(ValueError, EOFError, TypeError):
                made: CodeType = marshal.loads(kept)  # noqa: S302 - our own, by owner, version and checksum
                return made
        made = environment.compile(source, name, file)
        store.put(file, known, marshal.dumps(made))
        return made

    def keep(self) -> None:
        """Write down what was compiled, for the builds to come."""
        for store in (self.theme, self.site):
            store.keep()

    def _store(self, environment: jinja2.Environment, file: str) -> Store:
        store = self.theme if file.startswith(self.below_theme) else self.site
        store.head = store.head or _head(environment)
        return store


class Store:
    """One file of what was made of sources, read when it is first asked; `file` names it, or None when none is kept.

    Its `head` says who can use it.
    """

    def __init__(self, file: Callable[[], Path | None], head: bytes = b"") -> None:
        self.file, self.head = file, head
        self.compiled: Compiled | None = None
        self.is_new = False

    def get(self, key: str, known: bytes) -> bytes | None:
        """What was made of a source file, where its text has this digest still."""
        if self.compiled is None:
            self.compiled = self._read()
        kept = self.compiled.get(key)
        return kept[1] if kept and kept[0] == known else None

    def put(self, key: str, known: bytes, made: bytes) -> None:
        """To be called when `get` had nothing."""
        if self.compiled is not None:
            self.compiled[key] = (known, made)
            self.is_new = True

    def keep(self) -> None:
        """Write the file anew, in one step, where something was made; not being able to is no mistake."""
        if self.compiled is None or not self.is_new or sys.dont_write_bytecode:
            return
        payload = marshal.dumps({key: kept for key, kept in self.compiled.items() if Path(key).exists()})
        with suppress(OSError):
            if path := self.file():
                path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
                write_kept(str(path), self.head, payload)
                remove_leftovers(str(path.parent))
                self.is_new = False

    def _read(self) -> Compiled:
        """Nothing where there is no file, or it is not one that this program wrote for this user."""
        try:
            path = self.file()
        except OSError:
            path = None
        payload = read_kept(str(path), self.head) if path else None
        if payload is None:
            return {}
        compiled: Compiled = marshal.loads(payload)  # noqa: S302 - our own, by owner, version and checksum
        return compiled


def _head(environment: jinja2.Environment) -> bytes:
    """Everything besides a template's source that its code depends on."""
    called = {
        kind: sorted((name, str(getattr(function, "jinja_pass_arg", ""))) for name, function in known.items())
        for kind, known in (("filters", environment.filters), ("tests", environment.tests))
    }
    options = (
        environment.trim_blocks, environment.lstrip_blocks, environment.keep_trailing_newline, environment.autoescape,
        environment.optimized, environment.sandboxed, sorted(environment.extensions), called,
        sorted(getattr(environment, "intercepted_binops", ())),
    )  # fmt: skip
    # Nobody has to think of a number when it is changed.
    generator = zlib.crc32(Path(__file__).with_name("code.py").read_bytes())
    versions = f"{__version__} {generator:08x} {jinja2.__version__} {sys.implementation.cache_tag} {sys.flags.optimize}"
    return f"acadfolio templates {FORMAT} {versions} {zlib.crc32(repr(options).encode()):08x}\n".encode()
