"""Report dead links in data files and front matter, with a suggestion."""

from __future__ import annotations

import posixpath
import re
import unicodedata
from collections import defaultdict
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

from acadfolio.loading.page_urls import MISSING, PAGE_SUFFIXES, SCHEME, output_path, own_path
from acadfolio.model.networks import hint_for
from acadfolio.model.site_url import PAGES_OF
from acadfolio.routing.paths import UP, Paths

if TYPE_CHECKING:
    from collections.abc import Container, Iterable

    from acadfolio.model.page import Page
    from acadfolio.model.record import Reference
    from acadfolio.model.site import Settings
    from acadfolio.problems import Problems
    from acadfolio.routing.plan import Plan

REPOSITORY_HOSTS = tuple(f".{host}" for host in PAGES_OF.values())
"""The ends of hosts on which each repository of a person has a folder."""
DEAD_LINK_RULE, OTHER_REPOSITORY_RULE = "dead-link", "other-repository"
SIMILAR = 0.75
STATIC = "static/"
HOME = "index.html"
FILE_SUFFIXES = "md|py|js|ts|jl|rb|rs|sh|gz|xz|ps|cc|so|pl|db|nb"
"""Suffixes of files that are also top-level domains of countries."""
WITHOUT_SCHEME = rf"""(?ix)www\.|[\w-]+(?:\.[\w-]+)*\.
    (?:(?:com|org|net|edu|gov|info|int|app|dev|page|science|academy)(?=[/:?\#]|\Z)|(?!(?:{FILE_SUFFIXES})\Z)[a-z]{{2}}(?=/|\Z))"""
"""The beginning of a URL of another site without `https://`."""
EMAIL = r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+"
NO_HOST = frozenset(
    {"http:", "http:/", "http://", "http:///", "https:", "https:/", "https://", "https:///", "//"}
)
"""Incomplete URLs: a scheme without a host."""
LOCAL_DISK = re.compile(r"file:|[a-z]:[\\/]", re.IGNORECASE)
"""The beginning of a path on the author's own computer, some with a drive letter."""
BIBLIOGRAPHIES = (".bib", ".bibtex", ".ris", ".json")
"""The endings of files that other programs write."""
IMAGE_SUFFIXES = (".png", ".jpg", ".jpeg", ".gif", ".svg", ".webp", ".avif")
USUAL_STARTS = ("http:", "https:", "//", "mailto:", "data:", "tel:")


def check_references(
    references: Iterable[Reference], paths: frozenset[str], plan: Plan, problems: Problems
) -> frozenset[str]:
    """Warn of links to local files and pages that are not among `paths`.

    Returns the links that are dead.
    """
    missing = set()
    thumbnails: dict[str, list[Reference]] = defaultdict(list)
    for reference in references:
        if found := unpublished(reference.target, plan):
            problems.warn(reference.location, *found, rule="unpublished-link")
            missing.add(reference.target.lstrip("/"))
        elif leads_nowhere(reference.target) or _is_dead(
            reference.target, paths, plan.site.settings
        ):
            missing.add(reference.target.lstrip("/"))
            if reference.is_image and reference.location.file.lower().endswith(BIBLIOGRAPHIES):
                thumbnails[reference.location.file].append(reference)
                continue
            what, rule = ("file or page", rule_of_dead_link(reference.target, plan))
            if reference.is_image and rule == DEAD_LINK_RULE:
                what, rule = "image", "missing-image"
            message, hint = dead_link(reference.target, plan, what, reference.label)
            problems.warn(reference.location, message, hint, rule=rule)
    _report_thumbnails(thumbnails.values(), plan, problems)
    return frozenset(missing)


def _report_thumbnails(files: Iterable[list[Reference]], plan: Plan, problems: Problems) -> None:
    """Warn once of each bibliography that names images which do not exist.

    Its papers are shown without them.
    """
    for first, *others in files:
        message, hint = dead_link(first.target, plan, "image")
        if others:
            message = f"{len(others) + 1} papers are shown without a thumbnail: there is no image `{first.target}` …"
            hint = "put the images into static/, or delete the fields"
        problems.warn(first.location, message, hint, rule="missing-thumbnail")


def _is_dead(target: str, paths: frozenset[str], settings: Settings) -> bool:
    path = local_path(own_path(target, settings.url) or target)
    return path is not None and file_of(f"/{path}", paths, settings.base) is None


def rule_of_dead_link(target: str, plan: Plan) -> str:
    """The rule of a dead link.

    Another folder of a host for repositories may belong to another repository.
    """
    own = own_path(target, plan.site.settings.url)
    is_shared = plan.site.settings.url.rstrip("/").endswith(REPOSITORY_HOSTS)
    if own is None or not is_shared:
        return DEAD_LINK_RULE
    folder, slash, _ = own.strip("/").partition("/")
    is_known = any(path.startswith(f"{folder}/") for path in plan.paths)
    is_folder = slash or own.endswith("/")
    return DEAD_LINK_RULE if is_known or not is_folder else OTHER_REPOSITORY_RULE


def file_of(path: str, paths: Container[str], base: str) -> str | None:
    """The output file that a host finds for a path from the site's root, or from the host's."""
    candidates = (output_path(path), path.lstrip("/"), f"{path.strip('/')}/{HOME}")
    # Of a language in a folder, its own files go before those of the first one and of the top.
    for start in paths.starts if isinstance(paths, Paths) else ("",):
        for candidate in candidates:
            if start + candidate in paths:
                return start + candidate
    within = _below(base, path)
    if not within and UP + HOME in paths:  # A language in a folder: the base of the site is above.
        within = _below(base.rpartition("/")[0], path)
    return file_of(within, paths, base) if within else None


