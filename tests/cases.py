"""Tables of cases that one test goes through: a test of its own for each would take longer than most calls."""

from __future__ import annotations

import inspect
from functools import wraps
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from pathlib import Path

    Test = Callable[..., None]

LONGEST = 300
"""So many characters of a case are shown when it fails."""


def every_case(names: str | Sequence[str], cases: Iterable[Any]) -> Callable[[Test], Test]:
    """Call a test with each case, and show all cases that fail.

    It is written like `pytest.mark.parametrize`. All cases have the same fixtures, but each has a
    `tmp_path` of its own, and `capsys` forgets what others printed. A test that changes anything
    else is one for `parametrize`.
    """
    keys = [name.strip() for name in names.split(",")] if isinstance(names, str) else list(names)
    rows = [case if len(keys) > 1 else (case,) for case in cases]
    table = [dict(zip(keys, row, strict=True)) for row in rows]
    assert table, "there is nothing to try"

    def decorate(test: Test) -> Test:
        @wraps(test)
        def with_every_case(**fixtures: Any) -> None:
            failures: list[BaseException] = []
            for number, case in enumerate(table):
                values = fixtures | case | _own_folder(fixtures, number)
                try:
                    test(**values)
                except (Exception, pytest.fail.Exception) as error:  # noqa: BLE001 - raised below
                    error.add_note(f"The case: {str(case)[:LONGEST]}")
                    failures.append(error)
                if "capsys" in fixtures:
                    fixtures["capsys"].readouterr()
            if failures:
                raise BaseExceptionGroup(f"{len(failures)} of {len(table)} cases failed", failures)

        signature = inspect.signature(test)
        fixtures = [value for name, value in signature.parameters.items() if name not in keys]
        assert len(fixtures) + len(keys) == len(signature.parameters)
        # Pytest reads there which fixtures a test wants.
        with_every_case.__signature__ = signature.replace(parameters=fixtures)  # type: ignore[attr-defined]
        return with_every_case

    return decorate


def _own_folder(fixtures: dict[str, Any], number: int) -> dict[str, Path]:
    if "tmp_path" not in fixtures:
        return {}
    folder = fixtures["tmp_path"] / str(number)
    folder.mkdir()
    return {"tmp_path": folder}
