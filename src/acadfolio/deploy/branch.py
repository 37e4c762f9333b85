"""Push a site to a branch of a git remote as one commit. The user's own repository is not changed.

The commit is made in a temporary bare repository. Only the newest commit of the branch is fetched,
without the contents of files if the server supports that. The push is atomic.
"""

from __future__ import annotations

import re
import tempfile
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from acadfolio import __version__
from acadfolio.deploy.git import Git, problem_of_git
from acadfolio.deploy.remote import NAME, Hosting, find_remote, hosting_of, repository_of
from acadfolio.output.guards import file_errors_as_problems
from acadfolio.problems import Location, Problem, SiteError
from acadfolio.rendering import Output
from acadfolio.wording import visible

if TYPE_CHECKING:
    from collections.abc import Callable

    from acadfolio.deploy import BuiltSite

CNAME, NOJEKYLL, SOURCE, HOME_PAGE = "CNAME", ".nojekyll", "data/site.yml", "index.html"
HEADS, BEFORE, NEW = "refs/heads/", "refs/acadfolio/before", "refs/acadfolio/new"
TITLE, TRAILER = "Publish the site (acadfolio ", "Published-by: acadfolio "
OURS = re.compile(rf"^(?:{re.escape(TITLE)}|{TRAILER})", re.MULTILINE)
"""In the message of each commit of a deployment."""
DEPTH = 10
"""The number of commits in which the last deployment is looked for, if the newest commit is not one."""
DEFAULT_AUTHOR = ("-c", "user.name=acadfolio", "-c", "user.email=acadfolio@localhost")
"""The author of commits if git has no name and e-mail address, as on a server."""


class Changes(Struct, frozen=True):
    """The paths that a deployment changes, sorted."""

    added: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.added or self.changed or self.removed)


@dataclass(frozen=True, slots=True)
class PushOptions:
    """The options of the command line."""

    remote: str = field(default="", repr=False)
    branch: str = "gh-pages"
    message: str = f"{TITLE}{__version__})"
    is_dry_run: bool = False
    force: bool = False
    """Replace the content of a branch whose last commit is somebody else's."""


class PushResult(Struct, frozen=True):
    """The result of a push, or of its dry run."""

    options: PushOptions
    remote: str
    """The name of the remote, if it has one, and its URL without secrets."""
    files: int
    changes: Changes
    commit: str
    """The newest commit of the branch; empty after the dry run of a first push."""
    is_first: bool
    hosting: Hosting
    problems: tuple[Problem, ...]

    @property
    def is_done(self) -> bool:
        return bool(self.changes) and not self.options.is_dry_run


class Branch(Struct, frozen=True):
    """The branch on the server. All fields are empty if it does not exist yet."""

    commit: str = ""
    paths: frozenset[str] = frozenset()
    is_ours: bool = True
    """Whether acadfolio made its content."""
    title: str = ""
    """The first line of the message of the commit."""


def _never(_: str) -> bool:
    return False


def push(
    built: BuiltSite, site: Path, options: PushOptions, may_replace: Callable[[str], bool] = _never
) -> PushResult:
    """Replace the content of a branch by a site.

    `may_replace` asks the user whether to replace content that acadfolio did not make. It gets a
    sentence about it.

    Raises:
        SiteError: the push failed, and the branch has not changed.
    """
    remote = find_remote(site, options.remote)
    temporary = tempfile.TemporaryDirectory(prefix="acadfolio-", ignore_cleanup_errors=True)
    with file_errors_as_problems(tempfile.gettempdir()), temporary as folder:
        git = Git(remote.top, Path(folder), remote.settings, remote.mask)
        _refuse_name(git, options.branch)
        branch = _fetch(git, options.branch)
        built = _with_domain(built, git, branch)
        is_taken = not branch.paths and remote.branch_holds(site, options.branch, SOURCE)
        _refuse_sources(built, branch, options.branch, is_taken=is_taken)
        repository = repository_of(git.ask("ls-remote", "--get-url", NAME))
        _commit(git, built, branch, options)
        hosting = hosting_of(
            repository, options.branch, built.bytes_of(CNAME).decode("utf-8", "replace")
        )
        result = PushResult(
            options=options,
            remote=remote.label,
            files=len(built.outputs),
            changes=_changes(git, branch),
            commit=branch.commit,
            is_first=not branch.commit,
            hosting=hosting,
            problems=tuple(check_url(built.url, hosting)),
        )
        if result.changes and not branch.is_ours:
            foreign = _foreign(branch, options.branch)
            if options.is_dry_run or options.force:
                warning = foreign._replace(severity="warning")
                if options.force:
                    warning = warning._replace(
                        hint="--force replaces them; they stay in its history"
                    )
                result = replace(result, problems=(*result.problems, warning))
            elif not may_replace(foreign.message):
                raise SiteError([foreign])
        if result.is_done:
            _push(git, options.branch, branch.commit)
            result = replace(result, commit=git.ask("rev-parse", NEW))
        return result


