"""A port comes in, hostile requests go to it by the hundred: paths, methods, headers, broken connections, garbage.

`python tests/preview/attack.py PORT NUMBER` attacks a preview that is running.
"""

from __future__ import annotations

import random
import socket
import sys
from contextlib import suppress

PATHS = (
    "/", "/cv/", "/nothing/", "/../../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "/..%2f..%2f..%2fetc%2fpasswd",
    "//etc/passwd", "/..\\..\\etc\\passwd", "/%00/etc/passwd", "/cv/%2e%2e/%2e%2e/data/site.yml",
    "/.git/config", "/data/site.yml", "/\u202e/", "http://evil.example/", "*", "", "/%", "/%zz", "/%ff%fe",
    "/" + "a/" * 3000, "/?" + "a=b&" * 2000, "/livereload", "/templates/base.html", "/.acadfolio-cache/",
    "/cv/..;/data/site.yml", "/static/../data/site.yml", "file:///etc/passwd",
)  # fmt: skip
METHODS = ("GET",) * 4 + (
    "HEAD",
    "POST",
    "PUT",
    "DELETE",
    "OPTIONS",
    "TRACE",
    "CONNECT",
    "PROPFIND",
    "get",
    "G\x00T",
    "",
)
HEADERS = (
    "Range: bytes=0-0,5-9", "Range: bytes=-0", "Range: bytes=9999999999999999999-", "If-None-Match: *",
    "Expect: 100-continue", "Content-Length: 99999999999", "Content-Length: -1",
    "Content-Length: 5\r\nContent-Length: 6", "Transfer-Encoding: chunked",
    "Transfer-Encoding: chunked\r\nContent-Length: 4", "Host: evil.example",
    "Cookie: " + "a" * 9000, "X: " + "b" * 70_000, ": no name", "Broken header", " folded: x",
    "X-Forwarded-Host: evil.example", "Connection: keep-alive, upgrade", "Accept-Encoding: " + "gzip," * 500,
    "Content-Type: multipart/form-data; boundary=x\r\nContent-Length: 3",
)  # fmt: skip
MESSAGES = (
    b'{"command":"info","url":"/","version":"x"}', b'{"command":"info","url":"http://[","version":[1]}', b"[" * 90,
    b"{}", b'{"command":"hello"}',
    b'["hello"]', b"null", b'{"command":{}}', b'{"command":"info","turn":"-9","url":"//["}',
)  # fmt: skip
SECRETS = (b"root:x:0:0", b"title: Emmy Noether", b"{% extends", b"[core]")
"""What stands in no page of the site, but in files beside it."""
QUIET = 0.05


class Attack:
    """So many requests, the same for the same seed. Slow and half-open connections stay open to its end."""

    def __init__(self, port: int, seed: int = 1) -> None:
        self.port = port
        self.dice = random.Random(seed)  # noqa: S311 - hostile, not secret
        self.open: list[socket.socket] = []
        self.leaked: list[bytes] = []

    def run(self, number: int) -> None:
        ways = (
            self.request,
            self.request,
            self.request,
            self.garbage,
            self.cut,
            self.slow,
            self.websocket,
            self.unread,
        )
        for _ in range(number):
            with suppress(OSError):
                self.dice.choice(ways)()
            while len(self.open) > 150:
                self.open.pop(0).close()
        for connection in self.open:
            connection.close()

    def connect(self) -> socket.socket:
        return socket.create_connection(("127.0.0.1", self.port), timeout=5)

    def head(self, *more: str) -> bytes:
        dice = self.dice
        lines = [f"{dice.choice(METHODS)} {dice.choice(PATHS)} HTTP/{dice.choice(('1.1', '1.1', '1.0', '9.9'))}"]
        if dice.random() < 0.8:
            lines.append(f"Host: 127.0.0.1:{self.port}")
        lines += dice.sample(HEADERS, dice.randrange(3))
        return ("\r\n".join([*lines, *more]) + "\r\n\r\n").encode("utf-8", "replace")

    def request(self) -> None:
        with self.connect() as connection:
            connection.sendall(self.head("Connection: close"))
            connection.settimeout(4 * QUIET)
            answer = b""
            with suppress(TimeoutError):
                while len(answer) < 1 << 20 and (chunk := connection.recv(1 << 16)):
                    answer += chunk
        if any(secret in answer for secret in SECRETS):
            self.leaked.append(answer)

    def garbage(self) -> None:
        with self.connect() as connection:
            connection.sendall(self.dice.randbytes(self.dice.randrange(5000)))

    def cut(self) -> None:
        head = self.head()
        with self.connect() as connection:
            connection.sendall(head[: self.dice.randrange(len(head))])

    def slow(self) -> None:
        connection = self.connect()
        connection.sendall(b"GET / HTTP/1.1\r\nHo")
        self.open.append(connection)

    def unread(self) -> None:
        """Asks again and again, and never reads."""
        connection = self.connect()
        self.open.append(connection)
        connection.settimeout(QUIET)
        connection.sendall(f"GET / HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\n\r\n".encode() * 20)

    def websocket(self) -> None:
        connection = self.connect()
        self.open.append(connection)
        connection.sendall(
            f"GET /livereload HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )
        said = self.dice.choice(MESSAGES)
        connection.sendall(bytes([0x81, 0x80 | len(said), 0, 0, 0, 0]) + said)
        if self.dice.random() < 0.5:
            connection.sendall(self.dice.randbytes(self.dice.randrange(3000)))


if __name__ == "__main__":
    attack = Attack(int(sys.argv[1]))
    attack.run(int(sys.argv[2]))
    sys.exit(f"leaked: {attack.leaked}" if attack.leaked else 0)
