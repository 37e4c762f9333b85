"""Related posts, which share tags, and related papers, which share tags, co-authors or the venue."""

from __future__ import annotations

from bisect import bisect
from collections import Counter
from heapq import nsmallest
from typing import TYPE_CHECKING

from acadfolio.model.names import normal

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from acadfolio.citations.papers import Paper
    from acadfolio.theme.context import PostContext

MOST = 4
NEAREST = 25
"""Of many papers that share the same thing, only so many before and after one are compared."""
VENUE, AUTHOR, TAG = 1, 10**6, 10**12
"""How much it counts to share one: any number of venues less than an author, and of authors less than a tag."""

Facet = tuple[int, str]


def related_posts(address: str, tags: Sequence[str], posts: Sequence[PostContext]) -> tuple[PostContext, ...]:
    """Those that share the most tags first, among equals the newest, which `posts` have in front."""
    wanted = set(tags)
    others = [post for post in posts if post.address != address]
    return tuple(sorted(others, key=lambda post: -len(wanted.intersection(post.tags)))[:MOST])


class RelatedPapers:
    """The papers of one site, in the order of their list."""

    def __init__(self, papers: Sequence[Paper]) -> None:
        self.papers = papers
        self.places = {paper.record.source_location: place for place, paper in enumerate(papers)}
        self.facets = [set(_facets(paper)) for paper in papers]
        self.sharing: dict[Facet, list[int]] = {}
        for place, facets in enumerate(self.facets):
            for facet in facets:
                self.sharing.setdefault(facet, []).append(place)

    def of(self, paper: Paper) -> tuple[Paper, ...]:
        """Those with the most tags in common, then co-authors, then the venue; among equals the nearest in the list."""
        here = self.places[paper.record.source_location]
        scores: Counter[int] = Counter()
        for facet in self.facets[here]:
            for place in self._near(facet, here):
                scores[place] += facet[0]
        del scores[here]
        best = nsmallest(MOST, scores, key=lambda place: (-scores[place], abs(place - here), place))
        return tuple(self.papers[place] for place in best)

    def _near(self, facet: Facet, here: int) -> list[int]:
        places = self.sharing[facet]
        middle = bisect(places, here)
        return places[max(0, middle - NEAREST) : middle + NEAREST]


def _facets(paper: Paper) -> Iterator[Facet]:
    """What a paper can have in common with others: tags, co-authors (the person is on all of them), the venue."""
    yield from ((TAG, tag.casefold()) for tag in paper.record.tags)
    yield from ((AUTHOR, normal(author.name)) for author in paper.authors if author.is_person and not author.me)
    if paper.venue:
        yield VENUE, paper.venue.name.by_language[0][1].casefold()
