"""The citation styles of the theme. Tests of styles test every template in `templates/citations/`."""

from __future__ import annotations

from pathlib import Path

FOLDER = Path(__file__).parent.parent / "templates" / "citations"

OWN = ("plain", "quoted", "tagged")
"""The theme's own styles, for which there are only a few examples."""
OF_A_VIEW = "archive-full"
"""The style `plain` for the view `archive` in academicpages."""
STYLES = tuple(sorted({path.stem for path in FOLDER.glob("*.html")}.difference(OWN, {OF_A_VIEW})))
"""The styles of publishers and handbooks."""
ALL_STYLES = (*OWN, *STYLES)
