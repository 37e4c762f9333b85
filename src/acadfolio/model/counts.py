"""The records of citation counts: those of papers, by Google Scholar's identifiers, and the totals of a profile."""

from collections import defaultdict
from collections.abc import Mapping
from typing import Generic, TypeVar

from msgspec import Struct

from acadfolio.model.dates import When
from acadfolio.model.publication import Citations
from acadfolio.model.values import Url

Value = TypeVar("Value")

TOTALS = ("citations", "citations_5y", "h_index", "h_index_5y", "i10_index", "i10_index_5y")
"""The totals of a profile."""


class PaperCount(Struct, frozen=True, kw_only=True):
    """The citation count of a paper. `scholar_id` is `USER:PAPER`, or the paper alone."""

    scholar_id: str
    count: int
    date: When | None = None
    title: str = ""
    year: int | None = None
    url: str = ""
    """The URL of the list of citing works."""


class Total(Struct, frozen=True, kw_only=True):
    """One total of a profile, and the date of the count."""

    count: int
    date: When | None = None


class Counts(Struct, frozen=True, kw_only=True):
    """The counts of one file."""

    source: str = ""
    user: str = ""
    """Google Scholar's identifier of the person."""
    papers: tuple[PaperCount, ...] = ()
    totals: dict[str, Total] = {}
    """By the names in TOTALS."""
    per_year: dict[int, int] = {}
    """The citations of all papers by year."""

    def citations(self, paper: PaperCount) -> Citations:
        """The count of a paper as the `citations` of a publication."""
        url = Url(paper.url) if paper.url else None
        return Citations(count=paper.count, source=self.source, date=paper.date, url=url)


class ByScholarId(Generic[Value]):
    """Values by the identifiers of papers."""

    def __init__(self, values: Mapping[str, Value]) -> None:
        self.values = values
        self.identifiers: dict[str, list[str]] = defaultdict(list)
        """By their papers, which several users may share."""
        for identifier in values:
            self.identifiers[split_id(identifier)[1]].append(identifier)

    def find(self, scholar_id: str) -> Value | None:
        """The value of an identifier, with or without a user; None if it is ambiguous."""
        user, paper = split_id(scholar_id)
        found = self.identifiers.get(paper, []) if paper else []
        matches = [identifier for identifier in found if split_id(identifier)[0] == user]
        if not matches:
            matches = [
                identifier for identifier in found if not user or not split_id(identifier)[0]
            ]
        return self.values[matches[0]] if len(matches) == 1 else None


def split_id(scholar_id: str) -> tuple[str, str]:
    """The user, maybe empty, and the paper of an identifier."""
    user, _, paper = scholar_id.strip().rpartition(":")
    return user, paper
