"""Deploying into a folder, as for `~user/public_html`."""

from __future__ import annotations

import errno
import json
import os
import stat
import subprocess
import sys
from pathlib import Path, PureWindowsPath

import pytest

from acadfolio.cli import main
from acadfolio.commands.deploy import copy_report
from acadfolio.deploy.folder import LIST, CopyResult, Update, copy, is_remote, read_list
from acadfolio.output.guards import file_errors_as_problems
from acadfolio.output.staging import Staging
from acadfolio.problems import SiteError
from full_disk import files_of_at_most
from remotes import PAGES, built, git
from sites import make_site


@pytest.fixture
def site(tmp_path: Path) -> Path:
    return make_site(tmp_path / "site", {"content/about.md": "# Hello\n"})


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    public = tmp_path / "public_html"
    public.mkdir()
    return public


def texts(folder: Path) -> dict[str, str]:
    """Every file in a folder but our list."""
    found = {
        path.relative_to(folder).as_posix(): path for path in folder.rglob("*") if path.is_file()
    }
    return {
        name: path.read_text(encoding="utf-8", errors="replace")
        for name, path in found.items()
        if name != LIST
    }


def refusal(site: Path, folder: Path, files: dict[str, str] | None = None) -> str:
    before = texts(folder) if folder.is_dir() else {}
    with pytest.raises(SiteError) as printed:
        copy(built(files), site, folder)
    assert (texts(folder) if folder.is_dir() else {}) == before
    return "\n".join(
        f"{problem.location}: {problem.message} ({problem.hint})"
        for problem in printed.value.problems
    )


KEY = "-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1rZXk\n"
PRIVATE = {"server.pem": "", "ID_RSA": "", "terraform.tfstate": "{}", "terraform.tfstate.old": "{}", "passwd": "",
           "my-passwords.csv": "", "Passwort.TXT": "", "vault.kdbx": "", "notes.txt": KEY, "a.key": KEY}  # fmt: skip
PUBLIC = {"talk.key": "a presentation", "id_rsa.pub": "ssh-rsa AAAA", "password-managers.pdf": "%PDF", "about.txt":
          "How to make a PRIVATE KEY", "cert.crt": "-----BEGIN CERTIFICATE-----\n"}  # fmt: skip


