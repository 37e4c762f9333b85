"""Deploying to a branch of a real repository."""

from __future__ import annotations

import os
import re
import socket
import subprocess
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from acadfolio.cache_folder import CACHE
from acadfolio.cli import main
from acadfolio.commands.deploy import push_report
from acadfolio.deploy import BuiltSite, build_site, by_path
from acadfolio.deploy.branch import Changes, PushOptions, PushResult, check_url, push
from acadfolio.deploy.git import problem_of_git
from acadfolio.deploy.remote import Hosting, hosting_of, repository_of
from acadfolio.problems import SiteError
from acadfolio.rendering import Output
from remotes import (
    PAGES,
    built,
    commits_of,
    everything_in,
    files_of,
    git,
    isolated_git,  # noqa: F401 - it is for every test
    make_checkout,
    make_remote,
    push_by_hand,
    recording_git,
)
from sites import make_site

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture
def remote(tmp_path: Path) -> Path:
    return make_remote(tmp_path / "remote.git")


@pytest.fixture
def site(tmp_path: Path, remote: Path) -> Path:
    return make_checkout(tmp_path / "site", remote)


def refusal(
    site: Path, options: PushOptions | None = None, files: dict[str, str] | None = None
) -> str:
    """What is printed when nothing is pushed."""
    with pytest.raises(SiteError) as printed:
        push(built(files), site, options or PushOptions())
    return "\n".join(
        f"{problem.location}: {problem.message} ({problem.hint})"
        for problem in printed.value.problems
    )


def is_whole(remote: Path) -> bool:
    git(remote, "fsck", "--strict", "--full")
    return True


def test_the_first_push_makes_the_branch(site: Path, remote: Path) -> None:
    pushed = push(built(), site, PushOptions())
    assert files_of(remote) == PAGES
    assert (pushed.is_first, pushed.is_done, pushed.changes.added) == (
        True,
        True,
        tuple(sorted(PAGES)),
    )
    assert git(remote, "log", "-1", "--format=%an <%ae>", "gh-pages") == "Emmy <emmy@example.org>"
    assert git(remote, "rev-parse", "gh-pages") == pushed.commit
    assert is_whole(remote)


def test_no_commit_is_made_when_nothing_changed(site: Path, remote: Path) -> None:
    first = push(built(), site, PushOptions())
    second = push(built(), site, PushOptions())
    assert (second.is_done, second.commit, bool(second.changes)) == (False, first.commit, False)
    assert len(commits_of(remote)) == 1
    assert next(push_report(second)).startswith("Nothing changed: the branch gh-pages of origin (")


def test_a_change_is_a_commit_on_top_of_the_last(site: Path, remote: Path) -> None:
    push(built({"old.html": "x"}), site, PushOptions(message="One"))
    pushed = push(
        built({"index.html": "new", "new.html": "y"}), site, PushOptions(message="Two\n\nünd mehr")
    )
    assert pushed.changes.added == ("new.html",)
    assert (pushed.changes.changed, pushed.changes.removed) == (("index.html",), ("old.html",))
    assert commits_of(remote) == ["Two", "One"]
    assert files_of(remote) == PAGES | {"index.html": "new", "new.html": "y"}
    assert "  - old.html" in list(push_report(pushed))
    assert is_whole(remote)


def test_only_what_changed_is_sent_and_fetched(site: Path, remote: Path) -> None:
    for setting in ("uploadpack.allowFilter", "uploadpack.allowAnySHA1InWant"):
        git(remote, "config", setting, "true")
    git(site, "remote", "set-url", "origin", remote.as_uri())
    git(remote, "config", "receive.unpackLimit", "1")  # Each push stays a pack, to be counted.
    large = {"large.bin": os.urandom(200_000).hex()}
    push(built(large), site, PushOptions())
    push(built(large | {"index.html": "new"}), site, PushOptions())
    sizes = sorted(pack.stat().st_size for pack in (remote / "objects/pack").glob("*.pack"))
    assert sizes[-1] > 200_000
    assert [size for size in sizes[:-1] if size > 1500] == []
    assert is_whole(remote)


def dirty(site: Path) -> None:
    (site / "content/about.md").write_text("# Staged\n", encoding="utf-8")
    git(site, "add", ".")
    (site / "content/about.md").write_text("# Changed again\n", encoding="utf-8")
    (site / "content/new.md").write_text("# Untracked\n", encoding="utf-8")


