"""The preview's server on a port of this machine."""

from __future__ import annotations

import gc
import io
import json
import os
import signal
import socket
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from serving import PATIENCE, Served, run, serving, until

from acadfolio.cli import main
from acadfolio.preview.builds import Builder
from acadfolio.preview.network import Hosts
from acadfolio.preview.server import PreviewServer, Terminal
from sites import make_site

if TYPE_CHECKING:
    from collections.abc import Iterator

SITE = {
    "data/site.yml": "title: Emmy Noether\nurl: https://uni.example/~noether/\n",
    "content/about.md": "First\n",
    "content/cv.md": "CV\n",
    "content/idea.md": "---\ndraft: true\n---\nIdea\n",
    "static/a.txt": "text ä\n",
    "static/talk.webm": "0123456789" * 100_000,
}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_site(tmp_path_factory.mktemp("answers"), SITE)


@pytest.fixture(scope="module")
def served(site: Path) -> Iterator[Served]:
    with serving(site) as running:
        yield running


def test_a_page_is_as_it_was_built_but_for_one_script(served: Served) -> None:
    page = served.ask("/cv/?a=b")
    assert (page.status, page.kind, page.headers["cache-control"]) == (
        200,
        "text/html; charset=utf-8",
        "no-store",
    )
    assert "<head><script>((version)" in page.text
    assert "CV" in page.text
    assert served.ask("/a.txt").text == "text ä\n"
    moved = served.ask("/cv?a=b")
    assert (moved.status, moved.headers["location"]) == (301, "/cv/?a=b")
    missing = served.ask("/nothing/")
    assert (missing.status, "Page not found" in missing.text) == (404, True)


def test_a_video_is_sent_in_parts(served: Served) -> None:
    whole = served.ask("/talk.webm")
    assert (whole.status, len(whole.content), whole.kind) == (200, 1_000_000, "video/webm")
    for wanted, content in (
        ("bytes=3-7", b"34567"),
        ("bytes=-2", b"89"),
        ("bytes=999995-", b"56789"),
    ):
        part = served.ask("/talk.webm", range=wanted)
        assert (part.status, part.content) == (206, content)


def test_a_head_request_gets_the_headers_alone(served: Served) -> None:
    for path in ("/cv/", "/talk.webm"):
        head, whole = served.ask(path, "HEAD"), served.ask(path)
        assert (head.status, head.content, head.kind) == (200, b"", whole.kind)
        assert head.headers["content-length"] == str(len(whole.content))
    assert served.ask("/", "POST").status == 405


@pytest.mark.parametrize("path", [
    "/../data/site.yml", "/%2e%2e/data/site.yml", "/data/site.yml", "//etc/passwd", "/..%5cdata%5csite.yml", "/%00",
    "/%ff", "/a.txt/", "/a.txt%00.html", "/cv/../a.txt", "/./a.txt", "//a.txt", "/..%2fdata/site.yml", "/static/a.txt",
    "/templates/base.html", "/.acadfolio-cache/CACHEDIR.TAG", "*", "/%252e%252e/data/site.yml", "/images/",
])  # fmt: skip
def test_no_file_outside_of_the_site_is_served(served: Served, path: str) -> None:
    answer = served.ask(path)
    assert answer.status in {400, 403, 404}
    assert "text ä" not in answer.text
    assert "title: Emmy" not in answer.text


def test_only_requests_that_name_this_machine_and_port_are_answered(served: Served) -> None:
    for host in (f"localhost:{served.port}", f"[::1]:{served.port}"):
        assert served.ask("/", host=host).status == 200
    for host in (
        "evil.example",
        f"evil.example:{served.port}",
        "localhost",
        f"localhost:{served.port - 1}",
        "",
    ):
        for path in ("/", "/a.txt", "/livereload", "/livereload.js"):
            assert served.ask(path, host=host).status in {400, 403}
    assert f"at http://localhost:{served.port}/" in served.ask("/", host="localhost").text


