"""What befalls folders and links while the preview runs: it is said where nothing can be shown, and then goes on."""

from __future__ import annotations

import asyncio
import os
import shutil
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from serving import PATIENCE, run, serving
from watched import batches, watched

from acadfolio.cli import main
from acadfolio.links import links_below
from acadfolio.preview.settling import Settling
from acadfolio.preview.watching import Watching
from sites import make_site

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from serving import Served

ABOUT = "content/about.md"
PAGE = "---\ntitle: Page\n---\n{}\n"


@pytest.fixture
def site(tmp_path: Path) -> Path:
    return make_site(tmp_path / "above/site", {ABOUT: "First\n", "content/cv.md": "CV\n"})


def saved(site: Path, served: Served, *texts: str) -> None:
    """Each save of the home page is seen, for which it has to be watched."""
    for text in texts:
        (site / ABOUT).write_text(f"{text}\n")
        served.wait_for("/", text)


def moved(site: Path) -> None:
    shutil.copytree(site, copy := site.with_name("copy"))
    site.rename(site.with_name("old"))
    copy.rename(site)


def removed(site: Path) -> None:
    """The new folder often has the old one's number."""
    shutil.copytree(site, copy := site.with_name("copy"))
    shutil.rmtree(site)
    shutil.copytree(copy, site)


def moved_with_what_is_above(site: Path) -> None:
    above = site.parent
    shutil.copytree(above, copy := above.with_name("copy"))
    above.rename(above.with_name("old"))
    copy.rename(above)


@pytest.mark.parametrize("polling", ["true", "false"])
@pytest.mark.parametrize("replace", [moved, removed, moved_with_what_is_above])
def test_a_folder_that_takes_the_sites_place_is_the_site(
    replace: Callable[[Path], None], polling: str, site: Path
) -> None:
    with serving(site, WATCHFILES_FORCE_POLLING=polling) as served:
        replace(site)
        saved(site, served, "Second", "Third")


def test_links_in_a_folder_that_takes_the_sites_place_are_watched(site: Path, tmp_path: Path) -> None:
    elsewhere = make_site(tmp_path / "elsewhere", {"page.md": PAGE.format("one"), "pages/page.md": PAGE.format("two")})
    shutil.copytree(site, copy := site.with_name("copy"))
    (copy / "content/page.md").symlink_to(elsewhere / "page.md")
    (copy / "content/linked").symlink_to(elsewhere / "pages")
    with serving(site, WATCHFILES_FORCE_POLLING="false") as served:
        site.rename(site.with_name("old"))
        copy.rename(site)
        served.wait_for("/linked/page/", "two")
        for path, file in {"/page/": "page.md", "/linked/page/": "pages/page.md"}.items():
            for text in ("Second", "Third"):
                (elsewhere / file).write_text(PAGE.format(text))
                served.wait_for(path, text)


@pytest.fixture
def _numbered_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    """As on ext4, where a new folder often has the number of one that was just removed."""
    monkeypatch.setattr("acadfolio.preview.watching._identity", os.path.isdir)


@pytest.mark.usefixtures("_numbered_alike")
def test_a_folder_with_the_number_of_the_one_before_is_watched(site: Path, tmp_path: Path) -> None:
    elsewhere = make_site(tmp_path / "elsewhere", {"page.md": PAGE.format("one")})
    link = site / "content/page.md"
    link.symlink_to(elsewhere / "page.md")

    async def attempt() -> None:
        async with watched(site) as settling:
            removed(elsewhere)
            await batches(settling, link)
            (elsewhere / "page.md").write_text(PAGE.format("two"))
            await batches(settling, link)

    asyncio.run(attempt())


@pytest.mark.usefixtures("_numbered_alike")
def test_who_may_look_into_the_site_is_noticed(site: Path) -> None:
    async def attempt() -> None:
        async with watched(site) as settling:
            await asyncio.to_thread(site.chmod, 0o700)
            await batches(settling, site)

    asyncio.run(attempt())


