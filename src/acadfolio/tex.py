"""latex2mathml's converter comes out, TeX to MathML, loaded without what formulas have no use for."""

from __future__ import annotations

import re
import sys
from contextlib import contextmanager
from functools import cache
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


BRACE = re.compile(r"\\.|[{}]")
PARTS = {"mfrac": 2, "mroot": 2, "msub": 2, "msup": 2, "msubsup": 3, "munder": 2, "mover": 2, "munderover": 3}
"""How many children an element of MathML must have: the converter makes some with fewer of what it does not read."""
LEFT_OVER = re.compile(r"<m[iont]\w*[^>]*>[^<]*(?:\\|[{}$])[^<]*</m")
"""TeX that stands in the MathML as it was written."""


def is_balanced(tex: str) -> bool:
    """Whether each brace is closed: the converter takes what follows an open one for its inside."""
    depth = 0
    for brace in BRACE.findall(tex):
        depth += {"{": 1, "}": -1}.get(brace, 0)
        if depth < 0:
            return False
    return depth == 0


@cache
def converter() -> Callable[..., str] | None:
    """None where latex2mathml is not installed.

    The package itself only asks which version it has, and for that Python loads what reads e-mail and archives. So its
    modules are imported without running it. They take one function of `xml.sax.saxutils`, which can also ask servers
    for documents: what it would do that with takes longer to load than a small site's formulas to convert.
    """
    from importlib.util import find_spec, module_from_spec

    try:
        spec = find_spec("latex2mathml")
        if spec is not None:
            sys.modules.setdefault(spec.name, module_from_spec(spec))
        with deferred("urllib.request"):
            from latex2mathml.converter import convert
    except (ImportError, ValueError):
        return None
    found: Callable[..., str] = convert
    return found


class _StandIn(ModuleType):
    """Loads its module when it is asked for anything. `importlib.util.LazyLoader` loads it for an `import` already."""

    def __getattr__(self, attribute: str) -> Any:
        from importlib import import_module

        _forget(self)
        return getattr(import_module(self.__name__), attribute)


@contextmanager
def deferred(name: str) -> Iterator[None]:
    """What is imported inside and imports the module `package.module` gets one that is loaded when it is used.

    Nothing is different where that module is loaded already, nor for whoever imports it afterwards.
    """
    if name in sys.modules:
        yield
        return
    from importlib import import_module

    package, _, last = name.rpartition(".")
    sys.modules[name] = stand_in = _StandIn(name)
    setattr(import_module(package), last, stand_in)  # As an import does: `package.module.function` works inside.
    try:
        yield
    finally:
        _forget(stand_in)


def _forget(stand_in: ModuleType) -> None:
    if sys.modules.get(stand_in.__name__) is stand_in:
        del sys.modules[stand_in.__name__]
