"""Where many pages have to be looked at, another process begins with the longest lists; no page can tell."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from acadfolio.workers import may_fork
from sites import edit, make_site

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.skipif(not may_fork(), reason="one process does it all here")

PAPERS = "".join(f"- {{title: Radium {number}, authors: [M. Curie], year: 1903}}\n" for number in range(8))
FILES = {
    "data/site.yml": "title: Marie Curie\nshare_images: false\npublications: {pages: true}\n",
    "data/publications.yml": PAPERS,
    "data/news.yml": "- {date: 1903-12, text: A prize}\n",
    "content/about.md": "Hello.\n\n{{ news() }}\n",
    "content/papers.md": "---\ntitle: Papers\n---\n{{ publications() }}\n",
    "content/more.md": "---\ntitle: More\n---\n{{ publications(limit=3) }}\n",
    "content/late.md": "---\ntitle: Late\n---\nA page without a list.\n",
}
LISTS = ["more/index.html", "papers/index.html", "publications/index.html"]
EDITS = {
    "a title": ("data/publications.yml", "Radium 3", "Radon"),
    "a text": ("content/papers.md", "---\n{{", "---\nAll of them.\n\n{{"),
    "another page's text": ("content/late.md", "A page", "A short page"),
    "a link that leads nowhere": (
        "content/papers.md",
        "{{ publications() }}",
        "[x](nowhere.pdf)\n\n{{ publications() }}",
    ),
    "and a title with it": ("data/publications.yml", "Radon", "Radon, an emanation"),
    "mended": ("content/papers.md", "[x](nowhere.pdf)", "Well."),
    "a mistake": ("content/papers.md", "{{ publications() }}", "{{ publications(limt=3) }}"),
    "a mistake, and a title": ("data/publications.yml", "Radium 5", "Radium five"),
    "no mistake": ("content/papers.md", "limt", "limit"),
    "a paper more": ("data/publications.yml", "- {title: Radium 0,", "- {title: New, year: 1911}\n- {title: Radium 0,"),
}
FEW = """
import sys
from acadfolio import build as pipeline

pipeline.MANY = 0
from acadfolio.cli import main
from acadfolio.rendering import rendering, shares
rendering.MANY_PAGES, shares.LONGEST = 1, 4
begin = rendering.Rendering.begin
def noted(self):
    outputs = begin(self)
    print("begun:", *sorted(self.begun), file=sys.stderr)
    return outputs
