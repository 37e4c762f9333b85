"""A site's folder comes in, its list of publications comes out as one text that other programs read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from acadfolio.bibliography.writers.works import works_of
from acadfolio.loading.data import read_data
from acadfolio.problems import Problems

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from acadfolio.bibliography.writers.works import Work
    from acadfolio.problems import Problem


def exported(site: Path, form: str, *, whole: bool = False) -> tuple[str, tuple[Problem, ...]]:
    """The list as `bibtex`, `ris` or `csl`, and what is only worth a warning. `whole`: with what only acadfolio reads.

    Raises SiteError with every mistake of the data.
    """
    problems = Problems()
    data = read_data(site, problems)
    problems.raise_if_errors()
    language = data.settings.language if data.settings else "en"
    return _written(works_of(data.publications, data.venues, language), form, whole=whole), tuple(problems.found)


def _written(works: Iterable[Work], form: str, *, whole: bool) -> str:
    if form == "ris":
        from acadfolio.bibliography.writers.ris import to_ris

        return to_ris(works)
    if form == "csl":
        from acadfolio.bibliography.writers.csl import to_csl

        return to_csl(works)
    if whole:
        from acadfolio.bibliography.writers.bibtex import to_complete_bibtex

        return to_complete_bibtex(works)
    from acadfolio.bibliography.writers.bibtex import to_bibtex

    return to_bibtex(works)
