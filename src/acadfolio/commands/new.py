"""`acadfolio new`: a new site in a folder."""

from __future__ import annotations

import sys
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
    if made.uninstalled:
        print(f"Add to requirements.txt: {' '.join(made.uninstalled)}")
    here = options.folder == Path()
    print(f"Made {len(made.written)} files{'' if here else f' in {options.folder}'}. ", end="")
    print(f"Next:  {'' if here else _into(options.folder)}acadfolio build")
    return DONE


def _into(folder: Path) -> str:
    """The shells of Windows agree neither on what joins two commands nor on single quotes."""
    if sys.platform == "win32":
        return f'cd "{folder}"  and then:  ' if " " in str(folder) else f"cd {folder}  and then:  "
    return f"cd {_for_a_shell(folder)} && "


def _for_a_shell(folder: Path) -> str:
    """As it can be pasted, whatever its name is."""
    import shlex

    return shlex.quote(f"./{folder}" if str(folder).startswith("-") else str(folder))