def test_files_that_look_private_are_published_only_with_force(
    tmp_path: Path, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = {f"static/files/{name}": text for name, text in (PRIVATE | PUBLIC).items()}
    site = make_site(tmp_path / "site", {"content/about.md": "# Hello\n", **files})
    command = ["deploy", "--site", str(site), "--to", str(folder), "--despite-errors"]
    assert main(command) == 1
    printed = capsys.readouterr().err
    refused = {
        name
        for name in PRIVATE | PUBLIC
        if f"files/{name}: error: this file looks private" in printed
    }
    assert refused == set(PRIVATE)
    assert list(folder.iterdir()) == []
    assert main([*command, "--force"]) == 0
    assert {path.name for path in (folder / "files").iterdir()} == {*PRIVATE, *PUBLIC}


def test_a_folder_is_made_and_filled(site: Path, tmp_path: Path) -> None:
    synced = copy(built(), site, tmp_path / "new")
    assert texts(tmp_path / "new") == PAGES
    assert synced.changes.added == tuple(sorted(PAGES))
    assert sorted(path.name for path in (tmp_path / "new").iterdir()) == sorted(
        [LIST, *{path.split("/")[0] for path in PAGES}]
    )


def test_only_what_differs_is_written(site: Path, folder: Path) -> None:
    copy(built({"old/index.html": "x"}), site, folder)
    before = {path: path.stat() for path in folder.rglob("*") if path.is_file()}
    synced = copy(built({"index.html": "<p>Home?</p>", "new.html": "n"}), site, folder)
    assert (synced.changes.added, synced.changes.changed) == (("new.html",), ("index.html",))
    assert synced.changes.removed == ("old/index.html",)
    assert texts(folder) == PAGES | {"index.html": "<p>Home?</p>", "new.html": "n"}
    assert not (folder / "old").exists()
    for path in (folder / "cv/index.html", folder / "assets/main.css"):
        assert path.stat().st_mtime_ns == before[path].st_mtime_ns
    whole = folder.stat().st_mtime_ns
    again = copy(built({"index.html": "<p>Home?</p>", "new.html": "n"}), site, folder)
    assert next(copy_report(again)) == f"Nothing changed: {folder} has these 5 files already"
    assert (folder / LIST).stat().st_mtime_ns <= whole


def test_the_same_size_is_not_the_same_file(site: Path, folder: Path) -> None:
    copy(built({"index.html": "one"}), site, folder)
    os.utime(folder / "index.html", (4_000_000_000, 4_000_000_000))
    copy(built({"index.html": "two"}), site, folder)
    assert texts(folder)["index.html"] == "two"


def test_other_files_are_left_alone(site: Path, folder: Path) -> None:
    (folder / "papers").mkdir()
    (folder / "papers/thesis.pdf").write_text("years", encoding="utf-8")
    (folder / ".htaccess").write_text("Options -Indexes", encoding="utf-8")
    synced = copy(built({"papers/new.pdf": "n"}), site, folder)
    assert next(copy_report(synced)).endswith("5 added, 0 changed, 0 removed")
    copy(built(), site, folder)
    assert texts(folder) == PAGES | {"papers/thesis.pdf": "years", ".htaccess": "Options -Indexes"}


def test_a_file_of_the_users_own_is_not_overwritten(site: Path, folder: Path) -> None:
    (folder / "index.html").write_text("by hand, 1998", encoding="utf-8")
    assert refusal(site, folder) == (
        f"{folder}/index.html: acadfolio did not write this file, and the site has a different file with this name"
        " (move it away)"
    )
    (folder / "index.html").write_text(PAGES["index.html"], encoding="utf-8")
    assert copy(built(), site, folder).changes.changed == ()  # The same one is reused.
    copy(built({"index.html": "new"}), site, folder)
    assert texts(folder) == PAGES | {"index.html": "new"}


def test_a_dry_run_changes_nothing_and_makes_no_folder(site: Path, folder: Path) -> None:
    printed = list(copy_report(copy(built(), site, folder, is_dry_run=True)))
    assert printed[0] == f"Would copy 4 files into {folder}: 4 added, 0 changed, 0 removed"
    assert printed[1:] == [f"  + {path}" for path in sorted(PAGES)]
    assert list(folder.iterdir()) == []
    copy(built(), site, folder / "new", is_dry_run=True)
    assert not (folder / "new").exists()


def test_files_can_be_read_by_the_web_server(site: Path, folder: Path) -> None:
    old = os.umask(0o077)
    try:
        copy(built(), site, folder)
        (folder / "index.html").chmod(0o600)
        copy(built({"index.html": "new"}), site, folder)
    finally:
        os.umask(old)
    modes = {
        name: stat.S_IMODE((folder / name).stat().st_mode)
        for name in ("cv", "cv/index.html", "index.html", LIST)
    }
    assert modes == {"cv": 0o755, "cv/index.html": 0o644, "index.html": 0o644, LIST: 0o644}


def test_no_link_leads_out_of_the_folder(site: Path, folder: Path, tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "index.html").write_text("theirs", encoding="utf-8")
    (folder / "cv").symlink_to(outside)
    assert f"{folder}/cv: the site has a folder with the name of this file" in refusal(site, folder)
    (folder / "cv").unlink()
    copy(built(), site, folder)
    assert (outside / "index.html").read_text(encoding="utf-8") == "theirs"
    (folder / "index.html").unlink()
    (folder / "index.html").symlink_to(outside / "index.html")
    for content in ("new", "theirs"):
        printed = refusal(site, folder, {"index.html": content})
        assert printed.startswith(f"{folder}/index.html: acadfolio did not write this file")
    (folder / "index.html").unlink()
    (folder / "cv/index.html").unlink()
    (folder / "cv").rmdir()
    (folder / "cv").symlink_to(outside)
    assert f"{folder}/cv: the site has a folder with the name of this file" in refusal(site, folder)
    assert (outside / "index.html").read_text(encoding="utf-8") == "theirs"


def new_folder(place: Path) -> Path:
    folder = place / "new"
    folder.mkdir()
    return folder


def test_a_link_that_is_made_meanwhile_is_not_followed(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "outside").mkdir()
    update = Update(built(), folder)
    (folder / "cv").symlink_to(tmp_path / "outside")
    with pytest.raises(SiteError, match="this folder is a link that leads elsewhere"):
        update.run(new_folder(tmp_path))
    assert list((tmp_path / "outside").iterdir()) == []


def test_nothing_is_deleted_through_a_link_that_is_made_meanwhile(
    site: Path, folder: Path, tmp_path: Path
) -> None:
    make_site(tmp_path / "outside", {"old.html": "theirs"})
    copy(built({"talks/old.html": "ours"}), site, folder)
    update = Update(built(), folder)
    assert update.changes.removed == ("talks/old.html",)
    (folder / "talks").rename(folder / "moved")
    (folder / "talks").symlink_to(tmp_path / "outside")
    with pytest.raises(SiteError, match="this folder is a link that leads elsewhere"):
        update.run(new_folder(tmp_path))
    assert (tmp_path / "outside/old.html").read_text(encoding="utf-8") == "theirs"


def test_nothing_is_deleted_through_a_link(site: Path, folder: Path, tmp_path: Path) -> None:
    make_site(tmp_path / "outside", {"old.html": "theirs"})
    copy(built({"talks/old.html": "ours", "b.html": "ours"}), site, folder)
    (folder / "talks").rename(folder / "moved")
    (folder / "talks").symlink_to(tmp_path / "outside")
    (folder / "b.html").unlink()
    (folder / "b.html").symlink_to(tmp_path / "outside/old.html")
    assert copy(built(), site, folder).changes.removed == ()
    assert (tmp_path / "outside/old.html").read_text(encoding="utf-8") == "theirs"
    assert (folder / "b.html").is_symlink()


def test_the_folder_itself_may_be_a_link(site: Path, folder: Path, tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(folder)
    copy(built(), site, tmp_path / "link")
    assert texts(folder) == PAGES


def test_a_forged_list_of_files_removes_nothing_outside(
    site: Path, folder: Path, tmp_path: Path
) -> None:
    (tmp_path / "dear.txt").write_text("dear", encoding="utf-8")
    for text in (
        '{"files": ["../dear.txt", "/etc/passwd", 3, ".git/config"]}',
        "[",
        "{}",
        '{"files": 3}',
        "null",
    ):
        (folder / LIST).write_text(text, encoding="utf-8")
        copy(built(), site, folder)
        assert (tmp_path / "dear.txt").exists()


def test_a_list_that_is_a_pipe_or_has_impossible_names_is_no_list(
    folder: Path,
) -> None:
    os.mkfifo(folder / LIST)
    assert read_list(folder) == set()
    (folder / LIST).unlink()
    names = ["x/.GIT/config", "a" * 300, "index.html"]
    (folder / LIST).write_text(json.dumps({"files": names}), encoding="utf-8")
    assert read_list(folder) == {"index.html"}


def test_a_file_in_the_place_of_a_folder_and_a_folder_in_that_of_a_file_are_refused(
    site: Path, folder: Path
) -> None:
    copy(built({"a": "file", "b/c": "below"}), site, folder)
    assert refusal(site, folder, {"a/index.html": "x", "b": "file"}) == (
        f"{folder}/a: the site has a folder with the name of this file (move it away)\n"
        f"{folder}/b: the site has a file with the name of this folder (move it away)"
    )
    (folder / "a").unlink()
    (folder / "b/c").unlink()
    (folder / "b").rmdir()
    copy(built({"a/index.html": "x", "b": "file"}), site, folder)
    assert texts(folder) == PAGES | {"a/index.html": "x", "b": "file"}


def wrong_targets(tmp_path: Path, site: Path) -> dict[str, Path]:
    home = tmp_path / "home"
    output = make_site(tmp_path / "output", {".acadfolio": "made"})
    git(make_site(tmp_path / "repository", {}), "init", "--quiet")
    (tmp_path / "astray").symlink_to("nowhere")
    return {
        "this is your home folder": Path("/"),
        "this is your home folder or one of its parents": home,
        "the site itself is in this folder": site,
        "this folder is among the sources of the site": site / "content/new",
        "every build replaces this folder": output,
        "this is a git repository": tmp_path / "repository",
        "among the internal files of a git repository": tmp_path / "repository/.git/new",
        "the folder above this one does not exist": tmp_path / "none/new",
        "this is a file or a broken link, not a folder": site / "data/site.yml",
        "a broken link, not a folder": tmp_path / "astray",
        "this is on another machine": Path("emmy@example.org:public_html"),
    }


@pytest.mark.parametrize("number", range(11))
def test_folders_that_hold_more_than_a_site_are_refused(
    number: int, site: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "home").mkdir()
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    (site / "content").mkdir(exist_ok=True)
    message, folder = list(wrong_targets(tmp_path, site).items())[number]
    with pytest.raises(SiteError, match=message):
        copy(built(), site, folder)


def test_folders_with_the_names_of_a_repositorys_are_not_taken_for_one(
    site: Path, folder: Path
) -> None:
    for name in ("objects", "refs"):
        (folder / name).mkdir()
    assert copy(built(), site, folder).changes.added == tuple(sorted(PAGES))


ANOTHER = (
    "this is on another machine, but --to needs a folder on this one"
    " (mount it, or build and copy: rsync -rt --delete output/ YOU@HOST:public_html/)"
)


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        ("host:public_html", "host:public_html"),
        ("host:", "host:"),
        ("host::module", "host::module"),
        ("[::1]:public_html", "[::1]:public_html"),
        ("me@host:public_html/", "***@host:public_html"),
        ("me:s3cret@host:www", "***@host:www"),
        ("sftp://me:s3cret@host/www", "***@host/www"),
        ("https://me:s3/cret@host/dav", "***@host/dav"),
        ("file:///srv/www", "file:/srv/www"),
    ],
    ids=[
        str(number) for number in range(9)
    ],  # pytest writes ids into the environment, where passwords are masked.
)
def test_a_target_on_another_machine_is_refused(
    given: str,
    shown: str,
    site: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(site.parent)
    before = sorted(site.parent.iterdir())
    for options in ([], ["--dry-run"]):
        assert main(["deploy", "--site", str(site), "--to", given, *options]) == 1
        assert capsys.readouterr().err == f"{shown}: error: {ANOTHER}\n"
    assert sorted(site.parent.iterdir()) == before


def test_a_folder_with_a_colon_in_its_name_is_one(
    site: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("host:www").mkdir()
    for folder in (Path("host:www"), Path("host:www/new"), tmp_path / "host:new"):
        assert copy(built(), site, folder).files == 4
    assert texts(tmp_path / "host:new") == PAGES
    for local in (
        PureWindowsPath("C:\\x"),
        PureWindowsPath("C:x"),
        PureWindowsPath(r"\\server\share\x"),
        Path("a/b:c"),
    ):
        assert not is_remote(local)
    assert is_remote(PureWindowsPath("host:x"))


@pytest.mark.parametrize("is_there", [False, True])
@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("output", "every build replaces this folder"),
        ("output/new", "every build replaces this folder"),
        ("built/new", "every build replaces this folder"),
        *(
            (name, "this folder is among the sources of the site")
            for name in ("templates", "static/new", "data/new")
        ),
    ],
)
def test_the_sites_own_folders_are_refused_there_or_not(
    site: Path, name: str, message: str, is_there: bool
) -> None:
    make_site(site / "built", {".acadfolio": "made"})
    folder = site / name
    (folder if is_there else folder.parent).mkdir(parents=True, exist_ok=True)
    with pytest.raises(SiteError, match=message):
        copy(built(), site, folder)
    assert folder.exists() is is_there


