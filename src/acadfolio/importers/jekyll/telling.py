"""What was imported comes in, the lines that say so come out, with what is left to do by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from acadfolio.importers.jekyll.importing import SETTINGS
from acadfolio.importers.jekyll.leftovers import leftovers
from acadfolio.importers.jekyll.placing import there
from acadfolio.nouns import counted

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from acadfolio.importers.jekyll.importing import Imported

WORKFLOW = ".github/workflows/pages.yml"
"""Beside it `acadfolio new` puts all else that a host needs: without it a site has nothing of that."""
NOUNS = {
    "publications": ("publication",),
    "talks": ("talk",),
    "teaching": ("course",),
    "projects": ("project",),
    "news": ("piece of news", "pieces of news"),
}


def rehearsal(made: Imported, site: Path) -> Iterator[str]:
    """What would be written; all else in comments, so that the whole is YAML."""
    yield from (f"--- # {path}\n{text.rstrip()}" for path, text in made.files.items())
    if not made.files:
        yield f"# {summary(made, site)}"
    yield from (f"# {line}" for line in _by_hand(made, site))


def summary(made: Imported, site: Path) -> str:
    numbers = ", ".join(counted(len(found), *NOUNS[section]) for section, found in made.found.items())
    left = f"; {counted(made.left_out, 'file')} left out, for the reasons above" if made.left_out else ""
    if not made.files:
        return f"There is nothing {'else ' if made.kept else ''}to import{left}"
    where = (site / "data").as_posix()
    return f"Wrote {counted(len(made.files), 'file')} into {where}/{': ' if numbers else ''}{numbers}{left}"


def next_steps(made: Imported, site: Path) -> Iterator[str]:
    """What is left to do in the new site."""
    yield from _by_hand(made, site)
    inside = [folder for folder in made.old.collections.values() if folder.resolve().is_relative_to(site.resolve())]
    if inside:
        yield f"Move away, now that data/ has it:  {' '.join(f'{folder.as_posix()}/' for folder in inside)}"
    if there(site / SETTINGS) and not (site / WORKFLOW).exists():
        yield f"Add what puts it online (nothing is overwritten):  acadfolio new {_for_a_shell(site)}"
    yield f"Next:  acadfolio check{'' if site.as_posix() == '.' else f' --site {_for_a_shell(site)}'}"


def _by_hand(made: Imported, site: Path) -> Iterator[str]:
    """What is copied, of what is there."""
    old, new = made.old.folder.resolve(), site.resolve()
    how = "Move" if old == new else "Copy"
    if how == "Move" or not old.is_relative_to(new):
        for target, names in leftovers(old, made.config).items():
            if names:
                shown = " ".join(f'"{name}"' if " " in name else name for name in names)
                yield f"{how} into {target}:  {shown}"


def _for_a_shell(folder: Path) -> str:
    """As it can be pasted, whatever its name is."""
    import shlex

    name = folder.as_posix()
    return shlex.quote(f"./{name}" if name.startswith("-") else name)
