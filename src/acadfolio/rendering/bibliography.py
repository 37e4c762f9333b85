"""A site's papers come in, the files to cite all of them by come out, one in each format.

A change of one paper makes the files anew, and a paper takes as long to be written in three formats as to be shown. So
what was written of each is kept in the site's cache folder, under a digest of all that it is made of.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from acadfolio.bibliography.writers.formats import FORMATS
from acadfolio.bibliography.writers.works import free_key, venue_of, wanted_key, work_of
from acadfolio.kept import Shelf
from acadfolio.struct import digest

if TYPE_CHECKING:
    from collections.abc import Callable

    from acadfolio.model.publication import Publication
    from acadfolio.rendering.digests import Digests
    from acadfolio.routing import Plan

FILE = "bibliography"


class Citation(Struct, frozen=True, array_like=True):
    """One paper as the files have it."""

    wanted: str
    """The key that it would have if no other had it."""
    key: str
    texts: tuple[str, str, str]
    """One for each of `FORMATS`."""


Known = dict[bytes, Citation]


class Bibliography:
    """Of the papers of one site. `cache` gives the site's cache folder; without it, all are written anew."""

    def __init__(self, plan: Plan, digests: Digests, cache: Callable[[], str] | None) -> None:
        self.site, self.digests = plan.site, digests
        self._shelf = Shelf(cache, FILE)

    def files(self) -> list[str]:
        """A file of all papers in each format."""
        known = self._read()
        all_of_them: Known = {}
        news: Known = {}
        taken: set[str] = set()
        citations = []
        for paper in self.site.publications:
            name = digest([self.digests.record(paper), venue_of(paper, self.site.venues), self.site.settings.language])
            last = known.get(name)
            citation = all_of_them[name] = self._citation(paper, last, taken)
            citations.append(citation)
            if citation is not last:
                news[name] = citation
        self._keep(news, all_of_them)
        return [form.file(one.texts[number] for one in citations) for number, form in enumerate(FORMATS)]

    def _citation(self, paper: Publication, last: Citation | None, taken: set[str]) -> Citation:
        """The last one where it would be the same: although its record is, another paper may have its key now."""
        key = free_key(last.wanted, taken) if last else ""
        if last and last.key == key:
            return last
        work = work_of(paper, venue_of(paper, self.site.venues), self.site.settings.language)
        wanted = wanted_key(work)
        work = replace(work, key=key or free_key(wanted, taken))
        bibtex, ris, csl = (form.text(work) for form in FORMATS)
        return Citation(wanted, work.key, (bibtex, ris, csl))

    def _read(self) -> Known:
        known: Known = {}
        try:
            for piece in self._shelf.read():
                known.update(msgspec.msgpack.decode(piece, type=Known))
        except msgspec.MsgspecError:
            self._shelf.forget()
        return known

    def _keep(self, news: Known, all_of_them: Known) -> None:
        """Half of it anew is as good as all: what nobody has any more is not kept for ever."""
        if 2 * len(news) > len(all_of_them):
            self._shelf.forget()
        if news:
            self._shelf.add(msgspec.msgpack.encode(news), lambda: msgspec.msgpack.encode(all_of_them))
