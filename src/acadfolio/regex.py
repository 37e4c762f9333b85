"""A regular expression comes in as it is written; it is compiled when it is first asked for a match.

The readers and the renderer hold a few hundred of them, and most sites need a third. Compiling the others would take a
tenth of the time of building a small site.

No pattern repeats a group possessively, as in `(?:…)*+`: Python 3.11.0 to 3.11.4, Debian 12's among them, do not take
back what an incomplete last turn has matched (python/cpython#106052). An atomic group, `(?>(?:…)*)`, means the same to
every Python.
"""

from __future__ import annotations

import re
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, AnyStr

METHODS = [name for name in dir(re.Pattern) if not name.startswith("_") and name != "pattern"]


OURS, CODE = "", "code"
"""For whom patterns are compiled: for each build, or where code is coloured and formulas are made."""
_compilers: dict[str, Callable[..., re.Pattern[Any]]] = {}


@contextmanager
def compiled_here(whose: str = OURS) -> Iterator[None]:
    """Meanwhile `re.compile` does as this module: for who imports a library that compiles its patterns at once."""
    was, re.compile = re.compile, _compilers.get(whose, re.compile)
    try:
        yield
    finally:
        re.compile = was


def compile_by(function: Callable[..., re.Pattern[Any]], whose: str = OURS) -> None:
    """What is called in the place of `re.compile` from now on, and gives the same."""
    _compilers[whose] = function


class _Uncompiled:
    """Has no attribute that it was not asked for; being asked for one, it takes all of the compiled pattern's."""

    def __init__(self, source: str | bytes, flags: int = 0) -> None:
        self.pattern, self._flags = source, flags

    def __getattr__(self, name: str) -> Any:
        if name not in METHODS:
            raise AttributeError(name)
        compiled = _compilers.get(OURS, re.compile)(self.pattern, self._flags)
        self.__dict__.update({method: getattr(compiled, method) for method in METHODS})
        return self.__dict__[name]

    def __repr__(self) -> str:
        return f"regex({self.pattern!r}, {self._flags!r})"


if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    def regex(source: AnyStr, flags: int = 0) -> re.Pattern[AnyStr]:
        """A pattern for a module to hold. The functions of `re` take no such pattern: its own methods are meant."""

else:
    regex = _Uncompiled
