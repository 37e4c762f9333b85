"""Nothing secret is printed, whatever happens: not by us, not by git, not in a traceback."""

from __future__ import annotations

import base64
import os
import subprocess
import sys
import traceback
from pathlib import Path

import pytest

from acadfolio.cli import main
from acadfolio.commands.console import local_path
from acadfolio.deploy.branch import PushOptions, push
from acadfolio.deploy.git import Git, without_questions
from acadfolio.deploy.masking import Mask, credentials_of, secrets_of_url, without_credentials
from acadfolio.deploy.remote import find_remote
from acadfolio.problems import SiteError
from remotes import (
    built,
    git,
    isolated_git,  # noqa: F401 - it is for every test
    make_checkout,
    make_remote,
    recording_git,
)

TOKEN = "correct-horse%2Bbattery"  # noqa: S105 - nobody's
DECODED = "correct-horse+battery"
CLOSED = "127.0.0.1:9"


@pytest.fixture
def site(tmp_path: Path) -> Path:
    return make_checkout(tmp_path / "site", make_remote(tmp_path / "remote.git"))


def is_silent(text: str) -> bool:
    encoded = base64.b64encode(TOKEN.encode()).decode()
    return not any(secret in text for secret in (TOKEN, DECODED, "correct-horse", encoded))


URLS = [
    f"https://emmy:{TOKEN}@{CLOSED}/page.git",
    f"https://{TOKEN}@{CLOSED}/page.git",
    f"https://{TOKEN}:x-oauth-basic@{CLOSED}/page.git",
    f"http://emmy:{TOKEN}@{CLOSED}/page.git",
    f"https://emmy:p@{TOKEN}@{CLOSED}/page.git",
    f"https://{CLOSED}/page.git?access_token={TOKEN}",
    f"ssh://emmy:{TOKEN}@{CLOSED}/page.git",
    f"nothing://emmy:{TOKEN}@host/page.git",
]