def test_files_that_links_of_the_sources_lead_to_are_not_written(site: Path, folder: Path) -> None:
    (folder / "papers").mkdir()
    (folder / "papers/a.pdf").write_text("years", encoding="utf-8")
    (site / "static").mkdir()
    (site / "static/papers").symlink_to(folder / "papers")
    assert copy(built({"papers/a.pdf": "years"}), site, folder).changes.changed == ()


def test_a_site_can_be_built_after_it_was_not_deployed_into_its_output(
    site: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["deploy", "--site", str(site), "--to", str(site / "output")]) == 1
    assert (
        "every build replaces this folder with all its files (choose another one)"
        in capsys.readouterr().err
    )
    assert main(["build", "--site", str(site)]) == 0


def test_a_long_dry_run_is_cut_and_lists_removed_files_first(site: Path, folder: Path) -> None:
    copy(built({"old.html": "x"}), site, folder)
    many = {f"papers/{number:03}.html": "p" for number in range(100)}
    printed = list(
        copy_report(copy(built({**many, "index.html": "new"}), site, folder, is_dry_run=True))
    )
    assert printed[1:4] == ["  - old.html", "  ~ index.html", "  + papers/000.html"]
    assert printed[-2:] == ["  + papers/037.html", "  … and 62 more"]
    assert len(printed) == 42
    forty = {f"papers/{number:03}.html": "p" for number in range(36)}
    (folder / "new").mkdir()
    printed = list(copy_report(copy(built(forty), site, folder / "new", is_dry_run=True)))
    assert (len(printed), printed[-1]) == (41, "  + papers/035.html")


