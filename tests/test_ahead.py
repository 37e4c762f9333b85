"""Another process converts texts while a build gets ready, and no page can tell."""

from __future__ import annotations

import fcntl
import os
import signal
import subprocess
import sys
import termios
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from acadfolio import markdown
from acadfolio.ahead import MUCH, ROOM, Ahead, Work, working
from acadfolio.markdown.converted import Converted
from acadfolio.rendering.lines import take_out_lines
from acadfolio.workers import may_fork
from sites import make_site

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

pytestmark = pytest.mark.skipif(not may_fork(), reason="one processor, or no fork: nothing is converted ahead")

LONG = "# Radium\n\n" + "A paragraph on *polonium*, with $x^2$ and `code`.\n\n" * 400

WIDE = "radium " * (2 * ROOM // 21)
"""Quickly converted, and one and a half fill a pipe."""


def pages(folder: Path, *texts: str) -> list[str]:
    files = [folder / f"{number}.md" for number in range(len(texts))]
    for file, text in zip(files, texts, strict=True):
        file.write_text(text, encoding="utf-8")
    return list(map(str, files))


def converting(files: list[str]) -> Ahead:
    return Ahead(Work(dict.fromkeys(files, 0)))


def key(text: str) -> bytes:
    return Converted().key(text)


def reading(*said: bytes, files: list[str] | None = None) -> Ahead:
    return Ahead(Work(dict.fromkeys(files or [], 0), lambda: iter(said)))


def test_data_are_said_before_the_texts(tmp_path: Path) -> None:
    for wants_data in (True, False):
        ahead = reading(b"data", b"never said", files=pages(tmp_path, "one"))
        if wants_data:
            assert [ahead.data(), ahead.data()] == [b"data", b""]
        assert ahead.document(key("one")) == markdown.convert("one")
        ahead.end()


def test_what_goes_wrong_while_data_are_read_is_left_to_who_wants_them(tmp_path: Path) -> None:
    def fails() -> Iterator[bytes]:
        yield from ()
        raise OSError

    ahead = Ahead(Work(dict.fromkeys(pages(tmp_path, "one"), 0), fails))
    assert ahead.data() == b""
    assert ahead.document(key("one")) == markdown.convert("one")
    ahead.end()


def test_whoever_is_killed_while_it_reads_has_said_nothing(tmp_path: Path) -> None:
    def dies() -> Iterator[bytes]:
        os.kill(os.getpid(), signal.SIGKILL)
        yield b"data"

    ahead = Ahead(Work(dict.fromkeys(pages(tmp_path, "one"), 0), dies))
    assert ahead.data() == b""
    assert ahead.document(key("one")) is None
    ahead.end()


def test_who_has_much_to_convert_does_not_read() -> None:
    for size, reads in ((MUCH - 1, True), (MUCH, False)):
        assert bool(Work({"a.md": 1, "b.md": size - 1, "data.yml": MUCH}, lambda: iter([b"data"])).read) == reads


def test_a_text_becomes_there_what_it_becomes_here(tmp_path: Path) -> None:
    ahead = converting(pages(tmp_path, "---\ntitle: One\n---\n# One\n", "*Two*\r\n", "\ufeff# Three\n"))
    found = [ahead.document(key(text)) for text in ("# One\n", "*Two*\n", "# Three\n")]
    ahead.end()
    assert found == [markdown.convert(text) for text in ("# One\n", "*Two*\n", "# Three\n")]


def test_texts_may_be_asked_for_in_any_order(tmp_path: Path) -> None:
    ahead = converting(pages(tmp_path, "one", "two", "three"))
    assert [ahead.document(key(text)) is not None for text in ("three", "one", "two", "one")] == [
        True,
        True,
        True,
        False,
    ]
    ahead.end()


def test_the_marks_of_section_lines_stand_in_the_text_that_is_converted(tmp_path: Path) -> None:
    text = "# Me\n\n{{ news() }}\n\n*End*\n"
    ahead = converting(pages(tmp_path, text))
    marked = take_out_lines(text, has_liquid=False).text
    assert marked != text
    assert ahead.document(key(marked)) == markdown.convert(marked)
    ahead.end()


def test_what_is_not_foreseen_is_left_to_others(tmp_path: Path) -> None:
    files = pages(tmp_path, "{% if true %}Liquid{% endif %}", "there")
    (tmp_path / "latin.md").write_bytes(b"caf\xe9")
    ahead = converting([*files, str(tmp_path / "latin.md"), str(tmp_path / "none.md"), str(tmp_path)])
    assert ahead.document(key("somewhere else")) is None
    assert ahead.document(key("{% if true %}Liquid{% endif %}")) is None
    assert ahead.document(key("there")) is not None
    ahead.end()


def test_more_than_a_pipe_holds_is_told_when_somebody_listens(tmp_path: Path) -> None:
    texts = [f"{LONG}{number}" for number in range(12)]
    ahead = converting(pages(tmp_path, *texts))
    assert ahead.document(key(texts[-1])) == markdown.convert(texts[-1])
    assert all(ahead.document(key(text)) is not None for text in texts[:-1])
    ahead.end()


def test_whoever_wants_no_more_gets_what_there_is(tmp_path: Path) -> None:
    texts = [f"{LONG}{number}" for number in range(200)]
    ahead = converting(pages(tmp_path, *texts))
    assert ahead.document(key(texts[0])) is not None
    found = ahead.documents()
    ahead.end()
    assert found.keys() <= set(map(key, texts))
    assert len(found) < len(texts) - 1


def test_a_process_that_is_killed_leaves_its_work_to_others(tmp_path: Path) -> None:
    texts = [f"{LONG}{number}" for number in range(200)]
    ahead = converting(pages(tmp_path, *texts))
    assert ahead.document(key(texts[0])) is not None
    os.kill(ahead.process, signal.SIGKILL)
    assert ahead.document(key(texts[-1])) is None
    ahead.end()


def wait_for(condition: Callable[[], object]) -> bool:
    end = time.monotonic() + 30
    while not (met := condition()) and time.monotonic() < end:
        time.sleep(0.01)
    return bool(met)


def state(process: int) -> str:
    """As the system has it: S sleeps, Z has ended. A process that is gone has ended too."""
    try:
        return Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0]
    except OSError:
        return "Z"


