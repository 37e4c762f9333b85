"""Compare the finished pages of an old site, in a folder or online, with those of the new one."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from acadfolio.contracts import Compared
from acadfolio.deploy.masking import Mask
from acadfolio.loading.files import is_folder
from acadfolio.problems import Location, Problem, Problems, SiteError
from acadfolio_jekyll.comparison import compare, pages_in
from acadfolio_jekyll.comparison.fetching import OldSite

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from acadfolio.contracts import BuiltFile


def compare_site(
    old: str, outputs: Sequence[BuiltFile], url: str, show: Callable[[str], None]
) -> Compared:
    """Compare a folder of pages, or the site at a URL. See `contracts.Comparison`."""
    problems = Problems()
    waiting = 0
    if is_folder(Path(old)):
        pages = pages_in(Path(old))
    else:
        site = OldSite(old)
        pages = _fetched(site, outputs, show, problems)
        waiting = len(site.waiting)
    if not pages:
        message, hint = "there are no pages here", "build the old site first"
        raise SiteError([Problem("missing-file", Location(old), message, hint)])
    problems.found += compare(pages, old, outputs, url).found
    return Compared(len(pages), waiting, problems)


def _fetched(
    old: OldSite,
    outputs: Sequence[BuiltFile],
    show: Callable[[str], None],
    problems: Problems,
) -> dict[str, str]:
    """The pages of an old site that is online. Raises SiteError without a home page."""
    names = [output.path for output in outputs if output.path.endswith(".html")]
    known = [name.removesuffix("index.html") for name in names]
    mask = Mask()  # The URL of a proxy in the environment may hold a password.
    try:
        pages = old.pages(known, show)
    except SiteError as error:
        raise SiteError([problem.with_texts(mask) for problem in error.problems]) from None
    problems.found += [problem.with_texts(mask) for problem in old.problems.found]
    return pages
