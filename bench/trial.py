"""Run, time and check the builds of one generator."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import time
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

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
CLOCK = Path(__file__).with_name("clock.py")
MEMORY_INTERVAL = 0.005
KILOBYTES = 1024


@dataclass(frozen=True)
class Run:
    """One build. Times are in seconds. `peak` is the memory of the largest process in MB."""

    generator: str
    scenario: str
    wall: float
    cpu: float
    peak: float
    complaint: str
    """The first error in the output; empty without one."""

    def as_dict(self) -> dict[str, Any]:
        return asdict(self)


class Trial:
    """Builds the site of one generator, in its own folder, repeatedly."""

    def __init__(self, generator: Generator, content: Content, size: str, limit: float) -> None:
        self.generator, self.content, self.limit = generator, content, limit
        self.folder = WORK / size / generator.name
        self.log = WORK / "logs" / f"{size}-{generator.name}.log"
        self.log.parent.mkdir(parents=True, exist_ok=True)
        self.changes = 0
        self.originals: dict[Path, str] = {}
        write_site(generator.name, content, self.folder)

    def run(self, scenario: str, *, thorough: bool = False) -> Run:
        """Build once, and check the output: every word if `thorough`, else only the change."""
        wanted = self.prepare(scenario)
        measured = json.loads(self._start().communicate()[0])
        complaint = (
            f"exit status {measured.pop('status')}: {self.log}" if measured["status"] else ""
        )
        measured.pop("status", None)
        complaint = complaint or self.complaint(wanted, thorough=thorough)
        return Run(self.generator.name, scenario, **measured, complaint=complaint)

    def complaint(self, wanted: dict[str, str], *, thorough: bool) -> str:
        """The first error in the output; empty without one.

        `wanted` are words that must be in the output, by file.
        """
        return self._stale(wanted) or self._missing(thorough=thorough)

    def memory(self, scenario: str) -> float:
        """Build once more, to measure the peak memory of all processes together in MB.

        Shared memory counts once.
        """
        self.prepare(scenario)
        clock, most = self._start(), 0.0
        while clock.poll() is None:
            most = max(most, memory_below(clock.pid))
            time.sleep(MEMORY_INTERVAL)
        largest: float = json.loads(clock.communicate()[0])["peak"]
        return max(most, largest)

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
            env=environment() | self.generator.environment,
            stdout=subprocess.PIPE,
            text=True,
        )

    def prepare(self, scenario: str) -> dict[str, str]:
        """Prepare the site for a scenario.

        Returns the words that must be in the output, by file.
        """
        output = self.folder / self.generator.output
        if scenario == "cold":
            for name in (self.generator.output, *self.generator.caches):
                _remove(self.folder / name)
            return {}
        if not output.exists():
            self._start().communicate()
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

    Python modules are compiled, as after an installation; some machines disable this.
    """
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return kept | {"PYTHONPYCACHEPREFIX": str(WORK / "bytecode")}


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


def memory_below(process: int) -> float:
    """The memory of all child processes in MB. Shared memory counts once."""
    return sum(_memory(below) for below in _descendants(process))


def memory_of(process: int) -> float:
    """The memory of a process and all its child processes in MB."""
    return _memory(process) + memory_below(process)


def _descendants(process: int) -> list[int]:
    """All child processes, and their child processes. A process may end in the meantime."""
    try:
        children = (
            Path(f"/proc/{process}/task/{process}/children").read_text(encoding="ascii").split()
        )
    except OSError:
        return []
    return [found for child in children for found in (int(child), *_descendants(int(child)))]


def _memory(process: int) -> float:
    try:
        rows = Path(f"/proc/{process}/smaps_rollup").read_text(encoding="ascii").splitlines()
    except OSError:
        return 0
    return next((int(row.split()[1]) / KILOBYTES for row in rows if row.startswith("Pss:")), 0)
