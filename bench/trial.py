"""Run, time and check the builds of one generator."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from bench.generators import WORK
from bench.sites import write_site

if TYPE_CHECKING:
    from bench.content import Content
    from bench.generators import Generator

SCENARIOS = {
    "cold": "everything from nothing",
    "noop": "nothing changed",
    "edit": "one page changed",
    "data": "one paper changed",
}
USER_CACHES = {
    "warm": "With a filled user cache, as on your own computer",
    "empty": "With an empty user cache, as in CI",
}
"""The states of the folders in which programs keep files between builds, outside of the site."""
CLOCK = Path(__file__).with_name("clock.py")
MEMORY_INTERVAL = 0.005
KILOBYTES = 1024


@dataclass(frozen=True)
class Memory:
    """The memory of all processes together in MB."""

    proportional: float
    """The sum of proportional set sizes: shared memory counts once."""
    resident: float
    """The sum of resident set sizes: shared memory counts for each process that shares it."""


@dataclass(frozen=True)
class Run:
    """One build. Times are in seconds."""

    generator: str
    scenario: str
    wall: float
    cpu: float
    complaint: str
    """The first error in the output; empty without one."""
    memory: Memory
    """The peak. It is complete only after a thorough run."""


class Trial:
    """Builds the site of one generator, in its own folder, repeatedly.

    The builds have their own home folder, so that all caches of the user are known.
    """

    def __init__(self, generator: Generator, content: Content, size: str, limit: float) -> None:
        self.generator, self.content, self.limit = generator, content, limit
        self.folder = WORK / size / generator.name
        self.home = WORK / "homes" / size / generator.name
        self.log = WORK / "logs" / f"{size}-{generator.name}.log"
        self.log.parent.mkdir(parents=True, exist_ok=True)
        self.changes = 0
        self.originals: dict[Path, str] = {}
        _remove(self.home)
        self.home.mkdir(parents=True)
        write_site(generator.name, content, self.folder)

    @property
    def environment(self) -> dict[str, str]:
        """The environment for builds, with the home folder of this trial."""
        return environment() | {"HOME": str(self.home)} | self.generator.environment

    @property
    def user_cache_size(self) -> float:
        """What the builds left in the home folder, in KB."""
        files = (path for path in self.home.rglob("*") if path.is_file())
        return sum(file.stat().st_size for file in files) / KILOBYTES

    def run(self, scenario: str, *, user_cache: str = "warm", thorough: bool = False) -> Run:
        """Build once, and check that each page exists and the change is in it.

        With `thorough`, memory is measured, which takes time, and every word is checked.
        """
        wanted = self.prepare(scenario, user_cache)
        clock = self._start()
        samples = _sample_memory(clock) if thorough else []
        measured = json.loads(clock.communicate()[0])
        if measured["status"]:
            complaint = f"exit status {measured['status']}: {self.log}"
        else:
            complaint = self.complaint(wanted, thorough=thorough)
        # The system knows the peak of the largest process, even between two samples.
        memory = Memory(
            max((sample.proportional for sample in samples), default=0),
            max([measured["peak"], *(sample.resident for sample in samples)]),
        )
        wall, cpu = measured["wall"], measured["cpu"]
        return Run(self.generator.name, scenario, wall, cpu, complaint, memory)

    def complaint(self, wanted: dict[str, str], *, thorough: bool) -> str:
        """The first error in the output; empty without one.

        `wanted` are words that must be in the output, by file.
        """
        return self._stale(wanted) or self._missing(thorough=thorough)

    def _start(self) -> subprocess.Popen[str]:
        os.sync()  # The build must not wait for earlier writes.
        command = [
            sys.executable,
            "-I",
            "-S",
            str(CLOCK),
            str(self.log),
            str(self.limit),
            *self.generator.command,
        ]
        return subprocess.Popen(
            command,
            cwd=self.folder,
            env=self.environment,
            stdout=subprocess.PIPE,
            text=True,
        )

    def prepare(self, scenario: str, user_cache: str = "warm") -> dict[str, str]:
        """Prepare the site and the user cache for a scenario.

        Every build fills the user cache for the next one.
        Returns the words that must be in the output, by file.
        """
        output = self.folder / self.generator.output
        if scenario == "cold":
            for name in (self.generator.output, *self.generator.caches):
                _remove(self.folder / name)
            _remove(_bytecode() / self.folder.relative_to(self.folder.anchor))
        elif not output.exists():
            self._start().communicate()
        if user_cache == "empty":
            _remove(self.home)
            self.home.mkdir(parents=True)
        self.changes += 1
        return self._change(scenario) if scenario in {"edit", "data"} else {}

    def _change(self, scenario: str) -> dict[str, str]:
        if scenario == "edit":
            page = self.content.pages[0]
            file = self.folder / self.generator.page.format(page.slug)
            mark = f"This is change number {self.changes}."
            file.write_text(f"{self._original(file)}\n{mark}\n", encoding="utf-8")
            return {f"pages/{page.slug}/index.html": mark}
        paper, own = self.content.papers[0], self.content.size.paper_pages
        path = self.generator.paper if own and self.generator.paper else self.generator.papers
        file = self.folder / path.format(paper.key)
        title = f"{paper.title} edition {self.changes}"
        file.write_text(self._original(file).replace(paper.title, title, 1), encoding="utf-8")
        pages = [
            "publications/index.html",
            *([f"publications/{paper.key}/index.html"] if own else []),
        ]
        return dict.fromkeys(pages, title)

    def _original(self, file: Path) -> str:
        if file not in self.originals:
            self.originals[file] = file.read_text(encoding="utf-8")
        return self.originals[file]

    def _stale(self, wanted: dict[str, str]) -> str:
        output = self.folder / self.generator.output
        for path, words in wanted.items():
            if not (output / path).is_file() or words not in (output / path).read_text(
                encoding="utf-8"
            ):
                return f"stale: the change is not in {path}"
        return ""

    def _missing(self, *, thorough: bool) -> str:
        """The first page that is missing or lacks words; empty without one."""
        output = self.folder / self.generator.output
        for path, words in self.content.expected.items():
            if not (output / path).is_file():
                return f"{path} is missing"
            if thorough and (
                lacking := _lacking((output / path).read_text(encoding="utf-8"), words)
            ):
                return f"{path} lacks “{lacking}”"
        return ""


def environment() -> dict[str, str]:
    """The environment for builds.

    Python modules are compiled, as after an installation; some machines disable this. The user
    cache is at its usual place in the home folder.
    """
    changed = {"PYTHONDONTWRITEBYTECODE", "XDG_CACHE_HOME"}
    kept = {name: value for name, value in os.environ.items() if name not in changed}
    return kept | {"PYTHONPYCACHEPREFIX": str(_bytecode())}


def _bytecode() -> Path:
    """The folder of compiled modules, which contains the full path of each module's folder."""
    return WORK / "bytecode"