rendering.Rendering.begin = noted
"""
"""As if a few pages and papers were many."""
MAIN = "sys.exit(main(sys.argv[1:]))"


def build(site: Path, *options: str, also: str = "") -> tuple[int, list[str], str, dict[str, bytes]]:
    """The status, the pages that another process began with, what is told, and the files."""
    command = [sys.executable, "-c", f"{FEW}{also}\n{MAIN}", "build", "--site", str(site), *options]
    ended = subprocess.run(command, capture_output=True, text=True, check=False)
    output = site / "output"
    files = {path.relative_to(output).as_posix(): path.read_bytes() for path in output.rglob("*") if path.is_file()}
    begun = re.search(r"begun:(.*)\n", ended.stderr)
    told = re.sub(r"begun:.*\n", "", ended.stderr)
    return ended.returncode, begun[1].split() if begun else [], told, files


def test_after_any_edit_all_is_as_from_nothing(tmp_path: Path) -> None:
    site, other = make_site(tmp_path / "site", FILES), make_site(tmp_path / "other", FILES)
    build(site)
    begun, wrong = dict[str, list[str]](), []
    for name, change in EDITS.items():
        edit(site, *change)
        edit(other, *change)
        status, begun[name], told, files = build(site)
        wanted = build(other, "--no-cache")
        if (status, told) != (wanted[0], wanted[2]) or (not status and files != wanted[3]):
            wrong.append(name)
    assert wrong == []
    assert begun["a title"] == LISTS
    assert begun["a text"] == ["papers/index.html"]
    assert begun["another page's text"] == []


def test_a_mistake_of_the_program_there_is_one_here(tmp_path: Path) -> None:
    site = make_site(tmp_path / "site", FILES)
    files = build(site)[3]
    edit(site, *EDITS["a title"])
    raising = "def broken(*_): raise KeyError('there')\nrendering.Rendering._rendered = broken\n"
    status, begun, told, after = build(site, also=raising)
    assert (status, begun) == (1, LISTS)
    assert "KeyError: 'there'" in told
    assert after == files
    assert {path.name for path in site.parent.iterdir()} == {"site"}
    assert not (site / ".output.acadfolio").exists()


def test_when_that_process_is_killed_the_last_site_stays(tmp_path: Path) -> None:
    site = make_site(tmp_path / "site", FILES)
    files = build(site)[3]
    edit(site, *EDITS["a title"])
    killing = (
        "import os, signal\nhere = os.getpid()\nrendered = rendering.Rendering._rendered\n"
        "def killed(*given):\n    if os.getpid() != here:\n        os.kill(os.getpid(), signal.SIGKILL)\n"
        "    return rendered(*given)\nrendering.Rendering._rendered = killed\n"
    )
    status, _, told, after = build(site, also=killing)
    assert status == 1
    assert "a process that helped was stopped" in told
    assert after == files
    assert build(site)[0] == 0


def test_where_no_process_may_be_started_it_is_done_here(tmp_path: Path) -> None:
    site, other = make_site(tmp_path / "site", FILES), make_site(tmp_path / "other", FILES)
    build(site)
    for folder in (site, other):
        edit(folder, *EDITS["a title"])
    refusing = "import os\ndef refused(): raise OSError\nos.fork = refused\n"
    status, begun, _, files = build(site, also=refusing)
    assert (status, begun) == (0, LISTS)
    assert files == build(other, "--no-cache")[3]


def test_where_only_the_first_process_is_refused_nothing_is_taken_twice(tmp_path: Path) -> None:
    pages = {f"content/p{number}.md": f"---\ntitle: Page {number}\n---\nText\n" for number in range(60)}
    site, other = (make_site(tmp_path / name, FILES | pages) for name in ("site", "other"))
    build(site)
    for folder in (site, other):
        edit(folder, *EDITS["a title"])
        for name, text in pages.items():
            (folder / name).write_text(text.replace("Text", "Words"), encoding="utf-8")
    refusing = (
        "from acadfolio import workers\nstart = workers._Worker.__init__\ncalls = []\n"
        "def once(*given):\n    calls.append(1)\n    if len(calls) == 1:\n        raise OSError\n"
        "    print('one works', file=sys.stderr)\n    start(*given)\nworkers._Worker.__init__ = once\n"
    )
    status, begun, told, files = build(site, also=refusing)
    assert (status, begun, told) == (0, LISTS, "one works\n")
    assert files == build(other, "--no-cache")[3]


@pytest.mark.parametrize("signal_sent", [signal.SIGKILL, signal.SIGINT])
def test_nobody_writes_any_more_when_the_build_was_stopped(tmp_path: Path, signal_sent: int) -> None:
    """The process that begins has a page ready when its parent is gone: it is not written any more."""
    site = make_site(tmp_path / "site", FILES)
    build(site)
    edit(site, *EDITS["a title"])
    stopping = (
        "import os, signal, time\nhere = os.getpid()\n"
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"  # Whoever runs the tests may ignore it.
        "rendered = rendering.Rendering._rendered\n"
        "def late(*given):\n    content = rendered(*given)\n    if os.getpid() != here:\n"
        f"        os.kill(here, {int(signal_sent)})\n"
        "        while os.getppid() == here:\n            time.sleep(0.01)\n"
        "    else:\n        time.sleep(5)\n"
        "    return content\nrendering.Rendering._rendered = late\n"
    )
    status, begun, _, _ = build(site, also=stopping)
    assert status != 0
    assert begun
    room = site / ".output.acadfolio"
    assert [path.name for path in room.glob("new-*")] if signal_sent == signal.SIGKILL else not room.exists()
    assert not [path for path in room.rglob("*.html") if path.is_file()]
    assert build(site)[0] == 0
    assert not room.exists()
