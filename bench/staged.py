"""Run a build with a clock around each stage, and write the seconds of the stages as JSON.

This is a separate program that imports nothing before the clock runs, because imports are part of
the time of a build. It uses one processor, so that the build does not start other processes.
"""

import os
import sys
import time

SPAWNED = float(sys.argv[1])
IS_UP = time.time()

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

STAGES = {
    "load": ["load"],
    "plan": ["make_plan"],
    "render": [
        "SiteRenderer",
        "Renderer.page",
        "SiteFiles.outputs",
    ],
    "write": ["writing", "OutputJob.take", "OutputJob.written"],
}
"""The functions of build.py, and the methods of other classes, that belong to each stage."""


class Stages:
    """Measures the wall time and the processor time of each stage.

    The time of a stage within another one, such as rendering while writing, only counts for the
    inner stage.
    """

    def __init__(self) -> None:
        self.seconds = {"start of Python": (IS_UP - SPAWNED, time.process_time())}
        self.running = ["rest"]
        self.since = time.perf_counter(), time.process_time()

    def switch(self) -> None:
        now = time.perf_counter(), time.process_time()
        wall, cpu = self.seconds.get(self.running[-1], (0.0, 0.0))
        self.seconds[self.running[-1]] = wall + now[0] - self.since[0], cpu + now[1] - self.since[1]
        self.since = now

    def begin(self, name: str) -> None:
        self.switch()
        self.running.append(name)

    def end(self) -> None:
        self.switch()
        self.running.pop()

    def around(self, name: str, function: "Callable[..., Any]") -> "Callable[..., Any]":
        """The function with a clock around it, and around each item if it is a generator."""

        def timed(*arguments: "Any", **named: "Any") -> "Any":
            self.begin(name)
            try:
                result = function(*arguments, **named)
            finally:
                self.end()
            return self.items(name, result) if hasattr(result, "__next__") else result

        return timed

    def items(self, name: str, iterator: "Iterator[Any]") -> "Iterator[Any]":
        while True:
            self.begin(name)
            try:
                item = next(iterator)
            except StopIteration:
                return
            finally:
                self.end()
            yield item


def main(result: str, *arguments: str) -> int:
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    stages = Stages()
    stages.begin("import")
    from acadfolio import build as pipeline
    from acadfolio import cli
    from acadfolio.output.write import OutputJob
    from acadfolio.rendering.renderer import Renderer
    from acadfolio.rendering.site_files import SiteFiles

    stages.end()
    owners = {"": pipeline, "Renderer": Renderer, "SiteFiles": SiteFiles, "OutputJob": OutputJob}
    for stage, names in STAGES.items():
        for name in names:
            above, _, attribute = name.rpartition(".")
            owner = owners[above]
            setattr(owner, attribute, stages.around(stage, getattr(owner, attribute)))
    status = cli.main(arguments)
    stages.switch()
    import json

    with open(result, "w", encoding="utf-8") as file:  # noqa: PTH123 - as everything here, without pathlib
        json.dump(stages.seconds, file)
    return status


if __name__ == "__main__":
    sys.exit(main(*sys.argv[2:]))