def test_a_folder_above_the_home_is_refused(
    site: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "people/emmy").mkdir(parents=True)
    monkeypatch.setenv("HOME", str(tmp_path / "people/emmy"))
    with pytest.raises(SiteError, match="this is your home folder"):
        copy(built(), site, tmp_path / "people")


def test_a_repository_that_was_deployed_into_before_is_kept(site: Path, folder: Path) -> None:
    copy(built(), site, folder)
    git(folder, "init", "--quiet")
    copy(built({"index.html": "new"}), site, folder)
    assert (folder / ".git/HEAD").is_file()


@pytest.mark.parametrize("kind", ["repository", "submodule"])
def test_repositories_in_the_folder_are_kept_whole(site: Path, folder: Path, kind: str) -> None:
    make_site(folder, {"code/deep/src/a.py": "uncommitted", "code/b.txt": "mine"})
    inner = folder / "code/deep"
    if kind == "submodule":
        (inner / ".git").write_text("gitdir: elsewhere\n", encoding="utf-8")
    else:
        git(inner, "init", "--quiet")
    before = texts(folder)
    (folder / LIST).write_text(
        '{"files": ["code/deep/.git", "code/deep/.git/HEAD"]}', encoding="utf-8"
    )
    dry_run = copy(built(), site, folder, is_dry_run=True)
    synced = copy(built(), site, folder)
    assert (synced.changes, synced.changes.removed) == (dry_run.changes, ())
    assert texts(folder) == before | PAGES
    assert f"{folder}/code: the site has a file with the name of this folder" in refusal(
        site, folder, {"code": "file"}
    )