def waits_for_a_listener(ahead: Ahead) -> bool:
    """Whether its pipe is full, with the beginning of a message at its end, and it does nothing else any more."""
    waiting = fcntl.ioctl(ahead._ear, termios.FIONREAD, bytes(4))  # noqa: SLF001
    return int.from_bytes(waiting, sys.byteorder) > len(WIDE) and state(ahead.process) in "SZ"


def test_what_is_ready_waits_for_who_asks_late(tmp_path: Path) -> None:
    texts = [f"{WIDE}{number}" for number in range(4)]
    ahead = converting(pages(tmp_path, *texts))
    assert wait_for(lambda: waits_for_a_listener(ahead))
    assert [ahead.document(key(text)) for text in texts] == [markdown.convert(text) for text in texts]
    ahead.end()


def test_half_of_what_a_killed_process_said_is_not_believed(tmp_path: Path) -> None:
    texts = [f"{WIDE}{number}" for number in range(4)]
    ahead = converting(pages(tmp_path, *texts))
    assert wait_for(lambda: waits_for_a_listener(ahead))
    os.kill(ahead.process, signal.SIGKILL)
    assert wait_for(lambda: state(ahead.process) == "Z")
    assert [ahead.document(key(text)) is not None for text in texts] == [True, False, False, False]
    ahead.end()


def test_it_ends_when_whoever_started_it_is_killed(tmp_path: Path) -> None:
    files = pages(tmp_path, *[f"{WIDE}{number}" for number in range(4)])
    start_it = f"ahead = Ahead(Work(dict.fromkeys({files!r}, 0))); print(ahead.process, flush=True)"
    script = f"import time; from acadfolio.ahead import Ahead, Work; {start_it}; time.sleep(60)"
    with subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True) as starter:
        assert starter.stdout
        process = int(starter.stdout.readline())
        assert wait_for(lambda: state(process) == "S")
        starter.kill()
    assert wait_for(lambda: state(process) == "Z")


def test_on_one_processor_nobody_is_started(tmp_path: Path) -> None:
    files, all_of_them = pages(tmp_path, "one"), os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(all_of_them)})
    try:
        with working(Work(dict.fromkeys(files, 0))) as ahead:
            assert ahead is None
    finally:
        os.sched_setaffinity(0, all_of_them)


def test_formulas_that_were_made_there_are_kept_for_later(tmp_path: Path) -> None:
    (tmp_path / "cache").mkdir()
    files = pages(tmp_path, "$$e^{i\\pi} + 1 = 0$$\n")
    ahead = Ahead(Work(dict.fromkeys(files, 0), cache=lambda: str(tmp_path / "cache")))
    assert wait_for(lambda: state(ahead.process) == "Z")
    ahead.end()
    assert list((tmp_path / "cache").iterdir())


def test_no_process_stays_behind(tmp_path: Path) -> None:
    ahead = converting(pages(tmp_path, *[f"{LONG}{number}" for number in range(200)]))
    ahead.end()
    with pytest.raises(ChildProcessError):
        os.waitpid(ahead.process, os.WNOHANG)


def test_nobody_is_started_for_nothing(tmp_path: Path) -> None:
    with working(Work({str(tmp_path / "picture.png"): 0, str(tmp_path / "page.html"): 0})) as ahead:
        assert ahead is None


def test_a_build_on_one_processor_makes_the_same_bytes(tmp_path: Path) -> None:
    texts = {f"content/pages/{number}.md": f"---\ntitle: Page {number}\n---\n{LONG}{number}\n" for number in range(6)}
    site = make_site(tmp_path, {**texts, "content/about.md": "Hello, $x$.\n"})
    one = next(iter(os.sched_getaffinity(0)))
    made: list[dict[Path, bytes]] = []
    for processors in (os.sched_getaffinity(0), {one}):
        output = tmp_path / f"out-{len(made)}"
        command = [
            sys.executable,
            "-m",
            "acadfolio",
            "build",
            "--site",
            str(site),
            "--output",
            str(output),
            "--no-cache",
        ]
        script = f"import os; os.sched_setaffinity(0, {processors}); os.execv({command[0]!r}, {command!r})"
        subprocess.run([sys.executable, "-c", script], check=True, capture_output=True)
        made.append({path.relative_to(output): path.read_bytes() for path in output.rglob("*") if path.is_file()})
    assert made[0] == made[1]
    assert len(made[0]) > len(texts)