def with_hooks(site: Path) -> None:
    for name in ("pre-push", "pre-commit", "post-commit", "reference-transaction", "post-checkout"):
        hook = site / ".git/hooks" / name
        hook.write_text("#!/bin/sh\ntouch ../a-hook-ran\nexit 1\n", encoding="utf-8")
        hook.chmod(0o755)
    (Path.home() / ".gitconfig").write_text(
        f"[core]\n hooksPath = {site}/.git/hooks\n", encoding="utf-8"
    )
    remote = Path(git(site, "remote", "get-url", "origin"))
    git(remote, "config", "core.hooksPath", str(remote / "hooks"))


def detached(site: Path) -> None:
    git(site, "checkout", "--quiet", "--detach", "HEAD~1")


def in_a_merge(site: Path) -> None:
    (site / ".git/MERGE_HEAD").write_text(git(site, "rev-parse", "HEAD"), encoding="utf-8")
    (site / ".git/index.lock").write_text("", encoding="utf-8")


@pytest.mark.parametrize("state", [dirty, detached, with_hooks, in_a_merge])
def test_the_checkout_is_only_read(state: object, site: Path, remote: Path) -> None:
    assert callable(state)
    push(built({"old.html": ""}), site, PushOptions())
    state(site)
    before = everything_in(site)
    push(built(), site, PushOptions())
    assert everything_in(site) == before
    assert files_of(remote) == PAGES
    assert len(commits_of(remote)) == 2


def test_a_shallow_clone_stays_as_shallow_and_keeps_the_branchs_history(
    site: Path, remote: Path, tmp_path: Path
) -> None:
    push(built({"index.html": "1"}), site, PushOptions())
    push(built({"index.html": "2"}), site, PushOptions())
    git(tmp_path, "clone", "--quiet", "--depth=1", remote.as_uri(), "shallow")
    shallow = tmp_path / "shallow"
    before = everything_in(shallow)
    push(built(), shallow, PushOptions())
    assert everything_in(shallow) == before
    assert len(commits_of(remote)) == 3
    assert is_whole(remote)


def test_a_submodule_a_subfolder_and_a_worktree_are_sites_too(
    site: Path, remote: Path, tmp_path: Path
) -> None:
    outer = make_checkout(tmp_path / "outer", make_remote(tmp_path / "outer.git"))
    git(outer, "submodule", "--quiet", "add", remote.as_uri(), "homepage")
    git(site, "worktree", "add", "--quiet", "--detach", str(tmp_path / "tree"))
    inner = make_site(site / "below/homepage", {})
    for number, folder in enumerate((outer / "homepage", tmp_path / "tree", inner), start=1):
        before = everything_in(tmp_path / "outer"), everything_in(site)
        push(built({"index.html": str(number)}), folder, PushOptions())
        assert (everything_in(tmp_path / "outer"), everything_in(site)) == before
        assert len(commits_of(remote)) == number


def test_the_name_of_a_local_branch_with_the_sources_is_refused(site: Path, remote: Path) -> None:
    """It could not be pushed any more.

    By its URL, a remote has nothing to do with branches that are here.
    """
    push(built(), site, PushOptions(branch="other"))
    git(remote, "branch", "-D", "other")
    git(site, "checkout", "--quiet", "-b", "other")
    git(site, "checkout", "--quiet", "--detach")
    assert "your own branch `other` has the sources of this site" in refusal(
        site, PushOptions(branch="other")
    )
    push(built(), site, PushOptions(branch="others"))
    push(built(), site, PushOptions(remote=remote.as_uri(), branch="other"))
    push(built({"index.html": "2"}), site, PushOptions(branch="other"))


