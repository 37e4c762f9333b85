"""A build's arguments come in; it runs with a clock around each stage, and their seconds go out as JSON.

A program of its own that imports nothing before the clock runs: what a build imports is part of what it costs. It has
one processor, so that all is done in one process, whose clock is this one.
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
        "Renderer",
        "Renderer.page",
        "SiteFiles.outputs",
    ],
    "write": ["writing", "OutputJob.take", "OutputJob.written"],
}
"""What belongs to each: functions of pipeline.py, and methods of the classes that do its work."""


class Stages:
    """Seconds by stage, of the wall's clock and of the processor's.

    A stage that runs within another (writing asks for pages) is counted for itself only.
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
        """The function, with the clock on it; so are the items of what it yields."""

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
