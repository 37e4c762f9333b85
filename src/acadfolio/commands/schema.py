"""`acadfolio schema`: what editors know of the data files."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from acadfolio.commands.telling import DONE, shown, tell

if TYPE_CHECKING:
    import argparse


def run(options: argparse.Namespace) -> int:
    import json

    from acadfolio.model.schema import document, schemas
    from acadfolio.problems import Location, Problem

    folder: Path = options.folder or Path("data/schemas")
    made = schemas()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, schema in made.items():
            text = json.dumps(document(name, schema), ensure_ascii=False, indent=1) + "\n"
            (folder / f"{name}.json").write_text(text, encoding="utf-8", newline="\n")
    except OSError as error:
        message = f"the schemas cannot be written here: {error.strerror}"
        return tell([Problem(Location(str(folder)), message, "name another folder")], Path(), "text")
    print(f"Wrote {len(made)} schemas into {shown(folder)}")
    return DONE
