"""The base class of records, with their locations, and the description of their keys."""

import types
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from typing import (
    Annotated,
    Any,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

from msgspec import NODEFAULT, Meta, Struct
from msgspec.structs import replace

from acadfolio.problems import Location

LOCATION = "source_location"
"""The attribute with a record's location. It is not a key of the data."""
NOWHERE = Location("")
FLAGS = ("web_only", "cv_only", "private")
"""The keys of entries and sections that say where these are shown. `private` is also what the profile hides."""
NOT_SHOWN = frozenset({"extra", "liquid", "bibtex", *FLAGS})
"""Keys of records that only templates and other programs read, and those that no page shows."""


class Record(Struct, frozen=True, kw_only=True):
    """A record with its location in a file.

    Entries with the same values at different locations are not equal.
    """

    source_location: Location = NOWHERE


AnyRecord = TypeVar("AnyRecord", bound=Struct)


def about(description: str, **more: Any) -> Meta:
    """The description of a key, for the JSON Schemas.

    `more` has options for the reader of the key. `hides` is the value that hides something: an empty
    one is an error.
    """
    return Meta(description=description, extra=more or None)


# Where an entry, or a whole section, is shown.
WebOnly = Annotated[bool, about("Show it on pages, but not in a CV as a file.", hides="true")]
CvOnly = Annotated[bool, about("Show it in a CV as a file, but not on pages.", hides="true")]
Private = Annotated[
    bool, about("Show it only in a CV of `acadfolio export --output`.", hides="true")
]


class EntryRecord(Record, frozen=True, kw_only=True):
    """An entry of a section, with where it is shown: by default everywhere."""

    web_only: WebOnly = False
    cv_only: CvOnly = False
    private: Private = False


DELETE_ONE = "delete one of the two"


def contradicting_flags(web_only: bool, cv_only: bool, private: bool) -> str:  # noqa: FBT001 - three keys
    """The two keys with which an entry or a section would be shown nowhere; else empty."""
    if not web_only or not (cv_only or private):
        return ""
    return f"`web_only` and `{'cv_only' if cv_only else 'private'}`, so it would be shown nowhere"


def without_location(record: AnyRecord) -> AnyRecord:
    """The record without its location, to compare records and for digests."""
    return replace(record, **{LOCATION: NOWHERE}) if isinstance(record, Record) else record


def with_distinct_locations(records: Iterable[AnyRecord]) -> Iterator[AnyRecord]:
    """Give records from the same line distinct locations: the second one gets column 2, and so on."""
    counts: Counter[Location] = Counter()
    for record in records:
        location = getattr(record, LOCATION)
        counts[location] += 1
        if counts[location] > 1:
            record = replace(record, **{LOCATION: location._replace(column=counts[location])})  # noqa: PLW2901
        yield record


class Shape(Struct, frozen=True):
    """A type without `Annotated` and `| None`, its parts, and its annotations."""

    type: Any
    origin: Any
    parts: tuple[Any, ...]
    """The choices of a `Literal`, or the shapes of the items of a tuple or dict, or of a version in a language."""
    about: dict[str, Any]
    is_record: bool
    """Whether it is a record with keys."""


class Field(Struct, frozen=True):
    """One key of a record: its attribute, its annotated type, its shape, and whether it is required."""

    name: str
    type: Any
    shape: Shape
    required: bool


@cache
def defaults_of(record: type[Struct]) -> dict[str, Any]:
    """The defaults of all attributes; NODEFAULT for required ones."""
    names, defaults = record.__struct_fields__, record.__struct_defaults__
    missing = (NODEFAULT,) * (len(names) - len(defaults))
    return dict(zip(names, missing + defaults, strict=True))


@cache
def fields_of(record: type[Struct]) -> dict[str, Field]:
    """The keys that an author can write, in the order of the record's definition."""
    hints = get_type_hints(record, include_extras=True)
    fields = {}
    defaults = defaults_of(record)
    for key, name in _names_of(record):
        is_required = defaults[name] is NODEFAULT
        fields[key] = Field(name, hints[name], shape_of(hints[name]), is_required)
    return fields


@cache
def keys_of(record: type[Struct]) -> tuple[str, ...]:
    """The keys that an author can write, without evaluating annotations."""
    return tuple(key for key, _ in _names_of(record))


def _names_of(record: type[Struct]) -> list[tuple[str, str]]:
    """The keys and their attributes. Those of `EntryRecord`, which come first in Python, are last."""
    names = zip(record.__struct_encode_fields__, record.__struct_fields__, strict=True)
    return sorted(
        (pair for pair in names if pair[1] != LOCATION), key=lambda pair: pair[1] in FLAGS
    )


@cache
def required_of(record: type[Struct]) -> tuple[str, ...]:
    """The required keys."""
    return tuple(key for key, field in fields_of(record).items() if field.required)


def shape_of(annotation: Any) -> Shape:
    """The shape of an annotation."""
    plain, about = _plain_type(annotation)
    origin, parts = get_origin(plain), get_args(plain)
    if origin is tuple:
        parts = (shape_of(parts[0]),)
    elif origin is dict or _is_generic(origin):
        parts = tuple(shape_of(part) for part in parts)
    is_record = (
        isinstance(plain, type) and issubclass(plain, Struct) and not hasattr(plain, "parse")
    )
    return Shape(plain, origin, parts, about, is_record)


def _is_generic(origin: Any) -> bool:
    """Whether a type is a record of values of another type, such as `ByLanguage[Url]`."""
    return isinstance(origin, type) and issubclass(origin, Struct)


def _plain_type(annotation: Any) -> tuple[Any, dict[str, Any]]:
    """The type without `Annotated` and `| None`, and its annotations."""
    about: dict[str, Any] = {}
    while True:
        origin = get_origin(annotation)
        if origin is Annotated:
            annotation, *notes = get_args(annotation)
            for note in notes:
                about |= _annotations_of(note)
        elif origin in (Union, types.UnionType):
            annotation = next(
                option for option in get_args(annotation) if option is not types.NoneType
            )
        else:
            return annotation, about


def _annotations_of(note: Meta) -> dict[str, Any]:
    found = {"description": note.description, "ge": note.ge, "le": note.le}
    return {name: value for name, value in found.items() if value is not None} | (note.extra or {})


class Reference(Struct, frozen=True):
    """A URL or image in the data, with its location."""

    target: str
    location: Location
    is_image: bool
    label: str = ""
    """The label of a link in the sidebar, which may be the misspelt name of a network."""
    language: str = ""
    """The language whose pages alone have it; empty for one of all pages."""
