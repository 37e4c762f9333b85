"""Check for bibliographies in folders where they are not read."""

from __future__ import annotations

from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

from acadfolio.loading.files import list_files
from acadfolio.problems import Location, Problems

if TYPE_CHECKING:
    from collections.abc import Iterator

    from acadfolio.model.site import Site

ENDINGS = (".bib", ".bibtex", ".ris")


def check_misplaced_bibliographies(site: Site, problems: Problems) -> None:
    """Warn of bibliographies next to `data/` or in `content/`, unless `data/` has one or a page names the file."""
    if any(work.bibliography for work in chain(site.publications, site.cited)):
        return
    texts = [page.body for page in site.pages]
    for path in _bibliographies(Path(site.root)):
        name = Path(path).name
        if not any(name in text for text in texts):
            problems.warn(
                Location(path),
                "this bibliography is not read",
                "move it into data/",
                rule="ignored-file",
            )


def _bibliographies(root: Path) -> Iterator[str]:
    """The paths in the site of all bibliographies next to `data/` and below `content/`."""
    names = sorted(path.name for path in root.iterdir() if path.is_file())
    for path in (*names, *(f"content/{path}" for path in list_files(root / "content"))):
        if path.lower().endswith(ENDINGS):
            yield path
