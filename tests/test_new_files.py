"""Files that stand together or not at all."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from acadfolio.cache_folder import user_settings
from acadfolio.cli import main
from acadfolio.new_files import MOST, WRITTEN, is_own, write_new_files, write_own_files
from acadfolio.problems import SiteError
from cases import every_case
from sites import make_site

if TYPE_CHECKING:
    from collections.abc import Iterator


def put(folder: Path, reason: BaseException | None, theirs: str = "") -> list[str]:
    """Two new files, and perhaps one of somebody else's, before something happens."""

    def files() -> Iterator[tuple[str, bytes]]:
        yield "data/deep/a.yml", b"a"
        yield "b.yml", b"b"
        if theirs:
            (folder / theirs).write_bytes(b"theirs")
        if reason is not None:
            raise reason

    return write_new_files(folder, files())


@every_case("reason", [OSError(), KeyboardInterrupt(), SystemExit()])
def test_whatever_stops_it_what_is_new_goes_again(reason: BaseException, tmp_path: Path) -> None:
    with pytest.raises(SiteError if isinstance(reason, OSError) else type(reason)):
        put(tmp_path, reason)
    assert list(tmp_path.iterdir()) == []


def test_what_somebody_else_puts_there_meanwhile_stays_and_the_reason_is_raised(
    tmp_path: Path,
) -> None:
    with pytest.raises(ValueError, match="no"):
        put(tmp_path, ValueError("no"), theirs="data/theirs.yml")
    there = sorted(path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*"))
    assert there == ["data", "data/theirs.yml"]


def test_all_stay_when_nothing_stops_it(tmp_path: Path) -> None:
    assert put(tmp_path, None) == []
    assert ((tmp_path / "data/deep/a.yml").read_bytes(), (tmp_path / "b.yml").read_bytes()) == (
        b"a",
        b"b",
    )


def test_what_is_there_already_stays(tmp_path: Path) -> None:
    (tmp_path / "b.yml").write_bytes(b"old")
    assert put(tmp_path, None) == ["b.yml"]
    assert (tmp_path / "b.yml").read_bytes() == b"old"


# Files that acadfolio writes again


def tree(folder: Path) -> dict[str, bytes | str]:
    """Everything in a folder: the content of each file, and the target of each link."""
    found: dict[str, bytes | str] = {}
    for path in sorted(folder.rglob("*")):
        if path.is_symlink():
            found[path.relative_to(folder).as_posix()] = os.fspath(path.readlink())
        elif path.is_file():
            found[path.relative_to(folder).as_posix()] = path.read_bytes()
    return found


def test_a_file_that_acadfolio_wrote_is_replaced_until_somebody_changes_it(tmp_path: Path) -> None:
    file = tmp_path / "a.bib"
    write_own_files({file: b"one"})
    write_own_files({file: b"two"})
    assert file.read_bytes() == b"two"
    assert is_own(file)
    file.write_bytes(b"mine")
    assert not is_own(file)
    with pytest.raises(
        SiteError, match="acadfolio did not write this file, or it has been changed since"
    ):
        write_own_files({file: b"three"})
    assert file.read_bytes() == b"mine"
    write_own_files({file: b"three"}, force=True)
    assert is_own(file)


def test_a_file_of_the_same_name_elsewhere_or_later_is_not_own(tmp_path: Path) -> None:
    file, other = tmp_path / "a.bib", tmp_path / "b.bib"
    write_own_files({file: b"one"})
    other.write_bytes(b"one")
    assert not is_own(other)
    file.rename(tmp_path / "c.bib")
    file.write_bytes(b"mine")
    with pytest.raises(SiteError):
        write_own_files({file: b"two"})


def test_if_one_of_several_files_must_stay_none_is_written(tmp_path: Path) -> None:
    (tmp_path / "b").write_bytes(b"mine")
    with pytest.raises(SiteError):
        write_own_files({tmp_path / "a": b"a", tmp_path / "b": b"b", tmp_path / "c": b"c"})
    assert tree(tmp_path) == {"b": b"mine"}


def shapes_of_links(folder: Path) -> Iterator[Path]:
    """Paths at which a link, or something that is not a file, is in the way."""
    mine = folder / "mine"
    (mine / "inner").mkdir(parents=True)
    (mine / "file").write_bytes(b"mine")
    targets = [
        str(mine / "file"),
        str(mine / "new"),
        str(mine),
        "mine/file",
        "../nowhere",
        "loop",
        "/dev/null",
    ]
    for number, target in enumerate(targets):
        link = folder / f"link{number}"
        link.symlink_to(target)
        yield link
    (folder / "chain").symlink_to("link0")
    yield folder / "chain"
    (folder / "loop").symlink_to("loop")
    yield folder / "loop"
    yield mine / "inner"
    os.mkfifo(folder / "pipe")
    yield folder / "pipe"


@every_case("force", [False, True])
def test_nothing_is_written_through_a_link_or_over_what_is_no_file(
    tmp_path: Path, force: bool
) -> None:
    for place in shapes_of_links(tmp_path):
        before = tree(tmp_path)
        with pytest.raises(SiteError):
            write_own_files({place: b"ours"}, force=force)
        assert not is_own(place)
        assert tree(tmp_path) == before


@pytest.mark.parametrize("linked", ["data", "data/schemas", "a/b"])
@pytest.mark.parametrize("force", [False, True])
def test_nothing_is_written_through_a_folder_that_leads_out_of_the_current_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, linked: str, force: bool
) -> None:
    mine, site = tmp_path / "mine", tmp_path / "site"
    (mine / "schemas/c").mkdir(parents=True)
    (site / linked).parent.mkdir(parents=True)
    (site / linked).symlink_to(mine)
    monkeypatch.chdir(site)
    for below in ("news.json", "schemas/news.json", "schemas/c/news.json"):
        with pytest.raises(SiteError, match="this is a link"):
            write_own_files({Path(linked, below): b"ours"}, force=force)
    assert tree(mine) == {}
    (site / "public").mkdir()
    (site / "here").symlink_to("public")
    write_own_files({Path("here/a.bib"): b"ours"})
    assert (site / "public/a.bib").read_bytes() == b"ours"


