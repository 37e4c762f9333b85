"""The URL of the site in `site.yml`: what visitors can open is accepted, anything else names the likely URL."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from acadfolio.model.site_url import SiteUrl, likely_url
from acadfolio.problems import SiteError
from cases import every_case
from sites import render_site

if TYPE_CHECKING:
    from pathlib import Path

GOOD = [
    "https://noether.github.io", "https://noether.github.io/", "http://example.org", "https://example.org/~noether/",
    "https://example.org:8080/a/b", "https://noether.gitlab.io/site", "https://github.noether.org",
    "https://www.example.org/people/noether.e", "https://pages.github.example.edu/noether", "https://8.8.8.8",
    "https://noether.example", "https://medium.com/@noether", "https://my_site.example.org",
]  # fmt: skip
PRIVATE = [
    "http://localhost:4000", "http://localhost", "https://LOCALHOST/site", "http://127.0.0.1:8000/", "http://0.0.0.0",
    "http://[::1]:8000", "http://192.168.1.20/~me", "http://10.0.0.3", "http://172.20.1.1", "http://noether-laptop",
    "http://nas.local", "http://web.fritz.home.arpa", "https://wiki.internal/site", "http://my.localhost:3000",
]  # fmt: skip
LIKELY = {
    "noether.github.io": "https://noether.github.io",
    "www.example.org/~noether": "https://www.example.org/~noether",
    "//noether.github.io": "https://noether.github.io",
    "https:/noether.github.io": "https://noether.github.io",
    "https//noether.github.io": "https://noether.github.io",
    "htps://noether.github.io": "https://noether.github.io",
    "https://https://noether.github.io": "https://noether.github.io",
    "http:example.org": "http://example.org",
    "https:\\\\noether.github.io": "https://noether.github.io",
    "https://noether.github.io /site": "https://noether.github.io/site",
    " https://noether.github.io": "https://noether.github.io",
    "<https://noether.github.io>": "https://noether.github.io",
    "ftp://example.org/noether": "https://example.org/noether",
    "https://noether.github.io/index.html": "https://noether.github.io",
    "https://noether.github.io/site/index.html": "https://noether.github.io/site",
    "https://example.org/~noether/home.php": "https://example.org/~noether",
    "https://noether.github.io/site/README.md": "https://noether.github.io/site",
    "https://noether.github.io/?lang=en": "https://noether.github.io",
    "https://noether.github.io/site#about": "https://noether.github.io/site",
    "https://noether.github.io//site": "https://noether.github.io/site",
    "https://noether.github.io/noether.github.io": "https://noether.github.io",
    "https://github.io/noether": "https://noether.github.io",
    "https://www.github.io/noether/rings/": "https://noether.github.io/rings",
    "gitlab.io/noether": "https://noether.gitlab.io",
    "https://github.com/noether": "https://noether.github.io",
    "https://github.com/Noether/noether.github.io": "https://noether.github.io",
    "https://www.github.com/noether/noether.github.io.git": "https://noether.github.io",
    "https://github.com/noether/rings": "https://noether.github.io/rings",
    "https://github.com/noether/rings/tree/main/docs": "https://noether.github.io/rings",
    "github.com/noether/rings": "https://noether.github.io/rings",
    "git@github.com:noether/noether.github.io.git": "https://noether.github.io",
    "https://noether.github.com": "https://noether.github.io",
    "https://raw.githubusercontent.com/noether/rings/main/": "https://noether.github.io/rings",
    "https://gitlab.com/noether/noether.gitlab.io": "https://noether.gitlab.io",
    "https://gitlab.com/noether/rings": "https://noether.gitlab.io/rings",
    "https://codeberg.org/noether/pages": "https://noether.codeberg.page",
    "https://bitbucket.org/noether/noether.bitbucket.io": "https://noether.bitbucket.io",
}
UNKNOWN = [
    "https://github.com",
    "https://github.io/",
    "https://",
    "my homepage",
    "https://.github.io",
    "https://example..org",
    "index.html",
    "https://emmy noether.example.org",
    "emmy github.io",
]


@every_case("url", GOOD)
def test_a_url_that_visitors_can_open_is_accepted_as_it_is(url: str) -> None:
    assert SiteUrl.parse(url) == url


@every_case("url", PRIVATE)
def test_the_url_of_a_private_computer_is_an_error(url: str) -> None:
    with pytest.raises(ValueError, match="visitors cannot open"):
        SiteUrl.parse(url)


@every_case("url", LIKELY)
def test_the_hint_is_the_likely_url(url: str) -> None:
    with pytest.raises(ValueError) as error:  # noqa: PT011 - the arguments are compared
        SiteUrl.parse(url)
    assert error.value.args[1] == f"write `{LIKELY[url]}`"
    assert SiteUrl.parse(LIKELY[url]) == LIKELY[url]


@every_case("url", UNKNOWN)
def test_without_a_likely_url_the_hint_is_an_example(url: str) -> None:
    assert likely_url(url) == ""
    with pytest.raises(ValueError) as error:  # noqa: PT011 - the arguments are compared
        SiteUrl.parse(url)
    assert "such as `https://name.github.io`" in error.value.args[1]


@every_case(
    "text", ["emmy@example.org", "https//me:PW@example.org", "tokenPW@example.org", "me:PW@x/y"]
)
def test_an_address_with_an_at_sign_is_never_printed(text: str, tmp_path: Path) -> None:
    files = {"data/site.yml": f"title: T\nurl: '{text}'\n", "content/about.md": "Text.\n"}
    with pytest.raises(SiteError) as error:
        render_site(tmp_path, files)
    (message,) = [str(problem) for problem in error.value.problems]
    assert "PW" not in message
    assert "emmy" not in message


@every_case(
    ("written", "host"),
    [
        ("https://Noether.GitHub.io", "noether.github.io"),
        ("https://müller.example.org", "xn--mller-kva.example.org"),
        ("https://MÜLLER.example.org", "xn--mller-kva.example.org"),
        ("https://straße.example.org", "xn--strae-oqa.example.org"),
        ("https://xn--mller-kva.example.org", "xn--mller-kva.example.org"),
        ("https://例え.example.org", "xn--r8jz45g.example.org"),
        ("https://пример.example.org/курс", "xn--e1afmkfd.example.org/курс"),
        ("https://mu\u0308ller.example.org", "xn--mller-kva.example.org"),
    ],
)
def test_a_host_is_written_as_the_dns_has_it(written: str, host: str) -> None:
    assert SiteUrl.parse(written) == f"https://{host}"


def test_cname_and_canonical_urls_have_the_ascii_host(tmp_path: Path) -> None:
    files = {
        "data/site.yml": "title: T\nurl: https://Müller.example.org\n",
        "content/about.md": "Text.\n",
    }
    outputs, problems = render_site(tmp_path, files)
    assert problems == []
    assert outputs["CNAME"] == "xn--mller-kva.example.org\n"
    assert 'rel="canonical" href="https://xn--mller-kva.example.org/"' in outputs["index.html"]