def _below(base: str, url: str) -> str:
    """The path of a URL below the site's root instead of its host's; empty if it is outside the site."""
    top = unquote(base).rstrip("/")
    return (
        f"/{url.removeprefix(top).lstrip('/')}" if top and f"{url}/".startswith(f"{top}/") else ""
    )


def leads_nowhere(target: str) -> bool:
    """Whether a link cannot work on any site: it has no host, or is a path on a local disk."""
    return target in NO_HOST or bool(LOCAL_DISK.match(target))


def dead_link(
    target: str, plan: Plan, what: str = "file or page", label: str = ""
) -> tuple[str, str]:
    """The message and the hint for a link that leads nowhere.

    A link of the sidebar has a `label`.
    """
    if target in NO_HOST:
        return f"`{target}` is not a complete URL", "write the rest of the URL, or delete it"
    if LOCAL_DISK.match(target):
        name = re.split(r"[\\/:]", target)[-1]
        folder = "images" if what == "image" or name.lower().endswith(IMAGE_SUFFIXES) else "files"
        return (
            f"`{target}` is a file on your computer",
            f"put it into static/{folder}/, and write `{folder}/{name}`",
        )
    if "\\" in target:
        with_slashes = target.replace("\\", "/")
        return f"`{target}` has backslashes", f"write `{with_slashes}`: paths in URLs have `/`"
    hint = hint_for(label, target) if label else ""
    if hint:
        return f"`{label}` is not a network, and there is no {what} `{target}`", hint
    return f"there is no {what} `{target}`", _hint(target, plan, what)


def unpublished(target: str, plan: Plan) -> tuple[str, str] | None:
    """The message and the hint for a link to a draft or a future post that is skipped; None for any other link."""
    waiting = plan.first.waiting
    if not waiting:
        return None
    path = local_path(own_path(target, plan.site.settings.url) or target)
    page = path and next((page for page in waiting if _leads_to(path, page)), None)
    if not page:
        return None
    if page.is_postponed and page.when:
        message = f"`{target}` is not published yet: its date is {page.when.isoformat}"
        return message, "build the site again from that day on, or use --drafts to see it now"
    message = f"`{target}` is not published: it is a draft"
    return message, "publish it, or delete the link; use --drafts to see it now"


def _leads_to(path: str, page: Page) -> bool:
    """Whether a path, which may be relative, is the one of a page, or of its file."""
    url, file = page.url.strip("/"), page.file.removeprefix("content/")
    names = {url, posixpath.basename(url), output_path(page.url), file, posixpath.basename(file)}
    flat = path.lstrip("./").removeprefix("content/")
    return flat in names or flat.removesuffix(f"/{HOME}") in names


def _hint(target: str, plan: Plan, what: str) -> str:
    if re.match(WITHOUT_SCHEME, target):
        return "`https://` is missing"
    if re.fullmatch(EMAIL, target):
        return "`mailto:` is missing"
    if rule_of_dead_link(target, plan) == OTHER_REPOSITORY_RULE:
        return "correct it, unless another of your repositories publishes it"
    path = local_path(own_path(target, plan.site.settings.url) or target) or ""
    found = _similar_target(path, plan, is_image=what == "image")
    if found:
        return f"did you mean `{found}`?"
    _, static, rest = (local_path(target) or "").partition(STATIC)
    if static and rest:
        return f"put it there, and write `{rest}`: paths begin inside static/"
    return "put files into static/, pages into content/"


def _similar_target(path: str, plan: Plan, *, is_image: bool) -> str:
    """The link to the page or file with the most similar path; empty if none is similar."""
    if page := plan.first.author_pages.get(
        f"content/{path.removeprefix('../').removeprefix('content/')}"
    ):
        return page  # The author named the page's own Markdown file.
    path = path.removesuffix(HOME).rstrip("/")
    bare, suffix = posixpath.splitext(path)
    links = {file.path: file.path for file in plan.all_static_files}
    if is_image or suffix not in {"", ".htm", *PAGE_SUFFIXES}:
        return _similar(path, links)
    links |= {
        page.url.strip("/"): page.url for page in plan.first.pages if page.url not in {"/", MISSING}
    }
    return _similar(path, links) or _similar(bare, links)


def _similar(path: str, links: dict[str, str]) -> str:
    """The link to a similar name in the same folder, else to the same name in another folder."""
    from difflib import get_close_matches  # Only a dead link needs it.

    folder, _, name = path.rpartition("/")
    beside, anywhere = dict[str, str](), ""
    for other in sorted(links):
        other_folder, _, other_name = other.rpartition("/")
        if other_folder == folder:
            beside[other_name] = links[other]
        if other_name.lower() == name.lower():
            anywhere = links[other]
    found = get_close_matches(name, sorted(beside), n=1, cutoff=SIMILAR)
    return beside[found[0]] if found else anywhere


def local_path(target: str) -> str | None:
    """The output path of a local link; None for an empty link, an anchor, an e-mail address or another host."""
    if SCHEME.match(target):
        return None
    try:
        path = unicodedata.normalize("NFC", unquote(urlsplit(target).path))
    except ValueError:
        return None
    if not path:
        return None
    bare = path.removeprefix("./").lstrip("/")
    return output_path(f"/{bare}") if path.endswith("/") else bare