@pytest.mark.parametrize(
    "damage", ["", "[]", "null", '{"files": 3}', '{"files": {"x": 3}}', "[" * 10_000]
)
def test_if_the_digests_are_damaged_every_file_is_somebody_elses(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, damage: str
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "settings"))
    file = tmp_path / "a.bib"
    write_own_files({file: b"one"})
    folder = user_settings()
    assert folder
    (folder / WRITTEN).write_text(damage)
    with pytest.raises(SiteError):
        write_own_files({file: b"two"})
    write_own_files({file: b"two"}, force=True)
    write_own_files({file: b"three"})


def test_without_a_place_for_digests_files_are_written_but_not_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "settings").write_text("")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "settings"))
    file = tmp_path / "a.bib"
    write_own_files({file: b"one"})
    with pytest.raises(SiteError):
        write_own_files({file: b"two"})
    assert file.read_bytes() == b"one"


def test_the_list_of_digests_does_not_grow_for_ever(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "settings"))
    write_own_files({tmp_path / f"{number}.bib": b"one" for number in range(MOST + 10)})
    assert not is_own(tmp_path / "0.bib")
    assert is_own(tmp_path / f"{MOST + 9}.bib")


# Commands


SITE = {
    "content/about.md": "Hello\n",
    "data/publications.yml": "- {title: Ringe, authors: [Emmy Noether], year: 1921}\n",
}


