"""A site comes in; by what name Google Scholar knows its person comes out, for the addresses of papers there."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from acadfolio.model.counts import split_id
from acadfolio.model.networks import network_of

if TYPE_CHECKING:
    from acadfolio.model.counts import PaperCount
    from acadfolio.model.site import Site

USER = re.compile(r"(?:.*[?&]user=)?([\w-]{6,})(?:[&#].*)?")


def scholar_user(site: Site) -> str:
    """The user whose profile was counted, else the one to whom the sidebar links; empty for none, or several."""
    counted = {user for counts in site.counts for user in (counts.user, *_users_in(counts.papers)) if user}
    if counted:
        return counted.pop() if len(counted) == 1 else ""
    links = (link.url.strip() for label, link in site.profile.links.items() if network_of(label) == "googlescholar")
    return next((found[1] for url in links if (found := USER.fullmatch(url))), "")


def with_user(scholar_id: str, user: str) -> str:
    """`USER:PAPER`; empty where no user is known, whose paper nobody could find."""
    own, paper = split_id(scholar_id)
    user = own or user
    return f"{user}:{paper}" if user and paper else ""


def _users_in(papers: tuple[PaperCount, ...]) -> set[str]:
    return {split_id(paper.scholar_id)[0] for paper in papers}