def test_a_site_that_the_system_spells_otherwise_is_followed(site: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As Macs do where letter case does not count."""
    watch = Watching._watch  # noqa: SLF001 - what the system tells

    def spelt(*given: Any, **named: Any) -> Iterator[set[Path]]:
        for paths in watch(*given, **named):
            yield {Path(str(path).replace("/above/", "/Above/")) for path in paths}

    async def noticed() -> list[frozenset[Path]]:
        async with watched(site) as settling:
            (site / ABOUT).write_text("Second\n")
            return await batches(settling, site / ABOUT)

    monkeypatch.setattr(Watching, "_watch", spelt)
    assert set().union(*asyncio.run(noticed())) == {site}


def test_what_cannot_be_looked_at_settles_like_all_else() -> None:
    async def attempt() -> None:
        settling = Settling()
        settling.notice([Path("/" + "long" * 100)])
        await asyncio.wait_for(settling.settled(), PATIENCE)

    asyncio.run(attempt())


@pytest.mark.parametrize("polling", ["true", "false"])
def test_a_site_that_is_gone_is_told_and_shown_again_when_it_is_back(polling: str, site: Path) -> None:
    with serving(site, WATCHFILES_FORCE_POLLING=polling) as served:
        for text in ("Second", "Third"):
            site.rename(site.with_name("away"))
            assert str(site) in served.wait_to_be_told("the site's folder is gone")
            assert not site.exists()
            site.with_name("away").rename(site)
            served.wait_to_be_told("All mended.")
            saved(site, served, text)
            served.told.clear()


def test_a_folder_that_is_not_there_ends_the_preview_as_it_ends_a_build(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "file").write_text("")
    (tmp_path / "link").symlink_to("nowhere")
    for name in ("nosuch", "file", "link"):
        status = main(["build", "--site", name])
        ended = run(Path(name))
        assert (ended.returncode, ended.stdout, ended.stderr) == (status, "", capfd.readouterr().err)
        assert ended.stderr == f"{name}: error: there is no such folder (`acadfolio new DIR` makes a site)\n"


def test_a_folder_that_is_empty_is_shown_once_it_is_a_site(tmp_path: Path) -> None:
    with serving(tmp_path) as served:
        served.wait_to_be_told("is this a site?")
        make_site(tmp_path, {ABOUT: "First\n"})
        served.wait_for("/", "First")


def test_a_site_above_which_a_folder_was_moved_is_told(site: Path) -> None:
    with serving(site) as served:
        site.parent.rename(site.parent.with_name("away"))
        served.wait_to_be_told("the site's folder is gone")
        site.parent.with_name("away").rename(site.parent)
        served.wait_to_be_told("All mended.")
        saved(site, served, "Second", "Third")


@pytest.mark.parametrize("polling", ["true", "false"])
def test_a_folder_behind_a_link_is_watched_from_when_on_the_link_is_there(
    polling: str, site: Path, tmp_path: Path
) -> None:
    one, two = (make_site(tmp_path / name, {"page.md": PAGE.format(name)}) for name in ("one", "two"))
    link = site / "content/linked"
    with serving(site, WATCHFILES_FORCE_POLLING=polling) as served:
        link.symlink_to(one)
        served.wait_for("/linked/page/", "one")
        (one / "page.md").write_text(PAGE.format("one more"))
        served.wait_for("/linked/page/", "one more")
        (one / "new.md").write_text(PAGE.format("new"))
        served.wait_for("/linked/new/", "new")
        repointed(link, two)
        served.wait_for("/linked/page/", "two")
        (two / "page.md").write_text(PAGE.format("two more"))
        served.wait_for("/linked/page/", "two more")
        two.rename(tmp_path / "away")
        served.wait_to_be_told("content/linked")
        one.rename(two)
        served.wait_for("/linked/page/", "one more")
        (two / "page.md").write_text(PAGE.format("the end"))
        served.wait_for("/linked/page/", "the end")


@pytest.mark.parametrize("polling", ["true", "false"])
def test_every_link_on_the_way_to_a_file_is_watched(polling: str, site: Path, tmp_path: Path) -> None:
    elsewhere = make_site(tmp_path / "elsewhere", {f"{name}/page.md": PAGE.format(name) for name in ("one", "two")})
    make_site(elsewhere, {"three.md": PAGE.format("three")})
    (elsewhere / "current").symlink_to("one")
    (elsewhere / "page.md").symlink_to("current/page.md")
    (site / "content/page.md").symlink_to(elsewhere / "page.md")
    with serving(site, WATCHFILES_FORCE_POLLING=polling) as served:
        served.wait_for("/page/", "one")
        repointed(elsewhere / "current", Path("two"))
        served.wait_for("/page/", "two")
        (elsewhere / "two/page.md").write_text(PAGE.format("two more"))
        served.wait_for("/page/", "two more")
        repointed(elsewhere / "page.md", Path("three.md"))
        served.wait_for("/page/", "three")
        (elsewhere / "three.md").write_text(PAGE.format("three more"))
        served.wait_for("/page/", "three more")
        (elsewhere / "three.md").unlink()
        served.wait_to_be_told("content/page.md")
        (elsewhere / "three.md").symlink_to("one/page.md")
        served.wait_for("/page/", "one")
        (elsewhere / "one/page.md").write_text(PAGE.format("one more"))
        served.wait_for("/page/", "one more")


def repointed(link: Path, target: Path) -> None:
    """In one step, as `ln -sfn` does."""
    new = link.with_name(".new")
    new.symlink_to(target)
    new.replace(link)


def test_links_depend_on_all_that_lies_on_their_way(tmp_path: Path) -> None:
    site = make_site(tmp_path / "site", {"content/a.md": ""})
    elsewhere = make_site(tmp_path / "elsewhere", {"one/page.md": "", "one/deep/page.md": "", "three.md": ""})
    (elsewhere / "current").symlink_to("./one/")
    content = site / "content"
    for name, target in {
        "inside.md": "a.md",
        "far.md": "../../elsewhere/current/../current/page.md",
        "folder": str(elsewhere / "current"),
        "file.md": str(elsewhere / "three.md"),
        "missing.md": str(elsewhere / "none/of/them.md"),
        "circle.md": "circle.md",
        "above": "../..",
    }.items():
        (content / name).symlink_to(target)
    (elsewhere / "one/deep/back.md").symlink_to("../../two.md")
    (elsewhere / "one/deep/again").symlink_to("..")
    found = links_below([content, site / "data"])
    assert found.ways == {
        elsewhere / "current": {content / "far.md"},
        elsewhere / "three.md": {content / "file.md"},
        elsewhere / "none": {content / "missing.md"},
        elsewhere / "two.md": {content / "folder/deep/back.md"},
    }
    assert found.folders == {
        content / "folder": elsewhere / "one",
        content / "folder/deep/again": elsewhere / "one",
        content / "above": tmp_path,
    }
    assert content / "inside.md" in found.known


@pytest.mark.parametrize("closed", ["content", "."])
def test_a_site_that_cannot_be_reached_for_a_while_ends_nothing(closed: str, site: Path) -> None:
    """As one on a disk that is lost. The file was open before, as an editor may have it."""
    before = ("setpriv", "--bounding-set", "-dac_override,-dac_read_search") if os.geteuid() == 0 else ()
    if subprocess.run([*before, "true"], capture_output=True, check=False).returncode:
        pytest.skip("root may read everything here")
    with serving(site, before=before, WATCHFILES_FORCE_POLLING="false") as served, (site / ABOUT).open("a") as about:
        (site / closed).chmod(0)
        about.write("Second\n")
        about.flush()
        served.wait_to_be_told("cannot be read")
        (site / closed).chmod(0o755)
        served.wait_to_be_told("All mended.")
        saved(site, served, "Third", "Fourth")
        assert "four times a second" not in "".join(served.told)


def test_a_name_that_is_no_text_ends_no_watching(site: Path) -> None:
    name = os.fsencode(site / "content") + b"/\xff.md"
    with serving(site, WATCHFILES_FORCE_POLLING="false") as served:
        try:
            Path(os.fsdecode(name)).write_text("x")
        except OSError:
            pytest.skip("no such names here")
        served.wait_to_be_told("not in UTF-8")
        os.unlink(name)  # noqa: PTH108
        served.wait_to_be_told("All mended.")
        saved(site, served, "Second", "Third")
        assert "four times a second" not in "".join(served.told)


@pytest.mark.parametrize("polls", ["false", "true"])
def test_a_save_beside_a_name_that_is_no_text_is_shown_once_that_is_renamed(site: Path, polls: str) -> None:
    name = os.fsencode(site / "content") + b"/\xff.md"
    with serving(site, WATCHFILES_FORCE_POLLING=polls) as served:
        try:
            Path(os.fsdecode(name)).write_text("Renamed\n")
        except OSError:
            pytest.skip("no such names here")
        served.wait_to_be_told("not in UTF-8")
        (site / ABOUT).write_text("Saved meanwhile\n")
        os.rename(name, site / "content/good.md")  # noqa: PTH104
        served.wait_for("/index.html", "Saved meanwhile")
        served.wait_for("/good/index.html", "Renamed")
        assert "".join(served.told).count("not in UTF-8") == 1


@pytest.mark.parametrize("polls", ["false", "true"])
def test_a_bibliography_beside_the_folders_is_told_when_it_comes(site: Path, polls: str) -> None:
    with serving(site, WATCHFILES_FORCE_POLLING=polls) as served:
        (site / "papers.bib").write_text("@book{a, title={A}, author={Ada}, year={2000}}\n")
        served.wait_to_be_told("`papers.bib` lies outside `data/`")
        (site / "papers.bib").rename(site / "data/papers.bib")
        served.wait_to_be_told("All mended.")


def test_where_every_watch_fails_files_are_looked_at(site: Path, tmp_path: Path) -> None:
    failing = "def watch(*_, stop_event, **__):\n    stop_event.is_set()\n    raise OSError('no more')\n    yield\n"
    make_site(tmp_path / "packages", {"watchfiles.py": failing})
    with serving(site, PYTHONPATH=str(tmp_path / "packages")) as served:
        served.wait_to_be_told("no more changes (no more): files are looked at four times a second")
        saved(site, served, "Second", "Third")
