"""A record's type comes in, its keys come out: what each is called, what it holds, and whether it must be written."""

from __future__ import annotations

import sys
import types
from functools import cache
from typing import Annotated, Any, Union, get_args, get_origin

from msgspec import NODEFAULT, Meta, Struct

from acadfolio.model.record import LOCATION


@cache
def defaults_of(kind: type[Struct]) -> dict[str, Any]:
    """Every field's default, NODEFAULT where there is none; msgspec's own `fields` resolves the annotations too."""
    names, defaults = kind.__struct_fields__, kind.__struct_defaults__
    return dict(zip(names, (NODEFAULT,) * (len(names) - len(defaults)) + defaults, strict=True))


class Field(Struct, frozen=True):
    """One key of a record: its attribute, its type as annotated, and whether it must be written."""

    name: str
    type: Any
    required: bool


@cache
def keys_of(record: type[Struct]) -> tuple[str, ...]:
    """The keys alone, which need no annotation to be looked at."""
    names = zip(record.__struct_encode_fields__, record.__struct_fields__, strict=True)
    return tuple(key for key, name in names if name != LOCATION)


@cache
def fields_of(record: type[Struct]) -> dict[str, Field]:
    """The keys that an author can write, in the order of the record's definition."""
    hints = _hints(record)
    written = zip(record.__struct_encode_fields__, defaults_of(record).items(), strict=True)
    return {key: Field(name, hints[name], default is NODEFAULT) for key, (name, default) in written if name != LOCATION}


def _hints(record: type[Struct]) -> dict[str, Any]:
    """What the annotations of its fields mean, as `get_type_hints` finds it, which takes up to twice as long."""
    return {
        name: _meaning(said, kind.__module__)
        for kind in reversed(record.__mro__)
        if issubclass(kind, Struct) and kind is not Struct
        for name, said in kind.__annotations__.items()
    }


@cache
def _meaning(said: str, module: str) -> Any:
    return eval(said, vars(sys.modules[module]))  # noqa: S307 - the text of our own modules


class Shape(Struct, frozen=True):
    """A type without `Annotated` and `| None`, what it is made of, and what its annotations say about it."""

    type: Any
    origin: Any
    parts: tuple[Any, ...]
    about: dict[str, Any]
    is_record: bool
    """Whether it has keys of its own, and is not read from one text alone."""


_shapes: dict[int, tuple[Any, Shape]] = {}


def shape_of(wanted: Any) -> Shape:
    """What an annotation means, worked out once for each. Some cannot be hashed, so they are known by their id."""
    known = _shapes.get(id(wanted))
    if known is not None:
        return known[1]
    plain, about = plain_type(wanted)
    is_record = isinstance(plain, type) and issubclass(plain, Struct) and not hasattr(plain, "parse")
    shape = Shape(plain, get_origin(plain), get_args(plain), about, is_record)
    _shapes[id(wanted)] = (wanted, shape)
    return shape


@cache
def required_of(record: type[Struct]) -> tuple[str, ...]:
    """The keys that must be written."""
    return tuple(key for key, entry in fields_of(record).items() if entry.required)


def plain_type(wanted: Any) -> tuple[Any, dict[str, Any]]:
    """A type without `Annotated` and `| None`, and what its annotations say about it."""
    about: dict[str, Any] = {}
    while True:
        origin = get_origin(wanted)
        if origin is Annotated:
            wanted, *notes = get_args(wanted)
            for note in notes:
                if isinstance(note, Meta):
                    bounds = {"ge": note.ge, "le": note.le}
                    about |= {key: bound for key, bound in bounds.items() if bound is not None} | (note.extra or {})
        elif origin in (Union, types.UnionType):
            wanted = next(option for option in get_args(wanted) if option is not types.NoneType)
        else:
            return wanted, about
