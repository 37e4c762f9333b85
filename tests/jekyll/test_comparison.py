"""`acadfolio import --compare` lists what the pages of an old site have and the new site lacks."""

from __future__ import annotations

import time
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import TYPE_CHECKING

import pytest

from acadfolio.cli import main
from acadfolio.commands.console import DONE, PROBLEMS
from acadfolio.html.text import elements
from acadfolio.problems import SiteError
from acadfolio_jekyll.comparison import fetching
from acadfolio_jekyll.comparison.fetching import OldSite
from cases import every_case
from sites import make_site
from timing import least, timed

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

NEW = {
    "data/site.yml": "title: Emmy Noether\nurl: https://noether.example/\n",
    "content/about.md": "---\npermalink: /\n---\n"
    "Emmy *Noether* proved theorems. [Paper](/files/ideals.pdf) ![Emmy](/a.png)\n",
    "content/cv.md": "---\ntitle: CV\npermalink: /cv/\n---\n"
    "[Göttingen](https://goettingen.example/) emmy@noether.example\n",
    "static/files/ideals.pdf": "",
    "static/a.png": "",
}
OLD = {
    "index.html": "<nav>Emmy</nav><p>EMMY Noether proved <b>theorems</b>. "
    "<a href='/files/ideals.pdf?raw=true'>Paper</a> <img src='/a.png'></p>",
    "cv.html": "<nav>Emmy</nav><a href='http://goettingen.example'>G&ouml;ttingen</a> <a href='/'>emmy</a>"
    "<script>var old = 1</script>",
}


def compared(folder: Path, old: dict[str, str], capsys: pytest.CaptureFixture[str]) -> list[str]:
    """What the command reports."""
    make_site(folder / "_site", old)
    (folder / "_site/data/site.yml").unlink()
    site = make_site(folder / "site", NEW)
    assert main(["import", str(folder / "_site"), "--compare", "--site", str(site)]) == DONE
    return capsys.readouterr().err.replace(f"{folder}/", "").splitlines()


