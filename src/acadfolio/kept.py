"""Keep results in the process from one build to the next, by the arguments that they were made of."""

from __future__ import annotations

import time
from operator import is_
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, TypeVar

from acadfolio.files import file_status, is_young

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")


class Records:
    """Thousands of records as an argument of a function whose results are kept: the same objects, in the same order.

    To hash or compare all their values would take long, and `1` equals `true`, but makes another page.
    """

    def __init__(self, records: tuple[Any, ...]) -> None:
        self.records = records

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Records) or len(self.records) != len(other.records):
            return False
        return all(map(is_, self.records, other.records))

    def __hash__(self) -> int:
        return len(self.records)


class Kept:
    """The results of pure functions that the last build used. The preview has one for all its builds."""

    def __init__(self) -> None:
        self.of_last_build: dict[Hashable, Any] = {}
        self.of_this_build: dict[Hashable, Any] = {}

    def remembered(self, function: Callable[Arguments, Result]) -> Callable[Arguments, Result]:
        """Return a function that calls `function`, unless this or the last build did so with the same arguments.

        Nobody changes its results.
        """

        def remembering(*args: Arguments.args, **kwargs: Arguments.kwargs) -> Result:
            key = (function, *args, *kwargs.items())
            return self.get(key, lambda: function(*args, **kwargs))

        return remembering

    def remembered_of_file(
        self, read: Callable[Concatenate[str, Arguments], Result]
    ) -> Callable[Concatenate[str, Arguments], Result]:
        """Return a function that reads a file with `read`, unless this or the last build did so since it was saved.

        A file that was saved just now may change again while its times stay the same: it is read.
        """

        def remembering(path: str, /, *args: Arguments.args, **kwargs: Arguments.kwargs) -> Result:
            clock = time.time_ns()
            status = file_status(path)
            if status is None or is_young(status, clock):
                return read(path, *args, **kwargs)
            key = (read, path, status, *args, *kwargs.items())
            return self.get(key, lambda: read(path, *args, **kwargs))

        return remembering

    def get(self, key: Hashable, make: Callable[[], Result]) -> Result:
        """Return the result for a key; make it if neither this nor the last build did."""
        if key not in self.of_this_build:
            last = self.of_last_build
            self.of_this_build[key] = last[key] if key in last else make()
        result: Result = self.of_this_build[key]
        return result

    def forget(self, key: Hashable) -> None:
        """Forget a result of this build."""
        self.of_this_build.pop(key, None)

    def end_build(self) -> None:
        """Forget the results that this build did not use."""
        self.of_last_build, self.of_this_build = self.of_this_build, {}

    def forget_this_build(self) -> None:
        """Forget the results of this build: after a failed one, the next needs those of the last good one."""
        self.of_this_build = {}
