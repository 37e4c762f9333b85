"""Records: the place where each was written, its keys, and what it refers to."""

from __future__ import annotations

import types
from collections import Counter
from functools import cache
from typing import TYPE_CHECKING, Annotated, Any, TypeVar, Union, get_args, get_origin, get_type_hints

from msgspec import NODEFAULT, Meta, Struct
from msgspec.structs import replace

from acadfolio.problems import Location

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


LOCATION = "source_location"
"""The attribute that no author writes: no key of the data, of the schemas or of the templates' documentation."""
NOWHERE = Location("")


class Record(Struct, frozen=True, kw_only=True):
    """A record that knows where it was written.

    Two entries that say the same stand in two places, so they are not equal: an entry's place is its identity.
    """

    source_location: Location = NOWHERE


AnyRecord = TypeVar("AnyRecord", bound=Struct)


def about(description: str, **more: Any) -> Meta:
    """What a key is, in the words of the JSON Schemas; `more` is for those who read it."""
    return Meta(description=description, extra=more or None)


def without_location(record: AnyRecord) -> AnyRecord:
    """The record as it is wherever it was written: for digests and comparisons of what records say."""
    return replace(record, **{LOCATION: NOWHERE}) if isinstance(record, Record) else record


def in_places_of_their_own(records: Iterable[AnyRecord]) -> Iterator[AnyRecord]:
    """Records of which several begin in one line of a file: the second one's place has column 2, and so on."""
    known: Counter[Location] = Counter()
    for record in records:
        place = getattr(record, LOCATION)
        known[place] += 1
        if known[place] > 1:
            record = replace(record, **{LOCATION: place._replace(column=known[place])})  # noqa: PLW2901
        yield record


class Shape(Struct, frozen=True):
    """A type without `Annotated` and `| None`, what it is made of, and what its annotations say about it."""

    type: Any
    origin: Any
    parts: tuple[Any, ...]
    """The choices of a `Literal`; the shapes of what a tuple or a dict holds."""
    about: dict[str, Any]
    is_record: bool
    """Whether it has keys of its own, and is not read from one text alone."""


class Field(Struct, frozen=True):
    """One key of a record: its attribute, its type as annotated, its shape, and whether it must be written."""

    name: str
    type: Any
    shape: Shape
    required: bool


@cache
def defaults_of(record: type[Struct]) -> dict[str, Any]:
    """The default of every attribute, NODEFAULT where there is none."""
    names, defaults = record.__struct_fields__, record.__struct_defaults__
    missing = (NODEFAULT,) * (len(names) - len(defaults))
    return dict(zip(names, missing + defaults, strict=True))


@cache
def fields_of(record: type[Struct]) -> dict[str, Field]:
    """The keys that an author can write, in the order of the record's definition."""
    hints = get_type_hints(record, include_extras=True)
    fields = {}
    for key, (name, default) in zip(record.__struct_encode_fields__, defaults_of(record).items(), strict=True):
        if name != LOCATION:
            fields[key] = Field(name, hints[name], shape_of(hints[name]), default is NODEFAULT)
    return fields


@cache
def keys_of(record: type[Struct]) -> tuple[str, ...]:
    """The keys alone, which need no annotation to be looked at."""
    names = zip(record.__struct_encode_fields__, record.__struct_fields__, strict=True)
    return tuple(key for key, name in names if name != LOCATION)


@cache
def required_of(record: type[Struct]) -> tuple[str, ...]:
    """The keys that must be written."""
    return tuple(key for key, field in fields_of(record).items() if field.required)


def shape_of(annotation: Any) -> Shape:
    """What an annotation says about its values."""
    plain, about = _plain_type(annotation)
    origin, parts = get_origin(plain), get_args(plain)
    if origin is tuple:
        parts = (shape_of(parts[0]),)
    elif origin is dict:
        parts = tuple(shape_of(part) for part in parts)
    is_record = isinstance(plain, type) and issubclass(plain, Struct) and not hasattr(plain, "parse")
    return Shape(plain, origin, parts, about, is_record)


def _plain_type(annotation: Any) -> tuple[Any, dict[str, Any]]:
    """A type without `Annotated` and `| None`, and what its annotations say about it."""
    about: dict[str, Any] = {}
    while True:
        origin = get_origin(annotation)
        if origin is Annotated:
            annotation, *notes = get_args(annotation)
            for note in notes:
                about |= _said_by(note)
        elif origin in (Union, types.UnionType):
            annotation = next(option for option in get_args(annotation) if option is not types.NoneType)
        else:
            return annotation, about


def _said_by(note: Any) -> dict[str, Any]:
    if not isinstance(note, Meta):
        return {}
    said = {"description": note.description, "ge": note.ge, "le": note.le}
    return {name: value for name, value in said.items() if value is not None} | (note.extra or {})


class Reference(Struct, frozen=True):
    """A URL or an image that a data file names, and where."""

    target: str
    location: Location
    is_image: bool
    label: str = ""
    """What a link of the sidebar is called, which may be a misspelt network's name."""
