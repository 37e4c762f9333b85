"""Make the JSON Schemas for editors from the records: one for each data file, and one for front matter."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from acadfolio.model.entries import Entry
from acadfolio.model.languages import LanguageFolder
from acadfolio.model.look import ALL, Theme
from acadfolio.model.page import DAYS, SLASHED_DATE, FrontMatter
from acadfolio.model.profile import Profile
from acadfolio.model.publication import Venue
from acadfolio.model.record import Field, Shape, fields_of
from acadfolio.model.section_kinds import BUILT_IN, PAGED, SECTION_KINDS
from acadfolio.model.site import SectionSettings, Settings
from acadfolio.model.theme_keys import Keys, theme_keys
from acadfolio.model.values import ByLanguage, ImagePath, LanguageTag, Link, Url
from acadfolio.resources import theme_looks

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from msgspec import Struct

DIALECT = "https://json-schema.org/draft/2020-12/schema"
START = f'{{\n "$schema": "{DIALECT}",\n "title": "acadfolio: '
"""The beginning of a file with a schema of ours."""
SCALAR = {"type": ["string", "number", "boolean"]}
NAMES: dict[str, Callable[[], Iterable[str]]] = {
    "looks": theme_looks,
    "sections": lambda: (*BUILT_IN, ALL),
    "paged": lambda: (*PAGED, ALL),
}
"""Names that editors offer; a site may have others."""
LIMITS = {"ge": "minimum", "le": "maximum"}
"""The keywords of JSON Schema by the names of annotations."""
Schema = dict[str, Any]


def schemas() -> dict[str, Schema]:
    """All schemas by the name of the data file.

    `free` is for other data files, `front-matter` for pages, `theme` for the `theme.yml` of a look.
    """
    listed = {name: _list_of(kind.record) for name, kind in SECTION_KINDS.items()}
    return {
        **listed,
        "site": _site(),
        "profile": _record(Profile),
        "theme": _record(Theme),
        "venues": {"type": "object", "additionalProperties": _record(Venue)},
        "free": _list_of(Entry),
        "front-matter": _front_matter(),
    }


def _site() -> Schema:
    """The schema of site.yml. Keys that are no settings are names of sections, with their settings.

    A key such as `languages` is both: a list is a setting, and so are language tags with folders.
    """
    schema, of_section = _record(Settings), _record(SectionSettings)
    keys = schema["properties"]
    keys["languages"]["anyOf"].append(
        {
            "type": "object",
            "patternProperties": {f"^{LanguageTag.PATTERN}$": _or_nothing(LanguageFolder.SCHEMA)},
            "additionalProperties": False,
        }
    )
    for name in keys.keys() & BUILT_IN:
        keys[name] = {
            "description": keys[name].pop("description"),
            "anyOf": [keys[name], of_section],
        }
    return {**schema, "additionalProperties": of_section}


def document(name: str, schema: Schema) -> Schema:
    """A schema as a document, with its dialect and title."""
    return {"$schema": DIALECT, "title": f"acadfolio: {name}", **schema}


def _list_of(record: type[Struct]) -> Schema:
    return {"type": ["array", "null"], "items": _record(record)}


def _front_matter() -> Schema:
    """The schema of front matter, which may have any keys of the author's own."""
    schema = {**_record(FrontMatter), "additionalProperties": True}
    keys = schema["properties"]
    keys["layout"]["anyOf"] = [
        {"enum": sorted([*theme_keys().layouts, "none"])},
        {"type": "string"},
    ]  # or the site's own
    for key in DAYS:
        keys[key]["anyOf"].append({"type": "string", "pattern": f"^{SLASHED_DATE}"})
    _with_theme_keys(keys, theme_keys().front_matter)
    header, _ = keys["header"]["anyOf"]
    _with_theme_keys(header["properties"], theme_keys().header)
    blocks_or_one, _ = keys["sidebar"]["anyOf"]
    blocks, block = blocks_or_one["anyOf"]
    properties = dict(
        block["properties"]
    )  # A single block may have keys of Jekyll, those of a list may not.
    _with_theme_keys(properties, theme_keys().sidebar)
    blocks_or_one["anyOf"] = [blocks, {**block, "properties": properties}]
    numbered = {f"^{key}_?[0-9]+$": keys[key] for key in ("gallery", "feature_row")}
    schema["patternProperties"] = numbered
    return schema


def _with_theme_keys(properties: Schema, keys: Keys) -> None:
    """Add the keys of Jekyll that have another name here or no effect."""
    for theirs, ours in keys.names.items():
        properties[theirs] = {**properties[ours], "description": f"Jekyll's name of `{ours}`."}
    for key, why in keys.without_effect.items():
        properties[key] = {"description": f"Without effect: {why}."}


def _record(record: type[Struct]) -> Schema:
    fields = fields_of(record)
    schema: Schema = {
        "type": "object",
        "description": " ".join((record.__doc__ or "").split()),
        "properties": {key: _property(field) for key, field in fields.items()},
        "additionalProperties": False,
    }
    required = [key for key, field in fields.items() if field.required]
    if instead := getattr(record, "INSTEAD_OF_TITLE", ()):
        return {**schema, "anyOf": [{"required": [key]} for key in (*required, *instead)]}
    return {**schema, "required": required} if required else schema


def _property(field: Field) -> Schema:
    value = _value(field.shape)
    if not field.required and "hides" not in field.shape.about:
        value = _or_nothing(value)
    return {**value, "description": field.shape.about["description"]}


def _value(shape: Shape) -> Schema:
    """The schema of one value. It allows everything that reading.py accepts."""
    if names := NAMES.get(shape.about.get("one_of", "")):
        return {"anyOf": [{"enum": list(names())}, {"type": "string"}]}
    if shape.origin is Literal:
        return {"enum": list(shape.parts)}
    if shape.origin is tuple:
        return _items(shape.parts[0])
    if shape.origin is dict:
        return _named(shape)
    if shape.origin is ByLanguage:
        version = _value(shape.parts[0])
        return {"anyOf": [version, {"type": "object", "additionalProperties": version}]}
    limits = {LIMITS[name]: limit for name, limit in shape.about.items() if name in LIMITS}
    return _plain(shape.type) | limits


def _named(shape: Shape) -> Schema:
    """A mapping of names to values.

    If names are optional, a list alone is the value without a name.
    """
    value = _value(shape.parts[1])
    mapping = {"type": "object", "additionalProperties": _or_nothing(value)}
    return {"anyOf": [value, mapping]} if shape.about.get("named") else mapping


def _plain(wanted: Any) -> Schema:
    if wanted is Any:
        return {}
    if wanted in (Url, ImagePath, str):
        return dict(SCALAR)
    if wanted is bool:
        return {"type": "boolean"}
    if wanted is int:
        return {"type": "integer"}
    if hasattr(wanted, "SCHEMA"):
        return dict(wanted.SCHEMA)
    record = _record(wanted)
    return {"anyOf": [dict(SCALAR), record]} if hasattr(wanted, "from_text") else record


def _items(item: Shape) -> Schema:
    """A list, or a single value for a list of one. Links are a mapping of labels to URLs."""
    if item.type is Link:
        return {"type": "object", "additionalProperties": _or_nothing(SCALAR)}
    one = _value(item)
    return {"anyOf": [{"type": "array", "items": one}, one]}


def _or_nothing(schema: Schema) -> Schema:
    """The schema with `null`: a key without a value is allowed."""
    return {"anyOf": [schema, {"type": "null"}]}
