"""The keys of `site.yml` that are sections' names come in, those sections' settings come out, their fields checked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from acadfolio.problems import did_you_mean
from acadfolio.records.kinds import kind_of_section
from acadfolio.records.reading import Reader, fields_of
from acadfolio.records.site import SectionSettings, Settings
from acadfolio.source.yaml import Node, Scalar, Sequence

if TYPE_CHECKING:
    from collections.abc import Iterator

NAMES_FIELDS = ("fields", "group_by")


def read_section_settings(reader: Reader, node: Node, sections: set[str]) -> dict[str, SectionSettings]:
    """By section, for the sections that have settings of their own."""
    found: dict[str, SectionSettings] = {}
    for key, (_, value) in (reader.pairs(node) or {}).items() if _is_mapping(node) else ():
        name = key.replace("-", "_")
        if key in fields_of(Settings) or name not in sections:
            continue
        settings = reader.record(value, SectionSettings)
        if settings is not None:
            found[name] = settings
            _check_fields(reader, name, value)
    return found


def _is_mapping(node: Node) -> bool:
    return not isinstance(node, (Scalar, Sequence))


def _check_fields(reader: Reader, section: str, node: Node) -> None:
    known = fields_of(kind_of_section(section).record)
    for named in _named_fields(reader, node):
        if named.value not in known:
            reader.report(
                named, f"entries of `{section}` have no field `{named.value}`", did_you_mean(named.value, known)
            )


def _named_fields(reader: Reader, node: Node) -> Iterator[Scalar]:
    pairs = reader.pairs(node) or {}
    for key in NAMES_FIELDS:
        value = pairs[key][1] if key in pairs else None
        items = value.value if isinstance(value, Sequence) else [value]
        yield from (item for item in items if isinstance(item, Scalar))
