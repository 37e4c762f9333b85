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
VARIANTS = "add other spellings of your name as `variants` to data/profile.yml"


def check_authors(site: Site, problems: Problems) -> None:
    """Warn if the person of the profile is not an author of any publication, or of any in a bibliography file."""
    people = People(site.profile, site.people)
    with_people = [publication for publication in site.publications if _people(publication)]
    mine = [paper for paper in with_people if any(map(people.is_me, _people(paper)))]
    if mine:
        _check_bibliographies(with_people, mine, problems)
    elif len(with_people) >= MIN_PUBLICATIONS:
        name = site.profile.name.in_language(site.settings.language)
        message = f"`{name}` is not an author of any publication"
        problems.warn(site.profile.source_location, message, VARIANTS, rule="unnamed-author")


def _check_bibliographies(publications: list[Publication], mine: list[Publication], problems: Problems) -> None:
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