@pytest.mark.parametrize("path", ["/", "/a.txt", "/livereload", "/livereload.js"])
def test_a_request_without_a_host_is_refused(served: Served, path: str) -> None:
    """HTTP/1.0 needs none, and tornado takes it as one for 127.0.0.1."""
    for version in ("1.0", "1.1"):
        with closing(
            socket.create_connection(("127.0.0.1", served.port), timeout=PATIENCE)
        ) as connection:
            connection.sendall(f"GET {path} HTTP/{version}\r\nConnection: close\r\n\r\n".encode())
            received = b""
            while part := connection.recv(65536):
                received += part
        assert int(received.split()[1]) in {400, 403}


def websocket(served: Served, header: str) -> tuple[int, socket.socket]:
    """The status of the handshake, and the connection."""
    connection = socket.create_connection(("127.0.0.1", served.port), timeout=PATIENCE)
    connection.sendall(
        f"GET /livereload HTTP/1.1\r\nHost: 127.0.0.1:{served.port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        f"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n{header}\r\n".encode()
    )
    head = b""
    while not head.endswith(b"\r\n\r\n"):
        head += connection.recv(1)
    return int(head.split()[1]), connection


def send(connection: socket.socket, message: object) -> None:
    content = json.dumps(message).encode()
    length = (
        bytes([0x80 | len(content)])
        if len(content) < 126
        else b"\xfe" + len(content).to_bytes(2, "big")
    )
    connection.sendall(b"\x81" + length + bytes(4) + content)


def receive(connection: socket.socket) -> dict[str, object]:
    """The next message, of less than 64 KB."""
    _, length = connection.recv(2, socket.MSG_WAITALL)
    if length == 126:
        length = int.from_bytes(connection.recv(2, socket.MSG_WAITALL), "big")
    message: dict[str, object] = json.loads(connection.recv(length, socket.MSG_WAITALL))
    return message


@pytest.mark.parametrize(("origin", "status"), [
    ("http://127.0.0.1:{}", 101), ("https://localhost:{}", 101), ("http://evil.example", 403), ("null", 403),
    ("", 403), ("http://127.0.0.1", 403), ("http://localhost:1", 403), ("http://evil.example:{}", 403),
])  # fmt: skip
def test_only_pages_of_this_server_hear_of_changes(
    served: Served, origin: str, status: int
) -> None:
    header = f"Origin: {origin.format(served.port)}\r\n" if origin else ""
    answered, connection = websocket(served, header)
    connection.close()
    assert answered == status


def test_a_page_that_is_not_the_newest_is_reloaded_when_it_connects(served: Served) -> None:
    """As after a sleep of the laptop, or a save while it loaded. The protocol is livereload's."""
    version = served.ask("/cv/").text.partition('})("')[2].partition('")')[0]
    _, connection = websocket(served, f"Origin: http://127.0.0.1:{served.port}\r\n")

    def info(page: str) -> dict[str, object]:
        return {
            "command": "info",
            "url": f"{served.url}cv/",
            "plugins": {"acadfolio": {"page": page}},
        }

    with closing(connection):
        send(connection, {"command": "hello"})
        assert receive(connection)["protocols"] == ["http://livereload.com/protocols/official-7"]
        send(connection, info(version))
        send(connection, info("older"))
        assert receive(connection)["command"] == "reload"
        send(connection, {"command": "hello"})
        assert receive(connection)["command"] == "hello", "the newest page is not reloaded"


def test_a_page_that_was_told_to_reload_is_not_told_again_by_a_build_that_changes_nothing(
    tmp_path: Path,
) -> None:
    """The first build of the watcher may come between a page's two messages."""
    site = make_site(tmp_path, {"content/about.md": "First\n", "content/other.md": "Other\n"})
    with serving(site) as served:
        _, connection = websocket(served, f"Origin: http://127.0.0.1:{served.port}\r\n")
        with closing(connection):
            page = {"acadfolio": {"page": "older"}}
            send(connection, {"command": "info", "url": served.url, "plugins": page})
            assert receive(connection)["command"] == "reload"
            (site / "content/other.md").write_text("Another\n")
            served.wait_for("/other/", "Another")
            send(connection, {"command": "hello"})
            assert receive(connection)["command"] == "hello"