def test_variables_of_a_git_hook_lead_to_no_other_repository(
    site: Path, remote: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = make_checkout(tmp_path / "other", make_remote(tmp_path / "other.git"))
    for name, value in {"GIT_DIR": other / ".git", "GIT_WORK_TREE": other, "GIT_INDEX_FILE": other / ".git/index",
                        "GIT_OBJECT_DIRECTORY": other / ".git/objects", "GIT_NAMESPACE": "n", "GIT_TRACE": "1",
                        "GIT_COMMON_DIR": other / ".git", "GIT_QUARANTINE_PATH": "q"}.items():  # fmt: skip
        monkeypatch.setenv(name, str(value))
    before = everything_in(other)
    push(built(), site, PushOptions())
    monkeypatch.undo()
    assert everything_in(other) == before
    assert files_of(remote) == PAGES


def test_push_urls_and_instead_of_settings_of_the_repository_are_used(
    site: Path, remote: Path
) -> None:
    git(site, "remote", "set-url", "origin", "work:page")
    git(site, "remote", "set-url", "--push", "origin", "home:page")
    git(site, "config", f"url.{remote.parent}/.insteadOf", "home:")
    (Path.home() / ".gitconfig").write_text(
        '[url "elsewhere"]\n insteadOf = work:\n', encoding="utf-8"
    )
    (remote.parent / "page").symlink_to(remote)
    push(built(), site, PushOptions())
    assert files_of(remote) == PAGES


def test_a_relative_url_counts_from_the_top_of_the_checkout(site: Path, remote: Path) -> None:
    git(site, "remote", "set-url", "origin", "../remote.git")
    push(built(), make_site(site / "below", {}), PushOptions())
    assert files_of(remote) == PAGES


def test_without_a_repository_a_url_is_enough(remote: Path, tmp_path: Path) -> None:
    folder = make_site(tmp_path / "plain", {})
    pushed = push(built(), folder, PushOptions(remote=str(remote), branch="pages"))
    assert files_of(remote, "pages") == PAGES
    assert pushed.remote == str(remote)
    init = "`git init -b main && git remote add origin git@github.com:YOU/YOU.github.io.git`"
    assert f"no git repository with a remote to push to (run {init}," in refusal(folder)
    assert not (folder / ".git").exists()


def test_a_user_without_name_and_email_can_deploy(site: Path, remote: Path) -> None:
    git(site, "config", "--unset", "user.name")
    git(site, "config", "--unset", "user.email")
    git(site, "config", "user.useConfigOnly", "true")
    push(built(), site, PushOptions())
    assert git(remote, "log", "-1", "--format=%an", "gh-pages") == "acadfolio"


def test_a_site_whose_cache_cannot_be_written_is_deployed(site: Path, remote: Path) -> None:
    (site / CACHE).write_text("in the way", encoding="utf-8")
    make_site(
        site, {"data/site.yml": "title: Emmy\nurl: https://noether.org\n"}
    )  # With pictures for previews.
    assert main(["deploy", "--site", str(site)]) == 0
    assert git(remote, "show", "gh-pages:CNAME") == "noether.org"


# What a dry run prints, and what is not pushed


def test_a_dry_run_lists_changes_and_pushes_nothing(site: Path, remote: Path) -> None:
    assert list(push_report(push(built(), site, PushOptions(is_dry_run=True))))[1:] == [
        f"  + {path}" for path in sorted(PAGES)
    ]
    assert git(remote, "branch", "--list", "gh-pages") == ""
    push(built({"old.html": ""}), site, PushOptions())
    before = everything_in(remote)
    printed = list(
        push_report(
            push(built({"index.html": "new", "a.html": ""}), site, PushOptions(is_dry_run=True))
        )
    )
    assert printed[0].startswith("Would push 5 files to the branch gh-pages of origin (")
    assert printed[1:] == ["  - old.html", "  ~ index.html", "  + a.html"]
    assert everything_in(remote) == before


def test_control_characters_in_file_names_do_not_reach_the_terminal(
    site: Path, remote: Path
) -> None:
    names = {
        "a\x1b]0;title\x07.html": "",
        "b\x9b31m.html": "",
        "c\nPushed 1 file.html": "",
        "d\r.html": "",
    }
    push_by_hand(remote, {"index.html": "theirs", **names})
    for is_dry_run in (True, False):
        pushed = push(built(), site, PushOptions(is_dry_run=is_dry_run, force=True))
        printed = list(push_report(pushed))
        assert not [line for line in printed if re.search(r"[\x00-\x1f\x7f-\x9f]", line)]
        assert "c\\nPushed 1 file.html" in "".join(printed)
        assert pushed.changes.removed == tuple(sorted(names))


def test_commits_of_others_stay_in_the_history(site: Path, remote: Path) -> None:
    push(built(), site, PushOptions())
    theirs = push_by_hand(remote, {"google123.html": "verify", "index.html": "theirs"})
    pushed = push(built(), site, PushOptions(force=True))
    assert git(remote, "rev-parse", "gh-pages~1") == theirs
    assert pushed.changes.removed == ("google123.html",)


FOREIGN = "the last commit of the branch `gh-pages` is not from acadfolio ("


def test_a_branch_of_somebody_else_is_replaced_only_with_force_and_then_no_more_asked_about(
    site: Path, remote: Path
) -> None:
    theirs = push_by_hand(
        remote, {"index.html": "theirs", "thesis.pdf": "years"}, message="My old site\x1b[31m"
    )
    printed = refusal(site)
    assert FOREIGN in printed
    assert f"{theirs[:10]}, “My old site\\x1b[31m”" in printed
    assert "use --force" in printed
    assert git(remote, "rev-parse", "gh-pages") == theirs
    dry_run = push(built(), site, PushOptions(is_dry_run=True))
    assert [problem.message.startswith(FOREIGN) for problem in dry_run.problems] == [True]
    assert dry_run.changes.removed == ("thesis.pdf",)
    forced = push(built(), site, PushOptions(force=True))
    assert forced.is_done
    assert [(problem.severity, problem.hint) for problem in forced.problems] == [
        ("warning", "--force replaces them; they stay in its history")
    ]
    assert git(remote, "show", f"{theirs}:thesis.pdf") == "years"
    assert git(remote, "rev-parse", "gh-pages~1") == theirs
    assert push(built({"index.html": "new"}), site, PushOptions()).is_done


@pytest.mark.parametrize(
    "message", ["Mine", "Mine\n\nwith a text\n\nReviewed-by: Emmy", "", "ü" * 500]
)
def test_a_commit_with_a_message_of_the_user_is_known_as_ours(
    site: Path, remote: Path, message: str
) -> None:
    push(built(), site, PushOptions(message=message))
    assert git(remote, "log", "-1", "--format=%B", "gh-pages").startswith(message)
    assert push(built({"index.html": "new"}), site, PushOptions(message=message)).is_done


def test_a_commit_of_somebody_else_on_top_of_ours_is_not_replaced(site: Path, remote: Path) -> None:
    push(built(), site, PushOptions())
    theirs = push_by_hand(
        remote, {"about.html": "by hand"}, message="I quote acadfolio: Publish the site (acadfolio"
    )
    assert FOREIGN in refusal(site)
    assert git(remote, "rev-parse", "gh-pages") == theirs


def test_a_branch_that_has_the_same_files_needs_no_question(site: Path, remote: Path) -> None:
    push_by_hand(remote, {**PAGES})
    assert not push(built(), site, PushOptions()).changes


def test_the_domains_that_github_writes_are_no_content_of_somebody_else(
    site: Path, remote: Path
) -> None:
    push(built(), site, PushOptions())
    for domain in ("one.example.org", "two.example.org", "three.example.org"):
        push_by_hand(remote, {"CNAME": domain}, message="Update CNAME")
    assert push(built({"index.html": "new"}), site, PushOptions()).is_done
    assert files_of(remote)["CNAME"] == "three.example.org"
    push_by_hand(remote, {"CNAME": "four.example.org", "a.html": "mine"}, message="Update CNAME")
    push_by_hand(remote, {"CNAME": "five.example.org"}, message="Update CNAME")
    assert FOREIGN in refusal(site)


def test_a_branch_with_a_domain_alone_is_somebody_elses(site: Path, remote: Path) -> None:
    push_by_hand(
        remote, {"CNAME": "one.example.org", "index.html": "theirs"}, message="Create CNAME"
    )
    assert FOREIGN in refusal(site)


def test_everything_that_force_allows_is_listed_at_once(
    site: Path, remote: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    theirs = push_by_hand(remote, {"index.html": "theirs"}, message="My old site")
    (site / "data/profile.yml").write_text("name: Your Name\n", encoding="utf-8")
    (site / "static").mkdir(exist_ok=True)
    (site / "static/server.pem").write_text("key", encoding="utf-8")
    assert main(["deploy", "--site", str(site)]) == 1
    printed = capsys.readouterr().err
    assert "data/profile.yml:1:7: error: `Your Name` is still a placeholder" in printed
    assert "server.pem: error: this file looks private" in printed
    assert f"git: error: {FOREIGN}" in printed
    assert printed.endswith(
        "Not deployed: 3 errors (fix them, or use --force)\n--force allows all of this at once: placeholders; "
        "files that look private; the replacement of a branch that acadfolio did not write\n"
    )
    assert git(remote, "rev-parse", "gh-pages") == theirs
    assert main(["deploy", "--site", str(site), "--force"]) == 0
    assert capsys.readouterr().err.count(": warning: ") >= 3


@pytest.mark.skipif(not hasattr(os, "openpty"), reason="there are no such terminals here")
@pytest.mark.parametrize(
    ("answer", "status"), [("y", 0), ("yes", 0), ("n", 1), ("", 1), ("force", 1)]
)
def test_on_a_terminal_the_user_is_asked(
    site: Path, remote: Path, answer: str, status: int
) -> None:
    theirs = push_by_hand(remote, {"index.html": "theirs"}, message="My old site")
    terminal, end = os.openpty()
    run = [sys.executable, "-m", "acadfolio", "deploy", "--site", str(site)]
    started = subprocess.Popen(run, stdin=end, stderr=end, stdout=subprocess.PIPE, text=True)
    os.close(end)
    os.write(terminal, f"{answer}\n".encode())
    started.communicate()
    os.close(terminal)
    assert started.returncode == status
    assert (git(remote, "rev-parse", "gh-pages") == theirs) == bool(status)


def test_without_a_terminal_nobody_is_asked(site: Path, remote: Path) -> None:
    push_by_hand(remote, {"index.html": "theirs"}, message="My old site")
    run = [sys.executable, "-m", "acadfolio", "deploy", "--site", str(site)]
    for more, status in (([], 1), (["--force"], 0)):
        ended = subprocess.run(
            [*run, *more], input="y\n", capture_output=True, text=True, check=False
        )
        assert ended.returncode == status
        assert ("use --force" in ended.stderr) == bool(status)


def test_a_push_of_somebody_else_meanwhile_is_not_overwritten(
    site: Path, remote: Path, tmp_path: Path
) -> None:
    """An ssh of ours pushes for somebody else between our look at the branch and our push."""
    push(built(), site, PushOptions())
    theirs = tmp_path / "theirs"
    commit = push_by_hand(remote, {"index.html": "theirs"}, branch="waiting")
    script = tmp_path / "reach"
    script.write_text(
        f'#!/bin/sh\ncase "$2" in *receive-pack*) git -C {remote} branch -f gh-pages {commit}; touch {theirs};; esac\n'
        'shift\nexec sh -c "$1"\n',
        encoding="utf-8",
    )
    script.chmod(0o755)
    git(site, "config", "core.sshCommand", str(script))
    git(site, "config", "ssh.variant", "simple")
    git(site, "remote", "set-url", "origin", f"ssh://host{remote}")
    assert "the branch changed during the deployment: nothing was overwritten" in refusal(
        site, files={"index.html": "ours"}
    )
    assert theirs.exists()
    assert git(remote, "rev-parse", "gh-pages") == commit


def test_a_branch_that_appears_meanwhile_is_not_overwritten(site: Path, remote: Path) -> None:
    commit = push_by_hand(remote, {"index.html": "theirs"}, branch="waiting")
    hook = remote / "hooks/pre-receive"
    hook.write_text(
        f"#!/bin/sh\nunset GIT_QUARANTINE_PATH\ngit update-ref refs/heads/gh-pages {commit}\n",
        "utf-8",
    )
    hook.chmod(0o755)
    assert "the branch changed" in refusal(site)
    assert git(remote, "rev-parse", "gh-pages") == commit


@pytest.mark.parametrize(
    ("said", "message"),
    [
        ("cannot lock ref 'refs/heads/a': is at 1 but expected 2", "the branch changed"),
        (
            "cannot lock ref 'refs/heads/a': Unable to create '/a.lock': File exists.",
            "the branch changed",
        ),
        (
            "cannot lock ref 'refs/heads/a': Unable to create '/a.lock': Permission denied",
            "there is no such repository, or you have no permission",
        ),
    ],
)
def test_errors_of_git_are_recognised(said: str, message: str) -> None:
    assert problem_of_git(said, "git").message.startswith(message)


@pytest.mark.parametrize("hook", ["pre-receive", "update"])
def test_the_message_of_a_server_that_protects_a_branch_is_quoted(
    hook: str, site: Path, remote: Path
) -> None:
    push(built(), site, PushOptions())
    path = remote / "hooks" / hook
    path.write_text(
        "#!/bin/sh\necho 'Only the dean may publish.' >&2\nprintf '\\033[31mred' >&2\nexit 1\n",
        "utf-8",
    )
    path.chmod(0o755)
    printed = refusal(site, files={"index.html": "new"})
    assert printed.startswith(
        "branch gh-pages: the server does not allow this change of the branch; output of git: Only the dean"
    )
    assert "\x1b" not in printed
    assert files_of(remote) == PAGES


def test_a_branch_that_is_checked_out_on_the_server_is_left_alone(
    site: Path, tmp_path: Path
) -> None:
    other = make_checkout(tmp_path / "other", make_remote(tmp_path / "other.git"))
    git(other, "checkout", "--quiet", "--orphan", "gh-pages")
    git(other, "rm", "--quiet", "-rf", ".")
    (other / "index.html").write_text("x", encoding="utf-8")
    git(other, "add", "index.html")
    git(other, "commit", "--quiet", "-m", "x")
    assert "refusing to update checked out branch" in refusal(
        site, PushOptions(remote=str(other), force=True)
    )


def test_the_sources_are_never_replaced_by_the_pages(site: Path, remote: Path) -> None:
    assert "has the sources of a site" in refusal(site, PushOptions(branch="main"))
    push_by_hand(remote, {"README.md": "code", "setup.py": ""}, branch="code")
    assert "the branch `code` has no index.html" in refusal(site, PushOptions(branch="code"))
    assert commits_of(remote, "main") == ["More of it", "The site"]


@pytest.mark.parametrize(
    "name", ["-x", "a b", "HEAD", "a..b", "@{-1}", "x.lock", "", "@", "refs/x", "refs/heads/pages"]
)
def test_an_invalid_branch_name_is_reported(name: str, site: Path) -> None:
    assert "is not a valid name for a branch" in refusal(site, PushOptions(branch=name))


def test_remotes_are_found_or_named(site: Path, remote: Path) -> None:
    git(site, "remote", "rename", "origin", "home")
    push(built(), site, PushOptions())
    git(site, "remote", "add", "work", str(remote))
    assert "choose one: --remote home or work" in refusal(site)
    assert "there is no remote `hom` (did you mean `home`?)" in refusal(
        site, PushOptions(remote="hom")
    )
    assert push(built(), site, PushOptions(remote="home")).remote == f"home ({remote})"
    git(site, "remote", "rename", "home", "mirror")
    assert push(built(), site, PushOptions(remote="mirror")).remote == f"mirror ({remote})"
    assert push(built(), site, PushOptions(remote=str(remote))).remote == str(remote)
    git(site, "remote", "remove", "mirror")
    git(site, "remote", "remove", "work")
    assert (
        "there is no git repository with a remote to push to (run `git remote add origin "
        in refusal(site)
    )


def closed_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    return port


@pytest.mark.parametrize("scheme", ["http", "git", "ssh"])
def test_a_server_that_is_not_reached_is_reported_at_once(scheme: str, site: Path) -> None:
    url = f"{scheme}://127.0.0.1:{closed_port()}/you/you.git"
    printed = refusal(site, PushOptions(remote=url))
    assert printed.startswith("git: the server cannot be reached; output of git: ")
    assert "127.0.0.1" in printed


@pytest.fixture
def server() -> Iterator[str]:
    """Answers every request with the status that its path begins with."""

    class Refuses(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(int(self.path.split("/")[1]))
            self.send_header("WWW-Authenticate", 'Basic realm="here"')
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Refuses) as refusing:
        thread = threading.Thread(target=refusing.serve_forever, args=[0.01])
        thread.start()
        yield f"http://127.0.0.1:{refusing.server_port}"
        refusing.shutdown()
        thread.join()


@pytest.mark.parametrize(
    ("status", "message"),
    [
        (401, "the server requires a login, and git has none"),
        (403, "there is no such repository, or you have no permission to write to it"),
        (404, "there is no such repository, or you have no permission to write to it"),
    ],
)
def test_a_server_that_refuses_is_reported_without_a_question(
    status: int, message: str, server: str, site: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SSH_ASKPASS", "/bin/cat")  # It would wait for ever.
    monkeypatch.setenv("DISPLAY", ":0")
    assert refusal(site, PushOptions(remote=f"{server}/{status}/page.git")).startswith(
        f"git: {message}; output of git: "
    )


def test_a_missing_repository_is_reported(site: Path, tmp_path: Path) -> None:
    assert "there is no such repository" in refusal(
        site, PushOptions(remote=str(tmp_path / "none.git"))
    )


def test_missing_git_is_reported(site: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    assert "git is not installed" in refusal(site)


# Domains and URLs


def test_a_domain_comes_from_the_site_or_the_branch(site: Path, remote: Path) -> None:
    push(built({"CNAME": "one.example.org\n"}), site, PushOptions())
    assert files_of(remote)["CNAME"] == "one.example.org"
    assert not push(built(), site, PushOptions()).is_done
    push(built({"CNAME": "two.example.org\n"}), site, PushOptions())
    assert files_of(remote)["CNAME"] == "two.example.org"
    push(built({"index.html": "new"}), site, PushOptions())
    assert files_of(remote)["CNAME"] == "two.example.org"


def test_a_domain_is_kept_when_files_are_not_fetched(site: Path, remote: Path) -> None:
    git(remote, "config", "uploadpack.allowFilter", "true")
    git(remote, "config", "uploadpack.allowAnySHA1InWant", "true")
    push(built({"CNAME": "one.example.org\n"}), site, PushOptions())
    pushed = push(built({"index.html": "new"}), site, PushOptions(remote=remote.as_uri()))
    assert pushed.changes.changed == ("index.html",)
    assert files_of(remote)["CNAME"] == "one.example.org"


def test_nojekyll_is_always_there(site: Path, remote: Path) -> None:
    push(built(without=".nojekyll"), site, PushOptions())
    assert files_of(remote)[".nojekyll"] == ""


GITHUB = "enable GitHub Pages: https://github.com/{}/settings/pages (deploy from a branch: gh-pages, / (root))"


@pytest.mark.parametrize(
    ("url", "domain", "home"),
    [
        ("git@github.com:Emmy/emmy.github.io.git", "", "https://emmy.github.io/"),
        ("https://github.com/Emmy/Emmy.github.io", "", "https://emmy.github.io/"),
        ("ssh://git@ssh.github.com:443/Emmy/Page.git/", "", "https://emmy.github.io/Page/"),
        ("https://x-access-token:abc@github.com/Emmy/page.git", "", "https://emmy.github.io/page/"),
        ("git@github.com:emmy/page.git", "noether.org", "https://noether.org/"),
        ("git@github.com:emmy/page.git", " noether.org\x1b[31m\nPushed\n", "https://noether.org/"),
        ("https://gitlab.com/emmy/page.git", "", ""),
        ("https://git.example.org/emmy/page.git", "noether.org", ""),
        ("/srv/git/page.git", "", ""),
        ("../page.git", "", ""),
        ("file:///srv/git/page.git", "", ""),
    ],
)
def test_where_a_branch_will_be_found(url: str, domain: str, home: str) -> None:
    assert hosting_of(repository_of(url), "gh-pages", domain).url == home


def url_problems(url: str, home: str) -> list[str]:
    return [
        f"{problem.location}: {problem.message} ({problem.hint})"
        for problem in check_url(url, Hosting(home))
    ]


def test_a_wrong_url_in_the_settings_is_reported() -> None:
    home = "https://emmy.github.io/page/"
    assert url_problems("https://emmy.github.io/page", home) == []
    assert url_problems("http://Emmy.github.io/page/", home) == []
    assert url_problems("https://emmy.github.io", "") == []
    assert url_problems("https://emmy.github.io", home) == [
        (
            "data/site.yml: `url` is https://emmy.github.io, but the site will be at https://emmy.github.io/page/ "
            "(write `url: https://emmy.github.io/page`)"
        )
    ]
    assert url_problems("", home) == [
        "data/site.yml: `url` is missing, so there is no sitemap (write `url: https://emmy.github.io/page`)"
    ]


def test_the_first_push_names_what_to_do_once() -> None:
    options = PushOptions()
    home = hosting_of(repository_of("git@github.com:emmy/page.git"), "gh-pages", "")
    pushed = PushResult(options, "origin", 1, Changes(("a",)), "1" * 40, True, home, ())  # noqa: FBT003
    assert list(push_report(pushed))[1:] == [
        "Its URL: https://emmy.github.io/page/ (in a minute or two)",
        "Do this once: " + GITHUB.format("emmy/page"),
    ]


# The command


def run(*arguments: str) -> int:
    return main(["deploy", *arguments])


def test_the_command_builds_checks_and_pushes(
    site: Path, remote: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    make_site(
        site,
        {"content/posts/2999-01-01-a.md": "Later\n", "content/b.md": "---\ndraft: true\n---\nB\n"},
    )
    (site / "output").mkdir()
    (site / "output/stale.html").write_text("stale", encoding="utf-8")
    assert run("--site", str(site)) == 0
    pushed = files_of(remote)
    assert {"index.html", ".nojekyll", "404.html"} <= pushed.keys()
    assert "stale.html" not in pushed
    assert not any("2999" in path or path.startswith("b/") for path in pushed)
    assert capsys.readouterr().out.startswith("Pushed ")


def test_dead_links_go_online_with_despite_errors_only(
    site: Path, remote: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    make_site(site, {"content/about.md": "[lost](/nowhere/)\n"})
    assert run("--site", str(site)) == 1
    printed = capsys.readouterr()
    assert "content/about.md:1" in printed.err
    assert printed.err.splitlines()[-1] == "Not deployed: 1 error (fix it, or use --despite-errors)"
    assert run("--site", str(site), "--dry-run") == 1
    assert capsys.readouterr() == printed
    assert (printed.out, git(remote, "branch", "--list", "gh-pages")) == ("", "")
    assert run("--site", str(site), "--despite-errors") == 0
    assert "content/about.md:1" in capsys.readouterr().err
    make_site(site, {"data/news.yml": "- texxt: A\n- texxt: B\n"})
    assert run("--site", str(site), "--despite-errors") == 1
    assert capsys.readouterr().err.splitlines()[-1] == "Not deployed: 2 errors (fix them)"


def test_linked_files_go_out_as_what_they_are(site: Path, remote: Path, tmp_path: Path) -> None:
    (tmp_path / "thesis.pdf").write_text("years of work", encoding="utf-8")
    (site / "static").mkdir()
    (site / "static/thesis.pdf").symlink_to(tmp_path / "thesis.pdf")
    assert run("--site", str(site)) == 1
    assert run("--site", str(site), "--follow-links") == 0
    assert git(remote, "ls-tree", "gh-pages", "thesis.pdf").startswith("100644 blob")
    assert files_of(remote)["thesis.pdf"] == "years of work"


def test_a_file_that_was_deleted_since_the_build_is_reported(tmp_path: Path) -> None:
    gone = tmp_path / "gone.pdf"
    with pytest.raises(SiteError, match="this file cannot be read: No such file or directory"):
        BuiltSite({"gone.pdf": Output("gone.pdf", file=str(gone))}, (), "").bytes_of("gone.pdf")


@pytest.mark.parametrize(
    ("url", "known"), [("url: https://emmy.example/page\n", "https://emmy.example/page"), ("", "")]
)
def test_a_built_site_has_its_url(tmp_path: Path, url: str, known: str) -> None:
    assert (
        build_site(make_site(tmp_path / "site", {"data/site.yml": f"title: Emmy\n{url}"})).url
        == known
    )


def test_paths_outside_of_the_site_are_refused() -> None:
    with pytest.raises(SiteError, match="relative to it"):
        by_path([Output("../a.html", b"")])


def test_many_files_start_as_few_processes_as_one(
    site: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Git is found through a wrapper that counts."""
    folder = recording_git(tmp_path, "x")
    counts = []
    for number in (1, 500):
        (tmp_path / "calls").write_text("", encoding="utf-8")
        with monkeypatch.context() as context:
            context.setenv("PATH", f"{folder}:{os.environ['PATH']}")
            files = {f"{page}.html": f"{number} {page}" for page in range(number)}
            push(built(files), site, PushOptions(branch=f"b{number}"))
        counts.append((tmp_path / "calls").read_text("utf-8").count("x"))
    assert counts[0] == counts[1] < 20


# Settings of a stranger's repository that run commands


def settings_with_commands(file: Path, url: str, planted: Path) -> None:
    """The settings of a repository whose remote, and each program that it names, create a file."""
    run = f"touch {planted}; false"
    for key, value in (
        ("protocol.ext.allow", "always"),
        ("remote.origin.url", url.replace("FILE", str(planted))),
        ("remote.origin.uploadpack", run),
        ("remote.origin.receivepack", run),
    ):
        subprocess.run(["git", "config", "-f", file, key, value], check=True)


BARE = {
    "core.bare": "true",
    "core.sshCommand": "touch FILE; false",
    "credential.helper": "!touch FILE",
}


@pytest.mark.parametrize("url", ["ext::sh -c touch% FILE", "git@localhost:noether.git", "/nowhere"])
@pytest.mark.parametrize(
    "options", [PushOptions(is_dry_run=True), PushOptions(remote="git@localhost:noether.git")]
)
def test_the_files_of_a_bare_repository_in_a_clone_run_no_command(
    tmp_path: Path, url: str, options: PushOptions
) -> None:
    clone, planted = tmp_path / "clone", tmp_path / "planted"
    clone.mkdir()
    git(clone, "init", "--quiet")
    site = make_site(clone / "site", {"content/about.md": "Hello\n", "objects/a": "", "refs/a": ""})
    (site / "HEAD").write_text("ref: refs/heads/main\n")
    settings_with_commands(site / "config", url, planted)
    for key, value in BARE.items():
        subprocess.run(
            ["git", "config", "-f", site / "config", key, value.replace("FILE", str(planted))],
            check=True,
        )
    assert "whose settings could run commands" in refusal(site, options)
    assert not planted.exists()


def test_a_remote_whose_url_is_a_command_is_not_run(tmp_path: Path, site: Path) -> None:
    planted = tmp_path / "planted"
    settings_with_commands(site / ".git/config", "ext::sh -c touch% FILE", planted)
    assert "not allowed" in refusal(site)
    assert not planted.exists()


def test_a_worktree_of_a_bare_repository_is_deployed(tmp_path: Path, remote: Path) -> None:
    bare = tmp_path / "sources.git"
    git(tmp_path, "init", "--quiet", "--bare", str(bare))
    git(bare, "remote", "add", "origin", str(remote))
    git(bare, "worktree", "add", "--quiet", "--detach", str(tmp_path / "tree"), first_commit(bare))
    site = make_site(tmp_path / "tree", {"content/about.md": "Hello\n"})
    assert push(built(), site, PushOptions()).is_done


def first_commit(repository: Path) -> str:
    """An empty commit."""
    tree = git(repository, "mktree", given="")
    return git(
        repository,
        "-c",
        "user.name=Emmy",
        "-c",
        "user.email=emmy@localhost",
        "commit-tree",
        "-m",
        "A",
        tree,
    )
