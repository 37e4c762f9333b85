"""A site comes in; a person whom no publication names, and venues that no publication is in, are reported."""

from __future__ import annotations

import re
from functools import cached_property
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from acadfolio.checks.publications import Letters
from acadfolio.citations.people import People
from acadfolio.loading.bibliographies import Bibliographies
from acadfolio.model.names import plain
from acadfolio.problems import Location

if TYPE_CHECKING:
    from acadfolio.model.publication import Author, Publication
    from acadfolio.model.site import Site
    from acadfolio.model.values import Text
    from acadfolio.problems import Problems

FEWEST = 3
"""Of so many publications one should name the person."""
FEWEST_OF_A_FILE = 2
NEAR = 0.6


def check_nobody(site: Site, problems: Problems) -> None:
    """Warn where nothing of a list is the person's, and of venues that stand for themselves."""
    owned = Owned(site)
    if len(owned.written) >= FEWEST and not owned.mine:
        name = site.profile.name.in_language(site.settings.language)
        what = f"no publication names you, `{name}`"
        place = _line_of(site, "profile", "name") or Location("data/profile.yml")
        problems.warn(place, what, "add your other spellings as `variants` to data/profile.yml")
    elif owned.mine:
        _check_files(site, owned, problems)
    if site.publications:
        _check_venues(site, problems)


class Owned(Struct, frozen=True, dict=True):
    """Which publications name the person of the profile, as an author, an editor or a translator."""

    site: Site

    @cached_property
    def written(self) -> list[Publication]:
        """Those that name anybody."""
        return [publication for publication in self.site.publications if _people(publication)]

    @cached_property
    def mine(self) -> list[Publication]:
        names = People(self.site.profile, self.site.people)
        return [
            publication for publication in self.written if any(names.is_me(author) for author in _people(publication))
        ]


def _check_files(site: Site, owned: Owned, problems: Problems) -> None:
    """Bibliographies of somebody else's works: a starter's example, or a colleague's list."""
    mine = {id(publication) for publication in owned.mine}
    others = [publication for publication in owned.written if id(publication) not in mine]
    if not others:
        return
    for path in Bibliographies.of(Path(site.root)).files:
        letters = Letters.of(Path(site.root, "data", path), f"data/{path}")
        if any(letters.line_of(publication) for publication in owned.mine):
            continue
        count = sum(bool(letters.line_of(publication)) for publication in others)
        if count >= FEWEST_OF_A_FILE:
            what = f"none of the {count} works of data/{path} names you"
            hint = "delete the file if it is not yours, or add your other spellings as `variants` to data/profile.yml"
            problems.warn(Location(f"data/{path}"), what, hint)


def _check_venues(site: Site, problems: Problems) -> None:
    said = {_first(text) for paper in site.publications for text in (paper.venue, paper.badge) if text}
    loose = {plain(name): name for name in sorted(said) if name not in site.venues}
    meant = {problem.hint.split("`")[1] for problem in problems.found if problem.hint.startswith("did you mean `")}
    for key, venue in site.venues.items():
        if key not in said and key not in meant:
            place = _line_of(site, "venues", key) or Location("data/venues.yml")
            names = [name for _, name in venue.name.by_language]
            near = _nearest([*names, venue.abbreviation, key], loose)
            hint = f"the nearest: `{near}`; write `venue: {key}` there, or name it alike" if near else "delete it"
            problems.warn(place, f"no publication is in `{key}`", hint)


def _people(publication: Publication) -> tuple[Author, ...]:
    return tuple(chain(*publication.people))


def _first(text: Text) -> str:
    return text.by_language[0][1]


def _nearest(names: list[str], loose: dict[str, str]) -> str:
    """The venue of publications that is called almost so."""
    from difflib import get_close_matches  # Only a mistake pays for it.

    found = (get_close_matches(plain(name), loose, n=1, cutoff=NEAR) for name in names if name)
    return next((loose[near[0]] for near in found if near), "")


def _line_of(site: Site, name: str, key: str) -> Location | None:
    """Where a key at the top of a data file stands."""
    for file in (f"data/{name}.yml", f"data/{name}.yaml"):
        if Path(site.root, file).is_file():
            text = Path(site.root, file).read_text(encoding="utf-8", errors="replace")
            found = re.search(rf"""(?m)^["']?{re.escape(key)}["']?\s*:""", text)
            return Location(file, text.count("\n", 0, found.start()) + 1 if found else 0)
    return None
