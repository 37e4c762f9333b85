"""What the preview answers and reports, without a server."""

from __future__ import annotations

import io
import socket
from typing import TYPE_CHECKING

from acadfolio.preview.builds import Build
from acadfolio.preview.network import Hosts
from acadfolio.preview.pages import MAX_PROBLEMS, Pages, content_type, is_asset, overlay
from acadfolio.preview.server import Terminal
from acadfolio.problems import Location, Problem
from acadfolio.rendering import Output
from cases import every_case

if TYPE_CHECKING:
    from pathlib import Path

MISSING = b"<title>Page not found</title>"


def pages_of(site: Path, *outputs: Output, problems: tuple[Problem, ...] = ()) -> Pages:
    pages = Pages(site)
    pages.show(Build({output.path: output for output in outputs}, problems))
    return pages


def warning(message: str, file: str = "data/news.yml") -> Problem:
    return Problem("invalid-value", Location(file, 1), message, severity="warning")


@every_case(("path", "kind"), [
    ("a.js", "text/javascript; charset=utf-8"), ("a.mjs", "text/javascript; charset=utf-8"),
    ("a.svg", "image/svg+xml; charset=utf-8"), ("a.webp", "image/webp"), ("a.avif", "image/avif"),
    ("a.woff2", "font/woff2"), ("a.bib", "text/x-bibtex; charset=utf-8"),
    ("feed.xml", "application/xml; charset=utf-8"), ("a.json", "application/json; charset=utf-8"),
    ("a.PDF", "application/pdf"), ("a.txt", "text/plain; charset=utf-8"), ("a.webm", "video/webm"),
    ("site.webmanifest", "application/manifest+json; charset=utf-8"), ("CNAME", "application/octet-stream"),
    ("a/b.d/index.html", "text/html; charset=utf-8"),
])  # fmt: skip
def test_content_types_are_the_same_on_every_machine(path: str, kind: str) -> None:
    assert content_type(path) == kind


def test_pages_and_files_are_found_as_on_a_server(tmp_path: Path) -> None:
    pages = pages_of(
        tmp_path,
        Output("cv/index.html", b"CV"),
        Output("größe 1.txt", b"T"),
        Output("404.html", MISSING),
    )
    assert {pages.find(path).content for path in ("/cv/", "/cv/index.html")} == {b"CV"}
    assert pages.find("/gr%C3%B6%C3%9Fe%201.txt").content == b"T"
    assert (pages.find("/cv").status, pages.find("/cv").location) == (301, "/cv/")
    assert (pages.find("/images/").status, pages.find("/images/").content) == (404, MISSING)


def test_before_the_first_good_build_there_is_a_page_with_the_errors(tmp_path: Path) -> None:
    pages = pages_of(
        tmp_path, problems=(Problem("invalid-value", Location("data/a.yml"), "Wrong"),)
    )
    answer = pages.find("/cv/")
    assert answer.status == 503
    assert b"Wrong" in pages.with_script(answer.content)


def test_a_page_whose_file_is_gone_since_the_build_is_missing(tmp_path: Path) -> None:
    pages = pages_of(
        tmp_path,
        Output("slides.html", file=str(tmp_path / "gone.html")),
        Output("404.html", MISSING),
    )
    assert (pages.find("/slides.html").status, pages.find("/slides.html").content) == (404, MISSING)


def test_the_version_of_a_page_differs_where_its_bytes_or_the_problems_differ(
    tmp_path: Path,
) -> None:
    one = pages_of(tmp_path, Output("index.html", b"A"))
    versions = {
        one.version("/"),
        one.version("/nothing/"),
        pages_of(tmp_path, Output("index.html", b"B")).version("/"),
        pages_of(tmp_path, Output("index.html", b"A"), problems=(warning("W"),)).version("/"),
    }
    assert len(versions) == 4


def test_a_new_index_of_the_search_reloads_no_page() -> None:
    assert is_asset("assets/js/main.js")
    assert not is_asset("assets/search/index.js")


def test_the_script_is_in_the_head_and_the_problems_are_at_the_end(tmp_path: Path) -> None:
    pages = pages_of(tmp_path, problems=(warning("W"),))
    start = b"\xef\xbb\xbf<!doctype html>\n<html lang='a>b'><HEAD lang=en>"
    page = pages.with_script(start + b"<title></title></head><body><header>Text</body></html>")
    assert page.startswith(start + b"<script>((version)")
    assert page.endswith(pages.overlay.encode() + b"</body></html>")
    bare = pages.with_script(b"<p>no head, no body")
    assert bare.startswith(b"<p>no head, no body<script>")
    assert bare.endswith(pages.overlay.encode())


def test_problems_are_text_and_no_markup(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "data/news.yml").write_text("- <img src=x>\n")
    problem = Problem(
        "invalid-value", Location("data/news.yml", 1, 3), "`<b>` is no key", "say `<i>`"
    )
    content = overlay([problem], tmp_path, has_page=True)
    assert "&lt;b&gt;" in content
    assert "&lt;i&gt;" in content
    assert "&lt;img src=x&gt;" in content
    assert not any(tag in content for tag in ("<b>`", "<i>`", "<img"))