@pytest.mark.parametrize("url", URLS)
@pytest.mark.parametrize("options", [[], ["--dry-run"]], ids=["push", "dry-run"])
def test_a_token_in_the_url_is_never_printed(
    url: str, options: list[str], site: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    git(site, "remote", "set-url", "origin", url)
    assert main(["deploy", "--site", str(site), *options]) == 1
    printed = capfd.readouterr()
    assert is_silent(printed.out + printed.err)
    assert printed.err.startswith("git: error: ")


def test_a_remote_that_repeats_secrets_is_masked(
    site: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Its hook says everything that it could have heard: from the environment, and from a header of the settings."""
    monkeypatch.setenv("DEPLOY_TOKEN", "swordfish-of-the-environment")
    header = "AUTHORIZATION: basic " + base64.b64encode(TOKEN.encode()).decode()
    git(site, "config", "http.https://github.com/.extraheader", header)
    hook = tmp_path / "remote.git/hooks/pre-receive"
    said = f"{header} $DEPLOY_TOKEN https://a:{TOKEN}@b/ ghp_{'a1' * 18}"
    hook.write_text(f'#!/bin/sh\necho "{said}" >&2\nexit 1\n', encoding="utf-8")
    hook.chmod(0o755)
    with pytest.raises(SiteError) as printed:
        push(built(), site, PushOptions())
    text = "".join(traceback.format_exception(printed.value))
    assert "AUTHORIZATION: ***" in text or "*** ***" in text
    assert is_silent(text)
    assert "swordfish" not in text
    assert "ghp_" not in text


def test_a_traceback_of_a_bug_holds_no_secret(site: Path) -> None:
    git(site, "remote", "set-url", "origin", URLS[0])
    script = (
        "import sys, acadfolio.deploy.branch as b; from pathlib import Path\n"
        "from acadfolio.deploy import BuiltSite; from acadfolio.deploy.branch import push, PushOptions\n"
        "b._fetch = lambda git, name: 1 / 0 if repr(git) else None\n"
        "push(BuiltSite({}, (), ''), Path(sys.argv[1]), PushOptions())"
    )
    ended = subprocess.run(
        [sys.executable, "-c", script, site], capture_output=True, text=True, check=False
    )
    assert "ZeroDivisionError" in ended.stderr
    assert is_silent(ended.stderr)
    remote = find_remote(site, "")
    assert is_silent(f"{remote!r} {remote} {Git(site, None, remote.settings, remote.mask)!r}")
    assert is_silent(repr(PushOptions(remote=URLS[0])))


def test_no_secret_is_on_the_command_line_of_git(
    site: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The command line of a process is there for everyone on the machine to read."""
    folder = recording_git(tmp_path, "$@")
    git(site, "remote", "set-url", "origin", URLS[0])
    monkeypatch.setenv("PATH", f"{folder}:{os.environ['PATH']}")
    with pytest.raises(SiteError):
        push(built(), site, PushOptions())
    said = (tmp_path / "calls").read_text(encoding="utf-8")
    assert "ls-remote" in said
    assert is_silent(said)


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        ("https://emmy:abcd@github.com/emmy/page.git", "https://github.com/emmy/page.git"),
        ("https://ghp_abcdefghijklmnopqrst@github.com/a/b", "https://github.com/a/b"),
        ("ssh://git@github.com/emmy/page.git", "ssh://git@github.com/emmy/page.git"),
        ("ssh://git@host:22/emmy@home/page.git", "ssh://git@host:22/emmy@home/page.git"),
        ("git@github.com:emmy/page.git", "git@github.com:emmy/page.git"),
        ("/srv/git/page.git", "/srv/git/page.git"),
        ("file:///srv/git/emmy@home/page.git", "file:///srv/git/emmy@home/page.git"),
        ("https://github.com/emmy/at@home.git", "https://github.com/emmy/at@home.git"),
        ("http://me:it's-abcd@host:8431/r.git", "http://host:8431/r.git"),
        ('http://pa"s@host/r.git', "http://host/r.git"),
        ("http://me:a/b@host/r.git", "http://***@host/r.git"),
        ("http://host/r?token=it's", "http://host/r?token=***"),
        ("https://host/a?token=abcdef&b=1", "https://host/a?token=***&b=1"),
        ("//server/a:b@c/page.git", "//server/a:b@c/page.git"),
        ("//server@SSL/page.git", "//server@SSL/page.git"),
        ("host:emmy@home/page.git", "host:emmy@home/page.git"),
        ("git@host:emmy@home:page.git", "git@host:emmy@home:page.git"),
        ("/srv/a:b@c:page.git", "/srv/a:b@c:page.git"),
        ("https://host.org/a@b:c", "https://host.org/a@b:c"),
    ],
    ids=[
        str(number) for number in range(19)
    ],  # pytest writes ids into the environment, where passwords are masked.
)
def test_a_url_is_shown_without_credentials(url: str, shown: str) -> None:
    assert without_credentials(url) == shown


