"""What the formats of CVs allow, as this project understands their documentation: JSON Schemas in Python."""

from __future__ import annotations

from typing import Any

import pytest

Schema = dict[str, Any]


def text(pattern: str = "") -> Schema:
    return {"type": "string", "pattern": pattern} if pattern else {"type": "string", "minLength": 1}


def list_of(item: Schema) -> Schema:
    return {"type": "array", "items": item}


def mapping(properties: Schema, required: tuple[str, ...] = (), *, more: bool = False) -> Schema:
    return {
        "type": "object",
        "properties": properties,
        "required": list(required),
        "additionalProperties": more,
    }


DAY = text(r"^[12]\d{3}(-[01]\d(-[0-3]\d)?)?$")
URL = text("^https?://")
PERIOD = {"startDate": DAY, "endDate": DAY}
LABELLED = {"name": text(), "keywords": list_of(text())}

JSON_RESUME = mapping(
    {
        "$schema": URL,
        "basics": mapping(
            {
                "name": text(), "label": text(), "email": text("^[^@]+@[^@]+$"), "url": URL,
                "summary": text(), "location": mapping({"city": text(), "address": text()}),
                "phone": text(),
                "profiles": list_of(mapping({"network": text(), "username": text(), "url": URL})),
            },
            ("name",),
        ),
        "work": list_of(
            mapping(
                {
                    "name": text(), "position": text(), "location": text(), "description": text(),
                    "summary": text(), "url": URL, **PERIOD,
                }
            )
        ),
        "volunteer": list_of(
            mapping(
                {
                    "organization": text(), "position": text(), "url": URL, "summary": text(),
                    "highlights": list_of(text()), **PERIOD,
                }
            )
        ),
        "education": list_of(
            mapping(
                {"institution": text(), "area": text(), "studyType": text(), "url": URL, **PERIOD}
            )
        ),
        "awards": list_of(
            mapping({"title": text(), "date": DAY, "awarder": text(), "summary": text()})
        ),
        "certificates": list_of(
            mapping({"name": text(), "date": DAY, "url": URL, "issuer": text()})
        ),
        "publications": list_of(
            mapping(
                {
                    "name": text(), "publisher": text(), "releaseDate": DAY, "url": URL,
                    "summary": text(),
                }
            )
        ),
        "skills": list_of(mapping(LABELLED | {"level": text()})),
        "interests": list_of(mapping(LABELLED)),
        "languages": list_of(mapping({"language": text(), "fluency": text()})),
        "references": list_of(mapping({"name": text(), "reference": text()})),
        "projects": list_of(mapping(LABELLED | {"description": text(), "url": URL, **PERIOD})),
        "meta": mapping({"version": text(r"^v1\.\d+\.\d+$"), "acadfolio": {"type": "object"}}),
    }
)  # fmt: skip
"""JSON Resume 1.0, without keys that acadfolio does not write."""


COMMON = {
    "date": text(),
    "start_date": DAY,
    "end_date": text(r"^[12]\d{3}(-[01]\d(-[0-3]\d)?)?$|^present$"),
}
DESCRIBED = COMMON | {"location": text(), "summary": text(), "highlights": list_of(text())}
NETWORKS = [
    "LinkedIn", "GitHub", "GitLab", "IMDB", "Instagram", "ORCID", "Mastodon", "StackOverflow",
    "ResearchGate", "YouTube", "Google Scholar", "Telegram", "WhatsApp", "Leetcode", "X", "Bluesky",
    "Reddit",
]  # fmt: skip
ENTRY_TYPES = [
    text(),
    mapping({"label": text(), "details": text()}, ("label", "details")),
    mapping({"name": text(), **DESCRIBED}, ("name",)),
    mapping({"company": text(), "position": text(), **DESCRIBED}, ("company", "position")),
    mapping(
        {"institution": text(), "area": text(), "degree": text(), **DESCRIBED},
        ("institution", "area"),
    ),
    mapping(
        {
            "title": text(), "authors": list_of(text()), "summary": text(), "doi": text(r"^10\."),
            "url": URL, "journal": text(), "date": text(),
        },
        ("title", "authors"),
    ),
    mapping({"bullet": text()}, ("bullet",)),
]  # fmt: skip
RENDERCV = mapping(
    {
        "cv": mapping(
            {
                "name": text(), "headline": text(), "location": text(), "website": URL,
                "phone": text(r"^\+[\d\s().-]{6,}$"),
                "email": {"anyOf": [text("@"), list_of(text("@"))]},
                "social_networks": list_of(
                    mapping(
                        {"network": {"enum": NETWORKS}, "username": text()}, ("network", "username")
                    )
                ),
                "custom_connections": list_of(
                    mapping(
                        {
                            "fontawesome_icon": text(), "placeholder": text(),
                            "url": {"anyOf": [URL, {"type": "null"}]},
                        },
                        ("fontawesome_icon", "placeholder", "url"),
                    )
                ),
                "sections": {
                    "type": "object",
                    "additionalProperties": {"anyOf": list(map(list_of, ENTRY_TYPES))},
                },
            }
        ),
        "locale": mapping({"language": text("^[a-zå_]+$")}),
    },
    ("cv",),
)  # fmt: skip
"""RenderCV 2.8, without keys that acadfolio does not write. Each section has entries of one type."""


def schema_errors(value: Any, schema: Schema) -> list[str]:
    """The places where a value is not as its schema says."""
    validator = pytest.importorskip("jsonschema").Draft202012Validator(schema)
    return [f"{error.json_path}: {error.message}" for error in validator.iter_errors(value)]
