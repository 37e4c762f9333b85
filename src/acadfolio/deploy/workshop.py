"""A remote comes in; a bare repository of our own, in which a commit is made and pushed from, comes out.

The branch is fetched one commit deep, and where the server can without the files' contents: their names and hashes
tell what changed. Only files that the branch does not have are packed and sent.
"""

from __future__ import annotations

import hashlib
import re
import shutil
import tempfile
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, TYPE_CHECKING

from acadfolio.deploy.changes import Changes, changes_of
from acadfolio.deploy.faults import AGAIN, CLASH, RACE, SOMEBODY
from acadfolio.deploy.git import Git
from acadfolio.deploy.masking import clean
from acadfolio.output.guards import file_errors_as_problems
from acadfolio.output.staging import BusyError, Staging
from acadfolio.problems import Location, Problem, SiteError
from acadfolio.store import cache_folder

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from acadfolio.deploy.fresh import Fresh
    from acadfolio.deploy.git import Answer
    from acadfolio.deploy.origin import Origin

HEADS = "refs/heads/"
BEFORE = "refs/acadfolio/before"
PLAIN = "100644"
LONG = 64
"""Letters of a SHA-256."""
NOBODY = {"GIT_AUTHOR_NAME": "acadfolio", "GIT_AUTHOR_EMAIL": "acadfolio@localhost",
    "GIT_COMMITTER_NAME": "acadfolio", "GIT_COMMITTER_EMAIL": "acadfolio@localhost"}  # fmt: skip
"""Who commits where git knows nobody, as on a server."""
UNKNOWN = ("tell me who you are", "empty ident", "auto-detect", "user.useConfigOnly", "no email was given")


@dataclass(frozen=True, slots=True)
class Tip:
    """What the branch holds. All is empty when it is not there yet."""

    commit: str = ""
    tree: str = ""
    has_history: bool = False
    files: Mapping[str, str] = field(default_factory=dict)
    """Hashes by path; with their mode, where it is not a plain file's."""


@dataclass(slots=True)
class Workshop:
    """One deployment under way."""

    git: Git
    remote: str
    algorithm: str = "sha1"
    changes: Changes = field(default_factory=lambda: changes_of((), (), ()))
    size: int = 0

    def address(self) -> str:
        """Of the remote, its abbreviations written out. It may hold secrets."""
        return self.git.ask("ls-remote", "--get-url", self.remote)

    def refuse_branch(self, name: str) -> None:
        answer = self.git.run("check-ref-format", "--branch", name)
        if answer.status or answer.text != name or name == "@" or name.startswith("refs/"):
            hint = f"such as {name.removeprefix(HEADS) if name.startswith(HEADS) else 'gh-pages'}"
            raise SiteError([Problem(Location("git"), f"`{name}` is no name for a branch", hint)])

    def look(self, branch: str) -> Tip:
        """What the branch holds now."""
        said = [line.partition("\t") for line in self.git.ask("ls-remote", "--heads", self.remote).splitlines()]
        heads = {name.removeprefix(HEADS): hash_ for hash_, _, name in said}
        _refuse_clash(branch, heads)
        if any(len(hash_) == LONG for hash_ in heads.values()) or (not heads and self._wants_long()):
            self.algorithm = "sha256"
            shutil.rmtree(self._repository)
            self.make()
        return self._fetch(branch) if branch in heads else Tip()

    def _wants_long(self) -> bool:
        """Whether a repository without a branch, and so without a hash, tells that its hashes are to be the long ones.

        Git keeps that to itself, and says it only to who listens to what it and the server talk about.
        """
        newer = ("-c", "protocol.version=2")  # Git used to be silent there, too.
        answer = self.git.run(*newer, "ls-remote", "--heads", self.remote, more={"GIT_TRACE_PACKET": "1"})
        return "object-format=sha256" in answer.error

    def make(self) -> None:
        self.git.ask("init", "--quiet", "--bare", "--template=", f"--object-format={self.algorithm}")

    def _fetch(self, branch: str) -> Tip:
        options = ("--quiet", "--no-tags", "--no-write-fetch-head", "--depth=1", "--filter=blob:none")
        self.git.ask("fetch", *options, self.remote, f"+{HEADS}{branch}:{BEFORE}")
        commit = self.git.ask("rev-parse", BEFORE)
        head = self.git.ask("cat-file", "commit", commit).partition("\n\n")[0].split("\n")
        tree = next(line.removeprefix("tree ") for line in head if line.startswith("tree "))
        listed = self.git.run("ls-tree", "-r", "-z", commit).output.decode("utf-8", "surrogateescape")
        files = dict(_entry(line) for line in listed.split("\0") if line)
        return Tip(commit, tree, any(line.startswith("parent ") for line in head), files)

    def content(self, file: str) -> bytes:
        """Of a file of the branch."""
        answer = self.git.run("cat-file", "blob", file.rpartition(" ")[2])
        if answer.status:
            raise self.git.failure(answer)
        return answer.output

    def write(self, fresh: Fresh, tip: Tip) -> str:
        """Pack what the branch does not have; the hash of the tree that has all."""
        known = set(tip.files.values())
        hashes: dict[str, str] = {}
        with self._packing() as pack:
            for path in sorted(fresh.outputs):
                content = fresh.bytes_of(path)
                self.size += len(content)
                head = b"blob %d\0" % len(content)
                hashes[path] = hashlib.new(self.algorithm, head + content, usedforsecurity=False).hexdigest()
                if hashes[path] not in known:
                    known.add(hashes[path])
                    pack.write(b"blob\ndata %d\n%b\n" % (len(content), content))
        self.changes = changes_of(
            hashes.keys() - tip.files.keys(),
            (path for path in hashes.keys() & tip.files.keys() if hashes[path] != tip.files[path]),
            tip.files.keys() - hashes.keys(),
        )
        return self._tree(hashes)

    @contextmanager
    def _packing(self) -> Iterator[_Pipe]:
        """One git for all files."""
        with self.git.start("fast-import", "--quiet", "--done") as process:
            assert process.stdin  # noqa: S101 - it was opened as a pipe
            pipe = _Pipe(process.stdin)
            yield pipe
            pipe.write(b"done\n")
            with suppress(OSError):
                process.stdin.flush()
            output, error = process.communicate()
        answer = self.git.answer(process.returncode, output, error)
        if answer.status:
            raise self.git.failure(answer)

    def _tree(self, hashes: Mapping[str, str]) -> str:
        index = {"GIT_INDEX_FILE": str(self._repository / "index.new")}
        lines = [f"{PLAIN} {hash_}\t{path}\0".encode("utf-8", "surrogateescape") for path, hash_ in hashes.items()]
        self.git.ask("update-index", "-z", "--index-info", given=b"".join(lines), more=index)
        return self.git.ask("write-tree", "--missing-ok", more=index)

    def commit(self, tree: str, parent: str, message: str) -> str:
        """The hash of a commit that no branch of this machine leads to."""
        command = ("commit-tree", tree, *(("-p", parent) if parent else ()), "-F", "-")
        given = f"{message}\n".encode("utf-8", "surrogateescape")  # Git takes what is no UTF-8 for Latin-1.
        answer = self.git.run(*command, given=given)
        if answer.status and any(words in answer.error for words in UNKNOWN):
            answer = self.git.run(*command, given=given, more=NOBODY)
        if answer.status:
            raise self.git.failure(answer)
        return answer.text

    def push(self, commit: str, branch: str, expected: str) -> None:
        """Unless the branch is another than `expected` by now. Raises SiteError; the branch is as it was then."""
        ref = f"{HEADS}{branch}"
        options = ("--porcelain", "--thin", "--no-recurse-submodules", "--no-signed")
        answer = self.git.run("push", *options, f"--force-with-lease={ref}:{expected}", self.remote, f"{commit}:{ref}")
        if answer.status:
            raise self._refusal(answer, branch)

    def _refusal(self, answer: Answer, branch: str) -> SiteError:
        """The server's own words stand on its side channel, why it is so in what git reports of the branch."""
        said = self.git.mask(answer.text)
        reason = "\n".join(line for line in said.split("\n") if line.startswith("!"))
        if re.search(RACE, reason):
            return SiteError([Problem(Location(f"branch {branch}"), SOMEBODY, AGAIN)])
        told = f"{answer.error}\n{reason.replace('!', '', 1).strip()}"
        return self.git.failure(type(answer)(answer.status, b"", told), f"branch {branch}")

    @property
    def _repository(self) -> Path:
        assert self.git.repository  # noqa: S101 - open_workshop gave it one
        return self.git.repository