def test_a_very_long_token_is_no_folder(site: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert (
        main(
            ["deploy", "--site", str(site), "--remote", f"https://e:{TOKEN * 50}@{CLOSED}/page.git"]
        )
        == 1
    )
    assert is_silent(capfd.readouterr().err)


def test_ordinary_words_are_not_hidden() -> None:
    mask = Mask([*secrets_of_url("https://a:b@host/"), *secrets_of_url("ssh://git@host/")])
    said = "fatal: a branch of git@github.com:a/b.git is bad at https://host/"
    assert mask(said) == said
    assert mask("\x1b[31mred\x1b[0m\x07 \x9b1m") == " [31mred [0m   1m"


def test_git_never_asks(site: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SSH_ASKPASS", "/bin/window")
    monkeypatch.setenv("GIT_ASKPASS", "/bin/answer")
    environment = Git(site).environment()
    assert environment["GIT_TERMINAL_PROMPT"] == "0"
    assert "BatchMode=yes" in environment["GIT_SSH_COMMAND"]
    assert "SSH_ASKPASS" not in environment
    assert environment["GIT_ASKPASS"] == "/bin/answer"
    assert without_questions("ssh -i ~/.ssh/page").startswith("ssh -i ~/.ssh/page -o BatchMode=yes")
    assert without_questions("plink -batch") == "plink -batch"
    ours = Git(site, None, (("core.sshcommand", "/usr/bin/ssh -4"),)).environment()
    assert ours["GIT_SSH_COMMAND"].startswith("/usr/bin/ssh -4 -o BatchMode=yes")


COMMANDS = [
    f"nosuchpass -p {DECODED} ssh",
    f"nosuchpass -p{DECODED} ssh",
    f"PASS='{DECODED}' nosuchpass -e ssh",
    f"nosuchpass --password={DECODED} ssh",
    f"/nowhere/pass me:{DECODED}",
    f'ssh -o ProxyCommand="nosuchpass -p {DECODED}" -G',
    f'ssh "-oProxyCommand=nosuchpass -p {DECODED}" -G',
    f"'no such/pass' -p '{DECODED}",
]
HOST = "git@localhost:page.git"


def deploy_words(site: Path, capfd: pytest.CaptureFixture[str], *options: str) -> str:
    """What a deployment that fails says."""
    assert main(["deploy", "--site", str(site), *options]) == 1
    printed = capfd.readouterr()
    assert printed.err.startswith(("git: error: ", "branch gh-pages: error: "))
    return printed.out + printed.err


@pytest.mark.parametrize("command", COMMANDS)
def test_a_password_on_the_command_line_of_ssh_is_never_printed(
    command: str, site: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    git(site, "config", "core.sshCommand", command)
    assert is_silent(deploy_words(site, capfd, "--remote", HOST, "--dry-run"))
    git(site, "config", "--unset", "core.sshCommand")
    for variable in ("GIT_SSH_COMMAND", "GIT_SSH"):
        monkeypatch.setenv(variable, command)
        assert is_silent(deploy_words(site, capfd, "--remote", HOST))
        monkeypatch.delenv(variable)


@pytest.mark.parametrize(
    ("key", "url"),
    [
        ("core.gitProxy", "git://localhost/page.git"),
        ("http.proxy", "http://localhost:9/page.git"),
    ],
)
def test_a_password_in_another_command_of_the_settings_is_never_printed(
    key: str, url: str, site: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    git(site, "config", key, f"nosuchproxy -u me:{DECODED}")
    if url:
        git(site, "remote", "set-url", "origin", url)
    assert is_silent(deploy_words(site, capfd))


@pytest.mark.parametrize(
    ("setting", "said"),
    [
        (f"credential.helper=!helper -p {TOKEN}", f"helper -p {TOKEN} get: 1: helper: not found"),
        (
            f"credential.https://host.helper=!f() {{ echo password={TOKEN}; }}; f",
            f"sh: 1: {TOKEN}: not found",
        ),
        (f"core.askPass=ask {TOKEN}", f"error: cannot run ask {TOKEN}: No such file or directory"),
        (f"alias.ls=!list -p {TOKEN}", f"list -p {TOKEN}: 1: list: not found"),
        (f"http.proxy=me:{TOKEN}@localhost", f"no proxy in 'me:{TOKEN}@localhost'"),
        (f"core.sshCommand=pass -p '{TOKEN} x' ssh", f"pass: {TOKEN} x: no"),
    ],
)
def test_what_git_quotes_of_a_command_is_hidden(setting: str, said: str, site: Path) -> None:
    git(site, "config", *setting.split("=", 1))
    assert is_silent(find_remote(site, "").mask(said))


def test_a_mistyped_remote_is_named_as_it_was_written(
    site: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    assert "there is no remote `me@home` (" in deploy_words(site, capfd, "--remote", "me@home")


# Passwords whose special characters are not percent-encoded, and URLs with typing errors

PASSWORD, MORE = "swordfish", "anchovies"
MISTYPED = [
    f"https://emmy:p@{PASSWORD}/{MORE}@{CLOSED}",
    f"https://emmy:{PASSWORD}/{MORE}@{CLOSED}/page.git",
    f"https//emmy:{PASSWORD}@{CLOSED}/page.git",
    f"https:/emmy:{PASSWORD}@{CLOSED}/page.git",
    f"https:emmy:{PASSWORD}@{CLOSED}/page.git",
    f"https;//emmy:{PASSWORD}@{CLOSED}/page.git",
    f"https:///emmy:{PASSWORD}@{CLOSED}/page.git",
    f"htps://emmy:{PASSWORD}@{CLOSED}/page.git",
    f"//emmy:{PASSWORD}@{CLOSED}/page.git",
    f"emmy:{PASSWORD}@{CLOSED}:page.git",
    f"emmy@home:{PASSWORD}@{CLOSED}/page.git",
    f"'https://emmy:{PASSWORD}@{CLOSED}/page.git'",
    f"https://emmy:{PASSWORD}\n{MORE}@{CLOSED}/page.git",
    f"https://emmy:{PASSWORD}@{CLOSED}/page.git\n",
    f"https://emmy:{PASSWORD}\t{MORE}@{CLOSED}/page.git",
    f"https://emmy:{PASSWORD} {MORE}@{CLOSED}/page.git",
    f"https://emmy:{PASSWORD}#{MORE}@{CLOSED}/page.git",
    f"https://emmy:{PASSWORD}?{MORE}@{CLOSED}/page.git",
    f"https://emmy:{PASSWORD}:{MORE}@{CLOSED}/page.git",
    f"https://emmy:{PASSWORD}'{MORE}@{CLOSED}/page.git",
    f"https://emmy:{PASSWORD}%40{MORE}@{CLOSED}/page.git",
    f"https://emmy:12/{PASSWORD}@{CLOSED}/page.git",
    f"https://[emmy:{PASSWORD}@{CLOSED}/page.git",
    f"https://{PASSWORD}/{MORE}@{CLOSED}/page.git",
    f"https://{PASSWORD}:x-oauth-basic@{CLOSED}/page.git",
    f"https://{CLOSED}/page.git?private_token={PASSWORD}&a=b",
    f"ssh://emmy:{PASSWORD}/{MORE}@{CLOSED}/page.git",
    f"file://emmy:{PASSWORD}@{CLOSED}/page.git",
]


def holds_a_password(text: str) -> bool:
    return PASSWORD in text or MORE in text


def said_by(capfd: pytest.CaptureFixture[str], *arguments: str) -> str:
    """All that a command prints, which fails, or is used in a wrong way."""
    try:
        status = main(list(arguments))
    except SystemExit as usage_error:
        status = int(usage_error.code or 0)
    assert status in {1, 2}
    printed = capfd.readouterr()
    return printed.out + printed.err


@pytest.mark.parametrize("url", MISTYPED)
def test_the_password_of_a_mistyped_url_is_never_printed(
    url: str, site: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    where = ("--site", str(site))
    for arguments in (
        ("deploy", *where, "--remote", url),
        ("deploy", *where, f"--remote={url}", "--dry-run"),
        ("deploy", *where, "--to", url),
        ("deploy", *where, "--branch", url),
        ("deploy", *where, url),
        ("import", *where, "--compare", url),
        ("import", *where, url),
        ("build", *where, "--output", url),
        ("build", *where, f"--output={url}", "--format", "json"),
        ("build", "--site", url),
        ("check", "--site", url, "--format", "json"),
        ("deploy", "--site", url),
        ("serve", "--site", url),
        ("serve", *where, "--host", url, "--port", "0"),
        ("export", *where, "--output", url),
        ("schema", url),
        ("templates", "list", "--site", url),
        ("new", f"{url}/homepage"),
        ("markdown", url),
    ):
        assert not holds_a_password(said_by(capfd, *arguments)), arguments
    git(site, "config", "remote.origin.url", url)
    assert not holds_a_password(said_by(capfd, "deploy", *where))


@pytest.mark.parametrize(
    "path", ["./a:b@c", "emmy@home", "a:b", "https", "/srv/a:b@c", "x/../emmy@home.org", "-"]
)
def test_a_path_with_an_at_sign_is_no_url(path: str) -> None:
    assert local_path(path) == Path(path)


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("remote.origin.pushurl", MISTYPED[0]),
        (f"url.https://emmy:{PASSWORD}/{MORE}@{CLOSED}/.insteadOf", "page:"),
        (f"url.https//emmy:{PASSWORD}@{CLOSED}/.pushInsteadOf", "page:"),
        ("http.proxy", f"http://emmy:p@{PASSWORD}/{MORE}@{CLOSED}"),
        ("remote.origin.proxy", f"emmy:{PASSWORD}@{CLOSED}"),
        ("submodule.rings.url", MISTYPED[1]),
        (
            f"credential.https://emmy:{PASSWORD}@{CLOSED}.helper",
            f"!echo password={MORE} >&2; false",
        ),
        (f"remote.https://emmy:p@{PASSWORD}/{MORE}@{CLOSED}.url", "page:x"),
    ],
)
def test_the_password_in_a_setting_of_git_is_never_printed(
    key: str, value: str, site: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    git(
        site,
        "config",
        "remote.origin.url",
        "page:site.git" if "nstead" in key else f"http://{CLOSED}/page.git",
    )
    git(site, "config", key, value)
    for options in ((), ("--dry-run",), ("--remote", "originn"), ("--remote", "page:x")):
        assert not holds_a_password(said_by(capfd, "deploy", "--site", str(site), *options))
    mask = find_remote(site, "origin").mask
    for url in (key, value):
        assert not holds_a_password(mask(f"fatal: unable to access '{url}'")), url


@pytest.mark.parametrize("variable", ["http_proxy", "HTTPS_PROXY", "all_proxy"])
def test_the_password_of_a_proxy_is_never_printed(
    variable: str, site: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    for proxy in (
        f"http://emmy:p@{PASSWORD}/{MORE}@{CLOSED}",
        f"emmy:{PASSWORD}@{CLOSED}",
        f"//{PASSWORD}@x y",
    ):
        monkeypatch.setenv(variable, proxy)
        for url in ("http://noether.invalid/page.git", "https://noether.invalid/page.git"):
            assert not holds_a_password(
                said_by(capfd, "deploy", "--site", str(site), "--remote", url)
            )
            assert not holds_a_password(
                said_by(capfd, "import", "--site", str(site), "--compare", url)
            )


def test_a_password_is_masked_however_its_characters_are_encoded() -> None:
    mask = Mask(secrets_of_url("https://emmy:sword@fish/ä+1@host/page.git"))
    for shown in (
        "sword@fish/ä+1",
        "sword%40fish%2F%C3%A4%2B1",
        "sword%40fish/%c3%a4+1",
        r"sword@fish/\303\244+1",
    ):
        assert mask(f"fatal: {shown}!") == "fatal: ***!"
    assert mask("Could not resolve host: fish") == "Could not resolve host: ***"
    header = base64.b64encode("emmy:sword@fish/ä+1".encode()).decode()
    assert header not in mask(f"> Authorization: Basic {header}")


@pytest.mark.parametrize(
    "url",
    [
        "https://github.com/emmy/at@home.git",
        "https://host.org/a:b@c",
        "https://localhost/a@b",
        "https://[::1]:8431/a@b",
        "ssh://git@host:22/emmy@home/page.git",
        "ssh://host:22/emmy@home/page.git",
        "git@github.com",
        "/srv/a:b@c:page.git",
        "../a:b@c/page.git",
        "//server@SSL/page.git",
        "//server/a:b@c/page.git",
        "file:///srv/a:b@c/page.git",
        "file://server/a:b@c/page.git",
        "C:/Users/emmy:x@home/page.git",
        "emmy@example.org",
    ],
)
def test_a_path_with_an_at_sign_holds_no_credentials(url: str) -> None:
    assert credentials_of(url) == ""
