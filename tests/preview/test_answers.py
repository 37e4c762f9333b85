"""What the preview answers, to whom, and what it never does."""

from __future__ import annotations

import json
import signal
import socket
import time
from contextlib import ExitStack, closing
from typing import TYPE_CHECKING

import pytest
from serving import PATIENCE, Served, run, serving, until

from acadfolio.preview.media_types import content_type
from acadfolio.preview.names import Names
from acadfolio.preview.visitors import MOST
from sites import make_site

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

SITE = {
    "data/site.yml": "title: Emmy Noether\nurl: https://uni.example/~noether/\n",
    "content/about.md": "First\n",
    "content/cv.md": "CV\n",
    "content/idea.md": "---\ndraft: true\n---\nIdea\n",
    "static/a.txt": "text ä\n",
    "static/page.html": "<p>no head, no body",
    "static/talk.webm": "0123456789" * 100_000,
    "static/größe 1.txt": "named\n",
}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_site(tmp_path_factory.mktemp("answers"), SITE)


@pytest.fixture(scope="module")
def served(site: Path) -> Iterator[Served]:
    with serving(site) as running:
        yield running


@pytest.mark.parametrize(("path", "kind"), [
    ("a.js", "text/javascript; charset=utf-8"), ("a.mjs", "text/javascript; charset=utf-8"),
    ("a.svg", "image/svg+xml; charset=utf-8"), ("a.webp", "image/webp"), ("a.avif", "image/avif"),
    ("a.woff2", "font/woff2"), ("a.bib", "text/x-bibtex; charset=utf-8"),
    ("feed.xml", "application/xml; charset=utf-8"),
    ("a.json", "application/json; charset=utf-8"), ("a.PDF", "application/pdf"), ("a.txt", "text/plain; charset=utf-8"),
    ("site.webmanifest", "application/manifest+json; charset=utf-8"), ("CNAME", "application/octet-stream"),
    ("a.ris", "application/x-research-info-systems; charset=utf-8"), ("a/b.d/index.html", "text/html; charset=utf-8"),
])  # fmt: skip
def test_types_are_those_of_any_machine(path: str, kind: str) -> None:
    assert content_type(path) == kind


def test_pages_and_files_are_found_as_on_a_server(served: Served) -> None:
    for path in ("/cv/", "/cv/index.html", "/cv/?a=b"):
        page = served.ask(path)
        assert (page.status, page.kind, page.headers["cache-control"]) == (200, "text/html; charset=utf-8", "no-store")
    assert served.ask("/a.txt").text == "text ä\n"
    assert served.ask("/gr%C3%B6%C3%9Fe%201.txt").text == "named\n"
    moved = served.ask("/cv?a=b")
    assert (moved.status, moved.headers["location"]) == (301, "/cv/?a=b")
    below = served.ask("/~noether/cv/")
    assert (below.status, below.headers["location"]) == (302, "/cv/")
    assert served.ask("/images/").status == 404
    missing = served.ask("/nothing/")
    assert (missing.status, "Page not found" in missing.text) == (404, True)


def test_a_page_is_as_it_was_built_but_for_one_script(served: Served) -> None:
    page, fetched = served.ask("/cv/").text, served.ask("/cv/", sec_fetch_dest="empty").text
    start = page.index("<script>((version")
    end = page.index("</script>", start) + len("</script>")
    assert page[:start] + page[end:] == fetched
    assert page[:start].endswith("<head>")
    bare = served.ask("/page.html").text
    assert bare.startswith("<script>")
    assert bare.endswith("<p>no head, no body")


def test_a_film_is_sent_in_parts(served: Served) -> None:
    whole = served.ask("/talk.webm")
    assert (whole.status, len(whole.content), whole.kind) == (200, 1_000_000, "video/webm")
    for wanted, content, told in (
        ("bytes=3-7", b"34567", "bytes 3-7/1000000"),
        ("bytes=-2", b"89", "bytes 999998-999999/1000000"),
        ("bytes=999995-", b"56789", "bytes 999995-999999/1000000"),
        ("bytes=999998-2000000", b"89", "bytes 999998-999999/1000000"),
        ("bytes=-2000000", whole.content, "bytes 0-999999/1000000"),
    ):
        part = served.ask("/talk.webm", range=wanted)
        assert (part.status, part.content, part.headers["content-range"]) == (206, content, told)
    beyond = served.ask("/talk.webm", range="bytes=1000000-")
    assert (beyond.status, beyond.headers["content-range"]) == (416, "bytes */1000000")
    for wanted in ("lines=1-2", "bytes=-", "bytes=1-2,4-5"):
        assert served.ask("/talk.webm", range=wanted).status == 200
    known = served.ask("/talk.webm", if_none_match=whole.headers["etag"])
    assert (known.status, known.content, known.kind) == (304, b"", "")
    page = served.ask("/a.txt", range="bytes=0-3")
    assert (page.status, page.content) == (206, b"text")


