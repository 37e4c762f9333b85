"""Old sites come over: what Jekyll showed is in the new site, or listed here with the reason.

Each tests/jekyll/old_sites/THEME.txt has small sites, written for Jekyll with one of the themes in
tests/jekyll/old_sites/themes/. tests/fixtures.py says how the files read. Below the files of a site are
these parts:

    -------- jekyll: index.html
    what Jekyll makes of it, with the paths of `the other files` at the end
    -------- once: index.html
    texts that Jekyll's page and ours have once, in this order
    -------- nowhere
    words and paths that neither Jekyll nor we publish
    -------- import and build
    what the two commands report
    -------- missing
    what the new site lacks # and why that is so

`UPDATE_FIXTURES=1 uv run pytest -n 0 tests/jekyll/test_old_sites.py` writes the last two parts anew, and
with `-m ""` also Jekyll's pages. Then write the reason behind each new line of `missing`.
"""

from __future__ import annotations

import os
import re
from html import unescape
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import pytest

from acadfolio.cli import main
from acadfolio.commands.console import DONE
from acadfolio.html.text import without_tags
from fixtures import CASE, PART, read_cases, write_site
from ruby_jekyll import OTHER_FILES, built_by_jekyll, needs_jekyll

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

FIXTURES = Path(__file__).parent / "old_sites"
UPDATES = "UPDATE_FIXTURES" in os.environ
KINDS = JEKYLLS, ONCE, NOWHERE, REPORTED, MISSING = (
    "jekyll: ",
    "once: ",
    "nowhere",
    "import and build",
    "missing",
)
NAV = re.compile(r"(?s)<nav\b.*?</nav>")


class OldSite(NamedTuple):
    fixture: Path
    name: str
    parts: dict[str, str]

    @property
    def files(self) -> dict[str, str]:
        """The files of the old site, which stand before all other parts."""
        names = list(self.parts)
        end = next(
            (number for number, name in enumerate(names) if name.startswith(KINDS)), len(names)
        )
        assert all(name.startswith(KINDS) for name in names[end:])
        return {name: self.parts[name] for name in names[:end]}

    def parts_of(self, kind: str) -> dict[str, str]:
        """The parts of a kind, by the pages in their headings."""
        return {
            name.removeprefix(kind): text
            for name, text in self.parts.items()
            if name.startswith(kind)
        }

    @property
    def pages(self) -> dict[str, str]:
        pages = self.parts_of(JEKYLLS)
        return {path: text for path, text in pages.items() if path != OTHER_FILES}

    def lines(self, part: str) -> list[str]:
        return self.parts.get(part, "").splitlines()

    def update(self, kind: str, parts: dict[str, str]) -> None:
        """Replace the parts of a kind in the fixture."""
        kept = {name: text for name, text in self.parts.items() if not name.startswith(kind)}
        self.parts.clear()
        self.parts.update(kept | {name: text for name, text in parts.items() if text.strip()})
        before, _, after = self.fixture.read_text(encoding="utf-8").partition(
            f"{CASE}{self.name}\n"
        )
        _, mark, others = after.partition(f"\n{CASE}")
        own = "".join(f"{PART}{name}\n{text}" for name, text in self._in_order())
        self.fixture.write_text(f"{before}{CASE}{self.name}\n{own}{mark}{others}", encoding="utf-8")

    def _in_order(self) -> list[tuple[str, str]]:
        """The files, then the other parts in the order of their kinds."""
        files = self.files
        order = [
            name
            for kind in (JEKYLLS, ONCE, NOWHERE, REPORTED, MISSING)
            for name in self.parts
            if name.startswith(kind)
        ]
        return [*files.items(), *((name, self.parts[name]) for name in order)]


SITES = [
    OldSite(fixture, name, parts)
    for fixture in sorted(FIXTURES.glob("*.txt"))
    for name, parts in read_cases(fixture).items()
]
each_site = pytest.mark.parametrize(
    "old", SITES, ids=[f"{site.fixture.stem}: {site.name}" for site in SITES]
)


