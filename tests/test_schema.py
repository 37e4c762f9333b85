"""The JSON Schemas that editors read: fresh, valid, and of one mind with the reader."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import yaml

from acadfolio.build import prepare
from acadfolio.model.publication import Publication
from acadfolio.model.reading import Reader
from acadfolio.model.record import LOCATION
from acadfolio.model.schema import DIALECT, document, schemas
from acadfolio.model.section_kinds import SECTION_KINDS
from acadfolio.model.theme_keys import theme_keys
from acadfolio.problems import Problems
from acadfolio.source.front_matter import split_page
from acadfolio.source.text import Source
from acadfolio.source.yaml import parse_yaml
from cases import every_case
from sites import make_site

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parent.parent
FOLDER = ROOT / "data" / "schemas"
SCHEMAS = {name: document(name, schema) for name, schema in schemas().items()}
DATA = sorted((ROOT / "data").glob("*.yml"))
PAGES = sorted((ROOT / "content").rglob("*.md"))
TYPES: dict[str, type | tuple[type, ...]] = {
    "object": dict, "array": list, "string": str, "boolean": bool, "integer": int, "number": (int, float),
    "null": type(None),
}  # fmt: skip
WORDS = {"$schema", "title", "description", "type", "properties", "required", "additionalProperties", "items", "anyOf",
         "enum", "pattern", "minimum", "maximum", "patternProperties"}  # fmt: skip


class PlainLoader(yaml.SafeLoader):
    """YAML as an editor reads it: JSON's types, and no dates."""


PlainLoader.yaml_implicit_resolvers = {
    first: [(tag, pattern) for tag, pattern in resolvers if not tag.endswith(":timestamp")]
    for first, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()
}


def faults(value: Any, schema: Any, path: str = "") -> Iterator[str]:
    """Where a value breaks a schema: as much of JSON Schema as ours use, which a test below holds to."""
    if isinstance(schema, bool):
        yield from () if schema else (f"{path}: nothing may stand here",)
        return
    if "anyOf" in schema and all([*faults(value, option, path)] for option in schema["anyOf"]):
        yield f"{path}: {value!r} is none of {len(schema['anyOf'])} choices"
    if "type" in schema and not any(is_a(value, name) for name in listed(schema["type"])):
        yield f"{path}: {value!r} is no {schema['type']}"
    if "enum" in schema and value not in schema["enum"]:
        yield f"{path}: {value!r} is none of {schema['enum']}"
    if isinstance(value, str) and not re.search(schema.get("pattern", ""), value):
        yield f"{path}: {value!r} is not like {schema['pattern']}"
    if is_a(value, "number") and not schema.get("minimum", value) <= value <= schema.get(
        "maximum", value
    ):
        yield f"{path}: {value!r} is out of bounds"
    yield from faults_inside(value, schema, path)


def faults_inside(value: Any, schema: dict[str, Any], path: str) -> Iterator[str]:
    if isinstance(value, list):
        for number, item in enumerate(value):
            yield from faults(item, schema.get("items", True), f"{path}[{number}]")
    if isinstance(value, dict):
        yield from (
            f"{path}: {key} is missing" for key in schema.get("required", ()) if key not in value
        )
        for key, item in value.items():
            patterns = schema.get("patternProperties", {})
            like = next((inner for name, inner in patterns.items() if re.search(name, key)), None)
            other = schema.get("additionalProperties", True) if like is None else like
            yield from faults(item, schema.get("properties", {}).get(key, other), f"{path}.{key}")


def is_a(value: Any, name: str) -> bool:
    return isinstance(value, TYPES[name]) and (name == "boolean" or not isinstance(value, bool))


def listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


def parts(schema: Any) -> Iterator[dict[str, Any]]:
    """A schema and all schemas inside it."""
    if isinstance(schema, dict):
        yield schema
        inner = [
            *schema.get("properties", {}).values(),
            schema.get("additionalProperties"),
            schema.get("items"),
        ]
        for part in [
            *inner,
            *schema.get("anyOf", ()),
            *schema.get("patternProperties", {}).values(),
        ]:
            yield from parts(part)


def test_no_schema_has_the_place_of_a_record() -> None:
    assert LOCATION not in json.dumps(schemas())


def test_the_files_beside_the_data_are_fresh() -> None:
    written = {
        path.stem: json.loads(path.read_text(encoding="utf-8")) for path in FOLDER.glob("*.json")
    }
    assert written == SCHEMAS, "run: acadfolio schema data/schemas"


