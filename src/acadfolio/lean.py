"""A library comes in without what it would load besides and a build hardly ever uses; that is loaded when it is used.

Python 3.15 has imports that wait (PEP 810). Here a stand-in takes the place of a module while the library is imported:
a name that the library takes from it is looked up when it is called, made a class of, or asked for what it has. When
the library is there the stand-ins are gone, and who imports such a module then gets it. What can tell: for msgspec no
value is a `UUID` or a `Decimal` in this process, and what Jinja took so has a stand-in's `type()`.
"""

from __future__ import annotations

import sys
from types import ModuleType

TYPE_CHECKING = False  # A build with nothing to do imports no typing.
if TYPE_CHECKING:
    from typing import Any

LATER = {
    "pathlib": ("ipaddress",),
    "urllib.parse": ("ipaddress",),
    "frontmatter": ("json",),
    "livereload.handlers": ("livereload.server",),
    "msgspec": ("decimal", "uuid", "msgspec.inspect", "msgspec._json_schema"),
    "jinja2.sandbox": (
        "inspect", "json", "random",
        "jinja2.bccache", "jinja2.compiler", "jinja2.lexer", "jinja2.loaders", "jinja2.parser",
    ),
}  # fmt: skip
"""What waits, by the library that would load it. What compiles templates has nothing to do where all are compiled.

On Windows livereload's server asks for what Python 3.16 has no more (`WindowsSelectorEventLoopPolicy`).
"""
ABSENT = {"msgspec": "typing_extensions"}
"""What the library does without where it is not installed, and which takes longer to load than the library."""


class Later:
    """A name of a module, which is loaded when somebody uses it: calls it, or asks for what it has."""

    def __init__(self, module: str, name: str) -> None:
        self._module, self._name = module, name

    def _found(self) -> Any:
        found = _loaded(self._module)
        for name in self._name.split("."):
            found = getattr(found, name)
        return found

    def __call__(self, *arguments: Any, **named: Any) -> Any:
        return self._found()(*arguments, **named)

    def __getattr__(self, name: str) -> Any:
        if not isinstance(sys.modules.get(self._module), _StandIn):
            return getattr(self._found(), name)
        if name.startswith("__"):
            raise AttributeError(name)
        return Later(self._module, f"{self._name}.{name}")

    def __mro_entries__(self, bases: tuple[Any, ...]) -> tuple[Any, ...]:
        return (self._found(),)

    def __instancecheck__(self, one: object) -> bool:
        return isinstance(one, self._found())

    def __subclasscheck__(self, one: type) -> bool:
        return issubclass(one, self._found())


class _StandIn(ModuleType):
    """Stands for a module: while a library is imported it gives stand-ins, afterwards what the module has."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        if sys.modules.get(self.__name__) is self:
            return Later(self.__name__, name)
        return getattr(_loaded(self.__name__), name)


def import_lean(library: str) -> None:
    """Import a library without what it can wait for; as ever where that fails."""
    if library in sys.modules:
        return
    before = set(sys.modules)
    for name in LATER[library]:
        sys.modules.setdefault(name, _StandIn(name))
    if absent := library in ABSENT and ABSENT[library] not in sys.modules:
        sys.modules[ABSENT[library]] = None  # type: ignore[assignment] # as `import` knows what cannot be imported
    try:
        __import__(library)
    except Exception:  # noqa: BLE001 - another version of it may do what no stand-in can: then without any
        for name in set(sys.modules) - before:
            del sys.modules[name]
        __import__(library)
    finally:
        for name in LATER[library]:
            if isinstance(sys.modules.get(name), _StandIn):
                del sys.modules[name]
        if absent and sys.modules.get(ABSENT[library], sys) is None:
            del sys.modules[ABSENT[library]]


def _loaded(name: str) -> Any:
    """A module, itself."""
    if isinstance(sys.modules.get(name), _StandIn):
        del sys.modules[name]
    __import__(name)
    return sys.modules[name]