def test_of_many_problems_the_errors_come_first_and_the_rest_is_counted(tmp_path: Path) -> None:
    problems = [
        *(warning(f"Warning {number}") for number in range(MAX_PROBLEMS + 1)),
        Problem("invalid-value", Location("data/a.yml"), "Error"),
    ]
    content = overlay(problems, tmp_path, has_page=True)
    assert content.index("Error</p>") < content.index("Warning 0<")
    assert content.count('<li class="') == MAX_PROBLEMS
    assert "… and 2 more, which the terminal shows" in content
    assert "more, which" not in overlay(problems[-MAX_PROBLEMS:], tmp_path, has_page=True)


@every_case("host", [
    "localhost:8000", "LOCALHOST:8000", "localhost.:8000", "[::1]:8000", "127.0.0.1:8000",
])  # fmt: skip
def test_a_name_of_this_machine_is_allowed_with_the_servers_port(host: str) -> None:
    assert Hosts("127.0.0.1", 8000).allow(host)


@every_case("host", [
    "localhost", "localhost:", "localhost:80", "127.0.0.1:8001", "[::1]:80", "[::1]", "::1:8000", "localhost:80000",
    "evil.example", "evil.example:8000", "localhost.evil.example:8000", "127.0.0.1.evil.example:8000",
    "evil@localhost:8000", "localhost:8000@evil.example", "localhost:8000/", "localhost:8000?a", "localhost:8000#a",
    "local\thost:8000", "localhost:8000,evil.example", "localhost:8000:8000", "localhost..:8000", "192.168.1.5:8000",
    "0.0.0.0:8000", "127.0.0.2:8000", "", ":8000", "[", "[::1:8000", "localhost:8x", "localhost:-8000",
])  # fmt: skip
def test_any_other_host_or_port_is_refused(host: str) -> None:
    assert not Hosts("127.0.0.1", 8000).allow(host)


def test_only_a_server_at_the_default_port_is_named_without_one() -> None:
    assert Hosts("127.0.0.1", 80).allow("localhost")
    assert Hosts("127.0.0.1", 80).allow_origin("http://localhost")
    assert not Hosts("127.0.0.1", 80).allow_origin("https://localhost")
    assert Hosts("preview.uni.example", 443).allow_origin(
        "https://preview.uni.example"
    )  # Behind a proxy.


@every_case("everywhere", ["0.0.0.0", "::", "::0"])  # noqa: S104 - nothing listens here
def test_a_server_of_the_network_has_the_addresses_and_the_name_of_the_machine(
    everywhere: str,
) -> None:
    hosts = Hosts(everywhere, 8000)
    for host in ("192.168.1.5:8000", "[fe80::1]:8000", f"{socket.gethostname()}:8000"):
        assert hosts.allow(host)
    for host in ("evil.example:8000", "192.168.1.5:8001", "192.168.1.5"):
        assert not hosts.allow(host)
    assert Hosts("10.0.0.1", 8000).allow("10.0.0.1:8000")


def test_only_pages_of_this_server_hear_of_changes() -> None:
    hosts = Hosts("preview.uni.example", 8000)
    for origin in (
        "http://localhost:8000",
        "https://preview.uni.example:8000",
    ):  # With https, a proxy stands between.
        assert hosts.allow_origin(origin)
    for origin in (
        *(
            "http://evil.example",
            "http://localhost",
            "http://localhost:8001",
            "https://preview.uni.example",
        ),
        *("ftp://localhost:8000", "http://localhost:8000/", "localhost:8000", "null", ""),
    ):
        assert not hosts.allow_origin(origin)


def test_the_terminal_reports_a_problem_once_until_it_is_fixed(tmp_path: Path) -> None:
    """A build that ends with an error has not looked for the links that another one warned of."""
    stream = io.StringIO()
    terminal = Terminal(tmp_path, stream)
    one, two, wrong = (
        warning("One"),
        warning("Two"),
        Problem("invalid-value", Location("data/a.yml"), "Wrong"),
    )
    reported = []
    for problems in [(one,), (one, two), (wrong,), (one, two), (), (one,)]:
        stream.seek(0)
        stream.truncate()
        terminal.report(Build({}, problems))
        reported.append(
            [line.partition("warning: ")[2] or line for line in stream.getvalue().splitlines()]
        )
    assert reported == [
        ["One"],
        ["Two"],
        ["data/a.yml: error: Wrong"],
        [],
        ["All problems are fixed."],
        ["One"],
    ]


@every_case("error", [OSError, ValueError])
def test_a_closed_terminal_does_not_end_the_preview(tmp_path: Path, error: type[Exception]) -> None:
    class Closed(io.StringIO):
        def write(self, _: str) -> int:
            raise error

    terminal = Terminal(tmp_path, Closed())
    terminal.line("Something.")
    terminal.report(Build({}, (warning("Something"),)))
