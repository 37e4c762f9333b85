"""Errors in an old site's files come in; warnings come out, which keep nothing else from being taken over."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from acadfolio.problems import Problem, Problems


@contextmanager
def as_warnings(problems: Problems, consequence: str) -> Iterator[list[Problem]]:
    """Errors that come in between are warnings in `problems`, with what follows from them; the list has them then."""
    before = len(problems.found)
    failed: list[Problem] = []
    yield failed
    new = problems.found[before:]
    failed += [problem for problem in new if problem.severity == "error"]
    problems.found[before:] = [as_warning(each, consequence) if each.severity == "error" else each for each in new]


def as_warning(problem: Problem, consequence: str) -> Problem:
    return problem._replace(message=f"{problem.message}: {consequence}", severity="warning")
