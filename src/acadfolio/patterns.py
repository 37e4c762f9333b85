"""A pattern comes in as it is written, the compiled one comes out: made of what an earlier process compiled it to.

As Python keeps its modules' code, so is that of their patterns kept here, once for each installation, in the user's
folder for such things: to compile those that a small site needs takes a tenth of the time of its build. What `re` makes
of a pattern's code on its way is its own affair and may be another in any Python. So the code is used by the very
Python that made it, which looks it through before it does; wherever anything is not as expected, `re` does it all.
"""

from __future__ import annotations

import marshal
import re
import sys
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from acadfolio.kept import PACKAGE, Shelf, user_file
from acadfolio.regex import CODE, OURS, compile_by

if TYPE_CHECKING:
    from pathlib import Path

    Made = tuple[int, bytes, int, dict[str, int], tuple[str | None, ...]]
    """What `re` compiles a pattern to: its flags, its code, and how its groups are numbered and named."""
    Key = tuple[str | bytes, int]
    """A pattern as it is written, and its flags."""

FILE = "patterns"
FILES = {OURS: FILE, CODE: "patterns-of-code"}
"""Apart, as the languages of a site's code have hundreds of them, and few pages have any."""
_compile = re.compile  # That is another one at times (see `regex.compiled_here`).


class Patterns:
    """Those that are kept in a file, if in any."""

    def __init__(self, file: Path | None) -> None:
        self.file = file
        self.shelf = Shelf((lambda: str(file.parent)) if file else None, file.name if file else "")
        self.known: dict[Key, Made] | None = None
        self.new: dict[Key, Made] = {}

    def compile(self, source: Any, flags: int = 0) -> re.Pattern[Any]:
        """As `re.compile`."""
        key = (source, int(flags))
        made = self._all().get(key)
        try:
            if made is None:
                made = self.known[key] = self.new[key] = _made(*key)  # type: ignore[index] # it was read by `_all`
            return _pattern(source, made)
        except Exception:  # noqa: BLE001 - a Python may do it in another way: all that counts is the pattern
            for patterns in (self._all(), self.new):
                patterns.pop(key, None)  # Or it would be written anew with all the others.
            self.shelf.forget()
            return _compile(source, flags)

    def keep(self) -> None:
        """Write down what is new, for the processes to come."""
        if self.file and self.new and not sys.dont_write_bytecode:
            with suppress(OSError):
                self.file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            self.shelf.add(marshal.dumps(self.new), lambda: marshal.dumps(self.known))
            self.new = {}

    def _all(self) -> dict[Key, Made]:
        if self.known is None:
            self.known = {}
            try:
                for piece in self.shelf.read():
                    self.known |= marshal.loads(piece)  # noqa: S302 - our own, by owner, version and checksum
            except (ValueError, EOFError, TypeError):
                self.shelf.forget()
        return self.known


_used: dict[str, Patterns] = {}


def use() -> None:
    """Compile the patterns of all our modules so from now on, with what is kept for this installation."""
    for whose, name in FILES.items():
        _used[whose] = Patterns(user_file(name, PACKAGE))
        compile_by(_used[whose].compile, whose)


def keep() -> None:
    """Write down what is new, for the processes to come."""
    for used in _used.values():
        used.keep()


def _made(source: str | bytes, flags: int) -> Made:
    from re import _compiler, _parser  # type: ignore[attr-defined] # Python's own, and no promise

    parsed = _parser.parse(source, flags)
    code = _compiler._code(parsed, flags)  # noqa: SLF001
    names: dict[str, int] = parsed.state.groupdict
    by_number: list[str | None] = [None] * parsed.state.groups
    for name, number in names.items():
        by_number[number] = name
    packed = b"".join(word.to_bytes(4, sys.byteorder) for word in code)
    return flags | parsed.state.flags, packed, parsed.state.groups - 1, names, tuple(by_number)


def _pattern(source: str | bytes, made: Made) -> re.Pattern[Any]:
    import _sre  # type: ignore[import-not-found] # as above

    flags, packed, groups, names, by_number = made
    code = memoryview(packed).cast("I").tolist()
    compiled: re.Pattern[Any] = _sre.compile(source, flags, code, groups, names, by_number)
    return compiled
