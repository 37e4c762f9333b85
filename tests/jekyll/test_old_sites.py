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

from acadfolio.build import prepare
from acadfolio.cli import main
from acadfolio.commands.console import DONE, report
from acadfolio.html.text import without_tags
from acadfolio.problems import in_order
from acadfolio_jekyll.comparison import compare, pages_in
from fixtures import CASE, PART, read_cases, write_site
from old_sites import import_site
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
    """The new site of an old one, with its outputs and what its import and its build report.

    It is what the commands make, but nothing is written that only the commands need: the report of
    the import, which test_leftovers.py has, and the output folder.
    """

    def __init__(self, old: OldSite, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.folder, self.site, self.capsys = folder, folder / "site", capsys
        write_site(folder / "old", old.files)
        write_site(folder / "_site", old.pages)
        assert import_site(folder / "old", self.site) == DONE
        prepared = prepare(self.site, draws=True)
        self.outputs = list(prepared.outputs())
        report(in_order(prepared.problems.of_build), self.site)
        self.reported = self.reports()
        self.url = prepared.plan.site.settings.url

    def reports(self) -> list[str]:
        """What was reported since the last call."""
        return self.capsys.readouterr().err.replace(f"{self.folder}/", "").splitlines()

    def texts(self) -> dict[str, str]:
        """The text of every file of the site, by its path."""
        return {
            output.path: (Path(output.file).read_bytes() if output.file else output.content).decode(
                "utf-8", "replace"
            )
            for output in self.outputs
        }

    def lacks(self, old: OldSite) -> Iterator[str]:
        """What the old site has and the new one lacks: the URLs, words, links and images, files, and the menu."""
        pages = self.folder / "_site"
        report(compare(pages_in(pages), str(pages), self.outputs, self.url).found)
        for line in self.reports():
            yield line.removeprefix("_site/").replace(": warning:", ":")
        paths = {output.path for output in self.outputs}
        for path in old.lines(f"{JEKYLLS}{OTHER_FILES}"):
            if path not in paths:
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
    texts = new.texts()
    for path, once in old.parts_of(ONCE).items():
        assert _positions(once.splitlines(), texts.get(path, "")) == [
            (text, 1) for text in once.splitlines()
        ]
    published = " ".join([*texts, *texts.values()])
    assert [secret for secret in old.lines(NOWHERE) if secret in published] == []


@pytest.mark.slow
@each_site
def test_the_commands_report_the_same(
    old: OldSite, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write_site(tmp_path / "old", old.files)
    site = str(tmp_path / "site")
    assert main(["import", str(tmp_path / "old"), "--site", site]) == DONE
    assert main(["build", "--site", site]) == DONE
    reported = capsys.readouterr().err.replace(f"{tmp_path}/", "").splitlines()
    assert [line for line in reported if "import-report.html" not in line] == old.lines(REPORTED)
    assert (tmp_path / "site/import-report.html").is_file()


def _positions(texts: list[str], page: str) -> list[tuple[str, int]]:
    """How often texts are on a page, in the order of their places.

    The frame around the content does not count.
    """
    start = page.find("<article")
    words = _plain(NAV.sub("", page[max(start, 0) :]))
    return sorted(
        ((text, words.count(text)) for text in texts), key=lambda found: words.find(found[0])
    )
