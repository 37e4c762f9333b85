"""The private phone number and address of the profile in the files of other programs."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import yaml
from cv_schemas import JSON_RESUME, RENDERCV, schema_errors

from acadfolio.commands.export import exported
from acadfolio.exporters import exporters
from acadfolio.problems import Problems
from cases import every_case
from sites import make_site

if TYPE_CHECKING:
    from pathlib import Path

PROFILE = """\
name: Ada
location: London
private:
  phone: PHONE
  address: [12 Dorset Square, London SW1]
"""
ADDRESS = "12 Dorset Square", "London SW1"


def written(form: str, phone: str, folder: Path) -> str:
    """The file of the user for a program."""
    site = make_site(folder, {"data/profile.yml": PROFILE.replace("PHONE", phone)})
    return exported(site, exporters()[form], Problems(), private=True).decode()


@every_case("phone", ["+44 20 7123 4567", "020 7123"])
def test_json_resume_has_them_in_its_basics(phone: str, tmp_path: Path) -> None:
    found = json.loads(written("jsonresume", phone, tmp_path))
    assert schema_errors(found, JSON_RESUME) == []
    assert found["basics"]["phone"] == phone
    assert found["basics"]["location"] == {"address": "\n".join(ADDRESS), "city": "London"}
    assert "private" not in json.dumps(found["meta"])


@every_case(
    "phone, in_cv, icons",
    [
        ("+44 20 7123 4567", "+44 20 7123 4567", {"house": ", ".join(ADDRESS)}),
        ("020 7123", None, {"house": ", ".join(ADDRESS), "phone": "020 7123"}),
    ],
)
def test_rendercv_has_no_address_as_its_location(
    phone: str, in_cv: str | None, icons: dict[str, str], tmp_path: Path
) -> None:
    found = yaml.safe_load(written("rendercv", phone, tmp_path))
    assert schema_errors(found, RENDERCV) == []
    cv = found["cv"]
    assert cv["location"] == "London"
    assert cv.get("phone") == in_cv
    connections = cv["custom_connections"]
    assert {each["fontawesome_icon"]: each["placeholder"] for each in connections} == icons