class NewSite:
    """The folder into which an old site was imported, with its output and what the commands reported."""

    def __init__(self, old: OldSite, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.folder, self.capsys = folder, capsys
        write_site(folder / "old", old.files)
        write_site(folder / "_site", old.pages)
        self.site, self.output = folder / "site", folder / "site/output"
        self.reported = [
            *self.run("import", str(folder / "old"), "--site", str(self.site)),
            *self.run("build", "--site", str(self.site)),
        ]

    def run(self, *arguments: str) -> list[str]:
        """What a command reports, which ends well."""
        status = main(list(arguments))
        reported = self.capsys.readouterr().err.replace(f"{self.folder}/", "")
        assert status == DONE, reported
        return [
            line for line in reported.splitlines() if "import-report.html" not in line
        ]  # test_leftovers.py has it

    def page(self, path: str) -> str:
        file = self.output / path
        return file.read_text(encoding="utf-8") if file.is_file() else ""

    def lacks(self, old: OldSite) -> Iterator[str]:
        """What the old site has and the new one lacks: the URLs, words, links and images, files, and the menu."""
        for line in self.run(
            "import", str(self.folder / "_site"), "--compare", "--site", str(self.site)
        ):
            yield line.removeprefix("_site/").replace(": warning:", ":")
        for path in old.lines(f"{JEKYLLS}{OTHER_FILES}"):
            if not (self.output / path).exists():
                yield f"{path}: there is no such file"


def _lines(lines: Iterable[str]) -> str:
    return "".join(f"{line}\n" for line in lines)


def _plain(html: str) -> str:
    return " ".join(unescape(without_tags(html)).split())


@pytest.mark.slow
@needs_jekyll
@each_site
def test_jekyll_makes_the_pages_in_the_fixtures(old: OldSite) -> None:
    made = {
        f"{JEKYLLS}{path}": text
        for path, text in built_by_jekyll(old.files, old.fixture.stem).items()
        if text
    }
    if UPDATES:
        old.update(JEKYLLS, made)
    assert made == {name: text for name, text in old.parts.items() if name.startswith(JEKYLLS)}
    published = " ".join([*made, *made.values()])
    assert [secret for secret in old.lines(NOWHERE) if secret in published] == []
    for path, texts in old.parts_of(ONCE).items():
        lines = texts.splitlines()
        assert _positions(lines, old.pages[path]) == [(text, 1) for text in lines]


@each_site
def test_an_old_site_comes_over(
    old: OldSite, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    new = NewSite(old, tmp_path, capsys)
    reasons = dict(line.rsplit(" # ", 1) for line in old.lines(MISSING))
    lacking = list(new.lacks(old))
    if UPDATES:
        reasons = {line: reasons.get(line, "?") for line in lacking}
        old.update(REPORTED, {REPORTED: _lines(new.reported)})
        old.update(
            MISSING, {MISSING: _lines(f"{line} # {reason}" for line, reason in reasons.items())}
        )
    assert new.reported == old.lines(REPORTED)
    assert lacking == list(reasons)
    assert "?" not in reasons.values(), "write the reasons"
    for path, once in old.parts_of(ONCE).items():
        assert _positions(once.splitlines(), new.page(path)) == [
            (text, 1) for text in once.splitlines()
        ]
    files = [path for path in new.output.rglob("*") if path.is_file()]
    texts = [path.read_text(encoding="utf-8", errors="replace") for path in files]
    published = " ".join([*(path.relative_to(new.output).as_posix() for path in files), *texts])
    assert [secret for secret in old.lines(NOWHERE) if secret in published] == []


def _positions(texts: list[str], page: str) -> list[tuple[str, int]]:
    """How often texts are on a page, in the order of their places.

    The frame around the content does not count.
    """
    start = page.find("<article")
    words = _plain(NAV.sub("", page[max(start, 0) :]))
    return sorted(
        ((text, words.count(text)) for text in texts), key=lambda found: words.find(found[0])
    )