def test_drafts_are_shown_by_default(site: Path, served: Served) -> None:
    assert 'class="draft-mark"' in served.ask("/idea/").text
    with serving(site, "--no-drafts") as without:
        assert without.ask("/idea/").status == 404


def test_a_port_or_host_that_cannot_be_used_is_reported(site: Path, served: Served) -> None:
    for options, message, status in (
        (("--port", str(served.port)), f"port {served.port} is in use", 1),
        (("--port", "70000"), "argument --port", 2),
        (("--host", ""), "argument --host: the host is empty", 2),
        (("--host", " "), "argument --host: the host is empty", 2),
        (
            ("--host", "no.such.host.invalid"),
            "cannot listen on no.such.host.invalid, port 8000: ",
            1,
        ),
        (("--host", ".."), "cannot listen on .., port 8000: ", 1),
    ):
        ended = run(site, *options)
        assert (ended.returncode, ended.stdout) == (status, "")
        assert message in ended.stderr


def test_the_next_free_port_is_used_and_named(site: Path) -> None:
    with closing(socket.socket()) as usual:
        usual.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            usual.bind(("127.0.0.1", 8000))
            usual.listen()
        except OSError:
            pass  # Something else has it, which is as good.
        with serving(site, usual=True) as served:
            assert served.port > 8000
            assert "port 8000 is in use" in served.line


def test_a_folder_that_is_not_there_is_reported_as_a_build_does(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    status = main(["build", "--site", "nowhere"])
    ended = run(Path("nowhere"))
    assert (ended.returncode, ended.stdout, ended.stderr) == (status, "", capfd.readouterr().err)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_it_ends_at_once_with_open_connections(site: Path, number: signal.Signals) -> None:
    (site / "static/long.bin").write_text("x" * 20_000_000)
    with serving(site) as served:
        _, tab = websocket(served, f"Origin: http://127.0.0.1:{served.port}\r\n")
        slow = socket.create_connection(("127.0.0.1", served.port))
        slow.sendall(f"GET /long.bin HTTP/1.1\r\nHost: 127.0.0.1:{served.port}\r\n\r\n".encode())
        with closing(tab), closing(slow):
            slow.recv(100)
            assert served.end(number) < 5
        assert served.process.returncode == 0
        assert served.errors == []


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_is_no_exception_in_the_middle_of_what_the_server_does(
    site: Path, number: signal.Signals
) -> None:
    """One that comes while a thread is started would leave its lock as it is, and the preview would never end."""
    script = (
        "import os, pathlib, acadfolio.preview as preview\n"
        f"signalled = lambda _: os.kill(os.getpid(), {int(number)})\n"
        f"preview.serve(pathlib.Path({str(site)!r}), '127.0.0.1', 0, drafts=True, opened=signalled)\n"
        "print('ended')"
    )
    ended = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, timeout=60, check=False
    )
    assert (ended.returncode, ended.stdout.splitlines()[1:]) == (0, ["ended"]), ended.stderr


def work_of(process: int) -> float:
    """The seconds of the processor that a process has had."""
    times = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[11:13]
    return sum(map(int, times)) / os.sysconf("SC_CLK_TCK")


@pytest.mark.skipif(
    not Path("/proc/self/stat").is_file(), reason="this system does not list processes as files"
)
def test_it_ends_in_the_middle_of_a_build(tmp_path: Path) -> None:
    site = make_site(
        tmp_path,
        {f"content/{number}.md": "# A\n\n" + "Some *text*. " * 400 for number in range(300)},
    )
    with serving(site) as served:
        before = work_of(served.process.pid)
        for number in range(300):
            (site / f"content/{number}.md").write_text("# B\n\n" + "Some *text*. " * 400)
        until(lambda: work_of(served.process.pid) > before + 0.3, "no build began")
        served.end()
        assert served.errors == []


