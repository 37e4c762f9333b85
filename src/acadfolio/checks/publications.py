"""Check for other people's publications."""

from __future__ import annotations

from collections import Counter
from itertools import chain
from typing import TYPE_CHECKING

from acadfolio.citations.authors import People
from acadfolio.problems import Location, Problems

if TYPE_CHECKING:
    from acadfolio.model.publication import Author, Publication
    from acadfolio.model.site import Site

MIN_PUBLICATIONS = 3
"""A person with fewer publications gets no warning that none names them."""
MIN_PUBLICATIONS_OF_FILE = 2
LONGEST_TITLE = 60
SITE = "data/site.yml"
VARIANTS = "add other spellings of your name as `variants` to data/profile.yml"
OR_NOT_YOURS = (
    "set `me: true` on the author that you are part of, or `hidden: true` if you only cite the work"
)


def check_authors(site: Site, problems: Problems) -> None:
    """Warn of each publication in which the person of the profile is not found.

    The first warning has a hint, the others are short. The members of a group may be too many for
    its profile: only a group without any publication is reported. Without a profile, the title of
    the site may be no name.
    """
    people = People(site.profile, site.people, site.publications)
    with_people = [publication for publication in site.publications if _people(publication)]
    mine = [paper for paper in with_people if any(map(people.is_named_in, _people(paper)))]
    if not mine and len(with_people) >= MIN_PUBLICATIONS:
        message = f"`{_own_name(site)}` is not an author of any publication"
        problems.warn(site.profile.source_location, message, VARIANTS, rule="unnamed-author")
    if site.profile.organization or site.profile.source_location.file == SITE:
        return
    if mine:
        _check_bibliographies(with_people, mine, problems)
    hint = f"{VARIANTS}; {OR_NOT_YOURS}"
    mine_at = {paper.source_location for paper in mine}
    for paper in with_people:
        if paper.source_location not in mine_at and not _is_known_as_not_mine(paper):
            message = f"`{_own_name(site)}` is not an author of `{_short_title(paper)}`"
            problems.warn(paper.source_location, message, hint, rule="unnamed-author")
            hint = ""


def _own_name(site: Site) -> str:
    return site.profile.name.in_language(site.settings.language)


def _short_title(paper: Publication) -> str:
    title = paper.key or str(paper.title)
    return title if len(title) <= LONGEST_TITLE else f"{title[: LONGEST_TITLE - 1].rstrip()}…"


def _is_known_as_not_mine(paper: Publication) -> bool:
    """Whether an author has `me: false`, so that the list was checked by hand."""
    return any(author.me is False for author in _people(paper))


def _check_bibliographies(
    publications: list[Publication], mine: list[Publication], problems: Problems
) -> None:
    """Warn of bibliographies of other people, such as the examples of a template."""
    counts = Counter(map(_file_of, publications))
    for file in counts.keys() - set(map(_file_of, mine)):
        if counts[file] >= MIN_PUBLICATIONS_OF_FILE and not file.endswith((".yml", ".yaml")):
            message = f"you are not an author of any of the {counts[file]} works of {file}"
            hint = f"delete the file if it is not yours, or {VARIANTS}"
            problems.warn(Location(file), message, hint, rule="unnamed-author")


def _file_of(publication: Publication) -> str:
    return publication.source_location.file


def _people(publication: Publication) -> tuple[Author, ...]:
    return tuple(chain(*publication.people))
