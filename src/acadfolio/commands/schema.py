"""`acadfolio schema`: write the JSON Schemas of the data files, for editors."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

from acadfolio.commands.console import DONE, folder_name, local_path, report
from acadfolio.model.schema import START, document, schemas
from acadfolio.new_files import link_on_the_way, write_own_files
from acadfolio.problems import Location, Problem

if TYPE_CHECKING:
    import argparse

FOLDER = Path("data/schemas")


def add_options(parser: argparse.ArgumentParser, _: Path) -> None:
    parser.epilog = "example:  acadfolio schema data/schemas"
    parser.add_argument(
        "folder",
        metavar="DIR",
        type=local_path,
        nargs="?",
        default=FOLDER,
        help="the output folder (default: data/schemas)",
    )
    parser.add_argument(
        "--force", action="store_true", help="replace files that acadfolio did not write"
    )


def run(options: argparse.Namespace) -> int:
    folder: Path = options.folder
    made = schemas()
    files = {}
    for name, schema in made.items():
        text = json.dumps(document(name, schema), ensure_ascii=False, indent=1)
        files[folder / f"{name}.json"] = f"{text}\n".encode()
    if link := link_on_the_way(folder):
        return report([link])
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        message = f"the schemas cannot be written here: {error.strerror}"
        return report(
            [Problem("output-write", Location(str(folder)), message, "choose another folder")]
        )
    write_own_files(files, start=START.encode(), force=options.force)
    print(f"Wrote {len(made)} schemas into {folder_name(folder)}")
    print(
        f"Add the schema to the first line of a data file:  # yaml-language-server: $schema={folder.name}/news.json"
    )
    return DONE
