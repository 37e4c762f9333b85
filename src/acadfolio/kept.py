"""Keep results in the process from one build to the next, by the arguments that they were made of."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")


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

    def get(self, key: Hashable, make: Callable[[], Result]) -> Result:
        """Return the result for a key; make it if neither this nor the last build did."""
        if key not in self.of_this_build:
            last = self.of_last_build
            self.of_this_build[key] = last[key] if key in last else make()
        result: Result = self.of_this_build[key]
        return result

    def end_build(self) -> None:
        """Forget the results that this build did not use."""
        self.of_last_build, self.of_this_build = self.of_this_build, {}

    def end_failed_build(self) -> None:
        """Forget the results of a build that failed: the next one needs those of the last good one."""
        self.of_this_build = {}