def _lacking(page: str, words: list[str]) -> str:
    """The first of the words that a page lacks; empty without one.

    Most words are the whole text between two tags.
    """
    between_tags = {text.strip() for text in re.findall(r">([^<]+)<", page)}
    return next((some for some in words if some not in between_tags and some not in page), "")


def _remove(path: Path) -> None:
    """Move a folder away instead of deleting it: thousands of deletions make ext4 ten times slower for a minute."""
    if path.exists():
        trash = WORK / "trash"
        trash.mkdir(parents=True, exist_ok=True)
        path.rename(trash / str(time.time_ns()))


def empty_trash() -> None:
    """Delete the removed folders, when all builds are measured."""
    shutil.rmtree(WORK / "trash", ignore_errors=True)


def _sample_memory(clock: subprocess.Popen[str]) -> list[Memory]:
    """The memory of the measured build, again and again until it ends.

    A sample of a large process takes long, and the process waits for it, so there are fewer.
    """
    samples = []
    while clock.poll() is None:
        started = time.perf_counter()
        samples.append(memory_below(clock.pid))
        time.sleep(max(MEMORY_INTERVAL, 4 * (time.perf_counter() - started)))
    return samples


def memory_below(process: int) -> Memory:
    """The memory of all child processes now."""
    return _sum([_memory(below) for below in _descendants(process)])


def memory_of(process: int) -> Memory:
    """The memory of a process and all its child processes now."""
    return _sum([_memory(process), memory_below(process)])


def _descendants(process: int) -> list[int]:
    """All child processes, and their child processes. A process may end in the meantime."""
    try:
        children = (
            Path(f"/proc/{process}/task/{process}/children").read_text(encoding="ascii").split()
        )
    except OSError:
        return []
    return [found for child in children for found in (int(child), *_descendants(int(child)))]


def _memory(process: int) -> Memory:
    try:
        text = Path(f"/proc/{process}/smaps_rollup").read_text(encoding="ascii")
    except OSError:
        return Memory(0, 0)
    found = re.findall(r"^(\w+): +(\d+) kB", text, re.MULTILINE)
    megabytes = {name: int(kilobytes) / KILOBYTES for name, kilobytes in found}
    return Memory(megabytes.get("Pss", 0), megabytes.get("Rss", 0))


def _sum(parts: list[Memory]) -> Memory:
    return Memory(
        sum(part.proportional for part in parts),
        sum(part.resident for part in parts),
    )