def test_there_is_a_schema_for_every_data_file_and_for_front_matter() -> None:
    assert SCHEMAS.keys() == SECTION_KINDS.keys() | {
        "site",
        "profile",
        "venues",
        "free",
        "front-matter",
        "theme",
    }


@every_case("name", SCHEMAS)
def test_the_schemas_use_json_schema_as_it_is_meant(name: str) -> None:
    assert SCHEMAS[name]["$schema"] == DIALECT
    for part in parts(SCHEMAS[name]):
        assert part.keys() <= WORDS
        assert set(listed(part.get("type", []))) <= TYPES.keys()
        if "properties" in part:
            named = [
                part.get("required", ()),
                *(one.get("required", ()) for one in part.get("anyOf", ())),
            ]
            assert {key for required in named for key in required} <= part["properties"].keys()
        assert part.get("enum", ["one"])
        re.compile(part.get("pattern", ""))


@every_case("name", SCHEMAS)
def test_every_key_has_a_description(name: str) -> None:
    for part in parts(SCHEMAS[name]):
        for key, value in part.get("properties", {}).items():
            assert re.search(r"\w.*[.…:]$", value.get("description", "")), (name, key)


@every_case("path", DATA)
def test_the_demos_data_keeps_to_its_schema(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    name = path.stem if path.stem in SCHEMAS else "free"
    assert re.match(rf"# yaml-language-server: \$schema=schemas/{name}\.json\n", text)
    assert list(faults(yaml.load(text, PlainLoader), SCHEMAS[name])) == []  # noqa: S506


def test_what_is_read_or_passed_over_of_a_jekyll_page_is_no_fault_to_an_editor(
    tmp_path: Path,
) -> None:
    front_matter = (
        "category: Physics\ntag: radium\nlast_modified_at: 2019/5/7\nlocale: fr\ndate: 2019/05/07\nlayout: none\n"
        "header: {image_description: A, image: a.svg, actions: [x], show_overlay_excerpt: true, video: {id: 1}}\n"
        "sidebar: {nav: docs}\n"
        + "".join(f"{key}: true\n" for key in theme_keys().front_matter.without_effect)
    )
    assert list(faults(yaml.load(front_matter, PlainLoader), SCHEMAS["front-matter"])) == []  # noqa: S506
    for wrong in ({"date": "2019/05/071"}, {"sidebar": [{"nav": "docs"}]}):
        assert len(list(faults(wrong, SCHEMAS["front-matter"]))) == 1
    files = {"content/a.md": f"---\n{front_matter}---\nText.\n", "static/a.svg": "<svg/>"}
    assert prepare(make_site(tmp_path, files)).problems.errors == []


@every_case("path", PAGES)
def test_the_demos_front_matter_keeps_to_its_schema(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    parts_of_page = split_page(Source(path.name, text), Problems())
    front_matter = text.split("---\n")[1] if parts_of_page.front_matter is not None else "{}"
    assert list(faults(yaml.load(front_matter, PlainLoader), SCHEMAS["front-matter"])) == []  # noqa: S506


ENTRIES = [
    ("title: A", True),
    ("{title: A, authors: B, year: 2024, selected: true}", True),
    ("{title: {en: A, de: B}, authors: [{name: B, equal: true}, C*], links: {PDF: a.pdf}}", True),
    ("{title: A, date: 2024-06, kind: journal, status: in press, doi: 10.1000/182}", True),
    ("{title: A, date: 2024, citations: {count: 3}, tags: x, volume: 12, pages: 1-2}", True),
    ("{title: A, date: '2024-06-14 10:00', bibtex: }", True),
    ("{authors: B}", False),
    ("{titel: A}", False),
    ("{title: [A]}", False),
    ("{title: A, year: about 1900}", False),
    ("{title: A, year: 98}", False),
    ("{title: A, kind: jurnal}", False),
    ("{title: A, date: 14.06.2024}", False),
    ("{title: A, links: [a.pdf]}", False),
    ("{title: A, authors: [{equal: true}]}", False),
    ("{title: A, selected: maybe}", False),
    ("{title: A, citations: {count: -3}}", False),
]


@every_case(("entry", "is_right"), ENTRIES)
def test_the_editor_and_the_reader_agree(entry: str, is_right: bool) -> None:
    problems = Problems()
    source = Source("data/publications.yml", f"- {entry}\n")
    node = parse_yaml(source, problems)
    assert node is not None
    Reader(source, problems).records(node, Publication)
    assert (not problems.errors) == is_right
    found = list(faults(yaml.load(source.text, PlainLoader), SCHEMAS["publications"]))  # noqa: S506
    assert (not found) == is_right, found