def test_only_headers_where_only_they_are_asked_for(served: Served) -> None:
    for path in ("/cv/", "/talk.webm"):
        head, whole = served.ask(path, "HEAD"), served.ask(path)
        assert (head.status, head.content, head.kind) == (200, b"", whole.kind)
        assert head.headers["content-length"] == str(len(whole.content))
    for method in ("POST", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE", "BREW"):
        refused = served.ask("/", method)
        assert (refused.status, refused.headers.get("allow")) == (405, "GET, HEAD")


@pytest.mark.parametrize("path", [
    "/../data/site.yml", "/%2e%2e/data/site.yml", "/data/site.yml", "//etc/passwd", "/..%5cdata%5csite.yml", "/%00",
    "/%ff", "/a.txt/", "/a.txt%00.html", "/cv/../a.txt", "/./a.txt", "//a.txt", "http://evil.example/a.txt",
    "/..%2fdata/site.yml", "/static/a.txt", "/templates/base.html", "/.acadfolio-cache/CACHEDIR.TAG", "/%E2%80%AE", "*",
    "/%252e%252e/data/site.yml",
])  # fmt: skip
def test_nothing_else_is_to_be_had(served: Served, path: str) -> None:
    answer = served.ask(path)
    assert answer.status in {400, 403, 404}
    assert "text ä" not in answer.text
    assert "title: Emmy" not in answer.text


def test_only_who_means_this_machine_is_answered(served: Served) -> None:
    port = served.port
    for host in (f"localhost:{port}", f"LOCALHOST:{port}", f"[::1]:{port}", f"127.0.0.1:{port}"):
        assert served.ask("/", host=host).status == 200
    for host in (
        "evil.example",
        f"evil.example:{port}",
        "localhost",
        f"127.0.0.1:{port + 1}",
        f"a@localhost:{port}",
        "",
    ):
        assert served.ask("/", host=host).status in {400, 403}
        assert served.ask("/livereload", host=host).status in {400, 403}
    everywhere = Names.of("0.0.0.0", 80)  # noqa: S104
    assert everywhere.has("192.168.1.5")
    assert everywhere.has("[fe80::1]:80")
    assert everywhere.has(socket.gethostname())
    assert not everywhere.has("evil.example")
    assert Names.of("10.0.0.1", 8000).has("10.0.0.1:8000")


def websocket(served: Served, origin: str) -> tuple[int, socket.socket]:
    """The status of the handshake, and the connection."""
    connection = socket.create_connection(("127.0.0.1", served.port), timeout=PATIENCE)
    connection.sendall(
        f"GET /livereload HTTP/1.1\r\nHost: 127.0.0.1:{served.port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        f"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\nOrigin: {origin}\r\n\r\n".encode()
    )
    head = b""
    while not head.endswith(b"\r\n\r\n"):
        head += connection.recv(1)
    return int(head.split()[1]), connection


def say(connection: socket.socket, message: object) -> None:
    content = message if isinstance(message, bytes) else json.dumps(message).encode()
    length = bytes([0x80 | len(content)]) if len(content) < 126 else b"\xfe" + len(content).to_bytes(2, "big")
    connection.sendall(b"\x81" + length + bytes(4) + content)


def heard(connection: socket.socket) -> dict[str, object]:
    """The next message, of less than 64 KB."""
    _, length = connection.recv(2, socket.MSG_WAITALL)
    if length == 126:
        length = int.from_bytes(connection.recv(2, socket.MSG_WAITALL), "big")
    message: dict[str, object] = json.loads(connection.recv(length, socket.MSG_WAITALL))
    return message


def test_only_pages_of_this_server_hear_of_changes(served: Served) -> None:
    port = served.port
    for origin, status in (
        (f"http://127.0.0.1:{port}", 101),
        (f"https://localhost:{port}", 101),  # As Codespaces and other proxies say it.
        ("http://evil.example", 403),
        (f"https://evil.example:{port}", 403),
        (f"https://localhost:{port + 1}", 403),
        ("https://localhost", 403),
        (f"ftp://localhost:{port}", 403),
        ("null", 403),
    ):
        answered, connection = websocket(served, origin)
        connection.close()
        assert answered == status


def test_a_page_may_come_through_a_proxy_that_encrypts() -> None:
    given = Names.of("preview.uni.example", 8000)
    assert given.has_origin("http://preview.uni.example:8000")
    assert given.has_origin("https://preview.uni.example:8000")
    assert not given.has_origin("https://preview.uni.example")
    assert not given.has_origin("https://another.uni.example:8000")
    usual = Names.of("preview.uni.example", 443)
    assert usual.has_origin("https://preview.uni.example")
    assert not usual.has_origin("http://preview.uni.example")


def test_a_page_that_missed_changes_hears_of_them_when_it_comes(served: Served, site: Path) -> None:
    page = served.ask("/cv/").text
    version, turn = json.loads("[" + page.partition('})("')[2].partition(")")[0].join(['"', "]"]))[:2]
    session, _, number = turn.partition("-")
    (site / "static/a.txt").write_text("text ä\n\n")
    until(lambda: f"{session}-{int(number) + 1}" in served.ask("/cv/").text, "nothing was built")
    _, connection = websocket(served, f"http://127.0.0.1:{served.port}")
    with closing(connection):
        say(connection, {"command": "info", "url": "/cv/", "version": version, "turn": turn})
        assert heard(connection) == {"command": "refresh", "paths": ["a.txt"], "turn": f"{session}-{int(number) + 1}"}
        say(connection, {"command": "info", "url": "/cv/", "version": "older", "turn": turn})
        assert heard(connection)["command"] == "reload"
        say(connection, {"command": "info", "url": "/cv/", "version": version, "turn": "another-1"})
        assert heard(connection)["command"] == "reload"
        say(connection, {"command": "hello"})
        assert heard(connection)["protocols"] == ["http://livereload.com/protocols/official-7"]


def test_what_a_page_says_that_means_nothing_is_passed_over(served: Served) -> None:
    _, connection = websocket(served, f"http://127.0.0.1:{served.port}")
    with closing(connection):
        for message in (b"", b"[" * 4000, b"null", b'{"command": ["hello"]}', b'{"command": "info", "url": "//["}'):
            say(connection, message)
        say(connection, {"command": "hello"})
        assert heard(connection)["command"] == "hello"


def test_so_many_pages_may_be_open_and_no_more(served: Served) -> None:
    """One that was closed makes room at once."""

    def opened() -> socket.socket:
        status, connection = websocket(served, f"http://127.0.0.1:{served.port}")
        assert status == 101
        say(connection, {"command": "info", "url": "/cv/", "version": "older"})
        assert heard(connection)["command"] == "reload"
        return connection

    with ExitStack() as pages:
        last = [pages.enter_context(closing(opened())) for _ in range(MOST)][-1]
        refused, connection = websocket(served, f"http://127.0.0.1:{served.port}")
        connection.close()
        assert refused == 503
        last.close()
        # What is no websocket is told so, once it may come in.
        until(lambda: served.ask("/livereload").status == 400, "there is no room")
        opened().close()


def test_drafts_are_there_unless_told(site: Path, served: Served) -> None:
    assert 'class="draft-mark"' in served.ask("/idea/").text
    with serving(site, "--no-drafts") as without:
        assert without.ask("/idea/").status == 404


def test_a_taken_port_is_told(site: Path, served: Served) -> None:
    ended = run(site, "--port", str(served.port))
    assert (ended.returncode, ended.stdout) == (1, "")
    assert f"port {served.port} is taken" in ended.stderr
    for options, said, status in (
        (("--port", "70000"), "70000 is no port", 2),
        (("--host", "no.such.host.invalid"), "is no address of this machine", 1),
        (("--host", ".."), "is no address of this machine", 1),
        (("--host", "0"), "stands for every address of this machine", 1),
        (("--host", ""), "stands for every address of this machine", 1),
    ):
        ended = run(site, *options)
        assert ended.returncode == status
        assert said in ended.stderr


def test_the_next_free_port_is_taken_and_told(site: Path) -> None:
    with closing(socket.socket()) as usual:
        usual.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            usual.bind(("127.0.0.1", 8000))
            usual.listen()
        except OSError:
            pass  # Somebody else has it, which is as good.
        with serving(site, usual=True) as served:
            assert served.port > 8000
            assert "8000 is taken" in served.said


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_it_ends_at_once_with_visitors_and_slow_readers(site: Path, number: signal.Signals) -> None:
    (site / "static/long.bin").write_text("x" * 20_000_000)
    with serving(site) as served:
        _, visitor = websocket(served, f"http://127.0.0.1:{served.port}")
        slow = socket.create_connection(("127.0.0.1", served.port))
        slow.sendall(f"GET /long.bin HTTP/1.1\r\nHost: 127.0.0.1:{served.port}\r\n\r\n".encode())
        half = socket.create_connection(("127.0.0.1", served.port))
        half.sendall(b"GET / HT")
        with closing(visitor), closing(slow), closing(half):
            slow.recv(100)
            served.end(number)
        assert served.process.returncode == 0
        assert served.told == []


def test_it_ends_in_the_middle_of_a_build(tmp_path: Path) -> None:
    site = make_site(tmp_path, {f"content/{number}.md": "# A\n\n" + "Some *text*. " * 400 for number in range(300)})
    with serving(site) as served:
        for number in range(300):
            (site / f"content/{number}.md").write_text("# B\n\n" + "Some *text*. " * 400)
        time.sleep(0.3)
        served.end()
        assert served.told == []


def test_the_terminal_says_each_mistake_once_and_that_it_is_mended(site: Path) -> None:
    with serving(site) as served:
        (site / "data/news.yml").write_text("- {dat: 1918, text: A}\n")
        served.wait_to_be_told("data/news.yml:1:4: error")
        until(lambda: served.ask("/").text.count('<li class="error">') == len(served.told), "not all was told")
        before = list(served.told)
        (site / "content/cv.md").write_text("Another CV\n")
        (site / "static/a.txt").write_text("more\n")
        time.sleep(0.5)
        assert served.told == before
        (site / "data/news.yml").write_text("- {date: 1918, text: A}\n")
        served.wait_to_be_told("All mended.")
    assert not (site / "output").exists()