def test_an_error_is_reported_once_and_the_last_good_page_stays(tmp_path: Path) -> None:
    site = make_site(tmp_path / "site", {"content/about.md": "First\n"})
    with serving(site) as served:
        (site / "data/news.yml").write_text("- {dat: 1918, text: A}\n")
        served.wait_for_error("data/news.yml:1:4: error")
        page = served.wait_for("/", '<li class="error">')
        assert "First" in page
        before = list(served.errors)
        (site / "content/about.md").write_text("Second\n")
        (site / "data/talks.yml").write_text("- {dat: 1918, title: A}\n")
        served.wait_for_error("data/talks.yml:1:4: error")
        assert served.errors[: len(before)] == before
        assert "data/news.yml" not in "".join(served.errors[len(before) :])
        (site / "data/talks.yml").unlink()
        (site / "data/news.yml").write_text("- {date: 1918, text: A}\n")
        served.wait_for_error("All problems are fixed.")
        served.wait_for("/", "Second")
    assert not (site / "output").exists()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no pseudo-terminals")
def test_a_terminal_shows_a_line_for_each_save(tmp_path: Path) -> None:
    site = make_site(
        tmp_path, {"content/about.md": "First\n", "content/cv.md": "CV\n", "static/a.txt": "a\n"}
    )
    with serving(site, terminal=True) as served:
        # The line for the first change comes after the build with which the watcher begins, which
        # has no line.
        (site / "static/first.txt").write_text("first\n")
        served.wait_for_error(" changed: 1 file updated in ")
        (site / "content/about.md").write_text("Second\n")
        served.wait_for_error("content/about.md changed: 1 page rebuilt in ")
        (site / "data/site.yml").write_text("title: Amalie Noether\n")
        served.wait_for_error("data/site.yml changed: 3 pages rebuilt in ")
        (site / "static/a.txt").write_text("b\n")
        served.wait_for_error("static/a.txt changed: 1 file updated in ")
        (site / "content/about.md").write_text("{{ nonsense() }}\n")
        served.wait_for_error("content/about.md changed: not rebuilt in ")
        (site / "content/about.md").write_text("Second\n")
        lines = served.wait_for_error("content/about.md changed: 0 pages rebuilt in ").splitlines()
    assert sum(" changed: " in line for line in lines) == 6


def test_a_site_that_is_gone_is_reported_and_shown_again_when_it_is_back(tmp_path: Path) -> None:
    site = make_site(tmp_path / "site", {"content/about.md": "First\n"})
    with serving(site) as served:
        site.rename(site.with_name("away"))
        served.wait_for_error("there is no such folder")
        assert "First" in served.ask("/").text
        site.with_name("away").rename(site)
        served.wait_for_error("All problems are fixed.")
        (site / "content/about.md").write_text("Second\n")
        served.wait_for("/", "Second")


def test_a_file_that_is_half_written_is_not_an_error_yet(tmp_path: Path) -> None:
    """The watcher calls `rebuild` without files after a while without changes."""
    site = make_site(tmp_path, {"content/about.md": "First\n"})
    stream, news = io.StringIO(), "- {date: 1903-12, text: '*The prize*'}\n"
    server = PreviewServer(
        Builder(site, drafts=True), Terminal(site, stream), Hosts("127.0.0.1", 8000), []
    )
    for text in (news[:20], news):
        (site / "data/news.yml").write_text(text)
        server.rebuild({"data/news.yml"})
        assert (stream.getvalue(), server.pages.build.problems) == ("", ())
    (site / "data/news.yml").write_text(news[:20])
    server.rebuild({"data/news.yml"})
    assert stream.getvalue() == ""
    server.rebuild(())
    assert "data/news.yml" in stream.getvalue()


def test_saves_that_follow_each_other_leave_no_garbage(tmp_path: Path) -> None:
    site = make_site(tmp_path, {"content/about.md": "First\n"})
    server = PreviewServer(
        Builder(site, drafts=True), Terminal(site, io.StringIO()), Hosts("127.0.0.1", 8000), []
    )
    counts = []
    for number in range(60):
        (site / "content/about.md").write_text(f"Save {number}\n")
        server.rebuild({"content/about.md"})
        counts.append(len(gc.get_objects()))
    assert max(counts[30:]) < max(counts[:30]) + 2000
