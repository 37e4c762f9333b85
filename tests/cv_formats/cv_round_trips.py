"""The data of the project's own sites, out and in again."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from acadfolio.cv_formats.importers import FILE_IMPORTERS
from acadfolio.importers import write
from acadfolio.loading.data import read_data
from acadfolio.model.record import without_location
from acadfolio.problems import Problems

if TYPE_CHECKING:
    from acadfolio.contracts import Imported
    from acadfolio.model.site import Data

ROOT = Path(__file__).resolve().parents[2]
SITES = [ROOT, *sorted((ROOT / "docs" / "gallery").iterdir())]


def data_of(site: Path) -> Data:
    """The data of a site without errors."""
    problems = Problems()
    data = read_data(site, problems)
    problems.raise_if_errors()
    return data


def import_file(file: Path, site: Path) -> Imported:
    """Import a file into a site, and write the new files. Raises SiteError."""
    importer = next(importer for importer in FILE_IMPORTERS if importer.detects(file))
    imported = importer.read(file, site, structure=False)
    write(imported, site)
    return imported


def without_locations(value: Any) -> Any:
    """Records, also in lists and mappings, without their places in files."""
    if isinstance(value, Struct):
        plain = without_location(value)
        names = plain.__struct_fields__
        return type(plain)(**{name: without_locations(getattr(plain, name)) for name in names})
    if type(value) is tuple:
        return tuple(map(without_locations, value))
    if isinstance(value, dict):
        return {key: without_locations(item) for key, item in value.items()}
    return value


def records_of(data: Data) -> dict[str, Any]:
    """All records by the names of their files, without hidden publications."""
    return without_locations(  # type: ignore[no-any-return]
        {
            **data.entries,
            "people": data.people,
            "profile": data.profile,
            "publications": tuple(work for work in data.publications if not work.hidden),
            "venues": data.venues,
        }
    )