def test_two_at_once_do_not_get_in_each_others_way(site: Path, folder: Path) -> None:
    other = Staging(folder / "deploy")
    other.open()
    try:
        assert "another deployment into this folder is running" in refusal(site, folder)
    finally:
        other.close()
    assert isinstance(copy(built(), site, folder), CopyResult)


def test_a_copy_that_failed_halfway_leaves_the_last_good_site(site: Path, folder: Path) -> None:
    copy(built({"old.html": "x"}), site, folder)
    new = built({"index.html": "i" * 20_000, "assets/main.css": "new"})
    with files_of_at_most(10_000), pytest.raises(SiteError) as printed:
        copy(new, site, folder)
    (problem,) = printed.value.problems
    assert (str(problem.location), problem.message, problem.hint) == (
        str(folder),
        "a file is larger than this system allows: the last good site is unchanged",
        "",
    )
    assert texts(folder) == PAGES | {"old.html": "x"}
    copy(new, site, folder)
    assert texts(folder) == PAGES | {"index.html": "i" * 20_000, "assets/main.css": "new"}


def test_a_full_disk_while_files_are_replaced_is_reported() -> None:
    full = OSError(errno.ENOSPC, "No space left on device")
    with (
        pytest.raises(
            SiteError, match="the disk is full: some files here may be new, others old"
        ) as printed,
        file_errors_as_problems("p", "deploy", is_mixed=True),
    ):
        raise full
    assert printed.value.problems[0].hint == "free some space, and deploy again"