def test_what_is_on_any_page_of_the_new_site_is_not_lost(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert (
        compared(
            tmp_path,
            OLD | {"index.html": OLD["index.html"].replace("https://noether.example", "")},
            capsys,
        )
        == []
    )


def test_urls_words_links_and_images_that_are_lost_are_listed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    old = OLD | {
        "cv.html": OLD["cv.html"]
        + "Erlangen <a href='https://erlangen.example/x/'><img src='b.png'></a>",
        "x/index.html": "",
    }
    assert compared(tmp_path, old, capsys) == [
        "_site/cv.html: warning: these words are on no page of the new site: erlangen",
        "_site/cv.html: warning: these links or images are on no page of the new site: b.png erlangen.example/x",
        "_site/x/index.html: warning: the new site has no page with this URL",
    ]


def test_words_on_every_page_are_those_of_the_old_theme(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    old = {path: html + "Powered by Jekyll" for path, html in OLD.items()}
    assert len(compared(tmp_path / "two", old, capsys)) == 2
    assert compared(tmp_path / "three", old | {"404.html": "Powered by Jekyll"}, capsys) == []


def test_own_links_with_the_url_of_the_site_are_those_of_a_folder(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    old = OLD | {
        "cv.html": "<a href='http://noether.example/cv/'>CV</a> <a href=//noether.example>Emmy</a>"
        "<img src='http://localhost:4000/a.png'> <a href='https://noether.example.org/'>emmy</a>"
    }
    assert compared(tmp_path, old, capsys) == [
        "_site/cv.html: warning: these links or images are on no page of the new site: noether.example.org"
    ]


def test_a_folder_that_is_not_there_is_reported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    site = make_site(tmp_path, NEW)
    assert main(["import", "nowhere", "--compare", "--site", str(site)]) == PROBLEMS
    assert "nowhere: error: there is no such folder" in capsys.readouterr().err


def test_a_folder_is_looked_for_before_the_new_site_is_built(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    site = make_site(tmp_path, {"data/site.yml": "title: [\n"})
    assert main(["import", "nowhere", "--compare", "--site", str(site)]) == PROBLEMS
    assert capsys.readouterr().err.startswith("nowhere: error: there is no such folder")


def test_a_folder_without_pages_cannot_be_compared(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    site = make_site(tmp_path / "site", NEW)
    assert (
        main(["import", str(tmp_path / "site/data"), "--compare", "--site", str(site)]) == PROBLEMS
    )
    assert "there are no pages here (build the old site first)" in capsys.readouterr().err


def test_an_import_from_a_url_names_the_comparison(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert (
        main(["import", "https://noether.example/", "--site", str(make_site(tmp_path, NEW))])
        == PROBLEMS
    )
    assert capsys.readouterr().err == (
        "https://noether.example/: error: there is no such folder"
        " (name the folder of your old site, or a URL with `--compare`)\n"
    )


def test_the_menus_are_compared_by_their_words_and_targets(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    links = (
        "<a href='/'>Emmy</a>",
        "<a href='/cv/'>CV</a>",
        "<a href='/a/'>Her <i>rings</i></a>",
        "<a href='/#x'>News</a><a href='#'>More</a>",
    )
    old = {
        "index.html": f"<nav>{''.join(links)}</nav>",
        "cv.html": "<nav><a href='/talks/'>Talks</a></nav>",
    }
    lines = compared(tmp_path, old, capsys)
    assert [line for line in lines if "menu" in line] == [
        "_site/index.html: warning: the menu lacks Her rings",
        "_site/index.html: warning: the menu lacks News",
    ]
    old["index.html"] = old["index.html"].replace("/cv/", "/vita/")
    lines = compared(tmp_path / "other", old, capsys)
    assert "_site/index.html: warning: the menu does not lead to vita any more: CV" in lines


# From the web


class Server(ThreadingHTTPServer):
    """A server of pages: texts, redirects to the URLs behind `to: `, `endless`, `slow` and `broken` ones."""

    def __init__(self, pages: dict[str, str]) -> None:
        self.pages: dict[str, str] = pages
        self.asked: list[str] = []
        super().__init__(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server_port}/site/"


class Handler(BaseHTTPRequestHandler):
    server: Server

    def do_GET(self) -> None:
        server = self.server
        server.asked.append(self.path)
        page = server.pages.get(self.path, "")
        status = (
            301 if page.startswith("to: ") else 500 if page == "broken" else 200 if page else 404
        )
        self.send_response(status)
        if page.startswith("to: "):
            self.send_header("Location", page.removeprefix("to: ").replace("SERVER", server.url))
        self.send_header(
            "Content-Type",
            "application/pdf" if page.startswith("%PDF") else "text/html; charset=utf-8",
        )
        self.end_headers()
        if page in {"endless", "slow"}:
            self._write_for_ever(pause=0.05 if page == "slow" else 0)
        else:
            self.wfile.write(page.replace("SERVER", server.url).encode())

    def _write_for_ever(self, pause: float) -> None:
        try:
            while True:
                self.wfile.write(b"word" if pause else b"word " * 1000)
                time.sleep(pause)
        except OSError:
            pass

    def log_message(self, *_: object) -> None:
        pass


@contextmanager
def served(pages: dict[str, str]) -> Iterator[Server]:
    """A server with these pages, by their paths below the site's."""
    server = Server({f"/site/{path}": text for path, text in pages.items()})
    Thread(target=server.serve_forever, args=[0.01], daemon=True).start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()


def fetched(pages: dict[str, str], known: tuple[str, ...] = ()) -> tuple[list[str], list[str]]:
    """The paths of the pages that were fetched, and what the server was asked for."""
    with served(pages) as server:
        found = OldSite(server.url).pages(known, lambda _: None)
        return list(found), [path.removeprefix("/site/") for path in server.asked]


def test_the_pages_of_an_old_site_are_compared_from_the_web(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pages = {
        "": "<nav><a href='SERVERcv/'>CV</a><a href='SERVERtalks.html'>Talks</a></nav><a href='cv/'>Noether</a>",
        "cv/": "<p>Erlangen</p>",
        "talks.html": "emmy",
    }
    site = make_site(tmp_path, NEW)
    with served(pages) as server:
        assert main(["import", server.url.rstrip("/"), "--compare", "--site", str(site)]) == DONE
        said = capsys.readouterr()
    assert (
        said.out.splitlines()[-1] == "Compared the words, links, images, menus and URLs of 3 pages"
    )
    assert said.err.replace(server.url, "OLD/").splitlines() == [
        "OLD/: warning: these words are on no page of the new site: talks",
        "OLD/: warning: these links or images are on no page of the new site: talks",
        "OLD/: warning: the menu lacks Talks",
        "OLD/cv/: warning: these words are on no page of the new site: erlangen",
        "OLD/talks.html: warning: the new site has no page with this URL",
    ]


@every_case("url", ["https://[x", "https://a..example/", "http://noether.example:x/"])
def test_what_is_no_url_is_reported(
    url: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["import", url, "--compare", "--site", str(make_site(tmp_path, NEW))]) == PROBLEMS
    assert capsys.readouterr().err.startswith(f"{url}")


def test_a_url_may_have_any_letters() -> None:
    assert (
        OldSite("https://Müller.example/ü%20x/index.html").url
        == "https://xn--mller-kva.example/%C3%BC%20x/"
    )
    with served({"%C3%BC/": "<a href='cv/'>", "%C3%BC/cv/": "cv"}) as server:
        assert list(OldSite(f"{server.url}ü").pages((), lambda _: None)) == ["", "cv/"]


def test_only_pages_of_the_new_site_are_asked_for(tmp_path: Path) -> None:
    site = make_site(tmp_path, NEW)
    with served({"": "Noether"}) as server:
        assert main(["import", server.url, "--compare", "--site", str(site)]) == DONE
        asked = [path.removeprefix("/site/") for path in server.asked]
    assert "cv/" in asked
    assert ".nojekyll" not in asked


def test_the_sitemap_names_the_pages_or_else_the_new_site_and_links_add_others() -> None:
    pages = {
        "": "<a href='b/#x'>",
        "b/": "<a href='../c.html?y=1'>",
        "c.html": "c",
        "d/": "d",
        "e/": "e",
    }
    sitemap = "<urlset><url><loc> SERVERd/ </loc></url><url><loc>https://elsewhere.example/site/e/</loc></url></urlset>"
    assert fetched(pages, ("e/",))[0] == ["", "b/", "c.html", "e/"]
    assert fetched(pages | {"sitemap.xml": sitemap}, ("e/",))[0] == ["", "d/", "b/", "c.html"]


def test_a_sitemap_for_another_host_is_none() -> None:
    sitemap = "<urlset><url><loc>http://localhost:4000/site/cv/</loc></url></urlset>"
    assert fetched({"": "home", "cv/": "cv", "sitemap.xml": sitemap}, ("cv/",))[0] == ["", "cv/"]


def test_links_of_the_old_site_may_have_its_host_and_another_scheme(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    links = "<a href='SECUREcv/'>Noether</a><a href=SECUREfiles/ideals.pdf>CV</a><a href='SECURE'>Emmy</a>"
    share = "<a href='https://elsewhere.example/?u=SECURE'>proved</a>"
    site = make_site(tmp_path, NEW)
    with served({}) as server:
        secure = server.url.replace("http:", "https:")
        server.pages |= {"/site/": (links + share).replace("SECURE", secure), "/site/cv/": "emmy"}
        assert main(["import", server.url, "--compare", "--site", str(site)]) == DONE
    lost = f"elsewhere.example/?u={secure[:-1]}"
    assert capsys.readouterr().err.splitlines() == [
        f"{server.url}: warning: these links or images are on no page of the new site: {lost}"
    ]


def test_pages_that_cannot_be_read_are_reported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    links = "".join(f"<a href='{path}/'>Emmy</a>" for path in ("cv", "left", "lost"))
    pages = {"": links, "cv/": "broken", "left/": "to: https://elsewhere.example/"}
    site = make_site(
        tmp_path, NEW | {"content/left.md": "", "content/lost.md": "", "content/guessed.md": ""}
    )
    with served(pages) as server:
        assert main(["import", server.url, "--compare", "--site", str(site)]) == DONE
        said = capsys.readouterr()
        assert "/site/guessed/" in server.asked
        sitemap = "".join(f"<loc>SERVER{path}</loc>" for path in ("cv/", "gone/"))
        server.pages |= {"/site/": "Emmy", "/site/sitemap.xml": sitemap}
        assert main(["import", server.url, "--compare", "--site", str(site)]) == DONE
        said_of_sitemap = capsys.readouterr()
    assert said.err.replace(server.url, "OLD/").splitlines() == [
        "OLD/cv/: warning: this page cannot be read: HTTP Error 500: Internal Server Error",
        "OLD/left/: warning: this page cannot be read: HTTP Error 301: Moved Permanently",
        "OLD/lost/: warning: this page cannot be read: HTTP Error 404: Not Found",
    ]
    assert said_of_sitemap.err.replace(server.url, "OLD/").splitlines() == [
        "OLD/cv/: warning: this page cannot be read: HTTP Error 500: Internal Server Error",
        "OLD/gone/: warning: this page cannot be read: HTTP Error 404: Not Found",
    ]


def test_nothing_outside_of_the_old_site_is_asked_for() -> None:
    links = (
        "https://elsewhere.example/site/", "//elsewhere.example/site/x/", "/other/", "../other/", "/site/../other/",
        "/site/%2e%2e/other/", "file:///site/x.html", "ftp://127.0.0.1/site/x/", "javascript:alert(1)", "mailto:a@b",
        "http://127.0.0.1:1/site/x/", "http://[", "/siteother/", "paper.pdf", "a.zip", "http://user@127.0.0.1/site/x/",
    )  # fmt: skip
    home = (
        "".join(f"<a href='{link}'>x</a>" for link in links)
        + "<a href='moved/'>x</a><a href='left/'>x</a>"
    )
    pages = {"": home, "moved/": "to: SERVERhere/", "here/": "here", "left/": "to: /other/"}
    assert fetched(pages) == (["", "moved/"], ["sitemap.xml", "", "moved/", "here/", "left/"])


@pytest.mark.slow
@pytest.mark.parametrize("target", ["https://elsewhere.example/", "file:///etc/passwd", "/other/"])
def test_no_redirect_leads_out_of_the_old_site(
    target: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with served({"": f"to: {target}"}) as server:
        assert (
            main(["import", server.url, "--compare", "--site", str(make_site(tmp_path, NEW))])
            == PROBLEMS
        )
        assert server.asked == ["/site/sitemap.xml", "/site/"]
    assert "error: no page can be read: " in capsys.readouterr().err


def test_a_site_that_does_not_answer_is_reported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with served({}) as server:
        pass
    assert (
        main(["import", server.url, "--compare", "--site", str(make_site(tmp_path, NEW))])
        == PROBLEMS
    )
    assert f"{server.url}: error: no page can be read: " in capsys.readouterr().err


def test_the_number_of_pages_is_limited(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fetching, "MAX_PAGES", 10)
    pages = {f"{number}/": f"<a href='../{number + 1}/'>Noether</a>" for number in range(30)}
    with served(pages | {"": "<a href='0/'>Noether</a>"}) as server:
        assert (
            main(["import", server.url, "--compare", "--site", str(make_site(tmp_path, NEW))])
            == DONE
        )
        assert len(server.asked) < 13
    assert "Not compared, as it takes too long: " in capsys.readouterr().out


class SlowHeaders(BaseHTTPRequestHandler):
    """Sends a header every 20 milliseconds, and never ends."""

    def do_GET(self) -> None:
        self.send_response(200)
        with suppress(OSError):
            for number in range(3000):
                self.wfile.write(f"X-{number % 50}: slow\r\n".encode()[: 1 + number % 9])
                time.sleep(0.02)

    def log_message(self, *_: object) -> None:
        pass


@pytest.mark.slow
def test_the_time_for_headers_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    """A timeout of a socket starts again with each byte."""
    monkeypatch.setattr(fetching, "MAX_SECONDS", 0.5)
    server = ThreadingHTTPServer(("127.0.0.1", 0), SlowHeaders)
    server.daemon_threads = True
    Thread(target=server.serve_forever, args=[0.01], daemon=True).start()
    with pytest.raises(SiteError) as caught:
        OldSite(f"http://127.0.0.1:{server.server_port}/").pages((), lambda _: None)
    server.shutdown()
    server.server_close()
    assert "the server is too slow" in caught.value.problems[0].message


@pytest.mark.slow
def test_the_number_of_urls_and_the_length_of_all_pages_are_limited(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    links = "".join(f"<a href='{number}/'>Noether</a>" for number in range(50))
    pages = {"": links} | {f"{number}/": "Noether" * 10 for number in range(50)}
    assert len(fetched(pages)[0]) == 51
    monkeypatch.setattr(fetching, "MAX_URLS", 20)
    assert len(fetched(pages)[0]) == 20
    monkeypatch.setattr(fetching, "MAX_CHARACTERS", len(links) + 200)
    assert len(fetched(pages)[0]) == 4


@pytest.mark.slow
@pytest.mark.parametrize(
    "html", ["<nav>", "<loc>", "<a href=x>", "<a href=x><nav>", "<nav></loc>", "<loc>x</nav>"]
)
def test_the_time_to_find_elements_is_linear(html: str) -> None:
    def find(times: int) -> float:
        def work() -> None:
            text = html * times
            next(elements(text, "nav"), None)
            for name in ("a", "loc"):
                sum(len(inner) for _, inner in elements(text, name))

        return timed(work)[1]

    assert least(lambda: find(40_000) / max(find(10_000), 0.001), 8.0) < 8


def test_a_link_and_a_url_of_a_sitemap_end_at_the_next_one() -> None:
    found = [inner for _, inner in elements("<loc>a<loc>b</loc><p></p><loc>c", "loc")]
    assert found == ["a", "b", "c"]
    assert [inner for _, inner in elements("<div>a<div>b</div>c</div>", "div")] == ["a<div>b", "b"]


@pytest.mark.slow
def test_the_size_of_a_page_and_the_time_are_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    with served({"": "endless"}) as server:
        old = OldSite(server.url)
        (html,) = old.pages((), lambda _: None).values()
        assert fetching.MAX_BYTES <= len(html) < 2 * fetching.MAX_BYTES
    monkeypatch.setattr(fetching, "MAX_SECONDS", 0.5)
    pages = {f"{number}/": f"<a href='../{number + 1}/'>Noether</a>" for number in range(5000)}
    monkeypatch.setattr(fetching, "MAX_PAGES", len(pages))
    start = time.monotonic()
    assert 1 < len(fetched(pages | {"": "<a href='0/'>Noether</a>"})[0]) < len(pages)
    assert time.monotonic() - start < 5


@pytest.mark.slow
def test_a_page_that_arrives_slowly_does_not_hold_up_the_others_for_ever(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(fetching, "MAX_SECONDS", 0.5)
    start = time.monotonic()
    assert fetched({"": "slow", "cv/": "Noether"}, ("cv/",))[0] == [""]
    assert time.monotonic() - start < 5


def test_files_that_are_no_pages_are_not_read() -> None:
    assert fetched({"": "<a href='paper'>x</a><a href='a/'>x</a>", "paper": "%PDF", "a/": "a"})[
        0
    ] == ["", "a/"]