def _refuse_name(git: Git, name: str) -> None:
    answer = git.run("check-ref-format", "--branch", name)
    if answer.status or answer.text != name or name == "@" or name.startswith("refs/"):
        message = f"`{name}` is not a valid name for a branch"
        raise SiteError(
            [Problem("deploy-branch", Location("git"), message, "choose a name such as gh-pages")]
        )


def _fetch(git: Git, name: str) -> Branch:
    """Create the temporary repository, and fetch the branch."""
    git.ask("init", "--quiet", "--bare", "--template=")
    heads = git.ask("ls-remote", "--heads", NAME).splitlines()
    if not any(line.endswith(f"\t{HEADS}{name}") for line in heads):
        return Branch()
    options = ("--quiet", "--no-tags", "--no-write-fetch-head", "--depth=1", "--filter=blob:none")
    git.ask("fetch", *options, NAME, f"+{HEADS}{name}:{BEFORE}")
    message = _message_of(git, BEFORE)
    is_ours = bool(OURS.search(message))
    if not is_ours:
        git.ask("fetch", *options, f"--depth={DEPTH}", NAME, f"+{HEADS}{name}:{BEFORE}")
        is_ours = _changes_only_domain(git)
    return Branch(
        commit=git.ask("rev-parse", BEFORE),
        paths=frozenset(git.names("ls-tree", "-r", "-z", "--name-only", BEFORE)),
        is_ours=is_ours,
        title=visible(message.partition("\n")[0]),
    )


def _message_of(git: Git, commit: str) -> str:
    return git.ask("cat-file", "commit", commit).partition("\n\n")[2]


def _changes_only_domain(git: Git) -> bool:
    """Whether all commits since the last deployment changed only CNAME, which GitHub writes and a deployment keeps."""
    for commit in git.ask("rev-list", "--first-parent", BEFORE).split():
        if OURS.search(_message_of(git, commit)):
            return True
        if git.names("diff-tree", "-r", "-z", "--no-commit-id", "--name-only", commit) != [CNAME]:
            return False
    return False


def _foreign(branch: Branch, name: str) -> Problem:
    """The error for a branch whose content somebody else made."""
    commit = f"{branch.commit[:10]}, “{branch.title}”"
    message = f"the last commit of the branch `{name}` is not from acadfolio ({commit})"
    hint = "choose another branch, or use --force: the old files stay in its history"
    return Problem(
        "foreign-branch", Location("git"), f"{message}, and its files would be replaced", hint
    )


def foreign_branch(site: Path, options: PushOptions) -> list[Problem]:
    """The error for a branch that somebody else made; none if it is ours, new, or cannot be fetched."""
    temporary = tempfile.TemporaryDirectory(prefix="acadfolio-", ignore_cleanup_errors=True)
    with suppress(SiteError, OSError), temporary as folder:
        remote = find_remote(site, options.remote)
        git = Git(remote.top, Path(folder), remote.settings, remote.mask)
        _refuse_name(git, options.branch)
        branch = _fetch(git, options.branch)
        return [] if branch.is_ours else [_foreign(branch, options.branch)]
    return []


def _with_domain(built: BuiltSite, git: Git, branch: Branch) -> BuiltSite:
    """Add the CNAME of the branch if the site has none."""
    outputs = dict(built.outputs)
    outputs.setdefault(NOJEKYLL, Output(NOJEKYLL))
    if CNAME in branch.paths and CNAME not in outputs:
        outputs[CNAME] = Output(CNAME, git.run("cat-file", "blob", f"{BEFORE}:{CNAME}").output)
    return replace(built, outputs=outputs)