@pytest.mark.skipif(
    not hasattr(os, "getuid") or os.getuid() == 0, reason="root may write everywhere"
)
def test_a_read_only_folder_is_reported(site: Path, folder: Path) -> None:
    folder.chmod(0o555)
    assert "permission denied" in refusal(site, folder)


def deploy_as_user(site: Path, folder: Path, *options: str) -> tuple[int, str]:
    """Status and words of a deployment by a user who may not do everything: root may."""
    before = (
        ("setpriv", "--bounding-set", "-dac_override,-dac_read_search") if os.geteuid() == 0 else ()
    )
    if subprocess.run([*before, "true"], capture_output=True, check=False).returncode:
        pytest.skip("root may do everything here")
    command = [
        *before,
        sys.executable,
        "-m",
        "acadfolio",
        "deploy",
        "--site",
        site,
        "--to",
        folder,
        *options,
    ]
    ended = subprocess.run(command, capture_output=True, text=True, check=False)
    return ended.returncode, ended.stdout + ended.stderr


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="modes keep nobody out here")
@pytest.mark.parametrize("mode", [0, 0o444, 0o111])
def test_an_unreadable_folder_is_skipped_unless_the_site_needs_it(
    site: Path, folder: Path, mode: int
) -> None:
    make_site(folder, {"lost+found/one.txt": "1", "stats/deep/two.txt": "2", "three.txt": "3"})
    closed = [folder / "lost+found", folder / "stats/deep"]
    for each in closed:
        each.chmod(mode)
    try:
        assert deploy_as_user(site, folder)[0] == 0
        (site / "static/lost+found").mkdir(parents=True)
        (site / "static/lost+found/own.txt").write_text("own", encoding="utf-8")
        status, printed = deploy_as_user(site, folder)
        assert (status, "permission denied" in printed) == (1, True)
        (site / "static/lost+found/own.txt").unlink()
        (site / "static/lost+found").rmdir()
        (site / "static/stats").write_text("a file", encoding="utf-8")
        status, printed = deploy_as_user(site, folder)
        assert f"{folder}/stats: error: the site has a file with the name of this folder" in printed
    finally:
        for each in closed:
            each.chmod(0o755)
    assert (closed[0] / "one.txt").read_text("utf-8") + (closed[1] / "two.txt").read_text(
        "utf-8"
    ) == "12"


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="modes keep nobody out here")
@pytest.mark.parametrize("closed", ["deep", ""])
def test_a_path_without_permission_is_named_as_the_user_wrote_it(
    site: Path, folder: Path, closed: str
) -> None:
    make_site(site, {"static/deep/a.txt": "a"})
    copy(built({"deep/a.txt": "old"}), site, folder)
    place = folder / closed
    place.chmod(0o555)
    try:
        status, printed = deploy_as_user(site, folder)
    finally:
        place.chmod(0o755)
    assert status == 1
    assert f"check the permissions of {place})" in printed


def test_the_command_fills_a_folder(
    site: Path, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["deploy", "--site", str(site), "--to", str(folder)]) == 0
    assert capsys.readouterr().out.startswith(f"Copied {len(texts(folder))} files into {folder}: ")
    assert main(["deploy", "--site", str(site), "--to", str(site)]) == 1
    assert "its sources would be published" in capsys.readouterr().err


def test_options_that_contradict_each_other_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["deploy", "--to", "x", "--branch", "y"])
    assert ended.value.code == 2
    assert "acadfolio deploy: error: " in capsys.readouterr().err
