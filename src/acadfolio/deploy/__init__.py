"""A site's folder comes in; its site, built anew and checked, goes to a branch of a git remote or into a folder."""

from __future__ import annotations

from acadfolio.deploy.branch import Pushed, Wishes, push
from acadfolio.deploy.folder import Synced, sync
from acadfolio.deploy.fresh import Fresh, make_fresh
from acadfolio.deploy.telling import lines_of_push, lines_of_sync, refusal

__all__ = [
    "Fresh",
    "Pushed",
    "Synced",
    "Wishes",
    "lines_of_push",
    "lines_of_sync",
    "make_fresh",
    "push",
    "refusal",
    "sync",
]
