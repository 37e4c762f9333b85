"""The generators to compare: their commands, output folders, caches, and the files that an edit changes."""

from __future__ import annotations

import os
import shutil
import sys
from dataclasses import dataclass, field
from pathlib import Path

TOOLS = Path(os.environ.get("BENCH_TOOLS", "/tmp/acadfolio-bench/tools"))  # noqa: S108 - nothing secret
WORK = Path(os.environ.get("BENCH_WORK", "/tmp/acadfolio-bench/work"))  # noqa: S108


@dataclass(frozen=True)
class Generator:
    name: str
    command: tuple[str, ...]
    output: str
    page: str
    """The source file of a page. `{}` is its slug."""
    papers: str
    """The file with all papers."""
    paper: str = ""
    """The file of a single paper in the large site.

    `{}` is its key. Empty if all papers are in one file.
    """
    caches: tuple[str, ...] = ()
    """The caches in the folder of the site, which are removed before a cold build.

    Compiled modules of the site are elsewhere, and removed for every generator.
    """
    version: tuple[str, ...] = ("--version",)
    environment: dict[str, str] = field(default_factory=dict)

    @property
    def missing(self) -> str:
        """Why the generator cannot run; empty if it can."""
        return "" if shutil.which(self.command[0]) else f"{self.command[0]} is not installed"


def _tool(name: str) -> str:
    return str(TOOLS / name / "bin" / name)


def _acadfolio(name: str) -> Generator:
    return Generator(
        name,
        (str(Path(sys.executable).parent / "acadfolio"), "build"),
        output="output",
        page="content/pages/{}.md",
        papers="data/publications.yml",
        caches=(".acadfolio-cache",),
    )


def _hugo() -> Generator:
    """Hugo itself, and not the Python script of its package."""
    found = sorted((TOOLS / "hugo").glob("lib/*/site-packages/hugo/binaries/hugo*"))
    program = str(found[0]) if found else shutil.which("hugo") or _tool("hugo")
    return Generator(
        "hugo",
        (program, "--quiet"),
        output="public",
        page="content/pages/{}.md",
        papers="data/papers.yaml",
        paper="content/publications/{}.md",
        caches=("resources", ".hugo_build.lock"),
        version=("version",),
    )


HUGO = _hugo()
GENERATORS = {
    generator.name: generator
    for generator in (
        _acadfolio("acadfolio"),
        _acadfolio("acadfolio-plain"),
        _acadfolio("acadfolio-same-theme"),
        HUGO,
        Generator(
            "jekyll",
            ("jekyll", "build", "--quiet"),
            output="_site",
            page="_pages/{}.md",
            papers="_data/papers.yml",
            paper="_publications/{}.md",
            caches=(".jekyll-cache",),
            environment={
                "JEKYLL_NO_BUNDLER_REQUIRE": "true",
                "JEKYLL_ENV": "production",
                "LANG": "C.UTF-8",
            },
        ),
        Generator(
            "pelican",
            (_tool("pelican"), "content", "-s", "pelicanconf.py", "-o", "output", "-q"),
            output="output",
            page="content/pages/{}.md",
            papers="data/papers.yml",
            caches=("cache",),
        ),
        Generator(
            "mkdocs",
            (_tool("mkdocs"), "build", "-q"),
            output="site",
            page="docs/pages/{}.md",
            papers="data/papers.yml",
            environment={"NO_MKDOCS_2_WARNING": "1"},
        ),
        Generator(
            "nikola",
            (_tool("nikola"), "build", "-q"),
            output="output",
            page="texts/{}.md",
            papers="papers/papers.yaml",
            caches=(
                "cache",
                ".doit.db",
                ".doit.db.db",
                ".doit.db.dat",
                ".doit.db.dir",
                ".doit.db.bak",
            ),
            version=("version",),
        ),
    )
}
