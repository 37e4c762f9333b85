"""A site comes in; pictures of its data that have no words for those who do not see them are reported."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from acadfolio.problems import Location
from acadfolio.source.text import line_and_column

if TYPE_CHECKING:
    from acadfolio.problems import Problems
    from acadfolio.records.site import Site


def check_pictures(site: Site, problems: Problems) -> None:
    """Look at every entry that shows a picture, and at its `image_alt`."""
    lists = {"publications": site.publications, "projects": site.entries.get("projects", ())}
    for name, entries in lists.items():
        for entry in entries:
            image = getattr(entry, "image", None)
            if image and not getattr(entry, "image_alt", None):
                place = _place(Path(site.root) / "data" / f"{name}.yml", f"data/{name}.yml", image)
                problems.warn(
                    place, f"the picture `{image}` has no words for those who do not see it", "add `image_alt: …`"
                )


def _place(file: Path, shown: str, image: str) -> Location:
    """Where the file names the picture; the file as a whole when it ends in .yaml."""
    text = file.read_text(encoding="utf-8-sig") if file.is_file() else ""
    offset = text.find(image)
    return Location(shown, *line_and_column(text, offset)) if offset >= 0 else Location(shown)