def _refuse_sources(built: BuiltSite, branch: Branch, name: str, *, is_taken: bool) -> None:
    """Raise SiteError for a branch that holds anything but a site, or that is the user's branch with the sources."""
    foreign = branch.paths - built.outputs.keys()
    if any(f"/{path}".endswith(f"/{SOURCE}") for path in foreign):
        message = f"the branch `{name}` has the sources of a site, which the pages would replace"
    elif is_taken:
        message = (
            f"your own branch `{name}` has the sources of this site, and could no longer be pushed"
        )
    elif branch.paths and HOME_PAGE not in branch.paths:
        message = f"the branch `{name}` has no {HOME_PAGE}: it does not look like a site"
    else:
        return
    hint = "choose a branch that contains only the site, such as --branch gh-pages"
    raise SiteError([Problem("deploy-branch", Location("git"), message, hint)])


def _commit(git: Git, built: BuiltSite, branch: Branch, options: PushOptions) -> None:
    """Commit the site on top of the branch, with one `git fast-import` for all files."""
    message = f"{_marked(options.message)}\n".encode("utf-8", "surrogateescape")
    with tempfile.TemporaryFile() as stream:
        stream.write(b"commit %b\n" % NEW.encode())
        stream.write(b"author %b\n" % _identity(git, "AUTHOR"))
        stream.write(b"committer %b\n" % _identity(git, "COMMITTER"))
        stream.write(b"data %d\n%b\n" % (len(message), message))
        if branch.commit:
            stream.write(b"from %b\n" % branch.commit.encode())
        stream.write(b"deleteall\n")
        for path in sorted(built.outputs):
            content = built.bytes_of(path)
            stream.write(
                b"M 100644 inline %b\ndata %d\n%b\n" % (_quoted(path), len(content), content)
            )
        stream.seek(0)
        git.run("fast-import", "--quiet", stdin=stream).checked()


def _marked(message: str) -> str:
    """The message of a commit, by which the next deployment knows that acadfolio made it."""
    return message if OURS.search(message) else f"{message.rstrip()}\n\n{TRAILER}{__version__}"


def _identity(git: Git, role: str) -> bytes:
    """The AUTHOR or COMMITTER as git writes it: `Emmy <emmy@example.org> 1700000000 +0100`."""
    answer = git.run("var", f"GIT_{role}_IDENT")
    if answer.status:
        answer = git.run(*DEFAULT_AUTHOR, "var", f"GIT_{role}_IDENT")
    return answer.output.strip()


def _quoted(path: str) -> bytes:
    escaped = path.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'.encode("utf-8", "surrogateescape")


def _changes(git: Git, branch: Branch) -> Changes:
    if not branch.commit:
        return Changes(added=tuple(sorted(git.names("ls-tree", "-r", "-z", "--name-only", NEW))))
    fields = git.names("diff-tree", "-r", "-z", "--no-renames", "--name-status", BEFORE, NEW)
    pairs = sorted(zip(fields[1::2], fields[::2], strict=True))
    return Changes(
        added=tuple(path for path, status in pairs if status == "A"),
        changed=tuple(path for path, status in pairs if status not in {"A", "D"}),
        removed=tuple(path for path, status in pairs if status == "D"),
    )


def _push(git: Git, name: str, expected: str) -> None:
    """Push if the branch is still at the expected commit. Raises SiteError."""
    options = ("--porcelain", "--thin", "--no-recurse-submodules", "--no-signed")
    lease = f"--force-with-lease={HEADS}{name}:{expected}"
    answer = git.run("push", *options, lease, NAME, f"{NEW}:{HEADS}{name}")
    if answer.status:
        reasons = [
            line.removeprefix("!").strip()
            for line in git.mask(answer.text).split("\n")
            if line[:1] == "!"
        ]
        raise SiteError([problem_of_git("\n".join([answer.error, *reasons]), f"branch {name}")])


def check_url(url: str, hosting: Hosting) -> list[Problem]:
    """Warn if `url` in site.yml is not the URL of the deployed site, as sitemap and feeds would be wrong."""
    if not hosting.url or (url and _comparable(url) == _comparable(hosting.url)):
        return []
    message = f"`url` is {url}, but the site will be at {hosting.url}"
    if not url:
        message = "`url` is missing, so there is no sitemap"
    hint = f"write `url: {hosting.url.rstrip('/')}`"
    return [Problem("deploy-url", Location(SOURCE), message, hint, "warning")]


def _comparable(url: str) -> str:
    """The URL without its scheme, and with its host in lower case."""
    host, _, path = url.partition("://")[2].rstrip("/").partition("/")
    return f"{host.lower()}/{path}"
