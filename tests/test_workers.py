"""Work that several processes share: the same site, the same mistakes, and nobody left behind."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from PIL import Image

from acadfolio.workers import WorkerStoppedError, processes, shared
from sites import make_site

if TYPE_CHECKING:
    from collections.abc import Iterator

PAGES = 160
TOGETHER = pytest.mark.skipif(
    sys.platform != "linux" or len(os.sched_getaffinity(0)) < 2,
    reason="one process does it all here",
)
pytestmark = TOGETHER
SLOW_PAGES = 40
SLOW = "{% for a in range(1000) %}{% for b in range(1000) %}{% endfor %}{% endfor %}{{ page.title }}"
"""A layout that takes its time."""


def pages(count: int = PAGES) -> dict[str, str]:
    texts = {
        f"content/p{n}.md": f"---\ntitle: Page {n}\n---\nText {n}, [next](/p{(n + 1) % count}/).\n"
        for n in range(count)
    }
    papers = "".join(f"- {{title: Paper {n}, authors: [Emmy Noether], year: {1900 + n}}}\n" for n in range(40))
    return texts | {
        "data/site.yml": "title: Emmy Noether\nshare_images: false\npublications: {pages: true}\n",
        "data/publications.yml": papers,
        "content/about.md": "---\ntitle: Home\n---\n{{ publications(limit=2) }}\n",
    }


def command(site: Path, output: str, *options: str) -> list[str]:
    line = [sys.executable, "-m", "acadfolio", "build", "--site", str(site), "--output", str(site / output)]
    return [*line, *options]


def ran(site: Path, output: str, *options: str, alone: bool = False) -> subprocess.CompletedProcess[str]:
    """One build, by several processes or by one alone: that of whom only one processor may be used."""
    one = next(iter(os.sched_getaffinity(0)))
    before = (lambda: os.sched_setaffinity(0, {one})) if alone else None
    return subprocess.run(
        command(site, output, *options), capture_output=True, text=True, check=False, preexec_fn=before
    )


def files_in(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def told(process: subprocess.CompletedProcess[str]) -> tuple[int, str]:
    return process.returncode, process.stderr


def descendants(parent: int) -> set[int]:
    """The processes below one, that live."""
    children = {
        int(pid) for tasks in Path(f"/proc/{parent}/task").glob("*/children") for pid in tasks.read_text().split()
    }
    return children.union(*(descendants(child) for child in children))


def is_alive(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def wait_for(condition: object, seconds: float = 30) -> bool:
    end = time.monotonic() + seconds
    while not (done := condition()) and time.monotonic() < end:  # type: ignore[operator]
        time.sleep(0.01)
    return bool(done)


@contextmanager
def heeding_ctrl_c() -> Iterator[None]:
    """Who runs tests in the background, as nohup does, ignores Ctrl-C, and so would the programs that they start."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.fixture
