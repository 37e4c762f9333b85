"""A site comes in; publications whose state has been left behind by time are reported, where their data stands."""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from acadfolio.loading.bibliographies import Bibliographies
from acadfolio.model.dates import Day, latest
from acadfolio.model.names import plain
from acadfolio.model.publication import ON_ITS_WAY, Publication
from acadfolio.problems import Location

if TYPE_CHECKING:
    from acadfolio.model.site import Site
    from acadfolio.problems import Problems

YEARS = 2
"""How long a paper may be on its way."""
OF_PREPRINTS = re.compile(
    r"10\.(?:48550/|5281/|20944/|2139/ssrn|21203/|26434/|31219/|3123[4-9]/|36227/|22541/|32388/|55458/"
    r"|1101/\d{4}\.\d\d\.\d\d|1101/\d{6}|64898/)",
    re.IGNORECASE,
)
"""arXiv, Zenodo, Preprints.org, SSRN, Research Square, ChemRxiv, OSF, TechRxiv, Authorea, bioRxiv, medRxiv."""
WRITTEN_BY_HAND = ("publications.yml", "publications.yaml")
OF_KEY = r"@\w+\s*[{{(]\s*{}\s*,"


def check_publications(site: Site, problems: Problems) -> None:
    """Warn of preprints that seem to have appeared, and of papers that have been on their way for years."""
    places = Places(site.root)
    for publication in site.publications:
        title = publication.title.in_language(site.settings.language)
        if is_published_preprint(publication):
            place = places.of_value(publication.doi) or places.of(publication)
            what = f"the preprint `{title}` has the DOI {publication.doi}: is it published now?"
            hint = (
                "say what it is, `kind: journal` or `kind: conference`, and its `venue`; `arxiv` leads to the preprint"
            )
            problems.warn(place, what, hint)
        elif is_overdue(publication, site.today):
            year = publication.when.year if publication.when else ""
            what = f"`{title}` has been {publication.status} since {year}"
            hint = "if it has appeared, say `status: published`, when and where; else correct its date, or leave it out"
            problems.warn(places.of(publication), what, hint)


def is_published_preprint(publication: Publication) -> bool:
    """Whether something that counts as a preprint has a DOI that no server of preprints gave."""
    is_preprint = publication.kind == "preprint" or publication.status == "preprint"
    return is_preprint and bool(publication.doi) and not OF_PREPRINTS.match(publication.doi)


def is_overdue(publication: Publication, today: Day) -> bool:
    """Whether a paper that has not appeared has a date that passed more than two years ago."""
    when = publication.when
    if publication.status not in ON_ITS_WAY or when is None:
        return False
    return latest(when.end or when.start) < Day(today.year - YEARS, today.month, today.day)


@dataclass(frozen=True)
class Places:
    """Where publications stand: records do not know, so the files are searched, once there is something to tell."""

    root: str

    @cached_property
    def files(self) -> list[Letters]:
        """What the author wrote by hand, then the bibliographies."""
        data = Path(self.root) / "data"
        by_hand = [name for name in WRITTEN_BY_HAND if (data / name).is_file()]
        return [
            Letters.of(data / name, f"data/{name}") for name in (*by_hand, *Bibliographies.of(Path(self.root)).files)
        ]

    def of(self, publication: Publication) -> Location:
        """Where its entry begins: at its title or, in BibTeX, at its key."""
        for file in self.files:
            if line := file.line_of(publication):
                return Location(file.name, line)
        ids = (publication.doi, publication.arxiv, publication.key)
        places = (self.of_value(value) for value in ids if value)
        return next(filter(None, places), Location(self.files[0].name if self.files else "data/publications.yml"))

    def of_value(self, value: str) -> Location | None:
        """The first line that holds it, as identifiers are written."""
        for file in self.files:
            offset = file.text.lower().find(value.lower())
            if offset >= 0:
                return Location(file.name, file.text.count("\n", 0, offset) + 1)
        return None


@dataclass(frozen=True)
class Letters:
    """A file, and its bare letters: a title is found in them however it is wrapped, quoted and marked up."""

    name: str
    text: str

    @classmethod
    def of(cls, path: Path, name: str) -> Letters:
        return cls(name, path.read_text(encoding="utf-8", errors="replace"))

    def line_of(self, publication: Publication) -> int:
        """Where the entry of a publication begins; 0 where there is none."""
        found = self.line_of_key(publication.key) if publication.key else 0
        titles = (text for _, text in publication.title.by_language)
        return found or next(filter(None, map(self.line_of_title, titles)), 0)

    def line_of_key(self, key: str) -> int:
        """The line where BibTeX's entry of this key begins; 0 for none."""
        found = re.search(OF_KEY.format(re.escape(key)), self.text)
        return self.text.count("\n", 0, found.start()) + 1 if found else 0

    def line_of_title(self, title: str) -> int:
        letters, starts = self._bare
        offset = letters.find(_bare(title)) if _bare(title) else -1
        return bisect_right(starts, offset) if offset >= 0 else 0

    @cached_property
    def _bare(self) -> tuple[str, list[int]]:
        """All letters in one row, and where in it each line begins."""
        starts, length, lines = [], 0, [_bare(line) for line in self.text.split("\n")]
        for line in lines:
            starts.append(length)
            length += len(line)
        return "".join(lines), starts


def _bare(text: str) -> str:
    return plain(text).replace(" ", "").replace("_", "")
