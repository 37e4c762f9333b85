"""An entry comes in, its badges come out: whether everybody may read the work, and what reviewers of artifacts say."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, get_args

from acadfolio.bibliography.kinds import first
from acadfolio.model.publication import Artifact
from acadfolio.model.values import OpenAccess

if TYPE_CHECKING:
    from acadfolio.bibliography.entries import RawEntry
    from acadfolio.problems import Problems

OPEN = re.compile(r"\bopen\b|^1$")


def open_access_of(entry: RawEntry, problems: Problems) -> OpenAccess | None:
    """A truth or a way; Scopus and Web of Science write sentences: `All Open Access, Gold`."""
    said = first(entry, "open_access").lower()
    if not said:
        return None
    ways = [way for way in OpenAccess.WAYS if way in said]
    try:
        return OpenAccess.parse(ways[0] if ways else "true" if OPEN.search(said) else said)
    except ValueError:
        what = f"`{said}` is no way of open access: it is left out"
        problems.warn(entry.at("open_access"), what, "write `true`, or such as `gold` or `green`")
        return None


def artifacts_of(entry: RawEntry, problems: Problems) -> tuple[Artifact, ...]:
    """The ACM's badges: `available, reusable`, or in its words: `Artifacts Evaluated & Reusable`."""
    said = first(entry, "artifacts").lower()
    found: tuple[Artifact, ...] = tuple(badge for badge in get_args(Artifact) if badge in said)
    if said and not found:
        hint = f"write any of {', '.join(get_args(Artifact))}"
        problems.warn(entry.at("artifacts"), f"`{said}` is no badge of artifacts: it is left out", hint)
    return found