def slow(tmp_path: Path) -> Iterator[tuple[Path, subprocess.Popen[str], set[int]]]:
    """A site that was built, a build of it under way that takes seconds, and its workers."""
    make_site(tmp_path, pages(SLOW_PAGES))
    assert ran(tmp_path, "output").returncode == 0
    template = tmp_path / "templates/layouts/page.html"  # And nothing else: data would be read ahead, by one more.
    template.parent.mkdir(parents=True)
    template.write_text(SLOW, encoding="utf-8")
    with heeding_ctrl_c():
        process = subprocess.Popen(
            command(tmp_path, "output"),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
    assert wait_for(lambda: descendants(process.pid)), process.communicate()
    yield tmp_path, process, descendants(process.pid)
    if process.poll() is None:
        process.kill()
    process.communicate()


def test_several_processes_make_the_same_site_as_one(tmp_path: Path) -> None:
    make_site(tmp_path, pages())
    assert told(ran(tmp_path, "several")) == told(ran(tmp_path, "one", "--no-cache", alone=True)) == (0, "")
    assert files_in(tmp_path / "several") == files_in(tmp_path / "one")


def test_what_is_told_with_a_template_that_is_missing_is_no_chance(tmp_path: Path) -> None:
    """Each page has a warning of its own, and a layout that is wrong; that of papers needs one that is missing."""
    make_site(tmp_path, pages())
    assert ran(tmp_path, "output").returncode == 0
    faults = {f"content/p{n}.md": f"---\ntitle: Page {n}\n---\n\n{{{{ grants() }}}}\n" for n in range(PAGES)}
    layouts = {"publication": "{{ part('partials/mine.html') }}", "page": "{{ page.tags[0].name.nothing }}"}
    make_site(tmp_path, pages() | faults | {f"templates/layouts/{name}.html": text for name, text in layouts.items()})
    first = told(ran(tmp_path, "output"))
    lines = first[1].splitlines()
    assert lines[-1] == "templates/partials/mine.html: error: this template is missing"
    assert lines[-2].startswith("templates/layouts/page.html:1: error: this template cannot be rendered")
    assert [line.partition(":")[0] for line in lines[:-2]] == sorted(faults)
    for alone in (False, True):
        assert told(ran(tmp_path, "output", alone=alone)) == first
        assert told(ran(tmp_path, "anew", "--no-cache", alone=alone)) == first


def test_a_dead_link_of_a_template_is_told_once_whoever_meets_it(tmp_path: Path) -> None:
    make_site(tmp_path, pages() | {"templates/partials/footer.html": '<a href="/gone/">x</a>\n'})
    line = (
        "templates/partials/footer.html:1:10: warning: there is no file or page `/gone/`"
        " (put files into static/, pages into content/)\n"
    )
    assert told(ran(tmp_path, "output")) == told(ran(tmp_path, "output")) == (0, line)  # The second one is incremental.
    assert told(ran(tmp_path, "output", alone=True)) == (0, line)


def test_what_several_processes_kept_is_what_one_takes_over(tmp_path: Path) -> None:
    make_site(tmp_path, pages())
    ran(tmp_path, "several")
    (tmp_path / "content/p7.md").write_text("---\ntitle: Another\n---\nOther.\n", encoding="utf-8")
    ran(tmp_path, "several", alone=True)
    ran(tmp_path, "one", "--no-cache", alone=True)
    assert files_in(tmp_path / "several") == files_in(tmp_path / "one")


def test_where_some_pages_are_kept_and_many_are_not_each_is_counted_once(tmp_path: Path) -> None:
    files = pages()
    site = make_site(tmp_path, files)
    assert ran(site, "together").returncode == 0
    papers = files["data/publications.yml"].replace("year:", "note: Reprinted., year:")
    make_site(tmp_path, {"data/site.yml": files["data/site.yml"], "data/publications.yml": papers})
    again = ran(site, "together")
    assert told(again) == (0, "")
    assert ran(site, "anew", "--no-cache").returncode == 0
    assert files_in(site / "together") == files_in(site / "anew")
    total, new, changed, removed = map(int, re.findall(r"(?<![\d.])\d+(?= files| new| changed| removed)", again.stdout))
    assert total == len(files_in(site / "together")) - 1  # The marker is no file of the site.
    assert (new, removed) == (0, 0)
    assert 40 < changed <= total - PAGES


def test_lighter_pictures_of_pages_that_another_process_rendered_go_out_too(tmp_path: Path) -> None:
    pictures = {f"content/p{n}.md": f"---\ntitle: P\n---\n![Noise](/noise{n}.png)\n" for n in range(3, 60, 5)}
    make_site(tmp_path, pages(60) | pictures)
    (tmp_path / "static").mkdir()
    noise = Image.effect_noise((330, 100), 50)
    for name in pictures:
        number = int(name[len("content/p") : -len(".md")])
        noise.point(lambda value, more=number: value + more).save(tmp_path / f"static/noise{number}.png")
    ran(tmp_path, "several")
    ran(tmp_path, "anew", "--no-cache")
    ran(tmp_path, "one", "--no-cache", alone=True)
    one = files_in(tmp_path / "one")
    assert sum(path.startswith("assets/images/") for path in one) >= len(pictures)
    assert files_in(tmp_path / "several") == files_in(tmp_path / "anew") == one


def test_mistakes_are_told_as_one_process_tells_them(tmp_path: Path) -> None:
    broken = {f"content/p{n}.md": f"---\ntitle: P\n---\n[gone](/gone{n}/)\n" for n in range(0, PAGES, 7)}
    make_site(tmp_path, pages() | broken)
    several, one = ran(tmp_path, "several"), ran(tmp_path, "one", "--no-cache", alone=True)
    assert told(several) == told(one)
    assert several.stderr.count("warning") == len(broken)


@pytest.mark.parametrize("page", [0, PAGES - 1])
def test_a_template_that_fails_is_told_with_its_place(page: int, tmp_path: Path) -> None:
    template = (
        f"<p>{{{{ page.title }}}}</p>\n{{% if page.title | plain == 'Page {page}' %}}{{{{ nothing }}}}{{% endif %}}\n"
    )
    make_site(tmp_path, pages() | {"templates/layouts/page.html": template})
    several, one = ran(tmp_path, "several"), ran(tmp_path, "one", "--no-cache", alone=True)
    assert told(several) == told(one)
    assert several.returncode == 1
    assert "templates/layouts/page.html:2: error" in several.stderr


def test_a_bug_in_a_worker_keeps_its_traceback(tmp_path: Path) -> None:
    make_site(tmp_path, pages())
    program = tmp_path / "program.py"
    program.write_text(
        "import os, sys\n"
        "from acadfolio.cli import main\n"
        "from acadfolio.rendering.renderer import Renderer\n"
        "usual, parent = Renderer.page, os.getpid()\n"
        "def our_bug(*arguments):\n"
        "    if os.getpid() != parent:\n"
        "        raise KeyError('a bug of ours')\n"
        "    return usual(*arguments)\n"
        "Renderer.page = our_bug\n"
        f"sys.exit(main(['build', '--site', {str(tmp_path)!r}, '--output', {str(tmp_path / 'output')!r}]))\n",
        encoding="utf-8",
    )
    process = subprocess.run([sys.executable, str(program)], capture_output=True, text=True, check=False)
    assert process.returncode == 1
    assert "Traceback" in process.stderr
    assert "KeyError: 'a bug of ours'" in process.stderr
    assert "in our_bug" in process.stderr
    assert not (tmp_path / "output").exists()


def test_a_worker_that_is_killed_ends_the_build_and_leaves_the_last_site(
    slow: tuple[Path, subprocess.Popen[str], set[int]],
) -> None:
    site, process, workers = slow
    before = files_in(site / "output")
    for worker in workers:
        os.kill(worker, signal.SIGKILL)
    _, error = process.communicate(timeout=120)
    assert process.returncode == 1
    assert error.startswith("acadfolio: error: a process that helped was stopped")
    assert files_in(site / "output") == before


def test_a_worker_that_is_killed_in_the_middle_of_a_word_was_stopped() -> None:
    def kill_whom_nobody_hears_yet(pieces: Iterator[int]) -> None:
        for _ in pieces:
            time.sleep(0.01)
        if os.getpid() == parent:
            (child,) = descendants(parent)
            time.sleep(0.5)  # It has said what a pipe holds, and waits.
            os.kill(child, signal.SIGKILL)

    parent = os.getpid()
    with pytest.raises(WorkerStoppedError):
        shared(16, kill_whom_nobody_hears_yet, lambda: os.urandom(300_000))


def test_ctrl_c_ends_everybody_without_a_traceback(slow: tuple[Path, subprocess.Popen[str], set[int]]) -> None:
    site, process, workers = slow
    before = files_in(site / "output")
    os.killpg(process.pid, signal.SIGINT)
    _, error = process.communicate(timeout=60)
    assert process.returncode != 0
    assert "Traceback" not in error
    assert wait_for(lambda: not any(map(is_alive, workers)))
    assert files_in(site / "output") == before


def test_workers_end_when_the_build_is_killed(slow: tuple[Path, subprocess.Popen[str], set[int]]) -> None:
    site, process, workers = slow
    process.kill()
    process.wait(timeout=60)
    before = files_in(site / "output")
    assert wait_for(lambda: not any(map(is_alive, workers)), 60)
    assert files_in(site / "output") == before


def test_little_work_is_done_by_one_process() -> None:
    assert [processes(pieces) for pieces in (0, 1, 7)] == [1, 1, 1]


NO_MORE_PROCESSES = """
import errno, os, sys
def refuse():
    raise BlockingIOError(errno.EAGAIN, "Resource temporarily unavailable")
os.fork = refuse
from acadfolio.cli import main
main(sys.argv[1:])
"""
"""As where the system lets a user have no more; root, as whom tests often run, may have any number."""


def test_who_may_have_no_more_processes_has_a_site_all_the_same(tmp_path: Path) -> None:
    site = make_site(tmp_path, pages())
    _, *options = command(site, "alone")[2:]
    refused = [sys.executable, "-c", NO_MORE_PROCESSES, *options]
    result = subprocess.run(refused, capture_output=True, text=True, check=False)
    assert (result.returncode, result.stderr) == (0, "")
    assert ran(site, "together", "--no-cache").returncode == 0
    assert files_in(site / "alone") == files_in(site / "together")
