"""JSON Schemas of the records, for editors: one for each data file, and one for front matter."""

from __future__ import annotations

import types
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from msgspec import Meta, Struct

from acadfolio.model.activities import Entry
from acadfolio.model.jekyll import Keys, jekyll
from acadfolio.model.kinds import KINDS
from acadfolio.model.page import DAYS, SLASHED, FrontMatter
from acadfolio.model.profile import Profile
from acadfolio.model.publication import Venue
from acadfolio.model.record import fields_of
from acadfolio.model.site import SectionSettings, Settings
from acadfolio.model.values import ImagePath, Link, Url

DIALECT = "https://json-schema.org/draft/2020-12/schema"
SCALAR = {"type": ["string", "number", "boolean"]}
Schema = dict[str, Any]


def schemas() -> dict[str, Schema]:
    """By the name of the data file without its ending; `free` is for any other file, `front-matter` for pages."""
    listed = {name: _list_of(kind.record) for name, kind in KINDS.items()}
    return {
        **listed,
        "site": _site(),
        "profile": _record(Profile),
        "venues": {"type": "object", "additionalProperties": _record(Venue)},
        "free": _list_of(Entry),
        "front-matter": _front_matter(),
    }


def document(name: str, schema: Schema) -> Schema:
    """A schema as a file of its own."""
    return {"$schema": DIALECT, "title": f"acadfolio: {name}", **schema}


def _list_of(record: type[Struct]) -> Schema:
    return {"type": ["array", "null"], "items": _record(record)}


def _site() -> Schema:
    """Any further key is the name of a section, with that section's settings."""
    return {**_record(Settings), "additionalProperties": _record(SectionSettings)}


def _front_matter() -> Schema:
    schema = _record(FrontMatter)
    keys = schema["properties"]
    keys["layout"]["enum"] = sorted([*jekyll().layouts, "none"])
    for key in DAYS:
        keys[key]["anyOf"].append({"type": "string", "pattern": f"^{SLASHED}"})
    _with_keys_of_jekyll(keys, jekyll().front_matter)
    _with_keys_of_jekyll(keys["header"]["properties"], jekyll().header)
    blocks, block, *others = keys["sidebar"]["anyOf"]
    alone = dict(block["properties"])  # Those of a list have no keys of Jekyll.
    _with_keys_of_jekyll(alone, jekyll().sidebar)
    keys["sidebar"]["anyOf"] = [blocks, {**block, "properties": alone}, *others]
    numbered = {f"^{key}_?[0-9]+$": keys[key] for key in ("gallery", "feature_row")}
    schema["patternProperties"] = numbered
    return schema


def _with_keys_of_jekyll(properties: Schema, keys: Keys) -> None:
    """Add what is read under another name, or passed over with a warning."""
    for theirs, ours in keys.names.items():
        properties[theirs] = {**properties[ours], "description": f"Jekyll's name of `{ours}`."}
    for key, why in keys.without_effect.items():
        properties[key] = {"description": f"Without effect: {why}."}


def _record(record: type[Struct]) -> Schema:
    fields = fields_of(record)
    schema: Schema = {
        "type": "object",
        "description": (record.__doc__ or "").strip().split("\n")[0],
        "properties": {
            key: _value(field.type) if field.required else _or_nothing(_value(field.type))
            for key, field in fields.items()
        },
        "additionalProperties": False,
    }
    required = [key for key, field in fields.items() if field.required]
    if instead := getattr(record, "INSTEAD_OF_TITLE", ()):
        return {**schema, "anyOf": [{"required": [key]} for key in (*required, *instead)]}
    return {**schema, "required": required} if required else schema


def _value(wanted: Any) -> Schema:
    """The schema of one field's type; what reading.py accepts, this allows."""
    origin = get_origin(wanted)
    if origin is Annotated:
        inner, *notes = get_args(wanted)
        return _one_or_named(inner, notes) | _notes(notes)
    if origin in (Union, types.UnionType):
        return _value(next(option for option in get_args(wanted) if option is not types.NoneType))
    if origin is Literal:
        return {"enum": list(get_args(wanted))}
    if origin is tuple:
        return _items(get_args(wanted)[0])
    if origin is dict:
        return {"type": "object", "additionalProperties": _or_nothing(_value(get_args(wanted)[1]))}
    return _plain(wanted)


def _one_or_named(wanted: Any, notes: list[Any]) -> Schema:
    """A mapping of names to lists may be written as one list alone, where it is marked so."""
    named = any(isinstance(note, Meta) and (note.extra or {}).get("named") for note in notes)
    return {"anyOf": [_value(get_args(wanted)[1]), _value(wanted)]} if named else _value(wanted)


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


def _items(item: Any) -> Schema:
    """A list; one value alone stands for a list of one. Links are a mapping of labels to URLs."""
    if item is Link:
        return {"type": "object", "additionalProperties": _or_nothing(SCALAR)}
    one = _value(item)
    return {"anyOf": [{"type": "array", "items": one}, one]}


def _or_nothing(schema: Schema) -> Schema:
    """A key without a value might as well not be there."""
    if not schema:
        return schema
    if "anyOf" in schema:
        return {**schema, "anyOf": [*schema["anyOf"], {"type": "null"}]}
    if "type" in schema and "pattern" not in schema:
        kinds = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
        return {**schema, "type": [*kinds, "null"]}
    described = {"description": schema["description"]} if "description" in schema else {}
    plain = {key: value for key, value in schema.items() if key != "description"}
    return {**described, "anyOf": [plain, {"type": "null"}]}


def _notes(notes: list[Any]) -> Schema:
    found: Schema = {}
    for note in notes:
        if isinstance(note, Meta):
            found |= {"description": note.description} if note.description else {}
            found |= {"minimum": note.ge} if note.ge is not None else {}
            found |= {"maximum": note.le} if note.le is not None else {}
    return found
