"""A post and all others come in, those that its readers may like too come out."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from acadfolio.theme.context import PostContext

MOST = 4


def related_posts(address: str, tags: Sequence[str], posts: Sequence[PostContext]) -> tuple[PostContext, ...]:
    """Those that share the most tags first, among equals the newest, which `posts` have in front."""
    wanted = set(tags)
    others = [post for post in posts if post.address != address]
    return tuple(sorted(others, key=lambda post: -len(wanted.intersection(post.tags)))[:MOST])
