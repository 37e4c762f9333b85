"""What lies outside of a site's folder does not get into the site by a link or a path, unless the author allows it."""

from __future__ import annotations

from pathlib import Path

import pytest

from acadfolio.build import prepare
from acadfolio.cli import main
from acadfolio.preview.builds import Builder
from acadfolio.preview.pages import Pages
from acadfolio.problems import SiteError
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
    site = make_site(folder, {"data/site.yml": f"title: A\n{settings}", "content/about.md": "Hello\n{{ news() }}\n"})
    (site / link).parent.mkdir(parents=True, exist_ok=True)
    (site / link).symlink_to(target)
    return site


def content_of_outputs(site: Path) -> bytes:
    outputs = prepare(site).outputs()
    return b"".join(Path(output.file).read_bytes() if output.file else output.content for output in outputs)


@pytest.mark.parametrize(("link", "target"), LINKS.values(), ids=LINKS)
def test_a_link_that_leads_out_of_a_site_is_an_error_unless_the_author_allows_it(
    tmp_path: Path, private: Path, link: str, target: str
) -> None:
    site = linked_site(tmp_path / "site", link, private / target)
    with pytest.raises(SiteError) as caught:
        content_of_outputs(site)
    found = [(problem.rule, problem.location.file) for problem in caught.value.problems if problem.severity == "error"]
    assert found == [("outside-link", link)]
    allowed = linked_site(tmp_path / "allowed", link, private / target, "follow_links: true\n")
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


def test_the_preview_does_not_send_a_file_that_became_a_link_out_of_the_site(tmp_path: Path, private: Path) -> None:
    site = make_site(tmp_path / "site", {"content/about.md": "Hello\n", "static/a.txt": "Mine", "static/b.txt": "Too"})
    builder, pages = Builder(site, drafts=False), Pages(site)
    pages.show(builder.build())
    assert pages.find("/a.txt").file
    (site / "static/a.txt").unlink()
    (site / "static/a.txt").symlink_to(private / "secret.txt")
    pages.show(builder.build())
    assert not pages.find("/a.txt").file
    assert pages.find("/b.txt").file
    assert b"Hello" in pages.find("/").content


@pytest.mark.parametrize("link", ["_config.yml", "_data", "_pages", "_talks/a.md", "_publications", "about.md"])
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
def test_an_include_does_not_leave_the_folder_of_pages(tmp_path: Path, private: Path, page: str) -> None:
    site = make_site(tmp_path / "site", {"data/site.yml": f"title: {PRIVATE}\n", "content/a.md": f"Hello\n\n{page}\n"})
    assert private.is_dir()
    try:
        outputs = {output.path: output.content for output in prepare(site).outputs()}
    except SiteError:
        return
    assert PRIVATE.encode() not in outputs["a/index.html"].partition(b"page__content")[2].partition(b"</main>")[0]


@pytest.mark.parametrize("permalink", ["/../x/", "/a/../../x/", "//x/", "/%2e%2e/x/", "C:/x/", "\\\\x\\y"])
@pytest.mark.parametrize("key", ["permalink", "redirect_from"])
def test_no_page_is_written_outside_of_the_output_folder(tmp_path: Path, key: str, permalink: str) -> None:
    page = f"---\ntitle: A\n{key}: '{permalink}'\n---\nHello\n"
    site = make_site(tmp_path / "site", {"content/about.md": "Home\n", "content/a.md": page})
    before = {path for path in tmp_path.rglob("*") if "output" not in path.parts}
    main(["build", "--no-cache", "--site", str(site), "--output", str(tmp_path / "output")])
    assert {path for path in tmp_path.rglob("*") if "output" not in path.parts} == before
