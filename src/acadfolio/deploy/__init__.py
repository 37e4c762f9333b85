"""Put a site online: build and check it, then push it to a branch of a git remote or copy it into a folder."""

from __future__ import annotations

from acadfolio.deploy.branch import PushOptions, PushResult, push
from acadfolio.deploy.built_site import BuiltSite, build_site
from acadfolio.deploy.folder import CopyResult, copy
from acadfolio.deploy.report import copy_report, push_report, refusal

__all__ = [
    "BuiltSite",
    "CopyResult",
    "PushOptions",
    "PushResult",
    "build_site",
    "copy",
    "copy_report",
    "push",
    "push_report",
    "refusal",
]
