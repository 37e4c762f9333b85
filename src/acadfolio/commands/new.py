"""`acadfolio new`: a new site in a folder."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from acadfolio.commands.telling import DONE, tell

if TYPE_CHECKING:
    import argparse


def run(options: argparse.Namespace) -> int:
    from acadfolio.problems import SiteError
    from acadfolio.scaffold import new_site

    try:
        made = new_site(options.folder, is_empty=options.empty)
    except SiteError as error:
        return tell(error.problems, Path(), "text")
    if made.left:
        print(f"Left as it was: {', '.join(made.left)}")
    if made.unignored:
        print(f"Add to .gitignore: {' '.join(made.unignored)}")
    here = options.folder == Path()
    print(f"Made {len(made.written)} files{'' if here else f' in {options.folder}'}. ", end="")
    print(f"Next:  {'' if here else f'cd {_for_a_shell(options.folder)} && '}acadfolio build")
    return DONE


def _for_a_shell(folder: Path) -> str:
    """As it can be pasted, whatever its name is."""
    import shlex

    return shlex.quote(f"./{folder}" if str(folder).startswith("-") else str(folder))
