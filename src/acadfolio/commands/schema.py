"""`acadfolio schema`: write the JSON Schemas of the data files, for editors."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

from acadfolio.commands.console import DONE, folder_name, report
from acadfolio.model.schema import document, schemas
from acadfolio.problems import Location, Problem

if TYPE_CHECKING:
    import argparse

FOLDER = Path("data/schemas")


def add_options(parser: argparse.ArgumentParser, _: Path) -> None:
    parser.epilog = "example:  acadfolio schema data/schemas"
    parser.add_argument(
        "folder", metavar="DIR", type=Path, nargs="?", default=FOLDER, help="the output folder (default: data/schemas)"
    )


def run(options: argparse.Namespace) -> int:
    folder: Path = options.folder
    made = schemas()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, schema in made.items():
            text = json.dumps(document(name, schema), ensure_ascii=False, indent=1) + "\n"
            (folder / f"{name}.json").write_text(text, encoding="utf-8", newline="\n")
    except OSError as error:
        message = f"the schemas cannot be written here: {error.strerror}"
        return report([Problem("output-write", Location(str(folder)), message, "choose another folder")])
    print(f"Wrote {len(made)} schemas into {folder_name(folder)}")
    print(f"Add the schema to the first line of a data file:  # yaml-language-server: $schema={folder.name}/news.json")
    return DONE
