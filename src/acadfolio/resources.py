"""Where the starter site lies, which is the theme too: beside the code in a wheel, at the top of a checkout."""

from __future__ import annotations

from functools import cache
from pathlib import Path


@cache
def starter() -> Path:
    """The folder that holds `templates/`, `static/`, `content/` and `data/` of the demo site.

    Raises FileNotFoundError when the installation is broken.
    """
    package = Path(__file__).parent
    for folder in (package / "starter", package.parent.parent):
        if (folder / "templates" / "base.html").is_file():
            return folder
    raise FileNotFoundError("acadfolio's templates are missing; install it again")