def test_schemas_replace_those_of_any_version_but_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(make_site(tmp_path, SITE))
    assert main(["schema"]) == 0
    news = Path("data/schemas/news.json")
    of_an_older_version = news.read_text(encoding="utf-8").replace(
        '"description": "', '"description": "Old: '
    )
    news.write_text(of_an_older_version, encoding="utf-8")
    assert main(["schema"]) == 0
    assert "Old: " not in news.read_text(encoding="utf-8")
    mine = '[{"id": "a", "title": "acadfolio: news", "type": "book"}]'
    Path("data/publications.json").write_text(mine, encoding="utf-8")
    capsys.readouterr()
    before = tree(tmp_path)
    assert main(["schema", "data"]) == 1
    assert (
        "data/publications.json: error: acadfolio did not write this file"
        in capsys.readouterr().err
    )
    assert tree(tmp_path) == before
    assert main(["schema", "data", "--force"]) == 0


@pytest.mark.parametrize("linked", ["data", "data/schemas", "data/schemas/news.json"])
@pytest.mark.parametrize("force", [[], ["--force"]])
def test_schemas_are_not_written_through_links(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, linked: str, force: list[str]
) -> None:
    mine, site = tmp_path / "mine", tmp_path / "site"
    mine.mkdir()
    (mine / "news.json").write_text("mine")
    (site / linked).parent.mkdir(parents=True)
    (site / linked).symlink_to(mine / "news.json" if linked.endswith(".json") else mine)
    monkeypatch.chdir(site)
    before = tree(tmp_path)
    assert main(["schema", *force]) == 1
    assert main(["schema", str(site / "data/schemas"), *force]) == 1 or linked == "data"
    assert tree(tmp_path) == before or linked == "data"
    assert (mine / "news.json").read_text() == "mine"


@every_case("linked", ["templates", "templates/partials"])
def test_a_template_is_not_copied_through_a_link(tmp_path: Path, linked: str) -> None:
    mine, site = tmp_path / "mine", make_site(tmp_path / "site", SITE)
    mine.mkdir()
    (site / linked).parent.mkdir(exist_ok=True)
    (site / linked).symlink_to(mine)
    before = tree(tmp_path)
    assert main(["templates", "copy", "partials/footer.html", "--site", str(site)]) == 1
    assert tree(tmp_path) == before


@every_case("linked", ["data", ".github", ".github/workflows", ".devcontainer"])
def test_a_new_site_is_not_written_through_links(tmp_path: Path, linked: str) -> None:
    mine, site = tmp_path / "mine", tmp_path / "site"
    mine.mkdir()
    (site / ".git").mkdir(parents=True)
    (site / linked).parent.mkdir(exist_ok=True)
    (site / linked).symlink_to(mine)
    before = tree(tmp_path)
    assert main(["new", str(site), "--empty"]) == 1
    assert tree(tmp_path) == before
    assert list(mine.iterdir()) == []


OLD = {
    "_config.yml": "title: Old\n",
    "_talks/a.md": "---\ntitle: A\ndate: 1932-09-07\n---\n",
    "images/a.png": "x",
    "_pages/a.md": "Hi\n",
}


def test_an_import_writes_its_report_beside_a_file_of_that_name(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    old, site = make_site(tmp_path / "old", OLD), tmp_path / "site"
    (old / "data/site.yml").unlink()
    site.mkdir()
    report = site / "import-report.html"
    report.write_text("mine")
    assert main(["import", str(old), "--site", str(site)]) == 0
    assert f"{site}/import-report-2.html" in capsys.readouterr().out
    assert report.read_text() == "mine"
    report.unlink()
    report.symlink_to(tmp_path / "mine.html")
    assert main(["import", str(old), "--site", str(site), "--compare"]) == 0
    assert not (tmp_path / "mine.html").exists()
    assert [path.name for path in sorted(site.glob("import-report*"))] == [
        "import-report-2.html",
        "import-report.html",
    ]


@every_case("linked", ["data", "static", "static/images", "content"])
def test_an_import_is_not_written_through_links(tmp_path: Path, linked: str) -> None:
    old, mine, site = make_site(tmp_path / "old", OLD), tmp_path / "mine", tmp_path / "site"
    (old / "data/site.yml").unlink()
    mine.mkdir()
    (site / linked).parent.mkdir(parents=True)
    (site / linked).symlink_to(mine)
    main(["import", str(old), "--site", str(site)])
    assert list(mine.iterdir()) == []