@dataclass(frozen=True, slots=True)
class _Pipe:
    """The way into a git that may have ended: it will say why. Windows has another error for that."""

    into: IO[bytes]

    def write(self, content: bytes) -> None:
        with suppress(OSError):
            self.into.write(content)


@contextmanager
def open_workshop(site: Path, origin: Origin) -> Iterator[Workshop]:
    """A repository for one deployment, gone afterwards."""
    with _room(site) as room:
        git = Git(origin.top, room / "repository", origin.settings, origin.mask)
        workshop = Workshop(git, origin.name)
        workshop.make()
        yield workshop


@contextmanager
def _room(site: Path) -> Iterator[Path]:
    """In the site's cache folder; elsewhere when that cannot be written."""
    try:
        staging = Staging(Path(cache_folder(str(site))).resolve() / "deploy")
        staging.open()
    except BusyError:
        hint = "wait until it has ended, or stop it"
        raise SiteError([Problem(Location(str(site)), "this site is being deployed already", hint)]) from None
    except OSError:
        with file_errors_as_problems(tempfile.gettempdir()), tempfile.TemporaryDirectory(prefix="acadfolio-") as folder:
            yield Path(folder)
        return
    try:
        yield staging.new
    finally:
        with suppress(OSError):  # The next one clears up what could not be removed.
            staging.close()


def _refuse_clash(branch: str, heads: Iterable[str]) -> None:
    """Git keeps a branch as a file of its name, which cannot be a folder too."""
    for other in heads:
        if branch.startswith(f"{other}/") or other.startswith(f"{branch}/"):
            message, hint = CLASH
            raise SiteError([Problem(Location(f"branch {branch}"), f"{message}: `{clean(other)}` is there", hint)])


def _entry(line: str) -> tuple[str, str]:
    """`100644 blob HASH<tab>PATH`."""
    about, _, path = line.partition("\t")
    mode, _, hash_ = about.split(" ")
    return path, hash_ if mode == PLAIN else f"{mode} {hash_}"
