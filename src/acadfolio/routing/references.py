"""What data files and front matters point at comes in; what is not there is reported with its place."""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

from acadfolio.loading.addresses import SCHEME, output_path
from acadfolio.model.networks import hint_at

if TYPE_CHECKING:
    from collections.abc import Iterable

    from acadfolio.model.references import Reference
    from acadfolio.problems import Problems
    from acadfolio.routing.plan import Plan

NEAR = 0.75
HOME = "index.html"
OF_FILES = "md|py|js|ts|jl|rb|rs|sh|gz|xz|ps|cc|so|pl|db|nb"
"""Endings of files that are countries, too."""
WITHOUT_SCHEME = re.compile(
    rf"""www\.|[\w-]+(?:\.[\w-]+)*\.
    (?:(?:com|org|net|edu|gov|info|int|app|dev|page|science|academy)(?=[/:?\#]|\Z)|(?!(?:{OF_FILES})\Z)[a-z]{{2}}(?=/|\Z))""",
    re.IGNORECASE | re.VERBOSE,
)
"""How an address of another site starts whose author left out `https://`."""
OF_PICTURES = re.compile(r"\.(?:png|jpe?g|gif|svg|webp|avif)\Z", re.IGNORECASE)
MAIL = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")
NO_HOST = frozenset({"http:", "http:/", "http://", "http:///", "https:", "https:/", "https://", "https:///", "//"})
"""Beginnings without an address behind them."""
ON_DISK = re.compile(r"file:|[a-z]:[\\/]", re.IGNORECASE)
"""How a path starts that only its author's computer knows; some have a drive's letter."""
WEB = ("http", "https", "mailto")
NO_PUZZLE = ("http:", "https:", "//", "mailto:", "data:", "tel:")


def check_references(
    references: Iterable[Reference], there: frozenset[str], plan: Plan, problems: Problems
) -> frozenset[str]:
    """Warn of local files and pages that are not `there`; what is missing."""
    base = plan.site.settings.base
    missing = set()
    for reference in references:
        path = local_path(reference.target)
        is_dead = path is not None and not _is_there(path, there)
        if is_dead and (within := below(base, f"/{path}")):
            is_dead = not _is_there(local_path(within) or HOME, there)
        if is_dead or leads_nowhere(reference.target):
            what = "image" if reference.is_image else "file or page"
            problems.warn_of_link(reference.location, *dead_link(reference.target, plan, what, reference.label))
            missing.add(reference.target.lstrip("/"))
    return frozenset(missing)


def _is_there(path: str, there: frozenset[str]) -> bool:
    return path in there or f"{path.rstrip('/')}/{HOME}" in there


def below(base: str, address: str) -> str:
    """An address from the top of its host, seen from the top of the site; empty where it lies outside of it."""
    top = unquote(base).rstrip("/")
    return f"/{address.removeprefix(top).lstrip('/')}" if top and f"{address}/".startswith(f"{top}/") else ""


def _advice(target: str, plan: Plan, what: str, label: str) -> str:
    """What an address of this site that leads nowhere may have meant."""
    if label and (advice := hint_at(label, target)):
        return advice
    if WITHOUT_SCHEME.match(target):
        return "`https://` is missing"
    if MAIL.fullmatch(target):
        return "`mailto:` is missing"
    found = plan.nearest.found(local_path(target) or "", is_image=what == "image")
    return f"did you mean `{found}`?" if found else "put files into static/, pages into content/"


def leads_nowhere(target: str) -> bool:
    """Whether an address that is none of this site is none of any other either."""
    return target in NO_HOST or bool(ON_DISK.match(target)) or bool(meant_scheme(target))


def meant_scheme(target: str) -> str:
    """What an address wanted to start with: `https` of `htps://…`; nothing for one that starts with a scheme."""
    if target.startswith(NO_PUZZLE) or not SCHEME.match(target):
        return ""
    from difflib import get_close_matches  # Few addresses have another scheme.

    scheme = target.partition(":")[0].lower()
    return next(iter(get_close_matches(scheme, WEB, n=1, cutoff=NEAR)), "") if scheme not in WEB else ""


def dead_link(target: str, plan: Plan, what: str = "file or page", label: str = "") -> tuple[str, str]:
    """What is wrong with an address that leads nowhere, and what to do. A link of the sidebar has a `label`."""
    if meant := meant_scheme(target):
        return f"`{target}` starts with `{target.partition(':')[0]}:`, which is no address", f"did you mean `{meant}:`?"
    if target in NO_HOST:
        return f"`{target}` leads nowhere", "write the rest of the address, or leave it out"
    if ON_DISK.match(target):
        name = re.split(r"[\\/:]", target)[-1]
        folder = "images" if what == "image" or OF_PICTURES.search(name) else "files"
        return f"`{target}` is on your computer only", f"put it into static/{folder}/, and write `{folder}/{name}`"
    return f"there is no {what} `{target}`", _advice(target, plan, what, label)


def local_path(target: str) -> str | None:
    """The output path that a local target means; None for other hosts, mail addresses, anchors and nothing at all."""
    if SCHEME.match(target) or target.startswith("#"):
        return None
    try:
        path = unicodedata.normalize("NFC", unquote(urlsplit(target).path))
    except ValueError:
        return None
    if not path:
        return None
    bare = path.removeprefix("./").lstrip("/")
    return output_path(f"/{bare}") if path.endswith("/") else bare
