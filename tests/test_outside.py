"""What lies outside of a site's folder does not get into the site by a link or a path, unless the author allows it."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from acadfolio import SOURCE_FOLDERS
from acadfolio.build import prepare
from acadfolio.cache_folder import user_settings
from acadfolio.cli import main
from acadfolio.outside_links import FILE, allow_links, allowed_targets
from acadfolio.preview.builds import Builder
from acadfolio.preview.pages import Pages
from acadfolio.problems import SiteError
from acadfolio.programs import find_program
from cases import every_case
from sites import make_site

PRIVATE = "Nobody may read this"
LINKS = {
    "a static file": ("static/files/a.txt", "secret.txt"),
    "a static folder": ("static/files", "."),
    "a page": ("content/a.md", "secret.txt"),
    "a data file": ("data/news.yml", "news.yml"),
    "a template": ("templates/entries/news.html", "secret.txt"),
    "a folder of the site": ("static", "."),
}
"""Links in a site, and what they lead to in another folder."""


@pytest.fixture
def private(tmp_path: Path) -> Path:
    """A folder beside the site."""
    folder = tmp_path / "private"
    folder.mkdir()
    (folder / "secret.txt").write_text(PRIVATE)
    (folder / "news.yml").write_text(f"- {{date: 2024, text: {PRIVATE}}}\n")
    return folder


def linked_site(folder: Path, link: str, target: Path, settings: str = "") -> Path:
    site = make_site(
        folder,
        {"data/site.yml": f"title: A\n{settings}", "content/about.md": "Hello\n{{ news() }}\n"},
    )
    (site / link).parent.mkdir(parents=True, exist_ok=True)
    (site / link).symlink_to(target)
    return site


def content_of_outputs(site: Path) -> bytes:
    outputs = prepare(site).outputs()
    return b"".join(
        Path(output.file).read_bytes() if output.file else output.content for output in outputs
    )


@pytest.mark.parametrize(("link", "target"), LINKS.values(), ids=LINKS)
def test_a_link_that_leads_out_of_a_site_is_an_error_unless_the_author_allows_it(
    tmp_path: Path, private: Path, link: str, target: str
) -> None:
    site = linked_site(tmp_path / "site", link, private / target)
    with pytest.raises(SiteError) as caught:
        content_of_outputs(site)
    found = [
        (problem.rule, problem.location.file)
        for problem in caught.value.problems
        if problem.severity == "error"
    ]
    assert found == [("outside-link", link)]
    allowed = linked_site(tmp_path / "allowed", link, private / target)
    allow_links(allowed, SOURCE_FOLDERS)
    if "secret" in target and link.startswith(("templates", "content")):
        prepare(allowed)
    else:
        assert PRIVATE.encode() in content_of_outputs(allowed)


def test_links_within_a_site_are_followed_and_a_link_from_there_out_of_it_is_an_error(
    tmp_path: Path, private: Path
) -> None:
    site = linked_site(tmp_path / "site", "static/files", tmp_path / "site/papers")
    (site / "papers").mkdir()
    (site / "papers/a.txt").write_text("Mine")
    assert b"Mine" in content_of_outputs(site)
    (site / "papers/b.txt").symlink_to(private / "secret.txt")
    with pytest.raises(SiteError, match=r"static/files/b\.txt: this link leads out of the site"):
        prepare(site)


def test_the_preview_does_not_send_a_file_that_became_a_link_out_of_the_site(
    tmp_path: Path, private: Path
) -> None:
    site = make_site(
        tmp_path / "site",
        {"content/about.md": "Hello\n", "static/a.txt": "Mine", "static/b.txt": "Too"},
    )
    builder, pages = Builder(site, drafts=False), Pages(site)
    pages.show(builder.build())
    assert pages.find("/a.txt").file
    (site / "static/a.txt").unlink()
    (site / "static/a.txt").symlink_to(private / "secret.txt")
    pages.show(builder.build())
    assert not pages.find("/a.txt").file
    assert pages.find("/b.txt").file
    assert b"Hello" in pages.find("/").content


@pytest.mark.usefixtures("own_settings")
def test_the_preview_does_not_wait_for_a_build_to_see_that_a_file_became_such_a_link(
    tmp_path: Path, private: Path
) -> None:
    files = {
        "content/about.md": "Hello\n",
        "static/a.html": "Mine",
        "static/404.html": "Gone",
        "static/b/c.txt": "C",
    }
    site = make_site(tmp_path / "site", files)
    (private / "c.txt").write_text(PRIVATE)
    pages = Pages(site)
    pages.show(Builder(site, drafts=False).build())
    for path in ("static/a.html", "static/404.html"):
        (site / path).unlink()
        (site / path).symlink_to(private / "secret.txt")
    (site / "static/b").rename(site / "b")
    (site / "static/b").symlink_to(private)
    for url in ("/a.html", "/404.html", "/nowhere"):
        assert PRIVATE.encode() not in pages.find(url).content
    assert not pages.find("/b/c.txt").file
    allow_links(site, SOURCE_FOLDERS)
    assert PRIVATE.encode() in pages.find("/a.html").content
    assert pages.find("/b/c.txt").file


@pytest.fixture
def own_settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file with the permissions of a user who has given none."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "settings"))
    return tmp_path / "settings/acadfolio" / FILE


def errors_of(site: Path, capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """What a build prints on stderr, without warnings."""
    main(["build", "--no-cache", "--site", str(site), *arguments])
    lines = capsys.readouterr().err.splitlines(keepends=True)
    return "".join(line for line in lines if ": warning: " not in line)


OUTSIDE = "this link leads out of the site (replace it by the file or folder itself, or use `--follow-links` once"


def test_a_site_cannot_allow_its_own_links(
    tmp_path: Path, private: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    site = linked_site(
        tmp_path / "site", "static/a.txt", private / "secret.txt", "follow_links: true\n"
    )
    printed = errors_of(site, capsys)
    assert OUTSIDE in printed
    assert not (site / "output").exists()
    (site / "static/a.txt").unlink()
    printed = errors_of(site, capsys)
    assert (
        "data/site.yml:2:1: error: unknown key `follow_links` (delete it: a site cannot allow its own"
        in printed
    )


@pytest.mark.usefixtures("own_settings")
def test_a_permission_is_remembered_for_this_site_and_this_target(
    tmp_path: Path, private: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    site = linked_site(tmp_path / "site", "static/a.txt", private / "secret.txt")
    assert OUTSIDE in errors_of(site, capsys)
    assert errors_of(site, capsys, "--follow-links") == (
        f"Allowed: static/a.txt leads to {private}/secret.txt\n"
    )
    assert errors_of(site, capsys) == ""
    assert (site / "output/a.txt").read_text() == PRIVATE
    (site / "static/b.txt").symlink_to(private / "secret.txt")  # The same target.
    assert errors_of(site, capsys) == ""
    (site / "static/c.yml").symlink_to(private / "news.yml")
    assert f"static/c.yml: error: {OUTSIDE}" in errors_of(site, capsys)
    other = linked_site(tmp_path / "other", "static/a.txt", private / "secret.txt")
    assert OUTSIDE in errors_of(other, capsys)
    through_a_link = tmp_path / "link"
    (site / "static/c.yml").unlink()
    through_a_link.symlink_to(site)
    assert errors_of(through_a_link, capsys) == ""


COMMANDS = {
    "build": ["build"], "check": ["check"], "deploy": ["deploy", "--dry-run", "--to", "public"], "export": ["export"],
    "import": ["import", "old/_site", "--compare"],
}  # fmt: skip


@pytest.mark.parametrize("command", COMMANDS.values(), ids=COMMANDS)
@pytest.mark.usefixtures("own_settings")
def test_each_command_that_loads_a_site_refuses_and_allows(
    tmp_path: Path, private: Path, monkeypatch: pytest.MonkeyPatch, command: list[str]
) -> None:
    site = linked_site(tmp_path / "site", "data/news.yml", private / "news.yml")
    make_site(site / "old", {"_site/index.html": "<p>Old</p>"})
    monkeypatch.chdir(site)
    assert main(command) == 1
    assert main([*command, "--follow-links"]) == 0
    assert main(command) == 0


@pytest.mark.usefixtures("own_settings")
def test_an_allowed_folder_is_no_way_to_another_place(
    tmp_path: Path, private: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    papers = tmp_path / "papers"
    (papers / "old").mkdir(parents=True)
    (papers / "old/a.txt").write_text("Mine")
    site = linked_site(tmp_path / "site", "static/papers", papers)
    allow_links(site, SOURCE_FOLDERS)
    (papers / "again").symlink_to(papers / "old")  # It stays in the allowed folder.
    assert errors_of(site, capsys) == ""
    (papers / "secret.txt").symlink_to(private / "secret.txt")
    assert f"static/papers/secret.txt: error: {OUTSIDE}" in errors_of(site, capsys)
    (papers / "secret.txt").unlink()
    (site / "static/old").symlink_to(
        papers / "old"
    )  # A stranger's site could look for more in an allowed folder.
    assert f"static/old: error: {OUTSIDE}" in errors_of(site, capsys)


@pytest.mark.usefixtures("own_settings")
def test_the_links_of_an_allowed_folder_are_allowed_with_it(tmp_path: Path, private: Path) -> None:
    papers, more = tmp_path / "papers", tmp_path / "more"
    papers.mkdir()
    more.mkdir()
    (papers / "more").symlink_to(more)
    (more / "secret.txt").symlink_to(private / "secret.txt")
    site = linked_site(tmp_path / "site", "static/papers", papers)
    new = allow_links(site, SOURCE_FOLDERS)
    assert set(new.values()) == {str(papers), str(more), str(private / "secret.txt")}
    assert PRIVATE.encode() in content_of_outputs(site)
    assert allow_links(site, SOURCE_FOLDERS) == {}


@pytest.mark.parametrize(
    "damage", ["", "[]", "null", '{"sites": 3}', '{"sites": {"x": 3}}', "[" * 10_000, "\0"]
)
def test_damaged_permissions_allow_nothing(
    tmp_path: Path,
    private: Path,
    own_settings: Path,
    damage: str,
    capsys: pytest.CaptureFixture[str],
) -> None:
    site = linked_site(tmp_path / "site", "static/a.txt", private / "secret.txt")
    allow_links(site, SOURCE_FOLDERS)
    own_settings.write_text(damage)
    assert allowed_targets(site) == frozenset()
    assert OUTSIDE in errors_of(site, capsys)
    assert "Allowed" in errors_of(site, capsys, "--follow-links")
    assert errors_of(site, capsys) == ""


def test_a_permission_that_cannot_be_remembered_is_an_error(
    tmp_path: Path,
    private: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "file"))
    site = linked_site(tmp_path / "site", "static/a.txt", private / "secret.txt")
    assert "the allowed links cannot be remembered" in errors_of(site, capsys, "--follow-links")
    assert not (site / "output").exists()


def test_permissions_are_not_in_the_folder_of_a_site(
    tmp_path: Path, private: Path, own_settings: Path
) -> None:
    site = linked_site(tmp_path / "site", "static/a.txt", private / "secret.txt")
    allow_links(site, SOURCE_FOLDERS)
    assert user_settings() == own_settings.parent
    assert own_settings.is_file()
    assert not list(site.rglob(FILE))


@every_case("place", ["", "/static", "/.."])
def test_an_output_that_is_a_link_out_of_the_site_is_refused(
    tmp_path: Path, place: str, capsys: pytest.CaptureFixture[str]
) -> None:
    mine = make_site(tmp_path / "mine", {"content/about.md": "Mine\n"})
    assert main(["build", "--site", str(mine)]) == 0
    before = (mine / "output/index.html").read_bytes()
    site = make_site(tmp_path / "site", {"content/about.md": "Theirs\n"})
    (site / "output").symlink_to(Path(f"../mine/output{place}"))
    for arguments in ([], ["--follow-links"], ["--no-cache"]):
        assert main(["build", "--site", str(site), *arguments]) == 1
        assert "output: error: this link leads out of the site, to " in capsys.readouterr().err
    assert (mine / "output/index.html").read_bytes() == before
    assert main(["check", "--site", str(site)]) == 0


def test_an_output_that_is_a_link_within_the_site_or_that_the_user_names_is_built(
    tmp_path: Path,
) -> None:
    site = make_site(tmp_path / "site", {"content/about.md": "Mine\n"})
    (site / "public").mkdir()
    (site / "output").symlink_to("public")
    assert main(["build", "--site", str(site)]) == 0
    assert (site / "public/index.html").is_file()
    (site / "output").unlink()
    (tmp_path / "elsewhere").mkdir()
    (site / "output").symlink_to(tmp_path / "elsewhere")
    assert main(["build", "--site", str(site), "--output", str(site / "output")]) == 0
    assert (tmp_path / "elsewhere/index.html").is_file()


@pytest.mark.parametrize(
    "link", ["_config.yml", "_data", "_pages", "_talks/a.md", "_publications", "about.md"]
)
def test_an_import_reads_nothing_outside_of_the_old_site(
    tmp_path: Path, private: Path, link: str, capsys: pytest.CaptureFixture[str]
) -> None:
    old = tmp_path / "old"
    (old / "_talks").mkdir(parents=True)
    (old / "_talks/b.md").write_text("---\ntitle: B\n---\n")
    (old / link).symlink_to(private if "." not in link else private / "secret.txt")
    assert main(["import", str(old), "--site", str(tmp_path / "new")]) == 1
    assert f"{link}: error: this link leads out of the site" in capsys.readouterr().err
    assert not (tmp_path / "new").exists()


@pytest.mark.parametrize(
    "page",
    ["{% include_relative ../../private/secret.txt %}", "{% include_relative ../data/site.yml %}",
     "{% include ../../private/secret.txt %}"],
)  # fmt: skip
def test_an_include_does_not_leave_the_folder_of_pages(
    tmp_path: Path, private: Path, page: str
) -> None:
    site = make_site(
        tmp_path / "site",
        {"data/site.yml": f"title: {PRIVATE}\n", "content/a.md": f"Hello\n\n{page}\n"},
    )
    assert private.is_dir()
    try:
        outputs = {output.path: output.content for output in prepare(site).outputs()}
    except SiteError:
        return
    assert (
        PRIVATE.encode()
        not in outputs["a/index.html"].partition(b"page__content")[2].partition(b"</main>")[0]
    )


@every_case("permalink", ["/../x/", "/a/../../x/", "//x/", "/%2e%2e/x/", "C:/x/", "\\\\x\\y"])
@every_case("key", ["permalink", "redirect_from"])
def test_no_page_is_written_outside_of_the_output_folder(
    tmp_path: Path, key: str, permalink: str
) -> None:
    page = f"---\ntitle: A\n{key}: '{permalink}'\n---\nHello\n"
    site = make_site(tmp_path / "site", {"content/about.md": "Home\n", "content/a.md": page})
    before = {path for path in tmp_path.rglob("*") if "output" not in path.parts}
    main(["build", "--no-cache", "--site", str(site), "--output", str(tmp_path / "output")])
    assert {path for path in tmp_path.rglob("*") if "output" not in path.parts} == before


@pytest.mark.parametrize("folder", ["", ".", "./", "bin", "..", "site"])
def test_no_program_in_the_folder_of_a_site_is_started(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, folder: str
) -> None:
    site = make_site(tmp_path / "site", {"content/about.md": "Hello\n"})
    for place in (site, site / "bin", site / "site", tmp_path):
        place.mkdir(exist_ok=True)
        (place / "git").write_text("#!/bin/sh\ntouch planted\n")
        (place / "git").chmod(0o755)
    monkeypatch.chdir(site)
    monkeypatch.setenv("PATH", folder)
    assert find_program("git") is None
    assert main(["deploy", "--dry-run"]) == 1
    assert not list(tmp_path.rglob("planted"))
    monkeypatch.setenv("PATH", f"{folder}{os.pathsep}{site / 'bin'}")
    assert find_program("git") == str(site / "bin/git")
