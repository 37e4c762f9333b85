"""A file behind a link that leads out of a site is not read, so that no message can quote it."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from acadfolio.cli import main
from acadfolio.preview.builds import Builder
from acadfolio.preview.pages import Pages
from acadfolio.resources import theme_templates
from sites import make_site

PLANTED = "s3cr3t-of-the-victim"
CONTENT = f"https://me:{PLANTED}@example.org\n---\n{{{{ {PLANTED} }}}} {{% {PLANTED} %}}\n"
"""What no reader accepts, so that its message would quote it."""
LINKS = (
    "data/news.yml", "data/publications.yml", "data/talks.yml", "data/profile.yml", "data/site.yml", "data/papers.bib",
    "data/papers.ris", "data/papers.json", "data/venues.yml", "data/coauthors.yml", "data/citations.yml",
    "data/gs_data.json", "data/styles/journal.csl", "content/about.md", "content/a.html", "content/_includes/a.html",
    "content/_layouts/a.html", "content/_data/a.yml", "templates/entries/news.html", "templates/layouts/base.html",
    "templates/citations/apa.html", "static/a.txt", "static/assets/css/custom.css", "static/a.svg",
)  # fmt: skip
FOLDERS = (
    "data",
    "content",
    "templates",
    "static",
    "data/more",
    "content/more",
    "templates/partials",
)
COMMANDS = {
    "build": ["build", "--no-cache"],
    "build, in JSON": ["build", "--no-cache", "--format", "json"],
    "check": ["check", "--drafts"],
    "check for deploy": ["check", "--deploy", "--format", "json"],
    "deploy": ["deploy", "--dry-run", "--to", "public"],
    "export": ["export"],
    "templates": ["templates", "diff"],
    "schema": ["schema"],
    "import": ["import", "old/_site", "--compare"],
}


@pytest.fixture
def victim(tmp_path: Path) -> Path:
    """A folder beside the site, with the secret in files of all names that a site may have."""
    folder = tmp_path / "victim"
    names = {Path(link).name for link in LINKS} | {"footer.html"}
    return make_site(folder, dict.fromkeys(names, CONTENT) | {".git-credentials": CONTENT})


def site_with(folder: Path, link: str, target: Path) -> Path:
    page = "---\nlayout: a\n---\n{% include a.html %}\n{{ news() }}\n"
    site = make_site(folder, {"content/about.md": page, "old/_site/index.html": "<p>Old</p>"})
    place = site / link
    if place.is_dir():
        place.rename(site / "moved")
    place.parent.mkdir(parents=True, exist_ok=True)
    place.unlink(missing_ok=True)
    place.symlink_to(target)
    return site


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Standard error is a terminal: there, source lines are shown too."""
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    monkeypatch.setenv("CI", "1")  # No line of progress.


def printed_by(command: list[str], capsys: pytest.CaptureFixture[str]) -> str:
    main(command)
    shown = capsys.readouterr()
    return re.sub("\x1b\\[[0-9]+m", "", shown.out + shown.err)


@pytest.mark.parametrize("command", COMMANDS.values(), ids=COMMANDS)
@pytest.mark.usefixtures("capsys", "terminal")
def test_no_command_prints_what_is_behind_a_link_that_leads_out_of_the_site(
    tmp_path: Path,
    victim: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    command: list[str],
) -> None:
    targets = dict.fromkeys(LINKS, victim / ".git-credentials") | dict.fromkeys(FOLDERS, victim)
    for number, (link, target) in enumerate(targets.items()):
        site = site_with(tmp_path / f"site{number}", link, target)
        monkeypatch.chdir(site)
        printed = printed_by(command, capsys)
        assert PLANTED not in printed, link
        if command[0] in {"build", "check", "deploy", "import"}:
            assert re.search(
                rf"(?s)\b{re.escape(link)}\b.*this link leads out of the site", printed
            )


def test_the_preview_shows_nothing_of_what_is_behind_such_a_link(
    tmp_path: Path, victim: Path
) -> None:
    for number, link in enumerate(LINKS):
        site = site_with(tmp_path / f"site{number}", link, victim / ".git-credentials")
        pages = Pages(site)
        pages.show(Builder(site, drafts=True).build())
        assert "this link leads out of the site" in pages.overlay
        assert PLANTED not in pages.overlay + pages.find("/").content.decode()


def test_templates_are_compared_if_the_links_are_allowed(
    tmp_path: Path,
    victim: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "settings"))
    name = theme_templates()[0]
    site = site_with(tmp_path / "site", f"templates/{name}", victim / ".git-credentials")
    command = ["templates", "diff", "--site", str(site)]
    assert PLANTED not in printed_by(command, capsys)
    assert PLANTED in printed_by([*command, "--follow-links"], capsys)
    assert PLANTED in printed_by(command, capsys)


OLD_LINKS = (
    "_config.yml", "_data/authors.yml", "_data/navigation.yml", "_data/venues.yml", "_bibliography/papers.bib",
    "_pages/about.md", "_talks/b.md", "_includes/a.html", "_layouts/a.html", "about.md", "notes/page.md",
    "notes/script.js", "assets/css/a.scss", "images/a.png", "_hidden/a.md",
)  # fmt: skip


@pytest.mark.parametrize(
    "options", [[], ["--dry-run"], ["--structure", "--dry-run"]], ids=["all", "dry", "structure"]
)
@pytest.mark.parametrize("opening", ["", "---\n"], ids=["plain", "front matter"])
@pytest.mark.usefixtures("capsys", "terminal")
def test_an_import_prints_nothing_of_what_is_behind_a_link_that_leads_out_of_the_old_site(
    tmp_path: Path,
    victim: Path,
    capsys: pytest.CaptureFixture[str],
    options: list[str],
    opening: str,
) -> None:
    secret = victim / ".git-credentials"
    secret.write_text(opening + CONTENT, encoding="utf-8")
    page = "---\ntitle: A\nlayout: a\n---\n{% include a.html %}\n{% include_relative ../../victim/.git-credentials %}\n"
    for number, link in enumerate(OLD_LINKS):
        files = {
            "_config.yml": "title: A\nexclude: [_hidden]\n",
            "_pages/home.md": page,
            "index.md": page,
        }
        old = make_site(tmp_path / f"old{number}", files)
        (old / link).parent.mkdir(parents=True, exist_ok=True)
        (old / link).unlink(missing_ok=True)
        (old / link).symlink_to(secret)
        new = tmp_path / f"new{number}"
        printed = printed_by(["import", str(old), "--site", str(new), *options], capsys)
        assert f"{link}: " in printed
        assert "this link leads out of the " in printed
        assert PLANTED not in printed
        assert not any(
            PLANTED in path.read_text("utf-8", "replace")
            for path in new.rglob("*.*")
            if path.is_file()
        )


def test_a_comparison_prints_no_words_of_a_page_behind_such_a_link(
    tmp_path: Path, victim: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    site = make_site(tmp_path / "site", {"content/about.md": "Hello\n"})
    old = make_site(tmp_path / "_site", {"index.html": "<p>Algebra</p>"})
    (old / "a.html").symlink_to(victim / ".git-credentials")
    printed = printed_by(["import", str(old), "--compare", "--site", str(site)], capsys)
    assert "a.html: error: this link leads out of the site" in printed
    assert "s3cr3t" not in printed
